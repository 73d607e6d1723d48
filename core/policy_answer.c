/* policy_answer.c: how the policy "quick" answers questions: by a one-ply
** search over the values of its tables. See policy.h. */
#include "policy_odds.h"

#include "ask.h"

enum { TRIED = 64 }; /* answers to a question that are tried at most */

/* Points by which an answer must be better than the default. */
static const float enough = 0.1f;

/* ---- What the seat knows ------------------------------------------------ */

/* Let some cards of '*place' be others, the lowest of '*pool': all but those
** that the seat knows. */
static void relay(au_set *place, au_set known, au_set *pool) {
  int n = au_count(*place & ~known);
  for (*place &= known; n > 0 && *pool != 0; n--) {
    *place |= *pool & -*pool;
    *pool &= *pool - 1;
  }
}

/* The same for all places whose cards the seat on turn does not see, so that
** nothing depends on them. The others have not answered yet. */
static void blind(const au_rules *r, au_state *s) {
  int seat = s->turn;
  bool hidden = au_bids_hidden(r, s);
  au_set known = s->seen | s->known[seat] | s->hand[seat];
  au_set pool = s->extras;
  for (int i = 0; i < r->players; i++) {
    pool |= s->hand[i];
    if (i != seat && s->bid[i] != AU_NONE && (hidden || s->down >> i & 1))
      pool |= au_bit(s->bid[i]);
  }
  pool &= ~known;
  for (int i = 0; i < r->players; i++) {
    if (i == seat)
      continue;
    relay(&s->hand[i], known, &pool);
    s->answer[i] = 0;
    if (s->bid[i] == AU_NONE || !(hidden || s->down >> i & 1))
      continue;
    au_set bid = au_bit(s->bid[i]);
    relay(&bid, known, &pool);
    s->bid[i] = au_first(bid);
  }
  relay(&s->extras, known, &pool);
  s->pending = s->asked;
}

/* Let all other seats of the step answer by default. */
static au_status answer_others(const au_rules *r, au_state *s) {
  uint8_t seat = s->turn, answers = s->answers;
  unsigned others = s->asked & ~(1u << seat);
  bool asked;
  for (; others != 0; others &= others - 1) {
    s->turn = (uint8_t)__builtin_ctz(others);
    for (uint8_t of = s->turn; s->pending >> of & 1; s->turn = of) {
      unsigned value;
      au_status status = au_ask_default(r, s, &value);
      if (status == AU_OK)
        status = au_ask_answer(r, s, value, &asked);
      if (status != AU_OK)
        return status;
    }
  }
  s->turn = seat;
  s->answers = answers;
  return AU_OK;
}

/* ---- Values ------------------------------------------------------------- */

/* The cards that the seat knows to be in hands of its side. */
static au_set own_cards(const au_rules *r, const au_state *s, int seat) {
  au_set cards = s->hand[seat];
  unsigned partners = r->seats_of[r->side_of[seat]] & ~(1u << seat);
  for (; partners != 0; partners &= partners - 1)
    cards |= s->hand[__builtin_ctz(partners)] & (s->known[seat] | s->seen);
  return cards;
}

/* The most that a bid still to come is worth: of a card of 'hand' for the seat
** on turn, or of any rank for another side, if 'hand' is 0. */
static float best_bid(const au_rules *r, const au_odds *o, const au_state *s,
                      int seat, au_set hand, int left, float strength) {
  const au_deck *d = &r->deck;
  float most = -1e30f;
  for (int rank = r->zero_bid ? 0 : d->rank_lo; rank <= d->rank_hi; rank++) {
    bool any = hand == 0 || (rank == 0 && r->zero_bid);
    for (au_set left_in = hand; left_in != 0 && !any; left_in &= left_in - 1)
      any = d->rank_of[au_first(left_in)] == rank;
    if (!any)
      continue;
    int bid = hand != 0 ? au_bid_with(r, s, (uint8_t)seat, rank) : rank;
    float value = au_odds_promise(o, false, bid, 0, left, strength);
    most = value > most ? value : most;
  }
  return most;
}

/* The points to expect of a side, given the strength of its cards. */
static float side_points(const au_rules *r, const au_odds *o, const au_state *s,
                         uint8_t seat, bool own, int left, float strength) {
  int side = r->side_of[seat];
  float points = 0;
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
    points += (float)au_score_gold(r, s->gold[__builtin_ctz(seats)]);
  bool laid = s->called[side] != 0 || au_asks_at(r, AU_WHEN_INSTEAD);
  if (!laid && (s->bid[seat] == AU_NONE || au_bids_hidden(r, s)))
    return points +
           best_bid(r, o, s, seat, own ? s->hand[seat] : 0, left - 1, strength);
  int bid = laid && s->called[side] == 0 ? 0 : au_side_bid(r, s, seat);
  return points + au_odds_promise(o, au_side_pays(r, s, side), bid,
                                  au_side_taken(r, s, seat), left, strength);
}

/* True if a hook scores, and may be asked, since all bids are laid or called.
*/
static bool hooks_score(const au_rules *r, const au_state *s) {
  const au_hooks *h = &r->hooks;
  for (int seat = 0; seat < r->players; seat++)
    if (s->bid[seat] == AU_NONE && s->called[r->side_of[seat]] == 0)
      return false;
  return !au_bids_hidden(r, s) &&
         (h->side_bid != NULL || h->bid_points != NULL ||
          h->gold_points != NULL);
}

/* The points by which these hooks differ from the tables for a side that makes
** its bid. They see what the variables keep of answers. */
static au_status hooked_points(const au_rules *r, const au_odds *o,
                               const au_state *s, int side, float *more) {
  const au_hooks *h = &r->hooks;
  uint8_t seat = (uint8_t)__builtin_ctz(r->seats_of[side]);
  int taken = au_side_taken(r, s, seat), bid = au_side_bid(r, s, seat);
  int made = bid > taken ? bid : taken, gold = 0;
  *more =
      -o->points[au_at_most(bid, AU_ODDS_LAST)][au_at_most(made, AU_ODDS_LAST)];
  if (h->side_bid != NULL && h->side_bid(h->ctx, r, s, side, &bid) != AU_OK)
    return AU_EHOOK;
  made = bid > taken ? bid : taken;
  int points = au_score_bid(r, bid, made);
  if (h->bid_points != NULL &&
      h->bid_points(h->ctx, r, s, side, bid, made, &points) != AU_OK)
    return AU_EHOOK;
  *more += (float)points;
  for (unsigned seats = r->seats_of[side]; seats != 0; seats &= seats - 1)
    gold += au_score_gold(r, s->gold[__builtin_ctz(seats)]);
  points = gold;
  if (h->gold_points != NULL &&
      h->gold_points(h->ctx, r, s, side, &points) != AU_OK)
    return AU_EHOOK;
  *more += (float)(points - gold);
  return AU_OK;
}

/* The lead of the side of 'seat' to expect in an open round. */
static au_status value_for(const au_rules *r, const au_odds *o,
                           const au_state *s, uint8_t seat, float *out) {
  au_set cards = own_cards(r, s, seat);
  int own = r->side_of[seat], seats = au_count(r->seats_of[own]);
  int left = au_count(s->hand[seat]);
  float usual, excess = (float)au_strength(r, s, cards, &usual) - usual;
  float value = 0;
  excess = usual > 0 && left > 0
               ? excess * (float)au_count(cards) / (usual * (float)left)
               : 0;
  for (int side = 0; side < r->side_n; side++) {
    uint8_t of = side == own ? seat : (uint8_t)__builtin_ctz(r->seats_of[side]);
    float strength =
        side == own ? 1 + excess
                    : 1 - excess * (float)seats / (float)(r->players - seats);
    float points = side_points(r, o, s, of, side == own, left, strength);
    float more = 0;
    if (hooks_score(r, s) && hooked_points(r, o, s, side, &more) != AU_OK)
      return AU_EHOOK;
    points += more;
    value += side == own ? points : -points / (float)(r->side_n - 1);
  }
  for (au_set left_in = cards; left_in != 0; left_in &= left_in - 1)
    value += o->pick[r->deck.rank_of[au_first(left_in)]];
  *out = value * (float)(s->times != 0 ? s->times : 1);
  return AU_OK;
}

/* The value of an answer of the seat on turn. */
static au_status value_of(const au_rules *r, const au_odds *o,
                          const au_state *from, unsigned answer, float *value) {
  au_state s;
  au_score score;
  uint8_t seat = from->turn;
  double reward[AU_SEAT_MAX];
  au_state_copy(&s, from);
  au_status status =
      au_state_do(r, &s, au_answer_action(seat, s.ask - 1u, answer), &score);
  /* An answer of several cards is completed by default. */
  for (int i = 1;
       i < AU_ASK_CARDS && status == AU_OK && s.phase == AU_PHASE_ASK &&
       s.turn == seat && (s.answer[seat] & AU_BEGUN) != 0;
       i++) {
    au_action next = 0;
    status = au_state_default(r, &s, &next);
    if (status == AU_OK)
      status = au_state_do(r, &s, next, &score);
  }
  if (status != AU_OK)
    return status;
  if (au_state_open(&s))
    return value_for(r, o, &s, seat, value);
  au_reward(r, AU_GOAL_LEAD, &s, &score, reward);
  *value = (float)reward[r->side_of[seat]];
  return AU_OK;
}

au_status au_quick_answer(const au_rules *r, const au_odds *o,
                          const au_state *s, uint32_t most_n, au_action *a) {
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  au_state from;
  unsigned usual;
  float most = 0, value = 0;
  au_status status = au_ask_default(r, s, &usual);
  if (status == AU_OK)
    status = au_ask_choices(r, s, &c);
  if (status != AU_OK)
    return status;
  *a = au_answer_action(s->turn, s->ask - 1u, usual);
  uint32_t all = au_choices_count(q, &c), n = all < TRIED ? all : TRIED;
  if (n < 2 || n > most_n)
    return AU_OK;
  au_state_copy(&from, s);
  blind(r, &from);
  status = answer_others(r, &from);
  if (status == AU_OK)
    status = value_of(r, o, &from, usual, &most);
  most += enough;
  for (uint32_t i = 0; i < n && status == AU_OK; i++) {
    unsigned answer = au_choices_at(q, &c, i * all / n);
    if (answer == usual)
      continue;
    status = value_of(r, o, &from, answer, &value);
    if (status != AU_OK || value <= most)
      continue;
    most = value;
    *a = au_answer_action(s->turn, s->ask - 1u, answer);
  }
  return status;
}
