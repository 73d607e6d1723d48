/* net_file.c: see net_file.h. */
#include "net_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  W = AU_NET_WIDTH,
  M = AU_NET_INNER,
  SUM = 8,
  TAIL = SUM + 1 /* the checksum and a newline */
};

static const char magic[] = "aurum-net ";
static const char *const parts[2] = {"closed", "open"};

bool au_net_begins(const void *data, size_t len) {
  return len >= sizeof magic - 1 && memcmp(data, magic, sizeof magic - 1) == 0;
}

/* ---- The head ----------------------------------------------------------- */

typedef struct head {
  const char *at, *end; /* what is left of it */
  char line[2 * AU_NET_RULES * AU_DIGEST_TEXT];
  char *value; /* in 'line', after the word */
  char *why;
} head;

__attribute__((format(printf, 2, 3))) static bool refuse(char *why,
                                                         const char *format,
                                                         ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(why, AU_WHY_TEXT, format, list);
  va_end(list);
  return false;
}

/* Read the next line, which must begin with a word and a space. */
static bool next(head *h, const char *word) {
  const char *end = memchr(h->at, '\n', (size_t)(h->end - h->at));
  size_t n = end == NULL ? sizeof h->line : (size_t)(end - h->at);
  size_t first = strlen(word);
  if (n >= sizeof h->line)
    return refuse(h->why, "its head has no end of the line '%.60s'", word);
  memcpy(h->line, h->at, n);
  h->line[n] = '\0';
  if (strlen(h->line) != n || strncmp(h->line, word, first) != 0 ||
      (h->line[first] != ' ' && h->line[first] != '\0'))
    return refuse(h->why, "expected the line '%.60s' in its head", word);
  h->at = end + 1;
  h->value = h->line + first + (h->line[first] == ' ');
  return true;
}

/* Read up to 'max' numbers of 'lo' to 'hi' from the line 'word'; returns how
** many, 0 after an error. */
static int numbers(head *h, const char *word, int lo, int hi, int max,
                   int *out) {
  if (!next(h, word))
    return 0;
  int n = 0;
  char *p = h->value;
  while (*p != '\0') {
    char *end;
    long x = strtol(p, &end, 10);
    if (end == p || (*end != '\0' && *end != ' ') || x < lo || x > hi ||
        n == max) {
      refuse(h->why, "the line '%.60s' in its head has a number that cannot be",
             word);
      return 0;
    }
    out[n++] = (int)x;
    p = *end == ' ' ? end + 1 : end;
  }
  if (n == 0)
    refuse(h->why, "the line '%.60s' in its head has no number", word);
  return n;
}

/* Read the line 'word', which must have exactly these 'n' numbers. */
static bool is_number(head *h, const char *word, int n, const int *wanted) {
  int got[2];
  if (numbers(h, word, 0, 1 << 20, n, got) != n)
    return h->why[0] == '\0' &&
           refuse(h->why, "the line '%.60s' is short", word);
  for (int i = 0; i < n; i++)
    if (got[i] != wanted[i])
      return refuse(h->why, "its line '%s' says %d, and this program knows %d",
                    word, got[i], wanted[i]);
  return true;
}

/* Read the version of the inputs. */
static bool read_inputs(head *h, int *version) {
  if (numbers(h, "inputs", 0, 1 << 20, 1, version) != 1)
    return false;
  return (*version >= AU_INPUTS_FIRST && *version <= AU_INPUTS_VERSION) ||
         refuse(h->why,
                "its line '%s' says %d, and this program knows %d to %d",
                "inputs", *version, AU_INPUTS_FIRST, AU_INPUTS_VERSION);
}

static bool read_table(head *h, int version, au_layout *l) {
  int players, side[AU_SEAT_MAX], copies[AU_GOLD_MAX], most = 0;
  uint8_t side_of[AU_SEAT_MAX] = {0};
  au_gold gold = 0;
  unsigned seen = 0;
  if (numbers(h, "players", 2, AU_SEAT_MAX, 1, &players) != 1)
    return false;
  int n = numbers(h, "sides", 1, players, AU_SEAT_MAX, side);
  for (int i = 0; i < n; i++) {
    side_of[i] = (uint8_t)(side[i] - 1);
    seen |= 1u << side_of[i];
    most = side[i] > most ? side[i] : most;
  }
  if (n != 0 && (n != players || most < 2 || seen != (1u << most) - 1))
    return refuse(h->why, "its line '%s' does not say the side of each seat",
                  "sides");
  int ranks =
      n == 0 ? 0 : numbers(h, "gold", 0, AU_COPIES_MAX, AU_GOLD_MAX, copies);
  if (ranks == 0)
    return false;
  for (int i = 0; i < ranks; i++)
    gold |= (au_gold)copies[i] << (4 * i);
  return au_layout_make(version, players, most, side_of, gold, l) == AU_OK ||
         refuse(h->why, "its table has too many inputs");
}

static bool read_goal(head *h, au_net *net) {
  if (!next(h, "goal"))
    return false;
  for (uint8_t i = 0; i < AU_GOAL_N; i++)
    if (strcmp(h->value, au_goals[i]) == 0) {
      net->goal = i;
      return true;
    }
  return refuse(h->why,
                "its goal '%.60s' is none of margin, points, lead, round "
                "and game",
                h->value);
}

static bool read_parts(head *h, au_net *net) {
  if (!next(h, "parts"))
    return false;
  net->has[0] = strcmp(h->value, "open") != 0;
  net->has[1] = strcmp(h->value, "closed") != 0;
  return strcmp(h->value, "closed") == 0 || strcmp(h->value, "open") == 0 ||
         strcmp(h->value, "closed open") == 0 ||
         refuse(h->why, "its parts '%.60s' are not closed, open, or both",
                h->value);
}

static bool read_text(head *h, const char *word, size_t size, char *out) {
  if (!next(h, word))
    return false;
  if (strlen(h->value) >= size)
    return refuse(h->why, "the line '%.60s' in its head is too long", word);
  memcpy(out, h->value, strlen(h->value) + 1);
  return true;
}

static bool read_digests(head *h, au_net *net) {
  if (!next(h, "digest"))
    return false;
  const size_t digits = AU_DIGEST_TEXT - 1;
  const char *p = h->value;
  do {
    p += net->rules_n > 0; /* the space before all but the first */
    if (net->rules_n == AU_NET_RULES)
      return refuse(h->why, "its line '%s' has more than %d", "digest",
                    AU_NET_RULES);
    if (strspn(p, "0123456789abcdef") != digits)
      return refuse(h->why,
                    "its line '%s' has a word that is not %d hex "
                    "digits",
                    "digest", (int)digits);
    memcpy(net->digest[net->rules_n++], p, digits);
    p += digits;
  } while (*p == ' ');
  return *p == '\0' ||
         refuse(h->why, "its line '%s' has more than digits", "digest");
}

static bool read_head(head *h, au_net *net) {
  const int version = 1, shape[] = {W, M};
  int inputs, unit;
  if (!is_number(h, "aurum-net", 1, &version) || !read_inputs(h, &inputs) ||
      !read_table(h, inputs, &net->layout) ||
      !is_number(h, "width", 2, shape) || !read_goal(h, net) ||
      numbers(h, "unit", 1, 1000, 1, &unit) != 1)
    return false;
  net->unit = (uint16_t)unit;
  if (!read_parts(h, net) || !read_digests(h, net) ||
      !read_text(h, "rules", sizeof net->rules, net->rules) ||
      !read_text(h, "how", sizeof net->how, net->how))
    return false;
  if (h->at == h->end || *h->at != '\n')
    return refuse(h->why, "expected an empty line after its head");
  h->at++;
  return true;
}

static uint64_t checksum(const void *data, size_t len) {
  const au_seed key = {{0, 0}};
  return au_hash(&key, data, len);
}

static uint64_t get(const uint8_t *at, int bytes) {
  uint64_t x = 0;
  for (int i = 0; i < bytes; i++)
    x |= (uint64_t)at[i] << (8 * i);
  return x;
}

/* Read the head; '*at' is the byte after it. */
static au_status begin(const void *data, size_t len, au_net *net, size_t *at,
                       char *why) {
  head h = {.at = data, .why = why};
  memset(net, 0, sizeof *net);
  why[0] = '\0';
  if (!au_net_begins(data, len) || len < TAIL) {
    refuse(why, "it is not a net: it does not begin with '%s'", "aurum-net");
    return AU_EFORMAT;
  }
  h.end = h.at + (len - TAIL);
  if (!read_head(&h, net))
    return AU_EFORMAT;
  *at = (size_t)(h.at - (const char *)data);
  return AU_OK;
}

au_status au_net_read_head(const void *data, size_t len, au_net *net,
                           size_t *rows, char *why) {
  size_t at;
  au_status status = begin(data, len, net, &at, why);
  if (status != AU_OK)
    return status;
  const uint8_t *tail = (const uint8_t *)data + (len - TAIL);
  if (get(tail, SUM) != checksum(data, len - TAIL) || tail[SUM] != '\n') {
    refuse(why, "it was cut or changed: its checksum is wrong");
    return AU_EFORMAT;
  }
  *rows = (size_t)(net->has[0] + net->has[1]) * net->layout.n;
  return AU_OK;
}

/* ---- The parts ---------------------------------------------------------- */

typedef struct bytes {
  const uint8_t *at, *end;
  bool cut;
} bytes;

/* The next number, extended by its sign. */
static int32_t number(bytes *b, int n) {
  if (b->end - b->at < n) {
    b->cut = true;
    return 0;
  }
  uint32_t x = (uint32_t)get(b->at, n), sign = (uint32_t)1 << (8 * n - 1);
  b->at += n;
  return (int32_t)((x ^ sign) - sign);
}

/* The next weight of a row. */
static int16_t weight(bytes *b) {
  int32_t x = number(b, 1);
  return (int16_t)(x == INT8_MIN ? number(b, 2) : x);
}

static void read_rows(bytes *b, const au_layout *l, au_net_part *p) {
  const uint8_t *bits = b->at;
  size_t n = ((size_t)l->n + 7) / 8;
  if ((size_t)(b->end - b->at) < n) {
    b->cut = true;
    return;
  }
  b->at += n;
  for (int i = 0; i < l->n; i++) {
    if (!(bits[i / 8] >> (i % 8) & 1)) {
      memset(p->row[i], 0, sizeof p->row[i]);
      continue;
    }
    for (int j = 0; j < W; j++)
      p->row[i][j] = weight(b);
  }
}

static void read_part(bytes *b, const au_layout *l, au_net_part *p) {
  p->shift = (uint8_t)number(b, 1);
  for (int j = 0; j < W; j++)
    p->bias[j] = (int16_t)number(b, 2);
  for (int m = 0; m < M; m++)
    for (int j = 0; j < W; j++)
      p->inner[m][j] = (int16_t)number(b, 1);
  for (int m = 0; m < M; m++)
    p->inner_bias[m] = number(b, 4);
  for (int m = 0; m < M; m++)
    p->out[m] = (int16_t)number(b, 2);
  p->out_bias = number(b, 4);
  read_rows(b, l, p);
}

au_status au_net_read(const void *data, size_t len, au_net *net,
                      int16_t (*row)[W], char *why) {
  size_t at;
  au_status status = begin(data, len, net, &at, why);
  if (status != AU_OK)
    return status;
  bytes b = {(const uint8_t *)data + at, (const uint8_t *)data + len - TAIL,
             false};
  for (int i = 0; i < 2; i++) {
    if (!net->has[i])
      continue;
    net->part[i].row = row;
    row += net->layout.n;
    read_part(&b, &net->layout, &net->part[i]);
    if (b.cut) {
      refuse(why, "its %s part is cut short", parts[i]);
      return AU_EFORMAT;
    }
    if (!au_net_safe(&net->layout, &net->part[i])) {
      refuse(why,
             "the weights of its %s part are out of range: a sum could "
             "overflow",
             parts[i]);
      return AU_EFORMAT;
    }
  }
  if (b.at == b.end)
    return AU_OK;
  refuse(why, "bytes follow its last part");
  return AU_EFORMAT;
}

/* ---- Writing ------------------------------------------------------------ */

static void put(au_text *out, uint64_t x, int n) {
  uint8_t byte[8];
  for (int i = 0; i < n; i++)
    byte[i] = (uint8_t)(x >> (8 * i));
  au_text_add(out, byte, (size_t)n);
}

static void put_line(au_text *out, const char *word, const char *value) {
  au_text_put(out, word);
  au_text_put(out, " ");
  au_text_put(out, value);
  au_text_put(out, "\n");
}

static void put_number(au_text *out, const char *word, int n) {
  char text[16];
  snprintf(text, sizeof text, "%d", n);
  put_line(out, word, text);
}

static void write_head(const au_net *net, au_text *out) {
  const au_layout *l = &net->layout;
  put_number(out, "aurum-net", 1);
  put_number(out, "inputs", l->version);
  put_number(out, "players", l->players);
  au_text_put(out, "sides");
  for (int i = 0; i < l->players; i++) {
    au_text_put(out, " ");
    au_text_int(out, l->side_of[i] + 1);
  }
  au_text_put(out, "\ngold");
  int ranks = AU_GOLD_MAX;
  while (ranks > 1 && l->copies[ranks - 1] == 0)
    ranks--;
  for (int i = 0; i < ranks; i++) {
    au_text_put(out, " ");
    au_text_int(out, l->copies[i]);
  }
  au_text_put(out, "\nwidth ");
  au_text_int(out, W);
  au_text_put(out, " ");
  au_text_int(out, M);
  au_text_put(out, "\n");
  put_line(out, "goal", au_goals[net->goal]);
  put_number(out, "unit", net->unit);
  put_line(out, "parts",
           net->has[0] && net->has[1] ? "closed open" : parts[net->has[1]]);
  au_text_put(out, "digest");
  for (int i = 0; i < net->rules_n; i++) {
    au_text_put(out, " ");
    au_text_put(out, net->digest[i]);
  }
  au_text_put(out, "\n");
  put_line(out, "rules", net->rules);
  put_line(out, "how", net->how);
  au_text_put(out, "\n");
}

static bool has_row(const int16_t row[W]) {
  for (int j = 0; j < W; j++)
    if (row[j] != 0)
      return true;
  return false;
}

static void put_weight(au_text *out, int16_t x) {
  bool small = x > INT8_MIN && x <= INT8_MAX;
  put(out, small ? (uint8_t)x : 0x80, 1);
  if (!small)
    put(out, (uint16_t)x, 2);
}

static void write_part(const au_layout *l, const au_net_part *p, au_text *out) {
  uint8_t bits[AU_INPUT_MAX / 8] = {0};
  put(out, p->shift, 1);
  for (int j = 0; j < W; j++)
    put(out, (uint16_t)p->bias[j], 2);
  for (int m = 0; m < M; m++)
    for (int j = 0; j < W; j++)
      put(out, (uint8_t)p->inner[m][j], 1);
  for (int m = 0; m < M; m++)
    put(out, (uint32_t)p->inner_bias[m], 4);
  for (int m = 0; m < M; m++)
    put(out, (uint16_t)p->out[m], 2);
  put(out, (uint32_t)p->out_bias, 4);
  for (int i = 0; i < l->n; i++)
    bits[i / 8] |= (uint8_t)(has_row(p->row[i]) << (i % 8));
  au_text_add(out, bits, ((size_t)l->n + 7) / 8);
  for (int i = 0; i < l->n; i++)
    if (bits[i / 8] >> (i % 8) & 1)
      for (int j = 0; j < W; j++)
        put_weight(out, p->row[i][j]);
}

void au_net_write(const au_net *net, au_text *out) {
  size_t from = out->n;
  write_head(net, out);
  for (int i = 0; i < 2; i++)
    if (net->has[i])
      write_part(&net->layout, &net->part[i], out);
  if (!out->failed)
    put(out, checksum(out->at + from, out->n - from), SUM);
  au_text_put(out, "\n");
}
