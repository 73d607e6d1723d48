-- Answers nothing.
return {
  bid = function(_, view)
    return nil
  end,
  play = function(_, view) return view:random() end,
}
