// Documents for the tests of the graph, and their neighbors by a slow, obvious search that the fast
// ones must equal bitwise.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ostream>
#include <vector>

#include "graph/neighbors/neighbors.hpp"
#include "support/numbers.hpp"

namespace manifact {

struct Near {
  std::int32_t index;
  double cosine;
  bool operator==(const Near &) const = default;
  friend void PrintTo(const Near &near, std::ostream *out) {
    *out << near.index << " (" << near.cosine << ")";
  }
};
using Lists = std::vector<std::vector<Near>>;

inline Lists lists_of(const Neighbors &neighbors) {
  Lists lists(static_cast<std::size_t>(neighbors.n));
  for (std::int64_t i = 0; i < neighbors.n; ++i)
    for (std::int64_t q = 0; q < neighbors.count[i]; ++q)
      lists[static_cast<std::size_t>(i)].push_back(
          {neighbors.index[i * neighbors.p + q], neighbors.cosine[i * neighbors.p + q]});
  return lists;
}

// As neighbors.hpp defines it: products added in the order of the columns. (A product with a zero
// changes no sum.)
inline Lists plain_neighbors(const Plain &Y, const Plain &X, std::int64_t p, bool same) {
  const auto square = [](const Plain &A, std::int64_t i) {
    const double *const a = A.row(i);
    double sum = 0;
    for (std::int64_t c = 0; c < A.columns; ++c) sum += a[c] * a[c];
    return sum;
  };
  std::vector<double> squares;
  for (std::int64_t j = 0; j < X.rows; ++j) squares.push_back(square(X, j));
  Lists lists;
  for (std::int64_t i = 0; i < Y.rows; ++i) {
    const double own = square(Y, i);
    const double *const y = Y.row(i);
    std::vector<std::int64_t> columns;
    for (std::int64_t c = 0; c < Y.columns; ++c)
      if (y[c] != 0) columns.push_back(c);
    const std::int64_t *const first = columns.data(), *const last = first + columns.size();
    std::vector<Near> list;
    for (std::int64_t j = 0; j < X.rows; ++j) {
      const double *const x = X.row(j);
      double dot = 0;
      for (const std::int64_t *c = first; c != last; ++c) dot += y[*c] * x[*c];
      if (dot > 0 && !(same && i == j))
        list.push_back(
            {static_cast<std::int32_t>(j),
             std::min(1.0, dot / std::sqrt(own * squares[static_cast<std::size_t>(j)]))});
    }
    const auto most = static_cast<std::ptrdiff_t>(
        std::min<std::size_t>(list.size(), static_cast<std::size_t>(p)));
    std::partial_sort(list.begin(), list.begin() + most, list.end(),
                      [](const Near &a, const Near &b) {
                        return a.cosine > b.cosine || (a.cosine == b.cosine && a.index < b.index);
                      });
    list.resize(static_cast<std::size_t>(most));
    lists.push_back(std::move(list));
  }
  return lists;
}

inline SearchRequest approximate(double recall = 0.95, std::uint64_t seed = 0) {
  return {.kind = SearchKind::approximate, .recall = recall, .seed = seed};
}

// The share of the true neighbors that were found; a neighbor of equal cosine counts.
inline double recall(const Lists &right, const Lists &got) {
  double sum = 0, rows = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (right[i].empty()) continue;
    std::int64_t hits = 0;
    for (const Near &near : got[i]) hits += near.cosine >= right[i].back().cosine ? 1 : 0;
    sum += static_cast<double>(hits) / static_cast<double>(right[i].size());
    ++rows;
  }
  return sum / rows;
}

// The values rounded to T.
template <class T>
Plain rounded_to(Plain X) {
  for (double &x : X.values) x = static_cast<double>(static_cast<T>(x));
  return X;
}

// `block`: documents per block, 0 for one block.
inline Lists found(const Plain &X, std::int64_t p, std::int64_t threads = 1,
                   std::int64_t block = 0) {
  Host host(threads);
  return lists_of(
      nearest_neighbors(data(csr<double>(X, host.memory).view()), p, host.run, {.block = block}));
}

// Texts: column c with probability proportional to 1 / c, about `length` features a row, weights
// like tf-idf, topics of 50 rows. Long and short lists, so that all code paths are used.
inline Plain texts(std::int64_t rows, std::int64_t columns, double length, std::uint64_t seed) {
  Rng rng(seed, 5);
  Plain X(rows, columns);
  double harmonic = 0;
  for (std::int64_t c = 1; c <= columns; ++c) harmonic += 1 / static_cast<double>(c);
  std::vector<double> shares;
  for (std::int64_t c = 0; c < columns; ++c)
    shares.push_back(std::min(0.9, length / harmonic / static_cast<double>(c + 1)));
  const double *const share = shares.data();
  for (std::int64_t i = 0; i < rows; ++i) {
    double *const row = X.row(i);
    const std::int64_t topic = i / 50 % 40;
    for (std::int64_t c = 0; c < columns; ++c) {
      const double often = share[c];
      if (rng.uniform() < (c % 40 == topic ? std::min(0.9, 6 * often) : often))
        row[c] = -std::log(often) * static_cast<double>(1 + rng.below(3));
    }
  }
  return X;
}

// Whole numbers from `low` to `high`, zeros included: many exact ties.
inline Plain whole_numbers(std::int64_t rows, std::int64_t columns, std::int64_t low,
                           std::int64_t high, std::uint64_t seed) {
  Rng rng(seed, 6);
  Plain X(rows, columns);
  for (double &x : X.values) x = static_cast<double>(low + rng.below(high - low + 1));
  return X;
}

// Row i becomes row order[i] of X.
inline Plain permuted_rows(const Plain &X, const std::vector<std::int64_t> &order) {
  Plain Y(static_cast<std::int64_t>(order.size()), X.columns);
  for (std::int64_t i = 0; i < Y.rows; ++i)
    std::copy_n(X.row(order[static_cast<std::size_t>(i)]), X.columns, Y.row(i));
  return Y;
}

inline std::vector<std::int64_t> shuffled(std::int64_t n, std::uint64_t seed) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  Rng rng(seed, 8);
  for (std::int64_t i = n - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(rng.below(i + 1))]);
  return order;
}

}  // namespace manifact
