-- Guesses the seed: deals from many until one gives its own hand. A short seed
-- it would find (`aurum match` warns of those); this match's it must not.
return {
  bid = function(_, view)
    for series = 1, 20 do
      for game = 1, 10 do
        local hands = aurum.state(view.rules):deal(series .. "." .. game).hands
        if hands[view.seat] == view.hand then error "it found the seed" end
      end
    end
    return view.hand:lowest()
  end,
  play = function(_, view) return view:legal()[1] end,
}
