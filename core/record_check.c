/* record_check.c: see record_check.h. */
#include "record_check.h"

#include <stdio.h>
#include <string.h>

/* Report a difference. Returns false, for callers that cannot go on. */
bool au_differ(au_replay *p, const char *what, const char *expected,
               const char *got) {
  char where[96];
  if (p->trick > 0)
    snprintf(where, sizeof where, "round %d trick %d %s", p->round, p->trick,
             what);
  else if (p->round > 0)
    snprintf(where, sizeof where, "round %d %s", p->round, what);
  else
    snprintf(where, sizeof where, "%s", what);
  if (p->status == AU_OK)
    p->status = AU_EFORMAT;
  p->report(p->ctx, where, expected, got);
  return false;
}

/* Stop because an allocation failed, which says nothing about the record.
** Returns false. */
bool au_out_of_memory(au_replay *p) {
  p->status = AU_ENOMEM;
  return false;
}

/* Report an item that is not of the expected form. */
bool au_wrong(au_replay *p, const char *what, const char *expected,
              const cJSON *got) {
  char text[64];
  return au_differ(p, what, expected, au_describe(got, text, sizeof text));
}

bool au_bind_object(au_replay *p, const char *what, const cJSON *object,
                    const char *const *keys, int n, const cJSON **out) {
  if (!cJSON_IsObject(object))
    return au_wrong(p, what, "an object", object);
  const char *twice = au_bind_keys(object, keys, n, out);
  if (twice == NULL)
    return true;
  return au_differ(p, what, "each key once", twice);
}

/* Compare an integer with the one that follows from the game. */
void au_same_int(au_replay *p, const char *what, int expected,
                 const cJSON *item) {
  char text[16];
  int got;
  if (au_get_int(item, -100000, 100000, &got) && got == expected)
    return;
  snprintf(text, sizeof text, "%d", expected);
  au_wrong(p, what, text, item);
}

/* A list as text, "[1,2]", or what else an item is. Its end may be left out. */
static const char *list_text(const cJSON *list, char *out, size_t n) {
  enum { ITEM = 64 };
  char text[ITEM];
  if (!cJSON_IsArray(list))
    return au_describe(list, out, n);
  size_t used = (size_t)snprintf(out, n, "[");
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    const char *comma = item == list->child ? "" : ",";
    if (used + ITEM + 8 > n) {
      used += (size_t)snprintf(out + used, n - used, "%s...", comma);
      break;
    }
    used += (size_t)snprintf(out + used, n - used, "%s%s", comma,
                             au_describe(item, text, sizeof text));
  }
  snprintf(out + used, n - used, "]");
  return out;
}

/* Compare a list of sides, which is ascending, with a bit mask. */
void au_same_sides(au_replay *p, const char *what, uint8_t expected,
                   const cJSON *list) {
  char text[32] = "[", got[128];
  uint8_t sides = 0;
  bool good = cJSON_IsArray(list);
  const cJSON *item = good ? list->child : NULL;
  for (; item != NULL; item = item->next) {
    int side;
    good = au_get_int(item, 1, p->r->side_n, &side) && !(sides >> (side - 1));
    if (!good)
      break;
    sides |= (uint8_t)(1 << (side - 1));
  }
  if (good && sides == expected)
    return;
  for (int i = 0, m = 1; i < AU_SEAT_MAX; i++)
    if (expected >> i & 1)
      m += snprintf(text + m, sizeof text - (size_t)m, "%s%d", m > 1 ? "," : "",
                    i + 1);
  strcat(text, "]");
  au_differ(p, what, text, list_text(list, got, sizeof got));
}

/* The next card of a list of names; AU_NONE at the end, and with '*bad' for an
** unknown name. */
au_card au_next_card(au_replay *p, const char *what, const char **text,
                     bool *bad) {
  const char *start = *text;
  size_t n = 0;
  while (*start == ' ')
    start++;
  while (start[n] != ' ' && start[n] != '\0')
    n++;
  *text = start + n;
  if (n == 0)
    return AU_NONE;
  au_card c = au_deck_find(&p->r->deck, start, n);
  if (c == AU_NONE) {
    char name[24];
    snprintf(name, sizeof name, "\"%.*s\"", n > 16 ? 16 : (int)n, start);
    *bad = !au_differ(p, what, "a card of the deck", name);
  }
  return c;
}

/* Read a set of base cards, each at most once. */
bool au_get_set(au_replay *p, const char *what, const cJSON *item,
                au_set *out) {
  bool bad = false;
  au_card c;
  if (!cJSON_IsString(item))
    return au_wrong(p, what, "cards in one string", item);
  const char *text = item->valuestring;
  *out = 0;
  while ((c = au_next_card(p, what, &text, &bad)) != AU_NONE) {
    char name[AU_CARD_TEXT];
    au_card_text(&p->r->deck, c, name);
    if (au_has(*out, c))
      return au_differ(p, what, "each card once", name);
    if (!au_has(p->r->deck.base, c))
      return au_differ(p, what, "base metals", name);
    *out |= au_bit(c);
  }
  return !bad;
}

bool au_get_pile(au_replay *p, const char *what, const cJSON *item,
                 au_gold *out) {
  bool bad = false;
  au_card c;
  if (!cJSON_IsString(item))
    return au_wrong(p, what, "cards in one string", item);
  const char *text = item->valuestring;
  *out = 0;
  while ((c = au_next_card(p, what, &text, &bad)) != AU_NONE) {
    char name[AU_CARD_TEXT];
    au_card_text(&p->r->deck, c, name);
    if (!au_has(p->r->deck.gold, c))
      return au_differ(p, what, "gold", name);
    if (au_gold_count(*out, p->r->deck.rank_of[c]) == AU_COPIES_MAX)
      return au_differ(p, what, "gold that is in the game", name);
    *out += au_gold_one(p->r->deck.rank_of[c]);
  }
  return !bad;
}

/* Read one base or gold card. */
bool au_get_card(au_replay *p, const char *what, const cJSON *item,
                 au_card *out) {
  bool bad = false;
  const char *text = cJSON_IsString(item) ? item->valuestring : "";
  *out = au_next_card(p, what, &text, &bad);
  if (bad)
    return false;
  if (*out != AU_NONE && text[strspn(text, " ")] == '\0')
    return true;
  return au_wrong(p, what, "a card", item);
}

bool au_get_seat(au_replay *p, const char *what, const cJSON *item,
                 uint8_t *out) {
  int seat;
  char text[32];
  if (au_get_int(item, 1, p->r->players, &seat)) {
    *out = (uint8_t)(seat - 1);
    return true;
  }
  snprintf(text, sizeof text, "a seat from 1 to %d", p->r->players);
  return au_wrong(p, what, text, item);
}

/* Play an action; report it if it is not legal. */
bool au_act(au_replay *p, const char *what, au_action a) {
  char why[AU_WHY_TEXT], text[AU_ACTION_TEXT];
  au_status status = au_game_apply(p->r, p->g, a);
  if (status == AU_OK)
    return true;
  if (status == AU_ENOMEM)
    return au_out_of_memory(p);
  au_action_text(&p->r->deck, p->r->asks, a, text);
  if (status == AU_EILLEGAL) {
    char expected[AU_WHY_TEXT + 32];
    (void)!au_state_why(p->r, &p->g->state, a, why);
    snprintf(expected, sizeof expected, "a legal action: %s", why);
    return au_differ(p, what, expected, text);
  }
  return au_differ(p, what,
                   status == AU_EHOOK ? "an answer of the variant's hook"
                                      : "an end of the round",
                   text);
}
