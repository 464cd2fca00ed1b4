// model/predict/assign against its formula (docs/topics/assign.md) with dense matrices and brute
// force, for every weighting of documents and edges. M = W'K'W, k'_j = g' g_j x_j.x',
// g' = (x'.(sum of the training rows) + x'.x')^-power:
//
//   v' = argmin_{v >= 0}  v (M + lambda sum(s) I) v' - 2 v (W'k' + lambda V's)
//   appendix B: s_j / (g' g_j), sum(s) / g'^2
#include "model/predict/memberships.hpp"
#include "reference/nnls.hpp"
#include "support/expect_error.hpp"
#include "support/handles.hpp"

namespace manifact {
namespace {

using support::Settings;

struct Case {
  const char *name;
  Settings settings;
};

constexpr std::int64_t n = 40, n_new = 12, m = 30, k = 3;

double length(const Plain &X, std::int64_t i) {
  double square = 0;
  for (std::int64_t j = 0; j < X.columns; ++j) square += X(i, j) * X(i, j);
  return std::sqrt(square);
}

double product(const Plain &A, std::int64_t i, const Plain &B, std::int64_t j) {
  double sum = 0;
  for (std::int64_t l = 0; l < A.columns; ++l) sum += A(i, l) * B(j, l);
  return sum;
}

struct Near {
  std::int64_t j;
  double cosine;
};

// The p rows of X with the largest cosine to row i of Y, ties to the lower index, except row
// `self`.
std::vector<Near> nearest(const Plain &Y, std::int64_t i, const Plain &X, std::int64_t p,
                          std::int64_t self = -1) {
  std::vector<Near> all;
  for (std::int64_t j = 0; j < X.rows; ++j)
    if (const double cosine = product(Y, i, X, j) / (length(Y, i) * length(X, j));
        j != self && cosine > 0)
      all.push_back({j, std::min(1.0, cosine)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Near &a, const Near &b) { return a.cosine > b.cosine; });
  all.resize(std::min(all.size(), static_cast<std::size_t>(p)));
  return all;
}

double distance(double cosine) { return std::sqrt(2 * (1 - cosine)); }
double seventh(const std::vector<Near> &list) {
  return distance(list[std::min<std::size_t>(7, list.size()) - 1].cosine);
}

class AssignFormula : public testing::TestWithParam<Case> {
 protected:
  std::string option(const char *name) const { return manifact_model_option(model_.get(), name); }
  double number(const char *name) const { return std::stod(option(name)); }
  support::Matrix matrix(const Plain &A) const {
    return support::matrix(context_.get(), A.rows, A.columns, A.values, true);
  }

  void SetUp() override {
    Settings settings = {{"weighting", "none"},
                         {"scaling", "none"},
                         {"restarts", "1"},
                         {"neighbors", "9"},
                         {"max-iterations", "15"}};
    settings.insert(settings.end(), GetParam().settings.begin(), GetParam().settings.end());
    model_ =
        support::fit(support::solver(context_.get(), "lccf", settings).get(), matrix(X_).get(), k);
    V_.values = support::memberships(model_.get());
    W_.values = support::associations(model_.get());
    if (option("ncw") != "none")
      for (const double sum : row_sums(X_ * transposed(X_)))
        g_.push_back(std::pow(sum, -number("ncw-power")));
  }

  double edge(const std::vector<Near> &list, const Near &near) const {
    const double d = distance(near.cosine), b = number("bandwidth");
    if (option("graph-weight") == "binary") return 1;
    if (option("graph-weight") == "heat") return std::exp(-d * d / (2 * b * b));
    if (option("graph-weight") == "local-scaling")
      return std::exp(-d * d / (seventh(list) * seventh(nearest(X_, near.j, X_, 9, near.j))));
    return near.cosine;
  }

  // Relative: divided by the mean degree of the graph of the training documents.
  double lambda() const {
    if (option("lambda-scale") == "absolute") return number("lambda");
    Plain S(n, n);
    for (std::int64_t i = 0; i < n; ++i)
      for (const Near &near : nearest(X_, i, X_, 9, i)) S(i, near.j) = S(near.j, i) = near.cosine;
    double degrees = 0;
    for (const double d : row_sums(S)) degrees += d;
    return number("lambda") * n / degrees;
  }

  // Without the graph term if the model keeps no documents.
  NnlsProblem problem(std::int64_t i) const {
    const bool full = option("ncw") == "full";
    const Plain gX = scaled(g_, X_, {});
    double sum = product(fresh_, i, fresh_, i);
    for (std::int64_t j = 0; j < n; ++j) sum += product(fresh_, i, X_, j);
    const double own = g_.empty() ? 1 : std::pow(sum, -number("ncw-power"));
    NnlsProblem p{transposed(W_) * (gX * (transposed(gX) * W_)), std::vector<double>(k)};
    for (std::int64_t c = 0; c < k; ++c)
      for (std::int64_t j = 0; j < n; ++j)
        p.b[static_cast<std::size_t>(c)] += own * product(fresh_, i, gX, j) * W_(j, c);
    const auto list = nearest(fresh_, i, X_, 9);
    for (const Near &near : option("keep-data") == "yes" ? list : std::vector<Near>{}) {
      const double s = lambda() * edge(list, near),
                   g = g_.empty() ? 1 : g_[static_cast<std::size_t>(near.j)];
      for (std::int64_t c = 0; c < k; ++c) {
        p.A(c, c) += full ? s / (own * own) : s;
        p.b[static_cast<std::size_t>(c)] += V_(near.j, c) * (full ? s / (own * g) : s);
      }
    }
    return p;
  }

  const support::Context context_ = support::context();
  const Plain X_ = random_plain(n, m, 1, 0.4), fresh_ = random_plain(n_new, m, 2, 0.4);
  support::Model model_;
  Plain V_{n, k}, W_{n, k};
  std::vector<double> g_;
};

TEST_P(AssignFormula, memberships_solve_it) {
  std::vector<std::int32_t> labels(n_new);
  std::vector<double> memberships(n_new * k);
  ASSERT_EQ(manifact_model_assign(context_.get(), model_.get(), matrix(fresh_).get(), labels.data(),
                                  memberships.data(), n_new),
            MANIFACT_OK);
  std::int64_t zeros = 0;
  for (std::int64_t i = 0; i < n_new; ++i) {
    const std::vector<double> right = best_by_force(problem(i));
    const double most = *std::max_element(right.begin(), right.end());
    for (std::size_t c = 0; c < k; ++c) {
      EXPECT_NEAR(memberships[static_cast<std::size_t>(i * k) + c], right[c], 1e-9 * most)
          << "document " << i << ", cluster " << c;
      zeros += right[c] == 0 ? 1 : 0;
    }
  }
  EXPECT_LT(zeros, n_new * k / 2) << "a problem that tests something";
}

const Case cases[] = {
    {"plain", {{"ncw", "none"}}},
    {"without_graph", {{"ncw", "none"}, {"lambda", "0"}}},
    {"strong_graph", {{"ncw", "none"}, {"lambda", "50"}}},
    {"relative", {{"ncw", "none"}, {"lambda", "3"}, {"lambda-scale", "relative"}}},
    {"unit_graph", {{"ncw", "unit-graph"}}},
    {"unit_graph_quarter", {{"ncw", "unit-graph"}, {"ncw-power", "0.25"}}},
    {"full", {{"ncw", "full"}}},
    {"full_quarter", {{"ncw", "full"}, {"ncw-power", "0.25"}, {"lambda", "3"}}},
    {"binary", {{"ncw", "none"}, {"graph-weight", "binary"}}},
    {"heat", {{"ncw", "unit-graph"}, {"graph-weight", "heat"}, {"bandwidth", "0.7"}}},
    {"local_scaling", {{"ncw", "none"}, {"graph-weight", "local-scaling"}}},
    {"data_not_kept", {{"ncw", "unit-graph"}, {"keep-data", "no"}, {"lambda", "10"}}},
    {"final", {{"ncw", "none"}, {"normalization", "final"}, {"lambda", "10"}}},
};
INSTANTIATE_TEST_SUITE_P(, AssignFormula, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<Case> &one) { return one.param.name; });

TEST(Memberships, that_are_not_finite_are_an_error) {
  const std::vector<double> good = {0, 1, 1e300};
  check_memberships(good.data(), 3);
  for (std::size_t place = 0; place < 3; ++place)
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      std::vector<double> wrong = good;
      wrong[place] = bad;
      expect_error(Status::numerics, "not finite", [&] { check_memberships(wrong.data(), 3); });
      if (place == 2) check_memberships(wrong.data(), 2);
    }
}

}  // namespace
}  // namespace manifact
