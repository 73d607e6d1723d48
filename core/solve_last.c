/* solve_last.c: see solve_last.h.
**
** A still seat plays the lowest card that it may play. The free side spends the
** cheapest gold of a seat. Where it paid for a change, an award may win back
** any gold that it could have paid with. */
#include "solve_last.h"

enum { CARDS_MOST = 5 }; /* of the free side, so that few courses are left */

typedef struct ending {
  const au_solver *v;
  const au_standings *all;
  au_state s;      /* as it becomes */
  int free, other; /* sides; seats of other sides than 'free' are still */
  unsigned seats;  /* of the free side, a bit each */
  int bid, taken;  /* of the free side; the tricks before this one */
  int most[2];     /* its most points for any bid, without and with the trick */
  int theirs[2];   /* the other side's points for its bid, likewise */
  int award;       /* the most points that the award can bring */
  int lead;        /* of the free side, in gold */
  int won, lost;   /* 1 if the free side, or the other one, took the trick */
  bool settled;    /* the trick is filled, or cannot be */
  bool paid;       /* for a change of bid */
  int enough;      /* the search for a better course ends here */
  int best;        /* the most by which a course puts the free side ahead */
} ending;

/* The open trick, as far as it matters. */
typedef struct open_trick {
  au_set barred;
  uint8_t high, low;           /* ranks of base cards */
  uint8_t high_seat, low_seat; /* whose they are; of equal ones, the later */
  bool gold;                   /* the free side played gold, so it wins */
} open_trick;                  /* small enough to be passed in two registers */

static int larger(int a, int b) {
  return a > b ? a : b;
}

static bool is_free(const ending *e, int seat) {
  return (e->seats >> seat & 1) != 0;
}

static uint8_t rank_of(const ending *e, au_card card) {
  return e->v->rules.deck.rank_of[card];
}

/* The lowest card of a set, by rank. */
static au_card lowest(const ending *e, au_set cards) {
  au_card low = (au_card)au_first(cards);
  for (cards &= cards - 1; cards != 0; cards &= cards - 1)
    if (rank_of(e, (au_card)au_first(cards)) < rank_of(e, low))
      low = (au_card)au_first(cards);
  return low;
}

/* ---- Limits of the free side ------------------------------------------- */

/* The points of the free side for its bid. */
static int points_for(const ending *e, int trick) {
  return au_bid_points(e->v, e->bid, e->taken + trick);
}

/* The most by which the free side can be ahead, if its bid is to bring at most
** these points without and with the trick. */
static int limit_of(const ending *e, int without, int with) {
  int won = with - e->theirs[0], lost = without - e->theirs[1];
  if (e->won)
    return won + e->lead;
  if (e->lost)
    return lost + e->lead;
  int none = without - e->theirs[0];
  if (e->settled)
    return none + e->lead;
  return larger(larger(won, lost), none) + e->award + e->lead;
}

/* True if no course from here can beat the best, whatever the bid. */
static bool is_hopeless(const ending *e) {
  return limit_of(e, e->most[0], e->most[1]) <= e->best;
}

/* The same, if bids can change only after the trick. To change one then, a seat
** keeps a card: it has several, or plays gold, wins, and pays with more. */
static bool is_hopeless_trick(const ending *e) {
  const au_state *s = &e->s;
  unsigned seats = e->seats;
  int without = points_for(e, 0), with = points_for(e, 1);
  for (; seats != 0; seats &= seats - 1) {
    int seat = __builtin_ctz(seats);
    au_set hand = s->hand[seat];
    bool several = (hand & (hand - 1)) != 0;
    bool keeps = seat != s->trick.leader && au_gold_plural(s->gold[seat]);
    if (several)
      without = e->most[0];
    if (several || (keeps && hand != 0))
      with = e->most[1];
  }
  return limit_of(e, without, with) <= e->best;
}

/* Count a course: the round ends. */
static void finish(ending *e) {
  int lead = points_for(e, e->won) - e->theirs[e->lost] + e->lead;
  e->best = larger(e->best, lead);
}

/* ---- All courses ------------------------------------------------------- */

/* The rank of the cheapest gold of a pile. */
static int cheapest(const ending *e, au_gold pile) {
  int i = e->v->rules.gold.n - 1;
  while (au_gold_count(pile, e->v->gold_order[i]) == 0)
    i--;
  return e->v->gold_order[i];
}

/* Take n cards of gold of a rank from a free seat. */
static void spend(ending *e, int seat, int rank, int n) {
  e->s.gold[seat] -= au_gold_one(rank) * (au_gold)n;
  e->lead -= n * e->v->rules.gold_points.at[rank];
}

/* Find the bid of the free side. */
static void find_bid(ending *e) {
  const au_rules *r = &e->v->rules;
  int bid = -1;
  for (unsigned seats = e->seats; seats != 0; seats &= seats - 1) {
    int rank = rank_of(e, e->s.bid[__builtin_ctz(seats)]);
    if (bid < 0)
      bid = rank;
    else if (r->side_bid == AU_SIDE_BID_SUM)
      bid += rank;
    else if ((rank > bid) == (r->side_bid == AU_SIDE_BID_HIGHEST))
      bid = rank;
  }
  e->bid = bid;
}

static void try_plays(ending *e, int place, open_trick t);
static void try_changes(ending *e, int leader, int place);

/* Try each change of bid that the free seat at a place can make. */
static void change(ending *e, int leader, int place, int seat) {
  const au_rules *r = &e->v->rules;
  bool paid = e->paid;
  int bid = e->bid;
  int rank = cheapest(e, au_change_gold(r, &e->s, (uint8_t)seat));
  au_set hand = e->s.hand[seat];
  unsigned own = 1u << seat;
  unsigned of = r->change_of == AU_CHANGE_SIDE ? e->seats : own;
  spend(e, seat, rank, 1);
  if (is_hopeless(e))
    of = 0;
  e->paid = true;
  for (; of != 0; of &= of - 1) {
    au_card *bids = &e->s.bid[__builtin_ctz(of)], old = *bids;
    for (au_set cards = hand; cards != 0; cards &= cards - 1) {
      *bids = (au_card)au_first(cards);
      e->s.hand[seat] = (hand & ~au_bit(*bids)) | au_bit(old);
      find_bid(e);
      try_changes(e, leader, place + 1);
    }
    *bids = old;
  }
  e->s.hand[seat] = hand;
  e->bid = bid;
  e->paid = paid;
  spend(e, seat, rank, -1);
}

/* Try to keep and to change bids, from a place on. Then comes the trick. */
static void try_changes(ending *e, int leader, int place) {
  const au_rules *r = &e->v->rules;
  int seat = 0;
  for (; place < r->players; place++) {
    seat = leader + place;
    seat = seat < r->players ? seat : seat - r->players;
    if (is_free(e, seat) && au_change_open(r, &e->s, (uint8_t)seat))
      break;
  }
  if (e->best >= e->enough)
    return;
  if (place < r->players) {
    try_changes(e, leader, place + 1);
    change(e, leader, place, seat);
  } else if (e->settled) {
    finish(e);
  } else if (!is_hopeless_trick(e)) {
    try_plays(e, 0, (open_trick){0});
  }
}

/* A pile with every rank of gold that the award can bring to a seat. */
static au_gold pool_of(const ending *e, int seat) {
  bool back = e->paid && is_free(e, seat);
  return e->s.supply | (back ? e->all->side[e->free].gold : 0);
}

/* Settle the full trick. Then bids may be changed again. */
static void settle(ending *e, open_trick t) {
  const au_rules *r = &e->v->rules;
  au_gold *gold = &e->s.gold[t.low_seat], held = *gold;
  int lead = e->lead, side = r->side_of[t.low_seat];
  if (t.low < r->gold.n && au_gold_count(pool_of(e, t.low_seat), t.low) > 0) {
    if (side == e->free)
      e->lead += r->gold_points.at[t.low];
    else if (side == e->other)
      e->lead -= r->gold_points.at[t.low];
    bool fits = au_gold_count(held, t.low) < AU_COPIES_MAX;
    *gold += au_gold_one(t.low) * fits;
  }
  int winner = t.gold ? e->free : r->side_of[t.high_seat];
  e->won = winner == e->free;
  e->lost = winner == e->other;
  e->settled = true;
  if (!is_hopeless(e))
    try_changes(e, t.low_seat, 0);
  e->settled = false;
  e->won = e->lost = 0;
  *gold = held;
  e->lead = lead;
}

/* Play a base card of the seat at a place. */
static void play(ending *e, int place, uint8_t seat, au_card card,
                 open_trick t) {
  uint8_t rank = rank_of(e, card);
  if (t.barred == 0 || rank >= t.high) {
    t.high = rank;
    t.high_seat = seat;
  }
  if (t.barred == 0 || rank <= t.low) {
    t.low = rank;
    t.low_seat = seat;
  }
  t.barred |= e->v->rules.deck.bars[card];
  au_set hand = e->s.hand[seat];
  e->s.hand[seat] = hand & ~au_bit(card);
  try_plays(e, place + 1, t);
  e->s.hand[seat] = hand;
}

/* Try the plays to the trick from a place on. A pass ends the round. */
static void try_plays(ending *e, int place, open_trick t) {
  int players = e->v->rules.players;
  if (e->best >= e->enough)
    return;
  if (place == players) {
    settle(e, t);
    return;
  }
  uint8_t seat = au_trick_seat(&e->s.trick, place, players);
  au_set cards = e->s.hand[seat] & ~t.barred;
  if (cards == 0)
    finish(e);
  else if (!is_free(e, seat))
    play(e, place, seat, lowest(e, cards), t);
  else
    for (; cards != 0; cards &= cards - 1)
      play(e, place, seat, (au_card)au_first(cards), t);
  if (place == 0 || !is_free(e, seat) || e->s.gold[seat] == 0)
    return;
  int rank = cheapest(e, e->s.gold[seat]);
  spend(e, seat, rank, 1);
  t.gold = true;
  try_plays(e, place + 1, t);
  spend(e, seat, rank, -1);
}

/* ---- The bound ---------------------------------------------------------- */

bool au_last_rules(const au_rules *r) {
  bool lead = !r->gold_leads && r->next_leader == AU_NEXT_LOWEST;
  bool trick = r->follow == AU_FOLLOW_BARRED && r->trump == AU_TRUMP_NONE &&
               r->trick_to == AU_TRICK_TO_HIGHEST &&
               r->gold_to == AU_GOLD_TO_LOWEST &&
               r->trick_ties == AU_TRICK_TIES_LATER;
  return lead && trick && r->changes <= 1 && r->change_price == 0;
}

bool au_last_known(const au_solver *v, const au_state *s, int free) {
  int cards = 0;
  bool last = false;
  if (!v->last_rules || s->trick.n > 0 || s->down != 0)
    return false;
  for (int seat = 0; seat < v->rules.players; seat++) {
    int n = au_count(s->hand[seat]);
    if (v->rules.side_of[seat] == free)
      cards += n;
    else
      last = last || n <= 1;
  }
  return last && cards <= CARDS_MOST;
}

/* True if a still seat, or the leader, has no card for the trick. */
static bool is_over(const ending *e) {
  bool over = e->s.hand[e->s.trick.leader] == 0;
  for (int seat = 0; seat < e->v->rules.players; seat++)
    over = over || (!is_free(e, seat) && e->s.hand[seat] == 0);
  return over;
}

/* Find the most points that any bid can bring to the free side. Bids that are
** sums are not listed. */
static void find_most(ending *e) {
  const au_standing *a = &e->all->side[e->free];
  bool sums = e->v->rules.side_bid == AU_SIDE_BID_SUM;
  for (int i = 0; i < 2; i++) {
    e->most[i] = sums ? AU_ENDLESS : points_for(e, i);
    for (au_set cards = sums ? 0 : a->hands | a->bids; cards != 0;
         cards &= cards - 1) {
      int rank = rank_of(e, (au_card)au_first(cards));
      e->most[i] = larger(e->most[i], au_bid_points(e->v, rank, e->taken + i));
    }
  }
}

/* The highest rank that an award of the free side can have: each still seat can
** play a card of that rank or a higher one. */
static int award_limit(const ending *e) {
  int limit = AU_RANK_MAX;
  for (int seat = 0; seat < e->v->rules.players; seat++) {
    int high = -1;
    for (au_set hand = e->s.hand[seat]; hand != 0; hand &= hand - 1)
      high = larger(high, rank_of(e, (au_card)au_first(hand)));
    if (!is_free(e, seat) && high < limit)
      limit = high;
  }
  return limit;
}

/* Find the most points that the award can bring to the free side. */
static void find_award(ending *e) {
  const au_rules *r = &e->v->rules;
  const au_standing *a = &e->all->side[e->free];
  au_gold pool = e->s.supply | a->gold;
  int limit = award_limit(e);
  e->award = 0;
  for (au_set cards = a->hands | a->bids; cards != 0; cards &= cards - 1) {
    int rank = rank_of(e, (au_card)au_first(cards));
    if (rank <= limit && rank < r->gold.n && au_gold_count(pool, rank) > 0)
      e->award = larger(e->award, r->gold_points.at[rank]);
  }
}

int au_last_lead(const au_solver *v, const au_state *s, int free, int other,
                 const au_standings *all, int enough) {
  const au_standing *a = &all->side[free], *b = &all->side[other];
  ending e; /* setting all to 0 first costs 5 % of a solution's time */
  au_state_copy(&e.s, s);
  e.v = v;
  e.all = all;
  e.free = free;
  e.other = other;
  e.seats = v->rules.seats_of[free];
  e.bid = a->bid;
  e.taken = a->taken;
  e.lead = a->points - b->points;
  e.won = e.lost = 0;
  e.paid = false;
  e.enough = enough;
  e.best = -AU_ENDLESS;
  e.settled = is_over(&e);
  for (int i = 0; i < 2; i++)
    e.theirs[i] = au_bid_points(v, b->bid, b->taken + i);
  find_most(&e);
  find_award(&e);
  if (s->phase != AU_PHASE_CHANGE) {
    try_changes(&e, s->trick.leader, v->rules.players);
    return e.best;
  }
  int limit = limit_of(&e, e.most[0], e.most[1]);
  if (limit < enough && enough < AU_ENDLESS)
    return limit;
  int place = s->turn - s->trick.leader;
  try_changes(&e, s->trick.leader,
              place < 0 ? place + v->rules.players : place);
  return e.best;
}
