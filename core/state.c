/* state.c: starts, scores and checks a state. */
#include "state.h"

#include <stdio.h>
#include <string.h>

void au_state_init(const au_rules *r, au_state *s) {
  (void)r;
  memset(s, 0, sizeof *s);
  memset(s->bid, AU_NONE, sizeof s->bid);
  s->phase = AU_PHASE_DEAL;
  s->turn = s->passer = s->won = s->award = AU_NONE;
}

enum {
  TRICKS_MAX = AU_BID_MAX, /* of a round: 99 points each fit in AU_POINTS_MAX */
  POINTS_MAX = 1000000000  /* before the first round: more than any game adds up
                           ** to, and far from an overflow */
};

static bool gold_may_lead(const au_rules *r) {
  return r->gold_leads || r->hooks.lead != NULL;
}

/* The most tricks that can still be finished. Each is led from a hand or, where
** gold may lead, takes a card of every seat and gives one back. */
static int tricks_left(const au_rules *r, const au_state *s) {
  int base = 0, more = s->trick.n;
  for (int seat = 0; seat < r->players; seat++) {
    base += au_count(s->hand[seat]);
    more += au_gold_size(s->gold[seat]);
  }
  return gold_may_lead(r) ? (base + more) / (r->players - 1)
                          : base + (s->trick.n > 0);
}

/* The value of a seat's bid card. */
static int card_bid(const au_rules *r, const au_state *s, int seat) {
  return s->down >> seat & 1 ? 0 : r->deck.rank_of[s->bid[seat]];
}

au_status au_state_bid(const au_rules *r, const au_state *s, int side,
                       int *bid) {
  int value = s->called[side] - 1;
  for (int seat = 0; seat < r->players && s->called[side] == 0; seat++) {
    if (r->side_of[seat] != side)
      continue;
    bool down = s->down >> seat & 1; /* bids 0, card or not, as in a view */
    if (s->bid[seat] == AU_NONE && !down) {
      *bid = -1;
      return AU_OK;
    }
    int card = card_bid(r, s, seat);
    if (value < 0)
      value = card;
    else if (r->side_bid == AU_SIDE_BID_SUM)
      value += card;
    else if ((card > value) == (r->side_bid == AU_SIDE_BID_HIGHEST))
      value = card;
  }
  if (r->hooks.side_bid != NULL &&
      r->hooks.side_bid(r->hooks.ctx, r, s, side, &value) != AU_OK)
    return AU_EHOOK;
  *bid = value;
  return AU_OK;
}

/* True if a hook's number fits in a score; the data's numbers do. */
static bool fits(int value) {
  return value >= -AU_POINTS_MAX && value <= AU_POINTS_MAX;
}

static au_status score_side(const au_rules *r, const au_state *s, int side,
                            au_score *score) {
  const au_hooks *h = &r->hooks;
  int bid, taken = 0, gold_points = 0, best = -1;
  if (au_state_bid(r, s, side, &bid) != AU_OK)
    return AU_EHOOK;
  for (int seat = 0; seat < r->players; seat++) {
    if (r->side_of[seat] != side)
      continue;
    taken += s->taken[seat];
    gold_points += au_score_gold(r, s->gold[seat]);
    if (au_gold_best(s->gold[seat]) > best)
      best = au_gold_best(s->gold[seat]);
  }
  int bid_points = bid < 0 ? 0 : au_score_bid(r, bid, taken);
  if (h->bid_points != NULL && bid >= 0 &&
      h->bid_points(h->ctx, r, s, side, bid, taken, &bid_points) != AU_OK)
    return AU_EHOOK;
  if (h->gold_points != NULL &&
      h->gold_points(h->ctx, r, s, side, &gold_points) != AU_OK)
    return AU_EHOOK;
  if (s->times != 0) {
    bid_points *= s->times;
    gold_points *= s->times;
  }
  if (!fits(bid) || !fits(bid_points) || !fits(gold_points))
    return AU_EHOOK;
  score->taken[side] = (int16_t)taken;
  score->bid[side] = (int16_t)bid;
  score->bid_points[side] = (int16_t)bid_points;
  score->gold_points[side] = (int16_t)gold_points;
  score->points[side] = (int16_t)(bid_points + gold_points);
  score->best_gold[side] = (int16_t)best;
  return AU_OK;
}

au_status au_state_score(const au_rules *r, const au_state *s,
                         au_score *score) {
  au_score made;
  memset(&made, 0, sizeof made);
  for (int side = 0; side < r->side_n; side++)
    if (score_side(r, s, side, &made) != AU_OK)
      return AU_EHOOK;
  *score = made;
  return AU_OK;
}

/* Invariant 1. */
static const char *check_cards(const au_rules *r, const au_state *s) {
  au_set there = 0;
  for (int i = 0; i <= AU_SEAT_MAX; i++) {
    au_set part = i < AU_SEAT_MAX ? s->hand[i] : s->extras;
    if (part & there)
      return "a card is in two places";
    there |= part;
  }
  for (int i = 0; i < AU_SEAT_MAX + s->trick.n; i++) {
    au_card c = i < AU_SEAT_MAX ? s->bid[i] : s->trick.card[i - AU_SEAT_MAX];
    if (c == AU_NONE || (i >= AU_SEAT_MAX && c >= r->deck.gold_at))
      continue;
    if (!au_has(r->deck.base, c))
      return "a bid or a play is not in the deck";
    if (there & au_bit(c))
      return "a card is in two places";
    there |= au_bit(c);
  }
  if (there & ~r->deck.base)
    return "a card is not in the deck";
  return NULL;
}

/* Invariant 2. */
static const char *check_gold(const au_rules *r, const au_state *s) {
  au_gold left = r->gold_all;
  if (s->round == 0)
    return NULL;
  for (int i = 0; i < s->trick.n; i++) {
    au_card c = s->trick.card[i];
    if (c >= r->deck.gold_at &&
        (!au_has(r->deck.gold, c) ||
         !au_gold_take(&left, au_gold_one(r->deck.rank_of[c]))))
      return "more gold in the trick than there is";
  }
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if (!au_gold_take(&left, s->gold[seat]))
      return "more gold in the collections than there is";
  return left == s->supply ? NULL : "the supply is not the gold nobody has";
}

/* Invariant 3. */
static const char *check_trick(const au_rules *r, const au_state *s) {
  const au_trick *t = &s->trick;
  bool barred = r->follow == AU_FOLLOW_BARRED && r->hooks.legal == NULL;
  au_set suits = 0;
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    if (i >= t->n && t->card[i] != 0)
      return "a card lies past the end of the trick";
    if (i >= t->n || t->card[i] >= r->deck.gold_at)
      continue;
    if (barred && au_has(suits, t->card[i]))
      return "a suit is twice in the trick";
    suits |= r->deck.bars[t->card[i]];
  }
  if (t->n > 0 && t->card[0] >= r->deck.gold_at && !gold_may_lead(r))
    return "gold was led, which the rules forbid";
  return NULL;
}

/* Invariant 4 in the phase bid. */
static const char *check_bidding(const au_rules *r, const au_state *s) {
  int n = r->players, bids = 0;
  for (int seat = 0; seat < n; seat++)
    bids += s->bid[seat] != AU_NONE;
  for (int i = 0; i < n; i++) {
    int seat = (s->first + i) % n;
    if ((s->bid[seat] != AU_NONE) != (i < bids))
      return "the bids are not in turn from the first player";
    if (s->bid[seat] == AU_NONE && s->hand[seat] == 0)
      return "a seat has no card to bid";
  }
  if (bids == n)
    return "a bid is due, but all bids are laid";
  if (s->trick.n != 0)
    return "a card was played before all bids were laid";
  return s->turn == (s->first + bids) % n ? NULL : "the wrong seat is to bid";
}

/* True if the bids are still to be made in the phase ask. */
static bool asked_before_bids(const au_rules *r, const au_state *s) {
  return s->phase == AU_PHASE_ASK &&
         r->asks->ask[s->ask - 1].when <= AU_WHEN_INSTEAD;
}

/* Invariant 4 after the phase bid, and 10 on bids. */
static const char *check_bids(const au_rules *r, const au_state *s) {
  bool instead = au_asks_at(r, AU_WHEN_INSTEAD);
  bool early = asked_before_bids(r, s), none = instead || early;
  for (int seat = 0; seat < r->players; seat++)
    if (none != (s->bid[seat] == AU_NONE))
      return none ? "a bid has a card, where bids have none"
                  : "a bid is missing";
  for (int side = 0; side < r->side_n && instead && !early; side++)
    if (s->called[side] == 0)
      return "a bid is missing";
  return NULL;
}

/* Invariant 10 in the phase ask. */
static const char *check_ask(const au_rules *r, const au_state *s) {
  int n = r->players;
  const au_ask *q = &r->asks->ask[s->ask - 1];
  if (s->asked >> n != 0 || (s->pending & ~s->asked) != 0 ||
      !(s->pending >> s->turn & 1))
    return "a seat is asked that cannot be";
  if ((s->passer != AU_NONE) != (q->when == AU_WHEN_ROUND) ||
      (s->trick.n != 0 && q->when != AU_WHEN_ROUND))
    return "a question is asked at the wrong time";
  for (int place = 0; au_trick_seat(&s->trick, place, n) != s->turn; place++)
    if (s->pending >> au_trick_seat(&s->trick, place, n) & 1)
      return "the wrong seat is asked";
  for (int seat = 0; seat < AU_SEAT_MAX; seat++) {
    uint32_t answer = s->answer[seat];
    bool done = (s->asked & ~s->pending) >> seat & 1;
    if (done != ((answer & AU_ANSWERED) != 0) ||
        (answer != 0 && !done && seat != s->turn))
      return "an answer is missing, or was not asked for";
  }
  return NULL;
}

/* Invariants 3 and 4 in an open round. */
static const char *check_turn(const au_rules *r, const au_state *s) {
  int n = r->players;
  if (s->turn >= n)
    return "no seat is on turn";
  if (s->phase == AU_PHASE_BID && !au_asks_at(r, AU_WHEN_INSTEAD))
    return check_bidding(r, s);
  const char *wrong = check_bids(r, s);
  if (wrong != NULL || s->phase == AU_PHASE_ASK)
    return wrong != NULL ? wrong : check_ask(r, s);
  if (s->phase == AU_PHASE_BID)
    return "a card is to be bid, where bids have none";
  if (s->phase == AU_PHASE_CHANGE &&
      (!au_change_open(r, s, s->turn) || s->changed >= r->changes))
    return "the seat on turn has no change to make";
  if (s->phase == AU_PHASE_CHANGE && s->trick.n != 0)
    return "a change after a card was played";
  if (s->phase == AU_PHASE_PLAY && s->trick.n == n)
    return "a card is due, but the trick is full";
  if (s->phase == AU_PHASE_PLAY &&
      s->turn != au_trick_seat(&s->trick, s->trick.n, n))
    return "the wrong seat is to play";
  return NULL;
}

/* Invariants 5 and 6. */
static const char *check_counts(const au_rules *r, const au_state *s) {
  bool open = au_state_open(s);
  int taken = 0;
  int32_t points = POINTS_MAX + 2 * AU_POINTS_MAX * (s->round - open);
  for (int seat = 0; seat < r->players; seat++)
    taken += s->taken[seat];
  if (taken > s->tricks)
    return "more tricks are taken than were played";
  bool bounded = r->hooks.deal == NULL || !gold_may_lead(r);
  if (bounded && s->tricks + (open ? tricks_left(r, s) : 0) > TRICKS_MAX)
    return "more tricks were played than a round can have";
  for (int side = 0; side < r->side_n; side++)
    if (s->points[side] < -points || s->points[side] > points)
      return "points are out of range";
  return NULL;
}

/* Invariant 7. */
static const char *check_place(const au_rules *r, const au_state *s) {
  int n = r->players;
  unsigned sides = (1u << r->side_n) - 1;
  bool open = au_state_open(s);
  int asks = s->phase == AU_PHASE_ASK && r->asks != NULL ? r->asks->n : 0;
  if (s->phase >= AU_PHASE_N || s->first >= n || s->trick.leader >= n ||
      s->trick.n > n)
    return "a phase, seat or count is out of range";
  if ((s->won >= n && s->won != AU_NONE) ||
      (s->award != AU_NONE && !au_has(r->deck.gold, s->award)))
    return "the last trick's winner or award is out of range";
  if (s->tricks == 0 && (s->won != AU_NONE || s->award != AU_NONE))
    return "a trick was won or awarded, but none was played";
  if ((s->ask == 0) != (s->phase != AU_PHASE_ASK) || s->ask > asks)
    return "a question is asked that there is not";
  if ((s->passer >= n || (open && s->phase != AU_PHASE_ASK)) &&
      s->passer != AU_NONE)
    return "the seat that passed cannot have passed";
  if ((s->round_winners & ~sides) || (s->winners & ~sides) ||
      (open && s->round_winners != 0) ||
      (s->phase == AU_PHASE_OVER) != (s->winners != 0))
    return "the winners are not those of a round or game that ended";
  if (s->changed != 0 && s->phase != AU_PHASE_CHANGE)
    return "a change was made, but none was due";
  if (!open && s->turn != AU_NONE)
    return "a seat is on turn between rounds";
  return NULL;
}

/* Invariant 8. */
static const char *check_unused(const au_rules *r, const au_state *s) {
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if (s->known[seat] & ~r->deck.base)
      return "a card is not in the deck";
  for (int seat = r->players; seat < AU_SEAT_MAX; seat++)
    if (s->hand[seat] || s->gold[seat] || s->taken[seat] || s->known[seat] ||
        s->bid[seat] != AU_NONE)
      return "a seat that is not at the table holds something";
  for (int side = r->side_n; side < AU_SEAT_MAX; side++)
    if (s->points[side] || s->nuggets[side] || s->called[side])
      return "a side that does not play has points or nuggets";
  for (int side = 0; side < r->side_n; side++)
    if (s->called[side] && r->asks_when == 0)
      return "a bid was called, but no question asks for one";
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if ((s->down >> seat & 1) && (!r->zero_bid || s->bid[seat] == AU_NONE))
      return "a bid lies face down that cannot";
  static const uint8_t zero[AU_SEAT_MAX];
  static const uint32_t none_answered[AU_SEAT_MAX];
  if (s->down >> AU_SEAT_MAX || memcmp(s->shown_n, zero, sizeof zero) != 0 ||
      s->trick.trump > r->deck.suit_n || (s->times != 0 && r->asks_when == 0))
    return "a byte that must be 0 is not";
  if (s->phase != AU_PHASE_ASK &&
      (s->asked || s->pending || s->answers ||
       memcmp(s->answer, none_answered, sizeof none_answered) != 0))
    return "an answer is kept that was not asked for";
  if (s->round > 0)
    return NULL;
  au_state none;
  au_state_init(r, &none);
  none.first = s->first;
  memcpy(none.points, s->points, sizeof none.points);
  memcpy(none.nuggets, s->nuggets, sizeof none.nuggets);
  memcpy(none.vars, s->vars, sizeof none.vars);
  return memcmp(&none, s, sizeof none) == 0 ? NULL : "nothing was dealt yet";
}

/* Invariant 9. */
static const char *check_seen(const au_rules *r, const au_state *s) {
  au_set hands = 0, open = 0, down = 0;
  if (s->seen & ~r->deck.base)
    return "a card is not in the deck";
  *(r->extras == AU_EXTRAS_SHOWN ? &open : &down) |= s->extras;
  for (int seat = 0; seat < r->players; seat++) {
    hands |= s->hand[seat];
    if (s->bid[seat] != AU_NONE)
      *(au_bids_hidden(r, s) || (s->down >> seat & 1) ? &down : &open) |=
          au_bit(s->bid[seat]);
  }
  if (!au_state_open(s) && (hands | open | down) == 0 && s->trick.n == 0)
    return NULL; /* no cards are on the table between rounds */
  bool shown =
      r->asks != NULL; /* a card may be shown and then laid face down */
  if (s->phase ==
      AU_PHASE_BID) /* a card of a hand may still be laid face down */
    down |= hands;
  if ((s->seen & down) && !shown)
    return "a hidden card was seen by all";
  open |= r->deck.base & ~(hands | down);
  return open & ~s->seen ? "a card that lies open was not seen by all" : NULL;
}

au_status au_state_check(const au_rules *r, const au_state *s, char *why) {
  static const char *(*const checks[])(const au_rules *, const au_state *) = {
      check_place, check_unused, check_cards, check_gold,
      check_trick, check_counts, check_seen}; /* each relies on those before */
  const char *wrong = NULL;
  for (size_t i = 0; i < sizeof checks / sizeof *checks && wrong == NULL; i++)
    wrong = checks[i](r, s);
  if (wrong == NULL && au_state_open(s))
    wrong = check_turn(r, s);
  if (wrong != NULL && why != NULL)
    snprintf(why, AU_WHY_TEXT, "%s", wrong);
  return wrong == NULL ? AU_OK : AU_ESTATE;
}
