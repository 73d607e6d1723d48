-- Breakpoints of an editor: they are given by file and line, and become points
-- of a debugger (aurum.debug_point) once it is known which files the bot has.
-- lua/script/debug.c stops at them.
local aurum = require "aurum"
local debugger = require "aurum.play.debugger"
local source = require "aurum.load.source"
local breakpoints = {}
breakpoints.__index = breakpoints

local most = 100 -- of a run
local most_parts = 20 -- expressions of a message

function breakpoints.new()
  return setmetatable({ by_path = {}, files = {}, spelled = {}, next_id = 1 },
    breakpoints)
end

-- ---- Files --------------------------------------------------------------

local function real(path) return aurum.sys.real_path(path) or path end

--- Takes the files of a bot, as of debugger.files.
function breakpoints:set_files(files)
  self.files = files
  for _, file in ipairs(files) do file.real = real(file.disk) end
end

--- The file with a path of the editor, whose spelling is kept; or nil.
function breakpoints:file_at(path)
  local wanted = real(path)
  for _, file in ipairs(self.files) do
    if file.real == wanted then
      self.spelled[file.real] = path
      return file
    end
  end
end

--- The file with a path of Lua's messages; or nil.
function breakpoints:file_of(path)
  for _, file in ipairs(self.files) do
    if file.path == path then return file end
  end
end

--- The path of a file as the editor writes it.
function breakpoints:shown(file) return self.spelled[file.real] or file.real end

--- True if a file has changed since it was loaded.
local function has_changed(file)
  local handle = io.open(file.disk, "rb")
  local text = handle and handle:read "a"
  if handle then handle:close() end
  return text ~= nil and source.loadable(text) ~= file.text
end

-- ---- Conditions, counts and messages ---------------------------------------

--- The problem with an expression of Lua; nil if there is none.
local function wrong(text)
  local good, problem = load("return " .. text, "=expression", "t")
  return not good and problem:gsub("^expression:%d+: ", "") or nil
end

local kinds = { [""] = "equal", ["="] = "equal", ["=="] = "equal",
  [">="] = "from", [">"] = "from", ["%"] = "every" }

--- How often a breakpoint is met before it stops: `hits` and `hit_n` of a
--- point; or nil and a message.
local function read_hits(text)
  local sign, n = text:match "^%s*([=><%%]*)%s*(%d+)%s*$"
  n = math.tointeger(tonumber(n))
  if not n or not kinds[sign] or n > 1000000000 then
    return nil, ("expected a number, >= N, > N or %% N, got '%s'"):format(text)
  end
  if sign == ">" then n = n + 1 end
  if n < 1 then return nil, "expected a number of hits from 1 on" end
  return kinds[sign], n
end

--- The parts of a message with expressions in braces: in turn a text and an
--- expression; or nil and a message.
local function read_message(text)
  local parts, at = {}, 1
  while true do
    local open = text:find("{", at, true)
    parts[#parts + 1] = text:sub(at, (open or 0) - 1)
    if not open then return parts end
    local inside, after = text:match("^(%b{})()", open)
    if not inside then return nil, "a '{' without its '}'" end
    if #parts > 2 * most_parts then
      return nil, ("more than %d expressions"):format(most_parts)
    end
    local problem = wrong(inside:sub(2, -2))
    if problem then return nil, ("%s: %s"):format(inside, problem) end
    parts[#parts + 1] = inside:sub(2, -2)
    at = after
  end
end

--- Puts what a breakpoint asks for into its point. Returns a problem, or nil.
local function read_wishes(point, given)
  local problem
  if given.condition and given.condition:find "%S" then
    problem = wrong(given.condition)
    if problem then return "the condition: " .. problem end
    point.condition = given.condition
  end
  if given.hitCondition and given.hitCondition:find "%S" then
    point.hits, point.hit_n = read_hits(given.hitCondition)
    if not point.hits then return "hits: " .. point.hit_n end
  end
  if given.logMessage and given.logMessage ~= "" then
    point.message, problem = read_message(given.logMessage)
    if problem then return "the message: " .. problem end
  end
end

-- ---- Breakpoints ----------------------------------------------------------

local function names(files)
  local list = {}
  for _, file in ipairs(files) do
    list[#list + 1] = debugger.base(file.path)
  end
  return table.concat(list, ", ")
end

--- Finds the file and the line of a breakpoint.
local function resolve(self, item)
  item.point, item.message, item.line = nil, nil, item.given.line
  local file = self:file_at(item.path)
  if not file then
    item.message = self.files[1] and ("not a file of the bot, which has %s")
      :format(names(self.files)) or "no bot is loaded yet"
    return
  end
  local line, problem = debugger.line(file, item.given.line)
  local point = { file = file.path, line = line }
  problem = problem or read_wishes(point, item.given)
  if problem then
    item.message = problem
    return
  end
  item.point, item.line = point, line
  if line ~= item.given.line then
    item.message = ("line %d has no code: moved to line %d"):format(
      item.given.line, line)
  elseif has_changed(file) then
    item.message = "the file has changed since it was loaded: restart loads it"
  end
end

--- Replaces the breakpoints in a file of the editor. `list` has the fields of
--- the protocol. Returns the breakpoints: each { id =, path =, line =,
--- point = (nil if it cannot be met), message = }.
function breakpoints:set(path, list)
  local items = {}
  for i, given in ipairs(list) do
    items[i] = { id = self.next_id, path = path, given = given }
    self.next_id = self.next_id + 1
    resolve(self, items[i])
  end
  self.by_path[path] = items
  return items
end

--- Finds all breakpoints again. Returns a list of them.
function breakpoints:again()
  local list = {}
  for _, items in pairs(self.by_path) do
    for _, item in ipairs(items) do
      resolve(self, item)
      list[#list + 1] = item
    end
  end
  table.sort(list, function(a, b) return a.id < b.id end)
  return list
end

--- The points for a run, and the breakpoints in the same order; the rest beyond
--- what a run can have is left out.
function breakpoints:points()
  local all = {}
  for _, items in pairs(self.by_path) do
    for _, item in ipairs(items) do
      if item.point then all[#all + 1] = item end
    end
  end
  table.sort(all, function(a, b) return a.id < b.id end)
  local points, list = {}, {}
  for i = 1, math.min(#all, most) do
    points[i], list[i] = all[i].point, all[i]
  end
  return points, list
end

return breakpoints
