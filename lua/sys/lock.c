/* lock.c: one process at a time continues a file.
**
** The lock is the system's, which ends with the process that holds it. Network
** drives often have none: then a file PATH.lock stands in for it, which says
** "aurum HOST PID START", with the time at which the process began in ticks of
** the system, 0 where that is unknown.
**   1. A lock file of this machine whose process is gone is ignored: none has
**      its number, or one that began at another time or has ended and only
**      waits for its parent.
**   2. A lock file of another machine counts until a person removes it: nobody
**      here can tell whether its process is gone.
**   3. A process that holds the system's lock also checks for a lock file: one
**      machine may have locks where another has none.
**   4. A lock file that is empty or cut off is what is left of a program that
**      ended while it made it, unless it is new. A file with any other text is
**      not ours, and stays.
**   5. Whatever names a file has by links, its lock file is the same.
**   6. A process removes only a lock file that still names it. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOST_MOST = 255, NEW = 60 /* seconds */, TRIES = 100 };

/* True for an error that means that the file system has no locks. Network
** drives report it in many ways; after a failure of memory or of the drive, no
** lock file would help. */
static bool is_without(int error) {
  return error != 0 && error != EBUSY && error != EUSERS && error != ENOMEM &&
         error != EIO && error != ESTALE && error != EBADF;
}

static void name_host(char host[HOST_MOST + 1]) {
  if (gethostname(host, HOST_MOST) != 0 || host[0] == '\0')
    strcpy(host, "?");
  host[HOST_MOST] = '\0';
}

/* The path of the lock file, to be freed; NULL if memory fails. */
static char *lock_path(const char *path) {
  char *real = realpath(path, NULL); /* NULL for a missing file */
  const char *of = real != NULL ? real : path;
  size_t n = strlen(of);
  char *at = malloc(n + sizeof ".lock");
  if (at != NULL) {
    memcpy(at, of, n);
    memcpy(at + n, ".lock", sizeof ".lock");
  }
  free(real);
  return at;
}

/* When a process began, in ticks of the system; 0 if that is unknown. *ended
** says whether it has ended, and only waits for its parent. */
static unsigned long long start_of(long pid, bool *ended) {
  char path[64], text[1024];
  *ended = false;
  snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  int fd = au_open_path(path, O_RDONLY, 0);
  if (fd < 0)
    return 0;
  ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n > 0 ? n : 0] = '\0';
  const char *at = strrchr(text, ')'); /* the name before it may hold blanks */
  *ended =
      at != NULL && (strncmp(at, ") Z", 3) == 0 || strncmp(at, ") X", 3) == 0);
  for (int field = 2; at != NULL && field < 22; field++)
    at = strchr(at + 1, ' ');
  return at == NULL ? 0 : strtoull(at, NULL, 10);
}

/* True if the process of a lock file is gone. */
static bool is_gone(long pid, unsigned long long start) {
  bool ended;
  if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
    return true;
  unsigned long long now = start_of(pid, &ended);
  return ended || (now != 0 && (start != 0 ? now != start : pid == getpid()));
}

/* Write the text of this process's lock file. Returns its length. */
static int own_text(char text[HOST_MOST + 64]) {
  char host[HOST_MOST + 1];
  bool ended;
  name_host(host);
  return snprintf(text, HOST_MOST + 64, "aurum %s %ld %llu\n", host,
                  (long)getpid(), start_of(getpid(), &ended));
}

/* True if a file has been as it is for a while. A clock that was put back also
** makes it old: its time is then in the future. */
static bool is_left(int fd) {
  struct stat st;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
    return false;
  double age = difftime(time(NULL), st.st_mtime);
  return age > NEW || age < -NEW;
}

/* True if a text is the beginning of a lock file's. */
static bool is_cut(const char *text, size_t n) {
  size_t head = strlen("aurum ");
  return memchr(text, '\n', n) == NULL &&
         strncmp(text, "aurum ", n < head ? n : head) == 0;
}

/* Read a file into 'text', as a string. Returns its length, which is 0 for an
** empty file; or -1 with errno. *left says whether it has been so for a
** while. */
static ssize_t read_text(const char *path, char text[HOST_MOST + 64],
                         bool *left) {
  int fd = au_open_path(path, O_RDONLY | O_NONBLOCK, 0);
  if (fd < 0)
    return -1;
  ssize_t n = read(fd, text, HOST_MOST + 63);
  text[n > 0 ? n : 0] = '\0';
  *left = n >= 0 && is_left(fd);
  int error = errno;
  close(fd);
  errno = error;
  return n;
}

typedef enum { NO_FILE, FOREIGN, STALE, HELD } lock_file;

/* The contents of a lock file. */
static lock_file look(const char *path) {
  char text[HOST_MOST + 64], own[HOST_MOST + 1], host[HOST_MOST + 1];
  long pid = 0;
  unsigned long long start = 0;
  bool left;
  ssize_t n = read_text(path, text, &left);
  if (n < 0)
    return errno == ENOENT ? NO_FILE : FOREIGN;
  if (is_cut(text, (size_t)n))
    return left ? STALE : FOREIGN;
  if (sscanf(text, "aurum %255s %ld %llu", host, &pid, &start) < 2 ||
      pid <= 0 || pid > INT_MAX)
    return FOREIGN;
  name_host(own);
  return strcmp(host, own) == 0 && is_gone(pid, start) ? STALE : HELD;
}

/* Make the lock file. Returns 0 or errno; EADDRINUSE if something else has its
** name. Of two programs that find the same stale file at the same moment, both
** may get it. */
static int make(const char *path) {
  char text[HOST_MOST + 64];
  lock_file before = look(path);
  if (before == HELD)
    return EUSERS;
  if (before == STALE && au_remove_path(path) != 0)
    return ENOLCK;
  int fd = au_open_path(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (fd < 0 && errno == EEXIST)
    return look(path) == HELD ? EUSERS : EADDRINUSE;
  if (fd < 0)
    return ENOLCK;
  int n = own_text(text);
  bool written = write(fd, text, (size_t)n) == n;
  if (close(fd) == 0 && written)
    return 0;
  au_remove_path(path);
  return ENOLCK;
}

/* fcntl, again if a signal interrupted it, as on a network drive. Returns 0 or
** errno, EBUSY for a lock of another process. */
static int lock_with(int fd, int command, struct flock *lock) {
  int tries = 0;
  while (fcntl(fd, command, lock) != 0) {
    if (errno == EACCES || errno == EAGAIN)
      return EBUSY;
    if (errno != EINTR || ++tries == TRIES)
      return errno;
  }
  return 0;
}

int au_lock_take(au_lock *l, int fd, const char *path) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  char *file = lock_path(path);
  int error = file == NULL ? ENOMEM : lock_with(fd, F_SETLK, &lock);
  if (error == 0 && look(file) == HELD)
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
  char text[HOST_MOST + 64], own[HOST_MOST + 64];
  bool left;
  if (l->file != NULL && l->owner == getpid() && own_text(own) > 0 &&
      read_text(l->file, text, &left) > 0 && strcmp(text, own) == 0)
    au_remove_path(l->file);
  free(l->file);
  l->file = NULL;
}

bool au_lock_works(int fd) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return lock_with(fd, F_SETLK, &lock) == 0;
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
  if (fd < 0 && errno != ENOENT)
    return au_file_result(L, errno);
  int error = fd < 0 ? 0 : lock_with(fd, F_GETLK, &lock);
  bool locked = fd >= 0 && error == 0 && lock.l_type != F_UNLCK;
  if (fd >= 0)
    close(fd);
  if (fd >= 0 && (error == 0 || is_without(error))) {
    char *file = lock_path(path);
    if (file == NULL)
      return au_no_memory(L);
    locked = locked || look(file) == HELD;
    free(file);
  } else if (error != 0) {
    return au_file_result(L, error);
  }
  lua_pushboolean(L, locked);
  return 1;
}

void au_open_lock(lua_State *L) {
  static const luaL_Reg functions[] = {{"locked", f_locked}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
