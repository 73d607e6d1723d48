/* object.c: C values as Lua objects: types with fields and methods.
**
** The table that __index reads has a function for each method, and a number for
** each field. */
#include "sys.h"

#include <string.h>

void *au_new(lua_State *L, size_t n, int values, const char *type) {
  enum { MADE = 16 }; /* charge for a new object, in instructions */
  char *block = lua_newuserdatauv(L, AU_TAG + n, values);
  au_charge(L, MADE + au_bytes_cost(n));
  memset(block, 0, AU_TAG);
  memcpy(block, &type, sizeof type);
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
  return block + AU_TAG;
}

static int f_sealed(lua_State *L) {
  return luaL_error(L, "%s cannot be changed by setting a field",
                    au_push_kind(L, 1));
}

void au_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                 const char *const *fields, lua_CFunction index) {
  luaL_newmetatable(L, type);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
  luaL_setfuncs(L, meta, 0);
  lua_pushcfunction(L, f_sealed);
  lua_setfield(L, -2, "__newindex");
  lua_newtable(L);
  for (lua_Integer i = 0; fields[i] != NULL; i++) {
    lua_pushinteger(L, i);
    lua_setfield(L, -2, fields[i]);
  }
  lua_pushcclosure(L, index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void au_add_methods(lua_State *L, const char *type, const luaL_Reg *methods,
                    int values) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_getfield(L, -1, "__index");
  lua_getupvalue(L, -1, 1);
  lua_insert(L, -3 - values);
  lua_pop(L, 2);
  luaL_setfuncs(L, methods, values);
  lua_pop(L, 1);
}

static int no_field(lua_State *L) {
  const char *kind = au_push_kind(L, 1);
  const char *has = *kind == 'a' ? "has" : "have";
  if (lua_type(L, 2) != LUA_TSTRING)
    return luaL_error(L, "%s %s no field of type %s", kind, has,
                      luaL_typename(L, 2));
  lua_pushvalue(L, lua_upvalueindex(1));
  return luaL_error(L, "%s %s no field '%s'%s", kind, has, lua_tostring(L, 2),
                    au_push_hint(L, lua_tostring(L, 2)));
}

int au_index_field(lua_State *L) {
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(1))) {
  case LUA_TFUNCTION:
    return -1;
  case LUA_TNUMBER: {
    int field = au_own_int(L, -1);
    lua_settop(L, 1);
    return field;
  }
  default:
    return no_field(L);
  }
}

int au_method_index(lua_State *L) {
  au_index_field(L);
  return 1;
}
