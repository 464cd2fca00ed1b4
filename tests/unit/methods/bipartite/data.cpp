// methods/bipartite on real collections: accuracy over the seeds compared with k-means on the same
// data; no objective increases.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "support/accuracy.hpp"
#include "support/sanitized.hpp"

namespace {

struct Expectation {
  const char *name, *folder, *file, *method;
  int64_t k;
  support::Settings settings;  // of the method
  support::Settings data;      // of both
  int seeds;
  double accuracy;     // at least
  double over_kmeans;  // and this much more than k-means on the same data; -1: not checked
  int first_class = 0, last_class = 1000000;
  size_t terms = 0;     // the most frequent ones; 0: all
  double nmi_sqrt = 0;  // at least
};

void PrintTo(const Expectation &expected, std::ostream *out) { *out << expected.name; }

class CoclusterOnRealData : public testing::TestWithParam<Expectation> {};

// Of these rows.
std::vector<bool> frequent_columns(size_t m, const std::vector<int64_t> &indices, size_t terms) {
  std::vector<int64_t> df(m), order(m);
  for (const int64_t j : indices) ++df[static_cast<size_t>(j)];
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return df[static_cast<size_t>(a)] > df[static_cast<size_t>(b)];
  });
  std::vector<bool> kept(m, terms == 0);
  for (size_t t = 0; t < terms; ++t) kept[static_cast<size_t>(order[t])] = true;
  return kept;
}

// The rows of these classes, restricted to these terms.
support::Matrix rows_of(manifact_context *context, const manifact_matrix *X,
                        const std::vector<int32_t> &truth, const Expectation &expected) {
  const int64_t n = manifact_matrix_rows(X), entries = manifact_matrix_entries(X);
  std::vector<int64_t> indptr(static_cast<size_t>(n + 1)), indices(static_cast<size_t>(entries)),
      begin{0}, of_rows, kept;
  std::vector<double> values(static_cast<size_t>(entries)), some;
  EXPECT_EQ(manifact_matrix_copy_csr(X, indptr.data(), MANIFACT_INT64, indices.data(),
                                     MANIFACT_INT64, values.data(), MANIFACT_DOUBLE, entries),
            0);
  const auto wanted = [&](size_t i) {
    return truth[i] >= expected.first_class && truth[i] <= expected.last_class;
  };
  for (size_t i = 0; i < static_cast<size_t>(n); ++i)
    if (wanted(i))
      of_rows.insert(of_rows.end(), indices.begin() + indptr[i], indices.begin() + indptr[i + 1]);
  const std::vector<bool> columns =
      frequent_columns(static_cast<size_t>(manifact_matrix_columns(X)), of_rows, expected.terms);
  for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
    if (!wanted(i)) continue;
    for (auto e = static_cast<size_t>(indptr[i]); e < static_cast<size_t>(indptr[i + 1]); ++e) {
      if (!columns[static_cast<size_t>(indices[e])]) continue;
      kept.push_back(indices[e]);
      some.push_back(values[e]);
    }
    begin.push_back(static_cast<int64_t>(kept.size()));
  }
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_matrix_create_csr(context, static_cast<int64_t>(begin.size()) - 1,
                                       manifact_matrix_columns(X),
                                       static_cast<int64_t>(kept.size()), begin.data(),
                                       MANIFACT_INT64, kept.data(), MANIFACT_INT64, 0, some.data(),
                                       MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &out),
            0);
  return support::Matrix(out);
}

TEST_P(CoclusterOnRealData, reaches_its_accuracy) {
  const Expectation &expected = GetParam();
  const std::string folder = support::shared() + "/data/" + expected.folder;
  if (support::shared().empty() || !std::filesystem::exists(folder))
    GTEST_SKIP() << "no shared data: " << expected.folder;
  if (folder != support::shared() + "/data/cstr")
    NOT_UNDER_SANITIZERS("accuracy; cstr runs the same code");
  const auto context = support::context();
  const auto whole = support::read(context.get(), folder + "/" + expected.file);
  std::vector<int32_t> truth, known;
  std::ifstream labels(folder + "/labels.txt");
  for (int32_t label; labels >> label;) truth.push_back(label);
  for (const int32_t label : truth)
    if (label >= expected.first_class && label <= expected.last_class) known.push_back(label);
  const auto X = rows_of(context.get(), whole.get(), truth, expected);
  double nmi_sqrt = 0;  // of the last method
  const auto mean = [&](const char *method, support::Settings settings, int seeds) {
    nmi_sqrt = 0;
    settings.insert(settings.end(), expected.data.begin(), expected.data.end());
    settings.emplace_back("threads", "1");
    double sum = 0;
    for (int seed = 0; seed < seeds; ++seed) {
      auto seeded = settings;
      seeded.emplace_back("seed", std::to_string(seed));
      const auto model =
          support::fit(support::solver(context.get(), method, seeded).get(), X.get(), expected.k);
      const auto history = support::history(model.get());
      for (size_t t = 1; t < history.size(); ++t)
        EXPECT_LE(history[t], history[t - 1] * (1 + 1e-10)) << method << ", update " << t;
      sum += accuracy(context.get(), known, model.get());
      const std::vector<int32_t> predicted = support::labels(model.get());
      double nmi = 0;
      EXPECT_EQ(manifact_evaluate(context.get(), known.data(), predicted.data(),
                                  static_cast<int64_t>(known.size()), nullptr, nullptr, &nmi,
                                  nullptr, nullptr),
                0);
      nmi_sqrt += nmi / seeds;
    }
    return sum / seeds;
  };
  const double reached = mean(expected.method, expected.settings, expected.seeds);
  RecordProperty("accuracy", std::to_string(reached));
  EXPECT_GE(reached, expected.accuracy);
  EXPECT_GE(nmi_sqrt, expected.nmi_sqrt);
  RecordProperty("nmi_sqrt", std::to_string(nmi_sqrt));
  if (expected.over_kmeans < 0) return;
  const double kmeans = mean("kmeans", {{"restarts", "1"}}, std::max(3, expected.seeds));
  RecordProperty("kmeans", std::to_string(kmeans));
  EXPECT_GE(reached, kmeans + expected.over_kmeans);
}

const support::Settings strong = {
    {"mu", "500"}};  // lambda 500, 10 neighbors, 100 sweeps: the defaults

INSTANTIATE_TEST_SUITE_P(
    , CoclusterOnRealData,
    testing::Values(
        Expectation{"cstr", "cstr", "X_tfidf.mtx.gz", "drcc", 4, strong, {}, 5, 0.77, -1},
        Expectation{"webace", "webace", "X_tfidf.mtx.gz", "drcc", 20, strong, {}, 3, 0.55, 0.05},
        Expectation{"coil20",
                    "coil20",
                    "X.mtx.gz",
                    "drcc",
                    20,
                    {{"neighbors", "5"}, {"lambda", "1000"}, {"mu", "1000"}},
                    {{"scaling", "unit-rows"}},
                    1,
                    0.63,
                    -1,
                    0,
                    1000000,
                    0,
                    0.79},
        Expectation{"rec_without_graphs",
                    "20newsgroups",
                    "X.mtx.gz",
                    "drcc",
                    4,
                    {{"lambda", "0"}, {"mu", "0"}},
                    {},
                    3,
                    0.66,
                    0,
                    8,
                    11,
                    1000},
        Expectation{"tdt2_ten", "tdt2", "X.mtx.gz", "rcc", 10, {}, {}, 1, 0.78, 0.03, 0, 10, 1000},
        Expectation{"tdt2", "tdt2", "X.mtx.gz", "drcc", 30, strong, {}, 1, 0.6, 0.08, 0, 30, 2000}),
    [](const auto &expected) { return std::string(expected.param.name); });

}  // namespace
