// Bots that the tests of the playground write in it: a good one, and some that do
// harm.
"use strict";

const duck = `return {
  name = "mine",
  bid = function(_, view) return view.hand:lowest() end,
  play = function(_, view) return view:legal()[1].card end,
}
`;
const bids = (code) => duck.replace("return view.hand:lowest()", code);
const faulty = bids("return view.hand:smallest()");

// Bots that do harm.
const hostile = {
  loops: bids("while true do end"),
  hoards: bids("local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t "
    + "end"),
  fills: bids("local t = {} while true do t[#t + 1] = {} end"),
  recurses: bids("local function f(n) return 1 + f(n + 1) end return f(1)"),
  floods: bids("for i = 1, 1000 do print(('y'):rep(100)) end "
    + "return view.hand:lowest()"),
  costly: bids("local a = string.rep('a?', 30) .. string.rep('a', 31)\n"
    + "    return string.rep('a', 30):find(a) and view.hand:lowest()"),
};

module.exports = { duck, faulty, hostile };
