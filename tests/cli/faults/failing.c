/* failing.c: an allocator that fails at its n-th request, to be preloaded.
**
** The environment says how: FAIL_AT=n; FAIL_ON=1 if every later request fails
** as well; FAIL_COUNT=file where the highest count of any process is written.
** Each process counts for itself, a fork goes on from its parent's count: so
** the same n fails at the same place in every run, and in workers too.
**
** The count lies in a mapped file, since a worker may neither open files nor
** end in an orderly way. The C library's own functions are called by the names
** that glibc exports for them, which needs no look-up that would allocate. */
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
static volatile long *highest; /* shared; NULL where nobody asks */

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
  alarm(60); /* one that hangs dies of it; what it forked dies with it */
  count = 0; /* of what the loader asked for nothing can be made to fail */
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
