#include "commands/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <system_error>

#include "output/file.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"

namespace cli {
namespace {

// The short name if there is one, such as "-k", as in the usage line.
std::string name_of(const CLI::Option &option) {
  return option.get_snames().empty() ? option.get_name() : '-' + option.get_snames().front();
}

// The type name of options in the usage line that are not required; the help shows no type names.
constexpr const char *shown_in_usage = "usage";

// The formatting of --help.
class Help : public CLI::Formatter {
 public:
  Help() {
    column_width(24);
    label("Positionals", "Arguments");
  }

  // "Usage: manifact cluster INPUT -k K [options]": the required options are listed, which CLI11
  // does not do.
  std::string make_usage(const CLI::App *app, std::string name) const override {
    std::string text = "Usage: " + name;
    if (!app->get_subcommands([](const CLI::App *) { return true; }).empty()) text += " COMMAND";
    for (const CLI::Option *option :
         app->get_options([](const CLI::Option *each) { return each->get_positional(); }))
      text += ' ' + option->get_name(true, false) + make_option_opts(option);
    for (const CLI::Option *option : app->get_options([](const CLI::Option *each) {
           return each->nonpositional() &&
                  (each->get_required() || each->get_type_name() == shown_in_usage);
         }))
      text += ' ' + name_of(*option) + make_option_opts(option);
    return text + " [options]\n";
  }

  std::string make_description(const CLI::App *app) const override {
    return app->get_description() + "\n\n";
  }

  std::string make_footer(const CLI::App *app) const override { return app->get_footer(); }

  std::string make_option_opts(const CLI::Option *option) const override {
    return option->get_option_text().empty() ? "" : ' ' + option->get_option_text();
  }
};

// Exceptions thrown here pass through the parser unchanged. An error returned by the check would be
// prefixed with the long option name, even if the short one was given.
std::string check_whole(const std::string &name, const std::string &text, std::int64_t minimum,
                        const std::string &else_what) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < minimum)
    throw CLI::ConversionError(name + ' ' + text + ": expected an integer from " +
                               std::to_string(minimum) + else_what);
  return {};
}

std::string first_of(const std::string &names) { return names.substr(0, names.find(',')); }

// Messages of the parser may span several lines; an error is one line.
std::string one_line(std::string text) {
  for (char &c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

// "--clusters", without the options that the help does not list.
std::vector<std::string> long_names(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App &program) {
  std::vector<std::string> names;
  for (const CLI::App *app : program.get_subcommands([](const CLI::App *) { return true; }))
    names.push_back(app->get_name());
  return names;
}

// "-k=5" as "-k 5", which the parser would read as the value "=5".
std::vector<std::string> separated(int argc, char **argv) {
  std::vector<std::string> words;
  bool is_argument = false;  // after "--"
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    is_argument = is_argument || word == "--";
    const bool joined = !is_argument && word.size() > 3 && word[0] == '-' && word[2] == '=' &&
                        std::isalpha(static_cast<unsigned char>(word[1])) != 0;
    if (!joined) {
      words.push_back(word);
      continue;
    }
    words.push_back(word.substr(0, 2));
    words.push_back(word.substr(3));
  }
  return words;
}

// "-k" of "-k" and "-qk", "--clusters" of "--clusters=".
std::string name_in(const std::string &word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : std::string("-") + word.back();
}

// `last` is the last word of the command line: the parser takes any word as the value of an option,
// so that a value is missing only there.
std::string what_is_wrong(const CLI::App &app, const CLI::ParseError &error,
                          const std::string &last) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr) {
    const std::vector<std::string> extras = app.remaining();
    const std::string hint =
        extras.front().starts_with("--") ? did_you_mean(extras.front(), long_names(app)) : "";
    return "unexpected argument: " + CLI::detail::join(extras, " ") + hint;
  }
  if (dynamic_cast<const CLI::RequiredError *>(&error) != nullptr) {
    for (const CLI::Option *option : app.get_options(
             [](const CLI::Option *each) { return each->get_required() && each->count() == 0; }))
      return name_of(*option) + " is missing";
  }
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&error) != nullptr && last.starts_with('-') &&
      std::string_view(error.what()).ends_with(" missing"))
    return name_in(last) + " needs a value";
  return one_line(error.what());
}

// What a command without arguments prints: the commands, one per line.
std::string short_help(const CLI::App &program) {
  const std::string called = program.get_name();
  std::string text =
      program.get_description() + "\n\nUsage: " + called + " COMMAND ... [options]\n\n";
  for (const CLI::App *app : program.get_subcommands([](const CLI::App *) { return true; })) {
    const std::string &name = app->get_name();
    text += "  " + name + std::string(name.size() < 15 ? 15 - name.size() : 1, ' ') +
            app->get_description() + '\n';
  }
  return text + "\nStart with: " + called + " cluster INPUT -k 10\n" + called +
         " help COMMAND explains a command; " + called + " --help shows examples.\n";
}

// " (see manifact cluster --help)"; without a command, of the program.
std::string see_help(const CLI::App &program, const std::string &command = "") {
  return " (see " + program.get_name() + (command.empty() ? "" : ' ' + command) + " --help)";
}

std::string usage_error(const CLI::App &program, const CLI::ParseError &error,
                        const std::string &last) {
  const std::vector<std::string> extras = program.remaining();
  const std::vector<CLI::App *> given = program.get_subcommands();
  if (!given.empty() && extras.empty()) {
    const std::string name = given.front()->get_name();
    return name + ": " + what_is_wrong(*given.front(), error, last) + see_help(program, name);
  }
  if (!extras.empty() && extras.front().starts_with('-'))
    return extras.front() + " is unknown" + see_help(program);
  if (extras.empty()) return "a command is missing" + see_help(program);
  const std::string hint = did_you_mean(extras.front(), command_names(program));
  return "'" + extras.front() + "' is not a command" +
         (hint.empty() ? ": " + CLI::detail::join(command_names(program), ", ") : hint) +
         see_help(program);
}

}  // namespace

Option &Option::required() {
  option_->required();
  return *this;
}

Option &Option::in_usage() {
  option_->type_name(shown_in_usage);
  return *this;
}

Option &Option::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Option &Option::needs(const Option &other) {
  option_->needs(other.option_);
  return *this;
}

Option &Option::excludes(std::initializer_list<const char *> others) {
  // Found here: CLI11 ends the process where its own search gets no memory.
  for (const char *name : others) {
    CLI::Option *found = nullptr;
    for (CLI::Option *const other : app_->get_options())
      if (other->check_name(name)) found = other;
    if (found == nullptr) throw CLI::IncorrectConstruction::MissingOption(name);
    option_->excludes(found);
  }
  return *this;
}

void Command::argument(const char *name, std::string &text, const char *help) {
  app_.add_option(name, text, help)->required();
}

void Command::arguments(const char *name, std::string &first, std::vector<std::string> &others,
                        const char *help, const char *more) {
  const auto take = [&first, &others](const std::vector<std::string> &given) {
    first = given.front();
    others.assign(given.begin() + 1, given.end());
  };
  app_.add_option_function<std::vector<std::string>>(name, take, help)
      ->option_text(more)
      ->required();
}

Option Command::flag(const char *names, bool &set, const std::string &help) {
  return Option(app_.add_flag(names, set, help), app_);
}

Option Command::option(const char *names, const char *value, std::string &text,
                       const std::string &help) {
  return Option(app_.add_option(names, text, help)->option_text(value), app_);
}

Option Command::option(const char *names, const char *value, std::optional<std::string> &text,
                       const char *help) {
  return Option(app_.add_option(names, text, help)->option_text(value), app_);
}

Option Command::option(const char *names, const char *value, double &number, const char *help) {
  return Option(app_.add_option(names, number, help)->option_text(value), app_);
}

Option Command::option(const char *names, const char *value, std::vector<std::string> &texts,
                       const std::string &help) {
  return Option(app_.add_option(names, texts, help)->option_text(value)->allow_extra_args(false),
                app_);
}

Option Command::whole(const char *names, const char *value, std::int64_t &number,
                      std::int64_t minimum, const char *help) {
  const std::string name = first_of(names);
  return Option(app_.add_option(names, number, help)
                    ->option_text(value)
                    ->check([name, minimum](const std::string &text) {
                      return check_whole(name, text, minimum, "");
                    }),
                app_);
}

Option Command::whole_or_auto(const char *names, const char *value, std::string &text,
                              std::int64_t minimum, const char *help) {
  const std::string name = first_of(names);
  return Option(app_.add_option(names, text, help)
                    ->option_text(value)
                    ->check([name, minimum](const std::string &given) {
                      return given == "auto" ? std::string()
                                             : check_whole(name, given, minimum, ", or auto");
                    }),
                app_);
}

CommandLine::CommandLine(const char *description, const std::string &version, const char *footer)
    : app_(std::make_unique<CLI::App>(description, version.substr(0, version.find(' ')))) {
  app_->formatter(std::make_shared<Help>());
  app_->set_version_flag("-v,-V,--version", version, "Print the version and exit");
  app_->set_help_flag("-h,--help", "Print this help and exit");
  app_->require_subcommand(1);
  app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const char *name, const char *description, const char *footer,
                         std::function<void()> run) {
  CLI::App *const app = app_->add_subcommand(name, description);
  app->group("Commands");
  app->footer(footer);
  commands_.emplace_back(app, std::move(run));
  return Command(*app);
}

std::vector<CommandFacts> CommandLine::facts() const {
  std::vector<CommandFacts> all;
  for (const auto &[app, unused] : commands_) {
    CommandFacts &command = all.emplace_back();
    command.name = app->get_name();
    command.description = app->get_description();
    for (const CLI::Option *option : app->get_options()) {
      command.has_arguments = command.has_arguments || option->get_positional();
      if (option->get_positional()) continue;
      const std::string &help = option->get_description();
      CommandFacts::OptionFacts &facts = command.options.emplace_back();
      for (const std::string &name : option->get_snames()) facts.names.push_back('-' + name);
      for (const std::string &name : option->get_lnames()) facts.names.push_back("--" + name);
      facts.value = option->get_option_text();
      facts.help = help.substr(0, help.find('\n'));
    }
  }
  return all;
}

std::string CommandLine::help_of(const std::string &command) const {
  for (const auto &[app, unused] : commands_)
    if (app->get_name() == command) return app->help(app_->get_name());
  throw Failure("'" + command + "' is not a command" + did_you_mean(command, command_names(*app_)) +
                see_help(*app_));
}

// manifact help [COMMAND]; the help of help is that of the program.
std::string CommandLine::help_asked(std::vector<std::string> words) const {
  std::erase_if(words, [](const auto &word) { return word == "-h" || word == "--help"; });
  if (words.size() > 1) throw Failure("help: unexpected argument: " + words[1] + see_help(*app_));
  if (words.empty() || words.front() == "help") return app_->help();
  return help_of(words.front());
}

void CommandLine::run(int argc, char **argv) {
  std::vector<std::string> words = separated(argc, argv);
  if (words.empty()) return print(short_help(*app_));
  if (words.front() == "help") return print(help_asked({words.begin() + 1, words.end()}));
  const std::string last = words.back();
  std::reverse(words.begin(), words.end());  // the order that the parser takes
  try {
    app_->parse(std::move(words));
  } catch (const CLI::CallForVersion &version) {
    return print(std::string(version.what()) + '\n');
  } catch (const CLI::Success &) {
    return print(app_->help());
  } catch (const CLI::ParseError &error) {
    throw Failure(usage_error(*app_, error, last));
  }
  for (const auto &[app, run] : commands_) {
    if (app->parsed()) run();
  }
}

}  // namespace cli
