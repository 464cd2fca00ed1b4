#compdef manifact
# zsh completion for manifact, made by: manifact completions zsh
@FUNCTIONS@
_manifact() {
  local -a commands given
  commands=(
@COMMANDS@
    'help:Explain a command'
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  local word=$words[CURRENT] before=$words[CURRENT-1]
  if [[ $before == (-s|--set) ]]; then
    if [[ $word == *=* ]]; then
      local name=${word%%=*}
      compadd -P "$name=" -- ${=$(_manifact_values $name)}
    else
      compadd -S '' -- ${=$(_manifact_common $(_manifact_method $words))} ||
        compadd -S '' -- ${=$(_manifact_settings)}
    fi
    return
  fi
  case $before in
    -m | --method) compadd -- ${=$(_manifact_methods)}; return ;;
    --language) compadd -- ${=$(_manifact_values language)}; return ;;
    --header) compadd -- yes no auto; return ;;
    --quoted-replies) compadd -- keep drop; return ;;
    --text-format) compadd -- plain mail; return ;;
    --format) compadd -- ${=$(_manifact_formats)}; return ;;
    topics) compadd -- ${=$(_manifact_actions)}; return ;;
    help) compadd -- ${=$(_manifact_commands)}; return ;;
    options) compadd -- ${=$(_manifact_methods)} vectorizer; return ;;
    completions) compadd -- bash zsh fish; return ;;
  esac
  if [[ $word != -* ]]; then
    _files
    return
  fi
  case $words[2] in
@OPTIONS@
  esac
  _describe -t options option given -o
}
if [[ $funcstack[1] == _manifact ]]; then
  _manifact "$@"
else
  compdef _manifact manifact
fi
