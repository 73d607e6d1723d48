/* solve_last.h: a bound for positions in which at most one more trick can be
** filled while a side is still, for solve_bound.c.
**
** That is so once a still seat has a single base card or none. Few courses of
** the round are left then, and all are tried: the free side's changes of bid
** before the trick, its plays to it, and its changes after it. */
#ifndef AU_SOLVE_LAST_H
#define AU_SOLVE_LAST_H

#include "solve_side.h"

/* True if the tricks follow rules that 'au_last_lead' knows. */
bool au_last_rules(const au_rules *r);
/* True if 'au_last_lead' can answer while all seats outside side 'free' are
** still. */
bool au_last_known(const au_solver *v, const au_state *s, int free);
/* The most by which side 'free' can be ahead of side 'other' while all seats
** but its own are still; or, once it is 'enough', at least that. */
int au_last_lead(const au_solver *v, const au_state *s, int free, int other,
                 const au_standings *all, int enough);

#endif
