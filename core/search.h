/* search.h: what to do, judged by playing on in worlds drawn from a view.
**
** Two methods. Flat Monte Carlo tries every move in every world, with the same
** random numbers for each, and plays out (Ginsberg 2001; common random numbers:
** Glasserman and Yao 1992). Information set Monte Carlo tree search keeps one
** tree over what the searching seat can see happen, and walks it in a world of
** its own in every simulation (Cowling, Powley and Whitehouse 2012, SO-ISMCTS):
** a child counts how often it could have been chosen, and the selection rule
** UCB1 (Auer, Cesa-Bianchi and Fischer 2002) has that count in the place of the
** parent's visits. Every seat goes for its own side's reward (max^n: Luckhardt
** and Irani 1986), each child keeps that of the side that moves there.
**
** What the seat cannot see is drawn and never branched on: bids that others lay
** face down have no node, or one for all cards where it shows that one is laid
** for 0. Once they are turned up the tree goes on as one for all of them, since
** a branch for each would leave too few visits below.
**
** Changes of bid are narrowed to those that pay the cheapest gold and bring
** another rank, one card of each, and widened with visits (Chaslot et al. 2008,
** progressive unpruning): a node has its n-th change from 4 n^2 visits on,
** those first that bring the side's bid nearest to au_quick_aim.
**
** A tree lets every seat find its best answers, as if it saw the searching
** seat's hand, which is the same in every world. 'modelled' has all others do
** what the policy does instead, which knows no more than they do: the tree then
** looks for the best answer to that.
**
** Most of what playouts differ in comes about in the last tricks, whichever move
** is judged. 'left' ends them before those (early playout termination: Lorentz
** 2015): half of the variance, in four fifths of the time, from a full deal of
** four with three cards left.
**
** A search is a function of view, random numbers and options. It never
** allocates: nodes, and worlds where they are weighted, are the caller's. */
#ifndef AU_SEARCH_H
#define AU_SEARCH_H

#include "policy.h"
#include "view.h"

typedef struct au_node {
  double sum, squares; /* of the rewards, to the side of who moves to here */
  au_action move;      /* leads here; its card is 0 where the seat cannot see
                       ** which one is laid face down */
  uint32_t visits;     /* simulations that went through it */
  uint32_t there;      /* those in which it could have been chosen, */
  uint32_t child;      /*   the last added; 0 for none */
  uint32_t next;       /* the sibling added before it; 0 for none */
  uint32_t zero;
} au_node;

typedef struct au_search {
  /* Set by the caller. */
  const au_rules *r;
  const au_view *v; /* the seat's to move */
  au_policy policy;
  au_goal goal;
  double explore; /* the weight of exploration, in standard deviations of what
                  ** simulations gave the side */
  int left; /* 0, or cards of the leader at which a playout ends and is judged by
            ** the odds, for a goal of margin or points */
  const au_odds *odds;
  bool modelled; /* the others do what the policy does */
  const au_state
      *world;         /* 'world_n' of them to draw from, or else the view's */
  const double *upto; /* the sum of weights up to each of them */
  uint32_t world_n;
  au_rng rng;
  au_node *node; /* room for node_max: the root, and what grows from it */
  uint32_t node_max;
  double *apart; /* NULL, or zeros, for a flat search: the squares of what one
                 ** move gave less another in the same world, summed, for nodes
                 ** 2 and 1, 3 and 1, 3 and 2, 4 and 1 .. */

  /* What came of it. */
  uint32_t node_n;
  bool offered;                /* the root's moves are as offered */
  uint64_t sims;               /* playouts; of those in a tree */
  double sum[AU_SEAT_MAX];     /*   the rewards by side, */
  double squares[AU_SEAT_MAX]; /*   those squared, */
  double spread[AU_SEAT_MAX];  /*   and the greatest standard deviation */
} au_search;

/* Begin with a tree of the root alone; node_max is at least 1. */
void au_search_begin(au_search *t);
/* Let the seat have this legal move, and no other that is not offered too.
** AU_EFULL where there is no room. */
AU_MUST au_status au_search_offer(au_search *t, au_action a);
/* Offer all that are worth a look: every legal action, changes narrowed. */
AU_MUST au_status au_search_offer_all(au_search *t);

/* Try each move that was offered in one more world. AU_EHOOK if a hook or the
** policy failed, what au_view_sample says, AU_EFULL for a round without end:
** nothing is learnt from that world then. */
AU_MUST au_status au_search_flat(au_search *t);
/* One simulation in the tree: likewise, but a node without visits may be left.
** Where there is no room for a node the tree stays as it is. */
AU_MUST au_status au_search_tree(au_search *t);

#endif
