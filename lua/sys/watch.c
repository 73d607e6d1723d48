/* watch.c: the page in which a worker process tells its pool what it is doing,
** and the way it ends itself. */
#include "sys.h"

#include <signal.h>
#include <unistd.h>

au_watch *au_watching;

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
