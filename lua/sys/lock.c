/* lock.c: one process at a time continues a file.
**
** The lock is the system's, which ends with the process that holds it. Network
** drives often have none: then a file PATH.lock stands in for it, which says
** "aurum HOST PID START", with the time at which the process began in ticks of
** the system, 0 where that is unknown.
**   1. A lock file of this machine whose process is gone is ignored: none has
**      its number, or one that began at another time.
**   2. A lock file of another machine counts until a person removes it: nobody
**      here can tell whether its process is gone.
**   3. A process that holds the system's lock also checks for a lock file: one
**      machine may have locks where another has none.
**   4. An empty lock file is what is left of a program that ended while it made
**      it, unless it is new. A file with any other text is not ours, and stays.
*/
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOST_MOST = 255, NEW = 60 /* seconds */ };

/* True for an error that means that the file system has no locks. */
static bool is_without(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP ||
         error == ENOTSUP || error == EINVAL;
}

static void name_host(char host[HOST_MOST + 1]) {
  if (gethostname(host, HOST_MOST) != 0 || host[0] == '\0')
    strcpy(host, "?");
  host[HOST_MOST] = '\0';
}

/* The path of the lock file, to be freed; NULL if memory fails. */
static char *lock_path(const char *path) {
  size_t n = strlen(path);
  char *at = malloc(n + sizeof ".lock");
  if (at != NULL) {
    memcpy(at, path, n);
    memcpy(at + n, ".lock", sizeof ".lock");
  }
  return at;
}

/* When a process began, in ticks of the system; 0 if that is unknown. */
static unsigned long long start_of(long pid) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  int fd = au_open_path(path, O_RDONLY, 0);
  if (fd < 0)
    return 0;
  ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n > 0 ? n : 0] = '\0';
  const char *at = strrchr(text, ')'); /* the name before it may hold blanks */
  for (int field = 2; at != NULL && field < 22; field++)
    at = strchr(at + 1, ' ');
  return at == NULL ? 0 : strtoull(at, NULL, 10);
}

/* True if the process of a lock file is gone. */
static bool is_gone(long pid, unsigned long long start) {
  if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
    return true;
  unsigned long long now = start_of(pid);
  return now != 0 && (start != 0 ? now != start : pid == getpid());
}

/* True if a file, empty when it was read, has been empty for a while. */
static bool is_left(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && st.st_size == 0 && S_ISREG(st.st_mode) &&
         difftime(time(NULL), st.st_mtime) > NEW;
}

typedef enum { NO_FILE, FOREIGN, STALE, HELD } lock_file;

/* The contents of a lock file. */
static lock_file look(const char *path) {
  char text[HOST_MOST + 64], own[HOST_MOST + 1], host[HOST_MOST + 1];
  long pid = 0;
  unsigned long long start = 0;
  int fd = au_open_path(path, O_RDONLY | O_NONBLOCK, 0);
  if (fd < 0)
    return errno == ENOENT ? NO_FILE : FOREIGN;
  ssize_t n = read(fd, text, sizeof text - 1);
  bool left = n == 0 && is_left(fd);
  close(fd);
  if (left)
    return STALE;
  text[n > 0 ? n : 0] = '\0';
  if (sscanf(text, "aurum %255s %ld %llu", host, &pid, &start) < 2 || pid <= 0)
    return FOREIGN;
  name_host(own);
  return strcmp(host, own) == 0 && is_gone(pid, start) ? STALE : HELD;
}

/* Make the lock file. Returns 0 or errno. Of two programs that find the same
** stale file at the same moment, both may get it. */
static int make(const char *path) {
  char host[HOST_MOST + 1], text[HOST_MOST + 64];
  lock_file before = look(path);
  if (before == HELD)
    return EUSERS;
  if (before == STALE && au_remove_path(path) != 0)
    return ENOLCK;
  int fd = au_open_path(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (fd < 0)
    return errno == EEXIST && look(path) == HELD ? EUSERS : ENOLCK;
  name_host(host);
  int n = snprintf(text, sizeof text, "aurum %s %ld %llu\n", host,
                   (long)getpid(), start_of(getpid()));
  bool written = write(fd, text, (size_t)n) == n;
  if (close(fd) == 0 && written)
    return 0;
  au_remove_path(path);
  return ENOLCK;
}

int au_lock_take(au_lock *l, int fd, const char *path) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  char *file = lock_path(path);
  int error = file == NULL ? ENOMEM : 0;
  if (error == 0 && fcntl(fd, F_SETLK, &lock) != 0)
    error = errno == EACCES || errno == EAGAIN ? EBUSY : errno;
  else if (error == 0 && look(file) == HELD)
    error = EUSERS;
  if (is_without(error)) {
    error = make(file);
    if (error == 0) {
      l->file = file;
      l->owner = getpid();
      return 0;
    }
  }
  free(file);
  return error;
}

void au_lock_drop(au_lock *l) {
  if (l->file != NULL && l->owner == getpid())
    au_remove_path(l->file);
  free(l->file);
  l->file = NULL;
}

/* aurum.sys.locked(path): true if another process continues the file, false if
** none does or the file is missing; or nil and a message. It takes no lock, so
** that nobody who asks is in the way of one who writes. Not for a file that
** this process continues: POSIX drops its lock when any descriptor of it
** closes. */
static int f_locked(lua_State *L) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const char *path = au_check_text(L, 1);
  int fd = au_open_path(path, O_RDONLY, 0);
  int error = fd < 0 ? errno : 0;
  if (error == 0 && fcntl(fd, F_GETLK, &lock) != 0)
    error = errno;
  if (fd >= 0)
    close(fd);
  bool locked = error == 0 && lock.l_type != F_UNLCK;
  if (error == 0 || is_without(error)) {
    char *file = lock_path(path);
    if (file == NULL)
      return au_no_memory(L);
    locked = locked || look(file) == HELD;
    free(file);
  } else if (error != ENOENT) {
    return au_file_result(L, error);
  }
  lua_pushboolean(L, locked);
  return 1;
}

void au_open_lock(lua_State *L) {
  static const luaL_Reg functions[] = {{"locked", f_locked}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
