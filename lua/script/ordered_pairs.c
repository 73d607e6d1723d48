/* ordered_pairs.c: pairs, next and table.sort with a fixed order.
**
** Lua walks a table in the order of hashes, which differ from run to run, and
** sorts with a pivot drawn from the clock. Bots and variants get the functions
** of this file instead, so that a game repeats byte for byte. Keys come in this
** order: numbers by value, strings bytewise, cards by suit and rank. Other keys
** raise. */
#include "script.h"

#include <string.h>

enum { ORDER_NUMBER, ORDER_STRING, ORDER_CARD };

typedef struct key {
  int order;
  lua_Number number;   /* of a float, or of an integer rounded */
  lua_Integer integer; /* orders integers that rounding made equal */
  const char *text;    /* a string's bytes, or a card's name */
  size_t n;
} key;

/* The key at 'at' in comparable form; raises if it is of another type. */
static key key_at(lua_State *L, int at) {
  key k = {0};
  if (lua_type(L, at) == LUA_TNUMBER) {
    k.number = lua_tonumber(L, at);
    k.integer = lua_isinteger(L, at) ? au_own_whole(L, at) : 0;
    return k;
  }
  if (lua_type(L, at) == LUA_TSTRING) {
    k.order = ORDER_STRING;
    k.text = lua_tolstring(L, at, &k.n);
    return k;
  }
  k.order = ORDER_CARD;
  k.text = au_card_name(L, at);
  if (k.text == NULL)
    luaL_error(L,
               "a table with keys of type %s cannot be walked in a fixed "
               "order; use numbers, strings or cards as keys",
               luaL_typename(L, at));
  k.n = strlen(k.text);
  return k;
}

/* ----------------------------------------------------------------------- */

/* True if the key belongs to the sandbox: setmetatable stores such keys. */
static bool hidden(lua_State *L, int at) {
  return lua_islightuserdata(L, at);
}

static int compare_bytes(const key *a, const key *b) {
  int order = memcmp(a->text, b->text, a->n < b->n ? a->n : b->n);
  return order != 0 ? order : (a->n > b->n) - (a->n < b->n);
}

static int compare(const key *a, const key *b) {
  if (a->order != b->order)
    return a->order - b->order;
  if (a->order == ORDER_NUMBER && a->number != b->number)
    return a->number < b->number ? -1 : 1;
  if (a->order == ORDER_NUMBER)
    return (a->integer > b->integer) - (a->integer < b->integer);
  if (a->order == ORDER_CARD && (a->text[0] == 'G') != (b->text[0] == 'G'))
    return a->text[0] == 'G' ? 1 : -1; /* ORDER SUIT: gold last */
  if (a->order == ORDER_CARD && a->text[0] == b->text[0] && a->n != b->n)
    return a->n < b->n ? -1 : 1; /* B9 before B10 */
  return compare_bytes(a, b);
}

/* Sort 'n' keys by merging, with room for 'n' more behind them. So no order of
** the keys makes it slow. Returns the sorted keys. Not qsort: for a hundred
** keys it allocates, and asks the system for the size of memory, which a worker
** may not do. */
static key *sort_keys(key *keys, size_t n) {
  key *from = keys, *to = keys + n;
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t start = 0; start < n; start += 2 * width) {
      size_t middle = start + width < n ? start + width : n;
      size_t end = middle + width < n ? middle + width : n;
      size_t i = start, j = middle;
      for (size_t k = start; k < end; k++) {
        bool left =
            j == end || (i < middle && compare(&from[i], &from[j]) <= 0);
        to[k] = left ? from[i++] : from[j++];
      }
    }
    key *sorted = to;
    to = from;
    from = sorted;
  }
  return from;
}

static void push_key(lua_State *L, const key *k) {
  if (k->order == ORDER_CARD)
    au_push_card_named(L, k->text);
  else if (k->order == ORDER_STRING)
    lua_pushlstring(L, k->text, k->n);
  else if (k->number == (lua_Number)k->integer || k->integer != 0)
    lua_pushinteger(L, k->integer);
  else
    lua_pushnumber(L, k->number);
}

/* One step of pairs. Argument: the table. Upvalues: the sorted keys, the number
** of keys already returned. */
static int f_step(lua_State *L) {
  enum { REMOVED = 8 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer i = au_own_whole(L, lua_upvalueindex(2));
  for (;;) {
    i++;
    if (lua_rawgeti(L, lua_upvalueindex(1), i) == LUA_TNIL)
      return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL)
      break; /* skip keys that were removed meanwhile */
    lua_pop(L, 2);
    au_spend(L, REMOVED);
  }
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/* The charge for sorting 'n' keys of that many bytes in all. */
static int64_t sorting_cost(size_t n, size_t bytes) {
  enum { COMPARED = 3, PUSHED = 10 };
  int64_t each = PUSHED, passes = 0;
  for (size_t width = 1; width < n; width *= 2)
    passes++;
  each += COMPARED * passes;
  return each * (int64_t)n + passes * au_bytes_cost(bytes);
}

/* Push the list of the keys of the table at 1, in order. */
static void push_keys(lua_State *L) {
  size_t n = 0, bytes = 0;
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    size_t len = 0;
    if (lua_type(L, -2) == LUA_TSTRING)
      (void)lua_tolstring(L, -2, &len);
    bytes += len;
    n++;
  }
  au_spend_walk(L, 1, 2 * n);
  au_spend(L, sorting_cost(n, bytes));
  lua_createtable(L, (int)n, 0);
  key *keys = lua_newuserdatauv(L, (2 * n + 1) * sizeof *keys, 0);
  for (n = 0, lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
    if (!hidden(L, -2))
      keys[n++] = key_at(L, -2);
  keys = sort_keys(keys, n);
  for (size_t i = 0; i < n; i++) {
    push_key(L, &keys[i]);
    lua_rawseti(L, -3, (lua_Integer)i + 1);
  }
  lua_pop(L, 1);
}

static int f_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  push_keys(L);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, f_step, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* next(t, k): the least key above k. Each call walks the whole table. */
static int f_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool from_start = lua_isnil(L, 2), found = false;
  size_t n = 0, bytes = 0;
  key after = {0}, best = {0};
  if (!from_start)
    after = key_at(L, 2);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    n++;
    if (hidden(L, -2))
      continue;
    key k = key_at(L, -2);
    bytes += k.n;
    if ((from_start || compare(&k, &after) > 0) &&
        (!found || compare(&k, &best) < 0)) {
      best = k;
      found = true;
    }
  }
  au_spend_walk(L, 1, n);
  au_spend(L, au_bytes_cost(2 * bytes));
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  push_key(L, &best);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

/* ORDER SORT: the stack of table.sort. */
enum { SORT_TABLE = 1, SORT_GIVEN, SORT_LESS, SORT_ONE, SORT_OTHER };

/* True if '<' with the value at 'at' is fast: it calls no function of the
** script and reads no long text. */
static bool quick(lua_State *L, int at) {
  enum { SHORT = 256 };
  return !lua_istable(L, at) && lua_rawlen(L, at) <= SHORT;
}

/* True if the element on the top comes before the element below it. */
static bool swapped(lua_State *L) {
  if (lua_isnil(L, SORT_GIVEN) && quick(L, -1) && quick(L, -2))
    return lua_compare(L, -1, -2, LUA_OPLT);
  lua_pushvalue(L, SORT_LESS);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

/* Merge the runs from .. middle-1 and middle .. to-1 of 'src' into 'dst'. */
static void merge(lua_State *L, int src, int dst, lua_Integer from,
                  lua_Integer middle, lua_Integer to) {
  lua_Integer i = from, j = middle;
  for (lua_Integer k = from; k < to; k++) {
    if (i < middle)
      lua_rawgeti(L, src, i);
    if (j < to)
      lua_rawgeti(L, src, j);
    bool both = i < middle && j < to;
    bool right = both ? swapped(L) : j < to;
    if (both && right)
      lua_replace(L, -2);
    else if (both)
      lua_pop(L, 1);
    lua_rawseti(L, dst, k);
    i += !right;
    j += right;
  }
}

/* table.sort: a stable merge sort with at most n log n comparisons. The table
** is written only at the end. So a comparison that raises leaves the table as
** it was, and changes that a comparison makes to the table are lost. A
** comparison that is not a consistent order gives some order. */
static int f_sort(lua_State *L) {
  enum { MERGED = 10 };
  luaL_checktype(L, SORT_TABLE, LUA_TTABLE); /* ORDER SORT */
  if (!lua_isnoneornil(L, SORT_GIVEN))
    luaL_checktype(L, SORT_GIVEN, LUA_TFUNCTION);
  lua_settop(L, SORT_GIVEN);
  int n = au_check_length(L, SORT_TABLE);
  if (n < 2)
    return 0;
  if (lua_iscfunction(L, SORT_GIVEN))
    au_push_stepped(L, SORT_GIVEN);
  else
    lua_pushvalue(L,
                  lua_isnil(L, SORT_GIVEN) ? lua_upvalueindex(1) : SORT_GIVEN);
  lua_createtable(L, n, 0);
  lua_createtable(L, n, 0);
  int src = SORT_TABLE, dst = SORT_ONE;
  for (lua_Integer width = 1; width < n; width *= 2) {
    au_spend(L, MERGED * n);
    for (lua_Integer from = 1; from <= n; from += 2 * width) {
      lua_Integer middle = from + width < n + 1 ? from + width : n + 1;
      lua_Integer to = from + 2 * width < n + 1 ? from + 2 * width : n + 1;
      merge(L, src, dst, from, middle, to);
    }
    src = dst;
    dst = SORT_ONE + SORT_OTHER - src;
  }
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, src, i);
    lua_rawseti(L, SORT_TABLE, i);
  }
  return 0;
}

void au_open_ordered(lua_State *L, int base, int table) {
  lua_pushcfunction(L, f_pairs);
  lua_setfield(L, base, "pairs");
  lua_pushcfunction(L, f_next);
  lua_setfield(L, base, "next");
  au_push_less(L);
  lua_pushcclosure(L, f_sort, 1);
  lua_setfield(L, table, "sort");
}
