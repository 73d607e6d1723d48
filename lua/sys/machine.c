/* machine.c: facts about this machine for `aurum doctor`: limits of the
** process, versions of libraries, the locale, and what a folder allows. */
#include "sys.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>
#if defined(__linux__)
#include <sys/vfs.h>
#endif

/* Set a field of the table on the top to a limit; the largest integer is none.
** A macro, since systems differ in the type of a resource. */
#define SET_LIMIT(L, resource, name)                                       \
  do {                                                                     \
    struct rlimit most;                                                    \
    bool set = getrlimit(resource, &most) == 0 &&                          \
               most.rlim_cur < (rlim_t)LUA_MAXINTEGER;                     \
    lua_pushinteger(L, set ? (lua_Integer)most.rlim_cur : LUA_MAXINTEGER); \
    lua_setfield(L, -2, name);                                             \
  } while (0)

/* Push the character set of the user's locale; "" if the system lacks it. */
static void push_charset(lua_State *L) {
  locale_t user = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  lua_pushstring(L, user != (locale_t)0 ? nl_langinfo_l(CODESET, user) : "");
  if (user != (locale_t)0)
    freelocale(user);
}

/* aurum.sys.machine(): limits, libraries and locale of this process. */
static int f_machine(lua_State *L) {
  lua_newtable(L);
  SET_LIMIT(L, RLIMIT_NOFILE, "descriptors");
  SET_LIMIT(L, RLIMIT_AS, "memory");
  lua_pushinteger(L, sysconf(_SC_NPROCESSORS_ONLN));
  lua_setfield(L, -2, "processors");
  push_charset(L);
  lua_setfield(L, -2, "charset");
  lua_pushstring(L, zlibVersion());
  lua_setfield(L, -2, "zlib");
  lua_pushstring(L, cJSON_Version());
  lua_setfield(L, -2, "cjson");
  return 1;
}

/* ---- Folders ------------------------------------------------------------ */

/* Open a new file in a folder, without a name or with one that is removed at
** once. Returns a descriptor, or -1 with errno. */
static int open_nameless(const char *folder) {
  char path[PATH_MAX];
#if defined(O_TMPFILE)
  int nameless = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0)
    return nameless;
#endif
  int n = snprintf(path, sizeof path, "%s/.aurum-XXXXXX", folder);
  if (n < 0 || (size_t)n >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int fd = mkstemp(path);
  if (fd >= 0)
    unlink(path);
  return fd;
}

/* The name of the network file system of an open file; "" for any other. */
static const char *network_of(int fd) {
#if defined(__linux__)
  static const struct {
    unsigned type;
    const char *name;
  } known[] = {{0x6969, "NFS"},      {0xff534d42, "CIFS"},
               {0xfe534d42, "SMB"},  {0x517b, "SMB"},
               {0x01021997, "9P"},   {0x65735546, "FUSE"},
               {0x00c36400, "Ceph"}, {0x0bd00bd0, "Lustre"},
               {0x47504653, "GPFS"}, {0x5346414f, "AFS"}};
  struct statfs info;
  if (fstatfs(fd, &info) != 0)
    return "";
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].type == (unsigned)info.f_type)
      return known[i].name;
#else
  (void)fd;
#endif
  return "";
}

/* aurum.sys.try_folder(path[, above]): what a folder allows, by a file that is
** gone when this returns: {locks=, network=}; nil and a message if there can be
** no file. With 'above', a missing folder is tried by the nearest one above
** it. */
static int f_try_folder(lua_State *L) {
  char folder[PATH_MAX];
  int n = snprintf(folder, sizeof folder, "%s", au_check_text(L, 1));
  luaL_argcheck(L, n > 0 && (size_t)n < sizeof folder, 1, "too long or empty");
  int fd = open_nameless(folder);
  char *slash = lua_toboolean(L, 2) ? strrchr(folder, '/') : NULL;
  while (fd < 0 && errno == ENOENT && slash != NULL && slash != folder) {
    *slash = '\0';
    slash = strrchr(folder, '/');
    fd = open_nameless(folder);
  }
  if (fd < 0)
    return au_file_result(L, errno);
  lua_newtable(L);
  lua_pushboolean(L, au_lock_works(fd));
  lua_setfield(L, -2, "locks");
  lua_pushstring(L, network_of(fd));
  lua_setfield(L, -2, "network");
  close(fd);
  return 1;
}

void au_open_machine(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"machine", f_machine}, {"try_folder", f_try_folder}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
