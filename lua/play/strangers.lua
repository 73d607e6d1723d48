-- Variants from strangers, in commands: their code runs in worker processes.
--
-- Reading a variant means running it. A file that did not come with aurum is
-- read in a worker, which returns plain data. Rules made of these data sleep in
-- this process (lua/script/variant.c): to ask a hook here is an error, but
-- workers wake the rules for themselves. So no command runs such code by
-- mistake.
--
-- `aurum run` and the REPL run Lua of the user's in this process, which handles
-- the game itself. There variants run in the process, within limits.
local aurum = require "aurum"
local pool = require "aurum.play.pool"
local strangers = {}

local function read(request)
  local data, message = aurum.variant_file(request.path, request.text)
  return { data = data, message = message }
end

--- Read variants of strangers in a worker from now on.
function strangers.start()
  local worker
  aurum.confine_variants(function(path, text)
    worker = worker or pool.new { work = read }
    local reply, problem, death = worker:call { path = path, text = text }
    if not reply then
      return nil, ("%s: %s"):format(path, problem),
        death ~= nil and death.kind == "host"
    end
    return reply.data, reply.message
  end)
end

local most = 4 -- workers that one caller keeps

--- A function that calls `work(request, rules)`, which turns plain data into
--- plain data, in a worker where the rules are awake:
---   call(rules, request)   the reply; or nil and what went wrong
--- It has one worker per rules. Close it by `local call <close>`, or leave that
--- to the garbage collector.
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
