/* apply.c: the effects of actions. RULES 4 to 8. */
#include "apply.h"

#include "gold.h"
#include "phases.h"

static uint8_t next_seat(const au_rules *r, uint8_t seat) {
  return (uint8_t)(seat + 1 < r->players ? seat + 1 : 0);
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
** which it is. A question after the deal may have shown others the bid, or a
** card of the hand, before it was laid: they no longer know where such a card
** lies. */
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

static au_status do_keep(const au_rules *r, au_state *s) {
  int place = s->turn - s->trick.leader;
  return au_course_change(r, s, (place < 0 ? place + r->players : place) + 1);
}

/* Pay the gold to the supply, take the replaced card into the payer's
** hand. RULES 5. */
AU_APART static au_status do_change(const au_rules *r, au_state *s,
                                    au_action a) {
  uint8_t seat = s->turn, of = au_action_of(a);
  au_card card = au_action_card(a);
  au_gold_pay(s, seat, r->deck.rank_of[au_action_gold(a)]);
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
  return do_keep(r, s);
}

/* Settle a full trick in the order of RULES 7: award, winner, gold
** back, next leader. */
AU_APART static au_status settle(const au_rules *r, au_state *s) {
  const au_hooks *h = &r->hooks;
  au_trick_result v = au_trick_settle(r, &s->trick);
  uint8_t winner = au_trick_seat(&s->trick, v.winner, r->players);
  uint8_t leader = au_trick_seat(&s->trick, v.leader, r->players);
  uint8_t lucky;
  if (au_gold_award(r, s, v.awarded, &lucky, &s->award) != AU_OK)
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
  au_gold_settle(r, s, lucky);
  if (winner != AU_NONE)
    s->taken[winner]++;
  s->won = winner;
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

/* ---- Checking and applying -------------------------------------------- */

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
  au_status status = au_state_allows(r, s, a);
  if (status != AU_OK)
    return status;
  if (asks_hook(r, s, a))
    return apply_hooked(r, s, a, u);
  if (u != NULL)
    au_state_copy(&u->before, s);
  return au_state_apply_legal(r, s, a);
}
