/* solve_side.h: a side of a position, as the bounds of solve_bound.h and
** solve_last.h see it. */
#ifndef AU_SOLVE_SIDE_H
#define AU_SOLVE_SIDE_H

#include "solve.h"

enum { AU_ENDLESS = 4 * AU_POINTS_MAX }; /* more than any margin */

/* A side as it stands. */
typedef struct au_standing {
  int bid, taken;
  int points; /* of its gold */
  au_gold gold;
  au_set hands; /* with its base cards in the open trick */
  au_set bids;
} au_standing;

/* The standings of all sides, from which both bounds are found. */
typedef struct au_standings {
  au_standing side[AU_SEAT_MAX];
} au_standings;

/* Points for a bid that 'taken' tricks bring; both within what a side can have
** from the root on. */
static inline int au_bid_points(const au_solver *v, int bid, int taken) {
  return bid <= AU_RANK_MAX ? v->bid_points[bid][taken]
                            : au_score_bid(&v->rules, bid, taken);
}

#endif
