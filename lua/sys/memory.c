/* memory.c: what happens when malloc fails.
**
** To continue after a failed allocation, a command would have to be correct at
** thousands of places, and liblua 5.4.4 is not. So the program ends, with a
** message, at the first request that fails. A worker ends with a status of its
** own, which its pool reports as the machine's fault and never as a bot's.
**
** Two cases are different. The cap of a bot or a variant may refuse a request
** (limits.c). In another program's interpreter the module raises instead. */
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>

/* A request of this size is a mistake in a script, such as ("x"):rep(1e12). It
** raises, since enough memory is left for smaller requests. */
enum { LARGE = 1 << 20 };

static bool program; /* this process is the program aurum */

/* The request that failed last; 0 bytes for none. Lua then collects garbage and
** tries the same request once more. */
static const void *failed_block;
static size_t failed_size;

void au_give_up(void) {
  if (au_watching != NULL)
    au_worker_leave(AU_WORKER_NO_MEMORY);
  if (!program)
    return;
  fputs("aurum: not enough memory\n", stderr);
  exit(EXIT_FAILURE); /* this flushes what was printed before */
}

void *au_refused(const void *block, size_t size) {
  if (size < LARGE && failed_size == size && failed_block == block)
    au_give_up();
  failed_block = block;
  failed_size = size;
  return NULL;
}

void *au_resize(void *block, size_t old, size_t size) {
  if (size == 0) {
    free(block);
    return NULL;
  }
  void *made = realloc(block, size);
  if (made != NULL) {
    failed_size = 0;
    return made;
  }
  if (block != NULL && size <= old)
    return block; /* Lua requires that shrinking succeeds */
  return au_refused(block, size);
}

static void *allocate(void *ud, void *block, size_t old, size_t size) {
  (void)ud;
  return au_resize(block, old, size);
}

/* An error outside any protected call. */
static int on_panic(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  fprintf(stderr, "aurum: %s\n", text != NULL ? text : "an unknown error");
  exit(EXIT_FAILURE);
}

lua_State *au_program_state(void) {
  program = true;
  lua_State *L = lua_newstate(allocate, NULL);
  if (L == NULL)
    au_give_up();
  lua_atpanic(L, on_panic);
  return L;
}
