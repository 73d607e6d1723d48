-- The sentences of a source text, in order: what stands between blank lines,
-- marks of lists and ends of sentences. The texts were read by machines, so
-- some are headings, labels of pictures or parts of a sentence.
local source_sentences = {}

--- Marks that open an item of a list, as patterns.
local marks = { "^[-@] ", "^• ", "^☉ ", "^® ", "^● ", "^[oe] %u",
  "^%d[a-d]? %D", "^%d%d?%. *%D", "^%d%d?%. *%dl " }

local function opens_item(line)
  for _, mark in ipairs(marks) do
    if line:find(mark) then return true end
  end
  return false
end

--- A line without tags and marks of Markdown, with single spaces.
local function plain(line)
  line = line:gsub("<[^>]*>", " "):gsub("[*#_|`\226\128\139]+", function(found)
    return found:find "^[*#_|`]+$" and " " or nil
  end)
  return line:gsub("[\r\t ]+", " "):match "^ ?(.-) ?$"
end

--- The paragraphs and items of a text, each as one line.
local function blocks_of(text)
  local blocks, lines = {}, {}
  local function close()
    if lines[1] then blocks[#blocks + 1] = table.concat(lines, " ") end
    lines = {}
  end
  for line in (text .. "\n"):gmatch "(.-)\n" do
    line = plain(line)
    if not line:find "[%w\128-\255]" then
      close()
    else
      if opens_item(line) then close() end
      lines[#lines + 1] = line
    end
  end
  close()
  return blocks
end

--- True if a text begins with a capital letter, Latin or Cyrillic, after any
--- quotes and brackets.
local function is_capital(text)
  text = text:gsub("^[\"(%-]+", ""):gsub("^„", ""):gsub("^«", "")
    :gsub("^– ", ""):gsub("^“", "")
  return text:find "^%u" or text:find "^\195[\128-\158]"
    or text:find "^\208[\129\144-\175]"
end

--- Adds the sentences of a block to a list.
local function split(block, list)
  local from, at = 1, 1
  while true do
    local _, last = block:find("[.!?][^%w%s]* +", at)
    if not last then break end
    if is_capital(block:sub(last + 1)) then
      list[#list + 1] = block:sub(from, last):match "^(.-) *$"
      from = last + 1
    end
    at = last + 1
  end
  list[#list + 1] = block:sub(from)
end

--- The sentences of a text: those that have a word of two letters.
function source_sentences.of(text)
  local all, list = {}, {}
  for _, block in ipairs(blocks_of(text)) do split(block, all) end
  for _, one in ipairs(all) do
    if one:find "[%w\128-\255][%w\128-\255]" then list[#list + 1] = one end
  end
  return list
end

--- A key of a text, eight hexadecimal digits that differ for nearly all others.
function source_sentences.key(text)
  local x = 5381
  for i = 1, #text do x = (x * 33 ~ text:byte(i)) & 0xffffffff end
  return ("%08x"):format(x)
end

--- The first words of a sentence, up to a number of bytes.
function source_sentences.beginning(text, most)
  if #text <= most then return text end
  return text:sub(1, most):match "^(.*) " or text:sub(1, utf8.offset(text, 0,
    most + 1) - 1)
end

return source_sentences
