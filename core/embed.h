/* embed.h: for hosts in languages that cannot read C headers, such as Python
** with ctypes: the sizes of the types, and the fields of a state by functions.
**
** A host in C or C++ needs nothing here. embed.c also turns each inline
** function of the other headers into a function of libaurum. */
#ifndef AU_EMBED_H
#define AU_EMBED_H

#include "game.h"

/* The bytes of a type by its name, such as "au_rules", "au_game", "au_state",
** "au_deal", "au_seed", "au_rng", "au_undo", "au_text" or "au_view"; 0 for a
** name that is not one of the types which a host allocates. Memory from
** malloc is aligned well enough for each. */
size_t au_type_size(const char *name);

/* The state of a game, valid as long as the game; it changes with it. */
const au_state *au_game_state(const au_game *g);

/* The fields of a state: see state.h. Seats and sides count from 0. A number
** that is not a seat's or side's, below AU_SEAT_MAX, is a caller's bug. */
int au_state_phase(const au_state *s); /* au_phase */
int au_state_turn(const au_state *s);  /* seat, AU_NONE if none */
int au_state_round(const au_state *s);
int au_state_winners(const au_state *s); /* sides, a bit each */
int32_t au_state_points(const au_state *s, int side);
int au_state_nuggets(const au_state *s, int side);
au_set au_state_hand(const au_state *s, int seat);
au_gold au_state_gold(const au_state *s, int seat);
/* The cards of a deck, as au_card_text and others take it. */
const au_deck *au_rules_deck(const au_rules *r);

#endif
