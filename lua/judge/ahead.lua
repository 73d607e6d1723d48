-- States solved in lots, some ahead of their use, so that threads share them.
--
-- The first lot has one state for each thread, and each further lot is twice as
-- long as the one before, up to a limit. So who stops early has solved hardly
-- more states in vain than in earnest. With one thread, each state is solved
-- when its turn comes. What is found depends on neither.
local aurum = require "aurum"
local margin = require "aurum.judge.margin"
local ahead = {}

local longest = 8 -- states of a lot, for each thread

--- An iterator over the first and last numbers of the lots of n states.
function ahead.lots(n)
  local threads, last = aurum.sys.threads(), 0
  local size = threads
  return function()
    if last == n then return nil end
    local first = last + 1
    last = math.min(last + size, n)
    if threads > 1 then size = math.min(2 * size, longest * threads) end
    return first, last
  end
end

--- The solution of a state whose round is over; nil of another.
local function over(state, side)
  if state.phase ~= "deal" and state.phase ~= "over" then return nil end
  local value = margin(state.rounds[#state.rounds].points, side)
  return { exact = true, value = value, nodes = 0, over = true }
end

--- The solutions of states by `options` of aurum.solve, which name a side. A
--- state whose round is over has one with `exact`, `value` and `nodes` alone,
--- and `over`. The list ends before the first state without a solution.
function ahead.solve(states, options)
  local open, found = {}, {}
  for _, state in ipairs(states) do
    if not over(state, options.side) then open[#open + 1] = state end
  end
  local solved, k = aurum.solve(open, options), 0
  for i, state in ipairs(states) do
    found[i] = over(state, options.side)
    if not found[i] then
      k = k + 1
      found[i] = solved[k]
    end
    if not found[i] then break end
  end
  return found
end

--- An iterator over i and the solutions of state_at(i), for i = 1 .. n, by
--- options as those of ahead.solve.
function ahead.solutions(n, state_at, options)
  local lots, i, first, last, found = ahead.lots(n), 0, 1, 0, {}
  return function()
    i = i + 1
    if i > last then
      first, last = lots()
      if not first then return nil end
      local states = {}
      for k = first, last do states[#states + 1] = state_at(k) end
      found = ahead.solve(states, options)
    end
    return i, found[i - first + 1]
  end
end

return ahead
