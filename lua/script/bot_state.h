/* bot_state.h: the state of a bot, for bot.c, bot_load.c and bot_play.c.
**
** The state keeps everything that never changes: libraries and the compiled
** chunk. Each game runs the chunk again over a new table of globals. */
#ifndef AU_BOT_STATE_H
#define AU_BOT_STATE_H

#include "script.h"

enum {
  AU_BOT_MEMORY = 128 << 20, /* bytes a bot may hold, garbage included */
  AU_BOT_MESSAGE = 512       /* bytes of a fault's message */
};

/* ORDER SLOT: the indices of the bot's stack. */
enum {
  AU_SLOT_HANDLER = 1,
  AU_SLOT_LIBS,
  AU_SLOT_CHUNK,
  AU_SLOT_OPTIONS,
  AU_SLOT_RULES,
  AU_SLOT_SELF,
  AU_SLOT_VIEW,
  AU_SLOT_BID,
  AU_SLOT_CHANGE,
  AU_SLOT_PLAY,
  AU_SLOT_ANSWER,
  AU_SLOT_START,
  AU_SLOT_OBSERVE,
  AU_SLOT_N = AU_SLOT_OBSERVE
};
/* ORDER SLOT, from AU_SLOT_BID on: the names of the callbacks. */
extern const char *const au_bot_callbacks[];

struct au_bot {
  lua_State *L;     /* owned */
  au_limits limits; /* of L */
  au_trust_level level;
  int status;             /* of the last call that failed */
  au_lua *data;           /* of L */
  const au_lrules *rules; /* in L, at AU_SLOT_RULES */
  int decks;              /* decks that these rules need */
  const au_lrules
      *source;         /* the rules of the game, of which those are a copy */
  const au_seed *seed; /* of the game */
  au_rng given;        /* the stream of each decision, */
  bool is_given;       /*   instead of one that follows from the seed */
  au_lview *view;      /* in L, at AU_SLOT_VIEW */
  char *path, *name;   /* owned */
  char *trace;         /* owned; of the last fault */
  const char *doing, *kind;
  bool observes;
  uint8_t seat;
  int part;            /* of the call that is made: ORDER PART */
  au_profile *profile; /* owned; NULL if calls are not measured */
  au_locals *locals; /* of the last answer; owned; NULL if they are not kept */
  au_voice voice;
  char message[AU_BOT_MESSAGE];
};

/* ---- bot.c ---- */

/* The game is about to change: a trusted bot may have kept its view. */
void au_bot_close_view(au_bot *b);
/* Record a fault; 'text' is the message for people. Returns false. */
bool au_bot_fault(au_bot *b, const char *kind, const char *text);
/* Record the fault of a failed call, whose error is on the stack. Returns
** false. */
bool au_bot_fault_of_call(au_bot *b);
/* Call the function on the stack like lua_pcall, within the bot's limits.
** Returns true if it succeeds. */
bool au_bot_call(au_bot *b, int args, int results, int handler);
/* Call 'f' in protected mode, with the slots as arguments 1 to AU_SLOT_N and
** 'in'. It returns the slots. If it raised, returns false with the message on
** the top. Every allocation in the bot's state may fail, so it happens in such
** a function. */
bool au_bot_protect(au_bot *b, lua_CFunction f, void *in);

/* ---- bot_load.c ---- */

/* Run the chunk again and put its table and callbacks into their slots. May
** raise. */
void au_bot_instantiate(lua_State *L, const char *path);

#endif
