/* program.c: how the bot of a program (lua/load/program_bot.lua) talks to it.
**
** Its file gets one function more than other bots:
**   exchange(text)   sends the members of an object; returns the object's id
**                    and the program's next line
**   exchange()       the program's next line */
#include "script.h"

static int f_exchange(lua_State *L) {
  int i = 0;
  if (!au_int_at(L, lua_upvalueindex(1), 0, au_program_count() - 1, &i))
    return luaL_error(L, "no program runs in this process");
  bool tells = !lua_isnoneornil(L, 1);
  if (tells) {
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    lua_pushinteger(L, au_program_tell(i, text, n));
  }
  lua_pushstring(L, au_program_hear(i));
  return tells ? 2 : 1;
}

void au_open_program(lua_State *L, int libs, int program) {
  if (program == 0)
    return;
  lua_pushinteger(L, program - 1);
  lua_pushcclosure(L, f_exchange, 1);
  lua_setfield(L, libs, "exchange");
}
