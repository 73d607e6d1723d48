# Programs at a pseudo-terminal, the REPL above all, for the tests that source
# this.
# shellcheck shell=sh disable=SC2154,SC2016 # lib.sh sets what it
# does not; the terminal's own shell expands the commands

unset XDG_CONFIG_HOME
XDG_STATE_HOME=$PWD/state
PAGER=cat # a text that is longer than the screen does not wait for a key
export AURUM XDG_STATE_HOME PAGER

# terminal PROMPT COMMAND [NAME=VALUE...]: run a command on a pseudo-terminal of
# 80 columns. Keys are written to descriptor 3. The screen is in `screen`, the
# terminal's name in `name`, the exit status in `left`.
terminal() {
  prompt=$1 RUN=$2
  export RUN
  shift 2
  rm -f keys screen pid name left ended
  mkfifo keys
  : >screen
  seen=0
  {
    env "$@" script -qefc 'stty rows 24 cols 80; tty >name
      sh -c "$RUN"; echo $? >left' screen <keys >/dev/null 2>&1
    echo yes >ended
  } &
  exec 3>keys
  shows "$prompt" "the prompt ($*)"
}

# begin [NAME=VALUE...]: start the REPL. Its process number is in `pid`.
begin() {
  terminal 'aurum> ' 'echo $$ >pid; exec "$AURUM"' "$@"
}

# types TEXT: press keys; \r is Enter.
types() {
  printf '%b' "$1" >&3
}

# shown: the terminal's output since the last `shows`, without colours and
# without the requests to mark pasted text.
shown() {
  tail -c "+$((seen + 1))" screen |
    sed "$(printf 's/\033')\\[[0-9;]*m//g; $(printf 's/\033')\\[?2004[hl]//g"
}

# on_screen ERE: it is in what is shown.
on_screen() {
  shown | grep -Eq -e "$1"
}

# shows ERE WHAT: wait until this appears.
shows() {
  complaint=''
  if comes on_screen "$1"; then
    pass
  else
    shown >new
    complain "expected $1, the terminal showed:"
    complaint="$complaint$(head_of new | cat -v)
"
    fail "$2"
  fi
  sleep 0.05 # most output that came with it is then read too; no check needs it
  seen=$(wc -c <screen | tr -d ' ')
}

# keeps TEXT WHAT: wait until the text is in the one saved session.
keeps() {
  comes grep -q -e "$1" state/aurum/sessions/*.json
  ok "$2" grep -q -e "$1" state/aurum/sessions/*.json
}

# interrupted_at ERE ARG...: run aurum with a progress bar on a terminal, its
# standard output in `out`. Once the bar matches, interrupt it. Its messages are
# then in `err`, its exit status in $status. False if there is no terminal.
interrupted_at() {
  script --version 2>/dev/null | grep -q util-linux || {
    skip "there is no 'script' of util-linux for a pseudo-terminal"
    return 1
  }
  bar=$1
  shift
  rm -f typed pid ended
  RUN=$(printf "'%s' " "$AURUM" "$@")
  export RUN
  {
    script -qefc 'sh -c "echo \$\$ >pid; exec $RUN >out"' typed </dev/null \
      >/dev/null 2>&1
    echo $? >ended
  } &
  await grep -Eq -e "$bar" typed
  stop INT
  status=$(cat ended)
  sed "/^Script /d; s/\r*\$//; s/.*\r//; /^\$/d" typed >err
}

# finish STATUS WHAT: the REPL has ended with that exit status.
finish() {
  appears ended
  same "$2" "$1" "$(cat left 2>/dev/null)"
  exec 3>&-
  wait
}
