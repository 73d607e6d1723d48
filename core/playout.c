/* playout.c: rounds and games played on by a policy, and the rewards for their
** results. See policy.h; the policy "quick" is in policy.c. */
#include "policy.h"

#include <assert.h>

/* ---- Playouts ----------------------------------------------------------- */

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
  return (s->phase == AU_CHANGE || s->phase == AU_PLAY) && s->trick.n == 0 &&
         au_count(s->hand[s->trick.leader]) <= left;
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
  while (s->phase == AU_DEAL) {
    au_status status = au_state_deal_random(r, s, rng);
    if (status == AU_OK)
      status = au_policy_round(r, p, s, 0, rng, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

/* ---- Rewards ------------------------------------------------------------ */

static void share(uint8_t sides, double reward[AU_SEAT_MAX]) {
  int n = au_count(sides);
  for (int i = 0; i < AU_SEAT_MAX; i++)
    reward[i] = sides >> i & 1 ? 1.0 / n : 0;
}

void au_reward_points(const au_rules *r, au_goal goal,
                      const double points[AU_SEAT_MAX],
                      double reward[AU_SEAT_MAX]) {
  for (int i = 0; i < r->side_n; i++) {
    double best = 0, sum = 0;
    bool any = false;
    for (int j = 0; j < r->side_n; j++) {
      if (j == i)
        continue;
      sum += points[j];
      if (!any || points[j] > best)
        best = points[j];
      any = true;
    }
    reward[i] = points[i];
    if (goal == AU_GOAL_MARGIN)
      reward[i] -= best;
    else if (goal == AU_GOAL_LEAD)
      reward[i] -= sum / (r->side_n - 1);
  }
}

void au_reward(const au_rules *r, au_goal goal, const au_state *s,
               const au_score *score, double reward[AU_SEAT_MAX]) {
  double points[AU_SEAT_MAX];
  if (goal == AU_GOAL_ROUND || goal == AU_GOAL_GAME) {
    share(goal == AU_GOAL_ROUND ? s->round_winners : s->winners, reward);
    return;
  }
  for (int i = 0; i < r->side_n; i++)
    points[i] = score->points[i];
  au_reward_points(r, goal, points, reward);
}
