/* quick.c: a bot as a program in C, with libaurum. It reads the drawn world of
** each line and plays by the policy "quick". It knows the rules of en-2023.
**
**   cc quick.c $(pkg-config --cflags --libs aurum) -o quick
**   aurum match --exec mine=./quick --bots mine,greedy */
#include <aurum/aurum.h>

#include <stdio.h>
#include <string.h>

/* The text behind a key of the line, up to the character 'end'; or "". The
** values that are read here have no escapes. */
static char *value(char *line, const char *key, char end, char *out, size_t n) {
  const char *at = strstr(line, key);
  size_t len = 0;
  for (at = at != NULL ? at + strlen(key) : ""; *at != '\0' && *at != end; at++)
    if (len + 1 < n)
      out[len++] = *at;
  out[len] = '\0';
  return out;
}

int main(void) {
  static char line[1 << 16], token[1 << 15], id[32], why[AU_WHY_TEXT];
  char digest[AU_DIGEST_TEXT];
  static au_rules rules;
  static au_odds odds;
  const au_knob *knob = au_knob_find("round_ties");
  au_game game;
  au_rng rng;
  au_seed seed;
  au_rules_init(&rules, 4);
  if (au_knob_parse(&rules, knob, "exact highest_gold") != AU_OK ||
      au_rules_finish(&rules, &knob, why) != AU_OK)
    return 1;
  au_rules_digest(&rules, "", 0, digest);
  au_odds_init(&rules, &odds);
  au_game_init(&game);
  while (fgets(line, sizeof line, stdin) != NULL) {
    au_position position;
    au_action action;
    char text[AU_ACTION_TEXT];
    value(line, "\"id\":", ',', id, sizeof id);
    value(line, "\"world\":\"", '"', token, sizeof token);
    if (au_position_parse(token, &position, why) != AU_OK ||
        strcmp(position.digest, digest) != 0 ||
        au_position_load(&rules, &position, &game, why) != AU_OK) {
      printf("{\"id\":%s,\"fault\":\"it plays en-2023 alone\"}\n", id);
    } else {
      au_seed_init(&seed, token, strlen(token));
      au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
      if (au_quick(&odds, &rules, &game.state, &rng, &action) != AU_OK)
        return 1;
      text[au_action_text(&rules.deck, rules.asks, action, text)] = '\0';
      printf("{\"id\":%s,\"action\":\"%s\"}\n", id, text);
    }
    fflush(stdout);
  }
  au_game_free(&game);
  return 0;
}
