/* advice.c: advice on names of Lua that a sandbox does not have.
**
** A script that uses such a name fails with "attempt to index a nil value
** (global 'io')". The names stay nil, so that a script can test for them; the
** advice is a line after the message, which says what to do instead. */
#include "script.h"

#include <stdio.h>
#include <string.h>

typedef struct absent {
  const char *names;
  const char *bot, *variant; /* the advice to each; NULL: it has the name */
} absent;

static const char one_file[] =
    "a variant is one file: share rules by 'base' and by '+' in its name";
static const char no_math[] =
    "a script here has no such function of math, since its last digits differ "
    "from system to system; math.sqrt is there";

/* By the name of a global variable. */
static const absent globals[] = {
    {" io dofile loadfile ",
     "a script here opens no file: a bot reads those beside it by aurum.data "
     "\"FILE\" and require \"NAME\"",
     "a variant opens no file: write its data as a table into its own file"},
    {" os ",
     "a script here has no clock and no processes: the program measures a "
     "bot's time (aurum bot profile)",
     "a variant has no clock and no processes: a hook's answer follows from "
     "its arguments alone"},
    {" load loadstring ",
     "a script here runs the code of its files only: write it there, or in a "
     "module beside the bot (require \"NAME\")",
     "a variant runs the code of its own file only: write it there"},
    {" package ",
     "a script here has no search path: a bot has require \"NAME\" for the "
     "modules beside it",
     one_file},
    {" coroutine ",
     "a script here has no coroutines: keep the state in a table",
     "a variant has no coroutines: keep the state in its 'vars'"},
    {" debug ", "a script here cannot inspect Lua: use print or aurum.log",
     "a variant cannot inspect Lua: use print to see a value while you test"},
    {" collectgarbage ", "the program runs the collector itself",
     "the program runs the collector itself"},
    {" rawset ", "assign by t[k] = v", "assign by t[k] = v"},
    {" xpcall ", "use pcall", "use pcall"},
    {" warn ", "use aurum.log(\"warn\", ...)", "use print(...)"},
    {" require ", NULL, one_file},
};

/* By the name of a field. */
static const absent fields[] = {
    {" sin cos tan asin acos atan exp pow sinh cosh tanh ", no_math, no_math},
    {" log ", no_math,
     "a variant has no math.log, since its last digits differ from system to "
     "system, and no aurum.log: use print to see a value while you test"},
    {" data ", NULL, "only a bot has aurum.data"},
    {" hand seat ", NULL,
     "s.seat and s.hand are those of the one seat that is asked: 'next' and "
     "'done' see what all see, so they have neither"},
    {" dump ", "a script here has no bytecode",
     "a script here has no bytecode"},
};

static const char *find(const absent *list, size_t n, const char *name,
                        size_t len, bool variant) {
  char word[32];
  if (len + 3 > sizeof word)
    return NULL;
  snprintf(word, sizeof word, " %.*s ", (int)len, name);
  for (size_t i = 0; i < n; i++)
    if (strstr(list[i].names, word) != NULL)
      return variant ? list[i].variant : list[i].bot;
  return NULL;
}

const char *au_advice(const char *message, bool variant) {
  static const char nil[] = "a nil value (";
  const char *at = strstr(message, nil), *name, *end;
  if (at == NULL || strstr(message, "attempt to ") == NULL)
    return NULL;
  at += strlen(nil);
  name = strchr(at, '\'');
  end = name != NULL ? strchr(name + 1, '\'') : NULL;
  if (end == NULL)
    return NULL;
  name++;
  size_t len = (size_t)(end - name);
  if (strncmp(at, "field", 5) == 0 || strncmp(at, "method", 6) == 0)
    return find(fields, sizeof fields / sizeof *fields, name, len, variant);
  if (strncmp(at, "global", 6) != 0)
    return NULL; /* a local variable of that name */
  return find(globals, sizeof globals / sizeof *globals, name, len, variant);
}
