// Edits of the topics of a model, for every method: labels and assignment through the map, means
// and cosines against those of the documents, and files.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "support/corpus.hpp"

namespace {

using Labels = std::vector<int32_t>;
using Topics = std::vector<int64_t>;
using Values = std::vector<double>;

Labels labels_of(const manifact_model *model) {
  const int32_t *const labels = manifact_model_labels(model);
  return {labels, labels + manifact_model_documents(model)};
}

class Edits : public testing::TestWithParam<std::string> {
 protected:
  support::Model fitted(const support::Settings &options = {}) {
    return api::fit(context_.get(), GetParam(), options, X_.get(), 5);
  }

  // The result of an edit that succeeds.
  support::Model made(int status, manifact_model *out) {
    EXPECT_EQ(status, MANIFACT_OK) << manifact_context_message(context_.get());
    return support::Model(out);
  }
  support::Model merge(const manifact_model *model, const Topics &topics,
                       const manifact_matrix *X = nullptr) {
    manifact_model *out = nullptr;
    const int status = manifact_model_merge(context_.get(), model, topics.data(),
                                            static_cast<int64_t>(topics.size()), X, &out);
    return made(status, out);
  }
  support::Model split(const manifact_model *model, int64_t topic, int64_t parts) {
    manifact_model *out = nullptr;
    const int status = manifact_model_split(context_.get(), model, topic, parts, nullptr, &out);
    return made(status, out);
  }
  support::Model hide(const manifact_model *model, const Topics &topics) {
    manifact_model *out = nullptr;
    const int status = manifact_model_hide(context_.get(), model, topics.data(),
                                           static_cast<int64_t>(topics.size()), &out);
    return made(status, out);
  }

  Labels assigned(const manifact_model *model) {
    Labels labels(static_cast<size_t>(corpus_.n));
    const int status =
        manifact_model_assign(context_.get(), model, X_.get(), labels.data(), nullptr, corpus_.n);
    EXPECT_EQ(status, MANIFACT_OK) << manifact_context_message(context_.get());
    return labels;
  }

  static Labels mapped(const Labels &labels, const Topics &to) {
    Labels result;
    for (const int32_t label : labels)
      result.push_back(label < 0 ? -1 : static_cast<int32_t>(to[static_cast<size_t>(label)]));
    return result;
  }

  // Sizes, memberships and cohesion agree with the labels.
  void check(const manifact_model *model) {
    const int64_t k = manifact_model_clusters(model);
    const Labels labels = labels_of(model);
    for (int64_t c = 0; c < k; ++c)
      EXPECT_EQ(manifact_model_sizes(model)[c], std::count(labels.begin(), labels.end(), c)) << c;
    const double *const V = manifact_model_memberships(model);
    for (size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] < 0) continue;
      const double *const v = V + static_cast<int64_t>(i) * k;
      EXPECT_TRUE(std::isfinite(v[labels[i]])) << i;
    }
    const std::string bytes = api::bytes(context_.get(), model);
    const support::Model loaded = api::load(context_.get(), bytes);
    EXPECT_EQ(api::bytes(context_.get(), loaded.get()), bytes);
    EXPECT_EQ(assigned(loaded.get()), assigned(model));
  }

  // The means of the documents of each topic, as the centroids of a fit with these labels.
  void check_means(const manifact_model *edited, const manifact_model *fitted, const Topics &to) {
    const int64_t k = manifact_model_clusters(fitted), now = manifact_model_clusters(edited),
                  m = manifact_model_features(fitted);
    Values sums(static_cast<size_t>(m * now)), counts(static_cast<size_t>(now));
    for (int64_t c = 0; c < k; ++c) {
      const int64_t t = to[static_cast<size_t>(c)];
      if (t < 0) continue;
      const auto size = static_cast<double>(manifact_model_sizes(fitted)[c]);
      counts[static_cast<size_t>(t)] += size;
      for (int64_t j = 0; j < m; ++j)
        sums[static_cast<size_t>(j * now + t)] +=
            size * manifact_model_centroids(fitted)[j * k + c];
    }
    for (size_t e = 0; e < sums.size(); ++e)
      EXPECT_NEAR(manifact_model_centroids(edited)[e],
                  sums[e] / std::max(counts[e % static_cast<size_t>(now)], 1.0), 1e-12);
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus(90, 60, 5, 25);
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_P(Edits, merged_topics_are_a_union_and_others_keep_their_documents) {
  const support::Model model = fitted();
  const support::Model merged = merge(model.get(), {3, 1});
  const Topics to{0, 1, 2, 1, 3};
  EXPECT_EQ(manifact_model_clusters(merged.get()), 4);
  EXPECT_EQ(labels_of(merged.get()), mapped(labels_of(model.get()), to));
  EXPECT_EQ(assigned(merged.get()), mapped(assigned(model.get()), to));
  check_means(merged.get(), model.get(), to);
  check(merged.get());
  const char *text = nullptr;
  const int64_t *map = nullptr;
  int64_t before = 0;
  ASSERT_EQ(manifact_model_edit(merged.get(), 0, &text, &map, &before), MANIFACT_OK);
  EXPECT_STREQ(text, "merge 3 1");
  EXPECT_EQ(Topics(map, map + before), to);
  EXPECT_EQ(manifact_model_clusters(model.get()), 5) << "the model itself stays";
}

TEST_P(Edits, cosines_are_those_to_the_new_means) {
  const support::Model model = fitted({{"scaling", "none"}, {"weighting", "none"}});
  const support::Model merged = merge(model.get(), {0, 1});
  const int64_t k = manifact_model_clusters(merged.get());
  const double *const centroids = manifact_model_centroids(merged.get());
  for (int64_t i = 0; i < corpus_.n; ++i) {
    const int32_t c = labels_of(merged.get())[static_cast<size_t>(i)];
    if (c < 0) continue;
    double product = 0, own = 0, other = 0;
    for (int64_t j = 0; j < corpus_.m; ++j) other += centroids[j * k + c] * centroids[j * k + c];
    for (int64_t e = corpus_.indptr[static_cast<size_t>(i)];
         e < corpus_.indptr[static_cast<size_t>(i) + 1]; ++e) {
      const double x = corpus_.values[static_cast<size_t>(e)];
      product += x * centroids[corpus_.indices[static_cast<size_t>(e)] * k + c];
      own += x * x;
    }
    EXPECT_NEAR(manifact_model_cosines(merged.get())[i], product / std::sqrt(own * other), 1e-9);
  }
}

TEST_P(Edits, a_split_divides_one_topic) {
  const support::Model model = fitted(), parts = split(model.get(), 2, 3);
  EXPECT_EQ(manifact_model_clusters(parts.get()), 7);
  const Labels before = labels_of(model.get()), after = labels_of(parts.get());
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] == 2) {
      EXPECT_TRUE(after[i] >= 2 && after[i] < 5) << i;
    } else {
      EXPECT_EQ(after[i], before[i] > 2 ? before[i] + 2 : before[i]) << i;
    }
  }
  for (int64_t part = 2; part < 5; ++part) EXPECT_GT(manifact_model_sizes(parts.get())[part], 0);
  const Labels old = assigned(model.get()), now = assigned(parts.get());
  for (size_t i = 0; i < old.size(); ++i)
    EXPECT_EQ(old[i], now[i] < 2 ? now[i] : now[i] < 5 ? 2 : now[i] - 2) << i;
  check(parts.get());
  // The parts together are the topic again.
  const support::Model whole = merge(parts.get(), {2, 3, 4});
  EXPECT_EQ(labels_of(whole.get()), before);
  for (int64_t e = 0; e < corpus_.m * 5; ++e)
    EXPECT_NEAR(manifact_model_centroids(whole.get())[e], manifact_model_centroids(model.get())[e],
                1e-12);
  EXPECT_EQ(manifact_model_edit_count(whole.get()), 2);
}

// Only documents with a share of the topic are compared with its parts.
TEST_P(Edits, each_document_is_assigned_to_parts_on_its_own) {
  const support::Model parts = split(fitted().get(), 2, 3);
  const auto k = static_cast<size_t>(manifact_model_clusters(parts.get()));
  const auto assigned_to = [&](const manifact_matrix *X, int64_t n, Labels &labels) {
    labels.resize(static_cast<size_t>(n));
    Values shares(static_cast<size_t>(n) * k);
    EXPECT_EQ(
        manifact_model_assign(context_.get(), parts.get(), X, labels.data(), shares.data(), n),
        MANIFACT_OK);
    return shares;
  };
  Labels labels, label;
  const Values shares = assigned_to(X_.get(), corpus_.n, labels);
  for (size_t i = 0; i < labels.size(); ++i) {
    const int64_t begin = corpus_.indptr[i], end = corpus_.indptr[i + 1];
    api::Corpus one{1, corpus_.m, {0, end - begin}, {}, {}, {}};
    one.indices.assign(corpus_.indices.begin() + begin, corpus_.indices.begin() + end);
    one.values.assign(corpus_.values.begin() + begin, corpus_.values.begin() + end);
    const Values own = assigned_to(api::csr(context_.get(), one).get(), 1, label);
    EXPECT_EQ(label[0], labels[i]) << i;
    for (size_t c = 0; c < k; ++c) EXPECT_EQ(own[c], shares[i * k + c]) << i << ", " << c;
  }
}

// The largest share of the parts is that of the topic; one below a thousandth is not divided,
// whether documents are sparse or dense.
TEST_P(Edits, parts_divide_what_a_document_has_of_the_topic) {
  constexpr size_t n_parts = 3;
  const support::Matrix dense =
      support::matrix(context_.get(), corpus_.n, corpus_.m, support::dense(X_.get()));
  for (const manifact_matrix *X : {X_.get(), dense.get()}) {
    SCOPED_TRACE(X == X_.get() ? "sparse" : "dense");
    const support::Model whole = api::fit(context_.get(), GetParam(), {}, X, 5);
    const auto k = static_cast<size_t>(manifact_model_clusters(whole.get())), now = k + n_parts - 1;
    Values before(static_cast<size_t>(corpus_.n) * k);
    ASSERT_EQ(manifact_model_proportions(whole.get(), before.data(), std::ssize(before)),
              MANIFACT_OK);
    const Labels labels = labels_of(whole.get());
    // Of which the first document has some, but not the most.
    size_t topic = labels[0] == 2 ? 3 : 2;
    for (size_t c = 0; c < k; ++c)
      if (static_cast<int32_t>(c) != labels[0] && before[c] > before[topic]) topic = c;
    const support::Model parts = split(whole.get(), static_cast<int64_t>(topic), n_parts);
    const double *const after = manifact_model_memberships(parts.get());
    int undivided = 0;
    for (size_t i = 0; i < labels.size(); ++i) {
      const double had = before[i * k + topic], *const of = after + i * now + topic;
      EXPECT_DOUBLE_EQ(*std::max_element(of, of + n_parts), had) << i;
      if (had >= 1e-3) {
        EXPECT_LT(*std::min_element(of, of + n_parts), had) << i;
      }
      if (had >= 1e-3 || labels[i] == static_cast<int32_t>(topic)) continue;
      for (size_t p = 0; p < n_parts; ++p) EXPECT_EQ(of[p], had) << i << ", " << p;
      if (had > 0) ++undivided;
    }
    const bool has_small =
        GetParam() == "gmm" || (X == X_.get() && (GetParam() == "auto" || GetParam() == "lccf"));
    EXPECT_TRUE(undivided > 0 || !has_small) << "none between 0 and a thousandth";
  }
}

TEST_P(Edits, documents_of_a_hidden_topic_have_none) {
  const support::Model model = fitted();
  const support::Model hidden = hide(model.get(), {0, 4});
  const Topics to{-1, 0, 1, 2, -1};
  EXPECT_EQ(labels_of(hidden.get()), mapped(labels_of(model.get()), to));
  EXPECT_EQ(assigned(hidden.get()), mapped(assigned(model.get()), to));
  check_means(hidden.get(), model.get(), to);
  check(hidden.get());
}

TEST_P(Edits, names_follow_their_topics) {
  const support::Model model = fitted();
  manifact_model *out = nullptr;
  int status = manifact_model_rename(context_.get(), model.get(), 3, "Fußball ⚽", &out);
  const support::Model named = made(status, out);
  EXPECT_STREQ(manifact_model_topic_name(model.get(), 3), "");
  EXPECT_STREQ(manifact_model_topic_name(named.get(), 3), "Fußball ⚽");
  check(named.get());
  const support::Model merged = merge(named.get(), {0, 1});
  EXPECT_STREQ(manifact_model_topic_name(merged.get(), 2), "Fußball ⚽");
  const support::Model loaded = api::load(context_.get(), api::bytes(context_.get(), merged.get()));
  EXPECT_STREQ(manifact_model_topic_name(loaded.get(), 2), "Fußball ⚽");
  EXPECT_STREQ(manifact_model_topic_name(loaded.get(), 1), "");
  EXPECT_EQ(manifact_model_topic_name(loaded.get(), 4), nullptr);
  status = manifact_model_rename(context_.get(), model.get(), 3, "two\nlines", &out);
  EXPECT_EQ(status, MANIFACT_ERROR_ARGUMENT);
}

TEST_P(Edits, names_of_groups_follow_their_topics) {
  const support::Model model = fitted();
  const auto name = [&](const manifact_model *of, std::vector<int64_t> topics) {
    return std::string(manifact_model_group_name(of, topics.data(), std::ssize(topics)));
  };
  const auto rename = [&](const manifact_model *of, std::vector<int64_t> topics, const char *text) {
    manifact_model *out = nullptr;
    const int status = manifact_model_rename_group(context_.get(), of, topics.data(),
                                                   std::ssize(topics), text, &out);
    return made(status, out);
  };
  const support::Model one = rename(model.get(), {4, 2}, "b = Fußball");
  const support::Model named = rename(one.get(), {2, 3, 4}, "more");
  EXPECT_EQ(name(model.get(), {2, 4}), "");
  EXPECT_EQ(name(named.get(), {2, 4}), "b = Fußball");
  EXPECT_EQ(name(named.get(), {4, 3, 2}), "more");
  check(named.get());
  // A merge of others moves the numbers; one of a member ends the group.
  const support::Model others = merge(named.get(), {0, 1});
  EXPECT_EQ(name(others.get(), {1, 3}), "b = Fußball");
  EXPECT_EQ(name(others.get(), {1, 2, 3}), "more");
  const support::Model member = merge(named.get(), {0, 3});
  EXPECT_EQ(name(member.get(), {2, 3}), "b = Fußball");
  const support::Model loaded = api::load(context_.get(), api::bytes(context_.get(), others.get()));
  EXPECT_EQ(name(loaded.get(), {3, 1}), "b = Fußball");
  EXPECT_EQ(name(loaded.get(), {1, 2, 3}), "more");
  EXPECT_EQ(name(rename(loaded.get(), {1, 3}, "").get(), {1, 3}), "");
  const int64_t wrong[] = {1, 1, 9};
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_model_rename_group(context_.get(), model.get(), wrong, 2, "x", &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_rename_group(context_.get(), model.get(), wrong, 1, "x", &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_rename_group(context_.get(), model.get(), wrong + 1, 2, "x", &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_group_name(model.get(), wrong, 1), nullptr);
  EXPECT_EQ(manifact_model_group_name(model.get(), wrong + 1, 2), nullptr);
}

TEST_P(Edits, a_reduction_follows_the_tree) {
  const support::Model model = fitted();
  for (const int linkage : {MANIFACT_LINKAGE_WARD, MANIFACT_LINKAGE_AVERAGE}) {
    manifact_model *out = nullptr;
    const int status =
        manifact_model_reduce(context_.get(), model.get(), linkage, 2, nullptr, &out);
    const support::Model reduced = made(status, out);
    EXPECT_EQ(manifact_model_clusters(reduced.get()), 2);
    std::vector<int32_t> group(5);
    ASSERT_EQ(manifact_model_tree_cut(context_.get(), model.get(), linkage, 2, group.data(), 5),
              MANIFACT_OK);
    EXPECT_EQ(labels_of(reduced.get()),
              mapped(labels_of(model.get()), Topics(group.begin(), group.end())));
    check(reduced.get());
  }
}

TEST_P(Edits, without_kept_documents_they_are_asked_for) {
  const support::Model kept = fitted(), model = fitted({{"keep-data", "no"}});
  manifact_model *out = nullptr;
  const int64_t topics[] = {1, 2};
  EXPECT_EQ(manifact_model_merge(context_.get(), model.get(), topics, 2, nullptr, &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_NE(std::string(manifact_context_message(context_.get())).find("keep-data=no"),
            std::string::npos);
  EXPECT_EQ(out, nullptr);
  const support::Model merged = merge(model.get(), {1, 2}, X_.get()),
                       expected = merge(kept.get(), {1, 2});
  EXPECT_EQ(labels_of(merged.get()), labels_of(expected.get()));
  for (int64_t i = 0; i < corpus_.n; ++i)
    EXPECT_NEAR(manifact_model_cosines(merged.get())[i], manifact_model_cosines(expected.get())[i],
                1e-12);
}

TEST_P(Edits, wrong_topics_are_errors) {
  const support::Model model = fitted();
  manifact_model *out = nullptr;
  const auto merged = [&](const Topics &topics) {
    return manifact_model_merge(context_.get(), model.get(), topics.data(),
                                static_cast<int64_t>(topics.size()), nullptr, &out);
  };
  for (const Topics &topics : {Topics{0}, Topics{0, 5}, Topics{-1, 0}, Topics{2, 2}})
    EXPECT_EQ(merged(topics), MANIFACT_ERROR_ARGUMENT);
  EXPECT_STREQ(manifact_context_message(context_.get()), "topic 2 is given twice");
  const int64_t all[] = {0, 1, 2, 3, 4};
  EXPECT_EQ(manifact_model_hide(context_.get(), model.get(), all, 5, &out),
            MANIFACT_ERROR_ARGUMENT);
  for (const int64_t parts : {int64_t{1}, int64_t{1000}})
    EXPECT_EQ(manifact_model_split(context_.get(), model.get(), 0, parts, nullptr, &out),
              MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_reduce(context_.get(), model.get(), 7, 2, nullptr, &out),
            MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(out, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Methods, Edits,
                         testing::Values("auto", "lccf", "nmf", "kmeans", "ncut", "gmm", "rcf"));

TEST(Columns, are_kept_with_the_model) {
  const support::Context context = support::context();
  const api::Corpus corpus = api::corpus(30);
  const support::Matrix X = api::csr(context.get(), corpus);
  std::string bytes;
  std::vector<int64_t> offsets{0};
  for (int i = 0; i < 30; ++i) {
    bytes += "text " + std::to_string(i);
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
  for (const char *keep : {"yes", "no"}) {
    const support::Solver solver = support::solver(context.get(), "kmeans");
    ASSERT_EQ(manifact_solver_set_text(solver.get(), "keep-data", keep), MANIFACT_OK);
    ASSERT_EQ(manifact_solver_set_column(solver.get(), "id", bytes.data(), offsets.data(), 30),
              MANIFACT_OK);
    const support::Model fitted = support::fit(solver.get(), X.get(), 3);
    const support::Model model = api::load(context.get(), api::bytes(context.get(), fitted.get()));
    const char *found = nullptr;
    const int64_t *ends = nullptr;
    const int status = manifact_model_column(model.get(), "id", &found, &ends);
    if (*keep == 'n') {
      EXPECT_EQ(status, MANIFACT_ERROR_ARGUMENT);
      continue;
    }
    ASSERT_EQ(status, MANIFACT_OK);
    EXPECT_STREQ(manifact_model_column_name(model.get(), 0), "id");
    EXPECT_EQ(std::string(found + ends[6], found + ends[7]), "text 7");
    EXPECT_EQ(std::string(found, found + ends[29]), bytes);
  }
  const support::Solver solver = support::solver(context.get(), "kmeans");
  EXPECT_EQ(manifact_solver_set_column(solver.get(), "a b", bytes.data(), offsets.data(), 30),
            MANIFACT_ERROR_ARGUMENT);
  ASSERT_EQ(manifact_solver_set_column(solver.get(), "id", bytes.data(), offsets.data(), 29),
            MANIFACT_OK);
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), X.get(), 3, &out), MANIFACT_ERROR_MISMATCH);
}

// The texts may be larger than all else: solvers and models share one copy.
TEST(Columns, are_stored_once) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(30));
  const std::string bytes(30, 'a');
  std::vector<int64_t> offsets(31);
  std::iota(offsets.begin(), offsets.end(), 0);
  const support::Solver solver = support::solver(context.get(), "kmeans");
  const auto bytes_in = [](const support::Model &model, const char *name) {
    const char *found = nullptr;
    EXPECT_EQ(manifact_model_column(model.get(), name, &found, nullptr), MANIFACT_OK) << name;
    return found;
  };
  const auto set = [&](const char *name) {
    ASSERT_EQ(manifact_solver_set_column(solver.get(), name, bytes.data(), offsets.data(), 30),
              MANIFACT_OK);
  };
  set("excerpt");
  const support::Model first = support::fit(solver.get(), X.get(), 3);
  set("id");
  const support::Model second = support::fit(solver.get(), X.get(), 3);
  EXPECT_EQ(manifact_model_column(first.get(), "id", nullptr, nullptr), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(bytes_in(first, "excerpt"), bytes_in(second, "excerpt"));
  manifact_model *out = nullptr;
  ASSERT_EQ(manifact_model_rename(context.get(), second.get(), 0, "name", &out), MANIFACT_OK);
  const support::Model renamed(out);
  EXPECT_EQ(bytes_in(renamed, "id"), bytes_in(second, "id"));
  set("id");
  const support::Model third = support::fit(solver.get(), X.get(), 3);
  EXPECT_NE(bytes_in(third, "id"), bytes_in(second, "id"));
  EXPECT_EQ(bytes_in(third, "excerpt"), bytes_in(first, "excerpt"));
}

}  // namespace
