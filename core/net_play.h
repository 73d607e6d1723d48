/* net_play.h: players that look one action ahead by a net. */
#ifndef AU_NET_PLAY_H
#define AU_NET_PLAY_H

#include "net.h"
#include "policy.h"

/* True if the net's inputs are those of these rules. */
bool au_net_fits(const au_net *net, const au_rules *r);

/* True if what one side gains by the net's goal, the other loses. */
AU_INLINE bool au_net_zero_sum(const au_net *net, const au_rules *r) {
  return r->side_n == 2 &&
         (net->goal == AU_GOAL_MARGIN || net->goal == AU_GOAL_LEAD);
}

/* The value of 'n' actions of the seat on turn, which must be that of the view,
** by the closed part: of the position after each, as the seat sees it, or of
** the result if it ends the round. AU_EHOOK if a hook failed. A microsecond or
** less an action. */
AU_MUST au_status au_net_values(const au_net *net, const au_rules *r,
                                const au_view *v, const au_action *action,
                                int n, int32_t *value);
/* The best action, of those that au_narrow_legal lists; '*value' (or NULL) gets
** its value. With 'noise', each value is first changed by up to so much, drawn
** from 'rng'; '*value' is without it. */
AU_MUST au_status au_net_choose(const au_net *net, const au_rules *r,
                                const au_view *v, uint32_t noise, au_rng *rng,
                                au_action *best, int32_t *value);
/* The value of a world for a seat, by the open part. A round must be open, and
** no bid or answer hidden. */
int32_t au_net_world(const au_net *net, const au_rules *r, const au_state *s,
                     uint8_t seat);
/* The reward of each side of 'sides' (a bit each) in a world in which 'seat'
** acted last, as the net learned it: by that seat's view for its own side and,
** where sides do not gain what others lose, by each other side's first seat. */
void au_net_rewards(const au_net *net, const au_rules *r, const au_state *s,
                    uint8_t seat, unsigned sides, double reward[AU_SEAT_MAX]);
/* A net as a policy: the ctx of au_net_act. */
typedef struct au_net_policy {
  const au_net *net;
  au_policy quick; /* acts where a bid or an answer is hidden */
} au_net_policy;

/* The action after which the world is worth most to the seat on turn, by the
** open part: it sees all hands. A microsecond or less an action. */
au_choose au_net_act;
/* The rewards of a finished round in values. */
int32_t au_net_reward(const au_net *net, const au_rules *r, const au_state *s,
                      const au_score *score, uint8_t side);

#endif
