/* long_helper.h: rounds with more than AU_LOG_MAX actions. */
#ifndef AU_TEST_LONG_HELPER_H
#define AU_TEST_LONG_HELPER_H

#include "helper.h"

/* Deal all gold; gold may lead, and every trick gives one gold card back. */
static inline au_status deal_all_gold(void *ctx, const au_rules *r,
                                      const au_state *s, au_deal *deal) {
  (void)ctx, (void)s;
  au_set all = r->deck.base;
  deal->extras = 0;
  deal->hand[0] = all & 0x5555555555555555u;
  deal->hand[1] = all & ~deal->hand[0];
  deal->gold[0] = r->gold_all & 0x7777777777777777u; /* 7 copies of 15 */
  deal->gold[1] = r->gold_all - deal->gold[0];
  return AU_OK;
}

static inline au_status lead_gold(void *ctx, const au_rules *r,
                                  const au_state *s, au_set *cards,
                                  bool *pass) {
  (void)ctx, (void)pass;
  *cards |= au_gold_kinds(&r->deck, s->gold[s->trick.leader]);
  *pass = *cards == 0;
  return AU_OK;
}

static inline au_status award_some(void *ctx, const au_rules *r,
                                   const au_state *s, int16_t *vars,
                                   uint8_t *seat, au_card *gold) {
  (void)ctx, (void)vars;
  if (s->supply == 0)
    return AU_OK;
  *seat = au_gold_size(s->gold[0]) > au_gold_size(s->gold[1]);
  *gold = (au_card)(r->deck.gold_at + au_gold_best(s->supply));
  return AU_OK;
}

static inline void long_rules(au_rules *r) {
  au_rules_init(r, 2);
  set_knobs(r, "suits=BCPS ranks=1,12 hand=1 "
               "gold=15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15 "
               "gold_points=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  r->hooks.deal = deal_all_gold;
  r->hooks.lead = lead_gold;
  r->hooks.award = award_some;
  finish_rules(r);
}

/* Keep, then play gold while there is some. */
static inline au_action thrifty(const au_rules *r, const au_state *s) {
  au_action list[AU_ACTION_MAX];
  int n = 0;
  assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
  for (int i = n; i-- > 0;)
    if (au_action_what(list[i]) != AU_ACT_PASS &&
        (s->phase == AU_PHASE_PLAY || i == 0))
      return list[i];
  return list[0];
}

/* 'thrifty' as a policy. */
static inline au_status be_thrifty(void *ctx, const au_rules *r,
                                   const au_state *s, au_rng *rng,
                                   au_action *a) {
  (void)ctx, (void)rng;
  *a = thrifty(r, s);
  return AU_OK;
}

#endif
