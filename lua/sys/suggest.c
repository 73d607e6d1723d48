/* suggest.c: words for messages: values as text, kinds of values, and the
** nearest known word to an unknown one. */
#include "sys.h"

#include <ctype.h>
#include <string.h>

/* ---- Values ------------------------------------------------------------ */

const char *au_push_tostring(lua_State *L, int at) {
  switch (lua_type(L, at)) {
  case LUA_TNUMBER: /* the sign of a NaN differs between processors */
    if (!lua_compare(L, at, at, LUA_OPEQ))
      return lua_pushliteral(L, "nan");
    break;
  case LUA_TTABLE:
  case LUA_TFUNCTION:
  case LUA_TUSERDATA:
  case LUA_TLIGHTUSERDATA:
  case LUA_TTHREAD:
    if (luaL_getmetafield(L, at, "__tostring") == LUA_TNIL)
      return lua_pushstring(L, luaL_typename(L, at));
    lua_pop(L, 1);
    break;
  default:
    break;
  }
  return luaL_tolstring(L, at, NULL);
}

const char *au_push_kind(lua_State *L, int at) {
  if (luaL_getmetafield(L, at, "__name") != LUA_TSTRING)
    lua_pushstring(L, luaL_typename(L, at));
  const char *type = lua_tostring(L, -1), *dot = strchr(type, '.');
  const char *name = dot != NULL ? dot + 1 : type;
  size_t n = strlen(name);
  bool many = n > 0 && name[n - 1] == 's';
  const char *article = many                             ? ""
                        : strchr("aeiou", *name) != NULL ? "an "
                                                         : "a ";
  return lua_pushfstring(L, "%s%s", article, luaL_gsub(L, name, "_", " "));
}

int au_concat(lua_State *L) {
  for (int i = 1; i <= 2; i++) {
    if (lua_isstring(L, i))
      continue;
    if (luaL_getmetafield(L, i, "__tostring") == LUA_TNIL)
      return luaL_error(L, "attempt to concatenate a %s value",
                        luaL_typename(L, i));
    lua_pop(L, 1);
  }
  luaL_tolstring(L, 1, NULL);
  luaL_tolstring(L, 2, NULL);
  lua_concat(L, 2);
  return 1;
}

/* ---- Nearest words ---------------------------------------------------- */

size_t au_near(const char *word) {
  size_t n = strlen(word);
  return n <= 3 ? 2 : n <= 6 ? 3 : 4;
}

/* True if two letters are equal, ignoring case. */
static bool same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The restricted Damerau-Levenshtein distance. */
size_t au_distance(const char *a, const char *b) {
  enum { LONGEST = 40 };
  size_t row[3][LONGEST + 1];
  size_t n = strlen(a), m = strlen(b);
  if (n > LONGEST || m > LONGEST)
    return LONGEST;
  for (size_t j = 0; j <= m; j++)
    row[0][j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t *now = row[i % 3], *last = row[(i + 2) % 3];
    const size_t *older = row[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = last[j - 1] + !same(a[i - 1], b[j - 1]);
      best = last[j] + 1 < best ? last[j] + 1 : best;
      best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
          same(a[i - 2], b[j - 1]) && older[j - 2] + 1 < best)
        best = older[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[n % 3][m];
}

/* True if a key is at most 'most' changes from a word. One of which no letter
** would be left is not near: "o" for "h". */
static bool is_near(const char *word, const char *key, size_t d, size_t most) {
  size_t n = strlen(word), m = strlen(key);
  return d <= most && d < (n > m ? n : m);
}

void au_push_nearest_key(lua_State *L, const char *word) {
  size_t best = au_near(word);
  const char *nearest = NULL;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    const char *key = lua_tostring(L, -2);
    size_t d = au_distance(word, key);
    if (is_near(word, key, d, best) &&
        (d < best ||
         (d == best && nearest != NULL && strcmp(key, nearest) < 0))) {
      best = d;
      nearest = key;
    }
    lua_pop(L, 1);
  }
  lua_pushstring(L, nearest);
}

const char *au_push_hint(lua_State *L, const char *word) {
  au_push_nearest_key(L, word);
  return lua_isnil(L, -1)
             ? lua_pushliteral(L, "")
             : lua_pushfstring(L, "; did you mean '%s'?", lua_tostring(L, -1));
}

/* aurum.nearest(word, list): the word of the list nearest to 'word', or nil. */
static int f_nearest(lua_State *L) {
  const char *word = luaL_checkstring(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_newtable(L);
  for (lua_Integer i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++) {
    luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 2, "expected strings");
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  au_push_nearest_key(L, word);
  return 1;
}

void au_open_words(lua_State *L) {
  lua_pushcfunction(L, f_nearest);
  lua_setfield(L, -2, "nearest");
}
