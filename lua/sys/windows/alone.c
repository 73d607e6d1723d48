/* alone.c: no worker processes, in the build for Windows.
**
** Windows has no fork, and nothing yet that keeps a worker from the system. So
** there is no pool: bots run in this process, when --trust says so, and work
** that runs no bot is done in it (lua/play/pool.lua). No clock stops a hook of
** a variant, so each run of one has fuel. */
#include "../sys.h"

enum { SECOND = 5000000 }; /* instructions of a second of a variant's code */

void au_watch_alive(bool begun) {
  (void)begun; /* nobody waits for it */
}

int32_t au_fuel_for(int seconds) {
  return seconds * SECOND; /* 0, no limit, for bots: they are trusted */
}

const char *au_lack(int i) {
  static const char *const lacks[] = {
      "no worker processes on Windows: bots run only with --trust, in this "
      "process",
      "no clock that stops a bot or variant: 5 million instructions stand for "
      "a second of a variant's code",
      "no filter of system calls: a bot may do all that you may do"};
  return i < (int)(sizeof lacks / sizeof *lacks) ? lacks[i] : NULL;
}

bool au_has_workers(void) {
  return false;
}

static int f_workers(lua_State *L) {
  lua_pushliteral(L, "no workers on Windows: nothing here confines bots, so "
                     "they run only with --trust, as if you had started them");
  return lua_error(L);
}

void au_open_workers(lua_State *L) {
  au_open_pools(L, f_workers);
}
