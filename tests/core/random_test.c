/* random_test.c: the properties that hold at every step of random play.
**
** They are checked for each edition, house rule and number of players, and for
** knobs that no edition sets:
**   - The state is sound, and cards and gold are conserved.
**   - Undo restores every byte.
**   - The core lists the same legal actions as a plain reading of RULES. Any
**     other action is refused and touches nothing.
**   - A view does not depend on what its seat cannot see. A world drawn from
**     it looks the same and can be played out.
**   - Records and positions restore the game. */
#include "helper.h"

#include "record.h"

enum {
  STEPS = FEW ? 20000 : 100000,
  KNOB_STEPS = FEW ? 6000 : 30000,
  TRAIL = 8
};

typedef struct walk {
  const char *name;
  au_rules r;
  au_game g;
  au_seed seed;          /* of the deals of this game */
  au_rng rng;            /* for all random choices here */
  au_set gone;           /* base cards of the tricks settled in this round */
  au_state trail[TRAIL]; /* the last states, the latest first */
  int trail_n;
  int step, game;
} walk;

/* True once in n steps. */
static bool now_and_then(walk *w, uint32_t n) {
  return au_rng_below(&w->rng, n) == 0;
}

#define want(w, condition)                                                  \
  do {                                                                      \
    if (!(condition))                                                       \
      fail_msg("%s, game %d, step %d: %s", (w)->name, (w)->game, (w)->step, \
               #condition);                                                 \
  } while (0)

/* ---- The plain reading ------------------------------------------------ */

static char suit_of(const au_rules *r, au_card c) {
  char name[AU_CARD_TEXT];
  au_card_text(&r->deck, c, name);
  return name[0];
}

/* RULES 6.3: is a base card of this suit in the trick? */
static bool suit_is_in(const au_rules *r, const au_state *s, au_card c) {
  for (int i = 0; i < s->trick.n; i++)
    if (suit_of(r, s->trick.card[i]) == suit_of(r, c))
      return true;
  return false;
}

static bool holds_gold(const au_rules *r, const au_state *s, au_card c) {
  return suit_of(r, c) == 'G' &&
         au_gold_count(s->gold[s->turn], r->deck.rank_of[c]) > 0;
}

/* RULES 4.1 and the knob zero_bid. */
static int plain_bids(const au_rules *r, const au_state *s, au_action *out) {
  int n = 0;
  for (int down = 0; down <= (r->zero_bid ? 1 : 0); down++)
    for (au_card c = 0; c < AU_KIND_MAX; c++)
      if (au_has(s->hand[s->turn], c))
        out[n++] = au_bid_action(s->turn, c, down == 1);
  return n;
}

static bool pays(const au_rules *r, const au_state *s, au_card c) {
  return holds_gold(r, s, c) && r->deck.rank_of[c] >= r->change_price;
}

/* RULES 5.1, 5.2 and the knobs change_of, change_price. */
static int plain_changes(const au_rules *r, const au_state *s, au_action *out) {
  int n = 0;
  out[n++] = au_keep_action(s->turn);
  for (au_card g = 0; g < AU_KIND_MAX; g++)
    for (unsigned of = 0; of < AU_SEAT_MAX && pays(r, s, g); of++) {
      bool mine = of == s->turn;
      bool ours = of < (unsigned)r->players &&
                  r->side_of[of] == r->side_of[s->turn] &&
                  r->change_of == AU_CHANGE_SIDE;
      for (au_card c = 0; c < AU_KIND_MAX && (mine || ours); c++)
        if (au_has(s->hand[s->turn], c))
          out[n++] = au_change_action(s->turn, g, c, of);
    }
  return n;
}

/* The knob follow = "must": the seat holds a card of the led suit, but this
** card is not one. */
static bool fails_duty(const au_rules *r, const au_state *s, au_card c) {
  char led = 0;
  for (int i = s->trick.n - 1; i >= 0; i--)
    if (suit_of(r, s->trick.card[i]) != 'G')
      led = suit_of(r, s->trick.card[i]);
  for (au_card d = 0; d < AU_KIND_MAX; d++)
    if (au_has(s->hand[s->turn], d) && suit_of(r, d) == led)
      return suit_of(r, c) != led;
  return false;
}

/* RULES 6.3 and the knob follow. */
static bool may_follow(const au_rules *r, const au_state *s, au_card c) {
  return r->follow == AU_FOLLOW_BARRED ? !suit_is_in(r, s, c)
         : r->follow == AU_FOLLOW_MUST ? !fails_duty(r, s, c)
                                       : true;
}

/* RULES 6.2 to 6.4 and the knobs follow, gold_leads. */
static int plain_plays(const au_rules *r, const au_state *s, au_action *out) {
  int n = 0;
  bool gold = s->trick.n > 0 || r->gold_leads;
  for (au_card c = 0; c < AU_KIND_MAX; c++)
    if (au_has(s->hand[s->turn], c) && may_follow(r, s, c))
      out[n++] = au_play_action(s->turn, c);
  bool base = n > 0;
  for (au_card c = 0; c < AU_KIND_MAX && gold; c++)
    if (holds_gold(r, s, c))
      out[n++] = au_play_action(s->turn, c);
  if (!base)
    out[n++] = au_pass_action(s->turn);
  return n;
}

static int plain_legal(const au_rules *r, const au_state *s, au_action *out) {
  switch ((au_phase)s->phase) {
  case AU_PHASE_BID:
    return plain_bids(r, s, out);
  case AU_PHASE_CHANGE:
    return plain_changes(r, s, out);
  case AU_PHASE_PLAY:
    return plain_plays(r, s, out);
  case AU_PHASE_DEAL:
  case AU_PHASE_OVER:
  case AU_PHASE_ASK: /* these rules ask nothing */
  case AU_PHASE_N:
    break;
  }
  return 0;
}

static bool listed(const au_action *list, int n, au_action a) {
  for (int i = 0; i < n; i++)
    if (list[i] == a)
      return true;
  return false;
}

/* Compare the core's list, its cards and its draw with the plain list. */
static void check_legal(walk *w) {
  static au_action fast[AU_ACTION_MAX], plain[AU_ACTION_MAX];
  const au_state *s = &w->g.state;
  au_action drawn;
  au_set cards, in_list = 0;
  bool pass;
  int n = -1, m = plain_legal(&w->r, s, plain);
  want(w, au_state_legal(&w->r, s, fast, &n) == AU_OK);
  want(w, n == m && memcmp(fast, plain, (size_t)n * sizeof *fast) == 0);
  want(w, (n == 0) == (s->phase == AU_PHASE_DEAL || s->phase == AU_PHASE_OVER));
  want(w, au_state_random(&w->r, s, &w->rng, &drawn) == AU_OK);
  want(w, n == 0 ? drawn == 0 : listed(plain, n, drawn));
  want(w, au_state_cards(&w->r, s, &cards, &pass) == AU_OK);
  for (int i = 0; i < n; i++) {
    au_action_kind kind = au_action_what(plain[i]);
    if (kind != AU_ACT_PASS && kind != AU_ACT_KEEP)
      in_list |= au_bit(au_action_card(plain[i]));
  }
  want(w, n == 0 || cards == in_list);
  want(w, pass == (n > 0 && plain[n - 1] == au_pass_action(s->turn)));
}

/* Try one action: it must be legal exactly if the plain list has it. */
static void ask(walk *w, const au_action *plain, int n, au_action a) {
  au_status status = au_state_why(&w->r, &w->g.state, a, NULL);
  if (status != (listed(plain, n, a) ? AU_OK : AU_EILLEGAL))
    fail_msg("%s, game %d, step %d: %x is judged %d", w->name, w->game, w->step,
             (unsigned)a, (int)status);
}

/* Try every action that fits an au_action. */
static void check_every_action(walk *w) {
  static au_action plain[AU_ACTION_MAX];
  int n = plain_legal(&w->r, &w->g.state, plain);
  unsigned turn = w->g.state.turn & 7;
  for (unsigned seat = 0; seat < 8; seat++) {
    ask(w, plain, n, au_keep_action(seat));
    ask(w, plain, n, au_pass_action(seat));
    for (au_card c = 0; c < AU_KIND_MAX; c++) {
      ask(w, plain, n, au_play_action(seat, c));
      ask(w, plain, n, au_bid_action(seat, c, false));
      ask(w, plain, n, au_bid_action(seat, c, true));
    }
  }
  for (au_card gold = 0; gold < AU_KIND_MAX; gold++)
    for (au_card c = 0; c < AU_KIND_MAX; c++)
      for (unsigned of = 0; of < 8; of++)
        ask(w, plain, n, au_change_action(turn, gold, c, of));
}

/* Try a random integer, usually one that is wrong in one field only. */
static void check_refused(walk *w) {
  au_state s = w->g.state;
  uint64_t bits = au_rng_next(&w->rng);
  au_action a = (au_action)(bits >> 32) >> (bits & 15);
  if (bits & 16) /* of the seat on turn */
    a = (a & ~(7u << 3)) | (s.turn & 7u) << 3;
  if (au_state_why(&w->r, &s, a, NULL) == AU_OK)
    return;
  au_undo undo = {.before = {.round = 77}};
  want(w, au_state_apply(&w->r, &s, a, &undo) == AU_EILLEGAL);
  want(w, memcmp(&s, &w->g.state, sizeof s) == 0);
  want(w, undo.before.round == 77);
}

/* ---- Cards and gold --------------------------------------------------- */

/* Check that every base card and every gold card is in exactly one place. */
static void check_conserved(walk *w) {
  const au_state *s = &w->g.state;
  au_set all = w->gone | s->extras;
  int cards = au_count(w->gone) + au_count(s->extras);
  au_gold gold = s->supply + au_trick_gold(&w->r.deck, &s->trick);
  for (int i = 0; i < w->r.players; i++) {
    all |= s->hand[i];
    cards += au_count(s->hand[i]);
    gold += s->gold[i];
    if (s->bid[i] == AU_NONE)
      continue;
    all |= au_bit(s->bid[i]);
    cards++;
  }
  for (int i = 0; i < s->trick.n; i++)
    if (suit_of(&w->r, s->trick.card[i]) != 'G') {
      all |= au_bit(s->trick.card[i]);
      cards++;
    }
  want(w, all == w->r.deck.base);
  want(w, cards == au_count(w->r.deck.base));
  want(w, gold == w->r.gold_all);
}

/* Note the cards that were removed with a settled trick. */
static void note_gone(walk *w, const au_state *before, au_action a) {
  if (w->g.state.tricks == before->tricks)
    return;
  for (int i = 0; i < before->trick.n; i++)
    if (suit_of(&w->r, before->trick.card[i]) != 'G')
      w->gone |= au_bit(before->trick.card[i]);
  if (suit_of(&w->r, au_action_card(a)) != 'G')
    w->gone |= au_bit(au_action_card(a));
}

/* ---- Views ------------------------------------------------------------ */

/* The places of cards: hands, bids, extras. */
enum { PLACE_BID = AU_SEAT_MAX, PLACE_EXTRAS = 2 * AU_SEAT_MAX };

/* List the hidden cards of a view with the place of each. */
static int hidden_cards(const au_state *s, const au_view *v, au_card *card,
                        int *place) {
  int n = 0;
  for (au_set set = v->unseen; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    int at = -1;
    for (int i = 0; i < AU_SEAT_MAX; i++) {
      if (au_has(s->hand[i], c))
        at = i;
      if (s->bid[i] == c)
        at = PLACE_BID + i;
    }
    if (au_has(s->extras, c))
      at = PLACE_EXTRAS;
    assert_true(at >= 0); /* an unseen card has a place */
    card[n] = c;
    place[n++] = at;
  }
  return n;
}

static void swap_in_set(au_set *set, au_card a, au_card b) {
  if (au_has(*set, a) != au_has(*set, b))
    *set ^= au_bit(a) | au_bit(b);
}

/* Swap two cards in all places, including bids in the log. */
static void swap_cards(au_state *s, au_entry *log, uint32_t n, au_card a,
                       au_card b) {
  swap_in_set(&s->extras, a, b);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    swap_in_set(&s->hand[i], a, b);
    if (s->bid[i] == a || s->bid[i] == b)
      s->bid[i] = s->bid[i] == a ? b : a;
  }
  for (uint32_t i = 0; i < n; i++) {
    au_card c = au_action_card(log[i]);
    if (au_action_what(log[i]) == AU_ACT_BID && (c == a || c == b))
      log[i] = au_bid_action(au_action_seat(log[i]), c == a ? b : a,
                             au_action_down(log[i]));
  }
}

/* In a simultaneous bidding with bids of 0, turn over another seat's bid. */
static void turn_a_bid(walk *w, au_state *s, au_entry *log, uint32_t n,
                       uint8_t seat) {
  if (!w->r.zero_bid || w->r.bidding != AU_BIDDING_HIDDEN ||
      s->phase != AU_PHASE_BID || n == 0)
    return;
  uint32_t i = au_rng_below(&w->rng, n);
  unsigned of = au_action_seat(log[i]);
  if (of == seat)
    return;
  s->down ^= (uint8_t)(1 << of);
  log[i] = au_bid_action(of, au_action_card(log[i]), !au_action_down(log[i]));
}

static void same_view(walk *w, const au_view *v, const au_state *s,
                      const au_entry *log, uint32_t n) {
  static au_view other;
  memset(&other, 0x5a, sizeof other);
  au_view_make(&w->r, s, log, n, v->seat, &other);
  want(w, au_view_size(&other) == au_view_size(v));
  want(w, memcmp(&other, v, au_view_size(v)) == 0);
}

/* Swap cards that the seat cannot see: its view stays the same,
** byte for byte. */
static void check_view(walk *w) {
  static au_view v;
  static au_entry log[AU_LOG_MAX];
  au_card card[AU_KIND_MAX];
  int place[AU_KIND_MAX];
  uint8_t seat = (uint8_t)au_rng_below(&w->rng, (uint32_t)w->r.players);
  au_state s = w->g.state;
  uint32_t n;
  const au_entry *real = au_game_round_log(&w->g, &n);
  if (n > 0)
    memcpy(log, real, n * sizeof *log);
  memset(&v, 0xa5, sizeof v);
  au_view_of(&w->r, &w->g, seat, &v);
  int hidden = hidden_cards(&s, &v, card, place);
  for (int i = 0; i < 4 && hidden > 1; i++) {
    uint32_t a = au_rng_below(&w->rng, (uint32_t)hidden);
    uint32_t b = au_rng_below(&w->rng, (uint32_t)hidden);
    want(w, place[a] != seat && place[a] != PLACE_BID + seat);
    swap_cards(&s, log, n, card[a], card[b]);
  }
  turn_a_bid(w, &s, log, n, seat);
  same_view(w, &v, &s, log, n);
}

/* Play to the end of the round. */
static void play_out(walk *w, au_state *s) {
  for (int i = 0; s->phase != AU_PHASE_DEAL && s->phase != AU_PHASE_OVER; i++) {
    au_action a;
    want(w, i < AU_LOG_MAX);
    want(w, au_state_random(&w->r, s, &w->rng, &a) == AU_OK);
    want(w, au_state_apply(&w->r, s, a, NULL) == AU_OK);
    want(w, au_state_check(&w->r, s, NULL) == AU_OK);
  }
}

/* Check that a sampled world looks the same to the seat, and can
** be played out. */
static void check_sample(walk *w) {
  static au_view v;
  uint8_t seat = (uint8_t)au_rng_below(&w->rng, (uint32_t)w->r.players);
  uint32_t n;
  const au_entry *log = au_game_round_log(&w->g, &n);
  au_state s;
  au_view_of(&w->r, &w->g, seat, &v);
  want(w, au_view_sample(&w->r, &v, &w->rng, &s) == AU_OK);
  want(w, au_state_check(&w->r, &s, NULL) == AU_OK);
  same_view(w, &v, &s, log, n);
  want(w, s.hand[seat] == w->g.state.hand[seat]);
  if (w->r.follow == AU_FOLLOW_MUST && !w->r.zero_bid && log != NULL)
    want(w, follows_suit(&w->r, &s, log, n));
  if (now_and_then(w, 8))
    play_out(w, &s);
}

/* ---- Undo, positions, records ----------------------------------------- */

/* Take back some steps and do them again. */
static void check_game_undo(walk *w) {
  static au_game copy;
  int back = 1 + (int)au_rng_below(&w->rng, (uint32_t)w->trail_n);
  want(w, au_game_copy(&copy, &w->g) == AU_OK);
  for (int i = 0; i < back; i++) {
    want(w, au_game_undo(&w->r, &copy) == AU_OK);
    want(w, memcmp(&copy.state, &w->trail[i], sizeof copy.state) == 0);
  }
  au_game_free(&copy);
}

static void check_position(walk *w) {
  static au_game other;
  au_text token = {0};
  au_position p;
  char why[AU_WHY_TEXT] = "";
  au_position_write(&w->r, &w->g, w->name, "0123456789abcdef", &token);
  want(w, au_position_parse(token.at, &p, why) == AU_OK);
  want(w, au_position_load(&w->r, &p, &other, why) == AU_OK);
  want(w, memcmp(&other.state, &w->g.state, sizeof other.state) == 0);
  au_text_free(&token);
  au_game_free(&other);
}

static void no_difference(void *ctx, const char *what, const char *expected,
                          const char *got) {
  const walk *w = ctx;
  fail_msg("%s, game %d, step %d: record: %s: expected %s, got %s", w->name,
           w->game, w->step, what, expected, got);
}

/* Write the game, read it and replay it. A game that is not over ends here by a
** fault of seat 1; the record omits keeps after its last card. */
static void check_record(walk *w) {
  static au_game other;
  static const au_fault fault = {1, 1, 0, false, "play", "error", "message"};
  const au_state *s = &w->g.state;
  bool over = s->phase == AU_PHASE_OVER;
  au_record_head head = {w->name,          "0123456789abcdef",   "seed \"1\"",
                         {"a", "b", NULL}, over ? NULL : &fault, !over};
  au_text line = {0};
  au_record *rec = NULL;
  char why[AU_WHY_TEXT] = "";
  au_record_write(&w->r, &w->g, &head, &line);
  want(w, line.n > 0 && line.at[line.n - 1] == '\n');
  if (au_record_parse(line.at, line.n - 1, &rec, why) != AU_OK)
    fail_msg("%s, game %d, step %d: record: %s", w->name, w->game, w->step,
             why);
  want(w, au_record_replay(&w->r, rec, head.digest, &other, no_difference, w) ==
              AU_OK);
  bool kept = s->phase == AU_PHASE_CHANGE ||
              (s->phase == AU_PHASE_PLAY && s->trick.n == 0);
  want(w, kept || memcmp(&other.state, s, sizeof *s) == 0);
  want(w, au_record_claim(rec) == (over ? s->winners : (1 << w->r.side_n) - 2));
  au_record_free(rec);
  au_text_free(&line);
  au_game_free(&other);
}

/* ---- Walking ---------------------------------------------------------- */

static void check_all(walk *w) {
  char why[AU_WHY_TEXT] = "";
  if (au_state_check(&w->r, &w->g.state, why) != AU_OK)
    fail_msg("%s, game %d, step %d: %s", w->name, w->game, w->step, why);
  if (w->g.round_n > 0)
    check_conserved(w);
  check_legal(w);
  check_refused(w);
  if (now_and_then(w, 4))
    check_view(w);
  if (now_and_then(w, 8))
    check_sample(w);
  if (now_and_then(w, 64) && w->trail_n > 0)
    check_game_undo(w);
  if (now_and_then(w, 128))
    check_position(w);
  if (now_and_then(w, w->g.state.phase == AU_PHASE_OVER ? 4 : 512))
    check_record(w);
  if (now_and_then(w, 1000))
    check_every_action(w);
}

/* Deal, or do a random action by apply, undo and apply. */
static void step(walk *w) {
  au_state before = w->g.state, s = before;
  memmove(w->trail + 1, w->trail, (TRAIL - 1) * sizeof *w->trail);
  w->trail[0] = before;
  if (w->trail_n < TRAIL)
    w->trail_n++;
  if (before.phase == AU_PHASE_DEAL) {
    deal_game(&w->r, &w->g, &w->seed);
    w->gone = 0;
    return;
  }
  au_action a;
  au_undo undo;
  want(w, au_state_random(&w->r, &s, &w->rng, &a) == AU_OK);
  want(w, au_state_apply(&w->r, &s, a, &undo) == AU_OK);
  want(w, au_game_apply(&w->r, &w->g, a) == AU_OK);
  want(w, memcmp(&s, &w->g.state, sizeof s) == 0);
  au_state_undo(&s, &undo);
  want(w, memcmp(&s, &before, sizeof s) == 0);
  note_gone(w, &before, a);
}

static void begin_game(walk *w) {
  char text[96];
  snprintf(text, sizeof text, "%s.%d", w->name, w->game);
  w->seed = seed_of(text);
  w->trail_n = 0;
  w->gone = 0;
  au_game_begin(&w->r, &w->g);
}

static void walk_rules(walk *w, int steps) {
  au_seed seed = seed_of(w->name);
  w->rng = rng_of(&seed, 0);
  w->game = 0;
  au_game_init(&w->g);
  begin_game(w);
  for (w->step = 0; w->step < steps; w->step++) {
    check_all(w);
    if (w->g.state.phase != AU_PHASE_OVER) {
      step(w);
      continue;
    }
    w->game++;
    begin_game(w);
  }
  assert_true(w->game > 10); /* several whole games, not one without an end */
  au_game_free(&w->g);
}

static void walk_edition(const char *of) {
  for (int h = 0; h < HOUSE_N; h++)
    for (int players = 3; players <= 4; players++) {
      static walk w;
      char name[64];
      snprintf(name, sizeof name, "%s%s", of, houses[h]);
      variant_rules(&w.r, name, players);
      w.name = name;
      walk_rules(&w, STEPS);
    }
}

static void test_de_2024(void **state) {
  (void)state;
  walk_edition("de-2024");
}

static void test_en_2023(void **state) {
  (void)state;
  walk_edition("en-2023");
}

static void test_fr_2023(void **state) {
  (void)state;
  walk_edition("fr-2023");
}

static void test_ru_2023(void **state) {
  (void)state;
  walk_edition("ru-2023");
}

static void test_bga(void **state) {
  (void)state;
  walk_edition("bga");
}

/* Knobs that no edition sets. */
static const struct {
  int players;
  const char *knobs;
} knob_walks[] = {
    {2, "hand=20"},
    {2, "hand=25 extras=hidden bidding=hidden"},
    {2, "hand=12 gold=15,15,15 changes=4 extras=hidden"},
    {3, "suits=BPSZ ranks=1,9 zero_bid=true bidding=hidden"},
    {3, "hand=16 sides=1,2,2 side_bid=sum zero_bid=true"},
    {4, "bidding=hidden"},
    {4, "extras=hidden"},
    {4, "extras=hidden bidding=hidden zero_bid=true"},
    {4, "zero_bid=true exact_bonus=10 over=nothing"},
    {4, "zero_bid=true change_of=own under=-5"},
    {4, "zero_bid=true side_bid=lowest hand=6 extras=hidden changes=2"},
    {4, "changes=2 change_of=own"},
    {4, "changes=3 last_window=false"},
    {4, "changes=4 side_bid=lowest nuggets=3"},
    {4, "changes=0 over=nothing"},
    {4, "side_bid=sum exact=1 exact_bonus=5 over=nothing under=-3"},
    {4, "zero_gold=first_round cumulative=true rounds=5 nuggets=0"},
    {4, "sides=1,2,3,4 gold_points=9,-1,-1,-1,-1,-1,-1,-1,-1"},
    {4, "sides=1,1,2,2 round_ties=sole_exact,exact,highest_gold"},
    {5, "ranks=1,11 hand=11 gold=5,2,2,2,1,1,1,1,1"},
    {5, "hand=10 gold=5,2,2,2,1,1,1,1,1 bidding=hidden game_ties=last_bid "
        "rounds=2"},
    {6, "hand=8 sides=1,2,1,2,1,2 gold=6,2,2,2,1,1,1,1,1"},
    {6, "hand=8 sides=1,2,3,1,2,3 gold=6,2,2,2 zero_bid=true changes=2 "
        "extras=hidden bidding=hidden"},
    {6, "suits=AQ ranks=0,23 hand=8 gold=6,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 "
        "gold_points=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,99"},
    {3, "follow=must hand=14 bidding=hidden extras=hidden"},
    {4, "follow=must"},
    {4, "follow=must hand=9 extras=hidden changes=2"},
    {4, "follow=must zero_bid=true gold_leads=true"},
    {6, "follow=must hand=8 gold=6,2,2,2,1,1,1,1,1 extras=hidden"},
    {4, "follow=free"},
    {5, "follow=free hand=10 gold=5,2,2,2 gold_leads=true next_leader=winner"},
    {4, "gold_leads=true last_window=false"},
    {2, "gold_leads=true hand=20 gold=15,15,15 zero_gold=first_round"},
    {4, "trick_to=lowest gold_to=highest"},
    {4, "trick_to=lowest gold_leads=true trick_ties=earlier"},
    {3, "next_leader=winner trick_ties=earlier gold_to=highest"},
    {4, "change_price=2 changes=2"},
    {4, "change_price=9 last_window=false"},
    {4, "over_each=-2 under_each=-1 over=nothing"},
    {6, "suits=AQ ranks=0,20 hand=7 gold=6,1 sides=1,1,1,1,1,2 side_bid=sum "
        "exact=99 over_each=99 under_each=-99 gold_points=99,99"},
};

static void test_knobs(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof knob_walks / sizeof *knob_walks; i++) {
    static walk w;
    knob_rules(&w.r, knob_walks[i].players, knob_walks[i].knobs);
    w.name = knob_walks[i].knobs;
    walk_rules(&w, KNOB_STEPS);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_de_2024), cmocka_unit_test(test_en_2023),
      cmocka_unit_test(test_fr_2023), cmocka_unit_test(test_ru_2023),
      cmocka_unit_test(test_bga),     cmocka_unit_test(test_knobs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
