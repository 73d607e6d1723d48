-- adept: has learned what positions are worth, and looks one action ahead.
--
-- A value net (`aurum.net`) says how many points a round each action leads to.
-- adept takes the best. The nets were learned by self-play, with `aurum learn`:
-- one for three players, one for four. They know the editions' rules; under a
-- house rule they are a start, from which `aurum learn --variant ...` makes a
-- net that knows it. At other tables adept plays like quick.

-- The files are named where they are read, so that aurum finds them.
local files = {
  [3] = function() return aurum.data "three.net" end,
  [4] = function() return aurum.data "four.net" end,
}
local net -- false where there is none for this table

local function start(_, view)
  local file = files[view.rules.players]
  net = file and assert(aurum.net(file(), { any = true }))
  if not (net and net:fits(view.rules)) then net = false end
end

local function choose(_, view)
  return net and net:choose(view) or view:quick()
end

---@type aurum.bot
return {
  name = "adept",
  api = 2,
  start = start,
  bid = choose,
  change = choose,
  play = choose,
  answer = choose,
}
