/* card_test.c: decks, names, sets and piles of gold. RULES 1. */
#include "helper.h"

typedef struct deck_case {
  const char *name;
  const char *suits;
  int lo, hi, gold_n;
  au_status status;
  int base_n; /* base kinds */
  int gold_at;
} deck_case;

static const deck_case deck_cases[] = {
    {"RULES 1.1, four players", "BCPSZ", 1, 10, 9, AU_OK, 50, 50},
    {"RULES 1.3, three players", "BPSZ", 1, 9, 8, AU_OK, 36, 50},
    {"suits in another order", "ZB", 2, 3, 1, AU_OK, 4, 50},
    {"eleven ranks: 64 kinds", "BCPSZ", 1, 11, 9, AU_OK, 55, 55},
    {"65 kinds", "BCPSZ", 1, 11, 10, AU_EFULL, 0, 0},
    {"rank 0", "BC", 0, 3, 9, AU_OK, 8, 8},
    {"gold of rank 9", "BC", 1, 3, 10, AU_OK, 6, 6},
    {"another letter", "BX", 1, 10, 9, AU_OK, 20, 20},
    {"eight suits", "ABCDEFHI", 1, 6, 16, AU_OK, 48, 48},
    {"one card", "Q", 30, 30, 1, AU_OK, 1, 1},
    {"no suit", "", 1, 10, 9, AU_ERULES, 0, 0},
    {"nine suits", "ABCDEFHIJ", 1, 2, 9, AU_ERULES, 0, 0},
    {"G is gold", "BGZ", 1, 10, 9, AU_ERULES, 0, 0},
    {"a small letter", "Bz", 1, 10, 9, AU_ERULES, 0, 0},
    {"a digit", "B1", 1, 10, 9, AU_ERULES, 0, 0},
    {"a letter twice", "BZB", 1, 10, 9, AU_ERULES, 0, 0},
    {"rank below 0", "B", -1, 10, 9, AU_ERULES, 0, 0},
    {"rank above 30", "B", 1, 31, 9, AU_ERULES, 0, 0},
    {"no rank", "B", 5, 4, 9, AU_ERULES, 0, 0},
    {"no gold", "B", 1, 10, 0, AU_ERULES, 0, 0},
    {"17 ranks of gold", "B", 1, 10, 17, AU_ERULES, 0, 0},
};

static void test_deck_init(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof deck_cases / sizeof *deck_cases; i++) {
    const deck_case *t = &deck_cases[i];
    au_deck d, before;
    memset(&d, 0xa5, sizeof d);
    before = d;
    assert_case(t->name, au_deck_init(&d, t->suits, t->lo, t->hi, t->gold_n) ==
                             t->status);
    if (t->status != AU_OK) {
      assert_case(t->name, memcmp(&d, &before, sizeof d) == 0);
      continue;
    }
    assert_case(t->name, au_count(d.base) == t->base_n);
    assert_case(t->name, au_count(d.gold) == t->gold_n);
    assert_case(t->name, (d.base & d.gold) == 0);
    assert_case(t->name, d.gold_at == t->gold_at);
  }
}

/* Every kind has its own name, which finds it again. */
static void test_names_round_trip(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof deck_cases / sizeof *deck_cases; i++) {
    const deck_case *t = &deck_cases[i];
    au_deck d;
    if (au_deck_init(&d, t->suits, t->lo, t->hi, t->gold_n) != AU_OK)
      continue;
    for (au_card c = 0; c < AU_KIND_MAX; c++) {
      char name[AU_CARD_TEXT];
      size_t n = au_card_text(&d, c, name);
      bool there = au_has(d.base | d.gold, c);
      assert_case(t->name, n == strlen(name));
      assert_case(t->name, there == (strcmp(name, "-") != 0));
      assert_case(t->name, au_deck_find(&d, name, n) == (there ? c : AU_NONE));
      assert_case(t->name, !there || au_has(d.suit_set[d.suit_of[c]], c));
    }
  }
}

/* ORDER SUIT: the standard numbering is the same for every deck that fits. */
static void test_standard_numbers(void **state) {
  (void)state;
  au_deck four, three, two;
  assert_int_equal(au_deck_init(&two, "SP", 1, 10, 9), AU_OK);
  assert_int_equal(au_deck_find(&two, "P1", 2), 20);
  assert_int_equal(au_deck_find(&two, "S10", 3), 39);
  assert_int_equal(au_deck_init(&four, "BCPSZ", 1, 10, 9), AU_OK);
  assert_int_equal(au_deck_init(&three, "BPSZ", 1, 9, 8), AU_OK);
  assert_int_equal(au_deck_find(&four, "B1", 2), 0);
  assert_int_equal(au_deck_find(&four, "C1", 2), 10);
  assert_int_equal(au_deck_find(&four, "Z10", 3), 49);
  assert_int_equal(au_deck_find(&four, "G0", 2), 50);
  assert_int_equal(au_deck_find(&four, "G8", 2), 58);
  assert_true((three.base & ~four.base) == 0);
  assert_true((three.gold & ~four.gold) == 0);
  assert_int_equal(au_deck_find(&three, "Z7", 2), 46);
  assert_int_equal(three.suit_of[46], 3); /* its own suits: B P S Z */
  assert_int_equal(three.rank_of[46], 7);
}

/* RULES 1.3: three players have no Copper, no 10s and no G8. */
static void test_three_players_lack(void **state) {
  (void)state;
  static const char *const absent[] = {"C1", "C9", "B10", "Z10", "G8"};
  au_deck d;
  assert_int_equal(au_deck_init(&d, "BPSZ", 1, 9, 8), AU_OK);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
    assert_case(absent[i],
                au_deck_find(&d, absent[i], strlen(absent[i])) == AU_NONE);
}

static void test_find_refuses(void **state) {
  (void)state;
  static const char *const bad[] = {"",    "B",   "G",    "1",   "B0",  "B11",
                                    "B01", "G00", "G9",   "G-1", "b1",  "B1 ",
                                    " B1", "X1",  "B100", "BB",  "B1x", "-"};
  au_deck d;
  assert_int_equal(au_deck_init(&d, "BCPSZ", 1, 10, 9), AU_OK);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_case(bad[i], au_deck_find(&d, bad[i], strlen(bad[i])) == AU_NONE);
  assert_int_equal(au_deck_find(&d, "\0001", 2), AU_NONE); /* a NUL as suit */
  assert_int_equal(au_deck_find(&d, "B10", 2), 0); /* the length decides */
}

static void test_card_text(void **state) {
  (void)state;
  char name[AU_CARD_TEXT];
  au_deck d;
  assert_int_equal(au_deck_init(&d, "BCPSZ", 1, 10, 9), AU_OK);
  assert_int_equal(au_card_text(&d, AU_NONE, name), 1);
  assert_string_equal(name, "-");
  assert_int_equal(au_card_text(&d, 59, name), 1); /* no such kind */
  assert_string_equal(name, "-");
  assert_int_equal(au_card_text(&d, 49, name), 3);
  assert_string_equal(name, "Z10");
}

static void test_suit_names(void **state) {
  (void)state;
  assert_string_equal(au_suit_name('B'), "Bismuth"); /* RULES 1.1, 1.2 */
  assert_string_equal(au_suit_name('C'), "Copper");
  assert_string_equal(au_suit_name('P'), "Phosphorus");
  assert_string_equal(au_suit_name('S'), "Silver");
  assert_string_equal(au_suit_name('Z'), "Zinc");
  assert_string_equal(au_suit_name('G'), "Gold");
  for (char c = 'A'; c <= 'Z'; c++)
    if (strchr("BCGPSZ", c) == NULL) {
      char letter[2] = {c, '\0'};
      assert_string_equal(au_suit_name(c), letter);
    }
  assert_string_equal(au_suit_name('b'), "?");
  assert_string_equal(au_suit_name('['), "?");
  assert_string_equal(au_suit_name('@'), "?");
}

static void test_sets(void **state) {
  (void)state;
  au_set s = au_bit(0) | au_bit(7) | au_bit(63);
  assert_true(au_has(s, 0) && au_has(s, 7) && au_has(s, 63));
  assert_false(au_has(s, 1));
  assert_false(au_has(~(au_set)0, 64));
  assert_false(au_has(~(au_set)0, AU_NONE));
  assert_int_equal(au_count(s), 3);
  assert_int_equal(au_count(0), 0);
  assert_int_equal(au_first(s), 0);
  assert_int_equal(au_first(au_bit(63)), 63);
}

static void test_gold_piles(void **state) {
  (void)state;
  au_deck d;
  au_gold full = ~(au_gold)0, g = 4 * au_gold_one(0) + 2 * au_gold_one(3);
  assert_int_equal(au_deck_init(&d, "BCPSZ", 1, 10, 9), AU_OK);
  assert_int_equal(au_gold_count(g, 0), 4);
  assert_int_equal(au_gold_count(g, 1), 0);
  assert_int_equal(au_gold_count(g, 3), 2);
  assert_int_equal(au_gold_count(full, 15), AU_COPIES_MAX);
  assert_int_equal(au_gold_size(g), 6);
  assert_int_equal(au_gold_size(0), 0);
  assert_int_equal(au_gold_size(full), 16 * AU_COPIES_MAX);
  assert_int_equal(au_gold_best(g), 3);
  assert_int_equal(au_gold_best(0), -1); /* RULES 9.3: lower than rank 0 */
  assert_int_equal(au_gold_best(au_gold_one(0)), 0);
  assert_int_equal(au_gold_best(full), 15);
}

/* Every count from 1 to 15 gives the kind of its rank, and no other. */
static void test_gold_kinds(void **state) {
  (void)state;
  au_deck d;
  assert_int_equal(au_deck_init(&d, "B", 1, 10, 16), AU_OK);
  assert_true(au_gold_kinds(&d, 0) == 0);
  for (int rank = 0; rank < 16; rank++)
    for (unsigned copies = 1; copies <= AU_COPIES_MAX; copies++) {
      au_set kinds = au_gold_kinds(&d, copies * au_gold_one(rank));
      assert_true(kinds == (au_set)1 << (d.gold_at + rank));
    }
  assert_true(au_gold_kinds(&d, ~(au_gold)0) == d.gold);
}

/* With the processor's instructions, if it has them, and without. */
static void test_set_bits(void **state) {
  (void)state;
  bool fast = au_fast_bits;
  uint64_t x = 1;
  for (int i = 0; i < 2000; i++) {
    x = (x ^ x >> 27) * 0x9e3779b97f4a7c15u;
    au_set set = i % 4 == 0 ? x : i % 4 == 1 ? x & x << 9 : x & x >> 5 & x << 3;
    set |= i % 16 == 15 ? ~(au_set)0 : 0;
    int n = 0;
    for (au_card c = 0; c < AU_KIND_MAX; c++) {
      if (!au_has(set, c))
        continue;
      au_fast_bits = false;
      assert_int_equal(au_nth(set, (uint32_t)n), c);
      au_fast_bits = fast;
      assert_int_equal(au_nth(set, (uint32_t)n), c);
      n++;
    }
    au_fast_bits = false;
    assert_int_equal(au_count(set), n);
    au_fast_bits = fast;
    assert_int_equal(au_count(set), n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deck_init),
      cmocka_unit_test(test_names_round_trip),
      cmocka_unit_test(test_standard_numbers),
      cmocka_unit_test(test_three_players_lack),
      cmocka_unit_test(test_find_refuses),
      cmocka_unit_test(test_card_text),
      cmocka_unit_test(test_suit_names),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_set_bits),
      cmocka_unit_test(test_gold_piles),
      cmocka_unit_test(test_gold_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
