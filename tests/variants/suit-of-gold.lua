-- expect: suit-of-gold.lua:4: with 4 players: suits: must be distinct capital letters other than G
return {
  name = "suit-of-gold",
  suits = "BCGSZ",
}
