// linalg/eigen/symmetric_eigen: all eigenpairs, or the largest, of a dense symmetric matrix,
// compared with LAPACK.

#include <sys/wait.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "linalg/eigen/symmetric_eigen.hpp"
#include "reference/spectrum.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

Plain symmetric(std::int64_t n, std::uint64_t seed) {
  const Plain A = random_plain(n, n, seed);
  Plain S = A + transposed(A);
  for (double &x : S.values) x -= 1;
  return S;
}

// The columns of Q satisfy the definition of an eigenvector and are orthonormal.
void expect_eigenpairs(const Plain &A, const Plain &Q, const std::vector<double> &values,
                       const std::string &what) {
  const double size = std::fmax(largest(A), 1e-300), n = static_cast<double>(A.rows);
  EXPECT_TRUE(std::is_sorted(values.rbegin(), values.rend())) << what;
  EXPECT_LT(largest(((1 / size) * A) * Q - (1 / size) * scaled({}, Q, values)), 4e-15 * n + 1e-14)
      << what;
  Plain QQ = transposed(Q) * Q;
  for (std::int64_t c = 0; c < QQ.rows; ++c) QQ(c, c) -= 1;
  EXPECT_LT(largest(QQ), 1e-15 * n + 2e-15) << what;
}

struct Pairs {
  Plain Q;
  std::vector<double> values;
  bool operator==(const Pairs &) const = default;
};

Pairs all_of(const Plain &A, Host &host) {
  Pairs pairs{A, std::vector<double>(static_cast<std::size_t>(A.rows))};
  EXPECT_TRUE(symmetric_eigen(A.rows, pairs.Q.values.data(), pairs.values.data(), host.run));
  return pairs;
}

Pairs largest_of(const Plain &A, std::int64_t count, Host &host) {
  Dense<double> square = Tridiagonal::square(A.rows, host.memory);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t j = 0; j <= i; ++j) square(i, j) = A(i, j);
  Pairs pairs{Plain(A.rows, count), std::vector<double>(static_cast<std::size_t>(count))};
  const Dense<double> Z =
      largest_of_symmetric(A.rows, std::move(square), count, pairs.values.data(), host.run);
  EXPECT_EQ(Z.rows(), count);
  for (std::int64_t i = 0; i < A.rows && !Z.empty(); ++i)
    for (std::int64_t c = 0; c < count; ++c) pairs.Q(i, c) = Z(c, i);
  return pairs;
}

// By both algorithms, some eigenpairs and all of them.
void expect_solved(const Plain &A, const std::string &what) {
  Host host;
  const std::vector<double> right = spectrum_by_lapack(A);
  const double size = std::fmax(std::fabs(right.front()), std::fabs(right.back()));
  const Pairs all = all_of(A, host);
  expect_eigenpairs(A, all.Q, all.values, what);
  for (const std::int64_t count : {std::int64_t{1}, std::min<std::int64_t>(7, A.rows), A.rows}) {
    const Pairs some = largest_of(A, count, host);
    expect_eigenpairs(A, some.Q, some.values, what + ", " + std::to_string(count));
    for (std::size_t c = 0; c < some.values.size(); ++c) {
      EXPECT_NEAR(some.values[c] / size, right[c] / size, 1e-13) << what << c;
      EXPECT_NEAR(all.values[c] / size, right[c] / size, 1e-13) << what << c;
    }
  }
}

TEST(SymmetricEigen, vectors_are_orthonormal_and_satisfy_the_definition_at_every_size) {
  // Sizes around whole tiles, panels, blocks of reflections and the thresholds between algorithms.
  for (const std::int64_t n : {1,  2,  3,  4,  7,  8,  9,  15, 16, 17,  23,  24,  25,  31,  32, 33,
                               39, 40, 41, 47, 48, 49, 63, 64, 65, 100, 127, 128, 129, 200, 301}) {
    if (support::is_sanitized && n > 129) continue;  // time
    expect_solved(symmetric(n, static_cast<std::uint64_t>(n)), "n = " + std::to_string(n));
  }
}

TEST(SymmetricEigen, only_the_lower_triangle_counts) {
  Host host;
  const Plain A = symmetric(50, 2);
  Dense<double> square = Tridiagonal::square(50, host.memory);
  for (std::int64_t i = 0; i < 50; ++i)
    for (std::int64_t j = 0; j < 50; ++j) square(i, j) = j <= i ? A(i, j) : 7;
  double values[50];
  const Dense<double> Z = largest_of_symmetric(50, std::move(square), 50, values, host.run);
  EXPECT_EQ(std::vector<double>(values, values + 50), largest_of(A, 50, host).values);
}

TEST(SymmetricEigen, entries_of_many_magnitudes) {
  for (const std::int64_t n : {20, 70}) {
    const Plain A = symmetric(n, 3);
    std::vector<double> falling, rising, mixed;
    for (std::int64_t i = 0; i < n; ++i) {
      falling.push_back(std::pow(10, -12.0 * static_cast<double>(i) / static_cast<double>(n)));
      mixed.push_back(
          std::pow(10, -150.0 * static_cast<double>(i * 7 % n) / static_cast<double>(n)));
    }
    rising.assign(falling.rbegin(), falling.rend());
    for (const auto &weights : {falling, rising, mixed})
      expect_solved(scaled(weights, A, weights), "graded " + std::to_string(weights[1]));
  }
}

TEST(SymmetricEigen, repeated_and_zero_eigenvalues) {
  for (const std::int64_t n : {5, 30, 120}) {
    Plain I(n, n), few = I;
    for (std::int64_t i = 0; i < n; ++i) I(i, i) = 1, few(i, i) = static_cast<double>(i % 3);
    expect_solved(I, "identity");
    expect_solved(few, "diagonal of three values");
    const Plain B = random_plain(n, 3, 4);
    expect_solved(B * transposed(B), "rank 3");
    // The same matrix in another basis: H A H with a reflection H.
    const Plain u = random_plain(n, 1, 5);
    const Plain H = I - (2 / inner(u, u)) * (u * transposed(u));
    Plain hidden = H * few * H;
    hidden = 0.5 * (hidden + transposed(hidden));
    expect_solved(hidden, "hidden");
    Host host;
    EXPECT_EQ(all_of(Plain(n, n), host).values,
              std::vector<double>(static_cast<std::size_t>(n), 0.0));
    expect_eigenpairs(Plain(n, n), all_of(Plain(n, n), host).Q,
                      std::vector<double>(static_cast<std::size_t>(n), 0.0), "zero");
  }
}

// The first ten split the eigenspace of the eigenvalue 0, of dimension n - 2, some vectors of which
// MRRR does not find.
TEST(SymmetricEigen, some_of_a_hub_and_its_leaves) {
  for (const std::int64_t n : {301, 500}) {
    Host host;
    Plain A(n, n);
    for (std::int64_t i = 1; i < n; ++i)
      A(i, 0) = A(0, i) = 1 / std::sqrt(static_cast<double>(n - 1));
    const Pairs found = largest_of(A, 10, host), all = largest_of(A, n, host);
    EXPECT_NEAR(found.values[0], 1, 1e-12);
    for (std::size_t c = 1; c < 10; ++c) EXPECT_NEAR(found.values[c], 0, 1e-12);
    for (std::int64_t c = 0; c < 10; ++c) {
      double product = 0;
      for (std::int64_t i = 0; i < n; ++i) product += found.Q(i, c) * all.Q(i, c);
      const double sign = product < 0 ? -1 : 1;  // either is right, and processors differ in it
      for (std::int64_t i = 0; i < n; ++i)
        EXPECT_NEAR(found.Q(i, c), sign * all.Q(i, c), 1e-10)
            << "not those of all pairs, but what QL iteration finds in ten times as long";
    }
    const Plain R = A * found.Q - scaled({}, found.Q, found.values);
    EXPECT_LT(largest(R), 1e-12);
  }
}

// Wilkinson's matrices, whose eigenvalues agree in pairs to rounding, glued together by tiny
// entries: the hardest case for MRRR. Where it fails, QL iteration is used.
TEST(SymmetricEigen, tridiagonal_matrices_as_they_are) {
  for (const double glue : {0.0, 1e-14, 1e-9, 1.0}) {
    constexpr std::int64_t one = 21, n = 10 * one;
    Plain A(n, n);
    for (std::int64_t i = 0; i < n; ++i) {
      A(i, i) = std::fabs(static_cast<double>(i % one - one / 2));
      if (i + 1 < n) A(i, i + 1) = A(i + 1, i) = (i + 1) % one == 0 ? glue : 1;
    }
    expect_solved(A, "glued by " + std::to_string(glue));
  }
}

TEST(SymmetricEigen, every_scale) {
  for (const double size : {1e-300, 1e-150, 1e-30, 1e30, 1e150, 1e300})
    for (const std::int64_t n : {8, 40}) {
      Host host;
      const Plain A = symmetric(n, 3);
      const Pairs pairs = all_of(size * A, host);
      std::vector<double> values = pairs.values;
      for (double &x : values) x /= size;
      expect_eigenpairs(A, pairs.Q, values, "size " + std::to_string(std::log10(size)));
    }
}

TEST(SymmetricEigen, a_matrix_that_is_not_finite_is_refused) {
  for (const double bad : {std::nan(""), static_cast<double>(INFINITY)})
    for (const std::int64_t n : {4, 40}) {
      Plain A = symmetric(n, 1);
      A(2, 1) = A(1, 2) = bad;
      std::vector<double> values(static_cast<std::size_t>(n));
      Host host;
      EXPECT_FALSE(symmetric_eigen(n, A.values.data(), values.data(), host.run));
    }
}

// Large enough for several tasks in a product: from 1024 rows on.
TEST(SymmetricEigen, does_not_depend_on_the_threads) {
  Host one(1), two(2), three(3);
  const Plain A = symmetric(support::all_or_few(1100, 1056), 6);
  const Pairs right = largest_of(A, 12, one);
  EXPECT_EQ(largest_of(A, 12, one), right);
  EXPECT_EQ(largest_of(A, 12, two), right);
  EXPECT_EQ(largest_of(A, 12, three), right);
  const Plain B = symmetric(130, 7);
  EXPECT_EQ(all_of(B, three), all_of(B, one));
}

// FNV-1a of the bits of the eigenpairs.
std::uint64_t bits_of(const Pairs &pairs) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::vector<double> *numbers : {&pairs.values, &pairs.Q.values})
    for (const double x : *numbers)
      hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3u;
  return hash;
}

// Run by the next test in a process whose BLAS was loaded with a given number of threads: there is
// no other way to set the number without affecting the whole test process.
TEST(SymmetricEigen, DISABLED_prints_the_hash_of_its_bits) {
  Host host;
  const Plain A = symmetric(600, 6);
  std::printf("bits %llx %llx\n", static_cast<unsigned long long>(bits_of(largest_of(A, 12, host))),
              static_cast<unsigned long long>(bits_of(all_of(A, host))));
}

constexpr int cannot_execute = 126;  // of a shell

// The line of that test, and what the shell returned, or -1.
std::string reported_bits(const std::string &blas_threads, int &status) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = "OPENBLAS_NUM_THREADS=" + blas_threads +
                              " OMP_NUM_THREADS=" + blas_threads + " '" + program +
                              "' --gtest_also_run_disabled_tests "
                              "--gtest_filter=SymmetricEigen.DISABLED_prints_the_hash_of_its_bits";
  std::FILE *const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string bits;
  char line[256];
  while (std::fgets(line, sizeof line, pipe) != nullptr)
    if (std::string_view(line).starts_with("bits ")) bits = line;
  const int ended = pclose(pipe);
  status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  return bits;
}

TEST(SymmetricEigen, does_not_depend_on_the_threads_of_the_blas) {
  int status = 0;
  const std::string one = reported_bits("1", status);
  if (status == cannot_execute) GTEST_SKIP() << "an emulator runs this program, no shell does";
  ASSERT_EQ(status, 0);
  ASSERT_FALSE(one.empty());
  EXPECT_EQ(reported_bits("2", status), one);
  EXPECT_EQ(status, 0);
}

TEST(SymmetricEigen, a_thousand_rows_against_lapack) {
  Host host(2);
  // Beyond the rows of which all eigenpairs are computed (300); the test of the threads has more.
  const Plain A = symmetric(support::all_or_few(1000, 520), 8);
  const std::vector<double> right = spectrum_by_lapack(A);
  const Pairs found = largest_of(A, 22, host);
  expect_eigenpairs(A, found.Q, found.values, "1000");
  for (std::size_t c = 0; c < 22; ++c)
    EXPECT_NEAR(found.values[c], right[c], 1e-12 * right[0]) << c;
}

TEST(SymmetricEigen, is_cancelled_on_request) {
  Host host;
  host.monitor.cancel = true;
  EXPECT_THROW(all_of(symmetric(100, 1), host), Error);
}

}  // namespace
}  // namespace manifact
