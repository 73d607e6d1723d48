/* aurum_lua.h: aurum in a Lua 5.4 state. What repl/ and other hosts include.
*/
#ifndef AU_AURUM_LUA_H
#define AU_AURUM_LUA_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <signal.h>

enum { AURUM_API = 1 };

/* The module, for package.preload or as build/aurum.so: pushes its table. */
int luaopen_aurum(lua_State *L);

/* Set by a host's signal handler: what takes long in its own state (a search)
** raises "interrupted" soon. Scripts are not touched. */
extern volatile sig_atomic_t au_interrupted;

/* The folder that holds lua/, scripts/ and variants/: $AURUM_HOME, or found
** from where this code was loaded. Pushes its path, or nil. */
void au_lua_home(lua_State *L);

#endif
