// How topics live on: manifact_model_common_documents(), manifact_model_compare(),
// manifact_solver_set_numbers_of() and manifact_model_new_topics().
#include <algorithm>
#include <map>
#include <numeric>

#include "support/corpus.hpp"

namespace {

class Comparison : public testing::Test {
 protected:
  static constexpr int64_t k = 3;
  api::Corpus c = api::corpus(60, 45, k);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
  support::Model model = api::fit(context.get(), "auto", {}, X.get(), k);

  // A fit of the method whose documents have these names; numbers as in `before`, unless null.
  support::Model named(const std::vector<std::string> &names, const char *method, int64_t clusters,
                       const manifact_model *before) {
    manifact_solver *handle = nullptr;
    EXPECT_EQ(manifact_solver_create(context.get(), method, &handle), MANIFACT_OK);
    const support::Solver solver(handle);
    std::string bytes;
    std::vector<int64_t> offsets{0};
    for (const std::string &name : names) {
      bytes += name;
      offsets.push_back(std::ssize(bytes));
    }
    EXPECT_EQ(manifact_solver_set_column(handle, "id", bytes.c_str(), offsets.data(), c.n),
              MANIFACT_OK);
    EXPECT_EQ(manifact_solver_set_numbers_of(handle, before), MANIFACT_OK);
    manifact_model *out = nullptr;
    EXPECT_GE(manifact_solver_fit(handle, X.get(), clusters, &out), MANIFACT_OK)
        << manifact_solver_message(handle);
    return support::Model(out);
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (int64_t i = 0; i < c.n; ++i) all.push_back("d" + std::to_string(i));
    return all;
  }

  std::vector<int64_t> rows() const {
    std::vector<int64_t> all(static_cast<size_t>(c.n));
    std::iota(all.begin(), all.end(), int64_t{0});
    return all;
  }
};

TEST_F(Comparison, of_a_model_with_itself_stays) {
  const std::vector<int64_t> same = rows();
  for (const int64_t *const given : {same.data(), static_cast<const int64_t *>(nullptr)}) {
    std::vector<double> forward(k * k), backward(k * k);
    std::vector<int64_t> partners(k);
    std::vector<int32_t> before(k), after(k);
    ASSERT_EQ(
        manifact_model_compare(context.get(), model.get(), model.get(), given, c.n, forward.data(),
                               backward.data(), partners.data(), before.data(), k, after.data(), k),
        MANIFACT_OK)
        << manifact_context_message(context.get());
    for (int64_t a = 0; a < k; ++a) {
      const auto at = static_cast<size_t>(a);
      EXPECT_NEAR(forward[at * k + at], 1, 1e-9);
      EXPECT_NEAR(backward[at * k + at], 1, 1e-9);
      EXPECT_EQ(partners[at], a);
      EXPECT_EQ(before[at], MANIFACT_CHANGE_STAYED);
      EXPECT_EQ(after[at], MANIFACT_CHANGE_STAYED);
    }
  }
}

TEST_F(Comparison, wrong_rows_and_lengths_are_refused) {
  const auto status = [&](std::vector<int64_t> given, int64_t n, int64_t n_after) {
    return manifact_model_compare(context.get(), model.get(), model.get(), given.data(), n, nullptr,
                                  nullptr, nullptr, nullptr, k, nullptr, n_after);
  };
  std::vector<int64_t> given = rows();
  EXPECT_EQ(status(given, c.n, k), MANIFACT_OK);
  EXPECT_EQ(status(given, c.n - 1, k), MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(status(given, c.n, k + 1), MANIFACT_ERROR_LENGTH);
  given[4] = c.n;
  EXPECT_EQ(status(given, c.n, k), MANIFACT_ERROR_ARGUMENT);
  given[4] = 3;
  EXPECT_EQ(status(given, c.n, k), MANIFACT_ERROR_ARGUMENT);
  EXPECT_STREQ(manifact_context_message(context.get()), "rows[4]: row 3 is given twice");
  given[4] = -1;
  EXPECT_EQ(status(given, c.n, k), MANIFACT_OK);
}

// Names in another order, so that the same documents have other rows.
TEST_F(Comparison, documents_in_common_have_the_same_name) {
  std::vector<std::string> reversed = names();
  const support::Model before = named(reversed, "auto", k, nullptr);
  std::reverse(reversed.begin(), reversed.end());
  reversed[7] = "another";
  const support::Model after = named(reversed, "auto", k, nullptr);
  std::vector<int64_t> found(static_cast<size_t>(c.n));
  int64_t common = 0;
  ASSERT_EQ(manifact_model_common_documents(context.get(), before.get(), after.get(), found.data(),
                                            c.n, &common),
            MANIFACT_OK);
  EXPECT_EQ(common, c.n - 1);
  for (int64_t i = 0; i < c.n; ++i)
    EXPECT_EQ(found[static_cast<size_t>(i)], i == c.n - 8 ? -1 : c.n - 1 - i);
}

// Each kind of read-out, for documents of the same names: the labels are those of the fit without
// numbers, renumbered, and new documents get the same numbers.
TEST_F(Comparison, fits_take_the_numbers_of_an_earlier_model) {
  const support::Model before = named(names(), "auto", k, nullptr);
  const std::vector<int32_t> old = support::labels(before.get());
  for (const char *const method :
       {"auto", "kmeans", "ncut", "nmf", "lccf", "average-association", "symnmf", "onmtf"}) {
    SCOPED_TRACE(method);
    const support::Model free = named(names(), method, k, nullptr),
                         kept = named(names(), method, k, before.get());
    const std::vector<int32_t> plain = support::labels(free.get()),
                               labels = support::labels(kept.get());
    std::vector<int64_t> counts(k * k);
    std::vector<int32_t> now(k, -1);
    for (size_t i = 0; i < labels.size(); ++i) {
      if (plain[i] < 0) continue;
      int32_t &number = now[static_cast<size_t>(plain[i])];
      if (number < 0) number = labels[i];
      EXPECT_EQ(number, labels[i]);
      if (old[i] >= 0) ++counts[static_cast<size_t>(old[i] * k + labels[i])];
    }
    // No other numbers agree for more documents.
    std::vector<int64_t> order(k);
    std::iota(order.begin(), order.end(), int64_t{0});
    int64_t own = 0, best = 0;
    for (size_t a = 0; a < k; ++a) own += counts[a * k + a];
    do {
      int64_t total = 0;
      for (size_t a = 0; a < k; ++a) total += counts[a * k + static_cast<size_t>(order[a])];
      best = std::max(best, total);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(own, best);
    std::vector<int32_t> one(labels.size()), other(labels.size());
    for (const auto &[of, to] : {std::pair{&free, &one}, std::pair{&kept, &other}})
      ASSERT_EQ(manifact_model_assign(context.get(), of->get(), X.get(), to->data(), nullptr, c.n),
                MANIFACT_OK);
    for (size_t i = 0; i < one.size(); ++i)
      EXPECT_EQ(other[i], one[i] < 0 ? one[i] : now[static_cast<size_t>(one[i])]);
    for (int64_t t = 0; t < k; ++t) {
      std::vector<int64_t> terms(5), same(5);
      int64_t found = 0;
      const int64_t to = now[static_cast<size_t>(t)];
      EXPECT_EQ(manifact_model_top_features(free.get(), t, MANIFACT_SCORE_LIFT, 5, terms.data(),
                                            nullptr, &found),
                MANIFACT_OK);
      EXPECT_EQ(manifact_model_top_features(kept.get(), to, MANIFACT_SCORE_LIFT, 5, same.data(),
                                            nullptr, &found),
                MANIFACT_OK);
      EXPECT_EQ(terms, same);
      EXPECT_EQ(manifact_model_sizes(free.get())[t], manifact_model_sizes(kept.get())[to]);
    }
  }
}

// refine=sizes replaces the rule of the read-out: the labels and new documents have its numbers.
TEST_F(Comparison, documents_of_the_fit_are_assigned_as_they_are_labeled) {
  for (const char *const readout : {"argmax", "kmeans", "cosine-kmeans"}) {
    SCOPED_TRACE(readout);
    const support::Model fitted =
        api::fit(context.get(), "auto", {{"readout", readout}}, X.get(), k);
    std::vector<int32_t> assigned(static_cast<size_t>(c.n));
    ASSERT_EQ(
        manifact_model_assign(context.get(), fitted.get(), X.get(), assigned.data(), nullptr, c.n),
        MANIFACT_OK);
    EXPECT_EQ(assigned, support::labels(fitted.get()));
  }
}

// More topics: those of the earlier model keep their numbers, the others follow.
TEST_F(Comparison, further_topics_have_further_numbers) {
  const support::Model before = named(names(), "auto", k, nullptr),
                       after = named(names(), "kmeans", k + 1, before.get());
  const std::vector<int32_t> old = support::labels(before.get()),
                             labels = support::labels(after.get());
  int64_t own = 0;
  for (size_t i = 0; i < labels.size(); ++i) own += old[i] == labels[i] ? 1 : 0;
  EXPECT_GT(own, c.n / 2);
}

// The documents of a corpus that are_taken(topic, number of the document in its topic).
template <class Taken>
api::Corpus some_of(const api::Corpus &all, const Taken &are_taken) {
  api::Corpus some;
  some.m = all.m;
  for (int64_t i = 0; i < all.n; ++i) {
    const int32_t topic = all.topics[static_cast<size_t>(i)];
    if (!are_taken(topic, i / 4)) continue;
    for (auto e = static_cast<size_t>(all.indptr[static_cast<size_t>(i)]);
         e < static_cast<size_t>(all.indptr[static_cast<size_t>(i) + 1]); ++e) {
      some.indices.push_back(all.indices[e]);
      some.values.push_back(all.values[e]);
    }
    some.indptr.push_back(std::ssize(some.indices));
    some.topics.push_back(topic);
    ++some.n;
  }
  return some;
}

class NewTopics : public testing::Test {
 protected:
  static constexpr int64_t k = 3;
  support::Context context = support::context();
  api::Corpus all = api::corpus(480, 60, 4);  // 120 documents of each topic
  api::Corpus first = some_of(all, [](int32_t topic, int64_t i) { return topic < 3 && i < 80; });
  support::Matrix X = api::csr(context.get(), first);
  support::Model model = api::fit(context.get(), "auto", {}, X.get(), k);

  support::Model with(const api::Corpus &added) {
    const support::Matrix more = api::csr(context.get(), added);
    manifact_model *out = nullptr;
    EXPECT_EQ(manifact_model_update(context.get(), model.get(), more.get(), nullptr, nullptr,
                                    nullptr, nullptr, 0, &out),
              MANIFACT_OK)
        << manifact_context_message(context.get());
    return support::Model(out);
  }

  std::vector<int32_t> labels_with_new(const manifact_model *grown, int64_t &topics) {
    std::vector<int32_t> labels(static_cast<size_t>(manifact_model_documents(grown)));
    EXPECT_EQ(
        manifact_model_new_topics(context.get(), grown, labels.data(), std::ssize(labels), &topics),
        MANIFACT_OK)
        << manifact_context_message(context.get());
    return labels;
  }
};

TEST_F(NewTopics, are_documents_that_are_far_and_hold_together) {
  const api::Corpus added = some_of(
      all, [](int32_t topic, int64_t i) { return topic == 3 ? i < 60 : i >= 80 && i < 100; });
  const support::Model grown = with(added);
  int64_t topics = 0;
  const std::vector<int32_t> labels = labels_with_new(grown.get(), topics);
  ASSERT_EQ(topics, 1);
  const std::vector<int32_t> old = support::labels(grown.get());
  int64_t found = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    const bool is_added = i >= first.topics.size();
    if (labels[i] != k) {
      EXPECT_EQ(labels[i], old[i]);
      continue;
    }
    EXPECT_TRUE(is_added);
    EXPECT_EQ(added.topics[i - first.topics.size()], 3);
    ++found;
  }
  EXPECT_GE(found, 54);  // of 60
  // A refit from these labels has the topic, and the names of the others.
  manifact_model *renamed = nullptr;
  ASSERT_EQ(manifact_model_rename(context.get(), grown.get(), 1, "named", &renamed), MANIFACT_OK);
  const support::Model base(renamed);
  manifact_solver *handle = nullptr;
  ASSERT_EQ(manifact_solver_create_from_model(context.get(), renamed, &handle), MANIFACT_OK);
  const support::Solver solver(handle);
  ASSERT_EQ(manifact_solver_set_start_labels(handle, labels.data(), std::ssize(labels)),
            MANIFACT_OK);
  manifact_model *out = nullptr;
  ASSERT_GE(manifact_solver_refit(handle, renamed, &out), MANIFACT_OK)
      << manifact_solver_message(handle);
  const support::Model fitted(out);
  EXPECT_EQ(manifact_model_clusters(out), k + 1);
  EXPECT_STREQ(manifact_model_topic_name(out, 1), "named");
  std::vector<int32_t> mistyped = labels;
  for (const int32_t label : {19, INT32_MAX}) {
    mistyped[0] = label;
    ASSERT_EQ(manifact_solver_set_start_labels(handle, mistyped.data(), std::ssize(mistyped)),
              MANIFACT_OK);
    manifact_model *none = nullptr;
    EXPECT_EQ(manifact_solver_refit(handle, renamed, &none), MANIFACT_ERROR_ARGUMENT);
    EXPECT_EQ(none, nullptr);
  }
  EXPECT_GE(manifact_model_sizes(out)[k], 57);
}

TEST_F(NewTopics, are_none_among_documents_of_the_old_topics) {
  for (int64_t from = 80; from < 120; from += 20) {
    const support::Model grown = with(some_of(
        all, [from](int32_t topic, int64_t i) { return topic < 3 && i >= from && i < from + 20; }));
    int64_t topics = -1;
    const std::vector<int32_t> labels = labels_with_new(grown.get(), topics);
    EXPECT_EQ(topics, 0);
    EXPECT_EQ(labels, support::labels(grown.get()));
  }
  int64_t topics = -1;
  EXPECT_EQ(labels_with_new(model.get(), topics), support::labels(model.get()));  // none were added
  EXPECT_EQ(topics, 0);
}

TEST_F(NewTopics, do_not_depend_on_threads) {
  const api::Corpus added = some_of(
      all, [](int32_t topic, int64_t i) { return topic == 3 ? i < 60 : i >= 80 && i < 100; });
  std::vector<int32_t> first;
  for (int64_t threads = 1; threads <= 4; ++threads) {
    ASSERT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
    int64_t topics = 0;
    const std::vector<int32_t> labels = labels_with_new(with(added).get(), topics);
    EXPECT_EQ(topics, 1);
    if (threads == 1) first = labels;
    EXPECT_EQ(labels, first) << threads;
  }
}

// Two subjects that the fit does not know are two topics.
TEST_F(NewTopics, are_as_many_as_hold_together_apart) {
  const api::Corpus five = api::corpus(600, 75, 5);
  const auto some = [&](const auto &are_taken) {
    api::Corpus part;
    part.m = five.m;
    for (int64_t i = 0; i < five.n; ++i) {
      const int32_t topic = five.topics[static_cast<size_t>(i)];
      if (!are_taken(topic, i / 5)) continue;
      for (auto e = static_cast<size_t>(five.indptr[static_cast<size_t>(i)]);
           e < static_cast<size_t>(five.indptr[static_cast<size_t>(i) + 1]); ++e) {
        part.indices.push_back(five.indices[e]);
        part.values.push_back(five.values[e]);
      }
      part.indptr.push_back(std::ssize(part.indices));
      part.topics.push_back(topic);
      ++part.n;
    }
    return part;
  };
  first = some([](int32_t topic, int64_t i) { return topic < 3 && i < 80; });
  X = api::csr(context.get(), first);
  model = api::fit(context.get(), "auto", {}, X.get(), k);
  const api::Corpus added =
      some([](int32_t topic, int64_t i) { return topic >= 3 ? i < 60 : i >= 80 && i < 100; });
  int64_t topics = 0;
  const support::Model grown = with(added);
  const std::vector<int32_t> labels = labels_with_new(grown.get(), topics);
  ASSERT_EQ(topics, 2);
  int64_t right = 0;
  std::map<int32_t, int32_t> topic_of;
  for (size_t i = first.topics.size(); i < labels.size(); ++i) {
    if (labels[i] < k) continue;
    const int32_t topic = added.topics[i - first.topics.size()];
    right += topic_of.emplace(labels[i], topic).first->second == topic ? 1 : 0;
  }
  EXPECT_EQ(topic_of.size(), 2u);
  EXPECT_GE(right, 108);  // of 120
}

TEST_F(NewTopics, can_be_cancelled_and_tell_none_then) {
  const api::Corpus added = some_of(all, [](int32_t topic, int64_t) { return topic == 3; });
  const support::Model grown = with(added);
  ASSERT_EQ(manifact_context_set_progress(
                context.get(),
                [](void *, const char *, int64_t, int64_t, double, double) { return 1; }, nullptr),
            MANIFACT_OK);
  std::vector<int32_t> labels(static_cast<size_t>(manifact_model_documents(grown.get())));
  int64_t topics = 7;
  EXPECT_EQ(manifact_model_new_topics(context.get(), grown.get(), labels.data(), std::ssize(labels),
                                      &topics),
            MANIFACT_ERROR_CANCELLED);
  EXPECT_EQ(topics, 0);
  topics = 7;
  EXPECT_EQ(manifact_model_new_topics(context.get(), grown.get(), labels.data(), 3, &topics),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(topics, 0);
}

}  // namespace
