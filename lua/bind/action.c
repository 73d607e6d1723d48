/* action.c: actions as Lua objects.
**
** Actions are immutable, and a Lua state has one object per action. So a list
** of legal actions allocates only the list. */
#include "bind.h"

#include <string.h>

static const char ACTION[] = "aurum.action";

typedef struct laction {
  au_action a;
  int deck_id, asks_id;
} laction;

void au_push_action(lua_State *L, const au_lrules *rules, au_action a) {
  lua_Integer key = au_action_key(rules->deck_id, rules->asks_id, a);
  if (a == 0) {
    lua_pushnil(L);
    return;
  }
  au_recall(L, &au_actions);
  if (lua_rawgeti(L, -1, key) == LUA_TNIL) {
    lua_pop(L, 1);
    laction *made = au_new(L, sizeof *made, 0, ACTION);
    made->a = a;
    made->deck_id = rules->deck_id;
    made->asks_id = rules->asks_id;
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, key);
  }
  lua_remove(L, -2);
}

au_action au_to_action(lua_State *L, int arg, const au_lrules *rules,
                       unsigned seat) {
  const laction *made = au_test(L, arg, ACTION);
  if (made != NULL) {
    bool answer = au_action_what(made->a) == AU_ACT_ANSWER;
    return made->deck_id == rules->deck_id &&
                   (!answer || made->asks_id == rules->asks_id)
               ? made->a
               : 0;
  }
  if (lua_type(L, arg) != LUA_TSTRING)
    return 0;
  size_t n;
  const char *text = lua_tolstring(L, arg, &n);
  return strlen(text) == n
             ? au_action_parse(&rules->r.deck, rules->r.asks, seat, text)
             : 0;
}

enum {
  FIELD_KIND,
  FIELD_SEAT,
  FIELD_CARD,
  FIELD_GOLD,
  FIELD_OF,
  FIELD_DOWN,
  FIELD_QUESTION,
  FIELD_VALUE
};
static const char *const fields[] = {"kind", "seat",     "card",  "gold", "of",
                                     "down", "question", "value", NULL};

/* The question that an action answers, NULL if it is no answer. */
static const au_ask *question_of(lua_State *L, const laction *made) {
  return au_action_what(made->a) == AU_ACT_ANSWER
             ? &au_asks_of(L, made->asks_id)->ask[au_action_ask(made->a)]
             : NULL;
}

void au_push_value(lua_State *L, int deck_id, const au_ask *q, unsigned value) {
  if (q->kind == AU_ASK_CARD)
    au_push_card(L, deck_id, (au_card)value);
  else if (q->kind == AU_ASK_WORD)
    lua_pushstring(L, q->word[value]);
  else
    lua_pushinteger(L, value);
}

static int f_index(lua_State *L) {
  const laction *made = au_check(L, 1, ACTION);
  au_action a = made->a;
  au_action_kind kind = au_action_what(a);
  bool change = kind == AU_ACT_CHANGE;
  const au_ask *q = question_of(L, made);
  bool bare = kind == AU_ACT_KEEP || kind == AU_ACT_PASS || q != NULL;
  switch (au_index_field(L)) {
  case FIELD_KIND:
    lua_pushstring(L, au_action_name(kind));
    break;
  case FIELD_SEAT:
    lua_pushinteger(L, au_action_seat(a) + 1);
    break;
  case FIELD_CARD:
    if (q != NULL && q->kind == AU_ASK_CARD && !au_action_hidden(a))
      au_push_value(L, made->deck_id, q, au_action_value(a));
    else
      au_push_card(L, made->deck_id, bare ? AU_NONE : au_action_card(a));
    break;
  case FIELD_GOLD:
    au_push_card(L, made->deck_id, change ? au_action_gold(a) : AU_NONE);
    break;
  case FIELD_OF:
    if (change)
      lua_pushinteger(L, au_action_of(a) + 1);
    else
      lua_pushnil(L);
    break;
  case FIELD_DOWN:
    lua_pushboolean(L, q == NULL && au_action_down(a));
    break;
  case FIELD_QUESTION:
    lua_pushstring(L, q != NULL ? q->name : NULL);
    break;
  case FIELD_VALUE:
    if (q != NULL && !au_action_hidden(a))
      au_push_value(L, made->deck_id, q, au_action_value(a));
    else
      lua_pushnil(L);
    break;
  default:
    break;
  }
  return 1;
}

static int f_tostring(lua_State *L) {
  const laction *made = au_check(L, 1, ACTION);
  char text[AU_ACTION_TEXT];
  size_t n = au_action_text(&au_lua_of(L)->deck[made->deck_id],
                            au_asks_of(L, made->asks_id), made->a, text);
  lua_pushlstring(L, text, n);
  return 1;
}

void au_open_actions(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__tostring", f_tostring}, {"__concat", au_concat}, {NULL, NULL}};
  au_new_type(L, ACTION, meta, fields, f_index);
}
