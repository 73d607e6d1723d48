-- Bundled variants as they were in the first version: variants/former, whose
-- README says what they are for.
local aurum = require "aurum"
local find = require "aurum.load.find"
local source = require "aurum.load.source"
local legacy_files = {}

--- The text that a bundled file of this name had in the first version, if it
--- has changed; else nil.
function legacy_files.text(path)
  return (find.read(("%s/variants/former/%s.lua"):format(aurum.home,
    find.plain(path))))
end

--- The text that the digest of rules covers if a file has hooks: the text of
--- the bundled file of this name, in the first version, in a second one with
--- other code, or now, if this has the same code, but for knobs that have
--- former names in `knob_of`.
function legacy_files.covered(path, text, knob_of)
  local name = find.plain(path)
  local second = find.read(("%s/variants/former/%s.2.lua"):format(aurum.home,
    name))
  local now = find.read(("%s/variants/%s.lua"):format(aurum.home, name))
  for _, other in ipairs { legacy_files.text(path) or "", second or "",
    now or "" } do
    if other == text or other ~= ""
      and source.code(other, knob_of) == source.code(text, knob_of) then
      return other
    end
  end
  return text
end

return legacy_files
