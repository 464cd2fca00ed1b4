# bash completion for manifact, made by: manifact completions bash
@FUNCTIONS@
_manifact() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local line=${COMP_LINE:0:COMP_POINT}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$(_manifact_commands) --help --version" -- "$word"))
    return
  fi
  # "option=value" is three words if "=" is one of COMP_WORDBREAKS.
  if [[ $line =~ (-s|--set)[=\ ]+([a-z0-9-]+)=([^\ ]*)$ ]]; then
    COMPREPLY=($(compgen -W "$(_manifact_values "${BASH_REMATCH[2]}")" -- "${BASH_REMATCH[3]}"))
    [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=("${COMPREPLY[@]/#/${BASH_REMATCH[2]}=}")
    return
  fi
  case $before in
    -s | --set)
      compopt -o nospace 2>/dev/null
      local method=$(_manifact_method "${COMP_WORDS[@]}")
      COMPREPLY=($(compgen -W "$(_manifact_common "$method")" -- "$word"))
      ((${#COMPREPLY[@]})) || COMPREPLY=($(compgen -W "$(_manifact_settings)" -- "$word")) ;;
    -m | --method) COMPREPLY=($(compgen -W "$(_manifact_methods)" -- "$word")) ;;
    --language) COMPREPLY=($(compgen -W "$(_manifact_values language)" -- "$word")) ;;
    --header) COMPREPLY=($(compgen -W "yes no auto" -- "$word")) ;;
    --quoted-replies) COMPREPLY=($(compgen -W "keep drop" -- "$word")) ;;
    --text-format) COMPREPLY=($(compgen -W "plain mail" -- "$word")) ;;
    --format) COMPREPLY=($(compgen -W "$(_manifact_formats)" -- "$word")) ;;
    topics) COMPREPLY=($(compgen -W "$(_manifact_actions)" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W "$(_manifact_commands)" -- "$word")) ;;
    options) COMPREPLY=($(compgen -W "$(_manifact_methods) vectorizer" -- "$word")) ;;
    completions) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")) ;;
    *)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(_manifact_options "$command")" -- "$word"))
      else
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$word"))
      fi ;;
  esac
}
complete -F _manifact manifact
