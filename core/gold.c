/* gold.c: the award of a full trick, and where its gold goes. RULES 7.1. */
#include "gold.h"

au_status au_gold_award(const au_rules *r, au_state *s, int place,
                        uint8_t *seat, au_card *gold) {
  *seat = *gold = AU_NONE;
  if (place >= 0) {
    int rank = r->deck.rank_of[s->trick.card[place]];
    if (rank < r->deck.gold_n && au_gold_count(s->supply, rank) > 0) {
      *seat = au_trick_seat(&s->trick, place, r->players);
      *gold = (au_card)(r->deck.gold_at + rank);
    }
  }
  if (r->hooks.award == NULL)
    return AU_OK;
  if (r->hooks.award(r->hooks.ctx, r, s, s->vars, seat, gold) != AU_OK)
    return AU_EHOOK;
  if (*gold == AU_NONE)
    return AU_OK;
  if (*seat >= r->players || !au_has(r->deck.gold, *gold) ||
      au_gold_count(s->supply, r->deck.rank_of[*gold]) == 0)
    return AU_EHOOK;
  return AU_OK;
}

void au_gold_settle(const au_rules *r, au_state *s, uint8_t seat) {
  if (s->award != AU_NONE) {
    au_gold one = au_gold_one(r->deck.rank_of[s->award]);
    s->supply -= one;
    s->gold[seat] += one;
  }
  s->supply += au_trick_gold(&r->deck, &s->trick);
}
