/* gold.h: gold that changes hands. RULES 5 and 7.
**
** A change is paid to the supply. A full trick gives its gold back to the
** supply, and the seat of the lowest base card is awarded a gold card of the
** same rank from there, if one is left (au_trick_settle names the card, knob
** 'gold_to'). The hook 'award' may decide otherwise. */
#ifndef AU_GOLD_H
#define AU_GOLD_H

#include "state.h"

/* Move one gold card of a rank from a seat's collection to the supply. */
AU_INLINE void au_gold_pay(au_state *s, int seat, int rank) {
  s->gold[seat] -= au_gold_one(rank);
  s->supply += au_gold_one(rank);
}

/* Find who takes which gold for a full trick; nothing is moved yet. 'place' is
** where the card that earns it lies in the trick, -1 if none does. '*seat' and
** '*gold' are AU_NONE if nobody takes any. AU_EHOOK if the hook fails, or
** answers with a seat that is not at the table or with gold that is not in the
** supply. */
AU_MUST au_status au_gold_award(const au_rules *r, au_state *s, int place,
                                uint8_t *seat, au_card *gold);

/* Hand it out: s->award to the seat, then the trick's gold to the supply. */
void au_gold_settle(const au_rules *r, au_state *s, uint8_t seat);

#endif
