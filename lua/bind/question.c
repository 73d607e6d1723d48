/* question.c: the questions of a variant as tables. */
#include "bind.h"

/* ORDER WHEN */
const char *const au_when_names[AU_WHEN_N + 1] = {
    "deal",        "instead_of_bids", "bids", "before_trick",
    "after_trick", "round",           NULL};

/* Push the indices of a set of words as a list of words. */
static void push_words(lua_State *L, const au_ask *q, au_set words) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (; words != 0; words &= words - 1) {
    lua_pushstring(L, q->word[au_first(words)]);
    lua_rawseti(L, -2, ++n);
  }
}

static void push_numbers(lua_State *L, const au_ask *q, const au_choices *c) {
  uint32_t n = au_choices_count(q, c);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    lua_pushinteger(L, au_choices_at(q, c, i));
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

static void push_range(lua_State *L, int lo, int hi) {
  lua_createtable(L, 0, 2);
  lua_pushinteger(L, lo);
  lua_setfield(L, -2, "from");
  lua_pushinteger(L, hi);
  lua_setfield(L, -2, "to");
}

void au_push_choices(lua_State *L, int deck_id, const au_ask *q,
                     const au_choices *c) {
  if (q->kind == AU_ASK_CARD)
    au_push_set(L, deck_id, c->set);
  else if (q->kind == AU_ASK_WORD)
    push_words(L, q, c->set);
  else if (au_ask_set(q))
    push_numbers(L, q, c);
  else
    push_range(L, c->lo, c->hi);
}

void au_push_ask(lua_State *L, const au_ask *q) {
  lua_createtable(L, 0, 10);
  lua_pushstring(L, q->name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, au_when_names[q->when]);
  lua_setfield(L, -2, "when");
  lua_pushboolean(L, q->secret);
  lua_setfield(L, -2, "secret");
  if (q->text[0] != '\0') {
    lua_pushstring(L, q->text);
    lua_setfield(L, -2, "text");
  }
  if (q->kind == AU_ASK_CARD) {
    lua_pushinteger(L, q->cards);
    lua_setfield(L, -2, "cards");
  } else if (q->kind == AU_ASK_WORD) {
    push_words(L, q, ((au_set)1 << q->word_n) - 1);
    lua_setfield(L, -2, "words");
  } else {
    push_range(L, q->lo, q->hi);
    lua_setfield(L, -2, "numbers");
  }
}

void au_push_questions(lua_State *L, const au_asks *asks) {
  int n = asks == NULL ? 0 : asks->n;
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    au_push_ask(L, &asks->ask[i]);
    lua_rawseti(L, -2, i + 1);
  }
}
