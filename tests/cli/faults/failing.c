/* failing.c: an allocator that fails at its n-th request; this
** library is preloaded.
**
** The environment sets it up: FAIL_AT=n; FAIL_ON=1 if every later request fails
** too; FAIL_COUNT=file, to which the highest count of any process is written.
** Each process has its own count, and a fork continues its parent's. So the
** same n fails at the same place in every run, in workers too.
**
** The count is in a mapped file, because a worker can neither open files nor
** end in an orderly way. The C library's own functions are called by the names
** that glibc exports for them, so that no look-up allocates memory. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static long count, fail_at;
static int fail_on;
static volatile long *highest; /* shared; NULL if not wanted */

__attribute__((constructor)) static void start(void) {
  const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");
  const char *path = getenv("FAIL_COUNT");
  if (path != NULL) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, sizeof *highest) != 0)
      _exit(99);
    void *page =
        mmap(NULL, sizeof *highest, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED)
      _exit(99);
    highest = page;
    close(fd);
  }
  fail_on = on != NULL && *on == '1';
  alarm(60); /* ends a process that hangs, and its forks */
  count = 0; /* the loader's own requests never fail */
  fail_at = at != NULL ? atol(at) : 0;
}

static int fails(void) {
  count++;
  if (highest != NULL && *highest < count)
    *highest = count;
  if (fail_at == 0 || count < fail_at || (count > fail_at && !fail_on))
    return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
  return fails() ? NULL : __libc_realloc(block, size);
}
