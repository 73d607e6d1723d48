/* net.h: value nets: what a position is worth to a seat, in integers.
**
** A net has a closed part, which values what one seat sees, an open part, which
** values a world, or both. A part is a net of three layers with inputs that are
** on or off (net_inputs.h), as in NNUE (Nasu 2018): the first layer is a sum of
** rows, one for each input that is on.
**
**   sum     = bias + the rows of the inputs on        int16, 2^shift for 1
**   hidden  = sum, cut to 0 .. 4                      64 for 1: 0 .. 255
**   second  = bias + hidden * weights, 0 or more      int32, 4096 for 1
**   value   = bias + second * weights, times 'unit'   4096 for a point
**
** All is integer arithmetic that cannot overflow, which a net's weights are
** checked for when it is read. So a value is the same on every machine. */
#ifndef AU_NET_H
#define AU_NET_H

#include "net_inputs.h"

enum {
  AU_NET_WIDTH = 128, /* hidden values of the first layer */
  AU_NET_INNER = 32,  /* of the second */
  AU_NET_SHIFT = 6,  /* a hidden value of 1, as a power of two; least 'shift' */
  AU_NET_ONE = 4096, /* a point, in values */
  AU_NET_TEXT = 200, /* bytes of a text in a net's head, with its NUL */
  AU_NET_FINEST = 12, /* the greatest 'shift' */
  AU_NET_RULES = 32   /* rules that a net has learned, at most */
};

typedef struct au_net_part {
  uint8_t shift; /* AU_NET_SHIFT .. AU_NET_FINEST */
  int16_t bias[AU_NET_WIDTH];
  int16_t inner[AU_NET_INNER][AU_NET_WIDTH]; /* -127 .. 127; 64 for 1 */
  int32_t inner_bias[AU_NET_INNER];          /* within 2^24; 4096 for 1 */
  int16_t out[AU_NET_INNER];                 /* 4096 for 1 */
  int32_t out_bias;                          /* within 2^30; 2^18 for 1 */
  int16_t (*row)[AU_NET_WIDTH];              /* by input */
} au_net_part;

typedef struct au_net {
  au_layout layout;
  uint8_t goal;        /* au_goal: what a value is the expectation of */
  uint16_t unit;       /* points for a 1 of the last layer: 1 .. 1000 */
  bool has[2];         /* it has a closed part [0], an open part [1] */
  au_net_part part[2]; /* closed [0], open [1]; 'row' is owned by the owner
                          ** of the net */
  bool any;            /* it may value rules that it has not learned; not in
                       ** its file */
  uint8_t rules_n;     /* rules that it has learned, 1 .. AU_NET_RULES */
  char digest[AU_NET_RULES][AU_DIGEST_TEXT]; /* au_round_digest of each */
  char rules[AU_NET_TEXT];                   /* the name of the first, */
  char how[AU_NET_TEXT]; /*   and how it was trained; may be empty */
} au_net;

enum { AU_NET_CLOSED, AU_NET_OPEN };

/* True if it has learned the rules with this digest of their rounds. */
bool au_net_knows(const au_net *net, const char *digest);

/* True if the sums of a part cannot overflow, and its weights are in range. */
bool au_net_safe(const au_layout *l, const au_net_part *p);

/* Round the rows to multiples of 1 / 2^bits, bits 1 .. AU_NET_FINEST, where
** they are finer. Values change little, and the net's file becomes smaller. */
void au_net_coarsen(const au_layout *l, au_net_part *p, int bits);

/* First-layer sums, kept to value positions that differ little. */
typedef struct au_sums {
  int16_t sum[AU_NET_WIDTH];
  uint64_t is_on[AU_INPUT_MAX / 64];
  uint16_t on[AU_ON_MAX];
  int n;
} au_sums;

/* The value of a position by its inputs: AU_NET_ONE is a point. Less than a
** microsecond. */
int32_t au_net_value(const au_net *net, int part, const uint16_t *on, int n);
/* The same, and keep the sums. */
int32_t au_net_value_first(const au_net *net, int part, const uint16_t *on,
                           int n, au_sums *sums);
/* The same value by the difference from sums that were kept. */
int32_t au_net_value_near(const au_net *net, int part, const au_sums *sums,
                          const uint16_t *on, int n);

/* True if the processor adds 16 numbers at once. Checked at start-up; only
** tests change it: values are the same either way. */
extern bool au_wide_sums;

#endif
