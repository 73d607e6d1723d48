--- A side's points minus the best other side's points.
return function(points, side)
  local most = math.mininteger
  for other, n in ipairs(points) do
    if other ~= side then most = math.max(most, n) end
  end
  return points[side] - most
end
