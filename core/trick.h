/* trick.h: one trick: the legal cards, the lowest card, and the
** winner. RULES 6-7.
**
** A trick lists its cards in play order: place 0 is the leader's, place i
** belongs to the seat i to its left. Of equal cards, the one played later is
** both the lower and the higher (RULES 7.3), unless the knob 'trick_ties'
** says the earlier. */
#ifndef AU_TRICK_H
#define AU_TRICK_H

#include "rules.h"

typedef struct au_trick {
  uint8_t leader;            /* seat, from 0 */
  uint8_t n;                 /* cards played so far, 0 .. players */
  au_card card[AU_SEAT_MAX]; /* by place; 0 from n on */
  uint8_t trump;             /* suit, from 1, whose cards beat other base cards
                             ** but not gold; 0 for none */
} au_trick;

/* True if a card belongs to the suit that is trump. */
AU_INLINE bool au_is_trump(const au_deck *d, const au_trick *t, au_card c) {
  return t->trump != 0 && d->suit_of[c] == t->trump - 1;
}

/* The seat that plays at a place. */
AU_INLINE uint8_t au_trick_seat(const au_trick *t, int place, int players) {
  int seat = t->leader + place;
  return (uint8_t)(seat < players ? seat : seat - players);
}

/* The kinds of every base suit in the trick: they are barred. RULES 6.3. */
AU_INLINE au_set au_trick_barred(const au_deck *d, const au_trick *t) {
  au_set barred = 0;
  for (int i = 0; i < t->n; i++)
    barred |= d->bars[t->card[i]];
  return barred;
}

/* The kinds of the suit that was led, which is the suit of the first base card;
** none if there is no base card yet. For the knob follow = "must". */
AU_INLINE au_set au_trick_led(const au_deck *d, const au_trick *t) {
  au_set led = 0;
  for (int i = 0; i < t->n && led == 0; i++)
    led = d->bars[t->card[i]];
  return led;
}

/* The base cards of a hand that may be played to a trick that is led.
** RULES 6.3, the knob 'follow'. */
AU_INLINE au_set au_trick_follow(const au_rules *r, const au_trick *t,
                                 au_set hand) {
  if (r->follow == AU_FOLLOW_BARRED)
    return hand & ~au_trick_barred(&r->deck, t);
  au_set duty = hand & au_trick_led(&r->deck, t);
  return r->follow == AU_FOLLOW_MUST && duty != 0 ? duty : hand;
}

/* The result of a full trick, as places; -1 for nobody. For a trick that is not
** full, the result if no card were added. */
typedef struct au_trick_result {
  int winner;  /* the highest gold or, without gold, the highest base card. With
               ** the knob trick_to: the lowest base card or, without one, the
               ** lowest gold. RULES 7.2. Of base cards only those of the suit
               ** that is trump count, if there is one */
  int awarded; /* the lowest base card, or the highest if the knob gold_to says
               ** so: its seat takes gold of its rank. RULES 7.1 */
  int leader;  /* the lowest base card. The winner, if there is none or the knob
               ** next_leader says so: its seat leads next. RULES 6.1 */
  bool winner_leads; /* the leader leads because it won the trick */
} au_trick_result;

au_trick_result au_trick_settle(const au_rules *r, const au_trick *t);
/* The gold in the trick. */
au_gold au_trick_gold(const au_deck *d, const au_trick *t);

#endif
