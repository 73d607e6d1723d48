/* trick.c: see trick.h. */
#include "trick.h"

int au_trick_lowest(const au_deck *d, const au_trick *t) {
  int low = -1, low_rank = AU_RANK_MAX + 1;
  for (int i = 0; i < t->n; i++) {
    au_card c = t->card[i];
    if (c < d->gold_at && d->rank_of[c] <= low_rank) {
      low = i;
      low_rank = d->rank_of[c];
    }
  }
  return low;
}

int au_trick_highest(const au_deck *d, const au_trick *t) {
  enum { TRUMP = AU_RANK_MAX + 1 }; /* lifts any gold above any base metal */
  int high = -1, high_rank = -1;
  for (int i = 0; i < t->n; i++) {
    au_card c = t->card[i];
    int rank = d->rank_of[c] + (c >= d->gold_at ? TRUMP : 0);
    if (rank >= high_rank) {
      high = i;
      high_rank = rank;
    }
  }
  return high;
}

au_gold au_trick_gold(const au_deck *d, const au_trick *t) {
  au_gold pile = 0;
  for (int i = 0; i < t->n; i++)
    if (t->card[i] >= d->gold_at)
      pile += au_gold_one(d->rank_of[t->card[i]]);
  return pile;
}
