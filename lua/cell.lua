-- A cell of CSV (RFC 4180): nothing for nil and what is no number.
return function(value)
  if value == nil or value ~= value then return "" end
  if math.type(value) == "float" then return ("%.10g"):format(value) end
  value = tostring(value)
  if value:find '[",\r\n]' then
    return '"' .. value:gsub('"', '""') .. '"'
  end
  return value
end
