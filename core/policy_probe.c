/* policy_probe.c: what hooks score, found by asking and trying them. */
#include "policy_odds.h"

/* The points of each bid, asked of the hook for a round in which nothing else
** happened. */
static au_status ask_points(const au_rules *r, au_odds *o) {
  au_state s;
  au_state_init(r, &s);
  for (int bid = 0; bid < AU_ODDS_MAX; bid++)
    for (int taken = 0; taken < AU_ODDS_MAX; taken++) {
      int points = au_score_bid(r, bid, taken);
      s.called[0] = (uint8_t)(bid + 1);
      s.taken[0] = s.tricks = (uint8_t)taken;
      if (r->hooks.bid_points(r->hooks.ctx, r, &s, 0, bid, taken, &points) !=
          AU_OK)
        return AU_EHOOK;
      o->points[bid][taken] = (float)points;
    }
  return AU_OK;
}

/* The points of a side beyond those of its bid and gold. */
static float unexplained(const au_rules *r, const au_odds *o, const au_state *s,
                         const au_score *score, int side) {
  int gold = 0, bid = score->bid[side], taken = score->taken[side];
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
    gold += au_score_gold(r, s->gold[__builtin_ctz(seats)]);
  return (float)(score->points[side] - gold) -
         o->points[au_at_most(bid, AU_ODDS_LAST)]
                  [au_at_most(taken, AU_ODDS_LAST)];
}

/* Find the points of the last trick: the least that sides which took it score
** beyond bid and gold in random rounds, less the least that the others do. */
static au_status try_rounds(const au_rules *r, au_odds *o) {
  enum { ROUNDS = 32 };
  float least[2] = {0, 0};
  int found[2] = {0, 0};
  au_seed seed = {{1, 2}};
  au_rng rng;
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  for (int i = 0; i < ROUNDS; i++) {
    au_state s;
    au_score score;
    au_state_init(r, &s);
    au_status status = au_state_deal_random(r, &s, &rng);
    if (status == AU_OK)
      status = au_state_playout(r, &s, &rng, &score);
    if (status != AU_OK)
      return status;
    for (int side = 0; side < r->side_n && s.times <= 1; side++) {
      bool last = s.won != AU_NONE && r->side_of[s.won] == side;
      float more = unexplained(r, o, &s, &score, side);
      least[last] =
          found[last]++ == 0 || more < least[last] ? more : least[last];
    }
  }
  if (found[0] > 0 && found[1] > 0)
    o->last = least[1] - least[0];
  return AU_OK;
}

au_status au_odds_probe(const au_rules *r, au_odds *o) {
  const au_hooks *h = &r->hooks;
  au_status status = AU_OK;
  if (h->bid_points == NULL && h->gold_points == NULL)
    return AU_OK;
  if (h->bid_points != NULL)
    status = ask_points(r, o);
  if (status == AU_OK && (h->winner != NULL || h->award != NULL ||
                          h->leader != NULL || r->asks_when != 0))
    status = try_rounds(r, o);
  if (status != AU_OK)
    au_odds_init(r, o);
  else
    au_odds_weigh(r, o);
  return status;
}
