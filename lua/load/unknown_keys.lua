-- Keys of a variant that name what no variant can do, with what to do instead.
-- variants/README.md has the same list in prose.
local unknown_keys = {}

local asks = "players are asked by 'questions' (variants/README.md)"
local gives = "players give, draw and exchange cards by 'questions' "
  .. "(variants/README.md)"
local chance = "hooks have no random numbers: all chance is in the deal"
local order = "play goes clockwise; the hook 'leader' names the seat that leads"
local clock = "hooks have no clock, so that a game can be played again"

local advice = {
  [asks] = "ask asks question choose choice choices answer answers "
    .. "call calls auction double doubles redouble stakes wager declare "
    .. "name_suit phase phases action actions announce announcements",
  [gives] = "exchange exchanges give gives swap swaps trade pass_cards draw "
    .. "draws discard discards kitty talon widow",
  [chance] = "random chance dice die shuffle seed",
  [order] = "direction clockwise turn turn_order order",
  [clock] = "time timer clock time_limit",
  ["partners are set by 'sides', and do not change in a game"] =
    "team teams partner partners partnership partnerships",
  ["cards are set by 'suits', 'ranks' and 'gold': there are no others"] =
    "deck cards joker jokers wild wilds",
}

local by_key = {}
for text, keys in pairs(advice) do
  for key in keys:gmatch "%S+" do by_key[key] = text end
end

--- Advice for an unknown key, as the end of a message; nil if the key does not
--- sound like something that no variant can do.
function unknown_keys.advice(key)
  return by_key[key:lower()]
end

return unknown_keys
