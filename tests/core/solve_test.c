/* solve_test.c: the solver compared with a plain one.
**
** The plain solver tries every line of play to the round's end, by public calls
** only, without bounds, table or move order. Both agree on the value, on every
** best move, and on each bound. Budgets and table sizes change how much the
** solver finds out, but never make it wrong. */
#include "long_helper.h"

#include "solve.h"

enum {
  PLAIN_MOST = 6000, /* positions that the plain solver may visit */
  TABLE_MOST = 1 << 12
};

static au_rules rules;
static au_solver solver;
static au_solution found;
static au_solve_entry table[TABLE_MOST];

/* ---- The plain solver ------------------------------------------------- */

typedef struct plain {
  const au_rules *r;
  au_objective objective;
  int side;
  bool changes;
  int looked; /* positions visited */
} plain;

static int32_t worth(const plain *p, const au_state *s) {
  au_state end = *s;
  au_score score;
  int32_t most = INT32_MIN;
  assert_int_equal(au_state_do(p->r, &end, au_pass_action(end.turn), &score),
                   AU_OK);
  if (p->objective == AU_SOLVE_ROUND)
    return !(end.round_winners >> p->side & 1) ? -1
           : end.round_winners == 1 << p->side ? 1
                                               : 0;
  for (int i = 0; i < p->r->side_n; i++)
    if (i != p->side && score.points[i] > most)
      most = score.points[i];
  return score.points[p->side] - most;
}

/* List the actions to try; returns their number. */
static int options(const plain *p, const au_state *s, au_action *list) {
  int n = 0;
  assert_int_equal(au_state_legal(p->r, s, list, &n), AU_OK);
  return s->phase == AU_PHASE_CHANGE && !p->changes ? 1 : n;
}

static int32_t plain_value(plain *p, const au_state *s);

static int32_t plain_after(plain *p, const au_state *s, au_action a) {
  au_state next = *s;
  if (au_action_what(a) == AU_ACT_PASS)
    return worth(p, s);
  assert_int_equal(au_state_apply(p->r, &next, a, NULL), AU_OK);
  return plain_value(p, &next);
}

/* The value of a state; without meaning if too many positions were visited. */
static int32_t plain_value(plain *p, const au_state *s) {
  au_action list[AU_ACTION_MAX];
  bool ours = p->r->side_of[s->turn] == p->side;
  if (++p->looked > PLAIN_MOST)
    return 0;
  int n = options(p, s, list);
  int32_t best = plain_after(p, s, list[0]);
  for (int i = 1; i < n; i++) {
    int32_t value = plain_after(p, s, list[i]);
    best = (ours ? value > best : value < best) ? value : best;
  }
  return best;
}

/* ---- Rules to solve under --------------------------------------------- */

/* The rules of variants/misere.lua, as a hook. */
static au_status misere_points(void *ctx, const au_rules *r, const au_state *s,
                               int side, int bid, int taken, int *points) {
  (void)ctx, (void)s, (void)side;
  if (bid == 0 && taken == 0)
    *points = 3 * r->exact;
  return AU_OK;
}

/* variants/gold-rush.lua: vars hold the points of gold that was played. */
static au_status rush_winner(void *ctx, const au_rules *r, const au_state *s,
                             int16_t *vars, uint8_t *seat) {
  (void)ctx, (void)seat;
  for (int i = 0; i < s->trick.n; i++)
    if (au_has(r->deck.gold, s->trick.card[i]))
      vars[r->side_of[au_trick_seat(&s->trick, i, r->players)]] +=
          r->gold_points.at[r->deck.rank_of[s->trick.card[i]]];
  return AU_OK;
}

static au_status rush_points(void *ctx, const au_rules *r, const au_state *s,
                             int side, int *points) {
  (void)ctx, (void)r;
  *points += s->vars[side];
  return AU_OK;
}

/* Nobody wins a trick whose first two cards have the same rank. */
static au_status null_winner(void *ctx, const au_rules *r, const au_state *s,
                             int16_t *vars, uint8_t *seat) {
  (void)ctx, (void)vars;
  if (r->deck.rank_of[s->trick.card[0]] == r->deck.rank_of[s->trick.card[1]])
    *seat = AU_NONE;
  return AU_OK;
}

/* Gold may be played only where no base card may. */
static au_status last_gold(void *ctx, const au_rules *r, const au_state *s,
                           au_set *cards, bool *pass) {
  (void)ctx, (void)s, (void)pass;
  if (*cards & r->deck.base)
    *cards &= r->deck.base;
  return AU_OK;
}

/* The side with fewest points wins the round, alone or with others. */
static au_status fewest(void *ctx, const au_rules *r, const au_state *s,
                        int16_t *vars, const au_score *score, uint8_t *sides) {
  int least = INT16_MAX;
  (void)ctx, (void)s, (void)vars;
  for (int i = 0; i < r->side_n; i++) {
    if (score->points[i] < least)
      *sides = 0;
    least = score->points[i] < least ? score->points[i] : least;
    if (score->points[i] == least)
      *sides |= (uint8_t)(1 << i);
  }
  return AU_OK;
}

#define ASKS(moment)                                                     \
  {                                                                      \
    .n = 3, .ask = {                                                     \
      {.name = "trump", .when = moment, .kind = AU_ASK_NUMBER, .hi = 4}, \
      {.name = "times",                                                  \
       .when = moment,                                                   \
       .kind = AU_ASK_NUMBER,                                            \
       .lo = 1,                                                          \
       .hi = 3},                                                         \
      {.name = "bid", .when = moment, .kind = AU_ASK_NUMBER, .hi = 4}    \
    }                                                                    \
  }

/* After the bids, or in place of them, the first player names a trump,
** multiplies the round's points, and says the bid of its side. ORDER NAMED */
static const au_asks named = ASKS(AU_WHEN_BIDS),
                     instead = ASKS(AU_WHEN_INSTEAD);

static au_status ask_first(void *ctx, const au_rules *r, const au_state *s,
                           int ask, uint8_t *seats) {
  (void)ctx, (void)r, (void)ask;
  *seats = (uint8_t)(s->answers == 0 ? 1 << s->first : 0);
  return AU_OK;
}

static au_status ask_any(void *ctx, const au_rules *r, const au_state *s,
                         int ask, uint8_t seat, au_choices *c) {
  (void)ctx, (void)r, (void)s, (void)ask, (void)seat, (void)c;
  return AU_OK;
}

static au_status name_them(void *ctx, const au_rules *r, au_state *s, int ask) {
  char why[AU_WHY_TEXT];
  int value = (int)au_answer_value(s->answer[s->first]);
  (void)ctx;
  if (ask == 0)
    return au_ask_trump(r, s, value, why);
  if (ask == 1)
    return au_ask_multiply(s, value, why);
  return au_ask_bid(r, s, r->side_of[s->first], value, why);
}

#define NAMED                                                            \
  .ask_next = ask_first, .ask_choices = ask_any, .ask_default = ask_any, \
  .ask_done = name_them

typedef struct game_rules {
  const char *edition;
  int players;
  const char *knobs;
  au_hooks hooks;
  const au_asks *asks;
} game_rules;

#define NO_ZERO    "zero_gold=never"
#define CUMULATIVE "cumulative=true rounds=3 nuggets=0"
#define FIVE                                   \
  "ranks=1,11 hand=11 gold=5,2,2,2,1,1,1,1,1 " \
  "bidding=hidden change_of=own"

static const game_rules cases[] = {
    {"en-2023", 4, "", {0}, NULL},
    {"en-2023", 3, "", {0}, NULL},
    {"de-2024", 4, "", {0}, NULL},
    {"de-2024", 3, "", {0}, NULL},
    {"ru-2023", 3, "", {0}, NULL},
    {"fr-2023", 4, CUMULATIVE, {0}, NULL},
    {"bga", 4, "", {0}, NULL},
    {"bga", 3, "", {0}, NULL},
    {"bga", 4, NO_ZERO " " CUMULATIVE, {0}, NULL},
    {"bga", 3, NO_ZERO, {0}, NULL},
    {"en-2023", 4, "follow=must", {0}, NULL},
    {"en-2023", 3, "follow=must", {0}, NULL},
    {"en-2023", 4, "trick_to=lowest gold_to=highest", {0}, NULL},
    {"en-2023", 3, "trick_to=lowest gold_to=highest", {0}, NULL},
    {"en-2023", 5, FIVE, {0}, NULL},
    {"en-2023", 4, "zero_bid=true", {0}, NULL},
    {"en-2023", 4, "changes=2 change_price=1 side_bid=lowest", {0}, NULL},
    {"en-2023",
     4,
     "side_bid=sum over=nothing over_each=-1 under_each=-2",
     {0},
     NULL},
    {"en-2023", 4, "gold_leads=true next_leader=winner follow=free", {0}, NULL},
    {"en-2023",
     4,
     "last_window=false trick_ties=earlier exact_bonus=5",
     {0},
     NULL},
    {"en-2023", 4, "gold_points=0,-1,2,-3,4,0,0,9,1", {0}, NULL},
    {"en-2023", 4, "trick_ties=earlier", {0}, NULL},
    {"en-2023", 4, "sides=1,1,2,2 change_of=own", {0}, NULL},
    {"en-2023", 4, "sides=1,2,3,1", {0}, NULL},
    {"en-2023", 2, "", {0}, NULL},
    {"en-2023", 2, "changes=2 gold=3,2,2", {0}, NULL},
    {"en-2023",
     6,
     "follow=free hand=8 gold=6,2,2,2,1,1 sides=1,2,1,2,1,2",
     {0},
     NULL},
    {"en-2023", 4, "zero_bid=true", {.bid_points = misere_points}, NULL},
    {"en-2023", 3, "zero_bid=true", {.bid_points = misere_points}, NULL},
    {"en-2023",
     4,
     "",
     {.winner = rush_winner, .gold_points = rush_points},
     NULL},
    {"en-2023",
     3,
     "",
     {.winner = rush_winner, .gold_points = rush_points},
     NULL},
    {"en-2023", 4, "", {.winner = null_winner}, NULL},
    {"en-2023", 3, "", {.winner = null_winner}, NULL},
    {"en-2023", 4, "", {.legal = last_gold, .round_winners = fewest}, NULL},
    {"en-2023", 4, "trump=Z", {0}, NULL},
    {"en-2023", 3, "trump=P", {0}, NULL},
    {"bga", 4, "trump=extra", {0}, NULL},
    {"en-2023", 4, "trump=extra trick_to=lowest next_leader=winner", {0}, NULL},
    {"en-2023", 4, "trump=B follow=must gold_to=highest changes=2", {0}, NULL},
    {"en-2023", 5, FIVE " trump=S follow=free", {0}, NULL},
    {"en-2023", 4, "trump=C", {.winner = null_winner}, NULL},
    {"en-2023", 4, "", {NAMED}, &named},
    {"en-2023", 3, "", {NAMED}, &named},
    {"bga", 4, "follow=must changes=0", {NAMED}, &named},
    {"fr-2023", 4, "trick_to=lowest", {NAMED, .winner = null_winner}, &named},
    {"en-2023", 4, "", {NAMED}, &instead},
    {"bga", 3, "", {NAMED}, &instead},
    /* small enough to be solved from the first bid on */
    {"en-2023", 2, "suits=BC ranks=1,4 hand=3 gold=2,1,1,1", {0}, NULL},
    {"en-2023",
     2,
     "suits=BC ranks=1,4 hand=2 gold=2,1,1 zero_bid=true",
     {0},
     NULL},
    {"en-2023", 3, "suits=BCP ranks=1,2 hand=2 gold=3,1,1", {0}, NULL},
    {"en-2023",
     4,
     "suits=BCPS ranks=1,2 hand=2 gold=4,1,1 bidding=hidden",
     {0},
     NULL},
};
enum { CASE_N = sizeof cases / sizeof *cases };

static void make_rules(const game_rules *c) {
  const edition *e = find_edition(c->edition, strlen(c->edition));
  au_rules_init(&rules, c->players);
  set_knobs(&rules, c->players == 3 ? e->three : e->four);
  set_knobs(&rules, c->knobs);
  rules.hooks = c->hooks;
  rules.asks = c->asks;
  finish_rules(&rules);
}

/* ---- Positions -------------------------------------------------------- */

static int most_cards(const au_rules *r, const au_state *s) {
  int most = 0;
  for (int i = 0; i < r->players; i++)
    if (au_count(s->hand[i]) > most)
      most = au_count(s->hand[i]);
  return most;
}

/* Give the supply to the seats. */
static void enrich(au_state *s, au_rng *rng) {
  for (; s->supply != 0; s->supply -= au_gold_one(au_gold_best(s->supply)))
    s->gold[au_rng_below(rng, (uint32_t)rules.players)] +=
        au_gold_one(au_gold_best(s->supply));
}

/* Play a random round until no hand has more than 'cards', plus some actions;
** false if it was over earlier. Bids are sometimes kept. In some rounds the
** seats have more gold than play would give them. */
static bool random_position(au_state *s, au_rng *rng, int cards) {
  au_seed seed = {{au_rng_next(rng), 0}};
  uint32_t more = au_rng_below(rng, 6), keep = au_rng_below(rng, 4);
  bool rich = au_rng_below(rng, 3) == 0;
  au_state_init(&rules, s);
  deal_state(&rules, s, &seed);
  while (au_state_open(s)) {
    au_action a;
    if (most_cards(&rules, s) <= cards && more-- == 0) {
      if (rich && s->phase != AU_PHASE_BID)
        enrich(s, rng);
      assert_sound(&rules, s);
      return true;
    }
    assert_int_equal(au_state_random(&rules, s, rng, &a), AU_OK);
    if (s->phase == AU_PHASE_CHANGE && au_rng_below(rng, 4) < keep)
      a = au_keep_action(s->turn);
    assert_int_equal(au_state_apply(&rules, s, a, NULL), AU_OK);
  }
  return false;
}

/* ---- Comparing -------------------------------------------------------- */

typedef struct known { /* by the plain solver */
  int32_t value;
  int n;
  au_action action[AU_ACTION_MAX];
  int32_t after[AU_ACTION_MAX];
} known;

/* false if the plain solver would take too long */
static bool solve_plainly(plain *p, const au_state *s, known *k) {
  bool ours = p->r->side_of[s->turn] == p->side;
  k->n = options(p, s, k->action);
  for (int i = 0; i < k->n; i++) {
    k->after[i] = plain_after(p, s, k->action[i]);
    if (i == 0 || (ours ? k->after[i] > k->value : k->after[i] < k->value))
      k->value = k->after[i];
  }
  return p->looked <= PLAIN_MOST;
}

static au_problem problem_of(const plain *p, const au_state *s,
                             uint64_t nodes) {
  return (au_problem){.rules = p->r,
                      .state = s,
                      .objective = p->objective,
                      .side = (uint8_t)p->side,
                      .changes = p->changes,
                      .nodes = nodes};
}

static void solve(const au_problem *p, uint32_t size) {
  solver.table = table;
  if (solver.size != size)
    solver.search = 0;
  solver.size = size;
  assert_int_equal(au_solve(&solver, p, &found), AU_OK);
  assert_true(found.nodes <= p->nodes);
}

/* Check that every bound holds. */
static void assert_sound_bounds(const known *k) {
  assert_true(found.lo <= k->value && k->value <= found.hi);
  assert_int_equal(found.move_n, k->n);
  for (int i = 0; i < k->n; i++) {
    assert_int_equal(found.move[i].action, k->action[i]);
    assert_true(found.move[i].lo <= k->after[i]);
    assert_true(found.move[i].hi >= k->after[i]);
  }
}

/* Check that the line is legal, changes no bid where changes are excluded, and
** ends at the value. */
static void assert_line(const plain *p, const au_state *s, int32_t value) {
  au_state at = *s;
  for (uint32_t i = 0; i < found.line_n; i++) {
    au_action a = found.line[i];
    if (at.phase == AU_PHASE_CHANGE && !p->changes)
      assert_int_equal(a, au_keep_action(at.turn));
    if (au_action_what(a) == AU_ACT_PASS)
      assert_int_equal(worth(p, &at), value);
    assert_int_equal(au_state_apply(p->r, &at, a, NULL), AU_OK);
  }
  assert_false(au_state_open(&at));
}

/* Check that the solution is complete. */
static void assert_exact(const plain *p, const au_state *s, const known *k) {
  assert_true(found.exact);
  assert_int_equal(found.lo, k->value);
  assert_int_equal(found.hi, k->value);
  assert_sound_bounds(k);
  for (int i = 0; i < k->n; i++) {
    bool best = found.move[i].lo == k->value && found.move[i].hi == k->value;
    assert_int_equal(best, k->after[i] == k->value);
  }
  assert_line(p, s, k->value);
}

/* Check that the solver finds the value alone, and the value after each
** move. */
static void assert_finds(au_problem p, const known *k) {
  uint64_t nodes = found.nodes;
  p.find = AU_SOLVE_VALUE;
  solve(&p, TABLE_MOST);
  assert_true(found.exact && found.nodes <= nodes);
  assert_int_equal(found.line_n, 0);
  assert_int_equal(found.lo, k->value);
  assert_sound_bounds(k);
  p.find = AU_SOLVE_EACH;
  solve(&p, TABLE_MOST);
  for (int i = 0; i < k->n; i++)
    assert_int_equal(found.move[i].lo, found.move[i].hi);
}

/* Check that the solver agrees, with any size of table and number of nodes;
** false if the plain one found no value. */
static bool agree(plain *p, const au_state *s) {
  static known k;
  if (!solve_plainly(p, s, &k))
    return false;
  au_problem all = problem_of(p, s, 1 << 30);
  solve(&all, TABLE_MOST);
  assert_exact(p, s, &k);
  uint64_t nodes = found.nodes;
  assert_finds(all, &k);
  assert_exact(p, s, &k);
  solve(&all, TABLE_MOST);
  assert_int_equal(found.nodes, nodes); /* whatever was solved earlier */
  solve(&all, 2);
  assert_exact(p, s, &k);
  for (uint64_t n = 1; n < nodes; n += 1 + n / 2) {
    au_problem some = problem_of(p, s, n);
    some.find = (au_solve_find)(n % 3);
    solve(&some, 16);
    assert_sound_bounds(&k);
    if (found.exact && some.find != AU_SOLVE_VALUE)
      assert_exact(p, s, &k);
    else if (found.exact)
      assert_int_equal(found.lo, found.hi);
  }
  return true;
}

/* ---- Tests ------------------------------------------------------------ */

/* Solve positions of one set of rules for every side and objective, with and
** without changes; returns their number. */
static int solve_rules(const game_rules *c, uint32_t number) {
  au_seed seed = seed_of("solve");
  au_rng rng = rng_of(&seed, number);
  int solved = 0;
  make_rules(c);
  for (int i = 0; i < 72; i++) {
    au_state s;
    if (!random_position(&s, &rng, 1 + i % 3) ||
        au_solve_asks(&rules, &s) != NULL)
      continue;
    for (int side = 0; side < rules.side_n; side++)
      for (int mode = 0; mode < 4; mode++) {
        plain p = {&rules, mode & 1 ? AU_SOLVE_ROUND : AU_SOLVE_MARGIN, side,
                   mode >> 1, 0};
        solved += agree(&p, &s);
      }
  }
  return solved;
}

static void test_agrees(void **state) {
  int solved = 0;
  (void)state;
  for (uint32_t i = 0; i < CASE_N; i++) {
    int n = solve_rules(&cases[i], i);
    if (n < 60)
      fail_msg("%s, %d players, %s: %d positions", cases[i].edition,
               cases[i].players, cases[i].knobs, n);
    solved += n;
  }
  assert_true(solved > 4000);
}

/* Few cards a hand, and rules that differ in what may follow the last trick. */
static const game_rules last_cases[] = {
    {"en-2023", 4, "", {0}, NULL},
    {"en-2023", 4, "changes=2", {0}, NULL},
    {"en-2023", 4, "change_price=1 gold_points=3,0,2,1,0,4,1,2,3", {0}, NULL},
    {"en-2023", 4, "gold_points=1,2,3,4,5,6,7,8,9", {0}, NULL},
    {"en-2023", 4, "next_leader=winner side_bid=sum", {0}, NULL},
    {"en-2023", 4, "gold_to=highest", {0}, NULL},
    {"en-2023",
     4,
     "changes=2 exact=9 gold_points=0,0,0,0,0,0,0,0,0",
     {0},
     NULL},
    {"en-2023", 4, "changes=3 side_bid=sum exact=9", {0}, NULL},
    {"en-2023", 4, "change_price=3 gold_points=9,7,5,0,0,0,0,0,0", {0}, NULL},
    {"en-2023", 4, "exact=9 gold_points=0,0,0,0,0,0,0,0,0", {0}, NULL},
    {"en-2023", 4, "zero_bid=true side_bid=lowest", {0}, NULL},
    {"en-2023", 3, "over_each=2 under_each=-1", {0}, NULL},
};
enum { LAST_N = sizeof last_cases / sizeof *last_cases };

/* Solve a position for its value alone; false if the plain solver cannot. */
static bool agree_on_value(plain *p, const au_state *s) {
  static known k;
  if (!solve_plainly(p, s, &k))
    return false;
  au_problem all = problem_of(p, s, 1 << 30);
  all.find = AU_SOLVE_VALUE;
  solve(&all, TABLE_MOST);
  assert_int_equal(found.lo, k.value);
  assert_sound_bounds(&k);
  return true;
}

static void test_last_tricks(void **state) {
  (void)state;
  for (uint32_t i = 0; i < LAST_N; i++) {
    au_seed seed = seed_of("last tricks");
    au_rng rng = rng_of(&seed, i);
    int solved = 0;
    make_rules(&last_cases[i]);
    for (int j = 0; j < 1200; j++) {
      au_state s;
      if (!random_position(&s, &rng, 1 + (j % 4 == 0)))
        continue;
      for (int side = 0; side < rules.side_n; side++) {
        plain p = {&rules, AU_SOLVE_MARGIN, side, true, 0};
        solved += agree_on_value(&p, &s);
      }
    }
    assert_true(solved > 150);
  }
}

/* Called now and then: may the search go on? */
static bool go_on(void *ctx, uint64_t nodes) {
  int *left = ctx;
  assert_int_equal(nodes, AU_SOLVE_SLICE);
  return --*left >= 0;
}

static void test_stops_when_told(void **state) {
  au_seed seed = seed_of("stop");
  au_state s;
  int left = 3;
  (void)state;
  variant_rules(&rules, "en-2023", 4);
  au_state_init(&rules, &s);
  deal_state(&rules, &s, &seed);
  plain p = {&rules, AU_SOLVE_MARGIN, 0, true, 0};
  au_problem problem = problem_of(&p, &s, 1 << 30);
  problem.more = go_on;
  problem.ctx = &left;
  solve(&problem, TABLE_MOST);
  assert_int_equal(found.nodes, 4 * AU_SOLVE_SLICE);
  assert_int_equal(left, -1);
  assert_false(found.exact);
  assert_true(found.lo < found.hi);
  assert_int_equal(found.move_n, 12);
}

static void test_no_open_round(void **state) {
  au_state s;
  (void)state;
  variant_rules(&rules, "en-2023", 4);
  au_state_init(&rules, &s);
  plain p = {&rules, AU_SOLVE_MARGIN, 0, true, 0};
  au_problem problem = problem_of(&p, &s, 10);
  assert_int_equal(au_solve(&solver, &problem, &found), AU_ESTATE);
}

/* Fails when it is called for the n-th time. */
static au_status fail_late(void *ctx, const au_rules *r, const au_state *s,
                           int16_t *vars, uint8_t *seat) {
  int *left = ctx;
  (void)r, (void)s, (void)vars, (void)seat;
  return --*left < 0 ? AU_EHOOK : AU_OK;
}

static void test_hook_fails(void **state) {
  const char *hands[] = {"B1 B2", "C3 C4", "P5 P6", "S7 S8"};
  int left;
  (void)state;
  variant_rules(&rules, "en-2023", 4);
  rules.hooks = (au_hooks){.ctx = &left, .winner = fail_late};
  finish_rules(&rules);
  au_state s = table_of(&rules, 0, "Z1 Z2 Z3 Z4", hands, NULL);
  plain p = {&rules, AU_SOLVE_MARGIN, 0, true, 0};
  au_problem problem = problem_of(&p, &s, 1 << 30);
  left = 1000;
  solve(&problem, TABLE_MOST);
  assert_true(found.exact);
  for (int asked = 1000 - left; asked > 0; asked--) {
    left = asked - 1;
    assert_int_equal(au_solve(&solver, &problem, &found), AU_EHOOK);
    assert_int_equal(left, -1);
  }
}

/* A round lasts while there are cards, and all are played. Positions too deep
** are not visited, and the bounds show it. */
static au_status play_on(void *ctx, const au_rules *r, const au_state *s,
                         au_set *cards, bool *pass) {
  (void)ctx, (void)r, (void)s;
  *pass = *cards == 0;
  return AU_OK;
}

static au_status award_best(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, uint8_t *seat, au_card *gold) {
  (void)ctx, (void)vars;
  *seat = s->tricks % 2;
  *gold = s->supply != 0 ? (au_card)(r->deck.gold_at + au_gold_best(s->supply))
                         : AU_NONE;
  return AU_OK;
}

/* Deals as the rules do. That there is such a hook allows for more tricks. */
static au_status deal_plainly(void *ctx, const au_rules *r, const au_state *s,
                              au_deal *deal) {
  (void)ctx, (void)r, (void)s, (void)deal;
  return AU_OK;
}

static void test_too_deep(void **state) {
  const char *hands[] = {"B1", "C3"};
  (void)state;
  au_rules_init(&rules, 2);
  set_knobs(&rules, "suits=BCPS ranks=1,12 gold_leads=true "
                    "gold=15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15 "
                    "gold_points=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  rules.hooks = (au_hooks){.deal = deal_plainly,
                           .lead = play_on,
                           .legal = play_on,
                           .award = award_best};
  finish_rules(&rules);
  au_state s = table_of(&rules, 0, "B2 C2", hands, NULL);
  au_set left =
      rules.deck.base & ~(s.hand[0] | s.hand[1] | set_of(&rules, "B2 C2"));
  for (int seat = 0; left != 0; left &= left - 1, seat = !seat)
    s.hand[seat] |= left & (~left + 1);
  s.gold[0] = s.gold[1] = rules.gold_all / 15 * 7;
  s.supply = rules.gold_all / 15;
  assert_sound(&rules, &s);
  plain p = {&rules, AU_SOLVE_ROUND, 0, false, 0};
  au_problem problem = problem_of(&p, &s, 1 << 20);
  solve(&problem, TABLE_MOST);
  assert_int_equal(found.nodes, AU_SOLVE_DEPTH);
  assert_false(found.exact);
  assert_int_equal(found.lo, -1);
  assert_int_equal(found.hi, 1);
}

/* The highest gold, else the highest card: there is no choice. */
static au_status only_highest(void *ctx, const au_rules *r, const au_state *s,
                              au_set *cards, bool *pass) {
  (void)ctx;
  *cards |= au_gold_kinds(&r->deck, s->gold[s->turn]);
  if (*cards != 0)
    *cards = (au_set)1 << (63 - __builtin_clzll(*cards));
  *pass = *cards == 0;
  return AU_OK;
}

/* A forced line may be solved although it is too long for 'line'. */
static void test_line_too_long(void **state) {
  (void)state;
  long_rules(&rules);
  au_seed seed = seed_of("longer");
  au_state s;
  au_state_init(&rules, &s);
  deal_state(&rules, &s, &seed);
  rules.hooks.lead = rules.hooks.legal = only_highest;
  finish_rules(&rules);
  while (s.phase != AU_PHASE_PLAY) {
    au_action a = thrifty(&rules, &s);
    assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_OK);
  }
  s.gold[0] = s.gold[1] = rules.gold_all / 15 * 5;
  s.supply = rules.gold_all / 15 * 5;
  assert_sound(&rules, &s);
  plain p = {&rules, AU_SOLVE_MARGIN, 0, false, 0};
  au_problem problem = problem_of(&p, &s, 1 << 20);
  solve(&problem, TABLE_MOST);
  assert_int_equal(found.lo, found.hi);
  assert_int_equal(found.line_n, AU_SOLVE_DEPTH);
  assert_false(found.exact);
}

/* More legal changes along a line than there is space for: what is found
** is still true. */
static void test_too_wide(void **state) {
  (void)state;
  au_rules_init(&rules, 2);
  set_knobs(&rules, "suits=BC ranks=1,24 hand=20 "
                    "gold=15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15 "
                    "gold_points=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  rules.hooks = (au_hooks){.deal = deal_plainly,
                           .lead = only_highest,
                           .legal = only_highest,
                           .award = award_best};
  finish_rules(&rules);
  au_seed seed = seed_of("wide");
  au_rng rng = rng_of(&seed, 0);
  au_state s;
  au_state_init(&rules, &s);
  deal_state(&rules, &s, &seed);
  while (s.phase != AU_PHASE_CHANGE) {
    au_action a = 0;
    assert_int_equal(au_state_random(&rules, &s, &rng, &a), AU_OK);
    assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_OK);
  }
  s.gold[0] = s.gold[1] = rules.gold_all / 15 * 7;
  s.supply = rules.gold_all / 15;
  assert_sound(&rules, &s);
  plain p = {&rules, AU_SOLVE_MARGIN, 0, true, 0};
  au_problem problem = problem_of(&p, &s, 1 << 20);
  solve(&problem, TABLE_MOST);
  assert_true(found.nodes < AU_SOLVE_DEPTH);
  assert_false(found.exact);
  assert_true(found.lo < found.hi);
}

/* Where the bids of a side are added (the knob 'side_bid'), the sum may exceed
** the highest card. */
static void test_large_bids(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 C2", "B3 C4", "B5 C6", "B7 C8"};
  knob_rules(&rules, 4, "suits=BC ranks=1,30 hand=2 gold=4,1,1 side_bid=sum");
  au_state s = table_of(&rules, 0, "B30 C29 B29 C30", hands, NULL);
  for (int changes = 0; changes < 2; changes++) {
    static known k;
    plain p = {&rules, AU_SOLVE_MARGIN, 0, changes != 0, 0};
    assert_true(solve_plainly(&p, &s, &k));
    au_problem problem = problem_of(&p, &s, 1 << 20);
    solve(&problem, TABLE_MOST);
    assert_exact(&p, &s, &k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agrees),
      cmocka_unit_test(test_last_tricks),
      cmocka_unit_test(test_stops_when_told),
      cmocka_unit_test(test_no_open_round),
      cmocka_unit_test(test_hook_fails),
      cmocka_unit_test(test_too_deep),
      cmocka_unit_test(test_line_too_long),
      cmocka_unit_test(test_too_wide),
      cmocka_unit_test(test_large_bids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
