/* net.c: see net.h. */
#include "net.h"

#include <stdlib.h>
#include <string.h>

enum { W = AU_NET_WIDTH, M = AU_NET_INNER };

bool au_net_knows(const au_net *net, const char *digest) {
  for (int i = 0; i < net->rules_n; i++)
    if (strcmp(net->digest[i], digest) == 0)
      return true;
  return false;
}

/* x / 2^less, rounded to a multiple of 2^zeros. */
static int16_t coarser(int16_t x, int less, int zeros) {
  int32_t half = (1 << (less + zeros)) / 2;
  return (int16_t)(((x + half) >> (less + zeros)) * (1 << zeros));
}

void au_net_coarsen(const au_layout *l, au_net_part *p, int bits) {
  if (bits >= p->shift)
    return;
  int to = bits < AU_NET_SHIFT ? AU_NET_SHIFT : bits;
  int less = p->shift - to, zeros = to - bits;
  for (int i = 0; i < l->n; i++)
    for (int j = 0; j < W; j++)
      p->row[i][j] = coarser(p->row[i][j], less, zeros);
  for (int j = 0; j < W; j++)
    p->bias[j] = coarser(p->bias[j], less, 0);
  p->shift = (uint8_t)to;
}

/* ---- Bounds ------------------------------------------------------------- */

/* The most that sums can come to, whichever inputs are on. */
typedef struct bound {
  const au_net_part *p;
  int32_t most[W];
} bound;

static void add_slot(void *ctx, const uint16_t *input, int n, int times) {
  bound *b = ctx;
  int16_t most[W] = {0};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < W; j++) {
      int16_t x = b->p->row[input[i]][j];
      x = (int16_t)(x < 0 ? -x : x);
      most[j] = x > most[j] ? x : most[j];
    }
  for (int j = 0; j < W; j++)
    b->most[j] += most[j] * times;
}

static bool is_least(const au_layout *l, const au_net_part *p) {
  for (int i = 0; i < l->n; i++)
    for (int j = 0; j < W; j++)
      if (p->row[i][j] == INT16_MIN)
        return true;
  return false;
}

static bool is_within(int64_t x, int64_t most) {
  return x >= -most && x <= most;
}

bool au_net_safe(const au_layout *l, const au_net_part *p) {
  if (p->shift < AU_NET_SHIFT || p->shift > AU_NET_FINEST ||
      !is_within(p->out_bias, 1 << 30))
    return false;
  for (int m = 0; m < M; m++) {
    if (!is_within(p->inner_bias[m], 1 << 24))
      return false;
    for (int j = 0; j < W; j++)
      if (!is_within(p->inner[m][j], INT8_MAX))
        return false;
  }
  if (is_least(l, p)) /* it has no positive twin */
    return false;
  bound b = {.p = p};
  for (int j = 0; j < W; j++)
    b.most[j] = abs(p->bias[j]);
  au_layout_slots(l, add_slot, &b);
  for (int j = 0; j < W; j++)
    if (b.most[j] > INT16_MAX)
      return false;
  return true;
}

/* ---- Sums ------------------------------------------------------------------
**
** The loops below are compiled twice on x86-64: for every processor, and for
** those with AVX2. Integers come out the same. */

bool au_wide_sums;
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE 1
__attribute__((constructor)) static void check_wide(void) {
  __builtin_cpu_init();
  au_wide_sums = __builtin_cpu_supports("avx2") != 0;
}
#else
#define WIDE 0
#endif

#if defined(__GNUC__)
#define BODY static inline __attribute__((always_inline))
/* Unsigned: a sum on the way may wrap, and the last one is right again. */
typedef uint16_t lanes __attribute__((vector_size(32), aligned(2)));
enum { LANES = 16 };
#else
#define BODY static inline
#endif

/* Add ('sign' 1) or subtract (-1) rows. Part of the width at a time stays in
** registers. */
BODY void add_rows(const au_net_part *p, const uint16_t *on, int n, int sign,
                   int16_t sum[W]) {
#if defined(__GNUC__)
  enum { STEP = 4 };
  for (int b = 0; b < W; b += STEP * LANES) {
    lanes h[STEP];
    memcpy(h, sum + b, sizeof h);
    for (int i = 0; i < n; i++) {
      const lanes *row = (const lanes *)(p->row[on[i]] + b);
      for (int j = 0; j < STEP; j++)
        h[j] = sign > 0 ? h[j] + row[j] : h[j] - row[j];
    }
    memcpy(sum + b, h, sizeof h);
  }
#else
  for (int i = 0; i < n; i++)
    for (int j = 0; j < W; j++)
      sum[j] = (int16_t)(sum[j] + sign * p->row[on[i]][j]);
#endif
}

/* The layers above the sums, with unit 1: 2^18 for 1. */
BODY int64_t above(const au_net_part *p, const int16_t sum[W]) {
  int16_t hidden[W];
  int shift = p->shift - AU_NET_SHIFT;
  for (int j = 0; j < W; j++) {
    int x = sum[j] < 0 ? 0 : sum[j] >> shift;
    hidden[j] = (int16_t)(x > UINT8_MAX ? UINT8_MAX : x);
  }
  int64_t y = p->out_bias;
  for (int m = 0; m < M; m++) {
    int32_t z = 0;
    for (int j = 0; j < W; j++)
      z += hidden[j] * p->inner[m][j];
    z += p->inner_bias[m];
    y += z > 0 ? (int64_t)(z >> AU_NET_SHIFT) * p->out[m] : 0;
  }
  return y;
}

#if WIDE
__attribute__((target("avx2"))) static void add_rows_wide(const au_net_part *p,
                                                          const uint16_t *on,
                                                          int n, int sign,
                                                          int16_t sum[W]) {
  if (sign > 0)
    add_rows(p, on, n, 1, sum);
  else
    add_rows(p, on, n, -1, sum);
}
__attribute__((target("avx2"))) static int64_t above_wide(
    const au_net_part *p, const int16_t sum[W]) {
  return above(p, sum);
}
#endif

static void add_all(const au_net_part *p, const uint16_t *on, int n, int sign,
                    int16_t sum[W]) {
#if WIDE
  if (au_wide_sums) {
    add_rows_wide(p, on, n, sign, sum);
    return;
  }
#endif
  if (sign > 0)
    add_rows(p, on, n, 1, sum);
  else
    add_rows(p, on, n, -1, sum);
}

static int32_t value_of(const au_net *net, int part, const int16_t sum[W]) {
  const au_net_part *p = &net->part[part];
  const int64_t most = INT32_MAX / 2;
  int64_t y =
#if WIDE
      au_wide_sums ? above_wide(p, sum) :
#endif
                   above(p, sum);
  y = y * net->unit / 64; /* 2^18 for 1 becomes AU_NET_ONE */
  return (int32_t)(y > most ? most : y < -most ? -most : y);
}

int32_t au_net_value(const au_net *net, int part, const uint16_t *on, int n) {
  int16_t sum[W];
  memcpy(sum, net->part[part].bias, sizeof sum);
  add_all(&net->part[part], on, n, 1, sum);
  return value_of(net, part, sum);
}

int32_t au_net_value_first(const au_net *net, int part, const uint16_t *on,
                           int n, au_sums *sums) {
  memset(sums->is_on, 0, sizeof sums->is_on);
  for (int i = 0; i < n; i++)
    sums->is_on[on[i] / 64] |= (uint64_t)1 << (on[i] & 63);
  memcpy(sums->on, on, (size_t)n * sizeof *on);
  sums->n = n;
  memcpy(sums->sum, net->part[part].bias, sizeof sums->sum);
  add_all(&net->part[part], on, n, 1, sums->sum);
  return value_of(net, part, sums->sum);
}

int32_t au_net_value_near(const au_net *net, int part, const au_sums *sums,
                          const uint16_t *on, int n) {
  uint64_t is_on[AU_INPUT_MAX / 64];
  uint16_t more[AU_ON_MAX], less[AU_ON_MAX];
  int more_n = 0, less_n = 0;
  int16_t sum[W];
  memcpy(is_on, sums->is_on, sizeof is_on);
  for (int i = 0; i < n; i++) {
    uint64_t bit = (uint64_t)1 << (on[i] & 63), *word = &is_on[on[i] / 64];
    more[more_n] = on[i];
    more_n += (*word & bit) == 0;
    *word &= ~bit;
  }
  for (int i = 0; i < sums->n; i++) {
    less[less_n] = sums->on[i];
    less_n += (is_on[sums->on[i] / 64] >> (sums->on[i] & 63) & 1) != 0;
  }
  memcpy(sum, sums->sum, sizeof sum);
  add_all(&net->part[part], more, more_n, 1, sum);
  add_all(&net->part[part], less, less_n, -1, sum);
  return value_of(net, part, sum);
}
