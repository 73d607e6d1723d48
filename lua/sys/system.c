/* system.c: small queries of the system, and interrupts. */
#include "sys.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* aurum.sys.is_terminal("stdin"|"stdout"|"stderr") */
static int f_is_terminal(lua_State *L) {
  static const char *const names[] = {"stdin", "stdout", "stderr", NULL};
  lua_pushboolean(L, isatty(luaL_checkoption(L, 1, NULL, names)));
  return 1;
}

/* aurum.sys.clock(): seconds on a clock that only goes forward. */
static int f_clock(lua_State *L) {
  lua_pushnumber(L, au_clock());
  return 1;
}

/* aurum.sys.thread_clock(): seconds of processor time that this thread took. */
static int f_thread_clock(lua_State *L) {
  lua_pushnumber(L, au_thread_clock());
  return 1;
}

/* aurum.sys.children_clock(): seconds of processor time that child processes
** which have ended took, and theirs. */
static int f_children_clock(lua_State *L) {
  lua_pushnumber(L, au_children_clock());
  return 1;
}

/* sys.sample(often): let the timer here, and in workers that start from now on,
** tick often. */
static int f_sample(lua_State *L) {
  au_limits_sample(lua_toboolean(L, 1));
  return 0;
}

/* Push the most memory that processes have held, in KiB. */
static int push_memory(lua_State *L, int whose) {
  struct rusage usage;
  getrusage(whose, &usage);
#if defined(__APPLE__)
  lua_pushinteger(L, usage.ru_maxrss / 1024);
#else
  lua_pushinteger(L, usage.ru_maxrss);
#endif
  return 1;
}

/* aurum.sys.peak_memory(): the most memory this process has held, in KiB. */
static int f_peak_memory(lua_State *L) {
  return push_memory(L, RUSAGE_SELF);
}

/* aurum.sys.children_memory(): the most memory that one of the child processes
** which have ended, or of theirs, has held, in KiB. */
static int f_children_memory(lua_State *L) {
  return push_memory(L, RUSAGE_CHILDREN);
}

/* aurum.sys.build(): the compiler and flags of this build. */
static int f_build(lua_State *L) {
  lua_pushliteral(L, AURUM_CFLAGS);
  return 1;
}

static void push_compiler(lua_State *L) {
#if defined(__clang__)
  lua_pushfstring(L, "clang %d.%d.%d", __clang_major__, __clang_minor__,
                  __clang_patchlevel__);
#elif defined(__GNUC__)
  lua_pushliteral(L, "gcc " __VERSION__);
#else
  lua_pushliteral(L, "an unknown compiler");
#endif
}

static bool is_big_endian(void) {
  const unsigned one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 0;
}

/* aurum.sys.platform(): what this build was made by and for, and which guards
** of bots it lacks. */
static int f_platform(lua_State *L) {
  lua_newtable(L);
  push_compiler(L);
  lua_setfield(L, -2, "compiler");
  lua_pushliteral(L, LUA_RELEASE);
  lua_setfield(L, -2, "lua");
  lua_pushinteger(L, (lua_Integer)sizeof(void *) * CHAR_BIT);
  lua_setfield(L, -2, "bits");
  lua_pushstring(L, is_big_endian() ? "big" : "little");
  lua_setfield(L, -2, "endian");
  lua_pushboolean(L, au_has_processes());
  lua_setfield(L, -2, "processes");
  lua_pushboolean(L, au_has_workers());
  lua_setfield(L, -2, "workers");
  lua_newtable(L);
  for (int i = 0; au_lack(i) != NULL; i++) {
    lua_pushstring(L, au_lack(i));
    lua_rawseti(L, -2, i + 1);
  }
  if (!AU_HEAP_FIXED || !au_seed_known()) {
    lua_pushliteral(L,
                    "no addresses of a bot's own: the length of a table with "
                    "holes may differ from run to run");
    au_append(L, lua_gettop(L) - 1);
  }
  lua_setfield(L, -2, "lacks");
  return 1;
}

/* aurum.sys.entropy(): 16 random bytes from the system, in hexadecimal. */
static int f_entropy(lua_State *L) {
  unsigned char bytes[16];
  char text[2 * sizeof bytes + 1];
  if (getentropy(bytes, sizeof bytes) != 0)
    return luaL_error(L, "the system has no random bytes");
  for (size_t i = 0; i < sizeof bytes; i++) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  lua_pushlstring(L, text, 2 * sizeof bytes);
  return 1;
}

/* ---- Interrupts --------------------------------------------------------- */

static volatile sig_atomic_t stopped_by; /* the first signal's number, or 0 */

/* The first interrupt sets a flag for the command and stops trusted bots. The
** second ends the command at once. */
static void on_interrupt(int number) {
  if (au_interrupted) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  au_interrupted = 1;
  stopped_by = number;
  au_stop_scripts();
}

/* aurum.sys.catch_interrupts([tear]): from now on SIGINT, SIGTERM and SIGHUP
** set a flag for interrupted(). With 'tear', functions of Lua's libraries
** raise, too. SIGHUP stays ignored where it is, as nohup wants it. */
static int f_catch_interrupts(lua_State *L) {
  struct sigaction action;
  au_tearable = lua_toboolean(L, 1);
  memset(&action, 0, sizeof action);
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
  return 0;
}

/* aurum.sys.stopped_by(): the number of the signal that stopped the command;
** nil before one has come. */
static int f_stopped_by(lua_State *L) {
  if (stopped_by != 0)
    lua_pushinteger(L, stopped_by);
  else
    luaL_pushfail(L);
  return 1;
}

/* aurum.sys.interrupted([served]): true if an interrupt has come. With 'served'
** it is forgotten: the caller has done what it asked for. */
static int f_interrupted(lua_State *L) {
  const bool served = lua_toboolean(L, 1);
  lua_pushboolean(L, au_interrupted != 0);
  if (served)
    au_interrupted = 0;
  return 1;
}

/* aurum.sys.undisturbed(f, ...): call a function that must not end halfway, and
** takes milliseconds. An interrupt that came before waits until it returns.
** Returns its first result. */
static int f_undisturbed(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  const sig_atomic_t waiting = au_interrupted;
  au_interrupted = 0;
  int status = lua_pcall(L, lua_gettop(L) - 1, 1, 0);
  if (au_interrupted == 0)
    au_interrupted = waiting;
  return status == LUA_OK ? 1 : lua_error(L);
}

void au_open_system(lua_State *L) {
  static const luaL_Reg functions[] = {{"is_terminal", f_is_terminal},
                                       {"clock", f_clock},
                                       {"thread_clock", f_thread_clock},
                                       {"children_clock", f_children_clock},
                                       {"children_memory", f_children_memory},
                                       {"sample", f_sample},
                                       {"peak_memory", f_peak_memory},
                                       {"build", f_build},
                                       {"platform", f_platform},
                                       {"entropy", f_entropy},
                                       {"catch_interrupts", f_catch_interrupts},
                                       {"interrupted", f_interrupted},
                                       {"undisturbed", f_undisturbed},
                                       {"stopped_by", f_stopped_by},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
