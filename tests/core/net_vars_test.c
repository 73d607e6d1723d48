/* net_vars_test.c: what nets see of vars that state what they hold. */
#include "helper.h"

#include "learn.h"
#include "net_file.h"

enum { W = AU_NET_WIDTH, PART = AU_NET_CLOSED };

/* Rules whose first five vars hold these. */
static void rules_of(au_rules *r, int players, const uint8_t holds[5]) {
  variant_rules(r, "en-2023", players);
  memcpy(r->var_holds, holds, 5);
  r->hooks.ctx = r; /* no hook uses it; without one there are no vars */
}

static const uint8_t none[5] = {0};
static const uint8_t all[5] = {AU_HOLDS_SEAT, AU_HOLDS_SIDE, AU_HOLDS_NUMBER,
                               AU_HOLDS_FLAG, AU_HOLDS_ANY};

/* A game whose first round is dealt, with these vars. */
static void deal(const au_rules *r, au_game *g, const int16_t vars[5]) {
  au_seed seed = seed_of("vars");
  au_rng rng = rng_of(&seed, 0);
  au_game_init(g);
  au_game_begin(r, g);
  while (!au_state_open(&g->state))
    assert_true(step_game(r, g, &seed, &rng));
  memcpy(g->state.vars, vars, 5 * sizeof *vars);
}

/* List the inputs of a state for a seat that are of vars, by name, in their
** order: "var is seat 1: own; ". */
static void names_of(const au_rules *r, const au_layout *l, const au_state *s,
                     uint8_t seat, char out[400]) {
  uint16_t on[AU_ON_MAX];
  char name[AU_INPUT_TEXT];
  size_t at = 0;
  int n = au_inputs_of(r, l, s, seat, NULL, on);
  out[0] = '\0';
  for (int i = 0; i < n; i++) {
    au_input_text(l, &r->deck, on[i], name);
    if (strncmp(name, "var ", 4) == 0)
      at += (size_t)snprintf(out + at, 400 - at, "%s; ", name);
  }
}

static void assert_names(const au_rules *r, const au_layout *l,
                         const int16_t vars[5], uint8_t seat,
                         const char *wanted) {
  au_game g;
  char names[400];
  deal(r, &g, vars);
  names_of(r, l, &g.state, seat, names);
  assert_string_equal(names, wanted);
  au_game_free(&g);
}

/* Seats and sides are counted from the seat, a flag is one input. */
static void test_inputs(void **state) {
  (void)state;
  au_rules r;
  au_layout l;
  rules_of(&r, 4, all);
  assert_int_equal(au_layout_init(&r, &l), AU_OK);
  assert_int_equal(l.version, 2);
  const int16_t vars[5] = {3, 2, 3, 1, 3}, zero[5] = {0};
  assert_names(&r, &l, vars, 1,
               "var is seat 1: left 1; var is side 2: own; var 3: 3; var 4: 1; "
               "var 5: 3; var is seat 5: left 1; ");
  assert_names(&r, &l, vars, 2,
               "var is seat 1: own; var is side 2: left 1; var 3: 3; var 4: 1; "
               "var 5: 3; var is seat 5: own; ");
  assert_names(&r, &l, zero, 2, "");
  /* A number goes in bins; values that are no seat, side or flag are harmless:
  ** a position may have them. */
  const int16_t wild[5] = {-5, 9, 99, 7, -99};
  assert_names(&r, &l, wild, 0, "var 3: 14; var 4: 1; var 5: -1; ");
  rules_of(&r, 3, all);
  assert_int_equal(au_layout_init(&r, &l), AU_OK);
  assert_names(&r, &l, vars, 2,
               "var is seat 1: own; var is side 2: left 2; var 3: 3; var 4: 1; "
               "var 5: 3; var is seat 5: own; ");
}

/* A net of the first version sees numbers and seats, whatever rules state; and
** rules that state nothing have that version. */
static void test_first_version(void **state) {
  (void)state;
  au_rules r, typed;
  au_layout l, more;
  const int16_t vars[5] = {3, 0, 0, 0, 0};
  rules_of(&r, 4, none);
  rules_of(&typed, 4, all);
  assert_int_equal(au_layout_init(&r, &l), AU_OK);
  assert_int_equal(au_layout_init(&typed, &more), AU_OK);
  assert_int_equal(l.version, 1);
  assert_names(&typed, &l, vars, 1, "var 1: 3; var is seat 1: left 1; ");
  assert_names(&r, &more, vars, 1, "var 1: 3; var is seat 1: left 1; ");
  assert_true(au_layout_covers(&l, &typed));
  assert_true(au_layout_covers(&more, &r));
  assert_true(au_layout_begins(&l, &more));
  assert_true(au_layout_begins(&l, &l));
  assert_false(au_layout_begins(&more, &l));
  assert_false(au_layout_same(&l, &more));
  assert_int_equal(more.n - l.n, AU_VAR_N * 2);
}

/* Make a net of a trainer. '*rows' is freed by the caller. */
static void round_off(const au_trainer *t, const au_layout *l, au_net *net,
                      int16_t (**rows)[W]) {
  memset(net, 0, sizeof *net);
  net->layout = *l;
  net->unit = 10;
  net->rules_n = 1;
  net->has[PART] = true;
  snprintf(net->digest[0], sizeof net->digest[0], "0123456789abcdef");
  *rows = calloc(l->n, sizeof **rows);
  assert_non_null(*rows);
  assert_int_equal(au_trainer_round(t, &net->part[PART], *rows), AU_OK);
}

/* A trainer of the second version begins from a net of the first, and its file
** is read again. */
static void test_begins(void **state) {
  (void)state;
  au_rules r, typed;
  au_layout l, more;
  au_net old, net, back;
  au_text bytes = {0};
  au_seed seed = seed_of("begins");
  int16_t(*rows[3])[W];
  size_t row_n = 0;
  char why[AU_WHY_TEXT];
  uint16_t on[4] = {1, 200, 0, 0};
  rules_of(&r, 4, none);
  rules_of(&typed, 4, all);
  assert_int_equal(au_layout_init(&r, &l), AU_OK);
  assert_int_equal(au_layout_init(&typed, &more), AU_OK);
  au_trainer *first = au_trainer_new(&l, &seed);
  au_trainer *second = au_trainer_new(&more, &seed);
  on[2] = (uint16_t)(l.n - 1);
  on[3] = (uint16_t)(more.n - 1);
  for (int i = 0; i < 20; i++) {
    au_trainer_gradient(first, on, 3, 0.7f, 1);
    au_trainer_update(first, 1e-2f);
  }
  round_off(first, &l, &old, &rows[0]);
  au_trainer_begin(second, &l, &old.part[PART]);
  round_off(second, &more, &net, &rows[1]);
  assert_int_equal(au_net_value(&net, PART, on, 3),
                   au_net_value(&old, PART, on, 3));
  assert_true(au_net_value(&old, PART, on, 3) > AU_NET_ONE);
  au_trainer_gradient(second, on, 4, -0.7f, 1);
  au_trainer_update(second, 1e-2f);
  free(rows[1]);
  round_off(second, &more, &net, &rows[1]);
  au_net_write(&net, &bytes);
  assert_non_null(strstr(bytes.at, "\ninputs 2\n"));
  assert_int_equal(au_net_read_head(bytes.at, bytes.n, &back, &row_n, why),
                   AU_OK);
  assert_true(au_layout_same(&back.layout, &more));
  rows[2] = calloc(row_n, sizeof *rows[2]);
  assert_non_null(rows[2]);
  assert_int_equal(au_net_read(bytes.at, bytes.n, &back, rows[2], why), AU_OK);
  assert_int_equal(au_net_value(&back, PART, on, 4),
                   au_net_value(&net, PART, on, 4));
  au_trainer_free(first);
  au_trainer_free(second);
  au_text_free(&bytes);
  for (int i = 0; i < 3; i++)
    free(rows[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_first_version),
      cmocka_unit_test(test_begins),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
