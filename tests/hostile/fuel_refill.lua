-- Work so large that its charge is below zero, which would fill up the fuel: of
-- tables whose length is 2^60, where something is charged by its size.
local all = {}
for i = 1, 256 do all[i] = "" end
local t = table.pack(table.unpack(all)) -- exactly 256 in the array
for i = 1, 65 do t["k" .. i] = 1 end -- free places for other keys
t[257] = ""
for e = 9, 60 do t[1 << e] = "" end -- where Lua looks for a border
assert(rawlen(t) == 1 << 60)

local state = aurum.state(aurum.rules { players = 4, knobs = {} })
return {
  bid = function(_, view)
    pcall(aurum.load_position, t, view.rules)
    pcall(aurum.read_position, t)
    pcall(aurum.set, t)
    pcall(state.csv, state, "plays", 1, t)
    pcall(state.rows, state, "plays", 1, t, t)
    pcall(state.deal, state, t)
    pcall(view.search, view, { sims = 1, moves = t })
    pcall(table.insert, t, 1, "")
    pcall(table.remove, t, 1)
    pcall(table.move, t, 1, 1 << 60, 2)
    pcall(table.sort, t)
    while true do end
  end,
  play = function(_, view) return view:random() end,
}
