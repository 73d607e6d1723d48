-- aurum net show: what a net was learned for, and what it sees of a position.
local aurum = require "aurum"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"

local show = { summary = "Show what a net was learned for and weighs." }

local about = [[
A net values positions after an action. Inputs are those after the action with
the greatest value. The weight of an input is the change of that value, in
points, if it were off. Inputs work together, so the weights do not add up to
the value. Seats and sides are counted from the own one: left 1 is the next.]]

function show.options(parser)
  parser:epilog(about)
  parser:argument("file", "The net."):argname "FILE.net"
  parser:option("--position", "Also show what the seat on turn in this "
    .. "position, a token, may do: the actions by value, and the inputs that "
    .. "weigh most. (default: none)"):argname "TOKEN"
  parser:option("--inputs", "How many inputs to show.", "12"):argname "N"
    :convert(options.count)
  options.json(parser)
end

--- The view of the seat on turn. The command ends if there is none.
local function view_at(token, net)
  local state, problem = aurum.position(token)
  if not state then term.fail("--position: " .. term.plain(problem), 2) end
  if not state.turn then
    term.fail("--position: no seat is on turn", 2)
  end
  local fits, why = net:fits(state.rules)
  if not fits then term.fail("--position: " .. why, 1) end
  return state:view(state.turn)
end

--- The actions of a view with their values, the best first.
local function moves_of(net, view)
  local list, values = {}, net:values(view)
  for i, action in ipairs(view:legal()) do
    list[i] = { action = tostring(action), value = values[i] }
  end
  table.sort(list, function(a, b)
    if a.value ~= b.value then return a.value > b.value end
    return a.action < b.action
  end)
  return list
end

local function inputs_of(net, view)
  local list, value = net:inputs(view)
  table.sort(list, function(a, b)
    local x, y = math.abs(a.weight), math.abs(b.weight)
    if x ~= y then return x > y end
    return a.input < b.input
  end)
  return list, value
end

local function parts_of(net)
  return net.closed and net.open and "closed, open" or net.closed and "closed"
    or "open"
end

local width = 24 -- columns of the longest bar

local function print_position(shown, most)
  term.write(("\nseat %d\n\n"):format(shown.seat))
  local rows = { { "action", "value" } }
  for i = 1, math.min(#shown.moves, 10) do
    local move = shown.moves[i]
    rows[#rows + 1] = { move.action, ("%+.2f"):format(move.value) }
  end
  term.write(term.table(rows, "<"))
  if #shown.moves > 10 then
    term.write(("and %d more\n"):format(#shown.moves - 10))
  end
  rows = { { "input", "weight", "" } }
  local first = shown.inputs[1]
  local greatest = math.max(first and math.abs(first.weight) or 0, 1e-9)
  for i = 1, math.min(#shown.inputs, most) do
    local one = shown.inputs[i]
    local bar = math.floor(width * math.abs(one.weight) / greatest + 0.5)
    rows[#rows + 1] = { one.input, ("%+.2f"):format(one.weight),
      (one.weight < 0 and "-" or "+"):rep(bar) }
  end
  term.write("\n", term.table(rows, "<><"))
end

function show.run(args)
  local net = resolve.net(args.file)
  local result = { rules = net.rules, digests = net.digests,
    players = net.players, sides = net.sides, goal = net.goal, how = net.how,
    closed = net.closed, open = net.open }
  if args.position then
    if not net.closed then term.fail "this net has no closed part" end
    local view = view_at(args.position, net)
    result.seat, result.moves = view.seat, moves_of(net, view)
    result.inputs, result.value = inputs_of(net, view)
  end
  if args.json then
    term.write(json.encode(result), "\n")
    return
  end
  term.write(term.table({
    { "rules", net.rules }, { "players", net.players }, { "sides", net.sides },
    { "goal", net.goal }, { "parts", parts_of(net) },
    { "learned by", net.how == "" and "unknown" or net.how } }, "<<"))
  if args.position then print_position(result, args.inputs) end
end

return show
