/* rules_test.c: the table of knobs, the values derived from it,
** and the digest. */
#include "helper.h"

/* Every knob in its order, with its default for four players: the rules that
** the five sources share. */
typedef struct knob_case {
  const char *name;
  au_knob_kind kind;
  const char *usual; /* the default */
  const char *other; /* another value in range */
  const char *text;  /* that value, as au_knob_text writes it */
} knob_case;

static const knob_case knob_cases[] = {
    {"players", AU_KNOB_INT, "4", "6", "6"},
    {"sides", AU_KNOB_INTS, "", "1,2,2,1", "1 2 2 1"}, /* RULES 2.1 */
    {"suits", AU_KNOB_TEXT, "BCPSZ", "ZQ", "ZQ"},      /* RULES 1.1 */
    {"ranks", AU_KNOB_INTS, "1 10", "0,30", "0 30"},   /* RULES 1.1 */
    /* RULES 1.2 */
    {"gold", AU_KNOB_INTS, "4 2 2 2 1 1 1 1 1", "15,0", "15 0"},
    {"gold_points", AU_KNOB_INTS, "0 1 1 1 2 2 2 3 3", "-99,99", "-99 99"},
    {"hand", AU_KNOB_INT, "12", "64", "64"}, /* RULES 3.1 */
    {"extras", AU_KNOB_CHOICE, "shown", "hidden", "hidden"},
    {"zero_gold", AU_KNOB_CHOICE, "every_round", "never", "never"},
    {"bidding", AU_KNOB_CHOICE, "open", "hidden", "hidden"}, /* RULES 4.2 */
    {"zero_bid", AU_KNOB_BOOL, "false", "true", "true"},
    {"side_bid", AU_KNOB_CHOICE, "highest", "sum", "sum"},   /* RULES 4.2 */
    {"changes", AU_KNOB_INT, "1", "4", "4"},                 /* RULES 5.5 */
    {"change_of", AU_KNOB_CHOICE, "side", "own", "own"},     /* RULES 5.2 */
    {"change_price", AU_KNOB_INT, "0", "15", "15"},          /* RULES 5.1 */
    {"last_window", AU_KNOB_BOOL, "true", "false", "false"}, /* RULES 8.2 */
    {"follow", AU_KNOB_CHOICE, "barred", "must", "must"},    /* RULES 6.3 */
    {"gold_leads", AU_KNOB_BOOL, "false", "true", "true"},   /* RULES 6.2 */
    {"trick_to", AU_KNOB_CHOICE, "highest", "lowest", "lowest"},
    {"gold_to", AU_KNOB_CHOICE, "lowest", "highest", "highest"},
    {"next_leader", AU_KNOB_CHOICE, "lowest", "winner", "winner"},
    {"trick_ties", AU_KNOB_CHOICE, "later", "earlier", "earlier"},
    {"trump", AU_KNOB_CHOICE, "none", "Z", "Z"},
    {"exact", AU_KNOB_INT, "2", "-99", "-99"}, /* RULES 9.1 */
    {"exact_bonus", AU_KNOB_INT, "0", "99", "99"},
    {"over", AU_KNOB_CHOICE, "bid", "taken", "taken"}, /* RULES 9.1 */
    {"over_each", AU_KNOB_INT, "0", "-99", "-99"},
    {"under", AU_KNOB_INT, "0", "-5", "-5"},
    {"under_each", AU_KNOB_INT, "0", "99", "99"},
    {"round_ties", AU_KNOB_CHOICES, "", "sole_exact,highest_gold",
     "sole_exact highest_gold"},
    {"nuggets", AU_KNOB_INT, "2", "40", "40"}, /* RULES 9.4 */
    {"sole_nuggets", AU_KNOB_BOOL, "false", "true", "true"},
    {"rounds", AU_KNOB_INT, "0", "99", "99"},
    {"cumulative", AU_KNOB_BOOL, "false", "true", "true"},
    {"game_ties", AU_KNOB_CHOICES, "", "last_bid", "last_bid"},
};
enum { KNOB_N = sizeof knob_cases / sizeof *knob_cases };

static void set(au_rules *r, const char *name, const char *value) {
  char setting[128];
  snprintf(setting, sizeof setting, "%s=%s", name, value);
  set_knob(r, setting);
}

static void test_table(void **state) {
  (void)state;
  for (int i = 0; i < KNOB_N; i++) {
    const au_knob *k = au_knob_at(i);
    assert_non_null(k);
    assert_string_equal(k->name, knob_cases[i].name);
    assert_int_equal(k->kind, knob_cases[i].kind);
    assert_ptr_equal(au_knob_find(k->name), k);
    assert_true(strlen(k->doc) > 0 && strlen(k->doc) < 80);
  }
  assert_null(au_knob_at(KNOB_N));
  assert_null(au_knob_at(-1));
  assert_ptr_equal(au_knob_find("nought"), au_knob_find("zero_bid"));
  assert_string_equal(au_knob_find("nought")->name, "zero_bid");
  assert_null(au_knob_find("Players"));
  assert_null(au_knob_find(""));
}

static void test_defaults(void **state) {
  (void)state;
  au_rules r;
  for (int players = 2; players <= AU_SEAT_MAX; players++) {
    au_rules_init(&r, players);
    assert_int_equal(r.players, players);
    assert_false(r.hooks.deal || r.hooks.game_end || r.hooks.ctx);
    for (int i = 1; i < KNOB_N; i++) { /* all but players */
      char text[128];
      size_t n = au_knob_text(&r, au_knob_at(i), text, sizeof text);
      assert_int_equal(n, strlen(text));
      assert_string_equal(text, knob_cases[i].usual);
    }
  }
}

/* A knob that is written is read back, as values and as text; no other
** knob changes. */
static void test_write_and_read(void **state) {
  (void)state;
  for (int i = 0; i < KNOB_N; i++) {
    const knob_case *t = &knob_cases[i];
    char text[128];
    int v[AU_LIST_MAX], again[AU_LIST_MAX];
    au_rules r, other;
    au_rules_init(&r, 4);
    set(&r, t->name, t->other);
    int n = au_knob_read(&r, au_knob_at(i), v);
    au_knob_text(&r, au_knob_at(i), text, sizeof text);
    assert_string_equal(text, t->text);
    au_rules_init(&other, 4);
    assert_int_equal(au_knob_write(&other, au_knob_at(i), v, n), AU_OK);
    assert_int_equal(au_knob_read(&other, au_knob_at(i), again), n);
    assert_memory_equal(again, v, (size_t)n * sizeof *v);
    for (int k = 0; k < KNOB_N; k++)
      if (k != i && !(k == 0 || i == 0)) {
        au_knob_text(&r, au_knob_at(k), text, sizeof text);
        assert_string_equal(text, knob_cases[k].usual);
      }
  }
}

static int highest(const au_knob *k) {
  int n = 0;
  if (k->choices == NULL)
    return k->hi;
  while (k->choices[n] != NULL)
    n++;
  return n - 1;
}

/* Expect that a value, or a number of values, out of range is refused and
** nothing is touched. */
static void assert_out_of_range(const au_knob *k, const int *v, int n) {
  au_rules r, before;
  au_rules_init(&r, 4);
  before = r;
  assert_case(k->name, au_knob_write(&r, k, v, n) == AU_ERULES);
  assert_case(k->name, memcmp(&r, &before, sizeof r) == 0);
}

static void test_ranges(void **state) {
  (void)state;
  for (int i = 0; i < KNOB_N; i++) {
    const au_knob *k = au_knob_at(i);
    int v[AU_LIST_MAX + 1], hi = highest(k);
    for (int j = 0; j <= AU_LIST_MAX; j++)
      v[j] = k->lo;
    assert_out_of_range(k, v, k->max_n + 1);
    if (k->min_n > 0)
      assert_out_of_range(k, v, k->min_n - 1);
    for (int end = 0; end < 2; end++) {
      v[k->max_n - 1] = end == 0 ? k->lo - 1 : hi + 1;
      assert_out_of_range(k, v, k->max_n);
      v[k->max_n - 1] = end == 0 ? k->lo : hi; /* both ends are in range */
      au_rules r;
      au_rules_init(&r, 4);
      assert_case(k->name, au_knob_write(&r, k, v, k->max_n) == AU_OK);
    }
  }
}

/* The range of each knob. */
static void test_limits(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int lo, hi, min_n, max_n;
  } limits[KNOB_N] = {
      {"players", 2, 6, 1, 1},        {"sides", 1, 6, 0, 6},
      {"suits", 'A', 'Z', 1, 8},      {"ranks", 0, 30, 2, 2},
      {"gold", 0, 15, 1, 16},         {"gold_points", -99, 99, 1, 16},
      {"hand", 1, 64, 1, 1},          {"extras", 0, 1, 1, 1},
      {"zero_gold", 0, 2, 1, 1},      {"bidding", 0, 1, 1, 1},
      {"zero_bid", 0, 1, 1, 1},       {"side_bid", 0, 2, 1, 1},
      {"changes", 0, 4, 1, 1},        {"change_of", 0, 1, 1, 1},
      {"change_price", 0, 15, 1, 1},  {"last_window", 0, 1, 1, 1},
      {"follow", 0, 2, 1, 1},         {"gold_leads", 0, 1, 1, 1},
      {"trick_to", 0, 1, 1, 1},       {"gold_to", 0, 1, 1, 1},
      {"next_leader", 0, 1, 1, 1},    {"trick_ties", 0, 1, 1, 1},
      {"trump", 0, 27, 1, 1},         {"exact", -99, 99, 1, 1},
      {"exact_bonus", -99, 99, 1, 1}, {"over", 0, 2, 1, 1},
      {"over_each", -99, 99, 1, 1},   {"under", -99, 99, 1, 1},
      {"under_each", -99, 99, 1, 1},  {"round_ties", 0, 2, 0, 3},
      {"nuggets", 0, 40, 1, 1},       {"sole_nuggets", 0, 1, 1, 1},
      {"rounds", 0, 99, 1, 1},        {"cumulative", 0, 1, 1, 1},
      {"game_ties", 0, 0, 0, 1},
  };
  for (int i = 0; i < KNOB_N; i++) {
    const au_knob *k = au_knob_at(i);
    assert_string_equal(k->name, limits[i].name);
    assert_case(k->name, k->lo == limits[i].lo);
    assert_case(k->name, highest(k) == limits[i].hi);
    assert_case(k->name, k->min_n == limits[i].min_n);
    assert_case(k->name, k->max_n == limits[i].max_n);
  }
}

/* A buffer that is too small gets what fits and a NUL; the full
** length is returned. */
/* What au_knob_text writes, au_knob_parse reads. */
static void test_parse(void **state) {
  (void)state;
  static const struct {
    const char *knob, *text;
    au_status status;
  } cases[] = {
      {"gold", "4,2 ,1", AU_OK},
      {"zero_bid", "true", AU_OK},
      {"suits", "BCP", AU_OK},
      {"sides", "", AU_OK},
      {"hand", "twelve", AU_EFORMAT},
      {"hand", "12x", AU_EFORMAT},
      {"hand", "1 2", AU_ERULES},
      {"hand", "", AU_ERULES},
      {"hand", "99999999999999999999", AU_ERULES},
      {"zero_bid", "1", AU_EFORMAT},
      {"zero_bid", "tru", AU_EFORMAT},
      {"follow", "must barred", AU_ERULES},
      {"follow", "mus", AU_EFORMAT},
      {"gold", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
       AU_ERULES},
  };
  au_rules r, before;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const au_knob *k = au_knob_find(cases[i].knob);
    au_rules_init(&r, 4);
    before = r;
    au_status status = au_knob_parse(&r, k, cases[i].text);
    assert_case(cases[i].text, status == cases[i].status);
    if (status != AU_OK)
      assert_memory_equal(&r, &before, sizeof r);
  }
  for (int i = 0; au_knob_at(i) != NULL; i++) {
    char text[256], again[256];
    au_rules_init(&r, 4);
    au_knob_text(&r, au_knob_at(i), text, sizeof text);
    assert_int_equal(au_knob_parse(&r, au_knob_at(i), text), AU_OK);
    au_knob_text(&r, au_knob_at(i), again, sizeof again);
    assert_string_equal(again, text);
  }
}

static void test_text_cut(void **state) {
  (void)state;
  const au_knob *k = au_knob_find("gold");
  au_rules r;
  char text[8];
  au_rules_init(&r, 4);
  assert_int_equal(au_knob_text(&r, k, text, sizeof text), 17);
  assert_string_equal(text, "4 2 2 2");
  assert_int_equal(au_knob_text(&r, k, text, 1), 17);
  assert_string_equal(text, "");
  assert_int_equal(au_knob_text(&r, k, NULL, 0), 17);
}

typedef struct finish_case {
  int players;
  const char *knobs;
  au_status status;
  const char *knob, *why;
} finish_case;

static const finish_case finish_cases[] = {
    {4, "sides=1,2", AU_ERULES, "sides", "must name the side of each seat"},
    {4, "sides=1,2,1,2,1", AU_ERULES, "sides",
     "must name the side of each seat"},
    {4, "sides=1,1,1,1", AU_ERULES, "sides", "must be at least two"},
    {4, "sides=1,3,1,3", AU_ERULES, "sides",
     "must be numbered 1, 2, ... without a gap"},
    {4, "sides=2,3,2,3", AU_ERULES, "sides",
     "must be numbered 1, 2, ... without a gap"},
    {4, "ranks=5,4", AU_ERULES, "ranks", "lowest 5 above highest 4"},
    {4, "ranks=1,12", AU_EFULL, "suits",
     "69 kinds of cards, gold included; at most 64 fit"},
    {4, "suits=BCG", AU_ERULES, "suits",
     "must be distinct capital letters other than G"},
    {4, "suits=BCB", AU_ERULES, "suits",
     "must be distinct capital letters other than G"},
    {4, "gold_points=0,1", AU_ERULES, "gold_points",
     "9 ranks of gold, but points for 2"},
    {4, "hand=13", AU_ERULES, "hand", "52 cards to deal from a deck of 50"},
    {5, "", AU_ERULES, "hand", "60 cards to deal from a deck of 50"},
    {5, "hand=10", AU_ERULES, "zero_gold", "5 seats are dealt a G0 each, of 4"},
    {4, "gold=3,2,2,2,1,1,1,1,1", AU_ERULES, "zero_gold",
     "4 seats are dealt a G0 each, of 3"},
    {4, "zero_gold=first_round gold=0,2", AU_ERULES, "zero_gold",
     "4 seats are dealt a G0 each, of 0"},
    {4, "nuggets=0", AU_ERULES, "rounds",
     "neither 'nuggets' nor 'rounds' ever ends the game"},
    {4, "", AU_OK, NULL, NULL},
    {4, "ranks=1,11 suits=BCPSZ", AU_OK, NULL, NULL}, /* 64 kinds */
    {4, "gold=3,2 zero_gold=never", AU_OK, NULL, NULL},
    {4, "gold=4", AU_OK, NULL, NULL}, /* points for ranks it lacks */
    {4, "hand=1 ranks=1,1 suits=BCPS", AU_OK, NULL, NULL},
    {4, "nuggets=0 rounds=1", AU_OK, NULL, NULL},
    {4, "sole_nuggets=true", AU_ERULES, "sole_nuggets",
     "without 'rounds' a game need never end"},
    {4, "sole_nuggets=true rounds=3", AU_OK, NULL, NULL},
    {4, "cumulative=true", AU_ERULES, "cumulative",
     "without 'rounds' a game never ends: nobody wins nuggets"},
    {4, "cumulative=true rounds=3", AU_OK, NULL, NULL},
    {2, "sides=2,1", AU_OK, NULL, NULL},
};

static void test_finish(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof finish_cases / sizeof *finish_cases; i++) {
    const finish_case *t = &finish_cases[i];
    const au_knob *knob = NULL;
    char why[AU_WHY_TEXT] = "";
    au_rules r;
    au_rules_init(&r, t->players);
    set_knobs(&r, t->knobs);
    assert_case(t->knobs, au_rules_finish(&r, &knob, why) == t->status);
    if (t->status == AU_OK)
      continue;
    assert_non_null(knob);
    assert_string_equal(knob->name, t->knob);
    assert_string_equal(why, t->why);
  }
}

static au_status stub_end(void *ctx, const au_rules *r, const au_state *s,
                          int16_t *vars, bool *over, uint8_t *sides) {
  (void)ctx, (void)r, (void)s, (void)vars, (void)over, (void)sides;
  return AU_OK;
}

/* A hook may end the game where no knob does. One hook makes rounds hooked. */
static void test_finish_with_hook(void **state) {
  (void)state;
  au_rules r;
  au_rules_init(&r, 4);
  set_knobs(&r, "nuggets=0");
  r.hooks.game_end = stub_end;
  finish_rules(&r);
  set_knobs(&r, "nuggets=3 sole_nuggets=true"); /* here it would not */
  finish_rules(&r);
  set_knobs(&r, "sole_nuggets=false cumulative=true");
  finish_rules(&r);
  set_knobs(&r, "nuggets=0 cumulative=false");
  finish_rules(&r);
  assert_true(r.hooked_round);
  assert_false(r.hooked_trick || r.hooked_lead);
  r.hooks.game_end = NULL;
  r.hooks.ctx = &r; /* a context without a function is not a hook */
  set_knobs(&r, "nuggets=2");
  finish_rules(&r);
  assert_false(r.hooked_round || r.hooked_trick || r.hooked_lead);
}

/* Rules are plain data: sides that were set out of the knob's
** range are refused. */
static void test_sides_past_range(void **state) {
  (void)state;
  static const au_list sides[] = {{.n = 4, .at = {0, 1, 2, 1}},
                                  {.n = 4, .at = {1, 2, 1, AU_SEAT_MAX + 1}}};
  for (int i = 0; i < 2; i++) {
    const au_knob *knob = NULL;
    char why[AU_WHY_TEXT] = "";
    au_rules r;
    au_rules_init(&r, 4);
    r.sides = sides[i];
    assert_int_equal(au_rules_finish(&r, &knob, why), AU_ERULES);
    assert_string_equal(knob->name, "sides");
    assert_string_equal(why, "must be numbered 1, 2, ... without a gap");
  }
}

/* RULES 2.1 */
static void test_sides(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs;
    int side_n;
    uint8_t side_of[AU_SEAT_MAX], seats_of[AU_SEAT_MAX];
  } cases[] = {
      {2, "", 2, {0, 1}, {1, 2}},
      {3, "", 3, {0, 1, 2}, {1, 2, 4}},
      {4, "", 2, {0, 1, 0, 1}, {5, 10}},
      {4, "sides=1,2,3,4", 4, {0, 1, 2, 3}, {1, 2, 4, 8}},
      {5, "hand=10 gold=5,1", 5, {0, 1, 2, 3, 4}, {1, 2, 4, 8, 16}},
      {6, "hand=8 gold=6,1 sides=1,2,1,2,1,2", 2, {0, 1, 0, 1, 0, 1}, {21, 42}},
      {6,
       "hand=8 gold=6,1 sides=3,1,2,3,1,2",
       3,
       {2, 0, 1, 2, 0, 1},
       {18, 36, 9}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    knob_rules(&r, cases[i].players, cases[i].knobs);
    assert_int_equal(r.side_n, cases[i].side_n);
    for (int seat = 0; seat < r.players; seat++)
      assert_int_equal(r.side_of[seat], cases[i].side_of[seat]);
    assert_memory_equal(r.seats_of, cases[i].seats_of, AU_SEAT_MAX);
  }
}

/* RULES 1.2, 1.3, 3.1, 9.6: the gold of the game and the cards left over. */
static void test_editions(void **state) {
  (void)state;
  static const struct {
    const char *variant;
    int players, zeros, gold, base, extras;
  } cases[] = {
      {"de-2024", 4, 4, 15, 50, 2},
      {"en-2023", 4, 4, 15, 50, 2},
      {"bga+no-zero-gold", 4, 0, 11, 50, 2},
      {"de-2024", 3, 3, 13, 36, 0},
      {"ru-2023", 3, 3, 13, 36, 0},
      {"bga", 3, 3, 13, 36, 0},
      {"en-2023", 3, 4, 14, 36, 0}, /* RULES 1.3: the fourth shows */
      {"fr-2023", 3, 4, 14, 36, 0},
      {"en-2023+no-zero-gold", 3, 0, 10, 36, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    variant_rules(&r, cases[i].variant, cases[i].players);
    const char *name = cases[i].variant;
    assert_case(name, au_gold_count(r.gold_all, 0) == cases[i].zeros);
    assert_case(name, au_gold_size(r.gold_all) == cases[i].gold);
    assert_case(name, au_count(r.deck.base) == cases[i].base);
    assert_case(name, r.extra_n == cases[i].extras);
    assert_case(name, au_gold_best(r.gold_all) == (r.players == 3 ? 7 : 8));
  }
}

static const char *digest_of(const au_rules *r, const char *text,
                             char out[AU_DIGEST_TEXT]) {
  au_rules_digest(r, text, strlen(text), out);
  return out;
}

/* The same rules have the same digest; any other knob value gives another. */
static void test_digest_differs(void **state) {
  (void)state;
  char seen[KNOB_N + 3][AU_DIGEST_TEXT], again[AU_DIGEST_TEXT];
  int n = 0;
  au_rules r;
  for (int i = -1; i < KNOB_N; i++, n++) {
    au_rules_init(&r, 4);
    if (i >= 0)
      set(&r, knob_cases[i].name, knob_cases[i].other);
    digest_of(&r, "", seen[n]);
    assert_string_equal(digest_of(&r, "", again), seen[n]);
  }
  au_rules_init(&r, 4);
  digest_of(&r, "return {}", seen[n++]);
  digest_of(&r, "return { }", seen[n++]);
  for (int i = 0; i < n; i++) {
    assert_int_equal(strlen(seen[i]), 16);
    assert_int_equal(strspn(seen[i], "0123456789abcdef"), 16);
    for (int k = 0; k < i; k++)
      assert_string_not_equal(seen[i], seen[k]);
  }
}

/* Hooks count by the bytes of their source, which the caller gives, never by
** their address. Finishing the rules changes nothing. */
static void test_digest_of_hooks(void **state) {
  (void)state;
  char plain[AU_DIGEST_TEXT], hooked[AU_DIGEST_TEXT];
  au_rules r;
  au_rules_init(&r, 4);
  digest_of(&r, "text", plain);
  r.hooks.ctx = &r;
  r.hooks.game_end = stub_end;
  assert_string_equal(digest_of(&r, "text", hooked), plain);
  finish_rules(&r);
  assert_string_equal(digest_of(&r, "text", hooked), plain);
}

/* The digests in records and positions change only on purpose. */
static void test_digest_frozen(void **state) {
  (void)state;
  static const struct {
    const char *variant;
    int players;
    const char *digest;
  } frozen[] = {
      {"de-2024", 4, "768d0ffad5762a6a"},
      {"de-2024", 3, "32d27a433f72241f"},
      {"en-2023", 4, "768d0ffad5762a6a"},
      {"en-2023", 3, "7aa320dcb7c7d933"},
      {"fr-2023", 4, "768d0ffad5762a6a"},
      {"fr-2023", 3, "7aa320dcb7c7d933"},
      {"ru-2023", 4, "768d0ffad5762a6a"},
      {"ru-2023", 3, "5e71591d43522493"},
      {"bga", 4, "0031d40ed5ecbea3"},
      {"bga", 3, "0721acd459e9dd57"},
      {"de-2024+no-zero-gold", 4, "95d4098fd5cc77d4"},
      {"en-2023+cumulative", 3, "770736c7c8c134f3"},
      {"bga+no-zero-gold+cumulative", 4, "f31b8585e731f458"},
  };
  for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
    char digest[AU_DIGEST_TEXT];
    au_rules r;
    variant_rules(&r, frozen[i].variant, frozen[i].players);
    assert_string_equal(digest_of(&r, "", digest), frozen[i].digest);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_write_and_read),
      cmocka_unit_test(test_parse),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_text_cut),
      cmocka_unit_test(test_finish),
      cmocka_unit_test(test_finish_with_hook),
      cmocka_unit_test(test_sides),
      cmocka_unit_test(test_sides_past_range),
      cmocka_unit_test(test_editions),
      cmocka_unit_test(test_digest_differs),
      cmocka_unit_test(test_digest_of_hooks),
      cmocka_unit_test(test_digest_frozen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
