/* examples_test.c: the examples of RULES 12 and of the source texts, played
** under every edition for which they hold. */
#include "helper.h"

static const char *const no_hands[AU_SEAT_MAX] = {"", "", "", "", "", ""};

/* Call 'example' under each edition with this number of players. */
static void each_edition(int players,
                         void (*example)(const au_rules *r, const char *name)) {
  for (int i = 0; i < EDITION_N; i++) {
    au_rules r;
    variant_rules(&r, editions[i].name, players);
    example(&r, editions[i].name);
  }
}

static int bid_of(const au_rules *r, const au_state *s, int side) {
  int bid = -99;
  assert_int_equal(au_state_bid(r, s, side, &bid), AU_OK);
  return bid;
}

/* A state of round 'round' about to end: seat 1 leads without a card; tricks
** were taken as given. */
static au_state last_pass(const au_rules *r, int round, const char *bids,
                          const uint8_t *taken, const char *const *gold) {
  au_state s = table_of(r, 0, bids, no_hands, gold);
  s.round = (uint8_t)round;
  for (int i = 0; i < r->players; i++) {
    s.taken[i] = taken[i];
    s.tricks = (uint8_t)(s.tricks + taken[i]);
  }
  return s;
}

/* ---- RULES 12.1 to 12.3: bids ----------------------------------------- */

static void bids_4_and_2(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B4 C4", "B9 C9", "B2 C2", "S9 P9"};
  au_state s;
  au_deal deal = deal_of(r, 0, hands);
  au_state_init(r, &s);
  assert_int_equal(au_state_deal(r, &s, &deal, NULL), AU_OK);
  act(r, &s, "bid B4, bid B9, bid B2");
  assert_case(name, bid_of(r, &s, 0) == 4);
}

static void test_12_1(void **state) {
  (void)state;
  each_edition(4, bids_4_and_2);
}

static void partners_7_for_a_4(const au_rules *r, const char *name) {
  static const char *const hands[] = {"C4 S9", "B1", "B2", "Z1"};
  static const char *const gold[] = {"G3", "", "", ""};
  au_state s = table_of(r, 0, "B3 C5 Z7 S5", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  assert_case(name, bid_of(r, &s, 0) == 7);
  int before = au_gold_count(s.supply, 3);
  act(r, &s, "change G3 C4 of 3");
  assert_case(name, bid_of(r, &s, 0) == 4);
  assert_case(name, s.hand[0] == set_of(r, "S9 Z7"));
  assert_case(name, s.hand[2] == set_of(r, "B2"));
  assert_case(name, s.gold[0] == 0 && au_gold_count(s.supply, 3) == before + 1);
}

static void test_12_2(void **state) {
  (void)state;
  each_edition(4, partners_7_for_a_4);
}

static void zero_turns_4_into_7(const au_rules *r, const char *name) {
  static const char *const hands[] = {"S7 Z1", "B1", "B2"};
  static const char *const gold[] = {"G0", "G0", "G0"};
  au_state s = table_of(r, 0, "B4 P5 Z9", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  act(r, &s, "change G0 S7 of 1");
  assert_case(name, bid_of(r, &s, 0) == 7);
  assert_case(name, s.hand[0] == set_of(r, "B4 Z1"));
  assert_case(name, s.gold[0] == 0);
}

static void test_12_3(void **state) {
  (void)state;
  each_edition(3, zero_turns_4_into_7);
}

/* ---- RULES 12.4 to 12.6: tricks --------------------------------------- */

static void four_five_five(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B4 B1", "P5 P1", "S5 S1"};
  for (int there = 0; there < 2; there++) { /* "if it is there" */
    const char *gold[] = {"", there ? "" : "G4", ""};
    au_state s = table_of(r, 0, "Z1 Z2 Z3", hands, gold);
    act(r, &s, "play B4, play P5, play S5");
    assert_case(name, s.won == 2 && s.taken[2] == 1);
    assert_case(name, s.trick.leader == 0);
    assert_case(name, s.gold[0] == pile_of(r, there ? "G4" : ""));
  }
}

static void test_12_4(void **state) {
  (void)state;
  each_edition(3, four_five_five);
}

static void all_equal(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B6 B1", "P6 P1", "S6 S1", "Z6 Z2"};
  static const char *const plays[] = {"play B6", "play P6", "play S6",
                                      "play Z6"};
  int last = r->players - 1;
  au_state s = table_of(r, 0, "B9 P9 S9 Z9", hands, NULL);
  for (int i = 0; i <= last; i++)
    act(r, &s, plays[i]);
  assert_case(name, s.won == last && s.taken[last] == 1);
  assert_case(name, s.gold[last] == pile_of(r, "G6"));
  assert_case(name, s.trick.leader == last);
}

static void test_12_5(void **state) {
  (void)state;
  each_edition(3, all_equal);
  each_edition(4, all_equal);
}

static void gold_of_this_trick(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B4 B1", "P9 P1", "S8 S1"};
  static const char *const gold[] = {"", "G4", ""};
  au_state s = table_of(r, 0, "Z1 Z2 Z3", hands, gold);
  assert_case(name, au_gold_count(s.supply, 4) == 0);
  act(r, &s, "play B4, play G4, play S8");
  assert_case(name, s.award == AU_NONE && s.gold[0] == 0);
  assert_case(name, au_gold_count(s.supply, 4) == 1);
  assert_case(name, s.won == 1 && s.trick.leader == 0);
}

static void test_12_6(void **state) {
  (void)state;
  each_edition(3, gold_of_this_trick);
}

/* ---- RULES 12.7, 12.8: the end of a round ----------------------------- */

static void no_suit_no_gold(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B4 Z1", "P3 P1", "B8 P8"};
  au_state s = table_of(r, 0, "Z3 Z4 Z5", hands, NULL);
  act(r, &s, "play B4, play P3");
  assert_legal(r, &s, "pass");
  act(r, &s, "pass");
  assert_case(name, s.phase == AU_PHASE_DEAL);
  assert_case(name, s.tricks == 0 && s.taken[0] + s.taken[1] == 0);
  assert_case(name, s.gold[0] == 0 && s.gold[1] == 0); /* no G3 is awarded */
}

static void test_12_7(void **state) {
  (void)state;
  each_edition(3, no_suit_no_gold);
}

static void no_suit_and_a_g7(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B4 Z1", "P3 P1", "B8 P8"};
  static const char *const gold[] = {"", "", "G7"};
  au_state s = table_of(r, 0, "Z3 Z4 Z5", hands, gold);
  act(r, &s, "play B4, play P3");
  assert_legal(r, &s, "play G7, pass");
  act(r, &s, "pass");
  assert_case(name, s.phase == AU_PHASE_DEAL && s.points[2] == 3);
  assert_case(name, s.round_winners == 4);
}

static void test_12_8(void **state) {
  (void)state;
  each_edition(3, no_suit_and_a_g7);
}

/* bga: gold played to the unfinished trick does not count. */
static void void_gold(const au_rules *r, const char *name) {
  static const char *const hands[] = {"B4 Z1", "P3 P1", "B8"};
  static const char *const gold[] = {"", "G7", "G1"};
  au_state s = table_of(r, 0, "Z3 Z4 Z5", hands, gold);
  act(r, &s, "play B4, play G7, pass");
  assert_case(name, s.points[1] == 0 && s.points[2] == 1);
}

static void test_void_gold(void **state) {
  (void)state;
  each_edition(3, void_gold);
}

/* ---- RULES 12.9, 12.11: scores ---------------------------------------- */

static void partners_tricks(const au_rules *r, const char *name) {
  static const uint8_t taken[] = {4, 1, 2, 0};
  au_state s = last_pass(r, 1, "B6 C5 B1 C4", taken, NULL);
  act(r, &s, "pass");
  assert_case(name, s.points[0] == 12); /* 4 + 2 tricks: exactly 6 */
  assert_case(name, s.points[1] == 0);
}

static void own_tricks(const au_rules *r, const char *name) {
  static const uint8_t taken[] = {4, 1, 2};
  au_state s = last_pass(r, 1, "B4 P5 B6", taken, NULL);
  act(r, &s, "pass");
  assert_case(name, s.points[0] == 8 && s.points[2] == 0);
}

static void test_12_9(void **state) {
  (void)state;
  each_edition(4, partners_tricks);
  each_edition(3, own_tricks);
}

static void five_for_three(const au_rules *r, const char *name) {
  static const uint8_t taken[] = {5, 0, 0, 0};
  au_state s = last_pass(r, 1, "B3 P5 B2 S9", taken, NULL);
  act(r, &s, "pass");
  assert_case(name, s.points[0] == (strcmp(name, "bga") == 0 ? 5 : 3));
}

static void test_12_11(void **state) {
  (void)state;
  each_edition(3, five_for_three);
  each_edition(4, five_for_three);
}

/* ---- RULES 12.10, 12.12, 9.4, 9.7: the end of the game ---------------- */

/* The end of round 'round', won by seat 2; 'nuggets' are those before it. */
static au_state end_of_round(const au_rules *r, int round, const char *bids,
                             const uint8_t *nuggets) {
  static const uint8_t taken[] = {1, 5, 1, 0};
  au_state s = last_pass(r, round, bids, taken, NULL);
  memcpy(s.nuggets, nuggets, 3);
  act(r, &s, "pass");
  return s;
}

static void one_nugget_each(const au_rules *r, const char *name) {
  static const uint8_t nuggets[] = {1, 0, 0};
  au_state s = end_of_round(r, 2, "B4 P5 S6 Z4", nuggets);
  assert_case(name, s.nuggets[0] == 1 && s.nuggets[1] == 1);
  assert_case(name, s.phase == AU_PHASE_DEAL && s.winners == 0);
}

static void test_12_10(void **state) {
  (void)state;
  each_edition(4, one_nugget_each);
}

/* RULES 9.4: two nuggets of one side end the game after two rounds. */
static void two_of_two(const au_rules *r, const char *name) {
  static const uint8_t nuggets[] = {0, 1, 0};
  au_state s = end_of_round(r, 2, "B4 P5 S6 Z4", nuggets);
  assert_case(name, s.phase == AU_PHASE_OVER && s.winners == 2);
}

static void test_two_of_two(void **state) {
  (void)state;
  each_edition(4, two_of_two);
  each_edition(3, two_of_two);
}

static bool ends_at_three(const char *name) {
  return strcmp(name, "en-2023") == 0 || strcmp(name, "fr-2023") == 0;
}

/* RULES 9.4: three players with a nugget each after three rounds. The game is
** over in en-2023 and fr-2023; bga "plays in 2-4 rounds". */
static void three_of_one(const au_rules *r, const char *name) {
  static const uint8_t nuggets[] = {1, 0, 1};
  au_state s = end_of_round(r, 3, "B4 P5 S6", nuggets);
  assert_case(name, s.nuggets[1] == 1);
  assert_case(name,
              s.phase == (ends_at_three(name) ? AU_PHASE_OVER : AU_PHASE_DEAL));
}

static void test_three_of_one(void **state) {
  (void)state;
  each_edition(3, three_of_one);
}

static void bids_4_5_5(const au_rules *r, const char *name) {
  static const uint8_t nuggets[] = {1, 0, 1};
  au_state s = end_of_round(r, 3, "B4 P5 S5", nuggets);
  if (ends_at_three(name))
    assert_case(name, s.phase == AU_PHASE_OVER && s.winners == (2 | 4));
}

static void test_12_12(void **state) {
  (void)state;
  each_edition(3, bids_4_5_5);
}

/* RULES 9.5: the bid at the end of the round counts, not the bid first laid. */
static void test_last_bid_as_changed(void **state) {
  (void)state;
  static const char *const hands[] = {"", "", "Z9"};
  static const char *const gold[] = {"", "", "G1"};
  static const uint8_t nuggets[] = {1, 0, 1};
  au_rules r;
  variant_rules(&r, "en-2023", 3);
  au_state s = table_of(&r, 0, "B4 P5 S5", hands, gold);
  s.round = 3;
  s.tricks = s.taken[1] = 5;
  memcpy(s.nuggets, nuggets, 3);
  s.phase = AU_PHASE_CHANGE;
  s.turn = 2;
  act(&r, &s, "change G1 Z9 of 3, pass");
  assert_int_equal(s.phase, AU_PHASE_OVER);
  assert_int_equal(s.winners, 4);
}

/* "If a single player wins 2 golden nuggets": when two have two at once, the
** game goes on in en-2023 and fr-2023. Elsewhere they win together. */
static void two_with_two(const au_rules *r, const char *name) {
  static const uint8_t taken[] = {4, 4, 0}, nuggets[] = {1, 1, 0};
  au_state s = last_pass(r, 2, "B4 P4 S6", taken, NULL);
  memcpy(s.nuggets, nuggets, 3);
  act(r, &s, "pass");
  assert_case(name, s.round_winners == 3); /* RULES 9.3: shared */
  assert_case(name, s.nuggets[0] == 2 && s.nuggets[1] == 2);
  assert_case(name,
              s.phase == (ends_at_three(name) ? AU_PHASE_DEAL : AU_PHASE_OVER));
  assert_case(name, s.winners == (ends_at_three(name) ? 0 : 3));
}

static void test_two_with_two(void **state) {
  (void)state;
  each_edition(3, two_with_two);
}

/* RULES 9.7: points of three rounds decide, without nuggets; the round still
** has a winner. */
static void test_cumulative(void **state) {
  (void)state;
  static const uint8_t taken[] = {1, 5, 1, 0};
  for (int e = 0; e < EDITION_N; e++)
    for (int players = 3; players <= 4; players++)
      for (int round = 1; round <= 3; round++) {
        char name[64];
        au_rules r;
        snprintf(name, sizeof name, "%s+cumulative", editions[e].name);
        variant_rules(&r, name, players);
        au_state s = last_pass(&r, round, "B4 P5 S6 Z4", taken, NULL);
        s.points[0] = 11; /* one point more than side 2 wins now */
        act(&r, &s, "pass");
        assert_case(name, s.points[1] == 10 && s.round_winners == 2);
        assert_case(name, s.nuggets[0] + s.nuggets[1] == 0);
        assert_case(name,
                    s.phase == (round == 3 ? AU_PHASE_OVER : AU_PHASE_DEAL));
        assert_case(name, s.winners == (round == 3 ? 1 : 0));
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_12_1),
      cmocka_unit_test(test_12_2),
      cmocka_unit_test(test_12_3),
      cmocka_unit_test(test_12_4),
      cmocka_unit_test(test_12_5),
      cmocka_unit_test(test_12_6),
      cmocka_unit_test(test_12_7),
      cmocka_unit_test(test_12_8),
      cmocka_unit_test(test_void_gold),
      cmocka_unit_test(test_12_9),
      cmocka_unit_test(test_12_11),
      cmocka_unit_test(test_12_10),
      cmocka_unit_test(test_two_of_two),
      cmocka_unit_test(test_three_of_one),
      cmocka_unit_test(test_12_12),
      cmocka_unit_test(test_last_bid_as_changed),
      cmocka_unit_test(test_two_with_two),
      cmocka_unit_test(test_cumulative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
