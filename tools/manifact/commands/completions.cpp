// manifact completions: scripts that complete commands, options, methods and settings, made from
// the tables of this program and of the library.
#include <manifact/manifact.h>

#include <initializer_list>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/completions.hpp"
#include "commands/known_names.hpp"
#include "option_types.hpp"
#include "output/file.hpp"
#include "readers/formats.hpp"
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

// The common options of a method and of the vectorizer; with "" those of all methods.
std::vector<std::string> common_options(const std::string &method) {
  const auto uses = [](const std::string &of, const char *option) {
    return manifact_method_uses_option(of.c_str(), option) != MANIFACT_FALSE;
  };
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (manifact_option_is_expert(name) == MANIFACT_FALSE &&
        (method.empty() || uses(method, name) || uses("vectorizer", name)))
      names.push_back(std::string(name) + '=');
  }
  return names;
}

// The methods whose options -s takes, and "vectorizer" for the commands without a method.
std::vector<std::string> option_owners() {
  std::vector<std::string> names = method_names();
  names.emplace_back("vectorizer");
  return names;
}

// The words of an option of any method.
std::string words_of(std::int64_t option) {
  const char *words = nullptr;
  int type = 0;
  manifact_option_info(option, nullptr, &type, nullptr, nullptr, &words, nullptr, nullptr);
  return words != nullptr && has_words(type) ? words : "";
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

std::string common_case() {
  std::string text;
  for (const std::string &method : option_owners())
    text += "    " + method + ") echo '" + joined(common_options(method)) + "' ;;\n";
  return text + "    *) echo '" + joined(common_options("")) + "' ;;\n";
}

// The method that a command line names, else that of its command.
constexpr const char *method_function = R"(_manifact_method() {
  local method=vectorizer
  case $2 in
    cluster) method=auto ;;
    suggest-k) method=ncut ;;
    update) method=model ;;
  esac
  while [ $# -gt 1 ]; do
    case $1 in
      -m | --method) if [ "$2" = = ]; then method=$3; else method=$2; fi ;;
      --method=*) method=${1#*=} ;;
      -m?*) method=${1#-m} ;;
    esac
    shift
  done
  echo "$method"
}
)";

// The scripts of bash and zsh share the functions that print the words.
std::string functions(const std::vector<CommandFacts> &commands) {
  std::vector<std::string> names;
  std::string options;
  for (const CommandFacts &command : commands) {
    names.push_back(command.name);
    options += "    " + command.name + ") echo '" + joined(names_of(command)) + "' ;;\n";
  }
  const auto function = [](const char *name, const std::string &words) {
    return std::string("_manifact_") + name + "() { echo '" + words + "'; }\n";
  };
  return function("commands", joined(names) + " help") +
         function("methods", joined(method_names())) +
         function("actions", joined(topic_actions())) +
         function("formats", joined(format_words())) + function("settings", joined(all_options())) +
         "_manifact_common() {\n  case $1 in\n" + common_case() + "  esac\n}\n" + method_function +
         "_manifact_options() {\n  case $1 in\n" + options + "  esac\n}\n" +
         "_manifact_values() {\n  case $1 in\n" + values_case() + "  esac\n}\n";
}

// The script with a line replaced by the text.
std::string filled(std::string script, const std::string &line, const std::string &text) {
  return script.replace(script.find(line), line.size() + 1, text);
}

std::string bash_script(const std::vector<CommandFacts> &commands) {
  return filled(bash_completions, "@FUNCTIONS@", functions(commands));
}

// A name and its description for the menu of zsh: no other colon, no quote.
std::string described(const std::string &name, std::string text) {
  for (char &c : text) {
    if (c == ':' || c == '\'') c = ' ';
  }
  return '\'' + name + ':' + text + "'\n";
}

std::string zsh_script(const std::vector<CommandFacts> &commands) {
  std::string names, options;
  for (const CommandFacts &command : commands) {
    names += "    " + described(command.name, command.description);
    options += "    " + command.name + ")\n      given=(\n";
    for (const auto &option : command.options)
      for (const std::string &name : option.names)
        options += "        " + described(name, option.help);
    options += "      ) ;;\n";
  }
  return filled(
      filled(filled(zsh_completions, "@FUNCTIONS@", functions(commands)), "@COMMANDS@", names),
      "@OPTIONS@", options);
}

std::string quoted_for_fish(const std::string &text) {
  std::string quoted = "'";
  for (const char c : text)
    quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string{c};
  return quoted + '\'';
}

// "name=word" of every option that takes words.
std::vector<std::string> settings_with_words() {
  std::vector<std::string> settings;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    std::istringstream words(words_of(i));
    for (std::string word; words >> word;) settings.push_back(std::string(name) + '=' + word);
  }
  return settings;
}

std::string language_words() {
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (name == std::string_view("language")) return words_of(i);
  }
  return "";
}

// How fish completes the value of an option: -x by words alone, -r by files.
std::string value_for_fish(const CommandFacts::OptionFacts &option) {
  if (option.value.empty()) return " -f";
  for (const std::string &name : option.names) {
    if (name == "--set") return " -x -a '(__manifact_settings)'";
    if (name == "--method") return " -x -a \"$methods\"";
    if (name == "--language") return " -x -a " + quoted_for_fish(language_words());
    if (name == "--header") return " -x -a 'yes no auto'";
    if (name == "--quoted-replies") return " -x -a 'keep drop'";
    if (name == "--text-format") return " -x -a 'plain mail'";
    if (name == "--format") return " -x -a " + quoted_for_fish(joined(format_words()));
  }
  return " -r";
}

std::string fish_script(const std::vector<CommandFacts> &commands) {
  std::vector<std::string> names;
  std::string of_commands, options;
  for (const CommandFacts &command : commands) {
    names.push_back(command.name);
    of_commands += "complete -c manifact -n '__manifact_at 1' -f -a " + command.name + " -d " +
                   quoted_for_fish(command.description) + '\n';
    for (const auto &option : command.options) {
      options += "complete -c manifact -n '__manifact_is " + command.name + "'";
      for (const std::string &name : option.names)
        options += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      options += value_for_fish(option) + " -d " + quoted_for_fish(option.help) + '\n';
    }
  }
  std::string common;
  for (const std::string &method : option_owners())
    common += "        case " + method + "\n            set common " +
              joined(common_options(method)) + '\n';
  common += "        case '*'\n            set common " + joined(common_options("")) + '\n';
  std::string script = fish_completions;
  for (const auto &[mark, text] : std::initializer_list<std::pair<std::string, std::string>>{
           {"@METHODS@", joined(method_names())},
           {"@SETTINGS@", joined(all_options())},
           {"@VALUES@", joined(settings_with_words())},
           {"@NAMES@", joined(names)},
           {"@ACTIONS@", joined(topic_actions())}})
    script.replace(script.find(mark), mark.size(), text);
  script = filled(script, "@COMMON@", common);
  return filled(filled(script, "@COMMANDS@", of_commands), "@OPTIONS@", options);
}

constexpr const char *footer = R"(For the running shell:
  source <(manifact completions bash)
  source <(manifact completions zsh)
  manifact completions fish | source

An installed manifact has all three in the directories that the shells read.
)";

}  // namespace

void add_completions(CommandLine &line) {
  const auto shell = std::make_shared<std::string>();
  Command command =
      line.add("completions", "Print the completions for a shell", footer, [shell, &line] {
        if (*shell == "bash") return print(bash_script(line.facts()));
        if (*shell == "zsh") return print(zsh_script(line.facts()));
        if (*shell == "fish") return print(fish_script(line.facts()));
        throw Failure("completions: '" + *shell + "' is not one of: bash, zsh, fish" +
                      did_you_mean(*shell, {"bash", "zsh", "fish"}));
      });
  command.argument("SHELL", *shell, "bash, zsh or fish");
}

}  // namespace cli
