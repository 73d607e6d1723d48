/* memory_state.c: numbers in the text of a memory (remember.c), and states as
** such numbers, so that the text is the same on every machine. */
#include "script.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Some fields of a state: where they begin, the bytes of a number, and how many
** numbers there are. */
typedef struct field {
  size_t at, size, n;
} field;

#define PART(from, to, size)                                         \
  {                                                                  \
    offsetof(au_state, from), size,                                  \
        (offsetof(au_state, to) - offsetof(au_state, from)) / (size) \
  }

_Static_assert(offsetof(au_state, known) + AU_SEAT_MAX * sizeof(au_set) ==
                   sizeof(au_state),
               "the fields are all of a state");

/* All fields, in their order. There is no padding. Another order or another
** field is another form of the text (AU_MEMORY_FORM). */
static const field fields[] = {
    PART(hand, points, 8),  PART(points, vars, 4),
    PART(vars, nuggets, 2), PART(nuggets, answer, 1),
    PART(answer, known, 4), {offsetof(au_state, known), 8, AU_SEAT_MAX}};

static uint64_t number_at(const void *at, size_t size) {
  uint8_t one;
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (size) {
  case 1:
    memcpy(&one, at, size);
    return one;
  case 2:
    memcpy(&two, at, size);
    return two;
  case 4:
    memcpy(&four, at, size);
    return four;
  default:
    memcpy(&eight, at, sizeof eight);
    return eight;
  }
}

static void set_number(void *at, size_t size, uint64_t value) {
  uint8_t one = (uint8_t)value;
  uint16_t two = (uint16_t)value;
  uint32_t four = (uint32_t)value;
  const void *from = size == 1   ? (const void *)&one
                     : size == 2 ? (const void *)&two
                     : size == 4 ? (const void *)&four
                                 : (const void *)&value;
  memcpy(at, from, size);
}

void au_memory_put(luaL_Buffer *b, uint64_t value) {
  char text[20];
  int n = snprintf(text, sizeof text, "%" PRIx64 " ", value);
  luaL_addlstring(b, text, (size_t)n);
}

uint64_t au_memory_get(au_memory_reader *in, uint64_t most) {
  char *end;
  uint64_t value = strtoull(in->at, &end, 16);
  if (end == in->at || value > most)
    in->failed = true;
  in->at = end;
  return in->failed ? 0 : value;
}

void au_memory_put_state(luaL_Buffer *b, const au_state *s) {
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    for (size_t k = 0; k < fields[i].n; k++)
      au_memory_put(
          b, number_at((const char *)s + fields[i].at + k * fields[i].size,
                       fields[i].size));
}

void au_memory_get_state(au_memory_reader *in, au_state *s) {
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    for (size_t k = 0; k < fields[i].n; k++) {
      size_t size = fields[i].size;
      uint64_t value = au_memory_get(in, UINT64_MAX >> (64 - 8 * size));
      set_number((char *)s + fields[i].at + k * size, size, value);
    }
}
