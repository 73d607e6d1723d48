/* slabs.c: small blocks of one Lua state, cut from a few slabs.
**
** A bot makes and drops hundreds of short-lived values per answer, and malloc
** took a sixth of a game. Lua tells the size of a block when it frees it. So a
** free block here needs no header, and waits in a list of its size for the next
** of that size.
**
** The slabs of a state have a fixed limit. Larger blocks, and small ones that
** find no room, come from malloc as before: a script that wastes the lists can
** waste no more than the slabs. A slab that malloc refuses is missing, and no
** error: the block itself is then asked of malloc, which may fail. */
#include "sys.h"

#include <stdlib.h>
#include <string.h>

enum {
  GRAIN = 16,          /* sizes are rounded up to multiples; keeps alignment */
  FIRST_SLAB = 1 << 16 /* bytes; each further slab is twice as large */
};

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
static void *cut(au_slabs *a, size_t bytes) {
  if (a->left < bytes) {
    void *slab = a->n < AU_SLAB_N ? malloc(slab_size(a->n)) : NULL;
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

static void *take(au_slabs *a, size_t size) {
  void *block = NULL;
  if (is_small(size)) {
    size_t i = list_of(size);
    block = a->free[i];
    if (block != NULL)
      memcpy(&a->free[i], block, sizeof block); /* the next in the list */
    else
      block = cut(a, i * GRAIN);
  }
  return block != NULL ? block : au_resize(NULL, 0, size);
}

static void put(au_slabs *a, void *block, size_t size) {
  void **list = &a->free[list_of(size)];
  memcpy(block, list, sizeof *list);
  *list = block;
}

void *au_slabs_resize(au_slabs *a, void *block, size_t old, size_t size) {
  if (block == NULL)
    return size > 0 ? take(a, size) : NULL;
  if (!is_small(old) || !owns(a, block))
    return au_resize(block, old, size);
  if (size > 0 && list_of(size) <= list_of(old))
    return block; /* shrinking must succeed */
  void *made = size > 0 ? take(a, size) : NULL;
  if (made != NULL)
    memcpy(made, block, old);
  if (made != NULL || size == 0)
    put(a, block, old);
  return made;
}

void au_slabs_free(au_slabs *a) {
  for (int i = 0; i < a->n; i++)
    free(a->slab[i]);
  memset(a, 0, sizeof *a);
}
