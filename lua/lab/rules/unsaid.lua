-- Files of a variant that change the game by code and tell players nothing of
-- it: they have hooks or questions, and no list `rules` (lua/lab/rules/
-- variant_rulebook.lua prints it as 13.1, 13.2 and so on).
local aurum = require "aurum"
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

--- The hooks of a file for any number of players, in the order of aurum.hooks,
--- and the line of the first one in the file.
local function hooks_of(info, file)
  local list, line = {}, nil
  for _, hook in ipairs(aurum.hooks) do
    local found
    for _, players in ipairs(info.counts) do
      for _, from in ipairs(info:resolve(players).hooks[hook] or {}) do
        if from.path == file.path then
          found = true
          line = math.min(line or from.line, from.line)
        end
      end
    end
    if found then list[#list + 1] = hook end
  end
  return list, line
end

--- The gaps of a file without sentences: { path =, line =, names =,
--- sentences = }, the names of its hooks and questions and a sentence to begin
--- with for each; nil if it has sentences or no code.
local function of_file(info, file)
  if file.data.rules then return nil end
  local hooks, line = hooks_of(info, file)
  local names, sentences = {}, {}
  for i, hook in ipairs(hooks) do
    names[i], sentences[i] = ("hook '%s'"):format(hook), begun[hook]
  end
  for _, question in ipairs(file.questions) do
    names[#names + 1] = ("question '%s'"):format(question.name)
    sentences[#sentences + 1] = question.text
  end
  for _, question in ipairs(info:asked()) do
    if question.path == file.path then
      line = math.min(line or question.line, question.line)
    end
  end
  return names[1] and { path = file.path, line = line, names = names,
    sentences = sentences }
end

--- The files of a variant (aurum.read_variant) whose code has no sentences,
--- each as a note for its author with the line to write.
function unsaid.notes(info)
  local notes = {}
  for _, file in ipairs(info.files) do
    local found = of_file(info, file)
    if found then
      local quoted = {}
      for i, text in ipairs(found.sentences) do
        quoted[i] = ("%q"):format(text):gsub("\\\n", "\\n")
      end
      notes[#notes + 1] = ("%s:%d: %s: no sentence for players; add rules = "
        .. "{ %s }"):format(found.path, found.line,
        table.concat(found.names, ", "), table.concat(quoted, ", "))
    end
  end
  return notes
end

return unsaid
