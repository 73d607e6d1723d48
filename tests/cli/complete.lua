-- The effect of Tab, line by line: tests/cli/repl.test runs this by
-- `aurum run`. In a line, "|" is the cursor, by default at the end. It
-- prints what is wrong.
local complete = require "aurum.repl.input.complete"
local loop = require "aurum.repl.loop".new {}
local env = loop.env

assert(loop.session:new_game { seed = "1", bots = { "greedy" } })
assert(loop.session:step())

local function forbidden() error "completion executed something" end
env.own = { nested = { deep = 1, deeper = 2 }, call = print, text = "x" }
env.asked = setmetatable({}, { __index = forbidden, __len = forbidden,
  __pairs = forbidden, __call = forbidden, __tostring = forbidden })
env.object = setmetatable({ field = 1 }, { __index = { method = print } })
env.card_like = aurum.card "Z7"

local failed = 0

--- Tab on a line inserts a text and shows a list of words (a text with spaces);
--- "*" means any list.
local function tab(line, insert, list)
  local cursor = line:find("|", 1, true) or #line + 1
  local plain = line:gsub("|", "", 1)
  local inserted, shown = complete.at(loop, plain, cursor - 1)
  shown = shown and shown:gsub("%s+", " "):gsub(" $", "")
  if list == "*" then list = shown or "a list" end
  if inserted == insert and shown == list then return end
  failed = failed + 1
  print(("%s: expected %s and %s, got %s and %s"):format(line, insert, list,
    inserted, shown))
end

-- commands, globals, keywords of Lua
tab("hel", "p ")
tab("  hel", "p ")
tab("sourc", "e ")
tab("tri", "ck")
tab("coro", "utine")
tab("wh", nil, "while why")
tab("xyzzy", nil, nil)
tab("", nil, "*")
tab("hel|p", "p")

-- words of commands, each where there is something to offer
tab("set hand ", nil, "1 2 3 4")
tab("set hand 1 B", nil, "B1 B10 B2 B3 B4 B5 B6 B7 B8 B9")
tab("set gold 1 ", "G")
tab("set gold 1 G", nil, "G0 G1 G2 G3 G4 G5 G6 G7 G8")
tab("set leader 2, fi", "rst ")
tab("set leader 2, ", nil, "bid first hand nuggets round trick extras gold "
  .. "leader points taken")
tab("set hand 1 B1, gold 2 ", "G")
tab("why change ", nil, nil)
tab("why ch", "ange ")
tab("load complete.jsonl ", "variant=")
tab("load complete.jsonl 3 var", "iant=")
tab("judge here ", "sims=")
tab("goto ", "1 ")
tab("goto 1.", "0 ")
tab("goto 1.0.", "1 ")
tab("until 1.0.", "1 ")
tab("history ", "1 ")
tab("graph ", "1 ")
tab("rc on aw", "ard ")
tab("break on award ", "if ")
tab("break ", nil, "on seat session state trick view when")
tab("advance w", "hen ")
tab("break sta", "te")
tab("find on aw", "ard ")
tab("ask ", nil, "*")
tab("ask 3", " ")
tab("event.wi", "nner")
tab("bot ", nil, "1 2 3 4 all")
tab("deal ", "seed=")
tab("restore ", "drop ")
tab("show seat ", nil, "1 2 3 4")
tab("human ", nil, "1 2 3 4 off")
tab("unseen ", nil, "1 2 3 4")
tab("swap 1 ", nil, "1 2 3 4")
tab("session.", nil, "at bots branch root rules seconds state")
tab("session:", nil, "act back forward go step switch visit")
tab("position sam", "pled ")

-- after `;`, and where a command is named in short or by an alias
loop.aliases.nearby = "goto"
tab("step; hel", "p ")
tab("step; help unal", "ias ")
tab("h rul", "es")
tab("near", "by")
tab("print(1); coro", "utine")
tab("alias x step; hel", nil, nil)
tab("print(#{ 1; hel", nil, nil)

-- words in quotes
tab('load "my f', 'iles/')
tab('load "my files/a', ' b.jsonl" ')
tab("save 'my files/a", " b.jsonl' ")
tab("bot 1 'my files/my", " bot.lua' ")
tab('new "standard+my files/bo', 'ld rule.lua" ')
tab('new bga seed="a b" bots=my', " files/")
tab('print "my files/a', ' b.jsonl')

-- members, if the type is known
tab("aurum.nea", "rest")
tab("aurum.var", "iant")
tab("aurum.variant", nil,
  "variant variant_file variant_given variant_info variants")
tab("aurum . nea", "rest")
tab("own.", nil, "call nested text")
tab("own.nested.dee", "p")
tab("own.nested.deep", nil, "deep deeper")
tab("own:", "call")
tab("own.text:up", "per")
tab("x = own.nes", "ted")
tab("seat(2).", nil,
  "bid card hand need on_turn seat side bot gold human nuggets points self "
    .. "taken")
tab("seat(2).gold:has", "")
tab("f(own.nes", "ted")
tab("own.nested.none.", nil, nil)
tab("asked.", nil, nil)
tab("asked.x.", nil, nil)
tab("asked().", nil, nil)
tab("#asked.", nil, nil)
tab("object:", "method")
tab("object.", nil, "field method")
tab("card_like.su", "it")
tab("state.ph", "ase")
tab("state:view(2).ha", "nd")
tab("state:view(2).hand:hi", "ghest")
tab("state.hands[1]:hi", "ghest")
tab("state.trick.lea", "der")
tab("state.tricks[1].aw", "ard")
tab("state:legal()[1].ki", "nd")
tab("state:clone():und", "o")
tab("state:ph", nil, nil)
tab("state.appl", nil, nil)
tab("view.rules.fol", "low")
tab("aurum.card 'Z7'.su", "it")
tab("aurum.card('Z7').su", "it")
tab("aurum.game { seed = 1 }.win", "ners")
tab("('x'):rep(2):", nil, nil)
tab("('x'):le", "n")
tab("'x' .. sta", "te")
tab("1 + stat", "e")
tab("#stat", "e")
tab("for i = 1, #state.han", "ds")

-- in strings
tab('aurum.variant "de-', "2024")
tab('aurum.variant("de-2024+no-', "zero-gold")
tab('aurum.game { variant = "bg', "a")
tab('aurum.game { bots = { "gre', "edy")
tab("aurum.game { bots = { 'greedy', 'low", "ball")
tab('aurum.bot "coun', "ter")
tab('state:why "Z1', nil, "Z1 Z10")
tab('dofile "folder/in', "ner.lua")
tab('x = "a" .. own.nes', "ted")
tab("-- it's own.nes", "ted")

-- arguments of commands
tab("help state.appl", "y ")
tab("help sourc", "e ")
tab("help ", nil, "*")
tab("rules 6.", nil, "6.1 6.2 6.3 6.4")
tab("rules 8.", nil, "8.1 8.2 8.3")
tab("rules 6.3 ", nil, nil)
tab("!ls fold", "er/")
tab("pager of", "f ")
tab("source fold", "er/")
tab("source folder/", "inner.lua ")
tab("source nowhere/", nil, nil)
tab("trick.num", "ber")
tab("quit ", nil, nil)

-- an indent; a continued line is not a command
tab("  ", "  ")
loop.continued = true
tab("", "  ")
tab("sourc", nil, nil)
tab("sta", "te")
loop.continued = false
tab("do\n  own.nes", "ted")
tab("do\n  ", "  ")

-- Every prefix of every example of `help`: nothing fails, the command's name is
-- offered while it is typed, and where words are offered, they include that of
-- the example.
local function offers(line, at, word)
  local insert, shown = complete.at(loop, line:sub(1, at), at)
  if not shown then
    return not insert or (word .. " "):find(insert, 1, true) == 1
  end
  local first = word:match "^[%w_]+" or word
  return (" " .. shown:gsub("%s+", " ")):find(" " .. first, 1, true) ~= nil
end

loop.out = function() end
loop:feed_text("new seed=tea bots=greedy\nround\nround\ngoto 2.4.2\n", "stdin")
for _, group in ipairs(loop.groups) do
  for _, command in ipairs(group) do
    local text = "\n" .. (command.help or "") .. "\n"
    for line in text:gmatch "\n  ([^ \n][^\n]*)%f[\n]" do
      local name = line:match "^[%a-]+" or ""
      for n = 1, #line do
        local insert, shown = complete.at(loop, line:sub(1, n), n)
        local is_name = n < #name and loop.commands[name]
        if is_name and not insert and not shown then
          failed = failed + 1
          print(("%s: nothing after %d letters"):format(line, n))
        end
      end
      -- not numbers, files and programs; `keep` is legal elsewhere, and place
      -- 3.end is not played yet
      for at, word in line:gsub("%s*%-%- .*", ""):gmatch "()(%a[^%s,;]*)" do
        if loop.commands[name] and word ~= "keep" and line:sub(1, 1) ~= "!"
          and line:sub(at - 1, at - 1):find "^%s?$"
          and not offers(line, at - 1, word) then
          failed = failed + 1
          print(("%s: %s is not offered"):format(line, word))
        end
      end
    end
  end
end

loop.session:close()
os.exit(failed == 0)
