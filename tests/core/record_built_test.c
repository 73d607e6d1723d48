/* record_built_test.c: records of games that began from a position built by
** hand, and of games under hooks. */
#include "long_helper.h"
#include "record_helper.h"

/* A position built by hand in this phase, in its first round. */
static au_state built_state(const au_rules *r, int phase) {
  static const char *const hands[] = {"B1 Z2 Z3", "C4 Z4", "P1 P2 S8",
                                      "S1 S2 S9"};
  static const char *const gold[] = {"G0 G1", "G0", "G2", "G8"};
  au_state s = table_of(r, 2, "B10 C10 P10 S10", hands, gold);
  s.phase = (uint8_t)phase;
  if (phase == AU_PHASE_DEAL || phase == AU_PHASE_OVER)
    s.turn = AU_NONE;
  if (phase == AU_PHASE_BID)
    memset(s.bid, AU_NONE, sizeof s.bid);
  if (phase == AU_PHASE_PLAY)
    act(r, &s, "play P1, play S1"); /* two cards lie on the table */
  if (phase == AU_PHASE_OVER)
    s.winners = 1;
  return s;
}

/* Play from such a position to the end of 'rounds' rounds, and
** check the record. */
static void check_built(int phase, int rounds) {
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  au_seed seed = seed_of("built");
  au_rng rng = rng_of(&seed, (uint32_t)rounds);
  variant_rules(&r, "en-2023", 4);
  r.nuggets = 0;
  r.rounds = (int16_t)rounds;
  finish_rules(&r);
  au_state s = built_state(&r, phase);
  au_game_init(&g);
  au_game_init(&h);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  while (step_game(&r, &g, &seed, &rng))
    ;
  au_record_write(&r, &g, &head, &line);
  assert_non_null(strstr(line.at, "\"start\":\"au1:made-up:0123456789"));
  replay(&r, &line, &h);
  assert_memory_equal(&h.state, &g.state, sizeof g.state);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

static void test_built(void **state) {
  (void)state;
  for (int phase = AU_PHASE_DEAL; phase <= AU_PHASE_OVER; phase++)
    for (int rounds = 1; rounds <= 3; rounds++)
      check_built(phase, rounds);
}

/* The cards on the table at the start of a game are part of its first round. */
static void test_built_altered(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 Z2", "C4 Z4", "P1 S8", "S1 S9"};
  static const char *const alter_to[][4] = {
      {"\"plays\":\"P1 S1 B1", "\"plays\":\"B1", "round 1 trick 1 plays",
       "the cards on the table first"},
      {"\"plays\":\"P1 S1 B1 C4\"", "\"plays\":\"P1\"", "round 1 trick 1 plays",
       "the cards on the table first"},
      {"\"C10\",\"P10\"", "\"C9\",\"P10\"", "round 1 bids",
       "the bid that is laid"},
      {"\"C10\",\"P10\"", "\"-C10\",\"P10\"", "round 1 bids",
       "the bid that is laid"},
      {"\"C10\",\"P10\"", "null,\"P10\"", "round 1 bids", "a card"},
      {"{\"first\":3", "{\"first\":1", "round 1 first", "3"},
  };
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  variant_rules(&r, "en-2023", 4);
  set_knobs(&r, "nuggets=1");
  finish_rules(&r);
  au_state s = table_of(&r, 2, "B10 C10 P10 S10", hands, NULL);
  act(&r, &s, "play P1, play S1");
  au_game_init(&g);
  au_game_init(&h);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  au_seed seed = seed_of("altered");
  au_rng rng = rng_of(&seed, 0);
  assert_int_equal(au_game_apply(&r, &g, action_of(&r, &g.state, "play B1")),
                   AU_OK);
  assert_int_equal(au_game_apply(&r, &g, action_of(&r, &g.state, "play C4")),
                   AU_OK);
  while (step_game(&r, &g, &seed, &rng))
    ;
  au_record_write(&r, &g, &head, &line);
  replay(&r, &line, &h);
  for (size_t i = 0; i < sizeof alter_to / sizeof *alter_to; i++) {
    static char altered[LINE_MAX_N];
    notes t = {0};
    alter(line.at, "", alter_to[i][0], alter_to[i][1], altered);
    au_record *rec = parse(altered, strlen(altered) - 1, "altered");
    assert_int_equal(au_record_replay(&r, rec, digest, &h, note, &t),
                     AU_EFORMAT);
    assert_string_equal(t.what, alter_to[i][2]);
    assert_string_equal(t.expected, alter_to[i][3]);
    au_record_free(rec);
  }
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* A hook deals everything: gold to one seat, another first player. Nobody wins
** a trick, and no trick is awarded. */
static au_status deal_gold(void *ctx, const au_rules *r, const au_state *s,
                           au_deal *deal) {
  (void)ctx, (void)r;
  deal->first = (uint8_t)(s->round % 2);
  deal->gold[s->round % 2 == 0 ? 3 : 0] = 2 * au_gold_one(2) + au_gold_one(7);
  return AU_OK;
}

static au_status no_winner(void *ctx, const au_rules *r, const au_state *s,
                           int16_t *vars, uint8_t *seat) {
  (void)ctx, (void)r, (void)vars;
  if (s->tricks % 2 == 0)
    *seat = AU_NONE;
  return AU_OK;
}

static void test_hooks(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  variant_rules(&r, "en-2023", 4);
  r.hooks.deal = deal_gold;
  r.hooks.winner = no_winner;
  finish_rules(&r);
  au_game_init(&g);
  au_game_init(&h);
  random_line(&r, &g, "hooks", &line);
  assert_non_null(
      strstr(line.at, ",\"gold\":[\"G0\",\"G0\",\"G0\",\"G2 G2 G7\"],"));
  assert_non_null(strstr(line.at, "\"winner\":null,"));
  assert_non_null(strstr(line.at, ",\"gold\":[\"G2 G2 G7\",\"G0\","));
  replay(&r, &line, &h);
  assert_memory_equal(&h.state, &g.state, sizeof g.state);

  static char altered[LINE_MAX_N];
  notes t;
  alter(line.at, "", "\"winner\":null,", "\"winner\":2,", altered);
  altered[strlen(altered) - 1] = '\0';
  assert_int_equal(judge(&r, altered, &t, &h), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "round 1 trick 1 winner");
  assert_string_equal(t.expected, "null");
  alter(line.at, "", "\"winner\":null,", "", altered); /* the same as null */
  altered[strlen(altered) - 1] = '\0';
  assert_int_equal(judge(&r, altered, &t, &h), AU_OK);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* A hook that fails during a replay is reported as failing. */
static au_status failing(void *ctx, const au_rules *r, const au_state *s,
                         int16_t *vars, uint8_t *seat) {
  (void)vars, (void)r, (void)s, (void)seat;
  int *calls = ctx;
  return ++*calls > 3 ? AU_EHOOK : AU_OK;
}

static void test_failing_hook(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  notes t = {0};
  int calls = 0;
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_init(&h);
  random_line(&r, &g, "failing", &line);
  r.hooks.winner = failing;
  r.hooks.ctx = &calls;
  finish_rules(&r);
  au_record *rec = parse(line.at, line.n - 1, "failing");
  assert_int_equal(au_record_replay(&r, rec, digest, &h, note, &t), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "round 1 trick 4 plays");
  assert_string_equal(t.expected, "an answer of the variant's hook");
  assert_int_equal(h.state.tricks, 3); /* the game up to there */
  au_record_free(rec);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* If a hook fails while a game is written, the round ends there: the record is
** shorter, but still one line. */
static void test_hook_ends_writing(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_text line = {0}, whole = {0};
  au_record_head head = head_of();
  int calls = 0;
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  random_line(&r, &g, "ends", &whole);
  r.hooks.winner = failing;
  r.hooks.ctx = &calls;
  finish_rules(&r);
  au_record_write(&r, &g, &head, &line);
  assert_true(calls > 3);
  assert_true(line.n < whole.n);
  assert_ptr_equal(strchr(line.at, '\n'), line.at + line.n - 1);
  au_record_free(parse(line.at, line.n - 1, "ends"));
  au_text_free(&line);
  au_text_free(&whole);
  au_game_free(&g);
}

/* A hook that gives a score for one side only. */
static au_status failing_points(void *ctx, const au_rules *r, const au_state *s,
                                int side, int *points) {
  (void)r, (void)s, (void)side, (void)points;
  int *calls = ctx;
  return ++*calls > 1 ? AU_EHOOK : AU_OK;
}

static void test_failing_score(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  notes t = {0};
  int calls = 0;
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_init(&h);
  random_line(&r, &g, "score", &line);
  r.hooks.gold_points = failing_points;
  r.hooks.ctx = &calls;
  finish_rules(&r);
  au_record *rec = parse(line.at, line.n - 1, "score");
  assert_int_equal(au_record_replay(&r, rec, digest, &h, note, &t), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "round 1 end");
  assert_string_equal(t.expected, "an answer of the variant's hook");
  assert_string_equal(t.got, "pass");
  assert_int_equal(h.state.phase, AU_PHASE_PLAY); /* the game up to there */
  au_record_free(rec);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* Points that would differ if they were counted after the round: they depend on
** the points of earlier rounds, and on a var that the round's end sets. */
static au_status passing_points(void *ctx, const au_rules *r, const au_state *s,
                                int side, int bid, int taken, int *points) {
  (void)ctx, (void)r, (void)bid, (void)taken;
  *points = 100 - s->points[side] % 90 - s->vars[3];
  return AU_OK;
}

static au_status note_round(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, const au_score *score,
                            uint8_t *sides) {
  (void)ctx, (void)r, (void)sides, (void)score;
  vars[3] = s->round;
  return AU_OK;
}

static void test_score_of_its_time(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  au_seed seed = seed_of("passing");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  r.nuggets = 0;
  r.rounds = 4;
  r.hooks.bid_points = passing_points;
  r.hooks.round_winners = note_round;
  finish_rules(&r);
  au_game_init(&g);
  au_game_init(&h);
  for (int phase = AU_PHASE_DEAL; phase < AU_PHASE_OVER; phase++) {
    au_state s = built_state(&r, phase);
    assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
    while (step_game(&r, &g, &seed, &rng))
      ;
    assert_int_equal(g.tally_n, phase == AU_PHASE_DEAL ? 3 : 4);
    int32_t sum[2] = {0};
    for (uint32_t i = 0; i < g.tally_n; i++)
      for (int side = 0; side < 2; side++)
        sum[side] += g.tally[i].bid_points[side] + g.tally[i].gold_points[side];
    assert_memory_equal(sum, g.state.points, sizeof sum);
    au_text_clear(&line);
    au_record_write(&r, &g, &head, &line);
    replay(&r, &line, &h);
    assert_int_equal(h.tally_n, g.tally_n);
    assert_memory_equal(h.tally, g.tally, g.tally_n * sizeof *g.tally);
  }
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* A hook awards gold where it did not before: a seat has to be asked for a
** change, and the log has no answer. The line ends there. */
static au_status no_award(void *ctx, const au_rules *r, const au_state *s,
                          int16_t *vars, uint8_t *seat, au_card *gold) {
  (void)ctx, (void)r, (void)s, (void)vars, (void)seat;
  *gold = AU_NONE;
  return AU_OK;
}

static void test_other_award_ends_writing(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_text line = {0}, whole = {0};
  au_record_head head = head_of();
  variant_rules(&r, "en-2023+no-zero-gold", 4);
  r.hooks.award = no_award;
  finish_rules(&r);
  au_game_init(&g);
  random_line(&r, &g, "award", &whole);
  r.hooks.award = NULL;
  finish_rules(&r);
  au_record_write(&r, &g, &head, &line);
  assert_true(line.n < whole.n);
  assert_ptr_equal(strchr(line.at, '\n'), line.at + line.n - 1);
  au_record_free(parse(line.at, line.n - 1, "award"));
  au_text_free(&line);
  au_text_free(&whole);
  au_game_free(&g);
}

/* A round longer than any log: it ends by one action too many. */
static void test_endless(void **state) {
  (void)state;
  static char altered[LINE_MAX_N];
  char end[32];
  au_rules r;
  au_game g, h;
  au_text line = {0};
  notes t = {0};
  au_record_head head = head_of();
  au_fault fault = {.seat = 1, .ask = "play", .kind = "cpu", .message = ""};
  au_seed seed = seed_of("long");
  long_rules(&r);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  for (int i = 0; i < AU_LOG_MAX; i++)
    assert_int_equal(au_game_apply(&r, &g, thrifty(&r, &g.state)), AU_OK);
  assert_int_equal(au_action_what(thrifty(&r, &g.state)), AU_ACT_PASS);
  head.fault = &fault;
  head.fault_n = 1;
  au_record_write(&r, &g, &head, &line);
  replay(&r, &line, &h);
  snprintf(end, sizeof end, "\"end\":{\"seat\":%d,", g.state.turn + 1);
  alter(line.at, "", "\"open\":{", end, altered);
  altered[strlen(altered) - 1] = '\0';
  assert_int_equal(judge(&r, altered, &t, &h), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "round 1 end");
  assert_string_equal(t.expected, "an end of the round");
  assert_string_equal(t.got, "pass");
  assert_int_equal(h.log_n, AU_LOG_MAX);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_built),
      cmocka_unit_test(test_built_altered),
      cmocka_unit_test(test_hooks),
      cmocka_unit_test(test_failing_hook),
      cmocka_unit_test(test_hook_ends_writing),
      cmocka_unit_test(test_failing_score),
      cmocka_unit_test(test_score_of_its_time),
      cmocka_unit_test(test_other_award_ends_writing),
      cmocka_unit_test(test_endless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
