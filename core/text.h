/* text.h: a byte string that grows, for records and positions. */
#ifndef AU_TEXT_H
#define AU_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Set it to zeros at first; au_text_free frees its memory. When an
** allocation fails, 'failed' is set and nothing more is added: check it
** once, at the end. */
typedef struct au_text {
  char *at; /* owned; a NUL follows the last byte */
  size_t n; /* bytes in it, without that NUL */
  size_t cap;
  bool failed;
} au_text;

void au_text_free(au_text *t);
/* Make it empty; keeps the memory. */
void au_text_clear(au_text *t);
void au_text_add(au_text *t, const void *bytes, size_t n);
void au_text_put(au_text *t, const char *string);
void au_text_int(au_text *t, long value);
/* Write a number as "%.*g" with 'digits', at most 17, and a point in every
** locale. Returns its length; 'n' is at least 32. */
int au_number_text(char *out, size_t n, int digits, double x);
/* Append a JSON string, with quotes and escapes. Bytes that are not UTF-8
** become U+FFFD. */
void au_text_json(au_text *t, const char *string);

#endif
