/* hooks_helper.h: hooks that record how they are called, and answer as a test
** tells them to. */
#ifndef AU_TEST_HOOKS_HELPER_H
#define AU_TEST_HOOKS_HELPER_H

#include "helper.h"

/* The calls and answers of the hooks below. */
typedef struct probe {
  int calls;
  bool fail;   /* return AU_EHOOK */
  bool answer; /* replace the data's answer by the following */
  au_set cards;
  bool pass, over;
  uint8_t seat, sides;
  au_card gold;
  int number;
  au_deal deal;
  struct { /* the data's answer, and the other arguments */
    au_set cards;
    bool pass, over;
    uint8_t seat, sides, turn;
    au_card gold;
    int number, side, bid, taken;
    au_deal deal;
    au_score score;
    au_state state;
  } got;
} probe;

static probe p;
static au_rules rules;

static inline au_status done(const au_rules *r, const au_state *s) {
  p.calls++;
  p.got.state = *s;
  assert_ptr_equal(r, &rules);
  return p.fail ? AU_EHOOK : AU_OK;
}

static inline au_status hook_deal(void *ctx, const au_rules *r,
                                  const au_state *s, au_deal *deal) {
  assert_ptr_equal(ctx, &p);
  p.got.deal = *deal;
  if (p.answer)
    *deal = p.deal;
  return done(r, s);
}

static inline au_status hook_cards(void *ctx, const au_rules *r,
                                   const au_state *s, au_set *cards,
                                   bool *pass) {
  assert_ptr_equal(ctx, &p);
  p.got.cards = *cards;
  p.got.pass = *pass;
  p.got.turn = s->turn;
  if (p.answer) {
    *cards = p.cards;
    *pass = p.pass;
  }
  return done(r, s);
}

static inline au_status hook_seat(void *ctx, const au_rules *r,
                                  const au_state *s, int16_t *vars,
                                  uint8_t *seat) {
  assert_ptr_equal(vars, s->vars);
  assert_ptr_equal(ctx, &p);
  p.got.seat = *seat;
  if (p.answer)
    *seat = p.seat;
  return done(r, s);
}

static inline au_status hook_award(void *ctx, const au_rules *r,
                                   const au_state *s, int16_t *vars,
                                   uint8_t *seat, au_card *gold) {
  p.got.gold = *gold;
  if (p.answer)
    *gold = p.gold;
  return hook_seat(ctx, r, s, vars, seat);
}

static inline au_status hook_side_bid(void *ctx, const au_rules *r,
                                      const au_state *s, int side,
                                      int *number) {
  assert_ptr_equal(ctx, &p);
  p.got.side = side;
  p.got.number = *number;
  if (p.answer)
    *number = p.number;
  return done(r, s);
}

static inline au_status hook_bid_points(void *ctx, const au_rules *r,
                                        const au_state *s, int side, int bid,
                                        int taken, int *points) {
  p.got.bid = bid;
  p.got.taken = taken;
  return hook_side_bid(ctx, r, s, side, points);
}

static inline au_status hook_winners(void *ctx, const au_rules *r,
                                     const au_state *s, int16_t *vars,
                                     const au_score *score, uint8_t *sides) {
  assert_ptr_equal(ctx, &p);
  assert_ptr_equal(vars, s->vars);
  p.got.score = *score;
  p.got.sides = *sides;
  if (p.answer)
    *sides = p.sides;
  return done(r, s);
}

static inline au_status hook_end(void *ctx, const au_rules *r,
                                 const au_state *s, int16_t *vars, bool *over,
                                 uint8_t *sides) {
  assert_ptr_equal(ctx, &p);
  assert_ptr_equal(vars, s->vars);
  p.got.over = *over;
  p.got.sides = *sides;
  if (p.answer) {
    *over = p.over;
    *sides = p.sides;
  }
  return done(r, s);
}

/* Rules of en-2023 for four players with some knobs; the test sets hooks and
** finishes them. */
static inline void begin_rules(const char *knobs) {
  variant_rules(&rules, "en-2023", 4);
  set_knobs(&rules, knobs);
  rules.hooks.ctx = &p;
  memset(&p, 0, sizeof p);
}

/* Expect that an action is refused because of the hook; state and undo stay. */
static inline void assert_hook_refuses(const au_state *s, const char *text) {
  au_state t = *s;
  au_undo undo, before;
  memset(&undo, 0xa5, sizeof undo);
  before = undo;
  au_action a = action_of(&rules, s, text);
  assert_int_equal(au_state_apply(&rules, &t, a, &undo), AU_EHOOK);
  assert_memory_equal(&t, s, sizeof t);
  assert_memory_equal(&undo, &before, sizeof undo);
  assert_int_equal(au_state_apply(&rules, &t, a, NULL), AU_EHOOK);
  assert_memory_equal(&t, s, sizeof t);
}

#endif
