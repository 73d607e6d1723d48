-- The round of the tutorial. Its hands are chosen so that each rule matters
-- once. Seat 1 is the learner's; bot.lua plays the other seats. This file uses
-- nothing but Lua, since the bot reads it too.
local round = {}

round.variant, round.players = "en-2023", 4

round.deal = { first = 3,
  hands = {
    "B1 B3 B5 C1 C4 C5 C9 P4 P7 P9 S1 Z9",
    "B9 C2 C6 P8 S2 S7 S10 Z1 Z2 Z3 Z5 Z7",
    "B2 B6 B10 C8 P10 S3 S4 S5 S8 S9 Z6 Z8",
    "B7 B8 C3 C7 C10 P2 P3 P5 P6 S6 Z4 Z10",
  },
  gold = { "G0", "G0", "G0", "G0" } }

local bids = { "B3", "Z2", "S3", "C3" }

-- Each trick from its leader on, with what it shows.
local tricks = {
  "3 C8  4 P5   1 Z9  2 S2", -- Copper and Phosphorus are barred; Z9 wins
  "2 B9  3 S5   4 C10 1 P4", -- P4 is the lowest: seat 1 takes G4 and leads
  "1 S1  2 Z7   3 B10 4 P6", -- gold cannot lead; the partner wins
  "1 C5  2 S10  3 Z8  4 P2",
  "4 B8  1 G0   2 Z3  3 S4", -- gold wins; side 1 has its 3 tricks
  "2 C6  3 B2   4 Z10 1 P9", -- a high card goes where another wins
  "3 B6  4 C7   1 P7  2 Z1", -- P7 must be played and wins as the later 7
  "2 C2  3 S9   4 B7",       -- seat 1 changes its bid to 4, then passes
}

local changes = { [8] = { "change G1 C4 of 1" } } -- by trick and seat

local plays = {} -- by trick and seat
for i, text in ipairs(tricks) do
  plays[i] = {}
  for seat, card in text:gmatch "(%d) (%w+)" do
    plays[i][tonumber(seat)] = card
  end
end

--- The action of a seat at its decision in a phase of a trick, as text.
function round.action(phase, trick, seat)
  if phase == "bid" then return "bid " .. bids[seat] end
  if phase == "change" then
    return changes[trick] and changes[trick][seat] or "keep"
  end
  local card = plays[trick] and plays[trick][seat]
  return card and "play " .. card or "pass"
end

return round
