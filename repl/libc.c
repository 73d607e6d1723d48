/* libc.c: two functions of the C library, which the program replaces for
** liblua.
**
** Lua's operators call them, so the sandbox cannot leave them out, and their
** results differ between machines: `pow`, for `a ^ b`, in its last bit, and
** `snprintf`, for a number that becomes a text, in the sign of a NaN. These
** depend on IEEE arithmetic alone. The dynamic linker finds those of a program
** before those of libraries. A stock lua5.4 that loads the module keeps its
** own.
**
** `pow` computes exp(y * log(x)) with pairs of numbers, to 95 bits or more, and
** small whole powers by squaring. So
** it is the nearest number but where the exact power lies within a 2^40th of
** the middle between two. No operation may be fused with another (Makefile). */
#undef _FORTIFY_SOURCE

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#define PRINTS(format_at, first) \
  __attribute__((format(printf, format_at, first)))
#else
#define EXPORTED
#define PRINTS(format_at, first)
#endif

#if defined(__i386__) && defined(__GNUC__)
/* Lua for 32-bit x86 computes with registers of 80 bits. Let each operation
** round to the 53 bits of a double, as elsewhere. */
static void __attribute__((constructor)) round_to_double(void) {
  const uint16_t word = 0x27f; /* the usual one has 0x300 for 64 bits */
  __asm__ volatile("fldcw %0" : : "m"(word));
}
#endif

/* ---- Pairs of numbers ---------------------------------------------------- */

/* The sum of both; 'lo' is at most half a unit of the last place of 'hi'. */
typedef struct pair {
  double hi, lo;
} pair;

static pair sum(double a, double b) {
  double hi = a + b, part = hi - a;
  return (pair){hi, (a - (hi - part)) + (b - part)};
}

/* The same, if 'a' is the greater or 'b' is small. */
static pair normal(double a, double b) {
  double hi = a + b;
  return (pair){hi, b - (hi - a)};
}

static pair product(double a, double b) {
  const double split = 0x1p27 + 1;
  double hi = a * b, p = a * split, q = b * split;
  double a1 = p - (p - a), b1 = q - (q - b), a2 = a - a1, b2 = b - b1;
  return (pair){hi, ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2};
}

static pair add(pair a, pair b) {
  pair s = sum(a.hi, b.hi);
  return normal(s.hi, s.lo + (a.lo + b.lo));
}

static pair multiply(pair a, pair b) {
  pair p = product(a.hi, b.hi);
  return normal(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* a / b */
static pair divide(double a, pair b) {
  double first = a / b.hi;
  pair back = product(first, b.hi);
  double rest = ((a - back.hi) - back.lo) - first * b.lo;
  return normal(first, rest / b.hi);
}

static const pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/* ---- Powers -------------------------------------------------------------- */

/* 2^n, a normal number. */
static double power_of_two(int n) {
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The natural logarithm of a finite number above 0, by the series of the
** inverse hyperbolic tangent of (m - 1) / (m + 1). */
static pair logarithm(double x) {
  enum { TERMS = 11, MORE = 21 };
  static const pair odd[TERMS] = {
      /* 1 / (2 k + 1) */
      {0x1.0000000000000p+0, 0x0.0p+0},
      {0x1.5555555555555p-2, 0x1.5555555555555p-56},
      {0x1.999999999999ap-3, -0x1.999999999999ap-57},
      {0x1.2492492492492p-3, 0x1.2492492492492p-57},
      {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
      {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59},
      {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58},
      {0x1.1111111111111p-4, 0x1.1111111111111p-60},
      {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
      {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},
      {0x1.8618618618618p-5, 0x1.8618618618618p-59}};
  uint64_t bits;
  int exponent = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    exponent = -54;
  }
  memcpy(&bits, &x, sizeof bits);
  exponent += (int)(bits >> 52) - 1023;
  bits = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1023 << 52;
  memcpy(&x, &bits, sizeof x);
  if (x > 0x1.6a09e667f3bcdp+0) { /* the root of 2 */
    x /= 2;
    exponent++;
  }
  pair s = divide(x - 1, sum(x, 1)), square = multiply(s, s);
  double tail = 0;
  for (int k = MORE; k >= TERMS; k--)
    tail = tail * square.hi + 1.0 / (2 * k + 1);
  pair series = {tail, 0};
  for (int k = TERMS - 1; k >= 0; k--)
    series = add(multiply(series, square), odd[k]);
  series = multiply(series, (pair){2 * s.hi, 2 * s.lo});
  pair whole = product(exponent, ln2.hi);
  whole = normal(whole.hi, whole.lo + exponent * ln2.lo);
  return add(whole, series);
}

/* e to a power between -746 and 710. */
static double exponential(pair x) {
  enum { TERMS = 7, MORE = 14, HALVED = 4 };
  static const pair inverse[TERMS] = {
      /* 1 / n! */
      {0x1.0000000000000p+0, 0x0.0p+0},
      {0x1.0000000000000p+0, 0x0.0p+0},
      {0x1.0000000000000p-1, 0x0.0p+0},
      {0x1.5555555555555p-3, 0x1.5555555555555p-57},
      {0x1.5555555555555p-5, 0x1.5555555555555p-59},
      {0x1.1111111111111p-7, 0x1.1111111111111p-63},
      {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65}};
  int n = (int)floor(x.hi / ln2.hi + 0.5);
  pair whole = product(n, ln2.hi);
  whole = normal(whole.hi, whole.lo + n * ln2.lo);
  pair rest = add(x, (pair){-whole.hi, -whole.lo});
  rest.hi *= 1.0 / (1 << HALVED);
  rest.lo *= 1.0 / (1 << HALVED);
  double tail = 0, factorial = 87178291200; /* of MORE */
  for (int k = MORE; k >= TERMS; factorial /= k--)
    tail = tail * rest.hi + 1 / factorial;
  pair series = {tail, 0};
  for (int k = TERMS - 1; k >= 0; k--)
    series = add(multiply(series, rest), inverse[k]);
  for (int i = 0; i < HALVED; i++)
    series = multiply(series, series);
  double result = series.hi + series.lo;
  if (n < -1021) /* so that only the last step may round */
    return result * power_of_two(n + 200) * power_of_two(-200);
  return n > 1023 ? result * 2 * power_of_two(n - 1) : result * power_of_two(n);
}

/* x to a power of at least 1, by squaring; x is between 2^-15 and 2^15, so that
** nothing is out of range. Most powers that bots raise to are such. */
static double whole_power(double x, int n) {
  pair square = {x, 0}, result = {1, 0};
  for (;; square = multiply(square, square)) {
    if (n & 1)
      result = multiply(result, square);
    if ((n >>= 1) == 0)
      return result.hi + result.lo;
  }
}

static bool is_odd(double y) {
  return fabs(y) < 0x1p53 && floor(y) == y && floor(y / 2) * 2 != y;
}

/* |x| to the power of y, where neither is a NaN and y is not 0. */
static double positive_power(double x, double y) {
  if (x == 1)
    return 1;
  if (x == 0 || x == INFINITY)
    return (x == 0) == (y > 0) ? 0 : INFINITY;
  if (fabs(y) >= 0x1p64) /* infinite, too */
    return (x > 1) == (y > 0) ? INFINITY : 0;
  if (y >= 1 && y <= 64 && floor(y) == y && x > 0x1p-15 && x < 0x1p15)
    return whole_power(x, (int)y);
  pair log = logarithm(x), power = product(y, log.hi);
  power = normal(power.hi, power.lo + y * log.lo);
  if (power.hi > 709.8)
    return INFINITY;
  return power.hi < -745.2 ? 0 : exponential(power);
}

EXPORTED double pow(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  if (x < 0 && fabs(x) != INFINITY && floor(y) != y)
    return NAN;
  double result = positive_power(fabs(x), y);
  return signbit(x) && is_odd(y) ? -result : result;
}

/* ---- Numbers as texts ---------------------------------------------------- */

/* Print as snprintf does, and a NaN without a sign in the format of numbers
** that become texts. */
PRINTS(3, 0)
static int print(char *out, size_t size, const char *format, va_list args) {
  if (strcmp(format, "%.14g") == 0) {
    va_list copy;
    va_copy(copy, args);
    double x = va_arg(copy, double);
    va_end(copy);
    if (x != x)
      return snprintf(out, size, "%s", "nan");
  }
  return vsnprintf(out, size, format, args);
}

PRINTS(3, 4)
EXPORTED int snprintf(char *out, size_t size, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = print(out, size, format, args);
  va_end(args);
  return n;
}

#if defined(__GLIBC__) /* its name where the size of 'out' is known, 'room' */
PRINTS(5, 6)
int __snprintf_chk(char *out, size_t size, int flag, size_t room,
                   const char *format, ...);

EXPORTED int __snprintf_chk(char *out, size_t size, int flag, size_t room,
                            const char *format, ...) {
  va_list args;
  (void)flag;
  if (size > room)
    abort();
  va_start(args, format);
  int n = print(out, size, format, args);
  va_end(args);
  return n;
}
#endif
