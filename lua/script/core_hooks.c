/* core_hooks.c: the hooks of au_rules, each of which asks those of a variant
** (hooks.c). The hooks of questions are in ask.c. */
#include "variant.h"

#include <string.h>

static au_status judge(au_variant *v, int hook, const au_rules *r,
                       const au_state *s, au_set *cards, bool *pass) {
  if (v->last.hook == hook && memcmp(&v->last.state, s, sizeof *s) == 0) {
    *cards = v->last.cards;
    *pass = v->last.pass;
    return AU_OK;
  }
  au_hook_call q = {.hook = hook, .r = r, .s = s};
  au_answer a = {.cards = *cards, .pass = *pass};
  au_status status = au_call_probed(v, &q, &a);
  *cards = a.cards;
  *pass = a.pass;
  v->last.hook = -1;
  if (status == AU_OK && v->probe == NULL) {
    v->last.hook = hook;
    v->last.state = *s;
    v->last.cards = *cards;
    v->last.pass = *pass;
  }
  return status;
}

static au_status ask_lead(void *ctx, const au_rules *r, const au_state *s,
                          au_set *cards, bool *pass) {
  return judge(ctx, AU_HOOK_LEAD, r, s, cards, pass);
}

static au_status ask_legal(void *ctx, const au_rules *r, const au_state *s,
                           au_set *cards, bool *pass) {
  return judge(ctx, AU_HOOK_LEGAL, r, s, cards, pass);
}

static au_status call_for_seat(au_variant *v, int hook, const au_rules *r,
                               const au_state *s, int16_t *vars,
                               uint8_t *seat) {
  au_hook_call q = {.hook = hook, .r = r, .s = s, .vars = vars};
  au_answer a = {.seat = *seat};
  au_status status = au_call_probed(v, &q, &a);
  *seat = a.seat;
  return status;
}

static au_status ask_winner(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, uint8_t *seat) {
  return call_for_seat(ctx, AU_HOOK_WINNER, r, s, vars, seat);
}

static au_status ask_leader(void *ctx, const au_rules *r, const au_state *s,
                            int16_t *vars, uint8_t *seat) {
  return call_for_seat(ctx, AU_HOOK_LEADER, r, s, vars, seat);
}

static au_status call_for_number(au_variant *v, const au_hook_call *q,
                                 int *out) {
  au_answer a = {.number = *out};
  au_status status = au_call_probed(v, q, &a);
  *out = a.number;
  return status;
}

static au_status ask_side_bid(void *ctx, const au_rules *r, const au_state *s,
                              int side, int *bid) {
  au_hook_call q = {
      .hook = AU_HOOK_SIDE_BID, .r = r, .s = s, .number = {side + 1}, .n = 1};
  return call_for_number(ctx, &q, bid);
}

static au_status ask_bid_points(void *ctx, const au_rules *r, const au_state *s,
                                int side, int bid, int taken, int *points) {
  au_hook_call q = {.hook = AU_HOOK_BID_POINTS,
                    .r = r,
                    .s = s,
                    .number = {side + 1, bid, taken},
                    .n = 3};
  return call_for_number(ctx, &q, points);
}

static au_status ask_gold_points(void *ctx, const au_rules *r,
                                 const au_state *s, int side, int *points) {
  au_hook_call q = {.hook = AU_HOOK_GOLD_POINTS,
                    .r = r,
                    .s = s,
                    .number = {side + 1},
                    .n = 1};
  return call_for_number(ctx, &q, points);
}

static au_status ask_deal(void *ctx, const au_rules *r, const au_state *s,
                          au_deal *deal) {
  au_hook_call q = {.hook = AU_HOOK_DEAL, .r = r, .s = s};
  au_answer a = {.deal = *deal};
  au_status status = au_call_probed(ctx, &q, &a);
  *deal = a.deal;
  return status;
}

static au_status ask_award(void *ctx, const au_rules *r, const au_state *s,
                           int16_t *vars, uint8_t *seat, au_card *gold) {
  au_hook_call q = {.hook = AU_HOOK_AWARD, .r = r, .s = s, .vars = vars};
  au_answer a = {.seat = *seat, .gold = *gold};
  au_status status = au_call_probed(ctx, &q, &a);
  *seat = a.seat;
  *gold = a.gold;
  return status;
}

static au_status ask_round_winners(void *ctx, const au_rules *r,
                                   const au_state *s, int16_t *vars,
                                   const au_score *score, uint8_t *sides) {
  au_hook_call q = {.hook = AU_HOOK_ROUND_WINNERS,
                    .r = r,
                    .s = s,
                    .vars = vars,
                    .score = score};
  au_answer a = {.sides = *sides};
  au_status status = au_call_probed(ctx, &q, &a);
  *sides = a.sides;
  return status;
}

static au_status ask_game_end(void *ctx, const au_rules *r, const au_state *s,
                              int16_t *vars, bool *over, uint8_t *sides) {
  au_hook_call q = {.hook = AU_HOOK_GAME_END, .r = r, .s = s, .vars = vars};
  au_answer a = {.over = *over, .sides = *sides};
  au_status status = au_call_probed(ctx, &q, &a);
  *over = a.over;
  *sides = a.sides;
  return status;
}

void au_set_hooks(au_variant *v, au_hooks *h) {
  const uint8_t *n = v->chain_n;
  *h = (au_hooks){.ctx = v};
  h->deal = n[AU_HOOK_DEAL] ? ask_deal : NULL;
  h->lead = n[AU_HOOK_LEAD] ? ask_lead : NULL;
  h->legal = n[AU_HOOK_LEGAL] ? ask_legal : NULL;
  h->forbids = h->lead != NULL || h->legal != NULL ? au_ask_forbids : NULL;
  h->winner = n[AU_HOOK_WINNER] ? ask_winner : NULL;
  h->award = n[AU_HOOK_AWARD] ? ask_award : NULL;
  h->leader = n[AU_HOOK_LEADER] ? ask_leader : NULL;
  h->side_bid = n[AU_HOOK_SIDE_BID] ? ask_side_bid : NULL;
  h->bid_points = n[AU_HOOK_BID_POINTS] ? ask_bid_points : NULL;
  h->gold_points = n[AU_HOOK_GOLD_POINTS] ? ask_gold_points : NULL;
  h->round_winners = n[AU_HOOK_ROUND_WINNERS] ? ask_round_winners : NULL;
  h->game_end = n[AU_HOOK_GAME_END] ? ask_game_end : NULL;
}
