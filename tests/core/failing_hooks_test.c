/* failing_hooks_test.c: a hook that fails makes its caller fail with AU_EHOOK
** and outputs untouched. Each operation is run with its first hook failing,
** then its second, until none is left to fail. */
#include "record_helper.h"

#include "search.h"
#include "solve.h"

/* ---- Hooks that answer as the data does, or fail ------------------------- */

static long left;      /* answers until one fails */
static long failures;  /* number of failures */
static bool armed;     /* answers are counted */
static uint8_t leader; /* AU_NONE, or the leader on whom 'lead' now insists */

static au_status answer(void) {
  if (!armed || left-- > 0)
    return AU_OK;
  failures++;
  return AU_EHOOK;
}

static au_status on_deal(void *ctx, const au_rules *r, const au_state *s,
                         au_deal *deal) {
  (void)ctx, (void)r, (void)s, (void)deal;
  return answer();
}
static au_status on_cards(void *ctx, const au_rules *r, const au_state *s,
                          au_set *cards, bool *pass) {
  (void)ctx, (void)r, (void)s, (void)cards, (void)pass;
  return answer();
}
static au_status on_seat(void *ctx, const au_rules *r, const au_state *s,
                         int16_t *vars, uint8_t *seat) {
  (void)ctx, (void)r, (void)s, (void)vars;
  if (leader != AU_NONE)
    *seat = leader;
  return answer();
}
static au_status on_award(void *ctx, const au_rules *r, const au_state *s,
                          int16_t *vars, uint8_t *seat, au_card *gold) {
  (void)ctx, (void)r, (void)s, (void)vars, (void)seat, (void)gold;
  return answer();
}
static au_status on_side(void *ctx, const au_rules *r, const au_state *s,
                         int side, int *number) {
  (void)ctx, (void)r, (void)s, (void)side, (void)number;
  return answer();
}
static au_status on_bid_points(void *ctx, const au_rules *r, const au_state *s,
                               int side, int bid, int taken, int *points) {
  (void)ctx, (void)r, (void)s, (void)side, (void)bid, (void)taken, (void)points;
  return answer();
}
static au_status on_winners(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, const au_score *score,
                            uint8_t *sides) {
  (void)ctx, (void)r, (void)s, (void)vars, (void)score, (void)sides;
  return answer();
}
static au_status on_end(void *ctx, const au_rules *r, const au_state *s,
                        int16_t *vars, bool *over, uint8_t *sides) {
  (void)ctx, (void)r, (void)s, (void)vars, (void)over, (void)sides;
  return answer();
}

/* ---- Operations ---------------------------------------------------------- */

static au_rules r;
static au_seed seed;
static au_game whole; /* a game that is over */
static au_text line, token;
static au_record *rec;

static au_game g; /* the game under test, made anew for each run */
static au_view view;
static au_rng rng;
static au_state s;
static au_score score;
static au_node node[200];
static au_solve_entry table[1 << 10];
static au_odds odds;

/* Follow 'whole' until 'enough' is true for the state of 'g'. */
static void follow_to(bool (*enough)(void)) {
  au_game_begin(&r, &g);
  while (!enough())
    assert_int_equal(au_game_follow(&r, &g, &whole), AU_OK);
  s = g.state;
}
static bool at_deal(void) {
  return true;
}
static bool at_bids(void) {
  return g.state.phase == AU_PHASE_BID;
}
static bool at_play(void) {
  return g.state.phase == AU_PHASE_PLAY && g.state.tricks == 1 &&
         g.state.trick.n == 1;
}
static bool at_last_card(void) {
  return g.state.phase == AU_PHASE_PLAY && g.state.tricks == 1 &&
         g.state.trick.n == 2;
}
static bool at_pass(void) {
  return g.log_n < whole.log_n && g.round_n > 0 &&
         au_action_what(whole.log[g.log_n]) == AU_ACT_PASS;
}
static bool at_next_deal(void) {
  return g.tally_n == 1 && g.round_n == 1;
}

static au_status do_deal(void) {
  return au_state_deal_random(&r, &s, &rng);
}
static au_status do_playout(void) {
  return au_state_playout(&r, &s, &rng, &score);
}
static au_status do_round(void) {
  au_policy quick = {.choose = au_quick, .ctx = &odds};
  return au_policy_round(&r, &quick, &s, 0, &rng, &score);
}
static au_status do_game(void) {
  return au_policy_game(&r, &(au_policy){0}, &s, &rng, &score);
}
static au_status do_next(void) {
  return au_game_follow(&r, &g, &whole);
}
static au_status do_game_playout(void) {
  return au_game_playout(&r, &(au_policy){0}, &g, &rng);
}
static au_status do_undo(void) {
  return au_game_undo(&r, &g);
}
static au_status do_sample(void) {
  return au_view_sample(&r, &view, &rng, &s);
}
static au_status search_with(bool modelled, bool flat) {
  au_search t = {.r = &r,
                 .v = &view,
                 .explore = 1,
                 .node = node,
                 .node_max = 200,
                 .rng = rng,
                 .modelled = modelled};
  au_search_begin(&t);
  au_status status = flat ? au_search_offer_all(&t) : AU_OK;
  for (int i = 0; i < 8 && status == AU_OK; i++)
    status = flat ? au_search_flat(&t) : au_search_tree(&t);
  return status;
}
static au_status do_tree(void) {
  return search_with(false, false);
}
static au_status do_modelled(void) {
  return search_with(true, false);
}
static au_status do_flat(void) {
  return search_with(false, true);
}
static au_status do_solve(void) {
  static au_solver solver;
  static au_solution found;
  au_problem problem = {.rules = &r,
                        .state = &s,
                        .changes = true,
                        .side = r.side_of[s.turn],
                        .nodes = 50};
  solver.table = table;
  solver.size = sizeof table / sizeof *table;
  return au_solve(&solver, &problem, &found);
}
/* A failing hook is not reported as a fault of the record, only
** by the status. */
static au_status do_replay(void) {
  notes t = {0};
  au_status status = au_record_replay(&r, rec, NULL, &g, note, &t);
  if (status == AU_OK)
    return AU_OK;
  assert_int_equal(status, AU_EFORMAT);
  assert_int_equal(t.n, 1);
  if (strstr(t.what, "deal") == NULL)
    assert_string_equal(t.expected, "an answer of the variant's hook");
  assert_sound(&r, &g.state);
  return AU_EHOOK;
}
static au_status do_load(void) {
  char why[AU_WHY_TEXT];
  au_position at;
  assert_int_equal(au_position_parse(token.at, &at, why), AU_OK);
  au_status status = au_position_load(&r, &at, &g, why);
  assert_true(status == AU_OK || status == AU_EFORMAT);
  return status == AU_OK ? AU_OK : AU_EHOOK;
}

enum { LEAVES_STATE = 1, LEAVES_GAME = 2 };
static const struct {
  const char *name;
  bool (*where)(void);
  au_status (*run)(void);
  int leaves; /* the outputs that a failure does not touch */
} operations[] = {
    {"au_state_deal_random", at_deal, do_deal, LEAVES_STATE | LEAVES_GAME},
    {"au_state_playout", at_bids, do_playout, LEAVES_GAME},
    {"au_policy_round", at_bids, do_round, LEAVES_GAME},
    {"au_policy_game", at_deal, do_game, LEAVES_GAME},
    {"au_game_apply", at_play, do_next, LEAVES_GAME},
    {"au_game_apply, the pass", at_pass, do_next, LEAVES_GAME},
    {"au_game_playout", at_bids, do_game_playout, LEAVES_GAME},
    {"au_game_undo", at_play, do_undo, LEAVES_GAME},
    {"au_game_undo, the pass", at_next_deal, do_undo, LEAVES_GAME},
    {"au_view_sample", at_play, do_sample, LEAVES_STATE | LEAVES_GAME},
    {"au_search_tree, bids", at_bids, do_tree, LEAVES_GAME},
    {"au_search_tree, plays", at_play, do_tree, LEAVES_GAME},
    {"au_search_tree, modelled", at_play, do_modelled, LEAVES_GAME},
    {"au_search_tree, modelled bids", at_bids, do_modelled, LEAVES_GAME},
    {"au_search_flat", at_play, do_flat, LEAVES_GAME},
    {"au_search_flat, last card", at_last_card, do_flat, LEAVES_GAME},
    {"au_solve", at_play, do_solve, LEAVES_GAME},
    {"au_solve, last card", at_last_card, do_solve, LEAVES_GAME},
    {"au_record_replay", at_deal, do_replay, 0},
    {"au_position_load", at_deal, do_load, 0},
};

/* Run an operation and fail the hook after 'n' others; true if one failed. */
static bool run_with(size_t i, long n) {
  au_game_init(&g);
  rng = rng_of(&seed, 3);
  follow_to(operations[i].where);
  if (au_state_open(&g.state))
    au_view_of(&r, &g, g.state.turn, &view);
  au_state before = g.state, given = s;
  uint32_t rounds = g.round_n, entries = g.log_n, tallies = g.tally_n;
  left = n;
  failures = 0;
  armed = true;
  au_status status = operations[i].run();
  armed = false;
  if (status != (failures > 0 ? AU_EHOOK : AU_OK))
    fail_msg("%s, answer %ld: status %d", operations[i].name, n + 1, status);
  bool failed = failures > 0;
  if (failed && operations[i].leaves & LEAVES_STATE)
    assert_memory_equal(&s, &given, sizeof s);
  if (failed && operations[i].leaves & LEAVES_GAME &&
      (memcmp(&g.state, &before, sizeof before) != 0 || g.round_n != rounds ||
       g.log_n != entries || g.tally_n != tallies))
    fail_msg("%s, answer %ld: the game was touched", operations[i].name, n + 1);
  au_game_free(&g);
  return failed;
}

/* Fail each of the first hundred answers, then at growing steps. */
static void test_each(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    long n = 0;
    while (run_with(i, n))
      n += 1 + n / 100;
    assert_case(operations[i].name, n > 0);
  }
}

/* If a hook now answers otherwise than before, undo does not lead to a state
** that never was. */
static void test_undo_of_another_game(void **state) {
  (void)state;
  au_game_init(&g);
  follow_to(at_pass);
  au_state before = g.state;
  uint32_t entries = g.log_n;
  bool refused = false;
  for (leader = 0; leader < r.players; leader++) {
    au_status status = au_game_undo(&r, &g);
    if (status == AU_OK) { /* it led in every trick */
      assert_int_equal(au_game_follow(&r, &g, &whole), AU_OK);
      continue;
    }
    assert_int_equal(status, AU_EHOOK);
    assert_memory_equal(&g.state, &before, sizeof before);
    assert_int_equal(g.log_n, entries);
    refused = true;
  }
  leader = AU_NONE;
  assert_true(refused);
  assert_int_equal(au_game_undo(&r, &g), AU_OK);
  assert_int_equal(g.log_n, entries - 1);
  au_game_free(&g);
}

/* ---- */

static int set_up(void **state) {
  (void)state;
  leader = AU_NONE;
  seed = seed_of("hooks");
  au_rules_init(&r, 3);
  set_knobs(&r, "suits=BCPS ranks=1,5 hand=5 gold=6,2,2,1,1 extras=hidden "
                "zero_bid=true rounds=2 nuggets=0");
  r.hooks = (au_hooks){.deal = on_deal,
                       .lead = on_cards,
                       .legal = on_cards,
                       .winner = on_seat,
                       .award = on_award,
                       .leader = on_seat,
                       .side_bid = on_side,
                       .bid_points = on_bid_points,
                       .gold_points = on_side,
                       .round_winners = on_winners,
                       .game_end = on_end};
  finish_rules(&r);
  au_odds_init(&r, &odds);
  au_game_init(&whole);
  random_line(&r, &whole, "hooks", &line);
  au_game_init(&g);
  follow_to(at_play);
  au_position_write(&r, &g, "some", digest, &token);
  au_game_free(&g);
  rec = parse(line.at, line.n - 1, "hooks");
  return token.failed;
}

static int tear_down(void **state) {
  (void)state;
  au_record_free(rec);
  au_text_free(&line);
  au_text_free(&token);
  au_game_free(&whole);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each), cmocka_unit_test(test_undo_of_another_game)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
