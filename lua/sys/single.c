/* single.c: one process and one thread, where there are no others: in a browser
** and on Windows. Takes the place of worker_page.c, cpu_limit.c, threads.c,
** programs.c, keeper.c and channel.c, with browser.c or windows/alone.c, which
** takes that of workers.c and confine.c. */
#include "sys.h"

#include <stdlib.h>

/* ---- What runs, as worker_page.c ----------------------------------------- */

au_watch *au_watching; /* in a browser, of the pool whose request runs */

void au_watch_call(uint8_t seat, uint32_t at, uint32_t limit) {
  (void)seat, (void)at, (void)limit; /* there is no clock */
}

void au_watch_say(const char *text, size_t n) {
  (void)text, (void)n; /* it reports the last words of a dead worker */
}

void au_watch_full(void) {} /* the allocation fails: an error in the script */

void au_worker_leave(int status) {
  exit(status == AU_WORKER_NO_MEMORY ? EXIT_FAILURE : status);
}

bool au_has_processes(void) {
  return false;
}

/* ---- No threads, as threads.c -------------------------------------------- */

double au_thread_clock(void) {
  return au_own_clock();
}

void au_threads_do(int threads, int n, au_share *share, void *ctx) {
  (void)threads;
  for (int i = 0; i < n; i++)
    share(ctx, i);
}

void au_threads_watch(int threads, int n, au_share *share, au_heed *look,
                      void *ctx) {
  (void)look; /* there is nothing to wait for */
  au_threads_do(threads, n, share, ctx);
}

void au_threads_pulse(void) {}

void au_threads_allow(int n) {
  (void)n;
}

int au_threads_allowed(void) {
  return 1;
}

/* ---- Programs, as programs.c --------------------------------------------- */

int au_program_count(void) {
  return 0;
}

uint32_t au_program_tell(int i, const char *text, size_t n) {
  (void)i, (void)text, (void)n;
  return 0;
}

const char *au_program_hear(int i, size_t *n) {
  (void)i;
  *n = 0;
  return "";
}

bool au_program_mute(int i, char out[AU_SILENCE_TEXT]) {
  (void)i, (void)out;
  return false;
}

/* ---- Nobody talks to the program, as channel.c --------------------------- */

void au_open_channel(lua_State *L) {
  (void)L;
}
