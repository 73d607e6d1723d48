/* place.c: see place.h. */
#include "place.h"

#include <stdio.h>
#include <string.h>

/* The changes and the decisions against one just before the end of a log. */
static int count_changes(const au_entry *log, uint32_t n) {
  int count = 0;
  for (; n > 0; n--, count++) {
    au_action_kind kind = au_action_what(log[n - 1]);
    if (kind != AU_ACT_CHANGE && kind != AU_ACT_KEEP)
      break;
  }
  return count;
}

/* True if an entry belongs to a trick before 'trick', the present one. */
static bool is_earlier(const au_rules *r, au_entry e, int trick) {
  if (au_action_what(e) == AU_ACT_ANSWER)
    return trick > 0 &&
           r->asks->ask[au_action_ask(e)].when < AU_WHEN_BEFORE_TRICK;
  return au_entry_filled(e) || (trick > 0 && au_action_what(e) == AU_ACT_BID);
}

/* The answers of the present trick. */
static int count_answers(const au_rules *r, const au_entry *log, uint32_t n,
                         int trick) {
  int count = 0;
  for (; n > 0 && !is_earlier(r, log[n - 1], trick); n--)
    count += au_action_what(log[n - 1]) == AU_ACT_ANSWER;
  return count;
}

au_place au_place_of(const au_rules *r, const au_state *s, const au_entry *log,
                     uint32_t n) {
  au_place p = {.round = s->round, .trick = -1, .phase = AU_PHASE_DEAL};
  int before = 0, players = r->players;
  if (!au_state_open(s))
    return p;
  p.phase = s->phase;
  p.trick = (int16_t)au_state_trick(r, s);
  if (s->phase == AU_PHASE_BID)
    before = (s->turn + players - s->first) % players;
  else if (s->phase == AU_PHASE_CHANGE)
    before = count_changes(log, n);
  else if (s->phase == AU_PHASE_ASK)
    before = count_answers(r, log, n, p.trick);
  else
    before = s->trick.n;
  p.nth = (int16_t)(before + 1);
  return p;
}

au_place au_game_place(const au_rules *r, const au_game *g) {
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  return au_place_of(r, &g->state, log, n);
}

/* The letter before the number of a decision. */
static const char *letter(int phase) {
  return phase == AU_PHASE_CHANGE ? "c" : phase == AU_PHASE_ASK ? "a" : "";
}

size_t au_place_text(const au_place *p, char out[AU_PLACE_TEXT]) {
  int n;
  if (p->phase == AU_PHASE_DEAL)
    n = snprintf(out, AU_PLACE_TEXT, "%d.end", p->round);
  else if (p->trick < 0)
    n = snprintf(out, AU_PLACE_TEXT, "%d", p->round);
  else if (p->nth == 0)
    n = snprintf(out, AU_PLACE_TEXT, "%d.%d", p->round, p->trick);
  else
    n = snprintf(out, AU_PLACE_TEXT, "%d.%d.%s%d", p->round, p->trick,
                 letter(p->phase), p->nth);
  return (size_t)n;
}

static bool read_number(const char **text, int16_t *n) {
  if (**text < '0' || **text > '9')
    return false;
  int sum = 0;
  for (; **text >= '0' && **text <= '9' && sum <= AU_PLACE_MAX; (*text)++)
    sum = sum * 10 + (**text - '0');
  *n = (int16_t)sum;
  return sum <= AU_PLACE_MAX;
}

bool au_place_parse(const char *text, au_place *p) {
  *p = (au_place){.trick = -1, .phase = AU_PHASE_N};
  if (!read_number(&text, &p->round))
    return false;
  if (strcmp(text, ".end") == 0) {
    p->phase = AU_PHASE_DEAL;
    return p->round > 0;
  }
  if (*text == '\0')
    return true;
  if (*text++ != '.' || !read_number(&text, &p->trick))
    return false;
  if (*text == '\0')
    return true;
  if (*text++ != '.')
    return false;
  p->phase = p->trick == 0 ? AU_PHASE_BID : AU_PHASE_PLAY;
  if (*text == 'c' || *text == 'a')
    p->phase = *text++ == 'c' ? AU_PHASE_CHANGE : AU_PHASE_ASK;
  return read_number(&text, &p->nth) && *text == '\0' && p->nth > 0;
}
