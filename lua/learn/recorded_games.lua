-- Recorded games that a training begins with (aurum learn --from).
local aurum = require "aurum"
local game_files = require "aurum.record.game_files"
local recorded_games = {}

--- The finished rounds of a game.
local function rounds_of(game)
  local n = 0
  for _, round in ipairs(game.rounds) do n = n + (round.score and 1 or 0) end
  return n
end

--- Reads games of files that were played under `rules`, in pieces of about
--- `size` rounds: { text, ... } each; at most `most` pieces. Forfeited games
--- are left out. Returns the pieces, the number of their rounds, and the number
--- of games of other rules; or nil and a message.
function recorded_games.read(files, rules, size, most)
  local games, problem = game_files.open(files, { played = true })
  if not games then return nil, problem end
  local pieces, piece, rounds, others, sum = {}, {}, 0, 0, 0
  while #pieces < most do
    local game = games()
    if not game then break end
    if game.rules.digest ~= rules.digest then
      others = others + 1
    else
      piece[#piece + 1] = game.text
      rounds = rounds + rounds_of(game)
    end
    if rounds >= size then
      pieces[#pieces + 1], sum = piece, sum + rounds
      piece, rounds = {}, 0
    end
  end
  if games.problem then return nil, games.problem end
  if piece[1] then pieces[#pieces + 1], sum = piece, sum + rounds end
  return pieces, sum, others
end

--- A text that differs where the games differ.
function recorded_games.digest(pieces)
  local digests = {}
  for i, piece in ipairs(pieces) do
    digests[i] = aurum.sys.digest(table.concat(piece))
  end
  return aurum.sys.digest(table.concat(digests))
end

--- The samples of a piece. `options` as for aurum.sys.lesson_of, without state.
function recorded_games.samples(piece, rules, options)
  local samples, seed = {}, options.seed
  for i, text in ipairs(piece) do
    local record <close> = assert(aurum.record(text))
    local _, state = record:replay(rules)
    options.state, options.seed = state, ("%s/%d"):format(seed, i)
    samples[i] = aurum.sys.lesson_of(options)
  end
  return table.concat(samples)
end

return recorded_games
