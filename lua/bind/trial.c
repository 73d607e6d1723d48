/* trial.c: how view:quick answers questions: see core/trial.h. */
#include "bind.h"

enum {
  COST = 300,   /* charge for a playout, in instructions */
  HOOKED = 3000 /* the least that one is taken to cost where hooks are asked */
};

au_status au_try_answers(lua_State *L, const au_lview *v, au_rng *rng,
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
  /* What a playout costs is known when one was made. */
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
