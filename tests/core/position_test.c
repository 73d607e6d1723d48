/* position_test.c: tokens restore a state byte for byte. A token that is cut
** short, altered or made up does no harm. */
#include "helper.h"

#include "asking_helper.h"

static const char digest[] = "0123456789abcdef";

static char *token_of(const au_rules *r, const au_game *g,
                      const char *variant) {
  au_text t = {0};
  au_position_write(r, g, variant, digest, &t);
  assert_false(t.failed);
  assert_int_equal(strlen(t.at), t.n);
  return t.at; /* freed by the caller */
}

/* Load the game of a token under these rules. */
static au_status load(const au_rules *r, const char *token, au_game *g,
                      char *why) {
  au_position p;
  au_status status = au_position_parse(token, &p, why);
  return status != AU_OK ? status : au_position_load(r, &p, g, why);
}

/* ---- Round trips ------------------------------------------------------ */

/* Check that the token of 'g' restores it, its round and its own token. */
static void check_token(const au_rules *r, const au_game *g, au_game *h) {
  char why[AU_WHY_TEXT] = "";
  char *token = token_of(r, g, "some"), *again;
  if (load(r, token, h, why) != AU_OK)
    fail_msg("round %d %s: %s", g->state.round, au_phase_name(g->state.phase),
             why);
  assert_memory_equal(&h->state, &g->state, sizeof g->state);
  uint32_t n, m;
  const au_action *log = au_game_round_log(g, &n);
  const au_action *back = au_game_round_log(h, &m);
  assert_int_equal(m, n);
  assert_true(n == 0 || memcmp(log, back, n * sizeof *log) == 0);
  again = token_of(r, h, "some");
  assert_string_equal(again, token);
  free(again);
  free(token);
}

/* Check the tokens at every step of random games. */
static void check_games(const au_rules *r, au_game *g, const char *seed_text,
                        int games) {
  au_seed seed = seed_of(seed_text);
  au_game h;
  au_game_init(&h);
  for (int i = 0; i < games; i++) {
    au_rng rng = rng_of(&seed, (uint32_t)i);
    do
      check_token(r, g, &h);
    while (step_game(r, g, &seed, &rng));
    au_game_begin(r, g);
  }
  au_game_free(&h);
}

static void test_round_trip(void **state) {
  (void)state;
  for (int e = 0; e < EDITION_N; e++)
    for (int players = 3; players <= 4; players++) {
      au_rules r;
      au_game g;
      variant_rules(&r, editions[e].name, players);
      au_game_init(&g);
      au_game_begin(&r, &g);
      check_games(&r, &g, editions[e].name, 3);
      au_game_free(&g);
    }
}

/* Knobs that put unusual values into a state: 64 kinds, bids of 0, negative
** points, four changes. */
static void test_round_trip_knobs(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs;
  } cases[] = {
      {5, "ranks=1,11 hand=11 gold=5,2,2,2,1,1,1,1,1"},
      {4, "zero_bid=true under=-9 changes=4 nuggets=3"},
      {2, "hand=20 extras=hidden gold=15,15"},
      {4, "trump=Z"},
      {4, "trump=extra changes=2"},
      {6, "suits=AQ ranks=0,23 hand=8 gold=6,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 "
          "gold_points=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,99"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    au_game g;
    knob_rules(&r, cases[i].players, cases[i].knobs);
    au_game_init(&g);
    au_game_begin(&r, &g);
    check_games(&r, &g, "knobs", 3);
    au_game_free(&g);
  }
}

/* A variant's memory: the totals that no knob sets. */
static void test_round_trip_vars(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  variant_rules(&r, "en-2023+cumulative", 4);
  au_game_init(&g);
  au_game_begin(&r, &g);
  for (int i = 0; i < AU_VAR_N; i++)
    g.state.vars[i] = (int16_t)(i % 2 ? -4681 * i / 2 : 4681 * i / 2);
  g.state.points[0] = -1000000000;
  g.state.points[1] = 1000000000;
  g.start = g.state;
  au_seed seed = seed_of("vars");
  au_game h;
  au_game_init(&h);
  check_token(&r, &g, &h);
  deal_game(&r, &g, &seed);
  check_token(&r, &g, &h);
  au_game_free(&g);
  au_game_free(&h);
}

/* A table built by hand. */
static const char *const table_hands[] = {"B1 Z2 Z3", "C4 Z4", "P1 P2 S8",
                                          "S1 S2 S9"};
static const char *const table_gold[] = {"G0 G1", "G0", "", "G8"};

/* A game that began from a position built by hand: a snapshot. */
static void test_round_trip_built(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "zero_bid=true trump=Z");
  au_state s = table_of(&r, 2, "B10 C10 P10 S10", table_hands, table_gold);
  s.trick.trump = 5;
  s.extras = set_of(&r, "Z9 Z10");
  s.vars[15] = -32768;
  s.points[0] = -5;
  s.nuggets[1] = 1;
  s.down = 4;
  s.seen &= ~au_bit(s.bid[2]);
  s.won = 3;
  s.tricks = s.taken[3] = 7;
  s.award = card_of(&r, "G1");
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  check_games(&r, &g, "built", 1);
  s.phase = AU_PHASE_DEAL; /* between two rounds */
  s.turn = AU_NONE;
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  check_games(&r, &g, "built", 1);
  s.phase = AU_PHASE_OVER;
  s.winners = 2;
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  check_games(&r, &g, "built", 1);
  au_game_free(&g);
}

/* A seat knows the bid card that its partner took from under it. */
static void test_round_trip_known(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 4, "zero_bid=true");
  au_state s = table_of(&r, 0, "B10 C10 P10 S10", table_hands, table_gold);
  s.known[2] = s.hand[0] & (~s.hand[0] + 1);
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  check_games(&r, &g, "built", 1);
  au_game_free(&g);
}

/* Undo takes the loaded game back to before its deal. From there the seed gives
** the same deal again: all branches of a game meet the same deals. */
static void test_undo_of_loaded(void **state) {
  (void)state;
  for (int players = 3; players <= 4; players++) {
    au_rules r;
    au_game g, h;
    char why[AU_WHY_TEXT];
    au_seed seed = seed_of("back");
    variant_rules(&r, "en-2023", players);
    au_game_init(&g);
    au_game_init(&h);
    random_game(&r, &g, &seed, 0);
    assert_true(g.round_n >= 2);
    char *token = token_of(&r, &g, "x");
    assert_int_equal(load(&r, token, &h, why), AU_OK);
    uint32_t n;
    au_game_round_log(&g, &n);
    for (uint32_t i = 0; i < n; i++) {
      assert_true(au_game_undo(&r, &g) == AU_OK &&
                  au_game_undo(&r, &h) == AU_OK);
      assert_memory_equal(&h.state, &g.state, sizeof g.state);
    }
    assert_true(au_game_undo(&r, &g) == AU_OK && au_game_undo(&r, &h) == AU_OK);
    assert_int_equal(h.state.phase, AU_PHASE_DEAL);
    assert_int_equal(au_game_undo(&r, &h), AU_EILLEGAL);
    deal_game(&r, &g, &seed);
    deal_game(&r, &h, &seed);
    assert_memory_equal(&h.state, &g.state, sizeof g.state);
    free(token);
    au_game_free(&g);
    au_game_free(&h);
  }
}

/* ---- Parts of a token ------------------------------------------------- */

/* A token in the middle of a game with four players. */
static char *middle_token(const au_rules *r, const char *variant) {
  au_seed seed = seed_of("middle");
  au_rng rng = rng_of(&seed, 0);
  au_game g;
  au_game_init(&g);
  au_game_begin(r, &g);
  while (g.state.round < 2 || g.state.tricks < 3)
    assert_true(step_game(r, &g, &seed, &rng));
  char *token = token_of(r, &g, variant);
  au_game_free(&g);
  return token;
}

static void test_parse(void **state) {
  (void)state;
  static const char *const variants[] = {
      "de-2024", "de-2024+no-zero-gold+cumulative", "./my:own.lua", "x",
      ":",       "au1:x:0123456789abcdef:AAAA"};
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    char *token = middle_token(&r, variants[i]), why[AU_WHY_TEXT] = "";
    au_position p;
    assert_int_equal(strncmp(token, "au1:", 4), 0);
    assert_int_equal(au_position_parse(token, &p, why), AU_OK);
    assert_string_equal(p.variant, variants[i]);
    assert_string_equal(p.digest, digest);
    assert_int_equal(p.players, 4);
    assert_ptr_equal(p.payload, strrchr(token, ':') + 1);
    assert_null(strpbrk(p.payload, " \t\n+/=")); /* one word, also in a URL */
    free(token);
  }
}

static void assert_malformed(const char *token, const char *reason) {
  char why[AU_WHY_TEXT] = "";
  au_position p, before;
  memset(&p, 0xa5, sizeof p);
  before = p;
  assert_int_equal(au_position_parse(token, &p, why), AU_EFORMAT);
  assert_string_equal(why, reason);
  assert_memory_equal(&p, &before, sizeof p);
}

static void test_parse_refuses(void **state) {
  (void)state;
  static const char *const no_head[] = {"",      "au",    "au1",
                                        "au2:x", "AU1:x", " au1:x"};
  static const char *const no_parts[] = {"au1:",
                                         "au1::",
                                         "au1:x",
                                         "au1:x:y",
                                         "au1:x:0123456789abcdef",
                                         "au1:x:0123456789abcde:AAAA",
                                         "au1:x:0123456789abcdef0:AAAA",
                                         "au1::0123456789abcdef:AAAA"};
  static const char *const no_data[] = {
      "au1:x:0123456789abcdef:", "au1:x:0123456789abcdef:AAAA",
      "au1:x:0123456789abcdef:AAAAAAAAAAAA", "au1:x:0123456789abcdef:AAAA AAAA",
      "au1:x:0123456789abcdef:A"};
  for (size_t i = 0; i < sizeof no_head / sizeof *no_head; i++)
    assert_malformed(no_head[i], "not a position: it does not begin with au1:");
  for (size_t i = 0; i < sizeof no_parts / sizeof *no_parts; i++)
    assert_malformed(no_parts[i],
                     "not a position: expected au1:VARIANT:DIGEST:DATA");
  for (size_t i = 0; i < sizeof no_data / sizeof *no_data; i++)
    assert_malformed(no_data[i],
                     "not a position: its data is cut off or altered");
}

static void test_long_variant(void **state) {
  (void)state;
  au_rules r;
  char name[AU_VARIANT_TEXT + 1], why[AU_WHY_TEXT];
  au_position p;
  variant_rules(&r, "de-2024", 4);
  memset(name, 'v', sizeof name);
  name[AU_VARIANT_TEXT - 1] = '\0'; /* the longest name */
  char *token = middle_token(&r, name);
  assert_int_equal(au_position_parse(token, &p, why), AU_OK);
  assert_string_equal(p.variant, name);
  free(token);
  name[AU_VARIANT_TEXT - 1] = 'v';
  name[AU_VARIANT_TEXT] = '\0';
  token = middle_token(&r, name);
  assert_malformed(token, "not a position: expected au1:VARIANT:DIGEST:DATA");
  free(token);
}

/* Every token that is cut short is refused, and the game that was to be loaded
** is at its start. */
static void test_truncated(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  char *token = middle_token(&r, "de-2024");
  for (size_t n = strlen(token); n-- > 0;) {
    char why[AU_WHY_TEXT] = "";
    au_position p;
    token[n] = '\0';
    assert_int_equal(au_position_parse(token, &p, why), AU_EFORMAT);
    assert_true(strlen(why) > 0);
  }
  free(token);
}

/* Tokens in which one character of the data is altered, doubled or left out. */
static void test_altered(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  char *token = middle_token(&r, "de-2024");
  size_t len = strlen(token);
  size_t from = (size_t)(strrchr(token, ':') + 1 - token);
  char *copy = malloc(len + 2);
  assert_non_null(copy);
  for (size_t i = from; i <= len; i++) {
    static const char others[] = "Ab0-_ .+";
    char why[AU_WHY_TEXT];
    au_position p;
    for (const char *c = others; *c != '\0' && i < len; c++) {
      strcpy(copy, token);
      copy[i] = *c;
      assert_true(*c == token[i] ||
                  au_position_parse(copy, &p, why) == AU_EFORMAT);
    }
    memcpy(copy, token, i);
    copy[i] = 'A';
    strcpy(copy + i + 1, token + i);
    assert_int_equal(au_position_parse(copy, &p, why), AU_EFORMAT);
  }
  free(copy);
  free(token);
}

/* ---- Other rules ------------------------------------------------------ */

static void assert_unloaded(const au_rules *r, const char *token,
                            const char *reason) {
  au_game g;
  au_state empty;
  char why[AU_WHY_TEXT] = "";
  au_game_init(&g);
  au_game_begin(r, &g);
  au_seed seed = seed_of("was here");
  deal_game(r, &g, &seed);
  assert_int_equal(load(r, token, &g, why), AU_EFORMAT);
  assert_string_equal(why, reason);
  au_state_init(r, &empty);
  assert_memory_equal(&g.state, &empty, sizeof empty);
  assert_int_equal(g.round_n + g.log_n, 0);
  au_game_free(&g);
}

/* Under rules with another digest, the caller refuses the token. If it does
** not, the token still has to fit the rules. */
static void test_other_rules(void **state) {
  (void)state;
  au_rules r, three, zeros, twelve;
  variant_rules(&r, "de-2024", 4);
  variant_rules(&three, "de-2024", 3);
  variant_rules(&zeros, "de-2024+no-zero-gold", 4);
  knob_rules(&twelve, 4, "hand=11");
  char *token = middle_token(&r, "de-2024");
  assert_unloaded(&three, token,
                  "not a position: it is for another number of players");
  assert_unloaded(&zeros, token,
                  "seat 1: not the gold the rules deal (RULES 3.2)");
  assert_unloaded(&twelve, token,
                  "seat 1: not the number of cards the rules deal "
                  "(RULES 3.1)");
  free(token);
  knob_rules(&twelve, 4, "changes=0"); /* its actions are not legal here */
  token = middle_token(&r, "de-2024");
  assert_unloaded(&twelve, token,
                  "not a position: an action in it is not legal");
  free(token);
}

/* ---- Made up ---------------------------------------------------------- */

/* Decode the data of a token to bytes; returns their number. */
static size_t decode(const char *token, uint8_t *out) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  uint32_t bits = 0;
  int have = 0;
  size_t n = 0;
  for (const char *p = strrchr(token, ':') + 1; *p != '\0'; p++) {
    bits = bits << 6 | (uint32_t)(strchr(digits, *p) - digits);
    if ((have += 6) >= 8)
      out[n++] = (uint8_t)(bits >> (have -= 8));
  }
  return n;
}

/* Make a token from 'n' bytes of data; sets the last two to the
** right checksum. */
static void encode(uint8_t *data, size_t n, char *token) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  au_seed key = {{0x706f736974696f6eu, 1}};
  uint64_t sum = au_hash(&key, data, n - 2);
  uint32_t bits = 0;
  int have = 0;
  data[n - 2] = (uint8_t)sum;
  data[n - 1] = (uint8_t)(sum >> 8);
  token += sprintf(token, "au1:made-up:%s:", digest);
  for (size_t i = 0; i < n; i++) {
    bits = bits << 8 | data[i];
    for (have += 8; have >= 6; have -= 6)
      *token++ = digits[bits >> (have - 6) & 63];
  }
  if (have > 0)
    *token++ = digits[bits << (6 - have) & 63];
  *token = '\0';
}

/* Check that the token of its present position loads to the same state. */
static void check_again(const au_rules *r, const au_game *g) {
  char *again = token_of(r, g, "again"), why[AU_WHY_TEXT] = "";
  au_game h;
  au_game_init(&h);
  if (load(r, again, &h, why) != AU_OK)
    fail_msg("its own token: %s", why);
  assert_memory_equal(&h.state, &g->state, sizeof h.state);
  au_game_free(&h);
  free(again);
}

/* Load a token. If it loads, the state is sound, plays to its end or through
** more rounds than most games have, and can be written on the way. */
static bool harmless(const au_rules *r, const char *token, au_game *g) {
  enum { STEPS = 400, WRITTEN = 29 };
  char why[AU_WHY_TEXT] = "";
  au_seed seed = seed_of("harmless");
  au_rng rng = rng_of(&seed, 0);
  au_status status = load(r, token, g, why);
  if (status != AU_OK) {
    assert_true(strlen(why) > 0);
    return false;
  }
  assert_sound(r, &g->state);
  for (int i = 0; i < STEPS; i++) {
    if (i % WRITTEN == 0)
      check_again(r, g);
    if (g->state.phase == AU_PHASE_DEAL && g->state.round == UINT8_MAX)
      break; /* enough rounds */
    if (!step_game(r, g, &seed, &rng))
      break;
    assert_sound(r, &g->state);
  }
  return true;
}

/* Numbers too large for their field, or for any integer. */
static void test_out_of_range(void **state) {
  (void)state;
  static const struct {
    size_t at, n; /* offset in the data of a new game, and number of bytes */
    const uint8_t bytes[12];
  } cases[] = {
      {4, 5, {0xff, 0xff, 0xff, 0xff, 0x1f}}, /* points: 2^32 and more */
      {4, 5, {0xfe, 0xff, 0xff, 0xff, 0x1f}}, /* the same below zero */
      {4, 11, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}},
      {15, 3, {0x80, 0x80, 0x04}}, /* a variant's memory: 32768 */
      {15, 3, {0x81, 0x80, 0x04}}, /* and -32769 */
  };
  au_rules r;
  au_game g;
  variant_rules(&r, "de-2024", 4);
  au_game_init(&g);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t data[256], made[300];
    char token[600], why[AU_WHY_TEXT] = "";
    au_game_begin(&r, &g);
    char *sound = token_of(&r, &g, "x");
    size_t n = decode(sound, data), more = cases[i].n - 1;
    memcpy(made, data, cases[i].at);
    memcpy(made + cases[i].at, cases[i].bytes, cases[i].n);
    memcpy(made + cases[i].at + cases[i].n, data + cases[i].at + 1,
           n - cases[i].at - 1);
    encode(made, n + more, token);
    assert_int_equal(load(&r, token, &g, why), AU_EFORMAT);
    assert_string_equal(why, "not a position: its data is cut short");
    free(sound);
  }
  au_game_free(&g);
}

/* A right checksum, with a number of players that no rules have. */
static void test_players_out_of_range(void **state) {
  (void)state;
  static const uint8_t bad[] = {0, 1, 7, 132, 255};
  au_rules r;
  variant_rules(&r, "de-2024", 4);
  char *sound = middle_token(&r, "x"), token[1024];
  uint8_t data[512];
  size_t n = decode(sound, data);
  for (size_t i = 0; i < sizeof bad; i++) {
    data[0] = bad[i];
    encode(data, n, token);
    assert_malformed(token, "not a position: its data is cut off or altered");
  }
  data[0] = 4;
  encode(data, n, token);
  au_position p;
  char why[AU_WHY_TEXT];
  assert_int_equal(au_position_parse(token, &p, why), AU_OK);
  free(sound);
}

/* An answer larger than any number can be. */
static void test_answer_out_of_range(void **state) {
  (void)state;
  au_rules r;
  au_game g, h;
  char token[2048], why[AU_WHY_TEXT];
  uint8_t data[1024];
  au_action last = 0;
  au_seed seed = seed_of("answer");
  au_rng rng = rng_of(&seed, 0);
  au_rules_init(&r, 4);
  ask_questions(&r, &every_moment);
  finish_rules(&r);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&r, &g);
  while (au_action_what(last) != AU_ACT_ANSWER ||
         au_action_value(last) >= 128) {
    assert_true(step_game(&r, &g, &seed, &rng));
    last = g.log_n > 0 ? au_entry_action(g.log[g.log_n - 1]) : 0;
  }
  char *sound = token_of(&r, &g, "made-up");
  size_t n = decode(sound, data);
  assert_int_equal(data[n - 4], 138);
  assert_int_equal(data[n - 3], au_action_value(last));
  data[n - 3] = 0xff; /* 127 + 128 * 31: the largest value, */
  data[n - 2] = 32;   /* and one more */
  encode(data, n + 1, token);
  assert_int_not_equal(load(&r, token, &h, why), AU_OK);
  assert_true(strlen(why) > 0);
  encode(data, n + 1, token);
  data[n - 3] = (uint8_t)au_action_value(last);
  encode(data, n, token);
  assert_int_equal(load(&r, token, &h, why), AU_OK);
  free(sound);
  au_game_free(&g);
  au_game_free(&h);
}

/* Change random bytes of sound data, and correct the checksum each time. Some
** tokens load, most do not, none does harm. */
static int mutate(const au_rules *r, const char *token, au_game *g,
                  au_rng *rng) {
  enum { TRIES = 4000 };
  uint8_t data[1024], copy[1024];
  char made[2048];
  size_t n = decode(token, data);
  int loaded = 0;
  assert_true(n > 8 && n < sizeof data);
  for (int i = 0; i < TRIES; i++) {
    memcpy(copy, data, n);
    size_t m = n;
    for (uint32_t k = au_rng_below(rng, 3); k-- < 3;)
      copy[1 + au_rng_below(rng, (uint32_t)n - 3)] = (uint8_t)au_rng_next(rng);
    if (au_rng_below(rng, 4) == 0)
      m -= au_rng_below(rng, (uint32_t)n - 5);
    encode(copy, m, made);
    loaded += harmless(r, made, g);
  }
  return loaded;
}

static void test_made_up(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_seed seed = seed_of("made up");
  au_rng rng = rng_of(&seed, 1);
  variant_rules(&r, "de-2024", 4);
  au_game_init(&g);
  char *token = middle_token(&r, "x");
  assert_true(harmless(&r, token, &g));
  assert_true(mutate(&r, token, &g, &rng) > 0);
  free(token);
  for (int phase = AU_PHASE_BID; phase <= AU_PHASE_PLAY; phase++) {
    au_state s = table_of(&r, 2, "B10 C10 P10 S10", table_hands, table_gold);
    s.phase = (uint8_t)phase;
    if (phase == AU_PHASE_CHANGE)
      s.turn = 3;
    if (phase == AU_PHASE_BID) {
      memset(s.bid, AU_NONE, sizeof s.bid);
      s.extras = r.deck.base;
      for (int i = 0; i < 4; i++)
        s.extras &= ~s.hand[i];
      s.seen = s.extras;
    }
    assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
    token = token_of(&r, &g, "x");
    assert_true(mutate(&r, token, &g, &rng) > 0);
    free(token);
  }
  au_game_free(&g);
}

/* Make the token of a snapshot of 's', sound or not. */
static char *snapshot_of(const au_rules *r, const au_state *s) {
  au_game g;
  au_game_init(&g);
  g.state = g.start = *s;
  g.built = true;
  return token_of(r, &g, "snapshot");
}

/* Set every byte of a state to plausible values; returns how many of these
** snapshots load. */
static int change_bytes(const au_rules *r, const au_state *s, au_game *g) {
  static const uint8_t values[] = {0, 1, 2, 3, 4, 63, 99, 128, 186, 254, 255};
  int loaded = 0;
  for (size_t at = 0; at < offsetof(au_state, shown_n); at++)
    for (size_t i = 0; i < sizeof values; i++) {
      au_state changed = *s;
      ((uint8_t *)&changed)[at] = values[i];
      char *token = snapshot_of(r, &changed);
      loaded += harmless(r, token, g);
      free(token);
    }
  return loaded;
}

/* States of all phases, some of them in the middle of a trick. */
static void test_changed_snapshot(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs;
  } cases[] = {
      {4, "nuggets=1 exact=99 over=taken over_each=99 under_each=-99"},
      {3, THREE "zero_bid=true changes=2 extras=hidden hand=11 nuggets=1"},
      {2, "gold_leads=true hand=6 nuggets=1 extras=hidden follow=must"},
  };
  au_game g, h;
  au_game_init(&g);
  au_game_init(&h);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    au_seed seed = seed_of("changed");
    au_rng rng = rng_of(&seed, 0);
    unsigned had = 0; /* phases, a bit each; 8 more for states in the
                      ** middle of a trick */
    knob_rules(&r, cases[i].players, cases[i].knobs);
    au_game_begin(&r, &g);
    do {
      const au_state *s = &g.state;
      unsigned kind = s->phase + (s->trick.n > 0 ? 8u : 0);
      if ((had >> kind & 1) ||
          (s->round > 0 && s->tricks == 0 && s->phase != AU_PHASE_BID))
        continue;
      had |= 1u << kind;
      assert_true(change_bytes(&r, s, &h) > 0);
    } while (step_game(&r, &g, &seed, &rng));
    assert_true(had & 1u << AU_PHASE_BID && had & 1u << AU_PHASE_PLAY &&
                had & 1u << (8 + AU_PHASE_PLAY));
  }
  au_game_free(&g);
  au_game_free(&h);
}

/* Positions that an earlier version loaded, but that could not be played to
** their end or read again. */
static void test_not_to_its_end(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  char why[AU_WHY_TEXT] = "";
  variant_rules(&r, "en-2023", 4);
  au_game_init(&g);
  au_state s = table_of(&r, 2, "B10 C10 P10 S10", table_hands, NULL);
  au_state good = s;
  s.tricks = s.taken[0] = 186; /* six more of them would exceed another bound */
  char *token = snapshot_of(&r, &s);
  assert_int_equal(load(&r, token, &g, why), AU_EFORMAT);
  assert_string_equal(why, "more tricks were played than a round can have");
  free(token);
  s = good;
  s.points[1] = 1000000000; /* the round's points would be too many */
  token = snapshot_of(&r, &s);
  assert_true(harmless(&r, token, &g));
  free(token);
  s.points[1]++;
  token = snapshot_of(&r, &s);
  assert_int_equal(load(&r, token, &g, why), AU_EFORMAT);
  assert_string_equal(why, "points are out of range");
  free(token);
  s = good;
  memset(s.nuggets, 255, 2); /* they stay at 255 */
  token = snapshot_of(&r, &s);
  assert_true(harmless(&r, token, &g));
  assert_true(g.state.nuggets[0] == 255 && g.state.nuggets[1] == 255);
  free(token);
  au_game_free(&g);
}

/* Six players and a full trick: nothing may be written past its last card. */
static void test_full_trick(void **state) {
  (void)state;
  static const char *const hands[] = {"B1", "C1", "P1", "S1", "Z1", "Z2"};
  static const char *const gold[] = {"G1", "", "", "", "", ""};
  au_rules r;
  au_game g;
  char made[1024], why[AU_WHY_TEXT] = "";
  uint8_t data[512];
  knob_rules(&r, 6, "hand=8 gold=6,1 follow=free");
  au_state s = table_of(&r, 0, "B5 C5 P5 S5 Z5 Z6", hands, gold);
  s.phase = AU_PHASE_CHANGE;
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  g.start.phase = AU_PHASE_PLAY;
  g.start.trick.n = 6;
  for (int i = 0; i < 6; i++)
    g.start.trick.card[i] = card_of(&r, hands[i]);
  memset(g.start.hand, 0, sizeof g.start.hand);
  g.start.seen = r.deck.base;
  char *token = token_of(&r, &g, "x");
  size_t n = decode(token, data);
  data[n - 2] = AU_KIND_MAX - 1; /* plus one more action */
  encode(data, n + 1, made);
  assert_int_equal(load(&r, made, &g, why), AU_EFORMAT);
  assert_string_equal(why, "a card is due, but the trick is full");
  free(token);
  au_game_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_round_trip_knobs),
      cmocka_unit_test(test_round_trip_vars),
      cmocka_unit_test(test_round_trip_built),
      cmocka_unit_test(test_round_trip_known),
      cmocka_unit_test(test_undo_of_loaded),
      cmocka_unit_test(test_parse),
      cmocka_unit_test(test_parse_refuses),
      cmocka_unit_test(test_long_variant),
      cmocka_unit_test(test_truncated),
      cmocka_unit_test(test_altered),
      cmocka_unit_test(test_other_rules),
      cmocka_unit_test(test_out_of_range),
      cmocka_unit_test(test_players_out_of_range),
      cmocka_unit_test(test_answer_out_of_range),
      cmocka_unit_test(test_made_up),
      cmocka_unit_test(test_changed_snapshot),
      cmocka_unit_test(test_not_to_its_end),
      cmocka_unit_test(test_full_trick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
