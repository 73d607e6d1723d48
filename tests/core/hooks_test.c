/* hooks_test.c: the hooks of deals and tricks. Each gets the answer of the
** data, and its own answer counts. An invalid answer is refused, and nothing is
** touched. score_hooks_test.c has the hooks of scores. */
#include "hooks_helper.h"

static const char *const no_hands[AU_SEAT_MAX] = {"", "", "", "", "", ""};

/* ---- deal ------------------------------------------------------------- */

static void test_deal(void **state) {
  (void)state;
  au_state s;
  au_deal deal, plain;
  au_seed seed = seed_of("deal");
  begin_rules("");
  finish_rules(&rules);
  au_state_init(&rules, &s);
  assert_int_equal(au_deal_make(&rules, &s, &seed, &plain), AU_OK);
  rules.hooks.deal = hook_deal;
  finish_rules(&rules);
  assert_int_equal(au_deal_make(&rules, &s, &seed, &deal), AU_OK);
  assert_int_equal(p.calls, 1);
  assert_memory_equal(p.got.deal.hand, plain.hand, sizeof plain.hand);
  assert_memory_equal(deal.hand, plain.hand, sizeof plain.hand);
  p.answer = true;
  p.deal = plain;
  p.deal.first = 3;
  p.deal.gold[2] = pile_of(&rules, "G0 G8");
  assert_int_equal(au_deal_make(&rules, &s, &seed, &deal), AU_OK);
  assert_int_equal(deal.first, 3);
  assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_OK);
  assert_true(s.gold[2] == pile_of(&rules, "G0 G8"));
  assert_sound(&rules, &s);
  au_deal before = deal;
  p.fail = true;
  assert_int_equal(au_deal_make(&rules, &s, &seed, &deal), AU_EHOOK);
  assert_memory_equal(&deal, &before, sizeof deal);
}

/* A deal hook may deal other numbers of cards and other gold. But it may deal
** only cards and gold that exist, and every seat needs a card to bid. */
static void test_deal_answers(void **state) {
  (void)state;
  char why[AU_WHY_TEXT] = "";
  au_state s, empty;
  begin_rules("");
  rules.hooks.deal = hook_deal;
  finish_rules(&rules);
  au_deal good = deal_of(&rules, 0, no_hands), d;
  au_state_init(&rules, &empty);

  d = good;
  d.extras |= d.hand[1] & ~(d.hand[1] & -d.hand[1]); /* one card is left */
  d.hand[1] &= -d.hand[1];
  memset(d.gold, 0, sizeof d.gold);
  s = empty;
  assert_int_equal(au_state_deal(&rules, &s, &d, why), AU_OK);
  assert_sound(&rules, &s);
  assert_true(s.supply == rules.gold_all);

  d = good;
  d.gold[1] = pile_of(&rules, "G8");
  d.gold[3] = pile_of(&rules, "G8"); /* there is only one */
  s = empty;
  assert_int_equal(au_state_deal(&rules, &s, &d, why), AU_EDEAL);
  assert_string_equal(why, "seat 4: gold that is not in the supply");
  assert_memory_equal(&s, &empty, sizeof s);

  d = good;
  d.extras |= d.hand[2];
  d.hand[2] = 0;
  assert_int_equal(au_state_deal(&rules, &s, &d, why), AU_EDEAL);
  assert_string_equal(why, "seat 3: no card to bid (RULES 4.1)");
  assert_memory_equal(&s, &empty, sizeof s);
}

/* ---- lead and legal --------------------------------------------------- */

static const char *const hands[] = {"B2 Z9", "B3 C4", "P5 S1", "S6 Z7"};
static const char *const gold[] = {"G0 G3", "G5", "", "G8"};

/* The state before seat 1 leads; with 'lead', before seat 2 plays to it. */
static au_state trick_state(const char *lead) {
  au_state s = table_of(&rules, 0, "B10 C10 P10 S10", hands, gold);
  if (lead != NULL) {
    s.trick.card[s.trick.n++] = card_of(&rules, lead);
    s.hand[0] &= ~au_bit(s.trick.card[0]);
    s.seen |= au_bit(s.trick.card[0]);
    s.turn = 1;
  }
  return s;
}

/* Expect that every call refuses an invalid answer about cards. */
static void assert_bad_cards(const au_state *s, const char *text) {
  au_action list[AU_ACTION_MAX], a = 77;
  au_set cards;
  bool pass;
  int n = -1;
  au_seed seed = seed_of("bad");
  au_rng rng = rng_of(&seed, 0);
  assert_int_equal(au_state_cards(&rules, s, &cards, &pass), AU_EHOOK);
  assert_int_equal(au_state_legal(&rules, s, list, &n), AU_EHOOK);
  assert_int_equal(n, -1);
  assert_int_equal(au_state_random(&rules, s, &rng, &a), AU_EHOOK);
  assert_int_equal(a, 77);
  assert_int_equal(au_state_why(&rules, s, action_of(&rules, s, text), NULL),
                   AU_EHOOK);
  assert_hook_refuses(s, text);
}

/* Check the answers that 'lead' and 'legal' may not give. 's' is in the phase
** play; its seat holds the cards 'held' besides gold. */
static void check_bad_cards(const au_state *s, const char *text,
                            const char *not_held) {
  p.answer = true;
  p.cards = set_of(&rules, not_held);
  p.pass = true;
  assert_bad_cards(s, text);
  p.cards = 0; /* no card to play, and no pass */
  p.pass = false;
  assert_bad_cards(s, text);
  p.answer = false;
  p.fail = true;
  assert_bad_cards(s, text);
  p.fail = false;
}

static void test_lead(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.lead = hook_cards;
  finish_rules(&rules);
  au_state s = trick_state(NULL);
  assert_legal(&rules, &s, "play B2, play Z9");
  assert_true(p.got.cards == set_of(&rules, "B2 Z9") && !p.got.pass);
  assert_int_equal(p.got.turn, 0);
  p.answer = true; /* gold may lead, B2 may not, a pass is always allowed */
  p.cards = set_of(&rules, "Z9 G3");
  p.pass = true;
  assert_legal(&rules, &s, "play Z9, play G3, pass");
  assert_no(&rules, &s, "play B2", "B2: forbidden by a house rule (RULES 13)");
  act(&rules, &s, "play G3");
  assert_int_equal(s.turn, 1);
  s = trick_state(NULL);
  s.hand[0] = 0;
  p.answer = false;
  assert_legal(&rules, &s, "pass");
  assert_true(p.got.cards == 0 && p.got.pass);
  check_bad_cards(&s, "pass", "G1");
  s = trick_state(NULL);
  check_bad_cards(&s, "play B2", "C4");
  check_bad_cards(&s, "play B2", "B2 G4");
  p.answer = true; /* a pass may be forbidden only if a card can be led */
  p.cards = set_of(&rules, "G0");
  p.pass = false;
  s.hand[0] = 0;
  assert_legal(&rules, &s, "play G0");
  assert_no(&rules, &s, "pass", "pass: forbidden by a house rule (RULES 13)");
}

/* 'lead' is also called for the leader where the knob
** last_window asks ahead. */
static void test_lead_ahead(void **state) {
  (void)state;
  begin_rules("last_window=false");
  rules.hooks.lead = hook_cards;
  finish_rules(&rules);
  au_state s = trick_state(NULL);
  act(&rules, &s, "play B2, play C4, play P5");
  p.calls = 0;
  au_action a = action_of(&rules, &s, "play S6");
  assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_OK);
  assert_int_equal(p.calls, 1);
  assert_int_equal(p.got.state.trick.leader, 0);
  assert_int_equal(p.got.turn, 0); /* B2 was lowest */
  assert_true(p.got.cards == set_of(&rules, "Z9"));
  s = trick_state(NULL);
  act(&rules, &s, "play B2, play C4, play P5");
  p.fail = true;
  assert_hook_refuses(&s, "play S6");
  p.fail = false;
  p.answer = p.pass = true; /* it cannot lead, so no change is possible */
  a = action_of(&rules, &s, "play S6");
  assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_OK);
  assert_int_equal(s.phase, AU_PHASE_PLAY);
  assert_legal(&rules, &s, "pass");
}

static void test_legal(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.legal = hook_cards;
  finish_rules(&rules);
  au_state s = trick_state(NULL);
  assert_legal(&rules, &s, "play B2, play Z9");
  assert_int_equal(p.calls, 0); /* the hook is about following */
  s = trick_state("B2");
  assert_legal(&rules, &s, "play C4, play G5");
  assert_true(p.got.cards == set_of(&rules, "C4 G5") && !p.got.pass);
  p.answer = true; /* follow suit, or pass */
  p.cards = set_of(&rules, "B3");
  p.pass = true;
  assert_legal(&rules, &s, "play B3, pass");
  assert_no(&rules, &s, "play C4", "C4: forbidden by a house rule (RULES 13)");
  assert_no(&rules, &s, "play G5", "G5: forbidden by a house rule (RULES 13)");
  act(&rules, &s, "play B3");
  s = trick_state("B2");
  p.pass = false;
  assert_no(&rules, &s, "pass", "pass: a base card can be played (RULES 6.4)");
  p.cards = set_of(&rules, "G5");
  assert_no(&rules, &s, "pass",
            "pass: gold must be played, base cards are forbidden by a house "
            "rule (RULES 13)");
  p.cards = set_of(&rules, "B3");
  check_bad_cards(&s, "play C4", "P5");
  check_bad_cards(&s, "play C4", "C4 G4");
  empty_hand(&s, 1);
  s.gold[1] = 0;
  s.supply += au_gold_one(5);
  assert_legal(&rules, &s, "pass");
  assert_true(p.got.cards == 0 && p.got.pass);
}

/* ---- winner, award, leader -------------------------------------------- */

/* One play before a trick is full: B2 is lowest, P5 highest so far. */
static au_state almost_full(void) {
  au_state s = trick_state(NULL);
  act(&rules, &s, "play B2, play C4, play P5");
  memset(&p.got, 0, sizeof p.got);
  p.calls = 0;
  return s;
}

/* Expect that a hook saw the full trick before any of its effects. */
static void assert_saw_full_trick(const au_state *before) {
  assert_int_equal(p.calls, 1);
  assert_int_equal(p.got.state.trick.n, 4);
  assert_int_equal(p.got.state.tricks, before->tricks);
  assert_true(p.got.state.supply == before->supply);
  assert_memory_equal(p.got.state.taken, before->taken, 4);
}

static void test_winner(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.winner = hook_seat;
  finish_rules(&rules);
  au_state s = almost_full(), before = s;
  act(&rules, &s, "play S6");
  assert_saw_full_trick(&before);
  assert_int_equal(p.got.seat, 3); /* S6 */
  assert_int_equal(s.won, 3);
  p.answer = true;
  p.seat = 1;
  s = almost_full();
  act(&rules, &s, "play S6");
  assert_int_equal(s.won, 1);
  assert_int_equal(s.taken[1], 1);
  assert_int_equal(s.trick.leader, 0); /* the lowest card leads all the same */
  p.seat = AU_NONE;                    /* nobody */
  s = almost_full();
  act(&rules, &s, "play S6");
  assert_int_equal(s.won, AU_NONE);
  assert_int_equal(s.taken[0] + s.taken[1] + s.taken[2] + s.taken[3], 0);
  assert_int_equal(s.tricks, 1);
  p.seat = 4;
  s = almost_full();
  assert_hook_refuses(&s, "play S6");
  p.answer = false;
  p.fail = true;
  assert_hook_refuses(&s, "play S6");
}

static void test_award(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.award = hook_award;
  finish_rules(&rules);
  au_card g2 = card_of(&rules, "G2");
  au_state s = almost_full(), before = s;
  act(&rules, &s, "play S6");
  assert_saw_full_trick(&before);
  assert_int_equal(p.got.seat, 0);
  assert_int_equal(p.got.gold, g2);
  assert_int_equal(s.award, g2);
  p.answer = true; /* another card, to another seat */
  p.seat = 2;
  p.gold = card_of(&rules, "G7");
  s = almost_full();
  act(&rules, &s, "play S6");
  assert_int_equal(s.award, p.gold);
  assert_true(s.gold[2] == pile_of(&rules, "G7"));
  assert_true(s.gold[0] == pile_of(&rules, "G0 G3"));
  p.gold = AU_NONE; /* none */
  s = almost_full();
  act(&rules, &s, "play S6");
  assert_int_equal(s.award, AU_NONE);
  assert_true(s.gold[2] == 0);
}

static void test_award_refused(void **state) {
  (void)state;
  static const struct {
    uint8_t seat;
    const char *gold;
  } bad[] = {{4, "G7"}, {AU_NONE, "G7"}, {0, "B1"}, {0, "G8"}, {0, "G5"}};
  begin_rules("");
  rules.hooks.award = hook_award;
  finish_rules(&rules);
  au_state s = almost_full();
  p.answer = true;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    p.seat = bad[i].seat;
    p.gold = card_of(&rules, bad[i].gold);
    assert_hook_refuses(&s, "play S6");
  }
  p.seat = 0;
  p.gold = 63; /* no card of the deck */
  assert_hook_refuses(&s, "play S6");
  p.answer = false;
  p.fail = true;
  assert_hook_refuses(&s, "play S6");
}

/* Without a lowest base card, or without gold of its rank, the data awards
** none, and the hook gets that answer. */
static void test_award_none(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.award = hook_award;
  rules.hooks.lead = hook_cards;
  finish_rules(&rules);
  p.answer = true;
  p.cards = set_of(&rules, "G3");
  p.gold = AU_NONE;
  au_state s = trick_state(NULL);
  s.gold[2] = pile_of(&rules, "G6");
  s.supply -= s.gold[2];
  act(&rules, &s, "play G3, play G5, play G6");
  p.answer = false; /* without a base card, the winner leads */
  act(&rules, &s, "play G8");
  assert_int_equal(p.got.gold, AU_NONE);
  assert_int_equal(p.got.seat, AU_NONE);
  assert_int_equal(s.trick.leader, 3);
  assert_int_equal(s.won, 3);
}

static void test_leader(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.leader = hook_seat;
  finish_rules(&rules);
  au_state s = almost_full(), before = s;
  act(&rules, &s, "play S6");
  assert_saw_full_trick(&before);
  assert_int_equal(p.got.seat, 0);
  p.answer = true;
  p.seat = 3;
  s = almost_full();
  act(&rules, &s, "play S6");
  assert_int_equal(s.trick.leader, 3);
  s = almost_full();
  p.seat = 4;
  assert_hook_refuses(&s, "play S6");
  p.seat = AU_NONE; /* some seat must lead */
  assert_hook_refuses(&s, "play S6");
  p.answer = false;
  p.fail = true;
  assert_hook_refuses(&s, "play S6");
}

/* Undo takes back a hook's answer together with the action. */
static void test_undo(void **state) {
  (void)state;
  au_undo undo;
  begin_rules("");
  rules.hooks.winner = hook_seat;
  finish_rules(&rules);
  au_state s = table_of(&rules, 0, "B10 C10 P10 S10", hands, gold);
  act(&rules, &s, "play B2, play C4, play P5");
  au_state before = s;
  p.answer = true;
  p.seat = 2;
  assert_int_equal(
      au_state_apply(&rules, &s, action_of(&rules, &s, "play S6"), &undo),
      AU_OK);
  assert_int_equal(s.taken[2], 1);
  au_state_undo(&s, &undo);
  assert_memory_equal(&s, &before, sizeof s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deal),       cmocka_unit_test(test_deal_answers),
      cmocka_unit_test(test_lead),       cmocka_unit_test(test_lead_ahead),
      cmocka_unit_test(test_legal),      cmocka_unit_test(test_winner),
      cmocka_unit_test(test_award),      cmocka_unit_test(test_award_refused),
      cmocka_unit_test(test_award_none), cmocka_unit_test(test_leader),
      cmocka_unit_test(test_undo),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
