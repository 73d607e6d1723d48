-- expect: ?
local aurum_rules = nil

return { name = "raises-loading", hand = aurum_rules.hand }
