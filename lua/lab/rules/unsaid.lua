-- Code of a variant's files of which no sentence tells players: hooks that
-- change something and questions, each of which needs a sentence in the file's
-- `rules` (lua/lab/rules/variant_rulebook.lua prints it as 13.1, 13.2 and so
-- on). A sentence may name those that it is on by `of`. Any other one is on one
-- of the rest.
local house_sentences = require "aurum.load.house_sentences"
local unsaid = {}

--- Sentences to begin with, by hook. Questions have texts of their own.
local begun = {
  deal = "Before each round ...", lead = "The leader may play ...",
  legal = "A seat that follows may play ...",
  award = "The gold of a full trick goes to ...",
  winner = "A full trick is won by ...",
  leader = "The next trick is led by ...",
  side_bid = "The bid of a side is ...",
  bid_points = "For its bid a side scores ...",
  gold_points = "For its gold a side scores ...",
  round_winners = "The round is won by ...", game_end = "The game ends ...",
}

--- The first line of a file that defines a hook.
local function line_of(info, file, hook)
  local line
  for _, players in ipairs(info.counts) do
    for _, from in ipairs(info:resolve(players).hooks[hook] or {}) do
      if from.file == file then
        line = math.min(line or from.line, from.line)
      end
    end
  end
  return line or 1
end

--- The hooks and questions of a file, by line: { name =, shown =, line =,
--- text = }, with a sentence to begin with.
local function pieces_of(info, file)
  local list = {}
  for _, hook in ipairs(house_sentences.hooks_of(file)) do
    list[#list + 1] = { name = hook, shown = ("hook '%s'"):format(hook),
      line = line_of(info, file, hook), text = begun[hook] }
  end
  local texts = {}
  for _, one in ipairs(file.questions) do texts[one.name] = one.text end
  for _, one in ipairs(info:asked()) do
    if one.path == file.path then
      list[#list + 1] = { name = one.name, line = one.line,
        shown = ("question '%s'"):format(one.name),
        text = texts[one.name] or "The players are asked ..." }
    end
  end
  table.sort(list, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.name < b.name
  end)
  return list
end

--- The names of the hooks and questions of a file that lack a sentence with one
--- of the numbers of players, as a set; nil if there are none.
local function untold_of(info, file)
  local all
  for _, players in ipairs(info.counts) do
    local said = {}
    for _, one in ipairs(file.sentences and house_sentences.of(info, players)
      or {}) do
      if one.file == file and not one.general then said[#said + 1] = one end
    end
    local names, left = house_sentences.untold(file, said, players)
    for name in pairs(left > 0 and names or {}) do
      all = all or {}
      all[name] = true
    end
  end
  return all
end

--- The notes on a variant (aurum.read_variant) for its authors: one on each
--- hook and each question without a sentence, with a line to write.
function unsaid.notes(info)
  local notes = {}
  for _, file in ipairs(info.files) do
    local untold, list = untold_of(info, file), {}
    for _, piece in ipairs(untold and pieces_of(info, file) or {}) do
      if untold[piece.name] then list[#list + 1] = piece end
    end
    for i, piece in ipairs(list) do
      local quoted = ("%q"):format(piece.text):gsub("\\\n", "\\n")
      local add = file.data.rules and ("add to rules: { %s, of = %q }, or "
        .. "name it in the `of` of another"):format(quoted, piece.name)
        or (i == 1 and "add rules = { %s }" or "add to rules: %s"):format(
          quoted)
      notes[#notes + 1] = ("%s:%d: %s: no sentence for players; %s"):format(
        file.path, piece.line, piece.shown, add)
    end
  end
  return notes
end

return unsaid
