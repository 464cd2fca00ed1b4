#include "commands/document_vectors.hpp"

#include <iterator>
#include <set>

#include "readers/array_matrix.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {

DocumentVectors::DocumentVectors(Session &session, const Common &common, Input &input)
    : session_(session), input_(input) {
  if (!common.vectors) return;
  if (common.vector_field)
    throw Failure("--vectors is a file of vectors, --vector-field a field of them; give one");
  if (*common.vectors == "-" && common.input == "-")
    throw Failure("INPUT and --vectors cannot both be standard input");
  InputOptions options;
  options.input = *common.vectors;
  Input vectors(session, options);
  name_ = vectors.name();
  if (vectors.is_text())
    throw Failure("--vectors expects a matrix of numbers, as .npy, but " + name_ + " is text");
  file_ = vectors.matrix();
  ids_ = vectors.row_documents().ids;
  if (manifact_matrix_is_dense(file_.get()) == MANIFACT_FALSE)
    throw Failure("--vectors expects a dense matrix, as .npy or CSV, but " + name_ + " is sparse");
}

Matrix DocumentVectors::rows_of_file(std::int64_t read, const std::vector<std::int64_t> *kept) {
  const std::int64_t all = manifact_matrix_rows(file_.get()),
                     columns = manifact_matrix_columns(file_.get());
  const std::int64_t first = used_;
  used_ += read;
  if (used_ > all)
    throw Failure(name_ + " has " + counted(all, "row") + ", but " + input_.name() +
                  " has more documents; expected one vector per document");
  if (first == 0 && read == all && kept == nullptr)
    return Matrix(manifact_matrix_retain(file_.get()));
  DenseArrays part;
  part.name = name_;
  part.rows = read;
  part.columns = columns;
  part.values.type = manifact_matrix_value_type(file_.get());
  const std::size_t width = part.values.type == MANIFACT_FLOAT ? sizeof(float) : sizeof(double);
  std::vector<std::int64_t> some;
  for (std::int64_t i = 0; i < read; ++i) some.push_back(i);
  if (kept != nullptr) some = *kept;
  part.rows = std::ssize(some);
  part.values.count = part.rows * columns;
  part.values.bytes.resize(static_cast<std::size_t>(part.values.count) * width + 1);
  char *to = part.values.bytes.data();
  for (const std::int64_t i : some) {
    session_.check(manifact_matrix_copy_rows(file_.get(), first + i, 1, nullptr, MANIFACT_INT32, to,
                                             part.values.type, columns));
    to += static_cast<std::size_t>(columns) * width;
  }
  manifact_matrix *handle = nullptr;
  session_.check_input(matrix_of(session_.context(), std::move(part), &handle), name_);
  return Matrix(handle);
}

Matrix DocumentVectors::rows_of_field(std::int64_t read, const std::vector<std::int64_t> *kept) {
  VectorsBesideText &beside = *input_.vectors_beside();
  if (beside.count() != read)
    throw Failure(input_.name() + ": " + counted(beside.count(), "vector") + " for " +
                  counted(read, "document"));
  DenseArrays arrays = beside.take();
  if (arrays.columns == 0) return nullptr;
  if (kept != nullptr) arrays = cli::rows_of(arrays, *kept);
  manifact_matrix *handle = nullptr;
  session_.check_input(matrix_of(session_.context(), std::move(arrays), &handle), input_.name());
  return Matrix(handle);
}

void DocumentVectors::attach(manifact_matrix *counts, std::int64_t read,
                             const std::vector<std::int64_t> *kept) {
  Matrix vectors;
  if (file_ != nullptr)
    vectors = rows_of_file(read, kept);
  else if (input_.vectors_beside() != nullptr)
    vectors = rows_of_field(read, kept);
  if (vectors == nullptr) return;
  session_.check_input(manifact_matrix_set_vectors(session_.context(), counts, vectors.get()),
                       name_.empty() ? input_.name() : name_);
}

void DocumentVectors::end(const std::vector<std::string> &ids,
                          const std::vector<std::int64_t> *kept) const {
  if (file_ == nullptr) return;
  if (const std::int64_t all = manifact_matrix_rows(file_.get()); used_ != all)
    throw Failure(name_ + " has " + counted(all, "row") + ", but " + input_.name() + " has " +
                  counted(used_, "document") + "; expected one vector per document");
  if (kept == nullptr || ids_.empty()) return refuse_other_order(ids_, ids, name_);
  std::vector<std::string> some;
  for (const std::int64_t i : *kept) some.push_back(ids_[static_cast<std::size_t>(i)]);
  refuse_other_order(some, ids, name_);
}

void refuse_vectors(const Common &common, Input &input, const char *command) {
  if (common.vectors || input.vectors_beside() != nullptr)
    throw Failure(std::string("vectors beside a text are for cluster, suggest-k, assign and "
                              "update; ") +
                  command + " does not use them");
}

void refuse_other_order(const std::vector<std::string> &rows, const std::vector<std::string> &ids,
                        const std::string &name) {
  const auto is_place = [](const std::string &id) {
    return id.starts_with("line ") || id.starts_with("record ");
  };
  if (rows.size() != ids.size() || rows.empty() || is_place(rows[0]) || is_place(ids[0])) return;
  const std::set<std::string> known(ids.begin(), ids.end());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != ids[i] && known.contains(rows[i]))
      throw Failure(name + ": row " + std::to_string(i) + " is " + escaped(rows[i]) +
                    ", but document " + std::to_string(i) + " is " + escaped(ids[i]) +
                    "; give both in one order");
}

void add_vectors(Command &command, Common &common) {
  command.option("--vectors", "FILE", common.vectors,
                 "A vector for each document beside its words: a matrix,\nas .npy; or "
                 "--vector-field beside --text-field");
}

}  // namespace cli
