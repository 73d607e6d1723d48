/* note.c: the notes of bots: view:note, and where a game keeps them.
**
** A note must change nothing in play, whether or not somebody listens. So
** view:note never raises and never returns a value, charges no fuel, calls no
** hook, reads tables by raw access, and allocates nothing in the bot's state:
** what is kept lies in memory of the game. All of it is bounded: a note that
** does not fit, or means nothing, is counted instead. */
#include "bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  CALLS = 64,     /* notes of a decision, */
  LOOKED = 512,   /*   entries of a table that are looked at, */
  VALUES = 256,   /*   actions with a value, */
  BYTES = 8192,   /*   bytes of its texts and worlds; */
  TEXT = 500,     /* bytes of a text */
  GAME = 1 << 20, /* bytes of a game's notes */
  NO_GOAL = AU_GOAL_N
};

/* ORDER GOAL: as in au_goal. */
static const char *const goals[AU_GOAL_N] = {"margin", "points", "lead",
                                             "round", "game"};

/* The value of an action. */
typedef struct valued {
  au_action a;
  double value;
} valued;

/* A text or a world, as text, in the bytes. */
typedef struct item {
  size_t at;
  bool world; /* a line for each hand */
} item;

/* The notes of one decision: those from these indices on, up to the next
** decision's. */
typedef struct noted {
  au_place place;
  uint8_t seat, goal;
  int calls;
  size_t value, item, byte;
  uint32_t left_out;
} noted;

struct au_notes {
  const au_lrules *rules;
  noted *at;
  size_t n, cap;
  valued *value;
  size_t value_n, value_cap;
  item *item;
  size_t item_n, item_cap;
  au_text bytes; /* each text ends with a NUL */
  bool open;     /* a decision is being made: the last of 'at', if any */
  au_place place;
  uint8_t seat;
};

au_notes *au_notes_new(const au_lrules *rules) {
  au_notes *n = calloc(1, sizeof *n);
  if (n != NULL)
    n->rules = rules;
  return n;
}

void au_notes_clear(au_notes *n) {
  n->n = n->value_n = n->item_n = 0;
  n->open = false;
  au_text_clear(&n->bytes);
  n->bytes.failed = false;
}

void au_notes_free(au_notes *n) {
  if (n == NULL)
    return;
  free(n->at);
  free(n->value);
  free(n->item);
  au_text_free(&n->bytes);
  free(n);
}

void au_notes_begin(au_notes *n, const au_game *g, uint8_t seat) {
  n->place = au_game_place(&n->rules->r, g);
  n->seat = seat;
  n->open = false;
}

/* Room for one more element; false if memory fails. */
static bool grow(au_notes *n, void *list, size_t used, size_t *cap,
                 size_t size) {
  void **at = list;
  if (used < *cap)
    return true;
  size_t more = 2 * *cap + 16;
  void *grown = realloc(*at, more * size);
  if (grown == NULL) {
    n->bytes.failed = true;
    return false;
  }
  *at = grown;
  *cap = more;
  return true;
}

/* The notes of the present decision; NULL if memory fails. */
static noted *present(au_notes *n) {
  if (n->open)
    return &n->at[n->n - 1];
  if (!grow(n, &n->at, n->n, &n->cap, sizeof *n->at))
    return NULL;
  n->at[n->n] = (noted){.place = n->place,
                        .seat = n->seat,
                        .goal = NO_GOAL,
                        .value = n->value_n,
                        .item = n->item_n,
                        .byte = n->bytes.n};
  n->open = true;
  return &n->at[n->n++];
}

/* True if 'more' bytes fit into the game and the texts of its decision. */
static bool fits(const au_notes *n, const noted *d, size_t more) {
  size_t all = n->bytes.n + n->value_n * sizeof *n->value +
               n->item_n * sizeof *n->item + n->n * sizeof *n->at;
  return n->bytes.n - d->byte + more <= BYTES && all + more <= GAME;
}

/* Keep a text of 'len' bytes, without a NUL in it and cut if it is long. */
static void put_text(au_notes *n, noted *d, const char *text, size_t len) {
  size_t kept = len <= TEXT ? len : TEXT;
  while (kept < len && kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80)
    kept--; /* not amid a character */
  if (!fits(n, d, kept + 4) ||
      !grow(n, &n->item, n->item_n, &n->item_cap, sizeof *n->item)) {
    d->left_out++;
    return;
  }
  n->item[n->item_n++] = (item){n->bytes.n, false};
  size_t from = n->bytes.n;
  au_text_add(&n->bytes, text, kept);
  for (size_t i = from; i < n->bytes.n; i++)
    if (n->bytes.at[i] == '\0')
      n->bytes.at[i] = ' ';
  if (kept < len)
    au_text_put(&n->bytes, "...");
  au_text_add(&n->bytes, "", 1);
}

/* Keep a world: its hands, a line each. */
static void put_world(au_notes *n, noted *d, const au_lstate *s) {
  const au_rules *r = &n->rules->r;
  enum { HAND = AU_KIND_MAX * AU_CARD_TEXT };
  if (s == NULL || strcmp(s->rules->digest, n->rules->digest) != 0 ||
      !fits(n, d, AU_SEAT_MAX * (size_t)HAND / 4) ||
      !grow(n, &n->item, n->item_n, &n->item_cap, sizeof *n->item)) {
    d->left_out++;
    return;
  }
  n->item[n->item_n++] = (item){n->bytes.n, true};
  for (int seat = 0; seat < r->players; seat++) {
    au_text_put(&n->bytes, seat > 0 ? "\n" : "");
    au_set hand = s->g.state.hand[seat];
    for (const char *gap = ""; hand != 0; hand &= hand - 1, gap = " ") {
      char name[AU_CARD_TEXT];
      au_text_put(&n->bytes, gap);
      au_text_add(&n->bytes, name,
                  au_card_text(&r->deck, au_first(hand), name));
    }
  }
  au_text_add(&n->bytes, "", 1);
}

/* Keep the value of an action, in place of an earlier one. */
static void put_value(au_notes *n, noted *d, au_action a, double value) {
  for (size_t i = d->value; i < n->value_n; i++)
    if (n->value[i].a == a) {
      n->value[i].value = value;
      return;
    }
  if (n->value_n - d->value >= VALUES || !fits(n, d, sizeof *n->value) ||
      !grow(n, &n->value, n->value_n, &n->value_cap, sizeof *n->value)) {
    d->left_out++;
    return;
  }
  n->value[n->value_n++] = (valued){a, value};
}

/* The same for the number at 'value' and the action meant at 'key', if they are
** such. */
static void put_pair(lua_State *L, au_notes *n, noted *d, const au_lview *v,
                     int key, int value) {
  au_action a = au_meant(L, key, v->rules, &v->v.s);
  double number = 0;
  if (lua_type(L, value) == LUA_TNUMBER)
    number = lua_tonumber(L, value);
  if (a == 0 || lua_type(L, value) != LUA_TNUMBER || !isfinite(number))
    d->left_out++;
  else
    put_value(n, d, a, number);
}

/* True if the value at 'at' is this text. */
static bool is_text(lua_State *L, int at, const char *text) {
  return lua_type(L, at) == LUA_TSTRING &&
         strcmp(lua_tostring(L, at), text) == 0;
}

/* Keep the moves of a search, the list on the top. */
static void put_moves(lua_State *L, au_notes *n, noted *d, const au_lview *v) {
  int list = lua_gettop(L);
  for (lua_Integer i = 1; i <= VALUES; i++, lua_settop(L, list)) {
    if (lua_rawgeti(L, list, i) != LUA_TTABLE)
      break;
    int move = lua_gettop(L), action = move + 1, mean = move + 2;
    lua_pushnil(L);
    lua_pushnil(L);
    int looked = 0;
    for (lua_pushnil(L); looked++ < LOOKED && lua_next(L, move);
         lua_pop(L, 1)) {
      int to = is_text(L, -2, "action") ? action
               : is_text(L, -2, "mean") ? mean
                                        : 0;
      if (to != 0) {
        lua_pushvalue(L, -1);
        lua_replace(L, to);
      }
    }
    lua_settop(L, mean);
    put_pair(L, n, d, v, action, mean);
  }
  lua_settop(L, list);
}

/* Push the field 'moves' of the table at 2 if it is a table. A look-up by name
** could allocate the name. */
static bool push_field_moves(lua_State *L) {
  int looked = 0;
  for (lua_pushnil(L); looked++ < LOOKED && lua_next(L, 2); lua_pop(L, 1))
    if (is_text(L, -2, "moves") && lua_istable(L, -1))
      return true;
  lua_settop(L, 3);
  return false;
}

/* Keep the values of the table at 2: of actions, or of a search's moves. */
static void put_table(lua_State *L, au_notes *n, noted *d, const au_lview *v) {
  int looked = 0;
  d->goal = NO_GOAL;
  for (int i = 0; i < AU_GOAL_N; i++)
    if (is_text(L, 3, goals[i]))
      d->goal = (uint8_t)i;
  if (push_field_moves(L)) {
    put_moves(L, n, d, v);
    return;
  }
  for (lua_pushnil(L); lua_next(L, 2); lua_settop(L, 4)) {
    if (looked++ == LOOKED) {
      d->left_out++;
      break;
    }
    lua_pushvalue(L, 4); /* reading it must not change the key */
    put_pair(L, n, d, v, 6, 5);
  }
}

/* view:note(text), view:note(values[, goal]) or view:note("world", state) */
static int f_note(lua_State *L) {
  au_notes *n = au_lua_here(L)->notes;
  if (n == NULL)
    return 0;
  const au_lview *v = au_test(L, 1, au_view_type);
  noted *d = v != NULL && v->v.seat == n->seat ? present(n) : NULL;
  if (d == NULL)
    return 0;
  lua_settop(L, 3);
  if (d->calls == CALLS || !fits(n, d, 0)) {
    d->left_out++;
    return 0;
  }
  d->calls++;
  if (lua_istable(L, 2)) {
    put_table(L, n, d, v);
  } else if (is_text(L, 2, "world") && !lua_isnil(L, 3)) {
    put_world(n, d, au_test(L, 3, au_state_type));
  } else if (lua_type(L, 2) == LUA_TSTRING) {
    size_t len;
    const char *text = lua_tolstring(L, 2, &len);
    put_text(n, d, text, len);
  } else {
    d->left_out++;
  }
  return 0;
}

void au_open_notes(lua_State *L) {
  static const luaL_Reg methods[] = {{"note", f_note}, {NULL, NULL}};
  au_bind_methods(L, au_view_type, methods);
}

/* ---- Reading ------------------------------------------------------------ */

/* The notes of a decision, with its ends. */
typedef struct part {
  const au_notes *n;
  const noted *d;
  size_t value_end, item_end;
} part;

static part part_of(const au_notes *n, size_t i) {
  bool last = i + 1 == n->n;
  return (part){n, &n->at[i], last ? n->value_n : n->at[i + 1].value,
                last ? n->item_n : n->at[i + 1].item};
}

static bool has(const part *p, bool world) {
  for (size_t i = p->d->item; i < p->item_end; i++)
    if (p->n->item[i].world == world)
      return true;
  return false;
}

static int by_value(const void *a, const void *b) {
  const valued *x = a, *y = b;
  if (x->value != y->value)
    return x->value > y->value ? -1 : 1;
  return x->a < y->a ? -1 : x->a > y->a;
}

static void action_text(const au_notes *n, au_action a,
                        char out[AU_ACTION_TEXT]) {
  out[au_action_text(&n->rules->r.deck, n->rules->r.asks, a, out)] = '\0';
}

static void put_values(const part *p, au_text *out) {
  valued *from = p->n->value + p->d->value;
  size_t many = p->value_end - p->d->value;
  qsort(from, many, sizeof *from, by_value); /* their order means nothing */
  au_text_put(out, ",\"values\":{");
  for (size_t i = 0; i < many; i++) {
    char text[AU_ACTION_TEXT], number[32];
    action_text(p->n, from[i].a, text);
    au_text_put(out, i > 0 ? "," : "");
    au_text_json(out, text);
    au_number_text(number, sizeof number, 6, from[i].value);
    au_text_put(out, ":");
    au_text_put(out, number);
  }
  au_text_put(out, "}");
  if (p->d->goal != NO_GOAL) {
    au_text_put(out, ",\"goal\":");
    au_text_json(out, goals[p->d->goal]);
  }
}

/* Write a world's lines as a list of texts: they have nothing to escape. */
static void put_lines(const char *text, au_text *out) {
  au_text_put(out, "[\"");
  for (; *text != '\0'; text++) {
    if (*text == '\n')
      au_text_put(out, "\",\"");
    else
      au_text_add(out, text, 1);
  }
  au_text_put(out, "\"]");
}

static void put_items(const part *p, bool world, au_text *out) {
  const char *gap = world ? ",\"worlds\":[" : ",\"texts\":[";
  if (!has(p, world))
    return;
  for (size_t i = p->d->item; i < p->item_end; i++) {
    const item *one = &p->n->item[i];
    if (one->world != world)
      continue;
    au_text_put(out, gap);
    if (world)
      put_lines(p->n->bytes.at + one->at, out);
    else
      au_text_json(out, p->n->bytes.at + one->at);
    gap = ",";
  }
  au_text_put(out, "]");
}

size_t au_notes_count(const au_notes *n) {
  return n->n;
}

void au_notes_write(const au_notes *n, au_text *out) {
  au_text_put(out, "[");
  for (size_t i = 0; i < n->n; i++) {
    part p = part_of(n, i);
    char place[AU_PLACE_TEXT];
    au_place_text(&p.d->place, place);
    au_text_put(out, i > 0 ? ",{\"at\":" : "{\"at\":");
    au_text_json(out, place);
    au_text_put(out, ",\"seat\":");
    au_text_int(out, p.d->seat + 1);
    if (p.value_end > p.d->value)
      put_values(&p, out);
    put_items(&p, false, out);
    put_items(&p, true, out);
    if (p.d->left_out > 0) {
      au_text_put(out, ",\"left_out\":");
      au_text_int(out, (long)p.d->left_out);
    }
    au_text_put(out, "}");
  }
  au_text_put(out, "]");
  out->failed = out->failed || n->bytes.failed;
}

static void push_values(lua_State *L, const part *p) {
  lua_newtable(L);
  for (size_t i = p->d->value; i < p->value_end; i++) {
    char text[AU_ACTION_TEXT];
    action_text(p->n, p->n->value[i].a, text);
    lua_pushnumber(L, p->n->value[i].value);
    lua_setfield(L, -2, text);
  }
  lua_setfield(L, -2, "values");
  if (p->d->goal != NO_GOAL) {
    lua_pushstring(L, goals[p->d->goal]);
    lua_setfield(L, -2, "goal");
  }
}

static void push_lines(lua_State *L, const char *text) {
  lua_Integer k = 0;
  lua_newtable(L);
  for (const char *end = text; end != NULL; text = end + 1) {
    end = strchr(text, '\n');
    lua_pushlstring(L, text, end != NULL ? (size_t)(end - text) : strlen(text));
    lua_rawseti(L, -2, ++k);
    if (end == NULL)
      break;
  }
}

static void push_items(lua_State *L, const part *p, bool world) {
  lua_Integer k = 0;
  if (!has(p, world))
    return;
  lua_newtable(L);
  for (size_t i = p->d->item; i < p->item_end; i++) {
    const item *one = &p->n->item[i];
    if (one->world != world)
      continue;
    if (world)
      push_lines(L, p->n->bytes.at + one->at);
    else
      lua_pushstring(L, p->n->bytes.at + one->at);
    lua_rawseti(L, -2, ++k);
  }
  lua_setfield(L, -2, world ? "worlds" : "texts");
}

void au_notes_push(lua_State *L, const au_notes *n) {
  lua_newtable(L);
  for (size_t i = 0; i < n->n; i++) {
    part p = part_of(n, i);
    lua_newtable(L);
    au_push_place(L, p.d->place);
    lua_setfield(L, -2, "at");
    lua_pushinteger(L, p.d->seat + 1);
    lua_setfield(L, -2, "seat");
    if (p.value_end > p.d->value)
      push_values(L, &p);
    push_items(L, &p, false);
    push_items(L, &p, true);
    if (p.d->left_out > 0) {
      lua_pushinteger(L, p.d->left_out);
      lua_setfield(L, -2, "left_out");
    }
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}
