/* trace.h: what failing.c and drive.c tell each other. */
#include <stdbool.h>
#include <stdint.h>

enum {
  TRACES = 32,         /* most processes in a run */
  TRACE_MAX = 1 << 18, /* most requests of a process */
  ORDERS = 190,        /* a server reads orders from this descriptor, */
  STATUSES = 191       /* and writes the status of each run to this one */
};

/* The file FAIL_TRACE: the requests for memory of an undisturbed run. */
typedef struct traces {
  long processes;                   /* more than TRACES: some had no room */
  long forked[TRACES];              /* requests of its parents */
  uint64_t size[TRACES][TRACE_MAX]; /* twice the bytes + 1, and 1 if Lua's text
                                    ** was compiled; 0 after the last request */
} traces;

/* A run for a server to make. */
typedef struct order {
  long from; /* a copy of the server begins the run at this request, */
  long at;   /* and this request fails, */
  bool on;   /* and with it all that follow */
} order;
