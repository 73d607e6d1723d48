/* state_test.c: starting, dealing, bids, scores, invariants. RULES 2 to 4. */
#include "helper.h"

/* ---- Starting --------------------------------------------------------- */

static void test_init(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  variant_rules(&r, "de-2024", 4);
  memset(&s, 0xa5, sizeof s);
  au_state_init(&r, &s);
  assert_int_equal(s.phase, AU_PHASE_DEAL);
  assert_int_equal(s.turn, AU_NONE);
  assert_int_equal(s.round, 0);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    assert_true(s.hand[i] == 0 && s.gold[i] == 0);
    assert_int_equal(s.bid[i], AU_NONE);
    assert_int_equal(s.nuggets[i] + s.taken[i], 0);
    assert_true(s.points[i] == 0);
  }
  assert_int_equal(s.passer, AU_NONE);
  assert_int_equal(s.won, AU_NONE);
  assert_int_equal(s.award, AU_NONE);
  assert_sound(&r, &s);
}

/* The state has no padding; otherwise comparing bytes would not
** compare states. */
static void test_no_padding(void **state) {
  (void)state;
  size_t parts = sizeof(au_set) * AU_SEAT_MAX + sizeof(au_gold) * AU_SEAT_MAX +
                 3 * sizeof(uint64_t) + sizeof(int32_t) * AU_SEAT_MAX +
                 sizeof(int16_t) * AU_VAR_N + 3 * AU_SEAT_MAX +
                 (3 + AU_SEAT_MAX) + 17 + AU_SEAT_MAX + 6 +
                 sizeof(uint32_t) * AU_SEAT_MAX + sizeof(au_set) * AU_SEAT_MAX;
  assert_int_equal(sizeof(au_state), parts);
}

/* ---- Making a deal ---------------------------------------------------- */

static void check_deal(const au_rules *r, const au_deal *deal, int zeros) {
  au_set all = deal->extras;
  int cards = au_count(deal->extras);
  assert_int_equal(cards, r->extra_n);
  assert_true(deal->first < r->players);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    bool there = i < r->players;
    assert_int_equal(au_count(deal->hand[i]), there ? r->hand : 0);
    assert_true(deal->gold[i] == (there ? (au_gold)zeros : 0));
    cards += au_count(deal->hand[i]);
    all |= deal->hand[i];
  }
  assert_true(all == r->deck.base); /* each card once */
  assert_int_equal(cards, au_count(r->deck.base));
}

/* RULES 3.1, 3.2, 9.6 */
static void test_deal_make(void **state) {
  (void)state;
  static const struct {
    const char *knobs;
    int zeros[3]; /* by round */
  } cases[] = {
      {"zero_gold=every_round", {1, 1, 1}},
      {"zero_gold=first_round", {1, 0, 0}},
      {"zero_gold=never", {0, 0, 0}},
  };
  au_seed seed = seed_of("deal");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int players = 3; players <= 4; players++) {
      au_rules r;
      au_state s;
      au_deal deal;
      knob_rules(&r, players, cases[i].knobs);
      au_state_init(&r, &s);
      for (s.round = 0; s.round < 3; s.round++) {
        assert_int_equal(au_deal_make(&r, &s, &seed, &deal), AU_OK);
        check_deal(&r, &deal, cases[i].zeros[s.round]);
      }
    }
}

/* RULES 2.2: the seed decides who starts the first round; then it
** goes clockwise. */
static void test_deal_first(void **state) {
  (void)state;
  for (int players = 3; players <= 4; players++) {
    au_rules r;
    au_state s;
    int count[4] = {0};
    variant_rules(&r, "en-2023", players);
    au_state_init(&r, &s);
    for (int i = 0; i < 4000; i++) {
      char text[16];
      snprintf(text, sizeof text, "%d", i);
      au_seed seed = seed_of(text);
      au_deal deal, later;
      s.round = 0;
      assert_int_equal(au_deal_make(&r, &s, &seed, &deal), AU_OK);
      count[deal.first]++;
      s.first = deal.first;
      s.round = 1;
      assert_int_equal(au_deal_make(&r, &s, &seed, &later), AU_OK);
      assert_int_equal(later.first, (deal.first + 1) % players);
    }
    assert_true(is_even(count, players));
  }
}

/* RULES 2.2: the next seat after the last first player, also in a position
** built by hand. */
static void test_deal_first_built(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  au_deal deal;
  au_seed seed = seed_of("built");
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  s.round = 1;
  for (s.first = 0; s.first < 4; s.first++) {
    assert_int_equal(au_deal_make(&r, &s, &seed, &deal), AU_OK);
    assert_int_equal(deal.first, (s.first + 1) % 4);
  }
}

/* RULES 3.1: shuffled. Each card goes equally often to each hand, and
** to the extras. */
static void test_deal_even(void **state) {
  (void)state;
  enum { DEALS = 3000 };
  static int to[AU_KIND_MAX][5];
  au_rules r;
  au_state s;
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  for (int i = 0; i < DEALS; i++) {
    char text[24];
    snprintf(text, sizeof text, "even %d", i);
    au_seed seed = seed_of(text);
    au_deal deal;
    assert_int_equal(au_deal_make(&r, &s, &seed, &deal), AU_OK);
    for (int place = 0; place < 5; place++) {
      au_set set = place < 4 ? deal.hand[place] : deal.extras;
      for (; set != 0; set &= set - 1)
        to[au_first(set)][place]++;
    }
  }
  for (int place = 0; place < 5; place++) {
    int by_card[50];
    for (int c = 0; c < 50; c++)
      by_card[c] = to[c][place];
    assert_true(is_even(by_card, 50));
  }
}

/* Round k's deal depends on (seed, k) alone, so that all branches of a game
** meet the same deals. */
static void test_deal_repeats(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  au_deal a, b, other;
  au_seed seed = seed_of("again"), another = seed_of("another");
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  assert_int_equal(au_deal_make(&r, &s, &seed, &a), AU_OK);
  s.points[1] = 17;
  s.nuggets[0] = 1;
  assert_int_equal(au_deal_make(&r, &s, &seed, &b), AU_OK);
  assert_memory_equal(a.hand, b.hand, sizeof a.hand);
  assert_true(a.extras == b.extras && a.first == b.first);
  assert_int_equal(au_deal_make(&r, &s, &another, &other), AU_OK);
  assert_true(memcmp(a.hand, other.hand, sizeof a.hand) != 0);
  s.round = 1;
  assert_int_equal(au_deal_make(&r, &s, &seed, &other), AU_OK);
  assert_true(memcmp(a.hand, other.hand, sizeof a.hand) != 0);
}

/* ---- Applying a deal -------------------------------------------------- */

static const char *const no_hands[AU_SEAT_MAX] = {"", "", "", "", "", ""};

static void test_deal(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  s.nuggets[1] = 1; /* it outlives a round */
  s.points[1] = 9;
  s.vars[3] = -4;
  au_deal deal = deal_of(&r, 2, no_hands);
  assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
  assert_sound(&r, &s);
  assert_int_equal(s.phase, AU_PHASE_BID);
  assert_int_equal(s.round, 1);
  assert_int_equal(s.first, 2);
  assert_int_equal(s.turn, 2); /* RULES 4.2 */
  assert_memory_equal(s.hand, deal.hand, sizeof s.hand);
  assert_true(s.extras == deal.extras && s.seen == deal.extras);
  assert_true(s.gold[0] == pile_of(&r, "G0") && s.gold[3] == s.gold[0]);
  assert_true(s.supply == pile_of(&r, "G1 G1 G2 G2 G3 G3 G4 G5 G6 G7 G8"));
  assert_int_equal(s.nuggets[1], 1);
  assert_true(s.points[1] == 9);
  assert_int_equal(s.vars[3], -4);
}

/* RULES 1.3: three players; the fourth G0 in the supply, or out of the game. */
static void test_deal_three(void **state) {
  (void)state;
  static const struct {
    const char *variant;
    const char *supply;
  } cases[] = {
      {"en-2023", "G0 G1 G1 G2 G2 G3 G3 G4 G5 G6 G7"},
      {"fr-2023", "G0 G1 G1 G2 G2 G3 G3 G4 G5 G6 G7"},
      {"de-2024", "G1 G1 G2 G2 G3 G3 G4 G5 G6 G7"},
      {"ru-2023", "G1 G1 G2 G2 G3 G3 G4 G5 G6 G7"},
      {"bga", "G1 G1 G2 G2 G3 G3 G4 G5 G6 G7"},
      {"en-2023+no-zero-gold", "G1 G1 G2 G2 G3 G3 G4 G5 G6 G7"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    au_state s;
    variant_rules(&r, cases[i].variant, 3);
    au_state_init(&r, &s);
    au_deal deal = deal_of(&r, 0, no_hands);
    assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
    assert_case(cases[i].variant, s.supply == pile_of(&r, cases[i].supply));
    assert_case(cases[i].variant, s.extras == 0);
  }
}

/* Hidden extras are seen by nobody. */
static void test_deal_hidden_extras(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  knob_rules(&r, 4, "extras=hidden");
  au_state_init(&r, &s);
  au_deal deal = deal_of(&r, 0, no_hands);
  assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
  assert_int_equal(au_count(s.extras), 2);
  assert_true(s.seen == 0);
}

static void assert_deal_refused(const au_rules *r, const au_state *s,
                                const au_deal *deal, au_status status,
                                const char *reason) {
  au_state t = *s;
  char why[AU_WHY_TEXT] = "";
  assert_int_equal(au_state_deal(r, &t, deal, NULL), status);
  assert_int_equal(au_state_deal(r, &t, deal, why), status);
  assert_string_equal(why, reason);
  assert_memory_equal(&t, s, sizeof t);
}

static void test_deal_refused(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  au_deal good = deal_of(&r, 0, no_hands), bad;

  bad = good;
  bad.first = 4;
  assert_deal_refused(&r, &s, &bad, AU_EDEAL, "the first player is not a seat");
  bad = good;
  bad.hand[1] ^= (bad.hand[1] & -bad.hand[1]) | (bad.hand[0] & -bad.hand[0]);
  assert_deal_refused(&r, &s, &bad, AU_EDEAL,
                      "seat 2: a card that is dealt twice or not in the deck "
                      "(RULES 1.3, 3.1)");
  bad = good;
  bad.hand[3] |= au_bit(r.deck.gold_at);
  assert_deal_refused(&r, &s, &bad, AU_EDEAL,
                      "seat 4: a card that is dealt twice or not in the deck "
                      "(RULES 1.3, 3.1)");
  bad = good;
  bad.extras |= bad.hand[2] & -bad.hand[2];
  bad.hand[2] &= bad.hand[2] - 1;
  assert_deal_refused(&r, &s, &bad, AU_EDEAL,
                      "seat 3: not the number of cards the rules deal "
                      "(RULES 3.1)");
  bad = good;
  bad.gold[0] = 0;
  assert_deal_refused(&r, &s, &bad, AU_EDEAL,
                      "seat 1: not the gold the rules deal (RULES 3.2)");
  bad = good;
  bad.extras = 0;
  assert_deal_refused(&r, &s, &bad, AU_EDEAL,
                      "the extras are not the cards left over (RULES 3.1)");
  bad = good;
  bad.extras |= bad.hand[0];
  assert_deal_refused(&r, &s, &bad, AU_EDEAL,
                      "the extras are not the cards left over (RULES 3.1)");
  assert_int_equal(au_state_deal(&r, &s, &good, NULL), AU_OK);
}

/* RULES 1.3: Copper and 10s are not in the three players' deck. */
static void test_deal_refused_three(void **state) {
  (void)state;
  au_rules r, four;
  au_state s;
  variant_rules(&r, "en-2023", 3);
  variant_rules(&four, "en-2023", 4);
  au_state_init(&r, &s);
  au_deal deal = deal_of(&r, 0, no_hands);
  deal.hand[0] &= deal.hand[0] - 1;
  deal.hand[0] |= au_bit(card_of(&four, "C1"));
  assert_deal_refused(&r, &s, &deal, AU_EDEAL,
                      "seat 1: a card that is dealt twice or not in the deck "
                      "(RULES 1.3, 3.1)");
}

static void test_deal_refused_when(void **state) {
  (void)state;
  static const uint8_t phases[] = {AU_PHASE_BID, AU_PHASE_CHANGE, AU_PHASE_PLAY,
                                   AU_PHASE_OVER};
  au_rules r;
  au_state s;
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  au_deal deal = deal_of(&r, 0, no_hands);
  for (size_t i = 0; i < sizeof phases; i++) {
    s.phase = phases[i];
    assert_deal_refused(&r, &s, &deal, AU_ESTATE,
                        "a round is under way or the game is over");
  }
  s.phase = AU_PHASE_DEAL;
  s.round = UINT8_MAX;
  assert_deal_refused(&r, &s, &deal, AU_EFULL, "a game has at most 255 rounds");
}

/* ---- Bids and scores -------------------------------------------------- */

static int bid_of(const au_rules *r, const au_state *s, int side) {
  int bid = -99;
  assert_int_equal(au_state_bid(r, s, side, &bid), AU_OK);
  return bid;
}

/* RULES 4.2, 4.3, and the other ways to combine a side's cards into one bid. */
static void test_side_bid(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs, *bids;
    uint8_t down;
    int bid[2];
  } cases[] = {
      {4, "", "B4 C9 P2 S10", 0, {4, 10}}, /* RULES 12.1 */
      {4, "", "B2 C10 P4 S9", 0, {4, 10}},
      {4, "", "B3 C1 P3 S1", 0, {3, 1}},
      {4, "side_bid=lowest", "B4 C9 P2 S10", 0, {2, 9}},
      {4, "side_bid=lowest", "B2 C10 P4 S9", 0, {2, 9}},
      {4, "side_bid=sum", "B4 C9 P2 S10", 0, {6, 19}},
      {4, "zero_bid=true", "B4 C9 P2 S10", 1, {2, 10}}, /* seat 1's face down */
      {4, "zero_bid=true", "B4 C9 P2 S10", 5, {0, 10}},
      {4, "zero_bid=true side_bid=lowest", "B4 C9 P2 S10", 8, {2, 0}},
      {4, "zero_bid=true side_bid=lowest", "B4 C9 P2 S10", 3, {0, 0}},
      {4, "zero_bid=true side_bid=sum", "B4 C9 P2 S10", 8, {6, 9}},
      {2, "", "B4 C9", 0, {4, 9}},
      {3, "sides=1,2,1", "B4 C9 P5", 0, {5, 9}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    knob_rules(&r, cases[i].players, cases[i].knobs);
    au_state s = table_of(&r, 0, cases[i].bids, no_hands, NULL);
    s.down = cases[i].down;
    for (int side = 0; side < 2; side++)
      assert_case(cases[i].knobs, bid_of(&r, &s, side) == cases[i].bid[side]);
  }
}

/* A side whose cards are not all laid has no bid yet. */
static void test_side_bid_open(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  variant_rules(&r, "en-2023", 4);
  au_state_init(&r, &s);
  au_deal deal = deal_of(&r, 0, no_hands);
  assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
  assert_int_equal(bid_of(&r, &s, 0), -1);
  act(&r, &s, "bid B5, bid C5");
  assert_int_equal(bid_of(&r, &s, 0), -1);
  act(&r, &s, "bid P8");
  assert_int_equal(bid_of(&r, &s, 0), 8);
  assert_int_equal(bid_of(&r, &s, 1), -1);
}

/* RULES 9.1, 9.2, 12.9: the tricks and gold of partners are added up. */
static void test_score_four(void **state) {
  (void)state;
  static const char *const gold[] = {"G0 G4", "", "G7", "G1 G1"};
  au_rules r;
  au_score score;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "B6 C5 P2 S9", no_hands, gold);
  s.tricks = 12;
  s.taken[0] = 4; /* RULES 12.9 */
  s.taken[2] = 2;
  s.taken[1] = 6;
  assert_int_equal(au_state_score(&r, &s, &score), AU_OK);
  static const int16_t expected[][2] = {{6, 6}, {6, 9},  {12, 0},
                                        {5, 2}, {17, 2}, {7, 1}};
  const int16_t *rows[] = {score.taken,       score.bid,    score.bid_points,
                           score.gold_points, score.points, score.best_gold};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int side = 0; side < 2; side++)
      assert_int_equal(rows[i][side], expected[i][side]);
}

/* RULES 12.9: with three players, they are not added up. */
static void test_score_three(void **state) {
  (void)state;
  static const char *const gold[] = {"G0", "", "G2 G7"};
  au_rules r;
  au_score score;
  variant_rules(&r, "bga", 3);
  au_state s = table_of(&r, 0, "B4 P5 S1", no_hands, gold);
  s.tricks = 11;
  s.taken[0] = 4;
  s.taken[1] = 2;
  s.taken[2] = 5;
  assert_int_equal(au_state_score(&r, &s, &score), AU_OK);
  static const int16_t expected[][3] = {{4, 2, 5}, {4, 5, 1}, {8, 0, 5},
                                        {0, 0, 4}, {8, 0, 9}, {0, -1, 7}};
  const int16_t *rows[] = {score.taken,       score.bid,    score.bid_points,
                           score.gold_points, score.points, score.best_gold};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int side = 0; side < 3; side++)
      assert_int_equal(rows[i][side], expected[i][side]);
}

/* A bid of 0 is scored like any other, made exactly or not. */
static void test_score_zero_bid(void **state) {
  (void)state;
  au_rules r;
  au_score score;
  knob_rules(&r, 4, "zero_bid=true exact_bonus=10 over=taken");
  au_state s = table_of(&r, 0, "B6 C5 P2 S9", no_hands, NULL);
  s.down = 15;
  s.tricks = s.taken[1] = 3;
  assert_int_equal(au_state_score(&r, &s, &score), AU_OK);
  assert_int_equal(score.bid[0] + score.bid[1], 0);
  assert_int_equal(score.bid_points[0], 10);
  assert_int_equal(score.bid_points[1], 3);
}

/* Before all have bid, a side has no points for its bid. */
static void test_score_early(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  au_score score;
  knob_rules(&r, 4, "under=-7");
  au_state_init(&r, &s);
  au_deal deal = deal_of(&r, 0, no_hands);
  assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
  assert_int_equal(au_state_score(&r, &s, &score), AU_OK);
  assert_int_equal(score.bid[0], -1);
  assert_int_equal(score.bid_points[0], 0);
  assert_int_equal(score.points[1], 0);
}

/* A card that lies face down bids 0, whether it is known, or hidden
** as in a view. */
static void test_side_bid_unseen(void **state) {
  (void)state;
  au_rules r;
  int bid = -1;
  knob_rules(&r, 4, "zero_bid=true");
  au_state s = table_of(&r, 0, "B6 C5 P2 S9", no_hands, NULL);
  s.down = 1;
  s.bid[0] = AU_NONE;
  assert_int_equal(au_state_bid(&r, &s, 0, &bid), AU_OK);
  assert_int_equal(bid, 2); /* the higher of 0 and 2, RULES 4.2 */
  s.down = 5;
  assert_int_equal(au_state_bid(&r, &s, 0, &bid), AU_OK);
  assert_int_equal(bid, 0);
}

/* Vars of the scope "round" are set to 0 at each deal. */
static void test_deal_vars(void **state) {
  (void)state;
  au_rules r;
  au_state s;
  knob_rules(&r, 4, "");
  r.round_vars = 1u << 2 | 1u << (AU_VAR_N - 1);
  au_state_init(&r, &s);
  for (int i = 0; i < AU_VAR_N; i++)
    s.vars[i] = (int16_t)(i + 1);
  au_deal deal = deal_of(&r, 0, no_hands);
  assert_int_equal(au_state_deal(&r, &s, &deal, NULL), AU_OK);
  for (int i = 0; i < AU_VAR_N; i++)
    assert_int_equal(s.vars[i], i == 2 || i == AU_VAR_N - 1 ? 0 : i + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_init),
      cmocka_unit_test(test_no_padding),
      cmocka_unit_test(test_deal_make),
      cmocka_unit_test(test_deal_first),
      cmocka_unit_test(test_deal_first_built),
      cmocka_unit_test(test_deal_even),
      cmocka_unit_test(test_deal_repeats),
      cmocka_unit_test(test_deal),
      cmocka_unit_test(test_deal_three),
      cmocka_unit_test(test_deal_hidden_extras),
      cmocka_unit_test(test_deal_refused),
      cmocka_unit_test(test_deal_refused_three),
      cmocka_unit_test(test_deal_refused_when),
      cmocka_unit_test(test_side_bid),
      cmocka_unit_test(test_side_bid_open),
      cmocka_unit_test(test_score_four),
      cmocka_unit_test(test_score_three),
      cmocka_unit_test(test_score_zero_bid),
      cmocka_unit_test(test_score_early),
      cmocka_unit_test(test_side_bid_unseen),
      cmocka_unit_test(test_deal_vars),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
