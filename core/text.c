/* text.c: see text.h. */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void au_text_free(au_text *t) {
  free(t->at);
  memset(t, 0, sizeof *t);
}

void au_text_clear(au_text *t) {
  t->n = 0;
  t->failed = false;
}

static bool reserve(au_text *t, size_t n) {
  if (t->failed)
    return false;
  if (t->n + n + 1 <= t->cap)
    return true;
  size_t cap = t->cap < 256 ? 256 : t->cap;
  while (cap < t->n + n + 1)
    cap *= 2;
  char *grown = realloc(t->at, cap);
  if (grown == NULL) {
    t->failed = true;
    return false;
  }
  t->at = grown;
  t->cap = cap;
  return true;
}

void au_text_add(au_text *t, const void *bytes, size_t n) {
  if (!reserve(t, n))
    return;
  memcpy(t->at + t->n, bytes, n);
  t->n += n;
  t->at[t->n] = '\0';
}

void au_text_put(au_text *t, const char *string) {
  au_text_add(t, string, strlen(string));
}

void au_text_int(au_text *t, long value) {
  char digits[24];
  char *p = digits + sizeof digits;
  unsigned long rest = value < 0 ? -(unsigned long)value : (unsigned long)value;
  do
    *--p = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (value < 0)
    *--p = '-';
  au_text_add(t, p, (size_t)(digits + sizeof digits - p));
}

void au_text_json(au_text *t, const char *string) {
  au_text_put(t, "\"");
  for (const char *p = string; *p != '\0'; p++) {
    unsigned char c = (unsigned char)*p;
    char escape[8];
    if (c == '"' || c == '\\')
      snprintf(escape, sizeof escape, "\\%c", c);
    else if (c < 0x20)
      snprintf(escape, sizeof escape, "\\u%04x", c);
    else
      snprintf(escape, sizeof escape, "%c", c);
    au_text_put(t, escape);
  }
  au_text_put(t, "\"");
}
