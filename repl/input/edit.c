/* edit.c: the line editor of the REPL. The terminal may be resized, stopped or
** closed meanwhile.
**
** This file knows nothing of games. Lua sees it as aurum.edit, in the program
** only. libedit edits lines if a person uses a terminal that it can control. On
** other terminals lines are read as they are. Lua reads pipes and files itself.
**
** libedit's own signal handling is off, because it kills the whole process
** group, workers included. Signals set flags instead (signals.c), and the
** function that reads characters for libedit waits for both.
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
  IDLE_MS = 50        /* between two calls of the function of edit.idle */
};

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
  if (signals_leaving != 0 || au_interrupted != 0)
    return false;
  if (signals_suspended) {
    sigset_t blocked;
    signals_suspended = 0;
    paste_mark(false);
    el_set(el, EL_PREP_TERM, 0);
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigprocmask(SIG_SETMASK, unblocked, &blocked); /* the process stops here */
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    signals_catch();
    paste_mark(true);
    el_set(el, EL_PREP_TERM, 1);
    el_set(el, EL_REFRESH);
  }
  if (signals_resized) {
    signals_resized = 0;
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
  for (int i = 0; i < SIGNALS_N; i++)
    sigaddset(&block, signals_caught[i]);
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
  if (au_interrupted != 0 || signals_leaving != 0)
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
  if (signals_editing && editor != NULL) {
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
  signals_catch();
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
  if (signals_resized) {
    signals_resized = 0;
    el_resize(editor);
  }
  signals_editing = 1;
  paste_mark(true);
  const char *line = el_gets(editor, n);
  paste_mark(false);
  signals_editing = 0;
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
  signals_catch();
  if (signals_leaving == 0)
    signals_clear();
  if (signals_stopped) {
    paste_drop();
    if (isatty(STDOUT_FILENO)) /* it may have torn a write: no failure there */
      clearerr(stdout);
  }
  signals_stopped = 0;
  const char *line = editor != NULL ? edited_line(&n) : plain_line(&n);
  idling = false;
  if (line == NULL || n <= 0) {
    if (ended || signals_leaving != 0 || au_interrupted == 0)
      lua_pushnil(L);
    else
      lua_pushboolean(L, false);
    if (signals_leaving == 0)
      signals_clear();
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
  if (signals_editing && editor != NULL && !lifted) {
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

int edit_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"open", f_open},       {"read", f_read},     {"remember", f_remember},
      {"width", f_width},     {"height", f_height}, {"pasting", f_pasting},
      {"pending", f_pending}, {"idle", f_idle},     {"lift", f_lift},
      {"append", f_append},   {NULL, NULL}};
  luaL_newlib(L, functions);
  edit_add_signals(L);
  edit_add_child(L);
  return 1;
}
