/* keeper.c: starts the programs of --exec, and ends all that they started.
**
** The parent of each program is a process of ours, its keeper. It waits until
** the pool tells it to end the program, by SIGTERM, or until the pool is gone:
** then a pipe ends that only the pool's process keeps open. So nothing is left
** of a program even if the pool was killed.
**
** A program runs in a process group of its own, which is killed whole. On Linux
** the keeper becomes the parent of descendants that lost theirs, also of those
** that left the group, and kills them too. Elsewhere those stay. */
#include "sys.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum {
  LAST_SECONDS = 1, /* that a program has to end, once its input has; then that
                    ** a keeper has to kill what is left */
  FILES = 4096,     /* file descriptors that a process may have inherited */
  STAT = 512        /* bytes of /proc/PID/stat that are read */
};

static void pause_shortly(void) {
  nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static void close_both(const int pipe[2]) {
  close(pipe[0]);
  close(pipe[1]);
}

/* ---- The command --------------------------------------------------------- */

/* True if $PATH has an executable file whose name is the first 'n' bytes of
** 'word'. */
static bool in_path(const char *word, size_t n) {
  char file[1024];
  struct stat info;
  const char *path = getenv("PATH");
  while (path != NULL && *path != '\0') {
    size_t len = strcspn(path, ":");
    int size =
        snprintf(file, sizeof file, "%.*s/%.*s", (int)len, path, (int)n, word);
    if (size > 0 && (size_t)size < sizeof file && access(file, X_OK) == 0 &&
        stat(file, &info) == 0 && S_ISREG(info.st_mode))
      return true;
    path += len + (path[len] == ':');
  }
  return false;
}

/* True if a command is one program with arguments. If in doubt, it is not. */
static bool is_single(const char *command) {
  const char *at = command + strspn(command, " \t"), *word = at;
  while (isalnum((unsigned char)*at) ||
         (*at != '\0' && strchr("_./+-", *at) != NULL))
    at++;
  size_t n = (size_t)(at - word);
  if (n == 0 || (*at != '\0' && *at != ' ' && *at != '\t') ||
      (memchr(word, '/', n) == NULL && !in_path(word, n)))
    return false;
  char quote = '\0'; /* the one that is open */
  for (; *at != '\0'; at++) {
    if (*at == '`' || (*at == '$' && at[1] == '('))
      return false;
    if (*at == '\\' && quote != '\'' && at[1] != '\0')
      at++;
    else if (quote != '\0')
      quote = *at == quote ? '\0' : quote;
    else if (*at == '\'' || *at == '"')
      quote = *at;
    else if (strchr(";|()\n", *at) != NULL ||
             (*at == '&' && strchr("<>", at[-1]) == NULL))
      return false;
  }
  return quote == '\0';
}

/* Run the command, with the signals of 'mask' blocked. Never returns. A shell
** that waits for one program would keep its output open: so the program takes
** the place of the shell. */
static void be_program(const char *command, int in, int out,
                       const sigset_t *mask) {
  setpgid(0, 0);
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* somebody may kill the keeper */
#endif
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  size_t size = strlen(command) + sizeof "exec ";
  char *line = malloc(size);
  if (line == NULL || dup2(in, STDIN_FILENO) < 0 ||
      dup2(out, STDOUT_FILENO) < 0)
    _exit(127);
  for (int fd = STDERR_FILENO + 1; fd < FILES; fd++)
    close(fd);
  snprintf(line, size, "%s%s", is_single(command) ? "exec " : "", command);
  execl("/bin/sh", "sh", "-c", line, (char *)NULL);
  _exit(127);
}

/* ---- The keeper ---------------------------------------------------------- */

static volatile sig_atomic_t told_to_end;

static void on_signal(int number) {
  if (number == SIGTERM)
    told_to_end = true;
}

/* Reap descendants that lost their parents, as long as the program runs. True
** if it has ended: it is not reaped, so that its group cannot become
** another's. */
static bool reap_others(pid_t program) {
  for (;;) {
    siginfo_t info = {0};
    int status = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
    if (status != 0 && errno == EINTR)
      continue;
    if (status != 0 || info.si_pid == 0)
      return false;
    if (info.si_pid == program)
      return true;
    waitpid(info.si_pid, NULL, 0);
  }
}

#if defined(__linux__)
/* The parent of the process whose folder in /proc has this name; 0 if it is
** gone. */
static pid_t parent_of(const char *name) {
  char path[64], text[STAT];
  snprintf(path, sizeof path, "/proc/%.32s/stat", name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
  if (fd >= 0)
    close(fd);
  text[n > 0 ? n : 0] = '\0';
  const char *end =
      strrchr(text, ')'); /* of its name, which may hold any character */
  return end != NULL && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

/* Kill the children of this process. */
static void kill_children(void) {
  pid_t self = getpid();
  DIR *all = opendir("/proc");
  struct dirent *one;
  while (all != NULL && (one = readdir(all)) != NULL)
    if (isdigit((unsigned char)one->d_name[0]) &&
        parent_of(one->d_name) == self)
      kill((pid_t)strtol(one->d_name, NULL, 10), SIGKILL);
  if (all != NULL)
    closedir(all);
}
#else
static void kill_children(void) {}
#endif

/* Kill the program's group and the descendants that left it. Those who may not
** be killed are left after a second. */
static void kill_all(pid_t program) {
  double until = au_clock() + LAST_SECONDS;
  kill(-program, SIGKILL);
  for (int look = 0; look == 0 || au_clock() < until; look++) {
    pid_t pid;
    do
      pid = waitpid(-1, NULL, WNOHANG);
    while (pid > 0 || (pid < 0 && errno == EINTR));
    if (pid < 0)
      return;
    if (look > 0) /* most are in the group: they are ending */
      kill_children();
    pause_shortly();
  }
}

/* Wait until the program is to end, at the end of 'pool', a descriptor below
** FD_SETSIZE, at once. 'mask' lets signals in. */
static void wait_for_end(pid_t program, int pool, const sigset_t *mask) {
  double until = 0;
  for (;;) {
    fd_set in;
    bool ended = reap_others(program);
    if (told_to_end && until == 0)
      until = au_clock() + LAST_SECONDS;
    double left = until - au_clock();
    if (told_to_end && (ended || left <= 0))
      return;
    struct timespec rest = {.tv_sec = (time_t)left};
    rest.tv_nsec = (long)((left - (double)rest.tv_sec) * 1e9);
    FD_ZERO(&in);
    FD_SET(pool, &in);
    if (pselect(pool + 1, &in, NULL, NULL, told_to_end ? &rest : NULL, mask) >
        0)
      return;
  }
}

/* Run the keeper process. Never returns. It writes to 'report' the errno with
** which the program could not start, or 0. Signals of a terminal do not end
** it: the pool decides. */
static void be_keeper(const char *command, int in, int out, int pool,
                      int report) {
  struct sigaction action = {.sa_handler = on_signal};
  sigset_t mask, blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &mask);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGCHLD, &action, NULL);
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  setpgid(0, 0);
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  pid_t program = fork();
  if (program == 0)
    be_program(command, in, out, &mask);
  int error = program < 0 ? errno : 0;
  setpgid(program, program); /* here too: it may be ended before it has run */
  if (write(report, &error, sizeof error) < 0 || error != 0)
    _exit(1);
  dup2(pool, STDIN_FILENO);
  for (int fd = STDIN_FILENO + 1; fd < FILES; fd++)
    close(fd);
  sigdelset(&mask, SIGTERM);
  sigdelset(&mask, SIGCHLD);
  wait_for_end(program, STDIN_FILENO, &mask);
  kill_all(program);
  _exit(0);
}

/* ---- In the pool --------------------------------------------------------- */

/* A pipe to which nobody writes: it ends with this process. */
static struct {
  pid_t owner; /* the process that made it; 0: there is none */
  int end[2];
} life;

static bool have_life(void) {
  if (life.owner == getpid())
    return true;
  au_programs_forget_pool();
  if (pipe(life.end) != 0)
    return false;
  fcntl(life.end[0], F_SETFD, FD_CLOEXEC);
  fcntl(life.end[1], F_SETFD, FD_CLOEXEC);
  life.owner = getpid();
  return true;
}

void au_programs_forget_pool(void) {
  if (life.owner != 0)
    close_both(life.end);
  life.owner = 0;
}

/* In a new keeper: this process is not the pool. */
static void leave_pool(int in, int out, const int report[2],
                       const char *command) {
  close(life.end[1]);
  close(report[0]);
  be_keeper(command, in, out, life.end[0], report[1]);
}

/* Wait for the keeper's report. Returns the errno of a failure, or 0. */
static int read_report(int from) {
  int error;
  ssize_t got;
  do
    got = read(from, &error, sizeof error);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof error ? error : ECHILD;
}

/* Start a keeper between these pipes. Returns its number, or -1 with errno. */
static pid_t start_keeper(const char *command, const int in[2],
                          const int out[2]) {
  int report[2];
  if (!have_life() || pipe(report) != 0)
    return -1;
  pid_t pid = fork();
  if (pid == 0) {
    close(in[1]);
    close(out[0]);
    leave_pool(in[0], out[1], report, command);
  }
  int error = errno;
  close(report[1]);
  if (pid > 0)
    error = read_report(report[0]);
  close(report[0]);
  if (pid > 0 && error != 0)
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
      ;
  errno = error;
  return error == 0 ? pid : -1;
}

bool au_program_start(au_program *p, const char *command) {
  int in[2], out[2];
  *p = (au_program){0};
  if (pipe(in) != 0)
    return false;
  if (pipe(out) != 0) {
    close_both(in);
    return false;
  }
  pid_t pid = start_keeper(command, in, out);
  int error = errno;
  close(in[0]);
  close(out[1]);
  if (pid < 0) {
    close(in[1]);
    close(out[0]);
    errno = error;
    return false;
  }
  fcntl(in[1], F_SETFD, FD_CLOEXEC);
  fcntl(out[0], F_SETFD, FD_CLOEXEC);
  *p = (au_program){.keeper = pid, .to = in[1], .from = out[0]};
  return true;
}

void au_program_release(au_program *p) {
  if (p->to > 0)
    close(p->to);
  if (p->from > 0)
    close(p->from);
  p->to = p->from = 0;
}

/* Wait for a keeper, and kill one that does not end by the time 'until'. */
static void await(pid_t keeper, double until) {
  pid_t pid;
  for (;;) {
    pid = waitpid(keeper, NULL, WNOHANG);
    if (pid > 0 || (pid < 0 && errno != EINTR))
      return;
    if (au_clock() > until)
      kill(keeper, SIGKILL);
    pause_shortly();
  }
}

void au_programs_end(au_program *list, int n) {
  for (int i = 0; i < n; i++)
    au_program_release(&list[i]);
  for (int i = 0; i < n; i++)
    if (list[i].keeper > 0)
      kill(list[i].keeper, SIGTERM);
  double until = au_clock() + 2 * LAST_SECONDS + 1;
  for (int i = 0; i < n; i++) {
    if (list[i].keeper > 0)
      await(list[i].keeper, until);
    list[i].keeper = 0;
  }
}
