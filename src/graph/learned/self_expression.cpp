#include "graph/learned/self_expression.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/neighbors/row_tasks.hpp"
#include "linalg/sparse/csr.hpp"
#include "linalg/sparse/lasso.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

// A sparse matrix that is built row by row, for results of unknown size, with a limit on the bytes
// of an array.
class GrowingRows {
 public:
  GrowingRows(Index rows, Index columns, Index budget, const std::shared_ptr<Memory> &memory)
      : memory_(memory), budget_(budget), rows_(memory, rows, columns, 0) {
    rows_.rows = 0;
  }

  // Appends the next row: columns ascending. Throws Error(budget).
  void append(const std::int32_t *indices, const double *values, Index count) {
    const Index before = rows_.indptr[rows_.rows];
    grow(rows_.indices, before, count);
    grow(rows_.values, before, count);
    std::copy_n(indices, count, rows_.indices.data() + before);
    std::copy_n(values, count, rows_.values.data() + before);
    rows_.indptr[++rows_.rows] = before + count;
  }

  Index entries() const noexcept { return rows_.indptr[rows_.rows]; }
  Csr<double> take() { return std::move(rows_); }

 private:
  template <class T>
  void grow(Array<T> &array, Index used, Index more) {
    if (used + more <= array.size()) return;
    const Index most = budget_ / static_cast<Index>(sizeof(T)), edges = used + more;
    check_budget(static_cast<double>(edges) * sizeof(T), budget_,
                 "%lld edges of the first %lld documents need", number(edges),
                 number(rows_.rows + 1));
    Array<T> larger(memory_, std::min(most, std::max(2 * array.size(), used + more)));
    std::copy_n(array.data(), used, larger.data());
    array = std::move(larger);
  }

  std::shared_ptr<Memory> memory_;
  Index budget_;
  Csr<double> rows_;
};

constexpr Index most_used = 768;               // documents in one combination
constexpr Index at_once = 12;                  // added between two scans of all documents
constexpr double optimality_tolerance = 1e-5;  // of the optimality conditions, whose weights are 1
constexpr Index most_steps = 200'000;

// The maximum number of documents in a combination, without a budget.
Index most_used_of(Index n) noexcept { return std::min(most_used, std::max<Index>(1, n - 1)); }

// The largest number of documents whose products, a square matrix, fit into the budget.
Index capacity_within(Index n, Index budget) noexcept {
  const double side = std::sqrt(static_cast<double>(budget) / sizeof(double));
  return std::max<Index>(1, side < static_cast<double>(most_used)
                                ? std::min(most_used_of(n), static_cast<Index>(side))
                                : most_used_of(n));
}

struct Slope {
  double size;
  std::int32_t document;
  bool operator<(const Slope &other) const noexcept {
    return size > other.size || (size == other.size && document < other.document);
  }
};

// Solves for one document at a time, without allocation.
template <class T>
class ExpressionSearch {
 public:
  ExpressionSearch(const DataView<T> &X, bool affine, Index most, ExecutionContext &run)
      : X_(X),
        affine_(affine),
        used_most_(most),
        lasso_(used_most_, affine, run.memory),
        row_(run.memory, X.columns),
        products_(run.memory, used_most_),
        slopes_(run.memory, X.rows),
        used_(run.memory, used_most_),
        is_used_(run.memory, X.rows),
        monitor_(run.monitor) {}

  // max_j |x_i.x_j|
  double coherence(Index i, const Array<bool> &takes_part) noexcept {
    double most = 0;
    spread(i, 1);
    for (Index j = 0; j < X_.rows; ++j)
      if (j != i && takes_part[j]) most = std::fmax(most, std::fabs(dot(j)));
    clear(i);
    return most;
  }

  // False if the minimum was not reached.
  bool express(Index i, double mu, const Array<bool> &takes_part) noexcept {
    lasso_.clear();
    bool complete = true;
    while (complete && !monitor_.cancelled()) {
      residual(i, 1);
      const Index found = slopes(i, mu, takes_part);
      residual(i, 0);
      if (found == 0) break;
      for (Index f = 0; f < found && !lasso_.full(); ++f) enter(i, slopes_[f].document, mu);
      complete = lasso_.solve(optimality_tolerance / 2, most_steps) &&
                 !(lasso_.full() && lasso_.size() < X_.rows - 1);
    }
    for (Index a = 0; a < lasso_.size(); ++a) is_used_[used_[a]] = false;
    exceeds_capacity_ |= lasso_.full() && used_most_ < most_used_of(X_.rows);
    return complete;
  }

  // Whether the budget excluded documents.
  bool exceeds_capacity() const noexcept { return exceeds_capacity_; }

  // Columns ascending.
  Index copy(std::int32_t *index, double *value) noexcept {
    Index count = 0;
    for (Index a = 0; a < lasso_.size(); ++a)
      if (lasso_.c(a) != 0) slopes_[count++] = {lasso_.c(a), used_[a]};
    std::sort(slopes_.begin(), slopes_.begin() + count,
              [](const Slope &a, const Slope &b) { return a.document < b.document; });
    for (Index e = 0; e < count; ++e) index[e] = slopes_[e].document, value[e] = slopes_[e].size;
    return count;
  }

 private:
  void spread(Index i, double factor) noexcept {
    const DataRow<T> x = X_.row(i);
    for (Index e = 0; e < x.size(); ++e) row_[x.column(e)] += factor * static_cast<double>(x[e]);
  }
  void clear(Index i) noexcept {
    const DataRow<T> x = X_.row(i);
    for (Index e = 0; e < x.size(); ++e) row_[x.column(e)] = 0;
  }
  double dot(Index j) const noexcept {
    const DataRow<T> x = X_.row(j);
    double sum = 0;
    for (Index e = 0; e < x.size(); ++e) sum += row_[x.column(e)] * static_cast<double>(x[e]);
    return sum;
  }

  // row_ <- X'c - x_i, or resets it to zeros.
  void residual(Index i, int fill) noexcept {
    fill != 0 ? spread(i, -1) : clear(i);
    for (Index a = 0; a < lasso_.size(); ++a)
      fill != 0 ? spread(used_[a], lasso_.c(a)) : clear(used_[a]);
  }

  // The candidate document with the steepest derivative.
  Index slopes(Index i, double mu, const Array<bool> &takes_part) noexcept {
    Index found = 0;
    const bool first = lasso_.size() == 0;
    const double level = affine_ && !first ? lasso_.multiplier() : 0;
    for (Index j = 0; j < X_.rows; ++j) {
      if (j == i || is_used_[j] || !takes_part[j]) continue;
      const double size = std::fabs(mu * dot(j) - level);
      if (size > 1 + optimality_tolerance || (first && affine_))
        slopes_[found++] = {size, static_cast<std::int32_t>(j)};
    }
    const Index best = std::min(found, at_once);
    std::partial_sort(slopes_.begin(), slopes_.begin() + best, slopes_.begin() + found);
    return best;
  }

  void enter(Index i, std::int32_t j, double mu) noexcept {
    used_[lasso_.size()] = j;
    is_used_[j] = true;
    spread(j, mu);
    for (Index a = 0; a <= lasso_.size(); ++a) products_[a] = dot(used_[a]);
    const double b = dot(i);
    clear(j);
    lasso_.add(products_.data(), b, 1);
  }

  DataView<T> X_;
  bool affine_, exceeds_capacity_ = false;
  Index used_most_;
  Lasso lasso_;
  Array<double> row_, products_;
  Array<Slope> slopes_;
  Array<std::int32_t> used_;
  Array<bool> is_used_;
  const Monitor &monitor_;
};

template <class T>
void check_capacity(const std::vector<ExpressionSearch<T>> &workers, Index n, Index budget) {
  if (std::none_of(workers.begin(), workers.end(),
                   [](const ExpressionSearch<T> &worker) { return worker.exceeds_capacity(); }))
    return;
  const auto capacity = static_cast<double>(most_used_of(n));
  check_budget(capacity * capacity * sizeof(double), budget,
               "the products of a combination of %lld documents or more need up to",
               number(capacity_within(n, budget)));
}

// The weight mu of self_expression.hpp, and the quantities that determine it.
void set_mu(Expression &found, const Array<double> &coherence, double fidelity) {
  std::vector<double> some;
  for (const double x : coherence)
    if (x > 0) some.push_back(x);
  if (!some.empty()) {
    std::sort(some.begin(), some.end());
    found.least = some.front();
    found.middle = some[some.size() / 2];
    found.mu = fidelity / found.least;
  }
  if (!std::isfinite(found.mu) || (!some.empty() && !(found.mu > 0)))
    fail(Status::numerics,
         "the largest product of two documents is at most %g for some document: fidelity divided "
         "by that is out of range",
         found.least);
}

}  // namespace

template <class T>
Expression self_expression(const DataView<T> &X, const ExpressionRequest &request,
                           ExecutionContext &run) {
  const Index n = X.rows;
  constexpr Index batch = 64;
  Array<bool> takes_part(run.memory, n);
  const bool repeats = request.first_duplicate != nullptr && !request.first_duplicate->empty();
  for (Index i = 0; i < n; ++i)
    takes_part[i] =
        (request.origin || !X.is_empty(i)) && (!repeats || (*request.first_duplicate)[i] == i);
  std::vector<ExpressionSearch<T>> workers;
  for (Index t = 0; t < std::min(run.pool.threads(), n); ++t)
    workers.emplace_back(X, request.affine, capacity_within(n, request.budget), run);

  Array<double> coherence(run.memory, n);
  run.monitor.enter("coherence", n);
  in_batches(
      workers, n, 16 * batch, run,
      [&](ExpressionSearch<T> &worker, Index i) {
        coherence[i] = takes_part[i] ? worker.coherence(i, takes_part) : 0;
      },
      [&](Index, Index end) { run.monitor.report(end, n); });
  Expression found;
  set_mu(found, coherence, request.fidelity);

  const Index most = std::min(most_used, n);
  Array<std::int32_t> index(run.memory, batch * most);
  Array<double> value(run.memory, batch * most);
  Array<Index> count(run.memory, batch);
  Array<bool> incomplete(run.memory, n);
  GrowingRows rows(n, n, request.budget, run.memory);
  run.monitor.enter("self-expression", n);
  in_batches(
      workers, n, batch, run,
      [&](ExpressionSearch<T> &worker, Index i) {
        const Index at = i % batch;
        count[at] = 0;
        if (!takes_part[i] || !(found.mu > 0) || (!request.affine && !(coherence[i] > 0))) return;
        incomplete[i] = !worker.express(i, found.mu, takes_part);
        count[at] = worker.copy(index.data() + at * most, value.data() + at * most);
      },
      [&](Index begin, Index end) {
        check_capacity(workers, n, request.budget);
        for (Index i = begin; i < end; ++i)
          rows.append(index.data() + (i % batch) * most, value.data() + (i % batch) * most,
                      count[i % batch]);
        run.monitor.report(end, n);
      });
  found.C = rows.take();
  found.incomplete = std::count(incomplete.begin(), incomplete.end(), true);
  return found;
}

Csr<double> largest_share(const Csr<double> &C, double mass, bool relative, ExecutionContext &run) {
  GrowingRows rows(C.rows, C.columns, C.entries() * static_cast<Index>(sizeof(double)), run.memory);
  std::vector<Index> order;
  std::vector<std::int32_t> index;
  std::vector<double> value;
  for (Index i = 0; i < C.rows; ++i) {
    order.clear(), index.clear(), value.clear();
    double sum = 0, kept = 0;
    for (Index e = C.indptr[i]; e < C.indptr[i + 1]; ++e)
      order.push_back(e), sum += std::fabs(C.values[e]);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return std::fabs(C.values[a]) > std::fabs(C.values[b]);
    });
    std::size_t count = 0;
    const double largest = order.empty() ? 1 : std::fabs(C.values[order.front()]);
    while (count < order.size() && kept < mass * sum) kept += std::fabs(C.values[order[count++]]);
    order.resize(count);
    std::sort(order.begin(), order.end());
    for (const Index e : order)
      index.push_back(C.indices[e]),
          value.push_back(std::fabs(C.values[e]) / (relative ? largest : 1));
    rows.append(index.data(), value.data(), static_cast<Index>(order.size()));
  }
  return rows.take();
}

template Expression self_expression<float>(const DataView<float> &, const ExpressionRequest &,
                                           ExecutionContext &);
template Expression self_expression<double>(const DataView<double> &, const ExpressionRequest &,
                                            ExecutionContext &);

}  // namespace manifact
