/* net_file.h: nets as bytes.
**
** A file is a head of lines, an empty line, the parts, and a checksum:
**
**   aurum-net 1           the version of the format
**   inputs 1              the version of its inputs, 1 or 2
**   players 4             the table: players, the side of each seat,
**   sides 1 2 1 2           and the copies of each rank of gold
**   gold 4 2 2 2 2 1 1 1 1
**   width 128 32          AU_NET_WIDTH, AU_NET_INNER
**   goal lead             margin, points, lead, round or game
**   unit 10
**   parts closed open     or one of them
**   digest 0123456789abcdef ...  of the rounds of the rules it has learned
**   rules standard+stakes the name of the first
**   how ...               one line for people, or nothing
**
** A part is: shift (1 byte), the bias of the sums (int16 each), the weights of
** the second layer (int8) and its bias (int32), those of the last (int16,
** int32), a bit for each input that has a row (lowest first, in bytes), and
** those rows. A weight of a row is an int8; or -128 and then an int16, if it is
** not within -127 .. 127. Numbers are little-endian. The checksum is 8 bytes:
** au_hash of all before it with the key 0, 0. A newline ends the file. */
#ifndef AU_NET_FILE_H
#define AU_NET_FILE_H

#include "net.h"
#include "text.h"

/* True if these bytes begin like a net. */
bool au_net_begins(const void *data, size_t len);
/* Read all but the weights, and check the checksum. '*rows' is the number of
** rows that au_net_read needs. AU_EFORMAT, with 'why' (AU_WHY_TEXT bytes). */
AU_MUST au_status au_net_read_head(const void *data, size_t len, au_net *net,
                                   size_t *rows, char *why);
/* Read a net whose head was read; its parts then point into 'row', which has
** the rows asked for. AU_EFORMAT, with 'why', also if a sum could overflow. */
AU_MUST au_status au_net_read(const void *data, size_t len, au_net *net,
                              int16_t (*row)[AU_NET_WIDTH], char *why);
/* Append a net. */
void au_net_write(const au_net *net, au_text *out);

#endif
