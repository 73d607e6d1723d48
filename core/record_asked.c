/* record_asked.c: plays the answers to questions that a record holds.
**
** A list 'asked' has a step for each time that seats were asked together. They
** answer in play order from the trick's leader. Every seat of a step answers
** before the next step, unless the game was cut short. */
#include "record_check.h"

#include <stdio.h>
#include <string.h>

enum { STEP_QUESTION, STEP_ANSWERS, STEP_N };
static const char *const step_keys[] = {"question", "answers"};

enum { ANSWER_SEAT, ANSWER_ANSWER, ANSWER_N };
static const char *const answer_keys[] = {"seat", "answer"};

bool au_unanswered(const au_replay *p, unsigned when) {
  const au_ask *q = au_ask_now(p->r, &p->g->state);
  return q != NULL && (when >> q->when & 1);
}

bool au_asked_missing(au_replay *p) {
  const au_state *s = &p->g->state;
  char text[AU_ASK_TEXT + 48];
  snprintf(text, sizeof text, "the answer of seat %d to \"%s\"", s->turn + 1,
           au_ask_now(p->r, s)->name);
  return au_differ(p, "asked", text,
                   p->rec->version == 1 ? "nothing: the format is aurum/1"
                                        : "nothing");
}

bool au_asked_begin(au_replay *p, const cJSON *list) {
  p->asked = NULL;
  if (list == NULL || p->rec->version == 1)
    return true;
  if (!cJSON_IsArray(list))
    return au_wrong(p, "asked", "a list", list);
  p->asked = list->child;
  return true;
}

bool au_asked_end(au_replay *p) {
  const cJSON *key[STEP_N];
  if (p->asked == NULL)
    return true;
  if (!au_bind_object(p, "asked", p->asked, step_keys, STEP_N, key))
    return false;
  return au_wrong(p, "asked question", "no question here", key[STEP_QUESTION]);
}

/* Play the cards of an answer. '*done' is set if it is complete. */
static bool play_cards(au_replay *p, const au_ask *q, const char *what,
                       const cJSON *item, bool *done) {
  const au_state *s = &p->g->state;
  uint32_t answer = s->answer[s->turn];
  uint8_t seat = s->turn;
  bool bad = false;
  int n = 0;
  char count[32];
  snprintf(count, sizeof count, q->cards == 1 ? "one card" : "%d cards",
           q->cards);
  if (!cJSON_IsString(item))
    return au_wrong(p, what, "cards in one string", item);
  const char *text = item->valuestring;
  for (;; n++) {
    au_card c = au_next_card(p, what, &text, &bad);
    if (c == AU_NONE)
      break;
    if (*done)
      return au_wrong(p, what, count, item);
    if (!au_act(p, what, au_answer_action(seat, s->ask - 1u, c)))
      return false;
    *done = au_answer_add(q, &answer, c);
  }
  if (n == 0 && !bad)
    return au_wrong(p, what, count, item);
  return !bad;
}

/* Play a number or a word. */
static bool play_value(au_replay *p, const au_ask *q, const char *what,
                       const cJSON *item) {
  const au_state *s = &p->g->state;
  const char *text = au_string_or(item, "");
  unsigned value = 0;
  int number = 0;
  if (q->kind == AU_ASK_NUMBER) {
    if (!au_get_int(item, 0, AU_VALUE_MAX, &number))
      return au_wrong(p, what, "a number", item);
    value = (unsigned)number;
  } else if (!au_value_parse(&p->r->deck, q, text, strlen(text), &value)) {
    return au_wrong(p, what, "a word of the question", item);
  }
  return au_act(p, what, au_answer_action(s->turn, s->ask - 1u, value));
}

/* Play what a seat answered. '*done' is set if that is complete. */
static bool play_answer(au_replay *p, const au_ask *q, const cJSON *item,
                        bool *done) {
  const au_state *s = &p->g->state;
  const cJSON *key[ANSWER_N];
  uint8_t seat = 0;
  char what[AU_ASK_TEXT + 48], text[48];
  *done = false;
  snprintf(what, sizeof what, "asked %s", q->name);
  if (!au_bind_object(p, what, item, answer_keys, ANSWER_N, key))
    return false;
  snprintf(what, sizeof what, "asked %s seat", q->name);
  if (!au_get_seat(p, what, key[ANSWER_SEAT], &seat))
    return false;
  snprintf(text, sizeof text, "%d, which answers next", s->turn + 1);
  if (seat != s->turn)
    return au_wrong(p, what, text, key[ANSWER_SEAT]);
  snprintf(what, sizeof what, "asked %s of seat %d", q->name, seat + 1);
  if (q->kind == AU_ASK_CARD)
    return play_cards(p, q, what, key[ANSWER_ANSWER], done);
  *done = true;
  return play_value(p, q, what, key[ANSWER_ANSWER]);
}

/* Play the answers of a step. Only the last of the record may be cut short. */
static bool play_step(au_replay *p, const cJSON *step) {
  const au_ask *q = au_ask_now(p->r, &p->g->state);
  const cJSON *key[STEP_N];
  char name[AU_ASK_TEXT + 2];
  bool over = false;
  if (!au_bind_object(p, "asked", step, step_keys, STEP_N, key))
    return false;
  snprintf(name, sizeof name, "\"%s\"", q->name);
  if (strcmp(au_string_or(key[STEP_QUESTION], ""), q->name) != 0)
    return au_wrong(p, "asked question", name, key[STEP_QUESTION]);
  if (!cJSON_IsArray(key[STEP_ANSWERS]) || key[STEP_ANSWERS]->child == NULL)
    return au_wrong(p, "asked answers", "a list of answers", key[STEP_ANSWERS]);
  const cJSON *item = key[STEP_ANSWERS]->child;
  for (; item != NULL && !over; item = item->next) {
    bool last = (p->g->state.pending & (p->g->state.pending - 1)) == 0, done;
    if (!play_answer(p, q, item, &done))
      return false;
    if (!done && item->next != NULL)
      return au_asked_missing(p);
    over = done && last;
  }
  if (item != NULL)
    return au_differ(p, "asked answers", "one of each seat that is asked",
                     "another");
  if (!over && step->next != NULL)
    return au_asked_missing(p);
  return true;
}

bool au_asked_play(au_replay *p, unsigned when) {
  for (; p->asked != NULL && au_unanswered(p, when);
       p->asked = p->asked->next) {
    p->answered = true;
    if (!play_step(p, p->asked))
      return false;
  }
  return true;
}
