/* ask.c: see ask.h. */
#include "ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { CARD_BITS = 6, TIMES_MAX = 100 };

/* ---- Answers ---------------------------------------------------------- */

au_set au_answer_cards(uint32_t answer) {
  au_set cards = 0;
  if (!(answer & AU_BEGUN))
    return 0;
  for (int i = 0; i < AU_ASK_CARDS; i++) {
    au_card c = answer >> (CARD_BITS * i) & 63;
    if (i == 0 || c != 0)
      cards |= au_bit(c);
  }
  return cards;
}

bool au_answer_add(const au_ask *q, uint32_t *answer, unsigned value) {
  int n = au_count(au_answer_cards(*answer));
  *answer |= AU_BEGUN | value << (CARD_BITS * n);
  if (q->kind == AU_ASK_CARD && n + 1 < q->cards)
    return false;
  *answer |= AU_ANSWERED;
  return true;
}

bool au_choices_have(const au_ask *q, const au_choices *c, unsigned value) {
  if (!au_ask_set(q))
    return (int)value >= c->lo && (int)value <= c->hi;
  unsigned bit = value - (unsigned)q->lo; /* huge for a number below 'lo' */
  return bit < AU_KIND_MAX && (c->set >> bit & 1);
}

uint32_t au_choices_count(const au_ask *q, const au_choices *c) {
  if (!au_ask_set(q))
    return c->hi < c->lo ? 0 : (uint32_t)(c->hi - c->lo + 1);
  return (uint32_t)au_count(c->set);
}

unsigned au_choices_at(const au_ask *q, const au_choices *c, uint32_t i) {
  au_set set = c->set;
  if (!au_ask_set(q))
    return (unsigned)c->lo + i;
  while (i-- > 0)
    set &= set - 1;
  return (unsigned)q->lo + au_first(set);
}

/* ---- Steps ------------------------------------------------------------ */

/* The first seat of a set in play order from the trick's leader. */
static uint8_t first_of(const au_rules *r, const au_state *s, uint8_t seats) {
  for (int place = 0; place < r->players; place++) {
    uint8_t seat = au_trick_seat(&s->trick, place, r->players);
    if (seats >> seat & 1)
      return seat;
  }
  return AU_NONE;
}

/* Ask for the next step of the present question; '*asked' is false if there is
** none. */
static au_status next_step(const au_rules *r, au_state *s, bool *asked) {
  uint8_t seats = 0;
  au_status status = r->hooks.ask_next(r->hooks.ctx, r, s, s->ask - 1, &seats);
  if (status != AU_OK || seats >> r->players != 0 ||
      (seats != 0 && s->answers >= AU_ASK_ANSWERS))
    return AU_EHOOK;
  memset(s->answer, 0, sizeof s->answer);
  s->asked = s->pending = seats;
  s->turn = first_of(r, s, seats);
  *asked = seats != 0;
  return AU_OK;
}

/* Begin the questions of a moment from index 'i' on. */
static au_status begin_from(const au_rules *r, au_state *s, int i, au_when when,
                            bool *asked) {
  *asked = false;
  for (; i < r->asks->n; i++) {
    if (r->asks->ask[i].when != when)
      continue;
    s->phase = AU_PHASE_ASK;
    s->turn = AU_NONE;
    s->ask = (uint8_t)(i + 1);
    s->answers = 0;
    au_status status = next_step(r, s, asked);
    if (status != AU_OK || *asked)
      return status;
  }
  s->ask = s->answers = 0;
  return AU_OK;
}

au_status au_ask_some(const au_rules *r, au_state *s, au_when when,
                      bool *asked) {
  return begin_from(r, s, 0, when, asked);
}

au_status au_ask_answer(const au_rules *r, au_state *s, unsigned value,
                        bool *asked) {
  const au_ask *q = &r->asks->ask[s->ask - 1];
  s->answers++;
  *asked = true;
  if (!au_answer_add(q, &s->answer[s->turn], value))
    return AU_OK;
  s->pending &= (uint8_t) ~(1 << s->turn);
  s->turn = first_of(r, s, s->pending);
  if (s->pending != 0)
    return AU_OK;
  au_status status = r->hooks.ask_done(r->hooks.ctx, r, s, s->ask - 1);
  if (status == AU_OK)
    status = next_step(r, s, asked);
  if (status != AU_OK || *asked)
    return status;
  return begin_from(r, s, s->ask, (au_when)q->when, asked);
}

au_status au_ask_offer(const au_rules *r, const au_state *s, au_choices *c) {
  const au_ask *q = au_ask_now(r, s);
  au_set may = r->deck.base | r->deck.gold;
  int n = q->kind == AU_ASK_WORD ? q->word_n : q->hi - q->lo + 1;
  if (q->kind != AU_ASK_CARD) /* the lowest 'n' bits */
    may = au_ask_set(q) ? ~(au_set)0 >> (AU_KIND_MAX - n) : 0;
  *c = (au_choices){.set = may, .lo = q->lo, .hi = q->hi, .own = q->narrows};
  if (q->kind == AU_ASK_CARD)
    c->set = s->hand[s->turn];
  au_status status =
      r->hooks.ask_choices(r->hooks.ctx, r, s, s->ask - 1, s->turn, c);
  if (status != AU_OK || c->lo < q->lo || c->hi > q->hi || (c->set & ~may) != 0)
    return AU_EHOOK;
  uint32_t need = q->kind == AU_ASK_CARD ? q->cards : 1;
  return au_choices_count(q, c) < need ? AU_EHOOK : AU_OK;
}

au_status au_ask_choices(const au_rules *r, const au_state *s,
                         au_choices *out) {
  const au_ask *q = au_ask_now(r, s);
  au_status status = au_ask_offer(r, s, out);
  if (status != AU_OK || q->kind != AU_ASK_CARD)
    return status;
  au_set chosen = au_answer_cards(s->answer[s->turn]);
  int more = q->cards - au_count(chosen) - 1; /* after the next card */
  if (chosen != 0) /* only cards above those chosen */
    out->set &= ~(((au_set)2 << (63 - __builtin_clzll(chosen))) - 1);
  au_set top = out->set;
  while (au_count(top) > more)
    top &= top - 1;
  out->set &= ~top;
  return AU_OK;
}

au_status au_ask_default(const au_rules *r, const au_state *s,
                         unsigned *value) {
  const au_ask *q = au_ask_now(r, s);
  au_choices all, now;
  au_status status = au_ask_offer(r, s, &all);
  if (status != AU_OK)
    return status;
  au_choices given = all;
  status =
      r->hooks.ask_default(r->hooks.ctx, r, s, s->ask - 1, s->turn, &given);
  uint32_t need = q->kind == AU_ASK_CARD ? q->cards : 1;
  if (status != AU_OK || au_choices_count(q, &given) != need ||
      (given.set & ~all.set) != 0 || given.lo < all.lo || given.hi > all.hi)
    return AU_EHOOK;
  status = au_ask_choices(r, s, &now);
  if (status != AU_OK)
    return status;
  if (q->kind == AU_ASK_CARD && (given.set & now.set) == 0)
    given = now; /* the seat has begun another answer */
  given.set &= now.set | (q->kind != AU_ASK_CARD ? given.set : 0);
  *value = au_choices_at(q, &given, 0);
  return AU_OK;
}

/* ---- Verbs ------------------------------------------------------------ */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static au_status
refuse(char *why, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(why, AU_WHY_TEXT, format, args);
  va_end(args);
  return AU_ESTATE;
}

/* Write "the hand of seat 2", "the extras", ... */
static const char *place_text(au_spot p, char out[40]) {
  static const char *const names[AU_AT_N] = {
      "the hand", "the collection", "the bid", "the extras", "the supply"};
  if (p.at >= AU_AT_EXTRAS)
    snprintf(out, 40, "%s", names[p.at]);
  else
    snprintf(out, 40, "%s of seat %d", names[p.at], p.seat + 1);
  return out;
}

/* The base cards at a place. */
static au_set cards_at(const au_state *s, au_spot p) {
  switch ((au_at)p.at) {
  case AU_AT_HAND:
    return s->hand[p.seat];
  case AU_AT_BID:
    return s->bid[p.seat] == AU_NONE ? 0 : au_bit(s->bid[p.seat]);
  case AU_AT_EXTRAS:
    return s->extras;
  case AU_AT_GOLD:
  case AU_AT_SUPPLY:
  case AU_AT_N:
  default:
    return 0;
  }
}

/* The cards among which others look for a card that lies at a place. If a seat
** may have laid face down a card that others had seen in its hand, they do not
** know whether it is in the hand or the bid. */
static au_set lying_with(const au_rules *r, const au_state *s, au_spot p) {
  au_spot other = {p.at == AU_AT_HAND ? AU_AT_BID : AU_AT_HAND, p.seat};
  bool apart = p.at >= AU_AT_EXTRAS || !(s->down >> p.seat & 1) ||
               !au_asks_at(r, AU_WHEN_DEAL);
  return cards_at(s, p) | (apart ? 0 : cards_at(s, other));
}

/* The pile of gold at a place; NULL if it has none. */
static au_gold *gold_at(au_state *s, au_spot p) {
  return p.at == AU_AT_GOLD     ? &s->gold[p.seat]
         : p.at == AU_AT_SUPPLY ? &s->supply
                                : NULL;
}

/* True if all see the cards at a place. */
static bool lies_open(const au_rules *r, const au_state *s, au_spot p) {
  return p.at == AU_AT_EXTRAS ? r->extras == AU_EXTRAS_SHOWN
         : p.at == AU_AT_BID  ? !(s->down >> p.seat & 1)
                              : p.at != AU_AT_HAND;
}

static uint8_t owner(au_spot p) {
  bool has = p.at == AU_AT_HAND || p.at == AU_AT_BID;
  return (uint8_t)(has << p.seat);
}

static void take_from(au_state *s, au_card card, au_spot p) {
  if (p.at == AU_AT_HAND) {
    s->hand[p.seat] &= ~au_bit(card);
  } else if (p.at == AU_AT_EXTRAS) {
    s->extras &= ~au_bit(card);
  } else {
    s->bid[p.seat] = AU_NONE;
    s->down &= (uint8_t) ~(1 << p.seat);
  }
}

static void put_to(au_state *s, au_card card, au_spot p) {
  if (p.at == AU_AT_HAND)
    s->hand[p.seat] |= au_bit(card);
  else if (p.at == AU_AT_EXTRAS)
    s->extras |= au_bit(card);
  else
    s->bid[p.seat] = card;
}

void au_ask_reveal(const au_rules *r, au_state *s, au_card card, uint8_t see) {
  unsigned all = (1u << r->players) - 1;
  if ((see & all) == all)
    s->seen |= au_bit(card);
  for (int seat = 0; seat < r->players && (see & all) != all; seat++)
    if (see >> seat & 1)
      s->known[seat] |= au_bit(card);
}

/* Let the seats that do not see the move of a card away from 'lay' be unsure of
** all that lay there. */
static void unsettle(const au_rules *r, au_state *s, au_set lay, uint8_t see) {
  for (int seat = 0; seat < r->players; seat++) {
    if (see >> seat & 1)
      s->known[seat] |= lay & s->seen;
    else
      s->known[seat] &= ~lay;
  }
  s->seen &= ~lay;
}

static au_status move_gold(const au_rules *r, au_state *s, au_card card,
                           au_spot from, au_spot to, char *why) {
  char place[40], name[AU_CARD_TEXT];
  au_gold *out = gold_at(s, from), *in = gold_at(s, to);
  au_gold one = au_gold_one(r->deck.rank_of[card]);
  au_card_text(&r->deck, card, name);
  if (out == NULL || in == NULL)
    return refuse(why, "%s: gold cannot lie in %s", name,
                  place_text(out == NULL ? from : to, place));
  if (!au_gold_take(out, one))
    return refuse(why, "%s is not in %s", name, place_text(from, place));
  *in += one;
  return AU_OK;
}

au_status au_ask_move(const au_rules *r, au_state *s, const au_state *before,
                      au_card card, au_spot from, au_spot to, uint8_t see,
                      char *why) {
  char place[40], name[AU_CARD_TEXT];
  if (au_has(r->deck.gold, card))
    return move_gold(r, s, card, from, to, why);
  au_card_text(&r->deck, card, name);
  if (!au_has(cards_at(s, from), card))
    return refuse(why, "%s is not in %s", name, place_text(from, place));
  if (to.at == AU_AT_GOLD || to.at == AU_AT_SUPPLY)
    return refuse(why, "%s: only gold can lie in %s", name,
                  place_text(to, place));
  if (to.at == AU_AT_BID && s->bid[to.seat] != AU_NONE)
    return refuse(why, "seat %d has a bid card already", to.seat + 1);
  bool open = lies_open(r, s, from);
  au_set lay = lying_with(r, before, from) & lying_with(r, s, from);
  take_from(s, card, from);
  put_to(s, card, to);
  if (open || lies_open(r, s, to))
    see = UINT8_MAX;
  see |= (uint8_t)(owner(from) | owner(to));
  if (!open && (~see & ((1u << r->players) - 1)) != 0)
    unsettle(r, s, lay, see);
  au_ask_reveal(r, s, card, see);
  return AU_OK;
}

au_status au_ask_show(const au_rules *r, au_state *s, au_card card, au_spot at,
                      uint8_t see, char *why) {
  char place[40], name[AU_CARD_TEXT];
  if (!au_has(cards_at(s, at), card)) {
    au_card_text(&r->deck, card, name);
    return refuse(why,
                  "%s is not in %s after the moves so far; a card is shown "
                  "before it moves away, or where it moved to",
                  name, place_text(at, place));
  }
  au_ask_reveal(r, s, card, (uint8_t)(see | owner(at)));
  return AU_OK;
}

au_status au_ask_bid(const au_rules *r, au_state *s, int side, int bid,
                     char *why) {
  if (side < 0 || side >= r->side_n)
    return refuse(why, "expected a side from 1 to %d", r->side_n);
  if (bid < 0 || bid > AU_BID_MAX)
    return refuse(why, "a bid of %d; expected 0 to %d", bid, AU_BID_MAX);
  if (au_ask_now(r, s)->when == AU_WHEN_DEAL)
    return refuse(why, "the bids come after this question");
  s->called[side] = (uint8_t)(bid + 1);
  return AU_OK;
}

au_status au_ask_trump(const au_rules *r, au_state *s, int suit, char *why) {
  if (suit < 0 || suit > r->deck.suit_n)
    return refuse(why, "no such suit");
  s->trick.trump = (uint8_t)suit;
  return AU_OK;
}

au_status au_ask_multiply(au_state *s, int times, char *why) {
  int product = times * (s->times == 0 ? 1 : s->times);
  if (times < 1 || times > TIMES_MAX || product > TIMES_MAX)
    return refuse(why, "the round's points are multiplied by 1 to %d in all",
                  TIMES_MAX);
  s->times = (uint8_t)product;
  return AU_OK;
}

au_status au_ask_check(const au_rules *r, const au_state *s, char *why) {
  au_when when = (au_when)r->asks->ask[s->ask - 1].when;
  bool instead = au_asks_at(r, AU_WHEN_INSTEAD);
  for (int seat = 0; seat < r->players; seat++) {
    bool laid = s->bid[seat] != AU_NONE;
    if (laid && (instead || when == AU_WHEN_DEAL))
      return refuse(why, "seat %d has a bid card, where bids have none",
                    seat + 1);
    if (!laid && !instead && when != AU_WHEN_DEAL)
      return refuse(why, "seat %d has no bid card", seat + 1);
    if (when == AU_WHEN_DEAL && !instead && s->hand[seat] == 0)
      return refuse(why, "seat %d has no card to bid (RULES 4.1)", seat + 1);
  }
  return AU_OK;
}
