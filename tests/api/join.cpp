// Two models as one: manifact_solver_join().
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "support/constraint_data.hpp"
#include "support/corpus.hpp"
#include "support/text_data.hpp"

namespace {

struct Joining {
  support::Model model;
  std::vector<int64_t> topics;
  int64_t common = -1;
  std::string message;
  int status = MANIFACT_OK;
};

Joining join(manifact_context *context, const manifact_model *first, const manifact_model *second) {
  manifact_solver *handle = nullptr;
  EXPECT_EQ(manifact_solver_create_from_model(context, first, &handle), MANIFACT_OK);
  const support::Solver solver(handle);
  Joining made;
  made.topics.resize(static_cast<size_t>(manifact_model_clusters(second)));
  manifact_model *out = nullptr;
  made.status = manifact_solver_join(handle, first, second, made.topics.data(),
                                     std::ssize(made.topics), &made.common, &out);
  made.message = manifact_solver_message(handle);
  made.model = support::Model(out);
  return made;
}

class Join : public testing::Test {
 protected:
  support::Context context = support::context();

  // A fit of texts with these names, if there are any.
  support::Model of_texts(const std::vector<std::string> &texts, int64_t k,
                          const std::vector<std::string> &names = {},
                          const support::Settings &words = {}, const char *method = "kmeans",
                          const std::vector<std::string> &begin = {}) {
    const support::Vectorizer vectorizer = api::vectorizer(context.get(), words);
    api::add(vectorizer.get(), texts);
    const support::Matrix X = api::finish(vectorizer.get());
    const support::Solver solver = support::solver(context.get(), method);
    EXPECT_EQ(manifact_solver_set_vectorizer(solver.get(), vectorizer.get()), MANIFACT_OK);
    for (const auto &[name, column] : {std::pair{"id", &names}, std::pair{"excerpt", &begin}}) {
      if (column->empty()) continue;
      const api::Packed packed(*column);
      EXPECT_EQ(manifact_solver_set_column(solver.get(), name, packed.bytes.data(),
                                           packed.offsets.data(), packed.count()),
                MANIFACT_OK);
    }
    return support::fit(solver.get(), X.get(), k);
  }

  // Each third text, from `first`, and a word that the other half lacks in each.
  static std::vector<std::string> half(size_t first, const std::string &word,
                                       const std::vector<size_t> &subjects = {0, 1, 2}) {
    const std::vector<std::string> all = api::reports(120);
    std::vector<std::string> some;
    for (size_t i = first; i < all.size(); i += 2)
      if (std::find(subjects.begin(), subjects.end(), i % 3) != subjects.end())
        some.push_back(all[i] + " " + word + std::to_string(i % 4));
    return some;
  }

  // The means of the topics by the names of the terms.
  static std::map<std::string, std::vector<double>> means(const manifact_model *model) {
    const manifact_vectorizer *const vectorizer = manifact_model_vectorizer(model);
    const int64_t k = manifact_model_clusters(model);
    std::map<std::string, std::vector<double>> all;
    for (int64_t j = 0; j < manifact_vectorizer_terms(vectorizer); ++j) {
      const double *const row = manifact_model_centroids(model) + j * k;
      all[manifact_vectorizer_term(vectorizer, j)] = {row, row + k};
    }
    return all;
  }
};

// The terms of both, with the weights of both together: the means are those of a fit of all texts.
TEST_F(Join, is_as_a_fit_of_all_documents) {
  const std::vector<std::string> first = half(0, "first"), second = half(1, "second");
  for (const char *const weighting : {"tfidf", "log-tfidf", "none"}) {
    SCOPED_TRACE(weighting);
    const auto model = [&](const std::vector<std::string> &texts) {
      const support::Vectorizer vectorizer = api::vectorizer(context.get());
      api::add(vectorizer.get(), texts);
      const support::Matrix X = api::finish(vectorizer.get());
      const support::Solver solver =
          support::solver(context.get(), "kmeans", {{"weighting", weighting}});
      EXPECT_EQ(manifact_solver_set_vectorizer(solver.get(), vectorizer.get()), MANIFACT_OK);
      return support::fit(solver.get(), X.get(), 3);
    };
    const support::Model a = model(first), b = model(second);
    const Joining made = join(context.get(), a.get(), b.get());
    ASSERT_EQ(made.status, MANIFACT_OK) << made.message;
    EXPECT_EQ(made.common, 0);
    std::vector<int64_t> numbers = made.topics;
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbers, (std::vector<int64_t>{0, 1, 2}));
    const std::vector<int32_t> labels = support::labels(made.model.get()),
                               old = support::labels(a.get());
    EXPECT_TRUE(std::equal(old.begin(), old.end(), labels.begin()));  // numbers stay
    std::vector<std::string> all = first;
    all.insert(all.end(), second.begin(), second.end());
    const support::Vectorizer vectorizer = api::vectorizer(context.get());
    api::add(vectorizer.get(), all);
    const support::Matrix X = api::finish(vectorizer.get());
    const support::Solver solver =
        support::solver(context.get(), "kmeans", {{"weighting", weighting}});
    EXPECT_EQ(manifact_solver_set_vectorizer(solver.get(), vectorizer.get()), MANIFACT_OK);
    EXPECT_EQ(manifact_solver_set_start_labels(solver.get(), labels.data(), std::ssize(labels)),
              MANIFACT_OK);
    const support::Model whole = support::fit(solver.get(), X.get(), 3);
    EXPECT_EQ(support::labels(whole.get()), labels);
    const auto expected = means(whole.get()), found = means(made.model.get());
    ASSERT_EQ(found.size(), expected.size());
    for (const auto &[term, row] : expected) {
      ASSERT_TRUE(found.contains(term)) << term;
      for (size_t c = 0; c < row.size(); ++c) EXPECT_NEAR(found.at(term)[c], row[c], 1e-14) << term;
    }
    // New texts are counted with the words of both.
    const std::string saved = api::bytes(context.get(), made.model.get());
    const support::Model loaded = api::load(context.get(), saved);
    const support::Matrix again =
        api::transform(context.get(), manifact_model_vectorizer(loaded.get()), all);
    std::vector<int32_t> assigned(labels.size());
    ASSERT_EQ(manifact_model_assign(context.get(), loaded.get(), again.get(), assigned.data(),
                                    nullptr, std::ssize(assigned)),
              MANIFACT_OK);
    EXPECT_EQ(assigned, labels);
  }
}

TEST_F(Join, topics_of_one_model_stay) {
  const support::Model a = of_texts(half(0, "first", {0, 1}), 2),
                       b = of_texts(half(1, "second", {1, 2}), 2);
  manifact_model *handle = nullptr;
  ASSERT_EQ(manifact_model_rename(context.get(), a.get(), 1, "ours", &handle), MANIFACT_OK);
  const support::Model ours(handle);
  std::vector<support::Model> named;
  for (int64_t c = 0; c < 2; ++c) {
    ASSERT_EQ(manifact_model_rename(context.get(), c == 0 ? b.get() : named[0].get(), c,
                                    c == 0 ? "theirs 0" : "theirs 1", &handle),
              MANIFACT_OK);
    named.emplace_back(handle);
  }
  const Joining made = join(context.get(), ours.get(), named[1].get());
  ASSERT_EQ(made.status, MANIFACT_OK) << made.message;
  EXPECT_EQ(manifact_model_clusters(made.model.get()), 3);
  EXPECT_EQ(std::count(made.topics.begin(), made.topics.end(), 2), 1);
  EXPECT_EQ(std::count_if(made.topics.begin(), made.topics.end(), [](int64_t t) { return t < 2; }),
            1);
  EXPECT_STREQ(manifact_model_topic_name(made.model.get(), 1), "ours");
  const int64_t own = made.topics[0] == 2 ? 0 : 1;
  EXPECT_EQ(manifact_model_topic_name(made.model.get(), 2), "theirs " + std::to_string(own));
  const std::vector<int32_t> labels = support::labels(made.model.get()),
                             old = support::labels(a.get());
  EXPECT_TRUE(std::equal(old.begin(), old.end(), labels.begin()));
}

TEST_F(Join, documents_of_both_count_once) {
  std::vector<std::string> texts = half(0, "word"), names;
  for (size_t i = 0; i < texts.size(); ++i) names.push_back("d" + std::to_string(i));
  const support::Model a = of_texts(texts, 3, names);
  std::reverse(texts.begin(), texts.end());
  std::reverse(names.begin(), names.end());
  names[0] = "another";
  const support::Model b = of_texts(texts, 3, names);
  const Joining made = join(context.get(), a.get(), b.get());
  ASSERT_EQ(made.status, MANIFACT_OK) << made.message;
  EXPECT_EQ(made.common, std::ssize(texts) - 1);
  EXPECT_EQ(manifact_model_documents(made.model.get()), std::ssize(texts) + 1);
  const char *bytes = nullptr;
  const int64_t *ends = nullptr;
  ASSERT_EQ(manifact_model_column(made.model.get(), "id", &bytes, &ends), MANIFACT_OK);
  const int64_t n = std::ssize(texts);
  EXPECT_EQ(std::string(bytes + ends[n - 1], bytes + ends[n]), "another");
  // All documents of a second model in other topics: none of its own remain.
  const support::Model finer = of_texts(half(0, "word"), 6, [&] {
    std::vector<std::string> same;
    for (int64_t i = 0; i < n; ++i) same.push_back("d" + std::to_string(i));
    return same;
  }());
  const Joining same = join(context.get(), a.get(), finer.get());
  ASSERT_EQ(same.status, MANIFACT_OK) << same.message;
  EXPECT_EQ(manifact_model_clusters(same.model.get()), 3);
  EXPECT_GE(std::count(same.topics.begin(), same.topics.end(), -1), 3);
}

// Two folders may both have a file doc3; numbers without a gap count rows, others are names.
TEST_F(Join, equal_names_of_other_texts_are_no_common_documents) {
  const std::vector<std::string> first = half(0, "first"), second = half(1, "second");
  const auto names = [&](const char *prefix, int64_t step) {
    std::vector<std::string> all;
    for (size_t i = 0; i < first.size(); ++i)
      all.push_back(prefix + std::to_string(100 + step * static_cast<int64_t>(i)));
    return all;
  };
  for (const auto &[prefix, step] : {std::pair{"doc", 1}, std::pair{"", 37}}) {
    SCOPED_TRACE(prefix);
    const support::Model a = of_texts(first, 3, names(prefix, step), {}, "kmeans", first),
                         b = of_texts(second, 3, names(prefix, step), {}, "kmeans", second);
    const Joining made = join(context.get(), a.get(), b.get());
    EXPECT_EQ(made.status, MANIFACT_ERROR_ARGUMENT);
    EXPECT_EQ(made.message.find("60 of 60 documents of the same name begin with other texts"), 0)
        << made.message;
    std::vector<int64_t> rows(first.size());
    int64_t common = 0;
    ASSERT_EQ(manifact_model_common_documents(context.get(), a.get(), b.get(), rows.data(),
                                              std::ssize(rows), &common),
              MANIFACT_OK);
    EXPECT_EQ(common, std::ssize(first));  // may be read in two ways
  }
  const support::Model a = of_texts(first, 3, names("", 1), {}, "kmeans", first),
                       b = of_texts(second, 3, names("", 1), {}, "kmeans", second);
  const Joining made = join(context.get(), a.get(), b.get());
  ASSERT_EQ(made.status, MANIFACT_OK) << made.message;
  EXPECT_EQ(made.common, 0);
  // Each number is there twice then: documents are found by their beginnings.
  for (const support::Model *const part : {&a, &b}) {
    std::vector<int64_t> rows(first.size());
    int64_t common = 0;
    ASSERT_EQ(manifact_model_common_documents(context.get(), part->get(), made.model.get(),
                                              rows.data(), std::ssize(rows), &common),
              MANIFACT_OK);
    EXPECT_EQ(common, std::ssize(first));
    for (size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(rows[i], static_cast<int64_t>(i + (part == &a ? 0 : first.size())));
  }
}

// Of a hidden topic: its documents start in those of the other model.
TEST_F(Join, documents_without_a_topic_get_that_of_the_other_model) {
  const std::vector<std::string> texts = half(0, "word");
  std::vector<std::string> names;
  for (size_t i = 0; i < texts.size(); ++i) names.push_back("d" + std::to_string(i));
  const support::Model whole = of_texts(texts, 3, names);
  manifact_model *handle = nullptr;
  const int64_t one = 1;
  ASSERT_EQ(manifact_model_hide(context.get(), whole.get(), &one, 1, &handle), MANIFACT_OK);
  const support::Model hidden(handle);
  const Joining made = join(context.get(), hidden.get(), whole.get());
  ASSERT_EQ(made.status, MANIFACT_OK) << made.message;
  EXPECT_EQ(manifact_model_clusters(made.model.get()), 3);
  EXPECT_EQ(made.topics[1], 2);
  const std::vector<int32_t> labels = support::labels(made.model.get()),
                             old = support::labels(whole.get());
  for (size_t i = 0; i < labels.size(); ++i)
    EXPECT_EQ(labels[i], made.topics[static_cast<size_t>(old[i])]);
}

TEST_F(Join, labels_number_the_topics_and_a_start_is_refused) {
  const std::vector<std::string> first = half(0, "first"), second = half(1, "second");
  const support::Model a = of_texts(first, 3), b = of_texts(second, 3);
  const size_t n = first.size() + second.size();
  const std::vector<int32_t> old = support::labels(b.get());
  const Joining plain = join(context.get(), a.get(), b.get());
  ASSERT_EQ(plain.status, MANIFACT_OK) << plain.message;
  const std::vector<int32_t> joined = support::labels(plain.model.get());
  // Topic c of the plain one is class 3 - c.
  std::vector<int32_t> classes(n, -1);
  for (size_t i = 0; i < n; i += 2) classes[i] = 3 - joined[i];
  const support::Solver solver = support::solver(context.get(), "rcf");
  const support::Constraints known =
      support::constraints(context.get(), std::ssize(classes), classes);
  ASSERT_EQ(manifact_solver_set_constraints(solver.get(), known.get()), MANIFACT_OK);
  std::vector<int64_t> topics(3);
  manifact_model *out = nullptr;
  ASSERT_GE(manifact_solver_join(solver.get(), a.get(), b.get(), topics.data(), 3, nullptr, &out),
            MANIFACT_OK)
      << manifact_solver_message(solver.get());
  const support::Model made(out);
  const std::vector<int32_t> labels = support::labels(made.get());
  std::vector<int64_t> agree(3), sizes(3);
  for (size_t i = 0; i < second.size(); ++i) {
    const auto topic = static_cast<size_t>(old[i]);
    ++sizes[topic];
    agree[topic] += labels[first.size() + i] == topics[topic] ? 1 : 0;
  }
  for (size_t c = 0; c < 3; ++c) {
    EXPECT_GT(2 * agree[c], sizes[c]);
    EXPECT_EQ(topics[c], 2 - plain.topics[c]);
  }
  const support::Solver started = support::solver(context.get(), "kmeans");
  ASSERT_EQ(manifact_solver_set_start_labels(started.get(), joined.data(), std::ssize(joined)),
            MANIFACT_OK);
  EXPECT_EQ(manifact_solver_join(started.get(), a.get(), b.get(), nullptr, 0, nullptr, &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_STREQ(
      manifact_solver_message(started.get()),
      "the solver has a start, but joined models are fitted from their topics: take it back");
}

TEST_F(Join, bits_do_not_depend_on_threads) {
  std::string first;
  for (int64_t threads = 1; threads <= 4; ++threads) {
    ASSERT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
    const support::Model a = of_texts(half(0, "first"), 3, {}, {}, "lccf"),
                         b = of_texts(half(1, "second"), 3, {}, {}, "lccf");
    const Joining made = join(context.get(), a.get(), b.get());
    ASSERT_GE(made.status, MANIFACT_OK) << made.message;
    const std::string all = api::bytes(context.get(), made.model.get());
    if (threads == 1) first = all;
    EXPECT_TRUE(all == first) << threads;
  }
}

// Rows without names are by the same columns; tables by names, in any order.
TEST_F(Join, tables) {
  const api::Corpus c = api::corpus(60, 45), d = api::corpus(40, 45);
  const support::Matrix X = api::csr(context.get(), c), Y = api::csr(context.get(), d);
  const support::Model a = api::fit(context.get(), "kmeans", {}, X.get(), 3),
                       b = api::fit(context.get(), "kmeans", {}, Y.get(), 3);
  const Joining made = join(context.get(), a.get(), b.get());
  ASSERT_EQ(made.status, MANIFACT_OK) << made.message;
  EXPECT_EQ(manifact_model_documents(made.model.get()), 100);
  EXPECT_EQ(manifact_model_clusters(made.model.get()), 3);
  const auto dense = [&](const std::vector<std::string> &names, int64_t n) {
    std::vector<double> values;
    for (int64_t i = 0; i < n; ++i)
      for (const std::string &name : names) {
        const int64_t own = name[0] - 'a';
        values.push_back(own / 2 == i % 3 ? static_cast<double>(8 + (i + own) % 3)
                                          : static_cast<double>((3 * i + own) % 2));
      }
    support::Matrix of = support::matrix(context.get(), n, std::ssize(names), values);
    const api::Packed packed(names);
    EXPECT_EQ(manifact_matrix_set_feature_names(context.get(), of.get(), packed.bytes.data(),
                                                packed.offsets.data(), packed.count()),
              MANIFACT_OK);
    return api::fit(context.get(), "kmeans", {{"scaling", "unit-rows"}}, of.get(), 3);
  };
  const support::Model p = dense({"a", "b", "c", "d", "e", "f"}, 30),
                       q = dense({"f", "c", "a", "e", "b", "d"}, 24),
                       r = dense({"f", "c", "a", "e", "b", "g"}, 24);
  const Joining both = join(context.get(), p.get(), q.get());
  ASSERT_EQ(both.status, MANIFACT_OK) << both.message;
  const std::vector<int32_t> labels = support::labels(both.model.get());
  for (size_t i = 30; i < 54; ++i) EXPECT_EQ(labels[i], labels[(i - 30) % 3]);
  const Joining refused = join(context.get(), p.get(), r.get());
  EXPECT_EQ(refused.status, MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(refused.message,
            "2 features are in one of the models only, and tables are joined by equal features; "
            "cluster the documents of both together");
}

TEST_F(Join, what_cannot_be_joined_is_refused) {
  const auto expect_refused = [&](const support::Model &a, const support::Model &b,
                                  const std::string &part) {
    const Joining made = join(context.get(), a.get(), b.get());
    EXPECT_EQ(made.status, MANIFACT_ERROR_ARGUMENT);
    EXPECT_NE(made.message.find(part), std::string::npos) << made.message;
    EXPECT_EQ(made.model.get(), nullptr);
  };
  const std::vector<std::string> texts = half(0, "word");
  const support::Model plain = of_texts(texts, 3),
                       stemmed = of_texts(texts, 3, {}, {{"stemming", "yes"}});
  expect_refused(plain, stemmed, "make words of texts in different ways");
  const api::Corpus c = api::corpus(60, 45), d = api::corpus(60, 48);
  const support::Matrix X = api::csr(context.get(), c), Y = api::csr(context.get(), d);
  const support::Model table = api::fit(context.get(), "kmeans", {}, X.get(), 3);
  expect_refused(plain, table, "of different kinds, texts and sparse rows");
  expect_refused(table, api::fit(context.get(), "kmeans", {}, Y.get(), 3),
                 "45 and 48 features without names");
  expect_refused(table, api::fit(context.get(), "kmeans", {{"keep-data", "no"}}, X.get(), 3),
                 "does not keep its documents");
  expect_refused(table, api::fit(context.get(), "kmeans", {{"weighting", "none"}}, X.get(), 3),
                 "weight or scale their documents in different ways");
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) values.push_back(i % 3 * 10 + i / 30);
  const support::Matrix P = support::matrix(context.get(), 30, 2, values);
  const support::Model points = api::fit(context.get(), "kmeans", {}, P.get(), 3);
  expect_refused(points, points, "0 of 30 here");
  manifact_solver *handle = nullptr;
  ASSERT_EQ(manifact_solver_create_from_model(context.get(), table.get(), &handle), MANIFACT_OK);
  const support::Solver solver(handle);
  manifact_model *out = nullptr;
  int64_t topics[4];
  EXPECT_EQ(manifact_solver_join(handle, table.get(), table.get(), topics, 4, nullptr, &out),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_solver_join(handle, table.get(), nullptr, topics, 3, nullptr, &out),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(out, nullptr);
}

}  // namespace
