-- A recorded game that begins from a position built by hand.
--   aurum run tests/web/built.lua
local rules = aurum.variant("en-2023", 4)
local state = aurum.state(rules):set { nuggets = { 1, 0 }, leader = 3,
  first = 2, hands = { "B1 C5", "B2 C6", "P5 S3", "S7 Z2" },
  bids = { "B4", "C10", "P9", "S8" }, taken = { 8, 0, 1, 0 } }
while state.phase ~= "over" do state:apply(state:legal()[1]) end
io.write(state:record { seed = "built", names = { "a", "b", "c", "d" } })
