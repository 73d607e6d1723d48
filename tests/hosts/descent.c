/* descent.c: learns made-up samples, and prints all of it for descent.py to
** repeat.
**
** Standard output, in the machine's own numbers: five of 32 bits (INPUTS, the
** widths of both layers, SAMPLES, BATCH); for each sample the number of inputs
** (32 bits), the target (float) and the inputs (32 bits each); the weights at
** first, the gradients of the first batch, the weights at last; and the mean
** squared error of each batch on the way. Weights and gradients are floats: of
** the sums the bias, of the second layer weights and bias, of the last layer
** likewise, then the rows by input. */
#include "../../core/trainer.c" /* for its weights */

#include <stdio.h>

enum { INPUTS = 400, SAMPLES = 1600, BATCH = 64, EPOCHS = 2 };

static const float RATE = 0.003f;

static au_seed seed = {.key = {1, 2}};
static struct {
  uint16_t n;
  float target;
  uint16_t on[AU_ON_MAX];
} samples[SAMPLES];

static void put(const void *at, size_t size) {
  if (fwrite(at, size, 1, stdout) != 1)
    exit(1);
}

static void put_int(uint32_t x) {
  put(&x, sizeof x);
}

/* Draw inputs, without repeats, and a target that depends on them. */
static void make_samples(au_rng *rng) {
  for (int i = 0; i < SAMPLES; i++) {
    float sum = 0;
    for (uint16_t in = 0; in < INPUTS; in++)
      if (au_rng_below(rng, 12) == 0 && samples[i].n < AU_ON_MAX) {
        samples[i].on[samples[i].n++] = in;
        sum += draw(&(au_trainer){.seed = seed}, 9, in, 1);
      }
    samples[i].target = sum > 0 ? sum : sum / 4;
    put_int(samples[i].n);
    put(&samples[i].target, sizeof samples[i].target);
    for (int j = 0; j < samples[i].n; j++)
      put_int(samples[i].on[j]);
  }
}

static void put_weights(const au_trainer *t) {
  put(&t->w, sizeof t->w);
  for (int i = 0; i < INPUTS; i++)
    put(t->row[i].w, sizeof t->row[i].w);
}

static void put_gradients(const au_trainer *t) {
  put(&t->gradient, sizeof t->gradient);
  put(t->slope, INPUTS * sizeof *t->slope);
}

int main(void) {
  au_layout layout = {.n = INPUTS};
  au_rng rng;
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  au_trainer *t = au_trainer_new(&layout, &seed);
  if (t == NULL)
    return 1;
  put_int(INPUTS);
  put_int(W);
  put_int(M);
  put_int(SAMPLES);
  put_int(BATCH);
  make_samples(&rng);
  for (int i = 0; i < SAMPLES; i++)
    see(t, samples[i].on, samples[i].n);
  for (int i = 0; i < INPUTS; i++) /* so that sums pass both their bounds */
    for (int j = 0; j < W; j++)
      t->row[i].w[j] *= 8;
  put_weights(t);
  float error[EPOCHS * SAMPLES / BATCH] = {0};
  for (int i = 0; i < EPOCHS * SAMPLES; i++) {
    int at = i % SAMPLES;
    error[i / BATCH] += au_trainer_gradient(t, samples[at].on, samples[at].n,
                                            samples[at].target, 1.0f / BATCH);
    if (i % BATCH < BATCH - 1)
      continue;
    if (i < BATCH)
      put_gradients(t);
    error[i / BATCH] /= BATCH;
    au_trainer_update(t, RATE);
  }
  put_weights(t);
  put(error, sizeof error);
  au_trainer_free(t);
  return fflush(stdout) == 0 ? 0 : 1;
}
