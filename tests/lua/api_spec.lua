-- lua/aurum.d.lua, lua/scripts.d.lua and lua/internal.d.lua compared with what
-- is registered, both ways. Names are found in the metatables; types are
-- checked with every value of random games.
local aurum = require "aurum"
local journal = require "aurum.record.journal"
local helper = require "helper"
local annotations = dofile "lua/text/annotations.lua"
local public = annotations.public "."
local of_bots = annotations.read { "lua/aurum.d.lua" }
local described = annotations.read(annotations.files ".",
  { "lua/internal.d.lua" })

--- The fields, methods and operators of a type, from its metatable. The
--- metatable is locked and its names are in an upvalue, so this needs
--- the debug library.
local function registered(name)
  local meta = assert(debug.getregistry()[name], name)
  local found = { fields = {}, methods = {}, operators = {} }
  local _, names = debug.getupvalue(meta.__index or print, 1)
  for key, value in pairs(type(names) == "table" and names or {}) do
    local kind = type(value) == "function" and "methods" or "fields"
    found[kind][key] = true
  end
  for event in pairs(meta) do
    -- every type refuses __newindex: see "no value can be changed"
    if not ({ __index = 1, __newindex = 1, __name = 1, __metatable = 1,
      __gc = 1 })[event] then
      found.operators[event:sub(3)] = true
    end
  end
  return found
end

local function keys(table_)
  local list = {}
  for key in pairs(table_) do list[#list + 1] = key end
  table.sort(list)
  return list
end

--- True if a function of the module is there for bots alone.
local function is_of_bots(name)
  local it_is = described.functions[name]
  return it_is ~= nil and it_is.text:find("Only in bots.", 1, true) ~= nil
end

--- A class with the fields it inherits.
local function all_fields(class)
  local fields = {}
  local parent = class.parent and described.classes[class.parent]
  for name, field in pairs(parent and all_fields(parent) or {}) do
    fields[name] = field
  end
  for name, field in pairs(class.fields) do fields[name] = field end
  return fields
end

local types = {}
for name, value in pairs(debug.getregistry()) do
  if type(name) == "string" and name:find "^aurum%." and type(value) == "table"
    and rawget(value, "__name") == name then
    types[#types + 1] = name
  end
end
table.sort(types)

describe("the descriptions name", function()
  it("every type", function()
    assert.same({
      "aurum.action", "aurum.card", "aurum.channel", "aurum.decisions",
      "aurum.game",
      "aurum.locale", "aurum.net", "aurum.pile", "aurum.reader",
      "aurum.record", "aurum.rules", "aurum.set", "aurum.state",
      "aurum.trainer", "aurum.view",
      "aurum.workers", "aurum.writer",
    }, types)
    for _, name in ipairs(types) do
      assert.is_table(described.classes[name], name)
    end
  end)

  for _, name in ipairs(types) do
    it("the fields and methods of " .. name, function()
      local class, real = described.classes[name], registered(name)
      assert.same(keys(real.fields), keys(all_fields(class)))
      assert.same(keys(real.methods), keys(class.methods))
    end)

    it("the operators of " .. name, function()
      -- LuaLS knows operators except these, which the text describes
      local in_text = {
        eq = "`==`", lt = "`<`", le = "`<=`", tostring = "`tostring(",
        close = "<close>", pairs = "pairs(",
      }
      local class, real = described.classes[name], registered(name)
      for operator in pairs(real.operators) do
        if in_text[operator] then
          assert.truthy(class.text:find(in_text[operator], 1, true), operator)
        else
          assert.is_true(class.operators[operator], operator)
        end
      end
      for operator in pairs(class.operators) do
        assert.is_true(real.operators[operator], operator)
      end
    end)
  end

  it("that no value can be changed", function()
    local rules = assert(aurum.variant("standard", 4))
    local game = aurum.game { bots = { "random" }, seed = 1 }:run()
    local state = aurum.state(rules):deal "1"
    local trainer = aurum.sys.trainer { rules = rules, seed = "1" }
    local net = assert(aurum.net(aurum.sys.net_bytes { rules = rules,
      goal = "lead", closed = trainer }))
    local values = {
      aurum.card "B1", aurum.set "B1", rules.gold_all, state:legal()[1], rules,
      state, state:view(1), game, assert(aurum.record(game:record())),
      assert(aurum.sys.writer "/dev/null"), assert(aurum.sys.lines "Makefile"),
      state:decisions(), net, trainer, aurum.sys.plain_locale(),
      assert(aurum.sys.channel(0)),
      aurum.sys.workers { count = 1, seconds = 1, work = tostring },
    }
    assert.equal(#types, #values)
    for _, value in ipairs(values) do
      local name = debug.getmetatable(value).__name:match "%.(.*)$"
      for _, key in ipairs { "rank", "odd", "hand", 1 } do
        helper.raises("cannot be changed by setting a field",
          function() value[key] = 1 end)
        helper.raises(name, function() value[key] = 1 end)
      end
    end
    values[#values]:close()
    local _ <close> = values[#values - 1]
  end)

  it("the options of each experiment, as commands declare them", function()
    local experiments = require "aurum.lab.experiments"
    for _, name in ipairs { "match", "arena", "compare", "study" } do
      local fields = all_fields(described.classes[("aurum.%s_options"):format(
        name)])
      if name == "compare" or name == "study" then -- as its text says
        fields.variant = nil
      end
      assert.same(keys(experiments.kinds(name)), keys(fields), name)
    end
  end)

  it("options of the judge that `record judge` declares, too", function()
    local declared = {}
    local record = require "aurum.repl.line.subcommands".describe "record"
    for _, action in ipairs(record.actions) do
      local options = action.name == "judge" and action.options or {}
      for _, option in ipairs(options) do declared[option.names[1]] = true end
    end
    local fields = keys(all_fields(described.classes["aurum.judge_options"]))
    assert.equal(4, #fields)
    for _, key in ipairs(fields) do
      assert.is_true(declared["--" .. key], key)
    end
  end)

  it("every function and value of the module", function()
    local functions, values = {}, {}
    for name, value in pairs(aurum) do
      table.insert(type(value) == "function" and functions or values, name)
    end
    table.sort(functions)
    table.sort(values)
    local here = {}
    for _, name in ipairs(keys(described.functions)) do
      if not is_of_bots(name) then here[#here + 1] = name end
    end
    assert.same(functions, here)
    assert.same(values, keys(described.classes.aurum.fields))
  end)

  it("every function of aurum.sys", function()
    local class = described.classes["aurum.sys"]
    assert.same(keys(aurum.sys), keys(class.methods))
    assert.same({}, class.fields)
    for name, it_is in pairs(class.methods) do
      assert.is_true(it_is.plain, name)
    end
  end)

  it("the parameters of functions written in Lua", function()
    for name, it_is in pairs(described.functions) do
      local info = aurum[name] and debug.getinfo(aurum[name], "u")
      if info and info.nparams > 0 then
        assert.equal(info.nparams, #it_is.names, name)
      end
    end
  end)

  it("every parameter it describes, and no other", function()
    local function hold(owner, functions)
      for name, it_is in pairs(functions) do
        local names = {}
        for i, param in ipairs(it_is.params) do names[i] = param.name end
        assert.same(it_is.names, names, owner .. "." .. name)
      end
    end
    hold("aurum", described.functions)
    for name, class in pairs(described.classes) do hold(name, class.methods) end
  end)

  it("types that it describes", function()
    local primitive = {
      any = true, boolean = true, integer = true, number = true,
      string = true, table = true, ["true"] = true, ["false"] = true,
      ["nil"] = true, fun = true,
    }
    local function hold(kind, where)
      -- without literals and the names of parameters and keys
      kind = kind:gsub('"[^"]*"', ""):gsub("[%a_]+: ", "")
        :gsub("%.%.%.: ", "")
      for word in kind:gmatch "[%a_][%w_.]*" do
        assert.truthy(primitive[word] or described.classes[word]
          or described.aliases[word], where .. ": " .. word)
      end
    end
    for name, class in pairs(described.classes) do
      if class.parent then hold(class.parent, name) end
      for field, it_is in pairs(class.fields) do
        hold(it_is.type, name .. "." .. field)
      end
    end
    for name, it_is in pairs(described.functions) do
      for _, param in ipairs(it_is.params) do hold(param.type, name) end
      for _, result in ipairs(it_is.returns) do hold(result.type, name) end
    end
  end)

  it("nothing without a text", function()
    for name, class in pairs(described.classes) do
      assert.truthy(#class.text > 10, name)
      for field, it_is in pairs(class.fields) do
        assert.truthy(#it_is.text > 3 or it_is.type:find '^"%l+"$'
          or name:find "_options$", name .. "." .. field)
      end
      for method, it_is in pairs(class.methods) do
        assert.truthy(#it_is.text > 10, name .. ":" .. method)
      end
    end
    for name, it_is in pairs(described.functions) do
      assert.truthy(#it_is.text > 10, name)
    end
  end)
end)

describe("the descriptions name", function()
  -- hook contexts exist only in the states of variants: every name in the
  -- binding's source is tried there
  it("the fields and methods of a hook context", function()
    local names, seen_names = {}, {}
    for _, room in ipairs { "bind", "script" } do
      for _, file in ipairs(aurum.sys.files("lua/" .. room)) do
        local text = assert(io.open(("lua/%s/%s"):format(room, file))):read "a"
        for words in text:gmatch '"(%l[%w_ ]*)"' do -- a field and its alias
          for name in words:gmatch "%l[%w_]*" do
            if not seen_names[name] then
              seen_names[name] = true
              names[#names + 1] = name
            end
          end
        end
      end
    end
    assert.truthy(#names > 200)
    local folder = helper.folder()
    finally(helper.clean)
    local path = helper.write(folder .. "/context.lua", ([[
      return { base = "en-2023", legal = function(s)
        local found = {}
        for name in ("%s"):gmatch "%%S+" do
          local there, value = pcall(function() return s[name] end)
          if there then
            found[#found + 1] = (type(value) == "function" and "()" or "")
              .. name
          end
        end
        table.sort(found)
        error(table.concat(found, " "), 0)
      end }]]):format(table.concat(names, " ")))
    local state = aurum.state(assert(aurum.variant(path, 4))):set {
      hands = { "B2", "B3 C4", "P5 S1", "S6 Z7" }, plays = { "Z9" },
      bids = { "B10", "C10", "P10", "S10" },
    }
    local message = helper.raises("hook 'legal': ", state.legal, state)
    local class = described.classes["aurum.hook_context"]
    local expected = keys(all_fields(class))
    for name in pairs(class.methods) do
      expected[#expected + 1] = "()" .. name
    end
    table.sort(expected)
    assert.equal(table.concat(expected, " "), message:match "'legal': (.*)$")
  end)
end)

-- Public and internal --------------------------------------------------------

describe("the index of the reference", function()
  it("names each public function, and no other", function()
    local indexed, expected = {}, {}
    for _, group in ipairs(public.index) do
      assert.truthy(group.title ~= "" and #group > 0, group.title)
      for _, entry in ipairs(group) do
        indexed[#indexed + 1] = entry.name
      end
    end
    for name in pairs(public.functions) do
      expected[#expected + 1] = "aurum." .. name
    end
    for name, class in pairs(public.classes) do
      local short = name:gsub("^aurum%.", "")
      for method, it_is in pairs(class.methods) do
        expected[#expected + 1] = short .. (it_is.plain and "." or ":")
          .. method
      end
    end
    table.sort(indexed)
    table.sort(expected)
    assert.same(expected, indexed)
  end)

  it("has their parameters, or the first of them", function()
    for _, group in ipairs(public.index) do
      for _, entry in ipairs(group) do
        local owner, name = entry.name:match "^(.*)[.:]([%w_]+)$"
        local it_is = owner == "aurum" and public.functions[name]
          or public.classes["aurum." .. owner].methods[name]
        local known = "," .. table.concat(it_is.names, ",") .. ","
        for word in entry.call:match "%((.*)%)":gmatch "[%w_]+" do
          assert.truthy(known:find("," .. word .. ",", 1, true)
            or word == "place" and it_is.names[1] == "round", entry.call)
        end
      end
    end
  end)
end)

describe("each of its files has what its head says:", function()
  it("the index marks what stands in scripts.d.lua", function()
    for _, group in ipairs(public.index) do
      for _, entry in ipairs(group) do
        local owner, name = entry.name:match "^(.*)[.:]([%w_]+)$"
        local class = of_bots.classes["aurum." .. owner]
        local here = owner == "aurum" and of_bots.functions[name]
          or class and class.methods[name]
        assert.equal(group.title:find("[scripts]", 1, true) == nil,
          here ~= nil, entry.name)
      end
    end
  end)

  it("only aurum.d.lua has what bots have", function()
    for name, it_is in pairs(public.functions) do
      local bots_lack = it_is.text:find("Not in bots.", 1, true) ~= nil
      assert.equal(of_bots.functions[name] == nil, bots_lack, name)
    end
    for name, class in pairs(public.classes) do
      if of_bots.classes[name] then
        assert.is_nil(class.text:find("Not in bots.", 1, true), name)
      else
        assert.is_nil(class.text:find("Also in bots", 1, true), name)
      end
    end
    for name, field in pairs(public.classes.aurum.fields) do
      assert.equal(of_bots.classes.aurum.fields[name] == nil,
        field.text:find("Not in bots.", 1, true) ~= nil, name)
    end
  end)
end)

describe("no internal name is reachable in a bot:", function()
  it("functions and values of the module", function()
    local names = {}
    for name, it_is in pairs(described.functions) do
      if it_is.internal then names[#names + 1] = name end
    end
    assert.truthy(#names > 5)
    names[#names + 1] = "sys"
    assert.equal("", helper.in_bot([[
      local list = {}
      for _, name in ipairs { "]] .. table.concat(names, '", "') .. [[" } do
        if aurum[name] ~= nil then list[#list + 1] = name end
      end
      return table.concat(list, " ")]]))
  end)

  it("members of the types that bots have", function()
    local held = 0
    for _, name in ipairs { "action", "card", "decisions", "pile", "rules",
      "set", "state", "view" } do
      local class = described.classes["aurum." .. name]
      for _, members in ipairs { class.fields, class.methods } do
        for member, it_is in pairs(members) do
          if it_is.internal then
            held = held + 1
            assert.equal("rules", name) -- the value that the bot tries
            assert.equal("false", (helper.in_bot(([[
              return tostring((pcall(function()
                return view.rules.%s end)))]]):format(member))))
          end
        end
      end
    end
    assert.equal(2, held)
  end)
end)

-- Errors ---------------------------------------------------------------------

--- True if a function returns nil and a message for a wrong name or file.
local function may_fail(it_is)
  local first, second = it_is.returns[1], it_is.returns[2]
  return first ~= nil and second ~= nil and first.type:sub(-1) == "?"
    and (first.text .. second.text):find "message" ~= nil
end

describe("the rule of errors:", function()
  local rules = assert(aurum.variant("standard", 4))
  -- A call of each function that may fail, with a wrong name, file or text.
  local wrong = {
    arena = { { bots = { "no-bot", "random" } } }, bot = { "no-bot" },
    compare = { { a = "no-variant", b = "standard" } },
    study = { { v = "no-variant" } },
    game = { { bots = { "no-bot" } } }, load_position = { "x", rules },
    match = { { bots = { "no-bot" } } }, named_bot = { "./random.lua" },
    named_variant = { "./standard.lua" }, place = { "x" },
    new_game = { { rules = rules, seed = "1",
      bots = { helper.bot "return 1" } } },
    position = { "x" }, read_position = { "x" }, record = { "x" },
    records = { "no.jsonl" }, script = { "no-script" },
    rules = { { players = 4, knobs = { hand = 60 } } },
    variant = { "no-variant" }, variant_file = { "x.lua", "return" },
  }
  -- Functions whose two results mean something else.
  local others = { contrast = true, variant_given = true,
    variant_info = true }

  for name, it_is in pairs(described.functions) do
    if may_fail(it_is) and not others[name] then
      it(name .. " returns nil and a message for a wrong name", function()
        local results = table.pack(aurum[name](table.unpack(wrong[name])))
        assert.is_nil(results[1])
        assert.equal("string", type(results[2]))
      end)
    else
      it(name .. " has no result for a wrong name", function()
        assert.is_nil(wrong[name])
      end)
    end

    local param = it_is.params[1]
    if param and not is_of_bots(name) and param.type ~= "any"
      and name ~= "confine_variants" and name ~= "variant_given"
        and name ~= "variant_info" then
      it(name .. " raises for a wrong argument, and says where", function()
        local good, message = pcall(aurum[name], function() end)
        assert.is_false(good)
        -- not a failure within, such as "attempt to index a function value"
        assert.truthy(message:find "expected", message)
        assert.is_nil(message:find "^[^:]*/lua/.*attempt to", message)
      end)
    end
  end
end)

describe("the reference says which names bots have:", function()
  local function says(text)
    local bots, others = text:find("Also in bots", 1, true),
      text:find("Not in bots.", 1, true)
    assert.truthy((bots == nil) ~= (others == nil), text)
    return bots ~= nil
  end

  it("functions and values of the module", function()
    local all = keys(aurum)
    for name in pairs(described.functions) do
      if is_of_bots(name) then all[#all + 1] = name end
    end
    table.sort(all)
    local found = helper.in_bot([[
      local list = {}
      for _, name in ipairs { "]] .. table.concat(all, '", "') .. [[" }
      do
        if aurum[name] ~= nil then list[#list + 1] = name end
      end
      return table.concat(list, " ")]])
    local expected = {}
    for _, name in ipairs(all) do
      local it_is = described.functions[name]
        or described.classes.aurum.fields[name]
      if is_of_bots(name) or says(it_is.text) then
        expected[#expected + 1] = name
      end
    end
    table.sort(expected)
    assert.equal(table.concat(expected, " "), found)
  end)

  it("types", function()
    local in_bots = {}
    for _, name in ipairs(types) do
      if says(described.classes[name].text) then
        in_bots[#in_bots + 1] = name
      end
    end
    -- a value of each type, made in a bot
    assert.equal("aurum.action aurum.card aurum.decisions aurum.net "
      .. "aurum.pile aurum.rules aurum.set aurum.state aurum.view",
      table.concat(in_bots, " "))
    assert.equal("bid B1|B1|G0|rules en-2023, 4 players|B1|en-2023: round 1, "
      .. "trick 0, bid|view of seat 1: round 1, trick 0, bid", helper.in_bot [[
        local state = aurum.state(view.rules)
        local hands = { "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
          "C3 C4 C5 C6 C7 C8 C9 C10 P1 P2 P3 P4",
          "P5 P6 P7 P8 P9 P10 S1 S2 S3 S4 S5 S6",
          "S7 S8 S9 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8" }
        state:deal { first = 1, hands = hands }
        local action = state:legal()[1]
        return table.concat({ tostring(action), tostring(action.card),
          tostring(state.gold[1]), tostring(state.rules),
          tostring(aurum.set "B1"), tostring(state),
          tostring(state:view(1)) }, "|")]])
  end)
end)

describe("aurum.d.lua describes every knob:", function()
  local fields = described.classes["aurum.knob_values"].fields
  local names = {}
  for _, knob in ipairs(aurum.knobs()) do
    if knob.name ~= "players" then names[#names + 1] = knob.name end
  end

  it("all of them and no other", function()
    table.sort(names)
    assert.same(names, keys(fields))
  end)

  --- The words in quotes, sorted.
  local function choices(text)
    local words = {}
    for word in text:gmatch '"([%l_]+)"' do words[#words + 1] = word end
    table.sort(words)
    return words
  end

  for _, knob in ipairs(aurum.knobs()) do
    local field = fields[knob.name]
    if field then
      it(knob.name, function()
        local default = field.text:match "Default `(.-)`"
        assert.same(knob.default, load("return " .. default)())
        local list = knob.expected:find "^a list"
        assert.equal(list ~= nil, field.type:sub(-2) == "[]")
        assert.same(choices(knob.expected), choices(field.type))
        if type(knob.default) == "boolean" then
          assert.equal("boolean", field.type)
        elseif #choices(field.type) == 0 then
          assert.equal(type(knob.default) == "string" and "string"
            or list and "integer[]" or "integer", field.type)
          assert.truthy(field.text:find(knob.expected, 1, true)
            or knob.expected, field.text)
        end
      end)
    end
  end

  it("with its range", function()
    local held = 0
    for _, knob in ipairs(aurum.knobs()) do
      local range = knob.expected:match "%d.*%d.*$"
      if fields[knob.name] and range then
        held = held + 1
        assert.truthy(fields[knob.name].text:find(range, 1, true),
          knob.name .. ": " .. range)
      end
    end
    assert.equal(15, held)
  end)
end)

-- Types ----------------------------------------------------------------------

local seen = {} -- class .. "." .. field -> { there =, missing = }

local function type_name(value)
  local meta = type(value) == "userdata" and debug.getmetatable(value)
  return meta and meta.__name or math.type(value) or type(value)
end

local conforms

--- True if a table has exactly what a class describes.
local function is_shape(class, value)
  local fields = all_fields(class)
  for key in pairs(value) do
    if not fields[key] then return false, class.name .. " has " .. key end
  end
  for key, field in pairs(fields) do
    local mark = class.name .. "." .. key
    seen[mark] = seen[mark] or {}
    seen[mark][value[key] == nil and "missing" or "there"] = true
    local good, why = conforms(field.type, value[key])
    if not good and not (field.optional and value[key] == nil) then
      return false, mark .. ": " .. why
    end
  end
  return true
end

--- True if a value is of a type as LuaLS writes it; else what is wrong.
function conforms(kind, value)
  local real = type_name(value)
  local wrong = ("%s is no %s"):format(real, kind)
  if kind:find "^fun%(" then return real == "function", wrong end
  if kind == "true" then return value == true, wrong end
  if kind == "any" then return true end
  local alternatives, depth, start = {}, 0, 1
  for i = 1, #kind do
    local c = kind:sub(i, i)
    if c:find "[%(<{]" then depth = depth + 1 end
    if c:find "[%)>}]" then depth = depth - 1 end
    if c == "|" and depth == 0 then
      alternatives[#alternatives + 1] = kind:sub(start, i - 1)
      start = i + 1
    end
  end
  if #alternatives > 0 then
    alternatives[#alternatives + 1] = kind:sub(start)
    local whys = {}
    for _, one in ipairs(alternatives) do
      local good, why = conforms(one, value)
      if good then return true end
      whys[#whys + 1] = why
    end
    return false, table.concat(whys, "; ")
  end
  if kind:sub(-1) == "?" then
    if value == nil then return true end
    return conforms(kind:sub(1, -2), value)
  end
  if kind:sub(-2) == "[]" then
    if real ~= "table" then return false, wrong end
    local inner, n = kind:sub(1, -3):gsub("^%((.*)%)$", "%1"), 0
    for _ in pairs(value) do n = n + 1 end
    if n ~= #value then return false, "a list with holes" end
    for _, item in ipairs(value) do
      local good, why = conforms(inner, item)
      if not good then return false, why end
    end
    return true
  end
  local key_type, value_type = kind:match "^table<(%w+), (.*)>$"
  if key_type then
    if real ~= "table" then return false, wrong end
    for key, item in pairs(value) do
      if type_name(key) ~= key_type then return false, wrong end
      local good, why = conforms(value_type, item)
      if not good then return false, why end
    end
    return true
  end
  if kind:find '^"' then return ('"%s"'):format(value) == kind, wrong end
  if described.aliases[kind] then
    return conforms(described.aliases[kind].type, value)
  end
  local class = described.classes[kind]
  if class and real == "table" and not debug.getregistry()[kind] then
    return is_shape(class, value)
  end
  if kind == "number" then return type(value) == "number", wrong end
  return real == kind, wrong
end

local function hold(kind, value, where)
  local good, why = conforms(kind, value)
  if not good then error(("%s: %s"):format(where, why), 2) end
end

--- Check every field of a value against its class.
local function hold_fields(value)
  local class = described.classes[type_name(value)]
  for name, field in pairs(all_fields(class)) do
    hold(field.type, value[name], class.name .. "." .. name)
    local mark = class.name .. "." .. name
    seen[mark] = seen[mark] or {}
    seen[mark][value[name] == nil and "missing" or "there"] = true
  end
end

--- Check the results of a method call against its class.
local function hold_call(value, name, ...)
  local class = described.classes[type_name(value)]
  local results = table.pack(value[name](value, ...))
  local returns = class.methods[name].returns
  assert.truthy(results.n <= #returns, name)
  for i, result in ipairs(returns) do
    hold(result.type, results[i], class.name .. ":" .. name)
  end
  return results[1]
end

local variants = {
  { "en-2023", 4 }, { "en-2023", 3 }, { "de-2024+no-zero-gold", 3 },
}

--- The rules of a name; with `zero_bid`, cards may be laid face down.
local function rules_of(name, players)
  if name ~= "zero_bid" then return assert(aurum.variant(name, players)) end
  return assert(aurum.rules {
    name = name, players = players, knobs = {
      zero_bid = true, extras = "hidden", rounds = 2, change_of = "own",
      bidding = players == 4 and "open" or "hidden",
      hand = players == 3 and 12 or nil,
    },
  })
end
variants[#variants + 1] = { "zero_bid", 4 }
variants[#variants + 1] = { "zero_bid", 3 }

--- The first cards of the deck, one hand per seat.
local function hands_of(rules)
  local cards, hands = rules.deck:list(), {}
  for seat = 1, rules.players do
    hands[seat] = table.move(cards, (seat - 1) * rules.hand + 1,
      seat * rules.hand, 1, {})
  end
  return hands
end

describe("values are of the types described:", function()
  it("cards, sets, piles and actions", function()
    hold_fields(aurum.card "Z7")
    for _, cards in ipairs { aurum.set "B1 C5 G3", aurum.set() } do
      hold_fields(cards)
      hold_call(cards, "has", "B1")
      hold_call(cards, "each")
      hold_call(cards, "suit", "B")
      for _, name in ipairs { "list", "highest", "lowest", "base", "gold",
        "random" } do
        hold_call(cards, name)
      end
    end
    local supply = aurum.variant("standard", 4).gold_all
    hold_call(supply, "has", "G0")
    hold_call(supply, "count", "G0")
    hold_call(supply, "each")
    for _, name in ipairs { "list", "kinds", "highest", "lowest" } do
      hold_call(supply, name)
    end
  end)

  for _, variant in ipairs(variants) do
    it(("states and views of %s, %d players"):format(
      table.unpack(variant)), function()
      local rules = rules_of(table.unpack(variant))
      local state = aurum.state(rules)
      hold_fields(rules)
      hold_call(rules, "text", "gold")
      local steps = 0
      local function look(action)
        steps = steps + 1
        if action then hold_fields(action) end
        hold_fields(state)
        if steps % 5 ~= 1 and state.phase ~= "over" then return end
        for _, name in ipairs { "legal", "legal_cards", "clone", "score",
          "position", "events", "history" } do
          hold_call(state, name)
        end
        if state.turn then
          hold_call(state, "why", state:legal()[1])
          hold_call(state, "solve", { nodes = 400 })
        end
        hold_call(state, "why", "pass")
        hold_call(state, "is_legal", "pass")
        for seat = 1, rules.players do
          local view = hold_call(state, "view", seat)
          hold_fields(view)
          for _, name in ipairs { "legal", "legal_cards", "random", "copy" }
          do
            hold_call(view, name)
          end
          if state.turn then hold_call(view, "sample", 1) end
          if state.turn then
            hold_call(view, "sample", 1, function() return 1 end)
          end
          hold_call(view, "quick")
          if state.turn == seat then
            hold_call(view, "search", { sims = 2, moves = view:legal() })
            hold_call(view, "search", { sims = 100, method = "flat" })
          end
          hold_call(view, "why", "pass")
          hold_call(view, "is_legal", "pass")
        end
        for _, event in ipairs(state:history()) do
          hold("aurum.history", event, "history")
        end
        hold_call(state:clone(), "playout")
        hold_call(state:clone(), "playout", function() end, "game")
        hold_call(state:clone(), "playout", "quick", "game", "round")
      end
      look()
      helper.play_out(state, "api" .. variant[1], look)
      look()
      hold_call(state, "undo")
      hold_call(state, "apply", "pass")
      local setup = state:clone()
      setup:undo()
      hold_call(setup, "set", { points = { 1, 2 } })
      setup:apply(setup:legal()[1])
      hold("aurum.history", setup:history()[1], "history")
      hold_call(aurum.state(rules), "deal", "x")
    end)
  end

  it("games, records and the events of bots", function()
    -- the bot checks its own copy of each event, and sends its shape as text
    local kinds = {}
    for _, variant in ipairs(variants) do
      local rules = rules_of(table.unpack(variant))
      local game = aurum.game {
        variant = rules, seed = "api", on_fault = "substitute", bots = {
          helper.bot [[return {
            bid = function(_, view) return view:random() end,
            play = function(_, view) return view:random() end,
            change = function(_, view)
              return math.random(4) > 1 and view:random() or "pass"
            end,
          }]],
        },
      }
      hold_fields(game)
      hold_call(game, "step")
      hold_call(game, "step")
      hold_call(game, "run")
      hold_fields(game)
      local line = hold_call(game, "record")
      for _, event in ipairs(game.state:events()) do
        kinds[event.kind] = true
        hold("aurum.event." .. event.kind, event, "event")
      end
      if variant[1] ~= "zero_bid" then
        local record = aurum.record(line)
        hold_fields(record)
        hold_call(record, "replay", rules)
        local wrong = aurum.record(line:gsub('"leader":%d', '"leader":0', 1))
        assert.truthy(#hold_call(wrong, "replay", rules) > 0)
        hold_fields(aurum.record(line:gsub('"rules":"%x*",', "")))
        hold_fields(aurum.record(line:gsub('"points":%[', '%0"",')))
      end
      hold_call(game, "restart", "2")
      hold_call(game, "deal")
      hold_call(game, "apply", game.state:legal()[1])
      hold_call(game, "functions", 1)
      hold_call(game, "locals", 1)
      hold_call(game, "restart", "3", {
        { call = 1, kind = "crash", message = "gone" } })
      hold_call(game, "deal", { first = 1, hands = hands_of(rules) })
      hold_call(game, "restart", "4")
      hold_call(game, "check", rules_of(table.unpack(variant)))
    end
    local noted = aurum.game { seed = 1, notes = true, locals = true,
      on_fault = "substitute", bots = { helper.bot [[return {
        bid = function(_, view) view:note() view:note "low" end,
        play = function(_, view)
          local first = view:legal()[1]
          view:note({ [first] = 1 }, "points")
          view:note("world", view:sample(1)[1])
          return view:legal()[1]
        end }]] } }:run()
    hold_fields(noted)
    hold_call(noted, "locals", 1)
    for _, item in ipairs(noted.notes) do hold("aurum.notes", item, "notes") end
    for _, asking in ipairs { "exchange", "trump", "auction", "stakes" } do
      local game = aurum.game { variant = "standard+" .. asking, seed = "api" }
      game:deal()
      while game.state.phase ~= "play" do
        if game.state.phase == "ask" then
          hold_fields(game.state)
          hold_fields(game.state:view(1))
          hold_fields(game.state:view(game.state.turn))
          hold("aurum.question", game.state.question, "question")
          hold_fields(game.state:legal()[1])
        end
        game:apply(game.state:legal()[1])
      end
      hold_fields(game.state)
      hold_fields(game.state:view(1))
      for _, event in ipairs(game.state:events()) do
        kinds[event.kind] = true
        hold("aurum.event." .. event.kind, event, "event")
      end
      for _, question in ipairs(game.rules.questions) do
        hold("aurum.question_rule", question, "question_rule")
      end
    end
    for name in pairs(described.classes) do
      local kind = name:match "^aurum%.event%.(%l+)$"
      if kind then assert.is_true(kinds[kind], kind) end
    end
    assert.same(12, #keys(kinds))
  end)

  --- Judge an open round, and a round under hooks that leave no worlds.
  local function hold_judged(call)
    local text = [[
      local function lowest(s, cards)
        local one = cards & -cards
        local rest = cards & ~one
        return s.seat == 1 and one | (rest & -rest) or one
      end
      return { legal = lowest, lead = lowest }]]
    local rules = assert(aurum.rules { players = 4, knobs = { changes = 0 },
      hooks = { { path = "lowest.lua", text = text } }, text = text })
    local state = aurum.state(rules):deal "no worlds"
    for _ = 1, 34 do state:apply(state:legal()[1]) end
    for verdict in call("judge", state, { sims = 100 }) do
      hold("aurum.verdict", verdict, "judge")
    end
    for _, deal in ipairs(call("luck", state, { sims = 100 })) do
      hold("aurum.deal_luck", deal, "luck")
    end
  end

  --- Play each kind of experiment, with every field once set and once nil.
  local function hold_experiments(call)
    call("match", { bots = { "random" }, games = 1, seed = 1, trust = true })
    call("match", { bots = { "random", "lowball" }, games = 1, seed = 1,
      jobs = 1, mirror = true })
    call("match", { bots = { "nothing" } })
    call("arena", { bots = { "random", "lowball" }, deals = 2, seed = 1,
      sprt = "0,1", anchor = "lowball=100", odds = { "random:cpu=0.5" } })
    call("arena", { bots = { "random", "lowball" }, deals = 2, seed = 1,
      trust = true })
    call("arena", { bots = { "random", "lowball" }, deals = 2, seed = 1,
      fuel = 100000, jobs = 1 })
    require "aurum.lab.bots.ceiling".playouts = 20
    call("arena", { bots = { "random", "lowball" }, deals = 1, seed = 1,
      ceiling = true })
    call("arena", { bots = { "random" } })
    local bad = helper.write(helper.folder() .. "/bad.lua",
      [[return { bid = function() error "no" end, play = function() end }]])
    call("compare", { a = "en-2023", b = "de-2024", deals = 1, seed = 1,
      bots = { bad } })
    call("study", { v = "en-2023", bots = { bad }, deals = 1, seed = 1,
      metrics = { "length" } })
    local late = helper.write(helper.folder() .. "/late.lua",
      [[return { name = "late", winner = function(s, seat)
        return s.round == 1 and seat or 9
      end }]])
    call("study", { v = late, deals = 2, seed = "w", bots = { "greedy" },
      metrics = { "length" } })
    call("study", { v = helper.write(helper.folder() .. "/uneven.lua",
      [[return { name = "uneven", base = "standard",
        players = { [4] = { sides = { 1, 2, 2, 2 } } } }]]), deals = 1,
      seed = 1, bots = { "greedy", "random" }, metrics = { "skill", "bid" } })
    helper.clean()
    call("compare", { a = "en-2023", b = "de-2024", deals = 2, seed = 1 })
    call("compare", { a = "nothing", b = "de-2024" })
    call("compare", { a = "en-2023", b = "de-2024", deals = 1, seed = 1,
      metrics = { "tricks", "restricted" } })
    call("study", { v = "en-2023", against = "de-2024", deals = 2, seed = 1,
      bots = { "quick", "random" } })
    call("study", { v = "five-alchemists", deals = 1, seed = 1,
      metrics = { "skill", "first_takes" }, jobs = 1, trust = true })
    call("study", { v = "misere", bots = { "adept" }, deals = 1, seed = 1,
      metrics = { "length" } })
    call("study", { v = "en-2023", deals = 1000000, seconds = 0.05, seed = 1,
      bots = { "random" }, metrics = { "length" } })
    call("study", { v = "nothing" })
  end

  --- A function that calls a table's functions by name and checks the results
  --- against their description; and the set of names called.
  local function caller(of, functions)
    local covered = {}
    return function(name, ...)
      covered[name] = true
      local results = table.pack(of[name](...))
      local returns = functions[name].returns
      assert.truthy(results.n <= #returns, name)
      for i, result in ipairs(returns) do
        hold(result.type, results[i], name)
      end
      return results[1]
    end, covered
  end

  it("functions of the module", function()
    local call, covered = caller(aurum, described.functions)
    call("card", "B1")
    call("set", "B1")
    call("knobs")
    call("knob_fits", "hand", 3)
    call("knob_fits", "hand", "three")
    call("rules", { players = 4, knobs = {} })
    call("rules", { players = 4, knobs = { hand = 60 } })
    local rules = call("variant", "standard", 4)
    call("variant", "nothing")
    call("named_variant", "standard", 4)
    call("named_variant", "./mine.lua")
    call("variant_given", rules)
    call("variant_info", rules)
    call("contrast", rules, "1", { rules })
    call("contrast", rules_of("standard+./tests/fixtures/variants/"
      .. "winner-no-seat.lua", 4), "1", {})
    call("hook_prints", 0)
    call("confine_variants", function() return nil, "no memory", true end)
    hold("aurum.variant_info", call("read_variant",
      "./tests/fixtures/variants/unknown-key.lua"), "read_variant")
    aurum.confine_variants(nil) -- as it was before
    call("named_bot", "random")
    call("named_bot", "./mine.lua")
    call("variants")
    local token = call("state", rules):position()
    call("load_position", token, rules)
    call("load_position", "x", rules)
    call("read_position", token)
    call("read_position", "x")
    call("position", token)
    call("position", "x")
    call("net", "x")
    call("net", aurum.sys.net_bytes { rules = rules, goal = "lead",
      open = aurum.sys.trainer { rules = rules, seed = "1" } })
    call("place", "x")
    for _, text in ipairs { "2", "2.0.3", "2.5.c1", "2.end" } do
      hold("aurum.place", call("place", text), "place " .. text)
    end
    call("solve", { aurum.state(rules):deal "1" }, { nodes = 100 })
    call("bot", "random")
    call("bot", "nothing")
    call("bots")
    call("script", "bids")
    call("script", "nothing")
    call("scripts")
    call("game")
    call("new_game", { rules = rules, seed = "1" })
    call("recall", aurum.game { seed = "1" }, "1 0 0", 1)
    call("record", "x")
    call("nearest", "hnad", { "hand" })
    call("nearest", "xyz", { "hand" })
    call("plain", "x")
    call("csv_text", "x")
    hold_experiments(call)
    for _, name in ipairs { "standard+must-follow", "standard+nothing",
      "./tests/fixtures/variants/unknown-key.lua" } do
      hold("aurum.variant_info", call("read_variant", name), "read_variant")
    end
    call("variant_file", "x.lua", "return { over = function() end }")
    call("variant_file", "x.lua", "return")
    call("columns", "games")
    call("columns", "seats")
    local games = call("records", "tests/fixtures/golden/bga.4.jsonl",
      { strict = true })
    hold("aurum.records", games, "records")
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    local line = aurum.game { bots = { "random" }, seed = 1 }:run():record()
    file:write(journal.line("1/1", { record = line, timing = {
      { decisions = 1, seconds = 1, times = "9" },
      { decisions = 1, seconds = 1, times = "9" },
      { decisions = 1, seconds = 1, times = "9" },
      { decisions = 1, seconds = 1, times = "9" } } }))
    file:flush()
    for _, source in ipairs { games, aurum.records(path) } do
      local recorded = source()
      assert.truthy(recorded.rounds)
      hold("aurum.recorded", recorded, "recorded")
      for _, deal in ipairs(call("luck", recorded, { sims = 100 })) do
        hold("aurum.deal_luck", deal, "luck")
      end
      for verdict in call("judge", recorded, { sims = 100, seat = 1 }) do
        hold("aurum.verdict", verdict, "judge")
      end
      for puzzle in call("puzzles", recorded, { sims = 100 }) do
        hold("aurum.puzzle", puzzle, "puzzles")
      end
    end
    hold_judged(call)
    os.remove(path)
    for name in pairs(described.functions) do -- siblings_spec.lua has these
      if is_of_bots(name) then covered[name] = true end
    end
    assert.same(keys(described.functions), keys(covered))
  end)

  it("functions of aurum.sys", function()
    local functions = described.classes["aurum.sys"].methods
    local call, covered = caller(aurum.sys, functions)
    local rules = assert(aurum.variant("standard", 4))
    call("files", "lua")
    call("files", "nowhere")
    call("is_terminal", "stdin")
    call("readable", "Makefile")
    call("readable", "nowhere")
    call("is_within", "tests/lua/run", "tests")
    call("real_path", "Makefile")
    call("real_path", "nowhere")
    hold_call(call("channel", 0), "close")
    call("clock")
    call("thread_clock")
    call("children_clock")
    call("children_memory")
    call("platform")
    call("machine")
    call("try_folder", ".")
    call("try_folder", "nowhere/below", true)
    call("try_folder", "Makefile")
    call("instructions")
    call("has_compiled")
    call("entropy")
    call("build")
    call("peak_memory")
    call("bench_bare", 1, 1, true)
    call("bench_rounds", rules, 1, 1, true)
    call("bench_clone", aurum.state(rules), 1)
    call("bench_samples", aurum.state(rules):deal "x":view(1), 1)
    call("digest", "x")
    call("tokens", "x")
    call("named_files", "x", 1)
    call("read_beside", ".", "Makefile", 1 << 20)
    call("read_beside", ".", "Makefile", 1)
    call("read_file", "Makefile", 1 << 20)
    call("read_file", "Makefile", 1)
    call("look", "Makefile", 1)
    call("look", "nowhere", 1)
    call("guard", "tests/cluster")
    call("guard", "nowhere")
    local _, empty = call("remove", "nowhere"), os.tmpname()
    call("remove", empty)
    call("crc32", "x")
    call("pack", { 1 })
    call("unpack", aurum.sys.pack { 1 })
    call("make_folder", "tests/lua")
    call("make_folder", "Makefile/x")
    call("gzip", "x")
    local trainer = call("trainer", { rules = rules, seed = "1" })
    local net = assert(aurum.net(call("net_bytes", { rules = rules,
      goal = "lead", closed = trainer })))
    call("lesson_of", { state = aurum.state(rules), part = "closed",
      student = net, seed = "1" })
    call("lesson", { rules = rules, part = "closed", actor = net,
      student = net, seed = "1", rounds = 1 })
    call("explore", { state = aurum.state(rules):deal "x", actor = net,
      seed = "1" })
    call("locked", "Makefile")
    call("locked", "Makefile/x")
    call("lines", "nowhere")
    call("writer", "nowhere/x")
    call("lines", "Makefile")
    call("writer", "/dev/null")
    call("processors")
    call("threads")
    call("threads", 1)
    call("sample", false)
    call("number", 0.5)
    call("number", 1, 17)
    hold_call(call "plain_locale", "close")
    call("reads", "Makefile")
    call("load_own", aurum.home .. "/lua/text/hint.lua")
    call("load_own", "nowhere")
    call("compiled_head")
    call("is_input", "Makefile")
    call("undisturbed", function() end)
    call("watch_inputs", (aurum.sys.watch_inputs(false)))
    local pool = call("workers", {
      count = 1, seconds = 1, work = function(request) return request end })
    hold_call(pool, "submit", 1, "x")
    hold_call(pool, "wait")
    hold_call(pool, "pause", 1, false)
    hold_call(pool, "clock")
    hold_call(pool, "close")
    call("interrupted")
    call("stopped_by")
    -- in tests/cli: they change the process
    covered.catch_interrupts, covered.unpin_locale = true, true
    assert.same(keys(functions), keys(covered))
  end)

  it("and each field that may be nil is once nil and once set", function()
    -- values that these tests do not produce, each with its reason
    local rare = {
      ["aurum.trick.winner"] = "nil under a variant's hook only",
      ["aurum.event.trick.winner"] = "nil under a variant's hook only",
      ["aurum.event.bid.card"] = "nil in bots only: bot events, below",
      ["aurum.event.change.returned"] = "nil in bots only",
      ["aurum.search.seconds"] = "nil in bots only",
      ["aurum.question.text"] = "nil where the file has none",
      ["aurum.question_rule.text"] = "nil where the file has none",
      ["aurum.recorded_round.hands"] = "nil after a built position",
      ["aurum.recorded_round.gold"] = "nil after a built position",
      ["aurum.recorded_round.passer"] = "nil where a fault cut it short",
      ["aurum.recorded_round.score"] = "nil where a fault cut it short",
    }
    local function nilable(field)
      return field.optional or field.type:sub(-1) == "?"
    end
    for mark, how in pairs(seen) do
      local class, name = mark:match "^(.*)%.([%w_]+)$"
      local field = all_fields(described.classes[class])[name]
      assert.is_true(how.there, mark .. " is never there")
      if nilable(field) and not rare[mark] then
        assert.is_true(how.missing, mark .. " is always there")
      end
    end
  end)
end)

describe("a bot's table:", function()
  it("every callback described is called, and no other", function()
    local fields = described.classes["aurum.bot"].fields
    local game = aurum.game {
      seed = 3, variant = "standard+exchange",
      bots = { helper.bot([[
        local called = {}
        local bot = { name = "x", api = 2, options = { o = 1 } }
        function bot.bid(self, view)
          called.bid = self == bot
          return view:legal()[1]
        end
        function bot.change(self) called.change = self == bot end
        function bot.answer(self, _, question)
          called.answer = self == bot and question.name == "give"
          return question.default
        end
        function bot.start(self) called.start = self == bot end
        function bot.observe(self, event)
          called.observe = self == bot
          called.options = self.options.o == 2
          if event.kind ~= "pass" then return end
          local list = {}
          for key, good in pairs(called) do
            list[#list + 1] = key .. "=" .. tostring(good)
          end
          error(table.concat(list, " "), 0)
        end
        function bot.play(self, view)
          called.play = self == bot
          return view:legal()[1]
        end
        return bot]], { o = "2" }) },
    }:run()
    assert.equal("answer=true bid=true change=true observe=true options=true "
      .. "play=true start=true", game.faults[1].message)
    assert.same({ "answer", "api", "bid", "change", "name", "observe",
      "options", "play", "start" }, keys(fields))
  end)

  it("events in bots have the shapes described", function()
    -- each event as text "kind:key=type,...", from the bots of all seats
    local watcher = helper.bot [[
      local log = {}
      local function kind_of(value)
        if math.type(value) then return math.type(value) end
        return type(value)
      end
      return {
        bid = function(_, view) return view:random() end,
        play = function(_, view) return view:random() end,
        change = function(_, view) return view:random() end,
        observe = function(_, event)
          local parts = {}
          for key, value in pairs(event) do
            parts[#parts + 1] = key .. "=" .. kind_of(value)
          end
          log[event.kind .. ":" .. table.concat(parts, ",")] = true
          if event.kind ~= "game" then return end
          local lines = {}
          for line in pairs(log) do lines[#lines + 1] = line end
          error(table.concat(lines, "\n"), 0)
        end,
      }]]
    local simple = { userdata = "aurum", table = "table" }
    local kinds = {}
    for _, variant in ipairs(variants) do
      local game = aurum.game {
        variant = rules_of(table.unpack(variant)), seed = "w" .. variant[1],
        bots = { watcher }, on_fault = "substitute",
      }:run()
      for line in game.trace:gsub("\nstack.*", ""):gmatch "[^\n]+" do
        local kind, rest = line:match "^(%l+):(.*)$"
        local fields = all_fields(described.classes["aurum.event." .. kind])
        local there = {}
        kinds[kind] = true
        for key, real in rest:gmatch "(%w+)=(%l+)" do
          there[key] = true
          assert.is_table(fields[key], kind .. "." .. key)
          local expected = fields[key].type:gsub("%?$", "")
          if expected:find "%[%]$" or expected:find "^table"
            or expected == "aurum.score" then
            expected = "table"
          elseif expected:find "^aurum" then
            expected = "userdata"
          elseif expected:find '^"' then
            expected = "string"
          end
          assert.equal(expected, simple[real] and real or real, key)
        end
        for key, field in pairs(fields) do
          assert.truthy(there[key] or field.type:sub(-1) == "?",
            kind .. "." .. key)
        end
      end
    end
    assert.equal(10, #keys(kinds))
  end)
end)

describe("a variant's table:", function()
  it("has the keys described and no other", function()
    local class = described.classes["aurum.variant_file"]
    assert.same({ "api", "base", "name", "players", "questions", "rules",
      "title", "vars" }, keys(class.fields))
    assert.equal("aurum.layer", class.parent)
    local hooks = { table.unpack(aurum.hooks) }
    table.sort(hooks)
    assert.same(hooks, keys(described.classes["aurum.layer"].fields))
    local folder = helper.folder()
    finally(helper.clean)
    local values = {
      base = '"de-2024"', name = '"x"', title = '"X"', players = "{}",
      vars = "{ v = 'round' }", rules = "{ 'A rule.' }", api = "2",
      questions = [[{ { name = "q",
        when = "bids", next = function() end, done = function() end,
        default = "C1" } }]],
    }
    for _, hook in ipairs(aurum.hooks) do values[hook] = "function() end" end
    for name, field in pairs(all_fields(class)) do
      local value = values[name] or field.text:match "Default `(.-)`"
      local path = helper.write(folder .. "/" .. name .. ".lua",
        ("return { base = 'de-2024', %s = %s }"):format(name, value))
      assert(aurum.variant(path, 4))
    end
    helper.write(folder .. "/odd.lua", "return { odd = 1 }")
    assert.is_nil((aurum.variant(folder .. "/odd.lua", 4)))
  end)
end)
