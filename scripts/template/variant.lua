-- NAME: a house rule for Aurum.
--
-- It can be played right away: try `aurum variant play ./NAME.lua`, then change
-- it. `bga+./NAME.lua` adds it to another edition. All that a variant may set
-- is described in
--   ANNOTATIONS

---@type aurum.variant_file
return {
  name = "NAME", -- the name of this file
  title = "NAME", -- for people

  -- Knobs are numbers and choices. `aurum variant show standard` lists them
  -- all, with their values.
  exact = 3, -- an exact bid scores three times the bid, not twice

  -- Hooks are functions, for what no knob can express. A hook gets `s`, what
  -- can be seen of the game, and last the answer that holds without it. It
  -- returns its own answer, and the same one whenever it is asked the same.
  bid_points = function(_, _, _, taken, points)
    return taken == 0 and points - 1 or points
  end,

  -- Sentences on the hooks, for `aurum variant rules`. It describes the knobs
  -- by itself.
  rules = { "A side that took no trick loses 1 point." },

  -- Also optional: `vars`, numbers that hooks remember, and `questions`, which
  -- players answer (`aurum variant new NAME-2 --question` has one).
}
