/* rules.h: the rules of one variant for one number of players, as data.
**
** Everything in which editions and house rules differ is a knob: a named field
** with a kind, a range and a default. One table of knobs (rules.c) drives
** reading, showing and comparing variants, and their digest. A hook does what
** no knob can: it is a function that gets the data's answer and may give
** another. The defaults are the four-player rules that all five sources share.
** The file of an edition (variants/) states the rest. */
#ifndef AU_RULES_H
#define AU_RULES_H

#include "card.h"

struct au_state;
struct au_deal;
struct au_score;
typedef struct au_rules au_rules;

enum {
  AU_LIST_MAX = 16,      /* entries of a list knob */
  AU_DIGEST_TEXT = 17,   /* 16 hex digits and a NUL */
  AU_BID_MAX = 100,      /* highest bid of a side */
  AU_POINTS_MAX = 10000, /* most points for a bid (99 per
                         ** trick), and for gold */
  AU_WHY_TEXT = 200,     /* bytes of the longest message of the core */
  AU_WHO_TEXT = 128      /* bytes of the longest name of who forbids a card */
};

typedef struct au_list {
  uint8_t n;
  int16_t at[AU_LIST_MAX];
} au_list;

/* Values of the choice knobs, in the order of their names in rules.c. */
enum { AU_EXTRAS_SHOWN, AU_EXTRAS_HIDDEN };
enum { AU_ZERO_EVERY_ROUND, AU_ZERO_FIRST_ROUND, AU_ZERO_NEVER };
enum { AU_BIDDING_OPEN, AU_BIDDING_HIDDEN };
enum { AU_CHANGE_SIDE, AU_CHANGE_OWN };
enum { AU_SIDE_BID_HIGHEST, AU_SIDE_BID_LOWEST, AU_SIDE_BID_SUM };
enum { AU_FOLLOW_BARRED, AU_FOLLOW_MUST, AU_FOLLOW_FREE };
enum { AU_TRICK_TO_HIGHEST, AU_TRICK_TO_LOWEST };
enum { AU_GOLD_TO_LOWEST, AU_GOLD_TO_HIGHEST };
enum { AU_NEXT_LOWEST, AU_NEXT_WINNER };
enum { AU_TRICK_TIES_LATER, AU_TRICK_TIES_EARLIER };
enum { AU_OVER_BID, AU_OVER_TAKEN, AU_OVER_NOTHING };
enum { AU_TIE_EXACT, AU_TIE_SOLE_EXACT, AU_TIE_HIGHEST_GOLD };
enum { AU_GAME_TIE_LAST_BID };
/* The knob 'trump': AU_TRUMP_SUIT + i is the suit of the letter 'A' + i. */
enum { AU_TRUMP_NONE, AU_TRUMP_EXTRA, AU_TRUMP_SUIT };

/* ---- Questions ----------------------------------------------------------
**
** A variant may ask seats for more than bids, changes and cards. Its questions
** are data here; hooks say who is asked, which answers are legal, and what
** follows from them. A question is asked in steps. The seats of a step answer
** without seeing each other's answers. */

enum {
  AU_ASK_MAX = 8,      /* questions of a variant */
  AU_ASK_CARDS = 5,    /* cards of one answer */
  AU_ASK_WORDS = 32,   /* words of a question */
  AU_ASK_TEXT = 24,    /* bytes of a name or a word, with its NUL */
  AU_ASK_SAYS = 120,   /* bytes of a sentence, with its NUL */
  AU_ASK_ANSWERS = 64, /* answers to a question before it must be finished */
  AU_VALUE_MAX = 4095  /* highest number that is an answer */
};

/* The moment at which a question is asked. ORDER WHEN */
typedef enum au_when {
  AU_WHEN_DEAL,         /* after the deal, before the bids */
  AU_WHEN_INSTEAD,      /* in place of the bids: 'instead_of_bids' */
  AU_WHEN_BIDS,         /* after the bids, before the first trick */
  AU_WHEN_BEFORE_TRICK, /* before the bid changes of each trick */
  AU_WHEN_AFTER_TRICK,  /* when a trick is settled */
  AU_WHEN_ROUND,        /* after the pass that ends a round, before its score */
  AU_WHEN_N
} au_when;

/* The form of an answer: its value is a card's kind, a number, or the index of
** a word. */
typedef enum au_ask_kind {
  AU_ASK_CARD,
  AU_ASK_NUMBER,
  AU_ASK_WORD
} au_ask_kind;

typedef struct au_ask {
  char name[AU_ASK_TEXT];
  char text[AU_ASK_SAYS]; /* one sentence for people; may be empty */
  uint8_t when;           /* au_when */
  uint8_t kind;           /* au_ask_kind */
  uint8_t cards;          /* cards of an answer, 1 .. AU_ASK_CARDS; else 0 */
  bool secret;            /* no other seat ever learns an answer */
  bool narrows;           /* its choices may depend on what only the asked seat
                          ** sees */
  int16_t lo, hi;         /* numbers allowed */
  uint8_t word_n;
  char word[AU_ASK_WORDS][AU_ASK_TEXT];
} au_ask;

/* True if its answers are bits of a set. */
AU_INLINE bool au_ask_set(const au_ask *q) {
  return q->kind != AU_ASK_NUMBER || q->hi - q->lo < AU_KIND_MAX;
}

/* The questions of a variant; those of the same moment are asked in order. */
typedef struct au_asks {
  uint8_t n;
  au_ask ask[AU_ASK_MAX];
} au_asks;

/* Values that an answer may have: 'set' has cards or words, a bit each. Numbers
** are lo .. hi or, where a question allows at most 64, a bit each from its
** lowest on. */
typedef struct au_choices {
  au_set set;
  int16_t lo, hi;
  bool own; /* they may depend on what only the asked seat sees */
} au_choices;

enum { AU_VAR_N = 16 }; /* numbers that a variant's hooks may remember */

/* The kind of a var's values. 0: no seat, no side, or a flag not set. */
typedef enum au_holds {               /* ORDER HOLDS */
                        AU_HOLDS_ANY, /* not stated */
                        AU_HOLDS_NUMBER,
                        AU_HOLDS_SEAT, /* 1 .. players */
                        AU_HOLDS_SIDE, /* 1 .. sides */
                        AU_HOLDS_FLAG, /* 1 */
                        AU_HOLDS_N
} au_holds;
extern const char *const au_holds_names[AU_HOLDS_N + 1]; /* NULL last */

/* Hooks. A hook is NULL where the data decides. Its last arguments hold the
** data's answer, which it may replace; the new answer is checked. A hook
** returns AU_OK, or AU_EHOOK if it failed. It must not leave by longjmp,
** and must answer the same for the same arguments. Hooks with the argument
** 'vars' (AU_VAR_N numbers of the state) are called once, when something
** happens, and may store values there. The others only judge and may be
** called at any time. */
typedef struct au_hooks { /* ORDER HOOK */
  void *ctx;              /* passed to each hook; owned by whoever set it */
  /* The deal that au_deal_make has made, with the first player. */
  au_status (*deal)(void *ctx, const au_rules *r, const struct au_state *s,
                    struct au_deal *deal);
  /* The cards that the leader may lead, and whether it may pass. */
  au_status (*lead)(void *ctx, const au_rules *r, const struct au_state *s,
                    au_set *cards, bool *pass);
  /* The cards that the seat on turn may play to a trick that is led. */
  au_status (*legal)(void *ctx, const au_rules *r, const struct au_state *s,
                     au_set *cards, bool *pass);
  /* The seat that wins the full trick; AU_NONE for nobody. */
  au_status (*winner)(void *ctx, const au_rules *r, const struct au_state *s,
                      int16_t *vars, uint8_t *seat);
  /* The gold card that the full trick awards, and its seat;
  ** AU_NONE for none. */
  au_status (*award)(void *ctx, const au_rules *r, const struct au_state *s,
                     int16_t *vars, uint8_t *seat, au_card *gold);
  /* The seat that leads after the full trick. */
  au_status (*leader)(void *ctx, const au_rules *r, const struct au_state *s,
                      int16_t *vars, uint8_t *seat);
  /* The bid of a side. */
  au_status (*side_bid)(void *ctx, const au_rules *r, const struct au_state *s,
                        int side, int *bid);
  /* The points of a side for 'taken' tricks with the bid 'bid'. */
  au_status (*bid_points)(void *ctx, const au_rules *r,
                          const struct au_state *s, int side, int bid,
                          int taken, int *points);
  /* The points of a side for its gold. */
  au_status (*gold_points)(void *ctx, const au_rules *r,
                           const struct au_state *s, int side, int *points);
  /* The sides (a bit each) that win the round. */
  au_status (*round_winners)(void *ctx, const au_rules *r,
                             const struct au_state *s, int16_t *vars,
                             const struct au_score *score, uint8_t *sides);
  /* 'over' ends the game after this round, and 'sides' (a bit each) win it. If
  ** the data does not end it, 'sides' are those ahead. */
  au_status (*game_end)(void *ctx, const au_rules *r, const struct au_state *s,
                        int16_t *vars, bool *over, uint8_t *sides);
  /* The seats (a bit each) that are asked next; 0 if the question is finished.
  ** The answers of the step before are still in 's'. */
  au_status (*ask_next)(void *ctx, const au_rules *r, const struct au_state *s,
                        int ask, uint8_t *seats);
  /* The answers that 'seat' may give. It may see what 'seat' sees. */
  au_status (*ask_choices)(void *ctx, const au_rules *r,
                           const struct au_state *s, int ask, uint8_t seat,
                           au_choices *choices);
  /* The answer of a player who does not know the question: one of the choices,
  ** as many cards as the question asks for. '*answer' holds the choices. */
  au_status (*ask_default)(void *ctx, const au_rules *r,
                           const struct au_state *s, int ask, uint8_t seat,
                           au_choices *answer);
  /* The consequences of a step, when all its seats have answered: changes 's'
  ** by the verbs of ask.h. */
  au_status (*ask_done)(void *ctx, const au_rules *r, struct au_state *s,
                        int ask);
  /* Name the rule that forbids the seat on turn 'card', or a pass (AU_NONE),
  ** which 'cards' and 'pass' of the data allow and the hook lead or legal does
  ** not: 'house rule "mine" (RULES 13.1)'. May be NULL beside any hook. */
  au_status (*forbids)(void *ctx, const au_rules *r, const struct au_state *s,
                       au_set cards, bool pass, au_card card,
                       char out[AU_WHO_TEXT]);
} au_hooks;

struct au_rules {
  /* Knobs: the table in rules.c has their ranges. Set them with au_knob_write,
  ** then call au_rules_finish. */
  int16_t players; /* 2 .. 6 */
  au_list sides;   /* the side of each seat, from 1; if empty, four players form
                   ** two teams and any other number play alone */
  char suits[AU_SUIT_MAX + 1];
  au_list ranks;        /* lowest and highest rank of base metals */
  au_list gold;         /* copies of each rank of gold, from rank 0 */
  au_list gold_points;  /* points of a gold card, by rank from 0 */
  int16_t hand;         /* cards dealt to a hand */
  int16_t extras;       /* AU_EXTRAS_*: the cards left over */
  int16_t zero_gold;    /* AU_ZERO_*: rounds in which each seat gets a G0 */
  int16_t bidding;      /* AU_BIDDING_* */
  int16_t zero_bid;     /* bool: a card laid face down bids 0 */
  int16_t side_bid;     /* AU_SIDE_BID_*: a side's bid from its cards */
  int16_t changes;      /* bid changes of a seat before a trick */
  int16_t change_of;    /* AU_CHANGE_*: whose bid card is changed */
  int16_t change_price; /* lowest rank of gold that pays for a change */
  int16_t last_window;  /* bool: changes are also allowed before a trick that
                        ** cannot be led (RULES 8.2) */
  int16_t follow;       /* AU_FOLLOW_*: base cards legal in a led trick */
  int16_t gold_leads;   /* bool: gold may lead */
  int16_t trick_to;     /* AU_TRICK_TO_*: who wins a trick */
  int16_t gold_to;      /* AU_GOLD_TO_*: who is awarded gold */
  int16_t next_leader;  /* AU_NEXT_*: who leads the next trick */
  int16_t trick_ties;   /* AU_TRICK_TIES_*: which of two equal cards counts */
  int16_t trump;        /* AU_TRUMP_*: the suit that beats other base metals */
  int16_t exact;        /* points per trick for an exact bid */
  int16_t exact_bonus;  /* additional points for an exact bid */
  int16_t over;         /* AU_OVER_*: points for more tricks than bid */
  int16_t over_each;    /* additional points per trick over */
  int16_t under;        /* points for fewer tricks than bid, */
  int16_t under_each;   /* additional points per trick under */
  au_list round_ties;   /* AU_TIE_*, in order; then shared */
  int16_t nuggets;      /* rounds won that end the game; 0: no such end */
  int16_t sole_nuggets; /* bool: they end it only if one side alone has them */
  int16_t rounds;       /* rounds that end the game; 0: no such end */
  int16_t cumulative;   /* bool: points decide the game, not nuggets */
  au_list game_ties;    /* AU_GAME_TIE_*, in order; then shared */

  const au_asks
      *asks; /* the questions of the variant, or NULL; owned by whoever
                       ** set them. They need all hooks 'ask_...' */
  au_hooks hooks;
  uint16_t round_vars; /* vars (a bit each) that each deal resets to 0 */
  uint8_t var_holds[AU_VAR_N]; /* au_holds of each var, as the variant says */

  /* Derived by au_rules_finish. */
  au_deck deck;
  uint8_t side_n;                /* sides, 2 .. players */
  uint8_t side_of[AU_SEAT_MAX];  /* the side of each seat, from 0 */
  uint8_t seats_of[AU_SEAT_MAX]; /* the seats of each side, a bit each */
  uint8_t extra_n;               /* cards left over by the deal */
  bool plain_play; /* no knob and no hook changes the legal plays */
  /* True if hooks are called, and so may fail: */
  bool hooked_lead;  /* when a trick begins */
  bool hooked_trick; /* when a trick is settled */
  bool hooked_round; /* when a round ends */
  au_gold gold_all;  /* all gold in the game */
  au_gold pays;      /* all four bits of each rank of gold that pays for a
                     ** change of bid; 0 if there are no changes */
  uint8_t asks_when; /* moments (a bit each) that have questions */
};

/* True if questions are asked at this moment. */
AU_INLINE bool au_asks_at(const au_rules *r, au_when when) {
  return r->asks_when >> when & 1;
}

/* True if views under these rules may have steps that are over (past.h): some
** question is secret, or an answer to it may tell something about a hand. */
AU_INLINE bool au_asks_past(const au_rules *r) {
  for (int i = 0; r->asks != NULL && i < r->asks->n; i++)
    if (r->asks->ask[i].secret || r->asks->ask[i].narrows ||
        r->asks->ask[i].kind == AU_ASK_CARD)
      return true;
  return false;
}

typedef enum au_knob_kind {
  AU_KNOB_INT,
  AU_KNOB_BOOL,
  AU_KNOB_CHOICE, /* one of 'choices' */
  AU_KNOB_TEXT,   /* letters */
  AU_KNOB_INTS,   /* a list of integers */
  AU_KNOB_CHOICES /* a list of 'choices' */
} au_knob_kind;

typedef struct au_knob {
  const char *name;
  au_knob_kind kind;
  size_t offset;              /* into au_rules */
  int lo, hi;                 /* range of each value */
  int min_n, max_n;           /* range of the number of values */
  const char *const *choices; /* their names, ending in NULL */
  const char *doc;            /* one line */
  const char *former; /* its former name, or NULL: files may still use it, and
                      ** digests always do */
} au_knob;

/* Knob number i, from 0; NULL past the last. */
const au_knob *au_knob_at(int i);
/* The knob with this name or former name; or NULL. */
const au_knob *au_knob_find(const char *name);

/* Read a knob into 'out'; returns the number of its values. A bool is 0 or 1, a
** choice its index, a letter its code. */
int au_knob_read(const au_rules *r, const au_knob *k, int out[AU_LIST_MAX]);
/* Set a knob. AU_ERULES if a value or the number of values is out of range. */
AU_MUST au_status au_knob_write(au_rules *r, const au_knob *k, const int *v,
                                int n);
/* Set a knob from text: values between spaces or commas, as au_knob_text writes
** them. AU_EFORMAT if a value is not one of the knob's words or numbers,
** AU_ERULES if one, or the number of values, is out of range. */
AU_MUST au_status au_knob_parse(au_rules *r, const au_knob *k,
                                const char *text);
/* Write a knob's value for people and digests: "12", "true", "exact
** highest_gold"; returns its length. */
size_t au_knob_text(const au_rules *r, const au_knob *k, char *out, size_t n);

/* Set the defaults for this number of players, without hooks. */
void au_rules_init(au_rules *r, int players);

/* Check the knobs against each other and derive the rest. Call it last, after
** any change of knobs or hooks. On AU_ERULES or AU_EFULL, 'knob' is the knob
** at fault and 'why' a message (at most AU_WHY_TEXT bytes); the rules must
** not be used then. */
AU_MUST au_status au_rules_finish(au_rules *r, const au_knob **knob, char *why);

/* Write a digest of the rules, 16 hexadecimal digits. It covers every knob that
** is not at its default, by its former name if it has one, and 'len' bytes of
** text: the files that define hooks. Records carry it, so that rules that have
** changed are noticed. */
void au_rules_digest(const au_rules *r, const void *text, size_t len,
                     char out[AU_DIGEST_TEXT]);
/* The same for a round: rules that differ in when a game ends, and who wins it,
** alone have the same. */
void au_round_digest(const au_rules *r, const void *text, size_t len,
                     char out[AU_DIGEST_TEXT]);

#endif
