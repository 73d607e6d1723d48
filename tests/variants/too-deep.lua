-- expect: variant en-2023+too-deep: hook 'gold_points': too-deep.lua:5: stack overflow
return {
  name = "too-deep",
  gold_points = function(s, side, points)
    local function count(n) return n == 0 and points or 1 + count(n + 1) end
    return count(1) + side + s.round
  end,
}
