/* net_inputs.h: what a value net sees of a position.
**
** A position becomes a list of inputs that are on; all others are off. Seats
** and sides are counted from the seat for which the position is valued: 0 is
** that seat, 1 the seat to its left, and so on. The inputs of one net are laid
** out by the players, their sides and the gold of its rules alone. So a net for
** one rule is a start for another that has the same table.
**
** A closed net sees what one seat sees. An open net sees all hands, and so
** values a world. Neither sees who plays or when. */
#ifndef AU_NET_INPUTS_H
#define AU_NET_INPUTS_H

#include "view.h"

enum {
  AU_INPUTS_FIRST = 1, /* versions of the inputs, which nets name: the first */
  AU_INPUTS_VERSION = 2, /*   tells no vars apart by what they hold */
  AU_INPUT_MAX = 8192,   /* inputs of a layout, at most */
  AU_ON_MAX = 640,       /* inputs that are on at once, at most */
  AU_INPUT_TEXT = 64     /* bytes of an input's name, with its NUL */
};

/* Inputs that belong together. ORDER INPUT */
typedef enum au_inputs {
  AU_IN_HAND,     /* cards of its hand */
  AU_IN_UNSEEN,   /* cards that it has not located (closed) */
  AU_IN_HELD,     /* by other seat: cards known to be in that hand */
  AU_IN_PLAYED,   /* by seat: base cards played in this round (closed) */
  AU_IN_TRICK,    /* by seat: the card in the trick */
  AU_IN_BID,      /* by seat: the rank of its bid card */
  AU_IN_LAID,     /* by seat: it has laid a bid, */
  AU_IN_DOWN,     /*   which lies face down */
  AU_IN_GOLD,     /* by seat: at least so many copies of a rank of gold */
  AU_IN_SUPPLY,   /* the same, of the supply */
  AU_IN_TAKEN,    /* by side: tricks taken */
  AU_IN_NEED,     /* by side: its bid minus its tricks; */
  AU_IN_TO_COME,  /*   that by tricks to come */
  AU_IN_HAND_N,   /* by seat: cards in hand */
  AU_IN_TURN,     /* the seat on turn */
  AU_IN_PHASE,    /* the phase, and the cards in the trick */
  AU_IN_WINNER,   /* the seat that wins the trick so far, */
  AU_IN_AWARDED,  /*   that is awarded gold, */
  AU_IN_LEADER,   /*   and that leads next */
  AU_IN_LACKS,    /* by seat: suits that it is known to lack */
  AU_IN_TRUMP,    /* the suit that is trump */
  AU_IN_TRUMPS,   /* ranks of its cards of that suit */
  AU_IN_TIMES,    /* the multiplier of the round's points */
  AU_IN_VAR,      /* by var: its value, */
  AU_IN_VAR_SEAT, /*   and as a seat */
  AU_IN_QUESTION, /* the question asked now, */
  AU_IN_ANSWER,   /*   its own answer, */
  AU_IN_ANSWERED, /*   and the seats that have answered */
  AU_IN_KNOB,     /* the values of knobs that decide tricks and scores */
  AU_IN_VAR_SIDE, /* by var: its value as a side; since version 2 */
  AU_IN_N
} au_inputs;

typedef struct au_layout {
  uint16_t n;                     /* inputs */
  uint16_t at[AU_IN_N + 1];       /* the first of each kind; 'n' last */
  uint8_t version;                /* AU_INPUTS_FIRST .. AU_INPUTS_VERSION */
  uint8_t players, sides;         /* of the rules */
  uint8_t side_of[AU_SEAT_MAX];   /*   likewise */
  uint8_t copies[AU_GOLD_MAX];    /* of each rank of gold that count */
  uint8_t gold_n;                 /* their sum */
  uint8_t gold_from[AU_GOLD_MAX]; /* and that of the ranks before */
  uint8_t side_from[AU_SEAT_MAX][AU_SEAT_MAX]; /* by seat and side: the side,
                                     ** counted from the seat's own */
} au_layout;

/* The version that shows all that these rules state: the first, unless a var
** states what it holds. So rules without such vars have the nets of before. */
int au_inputs_version(const au_rules *r);
/* Lay out the inputs of these rules. AU_EFULL if there are more than
** AU_INPUT_MAX, which no bundled variant has. */
AU_MUST au_status au_layout_init(const au_rules *r, au_layout *l);
/* The same for a version, that many players and sides, the side of each seat,
** and gold. */
AU_MUST au_status au_layout_make(int version, int players, int sides,
                                 const uint8_t side_of[AU_SEAT_MAX],
                                 au_gold gold, au_layout *l);
/* Lay out the inputs of the same table for a version that is not lower. They
** begin with the inputs of 'from', in their order. AU_EFULL. */
AU_MUST au_status au_layout_extend(const au_layout *from, int version,
                                   au_layout *l);
/* True if the inputs of 'b' are those of 'a', with more after them or none. */
bool au_layout_begins(const au_layout *a, const au_layout *b);
/* True if two layouts have the same inputs. */
bool au_layout_same(const au_layout *a, const au_layout *b);
/* True if positions of these rules can be listed in a layout: it has the same
** players and sides, and at least as many copies of each rank of gold. */
bool au_layout_covers(const au_layout *l, const au_rules *r);
/* Write what an input says: "hand: Z7", "held, left 2: C3"; returns the
** length. The deck is that of the rules. */
size_t au_input_text(const au_layout *l, const au_deck *d, int input,
                     char out[AU_INPUT_TEXT]);

/* Call 'f' for each set of inputs of which at most 'times' are on at once. Each
** input is in one such slot: what it says excludes what the others say. */
typedef void au_slot(void *ctx, const uint16_t *input, int n, int times);
void au_layout_slots(const au_layout *l, au_slot *f, void *ctx);

/* The part of a seat's view that is not in the state. */
typedef struct au_sight {
  au_set held;                /* cards known to be in other hands */
  au_set unseen;              /* and those not located */
  au_set played[AU_SEAT_MAX]; /* base cards played in this round */
  uint8_t lacks[AU_SEAT_MAX]; /* suits (a bit each) that a seat must lack */
  uint8_t seat;
} au_sight;

/* Find what the seat of a view knows, and a full state that looks to it as the
** view does: unseen cards lie anywhere in the other hands. Own actions can be
** tried in it. About 0.1 us. */
void au_sight_of(const au_rules *r, const au_view *v, au_sight *k, au_state *s);

/* List the inputs that are on for a seat, in no order; returns their number.
** 'k' is what the seat knows, or NULL for an open net, which sees all of the
** state. A round must be open. About 0.2 us. */
int au_inputs_of(const au_rules *r, const au_layout *l, const au_state *s,
                 uint8_t seat, const au_sight *k, uint16_t on[AU_ON_MAX]);

/* True if the actions of this phase stay hidden until others have acted too:
** bids laid face down at once, and answers. */
AU_INLINE bool au_acts_hidden(const au_rules *r, const au_state *s) {
  return au_bids_hidden(r, s) || s->phase == AU_PHASE_ASK;
}
/* Do an action of the seat that knows 'k' in a state made by au_sight_of, as
** far as the seat sees what follows. Of an action that stays hidden that is
** the seat's own card or answer alone, and the state can only be valued then.
** If the round ends, '*score' gets its score. AU_EHOOK. */
AU_MUST au_status au_sight_do(const au_rules *r, au_sight *k, au_state *s,
                              au_action a, au_score *score);

#endif
