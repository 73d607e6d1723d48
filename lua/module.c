/* aurum.c: the module: types, the state's own data, and the Lua half.
**
** What a bot or variant sees (au_open_types) is the inner part of the module;
** luaopen_aurum adds games, records and files, and hands the table to
** lua/init.lua, which adds what is written in Lua. */
#include "bind/bind.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char data_key = 'd'; /* registry: the au_lua */

/* ---- The state's own data --------------------------------------------- */

au_lua *au_lua_of(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &data_key);
  au_lua *data = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return data;
}

int au_layout_of(lua_State *L, const au_deck *d) {
  au_lua *data = au_lua_of(L);
  const au_deck *standard = &data->deck[0];
  if (d->gold_at == standard->gold_at && d->gold_n <= standard->gold_n &&
      (d->base & ~standard->base) == 0 &&
      strspn(d->suit, standard->suit) == d->suit_n)
    return 0;
  for (int i = 1; i < data->deck_n; i++)
    if (memcmp(&data->deck[i], d, sizeof *d) == 0)
      return i;
  if (data->deck_n == AU_LAYOUT_MAX)
    luaL_error(L, "more than %d decks of cards in one Lua state",
               AU_LAYOUT_MAX);
  data->deck[data->deck_n] = *d;
  return data->deck_n++;
}

/* Of a registry's table by layout, take out what is of layout 'n' or above;
** 'unit' keys are a layout's. */
static void forget_keys(lua_State *L, const void *table, lua_Integer unit,
                        int n) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, table);
  for (lua_pushnil(L); lua_next(L, -2);) {
    lua_pop(L, 1);
    lua_Integer key = au_own_whole(L, -1);
    if (key / unit < n)
      continue;
    lua_pushnil(L); /* a key may be cleared on the way */
    lua_rawseti(L, -3, key);
  }
  lua_pop(L, 1);
}

void au_forget_layouts(lua_State *L, int n) {
  au_lua *data = au_lua_of(L);
  if (data->deck_n <= n)
    return;
  data->deck_n = n;
  forget_keys(L, &au_actions, au_action_key(1, 0), n);
  forget_keys(L, &au_kinds, AU_KIND_MAX, n);
}

int au_method_index(lua_State *L) {
  au_index_field(L);
  return 1;
}

au_rng *au_random(lua_State *L, au_lua *data) {
  if (data->pure)
    luaL_error(L, "a variant has no random numbers: its hooks answer the same "
                  "each time");
  if (data->seed != NULL) {
    au_rng_init(&data->rng, data->seed, AU_STREAM_SEAT, data->stream[0],
                data->stream[1], data->stream[2]);
    data->seed = NULL;
  }
  return &data->rng;
}

au_rng *au_random_or(lua_State *L, int at, au_lua *data, au_rng *own) {
  au_rng *rng = au_random(L, data);
  size_t n;
  if (lua_isnoneornil(L, at))
    return rng;
  int type = lua_type(L, at);
  if (type != LUA_TSTRING && type != LUA_TNUMBER)
    luaL_typeerror(L, at, "text or number");
  lua_pushvalue(L, at); /* a number stays one */
  const char *text = lua_tolstring(L, -1, &n);
  au_seed seed;
  au_spend(L, (int64_t)n / 2);
  au_seed_init(&seed, text, n);
  au_rng_init(own, &seed, AU_STREAM_OTHER, 0, 0, 0);
  lua_pop(L, 1);
  return own;
}

static void open_data(lua_State *L) {
  static const au_seed seed = {{0, 0}};
  au_lua *data = lua_newuserdatauv(L, sizeof *data, 0);
  memset(data, 0, sizeof *data);
  if (au_deck_init(&data->deck[0], "BCPSZ", 1, 10, 9) != AU_OK)
    luaL_error(L, "no standard deck");
  data->deck_n = 1;
  au_rng_init(&data->rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &data_key);
}

void *au_new(lua_State *L, size_t n, int values, const char *type) {
  enum { MADE = 16 }; /* instructions that making one is worth */
  char *block = lua_newuserdatauv(L, AU_TAG + n, values);
  au_charge(L, MADE + au_bytes_cost(n));
  memset(block, 0, AU_TAG);
  memcpy(block, &type, sizeof type);
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
  return block + AU_TAG;
}

/* ---- Types ------------------------------------------------------------ */

/* Push what the value at 'at' is, for messages: "a card", "an action", "facts";
** what is no type of ours by Lua's name for it. */
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
  return lua_pushfstring(L, "%s%s", article, name);
}

static int f_sealed(lua_State *L) {
  return luaL_error(L, "%s cannot be changed by setting a field",
                    au_push_kind(L, 1));
}

void au_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                 const luaL_Reg *methods, const char *const *fields,
                 lua_CFunction index) {
  luaL_newmetatable(L, type);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
  luaL_setfuncs(L, meta, 0);
  lua_pushcfunction(L, f_sealed);
  lua_setfield(L, -2, "__newindex");
  lua_newtable(L); /* name -> method, or a field's number */
  lua_rawgetp(L, LUA_REGISTRYINDEX, &data_key);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &au_actions);
  luaL_setfuncs(L, methods, 2);
  for (lua_Integer i = 0; fields[i] != NULL; i++) {
    lua_pushinteger(L, i);
    lua_setfield(L, -2, fields[i]);
  }
  lua_pushcclosure(L, index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void au_push_nearest_key(lua_State *L, const char *word) {
  size_t best = au_near(word);
  const char *nearest = NULL;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    const char *key = lua_tostring(L, -2);
    size_t d = au_distance(word, key);
    if (d < best ||
        (d == best && nearest != NULL && strcmp(key, nearest) < 0)) {
      best = d;
      nearest = key;
    }
    lua_pop(L, 1);
  }
  lua_pushstring(L, nearest);
}

static int no_field(lua_State *L) {
  const char *kind = au_push_kind(L, 1);
  const char *has = *kind == 'a' ? "has" : "have";
  if (lua_type(L, 2) != LUA_TSTRING)
    return luaL_error(L, "%s %s no field of type %s", kind, has,
                      luaL_typename(L, 2));
  lua_pushvalue(L, lua_upvalueindex(1));
  au_push_nearest_key(L, lua_tostring(L, 2));
  if (lua_isnil(L, -1))
    return luaL_error(L, "%s %s no field '%s'", kind, has, lua_tostring(L, 2));
  return luaL_error(L, "%s %s no field '%s'; did you mean '%s'?", kind, has,
                    lua_tostring(L, 2), lua_tostring(L, -1));
}

int au_index_field(lua_State *L) {
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(1))) {
  case LUA_TFUNCTION:
    return -1;
  case LUA_TNUMBER: {
    int field = au_own_int(L, -1);
    lua_settop(L, 1);
    return field;
  }
  default:
    return no_field(L);
  }
}

void au_open_types(lua_State *L) {
  luaL_checkstack(L, 20, NULL);
  open_data(L);
  lua_newtable(L);
  lua_pushinteger(L, AURUM_API);
  lua_setfield(L, -2, "api");
  au_open_actions(L); /* first: methods of all types have its table */
  au_open_cards(L);
  au_open_rules(L);
  au_open_states(L);
  au_open_history(L);
  au_open_views(L);
}

/* ---- Text ------------------------------------------------------------- */

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
  return n <= 3 ? 2 : n <= 6 ? 3 : 4; /* a distance below this is near */
}

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
      size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
      best = last[j] + 1 < best ? last[j] + 1 : best;
      best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          older[j - 2] + 1 < best)
        best = older[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[n % 3][m];
}

/* aurum.nearest(word, list): the word of the list nearest to 'word', or nil. */
static int f_nearest(lua_State *L) {
  const char *word = au_check_text(L, 1);
  int n = au_list_of(L, 2, "nearest", 0, AU_LIST_MOST);
  lua_newtable(L);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, 2, i);
    luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 2, "expected strings");
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
  }
  au_push_nearest_key(L, word);
  return 1;
}

/* ---- Home ------------------------------------------------------------- */

/* Whether 'path' (at the stack's top) holds our Lua; pops it if not. */
static bool is_home(lua_State *L) {
  lua_pushfstring(L, "%s/lua/init.lua", lua_tostring(L, -1));
  bool there = access(lua_tostring(L, -1), R_OK) == 0;
  lua_pop(L, there ? 1 : 2);
  return there;
}

void au_lua_home(lua_State *L) {
  /* In a checkout this code lies in build/ or build/MODE/; installed, in bin/
  ** or lib/lua/5.4/ beside share/aurum. */
  static const char *const places[] = {"/..", "/../..", "/../share/aurum",
                                       "/../../../share/aurum", NULL};
  static const char here = 0; /* an address in this very program or library */
  const char *given = getenv("AURUM_HOME");
  Dl_info info;
  if (given != NULL) {
    lua_pushstring(L, given);
    return;
  }
  char *real = dladdr(&here, &info) ? realpath(info.dli_fname, NULL) : NULL;
#if defined(__linux__)
  if (real == NULL || access(real, R_OK) != 0) {
    free(real);
    real = realpath("/proc/self/exe", NULL);
  }
#endif
  char *slash = real != NULL ? strrchr(real, '/') : NULL;
  if (slash != NULL)
    *slash = '\0';
  for (int i = 0; slash != NULL && places[i] != NULL; i++) {
    lua_pushfstring(L, "%s%s", real, places[i]);
    if (is_home(L)) {
      char *plain = realpath(lua_tostring(L, -1), NULL);
      if (plain != NULL) {
        lua_pushstring(L, plain);
        lua_replace(L, -2);
      }
      free(plain);
      free(real);
      return;
    }
  }
  free(real);
  lua_pushnil(L);
}

/* ---- The module ------------------------------------------------------- */

/* 16 bytes of the system's randomness, in hexadecimal. */
static int f_entropy(lua_State *L) {
  unsigned char bytes[16];
  char text[2 * sizeof bytes + 1];
  if (getentropy(bytes, sizeof bytes) != 0)
    return luaL_error(L, "no random bits from the system");
  for (size_t i = 0; i < sizeof bytes; i++) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  lua_pushlstring(L, text, 2 * sizeof bytes);
  return 1;
}

__attribute__((visibility("default"))) int luaopen_aurum(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"nearest", f_nearest}, {"entropy", f_entropy}, {NULL, NULL}};
  luaL_checkversion(L);
  if (!au_hold_standard())
    return luaL_error(L, "aurum: /dev/null cannot be opened in place of closed "
                         "standard input, output or error");
  au_open_types(L);
  au_lua_of(L)->host = au_lua_of(L)->clock = true;
  int module = lua_gettop(L);
  luaL_setfuncs(L, functions, 0);
  lua_pushliteral(L, AURUM_VERSION);
  lua_setfield(L, module, "version");
  au_open_games(L);
  au_open_records(L);
  au_open_files(L);
  au_open_plain(L);
  au_open_bench(L);
  au_open_variants(L);
  au_open_workers(L);
  au_lua_home(L);
  if (lua_isnil(L, -1))
    return luaL_error(L, "aurum: its Lua files (lua/init.lua) are not found; "
                         "set AURUM_HOME to the folder that holds lua/, "
                         "scripts/ and variants/");
  lua_pushfstring(L, "%s/lua/init.lua", lua_tostring(L, -1));
  if (luaL_loadfilex(L, lua_tostring(L, -1), "t") != LUA_OK)
    return lua_error(L);
  lua_pushvalue(L, module);
  lua_pushvalue(L, -4); /* home */
  lua_call(L, 2, 0);
  lua_settop(L, module);
  return 1;
}
