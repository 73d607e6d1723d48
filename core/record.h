/* record.h: games written as JSON Lines, read again, and verified.
**
** A record holds the deals and actions of a game and every figure that follows
** from them, so that a reader can check the figures. RECORD.md describes the
** format. Reading uses cJSON; writing needs no library. */
#ifndef AU_RECORD_H
#define AU_RECORD_H

#include "game.h"
#include "text.h"

enum {
  AU_RECORD_BYTES = 16 << 20, /* bytes of the longest line that is read */
  AU_RECORD_VALUES = 1 << 19, /* values in a line, counted by its commas */
  /* The moments (a bit each) whose answers stand in a round's list 'asked'.
  ** Those after a trick do so only where a built position begins with them. */
  AU_RECORD_ROUND = 1 << AU_WHEN_DEAL | 1 << AU_WHEN_INSTEAD |
                    1 << AU_WHEN_BIDS | 1 << AU_WHEN_AFTER_TRICK
};

/* A bot's fault: it raised, answered illegally, exceeded a limit or crashed.
** The caller owns the texts. */
typedef struct au_fault {
  uint8_t round, trick; /* from 1; trick 0 outside a trick */
  uint8_t seat;         /* from 0 */
  bool substituted;     /* the first legal action was played instead */
  const char *ask;      /* "bid" "change" "play" "answer" "start" "observe" */
  const char *kind;     /* "error", "illegal", ...: see RECORD.md */
  const char *message;  /* one line, without paths */
} au_fault;

/* The parts of a record besides the game. The caller owns the texts. */
typedef struct au_record_head {
  const char *variant;
  const char *digest; /* of the rules */
  const char *seed;
  const char *name[AU_SEAT_MAX]; /* of each seat's bot */
  const au_fault *fault;         /* fault_n of them, in order */
  size_t fault_n;
} au_record_head;

/* The sides (a bit each) that won. If a fault that was not substituted
** forfeited the game, they are the sides without such a fault. Otherwise they
** are the state's winners: 0 while the game goes on. */
uint8_t au_record_winners(const au_rules *r, const au_game *g,
                          const au_fault *fault, size_t fault_n);

/* Append the game's line, with its newline. A game that is not over is written
** with its open trick. A game in which a question was answered has the format
** aurum/2, any other the format aurum/1. */
void au_record_write(const au_rules *r, const au_game *g,
                     const au_record_head *head, au_text *out);

/* A parsed line; au_record_free frees it. */
typedef struct au_record au_record;

/* Parse one line of 'n' bytes, without its newline. AU_EFORMAT, with
** 'why', if it is not a JSON object of format aurum/1 or aurum/2 with a variant
** and players; AU_ENOMEM. */
AU_MUST au_status au_record_parse(const char *line, size_t n, au_record **rec,
                                  char *why);
void au_record_free(au_record *rec);

/* The name of its variant, its number of players (2 .. 6), its seed ("" if it
** has none), and the digest of its rules (NULL if it has none). */
const char *au_record_variant(const au_record *rec);
int au_record_players(const au_record *rec);
const char *au_record_seed(const au_record *rec);
const char *au_record_digest(const au_record *rec);
/* The name of a seat's bot, "" if it has none. */
const char *au_record_name(const au_record *rec, int seat);
/* The sides (a bit each) that won, according to the record; 0 if it
** does not say so in an ascending list. */
uint8_t au_record_claim(const au_record *rec);

/* Copy its faults, at most 'max' of them, to 'out'; returns how many it has.
** The record owns the texts. A missing value becomes "" or 0. */
size_t au_record_faults(const au_record *rec, au_fault *out, size_t max);

/* Copy the scores of its finished rounds, at most 'max' of them, to 'out', with
** best_gold 0; returns how many it has. '*sides' gets the number of sides; 0 if
** there is no score, or if some score does not have a number for each side:
** 'out' is then unspecified. */
size_t au_record_scores(const au_record *rec, au_score *out, size_t max,
                        int *sides);

/* Called for each difference between a record and the rules: where it is, the
** value that follows from the deals and actions, and the recorded value. */
typedef void au_record_report(void *ctx, const char *what, const char *expected,
                              const char *got);

/* Play the record's deals and actions into 'g', compare every derived figure,
** and report each difference. Stops at the first deal or action that cannot be
** played: 'g' then holds the game up to there. AU_OK if nothing differs, else
** AU_EFORMAT; AU_EDIGEST if 'digest' is not NULL and not the record's.
** AU_ENOMEM says nothing about the record. */
AU_MUST au_status au_record_replay(const au_rules *r, const au_record *rec,
                                   const char *digest, au_game *g,
                                   au_record_report *report, void *ctx);

#endif
