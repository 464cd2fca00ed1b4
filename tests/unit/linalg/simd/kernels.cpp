// linalg/simd/kernels: every instruction set agrees with plain loops for every width, and keeps the
// padding zero.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "linalg/simd/kernels.hpp"
#include "support/instruction_sets.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

template <class T>
struct Variant {
  const char *name;
  const Kernels<T> *kernels;
};

template <class T>
std::vector<Variant<T>> variants() {
  const auto of = [](const Kernels<float> &f, const Kernels<double> &d) -> const Kernels<T> * {
    if constexpr (sizeof(T) == 4)
      return &f;
    else
      return &d;
  };
  std::vector<Variant<T>> all{{"baseline", of(baseline::kernels_float, baseline::kernels_double)}};
#if defined(MANIFACT_X86_KERNELS)
  if (has_avx2()) all.push_back({"avx2", of(avx2::kernels_float, avx2::kernels_double)});
  if (has_avx512()) all.push_back({"avx512", of(avx512::kernels_float, avx512::kernels_double)});
#endif
  return all;
}

template <class T>
struct KernelsOf : testing::Test {
  const std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  std::uint64_t seed = 0;

  // Entries in (-1, 1).
  Dense<T> signed_random(std::int64_t rows, std::int64_t columns) {
    Plain A = random_plain(rows, columns, ++seed);
    for (double &x : A.values) x = 2 * x - 1;
    return dense<T>(A, memory);
  }
  Dense<T> positive_random(std::int64_t rows, std::int64_t columns) {
    return dense<T>(random_plain(rows, columns, ++seed), memory);
  }

  // Each entry of `got`, padding included, is sum_t term(i, c, t) up to the rounding of that many
  // additions.
  template <class Term>
  static void expect_sums(const Dense<T> &got, std::int64_t terms, const Term &term,
                          const std::string &what) {
    for (std::int64_t i = 0; i < got.rows(); ++i)
      for (std::int64_t c = 0; c < got.stride(); ++c) {
        double right = 0, size = 0;
        for (std::int64_t t = 0; t < terms && c < got.columns(); ++t) {
          const double x = term(i, c, t);
          right += x;
          size += std::fabs(x);
        }
        const double tolerance =
            static_cast<double>(terms + 4) * std::numeric_limits<T>::epsilon() * size;
        ASSERT_NEAR(static_cast<double>(got(i, c)), right, tolerance)
            << what << ": row " << i << ", column " << c;
      }
  }
};

using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(KernelsOf, Types);

// check(kernels, columns, name) for each instruction set and each number of columns.
template <class T, class Check>
void for_all_widths(const Check &check) {
  for (const Variant<T> &variant : variants<T>())
    for (std::int64_t columns = 1; columns <= 100; ++columns)
      check(*variant.kernels, columns,
            std::string(variant.name) + ", " + std::to_string(columns) + " columns");
}

TYPED_TEST(KernelsOf, best_set_is_chosen) {
  EXPECT_EQ(&kernels<TypeParam>(), variants<TypeParam>().back().kernels);
}

TYPED_TEST(KernelsOf, sparse_times_dense) {
  using T = TypeParam;
  const Csr<T> A = csr<T>(random_plain(37, 29, 5, 0.3), this->memory);
  const Plain full = plain(A.view());
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    const Dense<T> B = this->signed_random(A.columns, columns);
    for (const auto &range :
         {std::pair<std::int64_t, std::int64_t>{0, 37}, {5, 18}, {36, 37}, {9, 9}}) {
      const std::int64_t begin = range.first, end = range.second;
      Dense<T> out = this->signed_random(end - begin, columns);  // the old content does not matter
      kernels.spmm(A.indptr.data(), A.indices.data(), A.values.data(), begin, end, {B.data()},
                   B.stride(), out.data());
      this->expect_sums(
          out, A.columns,
          [&](auto i, auto c, auto j) { return full(begin + i, j) * static_cast<double>(B(j, c)); },
          what);
    }
  });
}

TYPED_TEST(KernelsOf, sparse_times_dense_in_two_parts) {
  using T = TypeParam;
  const Csr<T> A = csr<T>(random_plain(23, 29, 6, 0.3), this->memory);
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    const Dense<T> B = this->signed_random(A.columns, columns);
    const auto product = [&](SplitRows<T> rows) {
      Dense<T> out(this->memory, A.rows, columns);
      kernels.spmm(A.indptr.data(), A.indices.data(), A.values.data(), 0, A.rows, rows, B.stride(),
                   out.data());
      return std::vector<T>(out.data(), out.data() + out.size());
    };
    const std::vector<T> expected = product({B.data()});
    for (const std::int64_t first : {0, 1, 17, 29}) {
      const std::vector<T> rest(B.data() + first * B.stride(), B.data() + B.size());
      EXPECT_EQ(product({B.data(), first, rest.data()}), expected) << what << ", " << first;
    }
  });
}

TYPED_TEST(KernelsOf, transpose_times_dense) {
  using T = TypeParam;
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    for (const std::int64_t rows : {1, 2, 7, 31}) {
      const Dense<T> A = this->signed_random(rows, (columns * 7) % 23 + 1),
                     B = this->signed_random(rows, columns);
      Dense<T> C = this->signed_random(A.stride(), columns);
      kernels.gram(A.data(), A.stride(), B.data(), B.stride(), rows, C.data());
      this->expect_sums(
          C, rows,
          [&](auto a, auto c, auto i) {
            return static_cast<double>(A(i, a)) * static_cast<double>(B(i, c));
          },
          what);
    }
  });
}

TYPED_TEST(KernelsOf, dense_times_small) {
  using T = TypeParam;
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    for (const std::int64_t rows : {1, 3, 4, 5, 11}) {
      const Dense<T> A = this->signed_random(rows, (columns * 5) % 19 + 1),
                     M = this->signed_random(A.columns(), columns);
      Dense<T> out = this->signed_random(rows, columns);
      kernels.times(A.data(), A.stride(), A.columns(), M.data(), M.stride(), rows, out.data());
      this->expect_sums(
          out, A.columns(),
          [&](auto i, auto c, auto l) {
            return static_cast<double>(A(i, l)) * static_cast<double>(M(l, c));
          },
          what);
    }
  });
}

// Threads divide the rows in blocks: the bits of a row are the same in each.
TYPED_TEST(KernelsOf, a_row_has_the_same_bits_in_any_block) {
  using T = TypeParam;
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    const std::int64_t rows = 7;
    const Dense<T> A = this->signed_random(rows, 17), M = this->signed_random(17, columns);
    Dense<T> all = this->signed_random(rows, columns), alone = this->signed_random(1, columns);
    kernels.times(A.data(), A.stride(), 17, M.data(), M.stride(), rows, all.data());
    for (std::int64_t i = 0; i < rows; ++i) {
      kernels.times(A.row(i), A.stride(), 17, M.data(), M.stride(), 1, alone.data());
      for (std::int64_t c = 0; c < columns; ++c)
        ASSERT_EQ(all(i, c), alone(0, c)) << what << ": row " << i << ", column " << c;
    }
  });
}

TYPED_TEST(KernelsOf, scaling_by_row_and_column) {
  using T = TypeParam;
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    const std::int64_t rows = 7;
    const Dense<T> A = this->signed_random(rows, columns), factor = this->signed_random(1, columns),
                   start = this->signed_random(rows, columns);
    const Dense<T> weight = this->signed_random(1, rows);
    for (const bool by_row : {false, true})
      for (const bool by_column : {false, true}) {
        const auto product = [&](auto i, auto c) {
          return static_cast<double>(A(i, c)) * (by_row ? static_cast<double>(weight(0, i)) : 1) *
                 (by_column ? static_cast<double>(factor(0, c)) : 1);
        };
        Dense<T> out = this->signed_random(rows, columns);
        kernels.scale(A.data(), by_column ? factor.data() : nullptr,
                      by_row ? weight.data() : nullptr, rows, A.stride(), out.data());
        this->expect_sums(
            out, 1, [&](auto i, auto c, auto) { return product(i, c); }, what + ", scale");
        if (!by_column) continue;  // add_scaled always has factors
        out = start.copy();
        kernels.add_scaled(out.data(), A.data(), factor.data(), by_row ? weight.data() : nullptr,
                           rows, A.stride());
        this->expect_sums(
            out, 2,
            [&](auto i, auto c, auto t) {
              return t == 0 ? static_cast<double>(start(i, c)) : product(i, c);
            },
            what + ", add_scaled");
      }
  });
}

TYPED_TEST(KernelsOf, scaling_in_place) {
  using T = TypeParam;
  for (const Variant<T> &variant : variants<T>()) {
    const Dense<T> before = this->signed_random(5, 11), factor = this->signed_random(1, 11);
    Dense<T> A = before.copy();
    variant.kernels->scale(A.data(), factor.data(), nullptr, A.rows(), A.stride(), A.data());
    this->expect_sums(
        A, 1,
        [&](auto i, auto c, auto) {
          return static_cast<double>(before(i, c)) * static_cast<double>(factor(0, c));
        },
        variant.name);
  }
}

TYPED_TEST(KernelsOf, rows_are_transformed) {
  using T = TypeParam;
  const std::vector<double> shift = random_plain(1, 37, 40).values,
                            spread = random_plain(1, 37, 41).values,
                            reals = random_plain(1, 37, 42).values;
  const std::vector<float> singles(reals.begin(), reals.end());
  for (const Variant<T> &variant : variants<T>())
    for (std::size_t columns = 0; columns <= 37; ++columns)
      for (const bool shifted : {false, true}) {
        const double *const s = shifted ? shift.data() : nullptr, *const d = shifted ? spread.data()
                                                                                     : nullptr;
        std::vector<T> from_singles(38, 7), from_reals(38, 7);
        const auto count = static_cast<std::int64_t>(columns);
        variant.kernels->transform_singles(singles.data(), s, d, 0.3, count, from_singles.data());
        variant.kernels->transform_reals(reals.data(), s, d, 0.3, count, from_reals.data());
        for (std::size_t j = 0; j < 38; ++j) {
          const auto right = [&](double a) {
            if (j >= columns) return T{7};
            return static_cast<T>((shifted ? (a - shift[j]) / spread[j] : a) * 0.3);
          };
          EXPECT_EQ(from_singles[j], j < 37 ? right(static_cast<double>(singles[j])) : T{7});
          EXPECT_EQ(from_reals[j], j < 37 ? right(reals[j]) : T{7});
        }
      }
}

// The quotients have the bits of two divisions, also of numbers that the fast way cannot divide.
TYPED_TEST(KernelsOf, rows_are_divided_twice) {
  using T = TypeParam;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> plain = random_plain(1, 4000, 43).values;
  std::vector<double> divisors = {1,
                                  3,
                                  0x1.fffffffffffffp0,
                                  0x1.fffffffffffffp-1,
                                  0x1.0000000000001p0,
                                  1e-310,
                                  1e-300,
                                  1e300,
                                  infinity};
  for (int d = 0; d < 60; ++d)
    divisors.push_back(1 + std::fabs(plain[static_cast<std::size_t>(d)]));
  for (const Variant<T> &variant : variants<T>())
    for (std::size_t d = 0; d < divisors.size(); ++d) {
      const double s = divisors[d], t = divisors[(d * 7 + 1) % divisors.size()];
      const auto expect_divided = [&](const std::vector<double> &x, const char *what) {
        std::vector<T> out(x.size() + 1, 7);
        variant.kernels->divide_twice(x.data(), s, t, static_cast<std::int64_t>(x.size()),
                                      out.data());
        std::size_t different = 0;
        for (std::size_t e = 0; e < x.size(); ++e) {
          const auto right = static_cast<T>(x[e] / s / t);
          different += std::memcmp(&out[e], &right, sizeof(T)) != 0 ? 1 : 0;
        }
        EXPECT_EQ(different, 0U) << variant.name << ", " << what << " over " << s << " and " << t;
        EXPECT_EQ(out.back(), T{7});
      };
      expect_divided(plain, "plain numbers");
      std::vector<double> near;  // quotients near those of few digits
      for (int e = 1; e <= 400; ++e)
        for (const double step : {-0x1p-52, 0.0, 0x1p-52})
          near.push_back((1 + e * 0x1p-9) * std::min(s, 1e100) * std::min(t, 1e100) * (1 + step));
      expect_divided(near, "near quotients");
      expect_divided({1, 0, -0.0, -1, 3}, "zeros");
      expect_divided({1, 0, -0.0, 5e-324, 1e-310, 3}, "subnormal numbers");
      expect_divided({1, infinity, 1e308, -1e308, 2}, "large numbers");
      expect_divided({}, "nothing");
    }
}

TYPED_TEST(KernelsOf, sums_of_products_by_column) {
  using T = TypeParam;
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    for (const std::int64_t rows : {1, 2, 33}) {
      const Dense<T> A = this->signed_random(rows, columns), B = this->signed_random(rows, columns),
                     weight = this->signed_random(1, rows);
      for (const bool weighted : {false, true}) {
        Dense<T> sums = this->signed_random(1, columns);
        kernels.column_dots(A.data(), B.data(), weighted ? weight.data() : nullptr, rows,
                            A.stride(), sums.data());
        this->expect_sums(
            sums, rows,
            [&](auto, auto c, auto i) {
              return static_cast<double>(A(i, c)) * static_cast<double>(B(i, c)) *
                     (weighted ? static_cast<double>(weight(0, i)) : 1);
            },
            what);
      }
    }
  });
}

TYPED_TEST(KernelsOf, quotient_with_floors) {
  using T = TypeParam;
  for_all_widths<T>([&](const Kernels<T> &kernels, std::int64_t columns, const std::string &what) {
    const std::int64_t rows = 9;
    const Dense<T> V = this->positive_random(rows, columns),
                   num = this->positive_random(rows, columns),
                   den = this->positive_random(rows, columns);
    std::vector<T> largest;  // by row
    for (std::int64_t i = 0; i < rows; ++i)
      largest.push_back(*std::max_element(den.row(i), den.row(i) + columns));
    // Nearly no floor; an absolute one; one relative to the largest denominator of the row.
    for (const auto &[absolute, relative] :
         {std::pair<T, T>{T(1e-30), T(0)}, {T(0.4), T(0)}, {T(1e-30), T(0.7)}, {T(0.3), T(0.2)}}) {
      Dense<T> got = V.copy();
      kernels.quotient(got.data(), num.data(), den.data(), rows, V.stride(), absolute, relative);
      const auto right = [&, absolute = absolute, relative = relative](auto i, auto c, auto) {
        const T most = largest[static_cast<std::size_t>(i)];
        return static_cast<double>(V(i, c)) * static_cast<double>(num(i, c)) /
               static_cast<double>(std::max({den(i, c), absolute, relative * most}));
      };
      this->expect_sums(got, 1, right, what);
    }
  });
}

TYPED_TEST(KernelsOf, quotient_of_a_zero_row_is_zero) {
  using T = TypeParam;
  for (const Variant<T> &variant : variants<T>()) {
    Dense<T> V = this->positive_random(1, 5);
    const Dense<T> zero(this->memory, 1, 5);
    variant.kernels->quotient(V.data(), zero.data(), zero.data(), 1, V.stride(),
                              std::numeric_limits<T>::min(), T(1e-16));
    EXPECT_EQ(plain(V), Plain(1, 5)) << variant.name;
  }
}

// Single precision: an entry of no consequence beside its row becomes zero before its products are
// subnormal; a small row as a whole stays.
TYPED_TEST(KernelsOf, quotient_clears_vanishing_entries_of_single_precision) {
  using T = TypeParam;
  constexpr bool single = sizeof(T) == sizeof(float);
  const T tiny = T(0x1p-70), small = T(0x1p-50);
  for (const Variant<T> &variant : variants<T>()) {
    Dense<T> V(this->memory, 2, 5), one(this->memory, 2, 5);
    for (Index c = 0; c < 5; ++c) {
      V(0, c) = c == 0 ? T{1} : c == 1 ? small : tiny;
      V(1, c) = c == 0 ? tiny : tiny / 2;
      one(0, c) = one(1, c) = 1;
    }
    const Dense<T> before = V.copy();
    variant.kernels->quotient(V.data(), one.data(), one.data(), 2, V.stride(),
                              std::numeric_limits<T>::min(), T(0));
    for (Index c = 0; c < 5; ++c) {
      EXPECT_EQ(V(0, c), single && c > 1 ? T{0} : before(0, c)) << variant.name;
      EXPECT_EQ(V(1, c), before(1, c)) << variant.name;
    }
  }
}

}  // namespace
}  // namespace manifact
