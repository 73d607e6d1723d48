-- The feed of a league's changes (aurum league page): Atom, RFC 4287.
--
-- The same changes give the same bytes. An entry's id follows from the league,
-- its day and the bot that it is about, so that a reader shows it once.
local aurum = require "aurum"
local web = require "aurum.repl.pages.web"
local league_feed = {}

league_feed.file = "feed.xml"

local titles = { lead = "Lead", deals = "Deals", benched = "Benched",
  new = "New" }

--- Text that may stand in XML, which has no way to write some characters.
local function escape(text)
  return (web.escape(aurum.plain(text)):gsub("\239\191[\190\191]", "?"))
end

--- A name for a text that no other text has: a UUID of version 8 (RFC 9562).
local function urn(text)
  local hex = aurum.sys.digest("1 " .. text) .. aurum.sys.digest("2 " .. text)
  local variant = ("%x"):format(tonumber(hex:sub(17, 17), 16) & 3 | 8)
  return ("urn:uuid:%s-%s-8%s-%s%s-%s"):format(hex:sub(1, 8), hex:sub(9, 12),
    hex:sub(13, 15), variant, hex:sub(18, 20), hex:sub(21))
end

--- The start of a day, which is all that a league knows of a time.
local function time_of(day) return day .. "T00:00:00Z" end

--- An entry. `league_id` is a text that other leagues do not have.
local function entry(change, league_id, page)
  return ([[
<entry>
<id>%s</id>
<title>%s</title>
<updated>%s</updated>
<link rel="alternate" type="text/html" href="%s"/>
<category term="%s" label="%s"/>
<content type="text">%s</content>
</entry>
]]):format(urn(table.concat({ league_id, change.kind, change.day,
    change.bot or "" }, "\n")), escape(change.text), time_of(change.day),
    escape(page), change.kind, titles[change.kind], escape(change.text))
end

--- The text of the feed. `league` and `files` are as of league_page.index; its
--- `first` is the league's first version, by which, with the title, its ids
--- differ from those of other leagues.
function league_feed.text(league, files)
  local first = league.first or {}
  local league_id = table.concat({ league.title, first.bot or "",
    first.digest or "", first.day or "" }, "\n")
  local newest = league.changes[1]
  local parts = { ([[
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>%s</id>
<title>%s</title>
<updated>%s</updated>
<author><name>aurum league</name></author>
<generator version="%s">aurum</generator>
<link rel="alternate" type="text/html" href="index.html"/>
]]):format(urn(league_id), escape(league.title),
    time_of(newest and newest.day or "1970-01-01"), escape(aurum.version)) }
  for _, change in ipairs(league.changes) do
    parts[#parts + 1] = entry(change, league_id, change.bot
      and files.of_bot[change.bot:match "^(.*)@%d+$"] or "index.html")
  end
  parts[#parts + 1] = "</feed>\n"
  return table.concat(parts)
end

return league_feed
