-- Swallows what tells it that memory is out.
return {
  bid = function(_, view)
    local t = {}
    local function more() for i = #t + 1, #t + 100000 do t[i] = { i } end end
    while true do pcall(more) end
  end,
  play = function(_, view) return view:random() end,
}
