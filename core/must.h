/* must.h: marks a function whose caller must check its result. */
#ifndef AU_MUST_H
#define AU_MUST_H

#if defined(__GNUC__)
#define AU_MUST __attribute__((warn_unused_result))
#else
#define AU_MUST
#endif

#endif
