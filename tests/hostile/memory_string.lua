-- A text doubled until something gives.
return {
  bid = function(_, view)
    local s = "x"
    while true do s = s .. s end
  end,
  play = function(_, view) return view:random() end,
}
