-- A machine that is driven by bytes: calls functions and methods of the module
-- with odd arguments. A chunk that returns a function of (aurum, names, bytes),
-- so that it can run in the host's state and, as text, in bots and in variants:
-- it uses nothing that is not there. `names` has `functions`, `methods` and
-- `fields`, lists of names, and perhaps `raw`, a list of functions.
return function(aurum, names, bytes)
  local machine = { pool = {} }
  local pool, at, depth, left, kept = machine.pool, 0, 0, 120, 0

  local function byte()
    at = at + 1
    return bytes:byte(at) or 0
  end

  local function pick(list) return list[byte() % #list + 1] end

  --- Keep a value, to be an argument later.
  local function keep(value)
    if value == nil then return end
    if #pool < 64 then
      pool[#pool + 1] = value
    else
      kept = kept % 64 + 1
      pool[kept] = value
    end
  end

  function machine.more() return at < #bytes and left > 0 end

  local numbers = { 1, 2, 3, 4, 0, -1, 5, 7, 12, 64, 100, 200, 255, 256, 1000,
    1 << 31, (1 << 31) - 1, -(1 << 31), 1 << 32, (1 << 32) + 2, 1 << 62,
    math.maxinteger, math.mininteger, 0.5, -0.0, 1e300, 1 / 0, -1 / 0, 0 / 0,
    2.0 ^ 53, 3.0, 0xffffffff }
  local words = { "B1", "Z7", "G0", "G8", "C5", "P10", "S3", "Z10", "B1 B2 C3",
    "G0 G0 G3", "bid C5", "bid -C5", "keep", "pass", "play Z7",
    "change G0 S6 of 4", "margin", "points", "round", "game", "quick",
    "uniform", "ismcts", "flat", "tree",
    "policy", "none", "all", "tricks", "rounds", "seats", "changes",
    "plays", "games", "standard", "en-2023", "standard+misere", "bga", "random",
    "1.2.3", "2.end", "c1", "start", "forfeit", "substitute", "streak",
    "", "\0", "a\0b", ("x"):rep(300), "\xff\xfe", "%s%n", "-1", "1e999", "4",
    "au1:en-2023:0123456789abcdef:AAAA", "\27[31m" }
  local keys = { "sims", "ms", "seed", "method", "policy", "objective", "left",
    "others", "explore", "moves", "weight", "worlds", "nodes", "partial",
    "hands", "bids", "gold", "extras", "taken", "nuggets", "points", "plays",
    "first", "leader", "round", "rules", "players", "knobs", "hooks", "vars",
    "text", "name", "title", "variant", "bots", "on_fault", "trust", "fuel",
    "side", "changes", "names", "card", "of", "suits", "ranks", "hand", "sides",
    "gold_points", "round_ties", "path", "source", "options", "spec", "scope",
    "kind", "call", "message", "width", "rows", "values", "counts", "series",
    "columns", "strict", "place", "seat", "step", "label", "height", "format",
    "plain" }
  local cards = { "B1", "B2", "B3", "C1", "C2", "C3", "P1", "P2", "S1", "S5",
    "Z1", "Z2", "Z3", "Z4", "Z10", "G0", "G1" }

  local value, run

  --- A table whose raw length is n, and which holds a few entries.
  local function false_length(n, entry)
    local t = {}
    for i = 1, 4 do t[i] = entry end
    for k = 65, 1, -1 do t["k" .. k] = k end
    for e = 3, 32 do t[1 << e] = entry end
    pcall(rawset, t, n, entry) -- n may be no key
    return t
  end

  local makers = {
    function(t) -- a list
      for i = 1, byte() % 7 do t[i] = value() end
    end,
    function(t) -- options
      for _ = 1, byte() % 6 do t[pick(keys)] = value() end
    end,
    function(t) -- a hand, or several
      local n, many = byte() % 13, byte() % 4 == 0
      for i = 1, n do
        t[i] = many and { pick(cards), pick(cards) } or pick(cards)
      end
    end,
    function(t) -- small numbers
      for i = 1, byte() % 8 do t[i] = byte() % 8 end
    end,
    function() return false_length(pick(numbers), value()) end,
    function(t) -- metamethods
      local meta = {}
      for _, key in ipairs { "__len", "__index", "__newindex", "__tostring",
        "__name", "__call", "__eq", "__lt", "__concat", "__pairs" } do
        if byte() % 3 == 0 then meta[key] = value() end
      end
      for i = 1, byte() % 3 do t[i] = value() end
      local _, made = pcall(setmetatable, t, meta)
      return made
    end,
    function(t) -- itself
      t[1], t[pick(keys)], t[pick(keys)] = t, t, value()
    end,
    function(t) -- sparse, keys of odd types
      for _ = 1, byte() % 4 do
        local key = value()
        if key ~= nil and key == key then pcall(rawset, t, key, value()) end
      end
    end,
  }

  local function callback()
    local kind = byte() % 6
    if kind == 0 then return function(...) return ... end end
    if kind == 1 then
      return function(state)
        local legal = state:legal()
        return legal[1 + #legal // 2]
      end
    elseif kind == 2 then
      local n = pick(numbers)
      return function() return n end
    elseif kind == 3 then
      local problem = value()
      return function() error(problem, 0) end
    end
    return function(...) -- re-entrant
      for i = 1, select("#", ...) do keep((select(i, ...))) end
      run(3)
      return value(), value()
    end
  end

  function value()
    local b = byte()
    if depth > 6 then b = b % 200 end
    if b < 110 and #pool > 0 then return pool[b % #pool + 1] end
    if b < 150 then return pick(numbers) end
    if b < 200 then return pick(words) end
    depth = depth + 1
    local result
    if b < 235 then
      local t = {}
      result = makers[b % #makers + 1](t) or t
    elseif b < 250 then
      result = callback()
    elseif b < 252 then
      result = b == 250
    end
    depth = depth - 1
    return result
  end

  local function arguments(n)
    local list = {}
    for i = 1, n do list[i] = value() end
    return list
  end

  --- Call a function; keep what it returns.
  local function call(f, ...)
    local results = table.pack(pcall(f, ...))
    if not results[1] then return end
    for i = 2, math.min(results.n, 4) do keep(results[i]) end
  end

  local function index(object, key) return object[key] end

  local operators = {
    function(a, b) return a .. b end,
    function(a, b) return a == b, a ~= b end,
    function(a, b) return a < b, a <= b end,
    function(a) return #a end,
    function(a, b) return a | b end,
    function(a, b) return a & b end,
    function(a, b) return a - b end,
    function(a, b) return a(b) end,
    function(a) return tostring(a) end,
    function(a, b, c) a[b] = c end,
    function(a)
      local n = 0
      for x, y in a do
        keep(x)
        keep(y)
        n = n + 1
        if n > 20 then break end
      end
    end,
    function(a)
      local n = 0
      for _, x in pairs(a) do
        keep(x)
        n = n + 1
        if n > 20 then break end
      end
    end,
  }

  local function step()
    local op = byte()
    if op < 60 then
      local name = pick(names.functions)
      local f = aurum[name] or aurum.sys and aurum.sys[name]
      call(f, table.unpack(arguments(op % 5), 1, op % 5))
    elseif op < 180 and #pool > 0 then
      local object = pick(pool)
      local good, f = pcall(index, object, pick(names.methods))
      if good then
        call(f, object, table.unpack(arguments(op % 5), 1, op % 5))
      end
    elseif op < 210 and #pool > 0 then
      call(index, pick(pool), byte() < 240 and pick(names.fields) or value())
    elseif op < 235 then
      call(pick(operators), value(), value(), value())
    elseif op < 245 and names.raw then
      call(pick(names.raw), table.unpack(arguments(op % 5), 1, op % 5))
    else
      keep(value())
    end
  end

  --- Run n steps, or what there are bytes for.
  function run(n)
    if depth > 4 then return end
    depth = depth + 1
    for _ = 1, n do
      if not machine.more() then break end
      left = left - 1
      step()
    end
    depth = depth - 1
  end

  machine.run, machine.keep, machine.value, machine.byte = run, keep, value,
    byte
  return machine
end
