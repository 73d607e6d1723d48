/* clock_test.c: the cycle counter that stands in for the clock
** (lua/sys/clock.c), compared with clocks of this test's own. */
#include "helper.h"

#include "../../lua/sys/sys.h"

static const double RATE = 2e9; /* cycles of a second */

/* Compare 'c' with a clock at 'seconds' and a counter at 'count'. */
static void compare(au_cycles *c, double seconds, double count) {
  au_cycles_compare(c, (uint64_t)count, seconds, (uint64_t)count + 100);
}

static void test_rate_is_found(void **state) {
  (void)state;
  au_cycles c = {0};
  compare(&c, 100, 5e9);
  assert_int_equal(c.span, 0);
  compare(&c, 100.001, 5e9 + 0.001 * RATE); /* too soon */
  assert_int_equal(c.span, 0);
  compare(&c, 100.5, 5e9 + 0.5 * RATE);
  assert_true(c.span > 0 && !c.wrong);
  assert_true(c.cycle * RATE > 0.999999 && c.cycle * RATE < 1.000001);
  assert_true((double)c.span * c.cycle < 0.0101);
  compare(&c, 107, 5e9 + 7 * RATE); /* a long answer */
  assert_true(c.span > 0 && c.clock > 106);
}

static void test_interrupted_reading_is_not_taken(void **state) {
  (void)state;
  au_cycles c = {0}, before;
  compare(&c, 100, 5e9);
  compare(&c, 101, 5e9 + RATE);
  before = c;
  au_cycles_compare(&c, 9000000000u, 102, 9000020000u);
  assert_memory_equal(&c, &before, sizeof c);
}

/* The clock shows half a second where the counter shows 'cycles'. */
static bool is_wrong(double cycles) {
  au_cycles c = {0};
  compare(&c, 100, 5e9);
  compare(&c, 101, 5e9 + RATE);
  compare(&c, 101.5, 5e9 + RATE + cycles);
  assert_int_equal(c.wrong, c.span == 0);
  return c.wrong;
}

static void test_other_rate_ends_its_use(void **state) {
  (void)state;
  assert_false(is_wrong(0.5 * RATE));
  assert_false(is_wrong(0.5001 * RATE));
  assert_true(is_wrong(0.51 * RATE));
  assert_true(is_wrong(0.49 * RATE));
  assert_true(is_wrong(1e6));  /* it stood still */
  assert_true(is_wrong(-1e9)); /* it went back */
  assert_true(is_wrong(1e15)); /* it went on while the machine slept */
}

/* Read until the rate is known; elsewhere the clock is read for ever. */
static void test_counter_agrees_with_clock(void **state) {
  (void)state;
  au_cycles c = {0};
#if defined(__x86_64__) && defined(__linux__)
  while (!c.wrong && c.span == 0)
    au_cycles_clock(&c);
#endif
  for (int i = 0; i < 100000; i++) {
    double before = au_clock(), now = au_cycles_clock(&c);
    assert_true(now > before - 0.001 && now < au_clock() + 0.001);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rate_is_found),
      cmocka_unit_test(test_interrupted_reading_is_not_taken),
      cmocka_unit_test(test_other_rate_ends_its_use),
      cmocka_unit_test(test_counter_agrees_with_clock)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
