/* plain.c: text from files (names, seeds, messages, paths) in a form that is
** safe for terminals, and as a cell of CSV that no spreadsheet runs. Only this
** file decides which characters are shown as they are. */
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAD = 0x110000 }; /* a byte that is not UTF-8 */

/* The character at 'text', which has 'n' bytes, at least 1; '*len' gets its
** length. Decodes strict UTF-8. A byte that is not valid gives BAD and length
** 1. */
static uint32_t decode(const char *text, size_t n, size_t *len) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *s = (const unsigned char *)text;
  size_t m = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
  *len = 1;
  if (m == 1)
    return s[0];
  if (s[0] < 0xc2 || s[0] > 0xf4 || m > n)
    return BAD;
  uint32_t c = s[0] & (0x7fu >> m);
  for (size_t i = 1; i < m; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return BAD;
    c = c << 6 | (s[i] & 0x3fu);
  }
  if (c < least[m] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
    return BAD;
  *len = m;
  return c;
}

/* True if a character acts on a terminal or cannot be seen. These are controls
** (C0, C1), marks and overrides of writing direction, line separators,
** characters without width, and tags. */
static bool is_hidden(uint32_t c) {
  static const uint32_t ranges[][2] = {
      {0x00, 0x1f},     {0x7f, 0x9f},      {0xad, 0xad},     {0x61c, 0x61c},
      {0x115f, 0x1160}, {0x180e, 0x180e},  {0x200b, 0x200f}, {0x2028, 0x202e},
      {0x2060, 0x206f}, {0x3164, 0x3164},  {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
      {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (c <= ranges[i][1])
      return c >= ranges[i][0];
  return false;
}

size_t au_hidden(const char *text, size_t n) {
  size_t len;
  uint32_t c = decode(text, n, &len);
  return c != BAD && is_hidden(c) ? len : 0;
}

/* The number of printable ASCII characters at the start of 'n' bytes. */
static size_t ordinary(const char *text, size_t n) {
  size_t i = 0;
  while (i < n && text[i] >= 0x20 && text[i] < 0x7f)
    i++;
  return i;
}

/* Add the first character of a text, escaped if necessary. Returns the columns
** that it takes, or 0 if it does not fit into 'room' columns and was not
** added. */
static size_t put_character(au_text *out, const char *text, size_t len,
                            uint32_t c, size_t room) {
  char code[16];
  if (c != BAD && !is_hidden(c)) {
    if (room > 0)
      au_text_add(out, text, len);
    return room > 0;
  }
  int n = c == BAD || c < 0x80
              ? snprintf(code, sizeof code, "\\%d", (unsigned char)*text)
              : snprintf(code, sizeof code, "\\u{%X}", (unsigned)c);
  if ((size_t)n > room)
    return 0;
  au_text_add(out, code, (size_t)n);
  return (size_t)n;
}

void au_plain(au_text *out, const char *text, size_t n, size_t most,
              const char *kept) {
  size_t shown = 0, len; /* columns used in the line */
  bool cut = false;
  for (; n > 0; text += len, n -= len) {
    size_t room = cut ? 0 : most - shown;
    len = ordinary(text, n < room ? n : room);
    if (len > 0) {
      au_text_add(out, text, len);
      shown += len;
      continue;
    }
    uint32_t c = decode(text, n, &len);
    bool keep = c < 0x80 && c != 0 && strchr(kept, (int)c) != NULL;
    if (keep && c == '\n') {
      shown = 0;
      cut = false;
    }
    if (cut)
      continue;
    size_t took = keep ? len : put_character(out, text, len, c, room);
    if (keep)
      au_text_add(out, text, len);
    else
      shown += took;
    cut = took == 0;
    if (cut)
      au_text_put(out, "...");
  }
}

void au_csv_text(au_text *out, const char *text, size_t n, bool raw) {
  au_text plain = {0};
  const char *at = text;
  if (!raw) {
    if (n > 0 && memchr("=+-@\t\r\n", text[0], 7) != NULL)
      au_text_put(&plain, "'");
    au_plain(&plain, text, n, SIZE_MAX, "");
    at = plain.n > 0 ? plain.at : "";
    n = plain.n;
  }
  bool quote = false;
  for (size_t i = 0; i < n; i++)
    quote = quote || memchr(",\"\r\n", at[i], 4) != NULL;
  if (!quote) {
    au_text_add(out, at, n);
  } else {
    au_text_put(out, "\"");
    for (size_t i = 0; i < n; i++) {
      if (at[i] == '"')
        au_text_put(out, "\"");
      au_text_add(out, at + i, 1);
    }
    au_text_put(out, "\"");
  }
  out->failed = out->failed || plain.failed;
  au_text_free(&plain);
}

void au_put_plain(const char *text, size_t n, FILE *out) {
  au_text plain = {0};
  au_plain(&plain, text, n, SIZE_MAX, "\n\t");
  if (plain.failed)
    fputs("not enough memory", out);
  else if (plain.n > 0)
    fwrite(plain.at, 1, plain.n, out);
  au_text_free(&plain);
}

/* Push a text, and free it. */
static int push_text(lua_State *L, au_text *t) {
  if (t->failed) {
    au_text_free(t);
    return au_no_memory(L);
  }
  lua_pushlstring(L, t->n > 0 ? t->at : "", t->n);
  au_text_free(t);
  return 1;
}

/* aurum.plain(text[, most[, kept]]) */
static int f_plain(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  lua_Integer most = au_opt_whole(L, 2, 1, LUA_MAXINTEGER, 500);
  const char *kept = luaL_optstring(L, 3, "");
  au_text plain = {0};
  au_plain(&plain, text, n, (size_t)most, kept);
  return push_text(L, &plain);
}

/* aurum.csv_text(text[, raw]) */
static int f_csv_text(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  au_text cell = {0};
  au_csv_text(&cell, text, n, lua_toboolean(L, 2));
  return push_text(L, &cell);
}

void au_open_plain(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"plain", f_plain}, {"csv_text", f_csv_text}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
