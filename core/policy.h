/* policy.h: how a playout goes on: who plays what, and what it came to.
**
** A policy chooses an action for the seat on turn. The one drawn uniformly is
** au_state_random; here is a better one that is nearly as fast, and room for a
** host's own. */
#ifndef AU_POLICY_H
#define AU_POLICY_H

#include "action.h"

/* A legal action for the seat on turn of a round that is open, or AU_EHOOK
** where it failed. It never jumps out of the call. */
typedef au_status au_choose(void *ctx, const au_rules *r, const au_state *s,
                            au_rng *rng, au_action *a);

typedef struct au_policy {
  au_choose *choose; /* NULL: each legal action is as likely as any other */
  void *ctx;         /* handed to it; owned by whoever set it */
} au_policy;

/* How many bids, tricks taken and tricks to come au_odds tells apart, each from
** 0; the last stands for more. */
enum { AU_ODDS_MAX = 16 };

/* What the policy does. */
AU_MUST au_status au_policy_act(const au_policy *p, const au_rules *r,
                                const au_state *s, au_rng *rng, au_action *a);

/* What the policy "quick" goes by. */
typedef struct au_odds {
  /* What a bid is worth with so many tricks taken and so many to come, to a side
  ** without gold and to one with gold that can pay for a change; the best bid's
  ** worth, with gold. */
  float worth[2][AU_ODDS_MAX][AU_ODDS_MAX][AU_ODDS_MAX];
  float best[AU_ODDS_MAX][AU_ODDS_MAX];
  au_set above[AU_RANK_MAX + 1]; /* base cards that win over one of that rank
                                 ** played before, */
  au_set below[AU_RANK_MAX + 1]; /*   that are awarded rather than it */
  float keep[AU_RANK_MAX + 1];   /* what a card of that rank is worth in hand */
} au_odds;

/* Some 50 us. */
void au_odds_init(const au_rules *r, au_odds *odds);

/* The policy "quick", its ctx an au_odds: what a hasty player does who knows the
** rules. Each card is worth its chance to take the trick times what one more
** trick is worth to its side and to the others, and besides the gold it may be
** awarded; gold is spent and bids are changed where that gains more than it
** costs; cards are bid by the strength of the hand. It goes by the rules' data,
** not by their hooks, and by nothing that the seat does not know: a view's
** state will do. One action in 32 is any. Some 50 ns an action. */
au_choose au_quick;

/* The bid the side of the seat on turn would rather have than any other as
** things stand: the tricks it has and some of those to come. In phase change.
*/
int au_quick_aim(const au_rules *r, const au_state *s);
/* The bid of a side by the data if the card of 'of' had that rank; of seats that
** have laid a card, which have to be open to 'of'. */
int au_bid_with(const au_rules *r, const au_state *s, uint8_t of, int rank);
/* The gold of the seat on turn that costs least to pay for a change: of fewest
** points, then of lowest rank. It has some. */
au_card au_cheapest_gold(const au_rules *r, const au_state *s);

/* Play the open round to its end; '*score' gets what it came to. As
** au_state_playout. With 'left' above 0 only to the first trick that its leader
** has so many cards for, or fewer: the round is still open then. */
AU_MUST au_status au_policy_round(const au_rules *r, const au_policy *p,
                                  au_state *s, int left, au_rng *rng,
                                  au_score *score);
/* From between rounds, play on to the game's end; '*score' is the last round's.
** The deals are drawn from 'rng'. */
AU_MUST au_status au_policy_game(const au_rules *r, const au_policy *p,
                                 au_state *s, au_rng *rng, au_score *score);

/* What a side plays for. */
typedef enum au_goal {
  AU_GOAL_MARGIN, /* its points in the round less the best of the others' */
  AU_GOAL_POINTS, /* its points in the round */
  AU_GOAL_ROUND,  /* its share of the round: 1, 1/2 of two that tie, or 0 */
  AU_GOAL_GAME,   /* its share of the game, likewise */
  AU_GOAL_N
} au_goal;

/* What the round that ended as 's' with that score, or for AU_GOAL_GAME
** the game, gave each side. */
void au_reward(const au_rules *r, au_goal goal, const au_state *s,
               const au_score *score, double reward[AU_SEAT_MAX]);

/* What an open round is likely to give each side, before a trick: what the odds
** say of its bid, and the gold it has. Of margin or points. */
void au_judge(const au_rules *r, const au_odds *odds, au_goal goal,
              const au_state *s, double reward[AU_SEAT_MAX]);

#endif
