-- lua/text: hints, numbers, wrapped text.
require "aurum"
local format = require "aurum.text.format"
local hint = require "aurum.text.hint"
local wrap = require "aurum.text.wrap"

describe("a hint", function()
  local list = { "greedy", "lowball", "Random" }

  it("names the nearest word, whatever its case", function()
    assert.equal("; did you mean 'greedy'?", hint.near("gredy", list))
    assert.equal("; did you mean 'greedy'?", hint.near("GREEDY", list))
    assert.equal("; did you mean 'Random'?", hint.near("randm", list))
    assert.equal(hint.meant "greedy", hint.near("greedy", list))
  end)

  it("is empty, or another text, if nothing is near", function()
    assert.equal("", hint.near("xyzzy", list))
    assert.equal("; try help", hint.near("xyzzy", list, "; try help"))
    assert.equal("; did you mean 'greedy'?", hint.near("gredy", list, "; no"))
    assert.equal("", hint.near(12, list))
    assert.equal("", hint.near("greedy", {}))
  end)
end)

describe("a number", function()
  it("of things has its plural", function()
    assert.equal("0 games", format.plural(0, "game"))
    assert.equal("1 game", format.plural(1, "game"))
    assert.equal("2 games", format.plural(2, "game"))
  end)

  it("may be a part in per cent", function()
    assert.equal("33%", format.percent(1, 3))
    assert.equal("33.3%", format.percent(1, 3, 1))
    assert.equal("100%", format.percent(2, 2))
    assert.equal("-", format.percent(0, 0))
  end)

  it("may be a mean", function()
    assert.equal("2.50", format.mean(5, 2))
    assert.equal("+2.5", format.mean(5, 2, "%+.1f"))
    assert.equal("-", format.mean(0, 0))
  end)

  it("may have an interval", function()
    assert.equal("+0.10 to +0.25", format.interval(0.1, 0.25, "%+.2f", 1))
    assert.equal("10 to 25", format.interval(0.1, 0.25, "%.0f", 100))
    assert.equal("-", format.interval(nil, nil, "%.0f", 1))
    assert.same({ "20", "10 to 25" },
      { format.estimate("%.0f", 100, 0.2, 0.1, 0.25) })
    assert.same({ "20", "-" }, { format.estimate("%.0f", 100, 0.2) })
    assert.same({ "-", "-" }, { format.estimate("%.0f", 100) })
  end)

  it("is never a negative zero", function()
    assert.equal("0.0", format.number(-0.04, "%.1f"))
    assert.equal("+0.0", format.number(-0.04, "%+.1f"))
    assert.equal("-0.1", format.number(-0.06, "%.1f"))
    assert.equal("-10", format.number(-10, "%.0f"))
  end)

  it("of seconds has a unit", function()
    for seconds, text in pairs { [0] = "0 s", [119] = "119 s", [120] = "2 min",
      [7199] = "120 min", [7200] = "2 h", [172799] = "48 h",
      [172800] = "2 days" } do
      assert.equal(text, format.duration(seconds))
    end
  end)
end)

describe("wrapped text", function()
  it("breaks between words at the width", function()
    assert.same({ "a bb", "ccc" }, wrap.lines("a  bb ccc", 4, ""))
    assert.same({ "to", "9.8 : 11.1 : 3", "and" },
      wrap.lines("to 9.8 : 11.1 : 3 and", 8, ""))
    assert.same({ "a bb ccc" }, wrap.lines("a bb\nccc", 8, ""))
    assert.same({ "a bb", "ccc" }, wrap.lines("a bb ccc", 7, ""))
    assert.same({ "longer", "word" }, wrap.lines("longer word", 3, ""))
    assert.same({}, wrap.lines("  ", 8, ""))
    assert.same({ "to", "`go 1.2`,", "then" },
      wrap.lines("to `go 1.2`, then", 9, ""))
    assert.same({ "`a command of", "many words`" },
      wrap.lines("`a command of many words`", 13, ""))
  end)

  it("keeps blanks on request, and a number with its card", function()
    assert.same({ "1 Z7   2 B10", "G1" },
      wrap.lines("1 Z7   2 B10  G1", 13, "", true))
    assert.same({ "of", "3 Z7," }, wrap.lines("of 3 Z7,", 6, ""))
    assert.same({ "bids", "seat 2 -Z7" }, wrap.lines("bids seat 2 -Z7", 9, ""))
    assert.same({ "by", "seat 2,", "Z7" }, wrap.lines("by seat 2, Z7", 7, ""))
    assert.same({ "3", "Z7x" }, wrap.lines("3 Z7x", 3, ""))
    local red = "\27[31mZ7\27[0m"
    assert.same({ "a", "3 " .. red }, wrap.lines("a 3 " .. red, 4, ""))
    assert.equal("    a  bbbbbbbbbb\n      cccc  d\ne",
      wrap.fit("    a  bbbbbbbbbb  cccc  d\ne", 20))
  end)

  it("keeps the first blanks and indents the other lines", function()
    assert.same({ "  a bb", "    cc" }, wrap.lines("  a bb cc", 7, "    "))
  end)

  it("keeps paragraphs, each under its own blanks", function()
    assert.equal(" a bb\n cc\n\n   d\n   ee", wrap.paragraphs(
      "a bb cc\n\n  d ee", 5, " "))
    assert.equal("a\nb", wrap.paragraphs("a\nb", 9))
  end)
end)
