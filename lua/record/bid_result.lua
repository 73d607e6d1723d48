-- Result of a side's bid in a round.

--- "exact" if a side took as many tricks as it bid, "over" if more, "under" if
--- fewer.
return function(taken, bid)
  return taken == bid and "exact" or taken > bid and "over" or "under"
end
