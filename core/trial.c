/* trial.c: see trial.h. */
#include "trial.h"

#include "ask.h"

enum { FIRST = 8 }; /* worlds before answers are dropped */

au_status au_trial_begin(au_trial *t) {
  const au_state *s = &t->v->s;
  const au_ask *q = au_ask_now(t->r, s);
  au_choices c;
  unsigned usual;
  t->goal = AU_GOAL_LEAD;
  t->worlds = t->playouts = t->guess = 0;
  t->n = 1;
  t->left = 1;
  t->even = 0;
  au_status status = au_ask_default(t->r, s, &usual);
  if (status == AU_OK)
    status = au_ask_choices(t->r, s, &c);
  if (status != AU_OK)
    return status;
  t->answer[0] = au_answer_action(s->turn, s->ask - 1u, usual);
  uint32_t all = au_choices_count(q, &c);
  uint32_t n = all < AU_TRIAL_ANSWERS ? all : AU_TRIAL_ANSWERS;
  for (uint32_t i = 0; i < n && t->n < AU_TRIAL_ANSWERS; i++) {
    unsigned value = au_choices_at(q, &c, i * all / n);
    if (value == usual)
      continue;
    t->left |= (uint64_t)1 << t->n;
    t->answer[t->n++] = au_answer_action(s->turn, s->ask - 1u, value);
  }
  return AU_OK;
}

/* ---- Comparisons -------------------------------------------------------- */

/* True if answer 'a' is ahead of 'b' by more than sqrt('squared') standard
** errors of their difference. */
static bool is_ahead(const au_trial *t, int a, int b, double squared) {
  double sum = 0, squares = 0, n = t->worlds;
  for (int i = 0; i < t->worlds; i++) {
    double d = (double)t->gained[a][i] - (double)t->gained[b][i];
    sum += d;
    squares += d * d;
  }
  double variance = (squares - sum * sum / n) / (n - 1);
  return n > 1 && sum > 0 && sum * sum > squared * n * variance;
}

static double sum_of(const au_trial *t, int a) {
  double sum = 0;
  for (int i = 0; i < t->worlds; i++)
    sum += (double)t->gained[a][i];
  return sum;
}

static bool is_left(const au_trial *t, int a) {
  return t->left >> a & 1;
}

/* The answer of those left with the highest mean; of equal ones the first. */
static int leader(const au_trial *t) {
  int best = 0;
  double most = -1e30;
  for (int i = 0; i < t->n; i++)
    if (is_left(t, i) && sum_of(t, i) > most) {
      most = sum_of(t, i);
      best = i;
    }
  return best;
}

/* The answer to give unless another is clearly better. */
static int fallback(const au_trial *t) {
  bool better = is_left(t, t->guess) &&
                (!is_left(t, 0) || sum_of(t, t->guess) > sum_of(t, 0));
  return better ? t->guess : 0;
}

/* True if the leader is clearly better. The more answers there are, the farther
** the best seems ahead by chance. */
static bool is_clear(const au_trial *t) {
  double squared = 4;
  for (int n = t->n; n > 2; n /= 2)
    squared += 1.4;
  int usual = fallback(t);
  return !is_left(t, usual) || is_ahead(t, leader(t), usual, squared);
}

/* ---- Worlds ------------------------------------------------------------- */

/* True if an answer led to the same as the usual one in each world. */
static bool is_same(const au_trial *t, int a) {
  for (int i = 0; i < t->worlds; i++)
    if (t->gained[a][i] != t->gained[0][i])
      return false;
  return true;
}

/* Drop the answers that are clearly behind, and those that change nothing. */
static void drop(au_trial *t) {
  int best = leader(t);
  for (int i = t->n - 1; i >= 0; i--) { /* the usual one last */
    bool even = i > 0 && is_left(t, 0) && t->worlds > FIRST && is_same(t, i);
    if (!is_left(t, i) || !(even || is_ahead(t, best, i, 9)))
      continue;
    t->left &= ~((uint64_t)1 << i);
    t->even |= (uint64_t)even << i;
  }
}

static bool is_several(uint64_t answers) {
  return (answers & (answers - 1)) != 0;
}

/* Go on to a goal that only a hook makes differ from the one before. */
static bool next_goal(au_trial *t) {
  bool round = t->r->hooks.round_winners != NULL;
  bool game = t->r->hooks.game_end != NULL;
  if (t->goal == AU_GOAL_GAME || is_clear(t) ||
      !is_several(t->left | t->even) ||
      !(game || (round && t->goal == AU_GOAL_LEAD)))
    return false;
  t->goal = round && t->goal == AU_GOAL_LEAD ? AU_GOAL_ROUND : AU_GOAL_GAME;
  t->worlds = t->playouts = 0;
  t->left |= t->even;
  t->even = 0;
  return true;
}

bool au_trial_due(au_trial *t) {
  bool hooked = t->r->hooked_lead || t->r->hooked_trick;
  if (t->n < 2)
    return false;
  if (is_several(t->left) && t->worlds < AU_TRIAL_WORLDS &&
      t->playouts < (hooked ? AU_TRIAL_HOOKED : AU_TRIAL_PLAYOUTS))
    return true;
  return next_goal(t);
}

/* Give an answer in a world and play on; '*reward' gets that of 'side'. */
static au_status play_on(const au_trial *t, const au_state *world,
                         au_action answer, au_rng *rng, double *gained) {
  au_state s;
  au_score score;
  double reward[AU_SEAT_MAX];
  union { /* the policy only reads the odds */
    const au_odds *from;
    void *to;
  } odds = {t->odds};
  au_policy policy = {.choose = au_quick, .ctx = odds.to};
  au_state_copy(&s, world);
  au_status status = au_state_do(t->r, &s, answer, &score);
  if (status == AU_OK)
    status = au_policy_round(t->r, &policy, &s, 0, rng, &score);
  if (status == AU_OK && t->goal == AU_GOAL_GAME)
    status = au_policy_game(t->r, &policy, &s, rng, &score);
  if (status != AU_OK)
    return status;
  au_reward(t->r, t->goal, &s, &score, reward);
  *gained = reward[t->r->side_of[t->v->seat]];
  return AU_OK;
}

/* Find the answer that the tables prefer: it is the same in each world. */
static au_status guess(au_trial *t, const au_state *world) {
  au_action a;
  au_status status = au_quick_answer(t->r, t->odds, world, UINT32_MAX, &a);
  for (int i = 0; i < t->n && status == AU_OK; i++)
    if (t->answer[i] == a)
      t->guess = i;
  return status;
}

au_status au_trial_world(au_trial *t) {
  au_state world;
  au_status status = t->sampler != NULL
                         ? au_sampler_draw(t->sampler, &t->rng, &world)
                         : au_view_sample(t->r, t->v, &t->rng, &world);
  if (status == AU_OK && t->worlds == 0)
    status = guess(t, &world);
  au_rng rng = t->rng, after = rng; /* the same for each answer */
  for (int i = 0; i < t->n && status == AU_OK; i++) {
    double gained = 0;
    if (!is_left(t, i))
      continue;
    rng = t->rng;
    status = play_on(t, &world, t->answer[i], &rng, &gained);
    t->gained[i][t->worlds] = (float)gained;
    t->playouts++;
    after = rng;
  }
  t->rng = after;
  if (status != AU_OK)
    return status;
  t->worlds++;
  if (t->worlds >= FIRST && (t->worlds & (t->worlds - 1)) == 0)
    drop(t);
  return AU_OK;
}

au_action au_trial_best(const au_trial *t) {
  if (t->worlds == 0)
    return t->answer[0];
  return t->answer[is_clear(t) ? leader(t) : fallback(t)];
}
