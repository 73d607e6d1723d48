-- Prints a line of a record, and dies at times, so that a new worker is made
-- while the record is open: where standard error is closed, the line must not
-- reach the record (tests/cli/descriptors.test).
local plays = 0
return {
  bid = function(_, view)
    print '{"format":"aurum/1","injected":true}'
    return view.hand:lowest()
  end,
  play = function(_, view)
    plays = plays + 1
    if plays == 2 and math.random() < 0.4 then
      while true do end
    end
    return view:legal()[1]
  end,
}
