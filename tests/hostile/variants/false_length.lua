-- A list whose length is 2^32 + 2, which an int holds as 2, for a trick of four
-- places: written there, it ran over the stack of C.
local all = {}
for i = 1, 256 do all[i] = "Z10" end
local t = table.pack(table.unpack(all)) -- exactly 256 in the array
for i = 1, 65 do t["k" .. i] = 1 end -- free places for other keys
t[257] = "Z10"
for e = 9, 32 do t[1 << e] = "Z10" end -- where Lua looks for a border
t[(1 << 32) + 2] = "Z10"

local state = aurum.state(aurum.rules { players = 4, knobs = {} })
local good, message = pcall(state.set, state, { plays = t })
local wanted = "plays: expected a list of at most 4, got one of 4294967298"
assert(not good and message:find(wanted, 1, true), message)

return { name = "false_length", exact = 3 }
