// Part of manifact.hpp: graphs, constraints and suggestions of the number of clusters.
#ifndef MANIFACT_CXX_GRAPH_HPP
#define MANIFACT_CXX_GRAPH_HPP

#include <manifact/cxx/matrix.hpp>

namespace manifact {
inline namespace cxx {

// A pair of documents with a weight, or another entry of two numbers; see the function.
struct Pair {
  std::int64_t first, second;
  double weight;
};

namespace detail {

inline std::vector<Pair> pairs_of(const std::vector<std::int64_t> &first,
                                  const std::vector<std::int64_t> &second,
                                  const std::vector<double> &weights, std::int64_t found) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < static_cast<std::size_t>(found); ++i)
    pairs.push_back({first[i], second[i], weights[i]});
  return pairs;
}

}  // namespace detail

// A symmetric weighted graph of the documents. A copy shares the graph.
class Graph : public detail::Counted<manifact_graph, manifact_graph_retain, manifact_graph_free> {
 public:
  using Counted::Counted;

  struct Neighbors {
    std::int64_t neighbors = 5;
    manifact_graph_weight weight = MANIFACT_WEIGHT_COSINE;
    manifact_graph_rule rule = MANIFACT_RULE_OR;
    double bandwidth = 0;
    manifact_search search = MANIFACT_SEARCH_AUTO;
    double recall = .95;
    std::int64_t seed = 0;
    manifact_metric metric = MANIFACT_METRIC_COSINE;
  };
  // The nearest neighbors.
  static Graph knn(Context &context, const Matrix &X, const Neighbors &n) {
    Graph graph;
    context.checked(manifact_graph_knn_metric(context.handle(), X.handle(), n.neighbors, n.metric,
                                              n.weight, n.rule, n.bandwidth, n.search, n.recall,
                                              n.seed, &graph.handle_));
    return graph;
  }
  // With the other settings as above.
  static Graph knn(Context &context, const Matrix &X, std::int64_t neighbors) {
    Neighbors n;
    n.neighbors = neighbors;
    return knn(context, X, n);
  }
  // Adaptive neighbors by Euclidean distance; gamma is read with MANIFACT_GAMMA_FIXED.
  static Graph adaptive(Context &context, const Matrix &X, std::int64_t neighbors,
                        manifact_gamma mode = MANIFACT_GAMMA_ROW, double gamma = 0,
                        std::int64_t memory_budget = std::int64_t{1} << 31) {
    Graph graph;
    context.checked(manifact_graph_adaptive(context.handle(), X.handle(), neighbors, mode, gamma,
                                            memory_budget, &graph.handle_));
    return graph;
  }
  static Graph from_matrix(Context &context, const Matrix &S,
                           manifact_graph_rule rule = MANIFACT_RULE_SYMMETRIC) {
    Graph graph;
    context.checked(manifact_graph_from_matrix(context.handle(), S.handle(), rule, &graph.handle_));
    return graph;
  }
  Matrix to_matrix(Context &context) const {
    manifact_matrix *weights = nullptr;
    const manifact_status status = manifact_graph_to_matrix(context.handle(), handle_, &weights);
    Matrix matrix(weights);
    context.checked(status);
    return matrix;
  }

  std::int64_t vertices() const { return detail::counted(manifact_graph_vertices(handle_)); }
  std::int64_t edges() const { return detail::counted(manifact_graph_edges(handle_)); }
  std::int64_t components() const { return detail::counted(manifact_graph_components(handle_)); }
  std::int64_t isolated() const { return detail::counted(manifact_graph_isolated(handle_)); }

  manifact_metric metric() const { return manifact_graph_metric(handle_); }

  struct SearchInfo {
    manifact_search search;
    double recall;
    std::int64_t sampled;
  };
  SearchInfo search_info() const {
    SearchInfo info{};
    detail::checked(manifact_graph_search_info(handle_, &info.search, &info.recall, &info.sampled));
    return info;
  }
};

// A word of a topic: columns of the counts that a document must have all.
struct Seed {
  std::int32_t topic;
  std::vector<std::int64_t> columns;
  double weight = 1;
};
struct SeedLabels {
  std::vector<std::int32_t> labels;           // of the rows: a topic or -1
  std::vector<std::int64_t> matched, chosen;  // of each topic: documents
};
inline SeedLabels seed_labels(Context &context, const Matrix &X, const std::vector<Seed> &seeds,
                              std::int64_t n_topics, std::int64_t n_clusters) {
  std::vector<std::int64_t> terms, offsets{0};
  std::vector<std::int32_t> topics;
  std::vector<double> weights;
  for (const Seed &seed : seeds) {
    terms.insert(terms.end(), seed.columns.begin(), seed.columns.end());
    offsets.push_back(static_cast<std::int64_t>(terms.size()));
    topics.push_back(seed.topic);
    weights.push_back(seed.weight);
  }
  SeedLabels found{detail::room<std::int32_t>(X.rows()), detail::room<std::int64_t>(n_topics),
                   detail::room<std::int64_t>(n_topics)};
  context.checked(manifact_seed_labels(
      context.handle(), X.handle(), terms.data(), offsets.data(), topics.data(), weights.data(),
      static_cast<std::int64_t>(seeds.size()), n_topics, n_clusters, found.labels.data(), X.rows(),
      found.matched.data(), found.chosen.data()));
  return found;
}

// What is known about some documents. A copy shares the set.
class Constraints : public detail::Counted<manifact_constraints, manifact_constraints_retain,
                                           manifact_constraints_free> {
 public:
  using Counted::Counted;

  Constraints() noexcept = default;
  // Labels: one for each document, -1 if it is not known.
  Constraints(Context &context, Span<const std::int32_t> labels)
      : Constraints(context, labels.length(), labels, {}) {}
  // Pairs with weights, 1 for must-link and -1 for cannot-link.
  Constraints(Context &context, std::int64_t n_documents, const std::vector<Pair> &pairs)
      : Constraints(context, n_documents, {}, pairs) {}
  // Both; labels may be empty.
  Constraints(Context &context, std::int64_t n_documents, Span<const std::int32_t> labels,
              const std::vector<Pair> &pairs) {
    if (!labels.empty()) detail::require_length(labels.size(), n_documents, "labels");
    std::vector<std::int64_t> first, second;
    std::vector<double> weights;
    for (const Pair &pair : pairs) {
      first.push_back(pair.first);
      second.push_back(pair.second);
      weights.push_back(pair.weight);
    }
    status_ = manifact_constraints_create(context.handle(), n_documents, labels.data(),
                                          first.data(), second.data(), weights.data(),
                                          static_cast<std::int64_t>(pairs.size()), &handle_);
    context.checked(status_);
  }

  // MANIFACT_CONTRADICTIONS if some contradict each other, else MANIFACT_OK.
  manifact_status status() const noexcept { return status_; }
  std::int64_t documents() const {
    return detail::counted(manifact_constraints_documents(handle_));
  }
  std::int64_t count(manifact_constraint_kind kind) const {
    const std::int64_t n = manifact_constraints_count(handle_, kind);
    if (n < 0) detail::checked(handle_ == nullptr ? MANIFACT_ERROR_NULL : MANIFACT_ERROR_ARGUMENT);
    return n;
  }
  std::vector<Pair> list(manifact_constraint_kind kind) const {
    std::int64_t found = count(kind);
    auto first = detail::room<std::int64_t>(found), second = first;
    auto weights = detail::room<double>(found);
    detail::checked(manifact_constraints_list(handle_, kind, found, first.data(), second.data(),
                                              weights.data(), &found));
    return detail::pairs_of(first, second, weights, found);
  }

  // Pairs to ask a person about next; the weights are their cosines. `known` may be empty.
  static std::vector<Pair> suggest(Context &context, const Matrix &X, const Constraints &known,
                                   std::int64_t n_clusters, std::int64_t count,
                                   std::int64_t seed = 0) {
    auto first = detail::room<std::int64_t>(count), second = first;
    auto cosines = detail::room<double>(count);
    std::int64_t found = 0;
    context.checked(manifact_constraints_suggest(context.handle(), X.handle(), known.handle(),
                                                 n_clusters, seed, count, first.data(),
                                                 second.data(), cosines.data(), &found));
    return detail::pairs_of(first, second, cosines, found);
  }

 private:
  manifact_status status_ = MANIFACT_OK;
};

// The evaluation of a range of numbers of clusters. A copy shares the suggestion.
class Suggestion : public detail::Counted<manifact_suggestion, manifact_suggestion_retain,
                                          manifact_suggestion_free> {
 public:
  using Counted::Counted;

  std::int64_t k() const { return detail::counted(manifact_suggestion_k(handle_)); }
  std::string_view reason() const noexcept {
    return detail::text_of(manifact_suggestion_reason(handle_));
  }

  struct Row {
    std::int64_t k;
    double eigenvalue, gap, stability, score;
    manifact_status status;
    std::string_view why;
  };
  std::int64_t count() const { return detail::counted(manifact_suggestion_count(handle_)); }
  Row row(std::int64_t index) const {
    Row r{};
    const char *why = nullptr;
    detail::checked(manifact_suggestion_row(handle_, index, &r.k, &r.eigenvalue, &r.gap,
                                            &r.stability, &r.score, &r.status, &why));
    r.why = detail::text_of(why);
    return r;
  }
  std::vector<std::string_view> warnings() const {
    std::vector<std::string_view> all;
    for (std::int64_t i = 0; i < detail::counted(manifact_suggestion_warning_count(handle_)); ++i)
      all.push_back(detail::text_of(manifact_suggestion_warning(handle_, i)));
    return all;
  }
};

}  // namespace cxx
}  // namespace manifact

#endif
