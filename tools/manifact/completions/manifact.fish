# fish completion for manifact, made by: manifact completions fish
function __manifact_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end
function __manifact_at
    test (count (commandline -opc)) -eq $argv[1]
end
function __manifact_method
    set -l words (commandline -opc)
    set -l method vectorizer
    switch "$words[2]"
        case cluster
            set method auto
        case suggest-k
            set method ncut
        case update
            set method model
    end
    for i in (seq (count $words))
        switch $words[$i]
            case -m --method
                set -q words[(math $i + 1)]; and set method $words[(math $i + 1)]
            case '--method=*' '-m?*'
                set method (string replace -r '^(--method=|-m)' '' -- $words[$i])
        end
    end
    echo $method
end
# The values of an option after "=", else the common options, else all.
function __manifact_settings
    set -l word (string replace -r '^(--set=|-s)' '' -- (commandline -ct))
    if string match -q '*=*' -- $word
        printf '%s\n' @VALUES@
        return
    end
    set -l common
    switch (__manifact_method)
@COMMON@
    end
    if string match -q -- "$word*" $common
        printf '%s\n' $common
    else
        printf '%s\n' @SETTINGS@
    end
end
set -l methods @METHODS@
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
