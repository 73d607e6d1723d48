/* edit.c: the line editor of the REPL and its signals. Ctrl-C stops running
** Lua; the terminal may be resized, stopped or closed.
**
** This file knows nothing of games. Lua sees it as aurum.edit, in the program
** only. libedit edits lines if a person uses a terminal that it can control. On
** other terminals lines are read as they are. Lua reads pipes and files itself.
**
** A hook stops typed Lua. It does not run inside C functions, so long ones
** check for interrupts themselves (lua/script/host.c). If neither stops the
** code within a second, as in an endless finalizer, a message says so, and the
** next interrupt ends the program. The session is in the file that edit.keep()
** named.
**
** libedit's own signal handling is off, because it kills the whole process
** group, workers included. Signals set flags here instead, and the function
** that reads characters for libedit waits for both.
*/
#include "edit.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

enum {
  HISTORY_MAX = 1000, /* entries that Up recalls */
  GRACE = 10000,      /* instructions for cleaning up after an interrupt */
  SOON = 1,           /* seconds after which an interrupt is overdue */
  IDLE_MS = 50,       /* between two calls of the function of edit.idle */
  LAST = 4            /* further seconds before SIGHUP or SIGTERM ends it */
};

/* ---- Signals. au_interrupted counts the interrupts not yet handled ---- -- */

static volatile sig_atomic_t leaving;   /* SIGHUP or SIGTERM, or 0 */
static volatile sig_atomic_t stopped;   /* SIGINT since the last line */
static volatile sig_atomic_t resized;   /* SIGWINCH */
static volatile sig_atomic_t suspended; /* SIGTSTP while a line is edited */
static volatile sig_atomic_t editing;   /* libedit controls the terminal */
static lua_State *volatile running;     /* the thread to stop, or NULL */
static int grace;
static volatile sig_atomic_t depth;   /* of nested calls */
static volatile sig_atomic_t overdue; /* an interrupt was not handled in time */

/* The file that has the session if the program is ended at once; owned, NULL
** for none. Changed only while signals are blocked. */
static char *kept_path;

/* Raise "interrupted" in running Lua. If the code catches the error and
** continues, it is raised again, each time sooner. */
static void stop(lua_State *L, lua_Debug *ar) {
  (void)ar;
  if (au_interrupted == 0)
    return;
  if (L == running) {
    lua_sethook(L, stop, LUA_MASKCOUNT, grace);
    grace = grace / 2 + 1;
  }
  luaL_where(L, 0);
  lua_pushliteral(L, "interrupted");
  lua_concat(L, 2);
  lua_error(L);
}

/* Make 'running' call stop() at its next instruction. */
static void hook(void) {
  int all = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT;
  grace = GRACE;
  if (running != NULL)
    lua_sethook(running, stop, all, 1);
}

/* Write text to stderr from a signal handler. */
static void say(const char *text) {
  ssize_t n = write(STDERR_FILENO, text, strlen(text));
  (void)n; /* a failure cannot be reported */
}

/* Say after `text` where the session is. */
static void say_kept(const char *text) {
  say(text);
  if (kept_path != NULL) {
    say("; the session is saved in ");
    say(kept_path);
  }
  say("\n");
}

/* End the program from the handler of a signal. */
static void end_by(int number) {
  if (kept_path != NULL)
    say_kept("\naurum: ended");
  signal(number, SIG_DFL);
  raise(number);
}

/* All interrupts so far are handled. */
static void clear_interrupts(void) {
  alarm(0);
  au_interrupted = 0;
  overdue = 0;
}

/* SIGALRM: an interrupt that is still not handled is overdue. */
static void on_alarm(int number) {
  (void)number;
  if (au_interrupted == 0 || depth == 0 || editing)
    return;
  if (leaving != 0 && overdue) {
    end_by(leaving);
    return;
  }
  overdue = 1;
  if (leaving != 0) {
    alarm(LAST);
    return;
  }
  say_kept(
      "\naurum: this code does not stop yet; Ctrl-C again ends the program");
}

static void on_signal(int number) {
  switch (number) {
  case SIGALRM:
    on_alarm(number);
    return;
  case SIGWINCH:
    resized = 1;
    return;
  case SIGTSTP:
    if (editing) {
      suspended = 1;
      return;
    }
    signal(SIGTSTP, SIG_DFL); /* f_read restores the handler */
    raise(SIGTSTP);
    return;
  default:
    if (number == SIGINT)
      stopped = 1;
    else
      leaving = number;
    if (overdue && !editing) {
      end_by(number);
      return;
    }
    if (++au_interrupted == 1) {
      hook();
      au_stop_scripts();
    }
    alarm(SOON);
  }
}

static const int signals[] = {SIGINT,   SIGHUP,  SIGTERM,
                              SIGWINCH, SIGTSTP, SIGALRM};
enum { SIGNAL_N = sizeof signals / sizeof *signals };

static void catch_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  for (int i = 0; i < SIGNAL_N; i++) {
    bool asks =
        signals[i] == SIGINT || signals[i] == SIGHUP || signals[i] == SIGTERM;
    action.sa_flags = asks ? 0 : SA_RESTART; /* the others tear no write */
    sigaction(signals[i], &action, NULL);
  }
}

/* edit.catch(): from now on signals interrupt Lua, as while a person types. */
static int f_catch(lua_State *L) {
  (void)L;
  catch_signals();
  return 0;
}

/* edit.leaving(): the number of the signal that asks the program to leave, or
** nil. */
static int f_leaving(lua_State *L) {
  if (leaving != 0)
    lua_pushinteger(L, leaving);
  else
    lua_pushnil(L);
  return 1;
}

/* ---- Running typed Lua ---- */

/* edit.guard(): let interrupts stop the coroutine that calls this. */
static int f_guard(lua_State *L) {
  lua_sethook(L, stop, LUA_MASKCOUNT, 1000);
  return 0;
}

/* In the registry at its address: a thread that has ended its call, or nil.
** Conditions of breakpoints are called at each move, and a new thread takes
** longer than most of them. */
static const char spare;

/* Push a thread for f_call. */
static lua_State *push_thread(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &spare) != LUA_TTHREAD) {
    lua_pop(L, 1);
    return lua_newthread(L);
  }
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &spare);
  return lua_tothread(L, -1);
}

/* Keep the thread at 2, which has ended its call. */
static void keep_thread(lua_State *L, lua_State *co) {
  if (lua_gettop(co) > 0)
    return;
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &spare);
}

/* edit.call(stops, f, ...): call f in a thread of its own, so that its
** traceback ends with it. Returns true and its results; or false, the error,
** the traceback, and true if it was interrupted. If 'stops' is false, an
** interrupt raises no error in f, which must check for it. Calls may nest; an
** interrupt stops all of them. */
static int f_call(lua_State *L) {
  int results, n = lua_gettop(L) - 2;
  lua_State *before = running, *co = push_thread(L);
  lua_insert(L, 2);
  luaL_argcheck(L, lua_checkstack(co, n + 1), 1, "too many arguments");
  lua_xmove(L, co, n + 1);
  if (depth++ == 0 && leaving == 0)
    clear_interrupts();
  au_tearable = lua_toboolean(L, 1);
  running = au_tearable ? co : NULL;
  if (au_interrupted != 0) /* it came outside of any call */
    hook();
  int status = lua_resume(co, L, n, &results);
  running = before;
  au_tearable = before != NULL;
  if (--depth == 0) {
    alarm(0);
    overdue = 0;
  }
  lua_sethook(co, NULL, 0, 0);
  bool interrupted = au_interrupted != 0;
  if (interrupted)
    hook();
  if (status == LUA_OK && lua_checkstack(L, results + 1)) {
    lua_pushboolean(L, true);
    lua_xmove(co, L, results);
    keep_thread(L, co);
    return results + 1;
  }
  lua_pushboolean(L, false);
  if (status == LUA_YIELD)
    lua_pushliteral(L, "attempt to yield from outside a coroutine");
  else
    lua_xmove(co, L, 1);
  luaL_traceback(L, co, NULL, 0);
  lua_resetthread(co); /* closes its to-be-closed variables */
  lua_pushboolean(L, interrupted);
  return 4;
}

/* ---- Lines ---- */

static EditLine *editor; /* NULL if lines are read without editing */
static History *history_;
static lua_State *lua;       /* the state that called f_read */
static char *prompt;         /* of that call */
static bool ended;           /* the input has ended */
static const char completer; /* registry: the function that completes */
static const char idler;     /* registry: what is called while nobody types */
static bool idling;          /* it is to be called again */
static bool lifted;          /* it has cleared the line to print something */

static char *prompt_text(EditLine *el) {
  (void)el;
  return prompt;
}

/* The width of the terminal in columns, 80 without a terminal. */
static int columns(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return 80;
}

/* The height of the terminal in lines, 24 without a terminal. */
static int rows(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
    return size.ws_row;
  return 24;
}

/* Move to the start of the prompt, as the terminal has wrapped the line, and
** clear what is there. */
static void lift(EditLine *el) {
  const LineInfo *line = el_line(el);
  long at = line->cursor - line->buffer;
  bool shown = true; /* false between two \1 in the prompt */
  for (const char *c = prompt; *c != '\0'; c++) {
    if (*c == '\1')
      shown = !shown;
    else
      at += shown;
  }
  long up = at / columns();
  if (up > 0)
    fprintf(stdout, "\033[%ldA", up);
  fputs("\r\033[J", stdout);
  fflush(stdout);
}

/* Draw the line anew where the cursor is. libedit must forget where the line
** was. */
static void draw(EditLine *el) {
  el_resize(el);
  el_set(el, EL_REFRESH);
}

/* Act on the signals that came while a line was edited. Returns false if the
** line must be dropped. */
static bool heed(EditLine *el, const sigset_t *unblocked) {
  if (leaving != 0 || au_interrupted != 0)
    return false;
  if (suspended) {
    sigset_t blocked;
    suspended = 0;
    paste_mark(false);
    el_set(el, EL_PREP_TERM, 0);
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigprocmask(SIG_SETMASK, unblocked, &blocked); /* the process stops here */
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    catch_signals();
    paste_mark(true);
    el_set(el, EL_PREP_TERM, 1);
    el_set(el, EL_REFRESH);
  }
  if (resized) {
    resized = 0;
    lift(el); /* libedit would draw the line below the old one */
    draw(el);
  }
  return true;
}

/* Nobody has typed for a moment: call the function of edit.idle, with signals
** as usual. */
static void idle(EditLine *el, const sigset_t *unblocked) {
  sigset_t blocked;
  int top = lua_gettop(lua);
  idling = false;
  if (!lua_checkstack(lua, 8))
    return;
  sigprocmask(SIG_SETMASK, unblocked, &blocked);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &idler);
  if (lua_pcall(lua, 0, 1, 0) == LUA_OK)
    idling = lua_toboolean(lua, -1);
  lua_settop(lua, top);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  if (lifted)
    draw(el);
  lifted = false;
}

/* Wait for a byte from the terminal. Returns 1; 0 at its end; -1 for a signal
** that drops the line. */
static int read_byte(void *el, char *byte) {
  sigset_t block, old;
  sigemptyset(&block);
  for (int i = 0; i < SIGNAL_N; i++)
    sigaddset(&block, signals[i]);
  sigprocmask(SIG_BLOCK, &block, &old);
  int result = -1;
  while (heed(el, &old)) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    struct timespec moment = {0, IDLE_MS * 1000000L};
    int ready = pselect(STDIN_FILENO + 1, &set, NULL, NULL,
                        idling ? &moment : NULL, &old);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0) {
      idle(el, &old);
      continue;
    }
    /* Handle a signal that came before the byte first. */
    sigprocmask(SIG_SETMASK, &old, NULL);
    sigprocmask(SIG_BLOCK, &block, NULL);
    if (!heed(el, &old))
      break;
    ssize_t n = read(STDIN_FILENO, byte, 1);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
      int flags = fcntl(STDIN_FILENO, F_GETFL);
      if (flags != -1) /* another program may have set this */
        fcntl(STDIN_FILENO, F_SETFL, flags & ~O_NONBLOCK);
      continue;
    }
    result = n == 1; /* a closed terminal counts as the end */
    break;
  }
  sigprocmask(SIG_SETMASK, &old, NULL);
  return result;
}

/* The next byte for libedit, typed or pasted. Returns as read_byte(). */
static int next_byte(void *el, char *byte) {
  if (au_interrupted != 0 || leaving != 0)
    return -1;
  return paste_next(read_byte, el, byte);
}

/* Read a character for libedit. Invalid bytes are dropped, but not the byte
** that shows that those before it are invalid: it may begin a character. */
static int read_char(EditLine *el, wchar_t *out) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (;;) {
    char byte;
    int n = next_byte(el, &byte);
    if (n <= 0) {
      ended = n == 0;
      *out = L'\0';
      return n;
    }
    size_t used = mbrtowc(out, &byte, 1, &state);
    if (used == (size_t)-1) {
      memset(&state, 0, sizeof state);
      used = mbrtowc(out, &byte, 1, &state);
    }
    if (used == (size_t)-1)
      memset(&state, 0, sizeof state);
    else if (used != (size_t)-2)
      return 1;
  }
}

/* Tab: call the completer in Lua with the line and the number of bytes before
** the cursor. It returns the text to insert and the text to show; either may be
** nil. */
static unsigned char complete(EditLine *el, int key) {
  const LineInfo *line = el_line(el);
  unsigned char result = CC_ERROR;
  (void)key;
  if (!lua_checkstack(lua, 8))
    return result;
  int top = lua_gettop(lua);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &completer);
  lua_pushlstring(lua, line->buffer, (size_t)(line->lastchar - line->buffer));
  lua_pushinteger(lua, line->cursor - line->buffer);
  if (lua_pcall(lua, 2, 2, 0) == LUA_OK) {
    const char *insert = lua_tostring(lua, -2), *show = lua_tostring(lua, -1);
    if (insert != NULL && *insert != '\0' && el_insertstr(el, insert) == 0)
      result = CC_REFRESH;
    if (show != NULL && *show != '\0') {
      fputc('\n', stdout);
      au_put_plain(show, strlen(show),
                   stdout); /* it may have control characters */
      fflush(stdout);
      result = CC_REDISPLAY;
    }
  }
  lua_settop(lua, top);
  return result;
}

/* Restore the terminal if the process ends while a line is edited, for example
** when memory runs out. */
static void restore_terminal(void) {
  if (editing && editor != NULL) {
    paste_mark(false);
    el_set(editor, EL_PREP_TERM, 0);
  }
}

/* edit.open(complete): start editing lines and catch signals. Returns false if
** the terminal does not allow editing. */
static int f_open(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &completer);
  catch_signals();
  const char *term = getenv("TERM");
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || term == NULL ||
      *term == '\0' || strcmp(term, "dumb") == 0)
    return 0;
  /* UTF-8 in every locale: other encodings would change which bytes Lua's
  ** patterns count as letters, and in "C" libedit drops bytes above 127. The
  ** user's own locale may have other small letters for ASCII. */
  au_pin_locale(false);
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
      setlocale(LC_CTYPE, "C");
  }
  au_pin_locale(true); /* which has the LC_CTYPE chosen here */
  HistEvent event;
  editor = el_init("aurum", stdin, stdout, stderr);
  history_ = history_init();
  if (editor == NULL || history_ == NULL) {
    editor = NULL;
    return 0;
  }
  history(history_, &event, H_SETSIZE, HISTORY_MAX);
  history(history_, &event, H_SETUNIQUE, 1);
  el_set(editor, EL_PROMPT_ESC, prompt_text, '\1');
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_HIST, history, history_);
  el_set(editor, EL_GETCFN, read_char);
  el_set(editor, EL_ADDFN, "aurum-complete", "Complete the word", complete);
  static const char *const keys[][2] = {
      {"^I", "aurum-complete"},          {"^R", "em-inc-search-prev"},
      {"\\e[1;5C", "em-next-word"},      {"\\e[1;5D", "ed-prev-word"},
      {"\\e[3~", "ed-delete-next-char"}, {"^W", "ed-delete-prev-word"},
      {"\\e[1~", "ed-move-to-beg"},      {"\\e[4~", "ed-move-to-end"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    el_set(editor, EL_BIND, keys[i][0], keys[i][1], NULL);
  atexit(restore_terminal);
  el_source(editor, NULL); /* ~/.editrc overrides the above */
  lua_pushboolean(L, true);
  return 1;
}

/* Read a line with libedit. Returns NULL if there is none. */
static const char *edited_line(int *n) {
  if (resized) {
    resized = 0;
    el_resize(editor);
  }
  editing = 1;
  paste_mark(true);
  const char *line = el_gets(editor, n);
  paste_mark(false);
  editing = 0;
  return line;
}

/* Read a line without editing. */
static const char *plain_line(int *n) {
  static char *line;
  static size_t size;
  FILE *out = isatty(STDOUT_FILENO) ? stdout : stderr;
  fputs(prompt, out);
  fflush(out);
  clearerr(stdin);
  ssize_t got = au_interrupted == 0 ? getline(&line, &size, stdin) : -1;
  ended = got < 0 && au_interrupted == 0;
  *n = (int)got;
  return got < 0 ? NULL : line;
}

/* edit.read(prompt): read a line, without its newline. Returns nil at the end
** of the input or if the program must leave; false if Ctrl-C dropped the line.
** Text between two "\1" in the prompt has no width. */
static int f_read(lua_State *L) {
  const char *text = luaL_checkstring(L, 1);
  free(prompt);
  prompt = strdup(text);
  if (prompt == NULL)
    return au_no_memory(L);
  int n = 0;
  lua = L;
  ended = false;
  catch_signals();
  if (leaving == 0)
    clear_interrupts();
  if (stopped) {
    paste_drop();
    if (isatty(STDOUT_FILENO)) /* it may have torn a write: no failure there */
      clearerr(stdout);
  }
  stopped = 0;
  const char *line = editor != NULL ? edited_line(&n) : plain_line(&n);
  idling = false;
  if (line == NULL || n <= 0) {
    if (ended || leaving != 0 || au_interrupted == 0)
      lua_pushnil(L);
    else
      lua_pushboolean(L, false);
    if (leaving == 0)
      clear_interrupts();
    return 1;
  }
  if (line[n - 1] == '\n')
    n--;
  lua_pushlstring(L, line, (size_t)n);
  return 1;
}

/* edit.pending(): true if more input waits, typed ahead or pasted. */
static int f_pending(lua_State *L) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  lua_pushboolean(L, paste_left() || poll(&in, 1, 0) > 0);
  return 1;
}

/* edit.remember(text): add an entry to the history, for Up. */
static int f_remember(lua_State *L) {
  HistEvent event;
  const char *text = luaL_checkstring(L, 1);
  if (history_ != NULL)
    history(history_, &event, H_ENTER, text);
  return 0;
}

/* edit.idle(f): call f() again and again while the next line is awaited and
** nobody types, as long as it returns true. */
static int f_idle(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &idler);
  idling = true;
  return 0;
}

/* edit.lift(): in the function of edit.idle, before it prints: clear the line
** that is typed. It is drawn again below. */
static int f_lift(lua_State *L) {
  (void)L;
  if (editing && editor != NULL && !lifted) {
    lift(editor);
    lifted = true;
  }
  return 0;
}

/* edit.width(): the width of the terminal in columns, 80 without one. */
static int f_width(lua_State *L) {
  lua_pushinteger(L, columns());
  return 1;
}

/* edit.height(): the height of the terminal in lines, 24 without one. */
static int f_height(lua_State *L) {
  lua_pushinteger(L, rows());
  return 1;
}

/* edit.pasting(): true if the last line was pasted, or lines are left. */
static int f_pasting(lua_State *L) {
  lua_pushboolean(L, paste_runs());
  return 1;
}

/* ---- Files ---- */

/* Make the folders of a path, with access for the user only. */
static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0700); /* a failure shows when the file is opened */
    *slash = '/';
  }
}

/* edit.append(path, text): append text to a file in one write, so that the
** texts of two programs do not mix. Makes missing folders. Returns true; or nil
** and a message. */
static int f_append(lua_State *L) {
  size_t n;
  const char *path = luaL_checkstring(L, 1);
  const char *text = luaL_checklstring(L, 2, &n);
  char *copy = lua_newuserdatauv(L, strlen(path) + 1, 0);
  make_folders(strcpy(copy, path));
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0)
    return luaL_fileresult(L, 0, path);
  ssize_t put = write(file, text, n);
  int problem = errno;
  close(file);
  errno = put < 0 ? problem : ENOSPC;
  return luaL_fileresult(L, put == (ssize_t)n, path);
}

/* edit.keep(path): the file that has the session, named if the program has to
** end at once; without an argument none. */
static int f_keep(lua_State *L) {
  const char *path = luaL_optstring(L, 1, NULL);
  char *new_path = path != NULL ? strdup(path) : NULL;
  sigset_t block, before;
  if (path != NULL && new_path == NULL)
    return luaL_error(L, "not enough memory");
  sigfillset(&block);
  sigprocmask(SIG_BLOCK, &block, &before);
  free(kept_path);
  kept_path = new_path;
  sigprocmask(SIG_SETMASK, &before, NULL);
  return 0;
}

int edit_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"open", f_open},         {"read", f_read},
      {"remember", f_remember}, {"width", f_width},
      {"call", f_call},         {"guard", f_guard},
      {"leaving", f_leaving},   {"append", f_append},
      {"keep", f_keep},         {"height", f_height},
      {"pasting", f_pasting},   {"catch", f_catch},
      {"pending", f_pending},   {"idle", f_idle},
      {"lift", f_lift},         {NULL, NULL}};
  luaL_newlib(L, functions);
  edit_add_child(L);
  return 1;
}
