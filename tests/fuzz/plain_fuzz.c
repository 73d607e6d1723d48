/* plain_fuzz.c: au_read_plain reads any bytes as cJSON does, to the same
** values, or leaves them to cJSON. libFuzzer's entry. */
#include "../../core/record_json.h"
#include "../core/same_json.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  const char *text = (const char *)data, *end = NULL, *theirs_end = NULL;
  cJSON *root;
  if (memchr(data, '\0', n) != NULL) /* au_record_parse refuses it first */
    return 0;
  if (au_read_plain(text, n, &root, &end) != AU_OK || root == NULL)
    return 0;
  cJSON *theirs = cJSON_ParseWithLengthOpts(text, n, &theirs_end, false);
  if (theirs == NULL || end != theirs_end || !same_json(root, theirs)) {
    fprintf(stderr, "read in another way than by cJSON\n");
    abort();
  }
  cJSON_Delete(theirs);
  free(root);
  return 0;
}
