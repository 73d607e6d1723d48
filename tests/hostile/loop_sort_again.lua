-- A sort whose order sorts, without end.
return {
  bid = function(_, view)
    local function order(a, b)
      for _ = 1, 1000000000 do table.sort({ b, a }, rawequal) end
    end
    table.sort({ 3, 1, 2 }, order)
  end,
  play = function(_, view) return view:random() end,
}
