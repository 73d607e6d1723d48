/* view.c: see view.h. */
#include "view.h"

#include <string.h>

/* Whether 'seat' may not see the bid card of 'of'. */
static bool bid_hidden(const au_rules *r, const au_state *s, unsigned of,
                       uint8_t seat) {
  return of != seat && (au_bids_hidden(r, s) || (s->down >> of & 1));
}

static void copy_log(const au_rules *r, const au_state *s, const au_entry *log,
                     uint32_t n, au_view *v) {
  v->log_n = n;
  if (n > 0)
    memcpy(v->log, log, n * sizeof *log);
  bool hidden = au_bids_hidden(r, s);
  if (!hidden && !r->nought)
    return;
  for (uint32_t i = 0; i < n && i < (uint32_t)r->players; i++) {
    au_action a = log[i];
    unsigned seat = au_action_seat(a);
    if (au_action_what(a) != AU_ACT_BID || seat == v->seat)
      continue;
    if (hidden)
      v->log[i] = au_bid_action(seat, 0, false);
    else if (au_action_down(a))
      v->log[i] = au_bid_action(seat, 0, true);
  }
}

/* The card that the seat laid face down, if a partner has replaced it: the seat
** alone knows which card is now in the partner's hand. */
static au_set know_replaced(const au_state *s, const au_entry *log, uint32_t n,
                            au_view *v) {
  au_set mine = 0, known = 0;
  for (uint32_t i = 0; i < n; i++) {
    au_action a = log[i];
    unsigned seat = au_action_seat(a);
    if (au_action_what(a) == AU_ACT_BID && seat == v->seat)
      mine = au_action_down(a) ? au_bit(au_action_card(a)) : 0;
    if (au_action_what(a) != AU_ACT_CHANGE || au_action_of(a) != v->seat)
      continue;
    known |= mine & s->hand[seat];
    v->s.hand[seat] |= mine & s->hand[seat];
    mine = 0;
  }
  return known;
}

void au_view_make(const au_rules *r, const au_state *s, const au_entry *log,
                  uint32_t n, uint8_t seat, au_view *v) {
  au_set located = s->seen | s->hand[seat];
  v->s = *s;
  v->seat = seat;
  v->laid = 0;
  memset(v->hand_n, 0, sizeof v->hand_n);
  for (unsigned i = 0; i < (unsigned)r->players; i++) {
    v->hand_n[i] = (uint8_t)au_count(s->hand[i]);
    if (i != seat)
      v->s.hand[i] &= s->seen;
    if (s->bid[i] == AU_NONE)
      continue;
    v->laid |= (uint8_t)(1 << i);
    if (bid_hidden(r, s, i, seat))
      v->s.bid[i] = AU_NONE;
    else
      located |= au_bit(s->bid[i]);
  }
  if (au_bids_hidden(r, s))
    v->s.down &= (uint8_t)(1 << seat);
  if (r->nought)
    located |= know_replaced(s, log, n, v);
  if (r->extras == AU_EXTRAS_HIDDEN)
    v->s.extras = 0;
  v->unseen = s->round > 0 ? r->deck.base & ~located : 0;
  copy_log(r, s, log, n, v);
}

void au_view_of(const au_rules *r, const au_game *g, uint8_t seat, au_view *v) {
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  au_view_make(r, &g->state, log, n, seat, v);
}
