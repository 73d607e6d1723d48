# lib.sh: the functions of every *.test. tests/cli/run loads it first and sets
#   $AURUM  the program, by its full path
#   $ROOT   the checkout
#   $LUA    the stock interpreter
# The test runs in an empty folder of its own.
#
# A check passes, or fails and says what failed; then the test goes on.
# shellcheck shell=sh

passed=0 failed=0 skipped=0 known=0
complaint='' # what is wrong with the check at hand; empty if nothing

pass() {
  passed=$((passed + 1))
}

# fail WHAT: count a failure; 'complaint' has the details.
fail() {
  failed=$((failed + 1))
  printf 'FAIL %s: %s\n%s' "$TEST" "$1" "$complaint"
}

# skip WHY: the following checks cannot run here.
skip() {
  skipped=$((skipped + 1))
  printf 'skip %s: %s\n' "$TEST" "$1"
}

# without_limits: if this is a sanitizer build, report what it leaves out.
without_limits() {
  case $AURUM in
    */san/aurum | */cov/aurum) skip 'this build limits no resources and filters no system calls' ;;
  esac
}

# python_itself: let python3 be Python, not a script that looks for the version to
# use: some of these take six times as long to start as Python does.
python_itself() {
  PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
  export PATH
}

complain() {
  complaint="$complaint     $1
"
}

# The first lines of a file, for messages.
head_of() {
  head -n 5 "$1" | cut -c 1-200 | sed 's/^/       | /'
}

# trouble FILE: what a failed command printed, for messages. Of a long output, the
# first lines that speak of an error, and the last lines.
trouble() {
  cut -c 1-200 "$1" | awk '
    { text[NR] = $0 }
    /[Ee]rror|[Ff]ail|cannot/ && found < 6 { found++; shown[NR] = 1 }
    END {
      for (i = 1; i <= NR; i++)
        if (NR <= 12 || i in shown || i > NR - 6) print "       | " text[i]
    }'
}

# stream NAME FILE WANTED: compare a command's output with the expectation:
#   ''     nothing         '*'    anything, or nothing
#   =TEXT  exactly the text, and a newline
#   /ERE   a line that matches the expression
#   TEXT   a line that contains the text
stream() {
  case $3 in
    '*') return ;;
    '') [ ! -s "$2" ] && return ;;
    =*) printf '%s\n' "${3#=}" | cmp -s - "$2" && return ;;
    /*) grep -Eq -e "${3#/}" "$2" && return ;;
    *) grep -Fq -e "$3" "$2" && return ;;
  esac
  complain "$1: expected ${3:-nothing}, got:"
  complaint="$complaint$(head_of "$2")
"
}

# verdict STATUS OUT ERR: compare the last command with these.
verdict() {
  complaint=''
  [ "$1" = '*' ] || [ "$status" = "$1" ] ||
    complain "exit status: expected $1, got $status"
  stream stdout out "$2"
  stream stderr err "$3"
}

# expect STATUS OUT ERR ARG...: run aurum with the arguments and check it.
# Afterwards $status and the files out and err have its results.
expect() {
  want_status=$1 want_out=$2 want_err=$3
  shift 3
  status=0
  "$AURUM" "$@" >out 2>err || status=$?
  verdict "$want_status" "$want_out" "$want_err"
  if [ -z "$complaint" ]; then pass; else fail "aurum $*"; fi
}

# ok WHAT COMMAND...: the command succeeds.
ok() {
  what=$1
  shift
  complaint='' code=0
  "$@" >ok.out 2>&1 || code=$?
  if [ "$code" -eq 0 ]; then
    pass
  else
    complain "'$*' ended with $code:"
    complaint="$complaint$(trouble ok.out)
"
    fail "$what"
  fi
}

# not COMMAND...: invert its result, for `ok`.
not() {
  ! "$@"
}

# same WHAT EXPECTED GOT: two texts are equal.
same() {
  complaint=''
  if [ "$2" = "$3" ]; then
    pass
  else
    complain "expected $(printf '%s' "$2" | cut -c 1-300)"
    complain "got      $(printf '%s' "$3" | cut -c 1-300)"
    fail "$1"
  fi
}

# untimed FILE: its lines but for the times of answers, which differ from run to
# run, and the blank line before them.
untimed() {
  awk '/^timing: /{ blank = 0; next } blank { print "" } { blank = /^$/ }
    !blank' "$1"
}

# narrow WHAT FILE: no line of the file is wider than 80 columns. Only the first
# byte of a character counts.
narrow() {
  same "80 columns hold $1" '' \
    "$(LC_ALL=C tr -d '\200-\277' <"$2" | awk 'length($0) > 80' | head -n 1)"
}

# --- waiting for events, never for time ---------------------------------------

# What should end by itself is taken to hang after this many seconds.
PATIENCE=600

# comes COMMAND...: poll until the command succeeds, soon at first and then less
# often, since each poll takes processor time from what is waited for. False if it
# does not within ten minutes or so.
comes() {
  tries=0
  until "$@" >/dev/null 2>&1; do
    [ $tries -lt 4000 ] || return 1
    if [ $tries -lt 10 ]; then sleep 0.05; else sleep 0.15; fi
    tries=$((tries + 1))
  done
}

# await COMMAND...: the same; in vain is a failure.
await() {
  comes "$@" && return
  complaint=''
  fail "waited in vain: $*"
  return 1
}

# appears FILE: wait until the file has contents.
appears() {
  await [ -s "$1" ]
}

# lines FILE N [ERE]: the file has at least N lines, or N that match.
lines() {
  [ "$(grep -Ecs -e "${3-}" "$1")" -ge "$2" ]
}

# stop SIGNAL: send it to the process whose number is in the file `pid`. Then
# wait for the job around it, which writes the file `ended` when it ends.
stop() {
  kill "-$1" "$(cat pid)"
  appears ended || kill -9 "$(cat pid)"
  wait
}

# status_of SIGNAL: the exit status of a program that the signal stopped.
status_of() {
  case $1 in
    HUP) echo 129 ;;
    INT) echo 130 ;;
    TERM) echo 143 ;;
  esac
}

# children PID: its child processes, where there is /proc.
children() {
  sed -n "s/^\([0-9]*\) (.*) [A-Z] $1 .*/\1/p" /proc/[0-9]*/stat 2>/dev/null
}

# has_children PID N: it has at least N.
has_children() {
  [ "$(children "$1" | wc -l)" -ge "$2" ]
}

# Where there is no /proc, the following checks of a process hold at once.

# state PID: the letter of its state, Z if it has gone.
state() {
  letter=$(sed 's/.*) \(.\).*/\1/' "/proc/$1/stat" 2>/dev/null)
  echo "${letter:-Z}"
}

# waits PID: it waits for something.
waits() {
  [ ! -r /proc/self/stat ] || [ "$(state "$1")" = S ]
}

# blocked PID: it waits, and still does after a while.
blocked() {
  waits "$1" && sleep 0.2 && waits "$1"
}

# parent PID: the number of its parent process.
parent() {
  sed 's/.*) . \([0-9]*\) .*/\1/' "/proc/$1/stat"
}

# ticks PID: the processor time that it and its children have used, in
# hundredths of a second.
ticks() {
  for one in "$1" $(children "$1"); do
    sed 's/.*) //' "/proc/$one/stat"
  done 2>/dev/null | awk '{ sum += $12 + $13 + $14 + $15 } END { print sum + 0 }'
}

# worked PID TICKS: the processor time has reached this.
worked() {
  [ ! -r /proc/self/stat ] || [ "$(ticks "$1")" -ge "$2" ]
}

# busy PID [TICKS]: wait until that many more are used (default: 10).
busy() {
  await worked "$1" $(($(ticks "$1") + ${2-10}))
}

# engaged PID: wait until it is deep in what it began: ten ticks, or it waits.
engaged() {
  await deep "$1" $(($(ticks "$1") + 10))
}

deep() {
  waits "$1" || worked "$1" "$2"
}

# handled PID: no signal is on its way to it.
handled() {
  [ ! -r /proc/self/stat ] || ! grep -q '^ShdPnd:.*[1-9a-f]' "/proc/$1/status"
}

# ended PID...: all have ended. A zombie, for which nobody waits, has ended too.
ended() {
  for one in "$@"; do
    [ "$(state "$one")" = Z ] || return 1
  done
}

# gone PID...: wait until they have ended.
gone() {
  await ended "$@"
}

# known WHY CHECK...: the check is known to fail, for this reason. Once it
# passes, that is a failure: then remove the word `known` and the reason.
known() {
  why=$1 before_passed=$passed before_failed=$failed
  shift
  "$@" >known.out
  if [ "$failed" -gt "$before_failed" ]; then
    failed=$before_failed
    known=$((known + 1))
    printf 'known %s: %s\n' "$TEST" "$why"
  else
    passed=$before_passed complaint=''
    fail "no longer fails, though '$why' is given as known: $*"
  fi
}
