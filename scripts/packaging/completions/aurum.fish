# Completion of aurum for fish: the program itself answers (repl/line/command_completion.lua).

function __aurum_words
    set -l words (commandline -opc)
    set -l last (commandline -ct | string unescape)
    command $words[1] complete $words[2..-1] "$last" 2>/dev/null
end

complete --command aurum --no-files --arguments '(__aurum_words)'
