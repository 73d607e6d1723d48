/* sample_test.c: samples of a view are uniform over the worlds that agree with
** it. RULES 10.
**
** Decks are tiny, so that every world can be listed. The test tries every way
** to place the cards that the seat has not located. It keeps the worlds whose
** view is the same byte for byte, and that are possible where suits must be
** followed. */
#include "helper.h"

enum { WORLD_MAX = 2000 };

typedef struct search {
  const au_rules *r;
  const au_game *g;
  au_view view; /* the view that the worlds must have */
  au_state s;   /* the world that is being filled */
  au_card card[AU_KIND_MAX];
  int card_n;                    /* cards to place */
  int room[2 * AU_SEAT_MAX + 1]; /* free places in hands, bids, extras */
  au_state world[WORLD_MAX];
  int world_n;
} search;

static search find;

/* Make the round's log with the bids of 's'; changes stay. */
static uint32_t log_with(const search *f, const au_state *s, au_entry *out) {
  uint32_t n;
  const au_entry *log = au_game_round_log(f->g, &n);
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    out[i] = log[i];
    changed = changed || au_action_what(log[i]) == AU_ACT_CHANGE;
  }
  for (uint32_t i = 0; i < n && !changed; i++) {
    unsigned seat = au_action_seat(log[i]);
    if (au_action_what(log[i]) == AU_ACT_BID)
      out[i] = au_bid_action(seat, s->bid[seat], s->down >> seat & 1);
  }
  return n;
}

/* True if the round can be played to 's', dealt so that the log leads there. */
static bool replays(const search *f, const au_state *s, const au_entry *log,
                    uint32_t n) {
  au_deal deal = {.first = s->first, .extras = s->extras};
  au_state t;
  memcpy(deal.hand, s->hand, sizeof deal.hand);
  for (uint32_t i = n; i-- > 0;) {
    au_action a = au_entry_action(log[i]);
    au_set card = au_bit(au_action_card(a)) & f->r->deck.base;
    if (au_action_what(a) == AU_ACT_CHANGE)
      deal.hand[au_action_seat(a)] ^= card | au_bit(replaced_by(log, i));
    else if (au_action_what(a) == AU_ACT_PLAY ||
             au_action_what(a) == AU_ACT_BID)
      deal.hand[au_action_seat(a)] |= card;
  }
  for (int i = 0; i < f->r->players; i++)
    deal.gold[i] = au_deal_gold(f->r, 1);
  au_state_init(f->r, &t);
  if (au_state_deal(f->r, &t, &deal, NULL) != AU_OK)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (au_state_apply(f->r, &t, au_entry_action(log[i]), NULL) != AU_OK)
      return false;
  memcpy(t.known, s->known, sizeof t.known); /* samples do not know it */
  return memcmp(&t, s, sizeof t) == 0;
}

/* The same if a card that lay face down was taken up: it may be any card. */
static bool could_be(const search *f, const au_state *s, au_entry *log,
                     uint32_t n) {
  uint32_t secret = n;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (au_action_what(log[i]) == AU_ACT_BID && au_action_down(log[i]) &&
          au_action_seat(log[i]) != f->view.seat &&
          au_action_what(log[k]) == AU_ACT_CHANGE &&
          au_action_of(log[k]) == au_action_seat(log[i]))
        secret = i;
  if (secret == n)
    return replays(f, s, log, n);
  for (au_set set = f->r->deck.base; set != 0; set &= set - 1) {
    log[secret] =
        au_bid_action(au_action_seat(log[secret]), au_first(set), true);
    if (replays(f, s, log, n))
      return true;
  }
  return false;
}

static void keep_world(search *f) {
  static au_entry log[AU_LOG_MAX];
  static au_view v;
  uint32_t n = log_with(f, &f->s, log);
  au_view_make(f->r, &f->s, log, n, f->view.seat, &v);
  if (au_view_size(&v) != au_view_size(&f->view) ||
      memcmp(&v, &f->view, au_view_size(&v)) != 0)
    return;
  if ((f->r->follow == AU_FOLLOW_MUST || au_view_needs_replay(f->r)) &&
      !could_be(f, &f->s, log, n))
    return;
  assert_true(f->world_n < WORLD_MAX);
  f->world[f->world_n++] = f->s;
}

/* Turn over the other bids that are laid in every way, where that is secret. */
static void turn_cards(search *f, int seat) {
  if (seat >= f->r->players || seat >= AU_SEAT_MAX) {
    keep_world(f);
    return;
  }
  uint8_t bit = (uint8_t)(1 << seat), down = f->s.down;
  turn_cards(f, seat + 1);
  if (f->r->zero_bid && f->s.bid[seat] != AU_NONE && seat != f->view.seat) {
    f->s.down = down ^ bit;
    turn_cards(f, seat + 1);
    f->s.down = down;
  }
}

/* Place card number 'i' and all after it wherever there is space. */
static void lay_cards(search *f, int i) {
  if (i == f->card_n) {
    turn_cards(f, 0);
    return;
  }
  au_set bit = au_bit(f->card[i]);
  for (int place = 0; place <= 2 * AU_SEAT_MAX; place++) {
    if (f->room[place] == 0)
      continue;
    au_set *set = place < AU_SEAT_MAX ? &f->s.hand[place] : &f->s.extras;
    au_card *bid = place >= AU_SEAT_MAX && place < 2 * AU_SEAT_MAX
                       ? &f->s.bid[place - AU_SEAT_MAX]
                       : NULL;
    f->room[place]--;
    if (bid != NULL)
      *bid = f->card[i];
    else
      *set |= bit;
    lay_cards(f, i + 1);
    if (bid == NULL)
      *set &= ~bit;
    f->room[place]++;
  }
}

/* List the worlds that look to 'seat' like the game. */
static void find_worlds(const au_rules *r, const au_game *g, uint8_t seat) {
  search *f = &find;
  au_set cards = 0;
  memset(f, 0, sizeof *f);
  f->r = r;
  f->g = g;
  f->s = g->state;
  au_view_of(r, g, seat, &f->view);
  memcpy(f->s.known, f->view.s.known, sizeof f->s.known);
  for (int i = 0; i < r->players; i++) {
    if (i == seat)
      continue;
    f->room[i] = au_count(f->s.hand[i]);
    cards |= f->s.hand[i];
    f->s.hand[i] = 0;
    if (f->s.bid[i] == AU_NONE)
      continue;
    f->room[AU_SEAT_MAX + i] = 1;
    cards |= au_bit(f->s.bid[i]);
  }
  f->room[2 * AU_SEAT_MAX] = au_count(f->s.extras);
  cards |= f->s.extras;
  f->s.extras = 0;
  for (; cards != 0; cards &= cards - 1)
    f->card[f->card_n++] = au_first(cards);
  lay_cards(f, 0);
}

static int compare(const void *a, const void *b) {
  return memcmp(a, b, sizeof(au_state));
}

/* Draw samples: each must be one of the worlds, and each world
** equally likely. */
static void check_samples(const au_rules *r, const au_game *g, uint8_t seat,
                          int worlds) {
  static int count[WORLD_MAX];
  au_seed seed = seed_of("samples");
  au_rng rng = rng_of(&seed, seat);
  find_worlds(r, g, seat);
  assert_int_equal(find.world_n, worlds);
  qsort(find.world, (size_t)worlds, sizeof *find.world, compare);
  memset(count, 0, sizeof count);
  for (int i = 0; i < 100 * worlds; i++) {
    au_state s;
    assert_int_equal(au_view_sample(r, &find.view, &rng, &s), AU_OK);
    const au_state *at =
        bsearch(&s, find.world, (size_t)worlds, sizeof s, compare);
    assert_non_null(at);
    count[at - find.world]++;
  }
  assert_true(worlds == 1 || is_even(count, worlds));
}

/* Start a game of these rules and do some actions; seat 1 is first. */
static void begin(au_rules *r, au_game *g, int players, const char *knobs,
                  const char *actions) {
  static const char *const none[AU_SEAT_MAX] = {"", "", "", "", "", ""};
  char text[32];
  knob_rules(r, players, knobs);
  au_deal deal = deal_of(r, 0, none);
  au_game_init(g);
  au_game_begin(r, g);
  assert_int_equal(au_game_deal(r, g, &deal, NULL), AU_OK);
  while (next_part(&actions, text))
    if (au_game_apply(r, g, action_of(r, &g->state, text)) != AU_OK)
      fail_msg("not legal: %s", text);
}

typedef struct world_case {
  const char *name;
  int players;
  const char *knobs, *actions;
  uint8_t seat;
  int worlds;
} world_case;

/* Two players hold B1 B2 and B3 C1, out of B1 B2 B3 C1 C2 C3. Three hold B1 B2,
** B3 B4 and C1 C2, out of B1 .. B4 C1 .. C4. There are two extras each time. */
#define SIX   "suits=BC ranks=1,3 hand=2 gold=3,1,1,1 "
#define EIGHT "suits=BC ranks=1,4 hand=2 gold=4,1,1,1,1 "

/* Rules where the led suit must be followed. Three players hold all of B, C
** and P, and S is left over. Four hold B1 .. B4, B5 C1 .. C3, C4 C5 P1 P2
** and P3 P4 P5 S1. */
#define SIXTEEN "suits=BCPS ranks=1,4 hand=4 gold=3,1 follow=must "
#define TRICK                                                    \
  "bid B1, bid C1, bid P1, keep, keep, keep, play B2, play C2, " \
  "play P2"
#define TWENTY                                              \
  "suits=BCPS ranks=1,5 hand=4 gold=4,1,1,1,1,1 changes=0 " \
  "follow=must next_leader=winner "

static const world_case world_cases[] = {
    {"extras shown", 2, SIX, "", 0, 1},
    {"extras hidden", 2, SIX "extras=hidden", "", 0, 6},
    {"a bid face up", 2, SIX "extras=hidden", "bid B1", 1, 3},
    {"hidden bid", 2, SIX "extras=hidden bidding=hidden", "bid B1", 1, 12},
    {"hidden bid, own", 2, SIX "extras=hidden bidding=hidden", "bid B1", 0, 6},
    {"hidden bid, shown extras", 2, SIX "bidding=hidden", "bid B1", 1, 2},
    {"hidden bid, either way up", 2,
     SIX "extras=hidden bidding=hidden zero_bid=true", "bid -B1", 1, 24},
    {"bids revealed", 2, SIX "extras=hidden bidding=hidden", "bid B1, bid B3",
     0, 3},
    {"a bid of 0", 2, SIX "extras=hidden zero_bid=true", "bid -B1", 1, 12},
    {"a bid of 0 after the rest", 2, SIX "extras=hidden zero_bid=true",
     "bid B1, bid -B3", 0, 12},
    {"a bid of 0, played on", 2, SIX "extras=hidden zero_bid=true",
     "bid B1, bid -B3, keep, keep, play B2", 0, 12},
    {"a bid known to be back", 2, SIX "extras=hidden",
     "bid B1, bid B3, keep, change G0 C1 of 2", 0, 1},
    {"three players", 3, EIGHT "extras=hidden", "", 0, 90},
    {"three players, none hidden", 3, EIGHT, "", 0, 6},
    {"three players, two bids hidden", 3, EIGHT "bidding=hidden",
     "bid B1, bid B3", 2, 24},
    {"three players, all hidden", 3, EIGHT "extras=hidden bidding=hidden",
     "bid B1, bid B3", 2, 360},
    {"three players, own bid known", 3, EIGHT "extras=hidden bidding=hidden",
     "bid B1, bid B3", 1, 180},
    {"three players, all bids laid", 3, EIGHT "extras=hidden bidding=hidden",
     "bid B1, bid B3, bid C1", 1, 12},
    {"a card back in a hand", 3, EIGHT "extras=hidden",
     "bid B1, bid B3, bid C1, change G0 B2 of 1", 2, 3},
    {"a face-down card back, to others", 3,
     EIGHT "extras=hidden zero_bid=true sides=1,2,1",
     "bid -B1, bid B3, bid C1, keep, keep, change G0 C2 of 1", 1, 12},
    {"a face-down card back, to its seat", 3,
     EIGHT "extras=hidden zero_bid=true sides=1,2,1",
     "bid -B1, bid B3, bid C1, keep, keep, change G0 C2 of 1", 0, 3},
    {"the hand of who passed", 3, EIGHT "extras=hidden changes=0",
     "bid B1, bid B3, bid C1, play B2, pass", 2, 1},
    {"nobody has shown a lack", 3, SIXTEEN "extras=hidden",
     "bid B1, bid C1, bid P1, keep, keep, keep, play B2", 2, 1260},
    {"a lack of suits all located", 3, SIXTEEN "extras=hidden", TRICK, 0, 420},
    {"one hand lacks a suit", 3, SIXTEEN "extras=hidden", TRICK, 2, 225},
    {"no extras to take the suit", 3, SIXTEEN, TRICK, 2, 1},
    {"gold tells nothing", 3, SIXTEEN "extras=hidden",
     "bid B1, bid C1, bid P1, keep, keep, keep, play B2, play G0, play P2", 2,
     1260},
    {"a card known to be back is of that suit", 3,
     SIXTEEN "extras=hidden sides=1,1,2",
     TRICK ", keep, keep, change G0 C3 of 1", 2, 75},
    {"three hands lack different suits", 4, TWENTY "extras=hidden",
     "bid B1, bid B5, bid C4, bid P3, play B2, play C3, play P2, play S1, "
     "play C2, play C5, play P4, play B3",
     2, 105},
    {"who lacks a suit may have laid it face down", 3, SIXTEEN "zero_bid=true",
     "bid B1, bid -C1, bid P1, keep, keep, keep, play B2, play C2, play P2", 2,
     9},
    {"a face-down card taken up after the lack", 3,
     SIXTEEN "zero_bid=true sides=1,1,2",
     "bid B1, bid -C1, bid P1, keep, keep, keep, play B2, play C2, play P2, "
     "keep, change G0 B3 of 2",
     2, 3},
    {"a face-down card taken up before it", 3,
     SIXTEEN "zero_bid=true sides=1,1,2",
     "bid B1, bid -C1, bid P1, change G0 B3 of 2, keep, keep, play B2, "
     "play C2, play P2",
     2, 3},
    {"a face-down card taken up and played", 3,
     SIXTEEN "zero_bid=true sides=1,1,2",
     "bid -B1, bid C1, bid P1, keep, change G0 C3 of 1, keep, play B2, "
     "play B1, play P2",
     2, 6},
    {"a hidden bid where suits must be followed", 3,
     SIXTEEN "zero_bid=true bidding=hidden", "bid -B1", 1, 560},
};

static void check_case(const world_case *t, const au_hooks *hooks) {
  au_rules r;
  au_game g;
  begin(&r, &g, t->players, t->knobs, t->actions);
  if (hooks != NULL) {
    set_knobs(&r, "follow=free");
    r.hooks = *hooks;
    finish_rules(&r);
  }
  find_worlds(&r, &g, t->seat);
  if (find.world_n != t->worlds)
    fail_msg("%s: %d worlds, not %d", t->name, find.world_n, t->worlds);
  check_samples(&r, &g, t->seat, t->worlds);
  au_game_free(&g);
}

static void test_uniform(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof world_cases / sizeof *world_cases; i++)
    check_case(&world_cases[i], NULL);
}

/* Where a hook judges legal plays, each draw is judged by replaying the round.
** This hook does what the knob 'follow' can do: the worlds must be the same,
** and equally likely. */
static au_status must_follow(void *ctx, const au_rules *r, const au_state *s,
                             au_set *cards, bool *pass) {
  au_set suit = s->hand[s->turn] & au_trick_led(&r->deck, &s->trick);
  (void)ctx;
  if (suit == 0)
    return AU_OK;
  *cards = (*cards & r->deck.gold) | suit;
  *pass = false;
  return AU_OK;
}

static void test_judged(void **state) {
  (void)state;
  au_hooks hooks = {.legal = must_follow};
  int n = 0;
  for (size_t i = 0; i < sizeof world_cases / sizeof *world_cases; i++)
    if (strstr(world_cases[i].knobs, "follow=must") != NULL) {
      check_case(&world_cases[i], &hooks);
      n++;
    }
  assert_int_equal(n, 12);
}

/* Hands and extras of unusual sizes, as a hook may deal them. */
static au_status no_change(void *ctx, const au_rules *r, const au_state *s,
                           au_deal *deal) {
  (void)ctx, (void)r, (void)s, (void)deal;
  return AU_OK;
}

static void test_dealt_by_hook(void **state) {
  (void)state;
  static const char *const names[] = {"B1", "B2 B3"};
  au_rules r;
  au_game g;
  knob_rules(&r, 2, SIX "extras=hidden");
  r.hooks.deal = no_change;
  finish_rules(&r);
  au_deal deal = deal_of(&r, 0, names);
  deal.hand[0] = set_of(&r, "B1"); /* deal_of fills the rest */
  deal.extras = set_of(&r, "C1 C2 C3");
  au_game_init(&g);
  au_game_begin(&r, &g);
  assert_int_equal(au_game_deal(&r, &g, &deal, NULL), AU_OK);
  check_samples(&r, &g, 0, 10);
  check_samples(&r, &g, 1, 4);
  au_game_free(&g);
}

/* Full decks: cards that are not dealt or lie face down do appear,
** equally often. */
static void check_places(const au_rules *r, const au_game *g, uint8_t seat) {
  enum { DRAWS = 4000 };
  static int extra[AU_KIND_MAX], bid[AU_KIND_MAX], hand[AU_KIND_MAX];
  static au_view v;
  au_seed seed = seed_of("places");
  au_rng rng = rng_of(&seed, 0);
  int n = 0;
  memset(extra, 0, sizeof extra);
  memset(bid, 0, sizeof bid);
  memset(hand, 0, sizeof hand);
  au_view_of(r, g, seat, &v);
  au_card place[AU_KIND_MAX];
  for (au_set set = v.unseen; set != 0; set &= set - 1)
    place[n++] = au_first(set);
  for (int i = 0; i < DRAWS; i++) {
    au_state s = g->state;
    assert_int_equal(au_view_sample(r, &v, &rng, &s), AU_OK);
    for (int c = 0; c < n; c++) {
      extra[c] += au_has(s.extras, place[c]);
      bid[c] += s.bid[0] == place[c];
      hand[c] += au_has(s.hand[2], place[c]);
    }
  }
  assert_true(is_even(hand, n));
  assert_true(r->extras == AU_EXTRAS_SHOWN || is_even(extra, n));
  assert_true(r->bidding == AU_BIDDING_OPEN || is_even(bid, n));
}

static void test_full_size(void **state) {
  (void)state;
  static const struct {
    int players;
    const char *knobs;
  } cases[] = {{3, "suits=BPSZ ranks=1,9 bidding=hidden gold=3,1"},
               {4, "extras=hidden"},
               {4, "extras=hidden bidding=hidden"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    au_rules r;
    au_game g;
    begin(&r, &g, cases[i].players, cases[i].knobs, "bid B5");
    check_places(&r, &g, 1);
    au_game_free(&g);
  }
}

/* ---- Positions built by hand, views that contradict themselves ----------- */

/* Check that each of some samples is sound and looks to the seat
** like the game. */
static void check_built(const au_rules *r, const au_game *g, uint8_t seat) {
  static au_view v, again;
  au_seed seed = seed_of("built");
  au_rng rng = rng_of(&seed, seat);
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  au_view_of(r, g, seat, &v);
  for (int i = 0; i < 200; i++) {
    au_state s;
    assert_int_equal(au_view_sample(r, &v, &rng, &s), AU_OK);
    assert_sound(r, &s);
    au_view_make(r, &s, log, n, seat, &again);
    assert_memory_equal(&again.s, &v.s, sizeof v.s);
    assert_true(again.unseen == v.unseen);
    assert_memory_equal(again.hand_n, v.hand_n, sizeof v.hand_n);
  }
}

static void do_all(const au_rules *r, au_game *g, const char *texts) {
  char text[32];
  while (next_part(&texts, text))
    assert_int_equal(au_game_apply(r, g, action_of(r, &g->state, text)), AU_OK);
}

static const char *const two_each[] = {"B1 C1 P1", "B2 C2 P2", "B3 C3 P3"};

/* RULES 6: if a position was built in the middle of a trick, nobody knows which
** suit was led before the cards on the table. */
static void test_built_in_a_trick(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  knob_rules(&r, 3,
             "suits=BCPS ranks=1,4 hand=4 gold=3,1 follow=must "
             "changes=0 zero_gold=never");
  au_state s = table_of(&r, 0, "S1 S2 S3", two_each, NULL);
  act(&r, &s, "play B1");
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  check_built(&r, &g, 1);
  do_all(&r, &g, "play B2");
  check_built(&r, &g, 2);
  do_all(&r, &g, "play B3");
  check_built(&r, &g, 0);
  au_game_free(&g);
}

/* A bid that was laid at the start is put back where a change took it from. */
static void test_built_with_bids(void **state) {
  (void)state;
  static const char *const gold[] = {"G0 G1", "G0", "G0"};
  au_rules r;
  au_game g;
  knob_rules(&r, 3,
             "suits=BCPS ranks=1,4 hand=4 gold=3,1 follow=must "
             "zero_bid=true extras=hidden sides=1,1,2");
  au_state s = table_of(&r, 0, "S1 S2 S3", two_each, gold);
  s.phase = AU_PHASE_CHANGE;
  s.extras = set_of(&r, "B4 C4 P4 S4");
  s.seen &= ~s.extras;
  au_game_init(&g);
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  do_all(&r, &g, "change G0 C1 of 2");
  for (uint8_t seat = 0; seat < 3; seat++)
    check_built(&r, &g, seat);
  do_all(&r, &g, "change G0 P2 of 1, keep");
  for (uint8_t seat = 0; seat < 3; seat++)
    check_built(&r, &g, seat);
  /* a card known to be in the hand is not the one that lay face down */
  s.seen |= set_of(&r, "B1");
  s.seen &= ~set_of(&r, "S2");
  s.down = 1 << 1;
  assert_int_equal(au_game_begin_at(&r, &g, &s, NULL), AU_OK);
  do_all(&r, &g, "change G0 C1 of 2");
  for (uint8_t seat = 0; seat < 3; seat++)
    check_built(&r, &g, seat);
  au_game_free(&g);
}

/* Seats that lack a suit, where there are too few cards, or cards of
** that suit only. */
static void test_no_world(void **state) {
  (void)state;
  static au_view v;
  au_rules r;
  au_game g;
  au_state s;
  au_seed seed = seed_of("none");
  au_rng rng = rng_of(&seed, 0);
  begin(&r, &g, 3, SIXTEEN "extras=hidden", TRICK);
  au_view_of(&r, &g, 2, &v);
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_OK);
  au_set unseen = v.unseen;
  v.hand_n[1] = 60;
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_ESTATE);
  v.hand_n[1] = (uint8_t)au_count(g.state.hand[1]);
  v.unseen = unseen & set_of(&r, "B1 B2 B3 B4"); /* it did not follow to B2 */
  assert_true(au_count(v.unseen) >= v.hand_n[1]);
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_ESTATE);
  au_game_free(&g);
}

/* A hook that forbids what was done: no world is found, and the search ends. */
static bool forbids;

static au_status forbid(void *ctx, const au_rules *r, const au_state *s,
                        au_set *cards, bool *pass) {
  (void)ctx, (void)r, (void)s;
  if (forbids)
    *cards = 0, *pass = true;
  return AU_OK;
}

static void test_never_kept(void **state) {
  (void)state;
  static au_view v;
  au_rules r;
  au_game g;
  au_state s, before;
  au_seed seed = seed_of("never");
  au_rng rng = rng_of(&seed, 0);
  memset(&s, 0xa5, sizeof s);
  before = s;
  begin(&r, &g, 3, SIXTEEN "extras=hidden", "");
  r.hooks.legal = forbid; /* in addition to the knob */
  finish_rules(&r);
  do_all(&r, &g, TRICK);
  au_view_of(&r, &g, 2, &v);
  forbids = true;
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_EFULL);
  assert_memory_equal(&s, &before, sizeof s);
  forbids = false;
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_OK);
  assert_sound(&r, &s);
  au_game_free(&g);
}

/* Between rounds, extras lie where the last round's cards do. */
static void test_between_rounds(void **state) {
  (void)state;
  au_rules r;
  au_game g;
  au_view v;
  au_state s, standing;
  au_seed seed = seed_of("between");
  au_rng rng = rng_of(&seed, 0);
  begin(&r, &g, 3, SIXTEEN "extras=hidden", "");
  au_state_init(&r, &standing);
  standing.round = 7;
  standing.supply = r.gold_all;
  assert_int_equal(au_game_begin_at(&r, &g, &standing, NULL), AU_OK);
  au_view_of(&r, &g, 1, &v);
  assert_int_equal(au_view_sample(&r, &v, &rng, &s), AU_OK);
  assert_memory_equal(&s, &standing, sizeof s);
  assert_sound(&r, &s);
  au_game_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_uniform),
      cmocka_unit_test(test_judged),
      cmocka_unit_test(test_dealt_by_hook),
      cmocka_unit_test(test_full_size),
      cmocka_unit_test(test_built_in_a_trick),
      cmocka_unit_test(test_built_with_bids),
      cmocka_unit_test(test_no_world),
      cmocka_unit_test(test_never_kept),
      cmocka_unit_test(test_between_rounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
