/* action_test.c: legal actions, their effects, and the reasons for refusals,
** rule by rule. RULES 4 to 8. */
#include "helper.h"

static const char *const no_gold[] = {"", "", "", ""};
static const char *const no_hands[AU_SEAT_MAX] = {"", "", "", "", "", ""};

/* A dealt round: seat 1 has B1..B10 C1 C2, seat 2 C3..C10 P1..P4, seat 3
** P5..P10 S1..S6, seat 4 S7..S10 Z1..Z8; Z9 Z10 are extras. */
static au_state dealt(const au_rules *r, uint8_t first) {
  au_state s;
  au_deal deal = deal_of(r, first, no_hands);
  au_state_init(r, &s);
  assert_int_equal(au_state_deal(r, &s, &deal, NULL), AU_OK);
  return s;
}

/* ---- RULES 4 ---------------------------------------------------------- */

static void test_4_1_bid(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = dealt(&r, 0);
  assert_legal(&r, &s,
               "bid B1, bid B2, bid B3, bid B4, bid B5, bid B6, "
               "bid B7, bid B8, bid B9, bid B10, bid C1, bid C2");
  act(&r, &s, "bid B5");
  assert_int_equal(au_count(s.hand[0]), 11);
  assert_false(au_has(s.hand[0], card_of(&r, "B5")));
  assert_int_equal(s.bid[0], card_of(&r, "B5"));
  assert_no(&r, &s, "bid B1", "B1: not in the hand (RULES 4.1)");
  assert_no(&r, &s, "bid G0", "G0: not in the hand (RULES 4.1)");
  assert_no(&r, &s, "bid Z9", "Z9: not in the hand (RULES 4.1)");
}

static void test_4_2_in_turn(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = dealt(&r, 2); /* from the first player, face up */
  assert_refused(&r, &s, au_bid_action(0, 0, false), "seat 1 is not on turn");
  act(&r, &s, "bid P6");
  assert_true(au_has(s.seen, card_of(&r, "P6")));
  assert_int_equal(s.turn, 3);
  act(&r, &s, "bid Z3, bid B4");
  assert_int_equal(s.phase, AU_PHASE_BID);
  act(&r, &s, "bid C9");
  assert_int_equal(s.phase, AU_PHASE_CHANGE);
  assert_int_equal(s.trick.leader, 2); /* RULES 6.1 */
  assert_int_equal(s.turn, 2);         /* RULES 5.1 */
}

static void test_4_3_face_down(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 3);
  au_state s = dealt(&r, 1);
  act(&r, &s, "bid P4, bid S7");
  assert_true(s.seen == 0); /* nothing is revealed */
  act(&r, &s, "bid B2");
  assert_true(s.seen == set_of(&r, "P4 S7 B2"));
  assert_int_equal(s.phase, AU_PHASE_CHANGE);
  assert_int_equal(s.turn, 1);
}

static void test_no_zero_bid(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = dealt(&r, 0);
  assert_no(&r, &s, "bid -B5", "B5: a bid lies face up here (RULES 4.4)");
}

/* The knob 'zero_bid': a card laid face down bids 0 and stays unseen. */
static void test_zero_bid(void **state) {
  (void)state;
  au_rules r;
  knob_rules(&r, 4, "zero_bid=true hand=2");
  au_state s = dealt(&r, 0);
  assert_legal(&r, &s, "bid B1, bid B2, bid -B1, bid -B2");
  au_set before = s.seen;
  act(&r, &s, "bid -B2");
  assert_int_equal(s.down, 1);
  assert_true(s.seen == before);
  act(&r, &s, "bid B3, bid -B5, bid -B7");
  assert_int_equal(s.down, 1 | 4 | 8);
  assert_true(s.seen == (before | set_of(&r, "B3")));
  act(&r, &s, "change G0 B1 of 3"); /* replaces it by a card face up */
  assert_int_equal(s.down, 1 | 8);
  assert_true(s.hand[0] == set_of(&r, "B5"));
  assert_int_equal(s.bid[2], card_of(&r, "B1"));
}

/* ---- RULES 5 ---------------------------------------------------------- */

static const char *const five_hands[] = {"B1 Z2", "C3", "P4 P5", "S6"};

/* The state before a trick that seat 3 leads, with bids 7 8 9 10
** and this gold. */
static au_state window(const au_rules *r, const char *const *gold) {
  au_state s = table_of(r, 2, "B7 C8 P9 S10", five_hands, gold);
  s.phase = AU_PHASE_CHANGE;
  assert_sound(r, &s);
  return s;
}

static const char *const all_gold[] = {"G1", "G2", "G0 G3", "G8"};

static void test_5_1_order(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = window(&r, all_gold);
  static const uint8_t order[] = {2, 3, 0, 1}; /* from the trick's leader */
  for (int i = 0; i < 4; i++) {
    assert_int_equal(s.phase, AU_PHASE_CHANGE);
    assert_int_equal(s.turn, order[i]);
    act(&r, &s, "keep");
  }
  assert_int_equal(s.phase, AU_PHASE_PLAY);
  assert_int_equal(s.turn, 2);
}

/* RULES 5.1: any gold card pays. RULES 5.2: for its own or its
** partner's bid card. */
static void test_5_2_four(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = window(&r, all_gold);
  assert_legal(&r, &s,
               "keep, change G0 P4 of 1, change G0 P5 of 1, "
               "change G0 P4 of 3, change G0 P5 of 3, change G3 P4 of 1, "
               "change G3 P5 of 1, change G3 P4 of 3, change G3 P5 of 3");
  assert_no(&r, &s, "change G0 P4 of 2",
            "seat 2 is not one whose bid may be replaced (RULES 5.2)");
  assert_no(&r, &s, "change G0 P4 of 6",
            "seat 6 is not one whose bid may be replaced (RULES 5.2)");
  assert_no(&r, &s, "change G1 P4 of 1",
            "G1: not in the collection (RULES 5.1)");
  assert_no(&r, &s, "change P5 P4 of 1",
            "P5: not in the collection (RULES 5.1)");
  assert_no(&r, &s, "change G0 B1 of 1", "B1: not in the hand (RULES 5.1)");
  assert_no(&r, &s, "change G0 G3 of 1", "G3: not in the hand (RULES 5.1)");
}

/* RULES 5.2: with three players a seat may change its own bid only. The knob
** does the same for four. */
static void test_5_2_own(void **state) {
  (void)state;
  static const char *const hands[] = {"B1", "P2", "S3"};
  static const char *const gold[] = {"G0", "", ""};
  au_rules r;
  variant_rules(&r, "en-2023", 3);
  au_state s = table_of(&r, 0, "B7 P8 S9", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  assert_legal(&r, &s, "keep, change G0 B1 of 1");
  assert_no(&r, &s, "change G0 B1 of 2",
            "seat 2 is not one whose bid may be replaced (RULES 5.2)");
  knob_rules(&r, 4, "change_of=own");
  s = window(&r, all_gold);
  assert_legal(&r, &s,
               "keep, change G0 P4 of 3, change G0 P5 of 3, "
               "change G3 P4 of 3, change G3 P5 of 3");
}

/* RULES 5.1, 5.3: the gold goes to the supply, the replaced card to the
** seat that paid. */
static void test_5_3_exchange(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = window(&r, all_gold);
  au_gold supply = s.supply;
  act(&r, &s, "change G3 P4 of 1");
  assert_true(s.hand[2] == set_of(&r, "P5 B7"));
  assert_true(s.hand[0] == set_of(&r, "B1 Z2"));
  assert_int_equal(s.bid[0], card_of(&r, "P4"));
  assert_true(s.gold[2] == pile_of(&r, "G0"));
  assert_true(s.supply == supply + au_gold_one(3));
  assert_true(au_has(s.seen, card_of(&r, "P4"))); /* all public */
  assert_true(au_has(s.seen, card_of(&r, "B7")));
  assert_int_equal(s.turn, 3); /* RULES 5.5: one change, then the next seat */
}

/* RULES 5.4: a seat without gold or cards is not asked. */
static void test_5_4_not_asked(void **state) {
  (void)state;
  static const char *const some[] = {"", "G2", "G0", ""};
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = window(&r, some);
  act(&r, &s, "keep");
  assert_int_equal(s.turn, 1); /* past seats 4 and 1 */
  s = window(&r, all_gold);
  empty_hand(&s, 3);
  empty_hand(&s, 0);
  act(&r, &s, "keep");
  assert_int_equal(s.turn, 1);
  act(&r, &s, "keep");
  assert_int_equal(s.phase, AU_PHASE_PLAY);
}

/* RULES 5.5: the knob 'changes'. */
static void test_5_5_number(void **state) {
  (void)state;
  static const char *const gold[] = {"", "", "G0 G3 G3", "G8"};
  for (int changes = 1; changes <= 4; changes++) {
    au_rules r;
    char knobs[24];
    snprintf(knobs, sizeof knobs, "changes=%d", changes);
    knob_rules(&r, 4, knobs);
    au_state s = window(&r, gold);
    int most = changes < 3 ? changes : 3; /* it has three gold cards */
    for (int i = 0; i < most; i++) {
      assert_int_equal(s.turn, 2);
      assert_int_equal(s.changed, i);
      au_action list[AU_ACTION_MAX];
      int n;
      assert_int_equal(au_state_legal(&r, &s, list, &n), AU_OK);
      assert_int_equal(au_state_apply(&r, &s, list[1], NULL), AU_OK);
    }
    assert_int_equal(s.turn, 3);
    assert_int_equal(s.changed, 0);
  }
}

static void test_5_5_keep_ends(void **state) {
  (void)state;
  au_rules r;
  knob_rules(&r, 4, "changes=3");
  au_state s = window(&r, all_gold);
  act(&r, &s, "change G3 P4 of 1, keep");
  assert_int_equal(s.turn, 3);
  assert_int_equal(s.changed, 0);
}

static void test_5_5_none(void **state) {
  (void)state;
  au_rules r;
  knob_rules(&r, 4, "changes=0");
  au_state s = dealt(&r, 0);
  act(&r, &s, "bid B5, bid C3, bid P5, bid S7");
  assert_int_equal(s.phase, AU_PHASE_PLAY);
}

/* ---- RULES 6 ---------------------------------------------------------- */

static void test_6_2_lead(void **state) {
  (void)state;
  static const char *const hands[] = {"B2 Z9", "C3", "P4", "S5"};
  static const char *const gold[] = {"G0 G3", "", "", ""};
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B7 C7 P7 S7", hands, gold);
  assert_legal(&r, &s, "play B2, play Z9");
  assert_no(&r, &s, "play G0", "G0: gold cannot lead (RULES 6.2)");
  assert_no(&r, &s, "play G1", "G1: not in the collection (RULES 6.3)");
  assert_no(&r, &s, "play C3", "C3: not in the hand (RULES 6.3)");
  assert_no(&r, &s, "play B7", "B7: not in the hand (RULES 6.3)");
  assert_no(&r, &s, "pass", "pass: the leader can lead (RULES 6.2, 6.4)");
}

static void test_6_3_follow(void **state) {
  (void)state;
  static const char *const hands[] = {"B2", "B3 Z9 C1", "C8 Z4", "S5 B1 C2"};
  static const char *const gold[] = {"", "G0 G3 G3", "G1", ""};
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B7 C7 P7 S7", hands, gold);
  act(&r, &s, "play B2");
  /* each base suit once, and any gold, even with a base card to play */
  assert_legal(&r, &s, "play C1, play Z9, play G0, play G3");
  assert_no(&r, &s, "play B3",
            "B3: Bismuth is already in the trick "
            "(RULES 6.3)");
  assert_no(&r, &s, "play G1", "G1: not in the collection (RULES 6.3)");
  assert_no(&r, &s, "pass", "pass: a base card can be played (RULES 6.4)");
  act(&r, &s, "play G3");
  assert_legal(&r, &s, "play C8, play Z4, play G1"); /* even on gold */
  act(&r, &s, "play C8");
  assert_legal(&r, &s, "play S5");
  assert_no(&r, &s, "play C2",
            "C2: Copper is already in the trick "
            "(RULES 6.3)");
}

/* The reasons name the suit by its full name: RULES 1.1. */
static void test_6_3_suits(void **state) {
  (void)state;
  static const struct {
    const char *lead, *other, *reason;
  } cases[] = {
      {"B2", "B3", "B3: Bismuth is already in the trick (RULES 6.3)"},
      {"C2", "C3", "C3: Copper is already in the trick (RULES 6.3)"},
      {"P2", "P3", "P3: Phosphorus is already in the trick (RULES 6.3)"},
      {"S2", "S3", "S3: Silver is already in the trick (RULES 6.3)"},
      {"Z2", "Z3", "Z3: Zinc is already in the trick (RULES 6.3)"},
  };
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *hands[] = {cases[i].lead, cases[i].other, "", ""};
    au_state s = table_of(&r, 0, "B7 C7 P7 S7", hands, NULL);
    s.trick.card[s.trick.n++] = card_of(&r, cases[i].lead);
    s.hand[0] = 0;
    s.turn = 1;
    char play[16];
    snprintf(play, sizeof play, "play %s", cases[i].other);
    assert_no(&r, &s, play, cases[i].reason);
    assert_legal(&r, &s, "pass");
  }
}

typedef struct pass_case {
  const char *name, *hand, *gold; /* of seat 2, after B2 was led */
  const char *legal;
} pass_case;

static const pass_case pass_cases[] = {
    {"6.4: a base card, no gold", "B3 Z9", "", "play Z9"},
    {"6.4: a base card and gold", "B3 Z9", "G2", "play Z9, play G2"},
    {"6.4: none, and gold", "B3 B9", "G2", "play G2, pass"},
    {"6.4: neither", "B3 B9", "", "pass"},
    {"6.4: an empty hand, and gold", "", "G0 G7", "play G0, play G7, pass"},
    {"6.4: an empty hand", "", "", "pass"},
};

static void test_6_4_pass(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  for (size_t i = 0; i < sizeof pass_cases / sizeof *pass_cases; i++) {
    const pass_case *t = &pass_cases[i];
    const char *hands[] = {"B2", t->hand, "", ""};
    const char *gold[] = {"", t->gold, "", ""};
    char text[TEXT_MAX];
    au_state s = table_of(&r, 0, "B7 C7 P7 S7", hands, gold);
    act(&r, &s, "play B2");
    assert_case(t->name, strcmp(legal_text(&r, &s, text), t->legal) == 0);
  }
}

/* RULES 6.4: a leader with an empty hand must pass, gold or not. */
static void test_6_4_leader(void **state) {
  (void)state;
  static const char *const hands[] = {"", "C3", "", ""};
  static const char *const gold[] = {"G0 G7", "", "", ""};
  for (int e = 0; e < EDITION_N; e++) {
    au_rules r;
    variant_rules(&r, editions[e].name, 4);
    au_state s = table_of(&r, 0, "B7 C7 P7 S7", hands, gold);
    assert_legal(&r, &s, "pass");
    assert_no(&r, &s, "play G7", "G7: gold cannot lead (RULES 6.2)");
  }
}

/* ---- RULES 7 ---------------------------------------------------------- */

typedef struct settle_case {
  const char *name;
  const char *gold[4];  /* collections before */
  const char *plays;    /* seat 1 leads */
  const char *award;    /* "-" for none */
  int winner, leader;   /* seats from 1 */
  const char *after[4]; /* collections after */
} settle_case;

static const settle_case settle_cases[] = {
    {"7.1: lowest takes its rank and leads",
     {"", "", "", ""},
     "play B5, play C3, play P9, play S7",
     "G3",
     3,
     2,
     {"", "G3", "", ""}},
    {"7.1: no such gold in the supply",
     {"G4", "", "", ""},
     "play B5, play C4, play P9, play S7",
     "-",
     3,
     2,
     {"G4", "", "", ""}},
    {"7.1: one copy of two is left",
     {"G3", "", "", ""},
     "play B5, play C3, play P9, play S7",
     "G3",
     3,
     2,
     {"G3", "G3", "", ""}},
    {"7.1: no gold has rank 9",
     {"", "", "", ""},
     "play B10, play C9, play P10, play S10",
     "-",
     4,
     2,
     {"", "", "", ""}},
    {"7.1: no gold has rank 10",
     {"", "", "", ""},
     "play B10, play C10, play P10, play S10",
     "-",
     4,
     4,
     {"", "", "", ""}},
    {"7.1: gold of this trick is not back yet",
     {"", "G4", "", ""},
     "play B4, play G4, play P9, play S7",
     "-",
     2,
     1,
     {"", "", "", ""}},
    {"7.1: but another copy is there",
     {"", "G3", "", ""},
     "play B3, play G3, play P9, play S7",
     "G3",
     2,
     1,
     {"G3", "", "", ""}},
    {"7.2: the highest gold wins",
     {"", "G0", "G5", "G2"},
     "play B3, play G0, play G5, play G2",
     "G3",
     3,
     1,
     {"G3", "", "", ""}},
    {"7.3: the later of two equal",
     {"", "G1", "", "G1"},
     "play B9, play G1, play P9, play G1",
     "-",
     4,
     3,
     {"", "", "", ""}},
    {"7.3: all base equal, gold wins",
     {"", "", "G0", ""},
     "play B6, play C6, play G0, play S6",
     "G6",
     3,
     4,
     {"", "", "", "G6"}},
    {"7.3: all equal: the last takes all",
     {"", "", "", ""},
     "play B6, play C6, play P6, play S6",
     "G6",
     4,
     4,
     {"", "", "", "G6"}},
};

static void test_7_settle(void **state) {
  (void)state;
  static const char *const hands[] = {"B3 B4 B5 B6 B9 B10 Z1",
                                      "C3 C4 C6 C9 C10 Z2", "P6 P9 P10 Z3",
                                      "S6 S7 S10 Z4"};
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  for (size_t i = 0; i < sizeof settle_cases / sizeof *settle_cases; i++) {
    const settle_case *t = &settle_cases[i];
    char award[AU_CARD_TEXT];
    au_gold left = r.gold_all;
    au_state s = table_of(&r, 0, "B1 C1 P1 S1", hands, t->gold);
    act(&r, &s, t->plays);
    au_card_text(&r.deck, s.award, award);
    assert_case(t->name, strcmp(award, t->award) == 0);
    assert_case(t->name, s.won == t->winner - 1);
    assert_case(t->name, s.trick.leader == t->leader - 1);
    assert_case(t->name, s.trick.n == 0 && s.tricks == 1);
    for (int seat = 0; seat < 4; seat++) {
      assert_case(t->name, s.taken[seat] == (seat == t->winner - 1));
      assert_case(t->name, s.gold[seat] == pile_of(&r, t->after[seat]));
      left -= s.gold[seat];
    }
    assert_case(t->name, s.supply == left); /* RULES 7.4 */
  }
}

/* ---- RULES 8 ---------------------------------------------------------- */

/* RULES 8.1: the trick is void, its gold scores for nobody, the
** hand is shown. */
static void test_8_1_pass(void **state) {
  (void)state;
  static const char *const hands[] = {"B2 Z1", "Z9", "B3 B9", "S5"};
  static const char *const gold[] = {"", "G8", "G7", "G1"};
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B10 C1 P7 S1", hands, gold);
  s.tricks = 3;
  s.taken[1] = 2;
  s.taken[2] = 1;
  act(&r, &s, "play B2, play G8, pass");
  assert_int_equal(s.phase, AU_PHASE_DEAL);
  assert_int_equal(s.turn, AU_NONE);
  assert_int_equal(s.passer, 2);
  assert_int_equal(s.tricks, 3); /* no winner */
  assert_int_equal(s.taken[0] + s.taken[1] + s.taken[2] + s.taken[3], 3);
  assert_true(s.gold[0] == 0);   /* no award */
  assert_true(s.points[0] == 3); /* 3 for the G7; one trick of ten bid */
  assert_true(s.points[1] == 2); /* 1 + 1: bid 1, two taken; G1, no G8 */
  assert_int_equal(s.round_winners, 1);
  assert_int_equal(s.nuggets[0], 1);
  assert_true(au_has(s.seen, card_of(&r, "B9")));
  assert_false(au_has(s.seen, card_of(&r, "S5")));
  assert_legal(&r, &s, "");
}

/* RULES 8.2: changes are also possible before a trick that cannot be led,
** unless the knob forbids them there. */
static void test_8_2_last_window(void **state) {
  (void)state;
  static const char *const hands[] = {"B2", "C3 Z5", "P4 Z6", "S5 Z7"};
  static const char *const gold[] = {"", "G8", "", ""};
  for (int open = 0; open < 2; open++) {
    au_rules r;
    knob_rules(&r, 4, open ? "last_window=true" : "last_window=false");
    au_state s = table_of(&r, 0, "B10 C1 P7 S1", hands, gold);
    act(&r, &s, "play B2, play C3, play P4, play S5");
    assert_int_equal(s.trick.leader, 0); /* seat 1, and its hand is empty */
    assert_int_equal(s.phase, open ? AU_PHASE_CHANGE : AU_PHASE_PLAY);
    assert_int_equal(s.turn, open ? 1 : 0);
    if (open) {
      act(&r, &s, "change G8 Z5 of 2");
      assert_int_equal(s.turn, 0);
    }
    assert_legal(&r, &s, "pass");
  }
}

/* RULES 8.2: changes before a trick that can be led are possible either way. */
static void test_8_2_other_windows(void **state) {
  (void)state;
  au_rules r;
  knob_rules(&r, 4, "last_window=false");
  au_state s = dealt(&r, 0);
  act(&r, &s, "bid B5, bid C5, bid P8, bid S8");
  assert_int_equal(s.phase, AU_PHASE_CHANGE);
  keep_all(&r, &s);
  act(&r, &s, "play B1, play C3, play P5, play Z1");
  assert_int_equal(s.phase, AU_PHASE_CHANGE);
}

/* RULES 8.3: the leader passes when every card has been played. */
static void test_8_3_all_played(void **state) {
  (void)state;
  static const char *const hands[] = {"B2", "C3", "P4", "S5"};
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B10 C1 P7 S1", hands, no_gold);
  act(&r, &s, "play B2, play C3, play P4, play S5");
  assert_int_equal(s.turn, 0);
  assert_legal(&r, &s, "pass"); /* its G2 cannot lead */
  act(&r, &s, "pass");
  assert_int_equal(s.phase, AU_PHASE_DEAL);
  assert_true(s.points[0] == 1);
}

/* With a value that is not an action, or an unknown phase, nothing is legal. */
static void test_made_up(void **state) {
  (void)state;
  au_rules r;
  au_set cards = 1;
  bool pass = true;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B10 C10 P10 S10", no_hands, NULL), t = s;
  for (au_action kind = 0; kind < 8; kind++) {
    if (kind != AU_ACT_NONE && kind < AU_ACT_N)
      continue;
    assert_int_equal(au_state_apply_legal(&r, &t, kind), AU_EILLEGAL);
    assert_int_equal(au_state_apply(&r, &t, kind, NULL), AU_EILLEGAL);
    assert_memory_equal(&t, &s, sizeof s);
  }
  t.phase = AU_PHASE_N + 1;
  assert_int_equal(au_state_cards(&r, &t, &cards, &pass), AU_OK);
  assert_true(cards == 0 && !pass);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_4_1_bid),
      cmocka_unit_test(test_4_2_in_turn),
      cmocka_unit_test(test_4_3_face_down),
      cmocka_unit_test(test_no_zero_bid),
      cmocka_unit_test(test_zero_bid),
      cmocka_unit_test(test_5_1_order),
      cmocka_unit_test(test_5_2_four),
      cmocka_unit_test(test_5_2_own),
      cmocka_unit_test(test_5_3_exchange),
      cmocka_unit_test(test_5_4_not_asked),
      cmocka_unit_test(test_5_5_number),
      cmocka_unit_test(test_5_5_keep_ends),
      cmocka_unit_test(test_5_5_none),
      cmocka_unit_test(test_6_2_lead),
      cmocka_unit_test(test_6_3_follow),
      cmocka_unit_test(test_6_3_suits),
      cmocka_unit_test(test_6_4_pass),
      cmocka_unit_test(test_6_4_leader),
      cmocka_unit_test(test_7_settle),
      cmocka_unit_test(test_8_1_pass),
      cmocka_unit_test(test_8_2_last_window),
      cmocka_unit_test(test_8_2_other_windows),
      cmocka_unit_test(test_8_3_all_played),
      cmocka_unit_test(test_made_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
