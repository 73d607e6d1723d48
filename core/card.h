/* card.h: kinds of cards, sets of kinds, and piles of gold.
**
** Equal cards have the same kind: there is one kind Z7, and one kind G1
** although there are two such cards. Base metals exist once each, so a set of
** kinds describes a hand completely. Gold exists in several copies, so a pile
** of gold counts the cards of each rank.
**
** A kind is a small number, and a deck maps numbers to cards. The standard
** numbering is suit * 10 + rank - 1 for B C P S Z and ranks 1 to 10, then 50 +
** rank for G0 to G8. Every deck that fits into it uses it, so a set means the
** same with three players as with four. Any other deck numbers its suits one
** after the other, gold last. RULES 1. */
#ifndef AU_CARD_H
#define AU_CARD_H

#include "attributes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  AU_KIND_MAX = 64,   /* kinds in a deck */
  AU_SUIT_MAX = 8,    /* suits of base metals */
  AU_RANK_MAX = 30,   /* highest rank of a base metal, at most */
  AU_GOLD_POWER = 32, /* added to the power of gold: gold beats base metal */
  AU_GOLD_MAX = 16,   /* ranks of gold: 0 .. 15 */
  AU_COPIES_MAX = 15, /* copies of one gold rank */
  AU_SEAT_MAX = 6,    /* seats, and therefore sides */
  AU_NONE = 255,      /* no card, no seat */
  AU_CARD_TEXT = 4    /* bytes of a card's name: "Z10" and its NUL */
};

/* Results of calls; AU_OK is 0. A call that does not return AU_OK leaves its
** outputs untouched, unless its comment says otherwise. */
typedef enum au_status {
  AU_OK,
  AU_EILLEGAL, /* the action is not legal here */
  AU_EDEAL,    /* the deal breaks the rules */
  AU_ERULES,   /* the knobs contradict each other */
  AU_ESTATE,   /* the state contradicts itself or the rules */
  AU_EHOOK,    /* a hook failed or gave an invalid answer */
  AU_EFULL,    /* a fixed bound is exceeded */
  AU_EFORMAT,  /* the text cannot be parsed */
  AU_EDIGEST,  /* it was made under other rules */
  AU_ENOMEM,   /* out of memory */
  AU_STATUS_N
} au_status;

typedef uint8_t au_card; /* a kind, 0 .. 63, or AU_NONE */
typedef uint64_t au_set; /* a set of kinds: bit k is kind k */

/* A pile of gold, four bits for each rank: bits 4r .. 4r+3 count the
** copies of rank r.
**   63..60        ..   11..8   7..4   3..0
**   copies of 15  ..   of 2    of 1   of 0  */
typedef uint64_t au_gold;

/* The kinds of a game. Filled by au_deck_init, then constant. */
typedef struct au_deck {
  char suit[AU_SUIT_MAX + 1];   /* one letter for each suit: "BCPSZ" */
  uint8_t suit_n;               /* 1 .. AU_SUIT_MAX */
  uint8_t rank_lo, rank_hi;     /* ranks of base metals, inclusive */
  uint8_t gold_n;               /* ranks of gold: 0 .. gold_n - 1 */
  uint8_t gold_at;              /* the kind of G0 */
  uint8_t suit_of[AU_KIND_MAX]; /* index into suit; suit_n for gold */
  uint8_t rank_of[AU_KIND_MAX];
  uint8_t
      power_of[AU_KIND_MAX]; /* its rank, plus AU_GOLD_POWER if it is gold */
  au_set bars[AU_KIND_MAX];  /* the kinds it bars from its trick: its
                                    ** suit, or none if it is gold. RULES 6.3 */
  au_set base, gold;         /* all base metals; all gold */
  au_set suit_set[AU_SUIT_MAX + 1]; /* the kinds of a suit; gold last */
} au_deck;

/* Number the kinds of these suits (distinct capital letters, not G), ranks and
** number of gold ranks. AU_ERULES if an argument is invalid, AU_EFULL if there
** are more than AU_KIND_MAX kinds. */
AU_MUST au_status au_deck_init(au_deck *d, const char *suits, int rank_lo,
                               int rank_hi, int gold_n);

/* The card named by 'len' bytes of text: a suit's letter or G, then the rank in
** decimal without leading zeros. AU_NONE if the deck has no such card. */
au_card au_deck_find(const au_deck *d, const char *text, size_t len);

/* Write the name of 'c' ("Z10"; "-" for AU_NONE); returns its length. */
size_t au_card_text(const au_deck *d, au_card c, char out[AU_CARD_TEXT]);

/* "Bismuth", "Copper", ..., "Gold"; for other letters, the letter itself. */
const char *au_suit_name(char letter);

/* True if the processor has the instructions popcnt and pdep, and a fast pdep.
** Checked once at start-up, since one build serves every x86-64; only tests
** change it. The two are written in assembler, since a compiler does not inline
** code for some processors into code for all. */
extern bool au_fast_bits;
#if defined(__x86_64__) && defined(__GNUC__)
#define AU_FAST_BITS 1
#else
#define AU_FAST_BITS 0
#endif

/* Sets. */
AU_INLINE au_set au_bit(au_card c) {
  return (au_set)1 << c;
}
AU_INLINE bool au_has(au_set s, au_card c) {
  return c < AU_KIND_MAX && (s >> c & 1);
}
AU_INLINE int au_count(au_set s) {
#if defined(__POPCNT__) || defined(__aarch64__)
  return __builtin_popcountll(s);
#else
#if AU_FAST_BITS
  if (au_fast_bits) {
    uint64_t n;
    __asm__("popcnt %1, %0" : "=r"(n) : "r"(s) : "cc");
    return (int)n;
  }
#endif /* adding neighbours is faster than the compiler's call to a table */
  s -= s >> 1 & 0x5555555555555555u;
  s = (s & 0x3333333333333333u) + (s >> 2 & 0x3333333333333333u);
  s = (s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (int)(s * 0x0101010101010101u >> 56);
#endif
}
/* The lowest kind of a set; the set must not be empty. */
AU_INLINE au_card au_first(au_set s) {
  return (au_card)__builtin_ctzll(s);
}

/* The i-th kind of a set, from 0; the set must have more than i. */
AU_INLINE au_card au_nth(au_set s, uint32_t i) {
#if AU_FAST_BITS
  if (au_fast_bits) {
    au_set bit;
    __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"((au_set)1 << i), "r"(s));
    return au_first(bit);
  }
#endif
  while (i-- > 0)
    s &= s - 1;
  return au_first(s);
}

/* Piles of gold. */
AU_INLINE int au_gold_count(au_gold g, int rank) {
  return (int)(g >> (4 * rank) & 15);
}
AU_INLINE au_gold au_gold_one(int rank) {
  return (au_gold)1 << (4 * rank);
}
/* Take 'part' from '*pile'; false if the pile lacks some of it. */
bool au_gold_take(au_gold *pile, au_gold part);
/* The number of cards in the pile. */
int au_gold_size(au_gold g);
/* True if the pile has at least two cards. */
AU_INLINE bool au_gold_plural(au_gold g) {
  return (g & (g - 1)) != 0 || (g & ~0x1111111111111111u) != 0;
}
/* The highest rank in the pile, -1 if it is empty. */
AU_INLINE int au_gold_best(au_gold g) {
  return g == 0 ? -1 : (63 - __builtin_clzll(g)) / 4;
}
/* The kinds in the pile. */
AU_INLINE au_set au_gold_kinds(const au_deck *d, au_gold g) {
  g |= g >> 1;
  g |= g >> 2;
#if AU_FAST_BITS
  if (au_fast_bits) {
    au_set ranks;
    __asm__("pext %2, %1, %0"
            : "=r"(ranks)
            : "r"(g), "r"((uint64_t)0x1111111111111111u));
    return ranks << d->gold_at;
  }
#endif /* else close the gaps between the bits */
  g &= 0x1111111111111111u;
  g = (g | g >> 3) & 0x0303030303030303u;
  g = (g | g >> 6) & 0x000f000f000f000fu;
  g = (g | g >> 12) & 0x000000ff000000ffu;
  return ((g | g >> 24) & 0xffff) << d->gold_at;
}

#endif
