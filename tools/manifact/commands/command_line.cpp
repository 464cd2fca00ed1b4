#include "commands/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <system_error>

#include "report/output.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

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
      text += ' ' + option->get_name(true, false);
    for (const CLI::Option *option : app->get_options(
             [](const CLI::Option *each) { return each->nonpositional() && each->get_required(); }))
      text += " -" + option->get_snames().front() + make_option_opts(option);
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

// The short name if there is one, such as "-k", as in the usage line.
std::string name_of(const CLI::Option &option) {
  return option.get_snames().empty() ? option.get_name() : '-' + option.get_snames().front();
}

std::string what_is_wrong(const CLI::App &app, const CLI::ParseError &error) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr) {
    const std::vector<std::string> extras = app.remaining();
    return "unexpected argument: " + CLI::detail::join(extras, " ");
  }
  if (dynamic_cast<const CLI::RequiredError *>(&error) != nullptr) {
    for (const CLI::Option *option : app.get_options(
             [](const CLI::Option *each) { return each->get_required() && each->count() == 0; }))
      return name_of(*option) + " is missing";
  }
  return one_line(error.what());
}

std::string usage_error(const CLI::App &program, const CLI::ParseError &error) {
  const std::vector<std::string> extras = program.remaining();
  const std::vector<CLI::App *> given = program.get_subcommands();
  if (!given.empty() && extras.empty()) {
    const std::string name = given.front()->get_name();
    return name + ": " + what_is_wrong(*given.front(), error) + " (see manifact " + name +
           " --help)";
  }
  if (!extras.empty() && extras.front().starts_with('-'))
    return extras.front() + " is unknown (see manifact --help)";
  return (extras.empty() ? "a command is missing" : "'" + extras.front() + "' is not a command") +
         ": cluster, assign, evaluate, graph, vectorize, suggest-k, suggest-pairs, methods or "
         "options (see manifact --help)";
}

}  // namespace

Option &Option::required() {
  option_->required();
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
  for (const char *other : others) option_->excludes(other);
  return *this;
}

void Command::argument(const char *name, std::string &text, const char *help) {
  app_.add_option(name, text, help)->required();
}

void Command::arguments(const char *name, std::string &first, std::vector<std::string> &others,
                        const char *help) {
  const auto take = [&first, &others](const std::vector<std::string> &given) {
    first = given.front();
    others.assign(given.begin() + 1, given.end());
  };
  app_.add_option_function<std::vector<std::string>>(name, take, help)->required();
}

Option Command::flag(const char *names, bool &set, const std::string &help) {
  return Option(app_.add_flag(names, set, help));
}

Option Command::option(const char *names, const char *value, std::string &text,
                       const std::string &help) {
  return Option(app_.add_option(names, text, help)->option_text(value));
}

Option Command::option(const char *names, const char *value, std::optional<std::string> &text,
                       const char *help) {
  return Option(app_.add_option(names, text, help)->option_text(value));
}

Option Command::option(const char *names, const char *value, double &number, const char *help) {
  return Option(app_.add_option(names, number, help)->option_text(value));
}

Option Command::option(const char *names, const char *value, std::vector<std::string> &texts,
                       const std::string &help) {
  return Option(app_.add_option(names, texts, help)->option_text(value)->allow_extra_args(false));
}

Option Command::whole(const char *names, const char *value, std::int64_t &number,
                      std::int64_t minimum, const char *help) {
  const std::string name = first_of(names);
  return Option(app_.add_option(names, number, help)
                    ->option_text(value)
                    ->check([name, minimum](const std::string &text) {
                      return check_whole(name, text, minimum, "");
                    }));
}

Option Command::whole_or_auto(const char *names, const char *value, std::string &text,
                              std::int64_t minimum, const char *help) {
  const std::string name = first_of(names);
  return Option(app_.add_option(names, text, help)
                    ->option_text(value)
                    ->check([name, minimum](const std::string &given) {
                      return given == "auto" ? std::string()
                                             : check_whole(name, given, minimum, ", or auto");
                    }));
}

CommandLine::CommandLine(const char *description, const std::string &version, const char *footer)
    : app_(std::make_unique<CLI::App>(description, "manifact")) {
  app_->formatter(std::make_shared<Help>());
  app_->set_version_flag("--version", version, "Print the version and exit");
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

void CommandLine::run(int argc, char **argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::CallForVersion &version) {
    return print(std::string(version.what()) + '\n');
  } catch (const CLI::Success &) {
    return print(app_->help());
  } catch (const CLI::ParseError &error) {
    throw Failure(usage_error(*app_, error));
  }
  for (const auto &[app, run] : commands_) {
    if (app->parsed()) run();
  }
}

}  // namespace cli
