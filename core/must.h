/* must.h: mark a function whose result its caller must look at. */
#ifndef AU_MUST_H
#define AU_MUST_H

#if defined(__GNUC__)
#define AU_MUST __attribute__((warn_unused_result))
#else
#define AU_MUST
#endif

#endif
