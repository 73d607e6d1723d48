/* retell.h: histories of a world, told again with the hooks of questions.
**
** A trail says how many cards moved in a secret step. It does not say which
** answers the hook 'ask_choices' allowed then, nor which cards 'ask_done' made
** of them. The same is true of an open step in which the choices depended on a
** hand. So a placement of the hidden cards is told back from now, card by card,
** to the beginning of the round. A step of a secret question is kept if some
** answers of the other seats, all legal then, lead from the cards before it to
** those after it, and to all else that the seat saw: the state, and the facts
** of the step. One of an open question is kept if its answers were legal then,
** and led there.
**
** Mostly 'ask_done' takes from each hand what its seat answered. Where it does
** so for the lowest and for the highest cards offered, no other answers are
** tried.
**
** The hooks see what other seats see, except for what only these know of each
** other's cards. Only the last AU_PAST_STEPS steps are told back, and as many
** epochs as a trail keeps. */
#ifndef AU_RETELL_H
#define AU_RETELL_H

#include "trail.h"

typedef struct au_retelling au_retelling;

/* Prepare to judge placements of a view; owned by the caller. '*out' is NULL if
** the view has no step that is over, since then nothing is to be judged.
** AU_ENOMEM. */
AU_MUST au_status au_retelling_new(const au_rules *r, const au_view *v,
                                   au_retelling **out);
void au_retelling_free(au_retelling *p);
/* Begin a world: its placements together may take 100,000 calls of hooks. */
void au_retelling_begin(au_retelling *p);
/* AU_OK if a history leads to the hands, bids and extras of 's', else
** AU_ESTATE. AU_EFULL if it took too many calls of hooks to find out, in all
** placements since the world began. */
AU_MUST au_status au_retelling_check(au_retelling *p, const au_state *s);
/* AU_EHOOK if a hook failed in a history that was tried. A hook may fail in one
** that is impossible. */
au_status au_retelling_fault(const au_retelling *p);

#endif
