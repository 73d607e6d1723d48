/* legal.c: which actions are legal. RULES 4 to 8. */
#include "legal.h"

#include <assert.h>
#include <string.h>

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
  if (s->phase == AU_PHASE_PLAY)
    return s->trick.n == 0 ? lead_cards(r, s, s->turn, cards, pass)
                           : follow_cards(r, s, cards, pass);
  if (s->phase == AU_PHASE_BID || s->phase == AU_PHASE_CHANGE)
    *cards = s->hand[s->turn];
  else if (s->phase == AU_PHASE_ASK)
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

/* Lists are written in blocks, up to BLOCK - 1 entries past their end. Their
** lengths vary, so the exit branch of a loop over cards is mispredicted. */
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
  if (s->phase == AU_PHASE_CHANGE) {
    *n = list_changes(r, s, out);
    return AU_OK;
  }
  if (s->phase == AU_PHASE_ASK)
    return list_answers(r, s, out, n);
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  au_action act = s->phase == AU_PHASE_BID ? au_bid_action(s->turn, 0, false)
                                           : au_play_action(s->turn, 0);
  int count = list_cards(cards, act, out);
  if (s->phase == AU_PHASE_BID && r->zero_bid)
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
  if (s->phase == AU_PHASE_CHANGE) {
    *a = random_change(r, s, rng);
    return AU_OK;
  }
  if (s->phase == AU_PHASE_ASK)
    return random_answer(r, s, rng, a);
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  uint32_t n = (uint32_t)au_count(cards);
  uint32_t all = s->phase == AU_PHASE_BID && r->zero_bid ? 2 * n : n + pass;
  uint32_t i = all > 1 ? au_rng_below(rng, all) : 0;
  if (all == 0)
    *a = 0;
  else if (s->phase == AU_PHASE_BID)
    *a = au_bid_action(s->turn, au_nth(cards, i % n), i >= n);
  else
    *a = i < n ? au_play_action(s->turn, au_nth(cards, i))
               : au_pass_action(s->turn);
  return AU_OK;
}

/* ---- Whether one action is legal ---------------------------------------- */

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

au_status au_state_allows(const au_rules *r, const au_state *s, au_action a) {
  uint8_t seat = s->turn;
  au_card card = au_action_card(a);
  bool pass, legal = false;
  if (s->phase == AU_PHASE_PLAY) {
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
  } else if (s->phase == AU_PHASE_CHANGE) {
    legal = can_change(r, s, a);
  } else if (s->phase == AU_PHASE_BID) {
    legal = (a & ~(card_field | down_field)) == au_bid_action(seat, 0, false) &&
            (s->hand[seat] >> card & 1) && (!au_action_down(a) || r->zero_bid);
  } else if (s->phase == AU_PHASE_ASK) {
    return check_answer(r, s, a);
  }
  return legal ? AU_OK : AU_EILLEGAL;
}
