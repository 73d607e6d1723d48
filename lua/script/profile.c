/* profile.c: the measured calls of a bot: their number, time, memory and
** searches by callback, and samples of its stack. */
#include "script.h"

#include <stdlib.h>

au_profile *au_profile_new(void) {
  au_profile *p = calloc(1, sizeof *p);
  if (p == NULL)
    return NULL;
  p->samples = au_samples_new();
  p->recent = au_samples_new();
  if (p->samples == NULL || p->recent == NULL) {
    au_profile_free(p);
    return NULL;
  }
  return p;
}

void au_profile_free(au_profile *p) {
  if (p == NULL)
    return;
  au_samples_free(p->samples);
  au_samples_free(p->recent);
  free(p);
}

void au_profile_clear(au_profile *p) {
  au_samples *samples = p->samples, *recent = p->recent;
  au_samples_clear(samples);
  au_samples_clear(recent);
  *p = (au_profile){.samples = samples, .recent = recent};
}

/* ORDER PART */
static const char *const names[AU_PART_N] = {
    "file", "bid", "change", "play", "answer", "start", "observe"};

void au_profile_begin(au_profile *p, int part, const au_limits *m,
                      const au_lua *data) {
  au_samples_name(p->samples, names[part]);
  au_samples_name(p->recent, names[part]);
  p->before =
      (au_part){.allocated = m->allocated,
                .searches = data->searches,
                .sims = data->sims,
                .seconds = m->samples != NULL ? m->began : au_thread_clock()};
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

static void set_count(lua_State *L, const char *key, int64_t n) {
  lua_pushinteger(L, (lua_Integer)n);
  lua_setfield(L, -2, key);
}

void au_profile_push(lua_State *L, const au_profile *p) {
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
  au_samples_push(L, p->samples);
  lua_setfield(L, -2, "stacks");
  au_samples_push(L, p->recent);
  lua_setfield(L, -2, "recent");
}
