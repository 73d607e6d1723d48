/* aurum.h: all of libaurum. Lua, the program and other hosts
** include this file. */
#ifndef AU_AURUM_H
#define AU_AURUM_H

/* C's own headers first: they may not stand in C++'s extern "C". */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "action.h"
#include "apply.h"
#include "belief.h"
#include "card.h"
#include "embed.h"
#include "game.h"
#include "learn.h"
#include "legal.h"
#include "net_file.h"
#include "net_play.h"
#include "place.h"
#include "policy.h"
#include "position.h"
#include "record.h"
#include "reward.h"
#include "rng.h"
#include "rules.h"
#include "score.h"
#include "search.h"
#include "solve.h"
#include "state.h"
#include "trial.h"
#include "trick.h"
#include "view.h"
#include "worlds.h"

#ifdef __cplusplus
}
#endif

#endif
