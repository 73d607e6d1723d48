/* record_play_test.c: reports on wrong plays, changes, ends and faults of a
** record. It continues record_bad_test.c. */
#include "record_helper.h"

/* Plays: seat 1 leads B9, seat 2 P8, seat 3 S4. */
static const change_case plays[] = {
    {"plays", "B9 P8 S4", "B9 B6 S4", 1, "round 1 trick 1 plays",
     "a legal action: B6: Bismuth is already in the trick (RULES 6.3)",
     "play B6"},
    {"plays", "B9 P8 S4", "G0 P8 S4", 1, "round 1 trick 1 plays",
     "a legal action: G0: gold cannot lead (RULES 6.2)", "play G0"},
    {"plays", "B9 P8 S4", "B9 P9 X4", 1, "round 1 trick 1 plays",
     "a card of the deck", "\"X4\""},
    {"plays", "B9 P8 S4", "B9 S1 P2", 1, "round 1 trick 1 plays",
     "a legal action: S1: not in the hand (RULES 6.3)", "play S1"},
    {"plays", "B9 P8 S4", "B9 P8", 1, "round 1 trick 1 plays",
     "one card a seat", "\"B9 P8\""},
    {"plays", "B9 P8 S4", "", 1, "round 1 trick 1 plays", "one card a seat",
     "\"\""},
    {"plays", "B9 P8 S4", "B9 P8 S4 S5", 1, "round 1 trick 1 plays",
     "one card a seat", "\"B9 P8 S4 S5\""},
    {"plays", "\"B9 P8 S4\"", "[\"B9\"]", 1, "round 1 trick 1 plays",
     "cards in one string", "a list"},
    {"", "\"plays\"", "\"play\"", 1, "round 1 trick 1 plays",
     "cards in one string", "nothing"},
    {"plays", "\"S5 Z2 B7\"", "\"S5 Z2 B9\"", 1, "round 1 trick 2 plays",
     "a legal action: B9: not in the hand (RULES 6.3)", "play B9"},
    {"", "[{\"leader\":1", "[7,{\"leader\":1", 1, "round 1 trick 1 trick",
     "an object", "7"},
    {"", "\"tricks\":[", "\"tricks\":{},\"more\":[", 1, "round 1 tricks",
     "a list", "an object"},
    {"", "\"tricks\"", "\"trick\"", 1, "round 1 tricks", "a list", "nothing"},
};

static void test_plays(void **state) {
  (void)state;
  CHECK(golden_3, plays);
}

/* Changes. In the fourth trick of the first round seat 3 pays G4 for P2; in the
** fifth seat 1 pays G2 for Z3, then seat 2 G0 for B3. */
#define OF_4  "{\"seat\":3,\"gold\":\"G4\",\"of\":3,\"card\":\"P2\"}"
#define OF_5A "{\"seat\":1,\"gold\":\"G2\",\"of\":1,\"card\":\"Z3\"}"
#define OF_5B "{\"seat\":2,\"gold\":\"G0\",\"of\":2,\"card\":\"B3\"}"
static const change_case changes[] = {
    {"", OF_4, "{\"seat\":3,\"gold\":\"G7\",\"of\":3,\"card\":\"P2\"}", 1,
     "round 1 trick 4 changes",
     "a legal action: G7: not in the collection (RULES 5.1)",
     "change G7 P2 of 3"},
    {"", OF_4, "{\"seat\":3,\"gold\":\"G4\",\"of\":1,\"card\":\"P2\"}", 1,
     "round 1 trick 4 changes",
     "a legal action: seat 1 is not one whose bid may be replaced (RULES 5.2)",
     "change G4 P2 of 1"},
    {"", OF_4, "{\"seat\":3,\"gold\":\"G4\",\"of\":3,\"card\":\"P9\"}", 1,
     "round 1 trick 4 changes",
     "a legal action: P9: not in the hand (RULES 5.1)", "change G4 P9 of 3"},
    {"", OF_5A "," OF_5B, OF_5B "," OF_5A, 1, "round 1 trick 5 changes seat",
     "a seat with a change to make, in play order (RULES 5)", "1"},
    {"", OF_4, OF_4 "," OF_4, 1, "round 1 trick 4 changes seat",
     "a seat with a change to make, in play order (RULES 5)", "3"},
    {"", OF_4, "7", 1, "round 1 trick 4 changes", "an object", "7"},
    {"", OF_4, "{\"seat\":4}", 1, "round 1 trick 4 changes seat",
     "a seat from 1 to 3", "4"},
    {"", OF_4, "{\"seat\":3}", 1, "round 1 trick 4 changes of",
     "a seat from 1 to 3", "nothing"},
    {"", OF_4, "{\"seat\":3,\"of\":3}", 1, "round 1 trick 4 changes gold",
     "a card", "nothing"},
    {"", OF_4, "{\"seat\":3,\"of\":3,\"gold\":\"G4\"}", 1,
     "round 1 trick 4 changes card", "a card", "nothing"},
    {"", OF_4, "{\"seat\":3,\"seat\":3}", 1, "round 1 trick 4 changes",
     "each key once", "seat"},
    {"", "\"changes\":[]", "\"changes\":{}", 1, "round 1 trick 1 changes",
     "a list", "an object"},
    {"", "\"changes\":[],", "", 1, "round 1 trick 1 changes", "a list",
     "nothing"},
};

static void test_changes(void **state) {
  (void)state;
  CHECK(golden_3, changes);
}

/* The end of the first round: seat 1 leads, has no card and passes. */
#define LAST_TRICK                                       \
  "{\"leader\":3,\"changes\":[],\"plays\":\"B4 S1 Z6\"," \
  "\"winner\":2,\"award\":null}"
#define END_1 "\"end\":{\"seat\":1,\"leader\":1,\"changes\":[],\"plays\":\"\"}"
static const change_case ends[] = {
    {"", "\"end\":{\"seat\":1", "\"end\":{\"seat\":2", 1, "round 1 end",
     "a legal action: seat 2 is not on turn", "pass"},
    {"", "\"end\":{\"seat\":1", "\"end\":{\"seat\":0", 1, "round 1 end seat",
     "a seat from 1 to 3", "0"},
    {"", "\"end\":{\"seat\":1,", "\"end\":{", 1, "round 1 end seat",
     "a seat from 1 to 3", "nothing"},
    {"", END_1, "\"end\":7", 1, "round 1 end", "an object", "7"},
    {"", END_1 ",", "", 1, "round 1 end", "an object", "nothing"},
    {"end", "\"plays\":\"\"", "\"plays\":\"S8\"", 1, "round 1 plays",
     "a legal action: S8: not in the hand (RULES 6.3)", "play S8"},
    {"", "," LAST_TRICK "]," END_1,
     "],\"end\":{\"seat\":1,\"leader\":3,"
     "\"changes\":[],\"plays\":\"B4 S1 Z6\"}",
     1, "round 1 end plays", "an unfinished trick", "\"B4 S1 Z6\""},
    {"", "," LAST_TRICK, "", 2, "round 1 leader", "3", "1"},
    {"", "\"score\":{\"taken\":[4,5,2]", "\"score\":[],\"s\":{\"x\":[4,5,2]", 1,
     "round 1 score", "an object", "an empty list"},
    {"", "\"score\":{\"taken\":[4,5,2]", "\"s\":{\"taken\":[4,5,2]", 1,
     "round 1 score", "an object", "nothing"},
    {"", "\"score\":{", "\"score\":{\"taken\":[4,5,2],", 1, "round 1 score",
     "each key once", "taken"},
};

static void test_ends(void **state) {
  (void)state;
  CHECK(golden_3, ends);
}

/* Keys that occur twice, in every object. */
static const change_case twice[] = {
    {"", "\"variant\"", "\"variant\":\"bga\",\"variant\"", 0,
     "key \"variant\" occurs twice", "", ""},
    {"", "{\"first\":1", "{\"first\":1,\"first\":1", 1, "round 1 round",
     "each key once", "first"},
    {"", "\"extras\"", "\"extras\":\"\",\"extras\"", 1, "round 1 round",
     "each key once", "extras"},
    {"", "{\"leader\":1", "{\"leader\":1,\"leader\":1", 1,
     "round 1 trick 1 trick", "each key once", "leader"},
    {"", "\"end\":{", "\"end\":{\"plays\":\"\",", 1, "round 1 end",
     "each key once", "plays"},
};

static void test_twice(void **state) {
  (void)state;
  CHECK(golden_3, twice);
}

/* Whole rounds: one missing, one too many, one that is not a round. */
static const change_case rounds[] = {
    {"", "\"rounds\":[", "\"rounds\":[],\"more\":[", 1, "rounds",
     "more: the game is not over (RULES 9.4)", "no more"},
    {"", "\"rounds\":[", "\"rounds\":{},\"more\":[", 1, "rounds", "a list",
     "an object"},
    {"", "\"rounds\"", "\"round\"", 1, "rounds", "a list", "nothing"},
    {"", "\"rounds\":[", "\"rounds\":[7,", 1, "round 1 round", "an object",
     "7"},
    {"", "}],\"winners\"", "},{\"first\":3}],\"winners\"", 1, "round 2 round",
     "the end of the game (RULES 9.4)", "a round"},
    {"", "\"names\":[", "\"names\":[\"\",", 1, "names", "one for each seat",
     "a list"},
    {"", "\"names\"", "\"name\"", 1, "names", "one for each seat", "nothing"},
    {"", "\"ref1\"", "1", 1, "names", "strings", "1"},
    {"", "\"seed\":\"0\"", "\"seed\":0", 1, "seed", "a string", "0"},
    {"", "\"seed\"", "\"rules\":0,\"seed\"", 1, "rules",
     "a digest of 16 hex digits", "0"},
    {"", "\"seed\"", "\"start\":0,\"seed\"", 1, "start", "a position", "0"},
    {"", "\"seed\"", "\"start\":\"au1:x\",\"seed\"", 1, "start", "a position",
     "\"au1:x\": expected au1:VARIANT:DIGEST:DATA"},
};

static void test_rounds(void **state) {
  (void)state;
  CHECK(golden_3, rounds);
}

/* A record that is complete up to the end of its first round. */
static void test_round_missing(void **state) {
  (void)state;
  static char line[LINE_MAX_N];
  notes t;
  au_game g;
  au_rules r;
  golden_rules(&r, golden_3);
  strcpy(line, golden_3);
  char *at = strstr(line, ",{\"first\":2");
  char *end = strstr(line, "],\"winners\":[3]}");
  assert_true(at != NULL && end != NULL);
  end = strstr(line, "}],\"winners\"");
  memmove(at, end + 1, strlen(end + 1) + 1);
  au_game_init(&g);
  assert_int_equal(judge(&r, line, &t, &g), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "rounds");
  assert_string_equal(t.expected, "more: the game is not over (RULES 9.4)");
  assert_int_equal(g.state.round, 1); /* played up to there */
  au_game_free(&g);
}

/* Faults, and a game that is not over. FAULT has 'rest' in place of ask, kind
** and message; TEXTS are valid ones. */
#define FAULT(seat, rest)                                        \
  "\"faults\":[{\"round\":1,\"trick\":0,\"seat\":" seat "," rest \
  ",\"substituted\":false}],\"rounds\""
#define FAULT_LIST                                         \
  "\"faults\":[{\"round\":1,\"trick\":0,\"seat\":2," TEXTS \
  ",\"substituted\":false}]"
#define TEXTS "\"ask\":\"bid\",\"kind\":\"error\",\"message\":\"m\""
static const change_case faults[] = {
    {"", "\"rounds\"", FAULT("2", TEXTS), 1, "winners", "[1,3]", "[3]"},
    {"", "\"rounds\"", "\"faults\":[{\"seat\":2}],\"rounds\"", 1, "faults ask",
     "a string", "nothing"},
    {"", "\"rounds\"", "\"faults\":7,\"rounds\"", 1, "faults", "a list", "7"},
    {"", "\"rounds\"", "\"faults\":[7],\"rounds\"", 1, "faults", "an object",
     "7"},
    {"", "\"rounds\"", "\"faults\":[{}],\"rounds\"", 1, "faults seat",
     "a seat from 1 to 3", "nothing"},
    {"", "\"rounds\"", FAULT("4", TEXTS), 1, "faults seat",
     "a seat from 1 to 3", "4"},
    {"", "\"rounds\"", FAULT("1,\"seat\":1", TEXTS), 1, "faults",
     "each key once", "seat"},
    {"", "\"rounds\"", FAULT("2", "\"ask\":5,\"kind\":\"error\""), 1,
     "faults ask", "a string", "5"},
    {"", "\"rounds\"", FAULT("2", "\"ask\":\"bid\",\"kind\":\"error\""), 1,
     "faults message", "a string", "nothing"},
    {"", "\"rounds\"",
     "\"faults\":[{\"round\":-1,\"trick\":0,\"seat\":2," TEXTS
     ",\"substituted\":false}],\"rounds\"",
     1, "faults round", "a round", "-1"},
    {"", "\"rounds\"",
     "\"faults\":[{\"round\":1,\"trick\":0,\"seat\":2," TEXTS "}],\"rounds\"",
     1, "faults substituted", "true or false", "nothing"},
    {"", "\"rounds\"",
     "\"faults\":[{\"round\":1,\"trick\":true,\"seat\":2," TEXTS
     "}],\"rounds\"",
     1, "faults trick", "a trick", "true or false"},
    {"", "\"end\"", "\"open\"", 1, "round 1 open", "the last round",
     "another after it"},
    {"", END_1, "\"open\":7", 1, "round 1 open", "an object", "7"},
};

static void test_faults(void **state) {
  (void)state;
  CHECK(golden_3, faults);
}

/* A game that is not over needs a fault that ended it. */
static void test_open_without_fault(void **state) {
  (void)state;
  static const char open[] =
      "{\"format\":\"aurum/1\",\"variant\":\"bga\",\"players\":3,"
      "\"names\":[\"\",\"\",\"\"],\"seed\":\"\",\"rounds\":[],\"winners\":[]}";
  notes t;
  au_game g;
  au_rules r;
  golden_rules(&r, golden_3);
  au_game_init(&g);
  assert_int_equal(judge(&r, open, &t, &g), AU_EFORMAT);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "rounds");
  au_game_free(&g);
}

/* The open trick of a game that was cut short must be possible. */
static void test_open_altered(void **state) {
  (void)state;
  static const struct {
    const char *bids, *open, *what, *expected;
  } cases[] = {
      {"null,null,null", "7", "round 1 open", "an object"},
      {"null,null,null", "{\"leader\":2,\"changes\":[],\"plays\":\"\"}",
       "round 1 leader", "1"},
      {"null,null,null", "{\"leader\":1,\"changes\":[7],\"plays\":\"\"}",
       "round 1 open", "no change and no play before the bids"},
      {"null,null,null", "{\"leader\":1,\"plays\":\"\"}", "round 1 open",
       "no change and no play before the bids"},
      {"null,null,null", "{\"leader\":1,\"changes\":[],\"plays\":\"B9\"}",
       "round 1 open", "no change and no play before the bids"},
      {"\"P4\",\"Z1\",\"B2\"",
       "{\"leader\":1,\"changes\":[],\"plays\":\"B9 P8 S4\"}",
       "round 1 open plays", "an unfinished trick"},
      {"\"P4\",\"Z1\",\"B2\"",
       "{\"leader\":1,\"changes\":[],\"plays\":\"B9 P8\"}", "", ""},
      {"\"P4\",null,null", "{\"leader\":1,\"changes\":[],\"plays\":\"\"}", "",
       ""},
  };
  au_rules r;
  au_game g;
  golden_rules(&r, golden_3);
  au_game_init(&g);
  const char *hands = strstr(golden_3, "\"hands\"");
  int n = (int)(strstr(hands, "\"bids\"") - hands);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    static char line[LINE_MAX_N];
    notes t;
    snprintf(line, sizeof line,
             "{\"format\":\"aurum/1\",\"variant\":\"bga\",\"players\":3,"
             "\"names\":[\"\",\"\",\"\"],\"seed\":\"\",\"rounds\":"
             "[{\"first\":1,%.*s\"bids\":[%s],\"tricks\":[],"
             "\"open\":%s}]," FAULT_LIST ",\"winners\":[1,3]}",
             n, hands, cases[i].bids, cases[i].open);
    au_status status = judge(&r, line, &t, &g);
    assert_int_equal(status, *cases[i].what == '\0' ? AU_OK : AU_EFORMAT);
    assert_string_equal(t.what, cases[i].what);
    assert_string_equal(t.expected, cases[i].expected);
  }
  au_game_free(&g);
}

/* ---- Arbitrary alterations --------------------------------------------- */

/* Reduce a line to its game: remove names, seed and the order
** of dealt cards. */
static void bare(char *line) {
  line[strcspn(line, "\n")] = '\0';
  cut(line, "\"variant\":", "\"rounds\":");
  cut(line, "\"hands\":", "\"bids\":");
}

/* Alter one byte anywhere. Either it is reported, or the game that was played
** is the one that the line now describes: S6 in place of S5 may be as valid a
** game. No alteration does harm. */
static void check_bytes(const char *line, int tries) {
  static char altered[LINE_MAX_N];
  au_seed seed = seed_of("bytes");
  au_rng rng = rng_of(&seed, 0);
  au_record_head head = {.variant = "", .digest = "", .seed = ""};
  au_text ours = {0};
  au_rules r;
  au_game g;
  notes t;
  int played = 0;
  golden_rules(&r, line);
  au_game_init(&g);
  for (int i = 0; i < tries; i++) {
    strcpy(altered, line);
    altered[au_rng_below(&rng, (uint32_t)strlen(line))] =
        (char)(' ' + au_rng_below(&rng, 95));
    au_status status = judge(&r, altered, &t, &g);
    assert_true((status == AU_OK) == (strlen(t.what) == 0));
    if (status != AU_OK)
      continue;
    au_text_clear(&ours);
    au_record_write(&r, &g, &head, &ours);
    bare(ours.at);
    bare(altered);
    assert_string_equal(ours.at, altered);
    played++;
  }
  assert_in_range(played, 1, tries / 10);
  au_text_free(&ours);
  au_game_free(&g);
}

static void test_bytes(void **state) {
  (void)state;
  check_bytes(golden_3, 10000);
  check_bytes(golden_4, 10000);
}

/* A line that is cut off anywhere is not JSON. */
static void test_cut_off(void **state) {
  (void)state;
  static char line[LINE_MAX_N];
  strcpy(line, golden_3);
  for (size_t n = strlen(line); n-- > 0;) {
    char why[AU_WHY_TEXT];
    au_record *rec = NULL;
    assert_int_equal(au_record_parse(line, n, &rec, why), AU_EFORMAT);
  }
}

/* If a record has both an end and an open trick, the end counts. */
static void test_end_and_open(void **state) {
  (void)state;
  static char altered[LINE_MAX_N];
  notes t;
  au_game g;
  au_rules r;
  golden_rules(&r, golden_3);
  au_game_init(&g);
  alter(golden_3, "", "\"end\":{", "\"open\":7,\"end\":{", altered);
  assert_int_equal(judge(&r, altered, &t, &g), AU_OK);
  au_game_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plays),
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_twice),
      cmocka_unit_test(test_rounds),
      cmocka_unit_test(test_round_missing),
      cmocka_unit_test(test_faults),
      cmocka_unit_test(test_open_without_fault),
      cmocka_unit_test(test_open_altered),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_cut_off),
      cmocka_unit_test(test_end_and_open),
  };
  return cmocka_run_group_tests(tests, read_lines, NULL);
}
