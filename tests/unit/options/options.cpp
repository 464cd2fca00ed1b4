// options/options and the method table: every default and every implication is a valid value of its
// option, and precedence is respected.
#include <set>

#include "options/conversions.hpp"
#include "options/options.hpp"
#include "options/plan.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using Settings = std::vector<std::pair<const char *, std::string>>;

const OptionInfo &option(const char *name) { return *find_option(std::string_view(name)); }

std::string in_force(const Options &options, const char *name) {
  return std::string(options.text(option(name).key));
}

void expect_in_force(const char *method, const Settings &given, const Settings &expected) {
  const Options options = options_of(method, given);
  for (const auto &[name, value] : expected)
    EXPECT_EQ(in_force(options, name), value) << method << ": " << name;
}

TEST(OptionTable, keys_and_names_are_unique_and_found) {
  std::set<Key> keys;
  std::set<std::string> names;
  for (const OptionInfo &o : option_table()) {
    EXPECT_TRUE(keys.insert(o.key).second) << o.name;
    EXPECT_TRUE(names.insert(o.name).second) << o.name;
    EXPECT_EQ(find_option(o.key), &o);
    EXPECT_EQ(find_option(std::string_view(o.name)), &o);
  }
  EXPECT_EQ(find_option("no-such-option"), nullptr);
  EXPECT_EQ(find_option(static_cast<Key>(option_count)), nullptr);
}

TEST(OptionTable, fallbacks_lie_within_their_own_bounds) {
  for (const OptionInfo &o : option_table()) {
    const OptionSet all =
        vectorizer_options.keys.has(o.key) ? vectorizer_options : find_method("lccf")->option_set();
    if (!all.keys.has(o.key)) continue;
    Options options(all);
    EXPECT_NO_THROW(options.set_text(o, o.fallback)) << o.name;
    EXPECT_EQ(options.text(o.key), o.fallback) << o.name << ": as written";
  }
}

TEST(OptionTable, every_option_belongs_to_a_method_or_to_the_vectorizer) {
  for (const OptionInfo &o : option_table()) {
    bool used = vectorizer_options.keys.has(o.key);
    for (const Method *method : method_table()) used = used || method->uses(o.key);
    EXPECT_TRUE(used) << o.name;
  }
}

TEST(MethodTable, defaults_and_implications_are_values_of_options_the_method_uses) {
  for (const Method *method : method_table()) {
    Options options(method->option_set());
    const auto check = [&](const Setting &setting) {
      ASSERT_NE(find_option(setting.key), nullptr);
      EXPECT_NO_THROW(options.set_text(*find_option(setting.key), setting.value))
          << method->name << ": " << find_option(setting.key)->name;
    };
    for (const Setting &setting : method->defaults) check(setting);
    for (const Implication &implication : method->implications) {
      check({implication.key, implication.word});
      for (const Setting &setting : implication.settings) check(setting);
    }
  }
}

TEST(MethodTable, an_option_is_listed_once) {
  for (const Method *method : method_table()) {
    std::set<Key> keys;
    for (const Key key : method->keys)
      EXPECT_TRUE(keys.insert(key).second) << method->name << ": " << find_option(key)->name;
    keys.clear();
    for (const Setting &setting : method->defaults)
      EXPECT_TRUE(keys.insert(setting.key).second) << method->name;
  }
}

TEST(MethodTable, each_method_is_found_by_its_name_alone) {
  for (const Method *method : method_table()) EXPECT_EQ(find_method(method->name), method);
  EXPECT_EQ(find_method("LCCF"), nullptr);
  EXPECT_EQ(find_method(""), nullptr);
}

TEST(MethodTable, what_a_method_takes_goes_with_its_options) {
  for (const Method *method : method_table()) {
    const char *const name = method->name;
    EXPECT_EQ(method->graph == GraphSource::neighbors, method->uses(Key::graph_rule)) << name;
    EXPECT_EQ(method->takes_feature_graph, method->uses(Key::feature_neighbors)) << name;
    EXPECT_EQ(method->start_input >= StartInput::factors, method->uses(Key::start)) << name;
    EXPECT_EQ(method->start_input == StartInput::model, method->uses(Key::kernel)) << name;
    EXPECT_EQ(method->start_input != StartInput::none, method->uses(Key::restarts)) << name;
    EXPECT_TRUE(method->takes_constraints || !method->ignores_pairs) << name;
  }
}

TEST(Choices, are_the_words_of_their_option) {
  Options options = options_of("cf");
  EXPECT_EQ(options.choice<UpdateKind>(), UpdateKind::cd);
  options.set_text(option("update"), "mu");
  EXPECT_EQ(options.choice<UpdateKind>(), UpdateKind::mu);
  options.set_text(option("graph-weight"), "local-scaling");
  EXPECT_EQ(options.choice<GraphWeight>(), GraphWeight::local_scaling);
  EXPECT_EQ(options.choice<GraphWeight>(Key::feature_graph_weight), GraphWeight::binary);
}

TEST(MethodTable, a_graph_is_needed_for_a_positive_lambda_only) {
  const auto needs = [](const Options &options) {
    return find_method(options.name())->needs_graph(options);
  };
  EXPECT_TRUE(needs(options_of("lccf")));
  EXPECT_TRUE(needs(options_of("lccf", {{"lambda", "1e-12"}})));
  EXPECT_FALSE(needs(options_of("lccf", {{"lambda", "0"}})));
  for (const char *method : {"cf", "kmeans", "spherical-kmeans"})
    EXPECT_FALSE(needs(options_of(method))) << method;
}

TEST(Implications, end_is_the_mode_of_graduated_smoothing) {
  expect_in_force("lccf", {{"normalization", "final"}},
                  {{"lambda", "100"},
                   {"readout", "cosine-kmeans"},
                   {"restarts", "1"},
                   {"ncw", "none"},
                   {"update-order", "wv"},
                   {"preset", "none"}});
  expect_in_force("cf", {{"normalization", "final"}}, {{"restarts", "1"}, {"update-order", "wv"}});
}

TEST(Implications, authors_is_their_program) {
  const Settings program = {{"lambda", "100"},
                            {"readout", "cosine-kmeans"},
                            {"restarts", "1"},
                            {"ncw", "none"},
                            {"update-order", "vw"}};
  expect_in_force("lccf", {{"normalization", "unit-memberships"}}, program);
  Settings preset = program;
  preset[2].second = "10";
  preset[3].second = "unit-graph";  // the best method of the paper is LCCF-NCW
  preset.emplace_back("normalization", "unit-memberships");
  expect_in_force("lccf", {{"preset", "paper"}}, preset);
  expect_in_force("gnmf", {{"preset", "paper"}},
                  {{"start", "random"}, {"restarts", "10"}, {"floor", "reference"}});
}

void expect_dense(const char *method, const Settings &given, const Settings &expected) {
  Options options = options_of(method, given);
  options.take_dense_defaults();
  for (const auto &[name, value] : expected)
    EXPECT_EQ(in_force(options, name), value) << method << ", dense: " << name;
}

TEST(Implications, paper_is_the_setting_of_the_tables) {
  const std::vector<std::pair<const char *, Settings>> tables = {
      {"average-association", {{"affinity", "gram"}, {"readout", "cosine-kmeans"}}},
      {"ncut", {{"neighbors", "20"}, {"graph-weight", "local-scaling"}, {"readout", "rotation"}}},
      {"nmf", {{"update", "mu"}, {"start", "random"}, {"max-iterations", "100"}}},
      {"semi-nmf", {{"start", "kmeans"}, {"readout-starts", "1"}}},
      {"onmtf", {{"readout-starts", "1"}, {"max-iterations", "100"}}},
      {"rcc", {{"lambda", "500"}, {"variant", "paper"}}},
      {"drcc", {{"lambda", "500"}, {"mu", "500"}, {"variant", "paper"}}},
      {"cf", {{"normalization", "unit-memberships"}, {"restarts", "10"}, {"update", "mu"}}},
      {"rcf", {{"lambda", "100"}, {"normalization", "per-update"}, {"start", "propagation"}}},
      {"semi-lccf", {{"lambda", "100"}, {"normalization", "per-update"}}},
      {"ccf", {{"start", "propagation"}, {"restarts", "1"}}},
      {"cnpcf", {{"neighbors", "3"}, {"lambda", "1"}, {"mu", "10"}}},
      {"gdcf", {{"lambda", "0.1"}, {"mu", "0.5"}}},
      {"srmcf", {{"start", "kmeans"}, {"metric", "euclidean"}, {"max-iterations", "20"}}},
      {"cplr", {{"neighbors", "20"}, {"local-ridge", "0.1"}, {"readout", "rotation"}}},
      {"clgr", {{"neighbors", "20"}, {"lambda", "0.1"}, {"readout", "rotation"}}},
      {"ssc", {{"fidelity", "20"}, {"readout", "cosine-kmeans"}, {"scaling", "none"}}},
      {"smce", {{"neighbors", "49"}, {"readout-starts", "20"}, {"scaling", "none"}}},
      {"pcan", {{"first-projection", "absolute"}, {"scaling", "none"}}}};
  for (const auto &[method, settings] : tables) {
    expect_in_force(method, {{"preset", "paper"}}, settings);
    expect_dense(method, {{"preset", "paper"}}, settings);
  }
  for (const char *method : {"kmeans", "spherical-kmeans", "gmm", "asi"})
    expect_in_force(method, {{"preset", "paper"}}, {{"restarts", "1"}});
}

TEST(Defaults, of_methods_with_labels) {
  for (const char *method : {"rcf", "semi-lccf"}) {
    expect_in_force(method, {},
                    {{"normalization", "per-update"}, {"start", "propagation"}, {"lambda", "100"}});
    expect_dense(method, {}, {{"normalization", "per-update"}, {"lambda", "500"}});
    expect_dense(method, {{"lambda", "7"}}, {{"lambda", "7"}});
  }
  expect_in_force("ccf", {}, {{"start", "propagation"}, {"restarts", "1"}});
}

// A single random start often fails: ten, for data of both kinds.
TEST(Defaults, ccf_from_random_starts_makes_ten) {
  const Settings random = {{"start", "random"}}, ten = {{"restarts", "10"}};
  expect_in_force("ccf", random, ten);
  expect_dense("ccf", random, ten);
  expect_in_force("ccf", {{"preset", "pairs"}}, {{"start", "lsi"}, {"restarts", "1"}});
  expect_in_force("ccf", {{"preset", "pairs"}, {"start", "random"}}, ten);
  expect_in_force("ccf", {{"start", "random"}, {"restarts", "3"}}, {{"restarts", "3"}});
}

TEST(Defaults, of_partitions_for_dense_data) {
  expect_in_force("spherical-kmeans", {}, {{"restarts", "10"}});
  expect_dense("spherical-kmeans", {}, {{"restarts", "30"}});
  expect_dense("kmeans", {}, {{"restarts", "10"}, {"precision", "auto"}});
  expect_in_force("gmm", {}, {{"covariance", "diagonal"}, {"restarts", "5"}});
  expect_dense("gmm", {}, {{"covariance", "auto"}});
}

TEST(Defaults, of_ssc) {
  expect_in_force("ssc", {}, {{"fidelity", "20"}, {"mass", "0.7"}});
  expect_dense("ssc", {}, {{"fidelity", "16"}, {"mass", "0.7"}});
  expect_dense("ssc", {{"affine", "yes"}}, {{"fidelity", "800"}});
}

// Text: fewer neighbors, and a cut that is rotated; dense data: as in the published program.
TEST(Defaults, of_smce) {
  expect_in_force("smce", {}, {{"neighbors", "20"}, {"readout", "rotation"}});
  expect_dense("smce", {},
               {{"neighbors", "49"}, {"readout", "cosine-kmeans"}, {"readout-starts", "20"}});
}

TEST(Implications, other_kernels_have_the_same_defaults_for_dense_data) {
  for (const char *method : {"cf", "lccf"})
    for (const char *kernel : {"polynomial", "rbf", "precomputed"}) {
      Options options = options_of(method, {{"kernel", kernel}});
      options.take_dense_defaults();
      EXPECT_EQ(options.text(Key::start), "random") << method;
      EXPECT_EQ(options.text(Key::restarts), "10") << method;
      EXPECT_EQ(options.text(Key::readout), "argmax") << method;
    }
}

TEST(Implications, a_random_start_is_one_of_ten_for_dense_data_too) {
  for (const char *method : {"cf", "lccf", "gnmf"}) {
    Options options = options_of(method, {});
    options.take_dense_defaults();
    EXPECT_EQ(options.text(Key::start), "lsi") << method;
    EXPECT_EQ(options.text(Key::restarts), "1") << method;
    options.set_text(option("start"), "random");
    EXPECT_EQ(options.text(Key::restarts), "10") << method;
  }
}

TEST(Implications, the_other_modes_imply_nothing) {
  for (const char *mode : {"scale-invariant", "none", "per-update"}) {
    expect_in_force("lccf", {{"normalization", mode}},
                    {{"lambda", "1"},
                     {"readout", "argmax"},
                     {"restarts", "10"},
                     {"ncw", "unit-graph"},
                     {"update-order", "vw"}});
    expect_in_force(
        "cf", {{"normalization", mode}},
        {{"readout", "argmax"}, {"restarts", "10"}, {"ncw", "unit-graph"}, {"update-order", "vw"}});
  }
}

TEST(Implications, what_is_set_by_hand_wins_in_any_order) {
  const Settings by_hand = {{"lambda", "7"},
                            {"ncw", "full"},
                            {"readout", "kmeans"},
                            {"restarts", "3"},
                            {"update-order", "vw"}};
  for (const Settings &mode : {Settings{{"normalization", "final"}}, Settings{{"preset", "paper"}},
                               Settings{{"normalization", "unit-memberships"}}}) {
    Settings before = by_hand, after = mode;
    before.insert(before.end(), mode.begin(), mode.end());
    after.insert(after.end(), by_hand.begin(), by_hand.end());
    expect_in_force("lccf", before, by_hand);
    expect_in_force("lccf", after, by_hand);
  }
}

TEST(Implications, the_floor_of_the_reference_is_one_of_multiplicative_updates) {
  expect_in_force("cf", {}, {{"update", "cd"}});
  expect_in_force("cf", {{"floor", "reference"}}, {{"update", "mu"}});
  expect_in_force("cf", {{"normalization", "unit-memberships"}},
                  {{"update", "mu"}, {"restarts", "1"}});
}

TEST(Implications, a_preset_of_another_method_is_refused) {
  Options options = options_of("auto", {});
  expect_error(
      Status::option,
      "option 'preset' of method 'auto' must be one of: none fast quality best dense points; not "
      "'paper'",
      [&] { options.set_text(option("preset"), "paper"); });
  EXPECT_EQ(options.text(Key::preset), "none");
}

TEST(Implications, every_preset_of_a_method_is_one_of_its_words_and_means_something) {
  for (const Method *method : method_table()) {
    if (!method->uses(Key::preset)) continue;
    Options options(method->option_set());
    std::string words = "none";
    for (const Implication &implication : method->implications)
      if (implication.key == Key::preset) words.append(" ").append(implication.word);
    EXPECT_EQ(options.words_of(option("preset")), words) << method->name;
  }
}

TEST(Implications, a_mode_set_by_hand_wins_over_the_preset) {
  expect_in_force("lccf", {{"preset", "paper"}, {"normalization", "final"}},
                  {{"normalization", "final"}, {"update-order", "wv"}});
  expect_in_force("lccf", {{"preset", "paper"}, {"normalization", "scale-invariant"}},
                  {{"lambda", "1"}, {"readout", "argmax"}, {"restarts", "10"}});
}

TEST(Implications, a_mode_can_be_taken_back) {
  expect_in_force("lccf", {{"normalization", "final"}, {"normalization", "scale-invariant"}},
                  {{"lambda", "1"}, {"update-order", "vw"}, {"ncw", "unit-graph"}});
  expect_in_force("lccf", {{"preset", "paper"}, {"preset", "none"}},
                  {{"normalization", "scale-invariant"}, {"lambda", "1"}});
}

// The tables have texts, which options hold as typed values.
TEST(OptionValues, of_the_tables_are_printed_as_they_are_written) {
  const auto check = [](const char *owner, Key key, const char *value) {
    const OptionInfo &option = *find_option(key);
    const auto found = typed(option, value);
    ASSERT_TRUE(found) << owner << ": " << option.name << "=" << value;
    EXPECT_EQ(printed(option, *found), value) << owner << ": " << option.name;
  };
  for (const OptionInfo &option : option_table()) check("table", option.key, option.fallback);
  for (const Method *method : method_table()) {
    for (const Setting &setting : method->defaults) check(method->name, setting.key, setting.value);
    for (const Setting &setting : method->dense_defaults)
      check(method->name, setting.key, setting.value);
    for (const Implication &implication : method->implications) {
      EXPECT_TRUE(typed(*find_option(implication.key), implication.word)) << method->name;
      for (const Setting &setting : implication.settings)
        check(method->name, setting.key, setting.value);
    }
  }
}

TEST(OptionValues, have_an_origin_and_keep_what_the_user_set) {
  Options options = options_of("lccf");
  EXPECT_EQ(options.origin(Key::lambda), Origin::standard);
  options.set_text(option("preset"), "paper");
  EXPECT_EQ(options.origin(Key::preset), Origin::user);
  EXPECT_EQ(options.origin(Key::lambda), Origin::preset);
  options.derive(Key::lambda, 3.0);
  EXPECT_EQ(options.real(Key::lambda), 3);
  EXPECT_EQ(options.origin(Key::lambda), Origin::data);
  EXPECT_FALSE(options.is_set(Key::lambda));
  options.set(option("lambda"), 7.0);
  options.derive(Key::lambda, 3.0);
  EXPECT_EQ(options.real(Key::lambda), 7) << "what the user set takes precedence";
  EXPECT_EQ(options.origin(Key::lambda), Origin::user);
  options.replace(Key::lambda, 3.0);
  EXPECT_EQ(options.real(Key::lambda), 3);
  EXPECT_EQ(options.origin(Key::lambda), Origin::data);
  EXPECT_EQ(options.setting(Key::lambda), OptionValue(7.0));
  options.set(option("lambda"), 8.0);
  EXPECT_EQ(options.real(Key::lambda), 8);
  options.reset(option("lambda"));
  EXPECT_EQ(options.origin(Key::lambda), Origin::preset);
  Options kmeans = options_of("kmeans");
  kmeans.derive(Key::lambda, 3.0);
  EXPECT_EQ(kmeans.origin(Key::lambda), Origin::standard) << "a method without the option";
  Options dense = options_of("spherical-kmeans");
  dense.take_dense_defaults();
  EXPECT_EQ(dense.origin(Key::restarts), Origin::data);
}

TEST(OptionValues, are_read_back_as_they_were_set) {
  Options options = options_of("lccf");
  options.set(option("seed"), std::int64_t{9007199254740992});
  EXPECT_EQ(options.integer(Key::seed), 9007199254740992);
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1e300, 0.0}) {
    options.set(option("lambda"), value);
    EXPECT_EQ(options.real(Key::lambda), value);
  }
  options.set_text(option("lambda"), "1e-3");
  EXPECT_EQ(options.real(Key::lambda), 1e-3);
  options.set_text(option("ncw"), "full");
  EXPECT_TRUE(options.is(Key::ncw, "full"));
  EXPECT_EQ(options.text(Key::ncw), "full");
  EXPECT_FALSE(options.is_set(Key::restarts));
  EXPECT_EQ(options.integer(Key::restarts), 10) << "the default of the method";
  EXPECT_EQ(options.integer(Key::max_iterations), 100) << "the default of the table";
}

TEST(OptionValues, refused_ones_change_nothing_and_are_reported) {
  Options options = options_of("lccf");
  options.set(option("lambda"), 7.0);
  options.set(option("seed"), std::int64_t{5});
  options.set_text(option("ncw"), "none");
  const double nan = NAN;
  expect_error(Status::option, "option 'lambda' must be at least 0, not nan",
               [&] { options.set(option("lambda"), nan); });
  expect_error(Status::option, "option 'lambda' must be at least 0, not -1",
               [&] { options.set(option("lambda"), -1.0); });
  expect_error(Status::option, "option 'lambda' must be at most 1e+300, not inf",
               [&] { options.set_text(option("lambda"), "inf"); });
  expect_error(Status::option, "option 'tolerance' must be between 0 and 1, not 1.5",
               [&] { options.set(option("tolerance"), 1.5); });
  expect_error(Status::option, "option 'ncw' does not take an integer",
               [&] { options.set(option("ncw"), std::int64_t{1}); });
  expect_error(Status::option, "option 'ncw' does not take a real number",
               [&] { options.set(option("ncw"), 1.0); });
  expect_error(Status::option, "option 'seed' takes an integer, not 1.5",
               [&] { options.set(option("seed"), 1.5); });
  expect_error(Status::option, "option 'seed' takes an integer, not nan",
               [&] { options.set(option("seed"), nan); });
  expect_error(Status::option, "option 'restarts' must be between 1 and 100000, not 1e+300",
               [&] { options.set(option("restarts"), 1e300); });
  expect_error(Status::option, "option 'seed' takes an integer, not '1e-3'",
               [&] { options.set_text(option("seed"), "1e-3"); });
  expect_error(Status::option, "option 'ncw' must be one of: none unit-graph full; not 'on'",
               [&] { options.set_text(option("ncw"), "on"); });
  expect_error(Status::option, "not 'none full'",
               [&] { options.set_text(option("ncw"), "none full"); });
  EXPECT_EQ(options.real(Key::lambda), 7);
  EXPECT_EQ(options.integer(Key::seed), 5);
  EXPECT_TRUE(options.is(Key::ncw, "none"));
  EXPECT_FALSE(options.is_set(Key::tolerance));
  EXPECT_FALSE(options.is_set(Key::restarts));
}

TEST(OptionValues, a_word_of_version_0_1_is_refused_with_the_one_it_is_now) {
  Options options = options_of("lccf"), kmeans = options_of("kmeans");
  const char *const words[][3] = {
      {"normalization", "si", "scale-invariant"}, {"normalization", "end", "final"},
      {"normalization", "each", "per-update"},    {"normalization", "authors", "unit-memberships"},
      {"ncw", "authors", "unit-graph"},           {"ncw", "appendix", "full"}};
  for (const auto &[name, before, now] : words) {
    const std::string sentence =
        std::string("option '") + name + "': '" + before + "' is now '" + now + "'";
    expect_error(Status::option, sentence.c_str(),
                 [&, name = name, before = before] { options.set_text(option(name), before); });
    EXPECT_FALSE(options.is_set(option(name).key));
    options.set_text(option(name), now);
    EXPECT_TRUE(options.is(option(name).key, now));
    options = options_of("lccf");
  }
  expect_error(Status::option, "option 'ncw': 'authors' is now 'unit-graph'",
               [&] { kmeans.set_text(option("ncw"), "authors"); });
}

TEST(OptionValues, the_bound_that_was_passed_is_named) {
  Options options = options_of("lccf");
  for (const char *name : {"seed", "neighbors"}) {
    const std::string sentence =
        std::string("option '") + name + "' must be at most 9007199254740992, not ";
    expect_error(Status::option, (sentence + "9007199254740993").c_str(),
                 [&] { options.set(option(name), std::int64_t{9007199254740993}); });
    for (const char *value : {"9007199254740993", "9223372036854775808", "99999999999999999999999"})
      expect_error(Status::option, (sentence + value).c_str(),
                   [&] { options.set_text(option(name), value); });
  }
  expect_error(Status::option, "option 'neighbors' must be at least 1, not 0",
               [&] { options.set_text(option("neighbors"), "0"); });
  expect_error(Status::option, "option 'neighbors' must be at least 1, not -9223372036854775809",
               [&] { options.set_text(option("neighbors"), "-9223372036854775809"); });
  expect_error(Status::option,
               "option 'restarts' must be between 1 and 100000, not 99999999999999999999",
               [&] { options.set_text(option("restarts"), "99999999999999999999"); });
  expect_error(Status::option,
               "option 'lambda' takes a number in the range of a double, not '1e999'",
               [&] { options.set_text(option("lambda"), "1e999"); });
}

TEST(OptionValues, whole_numbers_beyond_the_bounds_are_not_rounded_into_them) {
  Options options = options_of("lccf");
  for (const std::int64_t beyond :
       {std::int64_t{9007199254740993}, INT64_MAX, std::int64_t{-1}, INT64_MIN})
    expect_error(Status::option, "option 'seed' must be",
                 [&] { options.set(option("seed"), beyond); });
  EXPECT_FALSE(options.is_set(Key::seed));
}

TEST(OptionValues, a_method_refuses_what_it_does_not_use) {
  Options options = options_of("kmeans");
  expect_error(Status::option, "method 'kmeans' has no option 'lambda'",
               [&] { options.set(option("lambda"), 1.0); });
  expect_error(Status::option, "method 'kmeans' has no option 'neighbors'",
               [&] { options.set(option("neighbors"), std::int64_t{3}); });
  expect_error(Status::option, "method 'kmeans' has no option 'start'",
               [&] { options.set_text(option("start"), "random"); });
  Options text(vectorizer_options);
  for (const char *foreign : {"seed", "threads", "lambda", "weighting"})
    expect_error(Status::option, "the vectorizer has no option '",
                 [&] { text.set_text(option(foreign), "1"); });
  Options plain = options_of("symnmf");
  expect_error(Status::option, "method 'symnmf' has no option 'preset'",
               [&] { plain.set_text(option("preset"), "paper"); });
}

}  // namespace
}  // namespace manifact
