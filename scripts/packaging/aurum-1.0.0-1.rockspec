-- The rock of aurum: module, program and Lua files. In a checkout:
--   luarocks --lua-version 5.4 make scripts/packaging/aurum-1.0.0-1.rockspec
rockspec_format = "3.0"
package = "aurum"
version = "1.0.0-1"
source = { url = "." } -- the folder in which luarocks make runs
description = {
  summary = "Rules engine for the trick-taking card game Aurum",
  detailed = "Plays bots written in Lua against each other, under variants of "
    .. "the rules written in Lua; records, verifies and judges their games.",
  license = "MIT",
}
dependencies = { "lua ~> 5.4", "argparse >= 0.7" }
external_dependencies = {
  LIBEDIT = { header = "histedit.h" },
  CJSON = { header = "cjson/cJSON.h" },
  ZLIB = { header = "zlib.h" },
}
-- LuaRocks moves what lies in BINDIR and LIBDIR to its tree. The Lua files stay
-- in the rock's own folder, which the build has to know.
local folders = {
  PREFIX = "$(PREFIX)", BINDIR = "$(BINDIR)", CMODDIR = "$(LIBDIR)",
  DATADIR = "$(PREFIX)/share", LIBAURUM = "no",
}
build = {
  type = "make", build_variables = folders, install_variables = folders,
}
