// methods/concept/auto: the default pipeline through the public API.
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/accuracy.hpp"
#include "support/corpus.hpp"

namespace {

class Auto : public testing::Test {
 protected:
  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus();
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST_F(Auto, finds_planted_clusters_with_every_seed_and_preset) {
  for (const char *preset : {"none", "fast"})
    for (const char *seed : {"0", "1", "2"}) {
      const auto model = support::fit(
          support::solver(context_.get(), "auto", {{"seed", seed}, {"preset", preset}}).get(),
          X_.get(), 3);
      const std::vector<int32_t> truth(corpus_.topics.begin(), corpus_.topics.end());
      EXPECT_EQ(accuracy(context_.get(), truth, model.get()), 1) << preset << " " << seed;
    }
}

TEST_F(Auto, numbers_clusters_by_size_whatever_the_order_of_the_documents) {
  const auto model = support::fit(support::solver(context_.get(), "auto", {}).get(), X_.get(), 3);
  const int64_t *sizes = manifact_model_sizes(model.get());
  EXPECT_TRUE(std::is_sorted(sizes, sizes + 3, std::greater<>()));
  const std::vector<int32_t> labels = support::labels(model.get());
  std::set<int32_t> seen;
  for (const int32_t label :
       labels)  // ties: the cluster of the earlier document has the lower number
    if (seen.insert(label).second && label > 0 && sizes[label] == sizes[label - 1]) {
      EXPECT_EQ(seen.count(label - 1), 1u);
    }
}

TEST_F(Auto, memberships_and_concepts_are_numbered_as_the_labels) {
  for (const char *method : {"auto", "lccf", "cf", "kmeans"}) {
    const auto model = support::fit(support::solver(context_.get(), method, {}).get(), X_.get(), 3);
    const std::vector<int32_t> labels = support::labels(model.get());
    const std::vector<double> V = support::memberships(model.get());
    for (size_t i = 0; i < labels.size(); ++i)
      for (size_t c = 0; labels[i] >= 0 && c < 3; ++c)
        EXPECT_LE(V[i * 3 + c], V[i * 3 + static_cast<size_t>(labels[i])]) << method << " " << i;
    // New documents equal to training documents are assigned to their clusters.
    std::vector<int32_t> again(labels.size());
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), again.data(), nullptr,
                                    static_cast<int64_t>(again.size())),
              0);
    EXPECT_EQ(again, labels) << method;
  }
}

TEST_F(Auto, shares_are_proportions_of_the_memberships) {
  for (const char *method : {"auto", "lccf", "kmeans"}) {
    const auto model = support::fit(support::solver(context_.get(), method, {}).get(), X_.get(), 3);
    const std::vector<double> V = support::memberships(model.get());
    std::vector<double> proportions(V.size());
    ASSERT_EQ(manifact_model_proportions(model.get(), proportions.data(),
                                         static_cast<int64_t>(proportions.size())),
              MANIFACT_OK);
    for (size_t i = 0; i < V.size(); i += 3) {
      const double sum = V[i] + V[i + 1] + V[i + 2];
      for (size_t c = i; c < i + 3; ++c)
        EXPECT_NEAR(proportions[c], sum > 0 ? V[c] / sum : 0, 1e-12) << method;
    }
    EXPECT_EQ(manifact_model_proportions(model.get(), proportions.data(),
                                         static_cast<int64_t>(proportions.size()) - 1),
              MANIFACT_ERROR_LENGTH);
  }
}

TEST_F(Auto, the_documents_of_a_concept_are_its_largest_associations) {
  const auto model = support::fit(support::solver(context_.get(), "auto", {}).get(), X_.get(), 3);
  const std::vector<double> W = support::associations(model.get());
  const std::vector<int32_t> labels = support::labels(model.get());
  for (int64_t c = 0; c < 3; ++c) {
    std::vector<int64_t> documents(static_cast<size_t>(corpus_.n));
    std::vector<double> weights(documents.size());
    int64_t found = 0;
    ASSERT_EQ(manifact_model_concept_documents(model.get(), c, corpus_.n, documents.data(),
                                               weights.data(), &found),
              MANIFACT_OK);
    ASSERT_GT(found, 0);
    double rest = 0;  // the remaining features weigh no more than the listed ones
    std::set<int64_t> given(documents.begin(), documents.begin() + found);
    for (int64_t i = 0; i < corpus_.n; ++i)
      if (given.count(i) == 0) rest = std::max(rest, W[static_cast<size_t>(i * 3 + c)]);
    for (int64_t r = 0; r < found; ++r) {
      EXPECT_EQ(weights[static_cast<size_t>(r)],
                W[static_cast<size_t>(documents[static_cast<size_t>(r)] * 3 + c)]);
      EXPECT_GE(weights[static_cast<size_t>(r)],
                r + 1 < found ? weights[static_cast<size_t>(r) + 1] : rest);
    }
    EXPECT_EQ(labels[static_cast<size_t>(documents[0])], c);
  }
  const auto partition =
      support::fit(support::solver(context_.get(), "kmeans", {}).get(), X_.get(), 3);
  int64_t document = 0, found = 0;
  EXPECT_EQ(manifact_model_concept_documents(partition.get(), 0, 1, &document, nullptr, &found),
            MANIFACT_ERROR_ARGUMENT);
}

TEST_F(Auto, a_factor_on_the_data_does_not_matter) {
  std::vector<double> values = corpus_.values;
  for (double &x : values) x = 0.3 + 0.7 * x;  // not counts: used as they are
  api::Corpus real = corpus_, scaled = corpus_;
  real.values = values;
  for (double &x : values) x *= 10;
  scaled.values = values;
  const auto a = support::fit(support::solver(context_.get(), "auto", {}).get(),
                              api::csr(context_.get(), real).get(), 3);
  const auto b = support::fit(support::solver(context_.get(), "auto", {}).get(),
                              api::csr(context_.get(), scaled).get(), 3);
  EXPECT_EQ(support::labels(a.get()), support::labels(b.get()));
}

TEST_F(Auto, reports_the_residual_and_stops_by_it) {
  const auto solver = support::solver(context_.get(), "auto",
                                      {{"kkt-tolerance", "1e-3"}, {"max-iterations", "5000"}});
  const auto model = support::fit(solver.get(), X_.get(), 3);
  EXPECT_EQ(support::diagnostic(model.get(), "stopped_by"), "kkt-tolerance");
  EXPECT_EQ(manifact_model_converged(model.get()), 1);
  EXPECT_LT(std::stod(support::diagnostic(model.get(), "kkt_residual")), 1e-3);
  EXPECT_EQ(manifact_model_iterations(model.get()) % 5, 0);
}

TEST_F(Auto, the_parts_are_options_of_other_methods) {
  for (const char *method : {"cf", "lccf"}) {
    const auto solver = support::solver(context_.get(), method,
                                        {{"start", "lsi"},
                                         {"smoothing", "4"},
                                         {"svd-rank", "5"},
                                         {"update", "cd"},
                                         {"ncw-power", "0.25"}});
    const auto model = support::fit(solver.get(), X_.get(), 3);
    EXPECT_EQ(accuracy(context_.get(), {corpus_.topics.begin(), corpus_.topics.end()}, model.get()),
              1)
        << method;
    EXPECT_STREQ(manifact_model_option(model.get(), "start"), "lsi");
  }
}

TEST_F(Auto, new_documents_by_the_papers_updates_go_where_the_exact_ones_go) {
  const api::Corpus fresh = api::corpus(90);
  for (const char *ncw : {"none", "full", "unit-graph"})
    for (const char *method : {"cf", "lccf"}) {
      std::vector<int32_t> labels[2];
      for (const char *rule : {"exact", "iterative"}) {
        const auto solver = support::solver(
            context_.get(), method, {{"ncw", ncw}, {"out-of-sample", rule}, {"weighting", "none"}});
        const auto model = support::fit(solver.get(), X_.get(), 3);
        const std::string bytes =
            api::bytes(context_.get(), model.get());  // and after saving and loading
        manifact_model *again = nullptr;
        ASSERT_EQ(manifact_model_load_memory(context_.get(), bytes.data(), bytes.size(), &again), 0)
            << manifact_context_message(context_.get());
        const support::Model loaded(again);
        auto &found = labels[rule[0] == 'i'];
        found.resize(90);
        const auto Y = api::csr(context_.get(), fresh);
        ASSERT_EQ(
            manifact_model_assign(context_.get(), loaded.get(), Y.get(), found.data(), nullptr, 90),
            0)
            << manifact_context_message(context_.get());
      }
      EXPECT_EQ(labels[0], labels[1]) << method << " " << ncw;
    }
}

TEST_F(Auto, the_papers_updates_of_new_documents_need_the_linear_kernel) {
  const auto solver = support::solver(context_.get(), "lccf",
                                      {{"out-of-sample", "iterative"}, {"kernel", "polynomial"}});
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), X_.get(), 3, &out), MANIFACT_ERROR_OPTION);
}

// One cluster, as many as documents, one feature, one document, equal documents; with every preset
// and precision.
TEST_F(Auto, odd_sizes_give_sound_models) {
  std::vector<support::Matrix> all;
  all.push_back(support::matrix(context_.get(), 4, 1, {1, 2, 3, 4}));
  all.push_back(support::matrix(context_.get(), 1, 3, {1, 2, 3}));
  all.push_back(support::matrix(context_.get(), 5, 2, {1, 2, 1, 2, 1, 2, 1, 2, 1, 2}));
  for (const char *preset : {"none", "fast", "quality"})
    for (const char *precision : {"double", "float"}) {
      const auto solver =
          support::solver(context_.get(), "auto", {{"preset", preset}, {"precision", precision}});
      const auto expect_sound = [&](const manifact_matrix *X, int64_t k) {
        const auto model = support::fit(solver.get(), X, k);
        const int64_t clusters = manifact_model_clusters(model.get()), n = manifact_matrix_rows(X);
        std::vector<int64_t> sizes(static_cast<size_t>(clusters));
        int64_t unassigned = 0;
        for (const int32_t label : support::labels(model.get())) {
          ASSERT_GE(label, -1);
          ASSERT_LT(label, clusters);
          label < 0 ? ++unassigned : ++sizes[static_cast<size_t>(label)];
        }
        EXPECT_EQ(unassigned, 0);
        EXPECT_TRUE(std::equal(sizes.begin(), sizes.end(), manifact_model_sizes(model.get())));
        EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end(), std::greater<>()))
            << "numbered by size";
        const bool fewer = clusters < k || sizes.back() == 0;
        EXPECT_EQ(manifact_model_status(model.get()), fewer ? MANIFACT_FEWER_CLUSTERS : MANIFACT_OK)
            << preset << " n " << n << " k " << k;
        EXPECT_TRUE(std::isfinite(manifact_model_objective(model.get())));
      };
      expect_sound(X_.get(), 1);
      expect_sound(X_.get(), corpus_.n);
      for (const support::Matrix &X : all)
        for (int64_t k = 1; k <= std::min<int64_t>(2, manifact_matrix_rows(X.get())); ++k)
          expect_sound(X.get(), k);
    }
}

TEST_F(Auto, shuffled_documents_keep_their_topics_and_numbers) {
  const api::Corpus large = api::corpus(240, 90, 8, 20);
  api::Corpus shuffled = large;
  shuffled.indptr = {0}, shuffled.indices.clear(), shuffled.values.clear();
  std::vector<size_t> from(240);
  for (size_t i = 0; i < from.size(); ++i) from[i] = (i * 101 + 17) % from.size();
  for (const size_t i : from) {
    for (auto e = static_cast<size_t>(large.indptr[i]);
         e < static_cast<size_t>(large.indptr[i + 1]); ++e) {
      shuffled.indices.push_back(large.indices[e]);
      shuffled.values.push_back(large.values[e]);
    }
    shuffled.indptr.push_back(static_cast<int64_t>(shuffled.indices.size()));
  }
  const auto A = api::csr(context_.get(), large), B = api::csr(context_.get(), shuffled);
  for (const char *method : {"auto", "lccf", "cf", "kmeans", "spherical-kmeans"}) {
    const auto first = support::fit(support::solver(context_.get(), method, {}).get(), A.get(),
                                    13);  // more than the planted ones: many local optima
    const auto second =
        support::fit(support::solver(context_.get(), method, {}).get(), B.get(), 13);
    const std::vector<int32_t> a = support::labels(first.get()), b = support::labels(second.get());
    const int64_t *const sizes = manifact_model_sizes(first.get());
    int64_t same = 0;
    for (size_t i = 0; i < b.size(); ++i)
      same +=
          a[from[i]] == b[i] || sizes[a[from[i]]] == sizes[b[i]];  // ties go by the first document
    EXPECT_EQ(same, 240) << method;
  }
}

TEST_F(Auto, presets_give_the_same_model_with_any_number_of_threads) {
  for (const char *precision : {"double", "float"})
    for (const char *preset : {"none", "fast", "quality", "best"}) {
      std::set<std::string> files;
      for (const char *threads : {"1", "2", "5"}) {
        const auto solver =
            support::solver(context_.get(), "auto",
                            {{"preset", preset}, {"precision", precision}, {"threads", threads}});
        files.insert(api::bytes(context_.get(), support::fit(solver.get(), X_.get(), 3).get()));
      }
      EXPECT_EQ(files.size(), 1u) << preset << " " << precision;
    }
}

TEST_F(Auto, quality_leaves_a_start_set_by_hand_alone) {
  for (const char *start : {"random", "kmeans", "lsi"}) {
    const auto model =
        support::fit(support::solver(context_.get(), "auto",
                                     {{"preset", "quality"}, {"start", start}, {"lambda", "0"}})
                         .get(),
                     X_.get(), 3);
    EXPECT_EQ(support::diagnostic(model.get(), "acceptance"), "") << start;
    EXPECT_STREQ(manifact_model_option(model.get(), "start"), start);
  }
}

TEST_F(Auto, quality_records_its_choice_and_runs_it) {
  std::set<std::string> starts;
  for (const char *preset : {"quality", "best"})
    for (const int64_t k : {3, 5}) {
      const auto model = support::fit(
          support::solver(context_.get(), "auto", {{"preset", preset}}).get(), X_.get(), k);
      const auto option = [&](const char *name) {
        return manifact_model_option(model.get(), name);
      };
      for (const char *score : {"view_score_lsi", "view_score_merge"})
        EXPECT_NE(support::diagnostic(model.get(), score), "") << preset;
      const bool merged = support::diagnostic(model.get(), "view_choice") != "lsi";
      EXPECT_STREQ(option("start"), merged ? "merge" : "lsi");
      EXPECT_STREQ(option("max-iterations"), merged ? "0" : "20");
      EXPECT_STREQ(option("merge-exponent"), merged ? "0.3" : "0.5");
      starts.insert(option("start"));
      const auto chosen =
          support::fit(support::solver(context_.get(), "auto",
                                       {{"start", option("start")},
                                        {"svd-rank", option("svd-rank")},
                                        {"merge-exponent", option("merge-exponent")},
                                        {"max-iterations", option("max-iterations")}})
                           .get(),
                       X_.get(), k);
      EXPECT_EQ(support::labels(model.get()), support::labels(chosen.get())) << preset;
      EXPECT_EQ(support::memberships(model.get()), support::memberships(chosen.get())) << preset;
    }
  EXPECT_EQ(starts.size(), 2u) << "both choices should occur";
}

TEST_F(Auto, memberships_are_posteriors_and_assign_labels_as_the_fit) {
  for (const char *precision : {"double", "float"}) {
    const auto model = support::fit(
        support::solver(context_.get(), "auto", {{"precision", precision}}).get(), X_.get(), 3);
    EXPECT_NE(support::diagnostic(model.get(), "refined_documents"), "");
    const std::vector<double> V = support::memberships(model.get());
    const std::vector<int32_t> labels = support::labels(model.get());
    std::vector<double> again(V.size());
    std::vector<int32_t> assigned(labels.size());
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), X_.get(), assigned.data(),
                                    again.data(), static_cast<int64_t>(assigned.size())),
              0);
    EXPECT_EQ(assigned, labels);
    for (size_t e = 0; e < V.size(); ++e) EXPECT_NEAR(V[e], again[e], 1e-5);
    const std::string bytes = api::bytes(context_.get(), model.get());
    manifact_model *read = nullptr;
    ASSERT_EQ(manifact_model_load_memory(context_.get(), bytes.data(), bytes.size(), &read), 0)
        << manifact_context_message(context_.get());
    const support::Model loaded(read);
    std::vector<double> after(V.size());
    ASSERT_EQ(manifact_model_assign(context_.get(), loaded.get(), X_.get(), assigned.data(),
                                    after.data(), static_cast<int64_t>(assigned.size())),
              0);
    EXPECT_EQ(assigned, labels) << "after saving and loading";
    EXPECT_EQ(after, again);
    for (size_t i = 0; i < labels.size(); ++i)
      EXPECT_NEAR(V[3 * i] + V[3 * i + 1] + V[3 * i + 2], 1, 1e-6);
  }
}

// 500 short texts of two topics: in four clusters the refinement moves 40 documents, in seven it
// would move 111.
TEST_F(Auto, refinement_by_sizes_moves_at_most_a_tenth_of_the_documents) {
  const auto X = api::csr(context_.get(), api::corpus(500, 20, 2, 8));
  const auto fit = [&](const char *refine, int64_t k) {
    return support::fit(support::solver(context_.get(), "auto", {{"refine", refine}}).get(),
                        X.get(), k);
  };
  for (const auto &[k, moves] : {std::pair(4, true), std::pair(7, false)}) {
    const auto refined = fit("sizes", k), plain = fit("none", k);
    const auto labels = support::labels(refined.get()), before = support::labels(plain.get());
    const int64_t moved = std::stoll(support::diagnostic(refined.get(), "refined_documents"));
    if (moves) {
      EXPECT_GT(moved, 0);
      EXPECT_LE(moved, 50);
      EXPECT_NE(labels, before);
      EXPECT_EQ(support::diagnostic(refined.get(), "refinement_would_move"), "");
    } else {
      EXPECT_EQ(support::diagnostic(refined.get(), "refinement_would_move"), "111");
      EXPECT_EQ(moved, 0);
      EXPECT_EQ(labels, before);
      EXPECT_EQ(support::memberships(refined.get()), support::memberships(plain.get()));
    }
    std::vector<int32_t> assigned(500), by_plain(500);
    for (const auto &[model, found] :
         {std::pair(refined.get(), &assigned), std::pair(plain.get(), &by_plain)})
      ASSERT_EQ(manifact_model_assign(context_.get(), model, X.get(), found->data(), nullptr, 500),
                0);
    EXPECT_EQ(assigned == by_plain, !moves) << "new documents go by the rule that was taken";
  }
}

TEST_F(Auto, top_terms_follow_the_clusters_of_a_kmeans_readout) {
  const auto model = support::fit(
      support::solver(context_.get(), "lccf", {{"normalization", "unit-memberships"}}).get(),
      X_.get(), 3);
  for (int64_t c = 0; c < 3; ++c) {
    int64_t concept_term = 0, lift_term = 0, found = 0;
    ASSERT_EQ(manifact_model_top_features(model.get(), c, MANIFACT_SCORE_CONCEPT, 1, &concept_term,
                                          nullptr, &found),
              0);
    ASSERT_EQ(manifact_model_top_features(model.get(), c, MANIFACT_SCORE_LIFT, 1, &lift_term,
                                          nullptr, &found),
              0);
    EXPECT_EQ(concept_term * 3 / corpus_.m, lift_term * 3 / corpus_.m)
        << "a word of the same topic";
  }
}

TEST_F(Auto, the_singular_vectors_count_towards_the_memory_budget) {
  const auto solver =
      support::solver(context_.get(), "auto", {{"svd-rank", "40"}, {"memory-budget", "1048576"}});
  const api::Corpus large = api::corpus(4000, 60);
  const auto X = api::csr(context_.get(), large);
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), X.get(), 3, &out), MANIFACT_ERROR_BUDGET);
  EXPECT_NE(std::string(manifact_solver_message(solver.get())).find("memory-budget"),
            std::string::npos);
}

}  // namespace
