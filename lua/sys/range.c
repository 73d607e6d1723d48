/* range.c: blocks of memory in a range of addresses that one script has for
** itself.
**
** A Lua program can find the address of an object, modulo some number: by the
** length of a table from which keys were removed. So an address must not depend
** on what other scripts of the process did. Here it depends only on the sizes
** that this script asked for, in their order.
**
** Lua hashes the lower 32 bits of an address. A range begins at a multiple of
** 2^32, so an object has the same hash in every range, process and run. Where a
** process has no such addresses, a range is one small piece of malloc's memory,
** anywhere. Blocks for which it has no room then come from malloc.
**
** The blocks lie one behind the other:
**
**   | block | block | ... | block | last |
**
** 1. Each begins with its size and the size of the block before it.
** 2. A free block is in the list of its size class, and no two free blocks are
**    neighbours.
** 3. 'last' is the head of a block in use, and nothing else.
**
** A list holds the free blocks whose sizes share the three highest bits
** (Masmano and others 2004, TLSF). So blocks are found and freed in constant
** time. */
#include "sys.h"

#include <stdlib.h>

#if UINTPTR_MAX > UINT32_MAX
#include <sys/mman.h>
#endif

struct au_block {
  _Alignas(16) size_t size; /* with this head; the lowest bits are flags */
  size_t before;            /* size of the block before it; 0: the first */
  au_block *next, *prev;    /* of a free block */
};

enum {
  USED = 1,  /* the block is in use */
  STILL = 2, /* its bytes never change: see au_range_still */
  KEPT = 4,  /* it was still when the range was kept, and is not freed */
  FLAGS = 15,
  HEAD = 16,         /* bytes before the user's */
  LEAST = 32,        /* bytes of the smallest block */
  LARGE = 4096,      /* bytes from which STILL spares work, */
  BEGUN = HEAD + 64, /*   and of which that many may still change */
  GRAIN = 1 << 16,   /* the range grows by multiples, */
  FIRST = 1 << 18,   /*   and has so many bytes at first, */
  MOST = 256 << 20,  /*   and so many at most */
  PIECE = 4 << 20,   /* bytes of a range of malloc's memory */
  RETURNED = 4 << 20 /* bytes that are worth giving back */
};


static size_t size_of(const au_block *b) {
  return b->size & ~(size_t)FLAGS;
}

static bool is_used(const au_block *b) {
  return b->size & USED;
}

static au_block *after(au_block *b) {
  return (au_block *)((char *)b + size_of(b));
}

static au_block *before(au_block *b) {
  return (au_block *)((char *)b - b->before);
}

static au_block *block_of(void *bytes) {
  return (au_block *)((char *)bytes - HEAD);
}

static au_block *block_at(const au_range *r, size_t offset) {
  return (au_block *)(r->base + offset);
}

static au_block *last_of(const au_range *r) {
  return block_at(r, r->now.end - HEAD);
}

/* Set a block's size, and note it in the block behind. Clears other flags. */
static void set_size(au_block *b, size_t size, size_t used) {
  b->size = size | used;
  after(b)->before = size;
}

/* ---- Lists of free blocks ------------------------------------------------ */

/* The class of blocks of 'size' bytes. */
static unsigned class_of(size_t size) {
  unsigned long long units = size / 16;
  unsigned high = 63u - (unsigned)__builtin_clzll(units);
  return high < 2 ? (unsigned)units
                  : 4 * (high - 1) + (unsigned)(units >> (high - 2) & 3);
}

/* The first class in which every block has 'size' bytes. */
static unsigned class_for(size_t size) {
  unsigned class = class_of(size);
  return class_of(size - 16) == class ? class + 1 : class;
}

static void link_block(au_range *r, au_block *b) {
  unsigned class = class_of(size_of(b));
  b->prev = NULL;
  b->next = r->now.list[class];
  if (b->next != NULL)
    b->next->prev = b;
  r->now.list[class] = b;
  r->now.filled[class / 64] |= (uint64_t)1 << class % 64;
}

static void unlink_block(au_range *r, au_block *b) {
  unsigned class = class_of(size_of(b));
  if (b->next != NULL)
    b->next->prev = b->prev;
  if (b->prev != NULL)
    b->prev->next = b->next;
  else
    r->now.list[class] = b->next;
  if (r->now.list[class] == NULL)
    r->now.filled[class / 64] &= ~((uint64_t)1 << class % 64);
}

/* The block at the end, if it is free and has 'size' bytes; else NULL. */
static au_block *find_last(const au_range *r, size_t size) {
  au_block *b = before(last_of(r));
  return !is_used(b) && size_of(b) >= size ? b : NULL;
}

/* A free block of at least 'size' bytes; NULL if none is known. */
static au_block *find(const au_range *r, size_t size) {
  unsigned class = class_for(size), word = class / 64;
  uint64_t filled = r->now.filled[word] & ~(uint64_t)0 << class % 64;
  if (filled == 0 && word == 0)
    filled = r->now.filled[word = 1];
  if (filled == 0)
    return find_last(r, size);
  return r->now.list[64 * word + (unsigned)__builtin_ctzll(filled)];
}

/* Make the block free, and one with its free neighbours. */
static void release(au_range *r, au_block *b) {
  size_t size = size_of(b);
  if (!is_used(after(b))) {
    unlink_block(r, after(b));
    size += size_of(after(b));
  }
  if (b->before != 0 && !is_used(before(b))) {
    b = before(b);
    unlink_block(r, b);
    size += size_of(b);
  }
  set_size(b, size, 0);
  link_block(r, b);
}

/* Shorten the block in use to 'size' bytes, if the rest is a block. */
static void trim(au_range *r, au_block *b, size_t size) {
  size_t rest = size_of(b) - size, flags = b->size & FLAGS;
  if (rest < LEAST)
    return;
  b->size = size | flags;
  after(b)->before = size;
  set_size(after(b), rest, USED);
  release(r, after(b));
}

/* ---- Growing ------------------------------------------------------------- */

#if UINTPTR_MAX > UINT32_MAX

#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif
#if !defined(MAP_FIXED_NOREPLACE)
#define MAP_FIXED_NOREPLACE 0 /* an address is a wish, and 'p' is tested */
#endif

/* Map memory at this very address. */
static bool map_at(uintptr_t at, size_t bytes) {
  void *wanted = (void *)at;
  void *p = mmap(
      wanted, bytes, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == wanted)
    return true;
  if (p != MAP_FAILED)
    munmap(p, bytes);
  return false;
}

/* Find a multiple of 2^32 where nothing lies, from 2^37 on: C libraries and
** systems place all else below or far above. */
static char *claim(size_t bytes) {
  enum { LOWEST = 32, PLACES = 8192, TRIES = 64 };
  static unsigned made;
  for (int i = 0; i < TRIES; i++) {
    uintptr_t at = (uintptr_t)(LOWEST + made++ % PLACES) << 32;
    if (map_at(at, bytes))
      return (char *)at;
  }
  return NULL;
}

static void unclaim(char *base, size_t bytes) {
  munmap(base, bytes);
}

static bool extend(au_range *r, size_t end) {
  if (end > r->mapped &&
      !map_at((uintptr_t)r->base + r->mapped, end - r->mapped))
    return false;
  if (end > r->mapped)
    r->mapped = end;
  return true;
}

static void give_back(au_range *r, size_t from, size_t to) {
  if (to > from + RETURNED)
    madvise(r->base + from, to - from, MADV_DONTNEED);
}

#else

static char *claim(size_t bytes) {
  (void)bytes;
  return NULL;
}
static void unclaim(char *base, size_t bytes) {
  (void)base, (void)bytes;
}
static bool extend(au_range *r, size_t end) {
  (void)r, (void)end;
  return false;
}
static void give_back(au_range *r, size_t from, size_t to) {
  (void)r, (void)from, (void)to;
}

#endif

/* Make one free block of the bytes from 'from' to 'end', where the range then
** ends. */
static void add_space(au_range *r, size_t from, size_t end) {
  au_block *b = block_at(r, from);
  r->now.end = end;
  b->size = (end - HEAD - from) | USED;
  last_of(r)->size = USED; /* of no bytes */
  last_of(r)->before = size_of(b);
  release(r, b);
}

/* Make room for a block of 'size' bytes. */
static bool grow(au_range *r, size_t size) {
  size_t end = r->now.end, wanted = 2 * end;
  if (!r->fixed || size + LEAST > MOST - end) {
    r->full = true;
    return false;
  }
  if (wanted < end + size + LEAST)
    wanted = (end + size + LEAST + GRAIN - 1) & ~(size_t)(GRAIN - 1);
  if (wanted > MOST)
    wanted = MOST;
  if (!extend(r, wanted))
    return false;
  add_space(r, end - HEAD, wanted); /* 'last' becomes the head */
  return true;
}

/* ---- Blocks -------------------------------------------------------------- */

bool au_range_has(const au_range *r, const void *block) {
  return (uintptr_t)block - (uintptr_t)r->base < r->now.end;
}

/* The size of a block for 'size' bytes of the user. */
static size_t whole(size_t size) {
  size_t all = (size + HEAD + 15) & ~(size_t)15;
  return all < LEAST ? LEAST : all;
}

static void *take(au_range *r, size_t size) {
  r->full = size > MOST;
  if (r->full)
    return NULL;
  size_t all = whole(size);
  au_block *b = find(r, all);
  if (b == NULL && grow(r, all))
    b = find_last(r, all);
  if (b == NULL)
    return NULL;
  unlink_block(r, b);
  b->size |= USED;
  trim(r, b, all);
  return (char *)b + HEAD;
}

static void put(au_range *r, au_block *b) {
  if (!(b->size & KEPT))
    release(r, b);
}

void *au_range_resize(au_range *r, void *bytes, size_t size) {
  if (bytes == NULL)
    return take(r, size);
  au_block *b = block_of(bytes);
  if (size == 0) {
    put(r, b);
    return NULL;
  }
  size_t all = size <= MOST ? whole(size) : SIZE_MAX, has = size_of(b);
  if (all > has && !is_used(after(b)) && has + size_of(after(b)) >= all) {
    unlink_block(r, after(b));
    set_size(b, has + size_of(after(b)), b->size & FLAGS);
    has = size_of(b);
  }
  if (all <= has) {
    trim(r, b, all);
    return bytes;
  }
  void *made = take(r, size);
  if (made == NULL)
    return NULL;
  memcpy(made, bytes, has - HEAD);
  put(r, b);
  return made;
}

/* ---- Keeping and restoring ------------------------------------------------
**
** The image holds the range's bytes in runs. Between two runs lies a still
** block, whose head and first bytes are part of the run before. */

void au_range_still(void *bytes) {
  if (size_of(block_of(bytes)) >= LARGE)
    block_of(bytes)->size |= STILL;
}

void *au_range_find(const au_range *r, const void *inside) {
  au_block *b = block_at(r, 0);
  while ((const char *)after(b) <= (const char *)inside)
    b = after(b);
  return (char *)b + HEAD;
}

typedef struct run {
  size_t from, n; /* bytes of the range */
} run;

/* Add a run to the image, or only count its bytes if there is no image. Returns
** the bytes of the image so far. */
static size_t copy_run(au_range *r, size_t image_n, size_t from, size_t to) {
  run one = {from, to - from};
  if (r->image != NULL) {
    memcpy(r->image + image_n, &one, sizeof one);
    memcpy(r->image + image_n + sizeof one, r->base + from, one.n);
  }
  return image_n + sizeof one + one.n;
}

static size_t copy_runs(au_range *r, const char *rest) {
  size_t n = 0, from = 0;
  const au_block *last = last_of(r);
  for (au_block *b = block_at(r, 0); b != last; b = after(b)) {
    size_t here = (size_t)((char *)b - r->base), to;
    if (b->size & STILL)
      b->size |= KEPT;
    if (b->size & KEPT)
      to = here + BEGUN;
    else if (!is_used(b))
      to = here + LEAST; /* its other bytes have no meaning */
    else if (rest > (char *)b && rest < (char *)after(b))
      to = (size_t)(rest - r->base);
    else
      continue;
    n = copy_run(r, n, from, to);
    from = here + size_of(b);
  }
  return copy_run(r, n, from, r->now.end);
}

bool au_range_keep(au_range *r, const char *rest) {
  if (!r->fixed)
    return false;
  free(r->image);
  r->image = NULL;
  r->image_n = copy_runs(r, rest);
  r->image = malloc(r->image_n);
  if (r->image == NULL) {
    au_give_up();
    return false;
  }
  copy_runs(r, rest);
  r->kept = r->now;
  return true;
}

bool au_range_restore(au_range *r) {
  if (r->image == NULL)
    return false;
  give_back(r, r->kept.end, r->now.end);
  r->now = r->kept;
  run one;
  for (size_t at = 0; at < r->image_n; at += sizeof one + one.n) {
    memcpy(&one, r->image + at, sizeof one);
    memcpy(r->base + one.from, r->image + at + sizeof one, one.n);
  }
  return true;
}

/* ---- Opening and closing ------------------------------------------------- */

/* Begin with a block that nobody uses, so that the heaps of a game's seats lie
** at different offsets: equal ones share the sets of the processor's caches. */
static void shift(au_range *r, int place) {
  enum { STEP = 5 * 4096 + 21 * 64 }; /* other pages, other lines */
  void *unused = place > 1 ? take(r, (size_t)(place - 1) * STEP) : NULL;
  if (unused != NULL)
    au_range_still(unused);
}

bool au_range_open(au_range *r, int place) {
  *r = (au_range){.mapped = FIRST};
  r->base = claim(FIRST);
  r->fixed = r->base != NULL;
  if (!r->fixed) {
    r->mapped = PIECE;
    r->base = malloc(PIECE);
  }
  if (r->base == NULL)
    return false;
  block_at(r, 0)->before = 0;
  add_space(r, 0, r->mapped);
  shift(r, place);
  return true;
}

void au_range_close(au_range *r) {
  if (r->fixed)
    unclaim(r->base, r->mapped);
  else
    free(r->base);
  free(r->image);
  *r = (au_range){.base = NULL};
}
