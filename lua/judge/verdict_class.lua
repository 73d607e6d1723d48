-- The class of a verdict: fine, unsure, inaccuracy, mistake or blunder.
local settings = require "aurum.judge.settings"
local verdict_class = {}

local by_loss = { "inaccuracy", "mistake", "blunder" }

--- The class of a loss whose 95 % interval reaches from `low` to `high`. It is
--- unsure if the loss is an inaccuracy or more and the interval reaches below
--- one, or if the loss is less and the interval reaches a mistake.
function verdict_class.of(loss, low, high)
  local class = "fine"
  for _, one in ipairs(by_loss) do
    if loss >= settings[one] then class = one end
  end
  if class == "fine" then
    return high >= settings.mistake and "unsure" or "fine"
  end
  return low < settings.inaccuracy and "unsure" or class
end

--- True if a verdict is worth a note among the moves of a game: a sure loss, an
--- unsure one that may be as large as a mistake, or a decision that could not
--- be judged.
function verdict_class.is_notable(verdict)
  if not verdict then return false end
  local class = verdict.class
  return class == nil or class ~= "fine"
    and (class ~= "unsure" or verdict.loss >= settings.mistake)
end

--- True if a verdict is a sure loss.
function verdict_class.is_sure(verdict)
  return settings[verdict.class or ""] ~= nil
end

return verdict_class
