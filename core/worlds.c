/* worlds.c: see worlds.h. */
#include "worlds.h"

#include "placing.h"
#include "retell.h"

/* The places of hidden cards: the hands of other seats, their bids that lie
** face down, the extras, and cards that lie nowhere (in a position built by
** hand). */
enum { PLACE_MAX = 2 * AU_SEAT_MAX + 2 };

typedef enum place_kind { HAND, BID, EXTRAS, NOWHERE } place_kind;

typedef struct walk {
  const au_rules *r;
  const au_view *v;
  au_state s; /* the world so far */
  au_state *out;
  uint32_t most, n, tried;
  int place_n, card_n;
  uint8_t kind[PLACE_MAX], seat[PLACE_MAX];
  int room[PLACE_MAX]; /* cards that it still has to get */
  au_card card[AU_KIND_MAX];
  uint32_t may[AU_KIND_MAX]; /* places (a bit each) where each card may lie */
  bool free;                 /* each card may lie anywhere */
  au_placing *placing;       /* of a deep view; else NULL */
  au_retelling *retelling;   /* if steps are over; else NULL */
} walk;

/* ---- The places ------------------------------------------------------- */

static int add_place(walk *w, place_kind kind, unsigned seat, int room) {
  w->kind[w->place_n] = (uint8_t)kind;
  w->seat[w->place_n] = (uint8_t)seat;
  w->room[w->place_n] = room;
  return w->place_n++;
}

/* Add a card at its place in ascending order. */
static void add_cards(walk *w, au_set set, uint32_t may) {
  for (; set != 0; set &= set - 1) {
    int i = w->card_n++;
    for (; i > 0 && w->card[i - 1] > au_first(set); i--) {
      w->card[i] = w->card[i - 1];
      w->may[i] = w->may[i - 1];
    }
    w->card[i] = au_first(set);
    w->may[i] = may;
  }
}

/* Add the hand of a seat, and its bid if that lies face down. Cards that are
** known to be in one of these are placed like those that nobody has located. */
static void add_seat(walk *w, unsigned i) {
  const au_view *v = w->v;
  bool down = (v->laid >> i & 1) && v->s.bid[i] == AU_NONE;
  bool apart = !down || v->apart;
  int hand = add_place(w, HAND, i,
                       v->hand_n[i] - (apart ? au_count(v->s.hand[i]) : 0));
  if (!down)
    return;
  int bid = add_place(w, BID, i, 1);
  if (!apart) {
    add_cards(w, v->s.hand[i], 1u << hand | 1u << bid);
    w->s.hand[i] = 0;
  }
}

/* Exclude the hands of seats that showed a lack of the card's suit. */
static void exclude_lacks(walk *w) {
  au_set lacks[AU_SEAT_MAX];
  if (w->r->follow != AU_FOLLOW_MUST || w->r->hooks.legal != NULL)
    return;
  au_view_lacks(w->r, w->v, lacks);
  for (int i = 0; i < w->card_n; i++)
    for (int p = 0; p < w->place_n; p++)
      if (w->kind[p] == HAND && au_has(lacks[w->seat[p]], w->card[i]) &&
          au_has(w->v->unseen, w->card[i]))
        w->may[i] &= ~(1u << p);
}

static bool all_may(const walk *w) {
  for (int i = 0; i < w->card_n; i++)
    if (w->may[i] != (1u << w->place_n) - 1)
      return false;
  return true;
}

/* Find the places of a deep view, and where each card may lie. */
static void find_deep_places(walk *w) {
  const au_view *v = w->v;
  au_set left = au_placing_locate(w->placing, &w->s);
  int spot[PLACE_MAX], extras = au_count(left);
  for (unsigned i = 0; i < (unsigned)w->r->players; i++) {
    int hand = v->hand_n[i] - au_count(w->s.hand[i]);
    int bid = (v->laid >> i & 1) && w->s.bid[i] == AU_NONE;
    if (hand > 0)
      spot[add_place(w, HAND, i, hand)] = AU_SPOT_HAND + (int)i;
    if (bid > 0)
      spot[add_place(w, BID, i, bid)] = AU_SPOT_BID + (int)i;
    extras -= hand + bid;
  }
  if (extras > 0)
    spot[add_place(w, EXTRAS, AU_NONE, extras)] = AU_SPOT_EXTRAS;
  for (; left != 0; left &= left - 1) {
    uint32_t may = 0;
    for (int p = 0; p < w->place_n; p++)
      may |=
          (uint32_t)(au_placing_spots(w->placing, au_first(left)) >> spot[p] &
                     1)
          << p;
    add_cards(w, au_bit(au_first(left)), may);
  }
}

/* Find the places and the cards of a view. AU_ESTATE if there is more room than
** cards. */
static au_status find_places(walk *w) {
  const au_rules *r = w->r;
  const au_view *v = w->v;
  int left;
  for (unsigned i = 0; i < (unsigned)r->players; i++)
    if (i != v->seat)
      add_seat(w, i);
  left = w->card_n + au_count(v->unseen);
  for (int p = 0; p < w->place_n; p++) {
    if (w->room[p] < 0)
      return AU_ESTATE;
    left -= w->room[p];
  }
  /* Before the first deal there are no extras. The deal of a hook, or answers,
  ** may leave over any number of cards. */
  if (r->extras == AU_EXTRAS_HIDDEN && (au_state_open(&v->s) || v->laid != 0)) {
    int extras = r->hooks.deal != NULL || r->asks != NULL ? left : r->extra_n;
    (void)add_place(w, EXTRAS, AU_NONE, extras);
    left -= extras;
  }
  if (left > 0)
    (void)add_place(w, NOWHERE, AU_NONE, left);
  if (left < 0)
    return AU_ESTATE;
  add_cards(w, v->unseen, (1u << w->place_n) - 1);
  exclude_lacks(w);
  w->free = all_may(w);
  return AU_OK;
}

/* True if the cards from number 'at' on fit into the room left: the cards that
** may lie in certain places alone are never more than these have room for. */
static bool fits(const walk *w, int at) {
  if (w->free)
    return true;
  for (uint32_t set = 1; set < 1u << w->place_n; set++) {
    int room = 0;
    for (int p = 0; p < w->place_n; p++)
      room += set >> p & 1 ? w->room[p] : 0;
    for (int i = at; i < w->card_n; i++)
      room -= (w->may[i] & ~set) == 0;
    if (room < 0)
      return false;
  }
  return true;
}

/* ---- The worlds ------------------------------------------------------- */

/* Keep the world, if the round can have led to it. */
static au_status keep_world(walk *w) {
  if (au_view_needs_replay(w->r)) {
    au_state start;
    au_action did[AU_LOG_MAX];
    if (w->tried++ / AU_WORLDS_TRIES >= w->most)
      return AU_EFULL;
    au_status status = au_view_retrace(w->r, w->v, &w->s, &start, did);
    if (status != AU_OK)
      return status == AU_ESTATE ? AU_OK : status;
  }
  if (w->n++ == w->most)
    return AU_EFULL;
  if (w->out != NULL)
    au_state_copy(&w->out[w->n - 1], &w->s);
  return AU_OK;
}

/* Give each value of a hidden answer to the seat 'i', then to the seats after
** it. 'answer' is what it has answered so far. */
static au_status give_answers(walk *w, unsigned i, uint32_t answer) {
  const au_ask *q = au_ask_now(w->r, &w->s);
  au_choices c;
  while (i < (unsigned)w->r->players &&
         (i == w->v->seat || !(w->s.answer[i] & AU_ANSWERED)))
    i++;
  if (q == NULL || i >= (unsigned)w->r->players)
    return keep_world(w);
  au_state t = w->s;
  t.answer[i] = answer;
  t.turn = (uint8_t)i;
  t.pending = AU_NONE; /* no step ends */
  au_status status = au_ask_choices(w->r, &t, &c);
  uint32_t n = status == AU_OK ? au_choices_count(q, &c) : 0;
  for (uint32_t at = 0; at < n && status == AU_OK; at++) {
    uint32_t on = answer;
    if (!au_answer_add(q, &on, au_choices_at(q, &c, at))) {
      status = give_answers(w, i, on);
      continue;
    }
    uint32_t hidden = w->s.answer[i];
    w->s.answer[i] = on;
    status = give_answers(w, i + 1, 0);
    w->s.answer[i] = hidden;
  }
  return status;
}

/* Lay each bid of a simultaneous bidding both face up and as a bid of 0, from
** the seat 'i' on. */
static au_status turn_bids(walk *w, unsigned i) {
  if (!w->r->zero_bid || !au_bids_hidden(w->r, &w->s))
    return give_answers(w, 0, 0);
  while (i < (unsigned)w->r->players &&
         (i == w->v->seat || !(w->v->laid >> i & 1)))
    i++;
  if (i >= (unsigned)w->r->players)
    return give_answers(w, 0, 0);
  au_status status = turn_bids(w, i + 1);
  if (status != AU_OK)
    return status;
  w->s.down |= (uint8_t)(1 << i);
  status = turn_bids(w, i + 1);
  w->s.down &= (uint8_t) ~(1 << i);
  return status;
}

static void put(walk *w, int p, au_card card) {
  au_state *s = &w->s;
  w->room[p]--;
  if (w->kind[p] == HAND)
    s->hand[w->seat[p]] |= au_bit(card);
  else if (w->kind[p] == BID)
    s->bid[w->seat[p]] = card;
  else if (w->kind[p] == EXTRAS)
    s->extras |= au_bit(card);
}

static void take(walk *w, int p, au_card card) {
  au_state *s = &w->s;
  w->room[p]++;
  if (w->kind[p] == HAND)
    s->hand[w->seat[p]] &= ~au_bit(card);
  else if (w->kind[p] == BID)
    s->bid[w->seat[p]] = AU_NONE;
  else if (w->kind[p] == EXTRAS)
    s->extras &= ~au_bit(card);
}

/* Go on with a placement that has a history. */
static au_status judge_placement(walk *w) {
  au_status status = AU_OK;
  if (w->tried++ / AU_WORLDS_TRIES >= w->most)
    return AU_EFULL;
  if (w->placing != NULL)
    status = au_placing_agrees(w->placing, &w->s);
  if (status == AU_OK && w->retelling != NULL)
    status = au_retelling_check(w->retelling, &w->s);
  return status == AU_OK       ? turn_bids(w, 0)
         : status == AU_ESTATE ? AU_OK
                               : status;
}

/* Place the cards from number 'at' on, in every way. */
static au_status place_cards(walk *w, int at) {
  if (at == w->card_n) {
    if (w->v->told && au_state_check(w->r, &w->s, NULL) != AU_OK)
      return AU_ESTATE;
    if (w->placing == NULL && w->retelling == NULL)
      return turn_bids(w, 0);
    return judge_placement(w);
  }
  for (int p = 0; p < w->place_n; p++) {
    if (w->room[p] == 0 || !(w->may[at] >> p & 1))
      continue;
    put(w, p, w->card[at]);
    au_status status = fits(w, at + 1) ? place_cards(w, at + 1) : AU_OK;
    take(w, p, w->card[at]);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

/* Walk through all worlds. */
static au_status find_worlds(walk *w) {
  if (w->placing != NULL) {
    find_deep_places(w);
    return place_cards(w, 0);
  }
  au_status status = find_places(w);
  if (status != AU_OK)
    return status;
  return fits(w, 0) ? place_cards(w, 0) : AU_ESTATE;
}

au_status au_view_worlds(const au_rules *r, const au_view *v, au_state *out,
                         uint32_t most, uint32_t *n) {
  walk w = {.r = r, .v = v, .out = out, .most = most};
  au_status status = v->deep ? au_placing_new(r, v, &w.placing) : AU_OK;
  if (status == AU_OK)
    status = au_retelling_new(r, v, &w.retelling);
  au_state_copy(&w.s, &v->s);
  memset(w.s.shown_n, 0, sizeof w.s.shown_n); /* it gets whole hands */
  if (status == AU_OK)
    status = find_worlds(&w);
  au_placing_free(w.placing);
  au_retelling_free(w.retelling);
  *n = w.n;
  return status == AU_OK && w.n == 0 ? AU_ESTATE : status;
}
