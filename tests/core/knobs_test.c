/* knobs_test.c: the knobs that no edition sets, one by one: leading and
** following, the winner of a trick, the price of a change, points per trick. */
#include "helper.h"

/* ---- follow, gold_leads ----------------------------------------------- */

typedef struct legal_case {
  const char *name, *knobs;
  uint8_t leader;
  const char *hands[4], *gold[4];
  const char *acts;  /* plays so far */
  const char *legal; /* legal actions of the seat on turn after them */
} legal_case;

static const legal_case legal_cases[] = {
    {"barred: a suit not yet in the trick",
     "follow=barred",
     0,
     {"B1", "B2 C2 P2", "", ""},
     {"", "", "", ""},
     "play B1",
     "play C2, play P2"},
    {"must: the led suit is a duty",
     "follow=must",
     0,
     {"B1", "B2 B3 C2", "", ""},
     {"", "", "", ""},
     "play B1",
     "play B2, play B3"},
    {"must: or gold",
     "follow=must",
     0,
     {"B1", "B2 C2", "", ""},
     {"", "G0 G0 G3", "", ""},
     "play B1",
     "play B2, play G0, play G3"},
    {"must: without it, any base card, and no pass",
     "follow=must",
     0,
     {"B1", "C2 P2", "", ""},
     {"", "G1", "", ""},
     "play B1",
     "play C2, play P2, play G1"},
    {"must: the suit led, not the last one played",
     "follow=must",
     0,
     {"B1", "C2", "B3 C3", ""},
     {"", "", "", ""},
     "play B1, play C2",
     "play B3"},
    {"must: gold in between leads no suit",
     "follow=must",
     0,
     {"B1", "B4", "B3 C3", ""},
     {"", "G2", "", ""},
     "play B1, play G2",
     "play B3"},
    {"must: pass with an empty hand only",
     "follow=must",
     0,
     {"B1", "", "", ""},
     {"", "G2", "", ""},
     "play B1",
     "play G2, pass"},
    {"must: after gold the first base card leads",
     "follow=must gold_leads=true",
     0,
     {"", "B2 C2", "B3 C3", ""},
     {"G1", "", "", ""},
     "play G1, play C2",
     "play C3"},
    {"must: to gold alone any base card",
     "follow=must gold_leads=true",
     0,
     {"", "B2 C2", "", ""},
     {"G1", "G2", "", ""},
     "play G1",
     "play B2, play C2, play G2"},
    {"free: any base card",
     "follow=free",
     0,
     {"B1", "B2 C2 P2", "", ""},
     {"", "", "", ""},
     "play B1",
     "play B2, play C2, play P2"},
    {"free: or gold",
     "follow=free",
     0,
     {"B1", "B2", "", ""},
     {"", "G5", "", ""},
     "play B1",
     "play B2, play G5"},
    {"free: pass with an empty hand only",
     "follow=free",
     0,
     {"B1", "", "", ""},
     {"", "", "", ""},
     "play B1",
     "pass"},
    {"gold does not lead",
     "",
     0,
     {"B1 C1", "", "", ""},
     {"G1", "", "", ""},
     "",
     "play B1, play C1"},
    {"gold does not lead, with nothing else",
     "",
     0,
     {"", "", "", ""},
     {"G1", "", "", ""},
     "",
     "pass"},
    {"gold leads",
     "gold_leads=true",
     0,
     {"B1 C1", "", "", ""},
     {"G1 G1", "", "", ""},
     "",
     "play B1, play C1, play G1"},
    {"gold leads, or pass with nothing else",
     "gold_leads=true",
     0,
     {"", "B1", "", ""},
     {"G0 G4", "", "", ""},
     "",
     "play G0, play G4, pass"},
    {"nothing to lead at all",
     "gold_leads=true",
     0,
     {"", "B1", "", ""},
     {"", "G1", "", ""},
     "",
     "pass"},
    {"gold bars nothing",
     "gold_leads=true",
     3,
     {"B1 C1", "", "", "B2"},
     {"G0", "", "", "G8"},
     "play G8",
     "play B1, play C1, play G0"},
};

static au_state case_state(const legal_case *c, au_rules *r) {
  knob_rules(r, 4, c->knobs);
  au_state s = table_of(r, c->leader, "Z1 Z2 Z3 Z4", c->hands, c->gold);
  act(r, &s, c->acts);
  return s;
}

static void test_legal(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof legal_cases / sizeof *legal_cases; i++) {
    const legal_case *c = &legal_cases[i];
    char text[TEXT_MAX];
    au_rules r;
    au_state s = case_state(c, &r);
    if (strcmp(legal_text(&r, &s, text), c->legal) != 0)
      fail_msg("%s: %s", c->name, text);
  }
}

static void test_refusals(void **state) {
  (void)state;
  au_rules r;
  au_state s = case_state(&legal_cases[1], &r);
  assert_no(&r, &s, "play C2",
            "C2: Bismuth was led and must be followed (RULES 6.3)");
  assert_no(&r, &s, "play P2", "P2: not in the hand (RULES 6.3)");
  assert_no(&r, &s, "play G0", "G0: not in the collection (RULES 6.3)");
  assert_no(&r, &s, "pass", "pass: a base card can be played (RULES 6.4)");
  s = case_state(&legal_cases[7], &r);
  assert_no(&r, &s, "play B3",
            "B3: Copper was led and must be followed (RULES 6.3)");
  s = case_state(&legal_cases[0], &r);
  assert_no(&r, &s, "play B2",
            "B2: Bismuth is already in the trick (RULES 6.3)");
  s = case_state(&legal_cases[12], &r);
  assert_no(&r, &s, "play G1", "G1: gold cannot lead (RULES 6.2)");
  s = case_state(&legal_cases[14], &r);
  assert_no(&r, &s, "play G2", "G2: not in the collection (RULES 6.3)");
  assert_no(&r, &s, "pass", "pass: the leader can lead (RULES 6.2, 6.4)");
}

/* RULES 8.2: a leader that holds gold can lead it, so changes are possible. */
static void test_last_window(void **state) {
  (void)state;
  static const char *const hands[] = {"B1", "C2", "P3", "S4"};
  static const char *const gold[] = {"G1", "G2", "G3", "G4"};
  static const struct {
    const char *knobs, *gold;
    bool open;
  } cases[] = {{"", "", true},
               {"last_window=false", "", false},
               {"last_window=false gold_leads=true", "", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    knob_rules(&r, 4, cases[i].knobs);
    au_state s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, gold);
    s.hand[1] |= set_of(&r, "C9"); /* some seat has a card to lay */
    act(&r, &s, "play B1, play C2, play P3, play S4");
    assert_int_equal(s.trick.leader, 0);
    assert_int_equal(s.phase, cases[i].open ? AU_PHASE_CHANGE : AU_PHASE_PLAY);
  }
}

/* ---- trick_to, gold_to, next_leader, trick_ties ----------------------- */

typedef struct verdict_case {
  const char *knobs, *plays;
  int winner, awarded, leader; /* places */
} verdict_case;

static const verdict_case verdict_cases[] = {
    {"", "B5 C3 P9 S7", 2, 1, 1},
    {"", "B5 G1 P9 S5", 1, 3, 3},
    {"", "G3 G1 G3 G0", 2, -1, 2},
    {"trick_to=lowest", "B5 C3 P9 S7", 1, 1, 1},
    {"trick_to=lowest", "B5 G0 P9 S7", 0, 0, 0}, /* gold is never lower */
    {"trick_to=lowest", "B3 C3 P3 S9", 2, 2, 2},
    {"trick_to=lowest", "G3 G1 G3 G1", 3, -1, 3}, /* the lowest gold */
    {"gold_to=highest", "B5 C3 P9 S7", 2, 2, 1},
    {"gold_to=highest", "B5 G8 P6 S6", 1, 3, 0}, /* a base card's seat */
    {"gold_to=highest", "G5 G8 G6 B1", 1, 3, 3},
    {"gold_to=highest", "G5 G8 G6 G1", 1, -1, 1},
    {"next_leader=winner", "B5 C3 P9 S7", 2, 1, 2},
    {"next_leader=winner", "B5 G0 P9 S5", 1, 3, 1},
    {"next_leader=winner trick_to=lowest", "B5 C3 P9 S7", 1, 1, 1},
    {"next_leader=winner", "G0 G0 G0 G0", 3, -1, 3},
    {"trick_ties=earlier", "B5 C5 P9 S9", 2, 0, 0},
    {"trick_ties=earlier", "B5 C5 P5 S5", 0, 0, 0},
    {"trick_ties=earlier", "G1 C5 G1 S5", 0, 1, 1},
    {"trick_ties=earlier", "G3 G1 G3 G1", 0, -1, 0},
    {"trick_ties=earlier", "B1 C2 P3 S4", 3, 0, 0}, /* no tie */
    {"trick_ties=earlier trick_to=lowest", "G3 G1 G3 G1", 1, -1, 1},
    {"trick_ties=earlier trick_to=lowest", "B9 C2 G0 S2", 1, 1, 1},
    {"trick_ties=earlier gold_to=highest", "G5 C6 P6 S1", 0, 1, 3},
    {"gold_to=highest next_leader=winner trick_to=lowest", "B5 C3 P9 S7", 1, 2,
     1},
};

static au_trick trick_of(const au_rules *r, const char *plays) {
  char name[8];
  au_trick t;
  memset(&t, 0, sizeof t);
  while (next_word(&plays, name))
    t.card[t.n++] = card_of(r, name);
  return t;
}

static void test_verdicts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof verdict_cases / sizeof *verdict_cases; i++) {
    const verdict_case *c = &verdict_cases[i];
    au_rules r;
    knob_rules(&r, 4, c->knobs);
    au_trick t = trick_of(&r, c->plays);
    au_trick_result v = au_trick_settle(&r, &t);
    if (v.winner != c->winner || v.awarded != c->awarded ||
        v.leader != c->leader)
      fail_msg("'%s' %s: %d %d %d", c->knobs, c->plays, v.winner, v.awarded,
               v.leader);
  }
}

/* Every verdict of every trick of a small deck, compared with a
** plain reading. */
static int plain_best(const au_rules *r, const au_trick *t, bool gold,
                      bool high) {
  int best = -1;
  for (int i = 0; i < t->n; i++) {
    int rank = r->deck.rank_of[t->card[i]];
    int other = best < 0 ? 0 : r->deck.rank_of[t->card[best]];
    if ((t->card[i] >= r->deck.gold_at) != gold)
      continue;
    if (best < 0 || (high ? rank > other : rank < other) ||
        (rank == other && r->trick_ties == AU_TRICK_TIES_LATER))
      best = i;
  }
  return best;
}

static void check_verdict(const au_rules *r, const au_trick *t) {
  bool low_wins = r->trick_to == AU_TRICK_TO_LOWEST;
  int low = plain_best(r, t, false, false);
  int high = plain_best(r, t, false, true);
  int winner = plain_best(r, t, !low_wins, !low_wins);
  if (winner < 0)
    winner = plain_best(r, t, low_wins, !low_wins);
  au_trick_result v = au_trick_settle(r, t);
  assert_int_equal(v.winner, winner);
  assert_int_equal(v.awarded, r->gold_to == AU_GOLD_TO_LOWEST ? low : high);
  assert_int_equal(v.leader,
                   r->next_leader == AU_NEXT_WINNER || low < 0 ? winner : low);
}

static void test_every_trick(void **state) {
  (void)state;
  for (int knobs = 0; knobs < 16; knobs++) {
    au_rules r;
    au_trick t = {0};
    knob_rules(&r, 3, "suits=BCP ranks=0,1 hand=2 gold=3,3");
    r.trick_to = knobs & 1;
    r.gold_to = knobs >> 1 & 1;
    r.next_leader = knobs >> 2 & 1;
    r.trick_ties = knobs >> 3 & 1;
    finish_rules(&r);
    for (int i = 0; i < 512; i++) { /* 8 kinds: six base cards, two of gold */
      au_card kinds[8];
      int n = 0;
      for (au_set left = r.deck.base | r.deck.gold; left; left &= left - 1)
        kinds[n++] = au_first(left);
      assert_int_equal(n, 8);
      t.n = 3;
      for (int place = 0; place < 3; place++)
        t.card[place] = kinds[i >> 3 * place & 7];
      check_verdict(&r, &t);
    }
  }
}

/* The effect of the verdict on the state: gold, tricks, the lead. */
static void test_settled(void **state) {
  (void)state;
  static const char *const hands[] = {"B5 Z9", "C3 Z8", "P7 Z7", "S6 Z6"};
  static const char *const gold[] = {"G4", "", "", ""};
  au_rules r;
  knob_rules(&r, 4,
             "trick_to=lowest gold_to=highest next_leader=winner changes=0");
  au_state s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, gold);
  act(&r, &s, "play B5, play C3, play P7, play S6");
  assert_int_equal(s.won, 1);
  assert_int_equal(s.taken[1], 1);
  assert_int_equal(s.award, card_of(&r, "G7"));
  assert_true(s.gold[2] == pile_of(&r, "G7"));
  assert_int_equal(s.trick.leader, 1);
  knob_rules(&r, 4, "gold_to=highest changes=0"); /* there is no G9 */
  s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, gold);
  act(&r, &s, "play Z9, play C3, play P7, play S6");
  assert_int_equal(s.award, AU_NONE);
  assert_int_equal(s.trick.leader, 1);
}

/* If the winner leads, it is the winner that the hook names, unless
** that is nobody. */
static au_status won_by(void *ctx, const au_rules *r, const au_state *s,
                        int16_t *vars, uint8_t *seat) {
  (void)r, (void)s, (void)vars;
  *seat = *(const uint8_t *)ctx;
  return AU_OK;
}

static void test_winner_by_hook(void **state) {
  (void)state;
  static const char *const hands[] = {"B5 Z9", "C3 Z8", "P7 Z7", "S6 Z6"};
  static const struct {
    const char *knobs;
    uint8_t winner, leader;
  } cases[] = {{"changes=0", 3, 1},
               {"changes=0 next_leader=winner", 3, 3},
               {"changes=0 next_leader=winner", AU_NONE, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    uint8_t winner = cases[i].winner;
    knob_rules(&r, 4, cases[i].knobs);
    r.hooks.winner = won_by;
    r.hooks.ctx = &winner;
    finish_rules(&r);
    au_state s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, NULL);
    act(&r, &s, "play B5, play C3, play P7, play S6");
    assert_int_equal(s.won, winner);
    assert_int_equal(s.trick.leader, cases[i].leader);
  }
}

/* A trick of gold alone: nobody is lowest, nothing is awarded, the
** winner leads. */
static void test_gold_alone(void **state) {
  (void)state;
  static const char *const hands[] = {"", "", "", ""};
  static const char *const gold[] = {"G1 G2", "G8", "G1", "G3"};
  au_rules r;
  knob_rules(&r, 4, "gold_leads=true");
  au_state s = table_of(&r, 2, "Z1 Z2 Z3 Z4", hands, gold);
  act(&r, &s, "play G1, play G3, play G1, play G8");
  assert_int_equal(s.won, 1);
  assert_int_equal(s.award, AU_NONE);
  assert_int_equal(s.trick.leader, 1);
  assert_int_equal(s.tricks, 1);
  assert_true(s.gold[0] == pile_of(&r, "G2"));
  assert_legal(&r, &s, "pass");
}

/* The number of tricks of a round is bounded at any moment: each trick is led
** from a hand, or takes two cards and gives one back. */
static void test_trick_bound(void **state) {
  (void)state;
  char why[AU_WHY_TEXT];
  au_rules r;
  au_state s;
  knob_rules(&r, 2, "hand=25 gold=15,15,15 gold_points=0,0,0");
  au_state_init(&r, &s);
  s.round = 1;
  s.phase = AU_PHASE_PLAY;
  s.turn = s.trick.leader;
  s.bid[0] = card_of(&r, "B1");
  s.bid[1] = card_of(&r, "B2");
  s.hand[0] = set_of(&r, "C1 C2 C3");
  s.hand[1] = set_of(&r, "P1 P2");
  s.seen = r.deck.base & ~(s.hand[0] | s.hand[1]);
  s.gold[0] = 7 * au_gold_one(1);
  s.supply = r.gold_all - s.gold[0];
  for (int leads = 0; leads < 2; leads++) {
    r.gold_leads = (int16_t)leads;
    finish_rules(&r);
    s.tricks = (uint8_t)(AU_BID_MAX - 5 - (leads ? 7 : 0));
    assert_sound(&r, &s);
    s.tricks++;
    assert_int_equal(au_state_check(&r, &s, why), AU_ESTATE);
    assert_string_equal(why, "more tricks were played than a round can have");
  }
}

/* ---- change_price ----------------------------------------------------- */

static void test_change_price(void **state) {
  (void)state;
  static const char *const hands[] = {"B5", "C3 C4", "P7", "S6"};
  static const char *const gold[] = {"G0 G1", "G1 G2 G3", "G8", ""};
  au_rules r;
  knob_rules(&r, 4, "change_price=2 change_of=own");
  au_state s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, gold);
  s.phase = AU_PHASE_CHANGE; /* the first seat with such gold: RULES 5.1, 5.4 */
  s.turn = 1;
  assert_sound(&r, &s);
  assert_legal(&r, &s,
               "keep, change G2 C3 of 2, change G2 C4 of 2, "
               "change G3 C3 of 2, change G3 C4 of 2");
  assert_no(&r, &s, "change G1 C3 of 2",
            "G1: a change costs gold of rank 2 or more (RULES 5.1)");
  assert_no(&r, &s, "change G0 C3 of 2",
            "G0: not in the collection (RULES 5.1)");
  assert_no(&r, &s, "change B1 C3 of 2",
            "B1: not in the collection (RULES 5.1)");
  act(&r, &s, "change G3 C4 of 2");
  assert_int_equal(s.turn, 2);
  act(&r, &s, "keep"); /* seat 4 has no gold */
  assert_int_equal(s.phase, AU_PHASE_PLAY);
  assert_no(&r, &s, "change G1 B5 of 1",
            "a card to the trick is due (RULES 6)");
}

/* With two changes, the second needs such gold too. */
static void test_change_twice(void **state) {
  (void)state;
  static const char *const hands[] = {"B5 B6", "C3", "P7", "S6"};
  static const char *const gold[] = {"G1 G4", "", "", ""};
  au_rules r;
  knob_rules(&r, 4, "change_price=2 changes=2");
  au_state s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  act(&r, &s, "change G4 B6 of 1");
  assert_int_equal(s.phase, AU_PHASE_PLAY);
}

/* A state in which a seat that cannot pay is asked for a change
** is not sound. */
static void test_price_invariant(void **state) {
  (void)state;
  static const char *const hands[] = {"B5", "C3", "P7", "S6"};
  static const char *const gold[] = {"G0 G1", "G5", "", ""};
  char why[AU_WHY_TEXT];
  for (int price = 0; price < AU_GOLD_MAX; price++) {
    char knobs[32];
    au_rules r;
    snprintf(knobs, sizeof knobs, "change_price=%d", price);
    knob_rules(&r, 4, knobs);
    au_state s = table_of(&r, 0, "Z1 Z2 Z3 Z4", hands, gold);
    assert_int_equal(au_change_open(&r, &s, 0), price <= 1);
    assert_int_equal(au_change_open(&r, &s, 1), price <= 5);
    assert_false(au_change_open(&r, &s, 2));
    for (s.turn = 0, s.phase = AU_PHASE_CHANGE; s.turn < 4; s.turn++)
      assert_int_equal(au_state_check(&r, &s, why),
                       au_change_open(&r, &s, s.turn) ? AU_OK : AU_ESTATE);
  }
}

/* ---- over_each, under_each -------------------------------------------- */

static void test_points(void **state) {
  (void)state;
  static const struct {
    const char *knobs;
    int bid, taken, points;
  } cases[] = {
      {"", 4, 6, 4},
      {"", 4, 2, 0},
      {"over_each=-1", 4, 6, 2},
      {"over_each=-1", 4, 4, 8},
      {"over_each=-1", 4, 3, 0},
      {"over_each=3 over=taken", 4, 6, 12},
      {"over_each=-2 over=nothing", 4, 7, -6},
      {"under_each=-3", 4, 1, -9},
      {"under_each=-3", 4, 4, 8},
      {"under_each=-3", 4, 5, 4},
      {"under=-5 under_each=1", 4, 0, -1},
      {"under_each=-99 under=-99 side_bid=sum", AU_BID_MAX, 0, -9999},
      {"over_each=99 over=taken", 0, 12, 1200},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    knob_rules(&r, 4, cases[i].knobs);
    assert_int_equal(au_score_bid(&r, cases[i].bid, cases[i].taken),
                     cases[i].points);
  }
}

/* Rules whose scores could be out of range are refused. */
static void test_widest_score(void **state) {
  (void)state;
  static const struct {
    const char *knobs, *fault, *message;
  } cases[] = {
      {"suits=BC ranks=3,25 side_bid=sum", NULL, ""},
      {"suits=BC ranks=3,26 side_bid=sum", "side_bid",
       "a side could bid 104; at most 100"},
      {"suits=BC ranks=3,26 side_bid=highest", NULL, ""},
      {"gold=15,15,15,15,15,15,11 gold_points=99,-99,99,-99,99,-99,99", NULL,
       ""},
      {"gold=15,15,15,15,15,15,12 gold_points=99,-99,99,-99,99,-99,99",
       "gold_points", "10098 points of gold in all; at most 10000 fit a score"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const au_knob *knob = NULL;
    char why[AU_WHY_TEXT] = "";
    au_rules r;
    au_rules_init(&r, 5);
    set_knobs(&r, "hand=5 sides=1,1,1,1,2 gold=5,1");
    set_knobs(&r, cases[i].knobs);
    au_status status = au_rules_finish(&r, &knob, why);
    assert_int_equal(status, cases[i].fault == NULL ? AU_OK : AU_ERULES);
    assert_string_equal(why, cases[i].message);
    if (cases[i].fault != NULL)
      assert_string_equal(knob->name, cases[i].fault);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_legal),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_last_window),
      cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_every_trick),
      cmocka_unit_test(test_settled),
      cmocka_unit_test(test_winner_by_hook),
      cmocka_unit_test(test_gold_alone),
      cmocka_unit_test(test_trick_bound),
      cmocka_unit_test(test_change_price),
      cmocka_unit_test(test_change_twice),
      cmocka_unit_test(test_price_invariant),
      cmocka_unit_test(test_points),
      cmocka_unit_test(test_widest_score),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
