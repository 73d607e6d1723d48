-- The error that a failed expectation raises, with its place in the spec.
local failures = {}

local failure = {}
failure.__index = failure
function failure:__tostring() return self.message end

--- Raise a failure. `kind` is "fail", or "error" for a test that is wrong, or
--- "pending". `lines` are further lines for the reader.
function failures.raise(kind, message, lines)
  error(setmetatable({ kind = kind, message = message, lines = lines },
    failure), 0)
end

function failures.is(problem) return getmetatable(problem) == failure end

--- The line of the innermost function of a chunk that runs now; nil for none.
function failures.line_of(chunk)
  local level = 2
  while true do
    local info = debug.getinfo(level, "Sl")
    if not info then return nil end
    if info.source == chunk then return info.currentline end
    level = level + 1
  end
end

--- A handler for xpcall: the problem as { kind =, message =, lines =, line = in
--- the chunk }.
function failures.handler(chunk)
  return function(problem)
    local line = failures.line_of(chunk)
    if failures.is(problem) then
      return { kind = problem.kind, message = problem.message,
        lines = problem.lines, line = line }
    end
    local said = getmetatable(problem) or type(problem) ~= "table"
    local message = said and tostring(problem) or "an error without a text"
    local path = chunk:sub(2)
    if message:sub(1, #path) == path then -- the line is told apart
      message = message:sub(#path + 1):gsub("^:%d+: ", "")
    end
    return { kind = "error", line = line, lines = {}, message = message }
  end
end

return failures
