/* bot_load.c: loads a bot from its file, and runs the file again for each game.
** An error is a message in the state of the host: nothing is played yet. */
#include "bot_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* Raise that the bot has no function 'name', with the nearest name of one that
** it has. */
static void refuse_without(lua_State *L, const char *name) {
  enum { NAME = 16 }; /* longer names are not near */
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, AU_SLOT_SELF)) {
    size_t n = NAME;
    const char *key =
        lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &n) : "";
    if (lua_isfunction(L, -1) && n < NAME && n == strspn(key, LETTERS)) {
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, -5);
    }
    lua_pop(L, 1);
  }
  au_push_nearest_key(L, name);
  if (lua_isnil(L, -1))
    luaL_error(L, "a bot needs a function '%s'", name);
  luaL_error(L, "a bot needs a function '%s'; it has '%s'", name,
             lua_tostring(L, -1));
}

/* Run the chunk again and put its table and callbacks into their slots. */
void au_bot_instantiate(lua_State *L, const char *path) {
  lua_pushvalue(L, AU_SLOT_CHUNK);
  au_push_globals(L, AU_SLOT_LIBS);
  au_keep_bot_globals(L);
  au_begin_siblings(L, au_base_name(path));
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  if (!lua_istable(L, -1))
    luaL_error(L,
               "a bot's file returns a table, got %s: "
               "return { bid = ..., play = ... }",
               luaL_typename(L, -1));
  lua_replace(L, AU_SLOT_SELF);
  for (int slot = AU_SLOT_BID; slot <= AU_SLOT_OBSERVE; slot++) {
    const char *name = au_bot_callbacks[slot - AU_SLOT_BID];
    bool needed = slot == AU_SLOT_BID || slot == AU_SLOT_PLAY;
    lua_pushstring(L, name);
    int type = lua_rawget(L, AU_SLOT_SELF);
    if (type == LUA_TNIL && needed)
      refuse_without(L, name);
    if (type != LUA_TFUNCTION && type != LUA_TNIL)
      luaL_error(L, "'%s' is not a function", name);
    lua_replace(L, slot);
  }
  int api = AURUM_API;
  lua_pushliteral(L, "api");
  if (lua_rawget(L, AU_SLOT_SELF) != LUA_TNIL &&
      !au_int_at(L, -1, 1, AURUM_API, &api))
    luaL_error(L, "written for api %s; this is api %d", au_push_tostring(L, -1),
               AURUM_API);
  lua_pop(L, 1);
  if (api == 1) { /* which had no questions */
    lua_pushnil(L);
    lua_replace(L, AU_SLOT_ANSWER);
  }
}

typedef struct loading {
  const char *source, *chunkname, *name;
  size_t len;
  const au_text *options; /* key, NUL, value, NUL, ... */
  const au_siblings *files;
  au_voice *voice;
  bool trust;
  int program; /* of the worker, from 1 on, or 0 */
} loading;

/* Open libraries and compile. Argument: the loading. Returns the slots. */
static int f_open(lua_State *L) {
  const loading *in = lua_touserdata(L, 1);
  lua_settop(L, 0);
  luaL_checkstack(L, 100, NULL);
  lua_pushcfunction(L, au_message_handler);
  if (in->trust)
    au_open_trusted(L);
  else
    au_open_sandbox(L);
  if (luaL_loadbufferx(L, in->source, in->len, in->chunkname, "t") != LUA_OK)
    return lua_error(L);
  lua_settop(L, AU_SLOT_N);
  au_open_siblings(L, AU_SLOT_LIBS, in->chunkname + 1, in->files);
  au_open_print(L, AU_SLOT_LIBS, in->voice);
  au_open_program(L, AU_SLOT_LIBS, in->program);
  return AU_SLOT_N;
}

/* Run the file. Arguments: the slots, the loading. Returns the slots and the
** name. */
static int f_load(lua_State *L) {
  const loading *in = lua_touserdata(L, AU_SLOT_N + 1);
  lua_settop(L, AU_SLOT_N);
  au_bot_instantiate(L, in->chunkname + 1);
  au_push_options(L, AU_SLOT_SELF);
  lua_replace(L, AU_SLOT_OPTIONS);
  au_set_options(L, AU_SLOT_OPTIONS, in->options);
  au_push_full_name(L, AU_SLOT_OPTIONS, in->name);
  return AU_SLOT_N + 1;
}

/* Load the bot in 'b'. If it loads, its state has the slots and the name on its
** stack, else a message. The output of its file is kept in 'said': each game
** runs the file again, and prints it then. */
static bool load(au_bot *b, loading *in, au_text *said) {
  lua_State *L = b->L;
  b->voice = (au_voice){.name = in->name,
                        .game = "",
                        .seat = AU_NONE,
                        .limit = AU_PRINTED,
                        .left = AU_PRINTED,
                        .cut = "(no more of its output in this game: "
                               "--print-bytes N shows N bytes)\n",
                        .kept = said,
                        .level = AU_LOG_INFO};
  in->voice = &b->voice;
  lua_pushcfunction(L, f_open);
  lua_pushlightuserdata(L, in);
  bool good = au_bot_call(b, 1, AU_SLOT_N, 0);
  b->limits.fuel = b->level.fuel; /* files are read without */
  if (good) {
    lua_pushcfunction(L, f_load);
    lua_insert(L, 1);
    lua_pushlightuserdata(L, in);
    good = au_bot_call(b, AU_SLOT_N + 1, AU_SLOT_N + 1, 0);
  }
  b->voice.kept = NULL;
  return good;
}

/* Push on L the reason why the bot in 'b' did not load, with what it said, and
** free the bot. */
static au_bot *refuse_load(lua_State *L, au_bot *b, const au_text *said) {
  const char *text = "an error without a message";
  size_t n = strlen(b->path);
  char cut[AU_ERROR_TEXT], shown[AU_ERROR_TEXT];
  if (lua_isstring(b->L, -1)) {
    const char *raised = au_whole_text(b->L, -1, shown);
    const char *advice = au_advice(raised, false);
    snprintf(cut, sizeof cut, advice != NULL ? "%.4000s\n(%s)" : "%.8000s",
             raised, advice);
    text = cut;
  }
  if (strncmp(text, b->path, n) == 0 && text[n] == ':')
    lua_pushstring(L, text);
  else
    lua_pushfstring(L, "%s: %s", b->path, text);
  if (said->n > 0) {
    lua_pushliteral(L, "\nit printed:\n");
    lua_pushlstring(L, said->at, said->n - 1); /* without the newline */
    lua_concat(L, 3);
  }
  au_bot_free(b);
  return NULL;
}

/* The worker's program that answers for the bot at 'at' in a seat; 0 if there
** is none. */
static int program_of(lua_State *L, int at, uint8_t seat) {
  int program = 0;
  if (lua_getfield(L, at, "program") == LUA_TTABLE) {
    lua_geti(L, -1, seat + 1);
    program = au_int_of(L, -1, "program", "a number", 1, AU_PROGRAM_MAX);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return program;
}

/* Load the bot 'name' from 'source', the text of the file at 'path'. 'options'
** and 'files' are indices in L, or 0, and 'program' is from program_of. NULL,
** with a message pushed on L, if it does not load. */
static au_bot *new_bot(lua_State *L, const char *source, size_t len,
                       const char *path, const char *name, int options,
                       int files, int program, au_trust_level level,
                       uint8_t seat) {
  int top = lua_gettop(L);
  au_siblings siblings;
  const char *chunkname = lua_pushfstring(L, "@%s", path);
  au_read_siblings(L, files, &siblings);
  au_text given = au_options_text(L, options);
  au_text said = {0};
  loading in = {.source = source,
                .chunkname = chunkname,
                .name = name,
                .len = len,
                .options = &given,
                .files = &siblings,
                .trust = level.trust,
                .program = program};
  au_bot *b = calloc(1, sizeof *b);
  if (b != NULL) {
    b->path = strdup(path);
    b->level = level;
    b->limits = (au_limits){.cap = level.trust ? 0 : AU_BOT_MEMORY,
                            .fatal = true,
                            .place = level.trust ? 0 : seat + 1};
    b->L = au_limited_state(&b->limits);
  }
  if (b == NULL || b->path == NULL || b->L == NULL || given.failed ||
      !lua_checkstack(b->L, AU_SLOT_N + 100)) { /* slots and a call */
    au_bot_free(b);
    au_text_free(&given);
    au_no_memory(L);
    return NULL;
  }
  lua_State *own = b->L;
  bool good = load(b, &in, &said);
  au_text_free(&given);
  lua_settop(L, top);
  if (!good)
    b = refuse_load(L, b, &said);
  au_text_free(&said);
  if (b == NULL)
    return NULL;
  b->voice.name = b->name = strdup(lua_tostring(own, -1));
  if (b->name == NULL) {
    au_bot_free(b);
    au_no_memory(L);
    return NULL;
  }
  lua_settop(own, AU_SLOT_N);
  b->data = au_lua_of(own);
  b->observes = lua_isfunction(own, AU_SLOT_OBSERVE);
  return b;
}

au_bot *au_bot_new(lua_State *L, au_trust_level level, uint8_t seat) {
  int at = lua_gettop(L);
  size_t len;
  lua_getfield(L, at, "source");
  const char *source = luaL_checklstring(L, -1, &len);
  lua_getfield(L, at, "path");
  const char *path = au_text_of(L, -1, "path", NULL);
  lua_getfield(L, at, "name");
  const char *name = au_text_of(L, -1, "name", NULL);
  lua_getfield(L, at, "options");
  int options = lua_istable(L, -1) ? lua_gettop(L) : 0;
  lua_getfield(L, at, "files");
  int files = lua_istable(L, -1) ? lua_gettop(L) : 0;
  int program = program_of(L, at, seat);
  au_bot *b =
      new_bot(L, source, len, path, name, options, files, program, level, seat);
  if (b == NULL)
    lua_error(L); /* the message is on the top */
  lua_settop(L, at);
  return b;
}
