/* memory.c: what happens where memory fails.
**
** A command that went on after a failed allocation would have to be right at
** each of thousands of places, and liblua 5.4.4 is not. So the program ends at
** the first request that cannot be met, with a message; a worker ends with a
** status of its own, which its pool reports as the machine's fault and never as
** a bot's. What a bot's or a variant's own cap refuses is not meant here
** (limits.c), nor is a module in somebody else's interpreter, which raises. */
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>

/* A request this large is a mistake in a script, such as ("x"):rep(1e12): it
** raises, since memory is left for what follows. */
enum { LARGE = 1 << 20 };

static bool program; /* this process is ours to end */

/* The request that failed last, 0 bytes for none. Lua collects its garbage and
** asks again before it gives up. */
static const void *failed_block;
static size_t failed_size;

void au_give_up(void) {
  if (au_watching != NULL)
    au_worker_leave(AU_WORKER_NO_MEMORY);
  if (!program)
    return;
  fputs("aurum: not enough memory\n", stderr);
  exit(EXIT_FAILURE); /* what was printed before is written, whole */
}

int au_no_memory(lua_State *L) {
  au_give_up();
  return luaL_error(L, "not enough memory");
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
    return block; /* Lua counts on it that blocks can be made smaller */
  if (size < LARGE && failed_size == size && failed_block == block)
    au_give_up();
  failed_block = block;
  failed_size = size;
  return NULL;
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
