-- The picture of the table: the seats with their cards, the trick, the supply
-- and the score. Plain ASCII, as wide as the terminal but at most 80 columns;
-- suits are in colour where the terminal shows colours.
local format = require "aurum.text.format"
local moves = require "aurum.repl.moves"
local show = require "aurum.record.show"
local term = require "aurum.text.term"
local tree = require "aurum.repl.tree"
local wrap = require "aurum.text.wrap"
local picture = {}

local suit_colour = { B = "magenta", C = "red", P = "green", S = "cyan",
  Z = "blue", G = "yellow" }

--- Text with its cards in the colours of their suits.
function picture.paint(text)
  return (text:gsub("%f[%w]([BCPSZG])(%d%d?)%f[^%w]", function(suit, rank)
    return term.paint(suit_colour[suit], suit .. rank)
  end))
end


--- Text cut to a width; ".." marks the cut.
local function cut(text, width)
  if #text <= width then return text end
  return text:sub(1, math.max(width - 2, 1)) .. ".."
end

--- The name of the player at a seat.
function picture.name(session, seat)
  if session.humans[seat] then return "a person" end
  local bot = session.bots[seat]
  return bot and term.plain(bot.spec) or "by hand"
end

-- ---- Seats --------------------------------------------------------------

--- The hand of a seat: the cards that `view` knows, or all if it is nil.
local function hand_text(state, view, seat)
  if not view then return tostring(state.hands[seat]) end
  local known, n = view.known[seat], view.hand_n[seat]
  if #known == n then return tostring(known) end
  local text = format.plural(n, "card")
  return #known > 0 and ("%s, including %s"):format(text, known) or text
end

local function bid_text(seen, seat)
  local card = seen.bids[seat]
  return card and tostring(card) or "-"
end

--- The block of a seat, in lines of at most `width`.
local function block(session, state, view, seat, width)
  local seen = view or state
  local rules, turn = state.rules, state.turn
  local side = rules.side_of[seat]
  local head = ("%s seat %d  %s"):format(turn == seat and ">" or " ", seat,
    picture.name(session, seat))
  if rules.side_n < rules.players then head = head .. "  side " .. side end
  local lines = { cut(head, width) }
  local function add(text)
    for _, line in ipairs(wrap.lines("  " .. text, width, "  ")) do
      lines[#lines + 1] = line
    end
  end
  if state.phase == "deal" and state.round == 0 then return lines end
  local hand = hand_text(state, view, seat)
  add(hand == "" and "no cards" or hand)
  local bid = seen.bid[side]
  local against = bid and (", %d of %d taken"):format(seen.taken[side], bid)
    or ""
  add(("bid %s%s"):format(bid_text(seen, seat), against))
  add("gold " .. (#seen.gold[seat] > 0 and tostring(seen.gold[seat]) or "-"))
  return lines
end

-- ---- Arrangement --------------------------------------------------------

-- Rows of the picture from top to bottom. Places count clockwise from the
-- viewer, who is place 1 and sits at the bottom.
local rows = {
  [2] = { { 2 }, { 1 } },
  [3] = { { 2, 3 }, { 1 } },
  [4] = { { 3 }, { 2, 4 }, { 1 } },
  [5] = { { 3, 4 }, { 2, 5 }, { 1 } },
  [6] = { { 4 }, { 3, 5 }, { 2, 6 }, { 1 } },
}

local function pad(text, width)
  return text .. (" "):rep(width - #text)
end

local function put_alone(out, lines, width, own)
  local left = (" "):rep(math.max((width - own) // 2, 0))
  for _, line in ipairs(lines) do out[#out + 1] = left .. line end
end

local function put_pair(out, a, b, own)
  for i = 1, math.max(#a, #b) do
    out[#out + 1] = pad(a[i] or "", own) .. "  " .. (b[i] or "")
  end
end

--- The seats around the table; one below the other if the terminal is narrow.
local function seats(out, session, state, view, width)
  local n, near = state.rules.players, view and view.seat or 1
  local wide = width >= 72
  local own = wide and (width - 2) // 2 or width
  for _, row in ipairs(rows[n]) do
    local blocks = {}
    for i, place in ipairs(row) do
      blocks[i] = block(session, state, view, (near + place - 2) % n + 1, own)
    end
    if wide and #row == 2 then
      put_pair(out, blocks[1], blocks[2], own)
    else
      for _, lines in ipairs(blocks) do
        put_alone(out, lines, wide and width or own, wide and 40 or own)
      end
    end
    out[#out + 1] = ""
  end
end

-- ---- Trick and score ----------------------------------------------------

--- The decision that is due: the seat and its action, a deal, or the result.
function picture.due(session)
  local state = session.live
  if state.phase == "over" then
    return ("the game is over; %s won"):format(show.sides(state.winners))
  elseif state.phase == "deal" then
    return state.round == 0 and "nothing is dealt yet; `step` deals"
      or ("round %d is over; `step` deals the next"):format(state.round)
  end
  local ask = state.phase == "change" and "may change a bid" or state.phase
  return ("seat %d %s %s"):format(state.turn,
    state.phase == "change" and "" or "to", ask):gsub("  ", " ")
end

--- The place and the decision that is due, in one line; with `plays` also the
--- cards of the open trick.
function picture.where(session, plays)
  local at = session.at
  if at.phase == "deal" or at.phase == "over" then
    return picture.due(session)
  end
  local trick = at.trick == 0 and "bids" or "trick " .. at.trick
  local open = session.live.trick
  local cards = plays and #open.plays > 0 and ("%s; "):format(table.concat(
    moves.plays(open, session.root.rules.players), ", ")) or ""
  return ("round %d, %s: %s%s (%s)"):format(at.round, trick, cards,
    picture.due(session), tree.place(at))
end

--- The score as a table, as `seat` may see it, or in full if that is nil.
function picture.scores(session, seat, width)
  local state = session.state
  local rules = state.rules
  local score = state:score()
  local bids = (seat and state:view(seat) or state).bid
  local head = { "side", "taken", "bid", "points", "nuggets" }
  if width >= 60 then
    head = { "side", "taken", "bid", "for bid", "for gold", "round", "points",
      "nuggets" }
  end
  if rules.cumulative then head[#head] = nil end
  local list = { head }
  for side = 1, rules.side_n do
    local own = {}
    for member, of in ipairs(rules.side_of) do
      if of == side then own[#own + 1] = member end
    end
    local name = #own > 1 and ("%d (%s)"):format(side,
      table.concat(own, "+")) or tostring(side)
    local row = { name, score.taken[side], bids[side] or "-" }
    if width >= 60 then
      row[4] = bids[side] and score.bid_points[side] or "-"
      row[5] = score.gold_points[side]
      row[6] = bids[side] and score.points[side] or "-"
    end
    row[#row + 1] = state.points[side]
    if not rules.cumulative then row[#row + 1] = state.nuggets[side] end
    list[#list + 1] = row
  end
  return term.table(list, "<")
end

--- The picture as text, as `seat` may see it, or in full if that is nil.
function picture.draw(session, seat, width)
  local state, root = session.state, session.root
  local view = seat and state:view(seat)
  local seen, rules = view or state, state.rules
  local out = {}
  local function add(text, indent)
    for _, line in ipairs(wrap.lines(text, width, indent or "  ")) do
      out[#out + 1] = line
    end
  end
  add(("Game %d: %s, %d players, seed %s%s"):format(root.number,
    term.plain(rules.name),
    rules.players, term.plain(root.seed),
    seat and (", as seat %d sees it"):format(seat) or ""))
  local where = picture.where(session)
  add(where:sub(1, 1):upper() .. where:sub(2))
  out[#out + 1] = ""
  seats(out, session, state, view, width)
  if state.round > 0 then
    local open = seen.trick
    if #open.plays > 0 and state.phase ~= "deal" and state.phase ~= "over" then
      add("trick: " .. table.concat(
        moves.plays(open, rules.players), ", "))
    end
    add("supply: " .. (#seen.supply > 0 and tostring(seen.supply) or "-"))
    if #seen.extras > 0 then add("extras: " .. tostring(seen.extras)) end
    out[#out + 1] = ""
  end
  local text = picture.paint(table.concat(out, "\n")) .. "\n"
  return state.round == 0 and text
    or text .. picture.scores(session, seat, width)
end

return picture
