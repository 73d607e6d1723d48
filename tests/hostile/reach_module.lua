-- Loads a module of C.
return {
  bid = function(_, view)
    return require "socket"
  end,
  play = function(_, view) return view:random() end,
}
