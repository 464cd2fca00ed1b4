#include "capi/features_of_model.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/messages.hpp"
#include "runtime/nearest.hpp"

namespace manifact {
namespace {

constexpr std::size_t longest_shown = 60, most_shown = 5;

std::string shown_name(std::string_view name) { return shown_text(name, longest_shown); }

struct WantedNames {
  std::vector<std::string_view> list;
  const char *what;  // in messages
};

std::vector<std::string_view> terms_in(const TextModel *text) {
  std::vector<std::string_view> names;
  for (Index j = 0; text != nullptr && j < text->size(); ++j) names.emplace_back(text->name(j));
  return names;
}

// Names of features that are terms as well: the model of a table of counts has a vocabulary.
WantedNames features_in(const Model &model) {
  if (model.feature_names)
    return {{model.feature_names->begin(), model.feature_names->end()}, "features"};
  return {terms_in(model.text.get()), "features"};
}

using IndexOfName = std::unordered_map<std::string_view, Index>;

constexpr Index several = -1;

IndexOfName indices_of(const std::vector<std::string_view> &names) {
  IndexOfName indices;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const auto [at, is_new] = indices.emplace(names[j], static_cast<Index>(j));
    if (!is_new) at->second = several;
  }
  return indices;
}

[[noreturn]] void refuse_missing(const WantedNames &names,
                                 const std::vector<std::string_view> &names_of_X,
                                 const IndexOfName &indices) {
  const std::vector<std::string_view> &wanted = names.list;
  std::string list;
  std::size_t missing = 0, first = wanted.size();
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    if (indices.contains(wanted[j])) continue;
    if (missing == 0) first = j;
    if (missing++ < most_shown) list += (list.empty() ? "" : ", ") + shown_name(wanted[j]);
  }
  if (missing > most_shown) list += " and " + std::to_string(missing - most_shown) + " more";
  std::vector<std::string_view> candidates;
  for (const std::string_view name : names_of_X)
    if (shown_name(name).size() == name.size() + 2) candidates.push_back(name);
  fail(Status::mismatch, "%zu of the %zu %s of the model %s missing: %s%s", missing, wanted.size(),
       names.what, missing == 1 ? "is" : "are", list.c_str(),
       did_you_mean(wanted[first], candidates).c_str());
}

// The column of each wanted name.
std::vector<Index> columns_named(const WantedNames &wanted,
                                 const std::vector<std::string_view> &names_of_X) {
  const IndexOfName indices = indices_of(names_of_X), features = indices_of(wanted.list);
  std::vector<Index> columns;
  for (const std::string_view name : wanted.list) {
    const auto found = indices.find(name);
    if (found == indices.end()) refuse_missing(wanted, names_of_X, indices);
    if (found->second == several || features.at(name) == several)
      fail(Status::mismatch,
           "several %s%s have the name %s, so that the columns cannot be found by their names",
           found->second == several ? "columns" : wanted.what,
           found->second == several ? "" : " of the model", shown_name(name).c_str());
    columns.push_back(found->second);
  }
  return columns;
}

void tell_left_out(const char *what, const std::vector<std::string_view> &names_of_X,
                   const std::vector<Index> &columns, const Monitor &monitor) {
  if (columns.size() == names_of_X.size()) return;
  std::vector<bool> is_taken(names_of_X.size());
  for (const Index j : columns) is_taken[static_cast<std::size_t>(j)] = true;
  std::string list;
  std::size_t count = 0;
  for (std::size_t j = 0; j < names_of_X.size(); ++j)
    if (!is_taken[j] && count++ < most_shown)
      list += (list.empty() ? "" : ", ") + shown_name(names_of_X[j]);
  if (count > most_shown) list += " and " + std::to_string(count - most_shown) + " more";
  monitor.note(
      1,
      (std::string("columns that are no ") + what + " of the model are left out: " + list).c_str());
}

template <class T>
std::unique_ptr<Matrix> dense_columns(const Matrix &X, const T *values,
                                      const std::vector<Index> &columns,
                                      const std::shared_ptr<Memory> &memory) {
  const Index m = std::ssize(columns);
  Array<T> chosen(memory, X.rows * m);
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < m; ++j)
      chosen[i * m + j] = values[i * X.stride + columns[static_cast<std::size_t>(j)]];
  return matrix_from_values(X.rows, m, std::move(chosen));
}

std::unique_ptr<Matrix> chosen_columns(const Matrix &X, const std::vector<Index> &columns,
                                       const std::shared_ptr<Memory> &memory) {
  if (X.dense)
    return X.singles != nullptr ? dense_columns(X, X.singles, columns, memory)
                                : dense_columns(X, X.reals, columns, memory);
  std::vector<std::int32_t> feature(static_cast<std::size_t>(X.columns), -1);
  for (std::size_t j = 0; j < columns.size(); ++j)
    feature[static_cast<std::size_t>(columns[j])] = static_cast<std::int32_t>(j);
  Index entries = 0;
  X.each([&](std::int32_t j, double) { entries += feature[static_cast<std::size_t>(j)] >= 0; });
  Csr<double> rows(memory, X.rows, std::ssize(columns), entries);
  std::vector<std::pair<std::int32_t, double>> row;
  Index e = 0;
  for (Index i = 0; i < X.rows; ++i) {
    rows.indptr[i] = e;
    row.clear();
    X.each(i, [&](std::int32_t j, double value) {
      const std::int32_t to = feature[static_cast<std::size_t>(j)];
      if (to >= 0) row.emplace_back(to, value);
    });
    std::sort(row.begin(), row.end());
    for (const auto &[j, value] : row) {
      rows.indices[e] = j;
      rows.values[e++] = value;
    }
  }
  rows.indptr[X.rows] = e;
  return matrix_from_parts(std::move(rows));
}

std::shared_ptr<const Matrix> with_names(const WantedNames &wanted, const manifact_matrix &X,
                                         ExecutionContext &run) {
  if (wanted.list.empty()) return X.matrix;
  const std::vector<std::string_view> names_of_X(X.feature_names->begin(), X.feature_names->end());
  if (wanted.list == names_of_X) return X.matrix;
  const std::vector<Index> columns = columns_named(wanted, names_of_X);
  tell_left_out(wanted.what, names_of_X, columns, run.monitor);
  return chosen_columns(*X.matrix, columns, run.memory);
}

std::shared_ptr<const Matrix> with_indices_of(const Model &model, const manifact_matrix &X,
                                              ExecutionContext &run) {
  const Matrix &S = *X.matrix;
  const int base = index_base_of(model);
  const int shift = base < 0 ? 0 : X.index_base - base;
  if (shift < 0)
    fail(Status::mismatch,
         "the documents have a feature 0, but the features of the model are counted from 1");
  const Index columns = std::max(model.m, S.columns + shift);
  if (shift == 0 && columns == S.columns) return X.matrix;
  Csr<double> rows(run.memory, S.rows, columns, S.entries());
  Index e = 0;
  for (Index i = 0; i < S.rows; ++i) {
    rows.indptr[i] = e;
    S.each(i, [&](std::int32_t j, double value) {
      rows.indices[e] = j + shift;
      rows.values[e++] = value;
    });
  }
  rows.indptr[S.rows] = e;
  return matrix_from_parts(std::move(rows));
}

}  // namespace

std::shared_ptr<const Matrix> with_features_of(const Model &model, const manifact_matrix &X,
                                               ExecutionContext &run) {
  if (X.feature_names) return with_names(features_in(model), X, run);
  if (X.index_base >= 0 && !X.matrix->dense) return with_indices_of(model, X, run);
  if (model.feature_names && X.matrix->columns == model.m)
    run.monitor.note(1,
                     "the columns of the documents have no names and are taken in the order of "
                     "the features of the model");
  return X.matrix;
}

std::shared_ptr<const Matrix> with_terms_of(const Model &model, const manifact_matrix &X,
                                            ExecutionContext &run) {
  if (!model.texts.terms) return with_features_of(model, X, run);
  if (!X.feature_names) return X.matrix;
  return with_names({terms_in(model.texts.terms.get()), "terms"}, X, run);
}

std::shared_ptr<const Matrix> documents_again(const Model &model, const manifact_matrix *X,
                                              ExecutionContext &run) {
  if (X == nullptr) return nullptr;
  require_handle(X, "X");
  return with_features_of(model, *X, run);
}

}  // namespace manifact
