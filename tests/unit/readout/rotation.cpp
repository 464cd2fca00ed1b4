// readout/rotation and the orthogonal factor that it uses.
#include "readout/rotation.hpp"

#include <set>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

struct Factored {
  Plain R;
  double sum;
};

Factored factored(const Plain &E) {
  Host host;
  Dense<double> A = dense<double>(E, host.memory), R(host.memory, E.rows, E.rows);
  const double sum = orthogonal_factor(A, R, host.run);
  return {plain(R), sum};
}

// A random orthogonal matrix.
Plain turned(std::int64_t k, std::uint64_t seed) {
  Plain E = random_plain(k, k, seed);
  for (double &x : E.values) x -= 0.5;
  return factored(E).R;
}

double trace(const Plain &A) {
  double sum = 0;
  for (std::int64_t i = 0; i < A.rows; ++i) sum += A(i, i);
  return sum;
}

TEST(OrthogonalFactor, gives_the_largest_trace_of_all_orthogonal_matrices) {
  for (const std::int64_t k : {1, 2, 3, 7, 20}) {
    const Plain E = random_plain(k, k, static_cast<std::uint64_t>(k) + 3);
    const Factored f = factored(E);
    EXPECT_LT(largest(transposed(f.R) * f.R - identity(k)), 1e-13);
    EXPECT_NEAR(trace(E * f.R), f.sum, 1e-12 * f.sum);
    for (std::uint64_t seed = 1; seed < 20; ++seed)
      EXPECT_LE(trace(E * turned(k, seed)), f.sum * (1 + 1e-12));
    Plain Q = transposed(E) * E;  // the singular values in another way
    std::vector<double> squares(static_cast<std::size_t>(k));
    Host host;
    ASSERT_TRUE(symmetric_eigen(k, Q.values.data(), squares.data(), host.run));
    double sum = 0;
    for (const double s : squares) sum += std::sqrt(std::fmax(s, 0));
    EXPECT_NEAR(f.sum, sum, 1e-6 * sum);
  }
}

TEST(OrthogonalFactor, is_orthogonal_for_matrices_without_full_rank) {
  Plain one(4, 4), zero(3, 3);
  for (std::int64_t i = 0; i < 4; ++i) one(2, i) = 1.0 + static_cast<double>(i);
  for (const Plain &E : {one, zero}) {
    const Factored f = factored(E);
    EXPECT_LT(largest(transposed(f.R) * f.R - identity(E.rows)), 1e-13);
    EXPECT_NEAR(trace(E * f.R), f.sum, 1e-13);
  }
  EXPECT_NEAR(factored(one).sum, std::sqrt(30.0), 1e-13);
}

// Rows near the axes, rotated by a random orthogonal matrix.
struct Turned {
  Plain Z;
  std::vector<std::int32_t> labels;
};

Turned near_axes(std::int64_t n, std::int64_t k, double noise, std::uint64_t seed) {
  Turned t{Plain(n, k), {}};
  const Plain errors = random_plain(n, k, seed);
  for (std::int64_t i = 0; i < n; ++i) {
    t.labels.push_back(static_cast<std::int32_t>(i * 5 % 11 % k));
    for (std::int64_t c = 0; c < k; ++c)
      t.Z(i, c) = noise * (errors(i, c) - 0.5) + (c == t.labels.back() ? 1 : 0);
  }
  t.Z = t.Z * turned(k, seed + 1);
  return t;
}

std::set<std::pair<std::int32_t, std::int32_t>> pairs(const std::vector<std::int32_t> &a,
                                                      const Array<std::int32_t> &b) {
  std::set<std::pair<std::int32_t, std::int32_t>> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.emplace(a[i], b[static_cast<std::int64_t>(i)]);
  return all;
}

Rotation rotated(const Plain &Z, std::int64_t starts = 5, std::int64_t threads = 1,
                 const Array<std::int32_t> *order = nullptr) {
  Host host(threads);
  return rotate_to_partition(dense<double>(Z, host.memory), starts, Rng(5), host.run, order);
}

TEST(Rotation, finds_the_partition_whatever_the_basis) {
  for (const std::int64_t k : {1, 2, 3, 4}) {
    const Turned t = near_axes(60, k, 0.5, static_cast<std::uint64_t>(k));
    const Rotation found = rotated(t.Z);
    EXPECT_EQ(pairs(t.labels, found.labels).size(), static_cast<std::size_t>(k));
    EXPECT_LT(largest(transposed(plain(found.R)) * plain(found.R) - identity(k)), 1e-13);
    const Rotation other = rotated(t.Z * turned(k, 99));
    EXPECT_EQ(listed(found.labels), listed(other.labels));
    EXPECT_NEAR(found.objective, other.objective, 1e-11 * found.objective);
  }
}

TEST(Rotation, labels_are_the_arg_max_of_the_turned_rows_and_the_objective_their_sum) {
  const Turned t = near_axes(80, 4, 1.5, 8);
  const Rotation found = rotated(t.Z);
  Host host;
  const Plain unit = plain(unit_rows(dense<double>(t.Z, host.memory), host.run)),
              ZR = unit * plain(found.R);
  Plain E(4, 4);
  for (std::int64_t i = 0; i < 80; ++i) {
    for (std::int64_t c = 0; c < 4; ++c) EXPECT_LE(ZR(i, c), ZR(i, found.labels[i]));
    for (std::int64_t c = 0; c < 4; ++c) E(found.labels[i], c) += unit(i, c);
  }
  EXPECT_NEAR(factored(E).sum, found.objective, 1e-10);
}

TEST(Rotation, more_starts_are_never_worse_and_threads_change_nothing) {
  const Turned t = near_axes(200, 6, 3, 21);
  double before = 0;
  for (const std::int64_t starts : {1, 2, 5, 20}) {
    const Rotation one = rotated(t.Z, starts), two = rotated(t.Z, starts, 3);
    EXPECT_GE(one.objective, before);
    before = one.objective;
    EXPECT_EQ(one.objective, two.objective);
    EXPECT_EQ(listed(one.labels), listed(two.labels));
    EXPECT_EQ(plain(one.R), plain(two.R));
  }
}

TEST(Rotation, rows_of_zeros_have_no_label_and_no_effect) {
  Turned t = near_axes(40, 3, 0.5, 4);
  const Rotation all = rotated(t.Z);
  Plain more(44, 3);
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t c = 0; c < 3; ++c) more(i, c) = t.Z(i, c);
  more(43, 1) = 1e-14;  // negligible
  const Rotation found = rotated(more, 40);
  for (std::int64_t i = 40; i < 44; ++i) EXPECT_EQ(found.labels[i], -1);
  EXPECT_EQ(pairs(t.labels, found.labels).size(), 3u);
  EXPECT_NEAR(found.objective, all.objective, 1e-10);
  const Rotation none = rotated(Plain(5, 2));
  EXPECT_EQ(listed(none.labels), std::vector<std::int32_t>(5, -1));
}

TEST(Rotation, an_empty_cluster_leaves_an_orthogonal_matrix) {
  Plain Z(10, 3);  // in a plane: there are only two clusters
  for (std::int64_t i = 0; i < 10; ++i) Z(i, i % 2) = 1;
  const Rotation found = rotated(Z);
  EXPECT_LT(largest(transposed(plain(found.R)) * plain(found.R) - identity(3)), 1e-13);
  EXPECT_EQ(std::set<std::int32_t>(found.labels.begin(), found.labels.end()).size(), 2u);
}

TEST(Rotation, the_order_of_the_rows_decides_nothing_when_it_is_given) {
  const Turned t = near_axes(90, 4, 3, 31);
  Host host;
  Array<std::int32_t> straight(host.memory, 90), turned_order(host.memory, 90);
  Plain shuffled(90, 4);
  for (std::int64_t i = 0; i < 90; ++i) {
    const std::int64_t to = i * 37 % 90;
    straight[i] = static_cast<std::int32_t>(i);
    turned_order[i] = static_cast<std::int32_t>(to);
    for (std::int64_t c = 0; c < 4; ++c) shuffled(to, c) = t.Z(i, c);
  }
  const Rotation a = rotated(t.Z, 3, 1, &straight), b = rotated(shuffled, 3, 1, &turned_order);
  for (std::int64_t i = 0; i < 90; ++i) EXPECT_EQ(a.labels[i], b.labels[i * 37 % 90]) << i;
}

}  // namespace
}  // namespace manifact
