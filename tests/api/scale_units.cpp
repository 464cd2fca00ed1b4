// Options in units of the data refer to the data as given, whatever power of two multiplies it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "support/handles.hpp"
#include "support/scale_documents.hpp"

namespace {

// An option in units of the data to a power.
struct InUnits {
  const char *option;
  double value, power;
};

struct Choice {
  const char *method;
  support::Settings settings;
  std::vector<InUnits> in_units;
};

const std::vector<Choice> choices = {
    {"lccf", {{"normalization", "none"}, {"ncw", "none"}}, {{"lambda", 3, 2}}},
    {"lccf",
     {{"normalization", "none"}, {"ncw", "unit-graph"}, {"ncw-power", "0.25"}},
     {{"lambda", 3, 1}}},
    {"lccf",
     {{"normalization", "none"}, {"ncw", "full"}, {"ncw-power", "0.25"}},
     {{"lambda", 3, 0}}},
    {"lccf", {{"ncw", "full"}, {"ncw-power", "0.5"}}, {{"lambda", 3, -2}}},
    {"lccf", {{"ncw", "unit-graph"}, {"ncw-power", "0.25"}}, {{"lambda", 3, 0}}},
    {"cf", {{"kernel", "polynomial"}}, {{"offset", 0.5, 2}}},
    {"lccf",
     {{"kernel", "polynomial"}, {"normalization", "none"}, {"ncw", "none"}},
     {{"offset", 0.5, 2}, {"lambda", 3, 4}}},
    {"cf", {{"kernel", "rbf"}}, {{"bandwidth", 0.5, 1}}},
    {"lccf",
     {{"kernel", "rbf"}, {"graph-weight", "binary"}, {"normalization", "none"}},
     {{"bandwidth", 0.5, 1}, {"lambda", 3, 0}}},
    {"gdcf", {}, {{"lambda", 0.1, 2}, {"mu", 0.5, 2}}},
    {"cnpcf", {}, {{"lambda", 1, 2}, {"mu", 10, 2}}},
    {"srmcf", {{"scaling", "none"}}, {{"lambda", 1, 2}, {"adaptive-weight", 2, 2}}},
    {"srmcf",
     {{"scaling", "none"}, {"gamma", "fixed"}},
     {{"lambda", 1, 2}, {"adaptive-weight", 2, 2}, {"adaptive-ridge", 0.01, 2}}},
    {"gnmf", {}, {{"lambda", 100, 0}}},  // V has the unit of the data
    {"rcc", {}, {{"lambda", 500, 0}}},   // relative to the data
    {"drcc", {}, {{"lambda", 5, 0}, {"mu", 3, 0}}},
    {"can", {{"scaling", "none"}, {"variant", "global"}}, {{"simplex-gamma", 0.2, 2}}},
};

support::Model fitted(manifact_context *context, const Choice &choice, int exponent) {
  const auto X =
      support::matrix(context, rows, columns, documents(std::ldexp(1.0, exponent), Form::dense));
  const auto solver = support::solver(context, choice.method, choice.settings);
  for (const InUnits &one : choice.in_units) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", one.value * std::exp2(one.power * exponent));
    EXPECT_EQ(manifact_solver_set_text(solver.get(), one.option, text), 0)
        << manifact_solver_message(solver.get());
  }
  support::give_labels(context, solver.get(), rows);
  return support::fit(solver.get(), X.get(), blocks);
}

// The largest value of the documents is in [1, 2), so that a power of two restores those of scale 1
// bitwise.
TEST(ScaleOfOptions, models_are_the_same_where_options_follow_the_unit) {
  const auto context = support::context();
  for (const Choice &choice : choices) {
    const auto plain = fitted(context.get(), choice, 0);
    ASSERT_TRUE(plain);
    for (const int exponent : {-220, 220}) {
      const auto scaled = fitted(context.get(), choice, exponent);
      ASSERT_TRUE(scaled);
      EXPECT_EQ(support::diagnostic(scaled.get(), "scaling_exponent"), std::to_string(-exponent));
      EXPECT_EQ(support::history(scaled.get()), support::history(plain.get()))
          << choice.method << " " << choice.in_units.front().option;
      EXPECT_EQ(support::memberships(scaled.get()), support::memberships(plain.get()))
          << choice.method << " " << choice.in_units.front().option;
    }
  }
}

TEST(ScaleOfOptions, a_kernel_whose_option_is_nowhere_near_the_data_is_refused) {
  const auto context = support::context();
  const auto X = support::matrix(context.get(), rows, columns, documents(1e200, Form::dense));
  const support::Settings settings[] = {{{"kernel", "rbf"}, {"bandwidth", "1"}},
                                        {{"kernel", "polynomial"}, {"offset", "1"}}};
  for (const support::Settings &asked : settings) {
    manifact_model *model = nullptr;
    const auto solver = support::solver(context.get(), "cf", asked);
    EXPECT_EQ(manifact_solver_fit(solver.get(), X.get(), blocks, &model), MANIFACT_ERROR_VALUE);
    EXPECT_NE(
        std::string(manifact_solver_message(solver.get())).find("=1 is in the unit of the data"),
        std::string::npos)
        << manifact_solver_message(solver.get());
  }
}

TEST(ScaleOfOptions, a_new_document_whose_squares_are_not_numbers_has_no_posterior) {
  const auto context = support::context();
  const auto near = support::matrix(context.get(), rows, columns, documents(1, Form::dense));
  const auto far = support::matrix(context.get(), rows, columns, documents(1e160, Form::dense));
  const auto model = support::fit(support::solver(context.get(), "gmm").get(), near.get(), blocks);
  std::vector<int32_t> labels(rows);
  EXPECT_EQ(
      manifact_model_assign(context.get(), model.get(), far.get(), labels.data(), nullptr, rows),
      MANIFACT_ERROR_VALUE);
  EXPECT_NE(std::string(manifact_context_message(context.get())).find("row 0 is so far"),
            std::string::npos)
      << manifact_context_message(context.get());
}

TEST(ScaleOfOptions, new_documents_beyond_the_range_are_refused) {
  const auto context = support::context();
  const auto tiny = support::matrix(context.get(), rows, columns, documents(1e-300, Form::dense));
  const auto model =
      support::fit(support::solver(context.get(), "kmeans").get(), tiny.get(), blocks);
  const auto far = support::matrix(context.get(), rows, columns, documents(1e200, Form::dense));
  std::vector<int32_t> labels(rows);
  EXPECT_EQ(
      manifact_model_assign(context.get(), model.get(), far.get(), labels.data(), nullptr, rows),
      MANIFACT_ERROR_VALUE);
  EXPECT_NE(std::string(manifact_context_message(context.get()))
                .find("so far from the training documents"),
            std::string::npos)
      << manifact_context_message(context.get());
}

TEST(ScaleOfOptions, new_documents_whose_squares_are_not_numbers_are_refused_at_scale_1_too) {
  const auto context = support::context();
  const auto near = support::matrix(context.get(), rows, columns, documents(1, Form::dense));
  const auto far = support::matrix(context.get(), rows, columns, documents(1e200, Form::dense));
  for (const char *method : {"cf", "kmeans", "gnmf", "gmm"}) {
    const auto model =
        support::fit(support::solver(context.get(), method).get(), near.get(), blocks);
    std::vector<int32_t> labels(rows);
    EXPECT_EQ(
        manifact_model_assign(context.get(), model.get(), far.get(), labels.data(), nullptr, rows),
        MANIFACT_ERROR_VALUE)
        << method;
    EXPECT_NE(std::string(manifact_context_message(context.get())).find("row 0 is so far"),
              std::string::npos)
        << manifact_context_message(context.get());
  }
}

// Its distances to the others are finite.
TEST(ScaleOfOptions, a_tiny_document_is_a_point_near_the_origin_by_distances) {
  const auto context = support::context();
  std::vector<double> values = documents(1, Form::dense);
  for (int64_t j = 0; j < columns; ++j) values[static_cast<std::size_t>(j)] *= 1e-170;
  const auto X = support::matrix(context.get(), rows, columns, values);
  for (const char *method : {"kmeans", "gmm"})
    EXPECT_TRUE(support::fit(support::solver(context.get(), method, {{"scaling", "none"}}).get(),
                             X.get(), blocks))
        << method;
}

}  // namespace
