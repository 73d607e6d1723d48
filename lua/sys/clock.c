/* clock.c: the clocks that time is measured by.
**
** Reading the system's clock takes as long as the engine's part of a short
** answer. So answers are measured by the processor's cycle counter, where it
** has a constant rate in all states of the processor ("invariant"). The
** counter is never believed for long:
**   1. For SPAN seconds at most. Then the clock is read, and the rate found
**      again. So an answer that takes longer is measured by the clock.
**   2. A rate other than before (the machine slept, or moved) ends its use. */
#include "sys.h"

#include <math.h>
#include <sys/resource.h>
#include <time.h>
#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

double au_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- The cycle counter -------------------------------------------------- */

static const double SPAN = 0.01;

void au_cycles_compare(au_cycles *c, uint64_t before, double clock,
                       uint64_t after) {
  enum { NEAR = 10000 }; /* cycles of a reading; more if it was interrupted */
  double seconds = clock - c->clock;
  bool begun = c->clock != 0;
  if (after - before > NEAR || (begun && c->span == 0 && seconds < SPAN))
    return;
  if (begun) {
    double cycle = seconds / (double)(before - c->count);
    c->wrong = before <= c->count ||
               (c->span > 0 && fabs(cycle - c->cycle) > c->cycle / 250);
    c->cycle = cycle;
    c->span = c->wrong ? 0 : (uint64_t)(SPAN / cycle);
  }
  c->clock = clock;
  c->count = before;
}

#if defined(__x86_64__) && defined(__linux__)
static bool is_invariant(void) {
  enum { LEAF = (int)0x80000007, INVARIANT = 1 << 8 };
  unsigned a, b, c, d;
  return __get_cpuid((unsigned)LEAF, &a, &b, &c, &d) && (d & INVARIANT) != 0;
}

double au_cycles_clock(au_cycles *c) {
  uint64_t before = __rdtsc();
  if (before - c->count < c->span)
    return c->clock + (double)(before - c->count) * c->cycle;
  double clock = au_clock();
  bool known = c->cycle > 0;
  if (c->wrong)
    return clock;
  au_cycles_compare(c, before, clock, __rdtsc());
  if (!known && c->cycle > 0 && !is_invariant()) {
    c->wrong = true;
    c->span = 0;
  }
  return clock;
}
#else
double au_cycles_clock(au_cycles *c) {
  (void)c;
  return au_clock();
}
#endif

/* ---- Processor time ----------------------------------------------------- */

double au_own_clock(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
    return 0;
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double au_children_clock(void) {
  struct rusage r;
  if (getrusage(RUSAGE_CHILDREN, &r) != 0)
    return 0;
  return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
         (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
}
