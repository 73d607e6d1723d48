/* variant.c: a variant's file, run in its own state.
**
** To read a file, it runs once in a state that is closed when its result has
** been copied as plain data (aurum.variant_file). If it has hooks, it runs
** again for one number of players, in the state that all hooks of a composition
** share. The rules made from it own that state together. Such a state has the
** libraries of bots, but no random numbers, and no globals can be set once the
** file has run.
**
** A command runs a stranger's file in worker processes only. The variant then
** sleeps, with its files in memory, until a worker calls one of its hooks.
** Calling a hook in any other process is an error. */
#include "variant.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  MEMORY = 64 << 20, /* bytes a variant may hold */
  DEEP = 4,          /* nesting of tables in a variant's table */
  VALUES = 4096      /* values in a variant's table */
};

/* ORDER HOOK */
const char *const au_hook_names[AU_HOOK_N + 1] = {
    "deal",        "lead",          "legal",    "winner",
    "award",       "leader",        "side_bid", "bid_points",
    "gold_points", "round_winners", "game_end", NULL};

const char *const au_ask_names[AU_ASK_FUNCTIONS + 1] = {
    "next", "choices", "default", "done", NULL};

static void set_limits(au_limits *m) {
  *m = (au_limits){.cap = MEMORY, .seconds = 1};
}

/* ---- Running a file --------------------------------------------------- */

static int f_no_globals(lua_State *L) {
  return luaL_error(L,
                    "'%s' cannot be set: a hook remembers nothing but "
                    "'vars'",
                    lua_tostring(L, 2));
}

/* A variant's file. The caller owns the texts. */
typedef struct source {
  const char *path, *text;
  size_t len;
} source;

/* Run the file and push the table it returns. Its globals can be set only until
** it returns. */
static void run_file(lua_State *L, const source *file, int libs) {
  lua_pushfstring(L, "@%s", file->path);
  if (luaL_loadbufferx(L, file->text, file->len, lua_tostring(L, -1), "t") !=
      LUA_OK)
    lua_error(L);
  lua_newtable(L); /* stands for its globals; always empty */
  lua_createtable(L, 0, 3);
  au_push_globals(L, libs);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__index");
  lua_setfield(L, -2, "__newindex");
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_setmetatable(L, -3);
  lua_getfield(L, -1, "__newindex");
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "_G");
  lua_pop(L, 1);
  lua_insert(L, -3); /* the order is now metatable, chunk, globals */
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  lua_pushcfunction(L, f_no_globals);
  lua_setfield(L, -3, "__newindex");
  if (!lua_istable(L, -1))
    luaL_error(L,
               "%s: a variant's file returns a table, as in return { name = "
               "\"mine\" }; it returned %s%s",
               file->path, lua_isnil(L, -1) ? "nothing" : "a ",
               lua_isnil(L, -1) ? "" : luaL_typename(L, -1));
  lua_remove(L, -2);
  lua_remove(L, -2);
}

/* ---- Reading a file ------------------------------------------------------ */

/* Copy a value of 'V' to 'L'. Functions become {hook = line}. Other values that
** are not plain data become the name of their type, which no key accepts. */
static void copy(lua_State *V, lua_State *L, int at, int depth, int *values) {
  lua_Debug ar;
  size_t n;
  luaL_checkstack(V, 10, NULL);
  luaL_checkstack(L, 10, NULL);
  if (++*values > VALUES)
    luaL_error(L, "its table holds more than %d values", VALUES);
  switch (lua_type(V, at)) {
  case LUA_TBOOLEAN:
    lua_pushboolean(L, lua_toboolean(V, at));
    break;
  case LUA_TNUMBER:
    if (lua_isinteger(V, at))
      lua_pushinteger(L, au_own_whole(V, at));
    else
      lua_pushnumber(L, lua_tonumber(V, at));
    break;
  case LUA_TSTRING: {
    const char *text = lua_tolstring(V, at, &n);
    lua_pushlstring(L, text, n);
    break;
  }
  case LUA_TFUNCTION:
    lua_pushvalue(V, at);
    lua_getinfo(V, ">S", &ar);
    lua_createtable(L, 0, 1);
    lua_pushinteger(L, ar.linedefined);
    lua_setfield(L, -2, "hook");
    break;
  case LUA_TTABLE:
    if (depth == DEEP)
      luaL_error(L, "its table has more than %d levels", DEEP);
    lua_newtable(L);
    at = lua_absindex(V, at);
    for (lua_pushnil(V); lua_next(V, at); lua_pop(V, 1)) {
      int type = lua_type(V, -2);
      if (type != LUA_TNUMBER && type != LUA_TSTRING)
        luaL_error(L, "a key of its table is a %s", lua_typename(V, type));
      copy(V, L, -2, depth, values);
      copy(V, L, -1, depth + 1, values);
      lua_rawset(L, -3);
    }
    break;
  default:
    lua_pushstring(L, luaL_typename(V, at));
    break;
  }
}

static int f_read(lua_State *V) {
  const source *file = lua_touserdata(V, 1);
  lua_settop(V, 0);
  au_open_sandbox(V);
  au_open_hook_print(V, 1, NULL);
  au_lua_of(V)->pure = true;
  run_file(V, file, 1);
  return 1;
}

/* Push a copy of the value on the top of V, in protected mode of L. */
static int f_copy(lua_State *L) {
  lua_State *V = lua_touserdata(L, 1);
  int values = 0;
  copy(V, L, -1, 0, &values);
  return 1;
}

/* Push the reason why a file did not run, for people. */
static void push_problem(lua_State *L, lua_State *V, const au_limits *m,
                         const char *path) {
  if (m->hoarded && !m->late)
    lua_pushfstring(L, "%s: it took more memory than a variant may (64 MiB)",
                    path);
  else if (lua_type(V, -1) != LUA_TSTRING) /* V may have no memory to convert */
    lua_pushfstring(L, "%s: it raised a %s value, not a message", path,
                    luaL_typename(V, -1));
  else {
    char shown[AU_ERROR_TEXT];
    const char *text = au_whole_text(V, -1, shown);
    const char *advice = au_advice(text, true);
    lua_pushlstring(L, text, strnlen(text, AU_SAID_MAX));
    if (advice != NULL)
      lua_pushfstring(L, "%s\n(%s)", lua_tostring(L, -1), advice);
  }
}

/* aurum.variant_file(path, text): the table that the file returns as plain
** data, with {hook = line} for functions; or nil and a message. */
static int f_variant_file(lua_State *L) {
  source file = {.path = au_check_text(L, 1)};
  file.text = luaL_checklstring(L, 2, &file.len);
  au_limits limits;
  set_limits(&limits);
  lua_State *V = au_limited_state(&limits);
  if (V == NULL)
    return au_no_memory(L);
  lua_pushcfunction(V, f_read);
  lua_pushlightuserdata(V, &file);
  au_watch_variant(true);
  au_limits_begin(&limits, false);
  bool good = lua_pcall(V, 1, 1, 0) == LUA_OK;
  au_limits_end();
  au_watch_variant(false);
  if (good) {
    lua_pushcfunction(L, f_copy);
    lua_pushlightuserdata(L, V);
    good = lua_pcall(L, 1, 1, 0) == LUA_OK;
    if (!good)
      lua_pushfstring(L, "%s: %s", file.path, lua_tostring(L, -1));
  } else {
    push_problem(L, V, &limits, file.path);
  }
  au_limits_close(&limits);
  if (good)
    return 1;
  luaL_pushfail(L);
  lua_insert(L, -2);
  return 2;
}

/* ---- The state of the hooks ------------------------------------------- */

/* Add the functions of the table on the top to the chains. */
/* Keep the functions of the questions in the table on the top, or the values
** that stand for them. */
static void take_questions(lua_State *V, au_variant *v) {
  int at = lua_gettop(V);
  lua_pushliteral(V, "questions");
  if (lua_rawget(V, -2) == LUA_TTABLE) {
    int n = au_list_of(V, -1, "questions", 0, AU_ASK_MAX);
    for (int i = 1; i <= n && v->ask_n < AU_ASK_MAX; i++) {
      lua_rawgeti(V, at + 1, i);
      luaL_checktype(V, -1, LUA_TTABLE);
      for (int k = 0; k < AU_ASK_FUNCTIONS; k++) {
        lua_pushstring(V, au_ask_names[k]);
        lua_rawget(V, at + 2);
        v->ask[v->ask_n][k] = luaL_ref(V, LUA_REGISTRYINDEX);
      }
      lua_pop(V, 1);
      v->ask_n++;
    }
  }
  lua_settop(V, at);
}

static void take_hooks(lua_State *V, au_variant *v) {
  for (int hook = 0; hook < AU_HOOK_N; hook++) {
    lua_pushstring(V, au_hook_names[hook]);
    if (lua_rawget(V, -2) != LUA_TFUNCTION) {
      lua_pop(V, 1);
      continue;
    }
    if (v->chain_n[hook] == AU_CHAIN_MAX)
      luaL_error(V, "more than %d parts define the hook '%s'", AU_CHAIN_MAX,
                 au_hook_names[hook]);
    v->chain[hook][v->chain_n[hook]++] = luaL_ref(V, LUA_REGISTRYINDEX);
  }
}

typedef struct loading {
  au_variant *v;
  const source *file;
  int n, players;
} loading;

static int f_load(lua_State *V) {
  const loading *in = lua_touserdata(V, 1);
  lua_settop(V, 0);
  au_open_sandbox(V);
  au_open_hook_print(V, 1, in->v);
  au_lua_of(V)->pure = true;
  for (int i = 0; i < in->n; i++) {
    run_file(V, &in->file[i], 1);
    take_hooks(V, in->v);
    take_questions(V, in->v);
    lua_pushliteral(V, "players");
    if (lua_rawget(V, -2) == LUA_TTABLE &&
        lua_rawgeti(V, -1, in->players) == LUA_TTABLE)
      take_hooks(V, in->v);
    lua_settop(V, 1);
  }
  return 0;
}

/* Everything needed to wake a variant that sleeps. */
struct au_sleep {
  au_lrules rules; /* the rules it is attached to */
  au_text broken;  /* why waking failed; empty if not yet tried */
  int players, n;
  source file[]; /* 'n' files; paths and texts are owned */
};

static void free_sleep(au_sleep *sleep) {
  if (sleep == NULL)
    return;
  for (int i = 0; i < sleep->n; i++) {
    free((void *)(uintptr_t)sleep->file[i].path);
    free((void *)(uintptr_t)sleep->file[i].text);
  }
  au_text_free(&sleep->broken);
  free(sleep);
}

/* A copy of these files that no Lua state owns; NULL if memory fails. */
static au_sleep *keep_files(const source *file, int n, int players) {
  au_sleep *sleep = calloc(1, sizeof *sleep + (size_t)n * sizeof *file);
  if (sleep == NULL)
    return NULL;
  sleep->players = players;
  for (; sleep->n < n; sleep->n++) {
    source *own = &sleep->file[sleep->n];
    char *text = malloc(file[sleep->n].len + 1);
    own->path = strdup(file[sleep->n].path);
    own->text = text;
    own->len = file[sleep->n].len;
    if (text == NULL || own->path == NULL) {
      sleep->n++;
      free_sleep(sleep);
      return NULL;
    }
    memcpy(text, file[sleep->n].text, own->len + 1);
  }
  return sleep;
}

/* Run the files in a new state of the variant. On any status but LUA_OK the
** error is on that state's top, if there is a state. */
static int run_files(au_variant *v, const source *file, int n, int players) {
  loading in = {.v = v, .file = file, .n = n, .players = players};
  set_limits(&v->limits);
  v->L = au_limited_state(&v->limits);
  if (v->L == NULL)
    return LUA_ERRMEM;
  lua_pushcfunction(v->L, f_load);
  lua_pushlightuserdata(v->L, &in);
  au_watch_variant(true);
  au_limits_begin(&v->limits, false);
  int status = lua_pcall(v->L, 1, 0, 0);
  au_limits_end();
  au_watch_variant(false);
  return status;
}

static void free_variant(au_variant_head *head) {
  au_variant *v = (au_variant *)head;
  au_limits_close(&v->limits);
  free_sleep(v->sleep);
  au_text_free(&head->var_names);
  au_text_free(&head->error);
  free(head->asks);
  free(head->odds);
  free(v);
}

/* Read the number of functions of each hook from the table at 'at', by name. */
static void expect_hooks(lua_State *L, int at, uint8_t *chain_n) {
  for (int hook = 0; hook < AU_HOOK_N; hook++) {
    if (lua_getfield(L, at, au_hook_names[hook]) != LUA_TNIL)
      chain_n[hook] = (uint8_t)au_int_of(L, -1, au_hook_names[hook],
                                         "functions", 0, AU_CHAIN_MAX);
    lua_pop(L, 1);
  }
}

au_variant *au_variant_new(lua_State *L, int at, int asleep, const char *name,
                           int players, au_asks *asks) {
  source file[AU_FILE_MAX];
  int n = au_list_of(L, at, "hooks", 1, AU_FILE_MAX);
  for (int i = 0; i < n; i++) { /* the table keeps the strings alive */
    lua_rawgeti(L, at, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_getfield(L, -1, "path");
    file[i].path = au_text_of(L, -1, "path", NULL);
    lua_getfield(L, -2, "text");
    file[i].text = luaL_checklstring(L, -1, &file[i].len);
    lua_pop(L, 3);
  }
  uint8_t expected[AU_HOOK_N] = {0};
  if (asleep != 0)
    expect_hooks(L, asleep, expected);
  au_variant *v = calloc(1, sizeof *v);
  if (v == NULL) {
    free(asks);
    au_no_memory(L);
    return NULL;
  }
  v->head.asks = asks;
  v->head.refs = 1;
  v->head.free = free_variant;
  v->last.hook = -1;
  strncpy(v->name, name, sizeof v->name - 1);
  int status = LUA_OK;
  if (asleep != 0) {
    memcpy(v->chain_n, expected, sizeof expected);
    v->head.asleep = true;
    v->sleep = keep_files(file, n, players);
    status = v->sleep != NULL ? LUA_OK : LUA_ERRMEM;
  } else {
    status = run_files(v, file, n, players);
  }
  if (status == LUA_OK)
    return v;
  bool raised = v->L != NULL;
  if (raised)
    push_problem(L, v->L, &v->limits, name);
  free_variant(&v->head);
  if (raised)
    lua_error(L);
  au_no_memory(L);
  return NULL;
}

typedef struct attaching {
  au_variant *v;
  const au_lrules *rules;
} attaching;

static int f_attach(lua_State *V) {
  const attaching *in = lua_touserdata(V, 1);
  const au_text *names = &in->v->head.var_names;
  lua_Integer i = 0;
  lua_newtable(V);
  for (size_t at = 0; at < names->n; at += strlen(names->at + at) + 1) {
    lua_pushinteger(V, i++);
    lua_setfield(V, 2, names->at + at);
  }
  au_open_context(V, 2);
  au_open_moves(V);
  au_name_methods(V);
  const au_lrules *own = au_push_rules(V, in->rules);
  au_lua_of(V)->deck_id = own->deck_id;
  in->v->rules = &own->r;
  in->v->deck_id = own->deck_id;
  au_set cards = own->r.deck.base | own->r.deck.gold;
  for (; cards != 0; cards &= cards - 1) {
    au_push_card(V, own->deck_id,
                 au_first(cards)); /* so that later it needs no memory */
    lua_pop(V, 1);
  }
  au_push_context(V, in->v, -1);
  in->v->context = luaL_ref(V, LUA_REGISTRYINDEX);
  return 0;
}

/* Give the hooks their rules. On any status but LUA_OK the error is on the
** state's top. */
static int attach(au_variant *v, const au_lrules *own) {
  attaching in = {v, own};
  lua_pushcfunction(v->L, f_attach);
  lua_pushlightuserdata(v->L, &in);
  int status = lua_pcall(v->L, 1, 0, 0);
  return status != LUA_OK || lua_checkstack(v->L, AU_HOOK_STACK) ? status
                                                                 : LUA_ERRMEM;
}

void au_variant_attach(lua_State *L, au_variant *v, const au_lrules *rules) {
  au_lrules own = *rules;
  own.variant = NULL; /* so that it does not own itself */
  if (v->sleep != NULL) {
    v->sleep->rules = own;
    return;
  }
  int status = attach(v, &own);
  if (status == LUA_ERRMEM && !v->limits.hoarded)
    au_no_memory(L);
  if (status != LUA_OK) {
    push_problem(L, v->L, &v->limits, v->name);
    lua_error(L);
  }
}

/* ---- Waking ----------------------------------------------------------- */

/* Store the reason why the variant cannot wake. */
static bool refuse_to_wake(au_variant *v, const char *why) {
  au_text_clear(&v->head.error);
  au_text_put(&v->head.error, "variant ");
  au_text_put(&v->head.error, v->name);
  au_text_put(&v->head.error, ": ");
  au_text_add(&v->head.error, why, strnlen(why, AU_SAID_MAX));
  return false;
}

/* The reason why the files did not run. Never raises. */
static const char *problem_of(const au_variant *v) {
  if (v->L == NULL)
    return "not enough memory";
  if (v->limits.hoarded && !v->limits.late)
    return "it took more memory than a variant may (64 MiB)";
  return lua_type(v->L, -1) == LUA_TSTRING ? lua_tostring(v->L, -1)
                                           : "it raised a value, not a message";
}

/* Run the files and give the hooks their rules. Returns NULL or the error. */
static const char *wake(au_variant *v) {
  uint8_t expected[AU_HOOK_N];
  const au_sleep *sleep = v->sleep;
  memcpy(expected, v->chain_n, sizeof expected);
  memset(v->chain_n, 0, sizeof v->chain_n);
  v->ask_n = 0;
  int status = run_files(v, sleep->file, sleep->n, sleep->players);
  bool same = memcmp(expected, v->chain_n, sizeof expected) == 0 &&
              v->ask_n >= (v->head.asks != NULL ? v->head.asks->n : 0);
  memcpy(v->chain_n, expected, sizeof expected);
  if (status != LUA_OK)
    return problem_of(v);
  if (!same)
    return "it returned other hooks than when it was read";
  status = attach(v, &sleep->rules);
  if (status == LUA_ERRMEM && !v->limits.hoarded)
    return "not enough memory";
  return status == LUA_OK ? NULL : problem_of(v);
}

bool au_variant_wake(au_variant *v) {
  if (v->L != NULL)
    return true;
  if (au_watching == NULL)
    return refuse_to_wake(v, "its hooks run only in worker processes");
  if (v->sleep->broken.n == 0) {
    const char *why = wake(v);
    v->head.asleep = why != NULL;
    if (why == NULL)
      return true;
    au_text_add(&v->sleep->broken, why, strnlen(why, AU_SAID_MAX) + 1);
    au_limits_close(&v->limits);
    v->L = NULL;
  }
  return refuse_to_wake(v, v->sleep->broken.failed ? "not enough memory"
                                                   : v->sleep->broken.at);
}

void au_open_variants(lua_State *L) {
  static const luaL_Reg functions[] = {{"variant_file", f_variant_file},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_newtable(L);
  for (int i = 0; i < AU_HOOK_N; i++) {
    lua_pushstring(L, au_hook_names[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "hooks");
}
