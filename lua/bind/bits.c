/* bits.c: aurum.bits: sets of cards as integers, for hot loops.
**
** An integer is a set's `bits`. Nothing here makes an object, so that a loop
** over cards leaves no garbage. Cards belong to the state's deck. */
#include "bind.h"

/* Upvalue: the data of the Lua state. */
static const au_deck *deck_here(lua_State *L) {
  const au_lua *data = au_lua_here(L);
  return &data->deck[data->deck_id];
}

static au_set check_bits(lua_State *L, int arg) {
  au_check_whole(L, arg, LUA_MININTEGER, LUA_MAXINTEGER);
  return au_bits_at(L, arg);
}

/* The kinds of the deck. */
static au_set all(const au_deck *d) {
  return d->base | d->gold;
}

static int push_bits(lua_State *L, au_set bits) {
  lua_pushinteger(L, (lua_Integer)bits);
  return 1;
}

/* bits.count(bits) */
static int f_count(lua_State *L) {
  lua_pushinteger(L, au_count(check_bits(L, 1)));
  return 1;
}

/* The bit of the card of highest rank ('sign' 1) or lowest rank ('sign' -1): of
** equal cards the first; 0 without one. */
static int push_extreme(lua_State *L, int sign) {
  const au_deck *d = deck_here(L);
  au_card best = AU_NONE;
  for (au_set left = check_bits(L, 1) & all(d); left != 0; left &= left - 1) {
    au_card c = au_first(left);
    if (best == AU_NONE || sign * d->rank_of[c] > sign * d->rank_of[best])
      best = c;
  }
  return push_bits(L, best == AU_NONE ? 0 : au_bit(best));
}

static int f_highest(lua_State *L) {
  return push_extreme(L, 1);
}

static int f_lowest(lua_State *L) {
  return push_extreme(L, -1);
}

/* bits.suit(bits, letter): the cards of a suit; "G" is gold. */
static int f_suit(lua_State *L) {
  const au_deck *d = deck_here(L);
  au_set suit = d->suit_set[au_check_suit(L, 2, d, true)];
  return push_bits(L, check_bits(L, 1) & suit);
}

/* The first card of the bits at 1; raises if the deck has none of them. */
static au_card check_first(lua_State *L) {
  au_set bits = check_bits(L, 1) & all(deck_here(L));
  luaL_argcheck(L, bits != 0, 1, "no card has these bits");
  return au_first(bits);
}

/* bits.rank(bits): the rank of the first card. */
static int f_rank(lua_State *L) {
  lua_pushinteger(L, deck_here(L)->rank_of[check_first(L)]);
  return 1;
}

/* bits.card(bits): the first card. */
static int f_card(lua_State *L) {
  const au_lua *data = au_lua_here(L);
  au_push_card(L, data->deck_id, check_first(L));
  return 1;
}

/* The bit after that at 2, 0 for the first, of those at 1. */
static int f_next(lua_State *L) {
  au_set left = au_bits_at(L, 1), last = au_bits_at(L, 2);
  if (last != 0)
    left &= ~(last | (last - 1));
  if (left == 0)
    return 0;
  return push_bits(L, left & (~left + 1));
}

/* bits.each(bits): an iterator over single bits. Upvalue 2: f_next. */
static int f_each(lua_State *L) {
  check_bits(L, 1);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

void au_open_bits(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"count", f_count},   {"highest", f_highest},
      {"lowest", f_lowest}, {"suit", f_suit},
      {"rank", f_rank},     {"card", f_card},
      {"each", f_each},     {NULL, NULL}};
  lua_newtable(L);
  lua_pushlightuserdata(L, au_lua_of(L));
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, f_next, 1); /* an object: see au_push_closed */
  luaL_setfuncs(L, functions, 2);
  lua_setfield(L, -2, "bits");
}
