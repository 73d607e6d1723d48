/* opening.c: opening files, and folders whose files are opened without
** following links.
**
** A folder that a stranger made, such as a plan's, may hold links to any
** file of its reader, pipes that never end and devices. Once it is guarded:
**   1. Every path that begins with the guarded one is opened component by
**      component, from a descriptor of the folder. It is the same folder even
**      if another one takes its name.
**   2. No component below the folder is a link or "..".
**   3. Only regular files are opened, without waiting for any other kind. */
#include "sys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GUARDED_MOST = 8 };

typedef struct guard {
  char path[PATH_MAX]; /* without "/" at its end, unless it is "/" */
  size_t n;            /* its length */
  int fd;              /* of the folder */
} guard;

static guard guards[GUARDED_MOST];
static int guarded;

/* Close a file; errno stays. */
static void close_kept(int fd) {
  int error = errno;
  close(fd);
  errno = error;
}

/* ---- Guarded folders ----------------------------------------------------- */

/* The guard of the folder that a path is in, and the rest of the path, which is
** empty for the folder itself; NULL if the folder is not guarded. */
static const guard *guard_of(const char *path, const char **rest) {
  for (int i = 0; i < guarded; i++) {
    const guard *g = &guards[i];
    if (strncmp(path, g->path, g->n) != 0)
      continue;
    if (path[g->n] == '/' || path[g->n] == '\0') {
      *rest = path + g->n;
      return g;
    }
  }
  return NULL;
}

/* The error of an entry that could not be opened: EMLINK for a link, which
** systems report in several ways. */
static int error_at(int at, const char *name, int error) {
  struct stat info;
  bool is_link = fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                 S_ISLNK(info.st_mode);
  return is_link ? EMLINK : error;
}

/* Copy the next component of a path to 'name'. Returns the rest behind it;
** NULL with errno if it is too long or "..". */
static const char *next_name(const char *path, char name[NAME_MAX + 1]) {
  size_t n = strcspn(path, "/");
  if (n > NAME_MAX || (n == 2 && memcmp(path, "..", 2) == 0)) {
    errno = n > NAME_MAX ? ENAMETOOLONG : EACCES;
    return NULL;
  }
  memcpy(name, path, n);
  name[n] = '\0';
  return path + n + strspn(path + n, "/");
}

/* The folder of the last component of a path below a guarded folder, and that
** component, "." for the folder itself. Returns a descriptor, or -1 with
** errno. */
static int folder_of(const guard *g, const char *rest,
                     char name[NAME_MAX + 1]) {
  int at = fcntl(g->fd, F_DUPFD_CLOEXEC, 0);
  rest += strspn(rest, "/");
  strcpy(name, ".");
  while (at >= 0 && *rest != '\0') {
    rest = next_name(rest, name);
    if (rest != NULL && *rest == '\0')
      break;
    int below = -1;
    if (rest != NULL) {
      below = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (below < 0)
        errno = error_at(at, name, errno);
    }
    close_kept(at);
    if (below < 0)
      return -1;
    at = below;
  }
  return at;
}

/* Open the last component of a path in its folder. Returns a descriptor, or -1
** with errno: ENXIO for what is neither a regular file nor the folder asked
** for. */
static int open_at(int at, const char *name, int flags, mode_t mode) {
  struct stat info;
  int own = flags & ~O_TRUNC; /* the wrong kind of file stays as it is */
  int fd = openat(at, name, own | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode);
  if (fd < 0) {
    errno = error_at(at, name, errno);
    return -1;
  }
  int error = fstat(fd, &info) != 0 ? errno : 0;
  if (error == 0 && S_ISDIR(info.st_mode) && (flags & O_DIRECTORY) == 0)
    error = EISDIR;
  else if (error == 0 && !S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode))
    error = ENXIO;
  if (error == 0 && (flags & O_TRUNC) != 0 && ftruncate(fd, 0) != 0)
    error = errno;
  if (error == 0)
    return fd;
  close(fd);
  errno = error;
  return -1;
}

/* ---- Opening ------------------------------------------------------------- */

bool au_is_guarded(const char *path) {
  const char *rest;
  return guard_of(path, &rest) != NULL;
}

int au_open_path(const char *path, int flags, mode_t mode) {
  const char *rest;
  char name[NAME_MAX + 1];
  const guard *g = guard_of(path, &rest);
  flags |= O_CLOEXEC;
  if (g == NULL)
    return open(path, flags, mode);
  int at = folder_of(g, rest, name);
  if (at < 0)
    return -1;
  int fd = open_at(at, name, flags, mode);
  close_kept(at);
  return fd;
}

int au_stat_path(const char *path, struct stat *info) {
  const char *rest;
  char name[NAME_MAX + 1];
  const guard *g = guard_of(path, &rest);
  if (g == NULL)
    return stat(path, info);
  int at = folder_of(g, rest, name);
  if (at < 0)
    return -1;
  int done = fstatat(at, name, info, AT_SYMLINK_NOFOLLOW);
  close_kept(at);
  if (done != 0 || !S_ISLNK(info->st_mode))
    return done;
  errno = EMLINK;
  return -1;
}

const char *au_open_problem(int error) {
  switch (error) {
  case EMLINK:
    return "it is a link, which is not followed";
  case ENOLINK:
    return "it is a link to a file that is not there";
  case ENXIO:
    return "it is not a regular file";
  case EDEADLK:
    return "this command also reads it; give another file";
  case EALREADY:
    return "this command also writes it; give another file";
  case EUSERS:
    return "another process writes it: the one that the file of this name with "
           ".lock names; remove that file if the process is gone";
  case EADDRINUSE:
    return "the file system has no locks, and the file of this name with .lock "
           "is not a lock of aurum; move it away";
  case ENOLCK:
    return "the file system has no locks, and no file of this name with .lock "
           "can be made";
  default:
    return strerror(error);
  }
}

/* ---- Files and folders in Lua -------------------------------------------- */

int au_file_result(lua_State *L, int error) {
  if (error == ENOMEM)
    return au_no_memory(L);
  if (error != 0) {
    luaL_pushfail(L);
    lua_pushstring(L, au_open_problem(error));
    return 2;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* aurum.sys.guard(folder): from now on, files whose path begins with this one
** are opened without following links; true, or nil and a message. */
static int f_guard(lua_State *L) {
  const char *path = au_check_text(L, 1), *rest;
  size_t n = strlen(path);
  if (n == 0 || n >= PATH_MAX || path[n - 1] == '/')
    return luaL_argerror(L, 1,
                         "expected a folder's path without '/' at its end");
  const guard *known = guard_of(path, &rest);
  if (known == NULL || *rest != '\0') {
    if (guarded == GUARDED_MOST)
      return luaL_error(L, "more than %d guarded folders", GUARDED_MOST);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
      return au_file_result(L, errno);
    guard *g = &guards[guarded++];
    memcpy(g->path, path, n + 1);
    g->n = n;
    g->fd = fd;
  }
  return au_file_result(L, 0);
}

int au_remove_path(const char *path) {
  const char *rest;
  char name[NAME_MAX + 1];
  const guard *g = guard_of(path, &rest);
  if (g == NULL)
    return remove(path);
  int at = folder_of(g, rest, name);
  if (at < 0)
    return -1;
  int done = unlinkat(at, name, 0);
  close_kept(at);
  return done;
}

/* aurum.sys.remove(path): remove a file or an empty folder; true, or nil and a
** message. Not through links below a guarded folder. */
static int f_remove(lua_State *L) {
  int done = au_remove_path(au_check_text(L, 1));
  return au_file_result(L, done != 0 ? errno : 0);
}

/* aurum.sys.readable(path[, "file"]): true, or nil and a message; "file"
** requires a regular file. The file is not opened, since opening a pipe would
** release its writer. */
static int f_readable(lua_State *L) {
  static const char *const kinds[] = {"any", "file", NULL};
  const char *path = au_check_text(L, 1);
  bool regular = luaL_checkoption(L, 2, "any", kinds) == 1;
  struct stat info;
  if (strcmp(path, "-") == 0)
    return au_file_result(L, 0);
  if (au_stat_path(path, &info) != 0 || access(path, R_OK) != 0)
    return au_file_result(L, errno);
  if (S_ISDIR(info.st_mode))
    return au_file_result(L, EISDIR);
  regular = regular || au_is_guarded(path);
  return au_file_result(L, regular && !S_ISREG(info.st_mode) ? ENXIO : 0);
}

/* Push the bytes of an open file and close it; or push nil and why not. */
static int push_bytes(lua_State *L, int fd, size_t most) {
  struct stat info;
  int error = fstat(fd, &info) != 0 ? errno : 0;
  if (error == 0 && S_ISDIR(info.st_mode))
    error = EISDIR;
  else if (error == 0 && !S_ISREG(info.st_mode))
    error = ENXIO;
  else if (error == 0)
    error = au_note_input(fd);
  if (error != 0 || info.st_size > (off_t)most) {
    close(fd);
    if (error != 0)
      return au_file_result(L, error);
    luaL_pushfail(L);
    lua_pushfstring(L, "it has more than %I bytes", (lua_Integer)most);
    return 2;
  }
  luaL_Buffer text;
  size_t n = 0, size = (size_t)info.st_size;
  char *to = luaL_buffinitsize(L, &text, size);
  while (n < size && error == 0) {
    ssize_t got = read(fd, to + n, size - n);
    if (got < 0 && errno != EINTR)
      error = errno;
    if (got == 0)
      break;
    n += got > 0 ? (size_t)got : 0;
  }
  close(fd);
  luaL_pushresultsize(&text, n);
  return error != 0 ? au_file_result(L, error) : 1;
}

/* aurum.sys.read_file(path, most): the bytes of a regular file; or nil and a
** message. Nothing else is opened: a device or a pipe might block. */
static int f_read_file(lua_State *L) {
  const char *path = au_check_text(L, 1);
  size_t most = (size_t)au_check_int(L, 2, 0, INT_MAX);
  int fd = au_open_path(path, O_RDONLY | O_NONBLOCK, 0);
  return fd < 0 ? au_file_result(L, errno) : push_bytes(L, fd, most);
}

/* aurum.sys.look(path, most): the size of a regular file and its first bytes,
** at most 'most'; or nil and a message. */
static int f_look(lua_State *L) {
  const char *path = au_check_text(L, 1);
  size_t most = (size_t)au_check_int(L, 2, 0, INT_MAX);
  struct stat info;
  luaL_Buffer text;
  int fd = au_open_path(path, O_RDONLY | O_NONBLOCK, 0);
  if (fd < 0)
    return au_file_result(L, errno);
  int error = fstat(fd, &info) != 0 ? errno : 0;
  if (error == 0 && !S_ISREG(info.st_mode))
    error = S_ISDIR(info.st_mode) ? EISDIR : ENXIO;
  if (error != 0) {
    close(fd);
    return au_file_result(L, error);
  }
  lua_pushinteger(L, (lua_Integer)info.st_size);
  char *to = luaL_buffinitsize(L, &text, most);
  ssize_t got = pread(fd, to, most, 0);
  close(fd);
  luaL_pushresultsize(&text, got > 0 ? (size_t)got : 0);
  return 2;
}

/* aurum.sys.read_beside(folder, name, most): the same for a file that lies in
** the folder itself. A link is not followed. */
static int f_read_beside(lua_State *L) {
  const char *folder = au_check_text(L, 1), *name = au_check_text(L, 2);
  size_t most = (size_t)au_check_int(L, 3, 0, INT_MAX);
  luaL_argcheck(L, *name != '\0' && strchr(name, '/') == NULL, 2,
                "expected a name without '/'");
  int at = au_open_path(folder, O_RDONLY | O_DIRECTORY, 0);
  if (at < 0)
    return au_file_result(L, errno);
  int fd = open_at(at, name, O_RDONLY | O_CLOEXEC, 0);
  close_kept(at);
  if (fd >= 0)
    return push_bytes(L, fd, most);
  if (errno != EISDIR)
    return au_file_result(L, errno);
  luaL_pushfail(L);
  lua_pushliteral(L, "it is a folder");
  return 2;
}

/* aurum.sys.make_folder(path[, open]): true once the folder is there, with all
** folders above it. Only their owner may read new ones; if 'open', the umask
** says who may. */
static int f_make_folder(lua_State *L) {
  char path[4096];
  size_t n = (size_t)snprintf(path, sizeof path, "%s", au_check_text(L, 1));
  const mode_t mode = lua_toboolean(L, 2) ? 0777 : 0700;
  luaL_argcheck(L, n > 0 && n < sizeof path, 1, "too long or empty");
  for (size_t i = 1; i <= n; i++) {
    char c = path[i];
    if (c != '/' && c != '\0')
      continue;
    path[i] = '\0';
    if (mkdir(path, mode) != 0 && errno != EEXIST)
      return au_file_result(L, errno);
    path[i] = c;
  }
  struct stat is;
  if (stat(path, &is) != 0)
    return au_file_result(L, errno);
  return au_file_result(L, S_ISDIR(is.st_mode) ? 0 : ENOTDIR);
}

/* aurum.sys.is_within(path, folder): true if the file, all links resolved, is
** in the folder or in one below it. */
static int f_is_within(lua_State *L) {
  char *file = realpath(au_check_text(L, 1), NULL);
  char *folder = realpath(au_check_text(L, 2), NULL);
  size_t n = folder != NULL ? strlen(folder) : 0;
  bool within = file != NULL && folder != NULL &&
                strncmp(file, folder, n) == 0 &&
                (file[n] == '/' || strcmp(folder, "/") == 0);
  free(file);
  free(folder);
  lua_pushboolean(L, within);
  return 1;
}

/* aurum.sys.real_path(path): the absolute path of a file, all links resolved;
** or nil and a message. */
static int f_real_path(lua_State *L) {
  char *real = realpath(au_check_text(L, 1), NULL);
  if (real == NULL)
    return au_file_result(L, errno);
  lua_pushstring(L, real);
  free(real);
  return 1;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Frees n names and their list; -1, and errno stays. */
static int drop_names(char **names, int n) {
  int error = errno;
  while (n > 0)
    free(names[--n]);
  free(names);
  errno = error;
  return -1;
}

/* The names of a folder's entries but "." and "..", sorted. Returns their
** number, or -1 with errno; they and the list are the caller's to free. */
static int names_in(DIR *folder, char ***names) {
  int n = 0, room = 0;
  *names = NULL;
  for (struct dirent *entry; errno = 0, (entry = readdir(folder)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    if (n == room) {
      room = room == 0 ? 64 : 2 * room;
      char **grown = realloc(*names, (size_t)room * sizeof *grown);
      if (grown == NULL)
        return drop_names(*names, n);
      *names = grown;
    }
    (*names)[n] = strdup(entry->d_name);
    if ((*names)[n] == NULL)
      return drop_names(*names, n);
    n++;
  }
  if (errno != 0)
    return drop_names(*names, n);
  if (n > 0)
    qsort(*names, (size_t)n, sizeof **names, by_name);
  return n;
}

/* aurum.sys.files(folder): the sorted names of its entries, or nil. */
static int f_files(lua_State *L) {
  int fd = au_open_path(au_check_text(L, 1), O_RDONLY | O_DIRECTORY, 0);
  DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
  if (folder == NULL) {
    int error = errno;
    if (fd >= 0)
      close(fd);
    return au_file_result(L, error);
  }
  char **names;
  int n = names_in(folder, &names);
  int error = errno;
  closedir(folder);
  if (n < 0)
    return au_file_result(L, error);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, i + 1);
    free(names[i]);
  }
  free(names);
  return 1;
}

void au_open_opening(lua_State *L) {
  static const luaL_Reg functions[] = {{"guard", f_guard},
                                       {"remove", f_remove},
                                       {"readable", f_readable},
                                       {"read_file", f_read_file},
                                       {"look", f_look},
                                       {"read_beside", f_read_beside},
                                       {"files", f_files},
                                       {"make_folder", f_make_folder},
                                       {"real_path", f_real_path},
                                       {"is_within", f_is_within},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
