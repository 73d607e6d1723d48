-- An api from the future.
return { api = { 2 }, bid = print, play = print }
