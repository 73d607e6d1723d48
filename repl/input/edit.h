/* edit.h: the line editor, for main.c, and the files it consists of. */
#ifndef AURUM_EDIT_H
#define AURUM_EDIT_H

#include "../../lua/aurum_lua.h"

#include <signal.h>
#include <stdbool.h>

/* ---- main.c ---- */

/* Open the libraries and the module in a state, and push the module's table. */
void program_open(lua_State *L);

/* ---- edit.c; in a browser browser.c, on Windows plain.c ---- */

/* Push the table aurum.edit. */
int edit_open(lua_State *L);

/* ---- signals.c ---- */

/* Requests by signals. Whoever acts on one clears it. */
extern volatile sig_atomic_t signals_leaving; /* SIGHUP or SIGTERM, or 0 */
extern volatile sig_atomic_t signals_stopped; /* SIGINT since the last line */
extern volatile sig_atomic_t signals_resized; /* SIGWINCH */
extern volatile sig_atomic_t
    signals_suspended; /* SIGTSTP while a line is edited */
/* Set by edit.c: libedit controls the terminal. */
extern volatile sig_atomic_t signals_editing;

/* The signals that are caught. */
enum { SIGNALS_N = 6 };
extern const int signals_caught[SIGNALS_N];

/* Catch them from now on. */
void signals_catch(void);
/* All interrupts so far are handled. */
void signals_clear(void);

/* Add the functions of signals.c to the table on the top of the stack. */
void edit_add_signals(lua_State *L);

/* ---- paste.c ---- */

/* Read a byte from the terminal. Returns 1; 0 at its end; -1 for a signal that
** drops the line. */
typedef int (*paste_read)(void *el, char *byte);

/* Ask the terminal to mark pasted text, or not to. */
void paste_mark(bool on);

/* The next byte, pasted or typed, in '*byte'. Returns as 'read', which gets
** 'el'. */
int paste_next(paste_read read, void *el, char *byte);

/* True if the line that was read last was pasted, or lines are left. */
bool paste_runs(void);

/* True if lines of a pasted text are left. */
bool paste_left(void);

/* Forget the pasted text that is left, and print how many lines it has. */
void paste_drop(void);

/* ---- child.c ---- */

/* Add the functions of child.c to the table on the top of the stack. */
void edit_add_child(lua_State *L);

#endif
