/* paste.c: text that is pasted at the prompt.
**
** On request the terminal marks pasted text by ESC [200~ and ESC [201~
** ("bracketed paste"). All of it is read before its first line runs, so that no
** output gets in between and Ctrl-C can drop the rest. It is then given to the
** line editor as if typed; what follows its last newline stays on the line.
** The marks are found below libedit, whose keys the user may have changed.
*/
#include "edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

static const char begins[] = "\033[200~", ends[] = "\033[201~";
enum { MARK = sizeof begins - 1, GAP = 20 /* ms between the bytes of a key */ };

static char *text; /* the pasted text; owned, NULL for none */
static size_t text_n, text_at, text_max;
static bool lost;        /* the text did not fit into memory */
static bool was_pasted;  /* the last byte given to the editor was pasted */
static char ahead[MARK]; /* bytes read in search of 'begins' */
static int ahead_n;

void paste_mark(bool on) {
  fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
  fflush(stdout);
}

bool paste_left(void) {
  return text_at < text_n;
}

bool paste_runs(void) {
  return was_pasted || paste_left();
}

static void forget(void) {
  free(text);
  text = NULL;
  text_n = text_at = text_max = 0;
}

void paste_drop(void) {
  size_t lines = 0;
  for (size_t i = text_at; i < text_n; i++)
    lines += text[i] == '\n';
  if (lines > 0)
    printf("dropped %zu pasted line%s\n", lines, lines == 1 ? "" : "s");
  forget();
}

/* Append a byte to the text: a blank for a tab, which would complete a word,
** and nothing for other control characters. */
static void add(char byte) {
  unsigned char c = (unsigned char)byte;
  if (c == '\t')
    byte = ' ';
  else if ((c < ' ' && c != '\n') || c == 0x7f)
    return;
  if (text_n == text_max) {
    size_t max = text_max * 2 + 4096;
    char *more = realloc(text, max);
    if (more == NULL) {
      lost = true;
      return;
    }
    text = more;
    text_max = max;
  }
  text[text_n++] = byte;
}

/* True if a byte comes soon, as those of one key do. */
static bool byte_comes(void) {
  struct timeval gap = {0, GAP * 1000};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(STDIN_FILENO, &set);
  return select(STDIN_FILENO + 1, &set, NULL, NULL, &gap) == 1;
}

/* After ESC: read on while the bytes are those of 'begins'. Returns 1 if they
** are, else 0 and leaves them in 'ahead'; or -1 as 'read'. */
static int seek(paste_read read, void *el) {
  ahead_n = 0;
  for (int i = 1; i < MARK; i++) {
    char byte;
    if (!byte_comes())
      return 0;
    if (read(el, &byte) <= 0)
      return -1;
    ahead[ahead_n++] = byte;
    if (byte != begins[i])
      return 0;
  }
  ahead_n = 0;
  return 1;
}

/* Read pasted text up to its end. Returns as 'read'. */
static int read_text(paste_read read, void *el) {
  int met = 0; /* bytes of 'ends' */
  forget();
  lost = false;
  while (met < MARK) {
    char byte;
    int n = read(el, &byte);
    if (n <= 0) {
      forget();
      return n;
    }
    if (byte == ends[met]) {
      met++;
      continue;
    }
    for (int i = 1; i < met; i++)
      add(ends[i]); /* it was text; the ESC before it is dropped */
    met = byte == ends[0];
    if (met == 0)
      add(byte == '\r' ? '\n' : byte);
  }
  if (lost) {
    forget();
    puts("\nnot enough memory for the pasted text");
  }
  return 1;
}

int paste_next(paste_read read, void *el, char *byte) {
  for (;;) {
    was_pasted = text_at < text_n;
    if (was_pasted) {
      *byte = text[text_at++];
      return 1;
    }
    if (ahead_n > 0) {
      *byte = ahead[0];
      memmove(ahead, ahead + 1, (size_t)--ahead_n);
      return 1;
    }
    int n = read(el, byte);
    if (n <= 0 || *byte != begins[0])
      return n;
    n = seek(read, el);
    if (n <= 0)
      return n == 0 ? 1 : n;
    n = read_text(read, el);
    if (n <= 0)
      return n;
  }
}
