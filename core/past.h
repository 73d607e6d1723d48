/* past.h: steps of questions that are over, if their answers tell more of the
** hands than the facts of the game do.
**
** An answer was one of the choices that its seat then had, and these may depend
** on its hand. If the question is secret, the log hides what other seats
** answered. But each seat knows what all saw before the step and after it. A
** game keeps both states, and a view has the part of them that its seat saw. So
** a sample can be judged by asking the hooks again (core/retell.h). */
#ifndef AU_PAST_H
#define AU_PAST_H

#include "action.h"

enum { AU_PAST_STEPS = 48 }; /* the last steps of a round that a view has */

typedef struct au_past {
  uint32_t at;     /* index in the round's log of the step's last answer */
  uint32_t zero;   /* always 0: without padding, bytes compare */
  au_state before; /* the state when its seats were asked */
  au_state after;  /* and when 'ask_done' and 'ask_next' had answered */
} au_past;

/* Note a step, if the action 'a', number 'at' of the round, ended one that
** tells something: its question is secret, or a seat's choices depended on what
** only it sees, or it answered a card that others did not see in its hand.
** 'before' is the state before that action. Returns false if there is nothing
** to note; a position built by hand may begin in the middle of a step, which
** does not count. */
bool au_past_note(const au_rules *r, const au_state *before,
                  const au_state *after, au_action a, uint32_t at,
                  au_past *out);
/* AU_OK if the step can be one of a view of 'seat' whose log has these 'n'
** entries: it asks a question of the rules, the log has its answers in their
** order from entry 'from' on, and each bid is a card. Else AU_ESTATE. Each
** answer of the log must be in the range of its question. Nothing else of the
** states is checked: retell.c does that where it completes them. */
AU_MUST au_status au_past_check(const au_rules *r, const au_past *p,
                                uint8_t seat, const au_action *log,
                                uint32_t from, uint32_t n);
/* The values that the answers of a step have in the log. */
uint32_t au_past_values(const au_rules *r, const au_past *p);

#endif
