/* policy.c: see policy.h. */
#include "policy.h"

/* ---- Bids -------------------------------------------------------------- */

/* Where two cards of a side meet. */
static int join_bids(const au_rules *r, int a, int b) {
  if (r->side_bid == AU_SIDE_BID_SUM)
    return a + b;
  return (a > b) == (r->side_bid == AU_SIDE_BID_HIGHEST) ? a : b;
}

int au_bid_with(const au_rules *r, const au_state *s, uint8_t of, int rank) {
  unsigned seats = r->seats_of[r->side_of[of]] & ~(1u << of);
  if (au_bids_hidden(r, s))
    return rank;
  for (; seats != 0; seats &= seats - 1) {
    int seat = __builtin_ctz(seats);
    if (s->down >> seat & 1)
      rank = join_bids(r, rank, 0);
    else if (s->bid[seat] != AU_NONE)
      rank = join_bids(r, rank, r->deck.rank_of[s->bid[seat]]);
  }
  return rank;
}

/* The bid of the side of 'seat', all of whose bids are laid. */
static int own_bid(const au_rules *r, const au_state *s, uint8_t seat) {
  bool down = s->down >> seat & 1;
  return au_bid_with(r, s, seat, down ? 0 : r->deck.rank_of[s->bid[seat]]);
}

static int own_taken(const au_rules *r, const au_state *s, uint8_t seat) {
  int taken = 0;
  for (unsigned left = r->seats_of[r->side_of[seat]]; left != 0;
       left &= left - 1)
    taken += s->taken[__builtin_ctz(left)];
  return taken;
}

/* ---- Bidding ------------------------------------------------------------
**
** In 64ths of a trick. Of the tricks a hand may play for, four in five are
** played; half of a side's share comes to it anyway, the rest by how strong its
** cards are beside the average, by the squares of their ranks. */

enum { TRICK = 64 };

/* How high a card is for taking tricks: its rank, or that turned round. */
static int height(const au_rules *r, int rank) {
  const au_deck *d = &r->deck;
  return r->trick_to == AU_TRICK_TO_LOWEST ? d->rank_hi + d->rank_lo - rank
                                           : rank;
}

/* The tricks the seat on turn may hope for with its side, from its hand. */
static int hope(const au_rules *r, const au_state *s) {
  const au_deck *d = &r->deck;
  au_set hand = s->hand[s->turn];
  int n = au_count(hand), strength = 0, all = 0;
  int seats = au_count(r->seats_of[r->side_of[s->turn]]);
  for (; hand != 0; hand &= hand - 1) {
    int h = height(r, d->rank_of[au_first(hand)]);
    strength += h * h;
  }
  for (int rank = d->rank_lo; rank <= d->rank_hi; rank++)
    all += rank * rank;
  int ranks = d->rank_hi - d->rank_lo + 1, share, usual = n * all / ranks;
  share = TRICK * 4 / 5 * (n - 1) * seats / r->players;
  return usual > 0 ? share * (usual + strength) / (2 * usual) : share;
}

static au_action quick_bid(const au_rules *r, const au_state *s, uint64_t x) {
  au_card best = au_first(s->hand[s->turn]);
  int least = INT32_MAX, seats = au_count(r->seats_of[r->side_of[s->turn]]);
  int aim =
      hope(r, s) + (int)(x >> 8 & 63) - 32; /* no two hopes are the same */
  if (r->side_bid == AU_SIDE_BID_SUM)
    aim /= seats;
  for (au_set hand = s->hand[s->turn]; hand != 0; hand &= hand - 1) {
    int rank = r->deck.rank_of[au_first(hand)];
    int bid = r->side_bid == AU_SIDE_BID_SUM ? rank
                                             : au_bid_with(r, s, s->turn, rank);
    int off = bid * TRICK > aim ? bid * TRICK - aim : aim - bid * TRICK;
    off = off * 64 + rank; /* of equal ones the lower, a weaker card to keep */
    if (off < least) {
      least = off;
      best = au_first(hand);
    }
  }
  return au_bid_action(s->turn, best, false);
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
  return own_taken(r, s, s->turn) + left * seats / (r->players * 2);
}

/* The card of the hand and the seat whose bid to lay it for that bring the bid
** nearest to the aim; the distance. */
static int nearest_bid(const au_rules *r, const au_state *s, int aim,
                       au_card *card, unsigned *of) {
  unsigned seats = r->change_of == AU_CHANGE_SIDE
                       ? r->seats_of[r->side_of[s->turn]]
                       : 1u << s->turn;
  int least = INT32_MAX;
  for (; seats != 0; seats &= seats - 1)
    for (au_set hand = s->hand[s->turn]; hand != 0; hand &= hand - 1) {
      unsigned seat = (unsigned)__builtin_ctz(seats);
      int off =
          au_bid_with(r, s, (uint8_t)seat, r->deck.rank_of[au_first(hand)]) -
          aim;
      off = off < 0 ? -off : off;
      if (off < least) {
        least = off;
        *card = au_first(hand);
        *of = seat;
      }
    }
  return least;
}

/* Change a bid that was passed, or that three quarters of the tricks to come (of
** two sides; half of them else) would not reach, if the points are worth it. */
static au_action quick_change(const au_rules *r, const au_state *s) {
  uint8_t seat = s->turn;
  int bid = own_bid(r, s, seat), taken = own_taken(r, s, seat);
  int left = au_count(s->hand[seat]);
  int reach = r->side_n == 2 ? (3 * left + 3) / 4 : (left + 1) / 2;
  au_card card = 0;
  unsigned of = seat;
  if (bid - taken >= 0 && bid - taken <= reach)
    return au_keep_action(seat);
  int aim = au_quick_aim(r, s);
  int off = nearest_bid(r, s, aim, &card, &of);
  int then = au_bid_with(r, s, (uint8_t)of, r->deck.rank_of[card]);
  if (off > 2 || then < taken || then - taken > reach)
    return au_keep_action(seat);
  au_card gold = au_cheapest_gold(r, s);
  int gain = au_score_bid(r, then, then) - au_score_bid(r, bid, taken);
  if (gain <= r->gold_points.at[r->deck.rank_of[gold]] + 1)
    return au_keep_action(seat);
  return au_change_action(seat, gold, card, of);
}

/* ---- Play --------------------------------------------------------------- */

/* What a card is in taking a trick: the greater the more. */
static int force(const au_rules *r, au_card c) {
  int power = r->deck.power_of[c];
  if (r->trick_to == AU_TRICK_TO_HIGHEST)
    return power;
  return power >= AU_TRUMP ? 2 * AU_TRUMP - power : 3 * AU_TRUMP - power;
}

/* The cards of greatest and of least force in a set that is not empty. */
static au_card strongest(const au_rules *r, au_set set) {
  au_card best = au_first(set);
  for (set &= set - 1; set != 0; set &= set - 1)
    if (force(r, au_first(set)) > force(r, best))
      best = au_first(set);
  return best;
}

static au_card weakest(const au_rules *r, au_set set) {
  au_card best = au_first(set);
  for (set &= set - 1; set != 0; set &= set - 1)
    if (force(r, au_first(set)) < force(r, best))
      best = au_first(set);
  return best;
}

/* Those that would take the trick as it lies, and the place of the card that
** would if nothing followed (-1 for none). */
static au_set takers(const au_rules *r, const au_trick *t, au_set cards,
                     int *place) {
  bool later = r->trick_ties == AU_TRICK_TIES_LATER;
  int best = -1;
  au_set set = 0;
  *place = -1;
  for (int i = 0; i < t->n; i++) {
    int f = force(r, t->card[i]);
    if (f > best || (f == best && later)) {
      best = f;
      *place = i;
    }
  }
  for (; cards != 0; cards &= cards - 1) {
    int f = force(r, au_first(cards));
    if (f > best || (f == best && later))
      set |= cards & -cards;
  }
  return set;
}

/* Whether a side wants one more trick: 1, 0 if it is all the same, -1. '*urgent'
** if it needs about all there are. */
static int wanted(const au_rules *r, const au_state *s, bool *urgent) {
  int bid = own_bid(r, s, s->turn), taken = own_taken(r, s, s->turn);
  int left = au_count(s->hand[s->turn]);
  *urgent = bid - taken >= left;
  if (taken < bid)
    return bid - taken <= left + 1 ? 1 : 0;
  int more = au_score_bid(r, bid, taken + 1) - au_score_bid(r, bid, taken);
  return (more > 0) - (more < 0);
}

/* The card to take a trick with, AU_NONE to pass. */
static au_card take(const au_rules *r, const au_state *s, au_set cards,
                    bool pass, bool spend) {
  int place;
  au_set gold = cards & r->deck.gold, base = cards & ~gold;
  au_set win = takers(r, &s->trick, cards, &place);
  bool last = s->trick.n + 1 == r->players;
  bool ours =
      place >= 0 && r->side_of[au_trick_seat(&s->trick, place, r->players)] ==
                        r->side_of[s->turn];
  if (last && ours) /* it is won: leave it so */
    return weakest(r, base != 0 ? base : cards);
  if ((win & base) != 0)
    return last ? weakest(r, win & base) : strongest(r, win & base);
  if ((win & gold) != 0 && (base == 0 || spend))
    return weakest(r, win & gold);
  if (base != 0)
    return weakest(r, base);
  return pass ? AU_NONE : weakest(r, cards);
}

/* The card to let a trick go with, AU_NONE to pass. */
static au_card duck(const au_rules *r, const au_state *s, au_set cards,
                    bool pass, bool high) {
  int place;
  au_set base = cards & ~r->deck.gold;
  if (base == 0)
    return pass ? AU_NONE : weakest(r, cards);
  au_set lose = base & ~takers(r, &s->trick, base, &place);
  if (lose != 0)
    return high ? strongest(r, lose) : weakest(r, lose);
  return s->trick.n + 1 == r->players ? strongest(r, base) : weakest(r, base);
}

static au_status quick_play(const au_rules *r, const au_state *s, uint64_t x,
                            au_action *a) {
  au_set cards;
  bool pass, urgent;
  au_card c = AU_NONE;
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  if (cards != 0) {
    int want = wanted(r, s, &urgent);
    bool spend = urgent || (x >> 8 & 3) == 0;
    c = want > 0 ? take(r, s, cards, pass, spend)
                 : duck(r, s, cards, pass, want < 0 && (x >> 10 & 3) != 0);
  }
  *a = c == AU_NONE ? au_pass_action(s->turn) : au_play_action(s->turn, c);
  return AU_OK;
}

au_status au_quick(void *ctx, const au_rules *r, const au_state *s, au_rng *rng,
                   au_action *a) {
  (void)ctx;
  uint64_t x = au_rng_next(rng);
  if ((x & 15) == 0 && s->phase != AU_CHANGE)
    return au_state_random(r, s, rng, a);
  if (s->phase == AU_PLAY)
    return quick_play(r, s, x, a);
  *a = s->phase == AU_BID ? quick_bid(r, s, x)
       : (x & 127) == 0   ? 0
                          : quick_change(r, s);
  return *a == 0 ? au_state_random(r, s, rng, a) : AU_OK;
}

/* ---- Playouts ----------------------------------------------------------- */

au_status au_policy_round(const au_rules *r, const au_policy *p, au_state *s,
                          au_rng *rng, au_score *score) {
  if (p->choose == NULL)
    return au_state_playout(r, s, rng, score);
  for (int i = 0; au_state_open(s); i++) {
    au_action a;
    if (i == AU_LOG_MAX)
      return AU_EFULL;
    au_status status = p->choose(p->ctx, r, s, rng, &a);
    if (status == AU_OK)
      status = au_action_what(a) == AU_ACT_PASS ? au_state_end(r, s, score)
                                                : au_state_apply_legal(r, s, a);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

au_status au_policy_game(const au_rules *r, const au_policy *p, au_state *s,
                         au_rng *rng, au_score *score) {
  while (s->phase == AU_DEAL) {
    au_status status = au_state_deal_random(r, s, rng);
    if (status == AU_OK)
      status = au_policy_round(r, p, s, rng, score);
    if (status != AU_OK)
      return status;
  }
  return AU_OK;
}

static void share(uint8_t sides, double reward[AU_SEAT_MAX]) {
  int n = au_count(sides);
  for (int i = 0; i < AU_SEAT_MAX; i++)
    reward[i] = sides >> i & 1 ? 1.0 / n : 0;
}

void au_reward(const au_rules *r, au_objective objective, const au_state *s,
               const au_score *score, double reward[AU_SEAT_MAX]) {
  if (objective == AU_OBJECTIVE_ROUND || objective == AU_OBJECTIVE_GAME) {
    share(objective == AU_OBJECTIVE_ROUND ? s->round_winners : s->winners,
          reward);
    return;
  }
  for (int i = 0; i < r->side_n; i++) {
    int best = 0;
    bool any = false;
    for (int j = 0; j < r->side_n; j++)
      if (j != i && (!any || score->points[j] > best)) {
        best = score->points[j];
        any = true;
      }
    reward[i] = score->points[i] -
                (objective == AU_OBJECTIVE_MARGIN ? (double)best : 0.0);
  }
}
