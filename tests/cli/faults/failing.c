/* failing.c: an allocator that fails at its n-th request; this
** library is preloaded.
**
** The environment sets it up: FAIL_AT=n; FAIL_ON=1 if every later request fails
** too; FAIL_TRACE=file, to which the size of each request is written (trace.h).
** Each process has its own count and trace, and a fork continues its parent's.
** So the same n fails at the same place in every run, in workers too.
**
** With FAIL_SERVE set, the process is a server: it runs until the request that
** an order names, forks a copy that continues as the order says, and waits for
** it. So the runs of many orders share their beginning. A copy opens its
** standard files anew; the server must have no other file open at that request,
** and must not have used its own.
**
** The trace is a mapped file, because a worker can neither open files nor end
** in an orderly way. The C library's own functions are called by the names
** that glibc exports for them, so that no look-up allocates memory. */
#include "trace.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <lua.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);

enum { SECONDS = 60 }; /* end a process that hangs */

static long count, fail_at;
static bool fail_on;
static int compiling;    /* calls of lua_load, which reads Lua's text */
static traces *shared;   /* NULL if not wanted */
static uint64_t *trace;  /* of this process; NULL if none */
static bool serving;     /* this process is a server */
static order next_order; /* of a server */

/* ---- Traces ---- */

/* Give this process a trace, which begins with its parent's. */
static void begin_trace(void) {
  long i = __atomic_fetch_add(&shared->processes, 1, __ATOMIC_RELAXED);
  uint64_t *own = i < TRACES ? shared->size[i] : NULL;
  if (own != NULL && trace != NULL) {
    memcpy(own, trace, (size_t)count * sizeof *own);
    shared->forked[i] = count;
  }
  trace = own;
}

static void open_trace(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || ftruncate(fd, sizeof *shared) != 0)
    _exit(99);
  shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shared == MAP_FAILED || pthread_atfork(NULL, NULL, begin_trace) != 0)
    _exit(99);
  begin_trace();
  close(fd);
}

static void note(size_t size) {
  if (count >= TRACE_MAX)
    return;
  trace[count] = (size + 1) << 1 | (compiling > 0);
}

int lua_load(lua_State *L, lua_Reader reader, void *data, const char *name,
             const char *mode) {
  static int (*real)(lua_State *, lua_Reader, void *, const char *,
                     const char *);
  if (real == NULL)
    *(void **)&real = dlsym(RTLD_NEXT, "lua_load");
  compiling++;
  int status = real(L, reader, data, name, mode);
  compiling--;
  return status;
}

/* ---- The server ---- */

static void take_order(void) {
  if (read(ORDERS, &next_order, sizeof next_order) != sizeof next_order)
    _exit(0);
}

/* Give 'fd' a description of its own of the file at 'path'. */
static void reopen(int fd, const char *path, int flags) {
  int opened = open(path, flags, 0600);
  if (opened < 0 || dup2(opened, fd) != fd || close(opened) != 0)
    _exit(99);
}

/* In a copy: continue as the order says. Neither timer survives a fork. */
static void obey(const struct itimerval *timer) {
  serving = false;
  fail_at = next_order.at > count ? next_order.at : count;
  fail_on = next_order.on;
  close(ORDERS);
  close(STATUSES);
  reopen(0, "/proc/self/fd/0", O_RDONLY);
  reopen(1, "out", O_WRONLY | O_CREAT);
  reopen(2, "err", O_WRONLY | O_CREAT);
  setitimer(ITIMER_VIRTUAL, timer, NULL);
  alarm(SECONDS);
}

/* Fork for each order that begins at this request, or began before it, since
** counts differ a little between runs: Lua's hashes are random. Returns in each
** copy, and in the server when the next order begins later. */
static void serve(void) {
  int was = errno;
  while (next_order.from == count) {
    struct itimerval timer;
    int status = -1;
    getitimer(ITIMER_VIRTUAL, &timer);
    pid_t pid = fork();
    if (pid == 0) {
      obey(&timer);
      break;
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid ||
        write(STATUSES, &status, sizeof status) != sizeof status)
      _exit(99);
    take_order();
  }
  errno = was;
}

/* ---- The allocator ---- */

__attribute__((constructor)) static void start(void) {
  const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");
  const char *path = getenv("FAIL_TRACE");
  if (path != NULL)
    open_trace(path);
  fail_on = on != NULL && *on == '1';
  count = 0; /* the loader's own requests never fail */
  fail_at = at != NULL ? atol(at) : 0;
  serving = getenv("FAIL_SERVE") != NULL;
  if (serving) {
    take_order();
    serve();
  } else {
    alarm(SECONDS);
  }
}

static bool fails(size_t size) {
  if (trace != NULL)
    note(size);
  count++;
  if (serving)
    serve();
  if (fail_at == 0 || count < fail_at || (count > fail_at && !fail_on))
    return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) {
  return fails(size) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  return fails(n * size) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
  return fails(size) ? NULL : __libc_realloc(block, size);
}
