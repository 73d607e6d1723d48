/* checked.c: conversion of whole numbers, lengths and texts from Lua to C.
**
** A Lua integer has 64 bits, and the length of a table is any border that Lua
** finds: a table of 300 values can have the length 2^32 + 2. A cast to int
** makes both look small. So only this file converts them, and each conversion
** has a range. tests/layers refuses such casts, and calls of luaL_checkinteger
** and its like, in other files.
**
** It uses raw access only: no conversion runs a script's code. */
#include "sys.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* ---- Whole numbers ---------------------------------------------------- */

bool au_whole_at(lua_State *L, int at, lua_Integer lo, lua_Integer hi,
                 lua_Integer *out) {
  int exact = 0;
  lua_Integer n = 0;
  if (lua_type(L, at) == LUA_TNUMBER)
    n = lua_tointegerx(L, at, &exact);
  if (!exact || n < lo || n > hi)
    return false;
  *out = n;
  return true;
}

bool au_int_at(lua_State *L, int at, int lo, int hi, int *out) {
  lua_Integer n;
  if (!au_whole_at(L, at, lo, hi, &n))
    return false;
  *out = (int)n;
  return true;
}

int au_int_of(lua_State *L, int at, const char *key, const char *kind, int lo,
              int hi) {
  int n = lo;
  if (!au_int_at(L, at, lo, hi, &n))
    luaL_error(L, "%s: expected %s from %d to %d, got %s", key, kind, lo, hi,
               au_push_tostring(L, at));
  return n;
}

lua_Integer au_check_whole(lua_State *L, int arg, lua_Integer lo,
                           lua_Integer hi) {
  lua_Integer n = luaL_checkinteger(L, arg);
  if (n < lo || n > hi)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "expected %I to %I, got %I", lo, hi, n));
  return n;
}

lua_Integer au_opt_whole(lua_State *L, int arg, lua_Integer lo, lua_Integer hi,
                         lua_Integer none) {
  return lua_isnoneornil(L, arg) ? none : au_check_whole(L, arg, lo, hi);
}

int au_check_int_of(lua_State *L, int arg, const char *kind, int lo, int hi) {
  lua_Integer n = luaL_checkinteger(L, arg);
  if (n < lo || n > hi)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "expected %s from %d to %d, got %I", kind,
                                  lo, hi, n));
  return (int)n;
}

int au_check_int(lua_State *L, int arg, int lo, int hi) {
  return (int)au_check_whole(L, arg, lo, hi);
}

lua_Integer au_own_whole(lua_State *L, int at) {
  assert(lua_isinteger(L, at));
  return lua_tointeger(L, at);
}

int au_own_int(lua_State *L, int at) {
  lua_Integer n = au_own_whole(L, at);
  assert(n >= INT_MIN && n <= INT_MAX);
  return (int)n;
}

uint64_t au_bits_at(lua_State *L, int at) {
  return (uint64_t)lua_tointeger(L, at);
}

/* ---- Lengths ---------------------------------------------------------- */

bool au_list_at(lua_State *L, int at, int most, int *n) {
  at = lua_absindex(L, at);
  if (!lua_istable(L, at))
    return false;
  lua_Unsigned length = lua_rawlen(L, at);
  size_t keys = 0;
  if (length > (lua_Unsigned)most)
    return false;
  for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1))
    if (++keys > length) { /* do not walk a table with a million other keys */
      lua_pop(L, 2);
      return false;
    }
  au_spend_walk(L, at, keys);
  *n = (int)length;
  return keys == length;
}

int au_list_of(lua_State *L, int at, const char *key, int least, int most) {
  lua_Unsigned n = lua_istable(L, at) ? lua_rawlen(L, at) : 0;
  const char *some = least == most ? "" : least > 0 ? "1 to " : "at most ";
  if (!lua_istable(L, at))
    luaL_error(L, "%s: expected a list of %s%d, got %s", key, some, most,
               au_push_tostring(L, at));
  if (n < (lua_Unsigned)least || n > (lua_Unsigned)most)
    luaL_error(L, "%s: expected a list of %s%d, got one of %I", key, some, most,
               (lua_Integer)n);
  return (int)n;
}

lua_Integer au_append(lua_State *L, int list) {
  lua_Integer n = (lua_Integer)lua_rawlen(L, list) + 1;
  lua_rawseti(L, list, n);
  return n;
}

/* ---- Texts ------------------------------------------------------------ */

const char *au_check_text(lua_State *L, int arg) {
  size_t n;
  const char *text = luaL_checklstring(L, arg, &n);
  luaL_argcheck(L, strlen(text) == n, arg, "expected a text without NUL bytes");
  return text;
}

const char *au_text_of(lua_State *L, int at, const char *key,
                       const char *none) {
  size_t n;
  if (none != NULL && lua_isnil(L, at))
    return none;
  if (!lua_isstring(L, at))
    luaL_error(L, "%s: expected a text, got %s", key, au_push_tostring(L, at));
  const char *text = lua_tolstring(L, at, &n);
  if (strlen(text) != n)
    luaL_error(L, "%s: expected a text without NUL bytes", key);
  return text;
}

/* ---- Words out of a list ---------------------------------------------- */

/* Raise the error that 'word', the value of 'what', is not in the list. */
static int no_such(lua_State *L, const char *what, const char *word,
                   const char *const *names) {
  lua_newtable(L);
  for (int i = 0; names[i] != NULL; i++) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, names[i]);
  }
  const char *hint = au_push_hint(L, word);
  if (*hint != '\0')
    return luaL_error(L, "%s '%s'%s", what, word, hint);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (int i = 0; names[i] != NULL; i++) {
    luaL_addstring(&b, i > 0 ? ", " : "");
    luaL_addstring(&b, names[i]);
  }
  luaL_pushresult(&b);
  return luaL_error(L, "%s '%s'; there are %s", what, word,
                    lua_tostring(L, -1));
}

int au_check_word(lua_State *L, int at, const char *what,
                  const char *const *names) {
  if (lua_type(L, at) != LUA_TSTRING)
    return luaL_error(L, "%s: expected a name such as '%s', got %s", what,
                      names[0], au_push_tostring(L, at));
  const char *word = au_text_of(L, at, what, NULL);
  for (int i = 0; names[i] != NULL; i++)
    if (strcmp(names[i], word) == 0)
      return i;
  return no_such(L, lua_pushfstring(L, "%s: there is no", what), word, names);
}

void au_check_options(lua_State *L, int at, const char *who,
                      const char *const *names) {
  size_t n = 0;
  if (lua_type(L, at) != LUA_TTABLE)
    luaL_error(L, "%s: expected a table of options, got %s", who,
               au_push_tostring(L, at));
  for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
    int i = 0;
    n++;
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "%s: options have names, not %s", who,
                 au_push_tostring(L, -2));
    const char *key = lua_tostring(L, -2); /* read before anything is pushed */
    while (names[i] != NULL && strcmp(names[i], key) != 0)
      i++;
    if (names[i] == NULL)
      no_such(L, lua_pushfstring(L, "%s: there is no option", who), key, names);
  }
  au_spend_walk(L, at, n);
}
