/* record_test.c: records are written, read and replayed. record_bad_test.c has
** the records that are wrong. */
#include "record_helper.h"

#include <dirent.h>

/* ---- Golden records --------------------------------------------------- */

/* Check that a golden line, written again from the game, stays the same except
** for the digest and the order of dealt cards. */
static void same_line(const au_rules *r, const au_game *g, const au_record *rec,
                      char *golden) {
  au_record_head head = {.variant = au_record_variant(rec),
                         .digest = digest,
                         .seed = au_record_seed(rec)};
  au_text ours = {0};
  for (int i = 0; i < r->players; i++)
    head.name[i] = au_record_name(rec, i);
  au_record_write(r, g, &head, &ours);
  ours.at[ours.n - 1] = '\0';
  cut(ours.at, "\"rules\":", ",");
  cut(ours.at, "\"hands\":", "\"bids\":");
  cut(golden, "\"hands\":", "\"bids\":");
  assert_string_equal(ours.at, golden);
  au_text_free(&ours);
}

static void check_golden_line(char *line, const char *file, au_game *g) {
  au_rules r;
  char name[128];
  snprintf(name, sizeof name, "%s", file);
  au_record *rec = parse(line, strlen(line), name);
  variant_rules(&r, au_record_variant(rec), au_record_players(rec));
  assert_null(au_record_digest(rec));
  assert_int_equal(au_record_replay(&r, rec, digest, g, no_difference, name),
                   AU_OK);
  assert_int_equal(g->state.phase, AU_PHASE_OVER);
  assert_int_equal(g->state.winners, au_record_claim(rec));
  same_line(&r, g, rec, line);
  au_record_free(rec);
}

static int check_golden_file(const char *file) {
  static char line[1 << 16];
  char path[256];
  int lines = 0;
  au_game g;
  snprintf(path, sizeof path, "tests/fixtures/golden/%s", file);
  FILE *in = fopen(path, "r");
  if (in == NULL)
    fail_msg("%s cannot be read: run the tests from the top folder", path);
  au_game_init(&g);
  for (; fgets(line, sizeof line, in) != NULL; lines++) {
    line[strcspn(line, "\n")] = '\0';
    check_golden_line(line, file, &g);
  }
  au_game_free(&g);
  fclose(in);
  return lines;
}

/* Golden records: games of another program, under eight rule sets.
** Each must verify. */
static void test_golden(void **state) {
  (void)state;
  int files = 0, lines = 0;
  const struct dirent *entry;
  DIR *dir = opendir("tests/fixtures/golden");
  if (dir == NULL)
    fail_msg("no tests/fixtures/golden: run the tests from the top folder");
  while ((entry = readdir(dir)) != NULL) {
    if (strstr(entry->d_name, ".jsonl") == NULL)
      continue;
    files++;
    lines += check_golden_file(entry->d_name);
  }
  closedir(dir);
  assert_true(files >= 16);
  assert_true(lines >= 192);
}

/* ---- Written records -------------------------------------------------- */

/* A round played by hand: its line, compared with the format (core/RECORD.md).
*/
static void test_line(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B7", "C3 P3", "P5 S1", "Z2 Z9"};
  au_rules r;
  au_game g, h;
  au_text line = {0};
  knob_rules(&r, 4, "hand=2 suits=BCPSZ ranks=1,9 nuggets=1");
  au_deal deal = deal_of(&r, 2, hands);
  static const char *const actions[] = {
      "bid P5",
      "bid Z2",
      "bid B1",
      "bid C3",
      "keep",
      "keep",
      "change G0 B7 of 3",
      "keep",
      "play S1",
      "play Z9",
      "play P5",
      "pass" /* its P3 would be a second Phosphorus */};
  au_game_init(&g);
  au_game_begin(&r, &g);
  assert_int_equal(au_game_deal(&r, &g, &deal, NULL), AU_OK);
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    assert_int_equal(au_game_apply(&r, &g, action_of(&r, &g.state, actions[i])),
                     AU_OK);
  au_record_head head = head_of();
  head.name[1] = "al\"chemist:sims=2";
  au_record_write(&r, &g, &head, &line);
  assert_string_equal(
      line.at,
      "{\"format\":\"aurum/1\",\"variant\":\"made-up\","
      "\"rules\":\"0123456789abcdef\",\"players\":4,"
      "\"names\":[\"bot\",\"al\\\"chemist:sims=2\",\"bot\",\"bot\"],"
      "\"seed\":\"7.1\",\"rounds\":[{\"first\":3,"
      "\"hands\":[\"B1 B7\",\"C3 P3\",\"P5 S1\",\"Z2 Z9\"],"
      "\"extras\":\"B2 B3 B4 B5 B6 B8 B9 C1 C2 C4 C5 C6 C7 C8 C9 P1 P2 P4 P6 "
      "P7 P8 P9 S2 S3 S4 S5 S6 S7 S8 S9 Z1 Z3 Z4 Z5 Z6 Z7 Z8\","
      "\"bids\":[\"B1\",\"C3\",\"P5\",\"Z2\"],\"tricks\":[],"
      "\"end\":{\"seat\":2,\"leader\":3,"
      "\"changes\":[{\"seat\":1,\"gold\":\"G0\",\"of\":3,\"card\":\"B7\"}],"
      "\"plays\":\"S1 Z9 P5\"},"
      "\"score\":{\"taken\":[0,0],\"bid\":[7,3],\"bid_points\":[0,0],"
      "\"gold_points\":[0,0],\"points\":[0,0]},\"winners\":[1,2]}],"
      "\"winners\":[1,2]}\n");
  au_game_init(&h);
  replay(&r, &line, &h);
  assert_memory_equal(&h.state, &g.state, sizeof g.state);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* Bids face down: "-Z3". */
static void test_zero_bid(void **state) {
  (void)state;
  static const char *const none[] = {"", "", "", ""};
  au_rules r;
  au_game g, h;
  au_text line = {0};
  knob_rules(&r, 4, "zero_bid=true nuggets=1");
  au_deal deal = deal_of(&r, 0, none);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  assert_int_equal(au_game_deal(&r, &g, &deal, NULL), AU_OK);
  static const char *const bids[] = {"bid -B5", "bid C9", "bid P5", "bid -Z8"};
  for (int i = 0; i < 4; i++)
    assert_int_equal(au_game_apply(&r, &g, action_of(&r, &g.state, bids[i])),
                     AU_OK);
  au_seed seed = seed_of("nought");
  au_rng rng = rng_of(&seed, 0);
  while (step_game(&r, &g, &seed, &rng))
    ;
  au_record_head head = head_of();
  au_record_write(&r, &g, &head, &line);
  assert_non_null(strstr(line.at, "\"bids\":[\"-B5\",\"C9\",\"P5\",\"-Z8\"]"));
  replay(&r, &line, &h);
  assert_memory_equal(&h.state, &g.state, sizeof g.state);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* ---- Heads ------------------------------------------------------------ */

static void test_accessors(void **state) {
  (void)state;
  static const char line[] =
      "{\"names\":[\"a\",\"b\"],\"seed\":\"s.1\",\"players\":3,"
      "\"variant\":\"x+y\",\"rules\":\"fedc\",\"format\":\"aurum/1\","
      "\"more\":[1,{\"variant\":2}],\"winners\":[1,3]}";
  au_record *rec = parse(line, sizeof line - 1, "accessors");
  assert_string_equal(au_record_variant(rec), "x+y");
  assert_int_equal(au_record_players(rec), 3);
  assert_string_equal(au_record_seed(rec), "s.1");
  assert_string_equal(au_record_digest(rec), "fedc");
  assert_string_equal(au_record_name(rec, 0), "a");
  assert_string_equal(au_record_name(rec, 1), "b");
  assert_string_equal(au_record_name(rec, 2), "");
  assert_int_equal(au_record_claim(rec), 5);
  au_record_free(rec);
}

static void test_accessors_missing(void **state) {
  (void)state;
  static const char *const lines[] = {
      "{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":2}",
      "{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":2,\"names\":7,"
      "\"seed\":7,\"rules\":7,\"winners\":7,\"faults\":7}",
      "{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":2,\"names\":[7],"
      "\"winners\":[0,7,1.5,\"1\"]}"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    au_record *rec = parse(lines[i], strlen(lines[i]), "missing");
    assert_string_equal(au_record_seed(rec), "");
    assert_null(au_record_digest(rec));
    assert_string_equal(au_record_name(rec, 0), "");
    assert_int_equal(au_record_claim(rec), 0);
    assert_int_equal(au_record_faults(rec, NULL, 0), 0);
    au_record_free(rec);
  }
  au_record_free(NULL);
}

/* Blanks and a carriage return after the line are accepted. */
static void test_trailing_blanks(void **state) {
  (void)state;
  static const char line[] =
      " {\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":2} \t\r";
  au_record_free(parse(line, sizeof line - 1, "blanks"));
}

/* ---- Digests ---------------------------------------------------------- */

static void test_digest(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  notes t = {0};
  variant_rules(&r, "en-2023", 3);
  au_game_init(&g);
  au_game_init(&h);
  random_line(&r, &g, "digest", &line);
  au_record *rec = parse(line.at, line.n - 1, "digest");
  assert_string_equal(au_record_digest(rec), digest);
  assert_int_equal(au_record_replay(&r, rec, NULL, &h, note, &t), AU_OK);
  assert_int_equal(t.n, 0); /* not compared */
  assert_int_equal(au_record_replay(&r, rec, "fedcba9876543210", &h, note, &t),
                   AU_EDIGEST);
  assert_int_equal(t.n, 1);
  assert_string_equal(t.what, "rules");
  assert_string_equal(t.expected, "fedcba9876543210");
  assert_string_equal(t.got, "\"0123456789abcdef\"");
  assert_int_equal(h.round_n, 0); /* nothing was played */
  au_record_free(rec);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

static void test_other_players(void **state) {
  (void)state;
  au_rules r, four;
  au_game g, h;
  au_text line = {0};
  notes t = {0};
  variant_rules(&r, "en-2023", 3);
  variant_rules(&four, "en-2023", 4);
  au_game_init(&g);
  au_game_init(&h);
  random_line(&r, &g, "players", &line);
  au_record *rec = parse(line.at, line.n - 1, "players");
  assert_int_equal(au_record_replay(&four, rec, digest, &h, note, &t),
                   AU_EFORMAT);
  assert_string_equal(t.what, "players");
  assert_string_equal(t.expected, "4");
  assert_string_equal(t.got, "3");
  au_record_free(rec);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* ---- Faults ----------------------------------------------------------- */

static const au_fault fault_of_2 = {
    2, 3, 1, false, "play", "illegal", "a \"bad\" card"};
static const au_fault stand_in = {1, 0, 2, true, "bid", "error", "x"};

static void test_winners(void **state) {
  (void)state;
  au_rules three, four;
  au_game g;
  au_fault both[] = {fault_of_2, stand_in};
  variant_rules(&three, "en-2023", 3);
  variant_rules(&four, "en-2023", 4);
  au_game_init(&g);
  au_game_begin(&four, &g);
  assert_int_equal(au_record_winners(&four, &g, NULL, 0), 0);
  assert_int_equal(au_record_winners(&four, &g, &fault_of_2, 1), 1);
  assert_int_equal(au_record_winners(&three, &g, &fault_of_2, 1), 5);
  assert_int_equal(au_record_winners(&four, &g, &stand_in, 1), 0);
  assert_int_equal(au_record_winners(&four, &g, both, 2), 1);
  g.state.winners = 2;
  assert_int_equal(au_record_winners(&four, &g, &stand_in, 1), 2);
  assert_int_equal(au_record_winners(&four, &g, &fault_of_2, 1), 1);
  au_game_free(&g);
}

/* The faults of a record, as many as fit. A missing value, or an item that is
** not a fault, is empty. */
static void test_fault_list(void **state) {
  (void)state;
  static const char line[] =
      "{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":3,\"faults\":["
      "{\"round\":2,\"trick\":3,\"seat\":3,\"ask\":\"play\",\"kind\":\"error\","
      "\"message\":\"m\",\"substituted\":true},"
      "{\"seat\":4,\"round\":-1,\"ask\":7},7,[[1]],null]}";
  au_fault list[6] = {{0}};
  au_record *rec = parse(line, sizeof line - 1, "faults");
  assert_int_equal(au_record_faults(rec, NULL, 0), 5);
  assert_int_equal(au_record_faults(rec, list, 1), 5);
  assert_int_equal(list[0].round, 2);
  assert_int_equal(list[0].trick, 3);
  assert_int_equal(list[0].seat, 2);
  assert_true(list[0].substituted);
  assert_string_equal(list[0].ask, "play");
  assert_string_equal(list[0].kind, "error");
  assert_string_equal(list[0].message, "m");
  assert_null(list[1].ask); /* it did not fit */
  assert_int_equal(au_record_faults(rec, list, 6), 5);
  for (int i = 1; i < 5; i++) {
    assert_int_equal(list[i].round + list[i].trick + list[i].seat, 0);
    assert_false(list[i].substituted);
    assert_string_equal(list[i].ask, "");
    assert_string_equal(list[i].message, "");
  }
  assert_null(list[5].ask);
  au_record_free(rec);
}

/* The scores of a record: of the rounds that have one, if each has a number for
** each side. */
static void test_scores(void **state) {
  (void)state;
#define RECORD_OF(rounds)                                                      \
  "{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":2,\"rounds\":" rounds \
  "}"
#define SCORE_OF(points)                                             \
  "{\"score\":{\"taken\":[1,4],\"bid\":[9,-1],\"bid_points\":[0,2]," \
  "\"gold_points\":[3,0],\"points\":" points "}}"
  static const struct {
    const char *line;
    int n, sides;
  } cases[] = {
      {RECORD_OF("[" SCORE_OF("[-3,32767]") ",{\"first\":1}]"), 1, 2},
      {RECORD_OF("[" SCORE_OF("[1,2]") "," SCORE_OF("[3,4]") "]"), 2, 2},
      {RECORD_OF("[]"), 0, 0},
      {RECORD_OF("7"), 0, 0},
      {RECORD_OF("[7,null]"), 0, 0},
      {RECORD_OF("[" SCORE_OF("[1]") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("[1,2,3]") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("[1,2,3,4,5,6,7]") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("7") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("[1,32768]") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("[1,1.5]") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("[1,2],\"bid\":[1,1]") "]"), 1, 0},
      {RECORD_OF("[" SCORE_OF("[1,2]") "," SCORE_OF("[1]") "]"), 2, 0},
      {RECORD_OF("[" SCORE_OF("[1]") "," SCORE_OF("[1,2]") "]"), 2, 0},
      {RECORD_OF("[{\"score\":[1,2]}]"), 1, 0},
      {RECORD_OF("[{\"score\":{},\"score\":{}}]"), 1, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_score list[3];
    int sides = -1;
    memset(list, 0, sizeof list);
    list[2].taken[0] = 77;
    au_record *rec = parse(cases[i].line, strlen(cases[i].line), "scores");
    assert_int_equal(au_record_scores(rec, NULL, 0, &sides), cases[i].n);
    assert_int_equal(sides, cases[i].sides);
    assert_int_equal(au_record_scores(rec, list, 2, &sides), cases[i].n);
    assert_int_equal(sides, cases[i].sides);
    assert_int_equal(list[2].taken[0], 77);
    if (i == 0) {
      assert_int_equal(list[0].taken[1], 4);
      assert_int_equal(list[0].bid[1], -1);
      assert_int_equal(list[0].bid_points[1], 2);
      assert_int_equal(list[0].gold_points[0], 3);
      assert_int_equal(list[0].points[0], -3);
      assert_int_equal(list[0].points[1], 32767);
    }
    au_record_free(rec);
  }
}

/* Play until 'stop' is true, and write the game with a fault there. */
static void open_line(const au_rules *r, au_game *g, au_text *line,
                      bool (*stop)(const au_state *s)) {
  au_record_head head = head_of();
  au_seed seed = seed_of("open");
  au_rng rng = rng_of(&seed, 0);
  head.fault = &fault_of_2;
  head.fault_n = 1;
  au_game_begin(r, g);
  while (!stop(&g->state))
    assert_true(step_game(r, g, &seed, &rng));
  au_record_write(r, g, &head, line);
}

static bool at_start(const au_state *s) {
  return s->phase == AU_PHASE_DEAL;
}
static bool in_bids(const au_state *s) {
  return s->phase == AU_PHASE_BID && s->turn == (s->first + 2) % 3;
}
static bool in_trick(const au_state *s) {
  return s->round == 2 && s->tricks == 1 && s->trick.n == 2;
}
static bool between_rounds(const au_state *s) {
  return s->round == 1 && s->phase == AU_PHASE_DEAL;
}

/* A game that was cut short: complete tricks, then the open one; the
** other sides win. */
static void test_open(void **state) {
  (void)state;
  static const struct {
    bool (*stop)(const au_state *s);
    const char *part; /* in the line */
  } cases[] = {
      {at_start, "\"rounds\":[],\"faults\":["},
      {in_bids, "\"tricks\":[],\"open\":{\"leader\":"},
      {in_trick, "\"open\":{\"leader\":"},
      {between_rounds, "\"points\":["},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    au_game g, h;
    au_text line = {0};
    variant_rules(&r, "en-2023", 3);
    au_game_init(&g);
    au_game_init(&h);
    open_line(&r, &g, &line, cases[i].stop);
    assert_non_null(strstr(line.at, cases[i].part));
    assert_non_null(strstr(
        line.at, ",\"faults\":[{\"round\":2,\"trick\":3,\"seat\":2,"
                 "\"ask\":\"play\",\"kind\":\"illegal\","
                 "\"message\":\"a \\\"bad\\\" card\",\"substituted\":false}],"
                 "\"winners\":[1,3]}\n"));
    replay(&r, &line, &h);
    assert_memory_equal(&h.state, &g.state, sizeof g.state);
    au_text_free(&line);
    au_game_free(&g);
    au_game_free(&h);
  }
}

/* null for the seats that have not bid. */
static void test_open_bids(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_text line = {0};
  variant_rules(&r, "en-2023", 3);
  au_game_init(&g);
  open_line(&r, &g, &line, in_bids);
  const char *bids = strstr(line.at, "\"bids\":[");
  assert_non_null(bids);
  const char *missing = strstr(bids, "null");
  assert_true(missing != NULL && missing < strchr(bids, ']'));
  au_text_free(&line);
  au_game_free(&g);
}

/* If every side has a fault, nobody wins, and the record says so. */
static void test_all_at_fault(void **state) {
  (void)state;
  static const au_fault faults[] = {{1, 0, 0, false, "start", "error", ""},
                                    {1, 0, 1, false, "start", "error", ""}};
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  au_seed seed = seed_of("all");
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  head.fault = faults;
  head.fault_n = 2;
  au_record_write(&r, &g, &head, &line);
  assert_non_null(strstr(line.at, "],\"winners\":[]}"));
  replay(&r, &line, &h);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

/* A fault that was substituted changes nothing else. */
static void test_substituted(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  au_text line = {0};
  au_record_head head = head_of();
  au_seed seed = seed_of("substituted");
  variant_rules(&r, "bga", 4);
  au_game_init(&g);
  au_game_init(&h);
  random_game(&r, &g, &seed, 0);
  head.fault = &stand_in;
  head.fault_n = 1;
  au_record_write(&r, &g, &head, &line);
  assert_non_null(strstr(line.at, "\"substituted\":true}]"));
  replay(&r, &line, &h);
  assert_int_equal(h.state.winners, g.state.winners);
  au_text_free(&line);
  au_game_free(&g);
  au_game_free(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_line),
      cmocka_unit_test(test_zero_bid),
      cmocka_unit_test(test_accessors),
      cmocka_unit_test(test_accessors_missing),
      cmocka_unit_test(test_trailing_blanks),
      cmocka_unit_test(test_digest),
      cmocka_unit_test(test_other_players),
      cmocka_unit_test(test_winners),
      cmocka_unit_test(test_fault_list),
      cmocka_unit_test(test_scores),
      cmocka_unit_test(test_open),
      cmocka_unit_test(test_open_bids),
      cmocka_unit_test(test_all_at_fault),
      cmocka_unit_test(test_substituted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
