/* message.c: messages of errors, as records hold them. */
#include "script.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *au_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

void au_record_message(const char *path, const char *text, char *out,
                       size_t size) {
  size_t n = 0, path_n = strlen(path);
  const char *base = au_base_name(path);
  const char *tail =
      path_n < LUA_IDSIZE - 1 ? "" : path + path_n - (LUA_IDSIZE - 4);
  while (*text != '\0' && *text != '\n' && n + 1 < size) {
    if (strncmp(text, path, path_n) == 0 && base != path) {
      text += base - path;
      continue;
    }
    if (*tail != '\0' && base > tail && strncmp(text, "...", 3) == 0 &&
        strncmp(text + 3, tail, strlen(tail)) == 0) {
      text += 3 + (base - tail); /* Lua has shortened the path */
      continue;
    }
    if (strncmp(text, "0x", 2) == 0 && isxdigit((unsigned char)text[2])) {
      for (text += 2; isxdigit((unsigned char)*text); text++)
        ;
      n += (size_t)snprintf(out + n, size - n, "0x?");
      n = n < size ? n : size - 1;
      continue;
    }
    size_t hidden = au_hidden(text, strlen(text));
    out[n++] = hidden > 0 ? ' ' : *text;
    text += hidden > 0 ? hidden : 1;
  }
  out[n] = '\0';
}
