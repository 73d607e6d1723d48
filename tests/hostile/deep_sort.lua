-- sort in sort in sort.
return {
  bid = function(_, view)
    local function deeper() table.sort({ 1, 2 }, deeper) end
    return deeper()
  end,
  play = function(_, view) return view:random() end,
}
