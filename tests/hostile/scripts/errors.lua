-- Raises the value that its argument names: whatever it is, the program says
-- something and ends with 1.
local function with(metatable) return setmetatable({}, metatable) end

local raise = {
  ["nil"] = function() error(nil) end,
  ["false"] = function() error(false) end,
  number = function() error(0.5, 0) end,
  table = function() error {} end,
  file = function() error(io.stdout) end,
  thread = function() error(coroutine.create(print)) end,
  -- error objects that make more errors
  raises = function()
    error(with { __tostring = function() error "again" end })
  end,
  itself = function()
    local t = with {}
    getmetatable(t).__tostring = function() error(t) end
    error(t)
  end,
  endless = function()
    error(with { __tostring = function(t) return tostring(t) end })
  end,
  no_text = function()
    error(with { __tostring = function() return {} end })
  end,
  no_call = function() error(with { __tostring = 1 }) end,
  guarded = function() error(with { __metatable = "mine" }) end,
  hoards = function()
    error(with { __tostring = function() return ("x"):rep(1 << 30) end })
  end,
  -- where errors are raised
  deep = function() local function f() return 1 + f() end f() end,
  coroutine = function() coroutine.wrap(function() error() end)() end,
  close = function()
    local _ <close> = with { __close = function() error() end }
  end,
  memory = function()
    local list = {}
    for i = 1, math.huge do list[i] = ("x"):rep(1000) .. i end
  end,
  large = function() return ("x"):rep(1 << 30) end,
  -- what the program words errors with, broken
  traceback = function()
    debug.traceback = nil
    error "the traceback is gone"
  end,
  metatable = function()
    debug.getmetatable = error
    error {}
  end,
  strings = function()
    getmetatable("").__index = nil
    error "strings have no methods"
  end,
  -- a command's way to fail, misused
  failure = function() require "aurum.text.term".fail({}, {}) end,
}

(raise[arg[1]] or print)()
