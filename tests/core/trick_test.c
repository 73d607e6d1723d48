/* trick_test.c: the lowest and the highest card, and barred suits.
** RULES 6.3, 7. */
#include "helper.h"

static au_trick trick_of(const au_rules *r, uint8_t leader, const char *plays) {
  char name[8];
  au_trick t;
  memset(&t, 0, sizeof t);
  t.leader = leader;
  while (next_word(&plays, name))
    t.card[t.n++] = card_of(r, name);
  return t;
}

typedef struct trick_case {
  const char *name, *plays;
  int lowest, highest; /* places */
} trick_case;

static const trick_case trick_cases[] = {
    {"RULES 7.1, 7.2: low and high", "B5 C3 P9 S7", 1, 2},
    {"RULES 7.2: rank beats order", "B10 C9 P8 S1", 3, 0},
    {"RULES 7.2: any gold beats any base metal", "B10 G0 P9 S1", 3, 1},
    {"RULES 7.2: the highest gold", "B10 G2 G7 G3", 0, 2},
    {"RULES 7.2: gold's rank, not its place", "B1 G8 G0 G1", 0, 1},
    {"RULES 7.3: highest gold to the later", "B4 G1 C9 G1", 0, 3},
    {"RULES 7.3: two zeros, the later", "B4 G0 G0 C2", 3, 2},
    {"RULES 7.3: lowest to the later", "B2 C2 P9 S7", 1, 2},
    {"RULES 7.3: highest to the later", "B9 C9 P3 S4", 2, 1},
    {"RULES 7.3: all equal, the last takes both", "B5 C5 P5 S5", 3, 3},
    {"RULES 7.3: all equal and gold: gold wins", "B5 C5 G1 S5", 3, 2},
    {"RULES 7.1: gold is never lowest", "B9 G0 G1 G2", 0, 3},
    {"RULES 12.4: three players, 4 5 5", "B4 P5 Z5", 0, 2},
    {"RULES 12.5: three players, all equal", "B6 P6 Z6", 2, 2},
    {"two cards so far", "S8 Z8", 1, 1},
    {"a card alone", "Z10", 0, 0},
    {"no card", "", -1, -1},
    {"gold alone, where a variant lets it lead", "G3 G1", -1, 0},
    {"two equal gold alone", "G3 G3", -1, 1},
};

/* Under the usual rules the highest card wins, the lowest takes
** gold and leads. */
static void assert_verdict(const trick_case *c, const au_rules *r,
                           const au_trick *t) {
  au_trick_result v = au_trick_settle(r, t);
  assert_case(c->name, v.winner == c->highest);
  assert_case(c->name, v.awarded == c->lowest);
  assert_case(c->name, v.leader == (c->lowest < 0 ? c->highest : c->lowest));
}

static void test_low_and_high(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  for (size_t i = 0; i < sizeof trick_cases / sizeof *trick_cases; i++) {
    const trick_case *c = &trick_cases[i];
    au_trick t = trick_of(&r, 0, c->plays);
    assert_verdict(c, &r, &t);
    t.leader = 3; /* places count from the leader, whatever its seat */
    assert_verdict(c, &r, &t);
  }
}

/* The extremes that rules can define: ranks 0 and 30, gold of rank 15. */
static void test_extreme_ranks(void **state) {
  (void)state;
  au_rules r;
  knob_rules(&r, 4,
             "suits=B ranks=0,30 hand=5 "
             "gold=4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 "
             "gold_points=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  au_trick t = trick_of(&r, 0, "B30 B0 B29");
  assert_int_equal(au_trick_settle(&r, &t).awarded, 1);
  assert_int_equal(au_trick_settle(&r, &t).winner, 0);
  t = trick_of(&r, 0, "B0"); /* nothing is lower, and it wins alone */
  assert_int_equal(au_trick_settle(&r, &t).awarded, 0);
  assert_int_equal(au_trick_settle(&r, &t).winner, 0);
  t = trick_of(&r, 0, "B30 G0");
  assert_int_equal(au_trick_settle(&r, &t).awarded, 0);
  assert_int_equal(au_trick_settle(&r, &t).winner, 1);
  t = trick_of(&r, 0, "B29 G0 B30"); /* the lowest gold, and first */
  assert_int_equal(au_trick_settle(&r, &t).winner, 1);
  t = trick_of(&r, 0, "B0 G15 G14 B30");
  assert_int_equal(au_trick_settle(&r, &t).awarded, 0);
  assert_int_equal(au_trick_settle(&r, &t).winner, 1);
}

/* RULES 6.3: each base suit at most once; gold bars nothing. */
static void test_barred(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  const au_deck *d = &r.deck;
  au_trick t = trick_of(&r, 0, "");
  assert_true(au_trick_barred(d, &t) == 0);
  t = trick_of(&r, 0, "B5");
  assert_true(au_trick_barred(d, &t) == d->suit_set[0]);
  assert_int_equal(au_count(au_trick_barred(d, &t)), 10);
  t = trick_of(&r, 0, "B5 G3 Z1");
  assert_true(au_trick_barred(d, &t) == (d->suit_set[0] | d->suit_set[4]));
  t = trick_of(&r, 0, "B5 G3 G3");
  assert_true((au_trick_barred(d, &t) & d->gold) == 0);
}

static void test_gold(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  au_trick t = trick_of(&r, 0, "B5 G3 G0 G3");
  assert_true(au_trick_gold(&r.deck, &t) == pile_of(&r, "G0 G3 G3"));
  t = trick_of(&r, 0, "B5 C3");
  assert_true(au_trick_gold(&r.deck, &t) == 0);
}

/* RULES 2.1, 6.3: clockwise from the leader. */
static void test_seats(void **state) {
  (void)state;
  au_trick t = {.leader = 2};
  for (int players = 3; players <= AU_SEAT_MAX; players++)
    for (int place = 0; place < players; place++)
      assert_int_equal(au_trick_seat(&t, place, players),
                       (2 + place) % players);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_low_and_high), cmocka_unit_test(test_extreme_ranks),
      cmocka_unit_test(test_barred),       cmocka_unit_test(test_gold),
      cmocka_unit_test(test_seats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
