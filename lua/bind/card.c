/* card.c: cards and sets of cards in Lua.
**
** A Lua state has one object per card name, so that cards compare by identity.
** A table from (deck id, kind) to card makes pushing a card one lookup. A
** card's fields never change, so each card has a metatable with a table of
** them. Scripts read fields in hot loops, and this way they need no call. Sets
** are immutable values. */
#include "bind.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char CARD[] = "aurum.card";
const char au_set_type[] = "aurum.set";

typedef struct lcard {
  au_card kind; /* in the standard deck; AU_NONE if it has no such card */
  char name[AU_CARD_TEXT];
  char suit[2];
  uint8_t rank;
} lcard;

static const char names_key = 'n'; /* registry: name -> card */

/* ---- Cards ------------------------------------------------------------ */

static const char *const card_fields[] = {"suit", "rank", "gold", "power",
                                          NULL};

/* Give the card on the top its own metatable: the type's, with its fields. */
static void set_fields_of(lua_State *L, const lcard *c) {
  bool gold = c->suit[0] == 'G';
  au_own_metatable(L);
  lua_createtable(L, 0, 4);
  lua_pushstring(L, c->suit);
  lua_setfield(L, -2, "suit");
  lua_pushinteger(L, c->rank);
  lua_setfield(L, -2, "rank");
  lua_pushboolean(L, gold);
  lua_setfield(L, -2, "gold");
  lua_pushinteger(L, gold ? c->rank + AU_GOLD_POWER : c->rank);
  lua_setfield(L, -2, "power");
  luaL_getmetatable(L, CARD); /* for any other name, the type's index raises */
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}

/* Push the card of that name, which is made at its first use. */
static void push_named(lua_State *L, const char *name, int rank) {
  au_recall(L, &names_key);
  if (lua_getfield(L, -1, name) == LUA_TNIL) {
    lua_pop(L, 1);
    lcard *c = au_new(L, sizeof *c, 0, CARD);
    memset(c, 0, sizeof *c);
    strcpy(c->name, name);
    c->suit[0] = name[0];
    c->rank = (uint8_t)rank;
    c->kind = au_deck_find(&au_lua_of(L)->deck[0], name, strlen(name));
    set_fields_of(L, c);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, name);
  }
  lua_remove(L, -2);
}

void au_push_card(lua_State *L, int deck_id, au_card c) {
  if (c >= AU_KIND_MAX) {
    lua_pushnil(L);
    return;
  }
  au_recall(L, &au_kinds);
  if (lua_rawgeti(L, -1, deck_id * AU_KIND_MAX + c) == LUA_TNIL) {
    const au_deck *d = &au_lua_of(L)->deck[deck_id];
    char name[AU_CARD_TEXT];
    au_card_text(d, c, name);
    lua_pop(L, 1);
    push_named(L, name, d->rank_of[c]);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, deck_id * AU_KIND_MAX + c);
  }
  lua_remove(L, -2);
}

void au_push_made_cards(lua_State *L, int deck_id, const au_card *c, int n) {
  au_recall(L, &au_kinds);
  for (int i = 0; i < n; i++)
    lua_rawgeti(L, -1 - i, deck_id * AU_KIND_MAX + c[i]);
  lua_remove(L, -1 - n);
}

const char *au_card_name(lua_State *L, int at) {
  const lcard *c = au_test(L, at, CARD);
  return c != NULL ? c->name : NULL;
}

void au_push_card_named(lua_State *L, const char *name) {
  au_recall(L, &names_key);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

au_card au_to_card(lua_State *L, int arg, int deck_id) {
  const char *name;
  size_t n;
  const lcard *c = au_test(L, arg, CARD);
  if (c != NULL && deck_id == 0)
    return c->kind;
  if (c != NULL) {
    name = c->name;
    n = strlen(name);
  } else if (lua_type(L, arg) == LUA_TSTRING) {
    name = lua_tolstring(L, arg, &n);
  } else {
    return AU_NONE;
  }
  return au_deck_find(&au_lua_of(L)->deck[deck_id], name, n);
}

au_card au_check_card(lua_State *L, int arg, int deck_id) {
  au_card c = au_to_card(L, arg, deck_id);
  if (c == AU_NONE) {
    const char *got = lua_type(L, arg) == LUA_TSTRING ? lua_tostring(L, arg)
                                                      : luaL_typename(L, arg);
    luaL_argerror(L, arg,
                  lua_pushfstring(L,
                                  "expected a card such as Z7 or "
                                  "G0, got %s",
                                  got));
  }
  return c;
}

static int f_card(lua_State *L) {
  au_push_card(L, 0, au_check_card(L, 1, 0));
  return 1;
}

static int f_card_tostring(lua_State *L) {
  const lcard *c = au_check(L, 1, CARD);
  lua_pushstring(L, c->name);
  return 1;
}

/* ORDER SUIT: base metals by letter, gold last, then by rank. */
static int card_order(const lcard *c) {
  return (c->suit[0] == 'G' ? 'Z' + 1 : c->suit[0]) * 64 + c->rank;
}

static int f_card_lt(lua_State *L) {
  const lcard *a = au_check(L, 1, CARD);
  const lcard *b = au_check(L, 2, CARD);
  lua_pushboolean(L, card_order(a) < card_order(b));
  return 1;
}

static int f_card_le(lua_State *L) {
  const lcard *a = au_check(L, 1, CARD);
  const lcard *b = au_check(L, 2, CARD);
  lua_pushboolean(L, card_order(a) <= card_order(b));
  return 1;
}

/* ---- Sets and piles as tables ------------------------------------------ */

void au_check_index(lua_State *L, const char *kind) {
  bool number = lua_type(L, 2) == LUA_TNUMBER;
  if (!number && au_test(L, 2, CARD) == NULL)
    return;
  au_push_where(L);
  if (number)
    lua_pushfstring(L, "a %s has no item by number; use %s:each() or %s:list()",
                    kind, kind, kind);
  else
    lua_pushfstring(L, "a %s has no item by card; use %s:has(card)", kind,
                    kind);
  lua_concat(L, 2);
  lua_error(L);
}

/* One step of pairs: the next card of the iterator that is the upvalue, as the
** key and as the value. */
static int f_twice(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_call(L, 0, 1);
  lua_pushvalue(L, -1);
  return 2;
}

int au_push_twice(lua_State *L) {
  lua_pushcclosure(L, f_twice, 1);
  return 1;
}

/* ---- Sets ------------------------------------------------------------- */

static void push_set(lua_State *L, int deck_id, au_set bits, bool own) {
  au_lset *s = au_new(L, sizeof *s, 0, au_set_type);
  s->bits = bits;
  s->deck_id = deck_id;
  s->own = own;
}

void au_push_set(lua_State *L, int deck_id, au_set bits) {
  push_set(L, deck_id, bits, false);
}

void au_push_own_set(lua_State *L, int deck_id, au_set bits) {
  push_set(L, deck_id, bits, true);
}

/* Note that the cards of a set are read. */
static const au_lset *look(lua_State *L, const au_lset *s) {
  if (s != NULL && s->own)
    au_lua_of(L)->looked = true;
  return s;
}

/* The next card in a text of names; AU_NONE at its end. Raises if a name is not
** a card. */
static au_card next_name(lua_State *L, int arg, const au_deck *d,
                         const char **text) {
  const char *start = *text + strspn(*text, " ");
  size_t n = strcspn(start, " ");
  *text = start + n;
  if (n == 0)
    return AU_NONE;
  au_card c = au_deck_find(d, start, n);
  if (c == AU_NONE) {
    lua_pushlstring(L, start, n);
    luaL_argerror(
        L, arg,
        lua_pushfstring(L, "expected cards, got '%s'", lua_tostring(L, -1)));
  }
  return c;
}

void au_each_card(lua_State *L, int arg, int deck_id, au_add_card *add,
                  void *to) {
  enum { LISTED = 6 };
  const au_deck *d = &au_lua_of(L)->deck[deck_id];
  if (lua_type(L, arg) == LUA_TSTRING) {
    const char *text = au_check_text(L, arg);
    au_spend(L, au_bytes_of_text(L, arg)); /* spaces count too */
    for (au_card c; (c = next_name(L, arg, d, &text)) != AU_NONE;)
      add(L, arg, d, to, c);
    return;
  }
  if (au_test(L, arg, CARD) != NULL) {
    add(L, arg, d, to, au_check_card(L, arg, deck_id));
    return;
  }
  luaL_checktype(L, arg, LUA_TTABLE);
  int n = au_list_of(L, arg, "cards", 0, AU_LIST_MOST);
  for (int i = 1; i <= n; i++) {
    au_spend(L, LISTED);
    lua_rawgeti(L, arg, i);
    au_card c = au_to_card(L, -1, deck_id);
    if (c == AU_NONE)
      luaL_argerror(L, arg, lua_pushfstring(L, "item %d is not a card", i));
    add(L, arg, d, to, c);
    lua_pop(L, 1);
  }
}

static void add_to_set(lua_State *L, int arg, const au_deck *d, void *to,
                       au_card c) {
  au_set *bits = to;
  (void)L, (void)arg, (void)d;
  *bits |= au_bit(c);
}

bool au_set_at(lua_State *L, int at, au_set *out) {
  const au_lset *s = look(L, au_test(L, at, au_set_type));
  if (s != NULL)
    *out = s->bits;
  else if (lua_isinteger(L, at))
    *out = au_bits_at(L, at);
  return s != NULL || lua_isinteger(L, at);
}

au_set au_check_set(lua_State *L, int arg, int deck_id) {
  const au_lset *s = au_test(L, arg, au_set_type);
  const au_deck *d = &au_lua_of(L)->deck[deck_id];
  au_set bits = 0;
  if (s != NULL && s->deck_id != deck_id)
    luaL_argerror(L, arg, "a set of another deck's cards");
  if (!au_set_at(L, arg, &bits))
    au_each_card(L, arg, deck_id, add_to_set, &bits);
  return bits & (d->base | d->gold);
}

/* aurum.set([cards]): a set; in a variant's state, of the game's deck. */
static int f_set(lua_State *L) {
  int deck_id = au_lua_of(L)->deck_id;
  au_push_set(L, deck_id,
              lua_isnoneornil(L, 1) ? 0 : au_check_set(L, 1, deck_id));
  return 1;
}

static const au_lset *check_lset(lua_State *L) {
  return look(L, au_check(L, 1, au_set_type));
}

static int f_set_has(lua_State *L) {
  const au_lset *s = check_lset(L);
  lua_pushboolean(L, au_has(s->bits, au_check_card(L, 2, s->deck_id)));
  return 1;
}

/* The next card. Upvalues: the deck id, the bits left, the table of cards. */
static int f_set_next(lua_State *L) {
  int deck_id = au_own_int(L, lua_upvalueindex(1));
  au_set left = au_bits_at(L, lua_upvalueindex(2));
  if (left == 0)
    return 0;
  lua_pushinteger(L, (lua_Integer)(left & (left - 1)));
  lua_replace(L, lua_upvalueindex(2));
  au_card c = au_first(left);
  if (lua_rawgeti(L, lua_upvalueindex(3), deck_id * AU_KIND_MAX + c) ==
      LUA_TNIL)
    au_push_card(L, deck_id, c);
  return 1;
}

static int f_set_each(lua_State *L) {
  const au_lset *s = check_lset(L);
  au_charge(L, 10 * (1 + au_count(s->bits)));
  lua_pushinteger(L, s->deck_id);
  lua_pushinteger(L, (lua_Integer)s->bits);
  au_recall(L, &au_kinds);
  lua_pushcclosure(L, f_set_next, 3);
  return 1;
}

static int f_set_pairs(lua_State *L) {
  f_set_each(L);
  return au_push_twice(L);
}

static int f_set_list(lua_State *L) {
  const au_lset *s = check_lset(L);
  lua_Integer i = 0;
  au_charge(L, 4 * au_count(s->bits));
  lua_createtable(L, au_count(s->bits), 0);
  for (au_set left = s->bits; left != 0; left &= left - 1) {
    au_push_card(L, s->deck_id, au_first(left));
    lua_rawseti(L, -2, ++i);
  }
  return 1;
}

/* Push the card of highest rank ('sign' 1) or lowest rank ('sign' -1): of equal
** cards the first. */
static int push_extreme(lua_State *L, int sign) {
  const au_lset *s = check_lset(L);
  const au_deck *d = &au_lua_of(L)->deck[s->deck_id];
  au_card best = AU_NONE;
  for (au_set left = s->bits; left != 0; left &= left - 1) {
    au_card c = au_first(left);
    if (best == AU_NONE || sign * d->rank_of[c] > sign * d->rank_of[best])
      best = c;
  }
  au_push_card(L, s->deck_id, best);
  return 1;
}

static int f_set_highest(lua_State *L) {
  return push_extreme(L, 1);
}

static int f_set_lowest(lua_State *L) {
  return push_extreme(L, -1);
}

static int f_set_base(lua_State *L) {
  const au_lset *s = check_lset(L);
  au_push_set(L, s->deck_id, s->bits & au_lua_of(L)->deck[s->deck_id].base);
  return 1;
}

static int f_set_gold(lua_State *L) {
  const au_lset *s = check_lset(L);
  au_push_set(L, s->deck_id, s->bits & au_lua_of(L)->deck[s->deck_id].gold);
  return 1;
}

/* The number of the suit of a letter, 'suit_n' for gold; -1 if the deck has
** none. */
static int suit_of(const au_deck *d, char letter) {
  const char *at = letter != '\0' ? strchr(d->suit, letter) : NULL;
  return letter == 'G' ? d->suit_n : at != NULL ? (int)(at - d->suit) : -1;
}

int au_check_suit(lua_State *L, int arg, const au_deck *d, bool gold) {
  const char *text = au_check_text(L, arg);
  int suit = text[0] != '\0' && text[1] == '\0' ? suit_of(d, text[0]) : -1;
  if (suit >= 0 && (gold || suit < d->suit_n))
    return suit;
  char letters[AU_SUIT_MAX + 2], meant[] = {(char)toupper((uint8_t)*text), 0};
  snprintf(letters, sizeof letters, "%s%s", d->suit, gold ? "G" : "");
  bool near = *meant != '\0' && strchr(letters, *meant) != NULL;
  return luaL_argerror(
      L, arg,
      lua_pushfstring(
          L, "expected the letter of a suit, one of %s; got '%s'%s", letters,
          text, near ? lua_pushfstring(L, "; did you mean '%s'?", meant) : ""));
}

/* set:suit(letter): the cards of a suit. A capital letter that is no suit of
** this deck, and the empty text, give none. */
static int f_set_suit(lua_State *L) {
  const au_lset *s = check_lset(L);
  const au_deck *d = &au_lua_of(L)->deck[s->deck_id];
  const char *text = au_check_text(L, 2);
  bool other = *text == '\0' || (suit_of(d, *text) < 0 && text[1] == '\0' &&
                                 *text >= 'A' && *text <= 'Z');
  au_set suit = other ? 0 : d->suit_set[au_check_suit(L, 2, d, true)];
  au_push_set(L, s->deck_id, s->bits & suit);
  return 1;
}

static int f_set_random(lua_State *L) {
  const au_lset *s = check_lset(L);
  au_set left = s->bits;
  if (left == 0)
    return 0;
  au_rng own, *rng = au_random_or(L, 2, au_lua_here(L), &own);
  uint32_t i = au_rng_below(rng, (uint32_t)au_count(left));
  while (i-- > 0)
    left &= left - 1;
  au_push_card(L, s->deck_id, au_first(left));
  return 1;
}

/* The deck id of a binary operation, from the operand that is a set. */
static int operand_deck(lua_State *L) {
  const au_lset *s = au_test(L, 1, au_set_type);
  if (s == NULL)
    s = au_check(L, 2, au_set_type);
  return s->deck_id;
}

static int f_set_and(lua_State *L) {
  int deck_id = operand_deck(L);
  au_push_set(L, deck_id,
              au_check_set(L, 1, deck_id) & au_check_set(L, 2, deck_id));
  return 1;
}

static int f_set_or(lua_State *L) {
  int deck_id = operand_deck(L);
  au_push_set(L, deck_id,
              au_check_set(L, 1, deck_id) | au_check_set(L, 2, deck_id));
  return 1;
}

static int f_set_minus(lua_State *L) {
  int deck_id = operand_deck(L);
  au_push_set(L, deck_id,
              au_check_set(L, 1, deck_id) & ~au_check_set(L, 2, deck_id));
  return 1;
}

static int f_set_eq(lua_State *L) {
  const au_lset *a = look(L, au_test(L, 1, au_set_type));
  const au_lset *b = look(L, au_test(L, 2, au_set_type));
  lua_pushboolean(L, a != NULL && b != NULL && a->bits == b->bits &&
                         a->deck_id == b->deck_id);
  return 1;
}

static int f_set_len(lua_State *L) {
  const au_lset *s = au_check(L, 1, au_set_type);
  lua_pushinteger(L, au_count(s->bits));
  return 1;
}

static int f_set_tostring(lua_State *L) {
  const au_lset *s = check_lset(L);
  const au_deck *d = &au_lua_of(L)->deck[s->deck_id];
  luaL_Buffer b;
  au_charge(L, 8 * au_count(s->bits));
  luaL_buffinit(L, &b);
  for (au_set left = s->bits; left != 0; left &= left - 1) {
    char name[AU_CARD_TEXT];
    size_t n = au_card_text(d, au_first(left), name);
    if (left != s->bits)
      luaL_addchar(&b, ' ');
    luaL_addlstring(&b, name, n);
  }
  luaL_pushresult(&b);
  return 1;
}

static const char *const set_fields[] = {"bits", NULL};

static int f_set_index(lua_State *L) {
  au_check_index(L, "set");
  if (au_index_field(L) == 0)
    lua_pushinteger(L, (lua_Integer)check_lset(L)->bits);
  return 1;
}

/* ----------------------------------------------------------------------- */

static const luaL_Reg card_meta[] = {{"__tostring", f_card_tostring},
                                     {"__concat", au_concat},
                                     {"__lt", f_card_lt},
                                     {"__le", f_card_le},
                                     {NULL, NULL}};
static const luaL_Reg set_meta[] = {{"__len", f_set_len},
                                    {"__eq", f_set_eq},
                                    {"__band", f_set_and},
                                    {"__bor", f_set_or},
                                    {"__sub", f_set_minus},
                                    {"__tostring", f_set_tostring},
                                    {"__concat", au_concat},
                                    {"__pairs", f_set_pairs},
                                    {NULL, NULL}};
static const luaL_Reg set_methods[] = {
    {"has", f_set_has},       {"each", f_set_each},
    {"list", f_set_list},     {"highest", f_set_highest},
    {"lowest", f_set_lowest}, {"base", f_set_base},
    {"gold", f_set_gold},     {"suit", f_set_suit},
    {"random", f_set_random}, {NULL, NULL}};

void au_open_cards(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"card", f_card}, {"set", f_set}, {NULL, NULL}};
  lua_newtable(L);
  au_keep(L, &names_key);
  au_new_type(L, CARD, card_meta, card_fields, au_method_index);
  au_new_type(L, au_set_type, set_meta, set_fields, f_set_index);
  au_bind_methods(L, au_set_type, set_methods);
  luaL_setfuncs(L, functions, 0);
}
