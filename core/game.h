/* game.h: a game from its start: the deals and actions that led to its state.
**
** A state knows only the present. A game also knows the past, which views,
** undo, records and positions need. It owns memory that grows and is kept from
** one game to the next. It does not hold rules: every call takes them. */
#ifndef AU_GAME_H
#define AU_GAME_H

#include "fact.h"
#include "memory.h"
#include "past.h"
#include "policy.h"

/* An entry of the log: the action and, for the play that fills a trick, the
** result of the trick, in bits that a play does not use:
**
**   31..26  25       24..22  21..0
**   0       awarded  winner  the action; its 'gold' is the award
**
** winner: 0 if no trick was filled, 1..6 the seat that won it (from
** 1), 7 nobody. */
typedef au_action au_entry;

/* The action of an entry, as it was applied. */
AU_INLINE au_action au_entry_action(au_entry e) {
  return e >> 22 == 0 ? e
                      : au_play_action(au_action_seat(e), au_action_card(e));
}
/* True if the entry filled a trick. */
AU_INLINE bool au_entry_filled(au_entry e) {
  return e >> 22 != 0;
}
/* The seat that won the trick it filled, AU_NONE for nobody. */
AU_INLINE uint8_t au_entry_winner(au_entry e) {
  unsigned winner = e >> 22 & 7;
  return (uint8_t)(winner == 7 ? (unsigned)AU_NONE : winner - 1);
}
/* The gold card that this trick awarded, AU_NONE for none. */
AU_INLINE au_card au_entry_award(au_entry e) {
  return e >> 25 & 1 ? au_action_gold(e) : (au_card)AU_NONE;
}

typedef struct au_round {
  au_state before; /* the state before the deal */
  au_deal deal;
  uint32_t at;      /* index of the round's first action in the log */
  uint32_t fact_at; /* of its first fact, */
  uint32_t past_at; /* and of its first step that is over */
} au_round;

/* The score of a finished round, by side: au_score without 'best_gold'. */
typedef struct au_tally {
  int16_t taken[AU_SEAT_MAX], bid[AU_SEAT_MAX];
  int16_t bid_points[AU_SEAT_MAX], gold_points[AU_SEAT_MAX];
  uint8_t winners, zero; /* sides (a bit each) that won it; always 0 */
} au_tally;

enum { AU_ROUND_MAX = UINT8_MAX }; /* rounds of a game, at most */

typedef struct au_game {
  au_state state;  /* the state now */
  au_state start;  /* the state at its start: empty, or built by hand */
  bool built;      /* true if it began from a position built by hand */
  uint16_t told_n; /* entries of the log that au_game_remember gave it; in what
                   ** was padding, so that the struct keeps its size */
  au_round *round; /* round_n of them, owned */
  uint32_t round_n, round_cap;
  au_entry *log; /* log_n entries, owned */
  uint32_t log_n, log_cap;
  au_tally *tally; /* tally_n finished rounds, owned; without those before a
                   ** position built by hand */
  uint32_t tally_n, tally_cap;
  au_fact *fact; /* fact_n of them, owned; only under rules with questions */
  uint32_t fact_n, fact_cap;
  au_past *past; /* past_n of them, owned; likewise */
  uint32_t past_n, past_cap;
  const au_memory *memory; /* of these lists; NULL for malloc */
} au_game;

/* The past of a round as one seat saw it: the first entries of the log, and the
** card moves and finished steps of questions up to there. */
typedef struct au_memories {
  au_deal deal; /* the seat's own hand, and the extras if it saw them */
  const au_entry *log;
  const au_fact *fact; /* seen by its seat alone */
  const au_past *past;
  uint32_t log_n, fact_n, past_n;
} au_memories;

/* Prepare for au_game_begin; owns nothing yet. */
void au_game_init(au_game *g);
/* The same, for lists in that memory, which must outlive the game. */
void au_game_init_in(au_game *g, const au_memory *memory);
/* Free the memory it owns; it is then as initialized. */
void au_game_free(au_game *g);

/* Start a new game before its first deal; keeps the memory. */
void au_game_begin(const au_rules *r, au_game *g);
/* Start a game from a state built by hand. AU_ESTATE, with 'why', if the state
** breaks an invariant. */
AU_MUST au_status au_game_begin_at(const au_rules *r, au_game *g,
                                   const au_state *s, char *why);
/* Make the present state the start: forgets the log, keeps the tallies. */
void au_game_forget(au_game *g);
/* Add the tallies of the 'n' rounds, at most AU_ROUND_MAX, that were finished
** before the game's start. */
AU_MUST au_status au_game_recall(au_game *g, const au_tally *tally, uint32_t n);
/* Let the round in which a game has just begun at a built state have the
** memories of a view of it: views of that seat then have them too. Hooks are
** not asked again. Other seats know nothing before the state, and nothing can
** be taken back or replayed. AU_ENOMEM. */
AU_MUST au_status au_game_remember(au_game *g, const au_memories *m);
/* Make 'to' a copy of 'from'. */
AU_MUST au_status au_game_copy(au_game *to, const au_game *from);

/* Start where 'from' started, in order to follow it. */
AU_MUST au_status au_game_begin_as(const au_rules *r, au_game *g,
                                   const au_game *from);
/* True if 'from' has moved on from the present state of 'g',
** which follows it. */
bool au_game_behind(const au_game *g, const au_game *from);
/* Do the next deal or action of 'from'; 'g' must be behind 'from'. AU_ESTATE or
** AU_EILLEGAL if 'from' took another branch in the meantime. */
AU_MUST au_status au_game_follow(const au_rules *r, au_game *g,
                                 const au_game *from);

/* au_state_deal, added to the log. Also AU_ENOMEM. */
AU_MUST au_status au_game_deal(const au_rules *r, au_game *g,
                               const au_deal *deal, char *why);
/* au_state_apply, added to the log. Also AU_ENOMEM, and AU_EFULL past
** AU_LOG_MAX actions or AU_FACT_MAX facts in a round. */
AU_MUST au_status au_game_apply(const au_rules *r, au_game *g, au_action a);
/* Take back the last action or deal: restores every byte of the state.
** AU_EILLEGAL at the start, AU_EHOOK if a hook failed: the game stays as it
** was. Replays the round, which costs some microseconds. */
AU_MUST au_status au_game_undo(const au_rules *r, au_game *g);

/* Play the open round to its end by a policy, and make that the start:
** au_policy_round and au_game_forget. Does nothing if no round is open. On an
** error the game stays as it was. */
AU_MUST au_status au_game_playout(const au_rules *r, const au_policy *p,
                                  au_game *g, au_rng *rng);
/* The tallies of the rounds that ended in the log, after those of earlier
** rounds; NULL if none did. */
const au_tally *au_game_log_tally(const au_game *g);
/* Convert a tally to a score; leaves 'best_gold' alone. */
void au_tally_score(const au_tally *t, au_score *score);

/* The entries of the open round; between rounds, of the last one. '*n' is their
** number; NULL if there are none. Valid until the game changes. */
const au_entry *au_game_round_log(const au_game *g, uint32_t *n);
/* The facts of that round, '*n' of them; NULL if there are none. */
const au_fact *au_game_round_facts(const au_game *g, uint32_t *n);
/* The steps that are over in that round and tell of hands (past.h), '*n' of
** them. */
const au_past *au_game_round_past(const au_game *g, uint32_t *n);
/* The state before the first entry of au_game_round_log: after the
** deal, or as built. */
AU_MUST au_status au_game_round_start(const au_rules *r, const au_game *g,
                                      au_state *s);

#endif
