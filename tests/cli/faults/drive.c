/* drive.c: runs aurum again and again, each time with one allocation that
** fails, and judges each run.
**
**   drive BINARY FOLDER TABLE INPUT POINTS [SCENARIO...]
**
** FOLDER has failing.so and the files that TABLE names as $IN/...; INPUT is the
** standard input of every run. ./run describes POINTS and the judgement, and
** calls this program: a shell would take longer than the runs.
**
** A scenario first runs undisturbed, and failing.so writes the size of each
** request to a trace. Requests that end the same WINDOW sizes in a row belong
** to the same work, such as loading a module or playing a card. They fail
** REPEATS times in the first scenario that has them, and in no other. */
#include "trace.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

enum {
  WINDOW = 16,          /* requests that identify what a program does */
  WINDOW_COMPILING = 4, /* the same while Lua compiles */
  REPEATS = 2,          /* how often the same requests fail */
  FIRST = 100,          /* requests of the first scenario that always fail */
  FILES = 8,            /* most files that a run leaves */
  WORDS = 32,           /* most arguments of a scenario */
  JOBS_MAX = 64,
  SHOWN = 60, /* most failures that are printed per scenario */
  PATH = 512
};

/* A file that a run left. */
typedef struct file {
  char name[64];
  char *bytes; /* what gzip holds, without times; a NUL follows */
  size_t n;
  bool whole; /* it ends with a complete line */
} file;

/* All that a run did. */
typedef struct outcome {
  int status; /* as of waitpid */
  file files[FILES];
  int n;
} outcome;

typedef struct scenario {
  char name[32];
  char *words[WORDS + 1]; /* the program and its arguments, then NULL */
  char text[1024];        /* of the words */
} scenario;

/* A process in which runs begin; see failing.c. */
typedef struct server {
  pid_t pid;
  int orders, statuses; /* pipes */
} server;

/* Shared by the processes that make the attempts of one scenario. */
typedef struct progress {
  long next, tried, failed;
} progress;

static char *program;
static const char *input;
static char folder[PATH]; /* absolute */

static void stop(const char *what) {
  perror(what);
  exit(2);
}

static void *need(void *block) {
  if (block == NULL)
    stop("faults");
  return block;
}

/* ---- Files ---- */

static void path_of(char path[PATH], const char *place, const char *name) {
  if (snprintf(path, PATH, "%s/%s", place, name) >= PATH)
    stop(name);
}

/* Call 'f' for each file in 'place', in any order. */
static void each_file(const char *place, void *ctx,
                      void (*f)(void *ctx, const char *path,
                                const char *name)) {
  char path[PATH];
  DIR *dir = opendir(place);
  if (dir == NULL)
    stop(place);
  for (struct dirent *e; (e = readdir(dir)) != NULL;)
    if (*e->d_name != '.') {
      path_of(path, place, e->d_name);
      f(ctx, path, e->d_name);
    }
  closedir(dir);
}

static void remove_file(void *ctx, const char *path, const char *name) {
  (void)ctx, (void)name;
  if (unlink(path) != 0)
    stop(path);
}

/* Cut the bytes from 'begin' to 'end' out of a file. */
static void cut(file *f, char *begin, const char *end) {
  memmove(begin, end, (size_t)(f->bytes + f->n - end) + 1);
  f->n -= (size_t)(end - begin);
}

/* Remove times, which differ between runs: two lines of output, and a field of
** each line of a journal with the checksum that follows it. */
static void cut_times(file *f) {
  static const char *const lines[] = {"\nslowest answer ", "\ntiming: "};
  char *at, *end;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    while ((at = strstr(f->bytes, lines[i])) != NULL &&
           (end = strchr(at + 1, '\n')) != NULL)
      cut(f, at, end);
  for (at = f->bytes; (at = strstr(at, ",\"timing\":[")) != NULL;) {
    end = strstr(at, "\"crc32\":\"");
    if (end == NULL || (end = strpbrk(end + 9, "\"\n")) == NULL || *end != '"')
      return;
    cut(f, at, end + 1);
  }
}

static void add_file(void *ctx, const char *path, const char *name) {
  enum { CHUNK = 1 << 16 };
  outcome *o = ctx;
  int got;
  gzFile in = gzopen(path, "rb"); /* reads plain files too */
  if (in == NULL || o->n == FILES)
    stop(path);
  file *f = &o->files[o->n++];
  *f = (file){.bytes = need(malloc(CHUNK + 1))};
  snprintf(f->name, sizeof f->name, "%s", name);
  while ((got = gzread(in, f->bytes + f->n, CHUNK)) > 0) {
    f->n += (size_t)got;
    f->bytes = need(realloc(f->bytes, f->n + CHUNK + 1));
  }
  f->bytes[f->n] = '\0';
  f->whole = gzclose(in) == Z_OK && got == 0 &&
             (f->n == 0 || f->bytes[f->n - 1] == '\n');
  cut_times(f);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const file *)a)->name, ((const file *)b)->name);
}

static void forget(outcome *o) {
  for (int i = 0; i < o->n; i++)
    free(o->files[i].bytes);
}

/* ---- Runs ---- */

/* Start the program of a scenario in the working folder. 'orders' and
** 'statuses' are the server's ends of its pipes, or -1. */
static pid_t start(const scenario *s, int orders, int statuses) {
  extern char **environ;
  char preload[PATH];
  posix_spawn_file_actions_t files;
  pid_t pid;
  path_of(preload, folder, "failing.so");
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "out", O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&files, 2, "err", O_WRONLY | O_CREAT, 0600);
  if (orders >= 0) {
    posix_spawn_file_actions_adddup2(&files, orders, ORDERS);
    posix_spawn_file_actions_adddup2(&files, statuses, STATUSES);
  }
  setenv("LD_PRELOAD", preload, 1);
  if (posix_spawn(&pid, program, &files, NULL, s->words, environ) != 0)
    stop(program);
  unsetenv("LD_PRELOAD");
  posix_spawn_file_actions_destroy(&files);
  return pid;
}

/* Collect what a run left in the working folder, and empty that. */
static void collect(outcome *o) {
  o->n = 0;
  each_file(".", o, add_file);
  each_file(".", NULL, remove_file);
  qsort(o->files, (size_t)o->n, sizeof *o->files, by_name);
}

static server start_server(const scenario *s) {
  int orders[2], statuses[2];
  if (pipe2(orders, O_CLOEXEC) != 0 || pipe2(statuses, O_CLOEXEC) != 0)
    stop("pipe");
  setenv("FAIL_SERVE", "1", 1);
  pid_t pid = start(s, orders[0], statuses[1]);
  unsetenv("FAIL_SERVE");
  close(orders[0]);
  close(statuses[1]);
  return (server){pid, orders[1], statuses[0]};
}

/* Have a server make a run. */
static void run(const server *v, const order *a, outcome *o) {
  if (write(v->orders, a, sizeof *a) != sizeof *a ||
      read(v->statuses, &o->status, sizeof o->status) != sizeof o->status)
    stop("a server ended early");
  collect(o);
}

static bool same(const outcome *a, const outcome *b) {
  bool equal = a->status == b->status && a->n == b->n;
  for (int i = 0; equal && i < a->n; i++) {
    const file *f = &a->files[i], *g = &b->files[i];
    equal = strcmp(f->name, g->name) == 0 && f->n == g->n &&
            memcmp(f->bytes, g->bytes, f->n) == 0;
  }
  return equal;
}

static const file *errors_of(const outcome *o) {
  for (int i = 0; i < o->n; i++)
    if (strcmp(o->files[i].name, "err") == 0)
      return &o->files[i];
  return NULL;
}

/* The problem of a run, or NULL if it is as 'expected', or reports the lack of
** memory in an orderly way. */
static const char *problem_of(const outcome *o, const outcome *expected) {
  const file *err = errors_of(o);
  if (same(o, expected))
    return NULL;
  if (WIFSIGNALED(o->status) && WTERMSIG(o->status) == SIGALRM)
    return "it hung";
  if (!WIFEXITED(o->status) || WEXITSTATUS(o->status) > 123)
    return "it died";
  if (WEXITSTATUS(o->status) == 0)
    return "it did something else and ended with 0";
  if (err == NULL || strstr(err->bytes, "emory") == NULL)
    return "it ended without a word of memory";
  for (int i = 0; i < o->n; i++)
    if (!o->files[i].whole && &o->files[i] != err)
      return "a file ends within a line";
  return NULL;
}

/* ---- Attempts ---- */

static void report(const scenario *s, const order *a, const outcome *o,
                   const char *problem) {
  const file *err = errors_of(o);
  int code =
      WIFEXITED(o->status) ? WEXITSTATUS(o->status) : WTERMSIG(o->status);
  printf("FAIL faults %s: FAIL_AT=%ld FAIL_ON=%d: %s (%s %d)\n%.300s\n",
         s->name, a->at, a->on, problem,
         WIFEXITED(o->status) ? "status" : "signal", code,
         err != NULL ? err->bytes : "");
  fflush(stdout);
}

/* Make the attempts that no other process has begun. */
static void make_attempts(const scenario *s, const outcome *expected,
                          const order *list, long n, progress *p) {
  char place[PATH];
  path_of(place, folder, "run.XXXXXX");
  if (mkdtemp(place) == NULL || chdir(place) != 0)
    stop(place);
  server v = start_server(s);
  for (long i; (i = __atomic_fetch_add(&p->next, 1, __ATOMIC_RELAXED)) < n;) {
    outcome o;
    run(&v, &list[i], &o);
    const char *problem = problem_of(&o, expected);
    if (problem != NULL &&
        __atomic_fetch_add(&p->failed, 1, __ATOMIC_RELAXED) < SHOWN)
      report(s, &list[i], &o, problem);
    __atomic_fetch_add(&p->tried, 1, __ATOMIC_RELAXED);
    forget(&o);
  }
  close(v.orders);
  waitpid(v.pid, NULL, 0);
}

/* Make all attempts, one process per processor. */
static progress share_attempts(const scenario *s, const outcome *expected,
                               const order *list, long n) {
  long jobs = sysconf(_SC_NPROCESSORS_ONLN);
  jobs = jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : jobs;
  progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    stop("mmap");
  fflush(NULL);
  for (long j = 0; j < jobs; j++) {
    pid_t pid = fork();
    if (pid < 0)
      stop("fork");
    if (pid == 0) {
      make_attempts(s, expected, list, n, p);
      _exit(0); /* leaves the position in the table as it is */
    }
  }
  while (wait(NULL) > 0)
    ;
  progress done = *p;
  munmap(p, sizeof *p);
  return done;
}

/* ---- Requests ---- */

/* A hash table that counts windows. */
typedef struct windows {
  struct window {
    uint64_t hash; /* 0 marks a free place */
    int times;     /* up to REPEATS */
  } * at;
  size_t size, n; /* size is a power of two */
} windows;

/* The place of a hash, or a free one. */
static struct window *find(const windows *w, uint64_t hash) {
  size_t i = hash & (w->size - 1);
  while (w->at[i].hash != 0 && w->at[i].hash != hash)
    i = (i + 1) & (w->size - 1);
  return &w->at[i];
}

static void grow(windows *w) {
  windows grown = {.size = w->size > 0 ? 2 * w->size : 1024, .n = w->n};
  grown.at = need(calloc(grown.size, sizeof *grown.at));
  for (size_t i = 0; i < w->size; i++)
    if (w->at[i].hash != 0)
      *find(&grown, w->at[i].hash) = w->at[i];
  free(w->at);
  *w = grown;
}

/* Count a window. Returns true if it was not counted REPEATS times before. */
static bool count_window(windows *w, uint64_t hash) {
  if (2 * w->n >= w->size)
    grow(w);
  struct window *at = find(w, hash);
  w->n += at->hash == 0;
  at->hash = hash;
  return at->times < REPEATS && ++at->times > 0;
}

/* A hash of the WINDOW requests up to number 'at'; not 0. */
static uint64_t window_at(const uint64_t *trace, long at) {
  uint64_t hash = 14695981039346656037u;
  int most = trace[at - 1] & 1 ? WINDOW_COMPILING : WINDOW;
  for (long i = at > most ? at - most : 0; i < at; i++)
    hash = (hash ^ trace[i]) * 1099511628211u;
  return (hash ^ hash >> 29) | 1;
}

/* List the requests that are new in any process, and count their windows.
** Returns how many. '*all' gets the number of requests. */
static long find_new(windows *known, const traces *t, long *list, long *all) {
  long found = 0, n = 0;
  for (bool more = true; more; n += more) {
    bool new = false;
    more = false;
    for (long i = 0; i < t->processes; i++)
      if (n < TRACE_MAX && n >= t->forked[i] && t->size[i][n] != 0) {
        more = true;
        new = count_window(known, window_at(t->size[i], n + 1)) || new;
      }
    if (new)
      list[found++] = n + 1;
  }
  for (size_t i = 0; i < known->size; i++)
    known->at[i].times = known->at[i].hash != 0 ? REPEATS : 0;
  *all = n;
  return found;
}

/* Choose attempts: 'points' of the listed requests, spread evenly, or all if
** that is 0, and the 'first' ones. A request of Lua's compiler does not fail
** alone, since Lua collects garbage and repeats it. Returns how many. */
static long choose(const traces *t, const long *list, long n, long points,
                   long first, order *a) {
  double step = points > 0 && points < n ? (double)n / (double)points : 1;
  long chosen = 0;
  for (double i = 0; i < (double)n; i += i < (double)first ? 1 : step) {
    long at = list[(long)i];
    for (int on = t->size[0][at - 1] & 1; on <= 1; on++)
      a[chosen++] = (order){0, at, on == 1};
  }
  return chosen;
}

/* Run a scenario undisturbed. Returns its traces, to be unmapped. */
static traces *run_traced(const scenario *s, outcome *o) {
  char path[PATH], place[PATH];
  path_of(path, folder, "trace");
  path_of(place, folder, s->name);
  if (mkdir(place, 0700) != 0 || chdir(place) != 0)
    stop(place);
  setenv("FAIL_TRACE", path, 1);
  pid_t pid = start(s, -1, -1);
  unsetenv("FAIL_TRACE");
  if (waitpid(pid, &o->status, 0) != pid)
    stop(program);
  collect(o);
  int fd = open(path, O_RDONLY);
  traces *t = mmap(NULL, sizeof *t, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd < 0 || t == MAP_FAILED || unlink(path) != 0)
    stop(path);
  close(fd);
  if (o->status != 0) {
    fprintf(stderr, "faults: %s fails undisturbed\n", s->name);
    exit(2);
  }
  if (t->processes < 1 || t->processes > TRACES) {
    fprintf(stderr, "faults: %s has %ld processes\n", s->name, t->processes);
    exit(2);
  }
  return t;
}

/* ---- The table ---- */

/* Read a scenario from "NAME ; ARGUMENT..."; false if the line has none. */
static bool read_scenario(const char *line, scenario *s) {
  int n = 0;
  size_t used = 0;
  *s = (scenario){.words = {program}};
  if (*line == '#' || sscanf(line, "%31s ;", s->name) != 1)
    return false;
  for (line = strchr(line, ';') + 1; *line != '\0'; line++) {
    bool in = strncmp(line, "$IN", 3) == 0;
    used += (size_t)snprintf(s->text + used, sizeof s->text - used, "%.*s",
                             in ? PATH : 1, in ? folder : line);
    line += in ? 2 : 0;
    if (used >= sizeof s->text)
      stop(s->name);
  }
  for (char *word = strtok(s->text, " \n"); word != NULL && n < WORDS - 1;
       word = strtok(NULL, " \n"))
    s->words[++n] = word;
  return true;
}

static bool is_wanted(const char *name, char **wanted) {
  if (*wanted == NULL)
    return true;
  while (*wanted != NULL && strcmp(*wanted, name) != 0)
    wanted++;
  return *wanted != NULL;
}

/* Try a scenario. Adds its attempts to 'sum'; false if some were not made. */
static bool try_scenario(const scenario *s, windows *known, long points,
                         long first, progress *sum) {
  outcome expected;
  long n;
  traces *t = run_traced(s, &expected);
  long *list = need(calloc(TRACE_MAX, sizeof *list));
  order *a = need(calloc(2 * TRACE_MAX, sizeof *a));
  long found = find_new(known, t, list, &n);
  long chosen = choose(t, list, found, points, first, a);
  progress p = share_attempts(s, &expected, a, chosen);
  printf("%-8s %7ld requests, %6ld of them new, %6ld attempts, %ld failed\n",
         s->name, n, found, p.tried, p.failed);
  fflush(stdout);
  sum->tried += p.tried;
  sum->failed += p.failed;
  forget(&expected);
  munmap(t, sizeof *t);
  free(list);
  free(a);
  return p.tried == chosen && n > 0;
}

int main(int argc, char **argv) {
  char line[1024];
  scenario s;
  windows known = {0};
  progress sum = {0};
  bool complete = true;
  if (argc < 6 || realpath(argv[2], folder) == NULL)
    return 2;
  program = argv[1];
  input = argv[4];
  for (int fd = 3; fd < ORDERS; fd++) /* what the caller had open */
    close(fd);
  long points = atol(argv[5]), first = FIRST;
  FILE *table = fopen(argv[3], "re"); /* not for the runs: see is_bare */
  if (table == NULL)
    stop(argv[3]);
  while (fgets(line, sizeof line, table) != NULL)
    if (read_scenario(line, &s) && is_wanted(s.name, argv + 6)) {
      complete = try_scenario(&s, &known, points, first, &sum) && complete;
      first = 0;
    }
  fclose(table);
  free(known.at);
  printf("%ld attempts, %ld failed\n", sum.tried, sum.failed);
  return complete && sum.tried > 0 && sum.failed == 0 ? 0 : 1;
}
