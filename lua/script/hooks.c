/* hooks.c: calls the hooks of a variant, which are functions of Lua, and reads
** their answers. core_hooks.c sets them behind the hooks of au_rules.
**
** A hook receives the hook context, the values in question, and the answer that
** it replaces. That is the answer of the knobs, or of the part of the
** composition before it. Hooks that are called at every play take and return
** numbers only, for speed, and are called directly. The others go through a
** protected C function, since making their tables may raise. No error crosses a
** frame of the core.
**
** While `aurum variant check` plays, purity.c asks each question again. */
#include "variant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 4 }; /* most hooks running inside one another */

/* ---- Errors -------------------------------------------------------------- */

/* Store the error "variant NAME: PLACE: hook 'legal': ..." and return false. */
static bool fail(au_variant *v, const char *place, const char *text) {
  char head[AU_VARIANT_TEXT + 64];
  if (v->now.question > 0)
    snprintf(head, sizeof head, "variant %s: question '%s': %s: ", v->name,
             v->head.asks->ask[v->now.question - 1].name, v->now.hook);
  else
    snprintf(head, sizeof head, "variant %s: hook '%s': ", v->name,
             v->now.hook);
  au_text_clear(&v->head.error);
  au_text_put(&v->head.error, head);
  au_text_put(&v->head.error, place);
  au_text_add(&v->head.error, text, strnlen(text, AU_SAID_MAX));
  return false;
}

/* Push the function at 'level' of a hook's chain, or a question's function. */
static void push_function(au_variant *v, int hook, int level) {
  lua_rawgeti(v->L, LUA_REGISTRYINDEX,
              hook < AU_HOOK_N ? v->chain[hook][level]
                               : v->ask[v->now.question - 1][hook - AU_HOOK_N]);
}

/* Report that the answer of the function at 'level' of the chain is not
** valid. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool
au_bad_answer(au_variant *v, int hook, int level, const char *format, ...) {
  lua_Debug ar;
  char place[LUA_IDSIZE + 32], text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  push_function(v, hook, level);
  if (!lua_isfunction(v->L, -1)) { /* a value: every question has a 'next' */
    lua_pop(v->L, 1);
    push_function(v, AU_HOOK_NEXT, level);
  }
  lua_getinfo(v->L, ">S", &ar);
  snprintf(place, sizeof place, "%s:%d: ", ar.short_src, ar.linedefined);
  return fail(v, place, text);
}

/* True if a message begins with the file of the function at 'level'. */
static bool has_place(au_variant *v, int hook, int level, const char *text) {
  lua_Debug ar;
  push_function(v, hook, level);
  lua_getinfo(v->L, ">S", &ar);
  size_t n = strlen(ar.short_src);
  return strncmp(text, ar.short_src, n) == 0 && text[n] == ':';
}

typedef struct type_name {
  char text[48];
} type_name;

/* The type name of a value behind its article, for messages. Allocates nothing,
** since it may be called outside protected mode. Leaves one value on the
** stack. */
static type_name type_of(lua_State *L, int at) {
  type_name out;
  const char *name = luaL_typename(L, at);
  if (luaL_getmetafield(L, at, "__name") == LUA_TSTRING) {
    name = lua_tostring(L, -1);
    name = strchr(name, '.') != NULL ? strchr(name, '.') + 1 : name;
  }
  snprintf(out.text, sizeof out.text, "%s %s",
           *name != '\0' && strchr("aeio", *name) != NULL ? "an" : "a", name);
  return out;
}

/* Report the error that a failed call of the function at 'level' left on the
** top. Needs no memory, since there may be none left. */
static bool raised(au_variant *v, int hook, int level) {
  if (v->limits.hoarded && !v->limits.late)
    return au_bad_answer(v, hook, level,
                         "it took more memory than a variant may (64 MiB)");
  if (lua_type(v->L, -1) != LUA_TSTRING)
    return au_bad_answer(v, hook, level, "it raised a %s value, not a message",
                         luaL_typename(v->L, -1));
  char shown[AU_ERROR_TEXT];
  const char *text = au_whole_text(v->L, -1, shown);
  if (v->head.error.n > 0 && strcmp(text, v->head.error.at) == 0)
    return false; /* the error of a hook that this one asked */
  (void)!fail(v, "", text);
  const char *advice = au_advice(text, true);
  if (advice != NULL) {
    au_text_put(&v->head.error, "\n(");
    au_text_put(&v->head.error, advice);
    au_text_put(&v->head.error, ")");
  }
  return false;
}

/* ---- Calling hooks ------------------------------------------------------- */

/* Report that a hook reads a field that depends on its own answer. */
static bool looks_at_itself(au_variant *v) {
  lua_Debug ar;
  char place[LUA_IDSIZE + 32] = "";
  if (lua_getstack(v->L, 1, &ar) && lua_getinfo(v->L, "Sl", &ar) &&
      ar.currentline > 0)
    snprintf(place, sizeof place, "%s:%d: ", ar.short_src, ar.currentline);
  return fail(v, place, "it reads a field that depends on its own answer");
}

/* Begin a hook. It may do what its question says and no more, whatever the hook
** may do that asked for it: nothing of 'v->now' is handed on. */
static bool enter(au_variant *v, const au_hook_call *q, au_scope *saved) {
  int hook = q->hook;
  if (v->L == NULL && !au_variant_wake(v))
    return false;
  *saved = (au_scope){v->now, lua_gettop(v->L)};
  v->now = (au_running){
      .state = q->s,
      .vars = q->vars,
      .hook = hook < AU_HOOK_N ? au_hook_names[hook]
                               : au_ask_names[hook - AU_HOOK_N],
      .question = hook < AU_HOOK_N ? 0 : q->ask + 1,
      .asking = saved->outer.asking | 1u << hook,
      .depth = saved->outer.depth + 1,
  };
  if (saved->outer.asking >> hook & 1 || saved->outer.depth == DEEPEST ||
      (saved->outer.depth > 0 && !lua_checkstack(v->L, AU_HOOK_STACK))) {
    looks_at_itself(v);
    v->now = saved->outer;
    return false;
  }
  if (v->now.depth == 1) {
    au_watch_variant(true);
    au_limits_begin(&v->limits, true);
  }
  return true;
}

static au_status leave(au_variant *v, const au_scope *saved, bool good) {
  v->now = saved->outer;
  if (v->now.depth == 0) {
    au_limits_end();
    au_watch_variant(false);
  }
  lua_settop(v->L, saved->top);
  return good ? AU_OK : AU_EHOOK;
}

/* Push the function and the context, and drop the last function's answer from
** the stack. */
static lua_State *push_hook(au_variant *v, int hook, int level,
                            const au_scope *saved) {
  lua_settop(v->L, saved->top);
  push_function(v, hook, level);
  lua_rawgeti(v->L, LUA_REGISTRYINDEX, v->context);
  return v->L;
}

/* Message handler: the error stays as it is; a debugger may stop at it. */
static int f_failed(lua_State *L) {
  au_limits_of(L)->failed(L);
  return 1;
}

/* lua_pcall with 'args' arguments. A debugger sees errors that the function
** does not catch. */
static int call_watched(au_variant *v, int args, int results) {
  lua_State *L = v->L;
  int handler = lua_gettop(L) - args;
  if (v->limits.failed == NULL)
    return lua_pcall(L, args, results, 0);
  lua_pushcfunction(L, f_failed);
  lua_insert(L, handler);
  int status = lua_pcall(L, args, results, handler);
  lua_remove(L, handler);
  return status;
}

/* Call the pushed function with 'n' values after the context. Its answers begin
** at 'saved->top + 1'; there must be at least one. */
static bool call(au_variant *v, int hook, int level, const au_scope *saved,
                 int n) {
  lua_State *L = v->L;
  if (call_watched(v, n + 1, LUA_MULTRET) != LUA_OK)
    return raised(v, hook, level);
  if (lua_gettop(L) == saved->top)
    return au_bad_answer(v, hook, level, "it returned nothing");
  lua_settop(L, saved->top + 2);
  return true;
}

/* ---- Answers, from index 'at' -------------------------------------------- */

static bool read_int(au_variant *v, int hook, int level, int at,
                     const char *what, int lo, int hi, int *out) {
  if (lua_type(v->L, at) != LUA_TNUMBER)
    return au_bad_answer(v, hook, level,
                         "expected %s from %d to %d, got %s value", what, lo,
                         hi, type_of(v->L, at).text);
  char got[32];
  if (au_int_at(v->L, at, lo, hi, out))
    return true;
  au_number_text(got, sizeof got, 14, lua_tonumber(v->L, at));
  return au_bad_answer(v, hook, level, "expected %s from %d to %d, got %s",
                       what, lo, hi, got);
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
static bool read_cards(au_variant *v, const au_hook_call *q, int level, int at,
                       au_set *cards, bool *pass) {
  lua_State *L = v->L;
  const au_state *s = q->s;
  const au_deck *d = &q->r->deck;
  au_set held = s->hand[s->turn] | au_gold_kinds(d, s->gold[s->turn]);
  if (!au_set_at(L, at, cards))
    return au_bad_answer(v, q->hook, level,
                         "expected a set of cards, got %s value",
                         type_of(L, at).text);
  au_set foreign = *cards & ~held;
  if (foreign != 0) {
    char name[AU_CARD_TEXT];
    au_card_text(d, au_first(foreign), name);
    return au_bad_answer(v, q->hook, level,
                         "%s in its answer, which seat %d does "
                         "not hold",
                         au_has(d->base | d->gold, au_first(foreign))
                             ? name
                             : "a card outside the deck",
                         s->turn + 1);
  }
  if (!lua_isnil(L, at + 1) && !lua_isboolean(L, at + 1))
    return au_bad_answer(v, q->hook, level,
                         "expected true or false for passing, got %s value",
                         type_of(L, at + 1).text);
  *pass =
      lua_isnil(L, at + 1) ? (*cards & d->base) == 0 : lua_toboolean(L, at + 1);
  if (*cards == 0 && !*pass)
    return au_bad_answer(v, q->hook, level,
                         "no card may be played, and passing is not legal");
  return true;
}

/* The functions below ask the one at 'level' of the chain. '*a' holds the
** answer before it, and gets its own. */

static bool cards_of(au_variant *v, const au_hook_call *q, int level,
                     const au_scope *saved, au_answer *a) {
  const au_state *s = q->s;
  lua_State *L = push_hook(v, q->hook, level, saved);
  lua_pushinteger(L, (lua_Integer)a->cards);
  lua_pushboolean(L, a->pass);
  lua_pushinteger(L, (lua_Integer)s->hand[s->turn]);
  lua_pushinteger(L, (lua_Integer)au_trick_led(&q->r->deck, &s->trick));
  return call(v, q->hook, level, saved, 4) &&
         read_cards(v, q, level, saved->top + 1, &a->cards, &a->pass);
}

/* ---- Seats and numbers --------------------------------------------------- */

/* Call a hook with a seat and the cards of the trick in play order. */
static bool seat_of(au_variant *v, const au_hook_call *q, int level,
                    const au_scope *saved, au_answer *a) {
  const au_trick *t = &q->s->trick;
  lua_State *L = push_hook(v, q->hook, level, saved);
  au_push_seat(L, a->seat);
  au_push_made_cards(L, v->deck_id, t->card, t->n);
  return call(v, q->hook, level, saved, 1 + t->n) &&
         read_seat(v, q->hook, level, saved->top + 1, q->hook == AU_HOOK_WINNER,
                   &a->seat);
}

enum { POINTS_LO = -10000, POINTS_HI = 10000 };

/* Call a hook with numbers. Its answer replaces the last of them. */
static bool number_of(au_variant *v, const au_hook_call *q, int level,
                      const au_scope *saved, au_answer *a) {
  bool bid = q->hook == AU_HOOK_SIDE_BID;
  lua_State *L = push_hook(v, q->hook, level, saved);
  for (int k = 0; k < q->n; k++)
    lua_pushinteger(L, q->number[k]);
  lua_pushinteger(L, a->number);
  return call(v, q->hook, level, saved, q->n + 1) &&
         read_int(v, q->hook, level, saved->top + 1, bid ? "a bid" : "points",
                  bid ? 0 : POINTS_LO, POINTS_HI, &a->number);
}

/* ---- Hooks of tables and cards, in protected mode ------------------------ */

typedef struct tables {
  au_variant *v;
  const au_hook_call *q;
  au_answer *a;
} tables;

static int push_deal(lua_State *L, const tables *t) {
  const au_rules *r = t->q->r;
  au_push_deal(L, r, au_deck_id(L, &r->deck), &t->a->deal);
  lua_pushnil(L);
  return 2;
}

static int push_award(lua_State *L, const tables *t) {
  au_push_seat(L, t->a->seat);
  au_push_card(L, au_deck_id(L, &t->q->r->deck), t->a->gold);
  return 2;
}

static int push_round(lua_State *L, const tables *t) {
  au_push_score(L, t->q->r->side_n, t->q->score);
  au_push_sides(L, t->a->sides);
  return 2;
}

static int push_end(lua_State *L, const tables *t) {
  lua_pushboolean(L, t->a->over);
  au_push_sides(L, t->a->sides);
  return 2;
}

/* Push the arguments of a hook, in protected mode. */
static int f_push(lua_State *L) {
  const tables *t = lua_touserdata(L, 1);
  switch (t->q->hook) {
  case AU_HOOK_DEAL:
    return push_deal(L, t);
  case AU_HOOK_AWARD:
    return push_award(L, t);
  case AU_HOOK_ROUND_WINNERS:
    return push_round(L, t);
  default:
    return push_end(L, t);
  }
}

static int f_read_deal(lua_State *L) {
  const tables *t = lua_touserdata(L, 2);
  const au_rules *r = t->q->r;
  au_deal deal;
  lua_pop(L, 1);
  luaL_argexpected(L, lua_istable(L, 1), 1, "a deal");
  au_get_deal(L, 1, r, au_deck_id(L, &r->deck), t->q->s->round + 1, &deal);
  t->a->deal = deal;
  return 0;
}

static bool read_deal(tables *t, int level, int at) {
  au_variant *v = t->v;
  char why[AU_WHY_TEXT];
  if (!lua_istable(v->L, at))
    return au_bad_answer(v, AU_HOOK_DEAL, level,
                         "expected a table { first =, hands =, gold = }, got "
                         "%s value",
                         type_of(v->L, at).text);
  lua_pushcfunction(v->L, f_read_deal);
  lua_pushvalue(v->L, at);
  lua_pushlightuserdata(v->L, t);
  if (lua_pcall(v->L, 2, 0, 0) != LUA_OK) {
    if (lua_type(v->L, -1) != LUA_TSTRING)
      return au_bad_answer(v, AU_HOOK_DEAL, level, "its table raised an error");
    const char *text = lua_tostring(v->L, -1);
    return has_place(v, AU_HOOK_DEAL, level, text)
               ? fail(v, "", text)
               : au_bad_answer(v, AU_HOOK_DEAL, level, "%s", text);
  }
  if (au_deal_check(t->q->r, t->q->s->round + 1, &t->a->deal, why) != AU_OK)
    return au_bad_answer(v, AU_HOOK_DEAL, level, "%s", why);
  return true;
}

static bool read_award(tables *t, int level, int at) {
  au_variant *v = t->v;
  au_answer *a = t->a;
  const au_deck *d = &t->q->r->deck;
  if (!read_seat(v, AU_HOOK_AWARD, level, at, true, &a->seat))
    return false;
  a->gold = AU_NONE;
  if (a->seat == AU_NONE)
    return true;
  const char *name = lua_type(v->L, at + 1) == LUA_TSTRING
                         ? lua_tostring(v->L, at + 1)
                         : au_card_name(v->L, at + 1);
  if (name == NULL)
    return au_bad_answer(v, AU_HOOK_AWARD, level,
                         "expected a gold card after the seat, got %s value",
                         type_of(v->L, at + 1).text);
  a->gold = au_deck_find(d, name, strlen(name));
  if (!au_has(d->gold, a->gold))
    return au_bad_answer(v, AU_HOOK_AWARD, level,
                         "expected a gold card, got '%.20s'", name);
  if (au_gold_count(t->q->s->supply, d->rank_of[a->gold]) == 0)
    return au_bad_answer(v, AU_HOOK_AWARD, level, "%s is not in the supply",
                         name);
  return true;
}

/* Read a list of the numbers of sides. */
static bool read_sides(tables *t, int level, int at, bool some) {
  enum { SIDES_MOST = 64 }; /* a side may occur twice */
  au_variant *v = t->v;
  lua_State *L = v->L;
  int hook = t->q->hook, n;
  uint8_t sides = 0;
  if (!lua_istable(L, at))
    return au_bad_answer(v, hook, level,
                         "expected a list of sides, got %s value",
                         type_of(L, at).text);
  if (!au_list_at(L, at, SIDES_MOST, &n))
    return au_bad_answer(
        v, hook, level,
        "expected a list of sides such as { 1, 2 }, got a table "
        "with other keys");
  for (int i = 1; i <= n; i++) {
    int side = 0;
    lua_rawgeti(L, at, i);
    if (!read_int(v, hook, level, -1, "a side", 1, t->q->r->side_n, &side))
      return false;
    lua_pop(L, 1);
    sides |= (uint8_t)(1 << (side - 1));
  }
  if (some && sides == 0)
    return au_bad_answer(v, hook, level, "expected one side at least");
  t->a->sides = sides;
  return true;
}

static bool read_end(tables *t, int level, int at) {
  au_variant *v = t->v;
  if (!lua_isboolean(v->L, at))
    return au_bad_answer(v, AU_HOOK_GAME_END, level,
                         "expected true or false, then the winners; got %s "
                         "value",
                         type_of(v->L, at).text);
  t->a->over = lua_toboolean(v->L, at);
  t->a->sides = 0;
  return !t->a->over || read_sides(t, level, at + 1, true);
}

static bool table_of(au_variant *v, const au_hook_call *q, int level,
                     const au_scope *saved, au_answer *a) {
  tables t = {v, q, a};
  lua_State *L = push_hook(v, q->hook, level, saved);
  int at = saved->top + 1;
  lua_pushcfunction(L, f_push);
  lua_pushlightuserdata(L, &t);
  if (lua_pcall(L, 1, 2, 0) != LUA_OK)
    return raised(v, q->hook, level);
  if (!call(v, q->hook, level, saved, 2))
    return false;
  return q->hook == AU_HOOK_DEAL            ? read_deal(&t, level, at)
         : q->hook == AU_HOOK_AWARD         ? read_award(&t, level, at)
         : q->hook == AU_HOOK_ROUND_WINNERS ? read_sides(&t, level, at, false)
                                            : read_end(&t, level, at);
}

/* ---- Functions of a question --------------------------------------------- */

bool au_push_function(au_variant *v, const au_hook_call *q,
                      const au_scope *saved) {
  lua_settop(v->L, saved->top);
  push_function(v, q->hook, 0);
  return lua_isfunction(v->L, -1);
}

bool au_call_function(au_variant *v, const au_hook_call *q,
                      const au_scope *saved, int n) {
  if (call_watched(v, n, 1) != LUA_OK)
    return raised(v, q->hook, 0);
  lua_settop(v->L, saved->top + 1);
  return true;
}

/* ---- Asking all functions of a hook -------------------------------------- */

static au_hook_caller *const callers[AU_HOOK_N] = {
    /* ORDER HOOK */
    table_of,  cards_of,  cards_of,  seat_of,  table_of, seat_of,
    number_of, number_of, number_of, table_of, table_of};

au_status au_call_hook(au_variant *v, const au_hook_call *q, au_answer *a,
                       au_step *steps) {
  int hook = q->hook;
  au_scope saved;
  bool good = true;
  if (!enter(v, q, &saved))
    return AU_EHOOK;
  int n = hook < AU_HOOK_N ? v->chain_n[hook] : 1;
  for (int i = 0; i < n && good; i++) {
    if (hook < AU_HOOK_N && v->muted[hook] >> i & 1)
      continue;
    good = hook < AU_HOOK_N ? callers[hook](v, q, i, &saved, a)
                            : v->ask_question(v, q, i, &saved, a);
    if (steps != NULL) {
      steps[i].answer = *a;
      memcpy(steps[i].vars, q->s->vars, sizeof steps[i].vars);
    }
  }
  return leave(v, &saved, good);
}

au_status au_call_probed(au_variant *v, const au_hook_call *q, au_answer *a) {
  return v->probe != NULL && v->now.depth == 0 ? v->probe->call(v, q, a)
                                               : au_call_hook(v, q, a, NULL);
}

/* ---- Who forbids a card -------------------------------------------------- */

static bool allows(const au_answer *a, au_card card) {
  return card == AU_NONE ? a->pass : au_has(a->cards, card);
}

au_status au_ask_forbids(void *ctx, const au_rules *r, const au_state *s,
                         au_set cards, bool pass, au_card card,
                         char out[AU_WHO_TEXT]) {
  au_variant *v = ctx;
  au_hook_call q = {
      .hook = s->trick.n == 0 ? AU_HOOK_LEAD : AU_HOOK_LEGAL, .r = r, .s = s};
  au_answer a = {.cards = cards, .pass = pass};
  au_scope saved;
  bool good = true, had = allows(&a, card);
  const char *who = "";
  if (!enter(v, &q, &saved))
    return AU_EHOOK;
  for (int i = 0; i < v->chain_n[q.hook] && good; i++) {
    if (v->muted[q.hook] >> i & 1)
      continue;
    good = cards_of(v, &q, i, &saved, &a);
    if (had && !allows(&a, card))
      who = v->who[q.hook == AU_HOOK_LEGAL][i];
    had = allows(&a, card);
  }
  if (*who != '\0')
    snprintf(out, AU_WHO_TEXT, "%s", who);
  return leave(v, &saved, good);
}
