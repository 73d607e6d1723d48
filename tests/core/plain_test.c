/* plain_test.c: au_read_plain reads what cJSON reads, to the same values, or
** leaves it to cJSON. */
#include "record_helper.h"

#include "record_json.h"
#include "same_json.h"

/* Read a text by both. True if it is plain; then both agree. */
static bool is_plain(const char *text, size_t n) {
  cJSON *root;
  const char *end = NULL, *theirs_end = NULL;
  assert_int_equal(au_read_plain(text, n, &root, &end), AU_OK);
  if (root == NULL)
    return false;
  cJSON *theirs = cJSON_ParseWithLengthOpts(text, n, &theirs_end, false);
  if (!same_json(root, theirs) || end != theirs_end)
    fail_msg("read in another way than by cJSON: %.*s", (int)n, text);
  cJSON_Delete(theirs);
  free(root);
  return true;
}

static void test_plain(void **state) {
  (void)state;
  static const char *const texts[] = {
      "{}",
      "{ }",
      "{\"a\":[]}",
      "{\"a\":[[],{}]}",
      "{\"\":\"\"}",
      "{ \"a\" : [ 1 , -2 , 999999999 ] , \"b\" : { } }",
      "{\"a\":true,\"b\":false,\"c\":null,\"a\":0}",
      "{\"a\":\"\xff\xc3\xa9,[{\"}",
      "{\"a\":1} and more",
      "{\"a\":[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!is_plain(texts[i], strlen(texts[i])))
      fail_msg("left to cJSON: %s", texts[i]);
}

static void test_left_to_cjson(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "[1]",
      " {}",
      "1",
      "{",
      "{]",
      "{a:1}",
      "{\"a\"",
      "{\"a\":",
      "{\"a\" 1}",
      "{\"a\":1",
      "{\"a\":1,}",
      "{\"a\":[1 2]}",
      "{\"a\":[1}",
      "{\"a\":\"b}",
      "{\"a\":\"\\n\"}",
      "{\"a\":\"\t\"}",
      "{\"\\u0061\":1}",
      "{\"a\":\t1}",
      "{\"a\":1.5}",
      "{\"a\":1e3}",
      "{\"a\":1234567890}",
      "{\"a\":01}",
      "{\"a\":-0}",
      "{\"a\":-}",
      "{\"a\":+1}",
      "{\"a\":tru}",
      "{\"a\":nul",
      "{\"a\":falsE}",
      "{\"a\":NaN}",
      "{\"a\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (is_plain(texts[i], strlen(texts[i])))
      fail_msg("read: %s", texts[i]);
}

/* A record of ours is plain. Wherever it is cut, whatever byte is changed, it
** is read as cJSON reads it or not at all. */
static void test_records(void **state) {
  (void)state;
  size_t n = strlen(golden_3);
  int plain = 0;
  assert_true(is_plain(golden_3, n));
  assert_true(is_plain(golden_4, strlen(golden_4)));
  for (size_t i = 0; i < n; i++) {
    static const char bytes[] = "\"\\,:{}[] 0-.ex\x01\xff";
    char was = golden_3[i];
    if (i % 7 == 0)
      assert_false(is_plain(golden_3, i));
    golden_3[i] = bytes[i % (sizeof bytes - 1)];
    plain += is_plain(golden_3, n);
    golden_3[i] = was;
  }
  assert_in_range(plain, n / 20, n);
}

static void test_many_values(void **state) {
  (void)state;
  enum { N = AU_RECORD_VALUES + 16 };
  static char text[N + 1];
  memset(text, ',', N);
  memcpy(text, "{\"a\":\"", 6);
  memcpy(text + N - 2, "\"}", 2);
  assert_false(is_plain(text, N));
  memset(text + 6, '.', N - 8);
  assert_true(is_plain(text, N));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),
      cmocka_unit_test(test_left_to_cjson),
      cmocka_unit_test_setup(test_records, read_lines),
      cmocka_unit_test(test_many_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
