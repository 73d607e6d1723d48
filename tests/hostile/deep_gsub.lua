-- gsub in gsub in gsub.
return {
  bid = function(_, view)
    local function deeper(s) return (s:gsub(".", deeper)) end
    return deeper "x"
  end,
  play = function(_, view) return view:random() end,
}
