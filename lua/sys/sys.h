/* sys.h: the functions of lua/sys, for this room and those above. Internal to
** lua/.
**
** C that knows no cards: memory, limits on scripts, conversion of numbers and
** texts from Lua to C, objects, files, worker processes. Of core/ it includes
** memory.h, attributes.h and text.h only. */
#ifndef AU_SYS_H
#define AU_SYS_H

#include "../../core/attributes.h"
#include "../../core/memory.h"
#include "../../core/text.h"
#include "../aurum_lua.h"

#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* ---- worker_page.c: a worker process and its pool ----
**
** In a browser and on Windows there are no processes: single.c then takes the
** place of worker_page.c, cpu_limit.c, threads.c, programs.c and channel.c, and
** browser.c or windows/alone.c that of workers.c and confine.c. */

enum { AU_WATCH_SAID = 24000 };

/* A worker's report to its pool, in memory that both share. */
typedef struct au_watch {
  volatile uint32_t thinking; /* seat, from 1, of the bot it is calling, or 0 */
  volatile uint32_t call;     /* number of the last call of a bot */
  volatile uint32_t at;       /* number of that call in its game */
  volatile uint32_t made;     /* games made for the current request */
  volatile uint32_t game;     /* games begun for the current request */
  volatile uint32_t asked;    /* questions asked for the current request */
  volatile uint32_t full;     /* 1: a bot reached its memory limit */
  volatile uint32_t judging;  /* 1: code of a variant runs */
  volatile uint32_t judged;   /* how often such code has begun or ended */
  volatile uint32_t late;     /* au_late: why the pool killed the worker */
  volatile uint32_t limit;    /* milliseconds that this call may take, if that
                              ** is less than the pool allows; 0 for no limit */
  volatile uint32_t late_call;  /* the call that the pool found too long */
  volatile uint32_t pause;      /* 1: a debugger is to stop at the next line */
  volatile uint32_t program;    /* au_program_wait, */
  volatile uint32_t program_at; /* for this program, from 0 */
  volatile uint32_t heard;      /* programs (a bit each) that wrote a line */
  volatile uint32_t mute;       /* from the pool: au_starts_mute */
  char where[80];  /* the line of Lua where that call was stopped, or "" */
  uint32_t said_n; /* bytes in 'said' */
  char said[AU_WATCH_SAID]; /* what the bot printed in its last call */
} au_watch;
typedef enum { AU_LATE_NOT, AU_LATE_BOT, AU_LATE_VARIANT } au_late;
/* A worker waits for nothing, the first line of a program, or a later one. */
typedef enum {
  AU_PROGRAM_NONE,
  AU_PROGRAM_STARTS,
  AU_PROGRAM_RUNS
} au_program_wait;
extern au_watch *au_watching; /* NULL except in a worker */

/* Report that code of a variant begins or ends. The variant's own limit of a
** second does not fire inside C functions; the pool's does. */
static inline void au_watch_variant(bool begins) {
  if (au_watching == NULL)
    return;
  au_watching->judged++;
  au_watching->judging = begins;
}

/* Report that the bot of a seat is called, for the at-th time in its game; it
** may take 'limit' milliseconds, 0 for the pool's limit. */
void au_watch_call(uint8_t seat, uint32_t at, uint32_t limit);
/* Report that the call ended, unless it took too long: then the worker ends.
** Returns 'good'. */
bool au_watch_rest(bool good);
/* Report what a bot has printed in this call. */
void au_watch_say(const char *text, size_t n);
/* Tell a page that waits: a script's run has 'begun', or one uses its fuel.
** Host work counts as progress. */
void au_watch_alive(bool begun);
/* True if the pool asks a debugger in this worker to stop (pool:pause). */
static inline bool au_watch_paused(void) {
  return au_watching != NULL && au_watching->pause != 0;
}
/* A bot has reached its memory limit: ends a worker, and returns elsewhere. */
void au_watch_full(void);

/* Exit statuses of a worker that ends itself. */
enum {
  AU_WORKER_FULL = 3,      /* a bot reached its memory limit, where liblua
                           ** 5.4.4 has bugs: the process cannot continue */
  AU_WORKER_NO_PIPE = 4,   /* the pool has ended */
  AU_WORKER_NO_MEMORY = 5, /* the system has no more memory */
  AU_WORKER_NO_FILTER = 6, /* the system refused the filter of confine.c */
  AU_WORKER_LATE = 7,      /* the pool found a bot's call too long */
  AU_WORKER_NO_PROGRAM = 8 /* a program ended, or wrote a line that is too
                           ** long */
};
/* End this worker process at once. Does not return. */
void au_worker_leave(int status);

/* ---- keeper.c: starts and ends programs that answer in place of bots ---- */

enum { AU_PROGRAM_MAX = 32 }; /* programs of a worker */

/* A program that runs; all zero: none. The pool has it. */
typedef struct au_program {
  pid_t keeper; /* the program's parent */
  int to, from; /* this process's ends of its pipes; 0: closed */
} au_program;
/* Start a command of the shell. False, with errno, if that fails. */
AU_MUST bool au_program_start(au_program *p, const char *command);
/* Close the pipes, which a worker now has. */
void au_program_release(au_program *p);
/* Close the inputs of 'n' programs, and kill those that have not ended a second
** later, with all that is left of what they started. */
void au_programs_end(au_program *list, int n);
/* In a process that the pool forked: programs must not wait for its end. */
void au_programs_forget_pool(void);

/* ---- programs.c: what the pool and workers know of programs ---- */

/* The starts of the programs of a pool's 'n' commands. */
typedef struct au_starts {
  int n;
  double grace;                  /* seconds of wall time for a first line */
  uint8_t first[AU_PROGRAM_MAX]; /* the first command with the same text */
  bool answered[AU_PROGRAM_MAX]; /* by 'first': a program of it gave a line; */
  bool late[AU_PROGRAM_MAX];     /* the last start gave none in time */
} au_starts;
void au_starts_init(au_starts *s, char *const *command, int n, double grace);
/* Note the programs of a worker that gave a line, but for those '*noted'. */
void au_starts_note(au_starts *s, const au_watch *page, uint32_t *noted);
/* Note that the start of a program of command i, from 0, gave no line. */
void au_starts_late(au_starts *s, int i);
/* The commands (a bit each) whose programs never gave a line, and had time. */
uint32_t au_starts_mute(const au_starts *s);
/* The seconds that a worker may wait for the line of a program; it may wait
** 'seconds' for a line other than the first. */
double au_starts_limit(const au_starts *s, const au_watch *page,
                       double seconds);

enum { AU_SILENCE_TEXT = 160 };
/* Write what happened to a program that never gave a line. */
void au_program_silence(double grace, char out[AU_SILENCE_TEXT]);

/* Use the pool's programs in this worker. False if memory fails. */
AU_MUST bool au_programs_adopt(const au_program *list, int n, double grace);
/* The number of programs of this worker. */
int au_program_count(void);
/* True if program i, from 0 on, need not be asked, since it never answers. Then
** 'out' gets au_program_silence. */
bool au_program_mute(int i, char out[AU_SILENCE_TEXT]);
/* Send program i the members of an object, which begins with its id. Returns
** the id. Ends this worker if the program has ended. */
uint32_t au_program_tell(int i, const char *text, size_t n);
/* The next line of program i, of '*n' bytes, good until the next call. The
** same. */
const char *au_program_hear(int i, size_t *n);
/* ---- cpu_limit.c: the limit on the processor time of a bot's call ---- */

enum { AU_VARIANT_SECONDS = 3 }; /* of processor time, for code of a variant */

/* The last call of a bot, and the last run of a variant's code, that the pool
** has seen in a worker. Zeroed for a new worker. */
typedef struct au_cpu {
  uint32_t call;       /* page->call */
  double call_since;   /* the worker's clock when 'call' was first seen */
  double told;         /* the worker's clock when it was told so */
  uint32_t judged;     /* page->judged */
  double judged_since; /* the worker's clock when 'judged' was first seen */
} au_cpu;
/* A worker's processor clock in seconds; wall time on systems without one. */
double au_cpu_clock(pid_t pid);
/* The limit of the call on a page: its own, but at most 'seconds', since the
** worker can write what it likes. */
double au_cpu_limit(const au_watch *page, double seconds);
/* Stop a worker in which a call of a bot has taken more than au_cpu_limit, or a
** run of a variant's code more than AU_VARIANT_SECONDS. A bot's worker is told
** first, since it knows the line of Lua; if that is in a C function, the signal
** 'killer' ends the worker. */
void au_cpu_enforce(au_cpu *c, au_watch *page, pid_t pid, int killer,
                    double seconds);
/* The fuel of a run for which none is set and which may take 'seconds', 0 for
** the pool's limit. Returns 0 if clocks limit it. */
int32_t au_fuel_for(int seconds);

/* ---- pool.c: a pool of workers, aurum.sys.workers ---- */

enum { AU_POOL_MAX = 64 }; /* workers */

typedef struct au_pool au_pool;
/* How a kind of pool works; the pool is at 1. */
typedef struct au_pool_kind {
  /* Queue a request, also at 3, for a worker, from 1 on. */
  void (*submit)(lua_State *L, au_pool *p, int worker, const char *request,
                 size_t n);
  /* Wait up to the time 'until', 0 for no such time. Returns the number of
  ** values pushed, as pool:wait returns them. */
  int (*wait)(lua_State *L, au_pool *p, double until);
  /* Ask a debugger in a worker, from 1 on, to stop; or no longer. */
  void (*pause)(au_pool *p, int worker, bool on);
  /* The processor time of the workers, in seconds; without those replaced. */
  double (*clock)(const au_pool *p);
  void (*end)(au_pool *p); /* end the workers */
} au_pool_kind;
/* The beginning of every pool. Its object has one user value. */
struct au_pool {
  const au_pool_kind *kind;
  int n;          /* workers; 0: it is closed */
  int work;       /* reference to the function that answers */
  double seconds; /* what a call of a bot may take */
  double limit;   /* what a request may take, in seconds of wall time; 0: no
                  ** limit */
  bool open;      /* its workers may do all that this process may */
  int threads;    /* of each worker, for bots' searches */
  char *command[AU_PROGRAM_MAX]; /* owned: the programs of each worker */
  int command_n;
  double grace; /* seconds that a program may take for its first line */
};
/* Push a pool, of 'size' bytes, for the options at 1, with no worker yet.
** '*count' gets the number of workers that it should have. */
void *au_pool_new(lua_State *L, size_t size, const au_pool_kind *kind,
                  int *count);
/* Call the function below the request at the top. Replaces both by the reply,
** or by the error message if this returns false. */
bool au_pool_answer(lua_State *L);
/* End the workers and forget the function. */
void au_pool_close(lua_State *L, au_pool *p);
/* Add aurum.sys.workers, the function 'open', to the table at the top. */
void au_open_pools(lua_State *L, lua_CFunction open);

/* ---- memory.c: what happens when malloc fails ---- */

/* End the process if it is the program or a worker; otherwise return. If a Lua
** state can raise, call au_no_memory instead. */
void au_give_up(void);
/* Resize a block as a lua_Alloc does. Making it smaller never fails. If
** memory fails, the process ends if it is the program or a worker. */
void *au_resize(void *block, size_t old, size_t size);
/* The system has refused that request: the process may end. Returns NULL. */
void *au_refused(const void *block, size_t size);

/* ---- range.c: blocks in addresses of one script's own ---- */

typedef struct au_block au_block;
enum { AU_RANGE_CLASSES = 96 };
typedef struct au_range {
  char *base;    /* owned; NULL: there is none */
  bool fixed;    /* it begins at a multiple of 2^32, and can grow and be kept */
  bool full;     /* the last request was refused by its limit */
  size_t mapped; /* bytes that the system has given */
  char *image;   /* owned; image_n bytes as they were kept, or NULL */
  size_t image_n;
  struct au_range_state {
    size_t end; /* bytes in use, free blocks included */
    uint64_t filled[2];
    au_block *list[AU_RANGE_CLASSES]; /* free blocks, by size */
  } now, kept;
} au_range;

/* Open a range for the heap at a 'place', from 1 on: two heaps at one place
** have the same addresses modulo 2^32. False if memory fails. */
AU_MUST bool au_range_open(au_range *r, int place);
void au_range_close(au_range *r);
bool au_range_has(const au_range *r, const void *block);
/* Resize a block as a lua_Alloc does; only a larger size may be refused. */
void *au_range_resize(au_range *r, void *block, size_t size);
/* From now on nobody reads a change of this block behind its first 64 bytes. */
void au_range_still(void *block);
/* The block in use that has this address. Takes long. */
void *au_range_find(const au_range *r, const void *inside);
/* Remember all blocks, in place of those remembered before; then set all to
** what they were. The bytes of a block from 'rest' on need not be remembered.
** False if the range is not fixed, or nothing was kept. */
bool au_range_keep(au_range *r, const char *rest);
bool au_range_restore(au_range *r);

/* ---- heap.c: all memory of one script ---- */

/* The address sanitizer knows blocks of malloc only: with it, all are. */
#if defined(__SANITIZE_ADDRESS__)
#define AU_SLAB_SMALL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AU_SLAB_SMALL 0
#endif
#endif
#if !defined(AU_SLAB_SMALL)
#define AU_SLAB_SMALL 512 /* bytes of the largest block in a slab */
#endif

/* True if heaps can have their own addresses at a fixed place. */
#define AU_HEAP_FIXED (AU_SLAB_SMALL > 0 && UINTPTR_MAX > UINT32_MAX)

enum { AU_SLAB_N = 3 };
typedef struct au_slabs {
  char *slab[AU_SLAB_N]; /* 'n' slabs; owned */
  int n;
  char *at;    /* the part of the last slab that was never used, */
  size_t left; /*   and its bytes */
  void *free[AU_SLAB_SMALL / 16 + 1]; /* free blocks by size; each holds the
                                       ** address of the next */
} au_slabs;

typedef struct au_heap { /* zeroed if it is closed */
  au_slabs slabs, kept;
  au_range range; /* without a base if the heap is malloc's */
} au_heap;

/* Open a heap: at a place of its own if 'place' is not 0 and this build has
** these. False if memory fails. */
AU_MUST bool au_heap_open(au_heap *h, int place);
/* Close it, with all blocks in its range and its slabs. */
void au_heap_close(au_heap *h);
/* Like au_resize, but a range's limit may also refuse a request: see
** range.full. */
void *au_heap_resize(au_heap *h, void *block, size_t old, size_t size);
/* See range.c; 'inside' is any address of the block. */
void au_heap_still(au_heap *h, void *block, size_t size);
void au_heap_still_at(au_heap *h, const void *inside);
bool au_heap_keep(au_heap *h);
bool au_heap_restore(au_heap *h);

/* ---- seed.c: new Lua states with the same hashes in each run ---- */

/* Like lua_newstate, but the seed of its hashes is always the same. It is not
** where this build of Lua hides it: au_seed_known is then false. */
lua_State *au_new_state(lua_Alloc allocate, void *ud);
bool au_seed_known(void);

/* ---- samples.c: where a script's time goes ---- */

typedef struct au_samples au_samples;
au_samples *au_samples_new(void); /* NULL if memory fails */
void au_samples_clear(au_samples *p);
void au_samples_free(au_samples *p);
/* Name the call that is about to begin: its outermost function, which Lua
** cannot name. A constant. */
void au_samples_name(au_samples *p, const char *call);
/* A call begins: time counts from here on. 'now' is the thread's clock. */
void au_samples_begin(au_samples *p, double now);
/* Add the time since the last sample to the stack of L. Never raises. */
void au_samples_take(au_samples *p, lua_State *L, double now);
/* Push a list of {stack=, seconds=, count=}. */
void au_samples_push(lua_State *L, const au_samples *p);

/* ---- limits.c: limits on a script's memory, time and fuel ---- */

/* The reason a script is being stopped. */
enum { AU_IN_TIME, AU_LATE, AU_EMPTY, AU_INTERRUPTED, AU_TIMED_OUT };

typedef struct au_limits {
  size_t cap, used;  /* bytes; cap 0 for no limit */
  int64_t allocated; /* bytes, those freed since included */
  int seconds;       /* of processor time for one run, exceeded by 1/4 at most;
                    ** 0 for no limit, but an interrupt stops the script */
  bool hoarded;      /* the script has reached its cap */
  bool fatal;   /* reaching the cap ends the process, if that is a worker */
  int32_t fuel; /* instructions for one run; 0 for no limit */
  int64_t left; /* fuel left in this run */
  bool charged; /* this run counts as instructions of 'outer' too */
  bool plain;   /* the present error is raised with no traceback */
  au_samples *samples; /* NULL, or gets samples of the stack; not with fuel */
  au_samples *recent;  /* those of this run alone, if there are 'samples' */
  double budget;       /* seconds that a run with samples may take; 0: any */
  double began;     /* the thread's clock then; not set unless the timer ticks
                ** often or there are samples */
  lua_Hook returns; /* NULL, or called when a function returns */
  lua_Hook lines;   /* NULL, or called at each line of Lua */
  /* NULL, or called with each error that nothing catches. */
  void (*failed)(lua_State *L);
  void *watcher;    /* of 'lines' and 'failed' */
  int64_t runs;     /* begun so far */
  int place;        /* of the heap: see au_heap_open */
  au_heap heap;     /* of L, and of what its objects hold */
  au_memory memory; /* for the core: the heap */
  size_t kept;      /* 'used' when the heap was kept */
  lua_State *L;
  struct au_limits *outer;     /* of the script that runs this one, or NULL */
  locale_t locale;             /* the thread's before this run */
  volatile sig_atomic_t ticks; /* ticks of the timer since the run began */
  volatile sig_atomic_t late;  /* the reason it is being stopped */
} au_limits;

/* Make a new state with the limits 'm', which must outlive it. Returns NULL if
** memory fails. */
lua_State *au_limited_state(au_limits *m);
/* Close that state, if there is one. */
void au_limits_close(au_limits *m);
/* Remember the state as it is; and make it again what it was, to the byte. No
** run may be under way. Objects made since are gone, and not finalized: they
** may hold nothing but memory of the heap. Restoring returns false, and does
** nothing, if nothing could be kept: the heap has no addresses of its own. */
void au_limits_keep(au_limits *m);
AU_MUST bool au_limits_restore(au_limits *m);
/* Nobody will read a change of the value of this object, made by au_new with at
** most one user value: restoring need not copy it. */
void au_limits_still(lua_State *L, const void *value);
/* The memory for lists of the core that objects of this state own; NULL for
** malloc. */
const au_memory *au_memory_of(lua_State *L);
/* Let the timer of this process, and of workers that start from now on, tick
** often, for samples; or rarely. No script may be running. */
void au_limits_sample(bool often);
/* One run of a script lasts from here to au_limits_end, in a protected call:
** its time starts, its fuel is full, and the thread has the locale "C". Runs
** may nest. If 'charged', its instructions also use up the fuel of the script
** that led to it. */
void au_limits_begin(au_limits *m, bool charged);
void au_limits_end(void);
/* Give this thread the locale "C". Returns the one before, for uselocale;
** (locale_t)0 if memory failed: then nothing changes. */
static inline locale_t au_plain_locale(void) {
  static locale_t plain;
  if (plain == (locale_t)0)
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return uselocale(plain);
}
/* The limits of a script's state; NULL for a host's state. */
au_limits *au_limits_of(lua_State *L);
/* End the script that runs, and those that led to it, as an interrupt does. */
void au_limits_abort(void);
/* Call f(ctx) in a hook or message handler of 'm', whose fuel and verdict it
** does not change: it is not part of the run. */
void au_limits_apart(au_limits *m, void (*f)(void *ctx), void *ctx);
/* Start the timer in a new worker, before its system calls are filtered. A
** process inherits neither the timer nor the runs of its parent. */
void au_limits_restart(void);
/* The signal by which the pool tells a worker that a bot's call is too long.
** The worker notes the line of Lua and ends. */
enum { AU_SIGNAL_LATE = SIGUSR1 };
/* A bot's call has returned: end the worker if the pool found it too long. */
void au_limits_check_late(void);
/* Count memory that a value of a script holds outside of its Lua state: it now
** holds 'now' bytes, and held 'before' bytes. The memory counts against the cap
** and drives the collector. Past the cap this raises, or ends the worker. */
void au_limits_hold(lua_State *L, size_t before, size_t now);
/* Charge C work that is worth 'n' instructions: raises if the script has to
** stop. In a host's state it raises "interrupted" only if au_tearable is set: a
** command that catches interrupts ends between two games, not within one.
** Without fuel it costs nanoseconds. Never call it outside a protected call. */
void au_spend(lua_State *L, int64_t n);
/* The same in work that may take seconds, about every millisecond: an interrupt
** ends it in any host. */
void au_spend_long(lua_State *L, int64_t n);
/* The same for a function that replaces one of Lua's own. In a host's state it
** raises "interrupted" only if au_tearable is set, and not at every small call.
** So code that an interrupt ends can still clean up. */
void au_work(lua_State *L, int64_t n);
/* True in a host's state, false in a bot's or a variant's. */
bool au_is_host(lua_State *L);
/* Charge short work where nothing may be raised: if the fuel is used up, the
** script's next instruction raises. */
void au_charge(lua_State *L, int64_t n);
/* Charge a walk by lua_next over the 'n' values of the table at 'at'. */
void au_spend_walk(lua_State *L, int at, size_t n);
/* The bytes of the text at 'at'; 0 for any other value. */
static inline int64_t au_bytes_of_text(lua_State *L, int at) {
  lua_Unsigned n = lua_type(L, at) == LUA_TSTRING ? lua_rawlen(L, at) : 0;
  return (int64_t)n;
}
/* The charge, in instructions, for reading 'n' bytes of text. The allocator
** charges texts of AU_LONG bytes or more when they are made. */
enum { AU_LONG = 256 };
static inline int64_t au_bytes_cost(size_t n) {
  return (int64_t)(n / 32);
}
/* au_spend_long for a function that the core calls, since no error may cross a
** frame of the core. Returns false with the error on the stack's top; the
** caller raises it when the core has returned. Needs two free slots. */
AU_MUST bool au_may_spend(lua_State *L, int64_t n);
/* True if spending 'n' would leave a script less than a tenth of its fuel: time
** to return the results so far. */
bool au_fuel_low(lua_State *L, int64_t n);
/* The instructions that a script may still use; INT64_MAX without fuel. */
int64_t au_fuel_left(lua_State *L);
/* True if a script has fuel. All it can observe must then be the same in every
** run. */
bool au_is_counted(lua_State *L);
/* The bytes that a script may still use; SIZE_MAX without a cap. */
size_t au_memory_left(lua_State *L);

/* ---- clock.c ---- */

/* The time of a monotonic clock, in seconds. */
double au_clock(void);
/* The same clock, read by one thread through the processor's cycle counter,
** which takes a third of the time. See clock.c. Cleared to 0 at first. */
typedef struct au_cycles {
  double clock;   /* when both were read together, */
  uint64_t count; /*  and the counter then */
  double cycle;   /* seconds of a cycle; 0: not known */
  uint64_t span; /* cycles for which the counter is read instead of the clock */
  bool wrong;    /* it cannot be used */
} au_cycles;
double au_cycles_clock(au_cycles *c);
/* Compare the two, the counter having been read before and after the clock. */
void au_cycles_compare(au_cycles *c, uint64_t before, double clock,
                       uint64_t after);
/* The processor time of this thread, in seconds. */
double au_own_clock(void);
/* Seconds of processor time that ended child processes and theirs took. */
double au_children_clock(void);

/* ---- threads.c: threads that share the work of one function ---- */

enum { AU_THREADS_MAX = 64 };
/* Do share i of some work, from 0 on. It changes nothing that another share
** uses, never raises, and uses no Lua state. */
typedef void au_share(void *ctx, int i);
/* Do shares 0 to n - 1 on this thread and on at most threads - 1 helpers, which
** are started first if they are missing. Returns when all are done. */
void au_threads_do(int threads, int n, au_share *part, void *ctx);
/* Look if the work should end, on the thread that has it. Never raises. */
typedef void au_heed(void *ctx);
/* The same for shares that may take long. Each calls au_threads_pulse every few
** milliseconds. While this thread waits for helpers, it then calls 'look'. */
void au_threads_watch(int threads, int n, au_share *part, au_heed *look,
                      void *ctx);
void au_threads_pulse(void);
/* The most threads that a bot's work may use, in 1 .. AU_THREADS_MAX; at first
** 1. The host sets it. */
void au_threads_allow(int n);
int au_threads_allowed(void);
/* In a new worker: forget the helpers of its parent, start those of 'n' threads
** now, and never another. */
void au_threads_fork(int n);
/* The processor time of this thread and of helpers for its work, in seconds. */
double au_thread_clock(void);

/* ---- interruptible.c: interrupts that end the reading of a file ---- */

/* If au_tearable is set, an interrupt between here and au_end_reading makes
** 'descriptor' read as an ended file. Negative: no descriptor. Does not
** nest. */
void au_begin_reading(int descriptor);
/* Restore the file, NULL if it was closed; true if an interrupt had ended
** it. */
bool au_end_reading(FILE *f);
/* For a signal handler: end the file that is being read. */
void au_stop_reading(void);

/* ---- suggest.c: for messages ---- */

/* Push the value at 'at' as text without addresses, which differ from run to
** run: a value without __tostring is named by its type. */
const char *au_push_tostring(lua_State *L, int at);
/* Push the kind of the value at 'at', with its article: "a card", "rules", "a
** hook context", "a table". */
const char *au_push_kind(lua_State *L, int at);
/* The metamethod __concat of types with __tostring. */
int au_concat(lua_State *L);
/* Count the letters by which two words differ, ignoring case: added, left out,
** changed or swapped. */
size_t au_distance(const char *a, const char *b);
/* The distance below which a known word is suggested for 'word'. */
size_t au_near(const char *word);
/* Push the key of the table on the top that is nearest to 'word', nil if none
** is near. Its keys are strings. */
void au_push_nearest_key(lua_State *L, const char *word);
/* Push the same as the end of a message: "; did you mean 'KEY'?", or "". */
const char *au_push_hint(lua_State *L, const char *word);

/* ---- checked.c: whole numbers, lengths and texts of Lua as those of C ----
**
** The only conversions from Lua to C: tests/layers refuses casts elsewhere. No
** function here runs a script's code or exceeds the bound it is given.
** Functions named _at never raise. Functions named _of take the value of a
** key, which the error names. _check and _opt are for arguments; like
** luaL_checkinteger they also accept a number written as text. */

/* True if the value is a whole number in lo .. hi, which goes to '*out'. Never
** allocates. */
bool au_whole_at(lua_State *L, int at, lua_Integer lo, lua_Integer hi,
                 lua_Integer *out);
bool au_int_at(lua_State *L, int at, int lo, int hi, int *out);
/* The same, but raises "KEY: expected KIND from LO to HI, got VALUE". */
int au_int_of(lua_State *L, int at, const char *key, const char *kind, int lo,
              int hi);
/* An argument in lo .. hi; au_opt_whole returns 'none' for no argument. */
lua_Integer au_check_whole(lua_State *L, int arg, lua_Integer lo,
                           lua_Integer hi);
lua_Integer au_opt_whole(lua_State *L, int arg, lua_Integer lo, lua_Integer hi,
                         lua_Integer none);
int au_check_int(lua_State *L, int arg, int lo, int hi);
/* The same, but raises "expected KIND from LO to HI, got VALUE". */
int au_check_int_of(lua_State *L, int arg, const char *kind, int lo, int hi);
/* An integer that the binding itself has stored: an upvalue, the number of a
** field. Asserted, not checked. */
lua_Integer au_own_whole(lua_State *L, int at);
int au_own_int(lua_State *L, int at);
/* The 64 bits of an integer. */
uint64_t au_bits_at(lua_State *L, int at);

/* The largest list, in values, that one call goes through. */
enum { AU_LIST_MOST = 100000 };
/* True if the value is a table whose keys are 1 .. n, with n at most 'most'.
** Looks at n + 1 keys at most. */
bool au_list_at(lua_State *L, int at, int most, int *n);
/* The length of the list, in least .. most; raises "KEY: expected a list of
** ..., got ...". The table may have other keys too, and nil in the list: check
** each value. */
int au_list_of(lua_State *L, int at, const char *key, int least, int most);
/* Append the value on the top to our own list at 'list', an absolute index, and
** pop it. Returns the new length. */
lua_Integer au_append(lua_State *L, int list);

/* Push the place in Lua code that runs now, "FILE:LINE: ", for messages. Unlike
** luaL_where it looks past functions in C, such as the iterator of ipairs. */
void au_push_where(lua_State *L);
/* A text for C functions: an argument, or the value of a key. A key's nil gives
** 'none', unless that is NULL; a number is converted in place. Raises for a
** text with a NUL byte, which C would cut. */
const char *au_check_text(lua_State *L, int arg);
const char *au_text_of(lua_State *L, int at, const char *key, const char *none);
/* The index in the list of the word at 'at', the value of 'what'. Raises if the
** word is not in the list. */
int au_check_word(lua_State *L, int at, const char *what,
                  const char *const *names);
/* Raise for a key of the table at 'at' that is not one of the options
** listed. */
void au_check_options(lua_State *L, int at, const char *who,
                      const char *const *names);

/* ---- The registry ----
**
** Our values in a state's registry go by addresses of ours. They are given as
** integers, which take Lua fewer steps to find than pointers. Integers from
** luaL_ref are far below 2^32. */

static inline lua_Integer au_registered(const void *key) {
  return ((lua_Integer)1 << 32) + (lua_Integer)(uintptr_t)key;
}
/* Push the value at 'key'; return its type. */
static inline int au_recall(lua_State *L, const void *key) {
  return lua_rawgeti(L, LUA_REGISTRYINDEX, au_registered(key));
}
/* Pop a value and keep it at 'key'. */
static inline void au_keep(lua_State *L, const void *key) {
  lua_rawseti(L, LUA_REGISTRYINDEX, au_registered(key));
}

/* ---- userdata.c: C values as Lua objects --------------------------------- */

/* Make a type: its metatable named 'type', fields and methods found through
** 'index', metamethods from 'meta'. The address of 'type' is the type's key in
** the registry, so every file must use the same array. */
void au_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                 const char *const *fields, lua_CFunction index);
/* Give a type methods, with the 'values' on the stack's top as upvalues, which
** are popped. */
void au_add_methods(lua_State *L, const char *type, const luaL_Reg *methods,
                    int values);
/* A value of a type is a userdata that begins with the type's address, so that
** a test does not search the registry. au_new, au_test and au_check return the
** bytes behind it. Foreign userdata do not hold our addresses, and scripts
** cannot write into any userdata. */
enum { AU_TAG = 16 }; /* bytes before the value; keeps it aligned */

/* Push a new value of 'n' bytes, not cleared, with 'values' user values. */
void *au_new(lua_State *L, size_t n, int values, const char *type);
/* The value at 'arg' if it is of the type, else NULL. */
static inline void *au_test(lua_State *L, int arg, const char *type) {
  const char *tag;
  char *block = lua_touserdata(L, arg);
  if (block == NULL || lua_rawlen(L, arg) < AU_TAG) /* 0 of a light one */
    return NULL;
  memcpy(&tag, block, sizeof tag);
  return tag == type ? block + AU_TAG : NULL;
}
/* The same, but raises if it is not. */
static inline void *au_check(lua_State *L, int arg, const char *type) {
  void *value = au_test(L, arg, type);
  if (value == NULL)
    luaL_typeerror(L, arg, type);
  return value;
}

/* Push the C function without upvalues at 'at' as an object. It is otherwise an
** address of the program, by which a table hashes it: a script could see
** that. */
void au_push_closed(lua_State *L, int at);
/* Give the object on the top its own metatable, a copy of its type's, and
** push it. */
void au_own_metatable(lua_State *L);
/* Do the same so that Lua finds methods without a call of 'index', and push a
** table for constants of the object, by name, which Lua then finds too. For
** objects that live long, since this makes three tables. */
void au_own_index(lua_State *L);
/* In an 'index' function, before it looks at the object at 1: the index in
** 'fields' of the field asked for, or -1 for a method, which is then on the
** stack's top. Raises for any other name, with the nearest one. */
int au_index_field(lua_State *L);
/* The 'index' function of a type that has methods only. */
int au_method_index(lua_State *L);

/* ---- plain.c: text as a terminal may show it ---- */

/* The length in bytes of the first character of a text of 'n' bytes, at least
** 1, if a terminal would obey or not show that character; otherwise 0. */
size_t au_hidden(const char *text, size_t n);
/* Add a text as a terminal may show it. Characters that au_hidden finds and
** bytes that are not UTF-8 become \27 or \u{202E}; the ASCII characters in
** 'kept' stay. A line of more than 'most' columns is cut and ends in "...". */
void au_plain(au_text *out, const char *text, size_t n, size_t most,
              const char *kept);
/* Add a free text as a cell of CSV (RFC 4180), made plain as above. A text that
** a spreadsheet would take for a formula gets a "'" in front. If 'raw', the
** text itself is unchanged and only quoted. */
void au_csv_text(au_text *out, const char *text, size_t n, bool raw);

/* ---- gzip.c: compressed data ---- */

/* A file that is read, its bytes inflated if they are gzip data. To begin, set
** 'fd' and 'named_gzip', and zero the rest. */
typedef struct au_source {
  int fd;                 /* owned; -1 when closed */
  bool begun;             /* the first bytes were looked at */
  bool named_gzip;        /* its name ends in .gz */
  struct au_gunzip *gzip; /* owned; NULL if they are plain */
  char problem[120];      /* why reading failed; empty if it has not */
  bool lost;              /* it failed for good */
} au_source;

bool au_ends_in_gz(const char *path);

/* Like read(2): returns up to 'n' bytes, 0 at the end, or -1 with the reason in
** 'problem'. */
ssize_t au_source_read(au_source *s, char *to, size_t n);
/* After a failure: go on with the next member of damaged gzip data, since each
** can be read without the others. False if there is none. */
bool au_source_resume(au_source *s);
void au_source_close(au_source *s);
/* Add a gzip member that holds 'n' bytes. The same bytes always make the same
** member. */
void au_gzip(au_text *out, const char *bytes, size_t n);
/* The check sum of 'n' bytes that gzip data have. */
uint32_t au_crc32(const char *bytes, size_t n);

/* ---- confine.c: what a worker may do ---- */

/* Confine this process, with all its threads, to what a worker needs: it can
** then compute, allocate, read from 'in', write to 'out' and stderr, and talk
** to the programs. Returns false if the system refuses. Never allocates. */
AU_MUST bool au_confine(int in, int out, const au_program *programs, int n);

/* The i-th guard of bots that this build lacks, from 0 on; NULL after the
** last. */
const char *au_lack(int i);
/* True if bots run in separate processes. */
bool au_has_processes(void);
/* True if there is something that bots of strangers can run in: processes, or
** the page of a browser. */
bool au_has_workers(void);

/* ---- compiled.c: the Lua files of the installation ---- */

/* Use the archive of compiled files in the folder that holds lua/ and repl/, if
** there is one that this Lua can load. */
void au_use_compiled(lua_State *L, const char *home);

/* ---- opening.c: opening files ----
**
** Below a guarded folder (aurum.sys.guard), no link is followed and nothing but
** regular files and folders is opened. */

/* Like open(2), with O_CLOEXEC. Below a guarded folder errno is EMLINK for a
** link, and ENXIO for what is not a regular file. */
int au_open_path(const char *path, int flags, mode_t mode);
/* Like stat(2); below a guarded folder it fails for a link with EMLINK. */
struct stat;
int au_stat_path(const char *path, struct stat *info);
/* True if a path lies below a guarded folder. */
bool au_is_guarded(const char *path);
/* The message for an errno of these. */
const char *au_open_problem(int error);
/* Push true if 'error' is 0, else nil and its message. Returns how many. Raises
** for ENOMEM. */
int au_file_result(lua_State *L, int error);

/* Remove a file or an empty folder, not through links below a guarded folder.
** Returns 0, or -1 with errno. */
int au_remove_path(const char *path);

/* ---- in_use.c: the files that a command reads and writes ---- */

/* Note an open file as an input. Returns 0, or EALREADY if it is an output. */
AU_MUST int au_note_input(int fd);
/* True if the file is a noted input. */
bool au_is_input(const struct stat *file);
/* True if the file is an output that is open now. */
bool au_is_output(const struct stat *file);
/* Note an output until au_forget_output. Returns 0 or errno. */
AU_MUST int au_note_output(const struct stat *file);
void au_forget_output(const struct stat *file);

/* ---- lock.c: one process at a time continues a file ---- */

/* A lock that is held, or, all zero, none. */
typedef struct au_lock {
  char *file;  /* owned: the file that stands in for a lock, or NULL */
  pid_t owner; /* the process that made it: not one of its workers */
} au_lock;

/* Take the lock of an open file. Returns 0; EBUSY if another process has it;
** EUSERS if a lock file says so; ENOLCK if there can be neither; or errno. The
** system's lock ends when the file is closed. */
AU_MUST int au_lock_take(au_lock *l, int fd, const char *path);
/* True if the file system of an open file, which nobody else has, has locks. */
bool au_lock_works(int fd);
/* Remove the lock file, if there is one. */
void au_lock_drop(au_lock *l);

/* ---- beside.c: a file in place of another, whole or not at all ---- */

/* All zero: nothing is replaced. */
typedef struct au_beside {
  char *target; /* owned: the file to replace, without links */
  char *beside; /* owned: the new one, "" once it has its place; NULL if the
                ** target itself is written */
} au_beside;

/* Begin a file in place of the one at a path, which is 'old' and regular.
** Returns a descriptor, or -1 with errno. */
int au_beside_open(au_beside *r, const char *path, const struct stat *old);
/* Bring the bytes of an open file to the disk. Returns 0 or errno. */
AU_MUST int au_beside_sync(int fd);
/* Let the new file take its place: 0; EDEADLK if the old one was read; or
** errno. */
AU_MUST int au_beside_commit(au_beside *r);
/* Remove the new file, if it has not taken its place, and free. */
void au_beside_drop(au_beside *r);

/* ---- file.c, writer.c: files of lines ---- */

enum { AU_LINE_MAX = 16 << 20 }; /* bytes; longer lines are cut */

/* ---- Functions that each file adds to the table on the top ---- */

/* Added to `aurum`. */
void au_open_words(lua_State *L);
void au_open_plain(lua_State *L);
/* Added to `aurum.sys`. */
void au_open_system(lua_State *L);
void au_open_processors(lua_State *L);
void au_open_scan(lua_State *L);
void au_open_files(lua_State *L);
void au_open_writer(lua_State *L);
void au_open_in_use(lua_State *L);
void au_open_lock(lua_State *L);
void au_open_locale(lua_State *L);
void au_open_machine(lua_State *L);
void au_open_compiled(lua_State *L);
void au_open_opening(lua_State *L);
void au_open_workers(lua_State *L);
void au_open_channel(lua_State *L);
void au_open_pack(lua_State *L);

#endif
