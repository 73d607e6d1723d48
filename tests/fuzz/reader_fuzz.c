/* reader_fuzz.c: whatever bytes come, the readers of records and positions
** refuse them or play them; neither crashes. libFuzzer's entry. The bytes are
** read as a line, as a token, and as a token's data with the right checksum,
** as somebody who wants to do harm would write it. */
#include "../../core/aurum.h"
#include "../core/asking_helper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void ignore(void *ctx, const char *what, const char *expected,
                   const char *got) {
  (void)ctx, (void)what, (void)expected, (void)got;
}

/* Questions of the rules: none, at every moment, in place of the bids. */
static const au_asks *const asks[] = {NULL, &every_moment, &in_place_of_bids};
enum { ASKS_N = 3 };

static void make_rules(au_rules *r, int players, int asking) {
  const au_knob *knob;
  char why[AU_WHY_TEXT];
  au_rules_init(r, players);
  if (players == 3) {
    memcpy(r->suits, "BPSZ", 5);
    r->ranks.at[1] = 9;
    r->bidding = AU_BIDDING_HIDDEN;
  } else if (players != 4) {
    r->hand = 8;
    r->gold.at[0] = 6;
  }
  r->zero_bid = players == 2;
  if (asks[asking] != NULL)
    ask_questions(r, asks[asking]);
  if (au_rules_finish(r, &knob, why) != AU_OK) {
    fprintf(stderr, "%s\n", why);
    abort();
  }
}

/* A game that was played must be sound, and must come back from its line. */
static void play(const au_rules *r, const au_game *g) {
  char why[AU_WHY_TEXT];
  au_text line = {0};
  au_record_head head = {
      .variant = "v", .digest = "0123456789abcdef", .seed = ""};
  if (au_state_check(r, &g->state, why) != AU_OK) {
    fprintf(stderr, "%s\n", why);
    abort();
  }
  au_record_write(r, g, &head, &line);
  au_text_free(&line);
}

/* A position that loads can be played on, soundly, to the round's end. */
static void play_on(const au_rules *r, au_game *g) {
  char why[AU_WHY_TEXT];
  au_rng rng = {{1, 2, 3, 4}};
  for (int i = 0; i < 400; i++) {
    au_action a;
    if (au_state_random(r, &g->state, &rng, &a) != AU_OK || a == 0 ||
        au_game_apply(r, g, a) != AU_OK)
      break;
    if (au_state_check(r, &g->state, why) != AU_OK) {
      fprintf(stderr, "%s\n", why);
      abort();
    }
  }
  play(r, g);
}

static void load(const char *token) {
  char why[AU_WHY_TEXT];
  au_position position;
  au_rules r;
  au_game g;
  if (au_position_parse(token, &position, why) != AU_OK)
    return;
  au_game_init(&g);
  for (int asking = 0; asking < ASKS_N; asking++) {
    make_rules(&r, position.players, asking);
    if (au_position_load(&r, &position, &g, why) == AU_OK)
      play_on(&r, &g);
  }
  au_game_free(&g);
}

/* The bytes as the data of a token. */
static void load_data(const uint8_t *data, size_t n) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  static const au_seed key = {{0x706f736974696f6eu, 1}}; /* position.c */
  uint64_t sum = au_hash(&key, data, n);
  uint32_t bits = 0;
  int have = 0;
  au_text token = {0};
  au_text_put(&token, "au1:v:0123456789abcdef:");
  for (size_t i = 0; i < n + 2; i++) {
    bits = bits << 8 | (i < n ? data[i] : (uint32_t)(sum >> 8 * (i - n) & 255));
    for (have += 8; have >= 6; have -= 6)
      au_text_add(&token, &digits[bits >> (have - 6) & 63], 1);
  }
  if (have > 0)
    au_text_add(&token, &digits[bits << (6 - have) & 63], 1);
  if (!token.failed)
    load(token.at);
  au_text_free(&token);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  char why[AU_WHY_TEXT];
  au_record *rec;
  au_rules r;
  au_game g;
  char *text = malloc(n + 1);
  if (text == NULL)
    return 0;
  memcpy(text, data, n);
  text[n] = '\0';
  au_game_init(&g);
  if (au_record_parse(text, n, &rec, why) == AU_OK) {
    for (int asking = 0; asking < ASKS_N; asking++) {
      make_rules(&r, au_record_players(rec), asking);
      (void)!au_record_replay(&r, rec, NULL, &g, ignore, NULL);
      play(&r, &g);
    }
    au_record_free(rec);
  }
  load(text);
  load_data(data, n);
  au_game_free(&g);
  free(text);
  return 0;
}
