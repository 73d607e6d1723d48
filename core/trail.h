/* trail.h: where each base card may have been in the course of a round, as far
** as one seat can tell.
**
** Cards that move unseen make the difference. At each such step the seat knows
** only how many cards went from one spot to another. Between two of them lies
** an epoch. A card whose place the seat does not know stays where it is in an
** epoch, until the seat sees it move. So a trail keeps for each card and epoch
** the spots where it may have been at the beginning and at the end, and for
** each step the flows of unseen cards.
**
** Invariants:
**   1. No set of a card is empty: the real course of the round is one of those
**      that a trail allows.
**   2. The sets agree with each other: from each spot of a set, a card can get
**      to the next set and can have come from the one before, by staying or by
**      a flow.
**   3. A card that the seat saw move ('turned' in an epoch, 'carried' by the
**      step after it) has one spot before and one after.
**   4. Each card that differs from 'any' was seen somewhere, or known not to be
**      somewhere. 'any' is the trail of a card that nobody ever saw.
**   5. The flows of a step move exactly as many cards as they say: the sizes of
**      all spots at the end of each epoch follow. Sets alone do not say so, but
**      core/placing.h keeps it. */
#ifndef AU_TRAIL_H
#define AU_TRAIL_H

#include "view.h"

enum {
  AU_EPOCH_MAX =
      48, /* epochs kept; of earlier ones, only the sets at the end */
  AU_FLOW_MAX = AU_FACT_MAX + AU_SEAT_MAX,
  AU_ANY = AU_KIND_MAX, /* index of the card that nobody ever saw */
  AU_TRAIL_N
};

/* 'n' unseen cards went from one spot to another after an epoch. */
typedef struct au_flow {
  uint8_t epoch, from, to, n;
} au_flow;

typedef struct au_trail {
  int last;  /* epochs 0 .. last; the last one goes on now */
  bool deep; /* see below */
  au_spots entry[AU_EPOCH_MAX][AU_TRAIL_N]; /* at the beginning of the epoch */
  au_spots exit[AU_EPOCH_MAX][AU_TRAIL_N];  /* at its end */
  au_set turned[AU_EPOCH_MAX];              /* seen to move in the epoch */
  au_set carried[AU_EPOCH_MAX];   /* seen to move in the step after it */
  au_spots emptied[AU_EPOCH_MAX]; /* spots that all cards left in that step */
  uint8_t size[AU_EPOCH_MAX][AU_SPOT_N]; /* cards at the end of the epoch */
  int flow_n;
  au_flow flow[AU_FLOW_MAX]; /* by epoch */
} au_trail;

/* A move of a base card that the seat was told of; AU_ANY if it did not see the
** card. */
typedef struct au_shift {
  uint8_t card, from, to;
  uint16_t entry; /* of the log */
} au_shift;

enum { AU_SHIFT_MAX = AU_FACT_MAX + 2 * AU_LOG_MAX };

/* Find the trail of a view that has facts. Some microseconds. If 'told' is not
** NULL, it gets the moves of the round in order, and '*told_n' their number, at
** most AU_SHIFT_MAX. The moves of one entry of the log happen at once. If one
** of them is unseen, an epoch ends.
**
** It is 'deep' if the flows say more than which cards are located: a card was
** seen and may have moved since, or is known not to have been somewhere when
** cards moved. Else the unseen cards differ in nothing but the suits that seats
** are known to lack since the last step, and each of their placements has a
** history. */
void au_trail_find(const au_rules *r, const au_view *v, au_trail *t,
                   au_shift *told, int *told_n);
/* True if no set of a card is empty and no spot has fewer than 0 cards: always,
** unless the view's facts contradict each other, as those of a forged text
** may. Nothing may be placed by another trail. */
bool au_trail_holds(const au_rules *r, const au_trail *t);
/* True if all cards of a state lie where they may be now, and just those were
** played that the trail knows of. */
bool au_trail_allows(const au_rules *r, const au_trail *t, const au_state *s);
/* The spots where a card may be now. */
AU_INLINE au_spots au_trail_now(const au_trail *t, au_card c) {
  return t->exit[t->last][c];
}
/* True if the seat never saw anything of a card. */
bool au_trail_any(const au_trail *t, au_card c);
/* The log entry from which on every trick is complete. A position built by hand
** may be in the middle of one. */
uint32_t au_trail_tricks(const au_rules *r, const au_view *v);

#endif
