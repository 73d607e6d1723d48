-- Makes a set of 99,999 names, again and again: work in C that a few
-- instructions ask for.
return {
  bid = function()
    local names = {}
    for i = 1, 99999 do names[i] = "B1" end
    while true do aurum.set(names) end
  end,
  play = function() end,
}
