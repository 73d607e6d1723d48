/* record.h: games as JSON Lines, written and verified. DESIGN 7.
**
** A record is the truth about a game: its deals and actions, and every figure
** that follows from them, so that a reader can hold the one against the
** other. Reading uses cJSON; writing needs no library. */
#ifndef AU_RECORD_H
#define AU_RECORD_H

#include "game.h"
#include "text.h"

enum {
  AU_RECORD_BYTES = 16 << 20, /* of the longest line that is read */
  AU_RECORD_VALUES = 1 << 19  /* values in it, separated by commas */
};

/* A bot's fault: see DESIGN 5. Texts are the caller's. */
typedef struct au_fault {
  uint8_t round, trick; /* from 1; trick 0 while bidding */
  uint8_t seat;         /* from 0 */
  bool substituted;     /* the first legal action was played for it */
  const char *ask;      /* "bid" "change" "play" "start" "observe" */
  const char *kind;     /* "error" "illegal" ... */
  const char *message;  /* one line, no paths */
} au_fault;

/* What a record says besides the game. Texts are the caller's. */
typedef struct au_record_head {
  const char *variant;
  const char *digest; /* of the rules */
  const char *seed;
  const char *name[AU_SEAT_MAX]; /* of each seat's bot */
  const au_fault *fault;         /* fault_n of them, in order */
  size_t fault_n;
} au_record_head;

/* The sides (a bit each) that won: the state's, unless a fault that was not
** substituted forfeited the game; then the sides without one. 0 while the game
** goes on. */
uint8_t au_record_winners(const au_rules *r, const au_game *g,
                          const au_fault *fault, size_t fault_n);

/* Add the game's line, its newline included. A game that is not over is
** written with its open trick. */
void au_record_write(const au_rules *r, const au_game *g,
                     const au_record_head *head, au_text *out);

/* A line taken apart; au_record_free gives it back. */
typedef struct au_record au_record;

/* Read one line of 'n' bytes, without its newline. AU_EFORMAT, with 'why', if
** it is no JSON object of format aurum/1 with a variant and players; AU_ENOMEM.
*/
AU_MUST au_status au_record_parse(const char *line, size_t n, au_record **rec,
                                  char *why);
void au_record_free(au_record *rec);

/* Its variant's name, its number of players (2 .. 6), its seed ("" if it has
** none) and the digest of its rules, NULL if it has none. */
const char *au_record_variant(const au_record *rec);
int au_record_players(const au_record *rec);
const char *au_record_seed(const au_record *rec);
const char *au_record_digest(const au_record *rec);
/* The name of a seat's bot, "" if it has none. */
const char *au_record_name(const au_record *rec, int seat);
/* The sides that won as the record says, a bit each; 0 if it doesn't. */
uint8_t au_record_claim(const au_record *rec);

/* Its faults, at most 'max' of them, into 'out'; how many it has. Texts are the
** record's; what is missing is "" or 0. */
size_t au_record_faults(const au_record *rec, au_fault *out, size_t max);

/* A difference between a record and the rules: where, what follows from the
** deal and the actions, what it says. */
typedef void au_record_report(void *ctx, const char *what, const char *expected,
                              const char *got);

/* Play the record's deals and actions into 'g' and compare every derived
** figure, each difference reported. Stops at the first thing that cannot be
** played: 'g' then holds the game up to there. AU_OK if there was none, else
** AU_EFORMAT (or AU_EDIGEST if 'digest', unless NULL, is not the record's).
** AU_ENOMEM says nothing of the record. */
AU_MUST au_status au_record_replay(const au_rules *r, const au_record *rec,
                                   const char *digest, au_game *g,
                                   au_record_report *report, void *ctx);

#endif
