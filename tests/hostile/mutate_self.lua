-- Takes its own functions and options away.
local bot = { options = { depth = 2 } }
function bot.bid(self, view)
  if view.round == 1 then
    assert(self.options.depth == 2, "changed in the game before")
    self.options.depth, self.options = 99, nil
  end
  self.play, self.bid, self.name = nil, nil, {}
  bot.play = error
  return view:random()
end
function bot.play(_, view) return view:random() end
return bot
