/* host.c: functions of Lua's libraries in a host's state that an interrupt can
** stop.
**
** A host stops Lua by a hook, which fires between instructions and at calls,
** never inside a C function. So functions that check for an interrupt (au_work)
** replace those that may run long or wait. Functions of strings are in
** strings.c, functions of lists in list.c. This file has those that sort,
** compile, read files and run programs. */
#include "script.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Call the replaced function, upvalue 1, in its own frame. */
static int own(lua_State *L) {
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* ---- Sorting ---- */

/* Upvalue: a comparison in C, or nil for '<'. */
static int f_compare(lua_State *L) {
  enum { COMPARED = 10 };
  int64_t bytes = au_bytes_of_text(L, 1) + au_bytes_of_text(L, 2);
  au_work(L, COMPARED + au_bytes_cost((size_t)bytes));
  if (lua_isnil(L, lua_upvalueindex(1))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
  }
  return 1;
}

/* table.sort. Hooks fire in a comparison written in Lua. */
static int f_sort(lua_State *L) {
  lua_settop(L, 2);
  if (lua_isnil(L, 2) || lua_iscfunction(L, 2))
    lua_pushcclosure(L, f_compare, 1);
  return own(L);
}

/* ---- Compiling ---- */

/* The next piece of a text. Upvalues: the text, the number of bytes already
** read. */
static int f_piece(lua_State *L) {
  enum { PIECE = 1 << 16 };
  size_t n, done = (size_t)au_own_whole(L, lua_upvalueindex(2));
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &n);
  size_t len = n - done < PIECE ? n - done : PIECE;
  au_work(L, PIECE);
  lua_pushinteger(L, (lua_Integer)(done + len));
  lua_replace(L, lua_upvalueindex(2));
  lua_pushlstring(L, text + done, len);
  return 1;
}

/* load, which reads a text piece by piece. The chunk's name is the text, as in
** Lua. */
static int f_load(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING)
    return own(L);
  if (lua_gettop(L) < 2)
    lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_pushvalue(L, 1);
    lua_replace(L, 2);
  }
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, f_piece, 2);
  lua_replace(L, 1);
  int results = own(L);
  if (au_tearable && au_interrupted) /* load() has caught the error */
    return luaL_error(L, "interrupted");
  return results;
}

/* ---- Reading ---- */

/* Call the function on the stack with 'args' arguments, which reads
** 'descriptor', which belongs to 's' or to a file it opens and closes. Returns
** the number of results, which lie from index 1 on. */
static int call_reading(lua_State *L, int args, int descriptor,
                        const luaL_Stream *s) {
  au_begin_reading(descriptor);
  int status = lua_pcall(L, args, LUA_MULTRET, 0);
  if (au_end_reading(s != NULL && s->closef != NULL ? s->f : NULL))
    return luaL_error(L, "interrupted");
  return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

/* Call the function at 1 with all values above it, which reads a file. */
static int call_stream(lua_State *L, const luaL_Stream *s) {
  bool open = s != NULL && s->closef != NULL;
  return call_reading(L, lua_gettop(L) - 1, open ? fileno(s->f) : -1, s);
}

/* Raise for any format that Lua's reader would refuse. Errors name the function
** that raises them, which must be ours. */
static void check_formats(lua_State *L, int first) {
  for (int i = first; i <= lua_gettop(L); i++) {
    if (lua_type(L, i) == LUA_TNUMBER) {
      luaL_checkinteger(L, i);
      continue;
    }
    const char *format = luaL_checkstring(L, i);
    format += *format == '*';
    if (*format == '\0' || strchr("nlLa", *format) == NULL)
      luaL_argerror(L, i, "invalid format");
  }
}

/* file:read */
static int f_read(lua_State *L) {
  const luaL_Stream *s = luaL_checkudata(L, 1, LUA_FILEHANDLE);
  check_formats(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return call_stream(L, s);
}

/* io.read; upvalue 2 is io.input. */
static int f_read_input(lua_State *L) {
  check_formats(L, 1);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_call(L, 0, 1);
  const luaL_Stream *s = luaL_testudata(L, -1, LUA_FILEHANDLE);
  lua_pop(L, 1); /* the library keeps it alive */
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return call_stream(L, s);
}

/* The next line. Upvalue 1 is Lua's own iterator, whose first upvalue is the
** file. */
static int f_next_line(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_getupvalue(L, 1, 1);
  const luaL_Stream *s = luaL_testudata(L, -1, LUA_FILEHANDLE);
  lua_pop(L, 1);
  return call_stream(L, s);
}

/* io.lines and file:lines */
static int f_lines(lua_State *L) {
  int results = own(L), first = lua_gettop(L) - results + 1;
  lua_pushvalue(L, first);
  lua_pushcclosure(L, f_next_line, 1);
  lua_replace(L, first);
  return results;
}

/* loadfile, which opens the file itself, as the lowest free descriptor. */
static int f_loadfile(lua_State *L) {
  int next = dup(STDERR_FILENO);
  if (next >= 0)
    close(next);
  luaL_optstring(L, 1, NULL);
  luaL_optstring(L, 2, NULL);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return call_reading(L, lua_gettop(L) - 1, next, NULL);
}

/* ---- Running programs ---- */

/* os.execute. The C library ignores Ctrl-C while it waits for a program. If
** Ctrl-C ended the program, this interrupts the caller, too. */
static int f_execute(lua_State *L) {
  int results = own(L);
  if (au_tearable && results == 3 && lua_isinteger(L, -1) &&
      au_own_whole(L, -1) == SIGINT &&
      strcmp(luaL_checkstring(L, -2), "signal") == 0)
    raise(SIGINT);
  return results;
}

/* ----------------------------------------------------------------------- */

/* Replace functions of the global table 'name'. */
static void replace_in(lua_State *L, const char *name, const luaL_Reg *f) {
  lua_getglobal(L, name);
  au_replace(L, lua_gettop(L), f);
  lua_pop(L, 1);
}

static void open_reading(lua_State *L) {
  static const luaL_Reg lines[] = {{"lines", f_lines}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"read", f_read}, {"lines", f_lines}, {NULL, NULL}};
  replace_in(L, "io", lines);
  lua_getglobal(L, "io");
  lua_getfield(L, -1, "read");
  lua_getfield(L, -2, "input");
  lua_pushcclosure(L, f_read_input, 2);
  lua_setfield(L, -2, "read");
  luaL_getmetatable(L, LUA_FILEHANDLE);
  lua_getfield(L, -1, "__index");
  au_replace(L, lua_gettop(L), methods);
  lua_pop(L, 3);
}

void au_open_host(lua_State *L) {
  static const luaL_Reg base[] = {
      {"load", f_load}, {"loadfile", f_loadfile}, {NULL, NULL}};
  static const luaL_Reg table[] = {{"sort", f_sort}, {NULL, NULL}};
  static const luaL_Reg os[] = {{"execute", f_execute}, {NULL, NULL}};
  replace_in(L, "_G", base);
  replace_in(L, "table", table);
  replace_in(L, "os", os);
  lua_getglobal(L, "table");
  au_open_lists(L, lua_gettop(L));
  lua_getglobal(L, "string");
  au_open_texts(L, lua_gettop(L));
  lua_pop(L, 2);
  open_reading(L);
}
