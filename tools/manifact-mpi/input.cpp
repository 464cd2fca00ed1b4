#include "input.hpp"

#include <manifact/manifact_mpi.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "division.hpp"
#include "language.hpp"
#include "ranks.hpp"
#include "readers/terms.hpp"
#include "terminal/failure.hpp"
#include "terminal/shell.hpp"

namespace cli {

void FreePlaces::operator()(std::int64_t *places) const noexcept {
  manifact_mpi_places_free(places);
}

namespace {

// What the first rank found.
struct Plan {
  bool is_text = false;
  bool is_library_format = false;  // a matrix that the library reads by all ranks
  Format format = Format::automatic;
  Division division;
};

bool is_petsc(const InputOptions &options) {
  return options.format == "auto" && options.more_inputs.empty() &&
         manifact_mpi_is_petsc(options.input.c_str()) == MANIFACT_TRUE;
}

// Of the first rank, which opens the input.
Plan plan_of(Session &session, const Solving &arguments, const GivenOptions &given,
             std::optional<Input> &input) {
  Plan plan;
  if (is_petsc(arguments)) {
    refuse_text_options(arguments.input, arguments.fields, given.text, arguments.text.stop_words);
    plan.is_library_format = true;
    return plan;
  }
  input.emplace(session, arguments);
  plan.format = input->format();
  plan.is_text = input->is_text();
  plan.is_library_format = plan.format == Format::matrix_market && arguments.input != "-";
  if (plan.is_text)
    plan.division = division_of(arguments, plan.format);
  else
    refuse_text_options(input->name(), arguments.fields, given.text, arguments.text.stop_words);
  return plan;
}

std::unique_ptr<TextReader> reader_of(std::unique_ptr<Bytes> bytes, Format format,
                                      const Reading &reading) {
  if (format == Format::table) return read_table(std::move(bytes), reading);
  if (format == Format::tsv) return read_tsv(std::move(bytes), reading);
  return read_json(std::move(bytes), reading);
}

// Null on a rank that reads nothing.
std::unique_ptr<TextReader> own_reader(Session &session, const Solving &arguments, const Plan &plan,
                                       std::optional<Input> &input) {
  std::unique_ptr<TextReader> reader;
  together([&] {
    if (input) reader = input->documents(arguments.fields);  // with its checks
  });
  if (!plan.division.is_divided) return reader;
  reader.reset();
  session.progress().begin("reading", true);
  const Part part = own_part(arguments, plan.division, session.progress());
  together([&] {
    Reading reading = reading_of(arguments);
    reading.note = [&session](const std::string &sentence) { session.note(sentence); };
    reader = reader_of(std::make_unique<Bytes>(arguments.input, part, &session.progress()),
                       plan.format, reading);
  });
  return reader;
}

// The remarks of all readers. A missing field is reported only if every rank reports it.
void report_remarks(Session &session, const TextReader *reader, bool has_documents) {
  const std::vector<std::string> remarks =
      collected(has_documents && reader != nullptr ? reader->remark() : "");
  const std::vector<std::int64_t> readers = of_ranks(has_documents ? 1 : 0);
  std::int64_t missing = 0;
  std::string field;
  for (std::size_t r = 0; r < remarks.size(); ++r) {
    if (remarks[r].starts_with("no document has")) {
      field = remarks[r];
      ++missing;
    } else if (!remarks[r].empty()) {
      session.warn(remarks.size() > 1 ? "rank " + std::to_string(r) + ": " + remarks[r]
                                      : remarks[r]);
    }
  }
  if (missing > 0 && missing == std::count(readers.begin(), readers.end(), 1)) session.warn(field);
}

DividedData dealt(const Session &session, const manifact_matrix *X, std::uint64_t seed) {
  manifact_matrix *own = nullptr;
  std::int64_t *places = nullptr;
  session.check(manifact_mpi_deal(session.stoppable(), X, seed, &own, &places));
  return {Matrix(own), Places(places), {}, {}};
}

DividedData read_text(Session &session, const Solving &arguments, const GivenOptions &given,
                      manifact_solver *solver, std::uint64_t seed, const Plan &plan,
                      std::optional<Input> &input) {
  const std::string name = input_name(arguments.input);
  if (arguments.terms)
    throw Failure("--terms names the features of a matrix; " + name +
                  " is text, which has its own terms");
  const Settings settings = with_language(session, arguments, given.text);
  Vectorizer vectorizer;
  together([&] {
    vectorizer = make_vectorizer(session, settings, arguments.text.stop_words);
    session.check(manifact_vectorizer_take_limits(vectorizer.get(), solver), vectorizer.get());
  });
  const std::unique_ptr<TextReader> reader = own_reader(session, arguments, plan, input);
  Documents documents;
  together([&] {
    if (reader != nullptr)
      add_documents(session, *reader, vectorizer.get(), TextsKept::beginnings, documents);
  });
  report_remarks(session, reader.get(), !documents.ids.empty());
  if (sum_of_ranks(std::ssize(documents.ids)) == 0) throw Failure(name + " contains no documents");
  session.progress().enter("vocabulary");
  manifact_matrix *handle = nullptr;
  session.check_input(manifact_vectorizer_finish(vectorizer.get(), &handle), name,
                      vectorizer.get());
  const Matrix counts(handle);
  DividedData data = dealt(session, counts.get(), seed);
  session.progress().clear();
  warn_of_broken(session, name,
                 manifact_vectorizer_replaced(vectorizer.get()) +
                     sum_of_ranks(reader != nullptr ? reader->repaired() : 0));
  session.check(manifact_solver_set_vectorizer(solver, vectorizer.get()), solver);
  data.documents = std::move(documents);
  data.terms = terms_of(vectorizer.get());
  return data;
}

void refuse_dense(const manifact_matrix *X, const std::string &path) {
  if (manifact_matrix_is_dense(X) != MANIFACT_TRUE) return;
  const std::string file = shell_path(path);
  throw Failure(
      input_name(path) +
      " holds dense rows of numbers, which are not divided among ranks: manifact cluster " + file +
      " takes them on one machine; counts become sparse by manifact convert " + file + " NEW.mtx");
}

// The first rank reads a matrix that cannot be divided as a file.
DividedData read_matrix(const Session &session, const std::string &path, std::uint64_t seed,
                        std::optional<Input> &input) {
  Matrix X;
  together([&] {
    if (!input) return;
    X = input->matrix();
    refuse_dense(X.get(), path);
  });
  return dealt(session, X.get(), seed);
}

void name_features(Session &session, const Solving &arguments, manifact_solver *solver,
                   DividedData &data) {
  if (!arguments.terms) return;
  together([&] {
    Terms terms =
        read_terms(*arguments.terms, {arguments.input, 0, manifact_matrix_columns(data.X.get())});
    if (!terms.note.empty()) session.note(terms.note);
    data.terms = std::move(terms.names);
    const Vectorizer names = vectorizer_of_terms(session, data.terms);
    session.check(manifact_solver_set_vectorizer(solver, names.get()), solver);
  });
}

std::vector<std::string> Documents::*const columns[] = {&Documents::ids, &Documents::labels,
                                                        &Documents::dates, &Documents::links,
                                                        &Documents::excerpts};

void put(std::string &packed, std::int64_t number) {
  packed.append(reinterpret_cast<const char *>(&number), sizeof number);
}

std::int64_t take(std::string_view &packed) {
  std::int64_t number = 0;
  std::memcpy(&number, packed.data(), sizeof number);
  packed.remove_prefix(sizeof number);
  return number;
}

}  // namespace

DividedData read_rows(const Session &session, const std::string &path, std::uint64_t seed) {
  manifact_matrix *X = nullptr;
  std::int64_t *places = nullptr;
  session.check_input(manifact_mpi_read(session.stoppable(), path.c_str(), seed, &X, &places),
                      path);
  return {Matrix(X), Places(places), {}, {}};
}

DividedData read_divided(Session &session, const Solving &arguments, const GivenOptions &given,
                         manifact_solver *solver, std::uint64_t seed) {
  Plan plan;
  std::optional<Input> input;
  together([&] {
    if (own_rank() == 0) plan = plan_of(session, arguments, given, input);
  });
  from_first(&plan, sizeof plan);
  if (plan.is_text) return read_text(session, arguments, given, solver, seed, plan, input);
  DividedData data = plan.is_library_format ? read_rows(session, arguments.input, seed)
                                            : read_matrix(session, arguments.input, seed, input);
  name_features(session, arguments, solver, data);
  return data;
}

Documents documents_of_all(const Documents &own) {
  const bool has_excerpts = sum_of_ranks(std::ssize(own.ids)) <= most_reported;
  Documents all;
  for (const auto column : columns) {
    if (column == &Documents::excerpts && !has_excerpts) continue;
    std::string packed;
    put(packed, std::ssize(own.ids));
    for (const std::string &text : own.*column) {
      put(packed, std::ssize(text));
      packed += text;
    }
    const std::vector<std::string> parts = collected(packed);
    for (std::size_t r = 0, before = 0; r < parts.size(); ++r) {
      std::string_view rest = parts[r];
      const auto documents = static_cast<std::size_t>(take(rest));
      if (!rest.empty()) (all.*column).resize(before);  // for ranks without this column
      while (!rest.empty()) {
        const auto size = static_cast<std::size_t>(take(rest));
        (all.*column).emplace_back(rest.substr(0, size));
        rest.remove_prefix(size);
      }
      before += documents;
      if (!(all.*column).empty()) (all.*column).resize(before);
    }
  }
  return all;
}

}  // namespace cli
