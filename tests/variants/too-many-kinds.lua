-- expect: too-many-kinds.lua:4: with 4 players: suits: 69 kinds of cards, gold included; at most 64 fit
return {
  name = "too-many-kinds",
  suits = "ABCDEF",
}
