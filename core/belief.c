/* belief.c: see belief.h. */
#include "belief.h"

#include <string.h>

/* A card worth this many points more is e times as likely. Of 0.5 to 4 points,
** 2 predicted hidden cards best in games of alchemist. */
static const float noise = 2;
/* The chance of a random play, as in au_quick. */
static const float lapse = 1.0f / 32;

/* e^x for x within -20 .. 20, to nearly four digits. The result is the same on
** every machine; a library's exp may differ. */
static float exp_of(float x) {
  enum { SQUARES = 20 };
  double y = 1 + (double)(x < -20 ? -20 : x > 20 ? 20 : x) / (1 << SQUARES);
  for (int i = 0; i < SQUARES; i++)
    y *= y;
  return (float)y;
}

/* ---- Clues -------------------------------------------------------------- */

/* The base cards that the seat on turn may hold, as far as all seats know, and
** may play if it does. Seen cards in its hand are former bids, which all
** know. */
static au_set playable(const au_rules *r, const au_state *s) {
  au_set cards = (r->deck.base & ~s->seen) | s->hand[s->turn];
  return s->trick.n > 0 && r->follow == AU_FOLLOW_BARRED
             ? cards & ~au_trick_barred(&r->deck, &s->trick)
             : cards;
}

/* The greatest value of an action that 'cards' and passing offer. */
static float most_of(const au_appeal *appeal, au_set cards) {
  float most = appeal->pass;
  for (; cards != 0; cards &= cards - 1)
    if (appeal->card[au_first(cards)] > most)
      most = appeal->card[au_first(cards)];
  return most;
}

/* The clue of the play 'a' of the seat on turn, but for 'left' and 'came'. */
static au_status find_clue(const au_rules *r, const au_odds *o,
                           const au_state *s, au_action a, au_clue *c) {
  au_appeal appeal;
  au_set cards;
  bool pass;
  au_status status = au_state_cards(r, s, &cards, &pass);
  if (status != AU_OK)
    return status;
  memset(c, 0, sizeof *c);
  c->may = playable(r, s);
  if (r->follow == AU_FOLLOW_MUST)
    c->must = au_trick_led(&r->deck, &s->trick);
  c->seat = s->turn;
  c->card = au_action_card(a);
  au_set gold = cards & r->deck.gold;
  c->gold_n = (uint8_t)au_count(gold);
  cards = c->may | gold;
  au_quick_appeal(r, o, s, cards, &appeal);
  float most = most_of(&appeal, cards);
  for (; cards != 0; cards &= cards - 1) {
    au_card card = au_first(cards);
    c->appeal[card] = exp_of((appeal.card[card] - most) / noise);
  }
  for (; gold != 0; gold &= gold - 1)
    c->gold += c->appeal[au_first(gold)];
  c->pass = exp_of((appeal.pass - most) / noise);
  for (int i = 0; i < 3; i++)
    c->suit[i] = exp_of((appeal.suit[0] - appeal.suit[i]) / noise);
  return AU_OK;
}

/* The base cards that an entry of the log moves from and to the hand of its
** seat. */
typedef struct move {
  au_set out, in;
} move;

static move moved_by(const au_rules *r, const au_state *s, au_action a) {
  au_set card = au_bit(au_action_card(a)) & r->deck.base;
  unsigned of = au_action_of(a);
  if (au_action_what(a) == AU_ACT_PLAY)
    return (move){.out = card};
  if (au_action_what(a) != AU_ACT_CHANGE)
    return (move){0};
  return (move){.out = card, .in = s->down >> of & 1 ? 0 : au_bit(s->bid[of])};
}

/* The probability of a play, from the hand that the seat had. */
static float chance(const au_rules *r, const au_clue *c, au_set hand) {
  au_set cards = hand & c->must;
  cards = cards != 0 ? cards : hand & c->may;
  float sum = c->gold, own = c->appeal[c->card];
  int n = au_count(cards) + c->gold_n;
  for (int suit = 0; suit < r->deck.suit_n; suit++) {
    au_set held = hand & r->deck.suit_set[suit], some = cards & held;
    if (some == 0)
      continue;
    float part = 0;
    for (; some != 0; some &= some - 1)
      part += c->appeal[au_first(some)];
    int others = au_count(held) - 1;
    float factor = c->suit[others < 2 ? others : 2];
    sum += part * factor;
    own *= au_has(held, c->card) ? factor : 1;
  }
  if (cards == 0) {
    sum += c->pass;
    n++;
  }
  return lapse / (float)n + (1 - lapse) * own / sum;
}

/* The hand of a clue's seat when it played, in this world. */
static au_set hand_then(const au_clue *c, const au_state *world) {
  return (world->hand[c->seat] & ~c->came) | c->left;
}

/* Set 'left' and 'came' of the clues, from the last to the first. 'did' and
** 'moves' are of the whole round. */
static void find_moves(const au_action *did, const move *moves,
                       uint32_t entries, au_clue *clue, uint32_t n) {
  au_set left[AU_SEAT_MAX] = {0}, came[AU_SEAT_MAX] = {0};
  for (uint32_t i = entries; i-- > 0 && n > 0;) {
    unsigned seat = au_action_seat(did[i]);
    left[seat] = (left[seat] & ~moves[i].in) | moves[i].out;
    came[seat] = (came[seat] & ~moves[i].out) | moves[i].in;
    if (au_action_what(did[i]) == AU_ACT_PLAY && seat == clue[n - 1].seat) {
      n--;
      clue[n].left = left[seat];
      clue[n].came = came[seat];
    }
  }
}

au_status au_belief_clues(const au_rules *r, const au_odds *odds,
                          const au_view *v, const au_state *world,
                          au_clue *clue, uint32_t *n) {
  au_action did[AU_LOG_MAX];
  move moves[AU_LOG_MAX];
  au_state s;
  uint32_t found = 0;
  *n = 0;
  if (r->asks != NULL)
    return AU_OK;
  au_status status = au_view_retrace(r, v, world, &s, did);
  if (status == AU_ESTATE)
    return AU_OK;
  for (uint32_t i = 0; i < v->log_n && status == AU_OK; i++) {
    moves[i] = moved_by(r, &s, did[i]);
    if (au_action_what(did[i]) == AU_ACT_PLAY && s.turn != v->seat)
      status = find_clue(r, odds, &s, did[i], &clue[found++]);
    if (status == AU_OK)
      status = au_state_apply(r, &s, did[i], NULL);
  }
  if (status != AU_OK)
    return status;
  find_moves(did, moves, v->log_n, clue, found);
  for (au_clue *c = clue; c < clue + found; c++)
    c->base = chance(r, c, hand_then(c, world));
  *n = found;
  return AU_OK;
}

double au_belief_weight(const au_rules *r, const au_clue *clue, uint32_t n,
                        const au_state *world) {
  double weight = 1;
  for (const au_clue *c = clue; c < clue + n; c++)
    weight *= (double)(chance(r, c, hand_then(c, world)) / c->base);
  return weight;
}
