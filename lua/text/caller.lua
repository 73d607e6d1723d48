-- Options in messages of the library, named as its caller knows them: a script
-- by the key of a table, such as on_fault, a command by --on-fault.
local aurum = require "aurum"
local caller = { is_command = false }

--- A text, formatted with values, in which each {key} became the option's name.
function caller.text(form, ...)
  form = form:gsub("{([%l_]+)}", function(key)
    return caller.is_command and "--" .. key:gsub("_", "-") or key
  end)
  return select("#", ...) > 0 and form:format(...) or form
end

--- Lets messages speak to a script, whatever runs it, and notes the files that
--- its call reads (lua/sys/in_use.c), until the result is closed.
function caller.for_script()
  local before, watched = caller.is_command, aurum.sys.watch_inputs()
  local locale = aurum.sys.plain_locale()
  caller.is_command = false
  return setmetatable({}, { __close = function()
    caller.is_command = before
    aurum.sys.watch_inputs(watched)
    locale:close()
  end })
end

return caller
