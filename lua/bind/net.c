/* net.c: aurum.net(bytes), a value net (core/net.h) for bots and tools.
**
** A net is data: making one runs nothing, and its bytes are checked before it
** is used. Values are charged by a fixed amount, since they take about the same
** time for any position. */
#include "bind.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  COST = 60, /* charge for a value, in instructions, */
  LOOK = 60, /*   and for looking at a position */
  KEPT = 16, /* nets, the first that are read */
  KEPT_BYTES = 1 << 19
};

const char au_net_type[] = "aurum.net";

/* ---- Nets that were read ------------------------------------------------ */

typedef int16_t row[AU_NET_WIDTH];

/* A net beside its bytes. Each game of a bot reads its nets again, and proving
** that no sum can overflow takes long. The bytes are compared whole: they are a
** stranger's. */
typedef struct kept_net {
  char *data;
  size_t len;
  au_net net;
  row *rows;
  size_t row_n;
} kept_net;

/* The process's, until it ends, so that nets of all states share their rows. A
** state is charged as for rows of its own: what a bot may hold does not depend
** on what was read before. A thread that finds another at them does without. */
static kept_net kept[KEPT];
static int kept_n;
static atomic_flag kept_in_use = ATOMIC_FLAG_INIT;

/* Free them when the process ends, or a host unloads the library. */
__attribute__((destructor)) static void free_kept(void) {
  for (int i = 0; i < kept_n; i++) {
    free(kept[i].data);
    free(kept[i].rows);
  }
}

/* The net that was read from these bytes before, or NULL. */
static const kept_net *find_kept(const void *data, size_t len) {
  if (atomic_flag_test_and_set(&kept_in_use))
    return NULL;
  int n = kept_n;
  atomic_flag_clear(&kept_in_use);
  for (int i = 0; i < n; i++)
    if (kept[i].len == len && len > 0 && memcmp(kept[i].data, data, len) == 0)
      return &kept[i];
  return NULL;
}

/* Keep a net with 'row_n' rows; or not, where it is large or there are enough,
** or memory is short. */
static void keep(const void *data, size_t len, const au_net *net, row *rows,
                 size_t row_n) {
  if (len > KEPT_BYTES || atomic_flag_test_and_set(&kept_in_use))
    return;
  kept_net new = {NULL, len, *net, NULL, row_n};
  if (kept_n < KEPT) {
    new.data = malloc(len);
    new.rows = malloc(row_n * sizeof(row));
  }
  if (new.data != NULL &&new.rows != NULL) {
    memcpy(new.data, data, len);
    memcpy(new.rows, rows, row_n * sizeof(row));
    for (int i = 0; i < 2; i++)
      if (net->has[i])
        new.net.part[i].row = new.rows + (net->part[i].row - rows);
    kept[kept_n++] = new;
  } else {
    free(new.data);
    free(new.rows);
  }
  atomic_flag_clear(&kept_in_use);
}

/* ---- Making ------------------------------------------------------------- */

/* The rows of the net below the top, as its user value. */
static row *new_rows(lua_State *L, size_t n) {
  row *rows = lua_newuserdatauv(L, n * sizeof(row), 0);
  lua_setiuservalue(L, -2, 1);
  return rows;
}

au_net *au_push_net(lua_State *L, const void *data, size_t len) {
  char why[AU_WHY_TEXT];
  au_net *net = au_new(L, sizeof *net, 1, au_net_type);
  au_spend(L, (int64_t)len / 8);
  const kept_net *known = find_kept(data, len);
  if (known != NULL) {
    new_rows(L, known->row_n); /* for the charge; it is never touched */
    *net = known->net;
    return net;
  }
  size_t n;
  au_status status = au_net_read_head(data, len, net, &n, why);
  if (status == AU_OK) {
    row *rows = new_rows(L, n);
    status = au_net_read(data, len, net, rows, why);
    if (status == AU_OK)
      keep(data, len, net, rows, n);
  }
  if (status == AU_OK)
    return net;
  lua_pop(L, 1);
  luaL_pushfail(L);
  lua_pushfstring(L, "net: %s", why);
  return NULL;
}

/* aurum.net(bytes, { any= }): the net; or nil and what is wrong with the
** bytes. */
static int f_net(lua_State *L) {
  static const char *const names[] = {"any", NULL};
  size_t len;
  const char *data = luaL_checklstring(L, 1, &len);
  bool any = false;
  if (!lua_isnoneornil(L, 2)) {
    au_check_options(L, 2, "net", names);
    lua_getfield(L, 2, "any");
    any = lua_toboolean(L, -1);
  }
  au_net *net = au_push_net(L, data, len);
  if (net == NULL)
    return 2;
  net->any = any;
  return 1;
}

au_net *au_check_net(lua_State *L, int at) {
  return au_check(L, at, au_net_type);
}

/* ---- Its rules ---------------------------------------------------------- */

/* False if the net cannot value positions of these rules; then pushes why. */
static bool fits(lua_State *L, const au_net *net, const au_lrules *rules,
                 int part) {
  if (!net->has[part]) {
    lua_pushfstring(L, "this net has no %s part",
                    part == AU_NET_OPEN ? "open" : "closed");
    return false;
  }
  if (au_net_fits(net, &rules->r)) {
    if (net->any || au_net_knows(net, rules->round_digest))
      return true;
    lua_pushfstring(L,
                    "this net has not learned %s, but %s%s; with any = true it "
                    "values other rules too",
                    rules->name, net->rules,
                    net->rules_n > 1 ? " and others" : "");
    return false;
  }
  lua_pushfstring(L,
                  "this net was trained for %s, a table of %d players and %d "
                  "sides; %s has %d and %d, or more gold",
                  net->rules, net->layout.players, net->layout.sides,
                  rules->name, rules->r.players, rules->r.side_n);
  return false;
}

void au_check_net_rules(lua_State *L, const au_net *net, const au_lrules *rules,
                        int part) {
  if (!fits(L, net, rules, part))
    luaL_error(L, "net: %s", lua_tostring(L, -1));
}

/* net:fits(rules): true; or false and why the net does not value their
** positions. */
static int f_fits(lua_State *L) {
  const au_net *net = au_check_net(L, 1);
  const au_lrules *rules = au_check_rules(L, 2);
  bool good = fits(L, net, rules, net->has[0] ? AU_NET_CLOSED : AU_NET_OPEN);
  lua_pushboolean(L, good);
  if (good)
    return 1;
  lua_insert(L, -2);
  return 2;
}

/* ---- Values ------------------------------------------------------------- */

static au_lview *check_turn(lua_State *L, const au_net *net) {
  au_lview *v = au_check_view(L, 2);
  const au_state *s = &v->v.s;
  au_check_net_rules(L, net, v->rules, AU_NET_CLOSED);
  if (!au_state_open(s))
    luaL_error(L, "net: no round is open");
  if (s->turn != v->v.seat)
    luaL_error(L, "net: it is the turn of seat %d, not of this view's seat",
               s->turn + 1);
  return v;
}

static void push_points(lua_State *L, int32_t value) {
  lua_pushnumber(L, (double)value / AU_NET_ONE);
}

/* net:values(view): the value of each action of view:legal(), in points. */
static int f_values(lua_State *L) {
  const au_net *net = au_check_net(L, 1);
  const au_lview *v = check_turn(L, net);
  const au_rules *r = &v->rules->r;
  au_action legal[AU_ACTION_MAX];
  int32_t value[AU_ACTION_MAX];
  int n = 0;
  au_status status = au_state_legal(r, &v->v.s, legal, &n);
  au_spend(L, LOOK + COST * (int64_t)n);
  if (status == AU_OK)
    status = au_net_values(net, r, &v->v, legal, n, value);
  if (status != AU_OK)
    return au_raise_hook(L, v->rules);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    push_points(L, value[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* net:choose(view): the action with the greatest value, and the value. */
static int f_choose(lua_State *L) {
  const au_net *net = au_check_net(L, 1);
  const au_lview *v = check_turn(L, net);
  au_action best = 0;
  int32_t value = 0;
  int most = v->v.s.phase == AU_PHASE_ASK
                 ? AU_KIND_MAX
                 : 1 + au_count(v->v.s.hand[v->v.seat]);
  au_spend(L, LOOK + COST * (int64_t)most);
  au_status status =
      au_net_choose(net, &v->rules->r, &v->v, 0, NULL, &best, &value);
  if (status != AU_OK)
    return au_raise_hook(L, v->rules);
  au_push_action(L, v->rules, best);
  push_points(L, value);
  return 2;
}

/* net:value(state, seat): what the position is worth to a seat if all hands are
** open; to the seat on turn if none is given. */
static int f_value(lua_State *L) {
  const au_net *net = au_check_net(L, 1);
  const au_lstate *s = au_check_state(L, 2);
  const au_rules *r = &s->rules->r;
  const au_state *at = &s->g.state;
  au_check_net_rules(L, net, s->rules, AU_NET_OPEN);
  if (!au_state_open(at))
    return luaL_error(L, "net: no round is open");
  if (au_acts_hidden(r, at))
    return luaL_error(L, "net: a position with hidden bids or answers has no "
                         "value with open hands");
  uint8_t seat =
      lua_isnoneornil(L, 3) ? at->turn : au_check_seat(L, 3, r->players);
  au_spend(L, COST);
  push_points(L, au_net_world(net, r, at, seat));
  return 1;
}

/* net:inputs(view): what the net sees after the action that it chooses, and how
** much each input moves the value: a list of { input =, weight = }, and the
** value. The weight is the change of the value, in points, if the input were
** off. The list is empty if the action ends the round. */
static int f_inputs(lua_State *L) {
  const au_net *net = au_check_net(L, 1);
  const au_lview *v = check_turn(L, net);
  const au_rules *r = &v->rules->r;
  uint16_t on[AU_ON_MAX], rest[AU_ON_MAX];
  char text[AU_INPUT_TEXT];
  au_sight k;
  au_state s;
  au_score score;
  au_action best = 0;
  int32_t whole = 0;
  au_sight_of(r, &v->v, &k, &s);
  au_status status = au_net_choose(net, r, &v->v, 0, NULL, &best, &whole);
  if (status == AU_OK)
    status = au_sight_do(r, &k, &s, best, &score);
  if (status != AU_OK)
    return au_raise_hook(L, v->rules);
  int n = au_state_open(&s)
              ? au_inputs_of(r, &net->layout, &s, v->v.seat, &k, on)
              : 0;
  au_spend(L, LOOK + COST * (int64_t)(n + 1));
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    memcpy(rest, on, (size_t)n * sizeof *on);
    rest[i] = rest[n - 1];
    lua_createtable(L, 0, 2);
    lua_pushlstring(L, text,
                    au_input_text(&net->layout, &r->deck, on[i], text));
    lua_setfield(L, -2, "input");
    push_points(L, whole - au_net_value(net, AU_NET_CLOSED, rest, n - 1));
    lua_setfield(L, -2, "weight");
    lua_rawseti(L, -2, i + 1);
  }
  push_points(L, whole);
  return 2;
}

/* ---- The object --------------------------------------------------------- */

static const char *const fields[] = {"rules",   "digests", "how",
                                     "goal",    "closed",  "open",
                                     "players", "sides",   NULL};

static int f_index(lua_State *L) {
  int field = au_index_field(L);
  if (field < 0)
    return 1;
  const au_net *net = au_check_net(L, 1);
  switch (field) {
  case 0:
    lua_pushstring(L, net->rules);
    break;
  case 1:
    lua_createtable(L, net->rules_n, 0);
    for (int i = 0; i < net->rules_n; i++) {
      lua_pushstring(L, net->digest[i]);
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case 2:
    lua_pushstring(L, net->how);
    break;
  case 3:
    lua_pushstring(L, au_goals[net->goal]);
    break;
  case 4:
  case 5:
    lua_pushboolean(L, net->has[field - 4]);
    break;
  case 6:
    lua_pushinteger(L, net->layout.players);
    break;
  default:
    lua_pushinteger(L, net->layout.sides);
    break;
  }
  return 1;
}

static int f_tostring(lua_State *L) {
  const au_net *net = au_check_net(L, 1);
  lua_pushfstring(L, "net for %s, %d players", net->rules, net->layout.players);
  return 1;
}

void au_open_nets(lua_State *L) {
  static const luaL_Reg functions[] = {{"net", f_net}, {NULL, NULL}};
  static const luaL_Reg meta[] = {{"__tostring", f_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"fits", f_fits},     {"values", f_values},
                                     {"choose", f_choose}, {"value", f_value},
                                     {"inputs", f_inputs}, {NULL, NULL}};
  au_new_type(L, au_net_type, meta, fields, f_index);
  au_bind_methods(L, au_net_type, methods);
  luaL_setfuncs(L, functions, 0);
}
