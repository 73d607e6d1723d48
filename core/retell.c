/* retell.c: see retell.h. */
#include "retell.h"

#include <stdlib.h>

enum {
  CALLS = 100000,     /* hooks called for a world, at most */
  FAULT = 1000,       /* calls that a failed one counts for */
  MOVES = 1 << 24,    /* moves taken back for a world, at most */
  JUDGED = 1 << 12,   /* moments of which the answer is kept, */
  OFFER_MIN = 1 << 6, /* and hands of which the offer is kept: at first */
  OFFER_MAX = 1 << 14 /* and at most */
};

/* Where each base card lies. */
typedef struct spots {
  uint8_t at[AU_KIND_MAX];
} spots;

/* The cards that the hook 'ask_choices' offered a seat with this hand. */
typedef struct offer {
  uint32_t key; /* of the step and the seat; 0 if it is not used */
  au_set hand, cards;
} offer;

struct au_retelling {
  const au_rules *r;
  const au_view *v;
  au_trail t;
  int told_n;
  au_shift told[AU_SHIFT_MAX];
  int calls;       /* left */
  int moves;       /* likewise */
  au_status fault; /* of a hook */
  uint8_t probed[AU_PAST_STEPS];
  uint8_t movers[AU_PAST_STEPS]; /* see find_movers; only if probed */
  uint64_t *judged; /* JUDGED keys of moments; the lowest bit is the answer */
  offer *offer;     /* offer_size of them, a power of 2 */
  uint32_t offer_size, offer_n;
};

/* The moment after some moves and steps have been told back. */
typedef struct moment {
  int told, past, epoch; /* moves, steps and epochs before it */
  spots now;
} moment;

/* An entry of the log that is told back. */
typedef struct entry {
  const au_past *past; /* the step that it ended, or NULL */
  const au_shift *move;
  int move_n;
  bool unseen;    /* some card moved unseen */
  au_set gone;    /* cards that it moved */
  uint8_t movers; /* other seats that answer the cards that leave their hands */
  au_set given[AU_SEAT_MAX]; /* those answers */
  int whole[AU_SEAT_MAX];    /* moves after which the hand is known */
  spots after;
  moment before;
} entry;

static au_status tell_back(au_retelling *p, const moment *m);

/* ---- Cards of a state ---------------------------------------------------- */

static void read_spots(const au_rules *r, const au_state *s, spots *out) {
  memset(out->at, AU_SPOT_TABLE, sizeof out->at);
  for (unsigned i = 0; i < (unsigned)r->players; i++) {
    for (au_set set = s->hand[i]; set != 0; set &= set - 1)
      out->at[au_first(set)] = (uint8_t)(AU_SPOT_HAND + i);
    if (s->bid[i] != AU_NONE)
      out->at[s->bid[i]] = (uint8_t)(AU_SPOT_BID + i);
  }
  for (au_set set = s->extras; set != 0; set &= set - 1)
    out->at[au_first(set)] = AU_SPOT_EXTRAS;
}

/* Complete the state before a step by the spots of all cards. False if it
** breaks an invariant. Only a forged text can lead to that, so that it is
** checked only where the view is 'told'. */
static bool write_spots(const au_rules *r, const au_view *v, const spots *in,
                        au_state *s) {
  memset(s->hand, 0, sizeof s->hand);
  memset(s->bid, AU_NONE, sizeof s->bid);
  memset(s->shown_n, 0, sizeof s->shown_n); /* it gets whole hands */
  s->extras = 0;
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    unsigned at = in->at[c];
    if (at < AU_SPOT_BID)
      s->hand[at] |= au_bit(c);
    else if (at < AU_SPOT_EXTRAS)
      s->bid[at - AU_SPOT_BID] = c;
    else if (at == AU_SPOT_EXTRAS)
      s->extras |= au_bit(c);
  }
  return !v->told || au_state_check(r, s, NULL) == AU_OK;
}

/* True if each card is at one of its spots. */
static bool all_in(const au_rules *r, const spots *now,
                   const au_spots sets[AU_TRAIL_N]) {
  for (au_set set = r->deck.base; set != 0; set &= set - 1)
    if (!(sets[au_first(set)] >> now->at[au_first(set)] & 1))
      return false;
  return true;
}

/* ---- Offers and answers of a step ---------------------------------------- */

/* Count a call; false if there were too many. */
static bool call(au_retelling *p) {
  p->calls -= p->calls > 0;
  return p->calls > 0;
}

/* Note that a hook failed. */
static void fail(au_retelling *p, au_status status) {
  p->fault = status;
  p->calls = p->calls > FAULT ? p->calls - FAULT : 0;
}

static const au_ask *ask_of(const au_retelling *p, const entry *e) {
  return au_ask_now(p->r, &e->past->before);
}

static uint32_t first_value(const au_retelling *p, const entry *e) {
  return e->past->at + 1 - au_past_values(p->r, e->past);
}

static au_set hand_at(const au_rules *r, const spots *now, unsigned seat) {
  au_set hand = 0;
  for (au_set set = r->deck.base; set != 0; set &= set - 1)
    if (now->at[au_first(set)] == AU_SPOT_HAND + seat)
      hand |= au_bit(au_first(set));
  return hand;
}

/* Where the offer for a hand is kept. */
static offer *find_offer(const au_retelling *p, uint32_t key, au_set hand) {
  uint64_t mix = (hand ^ key) * UINT64_C(0x9e3779b97f4a7c15);
  return &p->offer[mix >> 40 & (p->offer_size - 1)];
}

/* Keep an offer. It takes the place of another if there is no more space. */
static void keep_offer(au_retelling *p, uint32_t key, au_set hand,
                       au_set cards) {
  uint32_t size = p->offer_size;
  offer *old = p->offer, *more = NULL;
  if (p->offer_n > size / 2 && size < OFFER_MAX)
    more = calloc(4 * (size_t)size, sizeof *more);
  if (more != NULL) {
    p->offer = more;
    p->offer_size = 4 * size;
    for (uint32_t i = 0; i < size; i++)
      if (old[i].key != 0)
        *find_offer(p, old[i].key, old[i].hand) = old[i];
    free(old);
  }
  *find_offer(p, key, hand) = (offer){key, hand, cards};
  p->offer_n++;
}

/* The cards that a seat could choose from with the hand that it has in 's';
** empty if the hook fails. A seat sees nothing else of 's' than all do. */
static au_set offer_of(au_retelling *p, const entry *e, const au_state *s,
                       uint8_t seat) {
  uint32_t key = (uint32_t)(e->past - p->v->past) << 3 | (seat + 1u);
  const offer *o = find_offer(p, key, s->hand[seat]);
  if (o->key == key && o->hand == s->hand[seat])
    return o->cards;
  au_state t = *s;
  au_choices c;
  t.turn = seat;
  if (!call(p))
    return 0;
  au_status status = au_ask_offer(p->r, &t, &c);
  if (status != AU_OK)
    fail(p, status);
  au_set cards = status == AU_OK ? c.set : 0;
  keep_offer(p, key, s->hand[seat], cards);
  return cards;
}

/* True if a step led to what the seat saw of it. 's' is the state before its
** last answer. */
static bool agrees(const au_retelling *p, const entry *e, const au_state *s,
                   const au_state *after) {
  const au_view *v = p->v;
  au_state seen;
  au_fact found[AU_KIND_MAX], told[AU_FACT_MAX];
  spots now;
  uint32_t at = e->past->at, i = 0;
  read_spots(p->r, after, &now);
  if (memcmp(&now, &e->after, sizeof now) != 0)
    return false;
  au_state_look(p->r, after, v->seat, &seen);
  if (memcmp(&seen, &e->past->after, sizeof seen) != 0)
    return false;
  int n = au_facts_find(p->r, s, after, au_entry_action(v->log[at]), at, found);
  uint32_t told_n = au_facts_look(found, (uint32_t)n, v->seat, told);
  while (i < v->fact_n && au_fact_at(v->fact[i]) < at)
    i++;
  if (i + told_n > v->fact_n ||
      (i + told_n < v->fact_n && au_fact_at(v->fact[i + told_n]) == at))
    return false;
  return memcmp(&v->fact[i], told, told_n * sizeof *told) == 0;
}

static bool answer(au_retelling *p, const entry *e, const au_state *s,
                   uint32_t at);

/* Give a value to the seat on turn; false if a hook failed. */
static bool give(au_retelling *p, const entry *e, au_state *s, uint32_t at,
                 unsigned value) {
  if (at == e->past->at && !call(p))
    return false;
  au_status status = au_state_apply_legal(
      p->r, s, au_answer_action(s->turn, s->ask - 1u, value));
  if (status != AU_OK)
    fail(p, status);
  return status == AU_OK;
}

/* Give the value of entry 'at' of the log, then try those after it. */
static bool go_on(au_retelling *p, const entry *e, const au_state *s,
                  uint32_t at, unsigned value) {
  au_state t = *s;
  if (!give(p, e, &t, at, value))
    return false;
  return at == e->past->at ? agrees(p, e, s, &t) : answer(p, e, &t, at + 1);
}

/* The next card of an answer that the seat on turn gives card by card. */
static unsigned next_card(const au_state *s, au_set cards) {
  int n = au_count(au_answer_cards(s->answer[s->turn]));
  return au_nth(cards, (uint32_t)n);
}

/* True if some answers lead from 's' to what followed, where entry 'at' of the
** log is to be answered. Cards that moved are tried first. */
static bool answer(au_retelling *p, const entry *e, const au_state *s,
                   uint32_t at) {
  const au_ask *q = ask_of(p, e);
  unsigned told = au_action_value(p->v->log[at]); /* if it is not hidden */
  au_choices c;
  if (s->turn == p->v->seat)
    return go_on(p, e, s, at, told);
  if (e->movers >> s->turn & 1)
    return go_on(p, e, s, at, next_card(s, e->given[s->turn]));
  if (!call(p))
    return false;
  au_status status = au_ask_choices(p->r, s, &c);
  if (status != AU_OK)
    fail(p, status);
  if (!q->secret)
    return status == AU_OK && au_choices_have(q, &c, told) &&
           go_on(p, e, s, at, told);
  uint32_t n = status == AU_OK ? au_choices_count(q, &c) : 0;
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < n && p->calls > 0; i++) {
      unsigned value = au_choices_at(q, &c, i);
      bool moved = q->kind == AU_ASK_CARD && value < AU_KIND_MAX &&
                   au_has(e->gone, (au_card)value);
      if (moved == (round == 0) && go_on(p, e, s, at, value))
        return true;
    }
  return false;
}

/* True if the step can have led from the cards before it to those after it. */
static bool step_agrees(au_retelling *p, const entry *e) {
  au_state s = e->past->before;
  return write_spots(p->r, p->v, &e->before.now, &s) &&
         answer(p, e, &s, first_value(p, e));
}

/* ---- Seats whose answers are the cards that leave their hands ------------ */

/* Put the cards of the moves from number 'i' on anywhere they may have been, so
** that each hand has its size. False if there are too few cards. */
static bool fill(const au_retelling *p, const entry *e, int i, spots *now) {
  au_set gone = e->gone;
  *now = e->before.now;
  for (; i < e->move_n; i++) {
    const au_shift *m = &e->move[i];
    au_set set = m->card == AU_ANY ? p->r->deck.base & ~gone : au_bit(m->card);
    while (set != 0 && e->after.at[au_first(set)] != m->to)
      set &= set - 1;
    if (set == 0)
      return false;
    gone |= au_bit(au_first(set));
    now->at[au_first(set)] = m->from;
  }
  return true;
}

static au_set highest(au_set cards) {
  return UINT64_C(1) << (63 - __builtin_clzll(cards));
}

/* Let each other seat answer its lowest cards, or its highest, of those
** offered. Returns the seats whose answers are the cards that then leave their
** hands. */
static uint8_t probe(au_retelling *p, const entry *e, const au_state *before,
                     bool lowest) {
  uint8_t others = before->asked & (uint8_t) ~(1 << p->v->seat), movers = 0;
  au_set cards[AU_SEAT_MAX] = {0};
  au_state s = *before;
  for (uint8_t i = 0; i < p->r->players; i++) {
    if (!(others >> i & 1))
      continue;
    cards[i] = offer_of(p, e, before, i);
    int more = au_count(cards[i]) - ask_of(p, e)->cards;
    if (more < 0)
      return 0;
    for (; more > 0; more--)
      cards[i] &= lowest ? ~highest(cards[i]) : cards[i] - 1;
  }
  for (uint32_t at = first_value(p, e); at <= e->past->at; at++) {
    unsigned value = s.turn == p->v->seat ? au_action_value(p->v->log[at])
                                          : next_card(&s, cards[s.turn]);
    if (!give(p, e, &s, at, value))
      return 0;
  }
  for (int i = 0; i < p->r->players; i++)
    if ((others >> i & 1) && (before->hand[i] & ~s.hand[i]) == cards[i])
      movers |= (uint8_t)(1 << i);
  return movers;
}

/* Find the movers of a step: seats of which 'ask_done' takes away what they
** answer. It is tried with two answers: there are too many to try all of them
** for each placement. */
static void find_movers(au_retelling *p, entry *e) {
  au_state s = e->past->before;
  size_t i = (size_t)(e->past - p->v->past);
  spots now;
  if (!p->probed[i] && ask_of(p, e)->kind == AU_ASK_CARD &&
      ask_of(p, e)->secret && fill(p, e, 0, &now) &&
      write_spots(p->r, p->v, &now, &s))
    p->movers[i] = probe(p, e, &s, true) & probe(p, e, &s, false);
  p->probed[i] = true;
  e->movers = p->movers[i];
  for (int m = 0; m < e->move_n; m++) {
    if (e->move[m].from < AU_SPOT_BID)
      e->whole[e->move[m].from] = m + 1;
    if (e->move[m].to < AU_SPOT_BID)
      e->whole[e->move[m].to] = m + 1;
  }
}

/* True if the cards that left the hand of a seat may have been its answer. The
** first 'i' moves are taken back, and all moves of its hand. */
static bool may_answer(au_retelling *p, entry *e, int i, uint8_t seat) {
  au_set had = hand_at(p->r, &e->before.now, seat),
         has = hand_at(p->r, &e->after, seat);
  au_state s = e->past->before;
  spots now;
  e->given[seat] = had & ~has;
  return au_count(e->given[seat]) == ask_of(p, e)->cards &&
         fill(p, e, i, &now) && write_spots(p->r, p->v, &now, &s) &&
         (e->given[seat] & ~offer_of(p, e, &s, seat)) == 0;
}

/* True if each mover of whom all moves are taken back now may have answered
** so. */
static bool movers_agree(au_retelling *p, entry *e, int i) {
  for (uint8_t seat = 0; e->movers >> seat != 0; seat++)
    if ((e->movers >> seat & 1) && e->whole[seat] == i &&
        !may_answer(p, e, i, seat))
      return false;
  return true;
}

/* ---- Moves of an entry --------------------------------------------------- */

/* The key of a moment: its lowest bit is 0. */
static uint64_t key_of(const au_rules *r, const moment *m) {
  uint64_t key = (uint64_t)m->told << 32 | (uint64_t)m->past << 1 | 1;
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    key = (key ^ m->now.at[au_first(set)]) * UINT64_C(0x9e3779b97f4a7c15);
    key ^= key >> 29;
  }
  return key & ~UINT64_C(1);
}

/* All cards that moved are known: go on before the entry. */
static au_status end_entry(au_retelling *p, entry *e) {
  if (e->unseen && !all_in(p->r, &e->before.now, p->t.exit[e->before.epoch]))
    return AU_ESTATE;
  if (e->past != NULL && !step_agrees(p, e))
    return p->calls > 0 ? AU_ESTATE : AU_EFULL;
  return tell_back(p, &e->before);
}

/* Take back move number 'i' of an entry, and those after it. Of moves that look
** the same, the later takes the higher card: 'above' the card of the one
** before. */
static au_status take_back(au_retelling *p, entry *e, int i, int above) {
  if (p->moves-- <= 0)
    return AU_EFULL;
  if (!movers_agree(p, e, i))
    return p->calls > 0 ? AU_ESTATE : AU_EFULL;
  if (i == e->move_n)
    return end_entry(p, e);
  const au_shift *s = &e->move[i];
  bool more = i + 1 < e->move_n && s[1].card == AU_ANY && s[1].to == s->to &&
              s[1].from == s->from;
  if (s->card != AU_ANY) {
    if (e->after.at[s->card] != s->to)
      return AU_ESTATE;
    e->before.now.at[s->card] = s->from;
    return take_back(p, e, i + 1, -1);
  }
  const au_spots *from = p->t.exit[e->before.epoch];
  for (au_set set = p->r->deck.base & ~e->gone; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    if (c <= above || e->after.at[c] != s->to || !(from[c] >> s->from & 1))
      continue;
    e->gone |= au_bit(c);
    e->before.now.at[c] = s->from;
    au_status status = take_back(p, e, i + 1, more ? c : -1);
    e->gone &= ~au_bit(c);
    e->before.now.at[c] = s->to;
    if (status != AU_ESTATE)
      return status;
  }
  return AU_ESTATE;
}

/* Find the last entry before a moment that moved a card or ended a step. */
static void last_entry(const au_retelling *p, const moment *m, entry *e) {
  const au_past *past = m->past > 0 ? &p->v->past[m->past - 1] : NULL;
  int at = m->told > 0 ? p->told[m->told - 1].entry : -1;
  int from = m->told;
  if (past != NULL && (int)past->at >= at)
    at = (int)past->at;
  else
    past = NULL;
  while (from > 0 && p->told[from - 1].entry == at)
    from--;
  *e = (entry){.past = past,
               .move = &p->told[from],
               .move_n = m->told - from,
               .after = m->now,
               .before = *m};
  e->before.told = from;
  e->before.past -= past != NULL;
  for (int i = 0; i < e->move_n; i++) {
    e->unseen = e->unseen || e->move[i].card == AU_ANY;
    if (e->move[i].card != AU_ANY)
      e->gone |= au_bit(e->move[i].card);
  }
  e->before.epoch -= e->unseen;
}

/* AU_OK if a history leads to a moment, else AU_ESTATE. */
static au_status tell_back(au_retelling *p, const moment *m) {
  entry e;
  if (m->told == 0 && m->past == 0)
    return all_in(p->r, &m->now, p->t.entry[0]) ? AU_OK : AU_ESTATE;
  last_entry(p, m, &e);
  if (e.before.epoch < 0) /* the trail has forgotten what was before */
    return AU_OK;
  if (!e.unseen && e.past == NULL)
    return take_back(p, &e, 0, -1);
  uint64_t key = key_of(p->r, m);
  uint64_t *kept = &p->judged[key >> 40 & (JUDGED - 1)];
  if ((*kept & ~UINT64_C(1)) == key)
    return *kept & 1 ? AU_OK : AU_ESTATE;
  if (e.past != NULL)
    find_movers(p, &e);
  au_status status = take_back(p, &e, 0, -1);
  if (status != AU_EFULL)
    *kept = key | (status == AU_OK);
  return status;
}

/* ---- Retellings ---------------------------------------------------------- */

au_status au_retelling_new(const au_rules *r, const au_view *v,
                           au_retelling **out) {
  *out = NULL;
  if (v->past_n == 0)
    return AU_OK;
  au_retelling *p = malloc(sizeof *p);
  uint64_t *judged = calloc(JUDGED, sizeof *judged);
  offer *offers = calloc(OFFER_MIN, sizeof *offers);
  if (p == NULL || judged == NULL || offers == NULL) {
    free(p);
    free(judged);
    free(offers);
    return AU_ENOMEM;
  }
  p->r = r;
  p->v = v;
  au_retelling_begin(p);
  p->fault = AU_OK;
  p->judged = judged;
  p->offer = offers;
  p->offer_size = OFFER_MIN;
  p->offer_n = 0;
  memset(p->probed, 0, sizeof p->probed);
  memset(p->movers, 0, sizeof p->movers);
  au_trail_find(r, v, &p->t, p->told, &p->told_n);
  *out = p;
  return AU_OK;
}

void au_retelling_free(au_retelling *p) {
  if (p != NULL) {
    free(p->judged);
    free(p->offer);
  }
  free(p);
}

void au_retelling_begin(au_retelling *p) {
  p->calls = CALLS;
  p->moves = MOVES;
}

au_status au_retelling_check(au_retelling *p, const au_state *s) {
  moment now = {
      .told = p->told_n, .past = (int)p->v->past_n, .epoch = p->t.last};
  read_spots(p->r, s, &now.now);
  return tell_back(p, &now);
}

au_status au_retelling_fault(const au_retelling *p) {
  return p->fault;
}
