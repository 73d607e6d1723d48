/* view.h: the view of one seat, and sampling of the worlds that agree
** with it. RULES 10.
**
** A view is a copy without pointers. It holds the public part of a state
** and the seat's own hand. It also holds the actions of the round without
** their hidden cards, and the scores of finished rounds. If two states
** differ only in what the seat cannot see, the first au_view_size bytes of
** its views are the same. */
#ifndef AU_VIEW_H
#define AU_VIEW_H

#include "fact.h"
#include "game.h"

typedef struct au_view {
  au_state s;                  /* the state without what is hidden: see
                               ** au_state_look */
  au_set unseen;               /* base cards that the seat has not located: in
                               ** other hands, hidden bids or extras */
  uint8_t hand_n[AU_SEAT_MAX]; /* cards in each hand */
  uint8_t laid;                /* seats (a bit each) that have laid a bid */
  uint8_t seat;
  uint32_t log_n;
  au_entry log[AU_LOG_MAX]; /* the round's actions; a hidden bid has only its
                            ** kind and seat, a hidden answer its question
                            ** too */
  au_state start;           /* the state before entry 'start_n' of the log,
                            ** hidden like 's'; empty without a game, and with
                            ** questions unless au_view_needs_replay */
  uint32_t start_n;
  au_set begin[AU_SPOT_N]; /* base cards that the seat knew at each spot before
                           ** the log, and the spots where the others were; */
  au_spots begin_hidden;   /* 0 without a game */
  bool deep;               /* worlds must be drawn by core/placing.h */
  bool apart;              /* no card that is known to be held by another seat
                           ** is its bid: all of them are in its hand */
  bool told;               /* its past is from a text (au_game_remember), which
                           ** may be forged: each world has to be checked */
  uint32_t fact_n;
  au_fact
      fact[AU_FACT_MAX]; /* moves of cards that the log does not tell, as far
                             ** as the seat saw them */
  uint32_t past_n;       /* steps in 'past' */
  uint32_t round_n;
  au_tally round[AU_ROUND_MAX]; /* finished rounds. It stands here, so that
                                ** memory is needed only for those that exist,
                                ** unless au_asks_past */
  au_past past[AU_PAST_STEPS];  /* steps of questions that are over (past.h), as
                             ** far as the seat saw them */
} au_view;

/* Copy the part of a state that 'seat' sees; for AU_NONE, the part that all
** see. A hand of another seat has the cards that are known to be in it, or to
** be its bid that lies face down. For hooks, 'shown_n' has the size of the
** hand. Of a hidden answer, AU_ANSWERED remains. */
void au_state_look(const au_rules *r, const au_state *s, uint8_t seat,
                   au_state *seen);

/* True if samples under these rules have to be judged by replaying the round: a
** hook decides which cards are legal, or a suit must be followed and a change
** may bring back a card that nobody knows. */
AU_INLINE bool au_view_needs_replay(const au_rules *r) {
  return r->hooks.lead != NULL || r->hooks.legal != NULL ||
         (r->zero_bid && r->follow == AU_FOLLOW_MUST);
}

/* Make the view of 'seat' on a state, with the log of the round that led to it
** ('n' entries, at most AU_LOG_MAX) and nothing before. If
** au_view_needs_replay, no sample agrees with it. */
void au_view_make(const au_rules *r, const au_state *s, const au_entry *log,
                  uint32_t n, uint8_t seat, au_view *v);
/* Make the view of 'seat' on a game. If the game was given a past that cannot
** have led to its state, the view begins at that state, and is not 'told'. */
void au_view_of(const au_rules *r, const au_game *g, uint8_t seat, au_view *v);
/* The bytes of a view that are in use, without the finished rounds. */
AU_INLINE size_t au_view_size(const au_view *v) {
  return offsetof(au_view, log) + v->log_n * sizeof v->log[0];
}
void au_view_copy(au_view *to, const au_view *from);
/* True if two views hold the same. */
bool au_view_same(const au_view *a, const au_view *b);
/* The number of bid changes that a seat may still make before this trick; 0
** outside the phase change. RULES 5.1, 5.5. */
int au_view_changes(const au_rules *r, const au_view *v, uint8_t seat);
/* Base cards known to be in the hand of 'seat', or its bid that lies face down,
** by all that the view's seat saw; the whole hand of that seat. A card that it
** never saw is in 'unseen', even if only one place is left for it. */
AU_INLINE au_set au_view_known(const au_view *v, uint8_t seat) {
  return v->s.hand[seat];
}

/* Draw a full state that agrees with all the seat knows, uniformly: each
** placement of the hidden cards once, however many histories lead to it. About
** 0.3 us where no play reveals a lack of cards. No play does if the knob follow
** is "barred" or "free", since gold may always be played. With "must", the
** cards that a seat is known to lack are counted, in some microseconds
** (milliseconds for six seats that all lack something).
**
** Where cards moved that the seat did not see, it knows how many went from
** where to where, and when. If that says more than which cards are located, the
** view is 'deep': a placement must have a history in which each card was where
** the seat saw it, and as many moved as it knows. Some 10 to 30 us.
**
** Hidden answers of the present step are drawn uniformly, in each world from
** the choices that its hook offers. Where steps are over whose answers tell of
** hands (core/past.h), a draw is kept only if a history leads to it in which
** the hooks offered each answer and made of the answers what the seat saw
** (core/retell.h). The knowledge that other seats have of each other's cards is
** not drawn.
**
** If au_view_needs_replay, a draw is kept only if the round's actions, replayed
** on it, are all legal and lead to the same view. Actions up to the last answer
** to a question are not replayed, since its hooks may have moved hidden cards.
** Each try takes some microseconds, plus the time of the hooks; after 1,000
** tries the result is AU_EFULL. It also is if of 10,000 placements none has a
** history, or if 100,000 calls of hooks have not shown it. Samples do not
** weight by how likely a hook's deals or answers are. AU_ESTATE if no state
** agrees, AU_ENOMEM only with "must", if deep, or after such steps. */
AU_MUST au_status au_view_sample(const au_rules *r, const au_view *v,
                                 au_rng *rng, au_state *s);

/* Draws worlds of one view, as au_view_sample does. It keeps what it found out
** about the places of cards and the hooks' answers for the worlds after it.
** Each world may take as many tries and calls as the first. */
typedef struct au_sampler au_sampler;

/* True if a sampler draws more worlds in less time; else au_view_sample will
** do. */
AU_INLINE bool au_view_keeps(const au_view *v) {
  return v->deep || v->past_n > 0;
}
/* Make a sampler; owned by the caller, and used while the rules and the view
** stay as they are. Errors of au_view_sample. '*out' is NULL after an error. */
AU_MUST au_status au_sampler_new(const au_rules *r, const au_view *v,
                                 au_sampler **out);
void au_sampler_free(au_sampler *p);
/* Draw a world. Errors of au_view_sample; 's' is undefined then. */
AU_MUST au_status au_sampler_draw(au_sampler *p, au_rng *rng, au_state *s);

/* Find the kinds that are not among the unlocated cards of each hand, where the
** led suit must be followed. */
void au_view_lacks(const au_rules *r, const au_view *v,
                   au_set lacks[AU_SEAT_MAX]);

/* Find a history that leads to a world drawn from a view: the state before
** entry 'start_n' of the log, and the actions since, with the cards that are
** hidden in the log. A face-down bid card that was taken is guessed. Some
** microseconds. AU_ESTATE if nothing leads there, or if the view does not know
** its start; AU_EHOOK. The outputs are undefined then. */
AU_MUST au_status au_view_retrace(const au_rules *r, const au_view *v,
                                  const au_state *world, au_state *start,
                                  au_action did[AU_LOG_MAX]);
/* Judges whether a history may begin at a state. */
typedef struct au_start_judge {
  bool (*good)(void *ctx, const au_state *start);
  void *ctx;
} au_start_judge;
/* The same, but cards are guessed so that 'judge' finds the start good. */
AU_MUST au_status au_view_retrace_judged(const au_rules *r, const au_view *v,
                                         const au_state *world,
                                         const au_start_judge *judge,
                                         au_state *start,
                                         au_action did[AU_LOG_MAX]);

#endif
