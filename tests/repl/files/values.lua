loaded = "values.lua ran"
