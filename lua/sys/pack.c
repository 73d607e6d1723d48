/* pack.c: plain data as a string, for another process or a sheet of a plan:
** nil, booleans, numbers, strings, and tables of these without cycles.
**
**   N T F              nil, true, false
**   i f                and 8 bytes of an integer or a float, the lowest first
**   s                  and 4 bytes of a length, then that many bytes
**   { KEY VALUE ... }  a table
**
** Every result of a game travels so, and in Lua this took a third as long as a
** quick game. */
#include "sys.h"

#include <string.h>

enum { DEEP = 1000 }; /* tables in tables */

/* ---- Writing ------------------------------------------------------------- */

static void put_number(au_text *out, char kind, uint64_t bits, int bytes) {
  char text[9] = {kind};
  for (int i = 1; i <= bytes; i++, bits >>= 8)
    text[i] = (char)(bits & 0xff);
  au_text_add(out, text, (size_t)bytes + 1);
}

static const char *put(lua_State *L, au_text *out, int depth);

/* Write the table on the top. */
static const char *put_table(lua_State *L, au_text *out, int depth) {
  if (depth == DEEP || !lua_checkstack(L, 4))
    return "table that deep, or with a cycle";
  au_text_add(out, "{", 1);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    const char *wrong = put(L, out, depth + 1);
    lua_pop(L, 1);
    if (wrong == NULL)
      wrong = put(L, out, depth + 1);
    if (wrong != NULL)
      return wrong;
  }
  au_text_add(out, "}", 1);
  return NULL;
}

/* Write the value on the top. Never raises: returns NULL, or the name of what
** cannot be written. */
static const char *put(lua_State *L, au_text *out, int depth) {
  lua_Integer n = 0;
  lua_Number x;
  uint64_t bits;
  size_t len;
  const char *text;
  switch (lua_type(L, -1)) {
  case LUA_TNIL:
    au_text_add(out, "N", 1);
    return NULL;
  case LUA_TBOOLEAN:
    au_text_add(out, lua_toboolean(L, -1) ? "T" : "F", 1);
    return NULL;
  case LUA_TNUMBER:
    if (lua_isinteger(L, -1) &&
        au_whole_at(L, -1, LUA_MININTEGER, LUA_MAXINTEGER, &n)) {
      put_number(out, 'i', (uint64_t)n, 8);
      return NULL;
    }
    x = lua_tonumber(L, -1);
    memcpy(&bits, &x, sizeof bits);
    put_number(out, 'f', bits, 8);
    return NULL;
  case LUA_TSTRING:
    text = lua_tolstring(L, -1, &len);
    if (len > UINT32_MAX)
      return "string of 4 GiB";
    put_number(out, 's', len, 4);
    au_text_add(out, text, len);
    return NULL;
  case LUA_TTABLE:
    return put_table(L, out, depth);
  default:
    return luaL_typename(L, -1);
  }
}

/* aurum.sys.pack(value): the value as a string. */
static int f_pack(lua_State *L) {
  au_text out = {0};
  lua_settop(L, 1);
  const char *wrong = put(L, &out, 0);
  bool failed = out.failed;
  if (wrong == NULL && !failed)
    lua_pushlstring(L, out.at, out.n);
  au_text_free(&out);
  if (wrong != NULL)
    return luaL_error(L, "cannot send a %s", wrong);
  return failed ? au_no_memory(L) : 1;
}

/* ---- Reading ------------------------------------------------------------- */

typedef struct reader {
  const char *at;
  size_t left;
} reader;

/* The next 'n' bytes. */
static const char *take(lua_State *L, reader *r, size_t n) {
  const char *bytes = r->at;
  if (r->left < n)
    luaL_error(L, "damaged data");
  r->at += n;
  r->left -= n;
  return bytes;
}

static uint64_t get_number(lua_State *L, reader *r, int bytes) {
  const char *text = take(L, r, (size_t)bytes);
  uint64_t bits = 0;
  for (int i = bytes; i-- > 0;)
    bits = bits << 8 | (unsigned char)text[i];
  return bits;
}

/* Push the next value. */
static void get(lua_State *L, reader *r, int depth) {
  char kind = *take(L, r, 1);
  uint64_t bits;
  lua_Number x;
  switch (kind) {
  case 'N':
    lua_pushnil(L);
    break;
  case 'T':
  case 'F':
    lua_pushboolean(L, kind == 'T');
    break;
  case 'i':
    lua_pushinteger(L, (lua_Integer)get_number(L, r, 8));
    break;
  case 'f':
    bits = get_number(L, r, 8);
    memcpy(&x, &bits, sizeof x);
    lua_pushnumber(L, x);
    break;
  case 's':
    bits = get_number(L, r, 4);
    lua_pushlstring(L, take(L, r, (size_t)bits), (size_t)bits);
    break;
  case '{':
    if (depth == DEEP)
      luaL_error(L, "damaged data");
    luaL_checkstack(L, 4, NULL);
    lua_newtable(L);
    while (r->left > 0 && *r->at != '}') {
      get(L, r, depth + 1);
      get(L, r, depth + 1);
      lua_rawset(L, -3);
    }
    take(L, r, 1);
    break;
  default:
    luaL_error(L, "damaged data");
  }
}

/* aurum.sys.unpack(text): the value that pack made a string of. */
static int f_unpack(lua_State *L) {
  reader r;
  r.at = luaL_checklstring(L, 1, &r.left);
  get(L, &r, 0);
  return 1;
}

void au_open_pack(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"pack", f_pack}, {"unpack", f_unpack}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
