-- Numbers as text, the same in every table and message. "-" stands for a number
-- that does not exist, such as the mean of nothing.
local format = {}

--- "1 game", "2 games".
function format.plural(n, noun)
  return ("%d %s%s"):format(n, noun, n == 1 and "" or "s")
end

--- "a bid", "an answer": a word behind its article.
function format.a(word)
  local silent = word:find "^[aeio]" or word:find "^u[^ns]"
    or word:find "^un[^i]"
  return (silent and "an " or "a ") .. word
end

--- "a, b and c".
function format.list(words)
  local n = #words
  return n < 2 and words[1] or ("%s and %s"):format(
    table.concat(words, ", ", 1, n - 1), words[n])
end

--- "round 2, trick 5": the place of a decision or a fault; without the trick if
--- that is 0.
function format.place(at)
  return at.trick > 0 and ("round %d, trick %d"):format(at.round, at.trick)
    or "round " .. at.round
end

--- The failure of a command whose files hold no games, after some lines were
--- skipped.
function format.no_games(files, skipped)
  return ("no games in %s%s"):format(table.concat(files, ", "),
    skipped == 0 and "" or (": %s skipped"):format(format.plural(skipped,
      "line")))
end

--- A part of a whole in per cent, with `digits` (0) behind the point.
function format.percent(part, whole, digits)
  if whole == 0 then return "-" end
  local form = ("%%.%df%%%%"):format(digits or 0)
  return form:format(100 * part / whole)
end

--- The mean of n numbers with this sum; `form` is "%.2f" or another.
function format.mean(sum, n, form)
  return n > 0 and (form or "%.2f"):format(sum / n) or "-"
end

--- The reason why a mean of `n` deals, or of what `noun` names, has no
--- interval, as a part of a sentence.
function format.no_interval(n, noun)
  noun = noun or "deal"
  if n < 2 then return ("no interval from fewer than 2 %ss"):format(noun) end
  return "no spread in " .. format.plural(n, noun)
end

--- An interval, "0.10 to 0.25": its ends by `form`, each `factor` times. If it
--- does not exist, "-", or that the `n` deals, if given, have no spread.
function format.interval(low, high, form, factor, n)
  if not low then return n and n > 1 and format.no_interval(n) or "-" end
  return (form .. " to " .. form):format(factor * low, factor * high)
end

--- An estimate and its interval as two cells, as format.interval has it. `low`
--- and `high` are nil if there is no interval.
function format.estimate(form, factor, value, low, high, n)
  return value and form:format(factor * value) or "-",
    format.interval(low, high, form, factor, n)
end

--- A number by `form`, but never "-0.0".
function format.number(x, form)
  local text = form:format(x)
  return text:find "^%-0[.0]*$" and form:format(0) or text
end

--- Seconds in the unit that suits them: "45 s", "12 min".
function format.duration(seconds)
  if seconds < 120 then return ("%.0f s"):format(seconds) end
  if seconds < 7200 then return ("%.0f min"):format(seconds / 60) end
  if seconds < 172800 then return ("%.0f h"):format(seconds / 3600) end
  return ("%.0f days"):format(seconds / 86400)
end

return format
