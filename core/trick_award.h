/* trick_award.h: the gold that a full trick earns. RULES 7.1.
**
** The seat of the lowest base card takes a gold card of the same rank from the
** supply, if one is there (au_trick_settle names the card, knob 'gold_to'). The
** hook 'award' may decide otherwise. */
#ifndef AU_AWARD_H
#define AU_AWARD_H

#include "state.h"

/* Find who takes which gold for a full trick; nothing is moved yet. 'place' is
** where the card that earns it lies in the trick, -1 if none does. '*seat' and
** '*gold' are AU_NONE if nobody takes any. AU_EHOOK if the hook fails, or
** answers with a seat that is not at the table or with gold that is not in the
** supply. */
AU_MUST au_status au_award_find(const au_rules *r, au_state *s, int place,
                                uint8_t *seat, au_card *gold);

#endif
