/* record_bad_test.c: what is reported about a wrong record, and where.
**
** Each case alters a sound record in one place and compares the reports with
** those that the alteration should cause. */
#include "record_helper.h"

/* ---- Not a record ----------------------------------------------------- */

static void assert_unread(const char *line, size_t n, const char *reason) {
  char why[AU_WHY_TEXT] = "";
  au_record *rec = (void *)why;
  assert_int_equal(au_record_parse(line, n, &rec, why), AU_EFORMAT);
  assert_string_equal(why, reason);
  assert_ptr_equal(rec, why); /* not set */
}

#define HEAD "{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":4"

static void test_no_record(void **state) {
  (void)state;
  static const struct {
    const char *line, *reason;
  } cases[] = {
      {"", "not JSON, or cut off, at byte 1"},
      {" ", "not JSON, or cut off, at byte 1"},
      {"{", "not JSON, or cut off, at byte 1"},
      {"nonsense", "not JSON, or cut off, at byte 1"},
      {HEAD, "not JSON, or cut off, at byte 45"},
      {HEAD "}}", "not JSON, or cut off, at byte 47"},
      {HEAD "} {}", "not JSON, or cut off, at byte 48"},
      {HEAD "}\n", "not JSON, or cut off, at byte 47"},
      {HEAD ",}", "not JSON, or cut off, at byte 47"},
      {"[]", "expected an object {...}"},
      {"7", "expected an object {...}"},
      {"null", "expected an object {...}"},
      {"{}", "format: expected \"aurum/1\" or \"aurum/2\", got nothing"},
      {"{\"format\":\"aurum/3\"}",
       "format: expected \"aurum/1\" or \"aurum/2\", got \"aurum/3\""},
      {"{\"format\":1}", "format: expected \"aurum/1\" or \"aurum/2\", got 1"},
      {"{\"Format\":\"aurum/1\"}",
       "format: expected \"aurum/1\" or \"aurum/2\", got nothing"},
      {"{\"format\":\"aurum/1\"}", "variant: expected a name"},
      {"{\"format\":\"aurum/1\",\"variant\":7}", "variant: expected a name"},
      {"{\"format\":\"aurum/1\",\"variant\":\"x\"}",
       "players: expected a number from 2 to 6"},
      {"{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":1}",
       "players: expected a number from 2 to 6"},
      {"{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":7}",
       "players: expected a number from 2 to 6"},
      {"{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":3.5}",
       "players: expected a number from 2 to 6"},
      {"{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":1e99}",
       "players: expected a number from 2 to 6"},
      {"{\"format\":\"aurum/1\",\"variant\":\"x\",\"players\":\"4\"}",
       "players: expected a number from 2 to 6"},
      {HEAD ",\"players\":4}", "key \"players\" occurs twice"},
      {HEAD ",\"seed\":\"1\",\"seed\":\"1\"}", "key \"seed\" occurs twice"},
      {HEAD ",\"rounds\":[],\"rounds\":[]}", "key \"rounds\" occurs twice"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_unread(cases[i].line, strlen(cases[i].line), cases[i].reason);
}

static void test_nul(void **state) {
  (void)state;
  static const char line[] = HEAD ",\"seed\":\"a\0b\"}";
  assert_unread(line, sizeof line - 1, "not JSON: a NUL byte at byte 56");
  assert_unread("\0", 1, "not JSON: a NUL byte at byte 1");
  static const char escaped[] = HEAD ",\"seed\":\"a\\u0000b\"}";
  assert_unread(escaped, sizeof escaped - 1, "\\u0000 in a string");
  static const char backslash[] = HEAD ",\"seed\":\"a\\\\u0000b\"}";
  char why[AU_WHY_TEXT];
  au_record *rec = NULL; /* a backslash, then letters and digits */
  assert_int_equal(au_record_parse(backslash, sizeof backslash - 1, &rec, why),
                   AU_OK);
  assert_string_equal(au_record_seed(rec), "a\\u0000b");
  au_record_free(rec);
}

/* A line cut off within an escape. */
static void test_cut_escape(void **state) {
  (void)state;
  static const char line[] = HEAD ",\"seed\":\"a\\u0000";
  for (size_t n = sizeof line - 7; n < sizeof line - 1; n++) {
    char why[AU_WHY_TEXT] = "";
    au_record *rec = NULL;
    char *copy = malloc(n); /* ends at the last byte, for the sanitizer */
    assert_non_null(copy);
    memcpy(copy, line, n);
    assert_int_equal(au_record_parse(copy, n, &rec, why), AU_EFORMAT);
    assert_int_equal(strncmp(why, "not JSON, or cut off, at byte ", 30), 0);
    free(copy);
  }
}

/* A long run of [[[[, open or closed, must not use up the stack. */
static void test_nesting(void **state) {
  (void)state;
  enum { DEPTH = 2000000 };
  char why[AU_WHY_TEXT] = "";
  au_record *rec = NULL;
  char *line = malloc(2 * DEPTH);
  assert_non_null(line);
  memset(line, '[', DEPTH);
  memset(line + DEPTH, ']', DEPTH);
  assert_int_equal(au_record_parse(line, DEPTH, &rec, why), AU_EFORMAT);
  assert_int_equal(au_record_parse(line, 2 * DEPTH, &rec, why), AU_EFORMAT);
  assert_int_equal(strncmp(why, "not JSON, or cut off, at byte ", 30), 0);
  assert_null(rec);
  free(line);
}

static void test_too_long(void **state) {
  (void)state;
  enum { LONG = 20000000 };
  char why[AU_WHY_TEXT] = "";
  au_record *rec = NULL;
  char *line = malloc(LONG);
  assert_non_null(line);
  memset(line, ' ', LONG);
  memcpy(line, HEAD "}", sizeof HEAD);
  assert_int_equal(au_record_parse(line, LONG, &rec, why), AU_EFORMAT);
  assert_string_equal(why, "a line of 20000000 bytes; at most 16777216 are "
                           "read");
  assert_null(rec);
  assert_int_equal(au_record_parse(line, AU_RECORD_BYTES, &rec, why), AU_OK);
  au_record_free(rec);
  free(line);
}

/* More values than any game has: each would take a hundred bytes. */
static void test_many_values(void **state) {
  (void)state;
  enum { N = AU_RECORD_VALUES };
  char why[AU_WHY_TEXT] = "";
  au_record *rec = NULL;
  char *line = malloc(2 * N + 100);
  assert_non_null(line);
  size_t n = (size_t)sprintf(line, "%s,\"more\":[", HEAD);
  for (int i = 0; i < N; i++) {
    line[n++] = '7';
    line[n++] = ',';
  }
  memcpy(line + n, "7]}", 3);
  assert_int_equal(au_record_parse(line, n + 3, &rec, why), AU_EFORMAT);
  assert_string_equal(why, "a line of more than 524288 values");
  assert_null(rec);
  free(line);
}

/* ---- Altered records -------------------------------------------------- */

/* Figures that follow from the game. Seat 1 wins the first trick, B9 P8 S4. */
static const change_case figures[] = {
    {"B9 P8 S4", "\"winner\":1", "\"winner\":2", 1, "round 1 trick 1 winner",
     "1", "2"},
    {"B9 P8 S4", "\"winner\":1", "\"winner\":null", 1, "round 1 trick 1 winner",
     "1", "null"},
    {"B9 P8 S4", "\"winner\":1", "\"winner\":1.5", 1, "round 1 trick 1 winner",
     "1", "1.5"},
    {"B9 P8 S4", "\"winner\":1", "\"winner\":\"1\"", 1,
     "round 1 trick 1 winner", "1", "\"1\""},
    {"B9 P8 S4", "\"winner\":1,", "", 1, "round 1 trick 1 winner", "1",
     "nothing"},
    {"B9 P8 S4", "\"G4\"", "\"G3\"", 1, "round 1 trick 1 award", "G4",
     "\"G3\""},
    {"B9 P8 S4", "\"G4\"", "null", 1, "round 1 trick 1 award", "G4", "null"},
    {"B9 P8 S4", "\"G4\"", "\"forty bytes, as many as a report will repeat\"",
     1, "round 1 trick 1 award", "G4",
     "\"forty bytes, as many as a report will re...\""},
    {"B9 P8 S4", "\"G4\"", "\"forty bytes, just as many as is repeated\"", 1,
     "round 1 trick 1 award", "G4",
     "\"forty bytes, just as many as is repeated\""},
    {"B9 P8 S4", "\"G4\"", "true", 1, "round 1 trick 1 award", "G4",
     "true or false"},
    {"Z8 G0 P4", "null", "\"G1\"", 1, "round 1 trick 9 award", "null",
     "\"G1\""},
    {"Z8 G0 P4", ",\"award\":null", "", 1, "round 1 trick 9 award", "null",
     "nothing"},
    {"B9 P8 S4", "\"leader\":3", "\"leader\":2", 1, "round 1 trick 2 leader",
     "3", "2"},
    {"B9 P8 S4", "\"leader\":3,", "", 1, "round 1 trick 2 leader", "3",
     "nothing"},
    {"end", "\"leader\":1", "\"leader\":2", 1, "round 1 leader", "1", "2"},
    {"score", "[4,5,2]", "[4,5,3]", 1, "round 1 taken of side 3", "2", "3"},
    {"score", "[4,5,2]", "[4,5]", 1, "round 1 taken",
     "one number for each side", "a list"},
    {"score", "[4,5,2]", "7", 1, "round 1 taken", "one number for each side",
     "7"},
    {"score", "\"bid\":[3,", "\"bid\":[4,", 1, "round 1 bid of side 1", "3",
     "4"},
    {"score", "\"bid_points\":[4,5,4]", "\"bid_points\":[4,3,4]", 1,
     "round 1 bid_points of side 2", "5", "3"},
    {"score", "\"gold_points\":[1,1,6]", "\"gold_points\":[0,0,6]", 2,
     "round 1 gold_points of side 1", "1", "0"},
    {"score", "\"points\":[5,6,10]", "\"points\":[5,6,null]", 1,
     "round 1 points of side 3", "10", "null"},
    {"score", "\"taken\"", "\"tricks\"", 1, "round 1 taken",
     "one number for each side", "nothing"},
    {"score", "\"winners\":[3]", "\"winners\":[2]", 1, "round 1 winners", "[3]",
     "[2]"},
    {"score", "\"winners\":[3]", "\"winners\":[2,3]", 1, "round 1 winners",
     "[3]", "[2,3]"},
    {"score", "\"winners\":[3]", "\"winners\":[3,2]", 1, "round 1 winners",
     "[3]", "[3,2]"},
    {"score", "\"winners\":[3]", "\"winners\":[]", 1, "round 1 winners", "[3]",
     "[]"},
    {"score", "\"winners\":[3]", "\"winners\":[3,3]", 1, "round 1 winners",
     "[3]", "[3,3]"},
    {"score", "\"winners\":[3]", "\"winners\":[4]", 1, "round 1 winners", "[3]",
     "[4]"},
    {"score", "\"winners\":[3]", "\"winners\":3", 1, "round 1 winners", "[3]",
     "3"},
    {"}]", "\"winners\":[3]}]", "\"winners\":[1]}]", 1, "round 2 winners",
     "[3]", "[1]"},
    {"}],\"winners\"", "[3]", "[1]", 1, "winners", "[3]", "[1]"},
    {"}],\"winners\"", ",\"winners\":[3]", "", 1, "winners", "[3]", "nothing"},
    /* RULES 2.2 */
    {"}]", "\"first\":2", "\"first\":3", 3, "round 2 first", "2", "3"},
};

static void test_figures(void **state) {
  (void)state;
  CHECK(golden_3, figures);
}

/* The deal. Seat 1 has B5 B8 .., seat 2 B3 B6 ..; no extras. */
static const change_case deals[] = {
    {"hands", "B5 B8", "B5 B5", 1, "round 1 hands", "each card once", "B5"},
    {"hands", "B5 B8", "B5 G1", 1, "round 1 hands", "base metals", "G1"},
    {"hands", "B5 B8", "B5 C8", 1, "round 1 hands", "a card of the deck",
     "\"C8\""},
    {"hands", "B5 B8", "B5 B10", 1, "round 1 hands", "a card of the deck",
     "\"B10\""},
    {"hands", "B5 B8", "B5 aVeryLongNameOfNoCard", 1, "round 1 hands",
     "a card of the deck", "\"aVeryLongNameOfN\""},
    {"hands", "\"B5 B8", "\"B3 B8", 1, "round 1 deal", "a deal of the rules",
     "seat 2: a card that is dealt twice or not in the deck (RULES 1.3, 3.1)"},
    {"hands", "\"B5 B8", "\"B8", 1, "round 1 deal", "a deal of the rules",
     "seat 1: not the number of cards the rules deal (RULES 3.1)"},
    {"", "\"hands\":[", "\"hands\":[\"\",", 1, "round 1 hands",
     "one for each seat", "a list"},
    {"", "\"hands\":[", "\"hands\":[],\"more\":[", 1, "round 1 hands",
     "one for each seat", "an empty list"},
    {"", "\"hands\"", "\"hand\"", 1, "round 1 hands", "one for each seat",
     "nothing"},
    {"", "\"hands\":[", "\"hands\":[7],\"more\":[", 1, "round 1 hands",
     "one for each seat", "a list"},
    {"", "\"hands\":[", "\"hands\":[\"\",7,\"\"],\"more\":[", 1,
     "round 1 hands", "cards in one string", "7"},
    {"", "\"first\":1", "\"first\":4", 1, "round 1 first", "a seat from 1 to 3",
     "4"},
    {"", "\"first\":1", "\"first\":0", 1, "round 1 first", "a seat from 1 to 3",
     "0"},
    {"", "\"first\":1", "\"first\":\"1\"", 1, "round 1 first",
     "a seat from 1 to 3", "\"1\""},
    {"", "\"first\":1,", "", 1, "round 1 first", "a seat from 1 to 3",
     "nothing"},
    {"", "\"extras\":\"\"", "\"extras\":\"B5\"", 1, "round 1 deal",
     "a deal of the rules",
     "the extras are not the cards left over (RULES 3.1)"},
    {"", "\"extras\":\"\"", "\"extras\":null", 1, "round 1 extras",
     "cards in one string", "null"},
    {"", "\"extras\":\"\",", "", 1, "round 1 extras", "cards in one string",
     "nothing"},
    /* RULES 3.2: gold that the rules do not deal */
    {"", "\"extras\"", "\"gold\":[\"G0\",\"G0\",\"G1\"],\"extras\"", 1,
     "round 1 deal", "a deal of the rules",
     "seat 3: not the gold the rules deal (RULES 3.2)"},
    {"", "\"extras\"", "\"gold\":[\"G0\",\"G0\"],\"extras\"", 1, "round 1 gold",
     "one for each seat", "a list"},
    {"", "\"extras\"", "\"gold\":\"G0\",\"extras\"", 1, "round 1 gold",
     "one for each seat", "\"G0\""},
    {"", "\"extras\"", "\"gold\":[\"G0\",\"G0\",0],\"extras\"", 1,
     "round 1 gold", "cards in one string", "0"},
    {"", "\"extras\"", "\"gold\":[\"B1\",\"G0\",\"G0\"],\"extras\"", 1,
     "round 1 gold", "gold", "B1"},
    {"", "\"extras\"", "\"gold\":[\"G9\",\"G0\",\"G0\"],\"extras\"", 1,
     "round 1 gold", "a card of the deck", "\"G9\""},
    {"", "\"extras\"",
     "\"gold\":[\"G0 G0 G0 G0 G0 G0 G0 G0 G0 G0 G0 G0 G0 G0 G0 G0\",\"\","
     "\"\"],\"extras\"",
     1, "round 1 gold", "gold that is in the game", "G0"},
};

static void test_deals(void **state) {
  (void)state;
  CHECK(golden_3, deals);
}

/* Bids: P4 Z1 B2, seat 1 first. */
static const change_case bids[] = {
    {"bids", "\"P4\"", "\"P9\"", 1, "round 1 bids",
     "a legal action: P9: not in the hand (RULES 4.1)", "bid P9"},
    {"bids", "\"P4\"", "\"-P4\"", 1, "round 1 bids",
     "a legal action: P4: a bid lies face up here (RULES 4.4)", "bid -P4"},
    {"bids", "\"P4\"", "\"--P4\"", 1, "round 1 bids", "a card of the deck",
     "\"-P4\""},
    {"bids", "\"P4\"", "\"-\"", 1, "round 1 bids", "a card", "\"\""},
    {"bids", "\"P4\"", "\"\"", 1, "round 1 bids", "a card", "\"\""},
    {"bids", "\"P4\"", "4", 1, "round 1 bids", "a card", "4"},
    {"bids", "\"P4\"", "\"P4 P6\"", 1, "round 1 bids", "a card", "\"P4 P6\""},
    {"bids", "\"P4\"", "null", 1, "round 1 bids",
     "bids in turn from the first player", "a later one without an earlier"},
    {"bids", "\"B2\"", "null", 1, "round 1 bids", "a bid of each seat",
     "tricks without it"},
    {"bids", "[\"P4\",\"Z1\",\"B2\"]", "[null,null,null]", 1, "round 1 bids",
     "a bid of each seat", "tricks without it"},
    {"bids", "[\"P4\",", "[", 1, "round 1 bids", "one for each seat", "a list"},
    {"", "\"bids\"", "\"bid\"", 1, "round 1 bids", "one for each seat",
     "nothing"},
};

static void test_bids(void **state) {
  (void)state;
  CHECK(golden_3, bids);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_record),   cmocka_unit_test(test_nul),
      cmocka_unit_test(test_cut_escape),  cmocka_unit_test(test_nesting),
      cmocka_unit_test(test_too_long),    cmocka_unit_test(test_figures),
      cmocka_unit_test(test_deals),       cmocka_unit_test(test_bids),
      cmocka_unit_test(test_many_values),
  };
  return cmocka_run_group_tests(tests, read_lines, NULL);
}
