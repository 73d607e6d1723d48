/* writer.c: writing files of lines, plain or gzip.
**
** A file being written never holds part of a line, whatever stops the
** writing. A file that replaces another takes its place when it is whole, and
** none replaces or continues a file that the process also uses otherwise. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char WRITER[] = "aurum.writer";

enum { BUFFER = 1 << 18 }; /* bytes gathered before they are written */

typedef struct writer {
  int fd;         /* -1 when closed */
  struct stat is; /* the file whose name it has, for au_forget_output */
  bool noted;     /* it is noted as an output */
  au_beside new;  /* of the mode "replace" */
  au_lock lock;   /* of the mode "continue" */
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

/* Close the file; a new one then has its place if it is 'whole'. Returns
** 'error', or what went wrong first. */
static int leave(writer *w, bool whole, int error) {
  whole = whole && error == 0;
  if (whole && w->new.beside != NULL)
    error = au_beside_sync(w->fd);
  if (w->fd >= 0 && close(w->fd) != 0 && error == 0)
    error = errno;
  w->fd = -1;
  if (w->noted)
    au_forget_output(&w->is);
  w->noted = false;
  if (whole && error == 0)
    error = au_beside_commit(&w->new);
  au_beside_drop(&w->new);
  au_lock_drop(&w->lock);
  au_text_free(&w->text);
  au_text_free(&w->packed);
  return error;
}

/* Write the gathered lines and close the file. Returns 0 or errno. */
static int finish(writer *w) {
  return leave(w, true, flush(w));
}

/* Continue a file after its first 'keep' bytes; the caller has read 'size'
** bytes of it. Returns 0 or errno. Only one process at a time may do so, unless
** it is 'alone' with the file by other means: the lock ends with the process,
** and the workers that it forks do not inherit it. */
static int go_on(writer *w, const char *path, off_t keep, off_t size,
                 bool alone) {
  struct stat info;
  if (fstat(w->fd, &info) != 0)
    return errno;
  if (!S_ISREG(info.st_mode))
    return EINVAL;
  int error = alone ? 0 : au_lock_take(&w->lock, w->fd, path);
  if (error != 0)
    return error;
  if (fstat(w->fd, &info) != 0)
    return errno;
  if (info.st_size != size)
    return EBUSY; /* another process has written since */
  if (ftruncate(w->fd, keep) != 0 || lseek(w->fd, keep, SEEK_SET) < 0)
    return errno;
  return 0;
}

/* Create a file that must not exist, or open a device or a pipe, which holds no
** data to lose. Returns the descriptor, or -1 with errno: EEXIST for a regular
** file, ENOLINK for a link to nothing. Creation is atomic: of two programs that
** start at once, only one gets the file. */
static int open_new(const char *path) {
  int fd = au_open_path(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  struct stat info;
  if (fd >= 0 || errno != EEXIST || au_is_guarded(path))
    return fd;
  if (stat(path, &info) != 0) {
    errno = errno == ENOENT ? ENOLINK : errno;
    return -1;
  }
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

/* 0, or the error of an output that is also read or written elsewhere in this
** process. What is appended to keeps its data. */
static int in_use(const struct stat *file, int mode) {
  if (mode != MODE_APPEND && au_is_output(file))
    return EALREADY;
  return mode <= MODE_REPLACE && au_is_input(file) ? EDEADLK : 0;
}

/* Open the file. Returns 0 or errno. */
static int open_path(writer *w, const char *path, int mode) {
  /* ORDER MODE */
  static const int flags[] = {0, O_TRUNC, O_APPEND, 0, 0};
  bool is_stdout = strcmp(path, "-") == 0;
  struct stat *file = &w->is;
  bool there =
      is_stdout ? fstat(STDOUT_FILENO, file) == 0 : stat(path, file) == 0;
  int error = there ? in_use(file, mode) : 0;
  if (error != 0)
    return error;
  if (is_stdout) {
    fflush(stdout);
    w->fd = dup(STDOUT_FILENO);
  } else if (mode == MODE_NEW) {
    w->fd = open_new(path);
  } else if (mode == MODE_REPLACE && there && S_ISREG(file->st_mode) &&
             !au_is_guarded(path)) {
    w->fd = au_beside_open(&w->new, path, file);
  } else {
    w->fd = au_open_path(path, O_WRONLY | O_CREAT | flags[mode], 0666);
  }
  if (w->fd < 0 || (!there && fstat(w->fd, file) != 0))
    return errno;
  if (mode > MODE_REPLACE || au_is_guarded(path))
    return 0; /* a journal is read again */
  error = au_note_output(file);
  w->noted = error == 0;
  return error;
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
  int error = open_path(w, path, mode);
  if (error == 0 && mode >= MODE_CONTINUE)
    error = go_on(w, path, keep, size, mode == MODE_ALONE);
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
  int mode = luaL_checkoption(L, 2, "new", modes);
  lua_Integer keep = au_opt_whole(L, 3, 0, LUA_MAXINTEGER, 0);
  lua_Integer size = au_opt_whole(L, 4, 0, LUA_MAXINTEGER, 0);
  luaL_argcheck(L, keep <= size, 3, "expected at most the file's size");
  writer *w = au_new(L, sizeof *w, 0, WRITER);
  memset(w, 0, sizeof *w);
  w->fd = -1;
  w->gzip = au_ends_in_gz(path);
  w->empty = true;
  const char *why = w->gzip && mode >= MODE_CONTINUE
                        ? "cannot continue gzip data"
                        : begin(w, path, mode, keep, size);
  if (why == NULL)
    return 1;
  leave(w, false, 0);
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

/* writer:close(): write the rest; true, or nil and a message. Only now does a
** file of the mode "replace" take the place of the old one. */
static int f_close(lua_State *L) {
  return au_file_result(L, finish(check_writer(L)));
}

static int f_writer_gc(lua_State *L) {
  writer *w = au_check(L, 1, WRITER);
  if (w->fd >= 0)
    leave(w, false, w->new.beside == NULL ? flush(w) : 0);
  return 0;
}

void au_open_writer(lua_State *L) {
  static const luaL_Reg functions[] = {{"writer", f_writer}, {NULL, NULL}};
  static const luaL_Reg meta[] = {{"__gc", f_writer_gc}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"write", f_write}, {"flush", f_flush}, {"close", f_close}, {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, WRITER, meta, no_fields, au_method_index);
  au_add_methods(L, WRITER, methods, 0);
  luaL_setfuncs(L, functions, 0);
}
