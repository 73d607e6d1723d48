/* bot.c: a seat's bot, in its own Lua state: calls within its limits, and their
** faults. bot_load.c loads the bot, bot_play.c lets it play. */
#include "bot_state.h"

#include <stdlib.h>
#include <string.h>

/* ORDER SLOT, from AU_SLOT_BID on. */
const char *const au_bot_callbacks[] = {"bid",    "change", "play",
                                        "answer", "start",  "observe"};

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

void au_bot_close_view(au_bot *b) {
  if (b->data != NULL)
    b->data->partial = NULL;
}

/* ---- Calls and faults --------------------------------------------------- */

bool au_bot_fault(au_bot *b, const char *kind, const char *text) {
  b->kind = kind;
  au_record_message(b->path, text, b->message, sizeof b->message);
  free(b->trace);
  b->trace = strdup(text);
  return false;
}

bool au_bot_call(au_bot *b, int args, int results, int handler) {
  au_limits_begin(&b->limits, false);
  if (b->profile != NULL)
    au_profile_begin(b->profile, b->part, &b->limits, b->data);
  b->status = lua_pcall(b->L, args, results, handler);
  au_limits_end();
  if (b->profile != NULL)
    au_profile_end(b->profile, b->part, &b->limits, b->data);
  return b->status == LUA_OK;
}

bool au_bot_protect(au_bot *b, lua_CFunction f, void *in) {
  lua_State *L = b->L;
  lua_settop(L, AU_SLOT_N);
  lua_pushcfunction(L, f);
  for (int i = 1; i <= AU_SLOT_N; i++)
    lua_pushvalue(L, i);
  lua_pushlightuserdata(L, in);
  if (!au_bot_call(b, AU_SLOT_N + 1, AU_SLOT_N, AU_SLOT_HANDLER))
    return false;
  for (int i = AU_SLOT_N; i >= 1; i--)
    lua_replace(L, i);
  return true;
}

bool au_bot_interrupted(const au_bot *b) {
  return b->limits.late == AU_INTERRUPTED;
}

bool au_bot_fault_of_call(au_bot *b) {
  const char *text = lua_tostring(b->L, -1);
  const char *kind = b->limits.late == AU_EMPTY  ? "fuel"
                     : b->limits.late == AU_LATE ? "cpu"
                     : b->status != LUA_ERRMEM   ? "error"
                     : b->limits.hoarded         ? "memory"
                                                 : "host";
  return au_bot_fault(b, kind,
                      text != NULL ? text : "an error without a message");
}

void au_bot_die(au_bot *b, const char *doing, const char *kind,
                const char *message) {
  static const char *const kinds[] = {"cpu", "memory", "crash", "host", NULL};
  int i = 0;
  while (kinds[i + 1] != NULL && strcmp(kinds[i], kind) != 0)
    i++;
  b->doing = doing;
  au_bot_fault(b, kinds[i], message);
}

/* ---- For its host ------------------------------------------------------- */

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

void au_bot_free(au_bot *b) {
  if (b == NULL)
    return;
  au_bot_close_view(b);
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
  lua_settop(from, AU_SLOT_N);
  lua_newtable(L);
  lua_newtable(L);
  if (!lua_istable(from, AU_SLOT_SELF))
    return;
  for (lua_pushnil(from); lua_next(from, AU_SLOT_SELF); lua_pop(from, 1))
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
  lua_settop(b->L, AU_SLOT_N);
  if (lua_istable(b->L, AU_SLOT_SELF))
    au_push_own(L, deck_id, b->L, AU_SLOT_SELF);
  else
    lua_newtable(L);
}
