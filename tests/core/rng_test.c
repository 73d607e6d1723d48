/* rng_test.c: random numbers repeat, are uniform, and differ by stream. */
#include "helper.h"

/* SipHash-2-4 of the bytes 00 01 02 ... with the key 00 .. 0f. The vectors are
** those of Aumasson and Bernstein 2012, appendix A (15 bytes), and of their
** reference code (the rest), as little-endian numbers. */
static void test_siphash(void **state) {
  (void)state;
  static const struct {
    size_t len;
    uint64_t hash;
  } vectors[] = {
      {0, 0x726fdb47dd0e0e31u},  {1, 0x74f839c593dc67fdu},
      {7, 0xab0200f58b01d137u},  {8, 0x93f5f5799a932462u},
      {15, 0xa129ca6149be45e5u}, {63, 0x958a324ceb064572u},
  };
  au_seed key = {{0x0706050403020100u, 0x0f0e0d0c0b0a0908u}};
  uint8_t message[64];
  for (unsigned i = 0; i < sizeof message; i++)
    message[i] = (uint8_t)i;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    assert_true(au_hash(&key, message, vectors[i].len) == vectors[i].hash);
}

/* xoshiro256** from the state 1 2 3 4: the first outputs of the authors' code,
** as published with its ports (rand_xoshiro; numpy's test data is seeded). */
static void test_xoshiro(void **state) {
  (void)state;
  static const uint64_t expected[] = {11520u,
                                      0u,
                                      1509978240u,
                                      1215971899390074240u,
                                      1216172134540287360u,
                                      607988272756665600u,
                                      16172922978634559625u,
                                      8476171486693032832u,
                                      10595114339597558777u,
                                      2904607092377533576u};
  au_rng rng = {{1, 2, 3, 4}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_true(au_rng_next(&rng) == expected[i]);
}

/* The present values of seeds and streams. A change here changes every game: do
** it only on purpose. */
static void test_frozen(void **state) {
  (void)state;
  au_seed seed = seed_of("42.537");
  au_rng rng;
  assert_true(seed.key[0] == 0xa50c593e5039f82fu);
  assert_true(seed.key[1] == 0xda50499ce2a48ae1u);
  au_rng_init(&rng, &seed, AU_STREAM_DEAL, 1, 0, 0);
  assert_true(au_rng_next(&rng) == 0x3ad7ee36f0b21492u);
  assert_true(au_rng_next(&rng) == 0xa1c45ae5d5c636f2u);
  au_rng_init(&rng, &seed, AU_STREAM_SEAT, 3, 2, 1);
  assert_true(au_rng_next(&rng) == 0x7bc59aed48f4ba9fu);
}

static void test_seeds_differ(void **state) {
  (void)state;
  au_seed a = seed_of("1"), b = seed_of("2"), again = seed_of("1");
  au_seed empty = seed_of(""), nul;
  au_seed_init(&nul, "\0", 1);
  assert_memory_equal(&a, &again, sizeof a);
  assert_true(a.key[0] != b.key[0] && a.key[1] != b.key[1]);
  assert_true(a.key[0] != a.key[1]);
  assert_true(empty.key[0] != nul.key[0]); /* any text; zeros count */
}

/* Each number of a stream, and its use, gives another stream. */
static void test_streams_differ(void **state) {
  (void)state;
  enum { N = 4 * 3 * 3 * 3 };
  au_seed seed = seed_of("streams");
  uint64_t first[N];
  int n = 0;
  for (unsigned i = 0; i < N; i++) {
    au_rng rng;
    au_rng_init(&rng, &seed, (au_stream)(i / 27), i / 9 % 3, i / 3 % 3, i % 3);
    first[n] = au_rng_next(&rng);
    for (int k = 0; k < n; k++)
      assert_true(first[k] != first[n]);
    n++;
  }
  au_rng rng;
  au_rng_init(&rng, &seed, AU_STREAM_FIRST, 0, 0, 0);
  assert_true(au_rng_next(&rng) == first[0]); /* the first one again */
}

static void assert_even(au_rng *rng, uint32_t n) {
  enum { CELLS = 64, DRAWS = 20000 };
  int count[CELLS] = {0};
  for (int i = 0; i < DRAWS; i++) {
    uint32_t x = au_rng_below(rng, n);
    assert_true(x < n);
    count[x]++;
  }
  assert_true(is_even(count, (int)n));
}

static void test_below_is_even(void **state) {
  (void)state;
  au_seed seed = seed_of("below");
  for (uint32_t n = 2; n <= 64; n++) {
    au_rng rng = rng_of(&seed, n);
    assert_even(&rng, n);
  }
}

/* Where n does not divide 2^32, the surplus is drawn again. With n = 3 * 2^30
** that is a quarter of the draws; a plain multiplication would give each number
** that 3 divides twice as often as the others. */
static void test_below_rejects(void **state) {
  (void)state;
  enum { DRAWS = 30000 };
  au_seed seed = seed_of("reject");
  au_rng rng = rng_of(&seed, 0);
  int by_rest[3] = {0};
  for (int i = 0; i < DRAWS; i++) {
    uint32_t x = au_rng_below(&rng, (uint32_t)3 << 30);
    assert_true(x < (uint32_t)3 << 30);
    by_rest[x % 3]++;
  }
  for (int i = 0; i < 3; i++)
    assert_in_range(by_rest[i], DRAWS / 3 - 500, DRAWS / 3 + 500);
}

static void test_below_one(void **state) {
  (void)state;
  au_seed seed = seed_of("one");
  au_rng rng = rng_of(&seed, 0);
  for (int i = 0; i < 100; i++)
    assert_int_equal(au_rng_below(&rng, 1), 0);
}

/* Each of the 64 bits is set about half the time. */
static void test_bits(void **state) {
  (void)state;
  enum { DRAWS = 10000 };
  au_seed seed = seed_of("bits");
  au_rng rng = rng_of(&seed, 0);
  int set[64] = {0};
  for (int i = 0; i < DRAWS; i++) {
    uint64_t x = au_rng_next(&rng);
    for (int bit = 0; bit < 64; bit++)
      set[bit] += (int)(x >> bit & 1);
  }
  for (int bit = 0; bit < 64; bit++)
    assert_in_range(set[bit], DRAWS / 2 - 300, DRAWS / 2 + 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_siphash),
      cmocka_unit_test(test_xoshiro),
      cmocka_unit_test(test_frozen),
      cmocka_unit_test(test_seeds_differ),
      cmocka_unit_test(test_streams_differ),
      cmocka_unit_test(test_below_is_even),
      cmocka_unit_test(test_below_rejects),
      cmocka_unit_test(test_below_one),
      cmocka_unit_test(test_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
