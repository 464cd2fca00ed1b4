// The command line: commands with their options and help, and the messages for wrong usage. CLI11
// parses it, and only the source of this header includes CLI11: it takes seconds to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cli {

// An option that has been added, to restrict its use.
class Option {
 public:
  Option(CLI::Option *option, CLI::App &app) : option_(option), app_(&app) {}

  Option &required();
  Option &in_usage();  // shown in the usage line like a required one
  Option &not_negative();
  Option &needs(const Option &other);
  Option &excludes(std::initializer_list<const char *> others);  // names, such as "--seed"

 private:
  CLI::Option *option_;
  CLI::App *app_;
};

// A command. `names` is one name or two, such as "-k,--clusters"; `value` stands for the value in
// the help, as K in "-k,--clusters K". The variables receive the values and must live until the
// command has run.
class Command {
 public:
  explicit Command(CLI::App &app) : app_(app) {}

  // A required argument without a dash, such as INPUT.
  void argument(const char *name, std::string &text, const char *help);

  // The same, once or several times: the first and the others, which the help shows as `more`.
  void arguments(const char *name, std::string &first, std::vector<std::string> &others,
                 const char *help, const char *more = "");

  Option flag(const char *names, bool &set, const std::string &help);
  Option option(const char *names, const char *value, std::string &text, const std::string &help);
  Option option(const char *names, const char *value, std::optional<std::string> &text,
                const char *help);
  Option option(const char *names, const char *value, double &number, const char *help);

  // An option that may be given several times.
  Option option(const char *names, const char *value, std::vector<std::string> &texts,
                const std::string &help);

  // An integer of at least `minimum`; the parser rejects anything else.
  Option whole(const char *names, const char *value, std::int64_t &number, std::int64_t minimum,
               const char *help);

  // The same, or the word auto.
  Option whole_or_auto(const char *names, const char *value, std::string &text,
                       std::int64_t minimum, const char *help);

 private:
  CLI::App &app_;
};

// A command with its options, as the help shows them.
struct CommandFacts {
  struct OptionFacts {
    std::vector<std::string> names;  // "-k", "--clusters"
    std::string value;               // "" for a flag
    std::string help;                // the first line
  };
  std::string name, description;
  std::vector<OptionFacts> options;
  bool has_arguments = false;  // such as INPUT
};

class CommandLine {
 public:
  // `version` begins with the name of the program, which usage lines show.
  CommandLine(const char *description, const std::string &version, const char *footer);
  ~CommandLine();
  CommandLine(const CommandLine &) = delete;
  CommandLine &operator=(const CommandLine &) = delete;

  // `run` is called if the command is the one given.
  Command add(const char *name, const char *description, const char *footer,
              std::function<void()> run);

  std::vector<CommandFacts> facts() const;

  // The help of a command; a Failure if there is none of that name.
  std::string help_of(const std::string &command) const;

  // Runs the command given, or prints the help or the version; a Failure if the usage is wrong.
  void run(int argc, char **argv);

 private:
  std::string help_asked(std::vector<std::string> words) const;

  std::unique_ptr<CLI::App> app_;
  std::vector<std::pair<CLI::App *, std::function<void()>>> commands_;
};

}  // namespace cli
