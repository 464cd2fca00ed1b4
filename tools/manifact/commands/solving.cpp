#include "commands/solving.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "commands/background.hpp"
#include "commands/document_vectors.hpp"
#include "commands/edges.hpp"
#include "readers/terms.hpp"
#include "report/feature_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// Those of the documents that are clustered: copies may be left out.
void attach_vectors(DocumentVectors &vectors, const Corpus &corpus) {
  const std::vector<std::int64_t> &places = corpus.copies.places;
  if (places.empty()) {
    vectors.attach(corpus.counts.get(), manifact_matrix_rows(corpus.counts.get()));
    return vectors.end(corpus.documents.ids);
  }
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] == std::ssize(kept)) kept.push_back(static_cast<std::int64_t>(i));
  vectors.attach(corpus.counts.get(), std::ssize(places), &kept);
  vectors.end({});
}

Data read_text(Session &session, Input &input, const Solving &arguments, manifact_solver *solver,
               manifact_vectorizer *vectorizer, Language language, TextsKept kept) {
  if (arguments.texts)
    throw Failure("--texts gives the texts of the rows of a matrix, but " + input.name() +
                  " is text");
  if (arguments.terms)
    throw Failure("--terms names the features of a matrix; " + input.name() +
                  " is text, which has its own terms");
  session.check(manifact_vectorizer_take_limits(vectorizer, solver), vectorizer);
  const Copies asked = copies_of_word(arguments.near_duplicates);
  DocumentVectors vectors(session, arguments, input);
  Corpus corpus = read_corpus(session, input, arguments.fields, vectorizer, language, kept, &asked);
  attach_vectors(vectors, corpus);
  set_background(session, arguments, input, corpus.counts.get(), vectorizer,
                 arguments.idf_from ? terms_of(vectorizer) : std::vector<std::string>());
  session.check(manifact_solver_set_vectorizer(solver, vectorizer), solver);
  return {std::move(corpus.counts),
          std::move(corpus.documents),
          terms_of(vectorizer),
          {},
          std::move(corpus.copies)};
}

}  // namespace

Solver solver_of(const Session &session, const manifact_model *model,
                 const std::vector<std::string> &settings) {
  manifact_solver *handle = nullptr;
  session.check(manifact_solver_create_from_model(session.context(), model, &handle));
  Solver solver(handle);
  for (const std::string &text : settings) {
    const auto [name, value] = setting(text);
    session.check(manifact_solver_set_text(handle, name.c_str(), value.c_str()), handle);
  }
  return solver;
}

// The fields are those of --texts, if it is given.
InputOptions input_of(const Solving &arguments) {
  InputOptions options = arguments;
  if (arguments.texts) options.fields = {};
  return options;
}

namespace {

// Reads --texts, one document for each row of the matrix.
void attach_texts(Session &session, const Input &matrix, Data &data, const Solving &arguments,
                  manifact_solver *solver, manifact_vectorizer *vectorizer, Language language,
                  TextsKept kept) {
  InputOptions options = arguments;
  options.input = *arguments.texts;
  options.origins = nullptr;  // the table of the user is the matrix
  options.more_inputs.clear();
  options.vector_field.reset();
  options.format = "auto";
  options.array.reset();
  options.transpose = false;
  Input input(session, options, Unclear::lines);  // as many as there are rows
  if (!input.is_text())
    throw Failure("--texts expects text, but " + input.name() +
                  " looks like a matrix from its name or first lines; in a .tsv file each line is "
                  "a document");
  session.check(manifact_vectorizer_take_limits(vectorizer, solver), vectorizer);
  Corpus corpus = read_corpus(session, input, arguments.fields, vectorizer, language, kept);
  const auto documents = std::ssize(corpus.documents.ids);
  const std::int64_t rows = manifact_matrix_rows(data.X.get());
  if (documents != rows)
    throw Failure(input.name() + " has " + counted(documents, "document") + ", but " +
                  matrix.name() + " has " + counted(rows, "row") + "; expected one text per row");
  refuse_other_order(corpus.documents.ids, data.documents.ids, input.name());
  session.check(manifact_solver_set_texts(solver, corpus.counts.get(), vectorizer), solver);
  data.documents = std::move(corpus.documents);
  data.text_terms = terms_of(vectorizer);
}

Data read_matrix(Session &session, Input &input, const Solving &arguments, manifact_solver *solver,
                 const Settings &text_settings, manifact_vectorizer *vectorizer, TextsKept kept) {
  if (arguments.near_duplicates)
    throw Failure("--near-duplicates is for texts, but " + input.name() + " is a matrix");
  if (!arguments.texts)
    refuse_text_options(input.name(), fields_of_text(input, arguments.fields), text_settings,
                        arguments.text.stop_words);
  Data data{input.matrix(), {}, {}, {}};
  data.documents = input.row_documents();
  DocumentVectors vectors(session, arguments, input);
  vectors.attach(data.X.get(), manifact_matrix_rows(data.X.get()));
  vectors.end(data.documents.ids);
  const std::int64_t columns = manifact_matrix_columns(data.X.get());
  if (!arguments.terms) {
    data.feature_names = names_of_features(data.X.get());
  } else {
    Terms terms =
        read_terms(*arguments.terms, {input.name(), manifact_matrix_rows(data.X.get()), columns});
    if (!terms.note.empty()) session.note(terms.note);
    data.feature_names = std::move(terms.names);
    const Vectorizer names = vectorizer_of_terms(session, data.feature_names);
    session.check(manifact_solver_set_vectorizer(solver, names.get()), solver);
  }
  set_background(session, arguments, input, data.X.get(), nullptr, data.feature_names);
  if (arguments.texts)
    attach_texts(session, input, data, arguments, solver, vectorizer,
                 language_in(text_settings, arguments.text.stop_words), kept);
  return data;
}

// A memory-budget that was given holds for the arrays of the input as well.
void limit_arrays(const Session &session, Input &input, const GivenOptions &given,
                  const manifact_solver *solver) {
  for (const auto &[name, value] : given.solver) {
    if (name != "memory-budget") continue;
    std::int64_t budget = 0;
    session.check(manifact_solver_get_int64(solver, name.c_str(), &budget), solver);
    input.limit_arrays(budget);
  }
}

}  // namespace

GivenOptions options_given(const Solving &arguments) {
  GivenOptions given;
  for (const std::string &text : arguments.text.settings) {
    const auto [name, value] = setting(text);
    const bool is_of_text =
        manifact_method_uses_option(arguments.method.c_str(), name.c_str()) == MANIFACT_FALSE &&
        is_text_option(name);
    add_setting(is_of_text ? given.text : given.solver, name, value);
  }
  if (arguments.text.language) add_setting(given.text, "language", *arguments.text.language);
  if (arguments.seed) add_setting(given.solver, "seed", *arguments.seed);
  if (arguments.weighting) add_setting(given.solver, "weighting", *arguments.weighting);
  return given;
}

void add_earlier_settings(Solving &arguments, const Settings &settings) {
  Settings given;
  for (const std::string &text : arguments.text.settings) given.push_back(setting(text));
  if (arguments.seed) given.emplace_back("seed", "");
  if (arguments.weighting) given.emplace_back("weighting", "");
  if (arguments.text.language) given.emplace_back("language", "");
  for (const auto &[name, value] : settings) {
    const bool is_given =
        std::any_of(given.begin(), given.end(),
                    [&, &option = name](const auto &one) { return one.first == option; });
    if (!is_given) arguments.text.settings.push_back(std::string(name).append("=").append(value));
  }
}

Solver make_solver(const Session &session, const std::string &method, const Settings &settings) {
  manifact_solver *handle = nullptr;
  session.check(manifact_solver_create(session.context(), method.c_str(), &handle));
  Solver solver(handle);
  for (const auto &[name, value] : settings)
    session.check(manifact_solver_set_text(handle, name.c_str(), value.c_str()), handle);
  return solver;
}

Data read_data(Session &session, Input &input, const Solving &arguments, const GivenOptions &given,
               manifact_solver *solver, TextsKept kept) {
  if (arguments.input == "-" && arguments.texts == "-")
    throw Failure("INPUT and --texts cannot both be standard input");
  Vectorizer vectorizer = make_vectorizer(session, given.text, arguments.text.stop_words);
  limit_arrays(session, input, given, solver);
  if (!input.is_text())
    return read_matrix(session, input, arguments, solver, given.text, vectorizer.get(), kept);
  Data data = read_text(session, input, arguments, solver, vectorizer.get(),
                        language_in(given.text, arguments.text.stop_words), kept);
  data.vectorizer = std::move(vectorizer);
  return data;
}

namespace {

// Of a square matrix, or of a list of edges.
Matrix read_weights(Session &session, const std::string &path, const Data &data) {
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(path, error);
  if (is_file) refuse_other_graphs(path);
  InputOptions options;
  options.input = path;
  Input input(session, options, Unclear::lines);
  const std::int64_t n = manifact_matrix_rows(data.X.get());
  const bool is_lines = input.is_text() || input.format() == Format::csv;
  if (is_lines && is_file && lists_edges(path, n))
    return read_edges(session, path, data.documents, n);
  if (input.is_text())
    throw Failure("--graph expects a square matrix, or a file with lines \"document document " +
                  std::string("weight\", but ") + input.name() + " is neither");
  Matrix S = input.matrix();
  refuse_other_order(input.row_documents().ids, data.documents.ids, input.name());
  return S;
}

}  // namespace

Graph read_graph(Session &session, const Solving &arguments, const Data &data,
                 manifact_solver *solver) {
  if (!arguments.graph) return nullptr;
  const Matrix S = read_weights(session, *arguments.graph, data);
  manifact_graph *handle = nullptr;
  session.check_input(
      manifact_graph_from_matrix(session.stoppable(), S.get(), MANIFACT_RULE_SYMMETRIC, &handle),
      input_name(*arguments.graph));
  Graph graph(handle);
  session.check(manifact_solver_set_graph(solver, handle), solver);
  return graph;
}

namespace {

// The value of a diagnostic of the fit; null: it has none of this name.
const char *diagnostic_of(const manifact_model *model, std::string_view wanted) {
  for (std::int64_t i = 0; i < manifact_model_diagnostic_count(model); ++i) {
    const char *name = nullptr;
    const char *value = nullptr;
    if (manifact_model_diagnostic(model, i, &name, &value) >= 0 && name == wanted) return value;
  }
  return nullptr;
}

void tell_refinement(Session &session, const manifact_model *model) {
  if (const char *const moved = diagnostic_of(model, "refinement_would_move"))
    session.note("refine=" + std::string(manifact_model_option(model, "refine")) +
                 " is not taken: it would move " + moved + " of " +
                 counted(manifact_model_documents(model), "document") + ", more than a tenth");
}

}  // namespace

Model solved(Session &session, manifact_solver *solver, const std::string &name,
             const std::function<int(manifact_model **)> &solve) {
  session.check(manifact_solver_set_progress(solver, Progress::report, &session.progress()),
                solver);
  session.progress().follow();
  manifact_model *handle = nullptr;
  int status = MANIFACT_OK;
  {
    session.check(set_interrupts(solver), solver);
    stop_if_interrupted();
    status = solve(&handle);
  }
  session.progress().clear();
  session.check_input(status, name, solver);
  Model model(handle);
  stop_if_interrupted();
  for (std::int64_t i = 0; i < manifact_model_warning_count(handle); ++i)
    session.warn(manifact_model_warning(handle, i));
  tell_refinement(session, handle);
  return model;
}

Suggestion suggest(Session &session, manifact_solver *solver, const manifact_matrix *X,
                   const std::string &name, std::int64_t from, std::int64_t to) {
  if (manifact_matrix_rows(X) < 4)
    throw Failure(name + ": cannot suggest a number of clusters for " +
                  std::to_string(manifact_matrix_rows(X)) + " documents; give a number with -k");
  session.check(manifact_solver_set_progress(solver, Progress::report, &session.progress()),
                solver);
  session.progress().follow();
  manifact_suggestion *handle = nullptr;
  int status = MANIFACT_OK;
  {
    session.check(set_interrupts(solver), solver);
    stop_if_interrupted();
    status = manifact_solver_suggest_k(solver, X, from, to, &handle);
  }
  session.progress().clear();
  session.check_input(status, name, solver);
  Suggestion suggestion(handle);
  for (std::int64_t i = 0; i < manifact_suggestion_warning_count(handle); ++i)
    session.warn(manifact_suggestion_warning(handle, i));
  return suggestion;
}

void add_files_beside(Command &command, Solving &arguments) {
  add_vectors(command, arguments);
  add_idf_from(command, arguments);
  command.option(
      "--graph", "FILE", arguments.graph,
      "Use this graph instead of building one: a symmetric\nmatrix of weights, row i for "
      "document i, or lines\n\"document document weight\" with ids or row numbers");
}

void add_near_duplicates(Command &command, Solving &arguments) {
  command.option("--near-duplicates", "WORD", arguments.near_duplicates,
                 "Texts that are nearly copies of others: keep them,\ncollapse (the first one is "
                 "clustered, its copies get its\ntopic) or drop [keep]");
}

void add_seed(Command &command, Solving &arguments) {
  command.option("--seed", "N", arguments.seed, "The seed of all random numbers [0]");
}

Settings settings_of(const GivenOptions &given) {
  Settings all = given.text;
  all.insert(all.end(), given.solver.begin(), given.solver.end());
  return all;
}

}  // namespace cli
