/* record_replay.c: checks a record against the rules.
**
** It plays the record's deals and actions through au_game, which refuses what
** is illegal. It compares each figure that follows from them with the
** recorded one. */
#include "record_json.h"

#include "position.h"

#include <stdio.h>
#include <string.h>

enum {
  ROUND_FIRST,
  ROUND_HANDS,
  ROUND_GOLD,
  ROUND_EXTRAS,
  ROUND_BIDS,
  ROUND_TRICKS,
  ROUND_END,
  ROUND_OPEN,
  ROUND_SCORE,
  ROUND_WINNERS,
  ROUND_N
};
static const char *const round_keys[] = {"first", "hands",  "gold", "extras",
                                         "bids",  "tricks", "end",  "open",
                                         "score", "winners"};

enum {
  TRICK_LEADER,
  TRICK_CHANGES,
  TRICK_PLAYS,
  TRICK_WINNER,
  TRICK_AWARD,
  TRICK_SEAT,
  TRICK_N
};
static const char *const trick_keys[] = {"leader", "changes", "plays",
                                         "winner", "award",   "seat"};

enum { CHANGE_SEAT, CHANGE_GOLD, CHANGE_OF, CHANGE_CARD, CHANGE_N };
static const char *const change_keys[] = {"seat", "gold", "of", "card"};

static bool is_null(const cJSON *item) {
  return item == NULL || cJSON_IsNull(item);
}

typedef struct replay {
  const au_rules *r;
  const au_record *rec;
  au_game *g;
  au_record_report *report;
  void *ctx;
  int round, trick; /* where in the record: from 1; 0 outside one */
  au_status status; /* AU_OK until something differs */
} replay;

/* Report a difference. Returns false, for callers that cannot go on. */
static bool differ(replay *p, const char *what, const char *expected,
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
static bool no_memory(replay *p) {
  p->status = AU_ENOMEM;
  return false;
}

/* Describe an item in a few words, for "got". */
static const char *describe(const cJSON *item, char *out, size_t n) {
  if (item == NULL)
    snprintf(out, n, "nothing");
  else if (cJSON_IsString(item))
    snprintf(out, n, "\"%.40s%s\"", item->valuestring,
             strlen(item->valuestring) > 40 ? "..." : "");
  else if (cJSON_IsNumber(item))
    snprintf(out, n, "%.15g", item->valuedouble);
  else
    snprintf(out, n, "%s",
             cJSON_IsArray(item)    ? "a list"
             : cJSON_IsObject(item) ? "an object"
             : cJSON_IsNull(item)   ? "null"
                                    : "true or false");
  return out;
}

/* Report an item that is not of the expected form. */
static bool wrong(replay *p, const char *what, const char *expected,
                  const cJSON *got) {
  char text[64];
  return differ(p, what, expected, describe(got, text, sizeof text));
}

static bool bind_object(replay *p, const char *what, const cJSON *object,
                        const char *const *keys, int n, const cJSON **out) {
  if (!cJSON_IsObject(object))
    return wrong(p, what, "an object", object);
  const char *twice = au_bind_keys(object, keys, n, out);
  if (twice == NULL)
    return true;
  return differ(p, what, "each key once", twice);
}

/* Compare an integer with the one that follows from the game. */
static void same_int(replay *p, const char *what, int expected,
                     const cJSON *item) {
  char text[16];
  int got;
  if (au_get_int(item, -100000, 100000, &got) && got == expected)
    return;
  snprintf(text, sizeof text, "%d", expected);
  wrong(p, what, text, item);
}

/* Compare a list of sides with a bit mask. */
static void same_sides(replay *p, const char *what, uint8_t expected,
                       const cJSON *list) {
  char text[32] = "[", got[64] = "[";
  uint8_t sides = 0;
  size_t n = 1;
  bool good = cJSON_IsArray(list);
  const cJSON *item = good ? list->child : NULL;
  for (; item != NULL; item = item->next) {
    int side;
    good =
        au_get_int(item, 1, p->r->side_n, &side) && !(sides >> (side - 1) & 1);
    if (!good)
      break;
    sides |= (uint8_t)(1 << (side - 1));
    n += (size_t)snprintf(got + n, sizeof got - n, "%s%d", n > 1 ? "," : "",
                          side);
  }
  if (good && sides == expected)
    return;
  for (int i = 0, m = 1; i < AU_SEAT_MAX; i++)
    if (expected >> i & 1)
      m += snprintf(text + m, sizeof text - (size_t)m, "%s%d", m > 1 ? "," : "",
                    i + 1);
  strcat(text, "]");
  strcat(got, "]");
  differ(p, what, text, good ? got : "not a list of sides");
}

/* The next card of a list of names; AU_NONE at the end, and with '*bad' for an
** unknown name. */
static au_card next_card(replay *p, const char *what, const char **text,
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
    *bad = !differ(p, what, "a card of the deck", name);
  }
  return c;
}

/* Read a set of base cards, each at most once. */
static bool get_set(replay *p, const char *what, const cJSON *item,
                    au_set *out) {
  bool bad = false;
  au_card c;
  if (!cJSON_IsString(item))
    return wrong(p, what, "cards in one string", item);
  const char *text = item->valuestring;
  *out = 0;
  while ((c = next_card(p, what, &text, &bad)) != AU_NONE) {
    char name[AU_CARD_TEXT];
    au_card_text(&p->r->deck, c, name);
    if (au_has(*out, c))
      return differ(p, what, "each card once", name);
    if (!au_has(p->r->deck.base, c))
      return differ(p, what, "base metals", name);
    *out |= au_bit(c);
  }
  return !bad;
}

static bool get_pile(replay *p, const char *what, const cJSON *item,
                     au_gold *out) {
  bool bad = false;
  au_card c;
  if (!cJSON_IsString(item))
    return wrong(p, what, "cards in one string", item);
  const char *text = item->valuestring;
  *out = 0;
  while ((c = next_card(p, what, &text, &bad)) != AU_NONE) {
    char name[AU_CARD_TEXT];
    au_card_text(&p->r->deck, c, name);
    if (!au_has(p->r->deck.gold, c))
      return differ(p, what, "gold", name);
    if (au_gold_count(*out, p->r->deck.rank_of[c]) == AU_COPIES_MAX)
      return differ(p, what, "gold that is in the game", name);
    *out += au_gold_one(p->r->deck.rank_of[c]);
  }
  return !bad;
}

/* Read one base or gold card. */
static bool get_card(replay *p, const char *what, const cJSON *item,
                     au_card *out) {
  bool bad = false;
  const char *text = cJSON_IsString(item) ? item->valuestring : "";
  *out = next_card(p, what, &text, &bad);
  if (bad)
    return false;
  if (*out != AU_NONE && text[strspn(text, " ")] == '\0')
    return true;
  return wrong(p, what, "a card", item);
}

static bool get_seat(replay *p, const char *what, const cJSON *item,
                     uint8_t *out) {
  int seat;
  char text[32];
  if (au_get_int(item, 1, p->r->players, &seat)) {
    *out = (uint8_t)(seat - 1);
    return true;
  }
  snprintf(text, sizeof text, "a seat from 1 to %d", p->r->players);
  return wrong(p, what, text, item);
}

/* Play an action; report it if it is not legal. */
static bool act(replay *p, const char *what, au_action a) {
  char why[AU_WHY_TEXT], text[AU_ACTION_TEXT];
  au_status status = au_game_apply(p->r, p->g, a);
  if (status == AU_OK)
    return true;
  if (status == AU_ENOMEM)
    return no_memory(p);
  au_action_text(&p->r->deck, p->r->asks, a, text);
  if (status == AU_EILLEGAL) {
    char expected[AU_WHY_TEXT + 32];
    (void)!au_state_why(p->r, &p->g->state, a, why);
    snprintf(expected, sizeof expected, "a legal action: %s", why);
    return differ(p, what, expected, text);
  }
  return differ(p, what,
                status == AU_EHOOK ? "an answer of the variant's hook"
                                   : "an end of the round",
                text);
}

/* ---- A round ---------------------------------------------------------- */

static bool play_deal(replay *p, const cJSON *const *key) {
  const au_state *s = &p->g->state;
  au_deal deal;
  char why[AU_WHY_TEXT];
  int seat = 0;
  memset(&deal, 0, sizeof deal);
  if (!get_seat(p, "first", key[ROUND_FIRST], &deal.first))
    return false;
  if (s->round > 0 && p->r->hooks.deal == NULL)
    same_int(p, "first", (s->first + 1) % p->r->players + 1, key[ROUND_FIRST]);
  if (!cJSON_IsArray(key[ROUND_HANDS]) ||
      cJSON_GetArraySize(key[ROUND_HANDS]) != p->r->players)
    return wrong(p, "hands", "one for each seat", key[ROUND_HANDS]);
  const cJSON *item = key[ROUND_HANDS]->child;
  for (; item != NULL; item = item->next, seat++) {
    if (!get_set(p, "hands", item, &deal.hand[seat]))
      return false;
    deal.gold[seat] = au_deal_gold(p->r, s->round + 1);
  }
  if (key[ROUND_GOLD] != NULL) {
    if (!cJSON_IsArray(key[ROUND_GOLD]) ||
        cJSON_GetArraySize(key[ROUND_GOLD]) != p->r->players)
      return wrong(p, "gold", "one for each seat", key[ROUND_GOLD]);
    item = key[ROUND_GOLD]->child;
    for (seat = 0; item != NULL; item = item->next, seat++)
      if (!get_pile(p, "gold", item, &deal.gold[seat]))
        return false;
  }
  if (!get_set(p, "extras", key[ROUND_EXTRAS], &deal.extras))
    return false;
  au_status status = au_game_deal(p->r, p->g, &deal, why);
  if (status == AU_ENOMEM)
    return no_memory(p);
  if (status == AU_OK)
    return true;
  return differ(p, "deal", "a deal of the rules", why);
}

/* Read a bid card; a "-" before it means face down. */
static bool get_bid(replay *p, const cJSON *item, au_card *card, bool *down) {
  cJSON bare;
  *down = cJSON_IsString(item) && item->valuestring[0] == '-';
  if (!*down)
    return get_card(p, "bids", item, card);
  bare = *item;
  bare.valuestring++;
  return get_card(p, "bids", &bare, card);
}

/* Lay the bids in turn; '*all' is set if none is missing. */
static bool play_bids(replay *p, const cJSON *list, bool *all) {
  const au_state *s = &p->g->state;
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != p->r->players)
    return wrong(p, "bids", "one for each seat", list);
  au_card card = AU_NONE;
  bool down = false;
  for (int seat = 0; seat < p->r->players; seat++) {
    const cJSON *item = cJSON_GetArrayItem(list, seat);
    if (s->bid[seat] == AU_NONE)
      continue; /* the start position has no bid of this seat */
    if (!get_bid(p, item, &card, &down))
      return false;
    if (card != s->bid[seat] || down != (s->down >> seat & 1))
      return wrong(p, "bids", "the bid that is laid", item);
  }
  while (s->phase == AU_BID) {
    const cJSON *item = cJSON_GetArrayItem(list, s->turn);
    if (is_null(item))
      break;
    if (!get_bid(p, item, &card, &down) ||
        !act(p, "bids", au_bid_action(s->turn, card, down)))
      return false;
  }
  *all = s->phase != AU_BID;
  for (int seat = 0; seat < p->r->players; seat++)
    if (s->bid[seat] == AU_NONE && !is_null(cJSON_GetArrayItem(list, seat)))
      return differ(p, "bids", "bids in turn from the first player",
                    "a later one without an earlier");
  return true;
}

/* Keep for every seat on turn before 'seat' (AU_NONE: for all of them). */
static bool keep_until(replay *p, uint8_t seat) {
  const au_state *s = &p->g->state;
  while (s->phase == AU_CHANGE && s->turn != seat)
    if (!act(p, "changes", au_keep_action(s->turn)))
      return false;
  return true;
}

static bool play_changes(replay *p, const cJSON *list) {
  const cJSON *key[CHANGE_N];
  if (!cJSON_IsArray(list))
    return wrong(p, "changes", "a list", list);
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    uint8_t seat = 0, of = 0;
    au_card gold, card;
    if (!bind_object(p, "changes", item, change_keys, CHANGE_N, key) ||
        !get_seat(p, "changes seat", key[CHANGE_SEAT], &seat) ||
        !get_seat(p, "changes of", key[CHANGE_OF], &of) ||
        !get_card(p, "changes gold", key[CHANGE_GOLD], &gold) ||
        !get_card(p, "changes card", key[CHANGE_CARD], &card) ||
        !keep_until(p, seat))
      return false;
    if (p->g->state.phase != AU_CHANGE)
      return wrong(p, "changes seat",
                   "a seat with a change to make, in play "
                   "order (RULES 5)",
                   key[CHANGE_SEAT]);
    if (!act(p, "changes", au_change_action(seat, gold, card, of)))
      return false;
  }
  return true;
}

/* Play the cards of a trick. '*n' is their number, including those already
** on the table. */
static bool play_cards(replay *p, const cJSON *item, int *n) {
  const au_state *s = &p->g->state;
  uint8_t tricks = s->tricks, before = s->trick.n;
  bool bad = false;
  if (!cJSON_IsString(item))
    return wrong(p, "plays", "cards in one string", item);
  const char *text = item->valuestring;
  for (*n = 0;; (*n)++) {
    au_card c = next_card(p, "plays", &text, &bad);
    if (c == AU_NONE && !bad && *n < before)
      return wrong(p, "plays", "the cards on the table first", item);
    if (c == AU_NONE)
      return !bad;
    if (*n < before && s->trick.card[*n] == c)
      continue;
    if (*n < before)
      return wrong(p, "plays", "the cards on the table first", item);
    if (s->tricks != tricks)
      return wrong(p, "plays", "one card a seat", item);
    if (!keep_until(p, AU_NONE) || !act(p, "plays", au_play_action(s->turn, c)))
      return false;
  }
}

/* Play a trick to its last card: leader, changes, plays. */
static bool play_trick(replay *p, const char *what, const cJSON *trick,
                       const cJSON **key, int *n) {
  if (!bind_object(p, what, trick, trick_keys, TRICK_N, key))
    return false;
  same_int(p, "leader", p->g->state.trick.leader + 1, key[TRICK_LEADER]);
  return play_changes(p, key[TRICK_CHANGES]) &&
         play_cards(p, key[TRICK_PLAYS], n);
}

static void same_trick(replay *p, const cJSON *const *key) {
  const au_state *s = &p->g->state;
  char name[AU_CARD_TEXT + 2] = "null";
  if (s->won != AU_NONE)
    same_int(p, "winner", s->won + 1, key[TRICK_WINNER]);
  else if (!is_null(key[TRICK_WINNER]))
    wrong(p, "winner", "null", key[TRICK_WINNER]);
  if (s->award != AU_NONE)
    au_card_text(&p->r->deck, s->award, name);
  if (s->award == AU_NONE
          ? !cJSON_IsNull(key[TRICK_AWARD])
          : strcmp(au_string_or(key[TRICK_AWARD], ""), name) != 0)
    wrong(p, "award", name, key[TRICK_AWARD]);
}

static bool play_tricks(replay *p, const cJSON *list) {
  const cJSON *key[TRICK_N];
  if (!cJSON_IsArray(list))
    return wrong(p, "tricks", "a list", list);
  p->trick = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    uint8_t tricks = p->g->state.tricks;
    int n;
    p->trick++;
    if (!play_trick(p, "trick", item, key, &n))
      return false;
    if (p->g->state.tricks == tricks)
      return wrong(p, "plays", "one card a seat", key[TRICK_PLAYS]);
    same_trick(p, key);
  }
  p->trick = 0;
  return true;
}

static void same_row(replay *p, const char *what, const int16_t *expected,
                     const cJSON *list) {
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != p->r->side_n) {
    wrong(p, what, "one number for each side", list);
    return;
  }
  const cJSON *item = list->child;
  for (int side = 0; side < p->r->side_n; side++, item = item->next) {
    char where[48];
    if (cJSON_IsNumber(item) && item->valuedouble == expected[side])
      continue;
    snprintf(where, sizeof where, "%s of side %d", what, side + 1);
    same_int(p, where, expected[side], item);
  }
}

static void same_score(replay *p, const cJSON *const *round) {
  const cJSON *key[SCORE_N];
  au_score score;
  au_tally_score(&p->g->tally[p->g->tally_n - 1], &score);
  if (bind_object(p, "score", round[ROUND_SCORE], au_score_keys, SCORE_N,
                  key)) {
    same_row(p, "taken", score.taken, key[SCORE_TAKEN]);
    same_row(p, "bid", score.bid, key[SCORE_BID]);
    same_row(p, "bid_points", score.bid_points, key[SCORE_BID_POINTS]);
    same_row(p, "gold_points", score.gold_points, key[SCORE_GOLD_POINTS]);
    same_row(p, "points", score.points, key[SCORE_POINTS]);
  }
  same_sides(p, "winners", p->g->state.round_winners, round[ROUND_WINNERS]);
}

/* Play the unfinished trick and the pass that ended the round. */
static bool play_end(replay *p, const cJSON *const *round) {
  const cJSON *key[TRICK_N];
  uint8_t tricks = p->g->state.tricks, seat = 0;
  int n;
  if (!play_trick(p, "end", round[ROUND_END], key, &n) ||
      !get_seat(p, "end seat", key[TRICK_SEAT], &seat) ||
      !keep_until(p, AU_NONE))
    return false;
  if (p->g->state.tricks != tricks)
    return wrong(p, "end plays", "an unfinished trick", key[TRICK_PLAYS]);
  if (!act(p, "end", au_pass_action(seat)))
    return false;
  same_score(p, round);
  return true;
}

/* Play the trick that was open when the game was cut short. Before the last
** bid it is empty. */
static bool play_open(replay *p, const cJSON *trick, bool bids_laid) {
  const cJSON *key[TRICK_N];
  uint8_t tricks = p->g->state.tricks;
  int n;
  if (!bids_laid) {
    if (!bind_object(p, "open", trick, trick_keys, TRICK_N, key))
      return false;
    same_int(p, "leader", p->g->state.first + 1, key[TRICK_LEADER]);
    if (!cJSON_IsArray(key[TRICK_CHANGES]) ||
        key[TRICK_CHANGES]->child != NULL ||
        au_string_or(key[TRICK_PLAYS], "-")[0] != '\0')
      return wrong(p, "open", "no change and no play before the bids", trick);
    return true;
  }
  if (!play_trick(p, "open", trick, key, &n))
    return false;
  if (p->g->state.tricks == tricks)
    return true;
  return wrong(p, "open plays", "an unfinished trick", key[TRICK_PLAYS]);
}

/* Play a round; '*open' is set if it was cut short. */
static bool play_round(replay *p, const cJSON *object, bool *open) {
  const cJSON *key[ROUND_N];
  bool all = false;
  p->trick = 0;
  if (!bind_object(p, "round", object, round_keys, ROUND_N, key))
    return false;
  if (p->g->state.phase == AU_OVER)
    return differ(p, "round", "the end of the game (RULES 9.4)", "a round");
  if (p->g->state.phase != AU_DEAL)
    same_int(p, "first", p->g->state.first + 1, key[ROUND_FIRST]);
  else if (!play_deal(p, key))
    return false;
  if (!play_bids(p, key[ROUND_BIDS], &all))
    return false;
  if (all && !play_tricks(p, key[ROUND_TRICKS]))
    return false;
  if (!all && cJSON_GetArraySize(key[ROUND_TRICKS]) > 0)
    return differ(p, "bids", "a bid of each seat", "tricks without it");
  *open = key[ROUND_OPEN] != NULL && key[ROUND_END] == NULL;
  if (*open)
    return play_open(p, key[ROUND_OPEN], all);
  return play_end(p, key);
}

/* ---- The game --------------------------------------------------------- */

/* Check that a fault has each key with its type. */
static bool check_fault(replay *p, const cJSON *const *key) {
  int number;
  for (int i = FAULT_ASK; i <= FAULT_MESSAGE; i++)
    if (!cJSON_IsString(key[i])) {
      char what[32];
      snprintf(what, sizeof what, "faults %s", au_fault_keys[i]);
      return wrong(p, what, "a string", key[i]);
    }
  if (!au_get_int(key[FAULT_ROUND], 0, UINT8_MAX, &number))
    return wrong(p, "faults round", "a round", key[FAULT_ROUND]);
  if (!au_get_int(key[FAULT_TRICK], 0, UINT8_MAX, &number))
    return wrong(p, "faults trick", "a trick", key[FAULT_TRICK]);
  if (cJSON_IsBool(key[FAULT_SUBSTITUTED]))
    return true;
  return wrong(p, "faults substituted", "true or false",
               key[FAULT_SUBSTITUTED]);
}

/* Find the sides with a fault that forfeits the game. */
static bool play_faults(replay *p, uint8_t *at_fault) {
  const cJSON *list = p->rec->head[HEAD_FAULTS];
  const cJSON *key[FAULT_N];
  *at_fault = 0;
  if (list == NULL)
    return true;
  if (!cJSON_IsArray(list))
    return wrong(p, "faults", "a list", list);
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    uint8_t seat = 0;
    if (!bind_object(p, "faults", item, au_fault_keys, FAULT_N, key) ||
        !get_seat(p, "faults seat", key[FAULT_SEAT], &seat) ||
        !check_fault(p, key))
      return false;
    if (!cJSON_IsTrue(key[FAULT_SUBSTITUTED]))
      *at_fault |= (uint8_t)(1 << p->r->side_of[seat]);
  }
  return true;
}

static bool check_names(replay *p) {
  const cJSON *names = p->rec->head[HEAD_NAMES];
  const cJSON *seed = p->rec->head[HEAD_SEED];
  if (!cJSON_IsArray(names) || cJSON_GetArraySize(names) != p->r->players)
    return wrong(p, "names", "one for each seat", names);
  for (const cJSON *item = names->child; item != NULL; item = item->next)
    if (!cJSON_IsString(item))
      return wrong(p, "names", "strings", item);
  if (cJSON_IsString(seed))
    return true;
  return wrong(p, "seed", "a string", seed);
}

/* Start the game, at its start position if it has one. */
static bool begin(replay *p) {
  const cJSON *start = p->rec->head[HEAD_START];
  au_position position;
  char why[AU_WHY_TEXT];
  au_game_begin(p->r, p->g);
  if (start == NULL)
    return true;
  if (!cJSON_IsString(start))
    return wrong(p, "start", "a position", start);
  au_status status = au_position_parse(start->valuestring, &position, why);
  if (status == AU_OK)
    status = au_position_load(p->r, &position, p->g, why);
  if (status == AU_ENOMEM)
    return no_memory(p);
  if (status == AU_OK)
    return true;
  return differ(p, "start", "a position", why);
}

static bool play_game(replay *p) {
  const cJSON *rounds = p->rec->head[HEAD_ROUNDS];
  uint8_t at_fault, every = (uint8_t)((1 << p->r->side_n) - 1);
  bool open = false;
  if (!check_names(p) || !begin(p) || !play_faults(p, &at_fault))
    return false;
  if (!cJSON_IsArray(rounds))
    return wrong(p, "rounds", "a list", rounds);
  for (const cJSON *item = rounds->child; item != NULL; item = item->next) {
    p->round = p->g->state.round + (p->g->state.phase == AU_DEAL);
    if (open)
      return differ(p, "open", "the last round", "another after it");
    if (!play_round(p, item, &open))
      return false;
  }
  p->round = p->trick = 0;
  if (p->g->state.phase != AU_OVER && at_fault == 0)
    return differ(p, "rounds", "more: the game is not over (RULES 9.4)",
                  "no more");
  same_sides(p, "winners",
             at_fault != 0 ? every & (uint8_t)~at_fault : p->g->state.winners,
             p->rec->head[HEAD_WINNERS]);
  return true;
}

au_status au_record_replay(const au_rules *r, const au_record *rec,
                           const char *digest, au_game *g,
                           au_record_report *report, void *ctx) {
  replay p = {.r = r, .rec = rec, .g = g, .report = report, .ctx = ctx};
  const cJSON *rules = rec->head[HEAD_RULES];
  au_game_begin(r, g);
  if (rec->players != r->players)
    same_int(&p, "players", r->players, rec->head[HEAD_PLAYERS]);
  else if (rules != NULL && !cJSON_IsString(rules))
    wrong(&p, "rules", "a digest of 16 hex digits", rules);
  else if (rules != NULL && digest != NULL &&
           strcmp(rules->valuestring, digest) != 0) {
    wrong(&p, "rules", digest, rules);
    return AU_EDIGEST;
  } else {
    play_game(&p);
  }
  return p.status;
}
