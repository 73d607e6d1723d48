/* heap.c: all memory of one script: the objects of its Lua state, and what
** these hold outside of it.
**
** A bot makes and drops hundreds of short-lived values per answer, and malloc
** took a sixth of a game. Lua tells the size of a block when it frees it. So a
** free small block here needs no header, and waits in a list of its size for
** the next of that size.
**
** Small blocks are cut from a few slabs. Their number is fixed: larger blocks,
** and small ones that find no room, come from the heap's range or, if it has
** none, from malloc. So a script that wastes the lists can waste no more than
** the slabs. A slab that is refused is missing, and no error: the block itself
** is then asked for, which may fail. */
#include "sys.h"

#include <string.h>

enum {
  GRAIN = 16,          /* sizes are rounded up to multiples; keeps alignment */
  FIRST_SLAB = 1 << 16 /* bytes; each further slab is twice as large */
};

/* ---- Blocks outside of slabs --------------------------------------------- */

/* Resize such a block. Making it smaller never fails. */
static void *resize_large(au_heap *h, void *block, size_t old, size_t size) {
  au_range *r = &h->range;
  if (r->base == NULL || (block != NULL && !au_range_has(r, block)))
    return au_resize(block, old, size);
  void *made = au_range_resize(r, block, size);
  if (made != NULL || size == 0)
    return made;
  if (r->fixed)
    return r->full ? NULL : au_refused(block, size);
  made = au_resize(NULL, 0, size);
  if (made != NULL && block != NULL) {
    memcpy(made, block, old < size ? old : size);
    au_range_resize(r, block, 0);
  }
  return made;
}

/* ---- Slabs --------------------------------------------------------------- */

/* The slab's bytes. */
static size_t slab_size(int i) {
  return (size_t)FIRST_SLAB << i;
}

static bool is_small(size_t size) {
  return size <= AU_SLAB_SMALL;
}

/* The list of the blocks of this size. */
static size_t list_of(size_t size) {
  return (size + GRAIN - 1) / GRAIN;
}

static bool owns(const au_slabs *a, const void *block) {
  for (int i = 0; i < a->n; i++)
    if ((uintptr_t)block - (uintptr_t)a->slab[i] < slab_size(i))
      return true;
  return false;
}

/* Cut a block off the last slab, or a new one; NULL if there is no room. */
static void *cut(au_heap *h, size_t bytes) {
  au_slabs *a = &h->slabs;
  if (a->left < bytes) {
    void *slab =
        a->n < AU_SLAB_N ? resize_large(h, NULL, 0, slab_size(a->n)) : NULL;
    if (slab == NULL)
      return NULL;
    a->slab[a->n] = a->at = slab;
    a->left = slab_size(a->n++);
  }
  void *block = a->at;
  a->at += bytes;
  a->left -= bytes;
  return block;
}

static void *take(au_heap *h, size_t size) {
  void *block = NULL;
  if (is_small(size)) {
    size_t i = list_of(size);
    block = h->slabs.free[i];
    if (block != NULL)
      memcpy(&h->slabs.free[i], block, sizeof block); /* the next in the list */
    else
      block = cut(h, i * GRAIN);
  }
  return block != NULL ? block : resize_large(h, NULL, 0, size);
}

static void put(au_slabs *a, void *block, size_t size) {
  void **list = &a->free[list_of(size)];
  memcpy(block, list, sizeof *list);
  *list = block;
}

/* ---- Heaps --------------------------------------------------------------- */

bool au_heap_open(au_heap *h, int place) {
  *h = (au_heap){.slabs = {.n = 0}};
  return place == 0 || AU_SLAB_SMALL == 0 || au_range_open(&h->range, place);
}

void *au_heap_resize(au_heap *h, void *block, size_t old, size_t size) {
  if (block == NULL)
    return size > 0 ? take(h, size) : NULL;
  if (!is_small(old) || !owns(&h->slabs, block))
    return resize_large(h, block, old, size);
  if (size > 0 && list_of(size) <= list_of(old))
    return block; /* shrinking must succeed */
  void *made = size > 0 ? take(h, size) : NULL;
  if (made != NULL)
    memcpy(made, block, old);
  if (made != NULL || size == 0)
    put(&h->slabs, block, old);
  return made;
}

void au_heap_still(au_heap *h, void *block, size_t size) {
  if (!is_small(size) && au_range_has(&h->range, block))
    au_range_still(block);
}

void au_heap_still_at(au_heap *h, const void *inside) {
  if (au_range_has(&h->range, inside) && !owns(&h->slabs, inside))
    au_range_still(au_range_find(&h->range, inside));
}

bool au_heap_keep(au_heap *h) {
  h->kept = h->slabs;
  return au_range_keep(&h->range, h->slabs.at);
}

bool au_heap_restore(au_heap *h) {
  if (!au_range_restore(&h->range))
    return false;
  h->slabs = h->kept;
  return true;
}

void au_heap_close(au_heap *h) {
  for (int i = 0; i < h->slabs.n; i++)
    resize_large(h, h->slabs.slab[i], slab_size(i), 0);
  if (h->range.base != NULL)
    au_range_close(&h->range);
  memset(h, 0, sizeof *h);
}
