/* debug_values.c: values at a stop of a debugger: expressions in a frame, the
** parts of a value, and assignments.
**
** All of it runs in a thread of its own in the state of the script, protected
** and with bounded instructions, and outside of the script's fuel. What is to
** be shown is copied out of that state as text. */
#include "script.h"

#include <stdio.h>
#include <string.h>

enum {
  BOUND = 1000000, /* instructions of an expression */
  FRAMES = 60,     /* functions in which an environment is looked for */
  SORTED = 1000    /* names of a table that are put in order */
};

static const char view_key = 'v'; /* registry: the view of the bot */

void au_keep_debug_view(lua_State *L) {
  au_keep(L, &view_key);
}

static void copy_text(char *out, size_t size, const char *text, size_t most) {
  snprintf(out, size, "%.*s%s", (int)most, text,
           strlen(text) > most ? "..." : "");
}

/* ---- Expressions ------------------------------------------------------ */

/* Stop an expression that takes too long, at every instruction from here on. */
static void on_bound(lua_State *L, lua_Debug *ar) {
  (void)ar;
  lua_sethook(L, on_bound, LUA_MASKCOUNT, 1);
  luaL_error(L, "it took more than %d instructions", BOUND);
}

/* Add ", NAME" to the names, and the value on the top of L to T. */
static void add_variable(lua_State *L, lua_State *T, luaL_Buffer *names,
                         const char *name, int *n) {
  enum { MOST = 150 }; /* Lua's limit is 200 locals */
  bool word = name[0] != '(' && name[0] != '\0' && strcmp(name, "_ENV") != 0;
  if (!word || *n == MOST || !lua_checkstack(T, 10)) {
    lua_pop(L, 1);
    return;
  }
  lua_xmove(L, T, 1);
  luaL_addstring(names, *n > 0 ? "," : "local ");
  luaL_addstring(names, name);
  ++*n;
}

/* Push the environment of the frame: the _ENV of its function, or of one that
** is on the stack, too. */
static void push_environment(lua_State *L, lua_Debug *ar) {
  lua_Debug other;
  for (int level = -1; level < FRAMES; level++) {
    lua_Debug *at = level < 0 ? ar : &other;
    if (level >= 0 && !lua_getstack(L, level, &other))
      break;
    lua_getinfo(L, "f", at);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
      if (strcmp(name, "_ENV") == 0 && !lua_iscfunction(L, -2)) {
        lua_remove(L, -2);
        return;
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  au_push_bot_globals(L);
}

/* Push on T the value of the expression 'text' in the frame 'ar' of L. Returns
** false with the error there if it has none. Raises in L if it is not Lua. */
static bool push_expression(lua_State *L, lua_State *T, lua_Debug *ar,
                            const char *text) {
  const char *name;
  int n = 0, rest = 0;
  luaL_Buffer names;
  lua_State *B = lua_newthread(L); /* a buffer needs a stack of its own */
  luaL_buffinit(B, &names);
  lua_getinfo(L, "f", ar);
  for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++)
    add_variable(L, T, &names, name, &n);
  lua_pop(L, 1);
  for (int i = 1; (name = lua_getlocal(L, ar, i)) != NULL; i++)
    add_variable(L, T, &names, name, &n);
  luaL_addstring(&names, n > 0 ? "=...\n" : "\n");
  luaL_addstring(&names, "return function(...) return ");
  luaL_addstring(&names, text);
  luaL_addstring(&names, "\nend");
  luaL_pushresult(&names);
  const char *source = lua_tostring(B, -1);
  if (luaL_loadbufferx(T, source, strlen(source), "=expression", "t") !=
      LUA_OK) {
    /* by itself, its error names nothing of the text around it */
    const char *alone = lua_pushfstring(B, "return %s", text);
    if (luaL_loadbufferx(T, alone, strlen(alone), "=expression", "t") == LUA_OK)
      lua_pop(T, 1);
    lua_xmove(T, L, 1);
    return lua_error(L);
  }
  push_environment(L, ar);
  lua_xmove(L, T, 1);
  lua_setupvalue(T, -2, 1);
  lua_insert(T, 1);
  lua_sethook(T, on_bound, LUA_MASKCOUNT, BOUND);
  bool good = lua_pcall(T, n, 1, 0) == LUA_OK;
  while (good && lua_getlocal(L, ar, -(rest + 1)) != NULL &&
         lua_checkstack(T, 10)) {
    lua_xmove(L, T, 1);
    rest++;
  }
  return good && lua_pcall(T, rest, 1, 0) == LUA_OK;
}

/* ---- The parts of a value --------------------------------------------- */

/* A walk over the parts of a value, counted from 1: it lists those from 'from'
** on, or ends at the one that is wanted. */
typedef struct walk {
  int n, wanted, from;
  au_pieces *out;
} walk;

/* The type of the engine's values that have parts; NULL for other values. */
static const char *type_of(lua_State *T, int at) {
  const char *const types[] = {au_view_type, au_state_type, au_rules_type};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (lua_isuserdata(T, at) && au_test(T, at, types[i]) != NULL)
      return types[i];
  return NULL;
}

bool au_has_parts(lua_State *T, int at) {
  at = lua_absindex(T, at);
  if (lua_type(T, at) != LUA_TTABLE)
    return type_of(T, at) != NULL;
  lua_pushnil(T);
  bool some = lua_next(T, at);
  if (some)
    lua_pop(T, 2);
  return some;
}

/* Write the name of the part whose key is at 'key'. */
static void put_name(lua_State *T, int key, char *out, size_t size) {
  au_shown shown = {.n = 0};
  size_t len = 0;
  const char *text =
      lua_type(T, key) == LUA_TSTRING ? lua_tolstring(T, key, &len) : NULL;
  if (text != NULL && au_is_name(text, len)) {
    copy_text(out, size, text, size - 4);
    return;
  }
  au_show_value(T, key, &shown);
  snprintf(out, size, "[%.*s%s]", (int)size - 6, shown.at,
           shown.n > size - 6 ? "..." : "");
}

/* Take the part on the top, whose key is below it. Returns true if the walk
** ends there; else both are left on the stack. */
static bool take_part(lua_State *T, walk *w) {
  au_shown shown = {.n = 0};
  int top = lua_gettop(T);
  w->n++;
  if (w->wanted > 0)
    return w->n == w->wanted;
  if (w->n < w->from)
    return false;
  if (w->out->n == AU_PARTS) {
    w->out->more = true;
    return true;
  }
  au_piece *p = &w->out->at[w->out->n++];
  put_name(T, top - 1, p->name, sizeof p->name);
  au_show_value(T, top, &shown);
  copy_text(p->value, sizeof p->value, shown.at, sizeof p->value - 4);
  p->deep = au_has_parts(T, top);
  return false;
}

/* True if the key at 'at' belongs to the list of a table, or to the sandbox. */
static bool is_apart(lua_State *T, int at, lua_Unsigned list, bool sorted) {
  lua_Integer place;
  if (lua_type(T, at) == LUA_TSTRING)
    return sorted;
  return lua_islightuserdata(T, at) ||
         (lua_isinteger(T, at) &&
          au_whole_at(T, at, 1, LUA_MAXINTEGER, &place) &&
          (lua_Unsigned)place <= list);
}

/* Walk over the table at 'at': its list, its names in order, its other keys.
** Returns true, with the key and the part on the stack, if the walk ended. */
static bool walk_table(lua_State *T, int at, walk *w) {
  au_name names[SORTED];
  bool more = false;
  const lua_Unsigned list = lua_rawlen(T, at);
  for (lua_Unsigned i = 1; i <= list; i++, lua_pop(T, 2)) {
    lua_pushinteger(T, (lua_Integer)i);
    lua_rawgeti(T, at, (lua_Integer)i);
    if (take_part(T, w))
      return true;
  }
  int n = au_sorted_names(T, at, names, SORTED, &more);
  for (int i = 0; i < n && !more; i++, lua_pop(T, 2)) {
    lua_pushlstring(T, names[i].text, names[i].len);
    lua_pushvalue(T, -1);
    lua_rawget(T, at);
    if (take_part(T, w))
      return true;
  }
  for (lua_pushnil(T); lua_next(T, at); lua_pop(T, 1))
    if (!is_apart(T, -2, list, !more) && take_part(T, w))
      return true;
  return false;
}

/* t[k], protected. */
static int f_get(lua_State *T) {
  lua_gettable(T, 1);
  return 1;
}

/* The same over the fields of the engine's value at 'at'. */
static bool walk_fields(lua_State *T, int at, walk *w) {
  au_name names[SORTED];
  bool more = false;
  au_recall(T, type_of(T, at));
  lua_getfield(T, -1, "__index");
  lua_getupvalue(T, -1, 1);
  int fields = lua_gettop(T);
  int n = au_sorted_names(T, fields, names, SORTED, &more);
  for (int i = 0; i < n; i++, lua_pop(T, 2)) {
    lua_getfield(T, fields, names[i].text);
    if (lua_type(T, -1) != LUA_TNUMBER) { /* a method */
      lua_pushnil(T);
      continue;
    }
    lua_pop(T, 1);
    lua_pushstring(T, names[i].text);
    lua_pushcfunction(T, f_get);
    lua_pushvalue(T, at);
    lua_pushstring(T, names[i].text);
    lua_pcall(T, 2, 1, 0); /* or the error is the value */
    if (take_part(T, w))
      return true;
  }
  return false;
}

static bool walk_parts(lua_State *T, walk *w) {
  int at = lua_gettop(T);
  luaL_checkstack(T, 30, NULL);
  if (lua_type(T, at) == LUA_TTABLE)
    return walk_table(T, at, w);
  return type_of(T, at) != NULL && walk_fields(T, at, w);
}

/* Go from the value on the top of T to a part of it, 'n' steps; leaves the
** part on the top, its key below it, and its whole at the index returned. That
** is 0 if the parts on the way are not all of tables, and so cannot be set. */
static int go_down(lua_State *T, const int *path, int n) {
  bool tables = true;
  int whole = 0;
  for (int i = 0; i < n; i++) {
    walk w = {.wanted = path[i]};
    whole = lua_gettop(T);
    tables = tables && lua_type(T, whole) == LUA_TTABLE;
    if (!walk_parts(T, &w))
      luaL_error(T, "the value has no such part any more");
  }
  return tables ? whole : 0;
}

/* ---- Looking ---------------------------------------------------------- */

/* Push on T the value that is looked at, without its path. */
static bool push_whole(lua_State *L, lua_State *T, au_looking *in) {
  const char *name = NULL;
  if (in->text != NULL)
    return push_expression(L, T, in->ar, in->text);
  if (in->local > 0) {
    name = lua_getlocal(L, in->ar, in->local);
  } else if (in->outer > 0) {
    lua_getinfo(L, "f", in->ar);
    name = lua_getupvalue(L, -1, in->outer);
  } else if (au_recall(L, &view_key) != LUA_TNIL) {
    name = "view";
  }
  if (name == NULL)
    return luaL_error(L, "there is no such variable");
  lua_xmove(L, T, 1);
  return true;
}

/* In T: go down, and copy the value and its parts. Arguments: the whole, the
** looking. */
static int f_show(lua_State *T) {
  au_looking *in = lua_touserdata(T, 2);
  au_shown shown = {.n = 0};
  lua_settop(T, 1);
  go_down(T, in->path, in->path_n);
  in->truth = lua_toboolean(T, -1);
  in->deep = au_has_parts(T, -1);
  int whole = lua_gettop(T);
  size_t len = 0;
  const char *text = NULL;
  if (in->printed) {
    au_push_readable(T, -1);
    text = lua_tolstring(T, -1, &len);
  }
  if (text == NULL || strlen(text) < len) { /* it has a NUL: escape it */
    au_show_value(T, whole, &shown);
    text = shown.at;
  }
  copy_text(in->value, sizeof in->value, text, AU_LOOKED);
  lua_settop(T, whole);
  if (in->parts != NULL) {
    walk w = {.from = in->from, .out = in->parts};
    walk_parts(T, &w);
  }
  return 0;
}

/* In T: set a part. Arguments: the whole, the looking, the new value. */
static int f_set(lua_State *T) {
  au_looking *in = lua_touserdata(T, 2);
  lua_pushvalue(T, 3);
  lua_pushvalue(T, 1);
  int whole = go_down(T, in->path, in->path_n);
  if (whole == 0)
    return luaL_error(T, "only variables and entries of tables can be set");
  lua_pushvalue(T, -2);
  lua_pushvalue(T, 3);
  lua_rawset(T, whole);
  return 0;
}

/* Set the variable, or the part of it, to the value of the expression 'to'. */
static bool assign(lua_State *L, lua_State *T, au_looking *in) {
  if (!push_expression(L, T, in->ar, in->to))
    return false;
  if (in->path_n == 0 && in->local > 0) {
    lua_xmove(T, L, 1);
    lua_setlocal(L, in->ar, in->local);
  } else if (in->path_n == 0 && in->outer > 0) {
    lua_getinfo(L, "f", in->ar);
    lua_xmove(T, L, 1);
    lua_setupvalue(L, -2, in->outer);
  } else {
    lua_State *W = lua_newthread(L);
    luaL_checkstack(W, 30, NULL);
    lua_pushcfunction(T, f_set);
    if (!push_whole(L, W, in)) {
      lua_xmove(W, T, 1);
      return false;
    }
    lua_xmove(W, T, 1);
    lua_pushlightuserdata(T, in);
    lua_pushvalue(T, -4);
    return lua_pcall(T, 3, 0, 0) == LUA_OK;
  }
  return true;
}

/* Argument: the looking. It runs in a state of the script, protected. */
static int f_look(lua_State *L) {
  au_looking *in = lua_touserdata(L, 1);
  lua_State *T = lua_newthread(L);
  luaL_checkstack(L, 20, NULL);
  luaL_checkstack(T, 30, NULL);
  bool good = in->to != NULL ? assign(L, T, in) : push_whole(L, T, in);
  if (good && in->to == NULL) {
    lua_pushcfunction(T, f_show);
    lua_insert(T, -2);
    lua_pushlightuserdata(T, in);
    good = lua_pcall(T, 2, 0, 0) == LUA_OK;
  }
  if (!good) {
    au_push_tostring(T, -1);
    copy_text(in->value, sizeof in->value, lua_tostring(T, -1), AU_LOOKED);
  }
  in->good = good;
  return 0;
}

static void look_apart(void *ctx) {
  au_looking *in = ctx;
  lua_State *L = in->L;
  in->good = false;
  in->value[0] = '\0';
  if (!lua_checkstack(L, 10))
    return;
  lua_pushcfunction(L, f_look);
  lua_pushlightuserdata(L, in);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK)
    return;
  in->good = false;
  copy_text(in->value, sizeof in->value,
            lua_isstring(L, -1) ? lua_tostring(L, -1) : "?", AU_LOOKED);
  lua_pop(L, 1);
}

void au_debug_look(au_looking *in) {
  au_limits_apart(au_limits_of(in->L), look_apart, in);
}
