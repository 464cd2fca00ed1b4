// Out of memory: in every call that allocates, each allocation fails in turn, both by operator new
// and by the allocator of the host. The call then returns MEMORY and no result, leaks nothing, and
// succeeds when it is repeated.
#include "support/corpus.hpp"
#include "support/failing_memory.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_data.hpp"

namespace {

// No destructor: a leak must be detected.
template <class Handle, class FreeHandle>
int finish(int status, Handle *&handle, FreeHandle free) {
  EXPECT_EQ(handle == nullptr, status < 0);
  free(handle);
  return status;
}

class Memory : public testing::TestWithParam<int> {
 protected:
  Memory() {
    manifact_context *out = nullptr;
    EXPECT_EQ(manifact_context_create_with_allocator(allocate, release, &bulk_, &out), MANIFACT_OK);
    context_.reset(out);
    EXPECT_EQ(manifact_context_set_threads(out, GetParam()), MANIFACT_OK);
    matrix_ = api::csr(out, corpus_);
    graph_ = api::knn(out, matrix_.get());
    c = out;
    X = matrix_.get();
  }
  ~Memory() override {
    matrix_.reset();
    graph_.reset();
    int64_t now = -1;
    EXPECT_EQ(manifact_context_memory(c, &now, nullptr), MANIFACT_OK);
    EXPECT_EQ(now, 0);
    EXPECT_EQ(bulk_, 0);
  }

  support::Model fitted(const char *method) {
    return api::fit(c, method, {{"restarts", "2"}, {"max-iterations", "3"}}, X, 3);
  }

  // By a model of its own: what the first call prepares stays in the model.
  int assign_first(const std::string &data, int32_t *labels, double *memberships) const {
    manifact_model *model = nullptr;
    int status = manifact_model_load_memory(c, data.data(), data.size(), &model);
    if (status >= 0) status = manifact_model_assign(c, model, X, labels, memberships, corpus_.n);
    manifact_model_free(model);
    return status;
  }

  std::atomic<int64_t> bulk_{0};
  api::Corpus corpus_ = api::corpus(24, 18);
  support::Context context_;
  support::Matrix matrix_;
  support::Graph graph_;
  manifact_context *c = nullptr;
  manifact_matrix *X = nullptr;
};

TEST_P(Memory, making_a_context) {
  let_each_allocation_fail("create", [] {
    manifact_context *out = nullptr;
    const int status = manifact_context_create(&out);
    return finish(status, out, manifact_context_free);
  });
}

TEST_P(Memory, making_a_matrix) {
  const api::Corpus &o = corpus_;
  const std::vector<int32_t> indptr(o.indptr.begin(), o.indptr.end()),
      indices(o.indices.begin(), o.indices.end());
  std::vector<double> dense = support::dense(X);
  for (const int ownership : {MANIFACT_COPY, MANIFACT_BORROW}) {
    int64_t released = 0, made = 0;
    const auto count = [](void *user) { ++*static_cast<int64_t *>(user); };
    let_each_allocation_fail("csr", [&] {
      ++made;
      manifact_matrix *out = nullptr;
      const int status = manifact_matrix_create_csr(
          c, o.n, o.m, o.entries(), indptr.data(), MANIFACT_INT32, indices.data(), MANIFACT_INT32,
          0, o.values.data(), MANIFACT_DOUBLE, ownership, count, &released, &out);
      return finish(status, out, manifact_matrix_free);
    });
    EXPECT_EQ(released, ownership == MANIFACT_BORROW ? made : 0);
    let_each_allocation_fail("csc", [&] {
      manifact_matrix *out = nullptr;  // the same arrays are a matrix of columns
      const int status = manifact_matrix_create_csc(c, o.m, o.n, o.entries(), indptr.data(),
                                                    MANIFACT_INT32, indices.data(), MANIFACT_INT32,
                                                    0, o.values.data(), MANIFACT_DOUBLE, &out);
      return finish(status, out, manifact_matrix_free);
    });
    let_each_allocation_fail("dense", [&] {
      manifact_matrix *out = nullptr;
      const int status = manifact_matrix_create_dense(
          c, o.n, o.m, o.m, 1, dense.data(), MANIFACT_DOUBLE, ownership, nullptr, nullptr, &out);
      return finish(status, out, manifact_matrix_free);
    });
  }
}

TEST_P(Memory, reading_and_writing_a_matrix) {
  const manifact::TemporaryFolder folder;
  for (const char *name : {"x.mtx", "x.mtx.gz", "x.svm", "x.csv"}) {
    const std::string path = folder / name;
    if (std::string(name).find("mtx") == std::string::npos)
      manifact::spill(path,
                      std::string(name) == "x.csv" ? "a,b\n1,2\n3,4\n0,1\n" : "1 1:2 2:1\n0 2:3\n");
    else
      let_each_allocation_fail("write", [&] { return manifact_matrix_write(c, X, path.c_str()); });
    let_each_allocation_fail("read", [&] {
      manifact_matrix *out = nullptr;
      const int status = manifact_matrix_read(c, path.c_str(), MANIFACT_FORMAT_AUTO, &out);
      return finish(status, out, manifact_matrix_free);
    });
  }
  EXPECT_EQ(folder.names(), (std::set<std::string>{"x.csv", "x.mtx", "x.mtx.gz", "x.svm"}));
}

// Of 256 kB on all threads read a part of the lines each.
TEST_P(Memory, reading_a_matrix_of_many_lines) {
  const manifact::TemporaryFolder folder;
  const std::string path = folder / "x.mtx";
  std::string text = "%%MatrixMarket matrix coordinate real general\n1000 30 30000\n";
  for (int i = 1; i <= 1000; ++i)
    for (int j = 1; j <= 30; ++j) text += std::to_string(i) + ' ' + std::to_string(j) + " 1.25\n";
  ASSERT_GT(text.size(), std::size_t{256} << 10);
  manifact::spill(path, text);
  let_each_allocation_fail("read", [&] {
    manifact_matrix *out = nullptr;
    const int status = manifact_matrix_read(c, path.c_str(), MANIFACT_FORMAT_AUTO, &out);
    return finish(status, out, manifact_matrix_free);
  });
}

TEST_P(Memory, weighting_a_matrix) {
  for (const char *weighting : {"tfidf", "none"})
    let_each_allocation_fail("weight", [&] {
      manifact_matrix *out = nullptr;
      const int status = manifact_matrix_weight(c, X, weighting, "unit-rows", &out);
      return finish(status, out, manifact_matrix_free);
    });
}

TEST_P(Memory, making_a_graph) {
  for (int weight = MANIFACT_WEIGHT_COSINE; weight <= MANIFACT_WEIGHT_LOCAL_SCALING; ++weight)
    let_each_allocation_fail("knn", [&] {
      manifact_graph *out = nullptr;
      const int status = manifact_graph_knn(c, X, 3, weight, MANIFACT_RULE_OR, 0,
                                            MANIFACT_SEARCH_EXACT, 1, 0, &out);
      return finish(status, out, manifact_graph_free);
    });
  for (int mode = MANIFACT_GAMMA_ROW; mode <= MANIFACT_GAMMA_FIXED; ++mode)
    let_each_allocation_fail("adaptive", [&] {
      manifact_graph *out = nullptr;
      const int status = manifact_graph_adaptive(c, X, 3, mode, 0.1, 1 << 24, &out);
      return finish(status, out, manifact_graph_free);
    });
  manifact_matrix *S = nullptr;
  let_each_allocation_fail("to_matrix", [&] {
    const int status = manifact_graph_to_matrix(c, graph_.get(), &S);
    return finish(status, S, manifact_matrix_free);
  });
  ASSERT_EQ(manifact_graph_to_matrix(c, graph_.get(), &S), MANIFACT_OK);
  const support::Matrix owner(S);
  let_each_allocation_fail("from_matrix", [&] {
    manifact_graph *out = nullptr;
    const int status = manifact_graph_from_matrix(c, S, 0, &out);
    return finish(status, out, manifact_graph_free);
  });
}

TEST_P(Memory, making_a_solver_and_fitting) {
  const std::vector<double> start(static_cast<std::size_t>(corpus_.n * 3), 0.5);
  for (const std::string &method : api::methods())
    for (const char *precision : {"double", "float"}) {
      if (*precision == 'f' && method != "lccf" && method != "drcc" && method != "ncut" &&
          method != "kmeans")
        continue;  // one of each family
      let_each_allocation_fail("solver", [&] {
        manifact_solver *out = nullptr;
        const int status = manifact_solver_create(c, method.c_str(), &out);
        return finish(status, out, manifact_solver_free);
      });
      const support::Solver s = support::solver(
          c, method,
          support::used(method,
                        {{"restarts", "2"}, {"max-iterations", "3"}, {"precision", precision}}));
      support::give_labels(c, s.get(), corpus_.n);
      const std::string reference = api::bytes(c, support::fit(s.get(), X, 3).get());
      let_each_allocation_fail(method.c_str(), [&] {
        manifact_model *out = nullptr;
        const int status = manifact_solver_fit(s.get(), X, 3, &out);
        return finish(status, out, manifact_model_free);
      });
      EXPECT_EQ(api::bytes(c, support::fit(s.get(), X, 3).get()), reference) << method;
    }
  const support::Solver s = support::solver(
      c, "lccf",
      {{"readout", "cosine-kmeans"}, {"max-iterations", "2"}, {"normalization", "final"}});
  let_each_allocation_fail("set_start_factors", [&] {
    const int status =
        manifact_solver_set_start_factors(s.get(), start.data(), start.data(), corpus_.n, 3);
    EXPECT_EQ(manifact_solver_set_start_factors(s.get(), nullptr, nullptr, 0, 0), MANIFACT_OK);
    return status;
  });
  ASSERT_EQ(manifact_solver_set_start_factors(s.get(), start.data(), start.data(), corpus_.n, 3),
            MANIFACT_OK);
  let_each_allocation_fail("given start", [&] {
    manifact_model *out = nullptr;
    const int status = manifact_solver_fit(s.get(), X, 3, &out);
    return finish(status, out, manifact_model_free);
  });
}

TEST_P(Memory, fitting_and_assigning_with_a_kernel) {
  std::vector<int32_t> labels(static_cast<std::size_t>(corpus_.n));
  const support::Solver s =
      support::solver(c, "lccf", {{"kernel", "rbf"}, {"restarts", "1"}, {"max-iterations", "1"}});
  let_each_allocation_fail("fit", [&] {
    manifact_model *out = nullptr;
    const int status = manifact_solver_fit(s.get(), X, 3, &out);
    return finish(status, out, manifact_model_free);
  });
  const support::Model model = support::fit(s.get(), X, 3);
  const std::string data = api::bytes(c, model.get());
  let_each_allocation_fail("assign", [&] { return assign_first(data, labels.data(), nullptr); });
}

TEST_P(Memory, setting_an_option) {
  let_each_allocation_fail("set", [&] {
    manifact_solver *s = nullptr;
    if (const int status = manifact_solver_create(c, "lccf", &s); status != MANIFACT_OK)
      return status;
    // A value longer than the small-string buffer.
    const int status = manifact_solver_set_double(s, "lambda", 1.2345678901234567e-100);
    manifact_solver_free(s);
    return status;
  });
}

TEST_P(Memory, using_a_model) {
  const manifact::TemporaryFolder folder;
  std::vector<int32_t> labels(static_cast<std::size_t>(corpus_.n));
  std::vector<double> memberships(static_cast<std::size_t>(corpus_.n * 3));
  const auto swallow = [](void *, const void *, size_t) { return 0; };
  for (const std::string &method : api::methods()) {
    const support::Model model = fitted(method.c_str());
    const std::string data = api::bytes(c, model.get()), path = folder / method;
    manifact_model *out = nullptr;
    let_each_allocation_fail("assign",
                             [&] { return assign_first(data, labels.data(), memberships.data()); });
    let_each_allocation_fail(
        "write", [&] { return manifact_model_write(c, model.get(), swallow, nullptr); });
    let_each_allocation_fail("load_memory", [&] {
      const int status = manifact_model_load_memory(c, data.data(), data.size(), &out);
      return finish(status, out, manifact_model_free);
    });
    let_each_allocation_fail("save",
                             [&] { return manifact_model_save(c, model.get(), path.c_str()); });
    let_each_allocation_fail("load", [&] {
      const int status = manifact_model_load(c, path.c_str(), &out);
      return finish(status, out, manifact_model_free);
    });
    int64_t best[5], found = 0;
    double scores[5];
    for (const int score : {MANIFACT_SCORE_CONCEPT, MANIFACT_SCORE_LIFT})
      let_each_allocation_fail("top_features", [&] {
        return manifact_model_top_features(model.get(), 0, score, 5, best, scores, &found);
      });
    std::vector<double> similarities(static_cast<size_t>(manifact_model_clusters(model.get()) *
                                                         manifact_model_clusters(model.get())));
    let_each_allocation_fail("similarities", [&] {
      return manifact_model_similarities(model.get(), similarities.data(),
                                         manifact_model_clusters(model.get()));
    });
    let_each_allocation_fail("representatives", [&] {
      return manifact_model_representatives(model.get(), 0, 5, best, scores, &found);
    });
  }
  EXPECT_EQ(folder.names().size(), api::methods().size());  // and no partial file
}

TEST_P(Memory, making_counts_of_text) {
  const api::Packed packed(api::reports(12)), stop({"report"});
  manifact_vectorizer *out = nullptr;
  let_each_allocation_fail("create", [&] {
    const int status = manifact_vectorizer_create(c, &out);
    return finish(status, out, manifact_vectorizer_free);
  });
  let_each_allocation_fail("from_terms", [&] {
    const int status = manifact_vectorizer_from_terms(c, packed.bytes.data(), packed.offsets.data(),
                                                      packed.count(), &out);
    return finish(status, out, manifact_vectorizer_free);
  });
  for (const char *ngrams : {"1", "2"})
    let_each_allocation_fail("vectorizing", [&] {
      int status = manifact_vectorizer_create(c, &out);
      const support::Vectorizer v(out);
      if (status >= 0) status = manifact_vectorizer_set_text(out, "ngrams", ngrams);
      if (status >= 0)
        status = manifact_vectorizer_add_stop_words(out, stop.bytes.data(), stop.offsets.data(), 1);
      if (status >= 0) status = manifact_vectorizer_add(out, "first of all, a report", 22);
      if (status < 0) return status;
      const int first = manifact_vectorizer_add_many(out, packed.bytes.data(),
                                                     packed.offsets.data(), packed.count());
      EXPECT_EQ(manifact_vectorizer_documents(out), first < 0 ? 1 : 1 + packed.count());
      // Only one allocation fails: what a call could not add is added when it is repeated.
      if (first < 0 && !for_good) {
        EXPECT_EQ(manifact_vectorizer_add_many(out, packed.bytes.data(), packed.offsets.data(),
                                               packed.count()),
                  MANIFACT_OK);
        EXPECT_EQ(manifact_vectorizer_documents(out), 1 + packed.count());
      }
      manifact_matrix *counts = nullptr;
      status = manifact_vectorizer_finish(out, &counts);
      finish(status, counts, manifact_matrix_free);
      if (status < 0 && !for_good) {
        EXPECT_EQ(manifact_vectorizer_finish(out, &counts), MANIFACT_OK);
        EXPECT_EQ(manifact_matrix_rows(counts), 1 + packed.count());
        manifact_matrix_free(counts);
      }
      return first < 0 ? first : status;
    });
}

TEST_P(Memory, describing_clusters_by_texts) {
  const support::Vectorizer v = api::vectorizer(c);
  api::add(v.get(), api::reports(corpus_.n));
  const support::Matrix counts = api::finish(v.get());
  let_each_allocation_fail("fit", [&] {
    manifact_model *out = nullptr;
    manifact_solver *solver = nullptr;
    int status = manifact_solver_create(c, "lccf", &solver);
    const support::Solver s(solver);
    if (status >= 0) status = manifact_solver_set_text(solver, "restarts", "1");
    if (status >= 0) status = manifact_solver_set_text(solver, "max-iterations", "2");
    if (status >= 0) status = manifact_solver_set_texts(solver, counts.get(), v.get());
    if (status >= 0) status = manifact_solver_fit(solver, X, 3, &out);
    return finish(status, out, manifact_model_free);
  });
  const support::Solver s = support::solver(c, "lccf", {{"restarts", "1"}});
  ASSERT_EQ(manifact_solver_set_texts(s.get(), counts.get(), v.get()), MANIFACT_OK);
  const std::string data = api::bytes(c, support::fit(s.get(), X, 3).get());
  let_each_allocation_fail("load_memory", [&] {
    manifact_model *out = nullptr;
    const int status = manifact_model_load_memory(c, data.data(), data.size(), &out);
    return finish(status, out, manifact_model_free);
  });
}

TEST_P(Memory, evaluating) {
  double accuracy = 0;
  let_each_allocation_fail("evaluate", [&] {
    return manifact_evaluate(c, corpus_.topics.data(), corpus_.topics.data(), corpus_.n, &accuracy,
                             nullptr, nullptr, nullptr, nullptr);
  });
  EXPECT_EQ(accuracy, 1);
}

TEST_P(Memory, bulk_is_counted) {
  int64_t before = 0, held = 0, peak = 0;
  ASSERT_EQ(manifact_context_memory(c, &before, nullptr), MANIFACT_OK);
  support::Matrix more = api::csr(c, corpus_);
  ASSERT_EQ(manifact_context_memory(c, &held, &peak), MANIFACT_OK);
  EXPECT_GE(held - before,
            corpus_.entries() * static_cast<int64_t>(sizeof(double) + sizeof(int32_t)));
  EXPECT_GE(peak, held);
  more.reset();
  ASSERT_EQ(manifact_context_memory(c, &held, nullptr), MANIFACT_OK);
  EXPECT_EQ(held, before);
}

// Rows of 2 and 5 numbers have much padding in the algorithm, those of 8 none.
TEST_P(Memory, a_model_holds_as_much_as_the_same_one_from_its_file) {
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i)
    for (int j = 0; j < 2; ++j) values.push_back(10 * (i % 8) + (i * 37 + j * 11) % 101 / 50.);
  const support::Matrix rows = support::matrix(c, 3000, 2, values);
  const auto held = [&] {
    int64_t now = 0;
    EXPECT_EQ(manifact_context_memory(c, &now, nullptr), MANIFACT_OK);
    return now;
  };
  for (const int64_t k : {2, 5, 8}) {
    const support::Solver solver =
        support::solver(c, "kmeans", {{"keep-data", "no"}, {"restarts", "1"}});
    support::fit(solver.get(), rows.get(), k);  // what the matrix keeps for the next fit
    const int64_t before = held();
    const support::Model model = support::fit(solver.get(), rows.get(), k);
    const int64_t of_fit = held() - before;
    const support::Model loaded = api::load(c, api::bytes(c, model.get()));
    const int64_t of_file = held() - before - of_fit;
    EXPECT_GE(of_file, 3000 * k * 8) << k;
    EXPECT_LE(of_fit, of_file + 3000 * 8) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, Memory, testing::Values(1, 2), testing::PrintToStringParamName());

}  // namespace
