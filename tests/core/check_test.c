/* check_test.c: states that violate the invariants of state.h, one at a time.
** The numbers are those of state.h. */
#include "helper.h"

static au_rules four, three;

/* A sound state in each phase, under the rules 'four'. */
static au_state sound_state(int phase) {
  static const char *const hands[] = {"B1 Z2 Z3", "B3 Z4", "C1 C2 S8",
                                      "P1 P2 S9"};
  static const char *const gold[] = {"G0 G1", "G0", "", "G8"};
  au_state s = table_of(&four, 1, "B10 C10 P10 S10", hands, gold);
  s.extras = set_of(&four, "Z9 Z10");
  s.tricks = s.taken[0] = 1;
  s.won = 0;
  s.award = card_of(&four, "G8");
  s.phase = (uint8_t)phase;
  if (phase == AU_PHASE_BID) {
    s.hand[3] |= au_bit(s.bid[3]);
    s.hand[0] |= au_bit(s.bid[0]);
    s.bid[3] = s.bid[0] = AU_NONE;
    s.seen &= ~(s.hand[3] | s.hand[0]);
    s.turn = 3;
  } else if (phase == AU_PHASE_PLAY) {
    act(&four, &s, "play B3, play C1");
  } else if (phase != AU_PHASE_CHANGE) {
    s.turn = AU_NONE;
    s.winners = phase == AU_PHASE_OVER;
  }
  return s;
}

static void test_sound(void **state) {
  (void)state;
  for (int phase = 0; phase <= AU_PHASE_OVER; phase++) {
    au_state s = sound_state(phase);
    assert_int_equal(s.phase, phase);
    assert_sound(&four, &s);
  }
}

/* Expect that the state is refused for this reason, with or without a
** buffer for it. */
static void unsound(const au_rules *r, const au_state *s, const char *reason) {
  char why[AU_WHY_TEXT] = "";
  assert_int_equal(au_state_check(r, s, NULL), AU_ESTATE);
  assert_int_equal(au_state_check(r, s, why), AU_ESTATE);
  assert_string_equal(why, reason);
}

/* Expect that one change to the sound state of a phase is refused. */
#define BREAK(phase, change, reason) \
  do {                               \
    au_state s = sound_state(phase); \
    change;                          \
    unsound(&four, &s, reason);      \
  } while (0)

static void test_cards(void **state) { /* invariant 1 */
  (void)state;
  const char *twice = "a card is in two places";
  au_card b1 = card_of(&four, "B1"), g0 = card_of(&four, "G0");
  BREAK(AU_PHASE_PLAY, s.hand[2] |= au_bit(b1), twice); /* in two hands */
  BREAK(AU_PHASE_PLAY, s.extras |= au_bit(b1), twice);  /* hand and extras */
  BREAK(AU_PHASE_PLAY, s.bid[2] = b1, twice);        /* in a hand and a bid */
  BREAK(AU_PHASE_PLAY, s.bid[2] = s.bid[1], twice);  /* in two bids */
  BREAK(AU_PHASE_PLAY, s.trick.card[0] = b1, twice); /* hand and trick */
  BREAK(AU_PHASE_PLAY, s.trick.card[0] = s.bid[1], twice); /* bid and trick */
  BREAK(AU_PHASE_PLAY, s.trick.card[1] = s.trick.card[0], twice);
  BREAK(AU_PHASE_OVER, s.hand[2] |= au_bit(b1), twice);
  BREAK(AU_PHASE_DEAL, s.hand[2] |= au_bit(b1), twice);
  const char *none = "a card is not in the deck";
  BREAK(AU_PHASE_PLAY, s.hand[0] |= au_bit(g0), none);
  BREAK(AU_PHASE_PLAY, s.extras |= au_bit(63), none);
  BREAK(AU_PHASE_PLAY, s.bid[0] = g0, "a bid or a play is not in the deck");
  BREAK(AU_PHASE_PLAY, s.bid[0] = 64, "a bid or a play is not in the deck");
}

/* Before the first deal there are no cards, and a bid must be an
** index or AU_NONE. */
static void test_cards_before(void **state) {
  (void)state;
  au_state s;
  au_state_init(&four, &s);
  s.bid[1] = 200;
  unsound(&four, &s, "nothing was dealt yet");
}

/* RULES 1.3: cards that three players do not have. */
static void test_cards_three(void **state) {
  (void)state;
  static const char *const hands[] = {"B1", "B2", "B3"};
  au_state s = table_of(&three, 0, "S1 S2 S3", hands, NULL);
  s.hand[0] |= set_of(&four, "C1");
  unsound(&three, &s, "a card is not in the deck");
  s = table_of(&three, 0, "S1 S2 S3", hands, NULL);
  s.trick.card[s.trick.n++] = card_of(&four, "B10");
  s.turn = 1;
  unsound(&three, &s, "a bid or a play is not in the deck");
}

static void test_gold(void **state) { /* invariant 2 */
  (void)state;
  const char *supply = "the supply is not the gold nobody has";
  const char *held = "more gold in the collections than there is";
  BREAK(AU_PHASE_PLAY, s.supply -= au_gold_one(5), supply);
  BREAK(AU_PHASE_PLAY, s.supply += au_gold_one(5), supply);
  BREAK(AU_PHASE_PLAY, s.gold[0] += au_gold_one(5),
        supply); /* not taken from it */
  BREAK(AU_PHASE_PLAY, s.gold[0] -= au_gold_one(0), supply); /* lost */
  BREAK(AU_PHASE_PLAY, s.gold[0] += au_gold_one(8), held);   /* seat 4 has it */
  BREAK(AU_PHASE_PLAY, s.gold[2] = 15 * au_gold_one(15), held);
  BREAK(AU_PHASE_PLAY, s.trick.card[1] = card_of(&four, "G5"), supply);
  BREAK(AU_PHASE_PLAY, s.trick.card[1] = card_of(&four, "G8"), held);
  const char *played = "more gold in the trick than there is";
  BREAK(AU_PHASE_PLAY, s.trick.card[1] = AU_NONE, played);
  BREAK(AU_PHASE_PLAY, s.trick.card[1] = 59, played);
  BREAK(AU_PHASE_PLAY, s.trick.card[0] = s.trick.card[1] = card_of(&four, "G5"),
        played);
}

static void test_trick(void **state) { /* invariant 3 */
  (void)state;
  BREAK(AU_PHASE_PLAY, s.trick.n = 5, "a phase, seat or count is out of range");
  BREAK(AU_PHASE_PLAY, s.turn = 2, "the wrong seat is to play");
  BREAK(AU_PHASE_PLAY, s.turn = 0, "the wrong seat is to play");
  BREAK(AU_PHASE_PLAY, s.trick.n = 1, "a card lies past the end of the trick");
  BREAK(AU_PHASE_PLAY, s.trick.leader = 2, "the wrong seat is to play");
  /* the trick is full, and the leader is on turn again */
  BREAK(AU_PHASE_PLAY,
        (s.trick.n = 4, s.turn = 1, s.trick.card[2] = card_of(&four, "P9"),
         s.trick.card[3] = card_of(&four, "S1")),
        "a card is due, but the trick is full");
  const char *change = "the seat on turn has no change to make";
  BREAK(AU_PHASE_CHANGE, s.turn = 2, change);        /* no gold */
  BREAK(AU_PHASE_CHANGE, empty_hand(&s, 1), change); /* no card */
  BREAK(AU_PHASE_CHANGE, s.changed = 1, change); /* its one change is made */
  BREAK(AU_PHASE_CHANGE, s.trick.card[s.trick.n++] = card_of(&four, "P9"),
        "a change after a card was played");
}

/* RULES 5.5: where the knob allows no change, no seat is asked for one. */
static void test_no_changes(void **state) {
  (void)state;
  au_rules r;
  variant_rules(&r, "en-2023", 4);
  set_knobs(&r, "changes=0");
  finish_rules(&r);
  au_state s = sound_state(AU_PHASE_CHANGE);
  unsound(&r, &s, "the seat on turn has no change to make");
  s.phase = AU_PHASE_PLAY;
  assert_sound(&r, &s);
}

static void test_bids(void **state) { /* invariant 4 */
  (void)state;
  const char *round = "the bids are not in turn from the first player";
  BREAK(AU_PHASE_BID, s.bid[2] = AU_NONE, "the wrong seat is to bid");
  BREAK(AU_PHASE_BID, s.bid[1] = AU_NONE, round);
  BREAK(AU_PHASE_BID, s.first = 2, round);
  BREAK(AU_PHASE_BID, s.turn = 0, "the wrong seat is to bid");
  BREAK(AU_PHASE_BID, (s.trick.n = 1, s.trick.card[0] = card_of(&four, "P9")),
        "a card was played before all bids were laid");
  BREAK(AU_PHASE_BID,
        (s.bid[3] = card_of(&four, "C9"), s.bid[0] = card_of(&four, "C8"),
         s.turn = 1),
        "a bid is due, but all bids are laid");
  BREAK(AU_PHASE_BID, empty_hand(&s, 3), "a seat has no card to bid");
  BREAK(AU_PHASE_BID, empty_hand(&s, 0), "a seat has no card to bid");
  au_state none = sound_state(AU_PHASE_BID); /* nobody bid before it */
  memset(none.bid, AU_NONE, sizeof none.bid);
  none.turn = none.first;
  empty_hand(&none, none.first);
  unsound(&four, &none, "a seat has no card to bid");
  BREAK(AU_PHASE_CHANGE, s.bid[2] = AU_NONE, "a bid is missing");
  BREAK(AU_PHASE_PLAY, s.bid[2] = AU_NONE, "a bid is missing");
}

static void test_taken(void **state) { /* invariant 5 */
  (void)state;
  const char *taken = "more tricks are taken than were played";
  BREAK(AU_PHASE_PLAY, s.taken[1] = 1, taken);
  BREAK(AU_PHASE_PLAY, (s.tricks = 0, s.won = s.award = AU_NONE), taken);
  au_state s = sound_state(AU_PHASE_PLAY);
  s.tricks = 5; /* a variant's tricks may have no winner */
  assert_sound(&four, &s);
}

/* Tricks that the hands can still make count too: au_position loads nothing
** that cannot be played to its end. */
static void test_tricks_left(void **state) { /* invariant 5 */
  (void)state;
  const char *many = "more tricks were played than a round can have";
  au_state good =
      sound_state(AU_PHASE_PLAY); /* nine cards each, an open trick */
  good.tricks = 90;
  assert_sound(&four, &good);
  BREAK(AU_PHASE_PLAY, s.tricks = 91, many);
  BREAK(AU_PHASE_PLAY, s.tricks = 186, many);
  BREAK(AU_PHASE_OVER, s.tricks = 101, many);
}

static void test_points(void **state) { /* invariant 6 */
  (void)state;
  const int32_t most = 1000000000, round = 2 * AU_POINTS_MAX;
  au_state good = sound_state(AU_PHASE_PLAY);
  good.points[0] = most;
  good.points[1] = -most;
  assert_sound(&four, &good);
  good = sound_state(AU_PHASE_DEAL); /* a round is over */
  good.points[0] = most + round;
  assert_sound(&four, &good);
  BREAK(AU_PHASE_PLAY, s.points[0] = most + 1, "points are out of range");
  BREAK(AU_PHASE_DEAL, s.points[1] = -most - round - 1,
        "points are out of range");
}

static void test_over(void **state) { /* invariant 7 */
  (void)state;
  const char *none = "a trick was won or awarded, but none was played";
  const char *winners = "the winners are not those of a round or game that "
                        "ended";
  BREAK(AU_PHASE_PLAY, s.tricks = s.taken[0] = 0, none);
  BREAK(AU_PHASE_PLAY, (s.tricks = s.taken[0] = 0, s.award = AU_NONE), none);
  BREAK(AU_PHASE_PLAY, s.passer = 0, "the seat that passed cannot have passed");
  BREAK(AU_PHASE_DEAL, s.passer = 4, "the seat that passed cannot have passed");
  BREAK(AU_PHASE_PLAY, s.round_winners = 1, winners);
  BREAK(AU_PHASE_PLAY, s.winners = 1, winners);
  BREAK(AU_PHASE_DEAL, s.winners = 1, winners);
  BREAK(AU_PHASE_DEAL, s.round_winners = 4, winners);
  BREAK(AU_PHASE_OVER, s.winners = 4, winners);
  BREAK(AU_PHASE_OVER, s.winners = 0, winners);
  const char *change = "a change was made, but none was due";
  BREAK(AU_PHASE_PLAY, s.changed = 1, change);
  BREAK(AU_PHASE_BID, s.changed = 1, change);
}

static void test_unused(void **state) { /* invariant 8 */
  (void)state;
  const char *side = "a side that does not play has points or nuggets";
  const char *down = "a bid lies face down that cannot";
  const char *zero = "a byte that must be 0 is not";
  BREAK(AU_PHASE_PLAY, s.points[2] = 1, side);
  BREAK(AU_PHASE_DEAL, s.nuggets[5] = 1, side);
  BREAK(AU_PHASE_PLAY, s.called[1] = 8,
        "a bid was called, but no question asks for one");
  BREAK(AU_PHASE_PLAY, s.times = 2, zero);
  BREAK(AU_PHASE_PLAY, s.down = 1, down); /* the knob 'zero_bid' is off */
  BREAK(AU_PHASE_PLAY, s.down = 64, zero);
  BREAK(AU_PHASE_PLAY, s.shown_n[0] = 1, zero);
  BREAK(AU_PHASE_PLAY, s.shown_n[AU_SEAT_MAX - 1] = 1, zero);
  au_state good;
  au_state_init(&four, &good);
  good.points[0] = -3;
  good.nuggets[1] = 2;
  good.vars[15] = 9;
  good.first = 3;
  assert_sound(&four, &good);
  good.extras = set_of(&four, "B1");
  unsound(&four, &good, "nothing was dealt yet");
}

static void test_seen(void **state) { /* invariant 9 */
  (void)state;
  const char *open = "a card that lies open was not seen by all";
  const char *hidden = "a hidden card was seen by all";
  BREAK(AU_PHASE_PLAY, s.seen = 0, open);
  BREAK(AU_PHASE_PLAY, s.seen &= ~au_bit(s.bid[2]), open);
  BREAK(AU_PHASE_PLAY, s.seen &= ~au_bit(s.trick.card[1]), open);
  BREAK(AU_PHASE_PLAY, s.seen &= ~s.extras, open);
  BREAK(AU_PHASE_PLAY, s.seen &= ~set_of(&four, "P9"),
        open); /* it was played */
  BREAK(AU_PHASE_PLAY, s.seen |= au_bit(63), "a card is not in the deck");
  BREAK(AU_PHASE_BID, s.seen |= s.hand[2], hidden);
  BREAK(AU_PHASE_DEAL, s.seen &= ~s.extras,
        open); /* the cards of the last round */
  BREAK(AU_PHASE_OVER, s.seen &= ~au_bit(s.bid[2]), open);
  au_state good =
      sound_state(AU_PHASE_PLAY); /* a card that came back to the hand */
  good.seen |= good.hand[2];
  assert_sound(&four, &good);
  au_state standing; /* between rounds no card is seen, not even a trick's */
  au_state_init(&four, &standing);
  standing.round = 7;
  standing.supply = four.gold_all;
  assert_sound(&four, &standing);
  standing.trick.n = 1;
  standing.trick.card[0] = card_of(&four, "B1");
  unsound(&four, &standing, open);
}

static void test_trick_cards(void **state) { /* invariant 3 */
  (void)state;
  au_card g5 = card_of(&four, "G5");
  BREAK(AU_PHASE_PLAY, (s.trick.card[0] = g5, s.supply -= au_gold_one(5)),
        "gold was led, which the rules forbid");
  BREAK(AU_PHASE_PLAY, s.trick.card[1] = card_of(&four, "B9"),
        "a suit is twice in the trick");
}

/* Ranges of values used as an index, of seats, and of the seat on turn. */
static void test_ranges(void **state) {
  (void)state;
  const char *range = "a phase, seat or count is out of range";
  BREAK(AU_PHASE_PLAY, s.phase = AU_PHASE_N, range);
  BREAK(AU_PHASE_PLAY, s.first = 4, range);
  BREAK(AU_PHASE_PLAY, s.trick.leader = 4, range);
  const char *last = "the last trick's winner or award is out of range";
  BREAK(AU_PHASE_PLAY, s.won = 4, last);
  BREAK(AU_PHASE_PLAY, s.award = card_of(&four, "B1"), last);
  BREAK(AU_PHASE_PLAY, s.award = 59, last);
  BREAK(AU_PHASE_PLAY, s.points[1] = INT32_MAX, "points are out of range");
  BREAK(AU_PHASE_PLAY, s.points[0] = INT32_MIN, "points are out of range");
  BREAK(AU_PHASE_PLAY, s.round = 0, "nothing was dealt yet");
  BREAK(AU_PHASE_BID, s.turn = AU_NONE, "no seat is on turn");
  BREAK(AU_PHASE_CHANGE, s.turn = 4, "no seat is on turn");
  BREAK(AU_PHASE_PLAY, s.turn = AU_NONE, "no seat is on turn");
  BREAK(AU_PHASE_DEAL, s.turn = 0, "a seat is on turn between rounds");
  BREAK(AU_PHASE_OVER, s.turn = 0, "a seat is on turn between rounds");
}

static void test_empty_seats(void **state) {
  (void)state;
  static const char *const hands[] = {"B1", "B2", "B3"};
  const char *reason = "a seat that is not at the table holds something";
  au_state good = table_of(&three, 0, "S1 S2 S3", hands, NULL), s;
  s = good;
  s.hand[3] = au_bit(0);
  unsound(&three, &s, reason);
  s = good;
  s.gold[4] = au_gold_one(1);
  unsound(&three, &s, reason);
  s = good;
  s.taken[5] = 1;
  unsound(&three, &s, reason);
  s = good;
  s.bid[3] = 0;
  unsound(&three, &s, reason);
}

int main(void) {
  variant_rules(&four, "en-2023", 4);
  variant_rules(&three, "en-2023", 3);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),        cmocka_unit_test(test_cards),
      cmocka_unit_test(test_cards_before), cmocka_unit_test(test_cards_three),
      cmocka_unit_test(test_gold),         cmocka_unit_test(test_trick),
      cmocka_unit_test(test_no_changes),   cmocka_unit_test(test_bids),
      cmocka_unit_test(test_taken),        cmocka_unit_test(test_tricks_left),
      cmocka_unit_test(test_points),       cmocka_unit_test(test_over),
      cmocka_unit_test(test_unused),       cmocka_unit_test(test_seen),
      cmocka_unit_test(test_trick_cards),  cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_empty_seats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
