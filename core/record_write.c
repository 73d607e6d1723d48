/* record_write.c: writes a game as one line. RECORD.md describes the format.
**
** The result of a trick follows from its plays, so the writer replays the log
** while it writes. */
#include "position.h"
#include "record.h"

#include <string.h>

typedef struct writer {
  const au_rules *r;
  const au_game *g;
  au_text *out;
  au_state s;               /* the state so far */
  const au_entry *at, *end; /* the unwritten part of the round's log */
  const au_tally *tally;    /* of the next finished round */
  au_text asked;            /* the unwritten list 'asked' of the present round
                            ** or trick, without its brackets */
  bool answered;            /* true if the record has such a list */
} writer;

enum { VERSION_AT = 17 }; /* the place of the 1 in {"format":"aurum/1" */

uint8_t au_record_winners(const au_rules *r, const au_game *g,
                          const au_fault *fault, size_t fault_n) {
  uint8_t every = (uint8_t)((1 << r->side_n) - 1), at_fault = 0;
  for (size_t i = 0; i < fault_n; i++)
    if (!fault[i].substituted)
      at_fault |= (uint8_t)(1 << r->side_of[fault[i].seat]);
  return at_fault != 0 ? every & (uint8_t)~at_fault : g->state.winners;
}

static void put_card(writer *w, au_card c) {
  char name[AU_CARD_TEXT];
  size_t n = au_card_text(&w->r->deck, c, name);
  au_text_add(w->out, name, n);
}

/* Write a string such as "B1 B7 C10". */
static void put_set(writer *w, au_set set) {
  au_text_put(w->out, "\"");
  for (const char *gap = ""; set != 0; set &= set - 1, gap = " ") {
    au_text_put(w->out, gap);
    put_card(w, au_first(set));
  }
  au_text_put(w->out, "\"");
}

static void put_pile(writer *w, au_gold pile) {
  const char *gap = "";
  au_text_put(w->out, "\"");
  for (int rank = 0; rank < w->r->deck.gold_n; rank++)
    for (int i = au_gold_count(pile, rank); i > 0; i--, gap = " ") {
      au_text_put(w->out, gap);
      put_card(w, (au_card)(w->r->deck.gold_at + rank));
    }
  au_text_put(w->out, "\"");
}

static void put_key(writer *w, const char *key, long value) {
  au_text_put(w->out, key);
  au_text_int(w->out, value);
}

/* Write the sides of a bit mask, such as [1,3]. */
static void put_sides(writer *w, uint8_t sides) {
  const char *gap = "";
  au_text_put(w->out, "[");
  for (int i = 0; i < AU_SEAT_MAX; i++)
    if (sides >> i & 1) {
      au_text_put(w->out, gap);
      au_text_int(w->out, i + 1);
      gap = ",";
    }
  au_text_put(w->out, "]");
}

static void put_deal(writer *w, const au_deal *deal) {
  bool usual = true;
  au_text_put(w->out, ",\"hands\":[");
  for (int i = 0; i < w->r->players; i++) {
    au_text_put(w->out, i > 0 ? "," : "");
    put_set(w, deal->hand[i]);
    usual = usual && deal->gold[i] == au_deal_gold(w->r, w->s.round);
  }
  au_text_put(w->out, "]");
  for (int i = 0; i < w->r->players && !usual; i++) {
    au_text_put(w->out, i > 0 ? "," : ",\"gold\":[");
    put_pile(w, deal->gold[i]);
  }
  au_text_put(w->out, usual ? ",\"extras\":" : "],\"extras\":");
  put_set(w, deal->extras);
}

/* Apply the next action to the writer's state; false if there is none. Actions
** of a game were legal, so they are legal again. A hook that now answers
** otherwise ends the record. */
static bool advance(writer *w) {
  if (w->at == w->end)
    return false;
  if (au_state_apply(w->r, &w->s, au_entry_action(*w->at++), NULL) == AU_OK)
    return true;
  w->at = w->end;
  return false;
}

/* ---- Answers to questions ------------------------------------------------ */

static void put_answer(writer *w, const au_ask *q, uint8_t seat,
                       uint32_t answer, const char *gap) {
  au_text_put(w->out, gap);
  put_key(w, "{\"seat\":", seat + 1);
  au_text_put(w->out, ",\"answer\":");
  if (q->kind == AU_ASK_CARD)
    put_set(w, au_answer_cards(answer));
  else if (q->kind == AU_ASK_NUMBER)
    au_text_int(w->out, (long)au_answer_value(answer));
  else
    au_text_json(w->out, q->word[au_answer_value(answer)]);
  au_text_put(w->out, "}");
}

/* Apply what the seat on turn answers and add it to '*answer'. '*over' is set
** if that completes the step. False if the answer is complete, or if the record
** ends. */
static bool add_answer(writer *w, const au_ask *q, uint32_t *answer,
                       bool *over) {
  uint8_t seat = w->s.turn;
  uint32_t whole = w->s.answer[seat]; /* with what a built position has of it */
  bool last = w->s.pending == 1 << seat;
  unsigned value = w->at < w->end ? au_action_value(*w->at) : 0;
  if (!advance(w))
    return false;
  au_answer_add(q, answer, value);
  if (!au_answer_add(q, &whole, value))
    return true;
  *over = last;
  return false;
}

/* Add the present step of a question to the list 'asked'. */
static void put_step(writer *w) {
  const au_ask *q = au_ask_now(w->r, &w->s);
  au_text *out = w->out;
  bool over = false;
  w->out = &w->asked;
  au_text_put(w->out, w->asked.n > 0 ? ",{\"question\":" : "{\"question\":");
  au_text_json(w->out, q->name);
  au_text_put(w->out, ",\"answers\":[");
  for (const char *gap = ""; !over && w->at < w->end; gap = ",") {
    uint8_t seat = w->s.turn;
    uint32_t answer = 0;
    while (add_answer(w, q, &answer, &over))
      ;
    if (answer != 0)
      put_answer(w, q, seat, answer, gap);
  }
  au_text_put(w->out, "]}");
  w->out = out;
}

/* Add the steps that are answered now, if their moment is in 'when' (a bit
** each). */
static void put_steps(writer *w, unsigned when) {
  while (w->s.phase == AU_PHASE_ASK && w->at < w->end &&
         (when >> au_ask_now(w->r, &w->s)->when & 1))
    put_step(w);
}

/* Write the list 'asked', if it is not empty. */
static void put_asked(writer *w) {
  if (w->asked.n > 0) {
    au_text_put(w->out, ",\"asked\":[");
    au_text_add(w->out, w->asked.at, w->asked.n);
    au_text_put(w->out, "]");
    w->answered = true;
  }
  w->out->failed |= w->asked.failed;
  au_text_clear(&w->asked);
}

/* ---- A round ------------------------------------------------------------- */

static void put_bids(writer *w) {
  put_steps(w, AU_RECORD_ROUND);
  while (w->s.phase == AU_PHASE_BID && advance(w))
    ;
  au_text_put(w->out, ",\"bids\":[");
  for (int i = 0; i < w->r->players; i++) {
    au_text_put(w->out, i > 0 ? "," : "");
    if (w->s.bid[i] == AU_NONE) {
      au_text_put(w->out, "null");
      continue;
    }
    au_text_put(w->out, w->s.down >> i & 1 ? "\"-" : "\"");
    put_card(w, w->s.bid[i]);
    au_text_put(w->out, "\"");
  }
  au_text_put(w->out, "]");
  put_steps(w, AU_RECORD_ROUND);
  put_asked(w);
}

static void put_changes(writer *w) {
  const char *gap = "";
  au_text_put(w->out, ",\"changes\":[");
  while (w->s.phase == AU_PHASE_CHANGE && w->at < w->end) {
    au_action a = au_entry_action(*w->at);
    if (au_action_what(a) == AU_ACT_CHANGE) {
      au_text_put(w->out, gap);
      put_key(w, "{\"seat\":", au_action_seat(a) + 1);
      au_text_put(w->out, ",\"gold\":\"");
      put_card(w, au_action_gold(a));
      put_key(w, "\",\"of\":", au_action_of(a) + 1);
      au_text_put(w->out, ",\"card\":\"");
      put_card(w, au_action_card(a));
      au_text_put(w->out, "\"}");
      gap = ",";
    }
    if (!advance(w))
      break;
  }
  au_text_put(w->out, "]");
}

/* Write the open trick: its changes and plays, until it is settled
** or abandoned. Adds what was asked before and after it to 'asked'. */
static void put_trick(writer *w, bool *settled, bool *passed) {
  uint8_t tricks = w->s.tricks;
  const char *gap = "";
  put_key(w, "\"leader\":", w->s.trick.leader + 1);
  put_steps(w, 1u << AU_WHEN_BEFORE_TRICK);
  put_changes(w);
  au_text_put(w->out, ",\"plays\":\"");
  for (int i = 0; i < w->s.trick.n; i++, gap = " ") {
    au_text_put(w->out, gap);
    put_card(w, w->s.trick.card[i]);
  }
  *settled = false;
  *passed = w->s.passer != AU_NONE; /* a built position may stand after it */
  while (w->at < w->end && !*settled && !*passed) {
    au_action a = au_entry_action(*w->at);
    if (!advance(w))
      break;
    *passed = au_action_what(a) == AU_ACT_PASS;
    *settled = w->s.tricks != tricks;
    if (*passed)
      break;
    au_text_put(w->out, gap);
    put_card(w, au_action_card(a));
    gap = " ";
  }
  au_text_put(w->out, "\"");
  put_steps(w, *settled ? 1u << AU_WHEN_AFTER_TRICK : 1u << AU_WHEN_ROUND);
}

static void put_trick_result(writer *w) {
  au_text_put(w->out, ",\"winner\":");
  if (w->s.won == AU_NONE)
    au_text_put(w->out, "null");
  else
    au_text_int(w->out, w->s.won + 1);
  au_text_put(w->out, ",\"award\":");
  if (w->s.award == AU_NONE) {
    au_text_put(w->out, "null");
  } else {
    au_text_put(w->out, "\"");
    put_card(w, w->s.award);
    au_text_put(w->out, "\"");
  }
  put_asked(w);
  au_text_put(w->out, "}");
}

static void put_row(writer *w, const char *key, const int16_t *by_side) {
  au_text_put(w->out, key);
  for (int i = 0; i < w->r->side_n; i++) {
    au_text_put(w->out, i > 0 ? "," : "[");
    au_text_int(w->out, by_side[i]);
  }
  au_text_put(w->out, "]");
}

static void put_score(writer *w) {
  au_score score;
  au_tally_score(w->tally++, &score);
  put_row(w, ",\"score\":{\"taken\":", score.taken);
  put_row(w, ",\"bid\":", score.bid);
  put_row(w, ",\"bid_points\":", score.bid_points);
  put_row(w, ",\"gold_points\":", score.gold_points);
  put_row(w, ",\"points\":", score.points);
  au_text_put(w->out, "},\"winners\":");
  put_sides(w, w->s.round_winners);
}

/* Write the trick that ends a round: after a pass the unfinished one,
** {"seat":3,"leader":4,...}, else the open one. 'trick' was written separately,
** because "seat" comes first but is known last. There is no score if the
** answers after the pass were cut short. */
static void put_last(writer *w, const au_text *trick, bool passed) {
  if (passed)
    put_key(w, ",\"end\":{\"seat\":", w->s.passer + 1);
  else
    au_text_put(w->out, ",\"open\":{");
  au_text_put(w->out, passed ? "," : "");
  au_text_add(w->out, trick->at, trick->n);
  put_asked(w);
  au_text_put(w->out, "}");
  if (passed && !au_state_open(&w->s))
    put_score(w);
}

static void put_tricks(writer *w) {
  au_text trick = {0}, *out = w->out;
  bool settled = true, passed = false;
  au_text_put(out, ",\"tricks\":[");
  for (const char *gap = "{";; gap = ",{") {
    au_text_clear(&trick);
    w->out = &trick;
    put_trick(w, &settled, &passed);
    w->out = out;
    out->failed = out->failed || trick.failed;
    if (!settled)
      break;
    au_text_put(out, gap);
    au_text_add(out, trick.at, trick.n);
    put_trick_result(w);
  }
  au_text_put(out, "]");
  put_last(w, &trick, passed);
  au_text_free(&trick);
}

/* Write a round. 'deal' is NULL for the rest of a round that was
** built by hand. */
static void put_round(writer *w, const au_deal *deal, uint32_t from,
                      uint32_t to) {
  w->at = from < to ? w->g->log + from : NULL;
  w->end = from < to ? w->g->log + to : NULL;
  put_key(w, "{\"first\":", w->s.first + 1);
  if (deal != NULL)
    put_deal(w, deal);
  put_bids(w);
  put_tricks(w);
  au_text_put(w->out, "}");
}

static void put_rounds(writer *w) {
  const au_game *g = w->g;
  const char *gap = "";
  w->tally = au_game_log_tally(g);
  uint32_t first = g->round_n > 0 ? g->round[0].at : g->log_n;
  w->s = g->start;
  au_text_put(w->out, ",\"rounds\":[");
  if (g->start.phase != AU_PHASE_DEAL && g->start.phase != AU_PHASE_OVER) {
    put_round(w, NULL, 0, first);
    gap = ",";
  }
  for (uint32_t i = 0; i < g->round_n; i++, gap = ",") {
    uint32_t to = i + 1 < g->round_n ? g->round[i + 1].at : g->log_n;
    if (au_state_deal(w->r, &w->s, &g->round[i].deal, NULL) != AU_OK)
      break; /* a hook ended the game earlier in the replay */
    au_text_put(w->out, gap);
    put_round(w, &g->round[i].deal, g->round[i].at, to);
  }
  au_text_put(w->out, "]");
}

static void put_faults(writer *w, const au_record_head *head) {
  for (size_t i = 0; i < head->fault_n; i++) {
    const au_fault *f = &head->fault[i];
    au_text_put(w->out, i > 0 ? "," : ",\"faults\":[");
    put_key(w, "{\"round\":", f->round);
    put_key(w, ",\"trick\":", f->trick);
    put_key(w, ",\"seat\":", f->seat + 1);
    au_text_put(w->out, ",\"ask\":");
    au_text_json(w->out, f->ask);
    au_text_put(w->out, ",\"kind\":");
    au_text_json(w->out, f->kind);
    au_text_put(w->out, ",\"message\":");
    au_text_json(w->out, f->message);
    au_text_put(w->out, ",\"substituted\":");
    au_text_put(w->out, f->substituted ? "true}" : "false}");
  }
  if (head->fault_n > 0)
    au_text_put(w->out, "]");
}

/* Write the position from which a game built by hand began. */
static void put_start(writer *w, const au_record_head *head) {
  au_game start = {.state = w->g->start, .start = w->g->start, .built = true};
  au_text_put(w->out, ",\"start\":\"");
  au_position_write(w->r, &start, head->variant, head->digest, w->out);
  au_text_put(w->out, "\"");
}

void au_record_write(const au_rules *r, const au_game *g,
                     const au_record_head *head, au_text *out) {
  writer w = {.r = r, .g = g, .out = out};
  size_t begin = out->n;
  au_text_put(out, "{\"format\":\"aurum/1\",\"variant\":");
  au_text_json(out, head->variant);
  au_text_put(out, ",\"rules\":");
  au_text_json(out, head->digest);
  put_key(&w, ",\"players\":", r->players);
  for (int i = 0; i < r->players; i++) {
    au_text_put(out, i > 0 ? "," : ",\"names\":[");
    au_text_json(out, head->name[i] != NULL ? head->name[i] : "");
  }
  au_text_put(out, "],\"seed\":");
  au_text_json(out, head->seed);
  if (g->built)
    put_start(&w, head);
  put_rounds(&w);
  put_faults(&w, head);
  au_text_put(out, ",\"winners\":");
  put_sides(&w, au_record_winners(r, g, head->fault, head->fault_n));
  au_text_put(out, "}\n");
  if (w.answered && !out->failed)
    out->at[begin + VERSION_AT] = '2';
  au_text_free(&w.asked);
}
