-- An iterator that never ends.
return {
  bid = function(_, view)
    for _ in function() return 1 end do end
  end,
  play = function(_, view) return view:random() end,
}
