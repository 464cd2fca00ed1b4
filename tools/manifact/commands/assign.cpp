// manifact assign MODEL INPUT
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "commands/document_vectors.hpp"
#include "commands/follow.hpp"
#include "commands/own_table.hpp"
#include "output/file.hpp"
#include "readers/input.hpp"
#include "report/answers.hpp"
#include "report/feature_names.hpp"
#include "report/kept_documents.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::string model;
  std::optional<std::string> output, table;
  TableOutput table_output;
  bool force = false;
  double min_membership = 0;
  std::int64_t explain = 0;  // contributions of each document
  bool json = false, follow = false;
};

// New text is assigned in batches, so that it need not fit into memory.
constexpr std::size_t portion_bytes = std::size_t{16} << 20;
constexpr std::int64_t portion_documents = 8192;

constexpr std::int64_t n_terms = 10;

class Assigner {
 public:
  // table: receives the topics of all documents; may be null.
  Assigner(Session &session, const manifact_model *model, Input &input, const Arguments &arguments,
           UserTable *table)
      : session_(session),
        model_(model),
        input_(input),
        arguments_(arguments),
        table_(table),
        vectors_(session, arguments, input) {}

  Answers text() {
    Batch batch;
    std::int64_t broken = 0;
    const std::unique_ptr<TextReader> reader = input_.documents(arguments_.fields, "assigning");
    for (Document document; reader->next(document);) {
      batch.add(document.text);
      answers_.ids.push_back(repaired(document.id));
      broken += broken_parts(document.text);
      if (batch.bytes.size() < portion_bytes && batch.count() < portion_documents) continue;
      add(batch);
      batch = {};
    }
    if (batch.count() > 0) add(batch);
    if (answers_.labels.empty()) throw Failure(input_.name() + " contains no documents");
    vectors_.end(answers_.ids);
    tell_vectors();
    session_.progress().clear();
    warn_of_reading(session_, input_, *reader, broken);
    return std::move(answers_);
  }

  Answers matrix() {
    refuse_text_options(input_.name(), fields_of_text(input_, arguments_.fields), {}, std::nullopt);
    const Matrix X = input_.matrix();
    answers_.ids = input_.row_documents().ids;
    session_.progress().enter("assigning");
    vectors_.attach(X.get(), manifact_matrix_rows(X.get()));
    vectors_.end(answers_.ids);
    try {
      add(X.get());
    } catch (const Failure &failure) {
      if (failure.code != bad_input || manifact_model_vectorizer(model_) == nullptr) throw;
      throw Failure(failure.text + input_.text_remedy());
    }
    tell_vectors();
    session_.progress().clear();
    return std::move(answers_);
  }

 private:
  void add(const Batch &batch) {
    manifact_matrix *handle = nullptr;
    session_.check_input(manifact_vectorizer_transform(
                             session_.stoppable(), manifact_model_vectorizer(model_),
                             batch.bytes.data(), batch.offsets.data(), batch.count(), &handle),
                         input_.name());
    const Matrix X(handle);
    vectors_.attach(handle, batch.count());
    add(handle);
  }

  // A model of words and vectors, for documents without vectors.
  void tell_vectors() const {
    if (!has_vectors_ && manifact_model_vector_columns(model_) > 0)
      session_.warn(input_.name() +
                    " has no vectors: words alone are used; the model was fitted with vectors, "
                    "given by --vectors or --vector-field");
  }

  void add(const manifact_matrix *X) {
    has_vectors_ = has_vectors_ || manifact_matrix_vector_columns(X) > 0;
    const std::size_t before = answers_.labels.size();
    std::vector<double> proportions;
    assign_rows(session_, model_, X, arguments_.min_membership, arguments_.explain, input_.name(),
                answers_, proportions);
    if (table_ != nullptr)
      table_->columns.add(answers_.labels.data() + before, proportions.data(),
                          answers_.labels.size() - before,
                          static_cast<std::size_t>(manifact_model_clusters(model_)));
  }

  Session &session_;
  const manifact_model *model_;
  Input &input_;
  const Arguments &arguments_;
  UserTable *table_;
  DocumentVectors vectors_;
  bool has_vectors_ = false;
  Answers answers_;
};

// Before the documents are read.
void check_explain(const manifact_model *model, const Arguments &arguments) {
  if (arguments.explain > 0 && manifact_model_has_additive_score(model) == MANIFACT_FALSE)
    throw Failure("--explain: " + std::string(manifact_model_score_rule(model)));
}

void warn_of_unassigned(Session &session, const Answers &answers, bool has_rule) {
  const auto unassigned = std::count(answers.labels.begin(), answers.labels.end(), -1);
  if (unassigned == 0) return;
  session.warn(std::to_string(unassigned) + " of " +
               counted(std::ssize(answers.labels), "document") +
               (unassigned == 1 ? " has" : " have") + " no known feature" +
               (!has_rule         ? ""
                : unassigned == 1 ? ", or fits no cluster"
                                  : ", or fit no cluster") +
               " (label -1)");
}

bool has_columns(const std::string &name) {
  return name.ends_with(".json") || name.ends_with(".csv");
}

// A file gets labels, one per line, or the table if its name ends in .csv or .json.
std::string output_text(const Session &session, const manifact_model *model,
                        const Arguments &arguments, const Answers &answers) {
  const std::string name = arguments.output.value_or("");
  const auto topics = [&] { return topics_of(session, model, n_terms); };
  if (arguments.json || name.ends_with(".json")) return answers_json(answers, topics());
  if (name.ends_with(".csv")) return answers_csv(answers, topics());
  return arguments.output ? answers_labels(answers) : answers_text(answers, topics());
}

bool has_rule(const manifact_model *model, const Arguments &arguments) {
  const char *const outliers = manifact_model_option(model, "outliers");
  return arguments.min_membership > 0 || manifact_model_min_membership(model) > 0 ||
         (outliers != nullptr && std::string_view(outliers) != "0");
}

void check_table(const Arguments &arguments, const std::string &output) {
  if (!arguments.table) return;
  refuse_dash(*arguments.table, "--table writes a file");
  require_writable_file(*arguments.table);
  refuse_overwriting({*arguments.table}, arguments.inputs_and({arguments.model, output}));
}

// The user's own table, to a file or a database.
void write_table(const manifact_model *model, const Arguments &arguments, const Answers &answers,
                 UserTable &table) {
  for (const DocumentExplanation &one : answers.explanations)
    table.columns.explanations.push_back(
        explanation_text(one, answers.features, table.columns.digits));
  table.columns.titles = titles_of(model);
  if (arguments.table) table.write(*arguments.table);
  if (table.into) table.write_into();
}

void run(const Arguments &given) {
  Arguments arguments = given;
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  if (!(arguments.min_membership >= 0 && arguments.min_membership <= 1))
    throw Failure("--min-membership " + exact_number(arguments.min_membership) +
                  ": expected a number from 0 to 1");
  const std::string output = arguments.output.value_or("-");
  if (output.ends_with(".gz"))
    throw Failure("-o " + output +
                  ": the answers are written uncompressed; give FILE, FILE.csv or FILE.json");
  if (arguments.json && output.ends_with(".csv"))
    throw Failure("-o " + output + " is a table, but --json writes JSON; give FILE.json");
  if (output != "-") require_writable_file(output);
  refuse_overwriting({output}, arguments.inputs_and({arguments.model}));
  check_table(arguments, output);
  std::optional<UserTable> table;
  if (arguments.table || arguments.table_output.into)
    table.emplace(own_table(session, arguments, arguments.table_output));
  if (table) table->replaces = arguments.force;
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), arguments.model.c_str(), &handle));
  const Model model(handle);
  if (arguments.follow) {
    check_explain(handle, arguments);
    return follow(session, handle, with_usual_fields(arguments, handle),
                  {arguments.min_membership, arguments.explain});
  }
  Input input(session, with_usual_fields(arguments, handle));
  if (input.is_text() && manifact_model_vectorizer(handle) == nullptr)
    throw Failure(arguments.model + " has no vocabulary because it was made from a matrix; " +
                  input.name() + " must be a matrix too");
  check_explain(handle, arguments);
  if (arguments.explain > 0 && arguments.output && !arguments.json && !has_columns(output) &&
      !table)
    throw Failure("--explain: -o " + escaped(output) +
                  " would have labels alone; give FILE.csv or FILE.json, or --table FILE");
  Assigner assigner(session, handle, input, arguments, table ? &*table : nullptr);
  Answers answers = input.is_text() ? assigner.text() : assigner.matrix();
  if (arguments.explain > 0) {
    answers.features = names_of_features(handle);
    session.note("the score of a topic is " + std::string(manifact_model_score_rule(handle)));
  }
  warn_of_unassigned(session, answers, has_rule(handle, arguments));
  if (table) write_table(handle, arguments, answers, *table);
  if (arguments.output || !table)
    write_file(output, output_text(session, handle, arguments, answers));
}

constexpr const char *footer =
    R"(A model made from text reads text, with its own vocabulary and options. A matrix
must have the features of the training documents, in the same units: counts if
the model was trained on counts. The columns of a table with a header are found
by their names, others are taken in the same order. A table is printed: the
name of each document (its number, counted from 0, if it has none), its cluster
with the top terms, its membership, which is the share of the cluster in the
document, and its margin to the second cluster. Cluster -1 is for a document
without a known word or feature, and for one that fits none: by
--min-membership, and by the options outliers and min-membership of the model.

--explain N adds a column, to the table of INPUT too, with the N features of
each document that contribute most to the score of its topic. The contributions
of all features and the rest, which is in the table and in JSON, add up to the
score. What that is depends on the rule of the method for new documents, and is
printed: such as the membership, or ln p(c | x) minus its mean over the
clusters c.

With -o, FILE gets the clusters only, one per line; the table if its name ends
in .csv or .json. -o - prints the clusters only. --table writes INPUT again with
the topics of its rows: CSV, JSON, .xlsx, .ods or a SQLite database, in the
format of INPUT, and every cell of it as it was.

--follow answers each line of INPUT at once, for services: the model is loaded
once. A line that begins with { is a JSON object, another one a text (--format
lines: all are; jsonl: none is); for a model of numbers, the numbers of a row.
The answer is one line of JSON with the number of the line, and the id if it has
one (in the field of --id-field, of the model, or of the first id); of a line
that cannot be read it has "error" instead. An empty line is an empty document.
Ends with the input.

Examples:
  manifact cluster mails/ -k 10 -o topics
  manifact assign topics/model.manifact new.jsonl
  tail -f news.jsonl | manifact assign topics/model.manifact - --follow
  manifact assign topics/model.manifact new.jsonl --min-membership .5 -o new.csv
  manifact assign topics/model.manifact new.jsonl --explain 5
  manifact assign topics/model.manifact new.xlsx --table new-topics.xlsx
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
  add_vectors(command, *arguments);
  command.option("--id-field", "NAME", arguments->fields.id,
                 "The field of the document's name [id, or a common name;\nPackage; Message-ID]");
  command.option("--skip-fields", "NAMES", arguments->fields.skip,
                 "Columns of a table of numbers that are left out,\nseparated by commas");
  add_header(command, *arguments);
  command.option("--min-membership", "X", arguments->min_membership,
                 "Leave documents unassigned whose membership is below X,\n0 to 1 [0]");
  command.whole("--explain", "N", arguments->explain, 1,
                "Show the N features that contribute most to the score\nof the topic of each "
                "document");
  command.option("-o,--output", "FILE", arguments->output,
                 "Write the clusters to FILE, one per line; the table to\nFILE.csv or FILE.json");
  command.option(
      "--table", "FILE", arguments->table,
      "Write the table of INPUT with topic, title, membership,\nsecond_topic and outlier "
      "added, in its format");
  add_table_output(command, arguments->table_output);
  command.flag("--force", arguments->force, "Replace the table that --into names");
  command.flag("--json", arguments->json, "Print or write a JSON array");
  command
      .flag(
          "--follow", arguments->follow,
          "Answer each line of INPUT as soon as it is read, by a\nline of JSON: a text, or a JSON "
          "object with its fields")
      .excludes({"--output", "--table", "--into", "--json", "--vectors", "--vector-field",
                 "--skip-fields", "--header", "--no-header", "--sheet", "--header-row", "--query",
                 "--filter", "--encoding"});
  add_common(command, *arguments, "Suppress the progress bar and warnings");
}

}  // namespace cli
