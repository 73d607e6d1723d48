/* context.c: the hook context, which shows a hook the state of the game, and
** the variant's own memory.
**
** A variant's state has one object of each. Both show the state that a hook is
** asked about, and raise while no hook runs. Fields are named as in views.
** When a bot asks for legal actions, the context shows only what its seat may
** see. A hook that looks at other hands then answers differently than in the
** game, which `aurum variant check` reports. */
#include "variant.h"

#include <stdint.h>
#include <string.h>

const char au_context_type[] = "aurum.hook_context";
static const char VARS[] = "aurum.vars";

/* Return the variant 'v' of a context or vars. Raises if none of its hooks
** runs. */
static const au_variant *looking(lua_State *L, const au_variant *v) {
  if (v->now.state == NULL)
    luaL_error(L, "a hook context can be read only while a hook runs");
  return v;
}

au_lcontext *au_check_context(lua_State *L) {
  au_lcontext *c = au_check(L, 1, au_context_type);
  looking(L, c->v);
  return c;
}

/* ---- Methods ---------------------------------------------------------- */

/* s:set(bits): the set with these bits. */
static int f_set(lua_State *L) {
  const au_lcontext *c = au_check_context(L);
  au_set set = au_check_set(L, 2, c->rules->deck_id);
  const au_deck *d = &c->rules->r.deck;
  au_push_set(L, c->rules->deck_id, set & (d->base | d->gold));
  return 1;
}

/* s:side_of(seat): the side of a seat. */
static int f_side_of(lua_State *L) {
  const au_lcontext *c = au_check_context(L);
  const au_rules *r = &c->rules->r;
  lua_pushinteger(L, r->side_of[au_check_seat(L, 2, r->players)] + 1);
  return 1;
}

/* s:seat_at(place): the seat at a place in the trick; the leader is at 1. */
static int f_seat_at(lua_State *L) {
  const au_lcontext *c = au_check_context(L);
  const au_rules *r = &c->rules->r;
  int place = au_check_seat(L, 2, r->players);
  const au_trick *t = &c->v->now.state->trick;
  lua_pushinteger(L, au_trick_seat(t, place, r->players) + 1);
  return 1;
}

/* s:partner_of(seat): the next seat of its side clockwise; nil for none. */
static int f_partner_of(lua_State *L) {
  const au_rules *r = &au_check_context(L)->rules->r;
  int seat = au_check_seat(L, 2, r->players), n = r->players;
  for (int i = 1; i < n; i++)
    if (r->side_of[(seat + i) % n] == r->side_of[seat]) {
      lua_pushinteger(L, (seat + i) % n + 1);
      return 1;
    }
  lua_pushnil(L);
  return 1;
}

/* s:left_of(seat): the next seat clockwise. */
static int f_left_of(lua_State *L) {
  const au_rules *r = &au_check_context(L)->rules->r;
  int seat = au_check_seat(L, 2, r->players);
  lua_pushinteger(L, (seat + 1) % r->players + 1);
  return 1;
}

/* ---- Fields ----------------------------------------------------------- */

/* ORDER CONTEXT: follows the fields shared with views. */
enum {
  FIELD_SEAT = AU_FIELD_N,
  FIELD_HAND,
  FIELD_HANDS,
  FIELD_LED,
  FIELD_HAND_N,
  FIELD_FINISHED,
  FIELD_DOWN,
  FIELD_VARS,
  FIELD_RULES
};

/* True if not all seats see the same of a field. A hand says so itself, and
** hooks that a field asks. */
static bool is_own(const au_rules *r, const au_state *s, int field) {
  bool bids = r->zero_bid || au_bids_hidden(r, s);
  return field == FIELD_HANDS ||
         (field == AU_FIELD_EXTRAS && r->extras == AU_EXTRAS_HIDDEN) ||
         (bids && (field == AU_FIELD_BIDS || field == AU_FIELD_BID ||
                   field == AU_FIELD_NEED || field == FIELD_DOWN));
}

static void push_hands(lua_State *L, const au_lcontext *c) {
  int n = c->rules->r.players;
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    au_push_set(L, c->rules->deck_id, c->v->now.state->hand[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static int f_index(lua_State *L) {
  const au_lcontext *c = au_check_context(L);
  const au_state *s = c->v->now.state;
  const au_rules *r = &c->rules->r;
  int field = au_index_field(L);
  if (is_own(r, s, field))
    au_lua_of(L)->looked = true;
  switch (field) {
  case -1:
    break;
  case FIELD_SEAT:
    au_push_seat(L, s->turn);
    break;
  case FIELD_HAND:
    if (s->turn == AU_NONE)
      lua_pushnil(L);
    else
      au_push_own_set(L, c->rules->deck_id, s->hand[s->turn]);
    break;
  case FIELD_HANDS:
    push_hands(L, c);
    break;
  case FIELD_LED:
    au_push_set(L, c->rules->deck_id, au_trick_led(&r->deck, &s->trick));
    break;
  case FIELD_HAND_N:
    lua_createtable(L, r->players, 0);
    for (int i = 0; i < r->players; i++) {
      lua_pushinteger(L, au_state_hand_n(s, (uint8_t)i));
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case FIELD_FINISHED:
    lua_pushinteger(L, s->tricks);
    break;
  case FIELD_DOWN:
    au_push_field(L, c->rules, s, NULL, 0, AU_FIELD_DOWN);
    break;
  case FIELD_VARS:
    lua_getiuservalue(L, 1, 2);
    break;
  case FIELD_RULES:
    lua_getiuservalue(L, 1, 1);
    break;
  case AU_FIELD_TRICKS:
    return luaL_error(L, "a hook context has no list of tricks; 'finished' "
                         "counts them");
  default:
    au_push_field(L, c->rules, s, NULL, 0, field);
    break;
  }
  return 1;
}

static int f_tostring(lua_State *L) {
  lua_pushliteral(L, "hook context");
  return 1;
}

/* ---- A variant's memory ----------------------------------------------- */

typedef struct lvars {
  au_variant *v;
} lvars;

/* The number of the var named by argument 2; upvalue 1 maps names to
** numbers. */
static int var_at(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNUMBER)
    return au_own_int(L, -1);
  if (lua_type(L, 2) != LUA_TSTRING)
    return luaL_error(L, "vars go by names, not by a %s", luaL_typename(L, 2));
  lua_pushvalue(L, lua_upvalueindex(1));
  const char *name = lua_tostring(L, 2), *hint = au_push_hint(L, name);
  if (*hint != '\0')
    return luaL_error(L, "no var '%s'%s", name, hint);
  return luaL_error(L,
                    "no var '%s': declare it, as in vars = { %s = "
                    "\"round\" }",
                    name, name);
}

static int f_get_var(lua_State *L) {
  const lvars *vars = au_check(L, 1, VARS);
  lua_pushinteger(L, looking(L, vars->v)->now.state->vars[var_at(L)]);
  return 1;
}

/* The values that var 'i' may have, if it states what it holds; and what they
** are called. */
static const char *values_of(const au_rules *r, int i, int *lo, int *hi) {
  const char *what = "a number";
  int most = *hi;
  if (r->var_holds[i] == AU_HOLDS_SEAT) {
    what = "a seat";
    most = r->players;
  } else if (r->var_holds[i] == AU_HOLDS_SIDE) {
    what = "a side";
    most = r->side_n;
  } else if (r->var_holds[i] == AU_HOLDS_FLAG) {
    what = "a flag";
    most = 1;
  }
  *lo = most < *hi ? 0 : *lo;
  *hi = most;
  return what;
}

static int f_set_var(lua_State *L) {
  const lvars *vars = au_check(L, 1, VARS);
  const au_variant *v = looking(L, vars->v);
  int i = var_at(L), n;
  if (v->now.vars == NULL)
    return luaL_error(L,
                      "vars can be set in winner, award, leader, "
                      "round_winners, game_end and done, not in %s",
                      v->now.hook);
  int lo = INT16_MIN, hi = INT16_MAX;
  const char *what = values_of(v->rules, i, &lo, &hi);
  if (!au_int_at(L, 3, lo, hi, &n))
    return luaL_error(L, "vars.%s: expected %s from %d to %d, got %s",
                      lua_tostring(L, 2), what, lo, hi, au_push_tostring(L, 3));
  au_look_acting(L, v);
  v->now.vars[i] = (int16_t)n;
  return 0;
}

/* ----------------------------------------------------------------------- */

static void push_vars(lua_State *L, au_variant *v) {
  lvars *vars = au_new(L, sizeof *vars, 0, VARS);
  vars->v = v;
}

void au_open_context(lua_State *L, int names) {
  static const luaL_Reg meta[] = {{"__tostring", f_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"set", f_set},         {"side_of", f_side_of},
      {"seat_at", f_seat_at}, {"partner_of", f_partner_of},
      {"left_of", f_left_of}, {NULL, NULL}};
  static const char *const fields[] = {
      /* ORDER CONTEXT */
      AU_FIELD_NAMES, "seat", "hand", "hands", "led", "hand_n",
      "finished",     "down", "vars", "rules", NULL};
  names = lua_absindex(L, names);
  au_new_type(L, au_context_type, meta, fields, f_index);
  au_bind_methods(L, au_context_type, methods);
  luaL_newmetatable(L, VARS);
  lua_pushvalue(L, -1);
  au_keep(L, VARS);
  lua_pushvalue(L, names);
  lua_pushcclosure(L, f_get_var, 1);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, names);
  lua_pushcclosure(L, f_set_var, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void au_push_context(lua_State *L, au_variant *v, int rules) {
  rules = lua_absindex(L, rules);
  au_lcontext *c = au_new(L, sizeof *c, 2, au_context_type);
  c->v = v;
  c->rules = au_check_rules(L, rules);
  lua_pushvalue(L, rules);
  lua_setiuservalue(L, -2, 1);
  push_vars(L, v);
  lua_setiuservalue(L, -2, 2);
}
