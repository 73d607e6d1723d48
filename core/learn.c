/* learn.c: rounds of self-play and the samples they give; see learn.h. */
#include "learn.h"

#include <string.h>

/* A decision whose position is a sample. */
typedef struct moment {
  size_t target[AU_SEAT_MAX]; /* where its targets stand in the output, by side;
                              ** [0] alone unless every side has one */
  float value[AU_SEAT_MAX];
  uint8_t seat;
} moment;

enum { MOMENT_MAX = AU_LOG_MAX };

/* One round. */
typedef struct course {
  const au_lesson *l;
  au_game *g;
  au_rng *rng;
  au_text *out;
  uint8_t own; /* sides (a bit each) whose decisions are samples */
  bool every;  /* samples have the view of every side */
  au_view view;
  int n;
  moment at[MOMENT_MAX];
} course;

static float share(au_rng *rng) {
  return (float)(au_rng_next(rng) >> 40) / 16777216.0f;
}

/* ---- Choosing ----------------------------------------------------------- */

au_status au_lesson_choose(const au_lesson *l, const au_state *s,
                           const au_view *v, au_rng *rng, au_action *a,
                           int32_t *value, bool *valued) {
  bool wild = share(rng) < l->explore;
  *valued = !wild || (s->phase == AU_PHASE_CHANGE && au_rng_below(rng, 8) != 0);
  if (!*valued)
    return au_state_random(l->r, s, rng, a);
  return au_net_choose(l->actor, l->r, v, l->noise, rng, a, value);
}

/* Choose the action of an opponent on turn. */
static au_status oppose(course *c, au_action *a) {
  const au_lesson *l = c->l;
  if (l->rival == NULL)
    return au_quick((void *)(uintptr_t)l->odds, l->r, &c->g->state, c->rng, a);
  return au_net_choose(l->rival, l->r, &c->view, 0, c->rng, a, NULL);
}

/* ---- Samples ------------------------------------------------------------ */

/* Append a sample, without its target; returns where that stands. */
static size_t put(course *c, const uint16_t *on, int n) {
  uint16_t head[3] = {(uint16_t)n, 0, 0};
  size_t at = c->out->n + sizeof head[0];
  au_text_add(c->out, head, sizeof head);
  au_text_add(c->out, on, (size_t)n * sizeof *on);
  return at;
}

static float in_units(const au_net *net, int32_t value) {
  return (float)value / (float)(AU_NET_ONE * net->unit);
}

/* The sample of a closed part: what the seat sees after its action. False if
** the round has ended for it. */
static au_status look_closed(course *c, au_action a, uint16_t *on, int *n) {
  const au_lesson *l = c->l;
  au_sight k;
  au_state s;
  au_score score;
  au_sight_of(l->r, &c->view, &k, &s);
  au_status status = au_sight_do(l->r, &k, &s, a, &score);
  *n = 0;
  if (status == AU_OK && au_state_open(&s))
    *n = au_inputs_of(l->r, &l->student->layout, &s, k.seat, &k, on);
  return status;
}

/* The sample of an open part for one seat, with its value. */
static void put_open(course *c, moment *m, int side, uint8_t seat) {
  const au_lesson *l = c->l;
  uint16_t on[AU_ON_MAX];
  int n = au_inputs_of(l->r, &l->student->layout, &c->g->state, seat, NULL, on);
  m->value[side] =
      in_units(l->student, au_net_value(l->student, AU_NET_OPEN, on, n));
  m->target[side] = put(c, on, n);
}

/* An open part learns the position after the action. */
static void note_open(course *c, moment *m) {
  const au_rules *r = c->l->r;
  if (!c->every) {
    put_open(c, m, 0, m->seat);
    return;
  }
  for (int side = 0; side < r->side_n; side++)
    put_open(c, m, side,
             side == r->side_of[m->seat]
                 ? m->seat
                 : (uint8_t)__builtin_ctz(r->seats_of[side]));
}

/* A closed part learns what the seat saw. Its value is the critic's, if the
** critic can see the true position. */
static void note_closed(course *c, moment *m, bool hidden, int32_t own,
                        const uint16_t *on, int n) {
  const au_lesson *l = c->l;
  bool seen = l->critic != NULL && !hidden && au_state_open(&c->g->state);
  int32_t value =
      seen ? au_net_world(l->critic, l->r, &c->g->state, m->seat) : own;
  m->value[0] = in_units(l->student, value);
  m->target[0] = put(c, on, n);
}

/* True if the seat on turn is of a side whose decisions are samples. */
static bool is_own(const course *c) {
  return c->own >> c->l->r->side_of[c->g->state.turn] & 1;
}

/* Do an action of the seat on turn, whose view 'c->view' is, and note its
** sample. '*value' is its value by the actor; NULL if it has none. */
static au_status act(course *c, au_action a, const int32_t *known) {
  const au_lesson *l = c->l;
  const au_state *s = &c->g->state;
  uint16_t on[AU_ON_MAX];
  uint8_t seat = s->turn, phase = s->phase;
  bool hidden = au_acts_hidden(l->r, s);
  bool take = is_own(c) && c->n < MOMENT_MAX;
  int32_t value = known != NULL ? *known : 0;
  int n = 0;
  au_status status = AU_OK;
  if (phase == AU_PHASE_CHANGE && au_action_what(a) == AU_ACT_KEEP)
    take = take && au_rng_below(c->rng, 4) == 0; /* there are many */
  if (take && l->part == AU_NET_CLOSED)
    status = look_closed(c, a, on, &n);
  if (status == AU_OK && n > 0 && known == NULL)
    value = au_net_value(l->student, AU_NET_CLOSED, on, n);
  if (status == AU_OK)
    status = au_game_apply(l->r, c->g, a);
  if (status != AU_OK || !take)
    return status;
  moment *m = &c->at[c->n];
  m->seat = seat;
  if (l->part == AU_NET_CLOSED && n > 0) {
    note_closed(c, m, hidden, value, on, n);
    c->n++;
  } else if (l->part == AU_NET_OPEN && au_state_open(s) &&
             !au_acts_hidden(l->r, s)) {
    note_open(c, m);
    c->n++;
  }
  return AU_OK;
}

/* Choose the next action, and do it. */
static au_status go_on(course *c) {
  int32_t value = 0;
  bool valued = false;
  au_action a;
  au_view_of(c->l->r, c->g, c->g->state.turn, &c->view);
  au_status status = is_own(c) ? au_lesson_choose(c->l, &c->g->state, &c->view,
                                                  c->rng, &a, &value, &valued)
                               : oppose(c, &a);
  return status == AU_OK ? act(c, a, valued ? &value : NULL) : status;
}

/* ---- Targets ------------------------------------------------------------ */

static void set_target(course *c, size_t at, float target) {
  if (!c->out->failed)
    memcpy(c->out->at + at, &target, sizeof target);
}

/* One chain for two sides: what one gains the other loses. */
static void chain_two(course *c, const float *result) {
  const uint8_t *side_of = c->l->r->side_of;
  float lambda = c->l->lambda, target = 0, value = 0;
  for (int i = c->n - 1; i >= 0; i--) {
    moment *m = &c->at[i];
    bool last = i == c->n - 1;
    float sign = last || side_of[m->seat] == side_of[m[1].seat] ? 1.0f : -1.0f;
    target = last ? result[side_of[m->seat]]
                  : sign * ((1 - lambda) * value + lambda * target);
    value = m->value[0];
    set_target(c, m->target[0], target);
  }
}

/* A chain for each seat (or, where samples have the view of every side, for
** each side). */
static void chain_each(course *c, const float *result) {
  float lambda = c->l->lambda, target[AU_SEAT_MAX], value[AU_SEAT_MAX];
  bool begun[AU_SEAT_MAX] = {false};
  for (int i = c->n - 1; i >= 0; i--) {
    moment *m = &c->at[i];
    for (int k = 0; k < (c->every ? c->l->r->side_n : 1); k++) {
      int q = c->every ? k : m->seat, side = c->every ? k : c->l->r->side_of[q];
      target[q] = begun[q] ? (1 - lambda) * value[q] + lambda * target[q]
                           : result[side];
      begun[q] = true;
      value[q] = m->value[k];
      set_target(c, m->target[k], target[q]);
    }
  }
}

/* ---- A round ------------------------------------------------------------ */

/* Deal the next round, or the first of a new game. */
static au_status deal(const au_lesson *l, au_game *g, au_rng *rng) {
  au_seed seed = {{au_rng_next(rng), au_rng_next(rng)}};
  au_deal cards;
  char why[AU_WHY_TEXT];
  if (g->state.phase != AU_PHASE_DEAL || g->tally_n == AU_ROUND_MAX)
    au_game_begin(l->r, g);
  else if (g->round_n > 0)
    au_game_forget(g);
  au_status status = au_deal_make(l->r, &g->state, &seed, &cards);
  return status == AU_OK ? au_game_deal(l->r, g, &cards, why) : status;
}

/* Prepare a round in which all sides are the actor's. */
static void begin(course *c, const au_lesson *l, au_game *g, au_rng *rng,
                  au_text *out) {
  c->l = l;
  c->g = g;
  c->rng = rng;
  c->out = out;
  c->n = 0;
  c->own = (uint8_t)((1u << l->r->side_n) - 1);
  c->every = l->part == AU_NET_OPEN && !au_net_zero_sum(l->student, l->r);
}

/* Set the targets of a round that has ended. '*score' gets its score. */
static void end(course *c, au_score *score) {
  const au_lesson *l = c->l;
  const au_game *g = c->g;
  float result[AU_SEAT_MAX];
  memset(score, 0, sizeof *score);
  au_tally_score(&g->tally[g->tally_n - 1], score);
  for (uint8_t side = 0; side < l->r->side_n; side++)
    result[side] = in_units(
        l->student, au_net_reward(l->student, l->r, &g->state, score, side));
  if (au_net_zero_sum(l->student, l->r))
    chain_two(c, result);
  else
    chain_each(c, result);
}

au_status au_lesson_round(const au_lesson *l, au_game *g, au_rng *rng,
                          au_text *out, double *lead) {
  const au_rules *r = l->r;
  course c;
  begin(&c, l, g, rng, out);
  au_status status = deal(l, g, rng);
  if (l->against)
    c.own = (uint8_t)(1u << au_rng_below(rng, r->side_n));
  while (status == AU_OK && au_state_open(&g->state))
    status = go_on(&c);
  if (status != AU_OK)
    return status;
  au_score score;
  end(&c, &score);
  *lead = 0;
  double leads[AU_SEAT_MAX];
  au_reward(r, AU_GOAL_LEAD, &g->state, &score, leads);
  for (uint8_t side = 0; side < r->side_n; side++)
    if (c.own == 1u << side)
      *lead = leads[side];
  return out->failed ? AU_ENOMEM : AU_OK;
}

/* Do the next action of the game that is followed. */
static au_status repeat(course *c, const au_game *from) {
  au_view_of(c->l->r, c->g, c->g->state.turn, &c->view);
  return act(c, au_entry_action(from->log[c->g->log_n]), NULL);
}

au_status au_lesson_game(const au_lesson *l, const au_game *from, uint8_t sides,
                         au_game *g, au_rng *rng, au_text *out,
                         uint32_t *rounds) {
  au_status status = au_game_begin_as(l->r, g, from);
  *rounds = 0;
  while (status == AU_OK && au_game_behind(g, from)) {
    course c;
    au_score score;
    size_t before = out->n;
    begin(&c, l, g, rng, out);
    c.own = sides;
    if (!au_state_open(&g->state))
      status = au_game_follow(l->r, g, from);
    while (status == AU_OK && au_state_open(&g->state) &&
           au_game_behind(g, from))
      status = repeat(&c, from);
    if (status == AU_OK && au_state_open(&g->state)) { /* cut short */
      if (!out->failed)
        out->n = before;
    } else if (status == AU_OK) {
      end(&c, &score);
      ++*rounds;
    }
  }
  return status == AU_OK && out->failed ? AU_ENOMEM : status;
}
