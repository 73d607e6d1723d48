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

/* True for a byte of a number's text that is not of its decimal point. */
static bool is_of_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' ||
         (c >= 'a' && c <= 'z');
}

int au_number_text(char *out, size_t n, int digits, double x) {
  int length = snprintf(out, n, "%.*g", digits, x);
  char *to = out;
  for (const char *from = out; *from != '\0';) {
    if (is_of_number(*from)) {
      *to++ = *from++;
      continue;
    }
    *to++ = '.'; /* a locale's point may have several bytes */
    while (*from != '\0' && !is_of_number(*from))
      from++;
  }
  *to = '\0';
  return length > 0 ? (int)(to - out) : 0;
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

/* The length in bytes of the UTF-8 character at 'p' (RFC 3629); 0 if
** it is invalid. */
static size_t utf8_length(const unsigned char *p) {
  size_t n = p[0] < 0x80   ? 1
             : p[0] < 0xc2 ? 0
             : p[0] < 0xe0 ? 2
             : p[0] < 0xf0 ? 3
             : p[0] < 0xf5 ? 4
                           : 0;
  for (size_t i = 1; i < n; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
      (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
    return 0; /* too long, a surrogate, or past U+10FFFF */
  return n;
}

void au_text_json(au_text *t, const char *string) {
  const unsigned char *p = (const unsigned char *)string;
  au_text_put(t, "\"");
  while (*p != '\0') {
    size_t n = utf8_length(p);
    char escape[8];
    if (*p == '"' || *p == '\\') {
      snprintf(escape, sizeof escape, "\\%c", *p);
      au_text_put(t, escape);
    } else if (*p < 0x20) {
      snprintf(escape, sizeof escape, "\\u%04x", *p);
      au_text_put(t, escape);
    } else if (n == 0) {
      au_text_put(t, "\xef\xbf\xbd"); /* U+FFFD */
    } else {
      au_text_add(t, p, n);
    }
    p += n > 0 ? n : 1;
  }
  au_text_put(t, "\"");
}
