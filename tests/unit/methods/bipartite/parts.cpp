// methods/bipartite: update kernels, small Gram systems, the start from singular vectors, clusters
// of features in a file.
#include <cmath>
#include <limits>

#include "linalg/dense/products.hpp"
#include "linalg/dense/small_systems.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/bipartite/start.hpp"
#include "model/file/model_file.hpp"
#include "reference/bipartite.hpp"
#include "support/expect_error.hpp"

namespace manifact {
namespace {

template <class T>
struct UpdateKernels : testing::Test {
  static std::vector<const Kernels<T> *> sets() {
    if constexpr (sizeof(T) == 4)
      return {&kernels<T>(), &baseline::kernels_float};
    else
      return {&kernels<T>(), &baseline::kernels_double};
  }
  Host host;
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(UpdateKernels, Types);

TYPED_TEST(UpdateKernels, root_quotient_is_its_formula_and_zeros_stay) {
  using T = TypeParam;
  const T floor = std::numeric_limits<T>::min();
  Plain V = random_plain(7, 5, 1), A = signed_plain(7, 5, 2), num = random_plain(7, 5, 3),
        den = random_plain(7, 5, 4);
  V(0, 0) = num(0, 1) = den(0, 1) = A(0, 1) = 0;  // a zero factor; 0 / 0
  V(1, 1) = den(1, 1) = 0;                        // would be 0 times infinity
  A(1, 1) = 3;
  for (const Kernels<T> *set : this->sets())
    for (const bool with_A : {true, false}) {
      Dense<T> got = dense<T>(V, this->host.memory);
      set->root_quotient(got.data(), with_A ? dense<T>(A, this->host.memory).data() : nullptr,
                         dense<T>(num, this->host.memory).data(),
                         dense<T>(den, this->host.memory).data(), 7, got.stride(), floor);
      for (std::int64_t i = 0; i < 7; ++i)
        for (std::int64_t c = 0; c < 5; ++c) {
          const double a = with_A ? A(i, c) : 0, up = num(i, c) + std::fmax(a, 0),
                       down = den(i, c) + std::fmax(-a, 0);
          const double want = V(i, c) == 0 || up == 0 ? 0 : V(i, c) * std::sqrt(up / down);
          EXPECT_NEAR(static_cast<double>(got(i, c)), want,
                      8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * want)
              << i << " " << c;
        }
    }
}

// Row by row and column by column, directly from the formula.
TYPED_TEST(UpdateKernels, descent_on_many_rows_is_the_descent_on_each) {
  using T = TypeParam;
  for (const Kernels<T> *set : this->sets())
    for (const bool with_extra : {false, true})
      for (const std::int64_t k : {1, 2, 3, 7, 8, 30})
        for (const std::int64_t rows : {1, 5, 16, 33, 64, 65}) {
          const Plain B = random_plain(2 * k, k, 9), P = signed_plain(rows, k, 10);
          Plain V = random_plain(rows, k, 11), A = transposed(B) * B, extra = V;
          const double low = with_extra ? 1e-3 : 0;
          for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t c = 0; c < k; ++c)  // column 5 stays in each other row
              extra(i, c) = c == 5 && i % 2 == 0 ? -static_cast<double>(static_cast<T>(A(c, c)))
                            : with_extra         ? static_cast<double>(i + c) / 7
                                                 : 0;
          Dense<T> got = dense<T>(V, this->host.memory);
          Array<T> scratch(this->host.memory, Kernels<T>::descend_scratch * k);
          set->descend_rows(got.data(), dense<T>(P, this->host.memory).data(),
                            dense<T>(A, this->host.memory).data(),
                            with_extra ? dense<T>(extra, this->host.memory).data() : nullptr,
                            static_cast<T>(low), rows, k, got.stride(), 2, scratch.data());
          for (int pass = 0; pass < 2; ++pass)
            for (std::int64_t i = 0; i < rows; ++i)
              for (std::int64_t c = 0; c < k; ++c) {
                const double more = with_extra ? extra(i, c) : 0, q = A(c, c) + more;
                double gradient = more * V(i, c) - P(i, c);
                for (std::int64_t l = 0; l < k; ++l) gradient += V(i, l) * A(l, c);
                const bool stays = with_extra && c == 5 && i % 2 == 0;
                V(i, c) = std::fmax(low, stays ? V(i, c) : V(i, c) - gradient / q);
              }
          EXPECT_LE(relative_error(plain(got), V), sizeof(T) == 8 ? 1e-12 : 2e-4)
              << k << " x " << rows;
        }
}

TEST(GramSystems, regular_ones_are_solved_without_a_ridge) {
  Host host;
  for (const std::int64_t k : {1, 3, 10, 30}) {
    const Plain F = random_plain(2 * k + 3, k, 3), A = transposed(F) * F, R = signed_plain(k, 4, 5),
                H = random_plain(9, 4, 6), B = transposed(H) * H;
    const Dense<double> Y = solve_core(dense<double>(A, host.memory), dense<double>(R, host.memory),
                                       dense<double>(B, host.memory), host.run);
    EXPECT_LE(relative_error(A * plain(Y) * B, R), 1e-11) << k;
    EXPECT_LE(relative_error(A * plain(inverse_of_gram(dense<double>(A, host.memory), host.run)),
                             identity(k)),
              1e-10)
        << k;
  }
}

// Every least-squares solution has the same fit; the pseudo-inverse gives a finite one.
TEST(GramSystems, repeated_and_zero_columns_give_the_fit_of_the_others) {
  Host host;
  Plain F = random_plain(12, 5, 7);
  for (std::int64_t i = 0; i < 12; ++i) {
    F(i, 3) = 2 * F(i, 1);  // repeated
    F(i, 4) = 0;
  }
  const Plain x = signed_plain(12, 1, 8), A = transposed(F) * F;
  GramSolver solver(dense<double>(A, host.memory), host.run);
  EXPECT_TRUE(solver.singular());
  std::vector<double> y = (transposed(F) * x).values;
  solver.solve(y.data());
  EXPECT_EQ(y[4], 0);
  const Plain fitted = [&] {
    Plain Y(5, 1);
    Y.values = y;
    return F * Y;
  }();
  const Plain normal = transposed(F) * (fitted - x);  // the residual is orthogonal to the columns
  EXPECT_LE(largest(normal), 1e-9);
  EXPECT_GT(condition_of_gram(dense<double>(A, host.memory), host.run), 1e12);
}

TEST(GramSystems, condition_is_that_of_unit_columns) {
  Host host;
  const Plain A = [] {
    Plain a(3, 3);
    a.values = {4, 2, 0, 2, 4, 0, 0, 0, 0};  // unit diagonal: 1, 0.5; the zero column takes no part
    return a;
  }();
  EXPECT_NEAR(condition_of_gram(dense<double>(A, host.memory), host.run), 3, 1e-12);
}

TEST(GramSystems, what_is_not_finite_is_a_numerical_error) {
  Host host;
  Plain A(2, 2);
  A.values = {1, 0, 0, std::numeric_limits<double>::infinity()};
  expect_error(Status::numerics, "not finite",
               [&] { GramSolver(dense<double>(A, host.memory), host.run); });
}

// Of X = u p' + v q' with orthogonal, non-negative vectors the parts are the vectors.
TEST(SingularStart, non_negative_singular_vectors_are_found_as_they_are) {
  Host host;
  Plain X(8, 6);
  for (std::int64_t i = 0; i < 8; ++i)
    for (std::int64_t j = 0; j < 6; ++j)
      if ((i < 4) == (j < 3))
        X(i, j) = (i < 4 ? 3 : 1) * static_cast<double>(1 + i % 4) * static_cast<double>(1 + j % 3);
  const Csr<double> sparse = csr<double>(X, host.memory);
  const Options options = options_of("nmf");
  const Problem<double> problem{.X = sparse.view(),
                                .graph = nullptr,
                                .unit_rows = false,
                                .k = 2,
                                .options = options,
                                .run = host.run};
  const auto [V, U] = singular_parts(problem, Data<double>(sparse.view(), host.run), 0, Rng(3));
  EXPECT_LE(relative_error(plain(V) * transposed(plain(U)), X), 1e-6);
  const auto [filled, other] =
      singular_parts(problem, Data<double>(sparse.view(), host.run), 0.01, Rng(3));
  for (const Plain &factor : {plain(filled), plain(other)})
    for (const double x : factor.values) EXPECT_GT(x, 0);
}

TEST(SingularStart, more_clusters_than_singular_values_are_left_empty_or_filled) {
  Host host;
  const Csr<double> X = csr<double>(random_plain(9, 3, 5), host.memory);
  const Options options = options_of("nmf");
  const Problem<double> problem{.X = X.view(),
                                .graph = nullptr,
                                .unit_rows = false,
                                .k = 5,
                                .options = options,
                                .run = host.run};
  const auto [V, U] = singular_parts(problem, Data<double>(X.view(), host.run), 0, Rng(3));
  for (std::int64_t i = 0; i < 9; ++i) EXPECT_EQ(V(i, 4), 0);
  for (const double x : plain(U).values) EXPECT_TRUE(std::isfinite(x) && x >= 0);
}

class FeatureSections : public testing::Test {
 protected:
  FeatureSections() {
    model.n = 4;
    model.m = 3;
    model.k = 2;
    model.features.l = 2;
    model.features.memberships = numbers({1, 0, 0, 1, 0.5, 0.25});
    model.features.core = numbers({1, 2, 3, 4});
    model.features.mass = numbers({5, 6, 7, 8});
    model.features.labels = Array<std::int32_t>(memory, 3);
    model.features.labels[1] = 1;
    model.features.labels[2] = -1;
  }

  Array<double> numbers(std::vector<double> values) const {
    Array<double> array(memory, static_cast<std::int64_t>(values.size()));
    std::copy(values.begin(), values.end(), array.begin());
    return array;
  }

  FeatureClusters reread() const {
    ArchiveWriter writer;
    put_features(writer, model);
    std::string bytes;
    writer.finish([&](const void *data, std::size_t size) {
      bytes.append(static_cast<const char *>(data), size);
      return true;
    });
    const ArchiveReader reader(bytes.data(), bytes.size(), "test");
    EXPECT_TRUE(has_features(reader));
    return read_features(reader, model, memory);
  }

  const std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  Model model;
};

TEST_F(FeatureSections, are_read_back_unchanged) {
  const FeatureClusters read = reread();
  EXPECT_EQ(read.l, 2);
  EXPECT_EQ(listed(read.memberships), listed(model.features.memberships));
  EXPECT_EQ(listed(read.core), listed(model.features.core));
  EXPECT_EQ(listed(read.mass), listed(model.features.mass));
  EXPECT_EQ(listed(read.labels), listed(model.features.labels));
  EXPECT_EQ(listed(read.sizes), (std::vector<std::int64_t>{1, 1}));
}

TEST_F(FeatureSections, that_do_not_fit_the_model_are_refused) {
  model.features.labels[0] = 2;
  expect_error(Status::corrupt, "feature label 0 is out of range", [&] { reread(); });
  model.features.labels[0] = -2;
  expect_error(Status::corrupt, "feature label 0 is out of range", [&] { reread(); });
  model.features.labels[0] = 0;
  model.features.core[1] = std::nan("");
  expect_error(Status::corrupt, "'core'", [&] { reread(); });
  model.features.core[1] = 2;
  model.features.memberships[0] = std::numeric_limits<double>::infinity();
  expect_error(Status::corrupt, "'G'", [&] { reread(); });
}

}  // namespace
}  // namespace manifact
