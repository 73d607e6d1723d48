/* browser.c: the program in a browser. Takes the place of edit.c, signals.c,
** paste.c and child.c.
**
** There is no terminal: repl/pages/playground_requests.lua answers requests of
** the page, texts of JSON, in a state that lives on. A command runs in a state
** of its own, by main(). */
#include "edit.h"

#include <stdlib.h>

/* Messages to the page, in repl/web/playground/library.js: interim results, and
** the answer to its request, which is an error message if 'good' is 0. */
extern void aurum_news(const char *text, size_t n);
extern void aurum_reply(int good, const char *text, size_t n);

/* Run a file of repl/ that returns one value, and push that. */
static void run_file(lua_State *L, const char *name) {
  au_lua_home(L);
  lua_pushfstring(L, "%s/repl/%s", lua_tostring(L, -1), name);
  if (au_load_own(L, lua_tostring(L, -1)) != LUA_OK)
    lua_error(L);
  lua_call(L, 0, 1);
}

/* aurum.news(text): send the page a text of JSON while it waits for an answer
** or a command. */
static int f_news(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  aurum_news(text, n);
  return 0;
}

int edit_open(lua_State *L) {
  int top = lua_gettop(L);
  lua_pushcfunction(L, f_news);
  lua_setfield(L, top, "news");
  run_file(L, "input/browser.lua");
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
  return 1;
}

/* Open the state that answers; leaves the function that does. */
static int f_open(lua_State *L) {
  program_open(L);
  run_file(L, "pages/playground_requests.lua");
  return 1;
}

/* The state that answers, with its function at index 1; NULL before the first
** request. */
static lua_State *door;

static int f_traceback(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING)
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
  return 1;
}

/* Answer with the value at the top of the door's stack. */
static void reply(bool good) {
  size_t n;
  const char *text = luaL_tolstring(door, -1, &n);
  fflush(stdout);
  aurum_reply(good, text, n);
}

/* Answer a request of the page. Exported. */
void aurum_request(const char *request, size_t n);
void aurum_request(const char *request, size_t n) {
  if (door == NULL) {
    door = au_program_state();
    lua_pushcfunction(door, f_open);
    if (lua_pcall(door, 0, 1, 0) != LUA_OK) {
      reply(false);
      lua_close(door);
      door = NULL;
      return;
    }
  }
  lua_pushcfunction(door, f_traceback);
  lua_pushvalue(door, 1);
  lua_pushlstring(door, request, n);
  reply(lua_pcall(door, 1, 1, 2) == LUA_OK);
  lua_settop(door, 1);
}
