/* browser.c: the pool of workers where there are no processes, in a browser.
** Takes the place of workers.c and confine.c; single.c has the rest.
**
** A pool does its requests in this process, in order, when pool:wait is called.
** Each bot still has its own Lua state, with a cap on its memory. No clock
** can stop a script here, so each run of one has fuel. The engine tells the
** page when a run begins and while it uses fuel. Some work takes long without
** fuel, such as comparing long texts again and again. The page ends the whole
** engine if it gets no such sign, or none of a new run, for too long. */
#include "sys.h"

enum {
  FUEL = 20000000, /* instructions of a bot's call without --fuel */
  SECOND = 5000000 /* instructions of a second of a variant's code */
};

/* Tell the page that the engine lives; 'begun' is 1 if a run has begun. In
** repl/web/playground/library.js. */
extern void aurum_alive(int begun);

void au_watch_alive(bool begun) {
  aurum_alive(begun);
}

/* ---- Limits, as cpu_limit.c and confine.c -------------------------------- */

int32_t au_fuel_for(int seconds) {
  return seconds > 0 ? seconds * SECOND : FUEL;
}

const char *au_lack(int i) {
  static const char *const lacks[] = {
      "no processes: bots run in the page's worker, each in a Lua state of "
      "its own",
      "no clock stops a bot: a call may take 20 million instructions, or "
      "--fuel",
      "no filter of system calls: the browser keeps the page from the system"};
  return i < (int)(sizeof lacks / sizeof *lacks) ? lacks[i] : NULL;
}

bool au_has_workers(void) {
  return true;
}

/* ---- The pool ------------------------------------------------------------ */

/* Requests wait in the list that is its user value: workers and requests by
** turns, from 'first' on. */
typedef struct pool {
  au_pool base;
  lua_Integer first, last;
  au_watch page; /* what runs in it */
} pool;

static void end(au_pool *base) {
  (void)base; /* there is nothing to end */
}

static void submit(lua_State *L, au_pool *base, int worker, const char *request,
                   size_t n) {
  pool *p = (pool *)base;
  (void)request, (void)n; /* it is at 3 */
  lua_getiuservalue(L, 1, 1);
  lua_pushinteger(L, worker);
  lua_rawseti(L, -2, ++p->last);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, ++p->last);
}

/* Push the next value of the list at the top, which forgets it. */
static void take(lua_State *L, pool *p) {
  lua_rawgeti(L, -1, p->first);
  lua_pushnil(L);
  lua_rawseti(L, -3, p->first++);
}

/* Does the next request, however long that takes. */
static int wait_for(lua_State *L, au_pool *base, double until) {
  pool *p = (pool *)base;
  (void)until;
  lua_settop(L, 1);
  if (p->first > p->last)
    return luaL_error(L, "no reply is due: nothing was submitted");
  lua_getiuservalue(L, 1, 1);
  take(L, p);
  lua_insert(L, 2); /* the worker */
  lua_rawgeti(L, LUA_REGISTRYINDEX, base->work);
  lua_insert(L, 3);
  take(L, p);
  lua_remove(L, 4); /* the list */
  au_watch *outer = au_watching;
  memset(&p->page, 0, sizeof p->page);
  au_watching = &p->page;
  aurum_alive(true);
  bool good = au_pool_answer(L);
  au_watching = outer;
  lua_pushboolean(L, good);
  lua_insert(L, 3);
  return 3; /* worker, good, reply */
}

/* A request is done while its page waits: nothing can ask for a pause. */
static void pause_in(au_pool *base, int i, bool on) {
  (void)base, (void)i, (void)on;
}

/* Requests take the time of the page's own thread. */
static double clock_of(const au_pool *base) {
  (void)base;
  return 0;
}

/* aurum.sys.workers{count=, seconds=, work=}: a pool. work(request) -> reply,
** both strings, runs in the workers. */
static int f_workers(lua_State *L) {
  static const au_pool_kind kind = {submit, wait_for, pause_in, clock_of, end};
  int count;
  pool *p = au_pool_new(L, sizeof *p, &kind, &count);
  p->base.n = count;
  p->first = 1;
  lua_newtable(L);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

void au_open_workers(lua_State *L) {
  au_open_pools(L, f_workers);
}
