/* plain.c: lines as they are typed, on Windows. Takes the place of edit.c,
** signals.c, paste.c and child.c.
**
** The console itself edits a line and recalls earlier ones, and
** repl/input/plain.lua reads it. */
#include "edit.h"

int edit_open(lua_State *L) {
  au_lua_home(L);
  lua_pushfstring(L, "%s/repl/input/plain.lua", lua_tostring(L, -1));
  lua_remove(L, -2);
  if (au_load_own(L, lua_tostring(L, -1)) != LUA_OK)
    lua_error(L);
  lua_remove(L, -2);
  lua_call(L, 0, 1);
  return 1;
}
