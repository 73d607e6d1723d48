/* state.h: the complete state of a game at one moment.
**
** A state is plain memory: no pointer, no allocation, no random generator.
** Copying it clones it, and comparing its bytes compares states: unused fields
** are 0, or AU_NONE if they hold a card or a seat. Seats and sides count from 0
** here. The rules are not part of it: whoever holds a state keeps its rules.
**
** Invariants, checked by au_state_check. Every deal and action keeps them, so a
** state that passes the check can be played to its end:
**   1. Hands, bids, extras and the base cards of the trick are disjoint and
**      belong to the deck; no kind is in two places.
**   2. Gold in collections, supply and trick adds up to the rules' gold.
**   3. The trick has at most one card of each seat and begins with its leader.
**      The seat on turn is the next one (phase play) or one that has a change
**      to make (phase change). Where no hook judges it, gold leads only if the
**      knob allows it, and no suit that bars is in the trick twice.
**   4. From the first change on, every seat has a bid. Before, exactly the
**      seats from the first player to the one before the seat on turn have one.
**   5. Tricks taken by all seats are at most the tricks finished. These and
**      those that the hands can still make are at most 100, so that points for
**      them fit (except under a hook that deals gold which may lead).
**   6. A side's points are within a billion, and within what the finished
**      rounds can have added.
**   7. 'won' and 'award' belong to a finished trick, 'passer' and
**      'round_winners' to a round that is over, 'winners' to a game that is
**      over. 'changed' is 0 except while its seat may change again.
**   8. Seats and sides that do not play have nothing. Without questions no bid
**      is called and no points are multiplied. Before the first deal there is
**      nothing but points, nuggets, vars and a first player.
**   9. While the cards of a round are on the table, 'seen' has each base card
**      that is neither in a hand nor face down, and no card that is face down.
**      While bids are laid, it has no card of a hand.
**  10. In the phase ask, 'turn' is the first seat that has yet to answer. In
**      any other phase nothing is asked. Where questions stand in place of the
**      bids, no seat has a bid card, and after them each side has a called bid.
*/
#ifndef AU_STATE_H
#define AU_STATE_H

#include "rng.h"
#include "score.h"
#include "trick.h"

#include <string.h>


typedef enum au_phase {
  AU_PHASE_DEAL,   /* nothing is legal before au_state_deal */
  AU_PHASE_BID,    /* 'turn' lays a bid card */
  AU_PHASE_CHANGE, /* 'turn' changes a bid or keeps */
  AU_PHASE_PLAY,   /* 'turn' plays to the trick or passes */
  AU_PHASE_OVER,   /* the game has ended */
  AU_PHASE_ASK,    /* 'turn' answers a question of the variant */
  AU_PHASE_N
} au_phase;

typedef struct au_state {
  au_set hand[AU_SEAT_MAX];  /* base cards, private */
  au_gold gold[AU_SEAT_MAX]; /* collections */
  au_gold supply;
  au_set extras;                /* base cards left over by the deal */
  au_set seen;                  /* base cards that all have seen this
                                ** round, wherever they are now; the
                                ** extras if they are shown */
  int32_t points[AU_SEAT_MAX];  /* by side, sum of the finished rounds */
  int16_t vars[AU_VAR_N];       /* a variant's memory; 0 at the start */
  uint8_t nuggets[AU_SEAT_MAX]; /* by side; stops at 255 */
  uint8_t taken[AU_SEAT_MAX];   /* tricks of this round, by seat */
  au_card bid[AU_SEAT_MAX];     /* bid card, AU_NONE before it is laid */
  au_trick trick;               /* the open trick; after a pass,
                                ** the unfinished */
  uint8_t down;                 /* seats (a bit each) whose bid card lies face
                                ** down and bids 0: the knob 'zero_bid' */
  uint8_t phase;                /* au_phase */
  uint8_t turn;                 /* seat to act, AU_NONE if none */
  uint8_t first;                /* first player of this round */
  uint8_t round;                /* its number; 0 before the first round */
  uint8_t tricks;               /* tricks finished this round */
  uint8_t changed;              /* changes of 'turn' before this trick */
  uint8_t passer;               /* seat that passed, or AU_NONE */
  uint8_t won;                  /* winner of the last finished trick, AU_NONE */
  au_card award;                /* gold card it awarded, or AU_NONE */
  uint8_t round_winners;        /* sides (a bit each) that won the last round */
  uint8_t winners;              /* sides that won the game; 0 before its end */
  uint8_t times;                /* the round's points are multiplied by it, if
                                ** it is not 0 */
  uint8_t called[AU_SEAT_MAX];  /* by side: 1 + the bid that a question set; 0
                                ** if its cards are its bid */
  uint8_t ask;                  /* the question asked now, from 1; 0 if none */
  uint8_t asked;                /* seats (a bit each) of its present step, */
  uint8_t pending;              /* and those that have yet to answer */
  uint8_t answers;              /* answers given to it until now */
  uint8_t shown_n[AU_SEAT_MAX]; /* 1 + the cards in a hand of which only some
                                ** are shown (au_state_look); 0 if all are.
                                ** With it there is no padding, so that bytes
                                ** compare */
  uint32_t answer[AU_SEAT_MAX]; /* of the present step: see AU_ANSWERED */
  au_set known[AU_SEAT_MAX];    /* base cards whose place this seat, but not
                                ** everyone, has seen. Stale entries are
                                ** allowed: core/fact.h has how cards moved */
} au_state;

/* A seat's answer, while its step is open. Cards are in ascending order, so no
** card but the first is 0.
**
**   31       30     29..24 .. 11..6  5..0
**   answered begun  card 5 .. card 2 card 1
**   answered begun  0      value, 11..0                                   */
#define AU_ANSWERED ((uint32_t)1 << 31)
#define AU_BEGUN    ((uint32_t)1 << 30)

/* Copy a state. A compiler turns a copy of up to 256 bytes into plain moves,
** and a longer one into an instruction that is slow to start. */
AU_INLINE void au_state_copy(au_state *to, const au_state *from) {
  enum { PART = 192 };
  memcpy(to, from, PART);
  memcpy((char *)to + PART, (const char *)from + PART, sizeof *to - PART);
}

/* The number of cards in a seat's hand, also where only some are shown. */
AU_INLINE int au_state_hand_n(const au_state *s, uint8_t seat) {
  int n = s->shown_n[seat];
  return n != 0 ? n - 1 : au_count(s->hand[seat]);
}

/* True while a round is open, that is while a seat is on turn. */
AU_INLINE bool au_state_open(const au_state *s) {
  return s->phase != AU_PHASE_DEAL && s->phase != AU_PHASE_OVER;
}

/* True while the bids of a simultaneous bidding still lie face down. */
AU_INLINE bool au_bids_hidden(const au_rules *r, const au_state *s) {
  return r->bidding == AU_BIDDING_HIDDEN && s->phase == AU_PHASE_BID;
}

/* The state before the first deal. */
void au_state_init(const au_rules *r, au_state *s);

/* The gold of a seat that can pay for a change of bid. RULES 5.1. */
AU_INLINE au_gold au_change_gold(const au_rules *r, const au_state *s,
                                 uint8_t seat) {
  return s->gold[seat] & r->pays;
}
/* True if a seat can make a change. RULES 5.4, 5.5. */
AU_INLINE bool au_change_open(const au_rules *r, const au_state *s,
                              uint8_t seat) {
  return au_change_gold(r, s, seat) != 0 && s->hand[seat] != 0;
}

/* The present bid of a side; -1 until all its cards are laid.
** RULES 4.2, 4.3. */
AU_MUST au_status au_state_bid(const au_rules *r, const au_state *s, int side,
                               int *bid);

/* The score of the round if it ended now. RULES 9.1, 9.2. */
AU_MUST au_status au_state_score(const au_rules *r, const au_state *s,
                                 au_score *score);

/* Check every invariant. AU_ESTATE, with the broken one in 'why'
** (AU_WHY_TEXT bytes). Takes a microsecond; meant for tests, built
** positions and variants. */
AU_MUST au_status au_state_check(const au_rules *r, const au_state *s,
                                 char *why);

#endif
