-- expect: variant en-2023+leader-half: hook 'leader': leader-half.lua:4: expected a seat from 1 to 4, got 1.5
return {
  name = "leader-half",
  leader = function(_, seat)
    return seat / 2
  end,
}
