/* search.c: see search.h. */
#include "search.h"

#include "narrow.h"

#include <math.h>
#include <string.h>

void au_search_begin(au_search *t) {
  memset(t->node, 0, sizeof *t->node);
  memset(t->sum, 0, sizeof t->sum);
  memset(t->squares, 0, sizeof t->squares);
  memset(t->spread, 0, sizeof t->spread);
  t->node_n = 1;
  t->sims = 0;
  t->offered = false;
}

/* Add a child; returns 0 if there is no space. */
static uint32_t add_child(au_search *t, uint32_t parent, au_action move) {
  if (t->node_n == t->node_max)
    return 0;
  uint32_t at = t->node_n++;
  t->node[at] = (au_node){.move = move, .next = t->node[parent].child};
  t->node[parent].child = at;
  return at;
}

au_status au_search_offer(au_search *t, au_action a) {
  t->offered = true;
  for (uint32_t i = t->node[0].child; i != 0; i = t->node[i].next)
    if (t->node[i].move == a)
      return AU_OK;
  return add_child(t, 0, a) != 0 ? AU_OK : AU_EFULL;
}

/* ---- Moves -------------------------------------------------------------- */

/* Remove a value; false if it is not there. */
static bool take_answer(au_answers *u, unsigned value) {
  for (uint32_t i = 0; i < u->n; i++)
    if (u->value[i] == value) {
      u->value[i] = u->value[--u->n];
      return true;
    }
  return false;
}

/* True if another seat's answer cannot be seen, now or ever. */
static bool answers_hidden(const au_rules *r, const au_state *s) {
  const au_ask *q = au_ask_now(r, s);
  return q != NULL && (q->secret || (s->asked & (s->asked - 1)) != 0);
}

au_status au_search_offer_all(au_search *t) {
  const au_state *s = &t->v->s;
  au_action all[AU_ACTION_MAX];
  int n;
  au_status status = au_narrow_legal(t->r, s, all, &n);
  for (int i = 0; i < n && status == AU_OK; i++)
    status = au_search_offer(t, all[i]);
  return status;
}

/* ---- Worlds and playouts ------------------------------------------------ */

static au_status draw_world(au_search *t, au_state *s) {
  if (t->world_n == 0)
    return t->sampler != NULL ? au_sampler_draw(t->sampler, &t->rng, s)
                              : au_view_sample(t->r, t->v, &t->rng, s);
  double x =
      (double)(au_rng_next(&t->rng) >> 11) * 0x1p-53 * t->upto[t->world_n - 1];
  uint32_t low = 0, high = t->world_n - 1; /* the first sum above x */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (x < t->upto[middle])
      high = middle;
    else
      low = middle + 1;
  }
  au_state_copy(s, &t->world[low]);
  return AU_OK;
}

/* Add the rewards of a simulation, and update their standard deviation. After
** the first few simulations, over which it is not reliable, it never
** decreases: a tree that has settled on a move says nothing about the moves
** it no longer tries. If the rewards hardly differ, it is half a point, or
** half the round. */
static void note(au_search *t, const double reward[AU_SEAT_MAX]) {
  enum { FEW = 32 };
  double n = (double)++t->sims;
  for (int i = 0; i < t->r->side_n; i++) {
    t->sum[i] += reward[i];
    t->squares[i] += reward[i] * reward[i];
    double mean = t->sum[i] / n, spread = t->squares[i] / n - mean * mean;
    spread = spread > 0.25 ? sqrt(spread) : 0.5;
    if (t->sims <= FEW || spread > t->spread[i])
      t->spread[i] = spread;
  }
}

/* True if the leaf can value this position: all that was done is seen. */
static bool is_leaf(const au_search *t, const au_state *s) {
  if (au_bids_hidden(t->r, s) || s->phase == AU_PHASE_ASK)
    return false;
  return t->cut == 0 || (s->phase != AU_PHASE_BID && s->trick.n == 0 &&
                         s->tricks >= t->v->s.tricks + t->cut);
}

/* Play on to a leaf, or to the round's end. 'last' is the seat that acted. */
static au_status play_to_leaf(au_search *t, au_state *s, au_rng *rng,
                              uint8_t *last, au_score *score) {
  for (int i = 0; au_state_open(s) && !is_leaf(t, s); i++) {
    au_action a;
    if (i == AU_LOG_MAX)
      return AU_EFULL;
    *last = s->turn;
    au_status status = au_policy_act(&t->policy, t->r, s, rng, &a);
    if (status == AU_OK)
      status = au_state_do(t->r, s, a, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

/* Play on from 's', where the round may just have ended with 'score', and
** compute the reward of the 'sides'. The seat 'last' acted last. */
static au_status play_out(au_search *t, au_state *s, au_rng *rng, uint8_t last,
                          unsigned sides, au_score *score,
                          double reward[AU_SEAT_MAX]) {
  au_status status = AU_OK;
  if (t->leaf != NULL) {
    status = play_to_leaf(t, s, rng, &last, score);
    if (status == AU_OK && au_state_open(s))
      return t->leaf(t->leaf_ctx, t->r, s, last, sides, reward);
  } else if (au_state_open(s)) {
    status = au_policy_round(t->r, &t->policy, s, t->left, rng, score);
  }
  if (status == AU_OK && t->left > 0 && au_state_open(s)) {
    au_estimate_rewards(t->r, t->odds, t->goal, s, reward);
    return AU_OK;
  }
  if (status == AU_OK && t->goal == AU_GOAL_GAME)
    status = au_policy_game(t->r, &t->policy, s, rng, score);
  if (status == AU_OK)
    au_reward(t->r, t->goal, s, score, reward);
  return status;
}

static void learn(au_node *n, double reward) {
  n->visits++;
  n->sum += reward;
  n->squares += reward * reward;
}

/* Add the rewards of all offered moves in one world: gained[i] for node i. */
static void learn_world(au_search *t, const double *gained) {
  double *apart = t->apart;
  for (uint32_t i = 1; i < t->node_n; i++) {
    learn(&t->node[i], gained[i]);
    for (uint32_t j = 1; j < i && apart != NULL; j++, apart++)
      *apart += (gained[i] - gained[j]) * (gained[i] - gained[j]);
  }
  t->sims += t->node_n - 1;
}

au_status au_search_flat(au_search *t) {
  au_state world;
  double gained[AU_ACTION_MAX + 1], reward[AU_SEAT_MAX];
  int side = t->r->side_of[t->v->seat];
  au_status status = draw_world(t, &world);
  au_policy_draw(&t->policy, t->r, t->plain, &t->rng);
  au_rng rng = t->rng, after = rng; /* the same for each move */
  for (uint32_t i = t->node_n - 1; i > 0 && status == AU_OK; i--) {
    au_state s = world;
    au_score score;
    rng = t->rng;
    status = au_state_do(t->r, &s, t->node[i].move, &score);
    if (status == AU_OK)
      status = play_out(t, &s, &rng, t->v->seat, 1u << side, &score, reward);
    if (status == AU_OK)
      gained[i] = reward[side];
    after = rng;
  }
  t->rng = after;
  if (status == AU_OK)
    learn_world(t, gained);
  return status;
}

/* ---- The tree ----------------------------------------------------------- */

/* The natural logarithm of n >= 1, to seven digits. libm's log may differ
** between machines. n = 2^e m with m in 1 .. 2, and ln m = 2 artanh z. */
static double ln(uint32_t n) {
  int e = 31 - __builtin_clz(n);
  double m = (double)n / (double)((uint32_t)1 << e);
  double z = (m - 1) / (m + 1), z2 = z * z;
  return 0.69314718055994531 * e +
         2 * z *
             (1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 / 9))));
}

/* The moves of the seat on turn in this world that have no child yet. */
typedef struct untried {
  au_set cards; /* to bid face up or to play */
  au_set down;  /* to bid face down */
  bool one;     /* pass, keep, or a card face down that the searching
                ** seat cannot see */
  int changes;  /* changes that have a child */
  au_laid had;
  au_answers left; /* to a question */
} untried;

static au_status list_untried(const au_search *t, const au_state *s,
                              untried *u) {
  memset(u, 0, sizeof *u);
  if (s->phase == AU_PHASE_ASK)
    return au_narrow_answers(t->r, s, &u->left);
  if (s->phase == AU_PHASE_CHANGE) {
    u->one = true;
    return AU_OK;
  }
  au_status status = au_state_cards(t->r, s, &u->cards, &u->one);
  if (s->phase == AU_PHASE_BID && t->r->zero_bid && s->turn == t->v->seat)
    u->down = u->cards;
  else if (s->phase == AU_PHASE_BID && t->r->zero_bid)
    u->one = true;
  return status;
}

/* True if a child's move can be chosen in this world; removes it from 'u'. */
static bool try_move(const au_search *t, const au_state *s, au_action move,
                     untried *u) {
  au_set bit = au_bit(au_action_card(move));
  bool one;
  if (au_action_seat(move) != s->turn)
    return false;
  switch (au_action_what(move)) {
  case AU_ACT_BID:
    if (au_action_down(move) && s->turn != t->v->seat)
      break;
    if (s->phase != AU_PHASE_BID)
      return false;
    if (au_action_down(move)) {
      one = (u->down & bit) != 0;
      u->down &= ~bit;
      return one;
    }
    one = (u->cards & bit) != 0;
    u->cards &= ~bit;
    return one;
  case AU_ACT_PLAY:
    one = s->phase == AU_PHASE_PLAY && (u->cards & bit) != 0;
    u->cards &= ~bit;
    return one;
  case AU_ACT_CHANGE:
    if (s->phase != AU_PHASE_CHANGE || (s->hand[s->turn] & bit) == 0 ||
        au_gold_count(au_change_gold(t->r, s, s->turn),
                      au_action_gold(move) - t->r->deck.gold_at) == 0)
      return false;
    au_narrow_note(t->r, move, &u->had);
    u->changes++;
    return true;
  case AU_ACT_KEEP:
    if (s->phase != AU_PHASE_CHANGE)
      return false;
    break;
  case AU_ACT_ANSWER:
    return s->phase == AU_PHASE_ASK && au_action_ask(move) == s->ask - 1 &&
           take_answer(&u->left, au_action_value(move));
  case AU_ACT_PASS:
  case AU_ACT_NONE: /* no node has one of these */
  case AU_ACT_N:
  default:
    if (s->phase != AU_PHASE_PLAY)
      return false;
    break;
  }
  one = u->one;
  u->one = false;
  return one;
}

/* Draw a move that has no child yet; 0 if there is none, or if none is due. */
static au_action new_move(au_search *t, const au_state *s, uint32_t at,
                          const untried *u) {
  if (s->phase == AU_PHASE_CHANGE) {
    uint64_t n = (uint64_t)u->changes + 1;
    uint64_t visits = at == 0 ? t->sims : t->node[at].visits;
    if (u->one)
      return au_keep_action(s->turn);
    return 4 * n * n <= visits ? au_narrow_change(t->r, s, &u->had) : 0;
  }
  if (s->phase == AU_PHASE_ASK)
    return u->left.n == 0
               ? 0
               : au_narrow_answer(
                     s, u->left.value[au_rng_below(&t->rng, u->left.n)]);
  uint32_t cards = (uint32_t)au_count(u->cards);
  uint32_t down = (uint32_t)au_count(u->down);
  if (cards + down + u->one == 0)
    return 0;
  uint32_t i = au_rng_below(&t->rng, cards + down + u->one);
  if (i >= cards + down)
    return s->phase == AU_PHASE_BID ? au_bid_action(s->turn, 0, true)
                                    : au_pass_action(s->turn);
  if (s->phase == AU_PHASE_PLAY)
    return au_play_action(s->turn, au_nth(u->cards, i));
  return i < cards ? au_bid_action(s->turn, au_nth(u->cards, i), false)
                   : au_bid_action(s->turn, au_nth(u->down, i - cards), true);
}

/* Choose the child of 'at' to visit: a new one, or the best by UCB1 among those
** that can be chosen; 0 if there is neither. */
static au_status choose_child(au_search *t, uint32_t at, const au_state *s,
                              uint32_t *child, bool *grown) {
  untried u;
  int side = t->r->side_of[s->turn];
  double weight = t->explore * t->spread[side], most = 0;
  au_status status = list_untried(t, s, &u);
  if (status != AU_OK)
    return status;
  *child = 0;
  for (uint32_t i = t->node[at].child; i != 0; i = t->node[i].next) {
    au_node *n = &t->node[i];
    if (!try_move(t, s, n->move, &u))
      continue;
    n->there++;
    double visits = n->visits;
    double value = n->visits == 0
                       ? 1e30 /* offered, and never tried */
                       : n->sum / visits + weight * sqrt(ln(n->there) / visits);
    if (*child == 0 || value > most) {
      most = value;
      *child = i;
    }
  }
  *grown = false;
  if (at == 0 && t->offered)
    return AU_OK;
  au_action move = t->node_n < t->node_max ? new_move(t, s, at, &u) : 0;
  if (move != 0) {
    *child = add_child(t, at, move);
    t->node[*child].there = 1;
    *grown = true;
  }
  return AU_OK;
}

/* The action in this world that a move of the tree represents. */
static au_action in_world(au_search *t, const au_state *s, au_action move) {
  if (au_action_what(move) != AU_ACT_BID || !au_action_down(move) ||
      s->turn == t->v->seat)
    return move;
  au_set hand = s->hand[s->turn];
  uint32_t i = au_rng_below(&t->rng, (uint32_t)au_count(hand));
  return au_bid_action(s->turn, au_nth(hand, i), true);
}

/* The child of 'at' that represents an action of another seat, or a new one if
** there is space; 0 if there is none. */
static uint32_t child_of(au_search *t, uint32_t at, au_action a, bool *grown) {
  if (au_action_what(a) == AU_ACT_BID && au_action_down(a))
    a = au_bid_action(au_action_seat(a), 0, true);
  uint32_t child = t->node[at].child;
  while (child != 0 && t->node[child].move != a)
    child = t->node[child].next;
  *grown = child == 0;
  if (child == 0)
    child = add_child(t, at, a);
  t->node[child].there += child != 0;
  return child;
}

/* Go one step down: choose the action, and the child that represents
** it, 0 for none. */
static au_status step(au_search *t, uint32_t at, const au_state *s,
                      au_action *a, uint32_t *child, bool *grown) {
  au_status status;
  if (t->modelled && s->turn != t->v->seat) {
    status = au_policy_act(&t->policy, t->r, s, &t->rng, a);
    if (status == AU_OK)
      *child = child_of(t, at, *a, grown);
    return status;
  }
  status = choose_child(t, at, s, child, grown);
  if (status == AU_OK && *child != 0)
    *a = in_world(t, s, t->node[*child].move);
  return status;
}

/* Walk down the tree to a new node, the end of the round, or a node without
** space. '*n' is the number of nodes on the path, '*last' the seat that acted
** last. */
static au_status walk(au_search *t, au_state *s, uint32_t path[AU_LOG_MAX],
                      int *n, uint8_t *last, au_score *score) {
  uint32_t at = 0, child;
  au_action a;
  bool grown = false;
  *n = 0;
  *last = t->v->seat;
  while (au_state_open(s) && !grown) {
    bool hidden = au_bids_hidden(t->r, s) || answers_hidden(t->r, s);
    *last = s->turn;
    if (hidden && s->turn != t->v->seat) {
      au_status status = au_policy_act(&t->policy, t->r, s, &t->rng, &a);
      if (status == AU_OK)
        status = au_state_do(t->r, s, a, score);
      if (status != AU_OK)
        return status;
      continue;
    }
    if (*n == AU_LOG_MAX)
      return AU_EFULL;
    au_status status = step(t, at, s, &a, &child, &grown);
    if (status != AU_OK || child == 0)
      return status;
    status = au_state_do(t->r, s, a, score);
    if (status != AU_OK)
      return status;
    at = path[(*n)++] = child;
  }
  return AU_OK;
}

au_status au_search_tree(au_search *t) {
  uint32_t path[AU_LOG_MAX];
  double reward[AU_SEAT_MAX];
  au_state s;
  au_score score;
  int n;
  uint8_t last;
  unsigned sides = (1u << t->r->side_n) - 1;
  au_status status = draw_world(t, &s);
  au_policy_draw(&t->policy, t->r, t->plain, &t->rng);
  if (status == AU_OK)
    status = walk(t, &s, path, &n, &last, &score);
  if (status == AU_OK)
    status = play_out(t, &s, &t->rng, last, sides, &score, reward);
  if (status != AU_OK)
    return status;
  note(t, reward);
  for (int i = 0; i < n; i++) {
    au_node *node = &t->node[path[i]];
    learn(node, reward[t->r->side_of[au_action_seat(node->move)]]);
  }
  return AU_OK;
}

/* ---- Several searches --------------------------------------------------- */

/* Add the children of node 'from' of another tree to those of 'at'. */
static au_status join_children(au_search *t, uint32_t at,
                               const au_search *other, uint32_t from) {
  au_status status = AU_OK;
  for (uint32_t i = other->node[from].child; i != 0 && status == AU_OK;
       i = other->node[i].next) {
    const au_node *n = &other->node[i];
    uint32_t to = t->node[at].child;
    while (to != 0 && t->node[to].move != n->move)
      to = t->node[to].next;
    if (to == 0)
      to = add_child(t, at, n->move);
    if (to == 0)
      return AU_EFULL;
    t->node[to].sum += n->sum;
    t->node[to].squares += n->squares;
    t->node[to].visits += n->visits;
    t->node[to].there += n->there;
    status = join_children(t, to, other, i);
  }
  return status;
}

au_status au_search_join(au_search *t, const au_search *other) {
  size_t moves = t->node_n - 1; /* of a flat search */
  for (int i = 0; i < t->r->side_n; i++) {
    t->sum[i] += other->sum[i];
    t->squares[i] += other->squares[i];
    if (other->spread[i] > t->spread[i])
      t->spread[i] = other->spread[i];
  }
  t->sims += other->sims;
  if (t->apart != NULL)
    for (size_t i = 0; i < moves * (moves - 1) / 2; i++)
      t->apart[i] += other->apart[i];
  return join_children(t, 0, other, 0);
}
