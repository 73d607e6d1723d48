-- The steps of the tutorial, in order. A step has the fields
--   title, text, asks  what is shown; `asks` completes "Type ..."
--   place      where it begins, in the round of repl/tutorial/round.lua
--   action     the learner's action that ends it; `why` is the reason for it,
--              shown when they choose another; or
--   done(session, name, text)  true if that ends it: `name` is the command's,
--              nil for another line, and `text` the line
--   free       true if any move may be tried, and is taken back by `undo`
--   asked      true if the learner is asked to change bids
local function is(name)
  return function(_, typed) return typed == name end
end

return {
  { title = "How to win", place = "1.0.3", asks = "`show`", done = is "show",
    text = "You play at seat 1 with your partner at seat 3, against seats 2 "
      .. "and 4. Each side says how many tricks it will take. To take exactly "
      .. "that many scores most; gold scores a little. The side with most "
      .. "points wins the round and takes a nugget. Two nuggets win the game.\n"
      .. "You hold 12 cards of five suits: Bismuth B, Copper C, Phosphorus P, "
      .. "Silver S and Zinc Z, with ranks 1 to 10. One gold card, G0, lies "
      .. "open before you. The 2 cards left over, the extras, are not played. "
      .. "`show` draws the table at any time." },
  { title = "A bid", place = "1.0.3", asks = "`B3`, or the number beside it",
    action = "bid B3",
    why = "Lay B3: it says the same as your partner's S3, and you do not "
      .. "lose a good card.",
    text = "You bid by laying a card of your hand in front of you; it is not "
      .. "played. Its rank is the number of tricks that your side should "
      .. "take. Of the two cards of a side the higher counts. Your partner "
      .. "has laid S3. B3 would keep the bid of your side at 3." },
  { title = "A change of mind", place = "1.1.c3", asks = "`keep`",
    action = "keep", asked = true,
    why = "Keep your gold for now.",
    text = "Before each trick you may pay a gold card to replace your bid "
      .. "card, or your partner's, by a card of your hand. That helps when a "
      .. "bid has become wrong. Now it is too early to tell. In this tutorial "
      .. "you will be asked again when it matters; in your own games "
      .. "`auto-skip on` does the same." },
  { title = "You must not follow suit", place = "1.1.3", asks = "`why C9`",
    done = function(_, name, text)
      return name == "why" and text:upper():find "C9%s*$" ~= nil
    end,
    text = "Each suit may be in a trick only once. Your partner led Copper, "
      .. "seat 4 played Phosphorus: you may play neither. The last line above "
      .. "lists what you may play, with numbers. `why` gives the reason for "
      .. "any card." },
  { title = "The highest card wins", place = "1.1.3",
    asks = "`Z9`, or its number", action = "play Z9",
    why = "Play Z9: only seat 2 comes after you, and your side needs 3 "
      .. "tricks.",
    text = "The highest card wins the trick, whatever its suit. C8 is the "
      .. "highest so far. Z9 is higher, and only seat 2 comes after you." },
  { title = "The lowest card earns gold", place = "1.2.4", asks = "`P4`",
    action = "play P4",
    why = "Play P4: it is the lowest card and earns the G4.",
    text = "You won that trick. Seat 2 had the lowest card, S2, so it took a "
      .. "G2 from the supply, and it led the next trick. This trick you cannot "
      .. "win with a base card. With the lowest one you take the gold card of "
      .. "the same rank and lead. Gold that you hold when the round ends "
      .. "scores: 1 point for G1 to G3, 2 for G4 to G6, 3 for G7 and G8." },
  { title = "You lead", place = "1.3.1", asks = "`S1`", action = "play S1",
    why = "Lead S1: it earns a G1.",
    text = "You took G4 and lead now. Gold cannot lead. S1 will be the lowest "
      .. "card: it takes a G1, and you lead again. Perhaps your partner wins "
      .. "the trick: each trick of the partner counts for your side." },
  { title = "The order after a trick", place = "1.4.1", asks = "`rules 7`",
    done = is "rules",
    text = "Your partner won: your side has 2 of its 3 tricks, and you took "
      .. "G1. `rules 7` shows what happens after each trick, in order. Where "
      .. "a message names a rule, such as RULES 7.3, `rules 7.3` shows it." },
  { title = "Advice", place = "1.4.1", asks = "`hint`", done = is "hint",
    text = "`hint` asks the strongest bot what it would do in your place. It "
      .. "sees only what you see. The values are what each move is worth to "
      .. "your side, in points more than the other side, and how sure that is."
    },
  { title = "Taking back", place = "1.4.1", asks = "a card, then `undo`",
    done = is "undo", free = true,
    text = "Nothing is final here. Lead any card, look at what happens, and "
      .. "take it back with `undo`." },
  { title = "A trick for the others", place = "1.4.1", asks = "`C5`",
    action = "play C5",
    why = "For this lesson lead C5, so that the round goes on as planned.",
    text = "Bots and people differ on what to lead here. For this lesson lead "
      .. "a middle card, C5: it will hardly win, and you keep your high cards."
    },
  { title = "Gold wins", place = "1.5.2", asks = "`G0`", action = "play G0",
    why = "Play G0: your side needs 1 more trick, and gold is sure to win "
      .. "unless higher gold follows.",
    text = "Your side needs 1 more trick. Gold may follow any card, and any "
      .. "gold beats all base cards, even G0. Gold that was played goes back "
      .. "to the supply. Your G0 is worth no points: spend it here." },
  { title = "The score so far", place = "1.6.4", asks = "`scores`",
    done = is "scores",
    text = "Your side has its 3 tricks. Exactly the bid scores twice the bid: "
      .. "6 points. More tricks would score the bid once, 3 points, and "
      .. "fewer tricks nothing. `scores` shows what each side "
      .. "would score if the round ended now." },
  { title = "A high card thrown away", place = "1.6.4", asks = "`P9`",
    action = "play P9",
    why = "Play P9: Z10 wins anyway, and P9 could win a trick later.",
    text = "From here on you want no more tricks. Seat 4's Z10 wins this one, "
      .. "whatever base card you play. So get rid of your highest card that "
      .. "is legal, P9." },
  { title = "A tie", place = "1.7.3", asks = "`P7`", action = "play P7",
    why = "Gold would win the trick too, and be gone. Play P7.",
    text = "A seat that can play a base card must play something. Copper and "
      .. "Bismuth are barred, so P7 is your only legal base card. It is as "
      .. "high as seat 4's C7. Of equal cards the one played later counts: P7 "
      .. "beats C7. So you win a trick that you do not want." },
  { title = "The bid is changed", place = "1.8.c4",
    asks = "`change G1 C4 of 1`", action = "change G1 C4 of 1", asked = true,
    why = "Pay G1, which is worth less than G4, and lay C4 in place of your "
      .. "B3.",
    text = "4 tricks with a bid of 3 score 3 points, not 6. But you may "
      .. "change a bid now. Pay G1, your cheapest gold, and lay C4 in place of "
      .. "B3. Then your side bids 4 and has 4 tricks: 8 points. B3 goes into "
      .. "your hand." },
  { title = "A pass ends the round", place = "1.8.4", asks = "`pass`",
    action = "pass",
    why = "G4 would win a fifth trick, one too many. Pass.",
    text = "You hold only Bismuth and Copper, and both are barred. A seat "
      .. "without a base card to play may play gold or pass. A pass ends the "
      .. "round at once. The open trick then counts for nothing, and all keep "
      .. "the gold that they hold. So pass." },
  { title = "Points, a tie and a nugget", place = "1.end",
    asks = "`history 1`", done = is "history",
    text = "Both sides took exactly what they bid. Side 1 has 8 points for "
      .. "its bid of 4 and 2 for G4. Side 2 has 6 for its bid of 3 and 4 for "
      .. "four gold cards. That is 10 : 10. Of tied sides, one that took "
      .. "exactly its bid comes first, then the one with the highest gold "
      .. "card. Both bids were exact, and your G4 beats G3: side 1 takes the "
      .. "nugget. `history 1` shows the whole round with these reasons." },
}
