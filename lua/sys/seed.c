/* seed.c: new Lua states with the same hashes in each run.
**
** Lua 5.4 seeds the hashes of a state's texts with the time and three
** addresses: of the state, of its code, and of a variable on the stack. The
** seed decides where a text stands in a table, and so which length a table with
** holes has.
**
** Lua has no function that sets the seed. But it makes the seed after it has
** allocated the state and before it allocates anything else. So at the second
** request for memory the seed is in the first block, and no text was hashed
** yet. Where it is, is found out, not assumed: two states that begin at the
** same address, made at different depths of the stack, differ in the seed
** alone. */
#include "sys.h"

#include <stdlib.h>

enum { SEED = 0x61757275 }; /* any number */

typedef struct making {
  lua_Alloc allocate; /* of the state */
  void *ud;
  char *block; /* the first, of 'n' bytes */
  size_t n;
  int requests;
} making;

/* Where states have their seed: in a first block of 'n' bytes, 'at' bytes from
** its beginning. Both are 0 if that is not known. */
static size_t seed_n, seed_at;
static bool tried;

/* ---- Finding the seed ---------------------------------------------------- */

enum { BLOCK = 8192 }; /* bytes of the largest first block that is tried */

/* Two first blocks, and what they are made in. */
typedef struct trial {
  making m;
  _Alignas(16) char block[BLOCK], first[BLOCK], second[BLOCK];
} trial;

/* Give the first block, and fail at the second request. */
static void *allocate_once(void *ud, void *block, size_t old, size_t size) {
  trial *t = ud;
  (void)old;
  if (size == 0 || block != NULL || ++t->m.requests > 1)
    return NULL;
  t->m.n = size;
  return size <= BLOCK ? t->block : NULL;
}

/* The same, but copy the first block at the second request. */
static void *allocate_copy(void *ud, void *block, size_t old, size_t size) {
  trial *t = ud;
  if (size > 0 && t->m.requests == 1)
    memcpy(t->m.block, t->block, t->m.n);
  return allocate_once(ud, block, old, size);
}

static void begin_state(trial *t, char *copy) {
  memset(t->block, 0, BLOCK);
  t->m.requests = 0;
  t->m.block = copy;
  (void)!lua_newstate(allocate_copy, t);
}

/* Deeper on the stack. */
static AU_APART void begin_deeper(trial *t, char *copy) {
  volatile char space[256];
  space[0] = 0;
  begin_state(t, copy);
  (void)space[0];
}

/* The part of the block that Lua sets from its arguments: the allocator and its
** 'ud', one behind the other. What lies before belongs to the thread, which has
** an address of the stack. 0 if it is not there. */
static size_t find_arguments(const trial *t) {
  lua_Alloc allocate = allocate_copy;
  const void *ud = t;
  char both[sizeof allocate + sizeof ud];
  memcpy(both, &allocate, sizeof allocate);
  memcpy(both + sizeof allocate, &ud, sizeof ud);
  for (size_t i = 0; i + sizeof both <= t->m.n; i += sizeof ud)
    if (memcmp(t->first + i, both, sizeof both) == 0)
      return i;
  return 0;
}

static void find_seed(void) {
  unsigned seed;
  size_t at = 0, found = 0;
  trial *t = calloc(1, sizeof *t);
  if (t == NULL)
    return;
  begin_state(t, t->first);
  begin_deeper(t, t->second);
  if (t->m.n <= BLOCK)
    at = find_arguments(t);
  for (; at > 0 && at + sizeof seed <= t->m.n; at += sizeof seed)
    if (memcmp(t->first + at, t->second + at, sizeof seed) != 0) {
      found++;
      seed_at = at;
    }
  seed_n = found == 1 ? t->m.n : 0;
  free(t);
}

/* ---- Making states ------------------------------------------------------- */

static void *allocate(void *ud, void *block, size_t old, size_t size) {
  making *m = ud;
  const unsigned seed = SEED;
  if (size > 0 && ++m->requests == 2 && m->n == seed_n)
    memcpy(m->block + seed_at, &seed, sizeof seed);
  void *made = m->allocate(m->ud, block, old, size);
  if (m->requests == 1) {
    m->block = made;
    m->n = size;
  }
  return made;
}

bool au_seed_known(void) {
  if (!tried)
    find_seed();
  tried = true;
  return seed_n > 0;
}

lua_State *au_new_state(lua_Alloc given, void *ud) {
  making m = {.allocate = given, .ud = ud};
  if (!au_seed_known())
    return lua_newstate(given, ud);
  lua_State *L = lua_newstate(allocate, &m);
  if (L != NULL)
    lua_setallocf(L, given, ud);
  return L;
}
