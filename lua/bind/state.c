/* state.c: states in Lua: the position of a game, all hands open, and the
** methods that change it.
**
** A state here is a game of the core (au_game), so that it can be undone,
** viewed and written. `state:clone()` copies it. */
#include "bind.h"

#include <stdio.h>
#include <string.h>

const char au_state_type[] = "aurum.state";

au_lstate *au_check_state(lua_State *L, int arg) {
  return au_check(L, arg, au_state_type);
}

/* Push a state whose game is only initialized. */
static au_lstate *push_empty(lua_State *L, int rules_index) {
  au_lrules *rules = au_check_rules(L, rules_index);
  rules_index = lua_absindex(L, rules_index);
  au_lstate *s = au_new(L, sizeof *s, 1, au_state_type);
  au_game_init_in(&s->g, au_memory_of(L));
  s->held = 0;
  s->rules = rules;
  lua_pushvalue(L, rules_index);
  lua_setiuservalue(L, -2, 1);
  return s;
}

au_lstate *au_push_state(lua_State *L, int rules_index) {
  au_lstate *s = push_empty(L, rules_index);
  au_game_begin(&s->rules->r, &s->g);
  return s;
}

void au_count_state(lua_State *L, au_lstate *s) {
  const au_game *g = &s->g;
  size_t before = s->held;
  s->held = g->round_cap * sizeof *g->round + g->log_cap * sizeof *g->log +
            g->tally_cap * sizeof *g->tally + g->fact_cap * sizeof *g->fact;
  au_limits_hold(L, before, s->held);
}

static int f_gc(lua_State *L) {
  au_lstate *s = au_check_state(L, 1);
  au_game_free(&s->g);
  au_count_state(L, s);
  return 0;
}

/* ---- Methods ---------------------------------------------------------- */

/* Charges, in instructions. */
enum {
  WHOLE = 100, /* for going through a whole game, */
  ACTION = 15, /*   and for each action that is written */
  ROUND = 300  /* for a random round, or one that is replayed */
};

/* Charge for going through the whole game. */
static void spend_game(lua_State *L, const au_lstate *s, int64_t each) {
  au_spend(L, WHOLE + each * (int64_t)(s->g.log_n + 8 * s->g.round_n +
                                       s->g.tally_n));
}

static int f_legal(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  au_push_legal(L, s->rules, &s->g.state);
  return 1;
}

static int f_legal_cards(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  au_push_legal_cards(L, s->rules, &s->g.state);
  return 1;
}

static int f_is_legal(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  return au_push_is_legal(L, 2, s->rules, &s->g.state);
}

static int f_why(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  return au_push_why(L, 2, s->rules, &s->g.state);
}

void au_check_status(lua_State *L, const au_lstate *s, au_status status) {
  if (status == AU_EHOOK)
    au_raise_hook(L, s->rules);
  if (status == AU_EFULL)
    luaL_error(L,
               "a round of more than %d actions, or a game of more than %d "
               "rounds",
               AU_LOG_MAX, AU_ROUND_MAX);
  if (status == AU_EDEAL)
    luaL_error(L, "the variant made a deal that does not fit its rules");
  if (status == AU_ENOMEM)
    au_no_memory(L);
  if (status != AU_OK)
    luaL_error(L, "an action that is not legal here");
}

/* Apply the action meant by the value at 'arg'. Raises with the rule if it is
** not legal. */
static void apply(lua_State *L, au_lstate *s, int arg) {
  char why[AU_WHY_TEXT] = "";
  au_action a = au_meant(L, arg, s->rules, &s->g.state);
  if (a == 0)
    au_not_meant(L, arg);
  au_status status = au_game_apply(&s->rules->r, &s->g, a);
  if (status == AU_EILLEGAL)
    (void)!au_state_why(&s->rules->r, &s->g.state, a, why);
  if (status == AU_EILLEGAL)
    luaL_error(L, "%s is not legal: %s", luaL_tolstring(L, arg, NULL), why);
  au_check_status(L, s, status);
  au_count_state(L, s);
}

/* state:apply(action): returns the state. */
static int f_apply(lua_State *L) {
  apply(L, au_check_state(L, 1), 2);
  lua_settop(L, 1);
  return 1;
}

/* ---- Playouts ------------------------------------------------------------ */

/* Apply one action of the open round: the answer of the policy at 2, or a
** random action if that answers nil. */
static void play_policy(lua_State *L, au_lstate *s, au_rng *rng) {
  au_action a = 0;
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  if (!lua_isnil(L, -1)) {
    apply(L, s, lua_gettop(L));
  } else if (au_state_open(&s->g.state)) { /* else the policy ended it */
    au_check_status(L, s, au_state_random(&s->rules->r, &s->g.state, rng, &a));
    au_check_status(L, s, au_game_apply(&s->rules->r, &s->g, a));
    au_count_state(L, s);
  }
  lua_settop(L, 4);
}

/* Play the open round to its end, by the function at 2 if there is one. */
static void play_round(lua_State *L, au_lstate *s, const au_policy *policy,
                       au_rng *rng) {
  uint8_t round = s->g.state.round;
  au_spend(L, ROUND);
  if (lua_isfunction(L, 2)) {
    while (au_state_open(&s->g.state) && s->g.state.round == round)
      play_policy(L, s, rng);
    return;
  }
  au_check_status(L, s, au_game_playout(&s->rules->r, policy, &s->g, rng));
  au_count_state(L, s);
}

/* The score of the round that ended last, or of the open round as if it ended
** now. */
static void get_score(lua_State *L, const au_lstate *s, au_score *score) {
  const au_game *g = &s->g;
  if (!au_state_open(&g->state) && g->tally_n > 0)
    au_tally_score(&g->tally[g->tally_n - 1], score);
  else if (au_state_score(&s->rules->r, &g->state, score) != AU_OK)
    au_raise_hook(L, s->rules);
}

/* Push the list of rewards that the last round or game gave the sides. */
static int push_reward(lua_State *L, const au_lstate *s, au_goal goal) {
  bool whole = goal <= AU_GOAL_POINTS;
  double reward[AU_SEAT_MAX];
  au_score score;
  get_score(L, s, &score);
  au_reward(&s->rules->r, goal, &s->g.state, &score, reward);
  lua_createtable(L, s->rules->r.side_n, 0);
  for (int side = 0; side < s->rules->r.side_n; side++) {
    if (whole)
      lua_pushinteger(L, (lua_Integer)reward[side]);
    else
      lua_pushnumber(L, reward[side]);
    lua_rawseti(L, -2, side + 1);
  }
  return 1;
}

/* state:playout(policy, to, goal, seed): the state, played on, and the rewards
** of the sides for its last round. */
static int f_playout(lua_State *L) {
  static const char *const ends[] = {"round", "game", NULL};
  au_lstate *s = au_check_state(L, 1);
  au_rng own, *rng = au_random_or(L, 5, au_lua_here(L), &own);
  au_policy policy = {0};
  lua_settop(L, 4);
  int goal = luaL_checkoption(L, 4, "points", au_goals);
  bool over = goal == AU_GOAL_GAME;
  bool game = luaL_checkoption(L, 3, over ? "game" : "round", ends) == 1;
  luaL_argcheck(L, game || !over, 4,
                "the goal 'game' needs a playout to the end 'game'");
  if (lua_isstring(L, 2))
    policy = au_check_policy(L, 2, s->rules);
  else if (!lua_isnil(L, 2) && !lua_isfunction(L, 2))
    return luaL_typeerror(L, 2, "function, 'uniform' or 'quick'");
  if (au_state_open(&s->g.state))
    play_round(L, s, &policy, rng);
  while (game && s->g.state.phase != AU_PHASE_OVER) {
    au_check_status(L, s, au_state_deal_random(&s->rules->r, &s->g.state, rng));
    au_game_forget(&s->g);
    play_round(L, s, &policy, rng);
  }
  au_game_forget(&s->g);
  int n = push_reward(L, s, (au_goal)goal);
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  return 1 + n;
}

/* state:undo(): true if there was an action or a deal to undo. */
static int f_undo(lua_State *L) {
  au_lstate *s = au_check_state(L, 1);
  au_status status = au_game_undo(&s->rules->r, &s->g);
  if (status != AU_EILLEGAL)
    au_check_status(L, s, status);
  lua_pushboolean(L, status == AU_OK);
  return 1;
}

static int f_clone(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  spend_game(L, s, 1);
  lua_getiuservalue(L, 1, 1);
  au_lstate *copy = push_empty(L, -1);
  if (au_game_copy(&copy->g, &s->g) != AU_OK)
    return au_no_memory(L);
  au_count_state(L, copy);
  return 1;
}

static int f_view(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  uint8_t seat = au_check_seat(L, 2, s->rules->r.players);
  lua_getiuservalue(L, 1, 1);
  au_lview *v = au_push_small_view(L, -1, s->g.tally_n);
  au_view_of(&s->rules->r, &s->g, seat, &v->v);
  return 1;
}

/* The number on the stack's top, the value of 'key'. */
static int number_of(lua_State *L, const char *key, int lo, int hi) {
  return au_int_of(L, -1, key, "a number", lo, hi);
}

/* Push the list at 'key' of the table at 2 and return its length, at most
** 'most'. Without a list, push nothing and return -1. */
static int list_field(lua_State *L, const char *key, int most) {
  if (lua_getfield(L, 2, key) != LUA_TNIL)
    return au_list_of(L, -1, key, 0, most);
  lua_pop(L, 1);
  return -1;
}

/* state:deal(seed) or state:deal{first=, hands=}: returns the state. */
static int f_deal(lua_State *L) {
  au_lstate *s = au_check_state(L, 1);
  const au_rules *r = &s->rules->r;
  au_deal deal;
  char why[AU_WHY_TEXT];
  lua_settop(L, 2);
  if (lua_istable(L, 2)) {
    au_get_deal(L, 2, r, s->rules->deck_id, s->g.state.round + 1, &deal);
  } else {
    size_t n;
    const char *text = luaL_checklstring(L, 2, &n);
    au_seed seed;
    au_spend(L, ROUND + (int64_t)n / 2);
    au_seed_init(&seed, text, n);
    if (au_deal_make(r, &s->g.state, &seed, &deal) != AU_OK)
      return au_raise_hook(L, s->rules);
  }
  au_status status = au_game_deal(r, &s->g, &deal, why);
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  if (status == AU_EHOOK)
    return au_raise_hook(L, s->rules);
  if (status != AU_OK)
    return luaL_error(L, "deal: %s", why);
  au_count_state(L, s);
  lua_settop(L, 1);
  return 1;
}

static int f_score(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  au_score score;
  get_score(L, s, &score);
  au_push_score(L, s->rules->r.side_n, &score);
  return 1;
}

static int f_position(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  au_text t = {0};
  spend_game(L, s, ACTION);
  au_position_write(&s->rules->r, &s->g, s->rules->name, s->rules->digest, &t);
  if (!t.failed)
    lua_pushlstring(L, t.at, t.n);
  bool failed = t.failed;
  au_text_free(&t);
  return failed ? au_no_memory(L) : 1;
}

/* state:record([{seed=, names=}]): the game as a line of a record. */
static int f_record(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  au_record_head head = {
      .variant = s->rules->name, .digest = s->rules->digest, .seed = ""};
  au_text t = {0};
  spend_game(L, s, ACTION);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) {
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_getfield(L, 2, "seed");
    head.seed = au_text_of(L, -1, "seed", "");
    bool named = lua_getfield(L, 2, "names") == LUA_TTABLE;
    for (int i = 0; named && i < s->rules->r.players; i++) {
      lua_rawgeti(L, 4, i + 1); /* left on the stack to keep the name alive */
      head.name[i] = au_text_of(L, -1, "names", "");
    }
  }
  for (int i = 0; i < s->rules->r.players; i++)
    if (head.name[i] == NULL)
      head.name[i] = "";
  au_record_write(&s->rules->r, &s->g, &head, &t);
  if (!t.failed)
    lua_pushlstring(L, t.at, t.n);
  bool failed = t.failed;
  au_text_free(&t);
  return failed ? au_no_memory(L) : 1;
}

/* ---- Positions built by hand ------------------------------------------ */

/* Call 'set' with the value of each of 'n' seats or sides in a list field. */
typedef void set_seat(lua_State *L, const au_lstate *s, au_state *to, int i);

static void each_of(lua_State *L, const au_lstate *s, au_state *to,
                    const char *key, int n, set_seat *set) {
  if (list_field(L, key, n) < 0)
    return;
  for (int i = 0; i < n; i++) { /* a nil leaves that seat as it is */
    if (lua_rawgeti(L, -1, i + 1) != LUA_TNIL)
      set(L, s, to, i);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void set_hand(lua_State *L, const au_lstate *s, au_state *to, int i) {
  to->hand[i] = au_check_set(L, lua_gettop(L), s->rules->deck_id);
}

static void set_gold(lua_State *L, const au_lstate *s, au_state *to, int i) {
  to->gold[i] = au_check_pile(L, lua_gettop(L), s->rules->deck_id);
}

static void set_bid(lua_State *L, const au_lstate *s, au_state *to, int i) {
  to->bid[i] = au_check_card(L, lua_gettop(L), s->rules->deck_id);
  to->down &= (uint8_t) ~(1 << i);
}

static void set_taken(lua_State *L, const au_lstate *s, au_state *to, int i) {
  (void)s;
  to->taken[i] = (uint8_t)number_of(L, "taken", 0, AU_KIND_MAX);
}

static void set_nuggets(lua_State *L, const au_lstate *s, au_state *to, int i) {
  (void)s;
  to->nuggets[i] = (uint8_t)number_of(L, "nuggets", 0, 99);
}

static void set_points(lua_State *L, const au_lstate *s, au_state *to, int i) {
  (void)s;
  to->points[i] = number_of(L, "points", -100000, 100000);
}

static void set_trick(lua_State *L, const au_lstate *s, au_state *to) {
  const au_rules *r = &s->rules->r;
  uint8_t leader = to->trick.leader;
  int n = list_field(L, "plays", r->players);
  if (n < 0)
    return;
  memset(&to->trick, 0, offsetof(au_trick, trump));
  to->trick.leader = leader;
  for (int i = 1; i <= n; i++) { /* au_state_check refuses a full one */
    lua_rawgeti(L, -1, i);
    to->trick.card[to->trick.n++] =
        au_check_card(L, lua_gettop(L), s->rules->deck_id);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Nothing is asked in a position built by hand. Returns true if bids are called
** and have no cards. */
static bool clear_questions(const au_rules *r, au_state *to) {
  bool called = au_asks_at(r, AU_WHEN_INSTEAD);
  to->ask = to->asked = to->pending = to->answers = 0;
  memset(to->answer, 0, sizeof to->answer);
  memset(to->known, 0, sizeof to->known);
  for (int side = 0; side < r->side_n && called; side++)
    if (to->called[side] == 0)
      to->called[side] = 1;
  return called;
}

/* Derive the rest from the cards that were set: gold in the supply, the cards
** all seats have seen, the phase and the seat on turn. */
static void derive(const au_rules *r, au_state *to) {
  au_set hidden = 0;
  au_gold held = au_trick_gold(&r->deck, &to->trick);
  int bids = 0, taken = 0;
  for (int i = 0; i < r->players; i++) {
    hidden |= to->hand[i];
    held += to->gold[i];
    bids += to->bid[i] != AU_NONE;
    taken += to->taken[i];
  }
  to->supply = r->gold_all - held; /* au_state_check refuses an overdraft */
  if (r->extras == AU_EXTRAS_HIDDEN)
    hidden |= to->extras;
  for (int i = 0; i < r->players; i++)
    if (to->bid[i] != AU_NONE &&
        ((bids < r->players && r->bidding == AU_BIDDING_HIDDEN) ||
         (to->down >> i & 1)))
      hidden |= au_bit(to->bid[i]);
  to->seen = r->deck.base & ~hidden;
  to->changed = to->round_winners = to->winners = 0;
  to->passer = to->won = to->award = AU_NONE;
  if (to->tricks < taken) /* au_state_check refuses what a byte cannot hold */
    to->tricks = (uint8_t)(taken < UINT8_MAX ? taken : UINT8_MAX);
  if (to->round == 0)
    to->round = 1;
  bool called = clear_questions(r, to);
  to->phase = AU_PHASE_PLAY;
  to->turn = au_trick_seat(&to->trick, to->trick.n, r->players);
  if (bids < r->players && !called) {
    to->phase = AU_PHASE_BID;
    to->turn = (uint8_t)((to->first + bids) % r->players);
    return;
  }
  for (int i = 0; i < r->players && to->trick.n == 0; i++) {
    uint8_t seat = au_trick_seat(&to->trick, i, r->players);
    if (!au_change_open(r, to, seat))
      continue;
    to->phase = AU_PHASE_CHANGE;
    to->turn = seat;
    return;
  }
}

/* state:set{hands=, bids=, gold=, extras=, taken=, nuggets=, points=, plays=,
** first=, leader=, round=}, or seat_bids= and seat_taken=: returns the state.
** Its history is forgotten. Values that are not named stay as they are. */
static int f_set(lua_State *L) {
  static const char *const keys[] = {
      "hands", "bids",  "gold",   "extras", "taken",     "nuggets",    "points",
      "plays", "first", "leader", "round",  "seat_bids", "seat_taken", NULL};
  au_lstate *s = au_check_state(L, 1);
  au_state to = s->g.state;
  char why[AU_WHY_TEXT];
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  size_t n = 0;
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
    int i = 0;
    n++;
    while (keys[i] != NULL && (lua_type(L, -2) != LUA_TSTRING ||
                               strcmp(keys[i], lua_tostring(L, -2)) != 0))
      i++;
    if (keys[i] == NULL)
      return luaL_error(L, "set: there is no field '%s'",
                        au_push_tostring(L, -2));
  }
  au_spend_walk(L, 2, n);
  au_spend(L, ROUND);
  int seats = s->rules->r.players, sides = s->rules->r.side_n;
  each_of(L, s, &to, "hands", seats, set_hand);
  each_of(L, s, &to, "gold", seats, set_gold);
  each_of(L, s, &to, "bids", seats, set_bid);
  each_of(L, s, &to, "seat_bids", seats, set_bid);
  each_of(L, s, &to, "taken", seats, set_taken);
  each_of(L, s, &to, "seat_taken", seats, set_taken);
  each_of(L, s, &to, "nuggets", sides, set_nuggets);
  each_of(L, s, &to, "points", sides, set_points);
  if (lua_getfield(L, 2, "extras") != LUA_TNIL)
    to.extras = au_check_set(L, lua_gettop(L), s->rules->deck_id);
  if (lua_getfield(L, 2, "first") != LUA_TNIL)
    to.first = au_seat_of(L, -1, "first", seats);
  if (lua_getfield(L, 2, "leader") != LUA_TNIL) {
    memset(&to.trick, 0, offsetof(au_trick, trump));
    to.trick.leader = au_seat_of(L, -1, "leader", seats);
  }
  if (to.round == 0) /* as if it were dealt */
    to.trick.trump = au_deal_trump(&s->rules->r, to.extras);
  if (lua_getfield(L, 2, "round") != LUA_TNIL)
    to.round = (uint8_t)number_of(L, "round", 1, UINT8_MAX);
  set_trick(L, s, &to);
  derive(&s->rules->r, &to);
  if (au_game_begin_at(&s->rules->r, &s->g, &to, why) != AU_OK)
    return luaL_error(L, "set: %s", why);
  lua_settop(L, 1);
  return 1;
}

/* ----------------------------------------------------------------------- */

enum { FIELD_HANDS = AU_FIELD_ALL, FIELD_RULES };

static int f_index(lua_State *L) {
  int field = au_index_field(L);
  if (field < 0)
    return 1;
  const au_lstate *s = au_check_state(L, 1);
  uint32_t n;
  switch (field) {
  case FIELD_HANDS:
    lua_createtable(L, s->rules->r.players, 0);
    for (int i = 0; i < s->rules->r.players; i++) {
      au_push_set(L, s->rules->deck_id, s->g.state.hand[i]);
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case AU_FIELD_ROUNDS:
    au_push_rounds(L, &s->rules->r, s->g.tally, s->g.tally_n);
    break;
  case FIELD_RULES:
    lua_getiuservalue(L, 1, 1);
    break;
  default: {
    const au_entry *log = au_game_round_log(&s->g, &n);
    au_push_field(L, s->rules, &s->g.state, log, n, field);
    break;
  }
  }
  return 1;
}

static int f_eq(lua_State *L) {
  const au_lstate *a = au_test(L, 1, au_state_type);
  const au_lstate *b = au_test(L, 2, au_state_type);
  lua_pushboolean(L,
                  a != NULL && b != NULL &&
                      strcmp(a->rules->digest, b->rules->digest) == 0 &&
                      memcmp(&a->g.state, &b->g.state, sizeof a->g.state) == 0);
  return 1;
}

static int f_tostring(lua_State *L) {
  const au_lstate *s = au_check_state(L, 1);
  const au_state *at = &s->g.state;
  lua_pushfstring(L, "%s: round %d, trick %d, %s", s->rules->name, at->round,
                  au_state_trick(&s->rules->r, at), au_phase_name(at->phase));
  return 1;
}

/* aurum.state(rules): a state at the beginning of a game. */
static int f_state(lua_State *L) {
  au_push_state(L, 1);
  return 1;
}

/* Parse the position token at 1. */
static au_status parse_position(lua_State *L, au_position *p, char *why) {
  size_t n;
  const char *token = luaL_checklstring(L, 1, &n);
  if (strlen(token) == n)
    return au_position_parse(token, p, why);
  snprintf(why, AU_WHY_TEXT, "not a position: it has a NUL byte");
  return AU_EFORMAT;
}

/* aurum.load_position(token, rules): a state; or nil and a message. */
static int f_load_position(lua_State *L) {
  au_position p;
  char why[AU_WHY_TEXT];
  au_spend(L, ROUND * (1 + au_bytes_of_text(L, 1) / 32));
  au_lstate *s = au_push_state(L, 2);
  au_status status = parse_position(L, &p, why);
  if (status == AU_OK) {
    if (strcmp(p.digest, s->rules->digest) != 0) {
      luaL_pushfail(L);
      lua_pushfstring(L,
                      "the position is of %s with rules %s; here they are %s",
                      p.variant, p.digest, s->rules->digest);
      return 2;
    }
    status = au_position_load(&s->rules->r, &p, &s->g, why);
    if (status == AU_OK) {
      au_count_state(L, s);
      return 1;
    }
  }
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  luaL_pushfail(L);
  lua_pushstring(L, why);
  return 2;
}

/* aurum.read_position(token): variant, players, digest; or nil and a message.
*/
static int f_read_position(lua_State *L) {
  au_position p;
  char why[AU_WHY_TEXT];
  au_spend(L, WHOLE + au_bytes_of_text(L, 1));
  au_status status = parse_position(L, &p, why);
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  if (status != AU_OK) {
    luaL_pushfail(L);
    lua_pushstring(L, why);
    return 2;
  }
  lua_pushstring(L, p.variant);
  lua_pushinteger(L, p.players);
  lua_pushstring(L, p.digest);
  return 3;
}

void au_open_states(lua_State *L) {
  static const luaL_Reg functions[] = {{"state", f_state},
                                       {"load_position", f_load_position},
                                       {"read_position", f_read_position},
                                       {NULL, NULL}};
  static const luaL_Reg meta[] = {
      {"__gc", f_gc}, {"__eq", f_eq}, {"__tostring", f_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"legal", f_legal},
                                     {"legal_cards", f_legal_cards},
                                     {"is_legal", f_is_legal},
                                     {"why", f_why},
                                     {"apply", f_apply},
                                     {"undo", f_undo},
                                     {"clone", f_clone},
                                     {"view", f_view},
                                     {"deal", f_deal},
                                     {"score", f_score},
                                     {"position", f_position},
                                     {"record", f_record},
                                     {"set", f_set},
                                     {"playout", f_playout},
                                     {NULL, NULL}};
  static const char *const fields[] = {AU_FIELD_ALL_NAMES, "hands", "rules",
                                       NULL};
  au_new_type(L, au_state_type, meta, fields, f_index);
  au_bind_methods(L, au_state_type, methods);
  luaL_setfuncs(L, functions, 0);
}
