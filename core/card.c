/* card.c: see card.h. */
#include "card.h"

#include <string.h>

bool au_fast_bits;
#if AU_FAST_BITS
__attribute__((constructor)) static void look_at_processor(void) {
  __builtin_cpu_init();
  au_fast_bits = (__builtin_cpu_supports("popcnt") != 0) &
                 (__builtin_cpu_supports("bmi2") != 0) &
                 (__builtin_cpu_is("amdfam17h") == 0); /* its pdep is a loop */
}
#endif

/* ORDER SUIT: the standard numbering, and the order of the bits of a set. */
static const char standard_suits[] = "BCPSZ";
enum { STANDARD_RANKS = 10, STANDARD_GOLD = 9 };

static bool suits_are_valid(const char *suits, size_t n) {
  if (n < 1 || n > AU_SUIT_MAX)
    return false;
  for (size_t i = 0; i < n; i++)
    if (suits[i] < 'A' || suits[i] > 'Z' || suits[i] == 'G' ||
        strchr(suits + i + 1, suits[i]) != NULL)
      return false;
  return true;
}

static bool fits_standard(const char *suits, int lo, int hi, int gold_n) {
  return strspn(suits, standard_suits) == strlen(suits) && lo >= 1 &&
         hi <= STANDARD_RANKS && gold_n <= STANDARD_GOLD;
}

static void add_kind(au_deck *d, size_t suit, int rank, size_t kind) {
  d->suit_of[kind] = (uint8_t)suit;
  d->rank_of[kind] = (uint8_t)rank;
  d->suit_set[suit] |= (au_set)1 << kind;
}

au_status au_deck_init(au_deck *d, const char *suits, int rank_lo, int rank_hi,
                       int gold_n) {
  size_t n = strlen(suits);
  if (!suits_are_valid(suits, n) || rank_lo < 0 || rank_hi > AU_RANK_MAX ||
      rank_lo > rank_hi || gold_n < 1 || gold_n > AU_GOLD_MAX)
    return AU_ERULES;
  bool standard = fits_standard(suits, rank_lo, rank_hi, gold_n);
  size_t width = (size_t)(rank_hi - rank_lo + 1);
  if (!standard && n * width + (size_t)gold_n > AU_KIND_MAX)
    return AU_EFULL;

  memset(d, 0, sizeof *d);
  memcpy(d->suit, suits, n);
  d->suit_n = (uint8_t)n;
  d->rank_lo = (uint8_t)rank_lo;
  d->rank_hi = (uint8_t)rank_hi;
  d->gold_n = (uint8_t)gold_n;
  for (size_t s = 0; s < n; s++) {
    size_t at = s * width;
    if (standard) {
      const char *place = strchr(standard_suits, suits[s]);
      at = (size_t)(place - standard_suits) * STANDARD_RANKS +
           (size_t)(rank_lo - 1);
    }
    for (size_t i = 0; i < width; i++)
      add_kind(d, s, rank_lo + (int)i, at + i);
    d->base |= d->suit_set[s];
  }
  d->gold_at =
      (uint8_t)(standard ? strlen(standard_suits) * STANDARD_RANKS : n * width);
  for (int r = 0; r < gold_n; r++)
    add_kind(d, n, r, d->gold_at + (size_t)r);
  d->gold = d->suit_set[n];
  for (au_set left = d->base | d->gold; left != 0; left &= left - 1) {
    au_card c = au_first(left);
    bool gold = c >= d->gold_at;
    d->power_of[c] = (uint8_t)(d->rank_of[c] + (gold ? AU_GOLD_POWER : 0));
    d->bars[c] = gold ? 0 : d->suit_set[d->suit_of[c]];
  }
  return AU_OK;
}

/* The rank, if all of 'text' is one; else -1. */
static int parse_rank(const char *text, size_t len) {
  if (len < 1 || len > 2 || (len == 2 && text[0] == '0'))
    return -1;
  int rank = 0;
  for (size_t i = 0; i < len; i++) {
    if (text[i] < '0' || text[i] > '9')
      return -1;
    rank = rank * 10 + (text[i] - '0');
  }
  return rank;
}

au_card au_deck_find(const au_deck *d, const char *text, size_t len) {
  int rank = len > 0 ? parse_rank(text + 1, len - 1) : -1;
  if (rank < 0)
    return AU_NONE;
  if (text[0] == 'G')
    return rank < d->gold_n ? (au_card)(d->gold_at + rank) : AU_NONE;
  const char *place = text[0] != '\0' ? strchr(d->suit, text[0]) : NULL;
  if (place == NULL || rank < d->rank_lo || rank > d->rank_hi)
    return AU_NONE;
  return (au_card)(au_first(d->suit_set[place - d->suit]) + rank - d->rank_lo);
}

size_t au_card_text(const au_deck *d, au_card c, char out[AU_CARD_TEXT]) {
  if (!au_has(d->base | d->gold, c)) {
    memcpy(out, "-", 2);
    return 1;
  }
  size_t n = 0;
  unsigned rank = d->rank_of[c];
  out[n++] = d->suit_of[c] < d->suit_n ? d->suit[d->suit_of[c]] : 'G';
  if (rank >= 10)
    out[n++] = (char)('0' + rank / 10);
  out[n++] = (char)('0' + rank % 10);
  out[n] = '\0';
  return n;
}

const char *au_suit_name(char letter) {
  static const char *const letters[26] = {
      "A",      "Bismuth", "Copper", "D", "E", "F", "Gold",       "H",   "I",
      "J",      "K",       "L",      "M", "N", "O", "Phosphorus", "Q",   "R",
      "Silver", "T",       "U",      "V", "W", "X", "Y",          "Zinc"};
  return letter >= 'A' && letter <= 'Z' ? letters[letter - 'A'] : "?";
}

bool au_gold_take(au_gold *pile, au_gold part) {
  for (int rank = 0; rank < AU_GOLD_MAX; rank++)
    if (au_gold_count(part, rank) > au_gold_count(*pile, rank))
      return false;
  *pile -= part;
  return true;
}

int au_gold_size(au_gold g) {
  int n = 0;
  for (; g != 0; g >>= 4)
    n += (int)(g & 15);
  return n;
}
