/* policy_test.c: the policy "quick" chooses only legal actions, under any
** rules, and uses nothing that its seat does not know. Also its strength, and
** the results of playouts. */
#include "hooks_helper.h"

enum { STEPS = 100000 };

/* Rules that no edition has, one per line: players and knobs. */
static const struct {
  int players;
  const char *knobs;
} odd_rules[] = {
    {4, "trick_to=lowest gold_to=highest"},
    {4, "follow=must"},
    {4, "follow=free next_leader=winner trick_ties=earlier"},
    {4, "bidding=hidden"},
    {4, "bidding=hidden zero_bid=true extras=hidden"},
    {3, "zero_bid=true side_bid=lowest hand=8"},
    {2, "hand=10 gold_leads=true"},
    {6, "hand=8 sides=1,2,3,1,2,3 gold=6,3,2 side_bid=sum changes=3"},
    {5, "hand=9 sides=1,1,2,2,2 gold=5,4,3,2,1 changes=2 change_price=1"},
    {5, "suits=BCPSZ ranks=1,11 hand=11 gold=5,2,2,1"},
    {2, "suits=BC ranks=0,20 hand=20 gold=15,15 under_each=-2 over_each=-1"},
    {3, "suits=ABCDEFH ranks=3,9 hand=12 gold=9,9,9 change_of=own"},
    {4, "last_window=false changes=0 exact=0 over=nothing"},
    {4, "suits=ABCDEFHI ranks=0,0 hand=2 zero_bid=true"},
    {4, "hand=3 gold=15,15,15 gold_points=3,1,2 change_of=own"},
    {4, "trump=extra"},
    {4, "trump=Z trick_to=lowest gold_to=highest gold_leads=true"},
    {3, "suits=BPSZ ranks=0,8 hand=11 trump=P follow=must bidding=hidden"},
};
enum { ODD_N = sizeof odd_rules / sizeof *odd_rules };

typedef struct walk {
  const char *name;
  au_rules r;
  au_odds odds;
  au_game g;
  au_seed seed;
  au_rng rng;
  bool plain;
} walk;

/* Let the policy choose: a legal action, the same in another world that looks
** the same to the seat. */
static au_action choose(walk *w, bool blind) {
  static au_view v;
  au_state other;
  au_rng rng = w->rng, again = rng;
  au_choose *quick = w->plain ? au_quick_plain : au_quick;
  au_action a = 0, b = 0;
  char text[AU_ACTION_TEXT], why[AU_WHY_TEXT] = "";
  const au_state *s = &w->g.state;
  assert_int_equal(quick(&w->odds, &w->r, s, &w->rng, &a), AU_OK);
  if (au_state_why(&w->r, s, a, why) != AU_OK) {
    au_action_text(&w->r.deck, NULL, a, text);
    fail_msg("%s: %s: %s", w->name, text, why);
  }
  if (!blind)
    return a;
  au_view_of(&w->r, &w->g, s->turn, &v);
  assert_int_equal(au_view_sample(&w->r, &v, &rng, &other), AU_OK);
  assert_int_equal(quick(&w->odds, &w->r, &other, &again, &b), AU_OK);
  assert_int_equal(a, b);
  return a;
}

/* Play games in which about every other action is random, so that the policy
** meets states that it would not reach by itself. */
static void wander(walk *w, int steps) {
  au_odds_init(&w->r, &w->odds);
  w->seed = seed_of(w->name);
  w->rng = rng_of(&w->seed, 1);
  au_game_init(&w->g);
  au_game_begin(&w->r, &w->g);
  for (int i = 0; i < steps; i++) {
    if (w->g.state.phase == AU_PHASE_OVER) {
      w->seed.key[0]++;
      au_game_begin(&w->r, &w->g);
    }
    if (w->g.state.phase == AU_PHASE_DEAL)
      deal_game(&w->r, &w->g, &w->seed);
    w->plain = i % 3 == 0;
    au_action a = choose(w, i % 8 == 0);
    if (au_rng_below(&w->rng, 2) == 0)
      assert_int_equal(au_state_random(&w->r, &w->g.state, &w->rng, &a), AU_OK);
    assert_int_equal(au_game_apply(&w->r, &w->g, a), AU_OK);
  }
  au_game_free(&w->g);
}

static void test_editions(void **state) {
  (void)state;
  for (int i = 0; i < EDITION_N * HOUSE_N * 2; i++) {
    static walk w;
    char name[64];
    snprintf(name, sizeof name, "%s%s", editions[i / HOUSE_N / 2].name,
             houses[i / 2 % HOUSE_N]);
    w.name = name;
    variant_rules(&w.r, name, 3 + i % 2);
    wander(&w, STEPS / 2);
  }
}

static void test_odd_rules(void **state) {
  (void)state;
  for (int i = 0; i < ODD_N; i++) {
    static walk w;
    w.name = odd_rules[i].knobs;
    knob_rules(&w.r, odd_rules[i].players, odd_rules[i].knobs);
    wander(&w, STEPS);
  }
}

/* A side may take more tricks than the tables of the odds cover. */
static void test_many_tricks(void **state) {
  (void)state;
  static walk w;
  w.name = "many tricks";
  knob_rules(&w.r, 2, "suits=BC ranks=0,20 hand=20 gold=15,15");
  au_odds_init(&w.r, &w.odds);
  w.seed = seed_of(w.name);
  w.rng = rng_of(&w.seed, 1);
  au_game_init(&w.g);
  au_game_begin(&w.r, &w.g);
  deal_game(&w.r, &w.g, &w.seed);
  while (w.g.state.phase != AU_PHASE_PLAY)
    assert_int_equal(au_game_apply(&w.r, &w.g, choose(&w, false)), AU_OK);
  w.g.state.taken[0] = w.g.state.tricks = AU_ODDS_MAX;
  choose(&w, false);
  au_game_free(&w.g);
}

/* A hook that judges legal plays is obeyed. */
static au_status only_lowest(void *ctx, const au_rules *r, const au_state *s,
                             au_set *cards, bool *pass) {
  (void)ctx, (void)r, (void)s;
  *cards &= -*cards;
  *pass = true;
  return AU_OK;
}

static void test_hooks(void **state) {
  (void)state;
  static walk w;
  w.name = "hooks";
  knob_rules(&w.r, 4, "");
  w.r.hooks.lead = w.r.hooks.legal = only_lowest;
  finish_rules(&w.r);
  au_odds_init(&w.r, &w.odds);
  w.seed = seed_of(w.name);
  w.rng = rng_of(&w.seed, 1);
  au_game_init(&w.g);
  for (int i = 0; i < 50; i++) {
    au_game_begin(&w.r, &w.g);
    deal_game(&w.r, &w.g, &w.seed);
    while (au_state_open(&w.g.state))
      assert_int_equal(au_game_apply(&w.r, &w.g, choose(&w, false)), AU_OK);
  }
  au_game_free(&w.g);
}

static void test_hook_fails(void **state) {
  (void)state;
  begin_rules("");
  rules.hooks.legal = hook_cards;
  finish_rules(&rules);
  static au_odds odds;
  au_odds_init(&rules, &odds);
  au_policy quick = {.choose = au_quick, .ctx = &odds};
  au_seed seed = seed_of("fails");
  au_rng rng = rng_of(&seed, 0);
  au_score score;
  au_state s;
  p.fail = true;
  for (int plain = 0; plain < 2; plain++) {
    quick.plain = plain ? UINT8_MAX : 0;
    au_state_init(&rules, &s);
    deal_state(&rules, &s, &seed);
    assert_int_equal(au_policy_round(&rules, &quick, &s, 0, &rng, &score),
                     AU_EHOOK);
  }
}

/* ---- Strength ----------------------------------------------------------- */

/* Side 1 plays quick, the others at random: its margin over the rounds. */
static double margin(const char *knobs, int players, int rounds) {
  static au_rules r;
  static au_odds odds;
  au_seed seed = seed_of("margin");
  au_rng rng = rng_of(&seed, 0);
  double sum = 0;
  knob_rules(&r, players, knobs);
  au_odds_init(&r, &odds);
  for (int i = 0; i < rounds; i++) {
    double reward[AU_SEAT_MAX];
    au_score score;
    au_state s;
    au_state_init(&r, &s);
    seed.key[0]++;
    deal_state(&r, &s, &seed);
    while (au_state_open(&s)) {
      au_action a = 0;
      au_status status = r.side_of[s.turn] == 0
                             ? au_quick(&odds, &r, &s, &rng, &a)
                             : au_state_random(&r, &s, &rng, &a);
      assert_int_equal(status, AU_OK);
      assert_int_equal(au_state_do(&r, &s, a, &score), AU_OK);
    }
    au_reward(&r, AU_GOAL_MARGIN, &s, &score, reward);
    sum += reward[0];
  }
  return sum / rounds;
}

static void test_strength(void **state) {
  (void)state;
  assert_true(margin("", 4, 500) > 10);
  assert_true(margin("suits=BPSZ ranks=1,9 bidding=hidden", 3, 500) > 3);
  assert_true(margin("trick_to=lowest gold_to=highest", 4, 500) > 6);
  assert_true(margin("follow=must", 4, 500) > 6);
  assert_true(margin("trump=B", 4, 500) > 14.7);
  assert_true(margin("trump=B trick_to=lowest gold_to=highest", 4, 500) > 10.2);
}

/* States in which the right choice is clear; the one random action in
** 32 is outvoted. */
static const struct {
  const char *name, *trump;
  int taken;  /* tricks of its side, which bids three, */
  int others; /* and of the other, which bids four */
  const char *hands[4], *plays, *expected;
} doubtless[] = {
    {"takes the trick that is needed",
     "none",
     2,
     3,
     {"B1 B10", "S2", "Z9 P3", "S5"},
     "play B1, play S2",
     "play Z9"},
    {"lets one go that is not",
     "none",
     3,
     3,
     {"B1 B8", "S7", "Z9 P3", "S5"},
     "play B8, play S7",
     "play P3"},
    {"takes it with a low trump",
     "P",
     2,
     3,
     {"B1 B10", "S10", "Z9 P3", "S5"},
     "play B1, play S10",
     "play P3"},
    {"leads a trump for the trick",
     "P",
     2,
     3,
     {"Z9 P8", "S2", "Z10 Z3", "S5"},
     "",
     "play P8"},
    {"lets it go by not trumping",
     "P",
     3,
     3,
     {"B1 B8", "S7", "Z6 P2", "S5"},
     "play B8, play S7",
     "play Z6"},
    {"loses its high card where no trick counts",
     "none",
     5,
     5,
     {"B1 B10", "S2 S10", "Z5 Z3", "S5 S6"},
     "play B1, play S2",
     "play Z5"},
};

static void test_doubtless(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof doubtless / sizeof *doubtless; i++) {
    static au_rules r;
    static au_odds odds;
    au_seed seed = seed_of("doubtless");
    au_rng rng = rng_of(&seed, 0);
    int hits = 0;
    char knob[16];
    snprintf(knob, sizeof knob, "trump=%s", doubtless[i].trump);
    knob_rules(&r, 4, knob);
    au_odds_init(&r, &odds);
    const char *bids = "C2 C1 C3 C4";
    au_state s = table_of(&r, 0, bids, doubtless[i].hands, NULL);
    s.trick.trump = au_deal_trump(&r, 0);
    s.taken[0] = (uint8_t)doubtless[i].taken;
    s.taken[1] = (uint8_t)doubtless[i].others;
    s.tricks = (uint8_t)(doubtless[i].taken + doubtless[i].others);
    act(&r, &s, doubtless[i].plays);
    s.seen = set_of(&r, bids); /* played cards say nothing to it */
    for (int n = 0; n < 100; n++) {
      au_action a = 0;
      assert_int_equal(au_quick(&odds, &r, &s, &rng, &a), AU_OK);
      hits += a == action_of(&r, &s, doubtless[i].expected);
    }
    assert_case(doubtless[i].name, hits > 90);
  }
}

/* The plain play of seat 3 after B1 and S9. */
static const struct {
  const char *name;
  int taken; /* tricks of its side, which bids three */
  const char *hand, *expected;
} plainly[] = {
    {"takes the trick from the shortest suit", 2, "Z10 P9 P6", "play Z10"},
    {"takes it with the lowest card", 2, "Z10 Z9 P5", "play Z9"},
    {"takes it with gold where it must", 2, "Z8 Z3 P5", "play G1"},
    {"gets short of suits once its bid is made", 3, "Z2 Z3 P9", "play P9"},
    {"passes once its bid is made", 3, "B2 B3 S4", "pass"},
    {"stays for the trick that it needs", 2, "B2 B3 S4", "play G1"},
};

static void test_plain(void **state) {
  (void)state;
  static au_rules r;
  static au_odds odds;
  knob_rules(&r, 4, "");
  au_odds_init(&r, &odds);
  for (size_t i = 0; i < sizeof plainly / sizeof *plainly; i++) {
    const char *hands[] = {"B1 B10 P1", "S9 S8 P2", plainly[i].hand,
                           "S5 Z1 Z4"};
    static const char *const gold[] = {"G2", "G3", "G1 G5", "G4"};
    au_policy policy = {.choose = au_quick, .ctx = &odds, .plain = 1 << 2};
    au_seed seed = seed_of("plainly");
    au_rng rng = rng_of(&seed, 0);
    int hits = 0;
    au_state s = table_of(&r, 0, "C2 C1 C3 C4", hands, gold);
    s.taken[0] = (uint8_t)plainly[i].taken;
    s.tricks = 8;
    act(&r, &s, "play B1, play S9");
    for (int n = 0; n < 100; n++) {
      au_action a = 0;
      assert_int_equal(au_policy_act(&policy, &r, &s, &rng, &a), AU_OK);
      hits += a == action_of(&r, &s, plainly[i].expected);
    }
    assert_case(plainly[i].name, hits > 90);
  }
}

/* The seats that play plainly are drawn by their chance. */
static void test_draw(void **state) {
  (void)state;
  static au_rules r;
  au_policy policy = {.choose = au_quick, .plain = 1};
  au_seed seed = seed_of("draw");
  au_rng rng = rng_of(&seed, 0), before = rng;
  int seats = 0;
  variant_rules(&r, "en-2023", 3);
  au_policy_draw(&policy, &r, 0, &rng);
  assert_int_equal(policy.plain, 0);
  assert_memory_equal(&rng, &before, sizeof rng);
  au_policy_draw(&policy, &r, 1, &rng);
  assert_int_equal(policy.plain, 7);
  for (int i = 0; i < 1000; i++) {
    au_policy_draw(&policy, &r, 0.25, &rng);
    seats += au_count(policy.plain);
  }
  assert_true(seats > 650 && seats < 850);
}

/* ---- Choices ------------------------------------------------------------ */

/* The hash of all that the policy chooses in some rounds of these rules. A
** change of the policy renews it on purpose, and nothing else changes it: the
** policy computes the same on every machine. */
static const struct {
  int players;
  const char *knobs;
  uint64_t choices;
} signatures[] = {
    {4, "", 0x903e0bdf857f41d6U},
    {3, "suits=BPSZ ranks=1,9 bidding=hidden", 0x0d20fd14c7262df6U},
    {4, "zero_bid=true side_bid=lowest", 0xb176f20c4aed1bcbU},
    {4, "trick_to=lowest gold_to=highest gold_leads=true", 0xa2378cfab8d33012U},
    {4, "follow=must", 0x4a639e77acdea805U},
    {4, "follow=free next_leader=winner trick_ties=earlier",
     0xed553e1e2ecab892U},
    {4, "trump=B", 0x970363714e6ad90fU},
    {5, "hand=9 sides=1,1,2,2,2 gold=5,4,3,2,1 changes=2 change_price=1",
     0xb9bcbdca3fd58480U},
    {6, "hand=8 sides=1,2,3,1,2,3 gold=6,3,2 side_bid=sum changes=3",
     0x0cc2f8bfe3d150b3U},
};

static uint64_t choices_of(int players, const char *knobs) {
  static au_rules r;
  static au_odds odds;
  au_seed seed = seed_of("signature");
  au_rng rng = rng_of(&seed, 0);
  uint64_t hash = 0;
  knob_rules(&r, players, knobs);
  au_odds_init(&r, &odds);
  for (int i = 0; i < 200; i++) {
    au_policy quick = {.choose = au_quick, .ctx = &odds};
    au_score score;
    au_state s;
    au_state_init(&r, &s);
    seed.key[0]++;
    deal_state(&r, &s, &seed);
    quick.plain = (uint8_t)(i % 4 == 3 ? 1 << i / 4 % players : 0);
    while (au_state_open(&s)) {
      au_action a = 0;
      assert_int_equal(au_policy_act(&quick, &r, &s, &rng, &a), AU_OK);
      chain(&hash, a);
      assert_int_equal(au_state_do(&r, &s, a, &score), AU_OK);
    }
  }
  return hash;
}

static void test_signatures(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
    uint64_t got = choices_of(signatures[i].players, signatures[i].knobs);
    if (got == signatures[i].choices)
      continue;
    print_error("{%d, \"%s\", 0x%016llxU},\n", signatures[i].players,
                signatures[i].knobs, (unsigned long long)got);
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

/* ---- Playouts ----------------------------------------------------------- */

static void test_game(void **state) {
  (void)state;
  static au_rules r;
  static au_odds odds;
  variant_rules(&r, "en-2023", 4);
  au_odds_init(&r, &odds);
  au_policy quick = {.choose = au_quick, .ctx = &odds}, any = {.choose = NULL};
  for (int i = 0; i < 20; i++) {
    au_seed seed = seed_of("game");
    au_rng rng = rng_of(&seed, (uint32_t)i);
    const au_policy *policy = i % 2 == 0 ? &quick : &any;
    double reward[AU_SEAT_MAX];
    au_score score;
    au_state s;
    au_state_init(&r, &s);
    deal_state(&r, &s, &seed);
    assert_int_equal(au_policy_round(&r, policy, &s, 0, &rng, &score), AU_OK);
    assert_int_equal(s.phase, AU_PHASE_DEAL);
    assert_int_equal(au_policy_game(&r, policy, &s, &rng, &score), AU_OK);
    assert_int_equal(s.phase, AU_PHASE_OVER);
    assert_sound(&r, &s);
    au_reward(&r, AU_GOAL_GAME, &s, &score, reward);
    assert_true(reward[0] + reward[1] == 1);
  }
}

static void test_reward(void **state) {
  (void)state;
  static au_rules r;
  variant_rules(&r, "en-2023", 3);
  au_state s;
  double got[AU_SEAT_MAX];
  au_score score = {.points = {7, 4, 7}};
  au_state_init(&r, &s);
  s.round_winners = 5;
  s.winners = 2;
  static const double expected[AU_GOAL_N][3] = {
      {0, -3, 0}, {7, 4, 7}, {1.5, -3, 1.5}, {0.5, 0, 0.5}, {0, 1, 0}};
  for (int o = 0; o < AU_GOAL_N; o++) {
    au_reward(&r, (au_goal)o, &s, &score, got);
    for (int side = 0; side < 3; side++)
      assert_true(got[side] == expected[o][side]);
  }
}

/* A side that cannot reach its bid any more, or is past it, has a known result
** if it has no gold for a change. */
static void test_judge(void **state) {
  (void)state;
  static au_rules r;
  static au_odds odds;
  static const char *const hands[] = {"B1 B8", "S7 S2", "Z9 P3", "S5 P4"};
  static const char *const gold[] = {"", "G7 G1", "", "G4"};
  double got[AU_SEAT_MAX];
  variant_rules(&r, "en-2023+no-zero-gold", 4);
  r.pays = 0;
  au_odds_init(&r, &odds);
  au_state s = table_of(&r, 0, "C2 C9 C6 C4", hands, gold);
  s.taken[0] = 3;
  s.taken[2] = 4; /* of six */
  s.taken[1] = 6; /* of nine, with two to come */
  au_estimate_rewards(&r, &odds, AU_GOAL_POINTS, &s, got);
  assert_true(got[0] == 6 && got[1] == 3 + 1 + 2);
  au_estimate_rewards(&r, &odds, AU_GOAL_MARGIN, &s, got);
  assert_true(got[0] == 0 && got[1] == 0);
  au_estimate_rewards(&r, &odds, AU_GOAL_LEAD, &s,
                      got); /* the same for two sides */
  assert_true(got[0] == 0 && got[1] == 0);
  s.taken[1] = 7; /* both of these would do */
  au_estimate_rewards(&r, &odds, AU_GOAL_MARGIN, &s, got);
  assert_true(got[1] > 0 && got[1] < 18 && got[0] == -got[1]);
}

/* The point where a playout ends that is to leave some cards. */
static void test_left(void **state) {
  (void)state;
  static au_rules r;
  static au_odds odds;
  variant_rules(&r, "en-2023", 4);
  au_odds_init(&r, &odds);
  au_policy quick = {.choose = au_quick, .ctx = &odds}, any = {.choose = NULL};
  for (int left = 1; left <= 12; left++) {
    au_seed seed = seed_of("left");
    au_rng rng = rng_of(&seed, (uint32_t)left);
    au_score score;
    au_state s;
    au_state_init(&r, &s);
    deal_state(&r, &s, &seed);
    assert_int_equal(au_policy_round(&r, left % 2 == 0 ? &quick : &any, &s,
                                     left, &rng, &score),
                     AU_OK);
    if (!au_state_open(&s))
      continue; /* a seat passed earlier */
    assert_int_equal(s.trick.n, 0);
    assert_true(au_count(s.hand[s.trick.leader]) <= left);
    assert_true(s.tricks >= 11 - left); /* gold is played instead of cards */
    assert_true(left < 11 || s.tricks == 0); /* the bids are laid in any case */
    assert_int_equal(s.phase, AU_PHASE_CHANGE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_editions),    cmocka_unit_test(test_odd_rules),
      cmocka_unit_test(test_hooks),       cmocka_unit_test(test_hook_fails),
      cmocka_unit_test(test_strength),    cmocka_unit_test(test_doubtless),
      cmocka_unit_test(test_plain),       cmocka_unit_test(test_draw),
      cmocka_unit_test(test_many_tricks), cmocka_unit_test(test_signatures),
      cmocka_unit_test(test_game),        cmocka_unit_test(test_reward),
      cmocka_unit_test(test_judge),       cmocka_unit_test(test_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
