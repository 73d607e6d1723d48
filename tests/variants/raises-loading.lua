-- expect: raises-loading.lua:4: attempt to index a nil value (local 'aurum_rules')
local aurum_rules = nil

return { name = "raises-loading", hand = aurum_rules.hand }
