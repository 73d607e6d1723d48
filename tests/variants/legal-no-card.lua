-- expect: ?
return {
  name = "legal-no-card",
  legal = function()
    return 0, false
  end,
}
