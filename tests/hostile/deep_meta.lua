-- Each operation by itself.
return {
  bid = function(_, view)
    local m = {}
    m.__index = function(t, k) return t[k] end
    m.__concat = function(a, b) return a .. b end
    m.__eq = function(a, b) return a == b end
    m.__lt = function(a, b) return a < b end
    m.__len = function(a) return #a end
    m.__tostring = function(a) return tostring(a) end
    m.__unm = function(a) return -a end
    local t, u = setmetatable({}, m), setmetatable({}, m)
    local function no(f)
      local good, problem = pcall(f)
      assert(not good and problem:find "overflow", problem)
    end
    no(function() return t.x end)
    no(function() return t .. u end)
    no(function() return t == u end)
    no(function() return t < u end)
    no(function() return #t end)
    no(function() return tostring(t) end)
    no(function() return -t end)
    error "each overflowed"
  end,
  play = function(_, view) return view:random() end,
}
