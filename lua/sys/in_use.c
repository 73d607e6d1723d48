/* in_use.c: the files that a command reads and those that it writes.
**
** No output may destroy an input, by whatever names they are given: a link, an
** absolute path, standard input. So files are identified by device and inode.
**   1. Inputs are noted from aurum.sys.watch_inputs() on, by aurum.sys.lines,
**      aurum.sys.reads and what reads bots and variants; not by io.open. They
**      stay noted after they are closed.
**   2. Outputs are noted while they are open.
**   3. A command, unlike a script in it, reads no file to which its standard
**      output goes: what it prints would be its next input.
**   4. Only regular files are noted: a device or a pipe holds no data that
**      could be overwritten. */
#include "sys.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct files {
  struct identity {
    dev_t device;
    ino_t inode;
  } * at; /* owned */
  size_t n, room;
} files;

static files inputs, outputs;
static bool watching, printing; /* standard output counts as an output */

/* Free the lists when the process ends, or a host unloads the library. */
__attribute__((destructor)) static void free_lists(void) {
  free(inputs.at);
  free(outputs.at);
}

static bool is_noted(const files *list, const struct stat *file) {
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i].device == file->st_dev && list->at[i].inode == file->st_ino)
      return true;
  return false;
}

/* Returns 0 or errno. */
static int note(files *list, const struct stat *file) {
  if (!S_ISREG(file->st_mode))
    return 0;
  if (list->n == list->room) {
    size_t room = list->room == 0 ? 16 : 2 * list->room;
    void *grown = realloc(list->at, room * sizeof *list->at);
    if (grown == NULL)
      return ENOMEM;
    list->at = grown;
    list->room = room;
  }
  list->at[list->n++] = (struct identity){file->st_dev, file->st_ino};
  return 0;
}

/* True for the regular file to which standard output goes. */
static bool is_stdout(const struct stat *file) {
  struct stat out;
  return S_ISREG(file->st_mode) && fstat(STDOUT_FILENO, &out) == 0 &&
         out.st_dev == file->st_dev && out.st_ino == file->st_ino;
}

int au_note_input(int fd) {
  struct stat file;
  if (!watching || fstat(fd, &file) != 0)
    return 0;
  if (is_noted(&outputs, &file) || (printing && is_stdout(&file)))
    return EALREADY;
  return note(&inputs, &file);
}

bool au_is_input(const struct stat *file) {
  return watching && S_ISREG(file->st_mode) && is_noted(&inputs, file);
}

bool au_is_output(const struct stat *file) {
  return S_ISREG(file->st_mode) && is_noted(&outputs, file);
}

int au_note_output(const struct stat *file) {
  return note(&outputs, file);
}

void au_forget_output(const struct stat *file) {
  for (size_t i = 0; i < outputs.n; i++)
    if (outputs.at[i].device == file->st_dev &&
        outputs.at[i].inode == file->st_ino) {
      outputs.at[i] = outputs.at[--outputs.n];
      return;
    }
}

/* aurum.sys.watch_inputs([on [, printing]]): from now on note inputs, from an
** empty list on; with false, no longer. With 'printing', no input is the file
** to which standard output goes. Returns whether they were noted before. */
static int f_watch_inputs(lua_State *L) {
  bool before = watching;
  watching = lua_isnone(L, 1) || lua_toboolean(L, 1);
  printing = watching && lua_toboolean(L, 2);
  inputs.n = 0;
  lua_pushboolean(L, before);
  return 1;
}

/* aurum.sys.reads(path): note a file that will be read, "-" for stdin. */
static int f_reads(lua_State *L) {
  const char *path = au_check_text(L, 1);
  struct stat file;
  int found =
      strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &file) : stat(path, &file);
  if (watching && found == 0 && note(&inputs, &file) != 0)
    return au_no_memory(L);
  return 0;
}

/* aurum.sys.is_input(path): true if the file at 'path' was noted. */
static int f_is_input(lua_State *L) {
  struct stat file;
  const char *path = au_check_text(L, 1);
  lua_pushboolean(L, stat(path, &file) == 0 && au_is_input(&file));
  return 1;
}

void au_open_in_use(lua_State *L) {
  static const luaL_Reg functions[] = {{"watch_inputs", f_watch_inputs},
                                       {"reads", f_reads},
                                       {"is_input", f_is_input},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
