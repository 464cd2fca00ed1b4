// Names of features: they are in the model and its file, and find the columns of new documents.
#include <string>
#include <utility>
#include <vector>

#include "support/corpus.hpp"

namespace {

using Values = std::vector<double>;
using Labels = std::vector<int32_t>;
using support::Matrix;
using support::Model;

class FeatureNames : public testing::Test {
 protected:
  void SetUp() override { manifact_context_set_log(c.get(), keep, &log); }

  static void keep(void *user, int, const char *text) {
    static_cast<std::vector<std::string> *>(user)->emplace_back(text);
  }

  Matrix table(const std::vector<std::string> &names, const Values &values,
               bool is_sparse = false) {
    const auto columns = static_cast<int64_t>(names.size());
    Matrix X = support::matrix(c.get(), std::ssize(values) / columns, columns, values, is_sparse);
    EXPECT_EQ(set(X.get(), names), MANIFACT_OK) << manifact_context_message(c.get());
    return X;
  }

  int set(manifact_matrix *X, const std::vector<std::string> &names) {
    std::string bytes;
    std::vector<int64_t> offsets{0};
    for (const std::string &name : names) {
      bytes += name;
      offsets.push_back(std::ssize(bytes));
    }
    return manifact_matrix_set_feature_names(c.get(), X, bytes.data(), offsets.data(),
                                             std::ssize(names));
  }

  Model fit(const manifact_matrix *X, const support::Settings &settings = {}) {
    const auto solver = support::solver(c.get(), "kmeans", settings);
    manifact_model *model = nullptr;
    EXPECT_EQ(manifact_solver_fit(solver.get(), X, 2, &model), MANIFACT_OK)
        << manifact_solver_message(solver.get());
    return Model(model);
  }

  Labels assign(const manifact_model *model, const manifact_matrix *X, int expected = MANIFACT_OK) {
    Labels labels(static_cast<std::size_t>(manifact_matrix_rows(X)));
    EXPECT_EQ(manifact_model_assign(c.get(), model, X, labels.data(), nullptr, std::ssize(labels)),
              expected)
        << manifact_context_message(c.get());
    return labels;
  }

  // The points with the columns in another order, and one more.
  Matrix turned_table() {
    Values turned;
    for (std::size_t i = 0; i < points.size(); i += 3)
      turned.insert(turned.end(), {points[i + 2], 77, points[i + 1], points[i]});
    return table({"depth", "mass", "length", "width"}, turned);
  }

  std::string message() const { return manifact_context_message(c.get()); }

  // Two groups that only the first column separates; the second has their values the other way.
  const Values points{0, 9, 5, 1, 9, 5, 9, 1, 5, 8, 0, 5, 0, 8, 4, 9, 0, 4};
  std::vector<std::string> log;
  support::Context c = support::context();
};

TEST_F(FeatureNames, are_in_the_model_its_file_and_its_edits) {
  const Model model = fit(table({"width", "length", ""}, points).get());
  EXPECT_STREQ(manifact_model_feature_name(model.get(), 1), "length");
  EXPECT_STREQ(manifact_model_feature_name(model.get(), 2), "");
  EXPECT_EQ(manifact_model_feature_name(model.get(), 3), nullptr);
  EXPECT_EQ(manifact_model_feature_name(model.get(), -1), nullptr);
  EXPECT_EQ(manifact_model_vectorizer(model.get()), nullptr) << "it takes no text";
  manifact_model *renamed = nullptr;
  ASSERT_EQ(manifact_model_rename(c.get(), model.get(), 0, "wide", &renamed), MANIFACT_OK);
  const Model edited(renamed);
  for (const manifact_model *one : {model.get(), edited.get()}) {
    const std::string bytes = api::bytes(c.get(), one);
    manifact_model *again = nullptr;
    ASSERT_EQ(manifact_model_load_memory(c.get(), bytes.data(), bytes.size(), &again), MANIFACT_OK);
    const Model loaded(again);
    EXPECT_STREQ(manifact_model_feature_name(again, 0), "width");
    EXPECT_EQ(api::bytes(c.get(), again), bytes);
  }
}

TEST_F(FeatureNames, differ_from_the_terms_of_a_vectorizer) {
  for (const std::size_t other : {0, 1, 2}) {
    std::vector<std::string> names = {"width", "length", "depth"};
    const char terms[] = "widthlengthdepth";
    const int64_t offsets[] = {0, 5, 11, 16};
    manifact_vectorizer *made = nullptr;
    ASSERT_EQ(manifact_vectorizer_from_terms(c.get(), terms, offsets, 3, &made), MANIFACT_OK);
    const support::Vectorizer vectorizer(made);
    names[other] = "Other";
    const Matrix X = table(names, points);
    const auto solver = support::solver(c.get(), "kmeans", {});
    ASSERT_EQ(manifact_solver_set_vectorizer(solver.get(), vectorizer.get()), MANIFACT_OK);
    manifact_model *out = nullptr;
    ASSERT_EQ(manifact_solver_fit(solver.get(), X.get(), 2, &out), MANIFACT_OK);
    const Model model(out);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(manifact_model_feature_name(out, static_cast<int64_t>(j)), names[j]);
  }
}

TEST_F(FeatureNames, a_model_without_them_has_no_section_of_names) {
  const Matrix X = support::matrix(c.get(), 6, 3, points);
  const Model model = fit(X.get());
  EXPECT_EQ(manifact_model_feature_name(model.get(), 0), nullptr);
  EXPECT_EQ(api::bytes(c.get(), model.get()).find("feature_names"), std::string::npos);
  const Model named = fit(table({"a", "b", "c"}, points).get());
  EXPECT_NE(api::bytes(c.get(), named.get()).find("feature_names"), std::string::npos);
}

TEST_F(FeatureNames, columns_in_another_order_are_found) {
  const Model model = fit(table({"width", "length", "depth"}, points).get());
  const Labels expected(manifact_model_labels(model.get()), manifact_model_labels(model.get()) + 6);
  Values turned;
  for (std::size_t i = 0; i < points.size(); i += 3)
    turned.insert(turned.end(), {points[i + 2], points[i + 1], points[i]});
  for (const bool is_sparse : {false, true}) {
    const Matrix X = table({"depth", "length", "width"}, turned, is_sparse);
    EXPECT_EQ(assign(model.get(), X.get()), expected);
    Labels labels(6);
    Values proportions(12);
    EXPECT_EQ(manifact_model_assign_proportions(c.get(), model.get(), X.get(), 0, labels.data(),
                                                proportions.data(), nullptr, 6),
              MANIFACT_OK);
    EXPECT_EQ(labels, expected);
    manifact_model *grown = nullptr;
    ASSERT_EQ(manifact_model_update(c.get(), model.get(), X.get(), nullptr, nullptr, nullptr,
                                    nullptr, 0, &grown),
              MANIFACT_OK);
    const Model updated(grown);
    EXPECT_EQ(Labels(manifact_model_labels(grown) + 6, manifact_model_labels(grown) + 12),
              expected);
    EXPECT_STREQ(manifact_model_feature_name(grown, 2), "depth");
  }
  EXPECT_TRUE(log.empty());
}

TEST_F(FeatureNames, drift_is_that_of_the_named_columns) {
  const Model model = fit(table({"width", "length", "depth"}, points).get());
  const Matrix same = table({"width", "length", "depth"}, points), turned = turned_table();
  std::vector<std::vector<int64_t>> drifts;
  for (const Matrix *X : {&same, &turned}) {
    manifact_model *grown = nullptr;
    ASSERT_EQ(manifact_model_update(c.get(), model.get(), X->get(), nullptr, nullptr, nullptr,
                                    nullptr, 0, &grown),
              MANIFACT_OK)
        << message();
    const Model updated(grown);
    std::vector<int64_t> &drift = drifts.emplace_back(5);
    EXPECT_EQ(
        manifact_model_edit_drift(grown, 0, &drift[0], &drift[1], &drift[2], &drift[3], &drift[4]),
        MANIFACT_OK);
    EXPECT_EQ(drift[0], 6);
  }
  EXPECT_EQ(drifts[0], drifts[1]);
}

TEST_F(FeatureNames, features_and_places_of_points_are_those_of_the_named_columns) {
  const Matrix same = table({"width", "length", "depth"}, points), turned = turned_table();
  const Model model = fit(same.get(), {{"keep-data", "no"}});
  const auto found = [&](const manifact_matrix *X) {
    std::vector<Values> all{Values(6), Values(6), Values(6), Values(12),
                            Values(6), Values(6), Values(2)};
    EXPECT_EQ(manifact_model_point_features(c.get(), model.get(), X, all[0].data(), all[1].data(),
                                            all[2].data(), 3, 2),
              MANIFACT_OK)
        << message();
    EXPECT_EQ(manifact_model_scatter(c.get(), model.get(), X, all[3].data(), all[4].data(), 6,
                                     all[5].data(), all[6].data(), 3),
              MANIFACT_OK)
        << message();
    return all;
  };
  const std::vector<Values> right = found(same.get());
  const auto first = static_cast<std::size_t>(manifact_model_labels(model.get())[0]);
  EXPECT_NEAR(right[0][first], 1. / 3, 1e-12) << "width of rows 0, 1 and 4";
  EXPECT_NEAR(right[0][2 + first], 26. / 3, 1e-12) << "length";
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(found(turned.get()), right);
  ASSERT_EQ(log.size(), 2U);
  EXPECT_NE(log[0].find("left out: 'mass'"), std::string::npos) << log[0];
  const Matrix missing = table({"width", "length", "height"}, points);
  Values means(6);
  EXPECT_EQ(manifact_model_point_features(c.get(), model.get(), missing.get(), means.data(),
                                          nullptr, nullptr, 3, 2),
            MANIFACT_ERROR_MISMATCH);
  EXPECT_NE(message().find("missing: 'depth'"), std::string::npos) << message();
}

TEST_F(FeatureNames, edits_and_stability_are_those_of_the_named_columns) {
  const Matrix same = table({"width", "length", "depth"}, points), turned = turned_table();
  const Model model = fit(same.get(), {{"keep-data", "no"}});
  const int64_t two[] = {0, 1};
  const auto found = [&](const manifact_matrix *X) {
    std::vector<std::string> all;
    const auto made = [&](int status, manifact_model *out) {
      EXPECT_EQ(status, MANIFACT_OK) << message();
      Model one(out);
      all.push_back(status == MANIFACT_OK ? api::bytes(c.get(), out) : "");
      return one;
    };
    manifact_model *out = nullptr;
    int status = manifact_model_split(c.get(), model.get(), 0, 2, X, &out);
    const Model split = made(status, out);
    status = manifact_model_merge(c.get(), split.get(), two, 2, X, &out);
    made(status, out);
    status = manifact_model_reduce(c.get(), split.get(), MANIFACT_LINKAGE_WARD, 2, X, &out);
    made(status, out);
    Values stability(2);
    EXPECT_EQ(manifact_model_stability(c.get(), model.get(), X, 3, stability.data(), 2),
              MANIFACT_OK)
        << message();
    return std::pair(all, stability);
  };
  EXPECT_EQ(found(turned.get()), found(same.get()));
}

// Terms 0 .. 44 of three topics; term 45 is in the later half of the documents.
TEST_F(FeatureNames, terms_are_counted_in_the_named_columns) {
  constexpr int64_t n = 150, m = 46;
  const api::Corpus words = api::corpus(n, m - 1);
  Values ordered(n * m), turned(n * m);
  std::vector<std::string> names(m), turned_names(m);
  std::vector<int32_t> periods;
  for (std::size_t i = 0; i < n; ++i) {
    for (auto e = words.indptr[i]; e < words.indptr[i + 1]; ++e)
      ordered[i * m + static_cast<std::size_t>(words.indices[static_cast<std::size_t>(e)])] =
          words.values[static_cast<std::size_t>(e)];
    ordered[i * m + m - 1] = i < n / 2 ? 0 : 1;
    for (std::size_t j = 0; j < m; ++j) turned[i * m + m - 1 - j] = ordered[i * m + j];
    periods.push_back(static_cast<int32_t>(i / 15));
  }
  for (std::size_t j = 0; j < m; ++j)
    names[j] = turned_names[m - 1 - j] = "term" + std::to_string(j);
  const auto solver = support::solver(c.get(), "kmeans");
  const Matrix same = table(names, ordered, true), other = table(turned_names, turned, true);
  const Model model = support::fit(solver.get(), same.get(), 3);
  const auto coherence = [&](const manifact_matrix *X) {
    Values found(3);
    EXPECT_EQ(manifact_model_topic_numbers(c.get(), model.get(), X, MANIFACT_SCORE_LIFT, 8,
                                           found.data(), nullptr, nullptr, nullptr, 3),
              MANIFACT_OK)
        << message();
    return found;
  };
  const auto rising = [&](const manifact_matrix *X) {
    std::vector<int64_t> terms(m);
    int64_t count = 0;
    EXPECT_EQ(manifact_model_trends(c.get(), model.get(), X, periods.data(), n,
                                    manifact_model_labels(model.get())[0], MANIFACT_RISING, m,
                                    terms.data(), nullptr, &count),
              MANIFACT_OK)
        << message();
    terms.resize(static_cast<std::size_t>(count));
    return terms;
  };
  const Matrix dense = table(turned_names, turned);
  for (const manifact_matrix *X : {same.get(), other.get(), dense.get()}) {
    EXPECT_EQ(coherence(X), coherence(nullptr));
    EXPECT_EQ(rising(X), std::vector<int64_t>{m - 1});
  }
}

TEST_F(FeatureNames, further_columns_are_left_out_and_told) {
  const Model model = fit(table({"width", "length", "depth"}, points).get());
  Values wider;
  for (std::size_t i = 0; i < points.size(); i += 3)
    wider.insert(wider.end(), {1000, points[i + 1], points[i], points[i + 2]});
  const Matrix X = table({"mass", "length", "width", "depth"}, wider);
  EXPECT_EQ(assign(model.get(), X.get()),
            Labels(manifact_model_labels(model.get()), manifact_model_labels(model.get()) + 6));
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("left out: 'mass'"), std::string::npos) << log[0];
}

TEST_F(FeatureNames, a_missing_one_is_refused_with_the_nearest_name) {
  const Model model = fit(table({"width", "length", "depth"}, points).get());
  const Matrix X = table({"width", "lenght", "height"}, points);
  assign(model.get(), X.get(), MANIFACT_ERROR_MISMATCH);
  EXPECT_NE(message().find("2 of the 3 features of the model are missing: 'length', 'depth'"),
            std::string::npos)
      << message();
  EXPECT_NE(message().find("did you mean 'lenght'?"), std::string::npos) << message();
}

TEST_F(FeatureNames, names_that_occur_twice_are_no_names_to_find_by) {
  const std::vector<std::string> twice{"a", "a", "b"};
  const Model model = fit(table(twice, points).get());
  assign(model.get(), table(twice, points).get());
  assign(model.get(), table({"b", "a", "a"}, points).get(), MANIFACT_ERROR_MISMATCH);
  EXPECT_NE(message().find("several columns have the name 'a'"), std::string::npos) << message();
}

TEST_F(FeatureNames, documents_without_names_are_in_the_order_of_the_model_which_is_told) {
  const Model model = fit(table({"width", "length", "depth"}, points).get());
  const Matrix X = support::matrix(c.get(), 6, 3, points);
  EXPECT_EQ(assign(model.get(), X.get()),
            Labels(manifact_model_labels(model.get()), manifact_model_labels(model.get()) + 6));
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("have no names"), std::string::npos) << log[0];
}

TEST_F(FeatureNames, bad_ones_are_refused) {
  const Matrix X = support::matrix(c.get(), 6, 3, points);
  EXPECT_EQ(set(X.get(), {"a", "b"}), MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(set(X.get(), {"a", "b", "\xff"}), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(set(X.get(), {"a", "b", std::string("c\0d", 3)}), MANIFACT_ERROR_ARGUMENT);
  const int64_t falling[] = {0, 2, 1, 3};
  EXPECT_EQ(manifact_matrix_set_feature_names(c.get(), X.get(), "abc", falling, 3),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_matrix_set_feature_names(c.get(), X.get(), "abc", nullptr, 3),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_matrix_feature_name(X.get(), 0), nullptr);
  EXPECT_EQ(set(X.get(), {"a", "b", "c"}), MANIFACT_OK);
  EXPECT_EQ(manifact_matrix_set_feature_names(c.get(), X.get(), nullptr, nullptr, 0), MANIFACT_OK);
  EXPECT_EQ(manifact_matrix_feature_name(X.get(), 0), nullptr);
}

TEST_F(FeatureNames, are_those_of_the_header_of_a_file) {
  const struct {
    std::string text;
    std::vector<std::string> names;
    int64_t rows;
  } cases[] = {{"a,\"b, \"\"c\"\"\" ,d\n1,2,3\n4,5,7\n", {"a", "b, \"c\"", "d"}, 2},
               {",a,b\nx,1,2\ny,3,5\n", {"a", "b"}, 2},
               {"0,1,2\n.5,3,4\n.25,7,8\n", {}, 3},
               {",0,1\n0,.5,3\n1,.25,7\n", {"0", "1"}, 2},
               {"1990,1991\n5,3\n7,2\n", {}, 3},
               {"1,2\n1.5,1.8\n5,8\n8,8\n1,.6\n9,11\n", {}, 6},
               {"\"a\",\"b\"\n\"r1\",1,2\n\"r2\",3,5\n", {"a", "b"}, 2},
               {"# a,b\n1,2\n3,5\n", {"a", "b"}, 2},
               {"# a b\n1.5e0 2e0\n3 5\n", {"a", "b"}, 2},
               {"\xff,b\n1,2\n3,5\n", {"\xef\xbf\xbd", "b"}, 2},
               {"1 2\n3  5\n", {}, 2},
               {"0,1,2\n3,4,5\n6,7,8\n", {}, 3},
               {"0,1\n3,7\n5,2\n", {}, 3},
               {"0,1,3\n.5,3,4\n", {}, 2}};
  for (const auto &[text, names, rows] : cases) {
    manifact_matrix *out = nullptr;
    ASSERT_EQ(
        manifact_matrix_parse(c.get(), text.data(), text.size(), "x", MANIFACT_FORMAT_CSV, &out),
        MANIFACT_OK)
        << text << message();
    const Matrix X(out);
    EXPECT_EQ(manifact_matrix_rows(out), rows) << text;
    std::vector<std::string> found;
    for (int64_t j = 0; const char *name = manifact_matrix_feature_name(out, j); ++j)
      found.emplace_back(name);
    EXPECT_EQ(found, names) << text;
    if (!names.empty()) {
      EXPECT_EQ(manifact_matrix_columns(out), std::ssize(names)) << text;
    }
  }
}

}  // namespace
