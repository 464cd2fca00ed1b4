// Clusters of points depend neither on the origin nor on the order of rows and columns. All values
// are multiples of 2^-10, so that shifts by powers of two are exact.
#include <algorithm>
#include <cmath>
#include <random>

#include "support/accuracy.hpp"

namespace {

struct Sheet {
  int64_t n = 0, m = 2;
  std::vector<double> values = {};
  std::vector<int32_t> truth = {};

  void add(double x, double y, int32_t label) {
    for (const double value : {x, y}) values.push_back(std::round(value * 1024) / 1024);
    truth.push_back(label);
    ++n;
  }
  Sheet shifted(double by) const {
    Sheet moved = *this;
    for (double &x : moved.values) x += by;
    return moved;
  }
  // Row i becomes row place[i].
  Sheet reordered(const std::vector<std::size_t> &place) const {
    Sheet other = *this;
    for (std::size_t i = 0; i < place.size(); ++i) {
      for (std::size_t j = 0; j < 2; ++j) other.values[2 * place[i] + j] = values[2 * i + j];
      other.truth[place[i]] = truth[i];
    }
    return other;
  }
  Sheet turned() const {
    Sheet other = *this;
    for (std::size_t i = 0; i < truth.size(); ++i)
      std::swap(other.values[2 * i], other.values[2 * i + 1]);
    return other;
  }
};

// Round groups of different size and width.
Sheet round_groups_of(int n) {
  std::mt19937 random(21);
  std::normal_distribution<double> noise;
  Sheet sheet;
  const double centers[][2] = {{0, 0}, {12, 1}, {3, 11}};
  for (int i = 0; i < n; ++i) {
    const int32_t c = i % 10 < 6 ? 0 : i % 10 < 9 ? 1 : 2;
    const double width = c == 0 ? 1.5 : 1;
    sheet.add(centers[c][0] + width * noise(random), centers[c][1] + width * noise(random), c);
  }
  return sheet;
}

Sheet two_rings(int n) {
  std::mt19937 random(22);
  std::normal_distribution<double> noise(0, 0.06);
  Sheet sheet;
  for (int i = 0; i < n; ++i) {
    const double angle = 2.399963 * i, radius = i % 3 == 0 ? 1 : 2.5;
    sheet.add(radius * std::cos(angle) + noise(random), radius * std::sin(angle) + noise(random),
              i % 3 == 0 ? 0 : 1);
  }
  return sheet;
}

std::vector<std::size_t> mixed_places(int64_t n) {
  std::vector<std::size_t> place(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = i;
  std::shuffle(place.begin(), place.end(), std::mt19937(23));
  return place;
}

class PointInvariance : public testing::Test {
 protected:
  support::Matrix matrix(const Sheet &sheet) {
    return support::matrix(context_.get(), sheet.n, sheet.m, sheet.values);
  }
  support::Model fit(const Sheet &sheet, int64_t k, const std::string &method = "auto",
                     const support::Settings &settings = {}) {
    return support::fit(support::solver(context_.get(), method, settings).get(),
                        matrix(sheet).get(), k);
  }
  // Of `sheet` in other orders and places, with the labels of the rows of `sheet`.
  void expect_labels(const std::vector<int32_t> &right, const Sheet &sheet, int64_t k,
                     const char *what) {
    const auto model = fit(sheet, k);
    EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "points") << what;
    EXPECT_EQ(support::labels(model.get()), right) << what;
    EXPECT_EQ(support::assigned(context_.get(), model.get(), matrix(sheet).get()).labels, right)
        << what;
  }
  void expect_invariance(const Sheet &sheet, int64_t k) {
    const std::vector<int32_t> right = support::labels(fit(sheet, k).get());
    expect_labels(right, sheet.shifted(-0x1p30), k, "-2^30");
    expect_labels(right, sheet.turned(), k, "columns");
    const std::vector<std::size_t> place = mixed_places(sheet.n);
    const auto model = fit(sheet.reordered(place), k);
    const std::vector<int32_t> found = support::labels(model.get());
    int64_t other = 0;
    for (std::size_t i = 0; i < place.size(); ++i) other += found[place[i]] != right[i] ? 1 : 0;
    EXPECT_EQ(other, 0) << "rows";
  }

  const support::Context context_ = support::context();
};

TEST_F(PointInvariance, few_rows) {
  expect_invariance(round_groups_of(600), 3);
  expect_invariance(two_rings(600), 2);
}

// All rows are clustered up to 20,000; above, a sample is.
TEST_F(PointInvariance, many_rows_and_samples) {
  expect_invariance(round_groups_of(20'500), 3);
  expect_invariance(two_rings(20'500), 2);
}

TEST_F(PointInvariance, the_other_euclidean_methods_do_not_depend_on_the_origin) {
  const Sheet sheet = round_groups_of(500);
  for (const char *method : {"kmeans", "gmm", "can", "ncut", "clgr", "asi", "symnmf"}) {
    const std::vector<int32_t> right = support::labels(fit(sheet, 3, method).get());
    for (const double shift : {0x1p20, -0x1p30, 0x1p36}) {
      if (std::string(method) == "symnmf" && shift < 0) continue;
      const auto model = fit(sheet.shifted(shift), 3, method);
      EXPECT_GE(accuracy(context_.get(), right, model.get()), 0.998) << method << " " << shift;
      EXPECT_EQ(
          support::assigned(context_.get(), model.get(), matrix(sheet.shifted(shift)).get()).labels,
          support::labels(model.get()))
          << method << " " << shift;
    }
  }
}

TEST_F(PointInvariance, means_in_single_precision_are_as_good_as_the_values) {
  // Shifted by 2^12, floats still have the digits.
  const Sheet sheet = round_groups_of(500);
  const std::vector<int32_t> right = support::labels(fit(sheet, 3, "kmeans").get());
  const auto model = fit(sheet.shifted(0x1p12), 3, "kmeans", {{"precision", "float"}});
  EXPECT_EQ(accuracy(context_.get(), right, model.get()), 1);
}

// The lists of an approximate search may differ, the clusters hardly.
TEST_F(PointInvariance, approximate_neighbors) {
  const support::Settings settings = {{"graph-search", "approximate"}, {"metric", "euclidean"}};
  const Sheet sheet = two_rings(6000);
  const std::vector<std::size_t> place = mixed_places(sheet.n);
  for (const Sheet &other : {sheet, sheet.shifted(-0x1p30), sheet.turned(), sheet.reordered(place)})
    EXPECT_GE(accuracy(context_.get(), other.truth, fit(other, 2, "ncut", settings).get()), 0.999);
}

// The graph of the distinct rows is one of distances, too.
TEST_F(PointInvariance, equal_rows_do_not_change_the_graph) {
  Sheet sheet = two_rings(1500);
  for (std::size_t j = 0; j < 2; ++j) sheet.values[2 * 30 + j] = sheet.values[2 * 33 + j];
  for (const char *method : {"ncut", "clgr"}) {
    const auto model = fit(sheet, 2, method);
    EXPECT_EQ(support::diagnostic(model.get(), "graph_components"), "2") << method;
    EXPECT_EQ(accuracy(context_.get(), sheet.truth, model.get()), 1) << method;
  }
}

TEST_F(PointInvariance, the_scaling_does_not_depend_on_the_origin) {
  Sheet sheet = round_groups_of(500);
  for (std::size_t i = 0; i < sheet.truth.size(); ++i) sheet.values[2 * i] *= 4096;
  for (const double shift : {0., 0x1p20, -0x1p30}) {
    const auto model = fit(sheet.shifted(shift), 3);
    EXPECT_STREQ(manifact_model_option(model.get(), "scaling"), "z-score") << shift;
    EXPECT_GE(accuracy(context_.get(), sheet.truth, model.get()), 0.99) << shift;
  }
}

}  // namespace
