/* files.c: paths, files and folders of posix.h, by the functions of Windows. */
#include "posix.h"

#undef getenv
#undef stat
#undef fopen
#undef freopen
#undef _popen

#include <windows.h>

/* ---- Texts --------------------------------------------------------------- */

wchar_t *posix_wide(const char *text) {
  int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
  wchar_t *wide = n > 0 ? malloc((size_t)n * sizeof *wide) : NULL;
  if (wide == NULL) {
    errno = n > 0 ? ENOMEM : EILSEQ;
    return NULL;
  }
  MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, n);
  return wide;
}

char *posix_narrow(const wchar_t *text) {
  int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
  char *narrow = n > 0 ? malloc((size_t)n) : NULL;
  if (narrow == NULL) {
    errno = n > 0 ? ENOMEM : EILSEQ;
    return NULL;
  }
  WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, n, NULL, NULL);
  return narrow;
}

/* A path as Windows takes it, with the name of its null device. */
static wchar_t *wide_path(const char *path) {
  return posix_wide(strcmp(path, "/dev/null") == 0 ? "NUL" : path);
}

/* Set errno to the last error of Windows. Returns -1. */
static int failed(void) {
  switch (GetLastError()) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_PATH_NOT_FOUND:
  case ERROR_BAD_NETPATH:
  case ERROR_BAD_NET_NAME:
  case ERROR_INVALID_NAME:
  case ERROR_BAD_PATHNAME:
    errno = ENOENT;
    break;
  case ERROR_FILE_EXISTS:
  case ERROR_ALREADY_EXISTS:
    errno = EEXIST;
    break;
  case ERROR_NOT_ENOUGH_MEMORY:
  case ERROR_OUTOFMEMORY:
    errno = ENOMEM;
    break;
  case ERROR_DISK_FULL:
    errno = ENOSPC;
    break;
  case ERROR_TOO_MANY_OPEN_FILES:
    errno = EMFILE;
    break;
  case ERROR_DIR_NOT_EMPTY:
    errno = ENOTEMPTY;
    break;
  case ERROR_DIRECTORY:
    errno = ENOTDIR;
    break;
  case ERROR_FILENAME_EXCED_RANGE:
    errno = ENAMETOOLONG;
    break;
  case ERROR_WRITE_PROTECT:
    errno = EROFS;
    break;
  default:
    errno = EACCES;
  }
  return -1;
}

/* ---- Opening ------------------------------------------------------------- */

/* The way in which CreateFile opens or makes a file. */
static DWORD disposition(int flags) {
  if ((flags & O_CREAT) == 0)
    return (flags & O_TRUNC) != 0 ? TRUNCATE_EXISTING : OPEN_EXISTING;
  if ((flags & O_EXCL) != 0)
    return CREATE_NEW;
  return (flags & O_TRUNC) != 0 ? CREATE_ALWAYS : OPEN_ALWAYS;
}

/* Open a path. Others may meanwhile replace and remove the file. */
static HANDLE open_handle(const wchar_t *path, int flags) {
  enum { ACCESS = O_RDONLY | O_WRONLY | O_RDWR };
  DWORD access = (flags & ACCESS) == O_RDWR     ? GENERIC_READ | GENERIC_WRITE
                 : (flags & ACCESS) == O_WRONLY ? GENERIC_WRITE
                                                : GENERIC_READ;
  DWORD how = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS;
  if ((flags & O_NOFOLLOW) != 0)
    how |= FILE_FLAG_OPEN_REPARSE_POINT;
  SECURITY_ATTRIBUTES inherit = {sizeof inherit, NULL,
                                 (flags & O_NOINHERIT) == 0};
  return CreateFileW(path, access,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                     &inherit, disposition(flags), how, NULL);
}

static bool has_attribute(HANDLE file, DWORD attribute) {
  BY_HANDLE_FILE_INFORMATION info;
  return GetFileInformationByHandle(file, &info) &&
         (info.dwFileAttributes & attribute) != 0;
}

/* The descriptors whose writes go to the end of their files: Windows does not
** tell. */
enum { DESCRIPTORS = 8192 };
static bool appends[DESCRIPTORS];

/* A descriptor for a handle, which is closed if there is none. */
static int descriptor(HANDLE file, int flags) {
  bool folder = has_attribute(file, FILE_ATTRIBUTE_DIRECTORY);
  errno = 0;
  if ((flags & O_NOFOLLOW) != 0 &&
      has_attribute(file, FILE_ATTRIBUTE_REPARSE_POINT))
    errno = ELOOP;
  else if ((flags & O_DIRECTORY) != 0 && !folder)
    errno = ENOTDIR;
  else if (folder && (flags & (O_WRONLY | O_RDWR)) != 0)
    errno = EISDIR;
  int fd = errno == 0
               ? _open_osfhandle((intptr_t)file,
                                 (flags & (O_APPEND | O_RDONLY | O_NOINHERIT)) |
                                     O_BINARY)
               : -1;
  if (fd < 0) {
    int error = errno;
    CloseHandle(file);
    errno = error;
  } else if (fd < DESCRIPTORS) {
    appends[fd] = (flags & O_APPEND) != 0;
  }
  return fd;
}

static int open_wide(wchar_t *path, int flags) {
  if (path == NULL)
    return -1;
  HANDLE file = open_handle(path, flags);
  if (file == INVALID_HANDLE_VALUE) {
    DWORD error = GetLastError(), is = GetFileAttributesW(path);
    SetLastError(error);
    failed();
    if (errno == EACCES && is != INVALID_FILE_ATTRIBUTES &&
        (is & FILE_ATTRIBUTE_DIRECTORY) != 0)
      errno = EISDIR;
  }
  free(path);
  return file == INVALID_HANDLE_VALUE ? -1 : descriptor(file, flags);
}

int posix_open(const char *path, int flags, ...) {
  return open_wide(wide_path(path), flags);
}

/* The path of an open file, to be freed; NULL with errno. */
static wchar_t *path_of(int fd) {
  enum { MOST = 32768 };
  wchar_t *path = malloc(MOST * sizeof *path);
  DWORD n = path == NULL ? 0
                         : GetFinalPathNameByHandleW((HANDLE)_get_osfhandle(fd),
                                                     path, MOST, 0);
  if (n > 0 && n < MOST)
    return path;
  free(path);
  errno = ENOMEM;
  return NULL;
}

/* The path of a name in an open folder, to be freed; NULL with errno. */
static wchar_t *path_at(int at, const char *name) {
  wchar_t *folder = path_of(at), *last = posix_wide(name), *path = NULL;
  if (folder != NULL && last != NULL) {
    size_t n = wcslen(folder), m = wcslen(last);
    bool self = wcscmp(last, L".") == 0;
    path = malloc((n + m + 2) * sizeof *path);
    if (path != NULL) {
      wcscpy(path, folder);
      if (!self)
        wcscat(wcscat(path, L"\\"), last);
    }
  }
  free(folder);
  free(last);
  return path;
}

int posix_openat(int at, const char *name, int flags, ...) {
  return open_wide(path_at(at, name), flags);
}

int posix_mkstemp(char *path) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
  char *end = path + strlen(path) - 6;
  for (int i = 0; i < 100; i++) {
    unsigned random;
    rand_s(&random);
    for (int k = 0; k < 6; k++, random /= 32)
      end[k] = letters[random % 32];
    int fd = posix_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

/* ---- Streams ------------------------------------------------------------- */

/* The flags of open for a mode of fopen; -1 if there is no such mode. */
static int mode_flags(const char *mode) {
  bool both = strchr(mode, '+') != NULL;
  int more = both ? O_RDWR : O_WRONLY;
  switch (*mode) {
  case 'r':
    return both ? O_RDWR : O_RDONLY;
  case 'w':
    return more | O_CREAT | O_TRUNC;
  case 'a':
    return more | O_CREAT | O_APPEND;
  default:
    errno = EINVAL;
    return -1;
  }
}

FILE *posix_fopen(const char *path, const char *mode) {
  char binary[] = {*mode, 'b', strchr(mode, '+') != NULL ? '+' : '\0', '\0'};
  int flags = mode_flags(mode);
  int fd = flags < 0 ? -1 : posix_open(path, flags);
  FILE *file = fd < 0 ? NULL : _fdopen(fd, binary);
  if (file == NULL && fd >= 0)
    close(fd);
  return file;
}

FILE *posix_freopen(const char *path, const char *mode, FILE *file) {
  if (path == NULL) { /* standard input as bytes: it is so from the start */
    return file;
  }
  fclose(file);
  return posix_fopen(path, mode);
}

FILE *posix_popen(const char *command, const char *mode) {
  wchar_t *wide = posix_wide(command);
  FILE *pipe =
      wide == NULL ? NULL : _wpopen(wide, *mode == 'r' ? L"rb" : L"wb");
  free(wide);
  return pipe;
}

int posix_system(const char *command) {
  wchar_t *wide = command != NULL ? posix_wide(command) : NULL;
  int status = _wsystem(wide);
  free(wide);
  return status;
}

/* ---- What is known of a file --------------------------------------------- */

static void set_time(struct posix_stat *info, FILETIME at) {
  int64_t ticks = ((int64_t)at.dwHighDateTime << 32) | at.dwLowDateTime;
  ticks -= 116444736000000000; /* from 1601 to 1970, of 100 ns */
  info->st_mtime = ticks / 10000000;
  info->st_mtim.tv_sec = info->st_mtime;
  info->st_mtim.tv_nsec = (long)(ticks % 10000000) * 100;
}

int posix_fstat(int fd, struct posix_stat *info) {
  BY_HANDLE_FILE_INFORMATION is;
  HANDLE file = (HANDLE)_get_osfhandle(fd);
  if (file == INVALID_HANDLE_VALUE) {
    errno = EBADF;
    return -1;
  }
  *info = (struct posix_stat){.st_mode = S_IFCHR | 0666};
  DWORD kind = GetFileType(file);
  if (kind == FILE_TYPE_PIPE)
    info->st_mode = S_IFIFO | 0666;
  if (kind != FILE_TYPE_DISK)
    return 0;
  if (!GetFileInformationByHandle(file, &is)) {
    /* Standard output may be good for writing alone; then it has no number. */
    info->st_mode = S_IFREG | 0666;
    return 0;
  }
  bool folder = (is.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  bool fixed = (is.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0;
  info->st_mode = (unsigned short)((folder ? S_IFDIR | 0111 : S_IFREG) |
                                   (fixed ? 0444 : 0666));
  info->st_dev = is.dwVolumeSerialNumber;
  info->st_ino = ((uint64_t)is.nFileIndexHigh << 32) | is.nFileIndexLow;
  info->st_size = ((int64_t)is.nFileSizeHigh << 32) | is.nFileSizeLow;
  set_time(info, is.ftLastWriteTime);
  return 0;
}

/* The same for a path, which is freed. */
static int stat_wide(wchar_t *path, struct posix_stat *info, int flags) {
  DWORD is = path != NULL ? GetFileAttributesW(path) : 0;
  bool link =
      is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  if (link && (flags & AT_SYMLINK_NOFOLLOW) != 0) {
    free(path);
    *info = (struct posix_stat){.st_mode = S_IFLNK | 0777};
    return 0;
  }
  int fd = open_wide(path, O_RDONLY | O_NOINHERIT);
  if (fd < 0)
    return -1;
  int done = posix_fstat(fd, info), error = errno;
  close(fd);
  errno = error;
  return done;
}

int posix_stat(const char *path, struct posix_stat *info) {
  return stat_wide(wide_path(path), info, 0);
}

int posix_fstatat(int at, const char *name, struct posix_stat *info,
                  int flags) {
  return stat_wide(path_at(at, name), info, flags);
}

int posix_access(const char *path, int mode) {
  wchar_t *wide = wide_path(path);
  int done = wide != NULL ? _waccess(wide, mode & 6) : -1;
  free(wide);
  return done;
}

/* ---- Changing folders ---------------------------------------------------- */

int posix_mkdir(const char *path, int mode) {
  wchar_t *wide = posix_wide(path);
  bool done = wide != NULL && CreateDirectoryW(wide, NULL);
  (void)mode;
  if (wide != NULL && !done)
    failed();
  if (!done && errno == EACCES &&
      GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES)
    errno = EEXIST; /* such as the root of a drive */
  free(wide);
  return done ? 0 : -1;
}

static int remove_wide(wchar_t *path, bool folders) {
  if (path == NULL)
    return -1;
  DWORD is = GetFileAttributesW(path);
  bool folder =
      is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_DIRECTORY) != 0;
  int done = 0;
  if (folder && !folders) {
    errno = EISDIR;
    done = -1;
  } else if (!(folder ? RemoveDirectoryW(path) : DeleteFileW(path))) {
    done = failed();
  }
  free(path);
  return done;
}

int posix_remove(const char *path) {
  return remove_wide(posix_wide(path), true);
}

int posix_unlinkat(int at, const char *name, int flags) {
  (void)flags;
  return remove_wide(path_at(at, name), false);
}

int posix_rename(const char *from, const char *to) {
  wchar_t *old = posix_wide(from), *new = posix_wide(to);
  int done = -1;
  if (old != NULL && new != NULL)
    done = MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING) ? 0 : failed();
  free(old);
  free(new);
  return done;
}

/* ---- Names --------------------------------------------------------------- */

/* A path of Windows as ours: without the mark of long paths, and with '/'. */
static char *plain_path(const wchar_t *path) {
  if (wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0)
    path += 6; /* \\?\UNC\SERVER is \\SERVER */
  else if (wcsncmp(path, L"\\\\?\\", 4) == 0)
    path += 4;
  char *plain = posix_narrow(path);
  for (char *c = plain; c != NULL && *c != '\0'; c++)
    if (*c == '\\')
      *c = '/';
  return plain;
}

char *realpath(const char *path, char *out) {
  (void)out;
  int fd = posix_open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  wchar_t *wide = path_of(fd);
  close(fd);
  char *plain = wide != NULL ? plain_path(wide) : NULL;
  free(wide);
  return plain;
}

char *posix_getenv(const char *name) {
  static char *values[16];
  static unsigned next;
  wchar_t *wide = posix_wide(name), *value = wide != NULL ? _wgetenv(wide) : 0;
  free(wide);
  if (value == NULL && strcmp(name, "HOME") == 0)
    value = _wgetenv(L"USERPROFILE");
  if (value == NULL)
    return NULL;
  char **kept = &values[next++ % (sizeof values / sizeof *values)];
  free(*kept); /* read sixteen calls ago */
  return *kept = plain_path(value);
}

struct posix_folder {
  HANDLE search; /* INVALID_HANDLE_VALUE: it has no more */
  WIN32_FIND_DATAW found;
  struct dirent entry;
  int fd;
  bool begun;
};

DIR *fdopendir(int fd) {
  wchar_t *path = path_at(fd, "*");
  DIR *folder = path != NULL ? calloc(1, sizeof *folder) : NULL;
  if (folder != NULL) {
    folder->fd = fd;
    folder->search = FindFirstFileW(path, &folder->found);
  }
  free(path);
  return folder;
}

struct dirent *readdir(DIR *folder) {
  if (folder->search == INVALID_HANDLE_VALUE ||
      (folder->begun && !FindNextFileW(folder->search, &folder->found)))
    return NULL;
  folder->begun = true;
  char *name = posix_narrow(folder->found.cFileName);
  if (name == NULL)
    return NULL;
  strncpy(folder->entry.d_name, name, sizeof folder->entry.d_name - 1);
  free(name);
  return &folder->entry;
}

int closedir(DIR *folder) {
  if (folder->search != INVALID_HANDLE_VALUE)
    FindClose(folder->search);
  close(folder->fd);
  free(folder);
  return 0;
}

/* ---- Descriptors --------------------------------------------------------- */

/* Take a lock of a byte far behind the file's end, since Windows keeps others
** from the bytes themselves; or see who has it. */
static int lock_file(int fd, int command, struct flock *lock) {
  HANDLE file = (HANDLE)_get_osfhandle(fd);
  OVERLAPPED at = {.OffsetHigh = 0x7fffffff};
  if (!LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0,
                  1, 0, &at)) {
    errno = GetLastError() == ERROR_LOCK_VIOLATION ||
                    GetLastError() == ERROR_IO_PENDING
                ? EAGAIN
                : ENOSYS;
    return command == F_GETLK && errno == EAGAIN ? 0 : -1;
  }
  if (command == F_GETLK) {
    UnlockFileEx(file, 0, 1, 0, &at);
    lock->l_type = F_UNLCK;
  }
  return 0;
}

int fcntl(int fd, int command, ...) {
  switch (command) {
  case F_DUPFD_CLOEXEC:
    return dup(fd);
  case F_GETFD:
    return _get_osfhandle(fd) == -1 ? -1 : 0;
  case F_GETFL:
    return fd < DESCRIPTORS && appends[fd] ? O_APPEND : 0;
  default:
    break;
  }
  va_list args;
  va_start(args, command);
  struct flock *lock = va_arg(args, struct flock *);
  va_end(args);
  return lock_file(fd, command, lock);
}

/* The bytes that one call of Windows reads or writes. */
static unsigned portion(size_t n) {
  enum { MOST = 1 << 30 };
  return n < MOST ? (unsigned)n : MOST;
}

ssize_t posix_read(int fd, void *to, size_t n) {
  return _read(fd, to, portion(n));
}

ssize_t posix_write(int fd, const void *from, size_t n) {
  return _write(fd, from, portion(n));
}

ssize_t pread(int fd, void *to, size_t n, int64_t at) {
  int64_t before = _lseeki64(fd, 0, SEEK_CUR);
  if (before < 0 || _lseeki64(fd, at, SEEK_SET) < 0)
    return -1;
  ssize_t got = posix_read(fd, to, n);
  _lseeki64(fd, before, SEEK_SET);
  return got;
}

int fsync(int fd) {
  return _commit(fd);
}

int fchmod(int fd, int mode) {
  (void)fd, (void)mode;
  return 0;
}

int fchown(int fd, int user, int group) {
  (void)fd, (void)user, (void)group;
  return 0;
}
