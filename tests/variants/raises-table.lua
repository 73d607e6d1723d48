-- expect: variant en-2023+raises-table: hook 'leader': raises-table.lua:4: it raised a table value, not a text
return {
  name = "raises-table",
  leader = function(_, seat)
    error { seat = seat }
  end,
}
