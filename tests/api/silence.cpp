// The library never prints: a whole workflow, failures included, leaves standard output and
// standard error empty.
#include <fcntl.h>
#include <unistd.h>

#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_data.hpp"

extern char **environ;

namespace {

using support::Context;
using support::Matrix;

// Standard output and error into a file, and back.
class Captured {
 public:
  explicit Captured(const std::string &path) {
    std::fflush(nullptr);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < 2; ++i) {
      kept_[i] = dup(i + 1);
      dup2(file, i + 1);
    }
    close(file);
  }
  ~Captured() {
    std::fflush(nullptr);
    for (int i = 0; i < 2; ++i) {
      dup2(kept_[i], i + 1);
      close(kept_[i]);
    }
  }

 private:
  int kept_[2];
};

// With more neighbors than documents, and numbers of clusters that cannot be evaluated: warnings,
// and rows that fail.
int suggested(manifact_context *context, const manifact_matrix *X, int64_t from, int64_t to) {
  const support::Solver solver =
      support::solver(context, "ncut", {{"neighbors", "200"}, {"threads", "2"}});
  manifact_suggestion *out = nullptr;
  const int status = manifact_solver_suggest_k(solver.get(), X, from, to, &out);
  manifact_suggestion_free(out);
  return status;
}

// Every status is examined later, when printing is allowed again.
std::vector<int> good_workflow(const manifact::TemporaryFolder &folder) {
  const api::Corpus c = api::corpus();
  const Context context = support::context();
  const Matrix X = api::csr(context.get(), c);
  const std::string file = folder / "model", matrix_file = folder / "x.mtx";
  std::vector<int> statuses;
  manifact_matrix *read = nullptr;
  manifact_graph *graph = nullptr;
  manifact_model *model = nullptr, *loaded = nullptr;
  std::vector<int32_t> labels(60);
  statuses.push_back(manifact_matrix_write(context.get(), X.get(), matrix_file.c_str()));
  statuses.push_back(manifact_matrix_read(context.get(), matrix_file.c_str(), 0, &read));
  statuses.push_back(manifact_graph_knn(context.get(), read, 100, MANIFACT_WEIGHT_HEAT,
                                        MANIFACT_RULE_MUTUAL, 0, MANIFACT_SEARCH_EXACT, 1, 0,
                                        &graph));
  for (const std::string &method : api::methods()) {
    const support::Solver s = support::solver(
        context.get(), method, support::used(method, {{"threads", "2"}, {"max-iterations", "3"}}));
    support::give_labels(context.get(), s.get(), manifact_matrix_rows(read));
    statuses.push_back(manifact_solver_fit(s.get(), read, 20, &model));
    statuses.push_back(manifact_model_save(context.get(), model, file.c_str()));
    statuses.push_back(manifact_model_load(context.get(), file.c_str(), &loaded));
    statuses.push_back(
        manifact_model_assign(context.get(), loaded, read, labels.data(), nullptr, 60));
    manifact_model_free(model);
    manifact_model_free(loaded);
  }
  // Of few documents: the time grows with the fourth power of the largest number of clusters.
  const api::Corpus few = api::corpus(18);
  statuses.push_back(suggested(context.get(), api::csr(context.get(), few).get(), 2, few.n - 1));
  manifact_matrix_free(read);
  manifact_graph_free(graph);
  const support::Vectorizer v = api::vectorizer(context.get(), {{"ngrams", "2"}});
  api::add(v.get(), api::reports());
  statuses.push_back(manifact_vectorizer_add(v.get(), "\xff broken \xc3", 10));
  const Matrix counts = api::finish(v.get());
  statuses.push_back(manifact_vectorizer_replaced(v.get()) == 2 ? 0 : -1);
  return statuses;
}

// Invalid calls of all kinds.
std::vector<int> bad_workflow(const manifact::TemporaryFolder &folder) {
  const api::Corpus c = api::corpus();
  const Context context = support::context();
  const Matrix X = api::csr(context.get(), c);
  const std::string matrix_file = folder / "x.mtx";
  std::vector<int> statuses;
  manifact_matrix *read = nullptr;
  manifact_model *model = nullptr, *loaded = nullptr;
  const std::vector<double> nan(static_cast<size_t>(c.entries()), NAN), negative(nan.size(), -1);
  statuses.push_back(manifact_matrix_create_csr(
      context.get(), c.n, c.m, c.entries(), c.indptr.data(), MANIFACT_INT64, c.indices.data(),
      MANIFACT_INT64, 0, nan.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &read));
  manifact::spill(matrix_file, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 1\n");
  statuses.push_back(manifact_matrix_read(context.get(), matrix_file.c_str(), 0, &read));
  statuses.push_back(manifact_matrix_read(context.get(), "/nonexistent", 0, &read));
  statuses.push_back(manifact_model_load_memory(context.get(), "nonsense", 8, &loaded));
  const Matrix zeros = support::matrix(context.get(), 3, 2, std::vector<double>(6, 0.0));
  const Matrix below = support::matrix(context.get(), 2, 2, {1, -1, -2, 2}, true);
  const support::Solver s = support::solver(context.get(), "lccf", {{"ncw", "unit-graph"}});
  for (const manifact_matrix *what : {zeros.get(), below.get()})
    statuses.push_back(manifact_solver_fit(s.get(), what, 2, &model));
  statuses.push_back(manifact_solver_fit(s.get(), X.get(), 1000, &model));
  const support::Vectorizer v = api::vectorizer(context.get());
  statuses.push_back(manifact_vectorizer_set_text(v.get(), "ngrams", "many"));
  statuses.push_back(manifact_vectorizer_finish(v.get(), &read));
  statuses.push_back(manifact_solver_set_text(s.get(), "lambda", "minus one"));
  statuses.push_back(suggested(context.get(), X.get(), 1, 5));
  statuses.push_back(suggested(context.get(), X.get(), 2, 1000));
  return statuses;
}

TEST(Guest, never_prints) {
  const manifact::TemporaryFolder folder;
  const std::string path = folder / "printed";
  std::vector<int> good, bad;
  {
    const Captured captured(path);
    good = good_workflow(folder);
    bad = bad_workflow(folder);
  }
  EXPECT_EQ(manifact::slurp(path), "");
  for (const int status : good) EXPECT_GE(status, 0);
  for (const int status : bad) EXPECT_LT(status, 0);
}

TEST(Guest, captures_what_would_be_printed) {
  const manifact::TemporaryFolder folder;
  const std::string path = folder / "printed";
  {
    const Captured captured(path);
    std::fputs("out ", stdout);
    std::fflush(stdout);
    std::fputs("err", stderr);
  }
  EXPECT_EQ(manifact::slurp(path), "out err");
}

TEST(Guest, leaves_locale_signals_environment_and_folder_as_they_were) {
  NOT_UNDER_SANITIZERS("time; never_prints calls the same functions");
  const auto state = [] {
    std::string all = std::setlocale(LC_ALL, nullptr);
    for (int signal = 1; signal < 32; ++signal) {
      struct sigaction action = {};
      if (sigaction(signal, nullptr, &action) == 0)
        all += " " + std::to_string(reinterpret_cast<uintptr_t>(action.sa_handler));
    }
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    for (int signal = 1; signal < 32; ++signal)
      all += sigismember(&blocked, signal) == 1 ? '1' : '0';
    for (char **variable = environ; *variable != nullptr; ++variable)
      all += std::string("\n") + *variable;
    return all + "\n" + std::filesystem::current_path().string();
  };
  const manifact::TemporaryFolder folder;
  const std::string before = state();
  good_workflow(folder);
  bad_workflow(folder);
  EXPECT_EQ(state(), before);
}

// A locale with a decimal comma, created for the test; the previous one is restored.
class Comma {
 public:
  explicit Comma(const manifact::TemporaryFolder &folder) : made_((folder / "de_DE.UTF-8")) {
    if (std::system(("localedef -i de_DE -f UTF-8 " + made_ + " 2>/dev/null").c_str()) != 0) return;
    setenv("LOCPATH", std::filesystem::path(made_).parent_path().c_str(), 1);
    in_force_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr &&
                std::localeconv()->decimal_point[0] == ',';
  }
  ~Comma() {
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
  }
  bool in_force() const { return in_force_; }

 private:
  std::string made_;
  bool in_force_ = false;
};

TEST(Guest, reads_and_writes_numbers_with_a_point_in_any_locale) {
  const manifact::TemporaryFolder folder;
  const auto model = [] {
    const Context context = support::context();
    const support::Solver s = support::solver(context.get(), "lccf", {{"lambda", "1.5"}});
    return api::bytes(context.get(),
                      support::fit(s.get(), api::csr(context.get(), api::corpus()).get(), 3).get());
  };
  const std::string expected = model();
  const Comma comma(folder);
  if (!comma.in_force())
    GTEST_SKIP() << "no locale with a decimal comma can be made here (package locales)";
  EXPECT_EQ(model() == expected, true);
  for (const int status : good_workflow(folder)) EXPECT_GE(status, 0);
}

TEST(Guest, draws_none_of_the_hosts_random_numbers) {
  NOT_UNDER_SANITIZERS("time; the tests above call the same functions");
  const manifact::TemporaryFolder folder;
  std::srand(7);
  const int first = std::rand(), second = std::rand();
  std::srand(7);
  EXPECT_EQ(std::rand(), first);
  good_workflow(folder);
  EXPECT_EQ(std::rand(), second);
}

}  // namespace
