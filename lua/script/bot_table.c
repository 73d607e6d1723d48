/* bot_table.c: a copy of a bot's own table, for people who look at it.
**
** The copy holds plain data: nil, booleans, numbers, texts, cards, sets, piles
** and tables of these. Functions are left out. It is bounded in depth, values
** and text, so that a bot cannot make it large. Nothing of the bot is run. */
#include "script.h"

enum {
  DEPTH_MAX = 6,     /* tables in tables */
  VALUE_MAX = 2000,  /* values in all */
  LETTER_MAX = 1000, /* bytes of a text */
};

typedef struct copier {
  lua_State *to, *from;
  int deck_id; /* of the game's cards, in 'to' */
  int left;    /* values that may still be copied */
} copier;

static void push_text(copier *c, int at) {
  size_t n;
  const char *text = lua_tolstring(c->from, at, &n);
  lua_pushlstring(c->to, text, n <= LETTER_MAX ? n : LETTER_MAX);
  if (n > LETTER_MAX) {
    lua_pushliteral(c->to, "...");
    lua_concat(c->to, 2);
  }
}

/* Push a copy of the value at 'at', which is no table. False, and nothing is
** pushed, for a function. */
static bool push_value(copier *c, int at) {
  lua_Integer n;
  switch (lua_type(c->from, at)) {
  case LUA_TBOOLEAN:
    lua_pushboolean(c->to, lua_toboolean(c->from, at));
    return true;
  case LUA_TNUMBER:
    if (lua_isinteger(c->from, at) &&
        au_whole_at(c->from, at, LUA_MININTEGER, LUA_MAXINTEGER, &n))
      lua_pushinteger(c->to, n);
    else
      lua_pushnumber(c->to, lua_tonumber(c->from, at));
    return true;
  case LUA_TSTRING:
    push_text(c, at);
    return true;
  case LUA_TFUNCTION:
    return false;
  default:
    if (!au_push_cards_of(c->to, c->deck_id, c->from, at))
      lua_pushfstring(c->to, "<%s>", luaL_typename(c->from, at));
    return true;
  }
}

/* Push a copy of the table at 'at', an absolute index. */
static void push_table(copier *c, int at, int depth) {
  lua_newtable(c->to);
  if (!lua_checkstack(c->from, 4))
    return;
  luaL_checkstack(c->to, 6, NULL);
  for (lua_pushnil(c->from); lua_next(c->from, at); lua_pop(c->from, 1)) {
    int value = lua_gettop(c->from);
    bool is_table = lua_istable(c->from, value);
    if (c->left == 0) {
      lua_pop(c->from, 2);
      return;
    }
    if (lua_istable(c->from, value - 1) || !push_value(c, value - 1))
      continue; /* a key that is a table or a function */
    c->left--;
    if (is_table && depth == 0)
      lua_pushliteral(c->to, "{...}");
    else if (is_table)
      push_table(c, value, depth - 1);
    else if (!push_value(c, value))
      lua_pushnil(c->to);
    lua_rawset(c->to, -3);
  }
}

void au_push_own(lua_State *to, int deck_id, lua_State *from, int at) {
  copier c = {to, from, deck_id, VALUE_MAX};
  push_table(&c, at, DEPTH_MAX);
}
