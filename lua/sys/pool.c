/* pool.c: a pool of workers as Lua sees it, aurum.sys.workers. What its workers
** are is elsewhere: processes (workers.c), or this process itself
** (browser.c). */
#include "sys.h"

#include <stdlib.h>
#include <string.h>

static const char POOL[] = "aurum.workers";

/* Copy the commands of the list at the top. */
static void get_commands(lua_State *L, au_pool *p) {
  int n = lua_isnil(L, -1)
              ? 0
              : au_list_of(L, lua_gettop(L), "programs", 0, AU_PROGRAM_MAX);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -1, i + 1);
    p->command[i] = strdup(luaL_checkstring(L, -1));
    if (p->command[i] == NULL)
      au_no_memory(L);
    p->command_n++;
    lua_pop(L, 1);
  }
}

void *au_pool_new(lua_State *L, size_t size, const au_pool_kind *kind,
                  int *count) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_getfield(L, 1, "count");
  *count = au_int_of(L, -1, "count", "a number", 1, AU_POOL_MAX);
  lua_getfield(L, 1, "seconds");
  double seconds = luaL_checknumber(L, -1);
  luaL_argcheck(L, seconds > 0, 1, "seconds: expected more than 0");
  au_pool *p = au_new(L, size, 1, POOL);
  memset(p, 0, size);
  p->kind = kind;
  p->seconds = seconds;
  lua_getfield(L, 1, "limit");
  p->limit = luaL_optnumber(L, -1, 0);
  lua_getfield(L, 1, "open");
  p->open = lua_toboolean(L, -1);
  lua_getfield(L, 1, "threads");
  p->threads = lua_isnil(L, -1)
                   ? 1
                   : au_int_of(L, -1, "threads", "a number", 1, AU_THREADS_MAX);
  lua_getfield(L, 1, "programs");
  get_commands(L, p);
  lua_getfield(L, 1, "grace");
  p->grace = luaL_optnumber(L, -1, 0);
  lua_pop(L, 5);
  p->work = LUA_NOREF;
  lua_getfield(L, 1, "work");
  luaL_checktype(L, -1, LUA_TFUNCTION);
  p->work = luaL_ref(L, LUA_REGISTRYINDEX);
  return p;
}

bool au_pool_answer(lua_State *L) {
  bool good = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_isstring(L, -1);
  if (!lua_isstring(L, -1)) {
    lua_pop(L, 1);
    lua_pushliteral(L, "an error without a message");
  }
  return good;
}

void au_pool_close(lua_State *L, au_pool *p) {
  p->kind->end(p);
  p->n = 0;
  while (p->command_n > 0)
    free(p->command[--p->command_n]);
  luaL_unref(L, LUA_REGISTRYINDEX, p->work);
  p->work = LUA_NOREF;
}

static int f_close(lua_State *L) {
  au_pool_close(L, au_check(L, 1, POOL));
  return 0;
}

/* The pool at 1. Raises if it is closed. */
static au_pool *check_open(lua_State *L) {
  au_pool *p = au_check(L, 1, POOL);
  luaL_argcheck(L, p->n > 0, 1, "the pool is closed");
  return p;
}

/* pool:submit(worker, request): queue a request; a worker answers in order. A
** worker's death is reported by pool:wait. */
static int f_submit(lua_State *L) {
  au_pool *p = check_open(L);
  int i = au_int_of(L, 2, "submit", "a worker", 1, p->n);
  size_t n;
  const char *request = luaL_checklstring(L, 3, &n);
  luaL_argcheck(L, n <= UINT32_MAX, 3, "a request of 4 GiB or more");
  p->kind->submit(L, p, i, request, n);
  return 0;
}

/* pool:wait([seconds]): blocks, at most for this long, then returns: worker,
** good, reply or error message; or worker, nil, death; or nothing if the time
** is over or a signal interrupted it. */
static int f_wait(lua_State *L) {
  au_pool *p = check_open(L);
  double until =
      lua_isnoneornil(L, 2) ? 0 : au_clock() + luaL_checknumber(L, 2);
  return p->kind->wait(L, p, until);
}

/* pool:pause(worker, on): ask a debugger that runs in a worker (game:debug) to
** stop at the next line; or no longer. */
static int f_pause(lua_State *L) {
  au_pool *p = check_open(L);
  int i = au_int_of(L, 2, "pause", "a worker", 1, p->n);
  p->kind->pause(p, i, lua_toboolean(L, 3));
  return 0;
}

/* pool:clock(): seconds of processor time that the workers took, without those
** that were replaced. */
static int f_clock(lua_State *L) {
  const au_pool *p = check_open(L);
  lua_pushnumber(L, p->kind->clock(p));
  return 1;
}

void au_open_pools(lua_State *L, lua_CFunction open) {
  static const luaL_Reg meta[] = {
      {"__gc", f_close}, {"__close", f_close}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"submit", f_submit}, {"wait", f_wait},
                                     {"pause", f_pause},   {"clock", f_clock},
                                     {"close", f_close},   {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, POOL, meta, no_fields, au_method_index);
  au_add_methods(L, POOL, methods, 0);
  lua_pushcfunction(L, open);
  lua_setfield(L, -2, "workers");
}
