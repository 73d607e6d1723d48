/* child.c: the terminal between two lines of input. Runs the user's programs,
** such as $PAGER, and reads single keys.
**
** While such a program runs, Ctrl-C belongs to it: the REPL ignores SIGINT and
** SIGQUIT. The program begins with the signals of a program started by a shell.
** The REPL itself ignores SIGPIPE and SIGXFSZ (main.c).
*/
#include "edit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* In the child: run a command of the shell. 'in' is its standard input, or -1
** for that of the REPL. */
static void become(const char *command, int in) {
  static const int all[] = {SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    signal(all[i], SIG_DFL);
  if (in < 0 || dup2(in, STDIN_FILENO) >= 0)
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  perror("aurum: /bin/sh");
  _exit(127);
}

/* Write text to a pipe whose reader may end early. */
static void feed(int out, const char *text, size_t n) {
  while (n > 0) {
    ssize_t put = write(out, text, n);
    if (put < 0 && errno != EINTR)
      return;
    if (put > 0) {
      text += put;
      n -= (size_t)put;
    }
  }
}

/* edit.run(command[, text]): run a command of the shell, with a text as its
** standard input. Returns its exit status, 128 + N if signal N ended it; or nil
** and a message if it could not be started. */
static int f_run(lua_State *L) {
  size_t n = 0;
  int ends[2] = {-1, -1}, status = 0;
  const char *command = luaL_checkstring(L, 1);
  const char *text = luaL_optlstring(L, 2, NULL, &n);
  fflush(stdout);
  if (text != NULL && pipe(ends) != 0)
    return luaL_fileresult(L, 0, NULL);
  for (int i = 0; text != NULL && i < 2; i++)
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  struct sigaction ignore, on_int, on_quit;
  memset(&ignore, 0, sizeof ignore);
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGINT, &ignore, &on_int);
  sigaction(SIGQUIT, &ignore, &on_quit);
  pid_t pid = fork();
  int problem = errno;
  if (pid == 0)
    become(command, ends[0]);
  if (text != NULL) {
    close(ends[0]);
    if (pid > 0)
      feed(ends[1], text, n);
    close(ends[1]);
  }
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  sigaction(SIGINT, &on_int, NULL);
  sigaction(SIGQUIT, &on_quit, NULL);
  errno = problem;
  if (pid < 0)
    return luaL_fileresult(L, 0, NULL);
  lua_pushinteger(L, WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                         : WEXITSTATUS(status));
  return 1;
}

/* edit.key(): wait for a key on the terminal. Returns its bytes, nil at the end
** of the input and for Ctrl-C. */
static int f_key(lua_State *L) {
  struct termios before, raw;
  char bytes[16];
  ssize_t n;
  if (tcgetattr(STDIN_FILENO, &before) != 0)
    return 0;
  raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  fflush(stdout);
  do { /* a stopped process finds the terminal as its shell left it */
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    n = read(STDIN_FILENO, bytes, 1);
  } while (n < 0 && errno == EINTR && au_interrupted == 0);
  if (n == 1 && bytes[0] == '\033') { /* the rest of an arrow key */
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    ssize_t more = read(STDIN_FILENO, bytes + 1, sizeof bytes - 1);
    n += more > 0 ? more : 0;
  }
  tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
  if (n <= 0)
    return 0;
  lua_pushlstring(L, bytes, (size_t)n);
  return 1;
}

void edit_add_child(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"run", f_run}, {"key", f_key}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
