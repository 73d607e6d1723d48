/* perft_test.c: counts and hashes that change only on purpose.
**
** The tables hold, for every edition, house rule and number of players: the
** number of paths of legal actions to a small depth, from three positions of
** one seed, and a hash of a few hundred whole random games. A change of the
** rules, the deal, the order of legal actions or the random numbers shows here.
** If it was intended, print the new table and replace the old one:
**
**   AURUM_FREEZE=1 build/tests/perft_test */
#include "helper.h"

enum { DEPTH = 3, GAMES = 200 };

typedef struct frozen {
  const char *variant;
  int players;
  uint64_t paths[3]; /* after the deal, after the bids, in the fifth trick */
  uint64_t games;    /* the hash of the random games */
} frozen;

static const frozen table[] = {
    /* AURUM_FREEZE */
    {"de-2024", 3, {1728, 1728, 564}, 0x4e247e822a84db7du},
    {"de-2024", 4, {1728, 12167, 604}, 0x6b1f668c712df47bu},
    {"de-2024+no-zero-gold", 3, {1728, 536, 301}, 0x43046e45d0e0767bu},
    {"de-2024+no-zero-gold", 4, {1728, 652, 637}, 0xaf864f1b9303cc81u},
    {"de-2024+cumulative", 3, {1728, 1728, 564}, 0x6b60a4c73a23124fu},
    {"de-2024+cumulative", 4, {1728, 12167, 604}, 0x846ef45bc8c69450u},
    {"de-2024+no-zero-gold+cumulative",
     3,
     {1728, 536, 301},
     0xacfdae7de5725530u},
    {"de-2024+no-zero-gold+cumulative",
     4,
     {1728, 652, 637},
     0x17189f046e39ffc7u},
    {"en-2023", 3, {1728, 1728, 564}, 0x10797b19db8ba0e1u},
    {"en-2023", 4, {1728, 12167, 604}, 0x6b1f668c712df47bu},
    {"en-2023+no-zero-gold", 3, {1728, 536, 301}, 0x248922909a25728cu},
    {"en-2023+no-zero-gold", 4, {1728, 652, 637}, 0xaf864f1b9303cc81u},
    {"en-2023+cumulative", 3, {1728, 1728, 564}, 0xac209ab23cf34550u},
    {"en-2023+cumulative", 4, {1728, 12167, 604}, 0x846ef45bc8c69450u},
    {"en-2023+no-zero-gold+cumulative",
     3,
     {1728, 536, 301},
     0xbe571ce81aaf7a90u},
    {"en-2023+no-zero-gold+cumulative",
     4,
     {1728, 652, 637},
     0x17189f046e39ffc7u},
    {"fr-2023", 3, {1728, 1728, 564}, 0x10797b19db8ba0e1u},
    {"fr-2023", 4, {1728, 12167, 604}, 0x6b1f668c712df47bu},
    {"fr-2023+no-zero-gold", 3, {1728, 536, 301}, 0x248922909a25728cu},
    {"fr-2023+no-zero-gold", 4, {1728, 652, 637}, 0xaf864f1b9303cc81u},
    {"fr-2023+cumulative", 3, {1728, 1728, 564}, 0xac209ab23cf34550u},
    {"fr-2023+cumulative", 4, {1728, 12167, 604}, 0x846ef45bc8c69450u},
    {"fr-2023+no-zero-gold+cumulative",
     3,
     {1728, 536, 301},
     0xbe571ce81aaf7a90u},
    {"fr-2023+no-zero-gold+cumulative",
     4,
     {1728, 652, 637},
     0x17189f046e39ffc7u},
    {"ru-2023", 3, {1728, 1728, 564}, 0xfaf7b16859617086u},
    {"ru-2023", 4, {1728, 12167, 604}, 0x6b1f668c712df47bu},
    {"ru-2023+no-zero-gold", 3, {1728, 536, 301}, 0xb317ba0a28d20a25u},
    {"ru-2023+no-zero-gold", 4, {1728, 652, 637}, 0xaf864f1b9303cc81u},
    {"ru-2023+cumulative", 3, {1728, 1728, 564}, 0x6b60a4c73a23124fu},
    {"ru-2023+cumulative", 4, {1728, 12167, 604}, 0x846ef45bc8c69450u},
    {"ru-2023+no-zero-gold+cumulative",
     3,
     {1728, 536, 301},
     0xacfdae7de5725530u},
    {"ru-2023+no-zero-gold+cumulative",
     4,
     {1728, 652, 637},
     0x17189f046e39ffc7u},
    {"bga", 3, {1728, 1728, 564}, 0xeabaeff690608549u},
    {"bga", 4, {1728, 12167, 604}, 0x936d17afa069e403u},
    {"bga+no-zero-gold", 3, {1728, 536, 301}, 0xc04e0eb3dba2b127u},
    {"bga+no-zero-gold", 4, {1728, 652, 637}, 0x5c85bc67e7fb013fu},
    {"bga+cumulative", 3, {1728, 1728, 564}, 0xe12a3ce00ba68b56u},
    {"bga+cumulative", 4, {1728, 12167, 604}, 0x5ce8eae273712d71u},
    {"bga+no-zero-gold+cumulative", 3, {1728, 536, 301}, 0x03711e02daf96322u},
    {"bga+no-zero-gold+cumulative", 4, {1728, 652, 637}, 0x42a2b929211b1256u},
    {NULL, 0, {0}, 0}};

/* Count the paths of 'depth' legal actions from a state; an action that ends
** the round ends its path. */
static uint64_t count_paths(const au_rules *r, const au_state *s, int depth) {
  au_action list[AU_ACTION_MAX];
  uint64_t paths = 0;
  int n;
  assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
  if (depth == 0 || n == 0)
    return 1;
  if (depth == 1)
    return (uint64_t)n;
  for (int i = 0; i < n; i++) {
    au_state next = *s;
    assert_int_equal(au_state_apply(r, &next, list[i], NULL), AU_OK);
    paths += count_paths(r, &next, depth - 1);
  }
  return paths;
}

/* Count from the three positions of one seed, with random actions
** between them. */
static void count_all(const au_rules *r, uint64_t paths[3]) {
  au_seed seed = seed_of("perft");
  au_rng rng = rng_of(&seed, 0);
  au_state s;
  au_action a;
  au_state_init(r, &s);
  deal_state(r, &s, &seed);
  paths[0] = count_paths(r, &s, DEPTH);
  for (int at = 1; at < 3; at++) {
    while (at == 1 ? s.phase == AU_PHASE_BID : s.tricks < 4) {
      assert_int_equal(au_state_random(r, &s, &rng, &a), AU_OK);
      assert_int_equal(au_state_apply(r, &s, a, NULL), AU_OK);
      if (s.phase == AU_PHASE_DEAL) /* it ended too early: take another round */
        deal_state(r, &s, &seed);
    }
    paths[at] = count_paths(r, &s, DEPTH);
  }
}

static uint64_t hash_games(const au_rules *r) {
  au_seed seed = seed_of("signature");
  uint64_t hash = 0;
  au_game g;
  au_game_init(&g);
  for (uint32_t i = 0; i < GAMES; i++) {
    char text[32];
    snprintf(text, sizeof text, "signature.%u", (unsigned)i);
    au_seed deal = seed_of(text);
    au_rng rng = rng_of(&seed, i);
    au_game_begin(r, &g);
    while (step_game(r, &g, &deal, &rng))
      chain(&hash, g.log_n > 0 ? au_entry_action(g.log[g.log_n - 1]) : 0);
    for (int side = 0; side < AU_SEAT_MAX; side++) {
      chain(&hash, (uint64_t)(int64_t)g.state.points[side]);
      chain(&hash, g.state.nuggets[side]);
    }
    chain(&hash, g.state.round);
    chain(&hash, g.state.winners);
  }
  au_game_free(&g);
  return hash;
}

static frozen measure(const char *variant, int players) {
  frozen f = {variant, players, {0}, 0};
  au_rules r;
  variant_rules(&r, variant, players);
  count_all(&r, f.paths);
  f.games = hash_games(&r);
  return f;
}

/* The variant's name, in a static buffer. */
static const char *variant_name(int e, int h) {
  static char name[64];
  snprintf(name, sizeof name, "%s%s", editions[e].name, houses[h]);
  return name;
}

static void print_table(void) {
  for (int e = 0; e < EDITION_N; e++)
    for (int h = 0; h < HOUSE_N; h++)
      for (int players = 3; players <= 4; players++) {
        frozen f = measure(variant_name(e, h), players);
        printf("    {\"%s\", %d,\n     {%llu, %llu, %llu}, 0x%016llxu},\n",
               f.variant, players, (unsigned long long)f.paths[0],
               (unsigned long long)f.paths[1], (unsigned long long)f.paths[2],
               (unsigned long long)f.games);
      }
}

static void test_frozen(void **state) {
  (void)state;
  int rows = (int)(sizeof table / sizeof *table) - 1;
  assert_int_equal(rows, EDITION_N * HOUSE_N * 2);
  for (int i = 0; i < rows; i++) {
    frozen f = measure(table[i].variant, table[i].players);
    for (int at = 0; at < 3; at++)
      if (f.paths[at] != table[i].paths[at])
        fail_msg("%s, %d players: %llu paths from position %d", f.variant,
                 f.players, (unsigned long long)f.paths[at], at);
    if (f.games != table[i].games)
      fail_msg("%s, %d players: games hash to 0x%016llx", f.variant, f.players,
               (unsigned long long)f.games);
  }
}

/* Counts that can be checked by hand: 12 cards to bid, then 12 of
** the next hand. */
static void test_bids_by_hand(void **state) {
  (void)state;
  for (int i = 0; table[i].variant != NULL; i++)
    assert_int_equal(table[i].paths[0], 12 * 12 * 12);
}

/* After the bids, every seat has its G0. It may keep, or replace its own
** or its partner's bid card by any of 11 cards. That gives 1 + 22 actions
** with four players, 1 + 11 with three. Without a G0 play begins with 11
** leads, and so on. */
static void test_changes_by_hand(void **state) {
  (void)state;
  for (int i = 0; table[i].variant != NULL; i++) {
    const frozen *f = &table[i];
    int each = f->players == 4 ? 1 + 2 * 11 : 1 + 11;
    if (strstr(f->variant, "no-zero-gold") == NULL)
      assert_int_equal(f->paths[1], each * each * each);
    else
      assert_in_range(f->paths[1], 11, 11 * 11 * 11);
  }
}

int main(void) {
  if (getenv("AURUM_FREEZE") != NULL) {
    print_table();
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frozen),
      cmocka_unit_test(test_bids_by_hand),
      cmocka_unit_test(test_changes_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
