-- expect: missing-base.lua:4: base: no variant 'de-2042'; did you mean 'de-2024'? (there are: bga, blind-bid, cumulative, de-2024, en-2023, five-alchemists, fr-2023, gold-rush, low-wins, misere, must-follow, no-zero-gold, nullify, ru-2023, standard)
return {
  name = "missing-base",
  base = "de-2042",
}
