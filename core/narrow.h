/* narrow.h: the legal actions that are worth a look, where there are many.
**
** Changes of bid are narrowed to those that pay the cheapest gold and bring
** another rank, one card of each rank. Of the numbers that answer a question,
** at most AU_ANSWERS are taken, evenly spread. All bids and plays remain. */
#ifndef AU_NARROW_H
#define AU_NARROW_H

#include "policy.h"

enum { AU_ANSWERS = AU_KIND_MAX };

/* The ranks (a bit each) with which a seat's bid was replaced, by seat. */
typedef struct au_laid {
  uint32_t rank[AU_SEAT_MAX];
} au_laid;

/* The best change of the seat on turn that is not among 'had': it brings the
** bid of its side nearest to au_quick_aim. 0 if none is left. */
au_action au_narrow_change(const au_rules *r, const au_state *s,
                           const au_laid *had);
/* Add a change to 'had'. */
void au_narrow_note(const au_rules *r, au_action a, au_laid *had);

/* Answers to a question. */
typedef struct au_answers {
  uint16_t value[AU_ANSWERS];
  uint32_t n;
} au_answers;
AU_MUST au_status au_narrow_answers(const au_rules *r, const au_state *s,
                                    au_answers *out);
/* The answer of the seat on turn with this value. */
AU_INLINE au_action au_narrow_answer(const au_state *s, unsigned value) {
  return au_answer_action(s->turn, s->ask - 1u, value);
}

/* List the legal actions that are left: keep before changes, the others in the
** order of au_state_legal. Errors of au_state_legal; '*n' is 0 then. */
AU_MUST au_status au_narrow_legal(const au_rules *r, const au_state *s,
                                  au_action out[AU_ACTION_MAX], int *n);

#endif
