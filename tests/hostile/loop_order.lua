-- A sort by an order that never answers.
return {
  bid = function(_, view)
    table.sort({ 3, 1, 2 }, function() while true do end end)
  end,
  play = function(_, view) return view:random() end,
}
