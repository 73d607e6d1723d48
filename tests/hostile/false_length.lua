-- A list whose length is 2^32 + 2, which an int holds as 2: for a trick of four
-- places, a deal's hands, a search's moves, a set of cards.
local all = {}
for i = 1, 256 do all[i] = "Z10" end
local t = table.pack(table.unpack(all)) -- exactly 256 in the array
for i = 1, 65 do t["k" .. i] = 1 end -- free places for other keys
t[257] = "Z10"
for e = 9, 32 do t[1 << e] = "Z10" end -- where Lua looks for a border
t[(1 << 32) + 2] = "Z10"
assert(rawlen(t) == (1 << 32) + 2)

local function refused(f, ...)
  local good, message = pcall(f, ...)
  assert(not good and message:find("got one of 4294967298", 1, true), message)
end

return {
  bid = function(_, view)
    for _, key in ipairs { "plays", "hands", "gold", "bids", "taken",
      "nuggets", "points" } do
      local state = aurum.state(view.rules)
      refused(state.set, state, { [key] = t })
    end
    local state = aurum.state(view.rules)
    refused(state.deal, state, { first = 1, hands = t })
    refused(view.search, view, { sims = 1, moves = t })
    refused(aurum.set, t)
    assert(not aurum.rules { players = 4, knobs = { gold = t } })
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
