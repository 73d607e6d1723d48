/* sample.c: draws worlds from a view; see view.h.
**
** Cards that nobody has located are drawn for each place that is known to hold
** some. That is enough where no play reveals a lack of cards. Where the led
** suit must be followed, a play can reveal one. Then the hands of the seats
** that lack a suit are drawn first, by counting the ways to place the cards.
** Where even that is not enough, the round is replayed on the draw, which is
** kept only if the replay succeeds. */
#include "placing.h"
#include "retell.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Suits that a seat is known to lack ------------------------------- */

/* The entry since which hands got no unseen cards by a question. Without a game
** any answer may have given some. */
static uint32_t last_answer(const au_view *v) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < v->fact_n; i++)
    if (au_fact_hidden(v->fact[i]))
      last = au_fact_at(v->fact[i]);
  for (uint32_t i = 0; i < v->log_n && v->begin_hidden == 0; i++)
    if (au_action_what(v->log[i]) == AU_ACT_ANSWER)
      last = i;
  return last;
}

/* A seat that did not follow the led suit had none of it. A seat that takes
** back a card that lay face down (the knob 'zero_bid') may hold any suit
** again. */
void au_view_lacks(const au_rules *r, const au_view *v,
                   au_set lacks[AU_SEAT_MAX]) {
  au_set led = 0;
  unsigned face_up = r->zero_bid ? 0 : ~0u; /* seats with their
                                            ** bid card face up */
  uint32_t since = r->asks != NULL ? last_answer(v) : 0;
  memset(lacks, 0, AU_SEAT_MAX * sizeof *lacks);
  for (uint32_t i = au_trail_tricks(r, v); i < v->log_n; i++) {
    au_entry e = v->log[i];
    unsigned seat = au_action_seat(e), of = au_action_of(e);
    au_action_kind kind = au_action_what(e);
    if (i <= since)
      memset(lacks, 0, AU_SEAT_MAX * sizeof *lacks);
    if (kind == AU_ACT_BID && !au_action_down(e))
      face_up |= 1u << seat;
    if (kind == AU_ACT_CHANGE) {
      if (!(face_up >> of & 1))
        lacks[seat] = 0;
      face_up |= 1u << of;
    }
    if (kind != AU_ACT_PLAY)
      continue;
    au_set suit = r->deck.bars[au_action_card(e)]; /* empty for gold */
    if (led == 0)
      led = suit;
    else if (suit != 0 && suit != led)
      lacks[seat] |= led;
    if (au_entry_filled(e))
      led = 0;
  }
}

/* ---- Hands that lack something ---------------------------------------- */

/* The places of unseen cards: each hand that lacks some of them and, as the
** last one, all other places together. One index gives the free space in all of
** them: the sum of room * stride. The number of cards left equals the free
** space, so the index also tells which card is placed next. */
typedef struct places {
  int n;
  uint8_t seat[AU_SEAT_MAX]; /* the seat of each place but the last */
  au_set takes[AU_SEAT_MAX]; /* the kinds it may hold */
  uint32_t room[AU_SEAT_MAX], stride[AU_SEAT_MAX + 1];
  au_card card[AU_KIND_MAX];
} places;

static void add_place(places *p, uint8_t seat, au_set takes, int room) {
  p->seat[p->n] = seat;
  p->takes[p->n] = takes;
  p->room[p->n] = (uint32_t)room;
  p->stride[p->n + 1] = p->stride[p->n] * (uint32_t)(room + 1);
  p->n++;
}

/* Find the places. AU_ESTATE if they need more cards than there are. */
static au_status find_places(const au_rules *r, const au_view *v, places *p) {
  au_set lacks[AU_SEAT_MAX];
  int left = 0;
  p->n = 0;
  p->stride[0] = 1;
  au_view_lacks(r, v, lacks);
  for (au_set set = v->unseen; set != 0; set &= set - 1)
    p->card[left++] = au_first(set);
  for (uint8_t i = 0; i < r->players; i++) {
    int room = v->hand_n[i] - au_count(v->s.hand[i]);
    if (i == v->seat || (lacks[i] & v->unseen) == 0 || room <= 0)
      continue;
    add_place(p, i, ~lacks[i], room);
    left -= room;
  }
  if (left < 0)
    return AU_ESTATE;
  add_place(p, AU_NONE, ~(au_set)0, left);
  return AU_OK;
}

/* The card to place next, and the places (a bit each) that may take it. */
static unsigned next_card(const places *p, uint32_t index, au_card *card) {
  uint32_t left = 0;
  unsigned there = 0;
  for (int i = 0; i < p->n; i++) {
    uint32_t room = index / p->stride[i] % (p->room[i] + 1);
    left += room;
    there |= (unsigned)(room > 0) << i;
  }
  *card = p->card[left - 1];
  for (int i = 0; i < p->n; i++)
    if (!au_has(p->takes[i], *card))
      there &= ~(1u << i);
  return there;
}

/* Count the ways to place the cards left, for every index. */
static void count_ways(const places *p, double *ways) {
  ways[0] = 1;
  for (uint32_t index = 1; index < p->stride[p->n]; index++) {
    au_card card;
    ways[index] = 0;
    for (unsigned there = next_card(p, index, &card), i = 0; there >> i; i++)
      if (there >> i & 1)
        ways[index] += ways[index - p->stride[i]];
  }
}

/* Place the cards one by one. Each place is chosen in proportion to the ways
** that remain after it. */
static void lay_cards(const places *p, const double *ways, au_rng *rng,
                      au_state *s, au_set *unseen) {
  for (uint32_t index = p->stride[p->n] - 1; index > 0;) {
    au_card card;
    unsigned there = next_card(p, index, &card), at = 0;
    double x = (double)(au_rng_next(rng) >> 11) * 0x1p-53 * ways[index];
    for (unsigned i = 0; there >> i; i++) { /* never: the loop breaks earlier */
      double on = there >> i & 1 ? ways[index - p->stride[i]] : 0;
      if (on == 0)
        continue;
      at = i; /* the last place with a way, if rounding leaves x */
      if (x < on)
        break;
      x -= on;
    }
    index -= p->stride[at];
    if (p->seat[at] == AU_NONE)
      continue;
    s->hand[p->seat[at]] |= au_bit(card);
    *unseen &= ~au_bit(card);
  }
}

/* Draw the hands that lack some of the unseen cards. */
static au_status draw_lacking(const au_rules *r, const au_view *v, au_rng *rng,
                              au_state *s, au_set *unseen) {
  places p;
  if (r->follow != AU_FOLLOW_MUST || r->hooks.legal != NULL)
    return AU_OK;
  au_status status = find_places(r, v, &p);
  if (status != AU_OK || p.n == 1)
    return status;
  double *ways = malloc(p.stride[p.n] * sizeof *ways);
  if (ways == NULL)
    return AU_ENOMEM;
  count_ways(&p, ways);
  if (ways[p.stride[p.n] - 1] > 0)
    lay_cards(&p, ways, rng, s, unseen);
  else
    status = AU_ESTATE;
  free(ways);
  return status;
}

/* ---- A world ---------------------------------------------------------- */

/* Move 'n' random cards from '*pool' ('*left' of them) to '*set'. */
static bool draw(au_card *pool, int *left, int n, au_rng *rng, au_set *set) {
  if (n < 0 || n > *left)
    return false;
  while (n-- > 0) {
    int at = (int)au_rng_below(rng, (uint32_t)*left);
    *set |= au_bit(pool[at]);
    pool[at] = pool[--*left];
  }
  return true;
}

/* Draw the bid that seat 'i' has laid face down. If cards are known to be in
** its hand or its bid, but not in which, each of its cards may be the bid. */
static bool draw_bid(const au_rules *r, const au_view *v, unsigned i, bool all,
                     au_card *pool, int *left, au_rng *rng, au_state *s) {
  au_set bid = 0;
  if (!v->apart && v->s.hand[i] != 0) {
    au_card own[AU_KIND_MAX];
    int n = 0;
    if (!all && !draw(pool, left, 1, rng, &s->hand[i]))
      return false;
    for (au_set set = s->hand[i]; set != 0; set &= set - 1)
      own[n++] = au_first(set);
    (void)draw(own, &n, 1, rng, &bid);
    s->hand[i] &= ~bid;
  } else if (!draw(pool, left, 1, rng, &bid)) {
    return false;
  }
  s->bid[i] = au_first(bid);
  if (r->zero_bid && au_bids_hidden(r, s) && au_rng_below(rng, 2) == 1)
    s->down |= (uint8_t)(1 << i);
  return true;
}

/* Draw the answers of the present step that are hidden. */
static au_status draw_answers(const au_rules *r, const au_view *v, au_rng *rng,
                              au_state *s) {
  const au_ask *q = au_ask_now(r, s);
  for (uint8_t i = 0; q != NULL && i < r->players; i++) {
    au_state t = *s;
    bool more = true;
    if (i == v->seat || !(t.answer[i] & AU_ANSWERED))
      continue;
    t.answer[i] = 0;
    t.turn = i;
    t.pending = AU_NONE; /* no step ends */
    while (more) {
      au_choices c;
      au_status status = au_ask_choices(r, &t, &c);
      if (status != AU_OK)
        return status;
      uint32_t at = au_rng_below(rng, au_choices_count(q, &c));
      more = !au_answer_add(q, &t.answer[i], au_choices_at(q, &c, at));
    }
    s->answer[i] = t.answer[i];
  }
  return AU_OK;
}

/* Place the unseen cards, judged place by place. */
static au_status draw_places(const au_rules *r, const au_view *v, au_rng *rng,
                             au_state *s) {
  au_card pool[AU_KIND_MAX];
  int left = 0;
  au_set unseen = v->unseen;
  au_status status = draw_lacking(r, v, rng, s, &unseen);
  if (status != AU_OK)
    return status;
  for (au_set set = unseen; set != 0; set &= set - 1)
    pool[left++] = au_first(set);
  for (unsigned i = 0; i < (unsigned)r->players; i++) {
    bool bid = (v->laid >> i & 1) && s->bid[i] == AU_NONE;
    int n = v->hand_n[i] - au_count(s->hand[i]);
    bool all = bid && n == -1; /* hand and bid are known, but not apart */
    if (i != v->seat && !all && !draw(pool, &left, n, rng, &s->hand[i]))
      return AU_ESTATE;
    if (bid && !draw_bid(r, v, i, all, pool, &left, rng, s))
      return AU_ESTATE;
  }
  /* Extras lie on the table from one deal to the next. A state before the first
  ** deal has neither extras nor bids. The deal of a hook may leave over any
  ** number of cards. */
  if (r->extras == AU_EXTRAS_HIDDEN && (au_state_open(s) || v->laid != 0) &&
      !draw(pool, &left,
            r->hooks.deal != NULL || r->asks != NULL ? left : r->extra_n, rng,
            &s->extras))
    return AU_ESTATE;
  return AU_OK;
}

/* Place the unseen cards by the trail of the view. */
AU_RARE static au_status draw_deep(const au_rules *r, const au_view *v,
                                   au_placing *placing, au_rng *rng,
                                   au_state *s) {
  au_status status = au_placing_draw(placing, rng, s);
  for (unsigned i = 0; i < (unsigned)r->players && status == AU_OK; i++)
    if (r->zero_bid && au_bids_hidden(r, s) && i != v->seat &&
        (v->laid >> i & 1) && au_rng_below(rng, 2) == 1)
      s->down |= (uint8_t)(1 << i);
  return status;
}

/* ---- Replay of the round ---------------------------------------------- */

typedef struct replay {
  const au_rules *r;
  const au_view *v;
  const au_state *end;         /* the world to which the replay has to lead */
  const au_start_judge *judge; /* of the start, or NULL */
  au_state begin;              /* the start that leads there, once found */
  au_action did[AU_LOG_MAX];   /* the log, with the hidden bids of that world */
} replay;

/* Play the round from its start with these hands and bids. AU_OK if every
** action is legal and the round leads to the world, else AU_ESTATE. */
static au_status go_forth(replay *p, const au_state *hidden) {
  au_state s = p->v->start;
  memset(s.shown_n, 0, sizeof s.shown_n);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    /* put back a bid that was seen at the start */
    assert(s.bid[i] == AU_NONE || s.bid[i] == hidden->bid[i]);
    au_card bid = s.bid[i] == AU_NONE ? hidden->bid[i] : AU_NONE;
    au_set own = hidden->hand[i] | (bid == AU_NONE ? 0 : au_bit(bid));
    if ((s.hand[i] & ~own) != 0) /* what was known to be there */
      return AU_ESTATE;
  }
  memcpy(s.answer, p->end->answer,
         sizeof s.answer); /* of a step at the start */
  memcpy(s.hand, hidden->hand, sizeof s.hand);
  memcpy(s.bid, hidden->bid, sizeof s.bid);
  s.extras = p->end->extras;
  p->begin = s;
  for (uint32_t i = p->v->start_n; i < p->v->log_n; i++) {
    au_status status = au_state_apply(p->r, &s, p->did[i], NULL);
    if (status != AU_OK)
      return status == AU_EHOOK ? status : AU_ESTATE;
  }
  memcpy(s.known, p->end->known, sizeof s.known);
  if (memcmp(&s, p->end, sizeof s) != 0)
    return AU_ESTATE;
  return p->judge == NULL || p->judge->good(p->judge->ctx, &p->begin)
             ? AU_OK
             : AU_ESTATE;
}

/* The bid card of 'of' before entry 'n', which is after the start; AU_NONE if
** the seat could not see it. */
static au_card bid_before(const au_view *v, unsigned of, uint32_t n) {
  while (n-- > v->start_n) {
    au_entry e = v->log[n];
    au_action_kind kind = au_action_what(e);
    if (kind == AU_ACT_CHANGE && au_action_of(e) == of)
      return au_action_card(e);
    if (kind == AU_ACT_BID && au_action_seat(e) == of)
      return au_action_down(e) && of != v->seat ? AU_NONE : au_action_card(e);
  }
  return v->start.bid[of];
}

static au_status go_back(replay *p, au_state s, uint32_t n);

/* Take back the change before entry 'n'. The card that it brought back may be
** unknown: then take any card of the hand that is possible. */
static au_status undo_change(replay *p, const au_state *s, uint32_t n) {
  au_action a = p->did[n];
  unsigned seat = au_action_seat(a), of = au_action_of(a);
  au_card back = bid_before(p->v, of, n);
  au_set may = back == AU_NONE ? s->hand[seat] : au_bit(back);
  for (; may != 0; may &= may - 1) {
    au_state before = *s;
    before.hand[seat] &= ~au_bit(au_first(may));
    before.hand[seat] |= au_bit(au_action_card(a));
    before.bid[of] = au_first(may);
    au_status status = go_back(p, before, n);
    if (status != AU_ESTATE)
      return status;
  }
  return AU_ESTATE;
}

/* Take back the entries before 'n', card by card, then play the round. Only the
** hands and bids of 's' are used. */
static au_status go_back(replay *p, au_state s, uint32_t n) {
  while (n-- > p->v->start_n) {
    au_action a = au_entry_action(p->v->log[n]);
    unsigned seat = au_action_seat(a);
    au_card card = au_action_card(a);
    p->did[n] = a;
    if (au_action_what(a) == AU_ACT_CHANGE)
      return undo_change(p, &s, n);
    if (au_action_what(a) == AU_ACT_PLAY && card < p->r->deck.gold_at)
      s.hand[seat] |= au_bit(card);
    if (au_action_what(a) == AU_ACT_BID) {
      bool down = au_bids_hidden(p->r, p->end) ? p->end->down >> seat & 1
                                               : au_action_down(a);
      p->did[n] = au_bid_action(seat, s.bid[seat], down);
      s.hand[seat] |= au_bit(s.bid[seat]);
      s.bid[seat] = AU_NONE;
    }
  }
  return go_forth(p, &s);
}

/* Find the start of the round that leads to the world. Before the first deal
** that is the world itself. AU_ESTATE if the view does not know its start. */
static au_status find_start(replay *p) {
  p->begin = *p->end;
  if (p->v->s.round == 0)
    return AU_OK;
  if (p->v->start.round == 0)
    return AU_ESTATE;
  return go_back(p, *p->end, p->v->log_n);
}

au_status au_view_retrace_judged(const au_rules *r, const au_view *v,
                                 const au_state *world,
                                 const au_start_judge *judge, au_state *start,
                                 au_action did[AU_LOG_MAX]) {
  replay p = {.r = r, .v = v, .end = world, .judge = judge};
  au_status status = find_start(&p);
  *start = p.begin;
  memcpy(did, p.did, v->log_n * sizeof *did);
  return status;
}

au_status au_view_retrace(const au_rules *r, const au_view *v,
                          const au_state *world, au_state *start,
                          au_action did[AU_LOG_MAX]) {
  return au_view_retrace_judged(r, v, world, NULL, start, did);
}

/* Each helper is NULL where it has nothing to do. */
struct au_sampler {
  const au_rules *r;
  const au_view *v;
  au_placing *placing;
  au_retelling *retelling;
};

/* Judge a placement by the history that leads to it, and draw the answers of
** the present step. AU_ESTATE if no history does. */
static au_status judge(const au_sampler *p, au_rng *rng, au_state *s) {
  au_status status = AU_OK;
  if (p->retelling != NULL)
    status = au_retelling_check(p->retelling, s);
  if (status == AU_OK)
    status = draw_answers(p->r, p->v, rng, s);
  if (status == AU_OK && au_view_needs_replay(p->r)) {
    replay again = {.r = p->r, .v = p->v, .end = s};
    status = find_start(&again);
  }
  return status;
}

au_status au_sampler_draw(au_sampler *p, au_rng *rng, au_state *out) {
  enum { TRIES = 1000, RETOLD = 10000 };
  const au_rules *r = p->r;
  au_status status = AU_EFULL;
  au_state s;
  if (p->retelling != NULL)
    au_retelling_begin(p->retelling);
  for (int i = 0; i < (p->retelling != NULL ? RETOLD : TRIES); i++) {
    au_state_copy(&s, &p->v->s);
    memset(s.shown_n, 0, sizeof s.shown_n); /* it gets whole hands */
    status = p->placing != NULL ? draw_deep(r, p->v, p->placing, rng, &s)
                                : draw_places(r, p->v, rng, &s);
    if (status == AU_OK && p->v->told)
      status = au_state_check(r, &s, NULL);
    if (status == AU_OK)
      status = judge(p, rng, &s);
    else if (status == AU_ESTATE)
      return status;
    if (status == AU_OK)
      au_state_copy(out, &s);
    if (status != AU_ESTATE)
      break;
  }
  if (status == AU_ESTATE)
    status = AU_EFULL;
  if (status == AU_EFULL && p->retelling != NULL &&
      au_retelling_fault(p->retelling) != AU_OK)
    status = au_retelling_fault(p->retelling);
  return status;
}

/* Prepare to draw; 'end' frees what it made, also after an error. */
static au_status begin(au_sampler *p, const au_rules *r, const au_view *v) {
  *p = (au_sampler){.r = r, .v = v};
  au_status status = v->deep ? au_placing_new(r, v, &p->placing) : AU_OK;
  if (status == AU_OK && v->past_n > 0)
    status = au_retelling_new(r, v, &p->retelling);
  return status;
}

static void end(au_sampler *p) {
  if (p->placing != NULL)
    au_placing_free(p->placing);
  if (p->retelling != NULL)
    au_retelling_free(p->retelling);
}

au_status au_sampler_new(const au_rules *r, const au_view *v,
                         au_sampler **out) {
  au_sampler *p = malloc(sizeof *p);
  *out = NULL;
  if (p == NULL)
    return AU_ENOMEM;
  au_status status = begin(p, r, v);
  if (status == AU_OK) {
    *out = p;
  } else {
    end(p);
    free(p);
  }
  return status;
}

void au_sampler_free(au_sampler *p) {
  if (p != NULL)
    end(p);
  free(p);
}

au_status au_view_sample(const au_rules *r, const au_view *v, au_rng *rng,
                         au_state *out) {
  au_sampler p;
  au_status status = begin(&p, r, v);
  if (status == AU_OK)
    status = au_sampler_draw(&p, rng, out);
  end(&p);
  return status;
}
