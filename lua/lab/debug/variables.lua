-- The variables of a stop, as an editor asks for them: by numbers, each for a
-- scope or a value, whose parts are listed when they are asked for.
--
-- A stop is data, so the parts of a value come from the run, made again up to
-- the stop.
local variables = {}
variables.__index = variables

local page = 200 -- AU_PARTS of lua/script/script.h
local deepest = 32 -- AU_DEEP there

--- The variables of no stop. `again(options)` makes the run to the present stop
--- again, and returns it, or nil and a problem.
function variables.new(again)
  return setmetatable({ again = again, list = {}, first = 1, n = 0 }, variables)
end

--- Forgets the numbers given so far: they belong to an earlier stop.
function variables:forget() self.list = {} end

local function add(self, item)
  self.n = self.n + 1
  self.list[self.n] = item
  return self.n
end

--- The scope or value that has a number; or nil and a message.
function variables:at(number)
  local item = self.list[number]
  if item then return item end
  return nil, ("%s belongs to no variable of this stop"):format(
    tostring(number))
end

--- The number of a scope of a frame: "own", "outer" or "view".
function variables:scope(frame, kind)
  if kind == "view" then
    return add(self, { frame = frame, of = { view = true }, path = {},
      from = 1, name = "view" })
  end
  return add(self, { frame = frame, kind = kind })
end

--- The number of a value that has parts. `of` names a whole, as `own`, `outer`,
--- `view` or `text` of aurum.debug_options; `path` leads to the part.
function variables:value(frame, of, path, name, from)
  return add(self, { frame = frame, of = of, path = path, name = name,
    from = from or 1 })
end

--- The variables of a scope of a frame.
local function of_scope(self, item, frames)
  local list = {}
  for _, variable in ipairs(frames[item.frame].variables) do
    if variable.outer == (item.kind == "outer") then
      local of = { [item.kind] = variable.number }
      list[#list + 1] = { name = variable.name, value = variable.value,
        evaluateName = variable.name, of = of,
        variablesReference = variable.deep
          and self:value(item.frame, of, {}, variable.name) or 0 }
    end
  end
  return list
end

--- The expression for a part; nil if there is none.
local function part_name(whole, name)
  if not whole then return nil end
  if name:find "^[%a_][%w_]*$" then return ("%s.%s"):format(whole, name) end
  if name:find "^%[%-?%d+%]$" or name:find '^%["[^"\\]*"%]$' then
    return whole .. name
  end
end

--- The options of a run that looks at a value of the stop, or its parts.
local function looking(item, parts)
  local options = { level = item.frame - 1, path = item.path,
    from = parts and item.from or nil }
  for key, value in pairs(item.of) do options[key] = value end
  return options
end

--- The parts of a value; or nil and a message.
local function of_value(self, item)
  local stop, problem = self.again(looking(item, true))
  if not stop then return nil, problem end
  if not stop.good then return nil, stop.value end
  local list = {}
  for i, part in ipairs(stop.parts) do
    local path = table.move(item.path, 1, #item.path, 1, {})
    path[#path + 1] = item.from + i - 1
    local name = part_name(item.name, part.name)
    list[i] = { name = part.name, value = part.value, evaluateName = name,
      of = item.of, path = path, variablesReference = part.deep
        and #path < deepest and self:value(item.frame, item.of, path, name)
        or 0 }
  end
  if stop.more then
    list[#list + 1] = { name = "...", value = "more",
      variablesReference = self:value(item.frame, item.of, item.path, item.name,
        item.from + page) }
  end
  return list
end

--- The variables that a number stands for; or nil and a message. `frames` are
--- those of the stop.
function variables:children(number, frames)
  local item, problem = self:at(number)
  if not item then return nil, problem end
  if item.kind then return of_scope(self, item, frames) end
  return of_value(self, item)
end

--- The child of a number with a name, the last one of several: { of =, path =,
--- frame = }; or nil and a message.
function variables:child(number, name, frames)
  local list, problem = self:children(number, frames)
  if not list then return nil, problem end
  for i = #list, 1, -1 do
    if list[i].name == name and list[i].of then
      return { of = list[i].of, path = list[i].path or {},
        frame = self.list[number].frame }
    end
  end
  return nil, ("there is no variable '%s'"):format(tostring(name))
end

--- The value of an expression in a frame: a text, and the number of its parts
--- or 0; or nil and a message.
function variables:evaluate(frame, text)
  local of = { text = text }
  local stop, problem = self.again { text = text, level = frame - 1 }
  if not stop then return nil, problem end
  if not stop.good then
    return nil, (stop.value:gsub("^expression:%d+: ", ""))
  end
  return stop.value, stop.deep and self:value(frame, of, {}, text) or 0
end

--- Sets a child of a number. `set` are the assignments of the step so far, and
--- `event` is the line of the stop. Returns the assignments, the new stop, and
--- the child; or nil and a message. The value holds in each run that gets to
--- that line, so in all runs of this step.
function variables:assign(number, name, to, stop, set)
  local child, problem = self:child(number, name, stop.frames)
  if not child then return nil, problem end
  local made, list = { event = stop.event, level = child.frame - 1, to = to,
    path = child.path }, {}
  for key, value in pairs(child.of) do made[key] = value end
  for _, other in ipairs(set) do
    if other.event <= stop.event then list[#list + 1] = other end
  end
  if #list == 30 then return nil, "at most 30 values can be set in a step" end
  list[#list + 1] = made
  local options = looking(child)
  options.set = list
  local found
  found, problem = self.again(options)
  if not found then return nil, problem end
  if found.message then
    return nil, (found.message:gsub("^expression:%d+: ", ""))
  end
  return list, found, child
end

return variables
