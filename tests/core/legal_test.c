/* legal_test.c: the calls that list, draw, apply and refuse actions, in every
** phase and with any integer. */
#include "helper.h"

static const char *const no_hands[AU_SEAT_MAX] = {"", "", "", "", "", ""};
static const char *const hands[] = {"B1 B2 Z2", "C3", "P4 P5", "S6"};
static const char *const gold[] = {"G1 G4", "G2", "", "G8"};

static au_rules rules;

/* A state of the rules in each phase; seat 1 is on turn, if any seat is. */
static au_state in_phase(int phase) {
  au_state s;
  au_deal deal = deal_of(&rules, 0, no_hands);
  au_state_init(&rules, &s);
  if (phase == AU_PHASE_DEAL)
    return s;
  if (phase == AU_PHASE_BID) {
    assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_OK);
    return s;
  }
  s = table_of(&rules, 0, "B7 C8 P9 S10", hands, gold);
  s.phase = (uint8_t)phase;
  if (phase == AU_PHASE_OVER)
    s.turn = AU_NONE;
  s.winners = phase == AU_PHASE_OVER;
  assert_sound(&rules, &s);
  return s;
}

/* ---- Lists ------------------------------------------------------------ */

static void test_cards(void **state) {
  (void)state;
  static const struct {
    int phase;
    const char *cards;
    bool pass;
  } cases[] = {
      {AU_PHASE_DEAL, "", false},
      {AU_PHASE_BID, "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2", false},
      {AU_PHASE_CHANGE, "B1 B2 Z2", false},
      {AU_PHASE_PLAY, "B1 B2 Z2", false},
      {AU_PHASE_OVER, "", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_state s = in_phase(cases[i].phase);
    au_set cards = ~(au_set)0;
    bool pass = true;
    assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_OK);
    assert_true(cards == set_of(&rules, cases[i].cards));
    assert_int_equal(pass, cases[i].pass);
  }
}

static void test_cards_to_follow(void **state) {
  (void)state;
  au_state s = in_phase(AU_PHASE_PLAY);
  au_set cards;
  bool pass;
  act(&rules, &s, "play Z2");
  assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_OK);
  assert_true(cards == set_of(&rules, "C3 G2"));
  assert_false(pass);
  s.hand[1] = 0;
  assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_OK);
  assert_true(cards == set_of(&rules, "G2"));
  assert_true(pass);
}

/* The documented order: by card, keep before changes, pass last. */
static void test_order(void **state) {
  (void)state;
  au_state s = in_phase(AU_PHASE_CHANGE);
  assert_legal(&rules, &s,
               "keep, change G1 B1 of 1, change G1 B2 of 1, change G1 Z2 of 1, "
               "change G1 B1 of 3, change G1 B2 of 3, change G1 Z2 of 3, "
               "change G4 B1 of 1, change G4 B2 of 1, change G4 Z2 of 1, "
               "change G4 B1 of 3, change G4 B2 of 3, change G4 Z2 of 3");
  s = in_phase(AU_PHASE_PLAY);
  act(&rules, &s, "play Z2");
  s.hand[1] = 0;
  assert_legal(&rules, &s, "play G2, pass");
  s = in_phase(AU_PHASE_DEAL);
  assert_legal(&rules, &s, "");
  s = in_phase(AU_PHASE_OVER);
  assert_legal(&rules, &s, "");
}

/* The longest possible list fits: every kind of gold, the longest hand, every
** other seat on the same side. */
static void test_longest_list(void **state) {
  (void)state;
  au_rules r;
  au_action list[AU_ACTION_MAX];
  int n = 0;
  knob_rules(&r, 6,
             "sides=1,1,1,1,1,2 suits=BCPS ranks=1,12 hand=1 "
             "gold=6,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 "
             "gold_points=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1");
  au_state s;
  au_state_init(&r, &s);
  s.round = 1;
  s.phase = AU_PHASE_CHANGE;
  s.turn = 0;
  s.hand[0] = r.deck.base;
  for (int i = 0; i < 6; i++) {
    s.bid[i] = au_first(s.hand[0]);
    s.hand[0] &= s.hand[0] - 1;
  }
  s.gold[0] = r.gold_all;
  s.seen = r.deck.base & ~s.hand[0];
  assert_sound(&r, &s);
  assert_int_equal(au_state_legal(&r, &s, list, &n), AU_OK);
  assert_int_equal(n, 1 + 16 * 42 * 5);
}

/* ---- Drawing ---------------------------------------------------------- */

/* Expect that every legal action is drawn equally often, and no other. */
static void assert_drawn_evenly(const au_rules *r, const au_state *s) {
  enum { DRAWS = 20000 };
  au_action list[AU_ACTION_MAX];
  int count[AU_ACTION_MAX] = {0}, n = 0;
  au_seed seed = seed_of("draw");
  au_rng rng = rng_of(&seed, 0);
  assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
  for (int i = 0; i < DRAWS; i++) {
    au_action a = 0;
    int at = 0;
    assert_int_equal(au_state_random(r, s, &rng, &a), AU_OK);
    while (at < n && list[at] != a)
      at++;
    assert_true(at < n);
    count[at]++;
  }
  assert_true(n == 1 || is_even(count, n));
}

static void test_random(void **state) {
  (void)state;
  au_state s = in_phase(AU_PHASE_BID);
  assert_drawn_evenly(&rules, &s);
  s = in_phase(AU_PHASE_CHANGE);
  assert_drawn_evenly(&rules, &s);
  s = in_phase(AU_PHASE_PLAY);
  assert_drawn_evenly(&rules, &s);
  act(&rules, &s, "play Z2");
  assert_drawn_evenly(&rules, &s);
  s.hand[1] = 0;
  assert_drawn_evenly(&rules, &s);
  s.gold[1] = 0;
  assert_drawn_evenly(&rules, &s); /* only pass */
}

static void test_random_zero_bid(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  knob_rules(&r, 4, "zero_bid=true hand=5");
  au_state_init(&r, &s);
  au_deal deal = deal_of(&r, 0, no_hands);
  assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
  assert_drawn_evenly(&r, &s);
}

static void test_random_none(void **state) {
  (void)state;
  static const int phases[] = {AU_PHASE_DEAL, AU_PHASE_OVER};
  au_seed seed = seed_of("none");
  au_rng rng = rng_of(&seed, 0);
  for (int i = 0; i < 2; i++) {
    au_state s = in_phase(phases[i]);
    au_action a = 1;
    assert_int_equal(au_state_random(&rules, &s, &rng, &a), AU_OK);
    assert_int_equal(a, 0);
  }
}

/* ---- Refusing --------------------------------------------------------- */

/* In each phase, try an action of another phase. */
static void test_why_phase(void **state) {
  (void)state;
  static const char *const due[AU_PHASE_N] = {
      "the round is not dealt yet (RULES 3)", "a bid is due (RULES 4)",
      "keep or change the bids first (RULES 5)",
      "a card to the trick is due (RULES 6)", "the game is over (RULES 9.4)"};
  au_card b1 = card_of(&rules, "B1");
  au_action kinds[] = {0,
                       au_bid_action(0, b1, false),
                       au_change_action(0, card_of(&rules, "G1"), b1, 0),
                       au_keep_action(0),
                       au_play_action(0, b1),
                       au_pass_action(0),
                       au_answer_action(0, 0, 1)};
  static const int phase_of[] = {-1,
                                 AU_PHASE_BID,
                                 AU_PHASE_CHANGE,
                                 AU_PHASE_CHANGE,
                                 AU_PHASE_PLAY,
                                 AU_PHASE_PLAY,
                                 AU_PHASE_ASK};
  for (int phase = 0; phase <= AU_PHASE_OVER; phase++)
    for (int i = 1; i < AU_ACT_N; i++) {
      au_state s = in_phase(phase);
      if (phase_of[i] != phase)
        assert_refused(&rules, &s, kinds[i], due[phase]);
    }
}

static void test_why_seat(void **state) {
  (void)state;
  au_state s = in_phase(AU_PHASE_PLAY);
  for (unsigned seat = 1; seat < 8; seat++) {
    char reason[64];
    snprintf(reason, sizeof reason, "seat %u is not on turn", seat + 1);
    assert_refused(&rules, &s, au_pass_action(seat), reason);
  }
}

static void test_why_no_action(void **state) {
  (void)state;
  au_state s = in_phase(AU_PHASE_PLAY);
  assert_refused(&rules, &s, 0, "no such action");
  assert_refused(&rules, &s, 7, "no such action");
  s.phase = AU_PHASE_N;
  assert_refused(&rules, &s, au_play_action(0, card_of(&rules, "B1")),
                 "no such phase");
}

/* Legal actions are allowed with a rule, and need no buffer for it. */
static void test_why_legal(void **state) {
  (void)state;
  for (int phase = AU_PHASE_BID; phase <= AU_PHASE_PLAY; phase++) {
    au_state s = in_phase(phase);
    au_action list[AU_ACTION_MAX];
    int n = 0;
    assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_OK);
    for (int i = 0; i < n; i++) {
      char why[AU_WHY_TEXT], text[AU_ACTION_TEXT];
      size_t size = au_action_text(&rules.deck, NULL, list[i], text);
      assert_int_equal(au_state_why(&rules, &s, list[i], NULL), AU_OK);
      assert_int_equal(au_state_why(&rules, &s, list[i], why), AU_OK);
      assert_memory_equal(why, text, size);
      assert_non_null(strstr(why + size, "(RULES "));
    }
  }
}

/* An integer with a value in a field that its kind does not use is
** not an action. */
static void test_stray_bits(void **state) {
  (void)state;
  for (int phase = AU_PHASE_BID; phase <= AU_PHASE_PLAY; phase++) {
    au_state s = in_phase(phase);
    au_action list[AU_ACTION_MAX];
    int n = 0;
    assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_OK);
    for (int i = 0; i < n; i++)
      for (int bit = 0; bit < 32; bit++) {
        au_action a = list[i] ^ (au_action)1 << bit;
        bool listed = false;
        for (int k = 0; k < n; k++)
          listed = listed || list[k] == a;
        au_state t = s;
        au_status status = au_state_apply(&rules, &t, a, NULL);
        assert_int_equal(status, listed ? AU_OK : AU_EILLEGAL);
        if (!listed)
          assert_memory_equal(&t, &s, sizeof s);
        assert_int_equal(au_state_why(&rules, &s, a, NULL), status);
      }
  }
}

/* ---- Applying and undoing --------------------------------------------- */

static void test_undo(void **state) {
  (void)state;
  for (int phase = AU_PHASE_BID; phase <= AU_PHASE_PLAY; phase++) {
    au_state s = in_phase(phase), before = s;
    au_action list[AU_ACTION_MAX];
    int n = 0;
    assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_OK);
    for (int i = 0; i < n; i++) {
      au_undo undo = {0};
      au_state t = s;
      assert_int_equal(au_state_apply(&rules, &s, list[i], &undo), AU_OK);
      assert_int_equal(au_state_apply_legal(&rules, &t, list[i]), AU_OK);
      assert_memory_equal(&t, &s, sizeof s); /* both do the same */
      assert_memory_not_equal(&s, &before, sizeof s);
      au_state_undo(&s, &undo);
      assert_memory_equal(&s, &before, sizeof s);
    }
  }
}

static void test_apply_legal_nothing(void **state) {
  (void)state;
  au_state s = in_phase(AU_PHASE_PLAY), before = s;
  assert_int_equal(au_state_apply_legal(&rules, &s, 0), AU_EILLEGAL);
  assert_int_equal(au_state_apply_legal(&rules, &s, 6), AU_EILLEGAL);
  assert_memory_equal(&s, &before, sizeof s);
}

int main(void) {
  variant_rules(&rules, "en-2023", 4);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cards),
      cmocka_unit_test(test_cards_to_follow),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_longest_list),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_random_zero_bid),
      cmocka_unit_test(test_random_none),
      cmocka_unit_test(test_why_phase),
      cmocka_unit_test(test_why_seat),
      cmocka_unit_test(test_why_no_action),
      cmocka_unit_test(test_why_legal),
      cmocka_unit_test(test_stray_bits),
      cmocka_unit_test(test_undo),
      cmocka_unit_test(test_apply_legal_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
