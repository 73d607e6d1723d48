/* position.c: see position.h.
**
** The payload, before base64url (RFC 4648, no padding):
**   players, form                     bytes; see 'form'
**   the totals or the snapshot        put_standing and the last round's first
**                                     player, or put_snapshot
**   1 and a deal, or 0                put_deal
**   the actions, to the end           put_action
**   two bytes of au_hash over all that  */
#include "position.h"

#include <stdio.h>
#include <string.h>

static const au_seed checksum_key = {{0x706f736974696f6eu, 1}};

/* SEEN: a snapshot that also has the cards that one seat knows and others do
** not, under rules whose other snapshots have none. */
typedef enum form { TOTALS, SNAPSHOT, SEEN } form;

/* Codes of actions. A card alone is below 64. */
enum {
  CODE_DOWN = 64, /* + card */
  CODE_KEEP = 128,
  CODE_PASS = 129,
  CODE_CHANGE = 130, /* + of, then gold, then card */
  CODE_ANSWER = 138  /* then the value */
};

typedef struct reader {
  const uint8_t *at, *end;
  bool failed; /* read past the end, or read a value out of range */
} reader;

/* ---- Integers --------------------------------------------------------- */

static void put_byte(au_text *t, unsigned value) {
  uint8_t byte = (uint8_t)value;
  au_text_add(t, &byte, 1);
}

/* LEB128. */
static void put_uint(au_text *t, uint64_t value) {
  for (; value >= 128; value >>= 7)
    put_byte(t, (unsigned)(value & 127) | 128);
  put_byte(t, (unsigned)value);
}

/* Small negative numbers take few bytes: 0 -1 1 -2 2 ... */
static void put_int(au_text *t, int64_t value) {
  put_uint(t, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

static unsigned get_byte(reader *in) {
  if (in->at == in->end) {
    in->failed = true;
    return 0;
  }
  return *in->at++;
}

static uint64_t get_uint(reader *in) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    unsigned byte = get_byte(in);
    value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128)
      return value;
  }
  in->failed = true;
  return 0;
}

static int64_t get_int(reader *in, int64_t lo, int64_t hi) {
  uint64_t u = get_uint(in);
  int64_t value = (int64_t)(u >> 1 ^ (0 - (u & 1)));
  if (value >= lo && value <= hi)
    return value;
  in->failed = true;
  return 0;
}

/* ---- A state ---------------------------------------------------------- */

/* The totals: the part of a state that outlives a round. */
static void put_standing(au_text *t, const au_state *s) {
  put_byte(t, s->round);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    put_byte(t, s->nuggets[i]);
    put_int(t, s->points[i]);
  }
  for (int i = 0; i < AU_VAR_N; i++)
    put_int(t, s->vars[i]);
}

static void get_standing(reader *in, au_state *s) {
  s->round = (uint8_t)get_byte(in);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    s->nuggets[i] = (uint8_t)get_byte(in);
    s->points[i] = (int32_t)get_int(in, INT32_MIN, INT32_MAX);
  }
  for (int i = 0; i < AU_VAR_N; i++)
    s->vars[i] = (int16_t)get_int(in, INT16_MIN, INT16_MAX);
}

/* The single-byte fields of a state, in the order in which they are written. */
#define STATE_BYTES(s)                                                      \
  {                                                                         \
    &(s)->trick.leader, &(s)->trick.n, &(s)->down, &(s)->phase, &(s)->turn, \
        &(s)->first, &(s)->tricks, &(s)->changed, &(s)->passer, &(s)->won,  \
        &(s)->award, &(s)->round_winners, &(s)->winners                     \
  }

/* The bytes that only questions and trumps use. */
#define MORE_BYTES(s)                                                      \
  {                                                                        \
    &(s)->trick.trump, &(s)->times, &(s)->ask, &(s)->asked, &(s)->pending, \
        &(s)->answers                                                      \
  }

/* True if a snapshot under these rules has them. */
static bool has_more(const au_rules *r) {
  return r->asks != NULL || r->trump != AU_TRUMP_NONE;
}

/* How to write a state. Without questions, a seat may know a bid card that its
** partner took from under it. */
static form form_of(const au_rules *r, const au_state *s) {
  au_set known = 0;
  for (int i = 0; i < AU_SEAT_MAX; i++)
    known |= s->known[i];
  return known != 0 && !has_more(r) ? SEEN : SNAPSHOT;
}

static void put_more(au_text *t, const au_state *s) {
  const uint8_t *const bytes[] = MORE_BYTES(s);
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    put_byte(t, *bytes[i]);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    put_byte(t, s->called[i]);
    put_uint(t, s->answer[i]);
    put_uint(t, s->known[i]);
  }
}

static void get_more(reader *in, au_state *s) {
  uint8_t *const bytes[] = MORE_BYTES(s);
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    *bytes[i] = (uint8_t)get_byte(in);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    s->called[i] = (uint8_t)get_byte(in);
    s->answer[i] = (uint32_t)get_uint(in);
    s->known[i] = get_uint(in);
  }
}

static void put_snapshot(const au_rules *r, au_text *t, const au_state *s,
                         form f) {
  const uint8_t *const bytes[] = STATE_BYTES(s);
  put_standing(t, s);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    put_uint(t, s->hand[i]);
    put_uint(t, s->gold[i]);
    put_byte(t, s->taken[i]);
    put_byte(t, s->bid[i]);
    put_byte(t, s->trick.card[i]);
  }
  put_uint(t, s->supply);
  put_uint(t, s->extras);
  put_uint(t, s->seen);
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    put_byte(t, *bytes[i]);
  if (has_more(r))
    put_more(t, s);
  for (int i = 0; i < AU_SEAT_MAX && f == SEEN; i++)
    put_uint(t, s->known[i]);
}

static void get_snapshot(const au_rules *r, reader *in, au_state *s, form f) {
  uint8_t *const bytes[] = STATE_BYTES(s);
  get_standing(in, s);
  for (int i = 0; i < AU_SEAT_MAX; i++) {
    s->hand[i] = get_uint(in);
    s->gold[i] = get_uint(in);
    s->taken[i] = (uint8_t)get_byte(in);
    s->bid[i] = (au_card)get_byte(in);
    s->trick.card[i] = (au_card)get_byte(in);
  }
  s->supply = get_uint(in);
  s->extras = get_uint(in);
  s->seen = get_uint(in);
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    *bytes[i] = (uint8_t)get_byte(in);
  if (has_more(r))
    get_more(in, s);
  for (int i = 0; i < AU_SEAT_MAX && f == SEEN; i++)
    s->known[i] = get_uint(in);
}

/* ---- A deal and actions ----------------------------------------------- */

static void put_deal(const au_rules *r, au_text *t, const au_deal *deal) {
  put_byte(t, deal->first);
  for (int i = 0; i < r->players; i++) {
    put_uint(t, deal->hand[i]);
    put_uint(t, deal->gold[i]);
  }
}

static void get_deal(const au_rules *r, reader *in, au_deal *deal) {
  memset(deal, 0, sizeof *deal);
  deal->first = (uint8_t)get_byte(in);
  deal->extras = r->deck.base;
  for (int i = 0; i < r->players; i++) {
    deal->hand[i] = get_uint(in);
    deal->gold[i] = get_uint(in);
    deal->extras &= ~deal->hand[i];
  }
}

static void put_action(au_text *t, au_action a) {
  switch (au_action_what(a)) {
  case AU_ACT_KEEP:
    put_byte(t, CODE_KEEP);
    return;
  case AU_ACT_PASS:
    put_byte(t, CODE_PASS);
    return;
  case AU_ACT_CHANGE:
    put_byte(t, CODE_CHANGE + au_action_of(a));
    put_byte(t, au_action_gold(a));
    put_byte(t, au_action_card(a));
    return;
  case AU_ACT_ANSWER:
    put_byte(t, CODE_ANSWER);
    put_uint(t, au_action_value(a));
    return;
  case AU_ACT_BID:
  case AU_ACT_PLAY:
  case AU_ACT_NONE:
  case AU_ACT_N:
  default:
    break;
  }
  put_byte(t, au_action_card(a) + (au_action_down(a) ? CODE_DOWN : 0u));
}

static au_action get_action(reader *in, const au_state *s) {
  unsigned code = get_byte(in), seat = s->turn & 7;
  if (code == CODE_KEEP)
    return au_keep_action(seat);
  if (code == CODE_PASS)
    return au_pass_action(seat);
  if (code == CODE_ANSWER) {
    unsigned value = (unsigned)get_uint(in);
    if (value > AU_VALUE_MAX)
      in->failed = true;
    return au_answer_action(seat, (s->ask - 1u) & 7, value & AU_VALUE_MAX);
  }
  if (code >= CODE_CHANGE) {
    unsigned gold = get_byte(in) & 63;
    return au_change_action(seat, (au_card)gold, get_byte(in) & 63,
                            (code - CODE_CHANGE) & 7);
  }
  return s->phase == AU_PHASE_BID
             ? au_bid_action(seat, code & 63, code >= CODE_DOWN)
             : au_play_action(seat, code & 63);
}

/* ---- Base64url -------------------------------------------------------- */

static const char digits64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void put_base64(au_text *out, const char *bytes, size_t n) {
  uint32_t bits = 0;
  int have = 0;
  for (size_t i = 0; i < n; i++) {
    bits = bits << 8 | (uint8_t)bytes[i];
    for (have += 8; have >= 6; have -= 6)
      au_text_add(out, &digits64[bits >> (have - 6) & 63], 1);
  }
  if (have > 0)
    au_text_add(out, &digits64[bits << (6 - have) & 63], 1);
}

static bool get_base64(au_text *out, const char *text) {
  uint32_t bits = 0;
  int have = 0;
  for (; *text != '\0'; text++) {
    const char *digit = strchr(digits64, *text);
    if (digit == NULL)
      return false;
    bits = bits << 6 | (uint32_t)(digit - digits64);
    have += 6;
    if (have >= 8) {
      have -= 8;
      put_byte(out, bits >> have & 255);
    }
  }
  return have < 6 && (bits & ((1u << have) - 1)) == 0;
}

/* ---- The token -------------------------------------------------------- */

static void put_payload(const au_rules *r, const au_game *g, au_text *t) {
  const au_round *round = g->round_n > 0 ? &g->round[g->round_n - 1] : NULL;
  const au_state *before = round != NULL ? &round->before : &g->start;
  bool snapshot = round == NULL && g->built;
  uint32_t n;
  const au_entry *log = au_game_round_log(g, &n);
  put_byte(t, (unsigned)r->players);
  form f = snapshot ? form_of(r, &g->start) : TOTALS;
  put_byte(t, f);
  if (snapshot) {
    put_snapshot(r, t, &g->start, f);
  } else {
    put_standing(t, before);
    put_byte(t, before->first);
  }
  put_byte(t, round != NULL);
  if (round != NULL)
    put_deal(r, t, &round->deal);
  for (uint32_t i = 0; i < n; i++)
    put_action(t, au_entry_action(log[i]));
  uint64_t sum = au_hash(&checksum_key, t->at, t->n);
  put_byte(t, sum & 255);
  put_byte(t, sum >> 8 & 255);
}

void au_position_write(const au_rules *r, const au_game *g, const char *variant,
                       const char *digest, au_text *out) {
  au_text payload = {0};
  put_payload(r, g, &payload);
  au_text_put(out, "au1:");
  au_text_put(out, variant);
  au_text_put(out, ":");
  au_text_put(out, digest);
  au_text_put(out, ":");
  if (payload.failed)
    out->failed = true;
  else
    put_base64(out, payload.at, payload.n);
  au_text_free(&payload);
}

static au_status malformed(char *why, const char *text) {
  snprintf(why, AU_WHY_TEXT, "not a position: %s", text);
  return AU_EFORMAT;
}

static au_status no_memory(char *why) {
  snprintf(why, AU_WHY_TEXT, "not enough memory");
  return AU_ENOMEM;
}

au_status au_position_parse(const char *token, au_position *p, char *why) {
  au_position made;
  au_text head = {0};
  if (strncmp(token, "au1:", 4) != 0)
    return malformed(why, "it does not begin with au1:");
  /* A variant may be a path and contain colons, so count from the end. */
  const char *last = strrchr(token, ':');
  const char *middle = last;
  while (middle > token && *--middle != ':')
    ;
  const char *name = token + 4;
  if (middle <= name || (size_t)(middle - name) >= sizeof made.variant ||
      last - middle != AU_DIGEST_TEXT)
    return malformed(why, "expected au1:VARIANT:DIGEST:DATA");
  memset(&made, 0, sizeof made);
  memcpy(made.variant, name, (size_t)(middle - name));
  memcpy(made.digest, middle + 1, AU_DIGEST_TEXT - 1);
  made.payload = last + 1;
  bool good = get_base64(&head, made.payload);
  if (head.failed) {
    au_text_free(&head);
    return no_memory(why);
  }
  good = good && head.n >= 5;
  uint64_t sum = good ? au_hash(&checksum_key, head.at, head.n - 2) : 0;
  good = good && (uint8_t)head.at[head.n - 2] == (sum & 255) &&
         (uint8_t)head.at[head.n - 1] == (sum >> 8 & 255);
  made.players = good ? head.at[0] : 0;
  au_text_free(&head);
  if (!good || made.players < 2 || made.players > AU_SEAT_MAX)
    return malformed(why, "its data is cut off or altered");
  *p = made;
  return AU_OK;
}

/* Read the payload from 'in' into a game at its start. */
static au_status load(const au_rules *r, reader *in, au_game *g, char *why) {
  au_status status = AU_OK;
  au_state s;
  au_deal deal;
  au_state_init(r, &s);
  get_byte(in); /* players */
  form f = (form)get_byte(in);
  if (f != TOTALS) {
    get_snapshot(r, in, &s, f);
  } else {
    get_standing(in, &s);
    s.first = (uint8_t)get_byte(in);
    s.supply = s.round > 0 ? r->gold_all : 0;
  }
  if (in->failed)
    return malformed(why, "its data is cut short");
  status = au_game_begin_at(r, g, &s, why);
  g->built = s.round > 0;
  if (status == AU_OK && get_byte(in)) {
    get_deal(r, in, &deal);
    status = au_game_deal(r, g, &deal, why);
  }
  while (status == AU_OK && !in->failed && in->at < in->end) {
    status = au_game_apply(r, g, get_action(in, &g->state));
    if (status != AU_OK && status != AU_ENOMEM)
      return malformed(why, "an action in it is not legal");
  }
  if (status == AU_OK && in->failed)
    return malformed(why, "its data is cut short");
  return status;
}

au_status au_position_load(const au_rules *r, const au_position *p, au_game *g,
                           char *why) {
  au_text bytes = {0};
  au_status status = AU_EFORMAT;
  why[0] = '\0';
  (void)get_base64(&bytes, p->payload); /* au_position_parse checked it */
  if (p->players != r->players) {
    malformed(why, "it is for another number of players");
  } else if (bytes.failed) {
    status = AU_ENOMEM;
  } else {
    reader in = {(const uint8_t *)bytes.at,
                 (const uint8_t *)bytes.at + bytes.n - 2, false};
    status = load(r, &in, g, why);
  }
  au_text_free(&bytes);
  if (status == AU_OK)
    return AU_OK;
  au_game_begin(r, g);
  return status == AU_ENOMEM ? no_memory(why) : AU_EFORMAT;
}
