/* net_fuzz.c: the libFuzzer target for value nets.
**
** A net with the right checksum is what a person who wants to do harm would
** write, so the checksum is always computed here. The first bytes choose the
** rules and where the net comes from: from the input, or from random weights,
** with some bytes of its file changed. A net that is read must be written as a
** file that reads as the same net. It must play games of its table without
** fault, with the same values by each way of adding. */
#include "../../core/aurum.h"
#include "../../core/net_file.h"
#include "../../core/net_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { W = AU_NET_WIDTH, M = AU_NET_INNER, TAIL = 9, STEPS = 60 };

static au_view view;
static int16_t row[2 * AU_INPUT_MAX][W], row_again[2 * AU_INPUT_MAX][W];

/* The rest of the input. */
typedef struct bytes {
  const uint8_t *at, *end;
} bytes;

static uint8_t next(bytes *in) {
  return in->at < in->end ? *in->at++ : 0;
}

static void check(bool good, const char *what) {
  if (!good) {
    fprintf(stderr, "net: %s: it does not hold\n", what);
    abort();
  }
}

static bool make_rules(bytes *in, au_rules *r) {
  static const int hands[] = {12, 12, 12, 7, 6};
  const au_knob *knob;
  char why[AU_WHY_TEXT];
  int players = 2 + next(in) % 5;
  unsigned a = next(in);
  au_rules_init(r, players);
  const struct {
    const char *name;
    int value;
  } set[] = {{"hand", players == 4 ? r->hand : hands[players - 2]},
             {"bidding", a & 1},
             {"zero_bid", a >> 1 & 1},
             {"follow", (int)(a >> 2) % 3},
             {"gold_leads", a >> 4 & 1},
             {"change_of", a >> 5 & 1},
             {"trump", a >> 6 & 1},
             {"zero_gold",
              a >> 7 & 1 || players > 4 ? AU_ZERO_NEVER : AU_ZERO_EVERY_ROUND}};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    const au_knob *k = au_knob_find(set[i].name);
    if (k == NULL || au_knob_write(r, k, &set[i].value, 1) != AU_OK)
      return false;
  }
  return au_rules_finish(r, &knob, why) == AU_OK;
}

/* ---- Files ------------------------------------------------------------ */

static void sign(au_text *file) {
  const au_seed key = {{0, 0}};
  uint64_t sum = au_hash(&key, file->at, file->n - TAIL);
  for (int i = 0; i < 8; i++)
    file->at[file->n - TAIL + (size_t)i] = (char)(uint8_t)(sum >> (8 * i));
  file->at[file->n - 1] = '\n';
}

static bool read_net(const au_text *file, au_net *net, int16_t (*rows)[W]) {
  size_t n = 0;
  char why[AU_WHY_TEXT] = "";
  au_status status = au_net_read_head(file->at, file->n, net, &n, why);
  if (status == AU_OK) {
    check(n <= 2 * AU_INPUT_MAX, "its rows are not more than two layouts have");
    status = au_net_read(file->at, file->n, net, rows, why);
  }
  check((status == AU_OK) == (why[0] == '\0'), "a refused net says why");
  check(strlen(why) < AU_WHY_TEXT, "the message fits");
  return status == AU_OK;
}

/* Append the file of a net with weights from the input and few rows. */
static void make_file(const au_rules *r, bytes *in, au_text *out) {
  static au_net net;
  au_rng rng = {{next(in), 2, 3, 4}};
  memset(&net, 0, sizeof net);
  if (au_layout_init(r, &net.layout) != AU_OK)
    return;
  memset(row, 0, 2 * (size_t)net.layout.n * sizeof *row);
  net.goal = next(in) % AU_GOAL_N;
  net.unit = (uint16_t)(1 + next(in));
  net.has[1] = next(in) & 1;
  net.has[0] = !net.has[1] || (next(in) & 1);
  for (int i = 0; i < 2; i++) {
    au_net_part *p = &net.part[i];
    p->row = row + (size_t)i * net.layout.n;
    p->shift = AU_NET_SHIFT + next(in) % 8;
    int step = 1 + next(in), most = 1 + 64 * next(in);
    for (int m = 0; m < M; m++)
      p->out[m] = (int16_t)au_rng_next(&rng);
    for (int m = 0; m < M; m++)
      for (int j = 0; j < W; j++)
        p->inner[m][j] = (int16_t)((int)au_rng_below(&rng, 255) - INT8_MAX);
    for (int k = next(in); k < net.layout.n; k += step)
      for (int j = 0; j < W; j++)
        p->row[k][j] =
            (int16_t)((int)au_rng_below(&rng, 2 * (uint32_t)most) - most);
  }
  au_net_write(&net, out);
}

/* ---- Playing ---------------------------------------------------------- */

/* The values of a position by both ways of adding. */
static void look(const au_net *net, const au_rules *r, const au_game *g,
                 au_rng *rng) {
  static au_action legal[AU_ACTION_MAX];
  static int32_t value[2][AU_ACTION_MAX];
  int32_t world[2] = {0, 0};
  bool wide = au_wide_sums, open = net->has[1] && !au_acts_hidden(r, &g->state);
  uint8_t seat = (uint8_t)au_rng_below(rng, (uint32_t)r->players);
  int n = 0;
  check(au_state_legal(r, &g->state, legal, &n) == AU_OK, "actions are listed");
  au_view_of(r, g, g->state.turn, &view);
  for (int way = 0; way < 2; way++) {
    au_wide_sums = wide && way == 1;
    if (net->has[0])
      check(au_net_values(net, r, &view, legal, n, value[way]) == AU_OK,
            "actions have values");
    if (open)
      world[way] = au_net_world(net, r, &g->state, seat);
  }
  au_wide_sums = wide;
  check(memcmp(value[0], value[1], (size_t)n * sizeof(int32_t)) == 0 &&
            world[0] == world[1],
        "both ways of adding give the same values");
}

static void play(const au_net *net, const au_rules *r) {
  static const au_seed seed = {{3, 5}};
  au_rng rng = {{1, 2, 3, 4}};
  au_game g;
  au_game_init(&g);
  au_game_begin(r, &g);
  for (int i = 0; i < STEPS && g.state.phase != AU_PHASE_OVER; i++) {
    au_action a = 0;
    if (g.state.phase == AU_PHASE_DEAL) {
      au_deal deal;
      if (au_deal_make(r, &g.state, &seed, &deal) != AU_OK ||
          au_game_deal(r, &g, &deal, NULL) != AU_OK)
        break;
      continue;
    }
    if (i % 3 == 1)
      look(net, r, &g, &rng);
    au_view_of(r, &g, g.state.turn, &view);
    au_status status = net->has[0]
                           ? au_net_choose(net, r, &view, 0, NULL, &a, NULL)
                           : au_state_random(r, &g.state, &rng, &a);
    check(status == AU_OK && au_game_apply(r, &g, a) == AU_OK,
          "a net's action is legal");
  }
  au_game_free(&g);
}

static void try_file(const au_rules *r, const au_text *file) {
  static au_net net, again;
  au_text one = {0}, two = {0};
  if (!read_net(file, &net, row))
    return;
  au_net_write(&net, &one);
  check(!one.failed && read_net(&one, &again, row_again),
        "a net's own file is read");
  au_net_write(&again, &two);
  check(one.n == two.n && memcmp(one.at, two.at, one.n) == 0,
        "a net's own file is that of the same net");
  if (au_net_fits(&net, r))
    play(&net, r);
  au_text_free(&one);
  au_text_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  bytes in = {data, data + n};
  unsigned mode = next(&in);
  au_text file = {0};
  au_rules r;
  if (!make_rules(&in, &r))
    return 0;
  if (mode & 1) {
    make_file(&r, &in, &file);
    while (file.n > 0 && in.at + 2 < in.end) {
      size_t at = next(&in);
      at = (at | (size_t)next(&in) << 8) % file.n;
      file.at[at] = (char)next(&in);
    }
  } else {
    au_text_add(&file, in.at, (size_t)(in.end - in.at));
    au_text_add(&file, "         ", TAIL);
  }
  if (file.n >= TAIL)
    sign(&file);
  try_file(&r, &file);
  au_text_free(&file);
  return 0;
}
