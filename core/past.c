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
