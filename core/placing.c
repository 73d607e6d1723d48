/* placing.c: see placing.h. */
#include "placing.h"

#include <stdlib.h>

enum {
  STEP_FLOWS = 48,   /* flows of one step, */
  TRIES = 10000,     /* placements drawn until one has a history, */
  BUDGET = 4000,     /* ways tried to find one, */
  WAYS_MAX = 1 << 20 /* and counts of ways kept, at most */
};

/* Cards that have the same trail up to an epoch, and lie at the same spot after
** it. */
typedef struct group {
  au_set cards;
  au_spots from; /* where they may have been at the end of the epoch */
  uint8_t at;    /* where they are after the step */
  bool stay;     /* they may have been there before it */
  int due;       /* the last epoch when they were not there; -1 if none */
  uint8_t take[STEP_FLOWS]; /* cards that came by each flow of the step */
} group;

/* A step while its history is looked for. */
typedef struct frame {
  int group_n;
  group group[AU_KIND_MAX];
  uint8_t need[STEP_FLOWS]; /* cards still to be found for each flow */
  uint8_t at[AU_KIND_MAX];  /* the spots of all cards after it */
} frame;

/* Unseen cards that are placed together. */
typedef struct lot {
  au_set cards;
  au_spots may;
  uint8_t least[AU_SPOT_N], most[AU_SPOT_N]; /* at each spot, by the flows */
} lot;

typedef struct memo {
  uint64_t key; /* 0 if it is not used */
  double ways;
} memo;

struct au_placing {
  const au_rules *r;
  au_trail t;
  uint8_t like[AU_EPOCH_MAX]
              [AU_KIND_MAX]; /* the lowest card with the same trail
                                           ** up to the end of the epoch */
  au_set any[AU_EPOCH_MAX];  /* cards that look like one that nobody ever saw */
  au_flow *flow[AU_EPOCH_MAX];  /* the flows of the step after an epoch, */
  uint8_t flow_n[AU_EPOCH_MAX]; /* and their number */
  lot lot[AU_KIND_MAX];
  int lot_n;
  au_set fixed, loose; /* cards at one spot, and cards that fit everywhere */
  uint8_t room[AU_SPOT_N]; /* cards to place at each spot */
  double choose[AU_KIND_MAX + 1][AU_KIND_MAX + 1], factorial[AU_KIND_MAX + 1];
  memo *memo; /* memo_size of them, a power of 2 */
  uint32_t memo_size, memo_n;
  au_status failed;        /* to keep a count */
  uint8_t at[AU_KIND_MAX]; /* the placement that is traced */
  int budget;
  frame *frame; /* of the step after each epoch */
};

/* ---- Cards that look the same -------------------------------------------- */

static bool same_epoch(const au_trail *t, int e, unsigned a, unsigned b) {
  au_set turned = t->turned[e], carried = e > 0 ? t->carried[e - 1] : 0;
  bool any = b == AU_ANY;
  return t->entry[e][a] == t->entry[e][b] && t->exit[e][a] == t->exit[e][b] &&
         au_has(turned, (au_card)a) == (!any && au_has(turned, (au_card)b)) &&
         au_has(carried, (au_card)a) == (!any && au_has(carried, (au_card)b));
}

static void find_alike(au_placing *p) {
  const au_trail *t = &p->t;
  for (int e = 0; e <= t->last; e++) {
    p->any[e] = 0;
    for (au_set set = p->r->deck.base; set != 0; set &= set - 1) {
      au_card c = au_first(set), d;
      au_set lower = p->r->deck.base;
      for (; (d = au_first(lower)) < c; lower &= lower - 1)
        if ((e == 0 || p->like[e - 1][c] == p->like[e - 1][d]) &&
            same_epoch(t, e, c, d))
          break;
      p->like[e][c] = p->like[e][d];
      if (d == c)
        p->like[e][c] = c;
      if ((e == 0 || au_has(p->any[e - 1], c)) && same_epoch(t, e, c, AU_ANY))
        p->any[e] |= au_bit(c);
    }
  }
}

/* ---- Ways to place them now ---------------------------------------------- */

/* Cards that flow into or out of a spot after an epoch and later. */
static int flows_since(const au_trail *t, int e, unsigned from, unsigned to) {
  int n = 0;
  for (int i = 0; i < t->flow_n; i++)
    if (t->flow[i].epoch >= e &&
        (from == t->flow[i].from || to == t->flow[i].to))
      n += t->flow[i].n;
  return n;
}

/* Find bounds for the cards of a lot: once they were all at one spot, at most
** as many have left it, and come elsewhere, as flowed. */
static void bound_lot(const au_trail *t, lot *l) {
  au_card c = au_first(l->cards);
  int e = t->last, n = au_count(l->cards);
  memset(l->least, 0, sizeof l->least);
  memset(l->most, n, sizeof l->most);
  while (e >= 0 && (t->exit[e][c] & (t->exit[e][c] - 1)) != 0)
    e--;
  if (e < 0)
    return;
  unsigned home = (unsigned)__builtin_ctz(t->exit[e][c]);
  int out = flows_since(t, e, home, AU_SPOT_N);
  for (unsigned spot = 0; spot < AU_SPOT_N; spot++) {
    int in = flows_since(t, e, AU_SPOT_N, spot);
    if (spot == home)
      l->least[spot] = (uint8_t)(n > out ? n - out : 0);
    else if (in < n)
      l->most[spot] = (uint8_t)in;
  }
}

/* Sort the cards into those that are located, lots, and those that fit
** everywhere. */
static au_status find_lots(au_placing *p) {
  const au_trail *t = &p->t;
  int last = t->last, room[AU_SPOT_N];
  au_set left = p->r->deck.base;
  for (int spot = 0; spot < AU_SPOT_N; spot++)
    room[spot] = t->size[last][spot];
  for (au_set set = left; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    au_spots at = au_trail_now(t, c);
    if (at == 0)
      return AU_ESTATE;
    if (at & (at - 1))
      continue;
    p->fixed |= au_bit(c);
    p->at[c] = (uint8_t)__builtin_ctz(at);
    room[p->at[c]]--;
  }
  for (left &= ~p->fixed; left != 0;) {
    au_card c = au_first(left);
    lot *l = &p->lot[p->lot_n];
    l->cards = 0;
    l->may = au_trail_now(t, c);
    for (au_set set = left; set != 0; set &= set - 1)
      if (p->like[last][au_first(set)] == p->like[last][c])
        l->cards |= au_bit(au_first(set));
    left &= ~l->cards;
    if (au_has(p->any[last], c)) {
      p->loose |= l->cards;
    } else {
      bound_lot(t, l);
      p->lot_n++;
    }
  }
  int all = 0;
  for (int spot = 0; spot < AU_SPOT_N; spot++) {
    if (room[spot] < 0)
      return AU_ESTATE;
    p->room[spot] = (uint8_t)room[spot];
    all += room[spot];
  }
  return all == au_count(p->r->deck.base & ~p->fixed) ? AU_OK : AU_ESTATE;
}

/* The key of a count of ways: the spot of a lot to fill next, the cards left in
** the lot, and the room left. */
static uint64_t key_of(const au_placing *p, int i, unsigned spot, int left,
                       const uint8_t *room) {
  uint64_t key =
      ((uint64_t)i * AU_SPOT_N + spot) * (AU_KIND_MAX + 1) + (unsigned)left;
  for (int s = 0; s < AU_SPOT_TABLE; s++)
    if (p->room[s] > 0)
      key = key * (p->room[s] + 1u) + room[s];
  return key + 1;
}

static memo *find_memo(au_placing *p, uint64_t key) {
  uint32_t at = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
  for (;; at++) {
    memo *m = &p->memo[at & (p->memo_size - 1)];
    if (m->key == key || m->key == 0)
      return m;
  }
}

/* Keep a count; without space for it, the count is lost and 'failed' is set. */
static void keep_ways(au_placing *p, uint64_t key, double ways) {
  if (4 * p->memo_n >= 3 * p->memo_size) {
    memo *old = p->memo;
    uint32_t size = p->memo_size;
    memo *more = size < WAYS_MAX ? calloc(2 * size, sizeof *more) : NULL;
    if (more == NULL) {
      p->failed = size < WAYS_MAX ? AU_ENOMEM : AU_EFULL;
      return;
    }
    p->memo = more;
    p->memo_size = 2 * size;
    for (uint32_t i = 0; i < size; i++)
      if (old[i].key != 0)
        *find_memo(p, old[i].key) = old[i];
    free(old);
  }
  *find_memo(p, key) = (memo){key, ways};
  p->memo_n++;
}

/* The ways to place what is left of lot 'i' at 'spot' and after it, and all
** lots after it, and then the loose cards. */
static double count_ways(au_placing *p, int i, unsigned spot, int left,
                         uint8_t *room) {
  if (i == p->lot_n) {
    double ways = p->factorial[au_count(p->loose)];
    for (int s = 0; s < AU_SPOT_TABLE; s++)
      ways /= p->factorial[room[s]];
    return ways;
  }
  const lot *l = &p->lot[i];
  while (spot < AU_SPOT_N && !(l->may >> spot & 1))
    spot++;
  if (spot == AU_SPOT_N) {
    int next = i + 1 < p->lot_n ? au_count(p->lot[i + 1].cards) : 0;
    return left > 0 ? 0 : count_ways(p, i + 1, 0, next, room);
  }
  if (p->failed != AU_OK)
    return 0;
  uint64_t key = key_of(p, i, spot, left, room);
  const memo *m = find_memo(p, key);
  if (m->key == key)
    return m->ways;
  double ways = 0;
  for (int n = l->least[spot]; n <= l->most[spot] && n <= left; n++) {
    if (n > room[spot])
      break;
    room[spot] = (uint8_t)(room[spot] - n);
    ways += p->choose[left][n] * count_ways(p, i, spot + 1, left - n, room);
    room[spot] = (uint8_t)(room[spot] + n);
  }
  keep_ways(p, key, ways);
  return ways;
}

/* Draw how many of the 'left' cards of lot 'i' go to 'spot'. */
static int draw_share(au_placing *p, int i, unsigned spot, int left,
                      uint8_t *room, au_rng *rng) {
  const lot *l = &p->lot[i];
  double x = (double)(au_rng_next(rng) >> 11) * 0x1p-53 *
             count_ways(p, i, spot, left, room);
  int found = -1;
  for (int n = l->least[spot]; n <= l->most[spot] && n <= left; n++) {
    if (n > room[spot])
      break;
    room[spot] = (uint8_t)(room[spot] - n);
    double ways =
        p->choose[left][n] * count_ways(p, i, spot + 1, left - n, room);
    room[spot] = (uint8_t)(room[spot] + n);
    if (ways == 0)
      continue;
    found = n; /* the last one with a way, if rounding leaves x */
    if (x < ways)
      break;
    x -= ways;
  }
  return found;
}

/* Put 'n' random cards of '*set' to a spot. */
static void put(au_placing *p, au_set *set, int n, unsigned spot, au_rng *rng) {
  for (int left = au_count(*set); n > 0; n--, left--) {
    au_card c = au_nth(*set, au_rng_below(rng, (uint32_t)left));
    *set &= ~au_bit(c);
    p->at[c] = (uint8_t)spot;
  }
}

/* Draw a placement that agrees with the sets; false if there is none. */
static bool draw_places(au_placing *p, au_rng *rng) {
  uint8_t room[AU_SPOT_N];
  memcpy(room, p->room, sizeof room);
  for (int i = 0; i < p->lot_n; i++) {
    const lot *l = &p->lot[i];
    au_set cards = l->cards;
    for (unsigned spot = 0; spot < AU_SPOT_N; spot++) {
      if (!(l->may >> spot & 1))
        continue;
      int n = draw_share(p, i, spot, au_count(cards), room, rng);
      if (n < 0)
        return false;
      room[spot] = (uint8_t)(room[spot] - n);
      put(p, &cards, n, spot, rng);
    }
  }
  au_set loose = p->loose;
  for (unsigned spot = 0; spot < AU_SPOT_TABLE; spot++)
    put(p, &loose, room[spot], spot, rng);
  return true;
}

/* ---- A history that leads to them ---------------------------------------- */

static bool trace(au_placing *p, int e);

/* Take back flow 'i' of a step, for 'n' cards of a group. */
static void move_back(au_placing *p, int e, au_set *cards, int n, int i) {
  for (; n > 0; n--, *cards &= *cards - 1)
    p->at[au_first(*cards)] = p->flow[e][i].from;
}

/* Take back the flows of the cards that nobody ever saw: any will do. */
static bool take_any(au_placing *p, int e) {
  const au_trail *t = &p->t;
  const frame *f = &p->frame[e];
  au_set left = p->any[e] & ~t->carried[e], moved = 0;
  for (int i = 0; i < p->flow_n[e]; i++)
    for (int n = f->need[i]; n > 0; n--) {
      au_set there = left;
      while (there != 0 && f->at[au_first(there)] != p->flow[e][i].to)
        there &= there - 1;
      if (there == 0 || !(t->exit[e][AU_ANY] >> p->flow[e][i].from & 1))
        return false;
      left &= ~au_bit(au_first(there));
      moved |= au_bit(au_first(there));
      p->at[au_first(there)] = p->flow[e][i].from;
    }
  au_spots stay = t->exit[e][AU_ANY] & (au_spots)~t->emptied[e];
  for (left &= ~moved; left != 0; left &= left - 1)
    if (!(stay >> f->at[au_first(left)] & 1))
      return false;
  return true;
}

/* All groups of a step are shared out among its flows: go on before it. */
static bool end_step(au_placing *p, int e) {
  const au_trail *t = &p->t;
  frame *f = &p->frame[e];
  bool good = take_any(p, e);
  for (int g = 0; g < f->group_n && good; g++) {
    au_set cards = f->group[g].cards;
    for (int i = 0; i < p->flow_n[e]; i++)
      move_back(p, e, &cards, f->group[g].take[i], i);
  }
  for (au_set set = t->carried[e]; set != 0; set &= set - 1)
    p->at[au_first(set)] = (uint8_t)__builtin_ctz(t->exit[e][au_first(set)]);
  for (au_set set = t->turned[e]; set != 0 && good; set &= set - 1) {
    au_card c = au_first(set);
    good = t->exit[e][c] >> p->at[c] & 1;
    p->at[c] = (uint8_t)__builtin_ctz(t->entry[e][c]);
  }
  if (good && trace(p, e - 1))
    return true;
  memcpy(p->at, f->at, sizeof f->at);
  return false;
}

/* Share out the 'left' cards of group 'g' among flow 'i' and those after it,
** then the other groups. Try first that they stayed, or came if they were
** elsewhere. */
static bool share(au_placing *p, int e, int g, int i, int left) {
  frame *f = &p->frame[e];
  if (p->budget-- <= 0)
    return false;
  if (g == f->group_n)
    return end_step(p, e);
  group *own = &f->group[g];
  if (i == p->flow_n[e]) {
    int next = g + 1 < f->group_n ? au_count(own[1].cards) : 0;
    return (left == 0 || own->stay) && share(p, e, g + 1, 0, next);
  }
  const au_flow *flow = &p->flow[e][i];
  int most =
      flow->to == own->at && (own->from >> flow->from & 1) ? f->need[i] : 0;
  most = most < left ? most : left;
  for (int k = 0; k <= most && p->budget > 0; k++) {
    int n = own->due < 0 ? k : most - k;
    own->take[i] = (uint8_t)n;
    f->need[i] = (uint8_t)(f->need[i] - n);
    bool found = share(p, e, g, i + 1, left - n);
    f->need[i] = (uint8_t)(f->need[i] + n);
    if (found)
      return true;
  }
  return false;
}

/* Put the groups first that must have come soonest, seen from now back. */
static void sort_groups(frame *f) {
  for (int g = 1; g < f->group_n; g++) {
    group own = f->group[g];
    int to = g;
    for (; to > 0 && f->group[to - 1].due < own.due; to--)
      f->group[to] = f->group[to - 1];
    f->group[to] = own;
  }
}

/* The last epoch up to 'e' at whose end a card was not at a spot; -1 if it may
** always have been there. */
static int due_epoch(const au_trail *t, int e, au_card c, unsigned at) {
  while (e >= 0 && (t->exit[e][c] >> at & 1))
    e--;
  return e;
}

/* Find the groups of the step after epoch 'e'; false if a card cannot have got
** where it is. */
static bool find_groups(au_placing *p, int e) {
  const au_trail *t = &p->t;
  frame *f = &p->frame[e];
  au_spots into = 0;
  f->group_n = 0;
  for (int i = 0; i < p->flow_n[e]; i++)
    into |= (au_spots)(1u << p->flow[e][i].to);
  for (au_set set = p->r->deck.base & ~p->any[e] & ~t->carried[e]; set != 0;
       set &= set - 1) {
    au_card c = au_first(set);
    au_spots from = t->exit[e][c];
    uint8_t at = p->at[c];
    bool stay = from & ~t->emptied[e] & (1u << at);
    int g = 0;
    if (!(into >> at & 1)) {
      if (!stay)
        return false;
      continue;
    }
    while (g < f->group_n &&
           (f->group[g].at != at ||
            p->like[e][au_first(f->group[g].cards)] != p->like[e][c]))
      g++;
    if (g == f->group_n)
      f->group[f->group_n++] = (group){
          .from = from, .at = at, .stay = stay, .due = due_epoch(t, e, c, at)};
    f->group[g].cards |= au_bit(c);
  }
  sort_groups(f);
  return true;
}

/* True if some history leads to the spots of all cards at the beginning of
** epoch e + 1. */
static bool trace(au_placing *p, int e) {
  if (e < 0)
    return true;
  frame *f = &p->frame[e];
  if (p->budget <= 0 || !find_groups(p, e))
    return false;
  memcpy(f->at, p->at, sizeof f->at);
  for (int i = 0; i < p->flow_n[e]; i++)
    f->need[i] = p->flow[e][i].n;
  return share(p, e, 0, 0, f->group_n > 0 ? au_count(f->group[0].cards) : 0);
}

/* AU_OK if some history leads to the placement, which stays as it is; AU_EFULL
** if too many ways were tried. */
static au_status find_history(au_placing *p) {
  const au_trail *t = &p->t;
  uint8_t at[AU_KIND_MAX];
  memcpy(at, p->at, sizeof at);
  for (au_set set = t->turned[t->last]; set != 0; set &= set - 1)
    p->at[au_first(set)] =
        (uint8_t)__builtin_ctz(t->entry[t->last][au_first(set)]);
  p->budget = BUDGET;
  bool found = trace(p, t->last - 1);
  memcpy(p->at, at, sizeof at);
  return found ? AU_OK : p->budget <= 0 ? AU_EFULL : AU_ESTATE;
}

/* ---- Placings ------------------------------------------------------------ */

static void fill_tables(au_placing *p) {
  p->factorial[0] = 1;
  for (int n = 0; n <= AU_KIND_MAX; n++) {
    if (n > 0)
      p->factorial[n] = p->factorial[n - 1] * n;
    p->choose[n][0] = 1;
    for (int k = 1; k <= n; k++)
      p->choose[n][k] =
          p->choose[n - 1][k - 1] + (k < n ? p->choose[n - 1][k] : 0);
  }
}

/* Find the flows of each step; false if there are too many. */
static bool find_flows(au_placing *p) {
  for (int i = 0; i < p->t.flow_n; i++) {
    int e = p->t.flow[i].epoch;
    if (p->flow_n[e]++ == 0)
      p->flow[e] = &p->t.flow[i];
    if (p->flow_n[e] > STEP_FLOWS)
      return false;
  }
  return true;
}

au_status au_placing_new(const au_rules *r, const au_view *v,
                         au_placing **out) {
  enum { SIZE = 1 << 10 };
  au_placing *p = calloc(1, sizeof *p);
  memo *counts = calloc(SIZE, sizeof *counts);
  if (p == NULL || counts == NULL) {
    free(p);
    free(counts);
    return AU_ENOMEM;
  }
  p->r = r;
  p->memo = counts;
  p->memo_size = SIZE;
  au_trail_find(r, v, &p->t, NULL, NULL);
  p->frame = malloc((size_t)(p->t.last + 1) * sizeof *p->frame);
  if (p->frame == NULL) {
    au_placing_free(p);
    return AU_ENOMEM;
  }
  fill_tables(p);
  find_alike(p);
  au_status status = find_flows(p) ? find_lots(p) : AU_EFULL;
  if (status == AU_OK)
    *out = p;
  else
    au_placing_free(p);
  return status;
}

void au_placing_free(au_placing *p) {
  if (p != NULL) {
    free(p->memo);
    free(p->frame);
  }
  free(p);
}

/* Write the spots of some cards into a state that has no others. */
static void write_cards(const au_placing *p, au_set cards, au_state *s) {
  memset(s->hand, 0, sizeof s->hand);
  s->extras = 0;
  for (; cards != 0; cards &= cards - 1) {
    au_card c = au_first(cards);
    unsigned at = p->at[c];
    if (at < AU_SPOT_BID)
      s->hand[at] |= au_bit(c);
    else if (at < AU_SPOT_EXTRAS)
      s->bid[at - AU_SPOT_BID] = c;
    else if (at == AU_SPOT_EXTRAS)
      s->extras |= au_bit(c);
  }
}

au_status au_placing_draw(au_placing *p, au_rng *rng, au_state *s) {
  for (int i = 0; i < TRIES; i++) {
    bool drawn = draw_places(p, rng);
    if (p->failed != AU_OK || !drawn)
      return p->failed != AU_OK ? p->failed : AU_ESTATE;
    au_status status = find_history(p);
    if (status == AU_OK)
      write_cards(p, p->r->deck.base, s);
    if (status != AU_ESTATE)
      return status;
  }
  return AU_EFULL;
}

au_set au_placing_locate(const au_placing *p, au_state *s) {
  write_cards(p, p->fixed, s);
  return p->r->deck.base & ~p->fixed;
}

au_spots au_placing_spots(const au_placing *p, au_card c) {
  return au_trail_now(&p->t, c);
}

au_status au_placing_agrees(au_placing *p, const au_state *s) {
  for (unsigned i = 0; i < AU_SEAT_MAX; i++) {
    for (au_set set = s->hand[i] & ~p->fixed; set != 0; set &= set - 1)
      p->at[au_first(set)] = (uint8_t)(AU_SPOT_HAND + i);
    if (s->bid[i] != AU_NONE && !au_has(p->fixed, s->bid[i]))
      p->at[s->bid[i]] = (uint8_t)(AU_SPOT_BID + i);
  }
  for (au_set set = s->extras & ~p->fixed; set != 0; set &= set - 1)
    p->at[au_first(set)] = AU_SPOT_EXTRAS;
  return find_history(p);
}
