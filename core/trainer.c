/* trainer.c: trains a net in float; see learn.h. */
#include "learn.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { W = AU_NET_WIDTH, M = AU_NET_INNER, LANES = 16 };

#define HIDDEN_MAX 4.0f /* of a hidden value, as in net.h */
#define INNER_MAX  (127.0f / 64)
#define OUT_MAX    7.99f
#define BIAS_MAX   60.0f

/* The weights above the rows. All numbers are floats, so that an array can walk
** them. */
typedef struct layers {
  float bias[W], inner[M][W], inner_bias[M], out[M], out_bias;
} layers;
enum { LAYERS = sizeof(layers) / sizeof(float) };

typedef struct weights {
  float w[W], sum[W], square[W]; /* the weights, and Adam's two moments */
} weights;

struct au_trainer {
  au_layout layout;
  au_seed seed;
  uint64_t steps;
  float fade[2]; /* 0.9 and 0.999, each to the power of 'steps' */
  layers w, sum, square, gradient;
  weights *row;      /* by input */
  float (*slope)[W]; /* gradients of the rows; all 0 but those of 'touched' */
  uint8_t *state;    /* of each input: SEEN, TOUCHED */
  uint16_t *touched; /* 'touched_n' inputs */
  int touched_n;
};
enum { SEEN = 1, TOUCHED = 2 };

/* A number between -scale and scale, for weight 'i' of 'what'. */
static float draw(const au_trainer *t, uint32_t what, uint32_t i, float scale) {
  const uint32_t key[2] = {what, i};
  uint64_t x = au_hash(&t->seed, key, sizeof key);
  return scale * ((float)(x >> 40) / 8388608.0f - 1.0f);
}

au_trainer *au_trainer_new(const au_layout *l, const au_seed *seed) {
  au_trainer *t = calloc(1, sizeof *t);
  if (t == NULL)
    return NULL;
  t->layout = *l;
  t->seed = *seed;
  t->fade[0] = t->fade[1] = 1;
  t->row = calloc(l->n, sizeof *t->row);
  t->slope = calloc(l->n, sizeof *t->slope);
  t->state = calloc(l->n, 1);
  t->touched = calloc(l->n, sizeof *t->touched);
  if (t->row == NULL || t->slope == NULL || t->state == NULL ||
      t->touched == NULL) {
    au_trainer_free(t);
    return NULL;
  }
  for (uint32_t m = 0; m < M; m++) {
    for (uint32_t j = 0; j < W; j++)
      t->w.inner[m][j] = draw(t, 1, m * W + j, 0.125f);
    t->w.out[m] = draw(t, 2, m, 0.177f);
  }
  return t;
}

void au_trainer_free(au_trainer *t) {
  if (t == NULL)
    return;
  free(t->row);
  free(t->slope);
  free(t->state);
  free(t->touched);
  free(t);
}

size_t au_trainer_size(const au_trainer *t) {
  return sizeof *t + t->layout.n * (sizeof *t->row + sizeof *t->slope + 3);
}

/* ---- One sample ------------------------------------------------------------
**
** These loops are compiled for all processors and for those with AVX2, as in
** net.c. No operation is fused or reordered, so that the floats are equal. */

typedef struct pass {
  float hidden[W], second[M], value;
} pass;

#if defined(__GNUC__)
#define BODY static inline __attribute__((always_inline))
#else
#define BODY static inline
#endif

BODY void forward(const au_trainer *t, const uint16_t *on, int n, pass *p) {
  float *h = p->hidden;
  memcpy(h, t->w.bias, sizeof p->hidden);
  for (int i = 0; i < n; i++) {
    const float *w = t->row[on[i]].w;
    for (int j = 0; j < W; j++)
      h[j] += w[j];
  }
  for (int j = 0; j < W; j++) {
    float x = h[j] > 0 ? h[j] : 0;
    h[j] = x < HIDDEN_MAX ? x : HIDDEN_MAX;
  }
  p->value = t->w.out_bias;
  for (int m = 0; m < M; m++) {
    float part[LANES] = {0}, z = t->w.inner_bias[m];
    for (int j = 0; j < W; j += LANES)
      for (int k = 0; k < LANES; k++)
        part[k] += h[j + k] * t->w.inner[m][j + k];
    for (int k = 0; k < LANES; k++)
      z += part[k];
    p->second[m] = z > 0 ? z : 0;
    p->value += p->second[m] * t->w.out[m];
  }
}

BODY void backward(au_trainer *t, const uint16_t *on, int n, float slope,
                   const pass *p) {
  layers *g = &t->gradient;
  float down[W] = {0};
  g->out_bias += slope;
  for (int m = 0; m < M; m++) {
    g->out[m] += slope * p->second[m];
    if (p->second[m] <= 0)
      continue;
    float d = slope * t->w.out[m];
    g->inner_bias[m] += d;
    for (int j = 0; j < W; j++) {
      g->inner[m][j] += d * p->hidden[j];
      down[j] += d * t->w.inner[m][j];
    }
  }
  for (int j = 0; j < W; j++) {
    down[j] = p->hidden[j] > 0 && p->hidden[j] < HIDDEN_MAX ? down[j] : 0;
    g->bias[j] += down[j];
  }
  for (int i = 0; i < n; i++) {
    float *s = t->slope[on[i]];
    for (int j = 0; j < W; j++)
      s[j] += down[j];
  }
}

/* Adam's step for 'n' weights; clears their gradients. */
BODY void step(float *w, float *gradient, float *sum, float *square, int n,
               float rate) {
  for (int i = 0; i < n; i++) {
    float g = gradient[i];
    sum[i] = 0.9f * sum[i] + 0.1f * g;
    square[i] = 0.999f * square[i] + 0.001f * g * g;
    w[i] -= rate * sum[i] / (sqrtf(square[i]) + 1e-6f);
    gradient[i] = 0;
  }
}

BODY void step_all(au_trainer *t, float rate) {
  for (int i = 0; i < t->touched_n; i++) {
    int in = t->touched[i];
    weights *r = &t->row[in];
    step(r->w, t->slope[in], r->sum, r->square, W, rate);
  }
  step((float *)&t->w, (float *)&t->gradient, (float *)&t->sum,
       (float *)&t->square, LAYERS, rate);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE __attribute__((target("avx2"))) static
WIDE void forward_wide(const au_trainer *t, const uint16_t *on, int n,
                       pass *p) {
  forward(t, on, n, p);
}
WIDE void backward_wide(au_trainer *t, const uint16_t *on, int n, float slope,
                        const pass *p) {
  backward(t, on, n, slope, p);
}
WIDE void step_all_wide(au_trainer *t, float rate) {
  step_all(t, rate);
}
#define CALL(f, ...) (au_wide_sums ? f##_wide(__VA_ARGS__) : f(__VA_ARGS__))
#else
#define CALL(f, ...) f(__VA_ARGS__)
#endif

/* Make the rows of inputs that are on for the first time. */
static void see(au_trainer *t, const uint16_t *on, int n) {
  for (int i = 0; i < n; i++) {
    if (t->state[on[i]] & SEEN)
      continue;
    t->state[on[i]] |= SEEN;
    for (uint32_t j = 0; j < W; j++)
      t->row[on[i]].w[j] = draw(t, 3, (uint32_t)on[i] * W + j, 0.12f);
  }
}

float au_trainer_value(au_trainer *t, const uint16_t *on, int n) {
  pass p;
  see(t, on, n);
  CALL(forward, t, on, n, &p);
  return p.value;
}

float au_trainer_gradient(au_trainer *t, const uint16_t *on, int n,
                          float target, float scale) {
  pass p;
  see(t, on, n);
  CALL(forward, t, on, n, &p);
  float error = p.value - target;
  for (int i = 0; i < n; i++) {
    if (t->state[on[i]] & TOUCHED)
      continue;
    t->state[on[i]] |= TOUCHED;
    t->touched[t->touched_n++] = on[i];
  }
  CALL(backward, t, on, n, error * scale, &p);
  return error * error;
}

float au_trainer_row_gradient(const au_trainer *t, int input, int j) {
  return t->slope[input][j];
}

static void clamp(float *w, int n, float most) {
  for (int i = 0; i < n; i++)
    w[i] = w[i] > most ? most : w[i] < -most ? -most : w[i];
}

void au_trainer_update(au_trainer *t, float rate) {
  t->steps++;
  t->fade[0] *= 0.9f;
  t->fade[1] *= 0.999f;
  rate *= sqrtf(1 - t->fade[1]) / (1 - t->fade[0]);
  CALL(step_all, t, rate);
  for (int i = 0; i < t->touched_n; i++)
    t->state[t->touched[i]] &= (uint8_t)~TOUCHED;
  t->touched_n = 0;
  clamp(t->w.inner[0], M * W, INNER_MAX);
  clamp(t->w.out, M, OUT_MAX);
  clamp(t->w.bias, W, BIAS_MAX);
}

/* ---- Many samples ------------------------------------------------------- */

enum { HEAD = 3 }; /* numbers before the inputs of a sample */

/* Find where each sample begins; returns their number, UINT32_MAX if they are
** not samples of this layout. 'at' may be NULL. */
static uint32_t find(const au_trainer *t, const uint16_t *s, size_t len,
                     uint32_t *at) {
  uint32_t n = 0;
  for (size_t i = 0; i < len; n++) {
    if (len - i < HEAD || s[i] > AU_ON_MAX || len - i - HEAD < s[i])
      return UINT32_MAX;
    for (size_t j = 0; j < s[i]; j++)
      if (s[i + HEAD + j] >= t->layout.n)
        return UINT32_MAX;
    if (at != NULL)
      at[n] = (uint32_t)i;
    i += HEAD + (size_t)s[i];
  }
  return n;
}

au_status au_trainer_learn(au_trainer *t, const void *samples, size_t bytes,
                           int batch, float rate, au_rng *rng, double *error,
                           uint32_t *n) {
  const uint16_t *s = samples;
  size_t len = bytes / sizeof *s;
  *error = 0;
  *n = find(t, s, len, NULL);
  if (*n == UINT32_MAX || bytes % sizeof *s != 0)
    return AU_EFORMAT;
  uint32_t *at = malloc((*n + 1) * sizeof *at);
  if (at == NULL)
    return AU_ENOMEM;
  find(t, s, len, at);
  for (uint32_t i = *n; i > 1; i--) {
    uint32_t j = au_rng_below(rng, i), swap = at[i - 1];
    at[i - 1] = at[j];
    at[j] = swap;
  }
  for (uint32_t i = 0; i < *n;) {
    uint32_t end = *n - i < (uint32_t)batch ? *n : i + (uint32_t)batch;
    float scale = 1.0f / (float)(end - i), target;
    for (; i < end; i++) {
      const uint16_t *one = s + at[i];
      memcpy(&target, one + 1, sizeof target);
      *error +=
          (double)au_trainer_gradient(t, one + HEAD, one[0], target, scale);
    }
    au_trainer_update(t, rate);
  }
  free(at);
  if (*n > 0)
    *error /= *n;
  return AU_OK;
}

/* ---- As integers -------------------------------------------------------- */

static int32_t near(float x, float scale) {
  float y = x * scale;
  return (int32_t)(y < 0 ? y - 0.5f : y + 0.5f);
}

/* Round the sums' weights with this shift. */
static void round_rows(const au_trainer *t, au_net_part *p, int shift) {
  float scale = (float)(1 << shift);
  p->shift = (uint8_t)shift;
  for (int j = 0; j < W; j++)
    p->bias[j] = (int16_t)near(t->w.bias[j], scale);
  for (int i = 0; i < t->layout.n; i++)
    for (int j = 0; j < W; j++) {
      int32_t x = near(t->row[i].w[j], scale);
      p->row[i][j] = (int16_t)(x > INT16_MAX    ? INT16_MAX
                               : x < -INT16_MAX ? -INT16_MAX
                                                : x);
    }
}

au_status au_trainer_round(const au_trainer *t, au_net_part *p,
                           int16_t (*row)[W]) {
  p->row = row;
  for (int m = 0; m < M; m++) {
    p->inner_bias[m] = near(t->w.inner_bias[m], 4096);
    p->out[m] = (int16_t)near(t->w.out[m], 4096);
    for (int j = 0; j < W; j++)
      p->inner[m][j] = (int16_t)near(t->w.inner[m][j], 64);
  }
  p->out_bias = near(t->w.out_bias, 1 << 18);
  for (int shift = 9; shift >= AU_NET_SHIFT; shift--) {
    round_rows(t, p, shift);
    if (au_net_safe(&t->layout, p))
      return AU_OK;
  }
  return AU_EFULL;
}

void au_trainer_begin(au_trainer *t, const au_layout *l, const au_net_part *p) {
  assert(au_layout_begins(l, &t->layout));
  float scale = 1.0f / (float)(1 << p->shift);
  for (int m = 0; m < M; m++) {
    t->w.inner_bias[m] = (float)p->inner_bias[m] / 4096;
    t->w.out[m] = (float)p->out[m] / 4096;
    for (int j = 0; j < W; j++)
      t->w.inner[m][j] = (float)p->inner[m][j] / 64;
  }
  t->w.out_bias = (float)p->out_bias / (1 << 18);
  for (int j = 0; j < W; j++)
    t->w.bias[j] = (float)p->bias[j] * scale;
  for (int i = 0; i < l->n; i++)
    for (int j = 0; j < W; j++)
      t->row[i].w[j] = (float)p->row[i][j] * scale;
  memset(t->state, SEEN, t->layout.n); /* inputs that are new weigh nothing */
}

double au_trainer_rounding(au_trainer *t, const au_net *net, int part,
                           const void *samples, size_t bytes) {
  const uint16_t *s = samples;
  size_t len = bytes / sizeof *s;
  uint32_t n = find(t, s, len, NULL);
  double sum = 0;
  if (n == UINT32_MAX || n == 0)
    return 0;
  for (size_t i = 0; i < len; i += HEAD + (size_t)s[i]) {
    double exact = (double)au_trainer_value(t, s + i + HEAD, s[i]);
    double x = au_net_value(net, part, s + i + HEAD, s[i]);
    x = x / (AU_NET_ONE * net->unit) - exact;
    sum += x * x;
  }
  return sum / n;
}

/* ---- To go on later ----------------------------------------------------- */

/* Call 'do_part' with each piece of memory that a trainer keeps. */
typedef void do_part(void *to, void *at, size_t size);
static void each_part(au_trainer *t, do_part *f, void *to) {
  size_t n = t->layout.n;
  f(to, &t->seed, sizeof t->seed);
  f(to, &t->steps, sizeof t->steps);
  f(to, t->fade, sizeof t->fade);
  f(to, &t->w, sizeof t->w);
  f(to, &t->sum, sizeof t->sum);
  f(to, &t->square, sizeof t->square);
  f(to, t->state, n);
  f(to, t->row, n * sizeof *t->row);
}

static void save_part(void *to, void *at, size_t size) {
  au_text_add(to, at, size);
}

void au_trainer_save(const au_trainer *t, au_text *out) {
  au_trainer own = *t; /* each_part may change what it walks */
  au_text_add(out, &t->layout, sizeof t->layout);
  each_part(&own, save_part, out);
}

static void load_part(void *to, void *at, size_t size) {
  const uint8_t **from = to;
  memcpy(at, *from, size);
  *from += size;
}

static void count_part(void *to, void *at, size_t size) {
  (void)at;
  *(size_t *)to += size;
}

au_status au_trainer_load(au_trainer *t, const void *data, size_t len) {
  size_t wanted = sizeof t->layout;
  const uint8_t *from = (const uint8_t *)data + sizeof t->layout;
  each_part(t, count_part, &wanted);
  if (len != wanted || memcmp(data, &t->layout, sizeof t->layout) != 0)
    return AU_EFORMAT;
  each_part(t, load_part, &from);
  return AU_OK;
}
