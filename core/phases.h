/* phases.h: the course of a round: which phase follows what.
**
**   deal, then bids, then for each trick: changes and plays
**
** Questions are asked between these. Each function ends with a seat on turn or
** with the round's end, and returns AU_EHOOK if a hook failed: the state is
** then undefined. */
#ifndef AU_COURSE_H
#define AU_COURSE_H

#include "ask.h"

/* The cards are dealt. */
AU_MUST au_status au_course_dealt(const au_rules *r, au_state *s);
/* All bids are laid. */
AU_MUST au_status au_course_bid(const au_rules *r, au_state *s);
/* The seats from 'place' of the trick on may change a bid. RULES 5.1, 8.2. */
AU_MUST au_status au_course_change(const au_rules *r, au_state *s, int place);
/* A trick is settled; 'leader' leads the next. */
AU_MUST au_status au_course_settled(const au_rules *r, au_state *s,
                                    uint8_t leader);
/* The seat on turn has passed. If that ends the round, '*score' (or NULL) gets
** its score. RULES 8.1, 9. */
AU_MUST AU_APART au_status au_course_passed(const au_rules *r, au_state *s,
                                            au_score *score);
/* The seat on turn answers with a legal value. Likewise for '*score'. */
AU_MUST AU_RARE au_status au_course_answered(const au_rules *r, au_state *s,
                                             unsigned value, au_score *score);

#endif
