/* confined.c: the actions that a confined process (lua/sys/confine.c) may
** attempt. Each runs in its own process and either returns or is killed by the
** filter. Prints one line for each unexpected result; the exit status says
** whether there was one. */
#include "../../../lua/sys/sys.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int in, out;         /* the descriptors left to the process */
static int other_in, other; /* the other ends, also open */
static int zero;            /* /dev/zero */

static long map(int protection, int flags, int fd) {
  void *page = mmap(NULL, 4096, protection, MAP_PRIVATE | flags, fd, 0);
  return page != MAP_FAILED ? 0 : -1;
}

static long compute(void) {
  return 0;
}
static long read_in(void) {
  char c;
  return read(in, &c, 1);
}
static long write_out(void) {
  return write(out, "x", 1);
}
static long write_stderr(void) {
  return write(STDERR_FILENO, "", 0);
}
static long allocate(void) {
  volatile char *block = malloc(1 << 25);
  block[1 << 20] = 1;
  free((void *)(uintptr_t)block);
  return 0;
}
static long map_memory(void) {
  return map(PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1);
}
static long tell_time(void) {
  struct timespec t;
  return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
}

static long read_other(void) {
  char c;
  return read(other_in, &c, 1);
}
static long read_stdin(void) {
  char c;
  return read(STDIN_FILENO, &c, 1);
}
static long write_other(void) {
  return write(other, "x", 1);
}
static long write_stdout(void) {
  return write(STDOUT_FILENO, "", 0);
}
static long write_high(void) { /* the kernel uses only the lower half */
  return syscall(SYS_write, ((long)1 << 32) | STDOUT_FILENO, "", 0);
}
static long map_code(void) {
  return map(PROT_READ | PROT_EXEC, MAP_ANONYMOUS, -1);
}
static long map_file(void) {
  return map(PROT_READ, 0, zero);
}
static long protect(void) {
  return mprotect(NULL, 4096, PROT_READ | PROT_EXEC);
}
static long open_file(void) {
  return open("/dev/null", O_RDONLY);
}
static long copy_descriptor(void) {
  return dup(STDERR_FILENO);
}
static long open_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM, 0);
}
static long fork_one(void) {
  return fork();
}
static long run_program(void) {
  return execl("/bin/true", "true", (char *)NULL);
}
static long signal_parent(void) {
  return kill(getppid(), 0);
}
static long ask_for_number(void) {
  return syscall(SYS_getpid);
}

static void draw_share(void *ctx, int i) {
  long *got = ctx;
  volatile char *block = malloc((size_t)(i + 1) << 16);
  block[0] = 1;
  free((void *)(uintptr_t)block);
  got[i] = au_own_clock() >= 0;
}
/* The threads that started before share work and allocate. */
static long share_work(void) {
  long got[100] = {0}, sum = 0;
  au_threads_do(8, 100, draw_share, got);
  for (int i = 0; i < 100; i++)
    sum += got[i];
  return sum == 100 ? 0 : -1;
}
static _Thread_local bool is_first;
/* Another thread than the first opens a file; that one gives it time. */
static void open_share(void *ctx, int i) {
  enum { LONG = 10000000 };
  (void)ctx, (void)i;
  for (int n = 0; n < LONG && is_first; n++)
    sched_yield();
  if (!is_first)
    open_file();
}
static long open_in_thread(void) {
  is_first = true;
  au_threads_do(2, 2, open_share, NULL);
  return 0;
}
static void *end_thread(void *arg) {
  return arg;
}
static long start_thread(void) {
  pthread_t thread;
  return pthread_create(&thread, NULL, end_thread, NULL);
}

static const struct attempt {
  const char *what;
  long (*make)(void);
  bool allowed;
} attempts[] = {{"compute", compute, true},
                {"read requests", read_in, true},
                {"write replies", write_out, true},
                {"write to stderr", write_stderr, true},
                {"allocate", allocate, true},
                {"map memory", map_memory, true},
                {"read its clock", tell_time, true},
                {"share work", share_work, true},
                {"open a file in a thread", open_in_thread, false},
                {"start a thread", start_thread, false},
                {"read the other pipe", read_other, false},
                {"read stdin", read_stdin, false},
                {"write to the other pipe", write_other, false},
                {"write to stdout", write_stdout, false},
                {"write to 2^32 + stdout", write_high, false},
                {"map code", map_code, false},
                {"map a file", map_file, false},
                {"make memory code", protect, false},
                {"open a file", open_file, false},
                {"copy a descriptor", copy_descriptor, false},
                {"open a socket", open_socket, false},
                {"fork", fork_one, false},
                {"run a program", run_program, false},
                {"send a signal", signal_parent, false},
                {"ask for its number", ask_for_number, false}};

static bool ends_well(const struct attempt *a) {
  int status;
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    au_threads_fork(3);
    if (!au_confine(in, out, NULL, 0))
      _exit(2);
    _exit(a->make() >= 0 ? 0 : 1);
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid)
    return false;
  return a->allowed ? WIFEXITED(status) && WEXITSTATUS(status) == 0
                    : WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

int main(void) {
  int requests[2], replies[2], wrong = 0;
  zero = open("/dev/zero", O_RDONLY);
  if (zero < 0 || pipe(requests) != 0 || pipe(replies) != 0 ||
      write(requests[1], "x", 1) != 1)
    return 2;
  in = requests[0], other = requests[1];
  out = replies[1], other_in = replies[0];
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
    if (!ends_well(&attempts[i])) {
      printf("%s: expected %s\n", attempts[i].what,
             attempts[i].allowed ? "it to be allowed" : "SIGSYS");
      wrong++;
    }
  return wrong > 0;
}
