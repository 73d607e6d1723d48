/* action.h: the actions of a seat as integers and as text.
**
** An action is one integer:
**
**   31      22   21   20..15  14..9  8..6  5..3  2..0
**   0            down gold    card   of    seat  kind
**   0            hide value          ask   seat  6
**
** Fields that a kind does not use are 0, so two actions are the same if their
** integers are equal. The integer 0 is not an action. */
#ifndef AU_ACTION_H
#define AU_ACTION_H

#include "ask.h"

enum {
  AU_LOG_MAX = 1024,    /* actions of one round: more than any data rules need,
                        ** and an end for variants whose rounds have none */
  AU_ACTION_MAX = 4096, /* legal actions of any state under any rules: keep, and
                        ** at most 16 ranks of gold x 42 cards x 5 seats */
  AU_ACTION_TEXT = 64   /* bytes of an action's text, with its NUL */
};

typedef uint32_t au_action;

typedef enum au_action_kind {
  AU_ACT_NONE,
  AU_ACT_BID,    /* lay 'card' as bid; face down, for 0, if 'down' */
  AU_ACT_CHANGE, /* pay 'gold', replace the bid card of 'of' by 'card' */
  AU_ACT_KEEP,   /* change no bid */
  AU_ACT_PLAY,   /* play 'card', base or gold, to the trick */
  AU_ACT_PASS,   /* play nothing: the round ends */
  AU_ACT_ANSWER, /* answer the question 'ask' with 'value', one card at a time;
                 ** in a view, 'hide' if the seat cannot see the value */
  AU_ACT_N
} au_action_kind;

/* The constructors take the seat first, then what the action's text names, in
** its order. They check nothing: au_state_apply does. */
AU_INLINE au_action au_action_make(au_action_kind kind, unsigned seat,
                                   unsigned gold, unsigned card, unsigned of) {
  return (au_action)kind | seat << 3 | of << 6 | card << 9 | gold << 15;
}
AU_INLINE au_action au_bid_action(unsigned seat, au_card card, bool down) {
  return au_action_make(AU_ACT_BID, seat, 0, card, 0) | (au_action)down << 21;
}
AU_INLINE au_action au_change_action(unsigned seat, au_card gold, au_card card,
                                     unsigned of) {
  return au_action_make(AU_ACT_CHANGE, seat, gold, card, of);
}
AU_INLINE au_action au_keep_action(unsigned seat) {
  return au_action_make(AU_ACT_KEEP, seat, 0, 0, 0);
}
AU_INLINE au_action au_play_action(unsigned seat, au_card card) {
  return au_action_make(AU_ACT_PLAY, seat, 0, card, 0);
}
AU_INLINE au_action au_pass_action(unsigned seat) {
  return au_action_make(AU_ACT_PASS, seat, 0, 0, 0);
}
AU_INLINE au_action au_answer_action(unsigned seat, unsigned ask,
                                     unsigned value) {
  return au_action_make(AU_ACT_ANSWER, seat, 0, 0, ask) | value << 9;
}
AU_INLINE au_action au_hidden_answer(unsigned seat, unsigned ask) {
  return au_answer_action(seat, ask, 0) | (au_action)1 << 21;
}

AU_INLINE au_action_kind au_action_what(au_action a) {
  return (au_action_kind)(a & 7);
}
AU_INLINE uint8_t au_action_seat(au_action a) {
  return a >> 3 & 7;
}
AU_INLINE uint8_t au_action_of(au_action a) {
  return a >> 6 & 7;
}
AU_INLINE au_card au_action_card(au_action a) {
  return a >> 9 & 63;
}
AU_INLINE au_card au_action_gold(au_action a) {
  return a >> 15 & 63;
}
AU_INLINE bool au_action_down(au_action a) {
  return a >> 21 & 1;
}
/* The question of an answer, from 0, and its value. */
AU_INLINE uint8_t au_action_ask(au_action a) {
  return au_action_of(a);
}
AU_INLINE unsigned au_action_value(au_action a) {
  return a >> 9 & AU_VALUE_MAX;
}
AU_INLINE bool au_action_hidden(au_action a) {
  return au_action_what(a) == AU_ACT_ANSWER && au_action_down(a);
}

/* Write "bid C5", "bid -C5" (face down), "change G0 S6 of 4", "keep", "play
** Z7", "pass" or "answer NAME VALUE"; returns the length. 'asks' are the
** questions of the rules, or NULL. Seats count from 1 in text. */
size_t au_action_text(const au_deck *d, const au_asks *asks, au_action a,
                      char out[AU_ACTION_TEXT]);
/* The action of 'seat' that the text names, legal or not; 0 if
** it names none. */
au_action au_action_parse(const au_deck *d, const au_asks *asks, unsigned seat,
                          const char *text);
/* Write the choices of a question, each after a space: " yes no maybe", " B1 B2
** B3 and 9 more", or " expected 0 to 300". 'size' is at least 32, and enough
** for the first choice. */
void au_choices_text(const au_deck *d, const au_ask *q, const au_choices *c,
                     char *out, size_t size);
/* Write the value of an answer: a card, a number or a word; returns the
** length. */
size_t au_value_text(const au_deck *d, const au_ask *q, unsigned value,
                     char out[AU_ASK_TEXT]);
/* Read 'len' bytes as the value of an answer; false if they are none. */
bool au_value_parse(const au_deck *d, const au_ask *q, const char *text,
                    size_t len, unsigned *value);

/* "deal", "bid", ... */
const char *au_phase_name(int phase);
/* The kind of the decision in a phase: "deal", "bid", "change", "play" or
** "answer"; NULL if the game is over. */
const char *au_decision_name(int phase);
/* "bid", "change", ... */
const char *au_action_name(au_action_kind kind);

#endif
