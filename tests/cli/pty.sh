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

# shows ERE WHAT: this appears within ten seconds.
shows() {
  tries=0
  until shown | grep -Eq -e "$1" || [ $tries -ge 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
  done
  complaint=''
  if [ $tries -lt 200 ]; then
    pass
  else
    shown >new
    complain "expected $1, the terminal showed:"
    complaint="$complaint$(head_of new | cat -v)
"
    fail "$2"
  fi
  # output that came with it has been read too
  sleep 0.05
  seen=$(wc -c <screen | tr -d ' ')
}

# keeps TEXT WHAT: the text is in the one saved session within a minute.
keeps() {
  tries=0
  until grep -q -e "$1" state/aurum/sessions/*.json 2>/dev/null ||
    [ $tries -ge 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  ok "$2" grep -q -e "$1" state/aurum/sessions/*.json
}

# finish STATUS WHAT: the REPL has ended with that exit status.
finish() {
  appears ended
  same "$2" "$1" "$(cat left 2>/dev/null)"
  exec 3>&-
  wait
}
