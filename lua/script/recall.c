/* recall.c: makes a game remember the past that another process's view knew:
** reads the text that remember.c describes. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
  const char *at;
  bool failed; /* it ended early, or a number was out of range */
} reader;

static uint64_t get(reader *in, uint64_t most) {
  char *end;
  uint64_t value = strtoull(in->at, &end, 16);
  if (end == in->at || value > most)
    in->failed = true;
  in->at = end;
  return in->failed ? 0 : value;
}

static int16_t get_points(reader *in) {
  return (int16_t)(uint16_t)get(in, UINT16_MAX);
}

static void get_tally(reader *in, au_tally *t) {
  memset(t, 0, sizeof *t);
  for (int side = 0; side < AU_SEAT_MAX; side++) {
    t->taken[side] = get_points(in);
    t->bid[side] = get_points(in);
    t->bid_points[side] = get_points(in);
    t->gold_points[side] = get_points(in);
  }
  t->winners = (uint8_t)get(in, UINT8_MAX);
}

/* The round as far as its log was read. */
typedef struct course {
  int plays;    /* in the open trick */
  int changes;  /* of bids */
  uint8_t bids; /* seats that laid one, a bit each */
} course;

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
  return kind != AU_ACT_ANSWER || au_action_ask(a) < r->asks->n;
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

static au_entry get_entry(reader *in, const au_rules *r, course *c) {
  au_entry e = (au_entry)get(in, UINT32_MAX);
  if (!is_action(r, au_entry_action(e)) || !follows(r, c, e))
    in->failed = true;
  return e;
}

/* True if a fact names a spot that these rules have. */
static bool has_spot(const au_rules *r, unsigned spot) {
  unsigned seat = spot < AU_SPOT_EXTRAS ? spot % AU_SEAT_MAX : 0;
  return spot < AU_SPOT_N && seat < (unsigned)r->players;
}

/* A fact of a view of this seat, which saw the card unless it is hidden. */
static au_fact get_fact(reader *in, const au_rules *r, uint32_t log_n,
                        uint8_t seat) {
  au_fact f = (au_fact)get(in, UINT32_MAX);
  bool hidden = au_fact_hidden(f);
  if (au_fact_see(f) != 0 || au_fact_at(f) >= log_n ||
      !has_spot(r, au_fact_from(f)) || !has_spot(r, au_fact_to(f)) ||
      (hidden ? au_fact_card(f) != 0 : !au_has(r->deck.base, au_fact_card(f))))
    in->failed = true;
  return hidden ? f : f | (au_fact)(1u << seat);
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

/* A past that was read. Of a later form only that is known. */
typedef struct past {
  uint64_t form;
  uint32_t round_n, log_n, fact_n;
  bool logged;
  au_deal deal;
  au_tally round[AU_ROUND_MAX];
  au_entry log[AU_LOG_MAX];
  au_fact fact[AU_FACT_MAX];
} past;

static void get_past(reader *in, const au_rules *r, const au_state *s,
                     past *p) {
  uint8_t seat = s->turn;
  p->form = get(in, UINT32_MAX);
  if (p->form > AU_MEMORY_FORM)
    return;
  if (p->form != AU_MEMORY_FORM)
    in->failed = true;
  p->round_n = (uint32_t)get(in, AU_ROUND_MAX);
  for (uint32_t i = 0; i < p->round_n; i++)
    get_tally(in, &p->round[i]);
  p->logged = get(in, r->asks != NULL) != 0;
  if (!p->logged)
    return;
  p->deal.hand[seat] = get(in, UINT64_MAX) & r->deck.base;
  p->deal.extras = get(in, UINT64_MAX) & r->deck.base;
  course c = {0};
  p->log_n = (uint32_t)get(in, AU_LOG_MAX);
  for (uint32_t i = 0; i < p->log_n; i++)
    p->log[i] = get_entry(in, r, &c);
  p->fact_n = (uint32_t)get(in, AU_FACT_MAX);
  for (uint32_t i = 0; i < p->fact_n; i++)
    p->fact[i] = get_fact(in, r, p->log_n, seat);
  if (c.plays != s->trick.n || p->fact_n + (uint32_t)c.changes > AU_FACT_MAX ||
      !in_order(r, p->fact, p->fact_n))
    in->failed = true;
}

/* True if the cards can have moved as the seat of a game now remembers. */
static bool holds(lua_State *L, const au_rules *r, const au_game *game,
                  uint8_t seat) {
  au_view *v = lua_newuserdatauv(L, sizeof *v, 0);
  au_view_of(r, game, seat, v);
  bool good = au_view_holds(r, v);
  lua_pop(L, 1);
  return good;
}

/* aurum.recall(game, text): give a game that began at a state what the seat on
** turn remembers of the past; nothing if the text has the form of a later
** version. Returns the game; nil if `remember` cannot have written the text for
** these rules. */
static int f_recall(lua_State *L) {
  const au_lgame *g = au_check(L, 1, au_game_type);
  luaL_argcheck(L, g->state != NULL, 1, "the game is closed");
  const au_rules *r = &g->rules->r;
  au_game *game = &g->state->g;
  reader in = {.at = luaL_checkstring(L, 2)};
  past *p = lua_newuserdatauv(L, sizeof *p, 0);
  memset(p, 0, sizeof *p);
  uint8_t seat = game->state.turn;
  if (seat >= r->players)
    return 0;
  get_past(&in, r, &game->state, p);
  if (in.failed || (p->logged && (game->round_n > 0 || !game->built)))
    return 0;
  lua_pushvalue(L, 1);
  if (p->form > AU_MEMORY_FORM)
    return 1;
  if (au_game_recall(game, p->round, p->round_n) != AU_OK ||
      (p->logged && au_game_remember(game, &p->deal, p->log, p->log_n, p->fact,
                                     p->fact_n) != AU_OK))
    return au_no_memory(L);
  return !p->logged || holds(L, r, game, seat) ? 1 : 0;
}

void au_open_recall(lua_State *L) {
  lua_pushcfunction(L, f_recall);
  lua_setfield(L, -2, "recall");
}
