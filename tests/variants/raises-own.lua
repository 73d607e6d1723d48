-- expect: variant en-2023+raises-own: hook 'bid_points': raises-own.lua:5: side 1 took too many
return {
  name = "raises-own",
  bid_points = function(_, side, bid, taken, points)
    if taken > bid then error("side " .. side .. " took too many") end
    return points
  end,
}
