/* history.c: the past of a state: methods of states that replay its game. */
#include "bind.h"

#include <string.h>

enum { FOLLOWED = 15 }; /* charge for replaying an action, in instructions */

/* A list of events on the stack, and the seat that observes them; AU_NONE if
** all hands are open. */
typedef struct told {
  int list;
  uint8_t seat;
} told;

static void collect(lua_State *L, void *ctx) {
  const told *t = ctx;
  au_append(L, t->list);
}

/* Append the events of log entries from .. to, applied to 's'. Returns the
** tally after the rounds that these entries end. */
static const au_tally *push_round_events(lua_State *L, const au_lstate *state,
                                         au_state *s, const au_tally *tally,
                                         uint32_t from, uint32_t to, told *t) {
  enum { HAPPENED = 150 };
  const au_rules *r = &state->rules->r;
  for (uint32_t i = from; i < to; i++) {
    au_spend(L, HAPPENED);
    au_action a = au_entry_action(state->g.log[i]);
    au_state before = *s;
    if (au_state_apply(r, s, a, NULL) != AU_OK)
      au_raise_hook(L, state->rules);
    au_action_events(L, state->rules, &before, s, a, tally, t->seat, collect,
                     t);
    if (!au_state_open(s))
      tally++;
  }
  return tally;
}

/* Append only the events of the last action or deal. */
static void push_last_events(lua_State *L, const au_lstate *state, told *t) {
  const au_game *g = &state->g;
  const au_rules *r = &state->rules->r;
  uint32_t at = g->round_n > 0 ? g->round[g->round_n - 1].at : 0;
  au_state s;
  if (au_game_round_start(r, g, &s) != AU_OK)
    luaL_error(L, "a deal that no longer fits its rules");
  if (g->log_n == at) {
    if (g->round_n > 0) {
      au_push_deal_event(L, state->rules, &s, t->seat);
      collect(L, t);
    }
    return;
  }
  au_spend(L, FOLLOWED * (int64_t)(g->log_n - at));
  for (uint32_t i = at; i + 1 < g->log_n; i++)
    if (au_state_apply_legal(r, &s, au_entry_action(g->log[i])) != AU_OK)
      au_raise_hook(L, state->rules);
  const au_tally *tally = g->tally_n > 0 ? g->tally + g->tally_n - 1 : NULL;
  push_round_events(L, state, &s, tally, g->log_n - 1, g->log_n, t);
}

/* state:events([last [, seat]]): every event of the game as a bot would observe
** it with all hands open, or at that seat; with 'last' only the events of the
** last action or deal. */
static int f_events(lua_State *L) {
  const au_lstate *state = au_check_state(L, 1);
  const au_game *g = &state->g;
  au_state s = g->start;
  bool last = lua_toboolean(L, 2);
  told t = {.seat = AU_NONE};
  if (!lua_isnoneornil(L, 3))
    t.seat = au_check_seat(L, 3, state->rules->r.players);
  lua_newtable(L);
  t.list = lua_gettop(L);
  if (last) {
    push_last_events(L, state, &t);
    return 1;
  }
  const au_tally *tally =
      push_round_events(L, state, &s, au_game_log_tally(g), 0,
                        g->round_n > 0 ? g->round[0].at : g->log_n, &t);
  for (uint32_t i = 0; i < g->round_n; i++) {
    uint32_t to = i + 1 < g->round_n ? g->round[i + 1].at : g->log_n;
    if (au_state_deal(&state->rules->r, &s, &g->round[i].deal, NULL) != AU_OK)
      return luaL_error(L, "a deal that no longer fits its rules");
    au_push_deal_event(L, state->rules, &s, t.seat);
    collect(L, &t);
    tally = push_round_events(L, state, &s, tally, g->round[i].at, to, &t);
  }
  return 1;
}

/* state:history(): a table for each round, {first=, hands=, gold=, actions=},
** from which state:deal and state:apply rebuild this state. The first table has
** no deal if the state was built by hand in the middle of a round. */
static int f_history(lua_State *L) {
  const au_lstate *state = au_check_state(L, 1);
  const au_game *g = &state->g;
  lua_Integer n = 0;
  enum { DEALT = 150 };
  lua_newtable(L);
  for (uint32_t i = 0; i <= g->round_n; i++) { /* 0: before any deal */
    uint32_t from = i > 0 ? g->round[i - 1].at : 0;
    uint32_t to = i < g->round_n ? g->round[i].at : g->log_n;
    if (i == 0 && to == 0)
      continue;
    if (i > 0)
      au_push_deal(L, &state->rules->r, state->rules->deck_id,
                   &g->round[i - 1].deal);
    else
      lua_newtable(L);
    au_spend(L, FOLLOWED * (int64_t)(to - from) + DEALT);
    lua_createtable(L, (int)(to - from), 0);
    for (uint32_t k = from; k < to; k++) {
      au_push_action(L, state->rules, au_entry_action(g->log[k]));
      lua_rawseti(L, -2, (lua_Integer)(k - from) + 1);
    }
    lua_setfield(L, -2, "actions");
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

/* ---- Replaying ----------------------------------------------------------- */

/* A state that replays the game of another state, up to that state. */
typedef struct walk {
  const au_lstate *from;
  au_lstate *at;
} walk;

/* Push a state at the start of the game of the state at 'index'. */
static au_lstate *push_start(lua_State *L, int index) {
  const au_lstate *from = au_check_state(L, index);
  lua_getiuservalue(L, index, 1);
  au_lstate *at = au_push_state(L, -1);
  lua_remove(L, -2);
  au_check_status(L, at, au_game_begin_as(&at->rules->r, &at->g, &from->g));
  au_count_state(L, at);
  return at;
}

static void step(lua_State *L, walk *w) {
  au_spend(L, FOLLOWED);
  au_status status = au_game_follow(&w->at->rules->r, &w->at->g, &w->from->g);
  if (status == AU_ESTATE || status == AU_EILLEGAL)
    luaL_error(L, "the state was changed while its decisions were "
                  "replayed: replay those of a clone");
  au_check_status(L, w->at, status);
  au_count_state(L, w->at);
}

static au_place place_of(const walk *w) {
  return au_game_place(&w->at->rules->r, &w->at->g);
}

/* Advance to the next decision, leaving the current one if 'past'. Returns
** false at the end. */
static bool seek(lua_State *L, walk *w, bool past) {
  while (past || !au_state_open(&w->at->g.state)) {
    if (!au_game_behind(&w->at->g, &w->from->g))
      return false;
    step(L, w);
    past = false;
  }
  return true;
}

/* The iterator that state:decisions() returns. Its user values are the state
** that is replayed and the state that replays it. */
static const char DECISIONS[] = "aurum.decisions";

typedef struct decisions {
  walk w;
  uint32_t round_n, log_n; /* where it left the replaying state */
  bool begun;
} decisions;

/* decisions(): the state, the action, the place; nil at the end. */
static int f_next(lua_State *L) {
  decisions *d = au_check(L, 1, DECISIONS);
  const au_game *g = &d->w.at->g, *from = &d->w.from->g;
  if (d->begun && (g->round_n != d->round_n || g->log_n != d->log_n))
    return luaL_error(
        L, "the state that decisions() returned was changed: change a clone");
  bool more = seek(L, &d->w, d->begun) && g->log_n < from->log_n;
  d->begun = true;
  d->round_n = g->round_n;
  d->log_n = g->log_n;
  if (!more)
    return 0;
  lua_getiuservalue(L, 1, 2);
  au_push_action(L, d->w.at->rules, au_entry_action(from->log[g->log_n]));
  au_push_place(L, place_of(&d->w));
  return 3;
}

/* state:decisions(): an iterator over the decisions of the game; see f_next. */
static int f_decisions(lua_State *L) {
  const au_lstate *from = au_check_state(L, 1);
  lua_settop(L, 1);
  decisions *d = au_new(L, sizeof *d, 2, DECISIONS);
  memset(d, 0, sizeof *d);
  d->w.from = from;
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 2, 1);
  d->w.at = push_start(L, 1);
  lua_setiuservalue(L, 2, 2);
  return 1;
}

/* ---- Places ---------------------------------------------------------- */

/* Push the message about a text that is not a place. */
static const char *push_expected(lua_State *L, const char *text) {
  return lua_pushfstring(
      L, "expected a place ROUND[.TRICK[.PLAY]] such as 2.4.3, got '%s'", text);
}

/* aurum.place(text): { round =, trick =, kind =, nth =, text = }, or nil and a
** message. */
static int f_place(lua_State *L) {
  size_t n;
  luaL_checktype(L, 1, LUA_TSTRING); /* the number 2.10 would be 2.1 */
  const char *text = lua_tolstring(L, 1, &n);
  au_place p;
  if (strlen(text) != n || !au_place_parse(text, &p)) {
    lua_pushnil(L);
    push_expected(L, text);
    return 2;
  }
  lua_createtable(L, 0, 5);
  au_push_place(L, p);
  lua_setfield(L, -2, "text");
  lua_pushinteger(L, p.round);
  lua_setfield(L, -2, "round");
  if (p.trick >= 0) {
    lua_pushinteger(L, p.trick);
    lua_setfield(L, -2, "trick");
  }
  if (p.phase == AU_PHASE_DEAL)
    lua_pushliteral(L, "end");
  else
    lua_pushstring(L, p.nth > 0 ? au_decision_name(p.phase) : NULL);
  lua_setfield(L, -2, "kind");
  if (p.nth > 0) {
    lua_pushinteger(L, p.nth);
    lua_setfield(L, -2, "nth");
  }
  return 1;
}

/* True if the replay has reached the place. 'last' keeps for messages the last
** round passed on the way, the last trick of the wanted round, and the last
** place of the wanted trick. */
static bool stands_at(const walk *w, const au_place *p, au_place *last) {
  au_place at = place_of(w);
  if (at.phase == AU_PHASE_DEAL)
    return p->phase == AU_PHASE_DEAL && at.round == p->round && at.round > 0;
  if (last->trick < 0)
    last->round = at.round;
  if (at.round != p->round || p->phase == AU_PHASE_DEAL)
    return false;
  if (last->nth == 0)
    last->trick = at.trick;
  if (at.trick != p->trick)
    return p->trick < 0;
  *last = at;
  return p->nth == 0 || (at.nth == p->nth && at.phase == p->phase);
}

static int raise_none(lua_State *L, const au_place *p, const au_place *last) {
  char text[AU_PLACE_TEXT], known[AU_PLACE_TEXT];
  if (last->round == 0)
    return luaL_error(L, "nothing has been dealt yet");
  if (p->phase == AU_PHASE_DEAL)
    return luaL_error(L, "round %d has no end: the last round is %d", p->round,
                      last->round);
  if (last->trick < 0)
    return luaL_error(L, "no round %d: the last is %d", p->round, last->round);
  if (last->nth == 0)
    return luaL_error(L, "no trick %d in round %d: the last is %d", p->trick,
                      p->round, last->trick);
  au_place_text(p, text);
  au_place_text(last, known);
  return luaL_error(L, "no %s: the trick's last place is %s", text, known);
}

/* Push the arguments from 2 on as the text of one place. */
static const char *push_joined(lua_State *L) {
  int n = lua_gettop(L);
  luaL_Buffer b;
  for (int i = 2; i <= n; i++)
    if (!lua_isinteger(L, i) && lua_type(L, i) != LUA_TSTRING)
      luaL_typeerror(L, i, "place such as 2, 5, 3 or '2.5.c1'");
  luaL_buffinit(L, &b);
  for (int i = 2; i <= n; i++) {
    if (i > 2)
      luaL_addchar(&b, '.');
    lua_pushvalue(L, i);
    luaL_addvalue(&b);
  }
  luaL_pushresult(&b);
  return lua_tostring(L, -1);
}

/* state:at(place): a new state, this game as it stood at that place. */
static int f_at(lua_State *L) {
  walk w = {.from = au_check_state(L, 1)};
  au_place p, last = {.trick = -1};
  const char *asked = push_joined(L);
  if (!au_place_parse(asked, &p))
    return luaL_argerror(L, 2, push_expected(L, asked));
  w.at = push_start(L, 1);
  while (!stands_at(&w, &p, &last)) {
    if (!au_game_behind(&w.at->g, &w.from->g))
      return raise_none(L, &p, &last);
    step(L, &w);
  }
  return 1;
}

void au_open_history(lua_State *L) {
  static const luaL_Reg meta[] = {{"__call", f_next}, {NULL, NULL}};
  static const luaL_Reg functions[] = {{"place", f_place}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"events", f_events},
                                     {"history", f_history},
                                     {"at", f_at},
                                     {"decisions", f_decisions},
                                     {NULL, NULL}};
  static const char *const fields[] = {NULL};
  au_new_type(L, DECISIONS, meta, fields, au_method_index);
  au_bind_methods(L, au_state_type, methods);
  luaL_setfuncs(L, functions, 0);
}
