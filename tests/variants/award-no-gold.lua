-- expect: variant en-2023+award-no-gold: hook 'award': award-no-gold.lua:4: expected a gold card, got 'Z7'
return {
  name = "award-no-gold",
  award = function(_, seat)
    return seat, "Z7"
  end,
}
