/* new_game.c: making a game: its options, and the files of its bots, which run
** once so that a wrong one is found before the first deal. */
#include "variant.h"

#include <string.h>

/* The limit of the bot's table on the top, in milliseconds; 0 if it has
** none. */
static uint32_t limit_of(lua_State *L) {
  double seconds = 0;
  if (lua_getfield(L, -1, "cpu") != LUA_TNIL)
    seconds = luaL_checknumber(L, -1);
  luaL_argcheck(L, seconds >= 0 && seconds <= 3600, 1,
                "cpu: expected seconds from 0 to 3600");
  lua_pop(L, 1);
  return (uint32_t)(seconds * 1000);
}

/* Load the bot of the table on the top, with a report to the pool. */
static au_bot *call_load(lua_State *L, uint8_t seat, au_trust_level level,
                         uint32_t limit) {
  double budget = 0;
  bool measured = lua_getfield(L, -1, "profile") != LUA_TNIL;
  if (measured)
    budget = luaL_checknumber(L, -1);
  lua_pop(L, 1);
  au_watch_call(seat, 0, limit);
  au_bot *b = au_bot_new(L, level, seat);
  au_watch_rest(true);
  if (measured && !au_bot_measure(b, budget)) {
    au_bot_free(b);
    au_no_memory(L);
  }
  return b;
}

static au_trust_level get_level(lua_State *L) {
  au_trust_level level = {0};
  lua_getfield(L, 1, "trust");
  level.trust = lua_toboolean(L, -1);
  lua_getfield(L, 1, "fuel");
  if (!lua_isnil(L, -1))
    level.fuel = au_int_of(L, -1, "fuel", "a number", 0, INT32_MAX);
  lua_pop(L, 2);
  return level;
}

static void set_voices(lua_State *L, au_lgame *g) {
  for (int i = 0; i < g->rules->r.players; i++)
    if (g->bot[i] != NULL) {
      au_voice *v = au_bot_voice(g->bot[i]);
      v->kept = au_set_voice(L, i, g->rules->r.players, v) ? &g->printed : NULL;
      v->game = g->number;
    }
}

/* A bot of a game that is being made. */
typedef struct loading {
  au_lgame *g;
  au_trust_level level;
  uint8_t seat;
} loading;

/* Load the bot of the table at 2; at 1 is the loading. */
static int f_load(lua_State *L) {
  const loading *now = lua_touserdata(L, 1);
  au_lgame *g = now->g;
  au_bot *b = call_load(L, now->seat, now->level, g->limit[now->seat]);
  g->bot[now->seat] = b;
  g->observed = g->observed || au_bot_observes(b);
  return 0;
}

/* Load the bots of the options at 1. False, with a message on the top, if one
** does not load. */
static bool load_bots(lua_State *L, au_lgame *g, au_trust_level level) {
  loading now = {g, level, 0};
  if (lua_getfield(L, 1, "bots") != LUA_TTABLE)
    return true;
  for (; now.seat < g->rules->r.players; now.seat++) {
    if (lua_rawgeti(L, -1, now.seat + 1) == LUA_TTABLE) {
      g->limit[now.seat] = limit_of(L);
      lua_pushcfunction(L, f_load);
      lua_pushlightuserdata(L, &now);
      lua_pushvalue(L, -3);
      if (lua_pcall(L, 2, 0, 0) != LUA_OK)
        return false;
    }
    lua_pop(L, 1);
  }
  return true;
}

/* aurum.new_game{rules=, seed=, bots={...}, on_fault=, trust=, fuel=, print=,
** keep_prints=, log=, notes=, locals=}: called by aurum.game when names are
** resolved (lua/init.lua). bots: a list by seat of tables for au_bot_new, or
** false. Returns nil and a message if one of them does not load. */
static int f_new_game(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  au_trust_level level = get_level(L);
  lua_getfield(L, 1, "rules");
  const au_lrules *rules = au_check_rules(L, -1);
  au_lgame *g = au_new(L, sizeof *g, 2, au_game_type);
  memset(g, 0, sizeof *g);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, 3, 2);
  g->rules = rules;
  g->state = au_push_state(L, 2);
  lua_setiuservalue(L, 3, 1);
  lua_getfield(L, 1, "seed");
  au_game_set_seed(L, g, lua_gettop(L));
  lua_getfield(L, 1, "on_fault");
  g->substitute =
      strcmp(au_text_of(L, -1, "on_fault", "forfeit"), "substitute") == 0;
  if (au_watching != NULL) {
    au_variant *v = rules->r.hooks.ctx;
    au_watching->made++;
    if (v != NULL && !au_variant_wake(v))
      return au_raise_hook(L, rules); /* this is not the fault of a bot */
  }
  if (!load_bots(L, g, level)) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  set_voices(L, g);
  lua_getfield(L, 1, "locals");
  for (int i = 0; lua_toboolean(L, -1) && i < rules->r.players; i++)
    if (g->bot[i] != NULL)
      au_bot_keep_locals(g->bot[i]);
  lua_getfield(L, 1, "notes");
  if (lua_toboolean(L, -1) && (g->notes = au_notes_new(rules)) == NULL)
    return au_no_memory(L);
  lua_settop(L, 3);
  return 1;
}

void au_open_new_game(lua_State *L) {
  static const luaL_Reg functions[] = {{"new_game", f_new_game}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
