/* view_test.c: a view has all that its seat may know, and nothing
** else. RULES 10. */
#include "helper.h"

static au_view view_of(const au_rules *r, const au_game *g, uint8_t seat) {
  au_view v;
  memset(&v, 0xa5, sizeof v); /* bytes that are not written would show */
  au_view_of(r, g, seat, &v);
  return v;
}

static void do_all(const au_rules *r, au_game *g, const char *texts) {
  char text[32];
  while (next_part(&texts, text)) {
    au_action a = action_of(r, &g->state, text);
    if (au_game_apply(r, g, a) != AU_OK)
      fail_msg("not legal: %s", text);
  }
}

static const char *const no_hands[AU_SEAT_MAX] = {"", "", "", "", "", ""};

/* Start a game with a round dealt by hand; seat 1 is first. */
static void dealt(const au_rules *r, au_game *g, const char *const *hands) {
  au_deal deal = deal_of(r, 0, hands);
  au_game_init(g);
  au_game_begin(r, g);
  assert_int_equal(au_game_deal(r, g, &deal, NULL), AU_OK);
}

/* ---- Four players ----------------------------------------------------- */

/* Hands are private, the partner's too; the extras are shown. */
static void test_deal_four(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 4);
  dealt(&r, &g, no_hands);
  for (uint8_t seat = 0; seat < 4; seat++) {
    au_view v = view_of(&r, &g, seat);
    assert_int_equal(v.seat, seat);
    for (uint8_t i = 0; i < AU_SEAT_MAX; i++) {
      assert_true(v.s.hand[i] == (i == seat ? g.state.hand[i] : 0));
      assert_true(au_view_known(&v, i) == v.s.hand[i]);
      assert_int_equal(v.hand_n[i], i < 4 ? 12 : 0);
    }
    assert_true(v.s.extras == g.state.extras);
    assert_true(v.unseen ==
                (r.deck.base & ~g.state.extras & ~g.state.hand[seat]));
    assert_int_equal(v.laid, 0);
    assert_int_equal(v.log_n, 0);
    assert_int_equal(au_view_size(&v), offsetof(au_view, log));
  }
  au_game_free(&g);
}

/* RULES 4.2: bids lie face up as they are laid. */
static void test_bids_four(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 4);
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid B5, bid C9");
  for (uint8_t seat = 0; seat < 4; seat++) {
    au_view v = view_of(&r, &g, seat);
    assert_int_equal(v.s.bid[0], card_of(&r, "B5"));
    assert_int_equal(v.s.bid[1], card_of(&r, "C9"));
    assert_int_equal(v.s.bid[2], AU_NONE);
    assert_int_equal(v.laid, 3);
    assert_int_equal(v.hand_n[1], 11);
    assert_int_equal(v.log_n, 2);
    assert_memory_equal(v.log, g.log, 2 * sizeof *v.log);
    assert_false(au_has(v.unseen, card_of(&r, "B5")));
  }
  au_game_free(&g);
}

/* A change shows everybody which card went back to which hand. It is known
** there until it is played. */
static void test_known_card(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 4);
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid B5, bid C9, bid P6, bid S7, change G0 B1 of 3");
  au_set p6 = set_of(&r, "P6"), b1 = set_of(&r, "B1");
  for (uint8_t seat = 1; seat < 4; seat++) {
    au_view v = view_of(&r, &g, seat);
    assert_true(au_view_known(&v, 0) == p6);
    assert_int_equal(v.hand_n[0], 11);
    assert_true((v.unseen & (p6 | b1)) == 0);
  }
  do_all(&r, &g, "keep, keep, keep, play P6");
  au_view v = view_of(&r, &g, 1);
  assert_true(au_view_known(&v, 0) == 0);
  assert_true((v.unseen & p6) == 0); /* on the table */
  au_game_free(&g);
}

/* All plays and gold are public; the passing seat shows its hand. */
static void test_passer_shows(void **state) {
  (void)state;
  static const char *const hands[] = {"B2 Z1 Z2", "Z9 Z8", "B3 B9", "S5 S1"};
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B10 C1 P7 S4", hands, NULL);
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  do_all(&r, &g, "play B2, play Z9, pass");
  au_view v = view_of(&r, &g, 1);
  assert_true(au_view_known(&v, 2) == set_of(&r, "B3 B9"));
  assert_true(au_view_known(&v, 3) == 0);
  assert_true(au_view_known(&v, 1) == set_of(&r, "Z8"));
  assert_true((v.unseen & set_of(&r, "B2 Z9 B3 B9")) == 0);
  assert_true((v.unseen & set_of(&r, "S5 S1 Z1")) == set_of(&r, "S5 S1 Z1"));
  au_game_free(&g);
}

/* Before the first deal, a view shows no cards. */
static void test_nothing_yet(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_state s;
  au_seed seed = seed_of("nothing");
  au_rng rng = rng_of(&seed, 0);
  static const char *const knobs[] = {"", "extras=hidden"};
  for (int i = 0; i < 2; i++) {
    knob_rules(&r, 4, knobs[i]);
    au_game_init(&g);
    au_game_begin(&r, &g);
    au_view v = view_of(&r, &g, 2);
    assert_true(v.unseen == 0);
    assert_memory_equal(&v.s, &g.state, sizeof v.s);
    assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_OK);
    assert_memory_equal(&s, &g.state, sizeof s);
    au_game_free(&g);
  }
}

/* ---- Three players: RULES 4.3, 10 ------------------------------------- */

static void test_hidden_bids(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 3);
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid B5, bid P9");
  au_action mine = g.log[1], blotted = au_bid_action(0, 0, false);
  au_view v = view_of(&r, &g, 1);
  assert_int_equal(v.s.bid[0], AU_NONE);
  assert_int_equal(v.s.bid[1], card_of(&r, "P9"));
  assert_int_equal(v.laid, 3); /* that it has bid can be seen */
  assert_int_equal(v.hand_n[0], 11);
  assert_true(au_has(v.unseen, card_of(&r, "B5")));
  assert_false(au_has(v.unseen, card_of(&r, "P9")));
  assert_int_equal(v.log[0], blotted);
  assert_int_equal(v.log[1], mine);
  int bid = 0;
  assert_int_equal(au_state_bid(&r, &v.s, 0, &bid), AU_OK);
  assert_int_equal(bid, -1);
  v = view_of(&r, &g, 2);
  assert_int_equal(v.log[0], blotted);
  assert_int_equal(v.log[1], au_bid_action(1, 0, false));
  au_game_free(&g);
}

static void test_revealed_bids(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 3);
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid B5, bid P9, bid Z2");
  for (uint8_t seat = 0; seat < 3; seat++) {
    au_view v = view_of(&r, &g, seat);
    assert_memory_equal(v.s.bid, g.state.bid, sizeof v.s.bid);
    assert_memory_equal(v.log, g.log, 3 * sizeof *v.log);
    assert_true((v.unseen & set_of(&r, "B5 P9 Z2")) == 0);
  }
  au_game_free(&g);
}

/* ---- Knobs ------------------------------------------------------------ */

static void test_hidden_extras(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "extras=hidden");
  dealt(&r, &g, no_hands);
  au_view v = view_of(&r, &g, 0);
  assert_true(v.s.extras == 0);
  assert_true(v.unseen == (r.deck.base & ~g.state.hand[0]));
  au_game_free(&g);
}

/* Bids of 0 stay face down for all but their own seat. */
static void test_zero_bid(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "zero_bid=true");
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid -B5, bid C9, bid -P6, bid S7");
  au_view v = view_of(&r, &g, 1);
  assert_int_equal(v.s.bid[0], AU_NONE);
  assert_int_equal(v.s.bid[1], card_of(&r, "C9"));
  assert_int_equal(v.s.down, 5); /* that it bids 0 can be seen */
  assert_int_equal(v.laid, 15);
  assert_int_equal(v.log[0], au_bid_action(0, 0, true));
  assert_int_equal(v.log[1], g.log[1]);
  assert_int_equal(v.log[2], au_bid_action(2, 0, true));
  assert_true((v.unseen & set_of(&r, "B5 P6")) == set_of(&r, "B5 P6"));
  v = view_of(&r, &g, 0);
  assert_int_equal(v.s.bid[0], card_of(&r, "B5"));
  assert_int_equal(v.log[0], g.log[0]);
  assert_true((v.unseen & set_of(&r, "B5 P6")) == set_of(&r, "P6"));
  au_game_free(&g);
}

/* In a simultaneous bidding, a seat does not see which way a card lies. */
static void test_zero_bid_hidden(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "zero_bid=true bidding=hidden");
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid -B5, bid C9, bid -P6");
  au_view v = view_of(&r, &g, 2);
  assert_int_equal(v.s.down, 4);
  assert_int_equal(v.log[0], au_bid_action(0, 0, false));
  assert_int_equal(v.log[1], au_bid_action(1, 0, false));
  assert_int_equal(v.log[2], g.log[2]);
  do_all(&r, &g, "bid S7");
  v = view_of(&r, &g, 2);
  assert_int_equal(v.s.down, 5);
  assert_int_equal(v.log[0], au_bid_action(0, 0, true));
  assert_int_equal(v.log[1], g.log[1]);
  assert_int_equal(v.s.bid[0], AU_NONE);
  au_game_free(&g);
}

/* A face-down card that a partner replaced: its old seat knows that the partner
** who paid holds it; others do not. */
static void test_zero_bid_replaced(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "zero_bid=true");
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid B5, bid C9, bid -P6, bid S7, change G0 B1 of 3");
  au_set p6 = set_of(&r, "P6");
  au_view v = view_of(&r, &g, 2);
  assert_true(au_view_known(&v, 0) == p6);
  assert_true((v.unseen & p6) == 0);
  v = view_of(&r, &g, 1);
  assert_true(au_view_known(&v, 0) == 0);
  assert_true((v.unseen & p6) == p6);
  au_game_free(&g);
}

/* ---- Samples ---------------------------------------------------------- */

/* A view that contradicts itself has no world. */
static void test_no_world(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("no world");
  au_rng rng = rng_of(&seed, 0);
  au_state s, before;
  memset(&s, 0xa5, sizeof s);
  before = s;
  knob_rules(&r, 3, "bidding=hidden extras=hidden");
  dealt(&r, &g, no_hands);
  do_all(&r, &g, "bid B5, bid C9");
  au_view good = view_of(&r, &g, 1), v = good;
  v.hand_n[0] = 64; /* more cards than are unseen */
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_ESTATE);
  v = good;
  v.s.hand[0] = v.unseen; /* more known cards than it holds */
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_ESTATE);
  v = good;
  v.unseen = set_of(&r, "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1"); /* no bid left */
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_ESTATE);
  v.unseen |= set_of(&r, "Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10 S1 S2 S3");
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_ESTATE); /* extras */
  assert_memory_equal(&s, &before, sizeof s);
  assert_int_equal(au_view_sample(&r, &good, &rng, &s), AU_OK);
  au_game_free(&g);
}

/* ---- Comparing and counting ---------------------------------------------- */

/* Two views are the same if all their contents are the same. */
static void test_same(void **state) {
  (void)state;
  static au_view views[2];
  au_rules r;
  au_game g;
  au_seed seed = seed_of("same");
  au_rng rng = rng_of(&seed, 0);
  variant_rules(&r, "en-2023", 4);
  set_knobs(&r, "nuggets=0 rounds=3");
  finish_rules(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  while (g.tally_n < 2 || g.state.phase != AU_PHASE_PLAY)
    assert_true(step_game(&r, &g, &seed, &rng));
  au_view *a = &views[0], *b = &views[1];
  au_view_of(&r, &g, 1, a);
  memset(b, 0xa5, sizeof *b);
  au_view_copy(b, a);
  assert_true(au_view_same(a, b));
  b->log_n--;
  assert_false(au_view_same(a, b));
  au_view_copy(b, a);
  b->round_n--;
  assert_false(au_view_same(a, b));
  au_view_copy(b, a);
  b->s.hand[1] ^= 1;
  assert_false(au_view_same(a, b));
  au_view_copy(b, a);
  b->log[a->log_n - 1] ^= 1u << 9;
  assert_false(au_view_same(a, b));
  au_view_copy(b, a);
  b->round[1].taken[0]++;
  assert_false(au_view_same(a, b));
  au_view_of(&r, &g, 2, b);
  assert_false(au_view_same(a, b));
  au_game_free(&g);
}

/* RULES 5.1, 5.5: each seat that has gold and a card, in play order from the
** leader. A seat that changes several times has as many changes as are left. */
static void test_changes_left(void **state) {
  (void)state;
  static const char *const hands[] = {"B1", "C1 C2", "P1", "S1"};
  static const char *const gold[] = {"G0", "G0 G1 G2", "G0", ""};
  static const int expected[4] = {0, 2, 1, 0};
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "changes=2");
  au_state s = table_of(&r, 0, "B10 C10 P10 S10", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  s.turn = 1; /* seat 1 has kept */
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  au_view v = view_of(&r, &g, 1);
  for (uint8_t seat = 0; seat < 4; seat++)
    assert_int_equal(au_view_changes(&r, &v, seat), expected[seat]);
  do_all(&r, &g, "change G0 C1 of 2");
  v = view_of(&r, &g, 1);
  assert_int_equal(au_view_changes(&r, &v, 1), 1);
  v.hand_n[2] = 0; /* no card to lay */
  assert_int_equal(au_view_changes(&r, &v, 2), 0);
  do_all(&r, &g, "keep, keep");
  v = view_of(&r, &g, 1);
  assert_int_equal(g.state.phase, AU_PHASE_PLAY);
  assert_int_equal(au_view_changes(&r, &v, 1), 0);
  au_game_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deal_four),
      cmocka_unit_test(test_bids_four),
      cmocka_unit_test(test_known_card),
      cmocka_unit_test(test_passer_shows),
      cmocka_unit_test(test_nothing_yet),
      cmocka_unit_test(test_hidden_bids),
      cmocka_unit_test(test_revealed_bids),
      cmocka_unit_test(test_hidden_extras),
      cmocka_unit_test(test_zero_bid),
      cmocka_unit_test(test_zero_bid_hidden),
      cmocka_unit_test(test_zero_bid_replaced),
      cmocka_unit_test(test_no_world),
      cmocka_unit_test(test_same),
      cmocka_unit_test(test_changes_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
