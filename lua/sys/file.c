/* file.c: files of lines, plain or gzip, with any number of lines.
**
** They keep two promises that Lua's own files do not. Reading takes bounded
** memory, however long a line is. A file being written never holds part of a
** line, whatever stops the writing. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char WRITER[] = "aurum.writer";
static const char READER[] = "aurum.reader";

enum { BUFFER = 1 << 18 }; /* bytes gathered before they are written */

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

/* ---- Writing ---------------------------------------------------------- */

typedef struct writer {
  int fd;         /* -1 when closed */
  bool regular;   /* a regular file, which can be truncated */
  bool terminal;  /* text is made plain before it is written */
  bool gzip;      /* lines are written as members of a gzip file */
  bool empty;     /* nothing was written yet */
  au_text text;   /* whole lines not written yet */
  au_text packed; /* the bytes to write for them */
} writer;

static writer *check_writer(lua_State *L) {
  writer *w = au_check(L, 1, WRITER);
  luaL_argcheck(L, w->fd >= 0, 1, "the file is closed");
  return w;
}

/* The end of the last whole line in the first 'n' bytes; 0 for gzip data, where
** only a whole member holds whole lines. */
static size_t whole(const writer *w, const au_text *out, size_t n) {
  while (n > 0 && (w->gzip || out->at[n - 1] != '\n'))
    n--;
  return n;
}

/* Write 'out'. Returns 0, or errno after truncating the file to whole lines. */
static int write_out(writer *w, const au_text *out) {
  size_t done = 0;
  bool append = w->regular && (fcntl(w->fd, F_GETFL) & O_APPEND) != 0;
  off_t start = w->regular ? lseek(w->fd, 0, append ? SEEK_END : SEEK_CUR) : 0;
  while (done < out->n) {
    ssize_t n = write(w->fd, out->at + done, out->n - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      int error = n < 0 ? errno : ENOSPC;
      off_t end = start + (off_t)whole(w, out, done);
      if (w->regular &&
          (ftruncate(w->fd, end) != 0 || lseek(w->fd, end, SEEK_SET) < 0))
        error = errno;
      return error;
    }
    done += (size_t)n;
  }
  return 0;
}

/* Write the first 'n' gathered bytes. Returns 0 or errno. */
static int flush_part(writer *w, size_t n) {
  const au_text *out = &w->text;
  if (w->gzip || w->terminal) {
    au_text_clear(&w->packed);
    if (w->gzip)
      au_gzip(&w->packed, w->text.at, n);
    else
      au_plain(&w->packed, w->text.at, n, SIZE_MAX, "\n\t");
    out = &w->packed;
  }
  int error = out->failed ? ENOMEM : write_out(w, out);
  size_t rest = w->text.n - n;
  if (rest > 0)
    memmove(w->text.at, w->text.at + n, rest);
  w->text.n = rest;
  w->empty = false;
  return error;
}

/* Write the gathered lines. Returns 0 or errno. An empty gzip file gets one
** empty member, since an empty file is not gzip data. */
static int flush(writer *w) {
  if (w->text.n == 0 && !(w->gzip && w->empty))
    return 0;
  return flush_part(w, w->text.n);
}

/* Write the members of a gzip file that are full: each ends with the first line
** that ends at BUFFER bytes or later. So the bytes of the file depend on its
** lines alone, not on the calls that gave them. Returns 0 or errno. */
static int flush_members(writer *w) {
  int error = 0;
  while (error == 0 && w->text.n >= BUFFER) {
    const char *from = w->text.at + BUFFER - 1;
    const char *end =
        memchr(from, '\n', (size_t)(w->text.at + w->text.n - from));
    error = flush_part(w, (size_t)(end + 1 - w->text.at));
  }
  return error;
}

/* Write the gathered lines and close the file. Returns 0 or errno. */
static int finish(writer *w) {
  int error = flush(w);
  if (close(w->fd) != 0 && error == 0)
    error = errno;
  w->fd = -1;
  au_text_free(&w->text);
  au_text_free(&w->packed);
  return error;
}

/* Continue a file after its first 'keep' bytes; the caller has read 'size'
** bytes of it. Returns 0 or errno. Only one process at a time may do so, unless
** it is 'alone' with the file by other means: the lock ends with the process,
** and the workers that it forks do not inherit it. */
static int go_on(int fd, off_t keep, off_t size, bool alone) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  struct stat info;
  if (!alone && fcntl(fd, F_SETLK, &lock) != 0)
    return errno == EACCES || errno == EAGAIN ? EBUSY : errno;
  if (fstat(fd, &info) != 0)
    return errno;
  if (!S_ISREG(info.st_mode))
    return EINVAL;
  if (info.st_size != size)
    return EBUSY; /* another process has written since */
  if (ftruncate(fd, keep) != 0 || lseek(fd, keep, SEEK_SET) < 0)
    return errno;
  return 0;
}

/* aurum.sys.locked(path): true if another process continues the file, false if
** none does or the file is missing; or nil and a message. It takes no lock, so
** that nobody who asks is in the way of one who writes. Not for a file that
** this process continues: POSIX drops its lock when any descriptor of it
** closes. */
static int f_locked(lua_State *L) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int fd = au_open_path(au_check_text(L, 1), O_RDONLY, 0);
  int error = fd < 0 ? errno : 0;
  if (error == 0 && fcntl(fd, F_GETLK, &lock) != 0)
    error = errno;
  if (fd >= 0)
    close(fd);
  if (error != 0 && error != ENOENT)
    return au_file_result(L, error);
  lua_pushboolean(L, error == 0 && lock.l_type != F_UNLCK);
  return 1;
}

/* Create a file that must not exist, or open a device or a pipe, which holds no
** data to lose. Returns the descriptor, or -1 with errno: EEXIST for a regular
** file. Creation is atomic: of two programs that start at once, only one gets
** the file. */
static int open_new(const char *path) {
  int fd = au_open_path(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  struct stat info;
  if (fd >= 0 || errno != EEXIST || au_is_guarded(path) ||
      stat(path, &info) != 0)
    return fd;
  if (!S_ISREG(info.st_mode))
    fd = au_open_path(path, O_WRONLY, 0);
  else
    errno = EEXIST;
  if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
    close(fd); /* a regular file has replaced the device */
    fd = -1;
    errno = EEXIST;
  }
  return fd;
}

enum { MODE_NEW, MODE_REPLACE, MODE_APPEND, MODE_CONTINUE, MODE_ALONE };

static int open_path(const char *path, int mode) {
  static const int flags[] = {0, O_TRUNC, O_APPEND, 0, 0}; /* ORDER MODE */
  if (strcmp(path, "-") == 0) {
    fflush(stdout);
    return dup(STDOUT_FILENO);
  }
  if (mode == MODE_NEW)
    return open_new(path);
  return au_open_path(path, O_WRONLY | O_CREAT | flags[mode], 0666);
}

/* True if the text, without white space, begins as a record does. */
static bool begins_record(const char *text, size_t n) {
  static const char start[] = "{\"format\":\"aurum/";
  size_t same = 0;
  for (size_t i = 0; i < n && same < sizeof start - 1; i++)
    if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0') {
      if (text[i] != start[same++])
        return false;
    }
  return same == sizeof start - 1;
}

/* The reason why records cannot be appended to a regular file, or NULL. */
static const char *not_appendable(const char *path, bool gzip, off_t size) {
  au_source source = {.fd = au_open_path(path, O_RDONLY, 0)};
  char start[4096], last = '\0';
  const char *why = NULL;
  if (source.fd < 0)
    return au_open_problem(errno);
  bool whole = pread(source.fd, &last, 1, size - 1) == 1 && last == '\n';
  ssize_t n = au_source_read(&source, start, sizeof start);
  if (n < 0 || !begins_record(start, (size_t)n))
    why = "not a file of records";
  else if (gzip != (source.gzip != NULL))
    why = gzip ? "not gzip data, although its name ends in .gz"
               : "gzip data, although its name does not end in .gz";
  else if (!gzip && !whole)
    why = "its last line does not end in a newline";
  au_source_close(&source);
  return why;
}

/* Prepare the writer's file for its mode. Returns NULL, or the reason why it
** cannot. */
static const char *begin(writer *w, const char *path, int mode,
                         lua_Integer keep, lua_Integer size) {
  struct stat info;
  int error =
      mode >= MODE_CONTINUE ? go_on(w->fd, keep, size, mode == MODE_ALONE) : 0;
  if (error == 0 && fstat(w->fd, &info) != 0)
    error = errno;
  if (error != 0)
    return au_open_problem(error);
  w->regular = S_ISREG(info.st_mode);
  w->terminal = isatty(w->fd);
  if (mode != MODE_APPEND || !w->regular || info.st_size == 0)
    return NULL;
  w->empty = false;
  return not_appendable(path, w->gzip, info.st_size);
}

/* aurum.sys.writer(path[, mode[, keep, size]]): a writer, "-" for stdout; or
** nil and a message. */
static int f_writer(lua_State *L) {
  /* ORDER MODE */
  static const char *const modes[] = {"new",      "replace", "append",
                                      "continue", "alone",   NULL};
  const char *path = au_check_text(L, 1);
  size_t n = strlen(path);
  int mode = luaL_checkoption(L, 2, "new", modes);
  lua_Integer keep = au_opt_whole(L, 3, 0, LUA_MAXINTEGER, 0);
  lua_Integer size = au_opt_whole(L, 4, 0, LUA_MAXINTEGER, 0);
  luaL_argcheck(L, keep <= size, 3, "expected at most the file's size");
  writer *w = au_new(L, sizeof *w, 0, WRITER);
  memset(w, 0, sizeof *w);
  w->fd = -1;
  w->gzip = n > 3 && strcmp(path + n - 3, ".gz") == 0;
  w->empty = true;
  const char *why = NULL;
  if (w->gzip && mode >= MODE_CONTINUE)
    why = "cannot continue gzip data";
  else if ((w->fd = open_path(path, mode)) < 0)
    why = au_open_problem(errno);
  else
    why = begin(w, path, mode, keep, size);
  if (why == NULL)
    return 1;
  if (w->fd >= 0)
    close(w->fd); /* nothing more is written */
  w->fd = -1;
  luaL_pushfail(L);
  lua_pushstring(L, why);
  return 2;
}

/* writer:write(lines): true, or nil and a message. The text must consist of
** whole lines, so that the last byte gathered is always a line's end. */
static int f_write(lua_State *L) {
  writer *w = check_writer(L);
  size_t n;
  const char *lines = luaL_checklstring(L, 2, &n);
  luaL_argcheck(L, n > 0 && lines[n - 1] == '\n', 2, "expected whole lines");
  au_text_add(&w->text, lines, n);
  if (w->text.failed)
    return au_no_memory(L);
  if (w->gzip)
    return au_file_result(L, flush_members(w));
  return au_file_result(L, w->text.n >= BUFFER ? flush(w) : 0);
}

/* writer:flush(): write the gathered lines; true, or nil and a message. Those
** of a gzip file wait until they fill a member, or for the end. */
static int f_flush(lua_State *L) {
  writer *w = check_writer(L);
  return au_file_result(L, w->gzip ? 0 : flush(w));
}

/* writer:close(): write the rest; true, or nil and a message. */
static int f_close(lua_State *L) {
  return au_file_result(L, finish(check_writer(L)));
}

static int f_writer_gc(lua_State *L) {
  writer *w = au_check(L, 1, WRITER);
  if (w->fd >= 0)
    finish(w);
  return 0;
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
  au_spend(L, FILLED);
  r->more = au_source_read(&r->source, r->buffer, BUFFER);
  r->from = 0;
  r->to = r->more > 0 ? (size_t)r->more : 0;
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

/* Push a line as reader() returns it. What was kept is forgotten. */
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

/* Push a failure to read, as f_next returns it. */
static int push_failure(lua_State *L, reader *r) {
  lua_pushinteger(L, ++r->number);
  lua_pushliteral(L, "");
  lua_pushstring(L, r->source.problem);
  lua_pushboolean(L, false);
  return 4;
}

/* Push the last line, which has no newline, or the failure; then close the
** file. */
static int push_last(lua_State *L, reader *r) {
  int results = 0;
  if (r->more < 0)
    results = push_failure(L, r);
  else if (r->longer || !kept_blank(r))
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

/* aurum.sys.lines(path): an iterator over (number, line, problem, ended), "-"
** for stdin; or nil and a message. */
static int f_lines(lua_State *L) {
  const char *path = au_check_text(L, 1);
  struct stat info;
  reader *r = au_new(L, sizeof *r, 0, READER);
  memset(r, 0, sizeof *r);
  r->more = 1;
  r->source.fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO)
                                        : au_open_path(path, O_RDONLY, 0);
  r->guarded = au_is_guarded(path);
  if (r->source.fd < 0)
    return au_file_result(L, errno);
  if (fstat(r->source.fd, &info) == 0 && S_ISDIR(info.st_mode))
    return au_file_result(L, EISDIR);
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
  static const luaL_Reg functions[] = {
      {"writer", f_writer}, {"lines", f_lines},   {"gzip", f_gzip},
      {"crc32", f_crc32},   {"digest", f_digest}, {"locked", f_locked},
      {NULL, NULL}};
  static const luaL_Reg reader_meta[] = {
      {"__gc", f_reader_gc}, {"__call", f_next}, {NULL, NULL}};
  static const luaL_Reg reader_methods[] = {{"ready", f_ready}, {NULL, NULL}};
  static const luaL_Reg writer_meta[] = {{"__gc", f_writer_gc}, {NULL, NULL}};
  static const luaL_Reg writer_methods[] = {
      {"write", f_write}, {"flush", f_flush}, {"close", f_close}, {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, READER, reader_meta, no_fields, au_method_index);
  au_new_type(L, WRITER, writer_meta, no_fields, au_method_index);
  au_add_methods(L, READER, reader_methods, 0);
  au_add_methods(L, WRITER, writer_methods, 0);
  luaL_setfuncs(L, functions, 0);
}
