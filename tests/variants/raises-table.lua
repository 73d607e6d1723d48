-- expect: variant en-2023+raises-table.lua: hook 'leader': an error without a message
return {
  name = "raises-table",
  leader = function(_, seat)
    error { seat = seat }
  end,
}
