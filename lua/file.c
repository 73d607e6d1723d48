/* file.c: files of lines that may be millions: read one by one, written whole.
**
** Lua's own files would do, but for two promises: a line is read into bounded
** memory however long it is, and a file being written never holds part of a
** line, whatever stops the writing (DESIGN 7, "Files may hold millions of
** lines"). */
#include "bind.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char WRITER[] = "aurum.writer";
static const char READER[] = "aurum.reader";

enum { BUFFER = 1 << 18 }; /* bytes gathered before they are written */

/* ---- Writing ---------------------------------------------------------- */

typedef struct writer {
  int fd;       /* -1 when closed */
  bool regular; /* a file that can be cut */
  au_text text; /* whole lines not written yet */
} writer;

static writer *check_writer(lua_State *L) {
  writer *w = au_check(L, 1, WRITER);
  luaL_argcheck(L, w->fd >= 0, 1, "the file is closed");
  return w;
}

/* Write what is gathered; 0, or errno after cutting off a torn last line. */
static int flush(writer *w) {
  size_t done = 0;
  bool append = w->regular && (fcntl(w->fd, F_GETFL) & O_APPEND) != 0;
  off_t start = w->regular ? lseek(w->fd, 0, append ? SEEK_END : SEEK_CUR) : 0;
  while (done < w->text.n) {
    ssize_t n = write(w->fd, w->text.at + done, w->text.n - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      int error = n < 0 ? errno : ENOSPC;
      while (done > 0 && w->text.at[done - 1] != '\n')
        done--;
      if (w->regular && ftruncate(w->fd, start + (off_t)done) != 0)
        error = errno;
      au_text_clear(&w->text);
      return error;
    }
    done += (size_t)n;
  }
  au_text_clear(&w->text);
  return 0;
}

static int result(lua_State *L, int error) {
  if (error != 0) {
    luaL_pushfail(L);
    lua_pushstring(L, strerror(error));
    return 2;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* Go on with a file of which 'size' bytes were read, after the first 'keep' of
** them; 0 or errno. One process at a time writes it so: the lock ends with the
** process, and the workers it forks don't have it. */
static int go_on(int fd, off_t keep, off_t size) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  struct stat info;
  if (fcntl(fd, F_SETLK, &lock) != 0)
    return errno == EACCES || errno == EAGAIN ? EBUSY : errno;
  if (fstat(fd, &info) != 0)
    return errno;
  if (!S_ISREG(info.st_mode))
    return EINVAL;
  if (info.st_size != size)
    return EBUSY; /* somebody wrote meanwhile */
  if (ftruncate(fd, keep) != 0 || lseek(fd, keep, SEEK_SET) < 0)
    return errno;
  return 0;
}

/* aurum.writer(path[, keep, size]): a writer, "-" for stdout; or nil and a
** message. */
static int f_writer(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  lua_Integer keep = luaL_optinteger(L, 2, -1);
  struct stat info;
  luaL_argcheck(L, keep >= -1 && keep <= luaL_optinteger(L, 3, -1), 2,
                "expected at most the file's size");
  writer *w = au_new(L, sizeof *w, 0, WRITER);
  memset(w, 0, sizeof *w);
  w->fd = -1;
  if (strcmp(path, "-") == 0) {
    fflush(stdout);
    w->fd = dup(STDOUT_FILENO);
  } else {
    int how = O_WRONLY | O_CREAT | O_CLOEXEC | (keep < 0 ? O_TRUNC : 0);
    w->fd = open(path, how, 0666);
  }
  if (w->fd < 0)
    return result(L, errno);
  int error = keep < 0 ? 0 : go_on(w->fd, keep, luaL_checkinteger(L, 3));
  if (error != 0)
    return result(L, error);
  w->regular = fstat(w->fd, &info) == 0 && S_ISREG(info.st_mode);
  return 1;
}

/* writer:write(lines): true, or nil and a message. Lines are whole. */
static int f_write(lua_State *L) {
  writer *w = check_writer(L);
  size_t n;
  const char *lines = luaL_checklstring(L, 2, &n);
  luaL_argcheck(L, n > 0 && lines[n - 1] == '\n', 2, "expected whole lines");
  au_text_add(&w->text, lines, n);
  if (w->text.failed)
    return luaL_error(L, "not enough memory");
  return result(L, w->text.n >= BUFFER ? flush(w) : 0);
}

static int f_flush(lua_State *L) {
  return result(L, flush(check_writer(L)));
}

/* writer:close(): true, or nil and a message: what was gathered is written. */
static int f_close(lua_State *L) {
  writer *w = check_writer(L);
  int error = flush(w);
  if (close(w->fd) != 0 && error == 0)
    error = errno;
  w->fd = -1;
  au_text_free(&w->text);
  return result(L, error);
}

static int f_writer_gc(lua_State *L) {
  writer *w = au_check(L, 1, WRITER);
  if (w->fd >= 0) {
    flush(w);
    close(w->fd);
  }
  w->fd = -1;
  au_text_free(&w->text);
  return 0;
}

/* ---- Reading ---------------------------------------------------------- */

typedef struct reader {
  int fd;             /* -1 when done */
  char *buffer;       /* BUFFER bytes, owned; what was read and not given out */
  size_t from, to;    /*   lies from .. to-1 */
  au_text line;       /* the beginning of a line that the buffer cut */
  lua_Integer number; /* of the last line */
} reader;

static void close_reader(reader *r) {
  if (r->fd >= 0)
    close(r->fd);
  r->fd = -1;
  free(r->buffer);
  r->buffer = NULL;
  au_text_free(&r->line);
}

/* Fill the buffer anew; 0 at the end, -1 with errno on failure. */
static ssize_t fill(reader *r) {
  ssize_t n;
  do
    n = read(r->fd, r->buffer, BUFFER);
  while (n < 0 && errno == EINTR);
  r->from = 0;
  r->to = n > 0 ? (size_t)n : 0;
  return n;
}

/* Keep 'n' bytes of a line that goes on; what is too long is passed over. */
static void keep(reader *r, const char *bytes, size_t n, bool *longer) {
  size_t room = AU_RECORD_BYTES - r->line.n;
  *longer = *longer || n > room;
  au_text_add(&r->line, bytes, n < room ? n : room);
}

/* reader(): number, line, problem; nil at the end. 'problem' is nil, or says
** that the line was too long or the file could not be read on. */
static int f_next(lua_State *L) {
  reader *r = au_check(L, 1, READER);
  bool longer = false;
  au_text_clear(&r->line);
  while (r->fd >= 0) {
    const char *start = r->buffer + r->from;
    const char *end = memchr(start, '\n', r->to - r->from);
    size_t n = end != NULL ? (size_t)(end - start) : r->to - r->from;
    r->from += end != NULL ? n + 1 : n;
    if (end != NULL && r->line.n == 0 && n <= AU_RECORD_BYTES) {
      lua_pushinteger(L, ++r->number);
      lua_pushlstring(L, start, n); /* the usual line: whole, in the buffer */
      return 2;
    }
    keep(r, start, n, &longer);
    if (end != NULL)
      break;
    ssize_t more = fill(r);
    if (more > 0)
      continue;
    int error = errno;
    if (more == 0 && r->line.n > 0)
      break; /* the last line has no newline */
    close_reader(r);
    if (more == 0)
      return 0;
    lua_pushinteger(L, r->number + 1);
    lua_pushliteral(L, "");
    lua_pushstring(L, strerror(error));
    return 3;
  }
  if (r->fd < 0)
    return 0;
  if (r->line.failed)
    return luaL_error(L, "not enough memory");
  lua_pushinteger(L, ++r->number);
  lua_pushlstring(L, r->line.n > 0 ? r->line.at : "", r->line.n);
  if (!longer)
    return 2;
  lua_pushfstring(L, "a line of more than %d bytes", AU_RECORD_BYTES);
  return 3;
}

static int f_reader_gc(lua_State *L) {
  close_reader(au_check(L, 1, READER));
  return 0;
}

/* aurum.lines(path): an iterator over (number, line, problem), "-" for stdin;
** or nil and a message. */
static int f_lines(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  struct stat info;
  reader *r = au_new(L, sizeof *r, 0, READER);
  memset(r, 0, sizeof *r);
  r->fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO)
                                 : open(path, O_RDONLY | O_CLOEXEC);
  if (r->fd < 0)
    return result(L, errno);
  if (fstat(r->fd, &info) == 0 && S_ISDIR(info.st_mode))
    return result(L, EISDIR);
  r->buffer = malloc(BUFFER);
  if (r->buffer == NULL)
    return luaL_error(L, "not enough memory");
  return 1;
}

/* ---- Small questions of the system ------------------------------------ */

/* aurum.is_terminal("stdin"|"stdout"|"stderr") */
static int f_is_terminal(lua_State *L) {
  static const char *const names[] = {"stdin", "stdout", "stderr", NULL};
  lua_pushboolean(L, isatty(luaL_checkoption(L, 1, NULL, names)));
  return 1;
}

/* All but the folder itself and the one above. */
static int lies_in(const struct dirent *entry) {
  return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* aurum.files(folder): the names of what lies in it, sorted; or nil. */
static int f_files(lua_State *L) {
  struct dirent **entry;
  int n = scandir(luaL_checkstring(L, 1), &entry, lies_in, alphasort);
  if (n < 0)
    return result(L, errno);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, entry[i]->d_name);
    lua_rawseti(L, -2, i + 1);
    free(entry[i]);
  }
  free(entry);
  return 1;
}

/* aurum.clock(): seconds on a clock that only goes forward. */
static int f_clock(lua_State *L) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec * 1e-9);
  return 1;
}

void au_open_files(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"writer", f_writer}, {"lines", f_lines}, {"is_terminal", f_is_terminal},
      {"files", f_files},   {"clock", f_clock}, {NULL, NULL}};
  static const luaL_Reg reader_meta[] = {
      {"__gc", f_reader_gc}, {"__call", f_next}, {NULL, NULL}};
  static const luaL_Reg no_methods[] = {{NULL, NULL}};
  static const luaL_Reg writer_meta[] = {{"__gc", f_writer_gc}, {NULL, NULL}};
  static const luaL_Reg writer_methods[] = {
      {"write", f_write}, {"flush", f_flush}, {"close", f_close}, {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, READER, reader_meta, no_methods, no_fields, au_method_index);
  au_new_type(L, WRITER, writer_meta, writer_methods, no_fields,
              au_method_index);
  luaL_setfuncs(L, functions, 0);
}
