/* trick.h: one trick: what may follow, who is low, who wins. RULES 6-7.
**
** A trick lists its cards in play order: place 0 is the leader's, place i the
** card of the seat i to its left. Of equal cards the later is the lower and the
** higher (RULES 7.3), or the earlier, as the knob 'trick_ties' says. */
#ifndef AU_TRICK_H
#define AU_TRICK_H

#include "rules.h"

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
** no base card yet. The knob follow = "must". */
static inline au_set au_trick_led(const au_deck *d, const au_trick *t) {
  au_set led = 0;
  for (int i = 0; i < t->n && led == 0; i++)
    led = d->bars[t->card[i]];
  return led;
}

/* Which of a hand's base cards may be played to a trick that is led. RULES 6.3,
** the knob 'follow'. */
static inline au_set au_trick_follow(const au_rules *r, const au_trick *t,
                                     au_set hand) {
  if (r->follow == AU_FOLLOW_BARRED)
    return hand & ~au_trick_barred(&r->deck, t);
  au_set duty = hand & au_trick_led(&r->deck, t);
  return r->follow == AU_FOLLOW_MUST && duty != 0 ? duty : hand;
}

/* Whose a full trick is, as places; -1 for nobody. Of a trick that is not full,
** what it would be if it were. */
typedef struct au_verdict {
  int winner;  /* the highest gold, without gold the highest base card; the
               ** knob trick_to: the lowest base card, or the lowest gold if
               ** there is none. RULES 7.2 */
  int awarded; /* the lowest base card, or as the knob gold_to says the highest:
               ** its seat takes gold of its rank. RULES 7.1 */
  int leader;  /* the lowest base card, the winner if there is none or as the
               ** knob next_leader says: its seat leads next. RULES 6.1 */
  bool winner_leads; /* the leader is who it is for winning */
} au_verdict;

au_verdict au_trick_judge(const au_rules *r, const au_trick *t);
/* The gold in the trick. */
au_gold au_trick_gold(const au_deck *d, const au_trick *t);

#endif
