-- NAME_spec: unit tests of the bot NAME.lua, run by
--   aurum bot spec NAME_spec.lua
--
-- The first is an example of a position; add some at which your bot must do
-- something of its own. Every sound bot passes the second. In the REPL,
-- `expect play S10` adds a test of the position on the table. What a test may
-- say is described in
--   ANNOTATIONS

describe("NAME", function()
  it("wins a trick that its side needs", function()
    -- The side of seats 2 and 4 bid 2 tricks and has taken 1. Seat 2 plays
    -- last: B10 wins the trick, B3 gives it away.
    at { hands = { [2] = "B10 B3" }, bids = "C5 C1 C7 C2",
      taken = { 0, 1, 0, 0 }, trick = { leader = 3, "C9", "Z3", "S2" } }
    expect.play "B10"
  end)

  it("has an answer to all that comes", function()
    for_views(100, function(view, answer)
      assert(view:is_legal(answer)) -- an error or no answer fails, too
    end)
  end)
end)
