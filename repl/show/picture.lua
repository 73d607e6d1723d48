-- The picture of the table: the seats with their cards, the trick, the supply
-- and the score. On 80 columns the trick lies as cards before the seats; on
-- fewer, the seats are a list. Plain ASCII; suits are in colour where the
-- terminal shows colours, but never without their letters.
local question_text = require "aurum.record.question_text"
local format = require "aurum.text.format"
local moves = require "aurum.repl.show.moves"
local show = require "aurum.record.show"
local term = require "aurum.text.term"
local tree = require "aurum.repl.session.tree"
local wrap = require "aurum.text.wrap"
local picture = {}

local suit_colour = { B = "violet", C = "orange", P = "olive", S = "teal",
  Z = "azure", G = "gold" }

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
  if #known == 0 then return text end
  local covered = state.bids[seat] and not view.bids[seat]
  return covered and ("%s; in it or face down: %s"):format(text, known)
    or ("%s, including %s"):format(text, known)
end

local function bid_text(seen, seat)
  local card = seen.bids[seat]
  return card and tostring(card)
end

--- The hand line of a seat; nil if there is none to show. A `turn` picture
--- leaves out hands of which nothing is known.
local function hand_line(state, view, seat, turn)
  local known = view and #view.known[seat] > 0
  if turn and (seat ~= view.seat and not known) then return nil end
  local hand = hand_text(state, view, seat)
  return hand == "" and "no cards" or hand
end

--- The block of a seat, in lines of at most `width`. `look`: session, state,
--- view, turn (as for picture.table).
local function block(look, seat, width)
  local state, view = look.state, look.view
  local seen, rules = view or state, state.rules
  local side = rules.side_of[seat]
  local head = ("%s seat %d  %s"):format(state.turn == seat and ">" or " ",
    seat, picture.name(look.session, seat))
  if rules.side_n < rules.players then head = head .. "  side " .. side end
  local lines = { cut(head, width) }
  local function add(text)
    for _, line in ipairs(wrap.lines("  " .. text, width, "    ")) do
      lines[#lines + 1] = line
    end
  end
  if state.phase == "deal" and state.round == 0 then return lines end
  local hand = hand_line(state, view, seat, look.turn)
  if hand then add(hand) end
  local bid = seen.bid[side]
  local text = "bid " .. (bid_text(seen, seat) or bid or "-")
  if bid then
    text = ("%s, %d of %d taken"):format(text, seen.taken[side], bid)
  end
  local gold = "gold " .. (#seen.gold[seat] > 0 and tostring(seen.gold[seat])
    or "-")
  if #text + #gold + 6 <= width then
    add(text .. ", " .. gold)
  else
    add(text)
    add(gold)
  end
  return lines
end

-- ---- The table ----------------------------------------------------------

-- The places around the table, clockwise from the viewer, who is place 1 and
-- sits at the bottom. Each is a column and, for its card, the first of 3 rows.
local left, middle, right = 1, 2, 3
local places = {
  [2] = { { middle, 4 }, { middle, 1 } },
  [3] = { { middle, 3 }, { left, 1 }, { right, 1 } },
  [4] = { { middle, 4 }, { left, 2 }, { middle, 1 }, { right, 2 } },
  [5] = { { middle, 5 }, { left, 4 }, { left, 1 }, { right, 1 }, { right, 4 } },
  [6] = { { middle, 6 }, { left, 5 }, { left, 2 }, { middle, 1 }, { right, 2 },
    { right, 5 } },
}
local card_at = { 28, 37, 46 } -- the first column of a card, by column
local side_width, right_at = 26, 54 -- of the blocks beside the table
local middle_at, middle_width = 24, 56

--- Puts text on a screen, a list of rows, each a list of { column, text }.
local function put_at(screen, row, column, text)
  while #screen < row do screen[#screen + 1] = {} end
  table.insert(screen[row], { column, text })
end

--- The rows of a screen as lines of text.
local function lines_of(screen)
  local lines = {}
  for i, row in ipairs(screen) do
    table.sort(row, function(a, b) return a[1] < b[1] end)
    local line, used = "", 0
    for _, piece in ipairs(row) do
      line = line .. (" "):rep(piece[1] - used) .. piece[2]
      used = math.max(used, piece[1]) + (utf8.len(piece[2]) or #piece[2])
    end
    lines[i] = line
  end
  return lines
end

--- Puts a card on a screen, or a dot where a card may come.
local function put_card(screen, row, column, card, wins)
  if not card then return put_at(screen, row + 1, column + 3, ".") end
  put_at(screen, row, column, "+-----+")
  put_at(screen, row + 1, column, ("| %-4s|"):format(tostring(card)
    .. (wins and "*" or "")))
  put_at(screen, row + 2, column, "+-----+")
end

--- The cards of the open trick by seat; none between rounds.
local function played(state)
  local cards, open = {}, state.trick
  if state.phase == "deal" or state.phase == "over" then return cards end
  for i, card in ipairs(open.plays) do
    cards[(open.leader + i - 2) % state.rules.players + 1] = card
  end
  return cards
end

--- Puts the blocks of the seats beside the table: the upper of each column at
--- the top, the lower in row 5 or below the upper.
local function put_blocks(screen, look, seat_at, first)
  local free = {} -- the first free row, by column
  for row = 1, 6 do
    for place, where in ipairs(places[look.state.rules.players]) do
      local column = where[1]
      if column ~= middle and where[2] == row then
        local at = math.max(row < 4 and 1 or 5, free[column] or 1)
        for _, line in ipairs(block(look, seat_at(place), side_width)) do
          put_at(screen, first + at, column == left and 0 or right_at, line)
          at = at + 1
        end
        free[column] = at
      end
    end
  end
end

--- Puts the cards of the trick on the table.
local function put_cards(screen, look, seat_at, first)
  local cards = played(look.state)
  for place, where in ipairs(places[look.state.rules.players]) do
    local seat = seat_at(place)
    put_card(screen, first + where[2], card_at[where[1]], cards[seat],
      seat == look.state.trick.winning)
  end
end

local unfolded = 1000 -- columns: more than any line of a block

--- The blocks of the seats as a list, in the order of seats. For a turn they
--- are one line each, which may be long.
local function listed(look, width)
  local lines = {}
  for seat = 1, look.state.rules.players do
    local own = block(look, seat, look.turn and unfolded or width)
    if look.turn then
      local text = table.concat(own, ", ", 2):gsub(" +", " ")
      own = { ("%s seat %d:%s"):format(look.state.turn == seat and ">" or " ",
        seat, text) }
    end
    table.move(own, 1, #own, #lines + 1, lines)
  end
  return lines
end

--- The table as lines, as the seat of `view` sees it; in full if that is nil.
--- With `turn` it shows what the seat on turn needs: no other hands.
function picture.table(session, view, width, turn)
  local look = { session = session, state = session.state, view = view,
    turn = turn }
  local n, near = look.state.rules.players, view and view.seat or 1
  local screen = {}
  local function seat_at(place) return (near + place - 2) % n + 1 end
  if width < 80 then return listed(look, width) end
  local function put_middle(seat)
    for _, line in ipairs(block(look, seat, middle_width)) do
      put_at(screen, #screen + 1, middle_at, line)
    end
  end
  for place, where in ipairs(places[n]) do
    if where[1] == middle and where[2] == 1 then put_middle(seat_at(place)) end
  end
  local first = #screen
  put_blocks(screen, look, seat_at, first)
  if look.state.turn then put_cards(screen, look, seat_at, first) end
  put_middle(seat_at(1))
  return lines_of(screen)
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
  if state.phase == "ask" then
    return ('seat %d to answer "%s"'):format(state.turn, state.question.name)
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

--- Trump, the factor of the round's points, and the cards that questions of the
--- variant moved from or to the hand of `seat`; nil if there is none of them.
function picture.terms(state, seat)
  local parts = {}
  if state.trump then parts[1] = "trump is " .. state.trump end
  if state.times > 1 then
    parts[#parts + 1] = "the round counts " .. question_text.times(state.times)
  end
  for _, text in ipairs(seat and question_text.moved(state, seat) or {}) do
    parts[#parts + 1] = text
  end
  return parts[1] and table.concat(parts, "; ")
end

--- The score as a table, as `seat` may see it, or in full if that is nil.
function picture.scores(session, seat, width)
  local state = session.state
  local rules = state.rules
  local score = state:score()
  local bids = (seat and state:view(seat) or state).bid
  local head = { "side", "taken", "bid", "for bid", "for gold", "round",
    "points", "nuggets" }
  if rules.cumulative then head[#head] = nil end
  local list = { head }
  for side = 1, rules.side_n do
    local own = {}
    for member, of in ipairs(rules.side_of) do
      if of == side then own[#own + 1] = member end
    end
    local name = #own > 1 and ("%d (%s)"):format(side,
      table.concat(own, "+")) or tostring(side)
    local row = { name, score.taken[side], bids[side] or "-",
      bids[side] and score.bid_points[side] or "-", score.gold_points[side],
      bids[side] and score.points[side] or "-", state.points[side] }
    if not rules.cumulative then row[#row + 1] = state.nuggets[side] end
    list[#list + 1] = row
  end
  return term.table(list, "<", 1, width)
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
  local where = picture.where(session, true)
  add(where:sub(1, 1):upper() .. where:sub(2))
  out[#out + 1] = ""
  table.move(picture.table(session, view, width), 1, 1000, #out + 1, out)
  if state.round > 0 then
    out[#out + 1] = ""
    add("supply: " .. (#seen.supply > 0 and tostring(seen.supply) or "-")
      .. (#seen.extras > 0 and "; extras: " .. tostring(seen.extras) or ""))
    local terms = picture.terms(state, seat)
    if terms then add(terms) end
    out[#out + 1] = ""
  end
  local text = picture.paint(table.concat(out, "\n")) .. "\n"
  return state.round == 0 and text
    or text .. picture.scores(session, seat, width)
end

return picture
