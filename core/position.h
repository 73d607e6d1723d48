/* position.h: a position as one token that restores it exactly, anywhere.
**
**   au1:VARIANT:DIGEST:BASE64URL
**
** The last part is the standing before the round, its deal, and the actions
** since (a snapshot in place of the deal where it was built by hand), and two
** bytes of checksum. DESIGN 7. */
#ifndef AU_POSITION_H
#define AU_POSITION_H

#include "game.h"
#include "text.h"

enum { AU_VARIANT_TEXT = 256 }; /* bytes of a variant's name */

/* The parts of a token. */
typedef struct au_position {
  char variant[AU_VARIANT_TEXT];
  char digest[AU_DIGEST_TEXT];
  int players;         /* 2 .. 6 */
  const char *payload; /* points into the token */
} au_position;

/* Add the token of where 'g' stands. */
void au_position_write(const au_rules *r, const au_game *g, const char *variant,
                       const char *digest, au_text *out);

/* Take a token apart, so that its rules can be found. AU_EFORMAT if it is not
** one, AU_ENOMEM; both with 'why' (AU_WHY_TEXT bytes). */
AU_MUST au_status au_position_parse(const char *token, au_position *p,
                                    char *why);

/* Make 'g' the game of the token under its rules. What it begins with passes
** au_state_check, each deal and action is checked as ever. AU_EFORMAT if it does not fit
** them, AU_ENOMEM, both with 'why'; 'g' is then at its beginning. */
AU_MUST au_status au_position_load(const au_rules *r, const au_position *p,
                                   au_game *g, char *why);

#endif
