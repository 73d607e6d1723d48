-- expect: ?
return {
  name = "leader-nobody",
  leader = function()
    return nil
  end,
}
