-- The bot that speaks for a program (aurum.load.programs). It sends each view
-- as a line of JSON and reads the action from the program's next line;
-- scripts/programs/README.md describes both.
--
-- It runs as a stranger's bot does, with five functions more
-- (lua/script/program.c), and with two files beside it: json.lua, and
-- options.lua, which names the options that were given.
-- luacheck: read globals blame exchange past random_state remember
local json = require "json"
local bot = { options = require "options" }

local function texts(values)
  local list = {}
  for _, value in ipairs(values) do list[#list + 1] = tostring(value) end
  return list
end

--- The cards of a set or pile as texts.
local function cards(set)
  return texts(set:list())
end

--- One value for each seat: fill(seat), or false where it is nil.
local function by_seat(rules, fill)
  local list = {}
  for seat = 1, rules.players do list[seat] = fill(seat) or false end
  return list
end

--- The same for each side.
local function by_side(rules, values)
  local list = {}
  for side = 1, rules.side_n do list[side] = values[side] or false end
  return list
end

local function changes(list)
  local told = {}
  for i, change in ipairs(list) do
    told[i] = { seat = change.seat, of = change.of,
      gold = tostring(change.gold), card = tostring(change.card) }
  end
  return told
end

local function tricks(list)
  local told = {}
  for i, trick in ipairs(list) do
    told[i] = { leader = trick.leader, plays = texts(trick.plays),
      winner = trick.winner, award = trick.award and tostring(trick.award),
      changes = changes(trick.changes) }
  end
  return told
end

local function rules_of(rules)
  return { variant = rules.name, digest = rules.digest,
    players = rules.players, side_of = rules.side_of }
end

local function question_of(question)
  return question and { name = question.name, asked = question.asked,
    default = question.default ~= nil and tostring(question.default) or nil }
end

--- The facts of a decision that a program is told.
local function told(self, view)
  local rules, stream = view.rules, random_state()
  local worlds = view:sample() -- after the stream, which it moves on
  local world = worlds and worlds[1] -- nil if none is found
  local led = world and past(view, world)
  return {
    at = view.place, deciding = view.deciding, seat = view.seat,
    side = view.side, rules = rules_of(rules), options = self.options,
    legal = texts(view:legal()), hand = cards(view.hand),
    hand_n = view.hand_n, unseen = cards(view.unseen),
    known = by_seat(rules, function(seat) return cards(view.known[seat]) end),
    gold = by_seat(rules, function(seat) return cards(view.gold[seat]) end),
    bids = by_seat(rules, function(seat)
      return view.bids[seat] and tostring(view.bids[seat])
    end),
    bid = by_side(rules, view.bid), taken = view.taken, points = view.points,
    nuggets = view.nuggets, supply = cards(view.supply),
    leader = view.trick.leader, trick = texts(view.trick.plays),
    changes = changes(view.changes), tricks = tricks(view.tricks),
    extras = cards(view.extras), trump = view.trump, times = view.times,
    question = question_of(view.question), vars = view.vars,
    world = led or world and world:position(),
    memory = remember(view, led ~= nil), stream = stream, rounds = view.rounds,
    may_change = view.may_change, down = view.down,
  }
end

--- The program's action for line `id`. Answers to earlier lines are skipped.
local function answer_to(id, line)
  while true do
    local answer = json.decode(line)
    local of = type(answer) == "table" and math.tointeger(answer.id)
    local action = of and answer.action
    if of == id and type(answer.fault) == "string" then
      blame("the program: " .. answer.fault:sub(1, 2000))
    elseif not of or of > id or type(action) ~= "string" then
      blame(("the program answered %q; expected a line such as "
        .. '{"id":%d,"action":"play Z7"}'):format(line:sub(1, 200), id))
    end
    if of == id then return action end
    line = exchange()
  end
end

local function ask(self, view)
  local text = json.encode(told(self, view))
  return answer_to(exchange(text:sub(2)))
end

bot.bid, bot.change, bot.play, bot.answer = ask, ask, ask, ask

return bot
