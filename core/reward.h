/* reward.h: what the result of a round or a game is worth to each side. */
#ifndef AU_REWARD_H
#define AU_REWARD_H

#include "state.h"

/* The goal that a side plays for. */
typedef enum au_goal {
  /* ORDER GOAL */
  AU_GOAL_MARGIN, /* its points in the round minus the best other side's */
  AU_GOAL_POINTS, /* its points in the round */
  AU_GOAL_LEAD,   /* its points minus the mean of the other sides' */
  AU_GOAL_ROUND,  /* its share of the round: 1, 1/2 if two sides tie, or 0 */
  AU_GOAL_GAME,   /* its share of the game, counted in the same way */
  AU_GOAL_N
} au_goal;

/* Their names: "margin", ...; NULL at the end. */
extern const char *const au_goals[AU_GOAL_N + 1];

/* The reward of each side for the round that ended as 's' with this score or,
** for AU_GOAL_GAME, for the game. */
void au_reward(const au_rules *r, au_goal goal, const au_state *s,
               const au_score *score, double reward[AU_SEAT_MAX]);

/* Turn the points of each side into rewards, for AU_GOAL_MARGIN, AU_GOAL_POINTS
** or AU_GOAL_LEAD. */
void au_reward_points(const au_rules *r, au_goal goal,
                      const double points[AU_SEAT_MAX],
                      double reward[AU_SEAT_MAX]);

#endif
