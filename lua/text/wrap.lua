-- Text broken into lines between words.
local wrap = {}

--- Words as a list of lines of at most `width` columns. The first line keeps
--- the blanks before its first word; the others begin with `indent`.
function wrap.lines(text, width, indent)
  local lines, line = {}, nil
  for word in text:gmatch "%S+" do
    if line and #line + 1 + #word > width then
      lines[#lines + 1] = line
      line = indent .. word
    else
      line = line and line .. " " .. word or text:match "^%s*" .. word
    end
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

return wrap
