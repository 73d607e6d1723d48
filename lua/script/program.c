/* program.c: how the bot of a program (lua/load/program_bot.lua) talks to it.
**
** Its file gets one function more than other bots:
**   exchange(text)   sends the members of an object; returns the object's id
**                    and the program's next line
**   exchange()       the program's next line
**   blame(text)      raises an error without a traceback: it is the program's
** and three that tell what another build needs to answer as this one does:
**   random_state()        the random stream of the decision, as text
**   past(view, world)     a position that leads to the world by the round's
**                         actions; nil if the view does not know its start
**   remember(view, led)   what the view knows of the past (remember.c) */
#include "script.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Raise the error at the top: the fault is the program's, and a traceback would
** show this side alone. */
static int blame(lua_State *L) {
  au_limits_of(L)->plain = true;
  return lua_error(L);
}

static int f_blame(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  return blame(L);
}

static int f_exchange(lua_State *L) {
  int i = 0;
  size_t n;
  char silence[AU_SILENCE_TEXT];
  if (!au_int_at(L, lua_upvalueindex(1), 0, au_program_count() - 1, &i)) {
    lua_pushliteral(L, "no program runs in this process");
    return blame(L);
  }
  if (au_program_mute(i, silence)) {
    au_limits_of(L)->late = AU_LATE; /* as where the pool found it */
    lua_pushstring(L, silence);
    return blame(L);
  }
  bool tells = !lua_isnoneornil(L, 1);
  if (tells) {
    const char *text = luaL_checklstring(L, 1, &n);
    lua_pushinteger(L, au_program_tell(i, text, n));
  }
  const char *line = au_program_hear(i, &n);
  lua_pushlstring(L, line, n);
  return tells ? 2 : 1;
}

enum {
  PART = 16, /* digits of a word of a stream */
  STREAM_TEXT = 4 * PART + 1
};

bool au_stream_read(const char *text, au_rng *rng) {
  if (strlen(text) != STREAM_TEXT - 1 ||
      strspn(text, "0123456789abcdef") != STREAM_TEXT - 1)
    return false;
  for (int i = 0; i < 4; i++) {
    char part[PART + 1] = "";
    memcpy(part, text + PART * i, PART);
    rng->s[i] = strtoull(part, NULL, 16);
  }
  return (rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3]) != 0;
}

static int f_random_state(lua_State *L) {
  const au_rng *rng = au_random(L, au_lua_of(L));
  char text[STREAM_TEXT];
  for (int i = 0; i < 4; i++)
    snprintf(text + PART * i, sizeof text - (size_t)(PART * i), "%016" PRIx64,
             rng->s[i]);
  lua_pushstring(L, text);
  return 1;
}

/* Deal 'start' in 'g'. False if no deal leads to it. */
static bool deal_again(const au_rules *r, au_game *g, const au_state *start) {
  char why[AU_WHY_TEXT];
  au_state before;
  au_deal deal = {.first = start->first, .extras = r->deck.base};
  au_state_init(r, &before);
  before.round = (uint8_t)(start->round - 1);
  memcpy(before.nuggets, start->nuggets, sizeof before.nuggets);
  memcpy(before.points, start->points, sizeof before.points);
  memcpy(before.vars, start->vars, sizeof before.vars);
  before.supply = before.round > 0 ? r->gold_all : 0;
  for (int i = 0; i < r->players; i++) {
    deal.hand[i] = start->hand[i];
    deal.gold[i] = start->gold[i];
    deal.extras &= ~start->hand[i];
  }
  if (start->round == 0 || au_game_begin_at(r, g, &before, why) != AU_OK)
    return false;
  g->built = before.round > 0;
  return au_game_deal(r, g, &deal, why) == AU_OK &&
         memcmp(&g->state, start, sizeof *start) == 0;
}

static int f_past(lua_State *L) {
  au_lview *v = au_check_view(L, 1);
  const au_lstate *world = au_check_state(L, 2);
  const au_rules *r = &v->rules->r;
  char why[AU_WHY_TEXT];
  au_state start;
  au_action did[AU_LOG_MAX];
  au_text t = {0};
  lua_getiuservalue(L, 1, 1);
  au_game *g = &au_push_state(L, lua_gettop(L))->g;
  au_start_test test = {r, &v->v, g, lua_newuserdatauv(L, sizeof(au_view), 0)};
  au_start_judge judge = {au_start_good, &test};
  au_status status =
      au_view_retrace_judged(r, &v->v, &world->g.state, &judge, &start, did);
  if (status == AU_OK && (v->v.start_n > 0 || !deal_again(r, g, &start)))
    status = au_game_begin_at(r, g, &start, why);
  for (uint32_t i = v->v.start_n; i < v->v.log_n && status == AU_OK; i++)
    status = au_game_apply(r, g, did[i]);
  if (status != AU_OK)
    return 0;
  au_position_write(r, g, v->rules->name, v->rules->digest, &t);
  if (!t.failed)
    lua_pushlstring(L, t.at, t.n);
  au_text_free(&t);
  return t.failed ? 0 : 1;
}

void au_open_program(lua_State *L, int libs, int program) {
  if (program == 0)
    return;
  lua_pushinteger(L, program - 1);
  lua_pushcclosure(L, f_exchange, 1);
  lua_setfield(L, libs, "exchange");
  lua_pushcfunction(L, f_blame);
  lua_setfield(L, libs, "blame");
  lua_pushcfunction(L, f_random_state);
  lua_setfield(L, libs, "random_state");
  lua_pushcfunction(L, f_past);
  lua_setfield(L, libs, "past");
  lua_pushcfunction(L, au_f_remember);
  lua_setfield(L, libs, "remember");
}
