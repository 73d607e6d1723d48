/* position.h: a position as one token, from which any program
** restores it exactly.
**
**   au1:VARIANT:DIGEST:BASE64URL
**
** The last part holds the totals before the round, its deal, and the actions
** since, then two bytes of checksum. If the game began from a position built by
** hand in this round, a snapshot of that position replaces totals and deal. */
#ifndef AU_POSITION_H
#define AU_POSITION_H

#include "game.h"
#include "text.h"

enum { AU_VARIANT_TEXT = 256 }; /* bytes of a variant's name, with its NUL */

/* The parts of a token. */
typedef struct au_position {
  char variant[AU_VARIANT_TEXT];
  char digest[AU_DIGEST_TEXT];
  int players;         /* 2 .. 6 */
  const char *payload; /* points into the token */
} au_position;

/* Append the token of the present position of 'g'. */
void au_position_write(const au_rules *r, const au_game *g, const char *variant,
                       const char *digest, au_text *out);

/* Split a token into its parts, from which the caller finds the rules.
** AU_EFORMAT if it is not a token, AU_ENOMEM; both with 'why'
** (AU_WHY_TEXT bytes). */
AU_MUST au_status au_position_parse(const char *token, au_position *p,
                                    char *why);

/* Make 'g' the game of the token under its rules. au_state_check checks the
** first state; each deal and action is checked as in any game. AU_EFORMAT if
** the token does not fit the rules, AU_ENOMEM; both with 'why', and 'g' is then
** at its start. */
AU_MUST au_status au_position_load(const au_rules *r, const au_position *p,
                                   au_game *g, char *why);

#endif
