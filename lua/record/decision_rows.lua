-- The table of decisions: a row for each decision of a game, with what its seat
-- knew then and what it did.
local aurum = require "aurum"
local decision_rows = {}

local columns = {
  { "game", "The game's number: 1 for the first game read" },
  { "id", "Its id if an arena played it: d7s2 for deal 7, seating 2; "
    .. "else empty" },
  { "round", "The round's number in its game, from 1" },
  { "trick", "The trick's number in its round, from 1; 0 for bids and for "
    .. "questions before the first trick" },
  { "ask", "The kind of decision: bid, change, play or answer" },
  { "nth", "Its number among those of its kind in the trick, from 1; for a "
    .. "card played, the place of the plays table" },
  { "at", "Its place as the REPL and the judge name it, with at: in front: "
    .. "at:2.5.3, at:2.5.c1, at:2.5.a1" },
  { "seat", "The seat that decided" },
  { "side", "Its side" },
  { "name", "Its bot, with its options" },
  { "bid", "Its side's bid; empty while a bid of the side is to be laid" },
  { "taken", "Tricks its side had taken in the round" },
  { "need", "bid less taken; below 0 after too many tricks" },
  { "hand", "Base cards in its hand" },
  { "gold", "The gold in its collection: G0 G3" },
  { "winning", "The seat that would win the trick as it stood; empty before "
    .. "the first card" },
  { "highest", "The card of that seat" },
  { "awarded", "The seat that would take gold for the lowest base card" },
  { "lowest", "The card of that seat" },
  { "legal", "Legal actions; 1 for no choice" },
  { "may_change", "1 if the seat held a base card and gold that can pay for a "
    .. "change of bid, whether or not it was asked" },
  { "done", "What it did: bid C5, keep, change G0 S6 of 4, play Z7, pass, "
    .. "answer trump S" },
  { "seconds", "Mean time of the seat's decisions in this game, where an "
    .. "arena's journal has it; else empty" },
}

local judged_columns = {
  { "judge", "The version of the judge" },
  { "better", "The best move found; equal to done if none seemed better" },
  { "loss", "Points lost by done; empty, as the columns that follow, with one "
    .. "legal action, and where the judge failed" },
  { "error", "Standard error of the loss" },
  { "doubt", "The part of the error that all decisions of a kind share, "
    .. "with the sign of loss: in a sum it adds up" },
  { "class", "fine, unsure, inaccuracy, mistake or blunder" },
  { "matters", "0 if its moves are about equal; accuracy skips such "
    .. "decisions" },
}

--- The columns, { name =, doc = } each, with the judge's if `judged`.
function decision_rows.columns(judged)
  local list = {}
  for _, group in ipairs { columns, judged and judged_columns or {} } do
    for _, column in ipairs(group) do
      list[#list + 1] = { name = column[1], doc = column[2] }
    end
  end
  return list
end

--- True if a seat holds a base card and the gold that pays for a change of bid.
local function may_change(view)
  local rules = view.rules
  if rules.changes == 0 or #view.hand == 0 then return false end
  for card in view.gold[view.seat]:each() do
    if card.rank >= rules.change_price then return true end
  end
  return false
end

--- The card that a seat has in the open trick.
local function card_of(trick, seat, players)
  return seat and tostring(trick.plays[(seat - trick.leader) % players + 1])
end

local function row_of(game, state, done, place)
  local view = state:view(state.turn)
  local seat, side, trick = view.seat, view.side, view.trick
  local at = aurum.place(place)
  return { game = game.number, id = game.id, round = view.round,
    trick = at.trick, ask = at.kind, nth = at.nth, at = place, seat = seat,
    side = side, name = game.names[seat], bid = view.bid[side],
    taken = view.taken[side], need = view.need[side], hand = #view.hand,
    gold = tostring(view.gold[seat]), winning = trick.winning,
    highest = card_of(trick, trick.winning, game.players),
    awarded = trick.awarded,
    lowest = card_of(trick, trick.awarded, game.players),
    legal = #view:legal(), may_change = may_change(view) and 1 or 0,
    done = tostring(done), seconds = game.seconds and game.seconds[seat] }
end

--- Adds the judge's cells to a row.
local function add_verdict(row, verdict, version)
  row.judge = version
  if not verdict or not verdict.class then return end
  row.better, row.loss = tostring(verdict.better), verdict.loss
  row.error, row.doubt, row.class = verdict.error, verdict.doubt, verdict.class
  row.matters = verdict.matters and 1 or 0
end

--- The rows of a game of aurum.records. `verdicts` are the judge's by
--- place, nil without it, and `version` is the judge's.
function decision_rows.of(game, verdicts, version)
  local list = {}
  for state, done, place in game:decisions() do
    local row = row_of(game, state, done, place)
    if verdicts then add_verdict(row, verdicts[place], version) end
    list[#list + 1] = row
  end
  return list
end

return decision_rows
