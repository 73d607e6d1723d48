/* record_json.h: a record's line as cJSON's values. Shared by the record_*.c;
** no other file includes it. */
#ifndef AU_RECORD_JSON_H
#define AU_RECORD_JSON_H

#include "record.h"

#include <cjson/cJSON.h>

/* Keys of the outermost object. */
enum {
  HEAD_FORMAT,
  HEAD_VARIANT,
  HEAD_RULES,
  HEAD_PLAYERS,
  HEAD_NAMES,
  HEAD_SEED,
  HEAD_START,
  HEAD_ROUNDS,
  HEAD_FAULTS,
  HEAD_WINNERS,
  HEAD_N
};

enum {
  FAULT_ROUND,
  FAULT_TRICK,
  FAULT_SEAT,
  FAULT_ASK,
  FAULT_KIND,
  FAULT_MESSAGE,
  FAULT_SUBSTITUTED,
  FAULT_N
};
extern const char *const au_fault_keys[FAULT_N];

enum {
  SCORE_TAKEN,
  SCORE_BID,
  SCORE_BID_POINTS,
  SCORE_GOLD_POINTS,
  SCORE_POINTS,
  SCORE_N
};
extern const char *const au_score_keys[SCORE_N];

struct au_record {
  cJSON *root; /* owned */
  bool plain;  /* true if au_read_plain has read it */
  int version; /* 1 or 2: only 2 has the key 'asked' */
  const cJSON *head[HEAD_N];
  int players;
};

/* Read a line's JSON as cJSON would, only faster: '*root' gets the same values,
** in one block that free(*root) frees, and '*end' the byte after them. '*root'
** is NULL for JSON that records seldom have, such as escapes and fractions, and
** for what is not JSON. AU_ENOMEM. */
AU_MUST au_status au_read_plain(const char *line, size_t n, cJSON **root,
                                const char **end);

/* Find the keys of an object in one pass; 'out' gets NULL for a missing key.
** Returns a key that occurs twice, or NULL. */
const char *au_bind_keys(const cJSON *object, const char *const *keys, int n,
                         const cJSON **out);
/* Read an integer in lo .. hi; false if the item is anything else. */
bool au_get_int(const cJSON *item, int lo, int hi, int *out);
/* Describe an item in a few words, for "got". */
const char *au_describe(const cJSON *item, char *out, size_t n);
/* The text of a string, or 'other' if the item is not a string. */
const char *au_string_or(const cJSON *item, const char *other);

#endif
