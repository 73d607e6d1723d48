-- expect: asked twice, 'award' answered otherwise: a hook remembers nothing but vars
local awarded = {}

return {
  name = "award-impure",
  award = function(_, seat, gold)
    if not seat or awarded[seat] == gold then return nil end
    awarded[seat] = gold
    return seat, gold
  end,
}
