/* scan.c: the tokens of a Lua text, and the files that a bot's text names.
**
** The text is a stranger's, and this runs in the program itself: the scan reads
** each byte once and runs no code. Mistakes in the text do not matter, since
** Lua reports them later. */
#include "sys.h"

#include <ctype.h>
#include <limits.h>

typedef struct scanner {
  const char *at, *end; /* the rest of the text */
  lua_Integer line;
} scanner;

typedef enum { OTHER, NAME, QUOTED, BRACKETED } kind;

typedef struct token {
  const char *at; /* NULL: none */
  size_t n;
  kind kind;
  size_t level;     /* of a bracketed string: its '=' signs */
  bool plain;       /* of a string: closed, and of no escapes */
  lua_Integer line; /* where it begins */
} token;

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* The number of '=' between the brackets that open a long string or comment at
** 'p'; SIZE_MAX if none opens there. */
static size_t level_of(const char *p, const char *end) {
  const char *q = p;
  if (q == end || *q != '[')
    return SIZE_MAX;
  for (q++; q < end && *q == '='; q++)
    ;
  return q < end && *q == '[' ? (size_t)(q - p - 1) : SIZE_MAX;
}

/* The end of the long string or comment whose text begins at 'p'. 'closed' is
** set to false if the text ends before it. */
static const char *long_end(const char *p, const char *end, size_t level,
                            bool *closed) {
  while ((p = memchr(p, ']', (size_t)(end - p))) != NULL) {
    const char *q = p + 1;
    while (q < end && *q == '=')
      q++;
    if (q < end && *q == ']' && (size_t)(q - p - 1) == level)
      return q + 1;
    p = q; /* a ']' there may begin the end */
  }
  *closed = false;
  return end;
}

/* Pass blanks and comments. */
static void skip(scanner *s) {
  while (s->at < s->end) {
    const char *from = s->at, *p = from;
    bool closed = true;
    while (p < s->end && isspace((unsigned char)*p))
      s->line += *p++ == '\n';
    s->at = p;
    if (s->end - p < 2 || p[0] != '-' || p[1] != '-')
      return;
    size_t level = level_of(p + 2, s->end);
    if (level == SIZE_MAX) {
      p = memchr(p, '\n', (size_t)(s->end - p));
      s->at = p != NULL ? p : s->end;
      continue;
    }
    s->at = long_end(p + level + 4, s->end, level, &closed);
    for (; p < s->at; p++)
      s->line += *p == '\n';
  }
}

/* Read the string in quotes at 's->at'. */
static void read_quoted(scanner *s, token *t) {
  const char *p = s->at + 1;
  t->kind = QUOTED;
  t->plain = true;
  for (; p < s->end && *p != *t->at; p++) {
    if (*p == '\\') {
      t->plain = false;
      p += p + 1 < s->end;
    }
    s->line += *p == '\n';
  }
  t->plain = t->plain && p < s->end;
  s->at = p < s->end ? p + 1 : s->end;
}

/* Read the next token. */
static token next_token(scanner *s) {
  skip(s);
  token t = {.at = s->at, .line = s->line};
  if (s->at == s->end)
    return (token){.at = NULL};
  char c = *s->at;
  t.level = level_of(s->at, s->end);
  if (c == '"' || c == '\'') {
    read_quoted(s, &t);
  } else if (t.level != SIZE_MAX) {
    t.kind = BRACKETED;
    t.plain = true;
    s->at = long_end(s->at + t.level + 2, s->end, t.level, &t.plain);
    for (const char *p = t.at; p < s->at; p++)
      s->line += *p == '\n';
    t.plain = t.plain && s->line == t.line;
  } else if (in_name(c)) {
    bool number = isdigit((unsigned char)c);
    t.kind = number ? OTHER : NAME;
    while (s->at < s->end && (in_name(*s->at) || (number && *s->at == '.')))
      s->at++;
  } else {
    bool two = s->end - s->at > 1 && s->at[1] == '=' && strchr("=~<>", c);
    s->at += c != '\0' && two ? 2 : 1;
  }
  t.n = (size_t)(s->at - t.at);
  return t;
}

/* ---- Tokens for Lua ------------------------------------------------------ */

/* The next token and its line. Upvalues: the text, bytes passed, the line. */
static int f_next_token(lua_State *L) {
  size_t n;
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &n);
  scanner s = {text + au_own_whole(L, lua_upvalueindex(2)), text + n,
               au_own_whole(L, lua_upvalueindex(3))};
  token t = next_token(&s);
  if (t.at == NULL)
    return 0;
  lua_pushinteger(L, s.at - text);
  lua_replace(L, lua_upvalueindex(2));
  lua_pushinteger(L, s.line);
  lua_replace(L, lua_upvalueindex(3));
  lua_pushlstring(L, t.at, t.n);
  lua_pushinteger(L, t.line);
  return 2;
}

/* aurum.sys.tokens(text): an iterator over the tokens of a Lua text without
** comments: each as text, and its line. */
static int f_tokens(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushinteger(L, 0);
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, f_next_token, 3);
  return 1;
}

/* ---- Files that a bot's text names --------------------------------------- */

static bool is_text(const token *t, const char *text) {
  return t->at != NULL && t->n == strlen(text) &&
         memcmp(t->at, text, t->n) == 0;
}

/* The name that a file beside a bot may have, in a string without escapes.
** Makes 't' the text between the quotes; false if it is no such name. */
static bool take_name(token *t, bool code) {
  size_t quotes = t->kind == QUOTED ? 1 : t->level + 2;
  t->at += quotes;
  t->n -= 2 * quotes;
  for (size_t i = 0; i < t->n; i++)
    if (!in_name(t->at[i]) &&
        (i == 0 || (t->at[i] != '-' && (code || t->at[i] != '.'))))
      return false;
  return t->n > 0;
}

/* True if the tokens before a string, the nearest first, call for a file;
** 'code' is set for a module. */
static bool calls(const token before[4], bool *code) {
  const token *t = before;
  if (is_text(t, "(") || is_text(t, ","))
    t++;
  *code = is_text(t, "require");
  if (*code)
    return !is_text(&t[1], ".") && !is_text(&t[1], ":");
  return is_text(t, "data") && is_text(&t[1], ".") && is_text(&t[2], "aurum");
}

/* Add a file to the list at 3, unless the table at 4 says that it is there. */
static bool add_file(lua_State *L, const token *name, bool code) {
  lua_settop(L, 4);
  lua_pushstring(L, code ? "require " : "data ");
  lua_pushlstring(L, name->at, name->n);
  lua_concat(L, 2);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, 4) != LUA_TNIL)
    return false;
  lua_pushvalue(L, -2);
  lua_pushboolean(L, 1);
  lua_rawset(L, 4);
  lua_createtable(L, 0, 2);
  lua_pushlstring(L, name->at, name->n);
  lua_setfield(L, -2, "name");
  if (code) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "code");
  }
  lua_rawseti(L, 3, luaL_len(L, 3) + 1);
  return true;
}

/* aurum.sys.named_files(text, most): the files that a bot's text names by
** require "NAME" or aurum.data "FILE", also in parentheses and as the arguments
** of pcall: a list of {name=, code=true for a module}, each once, at most
** 'most' of them. Names that no file beside a bot has are left out. */
static int f_named_files(lua_State *L) {
  scanner s = {.line = 1};
  size_t n;
  token t, before[4] = {{0}};
  s.at = luaL_checklstring(L, 1, &n);
  s.end = s.at + n;
  int most = au_check_int(L, 2, 0, INT_MAX), found = 0;
  lua_settop(L, 2);
  lua_newtable(L); /* the list */
  lua_newtable(L); /* "require NAME" and "data NAME" of those in it */
  while (found < most && (t = next_token(&s)).at != NULL) {
    bool code;
    token name = t;
    if (t.plain && calls(before, &code) && take_name(&name, code))
      found += add_file(L, &name, code);
    memmove(before + 1, before, 3 * sizeof *before);
    before[0] = t;
  }
  lua_settop(L, 3);
  return 1;
}

void au_open_scan(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"tokens", f_tokens}, {"named_files", f_named_files}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
