/* record_asked_test.c: records of games in which questions were answered. */
#include "record_helper.h"

/* ---- Every cut and every start ------------------------------------------ */

/* Write 'g', in which a fault cut the game short if it is not over; play the
** line into 'h' and compare. */
static void check_same(const au_rules *r, const au_game *g, au_game *h,
                       au_text *line) {
  au_record_head head = head_of();
  au_fault fault = {.seat = 1, .ask = "answer", .kind = "cpu", .message = ""};
  head.fault = &fault;
  head.fault_n = g->state.phase != AU_PHASE_OVER;
  au_text_clear(line);
  au_record_write(r, g, &head, line);
  replay(r, line, h);
  bool answered = strstr(line->at, ",\"asked\":[") != NULL;
  assert_int_equal(line->at[17], answered ? '2' : '1');
  if (g->log_n > 0 && au_action_what(g->log[g->log_n - 1]) == AU_ACT_KEEP)
    return; /* a record does not list seats that keep their bids */
  assert_memory_equal(&h->state, &g->state, sizeof g->state);
  assert_int_equal(h->log_n, g->log_n);
  if (g->log_n > 0)
    assert_memory_equal(h->log, g->log, g->log_n * sizeof *g->log);
  assert_int_equal(h->tally_n, g->tally_n);
}

/* Cut a random game short before each of its actions. */
static void check_cuts(const au_asks *asks, int players) {
  au_rules r;
  au_game g, h;
  au_text line = {0};
  asking_rules(&r, players, asks);
  au_game_init(&g);
  au_game_init(&h);
  random_line(&r, &g, "cuts", &line);
  assert_int_equal(g.state.phase, AU_PHASE_OVER);
  do
    check_same(&r, &g, &h, &line);
  while (g.round_n > 0 && au_game_undo(&r, &g) == AU_OK);
  assert_int_equal(g.log_n, 0);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* Begin a game at each state of a random round, and play it to its end. */
static void check_starts(const au_asks *asks, int players) {
  au_rules r;
  au_game g, built, h;
  au_text line = {0};
  asking_rules(&r, players, asks);
  au_game_init(&g);
  au_game_init(&built);
  au_game_init(&h);
  au_seed seed = seed_of("starts");
  au_rng rng = rng_of(&seed, 0), own = rng_of(&seed, 1);
  au_game_begin(&r, &g);
  while (g.state.round < 2 && step_game(&r, &g, &seed, &rng)) {
    assert_int_equal(au_game_begin_at(&r, &built, &g.state, NULL), AU_OK);
    check_same(&r, &built, &h, &line); /* nothing is done since */
    for (int i = 0; i < 3; i++)
      step_game(&r, &built, &seed, &own);
    check_same(&r, &built, &h, &line);
    while (step_game(&r, &built, &seed, &own))
      ;
    check_same(&r, &built, &h, &line);
  }
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&built);
  au_game_free(&h);
}

static void test_cuts(void **state) {
  (void)state;
  for (int players = 3; players <= 4; players++) {
    check_cuts(&every_moment, players);
    check_cuts(&in_place_of_bids, players);
  }
}

static void test_starts(void **state) {
  (void)state;
  for (int players = 3; players <= 4; players++) {
    check_starts(&every_moment, players);
    check_starts(&in_place_of_bids, players);
  }
}

/* ---- The line ----------------------------------------------------------- */

/* Play a game with the lowest answers, and the first legal action otherwise. */
static void lowest_line(const au_rules *r, au_game *g, au_text *line) {
  static const char *const hands[] = {"B1 B2", "C1 C2", "P1 P2", "S1 S2"};
  static au_action legal[AU_ACTION_MAX];
  au_record_head head = head_of();
  au_seed seed = seed_of("lowest");
  au_deal deal = deal_of(r, 2, hands);
  int n;
  au_game_begin(r, g);
  assert_int_equal(au_game_deal(r, g, &deal, NULL), AU_OK);
  while (g->state.phase != AU_PHASE_OVER) {
    if (g->state.phase == AU_PHASE_DEAL)
      deal_game(r, g, &seed);
    assert_int_equal(au_state_legal(r, &g->state, legal, &n), AU_OK);
    if (g->state.phase == AU_PHASE_ASK)
      assert_int_equal(au_state_default(r, &g->state, legal), AU_OK);
    assert_int_equal(au_game_apply(r, g, legal[0]), AU_OK);
  }
  au_text_clear(line);
  au_record_write(r, g, &head, line);
  line->at[line->n - 1] = '\0'; /* without its newline */
}

static void assert_has(const char *line, const char *part) {
  if (strstr(line, part) == NULL)
    fail_msg("not in the line: %s\n%s", part, line);
}

static void test_line(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_text line = {0};
  au_game_init(&g);
  asking_rules(&r, 4, &every_moment);
  lowest_line(&r, &g, &line);
  assert_has(line.at, "{\"format\":\"aurum/2\",\"variant\":\"made-up\",");
  assert_has(line.at,
             "],\"asked\":[{\"question\":\"give\",\"answers\":["
             "{\"seat\":3,\"answer\":\"P1 P2\"},"
             "{\"seat\":4,\"answer\":\"S1 S2\"},"
             "{\"seat\":1,\"answer\":\"B1 B2\"},"
             "{\"seat\":2,\"answer\":\"C1 C2\"}]},"
             "{\"question\":\"name\",\"answers\":["
             "{\"seat\":3,\"answer\":\"high \\\"up\\\"\"}]}],\"tricks\":[{");
  assert_has(line.at, ",\"asked\":[{\"question\":\"before\",\"answers\":["
                      "{\"seat\":3,\"answer\":0}]},"
                      "{\"question\":\"after\",\"answers\":["
                      "{\"seat\":3,\"answer\":\"yes\"},");
  assert_has(line.at, "\"answer\":\"yes\"}]}]},{\"leader\":");
  assert_has(line.at, "\"answer\":\"B1\"}]}]},\"score\":{");
  asking_rules(&r, 4, &in_place_of_bids);
  lowest_line(&r, &g, &line);
  assert_has(line.at, ",\"bids\":[null,null,null,null],\"asked\":["
                      "{\"question\":\"call\",\"answers\":["
                      "{\"seat\":3,\"answer\":0}]},{\"question\":\"call\",");
  assert_has(line.at, "\"bid\":[0,0]");
  au_text_free(&line);
  au_game_free(&g);
}

/* ---- Altered lines ------------------------------------------------------ */

static void check_altered(const au_asks *asks, const change_case *cases,
                          size_t n) {
  static char altered[LINE_MAX_N];
  notes t;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  asking_rules(&r, 4, asks);
  au_game_init(&g);
  au_game_init(&h);
  lowest_line(&r, &g, &line);
  assert_int_equal(judge(&r, line.at, &t, &h), AU_OK);
  for (size_t i = 0; i < n; i++) {
    const change_case *c = &cases[i];
    alter(line.at, c->after, c->from, c->to, altered);
    assert_int_equal(judge(&r, altered, &t, &h), AU_EFORMAT);
    if (t.n < 1 || (c->n > 0 && t.n != c->n) || strcmp(t.what, c->what) != 0 ||
        strcmp(t.expected, c->expected) != 0 || strcmp(t.got, c->got) != 0)
      fail_msg("%s for %s: %d reports, the first: %s: expected %s, got %s",
               c->to, c->from, t.n, t.what, t.expected, t.got);
  }
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

#define ALTERED(asks, cases) \
  check_altered(asks, cases, sizeof(cases) / sizeof *(cases))

#define GIVE_4 "{\"seat\":4,\"answer\":\"S1 S2\"},"
#define NAME                              \
  ",{\"question\":\"name\",\"answers\":[" \
  "{\"seat\":3,\"answer\":\"high \\\"up\\\"\"}]}"
#define BEFORE \
  "{\"question\":\"before\",\"answers\":[{\"seat\":3,\"answer\":0}]}"
#define AFTER                                                              \
  ",{\"question\":\"after\",\"answers\":[{\"seat\":3,\"answer\":\"yes\"}," \
  "{\"seat\":4,\"answer\":\"yes\"},{\"seat\":1,\"answer\":\"yes\"},"       \
  "{\"seat\":2,\"answer\":\"yes\"}]}"

static void test_missing(void **state) {
  (void)state;
  static const change_case cases[] = {
      {"", GIVE_4, "", 1, "round 1 asked give seat", "4, which answers next",
       "1"},
      {"", ",{\"seat\":2,\"answer\":\"C1 C2\"}]", "]", 1, "round 1 asked",
       "the answer of seat 2 to \"give\"", "nothing"},
      {"", "\"P1 P2\"", "\"P1\"", 1, "round 1 asked",
       "the answer of seat 3 to \"give\"", "nothing"},
      {"", "\"C1 C2\"", "\"C1\"", 1, "round 1 asked",
       "the answer of seat 2 to \"give\"", "nothing"},
      {"", NAME, "", 1, "round 1 asked", "the answer of seat 3 to \"name\"",
       "nothing"},
      {"", BEFORE ",", "", 1, "round 1 trick 1 asked question", "\"before\"",
       "\"after\""},
      {"", BEFORE AFTER, "", 1, "round 1 trick 6 asked",
       "the answer of seat 3 to \"before\"", "nothing"},
      {"", AFTER, "", 1, "round 1 trick 6 asked",
       "the answer of seat 3 to \"after\"", "nothing"},
      {"\"end\":", "\"last\"", "\"lost\"", 1, "round 1 asked question",
       "\"last\"", "\"lost\""},
      {"\"end\":", ",\"asked\":[", ",\"Asked\":[", 1, "round 1 asked",
       "the answer of seat 3 to \"before\"", "nothing"},
      {"\"end\":", ",{\"question\":\"last\",\"answers\":[{\"seat\":2,",
       "],\"x\":[{\"a\":[{", 1, "round 1 asked",
       "the answer of seat 2 to \"last\"", "nothing"},
      {"", "\"asked\":[{\"question\":\"give\"",
       "\"Asked\":[{\"question\":\"give\"", 1, "round 1 asked",
       "the answer of seat 3 to \"give\"", "nothing"},
      {"", "aurum/2", "aurum/1", 1, "round 1 asked",
       "the answer of seat 3 to \"give\"", "nothing: the format is aurum/1"},
  };
  ALTERED(&every_moment, cases);
}

static void test_wrong(void **state) {
  (void)state;
  static const change_case cases[] = {
      {"", "\"question\":\"give\"", "\"question\":\"gift\"", 1,
       "round 1 asked question", "\"give\"", "\"gift\""},
      {"", "\"question\":\"give\"", "\"question\":1", 1,
       "round 1 asked question", "\"give\"", "1"},
      {"", "\"question\":\"give\",", "", 1, "round 1 asked question",
       "\"give\"", "nothing"},
      {"", "\"asked\":[", "\"asked\":[7,", 1, "round 1 asked", "an object",
       "7"},
      {"", "\"asked\":[{\"question\":\"give\"",
       "\"asked\":7,\"x\":[{\"question\":\"give\"", 1, "round 1 asked",
       "a list", "7"},
      {"", "\"answers\":[", "\"answers\":[],\"x\":[", 1,
       "round 1 asked answers", "a list of answers", "an empty list"},
      {"", "\"answers\":[", "\"x\":[", 1, "round 1 asked answers",
       "a list of answers", "nothing"},
      {"", "\"answers\":[", "\"answers\":[7,", 1, "round 1 asked give",
       "an object", "7"},
      {"", "{\"seat\":3,\"answer\":\"P1", "{\"seat\":5,\"answer\":\"P1", 1,
       "round 1 asked give seat", "a seat from 1 to 4", "5"},
      {"", "{\"seat\":3,\"answer\":\"P1", "{\"seat\":4,\"answer\":\"P1", 1,
       "round 1 asked give seat", "3, which answers next", "4"},
      {"", "\"P1 P2\"", "\"P2 P1\"", 1, "round 1 asked give of seat 3",
       "a legal action: P1 is not an answer to 'give': "
       "P7 P8 P9 P10 S3 S4 S5 S6 S7 S8",
       "answer give P1"},
      {"", "\"P1 P2\"", "\"P1 P1\"", 1, "round 1 asked give of seat 3",
       "a legal action: P1 is not an answer to 'give': "
       "P2 P7 P8 P9 P10 S3 S4 S5 S6 S7 S8",
       "answer give P1"},
      {"", "\"P1 P2\"", "\"P1 S1\"", 1, "round 1 asked give of seat 3",
       "a legal action: S1 is not an answer to 'give': "
       "P2 P7 P8 P9 P10 S3 S4 S5 S6 S7 S8",
       "answer give S1"},
      {"", "\"P1 P2\"", "\"P1 X2\"", 1, "round 1 asked give of seat 3",
       "a card of the deck", "\"X2\""},
      {"", "\"P1 P2\"", "\"X1 P2\"", 1, "round 1 asked give of seat 3",
       "a card of the deck", "\"X1\""},
      {"", "\"P1 P2\"", "\"P1 P2 P3\"", 1, "round 1 asked give of seat 3",
       "2 cards", "\"P1 P2 P3\""},
      {"", "\"P1 P2\"", "\"\"", 1, "round 1 asked give of seat 3", "2 cards",
       "\"\""},
      {"", "\"P1 P2\"", "2", 1, "round 1 asked give of seat 3",
       "cards in one string", "2"},
      {"", "\"C1 C2\"}", "\"C1 C2\"},{\"seat\":3,\"answer\":\"P3 P4\"}", 1,
       "round 1 asked answers", "one of each seat that is asked", "another"},
      {"", "\"high \\\"up\\\"\"", "\"up\"", 1, "round 1 asked name of seat 3",
       "a word of the question", "\"up\""},
      {"", "\"high \\\"up\\\"\"", "0", 1, "round 1 asked name of seat 3",
       "a word of the question", "0"},
      {"before", "\"answer\":0", "\"answer\":301", 1,
       "round 1 trick 1 asked before of seat 3",
       "a legal action: 301 is not an answer to 'before': expected 0 to 300",
       "answer before 301"},
      {"before", "\"answer\":0", "\"answer\":4096", 1,
       "round 1 trick 1 asked before of seat 3", "a number", "4096"},
      {"before", "\"answer\":0", "\"answer\":\"0\"", 1,
       "round 1 trick 1 asked before of seat 3", "a number", "\"0\""},
      {"\"after\"", "\"answer\":\"yes\"", "\"answer\":\"maybe\"", 1,
       "round 1 trick 1 asked after of seat 4", "a word of the question",
       "\"maybe\""},
      {"\"end\":", "\"B1\"", "\"B1 B2\"", 1, "round 1 asked last of seat 3",
       "one card", "\"B1 B2\""},
  };
  ALTERED(&every_moment, cases);
}

/* Steps where no question is asked. */
static void test_too_many(void **state) {
  (void)state;
#define ONE_MORE \
  "{\"question\":\"name\",\"answers\":[{\"seat\":1,\"answer\":\"low\"}]}"
  static const change_case cases[] = {
      {"", NAME, NAME "," ONE_MORE, 1, "round 1 asked question",
       "no question here", "\"name\""},
      {"", NAME, NAME ",7", 1, "round 1 asked", "an object", "7"},
      {"\"after\"", "}]}]},{\"leader\"", "}]}," ONE_MORE "]},{\"leader\"", 1,
       "round 1 trick 1 asked question", "no question here", "\"name\""},
      {"\"last\"", "]},\"score\"", "," ONE_MORE "]},\"score\"", 1,
       "round 1 asked question", "no question here", "\"name\""},
      /* The answers of two steps that are one, and of one that are two. */
      {"", GIVE_4,
       "{\"seat\":4,\"answer\":\"S1\"},{\"seat\":4,\"answer\":\"S2\"},", 1,
       "round 1 asked", "the answer of seat 4 to \"give\"", "nothing"},
      {"", GIVE_4,
       "{\"seat\":4,\"answer\":\"S1 S2\"}]},{\"question\":\"give\","
       "\"answers\":[",
       1, "round 1 asked", "the answer of seat 1 to \"give\"", "nothing"},
  };
  ALTERED(&every_moment, cases);
  static const change_case calls[] = {
      {"", "\"bids\":[null", "\"bids\":[\"B1\"", 1, "round 1 bids",
       "null, as bids have no cards", "\"B1\""},
      {"", "\"seat\":3,\"answer\":0", "\"seat\":3,\"answer\":10", 1,
       "round 1 asked call of seat 3",
       "a legal action: 10 is not an answer to 'call': 0 1 2 3 4 5 6 7 8 9",
       "answer call 10"},
      {"", "\"seat\":2,\"answer\":0", "\"seat\":2,\"answer\":1", 3,
       "round 1 bid of side 2", "1", "0"},
  };
  ALTERED(&in_place_of_bids, calls);
}

/* A record without answers has the format aurum/1, and says so. */
static void test_version(void **state) {
  (void)state;
  static char altered[LINE_MAX_N];
  notes t;
  au_rules r;
  au_game g;
  read_lines(NULL);
  golden_rules(&r, golden_4);
  au_game_init(&g);
  alter(golden_4, "", "aurum/1", "aurum/2", altered);
  assert_int_equal(judge(&r, altered, &t, &g), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "format");
  assert_string_equal(t.expected, "\"aurum/1\", as no question was answered");
  assert_string_equal(t.got, "\"aurum/2\"");
  alter(golden_4, "", "aurum/1", "aurum/3", altered);
  assert_int_equal(judge(&r, altered, &t, &g), AU_EFORMAT);
  assert_string_equal(
      t.what, "format: expected \"aurum/1\" or \"aurum/2\", got \"aurum/3\"");
  /* rules that ask nothing */
  alter(golden_4, "\"bids\"", "],", "],\"asked\":[" BEFORE "],", altered);
  assert_int_equal(judge(&r, altered, &t, &g), AU_OK); /* an unknown key */
  altered[17] = '2';
  assert_int_equal(judge(&r, altered, &t, &g), AU_EFORMAT);
  assert_string_equal(t.what, "round 1 asked question");
  assert_string_equal(t.expected, "no question here");
  au_game_free(&g);
}

/* ---- Games cut short ---------------------------------------------------- */

/* Write the lowest game as far as its first question 'ask' of some answers; of
** a question after the pass, as far as it goes. */
static void cut_line(const au_rules *r, au_game *g, int ask, int answers,
                     au_text *line) {
  au_record_head head = head_of();
  static const au_fault fault = {
      .seat = 1, .ask = "answer", .kind = "cpu", .message = ""};
  head.fault = &fault;
  head.fault_n = 1;
  lowest_line(r, g, line);
  while (g->state.round > 1 || g->state.phase != AU_PHASE_ASK ||
         g->state.ask != ask || g->state.answers != answers ||
         (ask < 5 && g->state.tricks > 0))
    assert_int_equal(au_game_undo(r, g), AU_OK);
  au_text_clear(line);
  au_record_write(r, g, &head, line);
  line->at[line->n - 1] = '\0';
}

typedef struct cut_case {
  int ask, answers; /* where the game is cut short */
  const char *from, *to, *what, *expected, *got;
} cut_case;

static void test_cut_short(void **state) {
  (void)state;
  static char altered[LINE_MAX_N];
  static const cut_case cases[] = {
      {1, 3, "\"tricks\":[]", "\"tricks\":[{}]", "round 1 asked",
       "the answer of seat 4 to \"give\"", "nothing"},
      {1, 3, "null,null", "\"B3\",null", "round 1 asked",
       "the answer of seat 4 to \"give\"", "nothing"},
      {1, 3, "\"plays\":\"\"", "\"plays\":\"B3\"", "round 1 open",
       "no change and no play before the bids", "an object"},
      {1, 3, "\"plays\":\"\"", "\"plays\":\"\",\"asked\":[" BEFORE "]",
       "round 1 asked question", "no question here", "\"before\""},
      {1, 3, "\"plays\":\"\"", "\"plays\":\"\",\"asked\":7", "round 1 asked",
       "a list", "7"},
      {3, 0, "\"open\":{\"leader\":3,\"changes\":[]",
       "\"open\":{\"leader\":3,\"changes\":[{\"seat\":3,\"gold\":\"G0\","
       "\"of\":3,\"card\":\"P3\"}]",
       "round 1 asked", "the answer of seat 3 to \"before\"", "nothing"},
      {3, 0, "\"plays\":\"\"}", "\"plays\":\"P3\"}", "round 1 asked",
       "the answer of seat 3 to \"before\"", "nothing"},
      {3, 0, "\"plays\":\"\"}", "\"plays\":\"\",\"asked\":7}", "round 1 asked",
       "a list", "7"},
      {3, 0, "\"plays\":\"\"}",
       "\"plays\":\"\",\"asked\":[" BEFORE "," BEFORE "]}",
       "round 1 asked question", "no question here", "\"before\""},
      {3, 0, "\"open\":", "\"end\":", "round 1 end seat", "a seat from 1 to 4",
       "nothing"},
      {3, 0, "\"open\":{", "\"end\":{\"seat\":1,", "round 1 asked",
       "the answer of seat 3 to \"before\"", "nothing"},
      {5, 1, "}]}]}}],\"faults\"", "}]}]},\"winners\":[]}],\"faults\"",
       "round 1 asked", "the answer of seat 4 to \"last\"", "nothing"},
      {5, 1, "}]}]}}],\"faults\"", "}]}]},\"score\":{}}],\"faults\"",
       "round 1 asked", "the answer of seat 4 to \"last\"", "nothing"},
      {5, 1, "}]}]}}],\"faults\"", "}]}]}},{}],\"faults\"", "round 1 open",
       "the last round", "another after it"},
  };
  au_rules r;
  au_game g, h;
  au_text line = {0};
  notes t;
  asking_rules(&r, 4, &every_moment);
  au_game_init(&g);
  au_game_init(&h);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const cut_case *c = &cases[i];
    cut_line(&r, &g, c->ask, c->answers, &line);
    assert_int_equal(judge(&r, line.at, &t, &h), AU_OK);
    alter(line.at, "", c->from, c->to, altered);
    assert_int_equal(judge(&r, altered, &t, &h), AU_EFORMAT);
    if (strcmp(t.what, c->what) != 0 || strcmp(t.expected, c->expected) != 0 ||
        strcmp(t.got, c->got) != 0)
      fail_msg("%s for %s: %s: expected %s, got %s", c->to, c->from, t.what,
               t.expected, t.got);
  }
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* A game that begins after the pass: the record names that seat, too. */
static void test_built_after_pass(void **state) {
  (void)state;
  static char altered[LINE_MAX_N];
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  notes t;
  au_fault fault = {.seat = 1, .ask = "answer", .kind = "cpu", .message = ""};
  asking_rules(&r, 4, &every_moment);
  au_game_init(&g);
  au_game_init(&h);
  cut_line(&r, &g, 5, 1, &line);
  au_state s = g.state;
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  head.fault = &fault;
  head.fault_n = 1;
  au_text_clear(&line);
  au_record_write(&r, &g, &head, &line);
  line.at[line.n - 1] = '\0';
  assert_int_equal(judge(&r, line.at, &t, &h), AU_OK);
  char from[32], to[32];
  snprintf(from, sizeof from, "\"end\":{\"seat\":%d", s.passer + 1);
  snprintf(to, sizeof to, "\"end\":{\"seat\":%d",
           s.passer % 4 + 2 > 4 ? 1 : s.passer + 2);
  alter(line.at, "", from, to, altered);
  assert_int_equal(judge(&r, altered, &t, &h), AU_EFORMAT);
  assert_string_equal(t.what, "round 1 end seat");
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* ---- Hooks that answer otherwise later ---------------------------------- */

static au_status nobody(void *ctx, const au_rules *r, const au_state *s,
                        int ask, uint8_t *seats) {
  (void)ctx, (void)r, (void)s, (void)ask, (void)seats;
  return AU_OK;
}

/* If a hook refuses an answer while a game is written, the record ends
** there. */
static au_status no_more(void *ctx, const au_rules *r, au_state *s, int ask) {
  (void)ctx, (void)r, (void)s, (void)ask;
  return AU_EHOOK;
}

static void test_hook_ends_writing(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  notes t;
  asking_rules(&r, 4, &every_moment);
  au_game_init(&g);
  au_game_init(&h);
  lowest_line(&r, &g, &line);
  r.hooks.ask_done = no_more;
  assert_int_equal(judge(&r, line.at, &t, &h), AU_EFORMAT);
  assert_string_equal(t.what, "round 1 asked give of seat 2");
  assert_string_equal(t.expected, "an answer of the variant's hook");
  au_text_clear(&line);
  au_record_write(&r, &g, &head, &line);
  assert_has(line.at, "\"answer\":\"B1 B2\"},{\"seat\":2,\"answer\":\"C1\"}]}],"
                      "\"tricks\":[],\"open\":{");
  r.hooks.ask_next = nobody;
  au_text_clear(&line);
  au_record_write(&r, &g, &head, &line);
  assert_has(line.at, "{\"format\":\"aurum/1\"");
  /* A game that asks nothing, written by rules that ask. */
  random_line(&r, &g, "nobody", &line);
  r.hooks.ask_next = ask_next;
  r.hooks.ask_done = ask_done;
  au_text_clear(&line);
  au_record_write(&r, &g, &head, &line);
  assert_ptr_equal(strchr(line.at, '\n'), line.at + line.n - 1);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cuts),
      cmocka_unit_test(test_starts),
      cmocka_unit_test(test_line),
      cmocka_unit_test(test_missing),
      cmocka_unit_test(test_wrong),
      cmocka_unit_test(test_too_many),
      cmocka_unit_test(test_version),
      cmocka_unit_test(test_cut_short),
      cmocka_unit_test(test_built_after_pass),
      cmocka_unit_test(test_hook_ends_writing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
