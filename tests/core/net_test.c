/* net_test.c: value nets: inputs, integer values, files, players, training.
**
** Nets are random numbers drawn from a seed, so that what is checked depends on
** no training. With the argument "write" the program prints the values of
** tests/fixtures/net/values.txt anew. */
#include "helper.h"

#include "asking_helper.h"
#include "learn.h"
#include "narrow.h"
#include "net_file.h"
#include "net_play.h"

#include <math.h>

enum { W = AU_NET_WIDTH, M = AU_NET_INNER };

static au_view view, other_view;

/* ---- Rules -------------------------------------------------------------- */

/* Rules by number. The file of values names them so: append new ones. */
static const struct {
  int players;
  const char *rules; /* an edition and house rules, or knobs */
  const au_asks *asks;
} table[] = {
    {4, "en-2023", NULL},
    {3, "en-2023", NULL},
    {4, "de-2024+no-zero-gold", NULL},
    {3, "de-2024+cumulative", NULL},
    {4, "ru-2023", NULL},
    {3, "ru-2023", NULL},
    {4, "fr-2023", NULL},
    {3, "fr-2023+no-zero-gold", NULL},
    {4, "bga+cumulative", NULL},
    {3, "bga", NULL},
    {2, "hand=12 bidding=hidden follow=must", NULL},
    {5, "hand=8 follow=must zero_bid=true gold=5,2,2,2,1,1,1,1", NULL},
    {6,
     "hand=7 trump=extra side_bid=sum bidding=hidden "
     "gold=9,2,2,2,1,1,1,1 suits=BCPSZ",
     NULL},
    {4, "zero_bid=true change_of=own last_window=true gold_leads=true", NULL},
    {3, "follow=free trick_to=lowest trump=extra gold_to=highest", NULL},
    {4, "bidding=hidden zero_bid=true sides=1,1,2,2", NULL},
    {4, "", &every_moment},
    {3, "bidding=hidden", &every_moment},
    {4, "", &in_place_of_bids},
};
enum { TABLE_N = sizeof table / sizeof *table };

static void rules_at(au_rules *r, int i) {
  const char *text = table[i].rules;
  if (find_edition(text, strcspn(text, "+")) != NULL) {
    variant_rules(r, text, table[i].players);
    return;
  }
  au_rules_init(r, table[i].players);
  set_knobs(r, text);
  if (table[i].asks != NULL)
    ask_questions(r, table[i].asks);
  finish_rules(r);
}

/* ---- Nets --------------------------------------------------------------- */

/* A net with both parts whose numbers are drawn from a seed. Of eight rows one
** is 0. */
static void make_net(au_net *net, const au_rules *r, const char *seed_text) {
  au_seed seed = seed_of(seed_text);
  memset(net, 0, sizeof *net);
  assert_int_equal(au_layout_init(r, &net->layout), AU_OK);
  net->goal = AU_GOAL_LEAD;
  net->unit = 10;
  net->rules_n = 1;
  snprintf(net->digest[0], sizeof net->digest[0], "0123456789abcdef");
  snprintf(net->rules, sizeof net->rules, "some rules");
  snprintf(net->how, sizeof net->how, "by %s", seed_text);
  for (int part = 0; part < 2; part++) {
    au_net_part *p = &net->part[part];
    au_rng rng = rng_of(&seed, (uint32_t)part);
    net->has[part] = true;
    p->shift = (uint8_t)(AU_NET_SHIFT + part);
    p->row = calloc(net->layout.n, sizeof *p->row);
    assert_non_null(p->row);
    p->out_bias = (int32_t)au_rng_below(&rng, 2000001) - 1000000;
    for (int j = 0; j < W; j++)
      p->bias[j] = (int16_t)((int)au_rng_below(&rng, 801) - 400);
    for (int m = 0; m < M; m++) {
      p->inner_bias[m] = (int32_t)au_rng_below(&rng, 40001) - 20000;
      p->out[m] = (int16_t)((int)au_rng_below(&rng, 8001) - 4000);
      for (int j = 0; j < W; j++)
        p->inner[m][j] = (int16_t)((int)au_rng_below(&rng, 255) - 127);
    }
    for (int i = 0; i < net->layout.n; i++) {
      uint64_t x = 0; /* eight numbers of -64 .. 63 */
      for (int j = 0; j < W && i % 8 != 3; j++) {
        x = j % 8 == 0 ? au_rng_next(&rng) : x >> 8;
        p->row[i][j] = (int16_t)((int)(x & 127) - 64);
      }
    }
    assert_true(au_net_safe(&net->layout, p));
  }
}

static void free_net(au_net *net) {
  free(net->part[0].row);
  free(net->part[1].row);
}

/* The value by the formulas of net.h, in wide integers, one after another. */
static int64_t plain_value(const au_net *net, int part, const uint16_t *on,
                           int n) {
  const au_net_part *p = &net->part[part];
  int64_t hidden[W], y = p->out_bias;
  for (int j = 0; j < W; j++) {
    int64_t sum = p->bias[j];
    for (int i = 0; i < n; i++)
      sum += p->row[on[i]][j];
    assert_in_range(sum + INT16_MAX, 0, 2 * INT16_MAX);
    sum = sum < 0 ? 0 : sum / (1 << (p->shift - AU_NET_SHIFT));
    hidden[j] = sum > 255 ? 255 : sum;
  }
  for (int m = 0; m < M; m++) {
    int64_t z = p->inner_bias[m];
    for (int j = 0; j < W; j++)
      z += hidden[j] * p->inner[m][j];
    if (z > 0)
      y += z / 64 * p->out[m];
  }
  return y * net->unit / 64;
}

/* ---- Positions ---------------------------------------------------------- */

/* Call 'f' for every position of some random games in which a round is open. */
typedef void position_f(const au_rules *r, const au_game *g, au_rng *rng,
                        void *ctx);
static void each_position(const au_rules *r, const char *seed_text, int games,
                          position_f *f, void *ctx) {
  au_seed seed = seed_of(seed_text);
  au_game g;
  au_game_init(&g);
  for (int i = 0; i < games; i++) {
    au_rng rng = rng_of(&seed, (uint32_t)i),
           own = rng_of(&seed, 1000u + (uint32_t)i);
    au_game_begin(r, &g);
    do {
      if (au_state_open(&g.state))
        f(r, &g, &own, ctx);
    } while (g.tally_n < 2 && step_game(r, &g, &seed, &rng));
  }
  au_game_free(&g);
}

static int by_number(const void *a, const void *b) {
  return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The inputs of a state for the view's seat, in ascending order. */
static int sorted_inputs(const au_rules *r, const au_layout *l,
                         const au_state *s, uint8_t seat, const au_sight *k,
                         uint16_t on[AU_ON_MAX]) {
  int n = au_inputs_of(r, l, s, seat, k, on);
  qsort(on, (size_t)n, sizeof *on, by_number);
  for (int i = 1; i < n; i++)
    assert_true(on[i - 1] < on[i]);
  return n;
}

static void assert_same_inputs(const au_layout *l, const au_deck *d,
                               const uint16_t *a, int a_n, const uint16_t *b,
                               int b_n) {
  char x[AU_INPUT_TEXT] = "none", y[AU_INPUT_TEXT] = "none";
  for (int i = 0; i < a_n || i < b_n; i++)
    if (i >= a_n || i >= b_n || a[i] != b[i]) {
      if (i < a_n)
        au_input_text(l, d, a[i], x);
      if (i < b_n)
        au_input_text(l, d, b[i], y);
      fail_msg("inputs differ: %s, %s", x, y);
    }
}

/* ---- Values ------------------------------------------------------------- */

/* A net, and sums of some position before. */
typedef struct valued {
  au_net net;
  au_sums sums[2];
} valued;

static void check_values(const au_rules *r, const au_game *g, au_rng *rng,
                         void *ctx) {
  valued *p = ctx;
  const au_net *net = &p->net;
  uint16_t on[AU_ON_MAX];
  au_sight k;
  au_state s;
  bool wide = au_wide_sums;
  uint8_t seat = (uint8_t)au_rng_below(rng, (uint32_t)r->players);
  if (au_rng_below(rng, 3) != 0)
    return;
  au_view_of(r, g, seat, &view);
  au_sight_of(r, &view, &k, &s);
  for (int part = 0; part < 2; part++) {
    int n = au_inputs_of(r, &net->layout, &s, seat, part == 0 ? &k : NULL, on);
    int64_t wanted = plain_value(net, part, on, n);
    for (int way = 0; way < 2; way++) {
      au_wide_sums = wide && way == 1;
      assert_int_equal(au_net_value(net, part, on, n), wanted);
      if (p->sums[part].n > 0)
        assert_int_equal(au_net_value_near(net, part, &p->sums[part], on, n),
                         wanted);
    }
    if (p->sums[part].n == 0 || au_rng_below(rng, 4) == 0)
      assert_int_equal(au_net_value_first(net, part, on, n, &p->sums[part]),
                       wanted);
  }
  au_wide_sums = wide;
}

/* The plain loop, wide loop and differences give the same integers, which are
** those of the formulas. */
static void test_values(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i++) {
    static valued p;
    au_rules r;
    rules_at(&r, i);
    make_net(&p.net, &r, "values");
    p.sums[0].n = p.sums[1].n = 0;
    each_position(&r, "values", 2, check_values, &p);
    free_net(&p.net);
  }
}

static int noisy; /* choices of another action than the best */

/* With noise, a choice is worse than the best action by at most twice that. */
static void check_noise(const au_net *net, const au_rules *r, au_rng *rng,
                        int32_t least, int32_t most) {
  uint32_t noise = (uint32_t)(most - least) / 4;
  for (int i = 0; i < 20; i++) {
    au_action a;
    int32_t got = 0;
    assert_int_equal(au_net_choose(net, r, &view, noise, rng, &a, &got), AU_OK);
    assert_in_range(most - got, 0, 2 * noise);
    noisy += got < most;
  }
}

/* A choice is the greatest of the values of the narrowed actions, and these do
** not depend on which are valued beside them. */
static void check_choice(const au_rules *r, const au_game *g, au_rng *rng,
                         void *ctx) {
  const au_net *net = ctx;
  au_action legal[AU_ACTION_MAX], best = 0;
  int32_t value[AU_ACTION_MAX], most = INT32_MIN, got = 0, alone = 0;
  int32_t least = INT32_MAX;
  int n = 0;
  if (au_rng_below(rng, 4) != 0)
    return;
  au_view_of(r, g, g->state.turn, &view);
  assert_int_equal(au_narrow_legal(r, &view.s, legal, &n), AU_OK);
  assert_int_equal(au_net_values(net, r, &view, legal, n, value), AU_OK);
  assert_int_equal(au_net_choose(net, r, &view, 0, NULL, &best, &got), AU_OK);
  for (int i = 0; i < n; i++) {
    most = value[i] > most ? value[i] : most;
    least = value[i] < least ? value[i] : least;
    assert_int_equal(au_net_values(net, r, &view, &legal[i], 1, &alone), AU_OK);
    assert_int_equal(alone, value[i]);
  }
  assert_int_equal(got, most);
  for (int i = 0; i < n; i++)
    if (legal[i] == best)
      assert_int_equal(value[i], most);
  check_noise(net, r, rng, least, most);
}

static void test_choices(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i++) {
    au_rules r;
    au_net net;
    rules_at(&r, i);
    make_net(&net, &r, "choices");
    each_position(&r, "choices", 1, check_choice, &net);
    free_net(&net);
  }
  assert_true(noisy > 100);
}

/* Points of a finished round become values, to the nearest. */
static void test_reward(void **state) {
  (void)state;
  au_rules r;
  au_net net = {.goal = AU_GOAL_LEAD, .unit = 10};
  au_score score;
  au_state s;
  variant_rules(&r, "en-2023", 3);
  au_state_init(&r, &s);
  memset(&score, 0, sizeof score);
  score.points[0] = 7;
  score.points[2] = 2;
  assert_int_equal(au_net_reward(&net, &r, &s, &score, 0), 6 * AU_NET_ONE);
  assert_int_equal(au_net_reward(&net, &r, &s, &score, 1), -9 * AU_NET_ONE / 2);
  score.points[1] = -1;
  assert_int_equal(au_net_reward(&net, &r, &s, &score, 0), 13 * AU_NET_ONE / 2);
}

/* ---- Inputs ------------------------------------------------------------- */

enum { SLOT_MAX = 1000 };

typedef struct slots {
  au_layout l;
  int n;
  int times[SLOT_MAX];
  int of[AU_INPUT_MAX]; /* the slot of an input, from 1 */
} slots;

static void note_slot(void *ctx, const uint16_t *input, int n, int times) {
  slots *p = ctx;
  assert_true(++p->n < SLOT_MAX);
  p->times[p->n] = times;
  for (int i = 0; i < n; i++) {
    assert_int_equal(p->of[input[i]], 0);
    p->of[input[i]] = p->n;
  }
}

static void check_slots(const au_rules *r, const au_game *g, au_rng *rng,
                        void *ctx) {
  const slots *all = ctx;
  uint16_t on[AU_ON_MAX];
  au_sight k;
  au_state s;
  uint8_t seat = (uint8_t)au_rng_below(rng, (uint32_t)r->players);
  au_view_of(r, g, seat, &view);
  au_sight_of(r, &view, &k, &s);
  for (int part = 0; part < 2; part++) {
    int count[SLOT_MAX] = {0};
    int n = sorted_inputs(r, &all->l, part == 0 ? &s : &g->state, seat,
                          part == 0 ? &k : NULL, on);
    assert_true(n < AU_ON_MAX);
    for (int i = 0; i < n; i++) {
      int slot = all->of[on[i]];
      char text[AU_INPUT_TEXT];
      if (++count[slot] > all->times[slot]) {
        au_input_text(&all->l, &r->deck, on[i], text);
        fail_msg("more than %d inputs of a slot are on: %s", all->times[slot],
                 text);
      }
    }
  }
}

/* Each input is in one slot, of which at most as many are on as it says. */
static void test_slots(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i++) {
    static slots all;
    au_rules r;
    rules_at(&r, i);
    memset(&all, 0, sizeof all);
    assert_int_equal(au_layout_init(&r, &all.l), AU_OK);
    au_layout_slots(&all.l, note_slot, &all);
    for (int input = 0; input < all.l.n; input++)
      assert_int_not_equal(all.of[input], 0);
    each_position(&r, "slots", 2, check_slots, &all);
  }
}

/* Every input has a name of its own kind, which fits. */
static void test_names(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i++) {
    au_rules r;
    au_layout l;
    char text[AU_INPUT_TEXT];
    rules_at(&r, i);
    assert_int_equal(au_layout_init(&r, &l), AU_OK);
    for (int input = 0; input < l.n; input++) {
      memset(text, 1, sizeof text);
      size_t n = au_input_text(&l, &r.deck, input, text);
      assert_true(n > 0 && n < AU_INPUT_TEXT);
      assert_int_equal(strlen(text), n);
    }
  }
}

/* ---- What stays hidden -------------------------------------------------- */

/* The inputs after an action, in two states that a seat cannot tell apart. */
static void check_after(const au_rules *r, const au_layout *l, au_action a,
                        au_sight k, au_state s, au_state world) {
  uint16_t on[AU_ON_MAX], on_world[AU_ON_MAX];
  au_score score;
  au_sight k_world = k;
  assert_int_equal(au_sight_do(r, &k, &s, a, &score), AU_OK);
  assert_int_equal(au_sight_do(r, &k_world, &world, a, &score), AU_OK);
  assert_int_equal(au_state_open(&s), au_state_open(&world));
  if (!au_state_open(&s))
    return;
  int n = sorted_inputs(r, l, &s, k.seat, &k, on);
  int n_world = sorted_inputs(r, l, &world, k.seat, &k_world, on_world);
  assert_same_inputs(l, &r->deck, on, n, on_world, n_world);
}

static void check_hidden(const au_rules *r, const au_game *g, au_rng *rng,
                         void *ctx) {
  static au_layout l;
  uint16_t on[AU_ON_MAX], on_world[AU_ON_MAX];
  au_sight k, k_world;
  au_state s, s_world, world;
  au_action list[AU_ACTION_MAX];
  uint32_t log_n;
  int list_n = 0;
  uint8_t seat = (uint8_t)au_rng_below(rng, (uint32_t)r->players);
  (void)ctx;
  if (au_rng_below(rng, 3) != 0)
    return;
  assert_int_equal(au_layout_init(r, &l), AU_OK);
  au_view_of(r, g, seat, &view);
  if (au_view_sample(r, &view, rng, &world) != AU_OK)
    return;
  au_sight_of(r, &view, &k, &s);
  int n = sorted_inputs(r, &l, &s, seat, &k, on);
  /* The view of the world is the same to the net. */
  const au_action *log = au_game_round_log(g, &log_n);
  au_view_make(r, &world, log, log_n, seat, &other_view);
  au_sight_of(r, &other_view, &k_world, &s_world);
  int n_world = sorted_inputs(r, &l, &s_world, seat, &k_world, on_world);
  assert_same_inputs(&l, &r->deck, on, n, on_world, n_world);
  /* So is the world itself, before and after each action. */
  if (r->zero_bid) /* a card known to be held may be a face-down bid */
    return;
  n_world = sorted_inputs(r, &l, &world, seat, &k, on_world);
  assert_same_inputs(&l, &r->deck, on, n, on_world, n_world);
  if (g->state.turn != seat)
    return;
  assert_int_equal(au_narrow_legal(r, &view.s, list, &list_n), AU_OK);
  for (int i = 0; i < list_n; i++)
    check_after(r, &l, list[i], k, s, world);
}

/* A view and all states that agree with it have the same closed inputs, and so
** have they after each action of the seat. */
static void test_hidden(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i++) {
    au_rules r;
    rules_at(&r, i);
    each_position(&r, "hidden", 2, check_hidden, NULL);
  }
}

/* A bid or answer that stays hidden changes nothing but its seat's own part. */
static void check_own(const au_rules *r, const au_game *g, au_rng *rng,
                      void *ctx) {
  static au_layout l;
  uint16_t on[AU_ON_MAX], after[AU_ON_MAX];
  au_action list[AU_ACTION_MAX];
  au_sight k, k_after;
  au_state s, s_after;
  au_score score;
  int n = 0, *seen = ctx;
  uint8_t seat = g->state.turn;
  if (!au_acts_hidden(r, &g->state))
    return;
  ++*seen;
  assert_int_equal(au_layout_init(r, &l), AU_OK);
  au_view_of(r, g, seat, &view);
  au_sight_of(r, &view, &k, &s);
  assert_int_equal(au_state_legal(r, &view.s, list, &n), AU_OK);
  k_after = k;
  s_after = s;
  au_action a = list[au_rng_below(rng, (uint32_t)n)];
  assert_int_equal(au_sight_do(r, &k_after, &s_after, a, &score), AU_OK);
  assert_memory_equal(&k_after, &k, sizeof k);
  for (uint8_t i = 0; i < r->players; i++)
    if (i != seat) {
      assert_int_equal(s_after.hand[i], s.hand[i]);
      assert_int_equal(s_after.bid[i], s.bid[i]);
      assert_int_equal(s_after.answer[i], s.answer[i]);
    }
  assert_int_equal(s_after.phase, s.phase);
  /* Own: the hand, its size, the bid and the answer. */
  int on_n = sorted_inputs(r, &l, &s, seat, &k, on);
  int after_n = sorted_inputs(r, &l, &s_after, seat, &k_after, after);
  bool differs = on_n != after_n || memcmp(on, after, (size_t)on_n * 2) != 0;
  assert_true(differs);
  for (int pass = 0; pass < 2; pass++) {
    const uint16_t *a_on = pass == 0 ? on : after,
                   *b_on = pass == 0 ? after : on;
    int a_n = pass == 0 ? on_n : after_n, b_n = pass == 0 ? after_n : on_n;
    for (int i = 0; i < a_n; i++) {
      if (bsearch(&a_on[i], b_on, (size_t)b_n, sizeof *b_on, by_number) != NULL)
        continue;
      int in = a_on[i];
      bool own = in < l.at[AU_IN_UNSEEN] ||
                 (in >= l.at[AU_IN_BID] && in < l.at[AU_IN_GOLD]) ||
                 (in >= l.at[AU_IN_HAND_N] && in < l.at[AU_IN_TURN]) ||
                 (in >= l.at[AU_IN_TRUMPS] && in < l.at[AU_IN_TIMES]) ||
                 (in >= l.at[AU_IN_ANSWER] && in < l.at[AU_IN_ANSWERED]);
      assert_true(own);
    }
  }
}

static void test_own_part(void **state) {
  (void)state;
  const int hidden[] = {1, 3, 10, 12, 15, 16, 17, 18};
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
    au_rules r;
    int seen = 0;
    rules_at(&r, hidden[i]);
    each_position(&r, "own part", 2, check_own, &seen);
    assert_true(seen > 0);
  }
}

/* ---- Files -------------------------------------------------------------- */

/* A net of which few inputs have a row, so that its file is short. */
static void make_small(au_net *net, const au_rules *r) {
  make_net(net, r, "small");
  for (int part = 0; part < 2; part++)
    for (int i = 0; i < net->layout.n; i++)
      if (i % 211 != 5)
        memset(net->part[part].row[i], 0, sizeof net->part[part].row[i]);
}

/* Read a net; the caller frees '*row'. */
static au_status read_net(const void *data, size_t len, au_net *net,
                          int16_t (**row)[W], char *why) {
  size_t rows = 0;
  *row = NULL;
  why[0] = '\0';
  au_status status = au_net_read_head(data, len, net, &rows, why);
  if (status != AU_OK)
    return status;
  *row = malloc(rows * sizeof **row);
  assert_non_null(*row);
  return au_net_read(data, len, net, *row, why);
}

static void assert_bad(const void *data, size_t len, const char *wanted) {
  au_net net;
  int16_t(*row)[W];
  char why[AU_WHY_TEXT];
  if (read_net(data, len, &net, &row, why) == AU_OK)
    fail_msg("a bad net of %d bytes was read", (int)len);
  free(row);
  assert_true(why[0] != '\0' && strlen(why) < AU_WHY_TEXT);
  if (wanted != NULL && strstr(why, wanted) == NULL)
    fail_msg("expected '%s', got '%s'", wanted, why);
}

/* Set the checksum of a net that was changed. */
static void sign(char *data, size_t len) {
  const au_seed key = {{0, 0}};
  uint64_t sum = au_hash(&key, data, len - 9);
  for (int i = 0; i < 8; i++)
    data[len - 9 + (size_t)i] = (char)(uint8_t)(sum >> (8 * i));
}

static void test_round_trip(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i += 3)
    for (int has = 1; has < 4; has++) {
      au_rules r;
      au_net net, back;
      au_text bytes = {0}, again = {0};
      int16_t(*row)[W];
      char why[AU_WHY_TEXT];
      rules_at(&r, i);
      make_net(&net, &r, "round trip");
      net.has[0] = has & 1;
      net.has[1] = has >> 1 & 1;
      net.goal = (uint8_t)(i % AU_GOAL_N);
      au_net_write(&net, &bytes);
      assert_false(bytes.failed);
      assert_true(au_net_begins(bytes.at, bytes.n));
      if (read_net(bytes.at, bytes.n, &back, &row, why) != AU_OK)
        fail_msg("a net was refused: %s", why);
      assert_true(au_net_fits(&back, &r));
      assert_int_equal(back.goal, net.goal);
      assert_int_equal(back.unit, net.unit);
      assert_string_equal(back.how, net.how);
      for (int part = 0; part < 2; part++)
        if (net.has[part])
          assert_memory_equal(back.part[part].row, net.part[part].row,
                              net.layout.n * sizeof *row);
      au_net_write(&back, &again);
      assert_int_equal(again.n, bytes.n);
      assert_memory_equal(again.at, bytes.at, bytes.n);
      free(row);
      free_net(&net);
      au_text_free(&bytes);
      au_text_free(&again);
    }
}

/* A net fits the rules of its table alone, with as much gold or less. */
static void test_fits(void **state) {
  (void)state;
  au_rules r, other;
  au_net net;
  variant_rules(&r, "en-2023", 4);
  make_net(&net, &r, "fits");
  assert_true(au_net_fits(&net, &r));
  knob_rules(&other, 4, "follow=must exact=9");
  assert_true(au_net_fits(&net, &other));
  knob_rules(&other, 4, "sides=1,1,2,2");
  assert_false(au_net_fits(&net, &other));
  knob_rules(&other, 4, "gold=4,1,2,2,1,1,1");
  assert_true(au_net_fits(&net, &other));
  knob_rules(&other, 4, "gold=4,2,2,2,2,1,1,1");
  assert_false(au_net_fits(&net, &other));
  variant_rules(&other, "en-2023", 3);
  assert_false(au_net_fits(&net, &other));
  free_net(&net);
}

/* A head has as many digests as a net may have learned rules, and no more. */
static void test_digests(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  au_text bytes = {0};
  variant_rules(&r, "en-2023", 3);
  make_small(&net, &r);
  net.rules_n = AU_NET_RULES;
  for (int i = 0; i < AU_NET_RULES; i++)
    snprintf(net.digest[i], sizeof net.digest[i], "%016x", i);
  assert_true(au_net_knows(&net, "000000000000001f"));
  assert_false(au_net_knows(&net, "0000000000000020"));
  au_net_write(&net, &bytes);
  au_net back;
  int16_t(*row)[W];
  char why[AU_WHY_TEXT];
  assert_int_equal(read_net(bytes.at, bytes.n, &back, &row, why), AU_OK);
  assert_int_equal(back.rules_n, AU_NET_RULES);
  assert_memory_equal(back.digest, net.digest, sizeof net.digest);
  free(row);

  const char *at = strstr(bytes.at, "\nrules ");
  au_text bad = {0};
  au_text_add(&bad, bytes.at, (size_t)(at - bytes.at));
  au_text_put(&bad, " 0000000000000020");
  au_text_add(&bad, at, bytes.n - (size_t)(at - bytes.at));
  sign(bad.at, bad.n);
  assert_bad(bad.at, bad.n, "more than 32");
  au_text_free(&bad);
  au_text_free(&bytes);
  free_net(&net);
}

/* Coarser rows are the nearest multiples. */
static void test_coarsen(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  variant_rules(&r, "en-2023", 3);
  for (int bits = 1; bits <= AU_NET_FINEST; bits++) {
    make_net(&net, &r, "coarsen");
    const au_layout *l = &net.layout;
    au_net_part *p = &net.part[AU_NET_CLOSED];
    int was = p->shift;
    size_t size = l->n * sizeof *p->row;
    int16_t(*old)[W] = malloc(size);
    memcpy(old, p->row, size);
    au_net_coarsen(l, p, bits);
    assert_in_range(p->shift, AU_NET_SHIFT, was);
    double step = bits < was ? ldexp(1, -bits) : ldexp(1, -was);
    for (int i = 0; i < l->n; i++)
      for (int j = 0; j < W; j++) {
        double x = ldexp(p->row[i][j], -p->shift);
        assert_true(fabs(x - ldexp(old[i][j], -was)) <= step / 2);
        assert_true(x / step == floor(x / step));
      }
    assert_true(au_net_safe(l, p));
    free(old);
    free_net(&net);
  }
}

static void test_cut(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  au_text bytes = {0};
  variant_rules(&r, "en-2023", 3);
  make_small(&net, &r);
  au_net_write(&net, &bytes);
  char *cut = malloc(bytes.n + 1);
  assert_non_null(cut);
  for (size_t n = 0; n < bytes.n; n++)
    if (n < 400 || n % 101 == 0 || bytes.n - n < 20)
      assert_bad(bytes.at, n, NULL);
  /* Cut by one who knows the checksum. */
  for (size_t n = 9; n < bytes.n; n += n < 400 ? 1 : 397) {
    memcpy(cut, bytes.at, n - 9);
    cut[n - 1] = '\n';
    sign(cut, n);
    assert_bad(cut, n, NULL);
  }
  memcpy(cut, bytes.at, bytes.n - 9);
  cut[bytes.n] = '\n';
  cut[bytes.n - 9] = 0;
  sign(cut, bytes.n + 1);
  assert_bad(cut, bytes.n + 1, "bytes follow its last part");
  free(cut);
  free_net(&net);
  au_text_free(&bytes);
}

static void test_changed(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  au_text bytes = {0};
  variant_rules(&r, "en-2023", 3);
  make_small(&net, &r);
  au_net_write(&net, &bytes);
  for (size_t i = 0; i < bytes.n; i += i < 250 || bytes.n - i < 20 ? 1 : 131)
    for (int bit = 0; bit < 8; bit += 7) {
      bytes.at[i] = (char)(bytes.at[i] ^ 1 << bit);
      assert_bad(bytes.at, bytes.n, NULL);
      bytes.at[i] = (char)(bytes.at[i] ^ 1 << bit);
    }
  free_net(&net);
  au_text_free(&bytes);
}

/* Heads that are wrong in one way each, with a right checksum. */
static void test_bad_heads(void **state) {
  static const struct {
    const char *line, *other, *why;
  } heads[] = {
      {"aurum-net 1\n", "aurum-net 2\n", "says 2, and this program knows 1"},
      {"aurum-net 1\n", "aurum-net 99999999\n", "number that cannot be"},
      {"aurum-net 1\n", "aurum-net 1 1\n", "number that cannot be"},
      {"aurum-net 1\n", "aurum-net x\n", "number that cannot be"},
      {"aurum-net 1\n", "aurum-net \n", "has no number"},
      {"inputs 1\n", "inputs 0\n", "says 0, and this program knows 1 to 2"},
      {"inputs 1\n", "inputs 7\n", "says 7, and this program knows 1 to 2"},
      {"inputs 1\n", "", "expected the line 'inputs'"},
      {"players 3\n", "players 7\n", "'players'"},
      {"players 3\n", "players 1\n", "'players'"},
      {"players 3\n", "player 3\n", "expected the line 'players'"},
      {"sides 1 2 3\n", "sides 1 2\n", "side of each seat"},
      {"sides 1 2 3\n", "sides 1 1 1\n", "side of each seat"},
      {"sides 1 2 3\n", "sides 1 3 3\n", "side of each seat"},
      {"sides 1 2 3\n", "sides 1 2 4\n", "number that cannot be"},
      {"sides 1 2 3\n", "sides 1 2 3 3\n", "side of each seat"},
      {"gold 4 ", "gold 16 ", "number that cannot be"},
      {"gold 4 ", "gold 4 1 1 1 1 1 1 1 1 1 1 ", "number that cannot be"},
      {"width 128 32\n", "width 128 16\n", "says 16, and"},
      {"width 128 32\n", "width 128\n", "is short"},
      {"width 128 32\n", "width 256 32\n", "says 256, and"},
      {"goal lead\n", "goal gold\n", "its goal 'gold'"},
      {"unit 10\n", "unit 0\n", "number that cannot be"},
      {"unit 10\n", "unit 1001\n", "number that cannot be"},
      {"parts closed open\n", "parts open closed\n", "its parts"},
      {"parts closed open\n", "parts closed\n", "bytes follow"},
      {"digest 0123456789abcdef\n", "digest 0123456789abcdef0\n",
       "not 16 hex digits"},
      {"digest 0123456789abcdef\n", "digest 0123456789abcde\n",
       "not 16 hex digits"},
      {"digest 0123456789abcdef\n", "digest \n", "not 16 hex digits"},
      {"digest 0123456789abcdef\n", "digest 0123456789abcdef \n",
       "not 16 hex digits"},
      {"digest 0123456789abcdef\n", "digest 0123456789abcdef,\n",
       "more than digits"},
      {"how by small\n\n", "how by small\n", "expected an empty line"},
      {"how by small\n", "", "expected the line 'how'"},
  };
  (void)state;
  au_rules r;
  au_net net;
  au_text bytes = {0};
  variant_rules(&r, "en-2023", 3);
  make_small(&net, &r);
  au_net_write(&net, &bytes);
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    au_text bad = {0};
    size_t n = strlen(heads[i].line);
    const char *at = bytes.at;
    while (memcmp(at, heads[i].line, n) != 0)
      at++;
    au_text_add(&bad, bytes.at, (size_t)(at - bytes.at));
    au_text_put(&bad, heads[i].other);
    at += n;
    au_text_add(&bad, at, bytes.n - (size_t)(at - bytes.at));
    sign(bad.at, bad.n);
    assert_bad(bad.at, bad.n, heads[i].why);
    au_text_free(&bad);
  }
  free_net(&net);
  au_text_free(&bytes);
}

/* Weights with which a sum could overflow, each set alone. */
static void test_overflow(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  variant_rules(&r, "en-2023", 4);
  make_small(&net, &r);
  for (int way = 0; way < 9; way++) {
    au_text bytes = {0};
    au_net bad = net;
    au_net_part *p = &bad.part[way % 2];
    int16_t(*row)[W] = malloc(net.layout.n * sizeof *row);
    assert_non_null(row);
    memcpy(row, p->row, net.layout.n * sizeof *row);
    p->row = row;
    switch (way) {
    case 0:
      p->shift = AU_NET_SHIFT - 1;
      break;
    case 1:
      p->shift = 13;
      break;
    case 2:
      p->out_bias = (1 << 30) + 1;
      break;
    case 3:
      p->inner_bias[3] = -(1 << 24) - 1;
      break;
    case 4:
      p->inner[31][127] = -128;
      break;
    case 5:
      p->row[7][5] = INT16_MIN;
      break;
    case 6:
      p->bias[2] = INT16_MAX;
      break;
    case 7: /* two slots that are too much together */
      p->row[bad.layout.at[AU_IN_TURN]][9] = 16384;
      p->row[bad.layout.at[AU_IN_PHASE]][9] = -16384;
      break;
    default: /* copies of gold are on at once */
      for (int i = 0; i < 4; i++)
        p->row[bad.layout.at[AU_IN_GOLD] + i][1] = 8200;
      break;
    }
    au_net_write(&bad, &bytes);
    assert_bad(bytes.at, bytes.n, "out of range");
    free(row);
    au_text_free(&bytes);
  }
  /* The same weights in one slot exclude each other. */
  assert_true(au_net_safe(&net.layout, &net.part[0]));
  for (int i = 0; i < 4; i++)
    net.part[0].row[net.layout.at[AU_IN_TURN] + i][9] = 16384;
  assert_true(au_net_safe(&net.layout, &net.part[0]));
  free_net(&net);
}

/* ---- Training ----------------------------------------------------------- */

enum { SAMPLE_N = 40 };

/* Inputs of a position, with a target. */
typedef struct sample {
  uint16_t on[AU_ON_MAX];
  int n;
  float target;
} sample;

typedef struct samples {
  au_layout l;
  int n;
  sample at[SAMPLE_N];
} samples;

static void note_sample(const au_rules *r, const au_game *g, au_rng *rng,
                        void *ctx) {
  samples *p = ctx;
  au_sight k;
  au_state s;
  if (p->n == SAMPLE_N || au_rng_below(rng, 3) != 0)
    return;
  sample *one = &p->at[p->n++];
  au_view_of(r, g, g->state.turn, &view);
  au_sight_of(r, &view, &k, &s);
  one->n = au_inputs_of(r, &p->l, &s, view.seat, &k, one->on);
  one->target = (float)au_rng_below(rng, 2001) / 500 - 2;
}

static void make_samples(samples *p, const au_rules *r) {
  p->n = 0;
  assert_int_equal(au_layout_init(r, &p->l), AU_OK);
  each_position(r, "samples", 9, note_sample, p);
  assert_int_equal(p->n, SAMPLE_N);
}

static au_trainer *make_trainer(const au_layout *l) {
  au_seed seed = seed_of("trainer");
  au_trainer *t = au_trainer_new(l, &seed);
  assert_non_null(t);
  return t;
}

/* The loss of a sample with the weights of a part: half the squared error. */
static double loss_of(au_trainer *t, const au_layout *l, const au_net_part *p,
                      const sample *one) {
  au_trainer_begin(t, l, p);
  double error =
      (double)au_trainer_value(t, one->on, one->n) - (double)one->target;
  return error * error / 2;
}

/* The gradient by finite differences of a weight; false where the loss has a
** kink nearby. */
static bool slope_at(au_trainer *t, const au_layout *l, au_net_part *p,
                     const sample *one, int16_t *weight, int step, double scale,
                     double *slope) {
  int16_t was = *weight;
  double middle = loss_of(t, l, p, one);
  *weight = (int16_t)(was + step);
  double above = loss_of(t, l, p, one);
  *weight = (int16_t)(was - step);
  double below = loss_of(t, l, p, one);
  *weight = was;
  *slope = (above - below) * scale / (2 * step);
  double next = (above - middle) * scale / step;
  return fabs(next - *slope) < 0.02 * fabs(*slope) && fabs(*slope) > 0.01;
}

/* Gradients of the rows against finite differences of the loss. */
static void test_gradients(void **state) {
  (void)state;
  static samples all;
  au_rules r;
  au_net_part p;
  variant_rules(&r, "en-2023", 4);
  make_samples(&all, &r);
  au_trainer *t = make_trainer(&all.l), *other = make_trainer(&all.l);
  int16_t(*row)[W] = malloc(all.l.n * sizeof *row);
  assert_non_null(row);
  for (int i = 0; i < SAMPLE_N; i++)
    (void)au_trainer_value(t, all.at[i].on, all.at[i].n);
  assert_int_equal(au_trainer_round(t, &p, row), AU_OK);
  au_trainer_begin(t, &all.l, &p);
  int checked = 0;
  for (int i = 0; i < SAMPLE_N; i++) {
    const sample *one = &all.at[i];
    float value = au_trainer_value(t, one->on, one->n);
    float got = au_trainer_gradient(t, one->on, one->n, one->target, 1);
    assert_true(fabsf(got - (value - one->target) * (value - one->target)) <
                1e-5f * (1 + got));
    for (int j = i % 7; j < W; j += 7) {
      double slope;
      int in = one->on[j % one->n];
      if (!slope_at(other, &all.l, &p, one, &row[in][j], 8, 1 << p.shift,
                    &slope))
        continue;
      double have = (double)au_trainer_row_gradient(t, in, j);
      if (fabs(have - slope) > 0.03 * fabs(slope) + 0.002)
        fail_msg("sample %d, weight %d: %g, not %g", i, j, have, slope);
      checked++;
    }
    au_trainer_update(t, 0); /* forget the gradients */
  }
  assert_true(checked > 50);
  au_trainer_free(t);
  au_trainer_free(other);
  free(row);
}

/* The first step of Adam moves each weight by the rate against its gradient. */
static void test_first_step(void **state) {
  (void)state;
  static samples all;
  au_rules r;
  au_net_part p, after;
  const int points =
      16; /* in the integers of the upper layers, 1/64 or 1/4096 */
  variant_rules(&r, "en-2023", 3);
  make_samples(&all, &r);
  au_trainer *t = make_trainer(&all.l), *other = make_trainer(&all.l);
  int16_t(*row)[W] = malloc(all.l.n * sizeof *row);
  int16_t(*row_after)[W] = malloc(all.l.n * sizeof *row);
  assert_true(row != NULL && row_after != NULL);
  const sample *one = &all.at[3];
  (void)au_trainer_value(t, one->on, one->n);
  assert_int_equal(au_trainer_round(t, &p, row), AU_OK);
  au_trainer_begin(t, &all.l, &p);
  (void)au_trainer_gradient(t, one->on, one->n, one->target, 1);
  au_trainer_update(t, (float)points / 64);
  assert_int_equal(au_trainer_round(t, &after, row_after), AU_OK);
  int checked = 0;
  for (int m = 0; m < M; m++) {
    double slope;
    if (slope_at(other, &all.l, &p, one, &p.out[m], 16, 4096, &slope)) {
      int wanted = p.out[m] + (slope > 0 ? -64 : 64) * points;
      assert_in_range(after.out[m] - wanted + 2, 0, 4);
      checked++;
    }
    for (int j = 0; j < W; j += 3)
      if (slope_at(other, &all.l, &p, one, &p.inner[m][j], 1, 64, &slope)) {
        int wanted = p.inner[m][j] + (slope > 0 ? -points : points);
        assert_in_range(after.inner[m][j] - wanted + 1, 0, 2);
        checked++;
      }
  }
  assert_true(checked > 30);
  au_trainer_free(t);
  au_trainer_free(other);
  free(row);
  free(row_after);
}

static double mean_loss(au_trainer *t, const samples *all) {
  double sum = 0;
  for (int i = 0; i < SAMPLE_N; i++) {
    const sample *one = &all->at[i];
    double error =
        (double)au_trainer_value(t, one->on, one->n) - (double)one->target;
    sum += error * error / 2;
  }
  return sum / SAMPLE_N;
}

static void teach(au_trainer *t, const samples *all, float rate) {
  for (int i = 0; i < SAMPLE_N; i++)
    (void)au_trainer_gradient(t, all->at[i].on, all->at[i].n, all->at[i].target,
                              1.0f / SAMPLE_N);
  au_trainer_update(t, rate);
}

/* A step lowers the loss, and many steps learn samples by heart. */
static void test_learning(void **state) {
  (void)state;
  static samples all;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  make_samples(&all, &r);
  au_trainer *t = make_trainer(&all.l);
  double before = mean_loss(t, &all);
  teach(t, &all, 1e-4f);
  assert_true(mean_loss(t, &all) < before);
  for (int i = 0; i < 150; i++)
    teach(t, &all, 1e-3f);
  assert_true(mean_loss(t, &all) < 0.02);
  au_trainer_free(t);
}

/* The integers of a trained net are near its floats. */
static void test_rounding(void **state) {
  (void)state;
  static samples all;
  au_rules r;
  au_net net;
  variant_rules(&r, "en-2023", 4);
  make_samples(&all, &r);
  make_net(&net, &r, "rounding");
  au_trainer *t = make_trainer(&all.l);
  for (int i = 0; i < 50; i++)
    teach(t, &all, 1e-3f);
  assert_int_equal(au_trainer_round(t, &net.part[0], net.part[0].row), AU_OK);
  for (int i = 0; i < SAMPLE_N; i++) {
    const sample *one = &all.at[i];
    double value = (double)au_trainer_value(t, one->on, one->n) * net.unit;
    int32_t near = au_net_value(&net, 0, one->on, one->n);
    assert_true(fabs((double)near / AU_NET_ONE - value) < 1);
  }
  au_trainer_free(t);
  free_net(&net);
}

static void test_resume(void **state) {
  (void)state;
  static samples all;
  au_rules r, three;
  au_layout l;
  au_text half = {0}, whole = {0}, again = {0};
  variant_rules(&r, "bga", 4);
  make_samples(&all, &r);
  au_trainer *t = make_trainer(&all.l), *back = make_trainer(&all.l);
  for (int i = 0; i < 20; i++) {
    if (i == 9)
      au_trainer_save(t, &half);
    teach(t, &all, 1e-3f);
  }
  au_trainer_save(t, &whole);
  assert_int_equal(au_trainer_load(back, half.at, half.n), AU_OK);
  for (int i = 9; i < 20; i++)
    teach(back, &all, 1e-3f);
  au_trainer_save(back, &again);
  assert_int_equal(again.n, whole.n);
  assert_memory_equal(again.at, whole.at, whole.n);
  /* Other bytes change nothing. */
  assert_int_equal(au_trainer_load(back, half.at, half.n - 1), AU_EFORMAT);
  assert_int_equal(au_trainer_load(back, half.at, 0), AU_EFORMAT);
  variant_rules(&three, "bga", 3);
  assert_int_equal(au_layout_init(&three, &l), AU_OK);
  au_trainer *other = make_trainer(&l);
  assert_int_equal(au_trainer_load(other, half.at, half.n), AU_EFORMAT);
  au_text_clear(&again);
  au_trainer_save(back, &again);
  assert_memory_equal(again.at, whole.at, whole.n);
  au_trainer_free(t);
  au_trainer_free(back);
  au_trainer_free(other);
  au_text_free(&half);
  au_text_free(&whole);
  au_text_free(&again);
}

/* ---- Self-play ---------------------------------------------------------- */

/* Read the next sample; false at the end. */
static bool next_sample(const au_text *t, size_t *at, sample *one) {
  uint16_t n;
  if (*at == t->n)
    return false;
  memcpy(&n, t->at + *at, sizeof n);
  assert_in_range(n, 1, AU_ON_MAX);
  assert_true(t->n - *at >= 6 + 2 * (size_t)n);
  memcpy(&one->target, t->at + *at + 2, sizeof one->target);
  memcpy(one->on, t->at + *at + 6, 2 * (size_t)n);
  one->n = n;
  *at += 6 + 2 * (size_t)n;
  return true;
}

/* Play a round; 'result' gets the reward of each side, in units. */
static void play_round(const au_lesson *l, au_game *g, au_rng *rng,
                       au_text *out, float result[AU_SEAT_MAX]) {
  au_score score;
  double lead;
  au_text_clear(out);
  assert_int_equal(au_lesson_round(l, g, rng, out, &lead), AU_OK);
  memset(&score, 0, sizeof score);
  au_tally_score(&g->tally[g->tally_n - 1], &score);
  for (uint8_t side = 0; side < l->r->side_n; side++)
    result[side] =
        (float)au_net_reward(l->student, l->r, &g->state, &score, side) /
        (float)(AU_NET_ONE * l->student->unit);
}

/* Check the targets of some rounds: with 'lambda' 1 each is a side's result;
** else it lies between the least and the greatest result, if the net values
** all at 0. */
static void check_lessons(au_lesson *l, const char *seed_text) {
  au_seed seed = seed_of(seed_text);
  au_rng rng = rng_of(&seed, 0);
  au_game g;
  au_text out = {0};
  au_game_init(&g);
  for (int i = 0; i < 3; i++) {
    float result[AU_SEAT_MAX], least = 0, most = 0;
    sample one;
    size_t at = 0;
    int n = 0;
    play_round(l, &g, &rng, &out, result);
    for (int side = 0; side < l->r->side_n; side++) {
      least = result[side] < least ? result[side] : least;
      most = result[side] > most ? result[side] : most;
    }
    for (; next_sample(&out, &at, &one); n++) {
      bool is_result = false;
      for (int side = 0; side < l->r->side_n; side++)
        is_result = is_result || one.target == result[side];
      for (int j = 0; j < one.n; j++)
        assert_in_range(one.on[j], 0, l->student->layout.n - 1);
      assert_true(l->lambda < 1 || is_result);
      assert_true(one.target >= least && one.target <= most);
    }
    assert_true(n > 0);
  }
  au_game_free(&g);
  au_text_free(&out);
}

static void test_targets(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_N; i++)
    for (int way = 0; way < 4; way++) {
      au_rules r;
      au_net net;
      static au_odds odds;
      rules_at(&r, i);
      au_odds_init(&r, &odds);
      make_net(&net, &r, "targets");
      au_lesson l = {.r = &r,
                     .odds = &odds,
                     .actor = &net,
                     .student = &net,
                     .critic = way == 2 ? &net : NULL,
                     .part = (uint8_t)(way % 2),
                     .lambda = 1,
                     .explore = 0.1f,
                     .against = way >= 2,
                     .noise = 1000};
      check_lessons(&l, "lessons");
      for (int part = 0; part < 2; part++) { /* a net that values all at 0 */
        memset(net.part[part].out, 0, sizeof net.part[part].out);
        net.part[part].out_bias = 0;
      }
      l.lambda = 0.5f;
      check_lessons(&l, "lessons");
      free_net(&net);
    }
}

/* With 'lambda' 0 a target is the value of the next position of the chain. Two
** sides share a chain, in which the sign changes with the side. */
static void test_chains(void **state) {
  (void)state;
  for (int players = 3; players <= 4; players++) {
    au_rules r;
    au_net net;
    static au_odds odds;
    au_game g;
    au_text out = {0};
    au_seed seed = seed_of("chains");
    au_rng rng = rng_of(&seed, 0);
    float result[AU_SEAT_MAX];
    sample one;
    int values = 0, results = 0, turned = 0;
    variant_rules(&r, "en-2023", players);
    au_odds_init(&r, &odds);
    make_net(&net, &r, "chains");
    memset(net.part[0].out, 0, sizeof net.part[0].out);
    net.part[0].out_bias = 3 << 18; /* 3 units, always */
    au_lesson l = {
        .r = &r, .odds = &odds, .actor = &net, .student = &net, .explore = 1};
    au_game_init(&g);
    play_round(&l, &g, &rng, &out, result);
    for (size_t at = 0; next_sample(&out, &at, &one);) {
      values += one.target == 3;
      turned += one.target == -3;
      results += fabsf(one.target) != 3;
    }
    assert_int_equal(results, players == 4 ? 1 : 3);
    assert_true(values > 5);
    assert_true(players == 4 ? turned > 5 : turned == 0);
    au_game_free(&g);
    au_text_free(&out);
    free_net(&net);
  }
}

/* A seat that explores changes its bid rarely: in one of eight windows it draws
** an action, and else it follows the net. A net that values all at 0 keeps. */
static void test_explored(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  static au_odds odds;
  au_game g;
  au_text out = {0};
  au_seed seed = seed_of("explored");
  au_rng rng = rng_of(&seed, 0);
  float result[AU_SEAT_MAX];
  int keeps = 0, changes = 0;
  variant_rules(&r, "en-2023", 4);
  au_odds_init(&r, &odds);
  make_net(&net, &r, "explored");
  memset(net.part[0].out, 0, sizeof net.part[0].out);
  net.part[0].out_bias = 0;
  au_lesson l = {
      .r = &r, .odds = &odds, .actor = &net, .student = &net, .explore = 1};
  au_game_init(&g);
  for (int i = 0; i < 10; i++) {
    play_round(&l, &g, &rng, &out, result);
    for (uint32_t j = 0; j < g.log_n; j++) {
      keeps += au_action_what(au_entry_action(g.log[j])) == AU_ACT_KEEP;
      changes += au_action_what(au_entry_action(g.log[j])) == AU_ACT_CHANGE;
    }
  }
  assert_in_range(changes, keeps / 40, keeps / 5);
  au_game_free(&g);
  au_text_free(&out);
  free_net(&net);
}

/* The same seed gives the same bytes; other seeds give others. */
static void test_same_samples(void **state) {
  (void)state;
  au_rules r;
  au_net net;
  static au_odds odds;
  au_text out[3] = {{0}};
  rules_at(&r, 16);
  au_odds_init(&r, &odds);
  make_net(&net, &r, "same");
  au_lesson l = {.r = &r,
                 .odds = &odds,
                 .actor = &net,
                 .student = &net,
                 .critic = &net,
                 .lambda = 0.7f,
                 .explore = 0.1f,
                 .against = true,
                 .noise = 1000};
  for (int i = 0; i < 3; i++) {
    au_seed seed = seed_of(i < 2 ? "same" : "other");
    au_rng rng = rng_of(&seed, 0);
    au_game g;
    double lead;
    bool wide = au_wide_sums;
    au_wide_sums = wide && i == 0;
    au_game_init(&g);
    for (int round = 0; round < 10; round++)
      assert_int_equal(au_lesson_round(&l, &g, &rng, &out[i], &lead), AU_OK);
    au_game_free(&g);
    au_wide_sums = wide;
  }
  assert_int_equal(out[0].n, out[1].n);
  assert_memory_equal(out[0].at, out[1].at, out[0].n);
  assert_true(out[0].n != out[2].n ||
              memcmp(out[0].at, out[2].at, out[0].n) != 0);
  for (int i = 0; i < 3; i++)
    au_text_free(&out[i]);
  free_net(&net);
}

/* Samples that are cut or name inputs that do not exist are refused. */
static void test_bad_samples(void **state) {
  (void)state;
  au_rules r;
  au_layout l;
  au_seed seed = seed_of("bad");
  au_rng rng = rng_of(&seed, 0);
  double error;
  uint32_t n;
  variant_rules(&r, "en-2023", 4);
  assert_int_equal(au_layout_init(&r, &l), AU_OK);
  au_trainer *t = make_trainer(&l);
  uint16_t one[5] = {2, 0, 0, 7, 0};
  one[4] = (uint16_t)(l.n - 1);
  assert_int_equal(au_trainer_learn(t, one, 10, 8, 0, &rng, &error, &n), AU_OK);
  assert_int_equal(n, 1);
  assert_int_equal(au_trainer_learn(t, one, 0, 8, 0, &rng, &error, &n), AU_OK);
  assert_int_equal(n, 0);
  for (size_t bytes = 1; bytes < 10; bytes++)
    assert_int_equal(au_trainer_learn(t, one, bytes, 8, 0, &rng, &error, &n),
                     AU_EFORMAT);
  one[4] = l.n;
  assert_int_equal(au_trainer_learn(t, one, 10, 8, 0, &rng, &error, &n),
                   AU_EFORMAT);
  one[0] = AU_ON_MAX + 1;
  assert_int_equal(au_trainer_learn(t, one, 10, 8, 0, &rng, &error, &n),
                   AU_EFORMAT);
  au_trainer_free(t);
}

/* ---- Values that are the same on every machine -------------------------- */

static const char values_file[] = "tests/fixtures/net/values.txt";

/* Find the values of a position as a line: those of each seat by the closed
** part, those by the open part unless something is hidden, and a hash of those
** of all actions. */
static void values_text(const au_rules *r, const au_net *net, const au_game *g,
                        char *out, size_t size) {
  const au_state *s = &g->state;
  uint16_t on[AU_ON_MAX];
  au_action legal[AU_ACTION_MAX];
  int32_t value[AU_ACTION_MAX];
  uint64_t hash = 0;
  size_t at = 0;
  int n = 0;
  for (uint8_t seat = 0; seat < r->players; seat++) {
    au_sight k;
    au_state seen;
    au_view_of(r, g, seat, &view);
    au_sight_of(r, &view, &k, &seen);
    int on_n = au_inputs_of(r, &net->layout, &seen, seat, &k, on);
    at += (size_t)snprintf(out + at, size - at, "%d ",
                           (int)au_net_value(net, AU_NET_CLOSED, on, on_n));
    if (!au_acts_hidden(r, s))
      at += (size_t)snprintf(out + at, size - at, "%d ",
                             (int)au_net_world(net, r, s, seat));
  }
  au_view_of(r, g, s->turn, &view);
  assert_int_equal(au_state_legal(r, &view.s, legal, &n), AU_OK);
  assert_int_equal(au_net_values(net, r, &view, legal, n, value), AU_OK);
  for (int i = 0; i < n; i++)
    chain(&hash, (uint64_t)(int64_t)value[i]);
  snprintf(out + at, size - at, "%08x", (unsigned)(hash >> 32));
}

typedef struct printed {
  int number, n;
  au_net net;
} printed;

static void print_values(const au_rules *r, const au_game *g, au_rng *rng,
                         void *ctx) {
  printed *p = ctx;
  au_text token = {0};
  char text[512];
  if (p->n == 3 || au_rng_below(rng, 20) != 0)
    return;
  p->n++;
  values_text(r, &p->net, g, text, sizeof text);
  au_position_write(r, g, "v", "0123456789abcdef", &token);
  assert_false(token.failed);
  printf("%d %s %s\n", p->number, token.at, text);
  au_text_free(&token);
}

static void print_all(void) {
  for (int i = 0; i < TABLE_N; i++) {
    printed p = {.number = i};
    au_rules r;
    rules_at(&r, i);
    make_net(&p.net, &r, "the same everywhere");
    each_position(&r, "printed", 3, print_values, &p);
    free_net(&p.net);
  }
}

static void test_same_values(void **state) {
  (void)state;
  FILE *in = fopen(values_file, "r");
  static char line[8192];
  static au_net net;
  static au_rules r;
  int lines = 0;
  long last = -1;
  au_game g;
  if (in == NULL)
    fail_msg("cannot read %s", values_file);
  au_game_init(&g);
  while (fgets(line, sizeof line, in) != NULL) {
    char why[AU_WHY_TEXT] = "", text[512], *token, *wanted;
    au_position p;
    line[strcspn(line, "\n")] = '\0';
    long number = strtol(line, &token, 10);
    assert_in_range(number, 0, TABLE_N - 1);
    token++;
    wanted = strchr(token, ' ');
    assert_non_null(wanted);
    *wanted++ = '\0';
    if (number != last) {
      free_net(&net);
      rules_at(&r, (int)number);
      make_net(&net, &r, "the same everywhere");
      last = number;
    }
    if (au_position_parse(token, &p, why) != AU_OK ||
        au_position_load(&r, &p, &g, why) != AU_OK)
      fail_msg("line %d: %s", lines + 1, why);
    values_text(&r, &net, &g, text, sizeof text);
    assert_string_equal(text, wanted);
    lines++;
  }
  free_net(&net);
  fclose(in);
  au_game_free(&g);
  assert_int_equal(lines, 3 * TABLE_N);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),       cmocka_unit_test(test_choices),
      cmocka_unit_test(test_reward),       cmocka_unit_test(test_slots),
      cmocka_unit_test(test_names),        cmocka_unit_test(test_hidden),
      cmocka_unit_test(test_own_part),     cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_fits),         cmocka_unit_test(test_digests),
      cmocka_unit_test(test_coarsen),      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_changed),      cmocka_unit_test(test_bad_heads),
      cmocka_unit_test(test_overflow),     cmocka_unit_test(test_gradients),
      cmocka_unit_test(test_first_step),   cmocka_unit_test(test_learning),
      cmocka_unit_test(test_rounding),     cmocka_unit_test(test_resume),
      cmocka_unit_test(test_targets),      cmocka_unit_test(test_chains),
      cmocka_unit_test(test_same_samples), cmocka_unit_test(test_bad_samples),
      cmocka_unit_test(test_same_values),  cmocka_unit_test(test_explored),
  };
  if (argc > 1 && strcmp(argv[1], "write") == 0) {
    print_all();
    return 0;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
