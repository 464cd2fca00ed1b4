// manifact update MODEL INPUT
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "commands/document_vectors.hpp"
#include "commands/new_model.hpp"
#include "commands/own_table.hpp"
#include "commands/solving.hpp"
#include "output/file.hpp"
#include "readers/input.hpp"
#include "report/feature_names.hpp"
#include "report/kept_documents.hpp"
#include "report/summary.hpp"
#include "report/topics.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::string model;
  std::optional<std::string> output;
  std::vector<std::string> settings;  // of -s
  TableOutput table_output;
  std::string new_topics = "no";
  bool refit = false, skip_known = false, json = false, force = false;
};

// The names of the documents that the model has, against those of new ones.
class KnownDocuments {
 public:
  KnownDocuments(const manifact_model *model, const Arguments &arguments) : arguments_(arguments) {
    std::int64_t row = 0;
    for (std::string &id : kept_column(model, "id")) {
      if (!id.empty() && !is_position(id)) ids_.emplace(std::move(id), row);
      ++row;
    }
    next_ = manifact_model_documents(model);
  }

  // Throws for a document that the model has, unless it is to be left out.
  bool takes(const std::string &id) {
    has_names_ = has_names_ || (!id.empty() && !is_position(id));
    const auto known = ids_.find(id);
    rows_.push_back(known == ids_.end() ? next_++ : known->second);
    if (known == ids_.end()) return true;
    if (!arguments_.skip_known)
      throw Failure("the model already has a document '" + escaped(id) +
                    "'; --skip-known leaves such documents out");
    ++skipped_;
    return false;
  }

  std::int64_t skipped() const { return skipped_; }
  bool has_names() const { return has_names_; }  // a document that was asked for

  // The row in the new model of each document that was asked for, then of `count` others.
  std::vector<std::int64_t> rows(std::int64_t count) const {
    std::vector<std::int64_t> all = rows_;
    for (std::int64_t row = next_; std::ssize(all) < count; ++row) all.push_back(row);
    return all;
  }

 private:
  const Arguments &arguments_;
  std::unordered_map<std::string, std::int64_t> ids_;  // with their rows
  std::vector<std::int64_t> rows_;
  std::int64_t next_ = 0;
  std::int64_t skipped_ = 0;
  bool has_names_ = false;
};

Model load(const Session &session, const std::string &path) {
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), path.c_str(), &handle));
  return Model(handle);
}

// Of some rows of a table. The first one has the names of the fields.
Documents documents_at(const Documents &all, const std::vector<std::size_t> &rows) {
  Documents some;
  const auto take = [&](const std::vector<std::string> &from, std::vector<std::string> &to) {
    for (const std::size_t i : rows)
      if (i < from.size()) to.push_back(from[i]);
  };
  take(all.ids, some.ids);
  take(all.labels, some.labels);
  take(all.dates, some.dates);
  take(all.links, some.links);
  take(all.fields, some.fields);
  if (!some.fields.empty()) some.fields.front() = all.fields.front();
  return some;
}

// Some rows of a dense matrix, with the names of its features.
Matrix rows_at(const Session &session, const manifact_matrix *X,
               const std::vector<std::size_t> &rows) {
  const std::int64_t columns = manifact_matrix_columns(X), entries = manifact_matrix_entries(X);
  std::vector<std::int64_t> indptr(static_cast<std::size_t>(manifact_matrix_rows(X)) + 1),
      indices(static_cast<std::size_t>(entries));
  std::vector<double> values(indices.size());
  session.check(manifact_matrix_copy_csr(X, indptr.data(), MANIFACT_INT64, indices.data(),
                                         MANIFACT_INT64, values.data(), MANIFACT_DOUBLE, entries));
  std::vector<double> dense(rows.size() * static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto e = static_cast<std::size_t>(indptr[rows[i]]);
         e < static_cast<std::size_t>(indptr[rows[i] + 1]); ++e)
      dense[i * static_cast<std::size_t>(columns) + static_cast<std::size_t>(indices[e])] =
          values[e];
  manifact_matrix *handle = nullptr;
  session.check(manifact_matrix_create_dense(session.context(), std::ssize(rows), columns, columns,
                                             1, dense.data(), MANIFACT_DOUBLE, MANIFACT_COPY,
                                             nullptr, nullptr, &handle));
  Matrix some(handle);
  if (manifact_matrix_feature_name(X, 0) == nullptr) return some;
  Batch names;
  for (std::int64_t j = 0; j < columns; ++j) names.add(manifact_matrix_feature_name(X, j));
  session.check(manifact_matrix_set_feature_names(session.context(), handle, names.bytes.data(),
                                                  names.offsets.data(), columns));
  return some;
}

Corpus read_new(Session &session, const Arguments &arguments, const manifact_model *model,
                KnownDocuments &known) {
  Input input(session, with_usual_fields(arguments, model));
  if (!input.is_text()) {
    refuse_text_options(input.name(), fields_of_text(input, arguments.fields), {}, std::nullopt);
    if (arguments.vectors)
      throw Failure("--vectors is for new documents of text, but " + input.name() + " is a matrix");
    Matrix X = input.matrix();
    Documents rows = input.row_documents();
    if (arguments.skip_known && rows.ids.empty())
      throw Failure("--skip-known leaves out documents by their names, but the rows of " +
                    input.name() + " have none");
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < rows.ids.size(); ++i)
      if (known.takes(rows.ids[i])) kept.push_back(i);
    if (known.skipped() == 0) return {std::move(rows), std::move(X)};
    if (kept.empty()) throw Failure("the model already has all documents of " + input.name());
    return {documents_at(rows, kept), rows_at(session, X.get(), kept)};
  }
  const manifact_vectorizer *const vectorizer = manifact_model_vectorizer(model);
  if (vectorizer == nullptr)
    throw Failure(arguments.model + " has no vocabulary because it was made from a matrix; " +
                  input.name() + " must be a matrix too");
  DocumentVectors vectors(session, arguments, input);
  Corpus corpus = read_new_documents(session, input, arguments.fields, vectorizer,
                                     [&](const std::string &id) { return known.takes(id); });
  if (arguments.skip_known && corpus.read > 0 && !known.has_names())
    throw Failure("--skip-known leaves out documents by their names, but the documents of " +
                  input.name() +
                  " have none; without it all are added, also those that the model has");
  if (!corpus.counts)
    throw Failure(known.skipped() > 0 ? "the model already has all documents of " + input.name()
                                      : input.name() + " contains no documents");
  const bool are_all = std::ssize(corpus.taken) == corpus.read;
  vectors.attach(corpus.counts.get(), corpus.read, are_all ? nullptr : &corpus.taken);
  vectors.end(corpus.documents.ids, are_all ? nullptr : &corpus.taken);
  if (manifact_model_vector_columns(model) > 0 &&
      manifact_matrix_vector_columns(corpus.counts.get()) == 0)
    session.warn(input.name() +
                 " has no vectors: words alone are used; the model was fitted with vectors, given "
                 "by --vectors or --vector-field");
  return corpus;
}

Model updated(const Session &session, const manifact_model *model, const Corpus &corpus,
              const std::string &name) {
  const std::vector<PackedColumn> columns = packed_columns(corpus.documents);
  std::vector<const char *> names, bytes;
  std::vector<const std::int64_t *> offsets;
  for (const PackedColumn &column : columns) {
    names.push_back(column.name);
    bytes.push_back(column.bytes.data());
    offsets.push_back(column.offsets.data());
  }
  manifact_model *handle = nullptr;
  session.check_input(
      manifact_model_update(session.stoppable(), model, corpus.counts.get(),
                            corpus.terms.empty() ? nullptr : corpus.terms.data(), names.data(),
                            bytes.data(), offsets.data(), std::ssize(columns), &handle),
      name);
  return Model(handle);
}

// The documents keep their places on the map: the new model gets them as a column of texts.
void keep_map(const Session &session, const manifact_model *model, manifact_solver *solver) {
  const std::int64_t n = manifact_model_documents(model);
  std::vector<double> places(static_cast<std::size_t>(2 * n));
  if (manifact_model_positions(session.stoppable(), model, nullptr, places.data(), n, nullptr) !=
      MANIFACT_OK)
    return;  // a model without documents has no places to keep
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  for (std::size_t i = 0; i < places.size(); i += 2) {
    if (std::isfinite(places[i]))
      bytes += short_number(places[i], 6) + ' ' + short_number(places[i + 1], 6);
    offsets.push_back(std::ssize(bytes));
  }
  session.check(manifact_solver_set_column(solver, "map", bytes.data(), offsets.data(), n), solver);
}

// New topics among the added documents: the topic of each document, and where they begin.
struct Founded {
  std::vector<std::int32_t> labels;
  std::int64_t count = 0;
};

Founded new_topics(const Session &session, const manifact_model *grown) {
  Founded found;
  found.labels.resize(static_cast<std::size_t>(manifact_model_documents(grown)));
  session.check(manifact_model_new_topics(session.stoppable(), grown, found.labels.data(),
                                          std::ssize(found.labels), &found.count));
  return found;
}

void start_with(const Arguments &arguments, manifact_solver *solver, const Founded &founded,
                std::int64_t topics) {
  if (manifact_solver_set_start_labels(solver, founded.labels.data(), std::ssize(founded.labels)) ==
      MANIFACT_OK)
    return;
  throw Failure("update --new-topics yes: " + counted(founded.count, "new topic") +
                " found, but the fit cannot start from them (" + manifact_solver_message(solver) +
                "); fit all documents: manifact cluster INPUT -k " +
                std::to_string(topics + founded.count) + " --keep-numbers " +
                shell_path(arguments.model));
}

// Of the new topics of a fit: their documents, those that were added, and their terms.
nlohmann::ordered_json new_topics_array(const Session &session, const manifact_model *grown,
                                        const manifact_model *fitted, std::int64_t added) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const std::vector<std::string> names = names_of_terms(fitted);
  const std::int64_t n = manifact_model_documents(fitted);
  for (std::int64_t c = manifact_model_clusters(grown); c < manifact_model_clusters(fitted); ++c) {
    std::int64_t terms[5], found = 0, of_added = 0;
    session.check(
        manifact_model_top_terms(fitted, c, MANIFACT_SCORE_EXCLUSIVITY, 5, terms, nullptr, &found));
    for (std::int64_t i = n - added; i < n; ++i)
      of_added += manifact_model_labels(fitted)[i] == c ? 1 : 0;
    std::vector<std::string> top;
    for (std::int64_t t = 0; t < found && !names.empty(); ++t)
      top.push_back(names[static_cast<std::size_t>(terms[t])]);
    list.push_back({{"topic", c},
                    {"title", topic_title(fitted, static_cast<std::size_t>(c))},
                    {"size", manifact_model_sizes(fitted)[c]},
                    {"added_documents", of_added},
                    {"top_terms", top}});
  }
  return list;
}

Model refitted(Session &session, const Arguments &arguments, const manifact_model *model,
               const Founded &founded) {
  const Solver solver = solver_of(session, model, arguments.settings);
  manifact_solver *const handle = solver.get();
  keep_map(session, model, handle);
  if (founded.count > 0) start_with(arguments, handle, founded, manifact_model_clusters(model));
  return solved(session, handle, arguments.model,
                [&](manifact_model **out) { return manifact_solver_refit(handle, model, out); });
}

// The number of documents whose topic differs after the refit.
std::int64_t moved_documents(const manifact_model *before, const manifact_model *after) {
  const std::int32_t *const old = manifact_model_labels(before), *const now =
                                                                     manifact_model_labels(after);
  std::int64_t moved = 0;
  for (std::int64_t i = 0; i < manifact_model_documents(before); ++i)
    moved += old[i] != now[i] ? 1 : 0;
  return moved;
}

nlohmann::ordered_json object_of(const KnownDocuments &known, const manifact_model *grown,
                                 const manifact_model *fitted) {
  nlohmann::ordered_json object = {{"documents", manifact_model_documents(grown)},
                                   {"known_documents_left_out", known.skipped()}};
  add_drift(grown, manifact_model_edit_count(grown) - 1, object);
  object["refit"] = fitted != nullptr;
  if (fitted != nullptr) object["moved_documents"] = moved_documents(grown, fitted);
  return object;
}

std::string summary(const Arguments &arguments, const nlohmann::ordered_json &object) {
  const auto number = [&](const char *key) { return object[key].get<std::int64_t>(); };
  const std::int64_t added = number("documents_added"), n_far = number("far_documents"),
                     skipped = number("known_documents_left_out"),
                     unassigned = number("unassigned_documents");
  std::string text =
      counted(added, "document") + " added, now " + std::to_string(number("documents")) + '\n';
  if (skipped > 0) text += counted(skipped, "document") + " left out: already in the model\n";
  text += "Far from every topic: " + std::to_string(n_far) + ", " + percentage(n_far, added) +
          " (5.0% expected without drift)";
  if (unassigned > 0) text += ", of these without a topic: " + std::to_string(unassigned);
  text += '\n';
  if (!object["unknown_share"].is_null())
    text += "Unknown terms: " +
            percentage(number("unknown_terms"), object["terms"].get<std::int64_t>()) + '\n';
  if (object.contains("new_topics") && object["new_topics"].empty()) text += "New topics: none\n";
  if (object.contains("new_topics"))
    for (const auto &topic : object["new_topics"]) {
      text += "New topic " + std::to_string(topic["topic"].get<std::int64_t>()) + ": " +
              escaped(topic["title"].get<std::string>()) + ", " +
              counted(topic["size"].get<std::int64_t>(), "document") + ", " +
              std::to_string(topic["added_documents"].get<std::int64_t>()) +
              " of them added; terms:";
      for (const auto &term : topic["top_terms"]) text += ' ' + escaped(term.get<std::string>());
      text += '\n';
    }
  if (object.contains("moved_documents"))
    text += "Refitted: " + std::to_string(number("moved_documents")) + " of " +
            counted(number("documents"), "document") + " changed their topic\n";
  return text + "Written to " + escaped(*arguments.output) + '\n';
}

void run(const Arguments &given) {
  Arguments arguments = given;
  NewModel to{.path = "",
              .from = arguments.model,
              .force = arguments.force,
              .input_count = arguments.more_inputs.size() + 1};
  to.check("update", arguments.output, arguments.inputs_and({}));
  if (arguments.new_topics != "yes" && arguments.new_topics != "no")
    throw Failure("--new-topics '" + escaped(arguments.new_topics) + "' is not one of: yes, no");
  if (!arguments.settings.empty() && !arguments.refit && arguments.new_topics == "no")
    throw Failure("-s is for the fit of --refit");
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  std::optional<UserTable> table;
  if (!to.is_file() || arguments.table_output.into)
    table.emplace(own_table(session, arguments, arguments.table_output));
  if (table) table->replaces = arguments.force;
  if (table && !to.is_file()) to.table = &*table;
  const Model model = load(session, arguments.model);
  // Unknown options are refused before the documents are read.
  if (!arguments.settings.empty()) (void)solver_of(session, model.get(), arguments.settings);
  KnownDocuments known(model.get(), arguments);
  const Corpus corpus = read_new(session, arguments, model.get(), known);
  if (table) {
    table->check_into();
    table->documents = known.rows(manifact_matrix_rows(corpus.counts.get()));
  }
  Model grown = updated(session, model.get(), corpus, input_name(arguments.input));
  const Founded founded =
      arguments.new_topics == "yes" ? new_topics(session, grown.get()) : Founded();
  const bool fits = arguments.refit || founded.count > 0;
  Model fitted = fits ? refitted(session, arguments, grown.get(), founded) : nullptr;
  nlohmann::ordered_json object = object_of(known, grown.get(), fitted.get());
  if (arguments.new_topics == "yes")
    object["new_topics"] =
        fitted ? new_topics_array(session, grown.get(), fitted.get(), object["documents_added"])
               : nlohmann::ordered_json::array();
  if (table && to.is_file()) add_topics_of(session, (fitted ? fitted : grown).get(), *table);
  to.write(session, std::move(fitted ? fitted : grown));
  if (table && table->into) table->write_into();
  if (arguments.json)
    print(json_text(object));
  else if (!arguments.quiet)
    print(summary(arguments, object));
}

constexpr const char *footer =
    R"(The new documents get the topics that manifact assign gives them; the documents
of MODEL keep theirs. Sizes, top terms by centroids, typical documents, tree and
timeline are those of all documents. -o NEW is a model, if the name ends in
.manifact, or a folder that receives what manifact cluster -o writes. The new
model can be updated again, edited, and assigns documents like MODEL.

Two numbers show how far the new documents are from those of the fit:
  far from every topic   the share without a topic, or less similar to their
                         topic than 95% of its documents in the fit
  unknown terms          the share of their words that the vocabulary lacks
manifact topics history NEW lists them for each update.

A document whose name the model already has is an error; --skip-known leaves
such documents out, and is an error if no new document has a name. Lines and
records without a name never match. The model must keep its documents; one made
with keep-data=no cannot be updated.

--new-topics yes looks for groups of new documents that are far from every topic
and hold together, more than documents of the fit do by chance. They become
topics by a fit of all documents, as with --refit.

--refit then fits all documents again with the method and options of MODEL,
starting from these topics if the method accepts a start. Topics keep their
numbers. Vocabulary and document frequencies stay those of MODEL: for new words,
use manifact cluster on all documents.

Examples:
  manifact update topics/model.manifact new.tsv -o new.manifact
  manifact update topics/model.manifact new.csv --skip-known -o grown
  manifact update topics/model.manifact new.tsv --refit -o grown
  manifact update topics/model.manifact new.tsv --new-topics yes -o grown
)";

}  // namespace

void add_update(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command =
      line.add("update", "Add new documents to a model", footer, [arguments] { run(*arguments); });
  command.argument("MODEL", arguments->model, "The model.manifact written by manifact cluster -o");
  add_input(command, *arguments);
  add_text_field(command, *arguments);
  add_vectors(command, *arguments);
  add_table_fields(command, *arguments);
  command.option("-o,--output", "NEW", arguments->output,
                 "The new model, NAME.manifact, or a folder of results");
  add_table_output(command, arguments->table_output);
  command.flag("--skip-known", arguments->skip_known,
               "Leave out documents whose name the model has");
  command.option(
      "--new-topics", "WORD", arguments->new_topics,
      "yes: groups of new documents that are far from every\ntopic and hold together become "
      "topics, by a fit of all\ndocuments as with --refit; or no [no]");
  command.flag("--refit", arguments->refit, "Fit all documents again, from their topics");
  command.option("-s,--set", "OPTION=VALUE", arguments->settings,
                 "An option of the method for --refit; may be given\nseveral times");
  command.flag("--force", arguments->force, "Write to a folder that holds other files");
  command.flag("--json", arguments->json, "Print the numbers as a JSON object");
  add_common(command, *arguments, "Suppress the progress bar, warnings and messages");
}

}  // namespace cli
