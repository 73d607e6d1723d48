/* game.h: a game from its start: the deals and the actions that led here.
**
** A state knows where the game stands; a game also knows how it came there,
** which views, undo, records and positions need. It owns growing memory, kept
** from one game to the next, and holds no rules: every call takes them. */
#ifndef AU_GAME_H
#define AU_GAME_H

#include "policy.h"

/* An entry of the log: the action, and with the play that fills a trick what
** the trick gave, in bits a play does not use:
**
**   31..26  25       24..22  21..0
**   0       awarded  winner  the action; its 'gold' is the award
**
** winner: 0 no trick was filled, 1..6 the seat that won it (from 1), 7 nobody.
*/
typedef au_action au_entry;

/* The action of an entry, as it was applied. */
static inline au_action au_entry_action(au_entry e) {
  return e >> 22 == 0 ? e
                      : au_play_action(au_action_seat(e), au_action_card(e));
}
/* Whether the entry filled a trick. */
static inline bool au_entry_filled(au_entry e) {
  return e >> 22 != 0;
}
/* The seat that won the trick it filled, AU_NONE for nobody. */
static inline uint8_t au_entry_winner(au_entry e) {
  unsigned winner = e >> 22 & 7;
  return (uint8_t)(winner == 7 ? AU_NONE : winner - 1);
}
/* The gold card that trick awarded, AU_NONE for none. */
static inline au_card au_entry_award(au_entry e) {
  return e >> 25 & 1 ? au_action_gold(e) : AU_NONE;
}

typedef struct au_round {
  au_state before; /* the state the deal was made on */
  au_deal deal;
  uint32_t at; /* index of the round's first action in the log */
} au_round;

/* What a finished round came to, by side: au_score, small. */
typedef struct au_tally {
  int16_t taken[AU_SEAT_MAX], bid[AU_SEAT_MAX];
  int16_t bid_points[AU_SEAT_MAX], gold_points[AU_SEAT_MAX];
  uint8_t winners, zero; /* sides (a bit each) that took it; 0 */
} au_tally;

enum { AU_ROUND_MAX = UINT8_MAX }; /* rounds of a game */

typedef struct au_game {
  au_state state;  /* where the game stands */
  au_state start;  /* where it began: empty, or built by hand */
  bool built;      /* it began from a position built by hand */
  au_round *round; /* round_n of them, owned */
  uint32_t round_n, round_cap;
  au_entry *log; /* log_n entries, owned */
  uint32_t log_n, log_cap;
  au_tally *tally; /* tally_n finished rounds, owned; none from before a
                    ** position built by hand */
  uint32_t tally_n, tally_cap;
} au_game;

/* Ready for au_game_begin; owns nothing yet. */
void au_game_init(au_game *g);
/* Give back what it owns. */
void au_game_free(au_game *g);

/* Begin anew before the first deal, memory kept. */
void au_game_begin(const au_rules *r, au_game *g);
/* Begin from a state built by hand. AU_ESTATE, with 'why', if it is not sound.
*/
AU_MUST au_status au_game_begin_at(const au_rules *r, au_game *g,
                                   const au_state *s, char *why);
/* Begin where it stands: what led here is forgotten, but for the tallies. */
void au_game_forget(au_game *g);
/* Let it know of the 'n' rounds, at most AU_ROUND_MAX, that were finished before
** it begins. */
AU_MUST au_status au_game_recall(au_game *g, const au_tally *tally, uint32_t n);
/* Make 'to' a copy of 'from'. */
AU_MUST au_status au_game_copy(au_game *to, const au_game *from);

/* Begin where 'from' began, to follow it from there. */
AU_MUST au_status au_game_begin_as(const au_rules *r, au_game *g,
                                   const au_game *from);
/* Whether 'from' has gone on from where 'g' stands, which followed it. */
bool au_game_behind(const au_game *g, const au_game *from);
/* Go on by the deal or the action that 'from' has next. 'g' is behind it.
** AU_ESTATE or AU_EILLEGAL if 'from' went another way since. */
AU_MUST au_status au_game_follow(const au_rules *r, au_game *g,
                                 const au_game *from);

/* au_state_deal, remembered. AU_ENOMEM besides its own. */
AU_MUST au_status au_game_deal(const au_rules *r, au_game *g,
                               const au_deal *deal, char *why);
/* au_state_apply, remembered. AU_EFULL past AU_LOG_MAX actions a round. */
AU_MUST au_status au_game_apply(const au_rules *r, au_game *g, au_action a);
/* Take back the last action or deal, exactly: every byte of the state is as it
** was. AU_EILLEGAL at the start, AU_EHOOK if a hook failed: the game stays as it
** was. Costs a replay of the round: some microseconds. */
AU_MUST au_status au_game_undo(const au_rules *r, au_game *g);

/* Play the open round to its end by a policy, and begin there: au_policy_round
** and au_game_forget. Nothing to do where none is open; where it fails the game
** stays as it was. */
AU_MUST au_status au_game_playout(const au_rules *r, const au_policy *p,
                                  au_game *g, au_rng *rng);
/* The tallies of the rounds that ended in the log, past those of rounds before
** it; NULL if none did. */
const au_tally *au_game_log_tally(const au_game *g);
/* The score of a tally, 'best_gold' aside. */
void au_tally_score(const au_tally *t, au_score *score);

/* The entries of the open round, or of the last one between rounds; '*n' of
** them, NULL if there are none. Valid until the game changes. */
const au_entry *au_game_round_log(const au_game *g, uint32_t *n);
/* The state before the first of them: as it was dealt, or built. */
AU_MUST au_status au_game_round_start(const au_rules *r, const au_game *g,
                                      au_state *s);

#endif
