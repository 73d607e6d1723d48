/* print.c: `print` and `aurum.log` of bots, and `print` of hooks: whole lines,
** which say whose they are and of which point of the game, and a limit on
** them. */
#include "variant.h"

#include <stdio.h>
#include <string.h>

/* ORDER LOG */
const char *const au_log_levels[] = {"debug", "info", "warn", NULL};

/* Write what follows 'begun' bytes of the voice's buffer. If it has none, a
** line is written at once, so that the lines of several processes do not
** mix. */
static void flush(const au_voice *v, au_text *own) {
  if (v->kept != NULL || own->n == 0)
    return;
  fwrite(own->at, 1, own->n, stderr);
  au_text_clear(own);
}

/* Begin a line. Returns the bytes of its head, "[mine s2 g7 1.4] ". */
static lua_Integer put_head(au_text *out, const au_voice *v) {
  char place[64];
  size_t before = out->n;
  int n = 0;
  au_text_put(out, "[");
  au_plain(out, v->name, strlen(v->name), AU_NAME_SHOWN, "");
  place[0] = '\0';
  if (v->seat != AU_NONE)
    n += snprintf(place, sizeof place, " s%d", v->seat + 1);
  if (v->game[0] != '\0')
    n += snprintf(place + n, sizeof place - (size_t)n, " g%s", v->game);
  if (v->round > 0)
    snprintf(place + n, sizeof place - (size_t)n, " %u.%u", v->round, v->trick);
  au_text_put(out, place);
  au_text_put(out, "] ");
  return (lua_Integer)(out->n - before);
}

/* Add at most 'v->left' bytes of a bot's text, made plain, so that no line
** looks like another bot's. The head of each line counts too. */
static void put(au_text *out, au_voice *v, const char *text, size_t len) {
  au_text plain = {0};
  if (v->left > 0)
    au_plain(&plain, text, len < (size_t)v->left ? len : (size_t)v->left,
             SIZE_MAX, "\n\t");
  for (size_t i = 0; i < plain.n && v->left > 0; i++, v->left--) {
    char c = plain.at[i] != '\t' ? plain.at[i] : ' ';
    au_text_add(out, &c, 1);
    if (c != '\n')
      continue;
    flush(v, out);
    v->left -= put_head(out, v);
  }
  au_text_free(&plain);
}

/* Write the values at 'first' and above as a line. All is done alike whether or
** not the line is shown: a bot must not notice. */
static void say(lua_State *L, au_voice *v, int first, int level) {
  au_text own = {0}, *out = v->kept != NULL ? v->kept : &own;
  size_t before = out->n;
  int n = lua_gettop(L);
  for (int i = first; i <= n; i++) {
    au_push_readable(L, i);
    lua_replace(L, i);
  }
  if (v->left <= 0 || v->off || level < v->level)
    return;
  v->left -= put_head(out, v) + 1;
  if (first > 1) {
    put(out, v, au_log_levels[level], strlen(au_log_levels[level]));
    put(out, v, ":\t", 2);
  }
  for (int i = first; i <= n;
       i++) { /* one at a time: together they may be long */
    size_t len;
    const char *text = lua_tolstring(L, i, &len);
    put(out, v, "\t", i > first);
    put(out, v, text, len);
  }
  au_text_put(out, "\n");
  if (v->left <= 0) {
    put_head(out, v);
    au_text_put(out, v->cut);
  }
  if (v->kept != NULL && !out->failed)
    au_watch_say(out->at + before, out->n - before);
  flush(v, out);
  au_text_free(&own);
}

/* print(...). Upvalue: the voice. */
static int f_print(lua_State *L) {
  say(L, lua_touserdata(L, lua_upvalueindex(1)), 1, AU_LOG_PRINT);
  return 0;
}

/* aurum.log(level, ...). Upvalue: the voice. */
static int f_log(lua_State *L) {
  int level = au_check_word(L, 1, "level", au_log_levels);
  say(L, lua_touserdata(L, lua_upvalueindex(1)), 2, level);
  return 0;
}

void au_open_print(lua_State *L, int libs, au_voice *v) {
  lua_pushlightuserdata(L, v);
  lua_pushcclosure(L, f_print, 1);
  lua_setfield(L, libs, "print");
  lua_getfield(L, libs, "aurum");
  luaL_getmetafield(L, -1, "__index");
  lua_pushlightuserdata(L, v);
  lua_pushcclosure(L, f_log, 1);
  lua_setfield(L, -2, "log");
  lua_pop(L, 2);
}

/* ---- Hooks ------------------------------------------------------------- */

/* The process's, since a person reads the output of one command. */
static au_voice hooks = {
    .seat = AU_NONE,
    .level = AU_LOG_PRINT,
    .cut = "(no more output of hooks: --hook-prints N shows N bytes)\n"};
static int muted;

void au_mute_hooks(bool mute) {
  muted += mute ? 1 : -1;
}

/* print(...) of a hook. Upvalue: the variant; NULL while its file is read. */
static int f_hook_print(lua_State *L) {
  const au_variant *v = lua_touserdata(L, lua_upvalueindex(1));
  const au_state *s = v != NULL ? v->now.state : NULL;
  char name[LUA_IDSIZE + 64];
  lua_Debug ar;
  const char *hook = v != NULL && v->now.hook != NULL ? v->now.hook : "file";
  if (lua_getstack(L, 1, &ar) && lua_getinfo(L, "Sl", &ar) &&
      ar.currentline > 0)
    snprintf(name, sizeof name, "%s:%d %.20s", ar.short_src, ar.currentline,
             hook);
  else /* a tail call */
    snprintf(name, sizeof name, "%.60s %.20s", v != NULL ? v->name : "variant",
             hook);
  hooks.name = name;
  hooks.game = "";
  hooks.off = muted > 0;
  hooks.round = s != NULL ? s->round : 0;
  hooks.trick =
      s != NULL && v->rules != NULL ? (unsigned)au_state_trick(v->rules, s) : 0;
  say(L, &hooks, 1, AU_LOG_PRINT);
  return 0;
}

void au_open_hook_print(lua_State *L, int libs, const au_variant *v) {
  lua_pushlightuserdata(L, (void *)(uintptr_t)v);
  lua_pushcclosure(L, f_hook_print, 1);
  lua_setfield(L, libs, "print");
}

/* aurum.hook_prints(bytes): the bytes that hooks may print from now on, at
** first none. Returns how many of the last ones are left. */
static int f_hook_prints(lua_State *L) {
  lua_Integer left = hooks.left;
  hooks.left = au_int_of(L, 1, "bytes", "bytes", 0, AU_PRINTED_MOST);
  lua_pushinteger(L, left > 0 ? left : 0);
  return 1;
}

void au_open_hook_prints(lua_State *L) {
  lua_pushcfunction(L, f_hook_prints);
  lua_setfield(L, -2, "hook_prints");
}

bool au_set_voice(lua_State *L, int seat, int players, au_voice *v) {
  static const char *const who[] = {"all", "off", NULL};
  int only = seat + 1;
  lua_getfield(L, 1, "print");
  v->off = !au_int_at(L, -1, 1, players, &only) && !lua_isnil(L, -1) &&
           au_check_word(L, -1, "print", who) == 1;
  v->off = v->off || only != seat + 1;
  lua_getfield(L, 1, "log");
  v->level = lua_isnil(L, -1) ? AU_LOG_INFO
                              : au_check_word(L, -1, "log", au_log_levels);
  lua_getfield(L, 1, "print_bytes");
  v->limit = lua_isnil(L, -1)
                 ? AU_PRINTED
                 : au_int_of(L, -1, "print_bytes", "bytes", 0, AU_PRINTED_MOST);
  v->left = v->limit;
  lua_getfield(L, 1, "keep_prints");
  bool keep = lua_toboolean(L, -1);
  lua_pop(L, 4);
  return keep;
}
