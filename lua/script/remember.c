/* remember.c: what a view knows of the past, as a text from which another
** process makes a game whose views know the same (recall.c).
**
** The past of a round can be dealt and played again, except under rules that
** ask questions: the hooks would have to answer as they did, and to move hidden
** cards as they did. So the text has the log, the facts and the steps that are
** over, as the seat saw them. It also has the finished rounds. Hexadecimal
** numbers with a space between them:
**
**   2                                       the form, and below: a list is its
**   list of rounds, each for 6 sides:         length and that many items
**     taken, bid, points of bids and of gold; then winners
**   0                                       no log, or
**   1, hand, extras, list of entries (au_entry), list of facts (au_fact),
**     list of steps (au_past): at, state before, state after
**
** Form 1 has no steps. Hand and extras are those of the deal that the seat saw.
** Where the world's position has the actions since the last answer (program.c),
** the log ends at that answer. */
#include "script.h"

/* The entries of a view's log that its world's position does not tell; 0 also
** if no game can be given them. */
static uint32_t entries_to_tell(const au_rules *r, const au_view *v, bool led) {
  au_set known = 0;
  for (int spot = 0; spot < AU_SPOT_N; spot++)
    if (spot != AU_SPOT_HAND + v->seat && spot != AU_SPOT_EXTRAS)
      known |= v->begin[spot];
  if (r->asks == NULL || known != 0 || v->s.round == 0 || !au_state_open(&v->s))
    return 0;
  return !au_view_needs_replay(r) ? v->log_n : led ? v->start_n : 0;
}

bool au_start_good(void *test, const au_state *start) {
  const au_start_test *t = test;
  const au_view *v = t->v;
  char why[AU_WHY_TEXT];
  au_fact fact[AU_FACT_MAX];
  au_memories m = {.log = v->log, .fact = fact};
  m.log_n = entries_to_tell(t->r, v, true);
  if (m.log_n == 0)
    return true;
  if (au_game_begin_at(t->r, t->g, start, why) != AU_OK)
    return false;
  m.deal.hand[v->seat] = v->begin[AU_SPOT_HAND + v->seat];
  m.deal.extras = v->begin[AU_SPOT_EXTRAS];
  for (; m.fact_n < v->fact_n && au_fact_at(v->fact[m.fact_n]) < m.log_n;
       m.fact_n++)
    fact[m.fact_n] = au_fact_told(v->fact[m.fact_n], v->seat);
  if (au_game_remember(t->g, &m) != AU_OK)
    return false;
  au_view_of(t->r, t->g, v->seat, t->seen);
  return t->seen->told;
}

static void put_rounds(luaL_Buffer *b, const au_view *v) {
  au_memory_put(b, v->round_n);
  for (uint32_t i = 0; i < v->round_n; i++) {
    const au_tally *t = &v->round[i];
    for (int side = 0; side < AU_SEAT_MAX; side++) {
      au_memory_put(b, (uint16_t)t->taken[side]);
      au_memory_put(b, (uint16_t)t->bid[side]);
      au_memory_put(b, (uint16_t)t->bid_points[side]);
      au_memory_put(b, (uint16_t)t->gold_points[side]);
    }
    au_memory_put(b, t->winners);
  }
}

static void put_log(luaL_Buffer *b, const au_view *v, uint32_t n) {
  uint32_t facts = 0, steps = 0;
  while (facts < v->fact_n && au_fact_at(v->fact[facts]) < n)
    facts++;
  while (steps < v->past_n && v->past[steps].at < n)
    steps++;
  au_memory_put(b, v->begin[AU_SPOT_HAND + v->seat]);
  au_memory_put(b, v->begin[AU_SPOT_EXTRAS]);
  au_memory_put(b, n);
  for (uint32_t i = 0; i < n; i++)
    au_memory_put(b, v->log[i]);
  au_memory_put(b, facts);
  for (uint32_t i = 0; i < facts; i++)
    au_memory_put(b, v->fact[i]);
  au_memory_put(b, steps);
  for (uint32_t i = 0; i < steps; i++) {
    au_memory_put(b, v->past[i].at);
    au_memory_put_state(b, &v->past[i].before);
    au_memory_put_state(b, &v->past[i].after);
  }
}

int au_f_remember(lua_State *L) {
  const au_lview *lview = au_check_view(L, 1);
  const au_view *v = &lview->v;
  const au_rules *r = &lview->rules->r;
  uint32_t n = entries_to_tell(r, v, lua_toboolean(L, 2));
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  au_memory_put(&b, AU_MEMORY_FORM);
  put_rounds(&b, v);
  au_memory_put(&b, n > 0);
  if (n > 0)
    put_log(&b, v, n);
  luaL_pushresult(&b);
  return 1;
}
