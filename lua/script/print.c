/* print.c: `print` for bots: to stderr, with the bot's name, and limited. */
#include "script.h"

#include <stdio.h>
#include <string.h>

enum { PRINTED = 20000 }; /* bytes a bot may print in a game */

/* A line, which is written at once. So the lines of several processes do not
** mix, unless they are very long. */
typedef struct line {
  size_t n;
  char text[4096]; /* PIPE_BUF of Linux */
} line;

static void flush(line *out) {
  fwrite(out->text, 1, out->n, stderr);
  out->n = 0;
}

static void put_char(line *out, char c) {
  out->text[out->n++] = c;
  if (c == '\n' || out->n == sizeof out->text)
    flush(out);
}

/* Begin a line. Returns the bytes that the name takes. */
static lua_Integer put_name(line *out, const char *name) {
  enum { AROUND = 3 }; /* "[] " */
  put_char(out, '[');
  for (const char *at = name; *at != '\0'; at++)
    put_char(out, *at);
  put_char(out, ']');
  put_char(out, ' ');
  return (lua_Integer)strlen(name) + AROUND;
}

/* Write at most 'left' bytes of a bot's text, made plain, so that no line looks
** like that of another bot. Returns the bytes left afterwards; the name before
** each line counts too. */
static lua_Integer put(line *out, const char *name, const char *text,
                       size_t len, lua_Integer left) {
  au_text plain = {0};
  if (left > 0)
    au_plain(&plain, text, len < (size_t)left ? len : (size_t)left, SIZE_MAX,
             "\n\t");
  for (size_t i = 0; i < plain.n && left > 0; i++, left--) {
    put_char(out, plain.at[i] != '\t' ? plain.at[i] : ' ');
    if (plain.at[i] == '\n')
      left -= put_name(out, name);
  }
  au_text_free(&plain);
  return left;
}

/* print: write to stderr with "[name] " before each line; at most PRINTED bytes
** per game. */
static int f_print(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  lua_Integer left = au_own_whole(L, lua_upvalueindex(2));
  int n = lua_gettop(L);
  for (int i = 1; i <= n; i++) {
    au_push_tostring(L, i);
    lua_replace(L, i);
  }
  if (left <= 0)
    return 0;
  line out = {0};
  lua_Integer begun = put_name(&out, name);
  for (int i = 1; i <= n; i++) { /* one at a time: together they may be long */
    size_t len;
    const char *text = lua_tolstring(L, i, &len);
    left = put(&out, name, "\t", i > 1, left);
    left = put(&out, name, text, len, left);
  }
  left -= begun + 1;
  put_char(&out, '\n');
  if (left <= 0)
    fprintf(stderr, "[%s] (no more of its output in this game)\n", name);
  lua_pushinteger(L, left);
  lua_replace(L, lua_upvalueindex(2));
  return 0;
}

void au_push_print(lua_State *L, const char *name) {
  enum { NAME = 100 }; /* columns of the name that are shown */
  au_text plain = {0};
  au_plain(&plain, name, strlen(name), NAME, "");
  lua_pushstring(L, plain.n > 0 ? plain.at : "");
  au_text_free(&plain);
  lua_pushinteger(L, PRINTED);
  lua_pushcclosure(L, f_print, 2);
}
