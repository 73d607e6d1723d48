/* same_json.h: compares values of cJSON. */
#ifndef AU_TEST_SAME_JSON_H
#define AU_TEST_SAME_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <string.h>

static inline bool same_text(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* True if two values are the same, with all behind and within them, and are
** linked as cJSON links them: the first one's 'prev' is the last. */
static inline bool same_json(const cJSON *a, const cJSON *b) {
  const cJSON *first = a, *last = NULL;
  for (; a != NULL && b != NULL; last = a, a = a->next, b = b->next)
    if (a->type != b->type || a->valueint != b->valueint ||
        a->valuedouble != b->valuedouble ||
        !same_text(a->valuestring, b->valuestring) ||
        !same_text(a->string, b->string) || (last != NULL && a->prev != last) ||
        !same_json(a->child, b->child))
      return false;
  return a == b &&
         (first == NULL || first->prev == NULL || first->prev == last);
}

#endif
