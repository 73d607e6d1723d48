-- The debugger for editors (lua/lab/debug): messages, and conversations that
-- are replayed. Those in fixtures/dap are requests and what the adapter sends:
--
--   # a comment
--   > REQUEST    sent when the adapter waits for one
--   ! REQUEST    sent while the debugger's run is on its way
--   < MESSAGE    sent by the adapter, without its numbers
--
-- WRITE=1 before the spec writes the messages anew.
local aurum = require "aurum"
local adapter = require "aurum.lab.debug.adapter"
local decision = require "aurum.lab.debug.decision"
local games = require "aurum.lab.debug.games"
local json = require "aurum.text.json"
local messages = require "aurum.lab.debug.messages"

-- ---- Messages ---------------------------------------------------------------

describe("a reader of messages", function()
  local function all(...)
    local reader, list = messages.new(), {}
    for _, bytes in ipairs { ... } do
      reader:feed(bytes)
      while true do
        local message, problem, ends = reader:next()
        if not message and not problem then break end
        list[#list + 1] = message and json.encode(message)
          or (ends and "end: " or "skip: ") .. problem
        if ends then return list end
      end
    end
    return list
  end
  local hello = messages.bytes { a = "\u{e4}" }

  it("takes them whole, in pieces and together", function()
    assert.equal('Content-Length: 10\r\n\r\n{"a":"\u{e4}"}', hello)
    assert.same({ '{"a":"\u{e4}"}' }, all(hello))
    assert.same({ '{"a":"\u{e4}"}', '{"a":"\u{e4}"}' }, all(hello .. hello))
    local pieces = {}
    for i = 1, #hello do pieces[i] = hello:sub(i, i) end
    assert.same({ '{"a":"\u{e4}"}' }, all(table.unpack(pieces)))
    assert.same({ "[]" }, -- as json writes an empty table
      all "Content-Type: x\r\ncontent-length:  2\r\n\r\n{}")
    assert.same({}, all(hello:sub(1, -2)))
    assert.same({}, all())
  end)

  it("skips content that is not an object", function()
    for content, expected in pairs { ["{"] = "not valid JSON at character 2",
      ["1"] = "expected an object", [""] = "not valid JSON at character 1",
      null = "expected an object", ["{} {}"] = "more than one value",
      ["\0\xff"] = "not valid JSON at character 1",
      [("["):rep(1000)] = "not valid JSON at character 102" } do
      local bytes = ("Content-Length: %d\r\n\r\n%s"):format(#content, content)
      assert.same({ "skip: " .. expected, '{"a":"\u{e4}"}' },
        all(bytes .. hello))
    end
  end)

  it("ends at a header that says no length", function()
    for bytes, expected in pairs { ["x\r\n\r\n"] = "got 'x'",
      ["Content-Length: -1\r\n\r\n"] = "got 'Content-Length: -1'",
      ["Content-Length: 99999999999999999999\r\n\r\n"] = "got 'Content",
      ["Content-Length: 99999999\r\n\r\n"] = "at most 16777216 are read",
      ["\r\n\r\n"] = "got ''", [("x"):rep(5000)] = "without an end" } do
      local list = all(bytes)
      assert.equal(1, #list)
      assert.truthy(list[1]:find("^end: ") and list[1]:find(expected, 1, true),
        list[1])
    end
  end)
end)

-- ---- Conversations ----------------------------------------------------------

local root = aurum.sys.real_path "."
local folder = root .. "/tests/fixtures/dap"

--- The lines of a conversation that are sent to the adapter, and all lines.
local function read(path)
  local sent, lines = {}, {}
  for line in io.lines(path) do
    lines[#lines + 1] = line
    if line:find "^[>!#]" then sent[#sent + 1] = line end
  end
  return sent, table.concat(lines, "\n") .. "\n"
end

--- A text with another one in place of each occurrence of one.
local function replaced(text, old, new)
  local start, stop = text:find(old, 1, true)
  if not start then return text end
  return text:sub(1, start - 1) .. new .. replaced(text:sub(stop + 1), old, new)
end

--- Talks with an adapter by the lines that are sent, and returns all lines.
local function talk(sent, launch)
  local lines, at, seq, reader = {}, 0, 0, messages.new()
  local channel, runs = {}, false
  --- A call of a worker; it is known when the debugger runs.
  local function watched(call)
    return function(worker, request)
      runs = request.options ~= nil
      local reply, problem, death = call(worker, request)
      runs = false
      return reply, problem, death
    end
  end
  local function next_line()
    while sent[at + 1] and sent[at + 1]:find "^#" do
      at = at + 1
      lines[#lines + 1] = sent[at]
    end
    return sent[at + 1]
  end
  function channel.read(_, seconds)
    local line = next_line()
    if not line then return not seconds and nil or "" end
    if seconds and not (runs and line:find "^!") then return "" end
    at, seq = at + 1, seq + 1
    lines[#lines + 1] = line
    if line:find "^. RAW " then return load("return " .. line:sub(7))() end
    local message = assert(json.decode((line:sub(3):gsub("DIR", folder))))
    message.seq, message.type = seq, "request"
    return messages.bytes(message)
  end
  function channel.write(_, bytes)
    reader:feed(bytes)
    local message = assert(reader:next())
    message.seq, message.request_seq, message.type = nil, nil, nil
    local text = json.encode(message)
    text = replaced(replaced(text, folder, "DIR"), root, "ROOT")
    lines[#lines + 1] = "< " .. text
    return true
  end
  adapter.serve(channel, { launch = function(arguments)
    local bot, open = launch(arguments)
    return bot, bot and function(call) return open(watched(call)) end or open
  end })
  return table.concat(lines, "\n") .. "\n"
end

--- The games that an adapter launches, with the options of the conversation.
local function launch(arguments)
  local bot, problem = aurum.bot(folder .. "/"
    .. (arguments.program or "duck.lua"))
  if not bot then return nil, problem end
  local rules = aurum.variant("standard", 4)
  return bot, function(call)
    if arguments.position then
      return decision.new(bot, rules, { position = arguments.position },
        { call = call })
    end
    return games.new(bot, rules, { games = 1, seed = "dap",
      seat = arguments.seat or 1, against = { "random" }, call = call })
  end
end

describe("a conversation", function()
  for _, file in ipairs(aurum.sys.files "tests/fixtures/dap") do
    local name = file:match "^(.*)%.txt$"
    if name then
      it(name, function()
        local path = "tests/fixtures/dap/" .. file
        local sent, expected = read(path)
        local got = talk(sent, launch)
        if os.getenv "WRITE" then
          local handle = assert(io.open(path, "w"))
          handle:write(got):close()
        else
          assert.equal(expected, got)
        end
      end)
    end
  end
end)

describe("debugged games", function()
  it("have the same records as others", function()
    local bot = assert(aurum.bot "tests/fixtures/dap/duck.lua")
    local rules = aurum.variant("standard", 4)
    local debugged = games.new(bot, rules, { games = 4, seed = "r",
      against = { "greedy", "random" } })
    while true do
      local way = debugged:next()
      if not way then break end
      local points = { { file = bot.path, line = 31 } }
      local reply = debugged.debugger:run(way, { points = points })
      if reply.stop then
        reply = debugged.debugger:run(way, { how = "none", set = {
          { event = reply.stop.event, own = 3, to = "view:legal()[1]" } } })
      end
      assert(debugged:finish(reply))
    end
    debugged:close()
    local others = { assert(aurum.bot "greedy"), assert(aurum.bot "random") }
    for game = 1, 4 do
      local bots = {}
      for seat = 1, 4 do
        local i = (seat - game) % 4
        bots[seat] = i == 0 and bot or others[(i - 1) % 2 + 1]
      end
      local plain = aurum.game { variant = rules, bots = bots, print = "off",
        seed = "r." .. game, on_fault = "substitute" }
      assert.equal(plain:run():record(), debugged.records[game])
    end
  end)
end)
