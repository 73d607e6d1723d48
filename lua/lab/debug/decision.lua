-- A program to debug: one decision of a recorded game, or at a position. The
-- bot is asked once, and nobody plays on.
--
-- Each program of this folder has
--   bots, rules       for the debugger's files; `bots` by seat
--   seat              that of the bot
--   debugger          runs its steps (lua/play/debugger.lua)
--   next()            the way of the next step; nil if there is none, or nil
--                     and a problem
--   finish(reply, stopped)  takes the reply of a run that went to its end, and
--                     returns a list of lines for the user; `stopped` is true
--                     if something stopped in the step before
--   close()
local bot_ask = require "aurum.lab.bots.bot_ask"
local bot_files = require "aurum.load.bot_files"
local debugger = require "aurum.play.debugger"
local note_text = require "aurum.record.note_text"
local decision = {}
decision.__index = decision

decision.seconds = 3600 -- of processor time: nobody is hurried who looks

--- Lines about what a bot noted.
function decision.add_notes(lines, notes)
  for _, row in ipairs(notes and note_text.rows(notes) or {}) do
    lines[#lines + 1] = ("%s: %s"):format(row[1], row[2])
  end
  return lines
end

--- The line about a fault.
function decision.fault_text(seat, message)
  return ("seat %d is at fault: %s"):format(seat, message)
end

--- The decision that `from` names (lua/lab/bots/bot_ask.lua), asked of a bot.
--- `options` has `fuel`, and `call` as of debugger.open. Or nil and a message.
function decision.new(bot, rules, from, options)
  local question, seat = bot_ask.question(rules, from)
  if not question then return nil, seat end
  local bots = bot_files.alone(bot, seat, rules.players)
  return setmetatable({ bots = bots, rules = rules, seat = seat,
    question = question, debugger = debugger.open { rules = rules, bots = bots,
      seed = "", seconds = decision.seconds, fuel = options.fuel, notes = true,
      call = options.call,
      come = function(awake) return bot_ask.way_to(awake, from) end } },
    decision)
end

function decision:next()
  if self.over then return nil end
  return {}
end

function decision:finish(reply)
  local lines = decision.add_notes({}, reply.notes)
  self.over = true
  lines[#lines + 1] = self.question.place .. ":"
  if reply.fault then
    lines[#lines + 1] = decision.fault_text(self.seat, reply.fault)
  end
  if reply.text and not reply.fault then
    lines[#lines + 1] = "the answer is " .. reply.text
  end
  if self.question.recorded then
    lines[#lines + 1] = "the record has " .. self.question.recorded
  end
  if self.question.difference then
    lines[#lines + 1] = "by these rules the game differs from its record: "
      .. self.question.difference
  end
  return lines
end

function decision:close() self.debugger:close() end

return decision
