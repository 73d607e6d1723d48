/* worker_page.c: the page in which a worker process tells its pool what it is
** doing, and the way it ends itself. */
#include "sys.h"

#include <signal.h>
#include <unistd.h>

au_watch *au_watching;

void au_watch_call(uint8_t seat, uint32_t at, uint32_t limit) {
  au_watch *page = au_watching;
  if (page == NULL)
    return;
  page->at = at;
  page->limit = limit;
  page->said_n = 0;
  page->where[0] = '\0';
  page->call++;
  page->thinking = seat + 1u;
}

void au_watch_say(const char *text, size_t n) {
  if (au_watching == NULL)
    return;
  size_t at = au_watching->said_n, left = AU_WATCH_SAID - at;
  n = n < left ? n : left;
  memcpy(au_watching->said + at, text, n);
  au_watching->said_n = (uint32_t)(at + n);
}

void au_watch_alive(bool begun) {
  (void)begun; /* the pool looks at clocks */
}

void au_watch_full(void) {
  if (au_watching == NULL)
    return;
  au_watching->full = 1;
  au_worker_leave(AU_WORKER_FULL);
}

#if defined(AU_COVERAGE)
extern void __gcov_dump(void);
#endif

void au_worker_leave(int status) {
#if defined(AU_COVERAGE)
  /* _exit does not write the counters; nothing may interrupt their writing */
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  __gcov_dump();
#endif
  _exit(status);
}
