/* calls.c: system calls that fail; this library is preloaded.
**
** The environment selects the call: FAIL_CALL=NAME and FAIL_AT=n, the n-th call
** of that function in each process, with the error FAIL_ERRNO. A fork continues
** its parent's count. With FAIL_CALL=garble, a worker's n-th write writes 0xff
** bytes instead of its own. With "end-read", "end-write" and "end-written", the
** worker ends at its n-th read, at its n-th write, or halfway through that
** write, with FAIL_STATUS. With "lock", no file can be locked, as on a file
** system without locks; FAIL_AT counts nothing then. "mmap" is a call for
** memory, "mmap-file" one for a file.
**
** No symbol is looked up once a program runs, because workers
** may not do that. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*real_fcntl)(int fd, int command, ...);
static pid_t (*real_fork)(void);
static int (*real_pipe)(int fd[2]);
static void *(*real_mmap)(void *at, size_t n, int prot, int flags, int fd,
                          off_t from);
static int (*real_poll)(struct pollfd *fd, nfds_t n, int timeout);
static pid_t (*real_waitpid)(pid_t pid, int *status, int options);
static ssize_t (*real_read)(int fd, void *to, size_t n);
static ssize_t (*real_write)(int fd, const void *from, size_t n);

static const char *which = "";
static long left;
static int error, status;
static int worker; /* this process is a fork */

__attribute__((constructor)) static void start(void) {
  *(void **)&real_fcntl = dlsym(RTLD_NEXT, "fcntl");
  *(void **)&real_fork = dlsym(RTLD_NEXT, "fork");
  *(void **)&real_pipe = dlsym(RTLD_NEXT, "pipe");
  *(void **)&real_mmap = dlsym(RTLD_NEXT, "mmap");
  *(void **)&real_poll = dlsym(RTLD_NEXT, "poll");
  *(void **)&real_waitpid = dlsym(RTLD_NEXT, "waitpid");
  *(void **)&real_read = dlsym(RTLD_NEXT, "read");
  *(void **)&real_write = dlsym(RTLD_NEXT, "write");
  alarm(60); /* ends a process that hangs */
  const char *at = getenv("FAIL_AT"), *code = getenv("FAIL_ERRNO");
  const char *call = getenv("FAIL_CALL");
  left = at != NULL ? atol(at) : 0;
  error = code == NULL                  ? EINTR
          : strcmp(code, "ENOMEM") == 0 ? ENOMEM
          : strcmp(code, "EAGAIN") == 0 ? EAGAIN
          : strcmp(code, "EMFILE") == 0 ? EMFILE
                                        : EINTR;
  which = call != NULL ? call : "";
  status = getenv("FAIL_STATUS") != NULL ? atoi(getenv("FAIL_STATUS")) : 9;
}

static int fails(const char *call) {
  if (strcmp(call, which) != 0 || --left != 0)
    return 0;
  errno = error;
  return 1;
}

int fcntl(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *value = va_arg(rest, void *);
  va_end(rest);
  if (strcmp(which, "lock") == 0 &&
      (command == F_SETLK || command == F_GETLK)) {
    errno = ENOLCK;
    return -1;
  }
  return real_fcntl(fd, command, value);
}
pid_t fork(void) {
  if (fails("fork"))
    return -1;
  pid_t pid = real_fork();
  worker = worker || pid == 0;
  return pid;
}
int pipe(int fd[2]) {
  return fails("pipe") ? -1 : real_pipe(fd);
}
void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t from) {
  if (real_mmap == NULL) /* before 'start' */
    *(void **)&real_mmap = dlsym(RTLD_NEXT, "mmap");
  return fails(fd < 0 ? "mmap" : "mmap-file")
             ? MAP_FAILED
             : real_mmap(at, n, prot, flags, fd, from);
}
int poll(struct pollfd *fd, nfds_t n, int timeout) {
  return fails("poll") ? -1 : real_poll(fd, n, timeout);
}
pid_t waitpid(pid_t pid, int *status, int options) {
  return fails("waitpid") ? -1 : real_waitpid(pid, status, options);
}
ssize_t read(int fd, void *to, size_t n) {
  if (worker && fails("end-read"))
    _exit(status);
  return fails("read") ? -1 : real_read(fd, to, n);
}
ssize_t write(int fd, const void *from, size_t n) {
  char garbage[4096];
  if (worker && fails("end-write"))
    _exit(status);
  if (worker && n > 1 && fails("end-written")) {
    real_write(fd, from, n / 2);
    _exit(status);
  }
  if (worker && fails("garble")) {
    memset(garbage, 0xff, sizeof garbage);
    from = garbage;
    n = n < sizeof garbage ? n : sizeof garbage;
  }
  return fails("write") ? -1 : real_write(fd, from, n);
}
