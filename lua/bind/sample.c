/* sample.c: states that agree with a view: view:sample, view:worlds, and the
** weighted worlds of view:search. */
#include "bind.h"

#include <math.h>

enum {
  DRAWN = 60,          /* charge for drawing a world, in instructions, */
  JUDGED = 10,         /*   for each action that it must replay, */
  DEEP = 2500,         /*   and for tracing cards that moved in secret; */
  MADE = 150,          /*   for making a state of it, */
  CLUE = 20,           /*   for each action when clues are found, */
  WEIGHED = 1,         /*   and for each clue when a world is weighed */
  PLACED = 10,         /*   for each world that is enumerated, */
  WORLDS = 500,        /* worlds that view:worlds lists without a limit */
  SAMPLE_MAX = 100000, /* worlds per view:sample, */
  WEIGHTED_MAX = 10000 /*   and per view:sample with weights */
};

/* ---- A state for functions to inspect ------------------------------------ */

au_lstate *au_push_shown(lua_State *L, int rules, const au_lview *v) {
  au_lstate *shown = au_push_state(L, rules);
  if (au_game_recall(&shown->g, v->v.round, v->v.round_n) != AU_OK)
    au_no_memory(L);
  au_count_state(L, shown);
  return shown;
}

void au_show(au_lstate *shown, const au_lview *v, const au_state *s) {
  shown->g.state = *s;
  shown->g.tally_n = 0;
  au_game_forget(&shown->g);
  (void)!au_game_recall(&shown->g, v->v.round, v->v.round_n); /* has room */
}

int au_no_world(lua_State *L, const au_lview *v, au_status status) {
  if (status == AU_EHOOK)
    return au_raise_hook(L, v->rules);
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  if (status != AU_EFULL)
    return luaL_error(L, "no state agrees with this view");
  luaL_pushfail(L);
  lua_pushfstring(L,
                  "no sample in %s: under %s too few deals agree with the %s "
                  "so far",
                  v->v.past_n > 0 ? "10,000 tries or 100,000 calls of hooks"
                                  : "1,000 tries",
                  v->rules->name,
                  v->v.past_n > 0 ? "secret answers and plays" : "plays");
  return 2;
}

static double weigh(lua_State *L, int weight, int shown) {
  lua_pushvalue(L, weight);
  lua_pushvalue(L, shown);
  lua_call(L, 1, 1);
  double w = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
  if (!(w >= 0 && w < HUGE_VAL))
    luaL_error(L, "weight: expected a number from 0 up, got %s",
               au_push_tostring(L, -1));
  lua_pop(L, 1);
  return w;
}

/* ---- Samplers ------------------------------------------------------------ */

static int f_sampler_gc(lua_State *L) {
  au_sampler **box = lua_touserdata(L, 1);
  au_sampler_free(*box);
  *box = NULL;
  return 0;
}

au_status au_push_sampler(lua_State *L, const au_lview *v, au_sampler **out) {
  *out = NULL;
  if (!au_view_keeps(&v->v)) {
    lua_pushnil(L);
    return AU_OK;
  }
  au_sampler **box = lua_newuserdatauv(L, sizeof(au_sampler *), 0);
  *box = NULL;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, f_sampler_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  au_status status = au_sampler_new(&v->rules->r, &v->v, box);
  *out = *box;
  return status;
}

void au_end_sampler(lua_State *L, int at) {
  au_sampler **box = lua_touserdata(L, at);
  if (box == NULL)
    return;
  au_sampler_free(*box);
  *box = NULL;
}

/* Draw a world by a sampler that is NULL where none helps, and charge for
** it. */
static au_status draw(lua_State *L, const au_lview *v, au_sampler *sampler,
                      au_rng *rng, au_state *s) {
  const au_rules *r = &v->rules->r;
  au_spend(L, DRAWN +
                  (au_view_needs_replay(r) ? JUDGED * (int64_t)v->v.log_n : 0) +
                  (sampler != NULL ? DEEP : 0));
  return sampler != NULL ? au_sampler_draw(sampler, rng, s)
                         : au_view_sample(r, &v->v, rng, s);
}

/* Draw the worlds of 'out'. */
static au_status draw_all(lua_State *L, const au_lview *v, au_rng *rng,
                          au_worlds *out) {
  au_sampler *sampler;
  au_status status = au_push_sampler(L, v, &sampler);
  for (uint32_t i = 0; i < out->n && status == AU_OK; i++)
    status = draw(L, v, sampler, rng, &out->state[i]);
  au_end_sampler(L, lua_gettop(L));
  lua_pop(L, 1);
  return status;
}

/* ---- Weighted worlds ---------------------------------------------------- */

/* Weigh the worlds by the function at 'weight'. */
static void weigh_by_call(lua_State *L, const au_lview *v, int rules,
                          int weight, au_worlds *out) {
  au_lstate *shown = au_push_shown(L, rules, v);
  int at = lua_gettop(L);
  for (uint32_t i = 0; i < out->n; i++) {
    au_show(shown, v, &out->state[i]);
    out->upto[i] = weigh(L, weight, at);
  }
  lua_pop(L, 1);
}

/* Weigh the worlds by the plays of the other seats. */
static au_status weigh_by_plays(lua_State *L, const au_lview *v,
                                au_worlds *out) {
  const au_rules *r = &v->rules->r;
  au_clue *clue = lua_newuserdatauv(L, v->v.log_n * sizeof *clue, 0);
  uint32_t n;
  au_spend(L, CLUE * (int64_t)v->v.log_n);
  au_status status =
      au_belief_clues(r, au_odds_of(v->rules), &v->v, out->state, clue, &n);
  for (uint32_t i = 0; i < out->n && status == AU_OK; i++) {
    au_spend_long(L, WEIGHED * n);
    out->upto[i] = au_belief_weight(r, clue, n, &out->state[i]);
  }
  lua_pop(L, 1);
  return status;
}

void au_check_weight(lua_State *L, int at, const char *of) {
  lua_pushliteral(L, "plays");
  bool known = lua_isfunction(L, at) || lua_rawequal(L, at, -1);
  lua_pop(L, 1);
  const char *quote = lua_type(L, at) == LUA_TSTRING ? "'" : "";
  if (!known)
    luaL_error(L, "%s: weight: expected a function or 'plays', got %s%s%s", of,
               quote, au_push_tostring(L, at), quote);
}

au_status au_push_worlds(lua_State *L, const au_lview *v, int rules, int weight,
                         uint32_t n, au_rng *rng, au_worlds *out) {
  double sum = 0, squares = 0;
  out->n = n;
  out->state =
      lua_newuserdatauv(L, n * (sizeof *out->state + sizeof(double)), 0);
  out->upto = (double *)(void *)(out->state + n);
  au_status status = draw_all(L, v, rng, out);
  if (status == AU_OK && lua_isfunction(L, weight))
    weigh_by_call(L, v, rules, weight, out);
  else if (status == AU_OK)
    status = weigh_by_plays(L, v, out);
  if (status != AU_OK)
    return status;
  for (uint32_t i = 0; i < n; i++) {
    double w = out->upto[i];
    sum += w;
    squares += w * w;
    out->upto[i] = sum;
  }
  if (!(sum > 0))
    luaL_error(L, "weight: each of %d worlds drawn weighs 0", (int)n);
  if (!(squares < HUGE_VAL))
    luaL_error(L, "weight: the weights are too large to be summed");
  out->effective = squares > 0 ? sum * sum / squares : 1;
  return AU_OK;
}

/* The state that the fraction x (0 .. 1) of the total weight falls on. */
static const au_state *pick(const au_worlds *w, double x) {
  uint32_t low = 0, high = w->n - 1;
  x *= w->upto[high];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (x < w->upto[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return &w->state[low];
}

/* Push a new state at the position 's'. */
static au_status push_world(lua_State *L, const au_lview *v, int rules,
                            const au_state *s) {
  au_spend(L, MADE);
  au_lstate *out = au_push_state(L, rules);
  au_status status = au_game_begin_at(&v->rules->r, &out->g, s, NULL);
  if (status == AU_OK)
    status = au_game_recall(&out->g, v->v.round, v->v.round_n);
  au_count_state(L, out);
  return status;
}

/* view:sample(n, weight, seed): a list of n (or 1) states that agree with the
** view; or nil and a message. With weights, also the effective number of
** worlds. */
static int f_sample(lua_State *L) {
  const au_lview *v = au_check_view(L, 1);
  int n = lua_isnoneornil(L, 2) ? 1 : au_check_int(L, 2, 1, SAMPLE_MAX);
  bool weighted = !lua_isnoneornil(L, 3);
  au_rng own, *rng = au_random_or(L, 4, au_lua_here(L), &own);
  au_worlds w = {0};
  au_sampler *sampler = NULL;
  au_status status = AU_OK;
  luaL_argcheck(L, !weighted || n <= WEIGHTED_MAX, 2,
                "expected 1 to 10000 with weights");
  if (weighted)
    au_check_weight(L, 3, "sample");
  lua_settop(L, 3);
  lua_getiuservalue(L, 1, 1);
  if (weighted) {
    uint32_t draws = AU_DRAWS * (uint32_t)(n < AU_DRAWS ? AU_DRAWS : n);
    status = au_push_worlds(L, v, 4, 3, draws, rng, &w);
  } else {
    status = au_push_sampler(L, v, &sampler);
  }
  int held = lua_gettop(L);
  lua_createtable(L, n, 0);
  for (int i = 1; i <= n && status == AU_OK; i++) {
    au_state s;
    if (weighted)
      s = *pick(&w, (double)(au_rng_next(rng) >> 11) * 0x1p-53);
    else
      status = draw(L, v, sampler, rng, &s);
    if (status == AU_OK)
      status = push_world(L, v, 4, &s);
    if (status == AU_OK)
      lua_rawseti(L, -2, i);
  }
  if (!weighted)
    au_end_sampler(L, held);
  if (status != AU_OK)
    return au_no_world(L, v, status);
  if (!weighted)
    return 1;
  lua_pushnumber(L, w.effective);
  return 2;
}

/* Find the worlds as au_view_worlds does, and charge for them. */
static au_status find_worlds(lua_State *L, const au_lview *v, au_state *out,
                             uint32_t most, uint32_t *n) {
  const au_rules *r = &v->rules->r;
  au_status status = au_view_worlds(r, &v->v, out, most, n);
  int64_t replayed = au_view_needs_replay(r) ? JUDGED * (int64_t)v->v.log_n : 0;
  au_spend(L, DRAWN + (PLACED + replayed) * (int64_t)*n);
  return status;
}

/* Push nil, the reason why the worlds are not listed, and the least number of
** them if there are too many. */
static int too_many_worlds(lua_State *L, const au_lview *v, uint32_t most,
                           uint32_t n) {
  luaL_pushfail(L);
  if (n > most) {
    lua_pushfstring(L, "more than %d worlds agree with this view", (int)most);
    lua_pushinteger(L, (lua_Integer)n);
    return 3;
  }
  lua_pushfstring(L,
                  "%d deals replayed: under %s too few of them agree with the "
                  "plays so far",
                  (int)most * AU_WORLDS_TRIES, v->rules->name);
  return 2;
}

/* view:worlds(limit): a list of all states that agree with the view, each once;
** or nil and a message. */
static int f_worlds(lua_State *L) {
  const au_lview *v = au_check_view(L, 1);
  int limit =
      lua_isnoneornil(L, 2) ? WORLDS : au_check_int(L, 2, 1, AU_WORLDS_MAX);
  uint32_t most = (uint32_t)limit, n;
  lua_settop(L, 1);
  lua_getiuservalue(L, 1, 1);
  au_status status = find_worlds(L, v, NULL, most, &n);
  if (status == AU_EFULL)
    return too_many_worlds(L, v, most, n);
  if (status != AU_OK)
    return au_no_world(L, v, status);
  au_state *all = lua_newuserdatauv(L, n * sizeof *all, 0);
  status = find_worlds(L, v, all, n, &n);
  if (status != AU_OK)
    return au_no_world(L, v, status);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    if (push_world(L, v, 2, &all[i]) != AU_OK)
      return au_no_memory(L);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

void au_open_samples(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"sample", f_sample}, {"worlds", f_worlds}, {NULL, NULL}};
  au_bind_methods(L, au_view_type, methods);
}
