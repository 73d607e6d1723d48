/* bot.c: a seat's bot, in its own Lua state.
**
** The state keeps everything that never changes: libraries and the compiled
** chunk. Each game runs the chunk again over a new table of globals. A bot is
** called with its own table as 'self' and with its seat's view, which is filled
** again before each call. Its answer is read by raw access only, so that
** reading runs none of its code. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MEMORY = 128 << 20, /* bytes a bot may hold, garbage included */
  MESSAGE = 512       /* bytes of a fault's message */
};

/* ORDER SLOT: the indices of the bot's stack. */
enum {
  SLOT_HANDLER = 1,
  SLOT_LIBS,
  SLOT_CHUNK,
  SLOT_OPTIONS,
  SLOT_RULES,
  SLOT_SELF,
  SLOT_VIEW,
  SLOT_BID,
  SLOT_CHANGE,
  SLOT_PLAY,
  SLOT_ANSWER,
  SLOT_START,
  SLOT_OBSERVE,
  SLOT_N = SLOT_OBSERVE
};
/* ORDER SLOT, from SLOT_BID on. */
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static const char *const callbacks[] = {"bid",    "change", "play",
                                        "answer", "start",  "observe"};

struct au_bot {
  lua_State *L;     /* owned */
  au_limits limits; /* of L */
  au_trust_level level;
  int status;             /* of the last call that failed */
  au_lua *data;           /* of L */
  const au_lrules *rules; /* in L, at SLOT_RULES */
  int decks;              /* decks that these rules need */
  const au_lrules
      *source;         /* the rules of the game, of which those are a copy */
  const au_seed *seed; /* of the game */
  au_rng given;        /* the stream of each decision, */
  bool is_given;       /*   instead of one that follows from the seed */
  au_lview *view;      /* in L, at SLOT_VIEW */
  char *path, *name;   /* owned */
  char *trace;         /* owned; of the last fault */
  const char *doing, *kind;
  bool observes;
  uint8_t seat;
  int part;            /* of the call that is made: ORDER PART */
  au_profile *profile; /* owned; NULL if calls are not measured */
  au_locals *locals; /* of the last answer; owned; NULL if they are not kept */
  au_voice voice;
  char message[MESSAGE];
};

au_limits *au_bot_limits(au_bot *b) {
  return &b->limits;
}
au_voice *au_bot_voice(au_bot *b) {
  return &b->voice;
}
const char *au_bot_name(const au_bot *b) {
  return b->name;
}
bool au_bot_observes(const au_bot *b) {
  return b->observes;
}
const char *au_bot_doing(const au_bot *b) {
  return b->doing;
}
const char *au_bot_kind(const au_bot *b) {
  return b->kind;
}
const char *au_bot_message(const au_bot *b) {
  return b->message;
}
const char *au_bot_trace(const au_bot *b) {
  return b->trace != NULL ? b->trace : b->message;
}

/* The game is about to change: a trusted bot may have kept its view. */
static void close_view(au_bot *b) {
  if (b->data != NULL)
    b->data->partial = NULL;
}

/* ---- Faults ----------------------------------------------------------- */

/* Record a fault; 'text' is the message for people. */
static bool fault(au_bot *b, const char *kind, const char *text) {
  b->kind = kind;
  au_record_message(b->path, text, b->message, sizeof b->message);
  free(b->trace);
  b->trace = strdup(text);
  return false;
}

/* Call the function on the stack like lua_pcall, within the bot's limits. */
static bool call(au_bot *b, int args, int results, int handler) {
  au_limits_begin(&b->limits, false);
  if (b->profile != NULL)
    au_profile_begin(b->profile, b->part, &b->limits, b->data);
  b->status = lua_pcall(b->L, args, results, handler);
  au_limits_end();
  if (b->profile != NULL)
    au_profile_end(b->profile, b->part, &b->limits, b->data);
  return b->status == LUA_OK;
}

bool au_bot_interrupted(const au_bot *b) {
  return b->limits.late == AU_INTERRUPTED;
}

/* Record the fault of a failed call, whose error is on the stack. */
static bool fault_of_call(au_bot *b) {
  const char *text = lua_tostring(b->L, -1);
  const char *kind = b->limits.late == AU_EMPTY  ? "fuel"
                     : b->limits.late == AU_LATE ? "cpu"
                     : b->status != LUA_ERRMEM   ? "error"
                     : b->limits.hoarded         ? "memory"
                                                 : "host";
  return fault(b, kind, text != NULL ? text : "an error without a message");
}

void au_bot_die(au_bot *b, const char *doing, const char *kind,
                const char *message) {
  static const char *const kinds[] = {"cpu", "memory", "crash", "host", NULL};
  int i = 0;
  while (kinds[i + 1] != NULL && strcmp(kinds[i], kind) != 0)
    i++;
  b->doing = doing;
  fault(b, kinds[i], message);
}

void au_bot_keep_locals(au_bot *b) {
  b->locals = au_locals_new();
  if (b->locals != NULL)
    au_locals_watch(b->L, b->locals);
}

void au_bot_push_locals(lua_State *L, const au_bot *b) {
  if (b->locals != NULL)
    au_locals_push(L, b->locals);
  else
    lua_pushnil(L);
}

/* ---- Protected functions -----------------------------------------------
**
** Every allocation in the bot's state may fail, so it must happen under a
** pcall. A protected function receives the slots as arguments 1 to SLOT_N, and
** leaves them there for the caller. */

/* Call 'f' with the slots and 'in'. If it raised, returns false with the
** message on the top. */
static bool protect(au_bot *b, lua_CFunction f, void *in) {
  lua_State *L = b->L;
  lua_settop(L, SLOT_N);
  lua_pushcfunction(L, f);
  for (int i = 1; i <= SLOT_N; i++)
    lua_pushvalue(L, i);
  lua_pushlightuserdata(L, in);
  if (!call(b, SLOT_N + 1, SLOT_N, SLOT_HANDLER))
    return false;
  for (int i = SLOT_N; i >= 1; i--)
    lua_replace(L, i);
  return true;
}

/* Raise that the bot has no function 'name', with the nearest name of one that
** it has. */
static void refuse_without(lua_State *L, const char *name) {
  enum { NAME = 16 }; /* longer names are not near */
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, SLOT_SELF)) {
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
static void instantiate(lua_State *L, const char *path) {
  lua_pushvalue(L, SLOT_CHUNK);
  au_push_globals(L, SLOT_LIBS);
  au_keep_bot_globals(L);
  au_begin_siblings(L, au_base_name(path));
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  if (!lua_istable(L, -1))
    luaL_error(L,
               "a bot's file returns a table, got %s: "
               "return { bid = ..., play = ... }",
               luaL_typename(L, -1));
  lua_replace(L, SLOT_SELF);
  for (int slot = SLOT_BID; slot <= SLOT_OBSERVE; slot++) {
    const char *name = callbacks[slot - SLOT_BID];
    bool needed = slot == SLOT_BID || slot == SLOT_PLAY;
    lua_pushstring(L, name);
    int type = lua_rawget(L, SLOT_SELF);
    if (type == LUA_TNIL && needed)
      refuse_without(L, name);
    if (type != LUA_TFUNCTION && type != LUA_TNIL)
      luaL_error(L, "'%s' is not a function", name);
    lua_replace(L, slot);
  }
  int api = AURUM_API;
  lua_pushliteral(L, "api");
  if (lua_rawget(L, SLOT_SELF) != LUA_TNIL &&
      !au_int_at(L, -1, 1, AURUM_API, &api))
    luaL_error(L, "written for api %s; this is api %d", au_push_tostring(L, -1),
               AURUM_API);
  lua_pop(L, 1);
  if (api == 1) { /* which had no questions */
    lua_pushnil(L);
    lua_replace(L, SLOT_ANSWER);
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
  lua_settop(L, SLOT_N);
  au_open_siblings(L, SLOT_LIBS, in->chunkname + 1, in->files);
  au_open_print(L, SLOT_LIBS, in->voice);
  au_open_program(L, SLOT_LIBS, in->program);
  return SLOT_N;
}

/* Run the file. Arguments: the slots, the loading. Returns the slots and the
** name. */
static int f_load(lua_State *L) {
  const loading *in = lua_touserdata(L, SLOT_N + 1);
  lua_settop(L, SLOT_N);
  instantiate(L, in->chunkname + 1);
  au_push_options(L, SLOT_SELF);
  lua_replace(L, SLOT_OPTIONS);
  au_set_options(L, SLOT_OPTIONS, in->options);
  au_push_full_name(L, SLOT_OPTIONS, in->name);
  return SLOT_N + 1;
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
  bool good = call(b, 1, SLOT_N, 0);
  b->limits.fuel = b->level.fuel; /* files are read without */
  if (good) {
    lua_pushcfunction(L, f_load);
    lua_insert(L, 1);
    lua_pushlightuserdata(L, in);
    good = call(b, SLOT_N + 1, SLOT_N + 1, 0);
  }
  b->voice.kept = NULL;
  return good;
}

/* Push on L the reason why the bot in 'b' did not load, with what it said, and
** free the bot. */
static au_bot *refuse_load(lua_State *L, au_bot *b, const au_text *said) {
  const char *text = "an error without a message";
  size_t n = strlen(b->path);
  char cut[AU_ERROR_TEXT];
  if (lua_isstring(b->L, -1)) {
    const char *advice = au_advice(lua_tostring(b->L, -1), false);
    snprintf(cut, sizeof cut, advice != NULL ? "%.4000s\n(%s)" : "%.8000s",
             lua_tostring(b->L, -1), advice);
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
    b->limits = (au_limits){.cap = level.trust ? 0 : MEMORY,
                            .fatal = true,
                            .place = level.trust ? 0 : seat + 1};
    b->L = au_limited_state(&b->limits);
  }
  if (b == NULL || b->path == NULL || b->L == NULL || given.failed ||
      !lua_checkstack(b->L, SLOT_N + 100)) { /* slots and a call */
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
  lua_settop(own, SLOT_N);
  b->data = au_lua_of(own);
  b->observes = lua_isfunction(own, SLOT_OBSERVE);
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

void au_bot_free(au_bot *b) {
  if (b == NULL)
    return;
  close_view(b);
  au_limits_close(&b->limits);
  au_profile_free(b->profile);
  au_locals_free(b->locals);
  free(b->path);
  free(b->name);
  free(b->trace);
  free(b);
}

bool au_bot_measure(au_bot *b, double budget) {
  au_profile_free(b->profile);
  b->profile = au_profile_new();
  if (b->profile == NULL)
    return false;
  if (b->level.fuel > 0) /* whose hook no timer may move */
    return true;
  b->limits.samples = b->profile->samples;
  b->limits.recent = b->profile->recent;
  b->limits.budget = budget;
  return true;
}

const au_profile *au_bot_profile(const au_bot *b) {
  return b->profile;
}

size_t au_bot_memory(const au_bot *b) {
  return b->limits.used;
}

void au_bot_push_functions(lua_State *L, au_bot *b) {
  lua_State *from = b->L;
  lua_Integer n = 0;
  lua_Debug info;
  lua_settop(from, SLOT_N);
  lua_newtable(L);
  lua_newtable(L);
  if (!lua_istable(from, SLOT_SELF))
    return;
  for (lua_pushnil(from); lua_next(from, SLOT_SELF); lua_pop(from, 1))
    if (lua_type(from, -2) == LUA_TSTRING && lua_isfunction(from, -1)) {
      lua_pushvalue(from, -1);
      lua_getinfo(from, ">S", &info);
      lua_pushstring(L, lua_tostring(from, -2));
      lua_pushvalue(L, -1);
      lua_rawseti(L, -4, ++n);
      lua_pushinteger(L, info.linedefined);
      lua_rawset(L, -3);
    }
}

void au_bot_give_stream(au_bot *b, const au_rng *rng) {
  b->is_given = rng != NULL;
  if (rng != NULL)
    b->given = *rng;
}

void au_bot_push_own(lua_State *L, int deck_id, au_bot *b) {
  lua_settop(b->L, SLOT_N);
  if (lua_istable(b->L, SLOT_SELF))
    au_push_own(L, deck_id, b->L, SLOT_SELF);
  else
    lua_newtable(L);
}

/* ---- Playing ---------------------------------------------------------- */

/* Set the bot's random stream: the one of the decision due now, or a stream for
** calls between decisions. */
static void set_stream(au_bot *b, const au_game *g, bool decision) {
  uint32_t n = 0;
  if (g != NULL)
    au_game_round_log(g, &n);
  b->data->seed = b->seed;
  if (decision && b->is_given) {
    b->data->seed = NULL;
    b->data->rng = b->given;
  }
  b->data->stream[0] = b->seat;
  b->data->stream[1] = g != NULL ? g->state.round : 0;
  b->data->stream[2] = decision ? n : n + AU_LOG_MAX + 1;
}

/* Push the rules and the view. */
static int f_seat(lua_State *L) {
  au_bot *b = lua_touserdata(L, SLOT_N + 1);
  lua_settop(L, SLOT_N);
  au_forget_decks(L, 1);
  b->rules = au_push_rules(L, b->source);
  b->decks = b->data->deck_n;
  au_make_cards(L, b->rules, b->seat);
  lua_replace(L, SLOT_RULES);
  b->view = au_push_view(L, SLOT_RULES, b->seat);
  lua_pushvalue(L, -1);
  au_keep_debug_view(L);
  lua_replace(L, SLOT_VIEW);
  return SLOT_N;
}

/* Run the chunk. The bot gets a copy of its options, so that its changes to
** them are forgotten. */
static int f_begin(lua_State *L) {
  au_bot *b = lua_touserdata(L, SLOT_N + 1);
  lua_settop(L, SLOT_N);
  instantiate(L, b->path);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, SLOT_OPTIONS); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_pushliteral(L, "options");
  lua_insert(L, -2);
  lua_rawset(L, SLOT_SELF);
  return SLOT_N;
}

/* Forget the last game. In a worker, and with fuel, the heap becomes what it
** was before the bot's first game, to the byte: nothing then depends on which
** games this process has played. Elsewhere only a large amount of garbage is a
** reason, by which the bot could reach its cap early: a short game takes less
** time than restoring the heaps of its bots. A heap that cannot be restored is
** collected. */
static void forget(au_bot *b) {
  enum { MUCH = MEMORY / 16 };
  bool wholly =
      au_watching != NULL || b->level.fuel > 0 || b->limits.used > MUCH;
  if (wholly && au_limits_restore(&b->limits))
    return;
  lua_settop(b->L, SLOT_N);
  close_view(b);
  if (b->decks > 0)
    au_forget_decks(b->L, b->decks);
  for (int slot = SLOT_SELF; slot <= SLOT_N; slot++)
    if (slot != SLOT_VIEW) {
      lua_pushnil(b->L);
      lua_replace(b->L, slot);
    }
  if (b->level.fuel > 0 || b->limits.used > MUCH)
    lua_gc(b->L, LUA_GCCOLLECT);
}

/* Give the bot its seat under the rules. False with its fault recorded. */
static bool take_seat(au_bot *b, const au_lrules *rules, uint8_t seat) {
  b->source = rules;
  b->seat = b->voice.seat = seat;
  b->rules = NULL; /* these, and the view, are another's */
  forget(b);
  if (!protect(b, f_seat, b)) {
    b->rules = NULL; /* the slot does not hold them */
    return fault_of_call(b);
  }
  lua_gc(b->L, LUA_GCCOLLECT);
  au_limits_still(b->L, b->data->deck);
  au_limits_still(b->L, b->rules);
  au_limits_still(b->L, b->view);
  au_limits_keep(&b->limits);
  return true;
}

bool au_bot_begin(au_bot *b, const au_lrules *rules, const au_seed *seed,
                  uint8_t seat) {
  b->doing = "start";
  b->seed = seed;
  b->voice.left = b->voice.limit;
  b->voice.round = b->voice.trick = 0;
  b->part = AU_PART_FILE;
  if (b->profile != NULL)
    au_profile_clear(b->profile);
  if (b->rules != NULL && b->source == rules && b->seat == seat)
    forget(b);
  else if (!take_seat(b, rules, seat))
    return false;
  set_stream(b, NULL, false);
  if (!protect(b, f_begin, b))
    return fault_of_call(b);
  b->observes = lua_isfunction(b->L, SLOT_OBSERVE);
  return true;
}

static void look(au_bot *b, const au_game *g, bool decision) {
  const au_state *s = &g->state;
  lua_settop(b->L, SLOT_N);
  b->voice.round = s->round;
  b->voice.trick = (unsigned)au_state_trick(&b->source->r, s);
  set_stream(b, g, decision);
  au_look(b->data, b->view, g);
}

/* The event to observe: the deal, or the effect of 'a'. */
typedef struct telling {
  const au_bot *bot;
  const au_game *g;
  const au_state *before; /* NULL for the deal */
  au_action a;
} telling;

/* Call 'observe' with the event on the top. */
static void observe(lua_State *L, void *ctx) {
  (void)ctx;
  lua_pushvalue(L, SLOT_OBSERVE);
  lua_insert(L, -2);
  lua_pushvalue(L, SLOT_SELF);
  lua_insert(L, -2);
  lua_call(L, 2, 0);
}

static int f_observe(lua_State *L) {
  const telling *t = lua_touserdata(L, SLOT_N + 1);
  lua_settop(L, SLOT_N);
  if (t->before != NULL) {
    const au_tally *tally =
        t->g->tally_n > 0 ? &t->g->tally[t->g->tally_n - 1] : NULL;
    au_action_events(L, t->bot->rules, t->before, &t->g->state, t->a, tally,
                     t->bot->seat, observe, NULL);
  } else {
    au_push_deal_event(L, t->bot->rules, &t->g->state, t->bot->seat);
    observe(L, NULL);
  }
  return SLOT_N;
}

bool au_bot_start(au_bot *b, const au_game *g) {
  lua_State *L = b->L;
  b->doing = "start";
  b->part = AU_PART_START;
  look(b, g, false);
  if (!lua_isfunction(L, SLOT_START))
    return true;
  lua_pushvalue(L, SLOT_START);
  lua_pushvalue(L, SLOT_SELF);
  lua_pushvalue(L, SLOT_VIEW);
  return call(b, 2, 0, SLOT_HANDLER) || fault_of_call(b);
}

bool au_bot_observe(au_bot *b, const au_game *g, const au_state *before,
                    au_action a) {
  if (!b->observes)
    return true;
  telling play = {b, g, before, a};
  b->doing = "observe";
  b->part = AU_PART_OBSERVE;
  look(b, g, false);
  return protect(b, f_observe, &play) || fault_of_call(b);
}

/* The change of bid described by the table {gold=, card=, of=} on the top; 0 if
** the table is not valid. */
static au_action table_action(au_bot *b, unsigned seat) {
  lua_State *L = b->L;
  int at = lua_gettop(L), deck_id = b->rules->deck_id;
  lua_pushliteral(L, "gold");
  lua_rawget(L, at);
  au_card gold = au_to_card(L, -1, deck_id);
  lua_pushliteral(L, "card");
  lua_rawget(L, at);
  au_card card = au_to_card(L, -1, deck_id);
  lua_pushliteral(L, "of");
  int of = (int)seat + 1;
  bool good =
      lua_rawget(L, at) == LUA_TNIL || au_int_at(L, -1, 1, AU_SEAT_MAX, &of);
  lua_settop(L, at);
  if (!good || gold == AU_NONE || card == AU_NONE)
    return 0;
  return au_change_action(seat, gold, card, (unsigned)(of - 1));
}

/* The action of a bot that has no function for it or returns nil: it keeps its
** bid, passes, or answers a question by default. 0 if there is none, or if the
** default failed, which is a fault. */
static au_action usual_action(au_bot *b, const au_state *s) {
  au_action a = 0;
  if (s->phase == AU_PHASE_CHANGE)
    return au_keep_action(s->turn);
  if (s->phase == AU_PHASE_PLAY)
    return au_pass_action(s->turn);
  if (s->phase == AU_PHASE_ASK &&
      au_state_default(&b->rules->r, &b->view->v.s, &a) != AU_OK)
    fault(b, "error", "the variant's default answer failed");
  return a;
}

/* The action meant by the answer on the top; 0 if it means none. */
static au_action answer(au_bot *b, const au_state *s) {
  lua_State *L = b->L;
  switch (lua_type(L, -1)) {
  case LUA_TNIL:
    return usual_action(b, s);
  case LUA_TTABLE:
    if (s->phase == AU_PHASE_CHANGE)
      return table_action(b, s->turn);
    return s->phase == AU_PHASE_ASK ? au_meant(L, lua_gettop(L), b->rules, s)
                                    : 0;
  default:
    return au_meant(L, lua_gettop(L), b->rules, s);
  }
}

void au_bot_refuse(au_bot *b, const au_game *g, au_action a) {
  char text[AU_REFUSAL_TEXT];
  au_refusal_text(b->L, &b->rules->r, &g->state, a, text);
  fault(b, "illegal", text);
}

/* The slot of the callback that a phase asks for. */
static int slot_of(uint8_t phase) {
  return phase == AU_PHASE_BID      ? SLOT_BID
         : phase == AU_PHASE_CHANGE ? SLOT_CHANGE
         : phase == AU_PHASE_ASK    ? SLOT_ANSWER
                                    : SLOT_PLAY;
}

bool au_bot_answers(const au_bot *b, uint8_t phase) {
  return !lua_isnil(b->L, slot_of(phase));
}

static const char question_key = 'q'; /* registry: the question asked last */

/* Keep the table of the question that is asked now, in protected mode. */
static int f_push_question(lua_State *L) {
  const au_bot *b = lua_touserdata(L, SLOT_N + 1);
  au_push_question(L, b->rules, &b->view->v.s, b->seat);
  au_keep(L, &question_key);
  lua_settop(L, SLOT_N);
  return SLOT_N;
}

/* Call the callback of a phase. */
static au_action ask(au_bot *b, const au_game *g) {
  lua_State *L = b->L;
  const au_state *s = &g->state;
  look(b, g, true);
  int slot = slot_of(s->phase);
  b->doing = callbacks[slot - SLOT_BID];
  b->part = AU_PART_BID + slot - SLOT_BID;
  if (lua_isnil(L, slot))
    return usual_action(b, s);
  if (s->phase == AU_PHASE_ASK && !protect(b, f_push_question, b)) {
    fault_of_call(b);
    return 0;
  }
  lua_pushvalue(L, slot);
  lua_pushvalue(L, SLOT_SELF);
  lua_pushvalue(L, SLOT_VIEW);
  if (s->phase == AU_PHASE_ASK)
    au_recall(L, &question_key);
  if (!call(b, s->phase == AU_PHASE_ASK ? 3 : 2, 1, SLOT_HANDLER)) {
    fault_of_call(b);
    return 0;
  }
  au_action a = answer(b, s);
  if (a == 0 && (s->phase != AU_PHASE_ASK || !lua_isnil(L, -1)))
    au_bot_refuse(b, g, a);
  return a;
}

au_action au_bot_ask(au_bot *b, const au_game *g, au_notes *notes) {
  if (notes != NULL)
    au_notes_begin(notes, g, b->seat);
  b->data->notes = notes;
  if (b->locals != NULL) {
    au_locals_clear(b->locals);
    b->limits.returns = au_locals_on_return;
  }
  au_action a = ask(b, g);
  b->data->notes = NULL;
  b->limits.returns = NULL;
  return a;
}
