/* programs.c: programs that answer in place of bots (--exec).
**
** The pool starts a worker's programs before the worker, which inherits their
** pipes. A program answers each line with a line. It runs with all rights of
** the user, in a process group of its own, which ends with the worker. The
** pool's clock limits how long a worker waits for a line.
**
** A pool that is killed ends nothing. So another process, the guard, waits for
** the end of a pipe that only the pool's process keeps open, and then kills the
** groups of the programs that ran. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LAST_SECONDS = 1, /* that a program has to end, once its input has */
  FILES = 4096,     /* file descriptors that a program may have inherited */
  GUARDED = AU_PROGRAM_MAX * AU_POOL_MAX, /* groups that a guard can know */
  LINE = 64 << 10
};

/* ---- The guard ----------------------------------------------------------- */

/* The guard of this process, as the pool sees it. */
static struct {
  pid_t owner; /* the process that started it; 0: none was started */
  int to;      /* its pipe: a group that began, or minus one that ended */
} guard;

/* Add group 'told' to the 'n' groups, or remove group -'told'. Returns the new
** number of groups. */
static int note_group(pid_t group[GUARDED], int n, pid_t told) {
  if (told > 0 && n < GUARDED)
    group[n++] = told;
  for (int i = 0; told < 0 && i < n; i++)
    if (group[i] == -told) {
      group[i] = group[--n];
      break;
    }
  return n;
}

/* Run the guard process. Never returns. A terminal's signals do not reach it:
** it has to outlive the pool. */
static void be_guard(int in) {
  static pid_t group[GUARDED];
  int n = 0;
  pid_t told;
  setpgid(0, 0);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  for (int fd = 0; fd < FILES; fd++)
    if (fd != in)
      close(fd);
  for (;;) {
    ssize_t got = read(in, &told, sizeof told);
    if (got == (ssize_t)sizeof told)
      n = note_group(group, n, told);
    else if (got >= 0 || errno != EINTR)
      break;
  }
  while (n > 0)
    kill(-group[--n], SIGKILL);
  _exit(0);
}

/* Start the guard unless this process has one. False, with errno, if that
** fails. */
static bool have_guard(void) {
  int ends[2];
  pid_t self = getpid();
  if (guard.owner == self)
    return true;
  if (pipe(ends) != 0)
    return false;
  pid_t pid = fork();
  if (pid == 0)
    be_guard(ends[0]);
  close(ends[0]);
  if (pid < 0) {
    close(ends[1]);
    return false;
  }
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  guard.owner = self;
  guard.to = ends[1];
  return true;
}

/* Tell the guard. It may have been killed, which is no reason to stop. */
static void tell_guard(pid_t group) {
  while (write(guard.to, &group, sizeof group) < 0 && errno == EINTR)
    ;
}

/* ---- In the pool --------------------------------------------------------- */

/* Run the command. Never returns. The guard hears of the group before this
** process closes the guard's pipe: so it is told even if the pool has ended. */
static void be_program(const char *command, int in, int out) {
  setpgid(0, 0);
  tell_guard(getpid());
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
    _exit(127);
  for (int fd = STDERR_FILENO + 1; fd < FILES; fd++)
    close(fd);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static void close_both(const int pipe[2]) {
  close(pipe[0]);
  close(pipe[1]);
}

bool au_program_start(au_program *p, const char *command) {
  int in[2], out[2];
  *p = (au_program){0};
  if (!have_guard() || pipe(in) != 0)
    return false;
  if (pipe(out) != 0) {
    close_both(in);
    return false;
  }
  pid_t pid = fork();
  if (pid == 0)
    be_program(command, in[0], out[1]);
  close(in[0]);
  close(out[1]);
  if (pid < 0) {
    close(in[1]);
    close(out[0]);
    return false;
  }
  setpgid(pid, pid); /* here too: it may be ended before it has run */
  fcntl(in[1], F_SETFD, FD_CLOEXEC);
  fcntl(out[0], F_SETFD, FD_CLOEXEC);
  *p = (au_program){.pid = pid, .to = in[1], .from = out[0]};
  return true;
}

void au_program_release(au_program *p) {
  if (p->to > 0)
    close(p->to);
  if (p->from > 0)
    close(p->from);
  p->to = p->from = 0;
}

/* True if the process has ended, for which the call waits with 'flags' 0 and
** not with WNOHANG. It keeps its number until it is reaped, so that its group
** cannot become another's. */
static bool has_ended(pid_t pid, int flags) {
  siginfo_t info = {0};
  int status = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | flags);
  return status == 0 ? info.si_pid != 0 : errno != EINTR;
}

void au_programs_end(au_program *list, int n) {
  const struct timespec pause = {.tv_nsec = 2000000};
  double until = au_clock() + LAST_SECONDS;
  for (int i = 0; i < n; i++)
    au_program_release(&list[i]);
  for (int i = 0; i < n; i++) {
    pid_t pid = list[i].pid;
    list[i].pid = 0;
    if (pid == 0)
      continue;
    while (!has_ended(pid, WNOHANG) && au_clock() < until)
      nanosleep(&pause, NULL);
    kill(-pid, SIGKILL);
    while (!has_ended(pid, 0)) /* it may still be telling the guard */
      ;
    tell_guard(-pid);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
}

/* ---- In a worker --------------------------------------------------------- */

/* A program as its worker sees it. */
typedef struct speaker {
  int to, from;
  uint32_t id;  /* of the last line sent */
  size_t n, at; /* bytes read; those up to 'at' were given away */
  char line[LINE + 1];
} speaker;

static speaker *speakers; /* of this worker, which never frees them */
static int speaker_n;

bool au_programs_adopt(const au_program *list, int n) {
  if (guard.owner != 0)
    close(guard.to); /* the pool alone keeps it open */
  guard.owner = 0;
  speakers = n > 0 ? calloc((size_t)n, sizeof *speakers) : NULL;
  speaker_n = speakers != NULL ? n : 0;
  for (int i = 0; i < speaker_n; i++) {
    speakers[i].to = list[i].to;
    speakers[i].from = list[i].from;
  }
  return speaker_n == n;
}

/* The program is of no use any more, and so is this worker. */
static void leave(void) {
  au_worker_leave(AU_WORKER_NO_PROGRAM);
}

static void send(const speaker *s, const char *text, size_t n) {
  while (n > 0) {
    ssize_t put = write(s->to, text, n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0) {
      leave();
      return;
    }
    text += put;
    n -= (size_t)put;
  }
}

/* The next line, without its end; good until the next call. */
static const char *receive(speaker *s) {
  memmove(s->line, s->line + s->at, s->n - s->at);
  s->n -= s->at;
  s->at = 0;
  for (size_t looked = 0;;) {
    char *end = memchr(s->line + looked, '\n', s->n - looked);
    if (end != NULL) {
      *end = '\0';
      s->at = (size_t)(end - s->line) + 1;
      return s->line;
    }
    looked = s->n;
    ssize_t got = s->n < LINE ? read(s->from, s->line + s->n, LINE - s->n) : 0;
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      leave();
      return "";
    }
    s->n += (size_t)got;
  }
}

int au_program_count(void) {
  return speaker_n;
}

/* Report to the pool that the worker waits for this program. The first line
** asks it to start: it may answer older lines before. */
static void wait_for(const speaker *s) {
  au_watching->program = s->id <= 1 ? AU_PROGRAM_STARTS : AU_PROGRAM_RUNS;
}

uint32_t au_program_tell(int i, const char *text, size_t n) {
  speaker *s = &speakers[i];
  char head[32];
  int len = snprintf(head, sizeof head, "{\"id\":%u,", (unsigned)++s->id);
  wait_for(s);
  send(s, head, (size_t)len);
  send(s, text, n);
  send(s, "\n", 1);
  return s->id;
}

const char *au_program_hear(int i) {
  wait_for(&speakers[i]);
  const char *line = receive(&speakers[i]);
  au_watching->program = AU_PROGRAM_NONE;
  return line;
}
