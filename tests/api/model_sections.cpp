// A model file with valid checksums but invalid content: it is refused with a message, or the model
// can be used. For every method and every rule for new documents.
#include <algorithm>

#include "reference/archive.hpp"
#include "support/corpus.hpp"
#include "support/damaged_values.hpp"
#include "support/model_views.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_data.hpp"

namespace {

using manifact::HandArchive;

struct Fitted {
  std::string what;
  HandArchive archive;
};

class ModelSections : public testing::Test {
 protected:
  // Each method with its defaults, and with the applicable settings of a list.
  static std::vector<Fitted> all_models() {
    const std::vector<support::Settings> variants = {
        {},
        {{"out-of-sample", "iterative"}, {"ncw", "unit-graph"}},
        {{"out-of-sample", "predictor"}},
        {{"ncw", "full"}, {"graph-weight", "local-scaling"}, {"readout", "cosine-kmeans"}},
        {{"kernel", "polynomial"}, {"graph-weight", "heat"}},
        {{"kernel", "rbf"}, {"ncw", "unit-graph"}},
        {{"scaling", "z-score"}, {"keep-data", "no"}},
    };
    std::vector<Fitted> models;
    for (const std::string &method : api::methods())
      for (const support::Settings &variant : variants) add(models, method, variant);
    add_given_kernel(models);
    add_attached_texts(models);
    for (const char *method : {"lccf", "kmeans", "drcc"}) add_edited(models, method);
    const std::string text = std::string(support::source_root) + "/tests/fuzz/corpus/model/text";
    models.push_back({"text", manifact::taken_apart(manifact::slurp(text))});
    return models;
  }

  static void add(std::vector<Fitted> &models, const std::string &method,
                  const support::Settings &variant) {
    const support::Context context = support::context();
    const api::Corpus c = api::corpus(14, 9, 3, 12);
    const support::Matrix X = api::csr(context.get(), c);
    support::Settings settings = support::used(method, variant);
    if (settings.empty() && !variant.empty()) return;
    const support::Settings few =
        support::used(method, {{"restarts", "1"}, {"max-iterations", "3"}});
    const support::Solver solver = support::solver(context.get(), method, few);
    std::string what = method;
    for (const auto &[name, value] : settings) {
      if (manifact_solver_set_text(solver.get(), name.c_str(), value.c_str()) < 0) continue;
      what.append(" ").append(name).append("=").append(value);
    }
    fit(models, what, context.get(), solver.get(), X.get());
  }

  // Incompatible settings give no model.
  static void fit(std::vector<Fitted> &models, const std::string &what, manifact_context *context,
                  manifact_solver *solver, const manifact_matrix *X) {
    support::give_labels(context, solver, manifact_matrix_rows(X), 3);
    manifact_model *out = nullptr;
    if (manifact_solver_fit(solver, X, 3, &out) < 0) return;
    const support::Model model(out);
    models.push_back({what, manifact::taken_apart(api::bytes(context, out))});
  }

  static void add_given_kernel(std::vector<Fitted> &models) {
    const support::Context context = support::context();
    std::vector<double> K;
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 9; ++j) K.push_back((i == j ? 1 : 0) + (i % 3 == j % 3 ? 2 : 0.25));
    const support::Matrix X = support::matrix(context.get(), 9, 9, K);
    const support::Settings given = {{"kernel", "precomputed"}, {"graph-weight", "local-scaling"}};
    const support::Solver solver = support::solver(context.get(), "lccf", given);
    fit(models, "lccf kernel=precomputed", context.get(), solver.get(), X.get());
    ASSERT_EQ(models.back().what, "lccf kernel=precomputed")
        << manifact_solver_message(solver.get());
  }

  // With a topic split into three, two merged, one renamed, one hidden, and documents added.
  static void add_edited(std::vector<Fitted> &models, const std::string &method) {
    const support::Context context = support::context();
    manifact_context *const c = context.get();
    const support::Matrix X = api::csr(c, api::corpus(14, 9, 3, 12));
    support::Model model = api::fit(c, method, {{"restarts", "1"}}, X.get(), 3);
    const auto edit = [&](const auto &make) {
      manifact_model *out = nullptr;
      ASSERT_EQ(make(model.get(), &out), MANIFACT_OK) << manifact_context_message(c);
      model.reset(out);
    };
    edit([&](const auto *from, auto **out) {
      return manifact_model_split(c, from, 0, 3, nullptr, out);
    });
    const std::int64_t last_two[] = {3, 4};
    edit([&](const auto *from, auto **out) {
      return manifact_model_merge(c, from, last_two, 2, nullptr, out);
    });
    edit([&](const auto *from, auto **out) {
      return manifact_model_rename(c, from, 1, "a name", out);
    });
    const std::int64_t two[] = {1, 0};
    edit([&](const auto *from, auto **out) {
      return manifact_model_rename_group(c, from, two, 2, "two = together", out);
    });
    edit([&](const auto *from, auto **out) {
      return manifact_model_update(c, from, X.get(), nullptr, nullptr, nullptr, nullptr, 0, out);
    });
    edit([&](const auto *from, auto **out) {
      return manifact_model_hide(c, from, last_two, 1, out);
    });
    models.push_back({method + " edited", manifact::taken_apart(api::bytes(c, model.get()))});
  }

  // With named features too.
  static void add_attached_texts(std::vector<Fitted> &models) {
    const support::Context context = support::context();
    manifact_context *const c = context.get();
    const support::Vectorizer vectorizer = api::vectorizer(c, {{"stemming", "yes"}});
    api::add(vectorizer.get(), api::reports(9));
    const support::Matrix counts = api::finish(vectorizer.get());
    const support::Matrix X =
        support::matrix(c, 9, 2, {3, 0, 0, 1, 1, 1, 4, 1, 1, 3, 2, 2, 4, 0, 0, 2, 3, 3});
    const api::Packed names({"width", "height"});
    manifact_vectorizer *out = nullptr;
    ASSERT_EQ(manifact_vectorizer_from_terms(c, names.bytes.data(), names.offsets.data(), 2, &out),
              MANIFACT_OK);
    const support::Vectorizer features(out);
    const support::Solver solver = support::solver(c, "lccf", {{"restarts", "1"}});
    ASSERT_EQ(manifact_solver_set_vectorizer(solver.get(), out), MANIFACT_OK);
    ASSERT_EQ(manifact_solver_set_texts(solver.get(), counts.get(), vectorizer.get()), MANIFACT_OK);
    fit(models, "lccf with texts", c, solver.get(), X.get());
    ASSERT_EQ(models.back().what, "lccf with texts") << manifact_solver_message(solver.get());
  }

  // What the file claims is believed only as far as its bytes go. A vectorizer has its own tables.
  void expect_little_memory(int64_t size, const std::string &what) {
    int64_t now = 0, peak = 0;
    ASSERT_EQ(manifact_context_memory(context.get(), &now, &peak), MANIFACT_OK);
    EXPECT_LE(peak, 2 * size + (1 << 15)) << what << ", " << size << " bytes";
  }

  // The status of loading; every function of a loaded model is called.
  int load(const HandArchive &archive, const std::string &what) {
    const std::string data = archive.bytes();
    context = support::context();
    manifact_model *out = nullptr;
    const int status = manifact_model_load_memory(context.get(), data.data(), data.size(), &out);
    const support::Model model(out);
    expect_little_memory(static_cast<int64_t>(data.size()), what);
    if (status == MANIFACT_OK) {
      views::look(context.get(), out, [&](bool good) { EXPECT_TRUE(good) << what; });
    } else {
      EXPECT_EQ(out, nullptr) << what;
      const bool is_no_archive = status == MANIFACT_ERROR_FORMAT;  // a fit inside an edited model
      EXPECT_TRUE(status == MANIFACT_ERROR_CORRUPT || status == MANIFACT_ERROR_VERSION ||
                  is_no_archive)
          << what << ": " << manifact_status_name(status);
      EXPECT_FALSE(message().empty()) << what;
    }
    return status;
  }
  std::string message() const { return manifact_context_message(context.get()); }

  support::Context context = support::context();
};

// The archive with line `name` of its facts set to `value`, or without the line.
HandArchive with_fact(HandArchive archive, const std::string &name, const char *value) {
  for (manifact::HandSection &section : archive.sections) {
    if (section.name != "facts") continue;
    std::string facts = "\n" + section.payload;
    const size_t at = facts.find("\n" + name + "=") + 1, end = facts.find('\n', at);
    facts.replace(at, end + 1 - at, value != nullptr ? name + "=" + value + "\n" : "");
    facts.erase(0, 1);
    section = with_content(section, static_cast<int64_t>(facts.size()), 1, facts);
  }
  return archive;
}

std::vector<std::string> facts_of(const HandArchive &archive) {
  std::vector<std::string> names;
  for (const auto &[name, type, rows, columns, facts, offset, size, checksum] : archive.sections)
    for (size_t at = 0; name == "facts" && at < facts.size(); at = facts.find('\n', at) + 1)
      names.push_back(facts.substr(at, facts.find('=', at) - at));
  return names;
}

HandArchive without(HandArchive archive, const std::string &name) {
  std::erase_if(archive.sections, [&](const auto &section) { return section.name == name; });
  return archive;
}

TEST_F(ModelSections, each_damaged_section_is_refused_or_does_no_harm) {
  constexpr uint32_t step = support::all_or_few(1U, 4U);
  size_t refused = 0, models = 0;
  for (const auto &[what, archive] : all_models()) {
    ASSERT_EQ(load(archive, what), MANIFACT_OK) << what << ": " << message();
    ++models;
    const auto count = static_cast<uint32_t>(archive.sections.size());
    for (uint32_t section = 0; section < count; ++section) {
      const std::string where = what + ": section " + archive.sections[section].name;
      for (uint32_t change = 0; change < 4; ++change)
        refused += load(damaged_section(archive, 8 * section + change), where) < 0;
      for (uint32_t other = section % step; other < section; other += step)
        refused += load(damaged_section(archive, 8 * (other * count + section) + 4), where) < 0;
    }
  }
  EXPECT_GT(models, 40U);
  EXPECT_GT(refused, support::all_or_few(40U, 20U) * models);
}

TEST_F(ModelSections, each_changed_fact_is_refused_or_does_no_harm) {
  std::vector<const char *> values(std::begin(manifact::damaged_values),
                                   std::end(manifact::damaged_values));
  values.insert(values.end(), {"0.5", "1000000", "1e999", "-inf", "0x1p3", "binary",
                               "min-max z-score", "kernel z-score"});
  size_t models = 0;
  for (const auto &[what, archive] : all_models()) {
    // Under sanitizers every seventh change, beginning with another one for the next model.
    size_t turn = models++;
    for (const std::string &fact : facts_of(archive)) {
      load(with_fact(archive, fact, nullptr), what + " without " + fact);
      for (const char *value : values)
        if (turn++ % support::all_or_few(1, 7) == 0)
          load(with_fact(archive, fact, value), what + " with " + fact + "=" + value);
    }
  }
}

HandArchive with_section(HandArchive archive, const std::string &name, const std::string &payload) {
  for (manifact::HandSection &section : archive.sections)
    if (section.name == name)
      section = with_content(
          section, section.type == 0 ? static_cast<int64_t>(payload.size()) : section.rows,
          section.columns, payload);
  return archive;
}

TEST_F(ModelSections, maps_of_edits_lead_to_topics_of_the_model) {
  std::vector<Fitted> found;
  add_edited(found, "lccf");
  ASSERT_EQ(found.size(), 1U);
  const auto loaded = [&](const std::vector<int64_t> &map) {
    std::string payload;
    for (const int64_t to : map) payload += manifact::little_endian(to);
    return load(with_section(found[0].archive, "edit_map_0", payload), "another map");
  };
  ASSERT_EQ(loaded({0, 3, 4}), MANIFACT_OK) << message();
  ASSERT_EQ(loaded({2, 0, 1}), MANIFACT_OK) << message();
  // The three parts would be topics 3 to 5 and 4 to 6 of five.
  for (const int64_t first : {3, 4}) {
    EXPECT_EQ(loaded({first, 4, 4}), MANIFACT_ERROR_CORRUPT) << first;
    EXPECT_EQ(loaded({first, 4, 0}), MANIFACT_ERROR_CORRUPT) << first;
  }
  for (const int64_t wrong : {int64_t{-2}, int64_t{-1}, int64_t{5}, INT64_MIN, INT64_MAX})
    EXPECT_EQ(loaded({wrong, 3, 4}), MANIFACT_ERROR_CORRUPT) << wrong;
}

TEST_F(ModelSections, fits_of_other_models_inside_an_edited_one_are_refused_or_do_no_harm) {
  std::vector<Fitted> found;
  add_edited(found, "lccf");
  ASSERT_EQ(found.size(), 1U);
  size_t refused = 0, models = 0;
  for (const auto &[what, archive] : all_models())
    for (const char *section : {"edit_parts_0", "fitted_model"}) {
      const int status =
          load(with_section(found[0].archive, section, archive.bytes()), what + " as " + section);
      refused += status < 0 ? 1 : 0;
      ++models;
    }
  EXPECT_GT(refused, 3U);
  EXPECT_LT(refused, models / 2);
}

// The options as version 0.1 wrote them.
HandArchive with_options(HandArchive archive, const std::string &options) {
  for (manifact::HandSection &section : archive.sections)
    if (section.name == "options")
      section = with_content(section, static_cast<int64_t>(options.size()), 1, options);
  return archive;
}

TEST_F(ModelSections, options_of_version_0_1_are_read_under_the_names_of_today) {
  std::vector<Fitted> found;
  add(found, "lccf", {});
  ASSERT_EQ(found.size(), 1U);
  const char *const words[][4] = {{"normalisation", "normalization", "si", "scale-invariant"},
                                  {"normalisation", "normalization", "end", "final"},
                                  {"normalisation", "normalization", "each", "per-update"},
                                  {"normalisation", "normalization", "authors", "unit-memberships"},
                                  {"normalisation", "normalization", "none", "none"},
                                  {"ncw", "ncw", "authors", "unit-graph"},
                                  {"ncw", "ncw", "appendix", "full"},
                                  {"ncw", "ncw", "none", "none"},
                                  {"readout", "readout", "argmax", "argmax"}};
  for (const auto &[name, new_name, word, new_word] : words) {
    const std::string lines = std::string("seed=3\n") + name + "=" + word + "\nlambda=2\n";
    const std::string data = with_options(found[0].archive, lines).bytes();
    manifact_model *out = nullptr;
    ASSERT_EQ(manifact_model_load_memory(context.get(), data.data(), data.size(), &out),
              MANIFACT_OK)
        << message();
    const support::Model model(out);
    EXPECT_STREQ(manifact_model_option(out, new_name), new_word) << name << "=" << word;
    if (std::string(name) != new_name) {
      EXPECT_EQ(manifact_model_option(out, name), nullptr) << name;
    }
    EXPECT_STREQ(manifact_model_option(out, "seed"), "3");
    EXPECT_STREQ(manifact_model_option(out, "lambda"), "2");
  }
}

// Inconsistent facts and sections: a rule without its inputs, and a message that names it.
TEST_F(ModelSections, what_the_rule_for_new_documents_needs_is_required) {
  std::vector<Fitted> found;
  const auto refuses = [&](const char *method, const support::Settings &settings,
                           const char *section) {
    found.clear();
    add(found, method, settings);
    ASSERT_EQ(found.size(), 1U) << method;
    const std::string what = found[0].what + " without " + section;
    EXPECT_EQ(load(without(found[0].archive, section), what), MANIFACT_ERROR_CORRUPT) << what;
    EXPECT_NE(message().find(std::string("'") + section + "'"), std::string::npos) << message();
  };
  refuses("lccf", {{"out-of-sample", "iterative"}}, "W");
  refuses("lccf", {{"graph-weight", "local-scaling"}}, "local_scales");
  refuses("cf", {{"kernel", "rbf"}}, "W");
  for (const char *section : {"U", "M", "V", "X_indptr", "X_indices", "X_values", "idf"})
    refuses("lccf", {}, section);
  for (const char *section : {"g", "feature_sums"})
    refuses("lccf", {{"ncw", "unit-graph"}}, section);
  for (const char *section : {"scaling_shift", "scaling_spread"})
    refuses("lccf", {{"scaling", "z-score"}}, section);
  refuses("lccf", {{"readout", "kmeans"}}, "readout_centres");
  for (const char *section : {"mixture_basis", "mixture_linear", "mixture_bias"})
    refuses("gmm", {}, section);
  for (const char *section : {"G", "core", "block_mass", "feature_labels"})
    refuses("drcc", {}, section);
  refuses("kmeans", {}, "U");
  found.clear();
  add_given_kernel(found);
  for (const char *section : {"W", "kernel_diagonal", "local_scales"}) {
    EXPECT_EQ(load(without(found[0].archive, section), section), MANIFACT_ERROR_CORRUPT) << section;
    EXPECT_NE(message().find(section), std::string::npos) << message();
  }
}

TEST_F(ModelSections, attached_texts_are_complete_or_absent) {
  std::vector<Fitted> found;
  add_attached_texts(found);
  ASSERT_EQ(found.size(), 1U);
  HandArchive archive = found[0].archive;
  for (const char *section :
       {"attached_centroids", "attached_rules", "attached_terms", "attached_stop_words"}) {
    EXPECT_EQ(load(without(archive, section), section), MANIFACT_ERROR_CORRUPT) << section;
    EXPECT_NE(message().find(std::string("'") + section + "'"), std::string::npos) << message();
  }
  EXPECT_EQ(load(without(archive, "attached_concepts"), "no concepts"), MANIFACT_OK);
  const auto terms = std::find_if(archive.sections.begin(), archive.sections.end(),
                                  [](auto &s) { return s.name == "attached_terms"; });
  ASSERT_NE(terms, archive.sections.end());
  HandArchive fewer = archive;
  const std::string less = terms->payload.substr(terms->payload.find('\0') + 1);
  fewer.sections[static_cast<size_t>(terms - archive.sections.begin())] =
      with_content(*terms, static_cast<int64_t>(less.size()), 1, less);
  EXPECT_EQ(load(fewer, "fewer terms"), MANIFACT_ERROR_CORRUPT);
  // As an earlier release reads it.
  std::erase_if(archive.sections, [](auto &s) { return s.name.rfind("attached_", 0) == 0; });
  EXPECT_EQ(load(archive, "no texts"), MANIFACT_OK);
}

TEST_F(ModelSections, names_are_utf8) {
  const support::Matrix X = support::matrix(context.get(), 4, 2, {0, 5, 1, 5, 9, 5, 8, 4});
  const api::Packed names({"width", "height"});
  ASSERT_EQ(manifact_matrix_set_feature_names(context.get(), X.get(), names.bytes.data(),
                                              names.offsets.data(), 2),
            MANIFACT_OK);
  const support::Model model = api::fit(context.get(), "kmeans", {}, X.get(), 2);
  manifact_model *out = nullptr;
  ASSERT_EQ(manifact_model_rename(context.get(), model.get(), 0, "wide", &out), MANIFACT_OK);
  const support::Model renamed(out);
  const struct {
    const char *section;
    HandArchive archive;
    std::string good, bad;
  } cases[] = {{"feature_names", manifact::taken_apart(api::bytes(context.get(), model.get())),
                std::string("w\xc3\xa9\0h\0", 6), std::string("w\xc3\0h\0", 5)},
               {"topic_names", manifact::taken_apart(api::bytes(context.get(), out)),
                std::string("\xc3\xa9\0\0", 4), std::string("\xff\0\0", 3)}};
  for (const auto &[section, archive, good, bad] : cases) {
    EXPECT_EQ(load(with_section(archive, section, good), section), MANIFACT_OK) << message();
    EXPECT_EQ(load(with_section(archive, section, bad), section), MANIFACT_ERROR_CORRUPT);
    EXPECT_NE(message().find(std::string("'") + section + "' is not UTF-8"), std::string::npos)
        << message();
  }
}

TEST_F(ModelSections, concepts_that_the_rule_for_new_documents_does_not_use_are_ignored) {
  std::vector<Fitted> found;
  add(found, "lccf", {});
  ASSERT_EQ(found.size(), 1U);
  const HandArchive voted = with_fact(found[0].archive, "rule", "vote");
  const auto top = [&](const HandArchive &archive) {
    const std::string data = archive.bytes();
    manifact_model *out = nullptr;
    EXPECT_EQ(manifact_model_load_memory(context.get(), data.data(), data.size(), &out),
              MANIFACT_OK)
        << message();
    const support::Model model(out);
    std::vector<int64_t> features(5);
    std::vector<double> scores(5);
    int64_t count = 0;
    EXPECT_EQ(manifact_model_top_features(out, 0, MANIFACT_SCORE_CONCEPT, 5, features.data(),
                                          scores.data(), &count),
              MANIFACT_OK);
    return std::pair(features, scores);
  };
  EXPECT_EQ(top(voted), top(without(voted, "U")));
  EXPECT_NE(top(voted), top(found[0].archive));
}

TEST_F(ModelSections, a_fact_that_the_rule_for_new_documents_cannot_use_is_refused) {
  const struct {
    const char *method;
    support::Settings settings;
    const char *fact, *value;
  } cases[] = {{"ncut", {{"out-of-sample", "predictor"}}, "neighbors", "0"},
               {"ncut", {{"out-of-sample", "predictor"}}, "ridge", "0"},
               {"label-propagation", {}, "lambda", "0"},
               {"lccf", {}, "neighbors", "0"},
               {"lccf", {{"ncw", "none"}}, "ncw_appendix", "1"},
               {"cf", {{"kernel", "rbf"}}, "rule", "centre"},
               {"cf", {{"kernel", "rbf"}}, "rule", "iterative"},
               {"cf", {{"kernel", "rbf"}}, "rule", "vote"},
               {"cf", {{"kernel", "rbf"}}, "rule", "mixture"},
               {"kmeans", {}, "rule", "least-squares"}};
  for (const auto &[method, settings, fact, value] : cases) {
    std::vector<Fitted> found;
    add(found, method, settings);
    ASSERT_EQ(found.size(), 1U) << method;
    const std::string what = found[0].what + " with " + fact + "=" + value;
    ASSERT_EQ(load(found[0].archive, what), MANIFACT_OK) << what << ": " << message();
    EXPECT_EQ(load(with_fact(found[0].archive, fact, value), what), MANIFACT_ERROR_CORRUPT) << what;
  }
}

TEST_F(ModelSections, numbers_that_are_not_finite_are_refused) {
  for (const auto &[what, archive] : all_models())
    for (size_t s = 0; s < archive.sections.size(); ++s) {
      if (archive.sections[s].type != 4) continue;
      for (const int64_t bits : {0x7ff8000000000000, 0x7ff0000000000000}) {
        HandArchive damaged = archive;
        manifact::HandSection &section = damaged.sections[s];
        std::string payload = section.payload;
        payload.replace(payload.size() - 8, 8, manifact::little_endian(bits));
        section = with_content(section, section.rows, section.columns, payload);
        EXPECT_EQ(load(damaged, what), MANIFACT_ERROR_CORRUPT) << section.name;
      }
    }
}

}  // namespace
