-- A pattern that recurses at each of its items.
return {
  bid = function(_, view)
    local good, problem = pcall(string.find, ("a"):rep(300), ("(a)"):rep(300))
    assert(not good, "it went through")
    error(problem, 0)
  end,
  play = function(_, view) return view:random() end,
}
