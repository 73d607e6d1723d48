-- `expect`: writes a unit test of a bot for the decision on the table.
local aurum = require "aurum"
local args = require "aurum.repl.args"
local complete = require "aurum.repl.input.complete"
local home = require "aurum.repl.input.home"
local narrate = require "aurum.repl.show.narrate"
local picture = require "aurum.repl.show.picture"
local term = require "aurum.text.term"

local most = 1 << 20 -- bytes of a spec that is added to

local expect = { name = "expect", usage = "expect [not] ACTION [FILE]",
  summary = "write a test that the bot on turn acts so here",
  help = "The test is added to FILE, which `aurum bot spec FILE` runs; the "
    .. "name of the file ends in .lua. By default it is NAME_spec.lua beside "
    .. "the bot's file, or here for a bundled bot. What the file has already "
    .. "stays as it is. The test holds the whole position." .. [[


  expect play P2
  expect not play C7
  expect S8]],
  complete = function(shell, list)
    local words, word = table.move(list, 1, #list, 1, {}), list[#list] or ""
    if #words > 1 and words[1] == "not" then table.remove(words, 1) end
    local found = narrate.action_words(shell.session, words)
    if #words < 2 then
      table.move(complete.cards(shell), 1, 100, #found + 1, found)
    end
    if #list < 2 then found[#found + 1] = "not" end
    found = args.starting(found, word)
    return found[1] and found or complete.files(word)
  end }

--- The spec beside a bot's file, and what names the bot in it: nil where the
--- name of the spec does.
local function spec_beside(bot)
  local name, options = bot.spec:match "^([^:]*)(.*)$"
  local own = name:match "^(.*)%.lua$"
  if not own then -- a bundled bot
    return name:gsub("[^%w_-]", "_") .. "_spec.lua", bot.spec
  end
  local named = options ~= "" and "./" .. name:match "[^/]*$" .. options or nil
  return own:gsub("^%./", "") .. "_spec.lua", named
end

--- The text that names a bot in a spec, whatever the spec is called.
local function name_in(bot)
  local name, options = bot.spec:match "^([^:]*)(.*)$"
  local path = name:find "%.lua$" and aurum.sys.real_path(name)
  return (path or name) .. options
end

--- A line of Lua that expects an action.
local function call_text(text, negated)
  local kind, rest = text:match "^(%l+) ?(.*)$"
  if kind == "pass" or kind == "keep" then
    if not negated then return ("expect.%s()"):format(kind) end
    return ("expect.not_%s %q"):format(kind == "pass" and "play" or "change",
      kind)
  end
  if kind == "answer" then rest = text end
  return ("expect.%s%s %q"):format(negated and "not_" or "", kind, rest)
end

--- The name of a test, and its code.
local function test_of(session, text, negated)
  local name = ("%s%s at %s, seed %s"):format(negated and "not " or "", text,
    session.place(session.at), term.plain(session.root.seed))
  local head = ("it(%q, function()\n"):format(name)
  return head, ("%s  at %q\n  %s\nend)\n"):format(head,
    session.state:position(), call_text(text, negated))
end

--- The text of a spec as it is, and what is added before a test; or nil and a
--- message.
local function read_spec(path, bot)
  local good, problem = aurum.sys.readable(path)
  if not good and problem == "No such file or directory" then
    return "", bot and ("bot %q\n\n"):format(bot) or ""
  end
  local text
  if good then text, problem = aurum.sys.read_file(path, most) end
  if not text then return nil, problem end
  return text, text:find "[^\n]$" and "\n\n" or text ~= "" and "\n" or ""
end

--- Adds a test to a spec. Nil and a message if the file would not be Lua.
local function add(shell, path, bot, head, code)
  local text, between = read_spec(path, bot)
  if not text then return nil, between end
  if text:find(head, 1, true) then return nil, "it has this test already" end
  local whole = text .. between .. code
  local good, problem = load(whole, "=" .. path, "t", {})
  if not good then
    return nil, "it stays as it is, since no test can be added at its end ("
      .. problem:match "[^:]*$":gsub("^ ", "") .. ")"
  end
  local _ <close> = shell:guard_inputs()
  local file
  file, problem = aurum.sys.writer(path, text == "" and "new" or "replace")
  good = file
  if good then good, problem = file:write(whole) end
  if good then good, problem = file:close() end
  return good, problem
end

--- The action that words name, legal here, as text; or nil after a message.
local function action_of(shell, words)
  local state, text = shell.session.state, table.concat(words, " ")
  local legal = state:legal()
  local typed = text:lower()
  for _, wanted in ipairs { typed, state.deciding .. " " .. typed } do
    for _, action in ipairs(legal) do
      if tostring(action):lower() == wanted then return tostring(action) end
    end
  end
  local good, _, reason = pcall(state.why, state, text)
  shell:fail(good and reason and "no, " .. reason
    or ("'%s' is not legal here; expected an action as in `legal`, such as "
      .. "`expect %s`"):format(term.plain(text), tostring(legal[1])))
end

--- The bot on turn; nil if a person or nobody plays there.
local function bot_on_turn(session)
  local turn = session.live.turn
  return not session.humans[turn] and session.bots[turn] or nil
end

--- Say whether the bot passes the test as it is, by asking it here.
local function tell_now(shell, bot, text, negated)
  local answer, fault = shell.session:decide(bot)
  local says = answer and ("answers '%s'"):format(answer)
    or "is at fault: " .. fault.message
  local passes = answer and (answer == text) ~= negated
  shell:out(("the bot %s here: the test %s now"):format(term.plain(says),
    passes and "passes" or "fails"))
end

function expect.run(shell, list)
  local session, words = shell.session, table.move(list, 1, #list, 1, {})
  local negated = words[1] == "not" and table.remove(words, 1) ~= nil
  if not words[1] then
    return shell:fail(("expected `%s`"):format(expect.usage))
  end
  local hidden = narrate.hidden(session)
  if hidden or not session.live.turn then
    return shell:fail(hidden or picture.due(session))
  end
  local bot = bot_on_turn(session)
  local path, named
  if words[2] and words[#words]:find "[./]" then
    path = home.path(table.remove(words))
    if not path:find "%.lua$" then
      return shell:fail(("%s: expected a file whose name ends in .lua"):format(
        term.plain(path)))
    end
    named = bot and name_in(bot)
  elseif not bot then
    return shell:fail(("no bot plays seat %d: expected `expect ACTION FILE`")
      :format(session.live.turn))
  else
    path, named = spec_beside(bot)
  end
  local text = action_of(shell, words)
  if not text then return end
  local head, code = test_of(session, text, negated)
  local good, problem = add(shell, path, named, head, code)
  if not good then
    return shell:fail(("%s: %s"):format(term.plain(path), problem))
  end
  shell:out(("%s expects %s; `aurum bot spec %s` runs it"):format(
    term.plain(path), (negated and "not " or "") .. text, term.plain(path)))
  if session:viewer() then
    narrate.put(shell, ("the file holds all hands, also those that seat %d "
      .. "cannot see"):format(session:viewer()))
  elseif bot then
    tell_now(shell, bot, text, negated)
  end
end

return { title = "Tests of bots", expect }
