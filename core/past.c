/* past.c: see past.h. */
#include "past.h"

#include "ask.h"

#include <string.h>

/* The values of an answer by each of these seats. */
static uint32_t values_of(const au_ask *q, uint8_t seats) {
  return (uint32_t)(au_count(seats) * (q->kind == AU_ASK_CARD ? q->cards : 1));
}

/* True if the action 'a', number 'at' of the round, ends a step in the state
** 's', of which the round has all answers. */
static bool ends_step(const au_rules *r, const au_state *s, au_action a,
                      uint32_t at) {
  const au_ask *q = au_ask_now(r, s);
  if (au_action_what(a) != AU_ACT_ANSWER || q == NULL ||
      s->pending != 1 << s->turn || at + 1 < values_of(q, s->asked))
    return false;
  uint32_t answer = s->answer[s->turn];
  return au_answer_add(q, &answer, au_action_value(a));
}

/* True if the choices of a seat in a step depended on what only it sees. */
static bool looked(const au_rules *r, const au_past *p, uint8_t seat) {
  au_state s = p->before;
  au_choices c;
  s.turn = seat;
  return au_ask_offer(r, &s, &c) != AU_OK || c.own;
}

/* True if the open answers of a step tell more than its facts. 's' is the state
** before 'a', its last answer. */
static bool tells(const au_rules *r, const au_past *p, const au_state *s,
                  au_action a) {
  const au_ask *q = au_ask_now(r, s);
  for (uint8_t seat = 0; s->asked >> seat != 0; seat++) {
    uint32_t answer = s->answer[seat];
    if (!(s->asked >> seat & 1))
      continue;
    if (seat == s->turn)
      (void)au_answer_add(q, &answer, au_action_value(a));
    if (q->kind == AU_ASK_CARD &&
        (au_answer_cards(answer) & r->deck.base & ~p->after.seen) != 0)
      return true;
    if (q->narrows && looked(r, p, seat))
      return true;
  }
  return false;
}

uint32_t au_past_values(const au_rules *r, const au_past *p) {
  return values_of(au_ask_now(r, &p->before), p->before.asked);
}

bool au_past_note(const au_rules *r, const au_state *before,
                  const au_state *after, au_action a, uint32_t at,
                  au_past *out) {
  au_state *s = &out->before;
  if (!ends_step(r, before, a, at))
    return false;
  out->at = at;
  out->zero = 0;
  *s = *before;
  out->after = *after;
  memset(s->answer, 0, sizeof s->answer);
  s->pending = s->asked;
  s->answers = (uint8_t)(s->answers + 1 - au_past_values(r, out));
  for (int place = r->players; place-- > 0;) {
    uint8_t seat = au_trick_seat(&s->trick, place, r->players);
    if (s->asked >> seat & 1)
      s->turn = seat;
  }
  return au_ask_now(r, before)->secret || tells(r, out, before, a);
}

/* ---- Steps that a text tells --------------------------------------------- */

/* True if each bid is a card or none. */
static bool has_bids(const au_rules *r, const au_state *s) {
  for (int i = 0; i < AU_SEAT_MAX; i++)
    if (s->bid[i] != AU_NONE && !au_has(r->deck.base, s->bid[i]))
      return false;
  return true;
}

/* True if a question is asked, and nobody has answered it. */
static bool asks(const au_rules *r, const au_state *s) {
  static const uint32_t none[AU_SEAT_MAX];
  return s->phase == AU_PHASE_ASK && s->ask > 0 && s->ask <= r->asks->n &&
         s->asked != 0 && s->asked >> r->players == 0 &&
         s->pending == s->asked && s->answers < AU_ASK_ANSWERS &&
         s->trick.leader < r->players &&
         memcmp(s->answer, none, sizeof none) == 0;
}

/* True if these entries are the answer of one seat. Its own cards, and those
** that all see, ascend. */
static bool is_answer(const au_ask *q, unsigned ask, uint8_t seat, bool hidden,
                      const au_action *log, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (au_action_what(log[i]) != AU_ACT_ANSWER ||
        au_action_seat(log[i]) != seat || au_action_ask(log[i]) != ask ||
        au_action_hidden(log[i]) != hidden ||
        (i > 0 && !hidden && q->kind == AU_ASK_CARD &&
         au_action_value(log[i]) <= au_action_value(log[i - 1])))
      return false;
  return true;
}

au_status au_past_check(const au_rules *r, const au_past *p, uint8_t seat,
                        const au_action *log, uint32_t from, uint32_t n) {
  const au_state *s = &p->before;
  uint8_t turn = AU_NONE;
  if (!asks(r, s) || !has_bids(r, s) || !has_bids(r, &p->after))
    return AU_ESTATE;
  const au_ask *q = au_ask_now(r, s);
  if (!q->secret && !q->narrows && q->kind != AU_ASK_CARD)
    return AU_ESTATE; /* it tells of no hand */
  uint32_t values = au_past_values(r, p), each = values_of(q, 1);
  if (p->at >= n || p->at < from || p->at - from + 1 < values)
    return AU_ESTATE;
  const au_action *next = log + (p->at + 1 - values);
  for (int place = 0; place < r->players; place++) {
    uint8_t of = au_trick_seat(&s->trick, place, r->players);
    if (!(s->asked >> of & 1))
      continue;
    if (turn == AU_NONE)
      turn = of;
    if (!is_answer(q, s->ask - 1u, of, q->secret && of != seat, next, each))
      return AU_ESTATE;
    next += each;
  }
  return turn == s->turn ? AU_OK : AU_ESTATE;
}
