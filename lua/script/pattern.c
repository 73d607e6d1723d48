/* pattern.c: Lua's patterns, in a matcher that an interrupt can stop.
**
** Lua's own matcher runs inside one C function, where no hook fires. strings.c
** uses it where it is sure to end soon. This file matches everything else, for
** hosts only: the same patterns by the same rules, errors included, but every
** step is counted as work (limits.c). */
#include "script.h"

#include <ctype.h>
#include <string.h>

enum {
  OPEN = -1,     /* length of a capture that is still open */
  POSITION = -2, /* length of a position capture */
  CAPTURES = 32, /* most captures */
  DEPTH = 200    /* most nested matches; both as in Lua */
};

typedef struct capture {
  const char *at;
  ptrdiff_t n; /* bytes, OPEN or POSITION */
} capture;

typedef struct matcher {
  lua_State *L;
  const char *begin, *end; /* of the subject */
  const char *pattern_end;
  int depth;        /* nested matches still allowed */
  int level;        /* number of captures */
  ptrdiff_t untold; /* steps not yet counted as work */
  capture captures[CAPTURES];
} matcher;

static const char *match(matcher *m, const char *s, const char *p);

/* Count 'n' steps of matching. Raises if an interrupt stops the matching. */
static inline void step(matcher *m, ptrdiff_t n) {
  enum { LOT = 1000 };
  m->untold += n;
  if (m->untold < LOT)
    return;
  au_work(m->L, m->untold);
  m->untold = 0;
}

static inline int byte_at(const char *p) {
  return (unsigned char)*p;
}

/* ---- Items of a pattern ---- */

static const char *item_end(matcher *m, const char *p) {
  if (*p == '%') {
    if (p + 1 == m->pattern_end)
      luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 2;
  }
  if (*p++ != '[')
    return p;
  if (*p == '^')
    p++;
  do { /* a first ']' belongs to the set */
    if (p == m->pattern_end)
      luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%' && p < m->pattern_end)
      p++;
  } while (*p != ']');
  return p + 1;
}

static bool in_class(int c, int class) {
  bool in;
  switch (tolower(class)) {
  case 'a':
    in = isalpha(c) != 0;
    break;
  case 'c':
    in = iscntrl(c) != 0;
    break;
  case 'd':
    in = isdigit(c) != 0;
    break;
  case 'g':
    in = isgraph(c) != 0;
    break;
  case 'l':
    in = islower(c) != 0;
    break;
  case 'p':
    in = ispunct(c) != 0;
    break;
  case 's':
    in = isspace(c) != 0;
    break;
  case 'u':
    in = isupper(c) != 0;
    break;
  case 'w':
    in = isalnum(c) != 0;
    break;
  case 'x':
    in = isxdigit(c) != 0;
    break;
  case 'z': /* from Lua 5.1 */
    in = c == 0;
    break;
  default:
    return class == c;
  }
  return isupper(class) ? !in : in;
}

/* True if the set from the '[' at 'p' to the ']' at 'last' has 'c'. */
static bool in_set(int c, const char *p, const char *last) {
  bool in = true;
  if (p[1] == '^') {
    in = false;
    p++;
  }
  while (++p < last) {
    if (*p == '%') {
      p++;
      if (in_class(c, byte_at(p)))
        return in;
    } else if (p[1] == '-' && p + 2 < last) {
      if (byte_at(p) <= c && c <= byte_at(p + 2))
        return in;
      p += 2;
    } else if (byte_at(p) == c) {
      return in;
    }
  }
  return !in;
}

/* True if the subject's byte at 's' matches the item from 'p' to 'end'. */
static bool is_one(matcher *m, const char *s, const char *p, const char *end) {
  enum { AT_ONCE = 8 }; /* bytes of a set per step */
  step(m, 1 + (end - p) / AT_ONCE);
  if (s >= m->end)
    return false;
  switch (*p) {
  case '.':
    return true;
  case '%':
    return in_class(byte_at(s), byte_at(p + 1));
  case '[':
    return in_set(byte_at(s), p, end - 1);
  default:
    return *p == *s;
  }
}

/* ---- Captures ---- */

static const char *begin_capture(matcher *m, const char *s, const char *p,
                                 ptrdiff_t n) {
  if (m->level >= CAPTURES)
    luaL_error(m->L, "too many captures");
  m->captures[m->level++] = (capture){s, n};
  const char *end = match(m, s, p);
  if (end == NULL)
    m->level--;
  return end;
}

static const char *end_capture(matcher *m, const char *s, const char *p) {
  int i = m->level - 1;
  while (i >= 0 && m->captures[i].n != OPEN)
    i--;
  if (i < 0)
    luaL_error(m->L, "invalid pattern capture");
  m->captures[i].n = s - m->captures[i].at;
  const char *end = match(m, s, p);
  if (end == NULL)
    m->captures[i].n = OPEN;
  return end;
}

/* Match the text of capture 'digit' again at 's'. Returns the end or NULL. */
static const char *match_again(matcher *m, const char *s, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->level || m->captures[i].n == OPEN)
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  size_t n = (size_t)m->captures[i].n; /* a position is longer than any text */
  if ((size_t)(m->end - s) < n || memcmp(m->captures[i].at, s, n) != 0)
    return NULL;
  au_work(m->L, au_bytes_cost(n));
  return s + n;
}

/* Push capture 'i' of the match from 's' to 'end'; the whole match if the
** pattern has no captures. */
static void push_capture(matcher *m, int i, const char *s, const char *end) {
  lua_State *L = m->L;
  if (i >= m->level) {
    if (i != 0)
      luaL_error(L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(L, s, (size_t)(end - s));
    return;
  }
  const capture *c = &m->captures[i];
  if (c->n == OPEN)
    luaL_error(L, "unfinished capture");
  if (c->n == POSITION)
    lua_pushinteger(L, c->at - m->begin + 1);
  else
    lua_pushlstring(L, c->at, (size_t)c->n);
}

/* Push all captures; without captures the match, unless 's' is NULL. Returns
** the number of pushed values. */
static int push_captures(matcher *m, const char *s, const char *end) {
  int n = m->level == 0 && s != NULL ? 1 : m->level;
  luaL_checkstack(m->L, n, "too many captures");
  for (int i = 0; i < n; i++)
    push_capture(m, i, s, end);
  return n;
}

/* ---- Matching: the end of a match at 's' of the pattern from 'p' on, or
** NULL ---- */

static const char *match_balanced(matcher *m, const char *s, const char *p) {
  if (p >= m->pattern_end - 1)
    luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->end || *s != *p)
    return NULL;
  for (size_t open = 1; ++s < m->end;) {
    step(m, 1);
    if (*s == p[1]) {
      if (--open == 0)
        return s + 1;
    } else if (*s == *p) {
      open++;
    }
  }
  return NULL;
}

/* Match the item as often as possible, then less often. */
static const char *match_most(matcher *m, const char *s, const char *p,
                              const char *end) {
  ptrdiff_t n = 0;
  while (is_one(m, s + n, p, end))
    n++;
  for (; n >= 0; n--) {
    const char *found = match(m, s + n, end + 1);
    if (found != NULL)
      return found;
  }
  return NULL;
}

/* Match the item as rarely as possible. */
static const char *match_least(matcher *m, const char *s, const char *p,
                               const char *end) {
  for (;; s++) {
    const char *found = match(m, s, end + 1);
    if (found != NULL)
      return found;
    if (!is_one(m, s, p, end))
      return NULL;
  }
}

/* Match %f at 'p'. The subject has a NUL before its beginning and at its
** end. */
static bool at_frontier(matcher *m, const char *s, const char *p,
                        const char **end) {
  if (p[2] != '[')
    luaL_error(m->L, "missing '[' after '%%f' in pattern");
  *end = item_end(m, p + 2);
  int before = s == m->begin ? 0 : byte_at(s - 1);
  int here = s == m->end ? 0 : byte_at(s);
  return !in_set(before, p + 2, *end - 1) && in_set(here, p + 2, *end - 1);
}

/* Match %b, %f or %1 at 'p', each of which matches in one way at most. Sets
** '*end' to the rest of the pattern, or to NULL if 'p' is another item. Returns
** the end of the match or NULL. */
static const char *match_special(matcher *m, const char *s, const char *p,
                                 const char **end) {
  *end = NULL;
  if (*p != '%')
    return NULL;
  if (p[1] == 'b') {
    *end = p + 4;
    return match_balanced(m, s, p + 2);
  }
  if (p[1] == 'f')
    return at_frontier(m, s, p, end) ? s : NULL;
  if (!isdigit(byte_at(p + 1)))
    return NULL;
  *end = p + 2;
  return match_again(m, s, byte_at(p + 1));
}

/* Do one step of match() at the item at '*p'. Returns true if '*s' is the
** result, an end or NULL. Otherwise matching continues at '*s' and '*p'. */
static bool match_item(matcher *m, const char **s, const char **p) {
  const char *at = *s, *item = *p, *end;
  if (*item == '(') {
    bool position = item[1] == ')';
    *s = begin_capture(m, at, item + 1 + position, position ? POSITION : OPEN);
    return true;
  }
  if (*item == ')') {
    *s = end_capture(m, at, item + 1);
    return true;
  }
  if (*item == '$' && item + 1 == m->pattern_end) {
    *s = at == m->end ? at : NULL;
    return true;
  }
  *s = match_special(m, at, item, &end);
  if (end != NULL) {
    *p = end;
    return *s == NULL;
  }
  end = item_end(m, item);
  char suffix = '\0';
  if (end < m->pattern_end && strchr("*+?-", *end) != NULL)
    suffix = *end;
  if (suffix == '-' || suffix == '*') {
    *s = suffix == '-' ? match_least(m, at, item, end)
                       : match_most(m, at, item, end);
    return true;
  }
  bool one = is_one(m, at, item, end);
  *s = one ? at + 1 : suffix == '?' ? at : NULL;
  *p = end + (suffix != '\0');
  if (!one || suffix == '\0')
    return *s == NULL;
  if (suffix == '+') {
    *s = match_most(m, at + 1, item, end);
    return true;
  }
  const char *found = match(m, at + 1, end + 1);
  *s = found != NULL ? found : at;
  return found != NULL;
}

static const char *match(matcher *m, const char *s, const char *p) {
  if (m->depth-- == 0)
    luaL_error(m->L, "pattern too complex");
  step(m, 1);
  while (p != m->pattern_end && !match_item(m, &s, &p))
    step(m, 1);
  m->depth++;
  return s;
}

/* The end of a match that begins at 's'. */
static const char *match_at(matcher *m, const char *s, const char *p) {
  m->level = 0;
  m->depth = DEPTH;
  return match(m, s, p);
}

/* ---- The functions of the library ---- */

/* Set up 'm' with the subject at 1 and the pattern at 2. Returns the
** pattern. */
static const char *prepare(lua_State *L, matcher *m) {
  size_t n, len;
  const char *s = luaL_checklstring(L, 1, &n);
  const char *p = luaL_checklstring(L, 2, &len);
  *m = (matcher){.L = L, .begin = s, .end = s + n, .pattern_end = p + len};
  return p;
}

/* True if the pattern has no special characters. */
static bool is_text(const char *p, const char *end) {
  static const char specials[] = {'^', '$', '*', '+', '?',
                                  '.', '(', '[', '%', '-'};
  while (p < end && memchr(specials, *p, sizeof specials) == NULL)
    p++;
  return p == end;
}

/* Push the positions where the pattern is found as plain text, as string.find
** does. memmem takes no longer than reading both texts. */
static int push_found(lua_State *L, const matcher *m, const char *from,
                      const char *p) {
  size_t len = (size_t)(m->pattern_end - p);
  const char *at = memmem(from, (size_t)(m->end - from), p, len);
  if (at == NULL) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, at - m->begin + 1);
  lua_pushinteger(L, at - m->begin + (ptrdiff_t)len);
  return 2;
}

int au_pattern_search(lua_State *L, size_t skipped, bool find, bool plain) {
  matcher m;
  const char *p = prepare(L, &m), *s = m.begin + skipped;
  if (find && (plain || is_text(p, m.pattern_end)))
    return push_found(L, &m, s, p);
  bool anchored = *p == '^';
  p += anchored;
  do {
    const char *end = match_at(&m, s, p);
    if (end == NULL)
      continue;
    if (!find)
      return push_captures(&m, s, end);
    lua_pushinteger(L, s - m.begin + 1);
    lua_pushinteger(L, end - m.begin);
    return push_captures(&m, NULL, NULL) + 2;
  } while (s++ < m.end && !anchored);
  luaL_pushfail(L);
  return 1;
}

/* One step of gmatch. Upvalues: the subject, the pattern, the position to
** continue at, and the end of the last match or -1. */
static int f_next_match(lua_State *L) {
  matcher m;
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(2));
  const char *p = prepare(L, &m);
  const char *s = m.begin + au_own_whole(L, lua_upvalueindex(3));
  lua_Integer last = au_own_whole(L, lua_upvalueindex(4));
  for (; s <= m.end; s++) {
    const char *end = match_at(&m, s, p);
    if (end == NULL || end - m.begin == last)
      continue;
    lua_pushinteger(L, end - m.begin);
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return push_captures(&m, s, end);
  }
  return 0;
}

int au_pattern_gmatch(lua_State *L, size_t skipped) {
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)skipped);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, f_next_match, 4);
  return 1;
}

/* Raise if the text in 'b' is too long, or if an interrupt stops it. */
static void check_text(lua_State *L, luaL_Buffer *b) {
  enum { ADDED = 20 };
  au_work(L, ADDED);
  au_check_size(L, 3, (double)luaL_bufflen(b));
}

/* Add the text at 3, with each % replaced by its capture. */
static void add_text(matcher *m, luaL_Buffer *b, const char *s,
                     const char *end) {
  size_t n;
  const char *text = lua_tolstring(m->L, 3, &n), *stop = text + n, *p;
  for (; (p = memchr(text, '%', (size_t)(stop - text))) != NULL; text = p + 2) {
    check_text(m->L, b);
    luaL_addlstring(b, text, (size_t)(p - text));
    if (p[1] == '%') {
      luaL_addchar(b, '%');
    } else if (p[1] == '0') {
      luaL_addlstring(b, s, (size_t)(end - s));
    } else if (isdigit(byte_at(p + 1))) {
      push_capture(m, p[1] - '1', s, end);
      luaL_addvalue(b);
    } else {
      luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
  }
  luaL_addlstring(b, text, (size_t)(stop - text));
}

/* Add the replacement of a match. Returns false if the match stays as it is. */
static bool add_value(matcher *m, luaL_Buffer *b, const char *s,
                      const char *end) {
  lua_State *L = m->L;
  if (lua_isstring(L, 3)) {
    add_text(m, b, s, end);
    return true;
  }
  if (lua_isfunction(L, 3)) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(m, s, end), 1);
  } else {
    push_capture(m, 0, s, end);
    lua_gettable(L, 3);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, s, (size_t)(end - s));
    return false;
  }
  if (!lua_isstring(L, -1))
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(b);
  return true;
}

int au_pattern_gsub(lua_State *L) {
  matcher m;
  luaL_Buffer b;
  const char *p = prepare(L, &m), *s = m.begin, *last = NULL, *end;
  lua_Integer most = luaL_optinteger(L, 4, m.end - m.begin + 1), n = 0;
  bool anchored = *p == '^', changed = false;
  luaL_argexpected(
      L, lua_isstring(L, 3) || lua_isfunction(L, 3) || lua_istable(L, 3), 3,
      "string/function/table");
  p += anchored;
  luaL_buffinit(L, &b);
  while (n < most) {
    end = match_at(&m, s, p);
    if (end != NULL && end != last) {
      n++;
      changed = add_value(&m, &b, s, end) || changed;
      s = last = end;
      check_text(L, &b);
    } else if (s < m.end) {
      luaL_addchar(&b, *s++);
    } else {
      break;
    }
    if (anchored)
      break;
  }
  if (changed) {
    luaL_addlstring(&b, s, (size_t)(m.end - s));
    luaL_pushresult(&b);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, n);
  return 2;
}
