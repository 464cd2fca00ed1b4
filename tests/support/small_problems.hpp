// Small problems from a seed, fits of them by the public API, and how far two fits differ.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

#include "support/corpus.hpp"

namespace support {

// The seeds of a run: MANIFACT_SEEDS=COUNT or FIRST:COUNT, otherwise 1 to `usual`.
inline std::vector<uint64_t> seeds(uint64_t usual) {
  uint64_t first = 1, count = usual;
  if (const char *const given = std::getenv("MANIFACT_SEEDS"); given != nullptr) {
    const std::string text = given;
    const std::size_t colon = text.find(':');
    if (colon != std::string::npos) first = std::stoull(text);
    count = std::stoull(colon == std::string::npos ? text : text.substr(colon + 1));
  }
  std::vector<uint64_t> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

using Random = std::mt19937_64;

// Less than `bound`; the same with every standard library.
inline int64_t below(Random &random, int64_t bound) {
  return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
}

enum class Kind { table, centered, counts };  // positive, of both signs, sparse counts

// Groups that are far from each other. All values are multiples of 2^-10, so that shifts and
// products by powers of two are exact.
struct SmallProblem {
  int64_t n = 0, m = 0, k = 0;
  bool sparse = false;
  std::vector<double> values = {};
  // The group of each document, the same with errors, and the groups of the first documents.
  std::vector<int32_t> truth = {}, start = {}, known = {};
};

inline SmallProblem small_problem(uint64_t seed, Kind kind) {
  Random random(seed * 7919 + static_cast<uint64_t>(kind));
  SmallProblem p;
  p.sparse = kind == Kind::counts;
  p.k = 2 + below(random, 3);
  p.n = p.k * 6 + below(random, 12);
  p.m = 3 + below(random, 6) + p.k * (p.sparse ? 4 : 1);
  for (int64_t i = 0; i < p.n; ++i)
    p.truth.push_back(static_cast<int32_t>(
        i < 2 * p.k ? i % p.k : std::min(below(random, p.k), below(random, p.k))));
  for (int64_t i = 0; i < p.n; ++i)
    for (int64_t j = 0; j < p.m; ++j) {
      const bool own = j % p.k == p.truth[static_cast<std::size_t>(i)];
      const double noise = static_cast<double>(below(random, 1536)) / 1024;
      p.values.push_back(!p.sparse ? (own ? 5 : 1) + noise - (kind == Kind::centered ? 3 : 0)
                         : own     ? static_cast<double>(below(random, 6) + (j < p.k ? 1 : 0))
                                   : static_cast<double>(below(random, 5) == 0));
    }
  p.start = p.truth;
  for (int32_t &label : p.start)
    if (below(random, 8) == 0) label = static_cast<int32_t>(below(random, p.k));
  p.known.assign(p.truth.begin(), p.truth.begin() + 2 * p.k);
  p.known.resize(static_cast<std::size_t>(p.n), -1);
  return p;
}

struct SmallFit {
  int status = MANIFACT_OK;
  std::string message = {};
  int64_t k = 0;
  std::vector<int32_t> labels = {};
  std::vector<double> memberships = {}, history = {};
};

inline bool takes_start(manifact_context *context, const std::string &method,
                        const SmallProblem &p) {
  return manifact_solver_set_start_labels(solver(context, method).get(), p.start.data(), p.n) ==
         MANIFACT_OK;
}

// Methods with labels get the known groups.
inline void give_groups(manifact_context *context, manifact_solver *solver, const SmallProblem &p) {
  if (manifact_method_uses_option(manifact_solver_method(solver), "propagation-solver") ==
      MANIFACT_FALSE)
    return;
  manifact_constraints *known = nullptr;
  EXPECT_EQ(manifact_constraints_create(context, p.n, p.known.data(), nullptr, nullptr, nullptr, 0,
                                        &known),
            MANIFACT_OK);
  EXPECT_EQ(manifact_solver_set_constraints(solver, known), MANIFACT_OK);
  manifact_constraints_free(known);
}

inline SmallFit fit_small(const std::string &method, const SmallProblem &p,
                          const Settings &settings, bool starts_given) {
  const Context context = support::context();
  const Matrix X = matrix(context.get(), p.n, p.m, p.values, p.sparse);
  const Solver s = solver(context.get(), method, used(method, settings));
  if (starts_given) {
    EXPECT_EQ(manifact_solver_set_start_labels(s.get(), p.start.data(), p.n), MANIFACT_OK);
  }
  give_groups(context.get(), s.get(), p);
  manifact_model *out = nullptr;
  SmallFit found{.status = manifact_solver_fit(s.get(), X.get(), p.k, &out)};
  found.message = manifact_solver_message(s.get());
  const Model model(out);
  if (out == nullptr) return found;
  found.k = manifact_model_clusters(out);
  found.labels = labels(out);
  found.memberships = memberships(out);
  found.history = history(out);
  return found;
}

// How far two fits differ; the clusters of the second are numbered like those of the first.
struct Difference {
  double labels = 1, memberships = INFINITY, history = INFINITY;  // history: the objective
  bool same_bits = false;
};

inline double largest(const std::vector<double> &values) {
  double most = 0;
  for (const double x : values) most = std::fmax(most, std::fabs(x));
  return most;
}

// Whether the two largest memberships of document i are equal up to rounding.
inline bool ties(const SmallFit &fit, std::size_t i) {
  const auto k = static_cast<std::size_t>(fit.k);
  std::vector<double> row(fit.memberships.begin() + static_cast<std::ptrdiff_t>(i * k),
                          fit.memberships.begin() + static_cast<std::ptrdiff_t>((i + 1) * k));
  std::sort(row.rbegin(), row.rend());
  return k > 1 && row[0] - row[1] <= 1e-9 * row[0];
}

// Document i of a is document place[i] of b. Memberships are compared as shares of the largest of
// their fit, objectives as shares of the first.
inline Difference difference(const SmallFit &a, SmallFit b, const std::vector<int64_t> &place) {
  Difference d;
  if (a.k != b.k) return d;
  const auto k = static_cast<std::size_t>(a.k);
  const double most = largest(a.memberships), unit = most / largest(b.memberships);
  if (std::isfinite(unit) && unit != 1)
    for (double &x : b.memberships) x *= unit;
  std::vector<std::size_t> to(k);
  std::iota(to.begin(), to.end(), 0U);
  do {
    double worst = 0, others = 0;
    bool same = true;
    for (std::size_t i = 0; i < place.size(); ++i) {
      const auto j = static_cast<std::size_t>(place[i]);
      const int32_t x = a.labels[i], y = b.labels[j];
      const bool other =
          x < 0 || y < 0 ? x != y : to[static_cast<std::size_t>(x)] != static_cast<std::size_t>(y);
      others += other && !ties(a, i);
      for (std::size_t c = 0; c < k; ++c) {
        const double v = a.memberships[i * k + c], w = b.memberships[j * k + to[c]];
        worst = std::fmax(worst, std::fabs(v - w) / most);
        same = same && !other && std::memcmp(&v, &w, sizeof v) == 0;
      }
    }
    d.labels = std::fmin(d.labels, others / static_cast<double>(place.size()));
    d.memberships = std::fmin(d.memberships, worst);
    d.same_bits = d.same_bits || same;
  } while (std::next_permutation(to.begin(), to.end()));
  if (a.history.size() != b.history.size()) return d;
  d.history = 0;
  for (std::size_t t = 0; t < a.history.size(); ++t)
    d.history =
        std::fmax(d.history, std::fabs(a.history[t] / a.history[0] - b.history[t] / b.history[0]));
  return d;
}

}  // namespace support
