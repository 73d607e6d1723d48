/* solve.h: the double-dummy solver: the value of the open round when every
** seat sees all hands.
**
** The solver is alpha-beta with null windows only and a transposition table. It
** is driven to the value as in MTD(f) (Plaat, Schaeffer, Pijls and de Bruin,
** "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87,
** 1996).
**
** The side in question plays for itself, and all others play together against
** it. With two sides, that gives the value of the round; with more, it gives
** the value that the side can make sure of. Simultaneous bids are laid in turn
** here, and each seat sees those before.
**
** The search is exact under all rules. Where hooks decide, each node calls
** them, and no bound prunes what they might answer. */
#ifndef AU_SOLVE_H
#define AU_SOLVE_H

#include "apply.h"

typedef enum au_objective {
  AU_SOLVE_MARGIN, /* the side's points minus the best other side's */
  AU_SOLVE_ROUND,  /* wins the round alone: 1, shares it: 0, else -1 */
  AU_OBJECTIVE_N
} au_objective;

typedef enum au_solve_find {
  AU_SOLVE_BEST,  /* the value, the moves that reach it, and a line of play */
  AU_SOLVE_VALUE, /* the value alone, in up to a quarter less time */
  AU_SOLVE_EACH   /* the value after each move, and a line of play */
} au_solve_find;

enum {
  AU_SOLVE_SLICE = 4096,    /* nodes between two calls of 'more' */
  AU_SOLVE_DEPTH = 512,     /* actions looked ahead; beyond is unknown */
  AU_SOLVE_STACK = 1 << 15, /* legal actions along a line of play; likewise */
  AU_SOLVE_SEARCHES = (1 << 25) - 1, /* before the table is cleared */
  AU_SOLVE_REPLIES = 1 << 15,        /* entries of the table of replies, */
  AU_SOLVE_KEYS = 2,                 /*   and keys under which one is stored */
  AU_SOLVE_TAKEN = UINT8_MAX + AU_KIND_MAX + 1 /* most tricks of a side */
};

/* An entry of the transposition table. It keeps all 128 bits of the key. Two of
** n positions have the same key with a probability of about n^2 / 2^129: less
** than once in 10^18 searches of ten billion positions. */
typedef struct au_solve_entry {
  uint64_t key[2];
  int32_t lo, hi;       /* bounds of the value */
  au_action move;       /* the move that decided last, 0 for none */
  uint32_t cards : 7;   /* in all hands */
  uint32_t search : 25; /* the search that wrote it; 0 for none */
} au_solve_entry;

typedef struct au_problem {
  const au_rules *rules;
  const au_state *state; /* in an open round */
  au_objective objective;
  au_solve_find find;
  uint8_t side;   /* the side whose value is wanted */
  bool changes;   /* bids may change from here on; else every seat keeps */
  uint64_t nodes; /* positions that may be visited */
  /* Called every AU_SOLVE_SLICE nodes; false stops the search.
  ** NULL: never stop. */
  bool (*more)(void *ctx, uint64_t nodes);
  void *ctx;
} au_problem;

typedef struct au_solve_move {
  au_action action;
  int32_t lo, hi; /* bounds of the value after it */
} au_solve_move;

typedef struct au_solution {
  int32_t lo, hi; /* proven bounds of the value */
  bool exact;     /* true if all that was to be found is known; else the nodes
                  ** did not suffice */
  uint64_t nodes; /* positions visited */
  uint32_t move_n, line_n;
  au_solve_move move[AU_ACTION_MAX]; /* every legal action, in legal order; only
                                     ** keep if changes are excluded */
  au_action line[AU_SOLVE_DEPTH];    /* best play of all sides to the round's
                                     ** end, if it is found */
} au_solution;

/* An entry of the table of replies: the action that decided last for a seat
** with the same hand in the same trick. It is tried first where the
** transposition table has no move. */
typedef struct au_reply {
  uint64_t key;
  au_action move;
  uint32_t search; /* the search that wrote it; 0 for none */
} au_reply;

typedef struct au_option {
  au_action action;
  int32_t rank; /* the highest is tried first */
} au_option;

/* The working memory of a search. It is large, so the caller allocates it. It
** may be used for one search after another; a search learns nothing from
** earlier ones. Threads may search at once, each with a solver and a table of
** its own. They may share rules without hooks, and states. */
typedef struct au_solver {
  au_solve_entry
      *table;      /* 'size' entries, owned by the caller; keep the same table
                   ** until 'search' is set to 0 */
  uint32_t size;   /* a power of two, at least 2 */
  uint32_t search; /* the number of the last search; 0 before the first */

  /* The rest is set by each search. */
  const au_problem *problem;
  au_rules rules;  /* those of the problem; without changes nobody may pay */
  bool bounded;    /* the data limits the points of a round */
  bool bids_stay;  /* no bid can change any more */
  bool last_rules; /* 'au_last_known' may hold: see solve_last.h */
  uint8_t gold_order[AU_GOLD_MAX]; /* ranks, most points first */
  au_set rank_set[AU_GOLD_MAX];    /* base cards of each rank */
  bool stopped;     /* by 'more', by 'status', or for lack of nodes or space */
  au_status status; /* the error that stopped it */
  uint64_t nodes;
  uint32_t used; /* entries of 'option' in use */
  /* How often a card decided, by the number of cards in the open trick
  ** (AU_SEAT_MAX for changes of bid) and by seat. */
  int32_t record[AU_SEAT_MAX + 1][AU_SEAT_MAX][AU_KIND_MAX];
  int bid[AU_SEAT_MAX]; /* of each side, at the root */
  int16_t bid_points[AU_RANK_MAX + 1][AU_SOLVE_TAKEN]; /* by bid and tricks */
  uint32_t bids; /* those that the tables have, a bit each */
  uint8_t bid_order[AU_SOLVE_TAKEN][AU_RANK_MAX + 1]; /* bids, most points
                                                       ** first, by tricks */
  au_reply reply[AU_SOLVE_REPLIES];
  au_action legal[AU_ACTION_MAX];
  au_option option[AU_SOLVE_STACK];
} au_solver;

/* A question that may still be asked in the round, which the solver cannot look
** past; NULL if none can. */
const au_ask *au_solve_asks(const au_rules *r, const au_state *s);

/* Solve the problem. AU_ERULES if a question may still be asked, AU_ESTATE if
** no round is open, AU_EHOOK if a hook failed; else AU_OK. If 'more' stopped it
** or the nodes did not suffice, the bounds are those proven so far. Never
** allocates; five to ten million nodes a second. */
AU_MUST au_status au_solve(au_solver *v, const au_problem *p, au_solution *out);

#endif
