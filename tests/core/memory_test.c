/* memory_test.c: every operation of the core that allocates, with each of
** its allocations failing in turn. It returns AU_ENOMEM, and its outputs
** stay as they were.
**
** The linker redirects the core's calls of malloc, calloc and realloc to this
** file; cJSON has hooks of its own. */
#include "record_helper.h"

#include <errno.h>

#include <cjson/cJSON.h>

/* ---- An allocator that fails ------------------------------------------- */

static long left;     /* requests that succeed before one fails */
static bool armed;    /* requests are counted */
static bool for_good; /* all requests after the first failure fail too */
static int failures;

static bool fails(void) {
  if (!armed || left-- > 0 || (failures > 0 && !for_good))
    return false;
  failures++;
  errno = ENOMEM;
  return true;
}

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t n);
void *__wrap_malloc(size_t n) {
  return fails() ? NULL : __real_malloc(n);
}
void *__wrap_calloc(size_t n, size_t size) {
  return fails() ? NULL : __real_calloc(n, size);
}
void *__wrap_realloc(void *block, size_t n) {
  return fails() ? NULL : __real_realloc(block, n);
}

/* ---- Operations --------------------------------------------------------- */

/* The objects of the operations, made anew for each run by 'begin'. */
static au_rules r;
static au_seed seed;
static au_game from;  /* a sound game to copy and to write */
static au_game g;     /* the output; owns no memory at first */
static au_text line;  /* the record of 'from' */
static au_text token; /* the position of 'from' */
static au_record *rec;
static au_text text; /* the output, if it is text */

/* Copy 'from', without spare space. */
static void take_from(void) {
  assert_int_equal(au_game_copy(&g, &from), AU_OK);
  g.round_cap = g.round_n;
  g.log_cap = g.log_n;
  g.tally_cap = g.tally_n;
}

static au_status do_deal(void) {
  au_deal deal;
  if (au_deal_make(&r, &g.state, &seed, &deal) != AU_OK)
    fail_msg("no deal");
  return au_game_deal(&r, &g, &deal, NULL);
}

static au_status do_apply(void) {
  au_action list[AU_ACTION_MAX] = {0};
  int n;
  assert_int_equal(au_state_legal(&r, &g.state, list, &n), AU_OK);
  return au_game_apply(&r, &g, list[0]);
}

static au_status do_playout(void) {
  au_rng rng = rng_of(&seed, 7);
  return au_game_playout(&r, &(au_policy){0}, &g, &rng);
}

static au_status do_copy(void) {
  return au_game_copy(&g, &from);
}

static au_status do_recall(void) {
  return au_game_recall(&g, from.tally, from.tally_n);
}

/* Follow all of 'from', step by step. */
static au_status do_follow(void) {
  au_status status = au_game_begin_as(&r, &g, &from);
  while (status == AU_OK && au_game_behind(&g, &from))
    status = au_game_follow(&r, &g, &from);
  return status;
}

static au_status do_parse(void) {
  char why[AU_WHY_TEXT] = "";
  au_record *made = NULL;
  au_status status = au_record_parse(line.at, line.n - 1, &made, why);
  assert_true((made != NULL) == (status == AU_OK));
  assert_string_equal(why, "");
  au_record_free(made);
  return status;
}

/* The same with a tab, which leaves the line to cJSON. */
static au_status do_parse_unplain(void) {
  char why[AU_WHY_TEXT] = "";
  au_record *made = NULL;
  static char spaced[1 << 16];
  assert_true(line.n < sizeof spaced);
  snprintf(spaced, sizeof spaced, "{\t%.*s", (int)line.n - 2, line.at + 1);
  au_status status = au_record_parse(spaced, line.n, &made, why);
  assert_true((made != NULL) == (status == AU_OK));
  au_record_free(made);
  return status;
}

static void no_report(void *ctx, const char *what, const char *expected,
                      const char *got) {
  (void)ctx;
  fail_msg("%s: expected %s, got %s", what, expected, got);
}

static au_status do_replay(void) {
  return au_record_replay(&r, rec, NULL, &g, no_report, NULL);
}

static au_status do_write(void) {
  au_record_head head = head_of();
  au_record_write(&r, &from, &head, &text);
  return text.failed ? AU_ENOMEM : AU_OK;
}

static au_status do_tell(void) {
  au_position_write(&r, &from, "some", digest, &text);
  return text.failed ? AU_ENOMEM : AU_OK;
}

static au_status do_load(void) {
  char why[AU_WHY_TEXT] = "";
  au_position at;
  au_status status = au_position_parse(token.at, &at, why);
  if (status == AU_OK)
    status = au_position_load(&r, &at, &g, why);
  assert_string_equal(why, status == AU_OK ? "" : "not enough memory");
  return status;
}

/* RULES 6: where the led suit must be followed, a seat that did not follow
** lacks it. Drawing its hand takes a table of ways. */
static au_status do_sample(void) {
  static const char *const hands[] = {"B1 B2 B3 B4", "C1 C2 C3 C4",
                                      "P1 P2 P3 P4"};
  au_rules must;
  au_state s, untouched;
  au_game led;
  knob_rules(&must, 3,
             "suits=BCPS ranks=1,4 hand=4 gold=3,1 follow=must "
             "extras=hidden");
  au_game_init(&led);
  au_game_begin(&must, &led);
  au_deal deal = deal_of(&must, 0, hands);
  armed = false; /* the preparation is not under test */
  assert_int_equal(au_game_deal(&must, &led, &deal, NULL), AU_OK);
  for (const char *next = "bid B1, bid C1, bid P1, keep, keep, keep, play B2, "
                          "play C2, play P2";
       ;) {
    char one[32];
    if (!next_part(&next, one))
      break;
    au_action a = action_of(&must, &led.state, one);
    assert_int_equal(au_game_apply(&must, &led, a), AU_OK);
  }
  armed = true;
  static au_view v;
  au_view_of(&must, &led, 2, &v);
  memset(&s, 0xa5, sizeof s);
  untouched = s;
  au_rng rng = rng_of(&seed, 1);
  au_status status = au_view_sample(&must, &v, &rng, &s);
  if (status != AU_OK)
    assert_memory_equal(&s, &untouched, sizeof s);
  au_game_free(&led);
  return status;
}

/* ---- Each operation, each allocation ------------------------------------- */

/* The state of 'g' before: it owns only the memory in use. */
static void at_beginning(void) {
  au_game_begin(&r, &g);
}
static void at_round_end(void) { /* only the pass is left, or a deal */
  take_from();
  while (g.state.phase != AU_PHASE_PLAY || g.log_n == 0 ||
         au_action_what(from.log[g.log_n]) != AU_ACT_PASS)
    assert_int_equal(au_game_undo(&r, &g), AU_OK);
  g.log_cap = g.log_n;
  g.tally_cap = g.tally_n;
}
static void at_first_deal(void) {
  at_beginning();
  deal_game(&r, &g, &seed);
  g.round_cap = g.round_n;
}

enum { REPLAY = 8, WRITE = 9 }; /* their indices in the list of operations */
static const struct {
  const char *name;
  void (*begin)(void);
  au_status (*run)(void);
  bool partly; /* done until the allocation failed; 'g' is sound */
} operations[] = {
    {"au_game_deal", at_beginning, do_deal, false},
    {"au_game_apply", at_first_deal, do_apply, false},
    {"au_game_apply, the pass", at_round_end, do_apply, false},
    {"au_game_playout", at_first_deal, do_playout, false},
    {"au_game_copy", at_beginning, do_copy, false},
    {"au_game_recall", at_beginning, do_recall, false},
    {"au_game_follow", at_beginning, do_follow, true},
    {"au_record_parse", at_beginning, do_parse, false},
    {"au_record_replay", at_beginning, do_replay, true},
    {"au_record_write", at_beginning, do_write, false},
    {"au_record_parse, not plain", at_beginning, do_parse_unplain, false},
    {"au_position_write", at_beginning, do_tell, false},
    {"au_position_load", at_beginning, do_load, false},
    {"au_view_sample", at_beginning, do_sample, false},
};

/* Run an operation and fail the allocation after 'n' others; returns
** how many failed. */
static int run_with(size_t i, long n, bool all_after) {
  au_game_init(&g);
  operations[i].begin();
  au_state state = g.state;
  uint32_t rounds = g.round_n, entries = g.log_n, tallies = g.tally_n;
  left = n;
  failures = 0;
  for_good = all_after;
  armed = true;
  au_status status = operations[i].run();
  armed = false;
  if (status != (failures > 0 ? AU_ENOMEM : AU_OK))
    fail_msg("%s, allocation %ld: status %d", operations[i].name, n + 1,
             status);
  if (status != AU_OK && operations[i].partly)
    assert_sound(&r, &g.state);
  if (status != AU_OK && !operations[i].partly &&
      (memcmp(&g.state, &state, sizeof state) != 0 || g.round_n != rounds ||
       g.log_n != entries || g.tally_n != tallies))
    fail_msg("%s, allocation %ld: the game was touched", operations[i].name,
             n + 1);
  au_game_free(&g);
  au_text_free(&text);
  return failures;
}

static void test_each(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    for (int all_after = 0; all_after < 2; all_after++) {
      long n = 0;
      while (run_with(i, n, all_after) > 0)
        n++;
      assert_case(operations[i].name, n > 0);
    }
}

/* The log of a replayed game grows at each of its actions in turn. A round may
** end after changes before a trick that nobody led (RULES 8.2). */
static void replay_growing(const au_game *game) {
  for (uint32_t n = 0; n < game->log_n; n++) {
    assert_int_equal(au_game_copy(&g, game), AU_OK);
    g.log_cap = n;
    left = failures = 0;
    for_good = false;
    armed = true;
    au_status status = do_replay();
    armed = false;
    assert_int_equal(status, AU_ENOMEM);
    assert_int_equal(g.log_n, n);
    assert_sound(&r, &g.state);
    au_game_free(&g);
  }
}

/* Play a game in which nobody changes a bid, so that gold is left at the
** end of a round. */
static void play_keeping(au_game *game, uint32_t number) {
  au_rng rng = rng_of(&seed, number);
  au_game_begin(&r, game);
  while (game->state.phase != AU_PHASE_OVER) {
    au_action a = au_keep_action(game->state.turn & 7);
    if (game->state.phase == AU_PHASE_DEAL) {
      deal_game(&r, game, &seed);
      continue;
    }
    if (game->state.phase != AU_PHASE_CHANGE)
      assert_int_equal(au_state_random(&r, &game->state, &rng, &a), AU_OK);
    assert_int_equal(au_game_apply(&r, game, a), AU_OK);
  }
}

static void test_every_action(void **state) {
  (void)state;
  au_game game;
  au_text lines = {0};
  au_record_head head = head_of();
  au_record *whole = rec;
  int last_windows = 0;
  replay_growing(&from);
  au_game_init(&game);
  for (uint32_t i = 0; last_windows == 0; i++) {
    assert_true(i < 1000);
    play_keeping(&game, i);
    for (uint32_t n = 1; n < game.log_n; n++)
      last_windows += au_action_what(game.log[n]) == AU_ACT_PASS &&
                      au_action_what(game.log[n - 1]) == AU_ACT_KEEP;
  }
  au_record_write(&r, &game, &head, &lines);
  rec = parse(lines.at, lines.n - 1, "keeping");
  replay_growing(&game);
  au_record_free(rec);
  rec = whole;
  au_text_free(&lines);
  au_game_free(&game);
}

/* A record that begins at a position. */
static void test_built(void **state) {
  (void)state;
  au_game game;
  au_text lines = {0};
  au_record_head head = head_of();
  au_record *whole = rec;
  char why[AU_WHY_TEXT];
  au_game_init(&game);
  assert_int_equal(au_game_begin_at(&r, &game, &from.round[0].before, why),
                   AU_OK);
  au_rng rng = rng_of(&seed, 1);
  while (step_game(&r, &game, &seed, &rng))
    ;
  au_record_write(&r, &game, &head, &lines);
  assert_int_equal(au_record_parse(lines.at, lines.n - 1, &rec, why), AU_OK);
  long n = 0;
  while (run_with(REPLAY, n, false) > 0)
    n++;
  assert_true(n > 3);
  au_record_free(rec);
  rec = whole;
  au_text_free(&lines);
  au_game_free(&game);
}

/* A game in which questions are answered. */
static void test_answers(void **state) {
  (void)state;
  au_rules plain = r;
  au_game whole = from;
  au_record *kept = rec;
  au_text lines = {0};
  au_record_head head = head_of();
  asking_rules(&r, 4, &every_moment);
  au_game_init(&from);
  random_game(&r, &from, &seed, 0);
  au_record_write(&r, &from, &head, &lines);
  rec = parse(lines.at, lines.n - 1, "answers");
  for (size_t operation = REPLAY; operation <= WRITE; operation++) {
    long n = 0;
    while (run_with(operation, n, false) > 0)
      n++;
    assert_true(n > 3);
  }
  au_text_free(&lines);
  au_record_free(rec);
  au_game_free(&from);
  rec = kept;
  from = whole;
  r = plain;
}

/* Text that failed once stays failed: nothing more is added. */
static void test_text(void **state) {
  (void)state;
  au_text t = {0};
  left = 0, failures = 0, for_good = false, armed = true;
  au_text_put(&t, "lost");
  au_text_int(&t, 7);
  au_text_json(&t, "kept out");
  armed = false;
  assert_true(t.failed);
  assert_int_equal(t.n, 0);
  au_text_clear(&t);
  au_text_put(&t, "again");
  assert_false(t.failed);
  assert_string_equal(t.at, "again");
  au_text_free(&t);
}

/* ---- */

/* Make a sound game of two rounds, its record and its position. */
static int set_up(void **state) {
  (void)state;
  cJSON_Hooks hooks = {.malloc_fn = __wrap_malloc, .free_fn = free};
  cJSON_InitHooks(&hooks);
  variant_rules(&r, "de-2024", 4);
  seed = seed_of("memory");
  au_game_init(&from);
  au_record_head head = head_of();
  random_game(&r, &from, &seed, 0);
  au_record_write(&r, &from, &head, &line);
  au_position_write(&r, &from, "some", digest, &token);
  char why[AU_WHY_TEXT];
  return au_record_parse(line.at, line.n - 1, &rec, why) != AU_OK ||
         token.failed;
}

static int tear_down(void **state) {
  (void)state;
  au_record_free(rec);
  au_text_free(&line);
  au_text_free(&token);
  au_game_free(&from);
  cJSON_InitHooks(NULL);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each), cmocka_unit_test(test_every_action),
      cmocka_unit_test(test_built), cmocka_unit_test(test_answers),
      cmocka_unit_test(test_text)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
