-- The script DIR/run of a plan: it hands every shard to a scheduler.
local plan_words = require "aurum.lab.plan.plan_words"
local plural = require "aurum.text.format".plural
local term = require "aurum.text.term"
local plan_script = {}

-- In these, $AURUM is the program, $AURUM_PLAN the plan's folder and $n the
-- number of shards. The words after `sh DIR/run` are options for the scheduler;
-- those after a -- among them are limits for each task, $AURUM_LIMITS.
-- Tasks run in the folder in which the plan was made if they read files there.
local head_form = [[
#!/bin/sh
# Plays %s
# in %s. Made by `aurum plan make`; may be run again at any time: it
# plays what is missing.
#
%s
set -eu
AURUM_PLAN=$(CDPATH='' cd "$(dirname "$0")" && pwd)
cd %s
export AURUM_PLAN AURUM="${AURUM:-%s}" AURUM_LIMITS='%s'
words=$# limits=
while [ "$words" -gt 0 ]; do
  if [ -n "$limits" ]; then
    AURUM_LIMITS="$AURUM_LIMITS $1"
  elif [ "$1" = -- ]; then
    limits=here AURUM_LIMITS=
  else
    set -- "$@" "$1"
  fi
  shift
  words=$((words - 1))
done
for file in result result.new logs logs/joblog logs/joblog.new \
  logs/merge.log; do
  if [ -h "$AURUM_PLAN/$file" ]; then
    echo "run: $AURUM_PLAN/$file: it is a link, which is not followed" >&2
    exit 1
  fi
done
]]

local slurm = [[
# Slurm: `sh run [OPTION...]` submits an array of tasks, and a job that merges
# their results into DIR/result after the last one. The options are those of
# sbatch for the tasks, such as --partition=short or --time=2:00:00. A task that
# was requeued or killed goes on from its journal. The folder must have the same
# path on every node, and so must the program: AURUM=PATH names another.
]]

-- A cluster limits the size of an array, so there may be several.
local submit_form = [[
n=%d
most=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
most=${most:-1001}
from=0 jobs=
while [ "$from" -lt "$n" ]; do
  last=$((n - from))
  if [ "$last" -ge "$most" ]; then last=$((most - 1)); fi
  job=$(AURUM_FROM=$from sbatch --parsable --job-name=aurum --array="1-$last" \
    --requeue --open-mode=append --output="$AURUM_PLAN/logs/%%A.%%a.log" \
    --cpus-per-task=%d "$@" \
    --wrap='exec "$AURUM" plan task "$AURUM_PLAN" \
      $((AURUM_FROM + SLURM_ARRAY_TASK_ID)) -- $AURUM_LIMITS')
  jobs=$jobs:${job%%%%;*}
  from=$((from + last))
done
job=$(sbatch --parsable --job-name=aurum-merge --dependency="afterany$jobs" \
  --output="$AURUM_PLAN/result" --error="$AURUM_PLAN/logs/merge.log" \
  --wrap='exec "$AURUM" plan merge "$AURUM_PLAN"')
echo "submitted tasks $(echo "${jobs#:}" | tr : ' ') and merge ${job%%%%;*}"
]]

local parallel = [[
# GNU parallel: `sh run [OPTION...]` plays the shards on this machine, one per
# processor, and merges their results into DIR/result. The options are those of
# parallel: --jobs 4, or --sshlogin :,ann@host,host2 for more machines (: is
# this one). There the folder must have the same path, such as a network drive,
# and so must the program: AURUM=PATH names another. Run it again after an
# interruption: it plays the shards that failed or are missing.
]]

-- parallel goes by its log, in which a shard may be done whose results are lost
-- since. A merge that fails leaves the results of the one before it.
local start_form = [[
log=$AURUM_PLAN/logs/joblog result=$AURUM_PLAN/result
if [ -e "$log" ]; then
  "$AURUM" plan status "$AURUM_PLAN" --left |
    awk '!old { left[$1] = 1; next } !left[$1]' - old=1 "$log" >"$log.new"
  mv "$log.new" "$log"
fi
status=0
seq %d | parallel --env AURUM --env AURUM_PLAN --env AURUM_LIMITS \
  --workdir "$PWD" \
  --joblog "$log" --resume-failed --will-cite "$@" \
  '"$AURUM" plan task "$AURUM_PLAN" {} -- $AURUM_LIMITS' >&2 || status=$?
[ "$status" -le 101 ] || exit "$status"
"$AURUM" plan merge "$AURUM_PLAN" >"$result.new" || status=$?
if [ -s "$result.new" ]; then
  mv "$result.new" "$result"
  cat "$result"
else
  rm "$result.new"
fi
exit "$status"
]]

--- The text of the script. `program` is the path of aurum, `args` are the
--- arguments of the command.
function plan_script.text(plan, program, args)
  local words = term.command("aurum", table.unpack(plan.words))
  local path = program:gsub("[\\\"$`]", "\\%0")
  local about, body = parallel, start_form:format(plan.shards)
  if plan.on == "slurm" then
    about, body = slurm, submit_form:format(plan.shards, args.jobs or 1)
  end
  local folder = plan.cwd and term.command(plan.cwd) or '"$AURUM_PLAN"'
  return head_form:format((words:gsub("%c", " ")),
    plural(plan.shards, "shard"), (about:gsub("\n$", "")), folder, path,
    plan_words.granted(args)) .. body
end

return plan_script
