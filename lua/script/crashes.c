/* crashes.c: calls of bots that crashed a worker before. The pool plays that
** game again without these calls. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void au_set_deaths(lua_State *L, int at, au_deaths *out) {
  au_death list[AU_DEATHS_MAX] = {{0}};
  int n = au_list_of(L, at, "deaths", 0, AU_DEATHS_MAX);
  for (int i = 0; i < n; i++) { /* reading may run code: leave 'out' as it is */
    au_death *d = &list[i];
    lua_rawgeti(L, at, i + 1);
    luaL_argexpected(L, lua_istable(L, -1), at, "list of deaths");
    lua_getfield(L, -1, "call");
    if (!au_whole_at(L, -1, 1, LUA_MAXINTEGER, &d->call))
      luaL_error(L, "call: expected a number from 1, got %s",
                 au_push_tostring(L, -1));
    lua_getfield(L, -2, "kind");
    snprintf(d->kind, sizeof d->kind, "%s", au_text_of(L, -1, "kind", NULL));
    lua_getfield(L, -3, "message");
    snprintf(d->message, sizeof d->message, "%s",
             au_text_of(L, -1, "message", NULL));
    lua_pop(L, 4);
  }
  au_death *copy = malloc((AU_DEATHS_MAX + 1) * sizeof *copy);
  if (copy == NULL)
    au_no_memory(L);
  memcpy(copy, list, AU_DEATHS_MAX * sizeof *copy);
  au_free_deaths(out);
  out->at = copy;
  out->n = (size_t)n;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, at, i + 1);
    lua_pushliteral(L, "printed");
    if (lua_rawget(L, -2) == LUA_TSTRING)
      copy[i].printed = strdup(lua_tostring(L, -1));
    lua_pop(L, 2);
  }
}

void au_free_deaths(au_deaths *d) {
  for (size_t i = 0; i < d->n; i++)
    free(d->at[i].printed);
  free(d->at);
  *d = (au_deaths){0};
}
