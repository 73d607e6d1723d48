/* policy.h: policies, which choose the actions of playouts, and rewards, which
** value the results.
**
** A policy chooses an action for the seat on turn. au_state_random draws one
** uniformly. This file has a better policy that is nearly as fast, and lets a
** host add its own. */
#ifndef AU_POLICY_H
#define AU_POLICY_H

#include "apply.h"
#include "deal.h"
#include "reward.h"

/* Choose a legal action for the seat on turn of an open round. Returns AU_EHOOK
** if it failed. It must not leave by longjmp. */
typedef au_status au_choose(void *ctx, const au_rules *r, const au_state *s,
                            au_rng *rng, au_action *a);

typedef struct au_policy {
  au_choose *choose; /* NULL: draw each legal action uniformly */
  void *ctx;         /* passed to 'choose'; owned by whoever set it */
  uint8_t plain;     /* seats (a bit each) that play by au_quick_plain instead;
                     ** none unless 'choose' is au_quick */
} au_policy;

/* Number of values that au_odds distinguishes for bids, tricks taken and tricks
** to come, each from 0. The last value includes all higher ones. */
enum { AU_ODDS_MAX = 16 };

/* Let a policy choose an action. */
AU_MUST au_status au_policy_act(const au_policy *p, const au_rules *r,
                                const au_state *s, au_rng *rng, au_action *a);

/* Number of weights of the policy "quick". */
enum { AU_HABIT_N = 38 };

/* The tables behind the policy "quick". */
typedef struct au_odds {
  /* The value of a bid by tricks taken and tricks to come: [0] for a side
  ** without gold, [1] with gold that can pay for a change. 'best' is the value
  ** of the best bid, with gold. */
  float worth[2][AU_ODDS_MAX][AU_ODDS_MAX][AU_ODDS_MAX];
  float best[AU_ODDS_MAX][AU_ODDS_MAX];
  float points[AU_ODDS_MAX][AU_ODDS_MAX]; /* what a bid scores, by tricks
                                          ** taken */
  float price;   /* points that a change must gain for the cheapest of all gold
                 ** that pays, at least */
  float last;    /* points that the last trick scores besides */
  float lead[2]; /* points gained by leading next, where the card that is
                 ** awarded gold leads [0], and where the winner does [1] */
  bool nearest;  /* exact bids score the more the higher they are, so the best
                 ** bid is the one nearest to the tricks to expect */
  au_set above[AU_RANK_MAX + 1]; /* base cards that beat one of that rank
                                 ** played earlier */
  au_set below[AU_RANK_MAX + 1]; /* base cards that are awarded
                                 ** gold in its place */
  float habit[AU_HABIT_N + 1];   /* the policy's weights, and 0 */
  float keep[AU_RANK_MAX + 1];   /* the value of a card of that rank in hand */
  float low[AU_RANK_MAX + 1];    /* and as one to lose with */
  float pick[AU_RANK_MAX + 1];   /* the points of gold that it may be awarded,
                                ** less those of a usual card */
  float award[AU_RANK_MAX + 2]; /* of the gold of that rank; 0 if there is none,
                                 ** as for the last */
  uint8_t force[AU_KIND_MAX];   /* of a card without a trump: the greatest takes
                                 ** the trick */
  int8_t fall[AU_RANK_MAX + 1]; /* of a base card of that rank: the greatest is
                                 ** awarded gold */
  uint8_t later;                /* 1 if of equals the later counts, else 0 */
} au_odds;

/* Compute the tables from the rules' knobs; about 50 us. */
void au_odds_init(const au_rules *r, au_odds *odds);
/* Find out what hooks score: the points of each bid, and what the last trick
** counts besides, from some random rounds. Without such hooks it does nothing,
** else it takes some milliseconds. AU_EHOOK if a hook failed: the tables are
** then those of the knobs. */
AU_MUST au_status au_odds_probe(const au_rules *r, au_odds *odds);

/* The policy "quick", a one-ply player; its ctx is an au_odds. A card is worth
** its chance to take the trick, times the value of one more trick to its side
** and to the others. The gold it may be awarded is added. The policy spends
** gold and changes bids where that gains more than it costs. It bids by the
** strength of the hand. It answers a question of two to four choices by
** au_quick_answer, any other by default: where playing on is worth its time,
** see trial.h. It uses the rules' data, the suit that is trump, and of hooks
** what au_odds_probe found, and nothing that the seat does not know. The state
** of a view is enough, but for questions. One action in 32 is random. About 50
** ns per action, and for an answer two calls of hooks for each choice, or with
** hooks that score three more for each side. */
au_choose au_quick;
/* The same, but cards are played plainly: to win tricks until the bid is made,
** then to get short of suits and pass. */
au_choose au_quick_plain;
/* Answer a question by a one-ply search: give each answer in turn, with the
** others' answers by default, and value the position by the tables and by what
** hooks now score for bids that are made, and for gold. Other hooks, and later
** steps of the question, are not foreseen. The answer is the default where no
** other is better, and where there are more than 'most' choices. '*s' is a
** world; what the seat does not know of it has no effect. AU_EHOOK if a hook
** failed. */
AU_MUST au_status au_quick_answer(const au_rules *r, const au_odds *o,
                                  const au_state *s, uint32_t most,
                                  au_action *a);
/* The values that au_quick gives plays of the seat on turn, in points, from
** public knowledge: every unseen card, also its own, may still be played. */
typedef struct au_appeal {
  float card[AU_KIND_MAX]; /* of a card; a base card is valued as the only one
                           ** of its suit */
  float suit[3]; /* points lost with a card whose suit has no other card in the
                 ** hand, one, or more */
  float pass;    /* of passing, where that is legal */
} au_appeal;
/* Set the values of 'cards' and the rest of '*out'. */
void au_quick_appeal(const au_rules *r, const au_odds *o, const au_state *s,
                     au_set cards, au_appeal *out);
/* Draw for each seat whether it plays plainly in the next playout: with the
** probability 'plain', rounded up to a multiple of 1/256. 0 draws nothing from
** 'rng'. */
void au_policy_draw(au_policy *p, const au_rules *r, double plain, au_rng *rng);

/* The bid that now suits the side of the seat on turn best: the tricks it has
** and some of those to come. Only in phase change. */
int au_quick_aim(const au_rules *r, const au_state *s);
/* The bid of a side by the data, if the card of 'of' had this rank. It counts
** the seats that have laid a card that 'of' may see. */
int au_bid_with(const au_rules *r, const au_state *s, uint8_t of, int rank);
/* The gold with which the seat on turn pays for a change at least cost: fewest
** points, then lowest rank. The seat must have some that pays. */
au_card au_cheapest_gold(const au_rules *r, const au_state *s);

/* Play the open round to its end by actions drawn uniformly; '*score' gets its
** score. Does nothing if no round is open. AU_EFULL past AU_LOG_MAX actions,
** AU_EHOOK if a hook failed: the state is then somewhere in the round. Never
** allocates; about a microsecond. */
AU_MUST au_status au_state_playout(const au_rules *r, au_state *s, au_rng *rng,
                                   au_score *score);
/* Make the next deal, drawn from 'rng'. It is for playouts past the end of a
** round, where the game's own seed must stay unknown. */
AU_MUST au_status au_state_deal_random(const au_rules *r, au_state *s,
                                       au_rng *rng);

/* Play the open round to its end; '*score' gets its score. Errors as for
** au_state_playout. If 'left' is above 0, play only to the first trick whose
** leader has 'left' cards or fewer: the round is then still open. */
AU_MUST au_status au_policy_round(const au_rules *r, const au_policy *p,
                                  au_state *s, int left, au_rng *rng,
                                  au_score *score);
/* Play from between two rounds to the end of the game; '*score' gets the last
** round's score. The deals are drawn from 'rng'. */
AU_MUST au_status au_policy_game(const au_rules *r, const au_policy *p,
                                 au_state *s, au_rng *rng, au_score *score);

/* Estimate the reward of each side in an open round, before a trick: the value
** of its bid by the odds, plus its gold. 'goal' is AU_GOAL_MARGIN,
** AU_GOAL_POINTS or AU_GOAL_LEAD. */
void au_estimate_rewards(const au_rules *r, const au_odds *odds, au_goal goal,
                         const au_state *s, double reward[AU_SEAT_MAX]);

#endif
