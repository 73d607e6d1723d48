/* knowledge_test.c: what a seat knows of cards that moved in secret, against
** all histories that agree with what it was told.
**
** Decks are small, so that every deal can be listed. Each history is played on
** from it, with every hidden bid and answer, and kept while the seat is told
** the same as in the game: what it sees of the state, and which cards moved, or
** how many from where to where. The placements that remain are the worlds.
** Samples must be of these, each about as often as any other. */
#include "helper.h"

/* ---- Rules with secrets -------------------------------------------------- */

/* A move of the answer of a seat, of one of its cards, or of other cards. */
typedef enum verb {
  GIVE_LEFT,  /* each gives its answer to the left */
  GIVE_SHOWN, /* the same, and the seat across the table sees the card */
  PUT_ASIDE,  /* the first two seats lay their answers to the extras */
  SWAP_HANDS, /* the first seat and the second swap whole hands */
  SHOW_HAND,  /* the first seat shows its hand */
  TAKE_BID,   /* the answer becomes the seat's bid, the old bid comes back */
  GIVE_ON     /* each gives to the left, then the first two swap these cards */
} verb;

/* The cards that a seat may answer. */
typedef enum limit {
  ANY_CARD,
  LOWEST,     /* its lowest */
  LONG_SUIT,  /* those of the suit of which it has most */
  NOT_HIGHEST /* all but its highest, if it has others */
} limit;

/* What 'ask_done' also does, for all to see. */
typedef enum effect {
  NOTHING,
  TELL_SUIT,  /* keep the suit of the first seat's answer in a var until the
              ** next step */
  TELL_HIGHER /* make trump the suit of the higher of the first two answers */
} effect;

typedef struct rule {
  const char *name;
  int players;
  const char *knobs;
  au_when when;
  verb verb;
  bool early; /* each also gives to the left after the deal */
  bool show;  /* the first seat also shows its hand after the deal */
  limit limit;
  effect effect;
  int cards; /* of an answer */
} rule;

static const rule *now;
static au_asks asks;

static au_status hook_next(void *ctx, const au_rules *r, const au_state *s,
                           int ask, uint8_t *seats) {
  (void)ctx, (void)ask;
  uint8_t all = 0;
  for (int i = 0; i < r->players; i++)
    all |= (uint8_t)((s->hand[i] != 0) << i);
  bool every = all == (1 << r->players) - 1;
  *seats = s->answers > 0 || !every ? 0 : all;
  return AU_OK;
}

static int suit_of(const au_rules *r, au_card c) {
  return r->deck.suit_of[c];
}

static au_status hook_choices(void *ctx, const au_rules *r, const au_state *s,
                              int ask, uint8_t seat, au_choices *c) {
  (void)ctx;
  au_set hand = s->hand[seat], most = 0;
  if (strcmp(asks.ask[ask].name, "late") != 0)
    return AU_OK;
  for (int suit = 0; suit < r->deck.suit_n; suit++) {
    au_set own = 0;
    for (au_set set = hand; set != 0; set &= set - 1)
      if (suit_of(r, au_first(set)) == suit)
        own |= au_bit(au_first(set));
    if (au_count(own) > au_count(most))
      most = own;
  }
  if (now->limit == LOWEST)
    c->set = hand & (0 - hand);
  else if (now->limit == LONG_SUIT && au_count(most) >= now->cards)
    c->set = most;
  else if (now->limit == NOT_HIGHEST && au_count(hand) > 1)
    c->set = hand & ~au_bit(au_nth(hand, (uint32_t)au_count(hand) - 1));
  return AU_OK;
}

static au_status hook_default(void *ctx, const au_rules *r, const au_state *s,
                              int ask, uint8_t seat, au_choices *c) {
  (void)ctx, (void)r, (void)s, (void)ask, (void)seat;
  c->set &= 0 - c->set;
  return AU_OK;
}

static au_spot hand_of(int seat) {
  return (au_spot){AU_AT_HAND, (uint8_t)seat};
}

static void move_all(const au_rules *r, au_state *s, const au_state *before,
                     au_set cards, au_spot from, au_spot to, uint8_t see) {
  char why[AU_WHY_TEXT];
  for (; cards != 0; cards &= cards - 1)
    if (au_ask_move(r, s, before, au_first(cards), from, to, see, why) != AU_OK)
      fail_msg("%s", why);
}

static void give_left(const au_rules *r, au_state *s, const au_state *before,
                      bool shown) {
  int n = r->players;
  for (int i = 0; i < n; i++)
    move_all(r, s, before, au_answer_cards(before->answer[i]), hand_of(i),
             hand_of((i + 1) % n), (uint8_t)(shown ? 1 << ((i + 2) % n) : 0));
}

/* Do what 'ask_done' does for all to see. */
static void tell_more(const au_rules *r, au_state *s, const au_state *before) {
  au_card one = au_first(au_answer_cards(before->answer[0])),
          two = au_first(au_answer_cards(before->answer[1]));
  s->vars[0] = 0;
  if (now->effect == TELL_SUIT)
    s->vars[0] = (int16_t)(1 + suit_of(r, one));
  if (now->effect == TELL_HIGHER)
    s->trick.trump = (uint8_t)(1 + suit_of(r, one > two ? one : two));
}

static au_status hook_done(void *ctx, const au_rules *r, au_state *s, int ask) {
  (void)ctx;
  const au_state before = *s;
  au_spot extras = {AU_AT_EXTRAS, 0};
  verb what = strcmp(asks.ask[ask].name, "late") == 0    ? now->verb
              : strcmp(asks.ask[ask].name, "early") == 0 ? GIVE_LEFT
                                                         : SHOW_HAND;
  char why[AU_WHY_TEXT];
  if (what == now->verb)
    tell_more(r, s, &before);
  switch (what) {
  case GIVE_LEFT:
  case GIVE_SHOWN:
    give_left(r, s, &before, what == GIVE_SHOWN);
    break;
  case PUT_ASIDE:
    for (int i = 0; i < 2; i++)
      move_all(r, s, &before, au_answer_cards(before.answer[i]), hand_of(i),
               extras, 0);
    break;
  case SWAP_HANDS:
    move_all(r, s, &before, before.hand[0], hand_of(0), hand_of(1), 0);
    move_all(r, s, &before, before.hand[1], hand_of(1), hand_of(0), 0);
    break;
  case SHOW_HAND:
    for (au_set set = s->hand[s->first]; set != 0; set &= set - 1)
      if (au_ask_show(r, s, au_first(set), hand_of(s->first), 63, why) != AU_OK)
        fail_msg("%s", why);
    break;
  case TAKE_BID:
    for (int i = 0; i < 2; i++) {
      au_spot bid = {AU_AT_BID, (uint8_t)i};
      move_all(r, s, &before, au_bit(s->bid[i]), bid, hand_of(i), 0);
      move_all(r, s, &before, au_answer_cards(before.answer[i]), hand_of(i),
               bid, 0);
    }
    break;
  case GIVE_ON:
    give_left(r, s, &before, false);
    move_all(r, s, &before, au_answer_cards(before.answer[0]), hand_of(1),
             hand_of(0), 0);
    break;
  default:
    break;
  }
  return AU_OK;
}

static void add_ask(const char *name, au_when when) {
  au_ask *q = &asks.ask[asks.n++];
  *q = (au_ask){.when = (uint8_t)when, .kind = AU_ASK_CARD, .secret = true};
  q->cards = 1;
  strcpy(q->name, name);
}

static void begin(au_rules *r, const rule *t) {
  now = t;
  memset(&asks, 0, sizeof asks);
  if (t->early)
    add_ask("early", AU_WHEN_DEAL);
  if (t->show)
    add_ask("show", AU_WHEN_DEAL);
  add_ask("late", t->when);
  asks.ask[asks.n - 1].cards = (uint8_t)t->cards;
  au_rules_init(r, t->players);
  set_knobs(r, t->knobs);
  r->asks = &asks;
  r->hooks.ask_next = hook_next;
  r->hooks.ask_choices = hook_choices;
  r->hooks.ask_default = hook_default;
  r->hooks.ask_done = hook_done;
  finish_rules(r);
}

/* ---- What the seat is told ----------------------------------------------- */

enum { PLACES = 2 * AU_SEAT_MAX + 2 };

typedef struct told {
  au_state seen;
  uint8_t hand_n[AU_SEAT_MAX];
  uint8_t laid;
  uint8_t flow[PLACES][PLACES];               /* unseen cards that moved */
  uint8_t from[AU_KIND_MAX], to[AU_KIND_MAX]; /* of cards seen to move */
} told;

static unsigned place_of(const au_state *s, au_card c) {
  for (unsigned i = 0; i < AU_SEAT_MAX; i++) {
    if (au_has(s->hand[i], c))
      return i;
    if (s->bid[i] == c)
      return AU_SEAT_MAX + i;
  }
  return 2 * AU_SEAT_MAX + !au_has(s->extras, c);
}

/* What an action tells a seat. A seat sees a card that leaves or reaches its
** own hand or bid. */
static void tell(const au_rules *r, const au_state *before,
                 const au_state *after, uint8_t seat, told *out) {
  memset(out, 0, sizeof *out);
  au_state_look(r, after, seat, &out->seen);
  for (int i = 0; i < r->players; i++) {
    out->hand_n[i] = (uint8_t)au_count(after->hand[i]);
    out->laid |= (uint8_t)((after->bid[i] != AU_NONE) << i);
  }
  bool hidden = after->phase == AU_PHASE_BID && r->bidding == AU_BIDDING_HIDDEN;
  for (au_set set = r->deck.base; set != 0; set &= set - 1) {
    au_card c = au_first(set);
    unsigned from = place_of(before, c), to = place_of(after, c);
    unsigned bid = AU_SEAT_MAX + (unsigned)seat;
    bool own = from == seat || to == seat || from == bid || to == bid;
    if (from == to)
      continue;
    bool down = to >= AU_SEAT_MAX && to < 2 * AU_SEAT_MAX &&
                (hidden || (after->down >> (to - AU_SEAT_MAX) & 1));
    if (own || (!down && au_has(after->seen | after->known[seat], c))) {
      out->from[c] = (uint8_t)from;
      out->to[c] = (uint8_t)to;
    } else {
      out->flow[from][to]++;
    }
  }
}

/* ---- All histories ------------------------------------------------------- */

enum { WORLD_MAX = 1 << 17, WORLDS_MAX = 1000 };

typedef struct worlds {
  int n;
  au_state *state; /* WORLD_MAX of them */
} worlds;

static worlds have, next_ones;

static int compare(const void *a, const void *b) {
  return memcmp(a, b, sizeof(au_state));
}

/* Drop states that are there twice. */
static void join(worlds *w) {
  int kept = 0;
  qsort(w->state, (size_t)w->n, sizeof *w->state, compare);
  for (int i = 0; i < w->n; i++)
    if (kept == 0 || compare(&w->state[kept - 1], &w->state[i]) != 0)
      w->state[kept++] = w->state[i];
  w->n = kept;
}

/* Add a world if it tells the seat the same. What other seats know is not a
** part of it. */
static void keep(const au_rules *r, const au_state *before, au_state *s,
                 uint8_t seat, const told *want) {
  static told got;
  tell(r, before, s, seat, &got);
  if (memcmp(&got, want, sizeof got) != 0)
    return;
  for (int i = 0; i < AU_SEAT_MAX; i++)
    if (i != seat)
      s->known[i] = 0;
  if (next_ones.n == WORLD_MAX) {
    join(&next_ones);
    assert_true(next_ones.n < WORLD_MAX);
  }
  next_ones.state[next_ones.n++] = *s;
}

/* Place card number 'i' of 'card' and those after it. */
static void deal_on(const au_rules *r, au_deal *deal, const au_card *card,
                    int left, uint8_t seat, const au_state *before,
                    const told *want) {
  if (left == 0) {
    au_state s = *before;
    assert_int_equal(au_state_deal(r, &s, deal, NULL), AU_OK);
    keep(r, before, &s, seat, want);
    return;
  }
  for (int i = 0; i <= r->players; i++) {
    au_set *set = i < r->players ? &deal->hand[i] : &deal->extras;
    if (au_count(*set) >= (i < r->players ? r->hand : r->extra_n))
      continue;
    *set |= au_bit(*card);
    deal_on(r, deal, card + 1, left - 1, seat, before, want);
    *set &= ~au_bit(*card);
  }
}

static void list_deals(const au_rules *r, const au_game *g, uint8_t seat) {
  static told want;
  const au_round *round = &g->round[g->round_n - 1];
  au_deal deal = round->deal;
  au_card card[AU_KIND_MAX];
  au_state start;
  int n = 0;
  assert_int_equal(au_game_round_start(r, g, &start), AU_OK);
  tell(r, &round->before, &start, seat, &want);
  au_set open = deal.hand[seat];
  if (r->extras == AU_EXTRAS_SHOWN)
    open |= deal.extras;
  for (au_set set = r->deck.base & ~open; set != 0; set &= set - 1)
    card[n++] = au_first(set);
  for (int i = 0; i < r->players; i++)
    deal.hand[i] &= open;
  deal.extras &= open;
  next_ones.n = 0;
  deal_on(r, &deal, card, n, seat, &round->before, &want);
}

/* True if the seat cannot see which card this was. */
static bool is_hidden(const au_rules *r, const au_game *g, au_action a,
                      uint8_t seat) {
  if (au_action_seat(a) == seat)
    return false;
  return au_action_what(a) == AU_ACT_ANSWER ||
         (au_action_what(a) == AU_ACT_BID &&
          (au_action_down(a) || au_bids_hidden(r, &g->state)));
}

/* Play on all worlds by an action of the game. */
static bool play_on(const au_rules *r, const au_game *g, au_action a,
                    uint8_t seat, const told *want) {
  au_action list[AU_ACTION_MAX];
  worlds swap = have;
  have = next_ones;
  next_ones = swap;
  next_ones.n = 0;
  for (int i = 0; i < have.n; i++) {
    const au_state *s = &have.state[i];
    int n = 1;
    list[0] = a;
    if (is_hidden(r, g, a, seat))
      assert_int_equal(au_state_legal(r, s, list, &n), AU_OK);
    for (int k = 0; k < n; k++) {
      au_state t = *s;
      if (au_state_apply(r, &t, list[k], NULL) == AU_OK)
        keep(r, s, &t, seat, want);
    }
  }
  join(&next_ones);
  return next_ones.n < WORLD_MAX / 8;
}

/* The placement alone: hands, bids, extras, and which bids lie face down. */
static au_state placement(const au_state *s) {
  au_state p;
  memset(&p, 0, sizeof p);
  memcpy(p.hand, s->hand, sizeof p.hand);
  memcpy(p.bid, s->bid, sizeof p.bid);
  memcpy(p.answer, s->answer, sizeof p.answer);
  p.extras = s->extras;
  p.down = s->down;
  return p;
}

/* List the worlds of a seat into 'next_ones', by the round's log; false if
** there are too many. */
static bool list_worlds(const au_rules *r, const au_game *g, uint8_t seat) {
  static told want;
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  au_state s;
  list_deals(r, g, seat);
  assert_int_equal(au_game_round_start(r, g, &s), AU_OK);
  for (uint32_t i = 0; i < n; i++) {
    au_state before = s;
    au_action a = au_entry_action(log[i]);
    assert_int_equal(au_state_apply(r, &s, a, NULL), AU_OK);
    tell(r, &before, &s, seat, &want);
    if (!play_on(r, g, a, seat, &want))
      return false;
  }
  for (int i = 0; i < next_ones.n; i++)
    next_ones.state[i] = placement(&next_ones.state[i]);
  join(&next_ones);
  return next_ones.n <= WORLDS_MAX;
}

/* ---- Samples ------------------------------------------------------------- */

typedef struct tally {
  int samples, impossible, missing, uneven, views, deep;
} tally;

/* Draw samples of the game's view, and compare them with the worlds listed. */
static void check_samples(const au_rules *r, const au_view *v, au_rng *rng,
                          int times, tally *sum) {
  static int count[WORLD_MAX];
  int n = next_ones.n, missing = 0;
  assert_true(n > 0);
  au_sampler *sampler;
  assert_int_equal(au_sampler_new(r, v, &sampler), AU_OK);
  memset(count, 0, (size_t)n * sizeof *count);
  for (int i = 0; i < times * n; i++) {
    au_state s, key;
    assert_int_equal(draw_world(r, v, sampler, rng, i, &s), AU_OK);
    key = placement(&s);
    const au_state *at =
        bsearch(&key, next_ones.state, (size_t)n, sizeof key, compare);
    sum->samples++;
    if (at == NULL)
      sum->impossible++;
    else
      count[at - next_ones.state]++;
  }
  au_sampler_free(sampler);
  for (int i = 0; i < n; i++)
    missing += count[i] == 0;
  sum->missing += missing;
  sum->uneven += n > 1 && !is_even(count, n);
  sum->views++;
  sum->deep += v->deep;
}

/* The core lists the same worlds. */
static void check_list(const au_rules *r, const au_view *v) {
  static au_state list[WORLDS_MAX];
  uint32_t n = 0;
  assert_int_equal(au_view_worlds(r, v, list, WORLDS_MAX, &n), AU_OK);
  assert_int_equal(n, next_ones.n);
  for (uint32_t i = 0; i < n; i++) {
    au_state key = placement(&list[i]);
    assert_non_null(bsearch(&key, next_ones.state, n, sizeof key, compare));
  }
}

/* The cards in the hand of 'of', or its bid that lies face down, in all worlds
** listed: the view names these and no others. */
static void check_known(const au_rules *r, const au_view *v) {
  for (int of = 0; of < r->players; of++) {
    au_set sure = r->deck.base;
    for (int i = 0; i < next_ones.n; i++) {
      const au_state *s = &next_ones.state[i];
      bool down = v->s.bid[of] == AU_NONE && s->bid[of] != AU_NONE;
      sure &= s->hand[of] | (down ? au_bit(s->bid[of]) : 0);
    }
    if ((v->s.hand[of] & ~sure) != 0)
      fail_msg("%s: seat %d does not know that of seat %d", now->name,
               v->seat + 1, of + 1);
  }
}

#define THREE_SEATS "suits=BC ranks=1,5 hand=3 gold=4 zero_gold=every_round "
#define FOUR_SEATS  "suits=BC ranks=1,6 hand=3 gold=4 zero_gold=every_round "

static const rule rules[] = {
    {"give left", 3, THREE_SEATS "extras=hidden", AU_WHEN_BEFORE_TRICK,
     GIVE_LEFT, false, false, ANY_CARD, NOTHING, 1},
    {"give left, one sees it", 4, FOUR_SEATS, AU_WHEN_AFTER_TRICK, GIVE_SHOWN,
     false, false, ANY_CARD, NOTHING, 1},
    {"put aside", 3,
     "suits=BC ranks=1,6 hand=3 gold=4 extras=hidden "
     "zero_gold=every_round ",
     AU_WHEN_BEFORE_TRICK, PUT_ASIDE, false, false, ANY_CARD, NOTHING, 1},
    {"show, then give", 4, FOUR_SEATS, AU_WHEN_BEFORE_TRICK, GIVE_LEFT, false,
     true, ANY_CARD, NOTHING, 1},
    {"show, put aside", 3, THREE_SEATS "extras=hidden", AU_WHEN_AFTER_TRICK,
     PUT_ASIDE, true, true, ANY_CARD, NOTHING, 1},
    {"show, bids face down", 4, FOUR_SEATS "zero_bid=true", AU_WHEN_AFTER_TRICK,
     GIVE_SHOWN, false, true, ANY_CARD, NOTHING, 1},
    {"show, bids face down, suits followed", 4,
     FOUR_SEATS "zero_bid=true follow=must", AU_WHEN_AFTER_TRICK, GIVE_LEFT,
     false, true, ANY_CARD, NOTHING, 1},
    {"show, hidden bids", 3, THREE_SEATS "zero_bid=true bidding=hidden",
     AU_WHEN_BEFORE_TRICK, GIVE_LEFT, true, true, ANY_CARD, NOTHING, 1},
    {"early and late, bids face down", 4, FOUR_SEATS "zero_bid=true",
     AU_WHEN_AFTER_TRICK, GIVE_LEFT, true, false, ANY_CARD, NOTHING, 1},
    {"take up a bid", 4, FOUR_SEATS "zero_bid=true", AU_WHEN_BEFORE_TRICK,
     TAKE_BID, false, false, ANY_CARD, NOTHING, 1},
    {"hidden bids", 3, THREE_SEATS "bidding=hidden zero_bid=true", AU_WHEN_BIDS,
     GIVE_LEFT, true, false, ANY_CARD, NOTHING, 1},
    {"suits followed", 4, FOUR_SEATS "follow=must", AU_WHEN_AFTER_TRICK,
     GIVE_LEFT, true, false, ANY_CARD, NOTHING, 1},
    {"suits followed, bids face down", 3,
     THREE_SEATS "follow=must zero_bid=true", AU_WHEN_BEFORE_TRICK, GIVE_LEFT,
     false, false, ANY_CARD, NOTHING, 1},
    {"swap hands", 3, THREE_SEATS "extras=hidden", AU_WHEN_AFTER_TRICK,
     SWAP_HANDS, false, false, ANY_CARD, NOTHING, 1},
    {"give on", 4, FOUR_SEATS, AU_WHEN_AFTER_TRICK, GIVE_ON, true, false,
     ANY_CARD, NOTHING, 1},
    {"give the lowest", 4, FOUR_SEATS, AU_WHEN_AFTER_TRICK, GIVE_LEFT, false,
     false, LOWEST, NOTHING, 1},
    {"give of the long suit", 3, THREE_SEATS "extras=hidden",
     AU_WHEN_BEFORE_TRICK, GIVE_LEFT, false, false, LONG_SUIT, NOTHING, 1},
    {"give, tell a suit", 4, FOUR_SEATS, AU_WHEN_AFTER_TRICK, GIVE_LEFT, false,
     false, NOT_HIGHEST, TELL_SUIT, 1},
    {"put aside, make trump", 3, THREE_SEATS "extras=hidden",
     AU_WHEN_BEFORE_TRICK, PUT_ASIDE, false, true, NOT_HIGHEST, TELL_HIGHER, 1},
    {"take up the lowest", 4, FOUR_SEATS "zero_bid=true", AU_WHEN_BEFORE_TRICK,
     TAKE_BID, false, false, LOWEST, NOTHING, 1},
    {"early, long suit, suits followed", 4, FOUR_SEATS "follow=must",
     AU_WHEN_AFTER_TRICK, GIVE_LEFT, true, false, LONG_SUIT, NOTHING, 1},
    {"give two of the long suit", 3,
     "suits=BC ranks=1,6 hand=4 gold=4 zero_gold=every_round", AU_WHEN_BIDS,
     GIVE_LEFT, false, false, LONG_SUIT, NOTHING, 2},
    {"hidden bids, lowest", 3, THREE_SEATS "bidding=hidden zero_bid=true",
     AU_WHEN_BIDS, GIVE_LEFT, true, false, LOWEST, TELL_SUIT, 1},
};

static void check_rule(const rule *t, tally *sum) {
  enum { VIEWS = FEW ? 1 : 6, GAMES_MAX = 40, EACH = 30 };
  au_rules r;
  au_seed seed = seed_of(t->name);
  au_rng rng = rng_of(&seed, 1);
  begin(&r, t);
  for (int i = 0; i < GAMES_MAX && sum->deep < VIEWS; i++) {
    au_game g;
    seed.key[0]++;
    au_game_init(&g);
    au_game_begin(&r, &g);
    deal_game(&r, &g, &seed);
    while (au_state_open(&g.state)) {
      au_action a;
      uint8_t seat = (uint8_t)au_rng_below(&rng, (uint32_t)r.players);
      bool whole =
          g.state.phase != AU_PHASE_ASK || g.state.pending == g.state.asked;
      if (g.log_n > 4 && whole && au_rng_below(&rng, 3) == 0) {
        static au_view v;
        au_view_of(&r, &g, seat, &v);
        if ((v.deep || v.past_n > 0 || au_rng_below(&rng, 8) == 0) &&
            list_worlds(&r, &g, seat)) {
          check_known(&r, &v);
          check_list(&r, &v);
          check_samples(&r, &v, &rng, EACH, sum);
        }
      }
      assert_int_equal(au_state_random(&r, &g.state, &rng, &a), AU_OK);
      assert_int_equal(au_game_apply(&r, &g, a), AU_OK);
    }
    au_game_free(&g);
  }
}

static void test_worlds(void **state) {
  (void)state;
  int wrong = 0, samples = 0;
  have.state = malloc(WORLD_MAX * sizeof *have.state);
  next_ones.state = malloc(WORLD_MAX * sizeof *next_ones.state);
  assert_true(have.state != NULL && next_ones.state != NULL);
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    tally sum = {0};
    check_rule(&rules[i], &sum);
    print_message("%s: %d views (%d deep), %d samples, %d impossible, %d "
                  "missing, %d uneven\n",
                  rules[i].name, sum.views, sum.deep, sum.samples,
                  sum.impossible, sum.missing, sum.uneven);
    samples += sum.samples;
    wrong += sum.impossible + sum.missing + sum.uneven;
  }
  free(have.state);
  free(next_ones.state);
  assert_int_equal(wrong, 0);
  assert_true(samples >= (FEW ? 6000 : 24000));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
