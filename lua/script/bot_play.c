/* bot_play.c: a bot's game: its beginning, what it observes, its answers.
**
** A bot is called with its own table as 'self' and with its seat's view, which
** is filled again before each call. Its answer is read by raw access only, so
** that reading runs none of its code. */
#include "bot_state.h"

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
  au_bot *b = lua_touserdata(L, AU_SLOT_N + 1);
  lua_settop(L, AU_SLOT_N);
  au_forget_decks(L, 1);
  b->rules = au_push_rules(L, b->source);
  b->decks = b->data->deck_n;
  au_make_cards(L, b->rules, b->seat);
  lua_replace(L, AU_SLOT_RULES);
  b->view = au_push_view(L, AU_SLOT_RULES, b->seat);
  lua_pushvalue(L, -1);
  au_keep_debug_view(L);
  lua_replace(L, AU_SLOT_VIEW);
  return AU_SLOT_N;
}

/* Run the chunk. The bot gets a copy of its options, so that its changes to
** them are forgotten. */
static int f_begin(lua_State *L) {
  au_bot *b = lua_touserdata(L, AU_SLOT_N + 1);
  lua_settop(L, AU_SLOT_N);
  au_bot_instantiate(L, b->path);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, AU_SLOT_OPTIONS); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_pushliteral(L, "options");
  lua_insert(L, -2);
  lua_rawset(L, AU_SLOT_SELF);
  return AU_SLOT_N;
}

/* Forget the last game. In a worker, and with fuel, the heap becomes what it
** was before the bot's first game, to the byte: nothing then depends on which
** games this process has played. Elsewhere only a large amount of garbage is a
** reason, by which the bot could reach its cap early: a short game takes less
** time than restoring the heaps of its bots. A heap that cannot be restored is
** collected. */
static void forget(au_bot *b) {
  enum { MUCH = AU_BOT_MEMORY / 16 };
  bool wholly =
      au_watching != NULL || b->level.fuel > 0 || b->limits.used > MUCH;
  if (wholly && au_limits_restore(&b->limits))
    return;
  lua_settop(b->L, AU_SLOT_N);
  au_bot_close_view(b);
  if (b->decks > 0)
    au_forget_decks(b->L, b->decks);
  for (int slot = AU_SLOT_SELF; slot <= AU_SLOT_N; slot++)
    if (slot != AU_SLOT_VIEW) {
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
  if (!au_bot_protect(b, f_seat, b)) {
    b->rules = NULL; /* the slot does not hold them */
    return au_bot_fault_of_call(b);
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
  if (!au_bot_protect(b, f_begin, b))
    return au_bot_fault_of_call(b);
  b->observes = lua_isfunction(b->L, AU_SLOT_OBSERVE);
  return true;
}

static void look(au_bot *b, const au_game *g, bool decision) {
  const au_state *s = &g->state;
  lua_settop(b->L, AU_SLOT_N);
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
  lua_pushvalue(L, AU_SLOT_OBSERVE);
  lua_insert(L, -2);
  lua_pushvalue(L, AU_SLOT_SELF);
  lua_insert(L, -2);
  lua_call(L, 2, 0);
}

static int f_observe(lua_State *L) {
  const telling *t = lua_touserdata(L, AU_SLOT_N + 1);
  lua_settop(L, AU_SLOT_N);
  if (t->before != NULL) {
    const au_tally *tally =
        t->g->tally_n > 0 ? &t->g->tally[t->g->tally_n - 1] : NULL;
    au_action_events(L, t->bot->rules, t->before, &t->g->state, t->a, tally,
                     t->bot->seat, observe, NULL);
  } else {
    au_push_deal_event(L, t->bot->rules, &t->g->state, t->bot->seat);
    observe(L, NULL);
  }
  return AU_SLOT_N;
}

bool au_bot_start(au_bot *b, const au_game *g) {
  lua_State *L = b->L;
  b->doing = "start";
  b->part = AU_PART_START;
  look(b, g, false);
  if (!lua_isfunction(L, AU_SLOT_START))
    return true;
  lua_pushvalue(L, AU_SLOT_START);
  lua_pushvalue(L, AU_SLOT_SELF);
  lua_pushvalue(L, AU_SLOT_VIEW);
  return au_bot_call(b, 2, 0, AU_SLOT_HANDLER) || au_bot_fault_of_call(b);
}

bool au_bot_observe(au_bot *b, const au_game *g, const au_state *before,
                    au_action a) {
  if (!b->observes)
    return true;
  telling play = {b, g, before, a};
  b->doing = "observe";
  b->part = AU_PART_OBSERVE;
  look(b, g, false);
  return au_bot_protect(b, f_observe, &play) || au_bot_fault_of_call(b);
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
    au_bot_fault(b, "error", "the variant's default answer failed");
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
  au_bot_fault(b, "illegal", text);
}

/* The slot of the callback that a phase asks for. */
static int slot_of(uint8_t phase) {
  return phase == AU_PHASE_BID      ? AU_SLOT_BID
         : phase == AU_PHASE_CHANGE ? AU_SLOT_CHANGE
         : phase == AU_PHASE_ASK    ? AU_SLOT_ANSWER
                                    : AU_SLOT_PLAY;
}

bool au_bot_answers(const au_bot *b, uint8_t phase) {
  return !lua_isnil(b->L, slot_of(phase));
}

static const char question_key = 'q'; /* registry: the question asked last */

/* Keep the table of the question that is asked now, in protected mode. */
static int f_push_question(lua_State *L) {
  const au_bot *b = lua_touserdata(L, AU_SLOT_N + 1);
  au_push_question(L, b->rules, &b->view->v.s, b->seat);
  au_keep(L, &question_key);
  lua_settop(L, AU_SLOT_N);
  return AU_SLOT_N;
}

/* Call the callback of a phase. */
static au_action ask(au_bot *b, const au_game *g) {
  lua_State *L = b->L;
  const au_state *s = &g->state;
  look(b, g, true);
  int slot = slot_of(s->phase);
  b->doing = au_bot_callbacks[slot - AU_SLOT_BID];
  b->part = AU_PART_BID + slot - AU_SLOT_BID;
  if (lua_isnil(L, slot))
    return usual_action(b, s);
  if (s->phase == AU_PHASE_ASK && !au_bot_protect(b, f_push_question, b)) {
    au_bot_fault_of_call(b);
    return 0;
  }
  lua_pushvalue(L, slot);
  lua_pushvalue(L, AU_SLOT_SELF);
  lua_pushvalue(L, AU_SLOT_VIEW);
  if (s->phase == AU_PHASE_ASK)
    au_recall(L, &question_key);
  if (!au_bot_call(b, s->phase == AU_PHASE_ASK ? 3 : 2, 1, AU_SLOT_HANDLER)) {
    au_bot_fault_of_call(b);
    return 0;
  }
  au_action a = answer(b, s);
  if (a == 0 && (s->phase != AU_PHASE_ASK || !lua_isnil(L, -1)))
    au_bot_refuse(b, g, a);
  return a;
}

au_action au_bot_decide(au_bot *b, const au_game *g, au_notes *notes) {
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
