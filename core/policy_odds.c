/* policy_odds.c: see policy_odds.h; the tables of policy.h. */
#include "policy_odds.h"

#include <string.h>

/* ---- Habits ------------------------------------------------------------- */

/* ORDER HABIT */
static const float habits[2][HABIT_N] = {
    {0.50f,  0.80f,  0.40f, 0.75f, 0.92f, 0.97f, 0.99f, 0.50f, 0.00f, 0.70f,
     0.45f,  0.00f,  0.00f, 0.50f, 0.00f, 1.00f, 1.00f, 0.00f, 1.00f, 0.50f,
     1.00f,  1.00f,  0.30f, 1.20f, 0.30f, 0.00f, 0.30f, 0.00f, 0.00f, 0.15f,
     -1.20f, -0.50f, 0.00f, 0.00f, 0.00f, 1.00f, 1.00f, 0.00f},
    {0.41f, 0.71f, 0.43f,  0.76f,  0.76f,  0.85f,  0.75f,  0.31f,
     0.08f, 0.63f, 0.74f,  -0.34f, 0.02f,  0.56f,  0.16f,  0.49f,
     0.24f, 0.25f, 0.55f,  0.91f,  1.09f,  0.95f,  -0.07f, 1.51f,
     0.71f, 0.76f, -0.07f, -0.10f, -0.61f, -0.25f, -0.61f, -0.26f,
     0.10f, 0.19f, -0.80f, 1.38f,  0.82f,  -1.12f},
};

/* ---- Sides -------------------------------------------------------------- */

int au_bid_with(const au_rules *r, const au_state *s, uint8_t of, int rank) {
  return au_bid_seen(r, s, of, rank);
}

/* ---- The value of a trick ----------------------------------------------- */

/* The chance that the round goes on with 'left' tricks left to play. */
static float lasts(const float *habit, int left) {
  return habit[LAST_1 + (left < 5 ? left - 1 : 4)];
}

/* The value of 'bid' with 'taken' tricks taken and 'left' to come, where 'o'
** has the values for fewer to come. A side usually takes a trick that gains it
** something, and usually misses one that does not. With gold, a change of bid
** may save a bid that was missed. */
static float find_worth(const au_odds *o, bool gold, int bid, int taken,
                        int left) {
  const float *habit = o->habit;
  float value = o->points[bid][taken], mended = o->points[taken][taken];
  if (gold && taken > 0 && mended > value)
    value += (habit[MEND] + habit[MEND_EACH] * (float)left) * (mended - value);
  if (left == 0)
    return value;
  const float(*later)[AU_ODDS_MAX] = o->worth[gold][bid];
  float same = later[taken][left - 1];
  float more = later[au_at_most(taken + 1, AU_ODDS_MAX - 1)][left - 1];
  float mean =
      same + (more > same ? habit[TAKE] : 1 - habit[MISS]) * (more - same);
  return value + lasts(habit, left) * (mean - value);
}

void au_odds_weigh(const au_rules *r, au_odds *o) {
  o->nearest = true;
  for (int bid = r->deck.rank_lo;
       bid < au_at_most(r->deck.rank_hi, AU_ODDS_LAST); bid++)
    o->nearest &= o->points[bid][bid] < o->points[bid + 1][bid + 1];
  for (int left = 0; left < AU_ODDS_MAX; left++)
    for (int taken = 0; taken < AU_ODDS_MAX; taken++) {
      o->best[taken][left] = -1e30f;
      for (int bid = 0; bid < AU_ODDS_MAX; bid++) {
        for (int gold = 0; gold < 2; gold++)
          o->worth[gold][bid][taken][left] =
              find_worth(o, gold, bid, taken, left);
        if (o->worth[1][bid][taken][left] > o->best[taken][left])
          o->best[taken][left] = o->worth[1][bid][taken][left];
      }
    }
}

float au_odds_promise(const au_odds *o, bool gold, int bid, int taken, int left,
                      float strength) {
  const float *habit = o->habit;
  float value[AU_ODDS_MAX], now[AU_ODDS_MAX]; /* by tricks to come */
  float take = habit[TAKE] * (habit[SURE] + (1 - habit[SURE]) *
                                                (strength > 0 ? strength : 0));
  float slip = (1 - habit[MISS]) * (strength > 0 ? strength : 0);
  const float chance[2] = {slip < 0.95f ? slip : 0.95f,
                           take < 0.95f ? take : 0.95f};
  left = au_at_most(left, AU_ODDS_LAST);
  for (int more = 0; more <= left; more++)
    value[more] = now[more] = au_odds_worth(o, gold, bid, taken + more, 0);
  for (int n = 1; n <= left; n++)
    for (int more = 0; more <= left - n; more++) {
      float gain = value[more + 1] - value[more];
      float mean = value[more] + chance[gain > 0] * gain;
      value[more] = now[more] + lasts(habit, n) * (mean - now[more]);
    }
  return value[0];
}

int au_strength(const au_rules *r, const au_state *s, au_set cards,
                float *usual) {
  const au_deck *d = &r->deck;
  au_set trumps = au_raised_by(d, s) & d->base;
  int n = au_count(cards), ranks = d->rank_hi - d->rank_lo + 1;
  int most = d->rank_hi * d->rank_hi, all = 0;
  int strength = au_count(cards & trumps) * most;
  for (cards &= ~trumps; cards != 0; cards &= cards - 1) {
    int h = au_height(r, d->rank_of[au_first(cards)]);
    strength += h * h;
  }
  for (int rank = d->rank_lo; rank <= d->rank_hi; rank++)
    all += rank * rank;
  all = all * (d->suit_n - (trumps != 0)) + au_count(trumps) * most;
  *usual = (float)(n * all) / (float)(ranks * d->suit_n);
  return strength;
}

/* ---- Tables ------------------------------------------------------------- */

/* The chance that a card is awarded gold, if all play any card. */
static float picks(const au_rules *r, const au_odds *o, int rank) {
  float others =
            1 - (float)au_count(o->below[rank]) / (float)au_count(r->deck.base),
        p = 1;
  for (int i = 1; i < r->players; i++)
    p *= others;
  return p;
}

/* The tables of single cards. */
static void init_cards(const au_rules *r, au_odds *o) {
  const au_deck *d = &r->deck;
  for (int c = 0; c < AU_KIND_MAX; c++) {
    int power = d->power_of[c];
    o->force[c] =
        (uint8_t)(r->trick_to == AU_TRICK_TO_HIGHEST ? power
                  : power >= AU_GOLD_POWER           ? 2 * AU_GOLD_POWER - power
                                           : 3 * AU_GOLD_POWER - power);
  }
  for (int rank = d->rank_lo; rank <= d->rank_hi; rank++) {
    int up = au_height(r, rank);
    float h = (float)up / (float)d->rank_hi;
    o->keep[rank] = h * h;
    o->fall[rank] = (int8_t)(r->gold_to == AU_GOLD_TO_LOWEST ? -rank : rank);
    if (2 * up <= d->rank_hi)
      o->low[rank] = o->habit[LOW_CARD] * (1 - (float)up / (float)d->rank_hi);
    if (rank < d->gold_n)
      o->award[rank] = (float)r->gold_points.at[rank] * o->habit[AWARD] +
                       o->habit[AWARD_MORE];
  }
}

void au_odds_init(const au_rules *r, au_odds *o) {
  const au_deck *d = &r->deck;
  float usual = 0;
  memset(o, 0, sizeof *o);
  memcpy(o->habit, habits[r->side_n == 2], sizeof *habits);
  o->later = r->trick_ties == AU_TRICK_TIES_LATER;
  o->lead[r->next_leader == AU_NEXT_WINNER] = o->habit[LEAD];
  for (int bid = 0; bid < AU_ODDS_MAX; bid++)
    for (int taken = 0; taken < AU_ODDS_MAX; taken++)
      o->points[bid][taken] = (float)au_score_bid(r, bid, taken);
  au_odds_weigh(r, o);
  init_cards(r, o);
  o->price = 1e30f;
  for (int rank = 0; rank < d->gold_n; rank++) {
    float price = o->habit[CHANGE_GOLD] * (float)r->gold_points.at[rank];
    if (au_gold_count(r->pays, rank) > 0 && price < o->price)
      o->price = price;
  }
  for (int rank = d->rank_lo; rank <= d->rank_hi; rank++) {
    for (au_set left = d->base; left != 0; left &= left - 1) {
      int other = d->rank_of[au_first(left)];
      if (au_height(r, other) + o->later > au_height(r, rank))
        o->above[rank] |= left & -left;
      if (o->fall[other] + o->later > o->fall[rank])
        o->below[rank] |= left & -left;
    }
    if (rank < d->gold_n)
      o->pick[rank] = (float)r->gold_points.at[rank] * picks(r, o, rank);
    usual += o->pick[rank] / (float)(d->rank_hi - d->rank_lo + 1);
  }
  for (int rank = d->rank_lo; rank <= d->rank_hi; rank++)
    o->pick[rank] -= usual;
}
