/* aurum_lua.h: aurum in a Lua 5.4 state, for repl/ and other hosts. */
#ifndef AU_AURUM_LUA_H
#define AU_AURUM_LUA_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

enum { AURUM_API = 2 };

/* The module, for package.preload or as build/aurum.so. Pushes its table. */
int luaopen_aurum(lua_State *L);

/* Open the closed descriptors among 0 to 2 to the null device. So no file or
** pipe opened later takes the place of standard input, output or error and
** receives what is written there. Reading or writing one of them still fails.
** Returns false, with errno, on failure. luaopen_aurum calls this too. */
bool au_hold_standard(void);

/* Write a text that may come from a file, with control characters escaped that
** a terminal would obey. Newlines and tabs stay. */
void au_put_plain(const char *text, size_t n, FILE *out);

/* Set by a host's signal handler. Long work in its own state (a search) then
** raises "interrupted" soon, and so do bots when they begin a call. */
extern volatile sig_atomic_t au_interrupted;
/* Set by a host while it runs Lua code that may be stopped anywhere, such as
** typed code. Then an interrupt also stops functions of Lua's libraries, if
** au_open_host has replaced them. */
extern bool au_tearable;
/* Replace the functions of Lua's libraries that may run long or wait by
** functions that an interrupt can stop. All libraries must be open. The new
** functions behave as Lua's own, but return no text of more than 1 GiB. */
void au_open_host(lua_State *L);
/* For the same handler: bots of this process that run now raise "interrupted"
** at their next instruction. A C function that waits or loops is not
** stopped. */
void au_stop_scripts(void);

/* The Lua state of a program. If memory fails, the program ends with a message
** and status 1: no command continues with half of its work. Only single
** requests of 1 MiB and more raise. */
lua_State *au_program_state(void);
/* Memory failed outside of Lua: end the program or a worker. Raise in the
** process of another program, and if it was the cap of the state's script that
** refused. Does not return. */
int au_no_memory(lua_State *L);

/* Push the path of the folder that holds lua/, scripts/ and variants/, or nil:
** $AURUM_HOME, or a folder found from the location of this code. */
void au_lua_home(lua_State *L);
/* Like luaL_loadfilex for a file in that folder, but faster where `make
** install` has compiled it (lua/sys/compiled.c). */
int au_load_own(lua_State *L, const char *path);

/* Let this thread have the locale "C", but for LC_CTYPE, whatever setlocale
** says (lua/sys/locale.c); or, if not 'on', the process's again. */
void au_pin_locale(bool on);

#endif
