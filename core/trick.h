/* trick.h: one trick: who is low, who is high, what is barred. RULES 6-7.
**
** A trick lists its cards in play order: place 0 is the leader's, place i the
** card of the seat i to its left. Ties go to the later place (RULES 7.3). */
#ifndef AU_TRICK_H
#define AU_TRICK_H

#include "card.h"

typedef struct au_trick {
  uint8_t leader;            /* seat, from 0 */
  uint8_t n;                 /* cards played so far, 0 .. players */
  au_card card[AU_SEAT_MAX]; /* by place; 0 past n */
} au_trick;

/* The seat of a place. */
static inline uint8_t au_trick_seat(const au_trick *t, int place, int players) {
  int seat = t->leader + place;
  return (uint8_t)(seat < players ? seat : seat - players);
}

/* The kinds of every base suit in the trick, and so barred: RULES 6.3. */
static inline au_set au_trick_barred(const au_deck *d, const au_trick *t) {
  au_set barred = 0;
  for (int i = 0; i < t->n; i++)
    barred |= d->bars[t->card[i]];
  return barred;
}

/* The kinds of the suit that was led, its first base card's; none if there is
** none. */
static inline au_set au_trick_led(const au_deck *d, const au_trick *t) {
  au_set led = 0;
  for (int i = 0; i < t->n && led == 0; i++)
    led = d->bars[t->card[i]];
  return led;
}

/* The place of the lowest base card; -1 if there is none. RULES 7.1, 7.3. */
int au_trick_lowest(const au_deck *d, const au_trick *t);
/* The place of the card that wins: the highest gold, without gold the highest
** base card; -1 if the trick is empty. RULES 7.2, 7.3. */
int au_trick_highest(const au_deck *d, const au_trick *t);
/* The gold in the trick. */
au_gold au_trick_gold(const au_deck *d, const au_trick *t);

#endif
