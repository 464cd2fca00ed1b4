#include "topics/compare.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "evaluation/assignment.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/dense/small_systems.hpp"
#include "model/grown_documents.hpp"
#include "runtime/error.hpp"
#include "shared/document_names.hpp"
#include "topics/nearness.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

constexpr double most = 0.5, least_part = 0.1, nearly_all = 0.75;

// Names of several documents of a model, as those of rows of two tables that were joined.
using Names = std::unordered_set<std::string_view>;

void add_repeated(Names &repeated, const DocumentColumns &columns, Index n) {
  const DocumentColumn *const names = column_named(columns, "id");
  if (names == nullptr) return;
  Names seen;
  for (Index i = 0; i < n; ++i)
    if (const std::string_view name = text_at(*names, i); !seen.insert(name).second)
      repeated.insert(name);
}

// What a document is known by: 'n' and its name, or 't' and its beginning; "" for nothing.
class Identities {
 public:
  // names: whether the column "id" has names; repeated: those to ignore.
  Identities(const DocumentColumns &columns, Index n, bool with_names, const Names &repeated)
      : names_(with_names ? column_named(columns, "id") : nullptr),
        texts_(column_named(columns, "excerpt")),
        repeated_(repeated) {
    for (Index i = 0; i < n; ++i) {
      const auto [found, is_new] = rows_.emplace(of(i), i);
      if (!is_new) found->second = -1;  // several
    }
  }

  struct Identity {
    bool is_name;
    std::string_view text;
    bool operator==(const Identity &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Identity &id) const noexcept {
      return std::hash<std::string_view>()(id.text) + (id.is_name ? 1 : 0);
    }
  };

  Identity of(Index i) const {
    if (names_ != nullptr)
      if (const std::string_view name = text_at(*names_, i);
          !name.empty() && !is_position(name) && !repeated_.contains(name))
        return {true, name};
    return {false, texts_ != nullptr ? text_at(*texts_, i) : std::string_view()};
  }

  // -1: none, or several.
  Index row(const Identity &identity) const {
    if (identity.text.empty()) return -1;
    const auto found = rows_.find(identity);
    return found != rows_.end() ? found->second : -1;
  }

 private:
  const DocumentColumn *names_, *texts_;
  const Names &repeated_;
  std::unordered_map<Identity, Index, Hash> rows_;
};

std::vector<Index> common_rows(const Model &before, const Model &after,
                               const DocumentColumns &columns, bool with_names) {
  Names repeated;
  add_repeated(repeated, before.columns, before.n);
  add_repeated(repeated, columns, after.n);
  const Identities old(before.columns, before.n, with_names, repeated),
      now(columns, after.n, with_names, repeated);
  std::vector<Index> rows;
  rows.reserve(place(before.n));
  for (Index i = 0; i < before.n; ++i) {
    const Identities::Identity identity = old.of(i);
    rows.push_back(old.row(identity) == i ? now.row(identity) : -1);
  }
  return rows;
}

// Names that are whole numbers.
class RowNumbers {
 public:
  RowNumbers(const Model &before, const Model &after, const DocumentColumns &columns)
      : before_(before),
        after_(after),
        old_(column_named(before.columns, "id")),
        now_(column_named(columns, "id")),
        old_texts_(column_named(before.columns, "excerpt")),
        now_texts_(column_named(columns, "excerpt")) {}

  bool count_rows_of_two_tables(const std::vector<Index> &rows) const {
    if (old_ == nullptr || now_ == nullptr || !are_whole(*old_) || !are_whole(*now_)) return false;
    if (!run_without_gap(*old_) || !run_without_gap(*now_)) return false;
    const bool have_texts = old_texts_ != nullptr && now_texts_ != nullptr;
    Index compared = 0, alike = 0;
    for (Index i = 0; i < before_.n; ++i) {
      const Index row = rows[place(i)];
      if (row < 0) continue;
      ++compared;
      const bool is_same = have_texts ? text_at(*old_texts_, i) == text_at(*now_texts_, row)
                                      : are_equal_rows(i, row);
      alike += is_same ? 1 : 0;
    }
    return 2 * alike < compared;
  }

 private:
  static bool are_whole(const DocumentColumn &column) {
    for (Index i = 0; i < std::ssize(column.ends); ++i) {
      const std::string_view text = text_at(column, i);
      if (text.empty() ||
          !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return false;
    }
    return true;
  }

  static bool run_without_gap(const DocumentColumn &column) {
    std::uint64_t last = 0;
    for (Index i = 0; i < std::ssize(column.ends); ++i) {
      const std::string_view text = text_at(column, i);
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || (i > 0 && number != last + 1)) return false;
      last = number;
    }
    return true;
  }

  // Weights are of all documents of a model, so that words count and not their weights.
  bool are_equal_rows(Index i, Index row) const {
    const WeightedData<double> &A = before_.kept(), &B = after_.kept();
    if (A.empty() || B.empty() || before_.m != after_.m || A.is_dense() != B.is_dense())
      return false;
    if (!A.is_dense()) {
      const DataRow<double> x = A.view().row(i), y = B.view().row(row);
      if (x.size() != y.size()) return false;
      for (Index e = 0; e < x.size(); ++e)
        if (x.column(e) != y.column(e)) return false;
      return true;
    }
    const Matrix &X = kept_values(before_), &Y = kept_values(after_);
    for (Index j = 0; j < X.columns; ++j)
      if (X.value(i * X.stride + j) != Y.value(row * Y.stride + j)) return false;
    return true;
  }

  const Model &before_, &after_;
  const DocumentColumn *old_, *now_, *old_texts_, *now_texts_;
};

// Of the documents in common those of which both models keep the beginning, and those of them that
// begin with other texts.
void compare_beginnings(CommonDocuments &common, const Model &before,
                        const DocumentColumns &columns) {
  const DocumentColumn *const old = column_named(before.columns, "excerpt"), *const now =
                                                                                 column_named(
                                                                                     columns,
                                                                                     "excerpt");
  if (old == nullptr || now == nullptr) return;
  for (Index i = 0; i < before.n; ++i) {
    const Index row = common.rows[place(i)];
    if (row < 0) continue;
    const std::string_view a = text_at(*old, i), b = text_at(*now, row);
    if (a.empty() || b.empty()) continue;
    ++common.compared;
    common.unlike += a != b ? 1 : 0;
  }
}

// From the shares and the partners.
class Changes {
 public:
  explicit Changes(Comparison &comparison)
      : c_(comparison), joins_(place(c_.after)), splits_(place(c_.before)) {
    for (Index a = 0; a < c_.before; ++a)
      for (Index b = 0; b < c_.after; ++b) {
        joins_[place(b)] += is_mostly_in(a, b) && c_.g(a, b) >= least_part ? 1 : 0;
        splits_[place(a)] += is_mostly_of(a, b) && c_.f(a, b) >= least_part ? 1 : 0;
      }
  }

  void find() {
    const std::vector<Index> own = pairs();
    std::vector<Index> pair_of(place(c_.after), -1);
    for (Index a = 0; a < c_.before; ++a)
      if (own[place(a)] >= 0) pair_of[place(own[place(a)])] = a;
    for (Index a = 0; a < c_.before; ++a) c_.earlier.push_back(of_earlier(a, own[place(a)]));
    for (Index b = 0; b < c_.after; ++b) c_.later.push_back(of_later(b, pair_of[place(b)]));
  }

 private:
  bool is_mostly_in(Index a, Index b) const { return c_.f(a, b) >= most; }
  bool is_mostly_of(Index a, Index b) const { return c_.g(a, b) >= most; }

  // The later topic that an earlier one may live on in, or -1: one of which each has most of the
  // other, else its partner.
  std::vector<Index> pairs() const {
    std::vector<Index> own = mutual_pairs(c_);
    std::vector<bool> is_taken(place(c_.after));
    for (const Index b : own)
      if (b >= 0) is_taken[place(b)] = true;
    for (Index a = 0; a < c_.before; ++a)
      if (const Index b = c_.partner[place(a)];
          own[place(a)] < 0 && b >= 0 && !is_taken[place(b)]) {
        own[place(a)] = b;
        is_taken[place(b)] = true;
      }
    return own;
  }

  Change of_partners(Index a, Index b, Change otherwise) const {
    if (!is_mostly_in(a, b) && !is_mostly_of(a, b)) return otherwise;
    return c_.f(a, b) >= nearly_all && c_.g(a, b) >= nearly_all ? Change::stayed : Change::moved;
  }

  Change of_earlier(Index a, Index own) const {
    if (splits_[place(a)] > 1) return Change::split;
    for (Index b = 0; b < c_.after; ++b)
      if (is_mostly_in(a, b) && (joins_[place(b)] > 1 || b != own)) return Change::joined;
    return own >= 0 ? of_partners(a, own, Change::vanished) : Change::vanished;
  }

  Change of_later(Index b, Index own) const {
    if (joins_[place(b)] > 1) return Change::joined;
    for (Index a = 0; a < c_.before; ++a)
      if (is_mostly_of(a, b) && (splits_[place(a)] > 1 || a != own)) return Change::split;
    return own >= 0 ? of_partners(own, b, Change::appeared) : Change::appeared;
  }

  Comparison &c_;
  std::vector<Index> joins_, splits_;  // the number of parts that are large enough
};

Comparison empty_comparison(const Model &before, const Model &after) {
  Comparison c;
  c.before = before.k;
  c.after = after.k;
  c.forward.resize(place(before.k * after.k));
  c.backward.resize(place(before.k * after.k));
  return c;
}

void finish(Comparison &c, const std::vector<Cell> &cells) {
  c.partner = heaviest_matching(cells, c.before, c.after);
  Changes(c).find();
}

// The names of the terms that describe the topics.
class TermNames {
 public:
  explicit TermNames(const Model &model) : size_(feature_vectors(model).m) {
    if (model.texts.terms) {
      text_ = model.texts.terms.get();
      size_ = text_->size();
    } else if (model.feature_names) {
      names_ = model.feature_names.get();
    } else {
      text_ = model.text.get();
    }
  }

  bool empty() const noexcept { return names_ == nullptr && text_ == nullptr; }
  Index size() const noexcept { return size_; }
  std::string_view operator[](Index j) const {
    return names_ != nullptr ? std::string_view((*names_)[place(j)]) : text_->name(j);
  }
  std::string_view key(Index j) const { return text_->keys[j]; }
  // Whether equal terms have equal keys: a stem is shown by a word, which may differ.
  bool have_keys_of(const TermNames &other) const {
    if (text_ == nullptr || other.text_ == nullptr) return false;
    const TextRules &a = text_->rules, &b = other.text_->rules;
    return a.language == b.language && a.stemming == b.stemming &&
           a.remove_accents == b.remove_accents;
  }

 private:
  const FeatureNames *names_ = nullptr;
  const TextModel *text_ = nullptr;
  Index size_;
};

// The products of the columns of A, rows x k, with those of B, in the rows that `place` names.
template <class Place>
Dense<double> products(const ClusterVectors &A, Index k_A, const ClusterVectors &B, Index k_B,
                       const Place &place, ExecutionContext &run) {
  constexpr Index portion = 4096;
  Dense<double> P(run.memory, k_A, k_B);
  for (Index j = 0; j < A.m; ++j) {
    if (j % portion == 0) run.monitor.report(j, A.m);
    const Index to = place(j);
    if (to < 0) continue;
    const double *const a = A.centroids.data() + j * k_A, *const b = B.centroids.data() + to * k_B;
    for (Index c = 0; c < k_A; ++c) {
      if (a[c] == 0) continue;
      for (Index d = 0; d < k_B; ++d) P(c, d) += a[c] * b[d];
    }
  }
  return P;
}

// For each row of `target` the shares of the columns: x_d <target, d> / |target|^2.
template <class Set>
void set_shares(const Dense<double> &between, const Dense<double> &gram,
                const Dense<double> &squares, const Set &set, ExecutionContext &run) {
  Dense<double> x(run.memory, between.rows(), between.columns());
  solve_nnls_rows(gram, between, x, run);
  for (Index c = 0; c < between.rows(); ++c)
    for (Index d = 0; d < between.columns(); ++d)
      if (squares(c, c) > 0)
        set(c, d, std::clamp(x(c, d) * between(c, d) / squares(c, c), 0.0, 1.0));
}

// For each topic whether at least a tenth of its documents are in both models.
std::vector<bool> are_compared(const Model &model, const std::vector<Index> &in_common) {
  std::vector<Index> sizes(in_common.size());
  for (const std::int32_t label : model.labels)
    if (label >= 0) ++sizes[place(label)];
  std::vector<bool> are(sizes.size());
  for (std::size_t c = 0; c < sizes.size(); ++c)
    are[c] = static_cast<double>(in_common[c]) >= least_part * static_cast<double>(sizes[c]);
  return are;
}

}  // namespace

const DocumentColumn *column_named(const DocumentColumns &columns, std::string_view name) {
  for (const auto &column : columns)
    if (column->name == name) return column.get();
  return nullptr;
}

std::string_view text_at(const DocumentColumn &column, Index i) {
  const Index begin = i > 0 ? column.ends[place(i - 1)] : 0;
  return std::string_view(column.bytes).substr(place(begin), place(column.ends[place(i)] - begin));
}

CommonDocuments documents_of_both(const Model &before, const Model &after,
                                  const DocumentColumns &columns, ExecutionContext &run) {
  CommonDocuments common{common_rows(before, after, columns, true)};
  if (RowNumbers(before, after, columns).count_rows_of_two_tables(common.rows)) {
    run.monitor.note(1,
                     "documents of the same number differ: the numbers count the rows of two "
                     "tables and are not taken as names of documents");
    common.rows = common_rows(before, after, columns, false);
  }
  compare_beginnings(common, before, columns);
  return common;
}

std::vector<Index> common_documents(const Model &before, const Model &after,
                                    const DocumentColumns &columns, ExecutionContext &run) {
  CommonDocuments common = documents_of_both(before, after, columns, run);
  if (common.are_doubtful()) {
    const std::string line = std::to_string(common.unlike) + " of " +
                             std::to_string(common.compared) +
                             " documents of the same name begin with other texts in the two "
                             "models: they may not be the same documents";
    run.monitor.note(1, line.c_str());
  }
  return std::move(common.rows);
}

std::vector<Index> columns_in_common(const Model &before, const Model &after) {
  const TermNames old(before), now(after);
  std::vector<Index> columns(place(old.size()), -1);
  if (old.empty() || now.empty()) {
    if (!(old.empty() && now.empty()) || old.size() != now.size())
      fail(Status::argument,
           "the topics cannot be compared by terms: the models have %lld and %lld features without "
           "names in both; documents in common are needed",
           static_cast<long long>(old.size()), static_cast<long long>(now.size()));
    for (Index j = 0; j < old.size(); ++j) columns[place(j)] = j;
    return columns;
  }
  const bool by_key = old.have_keys_of(now);
  std::unordered_map<std::string_view, Index> places;
  for (Index j = 0; j < now.size(); ++j) places.emplace(by_key ? now.key(j) : now[j], j);
  for (Index j = 0; j < old.size(); ++j)
    if (const auto found = places.find(by_key ? old.key(j) : old[j]); found != places.end())
      columns[place(j)] = found->second;
  return columns;
}

std::vector<Index> mutual_pairs(const Comparison &c) {
  std::vector<Index> own(place(c.before), -1);
  std::vector<bool> is_taken(place(c.after));
  for (Index a = 0; a < c.before; ++a)
    for (Index b = 0; b < c.after && own[place(a)] < 0; ++b)
      if (!is_taken[place(b)] && c.f(a, b) >= most && c.g(a, b) >= most) {
        own[place(a)] = b;
        is_taken[place(b)] = true;
      }
  return own;
}

Comparison compared_by_documents(const Model &before, const Model &after, const Index *rows) {
  check_factor(before, 5 * before.k, after.k);  // counts, shares, and the cells of a matching
  Comparison c = empty_comparison(before, after);
  std::vector<Index> counts(place(c.before * c.after)), old(place(c.before)), now(place(c.after));
  for (Index i = 0; i < before.n; ++i) {
    if (rows[i] < 0) continue;
    const std::int32_t a = before.labels[i], b = after.labels[rows[i]];
    if (a >= 0) ++old[place(a)];
    if (b >= 0) ++now[place(b)];
    if (a >= 0 && b >= 0) ++counts[place(a * c.after + b)];
  }
  const std::vector<bool> has_old = are_compared(before, old), has_now = are_compared(after, now);
  std::vector<Cell> cells;
  for (Index a = 0; a < c.before; ++a)
    for (Index b = 0; b < c.after; ++b) {
      const std::size_t at = place(a * c.after + b);
      if (counts[at] == 0 || !has_old[place(a)] || !has_now[place(b)]) continue;
      const auto count = static_cast<double>(counts[at]);
      cells.push_back({.row = a, .column = b, .count = counts[at]});
      c.forward[at] = count / static_cast<double>(old[place(a)]);
      c.backward[at] = count / static_cast<double>(now[place(b)]);
    }
  finish(c, cells);
  return c;
}

Comparison compared_by_terms(const Model &before, const Model &after, ExecutionContext &run) {
  if (by_distance(before) || by_distance(after))
    fail(Status::argument,
         "the topics of points are compared by the documents that both models have, not by terms");
  check_factor(before, before.k + after.k, before.k + after.k);
  Comparison c = empty_comparison(before, after);
  const std::vector<Index> columns = columns_in_common(before, after);
  const ClusterVectors old = term_vectors(before), now = term_vectors(after);
  const auto same = [](Index j) { return j; };
  run.monitor.enter("comparing topics", old.m);
  const Dense<double> of_old = products(old, c.before, old, c.before, same, run),
                      of_now = products(now, c.after, now, c.after, same, run),
                      between = products(
                          old, c.before, now, c.after, [&](Index j) { return columns[place(j)]; },
                          run);
  Dense<double> reverse(run.memory, c.after, c.before);
  for (Index a = 0; a < c.before; ++a)
    for (Index b = 0; b < c.after; ++b) reverse(b, a) = between(a, b);
  set_shares(
      between, of_now, of_old,
      [&](Index a, Index b, double share) { c.forward[place(a * c.after + b)] = share; }, run);
  set_shares(
      reverse, of_old, of_now,
      [&](Index b, Index a, double share) { c.backward[place(a * c.after + b)] = share; }, run);
  std::vector<Cell> cells;
  constexpr double parts = 1 << 20;
  for (Index a = 0; a < c.before; ++a)
    for (Index b = 0; b < c.after; ++b)
      if (const auto weight = static_cast<Index>(parts * std::sqrt(c.f(a, b) * c.g(a, b)));
          weight > 0)
        cells.push_back({.row = a, .column = b, .count = weight});
  finish(c, cells);
  return c;
}

}  // namespace manifact
