-- Takes its own functions and options away.
local bot = { options = { depth = 2 } }
function bot.bid(self, view)
  assert(self.options.depth == 2, "changed in the game before")
  self.options.depth, self.options = 99, nil
  self.play, self.bid, self.name = nil, nil, {}
  bot.play = error
  return view:random()
end
function bot.play(_, view) return view:random() end
return bot
