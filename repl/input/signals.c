/* signals.c: the signals of the REPL. Ctrl-C stops running Lua.
**
** A hook stops typed Lua. It does not run inside C functions, so long ones
** check for interrupts themselves (lua/script/host.c). If neither stops the
** code within a second, as in an endless finalizer, a message says so, and the
** next interrupt ends the program. The session is in the file that edit.keep()
** named.
*/
#include "edit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  GRACE = 10000, /* instructions for cleaning up after an interrupt */
  SOON = 1,      /* seconds after which an interrupt is overdue */
  LAST = 4       /* further seconds before SIGHUP or SIGTERM ends it */
};

/* au_interrupted counts the interrupts not yet handled. */

volatile sig_atomic_t signals_leaving, signals_stopped, signals_resized,
    signals_suspended, signals_editing;
static lua_State *volatile running; /* the thread to stop, or NULL */
static int grace;
static volatile sig_atomic_t depth;   /* of nested calls */
static volatile sig_atomic_t overdue; /* an interrupt was not handled in time */

/* The file that has the session if the program is ended at once; owned, NULL
** for none. Changed only while signals are blocked. */
static char *kept_path;

/* Raise "interrupted" in running Lua. If the code catches the error and
** continues, it is raised again, each time sooner. */
static void stop(lua_State *L, lua_Debug *ar) {
  (void)ar;
  if (au_interrupted == 0)
    return;
  if (L == running) {
    lua_sethook(L, stop, LUA_MASKCOUNT, grace);
    grace = grace / 2 + 1;
  }
  luaL_where(L, 0);
  lua_pushliteral(L, "interrupted");
  lua_concat(L, 2);
  lua_error(L);
}

/* Make 'running' call stop() at its next instruction. */
static void hook(void) {
  int all = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT;
  grace = GRACE;
  if (running != NULL)
    lua_sethook(running, stop, all, 1);
}

/* Write text to stderr from a signal handler. */
static void say(const char *text) {
  ssize_t n = write(STDERR_FILENO, text, strlen(text));
  (void)n; /* a failure cannot be reported */
}

/* Say after `text` where the session is. */
static void say_kept(const char *text) {
  say(text);
  if (kept_path != NULL) {
    say("; the session is saved in ");
    say(kept_path);
  }
  say("\n");
}

/* End the program from the handler of a signal. */
static void end_by(int number) {
  if (kept_path != NULL)
    say_kept("\naurum: ended");
  signal(number, SIG_DFL);
  raise(number);
}

void signals_clear(void) {
  alarm(0);
  au_interrupted = 0;
  overdue = 0;
}

/* SIGALRM: an interrupt that is still not handled is overdue. */
static void on_alarm(int number) {
  (void)number;
  if (au_interrupted == 0 || depth == 0 || signals_editing)
    return;
  if (signals_leaving != 0 && overdue) {
    end_by(signals_leaving);
    return;
  }
  overdue = 1;
  if (signals_leaving != 0) {
    alarm(LAST);
    return;
  }
  say_kept(
      "\naurum: this code does not stop yet; Ctrl-C again ends the program");
}

static void on_signal(int number) {
  switch (number) {
  case SIGALRM:
    on_alarm(number);
    return;
  case SIGWINCH:
    signals_resized = 1;
    return;
  case SIGTSTP:
    if (signals_editing) {
      signals_suspended = 1;
      return;
    }
    signal(SIGTSTP, SIG_DFL); /* edit.read restores the handler */
    raise(SIGTSTP);
    return;
  default:
    if (number == SIGINT)
      signals_stopped = 1;
    else
      signals_leaving = number;
    if (overdue && !signals_editing) {
      end_by(number);
      return;
    }
    if (++au_interrupted == 1) {
      hook();
      au_stop_scripts();
    }
    alarm(SOON);
  }
}

const int signals_caught[SIGNALS_N] = {SIGINT,   SIGHUP,  SIGTERM,
                                       SIGWINCH, SIGTSTP, SIGALRM};

void signals_catch(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  for (int i = 0; i < SIGNALS_N; i++) {
    int one = signals_caught[i];
    bool asks = one == SIGINT || one == SIGHUP || one == SIGTERM;
    action.sa_flags = asks ? 0 : SA_RESTART; /* the others tear no write */
    sigaction(one, &action, NULL);
  }
}

/* edit.catch(): from now on signals interrupt Lua, as while a person types. */
static int f_catch(lua_State *L) {
  (void)L;
  signals_catch();
  return 0;
}

/* edit.leaving(): the number of the signal that asks the program to leave, or
** nil. */
static int f_leaving(lua_State *L) {
  if (signals_leaving != 0)
    lua_pushinteger(L, signals_leaving);
  else
    lua_pushnil(L);
  return 1;
}

/* ---- Running typed Lua ---- */

/* edit.guard(): let interrupts stop the coroutine that calls this. */
static int f_guard(lua_State *L) {
  lua_sethook(L, stop, LUA_MASKCOUNT, 1000);
  return 0;
}

/* In the registry at its address: a thread that has ended its call, or nil.
** Conditions of breakpoints are called at each move, and a new thread takes
** longer than most of them. */
static const char spare;

/* Push a thread for f_call. */
static lua_State *push_thread(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &spare) != LUA_TTHREAD) {
    lua_pop(L, 1);
    return lua_newthread(L);
  }
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &spare);
  return lua_tothread(L, -1);
}

/* Keep the thread at 2, which has ended its call. */
static void keep_thread(lua_State *L, lua_State *co) {
  if (lua_gettop(co) > 0)
    return;
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &spare);
}

/* edit.call(stops, f, ...): call f in a thread of its own, so that its
** traceback ends with it. Returns true and its results; or false, the error,
** the traceback, and true if it was interrupted. If 'stops' is false, an
** interrupt raises no error in f, which must check for it. Calls may nest; an
** interrupt stops all of them. */
static int f_call(lua_State *L) {
  int results, n = lua_gettop(L) - 2;
  lua_State *before = running, *co = push_thread(L);
  lua_insert(L, 2);
  luaL_argcheck(L, lua_checkstack(co, n + 1), 1, "too many arguments");
  lua_xmove(L, co, n + 1);
  if (depth++ == 0 && signals_leaving == 0)
    signals_clear();
  au_tearable = lua_toboolean(L, 1);
  running = au_tearable ? co : NULL;
  if (au_interrupted != 0) /* it came outside of any call */
    hook();
  int status = lua_resume(co, L, n, &results);
  running = before;
  au_tearable = before != NULL;
  if (--depth == 0) {
    alarm(0);
    overdue = 0;
  }
  lua_sethook(co, NULL, 0, 0);
  bool interrupted = au_interrupted != 0;
  if (interrupted)
    hook();
  if (status == LUA_OK && lua_checkstack(L, results + 1)) {
    lua_pushboolean(L, true);
    lua_xmove(co, L, results);
    keep_thread(L, co);
    return results + 1;
  }
  lua_pushboolean(L, false);
  if (status == LUA_YIELD)
    lua_pushliteral(L, "attempt to yield from outside a coroutine");
  else
    lua_xmove(co, L, 1);
  luaL_traceback(L, co, NULL, 0);
  lua_resetthread(co); /* closes its to-be-closed variables */
  lua_pushboolean(L, interrupted);
  return 4;
}

/* edit.keep(path): the file that has the session, named if the program has to
** end at once; without an argument none. */
static int f_keep(lua_State *L) {
  const char *path = luaL_optstring(L, 1, NULL);
  char *new_path = path != NULL ? strdup(path) : NULL;
  sigset_t block, before;
  if (path != NULL && new_path == NULL)
    return luaL_error(L, "not enough memory");
  sigfillset(&block);
  sigprocmask(SIG_BLOCK, &block, &before);
  free(kept_path);
  kept_path = new_path;
  sigprocmask(SIG_SETMASK, &before, NULL);
  return 0;
}

void edit_add_signals(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"catch", f_catch}, {"leaving", f_leaving}, {"guard", f_guard},
      {"call", f_call},   {"keep", f_keep},       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
