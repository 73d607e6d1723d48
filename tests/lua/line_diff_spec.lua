-- The difference of two texts: applied to the old one it makes the new one.
local helper = require "helper"
local line_diff = require "aurum.text.line_diff"

--- The old text with the hunks applied, as `patch` does. Raises if a line of a
--- hunk is not where the hunk says.
local function patched(old, hunks)
  local lines, out, at, number = {}, {}, 1, nil
  for line in old:gmatch "[^\n]*\n?" do
    if line ~= "" then lines[#lines + 1] = line end
  end
  for line in hunks:gmatch "[^\n]*\n" do
    local from, n, _, added = line:match "^@@ %-(%d+),(%d+) %+(%d+),(%d+) @@\n$"
    if from then
      local first = tonumber(from) + (n == "0" and 1 or 0)
      assert(not number or number.n == 0 and number.added == 0)
      number = { n = tonumber(n), added = tonumber(added) }
      table.move(lines, at, first - 1, #out + 1, out)
      at = first
    elseif line:sub(1, 1) == "\\" then
      out[#out] = number.last ~= "-" and out[#out]:gsub("\n$", "") or out[#out]
      if number.last ~= "+" then lines[at - 1] = number.text end
    else
      local sign, text = line:sub(1, 1), line:sub(2)
      if sign ~= "+" then
        assert.equal((lines[at]:gsub("\n$", "")), (text:gsub("\n$", "")))
        at, number.n = at + 1, number.n - 1
      end
      if sign ~= "-" then
        out[#out + 1], number.added = text, number.added - 1
      end
      number.last, number.text = sign, lines[at - 1]
    end
  end
  table.move(lines, at, #lines, #out + 1, out)
  return table.concat(out)
end

describe("the difference of two texts", function()
  it("is empty for equal texts", function()
    assert.equal("", line_diff("", ""))
    assert.equal("", line_diff("a\nb\n", "a\nb\n"))
  end)

  it("shows three lines around a change", function()
    assert.equal("@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+more\n 6\n 7\n 8\n",
      line_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n",
        "1\n2\n3\n4\nfive\nmore\n6\n7\n8\n9\n"))
  end)

  it("names the line before an empty range", function()
    assert.equal("@@ -0,0 +1,1 @@\n+a\n", line_diff("", "a\n"))
    assert.equal("@@ -1,1 +0,0 @@\n-a\n", line_diff("a\n", ""))
  end)

  it("says that a last line has no newline", function()
    assert.equal("@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n",
      line_diff("a", "a\n"))
  end)

  it("makes the new text of the old one", function()
    local dice = helper.dice(3)
    for _ = 1, 300 do
      local old, new = {}, {}
      for i = 1, dice(41) - 1 do old[i] = ("abc"):sub(dice(3)):sub(1, 1) end
      for _, line in ipairs(old) do
        if dice(8) > 1 then new[#new + 1] = line end
        if dice(8) == 1 then new[#new + 1] = "new" end
      end
      local a = table.concat(old, "\n") .. (dice(2) == 1 and "\n" or "")
      local b = table.concat(new, "\n") .. (dice(2) == 1 and "\n" or "")
      assert.equal(b, patched(a, line_diff(a, b)))
    end
  end)

  it("takes large changes as a whole", function()
    local old, new = ("old\n"):rep(3000), ("new\n"):rep(3000)
    assert.equal(new, patched(old, line_diff(old, new)))
  end)
end)
