-- quick: plays by the policy of playouts, in half a microsecond.
--
-- `view:quick()` weighs the legal actions by a few tuned numbers
-- (core/policy.h), from what its seat sees. One action in 32 is random. To
-- answer a variant's question it plays on after each answer, in some worlds
-- (core/trial.h), for some milliseconds.

local function choose(_, view) return view:quick() end

---@type aurum.bot
return {
  name = "quick",
  api = 2,
  bid = choose,
  change = choose,
  play = choose,
  answer = choose,
}
