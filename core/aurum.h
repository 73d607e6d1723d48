/* aurum.h: all of libaurum. Lua, the program and other hosts
** include this file. */
#ifndef AU_AURUM_H
#define AU_AURUM_H

#include "action.h"
#include "belief.h"
#include "card.h"
#include "game.h"
#include "policy.h"
#include "position.h"
#include "record.h"
#include "rng.h"
#include "rules.h"
#include "score.h"
#include "search.h"
#include "solve.h"
#include "state.h"
#include "trick.h"
#include "view.h"

#endif
