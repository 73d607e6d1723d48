-- aurum net pack: writes a smaller net.
local aurum = require "aurum"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"

local pack = { summary = "Write a smaller net: one part, or coarser weights." }

local about = [[
A bot that plays a net needs its closed part alone, and a search that values
worlds its open part. Coarse weights are nearly as good as fine ones, and
shorter when compressed. Let both nets play each other to see what it costs.]]

local function bits(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 and n <= 12 then return n end
  return nil, "expected a whole number from 1 to 12"
end

function pack.options(parser)
  parser:epilog(about)
  parser:argument("file", "The net."):argname "FILE.net"
  parser:option("-o", "The file to write. (default: FILE-small.net)")
    :argname "FILE.net"
  parser:option("--part", "Keep this part alone. (default: those it has)")
    :choices { "closed", "open" }
  parser:option("--bits", "Round weights to multiples of 1/2^N, N from 1 to "
    .. "12.", "12"):argname "N":convert(bits)
  options.force(parser, "-o")
end

function pack.run(args)
  aurum.sys.reads(args.file)
  local net = resolve.net(args.file)
  local path = args.o or args.file:gsub("%.net$", "") .. "-small.net"
  if args.part and not net[args.part] then
    term.fail(("%s: it has no %s part"):format(term.plain(args.file),
      args.part))
  end
  local keep = {}
  for _, part in ipairs { "closed", "open" } do
    keep[part] = net[part] and (args.part or part) == part and net or nil
  end
  local bytes = aurum.sys.net_bytes { head = net, bits = args.bits,
    closed = keep.closed, open = keep.open }
  local writer = output.writer(path, args.force)
  term.checked(path, writer:write(bytes))
  term.checked(path, writer:close())
end

return pack
