/* apply.h: how actions change the state. RULES 4 to 8. */
#ifndef AU_APPLY_H
#define AU_APPLY_H

#include "legal.h"

/* A saved state, for undo. */
typedef struct au_undo {
  au_state before;
} au_undo;

/* Do 'a' for the seat on turn; '*u' (or NULL) gets what undo needs. AU_EILLEGAL
** if 'a' is not legal, AU_EHOOK if a hook failed: 's' and '*u' stay as they
** were. Never allocates. RULES 4-8. */
AU_MUST au_status au_state_apply(const au_rules *r, au_state *s, au_action a,
                                 au_undo *u);

/* Do an action that is known to be legal, as in playouts and search. On
** AU_EHOOK the state is undefined. */
AU_MUST au_status au_state_apply_legal(const au_rules *r, au_state *s,
                                       au_action a);
/* The same. If it ends the round, '*score' (or NULL) gets its score. It is
** computed only here: a hook that scores may read points and vars, which the
** end of the round changes. RULES 8.1, 9. */
AU_MUST au_status au_state_do(const au_rules *r, au_state *s, au_action a,
                              au_score *score);
/* True if an action may end the round: a pass, or an answer to a question that
** is asked after the pass. */
AU_INLINE bool au_may_end(const au_state *s, au_action a) {
  return au_action_what(a) == AU_ACT_PASS || s->passer != AU_NONE;
}

/* Restore exactly the state before, every byte. */
AU_INLINE void au_state_undo(au_state *s, const au_undo *u) {
  au_state_copy(s, &u->before);
}

#endif
