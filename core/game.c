/* game.c: see game.h. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

void au_game_init(au_game *g) {
  memset(g, 0, sizeof *g);
}

void au_game_free(au_game *g) {
  free(g->round);
  free(g->log);
  au_game_init(g);
}

void au_game_begin(const au_rules *r, au_game *g) {
  au_state_init(r, &g->state);
  g->start = g->state;
  g->built = false;
  g->round_n = g->log_n = 0;
}

au_status au_game_begin_at(const au_rules *r, au_game *g, const au_state *s,
                           char *why) {
  au_status status = au_state_check(r, s, why);
  if (status != AU_OK)
    return status;
  g->state = g->start = *s;
  g->built = true;
  g->round_n = g->log_n = 0;
  return AU_OK;
}

/* Room for 'need' items of 'size' bytes. */
static void *grow(void *items, uint32_t *cap, uint32_t need, size_t size) {
  if (need <= *cap)
    return items;
  uint32_t wanted = *cap < 8 ? 8 : *cap;
  while (wanted < need)
    wanted *= 2;
  void *grown = realloc(items, wanted * size);
  if (grown != NULL)
    *cap = wanted;
  return grown;
}

static au_status reserve(au_game *g, uint32_t rounds, uint32_t actions) {
  void *round = grow(g->round, &g->round_cap, rounds, sizeof *g->round);
  if (round == NULL && rounds > 0)
    return AU_ENOMEM;
  g->round = round;
  void *log = grow(g->log, &g->log_cap, actions, sizeof *g->log);
  if (log == NULL && actions > 0)
    return AU_ENOMEM;
  g->log = log;
  return AU_OK;
}

au_status au_game_copy(au_game *to, const au_game *from) {
  au_status status = reserve(to, from->round_n, from->log_n);
  if (status != AU_OK)
    return status;
  to->state = from->state;
  to->start = from->start;
  to->built = from->built;
  to->round_n = from->round_n;
  to->log_n = from->log_n;
  if (from->round_n > 0)
    memcpy(to->round, from->round, from->round_n * sizeof *from->round);
  if (from->log_n > 0)
    memcpy(to->log, from->log, from->log_n * sizeof *from->log);
  return AU_OK;
}

au_status au_game_deal(const au_rules *r, au_game *g, const au_deal *deal,
                       char *why) {
  au_status status = reserve(g, g->round_n + 1, g->log_n);
  if (status != AU_OK)
    return status;
  au_round *round = &g->round[g->round_n];
  round->before = g->state;
  status = au_state_deal(r, &g->state, deal, why);
  if (status != AU_OK)
    return status;
  round->deal = *deal;
  round->at = g->log_n;
  g->round_n++;
  return AU_OK;
}

/* Index in the log of the open round's first action. */
static uint32_t round_start(const au_game *g) {
  return g->round_n > 0 ? g->round[g->round_n - 1].at : 0;
}

/* The entry of the play 'a' that filled the last trick. */
static au_entry filled(const au_state *s, au_action a) {
  unsigned winner = s->won == AU_NONE ? 7 : s->won + 1u;
  au_entry e = a | winner << 22;
  return s->award == AU_NONE ? e : e | 1u << 25 | (au_entry)s->award << 15;
}

au_status au_game_apply(const au_rules *r, au_game *g, au_action a) {
  if (g->log_n - round_start(g) >= AU_LOG_MAX)
    return AU_EFULL;
  au_status status = reserve(g, g->round_n, g->log_n + 1);
  uint8_t tricks = g->state.tricks;
  if (status == AU_OK)
    status = au_state_apply(r, &g->state, a, NULL);
  if (status == AU_OK)
    g->log[g->log_n++] = g->state.tricks != tricks ? filled(&g->state, a) : a;
  return status;
}

bool au_game_undo(const au_rules *r, au_game *g) {
  uint32_t at = round_start(g);
  if (g->log_n == at) {
    if (g->round_n == 0)
      return false;
    g->state = g->round[--g->round_n].before;
    return true;
  }
  /* What was legal once is legal again: replay up to the last action. */
  au_status status = AU_OK;
  g->state = g->round_n > 0 ? g->round[g->round_n - 1].before : g->start;
  if (g->round_n > 0)
    status = au_state_deal(r, &g->state, &g->round[g->round_n - 1].deal, NULL);
  g->log_n--;
  for (uint32_t i = at; i < g->log_n && status == AU_OK; i++)
    status = au_state_apply_legal(r, &g->state, au_entry_action(g->log[i]));
  return status == AU_OK;
}

const au_entry *au_game_round_log(const au_game *g, uint32_t *n) {
  uint32_t at = round_start(g);
  *n = g->log_n - at;
  return g->log_n > 0 ? g->log + at : NULL;
}
