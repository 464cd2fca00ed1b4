// pipeline/derived_options, pipeline/refit: each rule that derives a value from the data tells this
// origin, and a solver made from the model decides anew on data for which the rule decides
// otherwise.
#include "pipeline/derived_options.hpp"

#include <functional>

#include "capi/handles.hpp"
#include "pipeline/refit.hpp"
#include "support/constraint_data.hpp"
#include "support/corpus.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using support::Settings;

constexpr int64_t n_rows = 60, n_groups = 3;

// Three groups, each with words of its own. The first value may be negative.
support::Matrix documents(manifact_context *context, int64_t columns, bool sparse, bool negative,
                          bool single = false, bool stretched = false) {
  std::vector<double> values(static_cast<std::size_t>(n_rows * columns));
  uint32_t state = 12345;
  const auto draw = [&](uint32_t bound) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % bound;
  };
  const auto third = static_cast<uint32_t>(columns / 4);
  for (int64_t i = 0; i < n_rows; ++i)
    for (int word = 0; word < 14; ++word) {
      const int64_t own = (i % n_groups) * third + draw(third), common = 3 * third + draw(third);
      ++values[static_cast<std::size_t>(i * columns + (draw(4) > 0 ? own : common))];
    }
  if (negative)
    for (std::size_t i = 0; i < values.size(); i += 3) values[i] -= 1.5;
  if (!sparse || single)  // dense counts would be fitted as sparse ones
    for (double &value : values) value += value > 0 ? 0.25 : 0;
  if (stretched)
    for (std::size_t i = 0; i < values.size(); i += static_cast<std::size_t>(columns))
      values[i] *= 1000;
  if (!single) return support::matrix(context, n_rows, columns, values, sparse);
  const std::vector<float> floats(values.begin(), values.end());
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_matrix_create_dense(context, n_rows, columns, columns, 1, floats.data(),
                                         MANIFACT_FLOAT, MANIFACT_COPY, nullptr, nullptr, &out),
            MANIFACT_OK);
  return support::Matrix(out);
}

// The inputs of one fit.
struct Inputs {
  int64_t columns = 80;
  bool sparse = true, negative = false, single = false;
  bool labels = false, pairs = false, start = false;
  bool stretched = false;  // the first feature is in other units
  bool vectors = false;    // beside the words
};

support::Model fitted(manifact_context *context, manifact_solver *solver, const Inputs &inputs) {
  const support::Matrix X = documents(context, inputs.columns, inputs.sparse, inputs.negative,
                                      inputs.single, inputs.stretched);
  if (inputs.vectors) {
    const support::Matrix vectors = documents(context, 8, false, true);
    EXPECT_EQ(manifact_matrix_set_vectors(context, X.get(), vectors.get()), MANIFACT_OK)
        << manifact_context_message(context);
  }
  std::vector<int32_t> labels(n_rows, -1);
  for (std::size_t i = 0; i < 12; ++i) labels[i] = static_cast<int32_t>(i % n_groups);
  const std::vector<int64_t> first = {0, 1, 2}, second = {3, 4, 6};
  const std::vector<double> weights = {1, 1, -1};
  if (inputs.labels || inputs.pairs) {
    manifact_constraints *out = nullptr;
    EXPECT_EQ(manifact_constraints_create(context, n_rows, inputs.labels ? labels.data() : nullptr,
                                          first.data(), second.data(), weights.data(),
                                          inputs.pairs ? 3 : 0, &out),
              MANIFACT_OK)
        << manifact_context_message(context);
    const support::Constraints owner(out);
    EXPECT_EQ(manifact_solver_set_constraints(solver, out), MANIFACT_OK);
  }
  if (inputs.start) {
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int32_t>(i % n_groups);
    EXPECT_EQ(manifact_solver_set_start_labels(solver, labels.data(), n_rows), MANIFACT_OK);
  }
  return support::fit(solver, X.get(), n_groups);
}

struct OptionOrigin {
  std::string value, setting;
  manifact_origin origin = -1;
};

OptionOrigin origin_of(const manifact_model *model, const std::string &wanted) {
  for (int64_t i = 0; i < manifact_model_option_count(model); ++i) {
    const char *name = nullptr, *value = nullptr, *setting = nullptr;
    OptionOrigin found;
    EXPECT_EQ(manifact_model_option_at(model, i, &name, &value), MANIFACT_OK);
    EXPECT_EQ(manifact_model_option_origin(model, i, &found.origin, &setting), MANIFACT_OK);
    found.value = value;
    if (setting != nullptr) found.setting = setting;
    if (wanted == name) return found;
  }
  return {};
}

support::Solver restored(manifact_context *context, const manifact_model *model) {
  manifact_solver *out = nullptr;
  EXPECT_EQ(manifact_solver_create_from_model(context, model, &out), MANIFACT_OK);
  return support::Solver(out);
}

// A rule: the value of an option that it gives for the first inputs, and the value of a fresh fit
// of the second ones.
struct Rule {
  const char *name, *method;
  Settings settings;
  Inputs first, second;
  const char *option, *derived, *other;
  manifact_origin origin = MANIFACT_ORIGIN_DATA;
};

void PrintTo(const Rule &rule, std::ostream *out) { *out << rule.name; }

void expect_anew(manifact_context *context, const Rule &rule) {
  const support::Solver first = support::solver(context, rule.method, rule.settings),
                        fresh = support::solver(context, rule.method, rule.settings);
  const support::Model model = fitted(context, first.get(), rule.first);
  const OptionOrigin found = origin_of(model.get(), rule.option);
  EXPECT_EQ(found.value, rule.derived);
  EXPECT_EQ(found.origin, rule.origin);
  const support::Model expected = fitted(context, fresh.get(), rule.second);
  EXPECT_STREQ(manifact_model_option(expected.get(), rule.option), rule.other);
  const support::Model loaded = support::saved_and_loaded(context, model.get());
  EXPECT_EQ(origin_of(loaded.get(), rule.option).origin, rule.origin);
  EXPECT_EQ(origin_of(loaded.get(), rule.option).setting, found.setting);
  for (const manifact_model *from : {model.get(), loaded.get()}) {
    const support::Solver solver = restored(context, from);
    EXPECT_EQ(api::bytes(context, fitted(context, solver.get(), rule.second).get()),
              api::bytes(context, expected.get()));
  }
}

class Rules : public testing::TestWithParam<Rule> {
 protected:
  support::Context context_ = support::context();
};

TEST_P(Rules, a_restored_fit_decides_anew) { expect_anew(context_.get(), GetParam()); }

// The same from a model without origins: what the rule gave is not taken for the user's.
TEST_P(Rules, a_model_without_origins_decides_anew) {
  const Rule &rule = GetParam();
  const support::Solver first = support::solver(context_.get(), rule.method, rule.settings);
  const support::Model model = fitted(context_.get(), first.get(), rule.first);
  const Method &method = *find_method(rule.method);
  const Options expected = options_in(*model->model, method);
  Model &earlier = *model->model;
  for (ModelOption &option : earlier.options) option = {option.name, option.value};
  EXPECT_EQ(origin_of(model.get(), rule.option).origin, MANIFACT_ORIGIN_UNKNOWN);
  const Options options = options_in(earlier, method);
  const Key key = find_option(std::string_view(rule.option))->key;
  if (!expected.is_set(key)) {
    EXPECT_FALSE(options.is_set(key)) << options.text(key);
  }
  for (const auto &[name, value] : rule.settings) {
    const Key set = find_option(std::string_view(name))->key;
    const std::string in_force = manifact_model_option(model.get(), name.c_str());
    if (set != key && in_force == value && expected.defaults().text(set) != value) {
      EXPECT_EQ(options.text(set), value) << name;
    }
  }
}

constexpr Inputs sparse = {}, dense = {.sparse = false}, table = {.columns = 24, .sparse = false};
constexpr Inputs negative = {.negative = true}, floats = {.sparse = false, .single = true};
constexpr Inputs labels = {.labels = true}, pairs = {.pairs = true}, start = {.start = true};
constexpr Inputs stretched = {.columns = 24, .sparse = false, .stretched = true};
constexpr Inputs vectors = {.vectors = true};
constexpr Inputs dense_labels = {.sparse = false, .labels = true};

const Rule rules[] = {
    {"dense_defaults", "spherical-kmeans", {}, dense, sparse, "restarts", "30", "10"},
    {"sparse_defaults",
     "spherical-kmeans",
     {},
     sparse,
     dense,
     "restarts",
     "10",
     "30",
     MANIFACT_ORIGIN_DEFAULT},
    {"precision", "auto", {}, floats, sparse, "precision", "float", "double"},
    {"precision_set",
     "auto",
     {{"precision", "auto"}},
     sparse,
     floats,
     "precision",
     "double",
     "float"},
    {"labels", "rcf", {}, labels, pairs, "preset", "quality", "pairs"},
    {"labels_imply", "rcf", {}, labels, pairs, "start", "mixture", "lsi", MANIFACT_ORIGIN_PRESET},
    {"pairs", "rcf", {{"neighbors", "7"}}, pairs, labels, "preset", "pairs", "quality"},
    {"labels_of_dense_data",
     "rcf",
     {},
     dense_labels,
     labels,
     "preset",
     "none",
     "quality",
     MANIFACT_ORIGIN_DEFAULT},
    {"no_labels", "rcf", {{"preset", "none"}}, pairs, labels, "start", "random", "propagation"},
    {"no_labels_restarts", "rcf", {{"preset", "none"}}, pairs, labels, "restarts", "5", "1"},
    {"quality_without_labels",
     "rcf",
     {{"preset", "quality"}},
     pairs,
     labels,
     "preset",
     "pairs",
     "quality"},
    {"given_start", "lccf", {}, start, sparse, "start", "given", "random"},
    {"views", "auto", {{"preset", "quality"}}, sparse, dense, "select", "none", "none"},
    {"quality_of_dense_data",
     "auto",
     {{"preset", "quality"}},
     dense,
     sparse,
     "preset",
     "dense",
     "quality"},
    {"dense_preset", "auto", {}, dense, sparse, "preset", "dense", "none"},
    {"dense_preset_implies",
     "auto",
     {},
     dense,
     sparse,
     "max-iterations",
     "0",
     "20",
     MANIFACT_ORIGIN_PRESET},
    {"points", "auto", {}, table, dense, "preset", "points", "dense"},
    {"dense_updates",
     "auto",
     {{"max-iterations", "5"}},
     dense,
     sparse,
     "duplicates",
     "keep",
     "keep"},
    {"small_table", "srmcf", {}, table, sparse, "start", "kmeans", "ncut"},
    {"small_data",
     "srmcf",
     {{"normalization", "unit-memberships"}},
     sparse,
     start,
     "lambda",
     "10",
     "10"},
    {"negative_values", "lccf", {}, negative, sparse, "ncw", "none", "unit-graph"},
    {"no_negative_values",
     "lccf",
     {},
     sparse,
     negative,
     "ncw",
     "unit-graph",
     "none",
     MANIFACT_ORIGIN_DEFAULT},
    {"negative_random_start",
     "lccf",
     {{"kernel", "polynomial"}, {"degree", "3"}},
     negative,
     sparse,
     "start",
     "kmeans",
     "random"},
    {"few_terms", "cplr", {}, sparse, dense, "neighbors", "20", "7"},
    {"few_terms_readout", "clgr", {}, sparse, dense, "readout", "cosine-kmeans", "rotation"},
    {"scaling_of_points", "auto", {}, stretched, table, "scaling", "z-score", "none"},
    {"scaling_of_points_set",
     "auto",
     {{"scaling", "auto"}},
     table,
     stretched,
     "scaling",
     "none",
     "z-score"},
    {"quality_of_a_table",
     "auto",
     {{"preset", "quality"}},
     table,
     sparse,
     "preset",
     "points",
     "quality"},
    {"metric", "ncut", {}, table, sparse, "metric", "euclidean", "cosine"},
};
INSTANTIATE_TEST_SUITE_P(Derived, Rules, testing::ValuesIn(rules),
                         [](const auto &one) { return std::string(one.param.name); });

TEST(DerivedOptions, origins_of_a_model_are_those_of_its_options) {
  const support::Context context = support::context();
  const support::Solver solver = support::solver(context.get(), "kmeans", {{"seed", "3"}});
  const support::Model model = fitted(context.get(), solver.get(), sparse);
  for (const int64_t index : {int64_t{-1}, manifact_model_option_count(model.get())})
    EXPECT_EQ(manifact_model_option_origin(model.get(), index, nullptr, nullptr),
              MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_option_origin(nullptr, 0, nullptr, nullptr), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_model_option_origin(model.get(), 0, nullptr, nullptr), MANIFACT_OK);
  EXPECT_EQ(origin_of(model.get(), "seed").origin, MANIFACT_ORIGIN_USER);
  EXPECT_EQ(origin_of(model.get(), "seed").setting, "3");
  EXPECT_EQ(origin_of(model.get(), "restarts").origin, MANIFACT_ORIGIN_DEFAULT);
  EXPECT_EQ(origin_of(model.get(), "restarts").setting, "");
}

// Few terms change neither the neighbors nor the read-out of the published tables.
TEST(DerivedOptions, a_paper_is_followed_on_any_data) {
  const support::Context context = support::context();
  for (const char *method : {"cplr", "clgr"}) {
    const support::Solver solver = support::solver(context.get(), method, {{"preset", "paper"}});
    const support::Model model = fitted(context.get(), solver.get(), sparse);
    for (const auto &[name, value] : Settings{{"neighbors", "20"}, {"readout", "rotation"}}) {
      EXPECT_EQ(origin_of(model.get(), name.c_str()).value, value) << method << ": " << name;
      EXPECT_EQ(origin_of(model.get(), name.c_str()).origin, MANIFACT_ORIGIN_PRESET) << name;
    }
  }
}

TEST(DerivedOptions, of_views_keep_what_was_set) {
  const Options asked = options_of("auto", {{"preset", "best"}, {"merge-exponent", "0.7"}});
  const std::vector<Options> candidates = view_candidates(asked);
  ASSERT_EQ(candidates.size(), 3U);
  for (const Options &each : candidates) {
    EXPECT_EQ(each.text(Key::select), "none");
    EXPECT_FALSE(each.is_set(Key::select));
    EXPECT_FALSE(each.is_set(Key::start));
  }
  EXPECT_EQ(candidates[0].text(Key::start), "lsi");
  EXPECT_EQ(candidates[1].text(Key::start), "merge");
  EXPECT_EQ(candidates[1].text(Key::max_iterations), "0");
  EXPECT_EQ(candidates[1].text(Key::merge_exponent), "0.7");
  EXPECT_EQ(candidates[2].text(Key::svd_rank), "100");
}

// What follows are rules beside an option that was set, which a model without origins cannot tell
// from what the rules give.
TEST(DerivedOptions, a_start_of_few_features_is_chosen_anew) {
  const support::Context context = support::context();
  expect_anew(
      context.get(),
      {"few_features", "auto", {{"preset", "dense"}}, table, dense, "start", "lsi", "ncut"});
}

TEST(DerivedOptions, weights_for_a_distance_are_derived_anew) {
  const support::Context context = support::context();
  expect_anew(context.get(), {"metric_weights",
                              "lccf",
                              {{"metric", "euclidean"}},
                              sparse,
                              dense,
                              "graph-weight",
                              "local-scaling",
                              "local-scaling"});
}

// Of documents with vectors, equal words are no reason to share a vertex.
TEST(DerivedOptions, vertices_of_documents_with_vectors_are_chosen_anew) {
  const support::Context context = support::context();
  expect_anew(context.get(), {"vectors",
                              "auto",
                              {{"preset", "dense"}},
                              vectors,
                              sparse,
                              "duplicates",
                              "keep",
                              "collapse"});
}

// A refit starts from the topics only if a fit of the same data would make updates.
TEST(DerivedOptions, a_refit_with_labels_is_the_fit_with_them) {
  const support::Context context = support::context();
  const support::Solver solver = support::solver(context.get(), "rcf");
  const support::Model model = fitted(context.get(), solver.get(), labels);
  const support::Solver again = restored(context.get(), model.get());
  std::vector<int32_t> known(n_rows, -1);
  for (std::size_t i = 0; i < 12; ++i) known[i] = static_cast<int32_t>(i % n_groups);
  const support::Constraints constraints = support::constraints(context.get(), n_rows, known);
  ASSERT_EQ(manifact_solver_set_constraints(again.get(), constraints.get()), MANIFACT_OK);
  manifact_model *out = nullptr;
  ASSERT_GE(manifact_solver_refit(again.get(), model.get(), &out), 0)
      << manifact_solver_message(again.get());
  const support::Model refit(out);
  EXPECT_EQ(origin_of(out, "preset").value, "quality");
  EXPECT_EQ(origin_of(out, "preset").origin, MANIFACT_ORIGIN_DATA);
  EXPECT_EQ(support::labels(out), support::labels(model.get()));
}

// Of a model that does not say what was set, what no rule would have given is restored.
TEST(DerivedOptions, what_no_rule_gives_is_restored_from_a_model_without_origins) {
  const support::Context context = support::context();
  const struct {
    const char *method;
    Settings settings;
    Inputs inputs;
  } cases[] = {
      {"lccf", {{"lambda", "7"}, {"ncw", "none"}, {"neighbors", "3"}, {"seed", "4"}}, sparse},
      {"lccf", {{"preset", "paper"}, {"restarts", "2"}}, sparse},
      {"lccf", {{"normalization", "final"}, {"tolerance", "0"}}, dense},
      {"auto", {{"start", "merge"}, {"max-iterations", "0"}, {"keep-data", "yes"}}, sparse},
      {"auto", {{"preset", "fast"}, {"outliers", "0.1"}}, sparse},
      {"rcf", {{"preset", "paper"}, {"alpha", "0.25"}}, labels},
      {"rcf", {{"start", "random"}, {"restarts", "3"}, {"preset", "none"}}, pairs},
      {"srmcf", {{"start", "lsi"}, {"lambda", "3"}}, table},
      {"ncut", {{"neighbors", "9"}}, sparse},
      {"nmf", {{"update", "hals"}, {"seed", "9"}}, sparse},
  };
  for (const auto &[method, settings, inputs] : cases) {
    const support::Solver solver = support::solver(context.get(), method, settings);
    const support::Model model = fitted(context.get(), solver.get(), inputs);
    const Options expected = options_in(*model->model, *find_method(method));
    for (ModelOption &option : model->model->options) option = {option.name, option.value};
    const Options options = options_in(*model->model, *find_method(method));
    for (const auto &[name, value] : settings) {
      const Key key = find_option(std::string_view(name))->key;
      EXPECT_EQ(expected.text(key), value) << method << " " << name;
      EXPECT_EQ(options.text(key), value) << method << " " << name;
    }
    for (const OptionInfo &option : option_table())
      if (options.is_set(option.key)) {
        EXPECT_TRUE(expected.is_set(option.key)) << method << " " << option.name;
      }
  }
}

}  // namespace
}  // namespace manifact
