/* columns.c: the tables whose rows rows.c writes, and their columns:
** aurum.columns. */
#include "bind.h"

#define GAME                                                                   \
  {"game", "The game's number: 1 for the first game read"}, {                  \
    "id",                                                                      \
        "Its id if an arena played it: d7s2 for deal 7, seating 2; else empty" \
  }
#define ROUND \
  { "round", "The round's number in its game, from 1" }
#define TRICK \
  { "trick", "The trick's number in its round, from 1" }

static const au_column round_columns[] = {
    GAME,
    ROUND,
    {"first", "The first player's seat"},
    {"tricks", "Tricks that were finished"},
    {"leader", "The seat that led or was to lead the last, void trick"},
    {"passer", "The seat whose pass ended the round"},
    {"void", "Cards in the void trick"},
    {"held", "Base cards left in the hand of the seat that passed"},
    {"changes", "Changes of bid, of all seats"},
    {"winners",
     "The sides that took the round: s1, or s1+s2 where they share it"},
    {NULL, NULL}};

static const au_column seat_columns[] = {
    GAME,
    ROUND,
    {"seat", "The seat"},
    {"side", "Its side"},
    {"name", "Its bot, with its options"},
    {"first", "1 for the first player"},
    {"place", "Its place, counted from the first player, who is 1"},
    {"hand", "The hand it was dealt: B1 C10"},
    {"bid", "Tricks its first bid card stands for"},
    {"bid_card", "The card it first laid as its bid; -Z3 lies face down"},
    {"last_bid_card", "Its bid card at the end of the round"},
    {"side_bid", "Its side's bid at the end"},
    {"side_taken", "Tricks its side took"},
    {"taken", "Tricks it took itself"},
    {"bid_points", "Its side's points for the bid"},
    {"gold_points", "Its side's points for gold"},
    {"points", "The sum of both"},
    {"won", "1 if its side took the round, alone or shared"},
    {"changes", "Changes of bid it made"},
    {"gold_won", "Gold it was awarded: G0 G3"},
    {"gold_paid", "Gold it paid for changes"},
    {"gold_played", "Gold it played"},
    {"gold_kept", "Gold in its collection at the end"},
    {NULL, NULL}};

static const au_column change_columns[] = {
    GAME,
    ROUND,
    {"trick", "The trick before which it was made, from 1"},
    {"seat", "The seat that paid"},
    {"gold", "The gold it paid"},
    {"of", "The seat whose bid was replaced"},
    {"card", "The card laid"},
    {"returned", "The card it replaced"},
    {"bid_before", "The side's bid before"},
    {"bid_after", "The side's bid after"},
    {"taken", "Tricks the side had taken by then"},
    {"bid_end", "The side's bid at the round's end"},
    {"taken_end", "Tricks the side took in the round"},
    {"gain", "Bid points that bid_after is worth at taken_end, less those of "
             "bid_before and the points of the gold paid"},
    {NULL, NULL}};

static const au_column trick_columns[] = {
    GAME,
    ROUND,
    TRICK,
    {"leader", "The seat that led it"},
    {"plays", "Its cards in play order: P7 S8 G1"},
    {"winner", "The seat that won it; empty for nobody"},
    {"award", "The gold awarded for the lowest card; empty for none"},
    {"taker", "The seat that took the award"},
    {"changes", "Changes of bid before it"},
    {"gold", "Gold cards played to it"},
    {NULL, NULL}};

static const au_column play_columns[] = {
    GAME,
    ROUND,
    TRICK,
    {"place", "The play's place in the trick, the leader's is 1"},
    {"seat", "The seat that played"},
    {"card", "The card"},
    {"suit", "Its suit's letter, G for gold"},
    {"rank", "Its rank"},
    {"gold", "1 for gold"},
    {"lead", "1 for the lead"},
    {"hand", "Base cards in the hand before"},
    {"legal", "Cards that could have been played"},
    {"won", "1 if it won the trick"},
    {"award", "The gold its seat was awarded; empty for none"},
    {"void", "1 if the trick was never finished"},
    {NULL, NULL}};

static const au_column answer_columns[] = {
    GAME,
    ROUND,
    {"trick", "The trick before or after which it was asked; 0 before the "
              "first trick's questions"},
    {"step", "The step's number in the round, from 1; the seats of a step "
             "answer together"},
    {"question", "The question's name"},
    {"when", "Its moment: deal, instead_of_bids, bids, before_trick, "
             "after_trick or round"},
    {"seat", "The seat that answered"},
    {"answer", "Its answer: a number, a word or cards"},
    {"choices", "Cards, numbers or words that it could choose from"},
    {"nth", "The nth of its decision, or of the first one if it has several "
            "cards"},
    {NULL, NULL}};

/* ORDER TABLE */
const char *const au_row_tables[] = {"rounds", "seats",   "changes", "tricks",
                                     "plays",  "answers", NULL};
const au_column *const au_row_columns[] = {round_columns,  seat_columns,
                                           change_columns, trick_columns,
                                           play_columns,   answer_columns};

/* aurum.columns(table) */
static int f_columns(lua_State *L) {
  const au_column *c =
      au_row_columns[au_check_word(L, 1, "a table", au_row_tables)];
  lua_newtable(L);
  for (lua_Integer n = 1; c->name != NULL; c++, n++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, c->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, c->doc);
    lua_setfield(L, -2, "doc");
    lua_rawseti(L, -2, n);
  }
  return 1;
}

void au_open_columns(lua_State *L) {
  lua_pushcfunction(L, f_columns);
  lua_setfield(L, -2, "columns");
}
