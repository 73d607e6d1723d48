/* ask_test.c: questions of a variant: steps, answers, verbs, who knows what,
** and that every part of the core follows them. */
#include "helper.h"

/* A made-up variant: what its hooks answer. */
typedef struct plan {
  uint8_t step[4];    /* seats asked in each step; 0 ends the question */
  uint8_t second[4];  /* the same for a second question */
  bool endless;       /* ask the first step again and again */
  au_choices choices; /* if 'narrow', what 'ask_choices' answers */
  bool narrow;
  au_choices preset; /* what 'ask_default' answers */
  au_status fail;    /* the status of the hook 'failing' */
  int failing;       /* 1 next, 2 choices, 3 default, 4 done */
  int good;          /* calls of 'ask_choices' before it fails */
  au_status (*done)(const au_rules *r, au_state *s);
} plan;

static plan now;
static au_asks asks;
static au_rules rules;

static au_status hook_next(void *ctx, const au_rules *r, const au_state *s,
                           int ask, uint8_t *seats) {
  (void)ctx;
  (void)r;
  if (now.failing == 1)
    return now.fail;
  /* vars[0] counts the steps that were done */
  *seats = (ask == 0 ? now.step : now.second)[now.endless ? 0 : s->vars[0]];
  return AU_OK;
}

static au_status hook_choices(void *ctx, const au_rules *r, const au_state *s,
                              int ask, uint8_t seat, au_choices *c) {
  (void)ctx;
  (void)r;
  (void)ask;
  assert_int_equal(seat, s->turn);
  if (now.failing == 2 && now.good-- <= 0)
    return now.fail;
  if (now.narrow)
    *c = now.choices;
  return AU_OK;
}

static au_status hook_default(void *ctx, const au_rules *r, const au_state *s,
                              int ask, uint8_t seat, au_choices *c) {
  (void)ctx;
  (void)r;
  (void)s;
  (void)ask;
  (void)seat;
  *c = now.preset;
  return now.failing == 3 ? now.fail : AU_OK;
}

static au_status hook_done(void *ctx, const au_rules *r, au_state *s, int ask) {
  (void)ctx;
  (void)ask;
  if (now.failing == 4)
    return now.fail;
  s->vars[0]++;
  return now.done != NULL ? now.done(r, s) : AU_OK;
}

/* Rules with one question, given as its knobs. */
static au_ask *begin(const char *knobs, int players, au_when when,
                     au_ask_kind kind) {
  memset(&now, 0, sizeof now);
  memset(&asks, 0, sizeof asks);
  now.step[0] = 1;
  au_ask *q = &asks.ask[asks.n++];
  *q = (au_ask){.name = "q", .when = (uint8_t)when, .kind = (uint8_t)kind};
  q->cards = kind == AU_ASK_CARD;
  q->hi = 9;
  q->word_n = 3;
  strcpy(q->word[0], "no");
  strcpy(q->word[1], "yes");
  strcpy(q->word[2], "maybe");
  au_rules_init(&rules, players);
  set_knobs(&rules, knobs);
  rules.asks = &asks;
  rules.hooks.ask_next = hook_next;
  rules.hooks.ask_choices = hook_choices;
  rules.hooks.ask_default = hook_default;
  rules.hooks.ask_done = hook_done;
  rules.round_vars = 1;
  finish_rules(&rules);
  return q;
}

#define FOUR                          \
  "suits=BC ranks=1,6 hand=3 gold=4 " \
  "zero_gold=every_round changes=0 "
#define THREE_HANDS "suits=BC ranks=1,6 hand=4 gold=4 changes=0 "

/* The state after the deal of B1-B4, B5-C2, C3-C6 to three players. */
static au_state dealt(void) {
  static const char *const three[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  static const char *const four[] = {"B1 B2 B3", "B4 B5 B6", "C1 C2 C3",
                                     "C4 C5 C6"};
  au_state s;
  char why[AU_WHY_TEXT] = "";
  au_deal deal = deal_of(&rules, 0, rules.players == 3 ? three : four);
  au_state_init(&rules, &s);
  if (au_state_deal(&rules, &s, &deal, why) != AU_OK)
    fail_msg("deal: %s", why);
  return s;
}

/* The first player of the deal that a seed gives. */
static uint8_t deal_first(const au_seed *seed) {
  au_state s;
  au_deal deal;
  au_state_init(&rules, &s);
  assert_int_equal(au_deal_make(&rules, &s, seed, &deal), AU_OK);
  return deal.first;
}

static void expect_legal(const au_state *s, const char *list) {
  char text[TEXT_MAX];
  assert_string_equal(legal_text(&rules, s, text), list);
}

/* ---- Answers ---------------------------------------------------------- */

static void test_words(void **state) {
  (void)state;
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_WORD);
  now.step[0] = 1 << 2;
  au_state s = dealt();
  assert_int_equal(s.phase, AU_PHASE_ASK);
  assert_int_equal(s.turn, 2);
  assert_sound(&rules, &s);
  expect_legal(&s, "answer q no, answer q yes, answer q maybe");
  au_set cards = 1;
  bool pass = true;
  assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_OK);
  assert_true(cards == 0 && !pass);
  act(&rules, &s, "answer q yes");
  assert_int_equal(s.phase, AU_PHASE_BID);
  assert_int_equal(s.turn, 0);
  assert_int_equal(s.ask + s.asked + s.pending + s.answers, 0);
  assert_sound(&rules, &s);
}

static void test_numbers(void **state) {
  (void)state;
  au_ask *q = begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_NUMBER);
  q->lo = 7;
  now.narrow = true;
  now.choices.set = 5;
  now.choices.lo = 7;
  now.choices.hi = 9;
  au_state s = dealt();
  expect_legal(&s, "answer q 7, answer q 9");
  q->lo = 0;
  q->hi = AU_VALUE_MAX; /* more than a set has bits for */
  now.choices = (au_choices){.lo = 4090, .hi = AU_VALUE_MAX};
  expect_legal(&s, "answer q 4090, answer q 4091, answer q 4092, answer q "
                   "4093, answer q 4094, answer q 4095");
  now.preset = (au_choices){.lo = 4093, .hi = 4093};
  au_action a = 0;
  assert_int_equal(au_state_default(&rules, &s, &a), AU_OK);
  assert_int_equal(au_action_value(a), 4093);
  char why[AU_WHY_TEXT];
  a = au_answer_action(0, 0, 4089);
  assert_int_equal(au_state_why(&rules, &s, a, why), AU_EILLEGAL);
  assert_string_equal(why, "4089 is not an answer to 'q': expected 4090 to "
                           "4095");
  static const au_choices wrong[] = {{.lo = 4089, .hi = 4089},
                                     {.lo = 4099, .hi = 4099}};
  for (int i = 0; i < 2; i++) {
    now.preset = wrong[i];
    assert_int_equal(au_state_default(&rules, &s, &a), AU_EHOOK);
  }
  now.preset = (au_choices){.lo = 4093, .hi = 4093};
  now.failing = 2; /* the second time */
  now.fail = AU_EHOOK;
  now.good = 1;
  assert_int_equal(au_state_default(&rules, &s, &a), AU_EHOOK);
  now.failing = 0;
  now.choices = (au_choices){.lo = 9, .hi = 8}; /* none */
  int n;
  au_action list[AU_ACTION_MAX];
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_EHOOK);
  now.choices =
      (au_choices){.lo = -1, .hi = 9}; /* beyond what the question allows */
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_EHOOK);
  now.choices = (au_choices){.lo = 9, .hi = AU_VALUE_MAX + 1};
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_EHOOK);
}

/* Several cards are answered one by one, in ascending order. */
static void test_cards(void **state) {
  (void)state;
  au_ask *q = begin(THREE_HANDS, 3, AU_WHEN_DEAL, AU_ASK_CARD);
  q->cards = 2;
  au_state s = dealt();
  expect_legal(&s, "answer q B1, answer q B2, answer q B3");
  au_set cards;
  bool pass;
  assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_OK);
  assert_true(cards == set_of(&rules, "B1 B2 B3"));
  now.preset.set = set_of(&rules, "B2 B4");
  au_action a = 0;
  assert_int_equal(au_state_default(&rules, &s, &a), AU_OK);
  assert_int_equal(au_action_value(a), card_of(&rules, "B2"));
  act(&rules, &s, "answer q B1");
  assert_sound(&rules, &s);
  expect_legal(&s, "answer q B2, answer q B3, answer q B4");
  assert_int_equal(au_state_default(&rules, &s, &a), AU_OK);
  assert_int_equal(au_action_value(a), card_of(&rules, "B2"));
  now.preset.set = set_of(&rules, "B1 B2"); /* of another answer, too */
  act(&rules, &s, "answer q B3");
  assert_int_equal(s.phase, AU_PHASE_BID);
}

/* A default that no longer fits is replaced by one that does. */
static void test_default_after_another(void **state) {
  (void)state;
  au_ask *q = begin(THREE_HANDS, 3, AU_WHEN_DEAL, AU_ASK_CARD);
  q->cards = 2;
  now.preset.set = set_of(&rules, "B1 B2");
  au_state s = dealt();
  act(&rules, &s, "answer q B3");
  au_action a = 0;
  assert_int_equal(au_state_default(&rules, &s, &a), AU_OK);
  assert_int_equal(au_action_value(a), card_of(&rules, "B4"));
  s = dealt();
  now.preset.set = set_of(&rules, "B1");
  assert_int_equal(au_state_default(&rules, &s, &a), AU_EHOOK);
  now.preset.set = set_of(&rules, "B1 C6"); /* not in the hand */
  assert_int_equal(au_state_default(&rules, &s, &a), AU_EHOOK);
  s.phase = AU_PHASE_BID;
  assert_int_equal(au_state_default(&rules, &s, &a), AU_ESTATE);
}

static void test_steps(void **state) {
  (void)state;
  begin(FOUR, 4, AU_WHEN_BIDS, AU_ASK_WORD);
  now.step[0] = 0xa; /* seats 2 and 4 */
  now.step[1] = 1;
  au_state s = dealt();
  act(&rules, &s, "bid B1, bid B4, bid C1, bid C4");
  assert_int_equal(s.phase, AU_PHASE_ASK);
  assert_int_equal(s.turn, 1);
  act(&rules, &s, "answer q no");
  assert_int_equal(s.turn, 3);
  assert_int_equal(s.pending, 8);
  assert_sound(&rules, &s);
  act(&rules, &s, "answer q yes");
  assert_int_equal(s.turn, 0);
  assert_int_equal(s.answer[1] | s.answer[3], 0);
  act(&rules, &s, "answer q maybe");
  assert_int_equal(s.phase, AU_PHASE_PLAY);
  assert_sound(&rules, &s);
}

static void test_endless(void **state) {
  (void)state;
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_WORD);
  now.endless = true;
  au_state s = dealt();
  for (int i = 1; i < AU_ASK_ANSWERS; i++)
    act(&rules, &s, "answer q no");
  au_state before = s;
  assert_int_equal(au_state_apply(&rules, &s, au_answer_action(0, 0, 0), NULL),
                   AU_EHOOK);
  assert_memory_equal(&s, &before, sizeof s);
}

/* Each moment, and what comes after it. */
static void test_moments(void **state) {
  (void)state;
  static const struct {
    au_when when;
    const char *before; /* actions until it is asked */
    int phase;          /* after the answer */
  } cases[] = {
      {AU_WHEN_DEAL, "", AU_PHASE_BID},
      {AU_WHEN_INSTEAD, "", AU_PHASE_PLAY},
      {AU_WHEN_BIDS, "bid B1, bid B4, bid C1, bid C4", AU_PHASE_PLAY},
      {AU_WHEN_BEFORE_TRICK, "bid B1, bid B4, bid C1, bid C4", AU_PHASE_PLAY},
      {AU_WHEN_AFTER_TRICK,
       "bid B1, bid B4, bid C1, bid C4, play B2, play G0, play C2, play G0",
       AU_PHASE_PLAY},
      {AU_WHEN_ROUND, "bid B1, bid B4, bid C1, bid C4, play B2, pass",
       AU_PHASE_DEAL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    begin(FOUR "follow=barred ", 4, cases[i].when, AU_ASK_WORD);
    if (cases[i].when == AU_WHEN_ROUND)
      now.step[0] = 3; /* two answers, of which the second ends the round */
    au_state s = dealt();
    if (cases[i].when == AU_WHEN_ROUND)
      s.gold[1] = 0;
    s.supply = cases[i].when == AU_WHEN_ROUND ? au_gold_one(0) : s.supply;
    act(&rules, &s, cases[i].before);
    assert_int_equal(s.phase, AU_PHASE_ASK);
    assert_sound(&rules, &s);
    act(&rules, &s, "answer q no");
    if (cases[i].when == AU_WHEN_ROUND)
      act(&rules, &s, "answer q no");
    assert_int_equal(s.phase, cases[i].phase);
    assert_sound(&rules, &s);
  }
}

/* Nobody may be asked at all. */
static void test_nobody(void **state) {
  (void)state;
  for (au_when when = AU_WHEN_DEAL; when < AU_WHEN_N; when++) {
    begin(FOUR, 4, when, AU_ASK_WORD);
    now.step[0] = 0;
    au_seed seed = seed_of("nobody");
    au_rng rng;
    au_score score;
    au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
    au_state s = dealt();
    assert_int_equal(s.phase,
                     when == AU_WHEN_INSTEAD ? AU_PHASE_PLAY : AU_PHASE_BID);
    assert_int_equal(au_state_playout(&rules, &s, &rng, &score), AU_OK);
    assert_sound(&rules, &s);
  }
}

/* ---- Failures of hooks ------------------------------------------------ */

static void test_failing(void **state) {
  (void)state;
  au_action list[AU_ACTION_MAX], a = 0;
  au_seed seed = seed_of("fail");
  au_rng rng;
  int n;
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_CARD);
  au_state s = dealt(), empty;
  now.fail = AU_EHOOK;
  now.failing = 1;
  au_state_init(&rules, &empty);
  au_state untouched = empty;
  au_deal deal;
  assert_int_equal(au_deal_make(&rules, &empty, &seed, &deal), AU_OK);
  assert_int_equal(au_state_deal(&rules, &empty, &deal, NULL), AU_EHOOK);
  assert_memory_equal(&empty, &untouched, sizeof empty);
  now.failing = 2;
  au_set cards;
  bool pass;
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_EHOOK);
  assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_EHOOK);
  assert_int_equal(au_state_random(&rules, &s, &rng, &a), AU_EHOOK);
  assert_int_equal(au_state_default(&rules, &s, &a), AU_EHOOK);
  a = au_answer_action(0, 0, card_of(&rules, "B1"));
  assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_EHOOK);
  now.failing = 3;
  assert_int_equal(au_state_default(&rules, &s, &a), AU_EHOOK);
  now.failing = 4;
  untouched = s;
  assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_EHOOK);
  assert_memory_equal(&s, &untouched, sizeof s);
  now.failing = 0;
  now.narrow = true;
  now.choices.set = (au_set)1 << 63; /* not in the deck */
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_EHOOK);
  now.choices.set = 0;
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_EHOOK);
  now.step[0] = 1 << 4; /* not at the table */
  assert_int_equal(au_state_deal(&rules, &empty, &deal, NULL), AU_EHOOK);
}

/* A hook may fail at each moment: the action that leads to it changes
** nothing. */
static void test_failing_moments(void **state) {
  (void)state;
  static const struct {
    au_when when;
    const char *before, *last;
    int trick; /* to which the question belongs */
  } cases[] = {
      {AU_WHEN_BIDS, "bid B1, bid B4, bid C1", "bid C4", 0},
      {AU_WHEN_BEFORE_TRICK, "bid B1, bid B4, bid C1", "bid C4", 1},
      {AU_WHEN_AFTER_TRICK,
       "bid B1, bid B4, bid C1, bid C4, play B2, play G0, play C2", "play G0",
       2},
      {AU_WHEN_ROUND, "bid B1, bid B4, bid C1, bid C4, play B2", "pass", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    begin(FOUR, 4, cases[i].when, AU_ASK_WORD);
    au_state s = dealt();
    if (cases[i].when == AU_WHEN_ROUND) { /* the second seat has to pass */
      s.gold[1] = 0;
      s.supply = au_gold_one(0);
    }
    act(&rules, &s, cases[i].before);
    au_state before = s;
    now.failing = 1;
    now.fail = AU_EHOOK;
    au_action a = action_of(&rules, &s, cases[i].last);
    assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_EHOOK);
    assert_memory_equal(&s, &before, sizeof s);
    now.failing = 0;
    act(&rules, &s, cases[i].last);
    assert_int_equal(s.phase, AU_PHASE_ASK);
    assert_int_equal(au_state_trick(&rules, &s), cases[i].trick);
  }
  begin(FOUR, 4, AU_WHEN_INSTEAD, AU_ASK_WORD);
  au_state s;
  au_deal deal;
  au_seed seed = seed_of("moment");
  now.failing = 1;
  now.fail = AU_EHOOK;
  au_state_init(&rules, &s);
  assert_int_equal(au_deal_make(&rules, &s, &seed, &deal), AU_OK);
  assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_EHOOK);
  now.failing = 0;
  assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_OK);
  assert_int_equal(au_state_trick(&rules, &s), 0);
}

/* ---- Refusals and text ------------------------------------------------ */

static void test_why(void **state) {
  (void)state;
  char why[AU_WHY_TEXT];
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_WORD);
  au_state s = dealt();
  au_action a = au_answer_action(0, 0, 7);
  assert_int_equal(au_state_why(&rules, &s, a, why), AU_EILLEGAL);
  assert_string_equal(why, "- is not an answer to 'q': no yes maybe");
  a = au_answer_action(0, 3, 0);
  assert_int_equal(au_state_why(&rules, &s, a, why), AU_EILLEGAL);
  assert_string_equal(why, "that is not the question asked now");
  assert_int_equal(au_state_why(&rules, &s, au_pass_action(0), why),
                   AU_EILLEGAL);
  assert_string_equal(why, "a question of the variant is to be answered");
  /* long words: the list is cut */
  for (int i = 0; i < AU_ASK_WORDS; i++)
    snprintf(asks.ask[0].word[i], AU_ASK_TEXT, "a-long-word-of-20-ch-%c",
             'A' + i);
  asks.ask[0].word_n = AU_ASK_WORDS;
  a = au_answer_action(0, 0, 40);
  assert_int_equal(au_state_why(&rules, &s, a, why), AU_EILLEGAL);
  assert_string_equal(why + strlen(why) - 12, " and 26 more");
  now.failing = 2;
  now.fail = AU_EHOOK;
  for (now.good = 0; now.good < 2;) { /* while it is checked, and explained */
    int good = now.good;
    assert_int_equal(au_state_why(&rules, &s, a, why), AU_EHOOK);
    now.good = good + 1;
  }
}

/* Answers that no question can have. */
static void test_far_answers(void **state) {
  (void)state;
  char why[AU_WHY_TEXT], text[AU_ACTION_TEXT];
  unsigned value;
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_WORD);
  au_state s = dealt(), before = s;
  au_action a = au_answer_action(0, 0, AU_VALUE_MAX);
  assert_int_equal(au_state_apply(&rules, &s, a, NULL), AU_EILLEGAL);
  assert_memory_equal(&s, &before, sizeof s);
  assert_false(au_action_hidden(a));
  assert_false(au_action_hidden(au_bid_action(0, 1, true)));
  au_action_text(&rules.deck, NULL, a, text);
  assert_string_equal(text, "answer ? ?");
  assert_false(au_value_parse(&rules.deck, &asks.ask[0], "", 0, &value));
  asks.ask[0].kind = AU_ASK_NUMBER;
  assert_false(au_value_parse(&rules.deck, &asks.ask[0], "", 0, &value));
  asks.n = 0; /* the state says that a question is asked, and there is none */
  assert_int_equal(au_state_why(&rules, &s, a, why), AU_EILLEGAL);
  assert_string_equal(why, "that is not the question asked now");
  rules.asks = NULL;
  assert_int_equal(au_state_why(&rules, &s, a, why), AU_EILLEGAL);
  assert_int_equal(au_state_trick(&rules, &s), s.tricks + 1);
}

static void test_text(void **state) {
  (void)state;
  static const struct {
    au_ask_kind kind;
    const char *text;
    unsigned value;
  } good[] = {{AU_ASK_WORD, "answer q maybe", 2},
              {AU_ASK_NUMBER, "answer q 0", 0},
              {AU_ASK_NUMBER, "answer q 4095", 4095},
              {AU_ASK_CARD, "answer q C6", 11}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    char text[AU_ACTION_TEXT];
    begin(FOUR, 4, AU_WHEN_DEAL, good[i].kind);
    unsigned value =
        good[i].kind == AU_ASK_CARD ? card_of(&rules, "C6") : good[i].value;
    au_action a = au_action_parse(&rules.deck, &asks, 3, good[i].text);
    assert_int_equal(a, au_answer_action(3, 0, value));
    au_action_text(&rules.deck, &asks, a, text);
    assert_string_equal(text, good[i].text);
    assert_int_equal(au_action_parse(&rules.deck, NULL, 3, good[i].text), 0);
  }
  static const char *const bad[] = {
      "answer q",       "answer q 4096", "answer q 07", "answer q -1",
      "answer q 40950", "answer r 1",    "answer q 1 2"};
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_NUMBER);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_case(bad[i], au_action_parse(&rules.deck, &asks, 0, bad[i]) == 0);
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_WORD);
  assert_int_equal(au_action_parse(&rules.deck, &asks, 0, "answer q yess"), 0);
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_CARD);
  assert_int_equal(au_action_parse(&rules.deck, &asks, 0, "answer q Z7"), 0);
  char text[AU_ACTION_TEXT];
  au_action_text(&rules.deck, &asks, au_hidden_answer(0, 0), text);
  assert_string_equal(text, "answer q ?");
  au_action_text(&rules.deck, &asks, au_answer_action(0, 5, 1), text);
  assert_string_equal(text, "answer ? ?");
  au_action_text(&rules.deck, &asks, au_answer_action(0, 0, 99), text);
  assert_string_equal(text, "answer q -");
}

/* ---- Verbs ------------------------------------------------------------ */

static au_spot hand_of(uint8_t seat) {
  return (au_spot){AU_AT_HAND, seat};
}
static const au_spot supply = {AU_AT_SUPPLY, 0}, extras = {AU_AT_EXTRAS, 0};

/* Expect that moving a card is refused, and changes nothing. */
static void no_move(au_state *s, const char *card, au_spot from, au_spot to,
                    const char *reason) {
  char why[AU_WHY_TEXT] = "";
  au_state before = *s;
  assert_int_equal(
      au_ask_move(&rules, s, &before, card_of(&rules, card), from, to, 0, why),
      AU_ESTATE);
  assert_string_equal(why, reason);
  assert_memory_equal(s, &before, sizeof before);
}

static void move(au_state *s, const au_state *before, const char *card,
                 au_spot from, au_spot to, uint8_t see) {
  char why[AU_WHY_TEXT] = "";
  if (au_ask_move(&rules, s, before, card_of(&rules, card), from, to, see,
                  why) != AU_OK)
    fail_msg("%s", why);
}

static void test_move_refused(void **state) {
  (void)state;
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_CARD);
  au_state s = dealt();
  au_spot gold = {AU_AT_GOLD, 0}, bid = {AU_AT_BID, 0};
  no_move(&s, "B1", hand_of(1), hand_of(0), "B1 is not in the hand of seat 2");
  no_move(&s, "B1", extras, hand_of(0), "B1 is not in the extras");
  no_move(&s, "B1", bid, hand_of(0), "B1 is not in the bid of seat 1");
  no_move(&s, "B1", hand_of(0), supply, "B1: only gold can lie in the supply");
  no_move(&s, "B1", supply, hand_of(0), "B1 is not in the supply");
  no_move(&s, "B1", hand_of(0), gold,
          "B1: only gold can lie in the collection of seat 1");
  no_move(&s, "G0", gold, hand_of(1),
          "G0: gold cannot lie in the hand of "
          "seat 2");
  no_move(&s, "G0", extras, gold, "G0: gold cannot lie in the extras");
  no_move(&s, "G0", supply, gold, "G0 is not in the supply");
  s.bid[0] = card_of(&rules, "B3");
  s.hand[0] &= ~au_bit(s.bid[0]);
  no_move(&s, "B1", hand_of(0), bid, "seat 1 has a bid card already");
  char why[AU_WHY_TEXT];
  assert_int_equal(
      au_ask_show(&rules, &s, card_of(&rules, "B1"), extras, 0, why),
      AU_ESTATE);
  assert_string_equal(why, "B1 is not in the extras after the moves so far; a "
                           "card is shown before it moves away, or where it "
                           "moved to");
}

/* Gold goes from a collection to the supply, and to another collection. */
static void test_gold_moved(void **state) {
  (void)state;
  begin(FOUR "zero_gold=every_round ", 4, AU_WHEN_DEAL, AU_ASK_CARD);
  au_state s = dealt(), t = s;
  au_spot first = {AU_AT_GOLD, 0}, second = {AU_AT_GOLD, 1};
  au_gold zero = au_gold_one(0);
  move(&t, &s, "G0", first, supply, 0);
  assert_true(t.gold[0] == s.gold[0] - zero && t.supply == s.supply + zero);
  move(&t, &t, "G0", supply, second, 0);
  assert_true(t.gold[1] == s.gold[1] + zero && t.supply == s.supply);
  assert_sound(&rules, &t);
}

/* Cards come from the extras and go there, face up or face down. */
static void test_extras(void **state) {
  (void)state;
  for (int hidden = 0; hidden < 2; hidden++) {
    begin(hidden ? THREE_HANDS "extras=hidden hand=3 "
                 : THREE_HANDS "hand=3 extras=shown ",
          3, AU_WHEN_DEAL, AU_ASK_CARD);
    static const char *const hands[] = {"B1 B2 B3", "B5 B6 C1", "C3 C4 C5"};
    au_deal deal = deal_of(&rules, 0, hands);
    au_state s, t;
    au_set b1 = au_bit(card_of(&rules, "B1")),
           c6 = au_bit(card_of(&rules, "C6"));
    au_state_init(&rules, &s);
    assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_OK);
    t = s;
    move(&t, &s, "B1", hand_of(0), extras, 0);
    move(&t, &s, "C6", extras, hand_of(1), 0);
    assert_sound(&rules, &t);
    assert_true(t.extras == ((s.extras | b1) & ~c6));
    assert_true(t.hand[0] == (s.hand[0] & ~b1));
    assert_true(t.hand[1] == (s.hand[1] | c6));
    assert_int_equal((t.seen & b1) != 0, !hidden);
    assert_int_equal((t.seen & c6) != 0, !hidden);
    assert_int_equal((t.known[0] & b1) != 0, hidden);
    assert_int_equal((t.known[1] & c6) != 0, hidden);
    t = s; /* all see a card that then lies face down */
    move(&t, &s, "B1", hand_of(0), extras, 7);
    assert_true((t.seen & b1) != 0);
    assert_sound(&rules, &t);
  }
}

static void test_numbers_refused(void **state) {
  (void)state;
  char why[AU_WHY_TEXT];
  begin(FOUR, 4, AU_WHEN_INSTEAD, AU_ASK_CARD);
  au_state s = dealt(), before = s;
  assert_int_equal(au_ask_bid(&rules, &s, 2, 1, why), AU_ESTATE);
  assert_string_equal(why, "expected a side from 1 to 2");
  assert_int_equal(au_ask_bid(&rules, &s, -1, 1, why), AU_ESTATE);
  assert_int_equal(au_ask_bid(&rules, &s, 0, 101, why), AU_ESTATE);
  assert_string_equal(why, "a bid of 101; expected 0 to 100");
  assert_int_equal(au_ask_bid(&rules, &s, 0, -1, why), AU_ESTATE);
  assert_int_equal(au_ask_trump(&rules, &s, 3, why), AU_ESTATE);
  assert_string_equal(why, "no such suit");
  assert_int_equal(au_ask_trump(&rules, &s, -1, why), AU_ESTATE);
  assert_int_equal(au_ask_multiply(&s, 0, why), AU_ESTATE);
  assert_int_equal(au_ask_multiply(&s, 101, why), AU_ESTATE);
  assert_memory_equal(&s, &before, sizeof s);
  assert_int_equal(au_ask_multiply(&s, 20, why), AU_OK);
  assert_int_equal(au_ask_multiply(&s, 5, why), AU_OK);
  assert_int_equal(au_ask_multiply(&s, 2, why), AU_ESTATE);
  assert_int_equal(s.times, 100);
  assert_int_equal(au_ask_trump(&rules, &s, 2, why), AU_OK);
  assert_int_equal(au_ask_bid(&rules, &s, 1, 100, why), AU_OK);
  int bid;
  assert_int_equal(au_state_bid(&rules, &s, 1, &bid), AU_OK);
  assert_int_equal(bid, 100);
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_CARD);
  s = dealt();
  assert_int_equal(au_ask_bid(&rules, &s, 0, 1, why), AU_ESTATE);
  assert_string_equal(why, "the bids come after this question");
}

/* The state that a step has to lead to. */
static void test_check(void **state) {
  (void)state;
  char why[AU_WHY_TEXT];
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_CARD);
  au_state s = dealt(), t = s;
  assert_int_equal(au_ask_check(&rules, &s, why), AU_OK);
  move(&t, &s, "B1", hand_of(0), (au_spot){AU_AT_BID, 0}, 0);
  assert_int_equal(au_ask_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "seat 1 has a bid card, where bids have none");
  t = s;
  move(&t, &s, "B1", hand_of(0), hand_of(1), 0);
  move(&t, &s, "B2", hand_of(0), hand_of(1), 0);
  assert_int_equal(au_ask_check(&rules, &t, why), AU_OK);
  move(&t, &s, "B3", hand_of(0), hand_of(1), 0);
  assert_int_equal(au_ask_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "seat 1 has no card to bid (RULES 4.1)");
  begin(FOUR, 4, AU_WHEN_BIDS, AU_ASK_CARD);
  s = dealt();
  act(&rules, &s, "bid B1, bid B4, bid C1, bid C4");
  t = s;
  move(&t, &s, "B1", (au_spot){AU_AT_BID, 0}, hand_of(3), 0);
  assert_int_equal(au_ask_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "seat 1 has no bid card");
  move(&t, &s, "B2", hand_of(0), (au_spot){AU_AT_BID, 0}, 0);
  assert_int_equal(au_ask_check(&rules, &t, why), AU_OK);
  assert_true(au_has(t.seen, card_of(&rules, "B2")));
  begin(FOUR, 4, AU_WHEN_INSTEAD, AU_ASK_CARD);
  s = dealt();
  s.hand[0] = 0;
  assert_int_equal(au_ask_check(&rules, &s, why), AU_OK);
  s = dealt();
  t = s;
  move(&t, &s, "B1", hand_of(0), (au_spot){AU_AT_BID, 0}, 0);
  assert_int_equal(au_ask_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "seat 1 has a bid card, where bids have none");
}

/* ---- Who knows what --------------------------------------------------- */

static void test_known(void **state) {
  (void)state;
  begin(THREE_HANDS, 3, AU_WHEN_DEAL, AU_ASK_CARD);
  asks.ask[0].secret = true;
  au_state s = dealt(), t = s;
  au_set b1 = au_bit(card_of(&rules, "B1")), b5 = au_bit(card_of(&rules, "B5"));
  move(&t, &s, "B1", hand_of(0), hand_of(1), 0); /* both at once */
  move(&t, &s, "B5", hand_of(1), hand_of(2), 0);
  assert_true(t.known[0] == b1);
  assert_true(t.known[1] == (b1 | b5));
  assert_true(t.known[2] == b5);
  assert_true(t.seen == s.seen);
  au_state u = t;
  move(&u, &t, "B6", hand_of(1), hand_of(2), 0); /* B1 may be it, to seat 1 */
  assert_true(u.known[0] == 0);
  assert_true(au_has(u.known[2], card_of(&rules, "B6")));
  u = t;
  move(&u, &t, "B6", hand_of(1), hand_of(2),
       1); /* seat 1 sees that it is not */
  assert_true(au_has(u.known[0], card_of(&rules, "B1")));
  u = t;
  move(&u, &t, "B6", hand_of(1), hand_of(2), 7);
  assert_true(au_has(u.seen, card_of(&rules, "B6")));
  t = u; /* B6 was shown to all; now seat 3 gives one of its cards unseen */
  move(&u, &t, "C3", hand_of(2), hand_of(0), 0);
  assert_false(au_has(u.seen, card_of(&rules, "B6")));
  assert_false(au_has(u.known[1], card_of(&rules, "B6")));
  assert_true(au_has(u.known[0], card_of(&rules, "B6")));
  char why[AU_WHY_TEXT];
  assert_int_equal(
      au_ask_show(&rules, &u, card_of(&rules, "C4"), hand_of(2), 2, why),
      AU_OK);
  assert_true(au_has(u.known[1], card_of(&rules, "C4")));
}

/* Each seat gives its card to the left; the seats of 'see' see all of them. */
static au_status give_seen(const au_rules *r, au_state *s, uint8_t see) {
  au_state before = *s;
  char why[AU_WHY_TEXT];
  for (uint8_t i = 0; i < r->players; i++) {
    au_set cards = au_answer_cards(before.answer[i]);
    uint8_t to = (uint8_t)((i + 1) % r->players);
    for (; cards != 0; cards &= cards - 1)
      if (au_ask_move(r, s, &before, au_first(cards), hand_of(i), hand_of(to),
                      see, why) != AU_OK)
        return AU_EHOOK;
  }
  return AU_OK;
}
static au_status give_on(const au_rules *r, au_state *s) {
  return give_seen(r, s, 0);
}
static au_status give_openly(const au_rules *r, au_state *s) {
  return give_seen(r, s, 15);
}

/* Rules in which each of three seats gives a card to the left, in secret. */
static void begin_exchange(const char *knobs) {
  begin(knobs, 3, AU_WHEN_DEAL, AU_ASK_CARD);
  asks.ask[0].secret = true;
  now.step[0] = 7;
  now.done = give_on;
}

/* Change all that 'seat' cannot see, where a step is open: its view stays. */
static void test_views_in_a_step(void **state) {
  (void)state;
  static au_view one, other;
  au_game g, h;
  begin_exchange(THREE_HANDS "extras=hidden bidding=hidden ");
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  static const char *const swapped[] = {"B1 B2 B3 B4", "C3 C4 C5 C6",
                                        "B5 B6 C1 C2"};
  au_deal deal = deal_of(&rules, 1, hands), deal2 = deal_of(&rules, 1, swapped);
  au_game_init(&g);
  au_game_init(&h);
  au_game_begin(&rules, &g);
  au_game_begin(&rules, &h);
  assert_int_equal(au_game_deal(&rules, &g, &deal, NULL), AU_OK);
  assert_int_equal(au_game_deal(&rules, &h, &deal2, NULL), AU_OK);
  static const char *const told[][2] = {{"answer q B5", "answer q C6"},
                                        {"answer q C3", "answer q C1"}};
  for (int i = 0; i < 2; i++) {
    au_view_of(&rules, &g, 0, &one);
    au_view_of(&rules, &h, 0, &other);
    assert_true(au_view_same(&one, &other));
    assert_int_equal(
        au_game_apply(&rules, &g, action_of(&rules, &g.state, told[i][0])),
        AU_OK);
    assert_int_equal(
        au_game_apply(&rules, &h, action_of(&rules, &h.state, told[i][1])),
        AU_OK);
  }
  au_view_of(&rules, &g, 0, &one);
  au_view_of(&rules, &h, 0, &other);
  assert_true(au_view_same(&one, &other));
  assert_true(au_action_hidden(one.log[0]));
  assert_true(one.s.answer[1] == AU_ANSWERED && one.s.answer[0] == 0);
  au_game_free(&g);
  au_game_free(&h);
}

enum { WORLDS = 20000, WORLD_MAX = 3000, SLOTS = 8192 };

/* The index of 's' in 'world', which has 'n', or 'n'; '**slot' is its place in
** a table of indices by hash, which count from 1. */
static int world_at(const au_state *world, int n, const au_state *s, int *slots,
                    int **slot) {
  const unsigned char *byte = (const unsigned char *)s;
  uint32_t hash = 2166136261U; /* FNV-1a */
  for (size_t i = 0; i < sizeof *s; i++)
    hash = (hash ^ byte[i]) * 16777619U;
  for (uint32_t at = hash % SLOTS;; at = (at + 1) % SLOTS) {
    *slot = &slots[at];
    if (**slot == 0)
      return n;
    if (memcmp(&world[**slot - 1], s, sizeof *s) == 0)
      return **slot - 1;
  }
}

/* The number of different worlds among many samples, each about as frequent as
** any other; 'sure' cards are in the hand of 'of' (or its bid) in all of
** them. */
static int count_worlds(const au_game *g, uint8_t seat, unsigned of,
                        au_set sure) {
  static au_view v, again;
  static au_state world[WORLD_MAX];
  static int times[WORLD_MAX], slots[SLOTS];
  uint32_t n;
  int worlds = 0, least = WORLDS, most = 0;
  au_seed seed = seed_of("worlds");
  au_rng rng;
  const au_entry *log = au_game_round_log(g, &n);
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, seat, 0, 0);
  au_view_of(&rules, g, seat, &v);
  au_sampler *sampler;
  assert_int_equal(au_sampler_new(&rules, &v, &sampler), AU_OK);
  memset(slots, 0, sizeof slots);
  for (int i = 0; i < WORLDS; i++) {
    au_state s;
    int *slot;
    assert_int_equal(draw_world(&rules, &v, sampler, &rng, i, &s), AU_OK);
    assert_sound(&rules, &s);
    au_set own = s.hand[of] | (s.bid[of] == AU_NONE ? 0 : au_bit(s.bid[of]));
    assert_true((sure & ~own) == 0);
    int at = world_at(world, worlds, &s, slots, &slot);
    if (at == worlds) {
      assert_true(worlds < WORLD_MAX);
      world[worlds] = s;
      times[worlds++] = 0;
      *slot = worlds;
    }
    times[at]++;
  }
  au_sampler_free(sampler);
  for (int i = 0; i < worlds; i++) {
    least = times[i] < least ? times[i] : least;
    most = times[i] > most ? times[i] : most;
    au_view_make(&rules, &world[i], log, n, seat, &again);
    again.round_n = v.round_n;
    assert_memory_equal(&again.s, &v.s, sizeof v.s);
    assert_true(again.unseen == v.unseen);
  }
  assert_true(2 * most < 5 * least + 60); /* with chances as far apart as these,
                                          ** the counts differ by more */
  return worlds;
}

/* Count the worlds after an exchange: seat 1 knows the card that it gave and
** the one it got. */
static void test_samples(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  au_game g;
  begin_exchange(THREE_HANDS "bidding=hidden ");
  au_deal deal = deal_of(&rules, 0, hands);
  au_game_init(&g);
  au_game_begin(&rules, &g);
  assert_int_equal(au_game_deal(&rules, &g, &deal, NULL), AU_OK);
  /* Seat 2 sees that seat 1 has answered: 70 hands, and 4 answers in each */
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "answer q B1")),
      AU_OK);
  assert_int_equal(count_worlds(&g, 1, 1, 0), 70 * 4);
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "answer q B5")),
      AU_OK);
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "answer q C3")),
      AU_OK);
  assert_int_equal(g.state.phase, AU_PHASE_BID);
  /* Seat 1 has C3 now, and knows B1 with seat 2: 7 others, 3 with seat 2. */
  au_set b1 = au_bit(card_of(&rules, "B1"));
  assert_int_equal(count_worlds(&g, 0, 1, b1), 35);
  /* Once seat 2 has bid unseen, B1 is in its hand or its bid: for each of the
  ** 35 hands, any of 4 cards is the bid. */
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "bid B2")), AU_OK);
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "bid B1")), AU_OK);
  assert_int_equal(count_worlds(&g, 0, 1, b1), 35 * 4);
  /* All bids are open: B1 is seat 2's. */
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "bid C6")), AU_OK);
  assert_int_equal(count_worlds(&g, 0, 1, 0), 20);
  au_game_free(&g);
}

/* Play actions of a game, separated by commas. */
static void play_game(au_game *g, const char *list) {
  char one[TEXT_MAX];
  while (*list != '\0') {
    size_t n = strcspn(list, ",");
    snprintf(one, sizeof one, "%.*s", (int)n, list);
    au_action a = action_of(&rules, &g->state, one);
    if (au_game_apply(&rules, g, a) != AU_OK)
      fail_msg("%s", one);
    list += n + strspn(list + n, ", ");
  }
}

/* Begin a game of three by the rules of begin_exchange, in which each gives as
** many cards, the lowest ones. */
static void exchanged(au_game *g, const char *knobs, int cards,
                      const char *const hands[3]) {
  begin_exchange(knobs);
  asks.ask[0].cards = (uint8_t)cards;
  au_deal deal = deal_of(&rules, 0, hands);
  au_game_init(g);
  au_game_begin(&rules, g);
  assert_int_equal(au_game_deal(&rules, g, &deal, NULL), AU_OK);
  for (int i = 0; i < 3 * cards; i++) {
    au_action list[AU_ACTION_MAX];
    int n;
    assert_int_equal(au_state_legal(&rules, &g->state, list, &n), AU_OK);
    assert_int_equal(au_game_apply(&rules, g, list[0]), AU_OK);
  }
}

/* Bids that lie face down for 0 (the knob 'zero_bid'): a card that was given is
** in the hand or is the bid. Counted from seat 1's view. */
static void test_samples_face_down(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  au_game g;
  au_set b1 = 0;
  exchanged(&g, THREE_HANDS "bidding=hidden zero_bid=true ", 1, hands);
  b1 = au_bit(card_of(&rules, "B1"));
  /* 35 hands and 4 bids, as without the knob, and each bid is up or down */
  play_game(&g, "bid B2, bid -B1");
  assert_int_equal(count_worlds(&g, 0, 1, b1), 35 * 4 * 2);
  /* Seat 3's C6 is open. Seat 2 has B1 and three of six others, and one of
  ** these four cards is its bid of 0. */
  play_game(&g, "bid C6");
  assert_int_equal(count_worlds(&g, 0, 1, b1), 20 * 4);
  /* Seat 3 knows C3 with seat 1, and sees B2: seat 2 has four of six others, of
  ** which one is the bid. */
  assert_int_equal(count_worlds(&g, 2, 1, 0), 15 * 4);
  au_game_free(&g);
  /* bids are laid in turn, in the open but for that one */
  exchanged(&g, THREE_HANDS "bidding=open zero_bid=true ", 1, hands);
  play_game(&g, "bid B2, bid -B1, bid C6");
  assert_int_equal(count_worlds(&g, 0, 1, b1), 20 * 4);
  au_game_free(&g);
}

/* A card that seat 4 gave to seat 1 is its bid, face down, or in its hand. Its
** partner replaces that bid: the others see the same in both cases, if seat 4
** alone saw the card or all did. */
static void check_replaced(bool openly) {
  static const char *const hands[] = {"B1 B2 B3", "B4 B5 B6", "C1 C2 C3",
                                      "C4 C5 C6"};
  static const char *const bids[] = {"bid -C4", "bid -B2"};
  static au_view v[2];
  au_game g[2];
  begin("suits=BC ranks=1,6 hand=3 gold=4 zero_gold=every_round changes=1 "
        "zero_bid=true ",
        4, AU_WHEN_DEAL, AU_ASK_CARD);
  asks.ask[0].secret = true;
  now.step[0] = 15;
  now.done = openly ? give_openly : give_on;
  au_deal deal = deal_of(&rules, 0, hands);
  au_set given = au_bit(card_of(&rules, "C4"));
  for (int i = 0; i < 2; i++) {
    au_game_init(&g[i]);
    au_game_begin(&rules, &g[i]);
    assert_int_equal(au_game_deal(&rules, &g[i], &deal, NULL), AU_OK);
    play_game(&g[i], "answer q B1, answer q B4, answer q C1, answer q C4");
    play_game(&g[i], bids[i]);
    play_game(&g[i], "bid B5, bid C2, bid C5, keep, keep");
  }
  for (uint8_t seat = 1; seat < 4; seat += 2)
    for (int i = 0; i < 2; i++) {
      au_view_of(&rules, &g[i], seat, &v[i]);
      assert_true(v[i].s.hand[0] == (openly || seat == 3 ? given : 0));
      assert_true(i == 0 || au_view_same(&v[0], &v[1]));
    }
  for (int i = 0; i < 2; i++) {
    play_game(&g[i], "change G0 C3 of 1");
    assert_true(au_has(g[i].state.known[0],
                       card_of(&rules, bids[i] + strlen("bid -"))));
  }
  for (uint8_t seat = 1; seat < 4; seat += 2)
    for (int i = 0; i < 2; i++) {
      au_view_of(&rules, &g[i], seat, &v[i]);
      assert_true(((v[i].s.hand[0] | v[i].s.hand[2]) & given) == 0);
      assert_true(i == 0 || au_view_same(&v[0], &v[1]));
    }
  au_game_free(&g[0]);
  au_game_free(&g[1]);
}

static void test_face_down_replaced(void **state) {
  (void)state;
  check_replaced(false);
  check_replaced(true);
}

/* Seat 1 has given all its cards to seat 2, and knows hand and bid together. */
static void test_samples_all_known(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  static au_view v;
  au_game g;
  au_state s;
  au_seed seed = seed_of("all");
  au_rng rng = rng_of(&seed, 0);
  exchanged(&g, THREE_HANDS "bidding=hidden ", 4, hands);
  au_set all = set_of(&rules, "B1 B2 B3 B4");
  assert_int_equal(count_worlds(&g, 0, 1, all), 1);
  play_game(&g, "bid C3, bid B4");
  assert_int_equal(count_worlds(&g, 0, 1, all), 4);
  play_game(&g, "bid B5");
  assert_int_equal(count_worlds(&g, 0, 1, 0), 1);
  au_game_free(&g);
  /* of three cards that it knows, each may be the bid, and a fourth too */
  exchanged(&g, THREE_HANDS "bidding=hidden ", 3, hands);
  play_game(&g, "bid C3, bid B3");
  all = set_of(&rules, "B1 B2 B3");
  assert_int_equal(count_worlds(&g, 0, 1, all), 5 * 4);
  au_view_of(&rules, &g, 0, &v);
  v.hand_n[1] -= 2; /* but there is no room for them */
  v.hand_n[2] += 2;
  assert_int_equal(au_view_sample(&rules, &v, &rng, &s), AU_ESTATE);
  au_game_free(&g);
}

/* Cards that are left over lie face down: of eight cards that seat 1 does not
** know, seat 2 has two, seat 3 three. */
static void test_samples_extras(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3", "B5 B6 C1", "C3 C4 C5"};
  au_game g;
  exchanged(&g, "suits=BC ranks=1,6 hand=3 gold=4 extras=hidden ", 1, hands);
  au_set b1 = au_bit(card_of(&rules, "B1"));
  assert_int_equal(count_worlds(&g, 0, 1, b1), 560);
  au_game_free(&g);
}

/* The hook that offers the answers may fail while a world is drawn. */
static void test_samples_failing(void **state) {
  (void)state;
  static au_view v;
  au_game g;
  au_state s;
  au_seed seed = seed_of("failing"), dealt_by = seed_of("deal");
  au_rng rng = rng_of(&seed, 0);
  begin_exchange(THREE_HANDS);
  au_game_init(&g);
  au_game_begin(&rules, &g);
  deal_game(&rules, &g, &dealt_by);
  au_action a;
  assert_int_equal(au_state_random(&rules, &g.state, &rng, &a), AU_OK);
  assert_int_equal(au_game_apply(&rules, &g, a), AU_OK);
  au_view_of(&rules, &g, 1, &v);
  now.failing = 2;
  now.fail = AU_EHOOK;
  assert_int_equal(au_view_sample(&rules, &v, &rng, &s), AU_EHOOK);
  au_game_free(&g);
}

/* All see the same of bids that lie face down: nothing. */
static void test_look_for_all(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  au_game g;
  au_state seen;
  exchanged(&g, THREE_HANDS "bidding=hidden zero_bid=true ", 1, hands);
  play_game(&g, "bid B2, bid -B1");
  au_state_look(&rules, &g.state, AU_NONE, &seen);
  assert_int_equal(seen.down, 0);
  for (int i = 0; i < 3; i++)
    assert_true(seen.hand[i] == 0 && seen.bid[i] == AU_NONE);
  au_state_look(&rules, &g.state, 1, &seen);
  assert_int_equal(seen.down, 2);
  au_game_free(&g);
}

static au_status all_legal(void *ctx, const au_rules *r, const au_state *s,
                           au_set *cards, bool *pass) {
  (void)ctx;
  (void)r;
  (void)s;
  (void)cards;
  (void)pass;
  return AU_OK;
}

/* Where a hook judges plays, worlds are drawn within a step as well. */
static void test_samples_judged(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  au_game g;
  begin_exchange(THREE_HANDS "bidding=hidden ");
  rules.hooks.legal = all_legal;
  finish_rules(&rules);
  au_deal deal = deal_of(&rules, 0, hands);
  au_game_init(&g);
  au_game_begin(&rules, &g);
  assert_int_equal(au_game_deal(&rules, &g, &deal, NULL), AU_OK);
  assert_int_equal(
      au_game_apply(&rules, &g, action_of(&rules, &g.state, "answer q B1")),
      AU_OK);
  assert_int_equal(count_worlds(&g, 1, 1, 0), 70 * 4);
  au_game_free(&g);
}

/* A view without the start of its round leads no history to any world, also
** before the first action. Before the deal there is nothing to tell. */
static void test_retrace(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  static au_view v;
  au_game g;
  au_state start;
  au_action did[AU_LOG_MAX];
  begin_exchange(THREE_HANDS "bidding=hidden ");
  au_deal deal = deal_of(&rules, 0, hands);
  au_game_init(&g);
  au_game_begin(&rules, &g);
  au_view_of(&rules, &g, 0, &v);
  assert_int_equal(au_view_retrace(&rules, &v, &g.state, &start, did), AU_OK);
  assert_memory_equal(&start, &g.state, sizeof start);
  assert_int_equal(au_game_deal(&rules, &g, &deal, NULL), AU_OK);
  for (uint32_t i = 0; i < 2; i++) {
    au_view_of(&rules, &g, 0, &v);
    assert_int_equal(v.log_n, i);
    assert_int_equal(au_view_retrace(&rules, &v, &g.state, &start, did),
                     AU_ESTATE);
    play_game(&g, i == 0 ? "answer q B1" : "answer q B5");
  }
  au_game_free(&g);
}

/* A made view does not know its start either. Where a hook judges plays, that
** leaves no world. */
static void test_retrace_made(void **state) {
  (void)state;
  static const char *const hands[] = {"B1 B2 B3 B4", "B5 B6 C1 C2",
                                      "C3 C4 C5 C6"};
  static au_view v;
  au_seed seed = seed_of("made");
  au_rng rng;
  au_state s, world;
  begin_exchange(THREE_HANDS "bidding=hidden ");
  rules.asks = NULL;
  rules.hooks.legal = all_legal;
  finish_rules(&rules);
  au_deal deal = deal_of(&rules, 0, hands);
  au_state_init(&rules, &s);
  assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_OK);
  au_view_make(&rules, &s, NULL, 0, s.turn, &v);
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  assert_int_equal(au_view_sample(&rules, &v, &rng, &world), AU_EFULL);
}

/* ---- Whole games ------------------------------------------------------ */

static au_status mix(const au_rules *r, au_state *s) {
  char why[AU_WHY_TEXT];
  if (asks.ask[s->ask - 1].when == AU_WHEN_INSTEAD &&
      (au_ask_bid(r, s, 0, s->answers, why) != AU_OK ||
       au_ask_multiply(s, 2, why) != AU_OK))
    return AU_EHOOK;
  return au_ask_trump(r, s, s->answers % (r->deck.suit_n + 1), why);
}

/* Random games under a question of each moment: states are sound, undo and
** positions are exact, samples agree with views. */
static void test_games(void **state) {
  (void)state;
  static au_view v, again;
  for (au_when when = AU_WHEN_DEAL; when < AU_WHEN_N; when++)
    for (uint32_t i = 0; i < 6; i++) {
      begin(i < 4 ? "rounds=2 nuggets=0" : "rounds=2 nuggets=0 follow=must",
            i % 2 ? 3 : 4, when, (au_ask_kind)(i % 3));
      now.step[0] = i < 3 ? 5 : 2;
      now.step[1] = 1;
      now.done = mix;
      asks.ask[0].secret = i == 4;
      asks.ask[0].cards = i % 3 == 0 ? 2 : 0;
      now.narrow = i % 3 == 0; /* hands may be too small */
      now.choices.set = rules.deck.base;
      if (when > AU_WHEN_BIDS)
        now.step[1] = 0;
      au_seed seed = seed_of("games");
      au_rng rng;
      au_game g, h;
      au_rng_init(&rng, &seed, AU_STREAM_OTHER, i, when, 0);
      au_game_init(&g);
      au_game_init(&h);
      au_game_begin(&rules, &g);
      while (g.state.phase != AU_PHASE_OVER) {
        if (g.state.phase == AU_PHASE_DEAL) {
          deal_game(&rules, &g, &seed);
          assert_sound(&rules, &g.state);
          continue;
        }
        au_state before = g.state, world;
        au_action a;
        char why[AU_WHY_TEXT];
        uint8_t seat = (uint8_t)(before.round % rules.players);
        au_view_of(&rules, &g, seat, &v);
        assert_int_equal(au_view_sample(&rules, &v, &rng, &world), AU_OK);
        assert_sound(&rules, &world);
        uint32_t n;
        const au_entry *log = au_game_round_log(&g, &n);
        au_view_make(&rules, &world, log, n, seat, &again);
        assert_memory_equal(&again.s, &v.s, sizeof v.s);
        assert_int_equal(au_state_random(&rules, &g.state, &rng, &a), AU_OK);
        assert_int_equal(au_game_apply(&rules, &g, a), AU_OK);
        assert_sound(&rules, &g.state);
        au_state after = g.state;
        assert_int_equal(au_game_undo(&rules, &g), AU_OK);
        assert_memory_equal(&g.state, &before, sizeof before);
        assert_int_equal(au_game_apply(&rules, &g, a), AU_OK);
        assert_memory_equal(&g.state, &after, sizeof after);
        au_text token = {0};
        au_position p;
        au_position_write(&rules, &g, "made-up", "0123456789abcdef", &token);
        assert_int_equal(au_position_parse(token.at, &p, why), AU_OK);
        if (au_position_load(&rules, &p, &h, why) != AU_OK)
          fail_msg("%s", why);
        assert_memory_equal(&h.state, &g.state, sizeof after);
        au_game_forget(&h); /* as a snapshot */
        au_text_clear(&token);
        au_position_write(&rules, &h, "made-up", "0123456789abcdef", &token);
        assert_int_equal(au_position_parse(token.at, &p, why), AU_OK);
        if (au_position_load(&rules, &p, &h, why) != AU_OK)
          fail_msg("%s", why);
        assert_memory_equal(&h.state, &g.state, sizeof after);
        au_text_free(&token);
      }
      assert_int_equal(g.tally_n, 2);
      assert_ptr_equal(au_game_log_tally(&g), g.tally);
      au_game_free(&g);
      au_game_free(&h);
    }
}

/* Searches answer, and never see a hidden answer. */
static void test_search(void **state) {
  (void)state;
  static au_node node[4000];
  static au_view v;
  static au_odds odds;
  for (int kind = 0; kind < 3; kind++)
    for (int secret = 0; secret < 2; secret++) {
      begin("hand=5 suits=BC gold=4", 3, AU_WHEN_DEAL, (au_ask_kind)kind);
      au_odds_init(&rules, &odds);
      now.step[0] = secret ? 7 : 1;
      now.step[1] = 2;
      asks.ask[0].secret = secret;
      asks.ask[0].hi = kind == AU_ASK_NUMBER && !secret ? 4000 : 9;
      now.narrow = kind == AU_ASK_NUMBER;
      now.choices = (au_choices){.set = asks.ask[0].hi > 63 ? 0 : 0x3ff,
                                 .hi = asks.ask[0].hi};
      now.preset = (au_choices){.set = 1};
      au_seed seed = seed_of("search");
      au_game g;
      au_game_init(&g);
      au_game_begin(&rules, &g);
      deal_game(&rules, &g, &seed);
      au_view_of(&rules, &g, g.state.turn, &v);
      au_search t = {.r = &rules,
                     .v = &v,
                     .goal = AU_GOAL_POINTS,
                     .explore = 0.7,
                     .node = node,
                     .node_max = 4000};
      au_rng_init(&t.rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
      au_search_begin(&t);
      for (int i = 0; i < 300; i++)
        assert_int_equal(au_search_tree(&t), AU_OK);
      for (uint32_t i = 1; i < t.node_n; i++) {
        au_action a = node[i].move;
        if (au_action_what(a) == AU_ACT_ANSWER && secret)
          assert_int_equal(au_action_seat(a), v.seat);
      }
      au_search_begin(&t);
      assert_int_equal(au_search_offer_all(&t), AU_OK);
      assert_true(t.node_n > 2 && t.node_n <= 65);
      assert_int_equal(au_search_flat(&t), AU_OK);
      au_game_free(&g);
    }
  now.failing = 2;
  now.fail = AU_EHOOK;
  au_search t = {.r = &rules, .v = &v, .node = node, .node_max = 4000};
  au_search_begin(&t);
  assert_int_equal(au_search_offer_all(&t), AU_EHOOK);
}

/* Seat 2's answer decides whether seat 1 bids next, is asked again, or is asked
** something else. */
static au_status go_apart(const au_rules *r, au_state *s) {
  (void)r;
  bool first = s->vars[0] == 1; /* the step that ended */
  s->vars[0] = first ? (int16_t)(1 + au_answer_value(s->answer[1])) : 1;
  return AU_OK;
}

/* A move of the tree is tried only in worlds in which it can be made. */
static void test_search_apart(void **state) {
  (void)state;
  static au_node node[4000];
  static au_view v;
  int bids = 0, answers = 0, others = 0;
  au_seed seed = seed_of("apart");
  au_game g;
  begin("hand=5 suits=BC gold=4", 3, AU_WHEN_DEAL, AU_ASK_WORD);
  asks.ask[asks.n++] = asks.ask[0];
  strcpy(asks.ask[1].name, "other");
  now.step[0] = 3;
  now.step[2] = now.second[3] = 1;
  now.done = go_apart;
  au_game_init(&g);
  au_game_begin(&rules, &g);
  do /* until seat 1 is the first player */
    seed.key[0]++;
  while (deal_first(&seed) != 0);
  deal_game(&rules, &g, &seed);
  au_view_of(&rules, &g, 0, &v);
  au_search t = {.r = &rules,
                 .v = &v,
                 .goal = AU_GOAL_POINTS,
                 .explore = 0.7,
                 .node = node,
                 .node_max = 4000};
  au_rng_init(&t.rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  au_search_begin(&t);
  for (int i = 0; i < 3000; i++)
    assert_int_equal(au_search_tree(&t), AU_OK);
  for (uint32_t i = 1; i < t.node_n; i++) {
    au_action a = node[i].move;
    if (au_action_seat(a) != 0)
      continue;
    bids += au_action_what(a) == AU_ACT_BID;
    answers += au_action_what(a) == AU_ACT_ANSWER && au_action_ask(a) == 0;
    others += au_action_what(a) == AU_ACT_ANSWER && au_action_ask(a) == 1;
  }
  assert_true(bids >= 15 && answers >= 3 + 9 && others >= 9);
  au_game_free(&g);
}

/* ---- Trump ------------------------------------------------------------ */

static void test_trump(void **state) {
  (void)state;
  static const struct {
    const char *knobs, *plays;
    int winner, leader; /* seats */
  } cases[] = {
      {"trump=B", "play C6, play B1, play P2, play S3", 1, 1},
      {"trump=B", "play C6, play B1, play G0, play S3", 2, 1},
      {"trump=Z", "play C6, play B1, play P2, play S3", 0, 1},
      {"trump=B follow=free", "play C6, play B1, play B5, play S3", 2, 1},
      {"trump=B follow=free trick_to=lowest",
       "play C6, play B1, play B5, play S3", 1, 1},
      {"trump=B trick_to=lowest", "play C6, play B9, play P2, play S3", 1, 2},
      {"trump=B next_leader=winner", "play C6, play B1, play P2, play S3", 1,
       1}};
  static const char *const hands[] = {"C6", "B1 B9 P7", "P2 B5", "S3"};
  static const char *const gold[] = {"", "", "G0", ""};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    knob_rules(&rules, 4, cases[i].knobs);
    au_state s = table_of(&rules, 0, "B2 B3 B4 B6", hands, gold);
    s.trick.trump = rules.trump == AU_TRUMP_SUIT + 'B' - 'A' ? 1 : 5;
    keep_all(&rules, &s);
    act(&rules, &s, cases[i].plays);
    assert_int_equal(s.won, cases[i].winner);
    assert_int_equal(s.trick.leader, cases[i].leader);
    assert_int_equal(s.trick.trump, rules.trump == AU_TRUMP_SUIT + 1 ? 1 : 5);
  }
}

static void test_trump_knob(void **state) {
  (void)state;
  static const struct {
    const char *knobs, *extras;
    int trump;
  } cases[] = {{"trump=none", "B10 C10", 0},
               {"trump=S", "B10 C10", 4},
               {"trump=extra", "B9 C1", 1},
               {"trump=extra", "B9 C9", 2},
               {"trump=extra", "B1 C9", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    knob_rules(&rules, 4, cases[i].knobs);
    au_seed seed = seed_of("trump");
    au_state s;
    au_deal deal;
    au_state_init(&rules, &s);
    assert_int_equal(au_deal_make(&rules, &s, &seed, &deal), AU_OK);
    au_set want = set_of(&rules, cases[i].extras);
    au_set in = want & ~deal.extras, out = deal.extras & ~want;
    for (int seat = 0; seat < 4; seat++)
      for (au_set left = in & deal.hand[seat]; left != 0; left &= left - 1) {
        deal.hand[seat] ^= (left & (~left + 1)) | (out & (~out + 1));
        out &= out - 1;
      }
    deal.extras = want;
    assert_int_equal(au_state_deal(&rules, &s, &deal, NULL), AU_OK);
    assert_int_equal(s.trick.trump, cases[i].trump);
  }
  const au_knob *knob;
  char why[AU_WHY_TEXT];
  au_rules_init(&rules, 4);
  set_knobs(&rules, "trump=Q");
  assert_int_equal(au_rules_finish(&rules, &knob, why), AU_ERULES);
  assert_string_equal(why, "that letter is not a suit of the deck");
  set_knobs(&rules, "trump=extra extras=hidden");
  assert_int_equal(au_rules_finish(&rules, &knob, why), AU_ERULES);
  assert_string_equal(knob->name, "trump");
}

/* ---- Invariants ------------------------------------------------------- */

#define BROKEN(change, reason)                                    \
  do {                                                            \
    au_state s = open_step();                                     \
    char why[AU_WHY_TEXT] = "";                                   \
    change;                                                       \
    assert_int_equal(au_state_check(&rules, &s, why), AU_ESTATE); \
    assert_string_equal(why, reason);                             \
  } while (0)

/* Seat 2 of 1, 2 and 4 is to answer. */
static au_state open_step(void) {
  begin(FOUR, 4, AU_WHEN_BIDS, AU_ASK_WORD);
  now.step[0] = 0xb;
  au_state s = dealt();
  act(&rules, &s, "bid B1, bid B4, bid C1, bid C4, answer q no");
  assert_sound(&rules, &s);
  return s;
}

static void test_invariants(void **state) {
  (void)state;
  const char *seat = "a seat is asked that cannot be";
  const char *answer = "an answer is missing, or was not asked for";
  BROKEN(s.asked |= 16, seat);
  BROKEN(s.pending |= 4, seat);
  BROKEN(s.turn = 2, seat);
  BROKEN(s.turn = 3, "the wrong seat is asked");
  BROKEN(s.answer[0] = 0, answer);
  BROKEN(s.answer[2] = AU_BEGUN, answer);
  BROKEN(s.answer[1] = AU_ANSWERED, answer);
  BROKEN(s.ask = 0, "a question is asked that there is not");
  BROKEN(s.ask = 2, "a question is asked that there is not");
  BROKEN(s.passer = 0, "a question is asked at the wrong time");
  BROKEN(asks.ask[0].when = AU_WHEN_ROUND,
         "a question is asked at the wrong time");
  BROKEN((s.trick.n = 1, s.trick.card[0] = card_of(&rules, "B2"),
          s.hand[0] &= ~au_bit(s.trick.card[0])),
         "a card that lies open was not seen by all");
  BROKEN((s.trick.n = 1, s.trick.card[0] = card_of(&rules, "B2"),
          s.hand[0] &= ~au_bit(s.trick.card[0]),
          s.seen |= au_bit(s.trick.card[0])),
         "a question is asked at the wrong time");
  BROKEN(s.known[0] = au_bit(60), "a card is not in the deck");
  BROKEN(s.known[5] = 1, "a seat that is not at the table holds something");
  BROKEN(s.called[3] = 1, "a side that does not play has points or nuggets");
  BROKEN(s.trick.trump = 3, "a byte that must be 0 is not");
  static const char *const kept = "an answer is kept that was not asked for";
  BROKEN((s.phase = AU_PHASE_PLAY, s.ask = 0), kept);
  BROKEN((s.phase = AU_PHASE_PLAY, s.ask = s.asked = 0), kept);
  BROKEN((s.phase = AU_PHASE_PLAY, s.ask = s.asked = s.pending = 0), kept);
  BROKEN((s.phase = AU_PHASE_PLAY, s.ask = s.asked = s.pending = s.answers = 0),
         kept);
  BROKEN(s.bid[0] = AU_NONE, "a bid is missing");
}

static void test_invariants_of_calls(void **state) {
  (void)state;
  char why[AU_WHY_TEXT];
  begin(FOUR, 4, AU_WHEN_INSTEAD, AU_ASK_WORD);
  au_state s = dealt(), t;
  assert_sound(&rules, &s);
  t = s;
  t.bid[0] = card_of(&rules, "B1");
  t.hand[0] &= ~au_bit(t.bid[0]);
  t.seen |= au_bit(t.bid[0]);
  assert_int_equal(au_state_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "a bid has a card, where bids have none");
  act(&rules, &s, "answer q no");
  assert_sound(&rules, &s);
  assert_int_equal(s.called[0], 1); /* no call: a bid of 0 */
  t = s;
  t.called[1] = 0;
  assert_int_equal(au_state_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "a bid is missing");
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_WORD);
  t = dealt();
  move(&t, &t, "B1", hand_of(0), (au_spot){AU_AT_BID, 0}, 0);
  assert_int_equal(au_state_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "a bid has a card, where bids have none");
  begin(FOUR, 4, AU_WHEN_INSTEAD, AU_ASK_WORD);
  t = s;
  t.phase = AU_PHASE_BID;
  assert_int_equal(au_state_check(&rules, &t, why), AU_ESTATE);
  assert_string_equal(why, "a card is to be bid, where bids have none");
  variant_rules(&rules, "en-2023", 4);
  au_state_init(&rules, &s);
  s.times = 2;
  assert_int_equal(au_state_check(&rules, &s, why), AU_ESTATE);
}

/* Rules that ask nothing know no question. */
static void test_no_questions(void **state) {
  (void)state;
  begin(FOUR, 4, AU_WHEN_DEAL, AU_ASK_CARD);
  au_state s = dealt();
  variant_rules(&rules, "en-2023", 4);
  au_action list[AU_ACTION_MAX], a = 1;
  au_set cards = 1;
  bool pass;
  int n = 1;
  au_seed seed = seed_of("none");
  au_rng rng;
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  assert_int_equal(au_state_legal(&rules, &s, list, &n), AU_OK);
  assert_int_equal(n, 0);
  assert_int_equal(au_state_cards(&rules, &s, &cards, &pass), AU_OK);
  assert_true(cards == 0);
  assert_int_equal(au_state_random(&rules, &s, &rng, &a), AU_OK);
  assert_int_equal(a, 0);
  assert_int_equal(au_state_apply(&rules, &s, au_answer_action(0, 0, 0), NULL),
                   AU_EILLEGAL);
  assert_int_equal(au_state_apply_legal(&rules, &s, au_answer_action(0, 0, 0)),
                   AU_EILLEGAL);
}

static void test_solver(void **state) {
  (void)state;
  begin(FOUR, 4, AU_WHEN_BIDS, AU_ASK_CARD);
  au_state s = dealt();
  assert_non_null(au_solve_asks(&rules, &s));
  act(&rules, &s, "bid B1, bid B4, bid C1, bid C4, answer q B2");
  assert_null(au_solve_asks(&rules, &s));
  asks.ask[0].when = AU_WHEN_AFTER_TRICK;
  assert_ptr_equal(au_solve_asks(&rules, &s), &asks.ask[0]);
  static au_solve_entry table[1 << 6];
  static au_solver v = {.table = table, .size = 1 << 6};
  static au_solution found;
  au_problem p = {.rules = &rules, .state = &s, .nodes = 1000};
  assert_int_equal(au_solve(&v, &p, &found), AU_ERULES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_cards),
      cmocka_unit_test(test_default_after_another),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_endless),
      cmocka_unit_test(test_moments),
      cmocka_unit_test(test_nobody),
      cmocka_unit_test(test_failing),
      cmocka_unit_test(test_why),
      cmocka_unit_test(test_far_answers),
      cmocka_unit_test(test_failing_moments),
      cmocka_unit_test(test_extras),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_move_refused),
      cmocka_unit_test(test_gold_moved),
      cmocka_unit_test(test_numbers_refused),
      cmocka_unit_test(test_check),
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_views_in_a_step),
      cmocka_unit_test(test_samples),
      cmocka_unit_test(test_samples_judged),
      cmocka_unit_test(test_retrace),
      cmocka_unit_test(test_retrace_made),
      cmocka_unit_test(test_samples_face_down),
      cmocka_unit_test(test_face_down_replaced),
      cmocka_unit_test(test_samples_all_known),
      cmocka_unit_test(test_samples_extras),
      cmocka_unit_test(test_samples_failing),
      cmocka_unit_test(test_look_for_all),
      cmocka_unit_test(test_games),
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_search_apart),
      cmocka_unit_test(test_trump),
      cmocka_unit_test(test_trump_knob),
      cmocka_unit_test(test_invariants),
      cmocka_unit_test(test_invariants_of_calls),
      cmocka_unit_test(test_no_questions),
      cmocka_unit_test(test_solver),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
