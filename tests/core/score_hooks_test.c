/* score_hooks_test.c: the hooks of bids, scores and ends. As in
** hooks_test.c, each gets the answer of the data, gives its own, and is
** refused if that is invalid. */
#include "hooks_helper.h"

static const char *const gold[] = {"G0 G3", "G5", "", "G8"};

/* ---- side_bid, bid_points, gold_points -------------------------------- */

/* The leader has no card and passes. Side 1 bid 10 and took 1, side 2 bid 10
** and took 10; G0 G3 against G5 G8. */
static au_state about_to_score(void) {
  static const char *const none[] = {"", "", "", ""};
  au_state s = table_of(&rules, 0, "B10 C10 P9 S9", none, gold);
  s.taken[2] = 1;
  s.taken[3] = 10;
  s.tricks = 11;
  p.calls = 0;
  return s;
}

/* Check that a number out of range, or a failure, makes scoring fail,
** and so the pass. */
static void check_bad_numbers(const au_state *s) {
  static const int bad[] = {10001, -10001, 40000, INT32_MAX, INT32_MIN};
  au_score score, before;
  memset(&score, 0xa5, sizeof score);
  before = score;
  p.answer = true;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    p.number = bad[i];
    assert_int_equal(au_state_score(&rules, s, &score), AU_EHOOK);
    assert_memory_equal(&score, &before, sizeof score);
    assert_hook_refuses(s, "pass");
  }
  p.answer = false;
  p.fail = true;
  assert_int_equal(au_state_score(&rules, s, &score), AU_EHOOK);
  assert_memory_equal(&score, &before, sizeof score);
  assert_hook_refuses(s, "pass");
  p.fail = false;
}

static void test_side_bid(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.side_bid = hook_side_bid;
  finish_rules(&rules);
  au_state s = about_to_score();
  int bid = 0;
  au_score score = {0};
  assert_int_equal(au_state_bid(&rules, &s, 1, &bid), AU_OK);
  assert_int_equal(bid, 10);
  assert_int_equal(p.got.side, 1);
  assert_int_equal(p.got.number, 10);
  p.answer = true;
  p.number = 1;
  assert_int_equal(au_state_bid(&rules, &s, 0, &bid), AU_OK);
  assert_int_equal(bid, 1);
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(score.bid[0], 1);
  assert_int_equal(score.bid_points[0], 2);
  check_bad_numbers(&s);
  p.fail = true;
  assert_int_equal(au_state_bid(&rules, &s, 0, &bid), AU_EHOOK);
  assert_int_equal(bid, 1);
  p.fail = false;
  s.bid[2] = AU_NONE; /* the hook is not called before the card is laid */
  p.calls = 0;
  assert_int_equal(au_state_bid(&rules, &s, 0, &bid), AU_OK);
  assert_int_equal(bid, -1);
  assert_int_equal(p.calls, 0);
}

static void test_bid_points(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.bid_points = hook_bid_points;
  finish_rules(&rules);
  au_state s = about_to_score();
  au_score score = {0};
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(p.calls, 2);
  assert_int_equal(p.got.side, 1);
  assert_int_equal(p.got.bid, 10);
  assert_int_equal(p.got.taken, 10);
  assert_int_equal(p.got.number, 20);
  assert_int_equal(score.points[1], 25);
  p.answer = true;
  p.number = -10000;
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(score.bid_points[1], -10000);
  assert_int_equal(score.points[1], -9995);
  check_bad_numbers(&s);
}

/* The hook is called for a bid of 0 too. */
static void test_bid_points_of_0(void **state) {
  (void)state;
  au_score score = {0};
  begin_rules("zero_bid=true");
  rules.hooks.bid_points = hook_bid_points;
  finish_rules(&rules);
  au_state s = about_to_score();
  s.down = 15;
  p.answer = true;
  p.number = 7;
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(p.calls, 2);
  assert_int_equal(p.got.bid, 0);
  assert_int_equal(score.bid_points[0], 7);
}

static void test_gold_points(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.gold_points = hook_side_bid;
  finish_rules(&rules);
  au_state s = about_to_score();
  au_score score = {0};
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(p.calls, 2);
  assert_int_equal(p.got.side, 1);
  assert_int_equal(p.got.number, 5); /* G5 and G8 */
  p.answer = true;
  p.number = 10000;
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(score.gold_points[0], 10000);
  assert_int_equal(score.points[1], 10020);
  act(&rules, &s, "pass");
  assert_true(s.points[1] == 10020);
  s = about_to_score();
  check_bad_numbers(&s);
}

/* ---- round_winners, game_end ------------------------------------------ */

static void test_round_winners(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.round_winners = hook_winners;
  finish_rules(&rules);
  au_state s = about_to_score();
  act(&rules, &s, "pass");
  assert_int_equal(p.calls, 1);
  assert_int_equal(p.got.sides, 2);
  assert_int_equal(p.got.score.points[0], 1);
  assert_int_equal(p.got.score.points[1], 25);
  assert_int_equal(p.got.state.passer, 0);
  assert_int_equal(s.round_winners, 2);
  p.answer = true;
  for (p.sides = 0; p.sides < 4; p.sides++) { /* none, one, the other, both */
    s = about_to_score();
    act(&rules, &s, "pass");
    assert_int_equal(s.round_winners, p.sides);
    assert_int_equal(s.nuggets[0], p.sides & 1);
    assert_int_equal(s.nuggets[1], p.sides >> 1);
  }
  s = about_to_score();
  assert_hook_refuses(&s, "pass"); /* a third side */
  p.answer = false;
  p.fail = true;
  assert_hook_refuses(&s, "pass");
}

static void test_game_end(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.game_end = hook_end;
  finish_rules(&rules);
  au_state s = about_to_score();
  act(&rules, &s, "pass");
  assert_int_equal(p.calls, 1);
  assert_false(p.got.over);
  assert_int_equal(p.got.sides, 2);            /* the side that is ahead */
  assert_int_equal(p.got.state.nuggets[1], 1); /* already counted */
  assert_int_equal(s.phase, AU_PHASE_DEAL);
  p.answer = p.over = true; /* over at once, and side 1 wins */
  p.sides = 1;
  s = about_to_score();
  act(&rules, &s, "pass");
  assert_int_equal(s.phase, AU_PHASE_OVER);
  assert_int_equal(s.winners, 1);
  p.sides = 4;
  s = about_to_score();
  assert_hook_refuses(&s, "pass");
  p.sides = 0; /* a game that is over has a winner */
  assert_hook_refuses(&s, "pass");
  p.over = false; /* the game goes on: the sides named do not count */
  s.nuggets[1] = 1;
  act(&rules, &s, "pass");
  assert_true(p.got.over);
  assert_int_equal(p.got.sides, 2);
  assert_int_equal(s.phase, AU_PHASE_DEAL);
  assert_int_equal(s.winners, 0);
  s = about_to_score();
  p.fail = true;
  assert_hook_refuses(&s, "pass");
}

/* ---- No effect -------------------------------------------------------- */

/* Hooks that never replace an answer change nothing: whole games are the same
** with and without them. */
static void test_silent_hooks(void **state) {
  (void)state;
  au_seed seed = seed_of("silent");
  au_game g, h;
  au_rules plain;
  au_game_init(&g);
  au_game_init(&h);
  for (uint32_t i = 0; i < 20; i++) {
    begin_rules("");
    plain = rules;
    finish_rules(&plain);
    rules.hooks = (au_hooks){&p,
                             hook_deal,
                             hook_cards,
                             hook_cards,
                             hook_seat,
                             hook_award,
                             hook_seat,
                             hook_side_bid,
                             hook_bid_points,
                             hook_side_bid,
                             hook_winners,
                             hook_end,
                             NULL,
                             NULL,
                             NULL,
                             NULL,
                             NULL};
    finish_rules(&rules);
    random_game(&plain, &g, &seed, i);
    random_game(&rules, &h, &seed, i);
    assert_memory_equal(&h.state, &g.state, sizeof g.state);
    assert_int_equal(h.log_n, g.log_n);
    assert_memory_equal(h.log, g.log, g.log_n * sizeof *g.log);
    assert_true(p.calls > 100);
  }
  au_game_free(&g);
  au_game_free(&h);
}

/* A side that has not bid has no points for a bid: the hook is not called. */
static void test_bid_points_early(void **state) {
  (void)state;
  au_state s;
  au_score score;
  begin_rules("");
  rules.hooks.bid_points = hook_bid_points;
  finish_rules(&rules);
  au_state_init(&rules, &s);
  assert_int_equal(au_state_score(&rules, &s, &score), AU_OK);
  assert_int_equal(p.calls, 0);
  assert_int_equal(score.bid[0], -1);
  assert_int_equal(score.bid_points[0], 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_side_bid),
      cmocka_unit_test(test_bid_points),
      cmocka_unit_test(test_bid_points_of_0),
      cmocka_unit_test(test_bid_points_early),
      cmocka_unit_test(test_gold_points),
      cmocka_unit_test(test_round_winners),
      cmocka_unit_test(test_game_end),
      cmocka_unit_test(test_silent_hooks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
