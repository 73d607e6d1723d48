/* clock.c: a clock that jumps; this library is preloaded.
**
** CHAOS_CLOCK names a file of 16 bytes that begins with a number of seconds,
** which are added to what the real-time clock says. The file is mapped, since a
** confined worker can open none: the clock jumps when the file is overwritten.
** The monotonic clock and those of processor time are left alone. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *seconds = "";

static void __attribute__((constructor)) map(void) {
  const char *name = getenv("CHAOS_CLOCK");
  int file = name != NULL ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return;
  void *found = mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (found != MAP_FAILED)
    seconds = found;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL)
    *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  int status = real(clock, out);
  if (status == 0 && clock == CLOCK_REALTIME)
    out->tv_sec += strtol(seconds, NULL, 10);
  return status;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL)
    *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
