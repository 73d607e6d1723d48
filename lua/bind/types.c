/* types.c: the table `aurum` of bots and variants, with every type they can
** see. */
#include "bind.h"

void au_open_types(lua_State *L) {
  luaL_checkstack(L, 20, NULL);
  au_open_data(L);
  lua_newtable(L);
  lua_pushinteger(L, AURUM_API);
  lua_setfield(L, -2, "api");
  au_open_actions(L);
  au_open_cards(L);
  au_open_piles(L);
  au_open_bits(L);
  au_open_rules(L);
  au_open_states(L);
  au_open_views(L);
  au_open_notes(L);
  au_open_history(L);
  au_open_rows(L);
  au_open_samples(L);
  au_open_nets(L);
  au_open_searches(L);
  au_open_quick(L);
  au_open_weighing(L);
  au_open_solver(L);
}
