/* trick.c: see trick.h.
**
** Power and place are joined into one number, a key. It finds the later (or the
** earlier) of equal cards without a branch: cards come at random, so a
** processor would mispredict the branch.
**
**   8..3   2..0
**   power  place, reversed (7 - place) where the lesser key wins a tie  */
#include "trick.h"

enum { PLACES = 8, TURN = PLACES - 1, GOLD = AU_GOLD_POWER * PLACES };

static unsigned key_of(const au_rules *r, const au_trick *t, unsigned place) {
  return r->deck.power_of[t->card[place]] * (unsigned)PLACES + place;
}

/* The place of the highest base card; -1 if there is none. */
static int highest_base(const au_rules *r, const au_trick *t, unsigned turn) {
  int high = -1;
  for (unsigned i = 0; i < t->n; i++) {
    int key = (int)(key_of(r, t, i) ^ turn);
    if (key < GOLD && key > high)
      high = key;
  }
  return high < 0 ? -1 : (high ^ (int)turn) % PLACES;
}

/* The place of the winning card among the cards of the trump suit: the
** highest, or the lowest if the knob 'trick_to' says so; -1 if there is
** none. */
static int best_trump(const au_rules *r, const au_trick *t) {
  const au_deck *d = &r->deck;
  int at = -1;
  for (int i = 0; i < t->n; i++) {
    if (!au_is_trump(d, t, t->card[i]))
      continue;
    if (at < 0 || (d->rank_of[t->card[i]] > d->rank_of[t->card[at]]) ==
                      (r->trick_to == AU_TRICK_TO_HIGHEST))
      at = i;
  }
  return at;
}

/* Adjust the usual verdict to the knobs. 'bottom' is the place of the lowest
** card, base before gold. */
static au_trick_result judge_by_knobs(const au_rules *r, const au_trick *t,
                                      unsigned turn, int bottom,
                                      au_trick_result v) {
  if (r->trick_to == AU_TRICK_TO_LOWEST)
    v.winner = bottom;
  if (t->card[v.winner] < r->deck.gold_at) {
    int trump = best_trump(r, t);
    v.winner = trump >= 0 ? trump : v.winner;
  }
  if (r->gold_to == AU_GOLD_TO_HIGHEST)
    v.awarded = highest_base(r, t, turn);
  if (r->next_leader == AU_NEXT_WINNER)
    v.winner_leads = true;
  if (v.winner_leads)
    v.leader = v.winner;
  return v;
}

au_trick_result au_trick_settle(const au_rules *r, const au_trick *t) {
  unsigned turn = r->trick_ties == AU_TRICK_TIES_EARLIER ? TURN : 0;
  unsigned low = ~0u, high = 0;
  if (t->n == 0)
    return (au_trick_result){-1, -1, -1, true};
  for (unsigned i = 0; i < t->n; i++) {
    unsigned key = key_of(r, t, i) ^ turn;
    high = key > high ? key : high;
    key ^= TURN;
    low = key < low ? key : low;
  }
  int top = (int)((high ^ turn) % PLACES);
  int bottom = (int)((low ^ turn ^ TURN) % PLACES);
  bool base = low < GOLD;
  au_trick_result v = {top, base ? bottom : -1, base ? bottom : top, !base};
  bool usual = (r->trick_to | r->gold_to | r->next_leader | t->trump) == 0;
  return usual ? v : judge_by_knobs(r, t, turn, bottom, v);
}

au_gold au_trick_gold(const au_deck *d, const au_trick *t) {
  au_gold pile = 0;
  for (int i = 0; i < t->n; i++)
    if (t->card[i] >= d->gold_at)
      pile += au_gold_one(d->rank_of[t->card[i]]);
  return pile;
}
