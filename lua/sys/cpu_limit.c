/* cpu_limit.c: the limit on the processor time of a bot's call, --cpu.
**
** The pool (workers.c) keeps it from outside, since a timer inside the worker
** could not stop a C function. It looks at the clock of each worker that has a
** call open, and kills the worker when the call has taken too long. The page of
** the worker (worker_page.c) tells which call that is. A run of a variant's
** code has a limit of its own. */
#include "sys.h"

#include <signal.h>
#include <time.h>

double au_cpu_clock(pid_t pid) {
  clockid_t clock = CLOCK_MONOTONIC;
  struct timespec now;
#if defined(__linux__)
  if (clock_getcpuclockid(pid, &clock) != 0)
    return 0;
#else
  (void)pid;
#endif
  if (clock_gettime(clock, &now) != 0)
    return 0;
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double au_cpu_limit(const au_watch *page, double seconds) {
  double own = page->limit / 1000.0;
  return own > 0 && own < seconds ? own : seconds;
}

int32_t au_fuel_for(int seconds) {
  (void)seconds; /* of this clock, or of the timer in limits.c */
  return 0;
}

/* Name the call that has taken too long at 'clock', the worker's time. */
static au_late look_at(au_cpu *c, const au_watch *page, double clock,
                       double seconds) {
  au_late late = AU_LATE_NOT;
  if (page->call != c->call) {
    c->call = page->call;
    c->call_since = clock;
  } else if (page->thinking != 0 &&
             clock - c->call_since > au_cpu_limit(page, seconds)) {
    late = AU_LATE_BOT;
  }
  if (page->judged != c->judged) {
    c->judged = page->judged;
    c->judged_since = clock;
  } else if (page->judging != 0 &&
             clock - c->judged_since > AU_VARIANT_SECONDS) {
    late = AU_LATE_VARIANT;
  }
  return late;
}

void au_cpu_enforce(au_cpu *c, au_watch *page, pid_t pid, int killer,
                    double seconds) {
  static const double PATIENCE = 0.1; /* seconds of processor time */
  double clock = au_cpu_clock(pid);
  au_late late = look_at(c, page, clock, seconds);
  if (late == AU_LATE_NOT)
    return;
  bool told = late == AU_LATE_BOT && page->late_call == c->call;
  page->late_call = c->call;
  page->late = late;
  if (late == AU_LATE_BOT && !told) {
    c->told = clock;
    kill(pid, AU_SIGNAL_LATE);
  } else if (late == AU_LATE_VARIANT || clock - c->told > PATIENCE) {
    kill(pid, killer);
  }
}
