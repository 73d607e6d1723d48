/* bench.c: the inner loops of `aurum bench`, which call libaurum as any host
** does, and the processor's instructions that the core uses. */
#include "bind.h"

/* aurum.sys.bench_rounds(rules, n, seed, listed): play n rounds with uniform
** random legal actions from the list of them, applied with a check or, if
** 'listed', without. Returns the number of decisions and the points of side 1
** in all. */
static int f_bench_rounds(lua_State *L) {
  const au_lrules *rules = au_check_rules(L, 1);
  const au_rules *r = &rules->r;
  lua_Integer rounds = au_check_whole(L, 2, 0, LUA_MAXINTEGER), decisions = 0;
  lua_Integer points = 0;
  uint64_t dice = (uint64_t)au_check_whole(L, 3, 0, LUA_MAXINTEGER);
  bool listed = lua_toboolean(L, 4);
  au_action legal[AU_ACTION_MAX];
  au_seed seed;
  au_rng rng;
  au_state s;
  au_seed_init(&seed, "bench", 5);
  seed.key[1] ^= dice;
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  au_state_init(r, &s);
  while (rounds > 0) {
    int n;
    if (s.phase == AU_PHASE_OVER) {
      points += s.points[0];
      seed.key[0]++;
      au_state_init(r, &s);
    }
    if (s.phase == AU_PHASE_DEAL) {
      au_deal deal;
      if (au_deal_make(r, &s, &seed, &deal) != AU_OK ||
          au_state_deal(r, &s, &deal, NULL) != AU_OK)
        return luaL_error(L, "no deal");
    }
    if (au_state_legal(r, &s, legal, &n) != AU_OK)
      return au_raise_hook(L, rules);
    au_action a = legal[au_rng_below(&rng, (uint32_t)n)];
    if ((listed ? au_state_apply_legal(r, &s, a)
                : au_state_apply(r, &s, a, NULL)) != AU_OK)
      return au_raise_hook(L, rules);
    decisions++;
    rounds -= s.phase == AU_PHASE_DEAL || s.phase == AU_PHASE_OVER;
  }
  lua_pushinteger(L, decisions);
  lua_pushinteger(L, points + s.points[0]);
  return 2;
}

/* aurum.sys.bench_clone(state, n): copy the state n times, as playouts and
** search do. */
static int f_bench_clone(lua_State *L) {
  const au_lstate *from = au_check_state(L, 1);
  lua_Integer n = au_check_whole(L, 2, 0, LUA_MAXINTEGER);
  au_state copy[2] = {from->g.state, from->g.state};
  while (n-- > 0) {
    au_state_copy(&copy[n & 1], &copy[~n & 1]);
    __asm__ volatile("" : : "r"(copy) : "memory"); /* keep every copy */
  }
  lua_pushinteger(L, copy[0].round);
  return 1;
}

/* aurum.sys.bench_samples(view, n): draw n worlds. */
static int f_bench_samples(lua_State *L) {
  const au_lview *v = au_check_view(L, 1);
  lua_Integer n = au_check_whole(L, 2, 0, LUA_MAXINTEGER);
  au_seed seed;
  au_rng rng;
  au_state s = v->v.s;
  au_seed_init(&seed, "bench", 5);
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  while (n-- > 0)
    if (au_view_sample(&v->rules->r, &v->v, &rng, &s) != AU_OK)
      return luaL_error(L, "no sample");
  lua_pushinteger(L, s.round);
  return 1;
}

/* aurum.sys.instructions(): whether this processor's instructions for sets of
** cards and for sums of nets are in use, and whether the build has any. */
static int f_instructions(lua_State *L) {
  lua_newtable(L);
  lua_pushboolean(L, au_fast_bits);
  lua_setfield(L, -2, "sets");
  lua_pushboolean(L, au_wide_sums);
  lua_setfield(L, -2, "sums");
  lua_pushboolean(L, AU_FAST_BITS);
  lua_setfield(L, -2, "known");
  return 1;
}

void au_open_bench(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"bench_bare", au_bench_bare},    {"bench_rounds", f_bench_rounds},
      {"bench_clone", f_bench_clone},   {"bench_samples", f_bench_samples},
      {"instructions", f_instructions}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
