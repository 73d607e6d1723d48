-- Kind of the decision of a state, as faults and tables name it.

--- "bid", "change", "play" or "answer".
return function(state)
  local phase = state.phase
  return phase == "ask" and "answer" or phase
end
