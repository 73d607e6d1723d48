/* placing.h: the ways to place the unseen cards of a view that has a deep
** trail.
**
** A placement agrees with what the seat knows if at least one history leads to
** it: each card goes from one of its spots to the next, and each flow of a step
** has exactly its number of cards. Each placement counts once, however many
** histories it has. So placements are drawn, uniformly from those that agree
** with the sets of each card, and kept if a history is found. Cards that look
** the same in the trail are exchangeable, and placed and traced together. */
#ifndef AU_PLACING_H
#define AU_PLACING_H

#include "trail.h"

typedef struct au_placing au_placing;

/* Prepare to draw placements for a view; owned by the caller. Takes about as
** long as some draws. AU_ENOMEM, AU_EFULL if a step has too many flows. */
AU_MUST au_status au_placing_new(const au_rules *r, const au_view *v,
                                 au_placing **out);
void au_placing_free(au_placing *p);
/* Put each unseen card into a hand, a bid or the extras of 's', a copy of the
** view's state. AU_EFULL if no placement of 10,000 had a history, or there are
** too many ways to count; AU_ENOMEM. AU_ESTATE if none agrees with the sets.
** 's' is undefined then. */
AU_MUST au_status au_placing_draw(au_placing *p, au_rng *rng, au_state *s);

/* Put each located card into 's', likewise, and no others; returns these. */
au_set au_placing_locate(const au_placing *p, au_state *s);
/* The spots where one of the others may be. */
au_spots au_placing_spots(const au_placing *p, au_card c);
/* AU_OK if a history leads to the hands, bids and extras of 's', else
** AU_ESTATE. AU_EFULL if that was not found out in the ways tried. */
au_status au_placing_agrees(au_placing *p, const au_state *s);

#endif
