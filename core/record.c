/* record.c: parses the line of a record.
**
** record_json_fast.c reads the text, and cJSON what that leaves. Every object
** is bound once, key by key. A key that occurs twice is refused; unknown keys
** are ignored. */
#include "record_json.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

static const char *const head_keys[] = {"format", "variant", "rules", "players",
                                        "names",  "seed",    "start", "rounds",
                                        "faults", "winners"};

const char *const au_fault_keys[FAULT_N] = {
    "round", "trick", "seat", "ask", "kind", "message", "substituted"};

const char *const au_score_keys[SCORE_N] = {"taken", "bid", "bid_points",
                                            "gold_points", "points"};

const char *au_bind_keys(const cJSON *object, const char *const *keys, int n,
                         const cJSON **out) {
  for (int i = 0; i < n; i++)
    out[i] = NULL;
  for (const cJSON *item = object->child; item != NULL; item = item->next)
    for (int i = 0; i < n; i++) {
      if (item->string[0] != keys[i][0] || strcmp(item->string, keys[i]) != 0)
        continue;
      if (out[i] != NULL)
        return keys[i];
      out[i] = item;
      break;
    }
  return NULL;
}

bool au_get_int(const cJSON *item, int lo, int hi, int *out) {
  if (!cJSON_IsNumber(item) || !(item->valuedouble >= lo) ||
      !(item->valuedouble <= hi) || item->valuedouble != item->valueint)
    return false;
  *out = item->valueint;
  return true;
}

const char *au_describe(const cJSON *item, char *out, size_t n) {
  if (item == NULL)
    snprintf(out, n, "nothing");
  else if (cJSON_IsString(item))
    snprintf(out, n, "\"%.40s%s\"", item->valuestring,
             strlen(item->valuestring) > 40 ? "..." : "");
  else if (cJSON_IsNumber(item))
    au_number_text(out, n, 15, item->valuedouble);
  else if (cJSON_IsArray(item))
    snprintf(out, n, "%s", item->child == NULL ? "an empty list" : "a list");
  else
    snprintf(out, n, "%s",
             cJSON_IsObject(item) ? "an object"
             : cJSON_IsNull(item) ? "null"
                                  : "true or false");
  return out;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static au_status
refuse(char *why, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(why, AU_WHY_TEXT, format, args);
  va_end(args);
  return AU_EFORMAT;
}

/* Read the version of a format; 0 if it is unknown. */
static int version_of(const cJSON *format) {
  const char *text = au_string_or(format, "");
  return strcmp(text, "aurum/1") == 0   ? 1
         : strcmp(text, "aurum/2") == 0 ? 2
                                        : 0;
}

static au_status check_head(au_record *rec, char *why) {
  const cJSON *const *head = rec->head;
  char text[64];
  if (!cJSON_IsObject(rec->root))
    return refuse(why, "expected an object {...}");
  const char *twice = au_bind_keys(rec->root, head_keys, HEAD_N, rec->head);
  if (twice != NULL)
    return refuse(why, "key \"%s\" occurs twice", twice);
  rec->version = version_of(head[HEAD_FORMAT]);
  if (rec->version == 0)
    return refuse(why, "format: expected \"aurum/1\" or \"aurum/2\", got %s",
                  au_describe(head[HEAD_FORMAT], text, sizeof text));
  if (!cJSON_IsString(head[HEAD_VARIANT]))
    return refuse(why, "variant: expected a name");
  if (!au_get_int(head[HEAD_PLAYERS], 2, AU_SEAT_MAX, &rec->players))
    return refuse(why, "players: expected a number from 2 to %d", AU_SEAT_MAX);
  return AU_OK;
}

/* True if the text contains \u0000, at which cJSON's strings would end. */
static bool has_nul_escape(const char *line, size_t n) {
  const char *end = line + n;
  for (const char *p = line;
       (p = memchr(p, '\\', (size_t)(end - p))) != NULL;) {
    if (end - p >= 6 && memcmp(p, "\\u0000", 6) == 0)
      return true;
    p += end - p >= 2 ? 2 : 1;
  }
  return false;
}

/* True if the line has too many commas. Each value takes about 100 bytes of
** memory, so 16 MiB of "0,0,0" would take 800 MB. */
static bool has_many_values(const char *line, size_t n) {
  size_t commas = 0;
  if (n <= AU_RECORD_VALUES)
    return false;
  for (size_t i = 0; i < n; i++)
    commas += line[i] == ',';
  return commas > AU_RECORD_VALUES;
}

/* Read JSON by cJSON, under the locale "C": cJSON knows no decimal point of
** several bytes, which a host may have. */
static cJSON *read_slowly(const char *line, size_t n, const char **end) {
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(plain);
  cJSON *root = cJSON_ParseWithLengthOpts(line, n, end, false);
  int error = errno;
  uselocale(before);
  if (plain != (locale_t)0)
    freelocale(plain);
  errno = error;
  return root;
}

/* Read JSON, by cJSON if it is not plain. '*root' is NULL if it is not JSON:
** '*end' is then where that shows. */
static au_status read_json(const char *line, size_t n, cJSON **root,
                           const char **end, bool *plain) {
  au_status status = au_read_plain(line, n, root, end);
  *plain = *root != NULL;
  if (status != AU_OK || *plain)
    return status;
  int saved = errno;
  errno = 0; /* malloc says why cJSON fails, cJSON does not */
  *root = read_slowly(line, n, end);
  if (*root == NULL && errno == ENOMEM)
    status = AU_ENOMEM;
  errno = saved;
  return status;
}

static void free_json(cJSON *root, bool plain) {
  if (plain)
    free(root);
  else
    cJSON_Delete(root);
}

au_status au_record_parse(const char *line, size_t n, au_record **out,
                          char *why) {
  const char *end = line;
  cJSON *root;
  bool plain;
  if (n > AU_RECORD_BYTES)
    return refuse(why, "a line of %zu bytes; at most %d are read", n,
                  AU_RECORD_BYTES);
  if (memchr(line, '\0', n) != NULL)
    return refuse(why, "not JSON: a NUL byte at byte %zu",
                  (size_t)((const char *)memchr(line, '\0', n) - line) + 1);
  if (has_nul_escape(line, n))
    return refuse(why, "\\u0000 in a string");
  if (has_many_values(line, n))
    return refuse(why, "a line of more than %d values", AU_RECORD_VALUES);
  au_status status = read_json(line, n, &root, &end, &plain);
  if (status != AU_OK)
    return status;
  while (root != NULL && end < line + n && strchr(" \t\r", *end) != NULL)
    end++;
  if (root == NULL || end < line + n) {
    free_json(root, plain);
    return refuse(why, "not JSON, or cut off, at byte %zu",
                  (size_t)(end - line) + 1);
  }
  au_record *rec = calloc(1, sizeof *rec);
  if (rec == NULL) {
    free_json(root, plain);
    return AU_ENOMEM;
  }
  rec->root = root;
  rec->plain = plain;
  status = check_head(rec, why);
  if (status != AU_OK)
    au_record_free(rec);
  else
    *out = rec;
  return status;
}

void au_record_free(au_record *rec) {
  if (rec != NULL)
    free_json(rec->root, rec->plain);
  free(rec);
}

const char *au_string_or(const cJSON *item, const char *other) {
  return cJSON_IsString(item) ? item->valuestring : other;
}

const char *au_record_variant(const au_record *rec) {
  return rec->head[HEAD_VARIANT]->valuestring;
}

int au_record_players(const au_record *rec) {
  return rec->players;
}

const char *au_record_seed(const au_record *rec) {
  return au_string_or(rec->head[HEAD_SEED], "");
}

const char *au_record_digest(const au_record *rec) {
  return au_string_or(rec->head[HEAD_RULES], NULL);
}

const char *au_record_name(const au_record *rec, int seat) {
  const cJSON *names = rec->head[HEAD_NAMES];
  return au_string_or(
      cJSON_IsArray(names) ? cJSON_GetArrayItem(names, seat) : NULL, "");
}

uint8_t au_record_claim(const au_record *rec) {
  uint8_t sides = 0;
  int side;
  const cJSON *item = rec->head[HEAD_WINNERS];
  if (!cJSON_IsArray(item))
    return 0;
  for (item = item->child; item != NULL; item = item->next) {
    if (!au_get_int(item, 1, AU_SEAT_MAX, &side) || sides >> (side - 1))
      return 0;
    sides |= (uint8_t)(1 << (side - 1));
  }
  return sides;
}

size_t au_record_faults(const au_record *rec, au_fault *out, size_t max) {
  const cJSON *list = rec->head[HEAD_FAULTS];
  const cJSON *item = cJSON_IsArray(list) ? list->child : NULL;
  size_t n = 0;
  for (; item != NULL; item = item->next, n++) {
    const cJSON *key[FAULT_N] = {NULL};
    int round = 0, trick = 0, seat = 1;
    if (n >= max)
      continue;
    if (cJSON_IsObject(item))
      au_bind_keys(item, au_fault_keys, FAULT_N, key);
    au_get_int(key[FAULT_ROUND], 0, UINT8_MAX, &round);
    au_get_int(key[FAULT_TRICK], 0, UINT8_MAX, &trick);
    au_get_int(key[FAULT_SEAT], 1, rec->players, &seat);
    out[n] = (au_fault){.round = (uint8_t)round,
                        .trick = (uint8_t)trick,
                        .seat = (uint8_t)(seat - 1),
                        .substituted = cJSON_IsTrue(key[FAULT_SUBSTITUTED]),
                        .ask = au_string_or(key[FAULT_ASK], ""),
                        .kind = au_string_or(key[FAULT_KIND], ""),
                        .message = au_string_or(key[FAULT_MESSAGE], "")};
  }
  return n;
}

/* Read a list with a number for each side. Returns the number of sides, 0 if it
** is anything else. */
static int read_row(const cJSON *list, int16_t *out) {
  int n = 0, x;
  if (!cJSON_IsArray(list))
    return 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    if (n == AU_SEAT_MAX || !au_get_int(item, INT16_MIN, INT16_MAX, &x))
      return 0;
    out[n++] = (int16_t)x;
  }
  return n;
}

/* Read the score of a round. Returns the number of sides, 0 if some row of it
** has another length. */
static int read_score(const cJSON *item, au_score *out) {
  const cJSON *key[SCORE_N];
  if (!cJSON_IsObject(item) ||
      au_bind_keys(item, au_score_keys, SCORE_N, key) != NULL)
    return 0;
  *out = (au_score){{0}, {0}, {0}, {0}, {0}, {0}};
  int16_t *row[SCORE_N] = {[SCORE_TAKEN] = out->taken,
                           [SCORE_BID] = out->bid,
                           [SCORE_BID_POINTS] = out->bid_points,
                           [SCORE_GOLD_POINTS] = out->gold_points,
                           [SCORE_POINTS] = out->points};
  int sides = read_row(key[0], row[0]);
  for (int i = 1; i < SCORE_N; i++)
    if (read_row(key[i], row[i]) != sides)
      return 0;
  return sides;
}

size_t au_record_scores(const au_record *rec, au_score *out, size_t max,
                        int *sides) {
  static const char *const score_key[] = {"score"};
  const cJSON *rounds = rec->head[HEAD_ROUNDS];
  const cJSON *item = cJSON_IsArray(rounds) ? rounds->child : NULL;
  size_t n = 0;
  *sides = 0;
  for (; item != NULL; item = item->next) {
    const cJSON *score = NULL;
    au_score read = {{0}, {0}, {0}, {0}, {0}, {0}};
    bool twice = cJSON_IsObject(item) &&
                 au_bind_keys(item, score_key, 1, &score) != NULL;
    if (score == NULL)
      continue;
    int own = twice ? 0 : read_score(score, &read);
    *sides = n == 0 || own == *sides ? own : 0;
    if (own > 0 && n < max)
      out[n] = read;
    n++;
  }
  return n;
}
