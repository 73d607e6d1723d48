/* rows.c: a game as the rows of a table, in Lua (state:rows) or as CSV
** (state:csv).
**
** Each table has one list of columns (columns.c), and the cells of a row follow
** its order. */
#include "bind.h"

#include <string.h>

enum { ROUNDS, SEATS, CHANGES, TRICKS, PLAYS, ANSWERS }; /* ORDER TABLE */
enum { COLUMN_MAX = 32 }; /* a bit each in 'wanted' */

/* ---- Cells ------------------------------------------------------------ */

/* The destination of rows: a list on the stack of L; 0 means 'text'. */
typedef struct rows {
  lua_State *L;
  const au_deck *deck;
  const au_column *at; /* the next cell to write, */
  int table;           /*   in this table */
  uint32_t wanted;     /* requested columns of a list's rows, from bit 0, */
  int width;           /*   and their number */
  int list;
  lua_Integer n;
  au_text *text;
  bool raw; /* write foreign texts as they are */
} rows;

static void begin_row(rows *o) {
  o->at = au_row_columns[o->table];
  if (o->list != 0)
    lua_createtable(o->L, 0, o->width);
}

static void end_row(rows *o) {
  if (o->list != 0)
    lua_rawseti(o->L, o->list, ++o->n);
  else
    au_text_put(o->text, "\n");
}

/* Advance to the next cell. In text, a comma stands before every cell but the
** first. */
static void next_cell(rows *o) {
  if (o->list == 0 && strcmp(o->at->name, "game") != 0)
    au_text_put(o->text, ",");
  o->at++;
}

/* If the next cell was not requested, skip it and return true. */
static bool skip_cell(rows *o) {
  if (o->list == 0 || o->wanted >> (o->at - au_row_columns[o->table]) & 1)
    return false;
  o->at++;
  return true;
}

static void put_none(rows *o) {
  next_cell(o);
}

static void put_int(rows *o, lua_Integer value) {
  if (skip_cell(o))
    return;
  if (o->list != 0) {
    lua_pushinteger(o->L, value);
    lua_setfield(o->L, -2, o->at->name);
  }
  next_cell(o);
  if (o->list == 0)
    au_text_int(o->text, (long)value);
}

static void put_text(rows *o, const char *string) {
  if (skip_cell(o))
    return;
  if (o->list != 0) {
    lua_pushstring(o->L, string);
    lua_setfield(o->L, -2, o->at->name);
  }
  next_cell(o);
  if (o->list == 0)
    au_text_put(o->text, string);
}

/* A text from outside, such as a bot's name. */
static void put_free(rows *o, const char *string) {
  if (o->list != 0) {
    put_text(o, string);
    return;
  }
  next_cell(o);
  au_csv_text(o->text, string, strlen(string), o->raw);
}

static void put_seat(rows *o, uint8_t seat) {
  if (seat == AU_NONE)
    put_none(o);
  else
    put_int(o, seat + 1);
}

enum { CARDS_TEXT = AU_KIND_MAX * AU_CARD_TEXT };

/* Add a card's name to the 'n' bytes in 'out'. Returns the new length. */
static size_t add_card(const rows *o, char *out, size_t n, au_card c) {
  if (n > 0)
    out[n++] = ' ';
  return n + au_card_text(o->deck, c, out + n);
}

static void put_card(rows *o, au_card c, bool down) {
  char text[AU_CARD_TEXT + 1] = "-";
  if (skip_cell(o))
    return;
  if (c == AU_NONE) {
    put_none(o);
    return;
  }
  au_card_text(o->deck, c, text + down);
  put_text(o, text);
}

static void put_set(rows *o, au_set cards) {
  char text[CARDS_TEXT] = "";
  size_t n = 0;
  if (skip_cell(o))
    return;
  for (; cards != 0; cards &= cards - 1)
    n = add_card(o, text, n, au_first(cards));
  put_text(o, text);
}

static void put_pile(rows *o, au_gold pile) {
  char text[AU_GOLD_MAX * AU_COPIES_MAX * AU_CARD_TEXT] = "";
  size_t n = 0;
  if (skip_cell(o))
    return;
  for (int rank = 0; rank < o->deck->gold_n; rank++)
    for (int i = au_gold_count(pile, rank); i > 0; i--)
      n = add_card(o, text, n, (au_card)(o->deck->gold_at + rank));
  put_text(o, text);
}

/* Sides as 1+2; in CSV as s1+s2, which no reader takes for a number. */
static void put_sides(rows *o, uint8_t sides) {
  char text[3 * AU_SEAT_MAX] = "";
  size_t n = 0;
  for (int side = 0; side < AU_SEAT_MAX; side++)
    if (sides >> side & 1) {
      if (n > 0)
        text[n++] = '+';
      if (o->list == 0)
        text[n++] = 's';
      text[n++] = (char)('1' + side);
    }
  put_text(o, text);
}

/* ---- Replay of a game ---------------------------------------------------- */

/* A seat's counts in the current round. */
typedef struct seat_count {
  au_set hand;
  au_card bid;
  bool down;
  int changes;
  au_gold won, paid, played;
} seat_count;

typedef struct walk {
  rows out;
  lua_Integer game;
  const char *id, *name[AU_SEAT_MAX];
  const au_rules *r;
  au_state before, after; /* the current action */
  const au_tally *tally;  /* of the current round; NULL if it was cut short */
  seat_count seat[AU_SEAT_MAX];
  int changes;      /* changes of bid in this round, */
  int window, gold; /*   and before the open trick; gold played to it */
  struct {
    uint8_t seat, hand, legal;
    au_card card;
  } play[AU_SEAT_MAX]; /* the 'play_n' plays of the open trick; */
  int play_n, built;   /*   the first 'built' were in the built position */
  int trick;
  int step;            /* steps of questions in this round until now */
  uint32_t answer;     /* the values of the present answer until now, */
  au_action answered;  /*   and the last action of it */
  uint32_t choices;    /*   and what it was chosen from */
  int nth;             /*   and the number of its first decision */
  const au_entry *log; /* the entries of this round that led to 'before' */
  uint32_t log_n;
} walk;

static void put_key(walk *w) {
  begin_row(&w->out);
  put_int(&w->out, w->game);
  if (*w->id == '\0')
    put_none(&w->out);
  else
    put_free(&w->out, w->id);
  put_int(&w->out, w->after.round);
}

static void begin_trick(walk *w) {
  w->window = w->gold = w->play_n = w->built = 0;
  w->trick = w->after.tricks + 1;
}

/* Count the plays that a position built by hand begins with. */
static void take_built(walk *w) {
  const au_trick *t = &w->after.trick;
  for (int i = 0; i < t->n; i++) {
    w->play[i].seat = au_trick_seat(t, i, w->r->players);
    w->play[i].card = t->card[i];
    w->gold += au_has(w->r->deck.gold, t->card[i]);
  }
  w->play_n = w->built = t->n;
}

static void begin_round(walk *w, const au_tally *tally) {
  memset(w->seat, 0, sizeof w->seat);
  w->tally = tally;
  w->changes = w->step = 0;
  w->answer = 0;
  begin_trick(w);
  take_built(w);
  for (int i = 0; i < w->r->players; i++) {
    w->seat[i].hand = w->after.hand[i];
    w->seat[i].bid = w->after.bid[i];
    w->seat[i].down = w->after.down >> i & 1;
  }
}

static void visit_bid(walk *w, au_action a) {
  seat_count *c = &w->seat[au_action_seat(a)];
  c->bid = au_action_card(a);
  c->down = au_action_down(a);
}

static int taken_by(const au_rules *r, const au_state *s, int side) {
  int taken = 0;
  for (int i = 0; i < r->players; i++)
    taken += r->side_of[i] == side ? s->taken[i] : 0;
  return taken;
}

static au_status visit_change(walk *w, au_action a) {
  rows *o = &w->out;
  const au_tally *t = w->tally;
  uint8_t seat = au_action_seat(a), of = au_action_of(a);
  int side = w->r->side_of[of], bid_before, bid_after;
  au_gold paid = au_gold_one(w->r->deck.rank_of[au_action_gold(a)]);
  w->seat[seat].changes++;
  w->seat[seat].paid += paid;
  w->changes++;
  w->window++;
  if (w->out.table != CHANGES)
    return AU_OK;
  au_status status = au_state_bid(w->r, &w->before, side, &bid_before);
  if (status == AU_OK)
    status = au_state_bid(w->r, &w->after, side, &bid_after);
  if (status != AU_OK)
    return status;
  put_key(w);
  put_int(o, w->trick);
  put_seat(o, seat);
  put_card(o, au_action_gold(a), false);
  put_seat(o, of);
  put_card(o, au_action_card(a), false);
  put_card(o, w->before.bid[of], false);
  put_int(o, bid_before);
  put_int(o, bid_after);
  put_int(o, taken_by(w->r, &w->before, side));
  if (t != NULL) {
    put_int(o, t->bid[side]);
    put_int(o, t->taken[side]);
    put_int(o, au_score_bid(w->r, bid_after, t->taken[side]) -
                   au_score_bid(w->r, bid_before, t->taken[side]) -
                   au_score_gold(w->r, paid));
  } else {
    put_none(o);
    put_none(o);
    put_none(o);
  }
  end_row(o);
  return AU_OK;
}

/* The plays of the current trick, won by 'winner'; 'taker' got its award. */
static void put_plays(walk *w, bool finished, uint8_t winner, uint8_t taker) {
  rows *o = &w->out;
  const au_deck *d = &w->r->deck;
  for (int i = w->built; i < w->play_n && w->out.table == PLAYS; i++) {
    au_card c = w->play[i].card;
    bool gold = au_has(d->gold, c);
    char suit[2] = {gold ? 'G' : d->suit[d->suit_of[c]], '\0'};
    put_key(w);
    put_int(o, w->trick);
    put_int(o, i + 1);
    put_seat(o, w->play[i].seat);
    put_card(o, c, false);
    put_text(o, suit);
    put_int(o, d->rank_of[c]);
    put_int(o, gold);
    put_int(o, i == 0);
    put_int(o, w->play[i].hand);
    put_int(o, w->play[i].legal);
    put_int(o, finished && w->play[i].seat == winner);
    put_card(o, finished && w->play[i].seat == taker ? w->after.award : AU_NONE,
             false);
    put_int(o, !finished);
    end_row(o);
  }
}

static void put_trick(walk *w, uint8_t taker) {
  rows *o = &w->out;
  char text[CARDS_TEXT] = "";
  size_t n = 0;
  if (w->out.table != TRICKS)
    return;
  put_key(w);
  put_int(o, w->trick);
  put_seat(o, w->before.trick.leader);
  for (int i = 0; i < w->play_n; i++)
    n = add_card(o, text, n, w->play[i].card);
  put_text(o, text);
  put_seat(o, w->after.won);
  put_card(o, w->after.award, false);
  put_seat(o, taker);
  put_int(o, w->window);
  put_int(o, w->gold);
  end_row(o);
}

static void finish_trick(walk *w, au_action a) {
  uint8_t taker = AU_NONE;
  if (w->after.award != AU_NONE)
    taker = au_taker(w->r, &w->before, &w->after, a);
  if (taker != AU_NONE)
    w->seat[taker].won += au_gold_one(w->r->deck.rank_of[w->after.award]);
  put_plays(w, true, w->after.won, taker);
  put_trick(w, taker);
  begin_trick(w);
}

static au_status visit_play(walk *w, au_action a) {
  uint8_t seat = au_action_seat(a);
  au_card c = au_action_card(a);
  au_set cards = 0;
  bool pass;
  if (w->out.table == PLAYS) {
    au_status status = au_state_cards(w->r, &w->before, &cards, &pass);
    if (status != AU_OK)
      return status;
  }
  if (au_has(w->r->deck.gold, c)) {
    w->seat[seat].played += au_gold_one(w->r->deck.rank_of[c]);
    w->gold++;
  }
  w->play[w->play_n].seat = seat;
  w->play[w->play_n].card = c;
  w->play[w->play_n].hand = (uint8_t)au_count(w->before.hand[seat]);
  w->play[w->play_n++].legal = (uint8_t)au_count(cards);
  if (w->after.tricks != w->before.tricks)
    finish_trick(w, a);
  return AU_OK;
}

/* ---- Answers ------------------------------------------------------------- */

/* Write the answer that was given to the question before 'w->after'. */
static void put_answer(walk *w) {
  rows *o = &w->out;
  uint8_t ask = au_action_ask(w->answered);
  const au_ask *q = &w->r->asks->ask[ask];
  bool early = q->when == AU_WHEN_DEAL || q->when == AU_WHEN_INSTEAD ||
               q->when == AU_WHEN_BIDS;
  bool after = q->when == AU_WHEN_AFTER_TRICK;
  put_key(w);
  put_int(o, early ? 0 : w->before.tricks + !after);
  put_int(o, w->step);
  put_text(o, q->name);
  put_text(o, au_when_names[q->when]);
  put_seat(o, au_action_seat(w->answered));
  if (q->kind == AU_ASK_CARD)
    put_set(o, au_answer_cards(w->answer));
  else if (q->kind == AU_ASK_NUMBER)
    put_int(o, au_answer_value(w->answer));
  else
    put_free(o, q->word[au_answer_value(w->answer)]);
  put_int(o, w->choices);
  put_int(o, w->nth);
  end_row(o);
  w->answer = 0;
}

/* Count what the answer that begins now is chosen from: also the highest cards,
** which cannot be the first of several. */
static au_status count_choices(walk *w, const au_ask *q) {
  au_choices c;
  au_status status = au_ask_choices(w->r, &w->before, &c);
  if (status != AU_OK)
    return status;
  int chosen = au_count(au_answer_cards(w->before.answer[w->before.turn]));
  w->choices = au_choices_count(q, &c);
  if (q->kind == AU_ASK_CARD)
    w->choices += (uint32_t)(q->cards - chosen - 1);
  return AU_OK;
}

static au_status visit_answer(walk *w, au_action a) {
  const au_ask *q = &w->r->asks->ask[au_action_ask(a)];
  uint32_t whole = w->before.answer[au_action_seat(a)];
  if (w->out.table != ANSWERS)
    return AU_OK;
  if (w->answer == 0) {
    w->step += w->step == 0 || w->before.pending == w->before.asked;
    au_status status = count_choices(w, q);
    if (status != AU_OK)
      return status;
    w->nth = au_place_of(w->r, &w->before, w->log, w->log_n).nth;
  }
  w->answered = a;
  au_answer_add(q, &w->answer, au_action_value(a));
  if (au_answer_add(q, &whole, au_action_value(a)))
    put_answer(w);
  return AU_OK;
}

/* ---- A round ------------------------------------------------------------ */

static void put_round(walk *w) {
  rows *o = &w->out;
  const au_state *s = &w->after;
  put_key(w);
  put_seat(o, s->first);
  put_int(o, s->tricks);
  put_seat(o, s->trick.leader);
  put_seat(o, s->passer);
  put_int(o, w->play_n);
  put_int(o, au_count(s->hand[s->passer]));
  put_int(o, w->changes);
  put_sides(o, w->tally->winners);
  end_row(o);
}

static void put_seat_row(walk *w, int i) {
  rows *o = &w->out;
  const au_tally *t = w->tally;
  const seat_count *c = &w->seat[i];
  const au_state *s = &w->after;
  int side = w->r->side_of[i], players = w->r->players;
  put_key(w);
  put_int(o, i + 1);
  put_int(o, side + 1);
  put_free(o, w->name[i]);
  put_int(o, s->first == i);
  put_int(o, (i - s->first + players) % players + 1);
  put_set(o, c->hand);
  if (c->bid == AU_NONE)
    put_none(o);
  else
    put_int(o, c->down ? 0 : w->r->deck.rank_of[c->bid]);
  put_card(o, c->bid, c->down);
  put_card(o, s->bid[i], s->down >> i & 1);
  put_int(o, t->bid[side]);
  put_int(o, t->taken[side]);
  put_int(o, s->taken[i]);
  put_int(o, t->bid_points[side]);
  put_int(o, t->gold_points[side]);
  put_int(o, t->bid_points[side] + t->gold_points[side]);
  put_int(o, t->winners >> side & 1);
  put_int(o, c->changes);
  put_pile(o, c->won);
  put_pile(o, c->paid);
  put_pile(o, c->played);
  put_pile(o, s->gold[i]);
  end_row(o);
}

static void finish_round(walk *w) {
  put_plays(w, false, AU_NONE, AU_NONE);
  if (w->out.table == ROUNDS)
    put_round(w);
  for (int i = 0; i < w->r->players && w->out.table == SEATS; i++)
    put_seat_row(w, i);
  w->play_n = 0;
}

static au_status visit(walk *w, au_action a) {
  au_action_kind kind = au_action_what(a);
  if (kind == AU_ACT_CHANGE)
    return visit_change(w, a);
  if (kind == AU_ACT_PLAY)
    return visit_play(w, a);
  if (kind == AU_ACT_ANSWER)
    return visit_answer(w, a);
  if (kind == AU_ACT_BID)
    visit_bid(w, a);
  return AU_OK;
}

/* Walk through the entries of a round, whose tally is '*tally' if it was
** 'finished'. */
static au_status walk_round(walk *w, const au_game *g, uint32_t from,
                            uint32_t to, bool finished,
                            const au_tally **tally) {
  begin_round(w, finished ? (*tally)++ : NULL);
  for (uint32_t i = from; i < to; i++) {
    au_action a = au_entry_action(g->log[i]);
    w->log = g->log + from;
    w->log_n = i - from;
    w->before = w->after;
    au_status status = au_state_apply_legal(w->r, &w->after, a);
    if (status == AU_OK)
      status = visit(w, a);
    if (status != AU_OK)
      return status;
  }
  if (finished)
    finish_round(w);
  else
    put_plays(w, false, AU_NONE, AU_NONE);
  if (w->answer != 0)
    put_answer(w); /* it was cut short */
  return AU_OK;
}

static au_status walk_game(walk *w, const au_game *g) {
  const au_tally *tally = au_game_log_tally(g);
  bool over = !au_state_open(&g->state);
  au_status status = AU_OK;
  w->after = g->start;
  if (au_state_open(&w->after)) {
    bool last = g->round_n == 0;
    status = walk_round(w, g, 0, last ? g->log_n : g->round[0].at,
                        !last || over, &tally);
  }
  for (uint32_t i = 0; i < g->round_n && status == AU_OK; i++) {
    bool last = i + 1 == g->round_n;
    status = au_state_deal(w->r, &w->after, &g->round[i].deal, NULL);
    if (status == AU_OK)
      status =
          walk_round(w, g, g->round[i].at, last ? g->log_n : g->round[i + 1].at,
                     !last || over, &tally);
  }
  return status;
}

/* ---- In Lua ------------------------------------------------------------ */

/* Read the columns named in the list at 'at' as bits; all columns if it is
** nil. */
static uint32_t read_columns(lua_State *L, int at, int table) {
  const char *known[COLUMN_MAX + 1] = {NULL};
  uint32_t wanted = 0;
  for (int i = 0; au_row_columns[table][i].name != NULL; i++) {
    known[i] = au_row_columns[table][i].name;
    wanted |= UINT32_C(1) << i;
  }
  if (lua_isnoneornil(L, at))
    return wanted;
  int n = au_list_of(L, at, "columns", 0, COLUMN_MAX);
  wanted = 0;
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, at, i);
    wanted |= UINT32_C(1) << au_check_word(L, lua_gettop(L), "column", known);
    lua_pop(L, 1);
  }
  return wanted;
}

/* Read the arguments (state, table, game, names, -, id) of both functions. */
static const au_lstate *read_arguments(lua_State *L, walk *w) {
  enum { ROW = 100, NAME = 200 };
  const au_lstate *s = au_check_state(L, 1);
  int64_t each = ROW;
  w->out.table = au_check_word(L, 2, "a table", au_row_tables);
  w->game = au_opt_whole(L, 3, 0, INT32_MAX, 1);
  w->r = &s->rules->r;
  w->out.L = L;
  w->out.deck = &s->rules->r.deck;
  lua_settop(L, 6);
  w->id = lua_isnoneornil(L, 6) ? "" : au_text_of(L, 6, "id", "");
  each += au_bytes_of_text(L, 6);
  luaL_checkstack(L, AU_SEAT_MAX + 8, NULL);
  for (int i = 0; i < w->r->players; i++) {
    w->name[i] = "";
    if (!lua_istable(L, 4))
      continue;
    lua_rawgeti(L, 4, i + 1); /* left on the stack to keep the name alive */
    w->name[i] = au_text_of(L, -1, "names", "");
    each += au_bytes_of_text(L, -1);
  }
  au_spend(L, NAME + each * (int64_t)(s->g.log_n + 8 * s->g.round_n));
  return s;
}

/* state:rows(table, game, names, columns, id) */
static int f_rows(lua_State *L) {
  walk w = {0};
  lua_settop(L, 6);
  w.out.wanted =
      read_columns(L, 5, au_check_word(L, 2, "a table", au_row_tables));
  for (uint32_t left = w.out.wanted; left != 0; left &= left - 1)
    w.out.width++;
  const au_lstate *s = read_arguments(L, &w);
  lua_newtable(L);
  w.out.list = lua_gettop(L);
  au_check_status(L, s, walk_game(&w, &s->g));
  return 1;
}

/* state:csv(table, game, names, raw, id) */
static int f_csv(lua_State *L) {
  walk w = {0};
  bool raw = lua_toboolean(L, 5);
  const au_lstate *s = read_arguments(L, &w);
  au_text text = {0};
  w.out.text = &text;
  w.out.raw = raw;
  au_status status = walk_game(&w, &s->g);
  if (status == AU_OK && !text.failed)
    lua_pushlstring(L, text.n > 0 ? text.at : "", text.n);
  bool failed = text.failed;
  au_text_free(&text);
  au_check_status(L, s, failed ? AU_ENOMEM : status);
  return 1;
}

void au_open_rows(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"rows", f_rows}, {"csv", f_csv}, {NULL, NULL}};
  au_bind_methods(L, au_state_type, methods);
}
