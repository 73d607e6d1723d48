-- Mutations that no test can notice, each read and found to change nothing that
-- the program promises: { file, line before, line after, reason }.
return {
  { "lua/text/plot.lua",
    "if apart >= 1 then apart = math.min(math.floor(apart), 10) end",
    "if apart > 1 then apart = math.min(math.floor(apart), 10) end",
    "a distance of exactly 1 is rounded down to 1 and is below 10" },
  { "core/trick.c",
    "high = key > high ? key : high;",
    "high = key >= high ? key : high;",
    "of two equal keys either is the higher one" },
  { "lua/bind/net.c",
    "lua_createtable(L, 0, 2);", "lua_createtable(L, 0, 3);",
    "the number of fields only reserves room" },
  { "lua/lab/rules/compare.lua",
    "for sides = 3, rules[1].side_n do", "for sides = 3, rules[2].side_n do",
    "two rules or more are compared, and all have the same sides" },
  { "lua/sys/lock.c",
    "char text[HOST_MOST + 64], own[HOST_MOST + 1], host[HOST_MOST + 1];",
    "char text[HOST_MOST + 64], own[HOST_MOST + 2], host[HOST_MOST + 1];",
    "a buffer with a byte more than it needs" },
}
