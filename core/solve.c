/* solve.c: see solve.h. */
#include "solve.h"

#include "solve_bound.h"

#include <string.h>

enum { WAYS = 2 }; /* entries of a bucket */

static int32_t larger(int32_t a, int32_t b) {
  return a > b ? a : b;
}
static int32_t smaller(int32_t a, int32_t b) {
  return a < b ? a : b;
}

static void stop(au_solver *v, au_status status) {
  v->stopped = true;
  v->status = status;
}

static void stop_unless(au_solver *v, au_status status) {
  if (status != AU_OK)
    stop(v, status);
}

/* ---- The table -------------------------------------------------------- */

/* Fold a 128-bit product: the exclusive or of its halves. */
static uint64_t fold(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
#else /* by halves, on machines of 32 bits */
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32);
  uint64_t cross = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (cross >> 32);
  return high ^ (cross << 32 | (uint32_t)low);
#endif
}

typedef struct hash {
  uint64_t a, b;
} hash;

static void mix(hash *h, uint64_t word) {
  h->a = fold(h->a ^ word, 0x9e3779b97f4a7c15u);
  h->b = fold(h->b ^ word ^ 0xd1b54a32d192ed03u, 0xbf58476d1ce4e5b9u) + word;
}

/* Tricks taken by a side. */
static int side_taken(const au_rules *r, const au_state *s, int side) {
  int taken = 0;
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
    taken += s->taken[__builtin_ctz(seats)];
  return taken;
}

/* Mix in the bid cards. Where each seat may change any bid of its side, only
** the side's cards matter, not which seat laid which. */
static void mix_bids(hash *h, const au_rules *r, const au_state *s) {
  au_set side[AU_SEAT_MAX] = {0};
  uint64_t bids = 0;
  if (s->phase == AU_PHASE_BID || s->down != 0 ||
      r->change_of != AU_CHANGE_SIDE) {
    for (int seat = 0; seat < r->players; seat++)
      bids = bids << 8 | s->bid[seat];
    mix(h, bids << 8 | s->down);
    return;
  }
  for (int seat = 0; seat < r->players; seat++)
    side[r->side_of[seat]] |= au_bit(s->bid[seat]);
  for (int i = 0; i < r->side_n; i++)
    mix(h, side[i]);
}

/* The key of a position: all that matters for the rest of the round. Under data
** rules that is who holds each card, the seat and phase on turn, the bids, and
** the tricks by side. Hooks may look at anything. */
static hash key_of(const au_solver *v, const au_state *s) {
  const au_rules *r = &v->rules;
  hash h = {0x8a5cd789635d2dffu, 0x121fd2155c472f96u};
  if (!v->bounded) {
    uint64_t word[sizeof *s / 8];
    memcpy(word, s, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
      mix(&h, word[i]);
    return h;
  }
  uint64_t taken = 0;
  for (int seat = 0; seat < r->players; seat++) {
    mix(&h, s->hand[seat]);
    mix(&h, s->gold[seat]);
  }
  for (int side = 0; side < r->side_n; side++)
    taken = taken << 8 | (uint64_t)side_taken(r, s, side);
  mix_bids(&h, r, s);
  mix(&h, taken << 16 | (uint64_t)(s->phase << 12 | s->turn << 8 |
                                   s->trick.leader << 4 | s->changed));
  return h;
}

static au_solve_entry *bucket(const au_solver *v, const hash *h) {
  return v->table + (h->a & (v->size - WAYS));
}

static au_solve_entry *probe(const au_solver *v, const hash *h) {
  au_solve_entry *e = bucket(v, h);
  for (int i = 0; i < WAYS; i++)
    if (e[i].search == v->search && e[i].key[0] == h->a &&
        e[i].key[1] == h->b) /* never: not with an equal key[0] */
      return &e[i];
  return NULL;
}

/* Store bounds of the value of 's'. In a bucket, the first entry keeps the
** largest position, the second the latest one. */
static void store(au_solver *v, const hash *h, const au_state *s, au_bounds b,
                  au_action move) {
  au_solve_entry *e = probe(v, h);
  if (e != NULL) {
    e->lo = larger(b.lo, e->lo);
    e->hi = smaller(b.hi, e->hi);
    if (move != 0)
      e->move = move;
    return;
  }
  unsigned cards = 0;
  for (int seat = 0; seat < v->rules.players; seat++)
    cards += (unsigned)au_count(s->hand[seat]);
  e = bucket(v, h);
  if (e->search == v->search && e->cards > cards)
    e++;
  *e = (au_solve_entry){.key = {h->a, h->b},
                        .lo = b.lo,
                        .hi = b.hi,
                        .move = move,
                        .cards = cards & 127,
                        .search = v->search & AU_SOLVE_SEARCHES};
}

/* ---- The value of a finished round ------------------------------------ */

static int32_t worth(const au_solver *v, const au_score *score,
                     uint8_t winners) {
  int side = v->problem->side;
  if (v->problem->objective == AU_SOLVE_ROUND) {
    if (!(winners >> side & 1))
      return -1;
    return winners == 1 << side;
  }
  int best = -AU_ENDLESS;
  for (int i = 0; i < v->rules.side_n; i++)
    if (i != side && score->points[i] > best)
      best = score->points[i];
  return score->points[side] - best;
}

/* The value if the seat on turn passes. */
static int32_t worth_of_pass(au_solver *v, const au_state *s) {
  au_score score;
  uint8_t winners = 0;
  if (v->bounded) {
    (void)!au_state_score(&v->rules, s, &score);
    if (v->problem->objective == AU_SOLVE_ROUND)
      winners = au_score_round(&v->rules, &score);
    return worth(v, &score, winners);
  }
  au_state end = *s;
  stop_unless(v, au_state_do(&v->rules, &end, au_pass_action(s->turn), &score));
  return v->stopped ? 0 : worth(v, &score, end.round_winners);
}

/* ---- The search ------------------------------------------------------- */

static bool is_ours(const au_solver *v, const au_state *s) {
  return v->rules.side_of[s->turn] == v->problem->side;
}

static void count_node(au_solver *v) {
  const au_problem *p = v->problem;
  if (v->nodes == p->nodes) {
    stop(v, AU_OK);
    return;
  }
  v->nodes++;
  if (v->nodes % AU_SOLVE_SLICE == 0 && p->more != NULL &&
      !p->more(p->ctx, AU_SOLVE_SLICE))
    stop(v, AU_OK);
}

/* How often this action decided before, for the seat on turn. */
static int32_t *record_of(au_solver *v, const au_state *s, au_action a) {
  int stage = s->phase == AU_PHASE_CHANGE ? AU_SEAT_MAX : s->trick.n;
  return &v->record[stage][s->turn][au_action_card(a)];
}

/* Count an action that decided; it counts more if more lay below it. */
static void reward(au_solver *v, const au_state *s, au_action a) {
  int32_t *record = record_of(v, s, a);
  int cards = au_count(s->hand[s->turn]);
  *record += 1 << 4 * smaller(cards, 6);
  if (*record <= INT32_MAX / 2)
    return;
  int32_t *all = &v->record[0][0][0];
  for (size_t i = 0; i < sizeof v->record / sizeof *all; i++)
    all[i] /= 2;
}

/* The rank of an action. Passes come first: they cost nothing to try. */
static int32_t rank_of(au_solver *v, const au_state *s, au_action a) {
  if (au_action_what(a) == AU_ACT_PASS)
    return INT32_MAX;
  int32_t rank = *record_of(v, s, a);
  if (au_action_what(a) == AU_ACT_CHANGE)
    rank -= v->rules.deck.rank_of[au_action_gold(a)];
  return rank;
}

/* ---- Replies ----------------------------------------------------------- */

/* Make the keys of the seat on turn: the second from its hand, the phase and
** the open trick, the first also from the bids and tricks of its side. */
static void find_keys(const au_solver *v, const au_state *s,
                      uint64_t key[AU_SOLVE_KEYS]) {
  const au_rules *r = &v->rules;
  int side = r->side_of[s->turn];
  uint64_t bids = (uint64_t)side_taken(r, s, side);
  uint64_t trick = (uint64_t)(s->phase << 8 | s->turn << 4 | s->trick.leader);
  hash h = {0, 0};
  for (int i = 0; i < s->trick.n; i++)
    trick = trick << 8 | s->trick.card[i];
  mix(&h, trick);
  mix(&h, s->hand[s->turn]);
  key[1] = h.a;
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
    bids = bids << 8 | s->bid[__builtin_ctz(seats)];
  mix(&h, bids);
  key[0] = h.a;
}

/* The legal action stored under the first key that has one; 0 if neither has.
** An action may be illegal now, since the gold held may differ. */
static au_action get_reply(au_solver *v, const au_state *s,
                           const uint64_t key[AU_SOLVE_KEYS]) {
  for (int i = 0; i < AU_SOLVE_KEYS; i++) {
    const au_reply *reply = &v->reply[key[i] % AU_SOLVE_REPLIES];
    if (reply->key != key[i] || reply->search != v->search)
      continue;
    au_status status = au_state_why(&v->rules, s, reply->move, NULL);
    if (status == AU_OK)
      return reply->move;
    if (status != AU_EILLEGAL)
      stop(v, status);
  }
  return 0;
}

static void set_reply(au_solver *v, const uint64_t key[AU_SOLVE_KEYS],
                      au_action move) {
  for (int i = 0; i < AU_SOLVE_KEYS; i++)
    v->reply[key[i] % AU_SOLVE_REPLIES] = (au_reply){key[i], move, v->search};
}

/* ---- Options ----------------------------------------------------------- */

/* Put the legal actions but 'tried', ranked, on the stack of options; returns
** their number. */
static int list_options(au_solver *v, const au_state *s, au_action tried) {
  int n = 0;
  au_status status = au_state_legal(&v->rules, s, v->legal, &n);
  if (status != AU_OK)
    stop(v, status);
  else if (v->used + (uint32_t)n > AU_SOLVE_STACK)
    stop(v, AU_OK);
  if (v->stopped)
    return 0;
  au_option *o = v->option + v->used;
  for (int i = 0; i < n; i++)
    if (v->legal[i] != tried)
      *o++ = (au_option){v->legal[i], rank_of(v, s, v->legal[i])};
  return (int)(o - (v->option + v->used));
}

/* Take the highest of n options. */
static au_action take_option(au_option *option, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (option[i].rank > option[best].rank)
      best = i;
  au_action a = option[best].action;
  option[best] = option[n - 1];
  return a;
}

static int32_t search(au_solver *v, const au_state *s, int32_t t, int depth,
                      bool kept);

/* The value after 'a', as 'search' returns it. */
static int32_t value_after(au_solver *v, const au_state *s, au_action a,
                           int32_t t, int depth) {
  if (au_action_what(a) == AU_ACT_PASS)
    return worth_of_pass(v, s);
  au_state next;
  au_state_copy(&next, s);
  au_status status = au_state_apply_legal(&v->rules, &next, a);
  if (status != AU_OK) {
    stop(v, status);
    return 0;
  }
  bool kept = au_action_what(a) == AU_ACT_KEEP && next.phase == s->phase;
  return search(v, &next, t, depth + 1, kept);
}

/* True if an action decides whether the value is at least 't'. '*best' becomes
** its value if that is better for the side on turn. */
static bool decides(au_solver *v, const au_state *s, au_action a, int32_t t,
                    int depth, int32_t *best) {
  bool ours = is_ours(v, s);
  int32_t value = value_after(v, s, a, t, depth);
  if (v->stopped)
    return false;
  *best = ours ? larger(value, *best) : smaller(value, *best);
  return (value >= t) == ours;
}

/* Test whether the value is at least 't': try the best actions first until one
** decides. '*move' is the one to begin with, or 0, and becomes the one that
** decided, or 0. Most often the first decides, and the others need not be
** listed. */
static int32_t try_options(au_solver *v, const au_state *s, int32_t t,
                           int depth, au_action *move) {
  int32_t best = is_ours(v, s) ? -AU_ENDLESS : AU_ENDLESS;
  uint64_t key[AU_SOLVE_KEYS];
  find_keys(v, s, key);
  au_action first = *move != 0 ? *move : get_reply(v, s, key);
  *move = 0;
  if (first != 0 && decides(v, s, first, t, depth, &best))
    *move = first;
  uint32_t base = v->used;
  int n = *move != 0 || v->stopped ? 0 : list_options(v, s, first);
  v->used += (uint32_t)n;
  while (n > 0 && *move == 0 && !v->stopped) {
    au_action a = take_option(v->option + base, n--);
    if (decides(v, s, a, t, depth, &best))
      *move = a;
  }
  v->used = base;
  if (*move != 0) {
    reward(v, s, *move);
    set_reply(v, key, *move);
  }
  return best;
}

/* Find what the bounds of a position say of whether its value is at least 't':
** true if they leave it open, else 'value' is the bound that decides. The bound
** likelier to decide comes first: the lower one if the round, ended now, would
** bring at least 't'. */
static bool is_open(const au_solver *v, const au_state *s, int32_t t,
                    const au_standings *all, int32_t *value) {
  bool low = au_bound_now(v, all) >= t;
  for (int i = 0; i < 2; i++, low = !low) {
    *value = low ? au_bound_low(v, s, all, t) : au_bound_high(v, s, all, t);
    if ((*value >= t) == low)
      return false;
  }
  return true;
}

/* Test whether the value is at least 't'. If so, return a lower bound of it,
** else an upper bound, below t. If the search was stopped, the result means
** nothing. 'kept': the seat before kept its bid, and the next one may change
** now. Then, and within a trick, positions rarely repeat, so the table and the
** bounds would cost more than they save. */
static int32_t search(au_solver *v, const au_state *s, int32_t t, int depth,
                      bool kept) {
  au_action move = 0;
  count_node(v);
  if (depth == AU_SOLVE_DEPTH)
    stop(v, AU_OK);
  if (v->stopped)
    return 0;
  if (s->trick.n > 0 || kept)
    return try_options(v, s, t, depth, &move);
  hash h = key_of(v, s);
  __builtin_prefetch(bucket(v, &h)); /* it comes while standings are found */
  au_standings all;
  bool known = au_bound_known(v, s);
  if (known)
    au_bound_find(v, s, &all);
  const au_solve_entry *e = probe(v, &h);
  if (e != NULL) {
    if (e->lo >= t || e->hi < t)
      return e->lo >= t ? e->lo : e->hi;
    move = e->move;
  }
  int32_t value = 0;
  if (known && !is_open(v, s, t, &all, &value))
    return value;
  value = try_options(v, s, t, depth, &move);
  if (v->stopped)
    return 0;
  au_bounds b = au_bound_widest(v);
  if (value >= t)
    b.lo = value;
  else
    b.hi = value;
  store(v, &h, s, b, move);
  return value;
}

/* ---- The root --------------------------------------------------------- */

/* Bounds of the value after an action, without a search. */
static au_bounds bound_after(au_solver *v, const au_state *s, au_action a) {
  au_state next = *s;
  if (au_action_what(a) == AU_ACT_PASS) {
    int32_t value = worth_of_pass(v, s);
    return (au_bounds){value, value};
  }
  stop_unless(v, au_state_apply_legal(&v->rules, &next, a));
  return au_bound(v, &next);
}

/* List every legal action with its bounds, and bound the value. */
static void list_moves(au_solver *v, const au_state *s, au_solution *out) {
  au_bounds all = au_bound(v, s);
  out->move_n = (uint32_t)list_options(v, s, 0);
  out->lo = all.lo;
  out->hi = all.hi;
  for (uint32_t i = 0; i < out->move_n && !v->stopped; i++) {
    au_action a = v->option[i].action;
    au_bounds b = bound_after(v, s, a);
    out->move[i] = (au_solve_move){a, b.lo, b.hi};
  }
}

/* Tighten the bounds of the value and of the moves by each other. */
static void join(bool ours, au_solution *out) {
  int32_t lo = out->move[0].lo, hi = out->move[0].hi;
  for (uint32_t i = 1; i < out->move_n; i++) {
    const au_solve_move *m = &out->move[i];
    lo = ours ? larger(lo, m->lo) : smaller(lo, m->lo);
    hi = ours ? larger(hi, m->hi) : smaller(hi, m->hi);
  }
  out->lo = larger(lo, out->lo);
  out->hi = smaller(hi, out->hi);
  for (uint32_t i = 0; i < out->move_n; i++) {
    au_solve_move *m = &out->move[i];
    if (ours)
      m->hi = smaller(m->hi, out->hi);
    else
      m->lo = larger(m->lo, out->lo);
  }
}

/* Test whether the value after a move is at least 't'. */
static void ask_move(au_solver *v, const au_state *s, au_solve_move *m,
                     int32_t t) {
  if (v->stopped || m->lo >= t || m->hi < t)
    return;
  int32_t value = value_after(v, s, m->action, t, 0);
  if (v->stopped)
    return;
  if (value >= t)
    m->lo = larger(m->lo, value);
  else
    m->hi = smaller(m->hi, value);
}

/* Find the value, from one guess to the next. */
static void find_value(au_solver *v, const au_state *s, au_solution *out) {
  bool ours = is_ours(v, s);
  join(ours, out);
  int32_t guess = (out->lo + out->hi) / 2;
  while (out->lo < out->hi && !v->stopped) {
    int32_t t = smaller(larger(guess, out->lo + 1), out->hi);
    for (uint32_t i = 0; i < out->move_n; i++) {
      au_solve_move *m = &out->move[i];
      ask_move(v, s, m, t);
      if (ours ? m->lo >= t : m->hi < t)
        break;
    }
    join(ours, out);
    guess = out->lo >= t ? out->lo + 1 : out->hi;
  }
}

/* Find the moves that reach the value, once it is known. */
static void find_best(au_solver *v, const au_state *s, au_solution *out) {
  bool ours = is_ours(v, s);
  for (uint32_t i = 0; i < out->move_n; i++)
    ask_move(v, s, &out->move[i], ours ? out->lo : out->lo + 1);
}

/* Find the value after each move. Most are close to the best value. */
static void find_each(au_solver *v, const au_state *s, au_solution *out) {
  bool ours = is_ours(v, s);
  for (uint32_t i = 0; i < out->move_n; i++) {
    au_solve_move *m = &out->move[i];
    while (m->lo < m->hi && !v->stopped)
      ask_move(v, s, m, ours ? m->hi : m->lo + 1);
  }
}

/* Find an action that keeps the value; 0 if the search is stopped before. */
static au_action find_action(au_solver *v, const au_state *s, int32_t value,
                             int depth) {
  bool ours = is_ours(v, s);
  uint32_t base = v->used;
  au_action found = 0;
  int n = list_options(v, s, 0);
  v->used += (uint32_t)n;
  while (n > 0 && found == 0 && !v->stopped) {
    au_action a = take_option(v->option + base, n--);
    int32_t t = ours ? value : value + 1;
    if ((value_after(v, s, a, t, depth) >= t) == ours)
      found = a;
  }
  v->used = base;
  return v->stopped ? 0 : found;
}

/* Find a line of play that keeps the value. If changes are excluded, the search
** has no phase change but the real round has: its seats keep there. */
static void find_line(au_solver *v, au_solution *out) {
  const au_rules *r = v->problem->rules;
  au_state real = *v->problem->state, s = real;
  while (au_state_open(&s) && out->line_n < AU_SOLVE_DEPTH) {
    au_action a = real.phase != s.phase
                      ? au_keep_action(real.turn)
                      : find_action(v, &s, out->lo, (int)out->line_n);
    if (a == 0)
      return;
    out->line[out->line_n++] = a;
    if (real.phase == s.phase)
      stop_unless(v, au_state_apply_legal(&v->rules, &s, a));
    if (v->stopped)
      return;
    stop_unless(v, au_state_apply_legal(r, &real, a));
    if (v->stopped)
      return;
  }
  out->exact = !au_state_open(&s);
}

static void find_moves(au_solver *v, const au_state *s, au_solution *out) {
  if (v->problem->find == AU_SOLVE_EACH)
    find_each(v, s, out);
  else
    find_best(v, s, out);
  if (!v->stopped)
    find_line(v, out);
}

/* ----------------------------------------------------------------------- */

static void begin(au_solver *v, const au_problem *p) {
  v->problem = p;
  v->rules = *p->rules;
  if (!p->changes)
    v->rules.pays = 0;
  v->search = v->search % AU_SOLVE_SEARCHES + 1;
  if (v->search == 1) {
    memset(v->table, 0, v->size * sizeof *v->table);
    memset(v->reply, 0, sizeof v->reply);
  }
  v->stopped = false;
  v->status = AU_OK;
  v->nodes = v->used = 0;
  memset(v->record, 0, sizeof v->record);
  au_bound_begin(v);
}

const au_ask *au_solve_asks(const au_rules *r, const au_state *s) {
  bool bids = s->phase == AU_PHASE_BID || s->phase == AU_PHASE_ASK;
  for (int i = 0; r->asks != NULL && i < r->asks->n; i++)
    if (bids || r->asks->ask[i].when > AU_WHEN_BIDS)
      return &r->asks->ask[i];
  return NULL;
}

au_status au_solve(au_solver *v, const au_problem *p, au_solution *out) {
  const au_state *s = p->state;
  if (!au_state_open(s))
    return AU_ESTATE;
  if (au_solve_asks(p->rules, s) != NULL)
    return AU_ERULES;
  begin(v, p);
  out->exact = false;
  out->line_n = 0;
  list_moves(v, s, out);
  if (!v->stopped)
    find_value(v, s, out);
  if (p->find == AU_SOLVE_VALUE)
    out->exact = !v->stopped;
  else if (!v->stopped)
    find_moves(v, s, out);
  out->nodes = v->nodes;
  return v->status;
}
