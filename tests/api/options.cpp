// The option table: every option of every method is set, read back, refused outside its bounds, and
// found in the model.
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "support/corpus.hpp"

namespace {

struct Option {
  int type = 0;
  double minimum = 0, maximum = 0;
  std::string name, fallback;
  std::vector<std::string> words;
};

std::vector<std::string> split(const char *words) {
  std::vector<std::string> all;
  std::istringstream list(words);
  for (std::string word; list >> word;) all.push_back(word);
  return all;
}

bool has_words(const Option &o) {
  return o.type == MANIFACT_TYPE_TEXT || o.type == MANIFACT_TYPE_BOOL;
}

std::vector<Option> options() {
  std::vector<Option> all;
  for (int64_t i = 0; i < manifact_option_count(); ++i) {
    Option o;
    const char *name = nullptr, *words = nullptr, *fallback = nullptr, *summary = nullptr;
    EXPECT_EQ(manifact_option_info(i, &name, &o.type, &o.minimum, &o.maximum, &words, &fallback,
                                   &summary),
              MANIFACT_OK);
    EXPECT_NE(summary, nullptr);
    EXPECT_TRUE(words != nullptr || !has_words(o)) << name;
    o.name = name;
    o.fallback = fallback;
    o.words = split(words != nullptr ? words : "");
    all.push_back(o);
  }
  return all;
}

std::vector<Option> options_of(const std::string &method) {
  std::vector<Option> used;
  for (const Option &o : options())
    if (manifact_method_uses_option(method.c_str(), o.name.c_str()) == 1) used.push_back(o);
  for (Option &o : used)
    if (const char *words = manifact_method_option_words(method.c_str(), o.name.c_str());
        words != nullptr)
      o.words = split(words);
  return used;
}

std::string text(double value) {
  std::ostringstream out;
  out.precision(17);
  out << value;
  return out.str();
}

std::string get(manifact_solver *solver, const std::string &name) {
  char value[64] = "";
  EXPECT_EQ(manifact_solver_get_text(solver, name.c_str(), value, sizeof value), MANIFACT_OK)
      << name;
  return value;
}

// Sets by type; the caller expects the same of set_text.
int set_typed(manifact_solver *solver, const Option &o, const std::string &value) {
  if (o.type == MANIFACT_TYPE_INT64)
    return manifact_solver_set_int64(solver, o.name.c_str(), std::stoll(value));
  if (o.type == MANIFACT_TYPE_DOUBLE)
    return manifact_solver_set_double(solver, o.name.c_str(), std::stod(value));
  if (o.type == MANIFACT_TYPE_BOOL)
    return manifact_solver_set_bool(solver, o.name.c_str(), value == "yes");
  return manifact_solver_set_text(solver, o.name.c_str(), value.c_str());
}

std::string get_typed(manifact_solver *solver, const Option &o) {
  int64_t integer = 0;
  double real = 0;
  manifact_bool truth = MANIFACT_FALSE;
  if (o.type == MANIFACT_TYPE_INT64) {
    EXPECT_EQ(manifact_solver_get_int64(solver, o.name.c_str(), &integer), MANIFACT_OK) << o.name;
    return std::to_string(integer);
  }
  if (o.type == MANIFACT_TYPE_DOUBLE) {
    EXPECT_EQ(manifact_solver_get_double(solver, o.name.c_str(), &real), MANIFACT_OK) << o.name;
    return text(real);
  }
  if (o.type == MANIFACT_TYPE_BOOL) {
    EXPECT_EQ(manifact_solver_get_bool(solver, o.name.c_str(), &truth), MANIFACT_OK) << o.name;
    return truth == MANIFACT_TRUE ? "yes" : "no";
  }
  return get(solver, o.name);
}

// Values within the bounds, the bounds included.
std::vector<std::string> good_values(const Option &o) {
  if (o.name == "preset") return {"none"};  // the others belong to some methods
  if (has_words(o)) return o.words;
  const double middle = o.minimum + (std::min(o.maximum, o.minimum + 10) - o.minimum) / 2;
  if (o.type == MANIFACT_TYPE_DOUBLE) return {text(o.minimum), text(middle), text(o.maximum)};
  const auto integer = [](double value) { return std::to_string(static_cast<int64_t>(value)); };
  return {integer(o.minimum), integer(middle), integer(o.maximum)};
}

// Texts that are refused by name.
std::vector<std::string> bad_values(const Option &o) {
  std::vector<std::string> bad = {"", " ", "nonsense", "Auto "};
  if (has_words(o)) {
    bad.push_back(o.words[0] + " ");
    bad.push_back(o.words[0].substr(1));
    if (o.words.size() > 1) bad.push_back(o.words[0] + " " + o.words[1]);
    return bad;
  }
  for (const char *number : {"nan", "inf", "-inf", "1e999", "1x", " 1", "0x1", "1,5"})
    bad.emplace_back(number);
  if (o.type == MANIFACT_TYPE_INT64) {
    bad.push_back(std::to_string(static_cast<int64_t>(o.minimum) - 1));
    bad.push_back(std::to_string(static_cast<int64_t>(o.maximum) + 1));
    bad.emplace_back("1.5");
    bad.emplace_back("99999999999999999999999");
  } else {
    bad.push_back(text(std::nextafter(o.minimum, -1.0)));
    bad.push_back(text(std::nextafter(o.maximum, std::numeric_limits<double>::infinity())));
  }
  return bad;
}

class Options : public testing::Test {
 protected:
  support::Context context_ = support::context();
  support::Solver solver(const std::string &method) {
    return support::solver(context_.get(), method);
  }
};

TEST_F(Options, table_is_complete_and_consistent) {
  std::set<std::string> names;
  for (const Option &o : options()) {
    EXPECT_TRUE(names.insert(o.name).second) << o.name;
    if (has_words(o)) {
      EXPECT_NE(std::find(o.words.begin(), o.words.end(), o.fallback), o.words.end()) << o.name;
    } else {
      EXPECT_LT(o.minimum, o.maximum) << o.name;
      EXPECT_GE(std::stod(o.fallback), o.minimum) << o.name;
      EXPECT_LE(std::stod(o.fallback), o.maximum) << o.name;
    }
    bool used = manifact_method_uses_option("vectorizer", o.name.c_str()) == 1;
    for (const std::string &method : api::methods())
      used |= manifact_method_uses_option(method.c_str(), o.name.c_str()) == 1;
    EXPECT_TRUE(used) << o.name << " belongs to no method";
  }
  EXPECT_EQ(manifact_option_info(-1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_option_info(manifact_option_count(), nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_option_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_OK);
}

TEST_F(Options, methods_are_listed_and_made_by_name) {
  for (const std::string &method : api::methods())
    EXPECT_STREQ(manifact_solver_method(solver(method).get()), method.c_str());
  EXPECT_EQ(manifact_method_info(-1, nullptr, nullptr, nullptr), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_method_info(manifact_method_count(), nullptr, nullptr, nullptr),
            MANIFACT_ERROR_ARGUMENT);
  const char *summary = nullptr, *reference = nullptr;
  EXPECT_EQ(manifact_method_info(0, nullptr, &summary, &reference), MANIFACT_OK);
  EXPECT_STRNE(summary, "");
  EXPECT_STRNE(reference, "");
  manifact_solver *out = nullptr;
  for (const char *name : {"", "LCCF", "lccf ", "no-such-method"})
    EXPECT_EQ(manifact_solver_create(context_.get(), name, &out), MANIFACT_ERROR_OPTION) << name;
  EXPECT_EQ(manifact_method_uses_option("no-such-method", "seed"), MANIFACT_FALSE);
  EXPECT_EQ(manifact_method_uses_option("lccf", "no-such-option"), MANIFACT_FALSE);
  EXPECT_EQ(manifact_method_uses_option(nullptr, nullptr), MANIFACT_FALSE);
  EXPECT_EQ(manifact_method_uses_option("kmeans", "lambda"), 0);
  EXPECT_EQ(manifact_method_uses_option("lccf", "lambda"), 1);
}

TEST_F(Options, setting_by_type_equals_setting_by_text) {
  for (const std::string &method : api::methods())
    for (const Option &o : options_of(method))
      for (const std::string &value : good_values(o)) {
        const support::Solver typed = solver(method), by_name = solver(method);
        EXPECT_EQ(set_typed(typed.get(), o, value), MANIFACT_OK)
            << method << " " << o.name << "=" << value;
        EXPECT_EQ(manifact_solver_set_text(by_name.get(), o.name.c_str(), value.c_str()),
                  MANIFACT_OK)
            << method << " " << o.name;
        EXPECT_EQ(get_typed(typed.get(), o), value) << method << " " << o.name;
        EXPECT_EQ(get_typed(by_name.get(), o), value) << method << " " << o.name;
        EXPECT_EQ(get(typed.get(), o.name), get(by_name.get(), o.name)) << method << " " << o.name;
        // Values survive a round trip: the text set again is the same value.
        EXPECT_EQ(manifact_solver_set_text(by_name.get(), o.name.c_str(),
                                           get(typed.get(), o.name).c_str()),
                  MANIFACT_OK);
        EXPECT_EQ(get_typed(by_name.get(), o), value) << method << " " << o.name;
      }
}

TEST_F(Options, refused_value_changes_nothing) {
  for (const std::string &method : api::methods())
    for (const Option &o : options_of(method)) {
      const support::Solver s = solver(method);
      for (const std::string &before : {get(s.get(), o.name), good_values(o).back()}) {
        EXPECT_EQ(manifact_solver_set_text(s.get(), o.name.c_str(), before.c_str()), MANIFACT_OK)
            << o.name << "=" << before;
        const std::string in_force = get(s.get(), o.name);
        for (const std::string &bad : bad_values(o)) {
          EXPECT_EQ(manifact_solver_set_text(s.get(), o.name.c_str(), bad.c_str()),
                    MANIFACT_ERROR_OPTION)
              << o.name << "=" << bad;
          EXPECT_NE(std::string(manifact_solver_message(s.get())).find(o.name), std::string::npos)
              << manifact_solver_message(s.get());
        }
        // Values of another type, and texts that no numeric type accepts.
        if (has_words(o)) {
          EXPECT_EQ(manifact_solver_set_int64(s.get(), o.name.c_str(), 1), MANIFACT_ERROR_OPTION)
              << o.name;
        }
        for (const double bad : {o.type == MANIFACT_TYPE_DOUBLE ? -1.0 : 1.5, -1e300,
                                 static_cast<double>(NAN), static_cast<double>(INFINITY)})
          EXPECT_EQ(manifact_solver_set_double(s.get(), o.name.c_str(), bad), MANIFACT_ERROR_OPTION)
              << o.name;
        EXPECT_EQ(get(s.get(), o.name), in_force) << o.name;
      }
    }
}

TEST_F(Options, unknown_and_foreign_options_are_refused) {
  const support::Solver s = solver("kmeans");
  char value[64];
  int64_t integer;
  double real;
  manifact_bool truth;
  for (const char *name : {"no-such-option", "", "Seed", "lambda", "neighbors"}) {
    EXPECT_EQ(manifact_solver_set_text(s.get(), name, "1"), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_get_text(s.get(), name, value, sizeof value), MANIFACT_ERROR_OPTION)
        << name;
    EXPECT_EQ(manifact_solver_set_int64(s.get(), name, 1), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_set_double(s.get(), name, 1), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_get_int64(s.get(), name, &integer), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_get_double(s.get(), name, &real), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_get_bool(s.get(), name, &truth), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_set_bool(s.get(), name, 1), MANIFACT_ERROR_OPTION) << name;
    EXPECT_EQ(manifact_solver_reset(s.get(), name), MANIFACT_ERROR_OPTION) << name;
  }
}

TEST_F(Options, whole_numbers_convert_both_ways) {
  const support::Solver s = solver("lccf");
  EXPECT_EQ(manifact_solver_set_int64(s.get(), "lambda", 7), MANIFACT_OK);
  EXPECT_EQ(get(s.get(), "lambda"), "7");
  EXPECT_EQ(manifact_solver_set_double(s.get(), "restarts", 4.0), MANIFACT_OK);
  EXPECT_EQ(get(s.get(), "restarts"), "4");
  EXPECT_EQ(manifact_solver_set_text(s.get(), "max-iterations", "1e+05"), MANIFACT_OK);
  EXPECT_EQ(get(s.get(), "max-iterations"), "100000");
  for (const double part : {4.5, std::nextafter(4.0, 5.0)})
    EXPECT_EQ(manifact_solver_set_double(s.get(), "restarts", part), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_double(s.get(), "restarts", 1e300), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_int64(s.get(), "max-df", 2), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(get(s.get(), "restarts"), "4");
  int64_t integer = 0;
  double real = 0;
  EXPECT_EQ(manifact_solver_get_int64(s.get(), "lambda", &integer), MANIFACT_OK);
  EXPECT_EQ(integer, 7);
  EXPECT_EQ(manifact_solver_get_double(s.get(), "restarts", &real), MANIFACT_OK);
  EXPECT_EQ(real, 4);
  for (const double part : {7.5, 1e17}) {
    EXPECT_EQ(manifact_solver_set_double(s.get(), "lambda", part), MANIFACT_OK);
    EXPECT_EQ(manifact_solver_get_int64(s.get(), "lambda", &integer), MANIFACT_ERROR_OPTION);
  }
  EXPECT_EQ(manifact_solver_get_int64(s.get(), "update", &integer), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_get_double(s.get(), "keep-data", &real), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(integer, 7);
}

TEST_F(Options, number_that_holds_a_word_is_read_as_text_only) {
  const support::Solver s = solver("rcf");
  EXPECT_EQ(manifact_solver_set_text(s.get(), "propagation-top", "exact"), MANIFACT_OK);
  int64_t integer = 0;
  EXPECT_EQ(manifact_solver_get_int64(s.get(), "propagation-top", &integer), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(s.get()),
               "option 'propagation-top' is 'exact', not an integer");
  EXPECT_EQ(get(s.get(), "propagation-top"), "exact");
}

TEST_F(Options, truth_values_have_one_pair_of_words) {
  for (const char *method : {"rcf", "ssc"}) {
    const support::Solver s = solver(method);
    int found = 0;
    for (const Option &o : options_of(method)) {
      manifact_bool truth = MANIFACT_FALSE;
      if (o.type != MANIFACT_TYPE_BOOL) {
        EXPECT_EQ(manifact_solver_set_bool(s.get(), o.name.c_str(), 1), MANIFACT_ERROR_OPTION);
        EXPECT_EQ(manifact_solver_get_bool(s.get(), o.name.c_str(), &truth), MANIFACT_ERROR_OPTION);
        EXPECT_NE(o.words, (std::vector<std::string>{"off", "on"})) << o.name;
        continue;
      }
      ++found;
      EXPECT_EQ(o.words, (std::vector<std::string>{"no", "yes"})) << o.name;
      EXPECT_EQ(manifact_solver_set_bool(s.get(), o.name.c_str(), 7), MANIFACT_OK);
      EXPECT_EQ(get(s.get(), o.name), "yes");
      EXPECT_EQ(manifact_solver_set_bool(s.get(), o.name.c_str(), 0), MANIFACT_OK);
      EXPECT_EQ(manifact_solver_get_bool(s.get(), o.name.c_str(), &truth), MANIFACT_OK);
      EXPECT_EQ(truth, MANIFACT_FALSE);
    }
    EXPECT_EQ(found, 2);  // keep-data, and closure or affine
  }
  const support::Solver s = solver("rcf");
  EXPECT_EQ(manifact_solver_set_text(s.get(), "closure", "on"), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(s.get()), "option 'closure': 'on' is now 'yes'");
}

TEST_F(Options, reset_restores_one_or_all) {
  const support::Context two = support::context();
  EXPECT_EQ(manifact_context_set_threads(two.get(), 2), MANIFACT_OK);
  const support::Solver s = support::solver(
      two.get(), "lccf", {{"lambda", "7"}, {"seed", "3"}, {"threads", "5"}, {"preset", "paper"}});
  EXPECT_EQ(manifact_solver_reset(s.get(), "lambda"), MANIFACT_OK);
  EXPECT_EQ(get(s.get(), "lambda"), "100") << "of the preset";
  EXPECT_EQ(get(s.get(), "seed"), "3");
  EXPECT_EQ(manifact_solver_reset(s.get(), nullptr), MANIFACT_OK);
  for (const auto &[name, value] :
       support::Settings{{"lambda", "1"}, {"seed", "0"}, {"preset", "none"}, {"threads", "2"}})
    EXPECT_EQ(get(s.get(), name), value) << name;
}

TEST_F(Options, underscore_and_hyphen_are_equivalent_in_names) {
  const support::Solver s = solver("lccf");
  EXPECT_EQ(manifact_solver_set_int64(s.get(), "max_iterations", 25), MANIFACT_OK);
  EXPECT_EQ(get(s.get(), "max-iterations"), "25");
  EXPECT_EQ(get(s.get(), "max_iterations"), "25");
  EXPECT_EQ(manifact_method_uses_option("lccf", "trial_iterations"), 1);
  EXPECT_EQ(manifact_solver_set_text(s.get(), "maxiterations", "3"), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_text(s.get(), "update", "_"), MANIFACT_ERROR_OPTION);
}

TEST_F(Options, a_name_of_version_0_1_is_refused_with_the_one_it_is_now) {
  const support::Solver s = solver("lccf");
  char value[64];
  EXPECT_EQ(manifact_solver_set_text(s.get(), "normalisation", "none"), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(s.get()), "option 'normalisation' is now 'normalization'");
  EXPECT_EQ(manifact_solver_get_text(s.get(), "normalisation", value, sizeof value),
            MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_text(s.get(), "normalization", "none"), MANIFACT_OK);
}

TEST_F(Options, text_is_written_whole_or_not_at_all) {
  const support::Solver s = solver("lccf");
  EXPECT_EQ(manifact_solver_set_text(s.get(), "seed", "12345"), MANIFACT_OK);
  char value[8] = "before";
  EXPECT_EQ(manifact_solver_get_text(s.get(), "seed", value, 5), MANIFACT_ERROR_LENGTH);
  EXPECT_STREQ(value, "before");
  EXPECT_EQ(manifact_solver_get_text(s.get(), "seed", value, 6), MANIFACT_OK);
  EXPECT_STREQ(value, "12345");
  EXPECT_EQ(manifact_solver_get_text(s.get(), "seed", value, 0), MANIFACT_ERROR_LENGTH);
}

TEST_F(Options, defaults_are_those_of_the_papers_and_the_contract) {
  const auto expect = [&](const char *method, const support::Settings &given,
                          const support::Settings &expected) {
    const support::Solver s = support::solver(context_.get(), method, given);
    for (const auto &[name, value] : expected)
      EXPECT_EQ(get(s.get(), name), value) << method << " " << name;
  };
  expect("lccf", {},
         {{"neighbors", "5"},
          {"graph-weight", "cosine"},
          {"lambda", "1"},
          {"normalization", "scale-invariant"},
          {"ncw", "unit-graph"},
          {"update", "mu"},
          {"start", "random"},
          {"restarts", "10"},
          {"trial-iterations", "30"},
          {"max-iterations", "100"},
          {"readout", "argmax"},
          {"seed", "0"},
          {"threads", "1"},
          {"memory-budget", "2147483648"}});
  expect("auto", {},
         {{"neighbors", "15"},
          {"graph-weight", "cosine"},
          {"normalization", "scale-invariant"},
          {"lambda", "3"},
          {"lambda-scale", "relative"},
          {"ncw", "unit-graph"},
          {"ncw-power", "0.25"},
          {"update", "cd"},
          {"start", "lsi"},
          {"smoothing", "8"},
          {"max-iterations", "20"},
          {"readout", "argmax"},
          {"min-df", "3"}});
  expect("cf", {}, {{"update", "cd"}});
  expect("lccf", {{"preset", "paper"}},
         {{"lambda", "100"},
          {"normalization", "unit-memberships"},
          {"ncw", "unit-graph"},
          {"restarts", "10"},
          {"readout", "cosine-kmeans"}});
  expect("lccf", {{"normalization", "final"}},
         {{"lambda", "100"}, {"restarts", "1"}, {"ncw", "none"}, {"readout", "cosine-kmeans"}});
  expect("cf", {},
         {{"normalization", "scale-invariant"},
          {"ncw", "unit-graph"},
          {"restarts", "10"},
          {"trial-iterations", "30"},
          {"readout", "argmax"}});
  for (const char *method : {"kmeans", "spherical-kmeans"})
    expect(method, {}, {{"restarts", "10"}, {"max-iterations", "300"}});
}

TEST_F(Options, a_default_for_dense_data_that_is_never_in_force_is_not_listed) {
  EXPECT_STREQ(manifact_method_dense_default("average-association", "neighbors"), "7");
  // affinity=gram, the default, implies out-of-sample=exact.
  EXPECT_EQ(manifact_method_dense_default("average-association", "out-of-sample"), nullptr);
  EXPECT_STREQ(manifact_method_dense_default("ncut", "out-of-sample"), "predictor");
}

TEST_F(Options, one_set_by_hand_wins_over_a_preset_in_any_order) {
  EXPECT_EQ(
      get(support::solver(context_.get(), "lccf", {{"preset", "paper"}, {"lambda", "7"}}).get(),
          "lambda"),
      "7");
  EXPECT_EQ(
      get(support::solver(context_.get(), "lccf", {{"lambda", "7"}, {"preset", "paper"}}).get(),
          "lambda"),
      "7");
  EXPECT_EQ(
      get(support::solver(context_.get(), "lccf", {{"preset", "paper"}, {"preset", "none"}}).get(),
          "lambda"),
      "1");
}

// Each stored option is listed once, with the value that is found by its name.
void expect_listed(const manifact_model *model, std::size_t count) {
  const char *name = nullptr, *value = nullptr;
  ASSERT_EQ(manifact_model_option_count(model), static_cast<int64_t>(count));
  for (int64_t i = 0; i < manifact_model_option_count(model); ++i) {
    ASSERT_EQ(manifact_model_option_at(model, i, &name, &value), MANIFACT_OK);
    EXPECT_EQ(manifact_model_option(model, name), value) << name;
    EXPECT_EQ(manifact_model_option_at(model, i, nullptr, nullptr), MANIFACT_OK);
  }
  for (const int64_t index : {int64_t{-1}, manifact_model_option_count(model)})
    EXPECT_EQ(manifact_model_option_at(model, index, &name, &value), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_option_count(nullptr), 0);
  EXPECT_EQ(manifact_model_option_at(nullptr, 0, &name, &value), MANIFACT_ERROR_NULL);
}

TEST_F(Options, model_names_every_option_that_decided_it) {
  const api::Corpus c = api::corpus();
  const support::Matrix X = api::csr(context_.get(), c);
  const support::Settings settings = {
      {"seed", "7"},      {"threads", "2"},    {"restarts", "3"}, {"max-iterations", "15"},
      {"neighbors", "6"}, {"scaling", "none"}, {"refine", "none"}};
  for (const std::string &method : api::methods()) {
    const support::Solver s =
        support::solver(context_.get(), method, support::used(method, settings));
    if (method == "rcf") {  // its default with labels
      EXPECT_EQ(manifact_solver_set_text(s.get(), "preset", "quality"), MANIFACT_OK);
    }
    support::give_labels(context_.get(), s.get(), c.n);
    const support::Model model = support::fit(s.get(), X.get(), 3);
    EXPECT_STREQ(manifact_model_method(model.get()), method.c_str());
    const support::Solver again = solver(method);
    support::give_labels(context_.get(), again.get(), c.n);
    for (const Option &o : options_of(method)) {
      const char *value = manifact_model_option(model.get(), o.name.c_str());
      const std::set<std::string> others{"threads", "memory-budget", "top-terms", "term-score"};
      EXPECT_EQ(value == nullptr, others.count(o.name) > 0) << method << " " << o.name;
      if (value == nullptr) continue;
      std::string set = get(s.get(), o.name);  // auto is double and cosine for sparse data
      if (set == "auto" && o.name == "precision") set = "double";
      if (set == "auto" && o.name == "metric") set = "cosine";
      if (method == "clgr" && o.name.rfind("readout", 0) == 0)  // few terms
        set = o.name == "readout" ? "cosine-kmeans" : "50";
      EXPECT_EQ(value, set) << method << " " << o.name;
      EXPECT_EQ(manifact_solver_set_text(again.get(), o.name.c_str(), value), 0) << o.name;
    }
    EXPECT_EQ(manifact_model_option(model.get(), "no-such-option"), nullptr);
    expect_listed(model.get(), options_of(method).size() - 4);
    EXPECT_EQ(support::memberships(support::fit(again.get(), X.get(), 3).get()),
              support::memberships(model.get()))
        << method;
  }
}

}  // namespace
