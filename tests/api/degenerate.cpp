// Data of low rank: a fit that succeeds makes a model that assigns the documents it was fitted to.
#include <algorithm>
#include <cmath>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

struct Documents {
  std::string name;
  int64_t n, m;
  std::vector<double> values;
};

Documents documents(const std::string &name, int64_t n, int64_t m, const auto &value) {
  Documents d{name, n, m, {}};
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < m; ++j) d.values.push_back(value(i, j));
  return d;
}

// Numbers in [0, 1) without a pattern.
double noise(int64_t i, int64_t j) {
  const double angle = 12.9898 * static_cast<double>(i + 1) + 78.233 * static_cast<double>(j + 1);
  const double x = std::sin(angle) * 43758.5453;
  return x - std::floor(x);
}

std::vector<Documents> degenerate() {
  const auto signed_noise = [](int64_t i, int64_t j) { return noise(i, j) - 0.5; };
  const auto rank_two = [](double shift) {
    return [shift](int64_t i, int64_t j) {
      return (noise(i, 51) - shift) * noise(61, j) + noise(i, 52) * (noise(62, j) - shift);
    };
  };
  return {
      documents("one column", 12, 1, [](int64_t i, int64_t j) { return 0.1 + noise(i, j); }),
      documents("one column of both signs", 12, 1, signed_noise),
      documents("equal rows", 10, 4, [](int64_t, int64_t j) { return 0.3 + noise(7, j); }),
      documents("rank one", 12, 6,
                [](int64_t i, int64_t j) { return (0.1 + noise(i, 50)) * noise(60, j); }),
      documents("rank two", 14, 6, rank_two(0)),
      documents("rank two of both signs", 14, 6, rank_two(0.5)),
      documents("repeated rows", 15, 5,
                [](int64_t i, int64_t j) { return 0.05 + noise(i % 3, j); }),
      documents("collinear columns", 12, 4,
                [](int64_t i, int64_t j) { return static_cast<double>(j + 1) * noise(i % 7, 0); }),
      documents("mostly zeros", 12, 5,
                [](int64_t i, int64_t j) { return noise(i, j) < 0.7 ? 0.0 : 1 + noise(j, 0); }),
  };
}

// The status of the fit; if there is a model, it assigns its own documents and can be loaded again.
int fit_and_assign(const Documents &d, const std::string &method, const support::Settings &settings,
                   int64_t k, bool sparse = false) {
  std::string what = method + ", " + d.name + ", k " + std::to_string(k);
  for (const auto &[name, value] : settings) what += " " + name + "=" + value;
  const support::Context context = support::context();
  const support::Matrix X = support::matrix(context.get(), d.n, d.m, d.values, sparse);
  const support::Settings some = support::used(method, settings);
  const support::Solver solver = support::solver(context.get(), method, some);
  support::give_labels(context.get(), solver.get(), d.n, std::min<int64_t>(k, 3));
  manifact_model *out = nullptr;
  const int status = manifact_solver_fit(solver.get(), X.get(), k, &out);
  const support::Model model(out);
  EXPECT_EQ(status < 0, out == nullptr) << what;
  if (out == nullptr) return status;
  const int64_t clusters = manifact_model_clusters(out);
  std::vector<int32_t> labels(static_cast<size_t>(d.n));
  std::vector<double> memberships(static_cast<size_t>(d.n * clusters));
  const int assigned =
      manifact_model_assign(context.get(), out, X.get(), labels.data(), memberships.data(), d.n);
  EXPECT_GE(assigned, 0) << what << ": " << manifact_context_message(context.get());
  for (const int32_t label : labels) EXPECT_TRUE(label >= -1 && label < clusters) << what;
  for (const double x : memberships) EXPECT_TRUE(std::isfinite(x) && x >= 0) << what;
  const support::Model loaded = api::load(context.get(), api::bytes(context.get(), out));
  EXPECT_NE(loaded.get(), nullptr) << what;
  return status;
}

TEST(Degenerate, documents_of_the_fit_are_assigned) {
  int models = 0;
  for (const std::string &method : api::methods())
    for (const Documents &d : degenerate())
      for (const char *precision : {"double", "float"})
        for (const char *scaling : {"auto", "z-score", "min-max"})
          for (const int64_t k : {3, 5}) {
            if (support::is_sanitized && (k == 3) == (*precision == 'd')) continue;  // time
            const support::Settings settings = {{"precision", precision},
                                                {"scaling", scaling},
                                                {"restarts", "1"},
                                                {"max-iterations", "60"}};
            models += fit_and_assign(d, method, settings, k) >= 0;
          }
  EXPECT_GT(models, support::all_or_few(1000, 500)) << "a test of something";
}

// With default options; cases that once failed.
TEST(Degenerate, one_column_of_signed_numbers_with_the_default_iterations) {
  const Documents d = degenerate()[1];
  EXPECT_GE(fit_and_assign(d, "cf", {{"scaling", "z-score"}}, 5), 0);
  EXPECT_GE(fit_and_assign(d, "semi-nmf", {{"precision", "float"}}, 3), 0);
}

TEST(Degenerate, sizes_of_more_clusters_than_features) {
  for (const Documents &d : degenerate()) {
    if (d.name != "mostly zeros") continue;
    EXPECT_GE(fit_and_assign(d, "auto", {{"refine", "sizes"}}, d.m + 3, true), 0);
  }
}

}  // namespace
