// Counts in a mapped file: methods that use them in place give the bits of the matrix in memory for
// any number of threads; what is wrong with a file is one sentence.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

namespace {

using support::Matrix;
using support::Model;

class CountsFile : public testing::Test {
 protected:
  Matrix read(const std::string &path, int format = MANIFACT_FORMAT_AUTO,
              int expected = MANIFACT_OK) {
    manifact_matrix *X = nullptr;
    EXPECT_EQ(manifact_matrix_read(c.get(), path.c_str(), format, &X), expected)
        << manifact_context_message(c.get());
    return Matrix(X);
  }
  Matrix parse(const std::string &bytes, int expected = MANIFACT_OK) {
    manifact_matrix *X = nullptr;
    EXPECT_EQ(
        manifact_matrix_parse(c.get(), bytes.data(), bytes.size(), "x", MANIFACT_FORMAT_COUNTS, &X),
        expected)
        << manifact_context_message(c.get());
    return Matrix(X);
  }
  std::string written(const manifact_matrix *X, const std::string &name = "x.counts") {
    const std::string path = folder / name;
    EXPECT_EQ(manifact_matrix_write(c.get(), X, path.c_str()), MANIFACT_OK)
        << manifact_context_message(c.get());
    return path;
  }
  // Row and column of each entry.
  static std::set<std::pair<int64_t, int64_t>> places(const manifact_matrix *X) {
    std::vector<int64_t> starts(static_cast<std::size_t>(manifact_matrix_rows(X)) + 1),
        columns(static_cast<std::size_t>(manifact_matrix_entries(X)));
    EXPECT_EQ(manifact_matrix_copy_csr(X, starts.data(), MANIFACT_INT64, columns.data(),
                                       MANIFACT_INT64, nullptr, 0, std::ssize(columns)),
              MANIFACT_OK);
    std::set<std::pair<int64_t, int64_t>> all;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
      for (auto e = static_cast<std::size_t>(starts[i]);
           e < static_cast<std::size_t>(starts[i + 1]); ++e)
        all.emplace(i, columns[e]);
    return all;
  }
  std::string message() const { return manifact_context_message(c.get()); }

  // What a fit computes, as bytes of a model that does not keep its documents.
  std::string fitted(const manifact_matrix *X, const std::string &method,
                     const std::vector<std::pair<std::string, std::string>> &options,
                     int64_t threads) {
    manifact_context_set_threads(c.get(), threads);
    const auto solver = support::solver(c.get(), method);
    EXPECT_EQ(manifact_solver_set_text(solver.get(), "keep-data", "no"), MANIFACT_OK);
    for (const auto &[name, value] : options)
      EXPECT_EQ(manifact_solver_set_text(solver.get(), name.c_str(), value.c_str()), MANIFACT_OK)
          << name;
    const Model model = support::fit(solver.get(), X, 3);
    return model ? api::bytes(c.get(), model.get()) : "";
  }

  manifact::TemporaryFolder folder;
  support::Context c = support::context();
};

TEST_F(CountsFile, is_the_matrix) {
  const Matrix X = api::csr(c.get(), api::corpus());
  const std::string path = written(X.get());
  const Matrix mapped = read(path), copied = parse(manifact::slurp(path));
  EXPECT_EQ(support::dense(mapped.get()), support::dense(X.get()));
  EXPECT_EQ(support::dense(copied.get()), support::dense(X.get()));
  EXPECT_EQ(manifact_matrix_value_type(mapped.get()), MANIFACT_FLOAT);  // counts are exact as such
  EXPECT_EQ(manifact::slurp(written(mapped.get(), "again.counts")), manifact::slurp(path));
  std::filesystem::rename(path, folder / "x");
  EXPECT_EQ(manifact_matrix_entries(read(folder / "x").get()), manifact_matrix_entries(X.get()));
}

TEST_F(CountsFile, keeps_values_that_are_no_floats) {
  const Matrix X = support::matrix(c.get(), 2, 2, {0.1, 0, 1e-200, 3}, true);
  const Matrix mapped = read(written(X.get()));
  EXPECT_EQ(manifact_matrix_value_type(mapped.get()), MANIFACT_DOUBLE);
  EXPECT_EQ(support::dense(mapped.get()), support::dense(X.get()));
}

TEST_F(CountsFile, fits_have_the_bits_of_the_matrix_in_memory) {
  // More rows than a block of products; a feature of all documents has weight 0.
  const Matrix X = api::csr(c.get(), api::corpus(300, 45, 3, 25));
  const Matrix mapped = read(written(X.get()));
  const std::vector<std::pair<std::string, std::string>> several[] = {
      {{"precision", "double"}},
      {{"precision", "float"}},
      {{"precision", "double"}, {"min-df", "5"}, {"weighting", "log-tfidf"}},
      {{"precision", "double"}, {"weighting", "none"}, {"scaling", "none"}}};
  for (const char *method : {"kmeans", "spherical-kmeans", "nmf", "cf", "lccf", "auto"})
    for (const auto &options : several)
      for (const int64_t threads : {1, 3}) {
        const std::string in_memory = fitted(X.get(), method, options, 1);
        EXPECT_FALSE(in_memory.empty());
        EXPECT_TRUE(fitted(mapped.get(), method, options, threads) == in_memory)
            << method << ", " << options.back().first << '=' << options.back().second;
      }
}

TEST_F(CountsFile, k_means_begins_with_the_same_sample) {
  const Matrix X = api::csr(c.get(), api::corpus(41000, 30, 3, 6));
  const Matrix mapped = read(written(X.get()));
  for (const char *method : {"kmeans", "spherical-kmeans"}) {
    const std::vector<std::pair<std::string, std::string>> options = {{"max-iterations", "2"},
                                                                      {"restarts", "1"}};
    EXPECT_TRUE(fitted(mapped.get(), method, options, 3) == fitted(X.get(), method, options, 1))
        << method;
  }
}

// The smallest budget, and rows that take more: the factors are smaller.
TEST_F(CountsFile, neighbors_are_searched_by_blocks_if_the_rows_exceed_the_budget) {
  const Matrix X = api::csr(c.get(), api::corpus(3000, 300, 3, 70));
  ASSERT_GT(manifact_matrix_entries(X.get()) * 12, 1 << 20);
  const Matrix mapped = read(written(X.get()));
  const std::vector<std::pair<std::string, std::string>> options = {
      {"precision", "double"}, {"memory-budget", "1048576"}, {"max-iterations", "2"}};
  EXPECT_TRUE(fitted(mapped.get(), "lccf", options, 2) == fitted(X.get(), "lccf", options, 1));
}

// Most neighbors share one of their three heaviest features, but not all do.
TEST_F(CountsFile, approximate_neighbors_are_searched_by_groups_if_the_rows_exceed_the_budget) {
  const Matrix X = api::csr(c.get(), api::corpus(5000, 400, 40, 80));
  ASSERT_GT(manifact_matrix_entries(X.get()) * 12, 1 << 20);
  const Matrix mapped = read(written(X.get()));
  const auto edges = [&](const manifact_matrix *data, const char *search, int64_t threads) {
    manifact_context_set_threads(c.get(), threads);
    const auto solver = support::solver(c.get(), "lccf");
    for (const auto &[name, value] : std::vector<std::pair<std::string, std::string>>{
             {"precision", "double"}, {"memory-budget", "1048576"}, {"graph-search", search}})
      EXPECT_EQ(manifact_solver_set_text(solver.get(), name.c_str(), value.c_str()), MANIFACT_OK);
    manifact_graph *graph = nullptr;
    EXPECT_EQ(manifact_solver_graph(solver.get(), data, &graph), MANIFACT_OK)
        << manifact_solver_message(solver.get());
    const support::Graph owned(graph);
    manifact_matrix *edges = nullptr;
    EXPECT_EQ(manifact_graph_to_matrix(c.get(), graph, &edges), MANIFACT_OK);
    return places(Matrix(edges).get());
  };
  const auto right = edges(X.get(), "exact", 1), found = edges(mapped.get(), "approximate", 1);
  EXPECT_EQ(edges(mapped.get(), "exact", 2), right);
  EXPECT_EQ(edges(mapped.get(), "approximate", 3), found);
  std::size_t common = 0;
  for (const auto &edge : right) common += found.count(edge);
  EXPECT_GE(static_cast<double>(common), .5 * static_cast<double>(right.size()));
  EXPECT_LE(found.size(), 2 * right.size());
}

// What a call reported of the stage "graph", and its messages.
struct Told {
  std::vector<int64_t> done;
  std::string messages;

  explicit Told(manifact_context *context) {
    manifact_context_set_log(
        context,
        [](void *user, manifact_log_level, const char *text) {
          static_cast<Told *>(user)->messages += std::string(text) + "\n";
        },
        this);
  }
  void watch(manifact_solver *solver) {
    manifact_solver_set_progress(
        solver,
        [](void *user, const char *stage, int64_t done, int64_t, double, double) {
          if (std::string_view(stage) == "graph") static_cast<Told *>(user)->done.push_back(done);
          return 0;
        },
        this);
  }
  bool has(const char *words) const { return messages.find(words) != std::string::npos; }
};

TEST_F(CountsFile, a_search_by_groups_is_told_and_its_progress_runs_forward) {
  const Matrix mapped = read(written(api::csr(c.get(), api::corpus(5000, 400, 40, 80)).get()));
  Told graph_told(c.get());
  const auto solver_of = [&] {
    auto solver = support::solver(c.get(), "lccf");
    for (const auto &[name, value] :
         std::vector<std::pair<std::string, std::string>>{{"memory-budget", "1048576"},
                                                          {"graph-search", "approximate"},
                                                          {"max-iterations", "1"},
                                                          {"restarts", "1"}})
      EXPECT_EQ(manifact_solver_set_text(solver.get(), name.c_str(), value.c_str()), MANIFACT_OK);
    return solver;
  };
  manifact_graph *graph = nullptr;
  const auto first = solver_of();
  graph_told.watch(first.get());
  EXPECT_EQ(manifact_solver_graph(first.get(), mapped.get(), &graph), MANIFACT_OK);
  manifact_graph_free(graph);
  EXPECT_TRUE(graph_told.has("heaviest features")) << graph_told.messages;
  EXPECT_FALSE(graph_told.has("keep-data")) << graph_told.messages;
  Told fit_told(c.get());
  const auto second = solver_of();
  fit_told.watch(second.get());
  const Model model = support::fit(second.get(), mapped.get(), 3);
  EXPECT_TRUE(fit_told.has("keep-data")) << fit_told.messages;
  std::string warnings;
  for (int64_t w = 0; w < manifact_model_warning_count(model.get()); ++w)
    warnings += manifact_model_warning(model.get(), w);
  EXPECT_NE(warnings.find("heaviest features"), std::string::npos) << warnings;
  for (const Told *told : {&graph_told, &fit_told}) {
    EXPECT_GT(told->done.size(), 10U);
    EXPECT_TRUE(std::is_sorted(told->done.begin(), told->done.end()));
  }
  manifact_context_set_log(c.get(), nullptr, nullptr);
}

// 500,000 entries, and a budget that four factors in double exceed.
TEST_F(CountsFile, factors_that_exceed_the_budget_are_in_single_precision) {
  const Matrix X = api::csr(c.get(), api::corpus(14000, 300, 3, 60));
  ASSERT_GE(manifact_matrix_entries(X.get()), 500'000);
  const Matrix mapped = read(written(X.get()));
  const auto precision = [&](const manifact_matrix *data, const char *budget, const char *wanted) {
    const auto solver = support::solver(c.get(), "nmf");
    for (const auto &[name, value] : std::vector<std::pair<std::string, std::string>>{
             {"memory-budget", budget}, {"max-iterations", "1"}, {"precision", wanted}})
      if (!value.empty()) {
        EXPECT_EQ(manifact_solver_set_text(solver.get(), name.c_str(), value.c_str()), MANIFACT_OK);
      }
    const Model model = support::fit(solver.get(), data, 3);
    return std::string(manifact_model_option(model.get(), "precision"));
  };
  EXPECT_EQ(precision(mapped.get(), "1048576", ""), "float");
  EXPECT_EQ(precision(mapped.get(), "1048576", "double"), "double");
  EXPECT_EQ(precision(mapped.get(), "2097152", ""), "double");
}

TEST_F(CountsFile, documents_are_kept_only_if_the_user_wants_it) {
  const Matrix X = api::csr(c.get(), api::corpus());
  const Matrix mapped = read(written(X.get()));
  const auto kept = [&](const manifact_matrix *data, const char *setting) {
    const auto solver = support::solver(c.get(), "lccf");
    if (setting != nullptr) {
      EXPECT_EQ(manifact_solver_set_text(solver.get(), "keep-data", setting), MANIFACT_OK);
    }
    return support::fit(solver.get(), data, 3);
  };
  EXPECT_STREQ(manifact_model_option(kept(mapped.get(), nullptr).get(), "keep-data"), "no");
  EXPECT_STREQ(manifact_model_option(kept(X.get(), nullptr).get(), "keep-data"), "yes");
  EXPECT_TRUE(api::bytes(c.get(), kept(mapped.get(), "yes").get()) ==
              api::bytes(c.get(), kept(X.get(), "yes").get()));
  EXPECT_TRUE(api::bytes(c.get(), kept(mapped.get(), "no").get()) ==
              api::bytes(c.get(), kept(X.get(), "no").get()));
}

TEST_F(CountsFile, other_methods_make_a_copy_within_the_budget) {
  const Matrix few = api::csr(c.get(), api::corpus()),
               many = api::csr(c.get(), api::corpus(6000, 300, 3, 25));
  EXPECT_TRUE(fitted(read(written(few.get())).get(), "ncut", {}, 1) ==
              fitted(few.get(), "ncut", {}, 1));
  const Matrix mapped = read(written(many.get()));
  const auto solver = support::solver(c.get(), "ncut");
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "memory-budget", "1048576"), MANIFACT_OK);
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "precision", "double"), MANIFACT_OK);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), mapped.get(), 3, &model), MANIFACT_ERROR_BUDGET);
  EXPECT_NE(std::string(manifact_solver_message(solver.get())).find("kmeans"), std::string::npos)
      << manifact_solver_message(solver.get());
}

TEST_F(CountsFile, a_file_that_was_changed_is_refused) {
  const Matrix X = api::csr(c.get(), api::corpus());
  const std::string path = written(X.get());
  const Matrix mapped = read(path);
  written(api::csr(c.get(), api::corpus(30)).get());  // replaces the file: the old one stays open
  EXPECT_FALSE(fitted(mapped.get(), "kmeans", {}, 1).empty());
  const Matrix other = read(path);
  std::filesystem::resize_file(path, 100);
  const auto solver = support::solver(c.get(), "kmeans");
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), other.get(), 3, &model), MANIFACT_ERROR_IO);
  EXPECT_NE(std::string(manifact_solver_message(solver.get())).find("changed"), std::string::npos);
}

TEST_F(CountsFile, every_call_refuses_a_file_that_was_changed) {
  const Matrix X = api::csr(c.get(), api::corpus());
  const Model model = support::fit(support::solver(c.get(), "kmeans").get(), X.get(), 3);
  const std::string path = written(X.get());
  const Matrix mapped = read(path);
  const int64_t rows = manifact_matrix_rows(mapped.get()),
                entries = manifact_matrix_entries(mapped.get());
  std::filesystem::resize_file(path, 100);
  std::vector<int32_t> labels(static_cast<std::size_t>(rows));
  std::vector<int64_t> frequencies(static_cast<std::size_t>(manifact_matrix_columns(mapped.get())));
  EXPECT_EQ(manifact_model_assign(c.get(), model.get(), mapped.get(), labels.data(), nullptr, rows),
            MANIFACT_ERROR_IO);
  EXPECT_NE(message().find("changed"), std::string::npos) << message();
  EXPECT_EQ(manifact_matrix_document_frequencies(c.get(), mapped.get(), frequencies.data(),
                                                 std::ssize(frequencies)),
            MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_matrix_write(c.get(), mapped.get(), (folder / "y.mtx").c_str()),
            MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_matrix_entries(mapped.get()), entries);
  EXPECT_EQ(entries, manifact_matrix_entries(X.get()));
  EXPECT_EQ(manifact_matrix_copy_csr(mapped.get(), nullptr, MANIFACT_INT64, nullptr, MANIFACT_INT32,
                                     nullptr, MANIFACT_DOUBLE, entries),
            MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_matrix_copy_rows(mapped.get(), 0, 1, nullptr, MANIFACT_INT32, nullptr,
                                      MANIFACT_DOUBLE, 1),
            MANIFACT_ERROR_IO);
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_knn(c.get(), mapped.get(), 5, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR,
                               0, MANIFACT_SEARCH_EXACT, .95, 0, &graph),
            MANIFACT_ERROR_IO);
}

TEST_F(CountsFile, writing_can_be_cancelled) {
  const Matrix X = api::csr(c.get(), api::corpus(9000, 30, 3, 6));
  manifact_context_set_progress(
      c.get(),
      [](void *, const char *stage, int64_t, int64_t, double, double) {
        return static_cast<int>(std::string_view(stage) == "writing");
      },
      nullptr);
  const std::string path = folder / "x.counts";
  EXPECT_EQ(manifact_matrix_write(c.get(), X.get(), path.c_str()), MANIFACT_ERROR_CANCELLED);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(CountsFile, every_damaged_file_is_one_sentence) {
  const Matrix X = support::matrix(c.get(), 3, 4, {1, 0, 2, 0, 0, 0, 0, 3, 4, 0, 0, 5}, true);
  const std::string good = manifact::slurp(written(X.get()));
  const auto refused = [&](const std::string &bytes, int status, const char *word) {
    manifact::spill(folder / "bad.counts", bytes);
    read(folder / "bad.counts", MANIFACT_FORMAT_COUNTS, status);
    EXPECT_NE(message().find(word), std::string::npos) << message();
    parse(bytes, status);
    EXPECT_NE(message().find(word), std::string::npos) << message();
  };
  for (std::size_t size = 0; size < good.size(); size += size < 64 ? 9 : 31)
    refused(good.substr(0, size), MANIFACT_ERROR_FORMAT, size < 8 ? "" : "truncated");
  refused(good + '\0', MANIFACT_ERROR_FORMAT, "truncated or damaged");
  for (std::size_t at = 0; at < 56; at += 3) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x40);
    refused(bad, at >= 8 && at < 12 ? MANIFACT_ERROR_VERSION : MANIFACT_ERROR_FORMAT, "");
  }
  std::string later = good;
  later[60] = 1;
  refused(later, MANIFACT_ERROR_VERSION, "later release");
  const std::size_t starts = 64, columns = starts + 4 * 8, values = columns + 6 * 4;
  const auto changed = [&](std::size_t at, char byte, const char *word) {
    std::string bad = good;
    bad[at] = byte;
    refused(bad, MANIFACT_ERROR_FORMAT, word);
  };
  changed(starts, 1, "row 0 does not start");
  changed(starts + 8, 4, "row 1 ends before");
  changed(starts + 24, 4, "row 2 does not end");
  changed(columns, 4, "row 0 has an entry outside");
  changed(columns + 3, '\x80', "row 0 has an entry outside");
  changed(columns + 4, 0, "row 0 has columns that do not ascend");
  std::string infinite = good;
  infinite.replace(values + 4, 4, std::string("\0\0\x80\x7f", 4));
  refused(infinite, MANIFACT_ERROR_FORMAT, "row 0 has a value that is NaN or infinite");
}

}  // namespace
