/* jumping.c: a library to preload, under which the time of day jumps: each look
** at it is an hour before or a day after the one before. The clocks that only
** go forward are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

static time_t jumped(time_t now) {
  static unsigned looks;
  return now + (looks++ % 2 == 0 ? -3600 : 86400);
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL)
    *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  int status = real(clock, out);
  if (status == 0 && clock == CLOCK_REALTIME)
    out->tv_sec = jumped(out->tv_sec);
  return status;
}

int gettimeofday(struct timeval *out, void *zone) {
  struct timespec now;
  (void)zone;
  int status = clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return status;
}

time_t time(time_t *out) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0)
    return (time_t)-1;
  if (out != NULL)
    *out = now.tv_sec;
  return now.tv_sec;
}
