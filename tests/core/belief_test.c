/* belief_test.c: the weights of worlds by the plays of the other seats, against
** the probability of those plays, computed play by play from the hands that the
** seats held. Also what they tell of the cards that are really hidden. */
#include "helper.h"

#include <limits.h>
#include <math.h>

/* Rules to weigh worlds under: players and knobs. */
static const struct {
  int players;
  const char *knobs;
} cases[] = {
    {4, ""},
    {4, "over=taken"},
    {3, "suits=BPSZ ranks=1,9 bidding=hidden gold=3,2,2,2,1,1,1,1"},
    {4, "follow=must"},
    {4, "follow=must gold_leads=true"},
    {4, "follow=free next_leader=winner trick_ties=earlier"},
    {4, "bidding=hidden zero_bid=true extras=hidden changes=0"},
    {4, "zero_bid=true follow=must changes=0"},
    {2, "hand=10 gold_leads=true"},
    {6, "hand=8 sides=1,2,3,1,2,3 gold=6,3,2 side_bid=sum changes=3"},
    {4, "trump=Z trick_to=lowest gold_to=highest gold_leads=true"},
    {2, "suits=BC ranks=0,20 hand=20 gold=15,15"},
};
enum { CASE_N = sizeof cases / sizeof *cases };

typedef struct table {
  au_rules r;
  au_odds odds;
  au_game g;
  au_seed seed;
  au_rng rng;
  au_view v;
  au_clue clue[AU_LOG_MAX];
  uint32_t n;
} table;

static void sit_down(table *t, int i) {
  knob_rules(&t->r, cases[i].players, cases[i].knobs);
  au_odds_init(&t->r, &t->odds);
  t->seed = seed_of(cases[i].knobs);
  t->rng = rng_of(&t->seed, 1);
  au_game_init(&t->g);
}

/* Deal another game. */
static void deal_again(table *t) {
  t->seed.key[0]++;
  au_game_begin(&t->r, &t->g);
  deal_game(&t->r, &t->g, &t->seed);
}

static void look(table *t, au_state *world) {
  au_view_of(&t->r, &t->g, t->g.state.turn, &t->v);
  assert_int_equal(au_view_sample(&t->r, &t->v, &t->rng, world), AU_OK);
  assert_int_equal(
      au_belief_clues(&t->r, &t->odds, &t->v, world, t->clue, &t->n), AU_OK);
}

/* e to a value in the unit of noise, as belief.h defines it: 2 points. */
static double appeal_of(double value) {
  return exp(value / 2);
}

/* The probability of the play 'a' of the seat on turn, from its hand. */
static double chance(const table *t, const au_state *s, au_action a) {
  au_action all[AU_ACTION_MAX];
  au_appeal appeal;
  double sum = 0, own = 0;
  int n = 0;
  assert_int_equal(au_state_legal(&t->r, s, all, &n), AU_OK);
  au_quick_appeal(
      &t->r, &t->odds, s,
      s->hand[s->turn] | au_gold_kinds(&t->r.deck, s->gold[s->turn]), &appeal);
  for (int i = 0; i < n; i++) {
    au_card c = au_action_card(all[i]);
    double value = appeal.pass;
    if (au_action_what(all[i]) == AU_ACT_PLAY) {
      value = appeal.card[c];
      if (c < t->r.deck.gold_at) {
        int same = au_count(s->hand[s->turn] &
                            t->r.deck.suit_set[t->r.deck.suit_of[c]]);
        value += appeal.suit[0] - appeal.suit[same > 2 ? 2 : same - 1];
      }
    }
    sum += appeal_of(value);
    if (all[i] == a)
      own = appeal_of(value);
  }
  return 1.0 / 32 / n + 31.0 / 32 * own / sum;
}

/* The logarithm of the probability of all plays of others in a world, which the
** actions of the round must lead to. */
static double likelihood(const table *t, const au_state *world) {
  au_state s;
  au_action did[AU_LOG_MAX];
  double sum = 0;
  assert_int_equal(au_view_retrace(&t->r, &t->v, world, &s, did), AU_OK);
  for (uint32_t i = 0; i < t->v.log_n; i++) {
    char why[AU_WHY_TEXT] = "";
    if (au_action_what(did[i]) == AU_ACT_PLAY && s.turn != t->v.seat)
      sum += log(chance(t, &s, did[i]));
    if (au_state_why(&t->r, &s, did[i], why) != AU_OK)
      fail_msg("entry %u: %s", (unsigned)i, why);
    assert_int_equal(au_state_apply(&t->r, &s, did[i], NULL), AU_OK);
    au_entry seen = t->v.log[i];
    if (au_action_what(seen) != AU_ACT_BID)
      assert_int_equal(did[i], au_entry_action(seen));
  }
  memcpy(s.known, world->known, sizeof s.known); /* not drawn */
  assert_memory_equal(&s, world, sizeof s);
  return sum;
}

/* Weights of drawn worlds and of the true one, along games of the policy in
** which every fourth action is random. */
static void test_weights(void **state) {
  enum { GAMES = 40 };
  (void)state;
  for (int i = 0; i < CASE_N; i++) {
    static table t;
    int compared = 0;
    sit_down(&t, i);
    for (int game = 0; game < GAMES; game++) {
      deal_again(&t);
      while (au_state_open(&t.g.state)) {
        au_action a;
        au_state first, other;
        if (t.v.log_n > 0 && au_rng_below(&t.rng, 8) == 0) {
          look(&t, &first);
          double from = likelihood(&t, &first);
          assert_true(au_belief_weight(&t.r, t.clue, t.n, &first) == 1);
          for (int k = 0; k < 3; k++) {
            assert_int_equal(au_view_sample(&t.r, &t.v, &t.rng, &other), AU_OK);
            if (k == 0)
              other = t.g.state;
            memcpy(other.known, first.known, sizeof other.known);
            double weight = au_belief_weight(&t.r, t.clue, t.n, &other);
            double expected = likelihood(&t, &other) - from;
            if (fabs(log(weight) - expected) > 1e-3)
              fail_msg("%s: weight e^%g, expected e^%g", cases[i].knobs,
                       log(weight), expected);
            compared += t.n > 0;
          }
        }
        if (au_rng_below(&t.rng, 4) == 0)
          assert_int_equal(au_state_random(&t.r, &t.g.state, &t.rng, &a),
                           AU_OK);
        else
          assert_int_equal(au_quick(&t.odds, &t.r, &t.g.state, &t.rng, &a),
                           AU_OK);
        assert_int_equal(au_game_apply(&t.r, &t.g, a), AU_OK);
        t.v.log_n = 1;
      }
    }
    assert_case(cases[i].knobs, compared > 50);
    au_game_free(&t.g);
  }
}

/* In games of the policy, its plays tell of the true hands: their weight is
** more than the mean weight, on the whole. */
static void test_truth(void **state) {
  enum { GAMES = 40, WORLDS = 100 };
  (void)state;
  for (int i = 0; i < 3; i++) {
    static table t;
    double nats = 0;
    int views = 0;
    sit_down(&t, i);
    for (int game = 0; game < GAMES; game++) {
      deal_again(&t);
      while (au_state_open(&t.g.state)) {
        au_action a;
        if (t.g.state.tricks > 0 && t.g.state.trick.n == 0) {
          au_state world;
          double sum = 0;
          look(&t, &world);
          for (int k = 0; k < WORLDS; k++) {
            assert_int_equal(au_view_sample(&t.r, &t.v, &t.rng, &world), AU_OK);
            sum += au_belief_weight(&t.r, t.clue, t.n, &world) / WORLDS;
          }
          nats += log(au_belief_weight(&t.r, t.clue, t.n, &t.g.state) / sum);
          views++;
        }
        assert_int_equal(au_quick(&t.odds, &t.r, &t.g.state, &t.rng, &a),
                         AU_OK);
        assert_int_equal(au_game_apply(&t.r, &t.g, a), AU_OK);
      }
    }
    print_message("%s: %.2f nats a view, %d views\n", cases[i].knobs,
                  nats / views, views);
    assert_case(cases[i].knobs, nats / views > 0.5);
    au_game_free(&t.g);
  }
}

/* Without plays nothing is told, and without the past nothing can be. */
static void test_nothing_to_tell(void **state) {
  (void)state;
  static table t;
  au_state world;
  sit_down(&t, 0);
  au_game_begin(&t.r, &t.g);
  au_view_of(&t.r, &t.g, 0, &t.v); /* before the first deal */
  assert_int_equal(
      au_belief_clues(&t.r, &t.odds, &t.v, &t.g.state, t.clue, &t.n), AU_OK);
  assert_int_equal(t.n, 0);
  deal_again(&t);
  look(&t, &world);
  assert_int_equal(t.n, 0);
  assert_true(au_belief_weight(&t.r, t.clue, t.n, &world) == 1);
  while (t.g.state.tricks == 0) {
    au_action a;
    assert_int_equal(au_quick(&t.odds, &t.r, &t.g.state, &t.rng, &a), AU_OK);
    assert_int_equal(au_game_apply(&t.r, &t.g, a), AU_OK);
  }
  look(&t, &world);
  assert_int_equal(t.n, 3); /* not the seat's own play */
  au_view_make(&t.r, &t.g.state, t.g.log, t.g.log_n, t.g.state.turn, &t.v);
  assert_int_equal(au_belief_clues(&t.r, &t.odds, &t.v, &world, t.clue, &t.n),
                   AU_OK);
  assert_int_equal(t.n, 0);
  au_game_forget(&t.g); /* a position built by hand: its past is unknown */
  look(&t, &world);
  assert_int_equal(t.n, 0);
  au_game_free(&t.g);
}

/* A bid that was laid face down, and taken, is not known. Then too the weights
** of two worlds have a ratio that does not depend on the world the clues came
** from. */
static void test_first_world(void **state) {
  static const char *const knobs[] = {"zero_bid=true changes=3",
                                      "bidding=hidden zero_bid=true changes=3",
                                      "zero_bid=true follow=must changes=2"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    static table t, u;
    knob_rules(&t.r, 4, knobs[i]);
    au_odds_init(&t.r, &t.odds);
    t.seed = seed_of(knobs[i]);
    t.rng = rng_of(&t.seed, 1);
    au_game_init(&t.g);
    for (int game = 0; game < 40; game++) {
      deal_again(&t);
      while (au_state_open(&t.g.state)) {
        au_action a;
        au_state one, two;
        if (t.g.state.tricks > 2 && t.g.state.trick.n == 0) {
          look(&t, &one);
          u = t;
          look(&u, &two);
          double from = au_belief_weight(&t.r, t.clue, t.n, &two) /
                        au_belief_weight(&t.r, t.clue, t.n, &one);
          double to = au_belief_weight(&u.r, u.clue, u.n, &two) /
                      au_belief_weight(&u.r, u.clue, u.n, &one);
          if (t.n > 0 && u.n > 0 && fabs(log(from / to)) > 1e-3)
            fail_msg("%s: e^%g, then e^%g", knobs[i], log(from), log(to));
        }
        assert_int_equal(au_state_random(&t.r, &t.g.state, &t.rng, &a), AU_OK);
        assert_int_equal(au_game_apply(&t.r, &t.g, a), AU_OK);
      }
    }
    au_game_free(&t.g);
  }
}

/* A hook that fails while the clues are found ends that, whichever call it
** is. */
static int calls_left;

static au_status fail_later(void *ctx, const au_rules *r, const au_state *s,
                            au_set *cards, bool *pass) {
  (void)ctx, (void)r, (void)s, (void)cards, (void)pass;
  return calls_left-- > 0 ? AU_OK : AU_EHOOK;
}

static void test_failing_hook(void **state) {
  (void)state;
  static table t;
  au_state world;
  sit_down(&t, 0);
  t.r.hooks.legal = fail_later;
  finish_rules(&t.r);
  au_odds_init(&t.r, &t.odds);
  deal_again(&t);
  calls_left = INT_MAX;
  while (t.g.state.tricks < 3) {
    au_action a;
    assert_int_equal(au_quick(&t.odds, &t.r, &t.g.state, &t.rng, &a), AU_OK);
    assert_int_equal(au_game_apply(&t.r, &t.g, a), AU_OK);
  }
  look(&t, &world);
  assert_true(t.n >= 9);
  au_status status = AU_EHOOK;
  for (int n = 0; status == AU_EHOOK; n++) {
    assert_true(n < 1000);
    calls_left = n;
    status = au_belief_clues(&t.r, &t.odds, &t.v, &world, t.clue, &t.n);
    assert_true(status == AU_OK || (status == AU_EHOOK && t.n == 0));
  }
  assert_int_equal(status, AU_OK);
  assert_true(t.n >= 9);
  au_game_free(&t.g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_truth),
      cmocka_unit_test(test_nothing_to_tell),
      cmocka_unit_test(test_first_world),
      cmocka_unit_test(test_failing_hook),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
