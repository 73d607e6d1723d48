/* interruptible.c: the interrupt flag, and file reads that an interrupt can
** stop.
**
** A file may have no end (/dev/zero), and reading it loops inside the C
** library. Only the end of the file stops that loop. So an interrupt makes the
** file's descriptor refer to the null device. The file is restored when the
** function that reads has returned. */
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

volatile sig_atomic_t au_interrupted;
bool au_tearable;

static int null_device = -1;
static volatile sig_atomic_t reading = -1; /* the descriptor being read */
static volatile sig_atomic_t kept = -1; /* its file, while reading is stopped */

void au_stop_reading(void) {
  int before = errno;
  if (reading >= 0 && kept < 0) {
    kept = dup(reading);
    if (kept >= 0)
      dup2(null_device, reading);
  }
  errno = before;
}

void au_begin_reading(int descriptor) {
  if (!au_tearable)
    return;
  if (null_device < 0)
    null_device = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null_device >= 0)
    reading = descriptor;
  if (au_interrupted) /* the interrupt came before reading began */
    au_stop_reading();
}

bool au_end_reading(FILE *f) {
  reading = -1;
  if (kept < 0)
    return false;
  if (f != NULL) {
    dup2(kept, fileno(f));
    clearerr(f);
  }
  close(kept);
  kept = -1;
  return true;
}
