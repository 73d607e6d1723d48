-- expect: returns-number.lua: a variant's file returns a table, as in return { name = "mine" }; it returned a number
return 3
