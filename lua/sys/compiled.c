/* compiled.c: the Lua files of an installation, compiled ahead of time.
**
** Most of the time that the program takes to start, Lua reads source text.
** `make` compiles that text once (scripts/packaging/compile.lua) into one file,
** HOME/build/compiled of a checkout or HOME/compiled of an installation:
**   aurum-compiled/1 and the version of the Lua library that compiled it
**   for each source file a line: its path below HOME, its size, and where its
**     code begins and how long it is, separated by tabs
**   an empty line, then the code
** The code of a file is loaded only by that Lua, and only if the source has
** that size and is not newer; else the source is read. So an edited file counts
** at once. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)
#define st_mtim st_mtimespec
#endif

static const char ARCHIVE[] = "compiled files";         /* its metatable */
static const char MAPPED[] = "compiled files of aurum"; /* in the registry */
static const char FORMAT[] = "aurum-compiled/1 ";

typedef struct archive {
  char *text; /* mapped */
  size_t n;
  struct timespec written;
  size_t home_n; /* length of the path of HOME, with a slash */
  char home[];
} archive;

static int f_unmap(lua_State *L) {
  archive *a = lua_touserdata(L, 1);
  if (a->text != NULL)
    munmap(a->text, a->n);
  a->text = NULL;
  return 0;
}

/* The head of an archive that this Lua can load. */
static void push_head(lua_State *L) {
  lua_pushfstring(L, "%s%s\n", FORMAT, lua_ident);
}

/* Map the file that is open; false if it is not an archive for this Lua. */
static bool map(lua_State *L, archive *a, int fd) {
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
    return false;
  void *text = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (text == MAP_FAILED)
    return false;
  a->text = text;
  a->n = (size_t)info.st_size;
  a->written = info.st_mtim;
  push_head(L);
  size_t n;
  const char *head = lua_tolstring(L, -1, &n);
  bool fits = a->n > n && memcmp(a->text, head, n) == 0;
  lua_pop(L, 1);
  return fits;
}

/* Set the user value of the archive on the stack's top: a table from the path
** of a file to the place of the rest of its line. False if a line is broken. */
static bool index_lines(lua_State *L, const archive *a) {
  const char *end = memmem(a->text, a->n, "\n\n", 2);
  const char *line = end != NULL ? memchr(a->text, '\n', a->n) : NULL;
  lua_newtable(L);
  while (line != NULL && line < end) {
    const char *path = line + 1;
    const char *tab = memchr(path, '\t', (size_t)(end - path));
    if (tab == NULL)
      break;
    lua_pushlstring(L, path, (size_t)(tab - path));
    lua_pushinteger(L, tab + 1 - a->text);
    lua_rawset(L, -3);
    line = memchr(tab, '\n', (size_t)(end + 1 - tab));
  }
  lua_setiuservalue(L, -2, 1);
  return end != NULL && line == end;
}

void au_use_compiled(lua_State *L, const char *home) {
  size_t n = strlen(home);
  archive *a = lua_newuserdatauv(L, sizeof *a + n + 2, 1);
  *a = (archive){.home_n = n + 1};
  memcpy(a->home, home, n);
  memcpy(a->home + n, "/", 2);
  if (luaL_newmetatable(L, ARCHIVE)) {
    lua_pushcfunction(L, f_unmap);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  lua_pushfstring(L, "%scompiled", a->home);
  int fd = open(lua_tostring(L, -1), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    lua_pop(L, 1);
    lua_pushfstring(L, "%sbuild/compiled", a->home);
    fd = open(lua_tostring(L, -1), O_RDONLY | O_CLOEXEC);
  }
  bool fits = fd >= 0 && map(L, a, fd);
  if (fd >= 0)
    close(fd);
  lua_pop(L, 1);
  if (fits && index_lines(L, a))
    lua_setfield(L, LUA_REGISTRYINDEX, MAPPED);
  else
    lua_pop(L, 1);
}

/* ---- Loading ----------------------------------------------------------- */

static bool is_newer(const struct stat *file, struct timespec than) {
  struct timespec at = file->st_mtim;
  return at.tv_sec > than.tv_sec ||
         (at.tv_sec == than.tv_sec && at.tv_nsec > than.tv_nsec);
}

/* The code of the source file at a path, and its length; NULL if the archive on
** the stack's top has none that is as new. */
static const char *code_of(lua_State *L, const archive *a, const char *path,
                           size_t *n) {
  if (strncmp(path, a->home, a->home_n) != 0)
    return NULL;
  lua_getiuservalue(L, -1, 1);
  lua_getfield(L, -1, path + a->home_n);
  const char *rest =
      lua_isinteger(L, -1) ? a->text + au_own_whole(L, -1) : NULL;
  lua_pop(L, 2);
  struct stat source;
  if (rest == NULL || stat(path, &source) != 0 || is_newer(&source, a->written))
    return NULL;
  unsigned long long size, from, length;
  /* the head ends in an empty line, so that the reading of numbers ends, too */
  if (sscanf(rest, "%20llu\t%20llu\t%20llu\n", &size, &from, &length) != 3 ||
      source.st_size < 0 || size != (unsigned long long)source.st_size ||
      from > a->n || length > a->n - from)
    return NULL;
  *n = (size_t)length;
  return a->text + from;
}

int au_load_own(lua_State *L, const char *path) {
  size_t n;
  lua_getfield(L, LUA_REGISTRYINDEX, MAPPED);
  const archive *a = lua_touserdata(L, -1);
  const char *code = a != NULL ? code_of(L, a, path, &n) : NULL;
  int status = LUA_ERRSYNTAX;
  if (code != NULL)
    status = luaL_loadbufferx(L, code, n, path, "b");
  if (code != NULL && status == LUA_ERRSYNTAX)
    lua_pop(L, 1); /* of a machine with other numbers */
  if (status == LUA_ERRSYNTAX)
    status = luaL_loadfilex(L, path, "t");
  lua_remove(L, -2);
  return status;
}

/* aurum.sys.load_own(path): the function of a Lua file of the installation; or
** nil and a message. */
static int f_load_own(lua_State *L) {
  if (au_load_own(L, au_check_text(L, 1)) == LUA_OK)
    return 1;
  luaL_pushfail(L);
  lua_insert(L, -2);
  return 2;
}

/* aurum.sys.compiled_head(): the first line of an archive for this Lua. */
static int f_compiled_head(lua_State *L) {
  push_head(L);
  return 1;
}

/* aurum.sys.has_compiled(): true if compiled files are in use. */
static int f_has_compiled(lua_State *L) {
  lua_pushboolean(L, lua_getfield(L, LUA_REGISTRYINDEX, MAPPED) != LUA_TNIL);
  return 1;
}

void au_open_compiled(lua_State *L) {
  static const luaL_Reg functions[] = {{"load_own", f_load_own},
                                       {"has_compiled", f_has_compiled},
                                       {"compiled_head", f_compiled_head},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
