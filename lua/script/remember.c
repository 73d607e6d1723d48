/* remember.c: what a view knows of the past, as a text from which another
** process makes a game whose views know the same (recall.c).
**
** The past of a round can be dealt and played again, except under rules that
** ask questions: the hooks would have to answer as they did, and to move hidden
** cards as they did. So the text has the log and the facts as the seat saw
** them. It also has the finished rounds. Hexadecimal numbers with a space
** between them:
**
**   1                                       the form, and below: a list is its
**   list of rounds, each for 6 sides:         length and that many items
**     taken, bid, points of bids and of gold; then winners
**   0                                       no log, or
**   1, hand, extras, list of entries (au_entry), list of facts (au_fact)
**
** Hand and extras are those of the deal that the seat saw. Steps of questions
** that are over (core/past.h) are left out: worlds are not judged by them. */
#include "script.h"

#include <inttypes.h>

static void put(luaL_Buffer *b, uint64_t value) {
  char text[20];
  int n = snprintf(text, sizeof text, "%" PRIx64 " ", value);
  luaL_addlstring(b, text, (size_t)n);
}

/* True if a game can be given the log of a view: the round was dealt. */
static bool has_log(const au_rules *r, const au_view *v) {
  au_set known = 0;
  for (int spot = 0; spot < AU_SPOT_N; spot++)
    if (spot != AU_SPOT_HAND + v->seat && spot != AU_SPOT_EXTRAS)
      known |= v->begin[spot];
  return r->asks != NULL && !au_view_needs_replay(r) && known == 0 &&
         v->s.round > 0 && au_state_open(&v->s);
}

int au_f_remember(lua_State *L) {
  const au_lview *lview = au_check_view(L, 1);
  const au_view *v = &lview->v;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  put(&b, AU_MEMORY_FORM);
  put(&b, v->round_n);
  for (uint32_t i = 0; i < v->round_n; i++) {
    const au_tally *t = &v->round[i];
    for (int side = 0; side < AU_SEAT_MAX; side++) {
      put(&b, (uint16_t)t->taken[side]);
      put(&b, (uint16_t)t->bid[side]);
      put(&b, (uint16_t)t->bid_points[side]);
      put(&b, (uint16_t)t->gold_points[side]);
    }
    put(&b, t->winners);
  }
  bool log = has_log(&lview->rules->r, v);
  put(&b, log);
  if (log) {
    put(&b, v->begin[AU_SPOT_HAND + v->seat]);
    put(&b, v->begin[AU_SPOT_EXTRAS]);
    put(&b, v->log_n);
    for (uint32_t i = 0; i < v->log_n; i++)
      put(&b, v->log[i]);
    put(&b, v->fact_n);
    for (uint32_t i = 0; i < v->fact_n; i++)
      put(&b, v->fact[i]);
  }
  luaL_pushresult(&b);
  return 1;
}
