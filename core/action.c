/* action.c: actions as text, and back. */
#include "action.h"

#include <stdio.h>
#include <string.h>

const char *au_phase_name(int phase) {
  static const char *const names[AU_PHASE_N] = {"deal", "bid",  "change",
                                                "play", "over", "ask"};
  return phase >= 0 && phase < AU_PHASE_N ? names[phase] : "?";
}

const char *au_decision_name(int phase) {
  return phase == AU_PHASE_ASK    ? "answer"
         : phase == AU_PHASE_OVER ? NULL
                                  : au_phase_name(phase);
}

const char *au_action_name(au_action_kind kind) {
  static const char *const names[AU_ACT_N] = {"none", "bid",  "change", "keep",
                                              "play", "pass", "answer"};
  return kind < AU_ACT_N ? names[kind] : "?";
}

size_t au_value_text(const au_deck *d, const au_ask *q, unsigned value,
                     char out[AU_ASK_TEXT]) {
  char card[AU_CARD_TEXT];
  int n;
  if (q->kind == AU_ASK_CARD) {
    au_card_text(d, value < AU_KIND_MAX ? (au_card)value : AU_NONE, card);
    n = snprintf(out, AU_ASK_TEXT, "%s", card);
  } else if (q->kind == AU_ASK_WORD) {
    n = snprintf(out, AU_ASK_TEXT, "%s",
                 value < q->word_n ? q->word[value] : "-");
  } else {
    n = snprintf(out, AU_ASK_TEXT, "%u", value);
  }
  return (size_t)n;
}

void au_choices_text(const au_deck *d, const au_ask *q, const au_choices *c,
                     char *out, size_t size) {
  enum { MORE = sizeof " and 4096 more" };
  char value[AU_ASK_TEXT];
  size_t n = 0;
  uint32_t all = au_choices_count(q, c);
  if (!au_ask_set(q)) {
    snprintf(out, size, " expected %d to %d", c->lo, c->hi);
    return;
  }
  for (uint32_t i = 0; i < all; i++) {
    size_t one = au_value_text(d, q, au_choices_at(q, c, i), value) + 1;
    if (n + one + (i + 1 < all ? MORE : 1) > size) {
      snprintf(out + n, size - n, " and %u more", (unsigned)(all - i));
      return;
    }
    n += (size_t)snprintf(out + n, size - n, " %s", value);
  }
}

static size_t answer_text(const au_deck *d, const au_asks *asks, au_action a,
                          char out[AU_ACTION_TEXT]) {
  char value[AU_ASK_TEXT] = "?";
  bool known = asks != NULL && au_action_ask(a) < asks->n;
  const au_ask *q = known ? &asks->ask[au_action_ask(a)] : NULL;
  if (known && !au_action_hidden(a))
    au_value_text(d, q, au_action_value(a), value);
  return (size_t)snprintf(out, AU_ACTION_TEXT, "answer %s %s",
                          known ? q->name : "?", value);
}

size_t au_action_text(const au_deck *d, const au_asks *asks, au_action a,
                      char out[AU_ACTION_TEXT]) {
  au_action_kind kind = au_action_what(a);
  char card[AU_CARD_TEXT], gold[AU_CARD_TEXT];
  int n;
  if (kind == AU_ACT_ANSWER)
    return answer_text(d, asks, a, out);
  au_card_text(d, au_action_card(a), card);
  au_card_text(d, au_action_gold(a), gold);
  if (kind == AU_ACT_CHANGE)
    n = snprintf(out, AU_ACTION_TEXT, "change %s %s of %d", gold, card,
                 au_action_of(a) + 1);
  else if (kind == AU_ACT_BID || kind == AU_ACT_PLAY)
    n = snprintf(out, AU_ACTION_TEXT, "%s %s%s", au_action_name(kind),
                 au_action_down(a) ? "-" : "", card);
  else
    n = snprintf(out, AU_ACTION_TEXT, "%s", au_action_name(kind));
  return (size_t)n;
}

/* The next word of '*text' after spaces; its length in '*n'. */
static const char *word(const char **text, size_t *n) {
  const char *start = *text + strspn(*text, " ");
  *n = strcspn(start, " ");
  *text = start + *n;
  return start;
}

bool au_value_parse(const au_deck *d, const au_ask *q, const char *text,
                    size_t len, unsigned *value) {
  if (q->kind == AU_ASK_CARD) {
    au_card c = au_deck_find(d, text, len);
    *value = c;
    return c != AU_NONE;
  }
  for (unsigned i = 0; q->kind == AU_ASK_WORD && i < q->word_n; i++)
    if (strlen(q->word[i]) == len && memcmp(q->word[i], text, len) == 0) {
      *value = i;
      return true;
    }
  if (q->kind == AU_ASK_WORD || len == 0 || len > 4 ||
      (len > 1 && text[0] == '0'))
    return false;
  *value = 0;
  for (size_t i = 0; i < len; i++) {
    if (text[i] < '0' || text[i] > '9')
      return false;
    *value = *value * 10 + (unsigned)(text[i] - '0');
  }
  return *value <= AU_VALUE_MAX;
}

/* The answer that "NAME VALUE" gives; 0 if there is no such answer. */
static au_action parse_answer(const au_deck *d, const au_asks *asks,
                              unsigned seat, const char *const *w,
                              const size_t *n) {
  unsigned value;
  for (unsigned i = 0; asks != NULL && i < asks->n; i++) {
    const au_ask *q = &asks->ask[i];
    if (strlen(q->name) == n[0] && memcmp(q->name, w[0], n[0]) == 0)
      return au_value_parse(d, q, w[1], n[1], &value)
                 ? au_answer_action(seat, i, value)
                 : 0;
  }
  return 0;
}

au_action au_action_parse(const au_deck *d, const au_asks *asks, unsigned seat,
                          const char *text) {
  size_t n[6];
  const char *w[6];
  int count = 0;
  for (; count < 6; count++) {
    w[count] = word(&text, &n[count]);
    if (n[count] == 0)
      break;
  }
  if (count == 0)
    return 0;
#define IS(i, s) (n[i] == sizeof s - 1 && memcmp(w[i], s, n[i]) == 0)
  if (count == 1)
    return IS(0, "keep")   ? au_keep_action(seat)
           : IS(0, "pass") ? au_pass_action(seat)
                           : 0;
  if (count == 3 && IS(0, "answer"))
    return parse_answer(d, asks, seat, w + 1, n + 1);
  bool down = count == 2 && IS(0, "bid") && w[1][0] == '-';
  au_card card = au_deck_find(d, w[1] + down, n[1] - down);
  if (card == AU_NONE)
    return 0;
  if (count == 2)
    return IS(0, "bid")    ? au_bid_action(seat, card, down)
           : IS(0, "play") ? au_play_action(seat, card)
                           : 0;
  au_card laid = au_deck_find(d, w[2], n[2]);
  if (count != 5 || !IS(0, "change") || !IS(3, "of") || laid == AU_NONE ||
      n[4] != 1 || w[4][0] < '1' || w[4][0] > '0' + AU_SEAT_MAX)
    return 0;
#undef IS
  return au_change_action(seat, card, laid, (unsigned)(w[4][0] - '1'));
}
