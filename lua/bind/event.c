/* event.c: events as tables. Bots observe them, and printed games consist of
** them. Their keys are the keys of a record. */
#include "bind.h"

static void begin(lua_State *L, const char *kind) {
  lua_createtable(L, 0, 6);
  lua_pushstring(L, kind);
  lua_setfield(L, -2, "kind");
}

static void set_seat(lua_State *L, const char *key, unsigned seat) {
  lua_pushinteger(L, (lua_Integer)seat + 1);
  lua_setfield(L, -2, key);
}

static void set_card(lua_State *L, const char *key, int deck_id, au_card c) {
  au_push_card(L, deck_id, c);
  lua_setfield(L, -2, key);
}

void au_push_deal_event(lua_State *L, const au_lrules *rules, const au_state *s,
                        uint8_t seat) {
  int n = rules->r.players;
  begin(L, "deal");
  lua_pushinteger(L, s->round);
  lua_setfield(L, -2, "round");
  set_seat(L, "first", s->first);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++)
    if (seat == AU_NONE || seat == i) {
      au_push_set(L, rules->deck_id, s->hand[i]);
      lua_rawseti(L, -2, i + 1);
    }
  lua_setfield(L, -2, "hands");
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    au_push_pile(L, rules->deck_id, s->gold[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "gold");
  bool shown = rules->r.extras == AU_EXTRAS_SHOWN || seat == AU_NONE;
  au_push_set(L, rules->deck_id, shown ? s->extras : 0);
  lua_setfield(L, -2, "extras");
}

static void push_bid(lua_State *L, const au_lrules *rules, au_action a,
                     uint8_t seat) {
  unsigned of = au_action_seat(a);
  bool hidden = rules->r.bidding == AU_BIDDING_HIDDEN || au_action_down(a);
  begin(L, "bid");
  set_seat(L, "seat", of);
  if (!hidden || seat == of || seat == AU_NONE)
    set_card(L, "card", rules->deck_id, au_action_card(a));
  if (au_action_down(a) &&
      (rules->r.bidding == AU_BIDDING_OPEN || seat == of || seat == AU_NONE)) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "down");
  }
}

/* The bids revealed after a hidden bidding. A bid that stays face down is not
** shown. */
static void push_reveal(lua_State *L, const au_lrules *rules, const au_state *s,
                        uint8_t seat) {
  begin(L, "reveal");
  lua_createtable(L, rules->r.players, 0);
  for (int i = 0; i < rules->r.players; i++)
    if (!(s->down >> i & 1) || seat == i || seat == AU_NONE) {
      au_push_card(L, rules->deck_id, s->bid[i]);
      lua_rawseti(L, -2, i + 1);
    }
  lua_setfield(L, -2, "bids");
}

static void push_change(lua_State *L, const au_lrules *rules,
                        const au_state *before, au_action a, uint8_t seat) {
  uint8_t payer = au_action_seat(a), of = au_action_of(a);
  bool down = before->down >> of & 1;
  begin(L, "change");
  set_seat(L, "seat", payer);
  set_card(L, "gold", rules->deck_id, au_action_gold(a));
  set_seat(L, "of", of);
  set_card(L, "card", rules->deck_id, au_action_card(a));
  if (!down || seat == AU_NONE || seat == payer || seat == of)
    set_card(L, "returned", rules->deck_id, before->bid[of]);
}

/* The taker is the seat whose gold grew. */
uint8_t au_taker(const au_rules *r, const au_state *before,
                 const au_state *after, au_action a) {
  int rank = r->deck.rank_of[after->award];
  for (uint8_t seat = 0; seat < r->players; seat++) {
    bool paid = seat == au_action_seat(a) && au_action_card(a) == after->award;
    if (au_gold_count(after->gold[seat], rank) >
        au_gold_count(before->gold[seat], rank) - paid)
      return seat;
  }
  return AU_NONE;
}

static void push_trick(lua_State *L, const au_lrules *rules,
                       const au_state *before, const au_state *after,
                       au_action a) {
  au_trick t = before->trick;
  t.card[t.n++] = au_action_card(a);
  begin(L, "trick");
  set_seat(L, "leader", t.leader);
  au_push_plays(L, rules->deck_id, &t);
  lua_setfield(L, -2, "plays");
  au_push_seat(L, after->won);
  lua_setfield(L, -2, "winner");
  set_card(L, "award", rules->deck_id, after->award);
  if (after->award != AU_NONE)
    set_seat(L, "taker", au_taker(&rules->r, before, after, a));
  set_seat(L, "next", after->trick.leader);
}

static void push_round(lua_State *L, const au_lrules *rules,
                       const au_tally *tally) {
  au_score score;
  au_tally_score(tally, &score);
  begin(L, "round");
  au_push_score(L, rules->r.side_n, &score);
  lua_setfield(L, -2, "score");
  au_push_sides(L, tally->winners);
  lua_setfield(L, -2, "winners");
}

/* ---- Answers to questions ----------------------------------------------- */

/* Push an answer as a value, or the cards of one as a set. */
static void push_answered(lua_State *L, const au_lrules *rules, const au_ask *q,
                          uint32_t answer) {
  if (q->kind == AU_ASK_CARD && q->cards > 1)
    au_push_set(L, rules->deck_id, au_answer_cards(answer));
  else
    au_push_value(L, rules->deck_id, q, au_answer_value(answer));
}

/* Push one action of an answer. All see it at once if no other seat is asked
** and it is not secret. */
static void push_answer(lua_State *L, const au_lrules *rules,
                        const au_state *before, au_action a, uint8_t seat) {
  const au_ask *q = &rules->r.asks->ask[au_action_ask(a)];
  bool alone = (before->asked & (before->asked - 1)) == 0;
  begin(L, "answer");
  set_seat(L, "seat", au_action_seat(a));
  lua_pushstring(L, q->name);
  lua_setfield(L, -2, "question");
  if (seat != au_action_seat(a) && seat != AU_NONE && (q->secret || !alone))
    return;
  au_push_value(L, rules->deck_id, q, au_action_value(a));
  lua_setfield(L, -2, "answer");
}

/* Push the place of a base card: the seat whose hand it is in, "bid N",
** "extras", or nil for no such place. */
static void push_place(lua_State *L, const au_state *s, au_card c) {
  for (int seat = 0; seat < AU_SEAT_MAX; seat++) {
    if (au_has(s->hand[seat], c))
      lua_pushinteger(L, seat + 1);
    else if (s->bid[seat] == c)
      lua_pushfstring(L, "bid %d", seat + 1);
    else
      continue;
    return;
  }
  if (au_has(s->extras, c))
    lua_pushliteral(L, "extras");
  else
    lua_pushnil(L);
}

/* Set 'moved' to the list of cards that lie elsewhere now, as far as 'seat'
** knows where: { card =, from =, to = } each. */
static void set_moved(lua_State *L, const au_lrules *rules,
                      const au_state *before, const au_state *after,
                      uint8_t seat) {
  au_set known = rules->r.deck.base;
  lua_Integer n = 0;
  if (seat != AU_NONE)
    known &= after->seen | after->known[seat] | after->hand[seat];
  lua_newtable(L);
  for (; known != 0; known &= known - 1) {
    au_card c = au_first(known);
    push_place(L, before, c);
    push_place(L, after, c);
    if (lua_rawequal(L, -1, -2)) {
      lua_pop(L, 2);
      continue;
    }
    lua_createtable(L, 0, 3);
    set_card(L, "card", rules->deck_id, c);
    lua_insert(L, -3);
    lua_setfield(L, -3, "to");
    lua_setfield(L, -2, "from");
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "moved");
}

/* Set 'shown' to the list of cards that 'seat' was shown where they lie, all
** that any seat was shown if it is AU_NONE: { card =, at = } each. A seat that
** shows its own card has seen it. */
static void set_shown(lua_State *L, const au_lrules *rules,
                      const au_state *before, const au_state *after,
                      au_action a, uint8_t seat) {
  au_fact fact[AU_KIND_MAX];
  int n = au_facts_find(&rules->r, before, after, a, 0, fact);
  lua_Integer shown = 0;
  lua_newtable(L);
  for (int i = 0; i < n; i++) {
    unsigned see = au_fact_see(fact[i]), at = au_fact_to(fact[i]);
    if (at < AU_SPOT_EXTRAS)
      see &= ~(1u << (at < AU_SPOT_BID ? at : at - AU_SPOT_BID));
    if (au_fact_from(fact[i]) != at ||
        (seat == AU_NONE ? see == 0 : (see >> seat & 1) == 0))
      continue;
    lua_createtable(L, 0, 2);
    set_card(L, "card", rules->deck_id, au_fact_card(fact[i]));
    push_place(L, after, au_fact_card(fact[i]));
    lua_setfield(L, -2, "at");
    lua_rawseti(L, -2, ++shown);
  }
  lua_setfield(L, -2, "shown");
}

/* Push the answers of a step, if 'a' completes it: those that 'seat' sees, and
** what follows from them. */
static bool push_step(lua_State *L, const au_lrules *rules,
                      const au_state *before, const au_state *after,
                      au_action a, uint8_t seat) {
  const au_ask *q = &rules->r.asks->ask[au_action_ask(a)];
  unsigned of = au_action_seat(a);
  uint32_t last = before->answer[of];
  if (!au_answer_add(q, &last, au_action_value(a)) ||
      before->pending != 1 << of)
    return false;
  begin(L, "answers");
  lua_pushstring(L, q->name);
  lua_setfield(L, -2, "question");
  lua_createtable(L, rules->r.players, 0);
  for (unsigned i = 0; i < (unsigned)rules->r.players; i++) {
    if (!(before->asked >> i & 1) ||
        (q->secret && seat != i && seat != AU_NONE))
      continue;
    push_answered(L, rules, q, i == of ? last : before->answer[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "answers");
  set_moved(L, rules, before, after, seat);
  set_shown(L, rules, before, after, a, seat);
  return true;
}

/* ---- Actions ------------------------------------------------------------ */

static void push_action(lua_State *L, const au_lrules *rules,
                        const au_state *before, au_action a, uint8_t seat) {
  au_action_kind kind = au_action_what(a);
  if (kind == AU_ACT_ANSWER) {
    push_answer(L, rules, before, a, seat);
    return;
  }
  if (kind == AU_ACT_BID) {
    push_bid(L, rules, a, seat);
    return;
  }
  if (kind == AU_ACT_CHANGE) {
    push_change(L, rules, before, a, seat);
    return;
  }
  begin(L, au_action_name(kind));
  set_seat(L, "seat", au_action_seat(a));
  if (kind == AU_ACT_PLAY)
    set_card(L, "card", rules->deck_id, au_action_card(a));
  if (kind == AU_ACT_PASS) {
    au_push_set(L, rules->deck_id, before->hand[au_action_seat(a)]);
    lua_setfield(L, -2, "hand");
    au_push_pile(L, rules->deck_id, before->gold[au_action_seat(a)]);
    lua_setfield(L, -2, "gold");
  }
}

void au_action_events(lua_State *L, const au_lrules *rules,
                      const au_state *before, const au_state *after,
                      au_action a, const au_tally *tally, uint8_t seat,
                      au_emit *emit, void *ctx) {
  push_action(L, rules, before, a, seat);
  emit(L, ctx);
  if (before->phase == AU_PHASE_BID && after->phase != AU_PHASE_BID &&
      rules->r.bidding == AU_BIDDING_HIDDEN) {
    push_reveal(L, rules, after, seat);
    emit(L, ctx);
  }
  if (after->tricks != before->tricks) {
    push_trick(L, rules, before, after, a);
    emit(L, ctx);
  }
  if (au_action_what(a) == AU_ACT_ANSWER &&
      push_step(L, rules, before, after, a, seat))
    emit(L, ctx);
  if (!au_state_open(after)) {
    push_round(L, rules, tally);
    emit(L, ctx);
  }
  if (after->phase == AU_PHASE_OVER) {
    begin(L, "game");
    au_push_sides(L, after->winners);
    lua_setfield(L, -2, "winners");
    emit(L, ctx);
  }
}
