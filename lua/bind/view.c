/* view.c: views in Lua: all that one seat may know. RULES 10.
**
** A bot is shown its view at each decision, and often reads only what the state
** holds that its seat sees. So the rest, which takes longer, is filled when it
** is looked at. */
#include "bind.h"

#include <string.h>

const char au_view_type[] = "aurum.view";

void au_look(au_lua *data, au_lview *v, const au_game *g) {
  const au_rules *r = &v->rules->r;
  bool hooked = r->hooks.ctx != NULL || au_view_needs_replay(r);
  data->partial = hooked ? NULL : v;
  data->game = g;
  if (hooked) /* now: a hook called later would cost the bot fuel */
    au_view_of(r, g, v->v.seat, &v->v);
  else
    au_state_look(r, &g->state, v->v.seat, &v->v.s);
}

/* Fill the rest. */
static void complete(lua_State *L, au_lview *v) {
  au_lua *data = au_lua_of(L);
  if (data->partial != v)
    return;
  data->partial = NULL;
  au_view_of(&v->rules->r, data->game, v->v.seat, &v->v);
}

au_lview *au_check_view(lua_State *L, int arg) {
  au_lview *v = au_check(L, arg, au_view_type);
  complete(L, v);
  return v;
}

/* A view of which only 'v.s' and 'v.seat' are used. */
static const au_lview *check_state(lua_State *L) {
  return au_check(L, 1, au_view_type);
}

au_lview *au_push_small_view(lua_State *L, int rules_index, uint32_t rounds) {
  au_lrules *rules = au_check_rules(L, rules_index);
  rules_index = lua_absindex(L, rules_index);
  size_t n = offsetof(au_lview, v.round) + rounds * sizeof(au_tally);
  if (au_asks_past(&rules->r))
    n = sizeof(au_lview);
  au_lview *v = au_new(L, n, 1, au_view_type);
  memset(&v->v, 0, offsetof(au_view, log));
  v->v.round_n = 0;
  v->rules = rules;
  lua_pushvalue(L, rules_index);
  lua_setiuservalue(L, -2, 1);
  return v;
}

/* Push the first other seat of the same side, to the left; nil if there is
** none. */
static void push_partner(lua_State *L, const au_rules *r, uint8_t of) {
  for (int i = 1; i < r->players; i++) {
    int seat = (of + i) % r->players;
    if (r->side_of[seat] == r->side_of[of]) {
      lua_pushinteger(L, seat + 1);
      return;
    }
  }
  lua_pushnil(L);
}

au_lview *au_push_view(lua_State *L, int rules_index, uint8_t seat) {
  rules_index = lua_absindex(L, rules_index);
  au_lview *v = au_push_small_view(L, rules_index, AU_ROUND_MAX);
  v->v.seat = seat;
  au_own_index(L);
  lua_pushinteger(L, seat + 1);
  lua_setfield(L, -2, "seat");
  lua_pushinteger(L, v->rules->r.side_of[seat] + 1);
  lua_setfield(L, -2, "side");
  push_partner(L, &v->rules->r, seat);
  lua_setfield(L, -2, "partner");
  lua_pushvalue(L, rules_index);
  lua_setfield(L, -2, "rules");
  lua_pop(L, 1);
  return v;
}

void au_make_cards(lua_State *L, const au_lrules *rules, uint8_t seat) {
  const au_deck *d = &rules->r.deck;
  for (au_set set = d->base | d->gold; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    au_push_card(L, rules->deck_id, c);
    au_push_action(L, rules, au_bid_action(seat, c, false));
    au_push_action(L, rules, au_play_action(seat, c));
    lua_pop(L, 3);
  }
  au_push_action(L, rules, au_keep_action(seat));
  au_push_action(L, rules, au_pass_action(seat));
  lua_pop(L, 2);
}

/* The state as the seat sees it. On another seat's turn it has no turn, since
** the legal actions of others depend on their hands. */
static const au_state *own_turn(const au_lview *v, au_state *scratch) {
  if (v->v.s.turn == v->v.seat)
    return &v->v.s;
  *scratch = v->v.s;
  scratch->phase = AU_PHASE_DEAL;
  return scratch;
}

static int f_legal(lua_State *L) {
  const au_lview *v = check_state(L);
  au_state scratch;
  au_push_legal(L, v->rules, own_turn(v, &scratch));
  return 1;
}

static int f_legal_cards(lua_State *L) {
  const au_lview *v = check_state(L);
  au_state scratch;
  au_push_legal_cards(L, v->rules, own_turn(v, &scratch));
  return 1;
}

void au_push_chosen(lua_State *L, const au_lview *v, au_action a) {
  lua_Integer key = au_action_key(v->rules->deck_id, v->rules->asks_id, a);
  if (lua_rawgeti(L, lua_upvalueindex(2), key) == LUA_TNIL)
    au_push_action(L, v->rules, a);
}

/* view:random([seed]): a legal action, each with equal probability. */
static int f_random(lua_State *L) {
  const au_lview *v = check_state(L);
  au_rng own, *rng = au_random_or(L, 2, au_lua_here(L), &own);
  au_action a = 0;
  au_charge(L, AU_CHOSEN);
  if (v->v.s.turn == v->v.seat &&
      au_state_random(&v->rules->r, &v->v.s, rng, &a) != AU_OK)
    return au_raise_hook(L, v->rules);
  au_push_chosen(L, v, a);
  return 1;
}

static int f_is_legal(lua_State *L) {
  const au_lview *v = check_state(L);
  if (v->v.s.turn == v->v.seat)
    return au_push_is_legal(L, 2, v->rules, &v->v.s);
  if (au_meant(L, 2, v->rules, &v->v.s) == 0)
    return au_not_meant(L, 2);
  lua_pushboolean(L, 0);
  return 1;
}

static int f_why(lua_State *L) {
  const au_lview *v = check_state(L);
  if (v->v.s.turn != v->v.seat) {
    lua_pushboolean(L, 0);
    lua_pushliteral(L, "it is not this seat's turn");
    return 2;
  }
  return au_push_why(L, 2, v->rules, &v->v.s);
}

static int f_copy(lua_State *L) {
  const au_lview *v = au_check_view(L, 1);
  lua_getiuservalue(L, 1, 1);
  au_lview *copy = au_push_small_view(L, -1, v->v.round_n);
  au_view_copy(&copy->v, &v->v);
  return 1;
}

static void push_known(lua_State *L, const au_lview *v) {
  lua_createtable(L, v->rules->r.players, 0);
  for (int i = 0; i < v->rules->r.players; i++) {
    au_push_set(L, v->rules->deck_id, au_view_known(&v->v, (uint8_t)i));
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_counts(lua_State *L, const au_lview *v) {
  lua_createtable(L, v->rules->r.players, 0);
  for (int i = 0; i < v->rules->r.players; i++) {
    lua_pushinteger(L, v->v.hand_n[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_may_change(lua_State *L, const au_lview *v) {
  const au_rules *r = &v->rules->r;
  lua_createtable(L, r->players, 0);
  for (int i = 0; i < r->players; i++) {
    lua_pushinteger(L, au_view_changes(r, &v->v, (uint8_t)i));
    lua_rawseti(L, -2, i + 1);
  }
}

enum {
  FIELD_SEAT = AU_FIELD_ALL,
  FIELD_SIDE,
  FIELD_PARTNER,
  FIELD_HAND,
  FIELD_UNSEEN,
  FIELD_KNOWN,
  FIELD_HAND_N,
  FIELD_MAY_CHANGE,
  FIELD_LEGAL_BITS,
  FIELD_RULES
};

/* True for a field of the state that the seat sees. */
static bool is_seen(int field) {
  switch (field) {
  case FIELD_UNSEEN:
  case FIELD_HAND_N:
  case FIELD_MAY_CHANGE:
  case AU_FIELD_TRICKS:
  case AU_FIELD_CHANGES:
  case AU_FIELD_ROUNDS:
    return false;
  default:
    return true;
  }
}

static int f_index(lua_State *L) {
  int field = au_index_field(L);
  if (field < 0)
    return 1;
  const au_lview *v = is_seen(field) ? check_state(L) : au_check_view(L, 1);
  au_state scratch;
  switch (field) {
  case FIELD_SEAT:
    lua_pushinteger(L, v->v.seat + 1);
    break;
  case FIELD_SIDE:
    lua_pushinteger(L, v->rules->r.side_of[v->v.seat] + 1);
    break;
  case FIELD_PARTNER:
    push_partner(L, &v->rules->r, v->v.seat);
    break;
  case FIELD_HAND:
    au_push_set(L, v->rules->deck_id, v->v.s.hand[v->v.seat]);
    break;
  case FIELD_UNSEEN:
    au_push_set(L, v->rules->deck_id, v->v.unseen);
    break;
  case FIELD_KNOWN:
    push_known(L, v);
    break;
  case FIELD_HAND_N:
    push_counts(L, v);
    break;
  case FIELD_MAY_CHANGE:
    push_may_change(L, v);
    break;
  case FIELD_LEGAL_BITS:
    lua_pushinteger(
        L, (lua_Integer)au_legal_bits(L, v->rules, own_turn(v, &scratch)));
    break;
  case AU_FIELD_ROUNDS:
    au_push_rounds(L, &v->rules->r, v->v.round, v->v.round_n);
    break;
  case AU_FIELD_QUESTION:
    au_push_question(L, v->rules, &v->v.s, v->v.seat);
    break;
  case FIELD_RULES:
    lua_getiuservalue(L, 1, 1);
    break;
  default:
    au_push_field(L, v->rules, &v->v.s, v->v.log, v->v.log_n, field);
    break;
  }
  return 1;
}

static int f_eq(lua_State *L) {
  au_lview *a = au_test(L, 1, au_view_type);
  au_lview *b = au_test(L, 2, au_view_type);
  if (a != NULL)
    complete(L, a);
  if (b != NULL)
    complete(L, b);
  lua_pushboolean(L, a != NULL && b != NULL && au_view_same(&a->v, &b->v));
  return 1;
}

static int f_tostring(lua_State *L) {
  const au_lview *v = check_state(L);
  lua_pushfstring(L, "view of seat %d: round %d, trick %d, %s", v->v.seat + 1,
                  v->v.s.round, au_state_trick(&v->rules->r, &v->v.s),
                  au_phase_name(v->v.s.phase));
  return 1;
}

void au_open_views(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__eq", f_eq}, {"__tostring", f_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"legal", f_legal},   {"legal_cards", f_legal_cards},
      {"random", f_random}, {"is_legal", f_is_legal},
      {"why", f_why},       {"copy", f_copy},
      {NULL, NULL}};
  static const char *const fields[] = {AU_FIELD_ALL_NAMES,
                                       "seat",
                                       "side",
                                       "partner",
                                       "hand",
                                       "unseen",
                                       "known",
                                       "hand_n",
                                       "may_change",
                                       "legal_bits",
                                       "rules",
                                       NULL};
  au_new_type(L, au_view_type, meta, fields, f_index);
  au_bind_methods(L, au_view_type, methods);
}
