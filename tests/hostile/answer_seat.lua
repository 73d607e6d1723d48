-- Answers with what another seat may do.
return {
  bid = function(_, view)
    local other = view:sample(1)[1]
    local mine = other.turn
    while other.turn == mine do other:apply(other:legal()[1]) end
    return other:legal()[1]
  end,
  play = function(_, view) return view:random() end,
}
