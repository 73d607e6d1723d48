/* nolock.c: a library to preload, under which files have no locks, as on some
** network drives. LOCKERR is the errno of the refusal, LOCKTIMES the number of
** refusals, 0 for all. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>

static int refused(int command) {
  static int refusals;
  const char *error = getenv("LOCKERR"), *times = getenv("LOCKTIMES");
  if (error == NULL || (command != F_SETLK && command != F_SETLKW &&
                        command != F_GETLK && command != F_OFD_SETLK &&
                        command != F_OFD_SETLKW && command != F_OFD_GETLK))
    return 0;
  int most = times != NULL ? atoi(times) : 0;
  if (most != 0 && ++refusals > most)
    return 0;
  errno = atoi(error);
  return 1;
}

#define WRAP(name)                                              \
  int name(int fd, int command, ...) {                          \
    static int (*real)(int, int, ...);                          \
    va_list args;                                               \
    if (real == NULL)                                           \
      *(void **)&real = dlsym(RTLD_NEXT, #name);                \
    va_start(args, command);                                    \
    void *argument = va_arg(args, void *);                      \
    va_end(args);                                               \
    return refused(command) ? -1 : real(fd, command, argument); \
  }

WRAP(fcntl)
WRAP(fcntl64)
