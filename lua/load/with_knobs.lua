-- A variant with other values of some knobs, as a last house rule would set
-- them.

--- `info` (aurum.read_variant) with `knobs`, a table of values by name. `from`
--- stands for the path of that house rule in messages.
return function(info, knobs, from)
  local own = setmetatable({}, getmetatable(info))
  for key, entry in pairs(info) do own[key] = entry end
  own.files = table.move(info.files, 1, #info.files, 1, {})
  own.files[#own.files + 1] = { path = from, text = "", covered = "",
    knobs = knobs, hooks = {}, questions = {}, players = {}, lines = {},
    house = true, part = from, data = {} }
  return own
end
