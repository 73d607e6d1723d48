/* strings.c: string functions whose calls have bounded time and results.
**
** Bots, variants and a host's state have them. A call that would cost too much
** is refused in a bot; in a host an interrupt stops it.
**
** The hook that limits time and fuel fires between instructions of Lua, never
** inside a C function. So a function that could run long first computes the
** greatest possible cost, and refuses the call if that is too much. Otherwise
** Lua's own function, upvalue 1, runs in the same frame, so that errors name
** function and place as usual.
**
** Fuel is charged for a text by its size when it is made (limits.c), for a
** pattern by its greatest possible cost, and otherwise by the values and bytes
** of arguments and results.
**
** A script's function that C calls again and again is wrapped in a Lua function
** (hookable.c). */
#include "script.h"

#include <ctype.h>
#include <string.h>

static int own(lua_State *L) {
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Charge the arguments and the results. */
static int f_counted(lua_State *L) {
  au_spend(L, lua_gettop(L));
  int n = own(L);
  au_spend(L, n);
  return n;
}

/* The same, for functions that read all bytes of their texts but make no other
** text. */
static int f_read(lua_State *L) {
  int64_t bytes = 0;
  for (int i = lua_gettop(L); i >= 1; i--) {
    size_t len = 0;
    if (lua_type(L, i) == LUA_TSTRING)
      (void)lua_tolstring(L, i, &len);
    bytes += (int64_t)len;
  }
  au_spend(L, bytes);
  return f_counted(L);
}

/* ---- Patterns ---------------------------------------------------------
**
** Lua's matcher tries, one by one, all ways to match a pattern in a subject of
** n bytes. Three things determine a way: its start, the ends of the q items
** repeated with * + or -, which are in order, and which of the p items with ?
** are present. If the start is free, there are
**   C(n + q + 1, q + 1) * 2^p   ways, and C(n + q, q) * 2^p anchored by ^.
** On each way every byte of the pattern is read at most once, but each %b and
** %1 may read the whole subject. Reading an item's repetitions costs no more
** than the ways that begin there. A repetition that only parentheses follow is
** never tried again with fewer. It adds a step over at most n bytes in all, and
** no factor. gmatch and gsub continue where a match ended, and try no start
** more than twice. */

/* The parts of a pattern that make it costly. */
typedef struct shape {
  size_t many;  /* items with * + - */
  size_t maybe; /* items with ? */
  size_t scans; /* %b and back-references */
} shape;

/* Units a search may cost; a unit is one to three nanoseconds. "(.-)\n" reaches
** the bound on 5.7 KB, "(%S+) (%S+) (%S+) (%S+)" on 96 bytes. */
static const double COST_MOST = 1e8;
enum { UNITS = 4 }; /* units per instruction */

/* The end of the set, class or character at p < end. */
static const char *item_end(const char *p, const char *end) {
  if (*p != '[') {
    p += *p == '%' ? 2 : 1;
    return p < end ? p : end;
  }
  p += p[1] == '^' ? 2 : 1;
  do /* a first ']' belongs to the set */
    p += *p == '%' ? 2 : 1;
  while (p < end && *p != ']');
  return p < end ? p + 1 : end;
}

static shape shape_of(const char *p, const char *end) {
  shape s = {0};
  size_t *last = NULL; /* the counter of the last item, if repeated */
  while (p < end) {
    if (*p == '(' || *p == ')') {
      p++;
      continue;
    }
    last = NULL;
    if (*p == '%' && (p[1] == 'b' || isdigit((unsigned char)p[1]))) {
      s.scans++;
      p += p[1] == 'b' ? 4 : 2;
      continue;
    }
    if (*p == '%' && p[1] == 'f') {
      p = p + 2 < end ? item_end(p + 2, end) : end;
      continue;
    }
    p = item_end(p, end);
    if (*p == '*' || *p == '+' || *p == '-')
      last = &s.many;
    else if (*p == '?')
      last = &s.maybe;
    if (last != NULL) {
      ++*last;
      p++;
    }
  }
  if (last != NULL)
    --*last;
  return s;
}

/* The greatest possible cost, which may be infinite. */
static double cost_of(shape s, bool anchored, size_t len, size_t n) {
  double ways = 1;
  size_t places = s.many + !anchored;
  for (size_t k = 1; k <= places && ways <= COST_MOST; k++)
    ways *= ((double)n + (double)k) / (double)k;
  for (size_t k = 0; k < s.maybe && ways <= COST_MOST; k++)
    ways *= 2;
  return (ways + (double)n) * ((double)len + 1 + (double)s.scans * (double)n);
}

/* True if Lua's own matcher may match the pattern at 2 with a subject of 'n'
** bytes. If that may cost too much, returns false in a host and raises in a
** bot. 'plain' if the pattern is a plain text, 'anchors' if ^ anchors it. */
static bool is_cheap(lua_State *L, size_t n, bool plain, bool anchors) {
  size_t len;
  shape s = {0};
  const char *p = luaL_checklstring(L, 2, &len);
  bool anchored = anchors && !plain && *p == '^';
  if (!plain)
    s = shape_of(p + anchored, p + len);
  double cost = cost_of(s, anchored, len, n);
  if (cost > COST_MOST && au_is_host(L))
    return n == 0; /* an empty subject is tried once */
  if (cost > COST_MOST)
    luaL_argerror(L, 2,
                  lua_pushfstring(L,
                                  "pattern too costly for a subject of %I "
                                  "bytes: it has %I bytes with %I items to "
                                  "repeat (* + - ?); use fewer, anchor it "
                                  "with ^, or search shorter pieces",
                                  (lua_Integer)n, (lua_Integer)len,
                                  (lua_Integer)(s.many + s.maybe)));
  au_work(L, (int64_t)(cost / UNITS));
  return true;
}

/* The bytes of the subject at 1 before position 3, as for string.find. '*rest'
** gets the number of the other bytes. */
static size_t bytes_before(lua_State *L, size_t *rest) {
  size_t n, skipped = 0;
  luaL_checklstring(L, 1, &n);
  lua_Integer init = luaL_optinteger(L, 3, 1), all = (lua_Integer)n;
  if (init > 0)
    skipped = init <= all ? (size_t)init - 1 : n;
  else if (init < 0 && init >= -all)
    skipped = n - (size_t)-init;
  *rest = n - skipped;
  return skipped;
}

/* string.find, or string.match. */
static int search(lua_State *L, bool find) {
  size_t n, skipped = bytes_before(L, &n);
  bool plain = find && lua_toboolean(L, 4);
  if (is_cheap(L, n, plain, true))
    return own(L);
  return au_pattern_search(L, skipped, find, plain);
}

static int f_find(lua_State *L) {
  return search(L, true);
}

static int f_match(lua_State *L) {
  return search(L, false);
}

static int f_gmatch(lua_State *L) {
  size_t n, skipped = bytes_before(L, &n);
  if (is_cheap(L, n, false, false))
    return own(L);
  return au_pattern_gmatch(L, skipped);
}

/* The greatest size of a result of gsub with the text at 3. Each match can add
** the text, and each % in it the digits of a position. All matches together lie
** in the subject, so each % adds the subject at most once more. */
static double gsub_size(lua_State *L, double n) {
  enum { DIGITS = 7 }; /* of AU_BYTES_MOST */
  size_t len, refs = 0;
  const char *p = lua_tolstring(L, 3, &len), *end = p + len;
  double matches = n + 1;
  double most = (double)luaL_optinteger(L, 4, LUA_MAXINTEGER);
  if (most < matches)
    matches = most > 0 ? most : 0;
  for (; (p = memchr(p, '%', (size_t)(end - p))) != NULL; p++)
    refs++;
  return n + (double)refs * n + matches * ((double)len + DIGITS * (double)refs);
}

static int f_gsub(lua_State *L) {
  size_t n;
  luaL_checklstring(L, 1, &n);
  bool host = au_is_host(L), text = lua_isstring(L, 3);
  double size = text ? gsub_size(L, (double)n) : 0;
  if (!is_cheap(L, n, false, true) || (host && size > (double)au_bytes_most(L)))
    return au_pattern_gsub(L);
  if (text) {
    au_check_size(L, 3, size);
  } else if (!host && (lua_istable(L, 3) || lua_iscfunction(L, 3))) {
    au_push_stepped(L, 3);
    lua_replace(L, 3);
  }
  return own(L);
}

/* ---- Sizes ------------------------------------------------------------ */

/* string.rep, which copies its own result in growing blocks; Lua's copies piece
** by piece. */
static int f_rep(lua_State *L) {
  size_t len, sep_n;
  luaL_Buffer b;
  const char *s = luaL_checklstring(L, 1, &len);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *sep = luaL_optlstring(L, 3, "", &sep_n);
  if (n <= 0 || len + sep_n == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  double bytes = (double)n * (double)(len + sep_n);
  au_check_size(L, 2, bytes);
  au_work(L, n);
  size_t total = (size_t)bytes - sep_n, done = len;
  char *to = luaL_buffinitsize(L, &b, total);
  memcpy(to, s, len);
  if (done < total) {
    memcpy(to + done, sep, sep_n);
    done += sep_n;
  }
  while (done < total) {
    size_t more = done < total - done ? done : total - done;
    memcpy(to + done, to, more);
    done += more;
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

/* utf8.codes, whose iterator is made an object. */
static int f_codes(lua_State *L) {
  int n = own(L);
  au_push_closed(L, -n);
  lua_replace(L, -n - 1);
  return n;
}

void au_replace(lua_State *L, int at, const luaL_Reg *f) {
  for (; f->name != NULL; f++) {
    lua_getfield(L, at, f->name);
    lua_pushcclosure(L, f->func, 1);
    lua_setfield(L, at, f->name);
  }
}

void au_open_texts(lua_State *L, int string) {
  static const luaL_Reg functions[] = {
      {"find", f_find}, {"match", f_match}, {"gmatch", f_gmatch},
      {"gsub", f_gsub}, {"rep", f_rep},     {"format", au_format},
      {NULL, NULL}};
  au_replace(L, string, functions);
  au_open_packing(L, string);
}

void au_open_bounded(lua_State *L, int libs) {
  static const luaL_Reg base[] = {
      {"tonumber", f_read}, {"select", f_counted}, {NULL, NULL}};
  static const luaL_Reg math[] = {
      {"max", f_counted}, {"min", f_counted}, {NULL, NULL}};
  static const luaL_Reg string[] = {
      {"byte", f_counted}, {"char", f_counted}, {NULL, NULL}};
  static const luaL_Reg table[] = {{"pack", f_counted}, {NULL, NULL}};
  static const luaL_Reg utf8[] = {{"char", f_counted},      {"codes", f_codes},
                                  {"codepoint", f_counted}, {"len", f_read},
                                  {"offset", f_read},       {NULL, NULL}};
  static const struct {
    const char *name;
    const luaL_Reg *functions;
  } libraries[] = {
      {"math", math}, {"string", string}, {"table", table}, {"utf8", utf8}};
  au_replace(L, libs, base);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    lua_getfield(L, libs, libraries[i].name);
    au_replace(L, lua_gettop(L), libraries[i].functions);
    lua_pop(L, 1);
  }
  lua_getfield(L, libs, "string");
  au_open_texts(L, lua_gettop(L));
  lua_pop(L, 1);
}
