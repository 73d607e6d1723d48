/* game.c: a game between bots: aurum.game{...}.
**
** The loop of a match: deal, ask the seat on turn, apply its action, show it to
** the bots that observe. After a fault the faulty side forfeits the game, or
** the first legal action is played instead; the game keeps a list of faults.
** `game:restart(seed)` plays another game with the same bots. */
#include "variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char au_game_type[] = "aurum.game";

static au_lgame *check_game(lua_State *L) {
  au_lgame *g = au_check(L, 1, au_game_type);
  luaL_argcheck(L, g->state != NULL, 1, "the game is closed");
  g->clock = 0;
  return g;
}

static void clear(au_lgame *g) {
  for (size_t i = 0; i < g->fault_n; i++)
    free((void *)(uintptr_t)g->fault[i].message);
  free(g->fault);
  free(g->trace);
  au_free_deaths(&g->deaths);
  au_text_clear(&g->printed);
  if (g->notes != NULL)
    au_notes_clear(g->notes);
  g->calls = 0;
  memset(g->died, 0, sizeof g->died);
  memset(g->timing, 0, sizeof g->timing);
  g->fault = NULL;
  g->trace = NULL;
  g->fault_n = 0;
  g->forfeited = g->begun = false;
}

static int f_gc(lua_State *L) {
  au_lgame *g = au_check(L, 1, au_game_type);
  clear(g);
  for (int i = 0; i < AU_SEAT_MAX; i++)
    au_bot_free(g->bot[i]);
  free(g->seed_text);
  au_text_free(&g->printed);
  au_notes_free(g->notes);
  memset(g, 0, sizeof *g);
  return 0;
}

static bool is_over(const au_lgame *g) {
  return g->forfeited || g->state->g.state.phase == AU_PHASE_OVER;
}

/* ---- Faults ------------------------------------------------ */

/* True if a hook fails where the seat asks the view's own questions. */
static bool hook_fails(const au_lgame *g, uint8_t seat) {
  const au_rules *r = &g->rules->r;
  au_action list[AU_ACTION_MAX];
  au_view view;
  int n;
  au_view_of(r, &g->state->g, seat, &view);
  bool failed =
      view.s.turn == seat && au_state_legal(r, &view.s, list, &n) == AU_EHOOK;
  if (view.s.turn == seat && view.s.phase == AU_PHASE_ASK && !failed)
    failed = au_state_default(r, &view.s, list) == AU_EHOOK;
  for (int side = 0; side < r->side_n && !failed; side++)
    failed = au_state_bid(r, &view.s, side, &n) == AU_EHOOK;
  return failed;
}

/* Raise the variant's error if the bot's fault was only a failed hook. Asked
** the same question again, that hook fails again; a debugger has seen it.
** Errors of hooks on states that a bot made itself remain the bot's fault. */
static void blame_variant(lua_State *L, const au_lgame *g, uint8_t seat) {
  au_variant *v = g->rules->r.hooks.ctx;
  if (v == NULL || g->state->g.state.round == 0)
    return;
  lua_Hook lines = v->limits.lines;
  void (*failed)(lua_State *) = v->limits.failed;
  v->limits.lines = NULL;
  v->limits.failed = NULL;
  bool fails = hook_fails(g, seat);
  v->limits.lines = lines;
  v->limits.failed = failed;
  if (fails)
    au_raise_hook(L, g->rules);
}

static void add_fault(lua_State *L, au_lgame *g, uint8_t seat,
                      bool substituted) {
  const au_bot *b = g->bot[seat];
  if (au_bot_interrupted(b))
    luaL_error(L, "interrupted");
  g->clock = 0;
  blame_variant(L, g, seat);
  const au_state *s = &g->state->g.state;
  au_fault *grown = realloc(g->fault, (g->fault_n + 1) * sizeof *grown);
  if (grown == NULL)
    au_no_memory(L);
  g->fault = grown;
  char *message = strdup(au_bot_message(b));
  if (message == NULL)
    au_no_memory(L);
  g->fault[g->fault_n++] = (au_fault){
      .round = s->round,
      .trick =
          (uint8_t)(au_state_open(s) ? au_state_trick(&g->rules->r, s) : 0),
      .seat = seat,
      .substituted = substituted,
      .ask = au_bot_doing(b),
      .kind = au_bot_kind(b),
      .message = message};
  if (g->trace == NULL)
    g->trace = strdup(au_bot_trace(b)); /* if NULL, the message is shown */
  if (!substituted)
    g->forfeited = true;
}

/* ---- Calling bots ----------------------------------------------------- */

static bool is_dead(const au_lgame *g, uint8_t seat) {
  return g->died[seat] == AU_DEATHS_SEAT;
}

/* Report to the pool that a bot is about to be called. Returns false, with the
** bot's fault noted, if it died before at this call or has died too often. */
static bool rouse(au_lgame *g, uint8_t seat, const char *doing) {
  g->calls++;
  g->clock = 0;
  const au_death *deaths = g->deaths.at;
  for (size_t i = 0; i < g->deaths.n; i++)
    if (deaths[i].call == g->calls) {
      au_bot_die(g->bot[seat], doing, deaths[i].kind, deaths[i].message);
      if (au_bot_voice(g->bot[seat])->kept != NULL && deaths[i].printed != NULL)
        au_text_put(&g->printed, deaths[i].printed);
      g->died[seat]++;
      g->last[seat] = (uint8_t)i;
      return false;
    }
  if (is_dead(g, seat)) {
    au_bot_die(g->bot[seat], doing, deaths[g->last[seat]].kind,
               "it died too often to be called again in this game");
    return false;
  }
  au_watch_call(seat, (uint32_t)g->calls, g->limit[seat]);
  return true;
}

static bool call_begin(au_lgame *g, uint8_t seat) {
  return rouse(g, seat, "start") &&
         au_watch_rest(au_bot_begin(g->bot[seat], g->rules, &g->seed, seat));
}

static bool call_start(au_lgame *g, uint8_t seat) {
  return is_dead(g, seat) ||
         (rouse(g, seat, "start") &&
          au_watch_rest(au_bot_start(g->bot[seat], &g->state->g)));
}

static bool call_observe(au_lgame *g, uint8_t seat, const au_state *before,
                         au_action a) {
  return is_dead(g, seat) ||
         (rouse(g, seat, "observe") &&
          au_watch_rest(au_bot_observe(g->bot[seat], &g->state->g, before, a)));
}

/* Reading a clock takes as long as the engine's part between two answers. So
** the end of one is the beginning of the next, if no other code ran between. */
static au_action call_decide(au_lgame *g, uint8_t seat) {
  uint8_t phase = g->state->g.state.phase;
  double began = g->clock;
  if (!rouse(g, seat, au_decision_name(phase)))
    return 0;
  if (au_watching != NULL)
    au_watching->asked++;
  bool timed = au_bot_answers(g->bot[seat], phase);
  if (timed && began == 0)
    began = au_cycles_clock(&g->cycles);
  au_action a = au_bot_decide(g->bot[seat], &g->state->g, g->notes);
  au_watch_rest(true);
  if (!timed)
    return a;
  double ended = au_cycles_clock(&g->cycles);
  au_timing_add(&g->timing[seat], ended - began);
  if (g->rules->r.hooks.ctx == NULL)
    g->clock = ended;
  return a;
}

/* ---- Playing ---------------------------------------------------------- */

/* Run the bots' files for this game. */
static void begin(lua_State *L, au_lgame *g) {
  g->begun = true;
  for (int i = 0; i < g->rules->r.players && !g->forfeited; i++)
    if (g->bot[i] != NULL && !call_begin(g, (uint8_t)i))
      add_fault(L, g, (uint8_t)i, false);
}

/* Show the round's deal to the bots. */
static void show_deal(lua_State *L, au_lgame *g) {
  for (int i = 0; i < g->rules->r.players && !g->forfeited; i++)
    if (g->bot[i] != NULL &&
        !(call_start(g, (uint8_t)i) && call_observe(g, (uint8_t)i, NULL, 0)))
      add_fault(L, g, (uint8_t)i, g->substitute);
}

/* Begin in the middle of a round, at a position that was set. */
static void begin_here(lua_State *L, au_lgame *g) {
  begin(L, g);
  show_deal(L, g);
}

/* Deal the next round: 'given', or the deal that the seed makes. */
static void deal(lua_State *L, au_lgame *g, const au_deal *given) {
  au_game *game = &g->state->g;
  au_deal made;
  char why[AU_WHY_TEXT];
  if (!g->begun)
    begin(L, g);
  if (g->forfeited)
    return;
  if (given != NULL)
    made = *given;
  else if (au_deal_make(&g->rules->r, &game->state, &g->seed, &made) != AU_OK)
    au_raise_hook(L, g->rules);
  au_status status = au_game_deal(&g->rules->r, game, &made, why);
  if (status == AU_ENOMEM)
    au_no_memory(L);
  if (status == AU_EHOOK)
    au_raise_hook(L, g->rules);
  if (status != AU_OK) {
    if (given != NULL)
      luaL_error(L, "deal: %s", why);
    luaL_error(L, "variant %s: deal: %s", g->rules->name, why);
  }
  show_deal(L, g);
}

/* Apply an action and show it to the bots that observe. */
static au_status apply(lua_State *L, au_lgame *g, au_action a) {
  au_game *game = &g->state->g;
  au_state before;
  if (g->observed)
    before = game->state;
  au_status status = au_game_apply(&g->rules->r, game, a);
  if (status != AU_OK)
    return status;
  for (int i = 0; g->observed && i < g->rules->r.players; i++)
    if (g->bot[i] != NULL && au_bot_observes(g->bot[i]) && !g->forfeited &&
        !call_observe(g, (uint8_t)i, &before, a))
      add_fault(L, g, (uint8_t)i, g->substitute);
  return AU_OK;
}

static void refuse(lua_State *L, const au_lgame *g, au_status status) {
  if (status == AU_EHOOK)
    au_raise_hook(L, g->rules);
  if (status == AU_EFULL)
    luaL_error(L, "variant %s: a round of more than %d actions", g->rules->name,
               AU_LOG_MAX);
  au_check_status(L, g->state, status);
}

/* Make one deal or ask a bot for one decision. Returns the action; 0 for a deal
** or a fault that ended the game. */
static au_action step(lua_State *L, au_lgame *g) {
  const au_state *s = &g->state->g.state;
  if (s->phase == AU_PHASE_DEAL) {
    deal(L, g, NULL);
    return 0;
  }
  if (!g->begun)
    begin_here(L, g);
  if (g->forfeited)
    return 0;
  uint8_t seat = s->turn;
  au_bot *b = g->bot[seat];
  if (b == NULL)
    luaL_error(L, "seat %d has no bot: use game:apply(action)", seat + 1);
  au_action a = call_decide(g, seat);
  au_status status = a != 0 ? apply(L, g, a) : AU_EILLEGAL;
  if (status == AU_OK)
    return a;
  if (status != AU_EILLEGAL)
    refuse(L, g, status);
  if (a != 0)
    au_bot_refuse(b, &g->state->g, a);
  add_fault(L, g, seat, g->substitute);
  if (!g->substitute)
    return 0;
  au_action legal[AU_ACTION_MAX];
  int n;
  status = au_state_legal(&g->rules->r, s, legal, &n);
  if (status == AU_OK)
    status = apply(L, g, legal[0]);
  if (status != AU_OK)
    refuse(L, g, status);
  return legal[0];
}

/* game:step(): the action of the bot on turn; nil for a deal. */
static int f_step(lua_State *L) {
  au_lgame *g = check_game(L);
  if (is_over(g))
    return luaL_error(L, "the game is over");
  au_push_action(L, g->rules, step(L, g));
  return 1;
}

static int f_apply(lua_State *L);

/* game:debug(options[, action]): do a step, or apply an action, watched by a
** debugger (au_debug_begin). Returns nil and the action; or the stop, after
** which the game must be restarted. */
static int f_debug(lua_State *L) {
  au_lgame *g = check_game(L);
  lua_settop(L, 3);
  au_debug *d = au_debug_begin(L, 2, g);
  bool acts = !lua_isnil(L, 3);
  lua_pushcfunction(L, acts ? f_apply : f_step);
  lua_pushvalue(L, 1);
  if (acts)
    lua_pushvalue(L, 3);
  bool good = lua_pcall(L, acts ? 2 : 1, 1, 0) == LUA_OK;
  if (au_debug_end(d)) {
    au_debug_push(L, d);
    return 1;
  }
  if (!good)
    return lua_error(L);
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

/* game:run(): play to the end. Returns the game. */
static int f_run(lua_State *L) {
  au_lgame *g = check_game(L);
  while (!is_over(g))
    step(L, g);
  lua_settop(L, 1);
  return 1;
}

static void push_text(lua_State *L, const au_lgame *g, au_action a) {
  char text[AU_ACTION_TEXT];
  size_t n = au_action_text(&au_lua_of(L)->deck[g->rules->deck_id],
                            au_asks_of(L, g->rules->asks_id), a, text);
  lua_pushlstring(L, text, n);
}

/* game:moves(seconds[, look]): make decisions for that time, at least one, and
** the deals between them; look(text) is called after each. It stops after a
** decision that was noted, before which something was printed, or at which a
** bot was at fault, and before a seat without a bot. Returns a list of texts,
** "deal" for a deal and "" for a fault; and true if the last decision was
** noted. */
static int f_moves(lua_State *L) {
  au_lgame *g = check_game(L);
  double end = au_clock() + luaL_checknumber(L, 2);
  const au_state *s = &g->state->g.state;
  size_t noted = g->notes != NULL ? au_notes_count(g->notes) : 0;
  bool notes = false, looks = lua_isfunction(L, 3);
  lua_settop(L, 3);
  lua_newtable(L);
  for (lua_Integer n = 1; !is_over(g); n++) {
    bool deals = s->phase == AU_PHASE_DEAL;
    if (!deals && g->bot[s->turn] == NULL)
      break;
    au_action a = step(L, g);
    bool fault = g->fault_n > 0;
    if (fault || deals)
      lua_pushstring(L, fault ? "" : "deal");
    else
      push_text(L, g, a);
    lua_rawseti(L, 4, n);
    if (looks) {
      lua_pushvalue(L, 3);
      lua_rawgeti(L, 4, n);
      lua_call(L, 1, 0);
    }
    notes = g->notes != NULL && au_notes_count(g->notes) > noted;
    if (notes || fault || (!deals && (g->printed.n > 0 || au_clock() > end)))
      break;
  }
  lua_pushboolean(L, notes);
  return 2;
}

/* game:deal([deal]): deal the next round, as given or from the seed. Returns
** the game. */
static int f_deal(lua_State *L) {
  au_lgame *g = check_game(L);
  const au_state *s = &g->state->g.state;
  au_deal given;
  if (s->phase != AU_PHASE_DEAL || g->forfeited)
    return luaL_error(L, "no deal is due");
  bool some = lua_istable(L, 2);
  if (some)
    au_get_deal(L, 2, &g->rules->r, g->rules->deck_id, s->round + 1, &given);
  deal(L, g, some ? &given : NULL);
  lua_settop(L, 1);
  return 1;
}

/* game:apply(action): act for the seat on turn, with or without a bot. Returns
** the game. */
static int f_apply(lua_State *L) {
  au_lgame *g = check_game(L);
  const au_state *s = &g->state->g.state;
  char why[AU_WHY_TEXT];
  if (is_over(g))
    return luaL_error(L, "the game is over");
  if (!g->begun)
    begin_here(L, g);
  if (g->forfeited)
    return luaL_error(L, "the game is over");
  au_action a = au_meant(L, 2, g->rules, s);
  if (a == 0)
    return au_not_meant(L, 2);
  if (au_state_why(&g->rules->r, s, a, why) == AU_EILLEGAL)
    return luaL_error(L, "%s is not legal: %s", luaL_tolstring(L, 2, NULL),
                      why);
  au_status status = apply(L, g, a);
  if (status != AU_OK)
    refuse(L, g, status);
  lua_settop(L, 1);
  return 1;
}

void au_game_set_seed(lua_State *L, au_lgame *g, int arg) {
  const char *text = au_text_of(L, arg, "seed", NULL);
  char *copy = strdup(text);
  if (copy == NULL)
    au_no_memory(L);
  free(g->seed_text);
  g->seed_text = copy;
  au_seed_init(&g->seed, text, strlen(text));
}

/* game:restart(seed[, deaths[, number]]): start a new game with the same bots.
** Returns the game. 'deaths' lists the calls of bots during which earlier
** processes died in the same game; 'number' stands before what bots print. */
static int f_restart(lua_State *L) {
  au_lgame *g = check_game(L);
  au_game_set_seed(L, g, 2);
  clear(g);
  snprintf(g->number, sizeof g->number, "%.*s", (int)sizeof g->number - 1,
           luaL_optstring(L, 4, ""));
  if (au_watching != NULL)
    au_watching->game++;
  if (!lua_isnoneornil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    au_set_deaths(L, 3, &g->deaths);
  }
  au_game_begin(&g->rules->r, &g->state->g);
  lua_settop(L, 1);
  return 1;
}

/* game:begin(state): start a new game with the same bots at the given state.
** When the game continues, the bots are shown the round as it stands. Returns
** the game. */
static int f_begin(lua_State *L) {
  au_lgame *g = check_game(L);
  const au_lstate *from = au_check_state(L, 2);
  luaL_argcheck(L, strcmp(from->rules->digest, g->rules->digest) == 0, 2,
                "a state under other rules");
  clear(g);
  if (au_game_copy(&g->state->g, &from->g) != AU_OK)
    return au_no_memory(L);
  lua_settop(L, 1);
  return 1;
}

/* game:check(twin): play a random game to its end and check every invariant,
** also against 'twin', the same rules made again. Returns true; or nil and a
** description of the violation. */
static int f_check(lua_State *L) {
  au_lgame *g = check_game(L);
  const au_lrules *twin = au_check_rules(L, 2);
  luaL_argcheck(L, strcmp(twin->digest, g->rules->digest) == 0, 2,
                "other rules than the game's");
  char why[AU_CHECK_TEXT];
  if (au_check_random_game(g->rules, twin, &g->state->g, &g->seed, why)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  luaL_pushfail(L);
  lua_pushstring(L, why);
  return 2;
}

/* game:stream(text): let the random numbers of each decision begin there; nil:
** let them follow from the seed. Returns nil if the text is not a stream. */
static int f_stream(lua_State *L) {
  const au_lgame *g = check_game(L);
  const char *text = luaL_optstring(L, 2, NULL);
  au_rng rng;
  if (text != NULL && !au_stream_read(text, &rng))
    return 0;
  for (int i = 0; i < g->rules->r.players; i++)
    if (g->bot[i] != NULL)
      au_bot_give_stream(g->bot[i], text != NULL ? &rng : NULL);
  lua_settop(L, 1);
  return 1;
}

/* The bot of the seat at 2. */
static au_bot *check_bot(lua_State *L, const au_lgame *g) {
  au_bot *b = g->bot[au_check_seat(L, 2, g->rules->r.players)];
  luaL_argcheck(L, b != NULL, 2, "expected a seat with a bot");
  return b;
}

/* game:own(seat): a copy of its bot's table. */
static int f_own(lua_State *L) {
  const au_lgame *g = check_game(L);
  au_bot_push_own(L, g->rules->deck_id, check_bot(L, g));
  return 1;
}

/* game:locals(seat): the locals of its bot's last answer; nil unless they are
** kept. */
static int f_locals(lua_State *L) {
  au_bot_push_locals(L, check_bot(L, check_game(L)));
  return 1;
}

/* game:functions(seat): the names of the functions in its bot's table, and
** their lines. */
static int f_functions(lua_State *L) {
  au_bot_push_functions(L, check_bot(L, check_game(L)));
  return 2;
}

/* game:profile(seat): the measured calls of its bot in this game; nil if they
** are not measured. */
static int f_profile(lua_State *L) {
  au_profile_push(L, au_bot_profile(check_bot(L, check_game(L))));
  return 1;
}

/* ---- Results ------------------------------------------------------------- */

/* game:printed(): the lines that its bots have printed and that were not asked
** for; "" unless they are kept. */
static int f_printed(lua_State *L) {
  au_lgame *g = check_game(L);
  if (g->printed.failed)
    return au_no_memory(L);
  lua_pushlstring(L, g->printed.n > 0 ? g->printed.at : "", g->printed.n);
  au_text_clear(&g->printed);
  return 1;
}

/* game:record(): its line of a record, with the newline. Notes are its last
** key. */
static int f_record(lua_State *L) {
  au_lgame *g = check_game(L);
  au_text t = {0};
  au_record_head head = {.variant = g->rules->name,
                         .digest = g->rules->digest,
                         .seed = g->seed_text,
                         .fault = g->fault,
                         .fault_n = g->fault_n};
  for (int i = 0; i < g->rules->r.players; i++)
    head.name[i] = g->bot[i] != NULL ? au_bot_name(g->bot[i]) : "";
  au_record_write(&g->rules->r, &g->state->g, &head, &t);
  if (g->notes != NULL && !t.failed) {
    t.n -= strlen("}\n");
    au_text_put(&t, ",\"notes\":");
    au_notes_write(g->notes, &t);
    au_text_put(&t, "}\n");
  }
  bool failed = t.failed;
  if (!failed)
    lua_pushlstring(L, t.at, t.n);
  au_text_free(&t);
  return failed ? au_no_memory(L) : 1;
}

static void push_names(lua_State *L, const au_lgame *g) {
  lua_createtable(L, g->rules->r.players, 0);
  for (int i = 0; i < g->rules->r.players; i++) {
    lua_pushstring(L, g->bot[i] != NULL ? au_bot_name(g->bot[i]) : "");
    lua_rawseti(L, -2, i + 1);
  }
}

enum {
  FIELD_STATE,
  FIELD_RULES,
  FIELD_SEED,
  FIELD_NAMES,
  FIELD_OVER,
  FIELD_WINNERS,
  FIELD_FAULTS,
  FIELD_ROUNDS,
  FIELD_TRACE,
  FIELD_MEMORY,
  FIELD_TIMING,
  FIELD_NOTES
};
static const char *const fields[] = {
    "state",  "rules", "seed",   "names",  "over",  "winners", "faults",
    "rounds", "trace", "memory", "timing", "notes", NULL};

static int f_index(lua_State *L) {
  const au_lgame *g = check_game(L);
  switch (au_index_field(L)) {
  case FIELD_STATE:
    lua_getiuservalue(L, 1, 1);
    break;
  case FIELD_RULES:
    lua_getiuservalue(L, 1, 2);
    break;
  case FIELD_SEED:
    lua_pushstring(L, g->seed_text);
    break;
  case FIELD_NAMES:
    push_names(L, g);
    break;
  case FIELD_OVER:
    lua_pushboolean(L, is_over(g));
    break;
  case FIELD_WINNERS:
    au_push_sides(
        L, au_record_winners(&g->rules->r, &g->state->g, g->fault, g->fault_n));
    break;
  case FIELD_FAULTS:
    au_push_faults(L, g->fault, g->fault_n);
    break;
  case FIELD_ROUNDS:
    au_push_rounds(L, &g->rules->r, g->state->g.tally, g->state->g.tally_n);
    break;
  case FIELD_MEMORY:
    lua_newtable(L);
    for (int i = 0; i < g->rules->r.players; i++) {
      lua_pushinteger(
          L, g->bot[i] != NULL ? (lua_Integer)au_bot_memory(g->bot[i]) : 0);
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case FIELD_TIMING:
    lua_createtable(L, g->rules->r.players, 0);
    for (int i = 0; i < g->rules->r.players; i++) {
      au_timing_push(L, &g->timing[i]);
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case FIELD_NOTES:
    if (g->notes != NULL)
      au_notes_push(L, g->notes);
    else
      lua_pushnil(L);
    break;
  case FIELD_TRACE:
    lua_pushstring(L, g->trace);
    break;
  default:
    break;
  }
  return 1;
}

static int f_tostring(lua_State *L) {
  const au_lgame *g = check_game(L);
  lua_pushfstring(L, "game of %s, %d players, seed %s", g->rules->name,
                  g->rules->r.players, g->seed_text);
  return 1;
}

void au_open_games(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__gc", f_gc}, {"__tostring", f_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"step", f_step},
                                     {"run", f_run},
                                     {"moves", f_moves},
                                     {"deal", f_deal},
                                     {"apply", f_apply},
                                     {"restart", f_restart},
                                     {"begin", f_begin},
                                     {"record", f_record},
                                     {"check", f_check},
                                     {"own", f_own},
                                     {"functions", f_functions},
                                     {"locals", f_locals},
                                     {"printed", f_printed},
                                     {"profile", f_profile},
                                     {"debug", f_debug},
                                     {"stream", f_stream},
                                     {NULL, NULL}};
  au_new_type(L, au_game_type, meta, fields, f_index);
  au_bind_methods(L, au_game_type, methods);
}
