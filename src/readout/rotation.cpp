#include "readout/rotation.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "linalg/dense/orthogonal_factor.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr int most_rounds = 100;
constexpr Index rotated_rows = 1024;  // rows per task
constexpr double no_row = 1e-12;      // relative to the longest row

// Rows of Z in double, scaled to unit length; negligible rows become zero.
template <class T>
Dense<double> unit_of(const Dense<T> &Z, ExecutionContext &run) {
  Dense<double> rows(run.memory, Z.rows(), Z.columns());
  Array<double> length(run.memory, Z.rows());
  double most = 0;
  for (Index i = 0; i < Z.rows(); ++i) {
    for (Index c = 0; c < Z.columns(); ++c) {
      rows(i, c) = static_cast<double>(Z(i, c));
      length[i] = std::hypot(length[i], rows(i, c));
    }
    most = std::fmax(most, length[i]);
  }
  for (Index i = 0; i < Z.rows(); ++i)
    for (Index c = 0; c < Z.columns(); ++c)
      rows(i, c) = length[i] > no_row * most ? rows(i, c) / length[i] : 0;
  return rows;
}

class Search {
 public:
  Search(const Dense<double> &Z, const std::vector<std::int32_t> &rows, ExecutionContext &run)
      : Z_(Z),
        rows_(rows),
        run_(run),
        k_(Z.columns()),
        R_(run.memory, k_, k_),
        next_(run.memory, k_, k_),
        ZR_(run.memory, Z.rows(), k_),
        labels_(run.memory, Z.rows()) {}

  // Searches from row f and replaces `best` if the result is better.
  void from(std::int32_t f, Index number, Rotation &best) {
    spread(f);
    const double nothing = 1e-12 * static_cast<double>(Z_.rows());
    double objective = 0, previous = -1;  // -1 forces an update: the initial R is not orthogonal
    for (int round = 0; round < most_rounds; ++round) {
      run_.monitor.check();
      multiply(Z_, R_, ZR_, run_.pool);
      label();
      Dense<double> E = sums();
      objective = orthogonal_factor(E, next_, run_);
      if (std::fabs(objective - previous) < nothing) break;
      previous = objective;
      std::swap(R_, next_);
    }
    if (objective > best.objective + nothing) best = {labels_.copy(), R_.copy(), objective, number};
  }

 private:
  // Sets the columns of R to k rows that are as different as possible.
  void spread(std::int32_t f) {
    Array<double> alike(run_.memory, Z_.rows());
    for (Index j = 0; j < k_; ++j) {
      for (Index c = 0; c < k_; ++c) R_(c, j) = Z_(f, c);
      run_.pool.blocks(Z_.rows(), rotated_rows, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          double product = 0;
          for (Index c = 0; c < k_; ++c) product += Z_(i, c) * R_(c, j);
          alike[i] += std::fabs(product);
        }
      });
      double least = std::numeric_limits<double>::infinity();
      for (const std::int32_t i : rows_)
        if (alike[i] < least) least = alike[f = i];
    }
  }

  void label() {
    for (Index i = 0; i < Z_.rows(); ++i) labels_[i] = -1;
    for (const std::int32_t i : rows_) {
      labels_[i] = 0;
      for (Index c = 1; c < k_; ++c)
        if (ZR_(i, c) > ZR_(i, labels_[i])) labels_[i] = static_cast<std::int32_t>(c);
    }
  }

  Dense<double> sums() {
    Dense<double> E(run_.memory, k_, k_);
    for (const std::int32_t i : rows_)
      for (Index c = 0; c < k_; ++c) E(labels_[i], c) += Z_(i, c);
    return E;
  }

  const Dense<double> &Z_;
  const std::vector<std::int32_t> &rows_;  // the nonzero rows, in tie-breaking order
  ExecutionContext &run_;
  Index k_;
  Dense<double> R_, next_, ZR_;
  Array<std::int32_t> labels_;
};

}  // namespace

template <class T>
Rotation rotate_to_partition(const Dense<T> &Z, Index starts, Rng rng, ExecutionContext &run,
                             const Array<std::int32_t> *order) {
  const Dense<double> unit = unit_of(Z, run);
  std::vector<std::int32_t> rows;
  for (Index a = 0; a < Z.rows(); ++a) {
    const std::int32_t i = order != nullptr ? (*order)[a] : static_cast<std::int32_t>(a);
    bool zero = true;
    for (Index c = 0; c < Z.columns(); ++c) zero = zero && unit(i, c) == 0;
    if (!zero) rows.push_back(i);
  }
  Rotation best;
  best.labels = Array<std::int32_t>(run.memory, Z.rows());
  for (std::int32_t &label : best.labels) label = -1;
  best.R = Dense<double>(run.memory, Z.columns(), Z.columns());
  for (Index c = 0; c < Z.columns(); ++c) best.R(c, c) = 1;
  std::vector<std::int32_t> first = rows;  // shuffled as far as needed
  Search search(unit, rows, run);
  for (Index r = 0; r < starts && r < static_cast<Index>(rows.size()); ++r) {
    const auto place = static_cast<std::size_t>(r);
    std::swap(
        first[place],
        first[place + static_cast<std::size_t>(rng.below(static_cast<Index>(first.size()) - r))]);
    search.from(first[place], r, best);
  }
  return best;
}

template Rotation rotate_to_partition<float>(const Dense<float> &, Index, Rng, ExecutionContext &,
                                             const Array<std::int32_t> *);
template Rotation rotate_to_partition<double>(const Dense<double> &, Index, Rng, ExecutionContext &,
                                              const Array<std::int32_t> *);

}  // namespace manifact
