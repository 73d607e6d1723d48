/* threads_test.c: searches of one view, and solvers of several states, shared
** by threads (lua/sys/threads.c).
**
** The results are the same to the byte with any number of threads.
** MODE=tsan runs this with the thread sanitizer. */
#include "helper.h"

#include "../../lua/sys/sys.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOTS = 8, NODES = 400, MOVES = 80, PAIRS = MOVES * (MOVES - 1) / 2 };

static const int threads[] = {1, 2, 3, 7};
enum { THREADS = sizeof threads / sizeof *threads };

/* ---- Searches ----------------------------------------------------------- */

typedef struct question {
  au_search root[ROOTS];
  au_sampler *sampler[ROOTS];
  au_node node[ROOTS][NODES];
  double apart[ROOTS][PAIRS];
  bool flat;
  int sims; /* of each root */
  au_status status[ROOTS];
} question;

/* The results of a question, added up. */
typedef struct found {
  au_search t;
  au_node node[ROOTS * NODES];
  double apart[PAIRS];
} found;

static question asked;
static found first, again;
static au_view view;

static void prepare(const au_rules *r, au_odds *odds, int roots,
                    uint32_t number) {
  au_seed seed = seed_of("threads");
  memset(&asked, 0, sizeof asked);
  asked.flat = number % 2 == 0;
  asked.sims = asked.flat ? 6 : 60;
  for (int i = 0; i < roots; i++) {
    au_search *t = &asked.root[i];
    *t = (au_search){.r = r,
                     .v = &view,
                     .goal = (au_goal)(number % AU_GOAL_N),
                     .odds = odds,
                     .explore = 1,
                     .node = asked.node[i],
                     .node_max = NODES,
                     .apart = asked.flat ? asked.apart[i] : NULL};
    if (number % 3 == 0)
      t->policy = (au_policy){.choose = au_quick, .ctx = odds};
    au_rng_init(&t->rng, &seed, AU_STREAM_OTHER, 0, 0,
                number * ROOTS + (uint32_t)i);
    assert_int_equal(au_sampler_new(r, &view, &asked.sampler[i]), AU_OK);
    t->sampler = asked.sampler[i];
    au_search_begin(t);
    if (asked.flat)
      assert_int_equal(au_search_offer_all(t), AU_OK);
    assert_true(t->node_n <= MOVES + 1);
  }
}

static void search_root(void *ctx, int i) {
  question *q = ctx;
  au_status status = AU_OK;
  for (int n = 0; n < q->sims && status == AU_OK; n++)
    status =
        q->flat ? au_search_flat(&q->root[i]) : au_search_tree(&q->root[i]);
  q->status[i] = status;
}

/* Add up the roots in '*out', and end them. */
static void finish(int roots, found *out) {
  memset(out, 0, sizeof *out);
  out->t = asked.root[0];
  memcpy(out->node, asked.node[0], sizeof asked.node[0]);
  memcpy(out->apart, asked.apart[0], sizeof out->apart);
  out->t.node = out->node;
  out->t.node_max = ROOTS * NODES;
  if (asked.flat)
    out->t.apart = out->apart;
  for (int i = 0; i < roots; i++) {
    assert_int_equal(asked.status[i], AU_OK);
    if (i > 0)
      assert_int_equal(au_search_join(&out->t, &asked.root[i]), AU_OK);
    au_sampler_free(asked.sampler[i]);
  }
  out->t.node = NULL; /* it differs between two of them, as do these: */
  out->t.apart = NULL;
  out->t.sampler = NULL;
}

/* The visits of a move's node below the start; 0 if it has none. */
static uint32_t visits_of(const au_node *node, au_action move) {
  for (uint32_t i = node[0].child; i != 0; i = node[i].next)
    if (node[i].move == move)
      return node[i].visits;
  return 0;
}

/* Each move has the visits of all roots together. */
static void check_sums(int roots) {
  for (uint32_t i = first.node[0].child; i != 0; i = first.node[i].next) {
    uint32_t sum = 0;
    for (int k = 0; k < roots; k++)
      sum += visits_of(asked.node[k], first.node[i].move);
    assert_int_equal(first.node[i].visits, sum);
  }
}

/* Ask the same with each number of roots and threads. */
static void ask(const au_rules *r, au_odds *odds, uint32_t number) {
  static const int roots[] = {1, 2, ROOTS};
  for (size_t k = 0; k < sizeof roots / sizeof *roots; k++) {
    int n = roots[k];
    for (int i = 0; i < THREADS; i++) {
      prepare(r, odds, n, number);
      au_threads_do(threads[i], n, search_root, &asked);
      finish(n, i == 0 ? &first : &again);
      if (i == 0) {
        check_sums(n);
        assert_true(first.t.sims >= (uint64_t)(n * asked.sims));
      } else if (memcmp(&first, &again, sizeof first) != 0) {
        fail_msg("position %u, %d roots: %d threads differ", number, n,
                 threads[i]);
      }
    }
  }
}

static void test_same(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs;
  } cases[] = {{3, "bidding=hidden zero_bid=true extras=hidden"},
               {4, "follow=must"},
               {4, "changes=3"},
               {5, "hand=9 sides=1,1,2,2,2 gold=5,4,3,2,1 changes=3"}};
  uint32_t number = 0;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    static au_rules r;
    static au_odds odds;
    au_seed seed = seed_of("shared");
    au_rng rng = rng_of(&seed, (uint32_t)c);
    au_game g;
    knob_rules(&r, cases[c].players, cases[c].knobs);
    au_odds_init(&r, &odds);
    au_game_init(&g);
    au_game_begin(&r, &g);
    for (int steps = 0; steps < 60 && step_game(&r, &g, &seed, &rng); steps++) {
      if (!au_state_open(&g.state) || steps % 6 != 1)
        continue;
      memset(&view, 0, sizeof view);
      au_view_of(&r, &g, g.state.turn, &view);
      ask(&r, &odds, number++);
    }
    au_game_free(&g);
  }
  assert_true(number > 20);
}

/* A tree with more nodes than there is space for. */
static void test_full(void **state) {
  (void)state;
  static au_rules r;
  static au_odds odds;
  au_game g;
  au_seed seed = seed_of("full");
  knob_rules(&r, 4, "follow=must");
  au_odds_init(&r, &odds);
  au_game_init(&g);
  au_game_begin(&r, &g);
  deal_game(&r, &g, &seed);
  memset(&view, 0, sizeof view);
  au_view_of(&r, &g, g.state.turn, &view);
  prepare(&r, &odds, 2, 1);
  au_threads_do(2, 2, search_root, &asked);
  au_search t = asked.root[0];
  t.node_max = t.node_n;
  assert_int_equal(au_search_join(&t, &asked.root[1]), AU_EFULL);
  finish(2, &first);
  au_game_free(&g);
}

/* ---- Solvers ------------------------------------------------------------ */

enum { ENDINGS = 40, TABLE = 1 << 10 };

/* One per share. The threads read the states and the rules together. */
typedef struct bench {
  au_solver solver;
  au_solution found;
  au_solve_entry table[TABLE];
} bench;

typedef struct results {
  const au_rules *r;
  const au_state *state;
  bench *bench[8];
  int n;
  atomic_int next;
  int32_t lo[ENDINGS], hi[ENDINGS];
  uint64_t nodes[ENDINGS];
} results;

static bool pulse(void *ctx, uint64_t nodes) {
  (void)ctx, (void)nodes;
  au_threads_pulse();
  return true;
}

static void solve_some(void *ctx, int i) {
  results *all = ctx;
  bench *b = all->bench[i];
  for (int k; (k = atomic_fetch_add(&all->next, 1)) < all->n;) {
    au_problem p = {.rules = all->r,
                    .state = &all->state[k],
                    .find = (au_solve_find)(k % 3),
                    .changes = k % 2 == 0,
                    .nodes = 9000,
                    .more = pulse};
    if (au_solve(&b->solver, &p, &b->found) != AU_OK)
      continue;
    all->lo[k] = b->found.lo;
    all->hi[k] = b->found.hi;
    all->nodes[k] = b->found.nodes;
  }
}

static void count_look(void *ctx) {
  (void)ctx;
}

/* Collect endings of random rounds. */
static int endings(const au_rules *r, au_state out[ENDINGS]) {
  au_seed seed = seed_of("endings");
  au_rng rng = rng_of(&seed, 0);
  au_game g;
  int n = 0;
  au_game_init(&g);
  au_game_begin(r, &g);
  while (n < ENDINGS && step_game(r, &g, &seed, &rng))
    if (au_state_open(&g.state) && au_count(g.state.hand[g.state.turn]) == 2)
      out[n++] = g.state;
  au_game_free(&g);
  return n;
}

static void test_solvers(void **state) {
  (void)state;
  static const int number[] = {1, 2, 3, 8};
  static au_rules r;
  static au_state at[ENDINGS];
  static results first_ones, ones;
  knob_rules(&r, 4, "follow=must changes=3");
  int n = endings(&r, at);
  assert_true(n >= 10);
  for (int i = 0; i < 8; i++) {
    ones.bench[i] = malloc(sizeof(bench));
    assert_non_null(ones.bench[i]);
    ones.bench[i]->solver.search = 0;
    ones.bench[i]->solver.table = ones.bench[i]->table;
    ones.bench[i]->solver.size = TABLE;
  }
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    ones.r = &r;
    ones.state = at;
    ones.n = n;
    atomic_store(&ones.next, 0);
    memset(ones.nodes, 0, sizeof ones.nodes);
    au_threads_watch(number[i], number[i], solve_some, count_look, &ones);
    if (i == 0)
      first_ones = ones;
    assert_memory_equal(ones.lo, first_ones.lo, sizeof ones.lo);
    assert_memory_equal(ones.hi, first_ones.hi, sizeof ones.hi);
    assert_memory_equal(ones.nodes, first_ones.nodes, sizeof ones.nodes);
  }
  for (int i = 0; i < 8; i++)
    free(ones.bench[i]);
}

/* ---- Looks -------------------------------------------------------------- */

static _Thread_local bool has_the_work;

/* Wait for a look, which only the thread that has the work can have. */
static void wait_for_look(void *ctx, int i) {
  atomic_int *looks = ctx;
  (void)i;
  while (!has_the_work && atomic_load(looks) == 0)
    au_threads_pulse();
}

static void look_once(void *ctx) {
  assert_true(has_the_work);
  atomic_fetch_add((atomic_int *)ctx, 1);
}

static void test_looks(void **state) {
  (void)state;
  static atomic_int looks;
  has_the_work = true;
  for (int k = 1; k <= 4; k++) {
    atomic_store(&looks, 0);
    au_threads_watch(k, 20, wait_for_look, look_once, &looks);
  }
  has_the_work = false;
}

/* ---- Threads ------------------------------------------------------------ */

enum { SHARES = 1000 };

typedef struct counts {
  int n[SHARES];
  double clock; /* of helpers and this thread */
} counts;

static void count_share(void *ctx, int i) {
  counts *c = ctx;
  c->n[i]++;
}

/* Each share is done once, whatever the numbers. */
static void test_shares(void **state) {
  (void)state;
  static counts c;
  for (int n = 0; n <= SHARES; n = n * 3 + 1) {
    for (int k = 1; k <= AU_THREADS_MAX + 1; k += 16) {
      memset(&c, 0, sizeof c);
      au_threads_do(k, n, count_share, &c);
      for (int i = 0; i < SHARES; i++)
        assert_int_equal(c.n[i], i < n);
    }
  }
}

/* Work that a share has in turn is done by its own thread. */
static void share_again(void *ctx, int i) {
  au_threads_do(2, 10, count_share, (counts *)ctx + i);
}

static void test_nested(void **state) {
  (void)state;
  static counts c[4];
  au_threads_do(3, 4, share_again, c);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < SHARES; k++)
      assert_int_equal(c[i].n[k], k < 10);
}

/* The clock counts what helpers did for this thread. */
static void burn(void *ctx, int i) {
  double *spent = (double *)ctx + i, since = au_own_clock();
  while (*spent < 0.002)
    *spent = au_own_clock() - since;
}

static void test_clock(void **state) {
  (void)state;
  double spent[6] = {0}, sum = 0, since = au_thread_clock();
  au_threads_do(3, 6, burn, spent);
  for (int i = 0; i < 6; i++)
    sum += spent[i];
  assert_true(au_thread_clock() - since >= sum);
}

/* The thread sanitizer allows no threads after such a fork. */
#if !defined(__SANITIZE_THREAD__)
/* A process that is forked has none of the threads, and starts its own. */
static void test_fork(void **state) {
  (void)state;
  static counts c;
  au_threads_do(3, 10, count_share, &c);
  pid_t pid = fork();
  if (pid == 0) {
    memset(&c, 0, sizeof c);
    au_threads_fork(3);
    au_threads_do(7, SHARES, count_share, &c);
    for (int i = 0; i < SHARES; i++)
      if (c.n[i] != 1)
        _exit(1);
    _exit(au_threads_allowed() == 3 ? 0 : 2);
  }
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_same),
    cmocka_unit_test(test_full),
    cmocka_unit_test(test_solvers),
    cmocka_unit_test(test_looks),
    cmocka_unit_test(test_shares),
    cmocka_unit_test(test_nested),
    cmocka_unit_test(test_clock),
#if !defined(__SANITIZE_THREAD__)
    cmocka_unit_test(test_fork),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
