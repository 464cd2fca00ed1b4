// manifact assign MODEL INPUT
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "commands/session.hpp"
#include "readers/input.hpp"
#include "readers/numbers.hpp"
#include "report/output.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::string model;
  std::string output = "-";
};

// New text is assigned in batches, so that it need not fit into memory. Each batch costs one pass
// over all training documents.
constexpr std::size_t portion_bytes = std::size_t{16} << 20;
constexpr std::int64_t portion_documents = 8192;

using Labels = std::vector<std::int32_t>;

void assign(const Session &session, const manifact_model *model, const manifact_matrix *X,
            const std::string &name, Labels &labels) {
  const std::size_t before = labels.size();
  const std::int64_t rows = manifact_matrix_rows(X);
  labels.resize(before + static_cast<std::size_t>(rows));
  session.check_input(
      manifact_model_assign(session.context(), model, X, labels.data() + before, nullptr, rows),
      name);
}

void assign(const Session &session, const manifact_model *model, const Batch &batch,
            const std::string &name, Labels &labels) {
  manifact_matrix *handle = nullptr;
  session.check_input(manifact_vectorizer_transform(
                          session.context(), manifact_model_vectorizer(model), batch.bytes.data(),
                          batch.offsets.data(), batch.count(), &handle),
                      name);
  const Matrix X(handle);
  assign(session, model, handle, name, labels);
}

Labels assign_text(Session &session, const manifact_model *model, Input &input,
                   const Fields &fields) {
  Labels labels;
  Batch batch;
  std::int64_t broken = 0;
  const std::unique_ptr<TextReader> reader = input.documents(fields, "assigning");
  for (Document document; reader->next(document);) {
    batch.add(document.text);
    broken += broken_parts(document.text);
    if (batch.bytes.size() < portion_bytes && batch.count() < portion_documents) continue;
    assign(session, model, batch, input.name(), labels);
    batch = {};
  }
  if (batch.count() > 0) assign(session, model, batch, input.name(), labels);
  if (labels.empty()) throw Failure(input.name() + " contains no documents");
  session.progress().clear();
  warn_of_reading(session, input, *reader, broken);
  return labels;
}

Labels assign_matrix(Session &session, const manifact_model *model, Input &input,
                     const Fields &fields) {
  refuse_text_options(input, fields, {}, std::nullopt);
  const Matrix X = input.matrix();
  Labels labels;
  session.progress().enter("assigning");
  assign(session, model, X.get(), input.name(), labels);
  session.progress().clear();
  return labels;
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  if (arguments.output != "-") require_writable_file(arguments.output);
  refuse_overwriting({arguments.output}, arguments.inputs_and({arguments.model}));
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.context(), arguments.model.c_str(), &handle));
  const Model model(handle);
  Input input(session, arguments);
  if (input.is_text() && manifact_model_vectorizer(handle) == nullptr)
    throw Failure(arguments.model + " has no vocabulary because it was made from a matrix; " +
                  input.name() + " must be a matrix too");
  const Labels labels = input.is_text() ? assign_text(session, handle, input, arguments.fields)
                                        : assign_matrix(session, handle, input, arguments.fields);
  const auto unassigned = std::count(labels.begin(), labels.end(), -1);
  if (unassigned > 0)
    session.warn(std::to_string(unassigned) + " of " + counted(std::ssize(labels), "document") +
                 (unassigned == 1 ? " has" : " have") + " no known feature (label -1)");
  std::string text;
  for (const std::int32_t label : labels) text += std::to_string(label) + '\n';
  write_file(arguments.output, text);
}

constexpr const char *footer =
    R"(A model made from text reads text, with its own vocabulary and options. A matrix
must have the features of the training documents, in the same order and in the
same units: counts if the model was trained on counts. The cluster of each
document is printed, one per line, counted from 0; -1 for a document without a
known word or feature.

Examples:
  manifact cluster mails/ -k 10 -o topics
  manifact assign topics/model.manifact new.jsonl
  manifact assign topics/model.manifact new.mtx.gz -o labels.txt
)";

}  // namespace

void add_assign(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("assign", "Assign new documents to the clusters of a model", footer,
                             [arguments] { run(*arguments); });
  command.argument("MODEL", arguments->model, "The model.manifact written by manifact cluster -o");
  add_input(command, *arguments);
  add_text_field(command, *arguments);
  command.option("-o,--output", "FILE", arguments->output,
                 "Write to FILE instead of standard output");
  add_common(command, *arguments, "Suppress the progress bar and warnings");
}

}  // namespace cli
