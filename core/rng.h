/* rng.h: random numbers that repeat, and are the same on every machine.
**
** A seed is any text; it becomes a key. Each use of chance has its own
** stream, derived from the key by a keyed one-way function (SipHash-2-4,
** Aumasson and Bernstein 2012). A bot sees all of its own stream, but learns
** nothing from it about the others. A stream itself is xoshiro256** (Blackman
** and Vigna 2018). */
#ifndef AU_RNG_H
#define AU_RNG_H

#include "attributes.h"

#include <stddef.h>
#include <stdint.h>

typedef struct au_seed {
  uint64_t key[2];
} au_seed;

typedef struct au_rng {
  uint64_t s[4];
} au_rng;

/* The uses of streams; at most four. */
typedef enum au_stream {
  AU_STREAM_FIRST, /* the seat that starts round 1 */
  AU_STREAM_DEAL,  /* the cards of a round: (round) */
  AU_STREAM_SEAT,  /* a seat's own: (seat, round, decision) */
  AU_STREAM_OTHER  /* tests, benches, random play */
} au_stream;

/* Set the key from 'len' bytes of text. */
void au_seed_init(au_seed *seed, const void *text, size_t len);

/* Start the stream of use 'what' with the numbers (a, b, c); a below 2^16, b
** below 2^14. About 20 ns. */
void au_rng_init(au_rng *rng, const au_seed *seed, au_stream what, unsigned a,
                 unsigned b, uint32_t c);

/* SipHash-2-4 of 'len' bytes. */
uint64_t au_hash(const au_seed *key, const void *data, size_t len);

AU_INLINE uint64_t au_rotl(uint64_t x, int k) {
  return x << k | x >> (64 - k);
}

/* 64 random bits. */
AU_INLINE uint64_t au_rng_next(au_rng *rng) {
  uint64_t *s = rng->s;
  uint64_t result = au_rotl(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = au_rotl(s[3], 45);
  return result;
}

/* A number in 0 .. n-1, each with the same probability; n >= 1. Lemire 2019,
** "Fast random integer generation in an interval". */
AU_INLINE uint32_t au_rng_below(au_rng *rng, uint32_t n) {
  uint64_t m = (au_rng_next(rng) >> 32) * n;
  if ((uint32_t)m < n) {
    uint32_t floor = (uint32_t)-n % n;
    while ((uint32_t)m < floor)
      m = (au_rng_next(rng) >> 32) * n;
  }
  return (uint32_t)(m >> 32);
}

#endif
