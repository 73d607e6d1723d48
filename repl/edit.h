/* edit.h: the line editor, for main.c. */
#ifndef AURUM_EDIT_H
#define AURUM_EDIT_H

#include "../lua/aurum_lua.h"

#include <stdbool.h>

/* Push the table aurum.edit. */
int edit_open(lua_State *L);

/* Whether an interrupt came that has not been heard yet. */
bool edit_interrupted(void);

#endif
