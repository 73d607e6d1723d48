/* search_result.c: the result of a search as a table of Lua. */
#include "bind.h"

#include <math.h>

/* True if 'a' comes before 'b' in the list of moves. */
static bool is_before(const au_search *t, uint32_t a, uint32_t b) {
  const au_node *x = &t->node[a], *y = &t->node[b];
  if (x->visits != y->visits)
    return x->visits > y->visits;
  if (x->visits > 0 && x->sum != y->sum)
    return x->sum > y->sum;
  return x->move < y->move;
}

/* Sort the root's moves, best first. Returns their number. */
static int sort_moves(const au_search *t, uint32_t *out) {
  int n = 0;
  for (uint32_t i = t->node[0].child; i != 0; i = t->node[i].next) {
    int at = n++;
    for (; at > 0 && is_before(t, i, out[at - 1]); at--)
      out[at] = out[at - 1];
    out[at] = i;
  }
  return n;
}

/* The standard error of the mean of n numbers, n at least 2. */
static double standard_error(double sum, double squares, double n) {
  double spread = (squares - sum * sum / n) / (n - 1);
  return sqrt(spread > 0 ? spread / n : 0);
}

/* The standard error of the mean difference between 'at' and 'best' over the
** same worlds. */
static double paired_error(const au_search *t, uint32_t at, uint32_t best) {
  uint32_t more = at > best ? at : best, less = at > best ? best : at;
  size_t before = (size_t)(more - 1) * (more - 2) / 2;
  return standard_error(t->node[at].sum - t->node[best].sum,
                        t->apart[before + less - 1], t->node[at].visits);
}

static void push_move(lua_State *L, const au_lrules *rules, const au_found *f,
                      uint32_t at, uint32_t best) {
  const au_node *node = &f->t->node[at];
  double n = node->visits;
  lua_createtable(L, 0, 5);
  au_push_action(L, rules, node->move);
  lua_setfield(L, -2, "action");
  lua_pushinteger(L, node->visits);
  lua_setfield(L, -2, "visits");
  if (node->visits == 0)
    return;
  lua_pushnumber(L, node->sum / n);
  lua_setfield(L, -2, "mean");
  if (node->visits == 1)
    return;
  lua_pushnumber(L, standard_error(node->sum, node->squares, n));
  lua_setfield(L, -2, "error");
  if (!f->flat || at == best)
    return;
  lua_pushnumber(L, paired_error(f->t, at, best));
  lua_setfield(L, -2, "paired_error");
}

/* Push the expected line of play from the node on: each time the most visited
** move, while that has OFTEN visits. */
static void push_line(lua_State *L, const au_lrules *rules, const au_search *t,
                      uint32_t at) {
  enum { OFTEN = 10 };
  lua_newtable(L);
  for (lua_Integer n = 1; at != 0; n++) {
    au_action move = t->node[at].move;
    uint32_t best = 0;
    if (au_action_down(move) && au_action_seat(move) != t->v->seat)
      return;
    au_push_action(L, rules, move);
    lua_rawseti(L, -2, n);
    for (uint32_t i = t->node[at].child; i != 0; i = t->node[i].next)
      if (t->node[i].visits >= OFTEN && (best == 0 || is_before(t, i, best)))
        best = i;
    at = best;
  }
}

void au_push_found(lua_State *L, const au_lrules *rules, const au_found *f) {
  uint32_t *list = lua_newuserdatauv(L, f->t->node_n * sizeof *list, 0);
  int n = sort_moves(f->t, list);
  lua_createtable(L, 0, 8);
  au_push_action(L, rules, f->t->node[list[0]].move);
  lua_setfield(L, -2, "best");
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    push_move(L, rules, f, list[i], list[0]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "moves");
  push_line(L, rules, f->t, list[0]);
  lua_setfield(L, -2, "line");
  lua_pushinteger(L, (lua_Integer)f->t->sims);
  lua_setfield(L, -2, "sims");
  lua_pushinteger(L, f->nodes);
  lua_setfield(L, -2, "nodes");
  if (au_lua_of(L)->clock) {
    lua_pushnumber(L, f->seconds);
    lua_setfield(L, -2, "seconds");
  }
  lua_pushboolean(L, f->cut);
  lua_setfield(L, -2, "cut");
}
