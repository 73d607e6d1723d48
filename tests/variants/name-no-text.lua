-- expect: name-no-text.lua:3: name: expected a string
return {
  name = 7,
}
