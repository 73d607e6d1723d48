/* recall.c: makes a game remember the past that another process's view knew:
** reads the text that remember.c describes. */
#include "script.h"

#include <string.h>

static int16_t get_points(au_memory_reader *in) {
  return (int16_t)(uint16_t)au_memory_get(in, UINT16_MAX);
}

static void get_tally(au_memory_reader *in, au_tally *t) {
  memset(t, 0, sizeof *t);
  for (int side = 0; side < AU_SEAT_MAX; side++) {
    t->taken[side] = get_points(in);
    t->bid[side] = get_points(in);
    t->bid_points[side] = get_points(in);
    t->gold_points[side] = get_points(in);
  }
  t->winners = (uint8_t)au_memory_get(in, UINT8_MAX);
}

/* The round as far as its log was read. */
typedef struct course {
  int plays;    /* in the open trick */
  int changes;  /* of bids */
  uint8_t bids; /* seats that laid one, a bit each */
} course;

/* True if an answer is in the range of its question, or hidden. */
static bool has_value(const au_rules *r, au_action a) {
  unsigned value = au_action_value(a);
  if (au_action_ask(a) >= r->asks->n || au_action_hidden(a))
    return au_action_ask(a) < r->asks->n && value == 0;
  const au_ask *q = &r->asks->ask[au_action_ask(a)];
  if (q->kind == AU_ASK_CARD)
    return value < AU_KIND_MAX &&
           au_has(r->deck.base | r->deck.gold, (au_card)value);
  return q->kind == AU_ASK_WORD ? value < q->word_n
                                : (int)value >= q->lo && (int)value <= q->hi;
}

/* True if an action has nothing but the fields of its kind, and these name
** seats, cards and questions that there are. */
static bool is_action(const au_rules *r, au_action a) {
  static const au_action fields[AU_ACT_N] = {
      [AU_ACT_BID] = 0x207e3f, [AU_ACT_CHANGE] = 0x1fffff,
      [AU_ACT_KEEP] = 0x3f,    [AU_ACT_PLAY] = 0x7e3f,
      [AU_ACT_PASS] = 0x3f,    [AU_ACT_ANSWER] = 0x3fffff};
  au_action_kind kind = au_action_what(a);
  unsigned seats = (unsigned)r->players;
  au_card card = au_action_card(a), gold = au_action_gold(a);
  if (kind >= AU_ACT_N || (a & ~fields[kind]) != 0 ||
      au_action_seat(a) >= seats)
    return false;
  if (kind == AU_ACT_BID)
    return card == 0 || au_has(r->deck.base, card); /* 0 if it is hidden */
  if (kind == AU_ACT_CHANGE)
    return au_has(r->deck.base, card) && au_has(r->deck.gold, gold) &&
           au_action_of(a) < seats;
  if (kind == AU_ACT_PLAY)
    return au_has(r->deck.base | r->deck.gold, card);
  return kind != AU_ACT_ANSWER || has_value(r, a);
}

/* True if an entry may be the next one of a round. */
static bool follows(const au_rules *r, course *c, au_entry e) {
  au_action_kind kind = au_action_what(e);
  uint8_t seat = (uint8_t)(1u << au_action_seat(e));
  uint8_t winner = au_entry_winner(e);
  au_card award = au_entry_award(e);
  bool fills = kind == AU_ACT_PLAY && c->plays + 1 == r->players;
  if (kind != au_action_what(au_entry_action(e)) ||
      au_entry_filled(e) != fills || (kind == AU_ACT_BID && (c->bids & seat)))
    return false;
  if (fills && ((winner != AU_NONE && winner >= r->players) ||
                (award != AU_NONE && !au_has(r->deck.gold, award))))
    return false;
  c->bids |= kind == AU_ACT_BID ? seat : 0;
  c->plays = fills ? 0 : c->plays + (kind == AU_ACT_PLAY);
  c->changes += kind == AU_ACT_CHANGE;
  return true;
}

static au_entry get_entry(au_memory_reader *in, const au_rules *r, course *c) {
  au_entry e = (au_entry)au_memory_get(in, UINT32_MAX);
  if (!is_action(r, au_entry_action(e)) || !follows(r, c, e))
    in->failed = true;
  return e;
}

/* True if a fact names a spot that these rules have. The log alone tells of
** cards that come to the table, and none leaves it. */
static bool has_spot(const au_rules *r, unsigned spot) {
  unsigned seat = spot < AU_SPOT_EXTRAS ? spot % AU_SEAT_MAX : 0;
  return spot < AU_SPOT_TABLE && seat < (unsigned)r->players;
}

/* A fact of a view of this seat, which saw the card unless it is hidden. */
static au_fact get_fact(au_memory_reader *in, const au_rules *r, uint32_t log_n,
                        uint8_t seat) {
  au_fact f = (au_fact)au_memory_get(in, UINT32_MAX);
  bool hidden = au_fact_hidden(f);
  if (au_fact_see(f) != 0 || au_fact_at(f) >= log_n ||
      !has_spot(r, au_fact_from(f)) || !has_spot(r, au_fact_to(f)) ||
      (hidden ? au_fact_card(f) != 0 : !au_has(r->deck.base, au_fact_card(f))))
    in->failed = true;
  return au_fact_told(f, seat);
}

/* True if the facts are in the order of the log, and each entry tells of each
** card once at most. */
static bool in_order(const au_rules *r, const au_fact *fact, uint32_t n) {
  int most = au_count(r->deck.base), told = 0;
  au_set seen = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0 && au_fact_at(fact[i]) < au_fact_at(fact[i - 1]))
      return false;
    if (i > 0 && au_fact_at(fact[i]) > au_fact_at(fact[i - 1]))
      seen = 0, told = 0;
    au_set card = au_fact_hidden(fact[i]) ? 0 : au_bit(au_fact_card(fact[i]));
    if ((seen & card) != 0 || ++told > most)
      return false;
    seen |= card;
  }
  return true;
}

/* A memory that was read. Of a later form only that is known. */
typedef struct memory {
  uint64_t form;
  uint32_t round_n;
  bool logged;
  au_memories m; /* in the lists below */
  au_tally round[AU_ROUND_MAX];
  au_entry log[AU_LOG_MAX];
  au_fact fact[AU_FACT_MAX];
  au_past past[AU_PAST_STEPS];
} memory;

/* Read the steps that are over, in the order of the log. Where rules note none,
** views have no memory for them. */
static void get_steps(au_memory_reader *in, const au_rules *r, uint8_t seat,
                      memory *p) {
  uint32_t from = 0;
  uint32_t most = au_asks_past(r) ? AU_PAST_STEPS : 0;
  p->m.past_n = (uint32_t)au_memory_get(in, most);
  for (uint32_t i = 0; i < p->m.past_n && !in->failed; i++) {
    au_past *step = &p->past[i];
    step->at = (uint32_t)au_memory_get(in, AU_LOG_MAX - 1);
    au_memory_get_state(in, &step->before);
    au_memory_get_state(in, &step->after);
    if (in->failed ||
        au_past_check(r, step, seat, p->log, from, p->m.log_n) != AU_OK)
      in->failed = true;
    from = step->at + 1;
  }
}

static void get_log(au_memory_reader *in, const au_rules *r, const au_state *s,
                    uint8_t seat, memory *p) {
  au_memories *m = &p->m;
  course c = {0};
  m->deal.hand[seat] = au_memory_get(in, UINT64_MAX) & r->deck.base;
  m->deal.extras = au_memory_get(in, UINT64_MAX) & r->deck.base;
  m->log_n = (uint32_t)au_memory_get(in, AU_LOG_MAX);
  for (uint32_t i = 0; i < m->log_n && !in->failed; i++)
    p->log[i] = get_entry(in, r, &c);
  m->fact_n = (uint32_t)au_memory_get(in, AU_FACT_MAX);
  for (uint32_t i = 0; i < m->fact_n && !in->failed; i++)
    p->fact[i] = get_fact(in, r, m->log_n, seat);
  if (m->log_n == 0 || c.plays != s->trick.n ||
      m->fact_n + (uint32_t)c.changes > AU_FACT_MAX ||
      !in_order(r, p->fact, m->fact_n))
    in->failed = true;
  if (p->form > 1)
    get_steps(in, r, seat, p);
  m->log = p->log;
  m->fact = p->fact;
  m->past = p->past;
}

static void get_memory(au_memory_reader *in, const au_rules *r,
                       const au_state *s, uint8_t seat, memory *p) {
  p->form = au_memory_get(in, UINT32_MAX);
  if (p->form > AU_MEMORY_FORM)
    return;
  if (p->form == 0)
    in->failed = true;
  p->round_n = (uint32_t)au_memory_get(in, AU_ROUND_MAX);
  for (uint32_t i = 0; i < p->round_n && !in->failed; i++)
    get_tally(in, &p->round[i]);
  p->logged = au_memory_get(in, r->asks != NULL) != 0;
  if (p->logged && !in->failed)
    get_log(in, r, s, seat, p);
}

/* True if the cards of a game can have moved as the seat now remembers. */
static bool holds(lua_State *L, const au_rules *r, const au_game *game,
                  uint8_t seat) {
  au_view *v = lua_newuserdatauv(L, sizeof *v, 0);
  au_view_of(r, game, seat, v);
  bool good = v->told;
  lua_pop(L, 1);
  return good;
}

/* aurum.recall(game, text, seat): give a game that began at a state what this
** seat remembers of the past; nothing if the text has the form of a later
** version. Returns the game; nil if `remember` cannot have written the text for
** these rules. */
static int f_recall(lua_State *L) {
  const au_lgame *g = au_check(L, 1, au_game_type);
  luaL_argcheck(L, g->state != NULL, 1, "the game is closed");
  const au_rules *r = &g->rules->r;
  au_game *game = &g->state->g;
  au_memory_reader in = {.at = luaL_checkstring(L, 2)};
  uint8_t seat = au_seat_of(L, 3, "recall", r->players);
  memory *p = lua_newuserdatauv(L, sizeof *p, 0);
  memset(p, 0, sizeof *p);
  get_memory(&in, r, &game->state, seat, p);
  if (in.failed || (p->logged && (game->round_n > 0 || !game->built ||
                                  !au_state_open(&game->state))))
    return 0;
  lua_pushvalue(L, 1);
  if (p->form > AU_MEMORY_FORM)
    return 1;
  if (au_game_recall(game, p->round, p->round_n) != AU_OK ||
      (p->logged && au_game_remember(game, &p->m) != AU_OK))
    return au_no_memory(L);
  return !p->logged || holds(L, r, game, seat) ? 1 : 0;
}

void au_open_recall(lua_State *L) {
  lua_pushcfunction(L, f_recall);
  lua_setfield(L, -2, "recall");
}
