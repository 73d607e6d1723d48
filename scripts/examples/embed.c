/* embed.c: plays a game between players who choose at random, and prints its
** record. After `make install`:
**
**   cc embed.c $(pkg-config --cflags --libs aurum) -o embed && ./embed */
#include <aurum/aurum.h>

#include <stdio.h>

int main(void) {
  static au_rules rules;
  const au_knob *knob = NULL;
  char why[AU_WHY_TEXT] = "";
  au_rules_init(&rules, 4); /* then the knobs that en-2023 sets */
  knob = au_knob_find("round_ties");
  if (au_knob_parse(&rules, knob, "exact highest_gold") != AU_OK ||
      au_rules_finish(&rules, &knob, why) != AU_OK)
    return fprintf(stderr, "embed: %s: %s\n", knob->name, why), 1;
  au_seed seed;
  au_rng rng;
  au_seed_init(&seed, "tea", 3);
  au_rng_init(&rng, &seed, AU_STREAM_OTHER, 0, 0, 0);
  au_game game;
  au_game_init(&game);
  au_game_begin(&rules, &game);
  au_status status = AU_OK;
  while (status == AU_OK && game.state.phase != AU_PHASE_OVER) {
    au_deal deal;
    au_action action = 0;
    if (game.state.phase == AU_PHASE_DEAL) {
      status = au_deal_make(&rules, &game.state, &seed, &deal);
      if (status == AU_OK)
        status = au_game_deal(&rules, &game, &deal, why);
      continue;
    }
    status = au_state_random(&rules, &game.state, &rng, &action);
    if (status == AU_OK)
      status = au_game_apply(&rules, &game, action);
  }
  char digest[AU_DIGEST_TEXT];
  au_rules_digest(&rules, "", 0, digest);
  au_record_head head = {.variant = "en-2023",
                         .digest = digest,
                         .seed = "tea",
                         .name = {"random", "random", "random", "random"}};
  au_text line = {0};
  au_record_write(&rules, &game, &head, &line);
  if (status == AU_OK && !line.failed)
    fputs(line.at, stdout);
  au_text_free(&line);
  au_game_free(&game);
  return status != AU_OK;
}
