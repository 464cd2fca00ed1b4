// manifact assign MODEL INPUT
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "input.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "session.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::string model;
  std::string output = "-";
};

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  matrix_format(arguments.format);
  if (arguments.output != "-") require_writable_file(arguments.output);
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.context(), arguments.model.c_str(), &handle));
  const Model model(handle);
  const Matrix X = read_matrix(session, arguments.input, arguments.format);
  std::vector<std::int32_t> labels(static_cast<std::size_t>(manifact_matrix_rows(X.get())));
  session.progress().enter("assigning");
  session.check(manifact_model_assign(session.context(), handle, X.get(), labels.data(), nullptr, manifact_matrix_rows(X.get())));
  session.progress().clear();
  const auto unassigned = std::count(labels.begin(), labels.end(), -1);
  if (unassigned > 0)
    session.warn(std::to_string(unassigned) + " of " + counted(std::ssize(labels), "document") + " have no known feature and got -1");
  std::string text;
  for (const std::int32_t label : labels) text += std::to_string(label) + '\n';
  write_file(arguments.output, text);
}

constexpr const char *footer = R"(INPUT has the features of the documents that the model was made from, in the
same order and the same units: counts where counts were given. Printed is the
cluster of each document, one a line, counted from 0; -1 for a document without
a known feature.

Examples:
  manifact cluster old.mtx -k 10 -o topics
  manifact assign topics/model.manifact new.mtx
  manifact assign topics/model.manifact new.mtx.gz -o labels.txt
)";

}  // namespace

Command add_assign(CLI::App &program) {
  CLI::App *app = program.add_subcommand("assign", "Put new documents into the clusters of a model");
  const auto arguments = std::make_shared<Arguments>();
  app->add_option("MODEL", arguments->model, "The model.manifact that manifact cluster -o wrote")->required();
  add_input(*app, *arguments);
  app->add_option("-o,--output", arguments->output, "Write to FILE instead of standard output")->option_text("FILE");
  add_common(*app, *arguments, "No progress bar and no warnings");
  app->footer(footer);
  return {app, [arguments] { run(*arguments); }};
}

}  // namespace cli
