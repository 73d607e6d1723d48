-- Texts of files that people read on screens and on paper: titles, sentences
-- of rules and of questions. All are checked here, so that each is refused for
-- the same reasons.
local aurum = require "aurum"
local format = require "aurum.text.format"
local shown_text = {}

--- Characters of ASCII and beyond that are blank, as a set of code points.
local blanks = { [0x20] = true, [0xa0] = true, [0x1680] = true,
  [0x202f] = true, [0x205f] = true, [0x2800] = true, [0x3000] = true }
for code = 0x2000, 0x200a do blanks[code] = true end

--- True if a text in UTF-8 has nothing to read: no letter, no digit.
local function is_blank(text)
  for _, code in utf8.codes(text) do
    if code < 0x80 and utf8.char(code):find "%w"
      or code >= 0x80 and not blanks[code] then
      return false
    end
  end
  return true
end

--- The first character of a text that acts on a screen or cannot be seen, as
--- aurum.plain escapes it; nil if there is none.
local function hidden_in(text)
  for _, code in utf8.codes(text) do
    local character = utf8.char(code)
    local shown = aurum.plain(character, math.maxinteger, "")
    if shown ~= character then return shown end
  end
end

--- The reason to refuse a text of 1 to `longest` bytes; nil for a good one.
--- `what` names it, with its article: "a sentence".
function shown_text.problem(text, what, longest)
  if type(text) ~= "string" then
    return ("expected %s, got %s"):format(what, text == nil and "nothing"
      or format.a(type(text)))
  elseif text == "" then
    return ("expected %s, got an empty text"):format(what)
  elseif #text > longest then
    return ("expected 1 to %d bytes, got %d"):format(longest, #text)
  elseif not utf8.len(text) then
    return "expected UTF-8"
  end
  local hidden = hidden_in(text)
  if hidden then
    return ("expected no control characters and none that cannot be seen, got "
      .. "%s"):format(hidden)
  elseif is_blank(text) then
    return ("expected %s, got a text without a letter or a digit"):format(what)
  end
end

return shown_text
