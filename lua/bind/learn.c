/* learn.c: self-play and training (core/learn.h) for lua/learn. */
#include "bind.h"

#include <stdio.h>
#include <string.h>

static const char TRAINER[] = "aurum.trainer";
static const char *const parts[] = {"closed", "open", NULL};

/* ---- Options ------------------------------------------------------------ */

static float float_of(lua_State *L, int at, const char *key, float none) {
  float x = none;
  if (lua_getfield(L, at, key) != LUA_TNIL) {
    lua_Number y = luaL_checknumber(L, -1);
    luaL_argcheck(L, y >= 0 && y <= 1000, at,
                  "expected numbers from 0 to 1000");
    x = (float)y;
  }
  lua_pop(L, 1);
  return x;
}

/* The net at a key, of which a part is needed; NULL if there is none. It stays
** alive as long as the table. */
static const au_net *net_of(lua_State *L, int at, const char *key,
                            const au_lrules *rules, int part) {
  const au_net *net = NULL;
  if (lua_getfield(L, at, key) != LUA_TNIL) {
    net = au_check_net(L, lua_gettop(L));
    au_check_net_rules(L, net, rules, part);
  }
  lua_pop(L, 1);
  return net;
}

/* The text at a key, which the table keeps alive. */
static const char *text_field(lua_State *L, int at, const char *key,
                              const char *none) {
  lua_getfield(L, at, key);
  const char *text = au_text_of(L, lua_gettop(L), key, none);
  lua_pop(L, 1);
  return text;
}

static int int_field(lua_State *L, int at, const char *key, int most) {
  lua_getfield(L, at, key);
  int n = au_int_of(L, lua_gettop(L), key, "a whole number", 1, most);
  lua_pop(L, 1);
  return n;
}

static au_rng rng_of(lua_State *L, int at) {
  au_seed seed;
  au_rng rng;
  const char *text = text_field(L, at, "seed", NULL);
  au_seed_init(&seed, text, strlen(text));
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  return rng;
}

static const au_lrules *rules_of(lua_State *L, int at) {
  lua_getfield(L, at, "rules");
  const au_lrules *rules = au_check_rules(L, lua_gettop(L));
  lua_pop(L, 1);
  return rules;
}

static int part_of(lua_State *L, int at) {
  lua_getfield(L, at, "part");
  int part = au_check_word(L, lua_gettop(L), "part", parts);
  lua_pop(L, 1);
  return part;
}

/* ---- Self-play ---------------------------------------------------------- */

typedef struct played {
  au_game g;
  au_text out;
} played;

static int f_free(lua_State *L) {
  played *p = lua_touserdata(L, 1);
  au_game_free(&p->g);
  au_text_free(&p->out);
  return 0;
}

/* Push memory of a call that is freed when the call is left, however. */
static played *push_played(lua_State *L) {
  played *p = lua_newuserdatauv(L, sizeof *p, 0);
  memset(p, 0, sizeof *p);
  au_game_init(&p->g);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, f_free);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__gc");
  lua_setfield(L, -2, "__close");
  lua_setmetatable(L, -2);
  lua_toclose(L, -1);
  return p;
}

/* Read what each lesson has: part, critic, student and lambda. */
static au_lesson read_lesson(lua_State *L, const au_lrules *rules) {
  au_lesson l = {.r = &rules->r};
  l.part = (uint8_t)part_of(L, 1);
  l.critic = net_of(L, 1, "critic", rules, AU_NET_OPEN);
  l.student = net_of(L, 1, "student", rules, l.part);
  l.lambda = float_of(L, 1, "lambda", 1);
  luaL_argcheck(L, l.student != NULL, 1, "expected a student");
  return l;
}

/* Read who plays, and how it explores. */
static void read_actor(lua_State *L, const au_lrules *rules, au_lesson *l) {
  l->actor = net_of(L, 1, "actor", rules, AU_NET_CLOSED);
  luaL_argcheck(L, l->actor != NULL, 1, "expected an actor");
  l->explore = float_of(L, 1, "explore", 0);
  l->noise = (uint32_t)(float_of(L, 1, "noise", 0) * AU_NET_ONE);
}

/* Raise unless a round gave its samples. */
static void check_lesson(lua_State *L, const au_lrules *rules,
                         au_status status) {
  if (status == AU_ENOMEM)
    au_no_memory(L);
  if (status == AU_EFULL)
    luaL_error(L, "a round of more than %d actions", AU_LOG_MAX);
  if (status == AU_EHOOK)
    au_raise_hook(L, rules);
  if (status != AU_OK)
    luaL_error(L, "these rules cannot be played (status %d)", (int)status);
}

static void push_samples(lua_State *L, const played *p) {
  lua_pushlstring(L, p->out.at == NULL ? "" : p->out.at, p->out.n);
}

/* aurum.sys.lesson{ rules=, part=, actor=, rival=, critic=, student=, lambda=,
** explore=, noise=, against=, seed=, rounds= }: the samples of these rounds as
** bytes, and the sum, the sum of squares and the number of the actor's leads
** over opponents. */
static int f_lesson(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const au_lrules *rules = rules_of(L, 1);
  au_lesson l = read_lesson(L, rules);
  l.odds = au_odds_of(rules);
  read_actor(L, rules, &l);
  l.rival = net_of(L, 1, "rival", rules, AU_NET_CLOSED);
  lua_getfield(L, 1, "against");
  l.against = lua_toboolean(L, -1);
  lua_pop(L, 1);
  int rounds = int_field(L, 1, "rounds", 1000000);
  au_rng rng = rng_of(L, 1);
  double sum = 0, squares = 0, lead;
  lua_Integer n = 0;
  played *p = push_played(L);
  for (int i = 0; i < rounds; i++) {
    au_spend_long(L, 10000);
    check_lesson(L, rules, au_lesson_round(&l, &p->g, &rng, &p->out, &lead));
    sum += lead;
    squares += lead * lead;
    n += lead != 0;
  }
  push_samples(L, p);
  lua_pushnumber(L, sum);
  lua_pushnumber(L, squares);
  lua_pushinteger(L, n);
  return 4;
}

/* aurum.sys.explore{ state=, actor=, explore=, noise=, seed= }: the actor's
** action for the seat on turn, as in aurum.sys.lesson. */
static int f_explore(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_getfield(L, 1, "state");
  const au_lstate *from = au_check_state(L, lua_gettop(L));
  const au_state *s = &from->g.state;
  luaL_argcheck(L, au_state_open(s), 1, "expected a state with a seat on turn");
  au_lesson l = {.r = &from->rules->r};
  read_actor(L, from->rules, &l);
  au_rng rng = rng_of(L, 1);
  au_view view;
  au_action a;
  int32_t value;
  bool valued;
  au_view_of(l.r, &from->g, s->turn, &view);
  check_lesson(L, from->rules,
               au_lesson_choose(&l, s, &view, &rng, &a, &value, &valued));
  au_push_action(L, from->rules, a);
  return 1;
}

/* The sides of the seats in the list at the stack's top, a bit each; all
** without a list. */
static uint8_t sides_of(lua_State *L, const au_rules *r) {
  if (lua_isnil(L, -1))
    return (uint8_t)((1u << r->side_n) - 1);
  uint8_t sides = 0;
  int at = lua_gettop(L);
  luaL_checktype(L, at, LUA_TTABLE);
  for (int i = 1; lua_rawgeti(L, at, i) != LUA_TNIL; i++) {
    int seat = au_check_seat(L, lua_gettop(L), r->players);
    sides |= (uint8_t)(1u << r->side_of[seat]);
    lua_settop(L, at);
  }
  lua_settop(L, at);
  return sides;
}

/* aurum.sys.lesson_of{ state=, seats=, part=, student=, critic=, lambda=,
** seed= }: the samples of the finished rounds of the game that led to a state,
** and the number of rounds. Samples are the decisions of the sides of these
** seats, or of all. */
static int f_lesson_of(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_getfield(L, 1, "state");
  const au_lstate *from = au_check_state(L, lua_gettop(L));
  const au_lrules *rules = from->rules;
  au_lesson l = read_lesson(L, rules);
  au_rng rng = rng_of(L, 1);
  lua_getfield(L, 1, "seats");
  uint8_t sides = sides_of(L, l.r);
  uint32_t rounds;
  played *p = push_played(L);
  au_spend_long(L, 10000);
  check_lesson(
      L, rules,
      au_lesson_game(&l, &from->g, sides, &p->g, &rng, &p->out, &rounds));
  push_samples(L, p);
  lua_pushinteger(L, rounds);
  return 2;
}

/* ---- The trainer -------------------------------------------------------- */

typedef struct ltrainer {
  au_trainer *t; /* owned */
  au_layout layout;
} ltrainer;

static ltrainer *check_trainer(lua_State *L, int at) {
  return au_check(L, at, TRAINER);
}

static int f_gc(lua_State *L) {
  ltrainer *t = check_trainer(L, 1);
  au_trainer_free(t->t);
  t->t = NULL;
  return 0;
}

/* The version of the inputs that rules and those of the list at 'also' need. */
static int version_of(lua_State *L, const au_lrules *rules) {
  int version = au_inputs_version(&rules->r);
  if (lua_getfield(L, 1, "also") != LUA_TNIL) {
    int also = lua_gettop(L);
    luaL_checktype(L, also, LUA_TTABLE);
    for (int i = 1; lua_rawgeti(L, also, i) != LUA_TNIL; i++) {
      int other = au_inputs_version(&au_check_rules(L, also + 1)->r);
      version = other > version ? other : version;
      lua_settop(L, also);
    }
    lua_settop(L, also);
  }
  lua_pop(L, 1);
  return version;
}

/* Lay out the inputs of a training: those of the net at 'start' and more, if
** the rules need them; or for the rules. */
static void layout_of(lua_State *L, const au_lrules *rules, au_layout *l) {
  int version = version_of(L, rules);
  const au_rules *r = &rules->r;
  au_status status;
  if (lua_getfield(L, 1, "start") != LUA_TNIL) {
    const au_net *start = au_check_net(L, lua_gettop(L));
    luaL_argcheck(L, au_layout_covers(&start->layout, &rules->r), 1,
                  "expected a net of this table");
    if (version < start->layout.version)
      version = start->layout.version;
    status = au_layout_extend(&start->layout, version, l);
  } else {
    status = au_layout_make(version, r->players, r->side_n, r->side_of,
                            r->gold_all, l);
  }
  if (status != AU_OK)
    luaL_error(L, "these rules have too many cards and seats for a net");
  lua_pop(L, 1);
}

/* aurum.sys.trainer{ rules=, also=, seed=, start= }: a trainer for a net of
** these rules, whose inputs begin with those of the net 'start', if any. */
static int f_trainer(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const au_lrules *rules = rules_of(L, 1);
  const char *text = text_field(L, 1, "seed", NULL);
  au_seed seed;
  au_seed_init(&seed, text, strlen(text));
  ltrainer *t = au_new(L, sizeof *t, 0, TRAINER);
  t->t = NULL;
  layout_of(L, rules, &t->layout);
  t->t = au_trainer_new(&t->layout, &seed);
  return t->t == NULL ? au_no_memory(L) : 1;
}

/* trainer:begin(net, part): begin from that part. */
static int f_begin(lua_State *L) {
  const ltrainer *t = check_trainer(L, 1);
  const au_net *net = au_check_net(L, 2);
  int part = au_check_word(L, 3, "part", parts);
  luaL_argcheck(L, net->has[part] && au_layout_begins(&net->layout, &t->layout),
                2, "expected a net of this table that has the part");
  au_trainer_begin(t->t, &net->layout, &net->part[part]);
  return 0;
}

/* trainer:learn{ samples=, batch=, rate=, seed= }: the mean squared error of
** the samples, and their number. */
static int f_learn(lua_State *L) {
  const ltrainer *t = check_trainer(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  size_t len;
  int batch = int_field(L, 2, "batch", 1 << 20);
  float rate = float_of(L, 2, "rate", 0.001f);
  au_rng rng = rng_of(L, 2);
  lua_getfield(L, 2, "samples");
  const char *samples = luaL_checklstring(L, -1, &len);
  double error;
  uint32_t n;
  au_status status =
      au_trainer_learn(t->t, samples, len, batch, rate, &rng, &error, &n);
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  if (status != AU_OK)
    return luaL_error(L, "these are no samples of this table");
  lua_pushnumber(L, error);
  lua_pushinteger(L, n);
  return 2;
}

/* trainer:rounding(net, part, samples): the mean squared difference of the
** trainer's values from those of a net made of it, over samples. */
static int f_rounding(lua_State *L) {
  const ltrainer *t = check_trainer(L, 1);
  const au_net *net = au_check_net(L, 2);
  int part = au_check_word(L, 3, "part", parts);
  size_t len;
  const char *samples = luaL_checklstring(L, 4, &len);
  luaL_argcheck(L, net->has[part] && au_layout_same(&net->layout, &t->layout),
                2, "expected a net of this table that has the part");
  lua_pushnumber(L, au_trainer_rounding(t->t, net, part, samples, len));
  return 1;
}

static int f_save(lua_State *L) {
  const ltrainer *t = check_trainer(L, 1);
  played *p = push_played(L);
  au_trainer_save(t->t, &p->out);
  if (p->out.failed)
    return au_no_memory(L);
  lua_pushlstring(L, p->out.at, p->out.n);
  return 1;
}

/* trainer:load(bytes): true; or nil if they are not of such a trainer. */
static int f_load(lua_State *L) {
  const ltrainer *t = check_trainer(L, 1);
  size_t len;
  const char *data = luaL_checklstring(L, 2, &len);
  if (au_trainer_load(t->t, data, len) == AU_OK)
    lua_pushboolean(L, true);
  else
    luaL_pushfail(L);
  return 1;
}

/* ---- Nets --------------------------------------------------------------- */

/* Fill a part of '*net' from the trainer or net at 'key', with rows as coarse
** as 'bits' says. */
static void fill_part(lua_State *L, au_net *net, int part, const char *key,
                      int bits) {
  if (lua_getfield(L, 1, key) == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  int at = lua_gettop(L);
  size_t size = net->layout.n * sizeof *net->part[0].row;
  void *row = lua_newuserdatauv(L, size, 0);
  const au_net *from = au_test(L, at, au_net_type);
  if (from != NULL) {
    luaL_argcheck(
        L, from->has[part] && au_layout_same(&from->layout, &net->layout), 1,
        "expected a net of this table that has the part");
    net->part[part] = from->part[part];
    net->part[part].row = memcpy(row, from->part[part].row, size);
  } else {
    const ltrainer *t = check_trainer(L, at);
    luaL_argcheck(L, au_layout_same(&t->layout, &net->layout), 1,
                  "expected a trainer of this table");
    if (au_trainer_round(t->t, &net->part[part], row) != AU_OK)
      luaL_error(L, "the weights of the %s part have grown too large",
                 parts[part]);
  }
  au_net_coarsen(&net->layout, &net->part[part], bits);
  net->has[part] = true; /* what it points to stays on the stack */
}

static void text_to(lua_State *L, const char *key, char *out, size_t size) {
  const char *text = text_field(L, 1, key, "");
  size_t n = strlen(text) < size ? strlen(text) : size - 1;
  for (size_t i = 0; i < n; i++)
    out[i] = text[i] == '\n' ? ' ' : text[i];
  out[n] = '\0';
}

/* Add the rules at 'at' to those that the net has learned. */
static void add_rules(lua_State *L, au_net *net, int at) {
  const au_lrules *rules = au_check_rules(L, at);
  if (au_net_knows(net, rules->round_digest))
    return;
  if (net->rules_n == AU_NET_RULES)
    luaL_error(L, "a net learns at most %d rules", AU_NET_RULES);
  memcpy(net->digest[net->rules_n++], rules->round_digest, AU_DIGEST_TEXT);
}

/* Fill the head of a net for 'rules'. */
static void fill_head(lua_State *L, au_net *net) {
  const au_lrules *rules = rules_of(L, 1);
  layout_of(L, rules, &net->layout);
  lua_getfield(L, 1, "goal");
  net->goal = (uint8_t)au_check_word(L, lua_gettop(L), "goal", au_goals);
  net->unit = net->goal >= AU_GOAL_ROUND ? 1 : 10;
  lua_getfield(L, 1, "rules");
  add_rules(L, net, lua_gettop(L));
  if (lua_getfield(L, 1, "also") != LUA_TNIL) {
    int also = lua_gettop(L);
    luaL_checktype(L, also, LUA_TTABLE);
    for (int i = 1; lua_rawgeti(L, also, i) != LUA_TNIL; i++) {
      add_rules(L, net, lua_gettop(L));
      lua_settop(L, also);
    }
  }
  lua_settop(L, 1);
  snprintf(net->rules, sizeof net->rules, "%.*s", AU_NET_TEXT - 1, rules->name);
  text_to(L, "how", net->how, sizeof net->how);
}

/* aurum.sys.net_bytes{ rules=, also=, start=, goal=, how=, closed=, open= }:
** the bytes of a net whose parts come from trainers or nets, with the inputs of
** the net 'start', if any. 'also' is a list of other rules that it has learned.
** Or { head=, closed=, open=, bits= }: with the head of another net, and rows
** that are multiples of 1 / 2^bits. */
static int f_net_bytes(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaL_checkstack(L, 20, NULL);
  au_net net;
  int bits = AU_NET_FINEST;
  memset(&net, 0, sizeof net);
  if (lua_getfield(L, 1, "head") != LUA_TNIL) {
    net = *au_check_net(L, 2);
    net.has[0] = net.has[1] = false;
    bits = int_field(L, 1, "bits", AU_NET_FINEST);
  } else {
    fill_head(L, &net);
  }
  fill_part(L, &net, AU_NET_CLOSED, "closed", bits);
  fill_part(L, &net, AU_NET_OPEN, "open", bits);
  luaL_argcheck(L, net.has[0] || net.has[1], 1, "expected a part");
  played *p = push_played(L);
  au_net_write(&net, &p->out);
  if (p->out.failed)
    return au_no_memory(L);
  lua_pushlstring(L, p->out.at, p->out.n);
  return 1;
}

static int f_index(lua_State *L) {
  (void)au_index_field(L); /* a method: there are no fields */
  return 1;
}

void au_open_learning(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"lesson", f_lesson},       {"lesson_of", f_lesson_of},
      {"explore", f_explore},     {"trainer", f_trainer},
      {"net_bytes", f_net_bytes}, {NULL, NULL}};
  static const luaL_Reg meta[] = {{"__gc", f_gc}, {NULL, NULL}};
  static const char *const none[] = {NULL};
  static const luaL_Reg methods[] = {
      {"begin", f_begin}, {"learn", f_learn}, {"rounding", f_rounding},
      {"save", f_save},   {"load", f_load},   {NULL, NULL}};
  au_new_type(L, TRAINER, meta, none, f_index);
  au_bind_methods(L, TRAINER, methods);
  luaL_setfuncs(L, functions, 0);
}
