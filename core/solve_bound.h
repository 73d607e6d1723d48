/* solve_bound.h: bounds of a position's value without a search, for solve.c.
**
** A side is still if from here on it plays no gold, changes no bid, and passes
** when it has no base card to play. A side can always be still. It then keeps
** its gold and its bid, and no more tricks are filled than the cards of its
** hands allow. The others are free: each is credited with every trick, award
** and change of bid that the hands and its own gold allow. The most by which a
** free side can be ahead of a still one is a bound. Where a single trick is
** left, solve_last.h finds a closer one. */
#ifndef AU_SOLVE_BOUND_H
#define AU_SOLVE_BOUND_H

#include "solve_side.h"

typedef struct au_bounds {
  int32_t lo, hi; /* inclusive */
} au_bounds;

/* Prepare 'v' for the bounds of one search; its problem and rules are set. */
void au_bound_begin(au_solver *v);
/* The bounds of a value of which nothing is known. */
au_bounds au_bound_widest(const au_solver *v);
/* True if the functions below find narrower ones here. */
bool au_bound_known(const au_solver *v, const au_state *s);
void au_bound_find(const au_solver *v, const au_state *s, au_standings *all);
/* The value if the round ended now. */
int32_t au_bound_now(const au_solver *v, const au_standings *all);
/* The most that the value can be. Found only as far as it takes to test whether
** the value is at least 't': anything from 't' on stands for "not below t". */
int32_t au_bound_high(const au_solver *v, const au_state *s,
                      const au_standings *all, int32_t t);
/* The least that the value can be; likewise, anything below 't' stands for "not
** at least t". */
int32_t au_bound_low(const au_solver *v, const au_state *s,
                     const au_standings *all, int32_t t);
/* Both; the widest where nothing narrower is known. */
au_bounds au_bound(const au_solver *v, const au_state *s);

#endif
