/* line_profile.c: the time that a script spends on each of its lines.
**
** A hook is called when a new line begins and when a function returns. It adds
** the time since the last such event to the line that ran. So the time of a C
** function belongs to the line that calls it. The time of the hook itself is
** left out.
**
** The processor clock is too slow to be read twice for each line. So the hook
** reads the monotonic clock; after a long time, it takes out the part in which
** this thread did not run. */
#include "sys.h"

#include <stdlib.h>
#include <string.h>

enum {
  FILES = 32,     /* files that are told apart, */
  LINES = 1 << 16 /*   and lines in each: the others are not counted */
};

typedef struct line {
  lua_Integer count; /* how often it began */
  double seconds;
} line;

typedef struct file {
  char *source; /* as in lua_Debug; owned */
  line *at;     /* by number; owned */
  int n;
} file;

struct au_lines {
  file file[FILES];
  int file_n;
  line *now;   /* the line that runs, or NULL */
  double last; /* the clock when it was last looked at */
  bool synced; /* in this call, at these readings: */
  double clock, processor;
};

au_lines *au_lines_new(void) {
  return calloc(1, sizeof(au_lines));
}

void au_lines_clear(au_lines *p) {
  for (int i = 0; i < p->file_n; i++) {
    free(p->file[i].source);
    free(p->file[i].at);
  }
  *p = (au_lines){0};
}

void au_lines_free(au_lines *p) {
  if (p == NULL)
    return;
  au_lines_clear(p);
  free(p);
}

/* The file with this source; NULL if there are too many, or memory fails. */
static file *file_of(au_lines *p, const char *source) {
  for (int i = 0; i < p->file_n; i++)
    if (strcmp(p->file[i].source, source) == 0)
      return &p->file[i];
  char *copy = p->file_n < FILES ? strdup(source) : NULL;
  if (copy == NULL)
    return NULL;
  p->file[p->file_n].source = copy;
  return &p->file[p->file_n++];
}

/* A line of code, whose activation is 'ar'; NULL if it is not counted. */
static line *line_of(au_lines *p, const lua_Debug *ar) {
  file *f = ar->source[0] == '@' ? file_of(p, ar->source) : NULL;
  if (f == NULL || ar->currentline <= 0 || ar->currentline >= LINES)
    return NULL;
  if (ar->currentline >= f->n) {
    int n = 2 * ar->currentline < LINES ? 2 * ar->currentline + 1 : LINES;
    line *grown = realloc(f->at, (size_t)n * sizeof *grown);
    if (grown == NULL)
      return NULL;
    memset(grown + f->n, 0, (size_t)(n - f->n) * sizeof *grown);
    f->at = grown;
    f->n = n;
  }
  return &f->at[ar->currentline];
}

/* The line of Lua to which the function of 'L' that now ends returns. */
static line *caller(au_lines *p, lua_State *L) {
  enum { DEEP = 8 }; /* functions in C between two in Lua */
  lua_Debug ar;
  for (int level = 1; level <= DEEP && lua_getstack(L, level, &ar); level++)
    if (lua_getinfo(L, "Sl", &ar) && ar.currentline > 0)
      return line_of(p, &ar);
  return NULL;
}

/* Read both clocks. Returns the time since the last reading, in this call, in
** which this thread did not run. */
static double read_clocks(au_lines *p) {
  double clock = au_clock(), processor = au_thread_clock();
  double lost = clock - p->clock - (processor - p->processor);
  bool known = p->synced;
  p->clock = clock;
  p->processor = processor;
  p->synced = true;
  return known && lost > 0 ? lost : 0;
}

static void look(au_lines *p) {
  static const double LONG = 50e-6;
  double spent = au_clock() - p->last;
  if (p->now == NULL)
    return;
  if (spent > LONG)
    spent -= read_clocks(p);
  p->now->seconds += spent > 0 ? spent : 0;
}

void au_lines_note(au_lines *p, lua_State *L, lua_Debug *ar) {
  look(p);
  if (!p->synced)
    read_clocks(p);
  if (ar->event == LUA_HOOKLINE) {
    p->now = lua_getinfo(L, "S", ar) ? line_of(p, ar) : NULL;
    if (p->now != NULL)
      p->now->count++;
  } else {
    p->now = caller(p, L);
  }
  p->last = au_clock();
}

void au_lines_pause(au_lines *p) {
  look(p);
  p->now = NULL;
  p->synced = false;
}

void au_lines_push(lua_State *L, const au_lines *p) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; i < p->file_n; i++)
    for (int k = 0; k < p->file[i].n; k++) {
      const line *l = &p->file[i].at[k];
      if (l->count == 0)
        continue;
      lua_createtable(L, 0, 4);
      lua_pushstring(L, p->file[i].source + 1);
      lua_setfield(L, -2, "file");
      lua_pushinteger(L, k);
      lua_setfield(L, -2, "line");
      lua_pushinteger(L, l->count);
      lua_setfield(L, -2, "count");
      lua_pushnumber(L, l->seconds);
      lua_setfield(L, -2, "seconds");
      lua_rawseti(L, -2, ++n);
    }
}
