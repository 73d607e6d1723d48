/* search.h: Monte Carlo search for the best action, in worlds
** drawn from a view.
**
** There are two methods. Flat Monte Carlo tries every move in every world, with
** the same random numbers for each move, and plays out (Ginsberg 2001; common
** random numbers: Glasserman and Yao 1992). Information set Monte Carlo tree
** search keeps one tree over the events that the searching seat can see. Each
** simulation walks it in a world of its own (Cowling, Powley and Whitehouse
** 2012, SO-ISMCTS). A child counts how often it could have been chosen. The
** selection rule UCB1 (Auer, Cesa-Bianchi and Fischer 2002) uses that count in
** place of the parent's visits. Every seat maximizes the reward of its own side
** (max^n: Luckhardt and Irani 1986); each child keeps the reward of the side
** that moves there.
**
** The tree never branches on anything that the seat cannot see. Bids that
** others lay face down have no node, nor have answers that are hidden. If the
** seat sees that a bid is laid for 0, one node serves all cards. When the bids
** are turned up, the tree continues as one for all of them: a branch for each
** would have too few visits below.
**
** Changes of bid are first narrowed to those that pay the cheapest gold and
** bring another rank, one card of each rank. They are then widened with
** visits (Chaslot et al. 2008, progressive unpruning): a node has its n-th
** change from 4 n^2 visits on. The first are those that bring the side's bid
** nearest to au_quick_aim.
**
** In a tree every seat finds its best answers, as if it saw the searching
** seat's hand, which is the same in every world. With 'modelled', all others
** act by the policy instead, which knows no more than they do. The tree then
** looks for the best answer to that.
**
** How the others play is not known. A search in which every seat plays like
** au_quick does not expect those who only make their bid, get short of suits
** and pass, which ends the round. With 'plain', each seat plays like that in a
** share of the simulations, the searching seat too.
**
** Most of the variance of playouts comes from the last tricks, whichever move
** is judged. 'left' ends playouts before them (early playout termination:
** Lorentz 2015). From a full deal of four, with three cards left, that halves
** the variance and takes four fifths of the time.
**
** With a 'leaf', a playout ends when 'cut' more tricks are finished, and the
** leaf values the position: a value net, or a function of the host. Finishing
** the trick first matters: right after a bad move a net has to value positions
** that it has seldom seen.
**
** The result depends only on the view, the random numbers and the options. A
** search never allocates: the caller owns the nodes, and the worlds if they
** are weighted.
**
** Searches of one view share nothing that they change, if each has nodes, a
** sampler and random numbers of its own, and neither the policy nor the leaf
** keeps state. So threads may run them at the same time, and au_search_join
** adds up their results (root parallelization: Chaslot, Winands and van den
** Herik 2008). */
#ifndef AU_SEARCH_H
#define AU_SEARCH_H

#include "policy.h"
#include "view.h"

typedef struct au_node {
  double sum, squares; /* sums of rewards and of their squares, for the side
                       ** that moves to here */
  au_action move;      /* the move to here; its card is 0 if the seat cannot see
                       ** which card is laid face down */
  uint32_t visits;     /* simulations that went through it */
  uint32_t there;      /* simulations in which it could have been chosen */
  uint32_t child;      /* the child added last; 0 for none */
  uint32_t next;       /* the sibling added before it; 0 for none */
  uint32_t zero;
} au_node;

/* Value an open round, in which 'seat' acted last: the reward of each side of
** 'sides' (a bit each). AU_EHOOK if it failed. It must not leave by longjmp. */
typedef au_status au_leaf(void *ctx, const au_rules *r, const au_state *s,
                          uint8_t seat, unsigned sides,
                          double reward[AU_SEAT_MAX]);

typedef struct au_search {
  /* Set by the caller. */
  const au_rules *r;
  const au_view *v; /* the view of the seat that searches */
  au_policy policy;
  au_goal goal;
  double explore; /* weight of exploration, in standard deviations of the
                  ** side's rewards */
  int left; /* 0, or the number of the leader's cards at which a playout ends
            ** and is judged by the odds; for a goal of margin, points or
            ** lead */
  const au_odds *odds;
  au_leaf
      *leaf; /* or NULL. It values positions in which a trick begins or, with
                 ** 'cut' 0, any whose bids and answers are open */
  void *leaf_ctx;
  int cut;               /* tricks that a playout finishes before the leaf */
  double plain;          /* chance that a seat plays plainly in a simulation; 0
                         ** unless the policy is au_quick */
  bool modelled;         /* the other seats act by the policy */
  const au_state *world; /* 'world_n' to draw from; NULL: draw from the view */
  const double *upto;    /* running sum of their weights, up to each state */
  uint32_t world_n;
  au_sampler *sampler; /* of the view; or NULL: each draw begins anew */
  au_rng rng;
  au_node *node; /* space for node_max: the root and its descendants */
  uint32_t node_max;
  double *apart; /* NULL, or zeros, for a flat search: sums of squared
                 ** differences of two moves' rewards in the same world, for
                 ** nodes 2 and 1, 3 and 1, 3 and 2, 4 and 1 .. */

  /* Set by the search. */
  uint32_t node_n;
  bool offered;                /* the root has the offered moves only */
  uint64_t sims;               /* playouts; for a tree, by side: */
  double sum[AU_SEAT_MAX];     /* sums of rewards, */
  double squares[AU_SEAT_MAX]; /* sums of their squares, */
  double spread[AU_SEAT_MAX];  /* and the greatest standard deviation */
} au_search;

/* Start with a tree of the root alone; node_max is at least 1. */
void au_search_begin(au_search *t);
/* Add a legal move to those that the search considers; without an offer a tree
** considers all. AU_EFULL if there is no space. */
AU_MUST au_status au_search_offer(au_search *t, au_action a);
/* Offer every legal action, with changes narrowed. */
AU_MUST au_status au_search_offer_all(au_search *t);

/* Try each offered move in one more world. AU_EHOOK if a hook or the policy
** failed, AU_EFULL for a round without end, and the errors of au_view_sample:
** the world is then discarded. */
AU_MUST au_status au_search_flat(au_search *t);
/* Run one simulation in the tree. Errors as for au_search_flat, but a node
** without visits may remain. When there is no space for a node, the tree
** stays as it is. */
AU_MUST au_status au_search_tree(au_search *t);

/* Add the results of another search by the same method. Both have the same
** rules, view and goal, and offered the same moves in the same order. The nodes
** of a tree go to those of the same moves. AU_EFULL if there is no space for
** the others: it suffices for the nodes of both. */
AU_MUST au_status au_search_join(au_search *t, const au_search *other);

#endif
