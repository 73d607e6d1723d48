/* base.c: the binding's own data in every Lua state: its decks and its stream
** of random numbers. */
#include "bind.h"

#include <string.h>

static const char asks_key = 'q'; /* registry: asks and their ids, both ways */
static const char data_key = 'd'; /* registry: the au_lua */
static const char random_key = 'r'; /* registry: math.random */
const char au_actions = 'a';
const char au_kinds = 'k';

au_lua *au_lua_of(lua_State *L) {
  au_recall(L, &data_key);
  au_lua *data = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return data;
}

int au_deck_id(lua_State *L, const au_deck *d) {
  au_lua *data = au_lua_of(L);
  const au_deck *standard = &data->deck[0];
  if (d->gold_at == standard->gold_at && d->gold_n <= standard->gold_n &&
      (d->base & ~standard->base) == 0 &&
      strspn(d->suit, standard->suit) == d->suit_n)
    return 0;
  for (int i = 1; i < data->deck_n; i++)
    if (memcmp(&data->deck[i], d, sizeof *d) == 0)
      return i;
  if (data->deck_n == AU_DECK_MAX)
    luaL_error(L, "more than %d decks of cards in one Lua state", AU_DECK_MAX);
  data->deck[data->deck_n] = *d;
  return data->deck_n++;
}

/* Remove the entries of deck id 'n' and above from a table in the registry.
** Each deck id has 'unit' keys in it. */
static void forget_keys(lua_State *L, const void *table, lua_Integer unit,
                        int n) {
  au_recall(L, table);
  for (lua_pushnil(L); lua_next(L, -2);) {
    lua_pop(L, 1);
    lua_Integer key = au_own_whole(L, -1);
    if (key / unit < n)
      continue;
    lua_pushnil(L); /* lua_next allows clearing a key */
    lua_rawseti(L, -3, key);
  }
  lua_pop(L, 1);
}

int au_asks_id(lua_State *L, const au_asks *asks) {
  enum { MOST = 1023 }; /* what au_action_key has room for */
  if (asks == NULL)
    return 0;
  au_recall(L, &asks_key);
  lua_pushlstring(L, (const char *)asks, sizeof *asks);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TNIL) {
    int id = ++au_lua_of(L)->asks_n;
    if (id > MOST)
      luaL_error(L, "more than %d lists of questions in one Lua state", MOST);
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, id);
    lua_pushinteger(L, id);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  int id = au_own_int(L, -1);
  lua_pop(L, 3);
  return id;
}

const au_asks *au_asks_of(lua_State *L, int id) {
  if (id == 0)
    return NULL;
  au_recall(L, &asks_key);
  lua_rawgeti(L, -1, id);
  const au_asks *asks = (const void *)lua_tostring(L, -1);
  lua_pop(L, 2); /* the table keeps it */
  return asks;
}

void au_forget_decks(lua_State *L, int n) {
  au_lua *data = au_lua_of(L);
  if (data->deck_n <= n)
    return;
  data->deck_n = n;
  forget_keys(L, &au_actions, au_action_key(1, 0, 0), n);
  forget_keys(L, &au_kinds, AU_KIND_MAX, n);
}

void au_follow_math_random(lua_State *L) {
  int top = lua_gettop(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  if (lua_getfield(L, -1, LUA_MATHLIBNAME) == LUA_TTABLE &&
      lua_getfield(L, -1, "random") == LUA_TFUNCTION) {
    au_keep(L, &random_key);
    au_lua_of(L)->follows = true;
  }
  lua_settop(L, top);
}

/* Begin the stream with a number of math.random. */
static void begin(lua_State *L, au_lua *data) {
  data->follows = false;
  luaL_checkstack(L, 4, NULL);
  au_recall(L, &random_key);
  lua_pushinteger(L, 0);
  lua_call(L, 1, 1);
  au_seed seed = {{(uint64_t)au_own_whole(L, -1), 0}};
  lua_pop(L, 1);
  au_rng_init(&data->rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
}

static void check_impure(lua_State *L, const au_lua *data) {
  if (data->pure)
    luaL_error(L, "a variant has no random numbers: its hooks answer the same "
                  "each time");
}

au_rng *au_random(lua_State *L, au_lua *data) {
  check_impure(L, data);
  if (data->follows)
    begin(L, data);
  if (data->seed != NULL) {
    au_rng_init(&data->rng, data->seed, AU_STREAM_SEAT, data->stream[0],
                data->stream[1], data->stream[2]);
    data->seed = NULL;
  }
  return &data->rng;
}

au_rng *au_random_or(lua_State *L, int at, au_lua *data, au_rng *own) {
  size_t n;
  if (lua_isnoneornil(L, at))
    return au_random(L, data);
  check_impure(L, data);
  int type = lua_type(L, at);
  if (type != LUA_TSTRING && type != LUA_TNUMBER)
    luaL_typeerror(L, at, "text or number");
  lua_pushvalue(L, at); /* lua_tolstring converts in place */
  const char *text = lua_tolstring(L, -1, &n);
  au_seed seed;
  au_spend(L, (int64_t)n / 2);
  au_seed_init(&seed, text, n);
  au_rng_init(own, &seed, AU_STREAM_OTHER, 0, 0, 0);
  lua_pop(L, 1);
  return own;
}

void au_open_data(lua_State *L) {
  static const au_seed seed = {{0, 0}};
  au_lua *data = lua_newuserdatauv(L, sizeof *data, 1);
  memset(data, 0, sizeof *data);
  data->deck = lua_newuserdatauv(L, AU_DECK_MAX * sizeof *data->deck, 0);
  lua_setiuservalue(L, -2, 1);
  if (au_deck_init(&data->deck[0], "BCPSZ", 1, 10, 9) != AU_OK)
    luaL_error(L, "no standard deck");
  data->deck_n = 1;
  au_rng_init(&data->rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  au_keep(L, &data_key);
  lua_newtable(L);
  au_keep(L, &au_actions);
  lua_newtable(L);
  au_keep(L, &au_kinds);
  lua_newtable(L);
  au_keep(L, &asks_key);
}

void au_bind_methods(lua_State *L, const char *type, const luaL_Reg *methods) {
  au_recall(L, &data_key);
  au_recall(L, &au_actions);
  au_add_methods(L, type, methods, 2);
}
