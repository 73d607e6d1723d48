-- A name that is no text, and one that would break a record.
return {
  name = setmetatable({}, { __tostring = error }),
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
}
