/* file.c: reading files of lines, plain or gzip, with any number of lines.
**
** Reading takes bounded memory, however long a line is, which files of Lua do
** not promise. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char READER[] = "aurum.reader";

enum { BUFFER = 1 << 18 }; /* bytes read at once */

/* ---- Standard input, output and error ---------------------------------- */

/* A closed output becomes the null device opened for reading, and a closed
** input becomes the null device opened for writing. So a command still fails
** when it uses a closed stream. */
bool au_hold_standard(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
    if (fcntl(fd, F_GETFD) >= 0)
      continue;
    int mode = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) != fd) /* the lowest free descriptor */
      return false;
  }
  return true;
}

/* aurum.sys.gzip(text): the text as a member of gzip data. */
static int f_gzip(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  au_text member = {0};
  au_gzip(&member, text, n);
  if (member.failed) {
    au_text_free(&member);
    return au_no_memory(L);
  }
  lua_pushlstring(L, member.at, member.n);
  au_text_free(&member);
  return 1;
}

/* aurum.sys.crc32(text): the check sum that gzip uses, an integer. */
static int f_crc32(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  lua_pushinteger(L, au_crc32(text, n));
  return 1;
}

/* ---- Reading ---------------------------------------------------------- */

typedef struct reader {
  au_source source;   /* its 'fd' is -1 when done */
  char *buffer;       /* BUFFER bytes, owned; those not yet returned are */
  size_t from, to;    /*   at from .. to-1 */
  au_text line;       /* the start of a line that the buffer's end has cut, */
  bool longer;        /*   and whether bytes past the limit were dropped */
  bool begun;         /* the beginning of the file was looked at */
  bool guarded;       /* a line past the limit ends the file: its rest may be
                      ** of any length */
  ssize_t more;       /* what filling the buffer returned last */
  lua_Integer number; /* of the line returned last */
} reader;

static void close_reader(reader *r) {
  au_source_close(&r->source);
  free(r->buffer);
  r->buffer = NULL;
  au_text_free(&r->line);
}

/* Refill the buffer. 'more' is then 0 at the end of the file, -1 on failure. */
static void fill(lua_State *L, reader *r) {
  enum { FILLED = 1000 };
  au_spend_long(L, FILLED);
  r->more = au_source_read(&r->source, r->buffer, BUFFER);
  if (r->more < 0)
    au_spend_long(L, 0); /* an interrupt is no fault of the file's */
  r->from = 0;
  r->to = r->more > 0 ? (size_t)r->more : 0;
  if (!r->begun && r->to >= 3 && memcmp(r->buffer, "\xef\xbb\xbf", 3) == 0)
    r->from = 3; /* a byte order mark */
  r->begun = true;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* Skip the blank lines that begin at 'from'. This is done in C, since a few
** kilobytes of gzip data may hold millions of them. */
static void pass_blank(reader *r) {
  for (size_t i = r->from; i < r->to; i++) {
    if (r->buffer[i] == '\n') {
      r->from = i + 1;
      r->number++;
    } else if (!is_blank(r->buffer[i])) {
      return;
    }
  }
}

/* True if the kept part of the line is blank. */
static bool kept_blank(const reader *r) {
  size_t i = 0;
  while (i < r->line.n && is_blank(r->line.at[i]))
    i++;
  return i == r->line.n;
}

/* Keep 'n' bytes of a line that continues; bytes past the limit are dropped. */
static void keep(reader *r, const char *bytes, size_t n) {
  size_t room = AU_LINE_MAX - r->line.n;
  r->longer = r->longer || n > room;
  au_text_add(&r->line, bytes, n < room ? n : room);
}

static void forget(reader *r) {
  au_text_clear(&r->line);
  r->longer = false;
}

/* Push a line as reader() returns it, and forget what was kept. */
static int push_line(lua_State *L, reader *r, const char *text, size_t n,
                     bool ended) {
  lua_pushinteger(L, ++r->number);
  lua_pushlstring(L, text, n);
  if (r->longer)
    lua_pushfstring(L, "a line of more than %d bytes", AU_LINE_MAX);
  else
    lua_pushnil(L);
  lua_pushboolean(L, ended);
  forget(r);
  return 4;
}

/* Push a failure to read, as f_next returns it. If more gzip data can be read
** behind the damage, reading goes on there; what was kept of a line is lost. */
static int push_failure(lua_State *L, reader *r) {
  lua_pushinteger(L, ++r->number);
  lua_pushliteral(L, "");
  lua_pushstring(L, r->source.problem);
  if (au_source_resume(&r->source)) {
    lua_pushliteral(L, "; the rest of this gzip member is lost");
    lua_concat(L, 2);
    forget(r);
    r->more = 1;
  } else {
    close_reader(r);
  }
  lua_pushboolean(L, false);
  return 4;
}

/* Push the last line, which has no newline, or the failure; then close the
** file, unless reading can go on. */
static int push_last(lua_State *L, reader *r) {
  int results = 0;
  if (r->more < 0)
    return push_failure(L, r);
  if (r->longer || !kept_blank(r))
    results = push_line(L, r, r->line.at, r->line.n, false);
  close_reader(r);
  return results;
}

/* The end of the line that begins in the buffer; NULL if it is not there. Blank
** lines before it are skipped. */
static const char *end_of_line(reader *r) {
  if (r->line.n == 0)
    pass_blank(r);
  return memchr(r->buffer + r->from, '\n', r->to - r->from);
}

/* reader(): number, line, problem, ended; nothing at the end of the file.
** 'problem' is nil, or says that the line was too long or that reading failed.
** 'ended' is true if a newline ended the line. Blank lines are skipped, but
** count in 'number'. */
static int f_next(lua_State *L) {
  reader *r = au_check(L, 1, READER);
  if (r->source.fd < 0)
    return 0;
  while (r->more > 0) {
    const char *end = end_of_line(r), *start = r->buffer + r->from;
    size_t n = end != NULL ? (size_t)(end - start) : r->to - r->from;
    r->from += end != NULL ? n + 1 : n;
    if (end != NULL && r->line.n == 0 && n <= AU_LINE_MAX)
      return push_line(L, r, start, n, true); /* the usual line */
    keep(r, start, n);
    if (r->line.failed)
      return au_no_memory(L);
    if (r->longer && r->guarded) {
      r->more = 0;
      break;
    }
    if (end != NULL && (r->longer || !kept_blank(r)))
      return push_line(L, r, r->line.at, r->line.n, true);
    if (end != NULL) {
      r->number++;
      forget(r);
    }
    if (r->from == r->to)
      fill(L, r);
  }
  return push_last(L, r);
}

/* True if reading does not wait: a file is read, or a pipe has bytes or has
** ended. */
static bool has_bytes(const reader *r) {
  struct pollfd fd = {.fd = r->source.fd, .events = POLLIN};
  return poll(&fd, 1, 0) > 0;
}

/* reader:ready(): true if the next line, or the end, can be had without
** waiting. The bytes that have come are read. */
static int f_ready(lua_State *L) {
  reader *r = au_check(L, 1, READER);
  while (r->source.fd >= 0 && r->more > 0 && end_of_line(r) == NULL) {
    if (!has_bytes(r)) {
      lua_pushboolean(L, false);
      return 1;
    }
    keep(r, r->buffer + r->from, r->to - r->from);
    r->from = r->to;
    if (r->line.failed)
      return au_no_memory(L);
    fill(L, r);
  }
  lua_pushboolean(L, true);
  return 1;
}

static int f_reader_gc(lua_State *L) {
  close_reader(au_check(L, 1, READER));
  return 0;
}

/* aurum.sys.lines(path[, unnoted]): an iterator over (number, line, problem,
** ended), "-" for stdin; or nil and a message. With 'unnoted', the command may
** replace the file. */
static int f_lines(lua_State *L) {
  const char *path = au_check_text(L, 1);
  bool unnoted = lua_toboolean(L, 2);
  struct stat info;
  reader *r = au_new(L, sizeof *r, 0, READER);
  memset(r, 0, sizeof *r);
  r->more = 1;
  r->source.fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO)
                                        : au_open_path(path, O_RDONLY, 0);
  r->guarded = au_is_guarded(path);
  r->source.named_gzip = au_ends_in_gz(path);
  if (r->source.fd < 0)
    return au_file_result(L, errno);
  if (fstat(r->source.fd, &info) == 0 && S_ISDIR(info.st_mode))
    return au_file_result(L, EISDIR);
  int error = unnoted ? 0 : au_note_input(r->source.fd);
  if (error != 0)
    return au_file_result(L, error);
  r->buffer = malloc(BUFFER);
  if (r->buffer == NULL)
    return au_no_memory(L);
  return 1;
}

/* aurum.sys.digest(text): 16 hexadecimal digits (64-bit FNV-1a). */
static int f_digest(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
  char hex[17];
  snprintf(hex, sizeof hex, "%016llx", (unsigned long long)hash);
  lua_pushstring(L, hex);
  return 1;
}

void au_open_files(lua_State *L) {
  static const luaL_Reg functions[] = {{"lines", f_lines},
                                       {"gzip", f_gzip},
                                       {"crc32", f_crc32},
                                       {"digest", f_digest},
                                       {NULL, NULL}};
  static const luaL_Reg reader_meta[] = {
      {"__gc", f_reader_gc}, {"__call", f_next}, {NULL, NULL}};
  static const luaL_Reg reader_methods[] = {{"ready", f_ready}, {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, READER, reader_meta, no_fields, au_method_index);
  au_add_methods(L, READER, reader_methods, 0);
  luaL_setfuncs(L, functions, 0);
}
