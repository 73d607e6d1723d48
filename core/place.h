/* place.h: the place of a decision in its game, and its text.
**
**   ROUND.TRICK.N    the N-th card played to the trick; in trick 0 the N-th bid
**   ROUND.TRICK.cN   the N-th decision about a change of bid before that trick
**   ROUND.TRICK.aN   the N-th answer to questions in that trick
**   ROUND.end        the end of the round
**
** ROUND.TRICK is the first decision of a trick, and ROUND that of a round.
** Trick
** 0 ends with the bids: see au_state_trick. */
#ifndef AU_PLACE_H
#define AU_PLACE_H

#include "game.h"

enum {
  AU_PLACE_MAX = 9999, /* a higher number in a text is no place */
  AU_PLACE_TEXT = 24   /* bytes of a place's text, with its NUL */
};

typedef struct au_place {
  int16_t round; /* 0 only before the first deal */
  int16_t trick; /* -1 if the text leaves it out, and at the end of a round */
  int16_t nth;   /* 0 likewise */
  uint8_t phase; /* due at the decision. AU_PHASE_DEAL: the end of the round;
                 ** AU_PHASE_N if 'nth' is 0 */
} au_place;

/* The place of a state, to which the 'n' entries of its round's log led. A
** round that was built by hand in the middle of changes or questions counts
** only those in the log. */
au_place au_place_of(const au_rules *r, const au_state *s, const au_entry *log,
                     uint32_t n);
/* The place of a game's state. */
au_place au_game_place(const au_rules *r, const au_game *g);
/* Write a place as text; returns the length. */
size_t au_place_text(const au_place *p, char out[AU_PLACE_TEXT]);
/* Read a text that is a place; false if it is none. */
AU_MUST bool au_place_parse(const char *text, au_place *p);

#endif
