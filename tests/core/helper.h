/* helper.h: shared by the tests of the core.
**
** It has the rules of each edition as knobs, cards and deals by name, and
** actions as text. The editions are here a second time (variants/ holds
** them as Lua data). They are written from RULES alone, so that a mistake
** would have to be made twice. Every helper fails the test by itself if it
** cannot do its work. */
#ifndef AU_TEST_HELPER_H
#define AU_TEST_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aurum.h"
#include "position.h"
#include "text.h"

enum { TEXT_MAX = 16384 }; /* bytes of the longest list of legal actions */

/* 1 in the sanitizer build, which is some ten times slower: there, random tests
** do less. `make test` runs them whole. */
#ifdef __SANITIZE_ADDRESS__
enum { FEW = 1 };
#else
enum { FEW = 0 };
#endif

/* Fail with the name of the case if a condition does not hold. */
#define assert_case(name, condition)        \
  do {                                      \
    if (!(condition))                       \
      fail_msg("%s: %s", name, #condition); \
  } while (0)

/* Draw world number 'i' of a view: one in ten alone, with all preparations,
** the others from one sampler, which is faster. */
static inline au_status draw_world(const au_rules *r, const au_view *v,
                                   au_sampler *sampler, au_rng *rng, int i,
                                   au_state *s) {
  return i % 10 == 0 ? au_view_sample(r, v, rng, s)
                     : au_sampler_draw(sampler, rng, s);
}

/* ---- Rules ------------------------------------------------------------ */

typedef struct edition {
  const char *name;
  const char *three, *four; /* knobs with three and with four players */
} edition;

/* RULES 1.3, 4.3: the knobs of all editions with three players,
** without the gold. */
#define THREE "suits=BPSZ ranks=1,9 bidding=hidden "
/* RULES 1.3: the fourth G0 is out of the game, or in the supply. */
#define GOLD_3 "gold=3,2,2,2,1,1,1,1 "
#define GOLD_4 "gold=4,2,2,2,1,1,1,1 "
/* RULES 9.4, 9.5 for en-2023 and fr-2023 with three players. */
#define END_3 "sole_nuggets=true rounds=3 game_ties=last_bid "

static const edition editions[] = {
    {"de-2024", THREE GOLD_3 "round_ties=exact,highest_gold",
     "round_ties=exact,highest_gold"},
    {"en-2023", THREE GOLD_4 END_3 "round_ties=exact,highest_gold",
     "round_ties=exact,highest_gold"},
    {"fr-2023", THREE GOLD_4 END_3 "round_ties=exact,highest_gold",
     "round_ties=exact,highest_gold"},
    {"ru-2023", THREE GOLD_3 "round_ties=exact",
     "round_ties=exact,highest_gold"},
    {"bga", THREE GOLD_3 "over=taken round_ties=sole_exact,highest_gold",
     "over=taken round_ties=sole_exact,highest_gold"},
};
enum { EDITION_N = sizeof editions / sizeof *editions };

/* RULES 9.6, 9.7: none, each alone, and both. */
static const char *const houses[] = {"", "+no-zero-gold", "+cumulative",
                                     "+no-zero-gold+cumulative"};
enum { HOUSE_N = sizeof houses / sizeof *houses };

/* Set one knob from text such as "over=taken", "ranks=1,9",
** "suits=BPSZ", "sides=". */
static inline void set_knob(au_rules *r, char *setting) {
  char *text = strchr(setting, '=');
  if (text == NULL)
    fail_msg("no knob setting: %s", setting);
  *text++ = '\0';
  const au_knob *k = au_knob_find(setting);
  if (k == NULL)
    fail_msg("no knob: %s", setting);
  if (au_knob_parse(r, k, text) != AU_OK)
    fail_msg("knob %s: not a value: %s", setting, text);
}

/* Set knobs from "over=taken ranks=1,9". */
static inline void set_knobs(au_rules *r, const char *settings) {
  char text[512], *rest = NULL;
  snprintf(text, sizeof text, "%s", settings);
  for (char *word = strtok_r(text, " ", &rest); word != NULL;
       word = strtok_r(NULL, " ", &rest))
    set_knob(r, word);
}

static inline void finish_rules(au_rules *r) {
  const au_knob *knob = NULL;
  char why[AU_WHY_TEXT] = "";
  if (au_rules_finish(r, &knob, why) != AU_OK)
    fail_msg("rules: %s: %s", knob != NULL ? knob->name : "?", why);
}

/* Make rules from the defaults and some knobs. */
static inline void knob_rules(au_rules *r, int players, const char *settings) {
  au_rules_init(r, players);
  set_knobs(r, settings);
  finish_rules(r);
}

static inline const edition *find_edition(const char *name, size_t n) {
  for (int i = 0; i < EDITION_N; i++)
    if (strlen(editions[i].name) == n && memcmp(editions[i].name, name, n) == 0)
      return &editions[i];
  return NULL;
}

/* The rules of a variant: "bga", "de-2024+no-zero-gold+cumulative", ... */
static inline void variant_rules(au_rules *r, const char *variant,
                                 int players) {
  const edition *e = find_edition(variant, strcspn(variant, "+"));
  if (e == NULL)
    fail_msg("no edition: %s", variant);
  au_rules_init(r, players);
  set_knobs(r, players == 3 ? e->three : e->four);
  if (strstr(variant, "+no-zero-gold") != NULL)
    set_knobs(r, "zero_gold=never");
  if (strstr(variant, "+cumulative") != NULL)
    set_knobs(r, "cumulative=true rounds=3 nuggets=0");
  finish_rules(r);
}

/* ---- Cards ------------------------------------------------------------ */

static inline au_card card_of(const au_rules *r, const char *name) {
  au_card c = au_deck_find(&r->deck, name, strlen(name));
  if (c == AU_NONE)
    fail_msg("no card: %s", name);
  return c;
}

/* Read the next word of '*text' into 'out'; false at the end. */
static inline bool next_word(const char **text, char out[8]) {
  const char *start = *text + strspn(*text, " ");
  size_t n = strcspn(start, " ");
  if (n >= 8) {
    fail_msg("no card: %s", start);
    return false; /* for compilers that do not know that it never returns */
  }
  memcpy(out, start, n);
  out[n] = '\0';
  *text = start + n;
  return n > 0;
}

/* The set of cards in a text such as "B1 B7". */
static inline au_set set_of(const au_rules *r, const char *text) {
  char name[8];
  au_set set = 0;
  while (next_word(&text, name)) {
    au_card c = card_of(r, name);
    if (au_has(set, c))
      fail_msg("twice: %s", name);
    set |= au_bit(c);
  }
  return set;
}

/* The pile of gold in a text such as "G0 G1 G1". */
static inline au_gold pile_of(const au_rules *r, const char *text) {
  char name[8];
  au_gold pile = 0;
  while (next_word(&text, name))
    pile += au_gold_one(r->deck.rank_of[card_of(r, name)]);
  return pile;
}

/* ---- Deals and states ------------------------------------------------- */

static inline au_seed seed_of(const char *text) {
  au_seed seed;
  au_seed_init(&seed, text, strlen(text));
  return seed;
}

/* A deal that gives each seat the named cards, and fills its hand with the
** lowest cards that are not named; the rest are extras. */
static inline au_deal deal_of(const au_rules *r, uint8_t first,
                              const char *const *hands) {
  au_deal deal;
  memset(&deal, 0, sizeof deal);
  deal.first = first;
  deal.extras = r->deck.base;
  for (int i = 0; i < r->players; i++) {
    deal.hand[i] = set_of(r, hands[i]);
    if ((deal.hand[i] & ~deal.extras) != 0)
      fail_msg("a card in two hands: %s", hands[i]);
    deal.extras &= ~deal.hand[i];
  }
  for (int i = 0; i < r->players; i++) {
    deal.gold[i] = au_deal_gold(r, 1);
    while (au_count(deal.hand[i]) < r->hand) {
      au_set one = deal.extras & (~deal.extras + 1);
      deal.hand[i] |= one;
      deal.extras &= ~one;
    }
  }
  return deal;
}

/* Deal the next round of a state from a seed. */
static inline void deal_state(const au_rules *r, au_state *s,
                              const au_seed *seed) {
  au_deal deal;
  char why[AU_WHY_TEXT] = "";
  assert_int_equal(au_deal_make(r, s, seed, &deal), AU_OK);
  if (au_state_deal(r, s, &deal, why) != AU_OK)
    fail_msg("deal: %s", why);
}

/* Deal the next round of a game from a seed. */
static inline void deal_game(const au_rules *r, au_game *g,
                             const au_seed *seed) {
  au_deal deal;
  char why[AU_WHY_TEXT] = "";
  assert_int_equal(au_deal_make(r, &g->state, seed, &deal), AU_OK);
  if (au_game_deal(r, g, &deal, why) != AU_OK)
    fail_msg("deal: %s", why);
}

static inline void assert_sound(const au_rules *r, const au_state *s) {
  char why[AU_WHY_TEXT] = "";
  if (au_state_check(r, s, why) != AU_OK)
    fail_msg("unsound state: %s", why);
}

/* A state built by hand, in round 1 before the first trick. Every seat has bid
** and holds the named cards and gold. The rest of the gold is in the supply;
** the other cards have been played openly. */
static inline au_state table_of(const au_rules *r, uint8_t leader,
                                const char *bids, const char *const *hands,
                                const char *const *gold) {
  char name[8];
  au_state s;
  au_state_init(r, &s);
  s.round = 1;
  s.phase = AU_PHASE_PLAY;
  s.turn = s.first = s.trick.leader = leader;
  s.supply = r->gold_all;
  s.seen = r->deck.base;
  for (int i = 0; i < r->players; i++) {
    assert_true(next_word(&bids, name));
    s.bid[i] = card_of(r, name);
    s.hand[i] = set_of(r, hands[i]);
    s.seen &= ~s.hand[i];
    s.gold[i] = gold != NULL ? pile_of(r, gold[i]) : 0;
    s.supply -= s.gold[i];
  }
  assert_sound(r, &s);
  return s;
}

/* Empty a hand, as if its cards had been played. */
static inline void empty_hand(au_state *s, int seat) {
  s->seen |= s->hand[seat];
  s->hand[seat] = 0;
}

/* ---- Actions ---------------------------------------------------------- */

/* The action of the seat on turn, from text. */
static inline au_action action_of(const au_rules *r, const au_state *s,
                                  const char *text) {
  au_action a = au_action_parse(&r->deck, r->asks, s->turn & 7, text);
  if (a == 0)
    fail_msg("no action: %s", text);
  return a;
}

/* Read the next part of '*text', up to ", ", into 'out'; false at the end. */
static inline bool next_part(const char **text, char out[32]) {
  const char *start = *text + strspn(*text, " ");
  size_t n = strcspn(start, ",");
  if (n >= 32)
    fail_msg("no action: %s", start);
  memcpy(out, start, n);
  out[n] = '\0';
  *text = start + n + (start[n] == ',');
  return n > 0;
}

/* Do the actions of a text such as "bid B4, bid C2, keep", one
** after another. */
static inline void act(const au_rules *r, au_state *s, const char *texts) {
  char text[32], why[AU_WHY_TEXT] = "";
  while (next_part(&texts, text)) {
    au_action a = action_of(r, s, text);
    if (au_state_why(r, s, a, why) != AU_OK)
      fail_msg("%s: %s", text, why);
    assert_int_equal(au_state_apply(r, s, a, NULL), AU_OK);
    assert_sound(r, s);
  }
}

/* Keep for every seat that is asked for a change. */
static inline void keep_all(const au_rules *r, au_state *s) {
  while (s->phase == AU_PHASE_CHANGE)
    act(r, s, "keep");
}

/* Every legal action as text: "keep, change G0 B1 of 1". */
static inline const char *legal_text(const au_rules *r, const au_state *s,
                                     char out[TEXT_MAX]) {
  au_action list[AU_ACTION_MAX];
  int n = 0;
  size_t len = 0;
  assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
  out[0] = '\0';
  for (int i = 0; i < n; i++) {
    char text[AU_ACTION_TEXT];
    au_action_text(&r->deck, r->asks, list[i], text);
    assert_int_equal(au_action_seat(list[i]), s->turn);
    len += (size_t)snprintf(out + len, TEXT_MAX - len, "%s%s",
                            i > 0 ? ", " : "", text);
  }
  return out;
}

static inline void assert_legal(const au_rules *r, const au_state *s,
                                const char *expected) {
  char text[TEXT_MAX];
  assert_string_equal(legal_text(r, s, text), expected);
}

/* Expect that an action is refused for this reason, and that
** nothing is touched. */
static inline void assert_refused(const au_rules *r, const au_state *s,
                                  au_action a, const char *reason) {
  char why[AU_WHY_TEXT] = "";
  au_state t = *s;
  au_undo undo, before;
  memset(&undo, 0xa5, sizeof undo);
  before = undo;
  assert_int_equal(au_state_why(r, s, a, NULL), AU_EILLEGAL);
  assert_int_equal(au_state_why(r, s, a, why), AU_EILLEGAL);
  assert_string_equal(why, reason);
  assert_int_equal(au_state_apply(r, &t, a, &undo), AU_EILLEGAL);
  assert_memory_equal(&t, s, sizeof t);
  assert_memory_equal(&undo, &before, sizeof undo);
}

/* Expect the same for an action of the seat on turn, as text. */
static inline void assert_no(const au_rules *r, const au_state *s,
                             const char *text, const char *reason) {
  assert_refused(r, s, action_of(r, s, text), reason);
}

/* ---- The duty to follow the led suit ----------------------------------- */

/* The kinds of the suit led in the trick before play number 'i' of a log. */
static inline au_set led_before(const au_rules *r, const au_entry *log,
                                uint32_t i) {
  au_set led = 0;
  while (i-- > 0 && au_action_what(log[i]) == AU_ACT_PLAY &&
         !au_entry_filled(log[i]))
    if (au_action_card(log[i]) < r->deck.gold_at)
      led = r->deck.suit_set[r->deck.suit_of[au_action_card(log[i])]];
  return led;
}

/* The bid card that entry number 'i' replaced. */
static inline au_card replaced_by(const au_entry *log, uint32_t i) {
  unsigned of = au_action_of(log[i]);
  while (i-- > 0)
    if ((au_action_what(log[i]) == AU_ACT_BID &&
         au_action_seat(log[i]) == of) ||
        (au_action_what(log[i]) == AU_ACT_CHANGE && au_action_of(log[i]) == of))
      return au_action_card(log[i]);
  fail_msg("a bid was replaced that nobody laid");
  return AU_NONE;
}

/* True if each seat of a whole round's log followed suit where it could, judged
** by the hands of 's' at its end. Bids lie face up. */
static inline bool follows_suit(const au_rules *r, const au_state *s,
                                const au_entry *log, uint32_t n) {
  au_set hand[AU_SEAT_MAX];
  memcpy(hand, s->hand, sizeof hand);
  for (uint32_t i = n; i-- > 0;) { /* back to the hands at that play */
    au_card c = au_action_card(log[i]);
    au_set *held = &hand[au_action_seat(log[i])];
    if (au_action_what(log[i]) == AU_ACT_CHANGE)
      *held ^= au_bit(c) | au_bit(replaced_by(log, i));
    if (au_action_what(log[i]) != AU_ACT_PLAY || c >= r->deck.gold_at)
      continue;
    au_set led = led_before(r, log, i);
    if (led != 0 && !au_has(led, c) && (*held & led) != 0)
      return false;
    *held |= au_bit(c);
  }
  return true;
}

/* ---- Chance ----------------------------------------------------------- */

/* True if the counts of draws fit n equally likely cells. A chi-square test: a
** fair draw fails once in a million (the tail bound of Laurent and Massart
** 2000, which needs no square root). */
static inline bool is_even(const int *count, int n) {
  const double x = 14; /* exp(-14) */
  double draws = 0, chi = 0, df = n - 1;
  for (int i = 0; i < n; i++)
    draws += count[i];
  for (int i = 0; i < n; i++)
    chi += (count[i] - draws / n) * (count[i] - draws / n) / (draws / n);
  double over = chi - df - 2 * x;
  return over <= 0 || over * over < 4 * df * x;
}

/* ---- Random play ------------------------------------------------------ */

static inline au_rng rng_of(const au_seed *seed, uint32_t number) {
  au_rng rng;
  au_rng_init(&rng, seed, AU_STREAM_OTHER, 0, 0, number);
  return rng;
}

/* Do one random step of a game, a deal or an action; false once it is over. */
static inline bool step_game(const au_rules *r, au_game *g, const au_seed *seed,
                             au_rng *rng) {
  au_action a = 0;
  if (g->state.phase == AU_PHASE_OVER)
    return false;
  if (g->state.phase == AU_PHASE_DEAL) {
    deal_game(r, g, seed);
    return true;
  }
  assert_int_equal(au_state_random(r, &g->state, rng, &a), AU_OK);
  assert_int_equal(au_game_apply(r, g, a), AU_OK);
  return true;
}

/* Play a whole random game. */
static inline void random_game(const au_rules *r, au_game *g,
                               const au_seed *seed, uint32_t number) {
  au_rng rng = rng_of(seed, number);
  au_game_begin(r, g);
  while (step_game(r, g, seed, &rng))
    ;
}

/* Add a number to a hash, in the same way on every machine. */
static inline void chain(uint64_t *hash, uint64_t number) {
  au_seed key = {{*hash, 0x6175}};
  uint8_t bytes[8];
  for (int i = 0; i < 8; i++)
    bytes[i] = (uint8_t)(number >> (8 * i));
  *hash = au_hash(&key, bytes, sizeof bytes);
}

#endif
