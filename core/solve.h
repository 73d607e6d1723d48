/* solve.h: what the open round is worth when every hand is open.
**
** Alpha-beta with null windows only, driven to the value as in MTD(f) (Plaat,
** Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms",
** Artificial Intelligence 87, 1996), with a table of positions met before. The
** side that is asked about plays for itself, all others together against it:
** with two sides the value of the round, with more what the side can make sure
** of. Bids that are laid at once are laid in turn here, each seen by the next.
**
** The search is exact under all rules. Where hooks decide, each node asks them,
** and no bound spares the search what they might answer. */
#ifndef AU_SOLVE_H
#define AU_SOLVE_H

#include "action.h"

typedef enum au_objective {
  AU_SOLVE_MARGIN, /* the side's points of the round less the best other's */
  AU_SOLVE_ROUND,  /* 1 if it alone takes the round, 0 if it shares it, -1 */
  AU_OBJECTIVE_N
} au_objective;

enum {
  AU_SOLVE_SLICE = 4096, /* nodes between two calls of 'more' */
  AU_SOLVE_DEPTH = 512,  /* actions looked ahead; what lies beyond is unknown */
  AU_SOLVE_STACK = 1 << 15, /* legal actions along a line of play; the same */
  AU_SOLVE_SEARCHES = (1 << 25) - 1,           /* until the table is cleared */
  AU_SOLVE_TAKEN = UINT8_MAX + AU_KIND_MAX + 1 /* tricks a side may take */
};

/* A position in the table. Its key has 128 bits, all kept: that two of the
** positions of a search have the same is as likely as n^2 / 2^129: less than once
** in 10^18 searches of ten billion positions. */
typedef struct au_solve_entry {
  uint64_t key[2];
  int32_t lo, hi;       /* the value is one of lo .. hi */
  au_action move;       /* that decided last, 0 for none */
  uint32_t cards : 7;   /* in all hands */
  uint32_t search : 25; /* that wrote it; 0 for none */
} au_solve_entry;

typedef struct au_problem {
  const au_rules *rules;
  const au_state *state; /* in an open round */
  au_objective objective;
  uint8_t side;   /* whose value it is */
  bool changes;   /* bids may change from here on; else every seat keeps */
  uint64_t nodes; /* positions that may be looked at */
  /* Asked every AU_SOLVE_SLICE nodes whether to go on; NULL for yes. */
  bool (*more)(void *ctx, uint64_t nodes);
  void *ctx;
} au_problem;

typedef struct au_solve_move {
  au_action action;
  int32_t lo, hi; /* the value after it is one of lo .. hi */
} au_solve_move;

typedef struct au_solution {
  int32_t lo, hi; /* the value is one of lo .. hi: proven */
  bool exact;     /* lo is hi, each move is known to be best or not, and so is a
                   ** line; else the nodes did not suffice */
  uint64_t nodes; /* looked at */
  uint32_t move_n, line_n;
  au_solve_move move[AU_ACTION_MAX]; /* every legal action, in legal order; only
                                      ** keep where changes are left out */
  au_action line[AU_SOLVE_DEPTH];    /* to the round's end, both sides playing
                                      ** best; if exact */
} au_solution;

typedef struct au_option {
  au_action action;
  int32_t rank; /* the highest is tried first */
} au_option;

/* Where a search works. Large, so that it is the caller's to allocate; a solver
** may be used for one search after another, and none learns from those before.
*/
typedef struct au_solver {
  au_solve_entry
      *table;      /* 'size' of them, the caller's; the same for as long as
                          ** 'search' is not set to 0 */
  uint32_t size;   /* a power of two, 2 at least */
  uint32_t search; /* the number of the last search; 0 before the first */

  /* The rest is set by each search. */
  const au_problem *problem;
  au_rules rules; /* those of the problem; without changes nobody may pay */
  bool bounded;   /* the data says what a round can come to at most */
  bool bids_stay; /* as they are now */
  uint8_t gold_order[AU_GOLD_MAX]; /* ranks, those worth most first */
  au_set rank_set[AU_GOLD_MAX];    /* base cards of each */
  bool stopped;     /* for want of nodes or room, by 'more', or */
  au_status status; /*   because of that */
  uint64_t nodes;
  uint32_t used; /* of 'option' */
  /* How often a card decided, by how many there were in the open trick
  ** (AU_SEAT_MAX for changes of bid) and seat. */
  int32_t record[AU_SEAT_MAX + 1][AU_SEAT_MAX][AU_KIND_MAX];
  int16_t bid_points[AU_SEAT_MAX][AU_SOLVE_TAKEN]; /* by side and tricks, if
                                                    ** bids stay */
  au_action legal[AU_ACTION_MAX];
  au_option option[AU_SOLVE_STACK];
} au_solver;

/* Solve the problem. AU_ESTATE if no round is open, AU_EHOOK if a hook failed;
** else AU_OK. Where 'more' said no, or the nodes did not suffice, the bounds are
** those proven by then. Never allocates; five to ten million nodes a second. */
AU_MUST au_status au_solve(au_solver *v, const au_problem *p, au_solution *out);

#endif
