/* main.c: the program `aurum`.
**
** It creates a Lua state, loads the module into it, and runs repl/line/cli.lua,
** which reads the command line and finds the subcommand. This file does the
** parts that Lua cannot: lack of memory, errors of that file and the exit
** status. */
#include "../lua/aurum_lua.h"
#include "input/edit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* True if a function of Lua is running, so that a traceback says something. */
static bool is_in_lua(lua_State *L) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++)
    if (lua_getinfo(L, "S", &at) && strcmp(at.what, "C") != 0)
      return true;
  return false;
}

/* The error handler: adds a traceback to a string. */
static int f_traceback(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING && is_in_lua(L))
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
  return 1;
}

typedef struct arguments {
  int n;
  char **text;
} arguments;

/* io.open, but it raises if memory runs out. Otherwise commands would treat the
** file as missing. */
static int f_open(lua_State *L) {
  int n = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, n, LUA_MULTRET);
  n = lua_gettop(L);
  if (n == 3 && lua_isnil(L, 1) && lua_tointeger(L, 3) == ENOMEM)
    return au_no_memory(L);
  return n;
}

static void replace_open(lua_State *L) {
  lua_getglobal(L, LUA_IOLIBNAME);
  lua_getfield(L, -1, "open");
  lua_pushcclosure(L, f_open, 1);
  lua_setfield(L, -2, "open");
  lua_pop(L, 1);
}

void program_open(lua_State *L) {
  luaL_openlibs(L);
  au_open_host(L);
  replace_open(L);
  luaL_requiref(L, "aurum", luaopen_aurum, 1);
  edit_open(L);
  lua_setfield(L, -2, "edit");
}

/* Load the module and run repl/line/cli.lua with the arguments. Returns the
** exit status. */
static int f_main(lua_State *L) {
  const arguments *in = lua_touserdata(L, 1);
  program_open(L);
  lua_getfield(L, -1, "home");
  lua_pushfstring(L, "%s/repl/line/cli.lua", lua_tostring(L, -1));
  if (au_load_own(L, lua_tostring(L, -1)) != LUA_OK)
    return lua_error(L);
  lua_pushstring(L, in->text[0]);
  lua_setfield(L, 2, "program");
  lua_createtable(L, in->n, 0);
  for (int i = 0; i < in->n; i++) {
    lua_pushstring(L, in->text[i]);
    lua_rawseti(L, -2, i);
  }
  lua_call(L, 1, 1);
  return 1;
}

/* Print an error of repl/line/cli.lua itself. That file prints those of
** commands. */
static void complain(lua_State *L) {
  size_t n;
  const char *text = lua_tolstring(L, -1, &n);
  if (lua_type(L, -1) == LUA_TSTRING) {
    fputs("aurum: ", stderr);
    au_put_plain(text, n, stderr);
    fputc('\n', stderr);
  } else {
    fprintf(stderr, "aurum: error object is a %s value\n",
            luaL_typename(L, -1));
  }
}

/* The exit status on the top of the stack; nil means 0. A value out of range is
** a failure, since the system would read 256 as 0. */
static int exit_status(lua_State *L) {
  int is_integer;
  lua_Integer status = lua_tointegerx(L, -1, &is_integer);
  if (lua_isnil(L, -1))
    return EXIT_SUCCESS;
  return is_integer && status >= 0 && status < 256 ? (int)status : EXIT_FAILURE;
}

static bool reported; /* the failure has been reported */

/* True if standard output is a pipe without a reader. */
static bool is_unread(void) {
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

/* Runs whenever the process ends: output that could not be written is a
** failure, unless its reader closed the pipe, as `head` does. */
static void check_output(void) {
  bool flushed = fflush(stdout) == 0;
  /* After a reported failure errno is stale. */
  if (flushed && (reported || !ferror(stdout)))
    return;
  const char *why = flushed ? "not all was written" : strerror(errno);
  if (is_unread())
    return;
  fprintf(stderr, "aurum: standard output: %s\n", why);
  _exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
  if (!au_hold_standard()) {
    perror("aurum: /dev/null");
    return EXIT_FAILURE;
  }
  au_pin_locale(true);
  signal(SIGPIPE, SIG_IGN); /* so that writing to a closed pipe fails, */
  signal(SIGXFSZ, SIG_IGN); /*   and so does writing past the size limit */
  atexit(check_output);
  lua_State *L = au_program_state();
  lua_pushcfunction(L, f_traceback);
  lua_pushcfunction(L, f_main);
  arguments in = {argc, argv};
  lua_pushlightuserdata(L, &in);
  int status = EXIT_FAILURE;
  if (lua_pcall(L, 1, 1, 1) == LUA_OK)
    status = exit_status(L);
  else
    complain(L);
  lua_close(L);
  reported = status != EXIT_SUCCESS;
  return status;
}
