/* locals.c: the local variables of a frame as text, for people who ask why a
** bot did something. They are kept outside its state. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LOCALS = 40, /* variables that are kept */
  VALUE = 300, /* bytes of a value */
  NAME = 60
};

struct au_locals {
  char where[100]; /* FILE:LINE; empty if nothing was kept */
  int n;
  struct {
    char name[NAME], value[VALUE + 4];
  } at[LOCALS];
};

au_locals *au_locals_new(void) {
  return calloc(1, sizeof(au_locals));
}

void au_locals_free(au_locals *p) {
  free(p);
}

void au_locals_clear(au_locals *p) {
  p->n = 0;
  p->where[0] = '\0';
}

void au_locals_keep(au_locals *p, lua_State *L, lua_Debug *ar) {
  au_locals_clear(p);
  if (!lua_getinfo(L, "Sl", ar) || !lua_checkstack(L, 20))
    return;
  snprintf(p->where, sizeof p->where, "%s:%d", ar->short_src, ar->currentline);
  const char *name;
  for (int i = 1; p->n < LOCALS && (name = lua_getlocal(L, ar, i)) != NULL;
       i++, lua_pop(L, 1)) {
    au_shown text;
    if (name[0] == '(') /* a temporary value */
      continue;
    au_show_value(L, -1, &text);
    snprintf(p->at[p->n].name, NAME, "%s", name);
    snprintf(p->at[p->n].value, sizeof p->at->value, "%.*s%s", VALUE, text.at,
             text.n > VALUE ? "..." : "");
    p->n++;
  }
}

void au_locals_push(lua_State *L, const au_locals *p) {
  if (p->where[0] == '\0') {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 2);
  lua_pushstring(L, p->where);
  lua_setfield(L, -2, "where");
  lua_createtable(L, p->n, 0);
  for (int i = 0; i < p->n; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, p->at[i].name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, p->at[i].value);
    lua_setfield(L, -2, "value");
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "list");
}
