# Completion of aurum for bash: the program itself answers (repl/line/command_completion.lua).
# This works with the package bash-completion and without it:
#   source aurum.bash

# Bash splits a line also at the : and = of bots with options. Here the words up
# to the cursor are joined again.
_aurum_words() {
  local line=${COMP_LINE:0:COMP_POINT} blanks word
  local -i i
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blanks=${line%%[![:space:]]*}
    line=${line:${#blanks}}
    word=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || word=$line
    if [[ $i -gt 0 && -z $blanks ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    line=${line:${#word}}
  done
}

# Takes the quotes off the words; 'quote' is the one that is still open.
_aurum_unquote() {
  local -i i
  for ((i = 0; i < ${#words[@]}; i++)); do
    quote=''
    case ${words[i]} in
      \"* | \'*)
        quote=${words[i]:0:1}
        words[i]=${words[i]:1}
        ;;
    esac
    ((i == ${#words[@]} - 1)) || words[i]=${words[i]%"$quote"}
    words[i]=${words[i]//\\/}
  done
}

# Quotes 'candidate' so that a shell reads it as it is: behind 'quote', if one is
# open.
_aurum_quote() {
  case $quote in
    \")
      candidate=${candidate//\\/\\\\}
      candidate=${candidate//\$/\\\$}
      candidate=${candidate//\`/\\\`}
      candidate=${candidate//\"/\\\"}
      ;;
    \') candidate=${candidate//\'/\'\\\'\'} ;;
    *)
      [[ $candidate == *[^A-Za-z0-9_./:=,+~@%-]* ]] || return 0
      printf -v candidate %q "$candidate"
      candidate=${candidate/#\\~/\~}
      ;;
  esac
}

_aurum() {
  local words quote before='' candidate
  _aurum_words
  _aurum_unquote
  COMPREPLY=()
  local word=${words[${#words[@]} - 1]}
  [[ -z $quote || $word != *"$quote"* ]] || return 0 # the quote is closed again
  # Bash replaces only what follows the last : or =.
  [[ $word != *[:=]* || -n $quote ]] || before=${word%"${word##*[:=]}"}
  while IFS=$'\t' read -r candidate _; do
    [[ $candidate != *[/=] ]] || compopt -o nospace 2>/dev/null
    candidate=${candidate#"$before"}
    _aurum_quote
    COMPREPLY+=("$candidate")
  done < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
}

complete -F _aurum aurum
