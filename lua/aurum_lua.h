/* aurum_lua.h: aurum in a Lua 5.4 state. What repl/ and other hosts include.
*/
#ifndef AU_AURUM_LUA_H
#define AU_AURUM_LUA_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

enum { AURUM_API = 1 };

/* The module, for package.preload or as build/aurum.so: pushes its table. */
int luaopen_aurum(lua_State *L);

/* Open those of the descriptors 0 to 2 that are closed, to the null device, so
** that no file or pipe opened later takes the place of standard input, output
** or error and receives what is written there. Reading or writing one of them
** still fails. false, with errno, if it cannot be done. luaopen_aurum does it
** too. */
bool au_hold_standard(void);

/* Write a text that may come from a file, its control characters escaped but
** for newlines and tabs: what terminals obey. */
void au_put_plain(const char *text, size_t n, FILE *out);

/* Set by a host's signal handler: what takes long in its own state (a search)
** raises "interrupted" soon, and so do bots that begin a call. */
extern volatile sig_atomic_t au_interrupted;
/* Set by a host while Lua runs that may be left anywhere, such as what a person
** typed: then an interrupt stops functions of Lua's libraries, too, if they were
** replaced by au_open_host. */
extern bool au_tearable;
/* Replace those functions of Lua's libraries, all of which are open, that may
** run for long or wait, by such as an interrupt stops. They do as Lua's own, but
** return no text of more than 1 GiB. */
void au_open_host(lua_State *L);
/* For the same handler: bots of this process that are at a call now raise
** "interrupted" at their next instruction. What is in a C function that waits or
** loops is not stopped. */
void au_stop_scripts(void);

/* The Lua state of a program that ends, with a message and status 1, where
** memory fails: no command goes on with half of what it was asked for. Only
** single requests of 1 MiB and more raise. */
lua_State *au_program_state(void);
/* Memory failed outside of Lua: end the program, or a worker; raise where the
** process is another's. Does not return. */
int au_no_memory(lua_State *L);

/* The folder that holds lua/, scripts/ and variants/: $AURUM_HOME, or found
** from where this code was loaded. Pushes its path, or nil. */
void au_lua_home(lua_State *L);

#endif
