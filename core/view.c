/* view.c: see view.h. */
#include "trail.h"

#include <string.h>

/* True if other seats may not see the bid card of 'of'. */
static bool bid_hidden(const au_rules *r, const au_state *s, unsigned of) {
  return au_bids_hidden(r, s) || (s->down >> of & 1);
}

/* The number of values that the answers of the present step have so far. */
static uint32_t step_values(const au_rules *r, const au_state *s) {
  const au_ask *q = au_ask_now(r, s);
  uint32_t n = 0;
  for (int seat = 0; q != NULL && seat < r->players; seat++)
    n += q->kind == AU_ASK_CARD
             ? (uint32_t)au_count(au_answer_cards(s->answer[seat]))
             : s->answer[seat] != 0;
  return n;
}

/* Hide the answers of other seats that are secret, or still hidden. */
static void hide_answers(const au_rules *r, const au_state *s, uint32_t n,
                         au_view *v) {
  uint32_t open = n - step_values(r, s);
  for (uint32_t i = 0; i < n; i++) {
    au_action a = v->log[i];
    unsigned ask = au_action_ask(a), seat = au_action_seat(a);
    if (au_action_what(a) == AU_ACT_ANSWER && seat != v->seat &&
        (i >= open || r->asks->ask[ask].secret))
      v->log[i] = au_hidden_answer(seat, ask);
  }
}

/* Hide the bids of other seats that lie face down. Bids are the first actions
** of a round, but for answers. */
static void hide_bids(const au_rules *r, bool hidden, uint32_t n, au_view *v) {
  for (uint32_t i = 0, bids = 0; i < n && bids < (uint32_t)r->players; i++) {
    au_action a = v->log[i];
    unsigned seat = au_action_seat(a);
    bids += au_action_what(a) != AU_ACT_ANSWER;
    if (au_action_what(a) != AU_ACT_BID || seat == v->seat)
      continue;
    if (hidden)
      v->log[i] = au_bid_action(seat, 0, false);
    else if (au_action_down(a))
      v->log[i] = au_bid_action(seat, 0, true);
  }
}

static void copy_log(const au_rules *r, const au_state *s, const au_entry *log,
                     uint32_t n, au_view *v) {
  v->log_n = n;
  if (n > 0)
    memcpy(v->log, log, n * sizeof *log);
  bool hidden = au_bids_hidden(r, s);
  if (hidden || r->zero_bid)
    hide_bids(r, hidden, n, v);
  if (r->asks != NULL)
    hide_answers(r, s, n, v);
}

/* Note the size of the other hands. */
static void show_sizes(const au_state *s, uint8_t seat, au_state *seen) {
  for (uint8_t i = 0; i < AU_SEAT_MAX; i++)
    if (i != seat && (s->hand[i] | seen->hand[i]) != 0)
      seen->shown_n[i] = (uint8_t)(1 + au_state_hand_n(s, i));
}

void au_state_look(const au_rules *r, const au_state *s, uint8_t seat,
                   au_state *seen) {
  au_set known = s->seen | (seat == AU_NONE ? 0 : s->known[seat]);
  au_state_copy(seen, s);
  for (unsigned i = 0; i < AU_SEAT_MAX; i++) { /* past the last, empty */
    if (i == seat)
      continue;
    if (bid_hidden(r, s, i)) {
      if (s->bid[i] != AU_NONE)
        seen->hand[i] |= au_bit(s->bid[i]);
      seen->bid[i] = AU_NONE;
    }
    seen->hand[i] &= known;
    seen->known[i] = 0;
    if (s->answer[i] != 0)
      seen->answer[i] &= AU_ANSWERED;
  }
  if (au_bids_hidden(r, s))
    seen->down &= (uint8_t)(seat == AU_NONE ? 0 : 1 << seat);
  if (r->extras == AU_EXTRAS_HIDDEN)
    seen->extras &= known;
  if (r->hooks.ctx != NULL || r->asks != NULL) /* nobody else asks */
    show_sizes(s, seat, seen);
}

void au_view_make(const au_rules *r, const au_state *s, const au_entry *log,
                  uint32_t n, uint8_t seat, au_view *v) {
  au_state_look(r, s, seat, &v->s);
  au_set located = s->seen | v->s.extras;
  v->seat = seat;
  v->laid = 0;
  memset(v->hand_n, 0, sizeof v->hand_n);
  for (unsigned i = 0; i < (unsigned)r->players; i++) {
    v->hand_n[i] = (uint8_t)au_count(s->hand[i]);
    v->laid |= (uint8_t)((s->bid[i] != AU_NONE) << i);
    located |= v->s.hand[i];
    if (v->s.bid[i] != AU_NONE)
      located |= au_bit(v->s.bid[i]);
  }
  v->unseen = s->round > 0 ? r->deck.base & ~located : 0;
  copy_log(r, s, log, n, v);
  v->round_n = 0;
  memset(&v->start, 0, sizeof v->start);
  v->start_n = 0;
  memset(v->begin, 0, sizeof v->begin);
  v->begin_hidden = 0;
  v->deep = false;
  v->apart = r->asks == NULL;
  v->told = false;
  v->fact_n = 0;
  v->past_n = 0;
}

/* Find what the seat knew at the beginning of the log: of the deal, or of the
** state where there was none. */
static void look_at_start(const au_rules *r, const au_deal *deal,
                          const au_state *start, au_view *v) {
  au_state s, seen;
  if (deal != NULL) {
    v->begin[AU_SPOT_HAND + v->seat] = deal->hand[v->seat];
    if (r->extras == AU_EXTRAS_SHOWN)
      v->begin[AU_SPOT_EXTRAS] = deal->extras;
    au_state_init(r, &s);
  } else {
    s = *start;
    au_state_look(r, &s, v->seat, &seen);
    au_set table = seen.seen & ~seen.extras;
    v->begin[AU_SPOT_EXTRAS] = seen.extras;
    for (int i = 0; i < r->players; i++) {
      v->begin[AU_SPOT_HAND + i] = seen.hand[i];
      if (seen.bid[i] != AU_NONE)
        v->begin[AU_SPOT_BID + i] = au_bit(seen.bid[i]);
      table &= ~(v->begin[AU_SPOT_HAND + i] | v->begin[AU_SPOT_BID + i]);
    }
    v->begin[AU_SPOT_TABLE] = table;
  }
  for (unsigned i = 0; i < (unsigned)r->players; i++)
    if (i != v->seat)
      v->begin_hidden |=
          (au_spots)(1u << (AU_SPOT_HAND + i) |
                     (unsigned)(s.bid[i] != AU_NONE && bid_hidden(r, &s, i))
                         << (AU_SPOT_BID + i));
  if (r->extras == AU_EXTRAS_HIDDEN)
    v->begin_hidden |= 1u << AU_SPOT_EXTRAS;
}

/* The seat in whose hand a card at one of these spots lies, or in its bid that
** lies face down; AU_NONE if that is not sure. */
static uint8_t holder(const au_rules *r, const au_view *v, au_spots at) {
  for (uint8_t i = 0; i < r->players; i++) {
    bool down = v->s.bid[i] == AU_NONE;
    if ((at & ~(1 << (AU_SPOT_HAND + i) | down << (AU_SPOT_BID + i))) == 0)
      return i;
  }
  return AU_NONE;
}

/* Find which cards are located, by all that the seat has seen. A card that
** nobody ever saw is not, even if one place alone is left for it. */
static void locate(const au_rules *r, au_view *v) {
  const au_spots bids = ((1u << AU_SEAT_MAX) - 1) << AU_SPOT_BID;
  au_spots hidden = r->extras == AU_EXTRAS_HIDDEN ? 1u << AU_SPOT_EXTRAS : 0;
  au_trail t;
  au_set sure = 0;
  for (int i = 0; i < r->players; i++)
    if (i != v->seat)
      hidden |= (au_spots)(1 << (AU_SPOT_HAND + i) | (v->s.bid[i] == AU_NONE)
                                                         << (AU_SPOT_BID + i));
  au_trail_find(r, v, &t, NULL, NULL);
  v->deep = t.deep;
  v->unseen = 0;
  if (r->extras == AU_EXTRAS_HIDDEN)
    v->s.extras = 0;
  for (int i = 0; i < r->players; i++)
    if (i != v->seat)
      v->s.hand[i] = 0;
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    au_spots at = au_trail_now(&t, c);
    uint8_t seat = holder(r, v, at);
    bool one = (at & (at - 1)) == 0, open = one && !(at & hidden);
    if (open) /* its own, played, or face up */
      continue;
    if (au_trail_any(&t, c) || (!one && seat == AU_NONE) ||
        (!t.deep && (at & bids) != 0)) {
      v->unseen |= au_bit(c);
      continue;
    }
    sure |= au_bit(c);
    if (seat == AU_NONE)
      v->s.extras |= au_bit(c);
    else
      v->s.hand[seat] |= au_bit(c);
  }
  v->s.known[v->seat] |= sure & ~v->s.seen;
}

/* True if the seat located no card of another hand before the log. Cards that
** it located since, without facts, came into hands by changes in the open:
** later than the bids that still lie face down. */
static bool began_apart(const au_rules *r, const au_view *v) {
  au_set known = 0;
  for (int i = 0; i < r->players; i++)
    if (i != v->seat)
      known |= v->begin[AU_SPOT_HAND + i];
  return known == 0;
}

/* Copy the steps that the seat may not know whole, at most the last
** AU_PAST_STEPS, as far as it saw them. Returns their number. */
static uint32_t look_at_past(const au_rules *r, const au_past *past, uint32_t n,
                             uint8_t seat, au_past out[AU_PAST_STEPS]) {
  uint32_t from = n, found = 0;
  while (from > 0 && found < AU_PAST_STEPS)
    found += (past[--from].before.asked & ~(1 << seat)) != 0;
  for (found = 0; from < n; from++) {
    const au_past *p = &past[from];
    if ((p->before.asked & ~(1 << seat)) == 0)
      continue;
    out[found].at = p->at;
    out[found].zero = 0;
    au_state_look(r, &p->before, seat, &out[found].before);
    au_state_look(r, &p->after, seat, &out[found++].after);
  }
  return found;
}

/* Look at the facts of a round with questions. */
static void look_at_facts(const au_rules *r, const au_game *g, au_view *v) {
  uint32_t n;
  const au_fact *fact = au_game_round_facts(g, &n);
  look_at_start(r, g->round_n > 0 ? &g->round[g->round_n - 1].deal : NULL,
                &g->start, v);
  uint32_t past_n;
  const au_past *past = au_game_round_past(g, &past_n);
  if (past_n > 0 && au_state_open(&v->s))
    v->past_n = look_at_past(r, past, past_n, v->seat, v->past);
  if (n > 0)
    v->fact_n = au_facts_look(fact, n, v->seat, v->fact);
  v->apart = v->fact_n > 0 || began_apart(r, v);
  if (v->fact_n > 0 && v->s.round > 0)
    locate(r, v);
}

/* True if the cards can have moved to where they lie as the view tells. */
static bool holds(const au_rules *r, const au_view *v, const au_state *s) {
  au_trail t;
  au_trail_find(r, v, &t, NULL, NULL);
  return au_trail_holds(r, &t) && au_trail_allows(r, &t, s);
}

/* Look at a state, and nothing before it. */
static void look_at_state(const au_rules *r, const au_state *s, uint8_t seat,
                          au_view *v) {
  au_view_make(r, s, NULL, 0, seat, v);
  look_at_start(r, NULL, s, v);
  v->apart = began_apart(r, v);
  if (au_view_needs_replay(r))
    au_state_look(r, s, seat, &v->start);
}

/* Find the state from which the round can be replayed: hooks would have to
** answer again. */
static void look_at_replay(const au_rules *r, const au_game *g, au_view *v) {
  au_state start = g->start;
  uint32_t at = 0;
  if (v->told)
    at = v->start_n = g->told_n; /* the round goes on from there */
  else
    (void)!au_game_round_start(r, g, &start); /* dealt once, it can be again */
  for (uint32_t i = at; i < v->log_n; i++)
    if (au_action_what(v->log[i]) == AU_ACT_ANSWER)
      v->start_n = i + 1;
  const au_entry *log = au_game_round_log(g, &(uint32_t){0});
  for (; at < v->start_n; at++)
    (void)!au_state_apply(r, &start, au_entry_action(log[at]), NULL);
  au_state_look(r, &start, v->seat, &v->start);
}

void au_view_of(const au_rules *r, const au_game *g, uint8_t seat, au_view *v) {
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  au_view_make(r, &g->state, log, n, seat, v);
  v->told = g->told_n > 0 && g->round_n == 1;
  if (r->asks != NULL)
    look_at_facts(r, g, v);
  if (v->told && !holds(r, v, &g->state))
    look_at_state(r, &g->state, seat, v);
  else if (r->asks == NULL || au_view_needs_replay(r))
    look_at_replay(r, g, v);
  v->round_n = g->tally_n;
  if (g->tally_n > 0)
    memcpy(v->round, g->tally, g->tally_n * sizeof *g->tally);
}

void au_view_copy(au_view *to, const au_view *from) {
  memcpy(to, from, au_view_size(from));
  to->round_n = from->round_n;
  to->start = from->start;
  to->start_n = from->start_n;
  memcpy(to->begin, from->begin, sizeof to->begin);
  to->begin_hidden = from->begin_hidden;
  to->deep = from->deep;
  to->apart = from->apart;
  to->told = from->told;
  to->fact_n = from->fact_n;
  memcpy(to->fact, from->fact, from->fact_n * sizeof *from->fact);
  memcpy(to->round, from->round, from->round_n * sizeof *from->round);
  to->past_n = from->past_n;
  if (from->past_n > 0)
    memcpy(to->past, from->past, from->past_n * sizeof *from->past);
}

bool au_view_same(const au_view *a, const au_view *b) {
  return a->log_n == b->log_n && a->round_n == b->round_n &&
         a->fact_n == b->fact_n && a->past_n == b->past_n &&
         (a->past_n == 0 ||
          memcmp(a->past, b->past, a->past_n * sizeof *a->past) == 0) &&
         memcmp(a->fact, b->fact, a->fact_n * sizeof *a->fact) == 0 &&
         memcmp(a, b, au_view_size(a)) == 0 &&
         memcmp(a->round, b->round, a->round_n * sizeof *a->round) == 0;
}

int au_view_changes(const au_rules *r, const au_view *v, uint8_t seat) {
  const au_state *s = &v->s;
  int n = r->players, leader = s->trick.leader;
  if (s->phase != AU_PHASE_CHANGE || v->hand_n[seat] == 0 ||
      (seat + n - leader) % n < (s->turn + n - leader) % n)
    return 0; /* each seat is on turn once, in play order */
  int left = r->changes - (seat == s->turn ? s->changed : 0);
  int gold = au_gold_size(au_change_gold(r, s, seat));
  return gold < left ? gold : left;
}
