/* record_json_fast.c: reads the JSON that au_record_write writes, for speed.
**
** cJSON allocates every value by itself: that took three quarters of the time
** of `record verify`. Here one block holds all values of a line and a copy of
** its text, in which each string is cut off where its closing quote stood.
** Anything unusual falls back to cJSON. */
#include "record_json.h"

#include <stdlib.h>
#include <string.h>

enum {
  DEEP = 16,  /* nesting; records have 7 levels */
  DIGITS = 9, /* of an integer, which then fits an int */
};

typedef struct reader {
  char *at;    /* next byte of the copy, which ends in a NUL */
  cJSON *next; /* next free value of the block */
  int depth;
} reader;

static void skip_blanks(reader *in) {
  while (*in->at == ' ')
    in->at++;
}

/* Read a string; NULL if it has an escape or a control character, or no end. */
static char *read_text(reader *in) {
  if (*in->at != '"')
    return NULL;
  char *text = ++in->at;
  while ((unsigned char)*in->at >= ' ' && *in->at != '"' && *in->at != '\\')
    in->at++;
  if (*in->at != '"')
    return NULL;
  *in->at++ = '\0';
  return text;
}

static bool read_word(reader *in, const char *word, cJSON *out, int type) {
  size_t n = strlen(word);
  if (strncmp(in->at, word, n) != 0)
    return false;
  in->at += n;
  out->type = type;
  out->valueint = type == cJSON_True;
  return true;
}

/* Read an integer as we write it. More digits, a fraction or an exponent are
** then found where a comma or bracket has to stand. */
static bool read_int(reader *in, cJSON *out) {
  bool minus = *in->at == '-';
  in->at += minus;
  const char *digits = in->at;
  int value = 0;
  while (*in->at >= '0' && *in->at <= '9' && in->at - digits < DIGITS)
    value = value * 10 + (*in->at++ - '0');
  if (in->at == digits || (*digits == '0' && (minus || in->at - digits > 1)))
    return false;
  out->type = cJSON_Number;
  out->valueint = minus ? -value : value;
  out->valuedouble = out->valueint;
  return true;
}

static bool read_value(reader *in, cJSON *out);

/* Read the values of a list or an object, behind its opening bracket. */
static bool read_items(reader *in, cJSON *out, char close) {
  cJSON *last = NULL;
  skip_blanks(in);
  while (*in->at != close || last != NULL) {
    cJSON *item = in->next++;
    if (close == '}') {
      item->string = read_text(in);
      skip_blanks(in);
      if (item->string == NULL || *in->at++ != ':')
        return false;
      skip_blanks(in);
    }
    if (!read_value(in, item))
      return false;
    item->prev = last;
    *(last == NULL ? &out->child : &last->next) = item;
    out->child->prev = last = item; /* as cJSON has it */
    skip_blanks(in);
    if (*in->at == close)
      break;
    if (*in->at++ != ',')
      return false;
    skip_blanks(in);
  }
  in->at++;
  return true;
}

static bool read_value(reader *in, cJSON *out) {
  switch (*in->at) {
  case '{':
  case '[':
    out->type = *in->at == '{' ? cJSON_Object : cJSON_Array;
    if (++in->depth > DEEP)
      return false;
    in->at++;
    if (!read_items(in, out, out->type == cJSON_Object ? '}' : ']'))
      return false;
    in->depth--;
    return true;
  case '"':
    out->type = cJSON_String;
    out->valuestring = read_text(in);
    return out->valuestring != NULL;
  case 't':
    return read_word(in, "true", out, cJSON_True);
  case 'f':
    return read_word(in, "false", out, cJSON_False);
  case 'n':
    return read_word(in, "null", out, cJSON_NULL);
  default:
    return read_int(in, out);
  }
}

/* The most values that a text can have: the first, one behind each opening
** bracket, and one behind each comma. */
static size_t most_values(const char *line, size_t n) {
  size_t most = 1;
  for (size_t i = 0; i < n; i++)
    most += line[i] == ',' || line[i] == '{' || line[i] == '[';
  return most;
}

au_status au_read_plain(const char *line, size_t n, cJSON **root,
                        const char **end) {
  *root = NULL;
  size_t most = n > 0 && line[0] == '{' ? most_values(line, n) : 0;
  if (most == 0 || most > AU_RECORD_VALUES)
    return AU_OK;
  char *block = malloc(most * sizeof **root + n + 1);
  if (block == NULL)
    return AU_ENOMEM;
  memset(block, 0, most * sizeof **root);
  char *copy = block + most * sizeof **root;
  memcpy(copy, line, n);
  copy[n] = '\0';
  reader in = {.at = copy, .next = (cJSON *)(void *)block};
  cJSON *first = in.next++;
  if (!read_value(&in, first)) {
    free(block);
    return AU_OK;
  }
  *root = first;
  *end = line + (in.at - copy);
  return AU_OK;
}
