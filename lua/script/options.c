/* options.c: the options of a bot: `options` in its table, and :key=value of
** the name that it is called by. */
#include "script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 1024 }; /* bytes of a bot's name with its options */

au_text au_options_text(lua_State *L, int at) {
  au_text text = {0};
  if (at == 0)
    return text;
  for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1))
    if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING)
      luaL_error(L, "options: expected strings by name");
  for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
    const char *key = lua_tostring(L, -2), *value = lua_tostring(L, -1);
    au_text_add(&text, key, strlen(key) + 1);
    au_text_add(&text, value, strlen(value) + 1);
  }
  return text;
}

/* Set one option in the table at 'options' to the text given, converted to the
** type of its default. Raises if the bot has no such option. */
static void set_option(lua_State *L, int options, const char *key,
                       const char *text) {
  lua_pushstring(L, key);
  int type = lua_rawget(L, options);
  if (type == LUA_TNUMBER && lua_stringtonumber(L, text) == 0)
    luaL_error(L, "option '%s': expected a number, got '%s'", key, text);
  if (type == LUA_TBOOLEAN) {
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
      luaL_error(L, "option '%s': expected true or false, got '%s'", key, text);
    lua_pushboolean(L, text[0] == 't');
  }
  if (type == LUA_TSTRING)
    lua_pushstring(L, text);
  if (type == LUA_TNIL) {
    lua_pushvalue(L, options);
    luaL_error(L, "option '%s': the bot has no option of this name%s", key,
               au_push_hint(L, key));
  }
  lua_setfield(L, options, key);
  lua_pop(L, 1);
}

/* True if the text at 'at' may be part of a bot's name, which is printed to
** terminals and records: it has no control characters. If 'word', it must
** consist of letters, digits and underscores, as :key=value requires. */
static bool is_sayable(lua_State *L, int at, bool word) {
  size_t n;
  const char *text = lua_tolstring(L, at, &n);
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    if (word ? !isalnum(c) && c != '_' : au_hidden(text + i, n - i) > 0)
      return false;
  }
  return !word || (n > 0 && !isdigit((unsigned char)*text));
}

void au_push_options(lua_State *L, int self) {
  lua_newtable(L);
  lua_pushliteral(L, "options");
  if (lua_rawget(L, self) != LUA_TNIL) {
    luaL_argexpected(L, lua_istable(L, -1), self, "table of options");
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
      if (lua_type(L, -2) != LUA_TSTRING ||
          (lua_type(L, -1) != LUA_TNUMBER && lua_type(L, -1) != LUA_TSTRING &&
           lua_type(L, -1) != LUA_TBOOLEAN))
        luaL_error(L, "options: expected names with numbers, strings or "
                      "booleans as defaults");
      if (!is_sayable(L, -2, true))
        luaL_error(L, "options: a name has letters, digits and '_', and does "
                      "not begin with a digit");
      if (lua_type(L, -1) == LUA_TSTRING && !is_sayable(L, -1, false))
        luaL_error(L, "option '%s': its text has a control character",
                   lua_tostring(L, -2));
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -6);
    }
  }
  lua_pop(L, 1);
}

static int compare_names(const void *a, const void *b) {
  const char *const *left = a, *const *right = b;
  return strcmp(*left, *right);
}

void au_push_full_name(lua_State *L, int options, const char *name) {
  const char *keys[64];
  size_t n = 0;
  for (lua_pushnil(L); lua_next(L, options); lua_pop(L, 1)) {
    if (n == sizeof keys / sizeof *keys)
      luaL_error(L, "more than %d options", (int)n);
    keys[n++] = lua_tostring(L, -2);
  }
  qsort(keys, n, sizeof *keys, compare_names);
  lua_pushstring(L, name);
  for (size_t i = 0; i < n; i++) {
    lua_getfield(L, options, keys[i]);
    luaL_tolstring(L, -1, NULL);
    lua_pushfstring(L, "%s:%s=%s", lua_tostring(L, -3), keys[i],
                    lua_tostring(L, -1));
    lua_replace(L, -4);
    lua_pop(L, 2);
    if (lua_rawlen(L, -1) > NAME)
      luaL_error(L, "its name with all options is longer than %d bytes", NAME);
  }
}

void au_set_options(lua_State *L, int options, const au_text *given) {
  for (size_t i = 0; i < given->n;) { /* 'at' is NULL if there are none */
    const char *key = given->at + i, *value = key + strlen(key) + 1;
    set_option(L, options, key, value);
    i = (size_t)(value + strlen(value) + 1 - given->at);
  }
}
