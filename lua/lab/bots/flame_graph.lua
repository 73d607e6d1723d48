-- A profile (lua/lab/bots/bot_profile.lua) as a flame graph: one SVG file,
-- without scripts, to open in any browser. A box is a line of Lua or a function
-- in C, as wide as its share of the time, and stands on the line that called
-- it. Each box has a title that names it whole.
local svg = require "aurum.text.svg"
local flame_graph = {}

local width, row = 1200, 18 -- pixels: of the graph, and of a box's height
local letter = 6.7 -- of a name's letter
local least = 0.3 -- a narrower box is left out
local head, foot = 44, 8 -- above and below the boxes

local style = [[<style>
svg { font: 11px ui-monospace, monospace; fill: #1d1b16; background: #fffdf7; }
.head { font: bold 14px system-ui, sans-serif; }
.hint { font: 12px system-ui, sans-serif; }
rect { stroke: #fffdf7; stroke-width: 0.5; }
.all { fill: #ddd7c9; } .c { fill: #a9cdf0; }
.l0 { fill: #f6c18a; } .l1 { fill: #f3cf7e; } .l2 { fill: #f4b39a; }
g:hover rect { stroke: #1d1b16; stroke-width: 1.5; }
@media screen and (prefers-color-scheme: dark) {
svg { fill: #eceae4; background: #1d1f23; }
rect { stroke: #1d1f23; }
.all { fill: #4a4d54; } .c { fill: #2f5577; }
.l0 { fill: #7c4f1d; } .l1 { fill: #6b5715; } .l2 { fill: #7d3f2a; }
g:hover rect { stroke: #eceae4; }
}
</style>]]

--- The tree of some stacks: nodes { name =, seconds =, children = a list }.
local function tree_of(stacks)
  local root = { name = "all", seconds = 0.0, children = {}, by = {} }
  for _, item in ipairs(stacks) do
    local node = root
    root.seconds = root.seconds + item.seconds
    for name in item.stack:gmatch "[^;]+" do
      local child = node.by[name]
      if not child then
        child = { name = name, seconds = 0.0, children = {}, by = {} }
        node.by[name] = child
        table.insert(node.children, child)
      end
      child.seconds = child.seconds + item.seconds
      node = child
    end
  end
  return root
end

local function depth_of(node, scale)
  local deepest = 0
  for _, child in ipairs(node.children) do
    if child.seconds * scale >= least then
      deepest = math.max(deepest, depth_of(child, scale))
    end
  end
  return deepest + 1
end

--- Boxes of one place have one colour; neighbours mostly differ.
local function class_of(name, level)
  if level == 0 then return "all" end
  if name:find "%[C%]$" then return "c" end
  local sum = 0
  for i = 1, #name do sum = (sum * 31 + name:byte(i)) % 65521 end
  return "l" .. sum % 3
end

--- The name in a box: the end of a long path says more than its beginning.
local function label(name, pixels)
  local most = (pixels - 6) // letter
  if most < 3 then return "" end
  local short = name:gsub("%(.*/", "(")
  return svg.cut(short, math.tointeger(most))
end

local function draw(parts, graph, node, x, level)
  local pixels = node.seconds * graph.scale
  if pixels < least then return end
  local y = head + (graph.depth - 1 - level) * row
  parts[#parts + 1] = ('<g><title>%s: %.1f ms, %.1f%%</title><rect class="%s" '
    .. 'x="%.1f" y="%d" width="%.1f" height="%d"/><text x="%.1f" y="%d">%s'
    .. "</text></g>"):format(svg.escape(node.name), 1000 * node.seconds,
      100 * node.seconds / graph.total, class_of(node.name, level), x, y,
      pixels, row - 1, x + 3, y + 13, svg.escape(label(node.name, pixels)))
  for _, child in ipairs(node.children) do
    draw(parts, graph, child, x, level + 1)
    x = x + child.seconds * graph.scale
  end
end

--- The flame graph of a profile. `title` stands above it.
function flame_graph.svg(profile, title)
  local root = tree_of(profile.stacks)
  local graph = { total = math.max(root.seconds, 1e-9) }
  graph.scale = width / graph.total
  graph.depth = depth_of(root, graph.scale)
  local height = head + graph.depth * row + foot
  local parts = { ('<svg xmlns="http://www.w3.org/2000/svg" '
    .. 'viewBox="0 0 %d %d" role="img" aria-label="%s">'):format(width, height,
      svg.escape(title)), style,
    ('<text class="head" x="4" y="16">%s</text>'):format(
      svg.escape(svg.cut(title, 140))),
    '<text class="hint" x="4" y="34">A box stands on the line that called it, '
    .. "as wide as its share of the processor time. Point at one for its "
    .. "name; functions in C are blue.</text>" }
  draw(parts, graph, root, 0.0, 0)
  parts[#parts + 1] = "</svg>\n"
  return table.concat(parts, "\n")
end

return flame_graph
