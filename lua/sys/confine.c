/* confine.c: confine a worker. It can then only compute, allocate, read its
** requests, write its replies and write to stderr. Its threads have started
** before: new ones are refused, and the filter holds for all.
**
** It sets limits on resources and, on Linux, a filter that ends the process at
** any other system call. The filter is written in the kernel's own
** instructions, not by libseccomp: when an allocation fails, version 2.5.4
** damages its heap or makes a wrong filter. */
#include "sys.h"

#include <sys/resource.h>
#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(AU_COVERAGE)
#define AU_UNCONFINED 1 /* these builds need memory and system calls */
#endif

/* The machines whose system calls the filter knows. Any other machine has only
** the limits on resources. */
#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define ARCH AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#elif defined(__arm__)
#define ARCH AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCH AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define ARCH AUDIT_ARCH_PPC64LE
#endif
#if defined(__linux__) && defined(ARCH) && !defined(AU_UNCONFINED)
#define AU_FILTERED 1
#endif

/* A macro, since systems differ in the type of a resource. */
#define LIMIT(resource, most) \
  setrlimit(resource, &(const struct rlimit){most, most})

#if defined(AU_FILTERED)

/* The calls allowed with any arguments. Each machine has some of them. */
static const unsigned free_calls[] = {
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_exit,
    SYS_exit_group,
    SYS_futex,
    SYS_rt_sigreturn,
    SYS_sched_yield,
    SYS_getrandom,
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_restart_syscall,
#if defined(SYS_time)
    SYS_time,
#endif
#if defined(SYS_sigreturn)
    SYS_sigreturn,
#endif
#if defined(SYS_clock_gettime64)
    SYS_clock_gettime64,
    SYS_futex_time64,
#endif
};

#if defined(SYS_mmap2)
enum { MMAP = SYS_mmap2 };
#else
enum { MMAP = SYS_mmap };
#endif

enum {
  FREE = sizeof free_calls / sizeof *free_calls,
  FDS = AU_PROGRAM_MAX + 2, /* descriptors that a call may be allowed on */
  LENGTH = 4 + 2 * FREE + 2 * (4 + FDS) + 7 + 1 /* instructions */
};

typedef struct program {
  struct sock_filter op[LENGTH];
  unsigned short n;
} program;

static void add(program *p, unsigned code, unsigned value, unsigned yes,
                unsigned no) {
  p->op[p->n++] = (struct sock_filter){(unsigned short)code, (unsigned char)yes,
                                       (unsigned char)no, value};
}

static void load(program *p, size_t offset) {
  add(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

/* Load the lower half of an argument, which all machines above store first. It
** has every bit that the filter tests, and every bit of a file descriptor. */
static void load_argument(program *p, unsigned i) {
  load(p, offsetof(struct seccomp_data, args) + i * 8);
}

/* Skip 'yes' instructions if the loaded value equals 'value', else 'no'. */
static void if_equal(program *p, unsigned value, unsigned yes, unsigned no) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
}

/* Skip 'yes' instructions if the loaded value has one of these bits, else
** 'no'. */
static void if_any(program *p, unsigned bits, unsigned yes, unsigned no) {
  add(p, BPF_JMP | BPF_JSET | BPF_K, bits, yes, no);
}

static void answer(program *p, unsigned verdict) {
  add(p, BPF_RET | BPF_K, verdict, 0, 0);
}

/* Allow this call on 'n' descriptors only, in 4 + n instructions. */
static void allow_on(program *p, unsigned call, const int *fd, unsigned n) {
  if_equal(p, call, 0, n + 3);
  load_argument(p, 0);
  for (unsigned i = 0; i < n; i++)
    if_equal(p, (unsigned)fd[i], n - i, 0);
  answer(p, SECCOMP_RET_KILL_PROCESS);
  answer(p, SECCOMP_RET_ALLOW);
}

/* Allow a call that maps memory, if it maps neither code nor a file, in seven
** instructions. */
static void allow_memory(program *p) {
  if_equal(p, MMAP, 0, 6);
  load_argument(p, 2);
  if_any(p, PROT_EXEC, 3, 0);
  load_argument(p, 3);
  if_any(p, MAP_ANONYMOUS, 0, 1);
  answer(p, SECCOMP_RET_ALLOW);
  answer(p, SECCOMP_RET_KILL_PROCESS);
}

static bool filter_calls(int in, int out, const au_program *programs, int n) {
  program p = {.n = 0};
  int to[FDS] = {out, STDERR_FILENO}, from[FDS] = {in};
  for (int i = 0; i < n; i++) { /* one that never answers was not started */
    to[2 + i] = programs[i].to > 0 ? programs[i].to : out;
    from[1 + i] = programs[i].from > 0 ? programs[i].from : in;
  }
  load(&p, offsetof(struct seccomp_data, arch));
  if_equal(&p, ARCH, 1, 0);
  answer(&p, SECCOMP_RET_KILL_PROCESS);
  load(&p, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < FREE; i++) {
    if_equal(&p, free_calls[i], 0, 1);
    answer(&p, SECCOMP_RET_ALLOW);
  }
  allow_on(&p, SYS_write, to, (unsigned)n + 2);
  allow_on(&p, SYS_read, from, (unsigned)n + 1);
  allow_memory(&p);
  answer(&p, SECCOMP_RET_KILL_PROCESS);
  struct sock_fprog filter = {p.n, p.op};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                 SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

#endif

static const char *const lacks[] = {
#if defined(AU_FILTERED)
#elif defined(AU_UNCONFINED)
    "no limits on resources and no filter of system calls: this is a build for "
    "tests",
#elif defined(__linux__)
    "no filter of system calls: it does not know this processor's",
#else
    "no filter of system calls: only Linux has it",
#endif
#if !defined(__linux__)
    "no clock of another process: --cpu limits wall time",
    "no end with the program: a worker whose bot hangs may outlive a program "
    "that is killed",
#endif
    NULL};

const char *au_lack(int i) {
  return i < (int)(sizeof lacks / sizeof *lacks) ? lacks[i] : NULL;
}

bool au_has_workers(void) {
  return true;
}

bool au_has_processes(void) {
  return true;
}

bool au_confine(int in, int out, const au_program *programs, int n) {
  LIMIT(RLIMIT_CORE, 0);
#if defined(AU_UNCONFINED)
  (void)in, (void)out, (void)programs, (void)n;
  return true;
#else
  LIMIT(RLIMIT_NOFILE, 0);
#if UINTPTR_MAX > UINT32_MAX /* with 32 bits there is no more */
  LIMIT(RLIMIT_AS, (rlim_t)4 << 30);
#endif
#if defined(RLIMIT_NPROC)
  LIMIT(RLIMIT_NPROC, 0);
#endif
#if defined(AU_FILTERED)
  return filter_calls(in, out, programs, n);
#else
  (void)in, (void)out, (void)programs, (void)n;
  return true;
#endif
#endif
}
