/* fact.c: see fact.h. */
#include "fact.h"

/* The spot of each base card. */
static void find_spots(const au_state *s, uint8_t spot[AU_KIND_MAX]) {
  memset(spot, AU_SPOT_TABLE, AU_KIND_MAX);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    for (au_set set = s->hand[i]; set != 0; set &= set - 1)
      spot[au_first(set)] = (uint8_t)(AU_SPOT_HAND + i);
    if (s->bid[i] != AU_NONE)
      spot[s->bid[i]] = (uint8_t)(AU_SPOT_BID + i);
  }
  for (au_set set = s->extras; set != 0; set &= set - 1)
    spot[au_first(set)] = AU_SPOT_EXTRAS;
}

/* The seat that always sees a spot, as a bit; 0 if there is none. */
static unsigned owner_of(unsigned spot) {
  return spot < AU_SPOT_BID      ? 1u << spot
         : spot < AU_SPOT_EXTRAS ? 1u << (spot - AU_SPOT_BID)
                                 : 0;
}

/* The seats that have seen a card and know where it lies. */
static unsigned seers(const au_rules *r, const au_state *s, au_card c) {
  unsigned see = 0;
  if (au_has(s->seen, c))
    return (1u << r->players) - 1;
  for (int i = 0; i < r->players; i++)
    see |= (unsigned)au_has(s->known[i], c) << i;
  return see;
}

/* Find what a step of a question moved and showed, or a pass showed. */
static int find_moves(const au_rules *r, const au_state *before,
                      const au_state *after, uint32_t at,
                      au_fact out[AU_KIND_MAX]) {
  uint8_t was[AU_KIND_MAX], is[AU_KIND_MAX];
  unsigned unsure[AU_SPOT_N] = {0}; /* seats that did not see a card leave */
  au_set moved = 0;
  int n = 0;
  find_spots(before, was);
  find_spots(after, is);
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    if (was[c] == is[c])
      continue;
    unsigned see = seers(r, after, c) | owner_of(was[c]) | owner_of(is[c]);
    moved |= au_bit(c);
    unsure[was[c]] |= ~see;
    out[n++] = au_fact_make(at, was[c], is[c], c, see);
  }
  for (au_set set = r->deck.base & ~moved; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    unsigned see = seers(r, after, c);
    if (is[c] != AU_SPOT_TABLE && see != 0)
      see &= unsure[is[c]] | ~seers(r, before, c);
    else
      see = 0;
    if (see != 0) /* shown where it lies, after those moves */
      out[n++] = au_fact_make(at, is[c], is[c], c, see);
  }
  return n;
}

/* Find the fact of a change: a bid that lay face down was taken up. */
static int find_taken(const au_state *before, au_action a, uint32_t at,
                      au_fact *out) {
  unsigned of = au_action_of(a), seat = au_action_seat(a);
  if (!(before->down >> of & 1))
    return 0;
  *out = au_fact_make(at, AU_SPOT_BID + of, AU_SPOT_HAND + seat,
                      before->bid[of], 1u << of | 1u << seat);
  return 1;
}

int au_facts_find(const au_rules *r, const au_state *before,
                  const au_state *after, au_action a, uint32_t at,
                  au_fact out[AU_KIND_MAX]) {
  au_action_kind kind = au_action_what(a);
  if (kind == AU_ACT_CHANGE)
    return find_taken(before, a, at, out);
  if (kind != AU_ACT_ANSWER &&
      (kind != AU_ACT_PASS || !au_asks_at(r, AU_WHEN_ROUND)))
    return 0; /* no card moves after a pass that ends the round */
  return find_moves(r, before, after, at, out);
}

uint32_t au_facts_look(const au_fact *fact, uint32_t n, uint8_t seat,
                       au_fact out[AU_FACT_MAX]) {
  uint32_t seen = 0;
  for (uint32_t i = 0; i < n; i++) {
    au_fact f = fact[i];
    if (au_fact_see(f) >> seat & 1)
      f &= ~UINT32_C(63);
    else if (au_fact_from(f) != au_fact_to(f))
      f = au_fact_hide(f);
    else
      continue;
    uint32_t to = seen++; /* sorted: facts are mostly in order already */
    for (; to > 0 && out[to - 1] > f; to--)
      out[to] = out[to - 1];
    out[to] = f;
  }
  return seen;
}
