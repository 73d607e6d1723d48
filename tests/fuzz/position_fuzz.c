/* position_fuzz.c: the libFuzzer target for position tokens.
**
** A token with the right checksum is what a person who wants to do harm would
** write, so the checksum is always computed here. The first bytes choose the
** rules and where the payload comes from: from the input, or from a game whose
** actions the input chooses, with some bytes of the payload changed. A token
** that loads must be sound, be written as a token that loads to the same state,
** and be playable to the end by all that plays: views, samples, searches. */
#include "../../core/aurum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { NODES = 200, PAYLOAD_MAX = 4096 };

static au_view view;
static au_odds odds; /* of the rules under test */
static au_node node[NODES];
static au_solver solver;
static au_solve_entry table[1 << 8];
static au_solution solution;

/* The rest of the input. */
typedef struct bytes {
  const uint8_t *at, *end;
} bytes;

static uint8_t next(bytes *in) {
  return in->at < in->end ? *in->at++ : 0;
}

static void broken(const char *what, const char *why) {
  fprintf(stderr, "position: %s: %s\n", what, why);
  abort();
}

static void check(bool good, const char *what) {
  if (!good)
    broken(what, "it does not hold");
}

/* ---- Rules ------------------------------------------------------------ */

static void set(au_rules *r, const char *name, int value) {
  const au_knob *knob = au_knob_find(name);
  check(knob != NULL && au_knob_write(r, knob, &value, 1) == AU_OK, name);
}

/* Rules chosen by three bytes; false if they do not fit each other. */
static bool make_rules(bytes *in, au_rules *r) {
  const au_knob *knob;
  char why[AU_WHY_TEXT];
  int players = 2 + next(in) % 5;
  unsigned a = next(in), b = next(in);
  au_rules_init(r, players);
  if (players == 5 || players == 6)
    set(r, "hand", 8);
  if (a & 1)
    set(r, "bidding", AU_BIDDING_HIDDEN);
  set(r, "zero_bid", a >> 1 & 1);
  set(r, "follow", (int)(a >> 2) % 3);
  set(r, "gold_leads", a >> 4 & 1);
  set(r, "changes", (int)(a >> 5) % 5);
  set(r, "side_bid", (int)b % 3);
  set(r, "extras", b >> 2 & 1);
  set(r, "zero_gold", (int)(b >> 3) % 3);
  set(r, "change_of", b >> 5 & 1);
  set(r, "cumulative", b >> 6 & 1);
  set(r, "last_window", b >> 7 & 1);
  if (b & 1)
    set(r, "rounds", 3);
  return au_rules_finish(r, &knob, why) == AU_OK;
}

/* ---- Tokens ----------------------------------------------------------- */

/* The token whose data are these bytes. */
static void put_token(au_text *token, const uint8_t *data, size_t n) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  static const au_seed key = {{0x706f736974696f6eu, 1}}; /* position.c */
  uint64_t sum = au_hash(&key, data, n);
  uint32_t bits = 0;
  int have = 0;
  au_text_put(token, "au1:v:0123456789abcdef:");
  for (size_t i = 0; i < n + 2; i++) {
    bits = bits << 8 | (i < n ? data[i] : (uint32_t)(sum >> 8 * (i - n) & 255));
    for (have += 8; have >= 6; have -= 6)
      au_text_add(token, &digits[bits >> (have - 6) & 63], 1);
  }
  if (have > 0)
    au_text_add(token, &digits[bits << (6 - have) & 63], 1);
}

/* The data of a token, without the checksum: how many bytes. */
static size_t get_payload(const char *token, uint8_t out[PAYLOAD_MAX]) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  uint32_t bits = 0;
  int have = 0;
  size_t n = 0;
  for (const char *c = strrchr(token, ':') + 1; *c && n < PAYLOAD_MAX; c++) {
    bits = bits << 6 | (uint32_t)(strchr(digits, *c) - digits);
    have += 6;
    if (have >= 8) {
      have -= 8;
      out[n++] = bits >> have & 255;
    }
  }
  return n - 2;
}

static bool load(const au_rules *r, const char *token, au_game *g) {
  char why[AU_WHY_TEXT];
  au_position p;
  return au_position_parse(token, &p, why) == AU_OK &&
         au_position_load(r, &p, g, why) == AU_OK;
}

/* A state that was loaded is written as a token of the same state. */
static void write_again(const au_rules *r, const au_game *g) {
  au_text token = {0};
  au_game copy;
  au_game_init(&copy);
  au_position_write(r, g, "v", "0123456789abcdef", &token);
  if (!token.failed) {
    check(load(r, token.at, &copy), "its own token loads");
    check(memcmp(&copy.state, &g->state, sizeof g->state) == 0,
          "its own token is of the same state");
  }
  au_text_free(&token);
  au_game_free(&copy);
}

/* ---- Playing on ------------------------------------------------------- */

static void check_state(const au_rules *r, const au_state *s,
                        const char *what) {
  char why[AU_WHY_TEXT];
  if (au_state_check(r, s, why) != AU_OK)
    broken(what, why);
}

/* The questions a bot may ask: samples, and a search in them. */
static void look(const au_rules *r, const au_game *g, au_rng *rng) {
  const au_state *s = &g->state;
  for (int seat = 0; seat < r->players; seat++) {
    au_state world;
    au_view_of(r, g, (uint8_t)seat, &view);
    if (au_view_sample(r, &view, rng, &world) == AU_OK) {
      au_score score;
      check_state(r, &world, "a sample is sound");
      (void)!au_state_playout(r, &world, rng, &score);
    }
  }
  if (!au_state_open(s))
    return;
  au_view_of(r, g, s->turn, &view);
  au_search t = {.r = r,
                 .v = &view,
                 .explore = 1,
                 .node = node,
                 .node_max = NODES,
                 .rng = *rng,
                 .odds = &odds,
                 .policy = {.choose = au_quick, .ctx = &odds}};
  au_search_begin(&t);
  for (int i = 0; i < 8 && au_search_tree(&t) == AU_OK; i++)
    ;
  au_problem problem = {.rules = r,
                        .state = s,
                        .nodes = 300,
                        .changes = true,
                        .side = r->side_of[s->turn]};
  solver.table = table;
  solver.size = sizeof table / sizeof *table;
  check(au_solve(&solver, &problem, &solution) == AU_OK, "it is solved");
  check(solution.lo <= solution.hi, "the solver's bounds are in order");
}

/* Play to the game's end by random actions. */
static void play_on(const au_rules *r, au_game *g, au_rng *rng) {
  static const au_seed seed = {{7, 7}};
  for (int i = 0; i < 500 && g->state.phase != AU_PHASE_OVER; i++) {
    au_state before = g->state;
    if (i % 61 == 60)
      look(r, g, rng);
    if (before.phase == AU_PHASE_DEAL) {
      au_deal deal;
      if (before.round == AU_ROUND_MAX ||
          au_deal_make(r, &before, &seed, &deal) != AU_OK)
        break;
      if (au_game_deal(r, g, &deal, NULL) != AU_OK)
        break;
    } else {
      au_action a = 0;
      check(au_state_random(r, &before, rng, &a) == AU_OK && a != 0,
            "there is a legal action");
      au_status status = au_game_apply(r, g, a);
      if (status == AU_EFULL)
        break;
      check(status == AU_OK, "it can be done");
      if (i % 7 == 0) { /* a replay of the round */
        check(au_game_undo(r, g) == AU_OK, "it can be undone");
        check(memcmp(&g->state, &before, sizeof before) == 0,
              "undo restores every byte");
        check(au_game_apply(r, g, a) == AU_OK, "it can be done again");
      }
    }
    check_state(r, &g->state, "a state on the way is sound");
  }
}

static void play_token(const au_rules *r, const uint8_t *payload, size_t n) {
  au_text token = {0}, line = {0};
  au_rng rng = {{1, 2, 3, 4}};
  au_record_head head = {
      .variant = "v", .digest = "0123456789abcdef", .seed = ""};
  au_game g;
  au_game_init(&g);
  put_token(&token, payload, n);
  if (!token.failed && load(r, token.at, &g)) {
    au_odds_init(r, &odds);
    check_state(r, &g.state, "a loaded state is sound");
    write_again(r, &g);
    look(r, &g, &rng);
    play_on(r, &g, &rng);
    au_record_write(r, &g, &head, &line);
  }
  au_text_free(&line);
  au_text_free(&token);
  au_game_free(&g);
}

/* ---- A game's own token, changed -------------------------------------- */

/* Play a game whose actions the input chooses; some bytes stop it. */
static void play_game(const au_rules *r, bytes *in, au_game *g) {
  static au_action legal[AU_ACTION_MAX];
  static const au_seed seed = {{3, 5}};
  au_game_begin(r, g);
  while (in->at < in->end && g->state.phase != AU_PHASE_OVER) {
    uint8_t choice = next(in);
    int n;
    if (choice == 255)
      return;
    if (g->state.phase == AU_PHASE_DEAL) {
      au_deal deal;
      if (au_deal_make(r, &g->state, &seed, &deal) != AU_OK ||
          au_game_deal(r, g, &deal, NULL) != AU_OK)
        return;
      continue;
    }
    check(au_state_legal(r, &g->state, legal, &n) == AU_OK && n > 0,
          "there are legal actions");
    check(au_game_apply(r, g, legal[choice % n]) == AU_OK,
          "a legal action is done");
  }
}

static void play_changed(const au_rules *r, bytes *in) {
  static uint8_t payload[PAYLOAD_MAX];
  bool snapshot = next(in) & 1;
  au_text token = {0};
  au_game g;
  au_game_init(&g);
  play_game(r, in, &g);
  if (snapshot) {
    au_game_forget(&g);
    g.built = true;
  }
  write_again(r, &g);
  au_position_write(r, &g, "v", "0123456789abcdef", &token);
  if (!token.failed) {
    size_t n = get_payload(token.at, payload);
    while (in->at + 1 < in->end) {
      unsigned at = next(in);
      at = at == 254 ? 256u + next(in) : at;
      payload[at % n] = next(in);
    }
    play_token(r, payload, n);
  }
  au_text_free(&token);
  au_game_free(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  static uint8_t payload[PAYLOAD_MAX];
  bytes in = {data, data + n};
  unsigned mode = next(&in);
  au_rules r;
  if (!make_rules(&in, &r))
    return 0;
  if (mode & 1) {
    play_changed(&r, &in);
    return 0;
  }
  size_t left = (size_t)(in.end - in.at);
  left = left < PAYLOAD_MAX - 1 ? left : PAYLOAD_MAX - 1;
  payload[0] = (uint8_t)r.players;
  if (left > 0)
    memcpy(payload + 1, in.at, left);
  play_token(&r, payload, left + 1);
  return 0;
}
