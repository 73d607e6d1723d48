-- Shared by the actions of `aurum variant`: they read a variant by its name,
-- end the command where it has problems, and say where its parts stand.
local aurum = require "aurum"
local term = require "aurum.text.term"
local variant_reader = {}

--- Read a variant. A house rule alone is combined with `standard`.
function variant_reader.read(name)
  local info = aurum.read_variant(name)
  if #info.problems == 0 and #info.counts == 0 then
    info = aurum.read_variant("standard+" .. name)
    name = term.plain(name)
    term.say(("'%s' is a house rule, read as 'standard+%s'"):format(name,
      name))
  end
  for _, note in ipairs(info.notes) do
    term.say("note: " .. term.plain(note))
  end
  return info
end

--- The numbers of players to use: all of the variant, or the one asked for.
function variant_reader.chosen(info, players)
  if not players then return info.counts end
  for _, count in ipairs(info.counts) do
    if count == players then return { players } end
  end
  term.fail(("variant '%s' is for %s players, not %d"):format(info.name,
    table.concat(info.counts, " or "), players), 2)
end

--- A problem as text that is safe to print.
function variant_reader.shown(problem)
  return term.plain(tostring(problem), "\n\t")
end

--- End the command if the variant has problems: with status 1 if a file is at
--- fault, with 2 if the name means no file.
function variant_reader.must_be_good(info)
  if #info.problems == 0 then return info end
  local lines, status = {}, 2
  for i, problem in ipairs(info.problems) do
    lines[i] = variant_reader.shown(problem)
    if problem.path then status = 1 end
  end
  term.fail(table.concat(lines, "\n"), status)
end

--- Read a variant that must have no problems.
function variant_reader.good(name)
  return variant_reader.must_be_good(variant_reader.read(name))
end

--- The rules of a variant for a number of players.
function variant_reader.rules_of(info, players)
  local rules, problem = info:rules(players)
  if not rules then term.fail(variant_reader.shown(problem)) end
  return rules
end

--- A path for people: within the folder of aurum, relative to it.
function variant_reader.short(path)
  local home = aurum.home .. "/"
  if path:sub(1, #home) == home then path = path:sub(#home + 1) end
  return (path:gsub("^%./", ""))
end

--- The place of a knob, hook or question: "variants/bga.lua:12", or "default".
function variant_reader.place(from)
  return from and ("%s:%d"):format(from.path, from.line) or "default"
end

--- The same for people.
function variant_reader.short_place(from)
  return term.plain(variant_reader.short(variant_reader.place(from)))
end

return variant_reader
