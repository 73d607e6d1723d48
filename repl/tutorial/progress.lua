-- How far a person has come in the tutorial. At a terminal it is kept between
-- runs in $XDG_STATE_HOME/aurum/tutorial, as a line of JSON:
-- {"format":"aurum-tutorial/1","steps":18,"step":5}. Any other file of that
-- name is left as it is.
local aurum = require "aurum"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local history = require "aurum.repl.input.history"
local progress = {}

local version = "aurum-tutorial/1"
local most = 200 -- bytes of the file
local own = '^{"format":"aurum%-tutorial/1"' -- of a file that may be replaced

local here -- the step in this process; nil if the tutorial was not left

--- The step in the text of a file of a tutorial with `steps` steps; nil and
--- what is wrong.
local function step_of(text, steps)
  local data = json.decode(text)
  if type(data) ~= "table" or data.format ~= version then
    return nil, "not a step of the tutorial"
  elseif data.steps ~= steps then
    return nil, "the tutorial has other steps now"
  end
  local problem = shape.whole(1, steps)(data.step)
  if problem then return nil, "step: " .. problem end
  return data.step
end

--- The path of the file and its text. Without text if there is none, and with a
--- message if it cannot be read.
local function read()
  local path = history.place "tutorial"
  if not path then return nil end
  local good, problem = aurum.sys.readable(path, "file")
  if not good then
    local absent = problem == "No such file or directory"
      or problem == "Not a directory"
    return path, nil, not absent and problem or nil
  end
  local file = io.open(path, "r")
  local text = file and file:read(most)
  if file then file:close() end
  return path, text or ""
end

--- The step where the tutorial of `steps` steps was left; nil for none. With
--- `kept`, in an earlier run too; then nil and a message if that is lost.
function progress.load(steps, kept)
  if here or not kept then return here end
  local path, text, problem = read()
  local step
  if text then step, problem = step_of(text, steps) end
  if not problem then return step end
  return nil, ("%s: %s; the tutorial begins at its first step"):format(
    aurum.plain(path), problem)
end

--- Notes the step, nil at the end. With `kept`, for later runs too: returns
--- true; or nil and a message if that is not possible.
function progress.save(step, steps, kept)
  here = step
  if not kept then return true end
  local path, text, problem = read()
  if not path then return nil, "$HOME is not set" end
  if text and not text:find(own) then problem = "the file is something else" end
  if problem then return nil, ("%s: %s"):format(aurum.plain(path), problem) end
  if not step then
    os.remove(path)
    return true
  end
  os.remove(path .. ".new")
  local good
  good, problem = aurum.edit.append(path .. ".new",
    ('{"format":"%s","steps":%d,"step":%d}\n'):format(version, steps, step))
  if good then good, problem = os.rename(path .. ".new", path) end
  if not good then os.remove(path .. ".new") end
  return good, problem
end

return progress
