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

complain() {
  complaint="$complaint     $1
"
}

# The first lines of a file, for messages.
head_of() {
  head -n 5 "$1" | cut -c 1-200 | sed 's/^/       | /'
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
    complaint="$complaint$(head_of ok.out)
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

# narrow WHAT FILE: no line of the file is wider than 80 columns.
narrow() {
  same "80 columns hold $1" '' "$(awk 'length($0) > 80' "$2" | head -n 1)"
}

# appears FILE: wait until the file has contents, at most a minute.
appears() {
  tries=0
  until [ -s "$1" ] || [ $tries -ge 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
}

# stop SIGNAL: send it to the process whose number is in the file `pid`. Then
# wait for the job around it, which writes the file `ended` when it ends.
stop() {
  kill "-$1" "$(cat pid)"
  appears ended
  [ -s ended ] || kill -9 "$(cat pid)"
  wait
}

# children PID: its child processes, where there is /proc.
children() {
  sed -n "s/^\([0-9]*\) (.*) [A-Z] $1 .*/\1/p" /proc/[0-9]*/stat 2>/dev/null
}

# gone PID...: they end within a minute.
gone() {
  tries=0
  while [ $tries -lt 600 ]; do
    left=0
    for pid in "$@"; do
      # a zombie, for which nobody waits, has ended too
      case $(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null) in
        '' | Z*) ;;
        *) left=1 ;;
      esac
    done
    [ $left -eq 0 ] && return 0
    sleep 0.1
    tries=$((tries + 1))
  done
  return 1
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
