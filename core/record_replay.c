/* record_replay.c: checks a record against the rules.
**
** It plays the record's deals and actions through au_game, which refuses what
** is illegal. It compares each figure that follows from them with the
** recorded one. */
#include "record_check.h"

#include "position.h"

#include <stdio.h>
#include <string.h>

enum {
  ROUND_FIRST,
  ROUND_HANDS,
  ROUND_GOLD,
  ROUND_EXTRAS,
  ROUND_BIDS,
  ROUND_ASKED,
  ROUND_TRICKS,
  ROUND_END,
  ROUND_OPEN,
  ROUND_SCORE,
  ROUND_WINNERS,
  ROUND_N
};
static const char *const round_keys[] = {"first", "hands", "gold",   "extras",
                                         "bids",  "asked", "tricks", "end",
                                         "open",  "score", "winners"};

enum {
  TRICK_LEADER,
  TRICK_CHANGES,
  TRICK_PLAYS,
  TRICK_WINNER,
  TRICK_AWARD,
  TRICK_SEAT,
  TRICK_ASKED,
  TRICK_N
};
static const char *const trick_keys[] = {"leader", "changes", "plays", "winner",
                                         "award",  "seat",    "asked"};

enum { CHANGE_SEAT, CHANGE_GOLD, CHANGE_OF, CHANGE_CARD, CHANGE_N };
static const char *const change_keys[] = {"seat", "gold", "of", "card"};

static bool is_null(const cJSON *item) {
  return item == NULL || cJSON_IsNull(item);
}

/* ---- A round ---------------------------------------------------------- */

static bool play_deal(au_replay *p, const cJSON *const *key) {
  const au_state *s = &p->g->state;
  au_deal deal;
  char why[AU_WHY_TEXT];
  int seat = 0;
  memset(&deal, 0, sizeof deal);
  if (!au_get_seat(p, "first", key[ROUND_FIRST], &deal.first))
    return false;
  if (s->round > 0 && p->r->hooks.deal == NULL)
    au_same_int(p, "first", (s->first + 1) % p->r->players + 1,
                key[ROUND_FIRST]);
  if (!cJSON_IsArray(key[ROUND_HANDS]) ||
      cJSON_GetArraySize(key[ROUND_HANDS]) != p->r->players)
    return au_wrong(p, "hands", "one for each seat", key[ROUND_HANDS]);
  const cJSON *item = key[ROUND_HANDS]->child;
  for (; item != NULL; item = item->next, seat++) {
    if (!au_get_set(p, "hands", item, &deal.hand[seat]))
      return false;
    deal.gold[seat] = au_deal_gold(p->r, s->round + 1);
  }
  if (key[ROUND_GOLD] != NULL) {
    if (!cJSON_IsArray(key[ROUND_GOLD]) ||
        cJSON_GetArraySize(key[ROUND_GOLD]) != p->r->players)
      return au_wrong(p, "gold", "one for each seat", key[ROUND_GOLD]);
    item = key[ROUND_GOLD]->child;
    for (seat = 0; item != NULL; item = item->next, seat++)
      if (!au_get_pile(p, "gold", item, &deal.gold[seat]))
        return false;
  }
  if (!au_get_set(p, "extras", key[ROUND_EXTRAS], &deal.extras))
    return false;
  au_status status = au_game_deal(p->r, p->g, &deal, why);
  if (status == AU_ENOMEM)
    return au_out_of_memory(p);
  if (status == AU_OK)
    return true;
  return au_differ(p, "deal", "a deal of the rules", why);
}

/* Read a bid card; a "-" before it means face down. */
static bool get_bid(au_replay *p, const cJSON *item, au_card *card,
                    bool *down) {
  cJSON bare;
  *down = cJSON_IsString(item) && item->valuestring[0] == '-';
  if (!*down)
    return au_get_card(p, "bids", item, card);
  bare = *item;
  bare.valuestring++;
  return au_get_card(p, "bids", &bare, card);
}

/* Compare the bids that a built position begins with. */
static bool same_bids(au_replay *p, const cJSON *list) {
  const au_state *s = &p->g->state;
  au_card card = AU_NONE;
  bool down = false;
  for (int seat = 0; seat < p->r->players; seat++) {
    const cJSON *item = cJSON_GetArrayItem(list, seat);
    if (s->bid[seat] == AU_NONE)
      continue; /* the start position has no bid of this seat */
    if (!get_bid(p, item, &card, &down))
      return false;
    if (card != s->bid[seat] || down != (s->down >> seat & 1))
      return au_wrong(p, "bids", "the bid that is laid", item);
  }
  return true;
}

/* Lay the bids in turn. */
static bool play_bids(au_replay *p, const cJSON *list) {
  const au_state *s = &p->g->state;
  au_card card = AU_NONE;
  bool down = false;
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != p->r->players)
    return au_wrong(p, "bids", "one for each seat", list);
  if (!same_bids(p, list))
    return false;
  while (s->phase == AU_PHASE_BID) {
    const cJSON *item = cJSON_GetArrayItem(list, s->turn);
    if (is_null(item))
      break;
    if (!get_bid(p, item, &card, &down) ||
        !au_act(p, "bids", au_bid_action(s->turn, card, down)))
      return false;
  }
  for (int seat = 0; seat < p->r->players; seat++) {
    const cJSON *item = cJSON_GetArrayItem(list, seat);
    if (s->bid[seat] != AU_NONE || is_null(item))
      continue;
    if (au_asks_at(p->r, AU_WHEN_INSTEAD))
      return au_wrong(p, "bids", "null, as bids have no cards", item);
    if (s->phase == AU_PHASE_ASK)
      return au_asked_missing(p);
    return au_differ(p, "bids", "bids in turn from the first player",
                     "a later one without an earlier");
  }
  return true;
}

/* Keep for every seat on turn before 'seat' (AU_NONE: for all of them). No
** question may be left without an answer then. */
static bool keep_until(au_replay *p, uint8_t seat) {
  const au_state *s = &p->g->state;
  if (s->phase == AU_PHASE_ASK)
    return au_asked_missing(p);
  while (s->phase == AU_PHASE_CHANGE && s->turn != seat)
    if (!au_act(p, "changes", au_keep_action(s->turn)))
      return false;
  return true;
}

static bool play_changes(au_replay *p, const cJSON *list) {
  const cJSON *key[CHANGE_N];
  if (!cJSON_IsArray(list))
    return au_wrong(p, "changes", "a list", list);
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    uint8_t seat = 0, of = 0;
    au_card gold, card;
    if (!au_bind_object(p, "changes", item, change_keys, CHANGE_N, key) ||
        !au_get_seat(p, "changes seat", key[CHANGE_SEAT], &seat) ||
        !au_get_seat(p, "changes of", key[CHANGE_OF], &of) ||
        !au_get_card(p, "changes gold", key[CHANGE_GOLD], &gold) ||
        !au_get_card(p, "changes card", key[CHANGE_CARD], &card) ||
        !keep_until(p, seat))
      return false;
    if (p->g->state.phase != AU_PHASE_CHANGE)
      return au_wrong(p, "changes seat",
                      "a seat with a change to make, in play "
                      "order (RULES 5)",
                      key[CHANGE_SEAT]);
    if (!au_act(p, "changes", au_change_action(seat, gold, card, of)))
      return false;
  }
  return true;
}

/* Play the cards of a trick. '*n' is their number, including those already
** on the table. */
static bool play_cards(au_replay *p, const cJSON *item, int *n) {
  const au_state *s = &p->g->state;
  uint8_t tricks = s->tricks, before = s->trick.n;
  bool bad = false;
  if (!cJSON_IsString(item))
    return au_wrong(p, "plays", "cards in one string", item);
  const char *text = item->valuestring;
  for (*n = 0;; (*n)++) {
    au_card c = au_next_card(p, "plays", &text, &bad);
    if (c == AU_NONE && !bad && *n < before)
      return au_wrong(p, "plays", "the cards on the table first", item);
    if (c == AU_NONE)
      return !bad;
    if (*n < before && s->trick.card[*n] == c)
      continue;
    if (*n < before)
      return au_wrong(p, "plays", "the cards on the table first", item);
    if (s->tricks != tricks)
      return au_wrong(p, "plays", "one card a seat", item);
    if (!keep_until(p, AU_NONE) ||
        !au_act(p, "plays", au_play_action(s->turn, c)))
      return false;
  }
}

/* Play a trick to its last card: leader, answers, changes, plays. */
static bool play_trick(au_replay *p, const char *what, const cJSON *trick,
                       const cJSON **key, int *n) {
  if (!au_bind_object(p, what, trick, trick_keys, TRICK_N, key))
    return false;
  au_same_int(p, "leader", p->g->state.trick.leader + 1, key[TRICK_LEADER]);
  return au_asked_begin(p, key[TRICK_ASKED]) &&
         au_asked_play(p, 1u << AU_WHEN_BEFORE_TRICK) &&
         play_changes(p, key[TRICK_CHANGES]) &&
         play_cards(p, key[TRICK_PLAYS], n);
}

static void same_trick(au_replay *p, const cJSON *const *key) {
  const au_state *s = &p->g->state;
  char name[AU_CARD_TEXT + 2] = "null";
  if (s->won != AU_NONE)
    au_same_int(p, "winner", s->won + 1, key[TRICK_WINNER]);
  else if (!is_null(key[TRICK_WINNER]))
    au_wrong(p, "winner", "null", key[TRICK_WINNER]);
  if (s->award != AU_NONE)
    au_card_text(&p->r->deck, s->award, name);
  if (s->award == AU_NONE
          ? !cJSON_IsNull(key[TRICK_AWARD])
          : strcmp(au_string_or(key[TRICK_AWARD], ""), name) != 0)
    au_wrong(p, "award", name, key[TRICK_AWARD]);
}

static bool play_tricks(au_replay *p, const cJSON *list) {
  const cJSON *key[TRICK_N];
  if (!cJSON_IsArray(list))
    return au_wrong(p, "tricks", "a list", list);
  p->trick = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    uint8_t tricks = p->g->state.tricks;
    int n;
    p->trick++;
    if (!play_trick(p, "trick", item, key, &n))
      return false;
    if (p->g->state.tricks == tricks)
      return au_wrong(p, "plays", "one card a seat", key[TRICK_PLAYS]);
    same_trick(p, key);
    if (!au_asked_play(p, 1u << AU_WHEN_AFTER_TRICK) || !au_asked_end(p))
      return false;
    if (item->next != NULL && au_unanswered(p, 1u << AU_WHEN_AFTER_TRICK))
      return au_asked_missing(p);
  }
  p->trick = 0;
  return true;
}

static void same_row(au_replay *p, const char *what, const int16_t *expected,
                     const cJSON *list) {
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != p->r->side_n) {
    au_wrong(p, what, "one number for each side", list);
    return;
  }
  const cJSON *item = list->child;
  for (int side = 0; side < p->r->side_n; side++, item = item->next) {
    char where[48];
    if (cJSON_IsNumber(item) && item->valuedouble == expected[side])
      continue;
    snprintf(where, sizeof where, "%s of side %d", what, side + 1);
    au_same_int(p, where, expected[side], item);
  }
}

static void same_score(au_replay *p, const cJSON *const *round) {
  const cJSON *key[SCORE_N];
  au_score score;
  au_tally_score(&p->g->tally[p->g->tally_n - 1], &score);
  if (au_bind_object(p, "score", round[ROUND_SCORE], au_score_keys, SCORE_N,
                     key)) {
    same_row(p, "taken", score.taken, key[SCORE_TAKEN]);
    same_row(p, "bid", score.bid, key[SCORE_BID]);
    same_row(p, "bid_points", score.bid_points, key[SCORE_BID_POINTS]);
    same_row(p, "gold_points", score.gold_points, key[SCORE_GOLD_POINTS]);
    same_row(p, "points", score.points, key[SCORE_POINTS]);
  }
  au_same_sides(p, "winners", p->g->state.round_winners, round[ROUND_WINNERS]);
}

/* Pass, unless a built position has passed already. */
static bool play_pass(au_replay *p, const cJSON *item) {
  const au_state *s = &p->g->state;
  uint8_t seat = 0;
  if (!au_get_seat(p, "end seat", item, &seat))
    return false;
  if (s->passer == AU_NONE)
    return keep_until(p, AU_NONE) && au_act(p, "end", au_pass_action(seat));
  au_same_int(p, "end seat", s->passer + 1, item);
  return true;
}

/* Play the unfinished trick, the pass that ended the round, and the answers
** after it. '*open' is set if the game was cut short there. */
static bool play_end(au_replay *p, const cJSON *const *round, bool *open) {
  const cJSON *key[TRICK_N];
  uint8_t tricks = p->g->state.tricks;
  int n;
  if (!play_trick(p, "end", round[ROUND_END], key, &n))
    return false;
  if (p->g->state.tricks != tricks)
    return au_wrong(p, "end plays", "an unfinished trick", key[TRICK_PLAYS]);
  if (!play_pass(p, key[TRICK_SEAT]) ||
      !au_asked_play(p, 1u << AU_WHEN_ROUND) || !au_asked_end(p))
    return false;
  *open = au_unanswered(p, 1u << AU_WHEN_ROUND);
  if (*open && (round[ROUND_SCORE] != NULL || round[ROUND_WINNERS] != NULL))
    return au_asked_missing(p);
  if (!*open)
    same_score(p, round);
  return true;
}

/* Play the trick that was open when the game was cut short. Before the last
** bid it is empty. */
static bool play_open(au_replay *p, const cJSON *trick, bool bids_laid) {
  const cJSON *key[TRICK_N];
  uint8_t tricks = p->g->state.tricks;
  int n;
  if (!bids_laid) {
    if (!au_bind_object(p, "open", trick, trick_keys, TRICK_N, key))
      return false;
    au_same_int(p, "leader", p->g->state.trick.leader + 1, key[TRICK_LEADER]);
    if (!cJSON_IsArray(key[TRICK_CHANGES]) ||
        key[TRICK_CHANGES]->child != NULL ||
        au_string_or(key[TRICK_PLAYS], "-")[0] != '\0')
      return au_wrong(p, "open", "no change and no play before the bids",
                      trick);
    return au_asked_begin(p, key[TRICK_ASKED]) && au_asked_end(p);
  }
  if (!play_trick(p, "open", trick, key, &n) || !au_asked_end(p))
    return false;
  if (p->g->state.tricks == tricks)
    return true;
  return au_wrong(p, "open plays", "an unfinished trick", key[TRICK_PLAYS]);
}

/* Play what comes before the first trick. '*all' is set if all of it is there,
** so that tricks may follow. */
static bool play_beginning(au_replay *p, const cJSON *const *key, bool *all) {
  if (!au_asked_begin(p, key[ROUND_ASKED]) ||
      !au_asked_play(p, AU_RECORD_ROUND) || !play_bids(p, key[ROUND_BIDS]) ||
      !au_asked_play(p, AU_RECORD_ROUND) || !au_asked_end(p))
    return false;
  bool asking = au_unanswered(p, AU_RECORD_ROUND);
  *all = p->g->state.phase != AU_PHASE_BID && !asking;
  if (*all || cJSON_GetArraySize(key[ROUND_TRICKS]) == 0)
    return true;
  if (asking)
    return au_asked_missing(p);
  return au_differ(p, "bids", "a bid of each seat", "tricks without it");
}

/* Play a round; '*open' is set if it was cut short. */
static bool play_round(au_replay *p, const cJSON *object, bool *open) {
  const cJSON *key[ROUND_N];
  bool all = false;
  p->trick = 0;
  if (!au_bind_object(p, "round", object, round_keys, ROUND_N, key))
    return false;
  if (p->g->state.phase == AU_PHASE_OVER)
    return au_differ(p, "round", "the end of the game (RULES 9.4)", "a round");
  if (p->g->state.phase != AU_PHASE_DEAL)
    au_same_int(p, "first", p->g->state.first + 1, key[ROUND_FIRST]);
  else if (!play_deal(p, key))
    return false;
  if (!play_beginning(p, key, &all))
    return false;
  if (all && !play_tricks(p, key[ROUND_TRICKS]))
    return false;
  *open = key[ROUND_OPEN] != NULL && key[ROUND_END] == NULL;
  if (*open)
    return play_open(p, key[ROUND_OPEN], all);
  return play_end(p, key, open);
}

/* ---- The game --------------------------------------------------------- */

/* Check that a fault has each key with its type. */
static bool check_fault(au_replay *p, const cJSON *const *key) {
  int number;
  for (int i = FAULT_ASK; i <= FAULT_MESSAGE; i++)
    if (!cJSON_IsString(key[i])) {
      char what[32];
      snprintf(what, sizeof what, "faults %s", au_fault_keys[i]);
      return au_wrong(p, what, "a string", key[i]);
    }
  if (!au_get_int(key[FAULT_ROUND], 0, UINT8_MAX, &number))
    return au_wrong(p, "faults round", "a round", key[FAULT_ROUND]);
  if (!au_get_int(key[FAULT_TRICK], 0, UINT8_MAX, &number))
    return au_wrong(p, "faults trick", "a trick", key[FAULT_TRICK]);
  if (cJSON_IsBool(key[FAULT_SUBSTITUTED]))
    return true;
  return au_wrong(p, "faults substituted", "true or false",
                  key[FAULT_SUBSTITUTED]);
}

/* Find the sides with a fault that forfeits the game. */
static bool play_faults(au_replay *p, uint8_t *at_fault) {
  const cJSON *list = p->rec->head[HEAD_FAULTS];
  const cJSON *key[FAULT_N];
  *at_fault = 0;
  if (list == NULL)
    return true;
  if (!cJSON_IsArray(list))
    return au_wrong(p, "faults", "a list", list);
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    uint8_t seat = 0;
    if (!au_bind_object(p, "faults", item, au_fault_keys, FAULT_N, key) ||
        !au_get_seat(p, "faults seat", key[FAULT_SEAT], &seat) ||
        !check_fault(p, key))
      return false;
    if (!cJSON_IsTrue(key[FAULT_SUBSTITUTED]))
      *at_fault |= (uint8_t)(1 << p->r->side_of[seat]);
  }
  return true;
}

static bool check_names(au_replay *p) {
  const cJSON *names = p->rec->head[HEAD_NAMES];
  const cJSON *seed = p->rec->head[HEAD_SEED];
  if (!cJSON_IsArray(names) || cJSON_GetArraySize(names) != p->r->players)
    return au_wrong(p, "names", "one for each seat", names);
  for (const cJSON *item = names->child; item != NULL; item = item->next)
    if (!cJSON_IsString(item))
      return au_wrong(p, "names", "strings", item);
  if (cJSON_IsString(seed))
    return true;
  return au_wrong(p, "seed", "a string", seed);
}

/* Start the game, at its start position if it has one. */
static bool begin(au_replay *p) {
  static const char no[] = "not a position: ";
  const cJSON *start = p->rec->head[HEAD_START];
  au_position position;
  char why[AU_WHY_TEXT];
  au_game_begin(p->r, p->g);
  if (start == NULL)
    return true;
  if (!cJSON_IsString(start))
    return au_wrong(p, "start", "a position", start);
  au_status status = au_position_parse(start->valuestring, &position, why);
  if (status == AU_OK)
    status = au_position_load(p->r, &position, p->g, why);
  if (status == AU_ENOMEM)
    return au_out_of_memory(p);
  if (status == AU_OK)
    return true;
  const char *reason =
      strncmp(why, no, sizeof no - 1) == 0 ? why + sizeof no - 1 : why;
  char text[64], got[AU_WHY_TEXT + 80];
  snprintf(got, sizeof got, "%s: %s", au_describe(start, text, sizeof text),
           reason);
  return au_differ(p, "start", "a position", got);
}

static bool play_game(au_replay *p) {
  const cJSON *rounds = p->rec->head[HEAD_ROUNDS];
  uint8_t at_fault, every = (uint8_t)((1 << p->r->side_n) - 1);
  bool open = false;
  if (!check_names(p) || !begin(p) || !play_faults(p, &at_fault))
    return false;
  if (!cJSON_IsArray(rounds))
    return au_wrong(p, "rounds", "a list", rounds);
  for (const cJSON *item = rounds->child; item != NULL; item = item->next) {
    p->round = p->g->state.round + (p->g->state.phase == AU_PHASE_DEAL);
    if (open)
      return au_differ(p, "open", "the last round", "another after it");
    if (!play_round(p, item, &open))
      return false;
  }
  p->round = p->trick = 0;
  if (p->rec->version == 2 && !p->answered)
    au_differ(p, "format", "\"aurum/1\", as no question was answered",
              "\"aurum/2\"");
  if (p->g->state.phase != AU_PHASE_OVER && at_fault == 0)
    return au_differ(p, "rounds", "more: the game is not over (RULES 9.4)",
                     "no more");
  au_same_sides(p, "winners",
                at_fault != 0 ? every & (uint8_t)~at_fault
                              : p->g->state.winners,
                p->rec->head[HEAD_WINNERS]);
  return true;
}

au_status au_record_replay(const au_rules *r, const au_record *rec,
                           const char *digest, au_game *g,
                           au_record_report *report, void *ctx) {
  au_replay p = {.r = r, .rec = rec, .g = g, .report = report, .ctx = ctx};
  const cJSON *rules = rec->head[HEAD_RULES];
  au_game_begin(r, g);
  if (rec->players != r->players)
    au_same_int(&p, "players", r->players, rec->head[HEAD_PLAYERS]);
  else if (rules != NULL && !cJSON_IsString(rules))
    au_wrong(&p, "rules", "a digest of 16 hex digits", rules);
  else if (rules != NULL && digest != NULL &&
           strcmp(rules->valuestring, digest) != 0) {
    au_wrong(&p, "rules", digest, rules);
    return AU_EDIGEST;
  } else {
    play_game(&p);
  }
  return p.status;
}
