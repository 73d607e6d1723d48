/* pile.c: piles of gold in Lua: collections and the supply, which may hold a
** card more than once. They are immutable values. */
#include "bind.h"

#include <string.h>

const char au_pile_type[] = "aurum.pile";

void au_push_pile(lua_State *L, int deck_id, au_gold gold) {
  au_lpile *p = au_new(L, sizeof *p, 0, au_pile_type);
  p->gold = gold;
  p->deck_id = deck_id;
}

static void add_to_pile(lua_State *L, int arg, const au_deck *d, void *to,
                        au_card c) {
  au_gold *gold = to;
  if (!au_has(d->gold, c))
    luaL_argerror(L, arg, "expected gold cards");
  if (au_gold_count(*gold, d->rank_of[c]) == AU_COPIES_MAX)
    luaL_argerror(L, arg, "more gold of one rank than a pile holds");
  *gold += au_gold_one(d->rank_of[c]);
}

au_gold au_check_pile(lua_State *L, int arg, int deck_id) {
  const au_lpile *p = au_test(L, arg, au_pile_type);
  au_gold gold = 0;
  if (p != NULL && p->deck_id != deck_id)
    luaL_argerror(L, arg, "gold of another deck");
  if (p == NULL)
    au_each_card(L, arg, deck_id, add_to_pile, &gold);
  else
    gold = p->gold;
  return gold;
}

static au_lpile *check_lpile(lua_State *L) {
  return au_check(L, 1, au_pile_type);
}

static int pile_count(lua_State *L) {
  const au_lpile *p = check_lpile(L);
  const au_deck *d = &au_lua_of(L)->deck[p->deck_id];
  au_card c = au_check_card(L, 2, p->deck_id);
  return au_has(d->gold, c) ? au_gold_count(p->gold, d->rank_of[c]) : 0;
}

static int f_has(lua_State *L) {
  lua_pushboolean(L, pile_count(L) > 0);
  return 1;
}

static int f_count(lua_State *L) {
  lua_pushinteger(L, pile_count(L));
  return 1;
}

/* pile:list(): the cards of the pile, lowest first. */
static int f_list(lua_State *L) {
  const au_lpile *p = check_lpile(L);
  const au_deck *d = &au_lua_of(L)->deck[p->deck_id];
  lua_Integer n = 0;
  lua_createtable(L, au_gold_size(p->gold), 0);
  for (int rank = 0; rank < d->gold_n; rank++)
    for (int i = au_gold_count(p->gold, rank); i > 0; i--) {
      au_push_card(L, p->deck_id, (au_card)(d->gold_at + rank));
      lua_rawseti(L, -2, ++n);
    }
  return 1;
}

static int f_next(lua_State *L) {
  lua_Integer i = au_own_whole(L, lua_upvalueindex(2)) + 1;
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(2));
  lua_rawgeti(L, lua_upvalueindex(1), i);
  return 1;
}

static int f_each(lua_State *L) {
  f_list(L);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, f_next, 2);
  return 1;
}

static int f_pairs(lua_State *L) {
  f_each(L);
  return au_push_twice(L);
}

static int f_index(lua_State *L) {
  au_check_index(L, "pile");
  return au_method_index(L);
}

static int f_kinds(lua_State *L) {
  const au_lpile *p = check_lpile(L);
  au_push_set(L, p->deck_id,
              au_gold_kinds(&au_lua_of(L)->deck[p->deck_id], p->gold));
  return 1;
}

static int push_pile_card(lua_State *L, const au_lpile *p, int rank) {
  const au_deck *d = &au_lua_of(L)->deck[p->deck_id];
  au_push_card(L, p->deck_id,
               rank < 0 ? AU_NONE : (au_card)(d->gold_at + rank));
  return 1;
}

static int f_highest(lua_State *L) {
  const au_lpile *p = check_lpile(L);
  return push_pile_card(L, p, au_gold_best(p->gold));
}

static int f_lowest(lua_State *L) {
  const au_lpile *p = check_lpile(L);
  int rank = p->gold == 0 ? -1 : __builtin_ctzll(p->gold) / 4;
  return push_pile_card(L, p, rank);
}

static int f_len(lua_State *L) {
  lua_pushinteger(L, au_gold_size(check_lpile(L)->gold));
  return 1;
}

static int f_eq(lua_State *L) {
  const au_lpile *a = au_test(L, 1, au_pile_type);
  const au_lpile *b = au_test(L, 2, au_pile_type);
  lua_pushboolean(L, a != NULL && b != NULL && a->gold == b->gold);
  return 1;
}

static int f_tostring(lua_State *L) {
  const au_lpile *p = check_lpile(L);
  const au_deck *d = &au_lua_of(L)->deck[p->deck_id];
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  int n = 0;
  for (int rank = 0; rank < d->gold_n; rank++)
    for (int i = au_gold_count(p->gold, rank); i > 0; i--) {
      char name[AU_CARD_TEXT];
      size_t len = au_card_text(d, (au_card)(d->gold_at + rank), name);
      if (n++ > 0)
        luaL_addchar(&b, ' ');
      luaL_addlstring(&b, name, len);
    }
  luaL_pushresult(&b);
  return 1;
}

/* ---- Cards of another state ------------------------------------------- */

/* Push the deck's card of a name; the name if the deck does not have it. */
static void push_in_deck(lua_State *L, int deck_id, const char *name) {
  const au_deck *d = &au_lua_of(L)->deck[deck_id];
  au_card c = au_deck_find(d, name, strlen(name));
  if (c != AU_NONE)
    au_push_card(L, deck_id, c);
  else
    lua_pushstring(L, name);
}

bool au_push_cards_of(lua_State *to, int deck_id, lua_State *from, int at) {
  const char *name = au_card_name(from, at);
  const au_lset *set = au_test(from, at, au_set_type);
  const au_lpile *pile = au_test(from, at, au_pile_type);
  if (name != NULL)
    push_in_deck(to, deck_id, name);
  else if (set != NULL)
    au_push_set(to, deck_id, set->bits);
  else if (pile != NULL)
    au_push_pile(to, deck_id, pile->gold);
  return name != NULL || set != NULL || pile != NULL;
}

/* ----------------------------------------------------------------------- */

static const luaL_Reg pile_meta[] = {
    {"__len", f_len},        {"__eq", f_eq},       {"__tostring", f_tostring},
    {"__concat", au_concat}, {"__pairs", f_pairs}, {NULL, NULL}};
static const luaL_Reg pile_methods[] = {
    {"has", f_has},       {"count", f_count}, {"each", f_each},
    {"list", f_list},     {"kinds", f_kinds}, {"highest", f_highest},
    {"lowest", f_lowest}, {NULL, NULL}};

void au_open_piles(lua_State *L) {
  static const char *const no_fields[] = {NULL};
  au_new_type(L, au_pile_type, pile_meta, no_fields, f_index);
  au_bind_methods(L, au_pile_type, pile_methods);
}
