// The ends of every range: one cluster, as many clusters as documents, and every option of every
// method at both of its bounds. A fit ends with a sound model or an error that says why.
// MANIFACT_SEEDS=FIRST:COUNT chooses the problems.
#include <functional>
#include <set>
#include <sstream>

#include "support/sanitized.hpp"
#include "support/small_problems.hpp"

namespace {

using support::Kind;
using support::Settings;
using support::SmallProblem;

// Labels and memberships are valid, the documents can be assigned, unless the model would need the
// data that it does not have, and the file of the model is that of the model read from it.
void expect_sound(manifact_context *context, const manifact_model *model, const manifact_matrix *X,
                  const std::string &what) {
  const int64_t k = manifact_model_clusters(model);
  const auto sound = [&](const std::vector<int32_t> &labels, const std::vector<double> &shares) {
    for (const int32_t label : labels) ASSERT_TRUE(label >= -1 && label < k) << what;
    for (const double v : shares) ASSERT_TRUE(std::isfinite(v) && v >= 0) << what;
  };
  sound(support::labels(model), support::memberships(model));
  const bool keeps_data = std::string(manifact_model_option(model, "keep-data")) == "yes";
  std::vector<int32_t> found(static_cast<std::size_t>(manifact_matrix_rows(X)));
  std::vector<double> shares(found.size() * static_cast<std::size_t>(k));
  const int status = manifact_model_assign(context, model, X, found.data(), shares.data(),
                                           manifact_matrix_rows(X));
  if (status >= 0) sound(found, shares);
  EXPECT_TRUE(status >= 0 || !keeps_data) << what << ": " << manifact_context_message(context);
  const std::string bytes = api::bytes(context, model);
  EXPECT_TRUE(api::bytes(context, api::load(context, bytes).get()) == bytes) << what;
}

// Ends fits that take longer than a test may.
int stop_after(void *user, const char *, int64_t, int64_t, double, double) {
  return --*static_cast<int64_t *>(user) < 0;
}

class Bounds : public testing::TestWithParam<std::string> {
 protected:
  // The status; the model, if there is one, is sound.
  int fit(SmallProblem p, int64_t k, const Settings &settings, const std::string &what,
          int64_t calls = 100'000, const std::function<void(const manifact_model *)> &look = {}) {
    for (int32_t &label : p.known) label = std::min(label, static_cast<int32_t>(k - 1));
    const support::Context context = support::context();
    const support::Matrix X = support::matrix(context.get(), p.n, p.m, p.values, p.sparse);
    const support::Solver s = support::solver(context.get(), GetParam());
    for (const auto &[name, value] : settings)
      if (const int status = manifact_solver_set_text(s.get(), name.c_str(), value.c_str());
          status != MANIFACT_OK)
        return status;
    support::give_groups(context.get(), s.get(), p);
    EXPECT_EQ(manifact_solver_set_progress(s.get(), stop_after, &calls), MANIFACT_OK);
    manifact_model *out = nullptr;
    const int status = manifact_solver_fit(s.get(), X.get(), k, &out);
    const support::Model model(out);
    EXPECT_EQ(out == nullptr, status < 0) << what;
    EXPECT_EQ(std::string(manifact_solver_message(s.get())).empty(), status >= 0) << what;
    EXPECT_NE(status, MANIFACT_ERROR_INTERNAL) << what << ": " << manifact_solver_message(s.get());
    if (out != nullptr) {
      expect_sound(context.get(), out, X.get(), what);
      if (look) look(out);
    }
    return status;
  }

  // Of the model of every problem that the method takes.
  void for_each_problem(
      const std::function<int64_t(const SmallProblem &)> &clusters,
      const std::function<void(const SmallProblem &, Kind, const manifact_model *)> &look) {
    for (const Kind kind : {Kind::table, Kind::centered, Kind::counts})
      for (const uint64_t seed : support::seeds(2)) {
        const SmallProblem p = support::small_problem(seed, kind);
        const std::string what =
            "seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind));
        SCOPED_TRACE(what);
        const int status = fit(p, clusters(p), {}, what, 100'000,
                               [&](const manifact_model *model) { look(p, kind, model); });
        if (kind == Kind::centered && status == MANIFACT_ERROR_VALUE) continue;
        EXPECT_GE(status, 0);
      }
  }
};

// With negative values, a membership may be 0: the document then has no cluster.
TEST_P(Bounds, one_cluster_holds_all_documents) {
  for_each_problem([](const SmallProblem &) { return int64_t{1}; },
                   [](const SmallProblem &, Kind kind, const manifact_model *model) {
                     const std::vector<double> shares = support::memberships(model);
                     const std::vector<int32_t> labels = support::labels(model);
                     for (std::size_t i = 0; i < labels.size(); ++i)
                       EXPECT_TRUE(labels[i] == 0 || (kind == Kind::centered && shares[i] == 0))
                           << i;
                   });
}

// k-means then has a cluster for each document.
TEST_P(Bounds, as_many_clusters_as_documents) {
  for_each_problem([](const SmallProblem &p) { return p.n; },
                   [](const SmallProblem &p, Kind kind, const manifact_model *model) {
                     if (GetParam() != "kmeans" || kind == Kind::counts) return;
                     const std::vector<int32_t> labels = support::labels(model);
                     const std::set<int32_t> different(labels.begin(), labels.end());
                     EXPECT_EQ(static_cast<int64_t>(different.size()), p.n);
                   });
}

// The values at both ends of an option, or all its words.
std::vector<std::string> ends_of(const std::string &method, int64_t option, std::string &name) {
  const char *found = nullptr;
  manifact_option_type type = 0;
  double ends[2] = {};
  EXPECT_EQ(
      manifact_option_info(option, &found, &type, &ends[0], &ends[1], nullptr, nullptr, nullptr),
      MANIFACT_OK);
  name = found;
  if (manifact_method_uses_option(method.c_str(), found) == MANIFACT_FALSE) return {};
  std::vector<std::string> values;
  if (type == MANIFACT_TYPE_INT64 || type == MANIFACT_TYPE_DOUBLE) {
    for (const double end : ends) {
      std::ostringstream text;
      text.precision(17);
      text << (std::isfinite(end) ? end : 1e300);
      values.push_back(text.str());
    }
    return values;
  }
  std::istringstream words(manifact_method_option_words(method.c_str(), found));
  for (std::string word; words >> word;) values.push_back(word);
  return values;
}

TEST_P(Bounds, options_at_both_ends) {
  int models = 0;
  for (const uint64_t seed : support::seeds(1)) {
    const SmallProblem p = support::small_problem(seed, seed % 2 == 1 ? Kind::counts : Kind::table);
    for (int64_t i = 0; i < manifact_option_count(); ++i) {
      std::string name;
      for (const std::string &value : ends_of(GetParam(), i, name)) {
        // These take only time, and 1024 threads.
        if ((name == "readout-starts" || name == "threads") && value.size() > 2) continue;
        const std::string what = name + "=" + value + ", seed " + std::to_string(seed);
        models += fit(p, p.k, {{name, value}}, what, 600) >= 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(models, 35) << "a test of something";
}

INSTANTIATE_TEST_SUITE_P(Methods, Bounds, testing::ValuesIn(api::methods()),
                         [](const auto &method) {
                           std::string name = method.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
