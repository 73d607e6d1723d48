/* net_inputs.c: see net_inputs.h. */
#include "net_inputs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
  COPIES = 5, /* copies of a rank of gold that are told apart */
  RANKS = AU_RANK_MAX + 2,
  HAND_N = 15,   /* sizes of a hand that are told apart, */
  TAKEN = 15,    /*   tricks taken, */
  NEED_LO = -13, /*   bids minus tricks */
  NEED_HI = 13,
  COME_LO = -3, /*   and those by tricks to come */
  COME_HI = 10,
  COME = 14,
  TIMES = 8,   /* powers of two of the multiplier */
  VAR_LO = -1, /* values of a var */
  VAR_HI = 14,
  VALUES = AU_KIND_MAX, /* values of an answer */
  KNOBS = 24
};
enum {
  NEEDS = NEED_HI - NEED_LO + 1,
  COMES = COME_HI - COME_LO + 1,
  VARS = VAR_HI - VAR_LO + 1
};

static int within(int x, int lo, int hi) {
  return x < lo ? lo : x > hi ? hi : x;
}

/* The number of a seat or place, counted from another. */
static int from(const au_layout *l, int seat, int self) {
  int d = seat - self;
  return d < 0 ? d + l->players : d;
}

/* ---- The layout --------------------------------------------------------- */

/* The number of inputs of each kind. ORDER INPUT */
static void sizes(const au_layout *l, int size[AU_IN_N]) {
  const int seats = l->players, sides = l->sides, kinds = AU_KIND_MAX;
  const int all[AU_IN_N] = {kinds,
                            kinds,
                            (seats - 1) * kinds,
                            seats * kinds,
                            seats * kinds,
                            seats * RANKS,
                            seats,
                            seats,
                            seats * l->gold_n,
                            l->gold_n,
                            sides * TAKEN,
                            sides * NEEDS,
                            sides * COMES * COME,
                            seats * HAND_N,
                            seats,
                            4 + seats,
                            seats + 1,
                            seats + 1,
                            seats + 1,
                            seats * AU_SUIT_MAX,
                            AU_SUIT_MAX,
                            RANKS,
                            TIMES,
                            AU_VAR_N * VARS,
                            AU_VAR_N * seats,
                            AU_ASK_MAX,
                            AU_ASK_MAX * VALUES,
                            seats,
                            KNOBS,
                            l->version > AU_INPUTS_FIRST ? AU_VAR_N * sides
                                                         : 0};
  memcpy(size, all, sizeof all);
}

/* Count the sides from each seat's own, in the order in which they sit to its
** left. */
static void count_sides(au_layout *l) {
  for (int seat = 0; seat < l->players; seat++) {
    uint8_t n = 0;
    memset(l->side_from[seat], AU_NONE, sizeof l->side_from[seat]);
    for (int i = 0; i < l->players; i++) {
      uint8_t side = l->side_of[(seat + i) % l->players];
      if (l->side_from[seat][side] == AU_NONE)
        l->side_from[seat][side] = n++;
    }
  }
}

int au_inputs_version(const au_rules *r) {
  for (int i = 0; i < AU_VAR_N; i++)
    if (r->var_holds[i] != AU_HOLDS_ANY)
      return AU_INPUTS_VERSION;
  return AU_INPUTS_FIRST;
}

au_status au_layout_init(const au_rules *r, au_layout *l) {
  return au_layout_make(au_inputs_version(r), r->players, r->side_n, r->side_of,
                        r->gold_all, l);
}

au_status au_layout_make(int version, int players, int sides,
                         const uint8_t side_of[AU_SEAT_MAX], au_gold gold,
                         au_layout *l) {
  int size[AU_IN_N], at = 0;
  memset(l, 0, sizeof *l);
  l->version = (uint8_t)version;
  l->players = (uint8_t)players;
  l->sides = (uint8_t)sides;
  memcpy(l->side_of, side_of, (size_t)players);
  for (int rank = 0; rank < AU_GOLD_MAX; rank++) {
    int n = au_gold_count(gold, rank);
    l->gold_from[rank] = l->gold_n;
    l->copies[rank] = (uint8_t)(n < COPIES ? n : COPIES);
    l->gold_n = (uint8_t)(l->gold_n + l->copies[rank]);
  }
  count_sides(l);
  sizes(l, size);
  for (int i = 0; i < AU_IN_N; i++) {
    l->at[i] = (uint16_t)at;
    at += size[i];
  }
  l->at[AU_IN_N] = l->n = (uint16_t)at;
  return at <= AU_INPUT_MAX ? AU_OK : AU_EFULL;
}

au_status au_layout_extend(const au_layout *from, int version, au_layout *l) {
  au_gold gold = 0;
  for (int rank = 0; rank < AU_GOLD_MAX; rank++)
    gold |= (au_gold)from->copies[rank] << (4 * rank);
  return au_layout_make(version, from->players, from->sides, from->side_of,
                        gold, l);
}

bool au_layout_begins(const au_layout *a, const au_layout *b) {
  au_layout more;
  return a->version <= b->version &&
         au_layout_extend(a, b->version, &more) == AU_OK &&
         au_layout_same(&more, b);
}

bool au_layout_same(const au_layout *a, const au_layout *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

bool au_layout_covers(const au_layout *l, const au_rules *r) {
  au_layout own;
  if (au_layout_init(r, &own) != AU_OK || own.players != l->players ||
      own.sides != l->sides ||
      memcmp(own.side_of, l->side_of, sizeof own.side_of) != 0)
    return false;
  for (int rank = 0; rank < AU_GOLD_MAX; rank++)
    if (own.copies[rank] > l->copies[rank])
      return false;
  return true;
}

/* ---- Names -------------------------------------------------------------- */

static const char *const input_names[AU_IN_N] = {
    /* ORDER INPUT */
    "hand",
    "not located",
    "held",
    "played",
    "in the trick",
    "bid",
    "bid laid",
    "bid face down",
    "gold",
    "supply",
    "tricks",
    "tricks to go",
    "tricks to go",
    "cards",
    "turn",
    "phase",
    "wins so far",
    "awarded so far",
    "leads next so far",
    "lacks",
    "trump",
    "trump of rank",
    "points doubled",
    "var",
    "var is seat",
    "question",
    "own answer to question",
    "has answered",
    "knob",
    "var is side"};

static au_inputs kind_of(const au_layout *l, int input) {
  int kind = 0;
  while (kind + 1 < AU_IN_N && input >= l->at[kind + 1])
    kind++;
  return (au_inputs)kind;
}

/* The rank and copy of gold number 'i'. */
static int gold_at(const au_layout *l, int i, int *copy) {
  int rank = 0;
  while (rank + 1 < AU_GOLD_MAX &&
         (l->copies[rank] == 0 || i >= l->gold_from[rank] + l->copies[rank]))
    rank++;
  *copy = i - l->gold_from[rank];
  return rank;
}

/* A seat or side, counted from the net's own. */
static const char *who(int i) {
  static const char *const names[AU_SEAT_MAX + 1] = {
      "own", "left 1", "left 2", "left 3", "left 4", "left 5", "nobody"};
  return names[i];
}

/* Write "NAME of WHO: VALUE". */
static int say(char *out, const char *name, int of, int value) {
  return snprintf(out, AU_INPUT_TEXT, "%s, %s: %d", name, who(of), value);
}

static int say_seat(const au_layout *l, char *out, const char *name, int i) {
  return snprintf(out, AU_INPUT_TEXT, "%s: %s", name,
                  who(i == l->players ? AU_SEAT_MAX : i));
}

static int say_card(const au_deck *d, char *out, const char *name, int of,
                    int kind) {
  char card[AU_CARD_TEXT] = "";
  au_card_text(d, (au_card)kind, card);
  return of < 0
             ? snprintf(out, AU_INPUT_TEXT, "%s: %s", name, card)
             : snprintf(out, AU_INPUT_TEXT, "%s, %s: %s", name, who(of), card);
}

static int say_gold(const au_layout *l, char *out, const char *name, int of,
                    int i) {
  int copy, rank = gold_at(l, i, &copy);
  return of < 0 ? snprintf(out, AU_INPUT_TEXT, "%s: %d or more G%d", name,
                           copy + 1, rank)
                : snprintf(out, AU_INPUT_TEXT, "%s, %s: %d or more G%d", name,
                           who(of), copy + 1, rank);
}

size_t au_input_text(const au_layout *l, const au_deck *d, int input,
                     char out[AU_INPUT_TEXT]) {
  au_inputs kind = kind_of(l, input);
  const char *name = input_names[kind];
  int i = input - l->at[kind], n = 0;
  switch (kind) {
  case AU_IN_HAND:
  case AU_IN_UNSEEN:
    n = say_card(d, out, name, -1, i);
    break;
  case AU_IN_HELD:
  case AU_IN_PLAYED:
  case AU_IN_TRICK:
    n = say_card(d, out, name, i / AU_KIND_MAX + (kind == AU_IN_HELD),
                 i % AU_KIND_MAX);
    break;
  case AU_IN_BID:
    n = say(out, name, i / RANKS, i % RANKS);
    break;
  case AU_IN_GOLD:
    n = say_gold(l, out, name, i / l->gold_n, i % l->gold_n);
    break;
  case AU_IN_SUPPLY:
    n = say_gold(l, out, name, -1, i);
    break;
  case AU_IN_TAKEN:
    n = say(out, name, i / TAKEN, i % TAKEN);
    break;
  case AU_IN_NEED:
    n = say(out, name, i / NEEDS, i % NEEDS + NEED_LO);
    break;
  case AU_IN_TO_COME:
    n = snprintf(out, AU_INPUT_TEXT, "%s, %s: %d of %d to come", name,
                 who(i / (COMES * COME)), i / COME % COMES + COME_LO, i % COME);
    break;
  case AU_IN_HAND_N:
    n = say(out, name, i / HAND_N, i % HAND_N);
    break;
  case AU_IN_VAR:
    n = snprintf(out, AU_INPUT_TEXT, "%s %d: %d", name, i / VARS + 1,
                 i % VARS + VAR_LO);
    break;
  case AU_IN_VAR_SEAT:
    n = snprintf(out, AU_INPUT_TEXT, "%s %d: %s", name, i / l->players + 1,
                 who(i % l->players));
    break;
  case AU_IN_VAR_SIDE:
    n = snprintf(out, AU_INPUT_TEXT, "%s %d: %s", name, i / l->sides + 1,
                 who(i % l->sides));
    break;
  case AU_IN_LACKS:
    n = snprintf(out, AU_INPUT_TEXT, "%s, %s: %c", name, who(i / AU_SUIT_MAX),
                 i % AU_SUIT_MAX < d->suit_n ? d->suit[i % AU_SUIT_MAX] : '?');
    break;
  case AU_IN_TRUMP:
    n = snprintf(out, AU_INPUT_TEXT, "%s: %c", name,
                 i < d->suit_n ? d->suit[i] : '?');
    break;
  case AU_IN_ANSWER:
    n = snprintf(out, AU_INPUT_TEXT, "%s %d: %d", name, i / VALUES + 1,
                 i % VALUES);
    break;
  case AU_IN_LAID:
  case AU_IN_DOWN:
  case AU_IN_TURN:
  case AU_IN_WINNER:
  case AU_IN_AWARDED:
  case AU_IN_LEADER:
  case AU_IN_ANSWERED:
    n = say_seat(l, out, name, i);
    break;
  case AU_IN_PHASE:
  case AU_IN_TRUMPS:
  case AU_IN_TIMES:
  case AU_IN_QUESTION:
  case AU_IN_KNOB:
  case AU_IN_N:
  default:
    n = snprintf(out, AU_INPUT_TEXT, "%s: %d", name, i);
    break;
  }
  return n < 0 ? 0 : (size_t)n;
}

/* ---- Inputs that exclude each other ------------------------------------- */

/* A slot in the making. */
typedef struct slot {
  au_slot *f;
  void *ctx;
  int n;
  uint16_t input[AU_INPUT_MAX];
} slot;

static void add_inputs(slot *p, int first, int n, int step) {
  for (int i = 0; i < n; i++)
    p->input[p->n++] = (uint16_t)(first + i * step);
}

static void end_slot(slot *p, int times) {
  if (p->n > 0)
    p->f(p->ctx, p->input, p->n, times);
  p->n = 0;
}

/* A base card is in one place, and was played by one seat. */
static void slots_of_cards(const au_layout *l, slot *p) {
  for (int c = 0; c < AU_KIND_MAX; c++) {
    add_inputs(p, l->at[AU_IN_HAND] + c, 1, 1);
    add_inputs(p, l->at[AU_IN_UNSEEN] + c, 1, 1);
    add_inputs(p, l->at[AU_IN_HELD] + c, l->players - 1, AU_KIND_MAX);
    end_slot(p, 1);
    add_inputs(p, l->at[AU_IN_PLAYED] + c, l->players, AU_KIND_MAX);
    end_slot(p, 1);
  }
}

/* A rank of gold turns on one input for each copy, at a seat or in the supply.
** A layout may tell fewer copies apart than there are. */
static void slots_of_gold(const au_layout *l, slot *p) {
  for (int rank = 0; rank < AU_GOLD_MAX; rank++) {
    int n = l->copies[rank];
    for (int i = 0; i < n; i++) {
      int at = l->gold_from[rank] + i;
      add_inputs(p, l->at[AU_IN_GOLD] + at, l->players, l->gold_n);
      add_inputs(p, l->at[AU_IN_SUPPLY] + at, 1, 1);
    }
    end_slot(p, n < COPIES ? n : AU_COPIES_MAX);
  }
}

void au_layout_slots(const au_layout *l, au_slot *f, void *ctx) {
  const int seats = l->players, sides = l->sides;
  const struct {
    au_inputs of;
    int n, size; /* slots, and the inputs of each */
  } part[] = {
      {AU_IN_TRICK, seats, AU_KIND_MAX},
      {AU_IN_BID, seats, RANKS},
      {AU_IN_LAID, seats, 1},
      {AU_IN_DOWN, seats, 1},
      {AU_IN_TAKEN, sides, TAKEN},
      {AU_IN_NEED, sides, NEEDS},
      {AU_IN_TO_COME, sides, COMES * COME},
      {AU_IN_HAND_N, seats, HAND_N},
      {AU_IN_TURN, 1, seats},
      {AU_IN_PHASE, 1, 4 + seats},
      {AU_IN_WINNER, 1, seats + 1},
      {AU_IN_AWARDED, 1, seats + 1},
      {AU_IN_LEADER, 1, seats + 1},
      {AU_IN_LACKS, seats * AU_SUIT_MAX, 1},
      {AU_IN_TRUMP, 1, AU_SUIT_MAX},
      {AU_IN_TRUMPS, RANKS, 1},
      {AU_IN_TIMES, 1, TIMES},
      {AU_IN_VAR, AU_VAR_N, VARS},
      {AU_IN_VAR_SEAT, AU_VAR_N, seats},
      {AU_IN_QUESTION, 1, AU_ASK_MAX},
      {AU_IN_ANSWERED, seats, 1},
      {AU_IN_KNOB, KNOBS, 1},
      {AU_IN_VAR_SIDE, l->version > AU_INPUTS_FIRST ? AU_VAR_N : 0, sides}};
  slot p = {.f = f, .ctx = ctx};
  slots_of_cards(l, &p);
  slots_of_gold(l, &p);
  for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
    for (int j = 0; j < part[i].n; j++) {
      add_inputs(&p, l->at[part[i].of] + j * part[i].size, part[i].size, 1);
      end_slot(&p, 1);
    }
  add_inputs(&p, l->at[AU_IN_ANSWER], AU_ASK_MAX * VALUES, 1);
  end_slot(&p, AU_ASK_CARDS);
}

/* ---- What a seat knows -------------------------------------------------- */

/* Take the lowest 'n' cards of '*left'. */
static au_set take(au_set *left, int n) {
  au_set all = *left;
  for (; n > 0 && *left != 0; n--)
    *left &= *left - 1;
  return all & ~*left;
}

/* Lay the unseen cards where the view leaves room. */
static void fill(const au_rules *r, const au_view *v, au_state *s) {
  au_set left = v->unseen;
  for (uint8_t i = 0; i < r->players; i++) {
    s->shown_n[i] = 0;
    if (i == v->seat)
      continue;
    if (s->bid[i] == AU_NONE && (v->laid >> i & 1)) {
      au_set one = left != 0 ? take(&left, 1) : take(&s->hand[i], 1);
      if (one != 0)
        s->bid[i] = au_first(one);
    }
    au_set known = s->hand[i];
    int room = v->hand_n[i] - au_count(known);
    if (room >= 0)
      s->hand[i] |= take(&left, room);
    else /* one of them is its bid that lies face down */
      s->hand[i] = take(&known, v->hand_n[i]);
  }
  s->extras |= left;
}

static void find_lacks(const au_rules *r, const au_view *v, au_sight *k) {
  au_set lacks[AU_SEAT_MAX];
  au_view_lacks(r, v, lacks);
  for (int i = 0; i < r->players; i++)
    for (au_set set = lacks[i]; set != 0;
         set &= ~r->deck.suit_set[r->deck.suit_of[au_first(set)]])
      k->lacks[i] |= (uint8_t)(1u << r->deck.suit_of[au_first(set)]);
}

void au_sight_of(const au_rules *r, const au_view *v, au_sight *k,
                 au_state *s) {
  memset(k, 0, sizeof *k);
  k->seat = v->seat;
  k->unseen = v->unseen;
  for (uint8_t i = 0; i < r->players; i++)
    if (i != v->seat)
      k->held |= v->s.hand[i];
  for (uint32_t i = 0; i < v->log_n; i++) {
    au_entry e = v->log[i];
    if (au_action_what(e) == AU_ACT_PLAY)
      k->played[au_action_seat(e)] |= au_bit(au_action_card(e)) & r->deck.base;
  }
  if (r->follow == AU_FOLLOW_MUST)
    find_lacks(r, v, k);
  au_state_copy(s, &v->s);
  fill(r, v, s);
}

/* Do the part of an action that the seat itself sees. */
static void do_hidden(const au_rules *r, au_state *s, au_action a) {
  uint8_t seat = s->turn;
  if (au_action_what(a) == AU_ACT_BID) {
    s->hand[seat] &= ~au_bit(au_action_card(a));
    s->bid[seat] = au_action_card(a);
    if (au_action_down(a))
      s->down |= (uint8_t)(1u << seat);
  } else if (au_action_what(a) == AU_ACT_ANSWER && au_ask_now(r, s) != NULL) {
    (void)au_answer_add(au_ask_now(r, s), &s->answer[seat], au_action_value(a));
  }
}

au_status au_sight_do(const au_rules *r, au_sight *k, au_state *s, au_action a,
                      au_score *score) {
  if (au_acts_hidden(r, s)) {
    do_hidden(r, s, a);
    return AU_OK;
  }
  au_set hand = s->hand[k->seat];
  au_status status = au_state_do(r, s, a, score);
  if (au_action_what(a) == AU_ACT_PLAY)
    k->played[k->seat] |= au_bit(au_action_card(a)) & r->deck.base;
  k->unseen &= ~(s->hand[k->seat] & ~hand);
  return status;
}

/* ---- The inputs of a position ------------------------------------------- */

typedef struct list {
  const au_rules *r;
  const au_layout *l;
  const au_state *s;
  uint16_t *on;
  int n;
  uint8_t seat;
} list;

static void add(list *p, au_inputs kind, int i) {
  assert(i >= 0 && p->l->at[kind] + i < p->l->at[kind + 1]);
  if (p->n < AU_ON_MAX)
    p->on[p->n++] = (uint16_t)(p->l->at[kind] + i);
}

static void add_set(list *p, au_inputs kind, int first, au_set set) {
  for (; set != 0; set &= set - 1)
    add(p, kind, first + au_first(set));
}

static void add_gold(list *p, au_inputs kind, int first, au_gold g) {
  for (; g != 0;) {
    int rank = __builtin_ctzll(g) / 4, n = au_gold_count(g, rank);
    g &= ~((au_gold)15 << (4 * rank));
    n = n < p->l->copies[rank] ? n : p->l->copies[rank];
    for (int i = 0; i < n; i++)
      add(p, kind, first + p->l->gold_from[rank] + i);
  }
}

static void add_bid(list *p, int q, int i, bool hidden) {
  const au_state *s = p->s;
  if (s->bid[q] == AU_NONE)
    return;
  bool own = i == 0, down = s->down >> q & 1;
  add(p, AU_IN_LAID, i);
  if (down && (own || !hidden))
    add(p, AU_IN_DOWN, i);
  if (own || (!hidden && !down))
    add(p, AU_IN_BID, RANKS * i + p->r->deck.rank_of[s->bid[q]]);
}

static void add_seats(list *p, const au_sight *k, bool hidden) {
  const au_state *s = p->s;
  for (int i = 0; i < p->l->players; i++) {
    int q =
        p->seat + i < p->l->players ? p->seat + i : p->seat + i - p->l->players;
    if (i > 0)
      add_set(p, AU_IN_HELD, AU_KIND_MAX * (i - 1),
              k != NULL ? s->hand[q] & k->held : s->hand[q]);
    add_bid(p, q, i, hidden);
    add_gold(p, AU_IN_GOLD, p->l->gold_n * i, s->gold[q]);
    add(p, AU_IN_HAND_N,
        HAND_N * i + within(au_count(s->hand[q]), 0, HAND_N - 1));
    if (s->phase == AU_PHASE_ASK && i > 0 && s->answer[q] != 0)
      add(p, AU_IN_ANSWERED, i);
    if (k == NULL)
      continue;
    add_set(p, AU_IN_PLAYED, AU_KIND_MAX * i, k->played[q]);
    for (unsigned m = k->lacks[q]; m != 0; m &= m - 1)
      add(p, AU_IN_LACKS, AU_SUIT_MAX * i + __builtin_ctz(m));
  }
}

static void add_sides(list *p, bool made) {
  const au_state *s = p->s;
  int taken[AU_SEAT_MAX] = {0}, leader = s->trick.leader;
  int left = made && leader < p->l->players
                 ? within(au_count(s->hand[leader]), 0, COME - 1)
                 : COME - 1;
  for (int q = 0; q < p->l->players; q++)
    taken[p->r->side_of[q]] += s->taken[q];
  for (int side = 0; side < p->l->sides; side++) {
    int i = p->l->side_from[p->seat][side], bid;
    add(p, AU_IN_TAKEN, TAKEN * i + within(taken[side], 0, TAKEN - 1));
    if (!made || au_state_bid(p->r, s, side, &bid) != AU_OK || bid < 0)
      continue;
    int need = bid - taken[side];
    add(p, AU_IN_NEED, NEEDS * i + within(need, NEED_LO, NEED_HI) - NEED_LO);
    add(p, AU_IN_TO_COME,
        (i * COMES + within(need, COME_LO, COME_HI) - COME_LO) * COME + left);
  }
}

static void add_place(list *p, au_inputs kind, int place) {
  const au_trick *t = &p->s->trick;
  int n = p->l->players;
  add(p, kind, place < 0 ? n : from(p->l, au_trick_seat(t, place, n), p->seat));
}

static void add_trick(list *p) {
  const au_trick *t = &p->s->trick;
  if (p->s->phase != AU_PHASE_PLAY || t->n == 0)
    return;
  for (int i = 0; i < t->n; i++)
    add(p, AU_IN_TRICK,
        AU_KIND_MAX * from(p->l, au_trick_seat(t, i, p->l->players), p->seat) +
            t->card[i]);
  au_trick_result result = au_trick_settle(p->r, t);
  add_place(p, AU_IN_WINNER, result.winner);
  add_place(p, AU_IN_AWARDED, result.awarded);
  add_place(p, AU_IN_LEADER, result.leader);
}

static void add_trump(list *p) {
  uint8_t trump = p->s->trick.trump;
  if (trump == 0)
    return;
  const au_deck *d = &p->r->deck;
  au_set own = p->s->hand[p->seat] & d->suit_set[trump - 1];
  add(p, AU_IN_TRUMP, trump - 1);
  for (; own != 0; own &= own - 1)
    add(p, AU_IN_TRUMPS, d->rank_of[au_first(own)]);
}

/* A var that does not state what it holds is shown as a number and as a seat.
** 0 is no seat, no side and no flag. */
static void add_vars(list *p) {
  const au_layout *l = p->l;
  for (int i = 0; i < AU_VAR_N; i++) {
    int x = p->s->vars[i];
    uint8_t holds =
        l->version > AU_INPUTS_FIRST ? p->r->var_holds[i] : AU_HOLDS_ANY;
    if (x == 0)
      continue;
    if (holds == AU_HOLDS_FLAG)
      add(p, AU_IN_VAR, VARS * i + 1 - VAR_LO);
    if (holds == AU_HOLDS_ANY || holds == AU_HOLDS_NUMBER)
      add(p, AU_IN_VAR, VARS * i + within(x, VAR_LO, VAR_HI) - VAR_LO);
    if ((holds == AU_HOLDS_ANY || holds == AU_HOLDS_SEAT) && x >= 1 &&
        x <= l->players)
      add(p, AU_IN_VAR_SEAT, l->players * i + from(l, x - 1, p->seat));
    if (holds == AU_HOLDS_SIDE && x >= 1 && x <= l->sides)
      add(p, AU_IN_VAR_SIDE, l->sides * i + l->side_from[p->seat][x - 1]);
  }
}

static void add_question(list *p) {
  const au_ask *q = au_ask_now(p->r, p->s);
  uint32_t own = p->s->answer[p->seat];
  if (q == NULL)
    return;
  int ask = p->s->ask - 1, lo = q->kind == AU_ASK_NUMBER ? q->lo : 0;
  add(p, AU_IN_QUESTION, ask);
  if (own == 0)
    return;
  if (q->kind == AU_ASK_CARD)
    add_set(p, AU_IN_ANSWER, VALUES * ask, au_answer_cards(own));
  else
    add(p, AU_IN_ANSWER,
        VALUES * ask + within((int)au_answer_value(own) - lo, 0, VALUES - 1));
}

static void add_knobs(list *p) {
  const au_rules *r = p->r;
  add(p, AU_IN_KNOB, r->follow);
  add(p, AU_IN_KNOB, 3 + r->over);
  const int16_t flag[] = {r->trick_to,    r->gold_to,   r->next_leader,
                          r->trick_ties,  r->change_of, r->gold_leads,
                          r->last_window, r->zero_bid,  r->side_bid,
                          r->bidding};
  for (int i = 0; i < (int)(sizeof flag / sizeof flag[0]); i++)
    if (flag[i] != 0)
      add(p, AU_IN_KNOB, 6 + i);
}

int au_inputs_of(const au_rules *r, const au_layout *l, const au_state *s,
                 uint8_t seat, const au_sight *k, uint16_t on[AU_ON_MAX]) {
  list p = {r, l, s, on, 0, seat};
  bool hidden = au_bids_hidden(r, s);
  bool made = s->phase != AU_PHASE_BID;
  add_set(&p, AU_IN_HAND, 0, s->hand[seat]);
  if (k != NULL)
    add_set(&p, AU_IN_UNSEEN, 0, k->unseen);
  add_seats(&p, k, hidden);
  add_gold(&p, AU_IN_SUPPLY, 0, s->supply);
  add_sides(&p, made);
  if (!au_acts_hidden(r, s) && s->turn < l->players)
    add(&p, AU_IN_TURN, from(l, s->turn, seat));
  add(&p, AU_IN_PHASE,
      s->phase == AU_PHASE_BID      ? 0
      : s->phase == AU_PHASE_CHANGE ? 1
      : s->phase == AU_PHASE_ASK    ? 2
                                    : 3 + within(s->trick.n, 0, l->players));
  add_trick(&p);
  add_trump(&p);
  if (s->times > 1)
    add(&p, AU_IN_TIMES, within(31 - __builtin_clz(s->times), 1, TIMES) - 1);
  if (r->hooks.ctx != NULL)
    add_vars(&p);
  add_question(&p);
  add_knobs(&p);
  return p.n;
}
