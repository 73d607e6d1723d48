/* ask.h: the questions of a variant: their steps, and the verbs by which a
** variant acts on the answers.
**
** A question is asked in steps. The hook 'ask_next' names the seats of a step.
** Each of them answers; the answers stay hidden until all have answered, or for
** ever if the question is secret. Then the hook 'ask_done' changes the state by
** the verbs below, and 'ask_next' is asked again. Answers are kept only for the
** present step: a variant that must remember more does so in its vars.
**
** A verb checks its arguments and keeps the invariants of the state, so that a
** hook cannot break them. */
#ifndef AU_ASK_H
#define AU_ASK_H

#include "state.h"

/* The question that is asked now; NULL if none is. */
AU_INLINE const au_ask *au_ask_now(const au_rules *r, const au_state *s) {
  return s->phase == AU_PHASE_ASK && r->asks != NULL && s->ask <= r->asks->n
             ? &r->asks->ask[s->ask - 1]
             : NULL;
}

/* The trick to which a decision, or the end of a round, belongs: 0 for a bid,
** for a question before the first trick, and before the first deal. */
AU_INLINE int au_state_trick(const au_rules *r, const au_state *s) {
  const au_ask *q = au_ask_now(r, s);
  bool early = s->round == 0 || s->phase == AU_PHASE_BID ||
               (q != NULL && q->when < AU_WHEN_BEFORE_TRICK);
  return early ? 0 : s->tricks + 1;
}

/* The number or the index of the word that an answer gives. */
AU_INLINE unsigned au_answer_value(uint32_t answer) {
  return answer & AU_VALUE_MAX;
}
/* The cards of an answer to a question for cards; empty if it is hidden. */
au_set au_answer_cards(uint32_t answer);

/* Add a value to an answer; true if that completes it. */
bool au_answer_add(const au_ask *q, uint32_t *answer, unsigned value);

/* Begin the questions of a moment that has some. '*asked' is true if a seat is
** now to answer. AU_EHOOK if a hook failed. */
AU_MUST AU_RARE au_status au_ask_some(const au_rules *r, au_state *s,
                                      au_when when, bool *asked);
/* Begin the questions of a moment, if it has any. */
AU_MUST AU_INLINE au_status au_ask_begin(const au_rules *r, au_state *s,
                                         au_when when, bool *asked) {
  *asked = false;
  return au_asks_at(r, when) ? au_ask_some(r, s, when, asked) : AU_OK;
}
/* Add a value, known to be legal, to the answer of the seat on turn. '*asked'
** is false if the questions of this moment are finished. */
AU_MUST au_status au_ask_answer(const au_rules *r, au_state *s, unsigned value,
                                bool *asked);
/* All that the hook offers the seat on turn, whatever it has chosen. AU_EHOOK
** if the hook failed or offers too little. */
AU_MUST au_status au_ask_offer(const au_rules *r, const au_state *s,
                               au_choices *out);
/* The answers that the seat on turn may give now, of which there is at least
** one. If some cards were chosen, those that may follow them. AU_EHOOK if a
** hook failed or offers too little. */
AU_MUST au_status au_ask_choices(const au_rules *r, const au_state *s,
                                 au_choices *out);
/* The value that the seat on turn gives by default, one of au_ask_choices. */
AU_MUST au_status au_ask_default(const au_rules *r, const au_state *s,
                                 unsigned *value);
/* True if 'value' is among these choices for a question. */
bool au_choices_have(const au_ask *q, const au_choices *c, unsigned value);
/* The number of values among the choices, and the i-th of them, from 0. */
uint32_t au_choices_count(const au_ask *q, const au_choices *c);
unsigned au_choices_at(const au_ask *q, const au_choices *c, uint32_t i);

/* ---- Verbs of 'ask_done' ----
**
** Each returns AU_ESTATE, with 'why' (AU_WHY_TEXT bytes), if it cannot be done:
** the state stays as it was. 'before' is the state when 'ask_done' was called,
** as all moves of a step happen at once. */

typedef enum au_at {
  AU_AT_HAND,
  AU_AT_GOLD, /* a seat's collection */
  AU_AT_BID,
  AU_AT_EXTRAS,
  AU_AT_SUPPLY,
  AU_AT_N
} au_at;

typedef struct au_spot {
  uint8_t at;   /* au_at */
  uint8_t seat; /* for a hand, a collection or a bid */
} au_spot;

/* Move a card. The seats that it leaves and reaches see it, and so do those in
** 'see' (a bit each). All see it if it lies open before or after the move. The
** others know that a card moved from this place to that one. In the state they
** are no longer sure of the cards that lay with it; a view knows more
** (core/trail.h). */
AU_MUST au_status au_ask_move(const au_rules *r, au_state *s,
                              const au_state *before, au_card card,
                              au_spot from, au_spot to, uint8_t see, char *why);
/* Show a base card to the seats of 'see'. Unlike moves, it goes by where cards
** lie after the moves of the step so far. Later moves of the step may unsettle
** it again: see au_ask_reveal. */
AU_MUST au_status au_ask_show(const au_rules *r, au_state *s, au_card card,
                              au_spot at, uint8_t see, char *why);
/* Let the seats of 'see' know where a base card lies. For a card that a step
** shows, after all its moves. */
void au_ask_reveal(const au_rules *r, au_state *s, au_card card, uint8_t see);
/* Set the bid of a side. A later change of its bid cards replaces it. */
AU_MUST au_status au_ask_bid(const au_rules *r, au_state *s, int side, int bid,
                             char *why);
/* Make a suit trump, from 1; 0 for none. */
AU_MUST au_status au_ask_trump(const au_rules *r, au_state *s, int suit,
                               char *why);
/* Multiply the points of this round. */
AU_MUST au_status au_ask_multiply(au_state *s, int times, char *why);
/* Check that the game can go on after 'ask_done'. */
AU_MUST au_status au_ask_check(const au_rules *r, const au_state *s, char *why);

#endif
