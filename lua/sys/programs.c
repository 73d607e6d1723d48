/* programs.c: programs that answer in place of bots (--exec), as the pool and a
** worker see them.
**
** The pool starts a worker's programs before the worker (keeper.c), which
** inherits their pipes. A program answers each line with a line. It runs with
** all rights of the user. The pool's clock limits how long a worker waits for a
** line.
**
** A program may take some time to load before its first line. If it gives none
** in that time, and no program of its command ever gave one, then it has a
** mistake, such as lines without an end: it is not started again, and loses its
** games at once. If others gave one, later starts have the time of any line,
** until one is in time again. */
#include "sys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 64 << 10 };

/* ---- Starts, in the pool ------------------------------------------------- */

void au_starts_init(au_starts *s, char *const *command, int n, double grace) {
  *s = (au_starts){.n = n, .grace = grace};
  for (int i = 0; i < n; i++)
    while (strcmp(command[s->first[i]], command[i]) != 0)
      s->first[i]++;
}

void au_starts_note(au_starts *s, const au_watch *page, uint32_t *noted) {
  uint32_t heard = page->heard & ~*noted;
  *noted |= heard;
  for (int i = 0; i < s->n; i++)
    if (heard >> i & 1) {
      s->answered[s->first[i]] = true;
      s->late[s->first[i]] = false;
    }
}

void au_starts_late(au_starts *s, int i) {
  s->late[s->first[i]] = true;
}

uint32_t au_starts_mute(const au_starts *s) {
  uint32_t mute = 0;
  for (int i = 0; i < s->n; i++)
    if (s->late[s->first[i]] && !s->answered[s->first[i]])
      mute |= (uint32_t)1 << i;
  return mute;
}

double au_starts_limit(const au_starts *s, const au_watch *page,
                       double seconds) {
  double limit = au_cpu_limit(page, seconds);
  uint32_t i = page->program_at;
  bool grace = page->program == AU_PROGRAM_STARTS && i < (uint32_t)s->n &&
               !s->late[s->first[i]] && limit < s->grace;
  return grace ? s->grace : limit;
}

void au_program_silence(double grace, char out[AU_SILENCE_TEXT]) {
  char seconds[32];
  au_number_text(seconds, sizeof seconds, 14, grace);
  snprintf(out, AU_SILENCE_TEXT,
           "its program gave no line within %s s of its start: does each line "
           "end with a newline, and is it flushed?",
           seconds);
}

/* ---- In a worker --------------------------------------------------------- */

/* A program as its worker sees it. */
typedef struct speaker {
  int to, from;
  uint32_t id;  /* of the last line sent */
  size_t n, at; /* bytes read; those up to 'at' were given away */
  char line[LINE + 1];
} speaker;

static speaker *speakers; /* of this worker, which never frees them */
static int speaker_n;
static double speaker_grace;

bool au_programs_adopt(const au_program *list, int n, double grace) {
  au_programs_forget_pool();
  speaker_grace = grace;
  speakers = n > 0 ? calloc((size_t)n, sizeof *speakers) : NULL;
  speaker_n = speakers != NULL ? n : 0;
  for (int i = 0; i < speaker_n; i++) {
    speakers[i].to = list[i].to;
    speakers[i].from = list[i].from;
  }
  return speaker_n == n;
}

/* The program is of no use any more, and so is this worker. */
static void leave(void) {
  au_worker_leave(AU_WORKER_NO_PROGRAM);
}

static void send(const speaker *s, const char *text, size_t n) {
  while (n > 0) {
    ssize_t put = write(s->to, text, n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0) {
      leave();
      return;
    }
    text += put;
    n -= (size_t)put;
  }
}

/* The next line, without its end; good until the next call. '*n' gets its
** length. */
static const char *receive(speaker *s, size_t *n) {
  memmove(s->line, s->line + s->at, s->n - s->at);
  s->n -= s->at;
  s->at = 0;
  for (size_t looked = 0;;) {
    char *end = memchr(s->line + looked, '\n', s->n - looked);
    if (end != NULL) {
      *end = '\0';
      *n = (size_t)(end - s->line);
      s->at = *n + 1;
      return s->line;
    }
    looked = s->n;
    ssize_t got = s->n < LINE ? read(s->from, s->line + s->n, LINE - s->n) : 0;
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      leave();
      *n = 0;
      return "";
    }
    s->n += (size_t)got;
  }
}

int au_program_count(void) {
  return speaker_n;
}

bool au_program_mute(int i, char out[AU_SILENCE_TEXT]) {
  au_program_silence(speaker_grace, out);
  return au_watching->mute >> i & 1;
}

/* Report to the pool that the worker waits for program i. The first line asks
** it to start: it may answer older lines before. */
static void wait_for(int i) {
  au_watching->program_at = (uint32_t)i;
  au_watching->program =
      speakers[i].id <= 1 ? AU_PROGRAM_STARTS : AU_PROGRAM_RUNS;
}

uint32_t au_program_tell(int i, const char *text, size_t n) {
  speaker *s = &speakers[i];
  char head[32];
  int len = snprintf(head, sizeof head, "{\"id\":%u,", (unsigned)++s->id);
  wait_for(i);
  send(s, head, (size_t)len);
  send(s, text, n);
  send(s, "\n", 1);
  return s->id;
}

const char *au_program_hear(int i, size_t *n) {
  wait_for(i);
  const char *line = receive(&speakers[i], n);
  au_watching->heard |= (uint32_t)1 << i;
  au_watching->program = AU_PROGRAM_NONE;
  return line;
}
