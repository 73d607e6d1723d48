/* packing.c: string.pack, string.packsize and string.unpack, with the same
** bytes on every machine.
**
** Lua's own take sizes, order of bytes and alignment from the C compiler. Here
** they are fixed: h has 2 bytes, i 4, l j T and the length of s 8, f 4, d and n
** 8; "=" is little-endian, as is a format that says nothing; "!" aligns to 8. A
** NaN has one pattern of bits. All else is as in Lua 5.4. */
#include "script.h"

#include <ctype.h>
#include <limits.h>

enum {
  INT_SIZE_MOST = 16, /* bytes of an integer */
  ALIGNED = 8,        /* by "!" alone */
  WHOLE = 8           /* bytes of Lua's integers */
};

typedef enum {
  SIGNED,
  UNSIGNED,
  FLOAT,
  DOUBLE,
  CHARS,    /* a text of a fixed size */
  COUNTED,  /* a text after its length */
  ENDED,    /* a text before a zero */
  BLANK,    /* one byte */
  ALIGNING, /* to the next item */
  NOTHING
} kind;

/* A format that is read item by item. */
typedef struct format {
  lua_State *L;
  const char *at;
  bool big;       /* the order of bytes */
  size_t aligned; /* the greatest alignment */
} format;

typedef struct item {
  kind kind;
  size_t size;
  size_t gap; /* bytes before it */
} item;

static bool has_number(const format *f) {
  return isdigit((unsigned char)*f->at) != 0;
}

/* Read a number of at most an int; 'instead' if none is there. */
static size_t read_number(format *f, size_t instead) {
  size_t n = 0;
  if (!has_number(f))
    return instead;
  do
    n = 10 * n + (size_t)(*f->at++ - '0');
  while (has_number(f) && n <= (INT_MAX - 9) / 10);
  return n;
}

/* Read the size of an integer. */
static size_t read_size(format *f, size_t instead) {
  size_t n = read_number(f, instead);
  if (n == 0 || n > INT_SIZE_MOST)
    luaL_error(f->L, "integral size (%d) out of limits [1,%d]", (int)n,
               (int)INT_SIZE_MOST);
  return n;
}

static item sized(kind k, size_t size) {
  return (item){.kind = k, .size = size};
}

/* Read an option that sets the order of bytes or the alignment. */
static item read_setting(format *f, char option) {
  if (option == '!')
    f->aligned = read_size(f, ALIGNED);
  else if (option != ' ')
    f->big = option == '>';
  return sized(NOTHING, 0);
}

/* Read an option, without its gap. */
static item read_option(format *f) {
  char option = *f->at++;
  switch (option) {
  case 'b':
    return sized(SIGNED, 1);
  case 'B':
    return sized(UNSIGNED, 1);
  case 'h':
    return sized(SIGNED, 2);
  case 'H':
    return sized(UNSIGNED, 2);
  case 'i':
    return sized(SIGNED, read_size(f, 4));
  case 'I':
    return sized(UNSIGNED, read_size(f, 4));
  case 'l':
  case 'j':
    return sized(SIGNED, WHOLE);
  case 'L':
  case 'J':
  case 'T':
    return sized(UNSIGNED, WHOLE);
  case 'f':
    return sized(FLOAT, 4);
  case 'd':
  case 'n':
    return sized(DOUBLE, 8);
  case 's':
    return sized(COUNTED, read_size(f, WHOLE));
  case 'c':
    if (!has_number(f))
      luaL_error(f->L, "missing size for format option 'c'");
    return sized(CHARS, read_number(f, 0));
  case 'z':
    return sized(ENDED, 0);
  case 'x':
    return sized(BLANK, 1);
  case 'X':
    return sized(ALIGNING, 0);
  case '<':
  case '>':
  case '=':
  case '!':
  case ' ':
    return read_setting(f, option);
  default:
    luaL_error(f->L, "invalid format option '%c'", option);
    return sized(NOTHING, 0);
  }
}

/* Read the next item, which follows 'total' bytes. */
static item next_item(format *f, size_t total) {
  item it = read_option(f);
  size_t align = it.kind == CHARS ? 0 : it.size;
  if (it.kind == ALIGNING) {
    item other = *f->at == '\0' ? sized(CHARS, 0) : read_option(f);
    if (other.kind == CHARS || other.size == 0)
      luaL_argerror(f->L, 1, "invalid next option for option 'X'");
    align = other.size;
  }
  if (align > f->aligned)
    align = f->aligned;
  if (align > 1 && (align & (align - 1)) != 0)
    luaL_argerror(f->L, 1, "format asks for alignment not power of 2");
  if (align > 1)
    it.gap = (align - (total & (align - 1))) & (align - 1);
  return it;
}

static format begin(lua_State *L) {
  size_t len;
  const char *text = luaL_checklstring(L, 1, &len);
  au_work(L, 2 * (int64_t)len);
  return (format){.L = L, .at = text, .aligned = 1};
}

/* ---- Packing ------------------------------------------------------------- */

static void add_bytes(luaL_Buffer *b, const format *f, uint64_t n, size_t size,
                      bool negative) {
  for (size_t i = 0; i < size; i++) {
    size_t at = f->big ? size - 1 - i : i;
    luaL_addchar(b, (char)(at < WHOLE ? n >> 8 * at & 0xff
                           : negative ? 0xff
                                      : 0));
  }
}

static void add_number(luaL_Buffer *b, const format *f, kind k, double x) {
  float small = (float)x;
  uint32_t few;
  uint64_t bits;
  memcpy(&few, &small, sizeof few);
  memcpy(&bits, &x, sizeof bits);
  if (x != x) {
    few = 0x7fc00000;
    bits = (uint64_t)0x7ff8 << 48;
  }
  if (k == FLOAT)
    add_bytes(b, f, few, sizeof few, false);
  else
    add_bytes(b, f, bits, sizeof bits, false);
}

static void add_whole(luaL_Buffer *b, const format *f, const item *it,
                      int arg) {
  lua_Integer n = au_check_whole(f->L, arg, LUA_MININTEGER, LUA_MAXINTEGER);
  if (it->size < WHOLE) {
    lua_Integer half = (lua_Integer)1 << (8 * it->size - 1);
    if (it->kind == SIGNED)
      luaL_argcheck(f->L, -half <= n && n < half, arg, "integer overflow");
    else
      luaL_argcheck(f->L, n >= 0 && n / 2 < half, arg, "unsigned overflow");
  }
  add_bytes(b, f, (uint64_t)n, it->size, it->kind == SIGNED && n < 0);
}

static void add_text(luaL_Buffer *b, const format *f, const item *it, int arg) {
  size_t len;
  const char *text = luaL_checklstring(f->L, arg, &len);
  au_check_size(f->L, 1, (double)(luaL_bufflen(b) + len + it->size));
  if (it->kind == CHARS)
    luaL_argcheck(f->L, len <= it->size, arg, "string longer than given size");
  else if (it->kind == ENDED)
    luaL_argcheck(f->L, strlen(text) == len, arg, "string contains zeros");
  else
    luaL_argcheck(f->L, it->size >= WHOLE || (uint64_t)len >> 8 * it->size == 0,
                  arg, "string length does not fit in given size");
  if (it->kind == COUNTED)
    add_bytes(b, f, len, it->size, false);
  luaL_addlstring(b, text, len);
  size_t zeros = it->kind == CHARS ? it->size - len : it->kind == ENDED;
  for (; zeros > 0; zeros--)
    luaL_addchar(b, '\0');
}

static int f_pack(lua_State *L) {
  luaL_Buffer b;
  format f = begin(L);
  int arg = 1;
  lua_pushnil(L); /* tells a missing argument from the buffer */
  luaL_buffinit(L, &b);
  while (*f.at != '\0') {
    item it = next_item(&f, luaL_bufflen(&b));
    au_check_size(L, 1, (double)(luaL_bufflen(&b) + it.gap + it.size));
    for (size_t i = it.gap + (it.kind == BLANK); i > 0; i--)
      luaL_addchar(&b, '\0');
    arg += it.kind < BLANK;
    if (it.kind <= UNSIGNED)
      add_whole(&b, &f, &it, arg);
    else if (it.kind <= DOUBLE)
      add_number(&b, &f, it.kind, luaL_checknumber(L, arg));
    else if (it.kind < BLANK)
      add_text(&b, &f, &it, arg);
  }
  luaL_pushresult(&b);
  return 1;
}

static int f_packsize(lua_State *L) {
  format f = begin(L);
  size_t total = 0;
  while (*f.at != '\0') {
    item it = next_item(&f, total);
    luaL_argcheck(L, it.kind != COUNTED && it.kind != ENDED, 1,
                  "variable-length format");
    it.size += it.gap;
    luaL_argcheck(L, total <= INT_MAX - it.size, 1, "format result too large");
    total += it.size;
  }
  lua_pushinteger(L, (lua_Integer)total);
  return 1;
}

/* ---- Unpacking ----------------------------------------------------------- */

/* The first WHOLE bytes of the integer at 'p'. Raises if it does not fit. */
static uint64_t read_bytes(const format *f, const char *p, const item *it) {
  const unsigned char *s = (const unsigned char *)p;
  bool is_signed = it->kind == SIGNED;
  uint64_t n = 0;
  size_t size = it->size;
  for (size_t i = size < WHOLE ? size : WHOLE; i-- > 0;)
    n = n << 8 | s[f->big ? size - 1 - i : i];
  if (size < WHOLE && is_signed) {
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    n = (n ^ sign) - sign;
  }
  unsigned char rest = is_signed && n >> 63 != 0 ? 0xff : 0;
  for (size_t i = WHOLE; i < size; i++)
    if (s[f->big ? size - 1 - i : i] != rest)
      luaL_error(f->L, "%d-byte integer does not fit into Lua Integer",
                 (int)size);
  return n;
}

static void push_number(lua_State *L, uint64_t bits, size_t size) {
  uint32_t few = (uint32_t)bits;
  float small;
  double x;
  memcpy(&small, &few, sizeof small);
  memcpy(&x, &bits, sizeof x);
  lua_pushnumber(L, size == sizeof small ? (double)small : x);
}

/* Push the value of an item at 'p' of 'left' bytes. Returns the bytes that it
** takes beyond its size. */
static size_t push_item(lua_State *L, const format *f, const item *it,
                        const char *p, size_t left) {
  if (it->kind == CHARS) {
    lua_pushlstring(L, p, it->size);
    return 0;
  }
  if (it->kind == ENDED) {
    const char *end = memchr(p, '\0', left);
    luaL_argcheck(L, end != NULL, 2, "unfinished string for format 'z'");
    lua_pushlstring(L, p, (size_t)(end - p));
    return (size_t)(end - p) + 1;
  }
  uint64_t n = read_bytes(f, p, it);
  if (it->kind == COUNTED) {
    luaL_argcheck(L, n <= left - it->size, 2, "data string too short");
    lua_pushlstring(L, p + it->size, (size_t)n);
    return (size_t)n;
  }
  if (it->kind <= UNSIGNED)
    lua_pushinteger(L, (lua_Integer)n);
  else
    push_number(L, n, it->size);
  return 0;
}

/* The bytes before position 3 in a text of 'len' bytes. */
static size_t start_at(lua_State *L, size_t len) {
  lua_Integer at = au_opt_whole(L, 3, LUA_MININTEGER, LUA_MAXINTEGER, 1),
              all = (lua_Integer)len;
  if (at < 0)
    at = at < -all ? 1 : all + at + 1;
  else if (at == 0)
    at = 1;
  luaL_argcheck(L, at - 1 <= all, 3, "initial position out of string");
  return (size_t)(at - 1);
}

static int f_unpack(lua_State *L) {
  format f = begin(L);
  size_t len;
  const char *data = luaL_checklstring(L, 2, &len);
  size_t at = start_at(L, len);
  int n = 0;
  if (strchr(f.at, 'z') != NULL)
    au_work(L, au_bytes_cost(len));
  while (*f.at != '\0') {
    item it = next_item(&f, at);
    luaL_argcheck(L, it.gap + it.size <= len - at, 2, "data string too short");
    at += it.gap;
    if (it.kind < BLANK) {
      luaL_checkstack(L, 2, "too many results");
      at += push_item(L, &f, &it, data + at, len - at);
      n++;
    }
    at += it.size;
  }
  lua_pushinteger(L, (lua_Integer)at + 1);
  return n + 1;
}

void au_open_packing(lua_State *L, int string) {
  static const luaL_Reg functions[] = {{"pack", f_pack},
                                       {"packsize", f_packsize},
                                       {"unpack", f_unpack},
                                       {NULL, NULL}};
  lua_pushvalue(L, string);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
