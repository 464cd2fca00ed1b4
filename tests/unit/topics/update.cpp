// Documents added to a model, for every rule for new documents: labels and means against those of
// the rows themselves, files, texts, drift; and another fit of all of them.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "capi/handles.hpp"
#include "support/corpus.hpp"

namespace {

using Labels = std::vector<int32_t>;

struct Case {
  const char *name, *method;
  support::Settings settings;
  bool dense = false;
};

void PrintTo(const Case &one, std::ostream *out) { *out << one.name; }

// Rows begin .. end - 1.
api::Corpus part_of(const api::Corpus &all, int64_t begin, int64_t end) {
  api::Corpus part;
  part.n = end - begin;
  part.m = all.m;
  const auto first = all.indptr[static_cast<size_t>(begin)];
  for (int64_t i = begin; i < end; ++i)
    part.indptr.push_back(all.indptr[static_cast<size_t>(i) + 1] - first);
  for (int64_t e = first; e < first + part.indptr.back(); ++e) {
    part.indices.push_back(all.indices[static_cast<size_t>(e)]);
    part.values.push_back(all.values[static_cast<size_t>(e)]);
  }
  return part;
}

support::Matrix matrix_of(manifact_context *context, const api::Corpus &c, bool dense) {
  if (!dense) return api::csr(context, c);
  std::vector<double> values(static_cast<size_t>(c.n * c.m));
  for (int64_t i = 0; i < c.n; ++i)
    for (int64_t e = c.indptr[static_cast<size_t>(i)]; e < c.indptr[static_cast<size_t>(i) + 1];
         ++e)
      values[static_cast<size_t>(i * c.m + c.indices[static_cast<size_t>(e)])] =
          c.values[static_cast<size_t>(e)];
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_matrix_create_dense(context, c.n, c.m, c.m, 1, values.data(), MANIFACT_DOUBLE,
                                         MANIFACT_COPY, nullptr, nullptr, &X),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Matrix(X);
}

int update(manifact_context *context, const manifact_model *model, const manifact_matrix *X,
           manifact_model **out) {
  return manifact_model_update(context, model, X, nullptr, nullptr, nullptr, nullptr, 0, out);
}

class Update : public testing::TestWithParam<Case> {
 protected:
  support::Model fitted(const support::Settings &more = {}) {
    support::Settings settings = GetParam().settings;
    settings.insert(settings.end(), more.begin(), more.end());
    return api::fit(context_.get(), GetParam().method, settings, old_.get(), 3);
  }

  support::Model updated(const manifact_model *model, const manifact_matrix *X) {
    manifact_model *out = nullptr;
    EXPECT_EQ(update(context_.get(), model, X, &out), MANIFACT_OK)
        << manifact_context_message(context_.get());
    return support::Model(out);
  }

  support::Matrix rows(int64_t begin, int64_t end) {
    return matrix_of(context_.get(), part_of(corpus_, begin, end), GetParam().dense);
  }

  Labels assigned(const manifact_model *model, const manifact_matrix *X) {
    Labels labels(static_cast<size_t>(manifact_matrix_rows(X)));
    EXPECT_EQ(manifact_model_assign(context_.get(), model, X, labels.data(), nullptr,
                                    manifact_matrix_rows(X)),
              MANIFACT_OK)
        << manifact_context_message(context_.get());
    return labels;
  }

  // Sizes, means and cosines are those of the rows that the model keeps.
  static void check_means(const manifact_model *handle) {
    const manifact::Model &model = *handle->model;
    const auto X = model.kept().view();
    ASSERT_EQ(X.rows, model.n);
    std::vector<double> means(static_cast<size_t>(model.m * model.k));
    std::vector<int64_t> sizes(static_cast<size_t>(model.k));
    const auto mean = [&](int64_t j, int64_t c) -> double & {
      return means[static_cast<size_t>(j * model.k + c)];
    };
    for (int64_t i = 0; i < model.n; ++i) {
      const int32_t c = model.labels[i];
      if (c < 0) continue;
      ++sizes[static_cast<size_t>(c)];
      const auto x = X.row(i);
      for (int64_t e = 0; e < x.size(); ++e) mean(x.column(e), c) += x[e];
    }
    for (int64_t c = 0; c < model.k; ++c) {
      const int64_t size = sizes[static_cast<size_t>(c)];
      EXPECT_EQ(model.sizes[c], size);
      for (int64_t j = 0; j < model.m; ++j) {
        mean(j, c) /= static_cast<double>(std::max(size, int64_t{1}));
        EXPECT_NEAR(model.centroids[j * model.k + c], mean(j, c), 1e-9);
      }
    }
    for (int64_t i = 0; i < model.n; ++i) {
      const int32_t c = model.labels[i];
      double product = 0, own = 0, other = 0;
      const auto x = X.row(i);
      for (int64_t e = 0; e < x.size() && c >= 0; ++e) {
        product += x[e] * mean(x.column(e), c);
        own += x[e] * x[e];
      }
      for (int64_t j = 0; j < model.m && c >= 0; ++j) other += mean(j, c) * mean(j, c);
      const double lengths = std::sqrt(own * other);
      EXPECT_NEAR(model.cosines[i], lengths > 0 ? product / lengths : 0, 1e-9) << i;
    }
  }

  void check_file(const manifact_model *model) {
    const std::string bytes = api::bytes(context_.get(), model);
    const support::Model loaded = api::load(context_.get(), bytes);
    EXPECT_EQ(api::bytes(context_.get(), loaded.get()), bytes);
    EXPECT_EQ(assigned(loaded.get(), new_.get()), assigned(model, new_.get()));
    const support::Model more = updated(model, new_.get()),
                         same = updated(loaded.get(), new_.get());
    EXPECT_EQ(api::bytes(context_.get(), more.get()), api::bytes(context_.get(), same.get()));
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus(72, 45, 3, 25);
  const support::Matrix old_ = matrix_of(context_.get(), part_of(corpus_, 0, 60), GetParam().dense),
                        new_ =
                            matrix_of(context_.get(), part_of(corpus_, 60, 72), GetParam().dense);
};

TEST_P(Update, new_documents_are_assigned_and_the_others_stay) {
  const support::Model model = fitted();
  const support::Model grown = updated(model.get(), new_.get());
  EXPECT_EQ(manifact_model_documents(grown.get()), 72);
  Labels expected = support::labels(model.get());
  const Labels added = assigned(model.get(), new_.get());
  expected.insert(expected.end(), added.begin(), added.end());
  EXPECT_EQ(support::labels(grown.get()), expected);
  EXPECT_EQ(assigned(grown.get(), new_.get()), added);
  check_means(grown.get());
  if (const double *const W = manifact_model_associations(grown.get()); W != nullptr) {
    EXPECT_TRUE(std::all_of(W + 60 * 3, W + 72 * 3, [](double w) { return w == 0; }));
  }
  const char *text = nullptr;
  ASSERT_EQ(manifact_model_edit(grown.get(), 0, &text, nullptr, nullptr), MANIFACT_OK);
  EXPECT_TRUE(std::string(text).starts_with("update: 12 documents added, ")) << text;
  check_file(grown.get());
}

TEST_P(Update, in_two_steps_is_the_same_as_in_one) {
  const support::Model model = fitted();
  const support::Model once = updated(model.get(), new_.get());
  const support::Matrix first = rows(60, 65), second = rows(65, 72);
  const support::Model half = updated(model.get(), first.get());
  const support::Model twice = updated(half.get(), second.get());
  EXPECT_EQ(support::labels(twice.get()), support::labels(once.get()));
  EXPECT_EQ(manifact_model_edit_count(twice.get()), 2);
  int64_t documents = 0;
  ASSERT_EQ(
      manifact_model_edit_drift(twice.get(), 1, &documents, nullptr, nullptr, nullptr, nullptr),
      MANIFACT_OK);
  EXPECT_EQ(documents, 7);
  const auto X = once->model->kept().view(), Y = twice->model->kept().view();
  for (int64_t i = 0; i < 72; ++i)
    for (int64_t e = 0; e < X.row(i).size(); ++e) EXPECT_EQ(X.row(i)[e], Y.row(i)[e]);
  check_means(twice.get());
}

TEST_P(Update, goes_with_edits_before_and_after) {
  const support::Model model = fitted();
  manifact_model *out = nullptr;
  const int64_t topics[] = {0, 2};
  ASSERT_EQ(manifact_model_merge(context_.get(), model.get(), topics, 2, nullptr, &out),
            MANIFACT_OK);
  const support::Model merged(out);
  const support::Model grown = updated(merged.get(), new_.get());
  const Labels added = assigned(merged.get(), new_.get());
  EXPECT_TRUE(std::equal(added.begin(), added.end(), manifact_model_labels(grown.get()) + 60));
  ASSERT_EQ(manifact_model_split(context_.get(), grown.get(), 0, 2, nullptr, &out), MANIFACT_OK)
      << manifact_context_message(context_.get());
  const support::Model parts(out);
  EXPECT_EQ(manifact_model_documents(parts.get()), 72);
  EXPECT_EQ(manifact_model_clusters(parts.get()), 3);
  check_means(parts.get());
  const int64_t hidden[] = {1};
  ASSERT_EQ(manifact_model_hide(context_.get(), parts.get(), hidden, 1, &out), MANIFACT_OK);
  const support::Model fewer(out);
  check_file(fewer.get());
}

TEST_P(Update, documents_can_be_fitted_again_from_their_topics) {
  const support::Model model = fitted();
  const support::Model grown = updated(model.get(), new_.get());
  manifact_solver *solver = nullptr;
  ASSERT_EQ(manifact_solver_create_from_model(context_.get(), grown.get(), &solver), MANIFACT_OK);
  const support::Solver owner(solver);
  manifact_model *out = nullptr;
  ASSERT_GE(manifact_solver_refit(solver, grown.get(), &out), 0) << manifact_solver_message(solver);
  const support::Model again(out);
  EXPECT_EQ(manifact_model_documents(again.get()), 72);
  EXPECT_EQ(manifact_model_edit_count(again.get()), 0);
  EXPECT_GT(api::accuracy(context_.get(), corpus_, again.get()), 0.9);
  const auto X = grown->model->kept().view(), Y = again->model->kept().view();
  for (int64_t i = 0; i < 72; ++i)
    for (int64_t e = 0; e < X.row(i).size(); ++e) EXPECT_EQ(X.row(i)[e], Y.row(i)[e]);
  check_file(again.get());
}

const Case cases[] = {{"auto", "auto", {}},
                      {"least_squares", "lccf", {}},
                      {"rbf", "lccf", {{"kernel", "rbf"}}},
                      {"iterative", "lccf", {{"out-of-sample", "iterative"}}},
                      {"centers", "kmeans", {}},
                      {"average", "symnmf", {}},
                      {"linear", "average-association", {}},
                      {"ridge", "ncut", {}, true},
                      {"posterior", "gmm", {}, true},
                      {"auto_dense", "auto", {}, true},
                      {"blocks", "drcc", {}}};
INSTANTIATE_TEST_SUITE_P(Rules, Update, testing::ValuesIn(cases),
                         [](const auto &one) { return std::string(one.param.name); });

// A vocabulary, and a model of texts on two subjects.
class Growth : public testing::Test {
 protected:
  struct Texts {
    std::string bytes;
    std::vector<int64_t> offsets{0};
    void add(const std::string &text) {
      bytes += text;
      offsets.push_back(static_cast<int64_t>(bytes.size()));
    }
    int64_t count() const { return static_cast<int64_t>(offsets.size()) - 1; }
  };

  static std::string text(int i) {
    const std::vector<std::string> words =
        i % 2 == 0 ? std::vector<std::string>{"goal", "match", "team", "coach", "league", "stadium"}
                   : std::vector<std::string>{"bank", "share", "profit", "price", "trade", "index"};
    std::string all;
    for (int w = 0; w < 4; ++w) all += words[static_cast<size_t>(i / 2 + w * w) % 6] + " ";
    return all;
  }

  support::Model fitted(const char *keep = "yes") {
    manifact_vectorizer *vectorizer = nullptr;
    EXPECT_EQ(manifact_vectorizer_create(context_.get(), &vectorizer), MANIFACT_OK);
    const support::Vectorizer owner(vectorizer);
    Texts texts, ids;
    for (int i = 0; i < 40; ++i) {
      texts.add(text(i));
      ids.add("old " + std::to_string(i));
    }
    EXPECT_EQ(manifact_vectorizer_add_many(vectorizer, texts.bytes.data(), texts.offsets.data(),
                                           texts.count()),
              MANIFACT_OK);
    manifact_matrix *X = nullptr;
    EXPECT_EQ(manifact_vectorizer_finish(vectorizer, &X), MANIFACT_OK);
    const support::Matrix counts(X);
    const support::Solver solver = support::solver(context_.get(), "lccf", {{"keep-data", keep}});
    EXPECT_EQ(manifact_solver_set_vectorizer(solver.get(), vectorizer), MANIFACT_OK);
    EXPECT_EQ(manifact_solver_set_column(solver.get(), "id", ids.bytes.data(), ids.offsets.data(),
                                         ids.count()),
              MANIFACT_OK);
    return support::fit(solver.get(), X, 2);
  }

  support::Matrix counts_of(const manifact_model *model, const Texts &texts,
                            std::vector<int64_t> &terms) {
    terms.resize(static_cast<size_t>(texts.count()));
    manifact_matrix *X = nullptr;
    EXPECT_EQ(manifact_vectorizer_transform_counted(
                  context_.get(), manifact_model_vectorizer(model), texts.bytes.data(),
                  texts.offsets.data(), texts.count(), terms.data(), &X),
              MANIFACT_OK);
    return support::Matrix(X);
  }

  const support::Context context_ = support::context();
};

TEST_F(Growth, drift_counts_far_documents_and_unknown_terms) {
  const support::Model model = fitted();
  Texts texts;
  for (int i = 0; i < 6; ++i) texts.add(text(i));
  texts.add("goal bank match share");       // between the topics
  texts.add("whisk the batter, the oven");  // without a known term
  std::vector<int64_t> terms;
  const support::Matrix X = counts_of(model.get(), texts, terms);
  EXPECT_EQ(terms, (std::vector<int64_t>{4, 4, 4, 4, 4, 4, 4, 3}));
  manifact_model *out = nullptr;
  ASSERT_EQ(manifact_model_update(context_.get(), model.get(), X.get(), terms.data(), nullptr,
                                  nullptr, nullptr, 0, &out),
            MANIFACT_OK)
      << manifact_context_message(context_.get());
  const support::Model grown(out);
  const support::Model loaded = api::load(context_.get(), api::bytes(context_.get(), out));
  for (const manifact_model *each : {grown.get(), loaded.get()}) {
    int64_t documents = 0, n_far = 0, unassigned = 0, all = 0, unknown = 0;
    ASSERT_EQ(manifact_model_edit_drift(each, 0, &documents, &n_far, &unassigned, &all, &unknown),
              MANIFACT_OK);
    EXPECT_EQ(documents, 8);
    EXPECT_EQ(n_far, 2);
    EXPECT_EQ(unassigned, 1);
    EXPECT_EQ(all, 31);
    EXPECT_EQ(unknown, 3);
  }
  EXPECT_EQ(manifact_model_edit_drift(grown.get(), 1, nullptr, nullptr, nullptr, nullptr, nullptr),
            MANIFACT_ERROR_ARGUMENT);
  ASSERT_EQ(manifact_model_rename(context_.get(), grown.get(), 0, "a name", &out), MANIFACT_OK);
  const support::Model renamed(out);
  EXPECT_EQ(
      manifact_model_edit_drift(renamed.get(), 1, nullptr, nullptr, nullptr, nullptr, nullptr),
      MANIFACT_ERROR_ARGUMENT)
      << "a rename adds no documents";
  terms[0] = 3;
  EXPECT_EQ(manifact_model_update(context_.get(), model.get(), X.get(), terms.data(), nullptr,
                                  nullptr, nullptr, 0, &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(out, nullptr);
}

TEST_F(Growth, texts_of_documents_follow_them) {
  const support::Model model = fitted();
  Texts texts, ids, dates;
  for (int i = 0; i < 3; ++i) {
    texts.add(text(i));
    ids.add("new " + std::to_string(i));
    dates.add("2024-01-0" + std::to_string(i + 1));
  }
  std::vector<int64_t> terms;
  const support::Matrix X = counts_of(model.get(), texts, terms);
  const char *const names[] = {"date", "id", "id"};
  const char *const bytes[] = {dates.bytes.data(), ids.bytes.data(), ids.bytes.data()};
  const int64_t *const offsets[] = {dates.offsets.data(), ids.offsets.data(), ids.offsets.data()};
  manifact_model *out = nullptr;
  const auto update_with = [&](const manifact_model *from, int64_t columns) {
    return manifact_model_update(context_.get(), from, X.get(), nullptr, names, bytes, offsets,
                                 columns, &out);
  };
  EXPECT_EQ(update_with(model.get(), 3), MANIFACT_ERROR_ARGUMENT) << "a column twice";
  ASSERT_EQ(update_with(model.get(), 2), MANIFACT_OK);
  const support::Model grown(out);
  ASSERT_EQ(update_with(grown.get(), 1), MANIFACT_OK);
  const support::Model more(out);
  const support::Model loaded = api::load(context_.get(), api::bytes(context_.get(), out));
  const auto text_of = [&](const char *name, int64_t i) {
    const char *all = nullptr;
    const int64_t *ends = nullptr;
    EXPECT_EQ(manifact_model_column(loaded.get(), name, &all, &ends), MANIFACT_OK);
    return std::string(all + (i > 0 ? ends[i - 1] : 0), all + ends[i]);
  };
  EXPECT_EQ(text_of("id", 39), "old 39");
  EXPECT_EQ(text_of("id", 40), "new 0");
  EXPECT_EQ(text_of("id", 44), "");
  EXPECT_EQ(text_of("date", 39), "");
  EXPECT_EQ(text_of("date", 41), "2024-01-02");
  EXPECT_EQ(text_of("date", 44), "2024-01-02");
  // A fit of all of them keeps the texts, the vocabulary, and the name of a topic.
  ASSERT_EQ(manifact_model_rename(context_.get(), more.get(), 1, "Money", &out), MANIFACT_OK);
  const support::Model named(out);
  const support::Solver solver = support::solver(context_.get(), "lccf");
  ASSERT_GE(manifact_solver_refit(solver.get(), named.get(), &out), 0)
      << manifact_solver_message(solver.get());
  const support::Model again(out);
  EXPECT_STREQ(manifact_model_topic_name(again.get(), 1), "Money");
  EXPECT_EQ(support::labels(again.get()), support::labels(more.get()));
  EXPECT_STREQ(manifact_model_column_name(again.get(), 0), "id");
  EXPECT_EQ(manifact_vectorizer_terms(manifact_model_vectorizer(again.get())), 12);
}

TEST_F(Growth, every_call_of_the_progress_may_stop_an_update) {
  const support::Model model = fitted();
  const std::string bytes = api::bytes(context_.get(), model.get());
  Texts texts;
  for (int i = 0; i < 5; ++i) texts.add(text(i));
  std::vector<int64_t> terms;
  const support::Matrix X = counts_of(model.get(), texts, terms);
  const auto stop = [](void *user, const char *, int64_t, int64_t, double, double) {
    return --*static_cast<int64_t *>(user) < 0 ? 1 : 0;
  };
  int64_t calls = 0;
  for (int status = MANIFACT_ERROR_CANCELLED; status != MANIFACT_OK; ++calls) {
    ASSERT_LT(calls, 100);
    int64_t left = calls;
    ASSERT_EQ(manifact_context_set_progress(context_.get(), stop, &left), MANIFACT_OK);
    manifact_model *out = nullptr;
    status = update(context_.get(), model.get(), X.get(), &out);
    ASSERT_EQ(manifact_context_set_progress(context_.get(), nullptr, nullptr), MANIFACT_OK);
    const support::Model grown(out);
    ASSERT_TRUE(status == MANIFACT_OK || (status == MANIFACT_ERROR_CANCELLED && out == nullptr));
  }
  EXPECT_GT(calls, 3) << "its stages report";
  EXPECT_EQ(api::bytes(context_.get(), model.get()), bytes);
}

TEST_F(Growth, what_cannot_grow_is_refused) {
  Texts texts;
  texts.add(text(1));
  std::vector<int64_t> terms;
  manifact_model *out = nullptr;
  const auto refused = [&](const manifact_model *model, const manifact_matrix *X, int status,
                           const char *part) {
    EXPECT_EQ(update(context_.get(), model, X, &out), status);
    EXPECT_NE(std::string(manifact_context_message(context_.get())).find(part), std::string::npos)
        << manifact_context_message(context_.get());
    EXPECT_EQ(out, nullptr);
  };
  const support::Model bare = fitted("no"), model = fitted();
  const support::Matrix X = counts_of(bare.get(), texts, terms);
  refused(bare.get(), X.get(), MANIFACT_ERROR_ARGUMENT, "fit it again with keep-data=yes");
  const api::Corpus other = api::corpus(5);
  refused(model.get(), api::csr(context_.get(), other).get(), MANIFACT_ERROR_MISMATCH,
          "45 features, but the model has 12");
  EXPECT_EQ(update(context_.get(), nullptr, X.get(), &out), MANIFACT_ERROR_NULL);
  EXPECT_EQ(update(context_.get(), model.get(), X.get(), nullptr), MANIFACT_ERROR_NULL);
  const support::Solver solver = support::solver(context_.get(), "lccf");
  EXPECT_EQ(manifact_solver_refit(solver.get(), bare.get(), &out), MANIFACT_ERROR_ARGUMENT);
  const support::Solver supervised = support::solver(context_.get(), "rcf");
  EXPECT_EQ(manifact_solver_refit(supervised.get(), model.get(), &out), MANIFACT_ERROR_ARGUMENT);
  EXPECT_NE(std::string(manifact_solver_message(supervised.get())).find("labels or pairs"),
            std::string::npos);
}

}  // namespace
