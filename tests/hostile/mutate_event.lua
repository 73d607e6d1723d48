-- Changes the events that others are told.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  observe = function(_, event)
    for key, value in pairs(event) do
      if type(value) == "table" then value[1] = 99 end
      event[key] = nil
    end
  end,
}
