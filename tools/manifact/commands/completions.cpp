// manifact completions SHELL: scripts that complete commands, options, methods and settings, made
// from the tables of this program and of the library.
#include <manifact/manifact.h>

#include <memory>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/known_names.hpp"
#include "report/output.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"

namespace cli {
namespace {

std::string joined(const std::vector<std::string> &words, const char *between = " ") {
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> all_options() {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    if (manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) >= 0)
      names.push_back(std::string(name) + '=');
  }
  return names;
}

// The words of an option of any method.
std::string words_of(std::int64_t option) {
  const char *words = nullptr;
  int type = 0;
  manifact_option_info(option, nullptr, &type, nullptr, nullptr, &words, nullptr, nullptr);
  return words != nullptr && type == MANIFACT_TYPE_STRING ? words : "";
}

std::string values_case() {
  std::string text;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (const std::string words = words_of(i); !words.empty())
      text += "    " + std::string(name) + ") echo '" + words + "' ;;\n";
  }
  return text;
}

std::vector<std::string> names_of(const CommandFacts &command) {
  std::vector<std::string> names;
  for (const auto &option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// Both scripts share the functions that print the words.
std::string functions(const std::vector<CommandFacts> &commands) {
  std::vector<std::string> names;
  std::string options;
  for (const CommandFacts &command : commands) {
    names.push_back(command.name);
    options += "    " + command.name + ") echo '" + joined(names_of(command)) + "' ;;\n";
  }
  return "_manifact_commands() { echo '" + joined(names) + " help'; }\n" +
         "_manifact_methods() { echo '" + joined(method_names()) + "'; }\n" +
         "_manifact_settings() { echo '" + joined(all_options()) + "'; }\n" +
         "_manifact_options() {\n  case $1 in\n" + options + "  esac\n}\n" +
         "_manifact_values() {\n  case $1 in\n" + values_case() + "  esac\n}\n";
}

std::string bash_script(const std::vector<CommandFacts> &commands) {
  return "# bash completion for manifact, made by: manifact completions bash\n" +
         functions(commands) + R"sh(_manifact() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local line=${COMP_LINE:0:COMP_POINT}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$(_manifact_commands) --help --version" -- "$word"))
    return
  fi
  # "option=value" is three words if "=" is one of COMP_WORDBREAKS
  if [[ $line =~ (-s|--set)[=\ ]+([a-z0-9-]+)=([^\ ]*)$ ]]; then
    COMPREPLY=($(compgen -W "$(_manifact_values "${BASH_REMATCH[2]}")" -- "${BASH_REMATCH[3]}"))
    [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=("${COMPREPLY[@]/#/${BASH_REMATCH[2]}=}")
    return
  fi
  case $before in
    -s | --set)
      compopt -o nospace 2>/dev/null
      COMPREPLY=($(compgen -W "$(_manifact_settings)" -- "$word")) ;
  ;
    -m | --method) COMPREPLY=($(compgen -W "$(_manifact_methods)" -- "$word")) ;
    ;
    help) COMPREPLY=($(compgen -W "$(_manifact_commands)" -- "$word")) ;
    ;
    options) COMPREPLY=($(compgen -W "$(_manifact_methods) vectorizer" -- "$word")) ;
    ;
    completions) COMPREPLY=($(compgen -W "bash zsh" -- "$word")) ;
    ;
    *)
      if [[ $word == -* ]];
    then COMPREPLY = ($(compgen - W "$(_manifact_options " $command ")" --"$word")) else compopt -
                         o filenames 2 >
                     / dev / null COMPREPLY = ($(compgen - f-- "$word")) fi;
    ;
    esac
}
complete -F _manifact manifact
)sh";
}

// A description in a specification of _describe: no colon.
std::string without_colons(std::string text) {
  for (char &c : text) {
    if (c == ':' || c == '\'') c = ' ';
  }
  return text;
}

std::string zsh_script(const std::vector<CommandFacts> &commands) {
  std::string described, options;
  for (const CommandFacts &command : commands) {
    described += "    '" + command.name + ':' + without_colons(command.description) + "'\n";
    options += "    " + command.name + ")\n      given=(\n";
    for (const auto &option : command.options)
      for (const std::string &name : option.names)
        options += "        '" + name + ':' + without_colons(option.help) + "'\n";
    options += "      ) ;;\n";
  }
  return "#compdef manifact\n# zsh completion for manifact, made by: manifact completions zsh\n" +
         functions(commands) + "_manifact() {\n  local -a commands given\n  commands=(\n" +
         described + "    'help:Explain a command'\n  )\n" + R"sh(  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  local word=$words[CURRENT] before=$words[CURRENT-1]
  if [[ $before == (-s|--set) ]]; then
    if [[ $word == *=* ]]; then
      local name=${word%%=*}
      compadd -p "$name=" -- ${=$(_manifact_values $name)}
    else
      compadd -S '' -- ${=$(_manifact_settings)}
    fi
    return
  fi
  case $before in
    -m | --method) compadd -- ${=$(_manifact_methods)}; return ;;
    help) compadd -- ${=$(_manifact_commands)}; return ;;
    options) compadd -- ${=$(_manifact_methods)} vectorizer; return ;;
    completions) compadd -- bash zsh; return ;;
  esac
  if [[ $word != -* ]]; then
    _files
    return
  fi
  case $words[2] in
)sh" + options +
         R"sh(  esac
  _describe -t options option given -o
}
if [[ $funcstack[1] == _manifact ]]; then _manifact "$@"; else compdef _manifact manifact; fi
)sh";
}

constexpr const char *footer = R"(For the running shell:
  source <(manifact completions bash)
  source <(manifact completions zsh)

An installed manifact has both in the directories that the shells read.
)";

}  // namespace

void add_completions(CommandLine &line) {
  const auto shell = std::make_shared<std::string>();
  Command command =
      line.add("completions", "Print the completions for a shell", footer, [shell, &line] {
        if (*shell == "bash") return print(bash_script(line.facts()));
        if (*shell == "zsh") return print(zsh_script(line.facts()));
        throw Failure("completions: '" + *shell + "' is not one of: bash, zsh" +
                      did_you_mean(*shell, {"bash", "zsh"}));
      });
  command.argument("SHELL", *shell, "bash or zsh");
}

}  // namespace cli
