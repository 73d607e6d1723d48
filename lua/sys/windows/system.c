/* system.c: memory, clocks, signals and the rest of posix.h, by the functions
** of Windows; and the beginning of the program there. */
#include "posix.h"

#undef getenv
#undef gethostname
#undef stat

#include <windows.h>

#include <psapi.h>

/* ---- The beginning ------------------------------------------------------- */

int _CRT_glob = 0;               /* arguments stay as they were given */
int main(int argc, char **argv); /* repl/main.c */

/* An argument as UTF-8, with '/' between folders; ends the process if memory
** fails. */
static char *argument(const wchar_t *given) {
  char *text = posix_narrow(given);
  if (text == NULL) {
    fputs("aurum: not enough memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  for (char *c = text; *c != '\0'; c++)
    if (*c == '\\')
      *c = '/';
  return text;
}

int wmain(int argc, wchar_t **given);
int wmain(int argc, wchar_t **given) {
  char **argv = calloc((size_t)argc + 1, sizeof *argv);
  for (int fd = 0; fd <= 2; fd++)
    _setmode(fd, O_BINARY);
  setvbuf(stderr, NULL, _IONBF, 0); /* or it comes behind standard output */
  SetConsoleOutputCP(CP_UTF8);
  SetConsoleCP(CP_UTF8);
  for (int i = 0; i < argc && argv != NULL; i++)
    argv[i] = argument(given[i]);
  return argv != NULL ? main(argc, argv) : EXIT_FAILURE;
}

/* The file of the program, as realpath takes it; good until the next call. */
int dladdr(const void *address, Dl_info *info) {
  static char *name;
  enum { MOST = 32768 };
  wchar_t *wide = malloc(MOST * sizeof *wide);
  DWORD n = wide != NULL ? GetModuleFileNameW(NULL, wide, MOST) : 0;
  (void)address;
  free(name);
  name = n > 0 && n < MOST ? posix_narrow(wide) : NULL;
  free(wide);
  info->dli_fname = name;
  return name != NULL;
}

/* ---- Memory -------------------------------------------------------------- */

void *mmap(void *wanted, size_t n, int protection, int flags, int fd,
           int64_t at) {
  void *made =
      VirtualAlloc(wanted, n, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  (void)protection, (void)flags;
  if (made == NULL) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  if (fd >= 0 && pread(fd, made, n, at) != (ssize_t)n) {
    VirtualFree(made, 0, MEM_RELEASE);
    return MAP_FAILED;
  }
  return made;
}

/* The bytes of the allocation that begins at an address. */
static size_t allocated(char *base) {
  MEMORY_BASIC_INFORMATION part;
  char *end = base;
  while (VirtualQuery(end, &part, sizeof part) != 0 &&
         part.AllocationBase == base)
    end += part.RegionSize;
  return (size_t)(end - base);
}

/* A range may consist of several allocations, which are freed one by one. */
int munmap(void *from, size_t n) {
  char *at = from, *end = at + n;
  while (at < end) {
    size_t size = allocated(at);
    if (size == 0 || !VirtualFree(at, 0, MEM_RELEASE))
      return -1;
    at += size;
  }
  return 0;
}

int madvise(void *from, size_t n, int advice) {
  (void)from, (void)n, (void)advice;
  return 0; /* it saves memory only */
}

void *memmem(const void *text, size_t n, const void *part, size_t m) {
  const char *at = text, *first = part;
  for (; n >= m; at++, n--)
    if (memcmp(at, first, m) == 0)
      return (void *)(uintptr_t)at;
  return NULL;
}

/* ---- Waiting ------------------------------------------------------------- */

/* The events that have come at a descriptor. Files are always ready, a pipe if
** it has bytes or has ended, and a console if a key was pressed. */
static short events_at(int fd, short wanted) {
  HANDLE file = (HANDLE)_get_osfhandle(fd);
  DWORD bytes = 1;
  if ((wanted & POLLIN) == 0)
    return wanted;
  if (GetFileType(file) == FILE_TYPE_PIPE) {
    if (PeekNamedPipe(file, NULL, 0, NULL, &bytes, NULL) && bytes == 0)
      return 0;
  } else if (GetFileType(file) == FILE_TYPE_CHAR) {
    return WaitForSingleObject(file, 0) == WAIT_OBJECT_0 ? POLLIN : 0;
  }
  return POLLIN;
}

/* Without waiting: nobody asks for that here. */
int poll(struct pollfd *list, unsigned n, int milliseconds) {
  int ready = 0;
  (void)milliseconds;
  for (unsigned i = 0; i < n; i++) {
    list[i].revents = events_at(list[i].fd, list[i].events);
    ready += list[i].revents != 0;
  }
  return ready;
}

/* ---- Signals ------------------------------------------------------------- */

static void (*handlers[NSIG])(int);

/* Windows forgets a handler when it calls it. */
static void on_signal(int number) {
  (signal)(number, on_signal);
  handlers[number](number);
}

/* Windows has SIGINT, SIGTERM and those of errors; other signals never come. */
void (*posix_signal(int number, void (*handler)(int)))(int) {
  if (number != SIGINT && number != SIGTERM)
    return SIG_DFL;
  void (*before)(int) = handlers[number];
  bool ours = handler != SIG_DFL && handler != SIG_IGN;
  handlers[number] = ours ? handler : NULL;
  (signal)(number, ours ? on_signal : handler);
  return before != NULL ? before : SIG_DFL;
}

int sigaction(int number, const struct sigaction *now, struct sigaction *old) {
  if (old != NULL)
    *old = (struct sigaction){.sa_handler = SIG_DFL};
  if (now != NULL)
    posix_signal(number, now->sa_handler);
  return 0;
}

/* No timer of processor time: alone.c says so. */
int setitimer(int which, const struct itimerval *now, struct itimerval *old) {
  (void)which, (void)now, (void)old;
  return 0;
}

/* Only to ask if a process is there. */
int kill(pid_t pid, int number) {
  (void)number;
  DWORD status = 0;
  HANDLE process =
      OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)pid);
  bool there = process != NULL ? GetExitCodeProcess(process, &status) &&
                                     status == STILL_ACTIVE
                               : GetLastError() == ERROR_ACCESS_DENIED;
  if (process != NULL)
    CloseHandle(process);
  errno = there ? 0 : ESRCH;
  return there ? 0 : -1;
}

/* ---- Clocks and measures ------------------------------------------------- */

static int64_t ticks_of(FILETIME t) {
  return ((int64_t)t.dwHighDateTime << 32) | t.dwLowDateTime;
}

int posix_clock_gettime(int clock, struct timespec *now) {
  enum { SECOND = 10000000 }; /* ticks of 100 ns */
  int64_t ticks;
  if (clock == CLOCK_MONOTONIC) {
    LARGE_INTEGER at, rate;
    QueryPerformanceCounter(&at);
    QueryPerformanceFrequency(&rate);
    int64_t seconds = at.QuadPart / rate.QuadPart;
    int64_t rest = at.QuadPart % rate.QuadPart;
    ticks = seconds * SECOND + rest * SECOND / rate.QuadPart;
  } else {
    FILETIME made, ended, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user))
      return -1;
    ticks = ticks_of(kernel) + ticks_of(user);
  }
  now->tv_sec = ticks / SECOND;
  now->tv_nsec = (long)(ticks % SECOND) * 100;
  return 0;
}

int getrusage(int whose, struct rusage *usage) {
  PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
  *usage = (struct rusage){.ru_maxrss = 0};
  if (whose == RUSAGE_SELF &&
      K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory))
    usage->ru_maxrss = (long)(memory.PeakWorkingSetSize / 1024);
  return 0; /* there are no child processes */
}

int getrlimit(int resource, struct rlimit *most) {
  most->rlim_cur = resource == RLIMIT_NOFILE ? 512 : UINT64_MAX;
  most->rlim_max = most->rlim_cur;
  return 0;
}

long sysconf(int name) {
  SYSTEM_INFO info;
  (void)name;
  GetSystemInfo(&info);
  return (long)info.dwNumberOfProcessors;
}

int getentropy(void *to, size_t n) {
  char *bytes = to;
  for (size_t i = 0; i < n; i++) {
    unsigned random;
    if (rand_s(&random) != 0)
      return -1;
    bytes[i] = (char)random;
  }
  return 0;
}

int posix_gethostname(char *name, size_t n) {
  wchar_t wide[MAX_COMPUTERNAME_LENGTH + 1];
  DWORD size = sizeof wide / sizeof *wide;
  char *narrow = GetComputerNameW(wide, &size) ? posix_narrow(wide) : NULL;
  int got = narrow != NULL ? snprintf(name, n, "%s", narrow) : -1;
  free(narrow);
  return got >= 0 && (size_t)got < n ? 0 : -1;
}
