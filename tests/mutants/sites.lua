-- The places of a source file where a small mutation can be made, and what it
-- becomes there. Comments, texts and lines of the preprocessor are left alone.
local sites = {}

-- Replacements of a token, by language. Binary operators stand between spaces,
-- as clang-format and the project's Lua write them.
local both = {
  { " < ", " <= " }, { " <= ", " < " }, { " > ", " >= " }, { " >= ", " > " },
  { " == ", " ~= ", c = " != " }, { " + ", " - " }, { " - ", " + " },
  { " * ", " + " }, { " & ", " | " }, { " | ", " & " }, { " << ", " >> " },
  { " >> ", " << " }, { "true", "false", word = true },
  { "false", "true", word = true },
}
local only = {
  c = { { " != ", " == " }, { " && ", " || " }, { " || ", " && " },
    { " += ", " -= " }, { " -= ", " += " }, { "!", "" },
    { "break;", "continue;", word = true } },
  lua = { { " ~= ", " == " }, { " and ", " or " }, { " or ", " and " },
    { "not ", "", word = true }, { " // ", " * " } },
}

--- Replaces everything but code by the byte 1, which no operator holds. The
--- length stays.
local function code_of(text, language)
  local out, at = {}, 1
  local function keep(to) out[#out + 1], at = text:sub(at, to), to + 1 end
  local function hide(to)
    out[#out + 1], at = text:sub(at, to):gsub("[^\n]", "\1"), to + 1
  end
  local stops = language == "c" and "[\"'/#]" or "[\"'%-%[]"
  while at <= #text do
    local i = text:find(stops, at)
    if not i then keep(#text) break end
    if i > at then keep(i - 1) end
    local c, two = text:sub(i, i), text:sub(i, i + 1)
    local long = language == "lua" and text:match("^%[(=*)%[", i)
    local remark = two == "--" and language == "lua"
    if remark and text:find("^%-%-%[=*%[", i) then
      local level = text:match("^%-%-%[(=*)%[", i)
      hide(select(2, text:find("]" .. level .. "]", i, true)) or #text)
    elseif remark or two == "//" and language == "c" then
      hide((text:find("\n", i, true) or #text + 1) - 1)
    elseif two == "/*" then
      hide(select(2, text:find("*/", i + 2, true)) or #text)
    elseif c == "#" and text:sub(1, i - 1):match "%f[^\n\0]%s*$" then
      local stop = i
      repeat
        stop = text:find("\n", stop + 1, true) or #text + 1
      until text:sub(stop - 1, stop - 1) ~= "\\"
      hide(stop - 1)
    elseif long then
      hide(select(2, text:find("]" .. long .. "]", i, true)) or #text)
    elseif c == '"' or c == "'" then
      local stop = i + 1
      while stop <= #text and text:sub(stop, stop) ~= c do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
      hide(stop)
    else
      keep(i)
    end
  end
  return table.concat(out)
end

local function add(list, from, to, new)
  list[#list + 1] = { from = from, to = to, new = new }
end

local function find_tokens(list, code, language)
  local function find(pair)
    local old, new = pair[1], language == "c" and pair.c or pair[2]
    local at = 1
    while true do
      local from, to = code:find(old, at, true)
      if not from then return end
      local part = pair.word and (code:find("^[%w_]", from - 1)
        or old:find "%w$" and code:find("^[%w_]", to + 1))
        or old == "!" and code:sub(to + 1, to + 1) == "="
      if not part then add(list, from, to, new) end
      at = from + 1
    end
  end
  for _, pair in ipairs(both) do find(pair) end
  for _, pair in ipairs(only[language]) do find(pair) end
end

local function find_numbers(list, code)
  for from, digits, to in code:gmatch "%f[%w_.]()(%d+)()%f[^%w_.]" do
    if #digits < 6 then
      add(list, from, to - 1, ("%d"):format(tonumber(digits) + 1))
    end
  end
end

--- Statements of one line: calls and assignments, which are taken out.
local function find_statements(list, code, language)
  for from, line, to in code:gmatch "()([^\n]*)()" do
    local indent = #line:match "^ *"
    local call = language == "c" and line:find "^ +[%w_]+%b();$"
      or language == "lua" and line:find "^ +[%w_.:]+%b()$"
    local set = language == "c" and line:find "^ +[%w_.%->%[%]]+ [|&+-]?= .*;$"
      or language == "lua" and line:find "^ +[%w_.%[%]]+ = [^{(]+$"
    local wipes = not line:find "^ *return" and not line:find "[\1]"
    if (call or set) and wipes then
      add(list, from + indent, to - 1, language == "c" and ";" or "")
    end
  end
end

--- All sites of a text in "c" or "lua": a list of { from=, to=, new= }, in the
--- text's order.
function sites.of(text, language)
  local code, list = code_of(text, language), {}
  find_tokens(list, code, language)
  find_numbers(list, code)
  find_statements(list, code, language)
  table.sort(list, function(a, b)
    if a.from ~= b.from then return a.from < b.from end
    if a.to ~= b.to then return a.to < b.to end
    return a.new < b.new
  end)
  return list
end

--- The text with a site's mutation.
function sites.mutate(text, site)
  return text:sub(1, site.from - 1) .. site.new .. text:sub(site.to + 1)
end

--- The number of a site's line, and that line before and after, trimmed.
function sites.lines(text, site)
  local _, above = text:sub(1, site.from - 1):gsub("\n", "")
  local start = #text:sub(1, site.from - 1):match "^(.*\n)" + 1
  local stop = (text:find("\n", site.to + 1, true) or #text + 1) - 1
  local old = text:sub(start, stop)
  local new = text:sub(start, site.from - 1) .. site.new
    .. text:sub(site.to + 1, stop)
  local function trim(s) return s:match "^%s*(.-)%s*$" end
  return above + 1, trim(old), trim(new)
end

return sites
