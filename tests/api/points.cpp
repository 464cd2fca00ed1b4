// preset=points of method auto, the default for tables: what it chooses, and that results depend
// neither on the origin, nor on the order of rows and columns, nor on threads and precision.
#include <cmath>
#include <random>

#include "support/accuracy.hpp"

namespace {

struct Table {
  int64_t n = 0, m = 0;
  std::vector<double> values;
  std::vector<int32_t> truth;

  void add(std::initializer_list<double> row, int32_t label) {
    // Multiples of 2^-10: a shift by 1000 loses no digit.
    for (const double x : row) values.push_back(std::round(x * 1024) / 1024);
    truth.push_back(label);
    ++n;
    m = static_cast<int64_t>(row.size());
  }
};

Table two_moons() {
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 0.05);
  Table table;
  for (int i = 0; i < 300; ++i) {
    const double t = 3.14159 * i / 300, side = i % 5 < 3 ? 1 : -1;
    table.add({(side > 0 ? 0 : 1) + side * std::cos(t) + noise(random),
               (side > 0 ? 0 : 0.5) + side * std::sin(t) + noise(random)},
              side > 0 ? 0 : 1);
  }
  return table;
}

// Groups of three sizes and widths, one of them around the origin.
Table customers() {
  std::mt19937 random(6);
  std::normal_distribution<double> noise;
  Table table;
  for (int i = 0; i < 460; ++i) {
    const int32_t label = i < 360 ? 0 : i < 430 ? 1 : 2;
    const double width = label == 0 ? 1.5 : 0.5;
    table.add({(label == 1 ? 9 : 0) + width * noise(random),
               (label == 2 ? 9 : 0) + width * noise(random), width * noise(random)},
              label);
  }
  return table;
}

class Points : public testing::Test {
 protected:
  support::Matrix matrix(const Table &table) {
    return support::matrix(context_.get(), table.n, table.m, table.values);
  }
  support::Model fit(const manifact_matrix *X, int64_t k, const support::Settings &settings = {}) {
    return support::fit(support::solver(context_.get(), "auto", settings).get(), X, k);
  }

  const support::Context context_ = support::context();
};

TEST_F(Points, shapes_and_sizes_are_found_and_the_choice_is_told) {
  for (const auto &[table, k] : {std::pair{two_moons(), 2}, {customers(), 3}}) {
    const auto X = matrix(table);
    const auto model = fit(X.get(), k);
    EXPECT_STREQ(manifact_model_option(model.get(), "preset"), "points");
    EXPECT_EQ(accuracy(context_.get(), table.truth, model.get()), 1);
    for (const char *name : {"score_cut", "cut_tree-0.3", "criterion_means", "criterion_mixture",
                             "shape", "compact", "clusters_of", "spread_ratio"})
      EXPECT_NE(support::diagnostic(model.get(), name), "") << name;
    EXPECT_EQ(support::warnings(model.get()), "");
  }
}

TEST_F(Points, every_candidate_assigns_as_it_labels_also_after_loading) {
  for (const auto &[table, k] : {std::pair{two_moons(), 2}, {customers(), 3}}) {
    const auto X = matrix(table);
    const auto model = fit(X.get(), k);
    EXPECT_EQ(support::assigned(context_.get(), model.get(), X.get()).labels,
              support::labels(model.get()));
    const auto loaded = support::saved_and_loaded(context_.get(), model.get());
    EXPECT_EQ(support::assigned(context_.get(), loaded.get(), X.get()).labels,
              support::labels(model.get()));
  }
}

TEST_F(Points, results_do_not_depend_on_the_origin) {
  for (const auto &[table, k] : {std::pair{two_moons(), 2}, {customers(), 3}}) {
    Table moved = table;
    for (double &x : moved.values) x += 1000;
    EXPECT_EQ(support::labels(fit(matrix(moved).get(), k).get()),
              support::labels(fit(matrix(table).get(), k).get()));
  }
}

TEST_F(Points, results_do_not_depend_on_the_order_of_rows_and_columns) {
  for (const auto &[table, k] : {std::pair{two_moons(), 2}, {customers(), 3}}) {
    const std::vector<int32_t> right = support::labels(fit(matrix(table).get(), k).get());
    Table turned = table, mixed = table;
    for (int64_t i = 0; i < table.n; ++i)
      for (int64_t j = 0; j < table.m; ++j) {
        const double x = table.values[static_cast<size_t>(i * table.m + j)];
        turned.values[static_cast<size_t>(i * table.m + table.m - 1 - j)] = x;
        mixed.values[static_cast<size_t>((i * 7 + 1) % table.n * table.m + j)] = x;
      }
    EXPECT_EQ(support::labels(fit(matrix(turned).get(), k).get()), right);
    const std::vector<int32_t> found = support::labels(fit(matrix(mixed).get(), k).get());
    for (int64_t i = 0; i < table.n; ++i)
      EXPECT_EQ(found[static_cast<size_t>((i * 7 + 1) % table.n)], right[static_cast<size_t>(i)]);
  }
}

TEST_F(Points, results_do_not_depend_on_threads_and_precision) {
  for (const auto &[table, k] : {std::pair{two_moons(), 2}, {customers(), 3}}) {
    const auto X = matrix(table);
    const auto one = fit(X.get(), k, {{"threads", "1"}}),
               three = fit(X.get(), k, {{"threads", "3"}}),
               single = fit(X.get(), k, {{"precision", "float"}});
    EXPECT_EQ(support::memberships(one.get()), support::memberships(three.get()));
    EXPECT_EQ(support::labels(one.get()), support::labels(single.get()));
  }
}

TEST_F(Points, columns_in_other_units_are_standardized) {
  Table table = customers();
  for (int64_t i = 0; i < table.n; ++i) table.values[static_cast<size_t>(i * table.m)] *= 4096;
  const auto X = matrix(table);
  const auto model = fit(X.get(), 3);
  EXPECT_STREQ(manifact_model_option(model.get(), "scaling"), "z-score");
  EXPECT_GE(accuracy(context_.get(), table.truth, model.get()), 0.99);
  EXPECT_EQ(support::assigned(context_.get(), model.get(), X.get()).labels,
            support::labels(model.get()));
}

TEST_F(Points, unit_rows_counts_and_options_of_documents_keep_the_other_preset) {
  Table unit, counts;
  for (int i = 0; i < 60; ++i) {
    unit.add({0, 0, 0}, 0);
    const double angle = (i % 2) + 0.001 * i;
    unit.values[static_cast<size_t>(3 * i)] = std::cos(angle);
    unit.values[static_cast<size_t>(3 * i + 1)] = std::sin(angle);
    counts.add({i % 3 == 0 ? 2. : 0, i % 3 == 1 ? 1. + i % 2 : 0, i % 3 == 2 ? 4. : 0}, i % 3);
  }
  EXPECT_STREQ(manifact_model_option(fit(matrix(unit).get(), 2).get(), "preset"), "dense");
  EXPECT_STREQ(manifact_model_option(fit(matrix(counts).get(), 3).get(), "preset"), "dense");
  EXPECT_STREQ(manifact_model_option(fit(matrix(customers()).get(), 3, {{"neighbors", "9"}}).get(),
                                     "preset"),
               "dense");
}

// Above 50 features the default are cosines, unless they cut through groups.
TEST_F(Points, many_features_are_points_where_directions_mislead) {
  std::mt19937 random(8);
  std::normal_distribution<double> noise;
  Table lengths, directions;
  lengths.m = directions.m = 60;
  for (int i = 0; i < 240; ++i) {
    const int32_t label = i % 3;
    for (int j = 0; j < 60; ++j) {
      lengths.values.push_back(1.0 + 3 * label + noise(random));
      directions.values.push_back((j % 3 == label ? 4 : 0.5) * (1 + i % 2) + 0.5 * noise(random));
    }
    for (Table *const table : {&lengths, &directions}) table->truth.push_back(label), ++table->n;
  }
  const auto far = fit(matrix(lengths).get(), 3), same = fit(matrix(directions).get(), 3);
  EXPECT_STREQ(manifact_model_option(far.get(), "preset"), "points");
  EXPECT_EQ(accuracy(context_.get(), lengths.truth, far.get()), 1);
  EXPECT_NE(support::warnings(far.get()).find("preset=dense clusters by cosines"),
            std::string::npos);
  EXPECT_NE(support::diagnostic(far.get(), "cut_by_cosines"), "");
  EXPECT_STREQ(manifact_model_option(same.get(), "preset"), "dense");
  EXPECT_EQ(accuracy(context_.get(), directions.truth, same.get()), 1);
  EXPECT_EQ(support::assigned(context_.get(), far.get(), matrix(lengths).get()).labels,
            support::labels(far.get()));
}

// Two groups that one feature separates, wherever its column is.
TEST_F(Points, the_directions_are_those_of_all_features) {
  for (const int informative : {0, 30, 59}) {
    std::mt19937 random(8);
    std::normal_distribution<double> noise;
    Table table;
    table.m = 60;
    for (int i = 0; i < 120; ++i) {
      for (int j = 0; j < 60; ++j)
        table.values.push_back(noise(random) + (j != informative ? 0 : i % 2 == 0 ? 60 : -60));
      table.truth.push_back(i % 2);
      ++table.n;
    }
    const auto model = fit(matrix(table).get(), 2, {{"scaling", "none"}});
    EXPECT_LT(std::stod("0" + support::diagnostic(model.get(), "cut_by_cosines")), 0.1)
        << informative;
    EXPECT_NE(support::diagnostic(model.get(), "cut_by_cosines"), "") << informative;
  }
}

// Inner products of rows at 2^30 are equal to about the last digit.
TEST_F(Points, methods_of_inner_products_warn_of_rows_far_from_the_origin) {
  Table far = customers();
  for (double &x : far.values) x += 0x1p30;
  const auto X = matrix(far), near = matrix(customers());
  const auto warnings = [&](const manifact_matrix *rows, const char *method,
                            const support::Settings &settings = {}) {
    const auto solver = support::solver(context_.get(), method, settings);
    return support::warnings(support::fit(solver.get(), rows, 3).get());
  };
  const std::string expected = "times as far from the origin as from their mean";
  for (const char *method : {"gnmf", "lccf", "cf", "nmf", "semi-nmf", "onmtf", "rcc", "drcc",
                             "srmcf", "spherical-kmeans", "average-association"}) {
    EXPECT_NE(warnings(X.get(), method).find(expected), std::string::npos) << method;
    EXPECT_EQ(warnings(X.get(), method, {{"scaling", "min-max"}}).find(expected), std::string::npos)
        << method;
  }
  EXPECT_EQ(warnings(near.get(), "lccf", {{"kernel", "rbf"}}).find(expected), std::string::npos);
  for (const char *method :
       {"auto", "kmeans", "gmm", "can", "ncut", "ratio-cut", "clgr", "cplr", "symnmf"})
    EXPECT_EQ(warnings(X.get(), method).find(expected), std::string::npos) << method;
  EXPECT_NE(warnings(X.get(), "ncut", {{"metric", "cosine"}}).find(expected), std::string::npos);
}

TEST_F(Points, warnings_call_rows_of_numbers_rows) {
  const auto rows = support::matrix(context_.get(), 6, 1, {1, 1, 2, 2, 3, 3});
  for (const char *method : {"auto", "kmeans"})
    EXPECT_EQ(
        support::warnings(
            support::fit(support::solver(context_.get(), method, {}).get(), rows.get(), 5).get())
            .find("document"),
        std::string::npos);
  const auto model =
      support::fit(support::solver(context_.get(), "kmeans", {}).get(), rows.get(), 5);
  EXPECT_NE(support::warnings(model.get()).find("no more distinct rows"), std::string::npos);
}

TEST_F(Points, degenerate_tables) {
  Table equal, few;
  for (int i = 0; i < 5; ++i) equal.add({3, 4.5}, 0);
  for (int i = 0; i < 4; ++i) few.add({static_cast<double>(i), -1.5 * i}, i);
  EXPECT_EQ(support::labels(fit(matrix(equal).get(), 2).get()), std::vector<int32_t>(5));
  const auto each = fit(matrix(few).get(), 4);
  std::vector<int32_t> labels = support::labels(each.get());
  std::sort(labels.begin(), labels.end());
  EXPECT_EQ(labels, (std::vector<int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(support::labels(fit(matrix(few).get(), 1).get()), std::vector<int32_t>(4));
}

}  // namespace
