-- Starts a process.
return {
  bid = function(_, view)
    os.execute "touch stolen"
  end,
  play = function(_, view) return view:random() end,
}
