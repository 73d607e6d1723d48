/* beside.c: a file in place of another, whole or not at all.
**
** It is written beside the old one, as NAME.PID.new, and then takes its name.
** Until that moment the old file stays as it was, whatever happens; after a
** crash the unfinished one can be found by its name. Where no file can be made
** beside it (a folder that may not be written), the old one is written over. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file NAME.PID.new beside the target, with the target's permissions.
** Returns a descriptor, or -1 with errno. */
static int open_beside(au_beside *r, const struct stat *old) {
  enum { TRIES = 100 };
  size_t room = strlen(r->target) + 64;
  r->beside = malloc(room);
  if (r->beside == NULL)
    return -1;
  int fd = -1;
  for (int i = 1; fd < 0 && i <= TRIES; i++) {
    snprintf(r->beside, room, i == 1 ? "%s.%ld.new" : "%s.%ld-%d.new",
             r->target, (long)getpid(), i);
    fd = open(r->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST)
      break;
  }
  if (fd < 0)
    return -1;
  if (fchown(fd, old->st_uid, old->st_gid) != 0)
    errno = 0; /* only root may keep another's file another's */
  if (fchmod(fd, old->st_mode & 0777) != 0)
    errno = 0; /* some file systems have no permissions */
  return fd;
}

int au_beside_open(au_beside *r, const char *path, const struct stat *old) {
  r->target = realpath(path, NULL); /* a link stays a link */
  if (r->target == NULL || access(r->target, W_OK) != 0) {
    int error = errno;
    au_beside_drop(r);
    errno = error;
    return -1;
  }
  int fd = open_beside(r, old);
  if (fd >= 0)
    return fd;
  int error = errno;
  free(r->beside);
  r->beside = NULL; /* nothing to remove */
  bool over = error == EACCES || error == EPERM || error == EROFS ||
              error == ENAMETOOLONG;
  if (over)
    fd = open(r->target, O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0)
    error = over ? errno : error;
  au_beside_drop(r);
  errno = error;
  return fd;
}

/* Write the new file's bytes over the target, which cannot be renamed to: a
** mount, or somebody else's file in a folder such as /tmp. Returns 0 or
** errno. */
static int copy_over(const au_beside *r) {
  char bytes[1 << 16];
  int from = open(r->beside, O_RDONLY | O_CLOEXEC);
  int to = from >= 0 ? open(r->target, O_WRONLY | O_TRUNC | O_CLOEXEC) : -1;
  int error = to < 0 ? errno : 0;
  ssize_t n = 0;
  while (error == 0 && (n = read(from, bytes, sizeof bytes)) != 0) {
    for (ssize_t done = 0, put; error == 0 && done < n; done += put) {
      put = write(to, bytes + done, (size_t)(n - done));
      if (put < 0) {
        error = errno == EINTR ? 0 : errno;
        put = 0;
      }
    }
    if (n < 0 && errno != EINTR)
      error = errno;
  }
  if (from >= 0)
    close(from);
  if (to >= 0 && close(to) != 0 && error == 0)
    error = errno;
  return error;
}

int au_beside_sync(int fd) {
  if (fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS || errno == EROFS ||
      errno == ENOTSUP || errno == EINTR)
    return 0; /* the system cannot, or need not */
  return errno;
}

int au_beside_commit(au_beside *r) {
  struct stat old;
  int error = 0;
  if (r->beside == NULL)
    return 0;
  if (stat(r->target, &old) == 0 && au_is_input(&old))
    return EDEADLK;
  if (rename(r->beside, r->target) != 0)
    error = copy_over(r);
  else
    *r->beside = '\0';
  if (error != 0)
    *r->beside = '\0'; /* the old one is cut: the new one stays beside it */
  return error;
}

void au_beside_drop(au_beside *r) {
  if (r->beside != NULL && *r->beside != '\0')
    unlink(r->beside);
  free(r->beside);
  free(r->target);
  r->beside = r->target = NULL;
}
