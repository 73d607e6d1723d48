/* module.c: `require "aurum"`.
**
** The inner part of the module is what bots and variants see (au_open_types).
** luaopen_aurum adds games, records and files, and passes the table to
** lua/init.lua, which adds the functions written in Lua. */
#include "script/script.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Home ------------------------------------------------------------- */

/* True if 'path' (at the stack's top) holds our Lua files; otherwise pops
** it. */
static bool is_home(lua_State *L) {
  lua_pushfstring(L, "%s/lua/init.lua", lua_tostring(L, -1));
  bool there = access(lua_tostring(L, -1), R_OK) == 0;
  lua_pop(L, there ? 1 : 2);
  return there;
}

void au_lua_home(lua_State *L) {
  /* In a checkout this code is in build/ or build/MODE/. Installed, it is in
  ** bin/, lib/lua/5.4/ or lib/SYSTEM/lua/5.4/, next to share/. */
  static const char *const places[] = {"/..",
                                       "/../..",
                                       "/../share/aurum/program",
                                       "/../../../share/aurum/program",
                                       "/../../../../share/aurum/program",
                                       NULL};
  static const char here = 0; /* an address in this program or library */
  const char *given = getenv("AURUM_HOME");
  Dl_info info;
  if (given != NULL) {
    lua_pushstring(L, given);
    return;
  }
  char *real = dladdr(&here, &info) ? realpath(info.dli_fname, NULL) : NULL;
#if defined(__linux__)
  if (real == NULL || access(real, R_OK) != 0) {
    free(real);
    real = realpath("/proc/self/exe", NULL);
  }
#endif
  char *slash = real != NULL ? strrchr(real, '/') : NULL;
  if (slash != NULL)
    *slash = '\0';
  for (int i = 0; slash != NULL && places[i] != NULL; i++) {
    lua_pushfstring(L, "%s%s", real, places[i]);
    if (is_home(L)) {
      char *plain = realpath(lua_tostring(L, -1), NULL);
      if (plain != NULL) {
        lua_pushstring(L, plain);
        lua_replace(L, -2);
      }
      free(plain);
      free(real);
      return;
    }
  }
  free(real);
#if defined(AURUM_PLACE) /* `make install` into other folders */
  lua_pushliteral(L, AURUM_PLACE);
  if (is_home(L))
    return;
#endif
  lua_pushnil(L);
}

/* ---- The module ------------------------------------------------------- */

__attribute__((visibility("default"))) int luaopen_aurum(lua_State *L) {
  luaL_checkversion(L);
  if (!au_hold_standard())
    return luaL_error(L, "aurum: /dev/null cannot be opened in place of closed "
                         "standard input, output or error");
  au_open_types(L);
  au_lua_of(L)->clock = true;
  au_follow_math_random(L);
  int module = lua_gettop(L);
  lua_pushliteral(L, AURUM_VERSION);
  lua_setfield(L, module, "version");
  au_open_words(L);
  au_open_plain(L);
  au_open_columns(L);
  au_open_records(L);
  au_open_variants(L);
  au_open_hook_prints(L);
  au_open_hooked_rules(L);
  au_open_contrast(L);
  au_open_games(L);
  au_open_new_game(L);
  au_open_recall(L);
  lua_newtable(L);
  au_open_system(L);
  au_open_processors(L);
  au_open_scan(L);
  au_open_files(L);
  au_open_writer(L);
  au_open_in_use(L);
  au_open_lock(L);
  au_open_locale(L);
  au_open_machine(L);
  au_open_compiled(L);
  au_open_opening(L);
  au_open_workers(L);
  au_open_channel(L);
  au_open_pack(L);
  au_open_bench(L);
  au_open_learning(L);
  lua_setfield(L, module, "sys");
  au_lua_home(L);
  if (lua_isnil(L, -1))
    return luaL_error(L, "the Lua files of aurum (lua/init.lua) are not found; "
                         "set AURUM_HOME to the folder that holds lua/, "
                         "scripts/ and variants/");
  au_use_compiled(L, lua_tostring(L, -1));
  lua_pushfstring(L, "%s/lua/init.lua", lua_tostring(L, -1));
  if (au_load_own(L, lua_tostring(L, -1)) != LUA_OK)
    return lua_error(L);
  lua_pushvalue(L, module);
  lua_pushvalue(L, -4); /* home */
  lua_call(L, 2, 0);
  lua_settop(L, module);
  return 1;
}
