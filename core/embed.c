/* embed.c: see embed.h. */

/* Each inline function becomes one of the library, once, here. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#endif
#define AU_INLINE
#include "aurum.h"

#include <assert.h>

static const struct {
  const char *name;
  size_t bytes;
} types[] = {
    {"au_deal", sizeof(au_deal)},
    {"au_game", sizeof(au_game)},
    {"au_record_head", sizeof(au_record_head)},
    {"au_rng", sizeof(au_rng)},
    {"au_rules", sizeof(au_rules)},
    {"au_score", sizeof(au_score)},
    {"au_seed", sizeof(au_seed)},
    {"au_state", sizeof(au_state)},
    {"au_text", sizeof(au_text)},
    {"au_undo", sizeof(au_undo)},
    {"au_view", sizeof(au_view)},
};

size_t au_type_size(const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i].name, name) == 0)
      return types[i].bytes;
  return 0;
}

const au_state *au_game_state(const au_game *g) {
  return &g->state;
}

const au_deck *au_rules_deck(const au_rules *r) {
  return &r->deck;
}

int au_state_phase(const au_state *s) {
  return s->phase;
}

int au_state_turn(const au_state *s) {
  return s->turn;
}

int au_state_round(const au_state *s) {
  return s->round;
}

int au_state_winners(const au_state *s) {
  return s->winners;
}

int32_t au_state_points(const au_state *s, int side) {
  assert(side >= 0 && side < AU_SEAT_MAX);
  return s->points[side];
}

int au_state_nuggets(const au_state *s, int side) {
  assert(side >= 0 && side < AU_SEAT_MAX);
  return s->nuggets[side];
}

au_set au_state_hand(const au_state *s, int seat) {
  assert(seat >= 0 && seat < AU_SEAT_MAX);
  return s->hand[seat];
}

au_gold au_state_gold(const au_state *s, int seat) {
  assert(seat >= 0 && seat < AU_SEAT_MAX);
  return s->gold[seat];
}
