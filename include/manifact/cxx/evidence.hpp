// Part of manifact.hpp: why documents are in their topics, and how topics differ between groups.
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

struct GroupTests {
  std::vector<double> statistics, p_values, adjusted, expected;  // of the clusters
};
inline GroupTests group_tests(const Model &model, Span<const std::int32_t> groups,
                              std::int64_t n_groups) {
  const std::int64_t k = model.clusters();
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

}  // namespace cxx
}  // namespace manifact

#endif
