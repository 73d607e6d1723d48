/* view.c: see view.h. */
#include "view.h"

#include <string.h>

/* True if 'seat' may not see the bid card of 'of'. */
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
  if (!hidden && !r->zero_bid)
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

/* Copy the part of a state that 'seat' sees to 'seen'. */
static void look(const au_rules *r, const au_state *s, uint8_t seat,
                 au_state *seen) {
  *seen = *s;
  for (unsigned i = 0; i < AU_SEAT_MAX;
       i++) { /* those past the last are empty */
    if (i != seat)
      seen->hand[i] &= s->seen;
    if (bid_hidden(r, s, i, seat))
      seen->bid[i] = AU_NONE;
  }
  if (au_bids_hidden(r, s))
    seen->down &= (uint8_t)(1 << seat);
  if (r->extras == AU_EXTRAS_HIDDEN)
    seen->extras = 0;
}

/* The card that the seat laid face down, if a partner has replaced it. The seat
** alone knows which card the partner now holds. */
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
  look(r, s, seat, &v->s);
  v->seat = seat;
  v->laid = 0;
  memset(v->hand_n, 0, sizeof v->hand_n);
  for (unsigned i = 0; i < (unsigned)r->players; i++) {
    v->hand_n[i] = (uint8_t)au_count(s->hand[i]);
    v->laid |= (uint8_t)((s->bid[i] != AU_NONE) << i);
    if (v->s.bid[i] != AU_NONE)
      located |= au_bit(v->s.bid[i]);
  }
  if (r->zero_bid)
    located |= know_replaced(s, log, n, v);
  v->unseen = s->round > 0 ? r->deck.base & ~located : 0;
  copy_log(r, s, log, n, v);
  v->round_n = 0;
  if (au_view_judged(r))
    memset(&v->start, 0, sizeof v->start);
}

void au_view_of(const au_rules *r, const au_game *g, uint8_t seat, au_view *v) {
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  au_view_make(r, &g->state, log, n, seat, v);
  v->round_n = g->tally_n;
  if (g->tally_n > 0)
    memcpy(v->round, g->tally, g->tally_n * sizeof *g->tally);
  au_state start;
  if (!au_view_judged(r))
    return;
  (void)!au_game_round_start(r, g, &start); /* dealt once, it can be again */
  look(r, &start, seat, &v->start);
}

void au_view_copy(au_view *to, const au_view *from) {
  memcpy(to, from, au_view_size(from));
  to->round_n = from->round_n;
  to->start = from->start;
  memcpy(to->round, from->round, from->round_n * sizeof *from->round);
}

bool au_view_same(const au_view *a, const au_view *b) {
  return a->log_n == b->log_n && a->round_n == b->round_n &&
         memcmp(a, b, au_view_size(a)) == 0 &&
         memcmp(a->round, b->round, a->round_n * sizeof *a->round) == 0;
}

int au_view_changes(const au_rules *r, const au_view *v, uint8_t seat) {
  const au_state *s = &v->s;
  int n = r->players, leader = s->trick.leader;
  if (s->phase != AU_CHANGE || v->hand_n[seat] == 0 ||
      (seat + n - leader) % n < (s->turn + n - leader) % n)
    return 0; /* each seat is on turn once, in play order */
  int left = r->changes - (seat == s->turn ? s->changed : 0);
  int gold = au_gold_size(au_change_gold(r, s, seat));
  return gold < left ? gold : left;
}
