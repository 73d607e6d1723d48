/* worlds.h: all worlds that agree with a view, each once: the set from which
** au_view_sample draws.
**
** A world says for each hidden card in which hand, face-down bid or set of
** extras it lies. The enumeration places the cards in ascending order. Before
** it goes on it makes sure that the cards left fit into the room left (the
** marriage condition of Hall 1935, for each set of places), so no attempt is in
** vain. */
#ifndef AU_WORLDS_H
#define AU_WORLDS_H

#include "view.h"

enum {
  AU_WORLDS_MAX = 100000, /* the highest limit of an enumeration */
  AU_WORLDS_TRIES = 20    /* placements replayed for each world of the limit */
};

/* Find the worlds that agree with a view, in a fixed order, up to 'most' of
** them. '*n' is their number; 'out' has room for 'most' states, or is NULL.
** Some 0.1 us for each world. Hidden answers of the present step are enumerated
** too.
**
** AU_EFULL if there are more than 'most'; '*n' is then more than 'most'. If
** au_view_needs_replay, each placement is replayed. If the view is deep, or
** has steps that are over, a history is looked for. AU_EFULL with a smaller
** '*n' then means that AU_WORLDS_TRIES placements for each world of 'most' did
** not suffice, or 100,000 calls of hooks. AU_ESTATE if no state agrees,
** AU_EHOOK if a hook failed. The worlds in 'out' are undefined then. */
AU_MUST au_status au_view_worlds(const au_rules *r, const au_view *v,
                                 au_state *out, uint32_t most, uint32_t *n);

#endif
