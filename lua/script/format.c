/* format.c: string.format, whose calls have bounded time and results, and in
** bots and variants the same text on every machine.
**
** C libraries differ in the sign of a NaN, which processors set as they like,
** and in hexadecimal floats. A script gets "nan", and the digits written here.
** Lua's own function, upvalue 1, writes everything else. */
#include "script.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A conversion of a format: "%-8.3f". */
typedef struct conversion {
  const char *at; /* the '%' */
  size_t len;
  char letter;
  bool left, plus, blank, point, zeros; /* its flags - + ' ' # 0 */
  int width, digits;                    /* digits: -1 for none given */
  bool valid;                           /* width and digits are short enough */
} conversion;

static const char *read_two(const char *p, int *out) {
  int n = 0;
  *out = 0;
  for (; n < 2 && isdigit((unsigned char)*p); n++)
    *out = 10 * *out + *p++ - '0';
  return p;
}

/* Read the conversion at the '%'. */
static conversion read_conversion(const char *at, const char *end) {
  conversion c = {.at = at, .digits = -1};
  const char *p = at + 1;
  for (; p < end && *p != '\0' && strchr("-+ #0", *p) != NULL; p++) {
    c.left |= *p == '-';
    c.plus |= *p == '+';
    c.blank |= *p == ' ';
    c.point |= *p == '#';
    c.zeros |= *p == '0';
  }
  p = read_two(p, &c.width);
  if (*p == '.')
    p = read_two(p + 1, &c.digits);
  c.valid = isalpha((unsigned char)*p) != 0;
  p += strspn(p, "-+ #0123456789."); /* what Lua will refuse */
  c.letter = *p;
  c.len = (size_t)(p - at) + (p < end);
  return c;
}

static bool is_float(char letter) {
  return letter != '\0' && strchr("aAeEfFgG", letter) != NULL;
}

/* ---- Texts of floats ----------------------------------------------------- */

enum { NUMBER_TEXT = 320 }; /* of the longest text below */

/* Round the 52 bits behind the point to 'digits' hexadecimal digits, to even. A
** carry goes to the digit before the point. */
static uint64_t round_digits(uint64_t bits, int digits) {
  int dropped = 52 - 4 * digits;
  if (dropped <= 0)
    return bits;
  uint64_t unit = (uint64_t)1 << dropped, half = unit / 2;
  uint64_t rest = bits & (unit - 1);
  bits -= rest;
  if (rest > half || (rest == half && (bits & unit) != 0))
    bits += unit;
  return bits;
}

/* Write a finite number in hexadecimal, "0x1.8p+1", without sign. Subnormal
** numbers begin with 0x0. */
static int hex_text(double x, int digits, bool point, char *out, size_t size) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7ff);
  bits &= ((uint64_t)1 << 52) - 1;
  bool zero = exponent == 0 && bits == 0;
  if (exponent != 0)
    bits |= (uint64_t)1 << 52;
  exponent = zero ? 0 : exponent != 0 ? exponent - 1023 : -1022;
  if (digits < 0) {
    digits = 13;
    while (digits > 0 && (bits >> (52 - 4 * digits) & 0xf) == 0)
      digits--;
  }
  bits = round_digits(bits, digits);
  int n = snprintf(out, size, "0x%d%s", (int)(bits >> 52),
                   digits > 0 || point ? "." : "");
  for (int i = 0; i < digits; i++) {
    int shift = 48 - 4 * i;
    n += snprintf(out + n, size - (size_t)n, "%x",
                  shift >= 0 ? (unsigned)(bits >> shift & 0xf) : 0);
  }
  return n + snprintf(out + n, size - (size_t)n, "p%+d", exponent);
}

/* Push a finite number as %a writes it. */
static void push_hex(lua_State *L, const conversion *c, double x) {
  char digits[NUMBER_TEXT], out[2 * NUMBER_TEXT];
  const char *sign = signbit(x) ? "-" : c->plus ? "+" : c->blank ? " " : "";
  int n = hex_text(x, c->digits, c->point, digits, sizeof digits);
  int room = c->width - n - (int)strlen(sign);
  char zeros[100] = "";
  if (room > 0 && c->zeros && !c->left)
    memset(zeros, '0', (size_t)room);
  n = snprintf(out, sizeof out, "%s0x%s%s", sign, zeros, digits + 2);
  for (int i = 0; i < n && c->letter == 'A'; i++)
    out[i] = (char)toupper((unsigned char)out[i]);
  lua_pushfstring(L, "%s", out);
}

/* Push the text of the argument at 'arg' if it is not Lua's to write; else
** return false. */
static bool push_ours(lua_State *L, const conversion *c, int arg) {
  bool number = lua_type(L, arg) == LUA_TNUMBER;
  bool hex = c->letter == 'a' || c->letter == 'A';
  double x = lua_tonumber(L, arg); /* also of "0x1p4" */
  if (!c->valid || !lua_isnumber(L, arg) || (lua_isinteger(L, arg) && !hex))
    return false;
  if (x != x && (is_float(c->letter) || (number && c->letter == 's')))
    lua_pushstring(L, isupper((unsigned char)c->letter) ? "NAN" : "nan");
  else if (hex && !isinf(x))
    push_hex(L, c, x);
  else if (c->letter == 'q' && number && c->len == 2 && x == x && !isinf(x))
    push_hex(L, c, x);
  else
    return false;
  return true;
}

/* ---- Formats ------------------------------------------------------------- */

/* Add the conversion that writes a text of ours with the width of 'c'. */
static void add_text_conversion(luaL_Buffer *b, const conversion *c) {
  char text[16];
  snprintf(text, sizeof text, "%%%s", c->left ? "-" : "");
  luaL_addstring(b, text);
  if (c->width > 0) {
    snprintf(text, sizeof text, "%d", c->width);
    luaL_addstring(b, text);
  }
  luaL_addchar(b, 's');
}

/* Replace numbers whose text differs between machines by our text, and their
** conversions by conversions of texts. */
static void fix_numbers(lua_State *L) {
  size_t len;
  luaL_Buffer b;
  const char *p = lua_tolstring(L, 1, &len), *end = p + len, *from = p;
  int arg = 1, n = lua_gettop(L);
  lua_pushvalue(L, 1); /* keeps the text */
  luaL_buffinit(L, &b);
  while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
    conversion c = read_conversion(p, end);
    p += c.len;
    if (c.letter == '%' && c.len == 2)
      continue;
    if (++arg > n)
      break;
    luaL_addlstring(&b, from, (size_t)(c.at - from));
    from = c.at;
    if (!push_ours(L, &c, arg))
      continue;
    lua_replace(L, arg);
    add_text_conversion(&b, &c);
    from = p;
  }
  luaL_addlstring(&b, from, (size_t)(end - from));
  luaL_pushresult(&b);
  lua_replace(L, 1);
  lua_settop(L, n);
}

/* string.format; in bots with our tostring and without %p. A format may contain
** NUL bytes. */
int au_format(lua_State *L) {
  enum { FORMATTED = 20, FLOAT = 60 };
  enum { ITEM = 512, QUOTED = 4 }; /* bytes of %99.99f; per byte under %q */
  size_t len;
  const char *p = luaL_checklstring(L, 1, &len);
  const char *end = p + len;
  bool host = au_is_host(L);
  int n = lua_gettop(L), factor = 1, floats = 0;
  double bytes = 0;
  while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
    conversion c = read_conversion(p, end);
    if (c.letter == 'p' && !host)
      return luaL_error(L, "format: %%p prints addresses, which differ from "
                           "run to run");
    if (c.letter == 'q')
      factor = QUOTED;
    else
      floats += is_float(c.letter);
    p += c.len;
  }
  for (int i = 2; i <= n; i++) {
    if (!host && (lua_type(L, i) >= LUA_TTABLE || lua_islightuserdata(L, i))) {
      au_push_tostring(L, i);
      lua_replace(L, i);
    }
    if (lua_type(L, i) == LUA_TSTRING)
      bytes += (double)lua_rawlen(L, i);
  }
  au_check_size(L, 2, (double)len + ITEM * (double)n + factor * bytes);
  au_work(L, (int64_t)n * FORMATTED + (int64_t)floats * FLOAT);
  for (int i = 2; i <= n; i++)
    floats += lua_type(L, i) == LUA_TNUMBER && !lua_isinteger(L, i);
  if (!host && floats > 0)
    fix_numbers(L);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}
