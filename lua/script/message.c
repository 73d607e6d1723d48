/* message.c: messages of errors, for people and as records hold them, and of
** refused answers. */
#include "script.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *au_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

/* The bytes of 'text' before the name of a module, which stands in it as
** NAME.lua:LINE behind the first 'n' bytes of 'folder'. Lua shortens these in a
** long path. 0 where no module is named. */
static size_t module_folder(const char *folder, size_t n, const char *text) {
  size_t k = n;
  if (n == 0)
    return 0;
  if (strncmp(text, folder, n) != 0) {
    k = strcspn(text, ":\n");
    if (strncmp(text, "...", 3) != 0 || k != LUA_IDSIZE - 1)
      return 0;
    while (k > 3 && text[k - 1] != '/')
      k--;
    if (k == 3 || k - 3 > n ||
        strncmp(folder + n - (k - 3), text + 3, k - 3) != 0)
      return 0;
  }
  const char *name = text + k;
  size_t name_n = strcspn(name, "/:\n");
  bool is_module = name_n > 4 && strncmp(name + name_n - 4, ".lua:", 5) == 0 &&
                   isdigit((unsigned char)name[name_n + 1]);
  return is_module ? k : 0;
}

/* True if a path may begin behind the character. */
static bool ends_word(char c) {
  return !isalnum((unsigned char)c) && strchr("_-./", c) == NULL;
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
    if (n == 0 || ends_word(out[n - 1]))
      text += module_folder(path, (size_t)(base - path), text);
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

const char *au_whole_text(lua_State *L, int at, char out[AU_ERROR_TEXT]) {
  size_t size, n = 0;
  const char *text = lua_tolstring(L, at, &size);
  if (memchr(text, '\0', size) == NULL)
    return text;
  for (size_t i = 0; i < size && n + 2 < AU_ERROR_TEXT; i++) {
    if (text[i] == '\0')
      out[n++] = '\\';
    out[n++] = text[i] == '\0' ? '0' : text[i];
  }
  out[n] = '\0';
  return out;
}

/* ---- Refused answers ----------------------------------------------------- */

/* Append to '*out', which ends at 'end'. */
__attribute__((format(printf, 3, 4))) static void append(char **out,
                                                         const char *end,
                                                         const char *format,
                                                         ...) {
  size_t left = (size_t)(end - *out);
  va_list args;
  va_start(args, format);
  size_t n = (size_t)vsnprintf(*out, left, format, args);
  va_end(args);
  *out += n < left ? n : left - 1;
}

const char *au_nearest_choice(const au_ask *q, const au_choices *c,
                              const char *word) {
  const char *found = NULL;
  size_t best = au_near(word);
  for (au_set left = c->set; left != 0; left &= left - 1) {
    const char *known = q->word[au_first(left)];
    size_t d = au_distance(word, known);
    if (d < best && d < strlen(known)) {
      best = d;
      found = known;
    }
  }
  return found;
}

/* Append the question, its choices, and the nearest one to a word. */
static void append_question(char **out, const char *end, const au_rules *r,
                            const au_state *s, const char *word) {
  enum { CHOICES = 160 };
  const au_ask *q = au_ask_now(r, s);
  au_choices c;
  char choices[CHOICES];
  append(out, end, ", which is not an answer to '%s'", q->name);
  if (au_ask_choices(r, s, &c) != AU_OK)
    return;
  au_choices_text(&r->deck, q, &c, choices, sizeof choices);
  append(out, end, ":%s", choices);
  const char *near = word != NULL && q->kind == AU_ASK_WORD
                         ? au_nearest_choice(q, &c, word)
                         : NULL;
  if (near != NULL)
    append(out, end, "; did you mean '%s'?", near);
}

/* Append a value that means no action, and what was asked for. */
static void append_value(char **out, const char *end, lua_State *L,
                         const au_rules *r, const au_state *s) {
  bool is_text = lua_type(L, -1) == LUA_TSTRING;
  char number[32], shown[AU_ERROR_TEXT];
  const char *word = is_text ? au_whole_text(L, -1, shown) : NULL;
  if (is_text)
    append(out, end, "answered '%.60s'", word);
  else if (s->phase == AU_PHASE_ASK && lua_type(L, -1) == LUA_TNUMBER &&
           au_number_text(number, sizeof number, 14, lua_tonumber(L, -1)) > 0)
    append(out, end, "answered %s", number);
  else
    append(out, end, "answered a %s", luaL_typename(L, -1));
  if (s->phase == AU_PHASE_ASK)
    append_question(out, end, r, s, word);
  else
    append(out, end, ", which is no %s",
           s->phase == AU_PHASE_BID      ? "card to bid"
           : s->phase == AU_PHASE_CHANGE ? "change of bid (gold, card, of)"
                                         : "card to play");
  if (lua_isnil(L, -1))
    append(out, end, "\n(it returned nothing: is a 'return' missing?)");
}

void au_refusal_text(lua_State *L, const au_rules *r, const au_state *s,
                     au_action a, char out[AU_REFUSAL_TEXT]) {
  enum { SHOWN = 12 };
  const char *end = out + AU_REFUSAL_TEXT;
  char why[AU_WHY_TEXT], name[AU_ACTION_TEXT];
  au_action legal[AU_ACTION_MAX];
  int n = 0;
  if (a != 0 && au_state_why(r, s, a, why) == AU_EILLEGAL) {
    au_action_text(&r->deck, r->asks, a, name);
    append(&out, end, "answered '%s': %s", name, why);
  } else {
    append_value(&out, end, L, r, s);
  }
  (void)!au_state_legal(r, s, legal, &n);
  append(&out, end, "\nlegal:");
  for (int i = 0; i < n && i < SHOWN; i++) {
    au_action_text(&r->deck, r->asks, legal[i], name);
    append(&out, end, "%s %s", i > 0 ? "," : "", name);
  }
  if (n > SHOWN)
    append(&out, end, ", and %d more", n - SHOWN);
}

/* ---- For people --------------------------------------------------------- */

/* Push the text at 'at'. It is cut if it is long: a script may raise any text,
** and the rest of the message must stay readable. */
static const char *push_cut(lua_State *L, int at) {
  char shown[AU_ERROR_TEXT];
  const char *text = au_whole_text(L, at, shown);
  size_t n = strlen(text);
  lua_pushlstring(L, text, n <= AU_ERROR_TEXT ? n : AU_ERROR_TEXT);
  return n <= AU_ERROR_TEXT ? lua_tostring(L, -1)
                            : lua_pushfstring(L, "%s...", lua_tostring(L, -1));
}

int au_message_handler(lua_State *L) {
  enum { DEEP = 1000 };
  au_limits *limits = au_limits_of(L);
  bool plain = limits->plain;
  lua_Debug level;
  limits->plain = false;
  if (!lua_isstring(L, 1)) {
    if (!luaL_callmeta(L, 1, "__tostring") || !lua_isstring(L, -1))
      lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    lua_replace(L, 1);
  }
  if (limits->failed != NULL)
    limits->failed(L);
  const char *text = push_cut(L, 1);
  if (plain)
    return 1;
  const char *advice = au_advice(text, false);
  if (advice != NULL)
    text = lua_pushfstring(L, "%s\n(%s)", text, advice);
  if (lua_getstack(L, DEEP, &level)) /* finding both ends would take long */
    lua_pushfstring(L, "%s\n(a stack of more than %d calls)", text, DEEP);
  else
    luaL_traceback(L, L, text, 1);
  if (limits->late != AU_INTERRUPTED)
    au_locals_tell(L);
  return 1;
}
