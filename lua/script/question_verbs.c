/* question_verbs.c: the verbs by which 'done' of a question acts on the game.
** They are methods of the hook context, and the core checks each (core/ask.h).
** The context shows 'done' what all see, so nothing hidden can decide what it
** does but the answers that it is given. */
#include "variant.h"

#include <stdio.h>
#include <string.h>

/* The context, while 'done' runs. */
static const au_lcontext *check_acting(lua_State *L) {
  const au_lcontext *c = au_check_context(L);
  if (c->v->now.acted == NULL)
    luaL_error(L, "only 'done' of a question may change the game, not %s",
               c->v->now.hook);
  au_look_acting(L, c->v);
  return c;
}

void au_show_acted(au_variant *v) {
  au_running *now = &v->now;
  if (now->vars != NULL) /* the state shown holds the vars until then */
    memcpy(now->acted->vars, now->shown->vars, sizeof now->acted->vars);
  au_state_look(v->rules, now->acted, AU_NONE, now->shown);
}

/* Raise the reason why a verb was refused, or show its effect. */
static int end_verb(lua_State *L, const au_lcontext *c, au_status status,
                    const char *why) {
  if (status != AU_OK)
    return luaL_error(L, "%s", why);
  au_show_acted(c->v);
  return 0;
}

/* Read a place: a seat's number for its hand, or a text. */
static au_spot check_place(lua_State *L, int arg, const au_rules *r) {
  static const char *const names[] = {"hand", "gold", "bid", "extras",
                                      "supply"}; /* as in au_at */
  au_spot p = {.at = AU_AT_HAND};
  if (lua_type(L, arg) == LUA_TNUMBER) {
    p.seat = au_check_seat(L, arg, r->players);
    return p;
  }
  const char *text =
      lua_type(L, arg) == LUA_TSTRING ? lua_tostring(L, arg) : "";
  for (p.at = 0; p.at < AU_AT_N; p.at++) {
    size_t n = strlen(names[p.at]);
    if (strncmp(text, names[p.at], n) != 0)
      continue;
    if (p.at >= AU_AT_EXTRAS && text[n] == '\0')
      return p;
    if (p.at < AU_AT_EXTRAS && text[n] == ' ' && text[n + 1] >= '1' &&
        text[n + 1] <= '0' + r->players && text[n + 2] == '\0') {
      p.seat = (uint8_t)(text[n + 1] - '1');
      return p;
    }
  }
  luaL_argerror(L, arg,
                lua_pushfstring(L,
                                "expected a seat, for its hand, or "
                                "'extras', 'supply', 'bid 1' or 'gold 1', "
                                "got %s",
                                *text != '\0' ? lua_pushfstring(L, "'%s'", text)
                                              : au_push_tostring(L, arg)));
  return p;
}

/* Read the seats that see a card: "all", a seat, or a list of seats. */
static uint8_t check_see(lua_State *L, int arg, const au_rules *r) {
  uint8_t see = 0;
  if (lua_isnoneornil(L, arg))
    return 0;
  if (lua_type(L, arg) == LUA_TSTRING &&
      strcmp(lua_tostring(L, arg), "all") == 0)
    return UINT8_MAX;
  if (lua_type(L, arg) != LUA_TTABLE)
    return (uint8_t)(1 << au_check_seat(L, arg, r->players));
  int n = au_list_of(L, arg, "seats", 0, AU_SEAT_MAX);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, arg, i);
    see |= (uint8_t)(1 << au_seat_of(L, -1, "seats", r->players));
    lua_pop(L, 1);
  }
  return see;
}

/* The seats that see a move or a card shown: all, where the answers are
** open. */
static uint8_t seen_by(lua_State *L, int arg, const au_lcontext *c) {
  const au_ask *q = &c->rules->r.asks->ask[c->v->now.question - 1];
  uint8_t see = check_see(L, arg, &c->rules->r);
  if (!q->secret && !lua_isnoneornil(L, arg) && see != UINT8_MAX)
    luaL_argerror(L, arg,
                  "all see the answers to this question, and so its "
                  "cards; set secret = true to hide them");
  return q->secret ? see : UINT8_MAX;
}

/* Read the cards to move or show: a card, a set, a list or their names. */
static au_set check_cards(lua_State *L, const au_lcontext *c) {
  if (lua_isnoneornil(L, 2) || lua_isboolean(L, 2))
    luaL_argerror(L, 2,
                  lua_pushfstring(L, "expected a card or a set, got %s",
                                  au_push_tostring(L, 2)));
  return au_check_set(L, 2, c->rules->deck_id);
}

/* s:move(cards, from, to[, see]): move cards between places. */
static int f_move(lua_State *L) {
  const au_lcontext *c = check_acting(L);
  const au_rules *r = &c->rules->r;
  char why[AU_WHY_TEXT];
  au_set cards = check_cards(L, c);
  au_spot from = check_place(L, 3, r), to = check_place(L, 4, r);
  uint8_t see = seen_by(L, 5, c);
  for (; cards != 0; cards &= cards - 1) {
    au_status status = au_ask_move(r, c->v->now.acted, c->v->now.before,
                                   au_first(cards), from, to, see, why);
    if (status != AU_OK)
      return end_verb(L, c, status, why);
  }
  return end_verb(L, c, AU_OK, why);
}

/* s:show(cards, at[, see]): show base cards where they lie. */
static int f_show(lua_State *L) {
  const au_lcontext *c = check_acting(L);
  const au_rules *r = &c->rules->r;
  char why[AU_WHY_TEXT];
  au_set cards = check_cards(L, c);
  au_spot at = check_place(L, 3, r);
  uint8_t see = seen_by(L, 4, c);
  for (; cards != 0; cards &= cards - 1) {
    au_status status =
        au_ask_show(r, c->v->now.acted, au_first(cards), at, see, why);
    if (status != AU_OK)
      return end_verb(L, c, status, why);
    c->v->now.told[au_first(cards)] |= see;
  }
  return end_verb(L, c, AU_OK, why);
}

/* s:pay(seat, gold): pay a gold card of the seat's collection to the supply. */
static int f_pay(lua_State *L) {
  const au_lcontext *c = check_acting(L);
  const au_rules *r = &c->rules->r;
  char why[AU_WHY_TEXT];
  au_spot from = {AU_AT_GOLD, au_check_seat(L, 2, r->players)};
  au_card gold = au_to_card(L, 3, c->rules->deck_id);
  if (gold == AU_NONE || !au_has(r->deck.gold, gold))
    return luaL_argerror(L, 3,
                         lua_pushfstring(L,
                                         "expected a gold card of seat %d, "
                                         "such as G0, got %s",
                                         from.seat + 1,
                                         au_push_tostring(L, 3)));
  return end_verb(L, c,
                  au_ask_move(r, c->v->now.acted, c->v->now.before, gold, from,
                              (au_spot){.at = AU_AT_SUPPLY}, 0, why),
                  why);
}

/* s:set_bid(side, bid): set the bid of a side. */
static int f_set_bid(lua_State *L) {
  const au_lcontext *c = check_acting(L);
  char why[AU_WHY_TEXT];
  int side = au_int_of(L, 2, "side", "a side", 1, c->rules->r.side_n);
  int bid = au_int_of(L, 3, "bid", "a bid", 0, AU_BID_MAX);
  return end_verb(
      L, c, au_ask_bid(&c->rules->r, c->v->now.acted, side - 1, bid, why), why);
}

/* s:set_trump(suit): make the suit of this letter trump; nil for none. */
static int f_set_trump(lua_State *L) {
  const au_lcontext *c = check_acting(L);
  const au_deck *d = &c->rules->r.deck;
  char why[AU_WHY_TEXT];
  int suit = 0;
  if (!lua_isnoneornil(L, 2))
    suit = au_check_suit(L, 2, d, false) + 1;
  return end_verb(L, c, au_ask_trump(&c->rules->r, c->v->now.acted, suit, why),
                  why);
}

/* s:multiply(times): multiply the points of this round. */
static int f_multiply(lua_State *L) {
  const au_lcontext *c = check_acting(L);
  char why[AU_WHY_TEXT];
  int times = au_int_of(L, 2, "times", "a number", 1, 100);
  return end_verb(L, c, au_ask_multiply(c->v->now.acted, times, why), why);
}

void au_open_moves(lua_State *L) {
  static const luaL_Reg methods[] = {{"move", f_move},
                                     {"show", f_show},
                                     {"pay", f_pay},
                                     {"set_bid", f_set_bid},
                                     {"set_trump", f_set_trump},
                                     {"multiply", f_multiply},
                                     {NULL, NULL}};
  au_bind_methods(L, au_context_type, methods);
}
