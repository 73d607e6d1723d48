/* playout.c: rounds and games played on by a policy, and the rewards for their
** results. See policy.h; the policy "quick" is in policy.c. */
#include "policy.h"

#include <assert.h>

/* ---- Playouts ----------------------------------------------------------- */

/* With all calls inlined ("flatten"), a playout takes a tenth less time. */
__attribute__((flatten)) au_status au_state_playout(const au_rules *r,
                                                    au_state *s, au_rng *rng,
                                                    au_score *score) {
  for (int i = 0; au_state_open(s); i++) {
    au_action a;
    if (i == AU_LOG_MAX) /* never: no draw keeps and saves gold for so long */
      return AU_EFULL;
    au_status status = au_state_random(r, s, rng, &a);
    if (status == AU_OK)
      status = au_state_do(r, s, a, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

au_status au_state_deal_random(const au_rules *r, au_state *s, au_rng *rng) {
  au_seed seed = {{au_rng_next(rng), 0}};
  au_deal deal;
  seed.key[1] = au_rng_next(rng);
  au_status status = au_deal_make(r, s, &seed, &deal);
  return status == AU_OK ? au_state_deal(r, s, &deal, NULL) : status;
}

au_status au_policy_act(const au_policy *p, const au_rules *r,
                        const au_state *s, au_rng *rng, au_action *a) {
  if (p->choose == NULL)
    return au_state_random(r, s, rng, a);
  assert(p->plain == 0 || p->choose == au_quick);
  return p->plain >> s->turn & 1 ? au_quick_plain(p->ctx, r, s, rng, a)
                                 : p->choose(p->ctx, r, s, rng, a);
}

void au_policy_draw(au_policy *p, const au_rules *r, double plain,
                    au_rng *rng) {
  p->plain = 0;
  if (plain <= 0)
    return;
  uint64_t x = au_rng_next(rng);
  for (int seat = 0; seat < r->players; seat++)
    if ((double)(x >> 8 * seat & 255) < plain * 256)
      p->plain |= (uint8_t)(1u << seat);
}

/* True if the next trick's leader has 'left' cards or fewer. */
static bool is_near_end(const au_state *s, int left) {
  return (s->phase == AU_PHASE_CHANGE || s->phase == AU_PHASE_PLAY) &&
         s->trick.n == 0 && au_count(s->hand[s->trick.leader]) <= left;
}

au_status au_policy_round(const au_rules *r, const au_policy *p, au_state *s,
                          int left, au_rng *rng, au_score *score) {
  if (p->choose == NULL && left == 0)
    return au_state_playout(r, s, rng, score);
  for (int i = 0; au_state_open(s); i++) {
    au_action a;
    if (left > 0 && is_near_end(s, left))
      return AU_OK;
    if (i == AU_LOG_MAX)
      return AU_EFULL;
    au_status status = au_policy_act(p, r, s, rng, &a);
    assert(status != AU_OK || au_state_why(r, s, a, NULL) != AU_EILLEGAL);
    if (status == AU_OK)
      status = au_state_do(r, s, a, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

au_status au_policy_game(const au_rules *r, const au_policy *p, au_state *s,
                         au_rng *rng, au_score *score) {
  while (s->phase == AU_PHASE_DEAL) {
    au_status status = au_state_deal_random(r, s, rng);
    if (status == AU_OK)
      status = au_policy_round(r, p, s, 0, rng, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}
