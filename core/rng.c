/* rng.c: see rng.h. */
#include "rng.h"

#include <assert.h>

/* Read 'n' bytes, at most 8, the lowest first. */
static uint64_t load_le(const uint8_t *p, size_t n) {
  uint64_t x = 0;
  for (size_t i = 0; i < n; i++)
    x |= (uint64_t)p[i] << (8 * i);
  return x;
}

typedef struct sip {
  uint64_t a, b, c, d;
} sip;

static inline void sip_round(sip *v) {
  v->a += v->b;
  v->c += v->d;
  v->b = au_rotl(v->b, 13) ^ v->a;
  v->d = au_rotl(v->d, 16) ^ v->c;
  v->a = au_rotl(v->a, 32);
  v->c += v->b;
  v->a += v->d;
  v->b = au_rotl(v->b, 17) ^ v->c;
  v->d = au_rotl(v->d, 21) ^ v->a;
  v->c = au_rotl(v->c, 32);
}

static inline void sip_block(sip *v, uint64_t m) {
  v->d ^= m;
  sip_round(v);
  sip_round(v);
  v->a ^= m;
}

static inline sip sip_begin(const au_seed *key) {
  return (sip){
      key->key[0] ^ 0x736f6d6570736575u, key->key[1] ^ 0x646f72616e646f6du,
      key->key[0] ^ 0x6c7967656e657261u, key->key[1] ^ 0x7465646279746573u};
}

static inline uint64_t sip_end(sip *v) {
  v->c ^= 0xff;
  for (int i = 0; i < 4; i++)
    sip_round(v);
  return v->a ^ v->b ^ v->c ^ v->d;
}

uint64_t au_hash(const au_seed *key, const void *data, size_t len) {
  const uint8_t *p = data;
  size_t whole = len / 8 * 8;
  sip v = sip_begin(key);
  for (size_t i = 0; i < whole; i += 8)
    sip_block(&v, load_le(p + i, 8));
  /* the last block holds the remaining bytes and the length */
  sip_block(&v, load_le(p + whole, len - whole) | (uint64_t)len << 56);
  return sip_end(&v);
}

void au_seed_init(au_seed *seed, const void *text, size_t len) {
  static const au_seed fixed[2] = {{{0x417572756d2f3161u, 0x6465616cu}},
                                   {{0x417572756d2f3162u, 0x73656174u}}};
  seed->key[0] = au_hash(&fixed[0], text, len);
  seed->key[1] = au_hash(&fixed[1], text, len);
}

void au_rng_init(au_rng *rng, const au_seed *seed, au_stream what, unsigned a,
                 unsigned b, uint32_t c) {
  assert(a < 1u << 16 && b < 1u << 14);
  /* au_hash of eight bytes, without building them */
  sip v = sip_begin(seed);
  sip_block(&v,
            (uint64_t)what << 62 | (uint64_t)b << 48 | (uint64_t)a << 32 | c);
  sip_block(&v, (uint64_t)8 << 56);
  uint64_t x = sip_end(&v);
  for (int i = 0; i < 4; i++) { /* splitmix64, as xoshiro's authors advise */
    uint64_t z = x += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    rng->s[i] = z ^ z >> 31;
  }
}
