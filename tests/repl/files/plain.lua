-- The bot of the transcripts, so that better ones may change: it bids its third
-- lowest card, ducks, takes gold, and mends a bid it cannot make with its last
-- gold.
return {
  bid = function(_, view)
    local list = view.hand:list()
    table.sort(list, function(a, b) return a.rank < b.rank end)
    return list[3]
  end,
  change = function(_, view)
    if #view.tricks < 8 or view.need[view.side] == 0 then return nil end
    for _, action in ipairs(view:legal()) do
      if action.card and action.card.rank == view.taken[view.side] then
        return action
      end
    end
  end,
  play = function(_, view)
    local base = view:legal_cards():base()
    if #base == 0 then return view:legal_cards():lowest() end
    return view.need[view.side] > 0 and base:highest() or base:lowest()
  end,
}
