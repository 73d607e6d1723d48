/* attributes.h: marks on functions. */
#ifndef AU_MUST_H
#define AU_MUST_H

/* AU_MUST: the caller must check the result.
** AU_APART: not inlined. The compiler saves every register that an inlined
** function needs, on each call of the one it is inlined in.
** AU_RARE: not inlined, and seldom called: the questions of a variant, in the
** functions that each action passes through.
** AU_INLINE: short, and compiled into its callers. libaurum also has it as a
** function, made by embed.c, for languages that cannot read C headers. */
#ifndef AU_INLINE
#define AU_INLINE static inline
#endif
#if defined(__GNUC__)
#define AU_MUST  __attribute__((warn_unused_result))
#define AU_APART __attribute__((noinline))
#define AU_RARE  __attribute__((noinline, cold))
#else
#define AU_MUST
#define AU_APART
#define AU_RARE
#endif

#endif
