-- Checks what aurum needs on this machine, for `aurum doctor`.
-- Nothing is kept: files that are tried are gone at once, and processes end.
local aurum = require "aurum"
local confinement_checks = require "aurum.repl.doctor.confinement_checks"
local history = require "aurum.repl.input.history"
local term = require "aurum.text.term"
local versions = require "aurum.lab.bots.versions"
local machine_checks = {}

local mebibyte = 1 << 20
local bots_memory = 4 * 128 * mebibyte -- four bots, each at its cap
local on_windows = package.config:find "^\\" ~= nil

-- ---- The program --------------------------------------------------------

local function program(add)
  local platform = aurum.sys.platform()
  add("program", "ok", ("This is aurum %s, built by %s, as %s, for %d bits, "
    .. "%s-endian."):format(aurum.version, platform.compiler, aurum.sys.build(),
    platform.bits, platform.endian))
  add("Lua", "ok", ("The library is %s; the headers were those of %s."):format(
    aurum.sys.compiled_head():match "Lua [%d.]+" or _VERSION, platform.lua))
  if aurum.sys.has_compiled() then
    add("Lua files", "ok", "They are compiled, which makes the start faster.")
  elseif aurum.sys.readable(aurum.home .. "/compiled", "file")
    or aurum.sys.readable(aurum.home .. "/build/compiled", "file") then
    add("Lua files", "weaker", "Another version of Lua compiled them, so their "
      .. "source is read: the program starts more slowly.", "Build aurum "
      .. "again: `make`; or install it again: `make install`.")
  else
    add("Lua files", "ok", "Their source is read. `make` compiles them, which "
      .. "makes the start faster.")
  end
end

local function instructions(add)
  local known = aurum.sys.instructions()
  local lacks = {}
  if known.known and not known.sets then
    lacks[#lacks + 1] = "fast popcnt and bmi2"
  end
  if known.known and not known.sums then lacks[#lacks + 1] = "AVX2" end
  if lacks[1] then
    add("instructions", "weaker", ("This processor has no %s: searches and "
      .. "nets are slower, with the same results."):format(
      table.concat(lacks, ", and no ")),
      "Use a newer processor for long runs.")
  elseif not known.known then
    add("instructions", "ok", "The build uses no special instructions.")
  else
    add("instructions", "ok", "popcnt, bmi2 and AVX2 are in use.")
  end
end

-- ---- Libraries ----------------------------------------------------------

--- The text of the argparse module's version, or nil if it is not found.
local function argparse()
  local function search() return require "argparse" end
  local good, module = pcall(search)
  if not good then return nil end
  return type(module) == "table" and module.version or "of unknown version"
end

local function libraries(add)
  local machine, found = aurum.sys.machine(), argparse()
  if found then
    add("argparse", "ok", ("argparse %s reads the command line."):format(found))
  else
    add("argparse", "missing", "No command can read its options.",
      "Install the package lua-argparse, or `luarocks --lua-version 5.4 "
        .. "install argparse`.")
  end
  add("libraries", "ok", ("cJSON %s reads records, zlib %s gzip files, %s "
    .. "what is typed."):format(machine.cjson, machine.zlib,
    on_windows and "the console" or "libedit"))
end

-- ---- The machine --------------------------------------------------------

local function processors(add)
  local all, own = aurum.sys.machine().processors, aurum.sys.processors()
  if own < all then
    add("processors", "weaker", ("%d of %d may be used, so that --jobs is %d "
      .. "by default."):format(own, all, own), "Raise the limit of the "
      .. "container, batch system or `taskset` for faster runs.")
  else
    add("processors", "ok", ("%d may be used."):format(own))
  end
end

--- The memory in bytes that the control group grants; nil for no limit.
local function granted()
  local file = io.open "/sys/fs/cgroup/memory.max"
  if not file then return nil end
  local bytes = file:read "n"
  file:close()
  return math.tointeger(bytes)
end

local function memory(add)
  local least = math.min(aurum.sys.machine().memory,
    granted() or math.maxinteger)
  if least == math.maxinteger then
    add("memory", "ok", "The system sets no limit.")
  else
    local enough = least >= bots_memory
    local short = "; four bots at their caps need 512 MiB, and a game may fail"
    add("memory", enough and "ok" or "weaker", ("The limit is %d MiB%s.")
      :format(least // mebibyte, enough and "" or short),
      not enough and "Raise `ulimit -v`, or the limit of the container." or nil)
  end
end

--- Each worker takes two descriptors of this process, and its start two more.
local function descriptors(add)
  local most = aurum.sys.machine().descriptors
  local wanted = 2 * aurum.sys.processors() + 16
  if most < wanted then
    add("descriptors", "weaker", ("At most %d files may be open; one worker "
      .. "for each processor may need %d."):format(most, wanted),
      ("Give a smaller --jobs, or `ulimit -n %d`."):format(wanted))
  else
    add("descriptors", "ok", most < math.maxinteger
      and ("%d files may be open."):format(most)
      or "The system sets no limit on open files.")
  end
end

local function randomness(add)
  if pcall(aurum.sys.entropy) then
    add("random seeds", "ok", "The system gives random bytes.")
  else
    add("random seeds", "missing", "The system gives no random bytes.",
      "Give each command a --seed.")
  end
end

-- ---- The terminal -------------------------------------------------------

local function locale(add)
  local charset = aurum.sys.machine().charset
  if charset == "UTF-8" then
    add("locale", "ok", "It uses UTF-8.")
  else
    add("locale", "weaker", (charset ~= "" and "It does not use UTF-8"
      or "The system lacks the locale that the environment names")
      .. ": letters other than ASCII cannot be typed, and charts may be "
      .. "drawn in ASCII.",
      "`export LC_ALL=C.UTF-8`, or install that locale.")
  end
end

local function terminal(add)
  local name = os.getenv "TERM" or ""
  if not (aurum.sys.is_terminal "stdin" and aurum.sys.is_terminal "stdout") then
    add("terminal", "ok", "Input or output is not a terminal here: output has "
      .. "no colours or progress bars, and the REPL shows no prompt line.")
    return
  end
  local width = aurum.edit and aurum.edit.width() or 80
  if name == "" or name == "dumb" then
    add("terminal", "weaker", ("TERM is '%s': there are no colours, and no "
      .. "keys to edit a line."):format(term.plain(name)),
      "Set TERM to your terminal's name, such as xterm-256color.")
  elseif width < 80 then
    add("terminal", "weaker", ("It has %d columns: wide tables are folded.")
      :format(width), "Widen it to 80 columns.")
  else
    add("terminal", "ok", ("%s has %d columns%s."):format(term.plain(name),
      width, (os.getenv "NO_COLOR" or "") ~= ""
      and ", and no colours, as NO_COLOR asks" or " and colours"))
  end
end

-- ---- Folders ------------------------------------------------------------

--- Adds the check of a folder in which the program writes; nil: there is none.
--- With `above`, the program makes it where it is missing.
local function folder(add, name, path, lost, advice, above)
  local trial, problem
  if path then
    trial, problem = aurum.sys.try_folder(path, above)
  else
    problem = "$HOME is not set"
  end
  if trial then
    add(name, "ok", (path == "." and "Files" or "In "
      .. term.plain((path:gsub("/$", ""))) .. " files") .. " can be written.")
  else
    add(name, "weaker", ("%s: %s; %s"):format(path and term.plain(path)
      or "no folder", problem, lost), advice)
  end
  return trial
end

local function locks(add, trial)
  if not trial then return end
  local where = trial.network ~= "" and (" (%s)"):format(trial.network) or ""
  if trial.locks then
    add("locks", "ok", ("The file system%s of the current folder has locks.")
      :format(where))
  else
    add("locks", "weaker", ("The file system%s of the current folder has no "
      .. "locks: a file NAME.lock stands in for one, and may stay after a "
      .. "crash of another machine."):format(where),
      "Keep journals on a local disk, or remove such a file by hand.")
  end
end

local function folders(add)
  folder(add, "history", history.place "", "the REPL keeps no history, "
    .. "settings or autosave.", "Set HOME or XDG_STATE_HOME to a folder that "
    .. "you can write.", true)
  folder(add, "versions", versions.data_folder(), "--keep cannot keep "
    .. "versions of bots.", "Set HOME or XDG_DATA_HOME to a folder "
    .. "that you can write.", true)
  local temporary = os.getenv "TMPDIR" or ""
  folder(add, "temporary", temporary ~= "" and temporary or "/tmp",
    "`aurum bench` cannot make its files.",
    "Set TMPDIR to a folder that you can write.")
  locks(add, folder(add, "this folder", ".", "commands cannot write "
    .. "records here.", "Run them in another folder, or give full paths."))
end

-- ---- Other programs -----------------------------------------------------

--- True if the shell finds a program.
local function has(name)
  return os.execute(("command -v %s >/dev/null 2>&1"):format(name)) == true
end

--- Adds the check of a program; `lost` says what does not work without it.
local function optional(add, name, lost, advice)
  if has(name) then
    add(name, "ok", "It is installed.")
  else
    add(name, "weaker", "It is not installed: " .. lost, advice)
  end
end

--- Only clusters have sbatch, and only a desktop needs xdg-open: elsewhere it
--- is right that they are not there.
local function other_programs(add)
  if on_windows then
    add("shell", "weaker", "Windows has no POSIX shell: `aurum plan`, "
      .. "`--exec` and the REPL's `!COMMAND` do not work.",
      "Use a build for Linux for these.")
    return
  elseif not os.execute() then
    add("shell", "weaker", "There is no shell: plans, `--exec` and `!COMMAND` "
      .. "in the REPL do not work.", "Install a shell as /bin/sh.")
    return
  end
  add("shell", "ok", "Plans, `--exec` and the REPL's `!COMMAND` can use it.")
  optional(add, "parallel", "`sh PLAN/run` cannot play a plan on this machine.",
    "Install GNU parallel (the package parallel), or play each shard by "
      .. "`aurum plan task`.")
  add("sbatch", "ok", has "sbatch" and "It is installed."
    or "It is not here, as on any machine outside a Slurm cluster. Only a plan "
    .. "made with --on slurm needs it.")
  if os.getenv "DISPLAY" or os.getenv "WAYLAND_DISPLAY" then
    optional(add, "xdg-open", "`aurum playground` prints the page's path "
      .. "instead of opening it.",
      "Open that path in a browser, or install xdg-utils.")
  else
    add("xdg-open", "ok", has "sw_vers" and "macOS opens pages without it."
      or "There is no desktop here: `aurum playground` prints the page's path.")
  end
end

--- The checks, in order: a list of { name =, state =, text =, advice = }.
--- `state` is "ok", "weaker" or "missing"; `advice` is nil where nothing is to
--- do. A check that raises is missing, with its error.
function machine_checks.run()
  local list = {}
  local function add(name, state, text, advice)
    list[#list + 1] = { name = name, state = state, text = text,
      advice = advice }
  end
  for _, check in ipairs { program, instructions, libraries,
    confinement_checks.add, processors, memory, descriptors, randomness, locale,
    terminal, folders, other_programs } do
    local good, problem = pcall(check, add)
    if not good then
      add("check", "missing", "A check failed: " .. term.plain(
        tostring(problem)) .. ".", "Report this, please.")
    end
  end
  return list
end

return machine_checks
