/* posix.h: what aurum uses of POSIX, for Windows.
**
** The build for Windows (make windows) includes this file before each C file,
** Lua's too, so that no other file needs to know of Windows. Functions that the
** C library there has under the same name, but that behave otherwise, get names
** of ours:
**   1. Paths and the environment are UTF-8, and '/' separates folders.
**   2. Bytes of files are never changed: there is no text mode.
**   3. A file that is open can be renamed, replaced and removed.
**   4. Files have numbers, by which in_use.c tells them apart.
** SIGHUP, the owner of a file, and others that Windows lacks are accepted and
** do nothing. */
#ifndef AU_POSIX_H
#define AU_POSIX_H

#define __USE_MINGW_ANSI_STDIO 1
#define _CRT_RAND_S
#define WIN32_LEAN_AND_MEAN

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <locale.h>
#include <process.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- files.c: paths, files and folders ---- */

#if !defined(NAME_MAX)
#define NAME_MAX 255
#endif
#define O_CLOEXEC           O_NOINHERIT
#define O_NONBLOCK          0
#define O_NOCTTY            0
#define O_DIRECTORY         0x2000000
#define O_NOFOLLOW          0x4000000
#define F_GETFD             5
#define F_GETFL             1
#define F_SETLK             2
#define F_GETLK             3
#define F_DUPFD_CLOEXEC     4
#define F_WRLCK             1
#define F_UNLCK             2
#define AT_SYMLINK_NOFOLLOW 1
#define EUSERS              2001
#define ESTALE              2002
#define S_IFLNK             0xa000
#define S_ISLNK(mode)       (((mode)&0xf000) == S_IFLNK)

struct flock {
  short l_type, l_whence;
};
struct posix_stat {
  uint64_t st_dev, st_ino;
  unsigned short st_mode;
  short st_uid, st_gid;
  int64_t st_size;
  time_t st_mtime;
  struct timespec st_mtim;
};
struct dirent {
  char d_name[4 * NAME_MAX + 1];
};
typedef struct posix_folder DIR;

int posix_open(const char *path, int flags, ...);
int posix_openat(int at, const char *name, int flags, ...);
int posix_stat(const char *path, struct posix_stat *info);
int posix_fstat(int fd, struct posix_stat *info);
int posix_fstatat(int at, const char *name, struct posix_stat *info, int flags);
int posix_mkdir(const char *path, int mode);
int posix_remove(const char *path);
int posix_unlinkat(int at, const char *name, int flags);
int posix_rename(const char *from, const char *to);
int posix_access(const char *path, int mode);
int posix_mkstemp(char *path);
FILE *posix_fopen(const char *path, const char *mode);
FILE *posix_freopen(const char *path, const char *mode, FILE *file);
FILE *posix_popen(const char *command, const char *mode);
int posix_system(const char *command);
char *posix_getenv(const char *name);
char *realpath(const char *path, char *out); /* 'out' is NULL */
DIR *fdopendir(int fd);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);
int fcntl(int fd, int command, ...);
ssize_t posix_read(int fd, void *to, size_t n);
ssize_t posix_write(int fd, const void *from, size_t n);
ssize_t pread(int fd, void *to, size_t n, int64_t at);
int fsync(int fd);
int fchmod(int fd, int mode);
int fchown(int fd, int user, int group);

#define open(...)          posix_open(__VA_ARGS__)
#define read(fd, to, n)    posix_read(fd, to, n)
#define write(fd, from, n) posix_write(fd, from, n)
#define openat             posix_openat
#undef stat
#define stat posix_stat
#undef fstat
#define fstat              posix_fstat
#define fstatat            posix_fstatat
#define mkdir(path, mode)  posix_mkdir(path, mode)
#define remove(path)       posix_remove(path)
#define unlink(path)       posix_remove(path)
#define unlinkat           posix_unlinkat
#define rename(from, to)   posix_rename(from, to)
#define access(path, mode) posix_access(path, mode)
#define mkstemp            posix_mkstemp
#define fopen              posix_fopen
#define freopen            posix_freopen
#define _popen             posix_popen
#define system(command)    posix_system(command)
#define getenv             posix_getenv
#define dev_t              uint64_t
#define ino_t              uint64_t

/* The form of a path that Windows takes; NULL with errno. To be freed. */
wchar_t *posix_wide(const char *text);
/* The path or text as UTF-8; NULL with errno. To be freed. */
char *posix_narrow(const wchar_t *text);

/* Lines cannot be buffered there: it would be the whole file. */
#undef _IOLBF
#define _IOLBF _IONBF

/* ---- system.c: memory, clocks, signals and the rest ---- */

#define PROT_READ     1
#define PROT_WRITE    2
#define MAP_PRIVATE   1
#define MAP_ANONYMOUS 2
#define MAP_FAILED    ((void *)-1)
#define MADV_DONTNEED 4
void *mmap(void *wanted, size_t n, int protection, int flags, int fd,
           int64_t at);
int munmap(void *from, size_t n);
int madvise(void *from, size_t n, int advice);
void *memmem(const void *text, size_t n, const void *part, size_t m);

#define POLLIN  1
#define POLLOUT 4
#define POLLERR 8
struct pollfd {
  int fd;
  short events, revents;
};
int poll(struct pollfd *list, unsigned n, int milliseconds);

#define SIGHUP     1
#define SIGPIPE    13
#define SIGXFSZ    25
#define SIGVTALRM  26
#define SIGUSR1    10
#define SA_RESTART 1
struct sigaction {
  void (*sa_handler)(int);
  int sa_flags;
};
int sigaction(int number, const struct sigaction *now, struct sigaction *old);
void (*posix_signal(int number, void (*handler)(int)))(int);
#define signal(number, handler) posix_signal(number, handler)
struct itimerval {
  struct timeval it_interval, it_value;
};
#define ITIMER_VIRTUAL 1
int setitimer(int which, const struct itimerval *now, struct itimerval *old);
int kill(pid_t pid, int number);

#define RUSAGE_SELF     0
#define RUSAGE_CHILDREN (-1)
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss;
};
int getrusage(int whose, struct rusage *usage);
#define RLIMIT_NOFILE 1
#define RLIMIT_AS     2
typedef uint64_t rlim_t;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};
int getrlimit(int resource, struct rlimit *most);
#define _SC_NPROCESSORS_ONLN 1
long sysconf(int name);
int getentropy(void *to, size_t n);
int posix_gethostname(char *name, size_t n);
#define gethostname posix_gethostname
int posix_clock_gettime(int clock, struct timespec *now);
#define clock_gettime posix_clock_gettime

typedef struct Dl_info {
  const char *dli_fname;
} Dl_info;
int dladdr(const void *address, Dl_info *info);

/* The program never leaves the locale "C" there. */
typedef int locale_t;
#define LC_GLOBAL_LOCALE ((locale_t)1)
#define LC_ALL_MASK      1
#define LC_CTYPE_MASK    2
#define CODESET          1
static inline locale_t newlocale(int mask, const char *name, locale_t base) {
  (void)mask, (void)name, (void)base;
  return 1;
}
static inline locale_t uselocale(locale_t next) {
  return next;
}
static inline locale_t duplocale(locale_t from) {
  return from;
}
static inline void freelocale(locale_t made) {
  (void)made;
}
static inline const char *nl_langinfo_l(int item, locale_t of) {
  (void)item, (void)of;
  return "UTF-8"; /* of the console, as posix_main.c sets it */
}

/* In repl/libc.c: Lua prints numbers by it. */
int posix_snprintf(char *out, size_t size, const char *format, ...)
    __attribute__((format(gnu_printf, 3, 4)));
#undef snprintf
#define snprintf posix_snprintf

#endif
