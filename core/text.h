/* text.h: a growing run of bytes, for records and positions. */
#ifndef AU_TEXT_H
#define AU_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero it to begin; au_text_free gives it back. Once memory fails, 'failed'
** stays set and nothing more is added: check it once, at the end. */
typedef struct au_text {
  char *at; /* owned; a NUL follows the last byte */
  size_t n; /* bytes in it */
  size_t cap;
  bool failed;
} au_text;

void au_text_free(au_text *t);
/* Empty it, memory kept. */
void au_text_clear(au_text *t);
void au_text_add(au_text *t, const void *bytes, size_t n);
void au_text_put(au_text *t, const char *string);
void au_text_int(au_text *t, long value);
/* As a JSON string, quotes and escapes included; what is no UTF-8 becomes
** U+FFFD. */
void au_text_json(au_text *t, const char *string);

#endif
