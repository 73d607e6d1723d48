/* siblings.c: the files beside a bot: require "helper", aurum.data "table.bin".
**
** The host reads them with the bot's own file (lua/load/siblings.lua), so that
** a match uses one version of them and a worker opens no file. A bot's state
** keeps their texts and the compiled chunks of its modules. Each game runs a
** module again over its own globals, as it does the bot's chunk. */
#include "script.h"

#include <ctype.h>
#include <string.h>

/* Keys in the registry of a bot's state. */
static const char texts = 0;    /* file -> text */
static const char problems = 0; /* file -> why it cannot be used */
static const char chunks = 0;   /* module -> function, or why not */
static const char loaded = 0;   /* module -> its value in this game;
                                ** 1..n: modules that run now, the outermost
                                ** first; 0: the globals */

/* The text of key 'key' of the table on the top, which keeps it alive. */
static const char *own_text(lua_State *L, const char *key, size_t *n) {
  lua_pushstring(L, key);
  if (lua_rawget(L, -2) != LUA_TSTRING)
    luaL_error(L, "files: %s: expected a text, got %s", key,
               au_push_tostring(L, -1));
  const char *text = lua_tolstring(L, -1, n);
  lua_pop(L, 1);
  return text;
}

static bool is_set(lua_State *L, const char *key) {
  lua_pushstring(L, key);
  lua_rawget(L, -2);
  bool set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

void au_read_siblings(lua_State *L, int at, au_siblings *out) {
  out->n = 0;
  if (at == 0)
    return;
  int n = au_list_of(L, at, "files", 0, AU_SIBLINGS_MAX);
  for (int i = 0; i < n; i++) {
    au_sibling *f = &out->file[out->n++];
    if (lua_rawgeti(L, at, i + 1) != LUA_TTABLE)
      luaL_error(L, "files: expected a list of tables, got %s",
                 au_push_tostring(L, -1));
    f->name = own_text(L, "name", NULL);
    f->code = is_set(L, "code");
    f->missing = is_set(L, "missing");
    f->broken = f->missing || is_set(L, "problem");
    if (f->missing)
      f->text = "there is no such file beside the bot";
    else
      f->text = own_text(L, f->broken ? "problem" : "text", &f->len);
    if (f->missing)
      f->len = strlen(f->text);
    lua_pop(L, 1);
  }
}

/* Push the table of the registry. */
static void push_table(lua_State *L, const char *key) {
  au_recall(L, key);
}

/* Push the module's name of a file: without ".lua". */
static void push_module(lua_State *L, const char *file) {
  size_t n = strlen(file);
  bool lua = n > 4 && strcmp(file + n - 4, ".lua") == 0;
  lua_pushlstring(L, file, lua ? n - 4 : n);
}

/* True if the text is a name that a file beside a bot may have: no folder can
** be named, and no hidden file. */
static bool is_plain(const char *name, size_t n, bool code) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)name[i];
    if (!isalnum(c) && c != '_' && c != '-' && (code || c != '.'))
      return false;
  }
  return n > 0 && name[0] != '.' && name[0] != '-';
}

/* Raise why the file at 1, called 'file', cannot be had. */
static int refuse(lua_State *L, const char *who, const char *file, bool code) {
  size_t n;
  const char *name = lua_tolstring(L, 1, &n);
  au_text shown = {0};
  au_plain(&shown, name, n, 60, "");
  lua_pushstring(L, shown.n > 0 ? shown.at : "");
  au_text_free(&shown);
  name = lua_tostring(L, -1);
  push_table(L, &problems);
  if (lua_getfield(L, -1, file) == LUA_TSTRING)
    return luaL_error(L, "%s \"%s\": %s", who, name, lua_tostring(L, -1));
  if (!is_plain(lua_tostring(L, 1), n, code))
    return luaL_error(
        L, "%s \"%s\": expected the name of a file beside the bot%s", who, name,
        code ? ", without '.lua': letters, digits, '_' and '-'"
             : ": letters, digits, '_', '-' and '.'");
  return luaL_error(
      L,
      "%s \"%s\": files beside a bot are read before it runs, so its text "
      "must name them: %s \"%s\"",
      who, name, who, name);
}

/* ---- aurum.data ---- */

static int f_data(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  push_table(L, &texts);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) == LUA_TSTRING)
    return 1;
  return refuse(L, "aurum.data", name, false);
}

/* ---- require ---- */

/* Raise for a module that runs now. Index 2: the table 'loaded'. */
static int refuse_circle(lua_State *L) {
  luaL_Buffer text;
  lua_Integer n = luaL_len(L, 2);
  luaL_buffinit(L, &text);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, 2, i);
    luaL_addvalue(&text);
    luaL_addstring(&text, ".lua > ");
  }
  lua_pushvalue(L, 1);
  luaL_addvalue(&text);
  luaL_addstring(&text, ".lua");
  luaL_pushresult(&text);
  return luaL_error(L,
                    "require \"%s\": files require each other in a circle: "
                    "%s",
                    lua_tostring(L, 1), lua_tostring(L, -1));
}

/* Run the chunk on the top as the module at 1. Index 2: the table 'loaded'. */
static int run_module(lua_State *L) {
  lua_Integer depth = luaL_len(L, 2) + 1;
  lua_pushvalue(L, 1);
  lua_rawseti(L, 2, depth);
  lua_rawgeti(L, 2, 0);
  lua_setupvalue(L, -2, 1);
  lua_pushvalue(L, 1);
  bool good = lua_pcall(L, 1, 1, 0) == LUA_OK;
  lua_pushnil(L);
  lua_rawseti(L, 2, depth);
  if (!good)
    return lua_error(L);
  if (lua_isnil(L, -1)) {
    lua_pushboolean(L, 1);
    lua_replace(L, -2);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, 2);
  return 1;
}

/* True if the module at 1 runs now. Index 2: the table 'loaded'. */
static bool runs_now(lua_State *L) {
  bool found = false;
  for (lua_Integer i = luaL_len(L, 2); i > 0 && !found; i--) {
    lua_rawgeti(L, 2, i);
    found = lua_rawequal(L, -1, 1);
    lua_pop(L, 1);
  }
  return found;
}

/* Raise the error of Lua's require at the top of the stack for the module at 1.
** If no file was found, the message names the bot's folder as well. */
static int fail_require(lua_State *L) {
  const char *name = lua_tostring(L, 1), *problem = lua_tostring(L, -1);
  const char *head = lua_pushfstring(L, "module '%s' not found:", name);
  size_t n = strlen(head);
  if (!problem || strncmp(problem, head, n) != 0) {
    lua_pop(L, 1);
    return lua_error(L);
  }
  return luaL_error(L,
                    "module '%s' not found on Lua's path, nor among the files "
                    "read beside the bot:%s",
                    name, problem + n);
}

/* require. Upvalue: Lua's own, for a trusted bot; else nil. */
static int f_require(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  push_table(L, &loaded);
  if (runs_now(L))
    return refuse_circle(L);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 2) != LUA_TNIL)
    return 1;
  push_table(L, &chunks);
  lua_pushvalue(L, 1);
  int type = lua_rawget(L, -2);
  if (type == LUA_TFUNCTION)
    return run_module(L);
  if (type == LUA_TSTRING)
    return luaL_error(L, "require \"%s\": %s", lua_tostring(L, 1),
                      lua_tostring(L, -1));
  const char *file = lua_pushfstring(L, "%s.lua", lua_tostring(L, 1));
  if (lua_isnil(L, lua_upvalueindex(1)))
    return refuse(L, "require", file, true);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  if (lua_pcall(L, 1, LUA_MULTRET, 0) != LUA_OK)
    return fail_require(L);
  return lua_gettop(L) - 1;
}

/* ---- Opening ---- */

/* Set field 'name' of the table at 'at' to a new table, also kept under 'key'
** in the registry. Leaves it on the stack. */
static int new_table(lua_State *L, const char *key) {
  lua_newtable(L);
  lua_pushvalue(L, -1);
  au_keep(L, key);
  return lua_gettop(L);
}

void au_open_siblings(lua_State *L, int libs, const char *path,
                      const au_siblings *given) {
  int top = lua_gettop(L);
  int text = new_table(L, &texts), problem = new_table(L, &problems);
  int chunk = new_table(L, &chunks);
  for (int i = 0; i < given->n; i++) {
    const au_sibling *f = &given->file[i];
    lua_pushlstring(L, f->text, f->len);
    lua_setfield(L, f->broken ? problem : text, f->name);
    if (!f->code || f->missing)
      continue;
    push_module(L, f->name);
    lua_pushlstring(L, path, (size_t)(au_base_name(path) - path));
    const char *name =
        lua_pushfstring(L, "@%s%s", lua_tostring(L, -1), f->name);
    lua_remove(L, -2);
    if (f->broken)
      lua_pushlstring(L, f->text, f->len);
    else
      luaL_loadbufferx(L, f->text, f->len, name, "t"); /* or pushes why not */
    lua_remove(L, -2);
    lua_rawset(L, chunk);
  }
  lua_getfield(L, libs, "require");
  lua_pushcclosure(L, f_require, 1);
  lua_setfield(L, libs, "require");
  lua_getfield(L, libs, "aurum");
  luaL_getmetafield(L, -1, "__index");
  lua_pushcfunction(L, f_data);
  au_push_closed(L, -1);
  lua_remove(L, -2);
  lua_setfield(L, -2, "data");
  lua_settop(L, top);
}

void au_begin_siblings(lua_State *L, const char *file) {
  lua_newtable(L);
  push_module(L, file);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 0);
  au_keep(L, &loaded);
}
