-- The debugger for editors: a server of the Debug Adapter Protocol
-- (https://microsoft.github.io/debug-adapter-protocol), on the debugger of
-- lua/play/debugger.lua.
--
-- The adapter has one thread, which is the bot's. While it is stopped, nothing
-- runs: each request that goes on, or back, or looks into a value makes a run
-- in a worker. While a run is on its way, the adapter hears what the editor
-- says: it answers at once what needs no stop, and keeps the rest for later.
--
-- 1. Each request gets one response. What follows from it, such as a run, comes
--    after the response.
-- 2. `stop` is nil while the bot runs, and before and after.
-- 3. A step (`way`) ends only at the end of its run; `set` holds until then.
local aurum = require "aurum"
local breakpoints = require "aurum.lab.debug.breakpoints"
local code_lines = require "aurum.play.code_lines"
local debugger = require "aurum.play.debugger"
local messages = require "aurum.lab.debug.messages"
local variables = require "aurum.lab.debug.variables"
local adapter = {}
adapter.__index = adapter

local look = 0.02 -- seconds between two looks for messages while a run goes on
local thread = 1

-- ---- Sending ------------------------------------------------------------

local function send(self, message)
  self.seq = self.seq + 1
  message.seq = self.seq
  if not self.channel:write(messages.bytes(message)) then self.gone = true end
end

local function event(self, name, body)
  send(self, { type = "event", event = name, body = body })
end

--- Shows a text in the editor; `category` is "stdout", of the bot, or
--- "console".
local function say(self, text, category)
  if not text or text == "" then return end
  if not text:find "\n$" then text = text .. "\n" end
  event(self, "output", { category = category or "console", output = text })
end

local function respond(self, request, body, problem)
  send(self, { type = "response", request_seq = request.seq,
    command = request.command, success = not problem, message = problem,
    body = not problem and body or problem
      and { error = { id = 1, format = (problem:gsub("[{}]", "")) } } or nil })
end

-- ---- Runs ---------------------------------------------------------------

-- Raised to leave a run: the editor wants something else.
local leaving = setmetatable({}, { __tostring = function()
  return "the run was left"
end })

--- Reads messages of the editor for at most `seconds`; nil waits for ever.
local function hear(self, seconds)
  local bytes = self.channel:read(seconds)
  if bytes then self.reader:feed(bytes) end
  if aurum.sys.interrupted() then self.gone = true end
  while not self.gone do
    local message, problem, ends = self.reader:next()
    if not message and not problem then break end
    if problem then say(self, "a message was skipped: " .. problem) end
    if ends then self.gone = true end
    if message then self:take(message) end
  end
  if not bytes then self.gone = true end
  if self.gone then self.leave = "gone" end
  if self.leave and (self.busy or self.running) then error(leaving, 0) end
end

--- Calls a worker (pool.call), and reads the editor's messages meanwhile.
local function await(self, worker, request)
  local busy = self.busy
  self.busy = true
  local task = worker:submit(request)
  while true do
    local done, reply, problem, death = worker:arrived(look)
    if done == task then
      self.busy = busy
      return reply, problem, death
    end
    hear(self, 0)
  end
end

--- The options of a run forward from a stop, or from the beginning.
local function forward(self, options, from)
  options.points, self.met = self.points:points()
  if self.quiet then options.points = {} end
  options.errors = self.errors and not self.quiet
  options.fresh, options.set = true, self.set
  options.after = from and from.event or 0
  if from then options.run, options.state = from.run, from.state end
  if self.pausing then options.how = "lines" end
  return options
end

local reasons = { point = "breakpoint", line = "step", error = "exception",
  pause = "pause" }

--- Stops there, and tells the editor.
local function stop_at(self, stop, reason, text)
  self.variables:forget()
  self.stop, self.running, self.entry, self.pausing = stop, false, false, false
  self.stopped_in = true
  local met = {}
  for i, n in ipairs(self.met and stop.points or {}) do
    met[i] = self.met[n].id
  end
  if stop.kind == "point" and stop.message then
    say(self, ("the condition of a breakpoint failed: %s"):format(
      (stop.message:gsub("^expression:%d+: ", ""))))
  end
  event(self, "stopped", { reason = reason or reasons[stop.kind],
    threadId = thread, allThreadsStopped = true,
    hitBreakpointIds = met[1] and met or nil,
    description = text, text = stop.kind == "error" and stop.message or text })
end

--- Ends what is debugged.
local function finish(self, problem)
  self.running, self.phase = false, "over"
  if problem then say(self, problem, "important") end
  event(self, "terminated")
  event(self, "exited", { exitCode = problem and 1 or 0 })
end

--- Runs on, from the present stop or the beginning of a step, until something
--- stops or all is over.
local function go(self, options)
  local from = self.stop
  self.stop, self.running = nil, true
  while true do
    local problem
    if not self.way then
      self.way, problem = self.program:next()
      self.set, self.stopped_in = {}, false
    end
    if not self.way then return finish(self, problem) end
    if self.entry then options.how = "lines" end
    local reply
    reply, problem = self.program.debugger:run(self.way,
      forward(self, options, from))
    self.program.debugger:pause(false)
    if not reply then return finish(self, problem) end
    say(self, reply.printed, "stdout")
    if reply.stop then
      return stop_at(self, reply.stop, self.entry and "entry"
        or self.pausing and "pause" or nil)
    end
    local lines
    lines, problem = self.program:finish(reply, self.stopped_in)
    for _, line in ipairs(lines or {}) do say(self, line) end
    self.way, from, options = nil, nil, { how = "points" }
    if not lines then return finish(self, problem) end
    hear(self, 0)
  end
end

--- Goes back to the last line where one of the options stops, or to the first
--- line of the step.
local function go_back(self, list)
  local from = self.stop
  self.stop, self.running = nil, true
  for _, options in ipairs(list) do
    options.points, self.met = self.points:points()
    options.run, options.state, options.set = from.run, from.state, self.set
    local reply, problem = self.program.debugger:back(self.way, options, from)
    if problem then return finish(self, problem) end
    if reply then return stop_at(self, reply.stop, "step") end
  end
  local reply, problem = self.program.debugger:run(self.way, { how = "lines",
    set = self.set })
  if not reply or not reply.stop then return finish(self, problem) end
  stop_at(self, reply.stop, "entry", "the first line of the decision")
end

--- Makes the run to the present stop again, with more options. Returns the
--- stop; or nil and a problem.
local function again(self, more)
  local options = debugger.again(self.stop)
  options.set = self.set
  for key, value in pairs(more) do options[key] = value end
  local reply, problem = self.program.debugger:run(self.way, options)
  if reply and reply.stop then return reply.stop end
  return nil, problem or "the run does not repeat: does the bot guess?"
end

-- ---- Requests -----------------------------------------------------------

-- Each is a function of the adapter and the arguments, which returns the body
-- or nil, and a problem. `needs` says when it may come.
local requests, needs = {}, {}

local function whole(value) return math.tointeger(value) end

--- A line of the editor as one from 1, and back.
local function line_in(self, line) return whole(line) + 1 - self.base end
local function line_out(self, line) return line - 1 + self.base end

local capabilities = { supportsConfigurationDoneRequest = true,
  supportsConditionalBreakpoints = true,
  supportsHitConditionalBreakpoints = true, supportsLogPoints = true,
  supportsEvaluateForHovers = true, supportsSetVariable = true,
  supportsStepBack = true, supportsRestartRequest = true,
  supportsTerminateRequest = true, supportsExceptionInfoRequest = true,
  supportsLoadedSourcesRequest = true,
  supportsBreakpointLocationsRequest = true,
  exceptionBreakpointFilters = { { filter = "errors", default = true,
    label = "Errors of the bot and of the variant",
    description = "Stop where the bot, or a hook of the variant, raises an "
      .. "error that it does not catch" }
  } }

needs.initialize = "new"
function requests.initialize(self, arguments)
  if arguments.pathFormat and arguments.pathFormat ~= "path" then
    return nil, 'expected the pathFormat "path"'
  end
  self.base = arguments.linesStartAt1 == false and 0 or 1
  self.phase = "known"
  return capabilities
end

--- Takes a program (lua/lab/debug/decision.lua) as what is debugged.
local function take_program(self, program)
  if self.program then self.program:close() end
  self.program, self.way, self.stop, self.set = program, nil, nil, {}
  self.points:set_files(debugger.files({ self.bot }, program.rules))
end

local function launch(self, arguments)
  local bot, open = self.options.launch(arguments)
  if not bot then return nil, open end
  local program, problem = open(function(...) return await(self, ...) end)
  if not program then return nil, problem end
  self.bot, self.quiet = bot, arguments.noDebug == true
  self.stop_on_entry = arguments.stopOnEntry == true
  self.arguments, self.phase = arguments, "launched"
  take_program(self, program)
  self.after = function()
    say(self, "limits of time are off while you debug; fuel still counts")
    event(self, "initialized")
  end
end

needs.launch, needs.attach = "known", "known"
requests.launch, requests.attach = launch, launch

needs.configurationDone = "launched"
function requests.configurationDone(self)
  self.phase, self.entry = "started", self.stop_on_entry
  self.after = function() go(self, { how = "points" }) end
end

--- A breakpoint as the protocol has it.
local function shown(self, item)
  return { id = item.id, verified = item.point ~= nil,
    line = line_out(self, item.line), message = item.message,
    source = { name = debugger.base(item.path), path = item.path } }
end

function requests.setBreakpoints(self, arguments)
  local path = type(arguments.source) == "table" and arguments.source.path
  if type(path) ~= "string" then return nil, "expected a source with a path" end
  local list = {}
  local wanted = arguments.breakpoints or {}
  if not arguments.breakpoints then
    for i, line in ipairs(arguments.lines or {}) do
      wanted[i] = { line = line }
    end
  end
  for i, given in ipairs(wanted) do
    if type(given) ~= "table" or not whole(given.line) then
      return nil, "expected breakpoints with lines"
    end
    list[i] = { line = math.max(1, line_in(self, given.line)) }
    for _, key in ipairs { "condition", "hitCondition", "logMessage" } do
      list[i][key] = type(given[key]) == "string" and given[key] or nil
    end
  end
  local items = {}
  for i, item in ipairs(self.points:set(path, list)) do
    items[i] = shown(self, item)
  end
  return { breakpoints = items }
end

function requests.setExceptionBreakpoints(self, arguments)
  self.errors = false
  for _, filter in ipairs(arguments.filters or {}) do
    if filter ~= "errors" then
      return nil, ("no filter '%s'; there is 'errors'"):format(tostring(filter))
    end
    self.errors = true
  end
end

function requests.breakpointLocations(self, arguments)
  local source = type(arguments.source) == "table" and arguments.source.path
  local file = type(source) == "string" and self.points:file_at(source)
  local first = whole(arguments.line) and line_in(self, arguments.line)
  if not first then return nil, "expected a line" end
  local last = whole(arguments.endLine) and line_in(self, arguments.endLine)
    or first
  local list, lines = {}, file and code_lines.of(file.text) or {}
  for line in pairs(lines) do
    if line >= first and line <= last then
      list[#list + 1] = { line = line_out(self, line) }
    end
  end
  table.sort(list, function(a, b) return a.line < b.line end)
  return { breakpoints = list }
end

function requests.threads(self)
  local seat = self.program and self.program.seat
  return { threads = { { id = thread, name = seat
    and ("the bot in seat %d"):format(seat) or "the bot" } } }
end

function requests.loadedSources(self)
  local list = {}
  for i, file in ipairs(self.points.files) do
    list[i] = { name = debugger.base(file.path),
      path = self.points:shown(file) }
  end
  return { sources = list }
end

function requests.source(self, arguments)
  local source = type(arguments.source) == "table" and arguments.source.path
  local file = type(source) == "string" and self.points:file_at(source)
  if not file then return nil, "not a file of the bot" end
  return { content = file.text, mimeType = "text/x-lua" }
end

-- ---- Requests at a stop -----------------------------------------------------

--- The number of the frame that a request means: by `frameId`, else the
--- innermost in Lua. Or nil and a message.
local function frame_of(self, id)
  if id == nil then
    for i, frame in ipairs(self.stop.frames) do
      if frame.line > 0 then return i end
    end
    return 1
  end
  if self.stop.frames[whole(id) or 0] then return whole(id) end
  return nil, ("no frame %s at this stop"):format(tostring(id))
end

needs.stackTrace = "stopped"
function requests.stackTrace(self, arguments)
  local frames, list = self.stop.frames, {}
  local top = frame_of(self) - 1 -- functions in C that raised an error
  local first = top + (whole(arguments.startFrame) or 0)
  local levels = whole(arguments.levels) or 0
  local last = levels > 0 and math.min(#frames, first + levels) or #frames
  for i = first + 1, last do
    local frame = frames[i]
    local file = self.points:file_of(frame.file)
    list[#list + 1] = { id = i, name = frame.tail
        and frame.name .. " (a tail call)" or frame.name, column = self.base,
      line = frame.line > 0 and line_out(self, frame.line) or self.base - 1,
      presentationHint = frame.line < 0 and "subtle" or nil,
      source = file and { name = debugger.base(file.path),
        path = self.points:shown(file) } or nil }
  end
  return { stackFrames = list, totalFrames = #frames - top }
end

needs.scopes = "stopped"
function requests.scopes(self, arguments)
  local frame, problem = frame_of(self, arguments.frameId)
  if not frame then return nil, problem end
  local list = {}
  local function add(name, kind, hint)
    list[#list + 1] = { name = name, presentationHint = hint,
      variablesReference = self.variables:scope(frame, kind),
      expensive = kind == "view" }
  end
  add("Locals", "own", "locals")
  add("Upvalues", "outer")
  if self.stop.state > 0 then add("View", "view") end
  return { scopes = list }
end

needs.variables = "stopped"
function requests.variables(self, arguments)
  local list, problem = self.variables:children(
    whole(arguments.variablesReference), self.stop.frames)
  if not list then return nil, problem end
  local first = whole(arguments.start) or 0
  local count = whole(arguments.count) or 0
  local shown_list = {}
  for i = first + 1, count > 0 and math.min(first + count, #list) or #list do
    local item = list[i]
    shown_list[#shown_list + 1] = { name = item.name, value = item.value,
      evaluateName = item.evaluateName,
      variablesReference = item.variablesReference }
  end
  return { variables = shown_list }
end

needs.evaluate = "stopped"
function requests.evaluate(self, arguments)
  local frame, problem = frame_of(self, arguments.frameId)
  if not frame then return nil, problem end
  if type(arguments.expression) ~= "string" then
    return nil, "expected an expression"
  end
  local value, number = self.variables:evaluate(frame, arguments.expression)
  if not value then return nil, number end
  return { result = value, variablesReference = number }
end

needs.setVariable = "stopped"
function requests.setVariable(self, arguments)
  if self.stop.kind == "error" then
    return nil, "nothing can be set where an error was raised: step back first"
  end
  if type(arguments.value) ~= "string" then return nil, "expected a value" end
  local number = whole(arguments.variablesReference)
  local set, stop, child = self.variables:assign(number, arguments.name,
    arguments.value, self.stop, self.set)
  if not set then return nil, stop end
  if not self.set[1] then
    say(self, "what you set holds in this decision, also when you step back "
      .. "and on again; what is played is what the bot plays without it")
  end
  stop.kind = self.stop.kind
  self.set, self.stop = set, stop
  return { value = stop.value, variablesReference = stop.deep
    and self.variables:value(child.frame, child.of, child.path) or 0 }
end

needs.exceptionInfo = "stopped"
function requests.exceptionInfo(self)
  if self.stop.kind ~= "error" then return nil, "no error stopped the bot" end
  return { exceptionId = "error", description = self.stop.message,
    breakMode = "userUnhandled" }
end

--- A request that goes on: `options` are of the stop.
local function going(name, options, body)
  needs[name] = "stopped"
  requests[name] = function(self)
    local made = options(self.stop)
    self.after = function() go(self, made) end
    return body
  end
end

going("continue", function() return { how = "points" } end,
  { allThreadsContinued = true })
going("next", function(stop) return { how = "next", depth = stop.depth } end)
going("stepIn", function() return { how = "lines" } end)
going("stepOut", function(stop)
  return { how = "next", depth = stop.depth - 1 }
end)

needs.stepBack = "stopped"
function requests.stepBack(self)
  local depth = self.stop.depth
  self.after = function()
    go_back(self, { { how = "next", depth = depth }, { how = "lines" } })
  end
end

needs.reverseContinue = "stopped"
function requests.reverseContinue(self)
  self.after = function() go_back(self, { { how = "points" } }) end
end

-- ---- Requests at any time ---------------------------------------------------

needs.pause = "started"
function requests.pause(self)
  if self.stop then return nil, "the bot is stopped already" end
  self.pausing = true
  if self.program.debugger then self.program.debugger:pause(true) end
end

needs.restart = "started"
function requests.restart(self, arguments)
  local given = type(arguments.arguments) == "table" and arguments.arguments
    or self.arguments
  local bot, open = self.options.launch(given)
  if not bot then return nil, open end
  self.leave = "restart"
  self.restart = function()
    local program, problem = open(function(...) return await(self, ...) end)
    if not program then return finish(self, problem) end
    self.bot = bot
    take_program(self, program)
    self.entry = given.stopOnEntry == true
    for _, item in ipairs(self.points:again()) do
      event(self, "breakpoint", { reason = "changed",
        breakpoint = shown(self, item) })
    end
    go(self, { how = "points" })
  end
end

function requests.terminate(self)
  self.leave = "over"
end

function requests.disconnect(self)
  self.leave = "gone"
end

-- ---- The conversation -------------------------------------------------------

--- The problem with when a request comes; nil if there is none.
local function untimely(self, command)
  local need, phase = needs[command], self.phase
  if phase == "new" and need ~= "new" and command ~= "disconnect" then
    return "expected the request 'initialize' first"
  elseif need == "new" and phase ~= "new"
    or need == "known" and phase ~= "known"
    or need == "launched" and phase == "started" then
    return ("'%s' is allowed once, before the bot runs"):format(command)
  elseif need == "launched" and phase ~= "launched" then
    return "expected the request 'launch' first"
  elseif need == "started" and phase ~= "started" then
    return "the bot does not run"
  elseif need == "stopped" and not self.stop then
    return self.running and "the bot runs: 'pause' stops it"
      or "the bot is not stopped"
  end
end

--- Answers a request.
local function answer(self, request)
  local handler = requests[request.command]
  local problem = not handler and ("no request '%s'"):format(
    tostring(request.command)) or untimely(self, request.command)
  self.after = nil
  local body
  if not problem then
    local arguments = type(request.arguments) == "table" and request.arguments
      or {}
    local good, result, message = pcall(handler, self, arguments)
    if not good and result == leaving then
      respond(self, request, nil, "the conversation ends")
      error(leaving, 0)
    end
    body, problem = good and result or nil, message
    if not good then problem = tostring(result) end
  end
  local after = self.after
  self.after = nil
  respond(self, request, body, problem)
  if after and not problem then after() end
end

-- Requests that are answered while the run to a stop is made again.
local urgent = { disconnect = true, terminate = true, restart = true }

--- Takes a message: answers it, or keeps it until the run that is on its way
--- has ended.
function adapter:take(message)
  if message.type ~= "request" or type(message.command) ~= "string"
    or not whole(message.seq) then
    return say(self, "a message was skipped: it is not a request")
  end
  if self.busy and not self.running and not urgent[message.command] then
    table.insert(self.kept, message)
  else
    answer(self, message)
  end
end

--- Carries out the request that interrupted the run.
local function do_leave(self)
  local what = self.leave
  self.leave, self.busy, self.running = nil, false, false
  if what == "restart" then
    self.stop, self.way = nil, nil
    self.restart()
  elseif what == "over" and self.phase ~= "over" then
    self.stop = nil
    if self.program then self.program:close() end
    finish(self)
  elseif what == "gone" then
    self.gone = true
  end
end

--- Talks with an editor until it disconnects. `options.launch(arguments)`
--- returns the bot, and a function that opens what is debugged with it; it is
--- given the `call` of debugger.open, and returns nil and a message if there is
--- nothing. Or launch returns nil and a message.
function adapter.serve(channel, options)
  local self = setmetatable({ channel = channel, options = options, seq = 0,
    phase = "new", base = 1, reader = messages.new(), kept = {}, set = {},
    errors = false, points = breakpoints.new() }, adapter)
  self.variables = variables.new(function(more) return again(self, more) end)
  while not self.gone do
    local good, problem = pcall(function()
      if self.leave then return do_leave(self) end
      if self.kept[1] then return answer(self, table.remove(self.kept, 1)) end
      hear(self)
    end)
    if not good and problem ~= leaving then
      if self.program then self.program:close() end
      error(problem, 0)
    end
    if self.gone then self.leave = nil end
  end
  if self.program then self.program:close() end
end

return adapter
