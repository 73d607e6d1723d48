/* past.c: see past.h. */
#include "past.h"

#include "ask.h"

#include <string.h>

/* The values of an answer by each of these seats. */
static uint32_t values_of(const au_ask *q, uint8_t seats) {
  return (uint32_t)(__builtin_popcount(seats) *
                    (q->kind == AU_ASK_CARD ? q->cards : 1));
}

bool au_past_ends(const au_rules *r, const au_state *s, au_action a,
                  uint32_t at) {
  const au_ask *q = au_ask_now(r, s);
  if (au_action_what(a) != AU_ACT_ANSWER || q == NULL || !q->secret ||
      s->pending != 1 << s->turn || at + 1 < values_of(q, s->asked))
    return false;
  uint32_t answer = s->answer[s->turn];
  return au_answer_add(q, &answer, au_action_value(a));
}

uint32_t au_past_values(const au_rules *r, const au_past *p) {
  return values_of(au_ask_now(r, &p->before), p->before.asked);
}

void au_past_note(const au_rules *r, const au_state *before,
                  const au_state *after, uint32_t at, au_past *out) {
  au_state *s = &out->before;
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
}
