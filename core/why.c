/* why.c: why an action is legal or not, in words. */
#include "legal.h"

#include <stdio.h>

typedef struct refusal {
  const au_rules *r;
  const au_state *s;
  const char *card; /* the card's name */
  char *out;
} refusal;

static au_status say(const refusal *why, const char *text) {
  if (why->out != NULL)
    snprintf(why->out, AU_WHY_TEXT, "%s", text);
  return AU_EILLEGAL;
}

static au_status say_card(const refusal *why, const char *text) {
  if (why->out != NULL)
    snprintf(why->out, AU_WHY_TEXT, "%s: %s", why->card, text);
  return AU_EILLEGAL;
}

static au_status say_seat(const refusal *why, unsigned seat, const char *text) {
  if (why->out != NULL)
    snprintf(why->out, AU_WHY_TEXT, "seat %u %s", seat + 1, text);
  return AU_EILLEGAL;
}

/* Say why a base card of the hand may not follow. RULES 6.3, the
** knob 'follow'. */
static au_status why_suit(const refusal *why, au_card card) {
  const au_deck *d = &why->r->deck;
  bool must = why->r->follow == AU_FOLLOW_MUST;
  if (must)
    card = au_first(au_trick_led(d, &why->s->trick));
  char text[64];
  snprintf(text, sizeof text, "%s %s", au_suit_name(d->suit[d->suit_of[card]]),
           must ? "was led and must be followed (RULES 6.3)"
                : "is already in the trick (RULES 6.3)");
  return say_card(why, text);
}

/* The cards that the data alone allows, and whether it allows a pass. RULES 6.2
** to 6.4. */
static void by_data(const refusal *why, au_set *cards, bool *pass) {
  const au_rules *r = why->r;
  const au_state *s = why->s;
  au_set base = s->hand[s->turn];
  if (s->trick.n > 0)
    base = au_trick_follow(r, &s->trick, base);
  *cards = base;
  *pass = base == 0;
  if (s->trick.n > 0 || r->gold_leads)
    *cards |= au_gold_kinds(&r->deck, s->gold[s->turn]);
}

/* Name the house rule that forbids a card, or a pass for AU_NONE. */
static au_status who_forbids(const refusal *why, au_card card,
                             char who[AU_WHO_TEXT]) {
  const au_hooks *h = &why->r->hooks;
  au_set cards;
  bool pass;
  by_data(why, &cards, &pass);
  snprintf(who, AU_WHO_TEXT, "a house rule (RULES 13)");
  if (h->forbids == NULL)
    return AU_OK;
  return h->forbids(h->ctx, why->r, why->s, cards, pass, card, who);
}

static au_status why_forbidden(const refusal *why, au_card card) {
  char who[AU_WHO_TEXT], text[AU_WHY_TEXT];
  if (who_forbids(why, card, who) != AU_OK)
    return AU_EHOOK;
  snprintf(text, sizeof text, "%s: forbidden by %s",
           card == AU_NONE ? "pass" : why->card, who);
  return say(why, text);
}

static au_status why_play(const refusal *why, au_card card) {
  const au_state *s = why->s;
  const au_deck *d = &why->r->deck;
  if (au_has(d->gold, card)) {
    if (au_gold_count(s->gold[s->turn], d->rank_of[card]) == 0)
      return say_card(why, "not in the collection (RULES 6.3)");
    if (s->trick.n == 0 && !why->r->gold_leads)
      return say_card(why, "gold cannot lead (RULES 6.2)");
  } else {
    if (!au_has(s->hand[s->turn], card))
      return say_card(why, "not in the hand (RULES 6.3)");
    if (!au_has(au_trick_follow(why->r, &s->trick, s->hand[s->turn]), card))
      return why_suit(why, card);
  }
  return why_forbidden(why, card);
}

static au_status why_pass(const refusal *why) {
  const au_state *s = why->s;
  if (s->trick.n == 0 && s->hand[s->turn] != 0)
    return say(why, "pass: the leader can lead (RULES 6.2, 6.4)");
  au_set cards, legal;
  bool pass;
  by_data(why, &cards, &pass);
  if (pass)
    return why_forbidden(why, AU_NONE);
  if (au_state_cards(why->r, s, &legal, &pass) != AU_OK)
    return AU_EHOOK;
  au_set hand = s->hand[s->turn];
  if ((legal & hand) != 0)
    return say(why, "pass: a base card can be played (RULES 6.4)");
  char who[AU_WHO_TEXT], text[AU_WHY_TEXT];
  if (who_forbids(why, au_first(cards & hand), who) != AU_OK)
    return AU_EHOOK;
  snprintf(text, sizeof text,
           "pass: gold must be played, base cards are forbidden by %s", who);
  return say(why, text);
}

static au_status why_bid(const refusal *why, au_action a) {
  if (!au_has(why->s->hand[why->s->turn], au_action_card(a)))
    return say_card(why, "not in the hand (RULES 4.1)");
  return say_card(why, "a bid lies face up here (RULES 4.4)");
}

static au_status why_change(const refusal *why, au_action a) {
  const au_state *s = why->s;
  const au_deck *d = &why->r->deck;
  au_card gold = au_action_gold(a);
  char text[64], name[AU_CARD_TEXT];
  if (!au_has(d->gold, gold) ||
      au_gold_count(s->gold[s->turn], d->rank_of[gold]) == 0) {
    au_card_text(d, gold, name);
    snprintf(text, sizeof text, "%s: not in the collection (RULES 5.1)", name);
    return say(why, text);
  }
  if (d->rank_of[gold] < why->r->change_price) {
    au_card_text(d, gold, name);
    snprintf(text, sizeof text,
             "%s: a change costs gold of rank %d or more (RULES 5.1)", name,
             why->r->change_price);
    return say(why, text);
  }
  if (!au_has(s->hand[s->turn], au_action_card(a)))
    return say_card(why, "not in the hand (RULES 5.1)");
  return say_seat(why, au_action_of(a),
                  "is not one whose bid may be replaced (RULES 5.2)");
}

/* Say which answers the question allows. */
static au_status why_answer(const refusal *why, au_action a) {
  const au_ask *q = au_ask_now(why->r, why->s);
  au_choices c;
  char text[AU_WHY_TEXT], value[AU_ASK_TEXT];
  if (q == NULL || au_action_ask(a) != why->s->ask - 1)
    return say(why, "that is not the question asked now");
  if (au_ask_choices(why->r, why->s, &c) != AU_OK)
    return AU_EHOOK;
  au_value_text(&why->r->deck, q, au_action_value(a), value);
  size_t n = (size_t)snprintf(text, sizeof text,
                              "%s is not an answer to '%s':", value, q->name);
  au_choices_text(&why->r->deck, q, &c, text + n, sizeof text - n);
  return say(why, text);
}

/* The rule by which a card may be played, or the seat may pass for AU_NONE.
** RULES 6.2 to 6.4. */
static const char *play_allowed(const refusal *why, au_card card) {
  static const char *const follow[] = {
      [AU_FOLLOW_BARRED] = "its suit is not yet in the trick (RULES 6.3)",
      [AU_FOLLOW_MUST] = "it follows suit, or the hand cannot (RULES 6.3)",
      [AU_FOLLOW_FREE] = "any card may follow (RULES 6.3)"};
  bool gold = au_has(why->r->deck.gold, card), pass;
  au_set cards;
  by_data(why, &cards, &pass);
  if (card == AU_NONE ? !pass : !au_has(cards, card))
    return "a house rule allows it (RULES 13)";
  if (card == AU_NONE)
    return "no base card can be played (RULES 6.4)";
  if (why->s->trick.n == 0)
    return gold ? "gold may lead here (RULES 6.2)"
                : "any base card of the hand may lead (RULES 6.2)";
  return gold ? "gold may always follow (RULES 6.3)" : follow[why->r->follow];
}

/* The rule that allows a legal action. */
static const char *rule_of(const refusal *why, au_action a) {
  static const char *const rule[AU_ACT_N] = {
      [AU_ACT_BID] = "a seat may bid any card of its hand (RULES 4.1)",
      [AU_ACT_CHANGE] = "gold pays for a change before each trick (RULES 5.1)",
      [AU_ACT_KEEP] = "a change is never required (RULES 5.1)",
      [AU_ACT_ANSWER] = "the question allows this answer"};
  au_action_kind kind = au_action_what(a);
  if (kind == AU_ACT_PLAY || kind == AU_ACT_PASS)
    return play_allowed(why, kind == AU_ACT_PLAY ? au_action_card(a) : AU_NONE);
  return rule[kind];
}

static void why_allowed(const refusal *why, au_action a) {
  char text[AU_ACTION_TEXT];
  if (why->out == NULL)
    return;
  au_action_text(&why->r->deck, why->r->asks, a, text);
  snprintf(why->out, AU_WHY_TEXT, "%s: %s", text, rule_of(why, a));
}

au_status au_state_why(const au_rules *r, const au_state *s, au_action a,
                       char *out) {
  static const char *const asked[AU_PHASE_N] = {
      "the round is not dealt yet (RULES 3)",
      "a bid is due (RULES 4)",
      "keep or change the bids first (RULES 5)",
      "a card to the trick is due (RULES 6)",
      "the game is over (RULES 9.4)",
      "a question of the variant is to be answered"};
  char card[AU_CARD_TEXT];
  refusal why = {r, s, card, out};
  au_action_kind kind = au_action_what(a);
  au_status status = au_state_allows(r, s, a);
  if (status == AU_OK)
    why_allowed(&why, a);
  if (status != AU_EILLEGAL)
    return status;
  au_card_text(&r->deck, au_action_card(a), card);
  if (s->phase >= AU_PHASE_N)
    return say(&why, "no such phase");
  if (s->turn == AU_NONE)
    return say(&why, asked[s->phase]);
  if (kind == AU_ACT_NONE || kind >= AU_ACT_N)
    return say(&why, "no such action");
  if (au_action_seat(a) != s->turn)
    return say_seat(&why, au_action_seat(a), "is not on turn");
  if (s->phase == AU_PHASE_PLAY && kind == AU_ACT_PLAY)
    return why_play(&why, au_action_card(a));
  if (s->phase == AU_PHASE_PLAY && kind == AU_ACT_PASS)
    return why_pass(&why);
  if (s->phase == AU_PHASE_BID && kind == AU_ACT_BID)
    return why_bid(&why, a);
  if (s->phase == AU_PHASE_CHANGE && kind == AU_ACT_CHANGE)
    return why_change(&why, a);
  if (s->phase == AU_PHASE_ASK && kind == AU_ACT_ANSWER)
    return why_answer(&why, a);
  return say(&why, asked[s->phase]);
}
