/* text_test.c: actions as text and back, names, growing text. */
#include "helper.h"

#include <limits.h>

/* ---- Actions ---------------------------------------------------------- */

typedef struct text_case {
  const char *text;
  au_action_kind kind;
  const char *card, *gold; /* "" for none */
  int of;
  bool down;
} text_case;

static const text_case text_cases[] = {
    {"bid C5", AU_ACT_BID, "C5", "", 0, false},
    {"bid -C5", AU_ACT_BID, "C5", "", 0, true},
    {"change G0 S6 of 4", AU_ACT_CHANGE, "S6", "G0", 3, false},
    {"change G8 Z10 of 1", AU_ACT_CHANGE, "Z10", "G8", 0, false},
    {"keep", AU_ACT_KEEP, "", "", 0, false},
    {"play Z7", AU_ACT_PLAY, "Z7", "", 0, false},
    {"play G3", AU_ACT_PLAY, "G3", "", 0, false},
    {"pass", AU_ACT_PASS, "", "", 0, false},
};

static void test_action_text(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  for (size_t i = 0; i < sizeof text_cases / sizeof *text_cases; i++)
    for (unsigned seat = 0; seat < AU_SEAT_MAX; seat++) {
      const text_case *t = &text_cases[i];
      char text[AU_ACTION_TEXT];
      au_action a = au_action_parse(&r.deck, NULL, seat, t->text);
      assert_int_equal(au_action_what(a), t->kind);
      assert_int_equal(au_action_seat(a), seat);
      assert_int_equal(au_action_card(a), *t->card ? card_of(&r, t->card) : 0);
      assert_int_equal(au_action_gold(a), *t->gold ? card_of(&r, t->gold) : 0);
      assert_int_equal(au_action_of(a), t->of);
      assert_int_equal(au_action_down(a), t->down);
      assert_int_equal(au_action_text(&r.deck, NULL, a, text), strlen(t->text));
      assert_string_equal(text, t->text);
    }
}

static void test_parse_blanks(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  assert_int_equal(au_action_parse(&r.deck, NULL, 2, "  play   Z7  "),
                   au_play_action(2, card_of(&r, "Z7")));
  assert_int_equal(au_action_parse(&r.deck, NULL, 2, " pass "),
                   au_pass_action(2));
}

static void test_parse_refuses(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",
      " ",
      "bid",
      "play",
      "change",
      "keep Z7",
      "pass Z7",
      "bids Z7",
      "Play Z7",
      "play Z11",
      "play z7",
      "play Z7 Z8",
      "bid Z7 down",
      "bid -",
      "bid --Z7",
      "play -Z7",
      "bid - Z7",
      "Z7",
      "deal",
      "none",
      "keep keep",
      "playZ7",
      "play\tZ7",
      "play X1",
      "keepx",
      "change G0",
      "change G0 S6",
      "change G0 S6 of",
      "change G0 S6 of 0",
      "change G0 S6 of 7",
      "change G0 S6 of 10",
      "change G0 S6 of x",
      "change G0 S6 for 4",
      "change G0 S6 of 4 now",
      "change S6 of 4",
      "change G9 S6 of 4",
      "change G0 S11 of 4",
      "change G0 -S6 of 4",
      "chance G0 S6 of 4",
      "change G0 S6 on 4",
      "bad Z7",
      "plan Z7",
      "exchange G0 S6 of 4",
      "change G0 S6 of 4 5 6 7",
  };
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_case(bad[i], au_action_parse(&r.deck, NULL, 0, bad[i]) == 0);
}

/* Check that every legal action has a text that is read as that action. */
static void assert_round_trips(const au_rules *r, const au_state *s) {
  au_action list[AU_ACTION_MAX];
  int n = 0;
  assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
  for (int i = 0; i < n; i++) {
    char text[AU_ACTION_TEXT];
    size_t len = au_action_text(&r->deck, NULL, list[i], text);
    assert_true(len < AU_ACTION_TEXT && strlen(text) == len);
    assert_int_equal(au_action_parse(&r->deck, NULL, s->turn, text), list[i]);
  }
}

static void test_round_trip(void **state) {
  (void)state;
  static const char *const knobs[] = {
      "", "zero_bid=true extras=hidden",
      ("suits=AQ ranks=8,30 hand=9 gold=4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,15 "
       "gold_points=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1")};
  au_seed seed = seed_of("texts");
  au_game g;
  au_game_init(&g);
  for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
    au_rules r;
    au_rng rng = rng_of(&seed, (uint32_t)i);
    knob_rules(&r, 4, knobs[i]);
    au_game_begin(&r, &g);
    while (step_game(&r, &g, &seed, &rng))
      assert_round_trips(&r, &g.state);
  }
  au_game_free(&g);
}

static void test_names(void **state) {
  (void)state;
  static const char *const phases[] = {"deal", "bid",  "change",
                                       "play", "over", "ask"};
  static const char *const actions[] = {"none", "bid",  "change", "keep",
                                        "play", "pass", "answer"};
  char text[AU_ACTION_TEXT];
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  for (int i = 0; i < AU_PHASE_N; i++)
    assert_string_equal(au_phase_name(i), phases[i]);
  assert_string_equal(au_phase_name(-1), "?");
  assert_string_equal(au_phase_name(AU_PHASE_N), "?");
  for (int i = 0; i < AU_ACT_N; i++)
    assert_string_equal(au_action_name((au_action_kind)i), actions[i]);
  assert_string_equal(au_action_name(AU_ACT_N), "?");
  au_action_text(&r.deck, NULL, 0, text); /* not an action */
  assert_string_equal(text, "none");
  au_action_text(&r.deck, NULL, 7, text);
  assert_string_equal(text, "?");
}

/* ---- Growing text ----------------------------------------------------- */

static void test_text_grows(void **state) {
  (void)state;
  au_text t = {0};
  for (int i = 0; i < 1000; i++) {
    au_text_put(&t, "gold");
    assert_int_equal(t.n, 4 * (i + 1));
    assert_int_equal(t.at[t.n], '\0');
  }
  assert_int_equal(strlen(t.at), 4000);
  assert_string_equal(t.at + 3992, "goldgold");
  char *at = t.at;
  au_text_clear(&t);
  assert_int_equal(t.n, 0);
  au_text_add(&t, "a\0b", 3); /* bytes, NUL among them */
  assert_int_equal(t.n, 3);
  assert_memory_equal(t.at, "a\0b", 4);
  assert_ptr_equal(t.at, at); /* memory kept */
  au_text_free(&t);
  assert_null(t.at);
  assert_int_equal(t.n + t.cap, 0);
  assert_false(t.failed);
}

/* After a failure nothing is added, until the text is cleared. */
static void test_text_failed(void **state) {
  (void)state;
  au_text t = {0};
  au_text_put(&t, "kept");
  t.failed = true;
  au_text_put(&t, " lost");
  au_text_int(&t, 7);
  assert_string_equal(t.at, "kept");
  au_text_clear(&t);
  au_text_put(&t, "new");
  assert_string_equal(t.at, "new");
  au_text_free(&t);
}

/* For the sanitizer build: a failed allocation returns NULL there too. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1:print_summary=0";
}

/* More text than there is memory for: it fails and keeps its contents. */
static void test_text_too_long(void **state) {
  (void)state;
  au_text t = {0};
  au_text_put(&t, "kept");
  t.n = SIZE_MAX / 4; /* as if it held this much */
  t.cap = SIZE_MAX / 4;
  au_text_put(&t, "one more");
  assert_true(t.failed);
  assert_true(t.n == SIZE_MAX / 4);
  au_text_free(&t);
}

static void test_text_int(void **state) {
  (void)state;
  static const long numbers[] = {0,      7,          -7,       10,      255,
                                 -10000, 2147483647, LONG_MAX, LONG_MIN};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char expected[32];
    au_text t = {0};
    snprintf(expected, sizeof expected, "%ld", numbers[i]);
    au_text_int(&t, numbers[i]);
    assert_string_equal(t.at, expected);
    au_text_free(&t);
  }
}

static void test_text_json(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"", "\"\""},
      {"greedy", "\"greedy\""},
      {"say \"x\"", "\"say \\\"x\\\"\""},
      {"a\\b", "\"a\\\\b\""},
      {"tab\tline\n", "\"tab\\u0009line\\u000a\""},
      {"\x1f\x7f", "\"\\u001f\x7f\""},
      {"Z\xc3\xbcrich/", "\"Z\xc3\xbcrich/\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_text t = {0};
    au_text_json(&t, cases[i][0]);
    assert_string_equal(t.at, cases[i][1]);
    au_text_free(&t);
  }
}

/* JSON is UTF-8: other bytes become U+FFFD, one each (the table of well-formed
** sequences of the Unicode standard, and their neighbours). */
static void test_text_utf8(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    bool good;
  } cases[] = {
      {"\xc2\x80", true},
      {"\xdf\xbf", true},
      {"\xe0\xa0\x80", true},
      {"\xed\x9f\xbf", true},
      {"\xee\x80\x80", true},
      {"\xef\xbf\xbf", true},
      {"\xf0\x90\x80\x80", true},
      {"\xf4\x8f\xbf\xbf", true},
      {"\x80", false},
      {"\xbf", false},
      {"\xc0\x80", false},
      {"\xc1\xbf", false},
      {"\xc2", false},
      {"\xc2z", false},
      {"\xe0\x9f\xbf", false},
      {"\xe0\xa0", false},
      {"\xed\xa0\x80", false},
      {"\xf0\x8f\xbf\xbf", false},
      {"\xf4\x90\x80\x80", false},
      {"\xf5\x80\x80\x80", false},
      {"\xff", false},
      {"\xf0\x90\x80", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char expected[64] = "\"", in[16];
    au_text t = {0};
    snprintf(in, sizeof in, "%s|", cases[i].bytes);
    for (const char *p = in; *p != '\0'; p++) {
      bool plain = cases[i].good || (unsigned char)*p < 0x80;
      char one[2] = {*p, '\0'};
      strcat(expected, plain ? one : "\xef\xbf\xbd");
    }
    strcat(expected, "\"");
    au_text_json(&t, in);
    assert_string_equal(t.at, expected);
    au_text_free(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_action_text),
      cmocka_unit_test(test_parse_blanks),
      cmocka_unit_test(test_parse_refuses),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_text_grows),
      cmocka_unit_test(test_text_failed),
      cmocka_unit_test(test_text_too_long),
      cmocka_unit_test(test_text_int),
      cmocka_unit_test(test_text_json),
      cmocka_unit_test(test_text_utf8),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
