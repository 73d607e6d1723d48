/* ask.c: the questions of a variant: Lua functions behind the hooks 'ask_...'
** of au_rules.
**
** Each function gets the hook context as its first argument, and sees in it
** what it may: 'choices' and 'default' what the asked seat sees, 'next' and
** 'done' what all see. */
#include "variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of a function that is called in protected mode. */
typedef struct asking {
  au_variant *v;
  const au_hook_call *q;
  au_answer *a;
} asking;

static const au_ask *ask_of(const asking *t) {
  return &t->q->r->asks->ask[t->q->ask];
}

/* ---- Answers for Lua ----------------------------------------------------- */

static void push_answer(lua_State *L, const asking *t, uint32_t answer) {
  const au_ask *q = ask_of(t);
  if (q->kind == AU_ASK_CARD && q->cards > 1)
    au_push_set(L, t->v->deck_id, au_answer_cards(answer));
  else
    au_push_value(L, t->v->deck_id, q, au_answer_value(answer));
}

/* Push the answers of the last step by seat; none if they are secret, but for
** 'done'. */
static void push_answers(lua_State *L, const asking *t) {
  const au_state *s = t->q->s;
  bool hidden = ask_of(t)->secret && t->q->hook == AU_HOOK_NEXT;
  lua_newtable(L);
  for (int seat = 0; seat < t->q->r->players && !hidden; seat++)
    if (s->answer[seat] & AU_ANSWERED) {
      push_answer(L, t, s->answer[seat]);
      lua_rawseti(L, -2, seat + 1);
    }
}

/* ---- Answers of functions ------------------------------------------------ */

/* Read the seats that 'next' names: a seat, a list of them, or nil. */
static void read_next(lua_State *L, asking *t) {
  const au_state *s = t->q->s;
  int players = t->q->r->players;
  if (lua_isnil(L, 1))
    return;
  if (lua_type(L, 1) == LUA_TNUMBER) {
    t->a->seats = (uint8_t)(1 << au_seat_of(L, 1, "seats", players));
  } else {
    if (!lua_istable(L, 1))
      luaL_error(L, "expected a seat, a list of seats, or nil, got %s",
                 au_push_tostring(L, 1));
    int n = au_list_of(L, 1, "seats", 1, AU_SEAT_MAX);
    for (int i = 1; i <= n; i++) {
      lua_rawgeti(L, 1, i);
      uint8_t seat = au_seat_of(L, -1, "seats", players);
      if (t->a->seats >> seat & 1)
        luaL_error(L, "seats: seat %d is named twice", seat + 1);
      t->a->seats |= (uint8_t)(1 << seat);
    }
  }
  if (s->answers >= AU_ASK_ANSWERS)
    luaL_error(L,
               "%d answers were given, and it still names seats: a question "
               "ends when 'next' returns nil",
               s->answers);
}

/* Set the choices to the numbers of a range. */
static void take_range(const au_ask *q, int lo, int hi, au_choices *c) {
  c->lo = (int16_t)lo;
  c->hi = (int16_t)hi;
  c->set = 0;
  for (int i = lo; i <= hi && au_ask_set(q); i++)
    c->set |= au_bit((au_card)(i - q->lo));
}

/* Read a list of numbers. */
static void read_list(lua_State *L, const au_ask *q, au_choices *c) {
  int n = au_list_of(L, 1, "numbers", 0, AU_KIND_MAX);
  if (!au_ask_set(q))
    luaL_error(L, "expected a range { from =, to = }: a list needs a question "
                  "of at most 64 numbers");
  c->set = 0;
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, 1, i);
    int number = au_int_of(L, -1, "numbers", "a number", q->lo, q->hi);
    c->set |= au_bit((au_card)(number - q->lo));
    lua_pop(L, 1);
  }
}

/* Read a range {from =, to =}, a list of numbers, or a number. */
static void read_numbers(lua_State *L, const au_ask *q, au_choices *c) {
  int lo, hi;
  if (lua_type(L, 1) == LUA_TTABLE && lua_rawlen(L, 1) > 0) {
    read_list(L, q, c);
    return;
  }
  if (lua_type(L, 1) == LUA_TTABLE) {
    lua_getfield(L, 1, "from");
    lua_getfield(L, 1, "to");
    lo = au_int_of(L, -2, "from", "a number", q->lo, q->hi);
    hi = au_int_of(L, -1, "to", "a number", q->lo, q->hi);
  } else {
    lo = hi = au_int_of(L, 1, "answer", "a number", q->lo, q->hi);
  }
  take_range(q, lo, hi, c);
}

/* Read a word of the question. */
static au_set read_word(lua_State *L, int at, const asking *t) {
  enum { LISTED = 100 };
  const au_ask *q = ask_of(t);
  const au_choices all = {.set = ((au_set)1 << q->word_n) - 1};
  const char *text =
      lua_type(L, at) == LUA_TSTRING ? lua_tostring(L, at) : NULL;
  char words[LISTED];
  for (int i = 0; text != NULL && i < q->word_n; i++)
    if (strcmp(q->word[i], text) == 0)
      return (au_set)1 << i;
  au_choices_text(&t->q->r->deck, q, &all, words, sizeof words);
  const char *near = text != NULL ? au_nearest_choice(q, &all, text) : NULL;
  luaL_error(L, "expected one of the words%s, got %s%s%s%s", words,
             text != NULL ? lua_pushfstring(L, "'%s'", text)
                          : au_push_tostring(L, at),
             near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
             near != NULL ? "'?" : "");
  return 0;
}

/* Read a word or a list of words. */
static au_set read_words(lua_State *L, const asking *t) {
  au_set words = 0;
  if (lua_type(L, 1) != LUA_TTABLE)
    return read_word(L, 1, t);
  int n = au_list_of(L, 1, "words", 0, AU_ASK_WORDS);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, 1, i);
    words |= read_word(L, -1, t);
    lua_pop(L, 1);
  }
  return words;
}

/* Raise an error unless the default 'c' is among the choices. */
static void check_default(lua_State *L, const asking *t, const au_choices *c) {
  enum { LISTED = 100 };
  const au_ask *q = ask_of(t);
  const au_choices *allowed = &t->a->choices;
  const au_deck *d = &t->q->r->deck;
  char given[LISTED], choices[LISTED];
  if ((c->set & ~allowed->set) == 0 && c->lo >= allowed->lo &&
      c->hi <= allowed->hi)
    return;
  if (au_ask_set(q))
    au_choices_text(d, q, c, given, sizeof given);
  else
    snprintf(given, sizeof given, " %d", c->lo);
  au_choices_text(d, q, allowed, choices, sizeof choices);
  luaL_error(L, "its answer%s is not one of the choices of seat %d:%s", given,
             t->q->seat + 1, choices);
}

/* Read the value on the stack: answers to the question. */
static void read_answers(lua_State *L, const asking *t, au_choices *c) {
  const au_ask *q = ask_of(t);
  if (q->kind == AU_ASK_NUMBER)
    read_numbers(L, q, c);
  else if (q->kind == AU_ASK_WORD)
    c->set = read_words(L, t);
  else
    c->set = au_check_set(L, 1, t->v->deck_id);
}

/* Read the answers that 'choices' allows, or the one that 'default' gives. All
** answers are allowed if 'choices' is missing or returns nil. */
static void read_choices(lua_State *L, asking *t) {
  const au_ask *q = ask_of(t);
  au_choices c = t->a->choices;
  bool choices = t->q->hook == AU_HOOK_CHOICES;
  if (!lua_isnil(L, 1))
    read_answers(L, t, &c);
  else if (!choices)
    luaL_error(L, "expected an answer, got nil");
  uint32_t n = au_choices_count(q, &c);
  uint32_t need = q->kind == AU_ASK_CARD ? q->cards : 1;
  if (choices && n < need)
    luaL_error(L, "seat %d has %d %s, where the question needs %d",
               t->q->seat + 1, (int)n, n == 1 ? "choice" : "choices",
               (int)need);
  if (!choices && n != need)
    luaL_error(L, "expected %d %s, got %d", (int)need,
               need == 1 ? "answer" : "cards", (int)n);
  if (!choices)
    check_default(L, t, &c);
  t->a->choices = c;
}

/* Read the value of the function, in protected mode. */
static int f_read(lua_State *L) {
  asking *t = lua_touserdata(L, 2);
  lua_pop(L, 1);
  if (t->q->hook == AU_HOOK_NEXT)
    read_next(L, t);
  else
    read_choices(L, t);
  return 0;
}

/* ---- Calling ------------------------------------------------------------- */

/* Push the context and the answers, in protected mode. */
static int f_push(lua_State *L) {
  const asking *t = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->v->context);
  push_answers(L, t);
  return 2;
}

/* Report an error of f_push or f_read, without the name of the C function. */
static bool complain(asking *t) {
  static const char prefix[] = "bad argument #1 to '?' (";
  lua_State *L = t->v->L;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1)
                                                    : "it raised an error";
  size_t n = strlen(text), skip = sizeof prefix - 1;
  if (strncmp(text, prefix, skip) != 0)
    return au_bad_answer(t->v, t->q->hook, 0, "%s", text);
  return au_bad_answer(t->v, t->q->hook, 0, "%.*s", (int)(n - skip - 1),
                       text + skip);
}

/* Call the function, or take the value that stands for it, and read it. */
static bool ask_function(asking *t, const au_scope *saved) {
  au_variant *v = t->v;
  lua_State *L = v->L;
  bool done = t->q->hook == AU_HOOK_DONE;
  if (au_push_function(v, t->q, saved)) {
    lua_pushcfunction(L, f_push);
    lua_pushlightuserdata(L, t);
    if (lua_pcall(L, 1, 2, 0) != LUA_OK)
      return complain(t);
    if (t->q->hook == AU_HOOK_CHOICES || t->q->hook == AU_HOOK_DEFAULT)
      lua_pop(L, 1);
    if (!au_call_function(v, t->q, saved, lua_gettop(L) - saved->top - 1))
      return false;
  }
  if (done)
    return true;
  lua_pushcfunction(L, f_read);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, t);
  return lua_pcall(L, 2, 0, 0) == LUA_OK || complain(t);
}

/* Run 'done': its verbs change 't->a->after'. */
static bool act(asking *t, const au_scope *saved) {
  au_variant *v = t->v;
  au_state before = t->a->after, shown;
  uint8_t told[AU_KIND_MAX] = {0};
  char why[AU_WHY_TEXT];
  v->now.acted = &t->a->after;
  v->now.before = &before;
  v->now.shown = &shown;
  v->now.told = told;
  au_show_acted(v);
  v->now.state = &shown;
  v->now.vars = shown.vars;
  bool good = ask_function(t, saved);
  memcpy(t->a->after.vars, shown.vars, sizeof shown.vars);
  for (au_card c = 0; c < AU_KIND_MAX; c++) /* also if it moved after that */
    au_ask_reveal(t->q->r, &t->a->after, c, told[c]);
  if (good && au_ask_check(t->q->r, &t->a->after, why) != AU_OK)
    return au_bad_answer(v, AU_HOOK_DONE, 0, "%s", why);
  return good;
}

/* Ask the function of a question. */
static bool ask_question(au_variant *v, const au_hook_call *q, int level,
                         const au_scope *saved, au_answer *a) {
  asking t = {v, q, a};
  au_state seen;
  (void)level;
  if (q->hook == AU_HOOK_DONE)
    return act(&t, saved);
  au_state_look(q->r, q->s, q->hook == AU_HOOK_NEXT ? AU_NONE : q->seat, &seen);
  v->now.state = &seen;
  au_lua *data = au_lua_of(v->L);
  bool looked = data->looked; /* for a hook that led to this one */
  data->looked = false;
  bool good = ask_function(&t, saved);
  a->choices.own = data->looked;
  data->looked = looked || data->looked;
  return good;
}

/* ---- The core's hooks ---------------------------------------------------- */

static au_status ask_next(void *ctx, const au_rules *r, const au_state *s,
                          int question, uint8_t *seats) {
  au_hook_call q = {.hook = AU_HOOK_NEXT, .r = r, .s = s, .ask = question};
  au_answer a = {.seats = 0};
  au_status status = au_call_probed(ctx, &q, &a);
  *seats = a.seats;
  return status;
}

static au_status ask_values(au_variant *v, int hook, const au_rules *r,
                            const au_state *s, int question, uint8_t seat,
                            au_choices *choices) {
  au_hook_call q = {
      .hook = hook, .r = r, .s = s, .ask = question, .seat = seat};
  au_answer a = {.choices = *choices};
  au_status status = au_call_probed(v, &q, &a);
  *choices = a.choices;
  return status;
}

static au_status ask_choices(void *ctx, const au_rules *r, const au_state *s,
                             int question, uint8_t seat, au_choices *choices) {
  return ask_values(ctx, AU_HOOK_CHOICES, r, s, question, seat, choices);
}

static au_status ask_default(void *ctx, const au_rules *r, const au_state *s,
                             int question, uint8_t seat, au_choices *answer) {
  return ask_values(ctx, AU_HOOK_DEFAULT, r, s, question, seat, answer);
}

static au_status ask_done(void *ctx, const au_rules *r, au_state *s,
                          int question) {
  au_hook_call q = {.hook = AU_HOOK_DONE, .r = r, .s = s, .ask = question};
  au_answer a = {.after = *s};
  au_status status = au_call_probed(ctx, &q, &a);
  if (status == AU_OK)
    *s = a.after;
  return status;
}

void au_set_ask_hooks(au_variant *v, au_hooks *h) {
  v->ask_question = ask_question;
  h->ask_next = ask_next;
  h->ask_choices = ask_choices;
  h->ask_default = ask_default;
  h->ask_done = ask_done;
}

/* ---- Reading questions --------------------------------------------------- */

static void copy_text(lua_State *L, int at, char *out, size_t size) {
  snprintf(out, size, "%s", au_text_of(L, at, "questions", NULL));
}

static void read_ask(lua_State *L, const char *suits, au_ask *q) {
  int at = lua_gettop(L);
  lua_getfield(L, at, "name");
  copy_text(L, -1, q->name, sizeof q->name);
  if (lua_getfield(L, at, "text") != LUA_TNIL)
    copy_text(L, -1, q->text, sizeof q->text);
  lua_getfield(L, at, "when");
  q->when = (uint8_t)au_check_word(L, lua_gettop(L), "when", au_when_names);
  lua_getfield(L, at, "secret");
  q->secret = lua_toboolean(L, -1);
  q->narrows = lua_getfield(L, at, "choices") != LUA_TNIL;
  q->kind = AU_ASK_CARD;
  q->cards = 1;
  if (lua_getfield(L, at, "cards") != LUA_TNIL)
    q->cards = (uint8_t)au_int_of(L, -1, "cards", "cards", 1, AU_ASK_CARDS);
  if (lua_getfield(L, at, "numbers") == LUA_TTABLE) {
    q->kind = AU_ASK_NUMBER;
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    q->lo = (int16_t)au_int_of(L, -2, "numbers", "a number", 0, AU_VALUE_MAX);
    q->hi = (int16_t)au_int_of(L, -1, "numbers", "a number", 0, AU_VALUE_MAX);
  }
  int type = lua_getfield(L, at, "words");
  if (type == LUA_TSTRING) { /* "suits" */
    for (; suits[q->word_n] != '\0'; q->word_n++)
      q->word[q->word_n][0] = suits[q->word_n];
  } else if (type == LUA_TTABLE) {
    int n = au_list_of(L, -1, "words", 1, AU_ASK_WORDS), words = lua_gettop(L);
    for (; q->word_n < n; q->word_n++) {
      lua_rawgeti(L, words, q->word_n + 1);
      copy_text(L, -1, q->word[q->word_n], AU_ASK_TEXT);
      lua_pop(L, 1);
    }
  }
  if (q->word_n > 0)
    q->kind = AU_ASK_WORD;
  if (q->kind != AU_ASK_CARD)
    q->cards = 0;
  lua_settop(L, at);
}

au_asks *au_read_asks(lua_State *L, int at, const char *suits) {
  int n = au_list_of(L, at, "questions", 1, AU_ASK_MAX);
  au_asks read;
  memset(&read, 0, sizeof read);
  read.n = (uint8_t)n;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, at, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    read_ask(L, suits, &read.ask[i]);
    lua_pop(L, 1);
  }
  au_asks *out = malloc(sizeof *out); /* now nothing can raise */
  if (out != NULL)
    *out = read;
  return out;
}
