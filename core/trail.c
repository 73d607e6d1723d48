/* trail.c: see trail.h. */
#include "trail.h"

static const au_spots everywhere = (1u << AU_SPOT_N) - 1;

static au_spots spot_bit(unsigned spot) {
  return (au_spots)(1u << spot);
}

/* ---- What the seat was told, in order ----------------------------------- */

typedef struct telling {
  const au_rules *r;
  const au_view *v;
  au_trail *t;
  int16_t delta[AU_SPOT_N];                /* cards that came until now */
  int16_t before[AU_EPOCH_MAX][AU_SPOT_N]; /*   until the end of each epoch */
  au_card up[AU_SEAT_MAX];                 /* bid cards that the seat knows */
  au_set led;                              /* cards of the suit led */
  uint16_t entry;                          /* of the log, that is told now */
  au_shift *told; /* the moves, told_n of them; or NULL */
  int told_n;
} telling;

static void open_epoch(telling *p) {
  au_trail *t = p->t;
  for (int c = 0; c < AU_TRAIL_N; c++)
    t->entry[t->last][c] = t->exit[t->last][c] = everywhere;
  t->turned[t->last] = t->carried[t->last] = 0;
  t->emptied[t->last] = 0;
}

/* Where a card lies now, as far as the present epoch knows. */
static void narrow(telling *p, au_card c, au_spots spots) {
  au_trail *t = p->t;
  t->exit[t->last][c] &= spots;
  if (!au_has(t->turned[t->last], c))
    t->entry[t->last][c] &= spots;
}

/* The spots to which a card at one of 'at' may get by the step after an
** epoch. */
static au_spots onward(const au_trail *t, int epoch, au_spots at) {
  au_spots to = at & (au_spots)~t->emptied[epoch];
  for (int i = 0; i < t->flow_n; i++)
    if (t->flow[i].epoch == epoch && (at >> t->flow[i].from & 1))
      to |= spot_bit(t->flow[i].to);
  return to;
}

/* The spots from which it may have come. */
static au_spots backward(const au_trail *t, int epoch, au_spots at) {
  au_spots from = at & (au_spots)~t->emptied[epoch];
  for (int i = 0; i < t->flow_n; i++)
    if (t->flow[i].epoch == epoch && (at >> t->flow[i].to & 1))
      from |= spot_bit(t->flow[i].from);
  return from;
}

/* Let the entry of an epoch follow to its exit, and to the entry of the
** next. */
static void go_on(au_trail *t, int e) {
  for (int c = 0; c < AU_TRAIL_N; c++) {
    if (c == AU_ANY || !au_has(t->turned[e], (au_card)c))
      t->entry[e][c] = t->exit[e][c] = t->entry[e][c] & t->exit[e][c];
    if (e < t->last && (c == AU_ANY || !au_has(t->carried[e], (au_card)c)))
      t->entry[e + 1][c] &= onward(t, e, t->exit[e][c]);
  }
}

/* Forget the first epoch, but for where it leaves the cards. */
static void drop_first(telling *p) {
  au_trail *t = p->t;
  int n = t->last, kept = 0; /* the last one is not open yet */
  go_on(t, 0);
  memmove(t->entry[0], t->entry[1], (size_t)n * sizeof *t->entry);
  memmove(t->exit[0], t->exit[1], (size_t)n * sizeof *t->exit);
  memmove(t->turned, t->turned + 1, (size_t)n * sizeof *t->turned);
  memmove(t->carried, t->carried + 1, (size_t)n * sizeof *t->carried);
  memmove(p->before[0], p->before[1], (size_t)n * sizeof *p->before);
  for (int i = 0; i < t->flow_n; i++)
    if (t->flow[i].epoch > 0) {
      t->flow[kept] = t->flow[i];
      t->flow[kept++].epoch--;
    }
  t->flow_n = kept;
  t->last--;
}

static void add_flow(au_trail *t, int epoch, const au_shift *s) {
  for (int i = t->flow_n; i-- > 0 && t->flow[i].epoch == epoch;)
    if (t->flow[i].from == s->from && t->flow[i].to == s->to) {
      t->flow[i].n++;
      return;
    }
  if (t->flow_n < AU_FLOW_MAX) /* always, but for a forged text */
    t->flow[t->flow_n++] = (au_flow){(uint8_t)epoch, s->from, s->to, 1};
}

/* Keep in mind which bids the seat knows. */
static void note_bids(telling *p, const au_shift *s) {
  if (s->from >= AU_SPOT_BID && s->from < AU_SPOT_EXTRAS)
    p->up[s->from - AU_SPOT_BID] = AU_NONE;
  if (s->to >= AU_SPOT_BID && s->to < AU_SPOT_EXTRAS)
    p->up[s->to - AU_SPOT_BID] = s->card == AU_ANY ? AU_NONE : s->card;
}

/* Some of these shifts are unseen: begin a new epoch. */
static void step_unseen(telling *p, const au_shift *s, int n) {
  au_trail *t = p->t;
  for (int i = 0; i < n; i++)
    if (s[i].card != AU_ANY)
      narrow(p, s[i].card, spot_bit(s[i].from));
  memcpy(p->before[t->last], p->delta, sizeof p->delta);
  if (t->last + 1 == AU_EPOCH_MAX)
    drop_first(p);
  int e = t->last++;
  open_epoch(p);
  for (int i = 0; i < n; i++) {
    if (s[i].card == AU_ANY) {
      add_flow(t, e, &s[i]);
    } else {
      t->carried[e] |= au_bit(s[i].card);
      narrow(p, s[i].card, spot_bit(s[i].to));
    }
  }
}

/* Cards move, all at once. */
static void step(telling *p, const au_shift *s, int n) {
  au_trail *t = p->t;
  bool unseen = false;
  for (int i = 0; i < n && p->told != NULL; i++)
    p->told[p->told_n++] = s[i];
  for (int i = 0; i < n; i++)
    unseen = unseen || s[i].card == AU_ANY;
  if (unseen)
    step_unseen(p, s, n);
  for (int i = 0; i < n; i++) {
    if (!unseen) {
      narrow(p, s[i].card, spot_bit(s[i].from));
      t->turned[t->last] |= au_bit(s[i].card);
      t->exit[t->last][s[i].card] = spot_bit(s[i].to);
    }
    p->delta[s[i].from]--;
    p->delta[s[i].to]++;
  }
  for (int i = 0; i < n; i++)
    if (s[i].from >= AU_SPOT_BID)
      note_bids(p, &(au_shift){AU_ANY, s[i].from, AU_SPOT_TABLE, 0});
  for (int i = 0; i < n; i++)
    note_bids(p, &(au_shift){s[i].card, AU_SPOT_TABLE, s[i].to, 0});
}

static void tell_bid(telling *p, au_action a) {
  uint8_t seat = au_action_seat(a);
  bool unseen = seat != p->v->seat &&
                (au_action_down(a) || au_bids_hidden(p->r, &p->v->s));
  au_shift s = {unseen ? AU_ANY : au_action_card(a),
                (uint8_t)(AU_SPOT_HAND + seat), (uint8_t)(AU_SPOT_BID + seat),
                p->entry};
  step(p, &s, 1);
}

/* A seat that did not follow the led suit had none of it. */
static void tell_play(telling *p, au_entry e, bool whole) {
  const au_rules *r = p->r;
  uint8_t seat = au_action_seat(e);
  au_card card = au_action_card(e);
  au_set suit = r->deck.bars[card]; /* empty for gold */
  bool must = r->follow == AU_FOLLOW_MUST && r->hooks.legal == NULL && whole;
  if (must && p->led != 0 && suit != 0 && suit != p->led)
    for (au_set lack = p->led; lack != 0; lack &= lack - 1)
      narrow(p, au_first(lack), (au_spots)~spot_bit(AU_SPOT_HAND + seat));
  if (must && p->led == 0)
    p->led = suit;
  if (au_entry_filled(e))
    p->led = 0;
  if (au_has(r->deck.base, card))
    step(p,
         &(au_shift){card, (uint8_t)(AU_SPOT_HAND + seat), AU_SPOT_TABLE,
                     p->entry},
         1);
}

/* Tell a change, and the facts of entry 'i', from '*fact' on. */
static void tell_facts(telling *p, uint32_t i, uint32_t *fact) {
  const au_view *v = p->v;
  au_shift s[AU_KIND_MAX + 2];
  au_action a = au_entry_action(v->log[i]);
  uint32_t from = *fact;
  int n = 0;
  for (; *fact < v->fact_n && au_fact_at(v->fact[*fact]) == i; ++*fact) {
    au_fact f = v->fact[*fact];
    if (au_fact_from(f) != au_fact_to(f))
      s[n++] = (au_shift){au_fact_hidden(f) ? AU_ANY : au_fact_card(f),
                          (uint8_t)au_fact_from(f), (uint8_t)au_fact_to(f),
                          p->entry};
  }
  if (au_action_what(a) == AU_ACT_CHANGE) {
    uint8_t seat = au_action_seat(a), of = au_action_of(a);
    if (n == 0) /* the bid that is replaced lay open */
      s[n++] = (au_shift){p->up[of] == AU_NONE ? AU_ANY : p->up[of],
                          (uint8_t)(AU_SPOT_BID + of),
                          (uint8_t)(AU_SPOT_HAND + seat), p->entry};
    s[n++] = (au_shift){au_action_card(a), (uint8_t)(AU_SPOT_HAND + seat),
                        (uint8_t)(AU_SPOT_BID + of), p->entry};
  }
  if (n > 0)
    step(p, s, n);
  for (; from < *fact; from++)
    if (au_fact_from(v->fact[from]) == au_fact_to(v->fact[from]))
      narrow(p, au_fact_card(v->fact[from]),
             spot_bit(au_fact_from(v->fact[from])));
}

uint32_t au_trail_tricks(const au_rules *r, const au_view *v) {
  int plays = 0;
  for (uint32_t i = 0; i < v->log_n; i++) {
    plays += au_action_what(v->log[i]) == AU_ACT_PLAY;
    if (au_entry_filled(v->log[i]))
      return plays == r->players ? 0 : i + 1;
  }
  return plays == v->s.trick.n ? 0 : v->log_n;
}

/* ---- Where the cards were at first, and are now -------------------------- */

static void tell_start(telling *p) {
  const au_view *v = p->v;
  au_trail *t = p->t;
  t->last = t->flow_n = 0;
  memset(p->delta, 0, sizeof p->delta);
  memset(p->up, AU_NONE, sizeof p->up);
  p->led = 0;
  open_epoch(p);
  for (int c = 0; c < AU_TRAIL_N; c++)
    t->entry[0][c] = t->exit[0][c] = v->begin_hidden;
  for (unsigned spot = 0; spot < AU_SPOT_N; spot++)
    for (au_set set = v->begin[spot]; set != 0; set &= set - 1) {
      au_card c = au_first(set);
      au_spots at = spot_bit(spot);
      if (spot < AU_SPOT_BID) /* or its bid, if that lies face down */
        at |= v->begin_hidden & spot_bit(AU_SPOT_BID + spot);
      t->entry[0][c] = t->exit[0][c] = at;
      if (spot >= AU_SPOT_BID && spot < AU_SPOT_EXTRAS)
        p->up[spot - AU_SPOT_BID] = c;
    }
}

/* The cards whose place is known now. */
static void tell_now(telling *p) {
  const au_view *v = p->v;
  for (unsigned i = 0; i < (unsigned)p->r->players; i++) {
    bool down = i != v->seat && (v->laid >> i & 1) && v->s.bid[i] == AU_NONE;
    au_spots at =
        (au_spots)(spot_bit(AU_SPOT_HAND + i) | down << (AU_SPOT_BID + i));
    for (au_set set = v->s.hand[i]; set != 0; set &= set - 1)
      narrow(p, au_first(set), at);
  }
  for (au_set set = v->s.extras; set != 0; set &= set - 1)
    narrow(p, au_first(set), spot_bit(AU_SPOT_EXTRAS));
}

/* Find the sizes of all spots at the end of each epoch, from their sizes now.
** */
static void find_sizes(telling *p) {
  const au_view *v = p->v;
  au_trail *t = p->t;
  int now[AU_SPOT_N] = {0};
  int left = au_count(p->r->deck.base);
  for (int i = 0; i < p->r->players; i++) {
    now[AU_SPOT_HAND + i] = v->hand_n[i];
    now[AU_SPOT_BID + i] = v->laid >> i & 1;
    left -= v->hand_n[i] + (v->laid >> i & 1);
  }
  now[AU_SPOT_TABLE] =
      au_count(v->begin[AU_SPOT_TABLE]) + p->delta[AU_SPOT_TABLE];
  now[AU_SPOT_EXTRAS] = left - now[AU_SPOT_TABLE];
  memcpy(p->before[t->last], p->delta, sizeof p->delta);
  for (int e = 0; e <= t->last; e++)
    for (int spot = 0; spot < AU_SPOT_N; spot++) {
      int n = now[spot] - p->delta[spot] + p->before[e][spot];
      t->size[e][spot] = n >= 0 && n <= AU_KIND_MAX ? (uint8_t)n : AU_NONE;
    }
}

/* Find the spots that all their cards left in a step. */
static void find_emptied(au_trail *t) {
  for (int e = 0; e < t->last; e++) {
    int left[AU_SPOT_N];
    for (int spot = 0; spot < AU_SPOT_N; spot++)
      left[spot] = t->size[e][spot];
    for (int i = 0; i < t->flow_n; i++)
      if (t->flow[i].epoch == e)
        left[t->flow[i].from] -= t->flow[i].n;
    for (au_set set = t->carried[e]; set != 0; set &= set - 1) {
      au_spots from = t->exit[e][au_first(set)];
      if (from != 0) /* else the facts contradict each other */
        left[__builtin_ctz(from)]--;
    }
    for (unsigned spot = 0; spot < AU_SPOT_N; spot++)
      if (left[spot] <= 0)
        t->emptied[e] |= spot_bit(spot);
  }
}

/* ---- Sets that agree ----------------------------------------------------- */

/* Let each set follow from the one before. */
static void agree_forth(const au_rules *r, au_trail *t) {
  for (int e = 0; e <= t->last; e++) {
    au_spots some = 0;
    for (unsigned spot = 0; spot < AU_SPOT_N; spot++)
      some |= (au_spots)((t->size[e][spot] > 0) << spot);
    t->exit[e][AU_ANY] &= some;
    for (au_set set = r->deck.base; set != 0; set &= set - 1)
      t->exit[e][au_first(set)] &= some;
    go_on(t, e);
  }
}

/* Let each set lead to the one after. */
static void agree_back(au_trail *t) {
  for (int e = t->last; e-- > 0;)
    for (int c = 0; c < AU_TRAIL_N; c++) {
      if (c != AU_ANY && au_has(t->carried[e], (au_card)c))
        continue;
      t->exit[e][c] &= backward(t, e, t->entry[e + 1][c]);
      if (c == AU_ANY || !au_has(t->turned[e], (au_card)c))
        t->entry[e][c] &= t->exit[e][c];
    }
}

/* True if a set has one spot, and not a bid that lies face down. */
static bool located(const au_trail *t, int e, au_spots at) {
  const au_spots bids = ((1u << AU_SEAT_MAX) - 1) << AU_SPOT_BID;
  return (at & (at - 1)) == 0 &&
         (at & bids & (t->entry[e][AU_ANY] | t->exit[e][AU_ANY])) == 0;
}

/* True if a card was located and then was not, or is neither located nor like
** one that nobody ever saw, while cards still moved. */
static bool looks_deep(const au_rules *r, const au_trail *t) {
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    bool known = false;
    for (int i = 0; i <= 2 * t->last + 1; i++) {
      int e = i / 2;
      au_spots at = i % 2 ? t->exit[e][c] : t->entry[e][c];
      au_spots any = i % 2 ? t->exit[e][AU_ANY] : t->entry[e][AU_ANY];
      known = known || located(t, e, at);
      if (known ? !located(t, e, at) : at != any && e < t->last)
        return true;
    }
  }
  return false;
}

void au_trail_find(const au_rules *r, const au_view *v, au_trail *t,
                   au_shift *told, int *told_n) {
  telling p;
  uint32_t fact = 0, whole = au_trail_tricks(r, v);
  p.r = r;
  p.v = v;
  p.t = t;
  p.told = told;
  p.told_n = 0;
  tell_start(&p);
  for (uint32_t i = 0; i < v->log_n; i++) {
    p.entry = (uint16_t)i;
    au_action_kind kind = au_action_what(v->log[i]);
    if (kind == AU_ACT_BID)
      tell_bid(&p, v->log[i]);
    else if (kind == AU_ACT_PLAY)
      tell_play(&p, v->log[i], i >= whole);
    else
      tell_facts(&p, i, &fact);
  }
  if (told != NULL)
    *told_n = p.told_n;
  tell_now(&p);
  find_sizes(&p);
  find_emptied(t);
  agree_forth(r, t);
  t->deep = looks_deep(r, t);
  agree_back(t);
  t->deep = t->deep && looks_deep(r, t);
}

bool au_trail_holds(const au_rules *r, const au_trail *t) {
  for (int e = 0; e <= t->last; e++) {
    for (int spot = 0; spot < AU_SPOT_N; spot++)
      if (t->size[e][spot] == AU_NONE)
        return false;
    for (au_set set = r->deck.base; set != 0; set &= set - 1)
      if (t->entry[e][au_first(set)] == 0 || t->exit[e][au_first(set)] == 0)
        return false;
  }
  return true;
}

static unsigned spot_in(const au_rules *r, const au_state *s, au_card c) {
  for (unsigned i = 0; i < (unsigned)r->players; i++) {
    if (au_has(s->hand[i], c))
      return AU_SPOT_HAND + i;
    if (s->bid[i] == c)
      return AU_SPOT_BID + i;
  }
  return au_has(s->extras, c) ? AU_SPOT_EXTRAS : AU_SPOT_TABLE;
}

bool au_trail_allows(const au_rules *r, const au_trail *t, const au_state *s) {
  const au_spots table = spot_bit(AU_SPOT_TABLE);
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    au_spots may = au_trail_now(t, au_first(set)),
             is = spot_bit(spot_in(r, s, au_first(set)));
    if ((may & is) == 0 || ((may & table) != 0 && may != is))
      return false;
  }
  return true;
}

bool au_trail_any(const au_trail *t, au_card c) {
  for (int e = 0; e <= t->last; e++)
    if (t->entry[e][c] != t->entry[e][AU_ANY] ||
        t->exit[e][c] != t->exit[e][AU_ANY] ||
        au_has(t->turned[e] | t->carried[e], c))
      return false;
  return true;
}
