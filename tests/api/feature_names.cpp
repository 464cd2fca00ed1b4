// Names of features: they are in the model and its file, and find the columns of new documents.
#include <string>
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

  Model fit(const manifact_matrix *X) {
    const auto solver = support::solver(c.get(), "kmeans");
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
