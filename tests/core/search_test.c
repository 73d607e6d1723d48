/* search_test.c: searches of positions that are small enough to try everything.
**
** In worlds drawn from what the seat sees, searches find the best move. Their
** results depend only on view, random numbers and options. A tree stays within
** its space and never looks at hidden cards. */
#include "long_helper.h"

#include "search.h"

enum { NODES = 40000 };

static au_node node[NODES + 1];
static au_view view;

/* A search of the seat on turn with uniform playouts, before any offer. */
static au_search search_of(const au_rules *r, const au_game *g, uint32_t seed,
                           uint32_t nodes) {
  au_seed key = seed_of("search");
  au_search t = {.r = r,
                 .v = &view,
                 .explore = 1,
                 .node = node,
                 .node_max = nodes,
                 .rng = rng_of(&key, seed)};
  memset(&view, 0, sizeof view);
  au_view_of(r, g, g->state.turn, &view);
  memset(node, 0xa5, sizeof node);
  au_search_begin(&t);
  return t;
}

static void run_tree(au_search *t, int sims) {
  for (int i = 0; i < sims; i++)
    assert_int_equal(au_search_tree(t), AU_OK);
}

static void run_flat(au_search *t, int worlds) {
  assert_int_equal(au_search_offer_all(t), AU_OK);
  for (int i = 0; i < worlds; i++)
    assert_int_equal(au_search_flat(t), AU_OK);
}

/* The root's child with most visits; of several, the one with the best mean. */
static const au_node *best_of(const au_search *t) {
  const au_node *best = NULL;
  for (uint32_t i = t->node[0].child; i != 0; i = t->node[i].next) {
    const au_node *n = &t->node[i];
    if (best == NULL || n->visits > best->visits ||
        (n->visits == best->visits && n->sum > best->sum))
      best = n;
  }
  assert_non_null(best);
  return best;
}

/* ---- Small positions ---------------------------------------------------- */

/* Make a game under these rules with the last 'cards' of each hand, dealt at
** random with as much gold as fits. Bids are laid, and seat 0 leads. 'spare'
** cards are hidden extras; the rest has been seen. */
static void deal_ending(const au_rules *r, au_game *g, au_rng *rng,
                        const int *cards, const int *gold, int spare) {
  au_card deck[AU_KIND_MAX];
  au_state s;
  char why[AU_WHY_TEXT] = "";
  int n = 0, at = 0;
  for (au_set left = r->deck.base; left != 0; left &= left - 1) {
    int i = (int)au_rng_below(rng, (uint32_t)++n);
    deck[n - 1] = deck[i];
    deck[i] = au_first(left);
  }
  au_state_init(r, &s);
  s.round = 1;
  s.seen = r->deck.base;
  s.supply = r->gold_all;
  for (int seat = 0; seat < r->players; seat++) {
    s.bid[seat] = deck[at++];
    for (int i = 0; i < cards[seat]; i++)
      s.hand[seat] |= au_bit(deck[at++]);
    s.seen &= ~s.hand[seat];
    for (int i = 0; i < gold[seat]; i++) {
      uint32_t rank = au_rng_below(rng, r->deck.gold_n);
      if (au_gold_count(s.supply, (int)rank) == 0)
        continue;
      s.supply -= au_gold_one((int)rank);
      s.gold[seat] += au_gold_one((int)rank);
    }
    s.taken[seat] = (uint8_t)au_rng_below(rng, 3);
    s.tricks = (uint8_t)(s.tricks + s.taken[seat]);
  }
  for (int i = 0; i < spare; i++)
    s.extras |= au_bit(deck[at++]);
  s.seen &= ~s.extras;
  s.phase = AU_PHASE_PLAY;
  s.turn = 0;
  au_game_init(g);
  if (au_game_begin_at(r, g, &s, why) != AU_OK)
    fail_msg("%s", why);
}

/* The others do the first legal action. */
static bool modelled;

static au_status first_legal(void *ctx, const au_rules *r, const au_state *s,
                             au_rng *rng, au_action *a) {
  au_action list[AU_ACTION_MAX];
  int n;
  (void)ctx, (void)rng;
  au_status status = au_state_legal(r, s, list, &n);
  *a = list[0];
  return status;
}

/* The value of the round for each side if every seat does its best for its own
** side, all hands open; where 'modelled', if only seat 0 does. '*twin' is set
** if a seat has two best moves that differ for others. */
static void solve(const au_rules *r, const au_state *s, double *value,
                  bool *twin) {
  au_action list[AU_ACTION_MAX];
  int n, side = r->side_of[s->turn];
  assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
  if (modelled && s->turn != 0)
    n = 1;
  for (int i = 0; i < n; i++) {
    au_state next = *s;
    double got[AU_SEAT_MAX];
    au_score score;
    if (au_action_what(list[i]) == AU_ACT_PASS) {
      assert_int_equal(au_state_do(r, &next, au_pass_action(next.turn), &score),
                       AU_OK);
      au_reward(r, AU_GOAL_MARGIN, &next, &score, got);
    } else {
      assert_int_equal(au_state_apply_legal(r, &next, list[i]), AU_OK);
      solve(r, &next, got, twin);
    }
    if (i > 0 && got[side] == value[side] && r->side_n > 2)
      *twin = *twin || memcmp(got, value, sizeof *got * r->side_n) != 0;
    if (i == 0 || got[side] > value[side])
      memcpy(value, got, sizeof *got * r->side_n);
  }
}

static double value_after(const au_rules *r, const au_state *s, au_action a,
                          bool *twin) {
  double value[AU_SEAT_MAX];
  int side = r->side_of[s->turn];
  au_state next = *s;
  au_score score;
  if (au_action_what(a) == AU_ACT_PASS) {
    assert_int_equal(au_state_do(r, &next, au_pass_action(next.turn), &score),
                     AU_OK);
    au_reward(r, AU_GOAL_MARGIN, &next, &score, value);
  } else {
    assert_int_equal(au_state_apply_legal(r, &next, a), AU_OK);
    solve(r, &next, value, twin);
  }
  return value[side];
}

/* Check that with nothing hidden, the tree finds the best move
** of every seat. */
static void check_open(const char *knobs, int players, const int *cards,
                       const int *gold, int positions) {
  static au_rules r;
  static au_odds odds;
  au_seed seed = seed_of(knobs);
  au_rng rng = rng_of(&seed, (uint32_t)players);
  int solved = 0;
  knob_rules(&r, players, knobs);
  au_odds_init(&r, &odds);
  for (int i = 0; solved < positions; i++) {
    au_game g;
    double value[AU_SEAT_MAX];
    bool twin = false;
    assert_true(i < 50 * positions);
    deal_ending(&r, &g, &rng, cards, gold, 0);
    solve(&r, &g.state, value, &twin);
    if (!twin) {
      au_search t = search_of(&r, &g, (uint32_t)i, NODES);
      t.explore = 3; /* to find it within few simulations */
      if (i % 2 == 1)
        t.policy = (au_policy){.choose = au_quick, .ctx = &odds};
      if (modelled)
        t.policy.choose = first_legal;
      t.modelled = modelled;
      run_tree(&t, 20000);
      double got = value_after(&r, &g.state, best_of(&t)->move, &twin);
      if (got != value[0])
        fail_msg("%s, position %d: %g, best %g", knobs, i, got, value[0]);
      solved++;
    }
    au_game_free(&g);
  }
}

#define SMALL "gold=4,2,2,1,1,1 changes=0 "

static void test_two_sides(void **state) {
  (void)state;
  check_open(SMALL, 2, (int[]){3, 3}, (int[]){1, 1}, 40);
  check_open(SMALL "trick_to=lowest", 2, (int[]){3, 3}, (int[]){1, 1}, 40);
  check_open(SMALL "follow=must next_leader=winner", 2, (int[]){4, 4},
             (int[]){1, 0}, 40);
}

/* The best answer to what others are known to do. It need not be the best move
** against those who know better. */
static void test_modelled(void **state) {
  (void)state;
  modelled = true;
  check_open(SMALL, 2, (int[]){3, 3}, (int[]){1, 1}, 40);
  check_open(SMALL, 3, (int[]){3, 3, 0}, (int[]){1, 1, 2}, 40);
  modelled = false;
}

/* Three sides, one of them with gold only, so that all can
** locate every card. */
static void test_three_sides(void **state) {
  (void)state;
  check_open(SMALL, 3, (int[]){3, 3, 0}, (int[]){0, 1, 2}, 40);
}

/* Sum the value of a move over all worlds, where nobody has a choice after it:
** the cards of 'left' are placed in the hands with free space. */
static void sum_worlds(const au_rules *r, const au_state *s, au_set left,
                       const int *cards, au_action a, double *sum, int *n) {
  for (int seat = 0; seat < r->players; seat++) {
    if (au_count(s->hand[seat]) == cards[seat])
      continue;
    for (au_set set = left; set != 0; set &= set - 1) {
      au_state next = *s;
      next.hand[seat] |= set & -set;
      sum_worlds(r, &next, left & ~(set & -set), cards, a, sum, n);
    }
    return;
  }
  bool twin;
  au_state world = *s;
  world.extras = left;
  *sum += value_after(r, &world, a, &twin);
  ++*n;
}

/* Hidden cards: the mean of each move is the mean over all worlds. */
static void test_hidden(void **state) {
  (void)state;
  static const int cards[] = {3, 1, 1, 1}, gold[4] = {0};
  static au_rules r;
  au_seed seed = seed_of("hidden");
  au_rng rng = rng_of(&seed, 0);
  knob_rules(&r, 4,
             "suits=BCP ranks=1,6 hand=4 changes=0 extras=hidden "
             "gold=0 zero_gold=never sides=1,2,3,2");
  for (int i = 0; i < 40; i++) {
    au_game g;
    double best = -1e9, chosen = -1e9, off = 0;
    deal_ending(&r, &g, &rng, cards, gold, 2);
    /* it leads the first of three cards and may then play either
    ** of the others */
    for (int method = 0; method < 2; method++) {
      au_search t = search_of(&r, &g, (uint32_t)i, NODES);
      if (method == 0)
        run_flat(&t, 4000);
      else
        run_tree(&t, 12000);
      for (uint32_t c = t.node[0].child; c != 0; c = t.node[c].next) {
        const au_node *n = &t.node[c];
        au_state s = view.s;
        double sum = 0, visits = n->visits, mean = n->sum / visits;
        double error = (n->squares / visits - mean * mean) / visits;
        int worlds = 0;
        sum_worlds(&r, &s, view.unseen, cards, n->move, &sum, &worlds);
        assert_int_equal(worlds, 60);
        double value = sum / worlds;
        if (value > best)
          best = value;
        if (n == best_of(&t))
          chosen = value, off = error;
        if (method == 0)
          assert_true((mean - value) * (mean - value) <= 25 * error + 1e-9);
      }
      assert_true((best - chosen) * (best - chosen) <= 25 * off + 1e-9);
    }
    au_game_free(&g);
  }
}

/* ---- Results depend on the view only ------------------------------------ */

static void begin(au_rules *r, au_game *g, const char *variant, int players,
                  const char *actions) {
  au_seed seed = seed_of("a game");
  char text[32];
  variant_rules(r, variant, players);
  au_game_init(g);
  au_game_begin(r, g);
  deal_game(r, g, &seed);
  while (next_part(&actions, text)) {
    au_action list[AU_ACTION_MAX];
    int n;
    assert_int_equal(au_state_legal(r, &g->state, list, &n), AU_OK);
    assert_int_equal(au_game_apply(r, g, list[atoi(text) % n]), AU_OK);
  }
}

static void test_same(void **state) {
  (void)state;
  static au_node first[NODES + 1];
  static au_rules r;
  for (int players = 3; players <= 4; players++) {
    au_game g;
    begin(&r, &g, "de-2024", players, "3, 5, 7, 2, 0, 0, 0, 0");
    au_search t = search_of(&r, &g, 1, NODES);
    run_tree(&t, 3000);
    memcpy(first, node, sizeof first);
    /* other worlds that look the same */
    for (int i = 0; i < 3; i++) {
      au_state s;
      au_rng rng = t.rng;
      au_game other;
      assert_int_equal(au_view_sample(&r, &view, &rng, &s), AU_OK);
      au_game_init(&other);
      assert_int_equal(au_game_begin_at(&r, &other, &s, NULL), AU_OK);
      au_search again = search_of(&r, &other, 1, NODES);
      run_tree(&again, 3000);
      assert_memory_equal(first, node, t.node_n * sizeof *first);
      assert_int_equal(t.node_n, again.node_n);
      au_game_free(&other);
    }
    au_game_free(&g);
  }
}

/* A tree gets one more node in each simulation until there is no space. */
static void test_room(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  au_node after;
  memset(&after, 0xa5, sizeof after);
  begin(&r, &g, "en-2023", 4, "1, 2, 3, 4, 0, 0, 0, 0");
  for (uint32_t most = 1; most < 100; most += 7) {
    au_search t = search_of(&r, &g, most, most);
    run_tree(&t, 300);
    assert_int_equal(t.node_n, most);
    assert_int_equal(t.sims, 300);
    assert_memory_equal(&node[most], &after, sizeof after);
    for (uint32_t i = 1; i < t.node_n; i++)
      assert_true(node[i].visits <= node[i].there);
  }
  au_search t = search_of(&r, &g, 0, 4);
  assert_int_equal(au_search_offer_all(&t), AU_EFULL);
  au_game_free(&g);
}

static bool has_move_of(const au_search *t, au_action_kind kind, uint8_t seat) {
  for (uint32_t i = 1; i < t->node_n; i++)
    if (au_action_what(t->node[i].move) == kind &&
        au_action_seat(t->node[i].move) == seat)
      return true;
  return false;
}

/* Bids that others lay face down are drawn, never branched on. */
static void test_hidden_bids(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  for (int laid = 0; laid < 3; laid++) {
    begin(&r, &g, "en-2023", 3, &"1, 2"[laid == 2 ? 0 : laid == 1 ? 3 : 4]);
    uint8_t seat = g.state.turn;
    au_search t = search_of(&r, &g, 0, NODES);
    run_tree(&t, 5000);
    for (uint8_t other = 0; other < 3; other++) {
      assert_int_equal(has_move_of(&t, AU_ACT_BID, other), other == seat);
      assert_true(has_move_of(&t, AU_ACT_KEEP, other));
    }
    au_game_free(&g);
  }
}

/* A card face down for 0 is seen to be there, but not which card it is. */
static void test_zero_bid(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  au_seed seed = seed_of("nought");
  knob_rules(&r, 4, "zero_bid=true");
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  au_search t = search_of(&r, &g, 0, NODES);
  run_tree(&t, 20000);
  int own = 0, others = 0;
  for (uint32_t i = 1; i < t.node_n; i++) {
    au_action a = node[i].move;
    if (au_action_what(a) != AU_ACT_BID || !au_action_down(a))
      continue;
    bool mine = au_action_seat(a) == g.state.turn;
    own += mine;
    others += !mine;
    assert_true(mine || au_action_card(a) == 0);
  }
  assert_int_equal(own, 12);
  assert_true(others > 10);
  au_game_free(&g);
}

/* ---- Changes ------------------------------------------------------------ */

/* Keep and, for each bid, one card of every other rank, paid with the
** cheapest gold. */
static void test_changes(void **state) {
  (void)state;
  static const char *const hands[] = {"B7 C7 Z3 S9", "B1", "B2", "B3"};
  static const char *const gold[] = {"G0 G2", "", "", ""};
  static au_rules r;
  au_game g;
  variant_rules(&r, "en-2023", 4);
  au_state s = table_of(&r, 0, "C3 C1 C5 C4", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  au_search t = search_of(&r, &g, 0, NODES);
  assert_int_equal(au_search_offer_all(&t), AU_OK);
  static const char *const expected[] = {"keep",
                                         "change G0 B7 of 1",
                                         "change G0 S9 of 1",
                                         "change G0 B7 of 3",
                                         "change G0 Z3 of 3",
                                         "change G0 S9 of 3"};
  enum { N = sizeof expected / sizeof *expected };
  assert_int_equal(t.node_n, 1 + N);
  for (int i = 0; i < N; i++) {
    bool there = false;
    for (uint32_t c = node[0].child; c != 0; c = node[c].next)
      there = there || node[c].move == action_of(&r, &g.state, expected[i]);
    assert_case(expected[i], there);
  }
  /* in a tree they are added one by one: the n-th after 4 n^2 simulations */
  t = search_of(&r, &g, 0, NODES);
  for (int sims = 1; sims <= 150; sims++) {
    int changes = 0;
    run_tree(&t, 1);
    for (uint32_t c = node[0].child; c != 0; c = node[c].next)
      changes += au_action_what(node[c].move) == AU_ACT_CHANGE;
    int due = 0;
    while (due < N - 1 && 4 * (due + 1) * (due + 1) <= sims - 1)
      due++;
    assert_int_equal(changes, due);
  }
  au_game_free(&g);
}

/* ---- Weighted worlds, policies that fail -------------------------------- */

typedef struct seen {
  const au_state *world;
  int count[3];
} seen;

/* Count the worlds by a card that is in another place in each. */
static au_status count_worlds(void *ctx, const au_rules *r, const au_state *s,
                              au_rng *rng, au_action *a) {
  seen *f = ctx;
  for (int i = 0; i < 3; i++)
    f->count[i] +=
        s->tricks == 0 && s->trick.n == 1 && s->hand[1] == f->world[i].hand[1];
  return au_state_random(r, s, rng, a);
}

static void test_weights(void **state) {
  (void)state;
  static const double upto[] = {0, 1, 4};
  static au_rules r;
  au_state world[3];
  au_game g;
  begin(&r, &g, "en-2023+no-zero-gold", 4, "");
  while (g.state.phase == AU_PHASE_BID)
    assert_int_equal(
        au_game_apply(&r, &g,
                      au_bid_action(g.state.turn,
                                    au_first(g.state.hand[g.state.turn]),
                                    false)),
        AU_OK);
  au_search t = search_of(&r, &g, 0, NODES);
  for (int i = 0; i < 3; i++)
    assert_int_equal(au_view_sample(&r, &view, &t.rng, &world[i]), AU_OK);
  /* let the seat to the leader's left be seat 1 */
  assert_int_not_equal(g.state.turn, 1);
  seen f = {world, {0}};
  t.policy = (au_policy){.choose = count_worlds, .ctx = &f};
  t.world = world;
  t.upto = upto;
  t.world_n = 3;
  assert_int_equal(
      au_search_offer(&t, au_play_action(g.state.turn,
                                         au_first(g.state.hand[g.state.turn]))),
      AU_OK);
  for (int i = 0; i < 4000; i++)
    assert_int_equal(au_search_flat(&t), AU_OK);
  assert_int_equal(f.count[0], 0);
  assert_true(f.count[1] > 850 && f.count[1] < 1150);
  assert_int_equal(f.count[1] + f.count[2], 4000);
  au_game_free(&g);
}

static au_status fails(void *ctx, const au_rules *r, const au_state *s,
                       au_rng *rng, au_action *a) {
  int *left = ctx;
  if ((*left)-- == 0)
    return AU_EHOOK;
  return au_state_random(r, s, rng, a);
}

static void test_policy_fails(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  begin(&r, &g, "bga", 3, "1");
  for (int left = 0; left < 60; left += 7) {
    int n = left;
    au_search t = search_of(&r, &g, 0, NODES);
    t.policy = (au_policy){.choose = fails, .ctx = &n};
    au_status status = AU_OK;
    for (int i = 0; i < 60 && status == AU_OK; i++)
      status = au_search_tree(&t);
    assert_int_equal(status, AU_EHOOK);
  }
  /* also where it bids for others, below a root without space */
  int never = -1, at_once = 0;
  au_search small = search_of(&r, &g, 0, 2);
  small.policy = (au_policy){.choose = fails, .ctx = &never};
  run_tree(&small, 1);
  small.policy.ctx = &at_once;
  assert_int_equal(au_search_tree(&small), AU_EHOOK);
  assert_int_equal(small.sims, 1);
  /* moves are compared in the same worlds, or not at all */
  for (int left = 0; left < 400; left += 37) {
    int n = left;
    au_search t = search_of(&r, &g, 0, NODES);
    t.policy = (au_policy){.choose = fails, .ctx = &n};
    assert_int_equal(au_search_offer_all(&t), AU_OK);
    uint32_t worlds = 0;
    while (au_search_flat(&t) == AU_OK)
      worlds++;
    assert_int_equal(t.sims, worlds * (t.node_n - 1));
    for (uint32_t i = 1; i < t.node_n; i++)
      assert_int_equal(node[i].visits, worlds);
  }
  au_game_free(&g);
}

/* ---- Every kind of rules ------------------------------------------------ */

static void test_everywhere(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs;
  } cases[] = {{2, "hand=10 gold_leads=true"},
               {4, "bidding=hidden zero_bid=true extras=hidden"},
               {4, "follow=must"},
               {5, "hand=9 sides=1,1,2,2,2 gold=5,4,3,2,1 changes=3"},
               {6, "hand=8 sides=1,2,3,1,2,3 gold=6,3,2 side_bid=sum"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    static au_rules r;
    static au_odds odds;
    au_seed seed = seed_of("everywhere");
    au_rng rng = rng_of(&seed, (uint32_t)c);
    au_game g;
    knob_rules(&r, cases[c].players, cases[c].knobs);
    au_odds_init(&r, &odds);
    au_game_init(&g);
    au_game_begin(&r, &g);
    for (int steps = 0; steps < 200 && step_game(&r, &g, &seed, &rng);
         steps++) {
      char why[AU_WHY_TEXT];
      if (!au_state_open(&g.state))
        continue;
      au_search t = search_of(&r, &g, (uint32_t)steps, NODES);
      t.goal = (au_goal)(steps % AU_GOAL_N);
      t.odds = &odds;
      if (t.goal < AU_GOAL_ROUND)
        t.left = steps / AU_GOAL_N % 10;
      if (steps % 2 == 0)
        run_tree(&t, 40);
      else
        run_flat(&t, 3);
      if (au_state_why(&r, &g.state, best_of(&t)->move, why) != AU_OK)
        fail_msg("%s: %s", cases[c].knobs, why);
    }
    au_game_free(&g);
  }
}

/* ---- Offers, and worlds with different legal moves ----------------------- */

/* A tree chooses among the moves it was offered; each is offered once. */
static void test_offer(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  au_action list[AU_ACTION_MAX];
  int n;
  begin(&r, &g, "en-2023", 4, "1, 2, 3, 4, 0, 0, 0, 0");
  assert_int_equal(au_state_legal(&r, &g.state, list, &n), AU_OK);
  assert_true(n > 2);
  au_search t = search_of(&r, &g, 0, NODES);
  for (int i = 0; i < 4; i++)
    assert_int_equal(au_search_offer(&t, list[i % 2]), AU_OK);
  assert_int_equal(t.node_n, 3);
  run_tree(&t, 200);
  assert_int_equal(node[1].visits + node[2].visits, 200);
  assert_true(node[1].visits > 0 && node[2].visits > 0);
  assert_int_equal(node[2].next, 1);
  assert_int_equal(node[1].next, 0);
  au_game_free(&g);
}

/* RULES 5.2: with three players a seat may replace its own bid only. */
static void test_changes_own(void **state) {
  (void)state;
  static const char *const hands[] = {"B7 C7 Z3 S9", "B1", "B2", "B3"};
  static const char *const gold[] = {"G0 G2", "", "", ""};
  static au_rules r;
  au_game g;
  knob_rules(&r, 4, "change_of=own");
  au_state s = table_of(&r, 0, "C3 C1 C5 C4", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  au_search t = search_of(&r, &g, 0, NODES);
  assert_int_equal(au_search_offer_all(&t), AU_OK);
  assert_int_equal(t.node_n, 4);
  static const char *const expected[] = {"keep", "change G0 B7 of 1",
                                         "change G0 S9 of 1"};
  for (int i = 0; i < 3; i++) {
    bool there = false;
    for (uint32_t c = 1; c < t.node_n; c++)
      there = there || node[c].move == action_of(&r, &g.state, expected[i]);
    assert_case(expected[i], there);
  }
  for (uint32_t room = 1; room < 4; room++) {
    t = search_of(&r, &g, 0, room);
    assert_int_equal(au_search_offer_all(&t), AU_EFULL);
    assert_int_equal(t.node_n, room);
  }
  au_game_free(&g);
}

/* Squared differences of moves in the same worlds, added up. */
static void test_apart(void **state) {
  (void)state;
  static au_rules r;
  static double apart[AU_ACTION_MAX];
  au_game g;
  au_action list[AU_ACTION_MAX];
  int n;
  double sum[4] = {0}, expected[3] = {0};
  begin(&r, &g, "en-2023", 4, "1, 2, 3, 4, 0, 0, 0, 0");
  assert_int_equal(au_state_legal(&r, &g.state, list, &n), AU_OK);
  au_search t = search_of(&r, &g, 0, NODES);
  t.apart = apart;
  for (int i = 0; i < 3; i++)
    assert_int_equal(au_search_offer(&t, list[i]), AU_OK);
  for (int world = 0; world < 50; world++) {
    double got[4];
    assert_int_equal(au_search_flat(&t), AU_OK);
    for (int i = 1; i <= 3; i++) {
      got[i] = node[i].sum - sum[i];
      sum[i] = node[i].sum;
    }
    expected[0] += (got[2] - got[1]) * (got[2] - got[1]);
    expected[1] += (got[3] - got[1]) * (got[3] - got[1]);
    expected[2] += (got[3] - got[2]) * (got[3] - got[2]);
  }
  assert_memory_equal(apart, expected, sizeof expected);
  au_game_free(&g);
}

/* Hooks that depend on what the searching seat cannot see: who leads, and who
** gets gold and is asked for a change. */
static au_status secret_leader(void *ctx, const au_rules *r, const au_state *s,
                               int16_t *vars, uint8_t *seat) {
  (void)ctx, (void)vars;
  *seat = (uint8_t)(au_first(s->extras) % r->players);
  return AU_OK;
}

static au_status secret_award(void *ctx, const au_rules *r, const au_state *s,
                              int16_t *vars, uint8_t *seat, au_card *gold) {
  (void)ctx, (void)vars;
  *seat = (uint8_t)(au_first(s->extras) / 3 % r->players);
  *gold = s->supply != 0 ? (au_card)(r->deck.gold_at + au_gold_best(s->supply))
                         : AU_NONE;
  return AU_OK;
}

/* Seat 1 leads every trick, and either has gold to change its
** bid or has none. */
static au_status first_leads(void *ctx, const au_rules *r, const au_state *s,
                             int16_t *vars, uint8_t *seat) {
  (void)ctx, (void)r, (void)s, (void)vars;
  *seat = 0;
  return AU_OK;
}

static au_status secret_gold(void *ctx, const au_rules *r, const au_state *s,
                             int16_t *vars, uint8_t *seat, au_card *gold) {
  (void)ctx, (void)vars;
  int rank = au_first(s->extras) % 3;
  *gold = AU_NONE;
  *seat = 0;
  if (rank > 0 && au_gold_count(s->supply, rank) > 0)
    *gold = (au_card)(r->deck.gold_at + rank);
  return AU_OK;
}

static au_status may_pass(void *ctx, const au_rules *r, const au_state *s,
                          au_set *cards, bool *pass) {
  (void)ctx, (void)r, (void)s, (void)cards;
  *pass = true;
  return AU_OK;
}

/* One node represents different seats and phases in different worlds. In each
** world the tree goes to a child that can be chosen there. */
static void check_secret_turns(bool same_seat) {
  static au_rules r;
  au_game g;
  au_seed seed = seed_of("secret");
  au_rng rng = rng_of(&seed, 0);
  knob_rules(&r, 3,
             "suits=BCP ranks=1,7 hand=4 extras=hidden gold=6,2,2 "
             "zero_gold=never");
  if (same_seat) {
    r.hooks.leader = first_leads;
    r.hooks.award = secret_gold;
    r.hooks.lead = may_pass;
  } else {
    r.hooks.leader = secret_leader;
    r.hooks.award = secret_award;
  }
  finish_rules(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  while (g.state.phase != AU_PHASE_PLAY || g.state.tricks > 0)
    assert_true(step_game(&r, &g, &seed, &rng));
  au_search t = search_of(&r, &g, 0, NODES);
  run_tree(&t, 8000);
  uint32_t visits = 0;
  int mixed = 0, phases = 0;
  for (uint32_t c = node[0].child; c != 0; c = node[c].next)
    visits += node[c].visits;
  assert_int_equal(visits, t.sims);
  for (uint32_t i = 0; i < t.node_n; i++) {
    uint32_t below = 0, first = node[i].child;
    for (uint32_t c = first; c != 0; c = node[c].next) {
      bool play = au_action_what(node[c].move) == AU_ACT_PLAY;
      below += node[c].visits;
      mixed += au_action_seat(node[c].move) != au_action_seat(node[first].move);
      phases += play != (au_action_what(node[first].move) == AU_ACT_PLAY);
    }
    assert_true(i == 0 || below <= node[i].visits);
  }
  assert_true((mixed > 0 || same_seat) && phases > 0);
  au_game_free(&g);
}

static void test_secret_turns(void **state) {
  (void)state;
  check_secret_turns(false);
  check_secret_turns(true);
}

/* Other seats that act by a policy are branched on by what can be seen of
** their actions. */
static void test_modelled_bids(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  au_seed seed = seed_of("nought");
  knob_rules(&r, 4, "zero_bid=true");
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  au_search t = search_of(&r, &g, 0, NODES);
  t.modelled = true;
  run_tree(&t, 5000);
  int down = 0;
  for (uint32_t i = 1; i < t.node_n; i++) {
    au_action a = node[i].move;
    if (au_action_seat(a) == g.state.turn || !au_action_down(a))
      continue;
    assert_int_equal(au_action_card(a), 0);
    down++;
    for (uint32_t c = node[i].next; c != 0; c = node[c].next)
      assert_true(node[c].move != a);
  }
  assert_true(down > 3);
  au_game_free(&g);
}

/* With a view that no world agrees with, nothing is learnt. */
static void test_no_world(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  begin(&r, &g, "en-2023", 4, "1, 2, 3, 4, 0, 0, 0, 0");
  au_search t = search_of(&r, &g, 0, NODES);
  view.hand_n[(g.state.turn + 1) % 4] = 60;
  assert_int_equal(au_search_tree(&t), AU_ESTATE);
  assert_int_equal(t.node_n, 1);
  assert_int_equal(au_search_offer_all(&t), AU_OK);
  assert_int_equal(au_search_flat(&t), AU_ESTATE);
  assert_int_equal(t.sims, 0);
  assert_int_equal(node[1].visits, 0);
  au_game_free(&g);
}

/* A tree as deep as the longest log, and a round that goes on below it. */
static void test_endless(void **state) {
  (void)state;
  static au_rules r;
  au_game g;
  au_seed seed = seed_of("long");
  long_rules(&r);
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  au_search t = search_of(&r, &g, 0, AU_LOG_MAX + 1);
  for (int i = 0; i < AU_LOG_MAX; i++) {
    au_action a = thrifty(&r, &g.state);
    node[i].child = t.node_n;
    node[t.node_n++] = (au_node){.move = a, .visits = 1, .there = 1};
    assert_int_equal(au_game_apply(&r, &g, a), AU_OK);
  }
  assert_int_equal(au_search_tree(&t), AU_EFULL);
  assert_int_equal(t.sims, 0);
  au_game_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_sides),     cmocka_unit_test(test_three_sides),
      cmocka_unit_test(test_hidden),        cmocka_unit_test(test_modelled),
      cmocka_unit_test(test_same),          cmocka_unit_test(test_room),
      cmocka_unit_test(test_hidden_bids),   cmocka_unit_test(test_zero_bid),
      cmocka_unit_test(test_changes),       cmocka_unit_test(test_weights),
      cmocka_unit_test(test_policy_fails),  cmocka_unit_test(test_everywhere),
      cmocka_unit_test(test_offer),         cmocka_unit_test(test_changes_own),
      cmocka_unit_test(test_apart),         cmocka_unit_test(test_secret_turns),
      cmocka_unit_test(test_modelled_bids), cmocka_unit_test(test_no_world),
      cmocka_unit_test(test_endless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
