/* fact.h: moves of base cards that the log of actions does not tell.
**
** A question may move cards and show some, and a seat may take up a bid that
** lies face down. A game keeps each of these as a fact, with the seats that saw
** the card. A view has the facts of its seat: if the seat did not see a card
** move, it still knows that one moved, from where to where, and when.
**
** The moves of one step happen at once. A card that a step moves twice has gone
** from its first place to its last. */
#ifndef AU_FACT_H
#define AU_FACT_H

#include "action.h"

/* The spots where a base card can lie, in this order; a set of them has a bit
** for each. */
enum {
  AU_SPOT_HAND = 0,          /* + seat */
  AU_SPOT_BID = AU_SEAT_MAX, /* + seat */
  AU_SPOT_EXTRAS = 2 * AU_SEAT_MAX,
  AU_SPOT_TABLE, /* played in this round, seen by all */
  AU_SPOT_N
};
typedef uint16_t au_spots;

/* A fact: a card was seen to move, or to lie somewhere ('from' and 'to' are
** then the same), by the seats of 'see' (a bit each). In a view 'see' is 0, and
** a card that the seat did not see is 0 and 'hidden'.
**
**   31   30..21 20     19..16 15..12 11..6 5..0
**   0    at     hidden from   to     card  see
**
** at: the index in the round's log of the action that did it. */
typedef uint32_t au_fact;

enum {
  AU_FACT_MAX = 1024 /* facts of one round: more than any rule needs that moves
                     ** four cards a trick, and an end for others */
};

AU_INLINE au_fact au_fact_make(uint32_t at, unsigned from, unsigned to,
                               au_card card, unsigned see) {
  return at << 21 | from << 16 | to << 12 | (unsigned)card << 6 | see;
}
AU_INLINE au_fact au_fact_hide(au_fact f) {
  return (f & ~UINT32_C(0xfff)) | UINT32_C(1) << 20;
}
AU_INLINE uint32_t au_fact_at(au_fact f) {
  return f >> 21;
}
AU_INLINE bool au_fact_hidden(au_fact f) {
  return f >> 20 & 1;
}
AU_INLINE unsigned au_fact_from(au_fact f) {
  return f >> 16 & 15;
}
AU_INLINE unsigned au_fact_to(au_fact f) {
  return f >> 12 & 15;
}
AU_INLINE au_card au_fact_card(au_fact f) {
  return f >> 6 & 63;
}
AU_INLINE unsigned au_fact_see(au_fact f) {
  return f & 63;
}

/* The fact of which a view of 'seat' has 'f'. */
AU_INLINE au_fact au_fact_told(au_fact f, uint8_t seat) {
  return au_fact_hidden(f) ? f : f | UINT32_C(1) << seat;
}

/* Find the facts of the action 'a', which led from 'before' to 'after' and is
** number 'at' of its round. Returns their number, at most one for each card.
** Bids and plays have none: the log tells all that they move. */
int au_facts_find(const au_rules *r, const au_state *before,
                  const au_state *after, au_action a, uint32_t at,
                  au_fact out[AU_KIND_MAX]);
/* Copy the part of 'n' facts that a seat sees, in an order that tells nothing
** else; returns their number. */
uint32_t au_facts_look(const au_fact *fact, uint32_t n, uint8_t seat,
                       au_fact out[AU_FACT_MAX]);

#endif
