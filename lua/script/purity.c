/* purity.c: asks the questions of a check again, to find hooks that are not
** pure.
**
** A hook may remember something in a local of its file. Its answer then depends
** on how often and in which order it was asked. So a question is asked again
** at once, later among other questions, and in the twin, whose functions are
** asked less often: each of them a random number of times. And 'done' is asked
** again with reads of what another hook decides between its verbs: no read may
** change the game. */
#include "variant.h"

#include <stdio.h>
#include <string.h>

enum { ANSWER_TEXT = 120 };

/* ---- Comparing answers --------------------------------------------------- */

static bool same_deal(const au_deal *a, const au_deal *b) {
  return a->first == b->first && a->extras == b->extras &&
         memcmp(a->hand, b->hand, sizeof a->hand) == 0 &&
         memcmp(a->gold, b->gold, sizeof a->gold) == 0;
}

static bool same_answer(const au_answer *a, const au_answer *b) {
  return a->cards == b->cards && a->pass == b->pass && a->number == b->number &&
         a->seat == b->seat && a->gold == b->gold && a->over == b->over &&
         a->sides == b->sides && same_deal(&a->deal, &b->deal) &&
         a->seats == b->seats && a->choices.set == b->choices.set &&
         a->choices.lo == b->choices.lo && a->choices.hi == b->choices.hi &&
         memcmp(&a->after, &b->after, sizeof a->after) == 0;
}

/* ---- Answers as text ----------------------------------------------------- */

/* Add the names of cards, "B1 Z7". */
static void put_cards(au_text *t, const au_deck *d, au_set cards) {
  char name[AU_CARD_TEXT];
  if (cards == 0)
    au_text_put(t, "no card");
  for (bool more = false; cards != 0; cards &= cards - 1, more = true) {
    au_card_text(d, au_first(cards), name);
    au_text_put(t, more ? " " : "");
    au_text_put(t, name);
  }
}

static void put_seat(au_text *t, uint8_t seat) {
  if (seat == AU_NONE) {
    au_text_put(t, "nobody");
    return;
  }
  au_text_put(t, "seat ");
  au_text_int(t, seat + 1);
}

static void put_sides(au_text *t, uint8_t sides) {
  au_text_put(t, sides == 0 ? "no side" : "side");
  for (int side = 0; side < AU_SEAT_MAX; side++)
    if (sides >> side & 1) {
      au_text_put(t, " ");
      au_text_int(t, side + 1);
    }
}

/* Add the part of a deal in which it differs from 'other'. */
static void put_deal(au_text *t, const au_rules *r, const au_deal *deal,
                     const au_deal *other) {
  if (deal->first != other->first) {
    au_text_put(t, "first player ");
    au_text_int(t, deal->first + 1);
    return;
  }
  for (int seat = 0; seat < r->players; seat++) {
    bool hand = deal->hand[seat] != other->hand[seat];
    if (!hand && deal->gold[seat] == other->gold[seat])
      continue;
    put_cards(t, &r->deck,
              hand ? deal->hand[seat]
                   : au_gold_kinds(&r->deck, deal->gold[seat]));
    au_text_put(t, " for seat ");
    au_text_int(t, seat + 1);
    return;
  }
}

/* Add the name of var 'i'. */
static void put_var(au_text *t, const au_variant *v, int i) {
  const char *name = v->head.var_names.at;
  for (; i > 0; i--)
    name += strlen(name) + 1;
  au_text_put(t, "vars.");
  au_text_put(t, name);
}

/* Add the seats that a question asks next. */
static void put_seats(au_text *t, uint8_t seats) {
  au_text_put(t, seats == 0 ? "nil" : "seats");
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if (seats >> seat & 1) {
      au_text_put(t, " ");
      au_text_int(t, seat + 1);
    }
}

/* Add the answers that a question allows. */
static void put_choices(au_text *t, const au_variant *v, const au_past_call *p,
                        const au_choices *c) {
  const au_ask *q = &v->head.asks->ask[p->q.ask];
  char value[AU_ASK_TEXT];
  uint32_t n = au_choices_count(q, c);
  if (!au_ask_set(q) && n > 1) {
    au_text_int(t, c->lo);
    au_text_put(t, " to ");
    au_text_int(t, c->hi);
    return;
  }
  for (uint32_t i = 0; i < n; i++) {
    au_value_text(&v->rules->deck, q, au_choices_at(q, c, i), value);
    au_text_put(t, i > 0 ? " " : "");
    au_text_put(t, value);
  }
}

/* Add the part of the consequences of answers in which they differ. */
static void put_after(au_text *t, const au_variant *v, const au_state *s,
                      const au_state *other) {
  for (int i = 0; i < AU_VAR_N; i++)
    if (s->vars[i] != other->vars[i]) {
      put_var(t, v, i);
      au_text_put(t, " = ");
      au_text_int(t, s->vars[i]);
      return;
    }
  if (s->trick.trump != other->trick.trump || s->times != other->times) {
    bool trump = s->trick.trump != other->trick.trump;
    au_text_put(t, trump ? "a trump, number " : "points times ");
    au_text_int(t, trump ? s->trick.trump : s->times);
    return;
  }
  for (int seat = 0; seat < AU_SEAT_MAX; seat++)
    if (s->hand[seat] != other->hand[seat]) {
      put_cards(t, &v->rules->deck, s->hand[seat]);
      au_text_put(t, " for seat ");
      au_text_int(t, seat + 1);
      return;
    }
  au_text_put(t, "one state");
}

/* Add a step's answer to 'hook', where it differs from 'other'. */
static void put_answer(au_text *t, const au_variant *v, const au_past_call *p,
                       const au_step *step, const au_step *other) {
  const au_answer *a = &step->answer;
  const au_deck *d = &v->rules->deck;
  if (same_answer(a, &other->answer)) { /* then the vars differ */
    int i = 0;
    while (step->vars[i] == other->vars[i])
      i++;
    put_var(t, v, i);
    au_text_put(t, " = ");
    au_text_int(t, step->vars[i]);
    return;
  }
  switch (p->q.hook) {
  case AU_HOOK_NEXT:
    put_seats(t, a->seats);
    return;
  case AU_HOOK_CHOICES:
  case AU_HOOK_DEFAULT:
    put_choices(t, v, p, &a->choices);
    return;
  case AU_HOOK_DONE:
    put_after(t, v, &a->after, &other->answer.after);
    return;
  case AU_HOOK_DEAL:
    put_deal(t, v->rules, &a->deal, &other->answer.deal);
    return;
  case AU_HOOK_LEAD:
  case AU_HOOK_LEGAL:
    put_cards(t, d, a->cards);
    au_text_put(t, a->pass ? " or pass" : "");
    return;
  case AU_HOOK_WINNER:
  case AU_HOOK_LEADER:
    put_seat(t, a->seat);
    return;
  case AU_HOOK_AWARD:
    put_seat(t, a->seat);
    if (a->seat != AU_NONE) {
      au_text_put(t, " and ");
      put_cards(t, d, au_bit(a->gold));
    }
    return;
  case AU_HOOK_GAME_END:
    au_text_put(t, a->over ? "true for " : "false");
    if (a->over)
      put_sides(t, a->sides);
    return;
  case AU_HOOK_ROUND_WINNERS:
    put_sides(t, a->sides);
    return;
  default:
    au_text_int(t, a->number);
  }
}

/* Report two answers of the function at 'level' to one question. */
static au_status differ(au_variant *v, const au_past_call *p, int level,
                        const au_step *again, bool fresh) {
  au_text first = {0}, second = {0};
  const au_step *step = &p->step[level];
  put_answer(&first, v, p, step, again);
  put_answer(&second, v, p, again, step);
  bool failed = first.failed || second.failed;
  bool question = p->q.hook >= AU_HOOK_N;
  v->now.hook =
      question ? au_ask_names[p->q.hook - AU_HOOK_N] : au_hook_names[p->q.hook];
  v->now.question = question ? p->q.ask + 1 : 0;
  (void)au_bad_answer(v, p->q.hook, level,
                      "%s answered %.*s, %s %.*s%s: a hook remembers nothing "
                      "but vars",
                      fresh ? "it" : "asked twice, it", ANSWER_TEXT,
                      failed ? "" : first.at, fresh ? "but" : "then",
                      ANSWER_TEXT, failed ? "" : second.at,
                      fresh             ? " in a fresh state"
                      : v->probe->looks ? " when the sides' bids were read"
                                        : "");
  v->now = (au_running){0};
  au_text_free(&first);
  au_text_free(&second);
  return AU_EHOOK;
}

/* ---- Asking again -------------------------------------------------------- */

/* Ask a question of the past again, of 'v' or, if 'fresh', of its twin. */
static au_status call_again(au_variant *v, const au_past_call *p, bool fresh) {
  au_variant *asked = fresh ? v->probe->twin : v;
  au_state s = p->s;
  au_hook_call q = p->q;
  au_answer a = p->first;
  au_step step[AU_CHAIN_MAX];
  q.r = fresh ? v->probe->twin_rules : p->q.r;
  q.s = &s;
  q.vars = p->sets ? s.vars : NULL;
  q.score = &p->score;
  v->probe->looks =
      !fresh && q.hook == AU_HOOK_DONE && au_rng_below(&v->probe->rng, 2) == 0;
  au_mute_hooks(true);
  au_status status = au_call_hook(asked, &q, &a, step);
  au_mute_hooks(false);
  if (status != AU_OK) {
    if (fresh) {
      au_text_clear(&v->head.error);
      au_text_put(&v->head.error, asked->head.error.at);
    }
    return AU_EHOOK;
  }
  int n = p->q.hook < AU_HOOK_N ? v->chain_n[p->q.hook] : 1;
  for (int i = 0; i < n; i++)
    if (!same_answer(&step[i].answer, &p->step[i].answer) ||
        memcmp(step[i].vars, p->step[i].vars, sizeof step[i].vars) != 0)
      return differ(v, p, i, &step[i], fresh);
  return AU_OK;
}

/* Read the sides' bids, which asks 'side_bid'. */
static void look(lua_State *L, const au_variant *v) {
  for (int side = 0; side < v->rules->side_n; side++) {
    int bid;
    if (au_state_bid(v->rules, v->now.state, side, &bid) != AU_OK)
      luaL_error(L, "%s", v->head.error.at);
  }
}

static au_status probe_call(au_variant *v, const au_hook_call *q,
                            au_answer *a) {
  au_probe *probe = v->probe;
  au_rng *rng = &probe->rng;
  int at = probe->past_n < AU_PAST_MAX ? probe->past_n++
                                       : (int)au_rng_below(rng, AU_PAST_MAX);
  au_past_call *p = &probe->past[at];
  *p =
      (au_past_call){.q = *q, .s = *q->s, .sets = q->vars != NULL, .first = *a};
  if (q->score != NULL)
    p->score = *q->score;
  probe->looks = false;
  au_status status = au_call_hook(v, q, a, p->step);
  for (uint32_t n = au_rng_below(rng, 3); n > 0 && status == AU_OK; n--)
    status = call_again(v, p, false);
  for (uint32_t n = au_rng_below(rng, 3); n > 0 && status == AU_OK; n--)
    status = call_again(v, p, true);
  if (status == AU_OK && au_rng_below(rng, 4) == 0)
    status =
        call_again(v, &probe->past[au_rng_below(rng, (uint32_t)probe->past_n)],
                   au_rng_below(rng, 2) == 0);
  return status;
}

void au_probe_begin(au_probe *probe, const au_lrules *rules,
                    const au_lrules *twin, const au_seed *seed) {
  au_variant *v = rules->r.hooks.ctx;
  probe->call = probe_call;
  probe->look = look;
  probe->twin = twin->r.hooks.ctx;
  probe->twin_rules = &twin->r;
  probe->past_n = 0;
  probe->looks = false;
  au_rng_init(&probe->rng, seed, AU_STREAM_OTHER, 1, 0, 0);
  v->probe = probe;
  v->last.hook = -1;
}
