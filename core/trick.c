/* trick.c: see trick.h.
**
** Power and place together make one number, so that the later of equal cards
** is found without a branch: cards come at random, and a processor guesses
** wrong. */
#include "trick.h"

int au_trick_lowest(const au_deck *d, const au_trick *t) {
  unsigned low = ~0u;
  for (unsigned i = 0; i < t->n; i++) {
    unsigned key = d->power_of[t->card[i]] * 8u + (7 - i);
    low = key < low ? key : low;
  }
  return low < AU_TRUMP * 8u ? (int)(7 - low % 8) : -1;
}

int au_trick_highest(const au_deck *d, const au_trick *t) {
  unsigned high = 0;
  for (unsigned i = 0; i < t->n; i++) {
    unsigned key = d->power_of[t->card[i]] * 8u + i;
    high = key > high ? key : high;
  }
  return t->n > 0 ? (int)(high % 8) : -1;
}

au_gold au_trick_gold(const au_deck *d, const au_trick *t) {
  au_gold pile = 0;
  for (int i = 0; i < t->n; i++)
    if (t->card[i] >= d->gold_at)
      pile += au_gold_one(d->rank_of[t->card[i]]);
  return pile;
}
