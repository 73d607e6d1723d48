/* legal.h: which actions are legal, and why others are not. RULES 4 to 8. */
#ifndef AU_LEGAL_H
#define AU_LEGAL_H

#include "action.h"

/* The cards that the seat on turn may bid, lay in a change, play or answer, and
** whether it may pass. Empty and false in the phases deal and over. On AU_EHOOK
** they hold the result so far. */
AU_MUST au_status au_state_cards(const au_rules *r, const au_state *s,
                                 au_set *cards, bool *pass);

/* List every legal action in a fixed order: bids and plays by card, keep before
** changes, pass last. '*n' is their number, 0 only in the phases deal and over.
** Never allocates. AU_EHOOK only under rules with hooks. */
AU_MUST au_status au_state_legal(const au_rules *r, const au_state *s,
                                 au_action out[AU_ACTION_MAX], int *n);

/* Draw a legal action uniformly, without listing them all; 0 in the phases
** deal and over. */
AU_MUST au_status au_state_random(const au_rules *r, const au_state *s,
                                  au_rng *rng, au_action *a);

/* The answer that the seat on turn gives by default, in phase ask. */
AU_MUST au_status au_state_default(const au_rules *r, const au_state *s,
                                   au_action *a);

/* AU_OK if 'a' is legal, AU_EILLEGAL if it is not, or AU_EHOOK. */
AU_MUST au_status au_state_allows(const au_rules *r, const au_state *s,
                                  au_action a);

/* AU_OK if 'a' is legal, AU_EILLEGAL if it is not, or AU_EHOOK. Unless a hook
** failed, 'why' (AU_WHY_TEXT bytes, or NULL) says what allows or forbids the
** action and cites the rule. */
AU_MUST au_status au_state_why(const au_rules *r, const au_state *s,
                               au_action a, char *why);

#endif
