-- aurum league show: prints the ladder of a league.
local json = require "aurum.text.json"
local ladder_text = require "aurum.lab.league.ladder_text"
local league_play = require "aurum.lab.league.league_play"
local options = require "aurum.text.options"
local term = require "aurum.text.term"

local show = { summary = "Print the ladder." }

local about = [[
  rating          400 points more are odds of ten to one. It is relative to the
                  anchors. Method: the model of Bradley and Terry for sides,
                  fitted to all games at once. A bot of strength a with k sides
                  wins against one of strength b with l sides with the
                  probability k a/(k a + l b)
  95 % interval   of the rating, relative to the anchors: Student's t, with the
                  sandwich variance over deals (Huber 1967, White 1982). Two
                  deals are added, one won and one lost, so that the interval
                  also holds where all deals agree
  above the next  the difference to the next bot; "not told apart" if its
                  interval contains 0: the two may be in the wrong order.
                  "former" is the version before the present one, which plays
                  rarely; "replaced" an older one; "benched" and "rests" are
                  explained below the table
  won             share of games won by its sides; opponents differ, and with
                  three players a bot may have two sides: compare ratings

--json and --csv have all intervals, and points a round against each opponent.

If the league has several rules, the ladder fits one rating to all of them.]]

function show.options(parser)
  parser:epilog(about)
  parser:argument("folder", "Folder of the league."):argname "DIR"
  options.variant(parser, "all rules of the league together")
  parser:mutex(options.json(parser), options.csv(parser))
  options.raw(parser)
end

function show.run(args)
  local league, problem = league_play.look(args.folder)
  if not league then term.fail(problem) end
  local ladder, wrong = league:ladder(args.variant)
  if not ladder then term.fail(wrong, 2) end
  if args.json then
    term.write(json.encode(ladder), "\n")
  elseif args.csv then
    term.data(ladder_text.csv(ladder, args.raw))
  else
    term.write(ladder_text.table(ladder))
    for _, one in ipairs(league.problems) do
      term.say(("aurum league: %s cannot play: %s"):format(term.plain(one.name),
        term.plain(one.why)))
    end
  end
end

return show
