// Data in any unit: every method gives the clusters of scale 1, or a reason why not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/handles.hpp"
#include "support/sanitized.hpp"
#include "support/scale_documents.hpp"

namespace {

struct Trial {
  support::Settings settings;
  Form form = Form::dense;
  bool singles = false;  // values of type float
};

support::Matrix matrix_of(manifact_context *context, const std::vector<double> &values,
                          const Trial &trial) {
  if (!trial.singles)
    return support::matrix(context, rows, columns, values, trial.form == Form::sparse);
  const std::vector<float> singles(values.begin(), values.end());
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_matrix_create_dense(context, rows, columns, columns, 1, singles.data(),
                                         MANIFACT_FLOAT, MANIFACT_COPY, nullptr, nullptr, &out),
            0);
  return support::Matrix(out);
}

bool all_finite(const double *values, int64_t count) {
  for (int64_t e = 0; values != nullptr && e < count; ++e)
    if (!std::isfinite(values[e])) return false;
  return true;
}

void expect_finite(const manifact_model *model) {
  const int64_t k = manifact_model_clusters(model), l = manifact_model_feature_clusters(model);
  int64_t length = 0;
  const double *const history = manifact_model_history(model, &length);
  EXPECT_TRUE(all_finite(history, length)) << "history";
  EXPECT_TRUE(all_finite(manifact_model_memberships(model), rows * k)) << "memberships";
  EXPECT_TRUE(all_finite(manifact_model_associations(model), rows * k)) << "associations";
  EXPECT_TRUE(all_finite(manifact_model_basis(model), columns * k)) << "basis";
  EXPECT_TRUE(all_finite(manifact_model_centroids(model), columns * k)) << "centroids";
  EXPECT_TRUE(all_finite(manifact_model_cosines(model), rows)) << "cosines";
  EXPECT_TRUE(all_finite(manifact_model_feature_memberships(model), columns * l))
      << "feature memberships";
  EXPECT_TRUE(all_finite(manifact_model_core(model), k * l)) << "core";
}

int append(void *user, const void *data, size_t size) {
  static_cast<std::string *>(user)->append(static_cast<const char *>(data), size);
  return 0;
}

// The result of a fit and of its model on the documents.
struct Outcome {
  int status = 0;
  std::string message;
  std::vector<int32_t> labels, assigned;
};

// The labels that the model, saved and loaded, assigns to its training documents.
std::vector<int32_t> assigned(manifact_context *context, const manifact_model *model,
                              const manifact_matrix *X) {
  std::string bytes;
  EXPECT_EQ(manifact_model_write(context, model, append, &bytes), 0)
      << manifact_context_message(context);
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_model_load_memory(context, bytes.data(), bytes.size(), &out), 0)
      << manifact_context_message(context);
  const support::Model loaded(out);
  std::vector<int32_t> labels(rows, -2);
  if (!loaded) return labels;
  std::vector<double> memberships(static_cast<std::size_t>(rows * manifact_model_clusters(model)));
  EXPECT_EQ(
      manifact_model_assign(context, loaded.get(), X, labels.data(), memberships.data(), rows), 0)
      << manifact_context_message(context);
  EXPECT_TRUE(all_finite(memberships.data(), static_cast<int64_t>(memberships.size())))
      << "memberships of new documents";
  return labels;
}

Outcome outcome_of(const std::string &method, const std::vector<double> &values,
                   const Trial &trial) {
  const auto context = support::context();
  const auto X = matrix_of(context.get(), values, trial);
  const auto solver = support::solver(context.get(), method, support::used(method, trial.settings));
  support::give_labels(context.get(), solver.get(), rows);
  manifact_model *out = nullptr;
  Outcome outcome;
  outcome.status = manifact_solver_fit(solver.get(), X.get(), blocks, &out);
  const support::Model model(out);
  if (outcome.status < 0) outcome.message = manifact_solver_message(solver.get());
  if (!model) return outcome;
  expect_finite(model.get());
  outcome.labels = support::labels(model.get());
  outcome.assigned = assigned(context.get(), model.get(), X.get());
  return outcome;
}

std::vector<int32_t> truth() {
  std::vector<int32_t> labels;
  for (int64_t i = 0; i < rows; ++i) labels.push_back(static_cast<int32_t>(i % blocks));
  return labels;
}

void sweep(const std::string &method, const Trial &trial, const std::vector<double> &scales) {
  const Outcome plain = outcome_of(method, documents(1, trial.form), trial);
  ASSERT_GE(plain.status, 0) << plain.message;
  EXPECT_EQ(plain.labels, truth()) << method;
  for (const double scale : scales) {
    // Under sanitizers only the ends of the range, and the second.
    if (support::is_sanitized && scale != scales.front() && scale != scales[1] &&
        scale != scales.back())
      continue;
    SCOPED_TRACE(method + " at " + std::to_string(std::log10(scale)));
    const Outcome outcome = outcome_of(method, documents(scale, trial.form), trial);
    EXPECT_GE(outcome.status, 0) << outcome.message;
    if (outcome.status < 0) continue;
    EXPECT_EQ(outcome.labels, plain.labels);
    EXPECT_EQ(outcome.assigned, plain.assigned);
  }
}

const std::vector<double> doubles = {1e-320, 1e-300, 1e-200, 1e-170, 1e-155, 1e-100,
                                     1e-80,  1e-40,  1e-20,  1e20,   1e40,   1e80,
                                     1e100,  1e155,  1e170,  1e200,  1e300};
const std::vector<double> singles = {1e-40, 1e-35, 1e-30, 1e-20, 1e-15, 1e-10,
                                     1e10,  1e15,  1e19,  1e25,  1e30,  1e35};

const std::vector<double> few = {1e-320, 1e-300, 1e-155, 1e20, 1e155, 1e300};

// Scalings with negative values, which some methods refuse.
bool needs_other_data(const std::string &method, const Trial &trial) {
  const Outcome plain = outcome_of(method, documents(1, trial.form), trial);
  return plain.status == MANIFACT_ERROR_VALUE &&
         plain.message.find("needs non-negative data") != std::string::npos;
}

class Scale : public testing::TestWithParam<std::string> {};

TEST_P(Scale, dense_documents_in_double) { sweep(GetParam(), {{{"scaling", "none"}}}, doubles); }
TEST_P(Scale, dense_documents_in_float) {
  sweep(GetParam(), {{{"scaling", "none"}, {"precision", "float"}}}, doubles);
}
TEST_P(Scale, dense_floats_in_float) {
  sweep(GetParam(), {{{"scaling", "none"}, {"precision", "float"}}, Form::dense, true}, singles);
}
TEST_P(Scale, sparse_documents_as_they_are) {
  sweep(GetParam(), {{{"scaling", "none"}, {"weighting", "none"}}, Form::sparse}, doubles);
}
TEST_P(Scale, scaled_documents) {
  for (const char *scaling : {"unit-rows", "min-max", "z-score"})
    if (const Trial trial = {{{"scaling", scaling}}}; !needs_other_data(GetParam(), trial))
      sweep(GetParam(), trial, few);
}

// The values of an option that the method accepts.
std::vector<std::string> words_of(const std::string &method, const char *option) {
  const char *words = manifact_method_option_words(method.c_str(), option);
  std::vector<std::string> all;
  std::istringstream stream(words != nullptr ? words : "");
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

// With these a strength in the unit of the data decides the labels (scale_units.cpp), or nothing
// can be assigned.
bool follows_the_unit(const std::string &option, const std::string &word) {
  const std::vector<std::pair<std::string, std::string>> some = {
      {"ncw", "full"}, {"graph-rule", "mutual"}, {"gamma", "fixed"}, {"keep-data", "no"}};
  return std::find(some.begin(), some.end(), std::make_pair(option, word)) != some.end();
}

// A setting that is refused at scale 1 is refused at any scale.
TEST_P(Scale, any_word_of_any_option) {
  for (int64_t option = 0; option < manifact_option_count(); ++option) {
    const char *name = nullptr;
    int type = 0;
    ASSERT_EQ(
        manifact_option_info(option, &name, &type, nullptr, nullptr, nullptr, nullptr, nullptr), 0);
    for (const std::string &word :
         type == MANIFACT_TYPE_TEXT ? words_of(GetParam(), name) : std::vector<std::string>()) {
      if (follows_the_unit(name, word)) continue;
      Trial trial = {{{"scaling", "none"}, {name, word}}};
      if (support::is_sanitized)  // time
        trial.settings.insert(trial.settings.end(), {{"restarts", "1"}, {"max-iterations", "30"}});
      if (word == "random")  // from there, few updates end far from a minimum
        trial.settings.insert(trial.settings.end(), {{"max-iterations", "300"}});
      const Outcome plain = outcome_of(GetParam(), documents(1, trial.form), trial);
      for (const double scale : {1e-300, 1e300}) {
        if (support::is_sanitized && (option % 2 == 0) == (scale > 1)) continue;  // time
        const Outcome outcome = outcome_of(GetParam(), documents(scale, trial.form), trial);
        EXPECT_EQ(outcome.status < 0 ? outcome.status : 0, plain.status < 0 ? plain.status : 0)
            << name << " " << word << " " << outcome.message;
        EXPECT_EQ(outcome.labels, plain.labels) << name << " " << word << " " << scale;
        EXPECT_EQ(outcome.assigned, plain.assigned) << name << " " << word << " " << scale;
      }
    }
  }
}
// The limits of the range in which data is not rescaled; the degree of a kernel and weights by its
// sums narrow it.
TEST_P(Scale, ends_of_the_kept_range) {
  const std::string method = GetParam();
  std::vector<support::Settings> choices = {{}};
  if (method == "cf")
    for (const char *degree : {"2", "3", "4"})
      choices.push_back({{"kernel", "polynomial"}, {"degree", degree}});
  if (method == "lccf")
    choices.insert(choices.end(), {{{"ncw", "unit-graph"}, {"ncw-power", "1"}},
                                   {{"ncw", "unit-graph"}, {"normalization", "none"}}});
  for (support::Settings settings : choices) {
    settings.emplace_back("scaling", "none");
    sweep(method, {settings}, {1e-59, 1e-29, 1e-14, 1e14, 1e29, 1e59});
    settings.emplace_back("precision", "float");
    sweep(method, {settings}, {1e-11, 1e-6, 1e-3, 1e3, 1e6, 1e11});
  }
}
TEST_P(Scale, sparse_documents_by_default) { sweep(GetParam(), {{}, Form::sparse}, few); }

// Alternating rows of very different length; labels by direction do not depend on it.
void expect_directions(const std::string &precision, double factor) {
  std::vector<double> values = documents(1, Form::dense);
  for (int64_t e = 0; e < rows * columns; ++e)
    if (e / columns % 2 == 1) values[static_cast<std::size_t>(e)] *= factor;
  for (const std::string method :
       {"spherical-kmeans", "ncut", "ratio-cut", "cplr", "clgr", "label-propagation"}) {
    const Outcome outcome = outcome_of(
        method, values, {{{"scaling", "none"}, {"precision", precision}, {"metric", "cosine"}}});
    EXPECT_GE(outcome.status, 0) << outcome.message;
    EXPECT_EQ(outcome.labels, truth()) << method << " " << factor;
    EXPECT_EQ(outcome.assigned, truth()) << method << " " << factor;
  }
}

TEST(ScaleOfRows, directions_do_not_depend_on_lengths) {
  for (const double factor : {1e-140, 1e-90, 1e90, 1e140}) expect_directions("double", factor);
  for (const double factor : {1e-25, 1e25}) expect_directions("float", factor);
}

TEST_P(Scale, rows_that_vanish_beside_others_are_refused_unless_made_comparable) {
  for (const double factor : {1e-200, 1e200}) {
    std::vector<double> values = documents(1, Form::dense);
    for (int64_t j = 0; j < columns; ++j)
      values[static_cast<std::size_t>(17 * columns + j)] *= factor;
    const Outcome refused = outcome_of(GetParam(), values, {{{"scaling", "none"}}});
    if (refused.status >= 0 && factor < 1) continue;  // distances are finite
    EXPECT_EQ(refused.status, MANIFACT_ERROR_VALUE);
    EXPECT_NE(refused.message.find(factor < 1 ? "row 17 is too small" : "row 0 is too small"),
              std::string::npos)
        << refused.message;
    EXPECT_EQ(outcome_of(GetParam(), values, {{{"scaling", "unit-rows"}}}).labels, truth());
  }
}

// A sum of squares computed as a difference of large numbers.
TEST_P(Scale, objective_of_a_perfect_fit_is_not_negative) {
  const std::string method = GetParam();
  if (method == "gmm" || method == "asi" || method == "average-association")
    GTEST_SKIP() << "minus a likelihood, or minus a length";
  std::vector<double> values(rows * columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      values[static_cast<std::size_t>(i * columns + j)] =
          j / 5 == i % blocks
              ? (1 + static_cast<double>(j) / 7) * std::sqrt(1.0 + static_cast<double>(i))
              : 0;
  const auto context = support::context();
  const auto X = support::matrix(context.get(), rows, columns, values);
  for (const char *precision : {"double", "float"})
    for (const char *seed : {"0", "1", "2", "3"}) {
      if (support::is_sanitized && *seed > '0') continue;  // time
      const auto solver = support::solver(
          context.get(), method, {{"precision", precision}, {"seed", seed}, {"scaling", "none"}});
      support::give_labels(context.get(), solver.get(), rows);
      const auto model = support::fit(solver.get(), X.get(), blocks);
      ASSERT_TRUE(model);
      const std::vector<double> history = support::history(model.get());
      EXPECT_GE(*std::min_element(history.begin(), history.end()), 0)
          << method << " " << precision << " " << seed;
    }
}

std::vector<std::string> methods() {
  std::vector<std::string> all;
  for (int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr;
    if (manifact_method_info(i, &name, nullptr, nullptr) == 0) all.emplace_back(name);
  }
  return all;
}

std::string shown(const testing::TestParamInfo<std::string> &method) {
  std::string name = method.param;
  for (char &c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Methods, Scale, testing::ValuesIn(methods()), shown);

}  // namespace
