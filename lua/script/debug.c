/* debug.c: a run of bots and hooks of a variant that stops at a line.
**
** A decision repeats exactly. So nothing waits while a person looks at a stop:
** the run notes what is to be shown there, outside of the script's state, and
** is ended. To go on, or back, the game is set up again, and runs to a later or
** an earlier line. The lines that begin in all scripts of the run are counted:
** a stop is the number of such a line.
**
** 1. The run's result is not used by anybody who plays.
** 2. The hook neither changes the script nor runs code of it, but for
**    conditions and the evaluated expression, in a thread of its own with
**    bounded instructions, in the environment of the frame.
** 3. An error in the script's state never leaves a protected call of it. */
#include "script.h"

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
  BOUND = 1000000   /* instructions of an expression */
};

/* ORDER HOW: the lines where a run stops. */
enum {
  AT_POINTS, /* only at breakpoints; the others stop there, too */
  AT_LINES,  /* at any line */
  AT_NEXT,   /* in the function 'depth' or one that called it */
  AT_NONE    /* at none, not even at breakpoints */
};

typedef struct point {
  const char *file, *condition; /* of the options; condition may be NULL */
  int line;
} point;

typedef struct frame {
  char file[PATH], name[NAME];
  int line, first, n; /* of its variables */
  bool tail;
} frame;

typedef struct variable {
  char name[NAME], value[SHORT + 4];
  bool outer; /* a variable of an enclosing function */
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
  int64_t after;      /* events up to this one do not stop */
  int64_t before;     /* 0; or the run ends there, to look for the last stop */
  place from;         /* of AT_NEXT */
  bool errors;        /* errors stop */
  const char *text;   /* the expression to evaluate, or NULL */
  int level;          /* in this frame of the stop */
  int64_t event;      /* counted so far */
  place here, last;   /* the stop; the last possible one before 'before' */
  const char *kind;   /* of the stop: "point" "line" "error" */
  int hit;            /* the breakpoint from 1; 0: none */
  bool stopped, good; /* 'good' if the expression has a value */
  char value[VALUE + 4], message[VALUE + 4];
  int frame_n, variable_n;
  frame frame[FRAMES];
  variable variable[VARIABLES];
};

static void copy_text(char *out, size_t size, const char *text, size_t most) {
  snprintf(out, size, "%.*s%s", (int)most, text,
           strlen(text) > most ? "..." : "");
}

/* ---- Expressions ------------------------------------------------------ */

/* An expression in a frame. */
typedef struct asked {
  lua_State *L;
  lua_Debug *ar;
  const char *text;
  bool good, truth;
  char value[VALUE + 4];
} asked;

/* Stop an expression that takes too long, at every instruction from here on. */
static void on_bound(lua_State *L, lua_Debug *ar) {
  (void)ar;
  lua_sethook(L, on_bound, LUA_MASKCOUNT, 1);
  luaL_error(L, "it took more than %d instructions", BOUND);
}

/* Add ", NAME" to the names, and the value on the top of L to T. */
static void add_variable(lua_State *L, lua_State *T, luaL_Buffer *names,
                         const char *name, int *n) {
  enum { MOST = 150 }; /* Lua's limit is 200 locals */
  bool word = name[0] != '(' && name[0] != '\0' && strcmp(name, "_ENV") != 0;
  if (!word || *n == MOST || !lua_checkstack(T, 10)) {
    lua_pop(L, 1);
    return;
  }
  lua_xmove(L, T, 1);
  luaL_addstring(names, *n > 0 ? "," : "local ");
  luaL_addstring(names, name);
  ++*n;
}

/* Push the environment of the frame: the _ENV of its function, or of one that
** is on the stack, too. */
static void push_environment(lua_State *L, lua_Debug *ar) {
  lua_Debug other;
  for (int level = -1; level < FRAMES; level++) {
    lua_Debug *at = level < 0 ? ar : &other;
    if (level >= 0 && !lua_getstack(L, level, &other))
      break;
    lua_getinfo(L, "f", at);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
      if (strcmp(name, "_ENV") == 0 && !lua_iscfunction(L, -2)) {
        lua_remove(L, -2);
        return;
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  au_push_bot_globals(L);
}

/* Compile and call the expression. Arguments: the request. It runs in a state
** of the script, protected. */
static int f_evaluate(lua_State *L) {
  asked *in = lua_touserdata(L, 1);
  lua_State *T = lua_newthread(L);
  const char *name;
  int n = 0, rest = 0;
  luaL_Buffer names;
  lua_State *B = lua_newthread(L); /* a buffer needs a stack of its own */
  luaL_buffinit(B, &names);
  luaL_checkstack(L, 20, NULL);
  lua_getinfo(L, "f", in->ar);
  for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++)
    add_variable(L, T, &names, name, &n);
  lua_pop(L, 1);
  for (int i = 1; (name = lua_getlocal(L, in->ar, i)) != NULL; i++)
    add_variable(L, T, &names, name, &n);
  luaL_addstring(&names, n > 0 ? "=...\n" : "\n");
  luaL_addstring(&names, "return function(...) return ");
  luaL_addstring(&names, in->text);
  luaL_addstring(&names, "\nend");
  luaL_pushresult(&names);
  const char *source = lua_tostring(B, -1);
  if (luaL_loadbufferx(T, source, strlen(source), "=expression", "t") !=
      LUA_OK) {
    lua_xmove(T, L, 1);
    return lua_error(L);
  }
  push_environment(L, in->ar);
  lua_xmove(L, T, 1);
  lua_setupvalue(T, -2, 1);
  lua_insert(T, 1);
  lua_sethook(T, on_bound, LUA_MASKCOUNT, BOUND);
  bool good = lua_pcall(T, n, 1, 0) == LUA_OK;
  while (good && lua_getlocal(L, in->ar, -(rest + 1)) != NULL &&
         lua_checkstack(T, 10)) {
    lua_xmove(L, T, 1);
    rest++;
  }
  good = good && lua_pcall(T, rest, 1, 0) == LUA_OK;
  au_shown shown = {.n = 0};
  in->truth = lua_toboolean(T, -1);
  if (good)
    au_show_value(T, -1, &shown);
  else
    au_push_tostring(T, -1);
  copy_text(in->value, sizeof in->value, good ? shown.at : lua_tostring(T, -1),
            VALUE);
  in->good = good;
  return 0;
}

static void evaluate_apart(void *ctx) {
  asked *in = ctx;
  lua_State *L = in->L;
  if (!lua_checkstack(L, 10))
    return;
  lua_pushcfunction(L, f_evaluate);
  lua_pushlightuserdata(L, in);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK)
    return;
  in->good = false;
  copy_text(in->value, sizeof in->value,
            lua_isstring(L, -1) ? lua_tostring(L, -1) : "?", VALUE);
  lua_pop(L, 1);
}

/* Evaluate a text in the frame 'ar' of L. */
static void evaluate(lua_State *L, lua_Debug *ar, const char *text,
                     asked *out) {
  *out = (asked){.L = L, .ar = ar, .text = text};
  au_limits_apart(au_limits_of(L), evaluate_apart, out);
}

/* ---- What a stop shows ------------------------------------------------ */

typedef struct looking {
  au_debug *d;
  int base; /* level of the innermost function to show */
} looking;

static void note_variable(lua_State *L, au_debug *d, const char *name,
                          bool outer) {
  au_shown shown = {.n = 0};
  if (d->variable_n < VARIABLES && name[0] != '(' && name[0] != '\0' &&
      strcmp(name, "_ENV") != 0) {
    variable *v = &d->variable[d->variable_n++];
    v->outer = outer;
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
    note_variable(L, d, name, false);
  lua_getinfo(L, "f", ar);
  for (int i = 1; lua && (name = lua_getupvalue(L, -1, i)) != NULL; i++)
    note_variable(L, d, name, true);
  lua_pop(L, 1);
  f->n = d->variable_n - f->first;
}

/* Argument: the looking. One level is this function. */
static int f_look(lua_State *L) {
  const looking *in = lua_touserdata(L, 1);
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

static void look_apart(void *ctx) {
  looking *in = ((void **)ctx)[0];
  lua_State *L = ((void **)ctx)[1];
  if (!lua_checkstack(L, 10))
    return;
  lua_pushcfunction(L, f_look);
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
    outermost--; /* a function of bot.c called it */
  if (outermost->name[0] == '?')
    copy_text(outermost->name, sizeof outermost->name, called(d), NAME - 4);
}

/* End the run here, with the frames from level 'base' on. */
static void stop(au_debug *d, lua_State *L, int base, const char *kind) {
  looking in = {d, base};
  void *ctx[] = {&in, L};
  lua_Debug ar;
  d->kind = kind;
  d->stopped = true;
  au_limits_apart(au_limits_of(L), look_apart, ctx);
  name_called(d);
  if (d->text != NULL && lua_getstack(L, base + d->level, &ar)) {
    asked out;
    evaluate(L, &ar, d->text, &out);
    d->good = out.good;
    memcpy(d->value, out.value, sizeof d->value);
  }
  au_limits_abort();
}

/* ---- Where to stop ---------------------------------------------------- */

/* The first breakpoint that is met at the line of 'ar', from 1; 0: none. An
** error of its condition meets it. */
static int met(au_debug *d, lua_State *L, lua_Debug *ar) {
  if (!d->lines[ar->currentline & (int)(sizeof d->lines - 1)])
    return 0;
  lua_getinfo(L, "S", ar);
  for (int i = 0; i < d->n; i++) {
    const point *p = &d->at[i];
    if (p->line != ar->currentline || ar->source[0] != '@' ||
        strcmp(p->file, ar->source + 1) != 0)
      continue;
    if (p->condition == NULL)
      return i + 1;
    asked out;
    evaluate(L, ar, p->condition, &out);
    if (!out.good)
      snprintf(d->message, sizeof d->message, "%s", out.value);
    if (!out.good || out.truth)
      return i + 1;
  }
  return 0;
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

static void on_line(lua_State *L, lua_Debug *ar) {
  au_limits *m = au_limits_of(L);
  au_debug *d = m->watcher;
  if (d->stopped)
    return;
  d->event++;
  lua_getinfo(L, "l", ar);
  if (d->event == d->before) {
    d->here = place_of(d, L, m);
    stop(d, L, 0, "line");
    return;
  }
  if (d->event <= d->after)
    return;
  int hit = d->how == AT_NONE ? 0 : met(d, L, ar);
  if (hit == 0 && !fits(d, L, m))
    return;
  if (d->before > 0) {
    d->last = place_of(d, L, m);
    return;
  }
  d->hit = hit;
  d->here = place_of(d, L, m);
  stop(d, L, 0, hit > 0 ? "point" : "line");
}

/* In the message handler of a bot, whose argument is the error: perhaps stop
** there. */
static void on_error(lua_State *L) {
  au_limits *m = au_limits_of(L);
  au_debug *d = m->watcher;
  if (d == NULL || d->stopped || !d->errors || d->event <= d->after ||
      d->before > 0 || m->late == AU_INTERRUPTED)
    return;
  copy_text(d->message, sizeof d->message,
            lua_isstring(L, 1) ? lua_tostring(L, 1) : "?", VALUE);
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

static void read_points(lua_State *L, int at, au_debug *d) {
  if (lua_getfield(L, at, "points") == LUA_TTABLE) {
    lua_Integer n = luaL_len(L, -1);
    for (int i = 1; i <= n && d->n < POINTS; i++) {
      lua_rawgeti(L, -1, i);
      int item = lua_gettop(L);
      luaL_checktype(L, item, LUA_TTABLE);
      point *p = &d->at[d->n++];
      p->file = text_in(L, item, "file");
      p->condition = text_in(L, item, "condition");
      p->line = number_in(L, item, "line");
      luaL_argcheck(L, p->file != NULL && p->line > 0, at,
                    "points: expected file and line");
      d->lines[p->line & (int)(sizeof d->lines - 1)] = true;
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
  d->text = text_in(L, at, "text");
  d->level = number_in(L, at, "level");
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
    lua_createtable(L, 0, 3);
    set_text(L, "name", v->name);
    set_text(L, "value", v->value);
    set_flag(L, "outer", v->outer);
    lua_rawseti(L, -2, i + 1);
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
  set_number(L, "point", d->hit);
  if (d->message[0] != '\0')
    set_text(L, "message", d->message);
  if (d->text != NULL) {
    set_text(L, "value", d->value);
    set_flag(L, "good", d->good);
  }
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
