/* clock.c: the clocks that time is measured by. */
#include "sys.h"

#include <sys/resource.h>
#include <time.h>

double au_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

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
