-- Moves compared by value nets. In worlds drawn from a view, the trick is
-- finished after each move, and a net with open hands values the position.
--
-- The nets have learned from rounds of players who see their own cards alone
-- (`aurum learn`). So their values are of strong play by what each seat knows.
-- But the best of many moves is one of those that a net values too highly.
-- Where a net with closed hands has learned the rules too, a move is worth the
-- mean of both values: nets err in their own ways. The differences then need no
-- scale, those of one net do (calibration.lua).
local aurum = require "aurum"
local trials = require "aurum.judge.trials"

-- The nets that come with aurum, by number of players.
local files = { [4] = { open = "four-open.net", closed = "four.net" } }

local function path_of(name)
  return ("%s/scripts/bots/%s"):format(aurum.home, name)
end

-- Read now: in a worker no file can be opened.
local bytes = {} -- by name
for _, names in pairs(files) do
  for _, name in pairs(names) do
    bytes[name] = aurum.sys.read_file(path_of(name), 1 << 20)
  end
end

--- The net of a file if it has learned rules, else nil.
local function net_of(name, rules)
  if not bytes[name] then
    error(path_of(name) .. ": the judge needs this file", 0)
  end
  local net = assert(aurum.net(bytes[name]))
  return net:fits(rules) and net or nil
end

local known = {} -- nets by the digest of rules

--- The nets that have learned rules: { open =, closed = }, each may be nil.
local function nets_of(rules)
  local nets = known[rules.digest]
  if not nets then
    nets = {}
    for part, name in pairs(files[rules.players] or {}) do
      nets[part] = net_of(name, rules)
    end
    known[rules.digest] = nets
  end
  return nets
end

local function search(view)
  return { leaf = nets_of(view.rules).open, cut = 1, objective = "lead" }
end

--- Makes the values of moves the mean of those of both nets.
local function add_closed(view, moves)
  local closed = nets_of(view.rules).closed
  if not closed then return end
  local values, of = closed:values(view), {}
  for i, action in ipairs(view:legal()) do of[action] = values[i] end
  for _, move in ipairs(moves) do
    move.mean = (move.mean + of[move.action]) / 2
    move.paired_error = move.paired_error and move.paired_error / 2
  end
end

local valuing = trials.method(search, add_closed)

--- The kind of a gain, for calibration.lua.
function valuing.kind(rules)
  return nets_of(rules).closed and "valued" or "valued_open"
end

--- True if a net with open hands has learned rules.
function valuing.suits(rules)
  return nets_of(rules).open ~= nil
end

--- True if the net values deals like this one: bids and answers that stay
--- hidden for now have no value with open hands.
function valuing.suits_deal(dealt)
  return valuing.suits(dealt.rules) and dealt.deciding == "bid"
    and dealt.rules.bidding == "open"
end

--- The worth of a deal to each side, before anyone acts: a list. The net has a
--- value for each seat; their means by side are made to differ from the mean of
--- the sides.
function valuing.worth(dealt)
  local net, seats, list, mean = nets_of(dealt.rules).open, {}, {}, 0
  for seat, side in ipairs(dealt.rules.side_of) do
    seats[side] = (seats[side] or 0) + 1
    list[side] = (list[side] or 0) + net:value(dealt, seat)
  end
  for side, n in ipairs(seats) do
    list[side] = list[side] / n
    mean = mean + list[side] / #seats
  end
  for side, value in ipairs(list) do list[side] = value - mean end
  return list
end

return valuing
