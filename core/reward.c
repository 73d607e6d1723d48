/* reward.c: what the result of a round or a game is worth: see reward.h. */
#include "reward.h"

const char *const au_goals[AU_GOAL_N + 1] = {
    /* ORDER GOAL */
    "margin", "points", "lead", "round", "game", NULL};

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
