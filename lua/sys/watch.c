/* watch.c: the page in which a worker process tells its pool what it is doing,
** and the way it ends itself. */
#include "sys.h"

#include <unistd.h>

au_watch *au_watching;

#if defined(AU_COVERAGE)
extern void __gcov_dump(void);
#endif

void au_worker_leave(int status) {
#if defined(AU_COVERAGE)
  __gcov_dump(); /* _exit does not write the counters */
#endif
  _exit(status);
}
