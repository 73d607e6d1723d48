/* action.c: legal actions and their effects. RULES 4 to 8. */
#include "action.h"

#include "award.h"

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

au_status au_state_cards(const au_rules *r, const au_state *s, au_set *cards,
                         bool *pass) {
  *cards = 0;
  *pass = false;
  switch ((au_phase)s->phase) {
  case AU_BID:
  case AU_CHANGE:
    *cards = s->hand[s->turn];
    return AU_OK;
  case AU_PLAY:
    return s->trick.n == 0 ? lead_cards(r, s, s->turn, cards, pass)
                           : follow_cards(r, s, cards, pass);
  case AU_DEAL:
  case AU_OVER:
  case AU_PHASE_N:
  default:
    break;
  }
  return AU_OK;
}

static int list_changes(const au_rules *r, const au_state *s, au_action *out) {
  uint8_t seat = s->turn;
  au_action card[AU_KIND_MAX]; /* the 'card' field of each card in the hand */
  int cards = 0, n = 0;
  for (au_set hand = s->hand[seat]; hand != 0; hand &= hand - 1)
    card[cards++] = (au_action)au_first(hand) << 9;
  out[n++] = au_keep_action(seat);
  au_set gold = au_gold_kinds(&r->deck, au_change_gold(r, s, seat));
  for (; gold != 0; gold &= gold - 1)
    for (unsigned of = changeable(r, seat); of != 0; of &= of - 1) {
      au_action pay = au_change_action(seat, au_first(gold), 0, au_first(of));
      for (int i = 0; i < cards; i++)
        out[n++] = pay | card[i];
    }
  return n;
}

au_status au_state_legal(const au_rules *r, const au_state *s,
                         au_action out[AU_ACTION_MAX], int *n) {
  au_set cards;
  bool pass;
  int count = 0;
  if (s->phase == AU_CHANGE) {
    *n = list_changes(r, s, out);
    return AU_OK;
  }
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  au_action act = s->phase == AU_BID ? au_bid_action(s->turn, 0, false)
                                     : au_play_action(s->turn, 0);
  for (au_set left = cards; left != 0; left &= left - 1)
    out[count++] = act | (au_action)au_first(left) << 9;
  if (s->phase == AU_BID && r->zero_bid)
    for (au_set left = cards; left != 0; left &= left - 1)
      out[count++] = au_bid_action(s->turn, au_first(left), true);
  if (pass)
    out[count++] = au_pass_action(s->turn);
  *n = count;
  return AU_OK;
}

/* The i-th kind of a set, from 0. */
static au_card nth(au_set set, uint32_t i) {
  while (i-- > 0)
    set &= set - 1;
  return au_first(set);
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
  return au_change_action(s->turn, nth(gold, i / (cards * bids)),
                          nth(s->hand[s->turn], i % cards),
                          nth(of, i / cards % bids));
}

au_status au_state_random(const au_rules *r, const au_state *s, au_rng *rng,
                          au_action *a) {
  au_set cards;
  bool pass;
  if (s->phase == AU_CHANGE) {
    *a = random_change(r, s, rng);
    return AU_OK;
  }
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  uint32_t n = (uint32_t)au_count(cards);
  uint32_t all = s->phase == AU_BID && r->zero_bid ? 2 * n : n + pass;
  uint32_t i = all > 1 ? au_rng_below(rng, all) : 0;
  if (all == 0)
    *a = 0;
  else if (s->phase == AU_BID)
    *a = au_bid_action(s->turn, nth(cards, i % n), i >= n);
  else
    *a = i < n ? au_play_action(s->turn, nth(cards, i))
               : au_pass_action(s->turn);
  return AU_OK;
}

/* ---- The effect of an action ------------------------------------------ */

/* Give the turn to the next seat from 'place' in play order that can make a
** change, or begin play. RULES 5.1, 8.2. */
static au_status next_change(const au_rules *r, au_state *s, int place) {
  s->changed = 0;
  for (; place < r->players; place++) {
    uint8_t seat = au_trick_seat(&s->trick, place, r->players);
    if (au_change_open(r, s, seat)) {
      s->phase = AU_CHANGE;
      s->turn = seat;
      return AU_OK;
    }
  }
  s->phase = AU_PLAY;
  s->turn = s->trick.leader;
  return AU_OK;
}

static au_status begin_trick(const au_rules *r, au_state *s, uint8_t leader) {
  memset(&s->trick, 0, sizeof s->trick);
  s->trick.leader = leader;
  if (!r->last_window) {
    au_set cards;
    bool pass;
    s->phase = AU_PLAY; /* as when a hook is called for the lead itself */
    s->turn = leader;
    au_status status = lead_cards(r, s, leader, &cards, &pass);
    if (status != AU_OK)
      return status;
    if (cards == 0)
      return next_change(r, s, r->players);
  }
  return next_change(r, s, 0);
}

static au_status do_bid(const au_rules *r, au_state *s, au_action a) {
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
  return begin_trick(r, s, s->first);
}

/* Pay the gold to the supply, take the replaced card into the payer's
** hand. RULES 5. */
static au_status do_change(const au_rules *r, au_state *s, au_action a) {
  uint8_t seat = s->turn, of = au_action_of(a);
  au_gold paid = au_gold_one(r->deck.rank_of[au_action_gold(a)]);
  au_card card = au_action_card(a);
  s->gold[seat] -= paid;
  s->supply += paid;
  s->hand[seat] ^= au_bit(card) | au_bit(s->bid[of]);
  s->bid[of] = card;
  s->down &= (uint8_t) ~(1 << of);
  s->seen |= au_bit(card);
  s->changed++;
  if (s->changed < r->changes && au_change_open(r, s, seat))
    return AU_OK;
  int place = seat - s->trick.leader;
  return next_change(r, s, (place < 0 ? place + r->players : place) + 1);
}

static au_status do_keep(const au_rules *r, au_state *s) {
  int place = s->turn - s->trick.leader;
  return next_change(r, s, (place < 0 ? place + r->players : place) + 1);
}

/* Settle a full trick in the order of RULES 7: award, winner, gold
** back, next leader. */
static au_status settle(const au_rules *r, au_state *s) {
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
  return begin_trick(r, s, leader);
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

au_status au_state_end(const au_rules *r, au_state *s, au_score *score) {
  const au_hooks *h = &r->hooks;
  uint8_t every = (uint8_t)((1 << r->side_n) - 1);
  s->passer = s->turn;
  s->seen |= s->hand[s->turn];
  s->turn = AU_NONE;
  if (au_state_score(r, s, score) != AU_OK)
    return AU_EHOOK;
  s->round_winners = au_score_round(r, score);
  if (h->round_winners != NULL &&
      (h->round_winners(h->ctx, r, s, s->vars, score, &s->round_winners) !=
           AU_OK ||
       (s->round_winners & ~every) != 0))
    return AU_EHOOK;
  for (int side = 0; side < r->side_n; side++) {
    s->points[side] += score->points[side];
    if (!r->cumulative && (s->round_winners >> side & 1) &&
        s->nuggets[side] < UINT8_MAX)
      s->nuggets[side]++;
  }
  bool over = au_score_over(r, s->round, s->nuggets);
  uint8_t winners = 0; /* a hook that ends the game learns who is ahead */
  if (over || h->game_end != NULL)
    winners = au_score_game(r, s->nuggets, s->points, score);
  if (h->game_end != NULL &&
      (h->game_end(h->ctx, r, s, s->vars, &over, &winners) != AU_OK ||
       (over && (winners == 0 || (winners & ~every) != 0))))
    return AU_EHOOK;
  s->winners = over ? winners : 0;
  s->phase = over ? AU_OVER : AU_DEAL;
  return AU_OK;
}

au_status au_state_apply_legal(const au_rules *r, au_state *s, au_action a) {
  au_score score;
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
    return au_state_end(r, s, &score);
  case AU_ACT_NONE:
  case AU_ACT_N:
  default:
    break;
  }
  return AU_EILLEGAL;
}

/* ---- Random playouts -------------------------------------------------- */

au_status au_state_playout(const au_rules *r, au_state *s, au_rng *rng,
                           au_score *score) {
  for (int i = 0; au_state_open(s); i++) {
    au_action a;
    if (i == AU_LOG_MAX) /* never: no draw keeps and saves gold for so long */
      return AU_EFULL;
    au_status status = au_state_random(r, s, rng, &a);
    if (status == AU_OK)
      status = au_action_what(a) == AU_ACT_PASS ? au_state_end(r, s, score)
                                                : au_state_apply_legal(r, s, a);
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

/* AU_OK if 'a' is legal, else an error. */
static au_status check(const au_rules *r, const au_state *s, au_action a) {
  au_action_kind kind = au_action_what(a);
  uint8_t seat = au_action_seat(a), of = au_action_of(a);
  au_card card = au_action_card(a), gold = au_action_gold(a);
  bool pass;
  au_set cards;
  if (seat != s->turn)
    return AU_EILLEGAL;
  if (s->phase == AU_PLAY) {
    au_status status = au_state_cards(r, s, &cards, &pass);
    if (status != AU_OK)
      return status;
    if (kind == AU_ACT_PLAY && a == au_play_action(seat, card) &&
        (cards >> card & 1))
      return AU_OK;
    return a == au_pass_action(seat) && pass ? AU_OK : AU_EILLEGAL;
  }
  if (s->phase == AU_CHANGE) {
    if (a == au_keep_action(seat))
      return AU_OK;
    return kind == AU_ACT_CHANGE &&
                   a == au_change_action(seat, gold, card, of) &&
                   (changeable(r, seat) >> of & 1) &&
                   (s->hand[seat] >> card & 1) && gold >= r->deck.gold_at &&
                   gold < r->deck.gold_at + r->deck.gold_n &&
                   au_gold_count(au_change_gold(r, s, seat),
                                 gold - r->deck.gold_at) > 0
               ? AU_OK
               : AU_EILLEGAL;
  }
  return s->phase == AU_BID && kind == AU_ACT_BID &&
                 a == au_bid_action(seat, card, au_action_down(a)) &&
                 (s->hand[seat] >> card & 1) &&
                 (!au_action_down(a) || r->zero_bid)
             ? AU_OK
             : AU_EILLEGAL;
}

/* True if applying 'a' may call a hook, and so fail halfway. */
static bool asks_hook(const au_rules *r, const au_state *s, au_action a) {
  au_action_kind kind = au_action_what(a);
  return kind == AU_ACT_PLAY  ? r->hooked_trick && s->trick.n + 1 == r->players
         : kind == AU_ACT_BID ? r->hooked_lead
                              : kind == AU_ACT_PASS && r->hooked_round;
}

au_status au_state_apply(const au_rules *r, au_state *s, au_action a,
                         au_undo *u) {
  au_status status = check(r, s, a);
  if (status != AU_OK)
    return status;
  if (asks_hook(r, s, a)) {
    au_state before = *s;
    status = au_state_apply_legal(r, s, a);
    if (status != AU_OK)
      *s = before;
    else if (u != NULL)
      u->before = before;
    return status;
  }
  if (u != NULL)
    u->before = *s;
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

au_status au_state_why(const au_rules *r, const au_state *s, au_action a,
                       char *out) {
  static const char *const asked[AU_PHASE_N] = {
      "the round is not dealt yet (RULES 3)", "a bid is due (RULES 4)",
      "keep or change the bids first (RULES 5)",
      "a card to the trick is due (RULES 6)", "the game is over (RULES 9.4)"};
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
  return say(&why, asked[s->phase]);
}

/* ---- Text ------------------------------------------------------------- */

const char *au_phase_name(int phase) {
  static const char *const names[AU_PHASE_N] = {"deal", "bid", "change", "play",
                                                "over"};
  return phase >= 0 && phase < AU_PHASE_N ? names[phase] : "?";
}

const char *au_action_name(au_action_kind kind) {
  static const char *const names[AU_ACT_N] = {"none", "bid",  "change",
                                              "keep", "play", "pass"};
  return kind < AU_ACT_N ? names[kind] : "?";
}

size_t au_action_text(const au_deck *d, au_action a, char out[AU_ACTION_TEXT]) {
  au_action_kind kind = au_action_what(a);
  char card[AU_CARD_TEXT], gold[AU_CARD_TEXT];
  int n;
  au_card_text(d, au_action_card(a), card);
  au_card_text(d, au_action_gold(a), gold);
  if (kind == AU_ACT_CHANGE)
    n = snprintf(out, AU_ACTION_TEXT, "change %s %s of %d", gold, card,
                 au_action_of(a) + 1);
  else if (kind == AU_ACT_BID || kind == AU_ACT_PLAY)
    n = snprintf(out, AU_ACTION_TEXT, "%s %s%s", au_action_name(kind),
                 au_action_down(a) ? "-" : "", card);
  else
    n = snprintf(out, AU_ACTION_TEXT, "%s", au_action_name(kind));
  return (size_t)n;
}

/* The next word of '*text' after spaces; its length in '*n'. */
static const char *word(const char **text, size_t *n) {
  const char *start = *text + strspn(*text, " ");
  *n = strcspn(start, " ");
  *text = start + *n;
  return start;
}

au_action au_action_parse(const au_deck *d, unsigned seat, const char *text) {
  size_t n[6];
  const char *w[6];
  int count = 0;
  for (; count < 6; count++) {
    w[count] = word(&text, &n[count]);
    if (n[count] == 0)
      break;
  }
  if (count == 0)
    return 0;
#define IS(i, s) (n[i] == sizeof s - 1 && memcmp(w[i], s, n[i]) == 0)
  if (count == 1)
    return IS(0, "keep")   ? au_keep_action(seat)
           : IS(0, "pass") ? au_pass_action(seat)
                           : 0;
  bool down = count == 2 && IS(0, "bid") && w[1][0] == '-';
  au_card card = au_deck_find(d, w[1] + down, n[1] - down);
  if (card == AU_NONE)
    return 0;
  if (count == 2)
    return IS(0, "bid")    ? au_bid_action(seat, card, down)
           : IS(0, "play") ? au_play_action(seat, card)
                           : 0;
  au_card laid = au_deck_find(d, w[2], n[2]);
  if (count != 5 || !IS(0, "change") || !IS(3, "of") || laid == AU_NONE ||
      n[4] != 1 || w[4][0] < '1' || w[4][0] > '0' + AU_SEAT_MAX)
    return 0;
#undef IS
  return au_change_action(seat, card, laid, (unsigned)(w[4][0] - '1'));
}
