---@meta aurum.spec
-- luacheck: ignore 431

-- The reference of what a spec has (`aurum bot spec`): the functions with which
-- the unit tests of a bot are written, for people and for editors (LuaLS).
-- tests/lua/api_spec.lua checks it against what a spec is given, both ways. A
-- spec also has all of Lua and the module `aurum`: see aurum.d.lua.

-- Tests ------------------------------------------------------------------------

---A group of tests. Groups may stand in groups.
---@param name string
---@param f fun() Calls `it` and `describe`.
function describe(name, f) end

---The same as `describe`.
---@param name string
---@param f fun()
function context(name, f) end

---A test. It fails if the function raises. The file runs anew for each test.
---@param name string No other test of its group has this name.
---@param f fun()
function it(name, f) end

---A test that is not run yet. In a test: ends it, for the reason that is given.
---@param name string The test's name, or the reason.
---@param f? fun() The test.
function pending(name, f) end

---Runs before each test of its group.
---@param f fun()
function before_each(f) end

---Runs after each test of its group, also after one that fails.
---@param f fun()
function after_each(f) end

-- The bot and the position -----------------------------------------------------

---The bot under test: a name, or a path from the spec's folder, followed by
---options as :key=value. Without it, the bot is NAME.lua beside NAME_spec.lua.
---@param spec string
function bot(spec) end

---The position at which the bot is asked: a token as the REPL's `position` prints
---it, a table as `aurum.position` takes, with paths from the spec's folder, or a
---state. Raises if the position cannot be, or if no seat is on turn.
---@param where string|aurum.position_table|aurum.state
---@return aurum.state
function at(where) end

---The bot's answer at the position. A fault fails the test.
---@return aurum.action
function answer() end

---What the bot sees at the position.
---@return aurum.view
function view() end

-- Expectations -----------------------------------------------------------------

---What the bot is expected to answer at the position. Each function fails the
---test if the bot does something else or is at fault; each raises if an action is
---not legal there. Actions are texts ("S10", "play S10") or `aurum.action`s.
---@class aurum.spec.expect
expect = {}

---The bot plays one of these cards.
---@param ... string|aurum.card|aurum.action
function expect.play(...) end

---The bot plays another card.
---@param ... string|aurum.card|aurum.action
function expect.not_play(...) end

---The bot bids one of these cards.
---@param ... string|aurum.card|aurum.action
function expect.bid(...) end

---The bot bids another card.
---@param ... string|aurum.card|aurum.action
function expect.not_bid(...) end

---The bot changes a bid in one of these ways, such as "G0 S6 of 4".
---@param ... string|aurum.action
function expect.change(...) end

---The bot keeps the bids or changes them in another way.
---@param ... string|aurum.action
function expect.not_change(...) end

---The bot answers a question of the rules in one of these ways.
---@param ... string|integer|aurum.action
function expect.answer(...) end

---The bot answers otherwise.
---@param ... string|integer|aurum.action
function expect.not_answer(...) end

---The bot passes.
function expect.pass() end

---The bot keeps the bids.
function expect.keep() end

---The bot is at fault: it raises, runs out of a limit, or answers what is not
---legal.
---@param text? string A part of the fault's message.
function expect.fault(text) end

---The judge estimates that the bot's answer loses at most so many points against
---the best one. It solves the position where it can.
---@param points number From 0.
---@param options? { sims?: integer, seed?: string|integer } Simulations of the judge (as `aurum record judge` has), and their seed (default: that of `--seed`).
function expect.within(points, options) end

---Asks the bot at random views and calls the check for each. It fails if the
---check raises or returns false, and the view is shrunk: the smallest one found
---with the same failure is printed as a position.
---@param n integer Views, 1 to 100000.
---@param check fun(view: aurum.view, answer: aurum.action): boolean?
---@param options? { variant?: string|aurum.rules, players?: integer, ask?: "play"|"bid"|"change"|"answer", seed?: string|integer } The rules (default: standard), the kind of decision (default: all with a choice), the seed.
function for_views(n, check, options) end

-- Assertions -------------------------------------------------------------------

---Assertions as busted names them: each raises if it does not hold, with `message`
---before the values. `assert.are.equal` and `assert.is.equal` are `assert.equal`.
---@class aurum.spec.assert
---@field are aurum.spec.assert
---@field is aurum.spec.assert
---@field are_equal fun(wanted: any, got: any, message?: string): any As `equal`.
---@field are_same fun(wanted: any, got: any, message?: string): any As `same`.
---@field equals fun(wanted: any, got: any, message?: string): any As `equal`.
---@field error fun(f: fun(), text?: string) As `has_error`.
---@field errors fun(f: fun(), text?: string) As `has_error`.
---@field is_equal fun(wanted: any, got: any, message?: string): any As `equal`.
---@field is_falsy fun(got: any, message?: string) As `falsy`.
---@field is_near fun(wanted: number, got: number, tolerance: number, message?: string): number As `near`.
---@field is_same fun(wanted: any, got: any, message?: string): any As `same`.
---@field is_truthy fun(got: any, message?: string): any As `truthy`.
---@field not_nil fun(got: any, message?: string): any As `is_not_nil`.
---@overload fun(value: any, message?: any, ...: any): any
assert = {}

---The values are equal by `==`.
---@param wanted any
---@param got any
---@param message? string
---@return any got
function assert.equal(wanted, got, message) end

---@param other any
---@param got any
---@param message? string
---@return any got
function assert.not_equal(other, got, message) end

---The values are equal; tables are compared by their contents.
---@param wanted any
---@param got any
---@param message? string
---@return any got
function assert.same(wanted, got, message) end

---@param other any
---@param got any
---@param message? string
---@return any got
function assert.not_same(other, got, message) end

---@param got any
---@param message? string
function assert.is_true(got, message) end

---@param got any
---@param message? string
function assert.is_false(got, message) end

---@param got any
---@param message? string
---@return any got
function assert.truthy(got, message) end

---@param got any
---@param message? string
function assert.falsy(got, message) end

---@param got any
---@param message? string
function assert.is_nil(got, message) end

---@param got any
---@param message? string
---@return any got
function assert.is_not_nil(got, message) end

---The number differs from the wanted one by at most the tolerance.
---@param wanted number
---@param got number
---@param tolerance number
---@param message? string
---@return number got
function assert.near(wanted, got, tolerance, message) end

---The function raises; its message has the text.
---@param f fun()
---@param text? string
function assert.has_error(f, text) end
