/* profile.c: the measured calls of a bot: their number, time, memory and
** searches by callback, and the time of its lines. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

au_profile *au_profile_new(bool lines) {
  au_profile *p = calloc(1, sizeof *p);
  if (p != NULL && lines)
    p->lines = au_lines_new();
  if (p != NULL && lines && p->lines == NULL) {
    free(p);
    return NULL;
  }
  return p;
}

void au_profile_free(au_profile *p) {
  if (p == NULL)
    return;
  au_lines_free(p->lines);
  free(p);
}

void au_profile_clear(au_profile *p) {
  au_lines *lines = p->lines;
  if (lines != NULL)
    au_lines_clear(lines);
  *p = (au_profile){.lines = lines};
}

void au_profile_begin(au_profile *p, const au_limits *m, const au_lua *data) {
  p->before = (au_part){.allocated = m->allocated,
                        .searches = data->searches,
                        .sims = data->sims,
                        .seconds = au_thread_clock()};
}

void au_profile_end(au_profile *p, int part, const au_limits *m,
                    const au_lua *data) {
  au_part *to = &p->part[part];
  to->seconds += au_thread_clock() - p->before.seconds;
  to->calls++;
  to->allocated += m->allocated - p->before.allocated;
  to->searches += data->searches - p->before.searches;
  to->sims += data->sims - p->before.sims;
}

int au_profile_level(lua_State *L) {
  const char *text = NULL;
  if (lua_getfield(L, -1, "profile") != LUA_TNIL)
    text = luaL_checkstring(L, -1);
  int level = text == NULL                 ? 0
              : strcmp(text, "calls") == 0 ? 1
              : strcmp(text, "lines") == 0 ? 2
                                           : -1;
  if (level < 0)
    luaL_error(L, "profile: expected 'calls' or 'lines', got '%s'", text);
  lua_pop(L, 1);
  return level;
}

static void set_count(lua_State *L, const char *key, int64_t n) {
  lua_pushinteger(L, (lua_Integer)n);
  lua_setfield(L, -2, key);
}

void au_profile_push(lua_State *L, const au_profile *p) {
  /* ORDER PART */
  static const char *const names[AU_PART_N] = {
      "file", "bid", "change", "play", "answer", "start", "observe"};
  if (p == NULL) {
    lua_pushnil(L);
    return;
  }
  lua_newtable(L);
  lua_createtable(L, 0, AU_PART_N);
  for (int i = 0; i < AU_PART_N; i++) {
    const au_part *part = &p->part[i];
    if (part->calls == 0)
      continue;
    lua_createtable(L, 0, 5);
    set_count(L, "calls", part->calls);
    set_count(L, "allocated", part->allocated);
    set_count(L, "searches", part->searches);
    set_count(L, "sims", part->sims);
    lua_pushnumber(L, part->seconds);
    lua_setfield(L, -2, "seconds");
    lua_setfield(L, -2, names[i]);
  }
  lua_setfield(L, -2, "calls");
  if (p->lines != NULL) {
    au_lines_push(L, p->lines);
    lua_setfield(L, -2, "lines");
  }
}
