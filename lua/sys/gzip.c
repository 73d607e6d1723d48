/* gzip.c: reading files that may be gzip data, and writing gzip data.
**
** The first two bytes of a file tell whether it is gzip, not its name, so
** standard input and a pipe may be gzip too; the name decides only if these
** bytes are damaged. Data of several members, as `cat a.gz b.gz` makes
** them, are read as one. Inflated bytes are returned before more data are
** awaited, so that a line in a pipe is read as soon as it is written. */
#define ZLIB_CONST
#include "sys.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
  RAW = 1 << 16,          /* bytes read at once */
  FORMAT = MAX_WBITS + 16 /* for zlib: gzip data, not its own */
};

struct au_gunzip {
  z_stream z;          /* its input is in 'raw' */
  bool inside;         /* a member has begun and not ended */
  lua_Integer members; /* members that have ended */
  off_t got;           /* bytes of the file that were read so far */
  off_t member;        /* the position of the member read last */
  off_t again;         /* bytes that were read a second time */
  unsigned char raw[RAW];
};

bool au_ends_in_gz(const char *path) {
  size_t n = strlen(path);
  return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

static const char no_memory[] = "not enough memory";

static void complain(au_source *s, const char *what) {
  snprintf(s->problem, sizeof s->problem, "%s", what);
}

static ssize_t read_raw(au_source *s, void *to, size_t n) {
  ssize_t got;
  do
    got = read(s->fd, to, n);
  while (got < 0 && errno == EINTR && !au_interrupted);
  if (got < 0) {
    complain(s, strerror(errno));
    s->lost = true;
  }
  return got;
}

/* Begin to inflate data whose first 'n' bytes were read already. */
static void begin(au_source *s, const char *bytes, size_t n) {
  s->gzip = calloc(1, sizeof *s->gzip);
  if (s->gzip == NULL || inflateInit2(&s->gzip->z, FORMAT) != Z_OK) {
    free(s->gzip);
    s->gzip = NULL;
    complain(s, no_memory);
    return;
  }
  memcpy(s->gzip->raw, bytes, n);
  s->gzip->got = (off_t)n;
  s->gzip->z.next_in = s->gzip->raw;
  s->gzip->z.avail_in = (uInt)n;
}

/* True if there are control characters below BEL, which no text has. */
static bool is_binary(const char *bytes, size_t n) {
  enum { FIRST = '\a' }; /* of the control characters that texts have */
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)bytes[i] < FIRST)
      return true;
  return false;
}

/* Read the first bytes and find out their format. Returns the number of plain
** bytes in 'to'. */
static ssize_t look(au_source *s, char *to, size_t n) {
  static const char magic[] = {'\x1f', '\x8b'};
  size_t got = 0;
  ssize_t more;
  s->begun = true;
  do {
    more = read_raw(s, to + got, (n < RAW ? n : RAW) - got);
    got += more > 0 ? (size_t)more : 0;
  } while (more > 0 && got < sizeof magic && to[0] == magic[0]);
  if (got >= sizeof magic && memcmp(to, magic, sizeof magic) == 0)
    begin(s, to, got);
  else if (s->named_gzip && is_binary(to, got)) {
    begin(s, to, got);
    complain(s, "the gzip data are damaged at their beginning");
  }
  return more < 0 ? -1 : (ssize_t)got;
}

/* Read more gzip data; false at the end and on failure. */
static bool refill(au_source *s) {
  struct au_gunzip *g = s->gzip;
  ssize_t got = read_raw(s, g->raw, RAW);
  if (got == 0 && g->inside)
    complain(s, "the gzip data end in the middle");
  g->z.next_in = g->raw;
  g->z.avail_in = got > 0 ? (uInt)got : 0;
  g->got += g->z.avail_in;
  return got > 0;
}

/* Begin the next member, if there is one. Zeros may follow the last member, as
** on a tape. */
static void begin_member(au_source *s) {
  struct au_gunzip *g = s->gzip;
  for (; g->members > 0 && g->z.avail_in > 0 && *g->z.next_in == 0;
       g->z.avail_in--)
    g->z.next_in++;
  if (g->z.avail_in == 0)
    return;
  if (*g->z.next_in != 0x1f) {
    complain(s, "the gzip data are followed by other data");
    return;
  }
  inflateReset(&g->z);
  g->member = g->got - g->z.avail_in;
  g->inside = true;
}

static void inflate_member(au_source *s) {
  struct au_gunzip *g = s->gzip;
  int status = inflate(&g->z, Z_NO_FLUSH);
  if (status == Z_STREAM_END) {
    g->inside = false;
    g->members++;
  } else if (status == Z_MEM_ERROR) {
    s->lost = true;
    complain(s, no_memory);
  } else if (status != Z_OK && status != Z_BUF_ERROR) {
    const char *why = g->z.msg != NULL ? g->z.msg : "they need a dictionary";
    bool read = strcmp(why, "incorrect data check") == 0;
    snprintf(s->problem, sizeof s->problem, "the gzip data are damaged (%s)%s",
             why, read ? "; lines before this one may be wrong" : "");
  }
}

static ssize_t read_gzip(au_source *s, char *to, size_t n) {
  z_stream *z = &s->gzip->z;
  z->next_out = (Bytef *)to;
  z->avail_out = (uInt)n;
  while (z->avail_out > 0 && s->problem[0] == '\0') {
    if (!s->gzip->inside)
      begin_member(s);
    if (s->gzip->inside)
      inflate_member(s);
    if (z->avail_in == 0 && s->problem[0] == '\0' &&
        (z->avail_out < n || !refill(s)))
      break;
  }
  size_t given = n - z->avail_out;
  return given == 0 && s->problem[0] != '\0' ? -1 : (ssize_t)given;
}

/* True if a member of gzip data can begin with these four bytes. */
static bool begins_member(const unsigned char *at) {
  enum { DEFLATE = 8, RESERVED = 0xe0 };
  return at[0] == 0x1f && at[1] == 0x8b && at[2] == DEFLATE &&
         (at[3] & RESERVED) == 0;
}

/* Go back to where the damaged member begins, and past its first byte: a member
** that was cut takes the next ones for its own data. A pipe stays where it is,
** as does a file of so much damage that it would take too long. */
static void go_back(au_source *s) {
  static const off_t most = (off_t)1 << 28;
  struct au_gunzip *g = s->gzip;
  off_t back = g->got - g->member - 1;
  if (back < 0 || g->again + back > most || lseek(s->fd, -back, SEEK_CUR) < 0)
    return;
  g->again += back;
  g->got -= back;
  g->z.avail_in = 0;
}

bool au_source_resume(au_source *s) {
  enum { HEAD = 4 };
  struct au_gunzip *g = s->gzip;
  if (g == NULL || s->lost)
    return false;
  go_back(s);
  for (;;) {
    for (; g->z.avail_in >= HEAD; g->z.next_in++, g->z.avail_in--)
      if (begins_member(g->z.next_in)) {
        inflateReset(&g->z);
        g->member = g->got - g->z.avail_in;
        g->inside = true;
        s->problem[0] = '\0';
        return true;
      }
    memmove(g->raw, g->z.next_in, g->z.avail_in);
    ssize_t got = read_raw(s, g->raw + g->z.avail_in, RAW - g->z.avail_in);
    if (got <= 0)
      return false;
    g->z.next_in = g->raw;
    g->z.avail_in += (uInt)got;
    g->got += got;
  }
}

ssize_t au_source_read(au_source *s, char *to, size_t n) {
  if (!s->begun) {
    ssize_t got = look(s, to, n);
    if (s->gzip == NULL)
      return s->problem[0] != '\0' ? -1 : got;
  }
  return s->gzip != NULL ? read_gzip(s, to, n) : read_raw(s, to, n);
}

void au_source_close(au_source *s) {
  if (s->fd >= 0)
    close(s->fd);
  s->fd = -1;
  if (s->gzip != NULL)
    inflateEnd(&s->gzip->z);
  free(s->gzip);
  s->gzip = NULL;
}

void au_gzip(au_text *out, const char *bytes, size_t n) {
  enum { UNIX = 3 };
  gz_header head = {.os = UNIX}; /* zlib would name the system it runs on */
  z_stream z = {0};
  unsigned char piece[1 << 14];
  int status;
  if (n > UINT_MAX || deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                   FORMAT, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    out->failed = true;
    return;
  }
  deflateSetHeader(&z, &head);
  z.next_in = (const Bytef *)bytes;
  z.avail_in = (uInt)n;
  do {
    z.next_out = piece;
    z.avail_out = sizeof piece;
    status = deflate(&z, Z_FINISH);
    au_text_add(out, piece, sizeof piece - z.avail_out);
  } while (status == Z_OK);
  deflateEnd(&z);
}

uint32_t au_crc32(const char *bytes, size_t n) {
  return (uint32_t)crc32_z(0, (const Bytef *)bytes, n);
}
