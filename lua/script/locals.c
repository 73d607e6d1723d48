/* locals.c: the local variables of a frame as text, for people who ask why a
** bot did something: kept outside its state, or below a traceback.
**
** Looking at them is no part of the bot's call: it neither uses fuel nor runs
** code of the bot, and it never raises. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LOCALS = 40, /* variables that are kept */
  VALUE = 300, /* bytes of a value */
  NAME = 60,
  TRACED = 10, /* variables below a traceback, */
  BRIEF = 100  /* and bytes of a value there */
};

struct au_locals {
  char where[100]; /* FILE:LINE; empty if nothing was kept */
  int n, more;     /* kept; and left out */
  struct {
    char name[NAME], value[VALUE + 4];
  } at[LOCALS];
};

au_locals *au_locals_new(void) {
  return calloc(1, sizeof(au_locals));
}

void au_locals_free(au_locals *p) {
  free(p);
}

void au_locals_clear(au_locals *p) {
  p->n = p->more = 0;
  p->where[0] = '\0';
}

/* ---- Keeping ------------------------------------------------------------ */

/* The number of bytes of a text that fit into 'most', without a part of a
** character. */
static int fitting(const char *text, size_t n, int most) {
  if (n <= (size_t)most)
    return (int)n;
  while (most > 0 && ((unsigned char)text[most] & 0xC0) == 0x80)
    most--;
  return most;
}

/* Add the variable, whose value is on the top of L. */
static void add(au_locals *p, lua_State *L, const char *name) {
  au_shown text;
  if (p->n == LOCALS) {
    p->more++;
    return;
  }
  au_show_value(L, -1, &text);
  snprintf(p->at[p->n].name, NAME, "%s", name);
  snprintf(p->at[p->n].value, sizeof p->at->value, "%.*s%s",
           fitting(text.at, text.n, VALUE), text.at,
           text.n > VALUE ? "..." : "");
  p->n++;
}

typedef struct looking {
  au_locals *p;
  lua_State *L;
  lua_Debug *ar;
} looking;

/* Argument: the looking. */
static int f_keep(lua_State *L) {
  const looking *in = lua_touserdata(L, 1);
  const char *name;
  luaL_checkstack(L, 20, NULL);
  for (int i = 1; (name = lua_getlocal(L, in->ar, i)) != NULL;
       i++, lua_pop(L, 1))
    if (name[0] != '(') /* else a temporary value */
      add(in->p, L, name);
  return 0;
}

static void keep_apart(void *ctx) {
  const looking *in = ctx;
  lua_State *L = in->L;
  if (!lua_checkstack(L, 10))
    return;
  lua_pushcfunction(L, f_keep);
  lua_pushlightuserdata(L, ctx);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK)
    lua_pop(L, 1);
}

/* Keep the locals of the frame 'ar' of L, and its place. */
static void keep(au_locals *p, lua_State *L, lua_Debug *ar) {
  looking in = {p, L, ar};
  au_locals_clear(p);
  if (!lua_getinfo(L, "Sl", ar))
    return;
  snprintf(p->where, sizeof p->where, "%s:%d", ar->short_src, ar->currentline);
  au_limits_apart(au_limits_of(L), keep_apart, &in);
}

/* ---- Below a traceback -------------------------------------------------- */

/* Add the variables to a text. Arguments: the text, the locals. */
static int f_trace(lua_State *L) {
  const au_locals *p = lua_touserdata(L, 2);
  int n = p->n < TRACED ? p->n : TRACED, more = p->n - n + p->more;
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  lua_pushvalue(L, 1);
  luaL_addvalue(&out);
  lua_pushfstring(L, "\nlocals of %s:", p->where);
  luaL_addvalue(&out);
  for (int i = 0; i < n; i++) {
    const char *value = p->at[i].value;
    size_t len = strlen(value);
    lua_pushfstring(L, "\n\t%s = ", p->at[i].name);
    luaL_addvalue(&out);
    luaL_addlstring(&out, value, (size_t)fitting(value, len, BRIEF));
    luaL_addstring(&out, len > BRIEF ? "... (cut)" : "");
  }
  if (more > 0) {
    lua_pushfstring(L, "\n\t(%d more)", more);
    luaL_addvalue(&out);
  }
  luaL_pushresult(&out);
  return 1;
}

static void trace_apart(void *ctx) {
  const looking *in = ctx;
  lua_State *L = in->L;
  if (!lua_checkstack(L, 10))
    return;
  lua_pushcfunction(L, f_trace);
  lua_pushvalue(L, -2);
  lua_pushlightuserdata(L, in->p);
  if (lua_pcall(L, 2, 1, 0) == LUA_OK)
    lua_replace(L, -2);
  else
    lua_pop(L, 1);
}

/* Add the first locals of the frame 'ar' of L to the traceback on the top. */
static void trace(lua_State *L, lua_Debug *ar) {
  au_locals p;
  looking in = {&p, L, ar};
  keep(&p, L, ar);
  if (p.n > 0)
    au_limits_apart(au_limits_of(L), trace_apart, &in);
}

/* ---- In a state --------------------------------------------------------- */

static const char locals_key = 'l'; /* registry: where locals are kept */

void au_locals_watch(lua_State *L, au_locals *p) {
  lua_pushlightuserdata(L, p);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &locals_key);
}

/* The place for the locals of this state; NULL if they are not kept. */
static au_locals *locals_of(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &locals_key);
  au_locals *p = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return p;
}

void au_locals_on_return(lua_State *L, lua_Debug *ar) {
  lua_Debug outer;
  bool outermost = lua_pushthread(L) && !lua_getstack(L, 1, &outer);
  lua_pop(L, 1);
  au_locals *p = outermost ? locals_of(L) : NULL;
  if (p != NULL)
    keep(p, L, ar);
}

/* In a message handler: find the innermost function of Lua. */
static bool find_failing(lua_State *L, lua_Debug *ar) {
  for (int level = 1; lua_getstack(L, level, ar); level++)
    if (lua_getinfo(L, "l", ar) && ar->currentline > 0)
      return true;
  return false;
}

void au_locals_tell(lua_State *L) {
  lua_Debug ar;
  au_locals *p = locals_of(L);
  if (!find_failing(L, &ar))
    return;
  if (p != NULL)
    keep(p, L, &ar);
  else
    trace(L, &ar);
}

/* ---- As a table --------------------------------------------------------- */

void au_locals_push(lua_State *L, const au_locals *p) {
  if (p->where[0] == '\0') {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 3);
  lua_pushstring(L, p->where);
  lua_setfield(L, -2, "where");
  lua_pushinteger(L, p->more);
  lua_setfield(L, -2, "more");
  lua_createtable(L, p->n, 0);
  for (int i = 0; i < p->n; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, p->at[i].name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, p->at[i].value);
    lua_setfield(L, -2, "value");
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "list");
}
