/* script.c: the libFuzzer entry of targets written in Lua.
**
** SCRIPT names the target. tests/fuzz/SCRIPT_fuzz.lua returns a function that
** is called with the bytes of each input, in a Lua state of its own with the
** module open, so that a finding repeats alone. An error that the function
** raises is a finding; what may fail is called by pcall there. The script's
** first argument is the table
**   folder            a temporary folder, the only place to write
**   broken(message)   report a finding
**   spent()           whether the input has used up its budget
**
** A line hook has two duties. It tells libFuzzer which lines of Lua have run,
** through its extra counters. And it ends inputs that run for long: past the
** budget every line raises, and no error is a finding from then on. */
#include "../../lua/aurum_lua.h"
#include "../../repl/input/edit.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum {
  MEMORY = 256 << 20, /* bytes a state may hold */
  LINES = 1 << 17,    /* lines of Lua an input may run */
  MILLISECONDS = 200, /* of processor time, for what is slow in C */
  COUNTERS = 1 << 15
};

static char folder[256]; /* in $TMPDIR, which tests/fuzz/run removes */
static size_t used;
static long lines;
static clock_t start;
static bool over; /* out of budget or memory */

/* libFuzzer reads this section after each input, if it is there. */
#if defined(__linux__)
__attribute__((section("__libfuzzer_extra_counters")))
#endif
static uint8_t counters[COUNTERS];

/* ud stays NULL, as in states of luaL_newstate: the binding takes any other
** for the limits of a script. */
static void *allocate(void *ud, void *block, size_t old, size_t size) {
  (void)ud;
  old = block == NULL ? 0 : old;
  if (size == 0) {
    free(block);
    used -= old;
    return NULL;
  }
  void *grown =
      size > old && used + (size - old) > MEMORY ? NULL : realloc(block, size);
  if (grown == NULL)
    over = true;
  else
    used += size - old;
  return grown;
}

static void on_line(lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "S", ar);
  if (*ar->source == '@') { /* a file: what is typed has no lines of ours */
    uint32_t hash = (uint32_t)ar->currentline;
    for (const char *c = ar->source; *c != '\0'; c++)
      hash = (hash ^ (uint8_t)*c) * 16777619u;
    counters[(hash ^ hash >> 15) % COUNTERS]++;
  }
  bool working = *ar->source == '\0'; /* au_spend in the host: C takes long */
  if (++lines > LINES)
    over = true;
  if ((working || lines % 256 == 0) &&
      clock() - start > MILLISECONDS * (CLOCKS_PER_SEC / 1000))
    over = true;
  if (over)
    luaL_error(L, "the input has used up its budget");
}

static int f_broken(lua_State *L) {
  if (over)
    return luaL_error(L, "the input has used up its budget");
  luaL_traceback(L, L, luaL_checkstring(L, 1), 1);
  fprintf(stderr, "\n%s: %s\n", SCRIPT, lua_tostring(L, -1));
  abort();
}

static int f_spent(lua_State *L) {
  lua_pushboolean(L, over);
  return 1;
}

static int f_interrupted(lua_State *L) {
  lua_pushboolean(L, false);
  return 1;
}

/* Signals, terminals and workers are not what is tested: the same bytes do the
** same in one process. */
static int f_entropy(lua_State *L) {
  lua_pushliteral(L, "00112233445566778899aabbccddeeff");
  return 1;
}

static int f_ignore(lua_State *L) {
  (void)L;
  return 0;
}

static int f_traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

/* Open the module, load the script, call it with the bytes at 'data'. */
static int f_run(lua_State *L) {
  static const luaL_Reg host[] = {{"interrupted", f_interrupted},
                                  {"catch_interrupts", f_ignore},
                                  {"entropy", f_entropy},
                                  {NULL, NULL}};
  static const luaL_Reg functions[] = {
      {"broken", f_broken}, {"spent", f_spent}, {NULL, NULL}};
  const char *data = lua_touserdata(L, 1);
  size_t n = (size_t)lua_tointeger(L, 2);
  luaL_openlibs(L);
  luaL_requiref(L, "aurum", luaopen_aurum, 1);
  lua_getfield(L, -1, "sys");
  luaL_setfuncs(L, host, 0);
  lua_pop(L, 1);
  edit_open(L);
  lua_setfield(L, -2, "edit");
  lua_getfield(L, -1, "home");
  const char *home = lua_tostring(L, -1);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "path");
  lua_pushfstring(L, "%s/?.lua;%s", home, lua_tostring(L, -1));
  lua_setfield(L, -3, "path");
  lua_sethook(L, on_line, LUA_MASKLINE, 0);
  lua_pushfstring(L, "%s/tests/fuzz/%s_fuzz.lua", home, SCRIPT);
  if (luaL_loadfilex(L, lua_tostring(L, -1), "t") != LUA_OK)
    return lua_error(L);
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pushstring(L, folder);
  lua_setfield(L, -2, "folder");
  lua_call(L, 1, 1);
  lua_pushlstring(L, data, n);
  lua_call(L, 1, 0);
  return 0;
}

static void remove_folder(void) {
  rmdir(folder);
}

/* Scripts write to the folder alone, and remove what they wrote. */
static void make_folder(void) {
  const char *place = getenv("TMPDIR");
  if (*folder != '\0')
    return;
  snprintf(folder, sizeof folder, "%s/aurum-fuzz-XXXXXX",
           place != NULL ? place : "/tmp");
  if (mkdtemp(folder) == NULL) {
    perror(folder);
    exit(EXIT_FAILURE);
  }
  atexit(remove_folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  make_folder();
  used = 0, lines = 0, over = false, start = clock();
  au_interrupted = 0;
  lua_State *L = lua_newstate(allocate, NULL);
  if (L == NULL)
    return 0;
  lua_pushcfunction(L, f_traceback);
  lua_pushcfunction(L, f_run);
  lua_pushlightuserdata(L, (void *)(uintptr_t)data);
  lua_pushinteger(L, (lua_Integer)n);
  if (lua_pcall(L, 2, 0, 1) != LUA_OK && !over) {
    fprintf(stderr, "\n%s: %s\n", SCRIPT, lua_tostring(L, -1));
    abort();
  }
  over = true; /* no finalizer runs on */
  lua_close(L);
  return 0;
}
