/* phases.c: see phases.h. */
#include "phases.h"

#include "legal.h"

#include <string.h>

au_status au_course_change(const au_rules *r, au_state *s, int place) {
  s->changed = 0;
  for (; place < r->players; place++) {
    uint8_t seat = au_trick_seat(&s->trick, place, r->players);
    if (au_change_open(r, s, seat)) {
      s->phase = AU_PHASE_CHANGE;
      s->turn = seat;
      return AU_OK;
    }
  }
  s->phase = AU_PHASE_PLAY;
  s->turn = s->trick.leader;
  return AU_OK;
}

/* Begin the bid changes before a trick. */
static au_status begin_changes(const au_rules *r, au_state *s) {
  uint8_t leader = s->trick.leader;
  if (!r->last_window) {
    au_set cards;
    bool pass;
    s->phase = AU_PHASE_PLAY; /* as when a hook is called for the lead itself */
    s->turn = leader;
    au_status status = au_state_cards(r, s, &cards, &pass);
    if (status != AU_OK)
      return status;
    if (cards == 0)
      return au_course_change(r, s, r->players);
  }
  return au_course_change(r, s, 0);
}

static au_status begin_trick(const au_rules *r, au_state *s) {
  bool asked;
  au_status status = au_ask_begin(r, s, AU_WHEN_BEFORE_TRICK, &asked);
  return status != AU_OK || asked ? status : begin_changes(r, s);
}

au_status au_course_bid(const au_rules *r, au_state *s) {
  bool asked;
  au_status status = au_ask_begin(r, s, AU_WHEN_BIDS, &asked);
  return status != AU_OK || asked ? status : begin_trick(r, s);
}

/* Bids that were called without cards are complete: a side without one
** bids 0. */
static au_status end_calls(const au_rules *r, au_state *s) {
  for (int side = 0; side < r->side_n; side++)
    if (s->called[side] == 0)
      s->called[side] = 1;
  return au_course_bid(r, s);
}

static au_status begin_bids(const au_rules *r, au_state *s) {
  bool asked;
  if (au_asks_at(r, AU_WHEN_INSTEAD)) {
    au_status status = au_ask_begin(r, s, AU_WHEN_INSTEAD, &asked);
    return status != AU_OK || asked ? status : end_calls(r, s);
  }
  s->phase = AU_PHASE_BID;
  s->turn = s->first;
  return AU_OK;
}

au_status au_course_dealt(const au_rules *r, au_state *s) {
  bool asked;
  au_status status = au_ask_begin(r, s, AU_WHEN_DEAL, &asked);
  return status != AU_OK || asked ? status : begin_bids(r, s);
}

au_status au_course_settled(const au_rules *r, au_state *s, uint8_t leader) {
  bool asked;
  memset(&s->trick, 0, offsetof(au_trick, trump));
  s->trick.leader = leader;
  au_status status = au_ask_begin(r, s, AU_WHEN_AFTER_TRICK, &asked);
  return status != AU_OK || asked ? status : begin_trick(r, s);
}

/* Score the round and end it. RULES 9. */
static au_status end_round(const au_rules *r, au_state *s, au_score *score) {
  const au_hooks *h = &r->hooks;
  uint8_t every = (uint8_t)((1 << r->side_n) - 1);
  au_score own;
  if (score == NULL)
    score = &own;
  if (au_state_score(r, s, score) != AU_OK)
    return AU_EHOOK;
  s->round_winners = au_score_round(r, score);
  if (h->round_winners != NULL &&
      (h->round_winners(h->ctx, r, s, s->vars, score, &s->round_winners) !=
           AU_OK ||
       (s->round_winners & ~every) != 0))
    return AU_EHOOK;
  for (int side = 0; side < r->side_n; side++) {
    s->points[side] += score->points[side];
    if (!r->cumulative && (s->round_winners >> side & 1) &&
        s->nuggets[side] < UINT8_MAX)
      s->nuggets[side]++;
  }
  bool over = au_score_over(r, s->round, s->nuggets);
  uint8_t winners = 0; /* a hook that ends the game learns who is ahead */
  if (over || h->game_end != NULL)
    winners = au_score_game(r, s->nuggets, s->points, score);
  if (h->game_end != NULL &&
      (h->game_end(h->ctx, r, s, s->vars, &over, &winners) != AU_OK ||
       (over && (winners == 0 || (winners & ~every) != 0))))
    return AU_EHOOK;
  s->winners = over ? winners : 0;
  s->phase = over ? AU_PHASE_OVER : AU_PHASE_DEAL;
  return AU_OK;
}

au_status au_course_passed(const au_rules *r, au_state *s, au_score *score) {
  bool asked;
  s->passer = s->turn;
  s->seen |= s->hand[s->turn];
  s->turn = AU_NONE;
  au_status status = au_ask_begin(r, s, AU_WHEN_ROUND, &asked);
  return status != AU_OK || asked ? status : end_round(r, s, score);
}

au_status au_course_answered(const au_rules *r, au_state *s, unsigned value,
                             au_score *score) {
  const au_ask *q = au_ask_now(r, s);
  bool asked;
  if (q == NULL)
    return AU_EILLEGAL;
  au_status status = au_ask_answer(r, s, value, &asked);
  if (status != AU_OK || asked)
    return status;
  switch ((au_when)q->when) {
  case AU_WHEN_DEAL:
    return begin_bids(r, s);
  case AU_WHEN_INSTEAD:
    return end_calls(r, s);
  case AU_WHEN_BIDS:
    return begin_trick(r, s);
  case AU_WHEN_BEFORE_TRICK:
    return begin_changes(r, s);
  case AU_WHEN_AFTER_TRICK:
    return begin_trick(r, s);
  case AU_WHEN_ROUND:
  case AU_WHEN_N:
  default:
    return end_round(r, s, score);
  }
}
