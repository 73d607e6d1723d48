-- The door between the page of the playground and Lua: a request and its answer
-- are texts of JSON. repl/input/browser.c calls the function that this file
-- returns, in a page only. `aurum.news` sends the page interim results.
local aurum = require "aurum"
local json = require "aurum.text.json"
local match_play = require "aurum.lab.match.match_play"
local playground = require "aurum.repl.pages.playground"
local option_values = require "aurum.text.option_values"

local own = {} -- the questions that this file answers

local often = 0.2 -- seconds between two pieces of news, the first at once

--- match {bots, variant?, players?, games?, seed?, fuel?, on_fault?}: plays
--- each deal of a match with the bots in every order. News and the answer are
--- as `aurum match --mirror --json` prints them, with `total`, the number of
--- games to play, and `faults`, the first of each bot.
function own.match(params)
  local rules, problem = aurum.variant(params.variant or "standard",
    params.players)
  if not rules then return nil, problem end
  local faults, seen = {}, {}
  local told -- when the last piece of news was sent; nil before the first game
  local played
  played, problem = match_play.open({ bots = option_values.parts(params.bots),
    variant = params.variant or "standard", players = params.players,
    games = params.games or 100, seed = params.seed, fuel = params.fuel,
    on_fault = params.on_fault or "forfeit", mirror = true, quiet = true },
    rules)
  if not played then return nil, problem end
  local function result()
    local list = played:result()
    list.total, list.faults = played.total, faults
    return list
  end
  local good
  good, problem = played:play(function(_, game)
    for _, fault in ipairs(game.faults) do
      local name = played.seated[game.game][fault.seat]
      if not seen[name] then
        seen[name] = true
        faults[#faults + 1] = { bot = name, seed = game.seed, seat = fault.seat,
          round = fault.round, trick = fault.trick, ask = fault.ask,
          kind = fault.kind, message = game.trace or fault.message }
      end
    end
    if not told or aurum.sys.clock() - told >= often then
      told = aurum.sys.clock()
      aurum.news(json.encode(result()))
    end
  end)
  if not good then return nil, problem end
  if played.failure then return nil, played.failure end
  return result()
end

--- Answers {"method","params"} with {"value"} or {"problem"}.
return function(text)
  local request = assert(json.decode(text))
  local method, params = request.method, request.params or {}
  local value, problem
  if own[method] then
    value, problem = own[method](params)
  else
    value, problem = playground.answer(method, params)
  end
  if value == nil then
    return json.encode { problem = tostring(problem) }
  end
  return json.encode { value = value }
end
