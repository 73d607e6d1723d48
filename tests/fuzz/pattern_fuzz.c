/* pattern_fuzz.c: the libFuzzer target for Lua's patterns.
**
** lua/script/pattern.c and Lua's own string library get the same pattern,
** subject and other arguments. Results and error messages must be the same.
** Our functions run first, with FUEL; a call that needs more is not compared,
** because Lua's matcher has no bound.
**
** An input is the bytes FUNCTION, INIT, MOST, KIND of the replacement and the
** LENGTHS of pattern and replacement text, then these texts and the subject. */
#include "../../lua/script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { FUEL = 100000, TEXT_MAX = 300, MATCHES_MAX = 400 };

/* Calls; the arguments are those of the functions in string. */
typedef enum function { FIND, MATCH, GMATCH, GSUB, FUNCTION_N } function;

static const char *const names[FUNCTION_N] = {"find", "match", "gmatch",
                                              "gsub"};

typedef struct text {
  const char *at;
  size_t n;
} text;

typedef struct input {
  function f;
  lua_Integer init; /* of gsub: the most replacements */
  bool plain;
  unsigned replacement; /* a kind */
  text pattern, by, subject;
} input;

static uint8_t next(const uint8_t **data, size_t *n) {
  if (*n == 0)
    return 0;
  --*n;
  return *(*data)++;
}

static text take(const uint8_t **data, size_t *n, size_t most) {
  text t = {(const char *)*data, *n < most ? *n : most};
  *data += t.n;
  *n -= t.n;
  return t;
}

static input read_input(const uint8_t *data, size_t n) {
  input in = {.f = next(&data, &n) % FUNCTION_N};
  in.init = (int8_t)next(&data, &n);
  uint8_t b = next(&data, &n);
  in.plain = b >= 240;
  in.replacement = b;
  size_t pattern = next(&data, &n), by = next(&data, &n);
  in.pattern = take(&data, &n, pattern);
  in.by = take(&data, &n, by);
  in.subject = take(&data, &n, TEXT_MAX);
  lua_Integer end = (lua_Integer)in.subject.n + 1;
  if (in.f != GSUB && in.init > end) /* past it, only Lua's own is called */
    in.init = end;
  return in;
}

/* ---- Our functions ---- */

/* The bytes before 'init', as for string.find. */
static size_t skipped(lua_Integer init, size_t n) {
  if (init > 0)
    return (size_t)init - 1;
  if (init == 0 || (size_t)-init > n)
    return 0;
  return n - (size_t)-init;
}

static int f_ours(lua_State *L) {
  const input *in = lua_touserdata(L, lua_upvalueindex(1));
  size_t from = skipped(in->init, in->subject.n);
  if (in->f == GSUB)
    return au_pattern_gsub(L);
  if (in->f == GMATCH)
    return au_pattern_gmatch(L, from);
  return au_pattern_search(L, from, in->f == FIND, in->plain);
}

/* ---- Arguments ---- */

/* A replacement of gsub: its result depends on the first capture. */
static int f_replace(lua_State *L) {
  size_t n;
  const char *s = luaL_tolstring(L, 1, &n);
  if (n == 0)
    return 0;
  if (*s == 'b')
    lua_pushboolean(L, 0);
  else if (*s == 'c')
    lua_pushinteger(L, lua_gettop(L));
  else if (*s == 'd')
    lua_newtable(L);
  return 1;
}

static void push_replacement(lua_State *L, const input *in) {
  switch (in->replacement % 4) {
  case 0:
    lua_pushcfunction(L, f_replace);
    return;
  case 1:
    lua_newtable(L);
    lua_pushlstring(L, in->by.at, in->by.n);
    lua_setfield(L, -2, "a");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "b");
    lua_newtable(L);
    lua_setfield(L, -2, "d");
    lua_pushinteger(L, 7);
    lua_rawseti(L, -2, 1);
    return;
  default:
    lua_pushlstring(L, in->by.at, in->by.n);
  }
}

static int push_arguments(lua_State *L, const input *in) {
  lua_pushlstring(L, in->subject.at, in->subject.n);
  lua_pushlstring(L, in->pattern.at, in->pattern.n);
  if (in->f == GSUB)
    push_replacement(L, in);
  if (in->f == GSUB && in->init == 0)
    return 3; /* no limit */
  lua_pushinteger(L, in->init);
  if (in->f == FIND)
    lua_pushboolean(L, in->plain);
  return in->f == FIND || in->f == GSUB ? 4 : 3;
}

/* ---- Results ---- */

/* Add the values of the stack from 'first' on to the list at 1. */
static void store(lua_State *L, int first) {
  lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
  for (int i = first; i <= lua_gettop(L); i++) {
    lua_pushstring(L, luaL_typename(L, i));
    lua_rawseti(L, 1, ++n);
    if (lua_isnil(L, i))
      lua_pushboolean(L, 0);
    else
      lua_pushvalue(L, i);
    lua_rawseti(L, 1, ++n);
  }
  lua_settop(L, first - 1);
}

/* Call the function at 2 with the arguments after it; store all results in the
** list at 1. */
static int f_collect(lua_State *L) {
  const input *in = lua_touserdata(L, lua_upvalueindex(1));
  lua_call(L, lua_gettop(L) - 2, LUA_MULTRET);
  if (in->f != GMATCH) {
    store(L, 2);
    return 0;
  }
  lua_settop(L, 2); /* the iterator */
  for (int i = 0; i < MATCHES_MAX; i++) {
    lua_pushvalue(L, 2);
    lua_call(L, 0, LUA_MULTRET);
    if (lua_gettop(L) == 2)
      break;
    lua_pushinteger(L, lua_gettop(L) - 2);
    store(L, 3);
  }
  return 0;
}

/* Push a list of all that the function on the stack does, which is popped.
** Returns false if the fuel was not enough. */
static bool perform(lua_State *L, au_limits *limits, const input *in) {
  lua_newtable(L);
  lua_insert(L, -2);
  int list = lua_gettop(L) - 1;
  lua_pushlightuserdata(L, (void *)(uintptr_t)in);
  lua_pushcclosure(L, f_collect, 1);
  lua_insert(L, -2); /* f_collect, the function */
  lua_pushvalue(L, list);
  lua_insert(L, -2);
  int n = push_arguments(L, in);
  au_limits_begin(limits, false);
  int status = lua_pcall(L, n + 2, 0, 0);
  au_limits_end();
  if (status != LUA_OK) {
    lua_Integer at = (lua_Integer)lua_rawlen(L, list) + 1;
    lua_rawseti(L, list, at); /* the message */
  }
  return limits->late == AU_IN_TIME && status != LUA_ERRMEM;
}

static void print_list(lua_State *L, int at, const char *who) {
  fprintf(stderr, "%s:", who);
  for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, at); i++) {
    lua_rawgeti(L, at, i);
    fprintf(stderr, " %s", luaL_tolstring(L, -1, NULL));
    lua_pop(L, 2);
  }
  fputc('\n', stderr);
}

/* Compare the lists at 'a' and 'b'. */
static void compare(lua_State *L, int a, int b, const input *in) {
  size_t n = lua_rawlen(L, a);
  bool equal = n == lua_rawlen(L, b);
  for (size_t i = 1; equal && i <= n; i++) {
    lua_rawgeti(L, a, (lua_Integer)i);
    lua_rawgeti(L, b, (lua_Integer)i);
    equal = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
  }
  if (equal)
    return;
  fprintf(stderr, "\npattern: string.%s differs from Lua's\n", names[in->f]);
  print_list(L, a, "ours");
  print_list(L, b, "Lua's");
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  input in = read_input(data, n);
  au_limits limits = {.fuel = FUEL};
  lua_State *L = au_limited_state(&limits);
  if (L == NULL)
    return 0;
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  lua_pushlightuserdata(L, &in);
  lua_pushcclosure(L, f_ours, 1);
  if (perform(L, &limits, &in)) {
    lua_getfield(L, 1, names[in.f]);
    limits.fuel = 0;
    perform(L, &limits, &in);
    compare(L, 2, 3, &in);
  }
  lua_close(L);
  return 0;
}
