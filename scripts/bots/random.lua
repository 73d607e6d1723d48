-- random: any legal action, each as likely as any other.
-- The shortest bot there is, and the yardstick for all others.
return {
  name = "random",
  api = 1,
  bid = function(_, view) return view:random() end,
  change = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
}
