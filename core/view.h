/* view.h: what one seat may know, and worlds that agree with it. RULES 10.
**
** A view is a copy, never a pointer: it holds the public part of a state, the
** seat's own hand, the round's actions with hidden cards blotted out, and what
** finished rounds came to. Two states that differ only in what the seat cannot
** see give views whose au_view_size bytes are the same. */
#ifndef AU_VIEW_H
#define AU_VIEW_H

#include "game.h"

typedef struct au_view {
  au_state s;                  /* what is hidden is empty: other hands but
                                ** for known cards, bids not yet revealed */
  au_set unseen;               /* base cards the seat has not located: other
                                ** hands, hidden bids and extras */
  uint8_t hand_n[AU_SEAT_MAX]; /* cards in each hand */
  uint8_t laid;                /* seats (a bit each) that have laid a bid */
  uint8_t seat;
  uint32_t log_n;
  au_entry log[AU_LOG_MAX]; /* the round's; a hidden bid has its kind and
                                ** seat only */
  au_state start;           /* where the log begins, seen like 's'; only where
                            ** au_view_judged */
  uint32_t round_n;
  au_tally round[AU_ROUND_MAX]; /* finished rounds. Last, so that there need be
                                ** memory for no more than there are */
} au_view;

/* Whether samples under these rules have to be judged by playing the round over:
** where a hook says what may be played, or where a suit must be followed and
** nobody knows which card a change brought back. */
static inline bool au_view_judged(const au_rules *r) {
  return r->hooks.lead != NULL || r->hooks.legal != NULL ||
         (r->zero_bid && r->follow == AU_FOLLOW_MUST);
}

/* The view of 'seat' on a state and the log of the round that led to it ('n' of
** them, at most AU_LOG_MAX), nothing before it. Where au_view_judged, no sample
** agrees with it. */
void au_view_make(const au_rules *r, const au_state *s, const au_entry *log,
                  uint32_t n, uint8_t seat, au_view *v);
/* The view of 'seat' on a game. */
void au_view_of(const au_rules *r, const au_game *g, uint8_t seat, au_view *v);
/* The bytes of a view that mean something, finished rounds aside. */
static inline size_t au_view_size(const au_view *v) {
  return offsetof(au_view, log) + v->log_n * sizeof v->log[0];
}
void au_view_copy(au_view *to, const au_view *from);
/* Whether two seats know the same. */
bool au_view_same(const au_view *a, const au_view *b);
/* How many changes of bid a seat may still make in the open window, 0 outside
** one. RULES 5.1, 5.5. */
int au_view_changes(const au_rules *r, const au_view *v, uint8_t seat);
/* Base cards known to be in the hand of 'seat'; for the own seat, all. */
static inline au_set au_view_known(const au_view *v, uint8_t seat) {
  return v->s.hand[seat];
}

/* Draw a full state that agrees with all the seat knows, each such state as
** likely as any other. About 0.3 us where no play tells of cards not held, as
** with the knob follow = "barred" or "free": gold may always be played (DESIGN
** 3). With "must", what a seat is known to lack is counted, in some
** microseconds (milliseconds for six seats that all lack something).
**
** Where au_view_judged, draws are kept only if the round's actions, played over
** on them, are all legal and lead to where it stands: some microseconds a try
** and what hooks take, at most 1,000 tries, then AU_EFULL. A hook that deals is
** not asked how likely its deals are, nor others what their answers tell.
** AU_ESTATE if no state agrees, AU_ENOMEM only with "must". */
AU_MUST au_status au_view_sample(const au_rules *r, const au_view *v,
                                 au_rng *rng, au_state *s);

#endif
