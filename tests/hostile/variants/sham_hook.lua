-- Passes a table for a function, as the reader of files notes one.
return { name = "sham_hook", winner = { hook = 3 } }
