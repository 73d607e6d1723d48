-- Options with values that are none.
return {
  options = { depth = {} }, bid = print, play = print,
}
