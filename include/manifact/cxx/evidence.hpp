// Part of manifact.hpp: why documents are in their topics, how topics differ between groups, and
// how they live on in a later model.
#ifndef MANIFACT_CXX_EVIDENCE_HPP
#define MANIFACT_CXX_EVIDENCE_HPP

#include <manifact/cxx/model.hpp>

namespace manifact {
inline namespace cxx {

// The score by which clusters are compared, or why it is not a sum over features.
inline std::string_view score_rule(const Model &model) {
  return detail::text_of(manifact_model_score_rule(model.handle()));
}
inline bool has_additive_score(const Model &model) {
  return manifact_model_has_additive_score(model.handle()) == MANIFACT_TRUE;
}

struct Explanation {
  Matrix contributions;               // n_rows x features, sparse
  std::vector<double> scores, rests;  // n_rows
};
// topics: of the rows, or empty: those of Model::assign(). count: of each row, 0: all.
inline Explanation explain(Context &context, const Model &model, const Matrix &X,
                           std::int64_t count = 0, Span<const std::int32_t> topics = {}) {
  if (!topics.empty()) detail::require_length(topics.size(), X.rows(), "topics");
  Explanation e{{}, detail::room<double>(X.rows()), detail::room<double>(X.rows())};
  manifact_matrix *out = nullptr;
  context.checked(manifact_model_explain(context.handle(), model.handle(), X.handle(),
                                         topics.empty() ? nullptr : topics.data(), count,
                                         e.scores.data(), e.rests.data(), X.rows(), &out));
  e.contributions = Matrix(out);
  return e;
}

// The phrases of the documents of a topic, which are Model::title() if it has no name.
inline std::string_view phrases(const Model &model, std::int64_t topic) {
  return detail::text_of(manifact_model_phrases(model.handle(), topic));
}

struct ExplainedAssignment {
  std::vector<std::int32_t> labels;
  std::vector<double> proportions;  // n_rows x clusters
  std::vector<double> margins;
  Explanation explanation;  // of the labels
};
// Model::assign_proportions() and explain() at once.
inline ExplainedAssignment assign_explained(Context &context, const Model &model, const Matrix &X,
                                            std::int64_t count = 0, double min_membership = 0) {
  const std::int64_t n = X.rows();
  ExplainedAssignment a{detail::room<std::int32_t>(n),
                        detail::room<double>(n * model.clusters()),
                        detail::room<double>(n),
                        {{}, detail::room<double>(n), detail::room<double>(n)}};
  manifact_matrix *out = nullptr;
  context.checked(manifact_model_assign_explained(
      context.handle(), model.handle(), X.handle(), min_membership, a.labels.data(),
      a.proportions.data(), a.margins.data(), count, a.explanation.scores.data(),
      a.explanation.rests.data(), n, &out));
  a.explanation.contributions = Matrix(out);
  return a;
}

// Documents to ask a person about, the first one first, with their margins as scores. `known` may
// be empty, and X if the model keeps its documents.
inline std::vector<Ranked> suggest_labels(Context &context, const Model &model,
                                          const Constraints &known, std::int64_t count,
                                          const Matrix &X = {}) {
  auto documents = detail::room<std::int64_t>(count);
  auto margins = detail::room<double>(count);
  std::int64_t found = 0;
  context.checked(manifact_model_suggest_labels(context.handle(), model.handle(), X.handle(),
                                                known.handle(), count, documents.data(),
                                                margins.data(), &found));
  std::vector<Ranked> all;
  for (std::size_t q = 0; q < static_cast<std::size_t>(found); ++q)
    all.push_back({documents[q], margins[q]});
  return all;
}

// The name of two or more topics together, such as a parent in the tree.
inline Model rename_group(Context &context, const Model &model, Span<const std::int64_t> topics,
                          const std::string &name) {
  manifact_model *out = nullptr;
  context.checked(manifact_model_rename_group(context.handle(), model.handle(), topics.data(),
                                              topics.length(), name.c_str(), &out));
  return Model(out);
}
inline std::string_view group_name(const Model &model, Span<const std::int64_t> topics) noexcept {
  return detail::text_of(manifact_model_group_name(model.handle(), topics.data(), topics.length()));
}

// Pairs of documents to ask a person about; the weights are margins. `known` may be empty.
inline std::vector<Pair> suggest_pairs(Context &context, const Model &model,
                                       const Constraints &known, std::int64_t count) {
  auto first = detail::room<std::int64_t>(count), second = first;
  auto margins = detail::room<double>(count);
  std::int64_t found = 0;
  context.checked(manifact_model_suggest_pairs(context.handle(), model.handle(), known.handle(),
                                               count, first.data(), second.data(), margins.data(),
                                               &found));
  return detail::pairs_of(first, second, margins, found);
}

struct GroupTests {
  std::vector<double> statistics, p_values, adjusted, expected;  // of the clusters
};
inline GroupTests group_tests(const Model &model, Span<const std::int32_t> groups,
                              std::int64_t n_groups) {
  const std::int64_t k = model.clusters();
  detail::require_length(groups.size(), model.documents(), "groups");
  GroupTests t{detail::room<double>(k), detail::room<double>(k), detail::room<double>(k),
               detail::room<double>(k)};
  detail::checked(manifact_model_group_test(model.handle(), groups.data(), groups.length(),
                                            n_groups, t.statistics.data(), t.p_values.data(),
                                            t.adjusted.data(), t.expected.data(), k));
  return t;
}
// topic: -1 for all documents.
inline std::vector<Ranked> group_terms(Context &context, const Model &model,
                                       Span<const std::int32_t> groups, std::int64_t topic,
                                       std::int64_t group, std::int64_t count = 10,
                                       const Matrix &X = {}) {
  auto terms = detail::room<std::int64_t>(count);
  auto scores = detail::room<double>(count);
  std::int64_t found = 0;
  context.checked(manifact_model_group_terms(context.handle(), model.handle(), X.handle(),
                                             groups.data(), groups.length(), topic, group, count,
                                             terms.data(), scores.data(), &found));
  std::vector<Ranked> all;
  for (std::size_t t = 0; t < static_cast<std::size_t>(found); ++t)
    all.push_back({terms[t], scores[t]});
  return all;
}

// Of each document of `before` its row in `after`, or -1.
inline std::vector<std::int64_t> common_documents(Context &context, const Model &before,
                                                  const Model &after) {
  auto rows = detail::room<std::int64_t>(before.documents());
  context.checked(manifact_model_common_documents(context.handle(), before.handle(), after.handle(),
                                                  rows.data(), before.documents(), nullptr));
  return rows;
}

struct Comparison {
  std::vector<double> forward,
      backward;                        // earlier x later topics: shares of the earlier, the later
  std::vector<std::int64_t> partners;  // of the earlier topics, or -1
  std::vector<std::int32_t> changes_before, changes_after;  // manifact_change
};
// rows: as common_documents() gives them, or empty: by terms.
inline Comparison compare(Context &context, const Model &before, const Model &after,
                          Span<const std::int64_t> rows = {}) {
  if (!rows.empty()) detail::require_length(rows.size(), before.documents(), "rows");
  const std::int64_t k = before.clusters(), l = after.clusters();
  Comparison c{detail::room<double>(k * l), detail::room<double>(k * l),
               detail::room<std::int64_t>(k), detail::room<std::int32_t>(k),
               detail::room<std::int32_t>(l)};
  context.checked(manifact_model_compare(context.handle(), before.handle(), after.handle(),
                                         rows.empty() ? nullptr : rows.data(), before.documents(),
                                         c.forward.data(), c.backward.data(), c.partners.data(),
                                         c.changes_before.data(), k, c.changes_after.data(), l));
  return c;
}

// The topic of each document, with new topics among those that updates have added.
inline std::vector<std::int32_t> new_topics(Context &context, const Model &model,
                                            std::int64_t *n_topics = nullptr) {
  auto labels = detail::room<std::int32_t>(model.documents());
  std::int64_t found = 0;
  context.checked(manifact_model_new_topics(context.handle(), model.handle(), labels.data(),
                                            model.documents(), &found));
  if (n_topics != nullptr) *n_topics = found;
  return labels;
}

}  // namespace cxx
}  // namespace manifact

#endif
