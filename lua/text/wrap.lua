-- Text broken into lines between words.
local wrap = {}

--- The width of a text in columns, without its colours.
function wrap.width(text)
  text = text:gsub("\27%[[%d;]*m", "")
  return utf8.len(text) or #text
end

local longest = 16 -- bytes of a command that is not folded

--- The blanks before the next word of a text, the word, and the position after
--- it. "2 Z7" is one word, so that a number does not part from its card, and so
--- are "seat 2 Z7", "9.8 : 11.1" and a short command between backquotes.
local function word_at(text, at)
  local blanks, word, after = text:match("^(%s*)(%S+)()", at)
  local command, behind_it = text:match("^%s*(%p?`[^`\n]+`[^%s`]*)()", at)
  if command and #command <= longest and not command:find "  " then
    return blanks, command, behind_it
  end
  if word == "seat" then
    local number, behind = text:match("^( %d+%p*)%f[%s\0]()", after)
    if number then word, after = word .. number, behind end
  end
  while word and word:find "%d$" do
    local other, behind = text:match("^( : %d%S*)()", after)
    if not other then break end
    word, after = word .. other, behind
  end
  if word and word:find "^[seat ]*%d+$" then
    local card, behind = text:match("^( %S+)()", after)
    local plain = card and card:gsub("\27%[[%d;]*m", "") or ""
    if plain:find "^ %-?%u%d%d?%f[%W]" then
      word, after = word .. card, behind
    end
  end
  return blanks, word, after
end

--- Words as a list of lines of at most `width` columns. The first line keeps
--- the blanks before its first word; the others begin with `indent`. Colours
--- take no columns. With `keep`, words on a line have as many blanks between
--- them as in the text; else one.
function wrap.lines(text, width, indent, keep)
  local lines, line, used, at = {}, nil, 0, 1
  while true do
    local blanks, word, after = word_at(text, at)
    if not word then break end
    if line and not keep then blanks = " " end
    local own = wrap.width(word)
    if line and used + #blanks + own > width then
      lines[#lines + 1] = line
      line, used = indent .. word, #indent + own
    else
      line, used = (line or "") .. blanks .. word, used + #blanks + own
    end
    at = after
  end
  lines[#lines + 1] = line
  return lines
end

--- A text whose lines are paragraphs, each wrapped and under `indent`, and
--- under the blanks that it begins with.
function wrap.paragraphs(text, width, indent)
  local lines = {}
  for paragraph in (text .. "\n"):gmatch "(.-)\n" do
    local margin = (indent or "") .. paragraph:match "^ *"
    local folded = wrap.lines(margin .. paragraph:match "^ *(.*)$", width,
      margin)
    lines[#lines + 1] = table.concat(folded, "\n")
  end
  return table.concat(lines, "\n")
end

--- A text whose long lines are wrapped, each with its other lines indented.
function wrap.fit(text, width)
  return (text:gsub("[^\n]+", function(line)
    if wrap.width(line) <= width then return nil end
    local indent = line:match "^ *":sub(1, width // 4)
      .. (" "):rep(math.min(4, width // 10))
    return table.concat(wrap.lines(line, width, indent, true), "\n")
  end))
end

return wrap
