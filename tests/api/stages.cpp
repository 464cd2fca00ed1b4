// A solver reports exactly the stages that the header lists.
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "support/corpus.hpp"
#include "support/text_data.hpp"

namespace {

// The quoted words of the comment on manifact_progress_fn.
std::set<std::string> listed() {
  std::ifstream file(std::string(support::source_root) + "/include/manifact/manifact.h");
  const std::string header{std::istreambuf_iterator<char>(file), {}};
  const std::size_t end = header.find("(*manifact_progress_fn)("), begin = header.rfind("/*", end);
  const std::string comment = header.substr(begin, end - begin);
  const std::regex quoted("\"([^\"]+)\"");
  std::set<std::string> all;
  for (std::sregex_iterator it(comment.begin(), comment.end(), quoted), none; it != none; ++it)
    all.insert((*it)[1]);
  return all;
}

class Stages : public testing::Test {
 protected:
  void watch(manifact_solver *solver) {
    ASSERT_EQ(manifact_solver_set_progress(solver, note, this), MANIFACT_OK);
  }
  void fit(const std::string &method, const support::Settings &settings) {
    const support::Solver solver =
        support::solver(context_.get(), method, support::used(method, quick_));
    for (const auto &[name, value] : settings)
      if (manifact_solver_set_text(solver.get(), name.c_str(), value.c_str()) != MANIFACT_OK)
        return;
    support::give_labels(context_.get(), solver.get(), corpus_.n);
    watch(solver.get());
    manifact_model *model = nullptr;
    (void)manifact_solver_fit(solver.get(), X_.get(), 3,
                              &model);  // some values exclude each other: only the stages matter
    manifact_model_free(model);
  }
  // Two groups of points.
  void fit_points(int64_t features) {
    constexpr int64_t n = 80;
    std::vector<double> values;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < features; ++j)
        values.push_back(
            (static_cast<double>((7 * i + 3 * j * (i % 5)) % 11) + (i % 2 == 0 ? 0. : 40.)) *
            (j == 0 ? 1 : 4));
    const support::Matrix X = support::matrix(context_.get(), n, features, values);
    const support::Solver solver = support::solver(context_.get(), "auto");
    watch(solver.get());
    (void)support::fit(solver.get(), X.get(), 2);
  }
  static int note(void *user, const char *stage, int64_t, int64_t, double, double) {
    auto *self = static_cast<Stages *>(user);
    self->seen_.insert(stage);
    return 0;
  }

  const support::Settings quick_ = {
      {"max-iterations", "3"}, {"restarts", "1"}, {"trial-iterations", "1"}};
  api::Corpus corpus_ = api::corpus(24, 18);
  support::Context context_ = support::context();
  support::Matrix X_ = api::csr(context_.get(), corpus_);
  std::set<std::string> seen_;
};

TEST_F(Stages, are_those_that_the_header_lists) {
  for (const std::string &method : api::methods()) {
    fit(method, {});
    for (int64_t i = 0; i < manifact_option_count(); ++i) {
      const char *name = nullptr;
      ASSERT_EQ(
          manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
          MANIFACT_OK);
      const char *const words = manifact_method_option_words(method.c_str(), name);
      std::istringstream list(words != nullptr ? words : "");
      for (std::string word; list >> word;) fit(method, {{name, word}});
    }
  }
  const support::Vectorizer vectorizer = api::vectorizer(context_.get());
  api::add(vectorizer.get(), api::reports(corpus_.n));
  const support::Matrix counts = api::finish(vectorizer.get());
  const support::Solver kmeans = support::solver(context_.get(), "kmeans");
  ASSERT_EQ(manifact_solver_set_texts(kmeans.get(), counts.get(), vectorizer.get()), MANIFACT_OK);
  std::string bytes;
  std::vector<int64_t> offsets{0};
  for (const std::string &text : api::reports(corpus_.n)) {
    bytes += text;
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
  ASSERT_EQ(
      manifact_solver_set_column(kmeans.get(), "excerpt", bytes.data(), offsets.data(), corpus_.n),
      MANIFACT_OK);
  watch(kmeans.get());
  (void)support::fit(kmeans.get(), X_.get(), 3);
  for (const int64_t features : {2, 60}) fit_points(features);
  const support::Solver ncut = support::solver(context_.get(), "ncut");
  watch(ncut.get());
  manifact_suggestion *suggestion = nullptr;
  ASSERT_EQ(manifact_solver_suggest_k(ncut.get(), X_.get(), 2, 6, &suggestion), MANIFACT_OK)
      << manifact_solver_message(ncut.get());
  manifact_suggestion_free(suggestion);
  const support::Matrix with_vectors = api::csr(context_.get(), corpus_);
  const support::Matrix vectors = support::matrix(
      context_.get(), corpus_.n, 1, std::vector<double>(static_cast<size_t>(corpus_.n), 1));
  ASSERT_EQ(manifact_matrix_set_vectors(context_.get(), with_vectors.get(), vectors.get()),
            MANIFACT_OK);
  (void)support::fit(ncut.get(), with_vectors.get(), 3);
  const support::Model before = support::fit(ncut.get(), X_.get(), 3);
  ASSERT_EQ(manifact_solver_set_numbers_of(ncut.get(), before.get()), MANIFACT_OK);
  (void)support::fit(ncut.get(), X_.get(), 3);
  manifact_model *joined = nullptr;
  ASSERT_GE(
      manifact_solver_join(ncut.get(), before.get(), before.get(), nullptr, 0, nullptr, &joined),
      MANIFACT_OK)
      << manifact_solver_message(ncut.get());
  manifact_model_free(joined);
  EXPECT_EQ(seen_, listed());
}

}  // namespace
