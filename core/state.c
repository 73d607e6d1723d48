/* state.c: beginning, dealing, scoring and checking a state. */
#include "state.h"

#include <stdio.h>
#include <string.h>

void au_state_init(const au_rules *r, au_state *s) {
  (void)r;
  memset(s, 0, sizeof *s);
  memset(s->bid, AU_NONE, sizeof s->bid);
  s->phase = AU_DEAL;
  s->turn = s->passer = s->won = s->award = AU_NONE;
}

au_gold au_deal_gold(const au_rules *r, int round) {
  bool zero = r->zero_gold == AU_ZERO_EVERY_ROUND ||
              (r->zero_gold == AU_ZERO_FIRST_ROUND && round == 1);
  return zero ? au_gold_one(0) : 0;
}

/* Fisher-Yates: the cards of 'set' in random order. */
static int shuffle(au_set set, au_rng *rng, au_card out[AU_KIND_MAX]) {
  int n = 0;
  for (; set != 0; set &= set - 1) {
    int at = (int)au_rng_below(rng, (uint32_t)n + 1);
    out[n++] = out[at];
    out[at] = au_first(set);
  }
  return n;
}

au_status au_deal_make(const au_rules *r, const au_state *s,
                       const au_seed *seed, au_deal *deal) {
  au_deal made;
  au_rng rng;
  au_card cards[AU_KIND_MAX] = {0};
  int round = s->round + 1, players = r->players;

  memset(&made, 0, sizeof made);
  au_rng_init(&rng, seed, AU_STREAM_FIRST, 0, 0, 0);
  made.first = (uint8_t)au_rng_below(&rng, (uint32_t)players);
  if (s->round > 0)
    made.first = (uint8_t)((s->first + 1) % players);
  au_rng_init(&rng, seed, AU_STREAM_DEAL, (unsigned)round, 0, 0);
  int n = shuffle(r->deck.base, &rng, cards);
  for (int i = 0; i < n; i++) {
    int seat = i / r->hand;
    *(seat < players ? &made.hand[seat] : &made.extras) |= au_bit(cards[i]);
  }
  for (int seat = 0; seat < players; seat++)
    made.gold[seat] = au_deal_gold(r, round);
  if (r->hooks.deal != NULL &&
      r->hooks.deal(r->hooks.ctx, r, s, &made) != AU_OK)
    return AU_EHOOK;
  *deal = made;
  return AU_OK;
}

/* Take 'part' from '*pile'; false if it is not all there. */
static bool take_gold(au_gold *pile, au_gold part) {
  for (int rank = 0; rank < AU_GOLD_MAX; rank++)
    if (au_gold_count(part, rank) > au_gold_count(*pile, rank))
      return false;
  *pile -= part;
  return true;
}

static au_status refuse(au_status status, char *why, const char *text,
                        int seat) {
  if (why != NULL && seat > 0)
    snprintf(why, AU_WHY_TEXT, "seat %d: %s", seat, text);
  else if (why != NULL)
    snprintf(why, AU_WHY_TEXT, "%s", text);
  return status;
}

/* The deal's cards are the deck, each once, and its gold is there. */
static au_status check_deal(const au_rules *r, int round, const au_deal *deal,
                            char *why) {
  au_set left = r->deck.base;
  au_gold supply = r->gold_all;
  if (deal->first >= r->players)
    return refuse(AU_EDEAL, why, "the first player is no seat", 0);
  for (int seat = 0; seat < r->players; seat++) {
    if ((deal->hand[seat] & left) != deal->hand[seat])
      return refuse(AU_EDEAL, why,
                    "a card that is dealt twice or not in the "
                    "deck (RULES 1.3, 3.1)",
                    seat + 1);
    left &= ~deal->hand[seat];
    if (deal->hand[seat] == 0)
      return refuse(AU_EDEAL, why, "no card to bid (RULES 4.1)", seat + 1);
    if (r->hooks.deal != NULL) {
      if (!take_gold(&supply, deal->gold[seat]))
        return refuse(AU_EDEAL, why, "gold that is not in the supply",
                      seat + 1);
    } else if (au_count(deal->hand[seat]) != r->hand) {
      return refuse(AU_EDEAL, why,
                    "not the number of cards the rules deal "
                    "(RULES 3.1)",
                    seat + 1);
    } else if (deal->gold[seat] != au_deal_gold(r, round)) {
      return refuse(AU_EDEAL, why, "not the gold the rules deal (RULES 3.2)",
                    seat + 1);
    }
  }
  if (deal->extras != left)
    return refuse(AU_EDEAL, why,
                  "the extras are not the cards left over "
                  "(RULES 3.1)",
                  0);
  return AU_OK;
}

au_status au_state_deal(const au_rules *r, au_state *s, const au_deal *deal,
                        char *why) {
  if (s->phase != AU_DEAL)
    return refuse(AU_ESTATE, why, "a round is under way or the game is over",
                  0);
  if (s->round == UINT8_MAX)
    return refuse(AU_EFULL, why, "a game has at most 255 rounds", 0);
  au_status status = check_deal(r, s->round + 1, deal, why);
  if (status != AU_OK)
    return status;

  s->supply = r->gold_all;
  for (int seat = 0; seat < r->players; seat++) {
    s->hand[seat] = deal->hand[seat];
    s->gold[seat] = deal->gold[seat];
    s->supply -= deal->gold[seat];
  }
  for (unsigned left = r->round_vars; left != 0; left &= left - 1)
    s->vars[__builtin_ctz(left)] = 0;
  s->extras = deal->extras;
  s->seen = r->extras == AU_EXTRAS_SHOWN ? deal->extras : 0;
  memset(s->taken, 0, sizeof s->taken);
  memset(s->bid, AU_NONE, sizeof s->bid);
  memset(&s->trick, 0, sizeof s->trick);
  s->trick.leader = s->first = s->turn = deal->first;
  s->down = s->tricks = s->changed = s->round_winners = 0;
  s->passer = s->won = s->award = AU_NONE;
  s->phase = AU_BID;
  s->round++;
  return AU_OK;
}

/* What a seat's card bids. */
static int card_bid(const au_rules *r, const au_state *s, int seat) {
  return s->down >> seat & 1 ? 0 : r->deck.rank_of[s->bid[seat]];
}

au_status au_state_bid(const au_rules *r, const au_state *s, int side,
                       int *bid) {
  int value = -1;
  for (int seat = 0; seat < r->players; seat++) {
    if (r->side_of[seat] != side)
      continue;
    bool down = s->down >> seat & 1; /* bids 0, though a view has no card */
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

/* A hook's number, if it fits a score. */
static bool fits(int value) {
  return value >= -10000 && value <= 10000;
}

static au_status score_side(const au_rules *r, const au_state *s, int side,
                            au_score *score) {
  const au_hooks *h = &r->hooks;
  int bid, taken = 0, gold_points = 0, best = -1;
  if (au_state_bid(r, s, side, &bid) != AU_OK ||
      (h->side_bid != NULL && !fits(bid)))
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
      (h->bid_points(h->ctx, r, s, side, bid, taken, &bid_points) != AU_OK ||
       !fits(bid_points)))
    return AU_EHOOK;
  if (h->gold_points != NULL &&
      (h->gold_points(h->ctx, r, s, side, &gold_points) != AU_OK ||
       !fits(gold_points)))
    return AU_EHOOK;
  score->taken[side] = taken;
  score->bid[side] = bid;
  score->bid_points[side] = bid_points;
  score->gold_points[side] = gold_points;
  score->points[side] = bid_points + gold_points;
  score->best_gold[side] = best;
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
  for (int i = 0; i < s->trick.n; i++) {
    au_card c = s->trick.card[i];
    if (c >= r->deck.gold_at &&
        (!au_has(r->deck.gold, c) ||
         !take_gold(&left, au_gold_one(r->deck.rank_of[c]))))
      return "more gold in the trick than there is";
  }
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if (!take_gold(&left, s->gold[seat]))
      return "more gold in the collections than there is";
  return left == s->supply ? NULL : "the supply is not the gold nobody has";
}

/* Far above what any game adds up, far below what overflows. */
enum { POINTS_MAX = 1000000000 };

/* The most tricks a round can have: none without a base card, or where gold may
** lead, each with a card of every seat and at most one gold awarded. */
static int tricks_max(const au_rules *r) {
  if (!r->gold_leads)
    return AU_KIND_MAX;
  return (2 * au_count(r->deck.base) + au_gold_size(r->gold_all)) / r->players;
}

/* Invariants 3 to 5. */
static const char *check_turn(const au_rules *r, const au_state *s) {
  int n = r->players, taken = 0, bids = 0;
  for (int seat = 0; seat < AU_SEAT_MAX; seat++) {
    taken += s->taken[seat];
    bids += s->bid[seat] != AU_NONE;
    if (seat >= n && (s->hand[seat] || s->gold[seat] || s->taken[seat] ||
                      s->bid[seat] != AU_NONE))
      return "a seat that is not at the table holds something";
  }
  if (s->phase >= AU_PHASE_N || s->first >= n || s->trick.leader >= n ||
      s->trick.n > n || s->tricks > UINT8_MAX - tricks_max(r))
    return "a phase, seat or count is out of range";
  for (int side = 0; side < AU_SEAT_MAX; side++)
    if (s->points[side] < -POINTS_MAX || s->points[side] > POINTS_MAX)
      return "points are out of range";
  if ((s->won >= n && s->won != AU_NONE) ||
      (s->passer >= n && s->passer != AU_NONE) ||
      (s->award != AU_NONE && !au_has(r->deck.gold, s->award)))
    return "the last trick's winner or award is out of range";
  if (s->round == 0 && s->phase != AU_DEAL)
    return "nothing was dealt yet";
  if (taken > s->tricks)
    return "more tricks are taken than were played";
  if (s->phase == AU_DEAL || s->phase == AU_OVER)
    return s->turn == AU_NONE ? NULL : "a seat is on turn between rounds";
  if (s->turn >= n)
    return "no seat is on turn";
  if (s->phase == AU_BID && s->trick.n != 0)
    return "a card was played before all bids were laid";
  if (s->phase == AU_BID) {
    for (int i = 0; i < n; i++) {
      int seat = (s->first + i) % n;
      if ((s->bid[seat] != AU_NONE) != (i < bids))
        return "the bids laid do not go round from the first player";
      if (s->bid[seat] == AU_NONE && s->hand[seat] == 0)
        return "a seat has no card to bid";
    }
    if (bids == n)
      return "every bid is laid, and one is due";
    return s->turn == (s->first + bids) % n ? NULL : "the wrong seat is to bid";
  }
  if (bids != n)
    return "a bid is missing";
  if (s->phase == AU_CHANGE &&
      (!au_change_open(r, s, s->turn) || s->changed >= r->changes))
    return "the seat on turn has no change to make";
  if (s->phase == AU_CHANGE && s->trick.n != 0)
    return "a change after a card was played";
  if (s->phase == AU_PLAY && s->trick.n == n)
    return "a card is due to a full trick";
  if (s->phase == AU_PLAY && s->turn != au_trick_seat(&s->trick, s->trick.n, n))
    return "the wrong seat is to play";
  return NULL;
}

au_status au_state_check(const au_rules *r, const au_state *s, char *why) {
  const char *wrong = check_turn(r, s);
  if (wrong == NULL)
    wrong = check_cards(r, s);
  if (wrong == NULL && s->round > 0)
    wrong = check_gold(r, s);
  return wrong == NULL ? AU_OK : refuse(AU_ESTATE, why, wrong, 0);
}
