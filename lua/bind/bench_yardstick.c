/* bench_yardstick.c: random rounds of the standard game of four, with nothing
** around them: no rules to look up, no list of legal actions, no check, no
** log. It is the yardstick of `aurum bench`. A change of core/ must not change
** it, so it shares no code with core/ but au_count and au_nth (card.h): without
** the processor instructions that the engine has it would flatter the engine.
** RULES 1 to 9 of en-2023.
**
** `make bench` compiles this file a second time, for the very processor that it
** runs on, into yardstick.so. The row `yardstick` compares the two.
**
** A card is suit * 10 + rank - 1, and a set of cards is a word. A pile of gold
** has four bits for the copies of each rank. */
#include "bind.h"

#include <string.h>

enum { SEATS = 4, BASE = 50, HAND = 12, RANKS = 10, GOLD_RANKS = 9, GOLD = 64 };

typedef struct bare {
  uint64_t dice;
  uint64_t hand[SEATS], gold[SEATS], supply;
  unsigned bid[SEATS], taken[2], leader, first;
  long long decisions, points; /* of side 1 */
  bool direct;                 /* find a member of a set without a loop */
} bare;

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
** generators", 2014. */
static uint64_t next(bare *b) {
  uint64_t z = b->dice += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* A number below n. Its bias, n in 2^32, is of no account here. */
static unsigned below(bare *b, unsigned n) {
  return (unsigned)((next(b) >> 32) * n >> 32);
}

static unsigned count(uint64_t set) {
  return (unsigned)au_count(set);
}

/* The i-th member of a set, from 0. A loop, as it was when the targets of
** `aurum bench` were set; the row `bare-direct` shows what that costs. */
static unsigned nth(const bare *b, uint64_t set, unsigned i) {
  if (b->direct)
    return au_nth(set, i);
  while (i-- > 0)
    set &= set - 1;
  return (unsigned)__builtin_ctzll(set);
}

/* The ranks in a pile, as the lowest bit of each rank's four. */
static uint64_t ranks(uint64_t pile) {
  pile |= pile >> 1;
  pile |= pile >> 2;
  return pile & 0x1111111111111111u;
}

static void deal(bare *b) {
  uint8_t card[BASE];
  for (unsigned i = 0; i < BASE; i++) {
    unsigned j = below(b, i + 1);
    card[i] = card[j];
    card[j] = (uint8_t)i;
  }
  memset(b->hand, 0, sizeof b->hand);
  for (unsigned i = 0, seat = 0; seat < SEATS; seat++) {
    for (unsigned j = 0; j < HAND; j++)
      b->hand[seat] |= 1ull << card[i++];
    b->gold[seat] = 1;
  }
  b->supply = 0x111112220u; /* one each of ranks 4 to 8, two of 1 to 3 */
  b->taken[0] = b->taken[1] = 0;
  b->leader = b->first = (b->first + 1) % SEATS;
}

static void bid(bare *b) {
  for (unsigned place = 0; place < SEATS; place++) {
    unsigned seat = (b->first + place) % SEATS;
    b->bid[seat] = nth(b, b->hand[seat], below(b, HAND));
    b->hand[seat] ^= 1ull << b->bid[seat];
    b->decisions++;
  }
}

/* Let each seat change a bid of its side, or keep both. RULES 5. */
static void change(bare *b) {
  for (unsigned place = 0; place < SEATS; place++) {
    unsigned seat = (b->leader + place) % SEATS;
    uint64_t pay = ranks(b->gold[seat]), hand = b->hand[seat];
    if (pay == 0 || hand == 0)
      continue;
    unsigned cards = count(hand);
    unsigned i = below(b, 1 + cards * 2 * count(pay));
    b->decisions++;
    if (i-- == 0)
      continue;
    unsigned card = nth(b, hand, i % cards);
    unsigned gold = nth(b, pay, i / cards / 2);
    unsigned of = seat ^ (i / cards & 1) << 1; /* itself or its partner */
    b->gold[seat] -= 1ull << gold;
    b->supply += 1ull << gold;
    b->hand[seat] = (hand ^ 1ull << card) | 1ull << b->bid[of];
    b->bid[of] = card;
  }
}

/* Settle a trick of the cards by place; gold of rank r is GOLD + r. RULES 7. */
static void settle(bare *b, const unsigned *card) {
  unsigned low = 0, high = 0, least = GOLD, most = 0;
  uint64_t back = 0;
  for (unsigned place = 0; place < SEATS; place++) {
    bool gold = card[place] >= GOLD;
    unsigned rank = gold ? card[place] - GOLD : card[place] % RANKS + 1;
    unsigned power = gold ? GOLD + rank : rank;
    if (gold)
      back += 1ull << 4 * rank;
    else if (rank <= least)
      least = rank, low = place;
    if (power >= most)
      most = power, high = place;
  }
  unsigned winner = (b->leader + high) % SEATS;
  b->leader = (b->leader + low) % SEATS;
  if (least < GOLD_RANKS && (b->supply >> 4 * least & 15) > 0) {
    b->supply -= 1ull << 4 * least;
    b->gold[b->leader] += 1ull << 4 * least;
  }
  b->supply += back;
  b->taken[winner & 1]++;
}

/* Play a trick; false if a seat passed. RULES 6. */
static bool play(bare *b) {
  unsigned card[SEATS];
  uint64_t barred = 0;
  for (unsigned place = 0; place < SEATS; place++) {
    unsigned seat = (b->leader + place) % SEATS;
    uint64_t base = b->hand[seat] & ~barred;
    uint64_t gold = place > 0 ? ranks(b->gold[seat]) : 0;
    unsigned bases = count(base), n = bases + count(gold) + (base == 0);
    unsigned i = n > 1 ? below(b, n) : 0;
    b->decisions++;
    if (i < bases) {
      card[place] = nth(b, base, i);
      b->hand[seat] ^= 1ull << card[place];
      barred |= 1023ull << card[place] / RANKS * RANKS;
    } else if (i - bases < count(gold)) {
      unsigned at = nth(b, gold, i - bases);
      card[place] = GOLD + at / 4;
      b->gold[seat] -= 1ull << at;
    } else {
      return false;
    }
  }
  settle(b, card);
  return true;
}

/* RULES 9 */
static int points_of(const bare *b, unsigned side) {
  static const int8_t worth[GOLD_RANKS] = {0, 1, 1, 1, 2, 2, 2, 3, 3};
  unsigned one = b->bid[side] % RANKS + 1, two = b->bid[side + 2] % RANKS + 1;
  unsigned goal = one > two ? one : two, taken = b->taken[side];
  int points = (int)(taken == goal ? 2 * goal : taken > goal ? goal : 0);
  uint64_t gold = b->gold[side] + b->gold[side + 2];
  for (unsigned rank = 0; gold != 0; gold >>= 4, rank++)
    points += (int)(gold & 15) * worth[rank];
  return points;
}

/* aurum.sys.bench_bare(n, seed, direct): play n rounds. Returns the number of
** decisions and the points of side 1 in all. It calls nothing but Lua's API,
** for yardstick.so. */
int au_bench_bare(lua_State *L) {
  lua_Integer n = luaL_checkinteger(L, 1), dice = luaL_checkinteger(L, 2);
  luaL_argcheck(L, n >= 0, 1, "expected at least 0");
  luaL_argcheck(L, dice >= 0, 2, "expected at least 0");
  bare b = {.dice = (uint64_t)dice, .direct = lua_toboolean(L, 3)};
  while (n-- > 0) {
    deal(&b);
    bid(&b);
    do
      change(&b);
    while (play(&b));
    b.points += points_of(&b, 0);
  }
  lua_pushinteger(L, b.decisions);
  lua_pushinteger(L, b.points);
  return 2;
}
