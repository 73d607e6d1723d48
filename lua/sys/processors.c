/* processors.c: how many processors this process may use: those of its affinity
** (taskset, srun), as far as its control groups grant their time (containers,
** batch systems). And how many threads it lets bots use.
**
** A limit of a group holds for all groups below it. So the groups that
** /proc/self/cgroup names are asked, and each group above them. In a container
** that path may lead nowhere; then its root is the container's own group. */
#include "sys.h"

#if defined(__linux__)
#include <limits.h>
#include <sched.h>
#include <string.h>
#endif
#include <unistd.h>

#if defined(__linux__)

/* Read 'most' numbers from a file of a group. Returns how many it has: none for
** "max". */
static int read_numbers(const char *group, const char *name, long number[2]) {
  char path[PATH_MAX];
  int n = snprintf(path, sizeof path, "%s/%s", group, name);
  FILE *file = n > 0 && (size_t)n < sizeof path ? fopen(path, "r") : NULL;
  if (file == NULL)
    return 0;
  int got = fscanf(file, "%ld %ld", &number[0], &number[1]);
  fclose(file);
  return got > 0 ? got : 0;
}

/* The processors that a group grants, rounded up; LONG_MAX for no limit.
** Version 2 has "QUOTA PERIOD" in one file, version 1 in two. */
static long granted_by(const char *group) {
  long quota[2] = {0, 0}, period[2] = {0, 0};
  int got = read_numbers(group, "cpu.max", quota);
  if (got == 0 && read_numbers(group, "cpu.cfs_quota_us", quota) == 1 &&
      read_numbers(group, "cpu.cfs_period_us", period) == 1) {
    quota[1] = period[0];
    got = 2;
  }
  return got == 2 && quota[0] > 0 && quota[1] > 0
             ? (quota[0] - 1) / quota[1] + 1
             : LONG_MAX;
}

/* The least that a group below 'root' and those above it grant. */
static long granted_from(const char *root, const char *below) {
  char group[PATH_MAX];
  long least = LONG_MAX;
  size_t base = strlen(root);
  int n = snprintf(group, sizeof group, "%s%s", root, below);
  if (n < 0 || (size_t)n >= sizeof group)
    return least;
  for (;;) {
    long here = granted_by(group);
    least = here < least ? here : least;
    char *slash = strrchr(group, '/');
    if (strlen(group) <= base || slash == NULL)
      return least;
    *slash = '\0';
  }
}

/* True if a list such as "cpu,cpuacct" has the controller "cpu". */
static bool has_cpu(const char *list) {
  for (; list != NULL; list = strchr(list, ',')) {
    list += *list == ',';
    if (strncmp(list, "cpu", 3) == 0 && (list[3] == ',' || list[3] == '\0'))
      return true;
  }
  return false;
}

/* The processors that the control groups grant; LONG_MAX for no limit. */
static long granted(void) {
  char line[PATH_MAX + 256];
  long least = granted_by("/sys/fs/cgroup");
  FILE *file = fopen("/proc/self/cgroup", "r");
  if (file == NULL)
    return least;
  while (fgets(line, sizeof line, file) != NULL) {
    char *list = strchr(line, ':'), *path = NULL;
    if (list != NULL)
      path = strchr(++list, ':');
    if (path == NULL)
      continue;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    if (*list != '\0' && !has_cpu(list))
      continue;
    long here = granted_from(
        *list == '\0' ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu", path);
    least = here < least ? here : least;
  }
  fclose(file);
  return least;
}

static long allowed(long n) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    n = CPU_COUNT(&set);
  long most = granted();
  return most < n ? most : n;
}

#else

static long allowed(long n) {
  return n;
}

#endif

/* aurum.sys.processors(): the number of processors that this process may
** use. */
static int f_processors(lua_State *L) {
  long n = allowed(sysconf(_SC_NPROCESSORS_ONLN));
  lua_pushinteger(L, n < 1 ? 1 : n);
  return 1;
}

/* aurum.sys.threads([n]): the most threads that share one search here, 1 to 64;
** at first 1. Returns the number from now on. */
static int f_threads(lua_State *L) {
  if (!lua_isnoneornil(L, 1))
    au_threads_allow(au_check_int(L, 1, 1, AU_THREADS_MAX));
  lua_pushinteger(L, au_threads_allowed());
  return 1;
}

void au_open_processors(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"processors", f_processors}, {"threads", f_threads}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
