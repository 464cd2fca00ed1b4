// The command line program, written against the public header only.
#include <manifact/manifact.h>

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "report/output.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"

namespace cli {
namespace {

constexpr const char *description =
    "Manifact clusters documents, text or any other feature vectors, by\n"
    "graph-regularized matrix factorization.";

constexpr const char *footer = R"(Examples:
  manifact cluster mails/ -k 10                     ten topics of a folder of text
  manifact cluster X.mtx.gz -k 10 -o topics         writes results to topics/
  manifact assign topics/model.manifact new.jsonl   topics of new documents
  manifact evaluate classes.txt topics/labels.txt   accuracy, NMI, ARI, purity

manifact COMMAND --help explains a command.
Exit codes: 0 success, possibly with warnings; 1 bad input or usage;
2 numerical failure; 3 internal error; 130 cancelled.
)";

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

std::string usage_error(const CLI::App &program, const std::vector<Command> &commands,
                        const CLI::ParseError &error) {
  const std::vector<std::string> extras = program.remaining();
  for (const Command &command : commands) {
    if (!command.app->parsed() || !extras.empty()) continue;
    const std::string name = command.app->get_name();
    return name + ": " + what_is_wrong(*command.app, error) + " (see manifact " + name + " --help)";
  }
  if (!extras.empty() && extras.front().front() == '-')
    return extras.front() + " is unknown (see manifact --help)";
  return (extras.empty() ? "a command is missing" : extras.front() + " is not a command") +
         ": cluster, assign, evaluate, graph, vectorize, suggest-k, suggest-pairs, methods or "
         "options (see manifact --help)";
}

void parse_and_run(int argc, char **argv) {
  CLI::App program(description, "manifact");
  program.formatter(std::make_shared<Help>());
  program.set_version_flag("--version", std::string("manifact ") + manifact_version(),
                           "Print the version and exit");
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.require_subcommand(1);
  program.footer(footer);
  const std::vector<Command> commands{
      add_cluster(program),       add_assign(program),    add_evaluate(program),
      add_graph(program),         add_vectorize(program), add_suggest_k(program),
      add_suggest_pairs(program), add_methods(program),   add_options(program)};
  for (const Command &command : commands) command.app->group("Commands");
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForVersion &version) {
    return print(std::string(version.what()) + '\n');
  } catch (const CLI::Success &) {
    return print(program.help());
  } catch (const CLI::ParseError &error) {
    throw Failure(usage_error(program, commands, error));
  }
  for (const Command &command : commands) {
    if (command.app->parsed()) command.run();
  }
}

int guarded(int argc, char **argv) {
  try {
    const Interrupts interrupts;
    parse_and_run(argc, argv);
    return succeeded;
  } catch (const Failure &failure) {
    if (!failure.text.empty()) tell(failure.text);
    return failure.code;
  } catch (const std::bad_alloc &) {
    tell("out of memory");
    return bad_input;
  } catch (const std::exception &error) {
    tell(std::string("internal error, please report it: ") + error.what());
    return internal_failure;
  }
}

}  // namespace
}  // namespace cli

int main(int argc, char **argv) { return cli::guarded(argc, argv); }
