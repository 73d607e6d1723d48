/* policy.c: the policy "quick". See policy.h; playouts are in playout.c. */
#include "policy_odds.h"

#include <string.h>

/* ---- Bidding ------------------------------------------------------------
**
** Each side has a share of the tricks that a hand can play, less those that are
** never played or that nobody wants. A part of the share is certain. The rest
** depends on the strength of the side's cards against the average, by the
** squares of their ranks. The bids of others say something of their hands. */

enum { TRICK = 64 }; /* parts of a trick, to compare bids by */

/* The tricks that the side of the seat on turn may expect, judged by its hand
** and the bids that it sees. A trump counts as the highest rank. */
static float hope(const au_rules *r, const au_odds *o, const au_state *s) {
  const float *habit = o->habit;
  au_set hand = s->hand[s->turn];
  int n = au_count(hand), own = r->side_of[s->turn];
  float usual, strength = (float)au_strength(r, s, hand, &usual);
  float share = habit[SHARE] * (float)((n - 1) * au_count(r->seats_of[own])) /
                (float)r->players;
  if (usual > 0)
    share *= habit[SURE] + (1 - habit[SURE]) * strength / usual;
  for (int seat = 0; seat < r->players && !au_bids_hidden(r, s); seat++)
    if (s->bid[seat] != AU_NONE && !(s->down >> seat & 1))
      share += habit[r->side_of[seat] == own ? PARTNER : RIVAL] *
               (float)(r->deck.rank_of[s->bid[seat]] - r->deck.rank_hi / 2);
  return share;
}

/* The value of bidding a card, and the bid. */
static float value_of_bid(const au_rules *r, const au_odds *o,
                          const au_state *s, au_action a) {
  au_card c = au_action_card(a);
  au_set hand = s->hand[s->turn] & ~au_bit(c);
  float usual, strength = (float)au_strength(r, s, hand, &usual);
  int rank = au_action_down(a) ? 0 : r->deck.rank_of[c];
  return au_odds_promise(o, au_side_pays(r, s, r->side_of[s->turn]),
                         au_bid_with(r, s, s->turn, rank), 0, au_count(hand),
                         usual > 0 ? strength / usual : 1);
}

/* The bid of most worth; if 'up' is not 0, one that is worth more than it, face
** down. */
static au_action best_bid(const au_rules *r, const au_odds *o,
                          const au_state *s, au_action up) {
  au_action best = up;
  float most = up != 0 ? value_of_bid(r, o, s, up) : -1e30f;
  for (au_set hand = s->hand[s->turn]; hand != 0; hand &= hand - 1)
    for (int down = up != 0; down <= r->zero_bid; down++) {
      au_action a = au_bid_action(s->turn, au_first(hand), down);
      float value = value_of_bid(r, o, s, a);
      best = value > most ? a : best;
      most = value > most ? value : most;
    }
  return best;
}

/* True if a card face down bids 0 for the side, whatever its partners lay. */
static bool bids_zero(const au_rules *r, const au_state *s) {
  unsigned seats = r->seats_of[r->side_of[s->turn]] & ~(1u << s->turn);
  bool all = seats == 0 || r->side_bid == AU_SIDE_BID_LOWEST;
  return r->zero_bid && (all || (s->down & seats) == seats);
}

static au_action quick_bid(const au_rules *r, const au_odds *o,
                           const au_state *s, uint64_t x) {
  au_card best = au_first(s->hand[s->turn]);
  int least = INT32_MAX, seats = au_count(r->seats_of[r->side_of[s->turn]]);
  if (!o->nearest)
    return best_bid(r, o, s, 0);
  int aim = (int)(hope(r, o, s) * TRICK) + (int)(x >> 8 & 63) -
            32; /* so that bids vary */
  if (r->side_bid == AU_SIDE_BID_SUM)
    aim /= seats;
  for (au_set hand = s->hand[s->turn]; hand != 0; hand &= hand - 1) {
    int rank = r->deck.rank_of[au_first(hand)];
    int bid = r->side_bid == AU_SIDE_BID_SUM ? rank
                                             : au_bid_with(r, s, s->turn, rank);
    int off = bid * TRICK > aim ? bid * TRICK - aim : aim - bid * TRICK;
    off = off * 64 + au_height(r, rank); /* of equal ones a weak card to lose */
    if (off < least) {
      least = off;
      best = au_first(hand);
    }
  }
  au_action up = au_bid_action(s->turn, best, false);
  return bids_zero(r, s) ? best_bid(r, o, s, up) : up;
}

/* ---- Changes of bid ---------------------------------------------------- */

au_card au_cheapest_gold(const au_rules *r, const au_state *s) {
  au_set gold = au_gold_kinds(&r->deck, au_change_gold(r, s, s->turn));
  au_card best = au_first(gold);
  for (; gold != 0; gold &= gold - 1) {
    int rank = r->deck.rank_of[au_first(gold)];
    if (r->gold_points.at[rank] < r->gold_points.at[r->deck.rank_of[best]])
      best = au_first(gold);
  }
  return best;
}

int au_quick_aim(const au_rules *r, const au_state *s) {
  int left = au_count(s->hand[s->turn]);
  int seats = au_count(r->seats_of[r->side_of[s->turn]]);
  return au_side_taken(r, s, s->turn) + left * seats / (r->players * 2);
}

/* ---- Changes ------------------------------------------------------------ */

/* The change that gains most, if it gains more than the gold is worth. */
static au_action quick_change(const au_rules *r, const au_odds *o,
                              const au_state *s) {
  uint8_t seat = s->turn;
  int bid = au_side_bid(r, s, seat), taken = au_side_taken(r, s, seat);
  int left = au_count(s->hand[seat]);
  unsigned seats = r->change_of == AU_CHANGE_SIDE
                       ? r->seats_of[r->side_of[seat]]
                       : 1u << seat;
  au_action a = au_keep_action(seat);
  float best = o->best[au_at_most(taken, AU_ODDS_MAX - 1)]
                      [au_at_most(left, AU_ODDS_MAX - 1)];
  float most = au_odds_worth(o, true, bid, taken, left) + o->habit[CHANGE] +
               o->habit[CHANGE_EACH] * (float)left;
  if (most + o->price >= best) /* mostly, so look at the gold later */
    return a;
  au_card gold = au_cheapest_gold(r, s);
  most +=
      o->habit[CHANGE_GOLD] * (float)r->gold_points.at[r->deck.rank_of[gold]];
  if (most >= best)
    return a;
  for (; seats != 0; seats &= seats - 1) {
    unsigned of = (unsigned)__builtin_ctz(seats);
    uint32_t seen = 0;
    for (au_set hand = s->hand[seat]; hand != 0; hand &= hand - 1) {
      int rank = r->deck.rank_of[au_first(hand)];
      if (seen >> rank & 1)
        continue;
      seen |= (uint32_t)1 << rank;
      int then = au_bid_with(r, s, (uint8_t)of, rank);
      float value = au_odds_worth(o, true, then, taken, left);
      if (value > most) {
        most = value;
        a = au_change_action(seat, gold, au_first(hand), of);
      }
    }
  }
  return a;
}

/* ---- Play --------------------------------------------------------------- */

/* Cards come at random, so a processor mispredicts branches on them. Play
** therefore selects values: by an index, or by c ? a : b without calls. */

/* e^-x for x >= 0, approximately. */
static float fades(float x) {
  return 1 / (1 + x + x * x / 2);
}

/* 'x' or 0. */
static float only(bool yes, float x) {
  const float either[2] = {0, x};
  return either[yes];
}

/* A trick as the seat on turn sees it. */
typedef struct table {
  float gain[AU_SEAT_MAX]; /* value of one more trick, by side */
  float stake;         /* value of this one to the own side, others' deducted */
  float calm;          /* value of playing on rather than passing */
  int high;            /* force of the card that takes it so far */
  bool ours;           /* that card belongs to the own side */
  au_set higher;       /* base cards that beat it when played later */
  int low;             /* fall of the card awarded so far, or NO_CARD */
  au_set open;         /* unseen cards that may still come */
  au_set barring;      /* base cards that keep the rest of their suit out */
  float share;         /* of one card among all unseen ones */
  float foes, friends; /* cards in later hands that may take the trick */
  bool after;          /* a seat plays to the trick later */
  float lows;          /* cards in later hands that may be awarded */
  float denied;        /* value of the award that goes to another side so far */
  int fit;             /* rank that will suit as a bid, or -1 */
  float hold;          /* points lost with the highest card */
  float keep;          /* of these, for the last trick */
  float suit[3];       /* points lost with a card whose suit has no other card
                       ** in the hand, one, or more */
} table;
enum { NO_CARD = -AU_RANK_MAX - 2 }; /* below the fall of any card */

/* The force of a card: the greatest takes the trick. */
static int force(const au_odds *o, au_set raised, au_card c) {
  return o->force[c] + (int)(raised >> c & 1) * AU_GOLD_POWER;
}

/* True if a card of force 'f', or of that fall, counts in place of an earlier
** one of force or fall 'high'. */
static bool beats(const au_odds *o, int f, int high) {
  return f + o->later > high;
}

/* Two values of a side: of its bid, less its points if the round ended now; and
** of one more trick. */
typedef struct stake {
  float calm, gain;
} stake;

/* Find both values where the tables end. */
AU_RARE static stake clipped_stake(const au_rules *r, const au_odds *o,
                                   bool gold, int bid, int taken, int left) {
  bool inside = bid < AU_ODDS_MAX && taken < AU_ODDS_MAX;
  float points =
      inside ? o->points[bid][taken] : (float)au_score_bid(r, bid, taken);
  float now = au_odds_worth(o, gold, bid, taken, left);
  float more = au_odds_worth(o, gold, bid, taken + 1, left);
  return (stake){now - points, more - now};
}

static stake find_stake(const au_rules *r, const au_odds *o, bool gold, int bid,
                        int taken, int left) {
  if ((unsigned)(bid | left) >= AU_ODDS_MAX ||
      (unsigned)taken >= AU_ODDS_MAX - 1)
    return clipped_stake(r, o, gold, bid, taken, left);
  const float(*worth)[AU_ODDS_MAX] = o->worth[gold][bid];
  float now = worth[taken][left], more = worth[taken + 1][left];
  return (stake){now - o->points[bid][taken], more - now};
}

/* The part of a side that every seat sees. */
typedef struct known_side {
  int bid, taken;
  bool pays; /* it has gold that can pay for a change */
} known_side;

/* See au_side_bid, au_side_taken and au_side_pays; all bids are laid or
** called. */
static known_side look_at_side(const au_rules *r, const au_state *s, int side) {
  unsigned seats = r->seats_of[side];
  int seat = __builtin_ctz(seats);
  known_side k = {au_side_bid(r, s, (uint8_t)seat), s->taken[seat], false};
  au_gold gold = s->gold[seat];
  for (seats &= seats - 1; seats != 0; seats &= seats - 1) {
    seat = __builtin_ctz(seats);
    k.taken += s->taken[seat];
    gold |= s->gold[seat];
  }
  k.pays = (gold & r->pays) != 0;
  return k;
}

static void look_at_stakes(const au_rules *r, const au_odds *o,
                           const au_state *s, table *t) {
  int own = r->side_of[s->turn];
  int left = au_count(s->hand[s->trick.leader]) - (s->trick.n == 0);
  left = left < 0 ? 0 : left;
  int due = (left + 1) * au_count(r->seats_of[own]) / (r->players * 2);
  const float weight[2] = {o->habit[OTHERS] / (float)(r->side_n - 1), 1};
  t->stake = t->calm = 0;
  t->fit = 0;
  for (int side = 0; side < r->side_n; side++) {
    known_side now = look_at_side(r, s, side);
    bool ours = side == own;
    t->fit |= (now.taken + due + 1) & -(ours & now.pays);
    stake k = find_stake(r, o, now.pays, now.bid, now.taken, left);
    k.gain += left == 0 ? o->last : 0;
    const float calm[2] = {-(k.calm + k.gain) * weight[0], k.calm};
    t->gain[side] = k.gain;
    t->stake += k.gain * weight[ours];
    t->calm += calm[ours];
  }
  t->fit--;
}

/* The value of the gold of a rank that may be awarded. */
static float award_of(const au_odds *o, const au_state *s, int rank) {
  return o->award[au_gold_count(s->supply, rank % AU_GOLD_MAX) > 0
                      ? rank
                      : AU_RANK_MAX + 1];
}

/* The base cards that beat 'c', a base card of this rank played earlier.
** Without a trump these are the higher ones; with one, trumps beat all others
** and only higher trumps beat a trump. */
static au_set beating(const au_odds *o, au_set raised, au_card c, int rank) {
  au_set above = o->above[rank];
  return au_has(raised, c) ? above & raised : above | raised;
}

static void look_at_trick(const au_rules *r, const au_odds *o,
                          const au_state *s, au_set raised, table *t) {
  const au_deck *d = &r->deck;
  int own = r->side_of[s->turn], low_rank = AU_RANK_MAX + 1;
  float sign = 1;
  t->open = d->base & ~(s->seen | s->hand[s->turn]);
  t->share = 1 / ((float)au_count(t->open) + 0.01f);
  t->barring = r->follow == AU_FOLLOW_BARRED ? d->base : 0;
  t->high = -1;
  t->low = NO_CARD;
  t->ours = false;
  au_card high_card = AU_NONE;
  for (int i = 0; i < s->trick.n; i++) {
    au_card c = s->trick.card[i];
    int f = force(o, raised, c), rank = d->rank_of[c];
    bool ours = r->side_of[au_trick_seat(&s->trick, i, r->players)] == own;
    bool takes = beats(o, f, t->high);
    t->high = takes ? f : t->high;
    high_card = takes ? c : high_card;
    t->ours = takes ? ours : t->ours;
    int fall = c < d->gold_at ? o->fall[rank] : NO_CARD - 1;
    bool falls = beats(o, fall, t->low);
    t->low = falls ? fall : t->low;
    low_rank = falls ? rank : low_rank;
    sign = falls ? ours ? -1 : 1 : sign;
    t->open &= ~(d->bars[c] & t->barring);
  }
  t->higher = high_card < d->gold_at
                  ? beating(o, raised, high_card, d->rank_of[high_card])
                  : 0;
  t->denied = award_of(o, s, low_rank) * o->habit[DENY] * sign;
}

static void look_at_hands(const au_rules *r, const au_odds *o,
                          const au_state *s, table *t) {
  const float *habit = o->habit;
  int own = r->side_of[s->turn];
  t->foes = t->friends = t->lows = 0;
  t->after = s->trick.n + 1 < r->players;
  for (int i = s->trick.n + 1; i < r->players; i++) {
    uint8_t seat = au_trick_seat(&s->trick, i, r->players);
    int side = r->side_of[seat];
    float cards = (float)au_count(s->hand[seat]);
    bool ours = side == own;
    float gain[2] = {t->gain[side], t->stake};
    bool wants = gain[ours] > 0;
    t->friends += cards * habit[(wants & ours) ? FRIENDS : HABIT_N];
    t->foes += cards * habit[ours ? HABIT_N : wants ? FOES : FORCED];
    t->lows += cards * habit[wants ? LOW_WANT : LOW_OTHER];
  }
}

static void look_at_own_hand(const au_odds *o, const au_state *s, table *t) {
  const float *habit = o->habit;
  float left = (float)au_count(s->hand[s->turn]);
  t->hold = t->stake > 0 ? habit[HIGH_WANT] + habit[HIGH_EACH] * left
                         : habit[HIGH_OTHER];
  t->keep = left > 1 ? o->last / left : 0;
  t->hold += t->keep;
  t->suit[0] = habit[SUIT_LAST] + habit[SUIT_CALM] * t->calm;
  t->suit[1] = habit[SUIT_TWO] + habit[SUIT_CALM] * t->calm / 2;
  t->suit[2] = 0;
}

/* The chance that the own side takes the trick, if its card is the best so far
** or not, and so much of the unseen cards beats the best. */
static float chance(const table *t, bool ours, float above) {
  float p = only(ours, fades(above * t->foes));
  return t->friends > 0 ? p + (1 - p) * (1 - fades(above * t->friends)) : p;
}

/* The points lost with a base card of this rank beyond the trick. Few suits are
** good: the seat may then pass, which ends the round. */
static float held(const au_odds *o, au_set hand, au_set suit, au_set raised,
                  const table *t, au_card c, int rank) {
  float keep = au_has(raised, c) ? 1 : o->keep[rank];
  float value = keep * t->hold + o->low[rank];
  value += only(rank == t->fit, o->habit[FIT]);
  suit &= hand;
  suit &= suit - 1;
  return value + t->suit[(suit != 0) + ((suit & (suit - 1)) != 0)];
}

static float value_of_base(const au_deck *d, const au_odds *o,
                           const au_state *s, au_set raised, const table *t,
                           au_card c) {
  int rank = d->rank_of[c];
  au_set suit = d->bars[c], rest = t->open & ~(suit & t->barring);
  bool mine = beats(o, force(o, raised, c), t->high);
  au_set higher =
      t->higher ^ ((t->higher ^ beating(o, raised, c, rank)) & -(au_set)mine);
  float takes = mine | t->ours, falls = 1; /* for the last seat */
  if (t->after) {
    float above = (float)au_count(rest & higher) * t->share;
    float below = (float)au_count(rest & o->below[rank]) * t->share;
    takes = chance(t, mine | t->ours, above);
    falls = fades(below * t->lows);
  }
  float gold = falls * (award_of(o, s, rank) + o->lead[0]) + t->denied;
  float value = takes * (t->stake + o->lead[1]);
  value += only(beats(o, o->fall[rank], t->low), gold);
  return value - held(o, s->hand[s->turn], suit, raised, t, c, rank);
}

static float value_of_gold(const au_rules *r, const au_odds *o, au_set raised,
                           const table *t, au_card c) {
  bool mine = beats(o, force(o, raised, c), t->high);
  float above = (float)au_count(t->open & t->higher) * t->share;
  float p = mine ? 1 : chance(t, t->ours, above);
  return p * (t->stake + o->lead[1]) -
         (float)r->gold_points.at[r->deck.rank_of[c]] * o->habit[SPEND] -
         o->habit[SPEND_MORE] - t->keep;
}

/* Play for the bid of the own side alone. While it needs tricks, win this one
** if possible: with the lowest card of the shortest suit that wins, or with
** gold if no base card does. Otherwise play from the shortest suit, and pass if
** only gold is left to play. */
static au_action plain_play(const au_rules *r, const au_odds *o,
                            const au_state *s, au_set raised, au_set cards,
                            bool pass) {
  enum { SUIT = 1 << 8, LATE = 1 << 16 }; /* above any force, and suit */
  const au_deck *d = &r->deck;
  au_action a = au_pass_action(s->turn);
  int least = pass ? 3 * LATE : INT32_MAX;
  table t;
  look_at_trick(r, o, s, raised, &t);
  bool wants =
      !t.ours && au_side_bid(r, s, s->turn) > au_side_taken(r, s, s->turn);
  for (; cards != 0; cards &= cards - 1) {
    au_card c = au_first(cards);
    int cost = force(o, raised, c);
    bool gains = wants && beats(o, cost, t.high);
    if (c >= d->gold_at)
      cost += gains ? LATE : 3 * LATE;
    else
      cost += au_count(s->hand[s->turn] & d->suit_set[d->suit_of[c]]) * SUIT +
              (wants && !gains ? 2 * LATE : 0);
    if (cost < least) {
      least = cost;
      a = au_play_action(s->turn, c);
    }
  }
  return a;
}

static float value_of_pass(const au_odds *o, const table *t) {
  return -t->calm * o->habit[CALM] - o->habit[CALM_MORE];
}

void au_quick_appeal(const au_rules *r, const au_odds *o, const au_state *s,
                     au_set cards, au_appeal *out) {
  au_set raised = au_raised_by(&r->deck, s);
  table t;
  au_state bare;
  au_state_copy(&bare, s);
  bare.hand[s->turn] = 0;
  look_at_stakes(r, o, s, &t);
  look_at_trick(r, o, &bare, raised, &t);
  look_at_hands(r, o, s, &t);
  look_at_own_hand(o, s, &t);
  au_set base = cards & r->deck.base, gold = cards & r->deck.gold;
  for (; base != 0; base &= base - 1)
    out->card[au_first(base)] =
        value_of_base(&r->deck, o, &bare, raised, &t, au_first(base));
  for (; gold != 0; gold &= gold - 1)
    out->card[au_first(gold)] = value_of_gold(r, o, raised, &t, au_first(gold));
  memcpy(out->suit, t.suit, sizeof out->suit);
  out->pass = value_of_pass(o, &t);
}

/* Play a card, where those in 'raised' beat the others. */
static au_status quick_play(const au_rules *r, const au_odds *o,
                            const au_state *s, au_set raised, au_action *a) {
  au_set cards;
  bool pass;
  table t;
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  *a =
      pass ? au_pass_action(s->turn) : au_play_action(s->turn, au_first(cards));
  if (cards == 0 || ((cards & (cards - 1)) == 0 && !pass))
    return AU_OK;
  look_at_stakes(r, o, s, &t);
  look_at_trick(r, o, s, raised, &t);
  look_at_hands(r, o, s, &t);
  look_at_own_hand(o, s, &t);
  bool may_end = pass && (cards & ~r->deck.gold) == 0;
  float most = may_end ? value_of_pass(o, &t) : -1e30f;
  au_card best = AU_NONE;
  for (au_set left = cards & r->deck.base; left != 0; left &= left - 1) {
    float value = value_of_base(&r->deck, o, s, raised, &t, au_first(left));
    best = value > most ? au_first(left) : best;
    most = value > most ? value : most;
  }
  for (au_set left = cards & r->deck.gold; left != 0; left &= left - 1) {
    float value = value_of_gold(r, o, raised, &t, au_first(left));
    best = value > most ? au_first(left) : best;
    most = value > most ? value : most;
  }
  if (best != AU_NONE)
    *a = au_play_action(s->turn, best);
  return AU_OK;
}

/* Play a card without a trump. With all calls inlined ("flatten") the compiler
** leaves the trump out, so that these games, which are most, are not slower. */
__attribute__((flatten)) static au_status play_untrumped(const au_rules *r,
                                                         const au_odds *o,
                                                         const au_state *s,
                                                         au_action *a) {
  return quick_play(r, o, s, 0, a);
}

enum { FEW = 4 }; /* choices of a question that playouts have time for */

au_status au_quick(void *ctx, const au_rules *r, const au_state *s, au_rng *rng,
                   au_action *a) {
  uint64_t x = au_rng_next(rng);
  if ((x & 31) == 0 && (s->phase != AU_PHASE_CHANGE || (x >> 8 & 7) == 0))
    return au_state_random(r, s, rng, a);
  if (s->phase == AU_PHASE_PLAY)
    return s->trick.trump == 0
               ? play_untrumped(r, ctx, s, a)
               : quick_play(r, ctx, s, au_raised_by(&r->deck, s), a);
  if (s->phase == AU_PHASE_ASK)
    return au_quick_answer(r, ctx, s, FEW, a);
  *a = s->phase == AU_PHASE_BID ? quick_bid(r, ctx, s, x)
                                : quick_change(r, ctx, s);
  return AU_OK;
}

au_status au_quick_plain(void *ctx, const au_rules *r, const au_state *s,
                         au_rng *rng, au_action *a) {
  au_set cards;
  bool pass;
  if (s->phase != AU_PHASE_PLAY)
    return au_quick(ctx, r, s, rng, a);
  if ((au_rng_next(rng) & 31) == 0)
    return au_state_random(r, s, rng, a);
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status == AU_OK)
    *a = plain_play(r, ctx, s, au_raised_by(&r->deck, s), cards, pass);
  return status;
}

/* ---- The value of a position -------------------------------------------- */

void au_estimate_rewards(const au_rules *r, const au_odds *odds, au_goal goal,
                         const au_state *s, double reward[AU_SEAT_MAX]) {
  int left = au_count(s->hand[s->trick.leader]);
  double points[AU_SEAT_MAX];
  for (int side = 0; side < r->side_n; side++) {
    uint8_t seat = (uint8_t)__builtin_ctz(r->seats_of[side]);
    points[side] =
        au_odds_worth(odds, au_side_pays(r, s, side), au_side_bid(r, s, seat),
                      au_side_taken(r, s, seat), left);
    for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
      points[side] += au_score_gold(r, s->gold[__builtin_ctz(seats)]);
    points[side] *= s->times != 0 ? s->times : 1;
  }
  au_reward_points(r, goal, points, reward);
}
