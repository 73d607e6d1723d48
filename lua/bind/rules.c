/* rules.c: resolved rules in Lua: every knob by its name, and values derived
** from them.
**
** lua/load/variants.lua reads and composes files. This file receives the
** result: one table of knobs for one number of players. */
#include "bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char au_rules_type[] = "aurum.rules";

au_lrules *au_check_rules(lua_State *L, int arg) {
  return au_check(L, arg, au_rules_type);
}

static int f_gc(lua_State *L) {
  au_lrules *rules = au_check_rules(L, 1);
  au_variant_head *v = rules->variant;
  if (v != NULL && --v->refs == 0)
    v->free(v);
  rules->variant = NULL;
  rules->r.hooks = (au_hooks){0}; /* a later finalizer may reach the rules */
  return 0;
}

/* ---- Knobs ------------------------------------------------------------ */

/* Read one value of a knob from the Lua value at 'at'. Returns false if it is
** not a valid value. */
static bool value_of(lua_State *L, const au_knob *k, int at, int *out) {
  if (k->kind == AU_KNOB_BOOL) {
    *out = lua_toboolean(L, at);
    return lua_isboolean(L, at);
  }
  if (k->choices != NULL) {
    if (lua_type(L, at) != LUA_TSTRING)
      return false;
    for (*out = 0; k->choices[*out] != NULL; (*out)++)
      if (strcmp(k->choices[*out], lua_tostring(L, at)) == 0)
        return true;
    return false;
  }
  return au_int_at(L, at, k->lo, k->hi, out);
}

/* Push the values that a knob accepts, for error messages. */
static void push_expected(lua_State *L, const au_knob *k) {
  luaL_Buffer b;
  if (k->kind == AU_KNOB_BOOL) {
    lua_pushliteral(L, "true or false");
    return;
  }
  if (k->kind == AU_KNOB_TEXT) {
    lua_pushfstring(L, "text of 1 to %d letters", k->max_n);
    return;
  }
  luaL_buffinit(L, &b);
  if (k->kind == AU_KNOB_INTS && k->min_n == k->max_n)
    luaL_addstring(&b, k->min_n == 2 ? "a list of 2 numbers from "
                                     : "a list of numbers from ");
  else if (k->kind == AU_KNOB_INTS)
    luaL_addstring(&b, "a list of numbers from ");
  else if (k->kind == AU_KNOB_CHOICES)
    luaL_addstring(&b, "a list of ");
  else if (k->kind == AU_KNOB_INT)
    luaL_addstring(&b, "a number from ");
  if (k->choices == NULL) {
    char range[32];
    snprintf(range, sizeof range, "%d to %d", k->lo, k->hi);
    luaL_addstring(&b, range);
  }
  for (int i = 0; k->choices != NULL && k->choices[i] != NULL; i++) {
    luaL_addstring(&b, i == 0 ? "\"" : k->choices[i + 1] ? ", \"" : " or \"");
    luaL_addstring(&b, k->choices[i]);
    luaL_addchar(&b, '"');
  }
  luaL_pushresult(&b);
}

static bool is_list(const au_knob *k) {
  return k->kind == AU_KNOB_INTS || k->kind == AU_KNOB_CHOICES;
}

/* Write the knob's value at the stack's top; false if it does not fit. */
static bool write_knob(lua_State *L, au_rules *r, const au_knob *k) {
  int v[AU_LIST_MAX], n = 0, top = lua_gettop(L);
  if (k->kind == AU_KNOB_TEXT) {
    size_t len = 0;
    const char *text =
        lua_type(L, top) == LUA_TSTRING ? lua_tolstring(L, top, &len) : "";
    if (len > AU_LIST_MAX)
      return false;
    for (; text[n] != '\0'; n++)
      v[n] = (unsigned char)text[n];
    if ((size_t)n != len)
      return false;
  } else if (is_list(k)) {
    if (!au_list_at(L, top, AU_LIST_MAX, &n))
      return false;
    for (int i = 0; i < n; i++) {
      lua_rawgeti(L, top, i + 1);
      bool good = value_of(L, k, -1, &v[i]);
      lua_pop(L, 1);
      if (!good)
        return false;
    }
  } else if (value_of(L, k, top, &v[0])) {
    n = 1;
  } else {
    return false;
  }
  return au_knob_write(r, k, v, n) == AU_OK;
}

/* Push a knob's value as a Lua value. */
static void push_knob(lua_State *L, const au_rules *r, const au_knob *k) {
  int v[AU_LIST_MAX];
  int n = au_knob_read(r, k, v);
  bool list = is_list(k);
  if (k->kind == AU_KNOB_TEXT) {
    lua_pushstring(L, r->suits);
    return;
  }
  if (list)
    lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    if (k->kind == AU_KNOB_BOOL)
      lua_pushboolean(L, v[i]);
    else if (k->choices != NULL)
      lua_pushstring(L, k->choices[v[i]]);
    else
      lua_pushinteger(L, v[i]);
    if (list)
      lua_rawseti(L, -2, i + 1);
  }
}

/* aurum.knobs(): the table of knobs, in order: name, doc, expected, default,
** and former, the name in earlier versions if that was different. */
static int f_knobs(lua_State *L) {
  enum { MADE = 5000 };
  au_rules usual;
  au_rules_init(&usual, 4);
  au_spend(L, MADE);
  lua_newtable(L);
  const au_knob *k;
  for (int i = 0; (k = au_knob_at(i)) != NULL; i++) {
    lua_createtable(L, 0, 4);
    lua_pushstring(L, k->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, k->doc);
    lua_setfield(L, -2, "doc");
    push_expected(L, k);
    lua_setfield(L, -2, "expected");
    push_knob(L, &usual, k);
    lua_setfield(L, -2, "default");
    if (k->former != NULL) {
      lua_pushstring(L, k->former);
      lua_setfield(L, -2, "former");
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* aurum.knob_fits(name, value): true, or nil and the expected values. */
static int f_knob_fits(lua_State *L) {
  const au_knob *k = au_knob_find(au_check_text(L, 1));
  au_rules scratch;
  luaL_argcheck(L, k != NULL, 1, "no such knob");
  lua_settop(L, 2);
  au_rules_init(&scratch, 4);
  if (write_knob(L, &scratch, k)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  luaL_pushfail(L);
  push_expected(L, k);
  return 2;
}

/* Read the head of the table at 1. */
static void read_head(lua_State *L, au_lrules *rules) {
  lua_getfield(L, 1, "players");
  au_rules_init(&rules->r,
                au_int_of(L, -1, "players", "a number", 2, AU_SEAT_MAX));
  lua_getfield(L, 1, "name");
  lua_getfield(L, 1, "title");
  const char *name = au_text_of(L, -2, "name", "");
  if (strlen(name) >= sizeof rules->name)
    luaL_error(L, "a variant's name has at most %d bytes",
               (int)sizeof rules->name - 1);
  strcpy(rules->name, name);
  snprintf(rules->title, sizeof rules->title, "%s",
           au_text_of(L, -1, "title", ""));
  lua_pop(L, 3);
}

/* Push the other values that aurum.rules returns for knob 'k', which does not
** fit; its message is on the top. */
static void push_misfit(lua_State *L, const au_knob *k) {
  luaL_pushfail(L);
  lua_insert(L, -2);
  lua_pushstring(L, k->name);
}

/* Raise for a key of the table on the top that is not a knob. */
static void check_names(lua_State *L) {
  enum { MOST = 64 };
  const char *names[MOST] = {NULL};
  const au_knob *k;
  for (int i = 0; i < MOST - 1 && (k = au_knob_at(i)) != NULL; i++)
    names[i] = k->name;
  au_check_options(L, lua_gettop(L), "knobs", names);
}

/* Write the knobs of the table on the top. Returns NULL; or the first knob that
** does not fit, with its message pushed. */
static const au_knob *write_knobs(lua_State *L, au_rules *r) {
  const au_knob *k;
  luaL_checktype(L, -1, LUA_TTABLE);
  check_names(L);
  for (int i = 0; (k = au_knob_at(i)) != NULL; i++) {
    if (lua_getfield(L, -1, k->name) != LUA_TNIL && !write_knob(L, r, k)) {
      push_expected(L, k);
      lua_pushfstring(L, "expected %s", lua_tostring(L, -1));
      return k;
    }
    lua_pop(L, 1);
  }
  return NULL;
}

/* ---- Making rules -------------------------------------------------------- */

au_lrules *au_begin_rules(lua_State *L) {
  enum { MADE = 5000 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  au_spend(L, MADE);
  au_lrules *made = au_new(L, sizeof *made, 0, au_rules_type);
  memset(made, 0, sizeof *made);
  read_head(L, made);
  lua_getfield(L, 1, "knobs");
  const au_knob *k = write_knobs(L, &made->r);
  if (k == NULL) {
    lua_settop(L, 2);
    return made;
  }
  push_misfit(L, k);
  return NULL;
}

int au_end_rules(lua_State *L, au_lrules *made) {
  const au_knob *k;
  char why[AU_WHY_TEXT];
  size_t n;
  if (au_rules_finish(&made->r, &k, why) != AU_OK) {
    lua_pushstring(L, why);
    push_misfit(L, k);
    return 3;
  }
  lua_getfield(L, 1, "text");
  const char *text = luaL_optlstring(L, -1, "", &n);
  au_spend(L, (int64_t)n);
  au_odds_init(&made->r, &made->odds);
  made->deck_id = au_deck_id(L, &made->r.deck);
  made->asks_id = au_asks_id(L, made->r.asks);
  au_rules_digest(&made->r, text, n, made->digest);
  au_round_digest(&made->r, text, n, made->round_digest);
  lua_settop(L, 2);
  return 1;
}

/* aurum.rules{name=, title=, players=, knobs={}, text=}: rules; or nil, a
** message and the knob at fault. */
static int f_rules(lua_State *L) {
  au_lrules *made = au_begin_rules(L);
  if (made == NULL)
    return 3;
  if (lua_getfield(L, 1, "hooks") != LUA_TNIL &&
      au_list_of(L, -1, "hooks", 0, AU_LIST_MOST) > 0)
    return luaL_argerror(L, 1, "hooks are made by the host");
  return au_end_rules(L, made);
}

/* ---- Policies ---------------------------------------------------------- */

const au_odds *au_odds_of(const au_lrules *rules) {
  au_variant_head *v = rules->r.hooks.ctx;
  if (v == NULL || v->odds != NULL)
    return v == NULL ? &rules->odds : v->odds;
  au_odds *odds = malloc(sizeof *odds);
  if (odds == NULL)
    return &rules->odds;
  *odds = rules->odds;
  if (au_odds_probe(&rules->r, odds) != AU_OK)
    au_variant_forget(rules);
  if (v->asleep) { /* this process may not call its hooks */
    free(odds);
    return &rules->odds;
  }
  v->odds = odds;
  return odds;
}

au_policy au_quick_policy(const au_lrules *rules) {
  /* the policy only reads the odds */
  union {
    const au_odds *from;
    void *to;
  } odds = {au_odds_of(rules)};
  return (au_policy){.choose = au_quick, .ctx = odds.to};
}

au_policy au_check_policy(lua_State *L, int at, const au_lrules *rules) {
  static const char *const names[] = {"uniform", "quick", NULL};
  return au_check_word(L, at, "policy", names) == 1
             ? au_quick_policy(rules)
             : (au_policy){.choose = NULL};
}

/* ---- Errors of hooks ----------------------------------------------------- */

const char *au_variant_error(const au_lrules *rules) {
  const au_variant_head *v = rules->r.hooks.ctx;
  return v != NULL && v->error.n > 0 ? v->error.at : NULL;
}

void au_variant_forget(const au_lrules *rules) {
  au_variant_head *v = rules->r.hooks.ctx;
  if (v != NULL)
    au_text_clear(&v->error);
}

int au_raise_hook(lua_State *L, const au_lrules *rules) {
  const char *error = au_variant_error(rules);
  if (error == NULL)
    return luaL_error(L, "variant %s: a hook gave an answer that is not valid",
                      rules->name);
  lua_pushstring(L, error);
  return lua_error(L);
}

/* ---- Fields ----------------------------------------------------------- */

enum {
  FIELD_NAME,
  FIELD_TITLE,
  FIELD_DIGEST,
  FIELD_SIDE_OF,
  FIELD_SIDE_N,
  FIELD_DECK,
  FIELD_GOLD_ALL,
  FIELD_QUESTIONS,
  FIELD_SOLVABLE,
  FIELD_N
};
static const char *const fields[] = {
    "name", "title",    "digest",    "side_of",  "side_n",
    "deck", "gold_all", "questions", "solvable", NULL};

/* rules:text(knob): the knob's value as text for people. */
static int f_text(lua_State *L) {
  const au_lrules *rules = au_check_rules(L, 1);
  const au_knob *k = au_knob_find(au_check_text(L, 2));
  char text[200];
  luaL_argcheck(L, k != NULL, 2, "no such knob");
  au_knob_text(&rules->r, k, text, sizeof text);
  lua_pushstring(L, text);
  return 1;
}

static int f_index(lua_State *L) {
  int field = au_index_field(L);
  if (field < 0)
    return 1;
  const au_lrules *rules = au_check_rules(L, 1);
  switch (field) {
  case FIELD_NAME:
    lua_pushstring(L, rules->name);
    break;
  case FIELD_TITLE:
    lua_pushstring(L, rules->title);
    break;
  case FIELD_DIGEST:
    lua_pushstring(L, rules->digest);
    break;
  case FIELD_SIDE_OF:
    lua_createtable(L, rules->r.players, 0);
    for (int i = 0; i < rules->r.players; i++) {
      lua_pushinteger(L, rules->r.side_of[i] + 1);
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case FIELD_SIDE_N:
    lua_pushinteger(L, rules->r.side_n);
    break;
  case FIELD_DECK:
    au_push_set(L, rules->deck_id, rules->r.deck.base);
    break;
  case FIELD_GOLD_ALL:
    au_push_pile(L, rules->deck_id, rules->r.gold_all);
    break;
  case FIELD_QUESTIONS:
    au_push_questions(L, rules->r.asks);
    break;
  case FIELD_SOLVABLE: /* no question comes after the bids */
    lua_pushboolean(L, rules->r.asks_when >> (AU_WHEN_BIDS + 1) == 0);
    break;
  default:
    push_knob(L, &rules->r, au_knob_at(field - FIELD_N));
    break;
  }
  return 1;
}

au_lrules *au_push_rules(lua_State *L, const au_lrules *from) {
  int deck_id = au_deck_id(L, &from->r.deck);
  int asks_id = au_asks_id(L, from->r.asks);
  au_lrules *rules = au_new(L, sizeof *rules, 0, au_rules_type);
  *rules = *from;
  rules->deck_id = deck_id;
  rules->asks_id = asks_id;
  if (rules->variant != NULL)
    rules->variant->refs++;
  au_own_index(L);
  const au_knob *k;
  for (int i = 0; (k = au_knob_at(i)) != NULL; i++)
    if (!is_list(k)) { /* each reader gets a new list */
      push_knob(L, &rules->r, k);
      lua_setfield(L, -2, k->name);
    }
  lua_pop(L, 1);
  return rules;
}

static int f_tostring(lua_State *L) {
  const au_lrules *rules = au_check_rules(L, 1);
  lua_pushfstring(L, "rules %s, %d players", rules->name, rules->r.players);
  return 1;
}

void au_open_rules(lua_State *L) {
  static const luaL_Reg functions[] = {{"knobs", f_knobs},
                                       {"knob_fits", f_knob_fits},
                                       {"rules", f_rules},
                                       {NULL, NULL}};
  static const luaL_Reg meta[] = {
      {"__gc", f_gc}, {"__tostring", f_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"text", f_text}, {NULL, NULL}};
  const char *names[FIELD_N + 64];
  int n = 0;
  for (; fields[n] != NULL; n++)
    names[n] = fields[n];
  for (int i = 0; au_knob_at(i) != NULL; i++)
    names[n++] = au_knob_at(i)->name;
  names[n] = NULL;
  au_new_type(L, au_rules_type, meta, names, f_index);
  au_bind_methods(L, au_rules_type, methods);
  luaL_setfuncs(L, functions, 0);
}
