/* deal.h: the deal that begins a round. RULES 2.2, 3. */
#ifndef AU_DEAL_H
#define AU_DEAL_H

#include "state.h"

/* A deal: everything in a round that chance decides. */
typedef struct au_deal {
  au_set hand[AU_SEAT_MAX];
  au_set extras;
  au_gold gold[AU_SEAT_MAX];
  uint8_t first;
} au_deal;

/* Make the deal of the round after 's'. It depends only on the seed, the
** round's number and the rules, so that all branches of a game meet the same
** deals. AU_EHOOK if a hook failed. RULES 2.2, 3. */
AU_MUST au_status au_deal_make(const au_rules *r, const au_state *s,
                               const au_seed *seed, au_deal *deal);
/* The gold that each seat is dealt in a round, unless a hook changes it.
** RULES 3.1, 3.2. */
au_gold au_deal_gold(const au_rules *r, int round);

/* The suit, from 1, that the knob 'trump' makes trump; 0 for none. The highest
** extra card shows it; among equal ones, the last suit does. */
uint8_t au_deal_trump(const au_rules *r, au_set extras);

/* Check that a deal for round 'round' has each card of the deck once, and gold
** that exists. AU_EDEAL, with 'why' (AU_WHY_TEXT bytes, or NULL). */
AU_MUST au_status au_deal_check(const au_rules *r, int round,
                                const au_deal *deal, char *why);

/* Begin a round. AU_ESTATE unless the phase is AU_PHASE_DEAL, AU_EDEAL if the
** deal breaks the rules. Then 'why' (AU_WHY_TEXT bytes, or NULL) says what is
** wrong. AU_EHOOK if a question that is asked now failed, and 'why' says so. */
AU_MUST au_status au_state_deal(const au_rules *r, au_state *s,
                                const au_deal *deal, char *why);

#endif
