/* memory.h: where a value of the core gets memory that its owner must count or
** confine. */
#ifndef AU_MEMORY_H
#define AU_MEMORY_H

#include <stddef.h>

/* 'resize' makes, resizes or frees (size 0) a block, like a lua_Alloc: 'old' is
** its size so far, 0 for a new block. It returns NULL if memory fails; the
** block then stays as it was. */
typedef struct au_memory {
  void *(*resize)(void *ctx, void *block, size_t old, size_t size);
  void *ctx;
} au_memory;

#endif
