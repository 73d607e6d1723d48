-- The bot at seats 2 to 4 of the tutorial: it plays their cards of round.lua.
-- Where the learner tries another move, it plays its lowest legal card.
local round = require "round"

return {
  name = "tutor", api = 1,
  bid = function(_, view) return round.action("bid", 0, view.seat) end,
  play = function(_, view)
    local action = round.action("play", #view.tricks + 1, view.seat)
    for _, legal in ipairs(view:legal()) do
      if tostring(legal) == action then return legal end
    end
    return view:legal_cards():base():lowest()
  end,
}
