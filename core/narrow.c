/* narrow.c: see narrow.h. */
#include "narrow.h"

au_action au_narrow_change(const au_rules *r, const au_state *s,
                           const au_laid *had) {
  unsigned seats = r->change_of == AU_CHANGE_SIDE
                       ? r->seats_of[r->side_of[s->turn]]
                       : 1u << s->turn;
  int aim = au_quick_aim(r, s), least = INT32_MAX;
  unsigned best_of = 0;
  au_card best = AU_NONE;
  for (; seats != 0; seats &= seats - 1) {
    uint8_t of = (uint8_t)__builtin_ctz(seats);
    uint32_t seen = had->rank[of];
    if (!(s->down >> of & 1))
      seen |= (uint32_t)1 << r->deck.rank_of[s->bid[of]];
    for (au_set hand = s->hand[s->turn]; hand != 0; hand &= hand - 1) {
      int rank = r->deck.rank_of[au_first(hand)];
      if (seen >> rank & 1)
        continue;
      seen |= (uint32_t)1 << rank;
      int off = au_bid_with(r, s, of, rank) - aim;
      off = off < 0 ? -off : off;
      if (off < least) {
        least = off;
        best = au_first(hand);
        best_of = of;
      }
    }
  }
  return best == AU_NONE
             ? 0
             : au_change_action(s->turn, au_cheapest_gold(r, s), best, best_of);
}

void au_narrow_note(const au_rules *r, au_action a, au_laid *had) {
  had->rank[au_action_of(a)] |= (uint32_t)1
                                << r->deck.rank_of[au_action_card(a)];
}

au_status au_narrow_answers(const au_rules *r, const au_state *s,
                            au_answers *out) {
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  au_status status = au_ask_choices(r, s, &c);
  if (status != AU_OK)
    return status;
  uint32_t all = au_choices_count(q, &c);
  out->n = all < AU_ANSWERS ? all : AU_ANSWERS;
  for (uint32_t i = 0; i < out->n; i++)
    out->value[i] = (uint16_t)au_choices_at(q, &c, i * all / out->n);
  return AU_OK;
}

au_status au_narrow_legal(const au_rules *r, const au_state *s,
                          au_action out[AU_ACTION_MAX], int *n) {
  *n = 0;
  if (s->phase == AU_PHASE_ASK) {
    au_answers u;
    au_status status = au_narrow_answers(r, s, &u);
    for (uint32_t i = 0; status == AU_OK && i < u.n; i++)
      out[(*n)++] = au_narrow_answer(s, u.value[i]);
    return status;
  }
  if (s->phase != AU_PHASE_CHANGE)
    return au_state_legal(r, s, out, n);
  au_laid had = {{0}};
  for (au_action a = au_keep_action(s->turn); a != 0;
       a = au_narrow_change(r, s, &had)) {
    if (au_action_what(a) == AU_ACT_CHANGE)
      au_narrow_note(r, a, &had);
    out[(*n)++] = a;
  }
  return AU_OK;
}
