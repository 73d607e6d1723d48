/* edit.h: the line editor, for main.c. */
#ifndef AURUM_EDIT_H
#define AURUM_EDIT_H

#include "../lua/aurum_lua.h"

/* Push the table aurum.edit. */
int edit_open(lua_State *L);

#endif
