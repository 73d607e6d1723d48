/* rules.c: the table of knobs, where one is added, and the values derived from
** them. */
#include "rules.h"

#include "rng.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const au_holds_names[AU_HOLDS_N + 1] = {
    /* ORDER HOLDS */
    "anything", "number", "seat", "side", "flag", NULL};

static const char *const extras_names[] = {"shown", "hidden", NULL};
static const char *const zero_names[] = {"every_round", "first_round", "never",
                                         NULL};
static const char *const bidding_names[] = {"open", "hidden", NULL};
static const char *const side_bid_names[] = {"highest", "lowest", "sum", NULL};
static const char *const change_of_names[] = {"side", "own", NULL};
static const char *const follow_names[] = {"barred", "must", "free", NULL};
static const char *const highest_names[] = {"highest", "lowest", NULL};
static const char *const lowest_names[] = {"lowest", "highest", NULL};
static const char *const next_leader_names[] = {"lowest", "winner", NULL};
static const char *const trick_ties_names[] = {"later", "earlier", NULL};
static const char *const trump_names[] = {
    "none", "extra", "A", "B", "C", "D", "E", "F", "G", "H",
    "I",    "J",     "K", "L", "M", "N", "O", "P", "Q", "R",
    "S",    "T",     "U", "V", "W", "X", "Y", "Z", NULL};
static const char *const over_names[] = {"bid", "taken", "nothing", NULL};
static const char *const tie_names[] = {"exact", "sole_exact", "highest_gold",
                                        NULL};
static const char *const game_tie_names[] = {"last_bid", NULL};

#define AT(field) offsetof(au_rules, field)
#define INT(field, lo, hi, doc) \
  { #field, AU_KNOB_INT, AT(field), lo, hi, 1, 1, NULL, doc, NULL }
#define BOOL(field, doc) \
  { #field, AU_KNOB_BOOL, AT(field), 0, 1, 1, 1, NULL, doc, NULL }
#define CHOICE(field, names, doc) \
  { #field, AU_KNOB_CHOICE, AT(field), 0, 0, 1, 1, names, doc, NULL }
#define INTS(field, lo, hi, min, max, doc) \
  { #field, AU_KNOB_INTS, AT(field), lo, hi, min, max, NULL, doc, NULL }
#define CHOICES(field, max, names, doc) \
  { #field, AU_KNOB_CHOICES, AT(field), 0, 0, 0, max, names, doc, NULL }

static const au_knob knobs[] = {
    INT(players, 2, AU_SEAT_MAX, "seats at the table"),
    INTS(sides, 1, AU_SEAT_MAX, 0, AU_SEAT_MAX,
         "side of each seat; {}: two teams of four, else each its own"),
    {"suits", AU_KNOB_TEXT, AT(suits), 'A', 'Z', 1, AU_SUIT_MAX, NULL,
     "letters of the base metals' suits", NULL},
    INTS(ranks, 0, AU_RANK_MAX, 2, 2, "lowest and highest rank of base metals"),
    INTS(gold, 0, AU_COPIES_MAX, 1, AU_GOLD_MAX,
         "copies of each gold card, from rank 0"),
    INTS(gold_points, -99, 99, 1, AU_GOLD_MAX,
         "points of a gold card kept, from rank 0"),
    INT(hand, 1, AU_KIND_MAX, "cards dealt to each hand"),
    CHOICE(extras, extras_names, "how the cards left over lie"),
    CHOICE(zero_gold, zero_names, "when each seat is dealt one G0"),
    CHOICE(bidding, bidding_names,
           "in turn and face up, or all at once and face down"),
    {"zero_bid", AU_KNOB_BOOL, AT(zero_bid), 0, 1, 1, 1, NULL,
     "a card may be laid face down to bid 0", "nought"},
    CHOICE(side_bid, side_bid_names, "a side's bid, from its seats' cards"),
    INT(changes, 0, 4, "bid changes allowed a seat and trick"),
    CHOICE(change_of, change_of_names, "whose bid card may be replaced"),
    INT(change_price, 0, AU_GOLD_MAX - 1,
        "lowest rank of gold that pays for a bid change"),
    BOOL(last_window, "bids may change before a trick that cannot be led"),
    CHOICE(follow, follow_names,
           "base suits already played are barred, the led one a duty, or free"),
    BOOL(gold_leads, "gold may lead a trick"),
    CHOICE(trick_to, highest_names, "which card wins the trick"),
    CHOICE(gold_to, lowest_names, "which base card's seat is awarded gold"),
    CHOICE(next_leader, next_leader_names,
           "the lowest base card's seat leads next, or the winner"),
    CHOICE(trick_ties, trick_ties_names,
           "which of equal cards counts as the lower, which the higher"),
    CHOICE(
        trump, trump_names,
        "suit that beats other base metals; extra: that of the highest extra"),
    INT(exact, -99, 99, "points a trick for an exact bid"),
    INT(exact_bonus, -99, 99, "points for an exact bid besides"),
    CHOICE(over, over_names, "points for more tricks than bid"),
    INT(over_each, -99, 99, "points for each trick more than bid, besides"),
    INT(under, -99, 99, "points for fewer tricks than bid"),
    INT(under_each, -99, 99, "points for each trick fewer than bid, besides"),
    CHOICES(round_ties, 3, tie_names, "what breaks a tied round, in order"),
    INT(nuggets, 0, 40, "nuggets that end the game; 0: none do"),
    BOOL(sole_nuggets, "nuggets end it only if one side alone has them"),
    INT(rounds, 0, 99, "rounds that end the game; 0: any number"),
    BOOL(cumulative, "most points win the game, not most nuggets"),
    CHOICES(game_ties, 1, game_tie_names, "what breaks a tied game, in order"),
};

static const au_rules defaults = {
    .players = 4,
    .suits = "BCPSZ",
    .ranks = {2, {1, 10}},
    .gold = {9, {4, 2, 2, 2, 1, 1, 1, 1, 1}},
    .gold_points = {9, {0, 1, 1, 1, 2, 2, 2, 3, 3}},
    .hand = 12,
    .changes = 1,
    .last_window = true,
    .exact = 2,
    .nuggets = 2,
};

const au_knob *au_knob_at(int i) {
  return i >= 0 && (size_t)i < sizeof knobs / sizeof *knobs ? &knobs[i] : NULL;
}

const au_knob *au_knob_find(const char *name) {
  for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
    if (strcmp(knobs[i].name, name) == 0 ||
        (knobs[i].former != NULL && strcmp(knobs[i].former, name) == 0))
      return &knobs[i];
  return NULL;
}

static int choice_count(const au_knob *k) {
  int n = 0;
  while (k->choices[n] != NULL)
    n++;
  return n;
}

int au_knob_read(const au_rules *r, const au_knob *k, int out[AU_LIST_MAX]) {
  const char *at = (const char *)r + k->offset;
  switch (k->kind) {
  case AU_KNOB_TEXT: {
    int n = (int)strlen(at);
    for (int i = 0; i < n; i++)
      out[i] = at[i];
    return n;
  }
  case AU_KNOB_INTS:
  case AU_KNOB_CHOICES: {
    const au_list *list = (const void *)at;
    for (int i = 0; i < list->n; i++)
      out[i] = list->at[i];
    return list->n;
  }
  case AU_KNOB_INT:
  case AU_KNOB_BOOL:
  case AU_KNOB_CHOICE:
  default:
    break;
  }
  int16_t value;
  memcpy(&value, at, sizeof value);
  out[0] = value;
  return 1;
}

au_status au_knob_write(au_rules *r, const au_knob *k, const int *v, int n) {
  char *at = (char *)r + k->offset;
  int hi = k->choices != NULL ? choice_count(k) - 1 : k->hi;
  if (n < k->min_n || n > k->max_n)
    return AU_ERULES;
  for (int i = 0; i < n; i++)
    if (v[i] < k->lo || v[i] > hi)
      return AU_ERULES;
  switch (k->kind) {
  case AU_KNOB_TEXT:
    for (int i = 0; i < n; i++)
      at[i] = (char)v[i];
    at[n] = '\0';
    return AU_OK;
  case AU_KNOB_INTS:
  case AU_KNOB_CHOICES: {
    au_list list = {.n = (uint8_t)n};
    for (int i = 0; i < n; i++)
      list.at[i] = (int16_t)v[i];
    memcpy(at, &list, sizeof list);
    return AU_OK;
  }
  case AU_KNOB_INT:
  case AU_KNOB_BOOL:
  case AU_KNOB_CHOICE:
  default:
    break;
  }
  int16_t value = (int16_t)v[0];
  memcpy(at, &value, sizeof value);
  return AU_OK;
}

size_t au_knob_text(const au_rules *r, const au_knob *k, char *out, size_t n) {
  int v[AU_LIST_MAX];
  int count = au_knob_read(r, k, v);
  size_t len = 0;
  if (n > 0)
    out[0] = '\0';
  for (int i = 0; i < count; i++) {
    char word[24];
    if (k->kind == AU_KNOB_TEXT)
      snprintf(word, sizeof word, "%c", v[i]);
    else if (k->kind == AU_KNOB_BOOL)
      snprintf(word, sizeof word, "%s", v[i] ? "true" : "false");
    else if (k->choices != NULL)
      snprintf(word, sizeof word, "%s", k->choices[v[i]]);
    else
      snprintf(word, sizeof word, "%d", v[i]);
    const char *gap = i > 0 && k->kind != AU_KNOB_TEXT ? " " : "";
    if (len < n)
      snprintf(out + len, n - len, "%s%s", gap, word);
    len += strlen(gap) + strlen(word);
  }
  return len;
}

/* Read a word of 'len' bytes as a value; false if the knob has no such. */
static bool parse_value(const au_knob *k, const char *word, size_t len,
                        int *value) {
  static const char *const bools[] = {"false", "true", NULL};
  const char *const *words = k->kind == AU_KNOB_BOOL ? bools : k->choices;
  for (int i = 0; words != NULL && words[i] != NULL; i++) {
    if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0) {
      *value = i;
      return true;
    }
  }
  char *end;
  long number = strtol(word, &end, 10);
  *value = number < INT16_MIN || number > INT16_MAX ? INT_MAX : (int)number;
  return words == NULL && end == word + len;
}

au_status au_knob_parse(au_rules *r, const au_knob *k, const char *text) {
  static const char gap[] = " ,";
  int v[AU_LIST_MAX], n = 0;
  for (text += strspn(text, gap); *text != '\0'; text += strspn(text, gap)) {
    size_t len = k->kind == AU_KNOB_TEXT ? 1 : strcspn(text, gap);
    if (n == AU_LIST_MAX)
      return AU_ERULES;
    if (k->kind == AU_KNOB_TEXT)
      v[n] = (unsigned char)*text;
    else if (!parse_value(k, text, len, &v[n]))
      return AU_EFORMAT;
    n++;
    text += len;
  }
  return au_knob_write(r, k, v, n);
}

void au_rules_init(au_rules *r, int players) {
  assert(players >= 2 && players <= AU_SEAT_MAX);
  *r = defaults;
  r->players = (int16_t)players;
}

/* Fill 'side_of' and 'seats_of'. Returns NULL, or what is wrong
** with 'sides'. */
static const char *derive_sides(au_rules *r) {
  int n = r->players;
  if (r->sides.n != 0 && r->sides.n != n)
    return "must name the side of each seat";
  r->side_n = 0;
  memset(r->seats_of, 0, sizeof r->seats_of);
  for (int seat = 0; seat < n; seat++) {
    int side = r->sides.n != 0 ? r->sides.at[seat] - 1
               : n == 4        ? seat % 2
                               : seat;
    if (side < 0 || side >= AU_SEAT_MAX)
      return "must be numbered 1, 2, ... without a gap";
    r->side_of[seat] = (uint8_t)side;
    r->seats_of[side] |= (uint8_t)(1 << seat);
    if (side >= r->side_n)
      r->side_n = (uint8_t)(side + 1);
  }
  if (r->side_n < 2)
    return "must be at least two";
  for (int side = 0; side < r->side_n; side++)
    if (r->seats_of[side] == 0)
      return "must be numbered 1, 2, ... without a gap";
  return NULL;
}

static void derive_gold(au_rules *r) {
  r->gold_all = 0;
  for (int rank = 0; rank < r->gold.n; rank++)
    if (rank > 0 || r->zero_gold != AU_ZERO_NEVER)
      r->gold_all |= (au_gold)r->gold.at[rank] << (4 * rank);
  bool cards = !au_asks_at(r, AU_WHEN_INSTEAD); /* bids have cards */
  r->pays = r->changes > 0 && cards ? ~(au_gold)0 << (4 * r->change_price) : 0;
}

/* Returns NULL, or what is wrong with 'trump'. */
static const char *check_trump(const au_rules *r) {
  if (r->trump == AU_TRUMP_EXTRA && r->extras == AU_EXTRAS_HIDDEN)
    return "extra cards that are hidden cannot show a trump";
  if (r->trump >= AU_TRUMP_SUIT &&
      strchr(r->suits, 'A' + r->trump - AU_TRUMP_SUIT) == NULL)
    return "that letter is not a suit of the deck";
  return NULL;
}

/* The highest bid that any side can have. */
static int highest_bid(const au_rules *r) {
  int seats = 1;
  for (int side = 0; side < r->side_n && r->side_bid == AU_SIDE_BID_SUM; side++)
    if (au_count(r->seats_of[side]) > seats)
      seats = au_count(r->seats_of[side]);
  return seats * r->ranks.at[1];
}

/* The most points, positive or negative, of all gold together. */
static int most_gold_points(const au_rules *r) {
  int points = 0;
  for (int rank = 0; rank < r->gold.n; rank++)
    points += r->gold.at[rank] * abs(r->gold_points.at[rank]);
  return points;
}

static void derive_hooked(au_rules *r) {
  const au_hooks *h = &r->hooks;
  r->plain_play = r->follow == AU_FOLLOW_BARRED && !r->gold_leads &&
                  h->lead == NULL && h->legal == NULL;
  r->asks_when = 0;
  for (int i = 0; r->asks != NULL && i < r->asks->n; i++)
    r->asks_when |= (uint8_t)(1 << r->asks->ask[i].when);
  r->hooked_lead = (h->lead && !r->last_window) ||
                   au_asks_at(r, AU_WHEN_BIDS) ||
                   au_asks_at(r, AU_WHEN_BEFORE_TRICK);
  r->hooked_trick = h->winner || h->award || h->leader || r->hooked_lead ||
                    au_asks_at(r, AU_WHEN_AFTER_TRICK);
  r->hooked_round = h->side_bid || h->bid_points || h->gold_points ||
                    h->round_winners || h->game_end ||
                    au_asks_at(r, AU_WHEN_ROUND);
}

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static au_status
fault(const char *name, const au_knob **knob, char *why, const char *format,
      ...) {
  va_list args;
  *knob = au_knob_find(name);
  va_start(args, format);
  vsnprintf(why, AU_WHY_TEXT, format, args);
  va_end(args);
  return AU_ERULES;
}

au_status au_rules_finish(au_rules *r, const au_knob **knob, char *why) {
  const char *wrong = derive_sides(r);
  if (wrong != NULL)
    return fault("sides", knob, why, "%s", wrong);
  if (r->ranks.at[0] > r->ranks.at[1])
    return fault("ranks", knob, why, "lowest %d above highest %d",
                 r->ranks.at[0], r->ranks.at[1]);
  au_status status = au_deck_init(&r->deck, r->suits, r->ranks.at[0],
                                  r->ranks.at[1], r->gold.n);
  if (status == AU_EFULL) {
    int width = r->ranks.at[1] - r->ranks.at[0] + 1;
    int kinds = (int)strlen(r->suits) * width + r->gold.n;
    fault("suits", knob, why,
          "%d kinds of cards, gold included; at most %d fit", kinds,
          AU_KIND_MAX);
    return status;
  }
  if (status != AU_OK)
    return fault("suits", knob, why,
                 "must be distinct capital letters other than G");
  if (r->gold_points.n < r->gold.n)
    return fault("gold_points", knob, why,
                 "%d ranks of gold, but points for %d", r->gold.n,
                 r->gold_points.n);
  if (most_gold_points(r) > AU_POINTS_MAX)
    return fault("gold_points", knob, why,
                 "%d points of gold in all; at most %d fit a score",
                 most_gold_points(r), AU_POINTS_MAX);
  if (highest_bid(r) > AU_BID_MAX)
    return fault("side_bid", knob, why, "a side could bid %d; at most %d",
                 highest_bid(r), AU_BID_MAX);
  int base = au_count(r->deck.base);
  if (r->hand * r->players > base)
    return fault("hand", knob, why, "%d cards to deal from a deck of %d",
                 r->hand * r->players, base);
  if (r->zero_gold != AU_ZERO_NEVER && r->gold.at[0] < r->players)
    return fault("zero_gold", knob, why, "%d seats are dealt a G0 each, of %d",
                 r->players, r->gold.at[0]);
  wrong = check_trump(r);
  if (wrong != NULL)
    return fault("trump", knob, why, "%s", wrong);
  /* six sides with 40 nuggets each need 235 rounds; a state counts up to 255 */
  if (r->sole_nuggets && r->rounds == 0 && r->hooks.game_end == NULL)
    return fault("sole_nuggets", knob, why,
                 "without 'rounds' a game need never end");
  if (r->cumulative && r->rounds == 0 && r->hooks.game_end == NULL)
    return fault("cumulative", knob, why,
                 "without 'rounds' a game never ends: nobody wins nuggets");
  if (r->nuggets == 0 && r->rounds == 0 && r->hooks.game_end == NULL)
    return fault("rounds", knob, why,
                 "neither 'nuggets' nor 'rounds' ever ends the game");
  r->extra_n = (uint8_t)(base - r->hand * r->players);
  derive_hooked(r);
  derive_gold(r);
  return AU_OK;
}

void au_rules_digest(const au_rules *r, const void *text, size_t len,
                     char out[AU_DIGEST_TEXT]) {
  static const au_seed key = {{0x72756c6573u, 0x646967657374u}};
  au_rules plain;
  uint64_t hash = au_hash(&key, text, len);
  au_rules_init(&plain, defaults.players);
  for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
    char line[256], usual[160];
    const au_knob *k = &knobs[i];
    const char *name = k->former != NULL ? k->former : k->name;
    int n = snprintf(line, sizeof line, "%s=", name);
    au_knob_text(r, k, line + n, sizeof line - (size_t)n);
    au_knob_text(&plain, k, usual, sizeof usual);
    if (strcmp(line + n, usual) == 0)
      continue;
    au_seed chain = {{hash, 0}};
    hash = au_hash(&chain, line, strlen(line));
  }
  snprintf(out, AU_DIGEST_TEXT, "%016llx", (unsigned long long)hash);
}

void au_round_digest(const au_rules *r, const void *text, size_t len,
                     char out[AU_DIGEST_TEXT]) {
  au_rules round = *r;
  round.nuggets = defaults.nuggets;
  round.sole_nuggets = defaults.sole_nuggets;
  round.rounds = defaults.rounds;
  round.cumulative = defaults.cumulative;
  round.game_ties = defaults.game_ties;
  au_rules_digest(&round, text, len, out);
}
