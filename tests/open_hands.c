/* open_hands.c: measures how far solving with open hands lies from play with
** hidden hands, for the constants "exact_" and "best_" of the judge.
**
**   cc -O2 -Icore tests/open_hands.c build/libaurum.a -lm -o build/open_hands
**   build/open_hands ENDINGS NODES SEED
**
** An ending is a decision of a four-player round of the policy "quick" under
** en-2023, in which the largest hand has two cards. All deals of the hidden
** cards that agree with the public facts, equally probable, are one game in
** which each seat knows its own hand. An ending whose tree has more than NODES
** decisions is left out.
**
** Counterfactual regret minimization (Zinkevich et al. 2008) with regrets cut
** off at 0 and linear averages (Tammelin 2014) solves that game. Each seat
** learns for its side. Every move keeps a share of SLIP / n, so that the
** answers to bad moves are sensible. The gap is the most points that one seat
** would gain by another strategy, with slips as well; partners could gain more
** by changing together, which is not tried. An ending counts if the gap falls
** below CLOSE in ROUNDS rounds.
**
** The hidden loss of a move is the distance of its value from that of the best
** move, given the hand of its seat; the open loss is the same by au_solve. The
** root mean square of their difference (rms) is the 'rest' of
** lua/judge/calibration.lua. */
#include "aurum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 500, CHECK = 25, MOVES = 24, DEALS = 2520, KINDS = 2 };
static const double SLIP = 0.01, CLOSE = 0.03;

/* A seat with its hand, after a public history. */
typedef struct info {
  uint64_t history;
  au_set hand;
  int seat, n, depth, best;
  double regret[MOVES], sum[MOVES], now[MOVES], gain[MOVES];
} info;

typedef struct node {
  int info, kid; /* the first of its children in 'kid' */
} node;

static au_rules rules;
static au_odds odds;
static info *infos;
static int *slot, *kid; /* a child below 0 is the leaf -1 - child */
static node *nodes;
static double *leaf;
static int info_n, node_n, kid_n, leaf_n, node_max;
static au_state deal[DEALS];
static int deal_n, root[DEALS];
static int32_t before;
static uint32_t slots;

/* ---- The tree --------------------------------------------------------- */

static void deal_cards(const au_state *s, au_set left, int room[4],
                       au_state *t) {
  if (left == 0) {
    if (deal_n < DEALS)
      deal[deal_n] = *t;
    deal_n++;
    return;
  }
  au_card card = au_first(left);
  for (int i = 0; i < 4; i++) {
    if (room[i] == 0)
      continue;
    room[i]--;
    t->hand[i] |= au_bit(card);
    deal_cards(s, left & (left - 1), room, t);
    t->hand[i] &= ~au_bit(card);
    room[i]++;
  }
}

/* Find the deals that agree with what all have seen. */
static bool find_deals(const au_state *s) {
  au_state t = *s;
  au_set hidden = 0;
  int room[4];
  for (int i = 0; i < 4; i++) {
    hidden |= s->hand[i] & ~s->seen;
    room[i] = au_count(s->hand[i] & ~s->seen);
    t.hand[i] &= s->seen;
  }
  deal_n = 0;
  deal_cards(s, hidden, room, &t);
  return deal_n <= DEALS;
}

static uint64_t mix_in(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

static int find_info(uint64_t history, int seat, au_set hand, int n,
                     int depth) {
  uint64_t h = mix_in(mix_in(history, (uint64_t)seat + 1), hand);
  uint32_t at = (uint32_t)(h % slots);
  for (; slot[at] >= 0; at = (at + 1) % slots) {
    const info *one = &infos[slot[at]];
    if (one->history == history && one->seat == seat && one->hand == hand)
      return slot[at];
  }
  slot[at] = info_n;
  infos[info_n] = (info){
      .history = history, .seat = seat, .hand = hand, .n = n, .depth = depth};
  return info_n++;
}

static void must(au_status status) {
  if (status != AU_OK)
    exit((fprintf(stderr, "open_hands: status %d\n", (int)status), 1));
}

/* Add the tree below a state of a deal; returns it as a child. */
static int grow(au_state s, const au_state *dealt, uint64_t history,
                const int depth[4]) {
  au_action legal[AU_ACTION_MAX];
  int n = 0;
  for (;;) {
    if (!au_state_open(&s)) {
      leaf[leaf_n++] = s.points[0] - s.points[1] - before;
      return -leaf_n;
    }
    must(au_state_legal(&rules, &s, legal, &n));
    if (n > 1)
      break;
    history = mix_in(history, legal[0]);
    must(au_state_apply_legal(&rules, &s, legal[0]));
  }
  if (node_n == node_max || n > MOVES || kid_n + n > 8 * node_max) {
    node_n = node_max + 1;
    return 0;
  }
  int me = node_n++, at = kid_n, seat = s.turn, down[4];
  kid_n += n;
  for (int i = 0; i < 4; i++)
    down[i] = depth[i] + (i == seat);
  nodes[me] =
      (node){find_info(history, seat, dealt->hand[seat], n, depth[seat]), at};
  for (int i = 0; i < n && node_n <= node_max; i++) {
    au_state t = s;
    must(au_state_apply_legal(&rules, &t, legal[i]));
    kid[at + i] = grow(t, dealt, mix_in(history, legal[i]), down);
  }
  return me;
}

static bool make_game(const au_state *s) {
  static const int depth[4];
  if (!find_deals(s))
    return false;
  info_n = node_n = kid_n = leaf_n = 0;
  before = s->points[0] - s->points[1];
  for (uint32_t i = 0; i < slots; i++)
    slot[i] = -1;
  for (int i = 0; i < deal_n; i++) {
    root[i] = grow(deal[i], &deal[i], 1, depth);
    if (node_n > node_max)
      return false;
  }
  return true;
}

/* ---- Counterfactual regret minimization ------------------------------- */

/* Play moves in proportion to some weights, but for slips. */
static void mix(info *one, const double *weight, double slip) {
  double sum = 0;
  for (int i = 0; i < one->n; i++)
    sum += weight[i];
  for (int i = 0; i < one->n; i++)
    one->now[i] =
        slip / one->n + (1 - slip) * (sum > 0 ? weight[i] / sum : 1.0 / one->n);
}

static double sign_of(int seat) {
  return seat % 2 == 0 ? 1 : -1;
}

static double learn(int at, double reach[4], double weight) {
  if (at < 0)
    return leaf[-at - 1];
  const node *own = &nodes[at];
  info *one = &infos[own->info];
  double value[MOVES], mean = 0, mine = reach[one->seat], others = 1;
  for (int i = 0; i < one->n; i++) {
    reach[one->seat] = mine * one->now[i];
    value[i] = learn(kid[own->kid + i], reach, weight);
    mean += one->now[i] * value[i];
  }
  reach[one->seat] = mine;
  for (int i = 0; i < 4; i++)
    others *= i == one->seat ? 1 : reach[i];
  others *= sign_of(one->seat);
  for (int i = 0; i < one->n; i++) {
    one->regret[i] += others * (value[i] - mean);
    one->sum[i] += weight * mine * one->now[i];
  }
  return mean;
}

static double value_of(int at) {
  if (at < 0)
    return leaf[-at - 1];
  const info *one = &infos[nodes[at].info];
  double mean = 0;
  for (int i = 0; i < one->n; i++)
    mean += one->now[i] * value_of(kid[nodes[at].kid + i]);
  return mean;
}

/* The value while 'seat' plays its best answers below 'depth', but for slips;
** sums the gains of its moves at that depth. */
static double answer(int at, int seat, int depth, double reach) {
  if (at < 0)
    return leaf[-at - 1];
  const node *own = &nodes[at];
  info *one = &infos[own->info];
  double mean = 0;
  bool settled = one->seat == seat && one->depth > depth;
  for (int i = 0; i < one->n; i++) {
    double on = one->seat == seat ? reach : reach * one->now[i];
    double x = answer(kid[own->kid + i], seat, depth, on);
    mean += x * (settled ? SLIP / one->n + (1 - SLIP) * (i == one->best)
                         : one->now[i]);
    if (one->seat == seat && one->depth == depth)
      one->gain[i] += reach * x * sign_of(seat);
  }
  return mean;
}

static double best_answer(int seat, int deepest) {
  double best = 0;
  for (int depth = deepest; depth >= -1; depth--) {
    for (int k = 0; k < info_n; k++)
      for (int i = 0; i < infos[k].n; i++)
        infos[k].gain[i] = 0;
    best = 0;
    for (int i = 0; i < deal_n; i++)
      best += answer(root[i], seat, depth, 1);
    for (int k = 0; k < info_n; k++) {
      info *one = &infos[k];
      if (one->seat != seat || one->depth != depth)
        continue;
      one->best = 0;
      for (int i = 1; i < one->n; i++)
        if (one->gain[i] > one->gain[one->best])
          one->best = i;
    }
  }
  return best;
}

static double gap_of(void) {
  double value = 0, gap = 0;
  int deepest = 0;
  for (int k = 0; k < info_n; k++) {
    mix(&infos[k], infos[k].sum, 0); /* slips are in it */
    deepest = infos[k].depth > deepest ? infos[k].depth : deepest;
  }
  for (int i = 0; i < deal_n; i++)
    value += value_of(root[i]);
  for (int seat = 0; seat < 4; seat++)
    gap = fmax(gap, (best_answer(seat, deepest) - value) * sign_of(seat));
  return gap / deal_n;
}

static double solve_game(void) {
  double gap = 0;
  for (int round = 1; round <= ROUNDS; round++) {
    for (int k = 0; k < info_n; k++)
      mix(&infos[k], infos[k].regret, SLIP);
    for (int i = 0; i < deal_n; i++)
      learn(root[i], (double[]){1, 1, 1, 1}, round);
    for (int k = 0; k < info_n; k++)
      for (int i = 0; i < infos[k].n; i++)
        infos[k].regret[i] = fmax(infos[k].regret[i], 0);
    if (round % CHECK == 0 && (gap = gap_of()) < CLOSE)
      break;
  }
  return gap;
}

/* ---- Endings ---------------------------------------------------------- */

/* Sums over endings, by kind of decision and by whether the best was made. */
typedef struct sums {
  double n, open, hidden, off, xx, xy;
  double list[100000][2]; /* weight, difference */
  int list_n;
} sums;
static sums all[KINDS][2];
static au_solver solver;
static au_solution found;

/* The mean values of each move with open and with hidden hands. False if a
** world needs more than a million positions. */
static bool solve_worlds(const au_state *s, int n, double mean[MOVES],
                         double hidden[MOVES]) {
  int w = 0, seat = s->turn;
  for (int i = 0; i < deal_n; i++) {
    if (deal[i].hand[seat] != s->hand[seat])
      continue;
    au_problem p = {.rules = &rules,
                    .state = &deal[i],
                    .find = AU_SOLVE_EACH,
                    .side = rules.side_of[seat],
                    .changes = true,
                    .nodes = 1000000};
    must(au_solve(&solver, &p, &found));
    if (!found.exact)
      return false;
    for (int m = 0; m < n; m++) {
      mean[m] += found.move[m].lo;
      hidden[m] += value_of(kid[nodes[root[i]].kid + m]) * sign_of(seat);
    }
    w++;
  }
  for (int m = 0; m < n; m++) {
    mean[m] /= w;
    hidden[m] /= w;
  }
  return true;
}

static void add(sums *to, double weight, double open, double hidden) {
  double off = hidden - open;
  to->n += weight;
  to->open += weight * open;
  to->hidden += weight * hidden;
  to->off += weight * off * off;
  to->xx += weight * open * open;
  to->xy += weight * open * hidden;
  if (to->list_n < 100000) {
    double *row = to->list[to->list_n++];
    row[0] = weight;
    row[1] = off;
  }
}

/* Compare the losses of each of 'n' moves. 0, or the reason why the ending is
** left out. */
static int measure(const au_state *s, int n) {
  double mean[MOVES] = {0}, hidden[MOVES] = {0};
  if (!make_game(s))
    return 1;
  if (solve_game() >= CLOSE)
    return 2;
  int best = 0, top = 0, same = 0;
  if (!solve_worlds(s, n, mean, hidden))
    return 1;
  for (int m = 0; m < n; m++) {
    best = mean[m] > mean[best] ? m : best;
    top = hidden[m] > hidden[top] ? m : top;
  }
  for (int m = 0; m < n; m++)
    same += mean[m] == mean[best];
  for (int m = 0; m < n; m++) {
    bool made = mean[m] == mean[best];
    add(&all[s->phase == AU_PHASE_CHANGE][made], 1.0 / (made ? same : n - same),
        mean[best] - mean[m], hidden[top] - hidden[m]);
  }
  return 0;
}

static int by_difference(const void *a, const void *b) {
  double x = fabs(((const double *)a)[1]), y = fabs(((const double *)b)[1]);
  return (x > y) - (x < y);
}

/* The difference that 'part' of the moves do not exceed. */
static double quantile(sums *t, double part) {
  double below = 0;
  int i = 0;
  qsort(t->list, (size_t)t->list_n, sizeof *t->list, by_difference);
  while (i + 1 < t->list_n && (below += t->list[i][0]) < part * t->n)
    i++;
  return fabs(t->list[i][1]);
}

static void print_sums(const char *kind, const char *made, sums *t) {
  if (t->n == 0)
    return;
  printf("%-7s %-8s %4.0f endings  open loss %5.2f  hidden %5.2f  bias %+5.2f"
         "  slope %4.2f  rms %4.2f  50 %% within %4.2f  95 %% within %4.2f\n",
         kind, made, t->n, t->open / t->n, t->hidden / t->n,
         (t->hidden - t->open) / t->n, t->xx > 0 ? t->xy / t->xx : 0,
         sqrt(t->off / t->n), quantile(t, 0.5), quantile(t, 0.95));
}

static void print_all(int used, const int left_out[3]) {
  static const char *const kinds[KINDS] = {"play", "change"};
  printf("%d endings; left out: %d too large, %d with a gap of %.2f or more\n",
         used, left_out[1], left_out[2], CLOSE);
  for (int k = 0; k < KINDS; k++) {
    print_sums(kinds[k], "best", &all[k][1]);
    print_sums(kinds[k], "another", &all[k][0]);
  }
  fflush(stdout);
}

static int largest_hand(const au_state *s) {
  int most = 0;
  for (int i = 0; i < 4; i++)
    most = au_count(s->hand[i]) > most ? au_count(s->hand[i]) : most;
  return most;
}

int main(int argc, char **argv) {
  int number = argc > 1 ? atoi(argv[1]) : 0, used = 0, left_out[3] = {0};
  node_max = argc > 2 ? atoi(argv[2]) : 0;
  if (number <= 0 || node_max <= 0 || argc != 4)
    return fprintf(stderr, "usage: open_hands ENDINGS NODES SEED\n"), 2;
  const au_knob *knob = NULL;
  char why[AU_WHY_TEXT];
  au_seed seed;
  au_rng rng;
  au_rules_init(&rules, 4);
  must(au_rules_finish(&rules, &knob, why));
  au_odds_init(&rules, &odds);
  au_seed_init(&seed, argv[3], strlen(argv[3]));
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  slots = 2u * (uint32_t)node_max + 1;
  slot = malloc(slots * sizeof *slot);
  infos = malloc((size_t)node_max * sizeof *infos);
  nodes = malloc((size_t)node_max * sizeof *nodes);
  kid = malloc(8u * (size_t)node_max * sizeof *kid);
  leaf = malloc(8u * (size_t)node_max * sizeof *leaf);
  solver.size = 1 << 16;
  solver.table = malloc(solver.size * sizeof *solver.table);
  while (used < number) {
    au_state s;
    au_state_init(&rules, &s);
    must(au_state_deal_random(&rules, &s, &rng));
    while (au_state_open(&s) && used < number) {
      au_action legal[AU_ACTION_MAX], a;
      int n = 0;
      must(au_state_legal(&rules, &s, legal, &n));
      if (n > 1 && s.phase != AU_PHASE_BID && largest_hand(&s) == 2) {
        int why_not = measure(&s, n);
        left_out[why_not]++;
        used += why_not == 0;
        if (why_not == 0 && used % 5 == 0)
          print_all(used, left_out);
      }
      must(au_quick(&odds, &rules, &s, &rng, &a));
      must(au_state_apply_legal(&rules, &s, a));
    }
  }
  return 0;
}
