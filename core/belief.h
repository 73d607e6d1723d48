/* belief.h: weights of worlds by the plays of the other seats.
**
** Each card that a seat plays is evidence about the cards it kept. A world
** drawn from a view says which cards each seat held when it played. So each
** play has a probability in that world, and their product is the world's weight
** (Bayes' theorem; for bridge: Ginsberg 2001). Each seat is assumed to play
** like au_quick, with errors. A card is e times as likely as one worth two
** points less (logit model: McFadden 1974). One play in 32 is random. Under
** rules with larger points than the editions' the weights differ too much from
** each other.
**
** Bids and changes of bid are ignored: in games between good bots they carried
** almost no information. With four players, plays gave 0.46 of the 18 nats of
** uncertainty; with three, 0.4.
**
** au_belief_clues computes the parts that do not depend on hidden cards, once
** for a view. Weighing a world then takes about 7 ns for each play. */
#ifndef AU_BELIEF_H
#define AU_BELIEF_H

#include "policy.h"
#include "view.h"

/* A play of another seat, and what all know of its choice. The appeal of a card
** is its unnormalised probability. */
typedef struct au_clue {
  au_set left,
      came;    /* base cards that left its hand with the play or after, and
                     ** that entered it. A bid card that lay face down and was
                     ** taken counts as held from the start */
  au_set may;  /* base cards that the rules allowed, if held */
  au_set must; /* of the led suit, where it must be followed */
  float appeal[AU_KIND_MAX]; /* of each card of 'may', as the only one of its
                             ** suit, and of each gold card held */
  float suit[3];    /* factor for 'appeal' where the hand has one, two, or more
                    ** cards of the suit */
  float gold, pass; /* the appeal of all gold held, and of passing */
  float base;       /* the play's probability in the world passed to
                    ** au_belief_clues */
  uint8_t gold_n;   /* kinds of gold held */
  uint8_t seat;
  au_card card; /* base metal or gold */
} au_clue;

/* Find the clues of a view: '*n' of them, at most v->log_n. 'world' is any
** world drawn from it. Plays before a position built by hand give no clues, nor
** do plays under rules with questions, whose answers may move hidden cards.
** There are no clues either if no round can be found that leads to 'world'.
** About 0.5 us for each clue. AU_EHOOK if a hook failed; '*n' is then 0. */
AU_MUST au_status au_belief_clues(const au_rules *r, const au_odds *odds,
                                  const au_view *v, const au_state *world,
                                  au_clue *clue, uint32_t *n);
/* The weight of a world of the same view: how many times as likely the plays
** are in it as in the world passed to au_belief_clues. Above 0. */
double au_belief_weight(const au_rules *r, const au_clue *clue, uint32_t n,
                        const au_state *world);

#endif
