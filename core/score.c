/* score.c: see score.h. */
#include "score.h"

#include <limits.h>

/* Points for more tricks than bid. */
static int score_over(const au_rules *r, int bid, int taken) {
  int each = r->over_each * (taken - bid);
  switch (r->over) {
  case AU_OVER_BID:
    return bid + each;
  case AU_OVER_TAKEN:
    return taken + each;
  default:
    return each;
  }
}

int au_score_bid(const au_rules *r, int bid, int taken) {
  if (taken < bid)
    return r->under + r->under_each * (bid - taken);
  if (taken == bid)
    return r->exact * bid + r->exact_bonus;
  return score_over(r, bid, taken);
}

int au_score_gold(const au_rules *r, au_gold pile) {
  int points = 0;
  while (pile != 0) {
    int rank = __builtin_ctzll(pile) / 4;
    points += au_gold_count(pile, rank) * r->gold_points.at[rank];
    pile &= ~((au_gold)15 << 4 * rank);
  }
  return points;
}

/* The sides of 'sides' with the greatest value. */
static uint8_t keep_highest(uint8_t sides, const int32_t *value) {
  int32_t best = INT32_MIN;
  uint8_t kept = 0;
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    if (!(sides >> i & 1) || value[i] < best)
      continue;
    if (value[i] > best)
      kept = 0;
    best = value[i];
    kept |= (uint8_t)(1 << i);
  }
  return kept;
}

static uint8_t keep_highest16(uint8_t sides, const int16_t *value) {
  int32_t wide[AU_SEAT_MAX];
  for (int i = 0; i < AU_SEAT_MAX; i++)
    wide[i] = value[i];
  return keep_highest(sides, wide);
}

/* The sides of 'sides' that took exactly their bid. */
static uint8_t exact_sides(uint8_t sides, const au_score *score) {
  uint8_t exact = 0;
  for (int i = 0; i < AU_SEAT_MAX; i++)
    if ((sides >> i & 1) && score->taken[i] == score->bid[i])
      exact |= (uint8_t)(1 << i);
  return exact;
}

uint8_t au_score_round(const au_rules *r, const au_score *score) {
  uint8_t sides = (uint8_t)((1 << r->side_n) - 1);
  sides = keep_highest16(sides, score->points);
  for (int i = 0; i < r->round_ties.n && au_count(sides) > 1; i++) {
    uint8_t exact = exact_sides(sides, score);
    switch (r->round_ties.at[i]) {
    case AU_TIE_EXACT:
      if (exact != 0)
        sides = exact;
      break;
    case AU_TIE_SOLE_EXACT:
      if (au_count(exact) == 1)
        sides = exact;
      break;
    default: /* AU_TIE_HIGHEST_GOLD */
      sides = keep_highest16(sides, score->best_gold);
      break;
    }
  }
  return sides;
}

bool au_score_over(const au_rules *r, int rounds, const uint8_t *nuggets) {
  if (r->rounds != 0 && rounds >= r->rounds)
    return true;
  int there = 0; /* sides with enough nuggets */
  for (int i = 0; i < r->side_n; i++)
    there += r->nuggets != 0 && nuggets[i] >= r->nuggets;
  return r->sole_nuggets ? there == 1 : there >= 1;
}

uint8_t au_score_game(const au_rules *r, const uint8_t *nuggets,
                      const int32_t *points, const au_score *score) {
  uint8_t sides = (uint8_t)((1 << r->side_n) - 1);
  int32_t won[AU_SEAT_MAX];
  for (int i = 0; i < AU_SEAT_MAX; i++)
    won[i] = nuggets[i];
  sides = keep_highest(sides, r->cumulative ? points : won);
  for (int i = 0; i < r->game_ties.n && au_count(sides) > 1; i++)
    sides = keep_highest16(sides, score->bid); /* AU_GAME_TIE_LAST_BID */
  return sides;
}
