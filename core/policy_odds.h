/* policy_odds.h: what the parts of the policy "quick" share: its habits, its
** tables, and what a seat sees of bids and tricks. */
#ifndef AU_POLICY_ODDS_H
#define AU_POLICY_ODDS_H

#include "policy.h"

/* The numbers by which the policy weighs actions: where each seat plays alone,
** and for two sides. Those for two sides were found by self-play over some ten
** million rounds of the standard rules and of those of bga. Self-play numbers
** for single seats made a stronger policy but not stronger searches. So those
** are set by hand; SUIT_LAST and SUIT_TWO have the values that served searches
** best: a seat gets short of suits, and its passes are expected.
** A loss below 0 is a gain. The order is that of 'habits': ORDER HABIT */
typedef enum au_habit {
  TAKE,        /* chance that a side takes a trick it gains by */
  MISS,        /* chance that it misses another */
  LAST_1,      /* chance that the round goes on with 1 trick left, */
  LAST_2,      /* 2, */
  LAST_3,      /* 3, */
  LAST_4,      /* 4, */
  LAST_MORE,   /* and more */
  MEND,        /* part of a missed bid that gold can save, */
  MEND_EACH,   /* and for each trick left */
  SHARE,       /* part of its share of the tricks that a side takes */
  SURE,        /* part of that which does not depend on the hand */
  PARTNER,     /* tricks to expect for each rank of the partner's bid */
  RIVAL,       /* for each rank of another side's bid */
  CHANGE,      /* points that a change must gain, */
  CHANGE_EACH, /* for each trick left, */
  CHANGE_GOLD, /* and for each point of the gold */
  FOES,        /* weight of others' later cards if they want the trick, */
  FORCED,      /* and if they do not */
  FRIENDS,     /* weight of partners' later cards if they want it */
  LOW_WANT,    /* weight of cards that go for gold and the trick, */
  LOW_OTHER,   /* and for gold alone */
  SPEND,       /* points gold played must gain for each of its own, */
  SPEND_MORE,  /* and beyond */
  AWARD,       /* points an award is worth for each of its own, */
  AWARD_MORE,  /* and beyond */
  DENY,        /* part of an award taken from another side */
  HIGH_WANT,   /* points lost with the highest card if tricks gain, */
  HIGH_EACH,   /* for each card left, */
  HIGH_OTHER,  /* and if tricks do not gain */
  LOW_CARD,    /* points lost with the lowest card */
  SUIT_LAST,   /* points lost with the only card of a suit, */
  SUIT_TWO,    /* with one of two, */
  SUIT_CALM,   /* and for each point gained by playing on */
  FIT,         /* points lost with a card that would fit as a bid */
  LEAD,        /* points gained by leading next */
  OTHERS,      /* weight of points that others gain */
  CALM,        /* weight of points gained by playing on, not passing */
  CALM_MORE,   /* points added to those */
  HABIT_N = AU_HABIT_N
} au_habit;

enum { AU_ODDS_LAST = AU_ODDS_MAX - 1 };

static inline int au_at_most(int n, int most) {
  return n < most ? n : most;
}

static inline float au_odds_worth(const au_odds *o, bool gold, int bid,
                                  int taken, int left) {
  return o->worth[gold][au_at_most(bid, AU_ODDS_LAST)][au_at_most(
      taken, AU_ODDS_LAST)][au_at_most(left, AU_ODDS_LAST)];
}

/* The strength of a card for taking tricks: its rank, or its rank from the top
** if the lowest card wins. */
static inline int au_height(const au_rules *r, int rank) {
  const au_deck *d = &r->deck;
  return r->trick_to == AU_TRICK_TO_LOWEST ? d->rank_hi + d->rank_lo - rank
                                           : rank;
}

/* The cards of the suit that is trump and, if there is one, gold, which beats
** them: all that beat the other base metals. */
static inline au_set au_raised_by(const au_deck *d, const au_state *s) {
  int trump = s->trick.trump;
  return trump == 0 ? 0 : d->suit_set[trump - 1] | d->gold;
}

/* The bid of a side from two of its cards, of ranks 'a' and 'b'. */
static inline int au_join_bids(const au_rules *r, int a, int b) {
  if (r->side_bid == AU_SIDE_BID_SUM)
    return a + b;
  return (a > b) == (r->side_bid == AU_SIDE_BID_HIGHEST) ? a : b;
}

/* See au_bid_with. */
static inline int au_bid_seen(const au_rules *r, const au_state *s, uint8_t of,
                              int rank) {
  unsigned seats = r->seats_of[r->side_of[of]] & ~(1u << of);
  if (au_bids_hidden(r, s))
    return rank;
  for (; seats != 0; seats &= seats - 1) {
    int seat = __builtin_ctz(seats);
    if (s->down >> seat & 1)
      rank = au_join_bids(r, rank, 0);
    else if (s->bid[seat] != AU_NONE)
      rank = au_join_bids(r, rank, r->deck.rank_of[s->bid[seat]]);
  }
  return rank;
}

/* The bid of the side of 'seat', whose bids must all be laid or called. */
static inline int au_side_bid(const au_rules *r, const au_state *s,
                              uint8_t seat) {
  if (s->called[r->side_of[seat]] != 0)
    return s->called[r->side_of[seat]] - 1;
  bool down = s->down >> seat & 1;
  return au_bid_seen(r, s, seat, down ? 0 : r->deck.rank_of[s->bid[seat]]);
}

/* The tricks that the side of 'seat' has taken. */
static inline int au_side_taken(const au_rules *r, const au_state *s,
                                uint8_t seat) {
  int taken = 0;
  for (unsigned left = r->seats_of[r->side_of[seat]]; left != 0;
       left &= left - 1)
    taken += s->taken[__builtin_ctz(left)];
  return taken;
}

/* True if a side has gold that can pay for a change. */
static inline bool au_side_pays(const au_rules *r, const au_state *s,
                                int side) {
  au_gold all = 0;
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
    all |= s->gold[__builtin_ctz(seats)];
  return (all & r->pays) != 0;
}

/* The strength of base cards of the seat on turn for taking tricks; '*usual'
** gets that of as many cards on average. A trump counts as the highest rank. */
int au_strength(const au_rules *r, const au_state *s, au_set cards,
                float *usual);
/* The value of a bid with 'taken' tricks taken and up to 'left' to come, for a
** side whose cards are 'strength' times as strong as usual ones. */
float au_odds_promise(const au_odds *o, bool gold, int bid, int taken, int left,
                      float strength);
/* Compute 'worth' and 'best' from 'points'. */
void au_odds_weigh(const au_rules *r, au_odds *o);

#endif
