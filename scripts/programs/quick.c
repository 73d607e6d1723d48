/* quick.c: a bot as a program in C, with libaurum. It reads the drawn world of
** each line and plays by the policy "quick". It knows the rules of en-2023.
**
**   cc quick.c $(pkg-config --cflags --libs aurum) -o quick
**   aurum match --exec mine=./quick --bots mine,greedy */
#include <aurum/aurum.h>

#include <stdio.h>
#include <string.h>

int main(void) {
  static char line[1 << 16], why[AU_WHY_TEXT];
  static au_rules rules;
  static au_odds odds;
  const au_knob *knob = au_knob_find("round_ties");
  au_position position;
  au_game game;
  au_rng rng;
  au_rules_init(&rules, 4); /* then the knob that en-2023 sets */
  if (au_knob_parse(&rules, knob, "exact highest_gold") != AU_OK ||
      au_rules_finish(&rules, &knob, why) != AU_OK)
    return 1;
  au_odds_init(&rules, &odds);
  au_game_init(&game);
  while (fgets(line, sizeof line, stdin) != NULL) {
    au_action action = 0;
    unsigned id = 0; /* the first key of each line */
    char text[AU_ACTION_TEXT] = "", *world = strstr(line, "au1:en-2023:");
    if (world != NULL)
      world[strcspn(world, "\"")] = '\0';
    au_rng_init(&rng, &(au_seed){{1, 2}}, AU_STREAM_OTHER, 0, 0, 0);
    if (sscanf(line, "{\"id\":%u", &id) == 1 && world != NULL &&
        au_position_parse(world, &position, why) == AU_OK &&
        au_position_load(&rules, &position, &game, why) == AU_OK &&
        au_quick(&odds, &rules, &game.state, &rng, &action) == AU_OK) {
      au_action_text(&rules.deck, rules.asks, action, text);
      printf("{\"id\":%u,\"action\":\"%s\"}\n", id, text);
    } else {
      printf("{\"id\":%u,\"fault\":\"it plays en-2023 alone\"}\n", id);
    }
    fflush(stdout);
  }
  au_game_free(&game);
  return 0;
}
