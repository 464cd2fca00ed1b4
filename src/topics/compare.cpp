#include "topics/compare.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "evaluation/assignment.hpp"
#include "linalg/dense/small_systems.hpp"
#include "runtime/error.hpp"
#include "shared/document_names.hpp"
#include "topics/nearness.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

constexpr double most = 0.5, least_part = 0.1, nearly_all = 0.75;

const DocumentColumn *column_named(const DocumentColumns &columns, std::string_view name) {
  for (const auto &column : columns)
    if (column->name == name) return column.get();
  return nullptr;
}

std::string_view text_at(const DocumentColumn &column, Index i) {
  const Index begin = i > 0 ? column.ends[place(i - 1)] : 0;
  return std::string_view(column.bytes).substr(place(begin), place(column.ends[place(i)] - begin));
}

// What a document is known by: 'n' and its name, or 't' and its beginning; "" for nothing.
class Identities {
 public:
  Identities(const DocumentColumns &columns, Index n)
      : names_(column_named(columns, "id")), texts_(column_named(columns, "excerpt")) {
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
      if (const std::string_view name = text_at(*names_, i); !name.empty() && !is_position(name))
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
  std::unordered_map<Identity, Index, Hash> rows_;
};

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
    std::vector<Index> own(place(c_.before), -1);
    std::vector<bool> is_taken(place(c_.after));
    for (Index a = 0; a < c_.before; ++a)
      for (Index b = 0; b < c_.after && own[place(a)] < 0; ++b)
        if (!is_taken[place(b)] && is_mostly_in(a, b) && is_mostly_of(a, b)) {
          own[place(a)] = b;
          is_taken[place(b)] = true;
        }
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

 private:
  const FeatureNames *names_ = nullptr;
  const TextModel *text_ = nullptr;
  Index size_;
};

// The column of the later model with each term of the earlier, or -1.
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
  std::unordered_map<std::string_view, Index> places;
  for (Index j = 0; j < now.size(); ++j) places.emplace(now[j], j);
  for (Index j = 0; j < old.size(); ++j)
    if (const auto found = places.find(old[j]); found != places.end())
      columns[place(j)] = found->second;
  return columns;
}

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

std::vector<Index> common_documents(const DocumentColumns &before, Index n_before,
                                    const DocumentColumns &after, Index n_after) {
  const Identities old(before, n_before), now(after, n_after);
  std::vector<Index> rows;
  rows.reserve(place(n_before));
  for (Index i = 0; i < n_before; ++i) {
    const Identities::Identity identity = old.of(i);
    rows.push_back(old.row(identity) == i ? now.row(identity) : -1);
  }
  return rows;
}

Comparison compared_by_documents(const Model &before, const Model &after, const Index *rows) {
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
