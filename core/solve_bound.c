/* solve_bound.c: see solve_bound.h. */
#include "solve_bound.h"

#include "solve_last.h"

enum { PRICES = 3 }; /* cards of gold that a change of bid and a second cost */

static int larger(int a, int b) {
  return a > b ? a : b;
}
static int smaller(int a, int b) {
  return a < b ? a : b;
}

/* ---- Tables of a search ----------------------------------------------- */

static void order_gold(au_solver *v) {
  const au_rules *r = &v->rules;
  for (int rank = 0; rank < r->gold.n; rank++) {
    int at = rank;
    for (; at > 0 &&
           r->gold_points.at[v->gold_order[at - 1]] < r->gold_points.at[rank];
         at--)
      v->gold_order[at] = v->gold_order[at - 1];
    v->gold_order[at] = (uint8_t)rank;
    v->rank_set[rank] = 0;
    for (au_set left = r->deck.base; left != 0; left &= left - 1)
      if (r->deck.rank_of[au_first(left)] == rank)
        v->rank_set[rank] |= left & (~left + 1);
  }
}

/* The ranks of cards, a bit each. */
static uint32_t ranks_of(const au_solver *v, au_set cards) {
  uint32_t ranks = 0;
  for (; cards != 0; cards &= cards - 1)
    ranks |= (uint32_t)1 << v->rules.deck.rank_of[au_first(cards)];
  return ranks;
}

static uint32_t bid_bit(int bid) {
  return bid <= AU_RANK_MAX ? (uint32_t)1 << bid : 0;
}

/* Order bids (a bit each) by the points that 'taken' tricks bring, the most
** first. */
static void order_bids(au_solver *v, uint32_t bids, int taken) {
  uint8_t *order = v->bid_order[taken];
  for (int n = 0; bids != 0; n++, bids &= bids - 1) {
    int bid = __builtin_ctz(bids), at = n;
    for (; at > 0 &&
           v->bid_points[order[at - 1]][taken] < v->bid_points[bid][taken];
         at--)
      order[at] = order[at - 1];
    order[at] = (uint8_t)bid;
  }
}

/* Fill in the points of each bid that a side may come to. */
static void find_bid_points(au_solver *v, const au_standings *all) {
  const au_rules *r = &v->rules;
  au_set cards = 0;
  uint32_t bids = 1; /* a card that is laid face down bids 0 */
  for (int side = 0; side < r->side_n; side++)
    cards |= all->side[side].hands | all->side[side].bids;
  bids |= ranks_of(v, cards);
  if (r->side_bid == AU_SIDE_BID_SUM)
    bids = UINT32_MAX >> (31 - AU_RANK_MAX);
  v->bids = bids;
  int most = au_count(cards) + 1; /* each trick takes a base card */
  if (r->gold_leads)
    most = AU_SOLVE_TAKEN;
  int least = AU_SOLVE_TAKEN, end = 0;
  for (int side = 0; side < r->side_n; side++) {
    least = smaller(least, all->side[side].taken);
    end = larger(end, all->side[side].taken + most);
  }
  for (int taken = least; taken <= smaller(end, AU_SOLVE_TAKEN - 1); taken++) {
    for (uint32_t left = bids; left != 0; left &= left - 1) {
      int bid = __builtin_ctz(left);
      v->bid_points[bid][taken] = (int16_t)au_score_bid(r, bid, taken);
    }
    order_bids(v, bids, taken);
  }
}

void au_bound_begin(au_solver *v) {
  const au_rules *r = &v->rules;
  const au_hooks *h = &r->hooks;
  const au_state *s = v->problem->state;
  au_standings all;
  v->bounded = !(h->lead || h->legal || r->hooked_trick || r->hooked_round ||
                 r->asks_when != 0);
  for (int i = 0; i < r->gold.n; i++)
    v->bounded = v->bounded && r->gold_points.at[i] >= 0;
  v->bids_stay = false;
  if (!v->bounded)
    return;
  v->last_rules = au_last_rules(r);
  order_gold(v);
  au_bound_find(v, s, &all);
  find_bid_points(v, &all);
  v->bids_stay = !v->problem->changes && s->phase != AU_PHASE_BID;
  for (int side = 0; side < r->side_n; side++)
    v->bid[side] = all.side[side].bid;
}

bool au_bound_known(const au_solver *v, const au_state *s) {
  return v->bounded && s->phase != AU_PHASE_BID;
}

/* ---- Sides as they stand ---------------------------------------------- */

/* The card that a seat has in the open trick, AU_NONE for none yet. */
static au_card played_by(const au_solver *v, const au_state *s, int seat) {
  int place = seat - s->trick.leader;
  place = place < 0 ? place + v->rules.players : place;
  return place < s->trick.n ? s->trick.card[place] : AU_NONE;
}

/* The base cards that a seat has in its hand or in the open trick. */
static au_set base_cards(const au_solver *v, const au_state *s, int seat) {
  au_card card = played_by(v, s, seat);
  bool base = card < v->rules.deck.gold_at;
  return s->hand[seat] | (base ? au_bit(card) : 0);
}

static void add_seat(const au_solver *v, const au_state *s, int seat,
                     au_standing *a) {
  a->taken += s->taken[seat];
  a->gold += s->gold[seat];
  a->hands |= base_cards(v, s, seat);
  if (s->bid[seat] != AU_NONE)
    a->bids |= au_bit(s->bid[seat]);
}

void au_bound_find(const au_solver *v, const au_state *s, au_standings *all) {
  const au_rules *r = &v->rules;
  for (int side = 0; side < r->side_n; side++) {
    au_standing *a = &all->side[side];
    *a = (au_standing){.bid = v->bid[side]};
    if (!v->bids_stay)
      (void)!au_state_bid(r, s, side, &a->bid);
    for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
      add_seat(v, s, __builtin_ctz(seats), a);
    a->points = au_score_gold(r, a->gold);
  }
}

/* The most tricks that can still be filled if the seats of 'still' play no
** gold. */
static int most_tricks(const au_solver *v, const au_state *s, unsigned still) {
  int most = AU_KIND_MAX;
  if (s->trick.n == 0 && s->hand[s->trick.leader] == 0 && !v->rules.gold_leads)
    return 0;
  for (; still != 0; still &= still - 1) {
    int seat = __builtin_ctz(still);
    int n = au_count(s->hand[seat]) + (played_by(v, s, seat) != AU_NONE);
    most = smaller(most, n);
  }
  return most;
}

/* ---- A free side ------------------------------------------------------ */

/* The most that a free side can have, by number of tricks. */
typedef struct outlook {
  int n, wait;                 /* the most tricks, and those that come first */
  int limit[AU_KIND_MAX];      /* highest rank that each award can have,
                               ** descending; AU_RANK_MAX: no limit */
  int points[AU_KIND_MAX + 1]; /* for its bid, by tricks that it takes */
  int gain[AU_KIND_MAX + 1];   /* most gold points gained, by tricks filled */
} outlook;

/* Insert a number into a descending list of n. */
static void insert_descending(int *list, int n, int number) {
  for (; n > 0 && list[n - 1] < number; n--)
    list[n] = list[n - 1];
  list[n] = number;
}

/* List the ranks that a still seat brings to tricks, descending. Gold in the
** open trick limits no award. */
static void list_ranks(const au_solver *v, const au_state *s, int seat,
                       int *list) {
  au_card card = played_by(v, s, seat);
  const au_deck *d = &v->rules.deck;
  int n = 0;
  if (card != AU_NONE)
    list[n++] = card < d->gold_at ? d->rank_of[card] : AU_RANK_MAX;
  for (au_set hand = s->hand[seat]; hand != 0; hand &= hand - 1, n++)
    insert_descending(list, n, d->rank_of[au_first(hand)]);
}

/* Find the highest ranks that awards of a free side can have. Where the lowest
** card earns gold, no award has a higher rank than a still seat's card in that
** trick. A still seat plays a different base card to each trick. */
static void find_limits(const au_solver *v, const au_state *s, unsigned still,
                        outlook *o) {
  int list[AU_KIND_MAX + 1];
  for (int i = 0; i < o->n; i++)
    o->limit[i] = AU_RANK_MAX;
  if (v->rules.gold_to != AU_GOLD_TO_LOWEST)
    return;
  for (; still != 0; still &= still - 1) {
    list_ranks(v, s, __builtin_ctz(still), list);
    for (int i = 0; i < o->n; i++)
      o->limit[i] = smaller(o->limit[i], list[i]);
  }
}

/* Take the card with most points, of a rank up to 'limit', from a pile; returns
** its points, 0 if there is none. */
static int take_best(const au_solver *v, au_gold *pile, int limit) {
  for (int i = 0; i < v->rules.gold.n; i++) {
    int rank = v->gold_order[i];
    if (rank > limit || au_gold_count(*pile, rank) == 0)
      continue;
    *pile -= au_gold_one(rank);
    return v->rules.gold_points.at[rank];
  }
  return 0;
}

/* Find the most gold that awards can bring: one award per trick from 'pool',
** each for a different card of 'cards', which has its rank. The trick with the
** lowest limit chooses first: the others can have whatever it can. */
static void find_gains(const au_solver *v, au_set cards, au_gold pool,
                       const outlook *o, int *gain) {
  au_gold usable = 0;
  for (int rank = 0; rank < v->rules.gold.n; rank++) {
    int n =
        smaller(au_gold_count(pool, rank), au_count(cards & v->rank_set[rank]));
    usable += (au_gold)n << (4 * rank);
  }
  gain[0] = 0;
  for (int i = 0; i < o->n; i++)
    insert_descending(gain + 1, i,
                      take_best(v, &usable, o->limit[o->n - 1 - i]));
  for (int i = 0; i < o->n; i++)
    gain[i + 1] += gain[i];
}

/* Find the points of the cheapest cards of gold, from one to PRICES of them,
** among 'pile' and what 'n' awards may add. */
static void find_prices(const au_solver *v, au_gold pile, int n, int *price) {
  int k = 0;
  price[0] = 0;
  for (int i = v->rules.gold.n - 1; i >= 0 && k < PRICES; i--) {
    int rank = v->gold_order[i], there = au_gold_count(pile, rank);
    if (v->rank_set[rank] != 0) { /* the least that an award can bring */
      there += n;
      n = 0;
    }
    for (; there > 0 && k < PRICES; there--, k++)
      price[k + 1] = price[k] + v->rules.gold_points.at[rank];
  }
  for (; k < PRICES; k++)
    price[k + 1] = AU_ENDLESS;
}

/* A pile with as many cards as it can hold of each rank that 'gold' has. */
static au_gold plenty_of(au_gold gold) {
  gold |= gold >> 1;
  gold |= gold >> 2;
  return (gold & 0x1111111111111111u) * 15;
}

/* How many cards of gold a side must play before it can change a bid: none or
** one; or -1 if it cannot change a bid any more. To change one, a seat needs a
** card in its hand. If it has a single card when a trick is to be led, it keeps
** that only by playing gold to the trick. Then no award reaches it, so it needs
** a second card of gold to pay with. */
static int gold_before(const au_solver *v, const au_state *s, int side) {
  int before = -1;
  for (unsigned seats = v->rules.seats_of[side]; seats != 0;
       seats &= seats - 1) {
    int seat = __builtin_ctz(seats);
    au_set hand = s->hand[seat];
    if (hand == 0)
      continue;
    if (s->phase == AU_PHASE_CHANGE || s->trick.n > 0 ||
        (hand & (hand - 1)) != 0)
      return 0;
    bool leads = seat == s->trick.leader && !v->rules.gold_leads;
    if (!leads && au_gold_plural(s->gold[seat]))
      before = 1;
  }
  return before;
}

/* The bids, a bit each, that a side can have after one change that lays a card
** of 'from'. 'bid' is its bid now. Where the higher of two cards is the bid, a
** lower card in place of one of them makes the other one the bid. Where bids
** are sums, they are not listed. */
static uint32_t bids_by_one(const au_solver *v, const au_state *s, int side,
                            int bid, au_set from, uint32_t all) {
  const au_rules *r = &v->rules;
  unsigned seats = r->seats_of[side];
  uint32_t hands = ranks_of(v, from);
  if (s->down != 0 || au_count(seats) > 2)
    return all;
  if (au_count(seats) == 1)
    return hands;
  if (r->side_bid != AU_SIDE_BID_HIGHEST)
    return all;
  int lower = AU_RANK_MAX;
  for (; seats != 0; seats &= seats - 1)
    lower = smaller(lower, r->deck.rank_of[s->bid[__builtin_ctz(seats)]]);
  uint32_t under = ((uint32_t)2 << lower) - 1; /* up to the lower bid */
  uint32_t others = (hands & under) != 0 ? bid_bit(lower) : 0;
  return (hands & ~under) | others | bid_bit(bid);
}

/* The most points for 'taken' tricks with any of these bids (a bit each), or
** with any bid at all where bids are sums. */
static int most_points(const au_solver *v, uint32_t bids, int taken) {
  int most = INT16_MIN;
  if (v->rules.side_bid == AU_SIDE_BID_SUM)
    for (int bid = 0; bid <= AU_BID_MAX; bid++)
      most = larger(most, au_bid_points(v, bid, taken));
  bids &= v->bids;
  if (bids == 0)
    return most;
  const uint8_t *best = v->bid_order[taken];
  while ((bids >> *best & 1) == 0)
    best++;
  return larger(most, v->bid_points[*best][taken]);
}

/* The hands of the seats of a side that can pay for a change, now or after an
** award from 'pool'. */
static au_set hands_of_payers(const au_solver *v, const au_state *s, int side,
                              au_gold pool, const outlook *o) {
  const au_rules *r = &v->rules;
  au_set hands = 0;
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1) {
    int seat = __builtin_ctz(seats);
    bool pays = (s->gold[seat] & r->pays) != 0;
    au_set cards = pays || o->n == 0 ? 0 : base_cards(v, s, seat);
    for (; cards != 0 && !pays; cards &= cards - 1) {
      int rank = r->deck.rank_of[au_first(cards)];
      pays = rank <= o->limit[0] && rank < r->gold.n &&
             au_gold_count(pool & r->pays, rank) > 0;
    }
    if (pays)
      hands |= s->hand[seat];
  }
  return hands;
}

/* Update a side's outlook for one or more changes of bid. Its points lose the
** least gold that they cost. Awards may bring it back any number of times, but
** the side never ends with more gold than without changes. Returns
** false if the side cannot change a bid. */
static bool look_changed(const au_solver *v, const au_state *s, int side,
                         const au_standing *a, au_gold pool, outlook *o) {
  int price[PRICES + 1], gain[AU_KIND_MAX + 1];
  int before = gold_before(v, s, side);
  o->wait = s->phase == AU_PHASE_PLAY && v->rules.side_n == 2;
  if (before < 0 || o->wait > o->n)
    return false;
  find_prices(v, a->gold, (pool | a->gold) != 0 ? o->n : 0, price);
  int once = price[before + 1], twice = price[before + 2];
  if (once >= AU_ENDLESS)
    return false;
  au_set cards = a->hands | a->bids;
  au_set payers = hands_of_payers(v, s, side, pool | a->gold, o);
  find_gains(v, cards, pool, o, o->gain);
  find_gains(v, cards, plenty_of(pool | a->gold), o, gain);
  uint32_t all = ranks_of(v, payers | a->bids) | bid_bit(a->bid);
  uint32_t one = bids_by_one(v, s, side, a->bid, payers, all);
  for (int i = 0; i <= o->n; i++) {
    int taken = a->taken + i;
    o->points[i] = larger(most_points(v, one, taken) - once,
                          most_points(v, all, taken) - twice);
    o->gain[i] =
        smaller(gain[i], o->gain[i] + (twice < AU_ENDLESS ? twice : once));
  }
  return true;
}

/* The most by which a side with this outlook can be ahead of 'b', which is
** still, gold held now apart; or, once it is 'enough', at least that. With two
** sides, each trick goes to one or the other. */
static int most_ahead(const au_solver *v, const outlook *o,
                      const au_standing *b, int enough) {
  int best = -AU_ENDLESS;
  bool two = v->rules.side_n == 2;
  for (int j = 0; j <= o->n; j++) {
    int theirs = au_bid_points(v, b->bid, b->taken + j);
    for (int i = 0; i + j <= o->n; i++) {
      int tricks = two ? i + j : o->n;
      if (tricks >= o->wait)
        best = larger(best, o->points[i] + o->gain[tricks] - theirs);
    }
    if (best >= enough)
      break;
  }
  return best;
}

/* The most by which side 'free' can be ahead of side 'other' while the seats of
** 'still' are still; or, once it is 'enough', at least that. */
static int lead_of(const au_solver *v, const au_state *s, int free, int other,
                   unsigned still, const au_standings *all, int enough) {
  const au_rules *r = &v->rules;
  const au_standing *a = &all->side[free], *b = &all->side[other];
  unsigned every = (1u << r->players) - 1;
  if ((still | r->seats_of[free]) == every && au_last_known(v, s, free))
    return au_last_lead(v, s, free, other, all, enough);
  au_gold pool = s->supply + au_trick_gold(&r->deck, &s->trick);
  outlook o;
  o.n = most_tricks(v, s, still);
  o.wait = 0;
  int held = a->points - b->points;
  for (int i = 0; i <= o.n; i++) {
    o.points[i] = au_bid_points(v, a->bid, a->taken + i);
    o.gain[i] = 0; /* to begin with: half of all tests end here */
  }
  int lead = most_ahead(v, &o, b, enough - held) + held;
  if (lead >= enough)
    return lead;
  find_limits(v, s, still, &o);
  for (int i = 0; i < r->side_n; i++)
    if (i != free && !(r->seats_of[i] & still))
      pool += all->side[i].gold;
  find_gains(v, a->hands, pool, &o, o.gain);
  lead = most_ahead(v, &o, b, enough - held) + held;
  if (lead < enough && r->pays != 0 && look_changed(v, s, free, a, pool, &o))
    lead = larger(lead, most_ahead(v, &o, b, enough - held) + held);
  return lead;
}

/* ---- Bounds ----------------------------------------------------------- */

/* A bound of the margin as one of the value. */
static int32_t as_value(const au_solver *v, int margin) {
  if (v->problem->objective == AU_SOLVE_MARGIN)
    return margin;
  return margin > 0 ? 1 : -1;
}

int32_t au_bound_now(const au_solver *v, const au_standings *all) {
  int mine = 0, most = -AU_ENDLESS;
  for (int side = 0; side < v->rules.side_n; side++) {
    const au_standing *a = &all->side[side];
    int points = au_bid_points(v, a->bid, a->taken) + a->points;
    if (side == v->problem->side)
      mine = points;
    else
      most = larger(most, points);
  }
  return as_value(v, mine - most);
}

int32_t au_bound_high(const au_solver *v, const au_state *s,
                      const au_standings *all, int32_t t) {
  const au_rules *r = &v->rules;
  int side = v->problem->side, high = AU_ENDLESS;
  unsigned still = ((1u << r->players) - 1) & ~r->seats_of[side];
  bool margin = v->problem->objective == AU_SOLVE_MARGIN;
  for (int i = 0; i < r->side_n; i++)
    if (i != side)
      high = smaller(high, lead_of(v, s, side, i, still, all, margin ? t : 0));
  return as_value(v, margin ? high : high >= 0);
}

int32_t au_bound_low(const au_solver *v, const au_state *s,
                     const au_standings *all, int32_t t) {
  const au_rules *r = &v->rules;
  int side = v->problem->side, low = AU_ENDLESS;
  bool margin = v->problem->objective == AU_SOLVE_MARGIN;
  for (int i = 0; i < r->side_n; i++)
    if (i != side)
      low = smaller(low, -lead_of(v, s, i, side, r->seats_of[side], all,
                                  margin ? 1 - t : 0));
  return as_value(v, low);
}

au_bounds au_bound_widest(const au_solver *v) {
  if (v->problem->objective == AU_SOLVE_ROUND)
    return (au_bounds){-1, 1};
  return (au_bounds){-AU_ENDLESS, AU_ENDLESS};
}

au_bounds au_bound(const au_solver *v, const au_state *s) {
  au_standings all;
  if (!au_bound_known(v, s))
    return au_bound_widest(v);
  au_bound_find(v, s, &all);
  return (au_bounds){au_bound_low(v, s, &all, -AU_ENDLESS),
                     au_bound_high(v, s, &all, AU_ENDLESS)};
}
