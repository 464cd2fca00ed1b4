// linalg/dense/small_systems: min_{v >= 0} v'A v - 2 b'v. Convex, so the KKT conditions prove a
// solution: v >= 0, A v - b >= 0, v (A v - b) = 0.
#include "linalg/dense/small_systems.hpp"
#include "reference/nnls.hpp"

namespace manifact {
namespace {

const std::shared_ptr<Memory> memory = std::make_shared<Memory>();

// A = F'F + ridge I of `rank` random rows; b with both signs.
NnlsProblem random_problem(std::int64_t k, std::int64_t rank, double ridge, std::uint64_t seed) {
  Plain F = random_plain(rank, k, seed);
  for (double &x : F.values) x -= 0.3;
  NnlsProblem p{transposed(F) * F, {}};
  for (std::int64_t c = 0; c < k; ++c) p.A(c, c) += ridge;
  Rng rng(seed, 5);
  for (std::int64_t c = 0; c < k; ++c) p.b.push_back(2 * rng.uniform() - 1);
  return p;
}

// One solver solves many problems: state left by an earlier one (and by v) must not matter.
std::vector<double> solved(Nnls &nnls, const NnlsProblem &p) {
  std::vector<double> v(p.b.size(), 7);
  EXPECT_TRUE(nnls.solve(p.A.values.data(), p.b.data(), v.data()));
  return v;
}

void expect_optimal(const NnlsProblem &p, const std::vector<double> &v, double tolerance,
                    const std::string &what) {
  const std::vector<double> g = gradient(p, v);
  for (std::size_t c = 0; c < v.size(); ++c) {
    EXPECT_GE(v[c], 0) << what;
    EXPECT_GE(g[c], -tolerance) << what << ": entry " << c << " could grow";
    if (v[c] > 0) {
      EXPECT_LE(g[c], tolerance) << what << ": entry " << c << " could shrink";
    }
  }
}

TEST(Nnls, equals_brute_force_over_all_active_sets) {
  for (std::int64_t k = 1; k <= 6; ++k) {
    Nnls nnls(k, memory);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const NnlsProblem p =
          random_problem(k, k + 3, 0.05, 100 * seed + static_cast<std::uint64_t>(k));
      const std::vector<double> v = solved(nnls, p), right = best_by_force(p);
      for (std::size_t c = 0; c < v.size(); ++c)
        EXPECT_NEAR(v[c], right[c], 1e-9) << "k " << k << ", seed " << seed;
    }
  }
}

TEST(Nnls, kkt_conditions_hold) {
  for (const std::int64_t k : {1, 2, 5, 10, 20, 40}) {
    Nnls nnls(k, memory);
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const NnlsProblem p = random_problem(k, 2 * k, 1e-3, seed);
      expect_optimal(p, solved(nnls, p), 1e-10, "k " + std::to_string(k));
    }
  }
}

TEST(Nnls, many_unknowns) {
  const std::int64_t k = 200;
  Nnls nnls(k, memory);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const NnlsProblem p = random_problem(k, k + 20, 1e-2, seed);
    const std::vector<double> v = solved(nnls, p);
    expect_optimal(p, v, 1e-9, "k 200");
    EXPECT_GT(std::count_if(v.begin(), v.end(), [](double x) { return x > 0; }), 10)
        << "a problem that tests something";
  }
}

// As in assignment: with fewer documents than clusters M has low rank, except for the ridge of
// 1e-12.
TEST(Nnls, nearly_singular_systems_are_solved) {
  for (const std::int64_t k : {3, 8, 20}) {
    Nnls nnls(k, memory);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      NnlsProblem p = random_problem(k, std::max<std::int64_t>(1, k / 2), 1e-12, seed);
      // b in the range of A; otherwise the objective would be unbounded.
      const Plain x = random_plain(k, 1, seed);
      p.b = (p.A * x).values;
      expect_optimal(p, solved(nnls, p), 1e-8,
                     "k " + std::to_string(k) + ", seed " + std::to_string(seed));
    }
  }
}

TEST(Nnls, scale_does_not_matter) {
  Nnls nnls(5, memory);
  const NnlsProblem p = random_problem(5, 9, 0.1, 3);
  const std::vector<double> v = solved(nnls, p);
  for (const double scale : {1e-150, 1e-20, 1e20, 1e150}) {
    NnlsProblem q{scale * p.A, p.b};
    for (double &x : q.b) x *= scale;
    const std::vector<double> w = solved(nnls, q);
    for (std::size_t c = 0; c < v.size(); ++c) EXPECT_NEAR(w[c], v[c], 1e-12) << scale;
  }
}

TEST(Nnls, nothing_to_gain_gives_zeros) {
  Nnls nnls(4, memory);
  NnlsProblem p = random_problem(4, 6, 0.1, 4);
  p.b = {0, -1, -1e-3, -5};
  EXPECT_EQ(solved(nnls, p), (std::vector<double>{0, 0, 0, 0}));
}

TEST(Nnls, unconstrained_solution_is_kept_when_positive) {
  Nnls nnls(3, memory);
  NnlsProblem p{Plain(3, 3), {4, 6, 4}};
  p.A.values = {2, 1, 0, 1, 2, 1, 0, 1, 2};  // times (1, 2, 1)
  const std::vector<double> v = solved(nnls, p);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(v[c], c == 1 ? 2 : 1, 1e-14);
}

// A = F'F and b = F'y, so that there is a minimum. Columns of F repeat others, are multiples of
// them or zero.
NnlsProblem singular_problem(std::int64_t k, std::int64_t rank, int kind, std::uint64_t seed) {
  Plain F = random_plain(rank, k, seed);
  for (double &x : F.values) x -= 0.3;
  for (std::int64_t c = 1; c < k; c += 2)
    for (std::int64_t r = 0; r < rank; ++r) {
      const double factors[] = {1, 0, 1e-4, 3, -1};
      F(r, c) = factors[kind] * F(r, c - 1);
    }
  const Plain y = random_plain(rank, 1, seed + 1000);
  return {transposed(F) * F, (transposed(F) * y).values};
}

TEST(Nnls, singular_systems_have_the_minimum_of_brute_force) {
  for (int kind = 0; kind < 5; ++kind)
    for (std::int64_t k = 2; k <= 7; ++k) {
      Nnls nnls(k, memory);
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const std::string what = "kind " + std::to_string(kind) + ", k " + std::to_string(k) +
                                 ", seed " + std::to_string(seed);
        const NnlsProblem p = singular_problem(k, 1 + k / 3, kind, seed);
        const std::vector<double> v = solved(nnls, p);
        expect_optimal(p, v, 1e-8, what);
        EXPECT_LE(value(p, v), value(p, best_by_force(p)) + 1e-8) << what;
        EXPECT_EQ(solved(nnls, p), v) << what;
      }
    }
}

// As from a fit in float: by rounding, A is indefinite and b is outside its range.
TEST(Nnls, indefinite_by_rounding) {
  int indefinite = 0;
  for (const std::int64_t k : {2, 3, 6, 15, 40}) {
    Nnls nnls(k, memory);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      NnlsProblem p = singular_problem(k, 1 + k / 4, static_cast<int>(seed % 5), seed);
      for (double &x : p.A.values) x = static_cast<double>(static_cast<float>(x));
      for (double &x : p.b) x = static_cast<double>(static_cast<float>(x));
      const std::vector<double> v = solved(nnls, p);
      const double most = *std::max_element(v.begin(), v.end());
      expect_optimal(p, v, 1e-5 * (1 + most), "k " + std::to_string(k));
      std::vector<double> L = p.A.values;
      indefinite += cholesky_factor(L.data(), k) ? 0 : 1;
    }
  }
  EXPECT_GT(indefinite, 100) << "problems that test something";
}

TEST(Nnls, scale_does_not_matter_to_singular_systems) {
  Nnls nnls(6, memory);
  for (int kind = 0; kind < 5; ++kind) {
    const NnlsProblem p = singular_problem(6, 3, kind, 8);
    const std::vector<double> v = solved(nnls, p);
    for (const int exponent : {-900, -500, 500, 900}) {
      NnlsProblem q = p;
      for (double &x : q.A.values) x = std::ldexp(x, exponent);
      for (double &x : q.b) x = std::ldexp(x, exponent);
      EXPECT_EQ(solved(nnls, q), v) << "kind " << kind << ", times 2^" << exponent;
    }
  }
}

// Not a Gram matrix: v'A v - 2 b'v is unbounded below. Variables that cannot be freed stay 0.
TEST(Nnls, without_a_minimum_the_result_is_finite) {
  Nnls nnls(2, memory);
  const std::vector<double> b = {1, 1};
  const auto of = [&](std::vector<double> values) {
    NnlsProblem p{Plain(2, 2), b};
    p.A.values = std::move(values);
    return solved(nnls, p);
  };
  EXPECT_EQ(of({0, 0, 0, 0}), (std::vector<double>{0, 0}));
  EXPECT_EQ(of({-1, 0, 0, -1}), (std::vector<double>{0, 0}));
  EXPECT_EQ(of({1, -3, -3, 1}), (std::vector<double>{1, 0}));
  EXPECT_EQ(of({0, 0, 0, 4}), (std::vector<double>{0, 0.25}));
}

TEST(Nnls, a_solution_beyond_all_numbers_is_refused) {
  Nnls nnls(1, memory);
  const double A[] = {1e-200}, b[] = {1e200};
  double v[1];
  EXPECT_FALSE(nnls.solve(A, b, v)) << v[0];
}

TEST(Nnls, what_is_not_finite_is_refused) {
  Nnls nnls(2, memory);
  double v[2];
  for (const double bad :
       {static_cast<double>(NAN), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    const double A[] = {2, 1, 1, 2}, b[] = {1, 1};
    for (std::size_t e = 0; e < 4; ++e) {
      double broken[4];
      std::copy(A, A + 4, broken);
      broken[e] = bad;
      EXPECT_FALSE(nnls.solve(broken, b, v)) << bad << " at " << e;
    }
    const double broken_b[] = {1, bad};
    EXPECT_FALSE(nnls.solve(A, broken_b, v)) << bad;
  }
  const double A[] = {2, 1, 1, 2}, b[] = {1, 1};
  EXPECT_TRUE(nnls.solve(A, b, v)) << "good again after the bad";
  EXPECT_NEAR(v[0], 1.0 / 3, 1e-15);
}

TEST(Nnls, rows_are_solved_like_single_problems) {
  Host host(3);
  constexpr std::int64_t rows = 70, k = 5;
  const NnlsProblem one = random_problem(k, k + 3, 0.05, 4);
  Plain B = random_plain(rows, k, 6);
  for (double &x : B.values) x -= 0.4;
  Dense<double> V(host.memory, rows, k);
  solve_nnls_rows(dense<double>(one.A, host.memory), dense<double>(B, host.memory), V, host.run);
  Nnls nnls(k, memory);
  for (std::int64_t i = 0; i < rows; ++i) {
    NnlsProblem p = one;
    for (std::int64_t c = 0; c < k; ++c) p.b[static_cast<std::size_t>(c)] = B(i, c);
    const std::vector<double> v = solved(nnls, p);
    for (std::int64_t c = 0; c < k; ++c)
      EXPECT_NEAR(V(i, c), v[static_cast<std::size_t>(c)], 1e-9) << i;
  }
}

}  // namespace
}  // namespace manifact
