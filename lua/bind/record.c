/* record.c: aurum.record(line), a line of a record as a Lua object.
**
** A record holds much more memory than its userdata, but the collector knows
** only the size of the userdata. Code that reads many records closes each
** (`local record <close> = ...`). */
#include "bind.h"

#include <string.h>

_Static_assert((int)AU_LINE_MAX == (int)AU_RECORD_BYTES,
               "a reader of lines reads any record");

static const char RECORD[] = "aurum.record";

typedef struct lrecord {
  au_record *rec; /* owned */
} lrecord;

static const au_record *check_record(lua_State *L) {
  const lrecord *r = au_check(L, 1, RECORD);
  luaL_argcheck(L, r->rec != NULL, 1, "the record is closed");
  return r->rec;
}

static int f_gc(lua_State *L) {
  lrecord *r = au_check(L, 1, RECORD);
  au_record_free(r->rec);
  r->rec = NULL;
  return 0;
}

/* aurum.record(line): the record; or nil and the problem with the line. A line
** that is not a record leaves its userdata for the next call: the collector
** falls behind when millions of values with finalizers are made. */
static int f_record(lua_State *L) {
  size_t n;
  const char *line = luaL_checklstring(L, 1, &n);
  char why[AU_WHY_TEXT];
  int spare = lua_upvalueindex(1);
  if (lua_isnil(L, spare)) {
    lrecord *r = au_new(L, sizeof *r, 0, RECORD);
    r->rec = NULL;
    lua_replace(L, spare);
  }
  lrecord *r = au_check(L, spare, RECORD);
  if (n > 0 && line[n - 1] == '\n')
    n--;
  au_status status = au_record_parse(line, n, &r->rec, why);
  if (status == AU_OK) {
    lua_pushvalue(L, spare);
    lua_pushnil(L);
    lua_replace(L, spare);
    return 1;
  }
  if (status == AU_ENOMEM)
    return au_no_memory(L);
  luaL_pushfail(L);
  lua_pushstring(L, why);
  return 2;
}

/* Gather a difference outside of Lua, whose functions may raise. It is pushed
** when the core has returned: nothing jumps over a frame of the core. */
static void report(void *ctx, const char *what, const char *expected,
                   const char *got) {
  au_text *list = ctx;
  au_text_add(list, what, strlen(what) + 1);
  au_text_add(list, expected, strlen(expected) + 1);
  au_text_add(list, got, strlen(got) + 1);
}

/* Push the differences that report() gathered. */
static void push_report(lua_State *L, const au_text *list) {
  static const char *const keys[] = {"what", "expected", "got"};
  lua_newtable(L);
  size_t at = 0;
  for (lua_Integer n = 1; at < list->n; n++) {
    lua_createtable(L, 0, 3);
    for (int i = 0; i < 3; i++, at += strlen(list->at + at) + 1) {
      lua_pushstring(L, list->at + at);
      lua_setfield(L, -2, keys[i]);
    }
    lua_rawseti(L, -2, n);
  }
}

/* If a hook failed, put its error before the other differences. */
static void report_hook(const au_lrules *rules, au_text *list) {
  const char *error = au_variant_error(rules);
  au_text all = {0};
  if (error == NULL)
    return;
  report(&all, "variant", "hooks that answer", error);
  au_text_add(&all, list->at, list->n);
  all.failed = all.failed || list->failed;
  au_text_free(list);
  *list = all;
}

/* record:replay(rules[, state]): the list of differences {what=, expected=,
** got=} between the record and the rules, and the state at its end. A given
** state is reused. */
static int f_replay(lua_State *L) {
  const au_record *rec = check_record(L);
  const au_lrules *rules = au_check_rules(L, 2);
  au_lstate *s;
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) {
    s = au_push_state(L, 2);
    lua_replace(L, 3);
  } else {
    s = au_check_state(L, 3);
    luaL_argcheck(L, s->rules == rules, 3, "a state under other rules");
  }
  au_text list = {0};
  au_variant_forget(rules);
  au_status status =
      au_record_replay(&rules->r, rec, rules->digest, &s->g, report, &list);
  report_hook(rules, &list);
  if (status == AU_ENOMEM || list.failed) {
    au_text_free(&list);
    return au_no_memory(L);
  }
  push_report(L, &list);
  au_text_free(&list);
  lua_insert(L, 3);
  return 2;
}

enum {
  FIELD_VARIANT,
  FIELD_PLAYERS,
  FIELD_SEED,
  FIELD_DIGEST,
  FIELD_NAMES,
  FIELD_WINNERS,
  FIELD_FAULTS,
  FIELD_SCORES
};
static const char *const fields[] = {"variant", "players", "seed",
                                     "digest",  "names",   "winners",
                                     "faults",  "scores",  NULL};

static void push_faults(lua_State *L, const au_record *rec) {
  size_t n = au_record_faults(rec, NULL, 0);
  au_fault *fault = lua_newuserdatauv(L, (n + 1) * sizeof *fault, 0);
  au_record_faults(rec, fault, n);
  au_push_faults(L, fault, n);
}

/* Push the list of scores; nil if they do not all have a number for the same
** sides. */
static void push_scores(lua_State *L, const au_record *rec) {
  int sides;
  size_t n = au_record_scores(rec, NULL, 0, &sides);
  if (n > 0 && sides == 0) {
    lua_pushnil(L);
    return;
  }
  au_score *score = lua_newuserdatauv(L, (n + 1) * sizeof *score, 0);
  au_record_scores(rec, score, n, &sides);
  lua_newtable(L);
  for (size_t i = 0; i < n; i++) {
    au_push_score(L, sides, &score[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

static int f_index(lua_State *L) {
  const au_record *rec = check_record(L);
  switch (au_index_field(L)) {
  case FIELD_VARIANT:
    lua_pushstring(L, au_record_variant(rec));
    break;
  case FIELD_PLAYERS:
    lua_pushinteger(L, au_record_players(rec));
    break;
  case FIELD_SEED:
    lua_pushstring(L, au_record_seed(rec));
    break;
  case FIELD_DIGEST:
    lua_pushstring(L, au_record_digest(rec));
    break;
  case FIELD_NAMES:
    lua_createtable(L, au_record_players(rec), 0);
    for (int i = 0; i < au_record_players(rec); i++) {
      lua_pushstring(L, au_record_name(rec, i));
      lua_rawseti(L, -2, i + 1);
    }
    break;
  case FIELD_WINNERS:
    au_push_sides(L, au_record_claim(rec));
    break;
  case FIELD_FAULTS:
    push_faults(L, rec);
    break;
  case FIELD_SCORES:
    push_scores(L, rec);
    break;
  default:
    break;
  }
  return 1;
}

void au_open_records(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__gc", f_gc}, {"__close", f_gc}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"replay", f_replay}, {"close", f_gc}, {NULL, NULL}};
  au_new_type(L, RECORD, meta, fields, f_index);
  au_bind_methods(L, RECORD, methods);
  lua_pushnil(L);
  lua_pushcclosure(L, f_record, 1);
  lua_setfield(L, -2, "record");
}
