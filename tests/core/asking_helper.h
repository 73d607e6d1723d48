/* asking_helper.h: rules that ask questions, for tests and for fuzzing. */
#ifndef AU_TEST_ASKING_HELPER_H
#define AU_TEST_ASKING_HELPER_H

#include "../../core/aurum.h"

/* A question of each kind, and one at each moment but in place of the bids. */
static const au_asks every_moment = {
    .n = 5,
    .ask = {
        {.name = "give", .when = AU_WHEN_DEAL, .kind = AU_ASK_CARD, .cards = 2},
        {.name = "name",
         .when = AU_WHEN_BIDS,
         .kind = AU_ASK_WORD,
         .word_n = 2,
         .word = {"high \"up\"", "low"}},
        {.name = "before",
         .when = AU_WHEN_BEFORE_TRICK,
         .kind = AU_ASK_NUMBER,
         .lo = 0,
         .hi = 300},
        {.name = "after",
         .when = AU_WHEN_AFTER_TRICK,
         .kind = AU_ASK_WORD,
         .word_n = 2,
         .word = {"yes", "no"}},
        {.name = "last",
         .when = AU_WHEN_ROUND,
         .kind = AU_ASK_CARD,
         .cards = 1,
         .secret = true},
    }};

static const au_asks in_place_of_bids = {.n = 1,
                                         .ask = {{.name = "call",
                                                  .when = AU_WHEN_INSTEAD,
                                                  .kind = AU_ASK_NUMBER,
                                                  .lo = 0,
                                                  .hi = 9}}};

static inline uint8_t every_seat(const au_rules *r) {
  return (uint8_t)((1 << r->players) - 1);
}

/* Each question is asked once: "give" and "after" of all seats at once, "call"
** and "last" of all in turn, the others of one seat. */
static inline au_status ask_next(void *ctx, const au_rules *r,
                                 const au_state *s, int ask, uint8_t *seats) {
  (void)ctx;
  const au_ask *q = &r->asks->ask[ask];
  bool in_turn = q->when == AU_WHEN_INSTEAD || q->when == AU_WHEN_ROUND;
  int n = in_turn ? r->players : 1;
  if (s->answers >= n)
    return AU_OK;
  int one = 1 << ((s->first + s->answers) % r->players);
  bool together = q->when == AU_WHEN_DEAL || q->when == AU_WHEN_AFTER_TRICK;
  *seats = (uint8_t)(together ? every_seat(r) : one);
  return AU_OK;
}

/* After the pass a card of the deck is named, whoever holds it. */
static inline au_status ask_choices(void *ctx, const au_rules *r,
                                    const au_state *s, int ask, uint8_t seat,
                                    au_choices *c) {
  (void)ctx, (void)s, (void)seat;
  if (r->asks->ask[ask].when == AU_WHEN_ROUND)
    c->set = r->deck.base;
  return AU_OK;
}

/* The lowest answer. */
static inline au_status ask_lowest(void *ctx, const au_rules *r,
                                   const au_state *s, int ask, uint8_t seat,
                                   au_choices *c) {
  (void)ctx, (void)s, (void)seat;
  const au_ask *q = &r->asks->ask[ask];
  au_set all = c->set, kept = 0;
  for (int n = q->kind == AU_ASK_CARD ? q->cards : 1; n > 0; n--) {
    kept |= all & (~all + 1);
    all &= all - 1;
  }
  c->set = kept;
  c->hi = c->lo;
  return AU_OK;
}

/* Cards given go to the left; a call is a bid. */
static inline au_status ask_done(void *ctx, const au_rules *r, au_state *s,
                                 int ask) {
  (void)ctx;
  const au_ask *q = &r->asks->ask[ask];
  char why[AU_WHY_TEXT];
  au_state before = *s;
  if (q->when == AU_WHEN_INSTEAD) {
    uint8_t seat = (uint8_t)((s->first + s->answers - 1) % r->players);
    return au_ask_bid(r, s, r->side_of[seat],
                      (int)au_answer_value(s->answer[seat]), why);
  }
  for (uint8_t i = 0; i < r->players && q->when == AU_WHEN_DEAL; i++) {
    au_spot from = {AU_AT_HAND, i};
    au_spot to = {AU_AT_HAND, (uint8_t)((i + 1) % r->players)};
    au_set cards = au_answer_cards(before.answer[i]);
    for (; cards != 0; cards &= cards - 1)
      if (au_ask_move(r, s, &before, au_first(cards), from, to, 0, why) !=
          AU_OK)
        return AU_EHOOK;
  }
  return AU_OK;
}

/* Let rules ask: call au_rules_finish after it. */
static inline void ask_questions(au_rules *r, const au_asks *asks) {
  r->asks = asks;
  r->hooks.ask_next = ask_next;
  r->hooks.ask_choices = ask_choices;
  r->hooks.ask_default = ask_lowest;
  r->hooks.ask_done = ask_done;
}

#endif
