/* score.h: the points of a round and the winners of a game, as pure
** functions. RULES 9. */
#ifndef AU_SCORE_H
#define AU_SCORE_H

#include "rules.h"

/* A finished round, by side. */
typedef struct au_score {
  int16_t taken[AU_SEAT_MAX]; /* tricks */
  int16_t bid[AU_SEAT_MAX];
  int16_t bid_points[AU_SEAT_MAX];
  int16_t gold_points[AU_SEAT_MAX];
  int16_t points[AU_SEAT_MAX];    /* bid_points plus gold_points */
  int16_t best_gold[AU_SEAT_MAX]; /* highest rank kept, -1 for none */
} au_score;

/* Points for 'taken' tricks against 'bid'. RULES 9.1. */
int au_score_bid(const au_rules *r, int bid, int taken);
/* Points of a pile of gold. RULES 9.2. */
int au_score_gold(const au_rules *r, au_gold pile);
/* The sides (a bit each) that win the round: those with most points; then the
** edition's tie-breaks decide; then the round is shared. RULES 9.3. */
uint8_t au_score_round(const au_rules *r, const au_score *score);
/* True if the game is over after 'rounds' rounds. RULES 9.4, 9.7. */
bool au_score_over(const au_rules *r, int rounds, const uint8_t *nuggets);
/* The sides (a bit each) that win the game: those with most nuggets (or
** points); then the edition's tie-breaks decide; then the game is shared.
** 'score' is the last round's. RULES 9.5, 9.7. */
uint8_t au_score_game(const au_rules *r, const uint8_t *nuggets,
                      const int32_t *points, const au_score *score);

#endif
