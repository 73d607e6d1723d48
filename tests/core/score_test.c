/* score_test.c: the points of a round and the winners of a game. RULES 9. */
#include "helper.h"

/* Sides as bits: S1 is side 1, ALL3 all three sides. */
enum { S1 = 1, S2 = 2, S3 = 4, S12 = 3, S13 = 5, S23 = 6, ALL3 = 7 };

/* ---- RULES 9.1 -------------------------------------------------------- */

typedef struct bid_case {
  int bid, taken, points, bga;
} bid_case;

static const bid_case bid_cases[] = {
    {4, 3, 0, 0}, {4, 0, 0, 0},   {10, 9, 0, 0},    /* fewer */
    {4, 4, 8, 8}, {1, 1, 2, 2},   {10, 10, 20, 20}, /* exactly */
    {4, 5, 4, 5}, {1, 11, 1, 11},                   /* more */
    {3, 5, 3, 5},                                   /* RULES 12.11 */
};

static void test_bid_points(void **state) {
  (void)state;
  for (int e = 0; e < EDITION_N; e++)
    for (int players = 3; players <= 4; players++) {
      au_rules r;
      const char *name = editions[e].name;
      variant_rules(&r, name, players);
      for (size_t i = 0; i < sizeof bid_cases / sizeof *bid_cases; i++) {
        const bid_case *t = &bid_cases[i];
        int expected = strcmp(name, "bga") == 0 ? t->bga : t->points;
        assert_case(name, au_score_bid(&r, t->bid, t->taken) == expected);
      }
    }
}

/* The knobs of 9.1 one by one. */
static void test_bid_knobs(void **state) {
  (void)state;
  static const struct {
    const char *knobs;
    int bid, taken, points;
  } cases[] = {
      {"under=-5", 4, 3, -5},
      {"under=-5", 4, 4, 8},
      {"exact=3", 4, 4, 12},
      {"exact=0 exact_bonus=10", 4, 4, 10},
      {"exact=1 exact_bonus=10", 0, 0, 10}, /* a bid of 0, made exactly */
      {"exact_bonus=10", 4, 5, 4},
      {"over=nothing", 4, 5, 0},
      {"over=taken", 0, 5, 5},
      {"over=bid", 0, 5, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    knob_rules(&r, 4, cases[i].knobs);
    assert_case(cases[i].knobs,
                au_score_bid(&r, cases[i].bid, cases[i].taken) ==
                    cases[i].points);
  }
}

/* ---- RULES 1.2, 9.2 --------------------------------------------------- */

static void test_gold_points(void **state) {
  (void)state;
  static const struct {
    const char *pile;
    int points;
  } cases[] = {
      {"", 0},
      {"G0", 0},
      {"G1", 1},
      {"G2", 1},
      {"G3", 1},
      {"G4", 2},
      {"G5", 2},
      {"G6", 2},
      {"G7", 3},
      {"G8", 3},
      {"G0 G0 G0 G0", 0},
      {"G1 G1", 2},
      {"G0 G3 G6 G7", 6}, /* RULES 9.2: the sum */
      {"G0 G0 G0 G0 G1 G1 G2 G2 G3 G3 G4 G5 G6 G7 G8", 18},
  };
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_case(cases[i].pile, au_score_gold(&r, pile_of(&r, cases[i].pile)) ==
                                   cases[i].points);
}

/* ---- RULES 9.3 -------------------------------------------------------- */

/* A tied round: the points, exactness and best gold of each side. Then the
** winners under three lists of ties: exact, highest gold; exact only; sole
** exact, highest gold. */
typedef struct tie_case {
  const char *name;
  int points[3];
  bool exact[3];
  int best[3];
  uint8_t exact_gold, exact_only, sole_gold;
} tie_case;

static const tie_case three_cases[] = {
    {"most points", {5, 4, 3}, {0, 1, 1}, {1, 7, 7}, S1, S1, S1},
    {"most points, the last", {0, 0, 2}, {1, 1, 0}, {7, 7, -1}, S3, S3, S3},
    {"one exact of two", {5, 5, 1}, {0, 1, 1}, {7, 1, 7}, S2, S2, S2},
    {"one exact of three", {5, 5, 5}, {0, 0, 1}, {7, 6, 1}, S3, S3, S3},
    {"nobody exact", {5, 5, 1}, {0, 0, 1}, {1, 3, 7}, S2, S12, S2},
    {"both exact", {5, 5, 1}, {1, 1, 0}, {1, 3, 7}, S2, S12, S2},
    /* two exact of three: 'exact' drops the third side; 'sole exact' decides
    ** nothing, so the third may still win by its gold */
    {"two exact of three", {5, 5, 5}, {1, 1, 0}, {1, 3, 7}, S2, S12, S3},
    {"two exact, equal gold", {5, 5, 5}, {1, 0, 1}, {3, 1, 3}, S13, S13, S13},
    {"two exact, gold tied with the third",
     {5, 5, 5},
     {1, 0, 1},
     {3, 3, 2},
     S1,
     S13,
     S12},
    {"equal gold too", {5, 5, 1}, {0, 0, 0}, {4, 4, 7}, S12, S12, S12},
    {"no gold is below G0", {5, 5, 5}, {0, 0, 0}, {-1, 0, -1}, S2, ALL3, S2},
    {"nobody has gold", {0, 0, 0}, {0, 0, 0}, {-1, -1, -1}, ALL3, ALL3, ALL3},
    {"all the same", {4, 4, 4}, {1, 1, 1}, {2, 2, 2}, ALL3, ALL3, ALL3},
};

static const tie_case four_cases[] = {
    {"most points", {5, 4}, {0, 1}, {1, 8}, S1, S1, S1},
    {"one exact", {5, 5}, {0, 1}, {8, -1}, S2, S2, S2},
    {"nobody exact", {5, 5}, {0, 0}, {8, 7}, S1, S12, S1},
    {"both exact", {5, 5}, {1, 1}, {0, 1}, S2, S12, S2},
    {"equal gold too", {5, 5}, {1, 1}, {3, 3}, S12, S12, S12},
    {"nobody has gold", {0, 0}, {0, 0}, {-1, -1}, S12, S12, S12},
};

static au_score score_of(const tie_case *t, int sides) {
  au_score s;
  memset(&s, 0, sizeof s);
  for (int i = 0; i < sides; i++) {
    s.points[i] = (int16_t)t->points[i];
    s.bid[i] = 3;
    s.taken[i] = (int16_t)(t->exact[i] ? 3 : 2 + 2 * (i % 2));
    s.best_gold[i] = (int16_t)t->best[i];
  }
  return s;
}

/* The rows of the table in RULES 9.3. */
enum { EXACT_GOLD, EXACT, SOLE_GOLD };
static const struct {
  const char *variant;
  int players, row;
} tie_rows[] = {
    {"de-2024", 3, EXACT_GOLD}, {"de-2024", 4, EXACT_GOLD},
    {"fr-2023", 3, EXACT_GOLD}, {"fr-2023", 4, EXACT_GOLD},
    {"ru-2023", 3, EXACT},      {"ru-2023", 4, EXACT_GOLD},
    {"bga", 3, SOLE_GOLD},      {"bga", 4, SOLE_GOLD},
    {"en-2023", 3, EXACT_GOLD}, {"en-2023", 4, EXACT_GOLD},
};

static void check_ties(const au_rules *r, int row, const tie_case *cases,
                       size_t n) {
  for (size_t i = 0; i < n; i++) {
    const tie_case *t = &cases[i];
    au_score score = score_of(t, r->side_n);
    uint8_t expected = row == EXACT_GOLD ? t->exact_gold
                       : row == EXACT    ? t->exact_only
                                         : t->sole_gold;
    assert_case(t->name, au_score_round(r, &score) == expected);
  }
}

static void test_round_ties(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof tie_rows / sizeof *tie_rows; i++)
    for (int h = 0; h < HOUSE_N; h++) { /* RULES 9.7: by 9.3 there too */
      char name[64];
      au_rules r;
      snprintf(name, sizeof name, "%s%s", tie_rows[i].variant, houses[h]);
      variant_rules(&r, name, tie_rows[i].players);
      if (tie_rows[i].players == 3)
        check_ties(&r, tie_rows[i].row, three_cases,
                   sizeof three_cases / sizeof *three_cases);
      else
        check_ties(&r, tie_rows[i].row, four_cases,
                   sizeof four_cases / sizeof *four_cases);
    }
}

/* Orders of ties that no edition has, and an empty one. */
static void test_tie_knobs(void **state) {
  (void)state;
  au_rules r;
  au_score two = score_of(&three_cases[6], 3); /* two exact of three */
  knob_rules(&r, 3, "");
  assert_int_equal(au_score_round(&r, &two), ALL3);
  knob_rules(&r, 3, "round_ties=highest_gold,exact");
  assert_int_equal(au_score_round(&r, &two), S3);
  knob_rules(&r, 3, "round_ties=sole_exact,exact,highest_gold");
  assert_int_equal(au_score_round(&r, &two), S2);
  two.points[0] = -3; /* below zero, but still the highest */
  two.points[1] = two.points[2] = -2;
  assert_int_equal(au_score_round(&r, &two), S2);
}

/* ---- RULES 9.4 -------------------------------------------------------- */

typedef struct end_case {
  int rounds;
  uint8_t nuggets[3];
  bool over, over_sole; /* plain; en-2023 and fr-2023 with three players */
} end_case;

static const end_case end_cases[] = {
    {1, {1, 0, 0}, false, false}, {1, {1, 1, 1}, false, false},
    {2, {1, 1, 0}, false, false}, {2, {2, 0, 0}, true, true},
    {2, {0, 0, 2}, true, true},   {2, {2, 1, 1}, true, true},
    {2, {2, 2, 0}, true, false}, /* "a single player" */
    {2, {2, 2, 2}, true, false},  {3, {1, 1, 1}, false, true},
    {3, {2, 2, 1}, true, true},   {3, {3, 2, 1}, true, true},
    {4, {2, 1, 1}, true, true},
};

static void test_end_three(void **state) {
  (void)state;
  for (int e = 0; e < EDITION_N; e++) {
    au_rules r;
    const char *name = editions[e].name;
    bool sole = strcmp(name, "en-2023") == 0 || strcmp(name, "fr-2023") == 0;
    variant_rules(&r, name, 3);
    for (size_t i = 0; i < sizeof end_cases / sizeof *end_cases; i++) {
      const end_case *t = &end_cases[i];
      assert_case(name, au_score_over(&r, t->rounds, t->nuggets) ==
                            (sole ? t->over_sole : t->over));
    }
  }
}

static void test_end_four(void **state) {
  (void)state;
  static const end_case cases[] = {
      {1, {1, 0}, false, false}, {2, {1, 1}, false, false},
      {2, {2, 0}, true, false},  {2, {0, 2}, true, false},
      {2, {2, 2}, true, false},  {3, {2, 1}, true, false},
      {4, {1, 1}, false, false}, /* only nuggets end it */
  };
  for (int e = 0; e < EDITION_N; e++) {
    au_rules r;
    variant_rules(&r, editions[e].name, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      assert_case(editions[e].name,
                  au_score_over(&r, cases[i].rounds, cases[i].nuggets) ==
                      cases[i].over);
  }
}

/* RULES 9.7: exactly three rounds, whatever the nuggets. */
static void test_end_cumulative(void **state) {
  (void)state;
  static const uint8_t many[3] = {3, 0, 0}, none[3] = {0, 0, 0};
  for (int e = 0; e < EDITION_N; e++)
    for (int players = 3; players <= 4; players++) {
      char name[64];
      au_rules r;
      snprintf(name, sizeof name, "%s+cumulative", editions[e].name);
      variant_rules(&r, name, players);
      for (int rounds = 1; rounds <= 3; rounds++) {
        assert_case(name, au_score_over(&r, rounds, many) == (rounds == 3));
        assert_case(name, au_score_over(&r, rounds, none) == (rounds == 3));
      }
    }
}

/* ---- RULES 9.5 -------------------------------------------------------- */

typedef struct win_case {
  const char *name;
  int won[3], bid[3]; /* nuggets or points; the bids of the last round */
  uint8_t shared, by_bid;
} win_case;

static const win_case win_cases[] = {
    {"one has most", {2, 1, 0}, {1, 9, 9}, S1, S1},
    {"the last has most", {0, 1, 3}, {9, 9, 1}, S3, S3},
    {"two tied, higher bid", {2, 2, 1}, {3, 4, 9}, S12, S2},
    {"two tied, equal bids", {2, 2, 1}, {4, 4, 9}, S12, S12},
    {"three tied, higher bid", {1, 1, 1}, {3, 4, 2}, ALL3, S2},
    {"RULES 12.12", {1, 1, 1}, {4, 5, 5}, ALL3, S23},
    {"all the same", {1, 1, 1}, {5, 5, 5}, ALL3, ALL3},
};

/* True if a tie goes to the higher bid of the last round. */
static bool bid_breaks(const char *name, int players) {
  return players == 3 &&
         (strncmp(name, "en-2023", 7) == 0 || strncmp(name, "fr-2023", 7) == 0);
}

static void check_wins(const au_rules *r, const char *name, bool cumulative) {
  for (size_t i = 0; i < sizeof win_cases / sizeof *win_cases; i++) {
    const win_case *t = &win_cases[i];
    uint8_t nuggets[AU_SEAT_MAX] = {0};
    int32_t points[AU_SEAT_MAX] = {0};
    au_score last;
    memset(&last, 0, sizeof last);
    for (int side = 0; side < 3; side++) {
      /* values that must not count are reversed */
      nuggets[side] = (uint8_t)(cumulative ? 9 - t->won[side] : t->won[side]);
      points[side] = cumulative ? t->won[side] : -t->won[side];
      last.bid[side] = (int16_t)t->bid[side];
    }
    uint8_t expected = bid_breaks(name, r->players) ? t->by_bid : t->shared;
    uint8_t every = (uint8_t)((1 << r->side_n) - 1);
    if ((expected & ~every) == 0 && (t->shared & ~every) == 0)
      assert_case(name, au_score_game(r, nuggets, points, &last) == expected);
  }
}

static void test_winners(void **state) {
  (void)state;
  for (int e = 0; e < EDITION_N; e++)
    for (int h = 0; h < HOUSE_N; h++)
      for (int players = 3; players <= 4; players++) {
        char name[64];
        au_rules r;
        snprintf(name, sizeof name, "%s%s", editions[e].name, houses[h]);
        variant_rules(&r, name, players);
        check_wins(&r, name, strstr(name, "cumulative") != NULL);
      }
}

/* The points of three rounds do not fit in sixteen bits in every variant. */
static void test_winners_far_apart(void **state) {
  (void)state;
  au_rules r;
  au_score last;
  uint8_t nuggets[AU_SEAT_MAX] = {0};
  int32_t points[AU_SEAT_MAX] = {-200000, 70000, 65536};
  memset(&last, 0, sizeof last);
  variant_rules(&r, "de-2024+cumulative", 3);
  assert_int_equal(au_score_game(&r, nuggets, points, &last), S2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bid_points),
      cmocka_unit_test(test_bid_knobs),
      cmocka_unit_test(test_gold_points),
      cmocka_unit_test(test_round_ties),
      cmocka_unit_test(test_tie_knobs),
      cmocka_unit_test(test_end_three),
      cmocka_unit_test(test_end_four),
      cmocka_unit_test(test_end_cumulative),
      cmocka_unit_test(test_winners),
      cmocka_unit_test(test_winners_far_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
