/* show.c: values as text for people: tables with their contents.
**
** `print` of bots and the locals of a frame are shown by it. No code of the
** script runs: tables are read by raw access, and one with a metatable is not
** looked into. What is written is bounded. Addresses are never shown. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

enum {
  ITEMS = 40,   /* items of a table */
  LETTERS = 80, /* bytes of a text in a table */
  DEEP = 4,     /* tables in tables */
  COST = 10     /* charge for an item, in instructions */
};

/* Write as much as there is room for. */
static void put(au_shown *out, const char *text, size_t len) {
  size_t room = sizeof out->at - 1 - out->n;
  len = len < room ? len : room;
  memcpy(out->at + out->n, text, len);
  out->n += len;
  out->at[out->n] = '\0';
}

static void put_word(au_shown *out, const char *text) {
  put(out, text, strlen(text));
}

static bool is_full(const au_shown *out) {
  return out->n + LETTERS > sizeof out->at;
}

/* Write the text at 'at' in quotes. */
static void put_quoted(lua_State *L, int at, au_shown *out) {
  size_t len;
  const char *text = lua_tolstring(L, at, &len);
  put_word(out, "\"");
  for (size_t i = 0; i < len && i < LETTERS; i++) {
    char c = text[i];
    if (c == '\n')
      put_word(out, "\\n");
    else if (c == '"' || c == '\\')
      put_word(out, c == '"' ? "\\\"" : "\\\\");
    else if (c == '\0')
      put_word(out, "\\000"); /* three digits: others may follow */
    else
      put(out, &c, 1);
  }
  put_word(out, len > LETTERS ? "\"..." : "\"");
}

static void put_value(lua_State *L, int at, au_shown *out, int depth);

bool au_is_name(const char *text, size_t len) {
  return len > 0 && (text[0] < '0' || text[0] > '9') &&
         strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                      "0123456789") == len;
}

static int by_text(const void *a, const void *b) {
  const au_name *x = a, *y = b;
  int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);
  return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* Write a gap, then the key at the top but one and the value at the top. */
static void put_item(lua_State *L, au_shown *out, bool *first, int depth) {
  int key = lua_gettop(L) - 1;
  put_word(out, *first ? "" : ", ");
  *first = false;
  size_t len = 0;
  const char *text =
      lua_type(L, key) == LUA_TSTRING ? lua_tolstring(L, key, &len) : NULL;
  if (text != NULL && au_is_name(text, len)) {
    put(out, text, len);
  } else {
    put_word(out, "[");
    put_value(L, key, out, 0);
    put_word(out, "]");
  }
  put_word(out, " = ");
  put_value(L, key + 1, out, depth);
}

int au_sorted_names(lua_State *L, int at, au_name *names, int most,
                    bool *more) {
  int n = 0;
  for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      continue;
    if (n == most) {
      *more = true;
      lua_pop(L, 2);
      break;
    }
    names[n].text = lua_tolstring(L, -2, &names[n].len); /* the table's */
    n++;
  }
  qsort(names, (size_t)n, sizeof *names, by_text);
  return n;
}

/* Write the table at 'at': its list, its names, then its other keys. */
static void put_table(lua_State *L, int at, au_shown *out, int depth) {
  au_name names[ITEMS];
  bool cut = false, first = true;
  const lua_Unsigned list = lua_rawlen(L, at);
  int i = 1;
  put_word(out, "{");
  for (; (lua_Unsigned)i <= list && i <= ITEMS && !is_full(out);
       i++, lua_pop(L, 1)) {
    put_word(out, first ? "" : ", ");
    first = false;
    lua_rawgeti(L, at, i);
    put_value(L, lua_gettop(L), out, depth - 1);
  }
  cut = (lua_Unsigned)i <= list;
  int n = au_sorted_names(L, at, names, ITEMS, &cut);
  for (int k = 0; k < n && !is_full(out); k++, lua_pop(L, 2)) {
    lua_pushlstring(L, names[k].text, names[k].len);
    lua_pushvalue(L, -1);
    lua_rawget(L, at);
    put_item(L, out, &first, depth - 1);
  }
  int others = 0;
  for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
    lua_Integer place;
    bool listed = lua_isinteger(L, -2) &&
                  au_whole_at(L, -2, 1, LUA_MAXINTEGER, &place) &&
                  (lua_Unsigned)place <= list;
    if (listed || lua_type(L, -2) == LUA_TSTRING)
      continue;
    if (others++ == ITEMS || is_full(out)) {
      cut = true;
      lua_pop(L, 2);
      break;
    }
    put_item(L, out, &first, depth - 1);
  }
  put_word(out, cut || is_full(out) ? first ? "...}" : ", ...}" : "}");
}

/* Write the value at 'at', which is neither a text nor a table. */
static void put_plain(lua_State *L, int at, au_shown *out) {
  size_t len;
  int type = lua_type(L, at);
  bool dark = type == LUA_TFUNCTION || type == LUA_TTHREAD ||
              type == LUA_TLIGHTUSERDATA;
  bool marked = dark || (type == LUA_TUSERDATA && au_card_name(L, at) == NULL);
  put_word(out, marked ? "<" : "");
  if (dark) {
    put_word(out, luaL_typename(L, at));
  } else {
    au_push_tostring(L, at);
    const char *text = lua_tolstring(L, -1, &len);
    put(out, text, len);
    lua_pop(L, 1);
  }
  put_word(out, marked ? ">" : "");
}

static void put_value(lua_State *L, int at, au_shown *out, int depth) {
  luaL_checkstack(L, 10, NULL);
  au_charge(L, COST);
  if (lua_type(L, at) == LUA_TSTRING) {
    put_quoted(L, at, out);
  } else if (lua_type(L, at) != LUA_TTABLE) {
    put_plain(L, at, out);
  } else if (lua_getmetatable(L, at)) {
    lua_pop(L, 1);
    put_word(out, "<table>");
  } else if (depth <= 0) {
    put_word(out, "{...}");
  } else {
    put_table(L, at, out, depth);
  }
}

void au_show_value(lua_State *L, int at, au_shown *out) {
  out->n = 0;
  out->at[0] = '\0';
  put_value(L, lua_absindex(L, at), out, DEEP);
}

void au_push_readable(lua_State *L, int at) {
  au_shown out;
  if (lua_type(L, at) != LUA_TTABLE || lua_getmetatable(L, at)) {
    au_push_tostring(L, at);
    return;
  }
  au_show_value(L, at, &out);
  lua_pushlstring(L, out.at, out.n);
}
