-- Typed lines: which command a line names, and its parts between `;`. The
-- functions are methods of the shell.
--
-- A command is named in full; by a short name from the table below; by the
-- beginning of its name, if no other command begins so; or by an alias, which
-- stands for the start of a line. Aliases come from the user alone: `alias`,
-- and `repl.alias` in the start file.
local hint = require "aurum.text.hint"
local lines = {}

--- The fixed short names. Those of gdb mean what they mean there.
lines.short = {
  a = "ask", b = "break", bk = "back", br = "break", bt = "history",
  c = "continue", d = "delete", f = "forward", g = "goto", h = "help",
  j = "judge", k = "keep", l = "legal", p = "play", q = "quit", r = "round",
  rc = "reverse-continue", rs = "reverse-step", s = "step", t = "trick",
  tb = "tbreak", u = "undo", w = "why",
}

local most = 1000 -- parts of a line, in case aliases multiply

local binary = { ["and"] = true, ["or"] = true }

--- How Lua would continue the first word of a line: "assign"; "use" for a call,
--- an index or an operator that rejects nil; "test" for an operator that
--- accepts nil; else nil.
local function continues(rest)
  local word = rest:match "^[%a_][%w_]*"
  if word then return binary[word] and "test" or nil end
  if rest:find "^==" or rest:find "^~=" then return "test" end
  if rest:find "^=" or rest:find "^," then return "assign" end
  if rest:find "^%.%." or rest:find "^[%.:]%s*[%a_]"
    or rest:find "^[%[%({\"'%+%*/%%%^%-<>&|~]" then return "use" end
end

--- True if the first word of a text is in quotes, is not Lua, and plain words
--- follow; with `typing`, the quotes may be open.
local function is_quoted(rest, typing)
  local quote = rest:match "^[\"']"
  local inner, after = rest:match(quote and ("^%s([^%s]*)(.*)$"):format(quote,
    quote) or "^(\0)()$")
  return inner ~= nil and not load(inner) and (after:sub(1, 1) == quote
    and after:find "^.[%s%w=]*$" ~= nil or typing and after == "")
end

--- True if a variable of a name exists.
function lines:has_variable(name)
  return self.live[name] ~= nil or rawget(self.env, name) ~= nil
    or rawget(_G, name) ~= nil
end

--- True if Lua reserves a word, such as `for`.
local function is_reserved(word)
  return word:find "^%l+$" and load(word .. " = 1") == nil
end

-- ---- Names --------------------------------------------------------------

--- The names of commands that begin with `word`, sorted. If the first begins
--- all others, as `break` does `breaks`, it is the only one.
local function beginning(self, word)
  local found = {}
  for name in pairs(self.commands) do
    if name:sub(1, #word) == word and name:find "^%l[%l%-]*$" then
      found[#found + 1] = name
    end
  end
  table.sort(found)
  for i = 2, #found do
    if found[i]:sub(1, #found[1]) ~= found[1] then return found end
  end
  return { found[1] }
end

--- The command that a word names, and true if it names it in short; nil if
--- there is none.
function lines:command_named(word)
  local command = self.commands[word]
  if command then return command, false end
  local stem, bang = word:match "^(%l[%l%-]*)(!?)$"
  if not stem or is_reserved(stem) then return nil end
  local name = lines.short[stem]
  if not name then
    local found = beginning(self, stem)
    name = #found == 1 and found[1] or nil
  end
  return name and self.commands[name .. bang], true
end

--- The fixed short names of a command, sorted.
function lines.short_for(name)
  local list = {}
  for short, full in pairs(lines.short) do
    if full == name then list[#list + 1] = short end
  end
  table.sort(list)
  return list
end

--- The command of a line and the text after its name; nil if the line is not a
--- command. `typing` is true for completion: such a line need not compile.
function lines:command_of(line, typing)
  local word, rest = line:match "^%s*(%S+)%s*(.-)%s*$"
  if word and word:sub(1, 1) == "!" and self.commands["!"] then
    return self.commands["!"], line:match "^%s*!%s*(.-)%s*$"
  end
  local command, in_short = nil, nil
  if word then command, in_short = self:command_named(word) end
  if not command then return nil end
  local kind = continues(rest)
  local known = self:has_variable(word:match "^[%w_]+")
  if kind == "use" and not known then kind = nil end
  local value = kind == "use" and self.env[word]
  if type(value) == "function" and (rest:find "^[+*/%%^<>&|~-]"
    or value == self.load and is_quoted(rest, typing)) then
    kind = nil -- `load /tmp/games`: functions have no operators; `load "a b"`
  end
  local function found()
    return command, command.verbatim and rest or lines.without_comment(rest)
  end
  if not kind and not (in_short and known) then return found() end
  if typing then return nil end
  local chunk, _, more = self:compile(line, "stdin", 1)
  if not chunk and not more then return found() end
end

local keywords = { "for", "if", "local", "repeat", "return", "while",
  "function", "do", "print" }

--- The hint for a misspelt command or variable; `otherwise`, or "", if no name
--- is near.
function lines:hint(word, otherwise)
  if #word < 2 then return otherwise or "" end
  local names = { table.unpack(keywords) }
  for name in pairs(self.commands) do names[#names + 1] = name end
  for name in pairs(self.aliases) do names[#names + 1] = name end
  for name in pairs(self.live) do names[#names + 1] = name end
  for name in next, self.env do
    if type(name) == "string" then names[#names + 1] = name end
  end
  table.sort(names)
  return hint.near(word, names, otherwise)
end

--- A message for a line that begins like a command but is neither a command nor
--- Lua; nil if it is one of them.
function lines:unknown(line, compiles)
  local word, rest = line:match "^%s*([%a_][%w_%-]*)%s*(.-)%s*$"
  if not word or self:has_variable(word:match "^[%w_]+") then return nil end
  if rest == "" and not word:find "%-" then
    compiles = false -- an undefined variable, whose value is nil
  end
  if compiles or continues(rest) or rest:find "^[;%)%]}]" then return nil end
  for _, keyword in ipairs(keywords) do
    if word == keyword then return nil end
  end
  if is_reserved(word) then return nil end
  local glued = line:sub(line:find(word, 1, true) + #word):match "^%S"
  if glued and (self.aliases[word] or self.commands[word]) then
    return ("expected a blank after '%s', got '%s'"):format(word, glued)
  elseif self.aliases[word] then
    return ("the alias '%s' contains itself"):format(word)
  end
  local several = beginning(self, word)
  if #several > 1 then
    return ("'%s' may be short for %s or %s"):format(word,
      table.concat(several, ", ", 1, #several - 1), several[#several])
  end
  return ("'%s' is neither a command nor a variable%s"):format(word,
    self:hint(word, "; try `help`"))
end

-- ---- Parts --------------------------------------------------------------

--- The position after the quoted text or long bracket that begins at `at`; nil
--- if none does, or if it is open.
local function after_quoted(text, at)
  local quote = text:match("^[\"']", at)
  if quote then
    local stop = at + 1
    while stop <= #text and text:sub(stop, stop) ~= quote do
      stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
    end
    return stop <= #text and stop + 1 or nil
  end
  local equals = text:match("^%[(=*)%[", at)
  local _, stop = nil, nil
  if equals then _, stop = text:find("]" .. equals .. "]", at, true) end
  return stop and stop + 1
end

--- True if a comment begins at `at`: after a blank, unlike the dashes of an
--- option.
local function comments(text, at)
  return text:find("^%-%-", at) ~= nil
    and not text:sub(1, at - 1):find "[^%s;]$"
end

--- A line without the comment at its end.
function lines.without_comment(text)
  local at = 1
  while at <= #text do
    if comments(text, at) then return (text:sub(1, at - 1):gsub("%s+$", "")) end
    at = after_quoted(text, at) or at + 1
  end
  return text
end

--- The starts of the parts between `;`, which does not count in brackets,
--- quotes and comments.
local function starts_of(text)
  local starts, depth, at = { 1 }, 0, 1
  while at <= #text do
    local after = after_quoted(text, at)
    local c = text:sub(at, at)
    if after then
      at = after - 1
    elseif comments(text, at) then
      return starts
    elseif c:find "[%(%[{]" then
      depth = depth + 1
    elseif c:find "[%)%]}]" then
      depth = depth - 1
    elseif c == ";" and depth <= 0 then
      starts[#starts + 1] = at + 1
    end
    at = at + 1
  end
  return starts
end

--- The text that a line stands for by an alias, and its name; nil if its first
--- word is not one, or is one of the set `used`.
local function expanded(self, line, used)
  local name, rest = line:match "^%s*(%a[%w_%-]*)(.*)$"
  local text = name and self.aliases[name]
  if not text or used[name] or rest:find "^%S" then return nil end
  if continues(rest:match "^%s*(.*)$") then return nil end
  return text .. rest, name
end

--- The parts of a line between `;`. A command that takes the rest of its line
--- (`verbatim`) takes the `;` too.
local function pieces_of(self, text)
  local list, starts = {}, starts_of(text)
  for i, start in ipairs(starts) do
    local stop = starts[i + 1] and starts[i + 1] - 2 or #text
    local piece = text:sub(start, stop)
    local command = self:command_of(expanded(self, piece, {}) or piece, true)
    if command and command.verbatim then
      list[#list + 1] = text:sub(start)
      return list
    end
    list[#list + 1] = piece
  end
  return list
end

--- The last part of an unfinished line, without an alias.
function lines:last_part(text)
  local list = pieces_of(self, text)
  local last = list[#list]
  return expanded(self, last, {}) or last
end

--- True if a line is a command, an alias or an answer.
local function acts(self, line)
  return self:answer_of(line) or expanded(self, line, {})
    or self:command_of(line)
end

--- The parts of a line that holds several commands or expressions; nil if it is
--- a single command, or Lua as a whole.
local function sequence(self, text)
  if not text:find(";", 1, true) then return nil end
  local list = {}
  local pieces = pieces_of(self, text)
  for _, piece in ipairs(pieces) do
    if piece:find "%S" then list[#list + 1] = piece end
  end
  if #pieces == 1 or not list[1] then return nil end
  if acts(self, list[1]) then return list end
  if self:compile(text, "stdin", 1) then return nil end
  for _, piece in ipairs(list) do
    if not acts(self, piece) and not self:compile(piece, "stdin", 1) then
      return nil
    end
  end
  return list
end

--- Appends the parts of a line, without aliases, to `list`. `used` is the set
--- of the aliases that the line comes from: an alias does not contain itself.
local function add_parts(self, list, text, used)
  for _, piece in ipairs(sequence(self, text) or { text }) do
    local full, name = expanded(self, piece, used)
    if #list > most then
      return
    elseif full then
      add_parts(self, list, full, setmetatable({ [name] = true },
        { __index = used }))
    else
      list[#list + 1] = piece
    end
  end
end

--- The lines that a typed line stands for: its commands between `;`, without
--- aliases. nil and a message if they are too many.
function lines:parts(text)
  if self:answer_of(text) then return { text } end
  local list = {}
  add_parts(self, list, text, {})
  if #list <= most then return list end
  return nil, ("the line stands for more than %d commands"):format(most)
end

return lines
