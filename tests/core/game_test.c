/* game_test.c: a game keeps its deals and actions, and takes them back. */
#include "long_helper.h"

static const au_policy any = {.choose = NULL}; /* actions drawn uniformly */

/* Every state of a game, in order. */
typedef struct trail {
  au_state *at;
  size_t n;
} trail;

static void trail_add(trail *t, const au_state *s) {
  t->at = realloc(t->at, (t->n + 1) * sizeof *t->at);
  assert_non_null(t->at);
  t->at[t->n++] = *s;
}

static void play_trail(const au_rules *r, au_game *g, const char *seed_text,
                       trail *t) {
  au_seed seed = seed_of(seed_text);
  au_rng rng = rng_of(&seed, 0);
  do
    trail_add(t, &g->state);
  while (step_game(r, g, &seed, &rng));
}

static void test_begin(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_state empty;
  uint32_t n = 9;
  variant_rules(&r, "en-2023", 3);
  au_game_init(&g);
  au_game_begin(&r, &g);
  au_state_init(&r, &empty);
  assert_memory_equal(&g.state, &empty, sizeof empty);
  assert_memory_equal(&g.start, &empty, sizeof empty);
  assert_false(g.built);
  au_game_round_log(&g, &n);
  assert_int_equal(n, 0);
  assert_int_equal(au_game_undo(&r, &g), AU_EILLEGAL); /* nothing to undo */
  assert_memory_equal(&g.state, &empty, sizeof empty);
  au_game_free(&g);
  assert_null(g.log);
  assert_null(g.round);
}

/* The log of a round from its first action; between rounds, of
** the last round. */
static void test_log(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("log");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_begin(&r, &g);
  uint32_t expected = 0, n;
  while (g.state.phase != AU_PHASE_OVER) {
    bool deal = g.state.phase == AU_PHASE_DEAL;
    uint32_t rounds = g.round_n;
    assert_true(step_game(&r, &g, &seed, &rng));
    expected = deal ? 0 : expected + 1;
    const au_action *log = au_game_round_log(&g, &n);
    assert_int_equal(n, expected);
    assert_int_equal(g.round_n, rounds + deal);
    if (n > 0)
      assert_ptr_equal(log + n, g.log + g.log_n);
  }
  assert_int_equal(g.state.round, g.round_n);
  au_game_free(&g);
}

/* Undo across every action and round: each byte is restored. */
static void check_undo(const char *variant, int players) {
  au_rules r;
  au_game g;
  trail t = {0};
  variant_rules(&r, variant, players);
  au_game_init(&g);
  au_game_begin(&r, &g);
  play_trail(&r, &g, "undo", &t);
  assert_true(g.round_n >= 2);
  for (size_t i = t.n - 1; i-- > 0;) {
    assert_int_equal(au_game_undo(&r, &g), AU_OK);
    assert_memory_equal(&g.state, &t.at[i], sizeof g.state);
  }
  assert_int_equal(au_game_undo(&r, &g), AU_EILLEGAL);
  trail again = {0}; /* and forward again */
  play_trail(&r, &g, "undo", &again);
  assert_int_equal(again.n, t.n);
  assert_memory_equal(again.at, t.at, t.n * sizeof *t.at);
  free(again.at);
  free(t.at);
  au_game_free(&g);
}

static void test_undo(void **state) {
  (void)state;
  for (int e = 0; e < EDITION_N; e++)
    for (int players = 3; players <= 4; players++)
      check_undo(editions[e].name, players);
}

/* After undo and another branch, nothing of the first branch is left. */
static void test_undo_and_branch(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_action a[2];
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  au_game_begin(&r, &h);
  au_seed seed = seed_of("branch");
  deal_game(&r, &g, &seed);
  deal_game(&r, &h, &seed);
  a[0] =
      au_bid_action(g.state.turn, au_first(g.state.hand[g.state.turn]), false);
  a[1] = a[0];
  au_set rest = g.state.hand[g.state.turn];
  a[1] = au_bid_action(g.state.turn, au_first(rest & (rest - 1)), false);
  assert_int_equal(au_game_apply(&r, &g, a[0]), AU_OK);
  assert_int_equal(au_game_undo(&r, &g), AU_OK);
  assert_int_equal(au_game_apply(&r, &g, a[1]), AU_OK);
  assert_int_equal(au_game_apply(&r, &h, a[1]), AU_OK);
  assert_memory_equal(&g.state, &h.state, sizeof g.state);
  assert_int_equal(g.log_n, 1);
  assert_int_equal(g.log[0], a[1]);
  au_game_free(&g);
  au_game_free(&h);
}

static void test_refused(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  char why[AU_WHY_TEXT] = "";
  au_seed seed = seed_of("refused");
  au_deal deal;
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_begin(&r, &g);
  assert_int_equal(au_game_apply(&r, &g, au_keep_action(0)), AU_EILLEGAL);
  deal_game(&r, &g, &seed);
  au_state before = g.state;
  assert_int_equal(au_deal_make(&r, &g.state, &seed, &deal), AU_OK);
  assert_int_equal(au_game_deal(&r, &g, &deal, why), AU_ESTATE);
  assert_string_equal(why, "a round is under way or the game is over");
  assert_int_equal(au_game_apply(&r, &g, au_keep_action(0)), AU_EILLEGAL);
  assert_memory_equal(&g.state, &before, sizeof before);
  assert_int_equal(g.round_n, 1);
  assert_int_equal(g.log_n, 0);
  au_game_free(&g);
}

static au_state built_state(const au_rules *r) {
  static const char *const hands[] = {"B1 Z2 Z3", "C4 Z4", "P1 P2 S8",
                                      "S1 S2 S9"};
  static const char *const gold[] = {"G0 G1", "G0", "", "G8"};
  return table_of(r, 2, "B10 C10 P10 S10", hands, gold);
}

static void test_begin_at(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  trail t = {0};
  variant_rules(&r, "en-2023", 4);
  au_state s = built_state(&r);
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  assert_true(g.built);
  assert_memory_equal(&g.state, &s, sizeof s);
  play_trail(&r, &g, "built", &t);
  assert_true(g.round_n >= 1);
  for (size_t i = t.n - 1; i-- > 0;) {
    assert_int_equal(au_game_undo(&r, &g), AU_OK);
    assert_memory_equal(&g.state, &t.at[i], sizeof g.state);
  }
  assert_int_equal(au_game_undo(&r, &g), AU_EILLEGAL);
  au_game_begin(&r, &g);
  assert_false(g.built);
  free(t.at);
  au_game_free(&g);
}

static void test_begin_at_refused(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  char why[AU_WHY_TEXT] = "";
  variant_rules(&r, "en-2023", 4);
  au_state s = built_state(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  au_state before = g.state;
  s.supply = 0;
  assert_int_equal(au_game_begin_at(&r, &g, &s, why), AU_ESTATE);
  assert_string_equal(why, "the supply is not the gold nobody has");
  assert_memory_equal(&g.state, &before, sizeof before);
  assert_false(g.built);
  au_game_free(&g);
}

static void test_copy(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  variant_rules(&r, "en-2023", 4);
  au_seed seed = seed_of("copy");
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  assert_int_equal(au_game_copy(&h, &g), AU_OK); /* a game with nothing in it */
  assert_int_equal(h.round_n + h.log_n, 0);
  random_game(&r, &g, &seed, 0);
  assert_int_equal(au_game_copy(&h, &g), AU_OK);
  assert_memory_equal(&h.state, &g.state, sizeof g.state);
  assert_memory_equal(&h.start, &g.start, sizeof g.start);
  assert_int_equal(h.built, g.built);
  assert_int_equal(h.round_n, g.round_n);
  assert_int_equal(h.log_n, g.log_n);
  assert_memory_equal(h.log, g.log, g.log_n * sizeof *g.log);
  assert_memory_equal(h.round, g.round, g.round_n * sizeof *g.round);
  assert_ptr_not_equal(h.log, g.log);
  au_state over = g.state;
  while (au_game_undo(&r, &h) == AU_OK) /* the copy stays as it is */
    ;
  assert_memory_equal(&g.state, &over, sizeof over);
  assert_int_equal(h.log_n, 0);
  au_game_free(&g);
  au_game_free(&h);
}

/* A game begun with au_game_begin_as knows the same earlier rounds as the
** other, and no more. */
static void test_begin_as(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_seed seed = seed_of("as");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  set_knobs(&r, "nuggets=0 rounds=3");
  finish_rules(&r);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  while (g.tally_n == 0)
    assert_true(step_game(&r, &g, &seed, &rng));
  au_game_forget(&g);
  for (uint32_t rounds = 1; rounds <= 3; rounds++) {
    assert_int_equal(g.tally_n, rounds);
    assert_int_equal(au_game_begin_as(&r, &h, &g), AU_OK);
    assert_int_equal(h.tally_n, 1);
    assert_memory_equal(h.tally, g.tally, sizeof *g.tally);
    while (au_game_behind(&h, &g))
      assert_int_equal(au_game_follow(&r, &h, &g), AU_OK);
    assert_memory_equal(&h.state, &g.state, sizeof g.state);
    assert_memory_equal(h.tally, g.tally, rounds * sizeof *g.tally);
    assert_int_equal(au_game_follow(&r, &h, &g), AU_ESTATE); /* not behind */
    while (g.tally_n == rounds && step_game(&r, &g, &seed, &rng))
      ;
  }
  au_game_free(&g);
  au_game_free(&h);
}

/* ---- AU_LOG_MAX ------------------------------------------------------- */

static void test_log_full(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("long");
  long_rules(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  for (int i = 0; i < AU_LOG_MAX; i++)
    assert_int_equal(au_game_apply(&r, &g, thrifty(&r, &g.state)), AU_OK);
  assert_true(g.state.phase != AU_PHASE_DEAL);
  au_state before = g.state;
  assert_int_equal(au_game_apply(&r, &g, thrifty(&r, &g.state)), AU_EFULL);
  assert_memory_equal(&g.state, &before, sizeof before);
  assert_int_equal(g.log_n, AU_LOG_MAX);
  assert_int_equal(au_game_undo(&r, &g), AU_OK);
  assert_int_equal(au_game_apply(&r, &g, thrifty(&r, &g.state)), AU_OK);
  au_game_free(&g);
}

/* A playout of such a round ends with an error too. */
static void test_playout_full(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("long");
  au_rng rng = rng_of(&seed, 0);
  au_policy policy = {.choose = be_thrifty};
  long_rules(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  au_state before = g.state;
  assert_int_equal(au_game_playout(&r, &policy, &g, &rng), AU_EFULL);
  assert_memory_equal(&g.state, &before, sizeof before);
  assert_int_equal(g.round_n, 1);
  au_game_free(&g);
}

/* A round played out at random from each of its states: it ends, it is counted,
** and there is nothing to take back. */
static void test_playout(void **state) {
  (void)state;
  au_rules r;
  au_game g, played;
  au_seed seed = seed_of("playout");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "bga", 3);
  au_game_init(&g);
  au_game_init(&played);
  au_game_begin(&r, &g);
  int open = 0;
  do {
    assert_int_equal(au_game_copy(&played, &g), AU_OK);
    assert_int_equal(au_game_playout(&r, &any, &played, &rng), AU_OK);
    if (!au_state_open(&g.state)) { /* nothing to do */
      assert_memory_equal(&played.state, &g.state, sizeof g.state);
      assert_int_equal(played.log_n, g.log_n);
      continue;
    }
    open++;
    assert_sound(&r, &played.state);
    assert_true(played.state.phase == AU_PHASE_DEAL ||
                played.state.phase == AU_PHASE_OVER);
    assert_int_equal(played.state.round, g.state.round);
    assert_int_equal(played.tally_n, g.tally_n + 1);
    const au_tally *t = &played.tally[g.tally_n];
    assert_int_equal(t->winners, played.state.round_winners);
    for (int side = 0; side < r.side_n; side++)
      assert_int_equal(played.state.points[side] - g.state.points[side],
                       t->bid_points[side] + t->gold_points[side]);
    assert_int_equal(au_game_undo(&r, &played), AU_EILLEGAL);
  } while (step_game(&r, &g, &seed, &rng));
  assert_true(open > 60); /* decisions of a game of at least two rounds */
  au_game_free(&g);
  au_game_free(&played);
}

static au_status no_points(void *ctx, const au_rules *r, const au_state *s,
                           int side, int *points) {
  (void)ctx, (void)r, (void)s, (void)side, (void)points;
  return AU_EHOOK;
}

/* A round whose scoring fails does not end and is not played on. */
static void test_playout_refused(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("refused");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  r.hooks.gold_points = no_points;
  finish_rules(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  assert_true(step_game(&r, &g, &seed, &rng));
  au_state before = g.state;
  assert_int_equal(au_game_playout(&r, &any, &g, &rng), AU_EHOOK);
  assert_memory_equal(&g.state, &before, sizeof before);
  assert_int_equal(g.log_n, 1);
  assert_int_equal(g.tally_n, 0);
  assert_int_equal(au_game_undo(&r, &g), AU_OK);
  au_game_free(&g);
}

/* A game that follows another goes through the same states, whether the other
** began empty or from a position with earlier rounds. */
static void test_follow(void **state) {
  (void)state;
  for (int built = 0; built < 2; built++) {
    au_rules r;
    au_game from, g;
    trail t = {0};
    size_t n = 0;
    variant_rules(&r, "bga", 3);
    au_game_init(&from);
    au_game_init(&g);
    au_game_begin(&r, &from);
    if (built) {
      au_seed seed = seed_of("before");
      au_rng rng = rng_of(&seed, 0);
      while (from.tally_n == 0 || from.state.phase != AU_PHASE_PLAY)
        assert_true(step_game(&r, &from, &seed, &rng));
      au_game_forget(&from);
    }
    play_trail(&r, &from, "follow", &t);
    assert_int_equal(au_game_begin_as(&r, &g, &from), AU_OK);
    for (;; n++) {
      assert_true(n < t.n);
      assert_memory_equal(&g.state, &t.at[n], sizeof g.state);
      if (!au_game_behind(&g, &from))
        break;
      assert_int_equal(au_game_follow(&r, &g, &from), AU_OK);
    }
    assert_int_equal(n + 1, t.n);
    assert_int_equal(g.tally_n, from.tally_n);
    assert_memory_equal(g.tally, from.tally, g.tally_n * sizeof *g.tally);
    assert_memory_equal(g.log, from.log, g.log_n * sizeof *g.log);
    free(t.at);
    au_game_free(&g);
    au_game_free(&from);
  }
}

/* The bits of an entry: who won the trick that it filled, and
** which gold card. */
static void test_entries(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("entries");
  au_rng rng = rng_of(&seed, 0);
  int won = 0, awarded = 0;
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_begin(&r, &g);
  do {
    if (g.log_n == 0)
      continue;
    au_entry e = g.log[g.log_n - 1];
    if (!au_entry_filled(e))
      continue;
    assert_int_equal(au_entry_winner(e), g.state.won);
    assert_int_equal(au_entry_award(e), g.state.award);
    won++;
    awarded += g.state.award != AU_NONE;
  } while (step_game(&r, &g, &seed, &rng));
  assert_true(won > awarded && awarded > 0);
  assert_int_equal(au_entry_winner(7u << 22), AU_NONE);
  assert_int_equal(au_entry_award(7u << 22), AU_NONE);
  au_game_free(&g);
}

/* A game keeps at most AU_ROUND_MAX rounds. */
static void test_rounds_full(void **state) {
  (void)state;
  static au_tally tally[AU_ROUND_MAX];
  au_rules r;
  au_game g;
  au_seed seed = seed_of("rounds");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_begin(&r, &g);
  assert_int_equal(au_game_recall(&g, tally, AU_ROUND_MAX), AU_OK);
  deal_game(&r, &g, &seed);
  au_action a = 0;
  for (;;) {
    assert_int_equal(au_state_random(&r, &g.state, &rng, &a), AU_OK);
    if (au_action_what(a) == AU_ACT_PASS)
      break;
    assert_int_equal(au_game_apply(&r, &g, a), AU_OK);
  }
  au_state before = g.state;
  assert_int_equal(au_game_apply(&r, &g, a), AU_EFULL);
  assert_memory_equal(&g.state, &before, sizeof before);
  assert_int_equal(g.tally_n, AU_ROUND_MAX);
  au_game_free(&g);
}

/* Memory that knows the size of each block: the bytes given out, the requests
** made, and the request that fails, 0 for none. */
typedef struct counted {
  size_t bytes;
  int requests, fails;
} counted;

static void *counted_resize(void *ctx, void *block, size_t old, size_t size) {
  enum { HEAD = 16 }; /* holds the size */
  counted *c = ctx;
  char *head = block != NULL ? (char *)block - HEAD : NULL;
  size_t had = 0;
  if (head != NULL)
    memcpy(&had, head, sizeof had);
  assert_int_equal(had, old);
  if (size == 0) {
    c->bytes -= old;
    free(head);
    return NULL;
  }
  if (++c->requests == c->fails)
    return NULL;
  head = realloc(head, HEAD + size);
  assert_non_null(head);
  memcpy(head, &size, sizeof size);
  c->bytes += size - old;
  return head + HEAD;
}

/* All lists of a game lie in the memory given to it. */
static void test_memory(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  counted c = {0};
  const au_memory memory = {counted_resize, &c};
  au_seed seed = seed_of("memory");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  au_game_init_in(&g, &memory);
  au_game_begin(&r, &g);
  while (step_game(&r, &g, &seed, &rng))
    ;
  assert_int_equal(c.bytes, g.round_cap * sizeof *g.round +
                                g.log_cap * sizeof *g.log +
                                g.tally_cap * sizeof *g.tally);
  assert_true(c.requests > 3);
  au_game copy;
  au_game_init_in(&copy, &memory);
  c.fails = c.requests + 2;
  assert_int_equal(au_game_copy(&copy, &g), AU_ENOMEM);
  c.fails = 0;
  assert_int_equal(au_game_copy(&copy, &g), AU_OK);
  assert_memory_equal(copy.log, g.log, g.log_n * sizeof *g.log);
  au_game_free(&copy);
  au_game_free(&g);
  assert_int_equal(c.bytes, 0);
  assert_ptr_equal(g.memory, &memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_begin),
      cmocka_unit_test(test_log),
      cmocka_unit_test(test_undo),
      cmocka_unit_test(test_undo_and_branch),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_begin_at),
      cmocka_unit_test(test_begin_at_refused),
      cmocka_unit_test(test_copy),
      cmocka_unit_test(test_follow),
      cmocka_unit_test(test_begin_as),
      cmocka_unit_test(test_log_full),
      cmocka_unit_test(test_playout_full),
      cmocka_unit_test(test_playout),
      cmocka_unit_test(test_playout_refused),
      cmocka_unit_test(test_entries),
      cmocka_unit_test(test_rounds_full),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
