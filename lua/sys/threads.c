/* threads.c: threads that share the work of one function, such as the searches
** of one question.
**
** They are this process's helpers: they wait for work, do shares of it, and
** wait again. They touch no Lua state, and call malloc at most, for scratch
** memory. The host says how many there may be. A worker starts them before its
** filter of system calls, which refuses new ones; a bot cannot start any.
**
** No share of the work changes what another one uses. So the results are the
** same with any number of threads. Nothing stops a thread in a share: errors
** and interrupts come between two pieces of work. So a share is short, or it
** tests now and then whether a look of au_threads_watch has told it to end.
** Signals go to the thread that has the work. */
#include "sys.h"

#include <pthread.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

enum { STACK = 1 << 22 }; /* bytes of a helper's stack: the solver's is deep */

typedef struct crew {
  pthread_mutex_t lock; /* of all that follows */
  pthread_cond_t begun; /* work has begun, or 'quit' is set */
  pthread_cond_t ended; /* the last share is done, a helper is ready, or 'pulse'
                        ** is set */
  pthread_t helper[AU_THREADS_MAX - 1];
  int n, ready;          /* helpers started, and those that wait for work */
  bool fixed, quit;      /* no helper may start; all have to end */
  bool pulse;            /* a share asked for a look */
  bool busy;             /* there is work: */
  int wanted;            /* the helpers that take part */
  int next, end, undone; /* the next share, their number, those not done yet */
  au_share *share;
  void *ctx;
  double seconds; /* processor time of helpers */
} crew;

static crew own = {.lock = PTHREAD_MUTEX_INITIALIZER,
                   .begun = PTHREAD_COND_INITIALIZER,
                   .ended = PTHREAD_COND_INITIALIZER};
static int most = 1; /* threads that a piece of work may use */

/* The processor time of helpers for this thread's work. */
static _Thread_local double helped __attribute__((tls_model("initial-exec")));

double au_thread_clock(void) {
  return au_own_clock() + helped;
}

/* Do shares of the work until none is left; the lock is held. */
static void do_shares(crew *c) {
  while (c->busy && c->next < c->end) {
    int i = c->next++;
    au_share *share = c->share;
    void *ctx = c->ctx;
    pthread_mutex_unlock(&c->lock);
    share(ctx, i);
    pthread_mutex_lock(&c->lock);
    if (--c->undone == 0)
      pthread_cond_signal(&c->ended);
  }
}

/* A helper; its argument is its number, from 0. */
static void *help(void *arg) {
  crew *c = &own;
  int number = (int)(intptr_t)arg;
  pthread_mutex_lock(&c->lock);
  c->ready++;
  pthread_cond_signal(&c->ended);
  while (!c->quit) {
    if (!c->busy || number >= c->wanted || c->next == c->end) {
      pthread_cond_wait(&c->begun, &c->lock);
      continue;
    }
    double since = au_own_clock();
    do_shares(c);
    c->seconds += au_own_clock() - since;
  }
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

/* Start helpers until there are 'n'; the lock is held. Fewer start where the
** system refuses more. */
static void start(crew *c, int n) {
  pthread_attr_t attributes;
  sigset_t all, before;
  if (c->fixed || c->n >= n || pthread_attr_init(&attributes) != 0)
    return;
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 1); /* an arena needs a call that the filter refuses */
#endif
  pthread_attr_setstacksize(&attributes, STACK);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (c->n < n && pthread_create(&c->helper[c->n], &attributes, help,
                                    (void *)(intptr_t)c->n) == 0)
    c->n++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  while (c->ready < c->n)
    pthread_cond_wait(&c->ended, &c->lock);
}

/* Wait until the last share is done, and look when a share asks for that. The
** lock is held. */
static void await_shares(crew *c, au_heed *look, void *ctx) {
  while (c->undone > 0) {
    pthread_cond_wait(&c->ended, &c->lock);
    if (!c->pulse || look == NULL)
      continue;
    c->pulse = false;
    pthread_mutex_unlock(&c->lock);
    look(ctx);
    pthread_mutex_lock(&c->lock);
  }
}

void au_threads_pulse(void) {
  crew *c = &own;
  pthread_mutex_lock(&c->lock);
  c->pulse = true;
  pthread_cond_broadcast(&c->ended);
  pthread_mutex_unlock(&c->lock);
}

void au_threads_do(int threads, int n, au_share *share, void *ctx) {
  au_threads_watch(threads, n, share, NULL, ctx);
}

void au_threads_watch(int threads, int n, au_share *share, au_heed *look,
                      void *ctx) {
  crew *c = &own;
  bool alone = threads <= 1 || n <= 1;
  if (!alone) {
    pthread_mutex_lock(&c->lock);
    alone = c->busy; /* with the work of another thread of the host */
    if (!alone) {
      threads = threads < AU_THREADS_MAX ? threads : AU_THREADS_MAX;
      start(c, (threads < n ? threads : n) - 1);
      alone = c->n == 0;
    }
    if (alone)
      pthread_mutex_unlock(&c->lock);
  }
  if (alone) {
    for (int i = 0; i < n; i++)
      share(ctx, i);
    return;
  }
  double before = c->seconds;
  c->busy = true;
  c->pulse = false;
  c->wanted = threads - 1;
  c->next = 0;
  c->end = c->undone = n;
  c->share = share;
  c->ctx = ctx;
  pthread_cond_broadcast(&c->begun);
  do_shares(c);
  await_shares(c, look, ctx);
  c->busy = false;
  helped += c->seconds - before;
  pthread_mutex_unlock(&c->lock);
}

void au_threads_allow(int n) {
  most = n;
}

int au_threads_allowed(void) {
  return most;
}

void au_threads_fork(int n) {
  own = (crew){.lock = PTHREAD_MUTEX_INITIALIZER,
               .begun = PTHREAD_COND_INITIALIZER,
               .ended = PTHREAD_COND_INITIALIZER};
  most = n;
  pthread_mutex_lock(&own.lock);
  start(&own, n - 1);
  own.fixed = true;
  pthread_mutex_unlock(&own.lock);
}

/* End the helpers before the module's code is unloaded. A worker ends without
** this. */
__attribute__((destructor)) static void stop_helpers(void) {
  crew *c = &own;
  if (c->n == 0 || au_watching != NULL)
    return;
  pthread_mutex_lock(&c->lock);
  c->quit = true;
  pthread_cond_broadcast(&c->begun);
  pthread_mutex_unlock(&c->lock);
  while (c->n > 0)
    pthread_join(c->helper[--c->n], NULL);
}
