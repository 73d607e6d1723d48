/* fields.c: the common part of states and views: fields by name, legal actions,
** reasons for refusals. A state passes all of itself, a view only the part that
** its seat may see. */
#include "bind.h"

#include <string.h>

uint8_t au_check_seat(lua_State *L, int arg, int players) {
  return (uint8_t)(au_check_int_of(L, arg, "a seat", 1, players) - 1);
}

uint8_t au_seat_of(lua_State *L, int at, const char *key, int players) {
  return (uint8_t)(au_int_of(L, at, key, "a seat", 1, players) - 1);
}

void au_push_sides(lua_State *L, uint8_t sides) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; i < AU_SEAT_MAX; i++)
    if (sides >> i & 1) {
      lua_pushinteger(L, i + 1);
      lua_rawseti(L, -2, ++n);
    }
}

void au_push_seat(lua_State *L, uint8_t seat) {
  if (seat == AU_NONE)
    lua_pushnil(L);
  else
    lua_pushinteger(L, seat + 1);
}

static void push_row(lua_State *L, const int16_t *row, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushinteger(L, row[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void au_push_score(lua_State *L, int sides, const au_score *score) {
  lua_createtable(L, 0, 5);
  push_row(L, score->taken, sides);
  lua_setfield(L, -2, "taken");
  push_row(L, score->bid, sides);
  lua_setfield(L, -2, "bid");
  push_row(L, score->bid_points, sides);
  lua_setfield(L, -2, "bid_points");
  push_row(L, score->gold_points, sides);
  lua_setfield(L, -2, "gold_points");
  push_row(L, score->points, sides);
  lua_setfield(L, -2, "points");
}

void au_push_plays(lua_State *L, int deck_id, const au_trick *t) {
  lua_createtable(L, t->n, 0);
  for (int i = 0; i < t->n; i++) {
    au_push_card(L, deck_id, t->card[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Push { leader =, plays = }, with room for three more fields. */
static void push_trick(lua_State *L, int deck_id, const au_trick *t) {
  lua_createtable(L, 0, 5);
  lua_pushinteger(L, t->leader + 1);
  lua_setfield(L, -2, "leader");
  au_push_plays(L, deck_id, t);
  lua_setfield(L, -2, "plays");
}

/* Set a field of the table on top to the seat of a place in a trick; leave it
** nil for no place. */
static void set_place(lua_State *L, const au_rules *r, const au_trick *t,
                      int place, const char *name) {
  if (place < 0)
    return;
  lua_pushinteger(L, au_trick_seat(t, place, r->players) + 1);
  lua_setfield(L, -2, name);
}

/* Push the open trick: its number, and who wins it and its gold so far. */
static void push_open_trick(lua_State *L, int deck_id, const au_rules *r,
                            const au_state *s) {
  au_trick_result so_far = au_trick_settle(r, &s->trick);
  push_trick(L, deck_id, &s->trick);
  lua_pushinteger(L, s->tricks + 1);
  lua_setfield(L, -2, "number");
  set_place(L, r, &s->trick, so_far.winner, "winning");
  set_place(L, r, &s->trick, so_far.awarded, "awarded");
}

static void push_change(lua_State *L, int deck_id, au_action a) {
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, au_action_seat(a) + 1);
  lua_setfield(L, -2, "seat");
  au_push_card(L, deck_id, au_action_gold(a));
  lua_setfield(L, -2, "gold");
  lua_pushinteger(L, au_action_of(a) + 1);
  lua_setfield(L, -2, "of");
  au_push_card(L, deck_id, au_action_card(a));
  lua_setfield(L, -2, "card");
}

/* Push the changes before the open trick: those after the last filled trick. */
static void push_changes(lua_State *L, int deck_id, const au_entry *log,
                         uint32_t n) {
  uint32_t from = n;
  lua_Integer changes = 0;
  while (from > 0 && !au_entry_filled(log[from - 1]))
    from--;
  lua_newtable(L);
  for (uint32_t i = from; i < n; i++)
    if (au_action_what(log[i]) == AU_ACT_CHANGE) {
      push_change(L, deck_id, log[i]);
      lua_rawseti(L, -2, ++changes);
    }
}

/* Push the finished tricks of the round, from its log. A trick that was already
** half played when the position was built is left out. */
static void push_tricks(lua_State *L, const au_lrules *rules,
                        const au_entry *log, uint32_t n) {
  int deck_id = rules->deck_id;
  enum { LISTED = 10 };
  lua_Integer tricks = 0, changes = 0;
  au_trick t = {0};
  au_charge(L, LISTED * (int64_t)n);
  lua_newtable(L);
  lua_newtable(L); /* changes of the current trick */
  for (uint32_t i = 0; i < n; i++) {
    au_action_kind kind = au_action_what(log[i]);
    if (kind == AU_ACT_CHANGE) {
      push_change(L, deck_id, log[i]);
      lua_rawseti(L, -2, ++changes);
    }
    if (kind != AU_ACT_PLAY)
      continue;
    if (t.n == 0)
      t.leader = au_action_seat(log[i]);
    t.card[t.n++] = au_action_card(log[i]);
    if (!au_entry_filled(log[i]))
      continue;
    if (t.n == rules->r.players) {
      push_trick(L, deck_id, &t);
      lua_insert(L, -2);
      lua_setfield(L, -2, "changes");
      au_push_seat(L, au_entry_winner(log[i]));
      lua_setfield(L, -2, "winner");
      au_push_card(L, deck_id, au_entry_award(log[i]));
      lua_setfield(L, -2, "award");
      lua_rawseti(L, -2, ++tricks);
    } else {
      lua_pop(L, 1);
    }
    lua_newtable(L);
    changes = 0;
    memset(&t, 0, sizeof t);
  }
  lua_pop(L, 1);
}

static void push_bids(lua_State *L, const au_lrules *rules, const au_state *s) {
  lua_createtable(L, rules->r.players, 0);
  for (int i = 0; i < rules->r.players; i++) {
    au_push_card(L, rules->deck_id, s->bid[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_down(lua_State *L, const au_rules *r, const au_state *s) {
  lua_createtable(L, r->players, 0);
  for (int i = 0; i < r->players; i++) {
    lua_pushboolean(L, s->down >> i & 1);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Push a variant's memory: its vars by name. */
static void push_vars(lua_State *L, const au_lrules *rules, const au_state *s) {
  lua_newtable(L);
  if (rules->variant == NULL)
    return;
  const au_text *names = &rules->variant->var_names;
  int i = 0;
  for (size_t at = 0; at < names->n; at += strlen(names->at + at) + 1) {
    lua_pushinteger(L, s->vars[i++]);
    lua_setfield(L, -2, names->at + at);
  }
}

void au_push_rounds(lua_State *L, const au_rules *r, const au_tally *round,
                    uint32_t n) {
  enum { SCORED = 100 };
  au_charge(L, SCORED * ((int64_t)n + 1));
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    au_score score;
    au_tally_score(&round[i], &score);
    au_push_score(L, r->side_n, &score);
    au_push_sides(L, round[i].winners);
    lua_setfield(L, -2, "winners");
    lua_rawseti(L, -2, i + 1);
  }
}

static int side_taken(const au_rules *r, const au_state *s, int side) {
  int taken = 0;
  for (int seat = 0; seat < r->players; seat++)
    if (r->side_of[seat] == side)
      taken += s->taken[seat];
  return taken;
}

/* Push each side's bid, or with 'need' its bid minus the tricks it has taken;
** nil for a side whose bids are not complete. */
static void push_side_bids(lua_State *L, const au_lrules *rules,
                           const au_state *s, bool need) {
  lua_createtable(L, rules->r.side_n, 0);
  for (int side = 0; side < rules->r.side_n; side++) {
    int bid;
    if (au_state_bid(&rules->r, s, side, &bid) != AU_OK)
      au_raise_hook(L, rules);
    if (bid < 0)
      continue;
    lua_pushinteger(L, need ? bid - side_taken(&rules->r, s, side) : bid);
    lua_rawseti(L, -2, side + 1);
  }
}

static void push_by_side(lua_State *L, const au_rules *r, const au_state *s,
                         int field) {
  lua_createtable(L, r->side_n, 0);
  for (int side = 0; side < r->side_n; side++) {
    lua_pushinteger(L, field == AU_FIELD_NUGGETS  ? s->nuggets[side]
                       : field == AU_FIELD_POINTS ? s->points[side]
                                                  : side_taken(r, s, side));
    lua_rawseti(L, -2, side + 1);
  }
}

static void push_gold(lua_State *L, const au_lrules *rules, const au_state *s) {
  lua_createtable(L, rules->r.players, 0);
  for (int i = 0; i < rules->r.players; i++) {
    au_push_pile(L, rules->deck_id, s->gold[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void au_push_place(lua_State *L, au_place p) {
  char text[AU_PLACE_TEXT];
  lua_pushlstring(L, text, au_place_text(&p, text));
}

/* Push a field that is a seat, a number or a text; nil for any other. */
static void push_plain(lua_State *L, const au_state *s, int field) {
  switch (field) {
  case AU_FIELD_PHASE:
    lua_pushstring(L, au_phase_name(s->phase));
    break;
  case AU_FIELD_DECIDING:
    lua_pushstring(L, au_decision_name(s->phase));
    break;
  case AU_FIELD_TURN:
    au_push_seat(L, s->turn);
    break;
  case AU_FIELD_FIRST:
    au_push_seat(L, s->round > 0 ? s->first : AU_NONE);
    break;
  case AU_FIELD_LEADER:
    au_push_seat(L, s->round > 0 ? s->trick.leader : AU_NONE);
    break;
  case AU_FIELD_ROUND:
    lua_pushinteger(L, s->round);
    break;
  case AU_FIELD_PASSER:
    au_push_seat(L, s->passer);
    break;
  case AU_FIELD_TIMES:
    lua_pushinteger(L, s->times == 0 ? 1 : s->times);
    break;
  default:
    lua_pushnil(L);
    break;
  }
}

/* Push the letter of the suit that is trump; nil for none. */
static void push_trump(lua_State *L, const au_deck *d, const au_trick *t) {
  if (t->trump == 0)
    lua_pushnil(L);
  else
    lua_pushlstring(L, &d->suit[t->trump - 1], 1);
}

/* ---- Questions ---------------------------------------------------------- */

static void push_seats(lua_State *L, const char *key, uint8_t seats) {
  au_push_sides(L, seats); /* they are numbered alike */
  lua_setfield(L, -2, key);
}

void au_push_question(lua_State *L, const au_lrules *rules, const au_state *s,
                      uint8_t seat) {
  const au_ask *q = au_ask_now(&rules->r, s);
  au_choices c;
  au_action a;
  if (q == NULL) {
    lua_pushnil(L);
    return;
  }
  au_push_ask(L, q);
  push_seats(L, "asked", s->asked);
  push_seats(L, "pending", s->pending);
  if (seat != s->turn)
    return;
  if (au_ask_choices(&rules->r, s, &c) != AU_OK ||
      au_state_default(&rules->r, s, &a) != AU_OK) {
    au_raise_hook(L, rules);
    return;
  }
  au_push_choices(L, rules->deck_id, q, &c);
  lua_setfield(L, -2, "choices");
  au_push_value(L, rules->deck_id, q, au_action_value(a));
  lua_setfield(L, -2, "default");
  if (q->kind != AU_ASK_CARD)
    return;
  au_push_set(L, rules->deck_id, au_answer_cards(s->answer[seat]));
  lua_setfield(L, -2, "chosen");
}

void au_push_field(lua_State *L, const au_lrules *rules, const au_state *s,
                   const au_entry *log, uint32_t n, int field) {
  enum { MADE = 30 };
  int deck_id = rules->deck_id;
  switch (field) {
  case AU_FIELD_BIDS:
    push_bids(L, rules, s);
    break;
  case AU_FIELD_BID:
  case AU_FIELD_NEED:
    push_side_bids(L, rules, s, field == AU_FIELD_NEED);
    break;
  case AU_FIELD_TAKEN:
  case AU_FIELD_POINTS:
  case AU_FIELD_NUGGETS:
    push_by_side(L, &rules->r, s, field);
    break;
  case AU_FIELD_GOLD:
    push_gold(L, rules, s);
    break;
  case AU_FIELD_SUPPLY:
    au_push_pile(L, deck_id, s->supply);
    break;
  case AU_FIELD_EXTRAS:
    au_push_set(L, deck_id, s->extras);
    break;
  case AU_FIELD_TRICK:
    push_open_trick(L, deck_id, &rules->r, s);
    break;
  case AU_FIELD_TRICKS:
    push_tricks(L, rules, log, n);
    break;
  case AU_FIELD_CHANGES:
    push_changes(L, deck_id, log, n);
    break;
  case AU_FIELD_DOWN:
    push_down(L, &rules->r, s);
    break;
  case AU_FIELD_VARS:
    push_vars(L, rules, s);
    break;
  case AU_FIELD_QUESTION:
    au_push_question(L, rules, s, s->turn);
    break;
  case AU_FIELD_PLACE:
    if (s->round > 0)
      au_push_place(L, au_place_of(&rules->r, s, log, n));
    else
      lua_pushnil(L);
    break;
  case AU_FIELD_WINNERS:
    au_push_sides(L, s->winners);
    break;
  case AU_FIELD_TRUMP:
    push_trump(L, &rules->r.deck, &s->trick);
    break;
  default:
    push_plain(L, s, field);
    break;
  }
  if (lua_istable(L, -1))
    au_charge(L, MADE);
}

/* Push the legal actions as a list. */
void au_push_legal(lua_State *L, const au_lrules *rules, const au_state *s) {
  enum { FOUND = 20, LISTED = 5 };
  au_action list[AU_ACTION_MAX];
  int n;
  if (au_state_legal(&rules->r, s, list, &n) != AU_OK)
    au_raise_hook(L, rules);
  au_charge(L, FOUND + LISTED * n);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    au_push_action(L, rules, list[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

au_set au_legal_bits(lua_State *L, const au_lrules *rules, const au_state *s) {
  au_set cards;
  bool pass;
  if (au_state_cards(&rules->r, s, &cards, &pass) != AU_OK)
    au_raise_hook(L, rules);
  return cards;
}

void au_push_legal_cards(lua_State *L, const au_lrules *rules,
                         const au_state *s) {
  au_push_set(L, rules->deck_id, au_legal_bits(L, rules, s));
}

/* The next card of an answer that is given as a set or a list: its lowest card
** that is not chosen yet; AU_NONE for any other value. */
static au_card next_card(lua_State *L, int arg, const au_lrules *rules,
                         const au_state *s) {
  au_set set, chosen = au_answer_cards(s->answer[s->turn]);
  if (!au_set_at(L, arg, &set)) {
    if (lua_type(L, arg) != LUA_TTABLE)
      return au_to_card(L, arg, rules->deck_id);
    set = 0;
    arg = lua_absindex(L, arg);
    for (int i = 1; i <= AU_ASK_CARDS; i++) {
      lua_rawgeti(L, arg, i);
      au_card c = au_to_card(L, -1, rules->deck_id);
      set |= c == AU_NONE ? 0 : au_bit(c);
      lua_pop(L, 1);
    }
  }
  set &= ~chosen;
  return set == 0 ? AU_NONE : au_first(set);
}

/* The answer to question 'q' that a value means; 0 for any other value. */
static au_action answer_meant(lua_State *L, int arg, const au_lrules *rules,
                              const au_state *s, const au_ask *q) {
  unsigned value = 0;
  int number;
  if (q->kind == AU_ASK_CARD) {
    value = next_card(L, arg, rules, s);
    if (value == AU_NONE)
      return 0;
  } else if (q->kind == AU_ASK_NUMBER && lua_type(L, arg) == LUA_TNUMBER) {
    if (!au_int_at(L, arg, 0, AU_VALUE_MAX, &number))
      return 0;
    value = (unsigned)number;
  } else {
    size_t n;
    if (lua_type(L, arg) != LUA_TSTRING)
      return 0;
    const char *text = lua_tolstring(L, arg, &n);
    if (!au_value_parse(&rules->r.deck, q, text, n, &value))
      return 0;
  }
  return au_answer_action(s->turn, s->ask - 1u, value);
}

/* The action that a card means here; a text may also name an action. Returns 0
** for any other value. */
au_action au_meant(lua_State *L, int arg, const au_lrules *rules,
                   const au_state *s) {
  unsigned seat = s->turn == AU_NONE ? 0 : s->turn;
  const au_ask *q = au_ask_now(&rules->r, s);
  au_action a = 0;
  if (q != NULL) /* first: a word of the question may be "pass" */
    a = answer_meant(L, arg, rules, s, q);
  if (a == 0)
    a = au_to_action(L, arg, rules, seat);
  if (a != 0 || q != NULL)
    return a;
  au_card c = au_to_card(L, arg, rules->deck_id);
  if (c == AU_NONE)
    return 0;
  return s->phase == AU_PHASE_BID ? au_bid_action(seat, c, false)
                                  : au_play_action(seat, c);
}

int au_not_meant(lua_State *L, int arg) {
  bool is_text = lua_type(L, arg) == LUA_TSTRING;
  const char *text = is_text ? lua_tostring(L, arg) : "";
  const char *expected = "a card or an action such as 'play Z7'";
  if (strncmp(text, "change G", 8) == 0 && strchr(text + 8, ' ') != NULL &&
      strchr(text + 8, ' ') == strrchr(text, ' '))
    expected = "a change to name the seat whose bid is replaced, such as "
               "'change G0 S6 of 4'";
  return luaL_argerror(L, arg,
                       lua_pushfstring(L, "expected %s, got %s", expected,
                                       au_push_tostring(L, arg)));
}

/* Push true if the action is legal, else false and the reason. */
/* The action meant by the value at 'arg', whose legality is asked. Raises if it
** means none. */
static au_action check_meant(lua_State *L, int arg, const au_lrules *rules,
                             const au_state *s) {
  enum { ASKED = 20 };
  au_charge(L, ASKED);
  au_action a = au_meant(L, arg, rules, s);
  if (a == 0)
    au_not_meant(L, arg);
  return a;
}

int au_push_is_legal(lua_State *L, int arg, const au_lrules *rules,
                     const au_state *s) {
  au_action a = check_meant(L, arg, rules, s);
  au_status status = au_state_allows(&rules->r, s, a);
  if (status == AU_EHOOK)
    return au_raise_hook(L, rules);
  lua_pushboolean(L, status == AU_OK);
  return 1;
}

int au_push_why(lua_State *L, int arg, const au_lrules *rules,
                const au_state *s) {
  char why[AU_WHY_TEXT];
  au_action a = check_meant(L, arg, rules, s);
  au_status status = au_state_why(&rules->r, s, a, why);
  if (status == AU_EHOOK)
    return au_raise_hook(L, rules);
  lua_pushboolean(L, status == AU_OK);
  lua_pushstring(L, why);
  return 2;
}

void au_push_deal(lua_State *L, const au_rules *r, int deck_id,
                  const au_deal *deal) {
  lua_createtable(L, 0, 3);
  lua_pushinteger(L, deal->first + 1);
  lua_setfield(L, -2, "first");
  lua_createtable(L, r->players, 0);
  lua_createtable(L, r->players, 0);
  for (int i = 0; i < r->players; i++) {
    au_push_set(L, deck_id, deal->hand[i]);
    lua_rawseti(L, -3, i + 1);
    au_push_pile(L, deck_id, deal->gold[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -3, "gold");
  lua_setfield(L, -2, "hands");
}

/* Push the list at 'key' of the table at 'at', which has a value for each seat.
** Pushes nothing and returns false if there is no list. */
static bool push_list(lua_State *L, int at, const char *key, int n) {
  if (lua_getfield(L, at, key) == LUA_TNIL) {
    lua_pop(L, 1);
    return false;
  }
  au_list_of(L, -1, key, n, n);
  return true;
}

/* Push a seat's entry of the list on the top: cards in any accepted form. */
static int push_cards(lua_State *L, const char *key, int seat) {
  int type = lua_rawgeti(L, -1, seat + 1);
  if (type != LUA_TSTRING && type != LUA_TTABLE && type != LUA_TUSERDATA &&
      !lua_isinteger(L, -1))
    luaL_error(L, "%s: seat %d: expected cards, got a %s value", key, seat + 1,
               luaL_typename(L, -1));
  return lua_gettop(L);
}

void au_get_deal(lua_State *L, int at, const au_rules *r, int deck_id,
                 int round, au_deal *deal) {
  memset(deal, 0, sizeof *deal);
  lua_getfield(L, at, "first");
  deal->first = au_seat_of(L, -1, "first", r->players);
  deal->extras = r->deck.base;
  if (!push_list(L, at, "hands", r->players))
    luaL_error(L, "hands: expected a list of %d, got nil", r->players);
  for (int i = 0; i < r->players; i++) {
    deal->hand[i] = au_check_set(L, push_cards(L, "hands", i), deck_id);
    deal->extras &= ~deal->hand[i];
    deal->gold[i] = au_deal_gold(r, round);
    lua_pop(L, 1);
  }
  if (!push_list(L, at, "gold", r->players))
    return;
  for (int i = 0; i < r->players; i++) {
    deal->gold[i] = au_check_pile(L, push_cards(L, "gold", i), deck_id);
    lua_pop(L, 1);
  }
}

void au_push_faults(lua_State *L, const au_fault *fault, size_t n) {
  lua_createtable(L, (int)n, 0);
  for (size_t i = 0; i < n; i++) {
    const au_fault *f = &fault[i];
    lua_createtable(L, 0, 7);
    lua_pushinteger(L, f->round);
    lua_setfield(L, -2, "round");
    lua_pushinteger(L, f->trick);
    lua_setfield(L, -2, "trick");
    lua_pushinteger(L, f->seat + 1);
    lua_setfield(L, -2, "seat");
    lua_pushstring(L, f->ask);
    lua_setfield(L, -2, "ask");
    lua_pushstring(L, f->kind);
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, f->message);
    lua_setfield(L, -2, "message");
    lua_pushboolean(L, f->substituted);
    lua_setfield(L, -2, "substituted");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}
