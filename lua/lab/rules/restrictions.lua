-- Restricted players: bots that never use one option of the rules.
--
-- The points that such a player loses to the same bot without the restriction
-- measure what the option is worth (Jaffe et al., "Evaluating Competitive Game
-- Balance with Restricted Play", AIIDE 2012). Where the bot chooses what it may
-- not, the best of the other legal actions is taken, as a search by playouts of
-- the policy "quick" finds it.
local restrictions = {}

-- `call`: the callback that is restricted. `allows`: the body of a function of
-- `view`, `card` (nil for a pass) and `middle`, the middle rank of base metals;
-- without it, the callback does nothing. `fits`: whether rules have the option.
restrictions.list = {
  { key = "no_change", name = "never changes", call = "change",
    text = "never changes a bid",
    fits = function(rules) return rules.changes > 0 end },
  { key = "no_gold", name = "never plays gold", call = "play",
    text = "plays gold only if no other action is legal",
    allows = "return not card or not card.gold" },
  { key = "no_high_lead", name = "never leads high", call = "play",
    text = "leads no base card above the middle rank if another may be led",
    allows = "return #view.trick.plays > 0 or not card or card.gold "
      .. "or card.rank <= middle" },
  { key = "no_low_lead", name = "never leads low", call = "play",
    text = "leads no base card below the middle rank if another may be led",
    allows = "return #view.trick.plays > 0 or not card or card.gold "
      .. "or card.rank >= middle" },
  { key = "pass_early", name = "always passes early", call = "play",
    text = "passes as soon as it may", allows = "return not card" },
  { key = "no_pass", name = "never passes", call = "play",
    text = "passes only if it may not play a card", allows = "return card" },
  { key = "no_high_bid", name = "never bids high", call = "bid",
    text = "bids no card above the middle rank if it has another",
    allows = "return card.rank <= middle" },
  { key = "no_answer", name = "never answers", call = "answer",
    text = "gives the default answer to each question",
    fits = function(rules) return #rules.questions > 0 end },
}

local choice_form = [[
local base = require "restricted_base"
local bot = {}
for key, value in pairs(base) do bot[key] = value end

local function allows(view, card, middle)
  %s
end

-- The card of an answer, a card or an action; nil for a pass.
local function card_of(answer, legal)
  local name = tostring(answer):match "%%u%%d+$"
  for _, action in ipairs(legal) do
    if action.card and tostring(action.card) == name then return action.card end
  end
end

local function restricted(self, view, ...)
  local answer = base.%s and base.%s(self, view, ...)
  local ranks = view.rules.ranks
  local middle = (ranks[1] + ranks[2]) / 2
  local legal, left = view:legal(), {}
  for _, action in ipairs(legal) do
    if allows(view, action.card, middle) then left[#left + 1] = action end
  end
  if #left == 0 or #left == #legal
    or allows(view, card_of(answer, legal), middle) then
    return answer
  elseif #left == 1 then
    return left[1]
  end
  local found = view:search { method = "flat", sims = 40 * #left,
    moves = left }
  return found and found.best or left[1]
end

bot.%s = restricted
return bot
]]

local nothing_form = [[
local base = require "restricted_base"
local bot = {}
for key, value in pairs(base) do bot[key] = value end
bot.%s = function(_, view)
  if %q == "change" then return view:legal()[1] end -- keep
  return nil
end
return bot
]]

--- True if rules have the option that a restriction forbids.
function restrictions.fits(restriction, rules)
  return not restriction.fits or restriction.fits(rules)
end

--- A bot that was read by aurum.bot, with a restriction.
function restrictions.bot(base, restriction)
  local call, files = restriction.call, {}
  for i, file in ipairs(base.files) do files[i] = file end
  files[#files + 1] = { name = "restricted_base.lua", code = true,
    text = base.source }
  local source = restriction.allows
    and choice_form:format(restriction.allows, call, call, call)
    or nothing_form:format(call, call)
  return { source = source, files = files, path = base.path,
    options = base.options, bundled = base.bundled,
    spec = base.spec .. " " .. restriction.key,
    name = base.name .. "-" .. restriction.key }
end

return restrictions
