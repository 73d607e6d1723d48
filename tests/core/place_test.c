/* place_test.c: the place of a decision, and its text. */
#include "asking_helper.h"
#include "record_helper.h"

/* ---- Text ---------------------------------------------------------------- */

static void test_text(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int round, trick, nth, phase;
    const char *same; /* its only spelling, if it is another one */
  } cases[] = {
      {"2", 2, -1, 0, AU_PHASE_N, NULL},
      {"0", 0, -1, 0, AU_PHASE_N, NULL},
      {"2.5", 2, 5, 0, AU_PHASE_N, NULL},
      {"2.0.4", 2, 0, 4, AU_PHASE_BID, NULL},
      {"2.5.4", 2, 5, 4, AU_PHASE_PLAY, NULL},
      {"2.5.c12", 2, 5, 12, AU_PHASE_CHANGE, NULL},
      {"2.5.a1", 2, 5, 1, AU_PHASE_ASK, NULL},
      {"2.0.a1", 2, 0, 1, AU_PHASE_ASK, NULL},
      {"2.end", 2, -1, 0, AU_PHASE_DEAL, NULL},
      {"02.005.c01", 2, 5, 1, AU_PHASE_CHANGE, "2.5.c1"},
      {"9999.9999.c9999", 9999, 9999, 9999, AU_PHASE_CHANGE, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].text;
    char out[AU_PLACE_TEXT];
    au_place p;
    assert_case(text, au_place_parse(text, &p));
    assert_case(text, p.round == cases[i].round);
    assert_case(text, p.trick == cases[i].trick);
    assert_case(text, p.nth == cases[i].nth);
    assert_case(text, p.phase == cases[i].phase);
    size_t n = au_place_text(&p, out);
    assert_string_equal(out, cases[i].same == NULL ? text : cases[i].same);
    assert_int_equal(n, strlen(out));
  }
}

static void test_bad_text(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",        "x",      "-1",      "2.",         "2..3",
      ".5",      "2.5.",   "2.x",     "2.5.x1",     "2.5.c",
      "2.5.cc1", "2.5.1 ", " 2",      "2.5.c1.1",   "2.5.-1",
      "2.5c1",   "0.end",  "2.5.end", "2.ends",     "end",
      "2.5.0",   "10000",  "2.10000", "2.5.c10000", "99999999999999999999",
      "2,5,3",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    au_place p;
    assert_case(bad[i], !au_place_parse(bad[i], &p));
  }
}

/* ---- Places of a game ---------------------------------------------------- */

/* Counts the decisions of each kind in the present trick, from its
** beginning. */
typedef struct counter {
  int round, trick;
  int n[AU_PHASE_N];
} counter;

/* The trick of a decision, by what is asked. */
static int trick_by_rules(const au_rules *r, const au_state *s) {
  if (s->phase == AU_PHASE_BID)
    return 0;
  if (s->phase == AU_PHASE_ASK) {
    au_when when = (au_when)r->asks->ask[s->ask - 1].when;
    if (when == AU_WHEN_DEAL || when == AU_WHEN_INSTEAD || when == AU_WHEN_BIDS)
      return 0;
  }
  return s->tricks + 1;
}

/* Check the place of a game's decision, and count it. */
static void check_place(const au_rules *r, const au_game *g, counter *c) {
  const au_state *s = &g->state;
  static const char *const letters[AU_PHASE_N] = {[AU_PHASE_BID] = "",
                                                  [AU_PHASE_PLAY] = "",
                                                  [AU_PHASE_CHANGE] = "c",
                                                  [AU_PHASE_ASK] = "a"};
  char text[AU_PLACE_TEXT], expected[64];
  int trick = trick_by_rules(r, s);
  if (c->round != s->round || c->trick != trick)
    *c = (counter){.round = s->round, .trick = trick};
  au_place p = au_game_place(r, g), same;
  au_place_text(&p, text);
  snprintf(expected, sizeof expected, "%d.%d.%s%d", s->round, trick,
           letters[s->phase], ++c->n[s->phase]);
  assert_string_equal(text, expected);
  assert_int_equal(au_state_trick(r, s), trick);
  assert_true(au_place_parse(text, &same));
  assert_memory_equal(&same, &p, sizeof p);
}

/* Play a random game, and check the place of each of its decisions; of its
** states taken back; and in the views of all seats. */
static void check_game(const au_rules *r, const char *name) {
  au_game g;
  au_seed seed = seed_of(name);
  au_rng rng = rng_of(&seed, 0);
  counter c = {0};
  static au_view v;
  au_game_init(&g);
  au_game_begin(r, &g);
  assert_int_equal(au_state_trick(r, &g.state), 0);
  do {
    au_place p = au_game_place(r, &g);
    if (!au_state_open(&g.state)) {
      assert_int_equal(p.phase, AU_PHASE_DEAL);
      assert_int_equal(p.round, g.state.round);
      continue;
    }
    check_place(r, &g, &c);
    for (uint8_t seat = 0; seat < r->players; seat++) {
      au_view_of(r, &g, seat, &v);
      au_place seen = au_place_of(r, &v.s, v.log, v.log_n);
      assert_memory_equal(&seen, &p, sizeof p);
    }
  } while (step_game(r, &g, &seed, &rng));
  assert_true(c.n[AU_PHASE_PLAY] > 0);
  au_game_free(&g);
}

static void test_places(void **state) {
  (void)state;
  static const au_asks *const asks[] = {&every_moment, &in_place_of_bids};
  for (int players = 3; players <= 4; players++) {
    au_rules r;
    for (size_t i = 0; i < EDITION_N; i++) {
      variant_rules(&r, editions[i].name, players);
      check_game(&r, editions[i].name);
    }
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
      asking_rules(&r, players, asks[i]);
      check_game(&r, "asks");
    }
  }
}

/* A game that begins in the middle counts what its log has. */
static void test_built(void **state) {
  (void)state;
  au_rules r;
  au_game g, built;
  au_seed seed = seed_of("built");
  au_rng rng = rng_of(&seed, 0);
  asking_rules(&r, 4, &every_moment);
  au_game_init(&g);
  au_game_init(&built);
  au_game_begin(&r, &g);
  while (g.state.phase != AU_PHASE_OVER && step_game(&r, &g, &seed, &rng)) {
    if (!au_state_open(&g.state))
      continue;
    assert_int_equal(au_game_begin_at(&r, &built, &g.state, NULL), AU_OK);
    au_place p = au_game_place(&r, &g), at = au_game_place(&r, &built);
    if (p.phase == AU_PHASE_CHANGE || p.phase == AU_PHASE_ASK)
      p.nth = 1;
    assert_memory_equal(&at, &p, sizeof p);
  }
  au_game_free(&g);
  au_game_free(&built);
}

static void test_kinds(void **state) {
  (void)state;
  assert_string_equal(au_decision_name(AU_PHASE_DEAL), "deal");
  assert_string_equal(au_decision_name(AU_PHASE_BID), "bid");
  assert_string_equal(au_decision_name(AU_PHASE_CHANGE), "change");
  assert_string_equal(au_decision_name(AU_PHASE_PLAY), "play");
  assert_string_equal(au_decision_name(AU_PHASE_ASK), "answer");
  assert_null(au_decision_name(AU_PHASE_OVER));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),   cmocka_unit_test(test_bad_text),
      cmocka_unit_test(test_places), cmocka_unit_test(test_built),
      cmocka_unit_test(test_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
