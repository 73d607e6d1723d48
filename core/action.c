/* action.c: legal actions and their effects. RULES 4 to 8. */
#include "action.h"

#include "award.h"
#include "course.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static uint8_t next_seat(const au_rules *r, uint8_t seat) {
  return (uint8_t)(seat + 1 < r->players ? seat + 1 : 0);
}

/* ---- Legal actions ---------------------------------------------------- */

/* The seats (a bit each) whose bid card 'seat' may replace. RULES 5.2. */
static uint8_t changeable(const au_rules *r, uint8_t seat) {
  return (uint8_t)(r->change_of == AU_CHANGE_SIDE
                       ? r->seats_of[r->side_of[seat]]
                       : 1 << seat);
}

/* The cards that the leader may lead. RULES 6.2, 6.4, the knob 'gold_leads'. */
static au_status lead_cards(const au_rules *r, const au_state *s, uint8_t seat,
                            au_set *cards, bool *pass) {
  *cards = s->hand[seat];
  *pass = *cards == 0;
  if (r->plain_play)
    return AU_OK;
  au_set held = *cards | au_gold_kinds(&r->deck, s->gold[seat]);
  if (r->gold_leads)
    *cards = held;
  if (r->hooks.lead == NULL)
    return AU_OK;
  if (r->hooks.lead(r->hooks.ctx, r, s, cards, pass) != AU_OK ||
      (*cards & ~held) != 0 || (*cards == 0 && !*pass))
    return AU_EHOOK;
  return AU_OK;
}

static void offer(au_set base, au_set gold, au_set *cards, bool *pass) {
  *cards = base | gold;
  *pass = base == 0;
}

/* The cards that may be played to a trick that is led. RULES 6.3, 6.4. */
static au_status follow_cards(const au_rules *r, const au_state *s,
                              au_set *cards, bool *pass) {
  au_set gold = au_gold_kinds(&r->deck, s->gold[s->turn]);
  au_set hand = s->hand[s->turn];
  offer(hand & ~au_trick_barred(&r->deck, &s->trick), gold, cards, pass);
  if (r->plain_play)
    return AU_OK;
  offer(au_trick_follow(r, &s->trick, hand), gold, cards, pass);
  if (r->hooks.legal == NULL)
    return AU_OK;
  if (r->hooks.legal(r->hooks.ctx, r, s, cards, pass) != AU_OK ||
      (*cards & ~(hand | gold)) != 0 || (*cards == 0 && !*pass))
    return AU_EHOOK;
  return AU_OK;
}

/* The cards that may answer a question; none if it is not for cards. */
AU_RARE static au_status answer_cards(const au_rules *r, const au_state *s,
                                      au_set *cards) {
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  if (q == NULL || q->kind != AU_ASK_CARD)
    return AU_OK;
  au_status status = au_ask_choices(r, s, &c);
  *cards = status == AU_OK ? c.set : 0;
  return status;
}

au_status au_state_cards(const au_rules *r, const au_state *s, au_set *cards,
                         bool *pass) {
  *cards = 0;
  *pass = false;
  if (s->phase == AU_PLAY)
    return s->trick.n == 0 ? lead_cards(r, s, s->turn, cards, pass)
                           : follow_cards(r, s, cards, pass);
  if (s->phase == AU_BID || s->phase == AU_CHANGE)
    *cards = s->hand[s->turn];
  else if (s->phase == AU_ASK)
    return answer_cards(r, s, cards);
  return AU_OK;
}

AU_RARE static au_status list_answers(const au_rules *r, const au_state *s,
                                      au_action *out, int *n) {
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  *n = 0;
  if (q == NULL)
    return AU_OK;
  au_status status = au_ask_choices(r, s, &c);
  if (status != AU_OK)
    return status;
  *n = (int)au_choices_count(q, &c);
  for (int i = 0; i < *n; i++)
    out[i] = au_answer_action(s->turn, s->ask - 1u,
                              au_choices_at(q, &c, (uint32_t)i));
  return AU_OK;
}

/* Lists are written in blocks, up to BLOCK - 1 entries past their end: their
** lengths are random, so a processor mispredicts the end of a loop by card. */
enum { BLOCK = 4 };
static_assert(1 + AU_GOLD_MAX * 42 * (AU_SEAT_MAX - 1) + BLOCK - 1 <=
                  AU_ACTION_MAX,
              "the longest list has room for a whole last block");

/* Write 'act' with each card of a set; returns their number. */
static inline int list_cards(au_set set, au_action act, au_action *out) {
  int n = au_count(set);
  for (; set != 0; out += BLOCK)
    for (int i = 0; i < BLOCK; i++, set &= set - 1)
      out[i] = act | (au_action)au_first(set | au_bit(AU_KIND_MAX - 1)) << 9;
  return n;
}

static int list_changes(const au_rules *r, const au_state *s, au_action *out) {
  uint8_t seat = s->turn;
  au_action card[AU_KIND_MAX + BLOCK]; /* the 'card' field of each card in the
                                       ** hand */
  int cards = 0, n = 0;
  for (au_set hand = s->hand[seat]; hand != 0; hand &= hand - 1)
    card[cards++] = (au_action)au_first(hand) << 9;
  memset(card + cards, 0, BLOCK * sizeof *card);
  out[n++] = au_keep_action(seat);
  au_set gold = au_gold_kinds(&r->deck, au_change_gold(r, s, seat));
  for (; gold != 0; gold &= gold - 1)
    for (unsigned of = changeable(r, seat); of != 0; of &= of - 1) {
      au_action pay = au_change_action(seat, au_first(gold), 0, au_first(of));
      for (int i = 0; i < cards; i += BLOCK)
        for (int j = i; j < i + BLOCK; j++)
          out[n + j] = pay | card[j];
      n += cards;
    }
  return n;
}

au_status au_state_legal(const au_rules *r, const au_state *s,
                         au_action out[AU_ACTION_MAX], int *n) {
  au_set cards;
  bool pass;
  if (s->phase == AU_CHANGE) {
    *n = list_changes(r, s, out);
    return AU_OK;
  }
  if (s->phase == AU_ASK)
    return list_answers(r, s, out, n);
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  au_action act = s->phase == AU_BID ? au_bid_action(s->turn, 0, false)
                                     : au_play_action(s->turn, 0);
  int count = list_cards(cards, act, out);
  if (s->phase == AU_BID && r->zero_bid)
    count += list_cards(cards, au_bid_action(s->turn, 0, true), out + count);
  if (pass)
    out[count++] = au_pass_action(s->turn);
  *n = count;
  return AU_OK;
}

static au_action random_change(const au_rules *r, const au_state *s,
                               au_rng *rng) {
  au_set gold = au_gold_kinds(&r->deck, au_change_gold(r, s, s->turn));
  uint8_t of = changeable(r, s->turn);
  uint32_t cards = (uint32_t)au_count(s->hand[s->turn]);
  uint32_t bids = (uint32_t)au_count(of);
  uint32_t i = au_rng_below(rng, 1 + cards * bids * (uint32_t)au_count(gold));
  if (i == 0)
    return au_keep_action(s->turn);
  i--;
  return au_change_action(s->turn, au_nth(gold, i / (cards * bids)),
                          au_nth(s->hand[s->turn], i % cards),
                          au_nth(of, i / cards % bids));
}

AU_RARE static au_status random_answer(const au_rules *r, const au_state *s,
                                       au_rng *rng, au_action *a) {
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  *a = 0;
  if (q == NULL)
    return AU_OK;
  au_status status = au_ask_choices(r, s, &c);
  if (status != AU_OK)
    return status;
  uint32_t n = au_choices_count(q, &c), i = n > 1 ? au_rng_below(rng, n) : 0;
  *a = au_answer_action(s->turn, s->ask - 1u, au_choices_at(q, &c, i));
  return AU_OK;
}

au_status au_state_default(const au_rules *r, const au_state *s, au_action *a) {
  unsigned value;
  if (au_ask_now(r, s) == NULL)
    return AU_ESTATE;
  au_status status = au_ask_default(r, s, &value);
  if (status == AU_OK)
    *a = au_answer_action(s->turn, s->ask - 1u, value);
  return status;
}

au_status au_state_random(const au_rules *r, const au_state *s, au_rng *rng,
                          au_action *a) {
  au_set cards;
  bool pass;
  if (s->phase == AU_CHANGE) {
    *a = random_change(r, s, rng);
    return AU_OK;
  }
  if (s->phase == AU_ASK)
    return random_answer(r, s, rng, a);
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  uint32_t n = (uint32_t)au_count(cards);
  uint32_t all = s->phase == AU_BID && r->zero_bid ? 2 * n : n + pass;
  uint32_t i = all > 1 ? au_rng_below(rng, all) : 0;
  if (all == 0)
    *a = 0;
  else if (s->phase == AU_BID)
    *a = au_bid_action(s->turn, au_nth(cards, i % n), i >= n);
  else
    *a = i < n ? au_play_action(s->turn, au_nth(cards, i))
               : au_pass_action(s->turn);
  return AU_OK;
}

/* ---- The effect of an action ------------------------------------------ */

AU_APART static au_status do_bid(const au_rules *r, au_state *s, au_action a) {
  au_card card = au_action_card(a);
  s->hand[s->turn] &= ~au_bit(card);
  s->bid[s->turn] = card;
  if (au_action_down(a))
    s->down |= (uint8_t)(1 << s->turn);
  if (r->bidding == AU_BIDDING_OPEN && !au_action_down(a))
    s->seen |= au_bit(card);
  s->turn = next_seat(r, s->turn);
  if (s->bid[s->turn] == AU_NONE)
    return AU_OK;
  for (int seat = 0; seat < r->players; seat++)
    if (!(s->down >> seat & 1))
      s->seen |= au_bit(s->bid[seat]);
  return au_course_bid(r, s);
}

/* 'seat' takes the bid card of 'of', which lies face down: these two alone know
** which it is. A question after the deal may have shown others the bid, or a card
** of the hand, before it was laid: they no longer know where such a card lies. */
static void take_unseen(const au_rules *r, au_state *s, int seat, int of) {
  au_set bid = au_bit(s->bid[of]), lay = s->hand[of] | bid;
  bool asked = au_asks_at(r, AU_WHEN_DEAL);
  for (int i = 0; i < r->players && asked; i++)
    if (i == seat || i == of)
      s->known[i] |= lay & s->seen;
    else
      s->known[i] &= ~lay;
  if (asked)
    s->seen &= ~lay;
  s->known[of] |= bid;
}

/* Pay the gold to the supply, take the replaced card into the payer's
** hand. RULES 5. */
AU_APART static au_status do_change(const au_rules *r, au_state *s,
                                    au_action a) {
  uint8_t seat = s->turn, of = au_action_of(a);
  au_gold paid = au_gold_one(r->deck.rank_of[au_action_gold(a)]);
  au_card card = au_action_card(a);
  s->gold[seat] -= paid;
  s->supply += paid;
  s->hand[seat] ^= au_bit(card) | au_bit(s->bid[of]);
  if ((s->down >> of & 1) && of != seat)
    take_unseen(r, s, seat, of);
  s->bid[of] = card;
  s->called[r->side_of[of]] = 0;
  s->down &= (uint8_t) ~(1 << of);
  s->seen |= au_bit(card);
  s->changed++;
  if (s->changed < r->changes && au_change_open(r, s, seat))
    return AU_OK;
  int place = seat - s->trick.leader;
  return au_course_change(r, s, (place < 0 ? place + r->players : place) + 1);
}

static au_status do_keep(const au_rules *r, au_state *s) {
  int place = s->turn - s->trick.leader;
  return au_course_change(r, s, (place < 0 ? place + r->players : place) + 1);
}

/* Settle a full trick in the order of RULES 7: award, winner, gold
** back, next leader. */
AU_APART static au_status settle(const au_rules *r, au_state *s) {
  const au_hooks *h = &r->hooks;
  au_verdict v = au_trick_judge(r, &s->trick);
  uint8_t winner = au_trick_seat(&s->trick, v.winner, r->players);
  uint8_t leader = au_trick_seat(&s->trick, v.leader, r->players);
  uint8_t lucky;
  if (au_award_find(r, s, v.awarded, &lucky, &s->award) != AU_OK)
    return AU_EHOOK;
  if (h->winner != NULL) {
    if (h->winner(h->ctx, r, s, s->vars, &winner) != AU_OK ||
        (winner >= r->players && winner != AU_NONE))
      return AU_EHOOK;
    if (v.winner_leads && winner != AU_NONE)
      leader = winner;
  }
  if (h->leader != NULL &&
      (h->leader(h->ctx, r, s, s->vars, &leader) != AU_OK ||
       leader >= r->players))
    return AU_EHOOK;
  if (s->award != AU_NONE) {
    au_gold one = au_gold_one(r->deck.rank_of[s->award]);
    s->supply -= one;
    s->gold[lucky] += one;
  }
  if (winner != AU_NONE)
    s->taken[winner]++;
  s->won = winner;
  s->supply += au_trick_gold(&r->deck, &s->trick);
  s->tricks++;
  return au_course_settled(r, s, leader);
}

static au_status do_play(const au_rules *r, au_state *s, au_action a) {
  au_card card = au_action_card(a);
  if (card >= r->deck.gold_at) {
    s->gold[s->turn] -= au_gold_one(r->deck.rank_of[card]);
  } else {
    s->hand[s->turn] &= ~au_bit(card);
    s->seen |= au_bit(card);
  }
  s->trick.card[s->trick.n++] = card;
  if (s->trick.n == r->players)
    return settle(r, s);
  s->turn = next_seat(r, s->turn);
  return AU_OK;
}

au_status au_state_do(const au_rules *r, au_state *s, au_action a,
                      au_score *score) {
  switch (au_action_what(a)) {
  case AU_ACT_PLAY:
    return do_play(r, s, a);
  case AU_ACT_KEEP:
    return do_keep(r, s);
  case AU_ACT_CHANGE:
    return do_change(r, s, a);
  case AU_ACT_BID:
    return do_bid(r, s, a);
  case AU_ACT_PASS:
    return au_course_passed(r, s, score);
  case AU_ACT_ANSWER:
    return au_course_answered(r, s, au_action_value(a), score);
  case AU_ACT_NONE:
  case AU_ACT_N:
  default:
    break;
  }
  return AU_EILLEGAL;
}

au_status au_state_apply_legal(const au_rules *r, au_state *s, au_action a) {
  return au_state_do(r, s, a, NULL);
}

/* ---- Random playouts -------------------------------------------------- */

/* With all calls inlined ("flatten"), a playout takes a tenth less time. */
__attribute__((flatten)) au_status au_state_playout(const au_rules *r,
                                                    au_state *s, au_rng *rng,
                                                    au_score *score) {
  for (int i = 0; au_state_open(s); i++) {
    au_action a;
    if (i == AU_LOG_MAX) /* never: no draw keeps and saves gold for so long */
      return AU_EFULL;
    au_status status = au_state_random(r, s, rng, &a);
    if (status == AU_OK)
      status = au_state_do(r, s, a, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

au_status au_state_deal_random(const au_rules *r, au_state *s, au_rng *rng) {
  au_seed seed = {{au_rng_next(rng), 0}};
  au_deal deal;
  seed.key[1] = au_rng_next(rng);
  au_status status = au_deal_make(r, s, &seed, &deal);
  return status == AU_OK ? au_state_deal(r, s, &deal, NULL) : status;
}

/* ---- Checking and applying -------------------------------------------- */

AU_RARE static au_status check_answer(const au_rules *r, const au_state *s,
                                      au_action a) {
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  if (q == NULL ||
      a != au_answer_action(s->turn, s->ask - 1u, au_action_value(a)))
    return AU_EILLEGAL;
  au_status status = au_ask_choices(r, s, &c);
  if (status != AU_OK)
    return status;
  return au_choices_have(q, &c, au_action_value(a)) ? AU_OK : AU_EILLEGAL;
}

/* True if the seat on turn may play a card under rules with 'plain_play': the
** same as au_state_cards, without the set. RULES 6.2, 6.3. */
static bool can_play(const au_rules *r, const au_state *s, au_card card) {
  const au_deck *d = &r->deck;
  if (card < d->gold_at)
    return (s->hand[s->turn] & ~au_trick_barred(d, &s->trick)) >> card & 1;
  return s->trick.n > 0 && card < d->gold_at + d->gold_n &&
         au_gold_count(s->gold[s->turn], card - d->gold_at) > 0;
}

/* Fields of an action: of a bid or a play, and of a change. Without them, one
** comparison checks all others. */
static const au_action card_field = 63u << 9, down_field = 1u << 21,
                       change_fields = 63u << 15 | 63u << 9 | 7u << 6;

/* True if the seat on turn may make this change. RULES 5. */
static bool can_change(const au_rules *r, const au_state *s, au_action a) {
  uint8_t seat = s->turn;
  au_card gold = au_action_gold(a);
  if (a == au_keep_action(seat))
    return true;
  return (a & ~change_fields) == au_change_action(seat, 0, 0, 0) &&
         (changeable(r, seat) >> au_action_of(a) & 1) &&
         (s->hand[seat] >> au_action_card(a) & 1) && gold >= r->deck.gold_at &&
         gold < r->deck.gold_at + r->deck.gold_n &&
         au_gold_count(au_change_gold(r, s, seat), gold - r->deck.gold_at) > 0;
}

/* AU_OK if 'a' is legal, else an error. */
static au_status check(const au_rules *r, const au_state *s, au_action a) {
  uint8_t seat = s->turn;
  au_card card = au_action_card(a);
  bool pass, legal = false;
  if (s->phase == AU_PLAY) {
    bool play = (a & ~card_field) == au_play_action(seat, 0);
    if (r->plain_play && play)
      return can_play(r, s, card) ? AU_OK : AU_EILLEGAL;
    if (au_action_seat(a) != seat)
      return AU_EILLEGAL;
    au_set cards;
    au_status status = au_state_cards(r, s, &cards, &pass);
    if (status != AU_OK)
      return status;
    legal = play ? cards >> card & 1 : pass && a == au_pass_action(seat);
  } else if (s->phase == AU_CHANGE) {
    legal = can_change(r, s, a);
  } else if (s->phase == AU_BID) {
    legal = (a & ~(card_field | down_field)) == au_bid_action(seat, 0, false) &&
            (s->hand[seat] >> card & 1) && (!au_action_down(a) || r->zero_bid);
  } else if (s->phase == AU_ASK) {
    return check_answer(r, s, a);
  }
  return legal ? AU_OK : AU_EILLEGAL;
}

/* True if applying 'a' may call a hook, and so fail halfway. */
static bool asks_hook(const au_rules *r, const au_state *s, au_action a) {
  au_action_kind kind = au_action_what(a);
  return kind == AU_ACT_PLAY   ? r->hooked_trick && s->trick.n + 1 == r->players
         : kind == AU_ACT_BID  ? r->hooked_lead
         : kind == AU_ACT_PASS ? r->hooked_round
                               : kind == AU_ACT_ANSWER;
}

/* Do a legal action that may fail halfway. */
AU_APART static au_status apply_hooked(const au_rules *r, au_state *s,
                                       au_action a, au_undo *u) {
  au_state before;
  au_state_copy(&before, s);
  au_status status = au_state_apply_legal(r, s, a);
  if (status != AU_OK)
    *s = before;
  else if (u != NULL)
    au_state_copy(&u->before, &before);
  return status;
}

au_status au_state_apply(const au_rules *r, au_state *s, au_action a,
                         au_undo *u) {
  au_status status = check(r, s, a);
  if (status != AU_OK)
    return status;
  if (asks_hook(r, s, a))
    return apply_hooked(r, s, a, u);
  if (u != NULL)
    au_state_copy(&u->before, s);
  return au_state_apply_legal(r, s, a);
}

/* ---- Reasons for a refusal -------------------------------------------- */

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
           must ? "was led and must be followed"
                : "is already in the trick (RULES 6.3)");
  return say_card(why, text);
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
  return say_card(why, "forbidden by the variant's hook");
}

static au_status why_pass(const refusal *why) {
  const au_state *s = why->s;
  if (s->trick.n == 0 && s->hand[s->turn] != 0)
    return say(why, "pass: the leader can lead (RULES 6.2, 6.4)");
  if (s->trick.n == 0 || why->r->hooks.legal != NULL)
    return say(why, "pass: forbidden by the variant's hook");
  return say(why, "pass: a base card can be played (RULES 6.4)");
}

static au_status why_bid(const refusal *why, au_action a) {
  if (!au_has(why->s->hand[why->s->turn], au_action_card(a)))
    return say_card(why, "not in the hand (RULES 4.1)");
  return say_card(why, "a bid lies face up here (RULES 4)");
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
    snprintf(text, sizeof text, "%s: a change costs gold of rank %d or more",
             name, why->r->change_price);
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
  au_status status = check(r, s, a);
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
  if (s->phase == AU_PLAY && kind == AU_ACT_PLAY)
    return why_play(&why, au_action_card(a));
  if (s->phase == AU_PLAY && kind == AU_ACT_PASS)
    return why_pass(&why);
  if (s->phase == AU_BID && kind == AU_ACT_BID)
    return why_bid(&why, a);
  if (s->phase == AU_CHANGE && kind == AU_ACT_CHANGE)
    return why_change(&why, a);
  if (s->phase == AU_ASK && kind == AU_ACT_ANSWER)
    return why_answer(&why, a);
  return say(&why, asked[s->phase]);
}
