/* trial.h: answers to a question, tried by playing on.
**
** The tables of the policy "quick" foresee what cards and knobs do, but not
** what hooks make of an answer, nor what later steps of the question do. So
** each answer is given in the same worlds, drawn from what the seat knows, and
** the policy plays each round to its end, with the same random numbers. All
** that an answer leads to counts: hooks, bids, trump, moved cards, variables.
**
** After 8, 16, 32 .. worlds, answers that are clearly behind are dropped, and
** from 16 on those that led to the same as the usual answer in each world. The
** usual answer is kept unless another is clearly better: what makes no
** difference changes nothing. If the answer that au_quick_answer prefers is
** better in the worlds tried, though not clearly, it takes the place of the
** usual one.
**
** Points do not show what a hook makes of the winner of the round or the game.
** If no answer is clearly better by points, and such a hook exists, the answers
** that are not behind are tried again for a share of the round, then of the
** game.
**
** Questions that are asked within a playout are answered by au_quick_answer,
** which plays nothing out: so trials are never nested. The result depends only
** on the view and the random numbers. A trial itself never allocates; drawing a
** world may. */
#ifndef AU_TRIAL_H
#define AU_TRIAL_H

#include "policy.h"
#include "view.h"

enum {
  AU_TRIAL_ANSWERS = 64,   /* most answers tried; of more, some evenly spread */
  AU_TRIAL_WORLDS = 128,   /* most worlds for each goal, */
  AU_TRIAL_PLAYOUTS = 512, /* and about the most playouts: */
  AU_TRIAL_HOOKED = 256    /* those where hooks are asked in each trick */
};

typedef struct au_trial {
  /* Set by the caller. */
  const au_rules *r;
  const au_view *v; /* the view of the seat that is asked */
  const au_odds *odds;
  au_sampler *sampler; /* of the view; or NULL: each draw begins anew */
  au_rng rng;

  /* Set by the trial. */
  au_goal goal;
  int n;                              /* answers, */
  au_action answer[AU_TRIAL_ANSWERS]; /* of which the first is the usual one */
  uint64_t left; /* those (a bit each) still in question, */
  uint64_t even; /* and those that made no difference */
  int guess;     /* the one that au_quick_answer prefers */
  int worlds;    /* worlds tried for this goal, */
  int playouts;  /* and playouts */
  float gained[AU_TRIAL_ANSWERS][AU_TRIAL_WORLDS]; /* rewards */
} au_trial;

/* Begin to try the answers that the seat on turn may give. AU_EHOOK if a hook
** failed. */
AU_MUST au_status au_trial_begin(au_trial *t);
/* True unless the answer is found. Begins the next goal where one is due. */
bool au_trial_due(au_trial *t);
/* Try the answers that are left in one more world. AU_EHOOK if a hook failed,
** AU_EFULL for a round without end, and the errors of au_view_sample: the world
** then does not count. */
AU_MUST au_status au_trial_world(au_trial *t);
/* The answer to give, by the worlds tried until now. */
au_action au_trial_best(const au_trial *t);

#endif
