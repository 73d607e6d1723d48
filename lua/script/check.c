/* check.c: a random game with every invariant checked, which `aurum variant
** check` plays ten thousand times.
**
** Each question to a hook is asked more than once, also of a twin (the same
** variant loaded again): purity.c. The view of the seat on turn is asked too:
** if its answer differs, the hook's answer depends on cards that its seat
** cannot see. */
#include "variant.h"

#include <stdio.h>
#include <string.h>

typedef struct checking {
  const au_lrules *rules;
  au_game *g;
  char *why;
  au_probe probe;
  au_view view;
  au_action list[AU_ACTION_MAX], other[AU_ACTION_MAX];
} checking;

static bool wrong(checking *c, const char *text) {
  snprintf(c->why, AU_CHECK_TEXT, "%s", text);
  return false;
}

/* Memory failed, which is not a fault of the rules. */
static bool no_memory(checking *c) {
  au_give_up();
  return wrong(c, "not enough memory");
}

/* A hook failed. Report its own error. */
static bool hook_failed(checking *c) {
  const char *error = au_variant_error(c->rules);
  return wrong(c, error != NULL ? error : "a hook failed");
}

/* True if the seat on turn sees the sides' bids as they are. Once all bids are
** laid they are public, so 'side_bid' must depend on public information
** only. */
static bool check_bids(checking *c) {
  const au_state *s = &c->g->state;
  const au_rules *r = &c->rules->r;
  if (r->hooks.side_bid == NULL || s->phase == AU_PHASE_BID)
    return true;
  for (int side = 0; side < r->side_n; side++) {
    int bid, seen;
    if (au_state_bid(r, s, side, &bid) != AU_OK ||
        au_state_bid(r, &c->view.s, side, &seen) != AU_OK)
      return hook_failed(c);
    if (bid != seen)
      return wrong(c, "hook 'side_bid': its answer depends on what the seat on "
                      "turn cannot see");
  }
  return true;
}

static bool check_legal(checking *c, int *n) {
  const au_state *s = &c->g->state;
  const au_rules *r = &c->rules->r;
  int m;
  if (au_state_legal(r, s, c->list, n) != AU_OK)
    return hook_failed(c);
  if (*n == 0)
    return wrong(c, "no action is legal, and the round does not end");
  if (c->rules->variant == NULL)
    return true;
  au_view_of(r, c->g, s->turn, &c->view);
  if (au_state_legal(r, &c->view.s, c->other, &m) != AU_OK)
    return hook_failed(c);
  if (m != *n || memcmp(c->list, c->other, (size_t)m * sizeof *c->list) != 0) {
    snprintf(c->why, AU_CHECK_TEXT,
             "hook '%s': its answer depends on what the seat cannot see",
             s->trick.n == 0 ? "lead" : "legal");
    return false;
  }
  return check_bids(c);
}

/* Ask for the default answer, which random players do not give. */
static bool check_default(checking *c) {
  const au_state *s = &c->g->state;
  au_action a;
  if (s->phase != AU_PHASE_ASK ||
      au_state_default(&c->rules->r, s, &a) == AU_OK)
    return true;
  return hook_failed(c);
}

static bool sound(checking *c) {
  return au_state_check(&c->rules->r, &c->g->state, c->why) == AU_OK;
}

static bool check_deal(checking *c, const au_seed *seed) {
  au_state before = c->g->state;
  au_deal deal;
  char why[AU_WHY_TEXT];
  if (au_deal_make(&c->rules->r, &before, seed, &deal) != AU_OK)
    return hook_failed(c);
  au_status status = au_game_deal(&c->rules->r, c->g, &deal, why);
  if (status == AU_ENOMEM)
    return no_memory(c);
  if (status == AU_EHOOK)
    return hook_failed(c);
  if (status == AU_EFULL)
    return wrong(c, "the game does not end within 255 rounds");
  if (status != AU_OK)
    return wrong(c, why);
  return sound(c);
}

/* Count the round's results again from its log. Hooks are asked about the same
** state as before: a seat has passed, and no points are awarded yet. Where the
** answer to a question ended the round, that state is gone, and its score is
** taken as it was told. */
static bool recount(checking *c, const au_state *before) {
  const au_rules *r = &c->rules->r;
  const au_state *s = &c->g->state;
  au_state passed = *before;
  int taken[AU_SEAT_MAX] = {0};
  au_score score, told;
  uint32_t n;
  au_tally_score(&c->g->tally[c->g->tally_n - 1], &told);
  score = told;
  const au_entry *log = au_game_round_log(c->g, &n);
  for (uint32_t i = 0; i < n; i++)
    if (au_entry_filled(log[i]) && au_entry_winner(log[i]) != AU_NONE)
      taken[r->side_of[au_entry_winner(log[i])]]++;
  passed.passer = before->turn;
  passed.seen = s->seen;
  passed.turn = AU_NONE;
  if (before->passer == AU_NONE && au_state_score(r, &passed, &score) != AU_OK)
    return hook_failed(c);
  for (int side = 0; side < r->side_n; side++) {
    int won = s->round_winners >> side & 1;
    if (score.taken[side] != taken[side])
      return wrong(c, "a side's tricks are not those of the log");
    if (s->points[side] != before->points[side] + score.points[side] ||
        score.points[side] != score.bid_points[side] + score.gold_points[side])
      return wrong(c, "a side's points are not the sum of its rounds'");
    if (told.bid[side] != score.bid[side] ||
        told.taken[side] != score.taken[side] ||
        told.bid_points[side] != score.bid_points[side] ||
        told.gold_points[side] != score.gold_points[side])
      return wrong(c, "a side's score differs from the count of its log");
    if (s->nuggets[side] != before->nuggets[side] + (won && !r->cumulative))
      return wrong(c, "a side's nuggets are not the rounds it won");
  }
  return true;
}

/* The number of actions that answer the step of a question. */
static int step_actions(const au_ask *q, const au_state *s) {
  return au_count(s->asked) * (q->cards > 1 ? q->cards : 1);
}

/* The first difference that all see between two states after a step, NULL if
** there is none; for a var, '*var' is its number. */
static const char *public_difference(const au_state *a, const au_state *b,
                                     int *var) {
  *var = -1;
  for (int i = 0; i < AU_VAR_N; i++)
    if (a->vars[i] != b->vars[i]) {
      *var = i;
      return "vars";
    }
  if (a->trick.trump != b->trick.trump)
    return "trump";
  if (a->times != b->times)
    return "the points' multiplier";
  if (memcmp(a->called, b->called, sizeof a->called) != 0)
    return "a bid";
  if (memcmp(a->gold, b->gold, sizeof a->gold) != 0 || a->supply != b->supply)
    return "where gold lies";
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if (au_count(a->hand[seat]) != au_count(b->hand[seat]))
      return "the number of cards in a hand";
  return a->phase != b->phase || a->turn != b->turn || a->ask != b->ask
             ? "who is asked next"
             : NULL;
}

/* True unless something that all see depends on the secret answers of the step
** that ended after 'before': with others, drawn at random, it has to be the
** same. */
static bool check_secret(checking *c, const au_state *before, au_rng *rng) {
  const au_rules *r = &c->rules->r;
  const au_ask *q = au_ask_now(r, before);
  const au_state *s = &c->g->state;
  au_state t = *before;
  int var;
  if (q == NULL || !q->secret || before->pending != 1 << before->turn)
    return true;
  uint32_t last = before->answer[before->turn];
  if (!au_answer_add(q, &last, 0)) /* more cards follow */
    return true;
  t.pending = t.asked;
  memset(t.answer, 0, sizeof t.answer);
  for (int place = r->players; place-- > 0;) {
    uint8_t seat = au_trick_seat(&t.trick, place, r->players);
    t.turn = t.asked >> seat & 1 ? seat : t.turn;
  }
  for (int n = step_actions(q, before); n > 0; n--) {
    au_action a;
    if (au_state_random(r, &t, rng, &a) != AU_OK ||
        au_state_apply(r, &t, a, NULL) != AU_OK)
      return hook_failed(c);
  }
  const char *what = public_difference(s, &t, &var);
  if (what == NULL)
    return true;
  const char *name = "";
  if (var >= 0)
    for (name = c->rules->variant->var_names.at; var > 0; var--)
      name += strlen(name) + 1;
  snprintf(c->why, AU_CHECK_TEXT,
           "question '%s': %s%s%s depends on a secret answer, and all see it",
           q->name, what, *name != '\0' ? "." : "", name);
  return false;
}

static bool check_action(checking *c, au_rng *rng) {
  au_state before = c->g->state;
  int n;
  if (!check_legal(c, &n) || !check_default(c))
    return false;
  au_action a = c->list[au_rng_below(rng, (uint32_t)n)];
  au_status status = au_game_apply(&c->rules->r, c->g, a);
  if (status == AU_ENOMEM)
    return no_memory(c);
  if (status == AU_EFULL)
    return wrong(c, "the round does not end within 1024 actions");
  if (status == AU_EHOOK)
    return hook_failed(c);
  if (status != AU_OK)
    return wrong(c, "an action of the legal list is refused");
  bool ended =
      c->g->state.phase == AU_PHASE_DEAL || c->g->state.phase == AU_PHASE_OVER;
  return sound(c) && (!ended || recount(c, &before)) &&
         check_secret(c, &before, rng);
}

bool au_check_random_game(const au_lrules *rules, const au_lrules *twin,
                          au_game *g, const au_seed *seed, char *why) {
  checking c;
  au_rng rng;
  bool good = true;
  au_variant *v = rules->r.hooks.ctx;
  c.rules = rules;
  c.g = g;
  c.why = why;
  au_variant_forget(rules);
  au_variant_forget(twin);
  if (v != NULL)
    au_probe_begin(&c.probe, rules, twin, seed);
  au_rng_init(&rng, seed, AU_STREAM_OTHER, 0, 0, 0);
  while (good && g->state.phase != AU_PHASE_OVER)
    good = g->state.phase == AU_PHASE_DEAL ? check_deal(&c, seed)
                                           : check_action(&c, &rng);
  if (v != NULL)
    v->probe = NULL;
  return good;
}
