/* workers.c: worker processes, which play games with untrusted bots.
**
** A pool forks workers. Each reads requests from a pipe, answers them with a
** Lua function of the host, and writes the replies to another pipe. A worker
** may compute, allocate and use those two pipes and stderr; a filter on its
** system calls ends it if it tries anything else. (The workers of an open pool
** have no filter: they run scripts of the user's.) In a page that both sides
** share it reports which seat's bot it is calling. The pool reads the worker's
** processor clock from outside. It kills and replaces a worker whose bot
** exceeds a limit or crashes, and reports the call at which the worker died. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum {
  LOOK_MS = 20,         /* between two looks at the clocks */
  REPLY_MAX = 256 << 20 /* bytes of a reply */
};

#if defined(AU_COVERAGE)
/* A process that is killed does not write its counters. So a worker is killed
** here by a signal whose handler writes them and then raises SIGKILL. If the
** signal arrives inside malloc, the handler may hang, which the alarm ends:
** late, since it must not cut a write that other workers' writes delay. Or the
** handler may find a damaged heap: so nothing reads what glibc reports on
** stderr. That stays open, or a file of counters would take its number and the
** report. */
enum { KILL = SIGUSR2 };
extern void __gcov_dump(void);
static void on_kill(int number) {
  (void)number;
  alarm(60);
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  __gcov_dump();
  raise(SIGKILL);
}
#else
enum { KILL = SIGKILL };
#endif

/* ---- In the worker ---------------------------------------------------- */

/* Read or write all bytes; false at the end of the pipe. */
static bool read_all(int fd, void *to, size_t n) {
  char *at = to;
  while (n > 0) {
    ssize_t got = read(fd, at, n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    n -= (size_t)got;
  }
  return true;
}

static bool write_all(int fd, const void *from, size_t n) {
  const char *at = from;
  while (n > 0) {
    ssize_t put = write(fd, at, n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    at += put;
    n -= (size_t)put;
  }
  return true;
}

/* Answer requests with the function at 'work' until the pipe ends. */
static void serve(lua_State *L, int work, int in, int out) {
  uint32_t n;
  while (read_all(in, &n, sizeof n)) {
    char *request = malloc((size_t)n + 1);
    if (request == NULL)
      au_worker_leave(AU_WORKER_NO_MEMORY);
    if (!read_all(in, request, n))
      break;
    au_watching->made = au_watching->game = au_watching->asked = 0;
    lua_pushvalue(L, work);
    lua_pushlstring(L, request, n);
    free(request);
    bool good = au_pool_answer(L);
    au_watching->thinking = 0;
    size_t len;
    const char *reply = lua_tolstring(L, -1, &len);
    uint32_t head[2] = {good, (uint32_t)len};
    lua_pushlstring(L, (const char *)head, sizeof head);
    lua_pushlstring(L, reply, len);
    lua_concat(L, 2); /* one write, so that the pool wakes up once */
    reply = lua_tolstring(L, -1, &len);
    if (!write_all(out, reply, len))
      break;
    lua_pop(L, 2);
  }
}

/* ---- The pool --------------------------------------------------------- */

typedef struct worker {
  pid_t pid;      /* 0: none */
  int to, from;   /* the pool's ends of its pipes */
  au_watch *page; /* shared with the worker */
  size_t due;     /* requests submitted but not answered */
  double since;   /* when the first of them became the first */
  bool overdue;   /* it took longer than the pool's limit */
  au_program program[AU_PROGRAM_MAX]; /* those that the pool has started */
  uint32_t heard;                     /* page->call when a program was ... */
  double heard_since;                 /* ... waited for, and since when */
  double allowed;                     /* seconds that it had, and */
  bool silent;                        /* that were not enough */
  bool mute;                          /* and never gave a line */
  uint32_t noted;                     /* programs that gave one: au_starts */
  au_cpu cpu;                         /* its calls, as of the last look */
  char *reply; /* the part of a reply read so far: 'got' bytes, owned */
  size_t got, cap;
  char *request; /* owned; 'left' bytes from 'at' on are not yet sent */
  size_t at, left;
} worker;

typedef struct pool {
  au_pool base;
  pid_t pid;     /* of the process that made the pool */
  double looked; /* when clocks were last read */
  au_starts starts;
  worker worker[AU_POOL_MAX];
} pool;

static void close_pipes(worker *w) {
  if (w->to > 0)
    close(w->to);
  if (w->from > 0)
    close(w->from);
  w->to = w->from = 0;
}

/* Run the worker process. Never returns. */
static void be_worker(lua_State *L, pool *p, worker *w, int in, int out) {
  signal(SIGINT, SIG_IGN); /* the pool ends its workers */
  signal(SIGTERM, SIG_DFL);
#if defined(AU_COVERAGE)
  signal(KILL, on_kill);
#endif
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, KILL);
  prctl(PR_SET_DUMPABLE, 0);
#endif
  if (getppid() != p->pid)
    au_worker_leave(AU_WORKER_NO_PIPE); /* the pool has ended since the fork */
  for (int i = 0; i < p->base.n; i++)
    close_pipes(&p->worker[i]);
  if (!au_programs_adopt(w->program, p->base.command_n, p->base.grace))
    au_worker_leave(AU_WORKER_NO_MEMORY);
  au_watching = w->page;
  au_pin_locale(true);
  au_limits_restart();
  au_threads_fork(p->base.threads);
  lua_rawgeti(L, LUA_REGISTRYINDEX, p->base.work);
  if (!p->base.open && !au_confine(in, out, w->program, p->base.command_n))
    au_worker_leave(AU_WORKER_NO_FILTER);
  serve(L, lua_gettop(L), in, out);
  au_worker_leave(AU_WORKER_NO_PIPE);
}

static bool start_programs(const pool *p, worker *w) {
  for (int i = 0; i < p->base.command_n; i++)
    if (!(w->page->mute >> i & 1) &&
        !au_program_start(&w->program[i], p->base.command[i]))
      return false;
  return true;
}

static bool spawn(lua_State *L, pool *p, worker *w) {
  int request[2], reply[2];
  if (pipe(request) != 0)
    return false;
  if (pipe(reply) != 0) {
    close(request[0]);
    close(request[1]);
    return false;
  }
  memset(w->page, 0, sizeof *w->page);
  memset(&w->cpu, 0, sizeof w->cpu);
  w->got = w->due = w->at = w->left = 0;
  w->overdue = w->silent = w->mute = false;
  w->heard = w->noted = 0;
  w->page->mute = au_starts_mute(&p->starts);
  /* Close garbage files now: the filter ends a worker that closes one. */
  lua_gc(L, LUA_GCCOLLECT);
  fflush(NULL); /* or both processes would write the buffers */
  if (!start_programs(p, w)) {
    close(request[0]), close(request[1]);
    close(reply[0]), close(reply[1]);
    return false;
  }
  w->pid = fork();
  if (w->pid == 0) {
    close(request[1]);
    close(reply[0]);
    be_worker(L, p, w, request[0], reply[1]);
  }
  for (int i = 0; i < p->base.command_n; i++)
    au_program_release(&w->program[i]);
  close(request[0]);
  close(reply[1]);
  w->to = request[1];
  w->from = reply[0];
  fcntl(w->to, F_SETFD, FD_CLOEXEC);
  fcntl(w->from, F_SETFD, FD_CLOEXEC);
  fcntl(w->from, F_SETFL, O_NONBLOCK);
  fcntl(w->to, F_SETFL, O_NONBLOCK);
  return w->pid > 0;
}

/* End a worker. Returns its exit status, as from waitpid. */
static int reap(worker *w) {
  int status = 0;
  if (w->pid > 0) {
    kill(w->pid, KILL);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
      ;
  }
  w->pid = 0;
  close_pipes(w);
  au_programs_end(w->program, AU_PROGRAM_MAX);
  return status;
}

static void end(au_pool *base) {
  pool *p = (pool *)base;
  for (int i = 0; i < base->n; i++) {
    worker *w = &p->worker[i];
    reap(w);
    free(w->reply);
    free(w->request);
    if (w->page != NULL)
      munmap(w->page, sizeof *w->page);
  }
}

/* Send as much of the requests as the pipe takes without blocking: the pool may
** have to read the worker's reply first. The reply pipe reports a death. */
static void send_on(worker *w) {
  ssize_t n = write(w->to, w->request + w->at, w->left);
  if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
    w->left = 0;
  if (n <= 0)
    return;
  w->at += (size_t)n;
  w->left -= (size_t)n;
}

static void submit(lua_State *L, au_pool *base, int i, const char *request,
                   size_t len) {
  worker *w = &((pool *)base)->worker[i - 1];
  uint32_t n = (uint32_t)len;
  if (w->at > 0)
    memmove(w->request, w->request + w->at, w->left);
  w->at = 0;
  char *grown = realloc(w->request, w->left + sizeof n + len);
  if (grown == NULL) {
    au_no_memory(L);
    return;
  }
  w->request = grown;
  memcpy(grown + w->left, &n, sizeof n);
  memcpy(grown + w->left + sizeof n, request, len);
  w->left += sizeof n + len;
  if (w->due++ == 0)
    w->since = au_clock();
  send_on(w);
}

/* ---- Waiting ---------------------------------------------------------- */

/* Note which programs have answered: since then, their commands can. */
static void note_answers(pool *p) {
  for (int i = 0; i < p->base.n; i++)
    au_starts_note(&p->starts, p->worker[i].page, &p->worker[i].noted);
}

/* Note that a worker's program gave no line since its start. If none of its
** command ever did, other workers need not ask theirs. */
static void note_late_start(pool *p, worker *w) {
  uint32_t at = w->page->program_at;
  if (at >= (uint32_t)p->base.command_n)
    return;
  au_starts_late(&p->starts, (int)at);
  uint32_t mute = au_starts_mute(&p->starts);
  w->mute = mute >> at & 1;
  for (int i = 0; i < p->base.n; i++)
    p->worker[i].page->mute |= mute;
}

/* Kill a worker whose program takes too long for a call of its bot, by the wall
** clock. Lines that answer earlier calls do not win it time. */
static void hurry_program(pool *p, worker *w, double now) {
  if (w->page->program == AU_PROGRAM_NONE || w->silent)
    return;
  if (w->heard != w->page->call) {
    w->heard = w->page->call;
    w->heard_since = now;
    return;
  }
  w->allowed = au_starts_limit(&p->starts, w->page, p->base.seconds);
  if (now - w->heard_since <= w->allowed)
    return;
  note_answers(p);
  w->silent = true;
  if (w->page->program == AU_PROGRAM_STARTS)
    note_late_start(p, w);
  kill(w->pid, KILL);
}

/* Look at all workers, but not at every reply: for a short game, reading their
** clocks takes longer than the rest of the work. */
static void look(pool *p) {
  if (au_clock() - p->looked < LOOK_MS * 1e-3)
    return;
  p->looked = au_clock();
  for (int i = 0; i < p->base.n; i++) {
    worker *w = &p->worker[i];
    if (w->pid > 0 && (w->page->thinking != 0 || w->page->judging != 0))
      au_cpu_enforce(&w->cpu, w->page, w->pid, KILL, p->base.seconds);
    if (w->pid > 0 && p->base.command_n > 0)
      hurry_program(p, w, p->looked);
    if (w->pid > 0 && w->due > 0 && p->base.limit > 0 &&
        p->looked - w->since > p->base.limit) {
      w->overdue = true;
      kill(w->pid, KILL);
    }
  }
}

/* Read from a worker without blocking; false at the end of its pipe. */
static bool take(lua_State *L, worker *w) {
  for (;;) {
    if (w->got == w->cap) {
      size_t cap = w->cap < 4096 ? 4096 : w->cap * 2;
      char *grown = realloc(w->reply, cap);
      if (grown == NULL)
        au_no_memory(L);
      w->reply = grown;
      w->cap = cap;
    }
    ssize_t n = read(w->from, w->reply + w->got, w->cap - w->got);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return errno == EAGAIN || errno == EWOULDBLOCK;
    if (n == 0)
      return false;
    bool filled = (size_t)n == w->cap - w->got;
    w->got += (size_t)n;
    if (!filled)
      return true;
  }
}

/* Push a reply that is complete: worker, good, text. Returns 0 or 3. */
static int push_reply(lua_State *L, worker *w, int i) {
  uint32_t head[2];
  if (w->got < sizeof head)
    return 0;
  memcpy(head, w->reply, sizeof head);
  if (head[1] > REPLY_MAX)
    luaL_error(L, "a worker's reply is longer than %d bytes", REPLY_MAX);
  size_t whole = sizeof head + head[1];
  if (w->got < whole)
    return 0;
  w->due--;
  w->since = au_clock();
  lua_pushinteger(L, i + 1);
  lua_pushboolean(L, head[0] != 0);
  lua_pushlstring(L, w->reply + sizeof head, head[1]);
  w->got -= whole;
  memmove(w->reply, w->reply + whole, w->got);
  return 3;
}

/* True if a process died by its own fault or by the filter; false if another
** process killed it. */
static bool own_death(int status) {
  static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                SIGABRT, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (WIFSIGNALED(status) && WTERMSIG(status) == signals[i])
      return true;
  return !WIFSIGNALED(status);
}

/* The reason if the machine failed a worker that ended itself, else NULL. */
static const char *host_failure(int status) {
  switch (WIFEXITED(status) ? WEXITSTATUS(status) : 0) {
  case AU_WORKER_NO_MEMORY:
    return "there was not enough memory for its process";
  case AU_WORKER_NO_FILTER:
    return "the system refused the filter on its system calls";
  default:
    return NULL;
  }
}

/* How a worker died. */
typedef struct death {
  au_watch page;     /* what it was doing */
  int status;        /* as from waitpid */
  const char *host;  /* a failure of the machine, or NULL */
  bool late, stuck;  /* a bot or a variant's code took too long */
  double allowed;    /* seconds that a bot's program had */
  bool overdue;      /* its request did */
  bool silent, mute; /* a bot's program did; it never gave a line */
  bool alone;        /* a bot's program ended */
} death;

static death find_death(worker *w) {
  death d = {.page = *w->page};
  d.status = reap(w);
  d.overdue = w->overdue;
  d.allowed = w->allowed;
  d.silent = w->silent;
  d.mute = w->mute;
  d.alone =
      WIFEXITED(d.status) && WEXITSTATUS(d.status) == AU_WORKER_NO_PROGRAM;
  /* once it has left that call or run, it died of another cause */
  d.late = d.page.late == AU_LATE_BOT && d.page.call == w->cpu.call;
  d.stuck = d.page.late == AU_LATE_VARIANT && d.page.judged == w->cpu.judged;
  d.host = host_failure(d.status);
  d.page.where[sizeof d.page.where - 1] = '\0';
  return d;
}

static const char *kind_of(const death *d) {
  return d->overdue             ? "time"
         : d->late || d->silent ? "cpu"
         : d->stuck             ? "variant"
         : d->page.full         ? "memory"
         : d->host != NULL      ? "host"
         : own_death(d->status) ? "crash"
                                : "host";
}

static void push_silence(lua_State *L, const death *d, const au_pool *p) {
  char limit[32], text[AU_SILENCE_TEXT];
  au_number_text(limit, sizeof limit, 14, d->allowed);
  if (d->mute) {
    au_program_silence(p->grace, text);
    lua_pushstring(L, text);
  } else {
    lua_pushfstring(L, "its program gave no answer in %s s", limit);
  }
}

/* Push what happened, as a message to the user. */
static void push_cause(lua_State *L, const death *d, const au_pool *p) {
  const char *where = d->page.where;
  char limit[32];
  au_number_text(limit, sizeof limit, 14,
                 d->overdue ? p->limit : au_cpu_limit(&d->page, p->seconds));
  if (d->overdue)
    lua_pushfstring(L, "it took more than %s s", limit);
  else if (d->silent)
    push_silence(L, d, p);
  else if (d->alone)
    lua_pushliteral(L, "its program ended, closed its output, or wrote a line "
                       "of 64 KiB or more");
  else if (d->late)
    lua_pushfstring(L, "%s%sit took more than %s s of processor time", where,
                    where[0] != '\0' ? ": " : "", limit);
  else if (d->stuck)
    lua_pushfstring(L,
                    "code of the variant took more than %d s of processor "
                    "time at a stretch",
                    AU_VARIANT_SECONDS);
  else if (d->page.full)
    lua_pushliteral(L, "it took more memory than a bot may (128 MiB)");
  else if (d->host != NULL)
    lua_pushstring(L, d->host);
  else if (WIFSIGNALED(d->status))
    lua_pushfstring(L, "%s: %s",
                    own_death(d->status)
                        ? "it crashed its process"
                        : "its process was killed from outside",
                    strsignal(WTERMSIG(d->status)));
  else
    lua_pushliteral(L, "it ended its process");
}

/* Push a death: worker, nil, {kind, game, call, seat, message}. Replaces the
** worker. */
static int push_death(lua_State *L, pool *p, int i) {
  worker *w = &p->worker[i];
  death d = find_death(w);
  const au_watch *page = &d.page;
  au_starts_note(&p->starts, page, &w->noted);
  lua_pushinteger(L, i + 1);
  lua_pushnil(L);
  lua_createtable(L, 0, 7);
  lua_pushstring(L, kind_of(&d));
  lua_setfield(L, -2, "kind");
  lua_pushinteger(L, page->at == 0 ? page->made : page->game);
  lua_setfield(L, -2, "game");
  lua_pushinteger(L, page->asked);
  lua_setfield(L, -2, "asked");
  if (page->thinking != 0 && !d.stuck) {
    lua_pushinteger(L, page->thinking);
    lua_setfield(L, -2, "seat");
    lua_pushinteger(L, page->at);
    lua_setfield(L, -2, "call");
  }
  push_cause(L, &d, &p->base);
  lua_setfield(L, -2, "message");
  if (page->said_n > 0 && page->said_n <= sizeof page->said) {
    lua_pushlstring(L, page->said, page->said_n);
    lua_setfield(L, -2, "printed");
  }
  if (!spawn(L, p, w)) {
    int error = errno;
    au_pool_close(L, &p->base); /* a pool without all its workers is useless */
    return luaL_error(L, "no worker: %s", strerror(error));
  }
  return 3;
}

/* The milliseconds to wait for a worker before the next look at the clocks;
** 'until' is the time at which waiting ends, 0 for no such time. */
static int wait_ms(double until) {
  double left = until == 0 ? LOOK_MS : (until - au_clock()) * 1e3;
  return left <= 0 ? 0 : left < LOOK_MS ? (int)left + 1 : LOOK_MS;
}

static int wait_for(lua_State *L, au_pool *base, double until) {
  pool *p = (pool *)base;
  int n = base->n;
  struct pollfd fd[2 * AU_POOL_MAX]; /* replies, then requests */
  size_t due = 0;
  for (int i = 0; i < n; i++)
    due += p->worker[i].due;
  if (due == 0)
    return luaL_error(L, "no reply is due: nothing was submitted");
  for (;;) {
    for (int i = 0; i < n; i++) {
      int pushed = push_reply(L, &p->worker[i], i);
      if (pushed > 0)
        return pushed;
      worker *w = &p->worker[i];
      fd[i] = (struct pollfd){.fd = w->from, .events = POLLIN};
      fd[n + i] =
          (struct pollfd){.fd = w->left > 0 ? w->to : -1, .events = POLLOUT};
    }
    int ready = poll(fd, 2 * (nfds_t)n, wait_ms(until));
    if (ready < 0 && errno == EINTR)
      return 0;
    if (ready < 0)
      return luaL_error(L, "poll: %s", strerror(errno));
    look(p);
    /* A signal that came before poll() does not end it. */
    if (ready == 0 && (au_interrupted || (until != 0 && au_clock() >= until)))
      return 0;
    for (int i = 0; i < n; i++)
      if (fd[n + i].revents != 0)
        send_on(&p->worker[i]);
    for (int i = 0; i < n; i++)
      if (fd[i].revents != 0 && !take(L, &p->worker[i])) {
        int pushed = push_reply(L, &p->worker[i], i);
        return pushed > 0 ? pushed : push_death(L, p, i);
      }
  }
}

static void pause_in(au_pool *base, int i, bool on) {
  ((pool *)base)->worker[i - 1].page->pause = on;
}

static double clock_of(const au_pool *base) {
  double sum = 0;
  for (int i = 0; i < base->n; i++) {
    const worker *w = &((const pool *)base)->worker[i];
    sum += w->pid > 0 ? au_cpu_clock(w->pid) : 0;
  }
  return sum;
}

/* aurum.sys.workers{count=, seconds=, work=, limit=, open=, threads=}: a
** pool.
** work(request) -> reply, both strings, runs in the workers. */
static int f_workers(lua_State *L) {
  static const au_pool_kind kind = {submit, wait_for, pause_in, clock_of, end};
  int count;
  pool *p = au_pool_new(L, sizeof *p, &kind, &count);
  p->pid = getpid();
  au_starts_init(&p->starts, p->base.command, p->base.command_n, p->base.grace);
  signal(SIGPIPE, SIG_IGN); /* the reply pipe reports a worker's death */
  for (int *n = &p->base.n; *n < count; ++*n) {
    worker *w = &p->worker[*n];
    void *page = mmap(NULL, sizeof *w->page, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
      return luaL_error(L, "no memory for a worker");
    w->page = page;
    if (!spawn(L, p, w)) {
      ++*n;
      return luaL_error(L, "no worker: %s", strerror(errno));
    }
  }
  return 1;
}

void au_open_workers(lua_State *L) {
  au_open_pools(L, f_workers);
}
