#include "readout/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
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
  most = run.largest(most);
  for (Index i = 0; i < Z.rows(); ++i)
    for (Index c = 0; c < Z.columns(); ++c)
      rows(i, c) = length[i] > no_row * most ? rows(i, c) / length[i] : 0;
  return rows;
}

// The nonzero rows in tie-breaking order, and the position of each among those of all processes.
struct OrderedRows {
  std::vector<std::int32_t> rows;
  std::vector<Index> places;
  Index all = 0;

  // The row at a position; -1: another process has it.
  std::int32_t at(Index place) const {
    const auto found = std::lower_bound(places.begin(), places.end(), place);
    if (found == places.end() || *found != place) return -1;
    return rows[static_cast<std::size_t>(found - places.begin())];
  }
};

class Search {
 public:
  Search(const Dense<double> &Z, const OrderedRows &rows, ExecutionContext &run)
      : Z_(Z),
        rows_(rows),
        run_(run),
        k_(Z.columns()),
        nothing_(1e-12 * static_cast<double>(run.total(Z.rows()))),
        R_(run.memory, k_, k_),
        next_(run.memory, k_, k_),
        ZR_(run.memory, Z.rows(), k_),
        labels_(run.memory, Z.rows()) {}

  // Searches from row f (-1: of another process) and replaces `best` if the result is better.
  void from(std::int32_t f, Index number, Rotation &best) {
    spread(f);
    double objective = 0, previous = -1;  // -1 forces an update: the initial R is not orthogonal
    for (int round = 0; round < most_rounds; ++round) {
      run_.monitor.check();
      multiply(Z_, R_, ZR_, run_.pool);
      label();
      Dense<double> E = sums();
      objective = orthogonal_factor(E, next_, run_);
      if (std::fabs(objective - previous) < nothing_) break;
      previous = objective;
      std::swap(R_, next_);
    }
    if (objective > best.objective + nothing_)
      best = {labels_.copy(), R_.copy(), objective, number};
  }

 private:
  // Sets the columns of R to k rows that are as different as possible.
  void spread(std::int32_t f) {
    Array<double> alike(run_.memory, Z_.rows());
    for (Index j = 0; j < k_; ++j) {
      take_row(f, j);
      run_.pool.blocks(Z_.rows(), rotated_rows, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          double product = 0;
          for (Index c = 0; c < k_; ++c) product += Z_(i, c) * R_(c, j);
          alike[i] += std::fabs(product);
        }
      });
      f = least_of(alike);
    }
  }

  // Column j of R becomes row f.
  void take_row(std::int32_t f, Index j) {
    Array<double> row(run_.memory, k_);
    if (f >= 0) std::copy_n(Z_.row(f), k_, row.begin());
    run_.sum(row.data(), k_);  // of one process, and zeros
    for (Index c = 0; c < k_; ++c) R_(c, j) = row[c];
  }

  // The first row with the smallest value; -1: another process has it.
  std::int32_t least_of(const Array<double> &values) const {
    double least = std::numeric_limits<double>::infinity();
    std::size_t first = rows_.rows.size();
    for (std::size_t a = 0; a < rows_.rows.size(); ++a)
      if (values[rows_.rows[a]] < least) least = values[rows_.rows[first = a]];
    const bool found = first < rows_.rows.size();
    const double of_all = -run_.largest(-least);
    const bool candidate = found && least == of_all;
    const double place = candidate ? static_cast<double>(rows_.places[first])
                                   : std::numeric_limits<double>::infinity();
    const double lowest = -run_.largest(-place);
    return candidate && place == lowest ? rows_.rows[first] : -1;
  }

  void label() {
    for (Index i = 0; i < Z_.rows(); ++i) labels_[i] = -1;
    for (const std::int32_t i : rows_.rows) {
      labels_[i] = 0;
      for (Index c = 1; c < k_; ++c)
        if (ZR_(i, c) > ZR_(i, labels_[i])) labels_[i] = static_cast<std::int32_t>(c);
    }
  }

  Dense<double> sums() {
    Dense<double> E(run_.memory, k_, k_);
    for (const std::int32_t i : rows_.rows)
      for (Index c = 0; c < k_; ++c) E(labels_[i], c) += Z_(i, c);
    run_.sum(E.data(), E.size());
    return E;
  }

  const Dense<double> &Z_;
  const OrderedRows &rows_;
  ExecutionContext &run_;
  Index k_;
  double nothing_;  // a difference of objectives that is rounding
  Dense<double> R_, next_, ZR_;
  Array<std::int32_t> labels_;
};

OrderedRows nonzero_rows(const Dense<double> &unit, const Array<std::int32_t> *order,
                         const PlacesOfRows &places, ExecutionContext &run) {
  OrderedRows nonzero;
  for (Index a = 0; a < unit.rows(); ++a) {
    const std::int32_t i = order != nullptr ? (*order)[a] : static_cast<std::int32_t>(a);
    if (std::any_of(unit.row(i), unit.row(i) + unit.columns(), [](double x) { return x != 0; }))
      nonzero.rows.push_back(i);
  }
  const Index own = std::ssize(nonzero.rows);
  nonzero.all = run.total(own);
  const Index before = run.rows_before(own);
  const Array<Index> found = places ? places(nonzero.rows) : Array<Index>();
  std::vector<std::pair<Index, std::int32_t>> sorted;
  for (Index a = 0; a < own; ++a)
    sorted.emplace_back(places ? found[a] : before + a, nonzero.rows[static_cast<std::size_t>(a)]);
  std::sort(sorted.begin(), sorted.end());
  nonzero.rows.clear();
  for (const auto &[place, row] : sorted) {
    nonzero.places.push_back(place);
    nonzero.rows.push_back(row);
  }
  return nonzero;
}

// 0 .. count - 1 in random order, drawn one by one.
class Draws {
 public:
  Draws(Index count, Rng rng) noexcept : left_(count), rng_(rng) {}

  Index next() {
    const Index drawn = next_ + rng_.below(left_--);
    const auto at = [this](Index place) {
      const auto found = moved_.find(place);
      return found == moved_.end() ? place : found->second;
    };
    const Index number = at(drawn);
    moved_[drawn] = at(next_++);
    return number;
  }

 private:
  Index next_ = 0, left_;
  std::map<Index, Index> moved_;  // what was swapped to each position
  Rng rng_;
};

}  // namespace

template <class T>
Rotation rotate_to_partition(const Dense<T> &Z, Index starts, Rng rng, ExecutionContext &run,
                             const Array<std::int32_t> *order, const PlacesOfRows &places) {
  const Dense<double> unit = unit_of(Z, run);
  const OrderedRows rows = nonzero_rows(unit, order, places, run);
  Rotation best;
  best.labels = Array<std::int32_t>(run.memory, Z.rows());
  for (std::int32_t &label : best.labels) label = -1;
  best.R = Dense<double>(run.memory, Z.columns(), Z.columns());
  for (Index c = 0; c < Z.columns(); ++c) best.R(c, c) = 1;
  Draws first(rows.all, rng);
  Search search(unit, rows, run);
  for (Index r = 0; r < starts && r < rows.all; ++r) search.from(rows.at(first.next()), r, best);
  return best;
}

template Rotation rotate_to_partition<float>(const Dense<float> &, Index, Rng, ExecutionContext &,
                                             const Array<std::int32_t> *, const PlacesOfRows &);
template Rotation rotate_to_partition<double>(const Dense<double> &, Index, Rng, ExecutionContext &,
                                              const Array<std::int32_t> *, const PlacesOfRows &);

}  // namespace manifact
