/* net_play.c: see net_play.h. */
#include "net_play.h"

#include "narrow.h"

bool au_net_fits(const au_net *net, const au_rules *r) {
  return au_layout_covers(&net->layout, r);
}

int32_t au_net_reward(const au_net *net, const au_rules *r, const au_state *s,
                      const au_score *score, uint8_t side) {
  double reward[AU_SEAT_MAX];
  au_reward(r, (au_goal)net->goal, s, score, reward);
  double x = reward[side] * AU_NET_ONE;
  return (int32_t)(x < 0 ? x - 0.5 : x + 0.5);
}

au_status au_net_values(const au_net *net, const au_rules *r, const au_view *v,
                        const au_action *action, int n, int32_t *value) {
  au_sight known;
  au_state start;
  au_sums sums;
  bool kept = false;
  au_sight_of(r, v, &known, &start);
  for (int i = 0; i < n; i++) {
    uint16_t on[AU_ON_MAX];
    au_sight k = known;
    au_state s;
    au_score score;
    au_state_copy(&s, &start);
    au_status status = au_sight_do(r, &k, &s, action[i], &score);
    if (status != AU_OK)
      return status;
    if (!au_state_open(&s)) {
      value[i] = au_net_reward(net, r, &s, &score, r->side_of[v->seat]);
      continue;
    }
    int on_n = au_inputs_of(r, &net->layout, &s, v->seat, &k, on);
    value[i] = kept ? au_net_value_near(net, AU_NET_CLOSED, &sums, on, on_n)
                    : au_net_value_first(net, AU_NET_CLOSED, on, on_n, &sums);
    kept = true;
  }
  return AU_OK;
}

au_status au_net_choose(const au_net *net, const au_rules *r, const au_view *v,
                        uint32_t noise, au_rng *rng, au_action *best,
                        int32_t *value) {
  au_action action[AU_ACTION_MAX];
  int32_t worth[AU_ACTION_MAX];
  int n = 0;
  au_status status = au_narrow_legal(r, &v->s, action, &n);
  if (status != AU_OK)
    return status;
  if (n == 1 && value == NULL) {
    *best = action[0];
    return AU_OK;
  }
  status = au_net_values(net, r, v, action, n, worth);
  if (status != AU_OK)
    return status;
  int64_t most = INT64_MIN;
  for (int i = 0; i < n; i++) {
    int64_t x = worth[i];
    if (noise > 0)
      x += (int64_t)au_rng_below(rng, 2 * noise + 1) - noise;
    if (x <= most)
      continue;
    most = x;
    *best = action[i];
    if (value != NULL)
      *value = worth[i];
  }
  return AU_OK;
}

int32_t au_net_world(const au_net *net, const au_rules *r, const au_state *s,
                     uint8_t seat) {
  uint16_t on[AU_ON_MAX];
  int n = au_inputs_of(r, &net->layout, s, seat, NULL, on);
  return au_net_value(net, AU_NET_OPEN, on, n);
}

au_status au_net_act(void *ctx, const au_rules *r, const au_state *s,
                     au_rng *rng, au_action *a) {
  const au_net_policy *p = ctx;
  au_action action[AU_ACTION_MAX];
  int n = 0;
  int64_t most = INT64_MIN;
  au_status status = au_narrow_legal(r, s, action, &n);
  for (int i = 0; i < n && status == AU_OK; i++) {
    au_state after;
    au_score score;
    au_state_copy(&after, s);
    status = au_state_do(r, &after, action[i], &score);
    if (status != AU_OK)
      break;
    bool open = au_state_open(&after);
    if (open && (au_bids_hidden(r, &after) || after.phase == AU_PHASE_ASK))
      return au_policy_act(&p->quick, r, s, rng, a);
    int32_t value =
        open ? au_net_world(p->net, r, &after, s->turn)
             : au_net_reward(p->net, r, &after, &score, r->side_of[s->turn]);
    if (value > most) {
      most = value;
      *a = action[i];
    }
  }
  return status;
}

void au_net_rewards(const au_net *net, const au_rules *r, const au_state *s,
                    uint8_t seat, unsigned sides, double reward[AU_SEAT_MAX]) {
  uint8_t own = r->side_of[seat];
  if (au_net_zero_sum(net, r)) {
    reward[own] = (double)au_net_world(net, r, s, seat) / AU_NET_ONE;
    reward[1 - own] = -reward[own];
    return;
  }
  for (; sides != 0; sides &= sides - 1) {
    int side = __builtin_ctz(sides);
    uint8_t by = side == own ? seat : (uint8_t)__builtin_ctz(r->seats_of[side]);
    reward[side] = (double)au_net_world(net, r, s, by) / AU_NET_ONE;
  }
}
