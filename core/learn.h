/* learn.h: learning a value net by self-play.
**
** Players choose by a net and sometimes explore. Each position that a seat
** reaches becomes a sample: the inputs that are on, and a target. The target is
** the result of the round, mixed with the values of the positions on the way
** there (TD(lambda): Sutton 1988; TD-Gammon: Tesauro 1995). The values are
** those of the part that learns or, for a closed part, of an open part on the
** true hands: a critic that sees what the seat does not.
**
** A seat's hidden bid or answer is valued before it is turned up. Where two
** sides play, their decisions form one chain of values, in which the sign
** changes with the side. Where more do, each seat has a chain; an open part
** then learns every side's value of each position.
**
** The trainer computes in float, with the sums of a layer in one fixed order,
** so that the same samples give the same net. Its net is turned into integers
** for play (net.h). */
#ifndef AU_LEARN_H
#define AU_LEARN_H

#include "net_play.h"
#include "text.h"

/* How a round is played, and what is learned from it. */
typedef struct au_lesson {
  const au_rules *r;
  const au_odds *odds;   /* for opponents that play by au_quick */
  const au_net *actor;   /* its closed part plays */
  const au_net *rival;   /* the closed part that plays for opponents; NULL:
                         ** au_quick */
  const au_net *critic;  /* its open part values the true hands, for samples of
                         ** a closed part; or NULL */
  const au_net *student; /* else its part 'part' values what it learns */
  uint8_t part;          /* AU_NET_CLOSED or AU_NET_OPEN: the samples' */
  float lambda;          /* 0: values alone .. 1: results alone */
  float explore;         /* share of random actions */
  bool against;          /* opponents play for all sides but one */
  uint32_t noise;        /* added to values when the actor chooses */
} au_lesson;

/* Deal and play a round from the end of the last, or a new game, and append its
** samples to 'out': 16-bit numbers, for each sample the number of inputs, the
** float target in two, and the inputs. '*lead' gets the points of the side that
** the actor played minus the mean of the others', whatever the goal; 0 where it
** played all. AU_EHOOK, AU_EFULL for a round without end, AU_ENOMEM. */
AU_MUST au_status au_lesson_round(const au_lesson *l, au_game *g, au_rng *rng,
                                  au_text *out, double *lead);
/* Choose the actor's action for the seat on turn in 's', whose view 'v' is.
** '*value' gets its value by the actor; '*valued' is false for a random action,
** which has none. */
AU_MUST au_status au_lesson_choose(const au_lesson *l, const au_state *s,
                                   const au_view *v, au_rng *rng, au_action *a,
                                   int32_t *value, bool *valued);
/* Append the samples of the finished rounds of a game that was played, of the
** decisions of these sides (a bit each). 'g' is for its replay. '*rounds' gets
** their number. Of the lesson, what says how to play is not used; 'actor' and
** 'odds' may be NULL. Errors as of au_lesson_round, and AU_ESTATE or
** AU_EILLEGAL if the rules are others than the game's. */
AU_MUST au_status au_lesson_game(const au_lesson *l, const au_game *from,
                                 uint8_t sides, au_game *g, au_rng *rng,
                                 au_text *out, uint32_t *rounds);

/* A net in float, with the state of its training (Adam: Kingma and Ba 2015). */
typedef struct au_trainer au_trainer;

/* Make a trainer; owned by the caller. NULL if memory fails. Rows of inputs
** that no sample had on stay 0; the others begin at random, by 'seed'. */
au_trainer *au_trainer_new(const au_layout *l, const au_seed *seed);
void au_trainer_free(au_trainer *t);
/* The bytes that it uses. */
size_t au_trainer_size(const au_trainer *t);

/* Begin from a part that was trained before, with the layout 'l', whose inputs
** the trainer's begin with. Inputs that it did not see begin with rows of 0, so
** that values stay until something is learned. */
void au_trainer_begin(au_trainer *t, const au_layout *l, const au_net_part *p);
/* The value of a position: 'unit' points for 1. */
float au_trainer_value(au_trainer *t, const uint16_t *on, int n);
/* Add the gradient of 'scale' times half the squared error of a sample; returns
** the squared error. */
float au_trainer_gradient(au_trainer *t, const uint16_t *on, int n,
                          float target, float scale);
/* Read a sum of gradients, for tests: of the row of an input, at j. */
float au_trainer_row_gradient(const au_trainer *t, int input, int j);
/* Change the weights by the gradients added since the last time. */
void au_trainer_update(au_trainer *t, float rate);
/* Learn 'bytes' of samples once, in an order drawn from 'rng', 'batch' of them
** at a time. '*error' is their mean squared error on the way, '*n' their
** number. AU_EFORMAT if they are not samples for this layout, AU_ENOMEM. */
AU_MUST au_status au_trainer_learn(au_trainer *t, const void *samples,
                                   size_t bytes, int batch, float rate,
                                   au_rng *rng, double *error, uint32_t *n);
/* Turn the weights into integers, with the largest shift for which no sum can
** overflow; 'row' has a row for each input. AU_EFULL if there is none. */
AU_MUST au_status au_trainer_round(const au_trainer *t, au_net_part *p,
                                   int16_t (*row)[AU_NET_WIDTH]);
/* The mean squared difference of its values from those of a net, over samples;
** in units of the net. 0 if they are not samples. */
double au_trainer_rounding(au_trainer *t, const au_net *net, int part,
                           const void *samples, size_t bytes);
/* Append everything, to go on later on a machine like this one. Back:
** AU_EFORMAT if these are not such bytes for this layout. */
void au_trainer_save(const au_trainer *t, au_text *out);
AU_MUST au_status au_trainer_load(au_trainer *t, const void *data, size_t len);

#endif
