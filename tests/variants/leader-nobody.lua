-- expect: variant en-2023+leader-nobody: hook 'leader': leader-nobody.lua:4: expected a seat from 1 to 4, got a nil value
return {
  name = "leader-nobody",
  leader = function()
    return nil
  end,
}
