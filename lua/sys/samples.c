/* samples.c: where a script's processor time goes, by samples of its stack.
**
** The timer of limits.c ticks, and its handler sets a hook. It fires at the
** next instruction of Lua, or as the C function that runs returns: so time in C
** belongs to that function. It adds the time since the last sample to the stack
** that it finds, and is gone until the next tick. Between ticks the script runs
** at full speed. A coroutine's time belongs to coroutine.resume.
**
** A stack is a text, outermost function first: "play (duck.lua:10);fold
** (duck.lua:4);search [C]". */
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  STACKS = 4096, /* different stacks that are kept, a power of 2 */
  DEEP = 60,     /* functions of a stack that are named */
  LONG = 2400    /* bytes of its text */
};

typedef struct stack {
  char *text; /* owned; NULL for a free place */
  double seconds;
  lua_Integer count;
} stack;

struct au_samples {
  stack at[STACKS];
  int n;
  double last;      /* the thread's clock at the last sample */
  const char *call; /* what is called now */
};

au_samples *au_samples_new(void) {
  return calloc(1, sizeof(au_samples));
}

void au_samples_clear(au_samples *p) {
  for (int i = 0; p->n > 0 && i < STACKS; i++)
    free(p->at[i].text);
  if (p->n > 0)
    memset(p->at, 0, sizeof p->at);
  p->n = 0;
}

void au_samples_free(au_samples *p) {
  if (p == NULL)
    return;
  au_samples_clear(p);
  free(p);
}

void au_samples_name(au_samples *p, const char *call) {
  p->call = call;
}

void au_samples_begin(au_samples *p, double now) {
  p->last = now;
}

/* A text that is written from its end, since the innermost function is found
** first. */
typedef struct backward {
  char at[LONG];
  size_t from; /* its first byte */
} backward;

static void prepend(backward *b, const char *text) {
  size_t len = strlen(text);
  if (len > b->from)
    return;
  b->from -= len;
  memcpy(b->at + b->from, text, len);
}

/* Put the function of 'ar' in front, named 'usual' if Lua knows no name. */
static void prepend_function(lua_State *L, lua_Debug *ar, const char *usual,
                             backward *b) {
  char place[100];
  if (!lua_getinfo(L, "Sln", ar))
    return;
  if (ar->what[0] == 'C') {
    prepend(b, " [C]");
  } else {
    snprintf(place, sizeof place, " (%.80s:%d)",
             ar->source[0] == '@' ? ar->source + 1 : "?", ar->currentline);
    prepend(b, place);
  }
  prepend(b, ar->name != NULL ? ar->name : usual);
}

/* The place of a text among the stacks; NULL if there is none left. */
static stack *place_of(au_samples *p, const char *text) {
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (const char *c = text; *c != '\0'; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  for (uint32_t i = 0; i < STACKS; i++) {
    stack *s = &p->at[(hash + i) % STACKS];
    if (s->text != NULL && strcmp(s->text, text) == 0)
      return s;
    if (s->text == NULL) {
      if (p->n >= STACKS * 3 / 4 || (s->text = strdup(text)) == NULL)
        return NULL;
      p->n++;
      return s;
    }
  }
  return NULL;
}

void au_samples_take(au_samples *p, lua_State *L, double now) {
  backward b = {.from = LONG - 1};
  lua_Debug ar;
  int depth = 0;
  while (depth < DEEP && lua_getstack(L, depth, &ar))
    depth++;
  int first = depth - 1; /* the function that was called, which has no name */
  if (depth > 1 && lua_getstack(L, first, &ar) && lua_getinfo(L, "S", &ar) &&
      ar.what[0] == 'C')
    first--;
  b.at[LONG - 1] = '\0';
  for (int level = 0; level < depth && lua_getstack(L, level, &ar); level++) {
    if (level > 0)
      prepend(&b, ";");
    bool called = level >= first && p->call != NULL;
    prepend_function(L, &ar, called ? p->call : "?", &b);
  }
  stack *s = place_of(p, b.at + b.from);
  if (s != NULL) {
    s->seconds += now - p->last;
    s->count++;
  }
  p->last = now;
}

void au_samples_push(lua_State *L, const au_samples *p) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; p->n > 0 && i < STACKS; i++) {
    if (p->at[i].text == NULL)
      continue;
    lua_createtable(L, 0, 3);
    lua_pushstring(L, p->at[i].text);
    lua_setfield(L, -2, "stack");
    lua_pushnumber(L, p->at[i].seconds);
    lua_setfield(L, -2, "seconds");
    lua_pushinteger(L, p->at[i].count);
    lua_setfield(L, -2, "count");
    lua_rawseti(L, -2, ++n);
  }
}
