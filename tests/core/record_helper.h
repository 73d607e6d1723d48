/* record_helper.h: sound records that are altered in one place at a time, and
** the reports on them. */
#ifndef AU_TEST_RECORD_HELPER_H
#define AU_TEST_RECORD_HELPER_H

#include "asking_helper.h"
#include "helper.h"

enum { LINE_MAX_N = 1 << 15 };

/* The golden records that are altered. */
static char golden_3[LINE_MAX_N], golden_4[LINE_MAX_N];

static inline void read_line(const char *path, char *line) {
  FILE *in = fopen(path, "r");
  if (in == NULL)
    fail_msg("%s cannot be read: run the tests from the top folder", path);
  assert_non_null(fgets(line, LINE_MAX_N, in));
  line[strcspn(line, "\n")] = '\0';
  fclose(in);
}

static inline int read_lines(void **state) {
  (void)state;
  read_line("tests/fixtures/golden/bga.3.jsonl", golden_3);
  read_line("tests/fixtures/golden/de-2024.4.jsonl", golden_4);
  return 0;
}

/* Remove every part of a line from 'from' up to 'to'. */
static inline void cut(char *line, const char *from, const char *to) {
  char *at = line, *end;
  while ((at = strstr(at, from)) != NULL) {
    end = strstr(at, to);
    assert_non_null(end);
    memmove(at, end + strlen(to), strlen(end + strlen(to)) + 1);
  }
}

static inline void asking_rules(au_rules *r, int players, const au_asks *asks) {
  variant_rules(r, "en-2023", players);
  ask_questions(r, asks);
  finish_rules(r);
}

/* The reports on a record. */
typedef struct notes {
  int n;
  char what[96], expected[256], got[128]; /* of the first report */
} notes;

static inline void note(void *ctx, const char *what, const char *expected,
                        const char *got) {
  notes *t = ctx;
  if (t->n++ > 0)
    return;
  snprintf(t->what, sizeof t->what, "%s", what);
  snprintf(t->expected, sizeof t->expected, "%s", expected);
  snprintf(t->got, sizeof t->got, "%s", got);
}

/* The rules of a line made from a golden one. */
static inline void golden_rules(au_rules *r, const char *golden) {
  if (golden == golden_3)
    variant_rules(r, "bga", 3);
  else
    variant_rules(r, "de-2024", 4);
}

/* Replay a line and count its reports. */
static inline au_status judge(const au_rules *r, const char *line, notes *t,
                              au_game *g) {
  char why[AU_WHY_TEXT] = "";
  au_record *rec = NULL;
  memset(t, 0, sizeof *t);
  au_status status = au_record_parse(line, strlen(line), &rec, why);
  if (status != AU_OK) {
    snprintf(t->what, sizeof t->what, "%.90s", why);
    return status;
  }
  status = au_record_replay(r, rec, NULL, g, note, t);
  au_record_free(rec);
  return status;
}

/* Copy 'line', with the first 'from' after the first 'after'
** replaced by 'to'. */
static inline void alter(const char *line, const char *after, const char *from,
                         const char *to, char *out) {
  const char *at = strstr(line, after);
  if (at != NULL)
    at = strstr(at, from);
  if (at == NULL) {
    fail_msg("nothing to alter: %s", from);
    return;
  }
  size_t n = (size_t)(at - line);
  assert_true(strlen(line) + strlen(to) < LINE_MAX_N);
  memcpy(out, line, n);
  strcpy(out + n, to);
  strcat(out, at + strlen(from));
}

typedef struct change_case {
  const char *after, *from, *to;     /* the alteration */
  int n;                             /* number of reports; 0: not readable */
  const char *what, *expected, *got; /* the first report */
} change_case;

static inline void check_cases(const char *line, const change_case *cases,
                               size_t n) {
  static char altered[LINE_MAX_N];
  notes t;
  au_game g;
  au_rules r;
  golden_rules(&r, line);
  au_game_init(&g);
  if (judge(&r, line, &t, &g) != AU_OK)
    fail_msg("unaltered: %s: expected %s, got %s", t.what, t.expected, t.got);
  for (size_t i = 0; i < n; i++) {
    const change_case *c = &cases[i];
    alter(line, c->after, c->from, c->to, altered);
    au_status status = judge(&r, altered, &t, &g);
    if (status != AU_EFORMAT || t.n != c->n || strcmp(t.what, c->what) != 0 ||
        (c->n > 0 &&
         (strcmp(t.expected, c->expected) != 0 || strcmp(t.got, c->got) != 0)))
      fail_msg("%s for %s: %d reports, the first: %s: expected %s, got %s",
               c->to, c->from, t.n, t.what, t.expected, t.got);
  }
  au_game_free(&g);
}

#define CHECK(line, cases) \
  check_cases(line, cases, sizeof(cases) / sizeof *(cases))

/* ---- New records ------------------------------------------------------- */

static const char digest[] = "0123456789abcdef";

static inline void no_difference(void *ctx, const char *what,
                                 const char *expected, const char *got) {
  const char *name = ctx;
  fail_msg("%s: %s: expected %s, got %s", name, what, expected, got);
}

static inline au_record *parse(const char *line, size_t n, const char *name) {
  char why[AU_WHY_TEXT] = "";
  au_record *rec = NULL;
  if (au_record_parse(line, n, &rec, why) != AU_OK)
    fail_msg("%s: %s", name, why);
  assert_non_null(rec);
  return rec;
}

/* Read a new line and play it into 'g'; no difference is expected. */
static inline void replay(const au_rules *r, const au_text *line, au_game *g) {
  char name[] = "our record";
  assert_false(line->failed);
  assert_int_equal(line->at[line->n - 1], '\n');
  assert_ptr_equal(strchr(line->at, '\n'), line->at + line->n - 1);
  au_record *rec = parse(line->at, line->n - 1, name);
  assert_int_equal(au_record_replay(r, rec, digest, g, no_difference, name),
                   AU_OK);
  au_record_free(rec);
}

static inline au_record_head head_of(void) {
  au_record_head head = {.variant = "made-up", .digest = digest, .seed = "7.1"};
  for (int i = 0; i < AU_SEAT_MAX; i++)
    head.name[i] = "bot";
  return head;
}

/* Play a random game and write its line. */
static inline void random_line(const au_rules *r, au_game *g, const char *text,
                               au_text *line) {
  au_record_head head = head_of();
  au_seed seed = seed_of(text);
  random_game(r, g, &seed, 0);
  au_text_clear(line);
  au_record_write(r, g, &head, line);
}

#endif
