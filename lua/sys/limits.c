/* limits.c: limits on scripts: memory in the allocator, time by a timer, and
** work counted as fuel. (The processor time of bots: cpu_limit.c.)
**
** Time: a hook that counts instructions would halve the speed of a script.
** Instead a timer of the process ticks QUARTERS times per second of processor
** time. When a run has lasted too many ticks, the script gets a count hook. It
** raises at every instruction until the run has ended, since pcall could catch
** a single error. The timer sends SIGVTALRM; it stands still while the process
** waits, so it never interrupts reading.
**
** Fuel: a count hook counts instructions in slices, au_spend counts work in C,
** and the allocator counts long texts. lua_sethook visits every open call, of
** which a script can have 200,000, so a run sets the hook at most twice, and
** not once per slice.
**
** A hook fires between instructions of Lua, never inside a C function. So long
** work in C calls au_spend, which raises as the hook would. Other functions of
** the sandbox are bounded, each by itself. */
#include "sys.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

enum { QUARTERS = 4, OFTEN = 1000 };
static bool sampling;                 /* wanted of the next timer, */
static int ticks_a_second = QUARTERS; /* and those asked of this one */

enum {
  SLICE = 1000, /* instructions counted at a time, */
  HOOK = 100    /* and those of a variant's hook that a bot with fuel called */
};

static void spend(au_limits *m, int64_t n);
static void on_slice(lua_State *L, lua_Debug *ar);

/* Note that the script has reached its memory cap. If the script is a bot in a
** worker, this ends the worker. */
static void note_hoarding(au_limits *m) {
  m->hoarded = true;
  if (m->fatal)
    au_watch_full();
}

/* Resize a block of the heap. Reaching the limit of its range is hoarding. */
static void *resize(au_limits *m, void *block, size_t old, size_t size) {
  void *made = au_heap_resize(&m->heap, block, old, size);
  if (made == NULL && size > 0 && m->heap.range.full)
    note_hoarding(m);
  return made;
}

/* The same for the core, which au_limits_hold counts. */
static void *resize_for_core(void *ctx, void *block, size_t old, size_t size) {
  return resize(ctx, block, old, size);
}

static void *allocate(void *ud, void *block, size_t old, size_t size) {
  au_limits *m = ud;
  bool text = block == NULL && old == LUA_TSTRING && size >= AU_LONG;
  if (text)
    spend(m, au_bytes_cost(size));
  if (block == NULL)
    old = 0; /* it was the kind of the new object */
  if (size > old && m->cap != 0 && m->used + (size - old) > m->cap) {
    note_hoarding(m);
    return NULL;
  }
  void *made = resize(m, block, old, size);
  if (made != NULL || size == 0)
    m->used += size - old;
  if (made != NULL && text)
    au_heap_still(&m->heap, made, size);
  if (made != NULL && size > old)
    m->allocated += (int64_t)(size - old);
  return made;
}

static au_limits *limits_of(lua_State *L) {
  void *ud;
  return lua_getallocf(L, &ud) == allocate ? ud : NULL;
}

au_limits *au_limits_of(lua_State *L) {
  return limits_of(L);
}

void au_limits_hold(lua_State *L, size_t before, size_t now) {
  au_limits *m = limits_of(L);
  if (m == NULL || before == now)
    return;
  m->used += now - before;
  if (now < before)
    return;
  m->allocated += (int64_t)(now - before);
  lua_gc(L, LUA_GCSTEP, (int)((now - before) >> 10) + 1);
  if (m->cap == 0 || m->used <= m->cap)
    return;
  note_hoarding(m);
  luaL_error(L, "not enough memory");
}

/* ---- Stopping a script ------------------------------------------------ */

/* The script that runs in this thread. */
static _Thread_local au_limits *volatile running
    __attribute__((tls_model("initial-exec")));

void au_push_where(lua_State *L) {
  lua_Debug ar;
  int level = 0;
  while (lua_getstack(L, level, &ar) && lua_getinfo(L, "l", &ar) &&
         ar.currentline < 0)
    level++;
  luaL_where(L, level);
}

/* True if the pool found the call of a bot that runs now too long. */
static bool is_timed_out(void) {
  return au_watching != NULL && au_watching->late == AU_LATE_BOT &&
         au_watching->late_call == au_watching->call;
}

void au_limits_check_late(void) {
  if (is_timed_out())
    au_worker_leave(AU_WORKER_LATE);
}

bool au_watch_rest(bool good) {
  if (au_watching != NULL) {
    au_limits_check_late();
    au_watching->thinking = 0;
  }
  return good;
}

static void take_sample(au_limits *m, lua_State *L) {
  if (m->samples == NULL)
    return;
  double now = au_thread_clock();
  au_samples_take(m->samples, L, now);
  au_samples_take(m->recent, L, now);
}

/* The hook of a run whose lines or returns are looked at. */
static void on_any(lua_State *L, lua_Debug *ar) {
  const au_limits *m = limits_of(L);
  if (ar->event == LUA_HOOKCOUNT)
    on_slice(L, ar);
  else if (ar->event == LUA_HOOKLINE && m->lines != NULL)
    m->lines(L, ar);
  else if (ar->event == LUA_HOOKRET && m->returns != NULL)
    m->returns(L, ar);
}

static void stop(lua_State *L, lua_Debug *ar);

/* Set the hook of a run that need not stop. */
static void set_hook(const au_limits *m, int64_t slice) {
  bool counted = m->fuel > 0 || m->charged;
  if (m->charged && slice > HOOK)
    slice = HOOK;
  int mask = (m->returns != NULL ? LUA_MASKRET : 0) |
             (m->lines != NULL ? LUA_MASKLINE : 0);
  if (mask != 0)
    lua_sethook(m->L, on_any, mask | (counted ? LUA_MASKCOUNT : 0), (int)slice);
  else if (counted)
    lua_sethook(m->L, on_slice, LUA_MASKCOUNT, (int)slice);
  else
    lua_sethook(m->L, NULL, 0, 0);
}

/* The hook that the timer sets: take a sample, and run on without it. */
static void on_sample(lua_State *L, lua_Debug *ar) {
  au_limits *m = limits_of(L);
  (void)ar;
  take_sample(m, L);
  set_hook(m, SLICE);
  if (m->late != AU_IN_TIME) /* a signal came meanwhile */
    lua_sethook(m->L, stop, LUA_MASKCOUNT, 1);
}

/* Note the line that the bot runs, and end the worker. If the call that was too
** long has returned, the script goes on. */
static void stop_late(au_limits *m) {
  const au_limits *bot = running;
  lua_Debug ar;
  if (is_timed_out()) {
    while (bot->outer != NULL)
      bot = bot->outer;
    for (int level = 0; lua_getstack(bot->L, level, &ar); level++)
      if (lua_getinfo(bot->L, "Sl", &ar) && ar.currentline > 0) {
        snprintf(au_watching->where, sizeof au_watching->where, "%s:%d",
                 ar.short_src, ar.currentline);
        break;
      }
    au_worker_leave(AU_WORKER_LATE);
  }
  m->late = AU_IN_TIME;
  set_hook(m, SLICE);
}

/* Raise the reason why the script has to stop. Lua calls it as a hook, and
** au_spend calls it too. */
static void stop(lua_State *L, lua_Debug *ar) {
  au_limits *m = limits_of(L);
  (void)ar;
  if (m->late == AU_TIMED_OUT) {
    stop_late(m);
    return;
  }
  take_sample(m, L);
  au_push_where(L);
  if (m->late == AU_LATE && m->samples != NULL)
    lua_pushfstring(L, "it took more than %f s of processor time", m->budget);
  else if (m->late == AU_LATE)
    lua_pushfstring(L, "stopped: it ran for more than %d s", m->seconds);
  else if (m->late == AU_EMPTY)
    lua_pushliteral(L, "it took more instructions than its fuel");
  else
    lua_pushliteral(L, "interrupted");
  lua_concat(L, 2);
  lua_error(L);
}

/* Stop the script at every instruction from here on. Signal handlers may call
** it. */
static void arm(au_limits *m, int why) {
  if (m->late || m->L == NULL)
    return;
  m->late = why;
  lua_sethook(m->L, stop, LUA_MASKCOUNT, 1);
}

static void on_late(int signal) {
  (void)signal;
  for (au_limits *m = running; m != NULL; m = m->outer)
    arm(m, AU_TIMED_OUT);
}

/* True if a run of 'm' has lasted too long. Ticks that are asked for often come
** late, so the clock decides then. */
static bool is_late(au_limits *m) {
  if (ticks_a_second == OFTEN)
    return au_thread_clock() - m->began > m->seconds;
  return ++m->ticks > m->seconds * ticks_a_second;
}

static void on_alarm(int signal) {
  (void)signal;
  au_limits *m = running;
  if (m != NULL && m->seconds > 0 && is_late(m))
    arm(m, AU_LATE);
  for (; m != NULL; m = m->outer)
    if (m->samples != NULL && m->late == AU_IN_TIME) {
      if (m->budget > 0 && au_thread_clock() - m->began > m->budget)
        arm(m, AU_LATE);
      else
        lua_sethook(m->L, on_sample, LUA_MASKCOUNT | LUA_MASKRET, 1);
    }
}

void au_stop_scripts(void) {
  for (au_limits *m = running; m != NULL; m = m->outer)
    if (m->seconds == 0)
      arm(m, AU_INTERRUPTED);
  au_stop_reading();
}

void au_limits_abort(void) {
  for (au_limits *m = running; m != NULL; m = m->outer)
    arm(m, AU_INTERRUPTED);
}

void au_limits_apart(au_limits *m, void (*f)(void *ctx), void *ctx) {
  enum { DEEP = 8 };
  int64_t left[DEEP];
  int late[DEEP], n = 0;
  bool hoarded = m->hoarded, fatal = m->fatal;
  m->fatal = false;
  for (const au_limits *o = m; o != NULL && n < DEEP; o = o->outer, n++) {
    left[n] = o->left;
    late[n] = o->late;
  }
  f(ctx);
  m->hoarded = hoarded;
  m->fatal = fatal;
  n = 0;
  for (au_limits *o = m; o != NULL && n < DEEP; o = o->outer, n++) {
    o->left = left[n];
    if (late[n] == AU_IN_TIME && o->late == AU_EMPTY) {
      o->late = AU_IN_TIME;
      set_hook(o, SLICE);
    }
  }
}

static bool started;

static void start_timer(void) {
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  if (started)
    return;
  ticks_a_second = sampling ? OFTEN : QUARTERS;
  struct timeval tick = {.tv_usec = 1000000 / ticks_a_second};
  struct itimerval timer = {tick, tick};
  started = true;
  sigaction(SIGVTALRM, &action, NULL);
  setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

void au_limits_sample(bool often) {
  bool restart = started && sampling != often;
  sampling = often;
  if (!restart)
    return;
  started = false;
  start_timer();
}

/* lua_close unloads the module, and the handler with it, before the process
** ends. A worker may not make these system calls; it ends without lua_close. */
__attribute__((destructor)) static void stop_timer(void) {
  struct itimerval never = {{0, 0}, {0, 0}};
  if (!started || au_watching != NULL)
    return;
  setitimer(ITIMER_VIRTUAL, &never, NULL);
  signal(SIGVTALRM, SIG_IGN);
}

/* ---- Fuel ------------------------------------------------------------- */

/* Called when a slice of this thread's instructions is done. Work that C spends
** during a slice counts at its end, since Lua does not tell how much of a slice
** is done. */
static void on_slice(lua_State *L, lua_Debug *ar) {
  au_limits *m = limits_of(L);
  au_watch_alive(false);
  if (m->charged)
    spend(m->outer, lua_gethookcount(L));
  if (m->fuel == 0)
    return;
  m->left -= lua_gethookcount(L);
  if (m->left <= 0) {
    arm(m, AU_EMPTY);
    stop(L, ar);
  }
  if (m->left < lua_gethookcount(L)) /* the last slice may be shorter */
    lua_sethook(L, lua_gethook(L), lua_gethookmask(L), (int)m->left);
}

/* Charge work without raising: the next instruction raises. A hook does not
** stop when it has used up a bot's fuel; the bot does, after it. */
static void spend(au_limits *m, int64_t n) {
  if (m->charged)
    spend(m->outer, n);
  if (m->fuel == 0)
    return;
  m->left = n >= 0 && n < m->left ? m->left - n : 0; /* n may have overflowed */
  if (m->left <= 0)
    arm(m, AU_EMPTY);
}

static void refuel(au_limits *m) {
  m->late = AU_IN_TIME;
  m->left = m->fuel;
  if (m->fuel > 0 || m->charged || m->returns != NULL || m->lines != NULL ||
      lua_gethookmask(m->L) != 0)
    set_hook(m, m->fuel > 0 && m->fuel < SLICE ? m->fuel : SLICE);
}

/* Check for an interrupt in a host's state: short work heeds it only if
** au_tearable is set. The stock interpreter handles Ctrl-C with a hook, which
** fires in Lua code only. So this runs an empty chunk, but not at every small
** step. */
static void heed_host(lua_State *L, int64_t n, bool is_long) {
  enum { STEP = 5000 };
  static _Thread_local int64_t spent;
  if (au_interrupted && (is_long || au_tearable))
    luaL_error(L, "interrupted");
  spent += n;
  if (spent < STEP)
    return;
  spent = 0;
  au_watch_alive(true);
  if (luaL_loadstring(L, "") != LUA_OK)
    lua_error(L);
  lua_call(L, 0, 0);
}

void au_work(lua_State *L, int64_t n) {
  enum { STEP = 5000 };
  static _Thread_local int64_t done;
  if (limits_of(L) != NULL) {
    au_spend(L, n);
    return;
  }
  done += n;
  if (done < STEP)
    return;
  done = 0;
  if (au_tearable && au_interrupted)
    luaL_error(L, "interrupted");
}

bool au_is_host(lua_State *L) {
  return limits_of(L) == NULL;
}

void au_charge(lua_State *L, int64_t n) {
  au_limits *m = limits_of(L);
  if (m != NULL)
    spend(m, n);
}

static void spend_or_stop(lua_State *L, int64_t n, bool is_long) {
  au_limits *m = limits_of(L);
  if (m == NULL) {
    heed_host(L, n, is_long);
    return;
  }
  spend(m, n);
  if (m->late != AU_IN_TIME)
    stop(L, NULL);
}

void au_spend(lua_State *L, int64_t n) {
  spend_or_stop(L, n, false);
}

void au_spend_long(lua_State *L, int64_t n) {
  spend_or_stop(L, n, true);
}

static int f_spend(lua_State *L) {
  const int64_t *n = lua_touserdata(L, 1);
  au_spend_long(L, *n);
  return 0;
}

bool au_may_spend(lua_State *L, int64_t n) {
  lua_pushcfunction(L, f_spend);
  lua_pushlightuserdata(L, &n);
  return lua_pcall(L, 1, 0, 0) == LUA_OK;
}

bool au_is_counted(lua_State *L) {
  const au_limits *m = limits_of(L);
  return m != NULL && m->fuel > 0;
}

bool au_fuel_low(lua_State *L, int64_t n) {
  const au_limits *m = limits_of(L);
  return m != NULL && m->fuel > 0 && m->left - n < m->fuel / 10;
}

size_t au_memory_left(lua_State *L) {
  const au_limits *m = limits_of(L);
  if (m == NULL || m->cap == 0)
    return SIZE_MAX;
  return m->used < m->cap ? m->cap - m->used : 0;
}

int64_t au_fuel_left(lua_State *L) {
  const au_limits *m = limits_of(L);
  return m != NULL && m->fuel > 0 ? m->left : INT64_MAX;
}

/* ---- The cost of walking a table ---------------------------------------
**
** lua_next visits empty slots too, and a table that was large keeps them. Lua's
** API does not tell their number. So it is read from the table's memory, in the
** layout of Lua 5.4 (lobject.h), which is tested first. With Lua's random
** hashes the number of slots differs a little from run to run, but fuel must
** not. So empty slots are charged only if they far outnumber the values. */

typedef struct table_head {
  void *next;
  uint8_t type, marked, flags, log_nodes;
  unsigned list; /* slots of the array; up to twice as many if UP is set */
} table_head;

static size_t slots_of(lua_State *L, int at) {
  enum { UP = 0x80 };
  table_head t;
  memcpy(&t, lua_topointer(L, at), sizeof t);
  return ((size_t)1 << (t.log_nodes & 31)) +
         (t.flags & UP ? 2 : 1) * (size_t)t.list;
}

/* True if the tables of this Lua have that layout. */
static bool is_laid_out(lua_State *L) {
  enum { LIST = 48, NODES = 256, OTHER = 32 };
  static int known; /* 0: not tested; 1: true; -1: false */
  if (known != 0)
    return known > 0;
  luaL_checkstack(L, 2, NULL);
  lua_createtable(L, LIST, NODES);
  lua_createtable(L, 0, OTHER);
  known = slots_of(L, -2) == LIST + NODES && slots_of(L, -1) == OTHER ? 1 : -1;
  lua_pop(L, 2);
  return known > 0;
}

void au_spend_walk(lua_State *L, int at, size_t n) {
  enum { EACH = 6, MANY = 16, FEW = 256 };
  at = lua_absindex(L, at);
  size_t expected = MANY * (n + FEW);
  size_t slots = au_is_counted(L) && is_laid_out(L) ? slots_of(L, at) : 0;
  int64_t empty = slots > expected ? (int64_t)(slots - expected) : 0;
  au_spend(L, EACH * (int64_t)n + empty);
}

/* ---- Running a script ------------------------------------------------- */

lua_State *au_limited_state(au_limits *m) {
  start_timer();
  m->memory = (au_memory){resize_for_core, m};
  m->L = au_heap_open(&m->heap, m->place) ? au_new_state(allocate, m) : NULL;
  if (m->L == NULL)
    au_heap_close(&m->heap);
  return m->L;
}

void au_limits_close(au_limits *m) {
  if (m->L != NULL)
    lua_close(m->L);
  au_heap_close(&m->heap);
  m->L = NULL;
}

void au_limits_keep(au_limits *m) {
  m->kept = m->used;
  (void)!au_heap_keep(&m->heap);
}

bool au_limits_restore(au_limits *m) {
  if (!au_heap_restore(&m->heap))
    return false;
  m->used = m->kept;
  return true;
}

void au_limits_still(lua_State *L, const void *value) {
  au_limits *m = limits_of(L);
  if (m != NULL)
    au_heap_still_at(&m->heap, value);
}

const au_memory *au_memory_of(lua_State *L) {
  const au_limits *m = limits_of(L);
  return m != NULL ? &m->memory : NULL;
}

int au_no_memory(lua_State *L) {
  const au_limits *m = limits_of(L);
  if (m == NULL || !m->hoarded)
    au_give_up();
  return luaL_error(L, "not enough memory");
}

void au_limits_begin(au_limits *m, bool charged) {
  m->outer = running;
  m->locale = au_plain_locale();
  m->charged = charged && running != NULL && running->fuel > 0;
  if (m->charged) /* a bot's call led to this hook */
    spend(running, HOOK);
  m->ticks = 0;
  m->runs++;
  m->hoarded = false;
  if (m->fuel == 0 && m->samples == NULL)
    m->fuel = au_fuel_for(m->seconds);
  refuel(m);
  if (ticks_a_second == OFTEN || m->samples != NULL)
    m->began = au_thread_clock();
  if (m->samples != NULL) {
    au_samples_begin(m->samples, m->began);
    au_samples_clear(m->recent);
    au_samples_begin(m->recent, m->began);
  }
  au_watch_alive(true);
  running = m;
  if (au_interrupted && m->seconds == 0) /* since before this run */
    arm(m, AU_INTERRUPTED);
}

void au_limits_restart(void) {
  running = NULL;
  au_interrupted = 0;
  started = false;
  start_timer();
  struct sigaction action = {.sa_handler = on_late, .sa_flags = SA_RESTART};
  sigaction(AU_SIGNAL_LATE, &action, NULL);
}

void au_limits_end(void) {
  if (running->samples != NULL && running->late == AU_IN_TIME)
    lua_sethook(running->L, NULL, 0, 0);
  running->charged = false;
  if (running->locale != (locale_t)0)
    uselocale(running->locale);
  running = running->outer;
}
