/* hooked_rules.c: aurum.rules of the host, for rules with hooks. The function
** that scripts get (lua/bind/rules.c) takes knobs only. */
#include "variant.h"

#include <string.h>

/* Store the names of the vars in the list {name=, scope=, holds=} at 'at', and
** in the rules which of them are a round's, and what they hold. */
static void take_vars(lua_State *L, int at, au_rules *r, au_text *names) {
  for (int n = 0; n < AU_VAR_N; n++) {
    if (lua_rawgeti(L, at, n + 1) != LUA_TTABLE)
      break;
    lua_getfield(L, -1, "name");
    lua_getfield(L, -2, "scope");
    const char *name = au_text_of(L, -2, "vars: name", NULL);
    if (strcmp(au_text_of(L, -1, "vars: scope", NULL), "round") == 0)
      r->round_vars |= (uint16_t)(1u << n);
    if (lua_getfield(L, -3, "holds") != LUA_TNIL)
      r->var_holds[n] =
          (uint8_t)au_check_word(L, lua_gettop(L), "holds", au_holds_names);
    au_text_add(names, name, strlen(name) + 1);
    lua_pop(L, 4);
  }
  if (names->failed)
    au_no_memory(L);
}

/* Mute the functions of 'v' in the list {hook=, number=} at 'at'. */
static void mute(lua_State *L, int at, au_variant *v) {
  int n = au_list_of(L, at, "muted", 0, AU_HOOK_N * AU_CHAIN_MAX);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, at, i);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_getfield(L, -1, "hook");
    lua_getfield(L, -2, "number");
    int hook = au_check_word(L, -2, "hook", au_hook_names);
    int number = au_int_of(L, -1, "number", "a function", 1, AU_CHAIN_MAX);
    v->muted[hook] |= (uint8_t)(1 << (number - 1));
    lua_pop(L, 3);
  }
}

/* Store who forbids a card by each function of a hook: the texts of the list at
** 'at'. */
static void take_who(lua_State *L, int at, char (*who)[AU_WHO_TEXT]) {
  int n = au_list_of(L, at, "who", 0, AU_CHAIN_MAX);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, at, i + 1);
    strncpy(who[i], au_text_of(L, -1, "who", NULL), AU_WHO_TEXT - 1);
    lua_pop(L, 1);
  }
}

/* Give the rules the hooks in the list at 'files', and the vars in the table
** at 1. */
static au_variant *make_hooks(lua_State *L, int files, au_lrules *rules) {
  int asleep = lua_getfield(L, 1, "asleep") == LUA_TTABLE ? files + 1 : 0;
  au_asks *asks = NULL;
  if (lua_getfield(L, 1, "questions") == LUA_TTABLE) {
    asks = au_read_asks(L, lua_gettop(L), rules->r.suits);
    if (asks == NULL)
      au_no_memory(L);
  }
  au_variant *v =
      au_variant_new(L, files, asleep, rules->name, rules->r.players, asks);
  rules->variant = &v->head;
  rules->r.asks = asks;
  au_set_hooks(v, &rules->r.hooks);
  if (asks != NULL)
    au_set_ask_hooks(v, &rules->r.hooks);
  if (lua_getfield(L, 1, "vars") == LUA_TTABLE)
    take_vars(L, lua_gettop(L), &rules->r, &v->head.var_names);
  if (lua_getfield(L, 1, "muted") != LUA_TNIL)
    mute(L, lua_gettop(L), v);
  if (lua_getfield(L, 1, "who") == LUA_TTABLE) {
    int at = lua_gettop(L);
    for (int hook = AU_HOOK_LEAD; hook <= AU_HOOK_LEGAL; hook++)
      if (lua_getfield(L, at, au_hook_names[hook]) == LUA_TTABLE)
        take_who(L, lua_gettop(L), v->who[hook == AU_HOOK_LEGAL]);
  }
  return v;
}

/* The host's aurum.rules. It takes the options of bind/rules.c and six more.
** 'hooks' is a list of files {path=, text=}; 'vars' lists their vars, each
** {name=, scope=, holds=}, 'questions' their questions. With 'asleep', {hook =
** number of functions}, the files run only in workers. The functions in
** 'muted', {hook=, number=} each, are not called. 'who' lists for 'lead' and
** 'legal' who forbids a card by each of their functions. */
static int f_rules(lua_State *L) {
  au_variant *v = NULL;
  au_lrules *made = au_begin_rules(L);
  if (made == NULL)
    return 3;
  if (lua_getfield(L, 1, "hooks") != LUA_TNIL &&
      au_list_of(L, -1, "hooks", 0, AU_FILE_MAX) > 0)
    v = make_hooks(L, lua_gettop(L), made);
  int results = au_end_rules(L, made);
  if (results == 1 && v != NULL)
    au_variant_attach(L, v, made);
  return results;
}

/* rules:wake(): in a worker, run the files of hooks that sleep. Returns the
** rules. */
static int f_wake(lua_State *L) {
  const au_lrules *rules = au_check_rules(L, 1);
  au_variant *v = rules->r.hooks.ctx;
  if (v != NULL && !au_variant_wake(v))
    return au_raise_hook(L, rules);
  lua_settop(L, 1);
  return 1;
}

/* rules:is_asleep(): true if their hooks have yet to run, in a worker. */
static int f_is_asleep(lua_State *L) {
  const au_lrules *rules = au_check_rules(L, 1);
  lua_pushboolean(L, rules->variant != NULL && rules->variant->asleep);
  return 1;
}

void au_open_hooked_rules(lua_State *L) {
  static const luaL_Reg functions[] = {{"rules", f_rules}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"is_asleep", f_is_asleep}, {"wake", f_wake}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  au_add_methods(L, au_rules_type, methods, 0);
}
