/* sys.h: what the files of lua/sys share with each other and with the rooms
** above. Internal to lua/.
**
** C that knows no cards: memory, limits on scripts, numbers and texts of Lua as
** those of C, objects, files, worker processes. Of core/ it sees the growing
** text alone (core/text.h). */
#ifndef AU_SYS_H
#define AU_SYS_H

#include "../../core/must.h"
#include "../../core/text.h"
#include "../aurum_lua.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

/* ---- watch.c: a worker process and its pool ---- */

/* What a worker tells its pool, in memory they share. */
typedef struct au_watch {
  volatile uint32_t thinking; /* seat, from 1, of the bot it is calling, or 0 */
  volatile uint32_t call;     /* calls of bots in this worker's life */
  volatile uint32_t at;       /* the number of this call in its game */
  volatile uint32_t made;     /* games made for the request it is at */
  volatile uint32_t game;     /* and begun for it */
  volatile uint32_t full;     /* a bot ran into its cap on memory */
  volatile uint32_t judging;  /* it runs code of a variant, */
  volatile uint32_t judged;   /*   for the so-manieth time */
  volatile uint32_t late;     /* the pool killed it for its time: au_late */
} au_watch;
typedef enum { AU_LATE_NOT, AU_LATE_BOT, AU_LATE_VARIANT } au_late;
extern au_watch *au_watching; /* NULL but in a worker */

/* Note that code of a variant begins or ends here: its own limit of a second
** does not fire in C code, the pool's does. */
static inline void au_watch_variant(bool begins) {
  if (au_watching == NULL)
    return;
  au_watching->judged++;
  au_watching->judging = begins;
}

/* How a worker ends itself. */
enum {
  AU_WORKER_FULL = 3,    /* a bot ran into its cap on memory: liblua 5.4.4 is
                         ** not to be trusted where memory fails */
  AU_WORKER_NO_PIPE = 4, /* its pool is gone */
  AU_WORKER_NO_MEMORY = 5,
  AU_WORKER_NO_FILTER = 6 /* it could not be confined */
};
/* End this process, a worker, at once. Does not return. */
void au_worker_leave(int status);

/* ---- memory.c: where memory fails ---- */

/* End the process if it is the program or a worker, otherwise return.
** au_no_memory is for where there is a state to raise in. */
void au_give_up(void);
/* A lua_Alloc for which making a block smaller cannot fail, and that
** where memory fails the process ends if it is the program or a worker. */
void *au_resize(void *block, size_t old, size_t size);

/* ---- limits.c: what a script may take ---- */

/* Why a script is being stopped. */
enum { AU_IN_TIME, AU_LATE, AU_EMPTY, AU_INTERRUPTED };

typedef struct au_limits {
  size_t cap, used; /* bytes; cap 0 for no limit */
  int seconds;      /* of processor time at a stretch, a quarter more at most;
                    ** 0: any number, but an interrupt stops it */
  bool hoarded;     /* it ran into its cap */
  bool fatal;       /* that ends the process, if it is a worker */
  int32_t fuel;     /* instructions from au_limits_begin on; 0: any number */
  int64_t left;     /* of them */
  lua_State *L;
  struct au_limits *outer;           /* what runs it */
  volatile sig_atomic_t ticks, late; /* late: it is being stopped, and why */
} au_limits;

/* A new state that lives by 'm', which must outlive it; NULL without memory. */
lua_State *au_limited_state(au_limits *m);
/* A script of it runs from here to au_limits_end, under a protected call: its
** time begins, and all its fuel is there again. These may nest. */
void au_limits_begin(au_limits *m);
void au_limits_end(void);
/* In a worker, before its system calls are filtered: start the timer, which is
** not inherited, nor is what runs. */
void au_limits_restart(void);
/* Count memory that a value of a script's state holds outside it, where it held
** 'before' bytes until now: against the cap, and for the collector. Raises past
** the cap, or ends the worker. */
void au_limits_hold(lua_State *L, size_t before, size_t now);
/* C code does work worth 'n' instructions of a script: charge its fuel, see
** whether it is to stop, and see to an interrupt of the host. Call it every
** millisecond or so of what may take long, and where the work depends on sizes
** that a script chooses; it costs a script without fuel some nanoseconds. Raises
** where the work must stop: never call it outside protection. */
void au_spend(lua_State *L, int64_t n);
/* The work of a function that stands in for one of Lua's own: the same in a
** script's state. In a host's it raises "interrupted" if au_tearable says so, but
** not at every small call: what an interrupt ends may still clean up. */
void au_work(lua_State *L, int64_t n);
/* True in a host's state, which is no bot's nor variant's. */
bool au_is_host(lua_State *L);
/* As au_spend where nothing may be raised, for what does not take long: fuel that
** is used up raises at the script's next instruction. */
void au_charge(lua_State *L, int64_t n);
/* Spend what lua_next took to go through the 'n' values of the table at 'at'. */
void au_spend_walk(lua_State *L, int at, size_t n);
/* The bytes of the text at 'at', 0 if the value is none. */
static inline int64_t au_bytes_of_text(lua_State *L, int at) {
  size_t n = lua_type(L, at) == LUA_TSTRING ? lua_rawlen(L, at) : 0;
  return (int64_t)n;
}
/* The instructions that going over so many bytes of text is worth. Texts of
** AU_LONG bytes or more are charged as they are made. */
enum { AU_LONG = 256 };
static inline int64_t au_bytes_cost(size_t n) {
  return (int64_t)(n / 32);
}
/* The same as au_spend from under a frame of the core, which no error may cross:
** false, with the error on the stack's top, to be raised when the core has
** returned. Wants two free slots of the stack. */
AU_MUST bool au_may_spend(lua_State *L, int64_t n);
/* Whether a script would have less than a tenth of its fuel left then: time to
** make do with what there is. */
bool au_fuel_low(lua_State *L, int64_t n);
/* True if a script has fuel, so that whatever it is told must be the same in
** every run. */
bool au_is_counted(lua_State *L);

/* ---- reading.c ---- */

/* From here to au_end_reading, reading 'descriptor' meets its end at an interrupt,
** if au_tearable says so; none where it is negative. These do not nest. */
void au_begin_reading(int descriptor);
/* The file that is read, NULL if it was closed, is as it was again: true if it
** had met its end by an interrupt. */
bool au_end_reading(FILE *f);
/* In a handler of signals: let what is read end. */
void au_stop_reading(void);

/* ---- words.c: for messages ---- */

/* Push the value at 'at' as text without addresses, which would differ from run
** to run: what has no text of its own is named by its type. */
const char *au_push_tostring(lua_State *L, int at);
/* Push what the value at 'at' is: "a card", "rules", "a hook context"; Lua's name
** for a type that is not ours. */
const char *au_push_kind(lua_State *L, int at);
/* The metamethod __concat of types with __tostring. */
int au_concat(lua_State *L);
/* Push the key of the table on the top that is nearest to 'word', nil if none
** is near. Its keys are strings. */
void au_push_nearest_key(lua_State *L, const char *word);
/* Push the same as the end of a message: "; did you mean 'KEY'?", or "". */
const char *au_push_hint(lua_State *L, const char *word);

/* ---- checked.c: whole numbers, lengths and texts of Lua as those of C ----
**
** The only way from one to the other: tests/layers refuses casts elsewhere.
** None runs a script's code, and none takes longer than the bound it is given.
** Names in _at answer and raise nothing; those in _of take the value of a key,
** named in the error; _check and _opt are for arguments, as luaL_checkinteger,
** which take the text of a number too. */

/* True if a number lies there that is whole and in lo .. hi; it goes to '*out'.
** Needs no memory. */
bool au_whole_at(lua_State *L, int at, lua_Integer lo, lua_Integer hi,
                 lua_Integer *out);
bool au_int_at(lua_State *L, int at, int lo, int hi, int *out);
/* The same, raises "KEY: expected KIND from LO to HI, got VALUE". */
int au_int_of(lua_State *L, int at, const char *key, const char *kind, int lo,
              int hi);
/* An argument in lo .. hi; 'none' where there is none. */
lua_Integer au_check_whole(lua_State *L, int arg, lua_Integer lo,
                           lua_Integer hi);
lua_Integer au_opt_whole(lua_State *L, int arg, lua_Integer lo, lua_Integer hi,
                         lua_Integer none);
int au_check_int(lua_State *L, int arg, int lo, int hi);
/* The same, raises "expected KIND from LO to HI, got VALUE". */
int au_check_int_of(lua_State *L, int arg, const char *kind, int lo, int hi);
/* An integer that the binding itself has put there: an upvalue, the number of a
** field. Asserted, not checked. */
lua_Integer au_own_whole(lua_State *L, int at);
int au_own_int(lua_State *L, int at);
/* The 64 bits of an integer. */
uint64_t au_bits_at(lua_State *L, int at);

/* The most values of a list that one call goes through. */
enum { AU_LIST_MOST = 100000 };
/* True if a table lies there whose keys are 1 .. n, with n at most 'most'.
** Looks at n + 1 keys at most. */
bool au_list_at(lua_State *L, int at, int most, int *n);
/* The length of the list there, in least .. most (so it may be walked); raises
** "KEY: expected a list of ..., got ...". It may have other keys, and nil where
** its length is a false border: each value is to be checked. */
int au_list_of(lua_State *L, int at, const char *key, int least, int most);
/* Append the value on the top to the list of ours at 'list', an absolute index,
** and pop it; its new length. */
lua_Integer au_append(lua_State *L, int list);

/* A text for functions of C: an argument, or the value of a key (a number is
** converted in place), 'none' for nil unless that is NULL. Raises if it holds a
** NUL byte, where C would see another text. */
const char *au_check_text(lua_State *L, int arg);
const char *au_text_of(lua_State *L, int at, const char *key, const char *none);
/* The index in the list of the word at 'at', the value of 'what'; raises. */
int au_check_word(lua_State *L, int at, const char *what,
                  const char *const *names);
/* Raise for a key of the table at 'at' that is none of the options listed. */
void au_check_options(lua_State *L, int at, const char *who,
                      const char *const *names);

/* ---- object.c: values of C as objects of Lua ---- */

/* Make a type: its metatable named 'type', fields and methods found through
** 'index', metamethods from 'meta'. The address of 'type' is the type's key in
** the registry, so each is one object. */
void au_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                 const char *const *fields, lua_CFunction index);
/* Give a type methods, with the 'values' on the stack's top as upvalues, which
** are popped. */
void au_add_methods(lua_State *L, const char *type, const luaL_Reg *methods,
                    int values);
/* A value of a type is a userdata whose first bytes are the type's address, so
** that telling types apart needs no look into the registry; what au_new,
** au_test and au_check return lies behind it. Foreign userdata do not hold our
** addresses, and scripts cannot write into any. */
enum { AU_TAG = 16 }; /* bytes before the value; keeps it aligned */

/* Push a new value of 'n' bytes, not cleared, with 'values' user values. */
void *au_new(lua_State *L, size_t n, int values, const char *type);
/* The value at 'arg' if it is of the type, else NULL. */
static inline void *au_test(lua_State *L, int arg, const char *type) {
  const char *tag;
  if (lua_type(L, arg) != LUA_TUSERDATA || lua_rawlen(L, arg) < AU_TAG)
    return NULL;
  char *block = lua_touserdata(L, arg);
  memcpy(&tag, block, sizeof tag);
  return tag == type ? block + AU_TAG : NULL;
}
/* The same, but raises. */
static inline void *au_check(lua_State *L, int arg, const char *type) {
  void *value = au_test(L, arg, type);
  if (value == NULL)
    luaL_typeerror(L, arg, type);
  return value;
}

/* In an 'index' function: the number of the field that is asked for (its place
** in 'fields'), or -1 if it is a method, which is then on the stack's top.
** Raises for any other name, with the nearest there is. */
int au_index_field(lua_State *L);
/* The 'index' function of a type that has methods only. */
int au_method_index(lua_State *L);

/* ---- plain.c: text as a terminal may show it ---- */

/* The bytes of the first character of a text, 'n' bytes long and at least one,
** if a terminal would obey it or not show it; 0 for any other. */
size_t au_hidden(const char *text, size_t n);
/* Add a text as a terminal may show it: what au_hidden finds, and bytes that are
** not UTF-8, as \27 or \u{202E}, but for the ASCII characters in 'kept';
** each line is cut after 'most' columns, with "..." then. */
void au_plain(au_text *out, const char *text, size_t n, size_t most,
              const char *kept);
/* Add a free text as a cell of CSV (RFC 4180), made plain as above, and with a
** "'" before what a spreadsheet would take for a formula; 'raw' as it is. */
void au_csv_text(au_text *out, const char *text, size_t n, bool raw);

/* ---- gzip.c: compressed data ---- */

/* A file that is read, its bytes inflated if they are gzip data. Zeroed but for
** 'fd' to begin with. */
typedef struct au_source {
  int fd;                 /* owned; -1 when closed */
  bool begun;             /* the first bytes were looked at */
  struct au_gunzip *gzip; /* owned; NULL where they are plain */
  char problem[80];       /* why reading failed; empty while it has not */
} au_source;

/* As read(2): up to 'n' bytes, 0 at the end; -1 where 'problem' says why. */
ssize_t au_source_read(au_source *s, char *to, size_t n);
void au_source_close(au_source *s);
/* Add a gzip member that holds 'n' bytes. The same bytes make the same one. */
void au_gzip(au_text *out, const char *bytes, size_t n);
/* The check sum of 'n' bytes that gzip data have. */
uint32_t au_crc32(const char *bytes, size_t n);

/* ---- confine.c: what a worker gives up ---- */

/* Take from this process all that a worker does not need: it may then read from
** 'in' and write to 'out' and stderr, compute and allocate. false if that is not
** to be had here. Never allocates. */
AU_MUST bool au_confine(int in, int out);

/* ---- file.c: files of lines ---- */

enum { AU_LINE_MAX = 16 << 20 }; /* bytes of a line that is read */

/* ---- What they add to the table on the top ---- */

/* To `aurum`. */
void au_open_words(lua_State *L);
void au_open_plain(lua_State *L);
/* To `aurum.sys`. */
void au_open_system(lua_State *L);
void au_open_files(lua_State *L);
void au_open_workers(lua_State *L);

#endif
