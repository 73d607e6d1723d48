/* replay.c: stands in for libFuzzer where there is none: hands the files that
** are named on the command line to a target, one after the other. Each is
** named before it is tried, so the last line of the output is the one at
** fault. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* The bytes of a file, '*n' of them, to be freed; NULL if it cannot be read. */
static uint8_t *read_all(const char *path, size_t *n) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  long size;
  if (file == NULL)
    return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0) {
    rewind(file);
    bytes = malloc((size_t)size + 1);
    *n = bytes != NULL ? fread(bytes, 1, (size_t)size, file) : 0;
  }
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    size_t n = 0;
    puts(argv[i]);
    fflush(stdout);
    uint8_t *read = read_all(argv[i], &n);
    if (read == NULL) {
      perror(argv[i]);
      return EXIT_FAILURE;
    }
    /* to the byte, so that the sanitizer sees a step past the end */
    uint8_t *bytes = realloc(read, n > 0 ? n : 1);
    LLVMFuzzerTestOneInput(bytes, n);
    free(bytes);
  }
  return EXIT_SUCCESS;
}
