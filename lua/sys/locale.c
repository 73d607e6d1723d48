/* locale.c: numbers, letters and messages that no locale changes.
**
** A host, a script or a trusted bot may choose a locale with a decimal comma,
** other letters or another collation order. Files that were written under it
** could not be read again. So our code runs under the locale "C" of its own
** thread, which setlocale does not change:
**   1. The program takes it at its start (au_pin_locale), a worker when it is
**      forked. Only LC_CTYPE stays the user's, for the width of characters.
**   2. In a host, the functions of the library that play, write or draw take it
**      while they run (aurum.sys.plain_locale).
**   3. Bots and hooks always run under it (au_limits_begin): a locale would
**      change what they read, compare and write, and so how they play.
**   4. Functions that scripts call directly write numbers by au_number_text. */
#include "sys.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char SCOPE[] = "aurum.locale";

void au_pin_locale(bool on) {
  /* One locale has the user's LC_CTYPE, the other that of the line editor.
  ** Neither is freed, since a scope may still return to it. */
  static struct {
    locale_t locale;
    char letters[64];
  } own[2];
  if (!on) {
    uselocale(LC_GLOBAL_LOCALE);
    return;
  }
  const char *letters = setlocale(LC_CTYPE, NULL);
  int i = own[0].locale != (locale_t)0 &&
          strncmp(own[0].letters, letters, sizeof own[0].letters - 1) != 0;
  locale_t user =
      own[i].locale == (locale_t)0 ? duplocale(LC_GLOBAL_LOCALE) : (locale_t)0;
  if (user != (locale_t)0) {
    own[i].locale = newlocale(LC_ALL_MASK & ~LC_CTYPE_MASK, "C", user);
    snprintf(own[i].letters, sizeof own[i].letters, "%s", letters);
  }
  if (own[i].locale != (locale_t)0)
    uselocale(own[i].locale);
  else
    au_plain_locale();
}

/* aurum.sys.plain_locale(): from now on, this thread has the locale "C", until
** the result is closed. */
static int f_plain_locale(lua_State *L) {
  locale_t *before = au_new(L, sizeof *before, 0, SCOPE);
  *before = au_plain_locale();
  return 1;
}

/* aurum.sys.unpin_locale(): a script may choose its locale. */
static int f_unpin_locale(lua_State *L) {
  (void)L;
  au_pin_locale(false);
  return 0;
}

static int f_close(lua_State *L) {
  locale_t *before = au_check(L, 1, SCOPE);
  if (*before != (locale_t)0)
    uselocale(*before);
  *before = (locale_t)0;
  return 0;
}

/* aurum.sys.number(x[, digits]): a number as text, in every locale the same: a
** float with this many significant digits (default: 10). */
static int f_number(lua_State *L) {
  char out[64];
  int digits = (int)au_opt_whole(L, 2, 1, 17, 10);
  if (lua_isinteger(L, 1))
    luaL_tolstring(L, 1, NULL);
  else if (au_number_text(out, sizeof out, digits, luaL_checknumber(L, 1)) > 0)
    lua_pushstring(L, out);
  return 1;
}

void au_open_locale(lua_State *L) {
  static const luaL_Reg functions[] = {{"plain_locale", f_plain_locale},
                                       {"unpin_locale", f_unpin_locale},
                                       {"number", f_number},
                                       {NULL, NULL}};
  static const luaL_Reg meta[] = {
      {"__close", f_close}, {"__gc", f_close}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"close", f_close}, {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, SCOPE, meta, no_fields, au_method_index);
  au_add_methods(L, SCOPE, methods, 0);
  luaL_setfuncs(L, functions, 0);
}
