/* deal.c: see deal.h. */
#include "deal.h"

#include "phases.h"

#include <stdio.h>
#include <string.h>

au_gold au_deal_gold(const au_rules *r, int round) {
  bool zero = r->zero_gold == AU_ZERO_EVERY_ROUND ||
              (r->zero_gold == AU_ZERO_FIRST_ROUND && round == 1);
  return zero ? au_gold_one(0) : 0;
}

/* Put the cards of 'set' in random order (Fisher-Yates). */
static int shuffle(au_set set, au_rng *rng, au_card out[AU_KIND_MAX]) {
  int n = 0;
  for (; set != 0; set &= set - 1) {
    int at = (int)au_rng_below(rng, (uint32_t)n + 1);
    out[n++] = out[at];
    out[at] = au_first(set);
  }
  return n;
}

au_status au_deal_make(const au_rules *r, const au_state *s,
                       const au_seed *seed, au_deal *deal) {
  au_deal made;
  au_rng rng;
  au_card cards[AU_KIND_MAX] = {0};
  int round = s->round + 1, players = r->players;

  memset(&made, 0, sizeof made);
  au_rng_init(&rng, seed, AU_STREAM_FIRST, 0, 0, 0);
  made.first = (uint8_t)au_rng_below(&rng, (uint32_t)players);
  if (s->round > 0)
    made.first = (uint8_t)((s->first + 1) % players);
  au_rng_init(&rng, seed, AU_STREAM_DEAL, (unsigned)round, 0, 0);
  int n = shuffle(r->deck.base, &rng, cards);
  int at = 0;
  for (int seat = 0; seat < players; seat++) {
    for (int i = 0; i < r->hand; i++)
      made.hand[seat] |= au_bit(cards[at++]);
    made.gold[seat] = au_deal_gold(r, round);
  }
  while (at < n)
    made.extras |= au_bit(cards[at++]);
  if (r->hooks.deal != NULL &&
      r->hooks.deal(r->hooks.ctx, r, s, &made) != AU_OK)
    return AU_EHOOK;
  *deal = made;
  return AU_OK;
}

static au_status refuse(au_status status, char *why, const char *text,
                        int seat) {
  if (why != NULL && seat > 0)
    snprintf(why, AU_WHY_TEXT, "seat %d: %s", seat, text);
  else if (why != NULL)
    snprintf(why, AU_WHY_TEXT, "%s", text);
  return status;
}

au_status au_deal_check(const au_rules *r, int round, const au_deal *deal,
                        char *why) {
  au_set left = r->deck.base;
  au_gold supply = r->gold_all;
  if (deal->first >= r->players)
    return refuse(AU_EDEAL, why, "the first player is not a seat", 0);
  for (int seat = 0; seat < r->players; seat++) {
    if ((deal->hand[seat] & left) != deal->hand[seat])
      return refuse(AU_EDEAL, why,
                    "a card that is dealt twice or not in the "
                    "deck (RULES 1.3, 3.1)",
                    seat + 1);
    left &= ~deal->hand[seat];
    if (deal->hand[seat] == 0)
      return refuse(AU_EDEAL, why, "no card to bid (RULES 4.1)", seat + 1);
    if (r->hooks.deal != NULL) {
      if (!au_gold_take(&supply, deal->gold[seat]))
        return refuse(AU_EDEAL, why, "gold that is not in the supply",
                      seat + 1);
    } else if (au_count(deal->hand[seat]) != r->hand) {
      return refuse(AU_EDEAL, why,
                    "not the number of cards the rules deal "
                    "(RULES 3.1)",
                    seat + 1);
    } else if (deal->gold[seat] != au_deal_gold(r, round)) {
      return refuse(AU_EDEAL, why, "not the gold the rules deal (RULES 3.2)",
                    seat + 1);
    }
  }
  if (deal->extras != left)
    return refuse(AU_EDEAL, why,
                  "the extras are not the cards left over "
                  "(RULES 3.1)",
                  0);
  return AU_OK;
}

uint8_t au_deal_trump(const au_rules *r, au_set extras) {
  int high = -1;
  uint8_t trump = 0;
  if (r->trump >= AU_TRUMP_SUIT)
    return (uint8_t)(strchr(r->deck.suit, 'A' + r->trump - AU_TRUMP_SUIT) -
                     r->deck.suit + 1);
  for (; r->trump == AU_TRUMP_EXTRA && extras != 0; extras &= extras - 1) {
    au_card c = au_first(extras);
    if (r->deck.rank_of[c] < high)
      continue;
    high = r->deck.rank_of[c];
    trump = (uint8_t)(r->deck.suit_of[c] + 1);
  }
  return trump;
}

/* Put the cards of a deal on the table. */
static void lay_out(const au_rules *r, au_state *s, const au_deal *deal) {
  s->supply = r->gold_all;
  for (int seat = 0; seat < r->players; seat++) {
    s->hand[seat] = deal->hand[seat];
    s->gold[seat] = deal->gold[seat];
    s->supply -= deal->gold[seat];
  }
  for (unsigned left = r->round_vars; left != 0; left &= left - 1)
    s->vars[__builtin_ctz(left)] = 0;
  s->extras = deal->extras;
  s->seen = r->extras == AU_EXTRAS_SHOWN ? deal->extras : 0;
  memset(s->taken, 0, sizeof s->taken);
  memset(s->bid, AU_NONE, sizeof s->bid);
  memset(&s->trick, 0, sizeof s->trick);
  s->trick.leader = s->first = s->turn = deal->first;
  s->down = s->tricks = s->changed = s->round_winners = 0;
  s->passer = s->won = s->award = AU_NONE;
  memset(s->known, 0, sizeof s->known);
  memset(s->called, 0, sizeof s->called);
  s->times = 0;
  s->trick.trump = au_deal_trump(r, deal->extras);
  s->phase = AU_PHASE_BID;
  s->round++;
}

au_status au_state_deal(const au_rules *r, au_state *s, const au_deal *deal,
                        char *why) {
  if (s->phase != AU_PHASE_DEAL)
    return refuse(AU_ESTATE, why, "a round is under way or the game is over",
                  0);
  if (s->round == UINT8_MAX)
    return refuse(AU_EFULL, why, "a game has at most 255 rounds", 0);
  au_status status = au_deal_check(r, s->round + 1, deal, why);
  if (status != AU_OK)
    return status;

  if (r->asks_when == 0) {
    lay_out(r, s, deal);
    return au_course_dealt(r, s);
  }
  au_state before = *s;
  lay_out(r, s, deal);
  status = au_course_dealt(r, s);
  if (status == AU_OK)
    return AU_OK;
  *s = before;
  return refuse(status, why, "a question of the variant failed", 0);
}
