/* userdata.c: C values as Lua objects: types with fields and methods.
**
** The table that __index reads has a function for each method, and a number for
** each field. Lua calls __index for every name, which takes as long as a short
** method. So an object that lives long may get its own metatable, where
** Lua finds methods and constants without a call: see au_own_index. */
#include "sys.h"

#include <string.h>

void *au_new(lua_State *L, size_t n, int values, const char *type) {
  enum { MADE = 16 }; /* charge for a new object, in instructions */
  char *block = lua_newuserdatauv(L, AU_TAG + n, values);
  au_charge(L, MADE + au_bytes_cost(n));
  memset(block, 0, AU_TAG);
  memcpy(block, &type, sizeof type);
  au_recall(L, type);
  lua_setmetatable(L, -2);
  return block + AU_TAG;
}

void au_push_closed(lua_State *L, int at) {
  lua_CFunction f = lua_tocfunction(L, at);
  lua_pushnil(L);
  lua_pushcclosure(L, f, 1);
}

static int f_sealed(lua_State *L) {
  return luaL_error(L, "%s cannot be changed by setting a field",
                    au_push_kind(L, 1));
}

void au_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                 const char *const *fields, lua_CFunction index) {
  luaL_newmetatable(L, type);
  lua_pushvalue(L, -1);
  au_keep(L, type);
  luaL_setfuncs(L, meta, 0);
  lua_pushcfunction(L, f_sealed);
  lua_setfield(L, -2, "__newindex");
  lua_newtable(L);
  for (lua_Integer i = 0; fields[i] != NULL; i++) {
    const char *alias = strchr(fields[i], ' ');
    lua_pushlstring(L, fields[i],
                    alias ? (size_t)(alias - fields[i]) : strlen(fields[i]));
    lua_pushinteger(L, i);
    lua_rawset(L, -3);
    if (alias != NULL) {
      lua_pushinteger(L, i);
      lua_setfield(L, -2, alias + 1);
    }
  }
  lua_pushcclosure(L, index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

/* Copy the entries of the table at 'from' to the one on the top: all, or only
** functions. */
static void copy_entries(lua_State *L, int from, bool all) {
  for (lua_pushnil(L); lua_next(L, from);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    if (all || lua_isfunction(L, -1))
      lua_rawset(L, -4);
    else
      lua_pop(L, 2);
  }
}

void au_own_metatable(lua_State *L) {
  lua_getmetatable(L, -1);
  lua_newtable(L);
  copy_entries(L, lua_gettop(L) - 1, true);
  lua_remove(L, -2);
  lua_pushvalue(L, -1);
  lua_setmetatable(L, -3);
}

void au_own_index(lua_State *L) {
  int object = lua_gettop(L), meta = object + 1, fields = object + 3;
  luaL_checkstack(L, 8, NULL);
  au_own_metatable(L);
  lua_getfield(L, meta, "__index");
  lua_CFunction index = lua_tocfunction(L, -1);
  lua_getupvalue(L, -1, 1);
  lua_newtable(L);
  copy_entries(L, fields, false);
  lua_newtable(L);
  lua_pushvalue(L, fields);
  lua_pushvalue(L, object);
  lua_pushcclosure(L, index, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setfield(L, meta, "__index");
  lua_replace(L, meta);
  lua_settop(L, meta);
}

void au_add_methods(lua_State *L, const char *type, const luaL_Reg *methods,
                    int values) {
  au_recall(L, type);
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

/* See sys.h. Where an object has its own index, argument 1 is the table
** in which Lua did not find the name, and upvalue 2 is the object. */
int au_index_field(lua_State *L) {
  if (lua_istable(L, 1) && !lua_isnone(L, lua_upvalueindex(2))) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_replace(L, 1);
  }
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
