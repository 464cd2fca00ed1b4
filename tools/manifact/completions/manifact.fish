# fish completion for manifact, made by: manifact completions fish
function __manifact_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end
function __manifact_at
    test (count (commandline -opc)) -eq $argv[1]
end
set -l methods @METHODS@
set -l settings @SETTINGS@
complete -c manifact -n '__manifact_at 1' -f -a help -d 'Explain a command'
complete -c manifact -n '__manifact_at 1' -f -s h -l help -d 'Print the help and exit'
complete -c manifact -n '__manifact_at 1' -f -s v -l version -d 'Print the version and exit'
@COMMANDS@
complete -c manifact -n '__manifact_is help; and __manifact_at 2' -f -a '@NAMES@'
complete -c manifact -n '__manifact_is options; and __manifact_at 2' -f -a "$methods vectorizer"
complete -c manifact -n '__manifact_is completions; and __manifact_at 2' -f -a 'bash zsh fish'
complete -c manifact -n '__manifact_is topics; and __manifact_at 2' -f -a '@ACTIONS@'
complete -c manifact -n '__manifact_is methods options completions help' -f
@OPTIONS@
