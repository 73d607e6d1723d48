/* game.c: see game.h. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

void au_game_init(au_game *g) {
  au_game_init_in(g, NULL);
}

void au_game_init_in(au_game *g, const au_memory *memory) {
  memset(g, 0, sizeof *g);
  g->memory = memory;
}

/* Resize a list from 'old' to 'size' bytes; 0 frees it. */
static void *resize(const au_game *g, void *items, size_t old, size_t size) {
  if (g->memory != NULL)
    return g->memory->resize(g->memory->ctx, items, old, size);
  if (size > 0)
    return realloc(items, size);
  free(items);
  return NULL;
}

static void free_list(const au_game *g, void *items, uint32_t cap,
                      size_t size) {
  if (items != NULL)
    resize(g, items, cap * size, 0);
}

void au_game_free(au_game *g) {
  free_list(g, g->round, g->round_cap, sizeof *g->round);
  free_list(g, g->log, g->log_cap, sizeof *g->log);
  free_list(g, g->tally, g->tally_cap, sizeof *g->tally);
  free_list(g, g->fact, g->fact_cap, sizeof *g->fact);
  free_list(g, g->past, g->past_cap, sizeof *g->past);
  au_game_init_in(g, g->memory);
}

void au_game_begin(const au_rules *r, au_game *g) {
  au_state_init(r, &g->state);
  g->start = g->state;
  g->built = false;
  g->round_n = g->log_n = g->tally_n = g->fact_n = g->past_n = 0;
  g->told_n = 0;
}

au_status au_game_begin_at(const au_rules *r, au_game *g, const au_state *s,
                           char *why) {
  au_status status = au_state_check(r, s, why);
  if (status != AU_OK)
    return status;
  g->state = *s;
  g->tally_n = 0;
  au_game_forget(g);
  return AU_OK;
}

void au_game_forget(au_game *g) {
  g->start = g->state;
  g->built = true;
  g->round_n = g->log_n = g->fact_n = g->past_n = 0;
  g->told_n = 0;
}

/* Make space for 'need' items of 'size' bytes. */
static void *grow(const au_game *g, void *items, uint32_t *cap, uint32_t need,
                  size_t size) {
  if (need <= *cap)
    return items;
  uint32_t wanted = *cap > 0 ? *cap : size < 100 ? 8 : 1; /* rounds are large */
  while (wanted < need)
    wanted *= 2;
  void *grown = resize(g, items, *cap * size, wanted * size);
  if (grown != NULL)
    *cap = wanted;
  return grown;
}

static au_status reserve(au_game *g, uint32_t rounds, uint32_t actions,
                         uint32_t tallies) {
  void *round = grow(g, g->round, &g->round_cap, rounds, sizeof *g->round);
  if (round == NULL && rounds > 0)
    return AU_ENOMEM;
  g->round = round;
  void *log = grow(g, g->log, &g->log_cap, actions, sizeof *g->log);
  if (log == NULL && actions > 0)
    return AU_ENOMEM;
  g->log = log;
  void *tally = grow(g, g->tally, &g->tally_cap, tallies, sizeof *g->tally);
  if (tally == NULL && tallies > 0)
    return AU_ENOMEM;
  g->tally = tally;
  return AU_OK;
}

/* Make space for this many facts and steps that are over. */
static au_status reserve_facts(au_game *g, uint32_t facts, uint32_t pasts) {
  void *fact = grow(g, g->fact, &g->fact_cap, facts, sizeof *g->fact);
  if (fact == NULL && facts > 0)
    return AU_ENOMEM;
  g->fact = fact;
  void *past = grow(g, g->past, &g->past_cap, pasts, sizeof *g->past);
  if (past == NULL && pasts > 0)
    return AU_ENOMEM;
  g->past = past;
  return AU_OK;
}

au_status au_game_recall(au_game *g, const au_tally *tally, uint32_t n) {
  au_status status = reserve(g, g->round_n, g->log_n, n);
  if (status != AU_OK)
    return status;
  g->tally_n = n;
  if (n > 0)
    memcpy(g->tally, tally, n * sizeof *tally);
  return AU_OK;
}

au_status au_game_remember(au_game *g, const au_memories *m) {
  au_status status = reserve(g, 1, m->log_n, g->tally_n);
  if (status == AU_OK)
    status = reserve_facts(g, m->fact_n, m->past_n);
  if (status != AU_OK)
    return status;
  g->round[0] = (au_round){.before = g->start, .deal = m->deal};
  g->round_n = 1;
  g->log_n = m->log_n;
  g->told_n = (uint16_t)m->log_n; /* at most AU_LOG_MAX */
  g->fact_n = m->fact_n;
  g->past_n = m->past_n;
  if (m->log_n > 0)
    memcpy(g->log, m->log, m->log_n * sizeof *m->log);
  if (m->fact_n > 0)
    memcpy(g->fact, m->fact, m->fact_n * sizeof *m->fact);
  if (m->past_n > 0)
    memcpy(g->past, m->past, m->past_n * sizeof *m->past);
  return AU_OK;
}

au_status au_game_begin_as(const au_rules *r, au_game *g, const au_game *from) {
  const au_tally *log = au_game_log_tally(from);
  au_game_begin(r, g);
  g->state = g->start = from->start;
  g->built = from->built;
  return au_game_recall(g, from->tally,
                        log == NULL ? from->tally_n
                                    : (uint32_t)(log - from->tally));
}

bool au_game_behind(const au_game *g, const au_game *from) {
  return g->round_n < from->round_n || g->log_n < from->log_n;
}

au_status au_game_follow(const au_rules *r, au_game *g, const au_game *from) {
  if (g->round_n < from->round_n && from->round[g->round_n].at == g->log_n)
    return au_game_deal(r, g, &from->round[g->round_n].deal, NULL);
  if (g->log_n >= from->log_n)
    return AU_ESTATE;
  return au_game_apply(r, g, au_entry_action(from->log[g->log_n]));
}

au_status au_game_copy(au_game *to, const au_game *from) {
  au_status status = reserve(to, from->round_n, from->log_n, from->tally_n);
  if (status == AU_OK)
    status = reserve_facts(to, from->fact_n, from->past_n);
  if (status != AU_OK)
    return status;
  to->fact_n = from->fact_n;
  to->past_n = from->past_n;
  to->told_n = from->told_n;
  if (from->fact_n > 0)
    memcpy(to->fact, from->fact, from->fact_n * sizeof *from->fact);
  if (from->past_n > 0)
    memcpy(to->past, from->past, from->past_n * sizeof *from->past);
  to->state = from->state;
  to->start = from->start;
  to->built = from->built;
  to->round_n = from->round_n;
  to->log_n = from->log_n;
  to->tally_n = from->tally_n;
  if (from->round_n > 0)
    memcpy(to->round, from->round, from->round_n * sizeof *from->round);
  if (from->log_n > 0)
    memcpy(to->log, from->log, from->log_n * sizeof *from->log);
  if (from->tally_n > 0)
    memcpy(to->tally, from->tally, from->tally_n * sizeof *from->tally);
  return AU_OK;
}

au_status au_game_deal(const au_rules *r, au_game *g, const au_deal *deal,
                       char *why) {
  au_status status = reserve(g, g->round_n + 1, g->log_n, g->tally_n);
  if (status != AU_OK)
    return status;
  au_round *round = &g->round[g->round_n];
  round->before = g->state;
  status = au_state_deal(r, &g->state, deal, why);
  if (status != AU_OK)
    return status;
  round->deal = *deal;
  round->at = g->log_n;
  round->fact_at = g->fact_n;
  round->past_at = g->past_n;
  g->round_n++;
  return AU_OK;
}

/* The index in the log of the open round's first action. */
static uint32_t round_start(const au_game *g) {
  return g->round_n > 0 ? g->round[g->round_n - 1].at : 0;
}

static uint32_t first_fact(const au_game *g) {
  return g->round_n > 0 ? g->round[g->round_n - 1].fact_at : 0;
}

static uint32_t first_past(const au_game *g) {
  return g->round_n > 0 ? g->round[g->round_n - 1].past_at : 0;
}

/* The entry of the play 'a' that filled the last trick. */
static au_entry filled(const au_state *s, au_action a) {
  unsigned winner = s->won == AU_NONE ? 7 : s->won + 1u;
  au_entry e = a | winner << 22;
  return s->award == AU_NONE ? e : e | 1u << 25 | (au_entry)s->award << 15;
}

void au_tally_score(const au_tally *t, au_score *score) {
  memset(score, 0, sizeof *score);
  for (int side = 0; side < AU_SEAT_MAX; side++) {
    score->taken[side] = t->taken[side];
    score->bid[side] = t->bid[side];
    score->bid_points[side] = t->bid_points[side];
    score->gold_points[side] = t->gold_points[side];
    score->points[side] = t->bid_points[side] + t->gold_points[side];
  }
}

/* Store the score of the round that has just ended. */
static au_status note_tally(const au_rules *r, au_game *g,
                            const au_score *score) {
  if (g->tally_n == AU_ROUND_MAX)
    return AU_EFULL; /* views have space for this number */
  au_status status = reserve(g, g->round_n, g->log_n, g->tally_n + 1);
  if (status != AU_OK)
    return status;
  au_tally *t = &g->tally[g->tally_n++];
  memset(t, 0, sizeof *t);
  for (int side = 0; side < r->side_n; side++) {
    t->taken[side] = score->taken[side];
    t->bid[side] = score->bid[side];
    t->bid_points[side] = score->bid_points[side];
    t->gold_points[side] = score->gold_points[side];
  }
  t->winners = g->state.round_winners;
  return AU_OK;
}

const au_tally *au_game_log_tally(const au_game *g) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->log_n; i++)
    n += au_action_what(g->log[i]) == AU_ACT_PASS;
  /* Questions may be asked between the pass and the end of its round. */
  n += au_state_open(&g->start) && g->start.passer != AU_NONE;
  n -= au_state_open(&g->state) && g->state.passer != AU_NONE;
  return n > 0 ? g->tally + (g->tally_n - n) : NULL;
}

/* Do 'a', which may end the round. */
static au_status end_round(const au_rules *r, au_game *g, au_action a) {
  au_state before = g->state;
  au_score score;
  au_status status = au_state_why(r, &g->state, a, NULL);
  if (status == AU_OK)
    status = au_state_do(r, &g->state, a, &score);
  if (status == AU_OK && !au_state_open(&g->state))
    status = note_tally(r, g, &score);
  if (status != AU_OK)
    g->state = before;
  return status;
}

/* Do 'a' under rules with questions, and note its facts. */
AU_RARE static au_status apply_asked(const au_rules *r, au_game *g,
                                     au_action a) {
  au_fact found[AU_KIND_MAX];
  au_state before = g->state;
  uint32_t tallies = g->tally_n, at = g->log_n - round_start(g);
  au_status status = reserve_facts(g, g->fact_n + AU_KIND_MAX, g->past_n + 1);
  if (status == AU_OK)
    status = au_may_end(&before, a) ? end_round(r, g, a)
                                    : au_state_apply(r, &g->state, a, NULL);
  if (status != AU_OK)
    return status;
  uint32_t n = (uint32_t)au_facts_find(r, &before, &g->state, a, at, found);
  if (g->fact_n + n - first_fact(g) > AU_FACT_MAX) {
    g->state = before;
    g->tally_n = tallies;
    return AU_EFULL;
  }
  memcpy(g->fact + g->fact_n, found, n * sizeof *found);
  g->fact_n += n;
  g->past_n += au_past_note(r, &before, &g->state, a, at, &g->past[g->past_n]);
  return AU_OK;
}

au_status au_game_apply(const au_rules *r, au_game *g, au_action a) {
  if (g->log_n - round_start(g) >= AU_LOG_MAX)
    return AU_EFULL;
  au_status status = reserve(g, g->round_n, g->log_n + 1, g->tally_n);
  uint8_t tricks = g->state.tricks;
  if (status == AU_OK)
    status = r->asks != NULL            ? apply_asked(r, g, a)
             : au_may_end(&g->state, a) ? end_round(r, g, a)
                                        : au_state_apply(r, &g->state, a, NULL);
  if (status == AU_OK)
    g->log[g->log_n++] = g->state.tricks != tricks ? filled(&g->state, a) : a;
  return status;
}

au_status au_game_playout(const au_rules *r, const au_policy *p, au_game *g,
                          au_rng *rng) {
  au_state before = g->state;
  au_score score;
  if (!au_state_open(&before))
    return AU_OK;
  au_status status = au_policy_round(r, p, &g->state, 0, rng, &score);
  if (status == AU_OK)
    status = note_tally(r, g, &score);
  if (status != AU_OK)
    g->state = before;
  else
    au_game_forget(g);
  return status;
}

au_status au_game_round_start(const au_rules *r, const au_game *g,
                              au_state *s) {
  if (g->round_n == 0) {
    *s = g->start;
    return AU_OK;
  }
  const au_round *round = &g->round[g->round_n - 1];
  *s = round->before;
  return au_state_deal(r, s, &round->deal, NULL);
}

au_status au_game_undo(const au_rules *r, au_game *g) {
  uint32_t at = round_start(g), n = g->log_n;
  au_state s;
  if (n == at && g->round_n == 0)
    return AU_EILLEGAL;
  if (n == at) {
    g->state = g->round[--g->round_n].before;
    return AU_OK;
  }
  /* Replay up to the last action. Each action was legal, so it is legal again,
  ** unless a hook now answers otherwise. */
  au_status status = au_game_round_start(r, g, &s);
  for (uint32_t i = at; i < n - 1 && status == AU_OK; i++)
    status = au_state_apply(r, &s, au_entry_action(g->log[i]), NULL);
  if (status != AU_OK)
    return AU_EHOOK;
  g->tally_n -= !au_state_open(&g->state); /* the last action ended the round */
  g->state = s;
  g->log_n--;
  while (g->fact_n > first_fact(g) &&
         au_fact_at(g->fact[g->fact_n - 1]) == g->log_n - at)
    g->fact_n--;
  while (g->past_n > first_past(g) &&
         g->past[g->past_n - 1].at == g->log_n - at)
    g->past_n--;
  return AU_OK;
}

const au_entry *au_game_round_log(const au_game *g, uint32_t *n) {
  uint32_t at = round_start(g);
  *n = g->log_n - at;
  return g->log_n > 0 ? g->log + at : NULL;
}

const au_fact *au_game_round_facts(const au_game *g, uint32_t *n) {
  uint32_t at = first_fact(g);
  *n = g->fact_n - at;
  return *n > 0 ? g->fact + at : NULL;
}

const au_past *au_game_round_past(const au_game *g, uint32_t *n) {
  uint32_t at = first_past(g);
  *n = g->past_n - at;
  return *n > 0 ? g->past + at : NULL;
}
