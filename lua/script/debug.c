/* debug.c: a run of bots and hooks of a variant that stops at a line.
**
** A decision repeats exactly. So nothing waits while a person looks at a stop:
** the run notes what is to be shown there, outside of the script's state, and
** is ended. To go on, or back, the game is set up again, and runs to a later or
** an earlier line. The lines that begin in all scripts of the run are counted:
** a stop is the number of such a line.
**
** 1. No game uses the run's result.
** 2. The hook does not change the script. It runs code in it only for requested
**    expressions and assignments (debug_values.c).
** 3. An error in the script's state never leaves a protected call of it. */
#include "variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  POINTS = 100,     /* breakpoints */
  FRAMES = 60,      /* functions of the stack that are shown */
  VARIABLES = 1000, /* variables of all of them */
  PATH = 300,       /* bytes of a path, */
  NAME = 60,        /* and of a name */
  VALUE = 1000,     /* bytes of a value, */
  SHORT = 200,      /* and of a variable's value */
  LOGGED = 20,      /* expressions in a log message */
  SAID = 1 << 18,   /* bytes of the log messages of a run */
  ASSIGNED = 30     /* assignments */
};

/* ORDER HOW: the lines where a run stops. */
enum {
  AT_POINTS, /* only at breakpoints; the others stop there, too */
  AT_LINES,  /* at any line */
  AT_NEXT,   /* in the function 'depth' or one that called it */
  AT_NONE    /* at none, not even at breakpoints */
};

/* How often a breakpoint is met before it stops. ORDER HITS */
enum { HITS_ANY, HITS_EQUAL, HITS_FROM, HITS_EVERY };

typedef struct point {
  const char *file, *condition; /* of the options; condition may be NULL */
  int line;
  int hits, hit_n, met; /* ORDER HITS, its number; how often it was met */
  bool stops;           /* it stops at the line that began last */
  int said_n;           /* parts of the message of a log point; 0: it stops */
  const char *said[2 * LOGGED + 1]; /* in turn a text and an expression */
} point;

/* An assignment, which is made where a line begins. */
typedef struct assignment {
  int64_t event;
  int level;
  au_looking to; /* its state and frame are set then */
} assignment;

typedef struct frame {
  char file[PATH], name[NAME];
  int line, first, n; /* of its variables */
  bool tail;
} frame;

typedef struct variable {
  char name[NAME], value[SHORT + 4];
  int number; /* among those of its kind */
  bool outer; /* a variable of an enclosing function */
  bool deep;  /* it has parts */
} variable;

/* A line of a run: it stands in the depth-th function of the stack, in the
** run-th call of a state: a seat from 1, or 0 for the variant. */
typedef struct place {
  int64_t event, run;
  int state, depth;
} place;

struct au_debug {
  au_lgame *g;
  point at[POINTS];
  int n;
  bool lines[1 << 16]; /* true for the lines, modulo the size, of points */
  int how;
  int64_t after;   /* events up to this one do not stop */
  int64_t before;  /* 0; or the run ends there, to look for the last stop */
  place from;      /* of AT_NEXT */
  bool errors;     /* errors stop */
  bool fresh;      /* what was printed up to 'after' is left out */
  size_t said;     /* bytes of log messages */
  bool looks;      /* look at a value */
  au_looking look; /* that one, */
  int level;       /* in this frame of the stop */
  au_pieces parts; /* of it */
  int assignment_n;
  assignment assignment[ASSIGNED];
  int64_t event;    /* counted so far */
  place here, last; /* the stop; the last possible one before 'before' */
  const char *kind; /* of the stop: "point" "line" "error" "pause" */
  bool hit;         /* breakpoints stop at this line */
  int failed;       /* the breakpoint from 1 whose condition failed; 0: none */
  bool stopped;
  char message[VALUE + 4];
  int frame_n, variable_n;
  frame frame[FRAMES];
  variable variable[VARIABLES];
};

static void copy_text(char *out, size_t size, const char *text, size_t most) {
  snprintf(out, size, "%.*s%s", (int)most, text,
           strlen(text) > most ? "..." : "");
}

/* ---- What a stop shows ------------------------------------------------ */

typedef struct stack {
  au_debug *d;
  int base; /* level of the innermost function to show */
} stack;

static void note_variable(lua_State *L, au_debug *d, const char *name,
                          bool outer, int number) {
  au_shown shown = {.n = 0};
  if (d->variable_n < VARIABLES && name[0] != '(' && name[0] != '\0' &&
      strcmp(name, "_ENV") != 0) {
    variable *v = &d->variable[d->variable_n++];
    v->outer = outer;
    v->number = number;
    v->deep = au_has_parts(L, -1);
    au_show_value(L, -1, &shown);
    copy_text(v->name, sizeof v->name, name, NAME - 4);
    copy_text(v->value, sizeof v->value, shown.at, SHORT);
  }
  lua_pop(L, 1);
}

static void note_frame(lua_State *L, au_debug *d, lua_Debug *ar) {
  frame *f = &d->frame[d->frame_n++];
  const char *name;
  lua_getinfo(L, "Slnt", ar);
  bool lua = ar->what[0] != 'C';
  const char *usual = ar->what[0] == 'm' ? "the file" : "?";
  copy_text(f->file, sizeof f->file,
            !lua                   ? "[C]"
            : ar->source[0] == '@' ? ar->source + 1
                                   : ar->short_src,
            PATH - 4);
  copy_text(f->name, sizeof f->name, ar->name != NULL ? ar->name : usual,
            NAME - 4);
  f->line = ar->currentline;
  f->tail = ar->istailcall;
  f->first = d->variable_n;
  for (int i = 1; lua && (name = lua_getlocal(L, ar, i)) != NULL; i++)
    note_variable(L, d, name, false, i);
  lua_getinfo(L, "f", ar);
  for (int i = 1; lua && (name = lua_getupvalue(L, -1, i)) != NULL; i++)
    note_variable(L, d, name, true, i);
  lua_pop(L, 1);
  f->n = d->variable_n - f->first;
}

/* Argument: the stack. One level is this function. */
static int f_note(lua_State *L) {
  const stack *in = lua_touserdata(L, 1);
  au_debug *d = in->d;
  lua_Debug ar;
  luaL_checkstack(L, 50, NULL);
  for (int i = 0; d->frame_n < FRAMES && lua_getstack(L, in->base + 1 + i, &ar);
       i++)
    note_frame(L, d, &ar);
  return 0;
}

static int depth_of(lua_State *L) {
  lua_Debug ar;
  int n = 0;
  while (lua_getstack(L, n, &ar))
    n++;
  return n;
}

/* The state of L in the game: a seat from 1; 0 for the variant. */
static int state_of(const au_debug *d, const au_limits *m) {
  for (int i = 0; i < d->g->rules->r.players; i++)
    if (d->g->bot[i] != NULL && au_bot_limits(d->g->bot[i]) == m)
      return i + 1;
  return 0;
}

static void note_apart(void *ctx) {
  stack *in = ((void **)ctx)[0];
  lua_State *L = ((void **)ctx)[1];
  if (!lua_checkstack(L, 10))
    return;
  lua_pushcfunction(L, f_note);
  lua_pushlightuserdata(L, in);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK)
    lua_pop(L, 1);
}

/* The callback or hook in which the run stopped, such as "play". */
static const char *called(const au_debug *d) {
  const au_variant *v = d->g->rules->r.hooks.ctx;
  const char *name = d->here.state > 0
                         ? au_bot_doing(d->g->bot[d->here.state - 1])
                         : v->now.hook;
  return name != NULL ? name : "?";
}

/* Name the function that was called: Lua knows no name for it. */
static void name_called(au_debug *d) {
  frame *outermost = d->frame_n > 0 ? &d->frame[d->frame_n - 1] : NULL;
  if (outermost == NULL)
    return;
  if (outermost->line < 0 && d->frame_n > 1 && outermost[-1].name[0] == '?')
    outermost--; /* a function of bot_play.c called it */
  if (outermost->name[0] == '?')
    copy_text(outermost->name, sizeof outermost->name, called(d), NAME - 4);
}

/* End the run here, with the frames from level 'base' on. */
static void stop(au_debug *d, lua_State *L, int base, const char *kind) {
  stack in = {d, base};
  void *ctx[] = {&in, L};
  lua_Debug ar;
  d->kind = kind;
  d->stopped = true;
  au_limits_apart(au_limits_of(L), note_apart, ctx);
  name_called(d);
  if (d->looks && lua_getstack(L, base + d->level, &ar)) {
    d->look.L = L;
    d->look.ar = &ar;
    au_debug_look(&d->look);
  }
  au_limits_abort();
}

/* ---- Where to stop ---------------------------------------------------- */

/* Look at the value of an expression in the frame 'ar' of L; if 'printed', as
** `print` shows it. */
static void evaluate(lua_State *L, lua_Debug *ar, const char *text,
                     bool printed, au_looking *out) {
  *out = (au_looking){.L = L, .ar = ar, .text = text, .printed = printed};
  au_debug_look(out);
}

/* Write the message of a log point where bots print. */
static void say(au_debug *d, lua_State *L, lua_Debug *ar, const point *p) {
  au_text *out = &d->g->printed;
  size_t before = out->n;
  for (int i = 0; i < p->said_n && d->said < SAID; i++) {
    au_looking value;
    if (i % 2 == 1)
      evaluate(L, ar, p->said[i], true, &value);
    au_text_put(out, i % 2 == 0 ? p->said[i] : value.value);
  }
  if (d->said < SAID)
    au_text_put(out, "\n");
  d->said += out->n - before;
  if (d->said >= SAID && out->n > before)
    au_text_put(out, "(no more log messages in this decision)\n");
}

/* Count that a breakpoint is met. Returns true if it is often enough. */
static bool counts(point *p) {
  p->met++;
  switch (p->hits) {
  case HITS_EQUAL:
    return p->met == p->hit_n;
  case HITS_FROM:
    return p->met >= p->hit_n;
  case HITS_EVERY:
    return p->met % p->hit_n == 0;
  default:
    return true;
  }
}

/* True if the breakpoint is met at the line of 'ar', which may be one that is
** only counted. An error of its condition meets it. */
static bool meets(au_debug *d, lua_State *L, lua_Debug *ar, point *p,
                  bool counted) {
  if (p->line != ar->currentline || ar->source[0] != '@' ||
      strcmp(p->file, ar->source + 1) != 0 || (counted && p->hits == HITS_ANY))
    return false;
  if (p->condition == NULL)
    return counts(p);
  au_looking out;
  evaluate(L, ar, p->condition, false, &out);
  if (!out.good && !counted && d->failed == 0) {
    d->failed = (int)(p - d->at) + 1;
    copy_text(d->message, sizeof d->message, out.value, VALUE);
  }
  return (!out.good || out.truth) && counts(p);
}

/* Mark the breakpoints that stop at the line of 'ar'. Returns true if there is
** one. Those with a message write it. If the line is only 'counted', nothing
** stops. */
static bool met(au_debug *d, lua_State *L, lua_Debug *ar, bool counted) {
  bool hit = false;
  d->failed = 0;
  if (!d->lines[ar->currentline & (int)(sizeof d->lines - 1)])
    return false;
  lua_getinfo(L, "S", ar);
  for (int i = 0; i < d->n; i++) {
    point *p = &d->at[i];
    bool is_met = meets(d, L, ar, p, counted) && !counted;
    p->stops = is_met && p->said_n == 0;
    hit = hit || p->stops;
    if (is_met && !p->stops)
      say(d, L, ar, p);
  }
  return hit;
}

/* True if the line that begins is one where 'how' stops. */
static bool fits(const au_debug *d, lua_State *L, const au_limits *m) {
  lua_Debug ar;
  if (d->how == AT_LINES)
    return true;
  return d->how == AT_NEXT && m->runs == d->from.run &&
         state_of(d, m) == d->from.state &&
         !lua_getstack(L, d->from.depth, &ar);
}

static place place_of(const au_debug *d, lua_State *L, const au_limits *m) {
  return (place){d->event, m->runs, state_of(d, m), depth_of(L)};
}

/* Make the assignments that are due where this line begins. */
static void assign(au_debug *d, lua_State *L, lua_Debug *ar) {
  for (int i = 0; i < d->assignment_n; i++) {
    assignment *a = &d->assignment[i];
    lua_Debug other, *at = a->level == 0 ? ar : &other;
    if (a->event != d->event ||
        (a->level > 0 && !lua_getstack(L, a->level, &other)))
      continue;
    a->to.L = L;
    a->to.ar = at;
    au_debug_look(&a->to);
    if (!a->to.good)
      copy_text(d->message, sizeof d->message, a->to.value, VALUE);
  }
}

static void on_line(lua_State *L, lua_Debug *ar) {
  au_limits *m = au_limits_of(L);
  au_debug *d = m->watcher;
  if (d->stopped)
    return;
  d->event++;
  d->hit = false;
  lua_getinfo(L, "l", ar);
  assign(d, L, ar);
  if (d->event == d->before) {
    d->here = place_of(d, L, m);
    stop(d, L, 0, "line");
    return;
  }
  bool counted = d->event <= d->after;
  d->hit = d->how != AT_NONE && met(d, L, ar, counted);
  if (d->event == d->after && d->fresh)
    au_text_clear(&d->g->printed);
  bool paused = !counted && au_watch_paused();
  if (counted || (!d->hit && !paused && !fits(d, L, m)))
    return;
  if (d->before > 0) {
    d->last = place_of(d, L, m);
    return;
  }
  d->here = place_of(d, L, m);
  stop(d, L, 0, d->hit ? "point" : paused ? "pause" : "line");
}

/* In the message handler of a bot or a hook, whose argument is the error:
** perhaps stop there. */
static void on_error(lua_State *L) {
  au_limits *m = au_limits_of(L);
  au_debug *d = m->watcher;
  if (d == NULL || d->stopped || !d->errors || d->event <= d->after ||
      d->before > 0 || m->late == AU_INTERRUPTED)
    return;
  char shown[AU_ERROR_TEXT];
  if (lua_isstring(L, 1))
    copy_text(d->message, sizeof d->message, au_whole_text(L, 1, shown), VALUE);
  else
    snprintf(d->message, sizeof d->message, "a %s value", luaL_typename(L, 1));
  d->here = place_of(d, L, m);
  d->here.depth--; /* without the handler */
  stop(d, L, 1, "error");
}

/* ---- The run ---------------------------------------------------------- */

static void watch(au_limits *m, au_debug *d) {
  m->lines = d != NULL ? on_line : NULL;
  m->failed = d != NULL ? on_error : NULL;
  m->watcher = d;
  m->runs = 0;
}

static void watch_all(au_lgame *g, au_debug *d) {
  au_variant *v = g->rules->r.hooks.ctx;
  for (int i = 0; i < g->rules->r.players; i++)
    if (g->bot[i] != NULL)
      watch(au_bot_limits(g->bot[i]), d);
  if (v != NULL) {
    watch(&v->limits, d);
    v->last.hook = -1; /* nothing is left of earlier questions */
  }
}

/* The whole number in the field of the table at 'at'; 0 if there is none. */
static int number_in(lua_State *L, int at, const char *key) {
  int n = 0;
  if (lua_getfield(L, at, key) != LUA_TNIL)
    n = au_int_of(L, -1, key, "a number", 0, INT32_MAX);
  lua_pop(L, 1);
  return n;
}

/* The text in the field of the table at 'at', which keeps it; or NULL. */
static const char *text_in(lua_State *L, int at, const char *key) {
  lua_getfield(L, at, key);
  const char *text = luaL_optstring(L, -1, NULL);
  lua_pop(L, 1);
  return text;
}

/* Read the message of a log point from the table on the top. */
static void read_message(lua_State *L, point *p) {
  if (lua_getfield(L, -1, "message") == LUA_TTABLE) {
    int list = lua_gettop(L);
    while (p->said_n < 2 * LOGGED + 1 &&
           lua_rawgeti(L, list, p->said_n + 1) == LUA_TSTRING)
      p->said[p->said_n++] = lua_tostring(L, -1); /* the table keeps it */
    lua_settop(L, list);
  }
  lua_pop(L, 1);
}

static void read_point(lua_State *L, int at, point *p) {
  /* ORDER HITS */
  static const char *const kinds[] = {"any", "equal", "from", "every", NULL};
  int item = lua_gettop(L);
  luaL_checktype(L, item, LUA_TTABLE);
  p->file = text_in(L, item, "file");
  p->condition = text_in(L, item, "condition");
  p->line = number_in(L, item, "line");
  luaL_argcheck(L, p->file != NULL && p->line > 0, at,
                "points: expected file and line");
  lua_getfield(L, item, "hits");
  p->hits = luaL_checkoption(L, -1, "any", kinds);
  lua_pop(L, 1);
  p->hit_n = number_in(L, item, "hit_n");
  luaL_argcheck(L, p->hits == HITS_ANY || p->hit_n > 0, at,
                "points: expected hit_n");
  read_message(L, p);
}

static void read_points(lua_State *L, int at, au_debug *d) {
  if (lua_getfield(L, at, "points") == LUA_TTABLE) {
    lua_Integer n = luaL_len(L, -1);
    for (int i = 1; i <= n && d->n < POINTS; i++) {
      lua_rawgeti(L, -1, i);
      point *p = &d->at[d->n++];
      read_point(L, at, p);
      d->lines[p->line & (int)(sizeof d->lines - 1)] = true;
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

/* Read which value the table at 'at' means. Returns true if it means one. */
static bool read_looking(lua_State *L, int at, au_looking *out) {
  out->text = text_in(L, at, "text");
  out->local = number_in(L, at, "own");
  out->outer = number_in(L, at, "outer");
  out->from = number_in(L, at, "from");
  lua_getfield(L, at, "view");
  bool view = lua_toboolean(L, -1);
  if (lua_getfield(L, at, "path") == LUA_TTABLE) {
    lua_Integer n = luaL_len(L, -1);
    luaL_argcheck(L, n <= AU_DEEP, at, "path: too deep");
    for (int i = 1; i <= n; i++) {
      lua_rawgeti(L, -1, i);
      out->path[out->path_n++] =
          au_int_of(L, -1, "path", "a number", 1, INT32_MAX);
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 2);
  return view || out->text != NULL || out->local > 0 || out->outer > 0;
}

static void read_assignments(lua_State *L, int at, au_debug *d) {
  if (lua_getfield(L, at, "set") == LUA_TTABLE) {
    lua_Integer n = luaL_len(L, -1);
    for (int i = 1; i <= n && d->assignment_n < ASSIGNED; i++) {
      lua_rawgeti(L, -1, i);
      int item = lua_gettop(L);
      luaL_checktype(L, item, LUA_TTABLE);
      assignment *a = &d->assignment[d->assignment_n++];
      a->event = number_in(L, item, "event");
      a->level = number_in(L, item, "level");
      a->to.to = text_in(L, item, "to");
      bool some = read_looking(L, item, &a->to);
      luaL_argcheck(L, some && a->to.to != NULL, at,
                    "set: expected a variable and 'to'");
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

au_debug *au_debug_begin(lua_State *L, int at, au_lgame *g) {
  /* ORDER HOW */
  static const char *const hows[] = {"points", "lines", "next", "none", NULL};
  luaL_checktype(L, at, LUA_TTABLE);
  au_debug *d = lua_newuserdatauv(L, sizeof *d, 0);
  memset(d, 0, sizeof *d);
  d->g = g;
  read_points(L, at, d);
  lua_getfield(L, at, "how");
  d->how = luaL_checkoption(L, -1, "points", hows);
  lua_getfield(L, at, "errors");
  d->errors = lua_toboolean(L, -1);
  lua_pop(L, 2);
  d->after = number_in(L, at, "after");
  d->before = number_in(L, at, "before");
  d->from = (place){0, number_in(L, at, "run"), number_in(L, at, "state"),
                    number_in(L, at, "depth")};
  lua_getfield(L, at, "fresh");
  d->fresh = lua_toboolean(L, -1);
  lua_pop(L, 1);
  d->level = number_in(L, at, "level");
  d->looks = read_looking(L, at, &d->look);
  if (d->look.from > 0)
    d->look.parts = &d->parts;
  read_assignments(L, at, d);
  watch_all(g, d);
  return d;
}

bool au_debug_end(au_debug *d) {
  watch_all(d->g, NULL);
  return d->stopped;
}

/* ---- The stop as a table ---------------------------------------------- */

static void set_number(lua_State *L, const char *key, int64_t n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void set_flag(lua_State *L, const char *key, bool flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, key);
}

static void push_variables(lua_State *L, const au_debug *d, const frame *f) {
  lua_createtable(L, f->n, 0);
  for (int i = 0; i < f->n; i++) {
    const variable *v = &d->variable[f->first + i];
    lua_createtable(L, 0, 5);
    set_text(L, "name", v->name);
    set_text(L, "value", v->value);
    set_number(L, "number", v->number);
    set_flag(L, "outer", v->outer);
    set_flag(L, "deep", v->deep);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Set what was looked at in the table on the top. */
static void push_looked(lua_State *L, const au_debug *d) {
  set_text(L, "value", d->look.value);
  set_flag(L, "good", d->look.good);
  set_flag(L, "deep", d->look.deep);
  set_flag(L, "more", d->parts.more);
  lua_createtable(L, d->parts.n, 0);
  for (int i = 0; i < d->parts.n; i++) {
    const au_piece *p = &d->parts.at[i];
    lua_createtable(L, 0, 3);
    set_text(L, "name", p->name);
    set_text(L, "value", p->value);
    set_flag(L, "deep", p->deep);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "parts");
}

/* Push the numbers of the breakpoints that stopped the run. */
static void push_points(lua_State *L, const au_debug *d) {
  lua_newtable(L);
  for (int i = 0, n = 0; i < d->n && d->hit; i++)
    if (d->at[i].stops) {
      lua_pushinteger(L, i + 1);
      lua_rawseti(L, -2, ++n);
    }
}

void au_debug_push(lua_State *L, const au_debug *d) {
  lua_createtable(L, 0, 10);
  set_number(L, "event", d->here.event);
  set_number(L, "run", d->here.run);
  set_number(L, "state", d->here.state);
  set_number(L, "depth", d->here.depth);
  set_number(L, "last", d->last.event);
  set_text(L, "kind", d->kind);
  set_number(L, "failed", d->failed);
  push_points(L, d);
  lua_setfield(L, -2, "points");
  if (d->message[0] != '\0')
    set_text(L, "message", d->message);
  if (d->looks)
    push_looked(L, d);
  lua_createtable(L, d->frame_n, 0);
  for (int i = 0; i < d->frame_n; i++) {
    const frame *f = &d->frame[i];
    lua_createtable(L, 0, 5);
    set_text(L, "file", f->file);
    set_text(L, "name", f->name);
    set_number(L, "line", f->line);
    set_flag(L, "tail", f->tail);
    push_variables(L, d, f);
    lua_setfield(L, -2, "variables");
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "frames");
}
