#include "graph/point_separation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "graph/neighbors/euclidean/near_points.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

constexpr Index neighbors = 15;
constexpr Index most_rows = 20'000;                // among which neighbors are searched
constexpr Index searched = 2'000, of_each = 20;    // rows whose neighbors are searched, at least
constexpr double added = 2;                        // points of rank 1 between two clusters
constexpr Index at_once = 64;                      // pairs of clusters at most, one to a task
constexpr Index values_per_look = Index{1} << 24;  // between two looks at the monitor

using Rows = std::vector<std::int32_t>;
using Pair = std::pair<std::int32_t, std::int32_t>;

// Ranks of points that have a neighbor in the other cluster.
struct Border {
  double ranks = 0, points = 0;
};

Array<std::int32_t> array_of(const Rows &rows, ExecutionContext &run) {
  Array<std::int32_t> all(run.memory, std::ssize(rows));
  std::copy(rows.begin(), rows.end(), all.begin());
  return all;
}

// Labeled rows, one at a random place of each interval: rows may be in an order of their own.
Rows sample_of(const Array<std::int32_t> &labels) {
  Rows labeled, rows;
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) labeled.push_back(static_cast<std::int32_t>(i));
  const Index n = std::ssize(labeled);
  if (n <= most_rows) return labeled;
  Rng rng(0);
  for (Index s = 0; s < most_rows; ++s) {
    const Index begin = s * n / most_rows, end = (s + 1) * n / most_rows;
    rows.push_back(labeled[static_cast<std::size_t>(begin + rng.below(end - begin))]);
  }
  return rows;
}

class Separations {
 public:
  Separations(const DataView<double> &X, const Array<std::int32_t> &labels, Index k,
              ExecutionContext &run)
      : X_(X), k_(static_cast<std::size_t>(k)), rows_(sample_of(labels)), run_(run), members_(k_) {
    for (const std::int32_t i : rows_) {
      label_.push_back(labels[i]);
      members_[static_cast<std::size_t>(labels[i])].push_back(i);
    }
  }

  std::vector<double> find() {
    std::vector<double> found(k_, std::numeric_limits<double>::quiet_NaN());
    const auto filled = std::count_if(members_.begin(), members_.end(),
                                      [](const Rows &rows) { return !rows.empty(); });
    for (std::size_t c = 0; c < k_ && filled > 1; ++c)
      if (!members_[c].empty()) found[c] = 1;
    if (filled < 2) return found;
    find_moments();
    const std::map<Pair, Border> all = borders();
    const std::vector<std::pair<Pair, Border>> touching(all.begin(), all.end());
    Dense<double> directions(run_.memory, std::min<Index>(at_once, std::ssize(touching)),
                             X_.columns);
    for (Index begin = 0, count = 0; begin < std::ssize(touching); begin += count) {
      run_.monitor.check();
      count = 0;
      for (double values = 0;
           count < at_once && begin + count < std::ssize(touching) && values < values_per_look;
           ++count) {
        const auto &[c, d] = touching[static_cast<std::size_t>(begin + count)].first;
        values += static_cast<double>(X_.columns) *
                  static_cast<double>(members_[static_cast<std::size_t>(c)].size() +
                                      members_[static_cast<std::size_t>(d)].size());
      }
      std::array<double, at_once> gains;
      run_.pool.each(count, [&](Index p) {
        const auto &[c, d] = touching[static_cast<std::size_t>(begin + p)].first;
        gains[static_cast<std::size_t>(p)] =
            gain_of(static_cast<std::size_t>(c), static_cast<std::size_t>(d), directions.row(p));
      });
      for (Index p = 0; p < count; ++p) {
        const auto &[pair, border] = touching[static_cast<std::size_t>(begin + p)];
        const double rank = (border.ranks + added) / (border.points + added),
                     one = std::max({0.0, 2 * rank - 1, gains[static_cast<std::size_t>(p)]});
        for (const std::int32_t c : {pair.first, pair.second}) {
          double &least = found[static_cast<std::size_t>(c)];
          least = std::min(least, one);
        }
      }
    }
    return found;
  }

 private:
  // Places in rows_: of each cluster its share of `searched`, at least `of_each`.
  Rows queries() const {
    std::vector<Index> left(k_), seen(k_);
    const Index n = std::ssize(rows_);
    for (std::size_t c = 0; c < k_; ++c) {
      const Index size = std::ssize(members_[c]);
      left[c] = n <= searched ? size : std::min(size, std::max(of_each, size * searched / n));
    }
    Rows queried;
    for (Index s = 0; s < n; ++s) {
      const auto c = static_cast<std::size_t>(label_[static_cast<std::size_t>(s)]);
      const Index size = std::ssize(members_[c]), at = seen[c]++;
      if (at * left[c] / size != (at + 1) * left[c] / size)
        queried.push_back(static_cast<std::int32_t>(s));
    }
    return queried;
  }

  // By pairs of clusters, the lower one first.
  std::map<Pair, Border> borders() const {
    const Rows queried = queries();
    const Index q = std::min<Index>(neighbors, std::ssize(rows_) - 1), count = std::ssize(queried);
    const Array<std::int32_t> rows = array_of(rows_, run_);
    Array<NearPoint> near(run_.memory, count * q);
    point_search(selected_rows(X_.dense(), rows), q, run_)
        ->nearest(queried.data(), count, q, near.data(), run_, nullptr);
    std::vector<std::vector<double>> lengths(k_);  // of the neighborhoods, ascending
    const auto label_of = [&](std::int32_t s) { return label_[static_cast<std::size_t>(s)]; };
    for (Index p = 0; p < count; ++p)
      lengths[static_cast<std::size_t>(label_of(queried[static_cast<std::size_t>(p)]))].push_back(
          near[p * q + q - 1].distance);
    for (std::vector<double> &all : lengths) std::sort(all.begin(), all.end());
    std::map<Pair, Border> found;
    for (Index p = 0; p < count; ++p) {
      const NearPoint *const list = near.data() + p * q;
      const std::int32_t s = queried[static_cast<std::size_t>(p)], c = label_of(s);
      const std::vector<double> &all = lengths[static_cast<std::size_t>(c)];
      const auto [low, high] = std::equal_range(all.begin(), all.end(), list[q - 1].distance);
      const double rank = static_cast<double>((low - all.begin()) + (high - all.begin())) / 2 /
                          static_cast<double>(all.size());
      Rows others;
      for (Index h = 0; h < q; ++h)
        if (label_of(list[h].index) != c) others.push_back(label_of(list[h].index));
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
      for (const std::int32_t d : others) {
        Border &border = found[std::minmax(c, d)];
        border.ranks += rank;
        ++border.points;
      }
    }
    return found;
  }

  // Of each cluster with points: the first of them, the mean around it, the variances.
  void find_moments() {
    for (const Rows &rows : members_) {
      Dense<double> &found = moments_.emplace_back(run_.memory, rows.empty() ? 0 : 3, X_.columns);
      const auto n = static_cast<double>(rows.size());
      for (Index j = 0; !rows.empty() && j < X_.columns; ++j)
        found(0, j) = X_.dense().value(rows.front(), j);
      each_value(rows, [&](Index j, double x) { found(1, j) += (x - found(0, j)) / n; });
      each_value(rows, [&](Index j, double x) {
        const double off = x - found(0, j) - found(1, j);
        found(2, j) += off * off / n;
      });
    }
  }

  // visit(j, x) for all values of some rows: of each feature, in their order.
  template <class Visit>
  void each_value(const Rows &rows, const Visit &visit) const {
    constexpr Index width = 64;
    const Index step = std::max<Index>(1, values_per_look / std::max<Index>(X_.columns, 1));
    for (Index first = 0; first < std::ssize(rows); first += step) {
      run_.monitor.check();
      const Index last = std::min<Index>(first + step, std::ssize(rows));
      run_.pool.blocks(X_.columns, width, [&](Index begin, Index end) {
        for (Index r = first; r < last; ++r)
          for (Index j = begin; j < end; ++j)
            visit(j, X_.dense().value(rows[static_cast<std::size_t>(r)], j));
      });
    }
  }

  // The variance of the points of cluster c along w.
  double variance_along(const double *w, std::size_t c) const {
    constexpr Index width = 8, loaded = 128;  // sums side by side
    const Rows &rows = members_[c];
    const Dense<double> &moments = moments_[c];
    double sum = 0;
    for (const std::int32_t i : rows) {
      std::array<double, width> parts{};
      std::array<double, loaded> x;
      for (Index begin = 0; begin < X_.columns; begin += loaded) {
        const Index end = std::min(begin + loaded, X_.columns);
        load(X_.dense(), i, begin, end, x.data());
        for (Index j = begin; j < end; ++j)
          parts[static_cast<std::size_t>(j % width)] +=
              w[j] * (x[static_cast<std::size_t>(j - begin)] - moments(0, j) - moments(1, j));
      }
      const double at = std::accumulate(parts.begin(), parts.end(), 0.0);
      sum += at * at / static_cast<double>(rows.size());
    }
    return sum;
  }

  // w: memory of a row.
  double gain_of(std::size_t a, std::size_t b, double *w) const {
    const double n = static_cast<double>(members_[a].size() + members_[b].size()),
                 p = static_cast<double>(members_[a].size()) / n, q = 1 - p,
                 entropy = -p * std::log(p) - q * std::log(q);
    const Dense<double> &A = moments_[a], &B = moments_[b];
    double apart = 0, total = 0, squares = 0, of_a = 0, of_b = 0;
    for (Index j = 0; j < X_.columns; ++j) {
      w[j] = A(0, j) - B(0, j) + (A(1, j) - B(1, j));
      apart += w[j] * w[j];
      const double all = p * A(2, j) + q * B(2, j) + p * q * w[j] * w[j];
      total += all;
      squares += all * all;
      of_a += A(2, j);
      of_b += B(2, j);
    }
    if (!(total > 0) || !std::isfinite(squares)) return 0;
    const auto gain = [&](double one, double other, double both) {
      const double least = 1e-12 * both;
      return (std::log(both) - p * std::log(std::max(one, least)) -
              q * std::log(std::max(other, least))) /
             2;
    };
    double most = total * total / squares * gain(of_a, of_b, total);
    if (apart > 0) {
      const double one = variance_along(w, a) / apart, other = variance_along(w, b) / apart,
                   both = p * one + q * other + p * q * apart;
      most = std::max(most, gain(one, other, both));
    }
    return most > entropy ? 1 - entropy / most : 0;
  }

  DataView<double> X_;
  std::size_t k_;
  Rows rows_;  // of the sample
  ExecutionContext &run_;
  Rows label_;                 // of rows_
  std::vector<Rows> members_;  // of each cluster: rows of X
  std::vector<Dense<double>> moments_;
};

}  // namespace

std::vector<double> point_separations(const DataView<double> &X, const Array<std::int32_t> &labels,
                                      Index k, ExecutionContext &run) {
  return Separations(X, labels, k, run).find();
}

double smallest_separation(const DataView<double> &X, const Array<std::int32_t> &labels, Index k,
                           ExecutionContext &run) {
  std::vector<bool> has_points(static_cast<std::size_t>(k));
  for (const std::int32_t label : labels)
    if (label >= 0) has_points[static_cast<std::size_t>(label)] = true;
  if (std::find(has_points.begin(), has_points.end(), false) != has_points.end()) return 0;
  // Without points in the sample: not a number.
  double least = std::numeric_limits<double>::infinity();
  for (const double one : point_separations(X, labels, k, run))
    if (!std::isnan(one)) least = std::min(least, one);
  return std::isfinite(least) ? least : 0;
}

}  // namespace manifact
