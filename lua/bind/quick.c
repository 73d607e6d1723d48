/* quick.c: view:quick, which acts by the policy "quick"; it answers questions
** by core/trial.h. */
#include "bind.h"

enum {
  COST = 300,   /* charge for a playout, in instructions */
  HOOKED = 3000 /* the least that one is taken to cost where hooks are asked */
};

/* Answer a question by playing on. A script whose fuel is low gets the best
** answer so far; it gets the default where no world agrees. */
static au_status try_answers(lua_State *L, const au_lview *v, au_rng *rng,
                             au_action *a) {
  au_trial t = {.r = &v->rules->r, .v = &v->v, .odds = au_odds_of(v->rules)};
  au_seed seed = {{au_rng_next(rng), 0}};
  seed.key[1] = au_rng_next(rng);
  au_rng_init(&t.rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  au_status status = au_push_sampler(L, v, &t.sampler);
  int sampler = lua_gettop(L);
  if (status != AU_OK)
    return status == AU_EHOOK ? status : au_state_default(t.r, &v->v.s, a);
  status = au_trial_begin(&t);
  /* The cost of a playout is known when one was made. */
  int64_t each = v->rules->variant != NULL ? HOOKED : COST;
  while (status == AU_OK && au_trial_due(&t)) {
    int64_t n = au_count(t.left), before = au_fuel_left(L);
    if (au_fuel_low(L, n * each))
      break;
    au_spend(L, n * COST);
    status = au_trial_world(&t);
    each = (before - au_fuel_left(L)) / n;
  }
  au_end_sampler(L, sampler);
  lua_settop(L, sampler - 1);
  if (status == AU_EHOOK)
    return status;
  *a = au_trial_best(&t);
  return AU_OK;
}

/* Choose by the policy "quick" from what the seat sees. */
static au_status choose_quickly(lua_State *L, const au_lview *v, au_rng *rng,
                                au_action *a) {
  const au_rules *r = &v->rules->r;
  au_policy policy = au_quick_policy(v->rules);
  if (v->v.s.phase == AU_PHASE_ASK)
    return try_answers(L, v, rng, a);
  au_state s = v->v.s;
  au_set unseen = v->v.unseen;
  for (int i = 0; i < r->players; i++) /* "quick" counts hand cards */
    while (unseen != 0 && au_count(s.hand[i]) < v->v.hand_n[i]) {
      s.hand[i] |= au_bit(au_first(unseen));
      unseen &= unseen - 1;
    }
  return policy.choose(policy.ctx, r, &s, rng, a);
}

/* view:quick([seed]): the action that the policy "quick" chooses. */
static int f_quick(lua_State *L) {
  const au_lview *v = au_check_view(L, 1);
  au_rng own, *rng = au_random_or(L, 2, au_lua_here(L), &own);
  au_charge(L, AU_CHOSEN);
  au_action a = 0;
  if (v->v.s.turn == v->v.seat && choose_quickly(L, v, rng, &a) != AU_OK)
    return au_raise_hook(L, v->rules);
  au_push_chosen(L, v, a);
  return 1;
}

void au_open_quick(lua_State *L) {
  static const luaL_Reg of_view[] = {{"quick", f_quick}, {NULL, NULL}};
  au_bind_methods(L, au_view_type, of_view);
}
