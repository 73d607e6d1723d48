-- Variants from strangers, in commands: their code runs in worker processes.
--
-- A file that is not the installation's is read, which runs it, in a worker:
-- what it returned comes back as plain data. Rules made of it sleep in this
-- process (lua/script/variant.c): a hook that is asked here is an error, and
-- workers wake them for themselves. So a command cannot run such code by
-- mistake.
--
-- A script under `aurum run` and the REPL hand the game to Lua that they run
-- themselves: there variants run in the process, within the limits of hooks.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local strangers = {}

local function read(request)
  local data, message = aurum.variant_file(request.path, request.text)
  return { data = data, message = message }
end

--- Confine variants from here on.
function strangers.start()
  local worker
  aurum.confine_variants(function(path, text)
    worker = worker or pool.new { work = read }
    local reply, problem = worker:call { path = path, text = text }
    if not reply then return nil, ("%s: %s"):format(path, problem) end
    return reply.data, reply.message
  end)
end

local most = 4 -- workers that one caller keeps

--- A function that has `work(request, rules)`, from plain data to plain data,
--- done with rules that sleep, in a worker of theirs:
---   call(rules, request)   the reply; or nil and what went wrong
--- Close it, or leave that to `local call <close>`.
function strangers.caller(work)
  local workers, count = {}, 0
  local function close()
    for _, worker in pairs(workers) do worker:close() end
    workers, count = {}, 0
  end
  return setmetatable({}, { __close = close, __gc = close,
    __call = function(_, rules, request)
      local worker = workers[rules]
      if not worker then
        if count == most then close() end
        worker = pool.new { work = function(given)
          return work(given, rules:wake())
        end }
        workers[rules], count = worker, count + 1
      end
      return worker:call(request)
    end })
end

return strangers
