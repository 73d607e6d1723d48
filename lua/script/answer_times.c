/* answer_times.c: how long a seat's bot takes for its answers: their number,
** the seconds in all, and a histogram.
**
** A time in nanoseconds falls into a bucket by its four leading binary digits:
** a bucket is at most an eighth as wide as its times are long. So histograms of
** any number of games have the same few buckets and add up exactly.
** lua/stats/answer_times.lua adds and reads them. */
#include "script.h"

#include <stdio.h>

enum { FINE = 16 }; /* below it each number of nanoseconds has a bucket */

/* ORDER BUCKET */
static int bucket_of(double seconds) {
  const uint64_t longest = ((uint64_t)FINE << (AU_TIME_N / 8 - 2)) - 1;
  uint64_t ns = longest;
  int shift = 0;
  if (seconds < 1e-9 * (double)longest)
    ns = seconds > 0 ? (uint64_t)(1e9 * seconds) : 0;
  while (ns >> shift >= FINE)
    shift++;
  return 8 * shift + (int)(ns >> shift);
}

void au_timing_add(au_timing *t, double seconds) {
  if (seconds < 0) /* between two readings of different kinds */
    seconds = 0;
  t->answers++;
  t->seconds += seconds;
  t->count[bucket_of(seconds)]++;
}

void au_timing_push(lua_State *L, const au_timing *t) {
  luaL_Buffer text;
  lua_createtable(L, 0, 3);
  lua_pushinteger(L, (lua_Integer)t->answers);
  lua_setfield(L, -2, "decisions");
  lua_pushnumber(L, t->seconds);
  lua_setfield(L, -2, "seconds");
  luaL_buffinit(L, &text);
  const char *gap = "";
  for (int i = 0; i < AU_TIME_N; i++)
    if (t->count[i] > 0) {
      char pair[32];
      int n = t->count[i] == 1 ? snprintf(pair, sizeof pair, "%s%d", gap, i)
                               : snprintf(pair, sizeof pair, "%s%d:%u", gap, i,
                                          (unsigned)t->count[i]);
      luaL_addlstring(&text, pair, (size_t)n);
      gap = " ";
    }
  luaL_pushresult(&text);
  lua_setfield(L, -2, "times");
}
