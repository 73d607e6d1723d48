/* hooks.c: the hooks of a variant: Lua functions behind the hooks of au_rules.
**
** A hook receives the hook context, the values in question, and the answer that
** it replaces. That is the answer of the knobs, or of the part of the
** composition before it. Hooks that are called at every play take and return
** numbers only, for speed, and are called directly. The others go through a
** protected C function, since making their tables may raise. No error crosses a
** frame of the core. */
#include "script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 4 }; /* most hooks running inside one another */

/* ---- Errors -------------------------------------------------------------- */

/* Store the error "variant NAME: PLACE: hook 'legal': ..." and return false. */
static bool fail(au_variant *v, const char *place, const char *text) {
  char head[AU_VARIANT_TEXT + 64];
  snprintf(head, sizeof head, "variant %s: hook '%s': ", v->name, v->hook);
  au_text_clear(&v->head.error);
  au_text_put(&v->head.error, head);
  au_text_put(&v->head.error, place);
  au_text_add(&v->head.error, text, strnlen(text, AU_SAID_MAX));
  return false;
}

/* Report that the answer of the function at 'level' of the chain is not
** valid. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static bool
bad_answer(au_variant *v, int hook, int level, const char *format, ...) {
  lua_Debug ar;
  char place[LUA_IDSIZE + 32], text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  lua_rawgeti(v->L, LUA_REGISTRYINDEX, v->chain[hook][level]);
  lua_getinfo(v->L, ">S", &ar);
  snprintf(place, sizeof place, "%s:%d: ", ar.short_src, ar.linedefined);
  return fail(v, place, text);
}

/* True if a message begins with the file of the function at 'level'. */
static bool has_place(au_variant *v, int hook, int level, const char *text) {
  lua_Debug ar;
  lua_rawgeti(v->L, LUA_REGISTRYINDEX, v->chain[hook][level]);
  lua_getinfo(v->L, ">S", &ar);
  size_t n = strlen(ar.short_src);
  return strncmp(text, ar.short_src, n) == 0 && text[n] == ':';
}

/* The type name of a value, for messages. Allocates nothing, since it may be
** called outside protected mode. Leaves one value on the stack. */
static const char *type_of(lua_State *L, int at) {
  if (luaL_getmetafield(L, at, "__name") != LUA_TSTRING)
    return luaL_typename(L, at);
  const char *name = lua_tostring(L, -1), *dot = strchr(name, '.');
  return dot != NULL ? dot + 1 : name;
}

/* Report the error that a failed call of the function at 'level' left on the
** top. Needs no memory, since there may be none left. */
static bool raised(au_variant *v, int hook, int level) {
  if (v->limits.hoarded && !v->limits.late)
    return bad_answer(v, hook, level,
                      "it took more memory than a variant may (64 MiB)");
  if (lua_type(v->L, -1) != LUA_TSTRING)
    return bad_answer(v, hook, level, "it raised a %s value, not a message",
                      luaL_typename(v->L, -1));
  const char *text = lua_tostring(v->L, -1);
  if (v->head.error.n > 0 && strcmp(text, v->head.error.at) == 0)
    return false; /* the error of a hook that this one asked */
  (void)!fail(v, "", text);
  const char *advice = au_advice(text);
  if (advice != NULL) {
    au_text_put(&v->head.error, "\n(");
    au_text_put(&v->head.error, advice);
    au_text_put(&v->head.error, ")");
  }
  return false;
}

/* ---- Calling hooks ------------------------------------------------------- */

/* The state before a hook is called. Hooks may call hooks by reading a field
** that another hook decides. */
typedef struct scope {
  const au_state *state;
  int16_t *vars;
  const char *hook;
  int top;
} scope;

/* Report that a hook reads a field that depends on its own answer. */
static bool looks_at_itself(au_variant *v) {
  lua_Debug ar;
  char place[LUA_IDSIZE + 32] = "";
  if (lua_getstack(v->L, 1, &ar) && lua_getinfo(v->L, "Sl", &ar) &&
      ar.currentline > 0)
    snprintf(place, sizeof place, "%s:%d: ", ar.short_src, ar.currentline);
  return fail(v, place, "it reads a field that depends on its own answer");
}

static bool enter(au_variant *v, int hook, const au_state *s, int16_t *vars,
                  scope *saved) {
  if (v->L == NULL && !au_variant_wake(v))
    return false;
  *saved = (scope){v->state, v->vars, v->hook, lua_gettop(v->L)};
  v->hook = au_hook_names[hook];
  if (v->asking[hook] || v->depth == DEEPEST ||
      (v->depth > 0 && !lua_checkstack(v->L, AU_HOOK_STACK))) {
    looks_at_itself(v);
    v->hook = saved->hook;
    return false;
  }
  if (v->depth++ == 0) {
    au_watch_variant(true);
    au_limits_begin(&v->limits);
  }
  v->asking[hook] = true;
  v->state = s;
  v->vars = vars;
  return true;
}

static au_status leave(au_variant *v, int hook, const scope *saved, bool good) {
  v->state = saved->state;
  v->vars = saved->vars;
  v->hook = saved->hook;
  v->asking[hook] = false;
  if (--v->depth == 0) {
    au_limits_end();
    au_watch_variant(false);
  }
  lua_settop(v->L, saved->top);
  return good ? AU_OK : AU_EHOOK;
}

/* Push the function and the context, and drop the last function's answer from
** the stack. */
static lua_State *push_hook(au_variant *v, int hook, int level,
                            const scope *saved) {
  lua_settop(v->L, saved->top);
  lua_rawgeti(v->L, LUA_REGISTRYINDEX, v->chain[hook][level]);
  lua_rawgeti(v->L, LUA_REGISTRYINDEX, v->context);
  return v->L;
}

/* Call the pushed function with 'n' values after the context. Its answers begin
** at 'saved->top + 1'; there must be at least one. */
static bool call(au_variant *v, int hook, int level, const scope *saved,
                 int n) {
  lua_State *L = v->L;
  if (lua_pcall(L, n + 1, LUA_MULTRET, 0) != LUA_OK)
    return raised(v, hook, level);
  if (lua_gettop(L) == saved->top)
    return bad_answer(v, hook, level, "it returned nothing");
  lua_settop(L, saved->top + 2);
  return true;
}

/* ---- Answers, from index 'at' -------------------------------------------- */

static bool read_int(au_variant *v, int hook, int level, int at,
                     const char *what, int lo, int hi, int *out) {
  if (lua_type(v->L, at) != LUA_TNUMBER)
    return bad_answer(v, hook, level,
                      "expected %s from %d to %d, got a %s value", what, lo, hi,
                      type_of(v->L, at));
  return au_int_at(v->L, at, lo, hi, out) ||
         bad_answer(v, hook, level, "expected %s from %d to %d, got %.14g",
                    what, lo, hi, lua_tonumber(v->L, at));
}

/* Read a seat, from 1. If 'nobody' is allowed, nil is AU_NONE. */
static bool read_seat(au_variant *v, int hook, int level, int at, bool nobody,
                      uint8_t *out) {
  int seat = 0;
  if (nobody && lua_isnil(v->L, at)) {
    *out = AU_NONE;
    return true;
  }
  if (!read_int(v, hook, level, at, "a seat", 1, v->rules->players, &seat))
    return false;
  *out = (uint8_t)(seat - 1);
  return true;
}

/* ---- Legal plays ------------------------------------------------------ */

/* Read cards, as a set or as its bits, and whether passing is legal. Without
** that second answer, passing is legal if no base card is (RULES 6.4). */
static bool read_cards(au_variant *v, int hook, int level, int at,
                       const au_rules *r, const au_state *s, au_set *cards,
                       bool *pass) {
  lua_State *L = v->L;
  au_set held = s->hand[s->turn] | au_gold_kinds(&r->deck, s->gold[s->turn]);
  if (!au_set_at(L, at, cards))
    return bad_answer(v, hook, level, "expected a set of cards, got a %s value",
                      type_of(L, at));
  au_set foreign = *cards & ~held;
  if (foreign != 0) {
    char name[AU_CARD_TEXT];
    au_card_text(&r->deck, au_first(foreign), name);
    return bad_answer(v, hook, level,
                      "%s in its answer, which seat %d does "
                      "not hold",
                      au_has(r->deck.base | r->deck.gold, au_first(foreign))
                          ? name
                          : "a card outside the deck",
                      s->turn + 1);
  }
  if (!lua_isnil(L, at + 1) && !lua_isboolean(L, at + 1))
    return bad_answer(v, hook, level,
                      "expected true or false for passing, got a %s value",
                      type_of(L, at + 1));
  *pass = lua_isnil(L, at + 1) ? (*cards & r->deck.base) == 0
                               : lua_toboolean(L, at + 1);
  if (*cards == 0 && !*pass)
    return bad_answer(v, hook, level,
                      "no card may be played, and passing is not legal");
  return true;
}

static au_status judge(au_variant *v, int hook, const au_rules *r,
                       const au_state *s, au_set *cards, bool *pass) {
  scope saved;
  bool good = true;
  if (v->last.hook == hook && memcmp(&v->last.state, s, sizeof *s) == 0) {
    *cards = v->last.cards;
    *pass = v->last.pass;
    return AU_OK;
  }
  if (!enter(v, hook, s, NULL, &saved))
    return AU_EHOOK;
  for (int i = 0; i < v->chain_n[hook] && good; i++) {
    lua_State *L = push_hook(v, hook, i, &saved);
    lua_pushinteger(L, (lua_Integer)*cards);
    lua_pushboolean(L, *pass);
    lua_pushinteger(L, (lua_Integer)s->hand[s->turn]);
    lua_pushinteger(L, (lua_Integer)au_trick_led(&r->deck, &s->trick));
    good = call(v, hook, i, &saved, 4) &&
           read_cards(v, hook, i, saved.top + 1, r, s, cards, pass);
  }
  v->last.hook = -1;
  if (good && !v->forgetful) {
    v->last.hook = hook;
    v->last.state = *s;
    v->last.cards = *cards;
    v->last.pass = *pass;
  }
  return leave(v, hook, &saved, good);
}

static au_status ask_lead(void *ctx, const au_rules *r, const au_state *s,
                          au_set *cards, bool *pass) {
  return judge(ctx, AU_HOOK_LEAD, r, s, cards, pass);
}

static au_status ask_legal(void *ctx, const au_rules *r, const au_state *s,
                           au_set *cards, bool *pass) {
  return judge(ctx, AU_HOOK_LEGAL, r, s, cards, pass);
}

/* ---- Seats ------------------------------------------------------------ */

/* Call a hook with a seat and the cards of the trick in play order. */
static au_status seat_hook(au_variant *v, int hook, const au_state *s,
                           int16_t *vars, bool nobody, uint8_t *seat) {
  scope saved;
  bool good = true;
  if (!enter(v, hook, s, vars, &saved))
    return AU_EHOOK;
  for (int i = 0; i < v->chain_n[hook] && good; i++) {
    lua_State *L = push_hook(v, hook, i, &saved);
    au_push_seat(L, *seat);
    au_push_made_cards(L, v->deck_id, s->trick.card, s->trick.n);
    good = call(v, hook, i, &saved, 1 + s->trick.n) &&
           read_seat(v, hook, i, saved.top + 1, nobody, seat);
  }
  return leave(v, hook, &saved, good);
}

static au_status ask_winner(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, uint8_t *seat) {
  (void)r;
  return seat_hook(ctx, AU_HOOK_WINNER, s, vars, true, seat);
}

static au_status ask_leader(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, uint8_t *seat) {
  (void)r;
  return seat_hook(ctx, AU_HOOK_LEADER, s, vars, false, seat);
}

/* ---- Numbers ---------------------------------------------------------- */

enum { POINTS_LO = -10000, POINTS_HI = 10000 };

/* Call a hook with 'n' numbers. Its answer replaces the last of them. */
static au_status number_hook(au_variant *v, int hook, const au_state *s,
                             const char *what, int lo, const int *number, int n,
                             int *out) {
  scope saved;
  bool good = true;
  if (!enter(v, hook, s, NULL, &saved))
    return AU_EHOOK;
  for (int i = 0; i < v->chain_n[hook] && good; i++) {
    lua_State *L = push_hook(v, hook, i, &saved);
    for (int k = 0; k < n; k++)
      lua_pushinteger(L, number[k]);
    lua_pushinteger(L, *out);
    good = call(v, hook, i, &saved, n + 1) &&
           read_int(v, hook, i, saved.top + 1, what, lo, POINTS_HI, out);
  }
  return leave(v, hook, &saved, good);
}

static au_status ask_side_bid(void *ctx, const au_rules *r, const au_state *s,
                              int side, int *bid) {
  int number[] = {side + 1};
  (void)r;
  return number_hook(ctx, AU_HOOK_SIDE_BID, s, "a bid", 0, number, 1, bid);
}

static au_status ask_bid_points(void *ctx, const au_rules *r, const au_state *s,
                                int side, int bid, int taken, int *points) {
  int number[] = {side + 1, bid, taken};
  (void)r;
  return number_hook(ctx, AU_HOOK_BID_POINTS, s, "points", POINTS_LO, number, 3,
                     points);
}

static au_status ask_gold_points(void *ctx, const au_rules *r,
                                 const au_state *s, int side, int *points) {
  int number[] = {side + 1};
  (void)r;
  return number_hook(ctx, AU_HOOK_GOLD_POINTS, s, "points", POINTS_LO, number,
                     1, points);
}

/* ---- Hooks of tables and cards, in protected mode ------------------------ */

typedef struct question {
  au_variant *v;
  const au_rules *r;
  const au_state *s;
  const au_score *score;
  au_deal *deal;
  uint8_t *seat, *sides;
  au_card *gold;
  bool *over;
} question;

/* Call 'f', a C function that pushes the hook's arguments, with 'q'. Then call
** the hook and 'read' its answers. */
static au_status table_hook(question *q, int hook, int16_t *vars,
                            lua_CFunction push,
                            bool (*read)(question *q, int level, int at)) {
  au_variant *v = q->v;
  scope saved;
  bool good = true;
  if (!enter(v, hook, q->s, vars, &saved))
    return AU_EHOOK;
  for (int i = 0; i < v->chain_n[hook] && good; i++) {
    lua_State *L = push_hook(v, hook, i, &saved);
    lua_pushcfunction(L, push);
    lua_pushlightuserdata(L, q);
    good = lua_pcall(L, 1, 2, 0) == LUA_OK ? call(v, hook, i, &saved, 2)
                                           : raised(v, hook, i);
    good = good && read(q, i, saved.top + 1);
  }
  return leave(v, hook, &saved, good);
}

static int push_deal(lua_State *L) {
  const question *q = lua_touserdata(L, 1);
  au_push_deal(L, q->r, au_deck_id(L, &q->r->deck), q->deal);
  lua_pushnil(L);
  return 2;
}

static int f_read_deal(lua_State *L) {
  question *q = lua_touserdata(L, 2);
  au_deal deal;
  lua_pop(L, 1);
  luaL_argexpected(L, lua_istable(L, 1), 1, "a deal");
  au_get_deal(L, 1, q->r, au_deck_id(L, &q->r->deck), q->s->round + 1, &deal);
  *q->deal = deal;
  return 0;
}

static bool read_deal(question *q, int level, int at) {
  au_variant *v = q->v;
  char why[AU_WHY_TEXT];
  au_state s = *q->s;
  if (!lua_istable(v->L, at))
    return bad_answer(v, AU_HOOK_DEAL, level,
                      "expected a table { first =, hands =, gold = }, got a "
                      "%s value",
                      type_of(v->L, at));
  lua_pushcfunction(v->L, f_read_deal);
  lua_pushvalue(v->L, at);
  lua_pushlightuserdata(v->L, q);
  if (lua_pcall(v->L, 2, 0, 0) != LUA_OK) {
    if (lua_type(v->L, -1) != LUA_TSTRING)
      return bad_answer(v, AU_HOOK_DEAL, level, "its table raised an error");
    const char *text = lua_tostring(v->L, -1);
    return has_place(v, AU_HOOK_DEAL, level, text)
               ? fail(v, "", text)
               : bad_answer(v, AU_HOOK_DEAL, level, "%s", text);
  }
  s.phase = AU_DEAL;
  if (au_state_deal(q->r, &s, q->deal, why) != AU_OK)
    return bad_answer(v, AU_HOOK_DEAL, level, "%s", why);
  return true;
}

static au_status ask_deal(void *ctx, const au_rules *r, const au_state *s,
                          au_deal *deal) {
  question q = {.v = ctx, .r = r, .s = s, .deal = deal};
  return table_hook(&q, AU_HOOK_DEAL, NULL, push_deal, read_deal);
}

static int push_award(lua_State *L) {
  const question *q = lua_touserdata(L, 1);
  au_push_seat(L, *q->seat);
  au_push_card(L, au_deck_id(L, &q->r->deck), *q->gold);
  return 2;
}

static bool read_award(question *q, int level, int at) {
  au_variant *v = q->v;
  const au_deck *d = &q->r->deck;
  if (!read_seat(v, AU_HOOK_AWARD, level, at, true, q->seat))
    return false;
  *q->gold = AU_NONE;
  if (*q->seat == AU_NONE)
    return true;
  const char *name = lua_type(v->L, at + 1) == LUA_TSTRING
                         ? lua_tostring(v->L, at + 1)
                         : au_card_name(v->L, at + 1);
  if (name == NULL)
    return bad_answer(v, AU_HOOK_AWARD, level,
                      "expected a gold card after the seat, got a %s value",
                      type_of(v->L, at + 1));
  *q->gold = au_deck_find(d, name, strlen(name));
  if (!au_has(d->gold, *q->gold))
    return bad_answer(v, AU_HOOK_AWARD, level,
                      "expected a gold card, got '%.20s'", name);
  if (au_gold_count(q->s->supply, d->rank_of[*q->gold]) == 0)
    return bad_answer(v, AU_HOOK_AWARD, level, "%s is not in the supply", name);
  return true;
}

static au_status ask_award(void *ctx, const au_rules *r, const au_state *s,
                           int16_t *vars, uint8_t *seat, au_card *gold) {
  question q = {.v = ctx, .r = r, .s = s, .seat = seat, .gold = gold};
  return table_hook(&q, AU_HOOK_AWARD, vars, push_award, read_award);
}

/* Read a list of the numbers of sides. */
static bool read_sides(question *q, int hook, int level, int at, bool some) {
  enum { SIDES_MOST = 64 }; /* a side may occur twice */
  au_variant *v = q->v;
  lua_State *L = v->L;
  uint8_t sides = 0;
  int n;
  if (!lua_istable(L, at))
    return bad_answer(v, hook, level,
                      "expected a list of sides, got a %s value",
                      type_of(L, at));
  if (!au_list_at(L, at, SIDES_MOST, &n))
    return bad_answer(v, hook, level,
                      "expected a list of sides such as { 1, 2 }, got a table "
                      "with other keys");
  for (int i = 1; i <= n; i++) {
    int side = 0;
    lua_rawgeti(L, at, i);
    if (!read_int(v, hook, level, -1, "a side", 1, q->r->side_n, &side))
      return false;
    lua_pop(L, 1);
    sides |= (uint8_t)(1 << (side - 1));
  }
  if (some && sides == 0)
    return bad_answer(v, hook, level, "expected one side at least");
  *q->sides = sides;
  return true;
}

static int push_round(lua_State *L) {
  const question *q = lua_touserdata(L, 1);
  au_push_score(L, q->r->side_n, q->score);
  au_push_sides(L, *q->sides);
  return 2;
}

static bool read_round(question *q, int level, int at) {
  return read_sides(q, AU_HOOK_ROUND_WINNERS, level, at, false);
}

static au_status ask_round_winners(void *ctx, const au_rules *r,
                                   const au_state *s, int16_t *vars,
                                   const au_score *score, uint8_t *sides) {
  question q = {.v = ctx, .r = r, .s = s, .score = score, .sides = sides};
  return table_hook(&q, AU_HOOK_ROUND_WINNERS, vars, push_round, read_round);
}

static int push_end(lua_State *L) {
  const question *q = lua_touserdata(L, 1);
  lua_pushboolean(L, *q->over);
  au_push_sides(L, *q->sides);
  return 2;
}

static bool read_end(question *q, int level, int at) {
  au_variant *v = q->v;
  if (!lua_isboolean(v->L, at))
    return bad_answer(v, AU_HOOK_GAME_END, level,
                      "expected true or false, then the winners; got a %s "
                      "value",
                      type_of(v->L, at));
  *q->over = lua_toboolean(v->L, at);
  *q->sides = 0;
  return !*q->over || read_sides(q, AU_HOOK_GAME_END, level, at + 1, true);
}

static au_status ask_game_end(void *ctx, const au_rules *r, const au_state *s,
                              int16_t *vars, bool *over, uint8_t *sides) {
  question q = {.v = ctx, .r = r, .s = s, .over = over, .sides = sides};
  return table_hook(&q, AU_HOOK_GAME_END, vars, push_end, read_end);
}

/* ----------------------------------------------------------------------- */

void au_set_hooks(au_variant *v, au_hooks *h) {
  const uint8_t *n = v->chain_n;
  *h = (au_hooks){.ctx = v};
  h->deal = n[AU_HOOK_DEAL] ? ask_deal : NULL;
  h->lead = n[AU_HOOK_LEAD] ? ask_lead : NULL;
  h->legal = n[AU_HOOK_LEGAL] ? ask_legal : NULL;
  h->winner = n[AU_HOOK_WINNER] ? ask_winner : NULL;
  h->award = n[AU_HOOK_AWARD] ? ask_award : NULL;
  h->leader = n[AU_HOOK_LEADER] ? ask_leader : NULL;
  h->side_bid = n[AU_HOOK_SIDE_BID] ? ask_side_bid : NULL;
  h->bid_points = n[AU_HOOK_BID_POINTS] ? ask_bid_points : NULL;
  h->gold_points = n[AU_HOOK_GOLD_POINTS] ? ask_gold_points : NULL;
  h->round_winners = n[AU_HOOK_ROUND_WINNERS] ? ask_round_winners : NULL;
  h->game_end = n[AU_HOOK_GAME_END] ? ask_game_end : NULL;
}
