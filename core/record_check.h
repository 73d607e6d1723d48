/* record_check.h: what the replay of a record shares: where it is, how it
** reports a difference, and how it reads values. Shared by record_check.c,
** record_asked.c and record_replay.c; no other file includes it.
**
** Functions that return a bool return false if they have reported a difference:
** the caller cannot go on then. */
#ifndef AU_RECORD_CHECK_H
#define AU_RECORD_CHECK_H

#include "record_json.h"

typedef struct au_replay {
  const au_rules *r;
  const au_record *rec;
  au_game *g;
  au_record_report *report;
  void *ctx;
  int round, trick;   /* where in the record: from 1; 0 outside one */
  const cJSON *asked; /* the next step of the present list 'asked', or NULL */
  bool answered;      /* true if some step was read */
  au_status status;   /* AU_OK until something differs */
} au_replay;

/* Report a difference. Returns false. */
bool au_differ(au_replay *p, const char *what, const char *expected,
               const char *got);
/* Report an item that is not of the expected form. Returns false. */
bool au_wrong(au_replay *p, const char *what, const char *expected,
              const cJSON *got);
/* Stop because an allocation failed, which says nothing about the record.
** Returns false. */
bool au_out_of_memory(au_replay *p);

/* Find the keys of an object. */
bool au_bind_object(au_replay *p, const char *what, const cJSON *object,
                    const char *const *keys, int n, const cJSON **out);
/* Compare an integer with the one that follows from the game. */
void au_same_int(au_replay *p, const char *what, int expected,
                 const cJSON *item);
/* Compare a list of sides with a bit mask. */
void au_same_sides(au_replay *p, const char *what, uint8_t expected,
                   const cJSON *list);

/* The next card of a list of names; AU_NONE at the end, and with '*bad' for an
** unknown name. */
au_card au_next_card(au_replay *p, const char *what, const char **text,
                     bool *bad);
/* Read a set of base cards, each at most once. */
bool au_get_set(au_replay *p, const char *what, const cJSON *item, au_set *out);
/* Read a pile of gold. */
bool au_get_pile(au_replay *p, const char *what, const cJSON *item,
                 au_gold *out);
/* Read one base or gold card. */
bool au_get_card(au_replay *p, const char *what, const cJSON *item,
                 au_card *out);
bool au_get_seat(au_replay *p, const char *what, const cJSON *item,
                 uint8_t *out);

/* Play an action; report it if it is not legal. */
bool au_act(au_replay *p, const char *what, au_action a);

/* ---- Answers to questions: record_asked.c ---- */

/* Begin to read a list 'asked'. */
bool au_asked_begin(au_replay *p, const cJSON *list);
/* Play its next steps, as long as a question is asked whose moment is in 'when'
** (a bit each). */
bool au_asked_play(au_replay *p, unsigned when);
/* Check that the list has no more steps. */
bool au_asked_end(au_replay *p);
/* True if a question is asked whose moment is in 'when': the record has no
** answer to it. */
bool au_unanswered(const au_replay *p, unsigned when);
/* Report that the record has no answer to the question that is asked. Returns
** false. */
bool au_asked_missing(au_replay *p);

#endif
