/* limits.c: what a script may take: memory through the allocator, time through
** an alarm.
**
** A hook that counted instructions would slow every one of them to a half. So
** a timer of the process ticks QUARTERS times a second of processor time, and a
** script that was let run several ticks ago gets a count hook then, which
** raises at each instruction (or pcall would go on) until the script is out.
** C functions are not interrupted: those of the sandbox are bounded each for
** itself. The timer is SIGVTALRM's; it does not tick while the process waits,
** so it interrupts no reading of input.
**
** Fuel, where a script has any, is counted: instructions in slices by a count
** hook, work in C as so many instructions by au_spend. */
#include "bind.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

enum { QUARTERS = 4 };

static void *allocate(void *ud, void *block, size_t old, size_t size) {
  au_limits *m = ud;
  if (block == NULL)
    old = 0; /* it says what kind of object this is */
  if (size > old && m->cap != 0 && m->used + (size - old) > m->cap) {
    m->hoarded = true;
    if (m->fatal && au_watching != NULL)
      au_worker_full();
    return NULL;
  }
  void *made = au_resize(block, old, size);
  if (made != NULL || size == 0)
    m->used += size - old;
  return made;
}

/* Of a script's state. */
static au_limits *limits_of(lua_State *L) {
  void *ud;
  lua_getallocf(L, &ud);
  return ud;
}

void au_limits_hold(lua_State *L, size_t before, size_t now) {
  if (au_lua_of(L)->host || before == now)
    return;
  au_limits *m = limits_of(L);
  if (m == NULL) /* a host's, seen by a finalizer as its data are gone */
    return;
  m->used += now - before;
  if (now < before)
    return;
  lua_gc(L, LUA_GCSTEP, (int)((now - before) >> 10) + 1);
  if (m->cap == 0 || m->used <= m->cap)
    return;
  m->hoarded = true;
  if (m->fatal && au_watching != NULL)
    au_worker_full();
  luaL_error(L, "not enough memory");
}

/* The script that runs in this thread. */
static _Thread_local au_limits *volatile running
    __attribute__((tls_model("initial-exec")));

static void stop(lua_State *L, lua_Debug *ar) {
  const au_limits *m = limits_of(L);
  (void)ar;
  luaL_where(L, 0);
  lua_pushfstring(L, "stopped: it ran for more than %d s", m->seconds);
  lua_concat(L, 2);
  lua_error(L);
}

static void on_alarm(int signal) {
  (void)signal;
  au_limits *m = running;
  if (m == NULL || m->late || ++m->ticks <= m->seconds * QUARTERS)
    return;
  m->late = 1;
  lua_sethook(m->L, stop, LUA_MASKCOUNT, 1); /* may be called in a signal */
}

static bool started;

static void start_timer(void) {
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  struct timeval tick = {.tv_usec = 1000000 / QUARTERS};
  struct itimerval timer = {tick, tick};
  if (started)
    return;
  started = true;
  sigaction(SIGVTALRM, &action, NULL);
  setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

/* A Lua that closes unloads the module, and the handler with it, some time
** before the process ends. A worker ends at once, and may not ask for this. */
__attribute__((destructor)) static void stop_timer(void) {
  struct itimerval never = {{0, 0}, {0, 0}};
  if (!started || au_watching != NULL)
    return;
  setitimer(ITIMER_VIRTUAL, &never, NULL);
  signal(SIGVTALRM, SIG_IGN);
}

/* ---- Fuel ------------------------------------------------------------- */

enum { SLICE = 1000 }; /* instructions counted at a time */

/* Push where Lua code runs now, for messages. */
static void push_where(lua_State *L) {
  lua_Debug ar;
  int level = 0;
  while (lua_getstack(L, level, &ar) && lua_getinfo(L, "l", &ar) &&
         ar.currentline < 0)
    level++;
  luaL_where(L, level);
}

/* It fires at every instruction from here on, or pcall would go on. */
static void out_of_fuel(lua_State *L, lua_Debug *ar) {
  (void)ar;
  limits_of(L)->late = 1;
  lua_sethook(L, out_of_fuel, LUA_MASKCOUNT, 1);
  push_where(L);
  lua_pushliteral(L, "it took more instructions than its fuel");
  lua_concat(L, 2);
  lua_error(L);
}

/* A slice of this thread's instructions is done. What C spent of the next one
** is seen at its end: how much of it is done nobody can ask. */
static void on_slice(lua_State *L, lua_Debug *ar) {
  au_limits *m = limits_of(L);
  m->left -= lua_gethookcount(L);
  if (m->left <= 0)
    out_of_fuel(L, ar);
  lua_sethook(L, on_slice, LUA_MASKCOUNT,
              m->left < SLICE ? (int)m->left : SLICE);
}

void au_limits_refuel(au_limits *m) {
  m->late = 0;
  m->left = m->fuel;
  if (m->fuel > 0)
    lua_sethook(m->L, on_slice, LUA_MASKCOUNT,
                m->fuel < SLICE ? m->fuel : SLICE);
}

volatile sig_atomic_t au_interrupted;

void au_spend(lua_State *L, int64_t n) {
  if (au_lua_of(L)->host) {
    if (au_interrupted)
      luaL_error(L, "interrupted");
    /* an interpreter's own Ctrl-C is a hook, which fires in Lua code only */
    if (luaL_loadstring(L, "") != LUA_OK)
      lua_error(L);
    lua_call(L, 0, 0);
    return;
  }
  au_limits *m = limits_of(L);
  if (m->fuel == 0)
    return;
  m->left -= n;
  if (m->left <= 0)
    out_of_fuel(L, NULL);
}

static int f_spend(lua_State *L) {
  au_spend(L, au_own_whole(L, 1));
  return 0;
}

bool au_may_spend(lua_State *L, int64_t n) {
  lua_pushcfunction(L, f_spend);
  lua_pushinteger(L, n);
  return lua_pcall(L, 1, 0, 0) == LUA_OK;
}

bool au_fuel_low(lua_State *L, int64_t n) {
  if (au_lua_of(L)->host)
    return false;
  const au_limits *m = limits_of(L);
  return m->fuel > 0 && m->left - n < m->fuel / 10;
}

/* ----------------------------------------------------------------------- */

lua_State *au_limited_state(au_limits *m) {
  start_timer();
  m->L = lua_newstate(allocate, m);
  return m->L;
}

void au_limits_begin(au_limits *m) {
  m->ticks = 0;
  m->hoarded = false;
  if (m->late)
    lua_sethook(m->L, NULL, 0, 0);
  m->late = 0;
  running = m;
}

void au_limits_restart(void) {
  if (started) {
    started = false;
    start_timer();
  }
}

void au_limits_end(void) {
  running = NULL;
}
