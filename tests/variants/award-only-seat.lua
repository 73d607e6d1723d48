-- expect: variant en-2023+award-only-seat: hook 'award': award-only-seat.lua:4: expected a gold card after the seat, got a nil value
return {
  name = "award-only-seat",
  award = function(_, seat)
    return seat or 1
  end,
}
