-- "Did you mean": the same phrase behind every message about an unknown name.
local aurum = require "aurum"
local hint = {}

--- The phrase that ends a message, for a name that exists.
function hint.meant(name)
  return ("; did you mean '%s'?"):format(name)
end

--- The phrase for the name of `list` that is nearest to an unknown `word`. If
--- none is near: `otherwise`, or "".
function hint.near(word, list, otherwise)
  local name = aurum.nearest(tostring(word), list)
  return name and hint.meant(name) or otherwise or ""
end

return hint
